//! An emulated board: reads a tag a square, sends them all, and starts again.

use super::{
    frame::{LINE, LightsKind},
    lit::LitSquares,
    tags::Tag,
};
use crate::{At, Device, Dice, Piece, SensorNoise, Square, SquareContent, SquareSet, World, talker::Talker};

/// Time from one scan's start to the next, in milliseconds, unless the line is still busy: about four a second, as the
/// line allows.
const SCAN_MS: u64 = 250;

/// Time spent on one square, in microseconds.
const SQUARE_US: u64 = 1_000;

/// How often what goes wrong in one reading of one square.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Faults {
    /// An empty square gives random numbers.
    garbage: f64,
    /// A tag is read with wrong bits.
    misread: f64,
    /// A tag does not answer.
    dropout: f64,
}

impl Faults {
    fn of(noise: SensorNoise) -> Faults {
        match noise {
            SensorNoise::Heavy => Faults { garbage: 0.6, misread: 0.15, dropout: 0.05 },
            // README, "Noise": counted in recorded frames; the worse of the two sets for each.
            SensorNoise::Measured => Faults { garbage: 0.27, misread: 0.05, dropout: 0.005 },
            SensorNoise::None => Faults { garbage: 0.0, misread: 0.0, dropout: 0.0 },
        }
    }
}

/// A Certabo board, seen from the wooden side. Every piece has a tag of its own, which it keeps: one that is pushed over a
/// border is read with the same tag on both sides of it.
#[derive(Debug)]
pub struct CertaboDevice {
    talker: Talker,
    lights: LitSquares,
    /// When the running scan began, and the numbers of the squares read so far.
    scan: Option<(At, Vec<Tag>)>,
    next_scan: At,
    faults: Faults,
    dice: Dice,
}

impl CertaboDevice {
    /// A board whose power comes with the first call to [`Device`].
    #[must_use]
    pub fn new() -> CertaboDevice {
        CertaboDevice {
            talker: Talker::new(LINE),
            lights: LitSquares::new(LightsKind::One),
            scan: None,
            next_scan: At(0),
            faults: Faults::of(SensorNoise::None),
            dice: Dice::new(0),
        }
    }

    /// The tag that a square's antenna finds now.
    fn tag(&mut self, square: Square, at: At, world: &dyn World) -> Tag {
        let standing = match world.content(square, at) {
            SquareContent::Piece(piece) => Some(tag_of(piece, world.number(square, at))),
            // A piece without a tag.
            SquareContent::Empty | SquareContent::Occupied => None,
        };
        match standing {
            Some(_) if self.dice.chance(self.faults.dropout) => Tag([0; 5]),
            Some(tag) if self.dice.chance(self.faults.misread) => {
                let mut wrong = tag;
                // The bits that go wrong in recordings are those of the last three bytes.
                for _ in 0..self.dice.between(1, 4) {
                    wrong.0[self.dice.between(2, 4) as usize] ^= 1 << self.dice.between(0, 7);
                }
                wrong
            }
            Some(tag) => tag,
            None if self.dice.chance(self.faults.garbage) => Tag([0; 5].map(|_: u8| self.dice.between(0, 255) as u8)),
            None => Tag([0; 5]),
        }
    }

    /// Sends what a scan has found, the eighth rank first.
    fn send(&mut self, at: At, tags: &[Tag]) {
        let numbers: Vec<String> =
            (0..64u8).map(|place| tags[Square::wrapping(place ^ 0o70).index()].to_string()).collect();
        self.talker.send(at, format!(":{}\r\n", numbers.join(" ")).as_bytes());
    }
}

/// A tag like those of a real set, for each piece of its kind.
fn tag_of(piece: Piece, number: u8) -> Tag {
    let [a, b, c, d] =
        (u32::from(piece.letter()) << 8 | (u32::from(number) + 1)).wrapping_mul(0x9e37_79b1).to_be_bytes();
    Tag([3, a % 4, 84 ^ (b % 8), c | 1, d | 1])
}

impl Default for CertaboDevice {
    fn default() -> CertaboDevice {
        CertaboDevice::new()
    }
}

impl Device for CertaboDevice {
    fn lit(&self) -> SquareSet {
        self.lights.lit()
    }

    fn disturb(&mut self, noise: SensorNoise, seed: u64) {
        self.faults = Faults::of(noise);
        self.dice = Dice::new(seed);
    }

    fn receive(&mut self, at: At, bytes: &[u8]) {
        if let Some(answer) = self.lights.receive(at, bytes) {
            self.talker.send(at, answer);
        }
    }

    fn advance(&mut self, at: At, world: &dyn World) {
        loop {
            let (began, tags) = match self.scan.take() {
                None if self.next_scan > at => break,
                None => (self.next_scan.max(self.talker.free()), Vec::with_capacity(64)),
                Some(scan) => scan,
            };
            let read_at = |number: usize| At(began.0 + number as u64 * SQUARE_US / 1_000);
            let mut tags = tags;
            while tags.len() < 64 && read_at(tags.len()) <= at {
                let square = Square::wrapping(tags.len() as u8);
                let tag = self.tag(square, read_at(tags.len()), world);
                tags.push(tag);
            }
            if tags.len() < 64 {
                self.scan = Some((began, tags));
                break;
            }
            self.send(read_at(64), &tags);
            self.next_scan = At(began.0 + SCAN_MS).max(self.talker.free());
        }
        self.talker.advance(at);
    }

    fn next_deadline(&self) -> At {
        let scan = self.scan.as_ref().map_or(self.next_scan, |(began, _)| At(began.0 + 64 * SQUARE_US / 1_000));
        self.talker.next_deadline().map_or(scan, |leaves| leaves.min(scan))
    }

    fn poll(&mut self) -> Option<(At, Vec<u8>)> {
        self.talker.poll()
    }
}
