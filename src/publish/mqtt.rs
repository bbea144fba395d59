//! A table's connection to the broker.
//!
//! Each table has a connection of its own, with the client id `touchmove-<prefix>-<table>`: MQTT gives one will to a
//! connection, and the will must mark exactly this table offline, on its own topic, for everybody who reads only
//! that.
//!
//! Nothing is trusted to the client library's own queues. Each connection starts with a new client, which forgets
//! the packet ids of the last one; what has no acknowledgement is sent again from the outbox, in order, as new
//! messages, whether or not the broker kept the session. So every connection's stream begins at or before the first
//! record that the broker lacks and has no hole: the first arrival of each record is in the order of `seq`, whatever
//! breaks when, and what arrives twice carries the same `seq`. The session is kept for the commands that arrive
//! while the daemon is away.

use std::{
    hash::{BuildHasher, Hasher, RandomState},
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use protocols::At;
use rumqttc::{
    Outgoing,
    v5::{
        AsyncClient, Event, EventLoop, Incoming, MqttOptions,
        mqttbytes::{
            QoS,
            v5::{
                ConnAck, Filter, LastWill, PubAck, PubAckReason, Publish, PublishProperties, RetainForwardRule,
                SubscribeReasonCode,
            },
        },
    },
};
use tokio::{
    sync::{Notify, mpsc, watch},
    time::{Instant, sleep_until},
};
use tracing::{Instrument, debug, error, info, info_span, warn};

use crate::{
    game::{
        outbox::{Outbox, OutboxError},
        record::Record,
    },
    publish::{
        queue::{Item, Queue, Ready},
        settings::{Endpoint, Settings, SettingsError},
        topics::{Delivery, Leaf, NameError, Topics},
        window::{MAX_HANDED, Room, Window},
    },
};

pub use crate::publish::{
    queue::{RecordError, ResponseTo},
    trouble::Trouble,
};

/// Longest packet taken from the broker, in bytes.
const MAX_PACKET_BYTES: u32 = 1_024 * 1_024;

/// Longest command taken, in bytes. The longest one that makes sense names two players and a position.
pub const MAX_COMMAND_BYTES: usize = 65_536;

/// Most commands that wait for the table; a further one is refused with a reply.
pub const MAX_COMMANDS: usize = 64;

/// How long the broker keeps the session, and with it commands, when the daemon is away.
const SESSION_EXPIRY: Duration = Duration::from_secs(4 * 3_600);

/// Most messages on the way to the broker without acknowledgement, and so most duplicates after a break.
const WINDOW: usize = 32;

/// Packet ids the client uses before it starts again at 1; above [`WINDOW`], so that none comes up while in use.
const PACKET_IDS: u16 = 64;

/// Capacity of the client's channel. What is in it is lost to the client at a break, so it is short.
const CHANNEL: usize = MAX_HANDED + 2;

/// Time after which an acknowledgement is no longer expected and the connection is given up.
const ACKNOWLEDGE_TIMEOUT: Duration = Duration::from_secs(30);

/// Longest time that a shutdown flushes, and what of it is kept for the last word.
const FLUSH: Duration = Duration::from_secs(2);
const LAST_WORD: Duration = Duration::from_millis(500);

/// Why a publisher could not start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// Prefix or table name cannot be a level of a topic.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The outbox failed.
    #[error(transparent)]
    Outbox(#[from] OutboxError),
    /// The settings cannot be used.
    #[error(transparent)]
    Settings(#[from] SettingsError),
}

/// Where the connection stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Link {
    /// The first connection is being made.
    Connecting,
    /// There is none, and why; another try follows.
    Down(Trouble),
    /// Shut down.
    Stopped,
    /// It stands.
    Up {
        /// Whether the broker remembered the table.
        session_present: bool,
    },
}

/// A command that came in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// The payload, not yet looked at.
    pub text: String,
    /// Where its sender wants the answer besides `arbiter/reply`; for [`Publisher::reply`].
    pub response_to: Option<ResponseTo>,
}

/// One table's publisher. Clones are handles to the same one; when the last is dropped, it stops without a flush.
#[derive(Debug, Clone)]
pub struct Publisher {
    shared: Arc<Shared>,
    stop: Arc<watch::Sender<Option<Instant>>>,
    link: watch::Receiver<Link>,
}

#[derive(Debug)]
struct Shared {
    queue: Mutex<Queue>,
    wake: Notify,
    started: Instant,
}

impl Publisher {
    /// Starts publishing for `table`, and gives the commands that come in for it. To be called within a tokio runtime.
    ///
    /// # Errors
    /// [`StartError`], naming the setting. That the broker cannot be reached is no error: see [`link`](Publisher::link).
    pub fn start(
        settings: &Settings,
        table: &str,
        outbox: Box<dyn Outbox>,
    ) -> Result<(Publisher, mpsc::Receiver<Command>), StartError> {
        let topics = Topics::new(&settings.prefix, table)?;
        let endpoint = Endpoint::load(settings)?;
        let delay_ms = u64::try_from(settings.public_delay.as_millis()).unwrap_or(u64::MAX);
        let shared = Arc::new(Shared {
            queue: Mutex::new(Queue::new(At(0), topics, outbox, delay_ms)?),
            wake: Notify::new(),
            started: Instant::now(),
        });
        let (command_sender, commands) = mpsc::channel(MAX_COMMANDS);
        let (stop_sender, stop) = watch::channel(None);
        let (link_sender, link) = watch::channel(Link::Connecting);
        let task = Task {
            endpoint,
            keep_alive: settings.keep_alive,
            heartbeat: settings.heartbeat,
            shared: Arc::clone(&shared),
            commands: command_sender,
            stop,
            link: link_sender,
        };
        tokio::spawn(task.run().instrument(info_span!("mqtt", table)));
        Ok((Publisher { shared, stop: Arc::new(stop_sender), link }, commands))
    }

    /// Publishes a record: what belongs to a stream is in the outbox when this returns. Never waits for the network.
    ///
    /// # Errors
    /// [`RecordError`]: the record, or part of it, will not be published.
    pub fn record(&self, record: &Record) -> Result<(), RecordError> {
        self.with(|queue, at| queue.record(at, record))
    }

    /// Publishes a record that is in the outbox already, written there together with the journal
    /// ([`waiting`](super::payload::waiting)).
    ///
    /// # Errors
    /// [`RecordError`]: the record, or part of it, will not be published.
    pub fn notice(&self, record: &Record) -> Result<(), RecordError> {
        self.with(|queue, at| queue.notice(at, record))
    }

    /// Publishes the game's PGN text, after the delay.
    ///
    /// # Errors
    /// [`RecordError::Payload`] when it is too long.
    pub fn pgn(&self, text: &str) -> Result<(), RecordError> {
        self.with(|queue, at| queue.pgn(at, text.to_owned()))
    }

    /// Publishes the answer to a command, a JSON object, on `arbiter/reply` and where its sender wants it.
    ///
    /// # Errors
    /// [`RecordError`]: it will not be published.
    pub fn reply(&self, text: &str, to: Option<&ResponseTo>) -> Result<(), RecordError> {
        self.with(|queue, _| queue.reply(text, to))
    }

    /// Publishes all retained state again; public state that is held back stays so.
    pub fn resync(&self) {
        self.with(|queue, _| queue.resync());
    }

    /// How many records wait for the broker.
    #[must_use]
    pub fn queued(&self) -> usize {
        self.shared.queue().queued()
    }

    /// How many records were lost for want of room since the start.
    #[must_use]
    pub fn lost(&self) -> u64 {
        self.shared.queue().lost()
    }

    /// Where the connection stands, now and from now on.
    #[must_use]
    pub fn link(&self) -> watch::Receiver<Link> {
        self.link.clone()
    }

    /// Flushes for at most 2 s, publishes that the table is offline, and ends the connection. What could not be sent
    /// stays in the outbox.
    pub async fn shutdown(&self) {
        self.stop.send_if_modified(|deadline| {
            let first = deadline.is_none();
            deadline.get_or_insert_with(|| Instant::now() + FLUSH);
            first
        });
        let mut link = self.link.clone();
        // An error means that the task is gone, which is as good.
        let _ = link.wait_for(|link| *link == Link::Stopped).await;
    }

    fn with<T>(&self, act: impl FnOnce(&mut Queue, At) -> T) -> T {
        let outcome = act(&mut self.shared.queue(), self.shared.at());
        self.shared.wake.notify_one();
        outcome
    }
}

impl Shared {
    /// Nobody holds the lock across a wait, so it is free at once; a queue is whole between any two of its calls,
    /// even where one of them panicked in another thread.
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Time on the publisher's own clock.
    fn at(&self) -> At {
        At(u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    fn instant(&self, at: At) -> Instant {
        self.started + Duration::from_millis(at.0)
    }
}

struct Task {
    endpoint: Endpoint,
    keep_alive: Duration,
    heartbeat: Duration,
    shared: Arc<Shared>,
    commands: mpsc::Sender<Command>,
    stop: watch::Receiver<Option<Instant>>,
    link: watch::Sender<Link>,
}

/// One connection, as long as it lasts.
struct Connection {
    client: AsyncClient,
    window: Window<Item>,
    /// Since when the broker has accepted us; `None` before.
    up: Option<Up>,
    last_event: Instant,
    disconnecting: bool,
}

struct Up {
    next_heartbeat: Instant,
}

/// How a step of a connection went.
enum Step {
    Done,
    Goes,
}

impl Task {
    async fn run(mut self) {
        let mut back_off = BackOff::new();
        let mut last = None;
        loop {
            let outcome = self.connection(&mut back_off).await;
            self.shared.queue().disconnected();
            let Err(trouble) = outcome else { break };
            let trouble = back_off.judge(trouble);
            let pause = back_off.pause(&trouble);
            let queued = self.shared.queue().queued();
            let pause_ms = pause.as_millis();
            if last.as_ref() == Some(&trouble) {
                debug!(%trouble, queued, pause_ms, "Still no connection to the broker.");
            } else {
                let (host, port) = (&self.endpoint.host, self.endpoint.port);
                warn!(host, port, %trouble, queued, pause_ms, "No connection to the broker.");
            }
            self.link.send_replace(Link::Down(trouble.clone()));
            last = Some(trouble);
            if self.wait(Instant::now() + pause).await {
                break;
            }
        }
        self.link.send_replace(Link::Stopped);
    }

    /// Waits before the next try; true when there shall be none.
    async fn wait(&mut self, until: Instant) -> bool {
        loop {
            let until = match self.deadline() {
                Some(deadline) if Instant::now() >= deadline || self.shared.queue().queued() == 0 => return true,
                Some(deadline) => deadline.min(until).min(Instant::now() + BackOff::FIRST),
                None => until,
            };
            tokio::select! {
                () = sleep_until(until) => return false,
                _ = self.stop.changed() => {}
            }
        }
    }

    /// When to stop, if at all.
    fn deadline(&self) -> Option<Instant> {
        if self.stop.has_changed().is_err() { Some(self.shared.started) } else { *self.stop.borrow() }
    }

    /// Connects and publishes until told to stop, which is the `Ok`, or something breaks.
    async fn connection(&mut self, back_off: &mut BackOff) -> Result<(), Trouble> {
        let (client, mut event_loop) = AsyncClient::new(self.options()?, CHANNEL);
        let mut connection =
            Connection { client, window: Window::new(1), up: None, last_event: Instant::now(), disconnecting: false };
        loop {
            // The broker may have asked for another keep-alive than ours.
            let silence = event_loop.options.keep_alive() * 2 + Duration::from_secs(5);
            let event = {
                // Polled until it is ready, never dropped before: it loses what it is just writing.
                let mut poll = pin!(EventLoop::poll(&mut event_loop));
                loop {
                    if let Step::Done = self.say(&mut connection)? {
                        return Ok(());
                    }
                    let wake = self.wake_at(&connection, silence);
                    tokio::select! {
                        biased;
                        event = &mut poll => break event?,
                        () = self.shared.wake.notified() => {}
                        _ = self.stop.changed(), if self.stop.has_changed().is_ok() => {}
                        () = sleep_until(wake) => self.overdue(&connection, silence)?,
                    }
                }
            };
            connection.last_event = Instant::now();
            if let Step::Done = self.hear(&mut connection, event, back_off)? {
                return Ok(());
            }
        }
    }

    fn options(&self) -> Result<MqttOptions, Trouble> {
        let queue = self.shared.queue();
        let id = format!("touchmove-{}-{}", queue.topics().prefix(), queue.topics().table());
        let will = queue.will()?;
        let topic = queue.topics().topic(will.leaf());
        let mut options = MqttOptions::new(id, &self.endpoint.host, self.endpoint.port);
        options
            .set_transport(self.endpoint.transport.clone())
            .set_keep_alive(self.keep_alive)
            .set_clean_start(false)
            .set_session_expiry_interval(Some(u32::try_from(SESSION_EXPIRY.as_secs()).unwrap_or(u32::MAX)))
            .set_max_packet_size(Some(MAX_PACKET_BYTES))
            .set_receive_maximum(Some(PACKET_IDS))
            .set_outgoing_inflight_upper_limit(PACKET_IDS)
            .set_last_will(LastWill::new(topic, will.into_payload(), QoS::AtLeastOnce, Leaf::Status.retained(), None));
        if let Some((user, password)) = &self.endpoint.credentials {
            options.set_credentials(user, password);
        }
        let mut network = options.network_options();
        network.set_tcp_nodelay(true);
        options.set_network_options(network);
        Ok(options)
    }

    /// Hands over whatever may go out now.
    fn say(&self, connection: &mut Connection) -> Result<Step, Trouble> {
        let deadline = self.deadline();
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Ok(Step::Done);
        }
        let Some(up) = &mut connection.up else {
            let nothing = deadline.is_some() && self.shared.queue().queued() == 0;
            return Ok(if nothing { Step::Done } else { Step::Goes });
        };
        let mut queue = self.shared.queue();
        if Instant::now() >= up.next_heartbeat {
            up.next_heartbeat = Instant::now() + self.heartbeat;
            queue.refresh_status(Some(now()))?;
        }
        loop {
            let room = connection.window.room();
            let Some(ready) = queue.next(self.shared.at(), room)? else { break };
            connection.hand(ready)?;
        }
        let Some(deadline) = deadline else { return Ok(Step::Goes) };
        queue.say_farewell();
        let hurry = Instant::now() + LAST_WORD >= deadline;
        if (connection.window.is_empty() || hurry)
            && connection.window.room() != Room::None
            && let Some(ready) = queue.farewell(Some(now()))?
        {
            connection.hand(ready)?;
        }
        if queue.farewell_taken() && !connection.disconnecting {
            connection.disconnecting = true;
            connection.client.try_disconnect().map_err(|_| Trouble::OutOfStep)?;
        }
        Ok(Step::Goes)
    }

    /// Takes in what the client reports.
    fn hear(&self, connection: &mut Connection, event: Event, back_off: &mut BackOff) -> Result<Step, Trouble> {
        match event {
            Event::Incoming(Incoming::ConnAck(answer)) => self.accepted(connection, &answer, back_off)?,
            Event::Incoming(Incoming::PubAck(answer)) => self.acknowledged(connection, &answer, back_off)?,
            Event::Incoming(Incoming::Publish(publish)) => self.command(&publish),
            Event::Incoming(Incoming::SubAck(answer)) => {
                for code in answer.return_codes {
                    if !matches!(code, SubscribeReasonCode::Success(_)) {
                        error!(?code, "The broker lets no commands through.");
                    }
                }
            }
            Event::Outgoing(Outgoing::Publish(id)) => {
                connection.window.sent(self.shared.at(), id).map_err(|_| Trouble::OutOfStep)?;
            }
            Event::Outgoing(Outgoing::AwaitAck(_)) => return Err(Trouble::OutOfStep),
            Event::Outgoing(Outgoing::Disconnect) => return Ok(Step::Done),
            Event::Incoming(_) | Event::Outgoing(_) => {}
        }
        Ok(Step::Goes)
    }

    fn accepted(&self, connection: &mut Connection, answer: &ConnAck, back_off: &mut BackOff) -> Result<(), Trouble> {
        let properties = answer.properties.as_ref();
        if properties.and_then(|properties| properties.max_qos) == Some(0) {
            return Err(Trouble::Broker { what: "QoS 1" });
        }
        if properties.and_then(|properties| properties.retain_available) == Some(0) {
            return Err(Trouble::Broker { what: "retained messages" });
        }
        let ids = properties.and_then(|properties| properties.receive_max).unwrap_or(PACKET_IDS).min(PACKET_IDS);
        // The subscription takes an id, too.
        connection.window = Window::new(usize::from(ids).saturating_sub(1).clamp(1, WINDOW));
        let max_packet = properties.and_then(|properties| properties.max_packet_size).unwrap_or(u32::MAX);

        let mut queue = self.shared.queue();
        queue.connected(usize::try_from(max_packet).unwrap_or(usize::MAX));
        queue.refresh_status(Some(now()))?;
        let mut commands = Filter::new(queue.topics().topic(Leaf::ArbiterCommand), QoS::AtLeastOnce);
        // A command that somebody retained by mistake would be carried out at every connection.
        commands.retain_forward_rule = RetainForwardRule::Never;
        connection.client.try_subscribe_many([commands]).map_err(|_| Trouble::OutOfStep)?;
        connection.up = Some(Up { next_heartbeat: Instant::now() + self.heartbeat });

        let session_present = answer.session_present;
        let (host, port, queued) = (&self.endpoint.host, self.endpoint.port, queue.queued());
        info!(host, port, session_present, queued, "Connected to the broker.");
        self.link.send_replace(Link::Up { session_present });
        back_off.accepted();
        Ok(())
    }

    fn acknowledged(
        &self,
        connection: &mut Connection,
        answer: &PubAck,
        back_off: &mut BackOff,
    ) -> Result<(), Trouble> {
        let Some(item) = connection.window.acknowledged(answer.pkid) else { return Err(Trouble::OutOfStep) };
        if matches!(item, Item::Entry { .. }) {
            back_off.reset();
        }
        let mut queue = self.shared.queue();
        match answer.reason {
            PubAckReason::NoMatchingSubscribers | PubAckReason::Success => queue.taken(item)?,
            PubAckReason::ImplementationSpecificError
            | PubAckReason::NotAuthorized
            | PubAckReason::PacketIdentifierInUse
            | PubAckReason::PayloadFormatInvalid
            | PubAckReason::QuotaExceeded
            | PubAckReason::TopicNameInvalid
            | PubAckReason::UnspecifiedError => {
                let reason = answer.reason;
                match item {
                    Item::Entry { leaf, .. } => {
                        error!(?reason, %leaf, queued = queue.queued(), "The broker refuses records; they are kept.");
                    }
                    Item::State(leaf) => error!(?reason, %leaf, "The broker refuses state."),
                    Item::Farewell | Item::Response | Item::Touch => {
                        warn!(?reason, ?item, "The broker refuses a message.")
                    }
                }
                queue.refused(self.shared.at(), item);
            }
        }
        Ok(())
    }

    fn command(&self, publish: &Publish) {
        let mut queue = self.shared.queue();
        let response_to = response_to(queue.topics(), publish);
        let text = match std::str::from_utf8(&publish.payload) {
            Ok(_) if publish.payload.len() > MAX_COMMAND_BYTES => Err(format!(
                "the command is {} bytes long, at most {MAX_COMMAND_BYTES} are read",
                publish.payload.len()
            )),
            Ok(text) => Ok(text.to_owned()),
            Err(error) => Err(format!("the command is no UTF-8 text: {error}")),
        };
        let refusal = match text {
            Ok(text) => match self.commands.try_send(Command { text, response_to: response_to.clone() }) {
                Ok(()) => return,
                Err(mpsc::error::TrySendError::Closed(_)) => "the table is closing".to_owned(),
                Err(mpsc::error::TrySendError::Full(_)) => {
                    format!("{MAX_COMMANDS} commands are waiting already")
                }
            },
            Err(refusal) => refusal,
        };
        warn!(refusal, "Refused a command.");
        let reply = serde_json::json!({ "id": null, "ok": false, "error": refusal }).to_string();
        if let Err(error) = queue.reply(&reply, response_to.as_ref()) {
            warn!(%error, "The refusal of a command cannot be published.");
        }
    }

    /// When [`say`](Task::say) or [`overdue`](Task::overdue) has something to do although nothing happens.
    fn wake_at(&self, connection: &Connection, silence: Duration) -> Instant {
        let mut wake = connection.last_event + silence;
        if let Some(up) = &connection.up {
            wake = wake.min(up.next_heartbeat);
            let at = self.shared.at();
            if connection.window.room() == Room::Any
                && let Some(at) = self.shared.queue().next_deadline(at)
            {
                wake = wake.min(self.shared.instant(at));
            }
        }
        if let Some(oldest) = connection.window.oldest() {
            wake = wake.min(self.shared.instant(oldest) + ACKNOWLEDGE_TIMEOUT);
        }
        match self.deadline() {
            Some(deadline) if Instant::now() + LAST_WORD < deadline => wake.min(deadline - LAST_WORD),
            Some(deadline) => wake.min(deadline),
            None => wake,
        }
    }

    /// Gives the connection up when something has been awaited for too long.
    fn overdue(&self, connection: &Connection, silence: Duration) -> Result<(), Trouble> {
        let waiting = connection.window.oldest().map(|oldest| self.shared.instant(oldest));
        let unanswered = waiting.is_some_and(|since| since.elapsed() >= ACKNOWLEDGE_TIMEOUT);
        if unanswered || connection.last_event.elapsed() >= silence { Err(Trouble::Silent) } else { Ok(()) }
    }
}

impl Connection {
    fn hand(&mut self, ready: Ready) -> Result<(), Trouble> {
        let Ready { topic, delivery, retained, payload, correlation, item } = ready;
        let qos = match delivery {
            Delivery::AtLeastOnce => QoS::AtLeastOnce,
            Delivery::AtMostOnce => QoS::AtMostOnce,
        };
        let content_type = match item {
            Item::State(Leaf::PublicPgn) => "application/vnd.chess-pgn",
            _ => "application/json",
        };
        let properties = PublishProperties {
            payload_format_indicator: Some(1),
            content_type: Some(content_type.to_owned()),
            correlation_data: correlation.map(Into::into),
            ..PublishProperties::default()
        };
        // The window keeps room in the channel, and topics were checked when they came in.
        let handed = self.client.try_publish_with_properties(topic, qos, retained, payload, properties);
        handed.map_err(|_| Trouble::OutOfStep)?;
        self.window.hand(delivery, item);
        Ok(())
    }
}

/// The time between tries: doubled from 0.2 s to 30 s, and of that a random half to whole, so that a broker that
/// comes back is not stormed.
struct BackOff {
    next: Duration,
    /// When the connection was accepted.
    accepted: Option<Instant>,
    /// How many connections in a row broke off soon after they were accepted, with nothing done.
    short: u32,
}

impl BackOff {
    const FIRST: Duration = Duration::from_millis(200);
    const MAX: Duration = Duration::from_secs(30);
    /// What only a person can change is not asked for often, and the other daemon's connection is not torn in turn.
    const SLOW: Duration = Duration::from_secs(10);
    /// A connection that lasted this long was a good one.
    const LONG: Duration = Duration::from_secs(20);
    /// So many short connections in a row are no accident.
    const TOO_MANY_SHORT: u32 = 3;

    fn new() -> BackOff {
        BackOff { next: BackOff::FIRST, accepted: None, short: 0 }
    }

    /// The broker let us in. That alone means little: it may throw us out at once.
    fn accepted(&mut self) {
        self.accepted = Some(Instant::now());
    }

    /// A record was acknowledged: the connection does work.
    fn reset(&mut self) {
        self.next = BackOff::FIRST;
        self.short = 0;
        self.accepted = None;
    }

    /// The connection has ended; names what only several endings in a row show.
    fn judge(&mut self, trouble: Trouble) -> Trouble {
        match self.accepted.take() {
            Some(since) if since.elapsed() >= BackOff::LONG => self.reset(),
            Some(_) => self.short += 1,
            None => {}
        }
        if trouble == Trouble::Lost && self.short >= BackOff::TOO_MANY_SHORT { Trouble::Unstable } else { trouble }
    }

    fn pause(&mut self, trouble: &Trouble) -> Duration {
        if matches!(trouble, Trouble::Broker { .. } | Trouble::TakenOver | Trouble::Unstable) {
            self.next = self.next.max(BackOff::SLOW);
        }
        let whole = self.next;
        self.next = (whole * 2).min(BackOff::MAX);
        // Randomness enough for a pause, from the hasher's keys.
        let random = RandomState::new().build_hasher().finish() % 1_024;
        let spread = u32::try_from(random).unwrap_or(0);
        whole / 2 + whole / 2 * spread / 1_024
    }
}

/// Where the sender of a command wants the answer, if that is a topic of his own.
fn response_to(topics: &Topics, publish: &Publish) -> Option<ResponseTo> {
    let properties = publish.properties.as_ref()?;
    let topic = properties.response_topic.as_ref()?;
    if *topic == topics.topic(Leaf::ArbiterReply) {
        return None;
    }
    // Else whoever may send commands could have the daemon write to the public, or to itself.
    if topic.is_empty() || topic.contains(['+', '#', '\0']) || topic.starts_with('$') || topics.owns(topic) {
        warn!(topic, "A command asks for its answer on a topic that is not its sender's.");
        return None;
    }
    let correlation = properties.correlation_data.as_ref().map(|data| data.to_vec());
    Some(ResponseTo { topic: topic.clone(), correlation })
}

/// The time of day, as in records.
fn now() -> String {
    format!("{:.3}", jiff::Timestamp::now())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_from_a_fifth_of_a_second_to_half_a_minute_and_start_again_after_a_success() {
        let mut back_off = BackOff::new();
        let mut whole = BackOff::FIRST;
        for _ in 0..20 {
            let pause = back_off.pause(&Trouble::Lost);
            assert!(pause >= whole / 2 && pause <= whole, "{pause:?} of {whole:?}");
            whole = (whole * 2).min(BackOff::MAX);
        }
        assert_eq!(whole, BackOff::MAX);
        back_off.reset();
        assert!(back_off.pause(&Trouble::Lost) <= BackOff::FIRST);
        assert!(back_off.pause(&Trouble::TakenOver) >= BackOff::SLOW / 2);
    }

    #[test]
    fn answers_go_to_topics_of_the_senders_own_only() {
        let topics = Topics::new("chess", "t1").expect("good names");
        for (topic, allowed) in [
            ("replies/42", true),
            ("chess/replies/42", true),
            ("chess/t1/arbiter/reply", false),
            ("chess/t1/public/pgn", false),
            ("chess/t2/arbiter/command", false),
            ("$SYS/x", false),
            ("a/#", false),
            ("", false),
        ] {
            let properties =
                PublishProperties { response_topic: Some(topic.to_owned()), ..PublishProperties::default() };
            let publish = Publish::new("chess/t1/arbiter/command", QoS::AtLeastOnce, "{}", Some(properties));
            assert_eq!(response_to(&topics, &publish).is_some(), allowed, "{topic}");
        }
    }
}
