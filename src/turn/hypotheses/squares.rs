//! Which pieces stand where, as far as occupied squares and the Laws alone tell.

use protocols::Placement;

use crate::{
    rules::{Position, Sight, lines_to},
    turn::{TurnMachine, arbiter::suspend},
};

/// Longest line that is looked for, in plies.
pub(super) const MAX_PLIES: usize = 4;

/// The squares of `occupied` are all that is known of what stands on the board.
pub(super) fn see_on(game: &mut TurnMachine, occupied: u64) {
    if game.sensed.board().occupied() != occupied {
        let position = game.position();
        let standing = suspend::pieces_on(occupied, game.sensed.board(), position, &position.legal_moves());
        // A single move is told by the squares alone.
        let is_explained = standing == *position.placement()
            || position.legal_moves().iter().any(|m| m.after(position.placement()) == standing);
        let moved = if is_explained { None } else { game.pieces_while_suspended(occupied) };
        game.sensed.show(moved.unwrap_or(standing));
    }
}

/// The pieces stand as they do after all of the shortest lines of moves that lead to these squares, where that is one and the
/// same: while no game is on, nobody knows which piece was put where.
pub(super) fn show_where_lines_lead(game: &mut TurnMachine, occupied: u64) {
    let position = game.position();
    if position.placement().occupied() == occupied {
        return;
    }
    if let Some(end) = end_of_lines(position, occupied) {
        game.sensed.show(end);
    }
}

/// The pieces after the shortest lines of moves from a position to these squares, where that is one and the same after all.
pub(super) fn end_of_lines(from: &Position, occupied: u64) -> Option<Placement> {
    let (found, true) = lines_to(from, Sight::Occupied(occupied), MAX_PLIES, None).into_found() else { return None };
    let mut ends: Vec<Placement> = found.iter().map(|line| *from.play_all(line).placement()).collect();
    ends.dedup();
    if let [end] = ends[..] { Some(end) } else { None }
}
