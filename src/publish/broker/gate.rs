//! Who comes in, how many, and what they may leave behind. The service itself always may.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    future::{Future, ready},
    net::SocketAddr,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use mqtt5::{
    broker::{
        auth::{AuthProvider, AuthResult},
        events::{BrokerEventHandler, ClientPublishEvent, ClientSubscribeEvent, PublishAction},
        storage::ClientSession,
    },
    packet::connect::ConnectPacket,
    types::ReasonCode,
};
use tokio::{sync::mpsc, time::sleep};
use tracing::warn;

use super::{
    meter::Cut,
    stream::Line,
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

/// Most messages of others that are retained.
const MAX_RETAINED: usize = 64;

/// Longest filter of a subscription and longest topic, in bytes.
const MAX_TOPIC_BYTES: usize = 1_024;

/// Who would have to wait longer than this to be let in is turned away.
const MAX_WAIT: Duration = Duration::from_secs(2);

/// Most sessions that wait to be forgotten.
pub(super) const MAX_FORGOTTEN: usize = 64;

/// How the client ids of services begin; their sessions from before a restart are no strangers'.
const SERVICES: &str = "touchmove-";

type Answer<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Stands before the broker.
pub(super) struct Gate {
    /// By which the service's own clients are known.
    pass: Secret,
    /// Sessions that are to be forgotten.
    forget: mpsc::Sender<String>,
    state: Mutex<State>,
}

/// Why somebody is not let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Refusal {
    /// The client id is the service's own.
    Id,
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
    connections: HashMap<SocketAddr, Connection>,
    /// Client ids of the service's own.
    own: HashSet<String>,
    /// Client ids of others with a session that is kept, the one longest away first.
    sessions: VecDeque<String>,
    /// Topics of others' retained messages.
    retained: HashSet<String>,
    /// How fast they come in.
    comes: Throttle,
    /// How fast they publish and subscribe, once in: nobody waits outside for those who do.
    says: Throttle,
    tally: Tally,
}

struct Connection {
    number: u64,
    line: Arc<Line>,
    stage: Stage,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Stage {
    /// Another's, with its client id.
    In(String),
    /// The service's own.
    Own,
    /// It has not said who it is.
    Waiting,
}

/// How often what happened, so that the log tells the first time, the second, the fourth, and so on.
#[derive(Debug, Default)]
struct Tally(HashMap<String, u64>);

impl Gate {
    /// A gate that knows the service's own clients by their password, and tells which sessions are to be forgotten.
    pub(super) fn new(pass: Secret) -> (Arc<Gate>, mpsc::Receiver<String>) {
        let (forget, forgotten) = mpsc::channel(MAX_FORGOTTEN);
        let state = Mutex::new(State {
            last: 0,
            connections: HashMap::new(),
            own: HashSet::new(),
            sessions: VecDeque::new(),
            retained: HashSet::new(),
            comes: Throttle::new(),
            says: Throttle::new(),
            tally: Tally::default(),
        });
        (Arc::new(Gate { pass, forget, state }), forgotten)
    }

    /// Starts to count the sessions that a storage has.
    pub(super) fn found_sessions(&self, ids: Vec<String>) {
        let state = &mut *self.state();
        state.sessions = ids.into_iter().filter(|id| !id.starts_with(SERVICES)).collect();
        while state.sessions.len() > MAX_SESSIONS
            && let Some(id) = state.sessions.pop_front()
        {
            if self.forget.try_send(id).is_err() {
                break;
            }
        }
    }

    /// A connection has come. `None`: there are too many.
    pub(super) fn comes(&self, from: SocketAddr, now: Instant) -> Option<(u64, Arc<Line>)> {
        let state = &mut *self.state();
        let others = state.connections.values().filter(|connection| connection.stage != Stage::Own);
        if others.count() >= MAX_CONNECTIONS {
            state.tally.tell("there are too many connections", "The embedded broker turns clients away.");
            return None;
        }
        let waiting = state.connections.values().filter(|connection| connection.stage == Stage::Waiting);
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
        state.connections.insert(from, Connection { number, line: Arc::clone(&line), stage: Stage::Waiting });
        Some((number, line))
    }

    /// A connection has ended.
    pub(super) fn goes(&self, from: SocketAddr, number: u64) {
        let state = &mut *self.state();
        // Its address may be another's by now.
        if state.connections.get(&from).is_some_and(|connection| connection.number == number)
            && let Some(gone) = state.connections.remove(&from)
            && let Some(why) = gone.line.was_cut()
        {
            state.tally.tell(&why.to_string(), "The embedded broker cuts clients off.");
        }
    }

    /// Cuts off who is too slow by now.
    pub(super) fn inspect(&self, now: Instant) {
        for connection in self.state().connections.values() {
            if let Some(why) = connection.line.overdue(now) {
                connection.line.cut(why);
            }
        }
    }

    /// Whether somebody is to be let in; then he is in.
    fn decide(&self, connect: &ConnectPacket, from: SocketAddr) -> Result<(), Refusal> {
        let is_own = self.is_own(connect);
        let id = &connect.client_id;
        let state = &mut *self.state();
        let will = connect.will.as_ref().filter(|will| will.retain).map(|will| will.topic.as_str());
        if is_own {
            state.own.insert(id.clone());
            state.sessions.retain(|other| other != id);
            if let Some(topic) = will {
                state.retained.remove(topic);
            }
            if let Some(connection) = state.connections.get_mut(&from) {
                connection.stage = Stage::Own;
                connection.line.exempt();
            }
            return Ok(());
        }
        if state.own.contains(id) {
            return Err(Refusal::Id);
        }
        // Who has the same client id makes room.
        let others = state.connections.values().filter(|c| matches!(&c.stage, Stage::In(other) if other != id));
        if others.count() >= MAX_CLIENTS {
            return Err(Refusal::Room);
        }
        if will.is_some_and(|topic| topic.len() > MAX_TOPIC_BYTES || !state.may_retain(topic)) {
            return Err(Refusal::Retains);
        }
        let is_kept = ClientSession::expiry_from_connect(connect) != Some(0);
        state.sessions.retain(|other| other != id);
        if is_kept {
            if state.sessions.len() >= MAX_SESSIONS {
                let is_in = |id: &String| state.connections.values().any(|c| c.stage == Stage::In(id.clone()));
                let away = state.sessions.iter().position(|id| !is_in(id)).ok_or(Refusal::Sessions)?;
                let away = state.sessions.remove(away);
                // Where so many wait to be forgotten that there is no room, that one is not let in.
                let told = away.map(|id| self.forget.try_send(id).is_ok());
                if told != Some(true) {
                    return Err(Refusal::Sessions);
                }
            }
            state.sessions.push_back(id.clone());
        }
        if let Some(connection) = state.connections.get_mut(&from) {
            connection.stage = Stage::In(id.clone());
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

    /// How long who has subscribed waits until he may say more: the answer may have been all that is retained.
    fn listens(&self, event: &ClientSubscribeEvent, now: Instant) -> Duration {
        let state = &mut *self.state();
        if state.own.contains(&*event.client_id) {
            return Duration::ZERO;
        }
        state.says.take(throttle::subscription(event.subscriptions.len()), now)
    }

    /// How long a message waits for its turn; `Err`: its sender is cut off.
    fn weigh(&self, event: &ClientPublishEvent, now: Instant) -> Result<Duration, ()> {
        let state = &mut *self.state();
        let retains = event.retain && !event.payload.is_empty();
        if state.own.contains(&*event.client_id) {
            if retains {
                state.retained.remove(&*event.topic);
            }
            return Ok(Duration::ZERO);
        }
        if event.topic.len() > MAX_TOPIC_BYTES || retains && !state.may_retain(&event.topic) {
            let sender = |c: &&Connection| matches!(&c.stage, Stage::In(id) if **id == *event.client_id);
            if let Some(connection) = state.connections.values().find(sender) {
                connection.line.cut(if retains { Cut::Retains } else { Cut::Long });
            }
            return Err(());
        }
        if event.retain && !retains {
            state.retained.remove(&*event.topic);
        }
        Ok(state.says.take(throttle::message(event.payload.len()), now))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Whether another's message may be retained there; then it counts.
    fn may_retain(&mut self, topic: &str) -> bool {
        if self.retained.contains(topic) {
            return true;
        }
        let may = self.retained.len() < MAX_RETAINED;
        if may {
            self.retained.insert(topic.to_owned());
        }
        may
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
            Refusal::Retains | Refusal::Sessions => ReasonCode::QuotaExceeded,
            Refusal::Room => ReasonCode::ServerBusy,
            Refusal::Speed => ReasonCode::ConnectionRateExceeded,
        }
    }

    fn text(self) -> &'static str {
        match self {
            Refusal::Id => "the client id is the service's own",
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
                self.decide(connect, from)
            } else {
                match self.turn(Instant::now()) {
                    Ok(wait) => {
                        sleep(wait).await;
                        self.decide(connect, from)
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

    fn authorize_publish<'a>(&'a self, _: &str, _: Option<&'a str>, _: &'a str) -> Answer<'a, bool> {
        // A refusal would be told in a form that clients of MQTT 3.1.1 do not understand.
        Box::pin(ready(true))
    }

    fn authorize_subscribe<'a>(&'a self, _: &str, _: Option<&'a str>, filter: &'a str) -> Answer<'a, bool> {
        Box::pin(ready(filter.len() <= MAX_TOPIC_BYTES))
    }
}

impl BrokerEventHandler for Gate {
    fn on_client_subscribe<'a>(&'a self, event: ClientSubscribeEvent) -> Answer<'a, ()> {
        let wait = self.listens(&event, Instant::now());
        Box::pin(async move {
            if !wait.is_zero() {
                // Meanwhile nothing more is read from who has subscribed.
                sleep(wait).await;
            }
        })
    }

    fn on_client_publish<'a>(&'a self, event: ClientPublishEvent) -> Answer<'a, PublishAction> {
        Box::pin(async move {
            match self.weigh(&event, Instant::now()) {
                Ok(wait) => {
                    if !wait.is_zero() {
                        // Meanwhile nothing more is read from its sender.
                        sleep(wait).await;
                    }
                    PublishAction::Continue
                }
                Err(()) => PublishAction::Handled,
            }
        })
    }
}
