//! Moves as PGN names them.

use std::fmt::{self, Write as _};

use super::names::reads_as_text;

/// Letters of the longest move: `Qa1xb2#`, and `axb8=Q#`.
const LONGEST: usize = 7;

/// A move in SAN, with `+` or `#`, needing no memory of its own: records list the moves of a game again and again.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct San {
    letters: [u8; LONGEST],
    len: u8,
}

impl San {
    /// The text; `None` where it is longer than any move's, or not ASCII.
    #[must_use]
    pub fn new(text: &str) -> Option<San> {
        let mut san = San::default();
        san.write_str(text).is_ok().then_some(san)
    }

    pub(super) fn of(m: &shakmaty::san::SanPlus) -> San {
        let mut san = San::default();
        // No move of a board with sixty-four squares is named longer.
        let _ = write!(san, "{m}");
        san
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.letters.get(..usize::from(self.len)).and_then(|letters| str::from_utf8(letters).ok()).unwrap_or_default()
    }
}

impl fmt::Write for San {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let from = usize::from(self.len);
        let room = self.letters.get_mut(from..from + text.len()).filter(|_| text.is_ascii());
        room.ok_or(fmt::Error)?.copy_from_slice(text.as_bytes());
        self.len += text.len() as u8;
        Ok(())
    }
}

reads_as_text!(San);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Position, Variant};

    #[test]
    fn the_longest_names_of_moves_find_room_and_longer_texts_find_none() {
        let named = |fen: &str, uci: &str| {
            let position = Position::from_fen(fen, Variant::Chess).expect("a position");
            position.san(&position.legal_move(uci).expect("a legal move")).as_str().to_owned()
        };
        assert_eq!(named("6bk/7p/8/8/8/Q7/1p6/Q1Q1K3 w - - 0 1", "a1b2"), "Qa1xb2#");
        assert_eq!(named("1r1k4/P7/3K4/8/8/8/8/8 w - - 0 1", "a7b8q"), "axb8=Q#");
        assert_eq!(San::new("Qa1xb2#!"), None);
        assert_eq!(San::new("Ré1"), None);
    }
}
