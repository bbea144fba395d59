//! Frames that others recorded from physical boards. They are not ours to ship, so these tests pass with a note where
//! they are absent.

use std::fs;

use protocols::{At, Codec, Placement, SensorEvent, SquareContent, certabo::CertaboCodec};

use crate::common::{
    golden::cuts,
    missing::shared,
    truth::told_last,
    wooden::{Heard, drain},
};

/// The frames of the test of another program, by the line on which each stands there; without their colon in part.
fn frames() -> Option<Vec<(u32, String)>> {
    let path = shared("boards/captures/certabo-frames/picochess-test-frames.json")?;
    let text = fs::read_to_string(path).expect("frames");
    let mut frames = Vec::new();
    for object in text.split("\"line\":").skip(1) {
        let (number, rest) = object.split_once(',').expect("a line number");
        let (_, rest) = rest.split_once("\"text\":").expect("a text");
        let frame = rest.trim_start().trim_start_matches('"').split('"').next().expect("a text");
        frames.push((number.trim().parse().expect("a number"), frame.replace("\\r", "\r").replace("\\n", "\n")));
    }
    Some(frames)
}

struct Bench {
    codec: CertaboCodec,
    heard: Heard,
    frames: Vec<(u32, String)>,
    now: u64,
}

impl Bench {
    fn new() -> Option<Bench> {
        let mut codec = CertaboCodec::new();
        codec.opened(At(0));
        Some(Bench { codec, heard: Heard::default(), frames: frames()?, now: 0 })
    }

    /// Shows the frames that stand on these lines, in turn, so many times each.
    fn show(&mut self, lines: &[u32], times: usize) {
        for round in 0..times {
            for line in lines {
                let (_, text) = self.frames.iter().find(|(number, _)| number == line).expect("the frame is there");
                let text = if text.contains(':') { text.clone() } else { format!(":{text}") };
                for piece in cuts(text.as_bytes(), round as u64) {
                    self.codec.receive(At(self.now), &piece);
                    drain(&mut self.codec, self.now, &mut self.heard);
                }
                self.now += 350;
                self.codec.tick(At(self.now));
                drain(&mut self.codec, self.now, &mut self.heard);
            }
        }
    }

    fn learn(&mut self) {
        self.codec.learn(At(self.now), &Placement::initial());
        drain(&mut self.codec, self.now, &mut self.heard);
    }

    fn placement(&self) -> String {
        let mut placement = Placement::EMPTY;
        for (square, content) in protocols::Square::all().zip(told_last(&self.heard.events)) {
            match content {
                SquareContent::Empty => {}
                SquareContent::Occupied => panic!("{square} holds what is not known"),
                SquareContent::Piece(piece) => {
                    placement.set(square, Some(piece));
                }
            }
        }
        placement.to_string()
    }

    fn misread(&self) -> usize {
        self.heard.events.iter().filter(|(_, event)| matches!(event, SensorEvent::Misread(_))).count()
    }
}

#[test]
fn the_set_of_the_calibration_is_learnt_through_its_random_tags_and_its_games_are_read() {
    let Some(mut bench) = Bench::new() else { return };
    bench.show(&[251, 265, 278, 291, 304, 317, 330], 2);
    bench.learn();
    assert_eq!(bench.heard.kept[0].lines().count(), 33);
    assert!(bench.heard.kept[0].contains("\"3 0 84 252 15\" = \"R\"\n\"3 0 84 252 153\" = \"r\""));
    bench.show(&[251], 1);
    assert_eq!(bench.placement(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    bench.show(&[176], 4);
    assert_eq!(bench.placement(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
    // Two frames with nothing but other random tags in common empty squares.
    bench.show(&[100], 6);
    assert_eq!(bench.placement(), "r1bqkb1r/pppp1ppp/2n2n2/4p3/4P2P/8/PPPP1PP1/RNBQKBNR");
    // The same as the first, with rubbish before its colon.
    bench.show(&[158], 4);
    assert_eq!(bench.placement(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
    assert!(bench.misread() > 100, "{}", bench.misread());
}

#[test]
fn a_number_cut_by_a_packet_is_whole_again() {
    let Some(mut bench) = Bench::new() else { return };
    // Its last number is "17", a line feed, and what the next packet brought.
    let (_, cut) = bench.frames.iter_mut().find(|(number, _)| *number == 193).expect("the frame is there");
    cut.push_str("0\nL\r\n");
    bench.show(&[193], 8);
    bench.learn();
    // A frame shown so often makes its random tags look like pieces; one of another set, with none, ends that.
    bench.show(&[479], 4);
    bench.show(&[79], 4);
    assert!(bench.heard.kept[0].contains("\"3 0 84 252 170\" = \"R\""));
    assert_eq!(bench.placement(), "r1bqkb1r/pppppppp/2n2n2/8/7P/8/PPPPPPP1/RNBQKBNR");
}

#[test]
fn wrong_bits_in_five_tags_move_nothing() {
    let Some(mut bench) = Bench::new() else { return };
    bench.show(&[479], 8);
    bench.learn();
    bench.show(&[491, 503], 2);
    assert_eq!(bench.placement(), "rnbqkbnr/ppppppp1/8/8/8/8/PPPPPPPP/RNBQKBNR");
    assert_eq!(bench.misread(), 10);
}
