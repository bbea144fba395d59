//! Goldens: traffic of our own emulated board with its usual noise, and the events that must come of it, however cut.

use protocols::{
    At, Codec, Device, Placement, SensorNoise,
    certabo::{BOARD, CertaboCodec, CertaboDevice},
};

use crate::common::{
    golden::{Goldens, capture},
    truth::{SHORT_GAME_MS, after_short_game, contents, short_game, told_last},
    wooden::{Heard, Script, converse, drain},
};

const GOLDENS: Goldens = Goldens { board: "certabo", codec: || Box::new(knowing()) };

/// A codec that knows the tags of the golden's pieces.
fn knowing() -> CertaboCodec {
    let mut codec = CertaboCodec::new();
    codec.recall(&learnt()).expect("it wrote it itself");
    codec
}

/// What a codec keeps that has seen the golden's pieces.
pub(crate) fn learnt() -> String {
    let mut codec = CertaboCodec::new();
    codec.opened(At(0));
    let (mut device, world) = (CertaboDevice::new(), Script::new(Placement::initial()));
    converse(&mut codec, &mut device, &world, 0, 5_000);
    codec.learn(At(5_000), &Placement::initial());
    let mut heard = Heard::default();
    drain(&mut codec, 5_000, &mut heard);
    heard.kept.pop().expect("what was learnt is kept")
}

fn played() -> Heard {
    let mut device = CertaboDevice::new();
    device.disturb(SensorNoise::Measured, 1);
    let mut codec = knowing();
    codec.opened(At(0));
    converse(&mut codec, &mut device, &short_game(), 0, SHORT_GAME_MS)
}

#[test]
fn the_emulated_board_plays_the_golden_game() {
    let heard = played();
    GOLDENS.holds("short-game.jsonl", &capture(&heard));
    GOLDENS.judge("short-game");
    GOLDENS.holds("tags.toml", &learnt());
    assert_eq!(told_last(&heard.events), contents(BOARD.sensing, &after_short_game()));
}
