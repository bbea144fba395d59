//! The codec against the emulated board: learning, noise, lights, silence.

use protocols::{
    At, Calibration, Codec, Device, Piece, Placement, Presence, SensorEvent, SensorNoise, Square, SquareContent,
    SquareSet,
    certabo::{BOARD, CertaboCodec, CertaboDevice},
};

use crate::{
    captures::learnt,
    common::{
        truth::{BadLine, checked, contents, shuffled, told_last},
        wooden::{Heard, Script, converse, drain, square},
    },
};

fn knowing() -> Box<dyn Codec> {
    let mut codec = CertaboCodec::new();
    codec.recall(&learnt()).expect("it wrote it itself");
    Box::new(codec)
}

fn calibrations(heard: &Heard) -> Vec<Calibration> {
    heard
        .events
        .iter()
        .filter_map(|(_, event)| match event {
            SensorEvent::Calibration(calibration) => Some(*calibration),
            _ => None,
        })
        .collect()
}

#[test]
fn before_it_has_learnt_a_piece_is_something_and_after_it_every_piece_is_known() {
    let (mut codec, mut device) = (CertaboCodec::new(), CertaboDevice::new());
    codec.opened(At(0));
    let world = Script::new(Placement::initial());
    let heard = converse(&mut codec, &mut device, &world, 0, 4_000);
    assert_eq!(calibrations(&heard), [Calibration::Wanted]);
    let occupied = contents(protocols::registry::Sensing::Occupancy, &Placement::initial());
    assert_eq!(told_last(&heard.events), occupied);
    codec.learn(At(4_001), &Placement::initial());
    let heard = converse(&mut codec, &mut device, &world, 4_001, 6_000);
    assert_eq!(calibrations(&heard), [Calibration::Complete]);
    assert_eq!(told_last(&heard.events), contents(BOARD.sensing, &Placement::initial()));
    assert_eq!(heard.kept.len(), 1);
    assert_eq!(heard.kept[0].lines().count(), 33);
}

#[test]
fn what_contradicts_what_is_known_is_not_learnt() {
    let mut codec = knowing();
    let mut device = CertaboDevice::new();
    codec.opened(At(0));
    let mut world = Script::new(Placement::initial());
    // A white queen from another set stands where the king should, and the king where she should.
    world.put(0, "e1", '.').put(1, "d1", '.');
    world.put(3_000, "e1", 'Q').put(3_000, "d1", 'K').put(5_000, "h3", 'Q');
    let heard = converse(codec.as_mut(), &mut device, &world, 0, 9_000);
    assert_eq!(told_last(&heard.events)[square("h3").index()], SquareContent::Occupied);
    let mut placement = Placement::initial();
    placement.set(square("h3"), Piece::from_letter('Q'));
    codec.learn(At(9_001), &placement);
    let heard = converse(codec.as_mut(), &mut device, &world, 9_001, 11_000);
    assert!(heard.kept.is_empty(), "king and queen are not where they are said to be");
    placement.set(square("e1"), Piece::from_letter('Q'));
    placement.set(square("d1"), Piece::from_letter('K'));
    codec.learn(At(11_001), &placement);
    let heard = converse(codec.as_mut(), &mut device, &world, 11_001, 13_000);
    assert_eq!(heard.kept[0].lines().count(), 34, "the second queen is learnt besides");
    assert_eq!(calibrations(&heard), [Calibration::Complete]);
}

#[test]
fn another_set_of_pieces_replaces_the_first() {
    let mut codec = CertaboCodec::new();
    let other_set = learnt().replace("\"3 ", "\"48 ");
    codec.recall(&other_set).expect("as it writes them");
    codec.opened(At(0));
    let (mut device, world) = (CertaboDevice::new(), Script::new(Placement::initial()));
    let heard = converse(&mut codec, &mut device, &world, 0, 4_000);
    assert_eq!(calibrations(&heard).last(), Some(&Calibration::Wanted));
    codec.learn(At(4_001), &Placement::initial());
    let mut heard = Heard::default();
    drain(&mut codec, 4_001, &mut heard);
    assert_eq!(heard.kept, [learnt()]);
}

/// How long a board with such noise takes until every piece of the first position is at least known to stand there, in
/// milliseconds.
fn all_are_seen_after(noise: SensorNoise, seed: u64) -> u64 {
    let (mut codec, mut device) = (CertaboCodec::new(), CertaboDevice::new());
    device.disturb(noise, seed);
    codec.opened(At(0));
    let world = Script::new(Placement::initial());
    let occupied = contents(protocols::registry::Sensing::Occupancy, &Placement::initial());
    let mut shown = [SquareContent::Empty; 64];
    let mut from = 0;
    while shown != occupied {
        assert!(from < 60_000, "{noise:?} seed {seed}: not all seen in a minute");
        let heard = converse(&mut codec, &mut device, &world, from, from + 99);
        for (_, event) in heard.events {
            match event {
                SensorEvent::Placement(squares) => shown = squares,
                SensorEvent::Field { square, content } => shown[square.index()] = content,
                _ => {}
            }
        }
        from += 100;
    }
    from
}

#[test]
fn the_pieces_of_a_set_not_yet_known_are_all_seen_soon_however_noisy_the_board() {
    for seed in 0..20 {
        assert!(all_are_seen_after(SensorNoise::None, seed) <= 3_000);
        assert!(all_are_seen_after(SensorNoise::Measured, seed) <= 4_500, "seed {seed}");
        assert!(all_are_seen_after(SensorNoise::Heavy, seed) <= 8_000, "seed {seed}");
    }
}

#[test]
fn random_tags_dropouts_and_a_bad_line_never_tell_what_was_not_so() {
    for (noise, line) in [
        (SensorNoise::None, BadLine(None)),
        (SensorNoise::Measured, BadLine(None)),
        (SensorNoise::Measured, BadLine(Some(1_000))),
        (SensorNoise::Heavy, BadLine(None)),
        (SensorNoise::Heavy, BadLine(Some(2_000))),
    ] {
        for seed in 0..6 {
            let mut until = 0;
            let (world, end) = shuffled(seed, 12, &mut until);
            let (heard, told) = checked(&BOARD, knowing(), &world, until, (noise, line, seed));
            assert_eq!(told, contents(BOARD.sensing, &end), "{noise:?} {line:?} seed {seed}");
            let misread = heard.events.iter().filter(|(_, event)| matches!(event, SensorEvent::Misread(_))).count();
            assert_eq!(misread > 0, noise != SensorNoise::None || line.0.is_some(), "{noise:?} {line:?}: {misread}");
        }
    }
}

#[test]
fn squares_are_lit_and_dark_again_when_the_port_is_opened() {
    let (mut codec, mut device) = (knowing(), CertaboDevice::new());
    codec.opened(At(0));
    let world = Script::new(Placement::initial());
    let squares: SquareSet = [square("e2"), square("e4")].into_iter().collect();
    codec.light(At(0), squares);
    let heard = converse(codec.as_mut(), &mut device, &world, 0, 3_000);
    assert_eq!(device.lit(), squares);
    assert_eq!(heard.sent.len(), 1, "a board that says what it has is asked once: {:?}", heard.sent);
    assert!(heard.sent[0].0 > 200, "nothing is sent before the board has been heard");
    codec.opened(At(3_001));
    converse(codec.as_mut(), &mut device, &world, 3_001, 6_000);
    assert_eq!(device.lit(), SquareSet::EMPTY);
}

#[test]
fn a_board_that_goes_silent_is_told_and_read_anew() {
    let (mut codec, mut device) = (knowing(), CertaboDevice::new());
    codec.opened(At(0));
    let mut world = Script::new(Placement::initial());
    converse(codec.as_mut(), &mut device, &world, 0, 4_000);
    let mut heard = Heard::default();
    while let Some(at) = codec.next_deadline().filter(|at| at.0 < 20_000) {
        codec.tick(at);
        drain(codec.as_mut(), at.0, &mut heard);
    }
    assert!(heard.events.iter().any(|(_, event)| *event == SensorEvent::Presence(Presence::Silent)));
    world.put(0, "e2", '.').put(1, "e4", 'P');
    let heard = converse(codec.as_mut(), &mut device, &world, 20_000, 24_000);
    let placements = heard.events.iter().filter(|(_, event)| matches!(event, SensorEvent::Placement(_))).count();
    assert_eq!(placements, 1);
    assert_eq!(
        told_last(&heard.events)[square("e4").index()],
        SquareContent::Piece(Piece::from_letter('P').expect("P"))
    );
    assert!(Square::all().all(|square| told_last(&heard.events)[square.index()] != SquareContent::Occupied));
}
