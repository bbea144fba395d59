//! What went wrong in real broadcasts, and what it would have looked like with us: the story at the board behind each
//! anomaly is told to a table again.
//!
//! `cargo test --test laws glitches:: -- --nocapture` prints the table:
//!
//! | in the broadcast | at the board | with us |
//! |---|---|---|
//! | the last move is a legal step of a king to the centre | it was played | the move |
//! | the same | the king was put there for the result, the other after it | the step is taken back, the result proposed |
//! | an illegal king's move to the centre ends the moves | both kings were put there for the result | no move, the result proposed |
//! | an illegal king's move ends the moves | shown after the game, or played | no move; told as a displaced piece, or ruled on when pressed |
//! | some clock times are missing | the clock was not read | the moves; times where they were read, none made up |
//! | a move took hours | the clock stood, or was set | the moves, nothing more |
//! | no moves at all | nobody came | no move; the arbiter's result |

use std::collections::BTreeMap;

use protocols::{At, Color, Piece, Placement, Role, Square};
use serde_json::Value;
use touchmove::game::command::GivenCommand;
use touchmove::{
    board::{ClockTimes, Event},
    game::record::{AlertState, Body},
    rules::{
        Position,
        pgn::{PgnGame, PgnMove, read_games},
    },
    table::{Input, Output, Source, Table},
    turn::{AlertKind, Settings, Severity, Start},
};

use crate::common::{corpus, dgt_bytes::setup};

/// How long a move takes where nothing else is said, in milliseconds.
const MOVE_MS: u64 = 3_000;

/// A table and what it said.
struct Told {
    table: Table,
    now: At,
    moves: Vec<String>,
    result: String,
    pgn: String,
    signalled: Option<String>,
    /// Alerts above `info`, but for those that end a game by the Laws.
    alerts: Vec<AlertKind>,
    ended: bool,
    clock: ClockTimes,
}

impl Told {
    fn new() -> Told {
        let table = Table::new(setup(Start::Playing(Position::initial()), Settings::default()), Source::Log);
        let (moves, result, pgn) = (Vec::new(), String::new(), String::new());
        let clock = ClockTimes::default();
        let now = At(1_000);
        Told { table, now, moves, result, pgn, signalled: None, alerts: Vec::new(), ended: false, clock }
    }

    /// The moves of a game, each pressed and the clock read after it where the broadcast has its time.
    fn of(game: &PgnGame) -> Told {
        let mut told = Told::new();
        for (ply, played) in game.moves.iter().enumerate() {
            told.play(game, ply, played);
        }
        told
    }

    fn play(&mut self, game: &PgnGame, ply: usize, played: &PgnMove) {
        let before = game.placement_after(ply);
        self.wait(played.elapsed_ms.map_or(MOVE_MS, |ms| u64::from(ms).max(1_000)));
        if let Some((square, _)) = played.captured {
            self.lift(square, before.at(square));
        }
        self.lift(played.from, Some(played.piece));
        let arriving = Piece { color: played.piece.color, role: played.promotion.unwrap_or(played.piece.role) };
        self.drop(played.to, arriving);
        if let Some((from, to)) = played.castling_rook {
            self.lift(from, before.at(from));
            self.drop(to, Piece { color: played.piece.color, role: Role::Rook });
        }
        let any_clock = game.moves.iter().any(|played| played.clock_ms.is_some());
        if played.clock_ms.is_some() || !any_clock {
            self.press(played.piece.color);
        }
        if let Some(clock_ms) = played.clock_ms {
            match played.piece.color {
                Color::White => self.clock.white_ms = Some(clock_ms),
                Color::Black => self.clock.black_ms = Some(clock_ms),
            }
            self.clock.running = Some(played.piece.color.other());
            self.tell(20, Event::Clock(self.clock));
        }
    }

    fn press(&mut self, by: Color) {
        self.tell(300, Event::Press { by });
    }

    fn lift(&mut self, square: Square, piece: Option<Piece>) {
        self.tell(300, Event::Lift { square, piece });
    }

    fn drop(&mut self, square: Square, piece: Piece) {
        self.tell(300, Event::Drop { square, piece: Some(piece) });
    }

    fn wait(&mut self, ms: u64) {
        self.tell(ms, Event::Time);
    }

    fn tell(&mut self, after: u64, event: Event) {
        self.now = self.now + after;
        self.table.handle(self.now, Input::Event(event));
        self.drain();
    }

    fn command(&mut self, json: &str) {
        self.table.handle(self.now, Input::Command(&GivenCommand::read(json)));
        self.drain();
    }

    /// A king goes to a square of the centre, where he does not stand there already.
    fn king_to(&mut self, board: &mut Placement, color: Color, to: Square) {
        let king = Piece { color, role: Role::King };
        let from = board.pieces().find(|(_, piece)| *piece == king).expect("a king").0;
        if from != to {
            if let Some(standing) = board.set(to, Some(king)) {
                self.lift(to, Some(standing));
            }
            board.set(from, None);
            self.lift(from, Some(king));
            self.drop(to, king);
            self.wait(1_000);
        }
    }

    fn finish(mut self) -> Told {
        self.wait(10_000);
        self.table.finish();
        self.drain();
        self
    }

    fn drain(&mut self) {
        while let Some(output) = self.table.poll() {
            match output {
                Output::Record(record) => match record.body {
                    Body::Alert(alert) if alert.state == AlertState::Raised => match alert.kind {
                        AlertKind::ResultSignalled => {
                            self.signalled = alert.data["result"].as_str().map(str::to_owned);
                        }
                        AlertKind::GameEnded75Moves
                        | AlertKind::GameEndedCheckmate
                        | AlertKind::GameEndedDeadPosition
                        | AlertKind::GameEndedFivefold
                        | AlertKind::GameEndedStalemate => self.ended = true,
                        kind if !matches!(alert.severity, Severity::Info | Severity::Private) => self.alerts.push(kind),
                        _ => {}
                    },
                    Body::Game(game) => {
                        self.moves = game.moves.iter().map(ToString::to_string).collect();
                        game.result.clone_into(&mut self.result);
                    }
                    _ => {}
                },
                Output::Pgn(pgn) => self.pgn = pgn,
                _ => {}
            }
        }
    }
}

fn ucis(game: &PgnGame) -> Vec<String> {
    game.moves.iter().map(|played| played.uci.clone()).collect()
}

/// Where the other king goes so that both show the result, the one standing here: light squares White won, dark
/// squares Black won, one each a draw.
fn other_kings_square(one: Square, result: &str) -> Option<Square> {
    let light = match result {
        "1-0" => one.is_light().then_some(true)?,
        "0-1" => (!one.is_light()).then_some(false)?,
        "1/2-1/2" => !one.is_light(),
        _ => return None,
    };
    let centre = ["d4", "e4", "d5", "e5"].map(|name| name.parse::<Square>().expect("a square"));
    centre.into_iter().find(|square| square.is_light() == light && *square != one)
}

/// What came of a story, in a word for the report.
type Outcome = &'static str;

/// It was played as the broadcast says.
fn played(game: &PgnGame) -> Outcome {
    let told = Told::of(game).finish();
    assert!(told.alerts.is_empty(), "{:?}", told.alerts);
    let line = ucis(game);
    if told.moves == line {
        return "every move, no alert";
    }
    // Players go on where the Laws have ended the game: five times the same position, 75 moves, a dead position.
    assert!(told.ended && line.starts_with(&told.moves), "{:?}", told.moves.last());
    "every move up to the end by the Laws, no alert"
}

/// The step was no move: the kings went to the centre for the result.
fn shown_by_the_last_step(game: &PgnGame, result: &str) -> Outcome {
    let last = game.moves.last().expect("a last move");
    let Some(to) = other_kings_square(last.to, result) else {
        return "the square does not show the result: it was played";
    };
    if last.captured.is_some() {
        return "it took a piece: it was played";
    }
    let mut short = game.clone();
    short.moves.pop();
    let mut told = Told::of(&short);
    if told.ended {
        return "the game had ended before";
    }
    let mut board = game.placement_after(short.moves.len());
    told.king_to(&mut board, last.piece.color, last.to);
    told.king_to(&mut board, last.piece.color.other(), to);
    let ended_by_step = told.ended;
    let told = told.finish();
    if ended_by_step {
        return "the step itself ended the game by the Laws";
    }
    let legal_reply =
        game.legal_after(game.moves.len()).iter().any(|reply| reply.to == to && reply.piece.role == Role::King);
    match &told.signalled {
        Some(signalled) => {
            assert_eq!(signalled, result, "the result shown");
            assert_eq!(told.moves, ucis(&short), "the step is taken back");
            assert!(told.alerts.is_empty(), "{:?}", told.alerts);
            "step taken back, the result proposed"
        }
        None => {
            assert!(legal_reply, "a sign not seen: {:?}", told.moves.last());
            "two legal steps: taken for moves until the arbiter says"
        }
    }
}

/// An illegal move of a king to the centre: both went there for the result.
fn shown_by_an_illegal_step(game: &PgnGame, result: &str, tail: &str) -> Outcome {
    let to: Square = tail.trim_end_matches(['+', '#'])[1..].parse().expect("a square");
    let by = if game.moves.len().is_multiple_of(2) { Color::White } else { Color::Black };
    let mut told = Told::of(game);
    let mut board = game.placement_after(usize::MAX);
    // The first king may have gone there by a legal step already.
    let other =
        board.pieces().find(|(_, piece)| *piece == Piece { color: by.other(), role: Role::King }).expect("a king").0;
    let stands = matches!((other.file(), other.rank()), (3 | 4, 3 | 4))
        && other_kings_square(to, result).is_some_and(|square| square.is_light() == other.is_light());
    let second = if stands { other } else { other_kings_square(to, result).expect("a square that shows the result") };
    told.king_to(&mut board, by, to);
    told.king_to(&mut board, by.other(), second);
    let told = told.finish();
    assert!(ucis(game).starts_with(&told.moves), "no move is made up: {:?}", told.moves.last());
    assert!(!told.alerts.contains(&AlertKind::IllegalMoveCompleted), "{:?}", told.alerts);
    if told.ended {
        return "the game had ended by the Laws before";
    }
    assert_eq!(told.signalled.as_deref(), Some(result), "the result shown; {:?}", told.alerts);
    "no move made up, the result proposed"
}

#[test]
fn anomalies_of_real_broadcasts_are_moves_signs_or_alerts_but_never_wrong_moves() {
    let mut report: BTreeMap<(String, Outcome), usize> = BTreeMap::new();
    let mut games: BTreeMap<String, Vec<PgnGame>> = BTreeMap::new();
    let cases = corpus::records("glitches/live_board_anomalies.jsonl");
    for case in &cases {
        let file = case["file"].as_str().expect("a file");
        let games = games.entry(file.to_owned()).or_insert_with(|| {
            let path = corpus::path(file).expect("a file of the collection");
            read_games(corpus::open(&path)).map(|game| game.expect("a readable game")).collect()
        });
        let game = &games[case["index"].as_u64().expect("a number") as usize];
        let result = case["result"].as_str().expect("a result");
        for label in case["labels"].as_array().expect("labels").iter().filter_map(Value::as_str) {
            println!("{file} {}: {label}", case["index"]);
            for outcome in outcomes(label, game, result, case) {
                *report.entry((label.to_owned(), outcome)).or_default() += 1;
            }
        }
    }
    println!("\n{} games, {} stories:", cases.len(), report.values().sum::<usize>());
    for ((label, outcome), count) in &report {
        println!("{count:4}  {label}: {outcome}");
    }
}

fn outcomes(label: &str, game: &PgnGame, result: &str, case: &Value) -> Vec<Outcome> {
    match label {
        "legal_last_move_king_to_centre" => vec![played(game), shown_by_the_last_step(game, result)],
        "illegal_king_to_centre_tail" => {
            vec![shown_by_an_illegal_step(game, result, case["tail"][0].as_str().expect("a move"))]
        }
        // Told with the illegal one.
        "legal_king_move_to_centre_before_illegal_one" => Vec::new(),
        "illegal_king_move_tail" => illegal_step(game, case["tail"][0].as_str().expect("a move")),
        "some_clocks_missing" => vec![clocks(game)],
        "emt_over_one_hour" => vec![played(game)],
        "unfinished" => {
            let told = Told::of(game).finish();
            assert_eq!((&*told.result, told.signalled), ("*", None));
            vec!["no result made up"]
        }
        "no_moves" => {
            let mut told = Told::new();
            told.wait(3_600_000);
            told.command(&format!(
                "{{\"command\":\"set-result\",\"result\":\"{result}\",\"termination\":\"forfeit\"}}"
            ));
            let told = told.finish();
            assert_eq!((told.moves.len(), &*told.result, told.alerts.len()), (0, result, 0));
            vec!["the arbiter's result, no move, no alert"]
        }
        other => panic!("an unknown label: {other}"),
    }
}

/// An illegal king's move: put there and left, or pressed.
fn illegal_step(game: &PgnGame, tail: &str) -> Vec<Outcome> {
    let to: Square = tail.trim_end_matches(['+', '#'])[1..].parse().expect("a square");
    let by = if game.moves.len().is_multiple_of(2) { Color::White } else { Color::Black };
    let story = |pressed: &[Color]| {
        let mut told = Told::of(game);
        told.king_to(&mut game.placement_after(usize::MAX), by, to);
        pressed.iter().for_each(|by| told.press(*by));
        let told = told.finish();
        assert_eq!(told.moves, ucis(game));
        told.alerts
    };
    assert_eq!(story(&[]), [AlertKind::IllegalDisplacement]);
    let pressed = story(&[by]);
    assert!(pressed.contains(&AlertKind::IllegalMoveCompleted), "{pressed:?}");
    vec!["not pressed: no move, told as illegal-displacement", "pressed: no move, illegal-move-completed"]
}

/// Times where they were read, none made up.
fn clocks(game: &PgnGame) -> Outcome {
    let mut whole = game.clone();
    // Without the times spent, which would only make it longer.
    whole.moves.iter_mut().for_each(|played| played.elapsed_ms = None);
    let told = Told::of(&whole).finish();
    assert!(told.alerts.is_empty(), "{:?}", told.alerts);
    let published = read_games(told.pgn.as_bytes()).next().expect("a game").expect("readable");
    assert!(ucis(game).starts_with(&told.moves) && (told.ended || told.moves.len() == game.moves.len()));
    for (ply, (ours, theirs)) in published.moves.iter().zip(&game.moves).enumerate() {
        // PGN gives whole seconds or less; ours are those of the readings.
        if theirs.clock_ms.is_some() {
            assert_eq!(ours.clock_ms, theirs.clock_ms, "half-move {}", ply + 1);
        }
    }
    "every move, every time that was read"
}
