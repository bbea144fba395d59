//! A board that has sent its log looks again: what it finds then, and in what order that is told.

use super::*;

const AFTER_E4_E5_NF3: &str = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R";

/// A board that has been away for 1 e4, has told it from its log, and looks again from 2,200 ms on; nothing has changed
/// meanwhile.
fn looks_again() -> Bench {
    looks_again_and_shows(Some(AFTER_E4))
}

/// The same, and it shows this then, or nothing.
fn looks_again_and_shows(now: Option<&str>) -> Bench {
    let mut bench = comes_back();
    bench.at(2_100, SensorEvent::Placement(board(AFTER_E4)));
    (bench.shown, bench.answers) = (None, true);
    if let Some(now) = now {
        bench.at(2_200, SensorEvent::Placement(board(now)));
    }
    bench
}

/// A board that has been away for 1 e4 is connected again at 2 s, and remembers it.
fn comes_back() -> Bench {
    let mut bench = Bench::answering();
    bench.reader.begins_from(&INITIAL.parse().expect("a placement"));
    bench.reader.in_play(true);
    bench.reader.link(At(1_000), false);
    bench.reader.link(At(2_000), true);
    let initial = Remembered::Board(INITIAL.parse().expect("a placement"));
    bench.remembers = Some(vec![initial, field("e2", '.'), field("e4", 'P')]);
    bench
}

/// A board's memory of a square that changed.
fn field(name: &str, letter: char) -> Remembered {
    let content = Piece::from_letter(letter).map_or(SquareContent::Empty, SquareContent::Piece);
    Remembered::Field { square: square(name), content, close: false }
}

/// What was told, without times.
fn all_told(bench: &Bench) -> Vec<String> {
    bench.events.iter().map(|(_, event)| name(event)).collect()
}

/// What was told of the time behind the log, without times.
fn told(bench: &Bench) -> Vec<String> {
    let events = all_told(bench);
    let log_ends = events.iter().position(|name| name == "drop Pe4").expect("the log is told");
    // The reading that the log led to.
    events[log_ends + 2..].to_vec()
}

#[test]
fn moves_of_both_players_found_after_the_log_were_not_seen() {
    let mut bench = looks_again();
    for (at, name, letter) in [(2_300, "e5", 'p'), (2_310, "f3", 'N'), (2_340, "e7", '.'), (2_440, "g1", '.')] {
        bench.field(at, name, letter);
    }
    assert!(bench.ahead.is_empty(), "no touch is told that nobody may have made then: {:?}", bench.ahead);
    bench.until(2_900);
    assert_eq!(told(&bench), ["link false", "link true", &format!("placement {AFTER_E4_E5_NF3}")]);
    bench.field(3_000, "b8", '.');
    assert_eq!(bench.names().last().map(String::as_str), Some("3000 lift nb8"));
}

#[test]
fn a_press_found_with_them_is_told_as_made_while_the_board_did_not_look() {
    let mut bench = looks_again();
    bench.at(2_290, SensorEvent::Press(Side::Left));
    bench.field(2_300, "e5", 'p');
    bench.field(2_340, "e7", '.');
    bench.until(2_900);
    let after = "placement rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR";
    assert_eq!(told(&bench), ["link false", "press white", "link true", after]);
}

#[test]
fn one_hand_that_moves_after_the_log_is_seen() {
    let mut bench = looks_again();
    bench.field(2_300, "e7", '.');
    bench.field(2_360, "e5", 'p');
    bench.until(2_900);
    assert_eq!(told(&bench), ["lift pe7", "drop pe5"]);
    assert_eq!(bench.names().last().map(String::as_str), Some("2360 drop pe5"));
}

#[test]
fn hands_that_do_not_rest_make_nothing_wait_for_more_than_a_second() {
    let mut bench = looks_again();
    let squares = ["a7", "b7", "c7", "d7", "f7", "g7", "h7", "a2", "b2", "c2", "d2"];
    for (at, square) in (2_300..).step_by(100).zip(squares) {
        bench.field(at, square, '.');
    }
    let last: Vec<String> = bench.names().into_iter().rev().take(3).collect();
    let found = "3200 placement rnbqkbnr/4p3/8/8/4P3/8/2PP1PPP/RNBQKBNR";
    assert_eq!(last, ["3300 lift Pd2", "3200 lift Pc2", found]);
}

#[test]
fn a_board_that_goes_before_it_has_looked_at_all_squares_leaves_no_touch_behind() {
    let mut bench = looks_again();
    for (at, name, letter) in [(2_300, "e5", 'p'), (2_310, "f3", 'N'), (2_340, "e7", '.')] {
        bench.field(at, name, letter);
    }
    bench.reader.link(At(2_400), false);
    bench.drain();
    assert_eq!(told(&bench), ["link false"], "nor half of what it had found");
}

#[test]
fn a_board_that_shows_itself_changed_behind_its_log_was_not_seen_meanwhile() {
    let mut bench = looks_again();
    bench.until(2_900);
    assert!(told(&bench).is_empty(), "it shows what its log has told");
    let mut bench = looks_again_and_shows(Some(AFTER_E4_E5_NF3));
    bench.until(2_900);
    assert_eq!(told(&bench), ["link false", "link true", &format!("placement {AFTER_E4_E5_NF3}")]);
}

#[test]
fn what_a_board_finds_that_has_just_been_connected_may_have_been_done_before() {
    let mut bench = Bench::auto();
    bench.answers = true;
    bench.reader.may_be_deaf();
    bench.reader.link(At(0), true);
    bench.at(100, SensorEvent::Placement(board(INITIAL)));
    assert_eq!(bench.names(), ["100 link true", &format!("100 placement {INITIAL}")]);
    for (at, name, letter) in
        [(120, "e4", 'P'), (120, "e5", 'p'), (121, "e2", '.'), (125, "f3", 'N'), (140, "e7", '.'), (230, "g1", '.')]
    {
        bench.field(at, name, letter);
    }
    bench.until(600);
    assert!(bench.ahead.is_empty(), "{:?}", bench.ahead);
    assert_eq!(bench.names()[2..], ["100 link false", "600 link true", &format!("600 placement {AFTER_E4_E5_NF3}")]);
}

#[test]
fn a_board_that_shows_itself_whole_again_and_again_is_seen_in_order_from_the_first_reading_on() {
    let mut bench = Bench::auto();
    bench.answers = true;
    bench.reader.may_be_deaf();
    bench.reader.link(At(0), true);
    for (at, fen) in [(100, INITIAL), (200, AFTER_E3), (300, AFTER_E4)] {
        bench.at(at, SensorEvent::Placement(board(fen)));
    }
    bench.until(600);
    let names = all_told(&bench);
    let placements = [INITIAL, AFTER_E3, AFTER_E4].map(|fen| format!("placement {fen}"));
    assert_eq!(names[0], "link true");
    assert_eq!(names[1..], placements);
}

#[test]
fn presses_on_a_board_that_does_not_show_itself_behind_its_log_were_made_unseen() {
    let mut bench = looks_again_and_shows(None);
    bench.at(2_300, SensorEvent::Press(Side::Left));
    bench.until(4_700);
    assert_eq!(told(&bench), ["link false", "press white"]);
    bench.at(5_000, SensorEvent::Placement(board(AFTER_E4_E5_NF3)));
    bench.until(5_600);
    assert_eq!(told(&bench)[2..], ["link true", &format!("placement {AFTER_E4_E5_NF3}")]);
}

#[test]
fn a_clock_that_has_run_on_tells_that_the_board_has_long_looked_at_every_square() {
    let mut bench = Bench::auto();
    bench.reader.may_be_deaf();
    bench.reader.link(At(0), true);
    bench.at(100, SensorEvent::Placement(board(INITIAL)));
    // A recording without times.
    bench.at(110, clock(182, 182, Side::Right));
    bench.at(120, clock(181, 182, Side::Right));
    bench.field(130, "e2", '.');
    bench.field(140, "e4", 'P');
    bench.at(150, clock(180, 182, Side::Right));
    bench.field(160, "e7", '.');
    bench.field(170, "e5", 'p');
    bench.until(900);
    let touches: Vec<String> = bench.events.iter().map(|(_, event)| name(event)).collect();
    let touches: Vec<&String> = touches.iter().filter(|name| name.contains("lift") || name.contains("drop")).collect();
    assert_eq!(touches, ["lift Pe2", "drop Pe4", "lift pe7", "drop pe5"]);
}

/// A board is back with 1 e4 played, is asked for its log and does not send it; Black's pawn is seen to be lifted, and White's
/// clock is seen to be started.
fn sends_no_log() -> Bench {
    let mut bench = Bench::answering();
    bench.forgets = true;
    bench.reader.may_be_deaf();
    bench.reader.begins_from(&INITIAL.parse().expect("a placement"));
    bench.reader.in_play(true);
    bench.reader.link(At(1_000), false);
    bench.reader.link(At(2_000), true);
    bench.at(2_100, SensorEvent::Placement(board(AFTER_E4)));
    bench.field(4_000, "e7", '.');
    bench.at(9_000, SensorEvent::Press(Side::Right));
    bench
}

#[test]
fn a_press_while_a_log_was_awaited_was_made_unseen_where_the_board_goes() {
    let mut bench = sends_no_log();
    bench.reader.link(At(10_000), false);
    bench.drain();
    let names = all_told(&bench);
    assert_eq!(names[names.len() - 3..], ["lift pe7", "link false", "press black"]);
}

#[test]
fn a_board_whose_log_does_not_come_is_read_anew() {
    let mut bench = sends_no_log();
    bench.until(18_200);
    let after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR";
    bench.answers = true;
    bench.at(18_300, SensorEvent::Placement(board(after)));
    bench.until(19_000);
    let names = all_told(&bench);
    let last = ["lift pe7", "link false", "press black", "link true", &format!("placement {after}")];
    assert_eq!(names[names.len() - 5..], last);
}

#[test]
fn a_log_that_comes_after_it_was_given_up_is_told_all_the_same() {
    let mut bench = sends_no_log();
    bench.until(18_200);
    let initial = Remembered::Board(INITIAL.parse().expect("a placement"));
    let log = vec![initial, field("e2", '.'), field("e4", 'P'), field("e7", '.'), field("e5", 'p')];
    bench.at(18_300, SensorEvent::Past(log));
    let after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR";
    bench.at(18_400, SensorEvent::Placement(board(after)));
    bench.until(19_400);
    let names = all_told(&bench);
    let told = names.iter().position(|name| name == "drop pe5").expect("its log is told");
    assert_eq!(names[told + 1..], [format!("placement {after}")], "{names:?}");
}

#[test]
fn what_a_board_tells_behind_a_silence_while_its_log_was_awaited_was_made_unseen() {
    let mut bench = sends_no_log();
    bench.field(9_100, "c1", '.');
    bench.reader.link(At(10_000), false);
    bench.drain();
    let names = all_told(&bench);
    assert_eq!(names[names.len() - 3..], ["lift pe7", "link false", "press black"]);
}

/// The board, or its line, takes its time: what it has looked at is known once it has answered.
#[test]
fn a_board_that_has_not_answered_yet_may_not_have_looked_at_every_square() {
    for (answers_at, is_seen) in [(3_900, false), (2_910, true)] {
        let mut bench = looks_again();
        bench.answers = false;
        bench.at(2_290, SensorEvent::Press(Side::Right));
        bench.field(2_300, "e5", 'p');
        bench.until(answers_at - 10);
        assert!(told(&bench).is_empty(), "{:?}", bench.names());
        let answer = if is_seen { "rnbqkbnr/pppppppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR" } else { AFTER_E4_E5_NF3 };
        if !is_seen {
            bench.field(answers_at - 5, "f3", 'N');
            bench.field(answers_at - 4, "g1", '.');
            bench.field(answers_at - 3, "e7", '.');
        }
        bench.at(answers_at, SensorEvent::Placement(board(answer)));
        bench.until(answers_at + 10);
        let has_link = told(&bench).contains(&"link false".to_owned());
        assert_eq!(has_link, !is_seen, "{:?}", told(&bench));
    }
}

/// What a clock shows whose left player has lost on time.
fn fallen() -> SensorEvent {
    let face = |ms, flag| ClockFace { ms, flag, increment_shown: true };
    SensorEvent::Clock(ClockReading {
        left: face(0, Flag::FallenAndStopped),
        right: face(60_000, Flag::Up),
        lever_high: Side::Right,
        running: false,
        connected: true,
        battery_low: false,
        turn: None,
    })
}

#[test]
fn a_flag_that_a_board_tells_before_it_has_shown_itself_comes_behind_what_was_done_before() {
    let mut bench = comes_back();
    bench.at(2_050, fallen());
    bench.at(2_100, SensorEvent::Placement(board(AFTER_E4)));
    bench.until(6_000);
    let told = all_told(&bench);
    let at = |wanted: &str| told.iter().position(|name| name.starts_with(wanted)).expect(wanted);
    assert!(at("drop Pe4") < at("flag"), "{told:?}");

    // One that never shows itself does not keep it.
    let mut bench = Bench::answering();
    bench.reader.link(At(1_000), false);
    bench.reader.link(At(2_000), true);
    bench.at(2_050, fallen());
    bench.until(2_000 + FLAG_WAIT_MS);
    assert!(!all_told(&bench).iter().any(|name| name.starts_with("flag")));
    bench.until(3_000 + FLAG_WAIT_MS);
    assert!(all_told(&bench).iter().any(|name| name.starts_with("flag")), "{:?}", all_told(&bench));
}
