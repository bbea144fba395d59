//! An unfinished game, and what comes after it: the board away and turned round, the clock gone, periods of time.

mod back;
mod clocks;
mod unseen;

use protocols::{Color, Piece, Placement, Role};
use touchmove::{
    game::{
        command::GivenCommand,
        record::{AlertState, Body, Game, MoveStatus, Record},
    },
    rules::Variant,
    table::{Input, Output},
    turn::{AlertKind, Settings},
};

use crate::common::dgt_bytes::{DgtBoard, Runs};

const WHITE_PAWN: Piece = Piece { color: Color::White, role: Role::Pawn };

fn records(board: &mut DgtBoard) -> Vec<Record> {
    let said = board.said.drain(..);
    said.filter_map(|output| if let Output::Record(record) = output { Some(*record) } else { None }).collect()
}

fn last_game(records: &[Record]) -> &Game {
    let game = |record: &'_ Record| matches!(record.body, Body::Game(_));
    match &records.iter().rfind(|record| game(record)).expect("a record of the game").body {
        Body::Game(game) => game,
        other => panic!("{other:?}"),
    }
}

fn raised(records: &[Record]) -> Vec<AlertKind> {
    let kind = |record: &Record| match &record.body {
        Body::Alert(alert) if alert.state == AlertState::Raised => Some(alert.kind),
        _ => None,
    };
    records.iter().filter_map(kind).collect()
}

/// A piece goes from one square to another, and the clock then shows these seconds of each, running on this side.
fn move_and_press(board: &mut DgtBoard, from: &str, to: &str, left_s: u32, right_s: u32, runs: Runs) {
    board.go(from, to);
    board.rest(500);
    board.clock(left_s, right_s, runs);
}

/// These moves, White's first, each pressed; the clock shows both players a second less each time.
fn play(board: &mut DgtBoard, moves: &[&str], mut left_s: u32) {
    for (uci, runs) in moves.iter().zip([Runs::Right, Runs::Left].into_iter().cycle()) {
        let (from, to) = uci.split_at(2);
        move_and_press(board, from, to, left_s, left_s, runs);
        left_s -= 1;
    }
}

/// The arbiter gives a command.
fn command(board: &mut DgtBoard, after_ms: u64, text: &str) {
    board.now = board.now + after_ms;
    board.table.handle(board.now, Input::Command(&GivenCommand::read(text)));
}

/// The arbiter says what a half-move was.
fn set_move(board: &mut DgtBoard, after_ms: u64, ply: usize, uci: &str) {
    let set = format!(r#"{{"id": "{ply}", "command": "set-move", "ply": {ply}, "uci": "{uci}"}}"#);
    command(board, after_ms, &set);
}

const NEW_GAME: &str = r#"{"id": "n", "command": "new-game", "abandon": true}"#;

fn square(name: &str) -> protocols::Square {
    name.parse().expect("a square")
}

/// Pieces go where nobody sees it.
fn move_unseen(board: &mut DgtBoard, moves: &[&str]) {
    for uci in moves {
        let (from, to) = uci.split_at(2);
        let piece = board.stands.set(square(from), None);
        board.stands.set(square(to), piece);
    }
}

/// The half-moves completed, in order.
fn completed(records: &[Record]) -> Vec<u32> {
    let ply = |record: &Record| match &record.body {
        Body::Move(said) if said.status == MoveStatus::Completed => Some(said.ply),
        _ => None,
    };
    records.iter().filter_map(ply).collect()
}

/// Another game has begun and has these moves; nothing else is told.
fn assert_next_game(board: &mut DgtBoard, moves: &[&str]) -> Vec<Record> {
    let said = records(board);
    assert_eq!(*last_game(&said).moves, *moves);
    assert_eq!(raised(&said), [AlertKind::NewGameSetUp]);
    said
}

/// A game has gone on for a while and was drawn, and the board has gone away before the pieces were set up.
fn drawn_and_away() -> DgtBoard {
    let mut board = two_half_moves();
    let moves = ["g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "d2d3", "f8c5", "c2c3", "b7b5", "a4b3", "d7d6"];
    play(&mut board, &moves, 290);
    show_result(&mut board, &[("e1", "e4"), ("e8", "d5")]);
    assert_eq!(raised(&records(&mut board)), [AlertKind::ResultSignalled]);
    board.close();
    board.now = board.now + 5_000;
    board.stands = Placement::initial();
    board
}

/// The game of [`two_half_moves`] is drawn, and the pieces set up but for three when the board goes away.
fn nearly_set_up_and_away() -> DgtBoard {
    let mut board = two_half_moves();
    show_result(&mut board, &[("e1", "e5"), ("e8", "d5")]);
    let first = Placement::initial();
    let away = ["f8", "c7", "e7"].map(square);
    for (to, _) in board.stands.pieces().collect::<Vec<_>>() {
        if first.at(to) != board.stands.at(to) {
            board.put(to, None);
        }
    }
    for (to, piece) in first.pieces().filter(|(to, _)| !away.contains(to)) {
        board.put(to, Some(piece));
        board.rest(300);
    }
    assert!(raised(&records(&mut board)).contains(&AlertKind::ResultSignalled));
    board.close();
    board.now = board.now + 5_000;
    board.stands = first;
    board
}

/// The kinds of alerts that have been settled.
fn settled(records: &[Record]) -> Vec<AlertKind> {
    let kind = |record: &Record| match &record.body {
        Body::Alert(alert) if alert.state != AlertState::Raised => Some(alert.kind),
        _ => None,
    };
    records.iter().filter_map(kind).collect()
}

/// Kings go to the centre to show the result; what stands in their way is taken off.
fn show_result(board: &mut DgtBoard, steps: &[(&str, &str)]) {
    for (from, to) in steps {
        board.put(square(to), None);
        board.go(from, to);
        board.rest(1_500);
    }
    board.rest(6_000);
}

/// 1. e4 e5, with a clock.
fn two_half_moves() -> DgtBoard {
    let mut board = DgtBoard::showing(Placement::initial(), Variant::Chess, Settings::default());
    board.rest(4_000);
    board.clock(300, 300, Runs::Left);
    move_and_press(&mut board, "e2", "e4", 298, 300, Runs::Right);
    move_and_press(&mut board, "e7", "e5", 298, 297, Runs::Left);
    board.rest(2_000);
    board
}

#[test]
fn a_piece_put_back_first_for_the_next_game_has_made_no_move_of_the_last_one() {
    let mut board = two_half_moves();
    move_and_press(&mut board, "d1", "h5", 296, 297, Runs::Right);
    move_and_press(&mut board, "b8", "c6", 296, 295, Runs::Left);
    board.rest(2_000);
    // White resigns; the queen's way home would be a legal move, and the knight's a reply to it.
    for (from, to) in [("h5", "d1"), ("c6", "b8"), ("e4", "e2"), ("e5", "e7")] {
        board.go(from, to);
        board.rest(1_500);
    }
    board.rest(3_000);
    let said = records(&mut board);
    let mut stands = std::collections::BTreeMap::new();
    for record in &said {
        if let Body::Move(said) = &record.body {
            stands.insert(said.ply, (said.uci.as_str(), said.status));
        }
    }
    let left = stands.values().filter(|(_, status)| *status != MoveStatus::Retracted);
    assert_eq!(left.map(|(uci, _)| *uci).collect::<Vec<_>>(), ["e2e4", "e7e5", "d1h5", "b8c6"]);
    assert_eq!(raised(&said).last(), Some(&AlertKind::NewGameSetUp));
    assert_eq!(last_game(&said).moves.len(), 0);
}

#[test]
fn a_game_begun_by_the_arbiter_before_the_pieces_are_set_up_begins_when_they_are() {
    let mut board = two_half_moves();
    play(&mut board, &["g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "d2d3", "f8c5"], 290);
    show_result(&mut board, &[("e1", "e4"), ("e8", "d5")]);
    records(&mut board);
    command(&mut board, 0, NEW_GAME);
    board.rest(3_000);
    for (square, _) in board.stands.pieces().collect::<Vec<_>>() {
        board.put(square, None);
        board.rest(100);
    }
    board.rest(5_000);
    for (square, piece) in Placement::initial().pieces() {
        board.put(square, Some(piece));
        board.rest(700);
    }
    board.rest(2_000);
    assert_eq!(raised(&records(&mut board)), []);
    board.clock(300, 300, Runs::Left);
    play(&mut board, &["e2e4", "e7e5"], 300);
    board.rest(1_000);
    let said = records(&mut board);
    assert_eq!(*last_game(&said).moves, ["e2e4", "e7e5"]);
    assert_eq!(raised(&said), []);
}

#[test]
fn presses_without_moves_after_a_game_tell_nothing() {
    let mut board = drawn_and_away();
    board.stands.set(square("e2"), None);
    board.stands.set(square("h7"), None);
    board.open();
    board.rest(1_000);
    for runs in [Runs::Left, Runs::Right, Runs::Left, Runs::Right, Runs::Left, Runs::Right] {
        board.clock(300, 300, runs);
        board.rest(500);
    }
    assert_eq!(raised(&records(&mut board)), []);
}

#[test]
fn a_piece_put_on_a_wrong_square_while_the_next_game_is_set_up_begins_none() {
    let mut board = nearly_set_up_and_away();
    // The last pawn is put down a square too far, and then where it belongs.
    board.stands.set(square("d2"), None);
    board.open();
    board.rest(1_000);
    board.put(square("d3"), Some(WHITE_PAWN));
    board.rest(1_500);
    // Black puts a piece of his straight meanwhile.
    board.go("g8", "g8");
    board.rest(1_500);
    board.go("d3", "d2");
    board.rest(3_000);
    let said = assert_next_game(&mut board, &[]);
    let moves = said.iter().filter(|record| matches!(record.body, Body::Move(_)));
    assert_eq!(moves.count(), 0);
}

#[test]
fn a_kings_step_taken_for_half_of_the_sign_is_told_and_counts_once_the_arbiter_says_so() {
    let mut board = DgtBoard::showing(Placement::initial(), Variant::Chess, Settings::default());
    board.rest(4_000);
    board.clock(300, 300, Runs::Left);
    let moves = ["e2e3", "e7e6", "e1e2", "e8e7", "e2d3", "e7d6"];
    play(&mut board, &moves, 299);
    records(&mut board);
    // White's press is not seen, and Black gives up.
    board.go("d3", "d4");
    board.rest(2_000);
    board.go("d6", "e5");
    board.rest(6_000);
    let said = records(&mut board);
    assert_eq!(*last_game(&said).moves, moves);
    let told = said.iter().find_map(|record| match &record.body {
        Body::Alert(alert) if alert.kind == AlertKind::ResultSignalled => Some(alert.data.clone()),
        _ => None,
    });
    let told = told.expect("the result is told");
    assert_eq!((told["result"].as_str(), told["not_counted"].as_str()), (Some("0-1"), Some("d3d4")));
    let set = r#"{"id": "1", "command": "set-move", "ply": 7, "uci": "d3d4"}"#;
    board.table.handle(board.now, Input::Command(&GivenCommand::read(set)));
    board.rest(1_000);
    let said = records(&mut board);
    assert_eq!(last_game(&said).moves.last().map(|uci| uci.as_str()), Some("d3d4"));
    assert_eq!((raised(&said), settled(&said)), (vec![], vec![]));
}
