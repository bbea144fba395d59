//! Between games: the first position, the signs that are no moves, the next game.

pub(super) mod beginning;
pub(super) mod first_position;
pub(super) mod next_game;
pub(super) mod signals;
pub(super) mod unidentified;
