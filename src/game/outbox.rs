//! What waits for the broker: an entry leaves only when the broker has acknowledged it.

use std::{fmt, str::FromStr};

/// A numbered or answered stream of records: sent in order, at least once, kept by no broker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stream {
    /// Alerts, to the arbiters.
    Alert,
    /// Moves, to the arbiters.
    Move,
    /// Moves, to the public.
    PublicMove,
    /// Answers to commands, to the arbiters.
    Reply,
    /// Accounts of turns, to the arbiters.
    Turn,
}

/// Who reads a [`Stream`]. Each audience has its own order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Audience {
    /// The arbiters.
    Arbiter,
    /// Everybody, after the delay.
    Public,
}

impl Stream {
    /// Every stream.
    pub const ALL: [Stream; 5] = [Stream::Alert, Stream::Move, Stream::PublicMove, Stream::Reply, Stream::Turn];

    /// The name under which a store keeps it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Stream::Alert => "alert",
            Stream::Move => "move",
            Stream::PublicMove => "public-move",
            Stream::Reply => "reply",
            Stream::Turn => "turn",
        }
    }

    /// Who reads it.
    #[must_use]
    pub fn audience(self) -> Audience {
        match self {
            Stream::PublicMove => Audience::Public,
            Stream::Alert | Stream::Move | Stream::Reply | Stream::Turn => Audience::Arbiter,
        }
    }

    /// How much of a full outbox this stream may use, in quarters.
    ///
    /// Room runs out first for what is told elsewhere too: replies have an asker who has long gone away, public
    /// moves stand in the retained public state; a turn repeats what its move and its alerts say.
    pub(crate) fn share_quarters(self) -> usize {
        match self {
            Stream::Alert | Stream::Move => 4,
            Stream::Turn => 3,
            Stream::PublicMove | Stream::Reply => 2,
        }
    }
}

impl fmt::Display for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no [`Stream`] has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("found {found:?}, expected one of alert, move, public-move, reply, turn")]
pub struct ParseStreamError {
    /// What was found.
    pub found: String,
}

impl FromStr for Stream {
    type Err = ParseStreamError;

    fn from_str(text: &str) -> Result<Stream, ParseStreamError> {
        Stream::ALL
            .into_iter()
            .find(|stream| stream.name() == text)
            .ok_or_else(|| ParseStreamError { found: text.to_owned() })
    }
}

/// A record on its way into the outbox.
///
/// Outside this crate it comes only from the publishing stage's messages, which know what may be public.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    stream: Stream,
    payload: String,
}

impl Waiting {
    pub(crate) fn new(stream: Stream, payload: String) -> Waiting {
        Waiting { stream, payload }
    }

    /// Where it goes.
    #[must_use]
    pub fn stream(&self) -> Stream {
        self.stream
    }

    /// What goes out, a JSON object.
    #[must_use]
    pub fn payload(&self) -> &str {
        &self.payload
    }
}

/// A record in the outbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its number, growing with every push; never used again.
    pub id: u64,
    /// Where it goes.
    pub stream: Stream,
    /// What goes out, a JSON object.
    pub payload: String,
}

/// Why an outbox did not do as asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OutboxError {
    /// The store behind the outbox failed.
    #[error("the outbox's store failed")]
    Store {
        /// What the store said.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

/// The records of one table that wait for the broker: read by who sends them. They are put there together with the
/// journal, in one [`Batch`](super::journal::Batch).
///
/// Where there is no room, what is waiting stays, the new record is refused, counted and reported. So what does go out is in order and without a hole up to the first refused record, the gap shows
/// in `seq`, and `resync` fills it from the journal. Replies, public moves and turns are refused earlier than moves
/// and alerts.
pub trait Outbox: Send + fmt::Debug {
    /// The oldest entries of an audience with a number above `id`, at most `limit`, oldest first.
    ///
    /// # Errors
    /// [`OutboxError::Store`] when the store fails.
    fn after(&mut self, audience: Audience, id: u64, limit: usize) -> Result<Vec<Entry>, OutboxError>;

    /// The number of the last entry pushed for an audience that is still waiting; 0 when none is.
    ///
    /// # Errors
    /// [`OutboxError::Store`] when the store fails.
    fn last(&mut self, audience: Audience) -> Result<u64, OutboxError>;

    /// The broker has taken this entry over: drops it. An unknown number changes nothing.
    ///
    /// # Errors
    /// [`OutboxError::Store`] when the store fails; the entry may then be sent again.
    fn acknowledge(&mut self, id: u64) -> Result<(), OutboxError>;

    /// How many entries are waiting.
    fn queued(&self) -> usize;

    /// How many records were refused for want of room since the start.
    fn lost(&self) -> u64;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_streams_name_reads_back() {
        for stream in Stream::ALL {
            assert_eq!(stream.name().parse(), Ok(stream));
        }
        assert_eq!(
            "touch".parse::<Stream>().expect_err("not a stream").to_string(),
            "found \"touch\", expected one of alert, move, public-move, reply, turn"
        );
    }
}
