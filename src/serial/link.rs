//! A table's end of its port: what it hears of it, and what it may ask for. Who serves it, a port of its own or a line
//! that boards share, makes no difference here.

use std::path::PathBuf;

use protocols::registry::Board;
use thiserror::Error;
use tokio::{sync::mpsc, task::JoinHandle, time::Instant};

use super::FindError;

/// Most events that wait to be taken; then reading pauses and the system's own buffer fills.
pub const EVENTS: usize = 256;

/// Most writes that wait for the port; then [`SendError::Full`].
pub const WRITES: usize = 64;

/// What happens at a port.
#[derive(Debug)]
pub enum LinkEvent {
    /// Bytes arrived.
    Bytes {
        /// When they were read.
        at: Instant,
        /// The bytes; never none.
        bytes: Vec<u8>,
    },
    /// The port is closed. Said once for each `Opened`; the search for it goes on.
    Closed {
        /// Why.
        why: Closing,
    },
    /// The port is not found, and why; each reason is said once while a search lasts.
    Failing(FindError),
    /// The port is open. Nothing sent before this reaches it.
    Opened {
        /// The port's name: as configured, or as it was found.
        port: PathBuf,
        /// The kind of board on it: the one that answered, or the only one that is wanted.
        board: Board,
        /// The board's serial number, where it was asked and told.
        serial: Option<String>,
    },
}

/// Why a port was closed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Closing {
    /// [`LinkHandle::reopen`] asked for it.
    #[error("closed to be opened again")]
    Asked,
    /// Reading or writing failed.
    #[error("the port failed: {reason}")]
    Failed {
        /// The system's words.
        reason: String,
    },
    /// The port hung up: unplugged, or the other end is closed.
    #[error("the port is gone")]
    Gone,
}

/// Why bytes cannot be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SendError {
    /// The link has ended.
    #[error("the link has ended")]
    Ended,
    /// The port takes nothing, and too much is waiting for it already.
    #[error("the port takes no bytes")]
    Full,
}

/// One table's port, kept open. Ends when it is dropped.
#[derive(Debug)]
pub struct Link {
    /// What happens, in order.
    pub events: mpsc::Receiver<LinkEvent>,
    /// To write to the port.
    pub handle: LinkHandle,
    /// The task that owns the port.
    task: JoinHandle<()>,
}

/// Writes to a link's port. May be cloned.
#[derive(Debug, Clone)]
pub struct LinkHandle {
    commands: mpsc::Sender<Command>,
}

/// What an owner wants of a link.
#[derive(Debug)]
pub(super) enum Command {
    Identified(String),
    Reopen,
    Write(Vec<u8>),
}

impl Link {
    /// The owner's end of a link that this task serves.
    pub(super) fn of(events: mpsc::Receiver<LinkEvent>, commands: mpsc::Sender<Command>, task: JoinHandle<()>) -> Link {
        Link { events, handle: LinkHandle { commands }, task }
    }

    /// Ends the link and waits until its port is closed and free for others.
    pub async fn end(self) {
        drop(self.events);
        drop(self.handle);
        // A task that failed has dropped its port all the same.
        let _ = self.task.await;
    }
}

impl LinkHandle {
    /// Writes to the port; never waits. While the port is closed, the bytes are dropped.
    ///
    /// # Errors
    /// [`SendError::Full`] when [`WRITES`] are waiting; [`SendError::Ended`] when the link has ended.
    pub fn send(&self, bytes: Vec<u8>) -> Result<(), SendError> {
        self.command(Command::Write(bytes))
    }

    /// Closes the port and looks for it again, for a board that has gone silent.
    ///
    /// # Errors
    /// As for [`send`](LinkHandle::send).
    pub fn reopen(&self) -> Result<(), SendError> {
        self.command(Command::Reopen)
    }

    /// Tells the link the board's serial number, by which it will find the board under another name.
    ///
    /// # Errors
    /// As for [`send`](LinkHandle::send).
    pub fn identified(&self, serial: String) -> Result<(), SendError> {
        self.command(Command::Identified(serial))
    }

    fn command(&self, command: Command) -> Result<(), SendError> {
        self.commands.try_send(command).map_err(|error| match error {
            mpsc::error::TrySendError::Closed(_) => SendError::Ended,
            mpsc::error::TrySendError::Full(_) => SendError::Full,
        })
    }
}
