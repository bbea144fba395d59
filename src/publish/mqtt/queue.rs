//! What to say next on one table's connection: everything that waits, without IO.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use tracing::{debug, error, warn};

use super::window::Room;
use crate::{
    game::{
        outbox::{Audience, Entry, Outbox, OutboxError},
        record::{BoardStatus, Body, Faults, Game, GameTime, Record, Status},
    },
    publish::time::PublisherTime,
    publish::{
        payload::{ArbiterMessage, DelayLine, Delayed, PayloadError, PublicMessage, repeats_to_public},
        topics::{Channel, Delivery, Leaf, Topics},
    },
};

/// Most touches that wait while the connection is busy; the oldest is dropped for a new one. They are QoS 0.
const MAX_TOUCHES: usize = 256;

/// Most answers that wait for their response topics; the oldest is dropped for a new one. `arbiter/reply` has them all.
const MAX_RESPONSES: usize = 64;

/// Entries read from the outbox at a time.
const BATCH: usize = 64;

/// Time until a refused message is offered again, in milliseconds; doubled with each refusal, up to the maximum.
const FIRST_HOLD_MS: u64 = 1_000;
const MAX_HOLD_MS: u64 = 60_000;

/// The end of a hold that is over, its length kept for the next refusal.
const ENDED: PublisherTime = PublisherTime(0);

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
/// Streams wait in the outbox, in order, each audience on its own; state is the latest value of each leaf; touches
/// wait only while there is a connection.
#[derive(Debug)]
pub(crate) struct Queue {
    topics: Topics,
    outbox: Box<dyn Outbox>,
    arbiter: Lane,
    public: Lane,
    /// Entries of the public lane above this number are still held back.
    released: u64,
    line: DelayLine,
    states: BTreeMap<Leaf, State>,
    touches: VecDeque<String>,
    responses: VecDeque<(ResponseTo, String)>,
    /// Leaves that the broker has refused, and until when nothing is offered there.
    holds: BTreeMap<Leaf, Hold>,
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
struct Lane {
    audience: Audience,
    /// Entries up to this number have been looked at on this connection.
    cursor: u64,
    batch: VecDeque<Entry>,
    in_flight: BTreeSet<u64>,
}

#[derive(Debug)]
struct State {
    payload: String,
    changed: bool,
}

#[derive(Debug, Clone, Copy)]
struct Hold {
    until: PublisherTime,
    /// Length of this hold, in milliseconds.
    ms: u64,
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
        mut outbox: Box<dyn Outbox>,
        delay_ms: u64,
    ) -> Result<Queue, OutboxError> {
        let mut line = DelayLine::new(delay_ms);
        let last = outbox.last(Audience::Public)?;
        if last > 0 {
            line.push(at, Delayed::Entries { up_to: last });
        }
        Ok(Queue {
            topics,
            outbox,
            arbiter: Lane::new(Audience::Arbiter),
            public: Lane::new(Audience::Public),
            released: 0,
            line,
            states: BTreeMap::new(),
            touches: VecDeque::new(),
            responses: VecDeque::new(),
            holds: BTreeMap::new(),
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
        self.outbox.queued()
    }

    pub(crate) fn lost(&self) -> u64 {
        self.outbox.lost()
    }

    /// Takes a record that is kept; its streams are in the outbox already.
    pub(crate) fn publish(&mut self, at: PublisherTime, record: &Record) -> Result<(), RecordError> {
        // A record that is repeated is older than what was said since.
        self.as_of = self.as_of.max((record.seq, record.t_ms));
        match &record.body {
            // The outbox has all that is said of them.
            Body::Alert(_) | Body::Reply(_) | Body::Turn(_) => return Ok(()),
            Body::Move(_) => {
                self.line.push(at, Delayed::Entries { up_to: self.outbox.last(Audience::Public)? });
                return Ok(());
            }
            Body::Status(status) => {
                self.status = status.clone();
                return Ok(self.refresh_status(record.at.clone())?);
            }
            Body::Board(_) | Body::Clock(_) | Body::Game(_) | Body::Touch(_) => {}
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
        self.status.queued = self.outbox.queued() as u64;
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
        self.arbiter.rewind();
        self.public.rewind();
        self.holds.clear();
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
        self.status.queued = self.outbox.queued() as u64;
        self.status.online = false;
        let message = ArbiterMessage::of(&self.status_record(now));
        self.status.online = true;
        Ok(Some(self.ready(Leaf::Status, message?.into_payload(), Sending::Farewell)))
    }

    /// The broker has taken a message over.
    pub(crate) fn taken(&mut self, item: Sending) -> Result<(), OutboxError> {
        match item {
            Sending::Entry { id, leaf } => {
                self.lane(leaf).in_flight.remove(&id);
                // A hold that has not ended stays: an older entry of this leaf waits for its end.
                if self.holds.get(&leaf).is_some_and(|hold| hold.until == ENDED) {
                    self.holds.remove(&leaf);
                }
                self.outbox.acknowledge(id)
            }
            Sending::Farewell => {
                self.farewell = Farewell::Taken;
                Ok(())
            }
            Sending::Response | Sending::State(_) | Sending::Touch => Ok(()),
        }
    }

    /// The broker will not have a message. An entry stays and is offered again later, its leaf held until then, the
    /// other leaves going on: an arbiter who may not see turns must still see alerts.
    pub(crate) fn refused(&mut self, at: PublisherTime, item: Sending) {
        match item {
            Sending::Entry { id, leaf } => {
                self.lane(leaf).in_flight.remove(&id);
                let ms = match self.holds.get(&leaf) {
                    // Refused while held: of the same volley.
                    Some(hold) if at < hold.until => return,
                    Some(hold) => (hold.ms * 2).min(MAX_HOLD_MS),
                    None => FIRST_HOLD_MS,
                };
                self.holds.insert(leaf, Hold { until: at + ms, ms });
            }
            Sending::Farewell => self.farewell = Farewell::Taken,
            Sending::Response | Sending::State(_) | Sending::Touch => {}
        }
    }

    /// When [`next`](Queue::next) may have more to give without anything new.
    pub(crate) fn next_deadline(&self, at: PublisherTime) -> Option<PublisherTime> {
        let holds = self.holds.values().map(|hold| hold.until).filter(|until| *until > at);
        holds.chain(self.line.next_deadline()).min()
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
                Delayed::Entries { up_to } => self.released = self.released.max(up_to),
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
        self.end_holds(at);
        let arbiter = self.arbiter.next(&mut *self.outbox, u64::MAX, &self.holds)?;
        let entry = match arbiter {
            None => self.public.next(&mut *self.outbox, self.released, &self.holds)?,
            arbiter => arbiter,
        };
        Ok(entry.map(|Entry { id, stream, payload }| {
            let leaf = Leaf::from(stream);
            self.ready(leaf, payload, Sending::Entry { id, leaf })
        }))
    }

    /// Starts over where a hold has ended: the entries passed over are still in the outbox.
    fn end_holds(&mut self, at: PublisherTime) {
        for (leaf, hold) in &mut self.holds {
            if hold.until <= at && hold.until != ENDED {
                hold.until = ENDED;
                match leaf.channel() {
                    Channel::Public => self.public.start_over(),
                    Channel::Arbiter | Channel::Status => self.arbiter.start_over(),
                }
            }
        }
    }

    fn lane(&mut self, leaf: Leaf) -> &mut Lane {
        if leaf == Leaf::PublicMove { &mut self.public } else { &mut self.arbiter }
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

impl Lane {
    fn new(audience: Audience) -> Lane {
        Lane { audience, cursor: 0, batch: VecDeque::new(), in_flight: BTreeSet::new() }
    }

    fn rewind(&mut self) {
        self.in_flight.clear();
        self.start_over();
    }

    fn start_over(&mut self) {
        self.cursor = 0;
        self.batch.clear();
    }

    /// The oldest entry up to number `up_to` that was not yet sent on this connection and is not held.
    fn next(
        &mut self,
        outbox: &mut dyn Outbox,
        up_to: u64,
        holds: &BTreeMap<Leaf, Hold>,
    ) -> Result<Option<Entry>, OutboxError> {
        loop {
            if self.batch.is_empty() {
                self.batch = outbox.after(self.audience, self.cursor, BATCH)?.into();
            }
            match self.batch.front() {
                Some(entry) if entry.id <= up_to => {}
                Some(_) | None => return Ok(None),
            }
            let Some(entry) = self.batch.pop_front() else { return Ok(None) };
            self.cursor = entry.id;
            let held = holds.get(&Leaf::from(entry.stream)).is_some_and(|hold| hold.until != ENDED);
            if !held && self.in_flight.insert(entry.id) {
                return Ok(Some(entry));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::{Deref, DerefMut};

    use serde_json::Value;
    use tokio::sync::mpsc::UnboundedReceiver;

    use super::*;
    use crate::{
        game::{
            journal::{Batch, Begun, Durability, Item as Kept},
            record::MoveStatus,
        },
        publish::payload::{samples, waiting},
        store::{Journal, Notice, Store, TableStore},
    };

    /// A queue as the service has it: in front of the journal's outbox.
    struct Kit {
        queue: Queue,
        journal: Journal,
        notices: UnboundedReceiver<Notice>,
        store: Store,
    }

    impl Deref for Kit {
        type Target = Queue;

        fn deref(&self) -> &Queue {
            &self.queue
        }
    }

    impl DerefMut for Kit {
        fn deref_mut(&mut self) -> &mut Queue {
            &mut self.queue
        }
    }

    impl Kit {
        /// Keeps something, as a table's input leaves it.
        fn keep(&mut self, item: Kept) {
            let ticket = self.journal.keep(Batch { items: vec![item] }, Durability::Now).expect("room");
            self.until(Notice::Kept(ticket));
        }

        fn until(&mut self, expected: Notice) {
            while self.notices.blocking_recv().expect("the journal runs") != expected {}
        }

        /// Keeps a record, and publishes it then.
        fn record(&mut self, at: PublisherTime, record: &Record) -> Result<(), RecordError> {
            if record.body.is_journaled() {
                let line = serde_json::to_string(record).expect("JSON");
                self.keep(Kept::Record { seq: record.seq, line, waiting: waiting(record)? });
            }
            self.queue.publish(at, record)
        }
    }

    fn queue(delay_ms: u64) -> Kit {
        let topics = Topics::new("chess", "t1").expect("good names");
        let (store, mut tables) = Store::in_memory(&["t1".to_owned()], 64_000_000).expect("memory");
        let TableStore { journal, outbox, notices } = tables.remove(0);
        let queue = Queue::new(PublisherTime(0), topics, Box::new(outbox), delay_ms).expect("memory");
        Kit { queue, journal, notices, store }
    }

    fn moved(seq: u64) -> Record {
        samples::record(seq, Body::Move(samples::moved(1, 0, MoveStatus::Made)))
    }

    fn alert(seq: u64) -> Record {
        samples::record(seq, Body::Alert(samples::alert()))
    }

    /// Everything that may go out at `at`, as leaf and `seq`.
    fn drain(queue: &mut Queue, at: u64) -> Vec<(String, u64)> {
        taken(queue, at).into_iter().map(|(leaf, seq, _)| (leaf, seq)).collect()
    }

    fn taken(queue: &mut Queue, at: u64) -> Vec<(String, u64, Sending)> {
        let mut all = Vec::new();
        while let Some(ready) = queue.next(PublisherTime(at), Room::Any).expect("memory") {
            let payload: Value = serde_json::from_str(&ready.payload).unwrap_or_default();
            let leaf = ready.topic.strip_prefix("chess/t1/").unwrap_or(&ready.topic).to_owned();
            all.push((leaf, payload["seq"].as_u64().unwrap_or_default(), ready.item));
        }
        all
    }

    fn named(expected: &[(&str, u64)]) -> Vec<(String, u64)> {
        expected.iter().map(|(leaf, seq)| ((*leaf).to_owned(), *seq)).collect()
    }

    #[test]
    fn the_public_is_not_told_when_only_the_arbiters_learn_something() {
        let mut queue = queue(0);
        queue.connected(usize::MAX);
        let mut game = samples::game();
        queue.record(PublisherTime(1), &samples::record(2, Body::Game(Box::new(game.clone())))).expect("room");
        drain(&mut queue, 2);
        (game.alerts, game.clock) = (Vec::new(), None);
        queue.record(PublisherTime(3), &samples::record(3, Body::Game(Box::new(game.clone())))).expect("room");
        assert_eq!(drain(&mut queue, 4), named(&[("arbiter/game", 3)]));
        game.termination = Some("agreed".to_owned());
        queue.record(PublisherTime(5), &samples::record(4, Body::Game(Box::new(game)))).expect("room");
        assert_eq!(drain(&mut queue, 6), named(&[("arbiter/game", 4), ("public/game", 4)]));
    }

    #[test]
    fn presence_goes_first_then_state_then_the_streams_in_order() {
        let mut queue = queue(0);
        queue.record(PublisherTime(1), &moved(1)).expect("room");
        queue.record(PublisherTime(1), &alert(2)).expect("room");
        queue.record(PublisherTime(1), &samples::record(2, Body::Game(Box::new(samples::game())))).expect("room");
        queue.connected(usize::MAX);
        queue.refresh_status(None).expect("short");
        let expected = [
            ("status", 2),
            ("arbiter/game", 2),
            ("public/game", 2),
            ("arbiter/move", 1),
            ("arbiter/alert", 2),
            ("public/move", 1),
        ];
        assert_eq!(drain(&mut queue, 2), named(&expected));
        assert_eq!(drain(&mut queue, 3), []);
        assert_eq!(queue.queued(), 3, "nothing is acknowledged yet");
        queue.disconnected();
        queue.connected(usize::MAX);
        assert_eq!(drain(&mut queue, 4), named(&expected), "all of it again on the next connection");
    }

    #[test]
    fn what_was_acknowledged_is_not_sent_again() {
        let mut queue = queue(0);
        for seq in 1..=200 {
            queue.record(PublisherTime(1), &alert(seq)).expect("room");
        }
        queue.connected(usize::MAX);
        for (_, seq, item) in taken(&mut queue, 2) {
            if seq <= 150 {
                queue.taken(item).expect("memory");
            }
        }
        assert_eq!(queue.queued(), 50);
        queue.disconnected();
        queue.connected(usize::MAX);
        let again: Vec<u64> = drain(&mut queue, 3).into_iter().map(|(_, seq)| seq).collect();
        assert_eq!(again, (151..=200).collect::<Vec<_>>());
    }

    #[test]
    fn the_public_sees_nothing_before_the_delay_is_over_not_even_after_a_restart() {
        let mut queue = queue(5_000);
        queue.connected(usize::MAX);
        queue.record(PublisherTime(1_000), &moved(1)).expect("room");
        queue.pgn(PublisherTime(1_001), "1. e4 *".to_owned()).expect("short");
        assert_eq!(drain(&mut queue, 5_999), named(&[("arbiter/move", 1)]));
        assert_eq!(queue.next_deadline(PublisherTime(5_999)), Some(PublisherTime(6_000)));
        assert_eq!(drain(&mut queue, 6_000), named(&[("public/move", 1)]));
        assert_eq!(drain(&mut queue, 6_001), named(&[("public/pgn", 0)]));

        let Kit { queue: Queue { topics, outbox, .. }, store, .. } = queue;
        let mut queue = Queue::new(PublisherTime(100), topics, outbox, 5_000).expect("memory");
        queue.connected(usize::MAX);
        assert_eq!(drain(&mut queue, 5_099), named(&[("arbiter/move", 1)]));
        assert_eq!(drain(&mut queue, 5_100), named(&[("public/move", 1)]));
        store.close();
    }

    #[test]
    fn a_repeated_record_goes_to_the_arbiters_only_and_takes_no_state_back() {
        let mut queue = queue(0);
        queue.connected(usize::MAX);
        queue.keep(Kept::Begun(Box::new(Begun {
            game: "g".to_owned(),
            kind: "dgt".to_owned(),
            header: "{}".to_owned(),
            seq: 0,
            at: "2026-01-01T00:00:00.000Z".to_owned(),
            expire: None,
        })));
        queue.record(PublisherTime(0), &moved(1)).expect("room");
        queue.record(PublisherTime(0), &samples::record(1, Body::Clock(samples::clock()))).expect("room");
        queue.record(PublisherTime(0), &alert(9)).expect("room");
        queue.refresh_status(None).expect("short");
        let before = drain(&mut queue, 1);
        assert_eq!(before.last(), named(&[("public/move", 1)]).last());
        queue.keep(Kept::Repeat(0));
        // They are read from the journal.
        assert_eq!(drain(&mut queue, 2), []);
        queue.until(Notice::More);
        assert_eq!(drain(&mut queue, 3), named(&[("arbiter/move", 1), ("arbiter/alert", 9)]));
    }

    #[test]
    fn touches_are_told_only_to_those_who_listen_now() {
        let mut queue = queue(0);
        let touch = samples::one_of_each().into_iter().find(|record| matches!(record.body, Body::Touch(_)));
        let touch = touch.expect("one of each");
        queue.record(PublisherTime(1), &touch).expect("room");
        queue.connected(usize::MAX);
        assert_eq!(drain(&mut queue, 2), []);
        for _ in 0..MAX_TOUCHES + 5 {
            queue.record(PublisherTime(3), &touch).expect("room");
        }
        assert_eq!(drain(&mut queue, 3).len(), MAX_TOUCHES);
    }

    #[test]
    fn a_shut_window_lets_only_unacknowledged_messages_through() {
        let mut queue = queue(0);
        queue.connected(usize::MAX);
        queue.record(PublisherTime(1), &alert(1)).expect("room");
        queue.record(PublisherTime(1), &samples::record(1, Body::Clock(samples::clock()))).expect("room");
        let ready = queue.next(PublisherTime(1), Room::Unacknowledged).expect("memory").expect("the clock");
        assert_eq!((ready.item, ready.retained), (Sending::State(Leaf::ArbiterClock), true));
        let ready = queue.next(PublisherTime(1), Room::Unacknowledged).expect("memory").expect("the public clock");
        assert_eq!(ready.item, Sending::State(Leaf::PublicClock));
        assert_eq!(queue.next(PublisherTime(1), Room::Unacknowledged).expect("memory"), None);
        assert_eq!(queue.next(PublisherTime(1), Room::None).expect("memory"), None);
        assert_eq!(drain(&mut queue, 1), named(&[("arbiter/alert", 1)]));
    }

    #[test]
    fn refused_records_are_kept_and_offered_again_in_order_while_other_leaves_go_on() {
        let mut queue = queue(0);
        queue.connected(usize::MAX);
        for seq in [1, 3] {
            queue.record(PublisherTime(0), &alert(seq)).expect("room");
            queue.record(PublisherTime(0), &moved(seq + 1)).expect("room");
        }
        for (leaf, _, item) in taken(&mut queue, 1) {
            if leaf == "arbiter/alert" {
                queue.refused(PublisherTime(1), item);
            } else {
                queue.taken(item).expect("memory");
            }
        }
        queue.record(PublisherTime(2), &alert(5)).expect("room");
        queue.record(PublisherTime(2), &moved(6)).expect("room");
        let next = taken(&mut queue, 2);
        assert_eq!(
            next.iter().map(|(leaf, seq, _)| (leaf.as_str(), *seq)).collect::<Vec<_>>(),
            [("arbiter/move", 6), ("public/move", 6)]
        );
        assert_eq!(queue.next_deadline(PublisherTime(2)), Some(PublisherTime(1 + FIRST_HOLD_MS)));
        assert_eq!(drain(&mut queue, FIRST_HOLD_MS), []);
        let again = taken(&mut queue, 1 + FIRST_HOLD_MS);
        assert_eq!(again.iter().map(|(_, seq, _)| *seq).collect::<Vec<_>>(), [1, 3, 5]);
        // Refused once more: the pause doubles.
        queue.refused(PublisherTime(2_000), again[0].2);
        assert_eq!(queue.next_deadline(PublisherTime(2_000)), Some(PublisherTime(2_000 + 2 * FIRST_HOLD_MS)));
        for (_, _, item) in &again[1..] {
            queue.taken(*item).expect("memory");
        }
        assert_eq!(drain(&mut queue, 2_000 + 2 * FIRST_HOLD_MS), named(&[("arbiter/alert", 1)]));
    }

    #[test]
    fn a_record_longer_than_the_broker_takes_holds_up_nothing_else() {
        let mut queue = queue(0);
        let mut long = samples::alert();
        long.text = "x".repeat(10_000);
        queue.record(PublisherTime(0), &samples::record(1, Body::Alert(long))).expect("room");
        queue.record(PublisherTime(0), &moved(2)).expect("room");
        queue.record(PublisherTime(0), &alert(3)).expect("room");
        queue.connected(5_000);
        let others = named(&[("arbiter/move", 2), ("arbiter/alert", 3), ("public/move", 2)]);
        assert_eq!(drain(&mut queue, 1), others);
        assert_eq!(queue.queued(), 4, "the alert is kept");
        assert_eq!(drain(&mut queue, 1 + 2 * MAX_HOLD_MS), [], "and tried no more on this connection");
        queue.connected(usize::MAX);
        assert_eq!(drain(&mut queue, 2 + 2 * MAX_HOLD_MS)[0], named(&[("arbiter/alert", 1)])[0]);
    }

    #[test]
    fn answers_go_to_the_outbox_and_to_their_response_topic_with_the_correlation_data() {
        let mut queue = queue(0);
        let to = ResponseTo { topic: "replies/7".to_owned(), correlation: Some(vec![1, 2]) };
        let waiting = ArbiterMessage::reply("{}".to_owned()).expect("short").into_waiting().ok();
        queue.keep(Kept::Reply { id: None, reply: "{}".to_owned(), waiting });
        queue.answer("{}", Some(&to));
        queue.connected(usize::MAX);
        let response = queue.next(PublisherTime(0), Room::Any).expect("memory").expect("a response");
        assert_eq!(
            (response.topic.as_str(), response.correlation, response.retained),
            ("replies/7", Some(vec![1, 2]), false)
        );
        let reply = queue.next(PublisherTime(0), Room::Any).expect("memory").expect("a reply");
        assert_eq!(reply.topic, "chess/t1/arbiter/reply");
    }

    #[test]
    fn after_the_last_word_nothing_more_is_said() {
        let mut queue = queue(0);
        queue.connected(usize::MAX);
        queue.refresh_status(None).expect("short");
        assert_eq!(queue.farewell(None).expect("short"), None);
        queue.say_farewell();
        assert_eq!(drain(&mut queue, 1), named(&[("status", 0)]));
        let last = queue.farewell(None).expect("short").expect("due");
        assert!(last.retained && last.payload.contains("\"online\":false"));
        queue.record(PublisherTime(2), &alert(1)).expect("room");
        assert_eq!(drain(&mut queue, 2), []);
        queue.taken(last.item).expect("memory");
        assert!(queue.farewell_taken());
        assert_eq!(queue.queued(), 1);
    }
}
