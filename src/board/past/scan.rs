//! What a scan finds that was done while the board did not look.

use protocols::{Color, SquareContent};

/// Most that one hand does between two looks: a piece leaves a square and comes to another, or one of these and a press.
const ONE_HAND: usize = 2;

/// Whether what a board found when it looked again may have been seen as it was done: the work of one hand. More comes in
/// the order of the squares, and nobody knows what was first.
///
/// `touched` is what left or came to each square that changed.
pub(in crate::board) fn is_seen_in_order(touched: &[SquareContent], presses: usize) -> bool {
    let color = |content: &SquareContent| match content {
        SquareContent::Piece(piece) => Some(piece.color),
        SquareContent::Empty | SquareContent::Occupied => None,
    };
    let is_of = |of: Color| touched.iter().filter_map(color).any(|color| color == of);
    touched.is_empty() || (touched.len() + presses <= ONE_HAND && !(is_of(Color::Black) && is_of(Color::White)))
}

#[cfg(test)]
mod tests {
    use protocols::Piece;

    use super::*;

    fn touched(letters: &str) -> Vec<SquareContent> {
        letters.chars().map(|letter| SquareContent::Piece(Piece::from_letter(letter).expect("a piece"))).collect()
    }

    #[test]
    fn one_hand_is_seen_in_order_and_two_are_not() {
        let seen = [("", 2), ("N", 0), ("N", 1), ("NN", 0)].map(|(letters, presses)| (letters, presses, true));
        let unseen = [("Nn", 0), ("NNR", 0), ("NN", 1), ("N", 2)].map(|(letters, presses)| (letters, presses, false));
        for (letters, presses, seen) in [seen, unseen].concat() {
            assert_eq!(is_seen_in_order(&touched(letters), presses), seen, "{letters} {presses}");
        }
    }
}
