//! Games of which the beginning was not seen: found by their first moves, by presses, by the arbiter's word.

use protocols::Placement;
use touchmove::{
    game::{
        command::GivenCommand,
        record::{Body, Phase, Record},
    },
    table::Input,
    turn::AlertKind,
};

use super::{
    NEW_GAME, WHITE_PAWN, assert_next_game, command, completed, drawn_and_away, last_game, move_and_press, move_unseen,
    nearly_set_up_and_away, raised, records, set_move, settled, show_result, square,
};
use crate::common::{
    dgt_bytes::{DgtBoard, Runs},
    logs::Logs,
};

#[test]
fn a_game_whose_first_position_the_board_never_showed_is_found_by_its_first_moves() {
    let mut board = nearly_set_up_and_away();
    // When the board is back, White's first piece is on its way.
    board.stands.set(square("d2"), None);
    board.open();
    board.rest(1_000);
    board.clock(300, 300, Runs::Left);
    board.put(square("d4"), Some(WHITE_PAWN));
    board.rest(500);
    board.clock(299, 300, Runs::Right);
    move_and_press(&mut board, "g8", "f6", 299, 298, Runs::Left);
    board.go("c2", "c4");
    board.rest(2_000);
    assert_next_game(&mut board, &["d2d4", "g8f6", "c2c4"]);
}

#[test]
fn a_game_of_which_the_first_moves_were_made_while_the_board_was_away_is_found_by_the_next() {
    let mut board = nearly_set_up_and_away();
    move_unseen(&mut board, &["e2e4", "c7c5"]);
    board.open();
    board.rest(1_000);
    board.clock(298, 297, Runs::Left);
    move_and_press(&mut board, "g1", "f3", 295, 297, Runs::Right);
    board.go("d7", "d6");
    board.rest(2_000);
    assert_next_game(&mut board, &["e2e4", "c7c5", "g1f3", "d7d6"]);
}

#[test]
fn what_comes_at_the_instant_at_which_such_a_game_begins_is_told_as_its_log_tells_it() {
    let mut board = nearly_set_up_and_away();
    move_unseen(&mut board, &["e2e4", "c7c5"]);
    board.open();
    board.rest(1_000);
    board.at_once(|board| {
        board.clock(298, 297, Runs::Left);
        board.clock(297, 297, Runs::Left);
        for (from, to, runs) in [("g1", "f3", Runs::Right), ("d7", "d6", Runs::Left), ("d2", "d4", Runs::Right)] {
            let piece = board.stands.at(square(from));
            board.put(square(from), None);
            board.put(square(to), piece);
            board.clock(296, 296, runs);
        }
        board.clock(296, 295, Runs::Right);
    });
    board.rest(2_000);
    let mut logs = Logs::default();
    board.said.iter().for_each(|output| logs.hear(output));
    logs.check("begun with much to tell at once");
    assert_next_game(&mut board, &["e2e4", "c7c5", "g1f3", "d7d6", "d2d4"]);
}

#[test]
fn a_game_begun_while_the_board_was_away_from_before_the_pieces_were_set_up_is_found_by_the_next_press() {
    // White presses after the board has come back: a single move may be a piece set up on a wrong square.
    let mut board = drawn_and_away();
    move_unseen(&mut board, &["e2e4"]);
    board.open();
    board.clock(300, 300, Runs::Left);
    board.rest(1_500);
    board.clock(298, 300, Runs::Right);
    board.rest(1_500);
    assert_eq!(raised(&records(&mut board)), []);
    move_and_press(&mut board, "e7", "e6", 298, 297, Runs::Left);
    board.rest(2_000);
    let said = assert_next_game(&mut board, &["e2e4", "e7e6"]);
    assert_eq!(completed(&said), [1, 2]);
    move_and_press(&mut board, "d2", "d4", 297, 297, Runs::Right);
    board.rest(2_000);
    let said = records(&mut board);
    assert_eq!((completed(&said), raised(&said)), (vec![3], vec![]));
    // He has done so before, and Black's reply is in the air when the board comes back.
    let mut board = drawn_and_away();
    move_unseen(&mut board, &["e2e4"]);
    let pawn = board.stands.set(square("e7"), None);
    board.open();
    board.clock(298, 300, Runs::Right);
    board.rest(1_500);
    board.put(square("e5"), pawn);
    board.rest(500);
    board.clock(298, 297, Runs::Left);
    board.rest(1_500);
    assert_next_game(&mut board, &["e2e4", "e7e5"]);
    // What was seen coming down last was moved last.
    let mut board = drawn_and_away();
    move_unseen(&mut board, &["d2d4", "d7d5"]);
    let pawn = board.stands.set(square("c2"), None);
    board.open();
    board.clock(298, 300, Runs::Left);
    board.rest(1_500);
    board.put(square("c4"), pawn);
    board.rest(500);
    board.clock(296, 300, Runs::Right);
    board.rest(1_500);
    assert_next_game(&mut board, &["d2d4", "d7d5", "c2c4"]);
}

#[test]
fn a_piece_lifted_on_a_board_that_was_away_since_before_the_pieces_were_set_up_says_nothing_of_who_has_the_move() {
    let mut board = drawn_and_away();
    move_unseen(&mut board, &["e2e4", "d7d5"]);
    board.open();
    board.clock(298, 297, Runs::Left);
    board.rest(1_500);
    // White takes the pawn off first.
    let pawn = board.stands.at(square("e4"));
    board.put(square("d5"), None);
    board.rest(300);
    board.put(square("e4"), None);
    board.rest(300);
    board.put(square("d5"), pawn);
    board.rest(500);
    board.clock(296, 297, Runs::Right);
    board.rest(1_500);
    assert_next_game(&mut board, &["e2e4", "d7d5", "e4d5"]);
}

#[test]
fn pieces_found_nearly_set_up_when_the_clock_is_started_begin_no_game_before_they_all_stand() {
    let mut board = drawn_and_away();
    // A pawn is missing still, or stands a square too far, when Black starts White's clock.
    for (from, to) in [("c7", None), ("d2", Some("d3"))] {
        let mut board = drawn_and_away();
        let piece = board.stands.set(square(from), None);
        if let Some(to) = to {
            board.stands.set(square(to), piece);
        }
        board.open();
        board.rest(1_000);
        board.clock(300, 300, Runs::Left);
        board.rest(1_000);
        if let Some(to) = to {
            board.put(square(to), None);
        }
        board.put(square(from), piece);
        board.rest(3_000);
        let said = assert_next_game(&mut board, &[]);
        assert!(!said.iter().any(|record| matches!(record.body, Body::Move(_))), "{from}");
    }
    // What is played on the board of a game that is over begins none either.
    board.stands = Placement::initial();
    move_unseen(&mut board, &["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "g8f6", "d2d3", "f8c5", "c2c3", "b7b5"]);
    board.open();
    board.rest(1_000);
    board.go("b5", "c6");
    board.go("d7", "c6");
    board.go("f3", "e5");
    board.rest(3_000);
    assert_eq!(raised(&records(&mut board)), []);
}

/// Moves that nobody saw, and those after them.
const UNSEEN: [&str; 14] =
    ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "g8f6", "d2d3", "f8c5", "c2c3", "e8g8", "e1g1", "d7d6", "a2a4", "a7a6"];

const SEEN: [&str; 4] = ["b5c4", "c8g4", "h2h3", "g4h5"];

/// A game is on of which the first position and fourteen moves were not seen; four more have been, and that is told.
fn told_that_a_game_is_on() -> DgtBoard {
    let mut board = drawn_and_away();
    move_unseen(&mut board, &UNSEEN);
    move_unseen(&mut board, &["h8f8", "h1f1"]);
    board.open();
    board.rest(1_000);
    board.clock(250, 250, Runs::Left);
    for (uci, runs) in SEEN.into_iter().zip([Runs::Right, Runs::Left].into_iter().cycle()) {
        assert_eq!(raised(&records(&mut board)), [], "{uci}");
        let (from, to) = uci.split_at(2);
        move_and_press(&mut board, from, to, 250, 250, runs);
        board.rest(500);
    }
    let said = records(&mut board);
    assert_eq!(raised(&said), [AlertKind::PositionMismatch]);
    board
}

#[test]
fn a_game_of_which_nothing_is_known_is_told_once_moves_and_presses_show_that_it_is_on() {
    let mut board = told_that_a_game_is_on();
    move_and_press(&mut board, "g2", "g4", 250, 250, Runs::Right);
    move_and_press(&mut board, "h5", "g6", 250, 250, Runs::Left);
    assert_eq!(raised(&records(&mut board)), []);
    // The arbiter says how it stands: play is followed, and nothing is open any more.
    let set = r#"{"id": "1", "command": "set-position", "fen": "r2q1rk1/1pp2ppp/p1np1nb1/2b1p3/P1B1P1P1/2PP1N1P/1P3P2/RNBQ1RK1 w - - 1 11"}"#;
    board.table.handle(board.now, Input::Command(&GivenCommand::read(set)));
    board.rest(500);
    move_and_press(&mut board, "b2", "b4", 250, 250, Runs::Right);
    board.rest(1_000);
    let said = records(&mut board);
    assert_eq!(last_game(&said).moves.last().map(|uci| uci.as_str()), Some("b2b4"));
    assert_eq!(settled(&said), [AlertKind::PositionMismatch]);
}

#[test]
fn such_a_game_is_whole_once_the_arbiter_has_said_that_it_is_new_and_what_was_played() {
    let mut board = told_that_a_game_is_on();
    command(&mut board, 50, NEW_GAME);
    for (ply, uci) in (1..).zip(UNSEEN.into_iter().chain(SEEN)) {
        set_move(&mut board, 50, ply, uci);
    }
    board.rest(2_500);
    move_and_press(&mut board, "b2", "b4", 250, 250, Runs::Right);
    board.rest(1_000);
    let said = records(&mut board);
    let moves: Vec<&str> = UNSEEN.into_iter().chain(SEEN).chain(["b2b4"]).collect();
    assert_eq!(*last_game(&said).moves, *moves);
    let open = last_game(&said).alerts.iter().map(|alert| alert.kind).collect::<Vec<_>>();
    assert_eq!(open, []);
}

#[test]
fn what_is_played_between_the_arbiters_words_on_a_game_that_is_on_is_judged_by_none_of_the_positions_he_has_come_to() {
    let mut board = told_that_a_game_is_on();
    command(&mut board, 0, NEW_GAME);
    // No legal move of the first position, nor an answer to one.
    for (from, to, runs) in [("c4", "d5", Runs::Right), ("d8", "d7", Runs::Left)] {
        move_and_press(&mut board, from, to, 250, 250, runs);
        board.rest(1_500);
    }
    let mut said = records(&mut board);
    let due = [AlertKind::PositionMismatch, AlertKind::PlayNotRecorded];
    assert_eq!(raised(&said), due, "nobody knows what was played");
    for (ply, uci) in (1..).zip(UNSEEN.into_iter().chain(SEEN)) {
        set_move(&mut board, 50, ply, uci);
    }
    board.rest(2_500);
    let later = records(&mut board);
    let moves: Vec<&str> = UNSEEN.into_iter().chain(SEEN).chain(["c4d5", "d8d7"]).collect();
    assert_eq!(*last_game(&later).moves, *moves);
    said.extend(later);
    assert!(settled(&said).ends_with(&due), "{:?}", settled(&said));
}

#[test]
fn a_game_whose_first_moves_fit_in_several_orders_is_begun_and_the_arbiter_says_which() {
    let mut board = nearly_set_up_and_away();
    let mut logs = Logs::default();
    move_unseen(&mut board, &["e2e4", "c7c5", "g1f3", "d7d6"]);
    board.open();
    board.rest(1_000);
    board.clock(298, 297, Runs::Left);
    move_and_press(&mut board, "d2", "d4", 295, 297, Runs::Right);
    move_and_press(&mut board, "c5", "d4", 295, 294, Runs::Left);
    board.rest(5_000);
    board.said.iter().for_each(|output| logs.hear(output));
    let said = records(&mut board);
    assert_eq!(raised(&said), [AlertKind::NewGameSetUp, AlertKind::MoveAmbiguous, AlertKind::PlayNotRecorded]);
    let game = last_game(&said);
    assert_eq!((game.phase, game.moves.len()), (Phase::Playing, 0));
    for (ply, uci) in [(1, "e2e4"), (2, "c7c5"), (3, "g1f3")] {
        set_move(&mut board, 500, ply, uci);
    }
    board.rest(1_000);
    board.said.iter().for_each(|output| logs.hear(output));
    let said = records(&mut board);
    assert_eq!(*last_game(&said).moves, ["e2e4", "c7c5", "g1f3", "d7d6", "d2d4", "c5d4"]);
    assert_eq!(raised(&said), []);
    move_and_press(&mut board, "f3", "d4", 290, 294, Runs::Right);
    board.rest(2_000);
    board.said.iter().for_each(|output| logs.hear(output));
    let said = records(&mut board);
    assert_eq!(last_game(&said).moves.len(), 7);
    assert_eq!(raised(&said), []);
    logs.check("a game begun with moves open");
}

/// The next game has begun with eight half-moves that nobody saw and that fit in more orders than can be followed.
fn opened_unseen() -> DgtBoard {
    let mut board = nearly_set_up_and_away();
    let unseen = [("e2", "e4"), ("g7", "g6"), ("d2", "d4"), ("f8", "g7"), ("b1", "c3"), ("d7", "d6"), ("h2", "h4")];
    for (from, to) in unseen {
        let piece = board.stands.set(square(from), None);
        board.stands.set(square(to), piece);
    }
    board.open();
    board.rest(1_000);
    board.clock(298, 297, Runs::Right);
    move_and_press(&mut board, "h7", "h5", 298, 295, Runs::Left);
    for (from, to, runs) in [
        ("g1", "f3", Runs::Right),
        ("g8", "f6", Runs::Left),
        ("f3", "g5", Runs::Right),
        ("f6", "g4", Runs::Left),
        ("f1", "c4", Runs::Right),
        ("e7", "e6", Runs::Left),
    ] {
        move_and_press(&mut board, from, to, 298, 295, runs);
    }
    board.rest(5_000);
    board
}

const PLAYED: [&str; 14] =
    ["e2e4", "g7g6", "d2d4", "f8g7", "b1c3", "d7d6", "h2h4", "h7h5", "g1f3", "g8f6", "f3g5", "f6g4", "f1c4", "e7e6"];

/// The arbiter says what half-moves were until so many are known; gives how many he has said, and what was told.
fn say_until_known(board: &mut DgtBoard, known: usize) -> (usize, Vec<Record>) {
    let mut said = Vec::new();
    for (ply, uci) in (1..).zip(PLAYED) {
        set_move(board, 500, ply, uci);
        board.rest(500);
        said.extend(records(board));
        if last_game(&said).moves.len() >= known {
            return (ply, said);
        }
    }
    panic!("said every half-move, and not all are known");
}

#[test]
fn what_was_played_behind_first_moves_too_many_to_follow_comes_once_the_arbiter_has_said_enough_of_them() {
    let mut board = opened_unseen();
    let said = records(&mut board);
    assert_eq!(raised(&said), [AlertKind::NewGameSetUp, AlertKind::MoveAmbiguous, AlertKind::PlayNotRecorded]);
    assert!(last_game(&said).moves.is_empty());
    let (told, said) = say_until_known(&mut board, PLAYED.len());
    assert!(told < 8, "he had to say {told}");
    assert_eq!(*last_game(&said).moves, PLAYED);
    assert_eq!((raised(&said), settled(&said)), (vec![], vec![AlertKind::MoveAmbiguous, AlertKind::PlayNotRecorded]));
    board.go("f2", "f3");
    board.rest(2_000);
    let said = records(&mut board);
    assert_eq!(*last_game(&said).moves, [&PLAYED[..], &["f2f3"]].concat());
    assert_eq!(raised(&said), []);
}

#[test]
fn the_same_where_the_kings_have_shown_the_result_by_then() {
    let mut board = opened_unseen();
    show_result(&mut board, &[("e1", "e4"), ("e8", "d5")]);
    let said = records(&mut board);
    assert_eq!(
        raised(&said),
        [AlertKind::NewGameSetUp, AlertKind::MoveAmbiguous, AlertKind::PlayNotRecorded, AlertKind::ResultSignalled]
    );
    assert!(last_game(&said).moves.is_empty());
    let (told, mut said) = say_until_known(&mut board, PLAYED.len());
    assert!(told < 8, "he had to say {told}");
    board.rest(2_000);
    said.extend(records(&mut board));
    let game = last_game(&said);
    assert_eq!(*game.moves, PLAYED);
    assert_eq!(game.turn, None, "the result is proposed still");
    assert_eq!((raised(&said), settled(&said)), (vec![], vec![AlertKind::MoveAmbiguous, AlertKind::PlayNotRecorded]));
}

/// What nobody pressed for is not told from a piece that is being tidied away: it is left to the arbiter.
#[test]
fn a_kings_step_on_the_way_to_the_sign_is_no_move_where_the_moves_before_come_late() {
    let mut board = opened_unseen();
    show_result(&mut board, &[("e1", "e2"), ("e2", "e3"), ("e3", "e4"), ("e8", "d5")]);
    records(&mut board);
    let (told, mut said) = say_until_known(&mut board, PLAYED.len());
    assert!(told < 8, "he had to say {told}");
    board.rest(2_000);
    said.extend(records(&mut board));
    assert_eq!(*last_game(&said).moves, PLAYED);
    assert_eq!(settled(&said), [AlertKind::MoveAmbiguous, AlertKind::PlayNotRecorded]);
}
