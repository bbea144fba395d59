//! What the Laws require: illegal moves and penalties (7.5), how games end (5, 6.9, 9), who can still checkmate.

pub(super) mod again;
pub(super) mod corrected;
pub(super) mod ending;
pub(super) mod illegal_move;
pub(super) mod irregularities;
pub(super) mod mating;
pub(super) mod over;
pub(super) mod overtaken;
pub(super) mod penalty;
pub(super) mod stands;
pub(super) mod stopped;
