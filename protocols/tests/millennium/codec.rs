//! Codec and emulated board together, goldens, and what damage does.

use proptest::prelude::*;
use protocols::{
    At, Codec, Device, Placement, Presence, SensorEvent, Side, SquareContent, SquareSet,
    millennium::{BOARD, MillenniumCodec, MillenniumDevice},
    registry::{Model, Sensing},
};

use crate::common::{
    golden::{Goldens, capture, cuts},
    wooden::{Heard, Script, converse, drain, running, square},
};

const GOLDENS: Goldens = Goldens { board: "millennium", codec: || Box::new(MillenniumCodec::new()) };

fn device(sensing: Sensing) -> MillenniumDevice {
    MillenniumDevice::new(Model { sensing, ..BOARD.usual() })
}

/// 1.e4 d5 2.exd5 with a slid pawn and an overwritten victim, then a rook taken off and put back.
fn short_game() -> Script {
    let mut world = Script::new(Placement::initial());
    world.clock(0, running(60, 60, Side::Left));
    world.put(3_000, "e2", '.').put(3_000, "e3", 'P').put(3_120, "e3", '.').put(3_120, "e4", 'P');
    world.put(5_000, "d7", '.').put(5_500, "d5", 'p');
    world.put(7_000, "e4", '.').put(7_500, "d5", 'P');
    world.put(9_000, "a1", '.').put(9_900, "a1", 'R');
    world
}

fn played(sensing: Sensing) -> Heard {
    let mut codec = MillenniumCodec::new();
    codec.opened(At(0));
    converse(&mut codec, &mut device(sensing), &short_game(), 0, 12_000)
}

fn fields(heard: &Heard) -> Vec<String> {
    let said = heard.events.iter().filter_map(|(_, event)| match event {
        SensorEvent::Field { square, content: SquareContent::Empty } => Some(format!("-{square}")),
        SensorEvent::Field { square, content: SquareContent::Occupied } => Some(format!("+{square}")),
        SensorEvent::Field { square, content: SquareContent::Piece(piece) } => Some(format!("{piece}{square}")),
        _ => None,
    });
    said.collect()
}

#[test]
fn the_emulated_boards_play_their_golden_games() {
    for (sensing, name) in [(Sensing::Identity, "exclusive"), (Sensing::Occupancy, "eone")] {
        GOLDENS.holds(&format!("{name}.jsonl"), &capture(&played(sensing)));
        GOLDENS.judge(name);
    }
}

#[test]
fn every_change_is_told_in_order_what_left_before_what_came() {
    let pieces = fields(&played(Sensing::Identity)).join(" ");
    assert_eq!(pieces, "-e2 Pe3 -e3 Pe4 -d7 pd5 -e4 Pd5 -a1 Ra1");
    let squares = fields(&played(Sensing::Occupancy)).join(" ");
    assert_eq!(squares, "-e2 +e3 -e3 +e4 -d7 +d5 -e4 -a1 +a1", "one piece in another's place looks like it");
}

#[test]
fn the_version_tells_what_the_sensors_are_and_newer_boards_are_asked() {
    let told = |bytes: &[&[u8]], until: u64| {
        let mut codec = MillenniumCodec::new();
        let mut heard = Heard::default();
        codec.opened(At(0));
        codec.tick(At(100));
        for bytes in bytes {
            codec.receive(At(200), bytes);
        }
        while let Some(due) = codec.next_deadline().filter(|due| due.0 <= until) {
            codec.tick(due);
        }
        drain(&mut codec, until, &mut heard);
        heard.events.iter().find_map(|(_, event)| match event {
            SensorEvent::Identity { firmware, sensing, .. } => Some((firmware.clone(), *sensing)),
            _ => None,
        })
    };
    let some = |firmware: &str, sensing| Some((Some(firmware.to_owned()), Some(sensing)));
    // The first is recorded from a physical board, with parity in bit 7 as its Bluetooth link gave it.
    let recorded: &[u8] = &[0x76, 0xb0, 0x31, 0xb0, 0xb3, 0x37, 0x34];
    assert_eq!(told(&[recorded], 300), some("1.3", Sensing::Identity));
    assert_eq!(told(&[b"v010077"], 300), some("1.0", Sensing::Occupancy));
    assert_eq!(told(&[b"v021075"], 300), None, "it has not said which it is");
    assert_eq!(told(&[b"v021075", b"e-one 1.4\n"], 300), some("2.16", Sensing::Occupancy));
    assert_eq!(told(&[b"v021075", b"supreme\r\n"], 300), None, "nothing checks the text");
    assert_eq!(told(&[b"v021075", b"supreme\r\n", b"supreme\r\n"], 300), some("2.16", Sensing::Identity));
    // What is left of a status, and a wrong character.
    let cut: &[u8] = b"srnbqkbnr....e-one 1.4\n";
    assert_eq!(told(&[b"v021075", cut], 300), some("2.16", Sensing::Occupancy));
    assert_eq!(told(&[b"v021075", b"d-one 1.4\n", b"e-one 1.4\n"], 300), some("2.16", Sensing::Occupancy));
    assert_eq!(told(&[b"v021075", b"d-one 1.4\n"], 1_500), some("2.16", Sensing::Occupancy));
    assert_eq!(told(&[b"v021075", b"i00e-one 1.4\n"], 300), some("2.16", Sensing::Occupancy));
    let lines: &[u8] = b"supreme\ntournament 55\n";
    assert_eq!(told(&[b"v021075", lines], 300), None);
    assert_eq!(told(&[b"v021075", lines, lines], 300), some("2.16", Sensing::Identity));
    assert_eq!(told(&[b"v021075"], 1_300), None);
    assert_eq!(told(&[b"v021075"], 1_500), some("2.16", Sensing::Occupancy));
}

#[test]
fn a_newer_board_is_asked_again_after_what_it_has_said_and_when_it_says_nothing() {
    let mut codec = MillenniumCodec::new();
    codec.opened(At(0));
    codec.tick(At(100));
    let mut heard = Heard::default();
    let mut asked = |codec: &mut MillenniumCodec, until: u64| {
        while let Some(due) = codec.next_deadline().filter(|due| due.0 <= until) {
            codec.tick(due);
        }
        let sent = drain(codec, until, &mut heard);
        sent.iter().filter(|bytes| bytes.iter().map(|byte| byte & 0x7f).eq(*b"I0049")).count()
    };
    codec.receive(At(200), b"v021075");
    assert_eq!(asked(&mut codec, 300), 1);
    codec.receive(At(300), b"supreme\n");
    assert_eq!(asked(&mut codec, 400), 1);
    assert_eq!(asked(&mut codec, 590), 0);
    assert_eq!(asked(&mut codec, 800), 1, "it said nothing");
    codec.receive(At(800), b"supreme\n");
    drain(&mut codec, 800, &mut heard);
    let identity = |(_, event): &(u64, SensorEvent)| matches!(event, SensorEvent::Identity { .. });
    assert!(heard.events.iter().any(identity), "{:?}", heard.events);
}

#[test]
fn registers_are_read_and_written_only_where_they_differ() {
    let mut codec = MillenniumCodec::new();
    let mut board = device(Sensing::Identity);
    let world = Script::new(Placement::initial());
    codec.opened(At(0));
    let first = converse(&mut codec, &mut board, &world, 0, 5_000);
    let writes = |heard: &Heard| {
        let text = |bytes: &[u8]| String::from_utf8(bytes.iter().map(|byte| byte & 0x7f).collect()).expect("text");
        heard.sent.iter().map(|(_, bytes)| text(bytes)).filter(|text| text.starts_with('W')).collect::<Vec<_>>()
    };
    assert_eq!(writes(&first), ["W020356"]);
    assert_eq!(board.register(2), 3);
    codec.opened(At(6_000));
    assert_eq!(writes(&converse(&mut codec, &mut board, &world, 6_000, 10_000)), [] as [String; 0]);
}

#[test]
fn a_silent_port_is_greeted_for_ever_and_a_silent_board_is_told() {
    let mut codec = MillenniumCodec::new();
    codec.opened(At(0));
    let mut heard = Heard::default();
    while let Some(due) = codec.next_deadline().filter(|due| due.0 <= 60_000) {
        codec.tick(due);
        drain(&mut codec, due.0, &mut heard);
    }
    assert!(matches!(heard.events[..], [(_, SensorEvent::Presence(Presence::Silent))]), "{:?}", heard.events);
    assert!(heard.sent.len() > 90 && heard.sent.iter().all(|(_, bytes)| bytes == &[0xd6, 0xb5, 0xb6]));
    let world = Script::new(Placement::initial());
    let again = converse(&mut codec, &mut device(Sensing::Identity), &world, 60_001, 63_000);
    assert!(again.events.iter().any(|(_, event)| matches!(event, SensorEvent::Placement(_))));
}

#[test]
fn squares_light_their_corners_and_go_out() {
    let mut codec = MillenniumCodec::new();
    let mut board = device(Sensing::Identity);
    let world = Script::new(Placement::initial());
    codec.opened(At(0));
    converse(&mut codec, &mut board, &world, 0, 1_000);
    codec.light(At(1_001), [square("e2"), square("e4")].into_iter().collect());
    converse(&mut codec, &mut board, &world, 1_001, 2_000);
    let lit: Vec<usize> = (1..).zip(board.lamps()).filter(|(_, on)| **on != 0).map(|(lamp, _)| lamp).collect();
    assert_eq!(lit, [41, 42, 43, 44, 50, 51, 52, 53]);
    codec.light(At(2_001), SquareSet::EMPTY);
    converse(&mut codec, &mut board, &world, 2_001, 3_000);
    assert!(board.lamps().iter().all(|&on| on == 0));
}

#[test]
fn a_change_is_told_within_a_tenth_of_a_second() {
    let heard = played(Sensing::Identity);
    let lifted = heard.events.iter().find(|(_, event)| {
        matches!(event, SensorEvent::Field { square: lifted, content: SquareContent::Empty } if *lifted == square("d7"))
    });
    assert!(lifted.is_some_and(|&(at, _)| (5_000..5_100).contains(&at)), "{lifted:?}");
}

#[test]
fn no_single_damaged_byte_becomes_another_move() {
    let heard = played(Sensing::Identity);
    let decoded = |bytes: &[(u64, Vec<u8>)]| {
        let mut codec = MillenniumCodec::new();
        let mut heard = Heard::default();
        codec.opened(At(0));
        codec.tick(At(100));
        for (at, bytes) in bytes {
            codec.receive(At(*at), bytes);
            drain(&mut codec, *at, &mut heard);
        }
        fields(&heard)
    };
    let whole = decoded(&heard.received);
    for chunk in (0..heard.received.len()).step_by(3) {
        for byte in (0..heard.received[chunk].1.len()).step_by(13) {
            for flip in [0x01, 0x83] {
                let mut damaged = heard.received.clone();
                damaged[chunk].1[byte] ^= flip;
                // A status lost is made up for by the next: what is told may then come together, and no square is told
                // that never changed.
                let told = decoded(&damaged);
                assert!(told.iter().all(|field| whole.contains(field)), "{chunk} {byte} {flip:02x}: {told:?}");
            }
        }
    }
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(
        chunks in prop::collection::vec((prop::collection::vec(any::<u8>(), 0..200), 0u64..3_000), 0..20),
        seed in any::<u64>(),
    ) {
        let mut codec = MillenniumCodec::new();
        let mut board = device(Sensing::Identity);
        let mut heard = Heard::default();
        codec.opened(At(0));
        let mut now = 0;
        for (bytes, pause) in &chunks {
            now += pause;
            codec.tick(At(now));
            for piece in cuts(&[bytes.as_slice(), b"v010374s"].concat(), seed) {
                codec.receive(At(now), &piece);
            }
            board.receive(At(now), bytes);
            drain(&mut codec, now, &mut heard);
        }
        prop_assert!(codec.next_deadline().is_some());
    }
}

/// The last status that a board has sent, without the eighth bit and the check: `s` and a character a square.
fn last_status(heard: &Heard) -> Vec<u8> {
    let bytes: Vec<u8> = heard.received.iter().flat_map(|(_, bytes)| bytes).map(|byte| byte & 0x7f).collect();
    let is_status = |bytes: &&[u8]| bytes[0] == b's' && bytes[1..].iter().all(|byte| b".PNBRQKpnbrqk".contains(byte));
    bytes.windows(65).rfind(is_status).expect("a status").to_vec()
}

fn with_check(mut status: Vec<u8>) -> Vec<u8> {
    let check = status.iter().fold(0, |check, byte| check ^ byte);
    status.extend(format!("{check:02X}").bytes());
    status
}

#[test]
fn a_status_shifted_by_a_character_lost_and_one_doubled_moves_nothing() {
    let heard = played(Sensing::Identity);
    let status = last_status(&heard);
    let mut shifted = status.clone();
    let last = shifted.iter().rposition(|&square| square == b'.').expect("an empty square");
    shifted.insert(last, b'.');
    shifted.remove(shifted.iter().position(|&square| square == b'.').expect("an empty square"));
    let (status, shifted) = (with_check(status), with_check(shifted));
    assert_eq!(status[65..], shifted[65..], "the check does not see it");
    let told_of = |sent: &[&[u8]]| {
        let mut codec = MillenniumCodec::new();
        let mut heard = Heard::default();
        codec.opened(At(0));
        converse(&mut codec, &mut device(Sensing::Identity), &short_game(), 0, 12_000);
        drain(&mut codec, 12_000, &mut heard);
        for (index, bytes) in (0..).zip(sent) {
            codec.receive(At(12_041 + 41 * index), bytes);
            drain(&mut codec, 12_041 + 41 * index, &mut heard);
        }
        fields(&heard)
    };
    assert_eq!(told_of(&[&shifted, &status]), Vec::<String>::new());
    // It was so, where the next status says the same.
    assert!(told_of(&[&shifted, &shifted]).len() > 4);
}
