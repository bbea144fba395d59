//! The record of a game, its PGN, and what waits to be sent.

pub mod outbox;
pub mod record;
