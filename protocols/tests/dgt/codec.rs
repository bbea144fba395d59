//! The DGT codec, seen from outside: every byte it sends and every event it gives.

use crate::common::wooden::{Heard, drain, square};
use proptest::prelude::*;
use protocols::{
    At, ClockReading, Codec, Flag, Noise, NoiseKind, Piece, Placement, Presence, SensorEvent, Side, SquareContent,
    dgt::DgtCodec,
};

const SERIAL: &[u8] = &[0x91, 0x00, 0x08, 0x32, 0x35, 0x38, 0x30, 0x35];
const VERSION: &[u8] = &[0x93, 0x00, 0x05, 0x03, 0x01];
const E2_EMPTY: &[u8] = &[0x8e, 0x00, 0x05, 0x34, 0x00];
const E4_PAWN: &[u8] = &[0x8e, 0x00, 0x05, 0x24, 0x01];

/// A codec whose time goes on by its own deadlines.
#[derive(Default)]
struct Line {
    codec: DgtCodec,
    now: u64,
    heard: Heard,
}

impl Line {
    fn opened() -> Line {
        let mut line = Line::default();
        line.codec.opened(At(0));
        line
    }

    /// A board that has been greeted, with the first position on it. Four seconds have passed.
    fn greeted() -> Line {
        let mut line = Line::opened();
        line.until(650).bytes(SERIAL).until(750).bytes(VERSION).until(1_100).bytes(&dump(&Placement::initial()));
        line.until(2_000).bytes(SERIAL);
        line.heard = Heard::default();
        line
    }

    fn until(&mut self, t_ms: u64) -> &mut Line {
        while let Some(at) = self.codec.next_deadline().filter(|at| at.0 <= t_ms) {
            assert!(at.0 >= self.now, "a deadline lies in the past");
            self.now = at.0;
            self.codec.tick(at);
            drain(&mut self.codec, self.now, &mut self.heard);
        }
        self.now = t_ms;
        self
    }

    fn bytes(&mut self, bytes: &[u8]) -> &mut Line {
        self.codec.receive(At(self.now), bytes);
        drain(&mut self.codec, self.now, &mut self.heard);
        self
    }

    /// Silence behind a message, so that it is known to be whole.
    fn silence(&mut self) -> &mut Line {
        self.until(self.now + 20)
    }

    fn request(&mut self) -> &mut Line {
        self.codec.request_placement(At(self.now));
        drain(&mut self.codec, self.now, &mut self.heard);
        self
    }

    fn events(&mut self) -> Vec<SensorEvent> {
        self.heard.events.drain(..).map(|(_, event)| event).collect()
    }

    fn sent(&mut self) -> Vec<(u64, u8)> {
        self.heard
            .sent
            .drain(..)
            .map(|(t_ms, bytes)| {
                assert_eq!(bytes.len(), 1, "commands go one by one");
                (t_ms, bytes[0])
            })
            .collect()
    }

    fn sent_bytes(&mut self) -> Vec<u8> {
        self.sent().into_iter().map(|(_, byte)| byte).collect()
    }
}

fn dump(placement: &Placement) -> Vec<u8> {
    let mut bytes = vec![0x86, 0x00, 0x43];
    for rank in (0..8).rev() {
        for file in 0..8 {
            let square = protocols::Square::from_coords(file, rank).expect("on the board");
            let letter = placement.at(square).map_or('.', Piece::letter);
            bytes.push(".PRNBKQprnbkq".find(letter).expect("a piece") as u8);
        }
    }
    bytes
}

fn contents(placement: &Placement) -> SensorEvent {
    let mut squares = [SquareContent::Empty; 64];
    for (square, piece) in placement.pieces() {
        squares[square.index()] = SquareContent::Piece(piece);
    }
    SensorEvent::Placement(squares)
}

fn field(name: &str, letter: char) -> SensorEvent {
    let content = Piece::from_letter(letter).map_or(SquareContent::Empty, SquareContent::Piece);
    SensorEvent::Field { square: square(name), content }
}

fn noise(kind: NoiseKind, skipped_bytes: usize) -> SensorEvent {
    SensorEvent::Noise(Noise { kind, skipped_bytes })
}

fn identity(serial: Option<&str>, firmware: Option<&str>) -> SensorEvent {
    SensorEvent::Identity { serial: serial.map(str::to_owned), firmware: firmware.map(str::to_owned), sensing: None }
}

fn clocks(events: &[SensorEvent]) -> Vec<ClockReading> {
    events
        .iter()
        .filter_map(|event| match event {
            SensorEvent::Clock(reading) => Some(*reading),
            _ => None,
        })
        .collect()
}

#[test]
fn a_board_is_greeted_with_pauses_and_asked_for_all_we_need() {
    let mut line = Line::opened();
    line.until(650).bytes(SERIAL).until(750).bytes(VERSION).until(1_100).bytes(&dump(&Placement::initial()));
    line.until(1_500);
    assert_eq!(
        line.sent(),
        [(500, 0x40), (600, 0x45), (700, 0x4d), (800, 0x55), (900, 0x4b), (1_000, 0x42), (1_100, 0x41), (1_200, 0x4c)]
    );
    assert_eq!(
        line.events(),
        [
            SensorEvent::Presence(Presence::Answering),
            identity(Some("25805"), None),
            identity(Some("25805"), Some("3.1")),
            contents(&Placement::initial())
        ]
    );
}

#[test]
fn a_board_that_does_not_answer_is_greeted_for_ever_at_the_same_pace() {
    let mut line = Line::opened();
    line.until(202_000);
    let resets: Vec<u64> = line.sent().into_iter().filter(|&(_, byte)| byte == 0x40).map(|(t_ms, _)| t_ms).collect();
    let rounds: Vec<u64> = resets.chunks(3).map(|round| round[0]).collect();
    let pauses: Vec<u64> = rounds.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert_eq!(resets[..3], [500, 1_600, 2_700]);
    assert!(pauses.len() > 40 && pauses.iter().all(|&pause| pause == 4_300), "{pauses:?}");
    assert_eq!(line.events(), [SensorEvent::Presence(Presence::Silent)]);
    line.bytes(E2_EMPTY);
    assert_eq!(line.events(), [SensorEvent::Presence(Presence::Answering)]);
    assert_eq!(line.sent_bytes(), [0x40], "a board that speaks again is greeted at once");
}

#[test]
fn a_board_that_hides_its_version_is_used_without() {
    let mut line = Line::opened();
    line.until(650).bytes(SERIAL).until(4_900);
    assert_eq!(line.sent_bytes(), [0x40, 0x45, 0x4d, 0x4d, 0x4d, 0x55, 0x4b, 0x42, 0x41, 0x4c, 0x42, 0x45, 0x42]);
}

#[test]
fn a_quiet_board_is_asked_every_second_and_called_silent_after_five() {
    let mut line = Line::greeted();
    line.until(6_999);
    assert_eq!(line.sent(), [(3_000, 0x45), (4_000, 0x45), (5_000, 0x45), (6_000, 0x45)]);
    assert_eq!(line.events(), []);
    line.until(7_200);
    assert_eq!(line.events(), [SensorEvent::Presence(Presence::Silent)]);
    assert_eq!(line.sent_bytes(), [0x40, 0x45]);
    line.bytes(SERIAL);
    assert_eq!(line.events(), [SensorEvent::Presence(Presence::Answering)]);
    line.until(7_300).bytes(VERSION).until(7_800);
    assert_eq!(
        line.sent_bytes(),
        [0x4d, 0x55, 0x4b, 0x42, 0x41, 0x4c, 0x42],
        "a dump that does not come is asked for again"
    );
}

#[test]
fn a_board_that_talks_is_not_asked() {
    let mut line = Line::greeted();
    for t_ms in (2_500..20_000).step_by(900) {
        line.until(t_ms).bytes(E2_EMPTY);
    }
    assert_eq!(line.sent(), []);
}

#[test]
fn never_more_than_one_dump_is_asked_for_and_a_lost_one_is_asked_for_again() {
    let mut line = Line::greeted();
    line.request().request().until(2_050).request().until(2_299);
    assert_eq!(line.sent(), [(2_000, 0x42)]);
    line.until(2_300).bytes(&dump(&Placement::EMPTY)).silence();
    assert_eq!(line.sent(), [(2_300, 0x42)]);
    assert_eq!(line.events(), [contents(&Placement::EMPTY)]);
    line.request().until(2_650);
    assert_eq!(line.sent(), [(2_400, 0x42)], "an answer ends the waiting");
}

#[test]
fn a_board_that_sends_no_dump_is_asked_more_and_more_seldom() {
    let mut line = Line::greeted();
    line.request();
    for t_ms in (2_500..12_000).step_by(500) {
        line.until(t_ms).bytes(E2_EMPTY);
    }
    let asked: Vec<u64> = line.sent().into_iter().filter(|&(_, byte)| byte == 0x42).map(|(t_ms, _)| t_ms).collect();
    assert_eq!(asked, [2_000, 2_300, 2_900, 4_100, 6_500, 8_900, 11_300]);
}

#[test]
fn updates_before_the_first_dump_are_dropped() {
    let mut line = Line::opened();
    line.bytes(E2_EMPTY).bytes(&dump(&Placement::initial())).bytes(E4_PAWN);
    assert_eq!(
        line.events(),
        [SensorEvent::Presence(Presence::Answering), contents(&Placement::initial()), field("e4", 'P')]
    );
    line.codec.opened(At(10));
    line.bytes(E2_EMPTY);
    assert_eq!(line.events(), [SensorEvent::Presence(Presence::Answering)]);
}

#[test]
fn a_codec_that_was_never_opened_decodes_and_sends_nothing() {
    let mut line = Line::default();
    line.bytes(&dump(&Placement::initial())).bytes(E2_EMPTY).bytes(&[0x8e, 0x00, 0x05, 0x40, 0x00]);
    line.request().until(100_000);
    assert_eq!(line.events().len(), 4);
    assert_eq!(line.sent(), []);
}

#[test]
fn a_first_move_with_a_clock_reads_as_it_was_played() {
    let mut line = Line::greeted();
    for hex in [
        [0x20, 0x05, 0x05, 0x20, 0x05, 0x05, 0x08],
        [0x20, 0x05, 0x05, 0x20, 0x05, 0x05, 0x09],
        [0x20, 0x05, 0x05, 0x20, 0x05, 0x09, 0x13],
        [0x30, 0x00, 0x00, 0x20, 0x00, 0x16, 0x12],
    ] {
        line.bytes(&[0x8d, 0x00, 0x0a]).bytes(&hex);
    }
    line.bytes(E2_EMPTY).bytes(E4_PAWN).bytes(&[0x8e, 0x00, 0x05, 0x2d, 0x00, 0x8e, 0x00, 0x05, 0x1c, 0x03]);
    let events = line.events();
    assert_eq!(events[4..], [field("e2", '.'), field("e4", 'P'), field("f3", '.'), field("e5", 'N')]);
    let read = clocks(&events);
    let of = |reading: &ClockReading| (reading.left.ms, reading.right.ms, reading.running, reading.lever_high);
    assert_eq!(
        read.iter().map(of).collect::<Vec<_>>(),
        [
            (305_000, 305_000, false, Side::Left),
            (305_000, 305_000, true, Side::Left),
            (309_000, 305_000, true, Side::Right),
            (16_000, 0, false, Side::Right)
        ]
    );
    assert_eq!((read[3].right.flag, read[3].left.flag), (Flag::FallenAndStopped, Flag::Up));
}

#[test]
fn acknowledgements_and_empty_clock_messages_are_no_events() {
    let mut line = Line::greeted();
    line.bytes(&[0x8d, 0x00, 0x0a, 0x0a, 0x10, 0x09, 0x0a, 0x20, 0x00, 0x00]);
    line.bytes(&[0x8d, 0x00, 0x0a, 0x0a, 0x10, 0x08, 0x2a, 0x05, 0x31, 0x00]);
    line.bytes(&[0x8d, 0x00, 0x0a, 0x0a, 0x40, 0x0a, 0x0a, 0x00, 0x00, 0x00]);
    line.bytes(&[0x8d, 0x00, 0x0a, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(line.events(), []);
    assert_eq!(line.sent(), []);
}

/// A clock message with the lever and turn marks of this status.
fn status(status: u8) -> [u8; 10] {
    [0x8d, 0x00, 0x0a, 0x00, 0x05, 0x00, 0x00, 0x04, 0x59, status]
}

#[test]
fn a_damaged_lever_bit_is_no_press_and_the_clock_is_asked_again() {
    let mut line = Line::greeted();
    line.bytes(&status(0x09))
        .bytes(&status(0x0b))
        .bytes(&status(0x09))
        .bytes(&status(0x13))
        .bytes(&status(0x11))
        .silence();
    let events = line.events();
    assert_eq!(
        clocks(&events).iter().map(|reading| reading.lever_high).collect::<Vec<_>>(),
        [Side::Left, Side::Left, Side::Right]
    );
    assert_eq!(events.iter().filter(|&event| *event == noise(NoiseKind::Value, 10)).count(), 2);
    assert_eq!(line.sent_bytes(), [0x41]);
}

#[test]
fn a_lever_and_turn_mark_at_odds_twice_running_are_believed() {
    let mut line = Line::greeted();
    line.bytes(&status(0x09)).bytes(&status(0x0b)).bytes(&status(0x0b)).bytes(&status(0x11)).bytes(&status(0x13));
    let levers: Vec<Side> = clocks(&line.events()).iter().map(|reading| reading.lever_high).collect();
    assert_eq!(levers, [Side::Left, Side::Right, Side::Left]);
}

#[test]
fn boards_with_swapped_turn_marks_are_understood() {
    let mut line = Line::greeted();
    line.bytes(&status(0x11)).bytes(&status(0x0b)).bytes(&status(0x11)).bytes(&status(0x13)).silence();
    let events = line.events();
    assert_eq!(clocks(&events).len(), 3);
    assert_eq!(events.last(), Some(&noise(NoiseKind::Value, 10)));
}

#[test]
fn a_clock_that_is_unplugged_is_told_of() {
    let mut line = Line::greeted();
    line.bytes(&status(0x09)).bytes(&status(0x29)).silence();
    let read = clocks(&line.events());
    assert_eq!(read.iter().map(|reading| reading.connected).collect::<Vec<_>>(), [true, false]);
}

#[test]
fn tokens_are_noise_on_an_empty_square_and_do_not_cause_endless_questions() {
    let mut line = Line::greeted();
    line.bytes(&[0x8e, 0x00, 0x05, 0x34, 0x0d]);
    assert_eq!(line.events(), [field("e2", '.'), noise(NoiseKind::Value, 1)]);
    assert_eq!(line.sent_bytes(), [0x42]);
    let mut with_token = dump(&Placement::EMPTY);
    with_token[3 + 0x34] = 0x0d;
    line.until(2_100).bytes(&with_token).silence();
    assert_eq!(line.events(), [contents(&Placement::EMPTY), noise(NoiseKind::Value, 1)]);
    for t_ms in (2_900..8_000).step_by(250) {
        line.until(t_ms).bytes(&with_token);
    }
    let asked = line.sent_bytes();
    assert_eq!(asked.iter().filter(|&&byte| byte == 0x42).count(), 1, "{asked:02x?}");
    line.silence().events();
    line.bytes(E2_EMPTY);
    assert_eq!(line.events(), [field("e2", '.')]);
}

#[test]
fn a_clock_message_with_a_byte_doubled_in_it_is_not_believed_and_asked_for_again() {
    for doubled in 3..10 {
        let mut line = Line::greeted();
        line.bytes(&status(0x09)).silence().bytes(E4_PAWN);
        line.events();
        let mut damaged = status(0x0b).to_vec();
        damaged.insert(doubled, damaged[doubled]);
        line.until(2_100).bytes(&damaged);
        let skipped = |event: SensorEvent| match event {
            SensorEvent::Noise(noise) => noise.skipped_bytes,
            other => panic!("byte {doubled}: {other:?}"),
        };
        assert_eq!(line.events().into_iter().map(skipped).sum::<usize>(), 11, "byte {doubled}");
        line.until(2_300);
        assert_eq!(line.sent(), [(2_100, 0x42), (2_200, 0x41)], "byte {doubled}");
    }
}

#[test]
fn a_dump_with_a_byte_doubled_in_it_is_not_believed_and_asked_for_again() {
    let mut line = Line::greeted();
    let mut damaged = dump(&Placement::initial());
    damaged.insert(30, damaged[30]);
    line.request().until(2_100).bytes(&damaged);
    assert_eq!(line.events(), [noise(NoiseKind::Length, 68)]);
    line.until(2_250);
    assert_eq!(line.sent(), [(2_000, 0x42), (2_100, 0x42), (2_200, 0x41)], "not only when the wait is over");
    line.bytes(&dump(&Placement::initial())).silence();
    assert_eq!(line.events(), [contents(&Placement::initial())]);
}

#[test]
fn a_byte_left_over_behind_an_update_is_told_of_and_brings_the_board_at_once() {
    let mut line = Line::greeted();
    // Noise a moment ago has used up what is asked once a second.
    line.bytes(&[0x07]).until(2_150).bytes(&dump(&Placement::initial())).silence();
    assert_eq!(line.sent_bytes(), [0x42, 0x41]);
    line.events();
    line.until(2_300).bytes(&[0x8e, 0x00, 0x05, 0x06, 0x06]);
    assert_eq!(line.events(), [field("g8", 'Q')], "an update does not wait");
    line.bytes(&[0x01]);
    assert_eq!(line.events(), [noise(NoiseKind::Unframed, 1)]);
    assert_eq!(line.sent(), [(2_300, 0x42)]);
}

#[test]
fn a_byte_long_after_a_message_says_nothing_against_it() {
    let mut line = Line::greeted();
    line.bytes(&status(0x09)).until(2_019);
    assert_eq!(line.events(), []);
    line.until(2_020);
    assert_eq!(clocks(&line.events()).len(), 1);
    line.bytes(&[0x09]);
    assert_eq!(line.events(), [noise(NoiseKind::Unframed, 1)]);
}

#[test]
fn a_message_that_has_lost_a_byte_is_asked_for_before_the_next_one_comes() {
    let mut line = Line::greeted();
    line.bytes(&status(0x09)[..9]).until(2_200);
    assert_eq!(line.sent(), [(2_060, 0x42), (2_160, 0x41)]);
    line.bytes(&dump(&Placement::initial())).bytes(&status(0x09)).silence();
    let events = line.events();
    assert_eq!(events[..2], [noise(NoiseKind::Truncated, 9), contents(&Placement::initial())]);
    assert_eq!(clocks(&events).len(), 1);
}

#[test]
fn no_damaged_id_of_a_dump_an_update_or_a_clock_message_goes_unnoticed() {
    for message in [dump(&Placement::initial()), E4_PAWN.to_vec(), status(0x09).to_vec()] {
        for bit in 0..8 {
            let mut line = Line::greeted();
            let mut damaged = message.clone();
            damaged[0] ^= 1 << bit;
            line.bytes(&damaged).until(2_300);
            let events = line.events();
            assert!(
                matches!(events.first(), Some(SensorEvent::Noise(_))) || line.sent_bytes().contains(&0x42),
                "{:02x}: {events:?}",
                damaged[0]
            );
        }
    }
}

#[test]
fn a_board_whose_dumps_are_all_broken_is_not_asked_without_end() {
    let mut line = Line::greeted();
    line.request();
    for t_ms in (2_080..20_000).step_by(100) {
        line.until(t_ms).bytes(&dump(&Placement::EMPTY)).bytes(&[0x00]);
    }
    let asked = line.sent_bytes().into_iter().filter(|&byte| byte == 0x42).count();
    assert!((8..30).contains(&asked), "{asked}");
}

#[test]
fn damage_is_counted_and_board_and_clock_are_read_again_but_not_too_often() {
    let mut line = Line::greeted();
    line.bytes(&[0x8e, 0x00, 0x05, 0x8e, 0x00, 0x05, 0x41, 0x01, 0xb0, 0x00, 0x04, 0x01, 0x0e, 0x00]).bytes(E4_PAWN);
    assert_eq!(
        line.events(),
        [
            noise(NoiseKind::Truncated, 3),
            noise(NoiseKind::Value, 5),
            noise(NoiseKind::Value, 4),
            noise(NoiseKind::Unframed, 1),
            noise(NoiseKind::Unframed, 1),
            field("e4", 'P')
        ]
    );
    line.until(2_200).bytes(&dump(&Placement::initial()));
    assert_eq!(line.sent(), [(2_000, 0x42), (2_100, 0x41)]);
    line.until(3_250);
    assert_eq!(line.sent(), [(3_000, 0x42), (3_100, 0x41), (3_200, 0x45)]);
}

#[test]
fn an_impossible_dump_is_not_given_out() {
    let mut line = Line::greeted();
    let mut damaged = dump(&Placement::initial());
    damaged[20] = 0x40;
    line.bytes(&damaged);
    assert_eq!(line.events(), [noise(NoiseKind::Value, 67)]);
}

#[test]
fn a_log_that_nobody_asked_for_is_swallowed_and_stops_the_questions() {
    let mut line = Line::greeted();
    line.bytes(&[0x8f, 0x3e, 0x03]).until(9_000).bytes(&[0x7f; 0x1f00]);
    assert_eq!(line.events(), []);
    assert_eq!(line.sent(), []);
    line.bytes(E4_PAWN);
    assert_eq!(line.events(), [field("e4", 'P')]);
}

#[test]
fn half_a_log_blocks_nothing() {
    let mut line = Line::greeted();
    line.bytes(&[0x8f, 0x3e, 0x03, 0x7f, 0x6a]).until(3_000).bytes(E4_PAWN);
    assert_eq!(line.events(), [noise(NoiseKind::Truncated, 5), field("e4", 'P')]);

    let mut line = Line::greeted();
    line.bytes(&[0x8f, 0x3e, 0x03, 0x7f, 0x6a]).until(17_500);
    assert_eq!(line.events(), [noise(NoiseKind::Truncated, 5)]);
    assert_eq!(line.sent()[0].0, 17_000, "questions go on");
    line.until(30_000);
    assert_eq!(line.events(), [SensorEvent::Presence(Presence::Silent)]);
}

#[test]
fn the_long_serial_number_is_preferred() {
    let mut line = Line::greeted();
    line.bytes(b"\xa2\x00\x0d0002325805");
    assert_eq!(line.events(), [identity(Some("0002325805"), Some("3.1"))]);
    line.bytes(b"\xa2\x00\x0d0002325805").bytes(SERIAL).bytes(VERSION);
    assert_eq!(line.events(), []);
}

#[test]
fn another_board_on_the_line_is_greeted_anew_but_one_damaged_number_is_no_other_board() {
    let other = b"\x91\x00\x0825804";
    let mut line = Line::greeted();
    line.bytes(other).bytes(SERIAL).bytes(other);
    assert_eq!(line.events(), [noise(NoiseKind::Value, 8), noise(NoiseKind::Value, 8)]);
    line.until(2_500);
    assert_eq!(line.sent(), [(2_000, 0x45), (2_100, 0x45)]);
    line.bytes(other).bytes(E2_EMPTY);
    assert_eq!(line.events(), [identity(Some("25804"), None)]);
    line.until(2_700);
    assert_eq!(line.sent_bytes(), [0x40, 0x45]);
}

#[test]
fn a_battery_is_told_of_and_asked_again() {
    let mut line = Line::greeted();
    line.bytes(&[0xa0, 0x00, 0x0c, 80, 0x7f, 0x7f, 0, 9, 0, 0, 0, 1]);
    assert_eq!(line.events(), [SensorEvent::Battery { percent: 80, charging: true }]);
    for t_ms in (2_500..=302_500).step_by(500) {
        line.until(t_ms).bytes(E2_EMPTY);
    }
    assert_eq!(line.sent(), [(302_000, 0x4c)]);
}

#[test]
fn a_board_without_updates_for_ten_seconds_is_told_to_send_them_and_read_whole() {
    let mut line = Line::greeted();
    for t_ms in (3_000..12_000).step_by(1_000) {
        line.until(t_ms).bytes(SERIAL);
    }
    let asked: Vec<u8> = line.sent_bytes().into_iter().filter(|&byte| byte != 0x45).collect();
    assert_eq!(asked, [0x4b, 0x42]);
}

#[test]
fn endless_rubbish_in_one_read_takes_bounded_memory_and_the_board_is_read_again() {
    let mut codec = DgtCodec::new();
    codec.receive(At(0), &[0x80; 100_000]);
    assert_eq!(std::iter::from_fn(|| codec.poll()).count(), 16_384);
}

fn cut(bytes: &[u8], cuts: &[usize]) -> Heard {
    let mut line = Line::greeted();
    let mut rest = bytes;
    for &size in cuts.iter().cycle() {
        let (now, later) = rest.split_at(size.clamp(1, rest.len().max(1)).min(rest.len()));
        line.bytes(now);
        rest = later;
        if rest.is_empty() {
            break;
        }
    }
    line.until(25_000);
    line.heard
}

/// Bytes that look like messages more often than not.
fn traffic() -> impl Strategy<Value = Vec<u8>> {
    let message = prop_oneof![
        4 => (0u8..0x48, 0u8..0x12).prop_map(|(place, code)| vec![0x8e, 0x00, 0x05, place, code]),
        4 => any::<[u8; 7]>().prop_map(|data| [vec![0x8d, 0x00, 0x0a], data.map(|byte| byte & 0x7f).to_vec()].concat()),
        2 => (0usize..64, 0u8..0x12).prop_map(|(place, code)| {
            let mut bytes = dump(&Placement::initial());
            bytes[3 + place] = code;
            bytes
        }),
        2 => prop::sample::select(vec![0x86u8, 0x8d, 0x8e, 0x8f, 0x91, 0x92, 0x93, 0xa0, 0xa2, 0xb7])
            .prop_flat_map(|id| (Just(id), prop::collection::vec(0u8..0x80, 0..20)))
            .prop_map(|(id, data)| [vec![id, 0x00, 3 + data.len() as u8], data].concat()),
        1 => prop::collection::vec(any::<u8>(), 0..40),
        1 => Just(SERIAL.to_vec()),
        1 => Just(b"\x91\x00\x0825804".to_vec()),
    ];
    prop::collection::vec(message, 0..30).prop_map(|messages| messages.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_cut_of_any_traffic_gives_the_same_events_and_questions(
        bytes in traffic(),
        cuts in prop::collection::vec(1usize..20, 1..10),
    ) {
        let whole = cut(&bytes, &[bytes.len().max(1)]);
        for other in [cut(&bytes, &[1]), cut(&bytes, &cuts)] {
            prop_assert_eq!(&whole.events, &other.events);
            prop_assert_eq!(&whole.sent, &other.sent);
        }
    }

    #[test]
    fn whatever_a_board_says_only_harmless_commands_are_sent(
        reads in prop::collection::vec((0u64..5_000, traffic()), 0..20),
    ) {
        let mut line = Line::opened();
        for (pause, bytes) in reads {
            let t_ms = line.now + pause;
            line.until(t_ms).bytes(&bytes).request();
        }
        let t_ms = line.now + 60_000;
        line.until(t_ms);
        let sent = line.sent();
        prop_assert!(sent.iter().all(|(_, byte)| [0x40, 0x41, 0x42, 0x45, 0x4b, 0x4c, 0x4d, 0x55].contains(byte)));
        prop_assert!(sent.windows(2).all(|pair| pair[1].0 >= pair[0].0 + 100), "too fast: {sent:?}");
    }

    #[test]
    fn a_message_behind_any_rubbish_is_found(mut rubbish in prop::collection::vec(any::<u8>(), 0..300)) {
        // A length that runs over the message takes it with it, but not the one behind it.
        rubbish.extend(SERIAL);
        rubbish.extend(SERIAL);
        let mut line = Line::greeted();
        line.bytes(&rubbish).bytes(&dump(&Placement::EMPTY)).silence();
        prop_assert!(line.events().contains(&contents(&Placement::EMPTY)));
    }
}
