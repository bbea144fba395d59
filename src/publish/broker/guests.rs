//! Those who are in and are not the service itself: what each has, what waits for it, and whose places are taken.

use std::{
    cmp::Reverse,
    collections::{HashMap, HashSet, VecDeque},
    net::SocketAddr,
    sync::Arc,
    time::Instant,
};

use mqtt5::WillMessage;

use super::{filters::Filters, line::Line, meter::Cut, retained::Retained};

/// Most messages of others that are retained, those included that are to be once their clients are gone.
pub(super) const MAX_RETAINED: usize = 64;

/// Most messages that a client may have half published.
pub(super) const MAX_BEGUN: u16 = 64;

/// Most that may wait for others, all together, in bytes. For more, the one goes for whom most waits, or the longest: the
/// bytes count by the time in which it has taken none.
///
/// That is what they are to be sent without the payloads, of which each is there once, and all that they are shown when
/// they subscribe. With the rest, what is undelivered takes less than 64 MiB: 16 MiB of this, and 2 MiB for the message by
/// which it is exceeded, 10 KiB for each of [`MAX_COPIES`](super::filters::MAX_COPIES) for each of 48 clients; 16 MiB in
/// the queues of 16 sessions, 1 MiB each; 10 MiB of messages half published, 128 KiB a client, and what is known of them;
/// payloads for the eleven seconds after which who takes nothing is cut off in any case, 6 MiB at 500 KiB a second; and
/// 5 MiB that are just coming, 64 KiB a connection. The payloads of the service's own messages come on top, for as long.
pub(super) const MAX_OWED: usize = 16 * 1_024 * 1_024;

/// Who is in, by address, and what others leave behind.
#[derive(Debug, Default)]
pub(super) struct Guests {
    pub(super) connections: HashMap<SocketAddr, Connection>,
    /// Client ids of others with a session that is kept, the one longest away first.
    pub(super) sessions: VecDeque<String>,
    pub(super) retained: Retained,
    /// By their client ids the topics in which others who are gone will have something retained after a delay.
    pub(super) delayed: HashMap<String, String>,
    /// What others have half published, by client id.
    pub(super) begun: HashMap<String, VecDeque<Begun>>,
}

/// A connection, the service's own ones included.
#[derive(Debug)]
pub(super) struct Connection {
    pub(super) number: u64,
    pub(super) line: Arc<Line>,
    pub(super) stage: Stage,
    /// Whether its session is there, and whatever it subscribes to from now on is shown to it.
    pub(super) is_served: bool,
    pub(super) filters: Filters,
    /// Those of the packet that is just looked at: each is shown once.
    pub(super) asked: HashSet<String>,
    /// The message that it is about to publish.
    pub(super) said: Said,
    /// What is published when it is gone.
    pub(super) will: Option<Will>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Stage {
    /// Another's, with its client id.
    In(String),
    /// The service's own.
    Own,
    /// It has not said who it is.
    Waiting,
}

/// A message, as it was weighed.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Said {
    /// How long its properties are, in bytes.
    pub(super) properties: usize,
    /// How often it is sent to others.
    pub(super) copies: usize,
}

/// What is published when somebody is gone.
#[derive(Debug)]
pub(super) struct Will {
    pub(super) topic: String,
    /// How long the properties are that go with it, in bytes.
    pub(super) properties: usize,
    retains: bool,
    is_delayed: bool,
}

/// A message that is half published (QoS 2): its readers get it once it is released.
#[derive(Debug)]
pub(super) struct Begun {
    packet: u16,
    topic: String,
    /// What each copy of it takes, in bytes.
    bytes: usize,
}

impl Guests {
    /// What is found in a storage, and nothing else: client ids of sessions, and what is retained.
    pub(super) fn found(&mut self, sessions: VecDeque<String>, retained: Retained) {
        (self.sessions, self.retained) = (sessions, retained);
        self.delayed.clear();
        self.begun.clear();
    }

    /// A connection has ended. Tells why it was cut off, if it was.
    pub(super) fn goes(&mut self, from: SocketAddr, number: u64) -> Option<Cut> {
        // Its address may be another's by now.
        self.connections.get(&from).filter(|connection| connection.number == number)?;
        let gone = self.connections.remove(&from)?;
        if let Stage::In(id) = gone.stage
            && !self.is_in(&id)
        {
            // A delayed will comes as long as its session is there and nobody is in with its client id.
            let is_kept = self.is_kept(&id);
            if let Some(will) = gone.will.filter(|will| is_kept && will.retains && will.is_delayed) {
                self.delayed.insert(id, will.topic);
            } else if !is_kept {
                self.begun.remove(&id);
            }
        }
        gone.line.was_cut()
    }

    /// Takes out the session that was away the longest; `None`: all are in use.
    pub(super) fn forget_one(&mut self) -> Option<String> {
        let place = self.sessions.iter().position(|id| !self.is_in(id))?;
        let id = self.sessions.remove(place)?;
        self.delayed.remove(&id);
        self.begun.remove(&id);
        Some(id)
    }

    /// Forgets what others wanted retained and will not have any more. Tells the topics in which they have something.
    pub(super) fn prune(&mut self) -> Vec<String> {
        let Guests { connections, sessions, retained, delayed, .. } = self;
        let is_kept = |id: &str| sessions.iter().any(|other| other == id);
        retained.prune(|id| is_kept(id) || connections.values().any(|connection| connection.is_of(id)));
        delayed.retain(|id, _| is_kept(id));
        retained.stored_by_others()
    }

    /// Whether another's message may be retained there.
    pub(super) fn may_retain(&self, topic: &str) -> bool {
        let wills = self.connections.values().filter_map(|connection| connection.will.as_ref());
        let wills = wills.filter(|will| will.retains).map(|will| will.topic.as_str());
        let wills = wills.chain(self.delayed.values().map(String::as_str));
        let taken: HashSet<&str> = self.retained.others().chain(wills).collect();
        // What begins so the broker does not find again after a restart.
        !topic.starts_with('$') && (taken.contains(topic) || taken.len() < MAX_RETAINED)
    }

    /// How many copies of a message others are sent, one of so many bytes. They wait for each until it takes them.
    pub(super) fn sends(&self, topic: &str, bytes: usize, now: Instant) -> usize {
        let mut all = 0;
        for connection in self.connections.values().filter(|connection| connection.is_another()) {
            let copies = connection.filters.matching(topic);
            connection.line.owes(copies.saturating_mul(bytes), now);
            all += copies;
        }
        if all > 0 {
            self.collects(now);
        }
        all
    }

    /// Another has half published a message, one of so many bytes.
    pub(super) fn begins(&mut self, id: &str, packet: u16, topic: &str, bytes: usize) {
        let begun = self.begun.entry(id.to_owned()).or_default();
        begun.retain(|other| other.packet != packet);
        if begun.len() >= usize::from(MAX_BEGUN) {
            begun.pop_front();
        }
        begun.push_back(Begun { packet, topic: topic.to_owned(), bytes });
    }

    /// Such a message goes to its readers now. Tells how many copies of it others are sent.
    pub(super) fn releases(&mut self, from: SocketAddr, packet: u16, now: Instant) -> usize {
        let Some(Stage::In(id)) = self.connections.get(&from).map(|connection| &connection.stage) else { return 0 };
        let Some(begun) = self.begun.get_mut(id) else { return 0 };
        let Some(place) = begun.iter().position(|begun| begun.packet == packet) else { return 0 };
        let message = begun.remove(place);
        message.map_or(0, |message| self.sends(&message.topic, message.bytes, now))
    }

    /// Cuts off those for whom most waits, or the longest, until no more waits for the others than may.
    pub(super) fn collects(&self, now: Instant) {
        let mut owed = self.owed();
        if owed <= MAX_OWED {
            return;
        }
        let mut debts = self.debts();
        debts.sort_unstable_by_key(|(since, bytes, _)| {
            Reverse(now.saturating_duration_since(*since).as_micros().saturating_mul(*bytes as u128))
        });
        for (_, bytes, line) in debts {
            if owed <= MAX_OWED {
                break;
            }
            line.cut(Cut::Owed);
            owed -= bytes;
        }
    }

    /// How many bytes wait for others.
    pub(super) fn owed(&self) -> usize {
        self.debts().iter().map(|(_, bytes, _)| bytes).sum()
    }

    /// Since when others have taken nothing of what waits for them, and how many bytes that is.
    fn debts(&self) -> Vec<(Instant, usize, &Line)> {
        let others = self.connections.values().filter(|connection| connection.is_another());
        others.filter_map(|other| other.line.debt().map(|(since, bytes)| (since, bytes, &*other.line))).collect()
    }

    fn is_in(&self, id: &str) -> bool {
        self.connections.values().any(|connection| connection.is_of(id))
    }

    fn is_kept(&self, id: &str) -> bool {
        self.sessions.iter().any(|other| other == id)
    }
}

impl Connection {
    pub(super) fn new(number: u64, line: Arc<Line>) -> Connection {
        Connection {
            number,
            line,
            stage: Stage::Waiting,
            is_served: false,
            filters: Filters::default(),
            asked: HashSet::new(),
            said: Said::default(),
            will: None,
        }
    }

    /// Whether it is another's, with this client id.
    pub(super) fn is_of(&self, id: &str) -> bool {
        matches!(&self.stage, Stage::In(other) if other == id)
    }

    /// Whether it is another's, and not cut off.
    fn is_another(&self) -> bool {
        matches!(self.stage, Stage::In(_)) && self.line.was_cut().is_none()
    }
}

impl Will {
    pub(super) fn new(will: &WillMessage) -> Will {
        let all = &will.properties;
        let texts = [&all.content_type, &all.response_topic].into_iter().flatten().map(String::len);
        let users = all.user_properties.iter().map(|(name, value)| 5 + name.len() + value.len());
        Will {
            topic: will.topic.clone(),
            properties: texts.chain(users).chain(all.correlation_data.as_ref().map(Vec::len)).sum(),
            retains: will.retain,
            is_delayed: all.will_delay_interval.is_some_and(|delay| delay > 0),
        }
    }
}

/// The connection of another with this client id; the last one, where it has come anew.
pub(super) fn newest<'a>(connections: &'a mut HashMap<SocketAddr, Connection>, id: &str) -> Option<&'a mut Connection> {
    connections.values_mut().filter(|connection| connection.is_of(id)).max_by_key(|connection| connection.number)
}
