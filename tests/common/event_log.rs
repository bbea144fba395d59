//! Event logs of games, as text.

use protocols::{At, Color, Piece, Square};
use serde_json::{Value, json};
use touchmove::{
    board::{BoardReading, ClockTimes, Event},
    rules::pgn::{PgnGame, Variant},
};

/// A game's header and an event a line.
pub(crate) fn event_log(id: &str, game: &PgnGame, events: &[(At, Event)]) -> String {
    let variant = match game.variant {
        Variant::Chess => "chess",
        Variant::Chess960 => "chess960",
    };
    let mut header = json!({ "log": "touchmove/1", "id": id, "variant": variant });
    if let Some(fen) = game.tag("FEN") {
        header["fen"] = json!(fen);
    }
    lines(&header, events)
}

/// A header and an event a line.
pub(crate) fn lines(header: &Value, events: &[(At, Event)]) -> String {
    let mut text = format!("{header}\n");
    for (at, event) in events {
        let mut line = shape(event);
        line["t_ms"] = json!(at.0);
        text += &format!("{line}\n");
    }
    text
}

fn shape(event: &Event) -> Value {
    match event {
        Event::Clock(ClockTimes { white_ms, black_ms, running }) => {
            json!({ "ev": "clock", "white_ms": white_ms, "black_ms": black_ms, "running": running.map(Color::name) })
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

fn touch(ev: &str, square: Square, piece: Option<Piece>) -> Value {
    let mut line = json!({ "ev": ev, "sq": square.to_string() });
    if let Some(piece) = piece {
        line["piece"] = json!(piece.to_string());
    }
    line
}
