//! Goldens: traffic of our own emulated board, with the events that must come of it, however it is cut.

use protocols::{
    At, ClockFace, ClockReading, Codec, Flag, Placement, SensorEvent, Side,
    dgt::{DgtCodec, DgtDevice},
};

use crate::common::{
    golden::{Goldens, capture},
    wooden::{Heard, Script, converse, running},
};

const GOLDENS: Goldens = Goldens { board: "dgt", codec: || Box::new(DgtCodec::new()) };

/// 1.e4 e5 2.Nf3 d5 3.Nxe5 with a pawn slid over e3, a victim overwritten, a flag, and a clock unplugged.
fn short_game() -> Script {
    let mut world = Script::new(Placement::initial());
    world.clock(0, Some(ClockReading { running: false, ..running(30, 30, Side::Left).expect("a reading") }));
    let mut left_s = 30;
    let mut right_s = 30;
    for second in 3..24 {
        let white = !(6..9).contains(&second) && !(12..15).contains(&second) && second < 18;
        if white {
            left_s -= 1;
        } else {
            right_s -= 1;
        }
        world.clock(second * 1_000, running(left_s, right_s, if white { Side::Left } else { Side::Right }));
    }
    world.put(4_100, "e2", '.').put(4_100, "e3", 'P').put(4_350, "e3", '.').put(4_350, "e4", 'P');
    world.put(7_100, "e7", '.').put(7_900, "e5", 'p');
    world.put(10_000, "g1", '.').put(10_700, "f3", 'N');
    world.put(13_060, "d7", '.').put(13_060, "d5", 'p');
    world.put(16_000, "f3", '.').put(16_500, "e5", 'N');
    let face = |ms: u32, flag| ClockFace { ms, flag, increment_shown: true };
    world.clock(
        24_000,
        Some(ClockReading {
            left: face(15_000, Flag::Up),
            right: face(0, Flag::FallenAndStopped),
            running: false,
            ..running(0, 0, Side::Right).expect("a reading")
        }),
    );
    world.clock(27_000, None);
    world
}

/// The short game as codec and emulated board live through it.
fn played() -> Heard {
    let mut codec = DgtCodec::new();
    codec.opened(At(0));
    converse(&mut codec, &mut DgtDevice::default(), &short_game(), 0, 30_000)
}

#[test]
fn the_emulated_board_plays_the_golden_game() {
    let heard = played();
    GOLDENS.holds("short-game.jsonl", &capture(&heard));
    GOLDENS.judge("short-game");
    // The replay asks what was asked when it was recorded, at the same times.
    let replayed = GOLDENS.replay(&heard.received, |bytes| vec![bytes.to_vec()]);
    assert!(heard.sent.starts_with(&replayed.sent));
    assert_eq!(replayed.events, heard.events);
}

#[test]
fn the_golden_game_on_a_bad_line_loses_no_more_than_what_was_damaged() {
    let mut reads = played().received;
    // Without the greeting's dump nothing that follows means anything.
    let first = 10;
    let undamaged: Vec<(u64, Vec<u8>)> = (0..)
        .zip(&reads)
        .filter(|&(number, _)| number < first || ![2, 3, 5].contains(&(number % 7)))
        .map(|(_, read)| read.clone())
        .collect();
    for (number, (_, bytes)) in reads.iter_mut().enumerate().skip(first) {
        match number % 7 {
            2 => bytes[0] &= 0x7f,
            3 => bytes.truncate(bytes.len() - 1),
            4 => bytes.insert(0, 0x55),
            5 => {
                let middle = bytes.len() / 2;
                bytes[middle] ^= 0x80;
            }
            6 => bytes.extend([0xb7, 0x00, 0x04, 0x01]),
            _ => {}
        }
    }
    let said = |reads: &[(u64, Vec<u8>)]| {
        // Without their times: the byte behind a message bears it out as silence does, only sooner.
        let events = GOLDENS.replay(reads, |bytes| vec![bytes.to_vec()]).events.into_iter().map(|(_, event)| event);
        events.filter(|event| !matches!(event, SensorEvent::Noise(_))).collect::<Vec<_>>()
    };
    assert_eq!(said(&reads), said(&undamaged));
    GOLDENS.holds("bad-line.jsonl", &capture(&Heard { received: reads, ..Heard::default() }));
    GOLDENS.judge("bad-line");
}
