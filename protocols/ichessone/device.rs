//! An emulated board: scans, tells, answers, lights its squares.

use super::frame::{Command, LINE, Message, Reading, SILENCE_MS};
use crate::{
    At, Color, Device, Dice, Piece, Placement, Role, SensorNoise, Square, SquareContent, SquareSet, World,
    talker::Talker,
};

/// Time from one scan to the next, in milliseconds. Not documented.
const SCAN_MS: u64 = 100;

/// Most that may wait for the line, in milliseconds, before a change has to wait for a later scan.
const MAX_WAITING_MS: u64 = 100;

/// How often what goes wrong in one reading of one piece. There is no recording to count from: measured is taken to be
/// one piece in five minutes, heavy two in a second.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Faults {
    /// It is not seen.
    unseen: f64,
    /// It is taken for another.
    mistaken: f64,
}

impl Faults {
    fn of(noise: SensorNoise) -> Faults {
        match noise {
            SensorNoise::Heavy => Faults { unseen: 0.006, mistaken: 0.001 },
            SensorNoise::Measured => Faults { unseen: 0.000_01, mistaken: 0.0 },
            SensorNoise::None => Faults { unseen: 0.0, mistaken: 0.0 },
        }
    }
}

/// An iChessOne, seen from the wooden side.
#[derive(Debug)]
pub struct IChessOneDevice {
    talker: Talker,
    input: Vec<u8>,
    /// When the last byte came.
    heard: At,
    /// What the last scan found; `None` before the first.
    memory: Option<Placement>,
    /// The position told last, where changes are told unasked.
    told: Option<Placement>,
    next_scan: At,
    lit: SquareSet,
    faults: Faults,
    dice: Dice,
}

impl IChessOneDevice {
    /// A board whose power comes with the first call to [`Device`].
    #[must_use]
    pub fn new() -> IChessOneDevice {
        IChessOneDevice {
            talker: Talker::new(LINE),
            input: Vec::new(),
            heard: At(0),
            memory: None,
            told: None,
            next_scan: At(0),
            lit: SquareSet::EMPTY,
            faults: Faults::of(SensorNoise::None),
            dice: Dice::new(0),
        }
    }

    /// What the sensor under a square reads.
    fn sensed(&mut self, content: SquareContent) -> Option<Piece> {
        let piece = match content {
            SquareContent::Piece(piece) => piece,
            // A piece that it does not know.
            SquareContent::Empty | SquareContent::Occupied => return None,
        };
        if self.dice.chance(self.faults.unseen) {
            return None;
        }
        if self.dice.chance(self.faults.mistaken) {
            const ROLES: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
            let color = *self.dice.pick(&[Color::Black, Color::White]).unwrap_or(&piece.color);
            let role = *self.dice.pick(&ROLES).unwrap_or(&piece.role);
            return Some(Piece { color, role });
        }
        Some(piece)
    }

    fn scan(&mut self, at: At, world: &dyn World) {
        let mut found = Placement::EMPTY;
        for square in Square::all() {
            let piece = self.sensed(world.content(square, at));
            found.set(square, piece);
        }
        self.memory = Some(found);
        if self.told.is_some_and(|told| told != found) && self.talker.free() <= at + MAX_WAITING_MS {
            self.told = Some(found);
            self.talker.send(at, &Message::Position(found).bytes());
        }
    }

    fn obey(&mut self, at: At, command: Command) {
        match command {
            // It is fed through its cable.
            Command::Battery => self.talker.send(at, &Message::Battery { percent: 100, charging: true }.bytes()),
            Command::Light(squares) => self.lit = squares,
            Command::LightMore(squares) => self.lit = SquareSet::from_bits(self.lit.bits() | squares.bits()),
            Command::Position => {
                if let Some(placement) = self.memory {
                    self.talker.send(at, &Message::Position(placement).bytes());
                }
            }
            Command::Quiet => self.told = None,
            Command::Updates => self.told = Some(self.memory.unwrap_or(Placement::EMPTY)),
        }
    }
}

impl Default for IChessOneDevice {
    fn default() -> IChessOneDevice {
        IChessOneDevice::new()
    }
}

impl Device for IChessOneDevice {
    fn lit(&self) -> SquareSet {
        self.lit
    }

    fn disturb(&mut self, noise: SensorNoise, seed: u64) {
        self.faults = Faults::of(noise);
        self.dice = Dice::new(seed);
    }

    fn receive(&mut self, at: At, bytes: &[u8]) {
        if at.since(self.heard) >= SILENCE_MS {
            // A command that was broken off does not swallow the next.
            self.input.clear();
        }
        self.heard = at;
        for &byte in bytes {
            self.input.push(byte);
            while !self.input.is_empty() {
                match Command::read(&self.input) {
                    Reading::Begun => break,
                    Reading::Whole(command, length) => {
                        self.input.drain(..length);
                        self.obey(at, command);
                    }
                    // What makes no sense is passed over without a word.
                    Reading::Wrong(_) => {
                        self.input.remove(0);
                    }
                }
            }
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
