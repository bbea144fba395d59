//! Codec and emulated board together, goldens, and what rubbish does.

use proptest::prelude::*;
use protocols::{
    At, Codec, CodecOutput, Device, NoiseKind, Placement, Presence, SensorEvent, Side, SquareContent, SquareSet,
    openline::{BOARD, OpenLineCodec, OpenLineDevice},
    registry::{Model, Sensing},
};

use crate::common::{
    golden::{Goldens, capture, cuts},
    wooden::{Heard, Script, converse, drain, running, square},
};

const GOLDENS: Goldens = Goldens { board: "openline", codec: || Box::new(OpenLineCodec::new()) };

fn device(sensing: Sensing) -> OpenLineDevice {
    OpenLineDevice::new(Model { sensing, ..BOARD.usual() })
}

/// 1.e4 d5 2.exd5, the victim lifted first, then White's rook taken off and put back, with presses.
fn short_game() -> Script {
    let mut world = Script::new(Placement::initial());
    world.clock(0, running(60, 60, Side::Left));
    world.put(3_000, "e2", '.').put(3_400, "e4", 'P').clock(3_900, running(58, 60, Side::Right));
    world.put(5_000, "d7", '.').put(5_500, "d5", 'p').clock(6_000, running(58, 58, Side::Left));
    world.put(7_000, "d5", '.').put(7_300, "e4", '.').put(7_700, "d5", 'P').clock(8_000, running(56, 58, Side::Right));
    world.put(9_000, "a1", '.').put(9_900, "a1", 'R');
    world
}

fn played(sensing: Sensing) -> Heard {
    let mut codec = OpenLineCodec::new();
    codec.opened(At(0));
    converse(&mut codec, &mut device(sensing), &short_game(), 0, 12_000)
}

#[test]
fn the_emulated_boards_play_their_golden_games() {
    for (sensing, name) in [(Sensing::Identity, "pieces"), (Sensing::Occupancy, "occupancy")] {
        GOLDENS.holds(&format!("{name}.jsonl"), &capture(&played(sensing)));
        GOLDENS.judge(name);
    }
}

#[test]
fn a_damaged_capture_decodes_alike_in_every_cut() {
    GOLDENS.judge("damaged");
}

fn touches(heard: &Heard) -> Vec<String> {
    let said = heard.events.iter().filter_map(|(_, event)| match event {
        SensorEvent::Field { square, content: SquareContent::Empty } => Some(format!("-{square}")),
        SensorEvent::Field { square, content: SquareContent::Occupied } => Some(format!("+{square}")),
        SensorEvent::Field { square, content: SquareContent::Piece(piece) } => Some(format!("{piece}{square}")),
        SensorEvent::Press(side) => Some(format!("{side:?}")),
        _ => None,
    });
    said.collect()
}

#[test]
fn lifts_drops_and_presses_are_told_as_they_happen() {
    let occupancy = touches(&played(Sensing::Occupancy));
    let expected = "-e2 +e4 Left -d7 +d5 Right -d5 -e4 +d5 Left -a1 +a1";
    assert_eq!(occupancy.join(" "), expected);
    let pieces = touches(&played(Sensing::Identity));
    assert_eq!(pieces.join(" "), "-e2 Pe4 Left -d7 pd5 Right -d5 -e4 Pd5 Left -a1 Ra1");
}

#[test]
fn a_board_says_who_it_is_before_anything_else_is_believed() {
    let mut codec = OpenLineCodec::new();
    codec.opened(At(0));
    let mut heard = Heard::default();
    codec.receive(At(10), b"occupied 00000000000000ff*22\nlift e2*48\n");
    drain(&mut codec, 10, &mut heard);
    assert!(heard.events.iter().all(|(_, event)| matches!(event, SensorEvent::Noise(_))), "{:?}", heard.events);
    let heard = played(Sensing::Occupancy);
    let identity = SensorEvent::Identity {
        serial: Some("31415".to_owned()),
        firmware: Some("1.0".to_owned()),
        sensing: Some(Sensing::Occupancy),
    };
    let events: Vec<&SensorEvent> = heard.events.iter().map(|(_, event)| event).take(3).collect();
    assert_eq!(events[..2], [&identity, &SensorEvent::Presence(Presence::Answering)]);
    assert!(matches!(events[2], SensorEvent::Placement(squares)
        if squares.iter().filter(|&&content| content == SquareContent::Occupied).count() == 32));
}

#[test]
fn a_silent_board_is_told_and_greeted_for_ever() {
    let mut codec = OpenLineCodec::new();
    codec.opened(At(0));
    let mut heard = Heard::default();
    while let Some(due) = codec.next_deadline().filter(|due| due.0 <= 60_000) {
        codec.tick(due);
        drain(&mut codec, due.0, &mut heard);
    }
    let silent: Vec<u64> = heard.events.iter().map(|&(at, _)| at).collect();
    assert_eq!(silent.len(), 1, "{:?}", heard.events);
    assert!(silent[0] <= BOARD.answer_ms);
    assert!(heard.sent.len() > 90 && heard.sent.iter().all(|(_, bytes)| bytes == b"\nhello\n"));
}

#[test]
fn a_board_that_falls_silent_is_noticed_within_six_seconds_and_one_that_begins_anew_is_read_again() {
    let mut codec = OpenLineCodec::new();
    codec.opened(At(0));
    let world = Script::new(Placement::initial());
    let heard = converse(&mut codec, &mut device(Sensing::Occupancy), &world, 0, 5_000);
    assert!(heard.sent.iter().any(|(_, bytes)| bytes == b"ping\n"));
    let mut alone = Heard::default();
    while let Some(due) = codec.next_deadline().filter(|due| due.0 <= 11_000) {
        codec.tick(due);
        drain(&mut codec, due.0, &mut alone);
    }
    assert!(matches!(alone.events[..], [(_, SensorEvent::Presence(Presence::Silent))]), "{:?}", alone.events);
    let mut other = world.clone();
    other.put(0, "e2", '.').put(0, "e4", 'P');
    let again = converse(&mut codec, &mut device(Sensing::Occupancy), &other, 11_001, 13_000);
    assert!(again.events.iter().any(|(_, event)| matches!(event, SensorEvent::Placement(squares)
        if squares[square("e4").index()] == SquareContent::Occupied)));
}

#[test]
fn squares_are_lit_once_the_board_has_answered_and_what_another_program_left_on_goes_out() {
    let mut codec = OpenLineCodec::new();
    let mut board = device(Sensing::Occupancy);
    let world = Script::new(Placement::initial());
    let squares: SquareSet = [square("e2"), square("e4")].into_iter().collect();
    codec.opened(At(0));
    codec.light(At(0), squares);
    assert_eq!(codec.poll(), None);
    converse(&mut codec, &mut board, &world, 0, 1_000);
    assert_eq!(board.lit(), squares);
    codec.opened(At(1_001));
    converse(&mut codec, &mut board, &world, 1_001, 2_000);
    assert_eq!(board.lit(), SquareSet::EMPTY);
    codec.light(At(2_001), squares);
    assert_eq!(codec.poll(), Some(CodecOutput::Send(b"light 0000000010001000\n".to_vec())));
}

/// The answer to each `board` in what is sent at `t_ms`, by a board that has begun at `begun` and takes 50 ms to know its
/// squares.
fn answer(codec: &mut OpenLineCodec, t_ms: u64, begun: u64, heard: &mut Heard) {
    for sent in drain(codec, t_ms, heard) {
        if sent == b"board\n" {
            let known = t_ms >= begun + 50;
            codec.receive(
                At(t_ms),
                if known { b"occupied ffff00001000efff*31\n" } else { b"occupied 0000000000000000*d7\n" },
            );
        }
    }
}

#[test]
fn a_board_that_has_just_begun_is_given_time_to_read_its_squares() {
    let mut codec = OpenLineCodec::new();
    codec.opened(At(0));
    let mut heard = Heard::default();
    for begun in [30, 5_000] {
        codec.receive(At(begun), b"hello 1 occupancy 1.0 -*82\n");
        answer(&mut codec, begun, begun, &mut heard);
        while let Some(due) = codec.next_deadline().filter(|due| due.0 <= begun + 900) {
            codec.tick(due);
            answer(&mut codec, due.0, begun, &mut heard);
        }
        drain(&mut codec, begun + 900, &mut heard);
    }
    let occupied: Vec<usize> = heard
        .events
        .iter()
        .filter_map(|(_, event)| match event {
            SensorEvent::Placement(squares) => Some(squares.iter().filter(|&&on| on != SquareContent::Empty).count()),
            _ => None,
        })
        .collect();
    assert_eq!(occupied, [32, 32], "{:?}", heard.events);
}

#[test]
fn a_board_that_takes_long_to_begin_is_not_silent_and_one_that_says_hello_again_and_again_is_read() {
    let mut codec = OpenLineCodec::new();
    codec.opened(At(0));
    let mut heard = Heard::default();
    let run = |codec: &mut OpenLineCodec, until: u64, heard: &mut Heard| {
        while let Some(due) = codec.next_deadline().filter(|due| due.0 <= until) {
            codec.tick(due);
            answer(codec, due.0, 0, heard);
        }
    };
    run(&mut codec, 3_000, &mut heard);
    for t_ms in (3_050..6_000).step_by(250) {
        codec.receive(At(t_ms), b"hello 1 occupancy 1.0 -*82\n");
        run(&mut codec, t_ms + 249, &mut heard);
    }
    let silent = |(_, event): &(u64, SensorEvent)| matches!(event, SensorEvent::Presence(Presence::Silent));
    let read = |(_, event): &(u64, SensorEvent)| matches!(event, SensorEvent::Placement(_));
    assert!(!heard.events.iter().any(silent), "{:?}", heard.events);
    assert!(heard.events.iter().filter(|event| read(event)).count() > 3, "{:?}", heard.events);
}

#[test]
fn a_wrong_check_or_an_overlong_line_is_counted_and_moves_nothing() {
    let mut codec = OpenLineCodec::new();
    codec.opened(At(0));
    let mut heard = converse(&mut codec, &mut device(Sensing::Identity), &Script::new(Placement::initial()), 0, 1_000);
    heard.events.clear();
    codec.receive(At(1_001), b"lift e2*00\n");
    codec.receive(At(1_001), &[b'x'; 500]);
    codec.receive(At(1_001), b"\nlift e2\ndance*7f\n");
    drain(&mut codec, 1_001, &mut heard);
    let kinds: Vec<NoiseKind> = heard
        .events
        .iter()
        .map(|(_, event)| match event {
            SensorEvent::Noise(noise) => noise.kind,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(kinds, [NoiseKind::Checksum, NoiseKind::Length, NoiseKind::Unframed, NoiseKind::Value]);
}

#[test]
fn single_damaged_bytes_never_become_other_moves() {
    let heard = played(Sensing::Identity);
    let times: Vec<u64> = heard.received.iter().flat_map(|(at, bytes)| bytes.iter().map(|_| *at)).collect();
    let stream: Vec<u8> = heard.received.iter().flat_map(|(_, bytes)| bytes.clone()).collect();
    let decoded = |stream: &[u8]| {
        let mut codec = OpenLineCodec::new();
        codec.opened(At(0));
        let mut heard = Heard::default();
        for (&at, &byte) in times.iter().zip(stream) {
            codec.tick(At(at));
            codec.receive(At(at), &[byte]);
        }
        drain(&mut codec, 0, &mut heard);
        touches(&heard)
    };
    let whole = decoded(&stream);
    assert_eq!(whole, touches(&heard));
    for index in 0..stream.len() {
        for flip in [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80] {
            let mut damaged = stream.clone();
            damaged[index] ^= flip;
            let mut expected = whole.iter();
            // What is left is told in order; nothing is told that did not happen.
            assert!(decoded(&damaged).iter().all(|touch| expected.any(|known| known == touch)), "{index} {flip:02x}");
        }
    }
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic_or_grow(
        chunks in prop::collection::vec((prop::collection::vec(any::<u8>(), 0..200), 0u64..3_000), 0..40),
        seed in any::<u64>(),
    ) {
        let good = played(Sensing::Occupancy);
        let mut codec = OpenLineCodec::new();
        codec.opened(At(0));
        let mut now = 0;
        let mut heard = Heard::default();
        for ((bytes, pause), (_, other)) in chunks.iter().zip(good.received.iter().cycle()) {
            now += pause;
            codec.tick(At(now));
            for piece in cuts(&[bytes.as_slice(), other].concat(), seed) {
                codec.receive(At(now), &piece);
            }
            drain(&mut codec, now, &mut heard);
        }
        let skipped: usize = heard.events.iter().map(|(_, event)| match event {
            SensorEvent::Noise(noise) => noise.skipped_bytes,
            _ => 0,
        }).sum();
        prop_assert!(skipped <= chunks.iter().map(|(bytes, _)| bytes.len() + 96).sum::<usize>());
    }
}
