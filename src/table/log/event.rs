//! An event of a log, read.

use protocols::{Color, Piece, Placement, Square};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::{Happening, Problem};
use crate::{
    board::{BoardReading, ClockTimes, Event},
    game::command::GivenCommand,
    turn::GameTime,
};

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

/// Understands an event.
///
/// # Errors
/// [`Problem::Value`] for the first field that cannot be used.
pub(super) fn read_event(raw: &RawEvent<impl AsRef<str>>) -> Result<(GameTime, Happening), Problem> {
    let event = match raw.ev.as_ref() {
        "clock" => Event::Clock(ClockTimes {
            white_ms: raw.white_ms,
            black_ms: raw.black_ms,
            running: word(&raw.running).map(|name| color("running", Some(name))).transpose()?,
        }),
        "clock-gone" => return Ok((GameTime(raw.t_ms), Happening::ClockGone)),
        "command" => {
            let command = raw.command.as_ref().ok_or_else(|| value("command", "nothing", "a command object"))?;
            return Ok((GameTime(raw.t_ms), Happening::Command(GivenCommand::read(command.get()))));
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
