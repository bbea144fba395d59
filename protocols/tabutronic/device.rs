//! An emulated board: reads which squares are occupied, and says so.

use crate::{
    At, Device, Dice, SensorNoise, Square, SquareContent, SquareSet, World,
    certabo::{self, frame::LightsKind, lit::LitSquares},
    talker::Talker,
};

/// Time from one scan to the next, in milliseconds. Not documented; a line takes 9.
const SCAN_MS: u64 = 100;

/// How often a square is read wrong, by the noise. There is no recording to count from: measured is taken to be one
/// square in some two minutes, heavy four in a second.
fn wrong(noise: SensorNoise) -> f64 {
    match noise {
        SensorNoise::Heavy => 0.006,
        SensorNoise::Measured => 0.000_01,
        SensorNoise::None => 0.0,
    }
}

/// A Sentio board, seen from the wooden side.
#[derive(Debug)]
pub struct TabutronicDevice {
    talker: Talker,
    lights: LitSquares,
    next_scan: At,
    wrong: f64,
    dice: Dice,
}

impl TabutronicDevice {
    /// A board whose power comes with the first call to [`Device`].
    #[must_use]
    pub fn new() -> TabutronicDevice {
        TabutronicDevice {
            talker: Talker::new(certabo::LINE),
            lights: LitSquares::new(LightsKind::One),
            next_scan: At(0),
            wrong: 0.0,
            dice: Dice::new(0),
        }
    }

    fn scan(&mut self, at: At, world: &dyn World) {
        let occupied: SquareSet = Square::all()
            .filter(|&square| {
                let wrong = self.wrong > 0.0 && self.dice.chance(self.wrong);
                (world.content(square, at) != SquareContent::Empty) != wrong
            })
            .collect();
        let ranks: Vec<String> =
            occupied.bits().to_be_bytes().iter().map(|rank| rank.reverse_bits().to_string()).collect();
        self.talker.send(at, format!(":{}\r\n", ranks.join(" ")).as_bytes());
    }
}

impl Default for TabutronicDevice {
    fn default() -> TabutronicDevice {
        TabutronicDevice::new()
    }
}

impl Device for TabutronicDevice {
    fn lit(&self) -> SquareSet {
        self.lights.lit()
    }

    fn disturb(&mut self, noise: SensorNoise, seed: u64) {
        self.wrong = wrong(noise);
        self.dice = Dice::new(seed);
    }

    fn receive(&mut self, at: At, bytes: &[u8]) {
        if let Some(answer) = self.lights.receive(at, bytes) {
            self.talker.send(at, answer);
        }
    }

    fn advance(&mut self, at: At, world: &dyn World) {
        while self.next_scan <= at {
            self.scan(self.next_scan, world);
            self.next_scan = self.next_scan + SCAN_MS;
        }
        self.talker.advance(at);
    }

    fn next_deadline(&self) -> At {
        self.talker.next_deadline().map_or(self.next_scan, |leaves| leaves.min(self.next_scan))
    }

    fn poll(&mut self) -> Option<(At, Vec<u8>)> {
        self.talker.poll()
    }
}
