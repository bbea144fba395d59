//! The record of a game, its PGN, what is kept of it, and what waits to be sent.

pub mod alert_data;
pub mod command;
pub mod journal;
mod listing;
pub mod outbox;
pub mod persons;
pub mod pgn;
pub mod record;
mod scoresheet;

pub use listing::Listing;
pub use scoresheet::{Entry, Line, Scoresheet, Stretch, times};

#[cfg(test)]
#[allow(dead_code, reason = "shared with other tests")]
#[path = "../../tests/common/schema.rs"]
mod schema;
