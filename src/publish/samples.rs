//! Records to test with, one of each type.

use protocols::{Color, Square};

use crate::{
    game::{
        persons::Persons,
        record::{
            self, Alert, AlertState, Board, BoardState, BoardStatus, Body, Certainty, Clock, Duty, Game, GameTime,
            IllegalMoves, Move, MoveStatus, Obligation, Phase, Players, Record, San, Status, Times, Touch, TouchKind,
            Touched, Turn, Uci,
        },
    },
    turn::{AlertKind, Severity},
};

pub(crate) fn record(seq: u64, body: Body) -> Record {
    Record { body, game: None, table: "t1".into(), seq, t_ms: GameTime(seq * 1_000), at: None }
}

pub(crate) fn alert() -> Alert {
    Alert {
        id: "a1".to_owned(),
        state: AlertState::Raised,
        raised_ms: GameTime(9),
        decided: None,
        decided_by: None,
        decided_ms: None,
        kind: AlertKind::TouchMoveViolated,
        article: "4.3.1",
        edition: "2018",
        severity: Severity::Warning,
        advisory: true,
        by: Some(Color::White),
        ply: 1,
        squares: vec![square("e2")],
        legal: Vec::from_iter(Uci::new("e2e4")),
        data: serde_json::Map::new(),
        text: "White touched the pawn on e2 and moved another piece.".to_owned(),
        words: crate::words::Words::new("illegal-position-watch"),
    }
}

pub(crate) fn clock() -> Clock {
    Clock { times: Times { white_ms: Some(5_400_000), black_ms: Some(5_399_000) }, running: Some(Color::Black) }
}

pub(crate) fn moved(ply: u32, revision: u32, status: MoveStatus) -> Move {
    Move {
        ply,
        revision,
        uci: Uci::new("e2e4").expect("a move"),
        san: San::new("e4").expect("a move"),
        fen: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".into(),
        by: Color::White,
        status,
        certainty: Certainty::Seen,
        clock: None,
    }
}

pub(crate) fn duty() -> Duty {
    let Game { touched, obligation, .. } = game();
    Duty { ply: 2, by: Color::Black, touched, obligation }
}

pub(crate) fn game() -> Game {
    Game {
        id: "g1".into(),
        phase: Phase::Playing,
        edition: "2018",
        regime: "standard",
        variant: "chess",
        initial_fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".into(),
        fen: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".into(),
        turn: Some(Color::Black),
        moves: Vec::from_iter(Uci::new("e2e4")).into(),
        sans: vec![San::new("e4").expect("a move")].into(),
        result: "*",
        termination: None,
        players: Players { white: Some("Anna".to_owned()), black: None },
        persons: Persons::default(),
        clock: Some(clock()),
        touched: vec![Touched {
            sq: square("g8"),
            piece: protocols::Piece::from_letter('n').expect("a knight"),
            t_ms: GameTime(9),
        }],
        obligation: Obligation { own: Some(square("g8")), opp: None, legal: Vec::from_iter(Uci::new("g8f6")) },
        alerts: [alert()].into(),
        interrupted: true,
        illegal_moves: IllegalMoves { white: 1, black: 0 },
    }
}

/// One record of each type.
pub(crate) fn one_of_each() -> Vec<Record> {
    vec![
        record(1, Body::Alert(alert())),
        record(
            1,
            Body::Board(Board {
                placement: Some("8/8/8/8/8/8/8/8".into()),
                occupied: None,
                in_air: Vec::new(),
                agrees: true,
                sensors: Default::default(),
            }),
        ),
        record(1, Body::Clock(clock())),
        record(1, Body::Duty(duty())),
        record(1, Body::Game(Box::new(game()))),
        record(2, Body::Move(moved(1, 0, MoveStatus::Made))),
        record(2, Body::Status(status())),
        record(
            2,
            Body::Touch(Touch { ply: 2, ev: TouchKind::Lift, sq: square("g8"), piece: None, by: Some(Color::Black) }),
        ),
        record(
            3,
            Body::Turn(Turn {
                ply: 1,
                by: Color::White,
                touched: Vec::new(),
                obligation: Obligation::default(),
                made: Uci::new("e2e4"),
                completed: true,
            }),
        ),
    ]
}

pub(crate) fn status() -> Status {
    Status {
        online: true,
        version: "0.1.0".to_owned(),
        board: BoardStatus { state: BoardState::Connected, kind: Some("dgt".to_owned()), ..BoardStatus::default() },
        queued: 0,
        broker_trouble: None,
        uptime_s: 0,
        faults: record::Faults::default(),
        errors: Vec::new(),
    }
}

fn square(text: &str) -> Square {
    text.parse().expect("a square")
}
