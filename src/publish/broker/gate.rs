//! Who comes in, how many, and what they may leave behind. The service itself always may.

use std::{
    collections::{HashMap, HashSet},
    future::{Future, ready},
    net::SocketAddr,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use mqtt5::{
    QoS,
    broker::{
        auth::{AuthProvider, AuthResult},
        events::{
            BrokerEventHandler, ClientConnectEvent, ClientDisconnectEvent, ClientPublishEvent, ClientSubscribeEvent,
            ClientUnsubscribeEvent, PublishAction, RetainedSetEvent,
        },
        storage::{ClientSession, InflightDirection, InflightMessage, RetainedMessage},
    },
    packet::connect::ConnectPacket,
    types::ReasonCode,
};
use tokio::{sync::mpsc, time::sleep};
use tracing::warn;

use super::{
    filters::is_too_deep,
    guests::{Connection, Guests, MAX_OWED, Said, Stage, Will, newest},
    line::Line,
    meter::{Cut, MAX_PROPERTIES_BYTES, WINDOW, copy_bytes},
    retained::Retained,
    throttle::{self, Throttle},
};
use crate::publish::secret::Secret;

/// Most clients at a time besides the service's own.
const MAX_CLIENTS: usize = 48;

/// Most connections that have not said who they are; one more, and the oldest of them goes.
const MAX_WAITING: usize = 32;

/// Most connections of others, those included that are just ending.
const MAX_CONNECTIONS: usize = 128;

/// Most sessions of others that are kept; for one more, the one goes that was away the longest.
const MAX_SESSIONS: usize = 16;

/// How often, and after how long each time, it is looked whether there is room for what a subscription shows.
const LOOKS: usize = 20;
const AGAIN: Duration = Duration::from_millis(100);

/// Most filters of a packet that are charged for: 25 ms, and 5 ms for each.
const MAX_ASKED: usize = 200;

/// Longest filter of a subscription and longest topic, in bytes.
const MAX_TOPIC_BYTES: usize = 1_024;

/// Who would have to wait longer than this to be let in is turned away.
const MAX_WAIT: Duration = Duration::from_secs(2);

/// Most sessions that wait to be forgotten.
pub(super) const MAX_FORGOTTEN: usize = 64;

/// How the client ids of services begin. What is theirs is told by that where nothing else is known yet.
const SERVICES: &str = "touchmove-";

/// How long after the start nobody else gets the client ids of the services that were in before.
const CLAIM: Duration = Duration::from_secs(10);

type Answer<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Stands before the broker.
pub(super) struct Gate {
    /// By which the service's own clients are known.
    pass: Secret,
    /// Sessions that are to be forgotten.
    forget: mpsc::Sender<String>,
    opened: Instant,
    state: Mutex<State>,
}

/// Why somebody is not let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Refusal {
    /// The client id is the service's own.
    Id,
    /// What it wants published when it is gone is too long, without its payload.
    Long,
    /// It wants something retained when it is gone, and there is no room.
    Retains,
    /// All places are taken.
    Room,
    /// It wants a session kept, and all that are kept are in use.
    Sessions,
    /// Too many come at once.
    Speed,
}

struct State {
    /// The last number given to a connection.
    last: u64,
    guests: Guests,
    /// Client ids of the service's own.
    own: HashSet<String>,
    /// The same, and those from before a restart.
    services: HashSet<String>,
    /// Whether those from before are known.
    knows_services: bool,
    /// Whether `services` have changed since they were asked for.
    has_news: bool,
    /// How fast they come in.
    comes: Throttle,
    /// How fast they publish and subscribe, once in: nobody waits outside for those who do.
    says: Throttle,
    tally: Tally,
}

/// How often what happened, so that the log tells the first time, the second, the fourth, and so on.
#[derive(Debug, Default)]
struct Tally(HashMap<String, u64>);

/// When it is a client's turn to say something more.
#[derive(Debug, Default)]
struct Turn {
    wait: Duration,
    line: Option<Arc<Line>>,
}

/// What somebody is shown who subscribes, in bytes; without a line nothing is.
#[derive(Debug, Default)]
struct Shown {
    line: Option<Arc<Line>>,
    bytes: usize,
}

impl Gate {
    /// A gate that knows the service's own clients by their password, and tells which sessions are to be forgotten.
    pub(super) fn new(pass: Secret) -> (Arc<Gate>, mpsc::Receiver<String>) {
        let (forget, forgotten) = mpsc::channel(MAX_FORGOTTEN);
        let state = Mutex::new(State {
            last: 0,
            guests: Guests::default(),
            own: HashSet::new(),
            services: HashSet::new(),
            knows_services: false,
            has_news: false,
            comes: Throttle::new(),
            says: Throttle::new(),
            tally: Tally::default(),
        });
        (Arc::new(Gate { pass, forget, opened: Instant::now(), state }), forgotten)
    }

    /// Learns the client ids of the services that were in before; `None`: that is not known.
    pub(super) fn remembers(&self, services: Option<HashSet<String>>) {
        let state = &mut *self.state();
        state.knows_services = services.is_some();
        state.services.extend(services.unwrap_or_default());
    }

    /// The client ids of the services that are in or were, where they have changed since this was last asked.
    pub(super) fn new_services(&self) -> Option<Vec<String>> {
        let state = &mut *self.state();
        std::mem::take(&mut state.has_news).then(|| {
            let mut services: Vec<String> = state.services.iter().cloned().collect();
            services.sort_unstable();
            services
        })
    }

    /// The services' client ids could not be kept: they are news still.
    pub(super) fn services_are_news(&self) {
        self.state().has_news = true;
    }

    /// Counts what a storage has, and nothing that was there before: sessions, retained messages, and what sessions have
    /// half published.
    pub(super) fn found(
        &self,
        sessions: Vec<String>,
        retained: Vec<(String, RetainedMessage)>,
        begun: impl IntoIterator<Item = InflightMessage>,
    ) {
        let state = &mut *self.state();
        let (services, are_known) = (&state.services, state.knows_services);
        let is_service = |id: &str| services.contains(id) || !are_known && id.starts_with(SERVICES);
        let retained = Retained::found(retained, is_service);
        let others = sessions.into_iter().filter(|id| !is_service(id)).collect();
        state.guests.found(others, retained);
        for message in begun.into_iter().filter(|message| message.direction == InflightDirection::Inbound) {
            // Whatever its other properties are, they are no longer than may be.
            let bytes = copy_bytes(&message.topic, MAX_PROPERTIES_BYTES);
            state.guests.begins(&message.client_id, message.packet_id, &message.topic, bytes);
        }
        while state.guests.sessions.len() > MAX_SESSIONS
            && let Ok(room) = self.forget.try_reserve()
            && let Some(id) = state.guests.sessions.pop_front()
        {
            room.send(id);
        }
    }

    /// Forgets what others wanted retained and will not have any more. Tells the topics in which they have something.
    pub(super) fn kept_by_others(&self) -> Vec<String> {
        self.state().guests.prune()
    }

    /// A connection has come. `None`: there are too many.
    pub(super) fn comes(&self, from: SocketAddr, now: Instant) -> Option<(u64, Arc<Line>)> {
        let state = &mut *self.state();
        let others = state.guests.connections.values().filter(|connection| connection.stage != Stage::Own);
        if others.count() >= MAX_CONNECTIONS {
            state.tally.tell("there are too many connections", "The embedded broker turns clients away.");
            return None;
        }
        let waiting = state.guests.connections.values().filter(|connection| connection.stage == Stage::Waiting);
        let waiting: Vec<&Connection> = waiting.filter(|waiting| waiting.line.was_cut().is_none()).collect();
        // Not one that was never listened to: it may be the service's own, which has said so.
        let silent = waiting.iter().filter(|waiting| waiting.line.was_listened_to());
        let silent = silent.min_by_key(|waiting| waiting.number);
        if waiting.len() >= MAX_WAITING
            && let Some(oldest) = silent
        {
            oldest.line.cut(Cut::Waits);
        }
        state.last += 1;
        let (number, line) = (state.last, Line::new(now));
        state.guests.connections.insert(from, Connection::new(number, Arc::clone(&line)));
        Some((number, line))
    }

    /// A connection has ended.
    pub(super) fn goes(&self, from: SocketAddr, number: u64) {
        let state = &mut *self.state();
        if let Some(why) = state.guests.goes(from, number) {
            state.tally.tell(&why.to_string(), "The embedded broker cuts clients off.");
        }
    }

    /// Cuts off who is too slow by now.
    pub(super) fn inspect(&self, now: Instant) {
        for connection in self.state().guests.connections.values() {
            if let Some(why) = connection.line.overdue(now) {
                connection.line.cut(why);
            }
        }
    }

    /// Whether somebody is to be let in; then he is in.
    fn decide(&self, connect: &ConnectPacket, from: SocketAddr, now: Instant) -> Result<(), Refusal> {
        let is_own = self.is_own(connect);
        let id = &connect.client_id;
        let state = &mut *self.state();
        let guests = &mut state.guests;
        let kept = connect.will.as_ref().filter(|will| will.retain);
        if is_own {
            state.own.insert(id.clone());
            state.has_news |= state.services.insert(id.clone());
            guests.sessions.retain(|other| other != id);
            if let Some(will) = kept {
                guests.retained.service_publishes(&will.topic, copy_bytes(&will.topic, 0) + will.payload.len());
            }
            if let Some(connection) = guests.connections.get_mut(&from) {
                connection.stage = Stage::Own;
                connection.line.exempt();
            }
            return Ok(());
        }
        let is_early = now.saturating_duration_since(self.opened) < CLAIM;
        if state.own.contains(id) || is_early && state.services.contains(id) {
            return Err(Refusal::Id);
        }
        // Who has the same client id makes room.
        let others = guests.connections.values().filter(|c| matches!(&c.stage, Stage::In(other) if other != id));
        if others.count() >= MAX_CLIENTS {
            return Err(Refusal::Room);
        }
        let will = connect.will.as_ref().map(Will::new);
        if will.as_ref().is_some_and(|will| {
            will.topic.len() > MAX_TOPIC_BYTES || is_too_deep(&will.topic) || will.properties > MAX_PROPERTIES_BYTES
        }) {
            return Err(Refusal::Long);
        }
        if kept.is_some_and(|will| !guests.may_retain(&will.topic)) {
            return Err(Refusal::Retains);
        }
        let is_kept = ClientSession::expiry_from_connect(connect) != Some(0);
        guests.sessions.retain(|other| other != id);
        if is_kept {
            if guests.sessions.len() >= MAX_SESSIONS {
                // Where so many wait to be forgotten that there is no room, that one is not let in.
                let room = self.forget.try_reserve().map_err(|_| Refusal::Sessions)?;
                room.send(guests.forget_one().ok_or(Refusal::Sessions)?);
            }
            guests.sessions.push_back(id.clone());
        }
        // A service of before that comes without the password is another's.
        state.has_news |= state.services.remove(id);
        guests.delayed.remove(id);
        if connect.clean_start {
            guests.begun.remove(id);
        }
        if let Some(connection) = guests.connections.get_mut(&from) {
            connection.stage = Stage::In(id.clone());
            connection.will = will;
            connection.line.opens(connect.properties.get_receive_maximum().unwrap_or(WINDOW));
        }
        Ok(())
    }

    fn is_own(&self, connect: &ConnectPacket) -> bool {
        connect.password.as_deref().is_some_and(|password| self.pass.is(password))
    }

    /// How long a newcomer waits for his turn; `Err` where that is too long.
    fn turn(&self, now: Instant) -> Result<Duration, Refusal> {
        let state = &mut *self.state();
        if state.comes.wait(now) > MAX_WAIT {
            return Err(Refusal::Speed);
        }
        Ok(state.comes.take(throttle::CONNECTION, now))
    }

    /// Whether somebody may subscribe to this, and what that shows to him; `None`: he may not.
    fn subscribes(&self, id: &str, filter: &str) -> Option<Shown> {
        let state = &mut *self.state();
        if filter.len() > MAX_TOPIC_BYTES {
            return None;
        }
        if state.own.contains(id) {
            return Some(Shown::default());
        }
        let connection = newest(&mut state.guests.connections, id)?;
        if connection.asked.contains(filter) || !connection.filters.take(filter) {
            state.tally.tell(
                "a client has too many, or too many for one message",
                "The embedded broker refuses subscriptions.",
            );
            return None;
        }
        // What a session has subscribed to before is not shown again.
        if !connection.is_served {
            return Some(Shown::default());
        }
        connection.asked.insert(filter.to_owned());
        let bytes = state.guests.retained.shown(filter);
        Some(Shown { line: (bytes > 0).then(|| Arc::clone(&connection.line)), bytes })
    }

    /// Waits until there is room for what somebody is shown, but not for ever: then somebody else goes.
    async fn shows(&self, shown: Shown) {
        let Some(line) = shown.line else { return };
        for _ in 0..LOOKS {
            if self.has_room(shown.bytes) {
                break;
            }
            line.waits(AGAIN).await;
        }
        let now = Instant::now();
        line.owes(shown.bytes, now);
        self.state().guests.collects(now);
    }

    /// Whether so much more may wait for others.
    fn has_room(&self, bytes: usize) -> bool {
        self.state().guests.owed() + bytes <= MAX_OWED
    }

    /// How long who has subscribed waits until he may say more: the answer may have been all that is retained.
    fn listens(&self, event: &ClientSubscribeEvent, now: Instant) -> Turn {
        let state = &mut *self.state();
        // The service itself is none of them.
        let Some(connection) = newest(&mut state.guests.connections, &event.client_id) else { return Turn::default() };
        connection.asked.clear();
        // Beyond so many of a packet none is granted, and each is refused at once.
        let asked = event.subscriptions.len().min(MAX_ASKED);
        let wait = state.says.take(throttle::subscription(asked), now);
        Turn { wait, line: Some(Arc::clone(&connection.line)) }
    }

    /// Somebody is about to publish this, or it is the will of somebody who has gone: who is sent it has that waiting.
    fn says(&self, id: &str, topic: &str, now: Instant) {
        let state = &mut *self.state();
        if state.own.contains(id) {
            state.guests.sends(topic, copy_bytes(topic, 0), now);
            return;
        }
        // Its sender is cut off for it.
        if is_too_deep(topic) {
            return;
        }
        // A will that was delayed may be as long as any.
        let properties = newest(&mut state.guests.connections, id).map_or(MAX_PROPERTIES_BYTES, |sender| {
            let will = sender.will.as_ref().filter(|will| will.topic == topic);
            sender.line.take_properties() + will.map_or(0, |will| will.properties)
        });
        let copies = state.guests.sends(topic, copy_bytes(topic, properties), now);
        if let Some(sender) = newest(&mut state.guests.connections, id) {
            sender.said = Said { properties, copies };
        }
    }

    /// How long a message waits for its turn that somebody was about to publish; `Err`: its sender is cut off.
    fn weigh(&self, event: &ClientPublishEvent, now: Instant) -> Result<Turn, ()> {
        let state = &mut *self.state();
        let (id, topic, payload) = (&*event.client_id, &*event.topic, event.payload.len());
        let (guests, retains) = (&mut state.guests, event.retain && payload > 0);
        if state.own.contains(id) {
            if retains {
                guests.retained.service_publishes(topic, copy_bytes(topic, 0) + payload);
            }
            return Ok(Turn::default());
        }
        let (line, said) = match newest(&mut guests.connections, id) {
            Some(sender) => (Some(Arc::clone(&sender.line)), std::mem::take(&mut sender.said)),
            None => (None, Said::default()),
        };
        let refusal = if topic.len() > MAX_TOPIC_BYTES || is_too_deep(topic) {
            Some(Cut::Long)
        } else {
            (retains && !guests.may_retain(topic)).then_some(Cut::Retains)
        };
        if let Some(why) = refusal {
            if let Some(line) = line {
                line.cut(why);
            }
            return Err(());
        }
        let copy = copy_bytes(topic, said.properties);
        if retains {
            guests.retained.another_publishes(topic, copy + payload, id);
        }
        if let (QoS::ExactlyOnce, Some(packet)) = (event.qos, event.packet_id) {
            guests.begins(id, packet, topic, copy);
        }
        let bytes = topic.len() + said.properties + payload;
        Ok(Turn { wait: state.says.take(throttle::message(bytes, said.copies), now), line })
    }

    /// Messages that were half published go to their readers now, by their packet identifiers.
    pub(super) fn releases(&self, from: SocketAddr, packets: &[u16], now: Instant) {
        let state = &mut *self.state();
        let copies = packets.iter().map(|packet| state.guests.releases(from, *packet, now)).sum();
        // They have waited for their turn before, but not all at once.
        state.says.take(throttle::copies(copies), now);
    }

    /// Something is retained, or nothing any more.
    fn retains(&self, event: &RetainedSetEvent) {
        let guests = &mut self.state().guests;
        if event.cleared {
            guests.retained.cleared(&event.topic);
        } else {
            guests.retained.stored(&event.topic, event.payload.len());
            guests.delayed.retain(|_, topic| **topic != *event.topic);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turn {
    /// Waits for it. Meanwhile nothing more is read from the client.
    async fn comes(self) {
        match self.line {
            _ if self.wait.is_zero() => {}
            Some(line) => line.waits(self.wait).await,
            None => sleep(self.wait).await,
        }
    }
}

impl Tally {
    fn tell(&mut self, why: &str, sentence: &'static str) {
        let count = self.0.entry(why.to_owned()).or_default();
        *count += 1;
        if count.is_power_of_two() {
            warn!(why, count, "{sentence}");
        }
    }
}

impl Refusal {
    fn code(self) -> ReasonCode {
        match self {
            Refusal::Id => ReasonCode::ClientIdentifierNotValid,
            Refusal::Long => ReasonCode::PacketTooLarge,
            Refusal::Retains | Refusal::Sessions => ReasonCode::QuotaExceeded,
            Refusal::Room => ReasonCode::ServerBusy,
            Refusal::Speed => ReasonCode::ConnectionRateExceeded,
        }
    }

    fn text(self) -> &'static str {
        match self {
            Refusal::Id => "the client id is the service's own",
            Refusal::Long => "the message for when it is gone has a topic or properties that are too long",
            Refusal::Retains => "a message is to be retained, and there is no room",
            Refusal::Room => "there are too many clients",
            Refusal::Sessions => "there are too many sessions",
            Refusal::Speed => "too many come at once",
        }
    }
}

impl AuthProvider for Gate {
    fn authenticate<'a>(
        &'a self,
        connect: &'a ConnectPacket,
        from: SocketAddr,
    ) -> Answer<'a, mqtt5::error::Result<AuthResult>> {
        Box::pin(async move {
            let decided = if self.is_own(connect) {
                self.decide(connect, from, Instant::now())
            } else {
                match self.turn(Instant::now()) {
                    Ok(wait) => {
                        sleep(wait).await;
                        self.decide(connect, from, Instant::now())
                    }
                    Err(refusal) => Err(refusal),
                }
            };
            Ok(match decided {
                Ok(()) => AuthResult::success(),
                Err(refusal) => {
                    self.state().tally.tell(refusal.text(), "The embedded broker turns clients away.");
                    AuthResult::fail(refusal.code())
                }
            })
        })
    }

    fn authorize_publish<'a>(&'a self, id: &str, _: Option<&'a str>, topic: &'a str) -> Answer<'a, bool> {
        self.says(id, topic, Instant::now());
        // A refusal would be told in a form that clients of MQTT 3.1.1 do not understand.
        Box::pin(ready(true))
    }

    fn authorize_subscribe<'a>(&'a self, id: &str, _: Option<&'a str>, filter: &'a str) -> Answer<'a, bool> {
        let shown = self.subscribes(id, filter);
        Box::pin(async move {
            let Some(shown) = shown else { return false };
            self.shows(shown).await;
            true
        })
    }
}

impl BrokerEventHandler for Gate {
    fn on_client_connect<'a>(&'a self, event: ClientConnectEvent) -> Answer<'a, ()> {
        if let Some(connection) = newest(&mut self.state().guests.connections, &event.client_id) {
            connection.is_served = true;
        }
        Box::pin(ready(()))
    }

    fn on_client_subscribe<'a>(&'a self, event: ClientSubscribeEvent) -> Answer<'a, ()> {
        Box::pin(self.listens(&event, Instant::now()).comes())
    }

    fn on_client_unsubscribe<'a>(&'a self, event: ClientUnsubscribeEvent) -> Answer<'a, ()> {
        if let Some(connection) = newest(&mut self.state().guests.connections, &event.client_id) {
            connection.filters.give_up(&event.topic_filters);
        }
        Box::pin(ready(()))
    }

    fn on_client_publish<'a>(&'a self, event: ClientPublishEvent) -> Answer<'a, PublishAction> {
        Box::pin(async move {
            match self.weigh(&event, Instant::now()) {
                Ok(turn) => {
                    turn.comes().await;
                    PublishAction::Continue
                }
                Err(()) => PublishAction::Handled,
            }
        })
    }

    fn on_client_disconnect<'a>(&'a self, event: ClientDisconnectEvent) -> Answer<'a, ()> {
        // It has said goodbye: what it wanted retained after that is dropped.
        let state = &mut *self.state();
        let goes = state.guests.connections.values_mut().filter(|connection| connection.is_of(&event.client_id));
        if !event.unexpected
            && let Some(connection) = goes.min_by_key(|connection| connection.number)
        {
            connection.will = None;
        }
        Box::pin(ready(()))
    }

    fn on_retained_set<'a>(&'a self, event: RetainedSetEvent) -> Answer<'a, ()> {
        self.retains(&event);
        Box::pin(ready(()))
    }
}

#[cfg(test)]
mod tests {
    use mqtt5::{ConnectOptions, WillMessage};

    use super::*;
    use crate::publish::broker::guests::MAX_RETAINED;

    fn gate() -> (Arc<Gate>, mpsc::Receiver<String>) {
        Gate::new(Secret::new("p4ss".to_owned()))
    }

    fn from(port: u16) -> SocketAddr {
        SocketAddr::from(([127, 0, 0, 1], port))
    }

    fn connect(id: &str) -> ConnectPacket {
        ConnectPacket::new(ConnectOptions::new(id).protocol_options)
    }

    fn with_will(id: &str, will: WillMessage) -> ConnectPacket {
        ConnectPacket { will: Some(will), ..connect(id) }
    }

    fn will(topic: &str) -> WillMessage {
        WillMessage::new(topic, b"gone".to_vec()).with_retain(true)
    }

    /// Has a client come in from this port, as the broker does.
    fn comes(gate: &Gate, port: u16, connect: &ConnectPacket) -> Result<(u64, Arc<Line>), Refusal> {
        let (number, line) = gate.comes(from(port), Instant::now()).expect("a place");
        if let Err(refusal) = gate.decide(connect, from(port), Instant::now()) {
            gate.goes(from(port), number);
            return Err(refusal);
        }
        drop(gate.on_client_connect(ClientConnectEvent {
            client_id: connect.client_id.as_str().into(),
            user_id: None,
            clean_start: true,
            session_expiry_interval: 0,
            will_topic: None,
            will_payload: None,
            will_qos: None,
            will_retain: None,
        }));
        Ok((number, line))
    }

    fn message(id: &str, topic: &str) -> ClientPublishEvent {
        ClientPublishEvent {
            client_id: id.into(),
            user_id: None,
            topic: topic.into(),
            payload: b"x".to_vec().into(),
            qos: QoS::AtMostOnce,
            retain: false,
            packet_id: None,
            response_topic: None,
            correlation_data: None,
        }
    }

    /// Has a client publish something, as the broker does. `Err`: it is cut off.
    fn publishes(gate: &Gate, message: &ClientPublishEvent) -> Result<(), ()> {
        gate.says(&message.client_id, &message.topic, Instant::now());
        gate.weigh(message, Instant::now()).map(drop)
    }

    fn retained(id: &str, topic: &str) -> ClientPublishEvent {
        ClientPublishEvent { retain: true, ..message(id, topic) }
    }

    fn is_retained(gate: &Gate, topic: &str, payload: &[u8]) {
        gate.retains(&RetainedSetEvent {
            topic: topic.into(),
            payload: payload.to_vec().into(),
            qos: QoS::AtMostOnce,
            cleared: payload.is_empty(),
        });
    }

    fn says_goodbye(gate: &Gate, id: &str) {
        drop(gate.on_client_disconnect(ClientDisconnectEvent {
            client_id: id.into(),
            user_id: None,
            reason: ReasonCode::Success,
            unexpected: false,
        }));
    }

    #[test]
    fn when_too_much_waits_the_one_goes_for_whom_most_waits_the_longest() {
        let (gate, _forgotten) = gate();
        let (_, first) = comes(&gate, 1, &connect("first")).expect("let in");
        let filters = ["#", "+/#", "noise/#", "noise/+"];
        assert!(filters.iter().all(|filter| gate.subscribes("first", filter).is_some()));
        assert!(gate.subscribes("first", "noise/a").is_none(), "it would be a fifth copy");
        assert!(gate.subscribes("first", "#").is_none(), "it has that from the same packet");
        comes(&gate, 2, &connect("loud")).expect("let in");
        let noise = message("loud", "noise/a");
        publishes(&gate, &noise).expect("short enough");
        let copy = copy_bytes("noise/a", 0);
        assert_eq!(first.debt().map(|(_, bytes)| bytes), Some(4 * copy));

        let (_, second) = comes(&gate, 3, &connect("second")).expect("let in");
        let (_, other) = comes(&gate, 4, &connect("other")).expect("let in");
        assert!(gate.subscribes("second", "#").is_some());
        assert!(gate.subscribes("other", "chess/#").is_some());
        let mut count = 1;
        while first.was_cut().is_none() {
            publishes(&gate, &noise).expect("short enough");
            count += 1;
        }
        assert_eq!(first.was_cut(), Some(Cut::Owed));
        assert_eq!((second.was_cut(), other.was_cut()), (None, None));
        assert_eq!(count, MAX_OWED / (5 * copy) + 1);
        assert_eq!((second.debt().map(|(_, bytes)| bytes), other.debt()), (Some((count - 1) * copy), None));
        assert!(gate.has_room(MAX_OWED / 2), "what waited for it is none of the others' business");
    }

    #[test]
    fn what_was_half_published_waits_once_it_is_released() {
        let (gate, _forgotten) = gate();
        let (_, line) = comes(&gate, 1, &connect("reader")).expect("let in");
        comes(&gate, 2, &connect("slow")).expect("let in");
        let half = ClientPublishEvent { qos: QoS::ExactlyOnce, packet_id: Some(7), ..message("slow", "t") };
        publishes(&gate, &half).expect("short enough");
        assert!(gate.subscribes("reader", "#").is_some());
        assert_eq!(line.debt(), None);
        let owed = || line.debt().map(|(_, bytes)| bytes);
        gate.releases(from(2), &[8, 7], Instant::now());
        assert_eq!(owed(), Some(copy_bytes("t", 0)));
        gate.releases(from(2), &[7], Instant::now());
        assert_eq!(owed(), Some(copy_bytes("t", 0)), "once");
    }

    #[test]
    fn what_is_retained_waits_for_who_is_shown_it() {
        let (gate, _forgotten) = gate();
        let (_, line) = comes(&gate, 1, &connect("reader")).expect("let in");
        is_retained(&gate, "a/1", b"one");
        is_retained(&gate, "a/2", b"two");
        is_retained(&gate, "b", b"three");
        let shown = gate.subscribes("reader", "a/+").expect("granted");
        assert_eq!(shown.bytes, 2 * (copy_bytes("a/1", 0) + 3));
        assert!(shown.line.is_some_and(|shown| Arc::ptr_eq(&shown, &line)));
        assert!(gate.subscribes("reader", "c").is_some_and(|shown| shown.line.is_none()));
    }

    #[test]
    fn what_is_to_be_retained_when_somebody_is_gone_takes_a_place_as_long_as_it_may_come() {
        let (gate, _forgotten) = gate();
        comes(&gate, 1, &connect("x")).expect("let in");
        for number in 0..MAX_RETAINED {
            publishes(&gate, &retained("x", &format!("x/{number}"))).expect("there is room");
            is_retained(&gate, &format!("x/{number}"), b"x");
        }
        assert_eq!(comes(&gate, 2, &with_will("y", will("y"))).err(), Some(Refusal::Retains));
        comes(&gate, 2, &with_will("y", will("x/1"))).expect("that is counted already");
        is_retained(&gate, "x/0", b"");
        comes(&gate, 3, &with_will("z", will("z"))).expect("there is room again");
        assert_eq!(comes(&gate, 4, &with_will("a", will("a"))).err(), Some(Refusal::Retains));
        says_goodbye(&gate, "z");
        let (number, _) = comes(&gate, 4, &with_will("a", will("a"))).expect("the other's will not come");
        gate.goes(from(4), number);
        let mut delayed = with_will("b", will("b"));
        delayed.properties.set_session_expiry_interval(60);
        if let Some(will) = &mut delayed.will {
            will.properties.will_delay_interval = Some(60);
        }
        let (number, _) = comes(&gate, 5, &delayed).expect("nor does that");
        gate.goes(from(5), number);
        publishes(&gate, &retained("x", "x/64")).expect_err("that of the last is still to come");
        assert_eq!(gate.kept_by_others().len(), MAX_RETAINED - 1);
        is_retained(&gate, "b", b"gone");
        assert_eq!(gate.kept_by_others().len(), MAX_RETAINED);
    }

    #[test]
    fn nothing_is_kept_for_others_where_it_would_not_be_found_again() {
        let (gate, _forgotten) = gate();
        let (_, line) = comes(&gate, 1, &connect("x")).expect("let in");
        publishes(&gate, &message("x", "$x")).expect("it is not kept");
        publishes(&gate, &retained("x", "$x")).expect_err("refused");
        assert_eq!(line.was_cut(), Some(Cut::Retains));
    }

    #[test]
    fn a_will_is_no_longer_than_a_message() {
        let (gate, _forgotten) = gate();
        let mut long = will("a");
        long.properties.user_properties = vec![(String::new(), "v".repeat(MAX_PROPERTIES_BYTES - 5))];
        comes(&gate, 1, &with_will("a", long.clone())).expect("short enough");
        long.properties.content_type = Some("t".to_owned());
        assert_eq!(comes(&gate, 2, &with_will("b", long)).err(), Some(Refusal::Long));
        let topic = "t".repeat(MAX_TOPIC_BYTES + 1);
        assert_eq!(comes(&gate, 3, &with_will("c", will(&topic))).err(), Some(Refusal::Long));
    }

    #[test]
    fn sessions_are_counted_after_a_restart_whatever_their_client_ids() {
        let (gate, mut forgotten) = gate();
        let services = (0..40).map(|number| format!("touchmove-chess-{number}"));
        gate.remembers(Some(services.clone().collect()));
        let others = (0..MAX_SESSIONS + 2).map(|number| format!("touchmove-other-{number}"));
        gate.found(services.chain(others).collect(), Vec::new(), []);
        let gone: Vec<String> = std::iter::from_fn(|| forgotten.try_recv().ok()).collect();
        assert_eq!(gone, ["touchmove-other-0", "touchmove-other-1"]);
    }

    #[test]
    fn where_no_services_are_known_they_are_told_by_their_client_ids() {
        let (gate, mut forgotten) = gate();
        gate.remembers(None);
        let services = (0..40).map(|number| format!("touchmove-chess-{number}"));
        let others = (0..=MAX_SESSIONS).map(|number| format!("other-{number}"));
        gate.found(services.chain(others).collect(), Vec::new(), []);
        let gone: Vec<String> = std::iter::from_fn(|| forgotten.try_recv().ok()).collect();
        assert_eq!(gone, ["other-0"]);
    }

    #[test]
    fn the_client_id_of_a_service_of_before_is_anothers_only_if_it_does_not_come_back() {
        let (gate, _forgotten) = gate();
        let services = ["touchmove-chess-1", "touchmove-chess-2"].map(str::to_owned);
        gate.remembers(Some(services.into()));
        let mut own = connect("touchmove-chess-1");
        own.password = Some(b"p4ss".to_vec());
        assert_eq!(comes(&gate, 1, &connect("touchmove-chess-1")).err(), Some(Refusal::Id));
        assert_eq!(gate.new_services(), None);
        let later = Instant::now() + CLAIM;
        gate.decide(&own, from(2), later).expect("let in");
        assert_eq!(gate.decide(&connect("touchmove-chess-1"), from(3), later), Err(Refusal::Id));
        gate.decide(&connect("touchmove-chess-2"), from(3), later).expect("nobody else has come");
        assert_eq!(gate.new_services(), Some(vec!["touchmove-chess-1".to_owned()]));
        assert_eq!(gate.new_services(), None);
    }
}
