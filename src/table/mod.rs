//! One table, from bytes to records, without IO: feed it, then drain it.
//!
//! A table joins the stages: a board's codec, the board stage, the turn
//! machine and the record of the game. The same inputs at the same times give
//! the same outputs on any machine.
//!
//! | what | where |
//! |---|---|
//! | what goes in and out, and in which order | here |
//! | what follows from an input | `pipeline` |
//! | what others see of the table | `views` |
//! | how games begin, end and are resumed | `lifecycle` |
//! | what arbiters say | `command`; what became of each alert: `alert_log` |
//! | the board's lights | `lights` |
//! | the log of what happened | `log`; records made of it again: `replay` |
//! | the words of commands and logs | `words` |
//! | the time of the inputs and the game's | `clock_offset` |

mod alert_log;
mod clock_offset;
mod command;
mod lifecycle;
mod lights;
mod log;
mod pipeline;
mod replay;
mod views;
mod words;

use std::{collections::VecDeque, sync::Arc};

use protocols::{At, Codec};

pub use clock_offset::ClockOffset;
pub use command::{CommandError, Unfinished, check_command};
pub use lights::LightUse;
pub use log::{
    ClockWatch, Happening, Header, Line, LogError, MAX_LINE, MAX_SEQ, Problem, begins_log, event_line, event_object,
    header_object, read_line, text_of,
};
pub use replay::{Replay, ReplayError};

use alert_log::{AlertLog, Decision};
use lifecycle::NextGame;
use views::{PgnUse, Shown, StateUse};

use crate::{
    board::{self, BoardReader, Event, Orientation},
    game::{
        Scoresheet,
        command::GivenCommand,
        persons::Persons,
        pgn::Tags,
        record::{Players, Record},
    },
    rules::Winnable,
    turn::{ClockUse, GameTime, Given, Observer, Question, Settings, Start},
    words::Language,
};

/// How long after the last byte of a recording nothing more can belong to it, in milliseconds.
const LAST_BYTE_MS: u64 = 3_000;

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
    /// An arbiter's command (`docs/interfaces.md`, commands).
    Command(&'a GivenCommand),
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
    /// Answer a command.
    Reply {
        /// The command's id.
        id: Option<String>,
        /// The answer: JSON as in `docs/interfaces.md`, commands.
        text: String,
    },
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
    /// In which alerts are told.
    pub language: Language,
}

/// One table. See [`Table::handle`].
#[derive(Debug)]
pub struct Table {
    name: Arc<str>,
    session: String,
    settings: Settings,
    tags: Tags,
    players: Players,
    /// What is known of them besides their names.
    persons: Persons,
    /// In which alerts are told.
    language: Language,
    next: NextGame,
    clock: ClockWatch,
    codec: Option<Box<dyn Codec>>,
    reader: Option<BoardReader>,
    observer: Observer,
    sheet: Scoresheet,
    replies: command::Replies,
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
    game_now: GameTime,
    clock_offset: ClockOffset,
    out: VecDeque<Output>,
    shown: Shown,
    pgn: PgnUse,
    state_use: StateUse,
}

impl Table {
    /// A table that is ready for its first input.
    #[must_use]
    pub fn new(setup: Setup, source: Source) -> Table {
        let Setup { name, session, mut settings, start, given, seq, tags, language } = setup;
        let clock = match source {
            Source::Board(..) => ClockWatch::ShowsItself,
            Source::Log => ClockWatch::Known,
        };
        if clock == ClockWatch::ShowsItself {
            settings.clock = ClockUse::None;
        }
        let (players, persons) = (Players::default(), Persons::default());
        let table = name;
        let header =
            Header { table, session, number: 1, seq, settings, clock, start, given, tags, players, persons, language };
        Table::of(header, source)
    }

    /// A table at the beginning of a log, ready for the log's first line.
    #[must_use]
    pub fn of(header: Header, source: Source) -> Table {
        let begun = Output::Begun(Box::new(header.clone()));
        let Header {
            table: name,
            session,
            number,
            seq,
            settings,
            clock,
            start,
            given,
            tags,
            players,
            persons,
            language,
        } = header;
        let (codec, reader) = match source {
            Source::Board(codec, settings) => {
                let mut reader = BoardReader::new(settings);
                reader.begins_from(&start.board());
                if codec.is_deaf_while_it_tells() {
                    reader.may_be_deaf();
                }
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
            next: NextGame::on(tags.date.clone()),
            tags,
            players,
            persons,
            language,
            clock,
            codec,
            reader,
            observer,
            sheet,
            replies: command::Replies::default(),
            alerts: AlertLog::default(),
            deciding: None,
            lights: lights::Lights::new(LightUse::Absent),
            games: number,
            suspended: false,
            seq,
            now: ClockOffset::NONE.input_time(game_begins),
            game_now: game_begins,
            clock_offset: ClockOffset::NONE,
            out: VecDeque::from([begun]),
            shown: Shown { stale: true, ..Shown::default() },
            pgn: PgnUse::Published,
            state_use: StateUse::Always,
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

    /// The same, but without [`Output::Pgn`] from now on, and with the state told so often.
    #[must_use]
    fn for_a_log(mut self, state: StateUse) -> Table {
        self.pgn = PgnUse::None;
        self.state_use = state;
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
            Input::Command(given) => {
                let at = self.reached(at);
                self.observer.tick(at);
                self.game_now = self.game_now.max(at);
                self.command(given);
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

    /// By how much the game's time, which records and the log have, is ahead of that of the inputs.
    #[must_use]
    pub fn clock_offset(&self) -> ClockOffset {
        self.clock_offset
    }

    /// The next thing to do, in order.
    pub fn poll(&mut self) -> Option<Output> {
        self.out.pop_front()
    }

    /// When the next [`Input::Tick`] is due.
    #[must_use]
    pub fn next_deadline(&self) -> Option<At> {
        let codec = self.codec.as_ref().and_then(|codec| codec.next_deadline());
        let reader = self.reader.as_ref().and_then(BoardReader::next_deadline);
        // While the reader holds an event back the machine's deadlines wait for it.
        let held = self.reader.as_ref().and_then(BoardReader::held_from).is_some();
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

    /// Which way round the board lies, once it is known.
    #[must_use]
    pub fn orientation(&self) -> Option<Orientation> {
        self.reader.as_ref().and_then(BoardReader::orientation)
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

    /// `seq` of the last journaled record.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// What was set aside on the way from the board's bytes, where there is a board.
    #[must_use]
    pub fn counters(&self) -> Option<board::Counters> {
        self.reader.as_ref().map(BoardReader::counters)
    }
}
#[cfg(test)]
mod tests {
    use protocols::dgt::DgtCodec;

    use super::*;
    use crate::{board::OrientationSetting, game::record::Body};

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
            language: Language::default(),
        };
        let mut table = Table::new(setup, Source::Board(Box::new(DgtCodec::new()), reading));
        table.handle(At(0), Input::Opened);
        // The first position makes the board be asked at once; behind it the pawn on e2 is lifted.
        let mut bytes = vec![0x86, 0x00, 0x43, 8, 9, 10, 12, 11, 10, 9, 8];
        bytes.extend([[7; 8], [0; 8], [0; 8], [0; 8], [0; 8], [1; 8]].concat());
        bytes.extend([2, 3, 4, 6, 5, 4, 3, 2, 0x8e, 0x00, 0x05, 0x34, 0x00]);
        table.handle(At(10), Input::Bytes(&bytes));
        // What a board finds that has just been connected is told once it has looked at every square, and has answered that
        // it has; this one does not.
        table.handle(At(1_000), Input::Tick);
        table.handle(At(4_000), Input::Tick);
        let touched = std::iter::from_fn(|| table.poll())
            .any(|output| matches!(output, Output::Record(record) if matches!(record.body, Body::Touch(_))));
        assert!(touched);
    }

    /// Records of board and duty since the last call: the squares in the air, the squares touched.
    fn shown(table: &mut Table) -> (Vec<String>, Vec<String>) {
        let (mut in_air, mut touched) = (Vec::new(), Vec::new());
        while let Some(output) = table.poll() {
            let Output::Record(record) = output else { continue };
            match record.body {
                Body::Board(board) => in_air = board.in_air.iter().map(ToString::to_string).collect(),
                Body::Duty(duty) => touched = duty.touched.iter().map(|touch| touch.sq.to_string()).collect(),
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
            language: Language::default(),
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
            language: Language::default(),
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
        table.set_next(Settings { laws, ..Settings::default() }, Some("180+2".to_owned()), Language::Greek);
        table.handle(At(1), Input::Command(&GivenCommand::read(r#"{"id":"1","command":"resync"}"#)));
        assert_eq!(regime(&mut table), Some(("2023", "standard")), "the game that is on keeps what it began with");
        table.handle(At(2), Input::Command(&GivenCommand::read(r#"{"id":"2","command":"new-game"}"#)));
        assert_eq!(regime(&mut table), Some(("2018", "blitz")));
        assert_eq!(table.pgn_tags().time_control.as_deref(), Some("180+2"));
        assert_eq!(table.language(), Language::Greek);
        table.handle(At(3), Input::Command(&GivenCommand::read(r#"{"id":"3","command":"new-game","regime":"rapid"}"#)));
        assert_eq!(regime(&mut table), Some(("2018", "rapid")));
    }
}
