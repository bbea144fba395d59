//! The Tabutronic occupancy boards from outside: codec, emulated board, captures.

#[path = "../common/mod.rs"]
mod common;

use common::{
    golden::{Goldens, capture},
    truth::{BadLine, SHORT_GAME_MS, after_short_game, checked, contents, short_game, shuffled, told_last},
    wooden::{Heard, Script, converse, drain, square},
};
use protocols::{
    At, Codec, Device, Placement, SensorEvent, SensorNoise, SquareContent, SquareSet,
    tabutronic::{BOARD, TabutronicCodec, TabutronicDevice},
};

const GOLDENS: Goldens = Goldens { board: "tabutronic", codec: || Box::new(TabutronicCodec::new()) };

#[test]
fn the_emulated_board_plays_the_golden_game() {
    let mut codec = TabutronicCodec::new();
    codec.opened(At(0));
    let heard = converse(&mut codec, &mut TabutronicDevice::new(), &short_game(), 0, SHORT_GAME_MS);
    GOLDENS.holds("short-game.jsonl", &capture(&heard));
    GOLDENS.judge("short-game");
    assert_eq!(told_last(&heard.events), contents(BOARD.sensing, &after_short_game()));
}

/// What a codec tells of these bytes, each of the lines sent so many times.
fn told(lines: &[&str]) -> Vec<SensorEvent> {
    let mut codec = TabutronicCodec::new();
    codec.opened(At(0));
    let mut heard = Heard::default();
    for (number, line) in (1..).zip(lines) {
        codec.receive(At(number * 100), line.as_bytes());
        drain(&mut codec, number * 100, &mut heard);
    }
    heard.events.into_iter().map(|(_, event)| event).collect()
}

#[test]
fn lines_as_other_programs_know_them_are_read() {
    // PicoChess's tests: h1 is lifted, and a command for the lights is acknowledged behind the line.
    let initial = ":255 255 0 0 0 0 255 255 \r\n";
    let lifted = ":255 255 0 0 0 0 255 254\nL\r\n";
    let events = told(&[initial, initial, initial, initial, lifted, lifted]);
    let first = contents(BOARD.sensing, &Placement::initial());
    assert_eq!(
        events[1..],
        [SensorEvent::Placement(first), SensorEvent::Field { square: square("h1"), content: SquareContent::Empty }]
    );
    // BearChess's: the white king on e4.
    let king = ":255 255 0 0 8 0 255 247\r\n";
    let events = told(&[king; 4]);
    let mut placement = Placement::initial();
    let piece = placement.set(square("e1"), None);
    placement.set(square("e4"), piece);
    assert_eq!(events[1], SensorEvent::Placement(contents(BOARD.sensing, &placement)));
}

#[test]
fn wrong_squares_and_a_bad_line_never_tell_what_was_not_so() {
    for (noise, line) in [(SensorNoise::None, BadLine(None)), (SensorNoise::Measured, BadLine(Some(1_000)))] {
        for seed in 0..10 {
            let mut until = 0;
            let (world, end) = shuffled(seed, 12, &mut until);
            let (_, told) = checked(&BOARD, (BOARD.codec)(), &world, until, (noise, line, seed));
            assert_eq!(told, contents(BOARD.sensing, &end), "{noise:?} {line:?} seed {seed}");
        }
    }
}

#[test]
fn squares_are_lit() {
    let (mut codec, mut device) = (TabutronicCodec::new(), TabutronicDevice::new());
    codec.opened(At(0));
    let squares: SquareSet = [square("a8"), square("h1")].into_iter().collect();
    codec.light(At(0), squares);
    let heard = converse(&mut codec, &mut device, &Script::new(Placement::initial()), 0, 3_000);
    assert_eq!((device.lit(), heard.sent.len()), (squares, 1));
}
