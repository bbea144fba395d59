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
mod tests;
