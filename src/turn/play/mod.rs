//! A turn as it is played: which move the board shows, what a release binds to (4.7), and the opponent's reply.

pub(super) mod exchange;
pub(super) mod promotion;
mod reading;
pub(super) mod release;
pub(super) mod reply;
pub(super) mod rules;
pub(super) mod settle;
pub(super) mod shown;
pub(super) mod surviving_effects;
pub(super) mod taken_up;
