//! Event logs: what the sensors saw, as JSON Lines (`INTERFACES`, event log).

use protocols::{At, Color, Piece, Placement, Square, registry::Sensing};
use serde::Deserialize;

use crate::{
    board::{BoardReading, ClockTimes, Event},
    rules::{Position, Variant},
    turn::{ClockUse, Edition, Given, Laws, Nodes, PerPlayer, Regime, Settings, Supervision, Timing},
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

/// The header of a game's log, understood.
#[derive(Debug, Clone)]
pub struct Header {
    /// Names the game.
    pub id: String,
    /// What it is played by.
    pub settings: Settings,
    /// The first position of the log.
    pub position: Position,
    /// What was known before.
    pub given: Given,
}

/// One line of a log, understood.
#[derive(Debug, Clone)]
pub enum Line {
    /// An event.
    Event(At, Happening),
    /// A header, with the events that stand on the same line.
    Game(Box<Header>, Vec<(At, Happening)>),
}

/// What a line says happened.
#[derive(Debug, Clone, PartialEq)]
pub enum Happening {
    /// An arbiter's command, as JSON.
    Command(String),
    /// Something the sensors saw.
    Event(Event),
}

/// The text of one line: without the byte order mark that some editors put before the first.
///
/// # Errors
/// [`LogError`] where it is too long, or not UTF-8.
pub(super) fn text_of(bytes: &[u8], line: usize) -> Result<&str, LogError> {
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
    // Most lines are events, and need to be read only once. What else a line may be, the rest finds out.
    if !text.contains("\"log\"")
        && !text.contains('\\')
        && let Ok(raw) = serde_json::from_str::<RawEvent>(text)
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
    let raw: RawEvent = serde_json::from_str(text).map_err(shape)?;
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
    events: Vec<RawEvent>,
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

#[derive(Deserialize)]
struct RawEvent {
    t_ms: u64,
    ev: String,
    #[serde(default)]
    sq: Option<String>,
    #[serde(default)]
    piece: Option<String>,
    #[serde(default)]
    by: Option<String>,
    #[serde(default)]
    white_ms: Option<u32>,
    #[serde(default)]
    black_ms: Option<u32>,
    #[serde(default)]
    running: Option<String>,
    #[serde(default)]
    fen: Option<String>,
    #[serde(default)]
    occupied: Option<String>,
    #[serde(default)]
    up: Option<bool>,
    #[serde(default)]
    command: Option<serde_json::Value>,
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
    let clock = named("clock", raw.clock, |name| (name == "none").then_some(ClockUse::None), "none, or no such field")?;
    let position = match &raw.fen {
        Some(fen) => read_fen("fen", fen, variant)?,
        None => Position::first_of(variant),
    };
    Ok(Header {
        id: raw.id.unwrap_or_else(|| "log".to_owned()),
        settings: Settings {
            laws: Laws::new(edition.unwrap_or_default(), regime.unwrap_or_default(), supervision),
            sensing: sensing.unwrap_or(Sensing::Identity),
            clock: clock.unwrap_or(ClockUse::Present),
            timing: read_timing(&raw.timing)?,
            nodes: Nodes::default(),
            time_control: named(
                "time_control",
                raw.time_control,
                |text| text.parse().ok(),
                "a time control in the notation of PGN, such as 40/5400+30:1800+30",
            )?,
        },
        given: read_given(&raw.given, &position, variant)?,
        position,
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

fn read_event(raw: &RawEvent) -> Result<(At, Happening), Problem> {
    let event = match raw.ev.as_str() {
        "clock" => Event::Clock(ClockTimes {
            white_ms: raw.white_ms,
            black_ms: raw.black_ms,
            running: raw.running.as_deref().map(|name| color("running", Some(name))).transpose()?,
        }),
        "command" => {
            let command = raw.command.as_ref().ok_or_else(|| value("command", "nothing", "a command object"))?;
            return Ok((At(raw.t_ms), Happening::Command(command.to_string())));
        }
        "drop" => Event::Drop { square: square(raw)?, piece: piece(raw)? },
        "flag" => Event::Flag { by: color("by", raw.by.as_deref())? },
        "lift" => Event::Lift { square: square(raw)?, piece: piece(raw)? },
        "link" => Event::Link { up: raw.up.ok_or_else(|| value("up", "nothing", "true or false"))? },
        "placement" => Event::Placement(placement(raw)?),
        "press" => Event::Press { by: color("by", raw.by.as_deref())? },
        "time" => Event::Time,
        other => {
            return Err(value("ev", other, "clock, command, drop, flag, lift, link, placement, press or time"));
        }
    };
    Ok((At(raw.t_ms), Happening::Event(event)))
}

fn square(raw: &RawEvent) -> Result<Square, Problem> {
    let found = raw.sq.as_deref().unwrap_or("nothing");
    found.parse().map_err(|_| value("sq", found, "a square, a1 to h8"))
}

fn piece(raw: &RawEvent) -> Result<Option<Piece>, Problem> {
    let Some(found) = raw.piece.as_deref() else { return Ok(None) };
    let mut letters = found.chars();
    match (letters.next().and_then(Piece::from_letter), letters.next()) {
        (Some(piece), None) => Ok(Some(piece)),
        _ => Err(value("piece", found, "a FEN letter: PNBRQK or pnbrqk")),
    }
}

fn placement(raw: &RawEvent) -> Result<BoardReading, Problem> {
    match (&raw.fen, &raw.occupied) {
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
