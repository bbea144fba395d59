//! The event: its sections, rounds and pairings, and the files in which pairing programs tell them.
//!
//! `facts` (event, section), `round` (pairing, bye), `player`, `result` and `date` are the values. `read` makes them of
//! a file's bytes, [`compare`](fn@compare) says what a file would change, `write` gives results back. Nothing here
//! reads a file or a clock.

mod compare;
mod date;
mod facts;
mod player;
pub mod read;
mod result;
mod round;
pub mod write;

pub use compare::{ByeChange, Compared, PairingChange, PairingRow, PlayerChange, compare};
pub use date::{Date, NoDate};
pub use facts::{Event, Fact, MAX_DEFAULT_MIN, Section};
pub use player::Player;
pub use result::{ByeKind, Forfeit, PairingResult, Score, Told, read_result, written};
pub use round::{Board, BoardNumbers, Bye, Pairing, Round};
