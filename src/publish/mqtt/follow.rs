//! Any number of tables followed through a broker, as an arbiter does: what they say comes in, commands go out.
//!
//! One connection for all of them. The session is kept by the broker, so that what is said while nobody listens here
//! waits for us; what comes with an acknowledgement is acknowledged once it is [`kept`](Follower::kept), so that a kill
//! loses nothing, and a disk that is slow holds the broker back and not our memory. As in
//! [`connection`](super::connection), nothing is trusted to the client's own queues: each connection has a new client and
//! subscribes anew, which brings all retained state again.

use std::{collections::VecDeque, pin::pin, time::Duration};

use tokio::{
    sync::{mpsc, watch},
    time::{Instant, sleep_until},
};
use tracing::{Instrument, debug, error, info, info_span, warn};

use super::{
    StartError,
    arrivals::{Arrival, Arrivals},
    back_off::BackOff,
    client::{self, Accepted, Arrived, Client, Event, Events, Opening, Outbound, Wanted},
    disconnect_reason::DisconnectReason,
    route::{Next, Route, Version},
    settings::{Endpoint, Settings},
    shared::{Link, millis},
    window::{Room, Window},
};
use crate::publish::{
    content::JSON,
    time::PublisherTime,
    topics::{Delivery, Leaf, Topics},
};

/// What comes in that its reader has not taken yet, at most.
pub const MAX_HEARD: usize = 8_192;

/// Room of it that is kept for what comes with an acknowledgement: more than a broker has on its way that speaks MQTT
/// 3.1.1 and cannot be told [`RECEIVE`] (NATS: 1,024 for each of three subscriptions).
const RESERVED: usize = 4_096;

/// Most messages that the broker sends before we have acknowledged any.
const RECEIVE: u16 = 512;

/// Most commands that wait for the connection; the oldest goes. Who gave it gives it again.
const MAX_COMMANDS: usize = 4_096;

/// How long a command may wait for the connection. Who waits for its answer gives it again after eight seconds, and what
/// was decided must not be done when nobody reckons with it any more.
const FRESH: Duration = Duration::from_secs(8);

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
            route: Route::new(endpoint.addresses.clone(), endpoint.version),
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
    route: Route,
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
    client: Client,
    version: Version,
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
            let next = self.route.ended(&trouble);
            let trouble = back_off.judge(trouble);
            if next == Next::AtOnce {
                debug!(%trouble, "The next address or version of MQTT is tried.");
                continue;
            }
            let pause = back_off.pause(&trouble);
            if last.as_ref() == Some(&trouble) {
                debug!(%trouble, "Still no connection to the broker.");
            } else {
                let (host, port) = self.place();
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

    /// Host and port, for the log.
    fn place(&self) -> (&str, u16) {
        self.route.address().map_or(("", 0), |address| (&address.host, address.port))
    }

    async fn connection(&mut self, back_off: &mut BackOff) -> Result<(), DisconnectReason> {
        let (client, mut events, version) = self.open()?;
        self.connections += 1;
        let mut connection = Connection {
            client,
            version,
            number: self.connections,
            window: Window::new(1),
            arrivals: Arrivals::default(),
            is_up: false,
            last_event: Instant::now(),
            leaving: None,
        };
        loop {
            let silence = events.keep_alive() * 2 + Duration::from_secs(2);
            let event = {
                // Polled until it is ready, never dropped before: it loses what it is just writing.
                let mut poll = pin!(events.next());
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

    fn open(&mut self) -> Result<(Client, Events, Version), DisconnectReason> {
        let Some((address, version)) = self.route.next(Instant::now()) else { return Err(DisconnectReason::OutOfStep) };
        let opening = Opening {
            id: self.id.clone(),
            address,
            endpoint: &self.endpoint,
            keep_alive: KEEP_ALIVE,
            within_s: CONNECT_WITHIN_S,
            receive: RECEIVE,
            will: None,
        };
        let (client, events) = client::open(opening, version);
        Ok((client, events, version))
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
            connection.client.acknowledge(packet)?;
        }
        // Whoever followed has gone without a word.
        let is_told = *self.stop.borrow() || self.stop.has_changed().is_err();
        if is_told && connection.leaving.is_none() {
            if !connection.is_up {
                return Ok(Step::Done);
            }
            connection.leaving = Some(Instant::now());
            connection.client.disconnect()?;
        }
        if !connection.is_up || connection.leaving.is_some() {
            return Ok(Step::Goes);
        }
        self.waiting.retain(|(since, ..)| since.elapsed() < FRESH);
        while connection.window.room() == Room::Any
            && let Some((_, table, json)) = self.waiting.pop_front()
        {
            let Ok(topics) = Topics::new(&self.prefix, &table) else { continue };
            connection.client.publish(Outbound {
                topic: topics.topic(Leaf::ArbiterCommand),
                delivery: Delivery::AtLeastOnce,
                retained: false,
                payload: json,
                content_type: JSON,
                correlation: None,
            })?;
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
            Event::Accepted(answer) => self.accepted(connection, &answer, back_off)?,
            Event::Acknowledged { packet, refusal } => {
                if connection.window.acknowledged(packet).is_none() {
                    return Err(DisconnectReason::OutOfStep);
                }
                back_off.reset();
                if let Some(reason) = refusal {
                    error!(reason, "The broker refuses a command.");
                }
            }
            Event::Arrived(arrived) => self.heard(connection, arrived),
            Event::Subscribed(refusals) => {
                for code in refusals {
                    error!(code, "The broker lets us not hear the tables.");
                }
            }
            Event::Sent(id) => {
                let at = PublisherTime(millis(self.started.elapsed()));
                connection.window.sent(at, id).map_err(|_| DisconnectReason::OutOfStep)?;
            }
            Event::AckSent => connection.arrivals.told(),
            Event::Stuck => return Err(DisconnectReason::OutOfStep),
            // As of a table's connection: nobody has told it to.
            Event::Disconnected if connection.leaving.is_none() => return Err(DisconnectReason::OutOfStep),
            Event::Disconnected => return Ok(Step::Done),
            Event::Other => {}
        }
        Ok(Step::Goes)
    }

    fn accepted(
        &mut self,
        connection: &mut Connection,
        answer: &Accepted,
        back_off: &mut BackOff,
    ) -> Result<(), DisconnectReason> {
        if let Some(what) = answer.lacks {
            return Err(DisconnectReason::Broker { what });
        }
        self.route.accepted(Instant::now());
        connection.window = Window::new(answer.window);
        let wanted = ["arbiter/#", "public/#", "status"].map(|rest| Wanted {
            filter: format!("{}/+/{rest}", self.prefix),
            // Our own commands are no news.
            without_own: true,
            without_retained: false,
        });
        connection.client.subscribe(wanted)?;
        connection.is_up = true;
        let session_present = answer.session_present;
        let ((host, port), version) = (self.place(), connection.version.name());
        info!(host, port, version, session_present, "Connected to the broker.");
        self.link.send_replace(Link::Up { session_present });
        back_off.accepted();
        Ok(())
    }

    fn heard(&mut self, connection: &mut Connection, arrived: Arrived) {
        let packet = arrived.packet;
        let arrival = packet.map(|packet| {
            connection.arrivals.came(packet);
            Arrival { packet, repeated: arrived.repeated, session: 0, connection: connection.number }
        });
        let heard = self.read(arrived).map(|(table, leaf, text)| Heard { table, leaf, text, arrival });
        let sent = match heard {
            Some(heard) if arrival.is_some() || self.heard.capacity() > RESERVED => self.heard.try_send(heard),
            Some(heard) => Err(mpsc::error::TrySendError::Full(heard)),
            // Nothing of ours.
            None => return connection.pass_over(packet),
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
                connection.pass_over(packet);
            }
        }
    }

    /// The table, the leaf and the text, where it is something that tables say.
    fn read(&self, arrived: Arrived) -> Option<(String, Leaf, String)> {
        let rest = arrived.topic.strip_prefix(&self.prefix)?.strip_prefix('/')?;
        let (table, rest) = rest.split_once('/')?;
        let leaf = Leaf::ALL.iter().copied().find(|leaf| leaf.name() == rest)?;
        if leaf == Leaf::ArbiterCommand || Topics::new(&self.prefix, table).is_err() {
            return None;
        }
        Some((table.to_owned(), leaf, arrived.text.ok()?))
    }
}

impl Connection {
    /// The broker need not deliver it again.
    fn pass_over(&mut self, packet: Option<u16>) {
        if let Some(packet) = packet {
            self.arrivals.refused(packet);
        }
    }
}
