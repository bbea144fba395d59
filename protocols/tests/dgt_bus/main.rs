//! DGT boards on a tournament bus: eight on one emulated line, one reader.

#[path = "../common/mod.rs"]
mod common;
mod line;

use proptest::prelude::*;
use protocols::{
    At, Bus, BusAddress, BusOutput, Codec, CodecOutput, LineTime, Placement, Presence, Remembered, SensorEvent, Side,
    SquareContent,
    dgt::bus::{BOARD, BusCodec, PartyLine},
};

use common::{
    golden::{Goldens, capture},
    wooden::{Heard, Script, converse, drain, running},
};
use line::{Damage, Hall};

/// A game of knights going to and fro, a touch every `every` ms, the clock pressed after each move.
fn knights(moves: u64, every: u64, offset: u64) -> (Script, Vec<String>) {
    let mut world = Script::new(Placement::initial());
    world.clock(0, running(600, 600, Side::Left));
    let mut expected = Vec::new();
    let ways = [[("g1", "f3"), ("f3", "g1")], [("g8", "f6"), ("f6", "g8")]];
    for ply in 0..moves {
        let (from, to) = ways[ply as usize % 2][ply as usize / 2 % 2];
        let (letter, other) = if ply % 2 == 0 { ('N', Side::Right) } else { ('n', Side::Left) };
        let at = 6_000 + offset + ply * 3 * every;
        world.put(at, from, '.').put(at + every, to, letter);
        let left = 600 - (ply as u32).div_ceil(2);
        world.clock(at + 2 * every, running(left, left, other));
        expected.extend([format!("-{from}"), format!("{letter}{to}"), format!("{other:?}")]);
    }
    (world, expected)
}

/// Touches and presses, in order: a press by the side that is high then.
fn told(events: &[(u64, SensorEvent)]) -> Vec<(u64, String)> {
    let said = events.iter().filter_map(|(at, event)| match event {
        SensorEvent::Field { square, content: SquareContent::Piece(piece) } => Some((*at, format!("{piece}{square}"))),
        SensorEvent::Field { square, .. } => Some((*at, format!("-{square}"))),
        SensorEvent::Press(side) => Some((*at, format!("{:?}", side.other()))),
        _ => None,
    });
    said.collect()
}

fn names(told: &[(u64, String)]) -> Vec<String> {
    told.iter().map(|(_, name)| name.clone()).collect()
}

#[test]
fn eight_boards_on_one_line_lose_nothing() {
    let (worlds, expected): (Vec<Script>, Vec<Vec<String>>) =
        (0..8).map(|table| knights(40, 150 + 17 * table, 37 * table)).unzip();
    let mut hall = Hall::new(worlds, Damage::None);
    hall.run(60_000);
    let mut delays = Vec::new();
    for (table, expected) in expected.iter().enumerate() {
        let told = told(&hall.heard[table].events);
        assert_eq!(&names(&told), expected, "table {table}");
        let every = 150 + 17 * table as u64;
        let happened = (0..told.len() as u64).map(|index| 6_000 + 37 * table as u64 + index * every);
        delays.extend(happened.zip(&told).map(|(happened, (at, _))| at - happened));
    }
    delays.sort_unstable();
    let at = |share: usize| delays[(delays.len() - 1) * share / 100];
    println!(
        "{} touches and presses of 8 boards: told after {} ms (median), {} ms (99 of 100), {} ms at most",
        delays.len(),
        at(50),
        at(99),
        at(100)
    );
    assert!(at(100) < 1_500, "{delays:?}");
}

#[test]
fn the_clock_shows_no_press_before_the_move_it_followed() {
    // The hands are quicker than the line: a lift, a drop and a press within a fifth of a second.
    let (worlds, _): (Vec<Script>, Vec<_>) = (0..8).map(|table| knights(30, 210, 31 * table)).unzip();
    let mut hall = Hall::new(worlds, Damage::None);
    hall.run(40_000);
    for heard in &hall.heard {
        let mut high = Side::Left;
        for (_, event) in &heard.events {
            match event {
                SensorEvent::Press(side) => high = side.other(),
                SensorEvent::Clock(reading) => assert_eq!(reading.lever_high, high),
                _ => {}
            }
        }
    }
}

#[test]
fn a_line_that_damages_bytes_loses_nothing_and_invents_nothing() {
    let (worlds, expected): (Vec<Script>, Vec<Vec<String>>) = (0..4).map(|table| knights(40, 190, 61 * table)).unzip();
    for seed in 0..4 {
        let mut hall = Hall::new(worlds.clone(), Damage::OneIn(400, seed));
        hall.run(70_000);
        for (table, expected) in expected.iter().enumerate() {
            assert_eq!(&names(&told(&hall.heard[table].events)), expected, "table {table}, seed {seed}");
        }
    }
}

#[test]
fn answers_that_come_late_are_told_once() {
    let (worlds, expected): (Vec<Script>, Vec<Vec<String>>) = (0..4).map(|table| knights(40, 190, 61 * table)).unzip();
    for seed in 0..8 {
        let mut hall = Hall::new(worlds.clone(), Damage::Late(20, seed));
        hall.run(90_000);
        for (table, expected) in expected.iter().enumerate() {
            assert_eq!(&names(&told(&hall.heard[table].events)), expected, "table {table}, seed {seed}");
        }
    }
}

#[test]
fn a_board_without_power_is_told_silent_and_holds_nobody_up() {
    let (worlds, expected): (Vec<Script>, Vec<Vec<String>>) = (0..3).map(|table| knights(20, 200, table)).unzip();
    let mut hall = Hall::new(worlds, Damage::None);
    hall.unplug(1);
    hall.run(30_000);
    assert!(matches!(hall.heard[1].events[..], [(_, SensorEvent::Presence(Presence::Silent))]));
    for table in [0, 2] {
        assert_eq!(names(&told(&hall.heard[table].events)), expected[table]);
    }
}

#[test]
fn what_happened_while_nobody_asked_is_remembered() {
    let (world, expected) = knights(40, 150, 0);
    let mut hall = Hall::new(vec![world], Damage::None);
    // The game's start is written to the log; then nobody asks until it is over.
    hall.run(5_000);
    hall.pause(40_000);
    hall.heard[0].events.clear();
    hall.reopen();
    hall.run(50_000);
    let past = hall.heard[0].events.iter().find_map(|(_, event)| match event {
        SensorEvent::Past(past) => Some(past.clone()),
        _ => None,
    });
    let mut told = Vec::new();
    for remembered in past.expect("it remembers").into_iter().skip_while(|one| !matches!(one, Remembered::Board(_))) {
        match remembered {
            Remembered::Board(placement) => assert_eq!(placement, Placement::initial()),
            Remembered::Field { square, content: SquareContent::Piece(piece), .. } => {
                told.push(format!("{piece}{square}"))
            }
            Remembered::Field { square, .. } => told.push(format!("-{square}")),
            Remembered::Gap => panic!("it had power"),
            Remembered::Sent => panic!("nobody has asked for its log"),
            Remembered::Press { side, .. } => told.push(format!("{:?}", side.other())),
        }
    }
    assert_eq!(told, expected);
}

#[test]
fn a_line_with_several_boards_is_recognised_and_one_board_alone_is_not() {
    for (boards, expected) in [(3, Some("1, 2, 3")), (1, None)] {
        let worlds = vec![Script::new(Placement::initial()); boards];
        let found = line::scout(&worlds, BOARD.answer_ms);
        assert_eq!(found.as_deref(), expected);
    }
}

const GOLDENS: Goldens = Goldens { board: "dgt-bus", codec: || Box::new(BusCodec::new(BusAddress::new(1))) };

#[test]
fn the_emulated_board_plays_the_golden_game() {
    let (world, _) = knights(6, 150, 0);
    let mut codec = BusCodec::new(BusAddress::new(1));
    codec.opened(At(0));
    let mut device = (BOARD.device)(protocols::registry::Model { serial: 1, ..BOARD.usual() });
    let heard = converse(&mut codec, device.as_mut(), &world, 0, 12_000);
    GOLDENS.holds("knights.jsonl", &capture(&heard));
    GOLDENS.judge("knights");
}

#[test]
fn a_recording_is_read_without_knowing_the_address() {
    let (world, expected) = knights(6, 150, 0);
    let mut hall = Hall::new(vec![world], Damage::None);
    hall.run(12_000);
    let mut codec = BusCodec::new(None);
    codec.opened(At(0));
    let mut heard = Heard::default();
    for (at, bytes) in &hall.heard[0].received {
        codec.receive(At(*at), bytes);
        drain(&mut codec, *at, &mut heard);
    }
    assert_eq!(names(&told(&heard.events)), expected);
}

proptest! {
    #[test]
    fn no_bytes_make_line_or_codec_panic(
        chunks in prop::collection::vec((prop::collection::vec(any::<u8>(), 0..100), 0u64..500), 0..60),
    ) {
        let address = BusAddress::new(5).expect("an address");
        let mut party = PartyLine::new();
        let mut codec = BusCodec::new(Some(address));
        codec.opened(At(0));
        party.opened(LineTime(0));
        let mut now = At(0);
        for (bytes, pause) in chunks {
            now = now + pause;
            party.tick(LineTime(now.0));
            codec.tick(now);
            party.receive(LineTime(now.0), &bytes);
            while let Some(output) = party.poll() {
                if let BusOutput::Deliver(_, bytes) = output {
                    codec.receive(now, &bytes);
                }
            }
            while let Some(output) = codec.poll() {
                if let CodecOutput::Send(bytes) = output {
                    party.send(LineTime(now.0), address, &bytes);
                }
            }
        }
        prop_assert!(codec.next_deadline().is_some());
    }
}
