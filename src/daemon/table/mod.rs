//! The task of one table: from its board and its commands to what is kept and published.
//!
//! | file | what |
//! |---|---|
//! | `task` | owns the table and its port, and carries out what the table wants done |
//! | `commit` | keeps what followed from one input, then publishes it |
//! | `resume` | takes up a game where an earlier run has left it |
//! | `rate_limit`, `redelivery` | commands: too many of them, and those that come twice |
//! | `status`, `tell` | presence of the board; what the log of the service says |
//! | `capture`, `memory` | files beside the journal: what came over the wire, what a codec has learnt |

mod capture;
mod commit;
mod memory;
mod rate_limit;
mod redelivery;
pub(crate) mod resume;
mod status;
mod task;
mod tell;

use std::time::Duration;

pub(crate) use task::{Inbox, Parts, run};

/// Longest time a table that lives goes without a turn.
pub(crate) const TURN_WITHIN: Duration = Duration::from_secs(1);

/// Why a table's task has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// It cannot go on.
    Broken,
    /// It was told to.
    Stopped,
}
