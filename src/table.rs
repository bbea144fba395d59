//! One table, from bytes to records, without IO: feed it, then drain it.

use protocols::At;

use crate::{board::Event, game::record::Record};

/// What can happen to a table.
#[derive(Debug, Clone, PartialEq)]
pub enum Input<'a> {
    /// Bytes arrived from the board.
    Bytes(&'a [u8]),
    /// The port was closed or has vanished.
    Closed,
    /// An arbiter's command, as JSON (`INTERFACES`, commands).
    Command(&'a str),
    /// An event, from a log instead of a board.
    Event(Event),
    /// The port was opened, for the first time or again.
    Opened,
    /// A deadline has come.
    Tick,
}

/// What a table wants done.
#[derive(Debug, Clone, PartialEq)]
pub enum Output {
    /// Publish this record.
    Record(Box<Record>),
    /// Answer a command: JSON as in `INTERFACES`, commands.
    Reply(String),
    /// Write these bytes to the board.
    Send(Vec<u8>),
}

/// One table. See [`Table::handle`].
#[derive(Debug)]
pub struct Table {}

impl Table {
    /// Takes one input; `at` must not run backwards (an earlier time counts as the latest one given). Then
    /// [`poll`](Table::poll) until nothing comes.
    pub fn handle(&mut self, _at: At, _input: Input<'_>) {}

    /// The next thing to do, in order.
    pub fn poll(&mut self) -> Option<Output> {
        None
    }

    /// When the next [`Input::Tick`] is due.
    #[must_use]
    pub fn next_deadline(&self) -> Option<At> {
        None
    }
}
