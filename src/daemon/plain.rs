//! Text from elsewhere for people's terminals.

use std::borrow::Cow;

/// The text with every control character but the line feed written out (`\u{1b}`): what a name, a board or a file says
/// moves no cursor and changes no colour.
#[must_use]
pub fn plain(text: &str) -> Cow<'_, str> {
    let acts = |letter: char| letter.is_control() && letter != '\n';
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let written = |letter: char| match letter {
        letter if acts(letter) => letter.escape_unicode().to_string(),
        letter => letter.to_string(),
    };
    Cow::Owned(text.chars().map(written).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_written_out_and_all_else_stays() {
        assert_eq!(plain("Müller, Ann\n"), "Müller, Ann\n");
        assert_eq!(plain("\u{1b}[31mEve\u{9b}2J\r\t\u{7f}"), "\\u{1b}[31mEve\\u{9b}2J\\u{d}\\u{9}\\u{7f}");
    }
}
