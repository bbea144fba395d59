//! Recordings of physical DGT boards through the board stage. The recordings may not be shipped: where they are
//! absent the tests say so and pass.

use std::ffi::OsStr;

use protocols::{
    At, ClockFace, ClockReading, Color, Flag, Piece, Placement, Role, SensorEvent, Side, Square, SquareContent,
    registry::Sensing,
};
use touchmove::board::{BoardReader, BoardReading, Event, Orientation, OrientationSetting, ReaderOutput, Settings};

use crate::common::{missing::shared, programs::touchmove};

/// The hexadecimal messages of a recording, one a line, received ones only.
fn recording(name: &str) -> Option<Vec<Vec<u8>>> {
    let path = shared(&format!("boards/captures/derived/{name}"))?;
    let text = std::fs::read_to_string(path).expect("a recording");
    let messages = text.lines().filter_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).expect("a JSON object a line");
        (message["dir"] == "rx").then(|| {
            let hex = message["hex"].as_str().expect("hexadecimal bytes");
            hex.split(' ').map(|byte| u8::from_str_radix(byte, 16).expect("a byte")).collect()
        })
    });
    Some(messages.collect())
}

fn square(index: u8) -> Square {
    Square::from_coords(index % 8, 7 - index / 8).expect("an index up to 63")
}

fn content(code: u8) -> SquareContent {
    let roles = [Role::Pawn, Role::Rook, Role::Knight, Role::Bishop, Role::King, Role::Queen];
    let piece = |color, role: u8| SquareContent::Piece(Piece { color, role: roles[usize::from(role)] });
    match code {
        1..=6 => piece(Color::White, code - 1),
        7..=12 => piece(Color::Black, code - 7),
        _ => SquareContent::Empty,
    }
}

fn face(bytes: &[u8]) -> Option<ClockFace> {
    let decimal = |byte: u8| {
        let (tens, units) = (u32::from(byte >> 4), u32::from(byte & 0x0f));
        (tens < 6 && units < 10).then_some(tens * 10 + units)
    };
    let hours = u32::from(bytes[0] & 0x0f);
    let seconds = hours * 3_600 + decimal(bytes[1])? * 60 + decimal(bytes[2])?;
    let flag = match (bytes[0] & 0x10, bytes[0] & 0x40) {
        (0, 0) => Flag::Up,
        (0, _) => Flag::Shown,
        (_, _) => Flag::FallenAndStopped,
    };
    (hours < 10).then_some(ClockFace { ms: seconds * 1_000, flag, increment_shown: bytes[0] & 0x20 != 0 })
}

/// Whether the side-to-move marks are passed on.
#[derive(Clone, Copy)]
enum Marks {
    Dropped,
    Kept,
}

/// One message; `None` for what no codec would let through.
fn decode(message: &[u8], marks: Marks) -> Option<SensorEvent> {
    match (message.first()?, message.len()) {
        (0x86, 67) => {
            let mut squares = [SquareContent::Empty; 64];
            for (index, &code) in (0..).zip(&message[3..]) {
                squares[square(index).index()] = content(code);
            }
            Some(SensorEvent::Placement(squares))
        }
        (0x8d, 10) => {
            let status = message[9];
            let turn = match (marks, status & 0x18) {
                (Marks::Kept, 0x08) => Some(Side::Left),
                (Marks::Kept, 0x10) => Some(Side::Right),
                (Marks::Dropped | Marks::Kept, _) => None,
            };
            Some(SensorEvent::Clock(ClockReading {
                right: face(&message[3..6])?,
                left: face(&message[6..9])?,
                lever_high: if status & 2 == 0 { Side::Left } else { Side::Right },
                running: status & 1 != 0,
                connected: status & 0x20 == 0,
                battery_low: status & 4 != 0,
                turn,
            }))
        }
        (0x8e, 5) => Some(SensorEvent::Field { square: square(message[3]), content: content(message[4]) }),
        _ => None,
    }
}

/// The recording has no times: a second for each second of the clock, a little for everything else.
fn timed(messages: &[Vec<u8>]) -> Vec<(At, Vec<u8>)> {
    let mut at = 0;
    let mut lever = None;
    messages
        .iter()
        .map(|message| {
            let is_second = message[0] == 0x8d && lever.replace(message[9]) == Some(message[9]);
            at += if is_second { 1_000 } else { 120 };
            (At(at), message.clone())
        })
        .collect()
}

fn run(events: impl IntoIterator<Item = (At, SensorEvent)>) -> (BoardReader, Vec<(At, Event)>) {
    let mut reader = BoardReader::new(Settings { orientation: OrientationSetting::Auto, sensing: Sensing::Identity });
    let mut out = Vec::new();
    let mut drain = |reader: &mut BoardReader| {
        while let Some(output) = reader.poll() {
            if let ReaderOutput::Event(at, event) = output {
                out.push((at, event));
            }
        }
    };
    reader.link(At(0), true);
    let mut last = At(0);
    for (at, event) in events {
        while let Some(due) = reader.next_deadline().filter(|&due| due < at) {
            reader.tick(due);
            drain(&mut reader);
        }
        reader.handle(at, event);
        drain(&mut reader);
        last = at;
    }
    reader.tick(last + 10_000);
    drain(&mut reader);
    (reader, out)
}

fn game(name: &str) -> Option<Vec<(At, SensorEvent)>> {
    let messages = timed(&recording(name)?);
    Some(
        messages.iter().map(|(at, message)| (*at, decode(message, Marks::Dropped).expect("a whole message"))).collect(),
    )
}

fn presses(events: &[(At, Event)]) -> Vec<(At, Color)> {
    let press = |&(at, event): &(At, Event)| match event {
        Event::Press { by } => Some((at, by)),
        _ => None,
    };
    events.iter().filter_map(press).collect()
}

/// The board as a reader of the log would have it.
fn standing(events: &[(At, Event)]) -> Placement {
    let mut standing = Placement::EMPTY;
    for (_, event) in events {
        match event {
            Event::Drop { square, piece } => {
                assert_ne!(standing.set(*square, *piece), *piece, "{square} dropped on twice");
            }
            Event::Lift { square, piece } => assert_eq!(standing.set(*square, None), *piece, "on {square}"),
            Event::Placement(BoardReading::Pieces(placement)) => standing = *placement,
            _ => {}
        }
    }
    standing
}

/// Lever changes: when, and who pressed with White on the left.
fn lever_changes(events: &[(At, SensorEvent)]) -> Vec<(At, Color)> {
    let levers: Vec<(At, Side)> = events
        .iter()
        .filter_map(|(at, event)| match event {
            SensorEvent::Clock(reading) => Some((*at, reading.lever_high)),
            _ => None,
        })
        .collect();
    levers
        .windows(2)
        .filter(|pair| pair[0].1 != pair[1].1)
        .map(|pair| (pair[1].0, if pair[0].1 == Side::Left { Color::White } else { Color::Black }))
        .collect()
}

#[test]
fn a_recorded_game_gives_one_press_for_each_lever_change_and_its_last_position() {
    for (name, plies, last) in [
        ("dgt-arnsholt-1.jsonl", 57, "r5k1/p1p2rpR/1p3BQ1/2p1p3/4P3/3P3P/bPn3P1/6K1"),
        // With the kings in the middle: White has won.
        ("dgt-arnsholt-johan.jsonl", 43, "3r1r2/3n1b1p/2Q3p1/p2k1P2/1p2K3/4N1P1/PqP1NPBP/2R2R2"),
    ] {
        let Some(recorded) = game(name) else { return };
        let (reader, events) = run(recorded.clone());
        assert_eq!(reader.orientation(), Some(Orientation::Normal));
        assert_eq!(events[0], (At(120), Event::Link { up: true }));
        assert_eq!(events[1].1, Event::Placement(BoardReading::Pieces(Placement::initial())));
        let pressed = presses(&events);
        assert_eq!(pressed, lever_changes(&recorded), "{name}");
        assert_eq!(pressed.len(), plies, "{name}");
        assert!(pressed.iter().zip([Color::White, Color::Black].iter().cycle()).all(|((_, by), turn)| by == turn));
        assert_eq!(standing(&events).to_string(), last, "{name}");
        assert_eq!(reader.shadow(), Some(BoardReading::Pieces(standing(&events))));
        let counters = reader.counters();
        assert_eq!((counters.clock_readings_rejected, counters.presses_rejected), (0, 0), "{name}");
    }
}

#[test]
fn a_recorded_games_clock_is_told_in_full() {
    let Some(recorded) = game("dgt-arnsholt-1.jsonl") else { return };
    let (_, events) = run(recorded.clone());
    let told: Vec<_> = events
        .iter()
        .filter_map(|(_, event)| match event {
            Event::Clock(times) => Some((times.white_ms, times.black_ms, times.running)),
            _ => None,
        })
        .collect();
    let player = |side| if side == Side::Left { Color::White } else { Color::Black };
    let shown: Vec<_> = recorded
        .iter()
        .filter_map(|(_, event)| match event {
            SensorEvent::Clock(reading) => Some((
                Some(reading.left.ms),
                Some(reading.right.ms),
                reading.running.then(|| player(reading.lever_high)),
            )),
            _ => None,
        })
        .collect();
    assert_eq!(told, shown);
    assert_eq!(told.last(), Some(&(Some(109_000), Some(106_000), None)));
}

/// What the bytes of a message say of the clock, by the maker's page alone: White's time, Black's, whose time runs.
fn shown(message: &[u8]) -> Option<(u64, u64, Option<&'static str>)> {
    let [0x8d, 0x00, 0x0a, right @ .., status] = message else { return None };
    let (right, left) = right.split_at(3);
    // Acknowledgements come in the same frame: their hours cannot be.
    if [right, left].iter().any(|time| time[0] & 0x0f == 0x0a) {
        return None;
    }
    let bcd = |byte: u8| u64::from(byte >> 4) * 10 + u64::from(byte & 0x0f);
    let ms = |time: &[u8]| (u64::from(time[0] & 0x0f) * 3_600 + bcd(time[1]) * 60 + bcd(time[2])) * 1_000;
    let running = match *status & 0x03 {
        0x01 => Some("white"),
        0x03 => Some("black"),
        _ => None,
    };
    // The connector is on White's left.
    Some((ms(left), ms(right), running))
}

#[test]
fn the_whole_program_reads_every_clock_reading_every_press_and_the_flag_as_the_bytes_have_them() {
    for (name, plies, flag) in
        [("dgt-arnsholt-1", 57, None), ("dgt-arnsholt-johan", 43, Some(("black", "6.9", "1-0", 16_000, 0)))]
    {
        let Some(messages) = recording(&format!("{name}.jsonl")) else { return };
        let path = shared(&format!("boards/captures/derived/{name}.jsonl")).expect("just read");
        let replay = ["replay", "--board", "dgt"].map(OsStr::new).into_iter().chain([path.as_os_str()]);
        let output = touchmove(replay).output().expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let lines = String::from_utf8(output.stdout).expect("records are text");
        let records: Vec<serde_json::Value> =
            lines.lines().map(|line| serde_json::from_str(line).expect("a record is JSON")).collect();
        let of_type = |kind: &'static str| records.iter().filter(move |record| record["type"] == kind);

        let mut expected: Vec<_> = messages.iter().filter_map(|message| shown(message)).collect();
        expected.dedup();
        let told: Vec<_> = of_type("clock")
            .map(|clock| {
                let ms = |key: &str| clock[key].as_u64().expect("milliseconds");
                (ms("white_ms"), ms("black_ms"), clock["running"].as_str())
            })
            .collect();
        assert_eq!(told, expected, "{name}");

        // A lever that changed while the clock ran is a press; each completes a move, but none that mates or ends the log.
        let running: Vec<_> = expected.iter().filter_map(|(_, _, running)| *running).collect();
        let presses = running.windows(2).filter(|pair| pair[0] != pair[1]).count();
        let completed = of_type("move").filter(|said| said["status"] == "completed").count();
        assert_eq!((completed, presses.abs_diff(plies) <= 1), (plies, true), "{name}: {presses} presses");
        assert!(of_type("alert").all(|alert| alert["kind"] != "press-without-move"), "{name}");

        let flags: Vec<_> = of_type("alert").filter(|alert| alert["kind"] == "flag-fall").collect();
        assert_eq!(flags.len(), usize::from(flag.is_some()), "{name}");
        if let Some((by, article, result, white_ms, black_ms)) = flag {
            // Judged by 6.9: White has the pieces to checkmate.
            assert_eq!((&flags[0]["by"], &flags[0]["article"]), (&by.into(), &article.into()), "{name}");
            assert_eq!(flags[0]["data"]["result"], result, "{name}");
            assert_eq!(expected.last().map(|last| (last.0, last.1)), Some((white_ms, black_ms)));
        }
    }
}

#[test]
fn a_recorded_flag_falls_once_for_the_player_on_the_right() {
    let flags = |events: &[(At, Event)]| {
        let flag = |&(_, event): &(At, Event)| match event {
            Event::Flag { by } => Some(by),
            _ => None,
        };
        events.iter().filter_map(flag).collect::<Vec<_>>()
    };
    let Some(recorded) = game("dgt-arnsholt-johan.jsonl") else { return };
    assert_eq!(flags(&run(recorded).1), [Color::Black]);
    let Some(recorded) = game("dgt-arnsholt-1.jsonl") else { return };
    assert_eq!(flags(&run(recorded).1), []);
}

#[test]
fn a_recorded_game_on_a_turned_board_gives_the_same_events() {
    let Some(recorded) = game("dgt-arnsholt-johan.jsonl") else { return };
    let turned = recorded.iter().cloned().map(|(at, event)| {
        let event = match event {
            SensorEvent::Clock(reading) => SensorEvent::Clock(ClockReading {
                left: reading.right,
                right: reading.left,
                lever_high: reading.lever_high.other(),
                ..reading
            }),
            SensorEvent::Field { square, content } => SensorEvent::Field { square: square.turned(), content },
            SensorEvent::Placement(mut squares) => {
                squares.reverse();
                SensorEvent::Placement(squares)
            }
            other => other,
        };
        (at, event)
    });
    let (reader, events) = run(turned);
    assert_eq!(reader.orientation(), Some(Orientation::Turned));
    assert_eq!(events, run(recorded).1);
}

#[test]
fn a_recording_of_whole_positions_gives_each_new_one() {
    let Some(chunks) = recording("dgt-acarabott-poll1hz-chunks.jsonl") else { return };
    let bytes = chunks.concat();
    let dumps: Vec<SensorEvent> = bytes
        .iter()
        .enumerate()
        .filter(|(_, byte)| **byte == 0x86)
        .filter_map(|(start, _)| decode(bytes.get(start..start + 67)?, Marks::Dropped))
        .collect();
    assert_eq!(dumps.len(), 178);
    let changes = 1 + dumps.windows(2).filter(|pair| pair[0] != pair[1]).count();
    let times = (0..).step_by(1_000).map(At);
    let (reader, events) = run(times.zip(dumps));
    assert_eq!(events[0].1, Event::Link { up: true });
    assert_eq!(events[1].1, Event::Placement(BoardReading::Pieces(Placement::initial())));
    let placements =
        events.iter().filter(|(_, event)| matches!(event, Event::Placement(BoardReading::Pieces(_)))).count();
    assert_eq!((placements, events.len()), (changes, changes + 1));
    assert_eq!(reader.shadow(), Some(BoardReading::Pieces(standing(&events))));
    assert_eq!(standing(&events).pieces().filter(|(_, piece)| piece.role == Role::King).count(), 2);
}

/// A small generator, so that the damage is the same everywhere (xorshift).
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}

#[test]
fn damaged_clock_bytes_make_no_press_and_lose_none() {
    for name in ["dgt-arnsholt-1.jsonl", "dgt-arnsholt-johan.jsonl"] {
        let Some(messages) = recording(name) else { return };
        let messages = timed(&messages);
        let sound: Vec<_> =
            messages.iter().filter_map(|(at, message)| Some((*at, decode(message, Marks::Kept)?))).collect();
        let truth = lever_changes(&sound);
        for (seed, marks) in (1..=100).flat_map(|seed| [(seed, Marks::Dropped), (seed, Marks::Kept)]) {
            let mut chance = Chance(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(seed));
            let damaged = messages.iter().filter_map(|(at, message)| {
                let mut message = message.clone();
                if message[0] == 0x8d {
                    for byte in &mut message[3..] {
                        if chance.below(1_000) == 0 {
                            *byte ^= 1 << chance.below(7);
                        }
                    }
                }
                Some((*at, decode(&message, marks)?))
            });
            let (reader, events) = run(damaged);
            let pressed = presses(&events);
            let players = |presses: &[(At, Color)]| presses.iter().map(|&(_, by)| by).collect::<Vec<_>>();
            assert_eq!(players(&pressed), players(&truth), "{name} seed {seed}: {:?}", reader.counters());
            let late = pressed.iter().zip(&truth).map(|(press, change)| press.0.since(change.0)).max();
            assert!(late <= Some(2_500), "{name} seed {seed}: {late:?} ms late");
            assert!(!events.iter().any(|(_, event)| *event == Event::Flag { by: Color::White }), "{name} seed {seed}");
        }
    }
}
