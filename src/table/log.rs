//! Event logs: what the sensors saw, as JSON Lines (`docs/interfaces.md`, event log).

use protocols::{Color, Piece, Placement, Square, registry::Sensing};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::{
    board::{BoardReading, ClockTimes, Event},
    game::{persons::Persons, pgn::Tags, record::Players},
    rules::{Position, Variant},
    turn::{
        Beginning, ClockUse, Contact, Edition, GameTime, Given, Laws, Nodes, PerPlayer, Regime, Settings, Start,
        Supervision, Timing,
    },
};

/// Longest line read, in bytes.
pub const MAX_LINE: usize = 16 * 1024 * 1024;

/// Something in a log that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct LogError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong with a line of a log.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// It is not JSON, or not an object of a known shape.
    #[error("not a header or an event: {0}")]
    Shape(String),
    /// A field has a value it cannot have.
    #[error("{field}: found {found}, expected {expected}")]
    Value {
        /// The field.
        field: &'static str,
        /// What is there.
        found: String,
        /// What may be there.
        expected: String,
    },
    /// It is not text.
    #[error("byte {0} is no UTF-8: save the log as UTF-8")]
    Encoding(usize),
    /// It is too long.
    #[error("the line has more than {MAX_LINE} bytes")]
    TooLong,
    /// An event before the first header.
    #[error("an event before any header ({{\"log\":\"touchmove/1\",...}})")]
    NoHeader,
}

/// The header of a game's log, understood: what a table must know to begin it.
#[derive(Debug, Clone, PartialEq)]
pub struct Header {
    /// The table's name; the game's id where none is said.
    pub table: String,
    /// Begins the id of every game of this run of the table.
    pub session: String,
    /// Which game of that run it is, from 1.
    pub number: u32,
    /// `seq` of the last journaled record before.
    pub seq: u64,
    /// What it is played by.
    pub settings: Settings,
    /// How it is known whether there is a clock.
    pub clock: ClockWatch,
    /// How the game begins.
    pub start: Start,
    /// What was known before.
    pub given: Given,
    /// Tags for the PGN.
    pub tags: Tags,
    /// Who play.
    pub players: Players,
    /// What is known of them besides their names.
    pub persons: Persons,
}

/// How it is known whether there is a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockWatch {
    /// From the settings.
    Known,
    /// There is one from its first reading on, until the board says that it is gone.
    ShowsItself,
}

impl Header {
    /// The game's id.
    #[must_use]
    pub fn id(&self) -> String {
        game_id(&self.session, self.number)
    }

    /// The first position.
    #[must_use]
    pub fn position(&self) -> Position {
        match &self.start {
            Start::Begun(beginning) => beginning.position.clone(),
            Start::Playing(position) => position.clone(),
            Start::Setup(variant) => Position::first_of(*variant),
        }
    }

    /// Whether the log is that of one game out of a table's journal. It ends where the next game begins; and the
    /// silence after its last line means nothing, since the service may go on, or was cut off.
    #[must_use]
    pub fn is_of_journal(&self) -> bool {
        match self.start {
            Start::Begun(_) | Start::Setup(_) => true,
            Start::Playing(_) => false,
        }
    }
}

/// The id of a game by its number in a session, from 1.
pub(super) fn game_id(session: &str, number: u32) -> String {
    if number == 1 { session.to_owned() } else { format!("{session}/{number}") }
}

/// One line of a log, understood.
#[derive(Debug, Clone)]
pub enum Line {
    /// An event.
    Event(GameTime, Happening),
    /// A header, with the events that stand on the same line.
    Game(Box<Header>, Vec<(GameTime, Happening)>),
}

/// What a line says happened.
#[derive(Debug, Clone, PartialEq)]
pub enum Happening {
    /// The board says that its clock is gone.
    ClockGone,
    /// An arbiter's command, as JSON, in the very words that it came in.
    Command(String),
    /// Something the sensors saw.
    Event(Event),
}

/// The text of one line, `line` its number from 1: without the byte order mark that some editors put before the first.
///
/// # Errors
/// [`LogError`] where it is longer than [`MAX_LINE`], or not UTF-8.
pub fn text_of(bytes: &[u8], line: usize) -> Result<&str, LogError> {
    const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
    if bytes.len() > MAX_LINE {
        return Err(LogError { line, problem: Problem::TooLong });
    }
    let mark = if line == 1 && bytes.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    std::str::from_utf8(&bytes[mark..])
        .map_err(|error| LogError { line, problem: Problem::Encoding(mark + error.valid_up_to() + 1) })
}

/// Reads one line; `line` is its number, from 1.
///
/// # Errors
/// [`LogError`], naming the line, the field, what was found and what was expected.
pub fn read_line(text: &str, line: usize) -> Result<Line, LogError> {
    let at_line = |problem| LogError { line, problem };
    let shape = |error: serde_json::Error| at_line(Problem::Shape(error.to_string()));
    if !text.trim_start().starts_with('{') {
        return Err(at_line(Problem::Shape("expected a JSON object".to_owned())));
    }
    // Most lines are events, and need to be read only once. What else a line may be, the rest finds out.
    if !text.contains("\"log\"")
        && !text.contains('\\')
        && let Ok(raw) = serde_json::from_str::<RawEvent<&str>>(text)
    {
        let (at, happening) = read_event(&raw).map_err(at_line)?;
        return Ok(Line::Event(at, happening));
    }
    let probe: Probe = serde_json::from_str(text).map_err(shape)?;
    if probe.log.is_some() {
        let raw: RawHeader = serde_json::from_str(text).map_err(shape)?;
        let events = raw.events.iter().map(read_event).collect::<Result<Vec<_>, _>>().map_err(at_line)?;
        let header = read_header(raw).map_err(at_line)?;
        return Ok(Line::Game(Box::new(header), events));
    }
    let raw: RawEvent<String> = serde_json::from_str(text).map_err(shape)?;
    let (at, happening) = read_event(&raw).map_err(at_line)?;
    Ok(Line::Event(at, happening))
}

#[derive(Deserialize)]
struct Probe {
    #[serde(default)]
    log: Option<String>,
}

#[derive(Deserialize)]
struct RawHeader {
    log: String,
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    table: Option<String>,
    #[serde(default)]
    number: Option<u32>,
    #[serde(default)]
    seq: u64,
    #[serde(default)]
    edition: Option<String>,
    #[serde(default)]
    regime: Option<String>,
    #[serde(default)]
    supervision: Option<String>,
    #[serde(default)]
    variant: Option<String>,
    #[serde(default)]
    sensing: Option<String>,
    #[serde(default)]
    clock: Option<String>,
    #[serde(default)]
    time_control: Option<String>,
    #[serde(default)]
    fen: Option<String>,
    #[serde(default)]
    given: RawGiven,
    #[serde(default)]
    timing: RawTiming,
    #[serde(default)]
    begin: Option<RawBegin>,
    #[serde(default)]
    date: Option<String>,
    #[serde(default)]
    players: Players,
    #[serde(default)]
    persons: Persons,
    #[serde(default)]
    events: Vec<RawEvent<String>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum RawBegin {
    Game(RawBeginning),
    Word(String),
}

#[derive(Deserialize)]
struct RawBeginning {
    t_ms: u64,
    #[serde(default)]
    board: Option<String>,
    #[serde(default)]
    clock: Option<RawReading>,
    #[serde(default)]
    contact: Option<String>,
    #[serde(default)]
    unseen: Vec<String>,
    #[serde(default)]
    to_move: Option<String>,
}

#[derive(Deserialize)]
struct RawReading {
    t_ms: u64,
    #[serde(default)]
    white_ms: Option<u32>,
    #[serde(default)]
    black_ms: Option<u32>,
    #[serde(default)]
    running: Option<String>,
}

#[derive(Deserialize, Default)]
struct RawGiven {
    #[serde(default)]
    history: Vec<String>,
    #[serde(default)]
    history_fen: Option<String>,
    #[serde(default)]
    initial_fen: Option<String>,
    #[serde(default)]
    illegal_moves: RawCounts,
}

#[derive(Deserialize, Default)]
struct RawCounts {
    #[serde(default)]
    white: u32,
    #[serde(default)]
    black: u32,
}

#[derive(Deserialize, Default)]
struct RawTiming {
    settle_ms: Option<u64>,
    scan_tie_ms: Option<u64>,
    flicker_ms: Option<u64>,
    two_hands_ms: Option<u64>,
    press_grace_ms: Option<u64>,
    displaced_ms: Option<u64>,
}

/// An event as it stands there: its words borrowed from a line where they can be, or owned.
#[derive(Deserialize)]
struct RawEvent<S> {
    t_ms: u64,
    ev: S,
    #[serde(default)]
    sq: Option<S>,
    #[serde(default)]
    piece: Option<S>,
    #[serde(default)]
    by: Option<S>,
    #[serde(default)]
    white_ms: Option<u32>,
    #[serde(default)]
    black_ms: Option<u32>,
    #[serde(default)]
    running: Option<S>,
    #[serde(default)]
    fen: Option<S>,
    #[serde(default)]
    occupied: Option<S>,
    #[serde(default)]
    up: Option<bool>,
    #[serde(default)]
    command: Option<Box<RawValue>>,
}

fn read_header(raw: RawHeader) -> Result<Header, Problem> {
    if raw.log != "touchmove/1" {
        return Err(value("log", &raw.log, "\"touchmove/1\""));
    }
    let edition = named("edition", raw.edition, Edition::from_name, "2005, 2009, 2014, 2018 or 2023")?;
    let regime = named("regime", raw.regime, Regime::from_name, "standard, rapid or blitz")?;
    let supervision = named("supervision", raw.supervision, Supervision::from_name, "full or limited")?;
    let variant = named("variant", raw.variant, Variant::from_name, "chess or chess960")?.unwrap_or_default();
    let sensing = named(
        "sensing",
        raw.sensing,
        |name| match name {
            "identity" => Some(Sensing::Identity),
            "occupancy" => Some(Sensing::Occupancy),
            _ => None,
        },
        "identity or occupancy",
    )?;
    let (clock, watch) = named(
        "clock",
        raw.clock,
        |name| match name {
            "auto" => Some((ClockUse::None, ClockWatch::ShowsItself)),
            "auto-present" => Some((ClockUse::Present, ClockWatch::ShowsItself)),
            "none" => Some((ClockUse::None, ClockWatch::Known)),
            _ => None,
        },
        "none, auto or auto-present, or no such field",
    )?
    .unwrap_or((ClockUse::Present, ClockWatch::Known));
    let position = match &raw.fen {
        Some(fen) => read_fen("fen", fen, variant)?,
        None => Position::first_of(variant),
    };
    let id = raw.id.unwrap_or_else(|| "log".to_owned());
    let number = raw.number.unwrap_or(1);
    let session = match number {
        1 => Some(&*id),
        _ => id.strip_suffix(&format!("/{number}")),
    };
    let session = session.ok_or_else(|| value("number", &number.to_string(), "what the id ends in"))?.to_owned();
    let given = read_given(&raw.given, &position, variant)?;
    let unknown = Tags::default();
    Ok(Header {
        table: raw.table.unwrap_or(id),
        session,
        number,
        seq: raw.seq,
        settings: Settings {
            laws: Laws::new(edition.unwrap_or_default(), regime.unwrap_or_default(), supervision),
            sensing: sensing.unwrap_or(Sensing::Identity),
            clock,
            timing: read_timing(&raw.timing)?,
            nodes: Nodes::default(),
            time_control: named(
                "time_control",
                raw.time_control.clone(),
                |text| text.parse().ok(),
                "a time control in the notation of PGN, such as 40/5400+30:1800+30",
            )?,
        },
        clock: watch,
        start: match raw.begin {
            None => Start::Playing(position),
            Some(RawBegin::Game(raw)) => Start::Begun(Box::new(read_beginning(&raw, position)?)),
            Some(RawBegin::Word(word)) if word == "setup" => Start::Setup(variant),
            Some(RawBegin::Word(word)) => return Err(value("begin", &word, "setup, or an object")),
        },
        given,
        tags: Tags { date: raw.date.unwrap_or(unknown.date), time_control: raw.time_control, ..Tags::default() },
        players: raw.players,
        persons: raw.persons,
    })
}

fn read_beginning(raw: &RawBeginning, position: Position) -> Result<Beginning, Problem> {
    let board = match &raw.board {
        Some(board) => board.parse().map_err(|_| value("begin.board", board, "the placement field of a FEN"))?,
        None => *position.placement(),
    };
    let contact = named("begin.contact", raw.contact.clone(), Contact::from_name, "away or kept")?;
    let mut unseen = Vec::new();
    let mut now = position.clone();
    for uci in &raw.unseen {
        let m = now.legal_move(uci).ok_or_else(|| value("begin.unseen", uci, "a legal move in UCI"))?;
        now = now.play(&m);
        unseen.push(m);
    }
    let clock = raw.clock.as_ref().map(|raw| {
        let running = raw.running.as_deref().map(|name| color("begin.clock.running", Some(name))).transpose()?;
        Ok((GameTime(raw.t_ms), ClockTimes { white_ms: raw.white_ms, black_ms: raw.black_ms, running }))
    });
    Ok(Beginning {
        at: GameTime(raw.t_ms),
        position,
        board,
        clock: clock.transpose()?,
        contact: contact.unwrap_or(Contact::Kept),
        unseen,
        to_move: raw.to_move.as_deref().map(|name| color("begin.to_move", Some(name))).transpose()?,
    })
}

fn read_given(raw: &RawGiven, position: &Position, variant: Variant) -> Result<Given, Problem> {
    let first = match (&raw.history_fen, &raw.initial_fen) {
        (Some(fen), _) => read_fen("given.history_fen", fen, variant)?,
        (None, Some(fen)) => read_fen("given.initial_fen", fen, variant)?,
        (None, None) => Position::first_of(variant),
    };
    let mut history = Vec::new();
    let mut now = first;
    for uci in &raw.history {
        let m = now.legal_move(uci).ok_or_else(|| value("given.history", uci, "a legal move in UCI"))?;
        history.push(now.clone());
        now = now.play(&m);
    }
    if !raw.history.is_empty() && now.placement() != position.placement() {
        return Err(value("given.history", &now.fen(), "moves that lead to the header's fen"));
    }
    let initial = raw.initial_fen.as_deref().map(|fen| read_fen("given.initial_fen", fen, variant)).transpose()?;
    let RawCounts { white, black } = raw.illegal_moves;
    Ok(Given { history, initial, illegal_moves: PerPlayer { white, black } })
}

fn read_timing(raw: &RawTiming) -> Result<Timing, Problem> {
    let mut timing = Timing::default();
    let mut set =
        |field: &'static str, value_ms: Option<u64>, max: u16, slot: fn(&mut Timing) -> &mut u16| match value_ms {
            None => Ok(()),
            Some(ms) if ms <= u64::from(max) => {
                *slot(&mut timing) = ms as u16;
                Ok(())
            }
            Some(ms) => Err(value(field, &ms.to_string(), &format!("0 to {max} ms"))),
        };
    set("timing.settle_ms", raw.settle_ms, 2_000, |timing| &mut timing.settle_ms)?;
    set("timing.scan_tie_ms", raw.scan_tie_ms, 200, |timing| &mut timing.scan_tie_ms)?;
    set("timing.flicker_ms", raw.flicker_ms, 1_000, |timing| &mut timing.flicker_ms)?;
    set("timing.two_hands_ms", raw.two_hands_ms, 5_000, |timing| &mut timing.two_hands_ms)?;
    set("timing.press_grace_ms", raw.press_grace_ms, 3_000, |timing| &mut timing.press_grace_ms)?;
    set("timing.displaced_ms", raw.displaced_ms, 10_000, |timing| &mut timing.displaced_ms)?;
    Ok(timing)
}

fn read_event(raw: &RawEvent<impl AsRef<str>>) -> Result<(GameTime, Happening), Problem> {
    let event = match raw.ev.as_ref() {
        "clock" => Event::Clock(ClockTimes {
            white_ms: raw.white_ms,
            black_ms: raw.black_ms,
            running: word(&raw.running).map(|name| color("running", Some(name))).transpose()?,
        }),
        "clock-gone" => return Ok((GameTime(raw.t_ms), Happening::ClockGone)),
        "command" => {
            let command = raw.command.as_ref().ok_or_else(|| value("command", "nothing", "a command object"))?;
            return Ok((GameTime(raw.t_ms), Happening::Command(command.get().to_owned())));
        }
        "drop" => Event::Drop { square: square(raw)?, piece: piece(raw)? },
        "flag" => Event::Flag { by: color("by", word(&raw.by))? },
        "lift" => Event::Lift { square: square(raw)?, piece: piece(raw)? },
        "link" => Event::Link { up: raw.up.ok_or_else(|| value("up", "nothing", "true or false"))? },
        "placement" => Event::Placement(placement(raw)?),
        "press" => Event::Press { by: color("by", word(&raw.by))? },
        "time" => Event::Time,
        other => {
            return Err(value(
                "ev",
                other,
                "clock, clock-gone, command, drop, flag, lift, link, placement, press or time",
            ));
        }
    };
    Ok((GameTime(raw.t_ms), Happening::Event(event)))
}

fn square(raw: &RawEvent<impl AsRef<str>>) -> Result<Square, Problem> {
    let found = word(&raw.sq).unwrap_or("nothing");
    found.parse().map_err(|_| value("sq", found, "a square, a1 to h8"))
}

fn piece(raw: &RawEvent<impl AsRef<str>>) -> Result<Option<Piece>, Problem> {
    let Some(found) = word(&raw.piece) else { return Ok(None) };
    let mut letters = found.chars();
    match (letters.next().and_then(Piece::from_letter), letters.next()) {
        (Some(piece), None) => Ok(Some(piece)),
        _ => Err(value("piece", found, "a FEN letter: PNBRQK or pnbrqk")),
    }
}

fn placement(raw: &RawEvent<impl AsRef<str>>) -> Result<BoardReading, Problem> {
    match (word(&raw.fen), word(&raw.occupied)) {
        (Some(fen), _) => {
            let field = fen.split(' ').next().unwrap_or_default();
            let placement: Placement = field.parse().map_err(|_| value("fen", fen, "the placement field of a FEN"))?;
            Ok(BoardReading::Pieces(placement))
        }
        (None, Some(bits)) => u64::from_str_radix(bits, 16)
            .ok()
            .filter(|_| bits.len() <= 16 && !bits.starts_with('+'))
            .map(BoardReading::Occupied)
            .ok_or_else(|| value("occupied", bits, "up to 16 hexadecimal digits")),
        (None, None) => Err(value("fen", "nothing", "fen or occupied")),
    }
}

fn word(word: &Option<impl AsRef<str>>) -> Option<&str> {
    word.as_ref().map(AsRef::as_ref)
}

fn color(field: &'static str, found: Option<&str>) -> Result<Color, Problem> {
    match found {
        Some("white") => Ok(Color::White),
        Some("black") => Ok(Color::Black),
        other => Err(value(field, other.unwrap_or("nothing"), "white or black")),
    }
}

fn read_fen(field: &'static str, fen: &str, variant: Variant) -> Result<Position, Problem> {
    Position::from_fen(fen, variant)
        .map_err(|error| value(field, fen, &format!("a FEN of a possible position ({error})")))
}

fn named<T>(
    field: &'static str,
    found: Option<String>,
    read: impl Fn(&str) -> Option<T>,
    expected: &str,
) -> Result<Option<T>, Problem> {
    match found {
        None => Ok(None),
        Some(name) => read(&name).map(Some).ok_or_else(|| value(field, &name, expected)),
    }
}

fn value(field: &'static str, found: &str, expected: &str) -> Problem {
    const SHOWN: usize = 80;
    let found: String = found.chars().take(SHOWN).collect();
    Problem::Value { field, found: format!("{found:?}"), expected: expected.to_owned() }
}
