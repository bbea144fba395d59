//! Rounds as the chess world reads them, and as screens show them, made of what is public alone.
//!
//! A value that is fed and drained, like the hall: records of `public/` topics, what the hall lists of event and rounds,
//! and the time go in; what is told, and what is to be kept, come out. Whatever comes in waits here until it is as old as the
//! public may see it, so no output has anything before its time. It does no input or output: files, routes and
//! sockets are made of what is told elsewhere.
//!
//! | file | question |
//! |---|---|
//! | `core` | what goes in and out |
//! | `waiting` | which records are old enough |
//! | `heard` | what do a table's public records say of a game |
//! | `line` | which moves does a reader get who knows the rules |
//! | `results` | which results are old enough, and how does a game stand |
//! | `told` | what is told, as data |
//! | `screen` | what do screens show |
//! | `clocks` | when did a clock show what it shows |
//! | `text` | how is a game written |
//! | `texts` | which texts are there, and what are they called |
//! | `lichess` | what is pushed to Lichess, and when |
//! | `dgt` | what do the forms of DGT's programs have in common |
//! | `livechesscloud` | how does a round look as in LiveChess' cloud |
//! | `livechess` | what does LiveChess' interface answer and tell |
//! | `trouble` | what can an output not show |

mod clocks;
mod core;
mod dgt;
mod heard;
pub mod lichess;
mod line;
pub mod livechess;
mod livechesscloud;
mod results;
mod screen;
mod text;
mod texts;
mod told;
mod trouble;
mod waiting;

pub use self::{
    core::{Broadcast, Kept, Settings},
    line::{Line, LineMove, Rest},
    livechesscloud::Cloud,
    results::Outcome,
    screen::Screens,
    texts::{Kind, Text, Texts},
    told::{Told, ToldGame, ToldRound},
    trouble::{BoardTrouble, OfRound, RoundTrouble},
};
