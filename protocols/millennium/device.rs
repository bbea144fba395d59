//! An emulated board: scans, tells, answers, lights its lamps.

use super::{
    frame::LINE,
    lamps::{LAMPS, corners},
    message::{Command, byte, check, letters, wire, with_parity},
};
use crate::{
    At, Device, Placement, Square, SquareContent, SquareSet, World,
    kind::{Model, Sensing},
    talker::Talker,
};

/// Registers that a board has.
const REGISTERS: usize = 256;

/// Longest command, in characters: all lamps and the check.
const MAX_COMMAND: usize = 3 + 2 * LAMPS + 2;

/// Unit of the scan time in register 01, in microseconds.
const SCAN_UNIT_US: u64 = 2_048;

/// Unit of the report interval in register 03, in microseconds.
const INTERVAL_UNIT_US: u64 = 4_096;

/// Most characters that may wait for the line before a report is left out.
const MAX_WAITING_MS: u64 = 100;

/// A Millennium board on a ChessLink module, seen from the wooden side: one that tells pieces apart, or an eONE, which
/// tells what its own rules make of the squares.
#[derive(Debug)]
pub struct MillenniumDevice {
    model: Model,
    talker: Talker,
    registers: [u8; REGISTERS],
    /// When the next scan is due, in microseconds; `None` before power came.
    scan_us: Option<u64>,
    memory: Placement,
    /// Scans since the position last changed; beyond 255 not counted.
    steady: u8,
    /// The position told last.
    told: Option<Placement>,
    told_us: u64,
    input: Vec<u8>,
    lamps: [u8; LAMPS],
}

impl MillenniumDevice {
    /// A board without power; the first call to [`Device`] is when power comes.
    #[must_use]
    pub fn new(model: Model) -> MillenniumDevice {
        let mut registers = [0; REGISTERS];
        registers[1] = 20;
        MillenniumDevice {
            model,
            talker: Talker::new(LINE),
            registers,
            scan_us: None,
            memory: Placement::EMPTY,
            steady: 0,
            told: None,
            told_us: 0,
            input: Vec::new(),
            lamps: [0; LAMPS],
        }
    }

    /// What a register holds.
    #[must_use]
    pub fn register(&self, address: u8) -> u8 {
        self.registers[usize::from(address)]
    }

    /// The patterns of the 81 lamps.
    #[must_use]
    pub fn lamps(&self) -> &[u8; LAMPS] {
        &self.lamps
    }

    /// Time from one scan to the next, in microseconds.
    fn scan_period_us(&self) -> u64 {
        // What is too fast for the board counts as what the maker sets.
        let units = if self.registers[1] < 15 { 20 } else { self.registers[1] };
        u64::from(units) * SCAN_UNIT_US
    }

    fn scan(&mut self, us: u64, world: &dyn World) {
        let at = At(us / 1_000);
        let mut found = Placement::EMPTY;
        for square in Square::all() {
            if let SquareContent::Piece(piece) = world.content(square, at) {
                found.set(square, Some(piece));
            }
        }
        self.steady = if found == self.memory { self.steady.saturating_add(1) } else { 0 };
        self.memory = found;
        let changed = self.told.as_ref() != Some(&found);
        let due = match self.registers[2] {
            0 => true,
            2 => us - self.told_us >= u64::from(self.registers[3]) * INTERVAL_UNIT_US,
            3 => changed,
            debounced @ 4..=7 => changed && self.steady + 2 >= debounced,
            _ => false,
        };
        if due && self.talker.free() <= at + MAX_WAITING_MS {
            self.told_us = us;
            self.tell_status(at);
        }
    }

    fn tell_status(&mut self, at: At) {
        self.told = Some(self.memory);
        self.tell(at, &format!("s{}", letters(&self.memory)));
    }

    fn tell(&mut self, at: At, text: &str) {
        self.talker.send(at, &wire(text));
    }

    fn obey(&mut self, at: At, command: &Command) {
        match command {
            Command::Information => {
                let name = match self.model.sensing {
                    Sensing::Identity => "supreme",
                    Sensing::Occupancy => "e-one",
                };
                let text: Vec<u8> = format!("{name} emulated\n").bytes().map(with_parity).collect();
                self.talker.send(at, &text);
            }
            Command::Lamps(_, lamps) => {
                self.lamps = **lamps;
                self.tell(at, "l");
            }
            Command::LampsOff => {
                self.lamps = [0; LAMPS];
                self.tell(at, "x");
            }
            Command::Read(address) => self.tell(at, &format!("r{address:02X}{:02X}", self.register(*address))),
            Command::Status => self.tell_status(at),
            Command::Version => self.tell(
                at,
                match self.model.sensing {
                    Sensing::Identity => "v0103",
                    Sensing::Occupancy => "v0210",
                },
            ),
            Command::Write(address, value) => {
                self.registers[usize::from(*address)] = *value;
                self.tell(at, &format!("w{address:02X}{value:02X}"));
            }
        }
    }
}

impl Device for MillenniumDevice {
    fn lit(&self) -> SquareSet {
        let all_on = |square: &Square| corners(*square).into_iter().all(|lamp| self.lamps[lamp] != 0);
        Square::all().filter(all_on).collect()
    }

    fn receive(&mut self, at: At, bytes: &[u8]) {
        self.scan_us.get_or_insert(at.0 * 1_000);
        for &character in bytes {
            self.input.push(character & 0x7f);
            // Commands that make no sense are passed over without a word.
            if self.input.len() > MAX_COMMAND {
                self.input.remove(0);
            }
            let good = (3..=self.input.len()).map(|length| self.input.len() - length).find_map(|from| {
                let (text, digits) = self.input[from..].split_at_checked(self.input.len() - from - 2)?;
                let &[high, low] = digits else { return None };
                (byte(high, low) == Some(check(text))).then(|| Command::read(text)).flatten()
            });
            if let Some(command) = good {
                self.input.clear();
                self.obey(at, &command);
            }
        }
    }

    fn advance(&mut self, at: At, world: &dyn World) {
        let mut scan_us = *self.scan_us.get_or_insert(at.0 * 1_000);
        while scan_us <= at.0 * 1_000 {
            self.scan(scan_us, world);
            scan_us += self.scan_period_us();
        }
        self.scan_us = Some(scan_us);
        self.talker.advance(at);
    }

    fn next_deadline(&self) -> At {
        let scan = self.scan_us.map_or(At(0), |scan_us| At(scan_us.div_ceil(1_000)));
        self.talker.next_deadline().map_or(scan, |leaves| leaves.min(scan))
    }

    fn poll(&mut self) -> Option<(At, Vec<u8>)> {
        self.talker.poll()
    }
}
