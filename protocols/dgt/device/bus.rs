//! An emulated board's seat on a bus: it says nothing unless it is asked by its address.

use super::DgtDevice;
use crate::{
    At, BusAddress,
    dgt::{
        bus::frame::{Command, answer, check, id},
        clock::encode,
        wire::{code_of, place},
    },
};

/// Bytes of a command.
const COMMAND: usize = 4;

/// Within so many milliseconds every board answers a ping to all, each when it likes.
const PING_ALL_MS: u64 = 1_100;

/// How long writing the start of a game takes, in milliseconds.
const START_MS: u64 = 70;

/// What a board on a bus has to remember.
#[derive(Debug, Default)]
pub(super) struct Seat {
    command: Vec<u8>,
    /// The last changes it told, in case they are asked for again.
    packet: Vec<u8>,
    /// Whether the next ping to all is to be left to others.
    quiet: bool,
    pings: u64,
}

impl Seat {
    /// Whether a command has begun.
    pub(super) fn has_begun(&self) -> bool {
        !self.command.is_empty()
    }
}

impl DgtDevice {
    /// A byte of a bus command, for this board or another.
    pub(super) fn bus_byte(&mut self, at: At, byte: u8) {
        if byte >= 0x80 {
            self.bus.command.clear();
        }
        self.bus.command.push(byte);
        if self.bus.command.len() < COMMAND {
            return;
        }
        let command = std::mem::take(&mut self.bus.command);
        let address = BusAddress::new((self.settings.serial & u32::from(BusAddress::MAX)) as u16);
        let own = address.unwrap_or(BusAddress::ALL);
        match Command::read(&command) {
            Some((Command::Ping, BusAddress::ALL)) => self.ping_all(at, own),
            Some((command, address)) if address == own => self.bus_obey(at, command, own),
            // For another board, or damaged.
            Some(_) | None => {}
        }
    }

    fn ping_all(&mut self, at: At, own: BusAddress) {
        if std::mem::take(&mut self.bus.quiet) {
            return;
        }
        self.bus.pings += 1;
        // Knuth's multiplicative hash: another delay for each board and each time.
        let mixed = (u64::from(own.number()) + 7 * self.bus.pings).wrapping_mul(2_654_435_761);
        self.output.put(at + (mixed >> 7) % PING_ALL_MS, &answer(id::PING, own, &[]));
    }

    fn bus_obey(&mut self, at: At, command: Command, own: BusAddress) {
        let (delay_ms, id, data) = match command {
            Command::Board => {
                let mut codes = vec![0; 64];
                for (square, piece) in self.memory.pieces() {
                    codes[usize::from(place(square))] = code_of(Some(piece));
                }
                (0, id::BOARD, codes)
            }
            Command::Changes => {
                self.bus.packet = self.log.changes();
                (0, id::CHANGES, self.bus.packet.clone())
            }
            Command::Clock => (0, id::CLOCK, encode(self.clock.as_ref()).to_vec()),
            Command::FromStart => (0, id::FROM_START, self.log.since_start()),
            Command::Ping => (0, id::PING, Vec::new()),
            Command::Quiet => {
                self.bus.quiet = true;
                (0, id::PING, Vec::new())
            }
            Command::Repeat => (0, id::CHANGES, self.bus.packet.clone()),
            Command::Start => {
                self.log.start(&self.memory);
                (START_MS, id::STARTED, Vec::new())
            }
            Command::Version => {
                let (main, sub) = self.settings.firmware;
                (0, id::VERSION, vec![main & 0x7f, sub & 0x7f])
            }
        };
        debug_assert!(data.iter().all(|byte| *byte == check(&[*byte])), "only an id has bit 7 set");
        self.output.put(at + delay_ms, &answer(id, own, &data));
    }
}
