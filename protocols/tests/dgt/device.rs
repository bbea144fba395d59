//! The emulated DGT board, seen from the line and with its codec at the other end.

use crate::common::wooden::{Script, converse, running, square};
use proptest::prelude::*;
use protocols::{
    At, Device, Piece, Placement, Presence, SensorEvent, Side, SquareContent,
    dgt::{DeviceSettings, DgtCodec, DgtDevice},
};

/// A board with power since 0 that has scanned once, and what it stands in.
fn powered(world: &Script) -> DgtDevice {
    let mut device = DgtDevice::default();
    device.advance(At(0), world);
    device.advance(At(200), world);
    device
}

/// Lets the board work and gives what it says, message by message, each with its time.
fn said(device: &mut DgtDevice, world: &Script, until: u64) -> Vec<(u64, Vec<u8>)> {
    let mut messages: Vec<(u64, Vec<u8>)> = Vec::new();
    loop {
        while let Some((at, bytes)) = device.poll() {
            match messages.last_mut() {
                Some((t_ms, message)) if bytes[0] < 0x80 => {
                    *t_ms = at.0;
                    message.extend(bytes);
                }
                _ => messages.push((at.0, bytes)),
            }
        }
        let next = device.next_deadline();
        if next.0 > until {
            device.advance(At(until), world);
            if device.next_deadline().0 > until {
                return messages;
            }
        } else {
            device.advance(next, world);
        }
    }
}

/// The same without times.
fn words(device: &mut DgtDevice, world: &Script, until: u64) -> Vec<Vec<u8>> {
    said(device, world, until).into_iter().map(|(_, message)| message).collect()
}

fn initial() -> Script {
    Script::new(Placement::initial())
}

#[test]
fn a_board_says_nothing_of_itself_until_updates_are_wanted() {
    let mut world = initial();
    world.put(1_000, "e2", '.').put(1_500, "e4", 'P').put(9_000, "e4", '.');
    let mut device = powered(&world);
    assert_eq!(said(&mut device, &world, 3_000), []);
    device.receive(At(3_000), &[0x45]);
    assert_eq!(words(&mut device, &world, 8_000), [b"\x91\x00\x0831415".to_vec()]);
    device.receive(At(8_000), &[0x44]);
    assert_eq!(words(&mut device, &world, 20_000), [vec![0x8e, 0x00, 0x05, 0x24, 0x00]]);
    device.receive(At(20_000), &[0x40]);
    world.put(21_000, "e4", 'P');
    assert_eq!(said(&mut device, &world, 30_000), []);
}

#[test]
fn questions_are_answered() {
    let world = initial();
    let mut device = powered(&world);
    let mut answer = |at: u64, byte: u8| {
        device.receive(At(at), &[byte]);
        words(&mut device, &world, at + 9_000)
    };
    assert_eq!(answer(1_000, 0x46), [vec![0x90, 0x00, 0x05, 0x75, 0x37]]);
    let trademark = answer(11_000, 0x47).concat();
    assert_eq!(trademark.len(), usize::from(trademark[1]) << 7 | usize::from(trademark[2]));
    let text = String::from_utf8_lossy(&trademark[3..]).to_uppercase();
    assert!(trademark.is_ascii() || trademark[1..].is_ascii());
    assert!(!text.contains("DGT") && !text.contains("DIGITAL GAME"));
    assert_eq!(answer(21_000, 0x4d), [vec![0x93, 0x00, 0x05, 3, 1]]);
    assert_eq!(answer(31_000, 0x55), [b"\xa2\x00\x0d0000031415".to_vec()]);
    assert_eq!(answer(41_000, 0x4c), [vec![0xa0, 0x00, 0x0c, 100, 0x7f, 0x7f, 0, 0, 0, 0, 0, 0]]);
    assert_eq!(answer(51_000, 0x41), [vec![0x8d, 0x00, 0x0a, 0, 0, 0, 0, 0, 0, 0x20]]);
    let dump = answer(61_000, 0x42).concat();
    assert_eq!(dump[..19], [0x86, 0x00, 0x43, 8, 9, 10, 12, 11, 10, 9, 8, 7, 7, 7, 7, 7, 7, 7, 7]);
    assert_eq!(dump[51..], [1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 6, 5, 4, 3, 2]);
    for unknown in [0x48, 0x50, 0x51, 0x52, 0x53, 0x54, 0x56, 0x59, 0x5a, 0x00, 0x7f] {
        assert_eq!(answer(70_000 + u64::from(unknown) * 10_000, unknown), [] as [Vec<u8>; 0], "{unknown:#04x}");
    }
}

#[test]
fn commands_with_data_and_bus_commands_are_no_questions() {
    let world = initial();
    let mut device = powered(&world);
    device.receive(At(1_000), &[0x2b, 0x04, 0x03, 0x42, 0x42, 0x00]);
    device.receive(At(2_000), &[0x60, 0x02, 0x42, 0x45]);
    assert_eq!(said(&mut device, &world, 3_000), []);
    device.receive(At(3_000), &[0x4b]);
    assert_eq!(words(&mut device, &world, 4_000).len(), 1, "the clock is told of once");
    device.receive(At(4_000), &[0x87, 0x45, 0x45, 0x11]);
    world_after_bus(&mut device);
    device.receive(At(9_000), &[0x4d]);
    assert_eq!(words(&mut device, &world, 10_000), [vec![0x93, 0x00, 0x05, 3, 1]]);
}

/// A changed board on a bus says nothing of it.
fn world_after_bus(device: &mut DgtDevice) {
    let mut changed = initial();
    changed.put(4_500, "e2", '.').put(6_000, "e2", 'P');
    assert_eq!(said(device, &changed, 8_000), []);
}

#[test]
fn a_board_in_its_boot_loader_answers_no_more() {
    let world = initial();
    let mut device = powered(&world);
    device.receive(At(1_000), &[0x4e, 0x45]);
    device.receive(At(2_000), &[0x40, 0x45]);
    assert_eq!(said(&mut device, &world, 9_000), []);
}

#[test]
fn squares_are_read_one_after_the_other_at_their_own_instants() {
    // Place 36, e4, is read at 36 * 3.1 = 111 ms of a scan, place 52, e2, at 161 ms.
    let cases = [
        // Moved before e4 is read: the new square is reported first.
        (1_100, [[0x24, 0x01], [0x34, 0x00]], [1_111, 1_161]),
        // Moved between the two: e2 is emptied in this scan, e4 filled in the next.
        (1_140, [[0x34, 0x00], [0x24, 0x01]], [1_161, 1_311]),
        // Moved after both: the next scan sees it, e4 first.
        (1_170, [[0x24, 0x01], [0x34, 0x00]], [1_311, 1_361]),
    ];
    for (t_ms, expected, read_at) in cases {
        let mut world = initial();
        world.put(t_ms, "e2", '.').put(t_ms, "e4", 'P');
        let mut device = powered(&world);
        device.receive(At(500), &[0x44]);
        let updates = said(&mut device, &world, 2_000);
        let fields: Vec<&[u8]> = updates.iter().map(|(_, message)| &message[3..]).collect();
        assert_eq!(fields, expected, "moved at {t_ms}");
        for ((t_ms, _), read_at) in updates.iter().zip(read_at) {
            // Five bytes take 5.2 ms.
            assert_eq!(*t_ms, read_at + 6);
        }
    }
}

#[test]
fn a_slid_piece_is_seen_on_its_way_and_in_any_order_of_reading() {
    let mut world = initial();
    world.put(1_040, "a1", '.').put(1_040, "a3", 'R').put(1_250, "a3", '.').put(1_250, "a5", 'R');
    let mut device = DgtDevice::new(DeviceSettings { order: protocols::Square::all().collect(), ..Default::default() });
    device.advance(At(0), &world);
    device.advance(At(200), &world);
    device.receive(At(500), &[0x44]);
    let fields: Vec<Vec<u8>> = words(&mut device, &world, 3_000).into_iter().map(|bytes| bytes[3..].to_vec()).collect();
    // From a1 on, a3 is read at 50 ms: it is filled, then a1 emptied in the next scan, then a5 and a3.
    assert_eq!(fields, [[0x28, 0x02], [0x38, 0x00], [0x18, 0x02], [0x28, 0x00]]);
}

#[test]
fn the_clock_is_told_of_when_it_changes_or_every_second() {
    let mut world = initial();
    world.clock(0, running(300, 300, Side::Left)).clock(5_000, running(299, 300, Side::Left));
    let mut device = powered(&world);
    device.receive(At(1_000), &[0x4b]);
    let told = said(&mut device, &world, 20_000);
    assert_eq!(
        told,
        [
            (1_211, vec![0x8d, 0x00, 0x0a, 0x00, 0x05, 0x00, 0x00, 0x05, 0x00, 0x09]),
            (5_011, vec![0x8d, 0x00, 0x0a, 0x00, 0x05, 0x00, 0x00, 0x04, 0x59, 0x09])
        ]
    );
    device.receive(At(20_000), &[0x43]);
    let told = said(&mut device, &world, 30_000);
    assert!((9..=11).contains(&told.len()), "{} messages in ten seconds", told.len());
    assert!(told.windows(2).all(|pair| pair[1].0 - pair[0].0 <= 1_001));
}

#[test]
fn bytes_leave_no_faster_than_the_line_carries_them_and_at_most_ten_commands_wait() {
    let world = initial();
    let mut device = powered(&world);
    device.receive(At(1_000), &[0x42; 100]);
    let dumps = said(&mut device, &world, 5_000);
    assert_eq!(dumps.len(), 10);
    for (number, (t_ms, dump)) in (1..).zip(&dumps) {
        assert_eq!(dump.len(), 67);
        let fastest = 1_000 + (number * 67 * 10_000u64).div_ceil(9_600);
        assert!((fastest..=fastest + 2 * number).contains(t_ms), "dump {number} at {t_ms}");
    }
}

#[test]
fn a_board_gone_wild_overruns_neither_line_nor_memory_and_no_change_is_lost() {
    #[derive(Debug)]
    struct Wild;
    impl protocols::World for Wild {
        fn content(&self, square: protocols::Square, at: At) -> SquareContent {
            let letter =
                if at.0 > 60_000 || (at.0 / 200 + square.index() as u64).is_multiple_of(2) { 'Q' } else { 'r' };
            Piece::from_letter(letter).map_or(SquareContent::Empty, SquareContent::Piece)
        }
        fn number(&self, _square: protocols::Square, _at: At) -> u8 {
            0
        }

        fn clock(&self, _: At) -> Option<protocols::ClockReading> {
            None
        }
    }
    let mut codec = DgtCodec::new();
    let mut device = DgtDevice::default();
    codec_open(&mut codec);
    let heard = converse(&mut codec, &mut device, &Wild, 0, 70_000);
    let mut shadow = [SquareContent::Empty; 64];
    let mut fields = 0;
    for (_, event) in &heard.events {
        match event {
            SensorEvent::Placement(squares) => shadow = *squares,
            SensorEvent::Field { square, content } => {
                fields += 1;
                shadow[square.index()] = *content;
            }
            SensorEvent::Noise(noise) => panic!("{noise:?}"),
            _ => {}
        }
    }
    assert!(fields > 5_000, "{fields} updates");
    assert!(shadow.iter().all(|&content| content == SquareContent::Piece(Piece::from_letter('Q').expect("a queen"))));
    let bytes: u64 = heard.received.iter().map(|(_, bytes)| bytes.len() as u64).sum();
    assert!(bytes <= 70_000 * 960 / 1_000);
}

fn codec_open(codec: &mut DgtCodec) {
    protocols::Codec::opened(codec, At(0));
}

#[test]
fn codec_and_device_understand_each_other() {
    let mut world = initial();
    world.clock(0, running(300, 300, Side::Left));
    world.put(4_000, "e2", '.').put(4_700, "e4", 'P').clock(5_200, running(296, 300, Side::Right));
    let mut codec = DgtCodec::new();
    let mut device = DgtDevice::default();
    codec_open(&mut codec);
    let heard = converse(&mut codec, &mut device, &world, 0, 30_000);
    let fields: Vec<String> = heard
        .events
        .iter()
        .filter_map(|(_, event)| match event {
            SensorEvent::Field { square, content } => Some(format!("{square} {content:?}")),
            _ => None,
        })
        .collect();
    assert_eq!(fields, ["e2 Empty", "e4 Piece(Piece { color: White, role: Pawn })"]);
    let events = |wanted: fn(&SensorEvent) -> bool| heard.events.iter().filter(|(_, event)| wanted(event)).count();
    assert_eq!(events(|event| matches!(event, SensorEvent::Noise(_))), 0);
    assert_eq!(events(|event| *event == SensorEvent::Presence(Presence::Answering)), 1);
    assert_eq!(events(|event| matches!(event, SensorEvent::Presence(_))), 1);
    assert_eq!(events(|event| matches!(event, SensorEvent::Battery { .. })), 1);
    let identity = SensorEvent::Identity {
        serial: Some("0000031415".to_owned()),
        firmware: Some("3.1".to_owned()),
        sensing: None,
    };
    assert!(heard.events.iter().any(|(_, event)| *event == identity));
    let levers: Vec<Side> = heard
        .events
        .iter()
        .filter_map(|(_, event)| match event {
            SensorEvent::Clock(reading) => Some(reading.lever_high),
            _ => None,
        })
        .collect();
    assert_eq!(levers.first(), Some(&Side::Left));
    assert_eq!(levers.last(), Some(&Side::Right));
}

#[test]
fn a_board_that_lost_power_for_a_moment_reports_again_after_seconds() {
    let mut world = initial();
    let mut codec = DgtCodec::new();
    let mut device = DgtDevice::default();
    codec_open(&mut codec);
    converse(&mut codec, &mut device, &world, 0, 5_000);
    world.put(6_000, "e2", '.').put(6_500, "e4", 'P').put(21_000, "e7", '.');
    let mut device = DgtDevice::default();
    let heard = converse(&mut codec, &mut device, &world, 5_001, 25_000);
    let mut after = Placement::initial();
    after.set(square("e4"), after.at(square("e2")));
    after.set(square("e2"), None);
    let read = heard.events.iter().any(|(_, event)| match event {
        SensorEvent::Placement(squares) => protocols::Square::all()
            .all(|at| squares[at.index()] == after.at(at).map_or(SquareContent::Empty, SquareContent::Piece)),
        _ => false,
    });
    assert!(read, "the move made without updates is read");
    assert!(
        heard
            .events
            .iter()
            .any(|(_, event)| { *event == SensorEvent::Field { square: square("e7"), content: SquareContent::Empty } })
    );
}

#[test]
fn the_log_tells_what_happened_while_nobody_listened() {
    let mut world = initial();
    world.clock(0, running(300, 300, Side::Left));
    world.put(4_120, "e2", '.').put(4_250, "e4", 'P').clock(5_000, running(296, 300, Side::Right));
    let mut device = powered(&world);
    assert_eq!(said(&mut device, &world, 10_000), []);
    device.receive(At(10_000), &[0x49]);
    let log = words(&mut device, &world, 30_000).concat();
    assert_eq!(log.len(), 0x1f03);
    assert_eq!(log[..3], [0x8f, 0x3e, 0x03]);
    assert!(log[1..].is_ascii());
    let written: Vec<u8> = log[3..].iter().copied().skip_while(|&byte| byte == 0x00).collect();
    // Power-up, the 32 pieces in the order of the scan, each within 250 ms of the one before, begin position.
    assert_eq!(written[..8], [0x7f, 0x7f, 0x7f, 0x6a, 0x48, 0x00, 0x59, 0x01]);
    assert_eq!(written[4 + 64], 0x6f);
    // e2 emptied, e4 filled 150 ms later, White's time when the clock was pressed, end.
    assert_eq!(written[4 + 64 + 1..], [0x40, 0x34, 0x51, 0x24, 0x70, 0x04, 0x56, 0x6b]);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_sent_to_a_board_it_says_only_whole_messages(
        sent in prop::collection::vec((0u64..3_000, prop::collection::vec(any::<u8>(), 0..20)), 0..20),
        order in prop::collection::vec(0u8..64, 0..70),
        scan_ms in 1u64..500,
    ) {
        let order = order.into_iter().filter_map(protocols::Square::new).collect();
        let mut device = DgtDevice::new(DeviceSettings { order, scan_ms, ..Default::default() });
        let mut codec = DgtCodec::new();
        let world = initial();
        let mut now = 0;
        let mut heard = crate::common::wooden::Heard::default();
        for (pause, bytes) in sent.into_iter().chain([(20_000, Vec::new())]) {
            device.receive(At(now), &bytes);
            now += pause;
            for (t_ms, message) in said(&mut device, &world, now) {
                prop_assert!(t_ms <= now);
                protocols::Codec::receive(&mut codec, At(t_ms), &message);
            }
            crate::common::wooden::drain(&mut codec, now, &mut heard);
        }
        prop_assert!(!heard.events.iter().any(|(_, event)| matches!(event, SensorEvent::Noise(_))), "{:?}", heard.events);
    }
}
