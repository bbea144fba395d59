//! One table's connection: kept up, fed from the queue, listened to.
//!
//! Nothing is trusted to the client library's own queues. Each connection starts with a new client, which forgets
//! the packet ids of the last one; what has no acknowledgement is sent again from the outbox, in order, as new
//! messages, whether or not the broker kept the session. So every connection's stream begins at or before the first
//! record that the broker lacks and has no hole: the first arrival of each record is in the order of `seq`, whatever
//! breaks when, and what arrives twice carries the same `seq`. The session is kept for the commands that arrive
//! while the daemon is away; a command is acknowledged once it is kept, so that one that a kill has cut off comes again.

use std::{pin::pin, sync::Arc, time::Duration};

use tokio::{
    sync::{mpsc, watch},
    time::{Instant, sleep_until},
};
use tracing::{debug, error, info, warn};

use super::{
    arrivals::{Arrival, Arrivals},
    back_off::BackOff,
    client::{
        self, Accepted, Arrived, CONNECT_WITHIN_S, Client, Event, Events, Opening, Outbound, PACKET_IDS, Wanted, Will,
    },
    disconnect_reason::DisconnectReason,
    queue::{Ready, ResponseTo, Sending},
    route::{Next, Route, Version},
    settings::Endpoint,
    shared::{Command, Link, MAX_COMMANDS, MAX_REFUSED, Shared},
    window::{Room, Window},
};
use crate::{
    game::command::{GivenCommand, MAX_COMMAND_BYTES, TooLong},
    publish::{
        content,
        topics::{Leaf, Topics},
    },
};

/// Time after which an acknowledgement is no longer expected and the connection is given up.
const ACKNOWLEDGE_TIMEOUT: Duration = Duration::from_secs(30);

/// How much of a shutdown's time is kept for the last word.
const LAST_WORD: Duration = Duration::from_millis(500);

/// Keeps a table's connection up until told to stop.
pub(super) struct Task {
    pub(super) endpoint: Endpoint,
    pub(super) route: Route,
    pub(super) keep_alive: Duration,
    pub(super) heartbeat: Duration,
    pub(super) shared: Arc<Shared>,
    pub(super) commands: mpsc::Sender<Command>,
    pub(super) stop: watch::Receiver<Option<Instant>>,
    pub(super) link: watch::Sender<Link>,
    /// How many connections have been tried, and how many sessions the broker has begun.
    pub(super) connections: u64,
    pub(super) sessions: u64,
    /// Commands that could not be passed on.
    pub(super) refusals: u64,
}

/// One connection, as long as it lasts.
struct Connection {
    client: Client,
    version: Version,
    /// Which one since the start.
    number: u64,
    window: Window<Sending>,
    arrivals: Arrivals,
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
    pub(super) async fn run(mut self) {
        let mut back_off = BackOff::new();
        let mut last = None;
        loop {
            let outcome = self.connection(&mut back_off).await;
            self.shared.queue().disconnected();
            let Err(trouble) = outcome else { break };
            let next = self.route.ended(&trouble);
            let mut trouble = back_off.judge(trouble);
            if !self.route.was_in() || trouble == DisconnectReason::Unstable {
                let queue = self.shared.queue();
                trouble = trouble.with_names(queue.topics().prefix(), queue.topics().table());
            }
            if next == Next::AtOnce && self.deadline().is_none() {
                debug!(%trouble, "The next address or version of MQTT is tried.");
                continue;
            }
            let pause = back_off.pause(&trouble);
            let queued = self.shared.queue().queued();
            let pause_ms = pause.as_millis();
            if last.as_ref() == Some(&trouble) {
                debug!(%trouble, queued, pause_ms, "Still no connection to the broker.");
            } else {
                let (host, port) = self.place();
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

    /// Host and port, for the log.
    fn place(&self) -> (&str, u16) {
        self.route.address().map_or(("", 0), |address| (&address.host, address.port))
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
    async fn connection(&mut self, back_off: &mut BackOff) -> Result<(), DisconnectReason> {
        let (client, mut events, version) = self.open()?;
        self.connections += 1;
        let mut connection = Connection {
            client,
            version,
            number: self.connections,
            window: Window::new(1),
            arrivals: Arrivals::default(),
            up: None,
            last_event: Instant::now(),
            disconnecting: false,
        };
        loop {
            // The broker may have asked for another keep-alive than ours.
            let silence = events.keep_alive() * 2 + Duration::from_secs(5);
            let event = {
                // Polled until it is ready, never dropped before: it loses what it is just writing.
                let mut poll = pin!(events.next());
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

    fn open(&mut self) -> Result<(Client, Events, Version), DisconnectReason> {
        let queue = self.shared.queue();
        let will = queue.will()?;
        let will = Will {
            topic: queue.topics().topic(will.leaf()),
            payload: will.into_payload(),
            retained: Leaf::Status.retained(),
        };
        let id = format!("touchmove-{}-{}", queue.topics().prefix(), queue.topics().table());
        let Some((address, version)) = self.route.next(Instant::now()) else { return Err(DisconnectReason::OutOfStep) };
        let opening = Opening {
            id,
            address,
            endpoint: &self.endpoint,
            keep_alive: self.keep_alive,
            within_s: CONNECT_WITHIN_S,
            receive: PACKET_IDS,
            will: Some(will),
        };
        let (client, events) = client::open(opening, version);
        Ok((client, events, version))
    }

    /// Hands over whatever may go out now.
    fn say(&self, connection: &mut Connection) -> Result<Step, DisconnectReason> {
        let deadline = self.deadline();
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Ok(Step::Done);
        }
        connection.acknowledge(&self.shared.take_kept())?;
        let Some(up) = &mut connection.up else {
            let nothing = deadline.is_some() && self.shared.queue().queued() == 0;
            return Ok(if nothing { Step::Done } else { Step::Goes });
        };
        let mut queue = self.shared.queue();
        if Instant::now() >= up.next_heartbeat {
            up.next_heartbeat = Instant::now() + self.heartbeat;
            queue.refresh_status(Some(now()))?;
            // A node of NATS that was cut off keeps an old state, which it shows to who comes later, until the next one.
            if connection.version == Version::Three {
                queue.resync();
            }
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
        if queue.farewell_taken() && (connection.arrivals.all_told() || hurry) && !connection.disconnecting {
            connection.disconnecting = true;
            connection.client.disconnect()?;
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
            Event::Acknowledged { packet, refusal } => self.acknowledged(connection, packet, refusal, back_off)?,
            Event::Arrived(arrived) => self.command(connection, arrived),
            Event::Subscribed(refusals) => {
                for code in refusals {
                    error!(code, "The broker lets no commands through.");
                }
            }
            Event::Sent(id) => {
                connection.window.sent(self.shared.at(), id).map_err(|_| DisconnectReason::OutOfStep)?;
            }
            Event::AckSent => connection.arrivals.told(),
            Event::Stuck => return Err(DisconnectReason::OutOfStep),
            // What a broker must not say makes the client leave by itself; the next connection is another matter.
            Event::Disconnected if !connection.disconnecting => return Err(DisconnectReason::OutOfStep),
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
        if !answer.session_present {
            self.sessions += 1;
        }
        if let Some(what) = answer.lacks.or((!answer.retains).then_some("retained messages")) {
            return Err(DisconnectReason::Broker { what });
        }
        self.route.accepted(Instant::now());
        connection.window = Window::new(answer.window);

        let mut queue = self.shared.queue();
        queue.connected(answer.max_packet);
        queue.refresh_status(Some(now()))?;
        let commands = Wanted {
            filter: queue.topics().topic(Leaf::ArbiterCommand),
            without_own: false,
            // A command that somebody retained by mistake would be carried out at every connection.
            without_retained: true,
        };
        connection.client.subscribe([commands])?;
        connection.up = Some(Up { next_heartbeat: Instant::now() + self.heartbeat });

        let session_present = answer.session_present;
        let ((host, port), queued, version) = (self.place(), queue.queued(), connection.version.name());
        info!(host, port, version, session_present, queued, "Connected to the broker.");
        self.link.send_replace(Link::Up { session_present });
        back_off.accepted();
        Ok(())
    }

    fn acknowledged(
        &self,
        connection: &mut Connection,
        packet: u16,
        refusal: Option<String>,
        back_off: &mut BackOff,
    ) -> Result<(), DisconnectReason> {
        let Some(item) = connection.window.acknowledged(packet) else { return Err(DisconnectReason::OutOfStep) };
        if matches!(item, Sending::Entry { .. }) {
            back_off.reset();
        }
        let mut queue = self.shared.queue();
        let Some(reason) = refusal else { return Ok(queue.taken(item)?) };
        match item {
            Sending::Entry { leaf, .. } => {
                error!(reason, %leaf, queued = queue.queued(), "The broker refuses records; they are kept.");
            }
            Sending::State(leaf) => error!(reason, %leaf, "The broker refuses state."),
            Sending::Farewell | Sending::Response | Sending::Touch => {
                warn!(reason, ?item, "The broker refuses a message.")
            }
        }
        queue.refused(self.shared.at(), item);
        Ok(())
    }

    fn command(&mut self, connection: &mut Connection, arrived: Arrived) {
        let Arrived { packet, repeated, retained, text, response, .. } = arrived;
        let arrival = packet.map(|packet| {
            connection.arrivals.came(packet);
            Arrival { packet, repeated, session: self.sessions, connection: connection.number }
        });
        // MQTT 3.1.1 cannot be asked to spare us these.
        if retained {
            return connection.refuse(packet);
        }
        let response_to = response.and_then(|response| response_to(self.shared.queue().topics(), response));
        let given = match text {
            _ if self.commands.capacity() <= MAX_REFUSED => Err(format!("{MAX_COMMANDS} commands are waiting already")),
            Ok(text) if text.len() > MAX_COMMAND_BYTES => Err(TooLong.to_string()),
            Ok(text) => Ok(GivenCommand::read(&text)),
            Err(error) => Err(format!("the command is no UTF-8 text: {error}")),
        };
        if let Err(refusal) = &given {
            self.refusals += 1;
            // The first, the second, the fourth ...
            if self.refusals.is_power_of_two() {
                warn!(refusal, count = self.refusals, "Refused a command.");
            }
        }
        match self.commands.try_send(Command { given, response_to, arrival }) {
            Ok(()) => return,
            // The broker keeps it for the next run.
            Err(mpsc::error::TrySendError::Closed(_)) => return,
            // Nobody hears of it: so many refusals wait, too.
            Err(mpsc::error::TrySendError::Full(_)) => {}
        }
        connection.refuse(packet);
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
    fn overdue(&self, connection: &Connection, silence: Duration) -> Result<(), DisconnectReason> {
        let waiting = connection.window.oldest().map(|oldest| self.shared.instant(oldest));
        let unanswered = waiting.is_some_and(|since| since.elapsed() >= ACKNOWLEDGE_TIMEOUT);
        if unanswered || connection.last_event.elapsed() >= silence { Err(DisconnectReason::Silent) } else { Ok(()) }
    }
}

impl Connection {
    /// Acknowledges the commands that are kept.
    fn acknowledge(&mut self, kept: &[Arrival]) -> Result<(), DisconnectReason> {
        // The broker delivers again what came over an earlier connection.
        for arrival in kept.iter().filter(|arrival| arrival.connection == self.number) {
            self.arrivals.kept(arrival.packet);
        }
        while let Some(packet) = self.arrivals.next() {
            self.client.acknowledge(packet)?;
        }
        Ok(())
    }

    /// A command is not looked at: the broker may forget it.
    fn refuse(&mut self, packet: Option<u16>) {
        if let Some(packet) = packet {
            self.arrivals.refused(packet);
        }
    }

    fn hand(&mut self, ready: Ready) -> Result<(), DisconnectReason> {
        let Ready { topic, delivery, retained, payload, correlation, item } = ready;
        let content_type = match item {
            Sending::State(Leaf::PublicPgn) => content::PGN,
            _ => content::JSON,
        };
        // The window keeps room in the channel, and topics were checked when they came in.
        self.client.publish(Outbound { topic, delivery, retained, payload, content_type, correlation })?;
        self.window.hand(delivery, item);
        Ok(())
    }
}

/// Where the sender of a command wants the answer, if that is a topic of his own.
fn response_to(topics: &Topics, (topic, correlation): (String, Option<Vec<u8>>)) -> Option<ResponseTo> {
    if topic == topics.topic(Leaf::ArbiterReply) {
        return None;
    }
    // Else whoever may send commands could have the daemon write to the public, or to itself.
    if topic.is_empty() || topic.contains(['+', '#', '\0']) || topic.starts_with('$') || topics.owns(&topic) {
        warn!(topic, "A command asks for its answer on a topic that is not its sender's.");
        return None;
    }
    Some(ResponseTo { topic, correlation })
}

/// The time of day, as in records.
fn now() -> String {
    format!("{:.3}", jiff::Timestamp::now())
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(response_to(&topics, (topic.to_owned(), None)).is_some(), allowed, "{topic}");
        }
    }
}
