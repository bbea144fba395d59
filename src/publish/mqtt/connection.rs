//! One table's connection: kept up, fed from the queue, listened to.
//!
//! Nothing is trusted to the client library's own queues. Each connection starts with a new client, which forgets
//! the packet ids of the last one; what has no acknowledgement is sent again from the outbox, in order, as new
//! messages, whether or not the broker kept the session. So every connection's stream begins at or before the first
//! record that the broker lacks and has no hole: the first arrival of each record is in the order of `seq`, whatever
//! breaks when, and what arrives twice carries the same `seq`. The session is kept for the commands that arrive
//! while the daemon is away; a command is acknowledged once it is kept, so that one that a kill has cut off comes again.

use std::{pin::pin, sync::Arc, time::Duration};

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
    sync::{mpsc, watch},
    time::{Instant, sleep_until},
};
use tracing::{debug, error, info, warn};

use super::{
    arrivals::{Arrival, Arrivals, MAX_TELLING},
    back_off::BackOff,
    disconnect_reason::DisconnectReason,
    queue::{Ready, ResponseTo, Sending},
    settings::Endpoint,
    shared::{Command, Link, MAX_COMMANDS, MAX_REFUSED, Shared},
    window::{MAX_HANDED, Room, Window},
};
use crate::{
    game::command::{GivenCommand, MAX_COMMAND_BYTES, TooLong},
    publish::{
        content,
        topics::{Delivery, Leaf, Topics},
    },
};

/// Longest packet taken from the broker, in bytes.
const MAX_PACKET_BYTES: u32 = 1_024 * 1_024;

/// How long the broker keeps the session, and with it commands, when the daemon is away.
const SESSION_EXPIRY: Duration = Duration::from_secs(4 * 3_600);

/// Most messages on the way to the broker without acknowledgement, and so most duplicates after a break.
const WINDOW: usize = 32;

/// Packet ids the client uses before it starts again at 1; above [`WINDOW`], so that none comes up while in use.
const PACKET_IDS: u16 = 64;

/// Capacity of the client's channel. What is in it is lost to the client at a break, so it is short.
const CHANNEL: usize = MAX_HANDED + MAX_TELLING + 2;

/// Time after which an acknowledgement is no longer expected and the connection is given up.
const ACKNOWLEDGE_TIMEOUT: Duration = Duration::from_secs(30);

/// How much of a shutdown's time is kept for the last word.
const LAST_WORD: Duration = Duration::from_millis(500);

/// Keeps a table's connection up until told to stop.
pub(super) struct Task {
    pub(super) endpoint: Endpoint,
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
    client: AsyncClient,
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
    async fn connection(&mut self, back_off: &mut BackOff) -> Result<(), DisconnectReason> {
        let (client, mut event_loop) = AsyncClient::new(self.options()?, CHANNEL);
        self.connections += 1;
        let mut connection = Connection {
            client,
            number: self.connections,
            window: Window::new(1),
            arrivals: Arrivals::default(),
            up: None,
            last_event: Instant::now(),
            disconnecting: false,
        };
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

    fn options(&self) -> Result<MqttOptions, DisconnectReason> {
        let queue = self.shared.queue();
        let id = format!("touchmove-{}-{}", queue.topics().prefix(), queue.topics().table());
        let will = queue.will()?;
        let topic = queue.topics().topic(will.leaf());
        let mut options = MqttOptions::new(id, &self.endpoint.host, self.endpoint.port);
        options
            .set_transport(self.endpoint.transport.clone())
            .set_keep_alive(self.keep_alive)
            .set_clean_start(false)
            .set_manual_acks(true)
            .set_session_expiry_interval(Some(u32::try_from(SESSION_EXPIRY.as_secs()).unwrap_or(u32::MAX)))
            .set_max_packet_size(Some(MAX_PACKET_BYTES))
            .set_receive_maximum(Some(PACKET_IDS))
            .set_outgoing_inflight_upper_limit(PACKET_IDS)
            .set_last_will(LastWill::new(topic, will.into_payload(), QoS::AtLeastOnce, Leaf::Status.retained(), None));
        if let Some((user, password)) = &self.endpoint.credentials {
            options.set_credentials(user, password.reveal());
        }
        let mut network = options.network_options();
        network.set_tcp_nodelay(true);
        options.set_network_options(network);
        Ok(options)
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
            connection.client.try_disconnect().map_err(|_| DisconnectReason::OutOfStep)?;
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
            Event::Incoming(Incoming::PubAck(answer)) => self.acknowledged(connection, &answer, back_off)?,
            Event::Incoming(Incoming::Publish(publish)) => self.command(connection, &publish),
            Event::Incoming(Incoming::SubAck(answer)) => {
                for code in answer.return_codes {
                    if !matches!(code, SubscribeReasonCode::Success(_)) {
                        error!(?code, "The broker lets no commands through.");
                    }
                }
            }
            Event::Outgoing(Outgoing::Publish(id)) => {
                connection.window.sent(self.shared.at(), id).map_err(|_| DisconnectReason::OutOfStep)?;
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
        if !answer.session_present {
            self.sessions += 1;
        }
        let properties = answer.properties.as_ref();
        if properties.and_then(|properties| properties.max_qos) == Some(0) {
            return Err(DisconnectReason::Broker { what: "QoS 1" });
        }
        if properties.and_then(|properties| properties.retain_available) == Some(0) {
            return Err(DisconnectReason::Broker { what: "retained messages" });
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
        connection.client.try_subscribe_many([commands]).map_err(|_| DisconnectReason::OutOfStep)?;
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
    ) -> Result<(), DisconnectReason> {
        let Some(item) = connection.window.acknowledged(answer.pkid) else { return Err(DisconnectReason::OutOfStep) };
        if matches!(item, Sending::Entry { .. }) {
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
                    Sending::Entry { leaf, .. } => {
                        error!(?reason, %leaf, queued = queue.queued(), "The broker refuses records; they are kept.");
                    }
                    Sending::State(leaf) => error!(?reason, %leaf, "The broker refuses state."),
                    Sending::Farewell | Sending::Response | Sending::Touch => {
                        warn!(?reason, ?item, "The broker refuses a message.")
                    }
                }
                queue.refused(self.shared.at(), item);
            }
        }
        Ok(())
    }

    fn command(&mut self, connection: &mut Connection, publish: &Publish) {
        let arrival = (publish.qos != QoS::AtMostOnce).then(|| {
            connection.arrivals.came(publish.pkid);
            let (connection, session) = (connection.number, self.sessions);
            Arrival { packet: publish.pkid, repeated: publish.dup, session, connection }
        });
        let response_to = response_to(self.shared.queue().topics(), publish);
        let given = match std::str::from_utf8(&publish.payload) {
            _ if self.commands.capacity() <= MAX_REFUSED => Err(format!("{MAX_COMMANDS} commands are waiting already")),
            Ok(text) if text.len() > MAX_COMMAND_BYTES => Err(TooLong.to_string()),
            Ok(text) => Ok(GivenCommand::read(text)),
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
        if arrival.is_some() {
            connection.arrivals.refused(publish.pkid);
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
            let mut arrived = Publish::new("", QoS::AtLeastOnce, Vec::new(), None);
            arrived.pkid = packet;
            self.client.try_ack(&arrived).map_err(|_| DisconnectReason::OutOfStep)?;
        }
        Ok(())
    }

    fn hand(&mut self, ready: Ready) -> Result<(), DisconnectReason> {
        let Ready { topic, delivery, retained, payload, correlation, item } = ready;
        let qos = match delivery {
            Delivery::AtLeastOnce => QoS::AtLeastOnce,
            Delivery::AtMostOnce => QoS::AtMostOnce,
        };
        let content_type = match item {
            Sending::State(Leaf::PublicPgn) => content::PGN,
            _ => content::JSON,
        };
        let properties = PublishProperties {
            payload_format_indicator: Some(1),
            content_type: Some(content_type.to_owned()),
            correlation_data: correlation.map(Into::into),
            ..PublishProperties::default()
        };
        // The window keeps room in the channel, and topics were checked when they came in.
        let handed = self.client.try_publish_with_properties(topic, qos, retained, payload, properties);
        handed.map_err(|_| DisconnectReason::OutOfStep)?;
        self.window.hand(delivery, item);
        Ok(())
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
