//! Cuts the byte stream into lines and checks them.

use crate::{MAX_PARTIAL_MESSAGE, Noise, NoiseKind};

/// Longest line, in bytes, its end not counted. The longest report, a position with all pieces apart, has 85.
pub(super) const MAX_LINE: usize = 96;

const _: () = assert!(MAX_LINE <= MAX_PARTIAL_MESSAGE);

/// What parts a report from its check.
const MARK: u8 = b'*';

/// The cutter: push bytes, get lines. Holds at most [`MAX_LINE`] bytes.
#[derive(Debug, Default)]
pub(super) struct Lines {
    begun: Vec<u8>,
    /// Bytes of a line that has become too long for one.
    overlong: usize,
}

impl Lines {
    /// Takes one byte. It ends at most one line; an empty one is nothing.
    pub(super) fn push(&mut self, byte: u8) -> Option<Result<String, Noise>> {
        match byte {
            b'\r' => None,
            b'\n' => self.end(),
            _ if self.overlong > 0 || self.begun.len() == MAX_LINE => {
                self.overlong += 1 + self.begun.len();
                self.begun.clear();
                // Endless rubbish is told of in portions.
                (self.overlong >= MAX_PARTIAL_MESSAGE).then(|| Err(noise(NoiseKind::Length, self.portion())))
            }
            _ => {
                self.begun.push(byte);
                None
            }
        }
    }

    fn end(&mut self) -> Option<Result<String, Noise>> {
        let overlong = std::mem::take(&mut self.overlong);
        let line = std::mem::take(&mut self.begun);
        if overlong > 0 {
            return Some(Err(noise(NoiseKind::Length, overlong)));
        }
        if line.is_empty() {
            return None;
        }
        let length = line.len();
        match String::from_utf8(line) {
            Ok(text) if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) => Some(Ok(text)),
            Ok(_) | Err(_) => Some(Err(noise(NoiseKind::Unframed, length))),
        }
    }

    /// What of an overlong line has not been told of; the line goes on.
    fn portion(&mut self) -> usize {
        std::mem::replace(&mut self.overlong, 1) - 1
    }
}

/// A report without its check, where that is right.
pub(super) fn unchecked(line: &str) -> Result<&str, Noise> {
    let unframed = || noise(NoiseKind::Unframed, line.len());
    let (text, given) = line.rsplit_once(char::from(MARK)).ok_or_else(unframed)?;
    if given.len() != 2 {
        return Err(unframed());
    }
    match u8::from_str_radix(given, 16) {
        Ok(given) if given == check(text) => Ok(text),
        Ok(_) => Err(noise(NoiseKind::Checksum, line.len())),
        Err(_) => Err(unframed()),
    }
}

/// A report with its check and its end.
pub(super) fn checked(text: &str) -> String {
    format!("{text}{}{:02x}\n", char::from(MARK), check(text))
}

/// CRC-8 with the polynomial x⁸+x²+x+1 (0x07), nothing inverted: no damage within eight bits passes, and up to a line
/// of 14 bytes no three wrong bits do.
fn check(text: &str) -> u8 {
    text.bytes().fold(0, |mut check, byte| {
        check ^= byte;
        for _ in 0..8 {
            check = if check & 0x80 == 0 { check << 1 } else { check << 1 ^ 0x07 };
        }
        check
    })
}

fn noise(kind: NoiseKind, skipped_bytes: usize) -> Noise {
    Noise { kind, skipped_bytes }
}

#[cfg(test)]
mod tests {
    use super::{super::word::Report, *};

    fn cut(bytes: &[u8]) -> Vec<Result<String, Noise>> {
        let mut lines = Lines::default();
        bytes.iter().filter_map(|&byte| lines.push(byte)).collect()
    }

    #[test]
    fn the_check_is_the_one_of_the_catalogues() {
        // The check value of CRC-8/SMBUS.
        assert_eq!(check("123456789"), 0xf4);
        assert_eq!(checked("pong"), "pong*a1\n");
        assert_eq!(unchecked("pong*a1"), Ok("pong"));
    }

    #[test]
    fn lines_end_with_a_line_feed_whatever_stands_before_it() {
        assert_eq!(cut(b"one\r\n\n\r\ntwo\nthree"), [Ok("one".to_owned()), Ok("two".to_owned())]);
    }

    #[test]
    fn an_overlong_line_is_passed_over_to_its_end() {
        let mut bytes = vec![b'x'; MAX_LINE + 1];
        bytes.extend(b"\nnext\n");
        assert_eq!(cut(&bytes), [Err(noise(NoiseKind::Length, MAX_LINE + 1)), Ok("next".to_owned())]);
        assert_eq!(cut(&[&[b'x'; MAX_LINE][..], b"\n"].concat()).len(), 1, "the longest line is one");
    }

    #[test]
    fn endless_rubbish_is_told_of_in_portions_and_kept_nowhere() {
        let mut lines = Lines::default();
        let told: usize = (0..100_000)
            .filter_map(|_| lines.push(b'x'))
            .map(|told| told.expect_err("it is noise").skipped_bytes)
            .sum();
        assert!((90_000..=100_000).contains(&told), "{told}");
        assert!(lines.begun.capacity() <= 2 * MAX_LINE);
    }

    #[test]
    fn no_single_wrong_lost_or_doubled_byte_passes_for_a_report() {
        for text in ["lift e2", "drop e4 P", "press 1", "occupied ffff00000000ffff", "hello 1 pieces 1.0 A7", "pong"] {
            let line = checked(text);
            let line = line.trim_end().as_bytes();
            let good = |bytes: &[u8]| {
                let line = std::str::from_utf8(bytes).ok();
                line.and_then(|line| unchecked(line).ok()).and_then(Report::read).is_some()
            };
            assert!(good(line));
            for index in 0..line.len() {
                for flip in 1..=255 {
                    let mut wrong = line.to_vec();
                    wrong[index] ^= flip;
                    // The case of the check's own digits does not matter.
                    let same = wrong.eq_ignore_ascii_case(line) && index > text.len();
                    assert!(!good(&wrong) || same, "{text}, byte {index}, {flip:02x}");
                }
                let mut short = line.to_vec();
                short.remove(index);
                assert!(!good(&short), "{text} without byte {index}");
                let mut long = line.to_vec();
                long.insert(index, line[index]);
                assert!(!good(&long), "{text} with byte {index} twice");
            }
        }
    }

    #[test]
    fn what_is_no_text_is_noise() {
        assert_eq!(cut(b"\xff\xfe\n"), [Err(noise(NoiseKind::Unframed, 2))]);
        assert_eq!(cut(b"a\tb\n"), [Err(noise(NoiseKind::Unframed, 3))]);
        assert_eq!(unchecked("lift e2"), Err(noise(NoiseKind::Unframed, 7)));
        assert_eq!(unchecked("lift e2*"), Err(noise(NoiseKind::Unframed, 8)));
        assert_eq!(unchecked("lift e2*+f"), Err(noise(NoiseKind::Checksum, 10)));
    }
}
