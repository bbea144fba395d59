//! What a scan finds that was done while the board did not look.

use protocols::{Remembered, Role, SquareContent, SquareSet};

use super::hand::Hand;
use crate::board::shadow::{Change, Squares};

/// Most changes of one scan in which everything may have been seen in its order: castling changes four squares.
const MOST_AT_ONCE: usize = 4;

/// Fewest pieces put down in one scan that are no single move's, where they are of more than one kind: castling puts down
/// two, and a piece that is slid may be read on several squares.
const PUT_DOWN_AT_ONCE: usize = 3;

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

/// How many records that follow the sending of a log tell what was done while the board did not look: presses, and then
/// what one scan found changed, with the presses made meanwhile. 0 where that may as well have been seen as it was done.
/// `board` is as it stood before.
pub(super) fn unseen_after_sending(past: &[Remembered], board: &Squares) -> usize {
    let before = past.iter().take_while(|remembered| matches!(remembered, Remembered::Press { .. })).count();
    let found = before + scan(past.get(before..).unwrap_or_default());
    let (mut changes, mut presses) = (Vec::new(), 0);
    for remembered in past.iter().take(found) {
        match *remembered {
            Remembered::Field { square, content: SquareContent::Empty, .. } => {
                changes.push(Change::Lifted(board[square.index()]));
            }
            Remembered::Field { content, .. } => changes.push(Change::Dropped(content)),
            Remembered::Press { .. } => presses += 1,
            Remembered::Board(_) | Remembered::Gap | Remembered::Sent => {}
        }
    }
    // Without a change, too, what several presses were for was done unseen.
    if presses <= 1 && is_seen_in_order(&changes, presses) { 0 } else { found }
}

/// How many records are of one scan, as far as that can be told: changes close to each other, of different squares, up to the
/// last of them. The clock tells a press when it is made, also while the board scans.
fn scan(past: &[Remembered]) -> usize {
    let mut squares = SquareSet::default();
    let mut length = 0;
    for (index, remembered) in past.iter().enumerate() {
        match *remembered {
            Remembered::Press { .. } if index > 0 => {}
            // A scan reads a square once: the next one has begun.
            Remembered::Field { square, close, .. } if (index == 0 || close) && !squares.contains(square) => {
                squares.insert(square);
                length = index + 1;
            }
            _ => break,
        }
    }
    length
}

/// How many records tell what one scan found changed, where that is more than a move changes in it: the board had not
/// looked for a while, and the squares come in the order of the scan. 0 where it is not so: also where quick hands have
/// each made a move between the presses.
pub(super) fn found_at_once(past: &[Remembered]) -> usize {
    let found = scan(past);
    let between_presses = past.get(..found).unwrap_or_default().split(|one| matches!(one, Remembered::Press { .. }));
    if between_presses.into_iter().any(is_more_than_a_move) { found } else { 0 }
}

/// Whether no one move makes these changes in one scan, nor does it with the reply's first touch.
fn is_more_than_a_move(changes: &[Remembered]) -> bool {
    let put_down = || {
        changes.iter().filter_map(|change| match *change {
            Remembered::Field { content: SquareContent::Piece(piece), .. } => Some(piece),
            _ => None,
        })
    };
    let is_castling = put_down().count() == 2
        && put_down().any(|piece| piece.role == Role::King)
        && put_down().any(|piece| piece.role == Role::Rook);
    let several = put_down().count() >= PUT_DOWN_AT_ONCE && put_down().any(|piece| Some(piece) != put_down().next());
    changes.len() > MOST_AT_ONCE + usize::from(is_castling) || several
}

/// How many of the next records tell from where the pieces had gone that were `found` put down, with the presses among
/// them: a board may take longer to believe that a square is empty. `board` is as it stood before, with what was in the
/// `hand`.
pub(super) fn gone_later(found: &[Remembered], rest: &[Remembered], board: &Squares, hand: &Hand) -> usize {
    let mut put_down: Vec<SquareContent> = Vec::new();
    put_down.extend(found.iter().filter_map(|remembered| match *remembered {
        Remembered::Field { content, .. } if content != SquareContent::Empty => Some(content),
        _ => None,
    }));
    for held in hand.pieces() {
        let _ = take(&mut put_down, held);
    }
    let has_gone = |put_down: &mut Vec<SquareContent>, remembered: &Remembered| match *remembered {
        Remembered::Field { square, content: SquareContent::Empty, .. } => {
            take(put_down, board[square.index()]).is_some()
        }
        _ => false,
    };
    for remembered in found {
        has_gone(&mut put_down, remembered);
    }
    let mut gone = 0;
    for (index, remembered) in rest.iter().enumerate() {
        match remembered {
            Remembered::Press { .. } => {}
            _ if has_gone(&mut put_down, remembered) => gone = index + 1,
            _ => break,
        }
    }
    gone
}

/// Takes one of these out, if there is one.
fn take(from: &mut Vec<SquareContent>, content: SquareContent) -> Option<SquareContent> {
    let place = from.iter().position(|other| *other == content)?;
    Some(from.swap_remove(place))
}

#[cfg(test)]
mod tests {
    use protocols::Piece;

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
