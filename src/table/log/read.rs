//! The lines of a log, read.

use protocols::{Color, Piece, Placement, Square};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::{
    Happening, Line, LogError, MAX_LINE, Problem,
    header::{RawHeader, read_header},
};
use crate::{
    board::{BoardReading, ClockTimes, Event},
    turn::GameTime,
};

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

/// An event as it stands there: its words borrowed from a line where they can be, or owned.
#[derive(Deserialize)]
pub(super) struct RawEvent<S> {
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

pub(super) fn color(field: &'static str, found: Option<&str>) -> Result<Color, Problem> {
    match found {
        Some("white") => Ok(Color::White),
        Some("black") => Ok(Color::Black),
        other => Err(value(field, other.unwrap_or("nothing"), "white or black")),
    }
}

/// A field of the line has a value that it cannot have.
pub(super) fn value(field: &'static str, found: &str, expected: &str) -> Problem {
    Problem::value(field, found.to_owned(), expected)
}
