//! An unfinished game, and what comes after it: the board away and turned round, the clock gone, periods of time.

use protocols::{Color, Piece, Placement, Role};
use touchmove::game::command::GivenCommand;
use touchmove::{
    game::record::{AlertState, Body, Game, MoveStatus, Phase, Record},
    rules::Variant,
    table::{Input, Output, Replay},
    turn::{AlertKind, Settings},
};

use crate::common::{
    dgt_bytes::{DgtBoard, Runs},
    logs::Logs,
};

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

#[test]
fn a_clock_lost_during_play_takes_nothing_but_its_presses() {
    let mut board = two_half_moves();
    for _ in 0..4 {
        board.clock_gone();
        board.rest(1_000);
    }
    records(&mut board);
    board.go("g1", "f3");
    board.rest(1_500);
    board.go("b8", "c6");
    board.rest(1_500);
    board.go("f1", "b5");
    board.rest(1_500);
    let said = records(&mut board);
    assert_eq!(*last_game(&said).moves, ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"]);
    assert_eq!(raised(&said), []);
    let completed: Vec<u32> = said
        .iter()
        .filter_map(|record| match &record.body {
            Body::Move(said) if said.status == MoveStatus::Completed => Some(said.ply),
            _ => None,
        })
        .collect();
    // Each by the next: the last still waits for it.
    assert_eq!(completed, [3, 4]);
    // The clock is back: presses mean something again.
    board.clock(250, 240, Runs::Right);
    board.rest(1_000);
    move_and_press(&mut board, "a7", "a6", 250, 238, Runs::Left);
    board.rest(3_000);
    let said = records(&mut board);
    assert_eq!(last_game(&said).moves.last().map(|uci| uci.as_str()), Some("a7a6"));
    assert_eq!(raised(&said), []);
}

#[test]
fn times_exchanged_or_jumping_are_not_believed_and_an_operator_sees_how_many() {
    let mut board = two_half_moves();
    records(&mut board);
    // Exchanged in the second reading, two hundred seconds gone in the fourth.
    for (left, right) in [(296, 297), (297, 295), (294, 297), (94, 297), (292, 297)] {
        board.clock(left, right, Runs::Left);
        board.rest(1_000);
    }
    let said = records(&mut board);
    let times: Vec<_> = said
        .iter()
        .filter_map(|record| match &record.body {
            Body::Clock(clock) => Some((clock.times.white_ms, clock.times.black_ms)),
            _ => None,
        })
        .collect();
    let believed = [296, 294, 292].map(|seconds| (Some(seconds * 1_000), Some(297_000)));
    assert_eq!(times, believed);
    let rejected = said.iter().rev().find_map(|record| match &record.body {
        Body::Board(board) => Some((board.sensors.clock_rejected, board.sensors.clock_connected)),
        _ => None,
    });
    assert_eq!(rejected, Some((2, Some(true))));
    assert_eq!(raised(&said), []);
}

/// The alerts of a log and the result proposed, as JSON.
fn replay(log: &str) -> (Vec<String>, Option<String>) {
    let (mut alerts, mut text) = (Vec::new(), None);
    let outcome = Replay::default().run(log.as_bytes(), &mut |record| {
        if let Body::Alert(alert) = &record.body
            && alert.state == AlertState::Raised
        {
            alerts.push(format!("{} {}", alert.kind.name(), alert.article));
            text = alert.data.get("result").and_then(|result| result.as_str()).map(str::to_owned).or(text.take());
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    (alerts, text)
}

/// 6.9: "If a player does not complete the prescribed number of moves in the allotted time, the game is lost by that
/// player", unless the opponent cannot checkmate. 6.3.1: in a period each player must make a number of moves.
#[test]
fn a_flag_ends_the_game_only_with_moves_owed() {
    // White has completed his 40th move, or has only made it; Black is at move, or White is.
    let log = |moves: u32, control: &str, events: &str| {
        format!(
            "{{\"log\":\"touchmove/1\",\"edition\":\"2018\",{control}\
             \"fen\":\"4k3/7p/8/8/8/8/4P3/4K3 w - - 0 {moves}\"}}\n{events}"
        )
    };
    const CONTROL: &str = "\"time_control\":\"40/5400+30:1800+30\",";
    const MOVED: &str = "{\"t_ms\":1000,\"ev\":\"lift\",\"sq\":\"e2\",\"piece\":\"P\"}\n\
                         {\"t_ms\":2000,\"ev\":\"drop\",\"sq\":\"e3\",\"piece\":\"P\"}\n";
    const PRESSED: &str = "{\"t_ms\":3000,\"ev\":\"press\",\"by\":\"white\"}\n";
    const FLAG: &str = "{\"t_ms\":4000,\"ev\":\"flag\",\"by\":\"white\"}\n";
    let over = (vec!["flag-fall 6.9".to_owned()], Some("0-1".to_owned()));
    let goes_on = (Vec::new(), None);
    let told = |moves, control, events: &[&str]| replay(&log(moves, control, &events.concat()));
    assert_eq!(told(40, CONTROL, &[MOVED, PRESSED, FLAG]), goes_on, "40 moves completed");
    assert_eq!(told(41, CONTROL, &[FLAG]), goes_on, "40 moves completed, White at move");
    assert_eq!(told(40, CONTROL, &[MOVED, FLAG]), over, "the 40th made, not pressed (6.2.1)");
    assert_eq!(told(40, CONTROL, &[FLAG]), over, "39 moves completed");
    assert_eq!(told(40, "", &[MOVED, PRESSED, FLAG]), over, "no time control known");
    assert_eq!(told(41, "\"time_control\":\"5400+30\",", &[FLAG]), over, "one period for the whole game");
    // The half hour was added at the 40th move: the flag is that of the second period.
    let added = "{\"t_ms\":3100,\"ev\":\"clock\",\"white_ms\":65000,\"black_ms\":60000,\"running\":\"white\"}\n\
                 {\"t_ms\":3200,\"ev\":\"clock\",\"white_ms\":1895000,\"black_ms\":60000,\"running\":\"black\"}\n";
    assert_eq!(told(60, CONTROL, &[added, FLAG]), over, "the last period");
}

/// 7.1 with 6.3.2: what the press of an illegal move has added is told, by the time control where no reading shows it.
/// The pieces are set up again while the clock still shows how the last game was lost on time, or runs it out.
#[test]
fn a_flag_left_over_from_the_last_game_costs_nobody_the_next() {
    let first = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let log = |running: &str, events: &str| {
        format!(
            "{{\"log\":\"touchmove/1\",\"edition\":\"2023\",\"fen\":\"{first}\",\"begin\":{{\"t_ms\":900,\
             \"clock\":{{\"t_ms\":800,\"white_ms\":7000,\"black_ms\":1000,\"running\":{running}}}}}}}\n{events}"
        )
    };
    const FLAG: &str = "{\"t_ms\":2000,\"ev\":\"flag\",\"by\":\"black\"}\n";
    const RESET: &str = "{\"t_ms\":3000,\"ev\":\"clock\",\"white_ms\":300000,\"black_ms\":300000,\"running\":null}\n";
    const STARTED: &str =
        "{\"t_ms\":4000,\"ev\":\"clock\",\"white_ms\":300000,\"black_ms\":300000,\"running\":\"white\"}\n";
    const OUT: &str = "{\"t_ms\":304000,\"ev\":\"flag\",\"by\":\"white\"}\n";
    for running in ["null", "\"black\""] {
        let told = |events: &[&str]| replay(&log(running, &events.concat()));
        assert_eq!(told(&[FLAG, RESET, STARTED]), (Vec::new(), None));
        // A player who does not come loses on time all the same (6.9).
        let lost = (vec!["flag-fall 6.9".to_owned()], Some("0-1".to_owned()));
        assert_eq!(told(&[FLAG, RESET, STARTED, OUT]), lost);
    }
}

#[test]
fn the_increment_that_an_illegal_press_added_is_known_from_the_time_control() {
    let log = "{\"log\":\"touchmove/1\",\"edition\":\"2018\",\"time_control\":\"180+2\"}\n\
               {\"t_ms\":1000,\"ev\":\"lift\",\"sq\":\"e2\",\"piece\":\"P\"}\n\
               {\"t_ms\":2000,\"ev\":\"drop\",\"sq\":\"e5\",\"piece\":\"P\"}\n\
               {\"t_ms\":3000,\"ev\":\"press\",\"by\":\"white\"}\n";
    let mut increment = None;
    let outcome = Replay::default().run(log.as_bytes(), &mut |record| {
        if let Body::Alert(alert) = &record.body
            && alert.kind == AlertKind::RulingAddTime
        {
            increment = alert.data.get("increment_ms").cloned();
        }
        Ok(())
    });
    assert!(outcome.is_ok() && increment == Some(2_000.into()), "{outcome:?} {increment:?}");
}

#[test]
fn a_log_of_another_program_is_read_or_its_fault_named() {
    let header = "{\"log\":\"touchmove/1\"}\n";
    let error = |bytes: &[u8]| Replay::default().run(bytes, &mut |_| Ok(())).err().map(|error| error.to_string());
    assert_eq!(error(format!("\u{feff}{header}").as_bytes()), None, "a byte order mark");
    assert_eq!(error(format!("\u{feff}{}", header.replace('\n', "\r\n")).as_bytes()), None, "lines of Windows");
    let latin = [header.as_bytes(), b"{\"t_ms\":1,\"ev\":\"time\",\"note\":\"J\xe9r\xf4me\"}\n"].concat();
    assert_eq!(error(&latin).as_deref(), Some("line 2: byte 32 is no UTF-8: save the log as UTF-8"));
    let bad = "{\"log\":\"touchmove/1\",\"time_control\":\"90m\"}\n";
    let told = error(bad.as_bytes()).unwrap_or_default();
    assert!(told.starts_with("line 1: time_control: found \"90m\", expected a time control"), "{told}");
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

fn square(name: &str) -> protocols::Square {
    name.parse().expect("a square")
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

/// Another game has begun and has these moves; nothing else is told.
fn assert_next_game(board: &mut DgtBoard, moves: &[&str]) -> Vec<Record> {
    let said = records(board);
    assert_eq!(*last_game(&said).moves, *moves);
    assert_eq!(raised(&said), [AlertKind::NewGameSetUp]);
    said
}

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
    for (from, to) in [("e2", "e4"), ("c7", "c5")] {
        let piece = board.stands.set(square(from), None);
        board.stands.set(square(to), piece);
    }
    board.open();
    board.rest(1_000);
    board.clock(298, 297, Runs::Left);
    move_and_press(&mut board, "g1", "f3", 295, 297, Runs::Right);
    board.go("d7", "d6");
    board.rest(2_000);
    assert_next_game(&mut board, &["e2e4", "c7c5", "g1f3", "d7d6"]);
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

/// Pieces go where nobody sees it.
fn move_unseen(board: &mut DgtBoard, moves: &[&str]) {
    for uci in moves {
        let (from, to) = uci.split_at(2);
        let piece = board.stands.set(square(from), None);
        board.stands.set(square(to), piece);
    }
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
fn a_game_whose_first_moves_fit_in_several_orders_is_begun_and_the_arbiter_says_which() {
    let mut board = nearly_set_up_and_away();
    let mut logs = Logs::default();
    for (from, to) in [("e2", "e4"), ("c7", "c5"), ("g1", "f3"), ("d7", "d6")] {
        let piece = board.stands.set(square(from), None);
        board.stands.set(square(to), piece);
    }
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

/// The kinds of alerts that have been settled.
fn settled(records: &[Record]) -> Vec<AlertKind> {
    let kind = |record: &Record| match &record.body {
        Body::Alert(alert) if alert.state != AlertState::Raised => Some(alert.kind),
        _ => None,
    };
    records.iter().filter_map(kind).collect()
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

/// The half-moves completed, in order.
fn completed(records: &[Record]) -> Vec<u32> {
    let ply = |record: &Record| match &record.body {
        Body::Move(said) if said.status == MoveStatus::Completed => Some(said.ply),
        _ => None,
    };
    records.iter().filter_map(ply).collect()
}

#[test]
fn a_press_that_fell_into_a_gap_is_known_by_whose_clock_runs_afterwards() {
    let back_after_knight = |runs: Runs| {
        let mut board = two_half_moves();
        records(&mut board);
        board.close();
        board.now = board.now + 3_000;
        move_unseen(&mut board, &["g1f3"]);
        board.open();
        for second in 0..3 {
            let (left_s, right_s) = if matches!(runs, Runs::Left) { (280 - second, 297) } else { (280, 297 - second) };
            board.clock(left_s, right_s, runs);
            board.rest(1_000);
        }
        board
    };
    let mut pressed = back_after_knight(Runs::Right);
    assert_eq!(completed(&records(&mut pressed)), [3]);
    move_and_press(&mut pressed, "b8", "c6", 280, 294, Runs::Left);
    pressed.rest(1_000);
    let said = records(&mut pressed);
    assert_eq!((completed(&said), raised(&said)), (vec![4], vec![]));
    // He has not pressed yet; then he does.
    let mut unpressed = back_after_knight(Runs::Left);
    assert_eq!(completed(&records(&mut unpressed)), Vec::<u32>::new());
    unpressed.clock(277, 297, Runs::Right);
    unpressed.rest(1_000);
    assert_eq!(completed(&records(&mut unpressed)), [3]);
    // One who never presses is told by the reply.
    let mut back = back_after_knight(Runs::Left);
    move_and_press(&mut back, "b8", "c6", 277, 297, Runs::Left);
    back.rest(2_000);
    let said = records(&mut back);
    assert_eq!((completed(&said), raised(&said)), (vec![], vec![AlertKind::OpponentRepliedBeforePress]));
    // Black's clock has run on from before, for he owes a press himself: White has pressed for nothing.
    let mut owed = two_half_moves();
    move_and_press(&mut owed, "g1", "f3", 296, 297, Runs::Right);
    owed.go("b8", "c6");
    owed.rest(2_000);
    owed.clock(296, 294, Runs::Right);
    records(&mut owed);
    owed.close();
    owed.now = owed.now + 3_000;
    move_unseen(&mut owed, &["f1b5"]);
    owed.open();
    for second in 0..3 {
        owed.clock(296, 290 - second, Runs::Right);
        owed.rest(1_000);
    }
    assert!(!completed(&records(&mut owed)).contains(&5));
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

/// The last PGN that the table gave out.
fn last_pgn(board: &DgtBoard) -> &str {
    let pgn = board.said.iter().rev().find_map(|output| if let Output::Pgn(text) = output { Some(text) } else { None });
    pgn.expect("a game as PGN")
}

/// The times behind the moves.
fn clocks(pgn: &str) -> Vec<&str> {
    pgn.split('{').skip(1).filter_map(|text| Some(text.split_once('}')?.0)).collect()
}

#[test]
fn the_time_of_a_move_is_that_at_its_press_with_the_increment_whatever_is_done_to_the_clock_later() {
    let mut board = two_half_moves();
    // Five seconds are added with the press.
    move_and_press(&mut board, "g1", "f3", 296 + 5, 297, Runs::Right);
    board.rest(1_000);
    let at_press = ["[%clk 0:04:58]", "[%clk 0:04:57]", "[%clk 0:05:01]"];
    assert_eq!(clocks(last_pgn(&board)), at_press);
    // Two minutes for White while Black thinks, seen twice and believed.
    for right_s in [296, 295, 294] {
        board.clock(301 + 120, right_s, Runs::Right);
        board.rest(1_000);
    }
    let times = records(&mut board).into_iter().filter_map(|record| match record.body {
        Body::Clock(clock) => clock.times.white_ms,
        _ => None,
    });
    assert_eq!(times.last(), Some(421_000));
    board.table.announce();
    board.rest(1_000);
    assert_eq!(clocks(last_pgn(&board)), at_press);
    move_and_press(&mut board, "b8", "c6", 421, 290 + 5, Runs::Left);
    move_and_press(&mut board, "f1", "c4", 420 + 5, 295, Runs::Right);
    board.rest(1_000);
    assert_eq!(clocks(last_pgn(&board)), [&at_press[..], &["[%clk 0:04:55]", "[%clk 0:07:05]"]].concat());
}

#[test]
fn a_move_answered_before_its_press_has_the_time_at_that_press() {
    let mut board = two_half_moves();
    board.go("g1", "f3");
    board.rest(500);
    board.go("b8", "c6");
    board.rest(500);
    board.clock(296 + 5, 297, Runs::Right);
    board.rest(1_000);
    board.clock(301, 295 + 5, Runs::Left);
    board.rest(2_000);
    let expected = ["[%clk 0:04:58]", "[%clk 0:04:57]", "[%clk 0:05:01]", "[%clk 0:05:00]"];
    assert_eq!(clocks(last_pgn(&board)), expected);
}

#[test]
fn a_move_corrected_later_keeps_the_times_that_were_read_when_it_and_those_after_it_were_made() {
    let mut board = two_half_moves();
    move_and_press(&mut board, "g1", "f3", 296, 297, Runs::Right);
    board.rest(2_000);
    let before: Vec<String> = clocks(last_pgn(&board)).into_iter().map(str::to_owned).collect();
    assert_eq!(before, ["[%clk 0:04:58]", "[%clk 0:04:57]", "[%clk 0:04:56]"]);
    board.clock(296, 295, Runs::Right);
    let set = r#"{"id": "1", "command": "set-move", "ply": 1, "uci": "e2e3"}"#;
    board.now = board.now + 500;
    board.table.handle(board.now, Input::Command(&GivenCommand::read(set)));
    board.rest(1_000);
    let pgn = last_pgn(&board);
    assert!(pgn.contains("1. e3"), "{pgn}");
    assert_eq!(clocks(pgn), before);
}

/// Before a move is made whoever has the move is presumed to touch, afterwards each his own: he may have begun his reply.
#[test]
fn a_touch_names_who_is_presumed_to_have_touched() {
    let mut board = two_half_moves();
    move_and_press(&mut board, "d2", "d4", 296, 297, Runs::Right);
    records(&mut board);
    let black_pawn = board.stands.at(square("e5"));
    board.put(square("d4"), None);
    board.rest(300);
    board.go("e5", "d4");
    board.rest(1_500);
    board.put(square("d1"), None);
    assert_eq!(black_pawn.map(|piece| piece.color), Some(Color::Black));
    let said = records(&mut board);
    let touches = said.iter().filter_map(|record| match &record.body {
        Body::Touch(touch) => Some((touch.sq.to_string(), touch.by)),
        _ => None,
    });
    let (black, white) = (Some(Color::Black), Some(Color::White));
    let expected = [("d4", black), ("e5", black), ("d4", black), ("d1", white)];
    assert_eq!(touches.collect::<Vec<_>>(), expected.map(|(square, by)| (square.to_owned(), by)));
}

#[test]
fn a_clock_that_is_gone_runs_for_nobody() {
    let mut board = two_half_moves();
    let clock = |said: &[Record]| {
        said.iter().rev().find_map(|record| match &record.body {
            Body::Clock(clock) => Some((clock.times.white_ms, clock.running)),
            _ => None,
        })
    };
    assert_eq!(clock(&records(&mut board)), Some((Some(298_000), Some(Color::White))));
    for _ in 0..4 {
        board.clock_gone();
        board.rest(1_000);
    }
    assert_eq!(clock(&records(&mut board)), Some((Some(298_000), None)));
    board.clock(290, 297, Runs::Left);
    board.rest(500);
    assert_eq!(clock(&records(&mut board)), Some((Some(290_000), Some(Color::White))));
}
