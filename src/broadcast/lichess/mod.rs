//! Rounds as they are pushed to Lichess: what is sent when, and what its answers mean.
//!
//! A value that is fed and drained: what is told, answers and time go in; requests, how it stands, and what is to be kept
//! come out. Each request has all boards of a round in order, as Lichess knows an order by nothing else. Nothing is
//! sent that Lichess has acknowledged, but for one time: it keeps what it delays in memory, so what it has acknowledged
//! may still be lost, and is sent once more when nothing else has come for a while.
//!
//! | file | question |
//! |---|---|
//! | `pushes` | what is sent when, and what follows from an answer |
//! | `body` | how do boards fit into requests |
//! | `board` | what does Lichess show of a board, and what can it not |
//! | `reply` | what does an answer mean |
//! | `trouble` | why is something not shown, for people |

mod board;
mod body;
mod pushes;
mod reply;
pub(crate) mod trouble;

pub use self::{
    pushes::{Destination, Push, Pushes, RoundName, Standing},
    reply::Answer,
};
