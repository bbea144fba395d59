//! Which pieces are in somebody's hand, as a board's own log has them.

use protocols::{Color, Square, SquareContent};

/// Pieces taken off and not put down again. What has been captured is in a hand, too, and comes down no more.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Hand(Vec<Held>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Held {
    from: Square,
    content: SquareContent,
    /// Whether nothing has been put down since.
    is_last: bool,
}

impl Hand {
    /// A square on which the one stood has the other now.
    pub(super) fn changes(&mut self, square: Square, left: SquareContent, content: SquareContent) {
        if content == SquareContent::Empty {
            self.0.push(Held { from: square, content: left, is_last: true });
            return;
        }
        if let Some(place) = self.0.iter().rposition(|held| held.content == content) {
            self.0.remove(place);
        }
        // Another's piece comes where it stood: it has been captured.
        self.0.retain(|held| held.from != square || color(held.content) == color(content));
        self.0.iter_mut().for_each(|held| held.is_last = false);
    }

    /// A player has pressed: he has put down what he moved. The other may have taken something up since.
    pub(super) fn presses(&mut self, by: Color) {
        self.0.retain(|held| held.is_last && color(held.content) == Some(by.other()));
    }

    /// What is in a hand.
    pub(super) fn pieces(&self) -> impl Iterator<Item = SquareContent> + '_ {
        self.0.iter().map(|held| held.content)
    }
}

fn color(content: SquareContent) -> Option<Color> {
    match content {
        SquareContent::Empty | SquareContent::Occupied => None,
        SquareContent::Piece(piece) => Some(piece.color),
    }
}

#[cfg(test)]
mod tests {
    use protocols::Piece;

    use super::*;

    fn content(letter: char) -> SquareContent {
        SquareContent::Piece(Piece::from_letter(letter).expect("a piece"))
    }

    /// What is in a hand after these changes and presses.
    fn held(done: &[&str]) -> Vec<SquareContent> {
        let mut hand = Hand::default();
        for one in done {
            let (first, rest) = one.split_at(1);
            match first {
                "w" => hand.presses(Color::White),
                "b" => hand.presses(Color::Black),
                "-" => {
                    let letter = rest.chars().next().expect("a piece");
                    hand.changes(rest[1..].parse().expect("a square"), content(letter), SquareContent::Empty);
                }
                _ => {
                    let letter = rest.chars().next().expect("a piece");
                    hand.changes(rest[1..].parse().expect("a square"), SquareContent::Empty, content(letter));
                }
            }
        }
        hand.pieces().collect()
    }

    #[test]
    fn what_is_captured_is_in_no_hand_that_puts_it_down() {
        assert_eq!(held(&["-Ng1"]), [content('N')]);
        assert_eq!(held(&["-Ng1", "+Nf3"]), []);
        // With a press or without.
        assert_eq!(held(&["-pd5", "-Pe4", "+Pd5"]), []);
        assert_eq!(held(&["-Pe4", "-pd5", "+Pd5", "w"]), []);
        // The reply is begun before the press is told.
        assert_eq!(held(&["-Pe2", "+Pe4", "-ng8", "w"]), [content('n')]);
        // In passing; and a pawn that was promoted.
        assert_eq!(held(&["-Pe5", "-pd5", "+Pd6", "w"]), []);
        assert_eq!(held(&["-Pe7", "+Qe8", "w"]), []);
    }
}
