//! First kept, then told: what follows from a table's inputs goes to the journal, and to broker and page once it is
//! there.

use std::{collections::VecDeque, time::Duration};

use tokio::{
    sync::mpsc::UnboundedReceiver,
    sync::oneshot,
    time::{Instant, timeout_at},
};
use tracing::{error, warn};

use super::tell;
use crate::{
    board::{Event, Orientation},
    daemon::hall::Feed,
    game::{
        journal::{Batch, Begun, Durability, GameSummary, Item},
        record::{Body, Game, Phase, Record, Reply, Status},
    },
    publish::{
        mqtt::{Arrival, Publisher, ResponseTo},
        payload::{ArbiterMessage, waiting},
        web::WebHandle,
    },
    store::{Journal, Notice, Ticket, Trouble},
    table::{Happening, event_line, event_object},
    turn::GameTime,
};

/// How long a stopping table waits for the disk.
const SETTLE: Duration = Duration::from_secs(1);

/// How long what happens may wait for the disk before that is told: a slow card takes a second or two.
const HANGS: Duration = Duration::from_secs(5);

/// Most batches that wait for the disk before they are published, some half an hour of play. The oldest is then published
/// as it is: a disk that hangs must not keep the game from everybody.
const MAX_DEFERRED: usize = 5_000;

/// Who wants to know what became of a command.
pub(crate) enum Asker {
    Mqtt { response_to: Option<ResponseTo>, arrival: Option<Arrival> },
    Web(oneshot::Sender<String>),
}

/// Everything that follows from one input, in order.
pub(crate) struct CommitBatch {
    batch: Batch,
    durability: Durability,
    effects: Vec<Effect>,
}

/// What is done once its batch is kept.
enum Effect {
    /// The broker may forget a command that was not looked at.
    Forget(Arrival),
    Pgn(String),
    Record(Box<Record>),
    Reply(String, Option<Asker>),
    Resync,
}

/// Keeps a table's batches, and publishes them.
pub(crate) struct CommitThenPublish {
    table: String,
    journal: Journal,
    publisher: Publisher,
    web: WebHandle,
    hall: Feed,
    /// The last batch that is to be kept before anything more is published.
    awaited: Option<Ticket>,
    deferred: VecDeque<Deferred>,
    summary: GameSummary,
    orientation: Option<Orientation>,
    /// What is wrong with the journal.
    trouble: Option<Trouble>,
    /// Whether publishing fails, or keeping does; said once.
    unpublished: Reported,
    unkept: Reported,
}

/// What is to be published once a batch is kept.
struct Deferred {
    ticket: Ticket,
    since: Instant,
    effects: Vec<Effect>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reported {
    No,
    Yes,
}

/// Whether a reply tells that something was decided.
fn tells_a_decision(reply: &str) -> bool {
    serde_json::from_str::<Reply>(reply).is_ok_and(|reply| reply.did.is_some())
}

impl CommitBatch {
    pub(crate) fn new() -> CommitBatch {
        CommitBatch { batch: Batch::default(), durability: Durability::Soon, effects: Vec::new() }
    }

    /// Another game begins.
    pub(crate) fn begun(&mut self, begun: Begun) {
        self.urgent(Item::Begun(Box::new(begun)));
    }

    /// This happened. `at` is the time of day, for what people do.
    pub(crate) fn seen(&mut self, t_ms: GameTime, happening: &Happening, asker: Option<&Asker>, at: &str) {
        match happening {
            Happening::Command(_) => {
                let mut line = event_object(t_ms, happening);
                let from = match asker {
                    Some(Asker::Mqtt { .. }) => "mqtt",
                    Some(Asker::Web(_)) => "page",
                    None => "service",
                };
                line["at"] = at.into();
                line["from"] = from.into();
                self.urgent(Item::Event(line.to_string()));
            }
            Happening::Event(Event::Clock(_) | Event::Time) => {
                self.batch.items.push(Item::Event(event_line(t_ms, happening)))
            }
            Happening::ClockGone | Happening::Event(_) => self.urgent(Item::Event(event_line(t_ms, happening))),
        }
    }

    pub(crate) fn pgn(&mut self, text: String) {
        self.effects.push(Effect::Pgn(text));
    }

    /// A record; the time of day is on it.
    pub(crate) fn record(&mut self, record: Record) {
        if record.body.is_journaled() {
            let line = serde_json::to_string(&record).map_err(|error| error.to_string());
            match (line, waiting(&record)) {
                (Ok(line), Ok(waiting)) => self.urgent(Item::Record { seq: record.seq, line, waiting }),
                (Err(error), _) => error!(seq = record.seq, error, "A record cannot be written."),
                (Ok(line), Err(error)) => {
                    error!(seq = record.seq, %error, "A record cannot be sent.");
                    self.urgent(Item::Record { seq: record.seq, line, waiting: Vec::new() });
                }
            }
        }
        self.effects.push(Effect::Record(Box::new(record)));
    }

    /// The answer to a command, remembered by the command's id.
    pub(crate) fn reply(&mut self, id: Option<String>, text: String, asker: Option<Asker>) {
        self.answer(id, text, asker);
    }

    /// The answer to a command that no table has seen: it may be given again under the same id.
    pub(crate) fn refusal(&mut self, text: String, asker: Option<Asker>) {
        self.answer(None, text, asker);
    }

    /// A command is not looked at.
    pub(crate) fn forget(&mut self, arrival: Arrival) {
        self.effects.push(Effect::Forget(arrival));
    }

    fn answer(&mut self, id: Option<String>, text: String, asker: Option<Asker>) {
        let waiting = match asker {
            // It goes to the page alone, but for a decision: others decide at the same table.
            Some(Asker::Web(_)) if !tells_a_decision(&text) => None,
            Some(Asker::Mqtt { .. } | Asker::Web(_)) | None => match ArbiterMessage::reply(text.clone()) {
                Ok(message) => message.into_waiting().ok(),
                Err(error) => {
                    error!(%error, "An answer to a command is not published.");
                    None
                }
            },
        };
        self.urgent(Item::Reply { id, reply: text.clone(), waiting });
        self.effects.push(Effect::Reply(text, asker));
    }

    /// All state is to be sent again, and the records after this `seq`.
    pub(crate) fn resync(&mut self, seq: u64) {
        self.urgent(Item::Repeat(seq));
        self.effects.push(Effect::Resync);
    }

    fn urgent(&mut self, item: Item) {
        self.durability = Durability::Now;
        self.batch.items.push(item);
    }
}

impl CommitThenPublish {
    pub(crate) fn new(
        table: String,
        journal: Journal,
        publisher: Publisher,
        web: WebHandle,
        hall: Feed,
    ) -> CommitThenPublish {
        CommitThenPublish {
            table,
            journal,
            publisher,
            web,
            hall,
            awaited: None,
            deferred: VecDeque::new(),
            summary: GameSummary::default(),
            orientation: None,
            trouble: None,
            unpublished: Reported::No,
            unkept: Reported::No,
        }
    }

    pub(crate) fn journal(&self) -> &Journal {
        &self.journal
    }

    /// How an earlier run has left the game.
    pub(crate) fn summarised(&mut self, summary: GameSummary, orientation: Option<Orientation>) {
        self.summary = summary;
        self.orientation = orientation;
    }

    /// What a person should see to.
    pub(crate) fn errors(&self) -> Vec<String> {
        let hangs = self.deferred.front().is_some_and(|oldest| oldest.since.elapsed() > HANGS);
        let failing = (hangs || self.unkept == Reported::Yes).then_some(Trouble::Failing);
        self.trouble.or(failing).iter().map(|trouble| trouble.name().to_owned()).collect()
    }

    /// Keeps a batch and publishes it as soon as it is kept. `orientation` is that of the board, as far as it is known.
    pub(crate) fn keep(&mut self, mut following: CommitBatch, orientation: Option<Orientation>) {
        if following.batch.items.iter().any(|item| matches!(item, Item::Begun(_))) {
            self.orientation = None;
            self.summary = GameSummary::default();
        }
        if let Some(lies) = orientation.filter(|lies| self.orientation != Some(*lies)) {
            self.orientation = Some(lies);
            following.batch.items.push(Item::Orientation(lies.name()));
        }
        let game = following.effects.iter().rev().find_map(|effect| match effect {
            Effect::Record(record) => match &record.body {
                Body::Game(game) => Some(summary(game)),
                _ => None,
            },
            Effect::Forget(_) | Effect::Pgn(_) | Effect::Reply(..) | Effect::Resync => None,
        });
        if let Some(summary) = game.filter(|summary| *summary != self.summary) {
            following.batch.items.push(Item::Summary(summary.clone()));
            self.summary = summary;
        }
        let CommitBatch { batch, durability, effects } = following;
        if !batch.items.is_empty() {
            match self.journal.keep(batch, durability) {
                Ok(ticket) => {
                    self.unkept = Reported::No;
                    if durability == Durability::Now {
                        self.awaited = Some(ticket);
                    }
                }
                Err(behind) if self.unkept == Reported::No => {
                    self.unkept = Reported::Yes;
                    error!(%behind, "What happens at the table is not kept any more.");
                }
                Err(_) => {}
            }
        }
        match self.awaited {
            Some(ticket) if !effects.is_empty() => {
                self.deferred.push_back(Deferred { ticket, since: Instant::now(), effects });
                if self.deferred.len() > MAX_DEFERRED
                    && let Some(Deferred { effects, .. }) = self.deferred.pop_front()
                {
                    self.perform(effects);
                }
            }
            Some(_) | None => self.perform(effects),
        }
    }

    /// Publishes the presence, which need not be kept. Why the broker is not reached is for the page alone: what goes to
    /// the broker is read once it is reached.
    pub(crate) fn presence(&mut self, status: Status, broker_trouble: Option<String>, told: impl Fn(Status) -> Record) {
        let record = told(status.clone());
        self.notice(&record);
        self.hall.record(&record);
        self.web.record(&told(Status { broker_trouble, ..status }));
    }

    /// The journal has told something. Tells whether the errors have changed.
    pub(crate) fn heard(&mut self, notice: Notice) -> bool {
        match notice {
            Notice::Kept(ticket) => {
                while self.deferred.front().is_some_and(|oldest| oldest.ticket <= ticket) {
                    if let Some(Deferred { effects, .. }) = self.deferred.pop_front() {
                        self.perform(effects);
                    }
                }
                self.awaited = self.awaited.filter(|awaited| *awaited > ticket);
                false
            }
            Notice::More => {
                self.publisher.nudge();
                false
            }
            Notice::Trouble(trouble) => std::mem::replace(&mut self.trouble, trouble) != trouble,
        }
    }

    /// Waits until everything is kept, or for as long as a stop allows.
    pub(crate) async fn settle(&mut self, notices: &mut UnboundedReceiver<Notice>) {
        let deadline = Instant::now() + SETTLE;
        while self.awaited.is_some() {
            match timeout_at(deadline, notices.recv()).await {
                Ok(Some(notice)) => {
                    self.heard(notice);
                }
                Ok(None) | Err(_) => {
                    warn!("The disk is too slow for the last records: they are published by the next run.");
                    return;
                }
            }
        }
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Forget(arrival) => self.forget(Some(arrival)),
                Effect::Pgn(text) => {
                    if let Err(error) = self.publisher.pgn(&text) {
                        error!(%error, "The game's PGN is not published.");
                    }
                    self.hall.pgn(&self.table, &text);
                    self.web.pgn(&self.table, text);
                }
                Effect::Record(record) => self.tell(&record),
                Effect::Reply(text, asker) => {
                    self.hall.reply(&self.table, &text);
                    match asker {
                        Some(Asker::Mqtt { response_to, arrival }) => {
                            self.publisher.answer(&text, response_to.as_ref());
                            self.forget(arrival);
                        }
                        // Nobody may wait any more.
                        Some(Asker::Web(reply)) => drop(reply.send(text)),
                        None => self.publisher.answer(&text, None),
                    }
                }
                Effect::Resync => self.publisher.resync(),
            }
        }
    }

    /// What came of a command is kept: the broker need not deliver it again.
    fn forget(&self, arrival: Option<Arrival>) {
        if let Some(arrival) = arrival {
            self.publisher.kept(arrival);
        }
    }

    fn tell(&mut self, record: &Record) {
        tell::log(record);
        self.notice(record);
        self.hall.record(record);
        self.web.record(record);
    }

    fn notice(&mut self, record: &Record) {
        match self.publisher.publish(record) {
            Ok(()) => self.unpublished = Reported::No,
            Err(error) if self.unpublished == Reported::No => {
                self.unpublished = Reported::Yes;
                error!(%error, seq = record.seq, "Records are not published.");
            }
            Err(_) => {}
        }
    }
}

/// How a game stands, for lists of games.
fn summary(game: &Game) -> GameSummary {
    let phase = match game.phase {
        Phase::Over => "over",
        Phase::Playing => "playing",
        Phase::Setup => "setup",
        Phase::Suspended => "suspended",
    };
    GameSummary {
        phase: phase.to_owned(),
        white: game.players.white.clone(),
        black: game.players.black.clone(),
        plies: game.moves.len() as u64,
        result: game.result.to_owned(),
        termination: game.termination.clone(),
    }
}
