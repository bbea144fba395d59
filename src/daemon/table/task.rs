//! The task of one table: it owns the table and its port, and carries out what the table wants done.

use std::{
    collections::HashSet,
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

use protocols::{At, BusAddress, Codec, Presence, registry::Board};
use tokio::{
    sync::{Mutex, mpsc, watch},
    task::{JoinSet, spawn_blocking},
    time::{Instant, sleep_until, timeout},
};
use tracing::{debug, error, info, warn};

use super::{
    Ending, TURN_WITHIN,
    capture::Capture,
    commit::{Asker, CommitBatch, CommitThenPublish},
    memory::Memory,
    rate_limit::{self, RateLimit},
    redelivery::Redelivery,
    resume::{self, Comparison, ResumeError, Resumed},
    status::{BrokerWatch, Watch},
};
use crate::{
    board::{Counters, Event, Health},
    daemon::{
        clock::{Clock, date, stamp},
        config::{self, Configured, convert},
        hall::Feed,
        metrics::TableMetrics,
    },
    game::{
        command::GivenCommand,
        journal::{Begun, Kept},
        pgn::Tags,
        record::{BoardState, BoardStatus, Body, Record, Status},
    },
    publish::{
        mqtt::{self, Publisher},
        web::{self, WebHandle},
    },
    rules::Winnable,
    serial::{Claims, Closing, Link, LinkEvent, Places, SendError, Wanted, capture::Direction},
    store::{Journal, Notice},
    table::{ClockOffset, Happening, Header, Input, Output, Setup, Source, Table, header_line},
    turn::{GameTime, Given, Question, Settings, Start},
};

/// Most searches that go on at once for a table; each takes some megabytes.
const MAX_SEARCHES: usize = 4;

/// How often presence is told although nothing has changed.
const PRESENCE: Duration = Duration::from_secs(60);

/// How long a board may be silent before its port is opened anew, and the longest such time: it may hang on another port
/// by now, or its adapter may only come to itself that way.
const REOPEN: (Duration, Duration) = (Duration::from_secs(5), Duration::from_secs(60));

/// How long a board may answer without telling what stands on it before that is told; each time after it, twice as long.
const BLIND: Duration = Duration::from_secs(10);

/// The word in `errors` for play that does not reach the record.
const NOT_RECORDED: &str = "play-not-recorded";

/// What a table's task is made of.
#[derive(Debug, Clone)]
pub(crate) struct Parts {
    pub(crate) clock: Clock,
    pub(crate) wanted: Wanted,
    pub(crate) places: Places,
    pub(crate) claims: Claims,
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
    let Parts { clock, wanted, places, claims, state_dir, captures, keep_days, publisher, web, hall, metrics } = parts;
    // One task at a time: the one before has ended.
    let mut inbox = inbox.lock().await;
    let Inbox { config, from_mqtt, from_web, journal, notices, stop } = &mut *inbox;
    let mut link = Link::start(wanted, places, claims);
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

    /// Takes up the game that an earlier run has left, if it left one.
    async fn resume(&mut self) {
        let kept = self.output.journal().kept().await;
        self.sessions = kept.games.iter().cloned().collect();
        self.redelivery = Redelivery::recall(kept.replies.iter().map(|(id, _)| id.as_str()));
        self.replies = kept.replies.clone();
        let Some(game) = &kept.game else { return };
        let reached = resume::reached(game);
        self.seq = self.seq.max(reached.seq);
        self.metrics.records.raise_to(self.seq);
        self.clock = self.clock.not_before(ClockOffset::NONE.input_time(reached.at));
        let (name, begun) = (game.id.clone(), game.header.clone());
        let summary = game.summary.clone();
        let resumed = rebuild(kept, self.state_dir.clone(), self.config.clone(), &self.metrics).await;
        let Resumed { table, board, session, settings, last } = match resumed {
            Ok(resumed) => resumed,
            Err(error) => {
                error!(game = name, %error, "The game that was on cannot be taken up; `touchmove export` has it.");
                return;
            }
        };
        info!(
            game = name,
            phase = summary.phase,
            plies = summary.plies,
            seq = self.seq,
            queued = self.publisher.queued(),
            "The game that was on goes on; the board is looked for."
        );
        self.clock = self.clock.not_before(last);
        self.output.summarised(summary, table.orientation());
        self.memory = Some(Memory::new(&self.state_dir, board.kind, &self.config.name));
        self.watch.remembered(&board);
        self.session = session;
        self.table = Some(table.with_lights(convert::lights(&self.config, &board)));
        self.board = Some(board);
        self.begin_capture();
        if !Configured::of(&self.config).is_that_of(&begun) {
            let next = Settings { clock: settings.clock, ..convert::game_settings(&self.config, board.sensing) };
            if let Some(table) = &mut self.table {
                table.set_next(next, self.config.laws.time_control.clone());
            }
        }
        // Whatever was done on the board meanwhile was not seen.
        self.feed(self.clock.now(), Input::Event(Event::Link { up: false }));
        if let Some(table) = &mut self.table {
            self.comparison = Comparison::Due { plies: table.plies() };
            table.announce();
        }
        self.perform();
    }

    /// Makes the table anew, for the kind of board that is there. Records are counted on.
    fn begin(&mut self, board: Board) {
        if let Some(known) = self.board.filter(|known| known.kind != board.kind) {
            warn!(was = known.kind, is = board.kind, "Another kind of board is there: its table begins anew.");
        }
        let name = &self.config.name;
        self.session = format!("{}-{name}", stamp());
        // Two in one second, or the computer's clock was set back.
        while !self.sessions.insert(self.session.clone()) {
            self.session.push('x');
        }
        let date = date();
        let setup = Setup {
            name: name.clone(),
            session: self.session.clone(),
            settings: convert::game_settings(&self.config, board.sensing),
            start: Start::Setup(convert::variant(&self.config)),
            given: Given::default(),
            seq: self.seq,
            tags: Tags { date, time_control: self.config.laws.time_control.clone(), ..Tags::default() },
        };
        let settings = convert::board_settings(&self.config, board.sensing);
        let memory = Memory::new(&self.state_dir, board.kind, name);
        let codec = recalling(&board, self.config.board.address, &memory);
        let lights = convert::lights(&self.config, &board);
        let replies = self.table.as_mut().map_or_else(|| std::mem::take(&mut self.replies), Table::take_replies);
        let mut table = Table::new(setup, Source::Board(codec, settings)).with_lights(lights);
        // What was done is not done again on another board.
        table.resume(replies, None, self.seq);
        self.table = Some(table);
        self.counted = Counters::default();
        self.memory = Some(memory);
        self.board = Some(board);
        self.begin_capture();
        self.perform();
    }

    fn begin_capture(&mut self) {
        self.capture = None;
        let Some((dir, max_bytes)) = &self.captures else { return };
        let name = format!("{}-{}", stamp(), self.config.name);
        match Capture::begin(self.clock.now(), dir, &name, *max_bytes) {
            Ok(capture) => self.capture = Some(capture),
            Err(error) => error!(dir = %dir.display(), %error, "What comes over the wire cannot be kept."),
        }
    }

    /// Takes over what can be: for the games that begin from now on.
    fn reconfigure(&mut self, config: config::Table) {
        self.config = config;
        if let (Some(table), Some(board)) = (&mut self.table, self.board) {
            let settings = convert::game_settings(&self.config, board.sensing);
            table.set_next(settings, self.config.laws.time_control.clone());
            self.perform();
        }
    }

    fn delivered(&mut self, command: mqtt::Command) {
        let mqtt::Command { given, response_to, arrival } = command;
        let given = match given {
            Ok(given) => given,
            Err(reason) => {
                self.asker = Some(Asker::Mqtt { response_to, arrival });
                return self.refuse(None, &reason);
            }
        };
        let now_ms = jiff::Timestamp::now().as_millisecond();
        let given = match &arrival {
            Some(arrival) => self.redelivery.named(given, arrival, now_ms),
            None => given,
        };
        self.command(&given, Asker::Mqtt { response_to, arrival });
    }

    fn command(&mut self, given: &GivenCommand, asker: Asker) {
        debug!(command = given.json(), "A command.");
        self.metrics.commands.add(1);
        self.asker = Some(asker);
        if !self.rate_limit.take(Instant::now()) {
            return self.drop_command(given);
        }
        if self.table.is_some() {
            self.feed(self.clock.now(), Input::Command(given));
        } else {
            self.refuse(given.id(), "no board has been found at this table yet");
        }
        // A table answers every command; one that failed over it does not.
        if self.asker.is_some() {
            self.refuse(given.id(), "the table failed over this command");
        }
    }

    /// Too many commands have come. Who waits for an answer is told; a flood over MQTT must not fill the outbox with
    /// answers.
    fn drop_command(&mut self, given: &GivenCommand) {
        self.metrics.commands_dropped.add(1);
        let count = self.metrics.commands_dropped.now();
        // The first, the second, the fourth ...
        if count.is_power_of_two() {
            let (at_once, a_second) = rate_limit::COMMANDS;
            warn!(count, at_once, a_second, "Too many commands: some are not looked at.");
        }
        match self.asker.take() {
            Some(Asker::Web(reply)) => drop(reply.send(refusal(given.id(), "too many commands, try again"))),
            Some(Asker::Mqtt { arrival: Some(arrival), .. }) => {
                let mut following = CommitBatch::new();
                following.forget(arrival);
                self.output.keep(following, None);
            }
            Some(Asker::Mqtt { arrival: None, .. }) | None => {}
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
                Output::Reply(text) => following.reply(text, self.asker.take()),
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

    fn begun(&self, header: &Header) -> Begun {
        let mut line: serde_json::Value = serde_json::from_str(&header_line(header)).unwrap_or_default();
        line["configured"] = serde_json::json!(Configured::of(&self.config));
        let expire = self.clock.days_ago(self.keep_days);
        let kind = self.board.map_or("", |board| board.kind).to_owned();
        let at = self.clock.time_of_day(self.clock.now());
        Begun { game: header.id(), kind, header: line.to_string(), seq: header.seq, at, expire }
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

    fn health(&mut self, health: &Health) {
        debug!(?health, "The device told of itself.");
        if let Some(serial) = &health.serial
            && self.port.identified(serial.clone()).is_err()
        {
            debug!("The port takes no more: the board's serial number is told it later.");
        }
        match health.presence {
            Some(Presence::Answering) => self.silent = None,
            Some(Presence::Silent) => {
                self.silent.get_or_insert_with(|| (Instant::now() + REOPEN.0, REOPEN.0));
            }
            None => {}
        }
        match (health.presence, health.placed) {
            (_, true) => (self.blind, self.blind_pause) = (None, BLIND),
            (Some(Presence::Answering), false) => {
                self.blind.get_or_insert_with(|| Instant::now() + self.blind_pause);
            }
            (Some(Presence::Silent) | None, false) => self.blind = None,
        }
        self.watch.told(health);
        self.tell_change();
    }

    /// Without a position there is no game, however well the board answers.
    fn tell_if_blind(&mut self, now: Instant) {
        if self.blind.is_some_and(|due| due <= now) {
            let kind = self.board.map(|board| board.kind);
            warn!(kind, "The board answers, but has not told what stands on its squares: no game is followed.");
            self.blind_pause *= 2;
            self.blind = Some(now + self.blind_pause);
            self.watch.blind();
            self.tell_change();
        }
    }

    /// A board that has gone silent may hang on another port by now.
    fn reopen_if_silent(&mut self, now: Instant) {
        if let Some((due, pause)) = self.silent.filter(|(due, _)| *due <= now) {
            debug!(?due, "The board is silent: its port is opened anew.");
            if pause > REOPEN.0 {
                self.watch.gone();
                self.tell_change();
            }
            let pause = (pause * 2).min(REOPEN.1);
            // Where the link takes no command now, it will the next time.
            let _ = self.port.reopen();
            self.silent = Some((now + pause, pause));
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

    /// Answers a command that no table has answered.
    fn refuse(&mut self, id: Option<&str>, error: &str) {
        let mut following = CommitBatch::new();
        following.refusal(refusal(id, error), self.asker.take());
        self.output.keep(following, None);
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

    /// Tells the presence where it has changed.
    fn tell_change(&mut self) {
        let board = self.watch.status();
        self.metrics.set_board(board.state);
        let before = self.told.as_ref().map(|told| BoardStatus { heard_ms: None, ..told.board.clone() });
        let before = before.as_ref();
        if before == Some(&board) {
            return;
        }
        if before.map(|before| before.state) != Some(board.state) {
            match board.state {
                BoardState::Connected => info!(kind = board.kind, serial = board.serial, "The board answers."),
                BoardState::Lost => warn!(kind = board.kind, port = board.port, "The board is lost."),
                BoardState::Searching => {}
                BoardState::Stale => warn!(kind = board.kind, port = board.port, "The board has gone silent."),
            }
        }
        self.tell_presence();
    }

    fn each_minute(&mut self) {
        if let Some(table) = &mut self.table {
            self.metrics.counters(&mut self.counted, table.counters().unwrap_or_default());
            // Games may begin on any day of the weeks that a service runs.
            table.set_date(date());
        }
        self.tell_presence();
    }

    fn tell_presence(&mut self) {
        let lost = self.publisher.lost();
        let mut errors = self.output.errors();
        self.metrics.set_unkept(!errors.is_empty());
        if std::mem::replace(&mut self.lost, lost) < lost {
            errors.push("outbox-full".to_owned());
        }
        if self.is_interrupted() {
            errors.push(NOT_RECORDED.to_owned());
        }
        let status = Status {
            online: true,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            board: BoardStatus { heard_ms: self.metrics.silence().map(millis), ..self.watch.status() },
            queued: self.publisher.queued() as u64,
            uptime_s: self.metrics.uptime().as_secs(),
            faults: self.metrics.faults(&self.publisher),
            errors,
            broker_trouble: None,
        };
        self.told = Some(status.clone());
        let t_ms = self.clock_offset().game_time(self.clock.now());
        let table = self.config.name.as_str().into();
        let record =
            self.dated(Record { body: Body::Status(status.clone()), game: None, table, seq: self.seq, t_ms, at: None });
        let trouble = self.broker.trouble.clone();
        self.output.presence(status, trouble, |status| Record { body: Body::Status(status), ..record.clone() });
    }
}

/// Makes the table that a kept game's log gives, beside the task: a long game may take a while, and what takes a while
/// must not look like a table that stands still.
async fn rebuild(
    kept: Kept,
    state_dir: PathBuf,
    config: config::Table,
    metrics: &TableMetrics,
) -> Result<Resumed, ResumeError> {
    let mut rebuilding = spawn_blocking(move || {
        let codec =
            |board: &Board| recalling(board, config.board.address, &Memory::new(&state_dir, board.kind, &config.name));
        resume::resume(&kept, codec, |board| convert::board_settings(&config, board.sensing))
    });
    loop {
        metrics.turns.add(1);
        if let Ok(rebuilt) = timeout(TURN_WITHIN, &mut rebuilding).await {
            return rebuilt.unwrap_or(Err(ResumeError::Panic));
        }
    }
}

/// A codec for a board that knows what earlier ones have learnt. A file that cannot be used is told and set aside.
fn recalling(board: &Board, address: Option<BusAddress>, memory: &Memory) -> Box<dyn Codec> {
    let mut codec = match (board.shared, address) {
        (Some(shared), Some(address)) => (shared.codec)(address),
        (Some(_), None) | (None, _) => (board.codec)(),
    };
    let file = memory.file().display();
    match memory.recall() {
        Ok(None) => {}
        Ok(Some(text)) => {
            if let Err(error) = codec.recall(&text) {
                let aside = memory.set_aside().map(|aside| aside.display().to_string()).unwrap_or_default();
                error!(%file, %error, aside, "What was learnt of the pieces cannot be read; it must be learnt anew.");
            }
        }
        Err(error) => error!(%file, %error, "What was learnt of the pieces cannot be read."),
    }
    codec
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// The reply to a command that no table has seen.
fn refusal(id: Option<&str>, error: &str) -> String {
    serde_json::json!({ "id": id, "ok": false, "error": error }).to_string()
}
