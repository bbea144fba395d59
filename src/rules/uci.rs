//! Moves as UCI text.

use std::{cmp::Ordering, str};

use protocols::{Square, SquareSet};

use super::names::reads_as_text;

/// Letters of the longest move: `a7b8q`.
const LONGEST: usize = 5;

/// A move in UCI, needing no memory of its own: records list every legal move again and again.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Uci {
    letters: [u8; LONGEST],
    len: u8,
}

impl Uci {
    /// The text; `None` where it is longer than any move's, or not ASCII.
    #[must_use]
    pub fn new(text: &str) -> Option<Uci> {
        let mut letters = [0; LONGEST];
        letters.get_mut(..text.len()).filter(|_| text.is_ascii())?.copy_from_slice(text.as_bytes());
        Some(Uci { letters, len: text.len() as u8 })
    }

    pub(super) fn of(m: &shakmaty::uci::UciMove) -> Uci {
        // The other kinds are no moves of chess; no position here ever gives one.
        let shakmaty::uci::UciMove::Normal { from, to, promotion } = m else {
            return Uci { letters: [0; LONGEST], len: 0 };
        };
        let letters = [from.file().char(), from.rank().char(), to.file().char(), to.rank().char()];
        let [a, b, c, d] = letters.map(|letter| letter as u8);
        match promotion {
            Some(role) => Uci { letters: [a, b, c, d, role.char() as u8], len: 5 },
            None => Uci { letters: [a, b, c, d, 0], len: 4 },
        }
    }

    /// The letters as one number, which is greater where the text comes later.
    fn order(self) -> u64 {
        let [a, b, c, d, e] = self.letters;
        u64::from_be_bytes([0, 0, a, b, c, d, e, self.len])
    }

    /// The squares on which what stands may change by it, whatever move the text names: it may take in passing (3.7.4), or
    /// castle with rooks that stand anywhere on their rank.
    #[must_use]
    pub fn squares_changed(&self) -> SquareSet {
        let [a, b, c, d, _] = self.letters;
        let square = |file: u8, rank: u8| Square::from_coords(file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
        if b == d {
            return (b'a'..=b'h').filter_map(|file| square(file, b)).collect();
        }
        [square(a, b), square(c, d), square(c, b)].into_iter().flatten().collect()
    }

    /// Whether a pawn becomes another piece by it (3.7.5).
    #[must_use]
    pub fn is_promotion(&self) -> bool {
        usize::from(self.len) == LONGEST
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.letters.get(..usize::from(self.len)).and_then(|letters| str::from_utf8(letters).ok()).unwrap_or_default()
    }
}

impl Ord for Uci {
    fn cmp(&self, other: &Uci) -> Ordering {
        self.order().cmp(&other.order())
    }
}

impl PartialOrd for Uci {
    fn partial_cmp(&self, other: &Uci) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

reads_as_text!(Uci);

impl PartialEq<Uci> for String {
    fn eq(&self, other: &Uci) -> bool {
        self == other.as_str()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_written_whole_and_stand_in_the_order_of_their_text() {
        let texts = ["a1a2", "a7a8b", "a7a8q", "a7b8", "h7h8n"];
        let ucis: Vec<Uci> = texts.iter().filter_map(|text| Uci::new(text)).collect();
        assert_eq!(ucis.iter().map(Uci::as_str).collect::<Vec<_>>(), texts);
        assert!(ucis.is_sorted());
        for text in texts {
            let read: shakmaty::uci::UciMove = text.parse().expect("a move");
            assert_eq!(Uci::of(&read).as_str(), text);
        }
    }

    #[test]
    fn a_move_changes_the_square_of_a_pawn_taken_in_passing_and_the_rank_of_a_castling_too() {
        let changed = |text: &str| {
            let squares = Uci::new(text).expect("a move").squares_changed();
            squares.iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(changed("e5d6"), "d5 e5 d6");
        assert_eq!(changed("a7a8q"), "a7 a8");
        assert_eq!(changed("e1g1"), "a1 b1 c1 d1 e1 f1 g1 h1");
    }

    #[test]
    fn what_is_longer_than_a_move_is_none() {
        assert_eq!(Uci::new("a7a8qq"), None);
        assert_eq!(Uci::new("é2e4"), None);
    }
}
