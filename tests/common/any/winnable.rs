//! Any lines whatever as questions who can still win.

use serde_json::Value;
use shakmaty::{CastlingMode, Chess, Color, Position as _, PositionError, fen::Fen, uci::UciMove};
use touchmove::rules::winnable::command;

/// How many positions are looked at for an answer: it is about reading, not about deciding.
const NODES: u64 = 2_000;

/// Most bytes of questions: each of them takes its time.
const MOST_BYTES: usize = 512;

/// Asks them.
pub(crate) fn ask(bytes: &[u8]) {
    let bytes = &bytes[..bytes.len().min(MOST_BYTES)];
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let status = command::run(bytes, &mut out, &mut err, NODES).expect("memory takes it");
    let (out, err) = (String::from_utf8(out).expect("JSON is text"), String::from_utf8(err).expect("text"));
    assert_eq!(status == 0, err.is_empty(), "{err}");
    for line in err.lines() {
        let number = line.strip_prefix("line ").and_then(|rest| rest.split_once(':')?.0.parse().ok());
        assert!(number.is_some_and(|number: usize| number <= bytes.split(|byte| *byte == b'\n').count()), "{line}");
    }
    for line in out.lines() {
        let answer: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(answer["verdict"] == "winnable", answer["line"].is_array(), "{line}");
        assert!(answer["line"].is_null() || mates(&answer), "{line}");
    }
}

/// Whether the moves that are told are legal, and end with the checkmate that they are to show.
fn mates(answer: &Value) -> bool {
    let setup = answer["fen"].as_str().and_then(|fen| fen.parse::<Fen>().ok()).expect("a position").into_setup();
    let mode = CastlingMode::detect(&setup);
    let position = setup.position::<Chess>(mode).or_else(PositionError::ignore_too_much_material);
    let mut position = position.expect("a position");
    for uci in answer["line"].as_array().into_iter().flatten() {
        let uci: UciMove = uci.as_str().and_then(|uci| uci.parse().ok()).expect("a move");
        let Ok(made) = uci.to_move(&position) else { return false };
        position.play_unchecked(made);
    }
    let mated = if answer["side"] == "white" { Color::Black } else { Color::White };
    position.is_checkmate() && position.turn() == mated
}
