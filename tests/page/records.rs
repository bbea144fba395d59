//! Records as a table would make them.

use protocols::{Color, Square};
use touchmove::{
    game::record::{
        Alert, AlertState, Board, BoardState, BoardStatus, Body, Certainty, Clock, Faults, Game, GameTime,
        IllegalMoves, Move, MoveStatus, Obligation, Phase, Players, Record, San, Status, Times, Uci,
    },
    turn::{AlertKind, Severity},
    words::Words,
};

pub(crate) const TABLE: &str = "Table 12";
pub(crate) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The moves of a well known opening, and the position after each of them.
pub(crate) const LINE: &[(&str, &str, &str)] = &[
    ("e2e4", "e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
    ("e7e5", "e5", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"),
    ("g1f3", "Nf3", "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"),
    ("b8c6", "Nc6", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"),
    ("f1b5", "Bb5", "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"),
    ("a7a6", "a6", "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4"),
    ("b5a4", "Ba4", "r1bqkbnr/1ppp1ppp/p1n5/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 1 4"),
    ("g8f6", "Nf6", "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 5"),
];

pub(crate) fn record(seq: u64, body: Body) -> Record {
    Record {
        body,
        game: None,
        table: TABLE.into(),
        seq,
        t_ms: GameTime(seq * 1_000),
        at: Some("2026-03-01T14:05:09Z".to_owned()),
    }
}

/// The game after `plies` of [`LINE`], with these open alerts.
pub(crate) fn game(plies: usize, alerts: Vec<Alert>) -> Game {
    let line = &LINE[..plies];
    Game {
        id: "r1-t12".into(),
        phase: Phase::Playing,
        edition: "2023",
        regime: "standard",
        variant: "chess",
        initial_fen: START.into(),
        fen: line.last().map_or(START, |last| last.2).into(),
        turn: Some(side(plies as u32 + 1)),
        moves: line.iter().filter_map(|step| Uci::new(step.0)).collect::<Vec<_>>().into(),
        sans: line.iter().map(|step| San::new(step.1).expect("a move")).collect::<Vec<_>>().into(),
        result: "*",
        termination: None,
        players: Players { white: Some("Vera Menchik".to_owned()), black: Some("Sonja Graf".to_owned()) },
        persons: Default::default(),
        clock: None,
        touched: Vec::new(),
        obligation: Obligation::default(),
        alerts: alerts.into(),
        interrupted: false,
        illegal_moves: IllegalMoves { white: 0, black: 1 },
    }
}

/// The record of a ply of [`LINE`].
pub(crate) fn moved(ply: u32, status: MoveStatus, certainty: Certainty) -> Move {
    let (uci, san, fen) = LINE[ply as usize - 1];
    Move {
        ply,
        revision: 0,
        uci: Uci::new(uci).expect("a move"),
        san: San::new(san).expect("a move"),
        fen: fen.into(),
        by: side(ply),
        status,
        certainty,
        clock: None,
    }
}

pub(crate) fn alert(
    id: &str,
    kind: AlertKind,
    article: &'static str,
    severity: Severity,
    squares: &[&str],
    text: &str,
) -> Alert {
    Alert {
        id: id.to_owned(),
        state: AlertState::Raised,
        raised_ms: GameTime(9),
        decided: None,
        decided_by: None,
        decided_ms: None,
        kind,
        article,
        edition: "2023",
        severity,
        advisory: severity == Severity::Notice,
        by: Some(Color::Black),
        ply: 8,
        squares: squares.iter().map(|square| square_of(square)).collect(),
        legal: Vec::new(),
        data: serde_json::Map::new(),
        text: text.to_owned(),
        words: Words::new("illegal-position-watch"),
    }
}

pub(crate) fn illegal_move() -> Alert {
    let text = "Black completed an illegal move: the knight cannot go from g8 to g6.";
    alert("a-illegal", AlertKind::IllegalMoveCompleted, "7.5.1", Severity::Ruling, &["g8", "g6"], text)
}

pub(crate) fn touched_and_returned() -> Alert {
    let text = "Black lifted the bishop on c8 and put it back.";
    alert("a-touch", AlertKind::TouchedPieceReturned, "4.2.1", Severity::Notice, &["c8"], text)
}

pub(crate) fn board(placement: &str, in_air: &[&str], agrees: bool) -> Board {
    let in_air = in_air.iter().map(|square| square_of(square)).collect();
    Board { placement: Some(placement.into()), occupied: None, in_air, agrees, sensors: Default::default() }
}

pub(crate) fn clock(white_ms: u32, black_ms: u32, running: Option<Color>) -> Clock {
    Clock { times: Times { white_ms: Some(white_ms), black_ms: Some(black_ms) }, running }
}

pub(crate) fn status(state: BoardState) -> Status {
    Status {
        online: true,
        version: "0.1.0".to_owned(),
        board: BoardStatus {
            state,
            kind: Some("dgt".to_owned()),
            port: Some("/dev/ttyACM0".to_owned()),
            serial: Some("24211".to_owned()),
            ..BoardStatus::default()
        },
        queued: 0,
        broker_trouble: None,
        uptime_s: 0,
        faults: Faults::default(),
        errors: Vec::new(),
    }
}

fn square_of(name: &str) -> Square {
    name.parse().unwrap_or_else(|_| panic!("{name} is no square"))
}

fn side(ply: u32) -> Color {
    if ply % 2 == 1 { Color::White } else { Color::Black }
}
