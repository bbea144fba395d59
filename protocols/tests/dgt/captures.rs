//! Goldens: traffic of our own emulated board, with the events that must come of it, however it is cut.
//!
//! `BLESS=1 cargo test -p protocols --test dgt captures` writes them anew.

use std::{env, fmt::Write as _, fs, path::PathBuf};

use protocols::{
    At, ClockFace, ClockReading, Codec, Flag, Piece, Placement, SensorEvent, Side, SquareContent,
    dgt::{DgtCodec, DgtDevice},
};

use crate::wooden::{Heard, Script, converse, drain, running};

fn golden(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/captures/dgt").join(name)
}

/// The text of a key's value in a line of JSON whose values hold neither quotes nor commas.
pub(crate) fn value<'a>(line: &'a str, key: &str) -> &'a str {
    let (_, rest) = line.split_once(&format!("\"{key}\":")).unwrap_or_else(|| panic!("no {key} in {line}"));
    rest.trim_start().trim_start_matches('"').split(['"', ',', '}']).next().unwrap_or_default()
}

pub(crate) fn unhex(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex.chars().filter_map(|digit| digit.to_digit(16)).map(|digit| digit as u8).collect();
    digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}

/// Bytes in reads of 1 to 40 bytes; seed 0 gives them one by one.
pub(crate) fn cuts(bytes: &[u8], seed: u64) -> Vec<Vec<u8>> {
    let mut state = seed;
    let mut rest = bytes;
    let mut reads = Vec::new();
    while !rest.is_empty() {
        // Knuth's linear congruential generator; its high bits are the good ones.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let size = if seed == 0 { 1 } else { (state >> 33) as usize % 40 + 1 };
        let (now, later) = rest.split_at(size.min(rest.len()));
        reads.push(now.to_vec());
        rest = later;
    }
    reads
}

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

/// Both directions of a conversation as a capture.
fn capture(heard: &Heard) -> String {
    let mut lines: Vec<(u64, String)> = Vec::new();
    for (dir, items) in [("rx", &heard.received), ("tx", &heard.sent)] {
        for (t_ms, bytes) in items {
            let hex: String = bytes.iter().fold(String::new(), |mut hex, byte| {
                let _ = write!(hex, "{byte:02x}");
                hex
            });
            lines.push((*t_ms, format!("{{\"t_ms\":{t_ms},\"dir\":\"{dir}\",\"hex\":\"{hex}\"}}\n")));
        }
    }
    lines.sort_by_key(|&(t_ms, _)| t_ms);
    lines.into_iter().map(|(_, line)| line).collect()
}

fn rendered(events: &[(u64, SensorEvent)]) -> String {
    let mut text = String::new();
    for (t_ms, event) in events {
        let said = match event {
            SensorEvent::Placement(squares) => {
                let letter = |content: &SquareContent| match content {
                    SquareContent::Empty => '.',
                    SquareContent::Occupied => '?',
                    SquareContent::Piece(piece) => Piece::letter(*piece),
                };
                // a1 first, a rank between two bars.
                let ranks: Vec<String> = squares.chunks(8).map(|rank| rank.iter().map(letter).collect()).collect();
                format!("placement {}", ranks.join("|"))
            }
            SensorEvent::Clock(ClockReading { left, right, lever_high, running, connected, battery_low, turn }) => {
                let face = |face: &ClockFace| format!("{} {:?} {}", face.ms, face.flag, face.increment_shown);
                format!(
                    "clock left {} right {} lever_high {lever_high:?} turn {turn:?} running {running} connected \
                     {connected} battery_low {battery_low}",
                    face(left),
                    face(right)
                )
            }
            SensorEvent::Field { square, content: SquareContent::Piece(piece) } => format!("field {square} {piece}"),
            SensorEvent::Field { square, content } => format!("field {square} {content:?}"),
            SensorEvent::Identity { serial, firmware } => format!(
                "identity serial {} firmware {}",
                serial.as_deref().unwrap_or("-"),
                firmware.as_deref().unwrap_or("-")
            ),
            SensorEvent::Noise(noise) => format!("noise {:?} {}", noise.kind, noise.skipped_bytes),
            SensorEvent::Presence(presence) => format!("presence {presence:?}"),
            SensorEvent::Battery { percent, charging } => format!("battery {percent} charging {charging}"),
        };
        let _ = writeln!(text, "{{\"t_ms\":{t_ms},\"event\":\"{said}\"}}");
    }
    text
}

/// What of a capture came from the board.
fn received(capture: &str) -> Vec<(u64, Vec<u8>)> {
    capture
        .lines()
        .filter(|line| value(line, "dir") == "rx")
        .map(|line| (value(line, "t_ms").parse().expect("a number"), unhex(value(line, "hex"))))
        .collect()
}

/// Gives a codec what the board said, each read cut once more.
fn replay(reads: &[(u64, Vec<u8>)], cut: impl Fn(&[u8]) -> Vec<Vec<u8>>) -> Heard {
    let mut codec = DgtCodec::new();
    let mut heard = Heard::default();
    codec.opened(At(0));
    for (t_ms, bytes) in reads {
        // A deadline at this very moment comes behind the bytes, as it did when they were recorded.
        while let Some(at) = codec.next_deadline().filter(|at| at.0 < *t_ms) {
            codec.tick(at);
            drain(&mut codec, at.0, &mut heard);
        }
        for bytes in cut(bytes) {
            codec.receive(At(*t_ms), &bytes);
            drain(&mut codec, *t_ms, &mut heard);
        }
    }
    heard
}

/// Compares with a golden file, or writes it where that is wished.
fn holds(name: &str, text: &str) {
    let path = golden(name);
    if env::var_os("BLESS").is_some() {
        fs::write(&path, text).expect("the golden can be written");
    }
    let kept = fs::read_to_string(&path).expect("the golden is there");
    for (number, (kept, now)) in (1..).zip(kept.lines().zip(text.lines())) {
        assert_eq!(kept, now, "{name}:{number}");
    }
    assert_eq!(kept.lines().count(), text.lines().count(), "{name}");
}

fn judge(name: &str) {
    let capture = fs::read_to_string(golden(&format!("{name}.jsonl"))).expect("the golden is there");
    let reads = received(&capture);
    let whole = replay(&reads, |bytes| vec![bytes.to_vec()]);
    holds(&format!("{name}.events.jsonl"), &rendered(&whole.events));
    for seed in 0..50 {
        let other = replay(&reads, |bytes| cuts(bytes, seed));
        assert_eq!(rendered(&other.events), rendered(&whole.events), "cut with seed {seed}");
        assert_eq!(other.sent, whole.sent, "cut with seed {seed}");
    }
}

#[test]
fn the_emulated_board_plays_the_golden_game() {
    let heard = played();
    holds("short-game.jsonl", &capture(&heard));
    judge("short-game");
    // The replay asks what was asked when it was recorded, at the same times.
    let replayed = replay(&heard.received, |bytes| vec![bytes.to_vec()]);
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
        let events = replay(reads, |bytes| vec![bytes.to_vec()]).events.into_iter().map(|(_, event)| event);
        events.filter(|event| !matches!(event, SensorEvent::Noise(_))).collect::<Vec<_>>()
    };
    assert_eq!(said(&reads), said(&undamaged));
    holds("bad-line.jsonl", &capture(&Heard { received: reads, ..Heard::default() }));
    judge("bad-line");
}
