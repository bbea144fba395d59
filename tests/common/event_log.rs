//! Event logs of games, as text.

use protocols::At;
use serde_json::{Value, json};
use touchmove::{
    board::Event,
    rules::pgn::PgnGame,
    table::{Happening, event_line},
    turn::GameTime,
};

/// A game's header and an event a line.
pub(crate) fn event_log(id: &str, game: &PgnGame, events: &[(At, Event)]) -> String {
    lines(&header(id, game), events)
}

/// A game's header.
pub(crate) fn header(id: &str, game: &PgnGame) -> Value {
    let mut header = json!({ "log": "touchmove/1", "id": id, "variant": game.variant.name() });
    if let Some(fen) = game.tag("FEN") {
        header["fen"] = json!(fen);
    }
    header
}

/// A header and an event a line.
pub(crate) fn lines(header: &Value, events: &[(At, Event)]) -> String {
    let mut text = format!("{header}\n");
    for (at, event) in events {
        text += &event_line(GameTime(at.0), &Happening::Event(*event));
        text.push('\n');
    }
    text
}
