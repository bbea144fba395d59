//! Whether a board that is back shows a piece on the move: what it lacks is in a hand, and no move yet.

use protocols::{Color, Piece, Placement, Role, Square, registry::Sensing};

use crate::{
    rules::{LegalMove, Lines, MAX_LINE_PLIES, Position, Sight, lines_to},
    turn::recovery::{TurnMachine, line_from},
};

/// Longest stretch that a board may show with a piece of the next move in the air, in plies.
const IN_AIR_PLIES: usize = 2;

/// The same where a press says whose move it is, and the board as it is takes as many: the piece may have gone by squares on
/// which it was never seen.
const PRESSED_IN_AIR_PLIES: usize = 4;

/// Longest stretch that a board may show with a piece in the air that has not moved in it, in plies.
const MAX_HELD_PLIES: usize = 6;

/// Whether the board that is back shows a piece on the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum InAir {
    No,
    /// As many moves explain the board with it captured, and with it in the hand.
    Perhaps,
    Yes,
}

impl TurnMachine {
    /// Whether the board that is back is best explained by a piece on the move, after a move or two that nobody saw:
    /// one in the air, without which only more moves explain it, in which it was captured, or none do; or a captured
    /// one seen where it was carried across.
    pub(in crate::turn) fn is_one_in_air(&self, board: Placement) -> bool {
        self.shows_in_air(board) == InAir::Yes
    }

    pub(super) fn shows_in_air(&self, board: Placement) -> InAir {
        self.shows_in_air_of(board, None)
    }

    /// The same where this player, if one is named, has the move that is in the air.
    pub(super) fn shows_in_air_of(&self, board: Placement, to_move: Option<Color>) -> InAir {
        // Boards of squares show no pieces: what is in the air, each explanation knows from what it takes to be lifted.
        if self.settings.sensing == Sensing::Occupancy {
            return InAir::No;
        }
        let position = self.position();
        let agreed = position.placement();
        let shortest = |board: Placement, plies: usize| {
            let (lines, _) = line_from(position, &board, plies, to_move).into_found();
            lines.iter().map(Vec::len).min()
        };
        let has_king = |color| count(&board, Piece { color, role: Role::King }) > 0;
        if !has_king(Color::White) || !has_king(Color::Black) {
            return InAir::Yes;
        }
        // Captured in a long line, it may be in the hand after one that is no longer.
        let longest = if self.recovery.tries.is_spent() { IN_AIR_PLIES } else { MAX_LINE_PLIES };
        let as_it_is = shortest(board, longest);
        let plies = as_it_is.unwrap_or(0).clamp(IN_AIR_PLIES, MAX_HELD_PLIES);
        let gone = gone(agreed, &board).map(|(square, piece)| (square, Some(piece), plies));
        let carried = agreed.differences(&board).filter(|square| board.at(*square).is_some());
        let carried = carried.map(|square| (square, None, IN_AIR_PLIES));
        let changed = gone.chain(carried).filter_map(|(square, piece, plies)| {
            let mut with = board;
            with.set(square, piece);
            shortest(with, plies)
        });
        let begun_plies = match (as_it_is, to_move) {
            (Some(plies), Some(_)) if !self.recovery.tries.is_spent() => {
                plies.clamp(IN_AIR_PLIES, PRESSED_IN_AIR_PLIES)
            }
            _ => IN_AIR_PLIES,
        };
        match (changed.chain(self.begun_after(&board, to_move, begun_plies)).min(), as_it_is) {
            (Some(changed), Some(as_it_is)) if changed == as_it_is => InAir::Perhaps,
            (Some(changed), Some(as_it_is)) if changed > as_it_is => InAir::No,
            (Some(_), _) => InAir::Yes,
            (None, _) => InAir::No,
        }
    }

    /// After how many moves that nobody saw, so many at most, the board shows the next one begun, by this player where one is
    /// named.
    fn begun_after(&self, board: &Placement, by: Option<Color>, longest: usize) -> Option<usize> {
        (0..=longest).find(|plies| is_begun_after(self.position(), board, by, *plies))
    }

    /// Whether the board shows the position of the game, or one that is at most a move away: no piece out of place but
    /// such as are in the air.
    pub(in crate::turn) fn is_within_a_move(&self, placement: &Placement) -> bool {
        self.explains_in_air(placement) || self.turn.match_board(placement).is_some() || self.is_half_castled(placement)
    }

    /// Whether the king has made his step of a castling, and the rook not yet its own.
    fn is_half_castled(&self, placement: &Placement) -> bool {
        self.turn.legal.iter().filter(|m| m.castling.is_some()).any(|m| {
            let mut step = *self.position().placement();
            let king = step.set(m.from, None);
            step.set(m.to, king);
            let rook = m.castling.map(|castling| castling.rook_from);
            step.differences(placement).all(|square| placement.at(square).is_none() && rook == Some(square))
        })
    }

    /// Whether the board only lacks pieces of the position of the game that may be in the air: a single one, or those of
    /// a move that is being made, by either player. More are missing when pieces of a kind have been exchanged, or have
    /// been swept off.
    fn explains_in_air(&self, board: &Placement) -> bool {
        let position = self.position();
        let Some(missing) = missing(position.placement(), board) else { return false };
        match missing.len() {
            0 | 1 => true,
            2 => is_begun_from(position, board) || is_begun_from(&position.pass(), board),
            _ => matches!(lines_to(position, Sight::Pieces(*board), self.longest_unseen(), None), Lines::None),
        }
    }

    /// Whether it is known what was played, or the next move will tell, if a board that was away shows this.
    #[must_use]
    pub fn explains(&self, board: &Placement) -> bool {
        self.is_within_a_move(board)
            || self.is_one_in_air(*board)
            || lines_to(self.position(), Sight::Pieces(*board), self.longest_unseen(), None).has_one_shortest()
    }
}

/// The pieces of which the board has fewer than this placement, each where it stood and nothing stands now.
fn gone(placement: &Placement, board: &Placement) -> impl Iterator<Item = (Square, Piece)> {
    let is_gone = |&(square, piece): &(Square, Piece)| {
        board.at(square).is_none() && count(board, piece) < count(placement, piece)
    };
    placement.pieces().filter(is_gone)
}

fn count(on: &Placement, piece: Piece) -> usize {
    on.pieces().filter(|(_, other)| *other == piece).count()
}

/// The squares whose pieces the board lacks; `None` where it shows anything else than this placement.
fn missing(placement: &Placement, board: &Placement) -> Option<Vec<Square>> {
    let differs: Vec<Square> = placement.differences(board).collect();
    differs.iter().all(|&square| board.at(square).is_none()).then_some(differs)
}

/// Whether the board shows a move begun, by this player where one is named, after exactly so many moves from this position.
fn is_begun_after(from: &Position, board: &Placement, by: Option<Color>, plies: usize) -> bool {
    let Some(left) = plies.checked_sub(1) else {
        return by.is_none_or(|color| color == from.turn()) && is_begun_from(from, board);
    };
    let leads_on = |m: &&LegalMove| is_near(&m.after(from.placement()), board, left);
    from.legal_moves().iter().filter(leads_on).any(|m| is_begun_after(&from.play(m), board, by, left))
}

/// Whether so many moves may lead from these pieces to a board that shows one more begun.
fn is_near(placement: &Placement, board: &Placement, plies: usize) -> bool {
    // What is begun lacks two; a move changes two squares, a capture in passing three, and castling four, after which the
    // king stands elsewhere.
    let (mut differ, mut kings) = (0, 0);
    for square in placement.differences(board) {
        differ += 1;
        kings += usize::from(placement.at(square).is_some_and(|piece| piece.role == Role::King));
    }
    differ <= 2 + 2 * plies + 1 + 2 * kings
}

/// Whether the board shows this position with a move begun: its piece in the air, and perhaps what it takes, or the rook.
fn is_begun_from(position: &Position, board: &Placement) -> bool {
    let Some(missing) = missing(position.placement(), board) else { return false };
    (1..=2).contains(&missing.len())
        && position.legal_moves().iter().any(|m| missing.iter().all(|square| m.takes_up(*square)))
}
