//! When a press goes out, and what stands on the board then.

use super::*;

#[test]
fn a_surprise_that_nothing_decides_holds_no_longer_than_a_press() {
    let mut bench = Bench::answering();
    bench.field(1_000, "e2", ' ');
    bench.at(1_550, SensorEvent::Placement(board(AFTER_E4)));
    bench.field(1_600, "e7", ' ');
    bench.until(1_550 + PRESS_WAIT_DISPUTED_MS - 1);
    assert_eq!(bench.names().len(), 1);
    bench.until(1_550 + PRESS_WAIT_DISPUTED_MS);
    assert_eq!(bench.names()[1..], ["1600 lift pe7"]);
}

#[test]
fn a_press_soon_after_damage_waits_longer_too() {
    let mut bench = Bench::answering();
    bench.at(500, clock(300, 300, Side::Left));
    bench.field(1_000, "e2", ' ');
    bench.at(1_100, SensorEvent::Noise(Noise { kind: NoiseKind::Truncated, skipped_bytes: 4 }));
    bench.at(1_200, clock(302, 300, Side::Right));
    bench.until(1_200 + PRESS_WAIT_DISPUTED_MS - 1);
    assert_eq!(bench.names().len(), 2);
    bench.until(1_200 + PRESS_WAIT_DISPUTED_MS);
    assert_eq!(bench.names()[2], "1200 press white");
}

#[test]
fn a_press_waits_for_the_board_and_a_wrong_square_is_put_right_before_it() {
    let mut bench = Bench::answering();
    bench.at(500, clock(300, 300, Side::Left));
    bench.field(1_000, "e2", ' ');
    // The line made e3 of e4.
    bench.field(1_200, "e3", 'P');
    bench.at(1_300, clock(302, 300, Side::Right));
    assert_eq!(bench.requests, [1_300]);
    bench.field(1_350, "e7", ' ');
    let mut squares = board(AFTER_E4);
    squares[square("e7").index()] = SquareContent::Empty;
    bench.at(1_450, SensorEvent::Placement(squares));
    assert_eq!(bench.names()[1..], ["1000 lift Pe2", "1200 drop Pe3"]);
    bench.at(1_560, SensorEvent::Placement(squares));
    assert_eq!(
        bench.names()[3..],
        [
            format!("1300 placement {AFTER_E4}"),
            "1300 press white".to_owned(),
            "1300 clock 302 300 black".to_owned(),
            "1350 lift pe7".to_owned()
        ]
    );
}

#[test]
fn a_press_on_a_board_that_has_been_compared_passes_at_once() {
    let mut bench = Bench::answering();
    bench.at(500, clock(300, 300, Side::Left));
    bench.field(1_000, "e2", ' ');
    bench.field(1_200, "e4", 'P');
    bench.at(1_500, SensorEvent::Placement(board(AFTER_E4)));
    bench.at(1_600, clock(302, 300, Side::Right));
    assert_eq!(bench.names()[3..], ["1600 press white", "1600 clock 302 300 black"]);
}

#[test]
fn a_press_with_a_piece_in_the_hand_waits_for_the_scan_that_sees_it_down() {
    let mut bench = Bench::answering();
    bench.at(500, clock(300, 300, Side::Left));
    bench.reader.expect(Expectation { placement: Placement::initial(), explained: true });
    bench.field(1_000, "e2", ' ');
    bench.until(1_300);
    let mut squares = board(INITIAL);
    squares[square("e2").index()] = SquareContent::Empty;
    bench.at(1_350, SensorEvent::Placement(squares));
    bench.at(1_400, clock(302, 300, Side::Right));
    bench.requests.clear();
    // The board has been compared, but the pawn came down since; the report of that is lost.
    bench.until(1_400 + QUIET_MS);
    assert_eq!(bench.requests, [1_400 + QUIET_MS]);
    bench.at(1_720, SensorEvent::Placement(board(AFTER_E4)));
    bench.at(1_820, SensorEvent::Placement(board(AFTER_E4)));
    assert_eq!(bench.names()[2..4], [format!("1400 placement {AFTER_E4}"), "1400 press white".to_owned()]);
}

#[test]
fn a_press_on_a_damaged_line_waits_longer() {
    let mut bench = Bench::answering();
    bench.at(500, clock(300, 300, Side::Left));
    bench.field(1_000, "e2", ' ');
    bench.at(1_100, clock(302, 300, Side::Right));
    bench.at(1_200, SensorEvent::Noise(Noise { kind: NoiseKind::Truncated, skipped_bytes: 4 }));
    bench.until(1_100 + PRESS_WAIT_DISPUTED_MS - 1);
    assert_eq!(bench.names().len(), 2);
    bench.until(1_100 + PRESS_WAIT_DISPUTED_MS);
    assert_eq!(bench.names()[2], "1100 press white");
}

#[test]
fn a_press_waits_no_longer_than_it_may() {
    let mut bench = Bench::answering();
    bench.at(500, clock(300, 300, Side::Left));
    bench.field(1_000, "e2", ' ');
    bench.at(1_100, clock(302, 300, Side::Right));
    bench.until(1_100 + PRESS_WAIT_MS - 1);
    assert_eq!(bench.names().len(), 2);
    bench.until(1_100 + PRESS_WAIT_MS);
    assert_eq!(bench.names()[2..], ["1100 press white", "1100 clock 302 300 black"]);
    assert_eq!(bench.reader.counters().presses_unconfirmed, 1);
}

#[test]
fn a_board_that_never_answers_delays_no_press() {
    let mut bench = Bench::auto();
    bench.at(0, SensorEvent::Placement(board(INITIAL)));
    bench.at(5_000, clock(300, 300, Side::Left));
    bench.field(6_000, "e2", ' ');
    bench.at(6_100, clock(302, 300, Side::Right));
    assert_eq!(bench.names()[4..], ["6100 press white", "6100 clock 302 300 black"]);
}

#[test]
fn a_press_with_nothing_moved_is_compared_too_for_the_reports_may_have_been_lost() {
    let mut bench = Bench::answering();
    bench.at(500, clock(300, 300, Side::Left));
    bench.field(1_000, "e2", ' ');
    bench.field(1_200, "e4", 'P');
    bench.at(1_500, SensorEvent::Placement(board(AFTER_E4)));
    bench.at(1_600, clock(302, 300, Side::Right));
    // Both reports of 1...e5 are lost.
    bench.at(4_000, clock(302, 299, Side::Right));
    bench.at(4_500, clock(302, 301, Side::Left));
    assert_eq!(bench.events.len(), 6);
    let reply = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR";
    bench.at(4_600, SensorEvent::Placement(board(reply)));
    bench.at(4_700, SensorEvent::Placement(board(reply)));
    assert_eq!(bench.names()[6..8], [format!("4500 placement {reply}"), "4500 press black".to_owned()]);
}

#[test]
fn a_doubtful_press_holds_what_follows_and_disappears_when_contradicted() {
    let mut bench = Bench::answering();
    bench.at(1_000, clock(300, 300, Side::Left));
    bench.at(2_000, clock(299, 300, Side::Left));
    bench.events.clear();
    bench.at(3_000, clock(298, 300, Side::Right));
    bench.field(3_500, "e2", ' ');
    assert_eq!(bench.events, []);
    bench.at(4_000, clock(297, 300, Side::Left));
    assert_eq!(bench.names(), ["3500 lift Pe2", "4000 clock 297 300 white"]);
    bench.at(5_000, clock(296, 300, Side::Right));
    bench.until(5_000 + CONFIRM_MS);
    assert_eq!(bench.names()[2..], ["5000 press white", "5000 clock 296 300 black"]);
}

#[test]
fn a_board_that_knows_no_times_tells_presses_by_side() {
    for (orientation, expected) in [(OrientationSetting::Normal, "white"), (OrientationSetting::Turned, "black")] {
        let mut bench = Bench::new(orientation, Sensing::Occupancy);
        bench.reader.link(At(0), true);
        bench.at(0, SensorEvent::Placement(board(INITIAL)));
        bench.at(500, SensorEvent::Press(Side::Left));
        bench.until(3_000);
        assert_eq!(bench.names().last().map(String::as_str), Some(&*format!("500 press {expected}")));
    }
}

#[test]
fn a_lost_link_lets_held_presses_go_and_takes_back_doubtful_ones() {
    let mut bench = Bench::answering();
    bench.at(1_000, clock(300, 300, Side::Left));
    bench.field(1_100, "e2", ' ');
    bench.at(1_200, clock(302, 300, Side::Right));
    bench.at(1_250, clock(302, 299, Side::Left));
    bench.reader.link(At(1_300), false);
    bench.drain();
    assert_eq!(
        bench.names()[1..],
        ["1100 lift Pe2", "1200 press white", "1200 clock 302 300 black", "1300 link false"]
    );
    assert_eq!(bench.reader.next_deadline(), None);
}

#[test]
fn a_touch_behind_a_press_is_told_at_once_and_keeps_its_place_in_the_log() {
    let mut bench = Bench::answering();
    bench.at(500, clock(300, 300, Side::Left));
    bench.field(1_000, "e2", ' ');
    bench.field(1_200, "e3", 'P');
    bench.at(1_300, clock(302, 300, Side::Right));
    bench.field(1_350, "e7", ' ');
    bench.field(1_400, "e5", 'p');
    let lift = Event::Lift { square: square("e7"), piece: Piece::from_letter('p') };
    let drop = Event::Drop { square: square("e5"), piece: Piece::from_letter('p') };
    let ahead = [(1_350, 1_350, lift, Some(Color::White)), (1_400, 1_400, drop, Some(Color::White))];
    assert_eq!(bench.ahead, ahead, "when, at what time, what, behind whose press");
    assert_eq!(bench.names()[1..], ["1000 lift Pe2", "1200 drop Pe3"], "nothing has passed the press");
    bench.until(1_300 + PRESS_WAIT_DISPUTED_MS);
    let names = bench.names();
    assert!(names.ends_with(&["1350 lift pe7".to_owned(), "1400 drop pe5".to_owned()]), "{names:?}");
    assert_eq!(bench.ahead, ahead, "each is told ahead once");
}

#[test]
fn touches_that_nothing_holds_are_not_told_ahead() {
    let mut bench = Bench::answering();
    bench.field(1_000, "e2", ' ');
    bench.field(1_200, "e4", 'P');
    assert_eq!(bench.ahead, []);
    assert_eq!(bench.names(), ["1000 lift Pe2", "1200 drop Pe4"]);
}
