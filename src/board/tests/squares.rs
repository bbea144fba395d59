//! Squares, whole readings, how the board lies, and its health.

use super::*;

#[test]
fn the_first_reading_tells_link_and_placement_and_later_ones_only_differences() {
    let mut bench = Bench::auto();
    bench.reader.link(At(0), true);
    bench.at(40, SensorEvent::Placement(board(INITIAL)));
    assert_eq!(bench.names(), ["40 link true".to_owned(), format!("40 placement {INITIAL}")]);
    bench.at(140, SensorEvent::Placement(board(INITIAL)));
    assert_eq!(bench.events.len(), 2);
    bench.reader.link(At(200), false);
    bench.at(300, SensorEvent::Placement(board(AFTER_E4)));
    let names = bench.names();
    assert_eq!(names[2..], ["200 link false", "300 link true", &format!("300 placement {AFTER_E4}")]);
}

#[test]
fn a_board_that_must_learn_its_pieces_is_told_them_in_the_first_position() {
    let mut bench = Bench::auto();
    bench.reader.begins_with(Some(Placement::initial()));
    bench.at(0, SensorEvent::Calibration(Calibration::Wanted));
    let unknown = board(INITIAL).map(|content| match content {
        SquareContent::Empty => SquareContent::Empty,
        SquareContent::Occupied | SquareContent::Piece(_) => SquareContent::Occupied,
    });
    bench.at(100, SensorEvent::Placement(unknown));
    bench.until(3_099);
    assert!(bench.learnt.is_empty());
    bench.until(4_000);
    assert_eq!(bench.learnt, [INITIAL]);
    let occupied = "100 occupied ffff00000000ffff".to_owned();
    assert_eq!(bench.names(), ["100 link true".to_owned(), occupied], "it lies as its pieces are learnt");
    bench.at(4_000, SensorEvent::Calibration(Calibration::Complete));
    bench.at(4_000, SensorEvent::Placement(board(INITIAL)));
    bench.at(4_300, SensorEvent::Placement(board(INITIAL)));
    bench.until(20_000);
    assert_eq!(bench.names()[2..], [format!("4000 placement {INITIAL}")]);
    assert_eq!(bench.learnt, [INITIAL]);
}

#[test]
fn square_reports_become_lifts_and_drops_on_a_turned_board_too() {
    let mut bench = Bench::auto();
    bench.at(0, SensorEvent::Placement(turned(INITIAL)));
    assert_eq!(bench.reader.orientation(), Some(Orientation::Turned));
    bench.field(1_000, "d7", ' ');
    bench.field(1_200, "d5", 'P');
    bench.field(1_400, "d5", 'P');
    bench.field(1_600, "d5", 'q');
    assert_eq!(bench.names()[2..], ["1000 lift Pe2", "1200 drop Pe4", "1600 drop qe4"]);
    assert_eq!(bench.events[1].1, Event::Placement(BoardReading::Pieces(Placement::initial())));
    bench.at(2_000, clock(100, 100, Side::Left));
    assert_eq!(bench.names()[5..], ["2000 clock 100 100 black"]);
}

#[test]
fn everything_is_held_until_the_orientation_is_known() {
    let mut bench = Bench::auto();
    let mut squares = turned("8/pppppppp/8/8/8/8/PPP5/8");
    bench.at(0, SensorEvent::Placement(squares));
    assert_eq!(bench.names(), ["0 link true"]);
    bench.field(500, "a8", 'R');
    squares = turned(INITIAL);
    squares[square("a8").index()] = SquareContent::Empty;
    bench.at(600, clock(300, 200, Side::Left));
    assert_eq!(bench.names().len(), 1);
    bench.at(1_000, SensorEvent::Placement(squares));
    bench.at(1_100, SensorEvent::Placement(squares));
    assert_eq!(
        bench.names()[1..],
        [
            "0 placement 8/pppppppp/8/8/8/8/PPP5/8".to_owned(),
            "500 drop Rh1".to_owned(),
            "600 clock 200 300 black".to_owned(),
            "1000 placement rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1".to_owned(),
        ]
    );
}

#[test]
fn the_position_of_the_game_tells_how_the_board_lies_after_a_restart() {
    let fen = "8/5k2/3r4/8/8/8/2K5/8";
    let mut bench = Bench::auto();
    bench.at(0, SensorEvent::Placement(turned(fen)));
    assert_eq!(bench.reader.orientation(), None);
    bench.reader.expect(Expectation { placement: fen.parse().expect("a placement"), explained: true });
    bench.drain();
    assert_eq!(bench.names(), ["0 link true".to_owned(), format!("0 placement {fen}")]);
    assert_eq!(bench.reader.orientation(), Some(Orientation::Turned));
}

#[test]
fn a_known_orientation_stays_during_the_game_and_is_found_anew_when_the_pieces_are_set_up_turned_round() {
    let mut bench = Bench::answering();
    bench.at(1_000, clock(300, 300, Side::Left));
    bench.field(1_100, "e2", ' ');
    bench.field(1_200, "e4", 'P');
    bench.at(1_500, SensorEvent::Placement(board(AFTER_E4)));
    bench.at(1_600, clock(302, 300, Side::Right));
    assert_eq!(bench.events.last().map(|(_, event)| name(event)), Some("clock 302 300 black".to_owned()));
    // One move from there: a game that looks much more like one seen from the other side.
    for at in [2_000, 2_200] {
        bench.at(at, SensorEvent::Placement(turned(AFTER_E4)));
    }
    assert_eq!(bench.reader.orientation(), Some(Orientation::Normal));
    for at in [3_000, 3_200] {
        bench.at(at, SensorEvent::Placement(turned(INITIAL)));
    }
    assert_eq!(bench.reader.orientation(), Some(Orientation::Turned));
    assert_eq!(bench.names().last(), Some(&format!("3200 placement {INITIAL}")));
}

#[test]
fn a_configured_orientation_is_never_changed() {
    let mut bench = Bench::new(OrientationSetting::Turned, Sensing::Identity);
    bench.at(0, SensorEvent::Placement(board(INITIAL)));
    bench.reader.new_game();
    assert_eq!(bench.reader.orientation(), Some(Orientation::Turned));
    assert_eq!(bench.names()[1], format!("0 placement {}", INITIAL.chars().rev().collect::<String>()));
}

#[test]
fn the_board_is_compared_when_it_has_been_quiet_and_a_surprise_needs_two_readings() {
    let mut bench = Bench::answering();
    bench.field(1_000, "e2", ' ');
    bench.field(1_200, "e3", 'P');
    bench.until(1_200 + QUIET_MS);
    assert_eq!(bench.requests, [1_200 + QUIET_MS]);
    bench.at(1_550, SensorEvent::Placement(board(AFTER_E4)));
    assert_eq!(bench.requests.len(), 2, "a surprise is looked at again at once");
    assert_eq!(bench.events.len(), 2);
    bench.at(1_650, SensorEvent::Placement(board(AFTER_E4)));
    assert_eq!(bench.names()[2], format!("1550 placement {AFTER_E4}"), "so it was when it first surprised");
    bench.until(20_000);
    assert_eq!(bench.requests.len(), 2, "nothing is left to ask");
    assert_eq!(bench.reader.counters().placements_surprising, 1);
}

#[test]
fn what_comes_after_a_surprise_waits_until_another_reading_has_decided() {
    let mut bench = Bench::answering();
    bench.field(1_000, "e2", ' ');
    bench.field(1_200, "e3", 'P');
    bench.at(1_550, SensorEvent::Placement(board(AFTER_E4)));
    assert_eq!(bench.reader.held_from(), Some(At(1_550)));
    bench.field(1_600, "e7", ' ');
    assert_eq!(bench.events.len(), 2);
    let mut squares = board(AFTER_E4);
    squares[square("e7").index()] = SquareContent::Empty;
    bench.at(1_700, SensorEvent::Placement(squares));
    bench.at(1_800, SensorEvent::Placement(squares));
    assert_eq!(bench.names()[2..], [format!("1550 placement {AFTER_E4}"), "1600 lift pe7".to_owned()]);
    assert_eq!(bench.reader.held_from(), None);
}

#[test]
fn one_damaged_reading_changes_nothing() {
    let mut bench = Bench::answering();
    bench.field(1_000, "e2", ' ');
    bench.field(1_200, "e4", 'P');
    bench.at(1_550, SensorEvent::Placement(board(AFTER_E3)));
    bench.at(1_650, SensorEvent::Placement(board(AFTER_E4)));
    assert_eq!(bench.names(), ["1000 lift Pe2", "1200 drop Pe4"]);
}

#[test]
fn noise_on_the_line_has_the_board_compared() {
    let mut bench = Bench::answering();
    bench.at(1_000, SensorEvent::Noise(Noise { kind: NoiseKind::Truncated, skipped_bytes: 3 }));
    bench.until(1_000 + QUIET_MS);
    assert_eq!(bench.requests, [1_000]);
    assert_eq!(bench.reader.counters().skipped_bytes, 3);
}

#[test]
fn a_token_that_makes_noise_with_every_reading_does_not_make_the_asking_endless() {
    let mut bench = Bench::answering();
    let mut answered = 0;
    bench.field(1_000, "e2", ' ');
    for now in 1_001..30_000 {
        bench.until(now);
        if bench.requests.get(answered).is_some_and(|asked| now >= asked + 90) {
            answered += 1;
            bench.at(now, SensorEvent::Placement(board(AFTER_E4)));
            bench.at(now, SensorEvent::Noise(Noise { kind: NoiseKind::Value, skipped_bytes: 1 }));
        }
    }
    assert_eq!(answered, 2);
    assert_eq!(bench.names()[1..].len(), 1, "the second reading was believed");
}

#[test]
fn a_board_that_the_game_cannot_explain_is_compared_now_and_then() {
    let mut bench = Bench::answering();
    bench.until(1_000);
    bench.reader.expect(Expectation { placement: Placement::initial(), explained: false });
    for at in [1_000 + UNEXPLAINED_MS, 1_000 + 3 * UNEXPLAINED_MS, 1_000 + 7 * UNEXPLAINED_MS] {
        bench.until(at - 1);
        let before = bench.requests.len();
        bench.until(at);
        assert_eq!(bench.requests.len(), before + 1, "at {at}");
        bench.at(at + 80, SensorEvent::Placement(board(INITIAL)));
    }
    bench.reader.expect(Expectation { placement: Placement::initial(), explained: true });
    let before = bench.requests.len();
    bench.until(60_000);
    assert_eq!(bench.requests.len(), before);
}

#[test]
fn reports_before_the_first_reading_have_it_asked_for() {
    let mut bench = Bench::auto();
    bench.reader.link(At(0), true);
    bench.field(100, "e2", ' ');
    assert_eq!(bench.events, []);
    bench.until(100 + QUIET_MS + ANSWER_MS);
    assert_eq!(bench.requests, [100 + QUIET_MS, 100 + QUIET_MS + ANSWER_MS]);
}

#[test]
fn a_polled_board_tells_each_new_position_at_once() {
    let mut bench = Bench::auto();
    for (at, fen) in [(0, INITIAL), (1_000, INITIAL), (2_000, AFTER_E4)] {
        bench.at(at, SensorEvent::Placement(board(fen)));
    }
    assert_eq!(bench.names()[2..], [format!("2000 placement {AFTER_E4}")]);
}

#[test]
fn a_board_without_identities_tells_squares_only() {
    let mut bench = Bench::new(OrientationSetting::Auto, Sensing::Occupancy);
    bench.at(0, SensorEvent::Placement(board(INITIAL)));
    bench.field(500, "e2", ' ');
    bench.field(600, "e4", 'P');
    assert_eq!(bench.names(), ["0 link true", "0 occupied ffff00000000ffff", "500 lift ?e2", "600 drop ?e4"]);
    assert_eq!(bench.reader.shadow(), Some(BoardReading::Occupied(0xffff_0000_1000_efff)));
}

#[test]
fn an_unreadable_piece_makes_the_whole_reading_one_of_squares() {
    let mut bench = Bench::new(OrientationSetting::Normal, Sensing::Identity);
    let mut squares = board(INITIAL);
    squares[0] = SquareContent::Occupied;
    bench.at(0, SensorEvent::Placement(squares));
    assert_eq!(bench.names()[1], "0 occupied ffff00000000ffff");
}

#[test]
fn health_is_told_when_it_changes() {
    let mut bench = Bench::auto();
    bench.at(0, SensorEvent::Presence(Presence::Answering));
    bench.at(10, SensorEvent::Presence(Presence::Answering));
    bench.at(20, SensorEvent::Identity { serial: Some("25805".to_owned()), firmware: None, sensing: None });
    bench.at(30, SensorEvent::Battery { percent: 80, charging: false });
    bench.at(40, SensorEvent::Presence(Presence::Silent));
    bench.at(50, clock(100, 100, Side::Left));
    assert_eq!(bench.health.len(), 5);
    assert_eq!(bench.health[3].presence, Some(Presence::Silent));
    assert_eq!(bench.health[4].battery, Some(Battery { percent: 80, charging: false }));
    assert_eq!(bench.health[4].clock_connected, Some(true));
    assert_eq!(bench.health[4].serial.as_deref(), Some("25805"));
}
