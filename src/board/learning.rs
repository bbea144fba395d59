//! When a board that must learn its pieces has been shown enough to do so.

use protocols::{At, Calibration, Color, Piece, Placement, Role, Square, SquareContent, SquareSet};

use super::{BoardReader, Orientation, shadow::Squares};

/// How long the board must show the same before its pieces are taken to be known, in milliseconds: nobody who is still
/// setting up leaves it alone so long just when it looks complete.
pub(super) const LEARN_MS: u64 = 3_000;

/// So many pieces on first squares and none elsewhere look like a first position, some of whose pieces are still to be read.
const LIKE_FIRST: usize = 28;

/// Whether unknown pieces that stand so are likely to be set up for a game.
pub(crate) fn looks_like_first(standing: SquareSet) -> bool {
    standing.iter().all(is_first_square) && standing.iter().count() >= LIKE_FIRST
}

/// Whether a piece stands there before a game: on the two ranks of either player.
pub(crate) fn is_first_square(square: Square) -> bool {
    matches!(square.rank(), 0 | 1 | 6 | 7)
}

/// Watches for a moment at which it is certain what stands on the board.
#[derive(Debug, Default)]
pub(super) struct Learning {
    wanted: bool,
    /// What was looked at last: how often the squares had changed, and which way round they were taken.
    looked_at: Option<(u64, Orientation)>,
    /// What the board shows, and since when.
    shown: Option<(Squares, At)>,
    /// It was learnt from this; nothing new can come of it.
    learnt_from: Option<Squares>,
}

impl Learning {
    /// The codec knows all pieces on the board, or does not.
    pub(super) fn calibration(&mut self, calibration: Calibration) {
        self.wanted = calibration == Calibration::Wanted;
        self.learnt_from = None;
    }

    /// Whether squares that have changed so often, taken this way round, have not been looked at yet.
    fn is_news(&mut self, changes: u64, orientation: Orientation) -> bool {
        self.looked_at.replace((changes, orientation)) != Some((changes, orientation))
    }

    /// What the board shows now; `None` while that is unknown.
    pub(super) fn shows(&mut self, at: At, squares: Option<&Squares>) {
        match squares {
            None => self.shown = None,
            Some(squares) if self.shown.as_ref().is_none_or(|(shown, _)| shown != squares) => {
                self.shown = Some((*squares, at));
            }
            Some(_) => {}
        }
    }

    /// What stands on the board for certain, where it is `expected` and has stood so long enough.
    pub(super) fn poll(&mut self, at: At, expected: &Placement) -> Option<Placement> {
        let (squares, since) = self.shown.as_ref().filter(|_| self.wanted)?;
        if at.since(*since) < LEARN_MS || self.learnt_from.as_ref() == Some(squares) {
            return None;
        }
        let placement = standing(squares, expected)?;
        self.learnt_from = Some(*squares);
        Some(placement)
    }

    /// When [`poll`](Learning::poll) may have something to say.
    pub(super) fn next_deadline(&self) -> Option<At> {
        let (squares, since) = self.shown.as_ref().filter(|_| self.wanted)?;
        (self.learnt_from.as_ref() != Some(squares)).then_some(*since + LEARN_MS)
    }
}

impl BoardReader {
    /// How every game begins; `None` where that differs. A board that must learn its pieces does so from this.
    pub fn begins_with(&mut self, first: Option<Placement>) {
        self.first = first;
    }

    /// How every game begins, as far as that is known.
    #[must_use]
    pub fn first(&self) -> Option<Placement> {
        self.first
    }

    /// Which way round a board lies whose pieces are all still to be learnt: as they will be learnt, from a first position
    /// read as the maker assumes.
    pub(super) fn of_strangers(&self, squares: &Squares) -> Option<Orientation> {
        let all_strange =
            squares.iter().all(|content| matches!(content, SquareContent::Empty | SquareContent::Occupied));
        let standing = Square::all().filter(|square| squares[square.index()] == SquareContent::Occupied).collect();
        (self.learning.wanted && all_strange && looks_like_first(standing)).then_some(Orientation::Normal)
    }

    /// What stands on the board, where that is certain and its codec must learn it.
    pub(super) fn learn(&mut self) -> Option<Placement> {
        let fixed = self.settings.orientation.fixed();
        let orientation = self.orientation.or(fixed).unwrap_or(Orientation::Normal);
        if self.learning.is_news(self.shadow.changes(), orientation) {
            let squares = self.shadow.squares().map(|squares| orientation.squares(squares));
            self.learning.shows(self.now, squares.as_ref());
        }
        let expected = self.expectation.as_ref().map(|expectation| expectation.placement);
        let placement = [expected, self.first]
            .into_iter()
            .flatten()
            .find_map(|expected| self.learning.poll(self.now, &expected))?;
        Some(match orientation {
            Orientation::Normal => placement,
            Orientation::Turned => placement.turned(),
        })
    }
}

/// The expected pieces, with spare queens where the full first position stands besides.
fn standing(squares: &Squares, expected: &Placement) -> Option<Placement> {
    let mut placement = *expected;
    for square in Square::all() {
        let spare = *expected == Placement::initial() && (2..6).contains(&square.rank());
        match (squares[square.index()], expected.at(square)) {
            (SquareContent::Empty, None) | (SquareContent::Occupied, Some(_)) => {}
            (SquareContent::Piece(piece), Some(expected)) if piece == expected => {}
            (SquareContent::Occupied | SquareContent::Piece(_), None) if spare => {
                // Spare queens are laid on their owner's side (Certabo's own program: d3 and d6).
                let color = if square.rank() < 4 { Color::White } else { Color::Black };
                let queen = Piece { color, role: Role::Queen };
                if let SquareContent::Piece(known) = squares[square.index()]
                    && known != queen
                {
                    return None;
                }
                placement.set(square, Some(queen));
            }
            (_, _) => return None,
        }
    }
    Some(placement)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn occupied(placement: &Placement) -> Squares {
        let mut squares = [SquareContent::Empty; 64];
        for (square, _) in placement.pieces() {
            squares[square.index()] = SquareContent::Occupied;
        }
        squares
    }

    fn placement(fen: &str) -> Placement {
        fen.parse().expect("a placement")
    }

    fn learnt(squares: &Squares, expected: &Placement) -> Option<String> {
        let mut learning = Learning::default();
        learning.calibration(Calibration::Wanted);
        learning.shows(At(1_000), Some(squares));
        assert_eq!(learning.poll(At(999 + LEARN_MS), expected), None);
        learning.poll(At(1_000 + LEARN_MS), expected).map(|placement| placement.to_string())
    }

    #[test]
    fn the_first_position_that_stays_is_learnt_with_its_spare_queens() {
        let initial = Placement::initial();
        assert_eq!(learnt(&occupied(&initial), &initial), Some(initial.to_string()));
        let spares = "rnbqkbnr/pppppppp/3q4/8/8/3Q4/PPPPPPPP/RNBQKBNR";
        assert_eq!(learnt(&occupied(&placement(spares)), &initial), Some(spares.to_owned()));
    }

    #[test]
    fn another_position_or_a_known_piece_where_it_should_not_be_is_not_learnt() {
        let initial = Placement::initial();
        let moved = placement("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
        assert_eq!(learnt(&occupied(&moved), &initial), None);
        let mut squares = occupied(&initial);
        squares[Square::wrapping(3).index()] = SquareContent::Piece(Piece { color: Color::White, role: Role::King });
        assert_eq!(learnt(&squares, &initial), None);
    }

    #[test]
    fn one_stranger_on_a_board_that_stands_as_the_game_says_is_learnt() {
        let expected = placement("4k2Q/8/8/8/8/8/8/4K3");
        let mut squares = occupied(&expected);
        for (square, piece) in expected.pieces().filter(|(_, piece)| piece.role == Role::King) {
            squares[square.index()] = SquareContent::Piece(piece);
        }
        assert_eq!(learnt(&squares, &expected), Some(expected.to_string()));
    }

    #[test]
    fn nothing_is_learnt_twice_from_the_same_board_nor_where_all_is_known() {
        let initial = Placement::initial();
        let mut learning = Learning::default();
        learning.shows(At(0), Some(&occupied(&initial)));
        assert_eq!((learning.poll(At(9_000), &initial), learning.next_deadline()), (None, None));
        learning.calibration(Calibration::Wanted);
        assert!(learning.poll(At(9_000), &initial).is_some());
        assert_eq!((learning.poll(At(9_000), &initial), learning.next_deadline()), (None, None));
    }
}
