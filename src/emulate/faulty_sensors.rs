//! A board that is not what it was: squares that lose sight of their pieces for a moment, or for good, and a bad line.

use protocols::{At, ClockReading, Device, Dice, SensorNoise, Square, SquareContent, SquareSet, World};

use super::Noise;

/// Time is cut into pieces of so many milliseconds; in each a square flickers or does not.
const PIECE_MS: u64 = 1_000;

/// What is wrong with the sensors under a board.
#[derive(Debug, Clone, PartialEq)]
pub struct Faults {
    /// Squares that show nothing, ever.
    pub dead: SquareSet,
    /// How often in a second each square loses sight of its piece; 0.0 to 1.0.
    pub flicker: [f64; 64],
    /// For how long, from and to, in milliseconds; up to 900.
    pub flicker_ms: (u64, u64),
}

impl Faults {
    /// Every square sees its piece.
    pub const NONE: Faults = Faults { dead: SquareSet::EMPTY, flicker: [0.0; 64], flicker_ms: (50, 250) };

    /// The faults of this noise, on squares that the seed chooses.
    ///
    /// In the recordings of two games on a physical board, 232 reports of squares, no square flickers: measured has no
    /// faults of this kind. Heavy has three squares that flicker every few seconds, for up to a scan and a half.
    #[must_use]
    pub fn of(noise: SensorNoise, seed: u64) -> Faults {
        let mut faults = Faults::NONE;
        match noise {
            SensorNoise::Heavy => {
                let mut dice = Dice::new(seed);
                for _ in 0..3 {
                    faults.flicker[dice.between(0, 63) as usize] = 0.2;
                }
            }
            SensorNoise::Measured | SensorNoise::None => {}
        }
        faults
    }

    /// Whether a square sees nothing at `at`. The same at the same time, however often it is asked.
    fn is_blind(&self, seed: u64, square: Square, at: At) -> bool {
        if self.dead.contains(square) {
            return true;
        }
        let chance = self.flicker[square.index()];
        if chance <= 0.0 {
            return false;
        }
        let piece = at.0 / PIECE_MS;
        let mut dice = Dice::new(seed ^ piece.wrapping_mul(64).wrapping_add(square.index() as u64));
        // The first throws of neighbouring seeds are alike.
        dice.throw();
        if !dice.chance(chance) {
            return false;
        }
        let length = dice.between(self.flicker_ms.0, self.flicker_ms.1.min(PIECE_MS - 100));
        let begins = dice.between(0, PIECE_MS - length);
        (begins..begins + length).contains(&(at.0 % PIECE_MS))
    }
}

/// A board with faulty sensors, on a bad line: what it sends is damaged, what it receives is not.
#[derive(Debug)]
pub struct FaultySensors {
    device: Box<dyn Device>,
    faults: Faults,
    line: Noise,
    seed: u64,
    dice: Dice,
}

impl FaultySensors {
    /// The board, good as new so far; the same seed has whatever is added happen at the same times and to the same bytes.
    #[must_use]
    pub fn new(device: Box<dyn Device>, seed: u64) -> FaultySensors {
        FaultySensors { device, faults: Faults::NONE, line: Noise::NONE, seed, dice: Dice::new(seed) }
    }

    /// With these faults of its sensors.
    #[must_use]
    pub fn with_faults(self, faults: Faults) -> FaultySensors {
        FaultySensors { faults, ..self }
    }

    /// On a line with this noise.
    #[must_use]
    pub fn on_line(self, line: Noise) -> FaultySensors {
        FaultySensors { line, ..self }
    }
}

/// The world as faulty sensors show it.
struct Seen<'a> {
    world: &'a dyn World,
    faults: &'a Faults,
    seed: u64,
}

impl World for Seen<'_> {
    fn content(&self, square: Square, at: At) -> SquareContent {
        if self.faults.is_blind(self.seed, square, at) { SquareContent::Empty } else { self.world.content(square, at) }
    }

    fn number(&self, square: Square, at: At) -> u8 {
        self.world.number(square, at)
    }

    fn clock(&self, at: At) -> Option<ClockReading> {
        self.world.clock(at)
    }
}

impl Device for FaultySensors {
    fn disturb(&mut self, noise: SensorNoise, seed: u64) {
        self.device.disturb(noise, seed);
    }

    fn lit(&self) -> SquareSet {
        self.device.lit()
    }

    fn receive(&mut self, at: At, bytes: &[u8]) {
        self.device.receive(at, bytes);
    }

    fn advance(&mut self, at: At, world: &dyn World) {
        self.device.advance(at, &Seen { world, faults: &self.faults, seed: self.seed });
    }

    fn next_deadline(&self) -> At {
        self.device.next_deadline()
    }

    fn poll(&mut self) -> Option<(At, Vec<u8>)> {
        let (at, bytes) = self.device.poll()?;
        Some((at, self.line.pass(&bytes, &mut self.dice)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_flickers_as_often_and_as_long_as_it_should_and_a_dead_one_sees_nothing() {
        let square = Square::wrapping(12);
        let mut faults = Faults::of(SensorNoise::None, 1);
        assert!((0..100_000).all(|at| !faults.is_blind(1, square, At(at))));
        faults.flicker[square.index()] = 0.2;
        let (mut flickers, mut blind_ms, mut before) = (0, 0, false);
        for at in 0..1_000_000 {
            let blind = faults.is_blind(1, square, At(at));
            flickers += u32::from(blind && !before);
            blind_ms += u32::from(blind);
            before = blind;
        }
        assert!((150..250).contains(&flickers), "{flickers} flickers in 1,000 s");
        assert!((100..200).contains(&(blind_ms / flickers)), "{} ms each", blind_ms / flickers);
        faults.dead.insert(square);
        assert!((0..1_000).all(|at| faults.is_blind(1, square, At(at))));
        assert_eq!(Faults::of(SensorNoise::Heavy, 5), Faults::of(SensorNoise::Heavy, 5));
    }
}
