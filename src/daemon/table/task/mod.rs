//! The task of one table: it owns the table and its port, and carries out what the table wants done.

mod asked;
mod presence;
mod taken_up;

use std::{
    collections::HashSet,
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

use protocols::{At, registry::Board};
use tokio::{
    sync::{Mutex, mpsc, watch},
    task::JoinSet,
    time::{Instant, sleep_until},
};
use tracing::{debug, error, info, warn};

use super::{
    Ending, TURN_WITHIN,
    capture::Capture,
    commit::{Asker, CommitBatch, CommitThenPublish},
    memory::Memory,
    rate_limit::{self, RateLimit},
    redelivery::Redelivery,
    resume::Comparison,
    status::{BrokerWatch, Watch},
};
use crate::{
    board::{Counters, Event},
    daemon::{clock::Clock, config, hall::Feed, metrics::TableMetrics},
    game::record::{Record, Status},
    publish::{
        mqtt::{self, Publisher},
        web::{self, WebHandle},
    },
    rules::Winnable,
    serial::{Closing, LinkEvent, Links, SendError, Wanted, capture::Direction},
    store::{Journal, Notice},
    table::{ClockOffset, Happening, Input, Output, Table},
    turn::{GameTime, Question},
};

/// The word in `errors` for play that does not reach the record.
const NOT_RECORDED: &str = "play-not-recorded";

/// How often presence is told although nothing has changed.
const PRESENCE: Duration = Duration::from_secs(60);

/// How long a board may answer without telling what stands on it before that is told; each time after it, twice as long.
const BLIND: Duration = Duration::from_secs(10);

/// Most searches that go on at once for a table; each takes some megabytes.
const MAX_SEARCHES: usize = 4;

/// What a table's task is made of.
#[derive(Debug, Clone)]
pub(crate) struct Parts {
    pub(crate) clock: Clock,
    pub(crate) wanted: Wanted,
    pub(crate) links: Links,
    /// Where what codecs have learnt is kept.
    pub(crate) state_dir: PathBuf,
    /// Where captures go, and how many bytes each may have.
    pub(crate) captures: Option<(PathBuf, u64)>,
    /// For how many days games are kept.
    pub(crate) keep_days: u32,
    pub(crate) publisher: Publisher,
    pub(crate) web: WebHandle,
    pub(crate) hall: Feed,
    pub(crate) metrics: Arc<TableMetrics>,
}

/// What comes to a table's task, and what is kept where the task fails.
#[derive(Debug)]
pub(crate) struct Inbox {
    /// The table's configuration, and each later one: for the games that begin then.
    pub(crate) config: watch::Receiver<config::Table>,
    pub(crate) from_mqtt: mpsc::Receiver<mqtt::Command>,
    pub(crate) from_web: mpsc::Receiver<web::Command>,
    pub(crate) journal: Journal,
    pub(crate) notices: mpsc::UnboundedReceiver<Notice>,
    pub(crate) stop: watch::Receiver<bool>,
}

/// Runs a table until told to stop, or until it cannot go on.
pub(crate) async fn run(parts: Parts, inbox: Arc<Mutex<Inbox>>) -> Ending {
    let Parts { clock, wanted, links, state_dir, captures, keep_days, publisher, web, hall, metrics } = parts;
    // One task at a time: the one before has ended.
    let mut inbox = inbox.lock().await;
    let Inbox { config, from_mqtt, from_web, journal, notices, stop } = &mut *inbox;
    let mut link = links.start(wanted);
    let table = config.borrow_and_update().clone();
    let link_to_broker = publisher.link();
    let output = CommitThenPublish::new(table.name.clone(), journal.clone(), publisher.clone(), web, hall);
    let mut task = Task {
        config: table,
        clock,
        state_dir,
        captures,
        keep_days,
        output,
        publisher,
        port: link.handle.clone(),
        table: None,
        board: None,
        session: String::new(),
        sessions: HashSet::new(),
        seq: metrics.records.now(),
        watch: Watch::default(),
        broker: BrokerWatch::new(link_to_broker, Instant::now()),
        told: None,
        memory: None,
        capture: None,
        asker: None,
        searches: JoinSet::new(),
        comparison: Comparison::Done,
        metrics: Arc::clone(&metrics),
        counted: Counters::default(),
        silent: None,
        blind: None,
        blind_pause: BLIND,
        lost: 0,
        replies: Vec::new(),
        redelivery: Redelivery::default(),
        rate_limit: RateLimit::new(rate_limit::COMMANDS, Instant::now()),
    };
    // What is told to end does not wait for a long game to be rebuilt.
    let resumed = tokio::select! {
        () = task.resume() => true,
        () = async { drop(stop.wait_for(|stop| *stop).await) } => false,
    };
    if !resumed {
        link.end().await;
        return Ending::Stopped;
    }
    let mut presence_due = Instant::now();
    let ending = loop {
        metrics.turns.add(1);
        let now = Instant::now();
        if now >= presence_due {
            presence_due = now + PRESENCE;
            task.each_minute();
        }
        if task.broker.look(now) {
            task.tell_presence();
        }
        task.reopen_if_silent(now);
        task.tell_if_blind(now);
        let due = task.next_deadline();
        let wake = due.map_or(presence_due, |due| due.min(presence_due)).min(now + TURN_WITHIN);
        tokio::select! {
            // What has arrived comes before what has become due: the board may have spoken in time.
            biased;
            _ = stop.wait_for(|stop| *stop) => break Ending::Stopped,
            event = link.events.recv() => match event {
                Some(event) => task.link_event(event),
                // Only a panic in it can end the link before its owner.
                None => {
                    error!("The task that owns the port has ended.");
                    break Ending::Broken;
                }
            },
            Some(notice) = notices.recv() => task.heard(notice),
            Some(command) = from_mqtt.recv() => task.delivered(command),
            Some(command) = from_web.recv() => task.command(&command.given, Asker::Web(command.reply)),
            Some(Ok((question, answer))) = task.searches.join_next() => {
                task.feed(task.clock.now(), Input::Answer(&question, answer));
            }
            Ok(()) = config.changed() => task.reconfigure(config.borrow_and_update().clone()),
            () = sleep_until(wake) => if due.is_some_and(|due| due <= Instant::now()) {
                task.tick();
            },
        }
    };
    link.end().await;
    task.output.settle(notices).await;
    ending
}

struct Task {
    config: config::Table,
    clock: Clock,
    state_dir: PathBuf,
    captures: Option<(PathBuf, u64)>,
    keep_days: u32,
    output: CommitThenPublish,
    publisher: Publisher,
    port: crate::serial::LinkHandle,
    /// `None` until a board is found.
    table: Option<Table>,
    board: Option<Board>,
    session: String,
    /// The ids of games that are taken.
    sessions: HashSet<String>,
    /// `seq` of the last journaled record.
    seq: u64,
    watch: Watch,
    broker: BrokerWatch,
    /// The presence last told.
    told: Option<Status>,
    /// What the board's codec has learnt, kept.
    memory: Option<Memory>,
    capture: Option<Capture>,
    asker: Option<Asker>,
    /// What is being worked out beside the game.
    searches: JoinSet<(Question, Winnable)>,
    /// Of the board with a game that was taken up.
    comparison: Comparison,
    metrics: Arc<TableMetrics>,
    /// What the table had counted when that was last added up.
    counted: Counters,
    /// While the board is silent: when to open its port anew, and how long after that again.
    silent: Option<(Instant, Duration)>,
    /// While the board answers and nobody knows what stands on it: when to tell that.
    blind: Option<Instant>,
    /// How long that is waited for the next time.
    blind_pause: Duration,
    /// How many records had found no room in the outbox when presence was last told.
    lost: u64,
    /// Answers that an earlier run has given, for the next table.
    replies: Vec<(String, String)>,
    redelivery: Redelivery,
    rate_limit: RateLimit,
}

impl Task {
    fn next_deadline(&self) -> Option<Instant> {
        // A deadline that stays in the past is met a millisecond later, not in a tight loop.
        let soonest = Instant::now() + Duration::from_millis(1);
        let due = self.table.as_ref()?.next_deadline()?;
        Some(self.clock.instant(due).max(soonest))
    }

    fn tick(&mut self) {
        self.feed(self.clock.now(), Input::Tick);
    }

    fn link_event(&mut self, event: LinkEvent) {
        match event {
            LinkEvent::Bytes { at, bytes } => {
                let at = self.clock.at(at);
                self.metrics.heard(bytes.len());
                if let Some(capture) = &mut self.capture {
                    capture.piece(at, Direction::Rx, &bytes);
                }
                self.feed(at, Input::Bytes(&bytes));
            }
            LinkEvent::Closed { why: Closing::Asked } => {
                info!("The port is closed to be opened anew; looking for the board.");
                self.feed(self.clock.now(), Input::Closed);
            }
            LinkEvent::Closed { why } => {
                warn!(%why, "The port is closed; looking for the board.");
                self.metrics.port_losses.add(1);
                self.watch.closed();
                self.feed(self.clock.now(), Input::Closed);
                self.tell_change();
            }
            LinkEvent::Failing(why) => {
                warn!(%why, "No board yet; looking on.");
                self.watch.failing(why.to_string());
                self.tell_change();
            }
            LinkEvent::Opened { port, board, serial } => {
                info!(port = %port.display(), kind = board.kind, "The port is open.");
                self.watch.opened(&board, port, serial);
                if self.board.is_none_or(|known| (known.kind, known.sensing) != (board.kind, board.sensing)) {
                    self.begin(board);
                }
                self.feed(self.clock.now(), Input::Opened);
                self.tell_change();
            }
        }
    }

    /// Gives the table an input and does what it wants done. A table that fails over it is made anew, so that one
    /// bad moment costs one game and not the service.
    fn feed(&mut self, at: At, input: Input<'_>) {
        let Some(table) = &mut self.table else { return };
        let fed = catch_unwind(AssertUnwindSafe(|| table.handle(at, input)));
        self.perform();
        if let (Err(_), Some(board)) = (fed, self.board) {
            error!(session = self.session, "The table failed, which is a bug; it begins anew, this game is lost.");
            self.begin(board);
            if self.port.reopen().is_err() {
                error!("The port cannot be opened anew.");
            }
        }
    }

    fn perform(&mut self) {
        let mut following = CommitBatch::new();
        let mut board_shown = false;
        while let Some(output) = self.table.as_mut().and_then(Table::poll) {
            match output {
                Output::Ask(question) => self.search(question),
                Output::Begun(header) => following.begun(self.begun(&header)),
                Output::Health(health) => self.health(&health),
                Output::Keep(text) => self.keep(&text),
                Output::Pgn(text) => following.pgn(text),
                Output::Record(record) => following.record(self.dated(*record)),
                Output::Reply { id, text } => following.reply(id, text, self.asker.take()),
                Output::Resync(seq) => following.resync(seq),
                Output::Seen(at, happening) => {
                    board_shown |= matches!(happening, Happening::Event(Event::Placement(_)));
                    following.seen(at, &happening, self.asker.as_ref(), &self.time_of_day(at));
                }
                Output::Send(bytes) => self.send(bytes),
            }
        }
        if let (true, Some(table)) = (board_shown, &self.table) {
            self.comparison.tell(table);
        }
        self.output.keep(following, self.table.as_ref().and_then(Table::orientation));
        let interrupted = self.is_interrupted();
        if self.told.as_ref().is_some_and(|told| told.errors.iter().any(|word| word == NOT_RECORDED) != interrupted) {
            self.tell_presence();
        }
    }

    /// Whether what is played at the table is not being recorded.
    fn is_interrupted(&self) -> bool {
        self.table.as_ref().is_some_and(Table::is_interrupted)
    }

    fn heard(&mut self, notice: Notice) {
        if self.output.heard(notice) {
            self.tell_presence();
        }
    }

    /// Works a question out beside the game. One too many is left to the table.
    fn search(&mut self, question: Question) {
        if self.searches.len() < MAX_SEARCHES {
            self.searches.spawn_blocking(move || {
                let answer = question.mate.search();
                (question, answer)
            });
        }
    }

    fn keep(&self, text: &str) {
        let Some(memory) = &self.memory else { return };
        match memory.keep(text) {
            Ok(()) => info!(file = %memory.file().display(), "What was learnt of the pieces is kept."),
            Err(error) => {
                error!(file = %memory.file().display(), %error, "What was learnt of the pieces is not kept.");
            }
        }
    }

    /// A record with its time of day.
    fn dated(&mut self, mut record: Record) -> Record {
        record.at = Some(self.time_of_day(record.t_ms));
        self.metrics.records.raise_to(record.seq);
        self.metrics.said(&record.body);
        self.seq = record.seq;
        record
    }

    /// The time of day at a time of the game.
    fn time_of_day(&self, at: GameTime) -> String {
        self.clock.time_of_day(self.clock_offset().input_time(at))
    }

    fn clock_offset(&self) -> ClockOffset {
        self.table.as_ref().map_or(ClockOffset::NONE, Table::clock_offset)
    }

    fn send(&mut self, bytes: Vec<u8>) {
        if let Some(capture) = &mut self.capture {
            capture.piece(self.clock.now(), Direction::Tx, &bytes);
        }
        let count = bytes.len();
        match self.port.send(bytes) {
            Ok(()) => self.metrics.sent_bytes.add(count as u64),
            // The codec asks again, and tells of a board that answers nothing.
            Err(error @ (SendError::Full | SendError::Ended)) => debug!(%error, "Bytes for the board are dropped."),
        }
    }
}
