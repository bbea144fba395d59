//! What waits for the broker: an entry leaves only when the broker has acknowledged it.

use std::{collections::VecDeque, fmt, str::FromStr};

/// Most entries a [`MemoryOutbox`] holds: some 150 games of four records a half-move.
pub const MAX_ENTRIES: usize = 65_536;

/// Most bytes of payload a [`MemoryOutbox`] holds.
pub const MAX_BYTES: usize = 64 * 1_024 * 1_024;

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
    /// No room: the record was not taken and is counted in [`Outbox::lost`].
    #[error("the outbox has no room for another {stream}: {entries} records, {bytes} bytes are waiting")]
    Full {
        /// Where the record was to go.
        stream: Stream,
        /// How many entries are waiting.
        entries: usize,
        /// How many bytes of payload are waiting.
        bytes: usize,
    },
    /// The store behind the outbox failed.
    #[error("the outbox's store failed")]
    Store {
        /// What the store said.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

/// The records of one table that wait for the broker.
///
/// The answer to "full" is the same for every implementor: what is waiting stays, the new record is refused, counted
/// and reported. So what does go out is in order and without a hole up to the first refused record, the gap shows
/// in `seq`, and `resync` fills it from the journal. Replies, public moves and turns are refused earlier than moves
/// and alerts.
pub trait Outbox: Send + fmt::Debug {
    /// Puts a record last.
    ///
    /// # Errors
    /// [`OutboxError::Full`] when there is no room for this stream, [`OutboxError::Store`] when the store fails.
    fn push(&mut self, waiting: Waiting) -> Result<(), OutboxError>;

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
    fn len(&self) -> usize;

    /// Whether nothing is waiting.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many records were refused for want of room since the start.
    fn lost(&self) -> u64;
}

/// An outbox that forgets when the process ends.
#[derive(Debug, Default)]
pub struct MemoryOutbox {
    arbiter: VecDeque<Entry>,
    public: VecDeque<Entry>,
    bytes: usize,
    last_id: u64,
    lost: u64,
}

impl MemoryOutbox {
    /// An empty outbox.
    #[must_use]
    pub fn new() -> MemoryOutbox {
        MemoryOutbox::default()
    }

    fn lane(&mut self, audience: Audience) -> &mut VecDeque<Entry> {
        match audience {
            Audience::Arbiter => &mut self.arbiter,
            Audience::Public => &mut self.public,
        }
    }
}

impl Outbox for MemoryOutbox {
    fn push(&mut self, waiting: Waiting) -> Result<(), OutboxError> {
        let Waiting { stream, payload } = waiting;
        let share = stream.share_quarters();
        let bytes = self.bytes + payload.len();
        if self.len() >= MAX_ENTRIES / 4 * share || bytes > MAX_BYTES / 4 * share {
            self.lost += 1;
            return Err(OutboxError::Full { stream, entries: self.len(), bytes: self.bytes });
        }
        self.bytes = bytes;
        self.last_id += 1;
        let id = self.last_id;
        self.lane(stream.audience()).push_back(Entry { id, stream, payload });
        Ok(())
    }

    fn after(&mut self, audience: Audience, id: u64, limit: usize) -> Result<Vec<Entry>, OutboxError> {
        let lane = self.lane(audience);
        let from = lane.partition_point(|entry| entry.id <= id);
        Ok(lane.iter().skip(from).take(limit).cloned().collect())
    }

    fn last(&mut self, audience: Audience) -> Result<u64, OutboxError> {
        Ok(self.lane(audience).back().map_or(0, |entry| entry.id))
    }

    fn acknowledge(&mut self, id: u64) -> Result<(), OutboxError> {
        for audience in [Audience::Arbiter, Audience::Public] {
            let lane = self.lane(audience);
            if let Ok(index) = lane.binary_search_by_key(&id, |entry| entry.id)
                && let Some(entry) = lane.remove(index)
            {
                self.bytes -= entry.payload.len();
            }
        }
        Ok(())
    }

    fn len(&self) -> usize {
        self.arbiter.len() + self.public.len()
    }

    fn lost(&self) -> u64 {
        self.lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting(stream: Stream, payload: &str) -> Waiting {
        Waiting::new(stream, payload.to_owned())
    }

    fn payloads(outbox: &mut MemoryOutbox, audience: Audience, id: u64) -> Vec<String> {
        outbox.after(audience, id, 100).expect("memory").into_iter().map(|entry| entry.payload).collect()
    }

    #[test]
    fn an_entry_stays_until_it_is_acknowledged_and_each_audience_has_its_own_order() {
        let mut outbox = MemoryOutbox::new();
        let mut push = |stream: Stream, payload| {
            outbox.push(waiting(stream, payload)).expect("room");
            outbox.last(stream.audience()).expect("memory")
        };
        let first = push(Stream::Move, "m1");
        let public = push(Stream::PublicMove, "p1");
        let second = push(Stream::Alert, "a2");
        outbox.push(waiting(Stream::Turn, "t3")).expect("room");
        assert_eq!(payloads(&mut outbox, Audience::Arbiter, 0), ["m1", "a2", "t3"]);
        assert_eq!(payloads(&mut outbox, Audience::Arbiter, first), ["a2", "t3"]);
        assert_eq!(outbox.last(Audience::Public).expect("memory"), public);
        outbox.acknowledge(second).expect("memory");
        outbox.acknowledge(second).expect("memory");
        assert_eq!(payloads(&mut outbox, Audience::Arbiter, 0), ["m1", "t3"]);
        assert_eq!(payloads(&mut outbox, Audience::Public, 0), ["p1"]);
        assert_eq!(outbox.len(), 3);
    }

    #[test]
    fn when_room_runs_out_replies_go_first_and_moves_and_alerts_last_and_each_loss_is_counted() {
        let mut outbox = MemoryOutbox::new();
        let mut refused = Vec::new();
        for (stream, until) in [
            (Stream::Reply, MAX_ENTRIES / 2),
            (Stream::PublicMove, MAX_ENTRIES / 2),
            (Stream::Turn, MAX_ENTRIES / 4 * 3),
            (Stream::Move, MAX_ENTRIES),
            (Stream::Alert, MAX_ENTRIES),
        ] {
            while outbox.len() < until {
                outbox.push(waiting(stream, "x")).expect("there is room");
            }
            refused.push(outbox.push(waiting(stream, "x")).expect_err("full").to_string());
        }
        assert_eq!(outbox.lost(), 5);
        assert_eq!(outbox.len(), MAX_ENTRIES);
        assert_eq!(refused[0], "the outbox has no room for another reply: 32768 records, 32768 bytes are waiting");
        outbox.acknowledge(1).expect("memory");
        outbox.push(waiting(Stream::Alert, "x")).expect("one has left");
    }

    #[test]
    fn bytes_are_bounded_as_well_as_entries() {
        let mut outbox = MemoryOutbox::new();
        let big = "x".repeat(MAX_BYTES / 8);
        for _ in 0..8 {
            outbox.push(waiting(Stream::Alert, &big)).expect("there is room");
        }
        assert!(matches!(outbox.push(waiting(Stream::Alert, "x")), Err(OutboxError::Full { entries: 8, .. })));
        outbox.acknowledge(3).expect("memory");
        outbox.push(waiting(Stream::Alert, &big)).expect("one has left");
    }

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
