//! Event logs, written: what [`read_line`](super::read_line) reads (`docs/interfaces.md`, event log).

use protocols::{Color, Piece, Square, registry::Sensing};
use serde_json::{Value, json};

use super::{ClockWatch, Happening, Header};
use crate::{
    board::{BoardReading, ClockTimes, Event},
    turn::{Beginning, ClockUse, Contact, GameTime, Start, Timing},
    words::Language,
};

/// The first line of the log of a game that a table has seen from its beginning, as a JSON object, for who has more to
/// say of it: nothing is [given](Header::given) then.
#[must_use]
pub fn header_object(header: &Header) -> Value {
    let Header { table, number, seq, settings, clock, start, tags, players, persons, language, .. } = header;
    let laws = settings.laws;
    let mut line = json!({
        "log": "touchmove/1",
        "id": header.id(),
        "table": table,
        "seq": seq,
        "edition": laws.edition.name(),
        "regime": laws.regime.name(),
        "supervision": laws.supervision.name(),
        "sensing": match settings.sensing {
            Sensing::Identity => "identity",
            Sensing::Occupancy => "occupancy",
        },
        "timing": timing(&settings.timing),
        "date": tags.date,
    });
    let mut put = |key: &str, value: Value| line[key] = value;
    if *number > 1 {
        put("number", json!(number));
    }
    match (clock, settings.clock) {
        (ClockWatch::Known, ClockUse::None) => put("clock", json!("none")),
        (ClockWatch::Known, ClockUse::Present) => {}
        (ClockWatch::ShowsItself, ClockUse::None) => put("clock", json!("auto")),
        (ClockWatch::ShowsItself, ClockUse::Present) => put("clock", json!("auto-present")),
    }
    if let Some(time_control) = &tags.time_control {
        put("time_control", json!(time_control));
    }
    if *language != Language::English {
        put("language", json!(language.tag()));
    }
    if players.white.is_some() || players.black.is_some() {
        put("players", json!(players));
    }
    if !persons.are_unknown() {
        put("persons", json!(persons));
    }
    let variant = match start {
        Start::Begun(beginning) => {
            put("fen", json!(beginning.position.fen()));
            put("begin", begin(beginning));
            beginning.position.variant()
        }
        Start::Playing(position) => {
            put("fen", json!(position.fen()));
            position.variant()
        }
        Start::Setup(variant) => {
            put("begin", json!("setup"));
            *variant
        }
    };
    put("variant", json!(variant.name()));
    line
}

/// One event of a log, without the line's end.
#[must_use]
pub fn event_line(at: GameTime, happening: &Happening) -> String {
    event_object(at, happening).to_string()
}

/// The same as a JSON object, for who has more to say of it. A command that is no JSON object cannot be written, and
/// changes nothing.
#[must_use]
pub fn event_object(at: GameTime, happening: &Happening) -> Value {
    let mut line = match happening {
        Happening::ClockGone => json!({ "ev": "clock-gone" }),
        Happening::Command(given) => json!({ "ev": "command", "command": given.object().ok() }),
        Happening::Event(event) => shape(event),
    };
    line["t_ms"] = json!(at.0);
    line
}

fn begin(beginning: &Beginning) -> Value {
    let Beginning { at, position, board, clock, contact, unseen, to_move } = beginning;
    let mut begin = json!({ "t_ms": at.0 });
    if board != position.placement() {
        begin["board"] = json!(board.to_string());
    }
    if let Some((read, times)) = clock {
        begin["clock"] = self::clock(times);
        begin["clock"]["t_ms"] = json!(read.0);
    }
    if *contact != Contact::Kept {
        begin["contact"] = json!(contact.name());
    }
    if !unseen.is_empty() {
        begin["unseen"] = unseen.iter().map(|m| m.uci()).collect();
    }
    if let Some(color) = to_move {
        begin["to_move"] = json!(color.name());
    }
    begin
}

fn timing(timing: &Timing) -> Value {
    let Timing { settle_ms, scan_tie_ms, flicker_ms, two_hands_ms, press_grace_ms, displaced_ms } = timing;
    json!({
        "settle_ms": settle_ms,
        "scan_tie_ms": scan_tie_ms,
        "flicker_ms": flicker_ms,
        "two_hands_ms": two_hands_ms,
        "press_grace_ms": press_grace_ms,
        "displaced_ms": displaced_ms,
    })
}

fn shape(event: &Event) -> Value {
    match event {
        Event::Clock(times) => {
            let mut line = clock(times);
            line["ev"] = json!("clock");
            line
        }
        Event::Drop { square, piece } => touch("drop", *square, *piece),
        Event::Flag { by } => json!({ "ev": "flag", "by": by.name() }),
        Event::Lift { square, piece } => touch("lift", *square, *piece),
        Event::Link { up } => json!({ "ev": "link", "up": up }),
        Event::Placement(BoardReading::Pieces(placement)) => {
            json!({ "ev": "placement", "fen": placement.to_string() })
        }
        Event::Placement(BoardReading::Occupied(bits)) => {
            json!({ "ev": "placement", "occupied": format!("{bits:016x}") })
        }
        Event::Press { by } => json!({ "ev": "press", "by": by.name() }),
        Event::Time => json!({ "ev": "time" }),
    }
}

fn clock(times: &ClockTimes) -> Value {
    let ClockTimes { white_ms, black_ms, running } = times;
    json!({ "white_ms": white_ms, "black_ms": black_ms, "running": running.map(Color::name) })
}

fn touch(ev: &str, square: Square, piece: Option<Piece>) -> Value {
    let mut line = json!({ "ev": ev, "sq": square.to_string() });
    if let Some(piece) = piece {
        line["piece"] = json!(piece.to_string());
    }
    line
}
