//! The event's rounds: who plays whom at which table, what tables are told of it, and what comes back.
//!
//! | file | question |
//! |---|---|
//! | `due` | when are the rounds looked at |
//! | `held` | what is known of event, rounds and pairings, and kept |
//! | `facts` | what is set of the event |
//! | `files` | what would a file change, and taking that over |
//! | `pair` | another table, board or player |
//! | `start` | a round begins, at tables where no game is on |
//! | `leave` | what becomes of tables that no pairing has any more |
//! | `tell` | what is a table told, and for what does it wait |
//! | `results` | which results are there, given by hand, or missing |
//! | `meet` | which request is for whom |
//! | `show` | what pages see |
//! | `listed` | what a broadcast of it needs |
//! | `write` | results as files |
//!
//! A pairing and a table have to do with each other from the moment that the table is told: its seat. It holds the game,
//! once the table has begun it, and keeps its table while that game has moves, whatever becomes of board numbers.

mod due;
mod facts;
mod files;
mod held;
mod leave;
mod listed;
mod meet;
mod pair;
mod results;
mod show;
mod start;
mod tell;
mod write;

pub use files::FileRefusal;
pub use held::{HeldEvent, HeldRound, Report, Rounds};
pub use listed::{Listed, ListedEvent, ListedPairing, ListedRound};
pub use write::{ResultsFile, WriteError};
