//! What a scan finds that was done while the board did not look.

use crate::board::shadow::Change;

/// Whether what a board found when it looked again may have been seen as it was done: one touch and one press at most, or a
/// piece that left one square and came to another. More comes in the order of the squares, and nobody knows what was first.
pub(in crate::board) fn is_seen_in_order(changes: &[Change], presses: usize) -> bool {
    match changes {
        [] => true,
        [_] => presses <= 1,
        [Change::Lifted(piece), Change::Dropped(other)] | [Change::Dropped(piece), Change::Lifted(other)] => {
            presses == 0 && piece == other
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use protocols::{Piece, SquareContent};

    use super::*;

    #[test]
    fn one_hand_is_seen_in_order_and_two_are_not() {
        let content = |letter| SquareContent::Piece(Piece::from_letter(letter).expect("a piece"));
        let [lifted, dropped] = [Change::Lifted(content('N')), Change::Dropped(content('N'))];
        for (changes, presses) in
            [(vec![], 2), (vec![lifted], 1), (vec![dropped], 1), (vec![lifted, dropped], 0), (vec![dropped, lifted], 0)]
        {
            assert!(is_seen_in_order(&changes, presses), "{changes:?} {presses}");
        }
        for (changes, presses) in [
            (vec![lifted], 2),
            (vec![lifted, dropped], 1),
            (vec![lifted, lifted], 0),
            (vec![lifted, Change::Dropped(content('n'))], 0),
            (vec![lifted, dropped, lifted], 0),
        ] {
            assert!(!is_seen_in_order(&changes, presses), "{changes:?} {presses}");
        }
    }
}
