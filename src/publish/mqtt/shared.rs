//! What the handles of a table's publisher and the task of its connection share.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{sync::Notify, time::Instant};

use super::{
    arrivals::Arrival,
    disconnect_reason::DisconnectReason,
    queue::{Queue, ResponseTo},
};
use crate::{game::command::GivenCommand, publish::time::PublisherTime};

/// Most commands that wait for the table; a further one is refused with a reply.
pub const MAX_COMMANDS: usize = 64;

/// Most refused commands that wait beside them for their answers; a further one is dropped without one.
pub(super) const MAX_REFUSED: usize = 64;

/// Where the connection stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Link {
    /// The first connection is being made.
    Connecting,
    /// There is none, and why; another try follows.
    Down(DisconnectReason),
    /// Shut down.
    Stopped,
    /// It stands.
    Up {
        /// Whether the broker remembered the table.
        session_present: bool,
    },
}

/// A command that came in.
#[derive(Debug, Clone, PartialEq)]
pub struct Command {
    /// What it says; or why it is refused, for the answer.
    pub given: Result<GivenCommand, String>,
    /// Where its sender wants the answer besides `arbiter/reply`; for [`Publisher::answer`](super::Publisher::answer).
    pub response_to: Option<ResponseTo>,
    /// For [`Publisher::kept`](super::Publisher::kept); `None` where the broker has forgotten it already (QoS 0).
    pub arrival: Option<Arrival>,
}

/// What the handles and the connection's task share.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) queue: Mutex<Queue>,
    /// Commands that are kept, for the connection to acknowledge.
    pub(super) kept: Mutex<Vec<Arrival>>,
    /// There may be something new in the queue.
    pub(super) wake: Notify,
    pub(super) started: Instant,
}

impl Shared {
    /// Nobody holds the lock across a wait, so it is free at once; a queue is whole between any two of its calls,
    /// even where one of them panicked in another thread.
    pub(super) fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Commands that have been kept since this was last asked.
    pub(super) fn take_kept(&self) -> Vec<Arrival> {
        std::mem::take(&mut *self.kept.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Time on the publisher's own clock.
    pub(super) fn at(&self) -> PublisherTime {
        PublisherTime(millis(self.started.elapsed()))
    }

    pub(super) fn instant(&self, at: PublisherTime) -> Instant {
        self.started + Duration::from_millis(at.0)
    }
}

pub(super) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
