//! One table, from bytes to records, without IO: feed it, then drain it.
//!
//! A table joins the stages: a board's codec, the board stage, the turn
//! machine and the record of the game. The same inputs at the same times give
//! the same outputs on any machine.

mod alert_log;
mod clock_offset;
mod command;
mod lights;
mod log;
mod players;
mod replay;
mod rulings;
mod write;

use std::{collections::VecDeque, sync::Arc};

use protocols::{At, Calibration, Codec, CodecOutput, Placement, Square};

pub use clock_offset::ClockOffset;
pub use command::{CommandError, Unfinished, check_command};
pub use lights::LightUse;
pub use log::{ClockWatch, Happening, Header, Line, LogError, MAX_LINE, Problem, read_line, text_of};
pub use replay::{Replay, ReplayError};
pub use write::{event_line, header_line};

use alert_log::{AlertLog, Decision};

use crate::{
    board::{self, BoardReading, ClockTimes, Event, Expectation, Orientation, Reader, ReaderOutput},
    game::{
        Scoresheet, alert_data,
        persons::Persons,
        pgn::{self, Tags},
        record::{self, Body, Phase, Players, Record},
        times,
        words::{self, Language},
    },
    rules::{Variant, Winnable},
    turn::{
        Account, Act, Alert, ClockUse, GameTime, Given, Observer, Question, Regime, Settings, Start, Touch, TurnOutput,
    },
};

/// How long after the last byte of a recording nothing more can belong to it, in milliseconds.
const LAST_BYTE_MS: u64 = 2_000;

/// What can happen to a table.
#[derive(Debug, Clone, PartialEq)]
pub enum Input<'a> {
    /// The answer to [`Output::Ask`]. It takes effect at its own time, however early it comes.
    Answer(&'a Question, Winnable),
    /// Bytes arrived from the board.
    Bytes(&'a [u8]),
    /// The board says that its clock is gone, from a log instead of a board.
    ClockGone,
    /// The port was closed or has vanished.
    Closed,
    /// An arbiter's command, as JSON (`docs/interfaces.md`, commands).
    Command(&'a str),
    /// An event, from a log instead of a board.
    Event(Event),
    /// The port was opened, for the first time or again.
    Opened,
    /// A deadline has come.
    Tick,
}

/// What a table wants done.
#[derive(Debug, Clone, PartialEq)]
pub enum Output {
    /// Work this out beside the game and give [`Input::Answer`]; what has not come in time is worked out on the spot.
    Ask(Question),
    /// A log begins: the table's first, or that of the next game. What follows belongs to it.
    Begun(Box<Header>),
    /// The state of the device changed.
    Health(board::Health),
    /// Keep this for the board's next codec ([`Codec::recall`]), in place of what was kept before.
    Keep(String),
    /// The game as PGN has changed.
    Pgn(String),
    /// Publish this record.
    Record(Box<Record>),
    /// Answer a command: JSON as in `docs/interfaces.md`, commands.
    Reply(String),
    /// Send all retained state again, and the journaled records after this `seq`.
    Resync(u64),
    /// This happened, for the log. What follows from it comes behind it.
    Seen(GameTime, Happening),
    /// Write these bytes to the board.
    Send(Vec<u8>),
}

/// Where a table's events come from.
#[derive(Debug)]
pub enum Source {
    /// A board on a serial port: its codec, and how its squares are to be read.
    Board(Box<dyn Codec>, board::Settings),
    /// An event log.
    Log,
}

/// What a table is set up with.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The table's name, or the event log's `id`.
    pub name: String,
    /// Begins every game's id; unique at this table, across restarts.
    pub session: String,
    /// What games are played by.
    pub settings: Settings,
    /// Where the first game begins.
    pub start: Start,
    /// What was known before.
    pub given: Given,
    /// `seq` of the last journaled record.
    pub seq: u64,
    /// Tags for the PGN.
    pub tags: Tags,
}

/// One table. See [`Table::handle`].
#[derive(Debug)]
pub struct Table {
    name: Arc<str>,
    session: String,
    settings: Settings,
    /// What the next game is played by, and its time control, where that has changed.
    next: Option<(Settings, Option<String>)>,
    tags: Tags,
    /// Date of the games that begin from now on.
    today: String,
    players: Players,
    /// What is known of them besides their names.
    persons: Persons,
    /// Who play the game that an arbiter is just beginning.
    next_players: Players,
    next_persons: Persons,
    clock: ClockWatch,
    codec: Option<Box<dyn Codec>>,
    reader: Option<Reader>,
    observer: Observer,
    sheet: Scoresheet,
    commands: command::Commands,
    /// The alerts of the game that is on.
    alerts: AlertLog,
    /// The command that is being carried out.
    deciding: Option<Decision>,
    lights: lights::Lights,
    games: u32,
    /// The id of the game that is on.
    id: Arc<str>,
    suspended: bool,
    seq: u64,
    now: At,
    /// How far the game has come: behind `now` while the reader holds something back.
    told: GameTime,
    clock_offset: ClockOffset,
    out: VecDeque<Output>,
    shown: Shown,
    pgn: PgnUse,
}

/// Whether anybody wants the game as PGN: to write it all after every move takes as long as the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PgnUse {
    None,
    Published,
}

/// What has been published last, so that only changes are.
#[derive(Debug, Default)]
struct Shown {
    board: Option<record::Board>,
    clock: Option<record::Clock>,
    game: Option<Box<record::Game>>,
    pgn: Option<String>,
    /// What that was written from.
    pgn_of: Option<(u32, u64, Tags)>,
    /// What the sensors showed then.
    reading: Option<BoardReading>,
    /// Something may have changed since.
    stale: bool,
}

impl Table {
    /// A table that is ready for its first input.
    #[must_use]
    pub fn new(setup: Setup, source: Source) -> Table {
        let Setup { name, session, mut settings, start, given, seq, tags } = setup;
        let clock = match source {
            Source::Board(..) => ClockWatch::ShowsItself,
            Source::Log => ClockWatch::Known,
        };
        if clock == ClockWatch::ShowsItself {
            settings.clock = ClockUse::None;
        }
        let (players, persons) = (Players::default(), Persons::default());
        let header =
            Header { table: name, session, number: 1, seq, settings, clock, start, given, tags, players, persons };
        Table::of(header, source)
    }

    /// A table at the beginning of a log, ready for the log's first line.
    #[must_use]
    pub fn of(header: Header, source: Source) -> Table {
        let begun = Output::Begun(Box::new(header.clone()));
        let Header { table: name, session, number, seq, settings, clock, start, given, tags, players, persons } =
            header;
        let (codec, reader) = match source {
            Source::Board(codec, settings) => {
                let mut reader = Reader::new(settings);
                reader.begins_from(&start.board());
                (Some(codec), Some(reader))
            }
            Source::Log => (None, None),
        };
        let game_begins = match &start {
            Start::Begun(beginning) => beginning.at,
            Start::Playing(_) | Start::Setup(_) => GameTime(0),
        };
        let first = match &start {
            Start::Begun(beginning) => Some(beginning.position.clone()),
            Start::Playing(_) | Start::Setup(_) => None,
        };
        let observer = Observer::new(settings, start, given);
        let sheet = Scoresheet::new(first.unwrap_or_else(|| observer.machine().position().clone()));
        let mut table = Table {
            name: name.into(),
            id: log::game_id(&session, number).into(),
            session,
            settings,
            next: None,
            today: tags.date.clone(),
            tags,
            players,
            persons,
            next_players: Players::default(),
            next_persons: Persons::default(),
            clock,
            codec,
            reader,
            observer,
            sheet,
            commands: command::Commands::default(),
            alerts: AlertLog::default(),
            deciding: None,
            lights: lights::Lights::new(LightUse::Absent),
            games: number,
            suspended: false,
            seq,
            now: ClockOffset::NONE.input_time(game_begins),
            told: game_begins,
            clock_offset: ClockOffset::NONE,
            out: VecDeque::from([begun]),
            shown: Shown { stale: true, ..Shown::default() },
            pgn: PgnUse::Published,
        };
        table.drain_machine();
        table
    }

    /// The same with a board whose lights are used so.
    #[must_use]
    pub fn with_lights(mut self, usage: LightUse) -> Table {
        self.lights = lights::Lights::new(usage);
        self
    }

    /// The same, but without [`Output::Pgn`] from now on.
    #[must_use]
    fn without_pgn(mut self) -> Table {
        self.pgn = PgnUse::None;
        self
    }

    /// Takes one input; `at` must not run backwards (an earlier time counts as the latest one given). Then
    /// [`poll`](Table::poll) until nothing comes.
    pub fn handle(&mut self, at: At, input: Input<'_>) {
        if let Input::Answer(question, answer) = input {
            return self.observer.answer(question, answer);
        }
        let at = self.now.max(at);
        // What was due before happens first, each at its own time.
        self.run_due(at);
        self.now = at;
        match input {
            Input::Answer(..) => {}
            Input::Bytes(bytes) => self.with_codec(|codec| codec.receive(at, bytes)),
            Input::ClockGone => self.clock_gone(self.reached(at)),
            Input::Closed => {
                if let Some(reader) = self.reader.as_mut() {
                    reader.link(at, false);
                }
            }
            Input::Command(json) => {
                let at = self.reached(at);
                self.observer.tick(at);
                self.told = self.told.max(at);
                self.command(json);
            }
            Input::Event(event) => self.event(self.clock_offset.game_time(at), event),
            Input::Opened => {
                if let Some(reader) = self.reader.as_mut() {
                    reader.link(at, true);
                }
                self.lights.opened();
                self.with_codec(|codec| codec.opened(at));
            }
            Input::Tick => self.with_codec(|codec| codec.tick(at)),
        }
        self.run_reader();
        self.run_codec();
        self.run_due(at);
        self.observer.tick(self.reached(at));
        self.drain_machine();
        self.run_lights();
        self.run_codec();
    }

    /// How far the machine may run, in the game's time: events held back by the reader carry earlier times.
    fn reached(&self, at: At) -> GameTime {
        let held_from = self.reader.as_ref().and_then(Reader::held_from);
        self.clock_offset.game_time(held_from.map_or(at, |held| held.min(at)))
    }

    /// By how much the game's time, which records and the log have, is ahead of that of the inputs.
    #[must_use]
    pub fn clock_offset(&self) -> ClockOffset {
        self.clock_offset
    }

    /// Lets what is due at or before `at` happen, as far as nothing is held back.
    fn run_due(&mut self, at: At) {
        self.run_machine(self.reached(at));
    }

    /// Lets the machine's deadlines up to `at` in the game's time come, one by one.
    fn run_machine(&mut self, at: GameTime) {
        while let Some(due) = self.observer.next_deadline().filter(|due| *due <= at) {
            self.now = self.now.max(self.clock_offset.input_time(due));
            self.told = self.told.max(due);
            self.observer.tick(due);
            self.drain_machine();
            if self.observer.next_deadline() == Some(due) {
                break;
            }
        }
    }

    /// The next thing to do, in order.
    pub fn poll(&mut self) -> Option<Output> {
        self.out.pop_front()
    }

    /// When the next [`Input::Tick`] is due.
    #[must_use]
    pub fn next_deadline(&self) -> Option<At> {
        let codec = self.codec.as_ref().and_then(|codec| codec.next_deadline());
        let reader = self.reader.as_ref().and_then(Reader::next_deadline);
        // While the reader holds an event back the machine's deadlines wait for it.
        let held = self.reader.as_ref().and_then(Reader::held_from).is_some();
        let machine = self.observer.next_deadline().filter(|_| !held).map(|due| self.clock_offset.input_time(due));
        [codec, reader, machine, self.lights.next_deadline(self.now)].into_iter().flatten().min()
    }

    /// The log has ended: time goes on with the board as it is until every timer has run out, and every turn is
    /// accounted for. The `game` record comes last.
    pub fn finish(&mut self) {
        // What the codec has not yet believed for want of a next byte.
        if self.codec.is_some() {
            self.handle(self.now + LAST_BYTE_MS, Input::Tick);
        }
        self.run_due(At(u64::MAX));
        self.observer.finish();
        self.drain_machine();
        self.show_game();
    }

    /// Takes up a game that an earlier run has left: answers given to commands, oldest first; which way round the board
    /// lay; and `seq` of the last record, where that is later.
    pub fn take_up(&mut self, replies: Vec<(String, String)>, orientation: Option<Orientation>, seq: u64) {
        self.commands = command::Commands::recall(replies);
        self.seq = self.seq.max(seq);
        if let (Some(reader), Some(orientation)) = (self.reader.as_mut(), orientation) {
            reader.lies(orientation);
        }
    }

    /// Gives up its memory of answers to commands, for the table that follows.
    pub fn take_replies(&mut self) -> Vec<(String, String)> {
        std::mem::take(&mut self.commands).into_replies()
    }

    /// Which way round the board lies, once it is known.
    #[must_use]
    pub fn orientation(&self) -> Option<Orientation> {
        self.reader.as_ref().and_then(Reader::orientation)
    }

    /// Whether the board shows the position of the game.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.observer.machine().agrees()
    }

    /// Whether what is played is not being recorded.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.observer.is_interrupted()
    }

    /// How many half-moves stand.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.sheet.line().ucis.len()
    }

    /// Gives out the `game` record, whether it is news or not.
    fn show_game(&mut self) {
        let game = self.game_record();
        self.emit(Body::Game(Box::new(game)));
    }

    /// Everything a consumer needs that has just joined: game, board and clock as they stand, and the PGN.
    pub fn announce(&mut self) {
        self.shown = Shown::default();
        self.show_state();
    }

    /// Sets the date of the games that begin from now on, as PGN writes it.
    pub fn set_date(&mut self, date: String) {
        self.today = date;
    }

    /// Sets what the games that begin from now on are played by; the one that is on keeps what it began with.
    pub fn set_next(&mut self, settings: Settings, time_control: Option<String>) {
        self.next = Some((settings, time_control));
        self.shown.stale = true;
        self.drain_machine();
    }

    /// Settings for the game that begins, where there are new ones.
    fn take_next(&mut self) {
        if let Some((settings, time_control)) = self.next.take() {
            self.settings = settings;
            self.tags.time_control = time_control;
        }
    }

    /// `seq` of the last journaled record.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// What was set aside on the way from the board's bytes, where there is a board.
    #[must_use]
    pub fn counters(&self) -> Option<board::Counters> {
        self.reader.as_ref().map(Reader::counters)
    }

    fn with_codec(&mut self, act: impl FnOnce(&mut dyn Codec)) {
        if let Some(codec) = self.codec.as_mut() {
            act(codec.as_mut());
        }
        self.run_codec();
    }

    fn run_codec(&mut self) {
        while let Some(output) = self.codec.as_mut().and_then(|codec| codec.poll()) {
            match output {
                CodecOutput::Event(event) => {
                    if let Some(reader) = self.reader.as_mut() {
                        reader.handle(self.now, event);
                    }
                    self.run_reader();
                }
                CodecOutput::Keep(text) => self.out.push_back(Output::Keep(text)),
                CodecOutput::Send(bytes) => self.out.push_back(Output::Send(bytes)),
            }
        }
    }

    fn run_reader(&mut self) {
        if let Some(reader) = self.reader.as_mut() {
            reader.tick(self.now);
        }
        while let Some(output) = self.reader.as_mut().and_then(Reader::poll) {
            match output {
                ReaderOutput::Event(at, event) => self.event(self.clock_offset.game_time(at), event),
                ReaderOutput::Health(health) => {
                    if health.clock_connected == Some(false) && self.observer.machine().clock_use() == ClockUse::Present
                    {
                        self.clock_gone(self.reached(self.now));
                    }
                    self.shown.stale = true;
                    self.out.push_back(Output::Health(health));
                }
                ReaderOutput::Learn(placement) => {
                    if let Some(codec) = self.codec.as_mut() {
                        codec.learn(self.now, &placement);
                    }
                }
                ReaderOutput::Missed(events) => self.make_up_for(events),
                ReaderOutput::RequestPast => {
                    let (now, wanted) = (self.now, self.wants_past());
                    let asked = wanted && self.codec.as_mut().is_some_and(|codec| codec.request_past(now));
                    if let (false, Some(reader)) = (asked, self.reader.as_mut()) {
                        reader.no_past();
                    }
                }
                // What the codec wants sent for it comes behind what it has to tell already.
                ReaderOutput::RequestPlacement => {
                    if let Some(codec) = self.codec.as_mut() {
                        codec.request_placement(self.now);
                    }
                }
            }
        }
    }

    fn clock_gone(&mut self, at: GameTime) {
        self.run_machine(at);
        self.told = self.told.max(at);
        self.out.push_back(Output::Seen(self.told, Happening::ClockGone));
        self.observer.set_clock_use(ClockUse::None);
    }

    /// Whether it is worth asking a board for its log, which may keep it from looking for seconds. In rapid and blitz these
    /// are moves, so that there what can be explained without it is taken as that.
    fn wants_past(&self) -> bool {
        match (self.settings.laws.regime, self.reader.as_ref().and_then(Reader::shadow)) {
            (Regime::Blitz | Regime::Rapid, Some(BoardReading::Pieces(board))) => {
                !self.observer.machine().explains(&board)
            }
            (Regime::Blitz | Regime::Rapid | Regime::Standard, _) => true,
        }
    }

    /// Tells the game what was done while nobody listened. It takes the game's time that it took at least, so that no
    /// piece has rested for less, and none that nobody saw resting.
    fn make_up_for(&mut self, missed: Vec<(u64, Event)>) {
        let mut at = self.told.max(self.reached(self.now));
        for (after_ms, event) in missed {
            at = at + after_ms;
            self.clock_offset.grow(after_ms);
            self.event(at, event);
        }
    }

    /// Something happened, at a time of the game.
    fn event(&mut self, at: GameTime, event: Event) {
        // Several events may be let go at once: what was due between them happens between them.
        self.run_machine(at);
        let at = self.told.max(at);
        self.told = at;
        self.out.push_back(Output::Seen(at, Happening::Event(event)));
        if let Some(reader) = self.reader.as_mut() {
            reader.told(&event);
        }
        if let Event::Press { .. } = event {
            self.sheet.pressed();
        }
        // Nothing is ruled while play is suspended, but the machine follows what stands on the board.
        if self.suspended && matches!(event, Event::Flag { .. } | Event::Press { .. }) {
            return;
        }
        let touch = match event {
            _ if self.suspended => None,
            Event::Drop { square, piece } => Some((record::TouchKind::Drop, square, piece)),
            Event::Lift { square, piece } => Some((record::TouchKind::Lift, square, piece)),
            _ => None,
        };
        if let Some((ev, sq, piece)) = touch {
            let machine = self.observer.machine();
            let (ply, by) = (machine.ply(), machine.presumed_actor(piece));
            self.emit_at(at, Body::Touch(record::Touch { ply, ev, sq, piece, by }));
        }
        // Who tells of presses has a clock, even where it does not tell the times.
        if let (Event::Press { .. }, ClockWatch::ShowsItself) = (event, self.clock) {
            self.observer.set_clock_use(ClockUse::Present);
        }
        self.observer.handle(at, event);
        match event {
            Event::Clock(times) => {
                let told = self.shown.board.as_ref().map_or(0, |board| board.sensors.clock_rejected);
                self.shown.stale |= self.clock_rejected() != told;
                if self.clock == ClockWatch::ShowsItself {
                    self.observer.set_clock_use(ClockUse::Present);
                }
                let changes = self.sheet.changes();
                self.sheet.clock_read(times);
                // Nothing else may come for long that would publish the time of the last move.
                if self.sheet.changes() != changes {
                    self.show_pgn();
                }
            }
            Event::Time => {}
            Event::Drop { .. }
            | Event::Flag { .. }
            | Event::Lift { .. }
            | Event::Link { .. }
            | Event::Placement(_)
            | Event::Press { .. } => self.shown.stale = true,
        }
        self.drain_machine();
    }

    /// Tells the board stage what the game says should stand there.
    fn tell_expectation(&mut self) {
        let Some(reader) = self.reader.as_mut() else { return };
        let machine = self.observer.machine();
        reader.begins_with(match machine.position().variant() {
            Variant::Chess => Some(Placement::initial()),
            Variant::Chess960 => None,
        });
        reader.in_play(!machine.is_setting_up());
        if machine.is_setting_up() {
            return;
        }
        let position = machine.position();
        let agreed = *position.placement();
        let only_lacks_pieces = match self.observer.reading() {
            BoardReading::Occupied(bits) => bits & !agreed.occupied() == 0,
            BoardReading::Pieces(board) => agreed.differences(&board).all(|square| board.at(square).is_none()),
        };
        let explained = only_lacks_pieces || machine.is_over();
        reader.expect(Expectation { placement: agreed, explained });
    }

    fn drain_machine(&mut self) {
        while let Some(said) = self.observer.poll() {
            self.shown.stale = true;
            self.say(said);
        }
        self.show_clock();
        // The machine believes in a lift only after a while, and says nothing of it then.
        let moved = self.shown.reading != Some(self.observer.reading());
        if std::mem::take(&mut self.shown.stale) || moved {
            self.tell_expectation();
            self.show_state();
        }
    }

    fn say(&mut self, said: TurnOutput) {
        match said {
            TurnOutput::Alert(alert) => {
                self.alerts.told(self.told, &alert, self.deciding.as_ref());
                let alert = self.alert_record(&alert);
                self.emit(Body::Alert(alert));
            }
            TurnOutput::Ask(question) => self.out.push_back(Output::Ask(question)),
            TurnOutput::GameBegun(_) => self.begin_game(),
            TurnOutput::Move(said) => {
                let record = self.sheet.take_down(&said, self.observer.machine().clock());
                self.emit(Body::Move(record));
            }
            TurnOutput::Over(outcome) => {
                self.sheet.conclude(Some(outcome));
                self.end_suspension();
                if let Some(reader) = self.reader.as_mut() {
                    reader.new_game();
                }
            }
            TurnOutput::Reopened => self.sheet.conclude(None),
            TurnOutput::PositionSet(position) => self.sheet.set_position(position),
            TurnOutput::Turn(account) => self.emit(Body::Turn(turn_record(account))),
        }
    }

    /// Whether the game has a result.
    fn is_over(&self) -> bool {
        self.observer.machine().is_over() && self.sheet.outcome().is_some_and(|outcome| !outcome.proposed)
    }

    /// With the game its suspension ends: the next one may be set up on the board.
    fn end_suspension(&mut self) {
        // It refuses nothing of this kind, and reads no move into what stands there: none is made in a game that is over.
        if self.suspended && self.is_over() && self.observer.act(Act::Resume).is_ok() {
            self.suspended = false;
        }
    }

    /// A new game begins, and with it a log of its own: the machine is made anew of the log's header.
    fn begin_game(&mut self) {
        let Some(beginning) = self.observer.beginning().cloned() else { return };
        let left_over = self.observer.left_over();
        self.games += 1;
        self.id = log::game_id(&self.session, self.games).into();
        self.take_next();
        self.suspended = false;
        self.alerts = AlertLog::default();
        self.players = std::mem::take(&mut self.next_players);
        self.persons = std::mem::take(&mut self.next_persons);
        self.tags.date.clone_from(&self.today);
        let settings = Settings { clock: self.observer.machine().clock_use(), ..self.settings };
        // The event that began it may have been held back for a moment.
        self.told = beginning.at;
        self.sheet = Scoresheet::new(beginning.position.clone());
        let start = Start::Begun(Box::new(beginning));
        self.observer = Observer::new(settings, start.clone(), Given::default());
        self.out.push_back(Output::Begun(Box::new(Header {
            table: self.name.to_string(),
            session: self.session.clone(),
            number: self.games,
            seq: self.seq,
            settings,
            clock: self.clock,
            start,
            given: Given::default(),
            tags: self.tags.clone(),
            players: self.players.clone(),
            persons: self.persons.clone(),
        })));
        if let Some(reader) = self.reader.as_mut() {
            reader.new_game();
        }
        for (at, event) in left_over {
            self.told = self.told.max(at);
            self.out.push_back(Output::Seen(at, Happening::Event(event)));
            self.observer.handle(at, event);
        }
    }

    fn alert_id(&self, number: u32) -> String {
        format!("{}#{number}", self.id)
    }

    fn alert_record(&self, alert: &Alert) -> record::Alert {
        let course = self.alerts.course(alert.number);
        let decided = course.and_then(|course| course.decided.as_ref());
        let mut data = alert_data::data(alert);
        // A breach claimed is another alert, known outside by its id.
        if let Some(breach) = alert_data::breach_of(alert) {
            data.insert("breach".to_owned(), self.alert_id(breach).into());
        }
        record::Alert {
            id: self.alert_id(alert.number),
            state: alert.state,
            raised_ms: course.map_or(self.told, |course| course.raised),
            decided: decided.map(|decision| decision.command),
            decided_by: decided.and_then(|decision| decision.by.clone()),
            decided_ms: decided.map(|decision| decision.at),
            kind: alert.kind,
            article: alert.article,
            edition: self.settings.laws.edition.name(),
            severity: alert.severity,
            advisory: alert.advisory,
            by: alert.by,
            ply: alert.ply,
            squares: alert.squares.clone(),
            legal: alert.legal.clone(),
            data,
            text: words::sentence(Language::English, alert),
        }
    }

    /// The clock as last read. Nobody's time is known to run on one that is there no more.
    fn clock_record(&self) -> Option<record::Clock> {
        let clock = self.observer.machine().clock();
        let gone = self.clock == ClockWatch::ShowsItself && self.observer.machine().clock_use() == ClockUse::None;
        clock_record(ClockTimes { running: clock.running.filter(|_| !gone), ..clock })
    }

    /// Publishes the clock where it has changed.
    fn show_clock(&mut self) {
        if let Some(clock) = self.clock_record()
            && self.shown.clock != Some(clock)
        {
            self.shown.clock = Some(clock);
            self.emit(Body::Clock(clock));
        }
    }

    /// Publishes board, clock, game and PGN where they have changed.
    fn show_state(&mut self) {
        let board = self.board_record();
        self.shown.reading = Some(self.observer.reading());
        if self.shown.board.as_ref() != Some(&board) {
            self.shown.board = Some(board.clone());
            self.emit(Body::Board(board));
        }
        self.show_clock();
        let mut game = self.game_record();
        // The clock has a topic of its own: a second passing is no news of the game.
        let clock = game.clock.take();
        if self.shown.game.as_deref() != Some(&game) {
            self.shown.game = Some(Box::new(game.clone()));
            game.clock = clock;
            self.emit(Body::Game(Box::new(game)));
            self.show_pgn();
        }
    }

    fn show_pgn(&mut self) {
        if self.pgn == PgnUse::None {
            return;
        }
        let tags = self.pgn_tags();
        let written_from = (self.games, self.sheet.changes(), tags);
        if self.shown.pgn_of.as_ref() == Some(&written_from) {
            return;
        }
        let pgn = pgn::write(&self.sheet, &written_from.2);
        self.shown.pgn_of = Some(written_from);
        if self.shown.pgn.as_ref() != Some(&pgn) {
            self.shown.pgn = Some(pgn.clone());
            self.out.push_back(Output::Pgn(pgn));
        }
    }

    fn pgn_tags(&self) -> Tags {
        let mut tags = self.tags.clone();
        if let Some(white) = &self.players.white {
            tags.white.clone_from(white);
        }
        if let Some(black) = &self.players.black {
            tags.black.clone_from(black);
        }
        tags.persons.clone_from(&self.persons);
        tags
    }

    fn board_record(&self) -> record::Board {
        let machine = self.observer.in_progress();
        let reading = self.observer.reading();
        let (placement, occupied) = match (&self.shown.board, reading) {
            (Some(board), _) if self.shown.reading == Some(reading) => {
                (board.placement.clone(), board.occupied.clone())
            }
            (_, BoardReading::Pieces(placement)) => (Some(placement.to_string().into()), None),
            (_, BoardReading::Occupied(bits)) => (None, Some(format!("{bits:016x}"))),
        };
        let (in_air, agrees) = (machine.in_air(), machine.agrees());
        record::Board { placement, occupied, in_air, agrees, sensors: self.sensors_record() }
    }

    /// How well the sensors work; counts as they were told last, unless one has doubled.
    fn sensors_record(&self) -> record::Sensors {
        let Some(reader) = self.reader.as_ref() else { return record::Sensors::default() };
        let told = self.shown.board.as_ref().map(|board| &board.sensors.noise);
        let noise: Vec<(Square, u64)> = reader.noise().collect();
        let about =
            |counts: &[(Square, u64)]| counts.iter().map(|(square, n)| (*square, n.ilog2())).collect::<Vec<_>>();
        let noise = told.filter(|told| about(told) == about(&noise)).cloned().unwrap_or(noise);
        let calibrated = reader.health().calibration.map(|calibration| calibration == Calibration::Complete);
        record::Sensors {
            clock_battery_low: reader.health().clock_battery_low,
            clock_connected: reader.health().clock_connected,
            clock_rejected: self.clock_rejected(),
            calibrated,
            dead: reader.dead(),
            noise,
        }
    }

    /// Readings of the clock that were not believed, as told last unless they have doubled.
    fn clock_rejected(&self) -> u64 {
        let told = self.shown.board.as_ref().map_or(0, |board| board.sensors.clock_rejected);
        let rejected = self.reader.as_ref().map_or(0, |reader| reader.counters().clock_readings_rejected);
        if told.checked_ilog2() == rejected.checked_ilog2() { told } else { rejected }
    }

    fn game_record(&self) -> record::Game {
        let account = turn_record(self.observer.in_progress().account());
        let setting_up = self.observer.machine().is_setting_up();
        let laws = match &self.next {
            Some((settings, _)) if setting_up => settings.laws,
            Some(_) | None => self.settings.laws,
        };
        let outcome = self.sheet.outcome();
        let phase = match () {
            () if setting_up => Phase::Setup,
            () if self.is_over() => Phase::Over,
            () if self.suspended => Phase::Suspended,
            () => Phase::Playing,
        };
        let position = self.observer.machine().position();
        let line = self.sheet.line();
        let counts = self.observer.machine().illegal_moves();
        let is_open = |alert: &&Alert| alert.state.is_open();
        record::Game {
            id: Arc::clone(&self.id),
            phase,
            edition: laws.edition.name(),
            regime: laws.regime.name(),
            variant: position.variant().name(),
            initial_fen: Arc::clone(self.sheet.initial_fen()),
            fen: Arc::clone(position.shared_fen()),
            turn: self.observer.machine().side_to_move(),
            moves: Arc::clone(&line.ucis),
            sans: Arc::clone(&line.sans),
            result: self.sheet.result(),
            termination: outcome
                .filter(|outcome| !outcome.proposed)
                .map(|outcome| words::termination(Language::English, &outcome.termination).to_owned()),
            players: self.players.clone(),
            persons: self.persons.clone(),
            clock: self.clock_record(),
            interrupted: self.observer.is_interrupted(),
            touched: account.touched,
            obligation: account.obligation,
            alerts: self
                .observer
                .machine()
                .alerts()
                .iter()
                .filter(is_open)
                .map(|alert| self.alert_record(alert))
                .collect(),
            illegal_moves: record::IllegalMoves { white: counts.white, black: counts.black },
        }
    }

    fn emit(&mut self, body: Body) {
        self.emit_at(self.told, body);
    }

    fn emit_at(&mut self, at: GameTime, body: Body) {
        if body.is_journaled() {
            self.seq += 1;
        }
        let game = body.names_game().then(|| Arc::clone(&self.id));
        let record = Record { body, game, table: Arc::clone(&self.name), seq: self.seq, t_ms: at, at: None };
        self.out.push_back(Output::Record(Box::new(record)));
    }
}

fn turn_record(account: Account) -> record::Turn {
    let touched = |touch: Touch| record::Touched { sq: touch.square, piece: touch.piece, t_ms: touch.at };
    record::Turn {
        ply: account.ply,
        by: account.by,
        touched: account.touched.into_iter().map(touched).collect(),
        obligation: record::Obligation { own: account.own, opp: account.opponent, legal: account.legal },
        made: account.made,
        completed: account.completed,
    }
}

fn clock_record(clock: ClockTimes) -> Option<record::Clock> {
    let known = clock.running.is_some() || clock.white_ms.is_some() || clock.black_ms.is_some();
    known.then(|| record::Clock {
        times: times(clock).unwrap_or(record::Times { white_ms: None, black_ms: None }),
        running: clock.running,
    })
}

#[cfg(test)]
mod tests {
    use protocols::dgt::DgtCodec;

    use super::*;
    use crate::board::OrientationSetting;

    #[test]
    fn what_comes_in_the_same_read_as_a_first_position_is_not_lost() {
        let reading = board::Settings {
            orientation: OrientationSetting::Normal,
            sensing: protocols::registry::Sensing::Identity,
        };
        let setup = Setup {
            name: "1".to_owned(),
            session: "s".to_owned(),
            settings: Default::default(),
            start: Start::Playing(crate::rules::Position::initial()),
            given: Default::default(),
            seq: 0,
            tags: Default::default(),
        };
        let mut table = Table::new(setup, Source::Board(Box::new(DgtCodec::new()), reading));
        table.handle(At(0), Input::Opened);
        // The first position makes the board be asked at once; behind it the pawn on e2 is lifted.
        let mut bytes = vec![0x86, 0x00, 0x43, 8, 9, 10, 12, 11, 10, 9, 8];
        bytes.extend([[7; 8], [0; 8], [0; 8], [0; 8], [0; 8], [1; 8]].concat());
        bytes.extend([2, 3, 4, 6, 5, 4, 3, 2, 0x8e, 0x00, 0x05, 0x34, 0x00]);
        table.handle(At(10), Input::Bytes(&bytes));
        let touched = std::iter::from_fn(|| table.poll())
            .any(|output| matches!(output, Output::Record(record) if matches!(record.body, Body::Touch(_))));
        assert!(touched);
    }

    /// Records of board and game since the last call: the squares in the air, the squares touched.
    fn shown(table: &mut Table) -> (Vec<String>, Vec<String>) {
        let (mut in_air, mut touched) = (Vec::new(), Vec::new());
        while let Some(output) = table.poll() {
            let Output::Record(record) = output else { continue };
            match record.body {
                Body::Board(board) => in_air = board.in_air.iter().map(ToString::to_string).collect(),
                Body::Game(game) => touched = game.touched.iter().map(|touch| touch.sq.to_string()).collect(),
                _ => {}
            }
        }
        (in_air, touched)
    }

    #[test]
    fn a_piece_in_the_air_is_shown_once_it_is_believed() {
        let setup = Setup {
            name: "1".to_owned(),
            session: "s".to_owned(),
            settings: Settings::default(),
            start: Start::Playing(crate::rules::Position::initial()),
            given: Given::default(),
            seq: 0,
            tags: Tags::default(),
        };
        let mut table = Table::new(setup, Source::Log);
        shown(&mut table);
        let square = "e2".parse().expect("a square");
        table.handle(At(1_000), Input::Event(Event::Lift { square, piece: None }));
        assert_eq!(shown(&mut table), (vec![], vec![]));
        let due = table.next_deadline().expect("the lift is to be believed");
        table.handle(due, Input::Tick);
        assert_eq!(shown(&mut table), (vec!["e2".to_owned()], vec!["e2".to_owned()]));
    }

    #[test]
    fn new_settings_hold_from_the_next_game_on() {
        let setup = Setup {
            name: "1".to_owned(),
            session: "s".to_owned(),
            settings: Settings::default(),
            start: Start::Playing(crate::rules::Position::initial()),
            given: Given::default(),
            seq: 0,
            tags: Tags::default(),
        };
        let mut table = Table::new(setup, Source::Log);
        let regime = |table: &mut Table| {
            let games = std::iter::from_fn(|| table.poll()).filter_map(|output| match output {
                Output::Record(record) => match record.body {
                    Body::Game(game) => Some((game.edition, game.regime)),
                    _ => None,
                },
                _ => None,
            });
            games.last()
        };
        assert_eq!(regime(&mut table), Some(("2023", "standard")));
        let laws = crate::turn::Laws::new(crate::turn::Edition::E2018, crate::turn::Regime::Blitz, None);
        table.set_next(Settings { laws, ..Settings::default() }, Some("180+2".to_owned()));
        table.handle(At(1), Input::Command(r#"{"id":"1","command":"resync"}"#));
        assert_eq!(regime(&mut table), Some(("2023", "standard")), "the game that is on keeps what it began with");
        table.handle(At(2), Input::Command(r#"{"id":"2","command":"new-game"}"#));
        assert_eq!(regime(&mut table), Some(("2018", "blitz")));
        assert_eq!(table.pgn_tags().time_control.as_deref(), Some("180+2"));
        table.handle(At(3), Input::Command(r#"{"id":"3","command":"new-game","regime":"rapid"}"#));
        assert_eq!(regime(&mut table), Some(("2018", "rapid")));
    }
}
