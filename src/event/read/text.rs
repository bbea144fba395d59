//! From bytes to text: UTF-8 and UTF-16 with their marks, UTF-8 without, otherwise Windows-1252.

use std::borrow::Cow;

use encoding_rs::{Encoding, WINDOWS_1252};

/// How a text is written as bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Charset {
    /// UTF-16, as spreadsheets call "Unicode text".
    Utf16,
    /// UTF-8, with or without a byte order mark.
    Utf8,
    /// Anything else is taken for this.
    Windows1252,
}

/// The text of these bytes, without byte order mark. There is always one: Windows-1252 has a letter for every byte.
pub(in crate::event) fn decode(bytes: &[u8]) -> (Cow<'_, str>, Charset) {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        let charset = if encoding == encoding_rs::UTF_8 { Charset::Utf8 } else { Charset::Utf16 };
        let rest = bytes.get(mark..).unwrap_or_default();
        return (encoding.decode_without_bom_handling(rest).0, charset);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => (Cow::Borrowed(text), Charset::Utf8),
        Err(_) => (WINDOWS_1252.decode_without_bom_handling(bytes).0, Charset::Windows1252),
    }
}

/// The lines of a text, numbered from 1; they end with CR, LF or both.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (u32, &str)> {
    let text = text.strip_suffix('\n').unwrap_or(text);
    let text = text.strip_suffix('\r').unwrap_or(text);
    let mut rest = Some(text);
    let split = std::iter::from_fn(move || {
        let text = rest?;
        let Some(end) = text.find(['\r', '\n']) else {
            rest = None;
            return Some(text);
        };
        let (line, after) = text.split_at(end);
        rest = Some(after.strip_prefix("\r\n").unwrap_or_else(|| &after[1..]));
        Some(line)
    });
    (1..).zip(split)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_whatever_wrote_it() {
        assert_eq!(decode("\u{feff}Novák".as_bytes()), (Cow::Borrowed("Novák"), Charset::Utf8));
        assert_eq!(decode("Novák".as_bytes()), (Cow::Borrowed("Novák"), Charset::Utf8));
        assert_eq!(decode(b"Nov\xe1k"), (Cow::Borrowed("Novák"), Charset::Windows1252));
        assert_eq!(decode(b"\xff\xfeN\0"), (Cow::Borrowed("N"), Charset::Utf16));
    }

    #[test]
    fn lines_end_in_three_ways() {
        for text in ["a\nb\n\nc", "a\rb\r\rc\r", "a\r\nb\r\n\r\nc\r\n"] {
            assert_eq!(lines(text).collect::<Vec<_>>(), [(1, "a"), (2, "b"), (3, ""), (4, "c")], "{text:?}");
        }
        assert_eq!(lines("").collect::<Vec<_>>(), [(1, "")]);
    }
}
