//! Moves made while the board was away are found again where exactly one line explains them, and never guessed.

mod corrections;
mod ends;
mod his_words;
mod presses;

use std::collections::BTreeMap;

use protocols::{At, Color, Placement, Square};
use touchmove::{
    board::{BoardReading, ClockTimes, Event},
    game::{
        command::GivenCommand,
        pgn::Tags,
        record::{Alert, AlertState, Body, Certainty, MoveStatus},
    },
    rules::{Lines, Position, Sight, lines_to, pgn::PgnGame},
    table::{Input, Output, Setup, Source, Table},
    turn::{AlertKind, Given, Settings, Severity, Start},
    words::Language,
};

use crate::common::games;

#[derive(Default)]
struct Heard {
    moves: BTreeMap<u32, (String, Certainty)>,
    /// Each once, however often it changes.
    alerts: Vec<(AlertKind, Severity)>,
    cleared: Vec<AlertKind>,
    /// Those that are open now, by their ids.
    open: BTreeMap<String, Alert>,
}

impl Heard {
    fn hear(&mut self, alert: Alert) {
        let is_open = alert.state == AlertState::Raised;
        if alert.state == AlertState::Cleared {
            self.cleared.push(alert.kind);
        }
        let known =
            if is_open { self.open.insert(alert.id.clone(), alert.clone()) } else { self.open.remove(&alert.id) };
        if is_open && known.is_none() {
            self.alerts.push((alert.kind, alert.severity));
        }
    }

    /// Whether the arbiter is asked what was played, or told that it is not known.
    fn is_asked(&self) -> bool {
        self.open.values().any(|alert| matches!(alert.kind, AlertKind::MoveAmbiguous | AlertKind::PositionMismatch))
    }
}

fn drain(table: &mut Table, heard: &mut Heard) {
    while let Some(output) = table.poll() {
        let Output::Record(record) = output else { continue };
        match record.body {
            Body::Move(said) if said.status == MoveStatus::Retracted => {
                heard.moves.remove(&said.ply);
            }
            Body::Move(said) => {
                heard.moves.insert(said.ply, (said.uci.to_string(), said.certainty));
            }
            Body::Alert(alert) => heard.hear(alert),
            _ => {}
        }
    }
}

/// A table with a clock, at the beginning of a game.
fn table() -> Table {
    table_from(Position::initial())
}

/// The same in a game that begins here.
fn table_from(first: Position) -> Table {
    let setup = Setup {
        name: "1".to_owned(),
        session: "s".to_owned(),
        settings: Settings::default(),
        start: Start::Playing(first),
        given: Given::default(),
        seq: 0,
        tags: Tags::default(),
        language: Language::default(),
    };
    Table::new(setup, Source::Log)
}

/// Plays up to ply `from`, hides the next `hidden`, and shows the board again.
fn hide(game: &PgnGame, from: usize, hidden: usize) -> Heard {
    let mut heard = Heard::default();
    let mut table = table();
    let mut t = 0;
    let mut say = |table: &mut Table, after: u64, event| {
        t += after;
        table.handle(At(t), Input::Event(event));
    };
    for played in &game.moves[..from] {
        say(&mut table, 2_000, Event::Lift { square: played.from, piece: Some(played.piece) });
        let mut landed = played.piece;
        landed.role = played.promotion.unwrap_or(landed.role);
        say(&mut table, 700, Event::Drop { square: played.to, piece: Some(landed) });
        if played.is_en_passant()
            && let Some((square, piece)) = played.captured
        {
            say(&mut table, 500, Event::Lift { square, piece: Some(piece) });
        }
        if let Some((corner, beside)) = played.castling_rook {
            let rook = protocols::Piece { color: played.piece.color, role: protocols::Role::Rook };
            say(&mut table, 500, Event::Lift { square: corner, piece: Some(rook) });
            say(&mut table, 500, Event::Drop { square: beside, piece: Some(rook) });
        }
        say(&mut table, 900, Event::Press { by: played.piece.color });
    }
    say(&mut table, 1_000, Event::Link { up: false });
    say(&mut table, 60_000, Event::Link { up: true });
    let shown: Placement = game.placement_after(from + hidden);
    say(&mut table, 100, Event::Placement(BoardReading::Pieces(shown)));
    say(&mut table, 5_000, Event::Time);
    table.finish();
    drain(&mut table, &mut heard);
    heard
}

#[test]
fn a_hidden_stretch_is_found_where_one_line_explains_it_and_never_guessed() {
    let (mut found, mut told, mut unseen, mut shorter) = (0, 0, 0, 0);
    let games = games::collection();
    let games_read = games.len();
    for (name, game) in games.into_iter().step_by(600) {
        if game.moves.len() < 34 || game.tag("FEN").is_some() {
            continue;
        }
        for hidden in 1..=6 {
            let from = 8 + hidden * 3;
            let heard = hide(&game, from, hidden);
            let truth: Vec<&str> = game.moves[from..from + hidden].iter().map(|played| played.uci.as_str()).collect();
            let said: Vec<&str> = heard.moves.range(from as u32 + 1..).map(|(_, (uci, _))| uci.as_str()).collect();
            let context = format!("{name}: plies {} to {}", from + 1, from + hidden);
            assert!(
                heard.alerts.iter().all(|(_, severity)| *severity != Severity::Ruling || is_end(&heard)),
                "{context}: {:?}",
                heard.alerts
            );
            if said.is_empty() {
                if game.placement_after(from) == game.placement_after(from + hidden) {
                    unseen += 1;
                    continue;
                }
                let asked = heard
                    .alerts
                    .iter()
                    .any(|(kind, _)| matches!(kind, AlertKind::MoveAmbiguous | AlertKind::PositionMismatch));
                assert!(asked, "{context}: neither found nor told");
                told += 1;
                continue;
            }
            // Pieces that went and came back leave no trace: a shorter line explains the board as well.
            if said.len() < truth.len() {
                shorter += 1;
                continue;
            }
            assert_eq!(said, truth, "{context}: guessed wrong");
            if hidden > 1 {
                let inferred = |ply: u32| heard.moves[&ply].1 == Certainty::Inferred;
                assert!((from as u32 + 1..=(from + hidden) as u32).all(inferred), "{context}: not marked as inferred");
            }
            found += 1;
        }
    }
    println!(
        "{found} stretches found, {told} told to the arbiter, {unseen} that left the board as it was, {shorter} in which pieces went to and fro"
    );
    // With the collection at hand its sample; today's numbers.
    let (least, most) = if games_read > 1 { (33, 50) } else { (0, usize::MAX) };
    assert!(found >= least && told <= most, "found {found}, told {told}");
    assert!(shorter * 10 < found, "found {found}, told {told}, shorter {shorter}");
}

fn is_end(heard: &Heard) -> bool {
    heard.alerts.iter().any(|(kind, _)| kind.name().starts_with("game-ended"))
}

#[test]
fn two_orders_of_the_same_moves_are_no_single_line() {
    let first = Position::initial();
    let after = |moves: &[&str]| {
        moves.iter().fold(first.clone(), |position, uci| position.play(&position.legal_move(uci).expect("legal")))
    };
    let target = *after(&["e2e4", "e7e5", "g1f3"]).placement();
    assert!(matches!(lines_to(&first, Sight::Pieces(target), 6, None), Lines::Several { .. }));
    let target = *after(&["e2e4", "e7e5"]).placement();
    assert!(
        matches!(lines_to(&first, Sight::Pieces(target), 2, Some(Color::White)), Lines::One(line) if line.len() == 2)
    );
}

/// A game at whose board nobody listened while these moves were made; what is heard after that.
struct Back {
    table: Table,
    t: u64,
    heard: Heard,
    board: Placement,
}

impl Back {
    /// What is asked of moves that nobody saw.
    fn question(&self) -> Option<Alert> {
        self.heard.open.values().find(|alert| alert.kind == AlertKind::MoveAmbiguous).cloned()
    }

    fn after(unseen: &[&str]) -> Back {
        let position = after(&Position::initial(), unseen);
        let board = *position.placement();
        let mut back = Back { table: table(), t: 0, heard: Heard::default(), board };
        back.says(0, Event::Clock(running(Color::White)));
        back.says(5_000, Event::Link { up: false });
        back.says(60_000, Event::Link { up: true });
        back.says(100, Event::Placement(BoardReading::Pieces(board)));
        back
    }

    fn says(&mut self, after_ms: u64, event: Event) {
        self.t += after_ms;
        self.table.handle(At(self.t), Input::Event(event));
        drain(&mut self.table, &mut self.heard);
    }

    fn plays(&mut self, from: &str, to: &str) {
        let (from, to): (Square, Square) = (from.parse().expect("a square"), to.parse().expect("a square"));
        let piece = self.board.set(from, None);
        self.board.set(to, piece);
        self.says(400, Event::Lift { square: from, piece });
        self.says(300, Event::Drop { square: to, piece });
        self.says(900, Event::Time);
    }

    /// The same with presses, the players in turn.
    fn plays_in_turn(&mut self, moves: &[(&str, &str)], first: Color) {
        for ((from, to), by) in moves.iter().zip([first, first.other()].into_iter().cycle()) {
            self.plays(from, to);
            self.presses(by);
        }
    }

    /// Plays a move, and when its piece has only just come down the arbiter says what another was.
    fn plays_and_hears(&mut self, from: &str, to: &str, ply: u32, uci: &str) {
        let (from, to): (Square, Square) = (from.parse().expect("a square"), to.parse().expect("a square"));
        let piece = self.board.set(from, None);
        self.board.set(to, piece);
        self.says(400, Event::Lift { square: from, piece });
        self.says(400, Event::Drop { square: to, piece });
        let set = format!(r#"{{"id": "1", "command": "set-move", "ply": {ply}, "uci": "{uci}"}}"#);
        self.table.handle(At(self.t + 100), Input::Command(&GivenCommand::read(&set)));
    }

    fn presses(&mut self, by: Color) {
        self.says(500, Event::Press { by });
        self.says(900, Event::Time);
    }

    /// The board is away for a while, and shows this when it is back.
    fn comes_back_with(&mut self, shown: Placement) {
        self.says(5_000, Event::Link { up: false });
        self.says(5_000, Event::Link { up: true });
        self.says(100, Event::Placement(BoardReading::Pieces(shown)));
        self.board = shown;
    }

    /// The arbiter says what this half-move was.
    fn sets(&mut self, ply: usize, uci: &str) {
        self.commands(&format!(r#"{{"id": "{ply}", "command": "set-move", "ply": {ply}, "uci": "{uci}"}}"#));
    }

    fn commands(&mut self, command: &str) {
        self.table.handle(At(self.t + 1_000), Input::Command(&GivenCommand::read(command)));
        self.says(2_000, Event::Time);
    }

    fn moves(&self) -> Vec<&str> {
        self.heard.moves.values().map(|(uci, _)| uci.as_str()).collect()
    }

    fn alerts(&self) -> Vec<AlertKind> {
        self.heard.alerts.iter().map(|(kind, _)| *kind).collect()
    }
}

fn after(first: &Position, moves: &[&str]) -> Position {
    moves.iter().fold(first.clone(), |position, uci| position.play(&position.legal_move(uci).expect("legal")))
}

fn running(running: Color) -> ClockTimes {
    ClockTimes { white_ms: Some(600_000), black_ms: Some(600_000), running: Some(running) }
}

#[test]
fn play_goes_on_behind_moves_whose_order_is_not_known_and_comes_whole_once_it_is_set() {
    let mut back = Back::after(&["e2e4", "e7e5", "g1f3"]);
    back.presses(Color::White);
    for (from, to, by) in [
        ("b8", "c6", Color::Black),
        ("f1", "b5", Color::White),
        ("a7", "a6", Color::Black),
        ("b5", "a4", Color::White),
        ("g8", "f6", Color::Black),
        ("b1", "c3", Color::White),
        ("f8", "e7", Color::Black),
        ("d2", "d3", Color::White),
        ("b7", "b5", Color::Black),
        ("a4", "b3", Color::White),
        ("d7", "d6", Color::Black),
        ("c1", "g5", Color::White),
    ] {
        back.plays(from, to);
        back.presses(by);
    }
    assert!(back.moves().is_empty(), "guessed: {:?}", back.moves());
    assert_eq!(back.alerts(), [AlertKind::MoveAmbiguous, AlertKind::PlayNotRecorded]);
    let set = r#"{"id": "1", "command": "set-move", "ply": 1, "uci": "e2e4"}"#;
    back.table.handle(At(back.t + 1_000), Input::Command(&GivenCommand::read(set)));
    back.says(2_000, Event::Time);
    assert_eq!(
        back.moves().join(" "),
        "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 b1c3 f8e7 d2d3 b7b5 a4b3 d7d6 c1g5",
        "{:?}",
        back.alerts()
    );
}

/// The arbiter reads of a board that no moves explain each time it comes about, not only the first time in a half-move.
#[test]
fn a_board_that_no_moves_explain_is_told_again_after_it_has_been_put_right() {
    let mut back = Back::after(&[]);
    let right = back.board;
    for times in 1..=3 {
        let mut wrong = right;
        let queen = wrong.set("d8".parse().expect("a square"), None);
        wrong.set("e5".parse().expect("a square"), queen);
        for board in [wrong, right] {
            back.says(5_000, Event::Link { up: false });
            back.says(5_000, Event::Link { up: true });
            back.says(100, Event::Placement(BoardReading::Pieces(board)));
            back.says(30_000, Event::Time);
        }
        assert_eq!(back.alerts(), vec![AlertKind::PositionMismatch; times]);
    }
}

/// All knights come out while the board is away, in an order that nobody saw, and are pressed on or stay so; away again,
/// they go home, and play goes on. What a shorter line explains that never led to the knights was not played.
#[test]
fn no_line_is_inferred_past_a_board_to_which_moves_were_known_to_lead() {
    let out_and_home = ["g1f3", "b8c6", "b1c3", "g8f6", "f3g1", "c6b8", "c3b1", "f6g8", "d2d4", "d7d5", "g1f3"];
    for is_pressed in [true, false] {
        let mut back = Back::after(&[]);
        for (unseen, is_pressed) in [(4, is_pressed), (10, true)] {
            back.comes_back_with(*after(&Position::initial(), &out_and_home[..unseen]).placement());
            if is_pressed {
                back.presses(Color::Black);
            }
            back.says(10_000, Event::Time);
        }
        back.plays_in_turn(&[("g1", "f3"), ("g8", "f6"), ("c2", "c4")], Color::White);
        assert!(back.moves().is_empty(), "guessed: {:?}, pressed: {is_pressed}", back.moves());
        assert_eq!(back.alerts(), [AlertKind::MoveAmbiguous, AlertKind::PlayNotRecorded], "pressed: {is_pressed}");
        (1..=10).zip(out_and_home).for_each(|(ply, uci)| back.sets(ply, uci));
        let played = [&out_and_home[..], &["g8f6", "c2c4"]].concat();
        assert_eq!(back.moves(), played, "{:?}, pressed: {is_pressed}", back.alerts());
    }
}

/// A second reading would be at rest at the very instant at which the arbiter is to be told, and the board is gone by then: he
/// is told at that instant.
#[test]
fn the_arbiter_is_told_in_time_though_a_reading_would_be_at_rest_at_that_instant() {
    let boards = [["e2e4", "c7c5", "g1f3", "d7d6"], ["d2d4", "g8f6", "c2c4", "e7e6"]];
    let mut back = Back::after(&[]);
    back.plays_in_turn(&[("h2", "h4"), ("h7", "h5")], Color::White);
    back.says(5_000, Event::Link { up: false });
    back.says(5_000, Event::Link { up: true });
    for (shown, after_ms) in boards.into_iter().zip([100, 500]) {
        let shown = *after(&Position::initial(), &[&["h2h4", "h7h5"][..], &shown].concat()).placement();
        back.says(after_ms, Event::Placement(BoardReading::Pieces(shown)));
    }
    let due = back.t + 1_500;
    back.says(500, Event::Link { up: false });
    back.says(5_000, Event::Time);
    let told: Vec<u64> = back.heard.open.values().map(|alert| alert.raised_ms.0).collect();
    assert_eq!(told.first(), Some(&due), "{:?}", back.heard.open);
}

/// A board that tells each lift and drop shows a whole reading with much that it has not told: nobody is said to have done it.
#[test]
fn what_a_reading_shows_at_once_and_was_not_heard_is_ruled_on_no_more_than_what_a_board_that_was_away_shows() {
    let mut back = Back::after(&[]);
    back.plays_in_turn(&[("g1", "f3"), ("g8", "f6")], Color::White);
    let line = ["g1f3", "g8f6", "e2e4", "c7c5", "d2d4", "e7e6", "b1c3"];
    let shown = after(&Position::initial(), &line);
    back.says(400, Event::Placement(BoardReading::Pieces(*shown.placement())));
    back.board = *shown.placement();
    back.says(30, Event::Press { by: Color::White });
    back.says(10_000, Event::Time);
    let asked = [AlertKind::MoveAmbiguous, AlertKind::PlayNotRecorded];
    assert_eq!(back.alerts(), asked);
    for (ply, uci) in (1..).zip(&line).skip(2) {
        let set = format!(r#"{{"id": "{ply}", "command": "set-move", "ply": {ply}, "uci": "{uci}"}}"#);
        back.table.handle(At(back.t + 1_000), Input::Command(&GivenCommand::read(&set)));
        back.says(2_000, Event::Time);
    }
    back.plays_in_turn(&[("c5", "d4")], Color::Black);
    assert_eq!(back.moves()[..7], line);
    assert_eq!(back.moves().len(), 8);
    assert_eq!(back.alerts(), asked);
}
