//! Tests of the whole stage, from a codec's events to the log's.

use proptest::prelude::*;
use protocols::{Calibration, ClockFace, ClockReading, Color, Flag, Noise, Role};

use super::{
    asking::{ANSWER_MS, QUIET_MS, UNEXPLAINED_MS},
    clock::CONFIRM_MS,
    held::MAX_HELD,
    *,
};

/// A reader whose outputs are collected, and whose timers are run as time goes on.
struct Bench {
    reader: Reader,
    events: Vec<(u64, Event)>,
    requests: Vec<u64>,
    health: Vec<Health>,
    learnt: Vec<String>,
    now: u64,
}

impl Bench {
    fn new(orientation: OrientationSetting, sensing: Sensing) -> Bench {
        let reader = Reader::new(Settings { orientation, sensing });
        Bench { reader, events: Vec::new(), requests: Vec::new(), health: Vec::new(), learnt: Vec::new(), now: 0 }
    }

    fn auto() -> Bench {
        Bench::new(OrientationSetting::Auto, Sensing::Identity)
    }

    /// A board in the first position that has answered a request, at 100 ms.
    fn answering() -> Bench {
        let mut bench = Bench::auto();
        bench.reader.link(At(0), true);
        bench.at(0, SensorEvent::Placement(board(INITIAL)));
        assert_eq!(bench.requests, [0]);
        bench.at(100, SensorEvent::Placement(board(INITIAL)));
        bench.requests.clear();
        bench.events.clear();
        bench
    }

    fn drain(&mut self) {
        while let Some(output) = self.reader.poll() {
            match output {
                ReaderOutput::Event(at, event) => self.events.push((at.0, event)),
                ReaderOutput::Health(health) => self.health.push(health),
                ReaderOutput::Learn(placement) => self.learnt.push(placement.to_string()),
                ReaderOutput::Missed(events) => {
                    self.events.extend(events.into_iter().map(|(_, event)| (self.now, event)))
                }
                ReaderOutput::RequestPast => self.reader.no_past(),
                ReaderOutput::RequestPlacement => self.requests.push(self.now),
            }
        }
    }

    /// Lets time pass.
    fn until(&mut self, at: u64) {
        while let Some(due) = self.reader.next_deadline().filter(|due| due.0 <= at) {
            self.now = self.now.max(due.0);
            self.reader.tick(due);
            self.drain();
        }
        self.now = at;
        self.reader.tick(At(at));
        self.drain();
    }

    fn at(&mut self, at: u64, event: SensorEvent) {
        self.until(at);
        self.reader.handle(At(at), event);
        self.drain();
    }

    fn field(&mut self, at: u64, name: &str, letter: char) {
        let content = Piece::from_letter(letter).map_or(SquareContent::Empty, SquareContent::Piece);
        self.at(at, SensorEvent::Field { square: square(name), content });
    }

    fn names(&self) -> Vec<String> {
        self.events.iter().map(|(at, event)| format!("{at} {}", name(event))).collect()
    }
}

fn name(event: &Event) -> String {
    let piece = |piece: &Option<Piece>| piece.map_or("?".to_owned(), |piece| piece.to_string());
    match event {
        Event::Clock(times) => format!(
            "clock {} {} {}",
            times.white_ms.unwrap_or_default() / 1_000,
            times.black_ms.unwrap_or_default() / 1_000,
            times.running.map_or("none", Color::name)
        ),
        Event::Drop { square, piece: on } => format!("drop {}{square}", piece(on)),
        Event::Flag { by } => format!("flag {}", by.name()),
        Event::Lift { square, piece: off } => format!("lift {}{square}", piece(off)),
        Event::Link { up } => format!("link {up}"),
        Event::Placement(BoardReading::Pieces(placement)) => format!("placement {placement}"),
        Event::Placement(BoardReading::Occupied(bits)) => format!("occupied {bits:016x}"),
        Event::Press { by } => format!("press {}", by.name()),
        Event::Time => "time".to_owned(),
    }
}

const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
const AFTER_E3: &str = "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR";
const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

fn board(fen: &str) -> Squares {
    let placement: Placement = fen.parse().expect("a placement");
    let mut squares = [SquareContent::Empty; 64];
    for (square, piece) in placement.pieces() {
        squares[square.index()] = SquareContent::Piece(piece);
    }
    squares
}

fn turned(fen: &str) -> Squares {
    Orientation::Turned.squares(&board(fen))
}

fn clock(left_s: u32, right_s: u32, lever_high: Side) -> SensorEvent {
    let face = |seconds: u32| ClockFace { ms: seconds * 1_000, flag: Flag::Up, increment_shown: true };
    SensorEvent::Clock(ClockReading {
        left: face(left_s),
        right: face(right_s),
        lever_high,
        running: true,
        connected: true,
        battery_low: false,
        turn: None,
    })
}

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
fn one_damaged_reading_changes_nothing() {
    let mut bench = Bench::answering();
    bench.field(1_000, "e2", ' ');
    bench.field(1_200, "e4", 'P');
    bench.at(1_550, SensorEvent::Placement(board(AFTER_E3)));
    bench.at(1_650, SensorEvent::Placement(board(AFTER_E4)));
    assert_eq!(bench.names(), ["1000 lift Pe2", "1200 drop Pe4"]);
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

fn any_content() -> impl Strategy<Value = SquareContent> {
    prop_oneof![
        3 => Just(SquareContent::Empty),
        1 => Just(SquareContent::Occupied),
        3 => "[PNBRQKpnbrqk]".prop_map(|text| {
            text.chars().next().and_then(Piece::from_letter).map_or(SquareContent::Empty, SquareContent::Piece)
        }),
    ]
}

fn any_face() -> impl Strategy<Value = ClockFace> {
    let flag = prop_oneof![8 => Just(Flag::Up), 1 => Just(Flag::Shown), 1 => Just(Flag::FallenAndStopped)];
    let ms = prop_oneof![4 => (0u32..5).prop_map(|seconds| seconds * 1_000), 1 => any::<u32>()];
    (ms, flag, any::<bool>()).prop_map(|(ms, flag, increment_shown)| ClockFace { ms, flag, increment_shown })
}

fn any_event() -> impl Strategy<Value = SensorEvent> {
    let side = |right: bool| if right { Side::Right } else { Side::Left };
    let fens = prop_oneof![Just(INITIAL), Just(AFTER_E4), Just("8/8/8/8/8/8/8/8"), Just("8/8/8/4k3/8/8/4K2R/8")];
    prop_oneof![
        4 => (0u8..64, any_content()).prop_map(|(index, content)| SensorEvent::Field {
            square: Square::new(index).unwrap_or_else(|| square("a1")),
            content,
        }),
        4 => (any_face(), any_face(), any::<bool>(), any::<bool>(), prop::bool::weighted(0.9)).prop_map(
            move |(left, right, lever, running, connected)| SensorEvent::Clock(ClockReading {
                left,
                right,
                lever_high: side(lever),
                running,
                connected,
                battery_low: lever && running,
                turn: None,
            })
        ),
        2 => (fens, any::<bool>()).prop_map(|(fen, turn)| {
            SensorEvent::Placement(if turn { turned(fen) } else { board(fen) })
        }),
        1 => Just(SensorEvent::Noise(Noise { kind: NoiseKind::Unframed, skipped_bytes: 1 })),
        1 => any::<bool>().prop_map(|silent| {
            SensorEvent::Presence(if silent { Presence::Silent } else { Presence::Answering })
        }),
        1 => any::<bool>().prop_map(move |right| SensorEvent::Press(side(right))),
        1 => (any::<u8>(), any::<bool>()).prop_map(|(percent, charging)| SensorEvent::Battery { percent, charging }),
    ]
}

#[derive(Debug, Clone)]
enum Step {
    Drain,
    Event(SensorEvent),
    Expect { explained: bool },
    Link(bool),
    NewGame,
}

fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        12 => any_event().prop_map(Step::Event),
        3 => Just(Step::Drain),
        1 => any::<bool>().prop_map(|explained| Step::Expect { explained }),
        1 => any::<bool>().prop_map(Step::Link),
        1 => Just(Step::NewGame),
    ]
}

proptest! {
    #[test]
    fn no_sequence_panics_runs_backwards_or_grows_without_bound(
        steps in prop::collection::vec((0u64..2_000, any_step()), 0..300),
        repeat in 1usize..8,
        drains in any::<bool>(),
    ) {
        let mut reader = Reader::new(Settings { orientation: OrientationSetting::Auto, sensing: Sensing::Identity });
        let mut now = 0;
        let mut last = At(0);
        for (wait, step) in std::iter::repeat_n(&steps, repeat).flatten() {
            now += wait;
            match step {
                Step::Drain if drains => {
                    while let Some(output) = reader.poll() {
                        if let ReaderOutput::Event(at, _) = output {
                            prop_assert!(at >= last && at <= At(now), "{at:?} after {last:?} at {now}");
                            last = at;
                        }
                    }
                }
                Step::Drain => {}
                Step::Event(event) => reader.handle(At(now), event.clone()),
                Step::Expect { explained } => {
                    reader.expect(Expectation { placement: Placement::initial(), explained: *explained });
                }
                Step::Link(up) => reader.link(At(now), *up),
                Step::NewGame => reader.new_game(),
            }
            prop_assert!(reader.queue.len() <= MAX_HELD + 1);
        }
        // Whatever was begun comes to an end: no deadline stands in the past.
        reader.tick(At(now));
        while reader.poll().is_some() {}
        prop_assert!(reader.next_deadline().is_none_or(|due| due > At(now)), "{:?} at {now}", reader.next_deadline());
    }

    /// A game's reports over a line that damages single ones: what stands at each press is what really stood there.
    #[test]
    fn one_damaged_report_never_reaches_a_press(
        damaged_at in 0usize..4,
        damage in (0u8..64, any_content()),
        lost in any::<bool>(),
        press_after in 20u64..600,
    ) {
        let mut bench = Bench::answering();
        bench.at(500, clock(300, 300, Side::Left));
        let truth = [("e2", SquareContent::Empty), ("e4", SquareContent::Piece(Piece { color: Color::White, role: Role::Pawn }))];
        let mut at = 1_000;
        for (index, (on, content)) in truth.into_iter().enumerate() {
            at += 150;
            let damaged = (damaged_at == index).then_some(damage);
            match damaged {
                Some(_) if lost => {}
                Some((index, content)) => {
                    let square = Square::new(index).unwrap_or_else(|| square("a1"));
                    bench.at(at, SensorEvent::Field { square, content });
                }
                None => bench.at(at, SensorEvent::Field { square: square(on), content }),
            }
        }
        // The board answers each request after 90 ms.
        let pressed = at + press_after;
        let mut answered = bench.requests.len();
        for now in at + 1..pressed + 2_000 {
            if now == pressed {
                bench.at(now, clock(302, 300, Side::Right));
            } else {
                bench.until(now);
            }
            if bench.requests.get(answered).is_some_and(|asked| now >= asked + 90) {
                answered += 1;
                bench.at(now, SensorEvent::Placement(board(AFTER_E4)));
            }
        }
        let mut standing = Placement::initial();
        let mut pressed_on = None;
        for (_, event) in &bench.events {
            match event {
                Event::Drop { square, piece } => {
                    standing.set(*square, *piece);
                }
                Event::Lift { square, .. } => {
                    standing.set(*square, None);
                }
                Event::Placement(BoardReading::Pieces(placement)) => standing = *placement,
                Event::Press { .. } => pressed_on = Some(standing),
                Event::Clock(_) | Event::Flag { .. } | Event::Link { .. } | Event::Placement(_) | Event::Time => {}
            }
        }
        prop_assert_eq!(pressed_on.map(|placement| placement.to_string()), Some(AFTER_E4.to_owned()));
    }
}
