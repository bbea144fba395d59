//! Clocks in play and after it: lost, wrong, flags and periods, and the times that moves are given.

use protocols::Color;
use touchmove::{
    game::{
        command::GivenCommand,
        record::{AlertState, Body, MoveStatus, Record},
    },
    table::{Input, Output, Replay},
    turn::AlertKind,
};

use super::{completed, last_game, move_and_press, move_unseen, raised, records, square, two_half_moves};
use crate::common::dgt_bytes::{DgtBoard, Runs};

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
