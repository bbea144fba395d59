//! Any number of tables followed through a broker, as an arbiter does: what they say comes in, commands go out.
//!
//! One connection for all of them. The session is kept by the broker, so that what is said while nobody listens here
//! waits for us; what comes with an acknowledgement is acknowledged once it is [`kept`](Follower::kept), so that a kill
//! loses nothing, and a disk that is slow holds the broker back and not our memory. As in
//! [`connection`](super::connection), nothing is trusted to the client's own queues: each connection has a new client and
//! subscribes anew, which brings all retained state again.

use std::{collections::VecDeque, pin::pin, time::Duration};

use rumqttc::Outgoing;
use rumqttc::v5::{
    AsyncClient, Event, EventLoop, Incoming, MqttOptions,
    mqttbytes::{
        QoS,
        v5::{ConnAck, Filter, PubAckReason, Publish, PublishProperties, SubscribeReasonCode},
    },
};
use tokio::{
    sync::{mpsc, watch},
    time::{Instant, sleep_until},
};
use tracing::{Instrument, debug, error, info, info_span, warn};

use super::{
    StartError,
    arrivals::{Arrival, Arrivals, MAX_TELLING},
    back_off::BackOff,
    disconnect_reason::DisconnectReason,
    settings::{Endpoint, Settings},
    shared::{Link, millis},
    window::{MAX_HANDED, Room, Window},
};
use crate::publish::{
    content::JSON,
    time::PublisherTime,
    topics::{Delivery, Leaf, Topics},
};

/// What comes in that its reader has not taken yet, at most.
pub const MAX_HEARD: usize = 8_192;

/// Room of it that is kept for what comes with an acknowledgement.
const RESERVED: usize = 2 * RECEIVE as usize;

/// Most messages that the broker sends before we have acknowledged any.
const RECEIVE: u16 = 512;

/// Most commands that wait for the connection; the oldest goes. Who gave it gives it again.
const MAX_COMMANDS: usize = 4_096;

/// How long a command may wait for the connection. Who waits for its answer gives it again after eight seconds, and what
/// was decided must not be done when nobody reckons with it any more.
const FRESH: Duration = Duration::from_secs(8);

/// Most commands on their way to the broker without acknowledgement.
const WINDOW: usize = 32;

/// Packet ids that the client uses before it starts again at 1.
const PACKET_IDS: u16 = 64;

/// Capacity of the client's channel.
const CHANNEL: usize = MAX_HANDED + MAX_TELLING + 2;

/// Longest packet taken from the broker, in bytes.
const MAX_PACKET_BYTES: u32 = 1_024 * 1_024;

/// How long the broker keeps what is said while we are away.
const SESSION_EXPIRY: Duration = Duration::from_secs(4 * 3_600);

/// Time without traffic after which it is asked whether the broker is there: arbiters must learn soon that it is not.
const KEEP_ALIVE: Duration = Duration::from_secs(5);

/// How long a connection may take to be made.
const CONNECT_WITHIN_S: u64 = 3;

/// Longest pause between two tries: one client storms no broker.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// How long the connection may take to be ended properly.
const FAREWELL: Duration = Duration::from_millis(500);

/// Something that a table has said.
#[derive(Debug, Clone, PartialEq)]
pub struct Heard {
    /// The table.
    pub table: String,
    /// Where it has said it.
    pub leaf: Leaf,
    /// What; nothing where a retained state was cleared.
    pub text: String,
    /// For [`Follower::kept`].
    pub arrival: Option<Arrival>,
}

/// The connection that follows tables. It ends when this is dropped.
#[derive(Debug)]
pub struct Follower {
    commands: mpsc::Sender<(String, String)>,
    kept: mpsc::UnboundedSender<Arrival>,
    link: watch::Receiver<Link>,
    stop: watch::Sender<bool>,
}

impl Follower {
    /// Begins to follow every table under the prefix; `id` tells our connection from that of others like us. To be called
    /// within a tokio runtime.
    ///
    /// # Errors
    /// [`StartError`], naming the setting. That the broker cannot be reached is no error: see [`link`](Follower::link).
    pub fn start(settings: &Settings, id: &str) -> Result<(Follower, mpsc::Receiver<Heard>), StartError> {
        // The prefix is checked with the name of a table that there may be.
        Topics::new(&settings.prefix, "1")?;
        let endpoint = Endpoint::load(settings)?;
        let (heard, from_tables) = mpsc::channel(MAX_HEARD);
        let (commands, to_tables) = mpsc::channel(MAX_COMMANDS);
        let (kept, acknowledged) = mpsc::unbounded_channel();
        let (link_sender, link) = watch::channel(Link::Connecting);
        let (stop, stopped) = watch::channel(false);
        let task = Task {
            id: format!("touchmove-hall-{}-{id}", settings.prefix),
            prefix: settings.prefix.clone(),
            endpoint,
            heard,
            commands: to_tables,
            waiting: VecDeque::new(),
            kept: acknowledged,
            link: link_sender,
            stop: stopped,
            started: Instant::now(),
            connections: 0,
            dropped: 0,
        };
        tokio::spawn(task.run().instrument(info_span!("mqtt")));
        Ok((Follower { commands, kept, link, stop }, from_tables))
    }

    /// Sends a command to a table. While there is no connection it waits for one, some seconds.
    pub fn command(&self, table: &str, json: &str) {
        // Where thousands wait, who gave it gives it again.
        if self.commands.try_send((table.to_owned(), json.to_owned())).is_err() {
            debug!(table, "A command found no room on its way to the broker.");
        }
    }

    /// What came is kept, and all that came before it: the broker may forget it.
    pub fn kept(&self, arrival: Arrival) {
        // The task is gone only where the program ends.
        let _ = self.kept.send(arrival);
    }

    /// Where the connection stands, now and from now on.
    #[must_use]
    pub fn link(&self) -> watch::Receiver<Link> {
        self.link.clone()
    }

    /// Ends the connection; the broker keeps the session.
    pub async fn shutdown(&self) {
        self.stop.send_replace(true);
        let mut link = self.link.clone();
        let _ = link.wait_for(|link| *link == Link::Stopped).await;
    }
}

struct Task {
    id: String,
    prefix: String,
    endpoint: Endpoint,
    heard: mpsc::Sender<Heard>,
    commands: mpsc::Receiver<(String, String)>,
    waiting: VecDeque<(Instant, String, String)>,
    kept: mpsc::UnboundedReceiver<Arrival>,
    link: watch::Sender<Link>,
    stop: watch::Receiver<bool>,
    started: Instant,
    connections: u64,
    /// Touches and readings of clocks that found no room.
    dropped: u64,
}

/// One connection, as long as it lasts.
struct Connection {
    client: AsyncClient,
    number: u64,
    window: Window<()>,
    arrivals: Arrivals,
    is_up: bool,
    last_event: Instant,
    /// Since when it is being ended.
    leaving: Option<Instant>,
}

/// How a step of a connection went.
enum Step {
    Done,
    Goes,
}

impl Task {
    async fn run(mut self) {
        let mut back_off = BackOff::up_to(LONGEST_PAUSE);
        let mut last = None;
        while !*self.stop.borrow() {
            let Err(trouble) = self.connection(&mut back_off).await else { break };
            let trouble = back_off.judge(trouble);
            let pause = back_off.pause(&trouble);
            if last.as_ref() == Some(&trouble) {
                debug!(%trouble, "Still no connection to the broker.");
            } else {
                let (host, port) = (&self.endpoint.host, self.endpoint.port);
                warn!(host, port, %trouble, "No connection to the broker: nothing is heard of the tables.");
            }
            self.link.send_replace(Link::Down(trouble.clone()));
            last = Some(trouble);
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                _ = self.stop.wait_for(|stop| *stop) => break,
            }
        }
        self.link.send_replace(Link::Stopped);
    }

    async fn connection(&mut self, back_off: &mut BackOff) -> Result<(), DisconnectReason> {
        let (client, mut event_loop) = AsyncClient::new(self.options(), CHANNEL);
        self.connections += 1;
        let mut connection = Connection {
            client,
            number: self.connections,
            window: Window::new(1),
            arrivals: Arrivals::default(),
            is_up: false,
            last_event: Instant::now(),
            leaving: None,
        };
        loop {
            let silence = event_loop.options.keep_alive() * 2 + Duration::from_secs(2);
            let event = {
                // Polled until it is ready, never dropped before: it loses what it is just writing.
                let mut poll = pin!(EventLoop::poll(&mut event_loop));
                loop {
                    if let Step::Done = self.say(&mut connection)? {
                        return Ok(());
                    }
                    let wake = match connection.leaving {
                        Some(since) => since + FAREWELL,
                        None => connection.last_event + silence,
                    };
                    tokio::select! {
                        biased;
                        event = &mut poll => break event?,
                        Some(arrival) = self.kept.recv() => self.take_kept(&mut connection, arrival),
                        Some(command) = self.commands.recv() => self.put(command),
                        _ = self.stop.changed(), if connection.leaving.is_none() && self.stop.has_changed().is_ok() => {}
                        () = sleep_until(wake) => match connection.leaving {
                            Some(_) => return Ok(()),
                            None => return Err(DisconnectReason::Silent),
                        },
                    }
                }
            };
            connection.last_event = Instant::now();
            if let Step::Done = self.hear(&mut connection, event, back_off)? {
                return Ok(());
            }
        }
    }

    fn options(&self) -> MqttOptions {
        let mut options = MqttOptions::new(&self.id, &self.endpoint.host, self.endpoint.port);
        options
            .set_transport(self.endpoint.transport.clone())
            .set_keep_alive(KEEP_ALIVE)
            .set_connection_timeout(CONNECT_WITHIN_S)
            .set_clean_start(false)
            .set_manual_acks(true)
            .set_session_expiry_interval(Some(u32::try_from(SESSION_EXPIRY.as_secs()).unwrap_or(u32::MAX)))
            .set_max_packet_size(Some(MAX_PACKET_BYTES))
            .set_receive_maximum(Some(RECEIVE))
            .set_outgoing_inflight_upper_limit(PACKET_IDS);
        if let Some((user, password)) = &self.endpoint.credentials {
            options.set_credentials(user, password.reveal());
        }
        let mut network = options.network_options();
        network.set_tcp_nodelay(true);
        options.set_network_options(network);
        options
    }

    fn put(&mut self, (table, json): (String, String)) {
        if self.waiting.len() >= MAX_COMMANDS {
            self.waiting.pop_front();
        }
        self.waiting.push_back((Instant::now(), table, json));
    }

    fn take_kept(&mut self, connection: &mut Connection, arrival: Arrival) {
        // The broker delivers again what came over an earlier connection.
        let mut next = Some(arrival);
        while let Some(arrival) = next {
            if arrival.connection == connection.number {
                connection.arrivals.kept(arrival.packet);
            }
            next = self.kept.try_recv().ok();
        }
    }

    /// Hands over whatever may go out now.
    fn say(&mut self, connection: &mut Connection) -> Result<Step, DisconnectReason> {
        while let Some(packet) = connection.arrivals.next() {
            let mut arrived = Publish::new("", QoS::AtLeastOnce, Vec::new(), None);
            arrived.pkid = packet;
            connection.client.try_ack(&arrived).map_err(|_| DisconnectReason::OutOfStep)?;
        }
        // Whoever followed has gone without a word.
        let is_told = *self.stop.borrow() || self.stop.has_changed().is_err();
        if is_told && connection.leaving.is_none() {
            if !connection.is_up {
                return Ok(Step::Done);
            }
            connection.leaving = Some(Instant::now());
            connection.client.try_disconnect().map_err(|_| DisconnectReason::OutOfStep)?;
        }
        if !connection.is_up || connection.leaving.is_some() {
            return Ok(Step::Goes);
        }
        self.waiting.retain(|(since, ..)| since.elapsed() < FRESH);
        while connection.window.room() == Room::Any
            && let Some((_, table, json)) = self.waiting.pop_front()
        {
            let Ok(topics) = Topics::new(&self.prefix, &table) else { continue };
            let properties = PublishProperties {
                payload_format_indicator: Some(1),
                content_type: Some(JSON.to_owned()),
                ..PublishProperties::default()
            };
            let topic = topics.topic(Leaf::ArbiterCommand);
            let handed =
                connection.client.try_publish_with_properties(topic, QoS::AtLeastOnce, false, json, properties);
            handed.map_err(|_| DisconnectReason::OutOfStep)?;
            connection.window.hand(Delivery::AtLeastOnce, ());
        }
        Ok(Step::Goes)
    }

    /// Takes in what the client reports.
    fn hear(
        &mut self,
        connection: &mut Connection,
        event: Event,
        back_off: &mut BackOff,
    ) -> Result<Step, DisconnectReason> {
        match event {
            Event::Incoming(Incoming::ConnAck(answer)) => self.accepted(connection, &answer, back_off)?,
            Event::Incoming(Incoming::PubAck(answer)) => {
                if connection.window.acknowledged(answer.pkid).is_none() {
                    return Err(DisconnectReason::OutOfStep);
                }
                back_off.reset();
                if !matches!(answer.reason, PubAckReason::Success | PubAckReason::NoMatchingSubscribers) {
                    error!(reason = ?answer.reason, "The broker refuses a command.");
                }
            }
            Event::Incoming(Incoming::Publish(publish)) => self.heard(connection, &publish),
            Event::Incoming(Incoming::SubAck(answer)) => {
                for code in answer.return_codes {
                    if !matches!(code, SubscribeReasonCode::Success(_)) {
                        error!(?code, "The broker lets us not hear the tables.");
                    }
                }
            }
            Event::Outgoing(Outgoing::Publish(id)) => {
                let at = PublisherTime(millis(self.started.elapsed()));
                connection.window.sent(at, id).map_err(|_| DisconnectReason::OutOfStep)?;
            }
            Event::Outgoing(Outgoing::PubAck(_)) => connection.arrivals.told(),
            Event::Outgoing(Outgoing::AwaitAck(_)) => return Err(DisconnectReason::OutOfStep),
            Event::Outgoing(Outgoing::Disconnect) => return Ok(Step::Done),
            Event::Incoming(_) | Event::Outgoing(_) => {}
        }
        Ok(Step::Goes)
    }

    fn accepted(
        &mut self,
        connection: &mut Connection,
        answer: &ConnAck,
        back_off: &mut BackOff,
    ) -> Result<(), DisconnectReason> {
        let properties = answer.properties.as_ref();
        if properties.and_then(|properties| properties.max_qos) == Some(0) {
            return Err(DisconnectReason::Broker { what: "QoS 1" });
        }
        let ids = properties.and_then(|properties| properties.receive_max).unwrap_or(PACKET_IDS).min(PACKET_IDS);
        // The subscription takes an id, too.
        connection.window = Window::new(usize::from(ids).saturating_sub(1).clamp(1, WINDOW));
        let filters = ["arbiter/#", "public/#", "status"].map(|rest| {
            let mut filter = Filter::new(format!("{}/+/{rest}", self.prefix), QoS::AtLeastOnce);
            // Our own commands are no news.
            filter.nolocal = true;
            filter
        });
        connection.client.try_subscribe_many(filters).map_err(|_| DisconnectReason::OutOfStep)?;
        connection.is_up = true;
        let session_present = answer.session_present;
        info!(host = self.endpoint.host, port = self.endpoint.port, session_present, "Connected to the broker.");
        self.link.send_replace(Link::Up { session_present });
        back_off.accepted();
        Ok(())
    }

    fn heard(&mut self, connection: &mut Connection, publish: &Publish) {
        let arrival = (publish.qos != QoS::AtMostOnce).then(|| {
            connection.arrivals.came(publish.pkid);
            let number = connection.number;
            Arrival { packet: publish.pkid, repeated: publish.dup, session: 0, connection: number }
        });
        let heard = self.read(publish).map(|(table, leaf, text)| Heard { table, leaf, text, arrival });
        let sent = match heard {
            Some(heard) if arrival.is_some() || self.heard.capacity() > RESERVED => self.heard.try_send(heard),
            Some(heard) => Err(mpsc::error::TrySendError::Full(heard)),
            // Nothing of ours.
            None => return self.pass_over(connection, publish),
        };
        match sent {
            // Where nobody listens any more, the broker keeps it for the next run.
            Ok(()) | Err(mpsc::error::TrySendError::Closed(_)) => {}
            Err(mpsc::error::TrySendError::Full(_)) => {
                self.dropped += 1;
                // The first, the second, the fourth ...
                if self.dropped.is_power_of_two() {
                    warn!(count = self.dropped, "More comes than can be taken in: touches and clocks are passed over.");
                }
                self.pass_over(connection, publish);
            }
        }
    }

    /// The broker need not deliver it again.
    fn pass_over(&self, connection: &mut Connection, publish: &Publish) {
        if publish.qos != QoS::AtMostOnce {
            connection.arrivals.refused(publish.pkid);
        }
    }

    /// The table, the leaf and the text, where it is something that tables say.
    fn read(&self, publish: &Publish) -> Option<(String, Leaf, String)> {
        let topic = std::str::from_utf8(&publish.topic).ok()?;
        let rest = topic.strip_prefix(&self.prefix)?.strip_prefix('/')?;
        let (table, rest) = rest.split_once('/')?;
        let leaf = Leaf::ALL.iter().copied().find(|leaf| leaf.name() == rest)?;
        if leaf == Leaf::ArbiterCommand || Topics::new(&self.prefix, table).is_err() {
            return None;
        }
        let text = std::str::from_utf8(&publish.payload).ok()?;
        Some((table.to_owned(), leaf, text.to_owned()))
    }
}
