//! The board is back in the middle of a game, or of setting up: in the air, strange, turned round, with kings in the centre.

use protocols::{Color, Piece, Placement, Role};
use touchmove::{
    game::record::{Body, MoveStatus, Phase, Record},
    rules::Variant,
    table::Input,
    turn::{AlertKind, Settings},
};

use super::{assert_next_game, last_game, move_and_press, move_unseen, raised, records, square, two_half_moves};
use crate::common::dgt_bytes::{DgtBoard, Runs};

#[test]
fn pieces_set_up_turned_round_while_the_board_was_away_are_a_new_game_seen_from_the_other_side() {
    let mut board = two_half_moves();
    let before = records(&mut board);
    assert_eq!(*last_game(&before).moves, ["e2e4", "e7e5"]);
    board.close();
    board.now = board.now + 60_000;
    board.stands = Placement::initial().turned();
    board.open();
    board.rest(3_000);
    let after = records(&mut board);
    let game = last_game(&after);
    assert_ne!(game.id, last_game(&before).id);
    assert_eq!((game.phase, game.moves.len()), (Phase::Playing, 0));
    assert!(raised(&after).iter().all(|kind| *kind == AlertKind::NewGameSetUp), "{:?}", raised(&after));
    // White's e2 is the board's own d7 now.
    board.go("d7", "d5");
    board.rest(2_000);
    assert_eq!(*last_game(&records(&mut board)).moves, ["e2e4"]);
}

#[test]
fn pieces_set_up_turned_round_one_by_one_are_a_new_game_too() {
    let mut board = two_half_moves();
    let before = records(&mut board);
    let standing: Vec<_> = board.stands.pieces().collect();
    for (square, _) in standing {
        board.put(square, None);
    }
    for (square, piece) in Placement::initial().turned().pieces() {
        board.put(square, Some(piece));
    }
    board.rest(4_000);
    let after = records(&mut board);
    assert_ne!(last_game(&after).id, last_game(&before).id);
    board.go("d7", "d5");
    board.rest(2_000);
    assert_eq!(*last_game(&records(&mut board)).moves, ["e2e4"]);
}

/// 1. e4 d5, then 2. exd5 while the board is away, and the queen that takes back is in the air when it is there again.
fn back_with_a_queen_in_the_air() -> DgtBoard {
    let mut board = DgtBoard::showing(Placement::initial(), Variant::Chess, Settings::default());
    board.rest(4_000);
    board.clock(300, 300, Runs::Left);
    move_and_press(&mut board, "e2", "e4", 298, 300, Runs::Right);
    move_and_press(&mut board, "d7", "d5", 298, 297, Runs::Left);
    board.rest(2_000);
    board.close();
    board.now = board.now + 5_000;
    let piece = |board: &DgtBoard, square: &str| board.stands.at(square.parse().expect("a square"));
    let pawn = piece(&board, "e4");
    for (square, piece) in [("e4", None), ("d5", pawn), ("d8", None)] {
        board.stands.set(square.parse().expect("a square"), piece);
    }
    board.open();
    board.rest(3_000);
    board
}

#[test]
fn a_piece_in_the_air_when_the_board_is_back_is_waited_for() {
    let mut board = back_with_a_queen_in_the_air();
    let before = records(&mut board);
    assert_eq!(*last_game(&before).moves, ["e2e4", "d7d5"], "nothing is guessed");
    assert_eq!(raised(&before), [], "nor told too early");
    let queen = Placement::initial().at("d8".parse().expect("a square"));
    board.put("d5".parse().expect("a square"), queen);
    board.rest(2_000);
    let after = records(&mut board);
    assert_eq!(*last_game(&after).moves, ["e2e4", "d7d5", "e4d5", "d8d5"]);
    assert_eq!(raised(&after), []);
}

/// The board shows what no moves lead to: a black rook stands on a1.
fn back_with_a_strange_rook() -> DgtBoard {
    let mut board = two_half_moves();
    records(&mut board);
    board.close();
    board.now = board.now + 60_000;
    board.stands.set(square("a1"), Placement::initial().at(square("a8")));
    board.open();
    board.rest(3_000);
    assert_eq!(raised(&records(&mut board)), [AlertKind::PositionMismatch]);
    board
}

/// White's own rook is put on a1.
fn exchange_rooks(board: &mut DgtBoard) {
    board.put(square("a1"), None);
    board.rest(500);
    board.put(square("a1"), Placement::initial().at(square("a1")));
}

#[test]
fn pieces_set_up_while_the_position_is_not_known_are_a_new_game_whatever_is_left_over() {
    let mut board = back_with_a_strange_rook();
    // A piece from the box is put somewhere, thought better of and laid back.
    board.put(square("d4"), Placement::initial().at(square("d8")));
    board.rest(1_000);
    board.put(square("d4"), None);
    board.rest(1_000);
    board.go("e4", "e2");
    board.go("e5", "e7");
    exchange_rooks(&mut board);
    board.rest(2_000);
    let after = records(&mut board);
    assert_eq!(raised(&after), [AlertKind::NewGameSetUp]);
    board.go("d2", "d4");
    board.rest(2_000);
    assert_eq!(*last_game(&records(&mut board)).moves, ["d2d4"]);
}

#[test]
fn the_first_piece_lifted_of_a_game_that_it_tells_to_have_begun_is_that_games() {
    let mut board = back_with_a_strange_rook();
    board.close();
    board.now = board.now + 5_000;
    board.stands = Placement::initial();
    board.open();
    // The reading has not stood long enough to be counted on, until a piece leaves that was at rest in it.
    board.rest(300);
    assert_eq!(raised(&records(&mut board)), []);
    board.go("e2", "e4");
    board.rest(2_000);
    assert_next_game(&mut board, &["e2e4"]);
}

#[test]
fn a_capture_while_the_position_is_not_known_does_not_hide_what_explains_it_later() {
    let mut board = back_with_a_strange_rook();
    board.go("d2", "d4");
    board.rest(1_000);
    board.go("e5", "d4");
    board.rest(1_000);
    exchange_rooks(&mut board);
    board.rest(2_000);
    let after = records(&mut board);
    assert_eq!(*last_game(&after).moves, ["e2e4", "e7e5", "d2d4", "e5d4"]);
    assert_eq!(raised(&after), []);
}

#[test]
fn kings_found_in_the_centre_when_the_board_is_back_show_the_result() {
    let mut board = two_half_moves();
    records(&mut board);
    board.close();
    board.now = board.now + 60_000;
    for (from, to) in [("e1", "e4"), ("e8", "d5")] {
        let king = board.stands.set(square(from), None);
        board.stands.set(square(to), king);
    }
    board.open();
    board.rest(3_000);
    let after = records(&mut board);
    assert_eq!(raised(&after), [AlertKind::ResultSignalled]);
}

#[test]
fn a_result_shown_before_it_is_known_what_was_played_has_the_arbiter_told_so_first() {
    let mut board = two_half_moves();
    records(&mut board);
    board.close();
    board.now = board.now + 60_000;
    move_unseen(&mut board, &["d2d4", "b8c6", "c1g5", "f8b4", "b1c3", "d7d6", "g1f3", "c8g4", "a2a3"]);
    // White's king is on its way.
    board.stands.set(square("e1"), None);
    board.open();
    board.rest(1_000);
    board.put(square("e4"), Some(Piece { color: Color::White, role: Role::King }));
    board.put(square("d5"), Some(Piece { color: Color::Black, role: Role::King }));
    board.put(square("e8"), None);
    board.rest(3_000);
    let after = records(&mut board);
    assert_eq!(raised(&after), [AlertKind::PositionMismatch, AlertKind::ResultSignalled]);
}

#[test]
fn a_press_read_before_the_board_that_is_back_has_shown_itself_is_for_the_move_it_then_shows() {
    let mut board = two_half_moves();
    records(&mut board);
    board.close();
    board.now = board.now + 5_000;
    let knight = board.stands.set(square("g1"), None);
    board.stands.set(square("f3"), knight);
    board.table.handle(board.now, Input::Opened);
    board.clock(295, 297, Runs::Left);
    board.rest(600);
    board.clock(294, 297, Runs::Right);
    board.rest(600);
    board.dump();
    board.rest(3_000);
    let after = records(&mut board);
    assert_eq!(raised(&after), []);
    assert_eq!(*last_game(&after).moves, ["e2e4", "e7e5", "g1f3"]);
    let completed = |record: &Record| matches!(&record.body, Body::Move(said) if said.ply == 3 && said.status == MoveStatus::Completed);
    assert!(after.iter().any(completed), "it was pressed for");
}
