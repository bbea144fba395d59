//! What to say next on one table's connection: everything that waits, without IO.

use std::collections::{BTreeMap, VecDeque};

use tracing::{debug, error, warn};

use super::{streams::Streams, window::Room};
use crate::{
    game::{
        outbox::{Entry, Outbox, OutboxError},
        record::{BoardStatus, Body, Faults, Game, GameTime, Record, Status},
    },
    publish::{
        delay_line::{DelayLine, Delayed},
        payload::{ArbiterMessage, PayloadError, PublicMessage, repeats_to_public},
        time::PublisherTime,
        topics::{Delivery, Leaf, Topics},
    },
};

/// Most touches that wait while the connection is busy; the oldest is dropped for a new one. They are QoS 0.
const MAX_TOUCHES: usize = 256;

/// Most answers that wait for their response topics; the oldest is dropped for a new one. `arbiter/reply` has them all.
const MAX_RESPONSES: usize = 64;

/// Where an answer is wanted besides `arbiter/reply`: MQTT 5's response topic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResponseTo {
    pub(crate) topic: String,
    pub(crate) correlation: Option<Vec<u8>>,
}

/// A message that may go out now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ready {
    pub(crate) topic: String,
    pub(crate) delivery: Delivery,
    pub(crate) retained: bool,
    pub(crate) payload: String,
    pub(crate) correlation: Option<Vec<u8>>,
    pub(crate) item: Sending,
}

/// What a message that went out was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sending {
    /// An entry of the outbox.
    Entry { id: u64, leaf: Leaf },
    /// The last word.
    Farewell,
    /// An answer to a response topic.
    Response,
    /// State.
    State(Leaf),
    /// A lift or drop.
    Touch,
}

/// Why something given to the publisher was not taken as it should be.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The outbox did not take it.
    #[error(transparent)]
    Outbox(#[from] OutboxError),
    /// It is no message.
    #[error(transparent)]
    Payload(#[from] PayloadError),
}

/// Everything that waits for the broker, of one table.
///
/// [`Streams`] wait in the outbox, in order, each audience on its own; state is the latest value of each leaf; touches
/// wait only while there is a connection.
#[derive(Debug)]
pub(crate) struct Queue {
    topics: Topics,
    streams: Streams,
    line: DelayLine,
    states: BTreeMap<Leaf, State>,
    touches: VecDeque<String>,
    responses: VecDeque<(ResponseTo, String)>,
    status: Status,
    /// The game as the public was told last.
    public_game: Option<Box<Game>>,
    /// As of which record the presence is.
    as_of: (u64, GameTime),
    connected: bool,
    /// Longest packet the broker takes, in bytes.
    max_packet: usize,
    farewell: Farewell,
}

#[derive(Debug)]
struct State {
    payload: String,
    changed: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Farewell {
    Due,
    No,
    Said,
    Taken,
}

impl Queue {
    /// A queue in front of `outbox`. What of the public lane an earlier run left behind waits the whole delay again:
    /// nobody knows how much of it has passed, and early is worse than late.
    pub(crate) fn new(
        at: PublisherTime,
        topics: Topics,
        outbox: Box<dyn Outbox>,
        delay_ms: u64,
    ) -> Result<Queue, OutboxError> {
        let mut line = DelayLine::new(delay_ms);
        let mut streams = Streams::new(outbox);
        let last = streams.last_public()?;
        if last > 0 {
            line.push(at, Delayed::Entries { up_to: last });
        }
        Ok(Queue {
            topics,
            streams,
            line,
            states: BTreeMap::new(),
            touches: VecDeque::new(),
            responses: VecDeque::new(),
            status: Status {
                online: true,
                version: env!("CARGO_PKG_VERSION").to_owned(),
                board: BoardStatus::default(),
                queued: 0,
                broker_trouble: None,
                uptime_s: 0,
                faults: Faults::default(),
                errors: Vec::new(),
            },
            public_game: None,
            as_of: (0, GameTime(0)),
            connected: false,
            max_packet: usize::MAX,
            farewell: Farewell::No,
        })
    }

    pub(crate) fn topics(&self) -> &Topics {
        &self.topics
    }

    /// What becomes public from now on waits this long, in milliseconds.
    pub(crate) fn set_public_delay(&mut self, delay_ms: u64) {
        self.line.set_delay(delay_ms);
    }

    pub(crate) fn queued(&self) -> usize {
        self.streams.queued()
    }

    pub(crate) fn lost(&self) -> u64 {
        self.streams.lost()
    }

    /// Takes a record that is kept; its streams are in the outbox already.
    pub(crate) fn publish(&mut self, at: PublisherTime, record: &Record) -> Result<(), RecordError> {
        // A record that is repeated is older than what was said since.
        self.as_of = self.as_of.max((record.seq, record.t_ms));
        match &record.body {
            // The outbox has all that is said of them.
            Body::Alert(_) | Body::Reply(_) | Body::Turn(_) => return Ok(()),
            Body::Move(_) => {
                self.line.push(at, Delayed::Entries { up_to: self.streams.last_public()? });
                return Ok(());
            }
            Body::Status(status) => {
                self.status = status.clone();
                return Ok(self.refresh_status(record.at.clone())?);
            }
            Body::Board(_) | Body::Clock(_) | Body::Duty(_) | Body::Game(_) | Body::Touch(_) => {}
        }
        if !self.repeats_to_public(record)
            && let Some(message) = PublicMessage::of(record)?
        {
            if let Body::Game(game) = &record.body {
                self.public_game = Some(game.clone());
            }
            self.line.push(at, Delayed::State(message));
        }
        let message = ArbiterMessage::of(record)?;
        if message.leaf() == Leaf::ArbiterTouch {
            self.touch(message.into_payload());
        } else {
            self.set(message.leaf(), message.into_payload());
        }
        Ok(())
    }

    /// Whether a record is a game that the public has been told so already: when a piece was touched or an alert raised is
    /// for the arbiters only.
    fn repeats_to_public(&self, record: &Record) -> bool {
        self.public_game.as_ref().is_some_and(|told| repeats_to_public(told, record))
    }

    pub(crate) fn pgn(&mut self, at: PublisherTime, text: String) -> Result<(), RecordError> {
        self.line.push(at, Delayed::State(PublicMessage::pgn(text)?));
        Ok(())
    }

    /// Takes an answer that is in the outbox already.
    pub(crate) fn answer(&mut self, text: &str, to: Option<&ResponseTo>) {
        if let Some(to) = to {
            if self.responses.len() >= MAX_RESPONSES {
                warn!("Too many answers wait for their response topics: dropped the oldest, arbiter/reply has it.");
                self.responses.pop_front();
            }
            self.responses.push_back((to.clone(), text.to_owned()));
        }
    }

    /// All retained state goes out again.
    pub(crate) fn resync(&mut self) {
        for state in self.states.values_mut() {
            state.changed = true;
        }
    }

    /// Presence goes out again, as of now.
    pub(crate) fn refresh_status(&mut self, now: Option<String>) -> Result<(), PayloadError> {
        self.status.queued = self.streams.queued() as u64;
        let message = ArbiterMessage::of(&self.status_record(now))?;
        self.set(message.leaf(), message.into_payload());
        Ok(())
    }

    /// The record that the broker publishes when the connection breaks.
    pub(crate) fn will(&self) -> Result<ArbiterMessage, PayloadError> {
        ArbiterMessage::will(&self.status_record(None), &self.status)
    }

    /// A connection begins: everything without acknowledgement is to be sent, whatever went out before.
    pub(crate) fn connected(&mut self, max_packet: usize) {
        self.connected = true;
        self.max_packet = max_packet;
        self.streams.rewind();
        self.resync();
    }

    pub(crate) fn disconnected(&mut self) {
        self.connected = false;
        self.touches.clear();
        if self.farewell == Farewell::Said {
            self.farewell = Farewell::Due;
        }
    }

    /// The last word is to be said as soon as nothing else waits, or when the caller will wait no longer.
    pub(crate) fn say_farewell(&mut self) {
        if self.farewell == Farewell::No {
            self.farewell = Farewell::Due;
        }
    }

    /// Whether the broker has taken the last word.
    pub(crate) fn farewell_taken(&self) -> bool {
        self.farewell == Farewell::Taken
    }

    /// The next message that may go out, the most pressing first: presence and state, touches, answers, then the
    /// streams in their order.
    pub(crate) fn next(&mut self, at: PublisherTime, room: Room) -> Result<Option<Ready>, OutboxError> {
        self.release(at);
        if room == Room::None || matches!(self.farewell, Farewell::Said | Farewell::Taken) {
            return Ok(None);
        }
        loop {
            let ready = match self.pick(at, room)? {
                Some(ready) => ready,
                None => return Ok(None),
            };
            // Header, lengths, packet id, properties with the content type.
            let bytes = ready.payload.len() + ready.topic.len() + ready.correlation.as_ref().map_or(0, Vec::len) + 64;
            if bytes <= self.max_packet {
                return Ok(Some(ready));
            }
            // An entry stays in the outbox for a broker that takes it; this connection passes it by, as one on its way.
            error!(topic = ready.topic, bytes, max_packet = self.max_packet, "The broker takes no message this long.");
        }
    }

    /// Says the last word now.
    pub(crate) fn farewell(&mut self, now: Option<String>) -> Result<Option<Ready>, PayloadError> {
        if self.farewell != Farewell::Due {
            return Ok(None);
        }
        self.farewell = Farewell::Said;
        self.status.queued = self.streams.queued() as u64;
        self.status.online = false;
        let message = ArbiterMessage::of(&self.status_record(now));
        self.status.online = true;
        Ok(Some(self.ready(Leaf::Status, message?.into_payload(), Sending::Farewell)))
    }

    /// The broker has taken a message over.
    pub(crate) fn taken(&mut self, item: Sending) -> Result<(), OutboxError> {
        match item {
            Sending::Entry { id, leaf } => self.streams.taken(id, leaf),
            Sending::Farewell => {
                self.farewell = Farewell::Taken;
                Ok(())
            }
            Sending::Response | Sending::State(_) | Sending::Touch => Ok(()),
        }
    }

    /// The broker will not have a message.
    pub(crate) fn refused(&mut self, at: PublisherTime, item: Sending) {
        match item {
            Sending::Entry { id, leaf } => self.streams.refused(at, id, leaf),
            Sending::Farewell => self.farewell = Farewell::Taken,
            Sending::Response | Sending::State(_) | Sending::Touch => {}
        }
    }

    /// When [`next`](Queue::next) may have more to give without anything new.
    pub(crate) fn next_deadline(&self, at: PublisherTime) -> Option<PublisherTime> {
        self.streams.next_deadline(at).into_iter().chain(self.line.next_deadline()).min()
    }

    fn touch(&mut self, payload: String) {
        if !self.connected {
            return;
        }
        if self.touches.len() >= MAX_TOUCHES {
            debug!("The connection is too slow for touches: dropped the oldest.");
            self.touches.pop_front();
        }
        self.touches.push_back(payload);
    }

    fn set(&mut self, leaf: Leaf, payload: String) {
        self.states.insert(leaf, State { payload, changed: true });
    }

    /// Lets out what has been held back long enough.
    fn release(&mut self, at: PublisherTime) {
        while let Some(delayed) = self.line.poll(at) {
            match delayed {
                Delayed::Entries { up_to } => self.streams.release(up_to),
                Delayed::State(message) => self.set(message.leaf(), message.into_payload()),
            }
        }
    }

    fn pick(&mut self, at: PublisherTime, room: Room) -> Result<Option<Ready>, OutboxError> {
        let fits = |leaf: Leaf| room == Room::Any || leaf.delivery() == Delivery::AtMostOnce;
        // Presence first: a reader must know that what follows is live.
        let changed = |(leaf, state): (&Leaf, &State)| (state.changed && fits(*leaf)).then_some(*leaf);
        let leaf = self.states.get_key_value(&Leaf::Status).and_then(changed);
        if let Some(leaf) = leaf.or_else(|| self.states.iter().find_map(changed))
            && let Some(state) = self.states.get_mut(&leaf)
        {
            state.changed = false;
            let payload = state.payload.clone();
            return Ok(Some(self.ready(leaf, payload, Sending::State(leaf))));
        }
        if let Some(payload) = self.touches.pop_front() {
            return Ok(Some(self.ready(Leaf::ArbiterTouch, payload, Sending::Touch)));
        }
        if room != Room::Any {
            return Ok(None);
        }
        if let Some((ResponseTo { topic, correlation }, payload)) = self.responses.pop_front() {
            return Ok(Some(Ready {
                topic,
                delivery: Delivery::AtLeastOnce,
                retained: false,
                payload,
                correlation,
                item: Sending::Response,
            }));
        }
        let entry = self.streams.next(at)?;
        Ok(entry.map(|Entry { id, stream, payload }| {
            let leaf = Leaf::from(stream);
            self.ready(leaf, payload, Sending::Entry { id, leaf })
        }))
    }

    fn status_record(&self, at: Option<String>) -> Record {
        let (seq, t_ms) = self.as_of;
        Record { body: Body::Status(self.status.clone()), game: None, table: self.topics.table().into(), seq, t_ms, at }
    }

    fn ready(&self, leaf: Leaf, payload: String, item: Sending) -> Ready {
        Ready {
            topic: self.topics.topic(leaf),
            delivery: leaf.delivery(),
            retained: leaf.retained(),
            payload,
            correlation: None,
            item,
        }
    }
}

#[cfg(test)]
mod tests;
