//! The tables of this program as a source: what they publish is heard at once, and commands go straight to them. No
//! broker is needed.

use std::{
    collections::{BTreeMap, HashMap},
    path::PathBuf,
    time::Duration,
};

use tokio::{
    sync::{mpsc, oneshot, watch},
    task::spawn_blocking,
    time::{Instant, sleep_until, timeout},
};
use tracing::{debug, error, warn};

use crate::{
    game::{command::GivenCommand, record::Record},
    publish::{
        delay_line::{DelayLine, Delayed},
        mqtt::follow::{Heard, MAX_HEARD},
        payload::{ArbiterMessage, PublicMessage},
        time::PublisherTime,
        topics::Leaf,
        web,
    },
    store::{Archive, StoreError},
};

/// How long a table may take to answer.
const REPLY_WITHIN: Duration = Duration::from_secs(30);

/// How many records are read out of the journal at a time.
const AT_A_TIME: u32 = 1_000;

/// What tables tell the hall. Never waits: what finds no room is asked for again.
#[derive(Debug, Clone)]
pub(crate) struct Feed {
    heard: mpsc::Sender<Heard>,
    public: mpsc::Sender<(String, PublicMessage)>,
}

/// The tables of this program.
#[derive(Debug)]
pub(crate) struct OwnTables {
    heard: mpsc::Sender<Heard>,
    tables: HashMap<String, mpsc::Sender<web::Command>>,
    journal: PathBuf,
}

impl Feed {
    /// A way to the hall, and the hall's end of it. What is public comes late by `delay`.
    pub(crate) fn start(delay: watch::Receiver<Duration>) -> (Feed, mpsc::Receiver<Heard>) {
        let (heard, from_tables) = mpsc::channel(MAX_HEARD);
        let (public, held_back) = mpsc::channel(MAX_HEARD);
        tokio::spawn(hold_back(held_back, delay, heard.downgrade()));
        (Feed { heard, public }, from_tables)
    }

    /// A record that is kept.
    pub(crate) fn record(&self, record: &Record) {
        let table = record.table.to_string();
        // What is too long to be sent is told where it is to be published.
        if let Ok(message) = ArbiterMessage::of(record) {
            let leaf = message.leaf();
            let heard = Heard { table: table.clone(), leaf, text: message.into_payload(), arrival: None };
            if self.heard.try_send(heard).is_err() {
                debug!(table, %leaf, "The hall is behind: a record is passed over, and asked for again.");
            }
        }
        if let Ok(Some(message)) = PublicMessage::of(record) {
            let _ = self.public.try_send((table, message));
        }
    }

    /// The answer to a command, whoever gave it.
    pub(crate) fn reply(&self, table: &str, text: &str) {
        let (table, text) = (table.to_owned(), text.to_owned());
        let _ = self.heard.try_send(Heard { table, leaf: Leaf::ArbiterReply, text, arrival: None });
    }

    /// The game's PGN.
    pub(crate) fn pgn(&self, table: &str, text: &str) {
        let (table, text) = (table.to_owned(), text.to_owned());
        let _ = self.heard.try_send(Heard { table, leaf: Leaf::PublicPgn, text, arrival: None });
    }
}

/// Holds what is public back, table by table.
async fn hold_back(
    mut from_tables: mpsc::Receiver<(String, PublicMessage)>,
    mut delay: watch::Receiver<Duration>,
    heard: mpsc::WeakSender<Heard>,
) {
    let started = Instant::now();
    let at = |instant: Instant| PublisherTime(millis(instant.duration_since(started)));
    let mut lines: BTreeMap<String, DelayLine> = BTreeMap::new();
    loop {
        let next = lines.values().filter_map(DelayLine::next_deadline).min();
        let wake = next.map_or_else(
            || Instant::now() + Duration::from_secs(3_600),
            |PublisherTime(ms)| started + Duration::from_millis(ms),
        );
        tokio::select! {
            message = from_tables.recv() => {
                let Some((table, message)) = message else { return };
                let delay_ms = millis(*delay.borrow());
                let line = lines.entry(table).or_insert_with(|| DelayLine::new(delay_ms));
                line.push(at(Instant::now()), Delayed::State(message));
            }
            Ok(()) = delay.changed() => {
                let delay_ms = millis(*delay.borrow_and_update());
                lines.values_mut().for_each(|line| line.set_delay(delay_ms));
            }
            () = sleep_until(wake) => {}
        }
        let now = at(Instant::now());
        let Some(heard) = heard.upgrade() else { return };
        for (table, line) in &mut lines {
            while let Some(item) = line.poll(now) {
                let Delayed::State(message) = item else { continue };
                let leaf = message.leaf();
                let message = Heard { table: table.clone(), leaf, text: message.into_payload(), arrival: None };
                if heard.send(message).await.is_err() {
                    return;
                }
            }
        }
    }
}

impl OwnTables {
    /// Tables that take commands here; their journal is in the folder `journal`.
    pub(crate) fn new(feed: &Feed, tables: HashMap<String, mpsc::Sender<web::Command>>, journal: PathBuf) -> OwnTables {
        OwnTables { heard: feed.heard.clone(), tables, journal }
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.tables.keys().cloned().collect()
    }

    pub(super) fn command(&self, table: &str, json: &str) {
        let given = GivenCommand::read(json);
        let asked = given.object().ok().filter(|object| object["command"] == "resync");
        if let Some(asked) = asked {
            return self.tell_again(table, asked["seq"].as_u64().unwrap_or_default());
        }
        let (reply, answer) = oneshot::channel();
        let Some(to_table) = self.tables.get(table) else { return };
        if to_table.try_send(web::Command { table: table.to_owned(), given, reply }).is_err() {
            warn!(table, "A command of the hall finds no room at its table; it is given again.");
            return;
        }
        let (heard, table) = (self.heard.downgrade(), table.to_owned());
        tokio::spawn(async move {
            let Ok(Ok(text)) = timeout(REPLY_WITHIN, answer).await else { return };
            if let Some(heard) = heard.upgrade() {
                let _ = heard.send(Heard { table, leaf: Leaf::ArbiterReply, text, arrival: None }).await;
            }
        });
    }

    /// Tells what the journal has of a table after `seq`.
    fn tell_again(&self, table: &str, seq: u64) {
        let (heard, table, journal) = (self.heard.downgrade(), table.to_owned(), self.journal.clone());
        spawn_blocking(move || {
            let read = || -> Result<(), StoreError> {
                let archive = Archive::open(&journal)?;
                let mut after = seq;
                loop {
                    let records = archive.records_after(&table, after, AT_A_TIME)?;
                    let Some((last, _)) = records.last() else { return Ok(()) };
                    after = *last;
                    let Some(heard) = heard.upgrade() else { return Ok(()) };
                    for (_, text) in records {
                        let again = Heard { table: table.clone(), leaf: Leaf::ArbiterMove, text, arrival: None };
                        if heard.blocking_send(again).is_err() {
                            return Ok(());
                        }
                    }
                }
            };
            match read() {
                // Nothing is kept there, so nothing is missing but what this run has told.
                Ok(()) | Err(StoreError::None { .. }) => {}
                Err(error) => error!(table, %error, "The hall cannot read what a table has said before."),
            }
        });
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
