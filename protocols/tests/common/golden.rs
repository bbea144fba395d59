//! Goldens: what came over the wire, with the events that must come of it, however it is cut.
//!
//! `BLESS=1 cargo test -p protocols` writes them anew.

use std::{env, fmt::Write as _, fs, path::PathBuf};

use protocols::{At, ClockFace, ClockReading, Codec, Piece, SensorEvent, SquareContent};

use super::wooden::{Heard, drain};

/// The goldens of one board, and a codec for it.
#[derive(Clone, Copy)]
pub(crate) struct Goldens {
    /// The board's folder under `tests/captures`.
    pub(crate) board: &'static str,
    /// A codec that is yet to be opened.
    pub(crate) codec: fn() -> Box<dyn Codec>,
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

/// Both directions of a conversation as a capture.
pub(crate) fn capture(heard: &Heard) -> String {
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

pub(crate) fn rendered(events: &[(u64, SensorEvent)]) -> String {
    let mut text = String::new();
    for (t_ms, event) in events {
        let said = match event {
            SensorEvent::Calibration(calibration) => format!("calibration {calibration:?}"),
            SensorEvent::Past(past) => format!("past {past:?}"),
            SensorEvent::Misread(square) => format!("misread {square}"),
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
            SensorEvent::Identity { serial, firmware, .. } => format!(
                "identity serial {} firmware {}",
                serial.as_deref().unwrap_or("-"),
                firmware.as_deref().unwrap_or("-")
            ),
            SensorEvent::Noise(noise) => format!("noise {:?} {}", noise.kind, noise.skipped_bytes),
            SensorEvent::Presence(presence) => format!("presence {presence:?}"),
            SensorEvent::Press(side) => format!("press {side:?}"),
            SensorEvent::Battery { percent, charging } => format!("battery {percent} charging {charging}"),
        };
        let _ = writeln!(text, "{{\"t_ms\":{t_ms},\"event\":\"{said}\"}}");
    }
    text
}

/// What of a capture came from the board.
pub(crate) fn received(capture: &str) -> Vec<(u64, Vec<u8>)> {
    capture
        .lines()
        .filter(|line| value(line, "dir") == "rx")
        .map(|line| (value(line, "t_ms").parse().expect("a number"), unhex(value(line, "hex"))))
        .collect()
}

impl Goldens {
    fn golden(self, name: &str) -> PathBuf {
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/captures").join(self.board).join(name)
    }

    /// Gives a codec what the board said, each read cut once more.
    pub(crate) fn replay(self, reads: &[(u64, Vec<u8>)], cut: impl Fn(&[u8]) -> Vec<Vec<u8>>) -> Heard {
        let mut codec = (self.codec)();
        let mut heard = Heard::default();
        codec.opened(At(0));
        for (t_ms, bytes) in reads {
            // A deadline at this very moment comes behind the bytes, as it did when they were recorded.
            while let Some(at) = codec.next_deadline().filter(|at| at.0 < *t_ms) {
                codec.tick(at);
                drain(codec.as_mut(), at.0, &mut heard);
            }
            for bytes in cut(bytes) {
                codec.receive(At(*t_ms), &bytes);
                drain(codec.as_mut(), *t_ms, &mut heard);
            }
        }
        heard
    }

    /// Compares with a golden file, or writes it where that is wished.
    pub(crate) fn holds(self, name: &str, text: &str) {
        let path = self.golden(name);
        if env::var_os("BLESS").is_some() {
            fs::write(&path, text).expect("the golden can be written");
        }
        let kept = fs::read_to_string(&path).expect("the golden is there");
        for (number, (kept, now)) in (1..).zip(kept.lines().zip(text.lines())) {
            assert_eq!(kept, now, "{name}:{number}");
        }
        assert_eq!(kept.lines().count(), text.lines().count(), "{name}");
    }

    /// Replays a golden capture whole, byte by byte and in random cuts; all must give its golden events.
    pub(crate) fn judge(self, name: &str) {
        let capture = fs::read_to_string(self.golden(&format!("{name}.jsonl"))).expect("the golden is there");
        let reads = received(&capture);
        let whole = self.replay(&reads, |bytes| vec![bytes.to_vec()]);
        self.holds(&format!("{name}.events.jsonl"), &rendered(&whole.events));
        for seed in 0..50 {
            let other = self.replay(&reads, |bytes| cuts(bytes, seed));
            assert_eq!(rendered(&other.events), rendered(&whole.events), "cut with seed {seed}");
            assert_eq!(other.sent, whole.sent, "cut with seed {seed}");
        }
    }
}
