//! Signs that are no moves: what kings in the centre show, and what goes there or home for it.

use protocols::{Color, Piece, Placement, Role, Square};

use crate::{
    rules::{GameResult, LegalMove, Position},
    turn::GameTime,
};

/// What the kings show together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Kings {
    #[default]
    Nothing,
    /// A result, if they still stand so when it counts.
    Perhaps { result: GameResult, due: GameTime },
    /// A result, which has been told.
    Result,
}

/// What the board shows that is no move.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Sign {
    /// The kings in the centre show a result.
    Result(GameResult),
    /// The pieces are set up for the next game, from this position.
    NextGame(Position),
}

/// The result that both kings in the centre show: light squares White won, dark squares Black won, one each a draw.
pub(super) fn result_shown(board: &Placement) -> Option<GameResult> {
    let king = |color| {
        let mut kings = board.pieces().filter(|(_, piece)| *piece == Piece { color, role: Role::King });
        kings.next().map(|found| found.0).filter(|square| is_centre(*square) && kings.next().is_none())
    };
    let (white, black) = (king(Color::White)?, king(Color::Black)?);
    Some(match (white.is_light(), black.is_light()) {
        (true, true) => GameResult::WhiteWins,
        (false, false) => GameResult::BlackWins,
        (true, false) | (false, true) => GameResult::Draw,
    })
}

/// Whether a king goes to the centre: it may be half of the sign of a result.
pub(super) fn is_kings_step(m: &LegalMove) -> bool {
    m.piece.role == Role::King && is_centre(m.to)
}

/// Whether kings on this square show a result: d4, e4, d5 and e5.
pub(super) fn is_centre(square: Square) -> bool {
    matches!(square.file(), 3 | 4) && matches!(square.rank(), 3 | 4)
}

/// Whether a piece stands where its player's pieces, or pawns, begin.
pub(super) fn is_first_rank_of(piece: Piece, square: Square) -> bool {
    let (back, pawns) = if piece.color == Color::White { (0, 1) } else { (7, 6) };
    square.rank() == if piece.role == Role::Pawn { pawns } else { back }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board on which only the kings stand, or nothing where a square is not named.
    fn kings(white: &str, black: &str) -> Placement {
        let mut board = Placement::EMPTY;
        for (color, name) in [(Color::White, white), (Color::Black, black)] {
            let square: Square = name.parse().expect("a square");
            board.set(square, Some(Piece { color, role: Role::King }));
        }
        board
    }

    #[test]
    fn kings_on_light_squares_show_that_white_has_won_on_dark_ones_black_and_on_both_a_draw() {
        assert_eq!(result_shown(&kings("e4", "d5")), Some(GameResult::WhiteWins));
        assert_eq!(result_shown(&kings("d4", "e5")), Some(GameResult::BlackWins));
        assert_eq!(result_shown(&kings("e4", "e5")), Some(GameResult::Draw));
    }

    #[test]
    fn one_king_in_the_centre_or_two_of_one_colour_show_nothing() {
        assert_eq!(result_shown(&kings("e4", "e8")), None);
        let mut twice = kings("e4", "d5");
        twice.set("d4".parse().expect("a square"), Some(Piece { color: Color::White, role: Role::King }));
        assert_eq!(result_shown(&twice), None);
    }

    #[test]
    fn the_centre_is_four_squares() {
        let centre: Vec<Square> = Square::all().filter(|square| is_centre(*square)).collect();
        assert_eq!(centre.iter().map(ToString::to_string).collect::<Vec<_>>(), ["d4", "e4", "d5", "e5"]);
    }
}
