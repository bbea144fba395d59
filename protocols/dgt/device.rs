//! An emulated board: scans, answers, keeps its log, and speaks no faster than its line.

mod bus;

use std::collections::VecDeque;

use super::{
    clock::{CLOCK_DATA, encode},
    log::{LOG_BYTES, Log},
    wire::{HEADER, code_of, id, place, square},
};
use crate::{At, ClockReading, Device, Piece, Placement, Side, Square, SquareContent, World};

/// Bytes that the board keeps while it is busy; more are lost.
const MAX_INPUT: usize = 10;

/// So many bytes may wait for the line before changes of the board have to wait for a later scan.
const MAX_WAITING: u64 = 512;

/// The same while commands wait, so that a flickering board can still be talked to.
const MAX_WAITING_ASKED: u64 = 32;

/// A command is obeyed when so few bytes wait for the line.
const MAX_WAITING_OBEYED: u64 = 64;

/// Most pieces of output kept for [`Device::poll`]; a computer that reads nothing loses what comes after them.
const MAX_CHUNKS: usize = 4_096;

/// Long messages leave in pieces of so many bytes.
const CHUNK: usize = 64;

/// The line's time is counted in thirds of a microsecond, which makes a byte a whole number of them.
const MS: u64 = 3_000;

/// Ten bits at 9600 bits a second, 1,041 2/3 µs.
const BYTE: u64 = 3_125;

/// Longest time between two clock messages in the mode that sends them regularly, in milliseconds.
const CLOCK_EVERY_MS: u64 = 1_000;

/// Bus commands are four bytes long.
const BUS_REST: u8 = 3;

/// What an emulated board is.
#[derive(Debug, Clone)]
pub struct DeviceSettings {
    /// Serial number, 0..=99,999; sent as five digits, and as ten where the long one is asked for.
    pub serial: u32,
    /// Firmware version, both parts 0..=127.
    pub firmware: (u8, u8),
    /// The text it gives as its trademark: ASCII, at most 256 bytes are sent. Must not be another maker's.
    pub trademark: &'static str,
    /// The order in which the squares are read. One that is left out is never read.
    pub order: Vec<Square>,
    /// Time from one scan's start to the next, in milliseconds; a scan that takes longer delays the next.
    pub scan_ms: u64,
    /// Time spent on one square, in microseconds.
    pub square_us: u64,
}

impl Default for DeviceSettings {
    /// 64 squares of 3.1 ms, rank by rank from a8, five scans a second.
    fn default() -> DeviceSettings {
        DeviceSettings {
            serial: 31_415,
            firmware: (3, 1),
            trademark: "touchmove emulated board\nNot made by the maker of the boards that it imitates.",
            order: (0..64).filter_map(square).collect(),
            scan_ms: 200,
            square_us: 3_100,
        }
    }
}

/// A DGT board in single-board mode, seen from the wooden side.
///
/// It scans from its first call on, whether or not anybody listens, because
/// its log does too.
#[derive(Debug)]
pub struct DgtDevice {
    settings: DeviceSettings,
    mode: Mode,
    /// When the running scan began, in microseconds; `None` before power came.
    scan_us: Option<u64>,
    /// How many squares of the running scan have been read.
    scanned: usize,
    /// Whether a scan has been completed: before that, the board answers nothing.
    ready: bool,
    /// Whether the running scan found a change.
    changed: bool,
    /// The board as it was read last.
    memory: Placement,
    clock: Option<ClockReading>,
    /// Data of the last clock message in this mode, and when it was sent.
    told: Option<([u8; CLOCK_DATA], At)>,
    log: Log,
    /// Commands waiting for the line to be free, with the time they came.
    input: VecDeque<(At, u8)>,
    /// Bytes of a longer command that are still to come and mean nothing to us.
    skip: Skip,
    bus: bus::Seat,
    output: Line,
    /// The latest time given.
    now: At,
}

/// What the board sends unasked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Nothing: it hangs on a bus with others. So it is when power comes.
    Bus,
    /// Nothing.
    Idle,
    /// Nothing any more, and answers nothing: a command started the boot loader.
    Lost,
    /// Field updates, and clock messages at least every second.
    Update,
    /// Field updates.
    UpdateBoard,
    /// Field updates, and clock messages when something in them changed.
    UpdateNice,
}

/// Bytes of a command that are passed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Skip {
    /// So many.
    Bytes(u8),
    /// As many as the next byte says.
    Counted,
}

/// The line to the computer: what waits, and when it leaves.
#[derive(Debug, Default)]
struct Line {
    chunks: VecDeque<(At, Vec<u8>)>,
    /// When the last bit of what was sent leaves, see [`MS`].
    free: u64,
}

impl DgtDevice {
    /// A board without power; the first call to [`Device`] is when power comes.
    #[must_use]
    pub fn new(settings: DeviceSettings) -> DgtDevice {
        DgtDevice {
            settings,
            mode: Mode::Bus,
            scan_us: None,
            scanned: 0,
            ready: false,
            changed: false,
            memory: Placement::EMPTY,
            clock: None,
            told: None,
            log: Log::new(),
            input: VecDeque::new(),
            skip: Skip::Bytes(0),
            bus: bus::Seat::default(),
            output: Line::default(),
            now: At(0),
        }
    }

    /// Power goes; the next call to [`Device`] is when it comes back. Only the log is kept.
    pub fn lose_power(&mut self) {
        let log = std::mem::replace(&mut self.log, Log::new());
        *self = DgtDevice { log, now: self.now, ..DgtDevice::new(self.settings.clone()) };
    }

    fn power(&mut self, at: At) -> u64 {
        self.now = self.now.max(at);
        *self.scan_us.get_or_insert_with(|| {
            self.log.power_up();
            at.0.saturating_mul(1_000)
        })
    }

    /// Time from one scan's start to the next, in microseconds.
    fn scan_period_us(&self) -> u64 {
        self.settings
            .scan_ms
            .saturating_mul(1_000)
            .max(self.settings.square_us.saturating_mul(self.settings.order.len() as u64))
            .max(1)
    }

    /// When the next square of the scan begun at `scan_us` is read.
    fn read_at(&self, scan_us: u64) -> At {
        At(scan_us.saturating_add((self.scanned as u64).saturating_mul(self.settings.square_us)) / 1_000)
    }

    fn sends_fields(&self) -> bool {
        match self.mode {
            Mode::Bus | Mode::Idle | Mode::Lost => false,
            Mode::Update | Mode::UpdateBoard | Mode::UpdateNice => true,
        }
    }

    /// Reads one square; keeps a change for later where the line has no room for it.
    fn scan(&mut self, square: Square, at: At, world: &dyn World) {
        let found: Option<Piece> = match world.content(square, at) {
            SquareContent::Piece(piece) => Some(piece),
            // It has no coil that the board knows.
            SquareContent::Empty | SquareContent::Occupied => None,
        };
        if found == self.memory.at(square) {
            return;
        }
        let room = if self.input.is_empty() { MAX_WAITING } else { MAX_WAITING_ASKED };
        if self.sends_fields() && self.output.waiting(at) > room {
            return;
        }
        self.memory.set(square, found);
        self.changed = true;
        self.log.update(square, code_of(found), at);
        if self.sends_fields() {
            self.output.send(at, id::FIELD, &[place(square), code_of(found)]);
        }
    }

    /// Once a scan: hears the clock, tells of it, writes the lever's changes to the log.
    fn hear_clock(&mut self, at: At, world: &dyn World) {
        let heard = world.clock(at).map(|reading| ClockReading { turn: Some(reading.lever_high), ..reading });
        if let (Some(before), Some(now)) = (&self.clock, &heard)
            && before.connected
            && now.connected
            && before.lever_high != now.lever_high
        {
            let stopped = match before.lever_high {
                Side::Left => &now.left,
                Side::Right => &now.right,
            };
            self.log.stopped(before.lever_high, stopped);
        }
        self.clock = heard;
        let data = encode(self.clock.as_ref());
        let due = match (self.mode, self.told) {
            (Mode::Bus | Mode::Idle | Mode::Lost | Mode::UpdateBoard, _) => false,
            (Mode::Update | Mode::UpdateNice, None) => true,
            (Mode::Update, Some((told, when))) => told != data || at.since(when) >= CLOCK_EVERY_MS,
            (Mode::UpdateNice, Some((told, _))) => told != data,
        };
        if due && self.output.waiting(at) <= MAX_WAITING {
            self.output.send(at, id::CLOCK, &data);
            self.told = Some((data, at));
        }
    }

    /// Obeys the commands whose turn has come: the board does one thing at a time.
    fn serve(&mut self, at: At) {
        while self.ready && self.output.waiting(at) <= MAX_WAITING_OBEYED {
            let Some((_, byte)) = self.input.pop_front_if(|&mut (came, _)| came <= at) else { return };
            self.obey(at, byte);
        }
    }

    fn obey(&mut self, at: At, byte: u8) {
        match self.skip {
            Skip::Bytes(0) => {}
            Skip::Bytes(left) => return self.skip = Skip::Bytes(left - 1),
            Skip::Counted => return self.skip = Skip::Bytes(byte),
        }
        if self.mode == Mode::Lost {
            return;
        }
        if self.mode == Mode::Bus && (byte >= 0x80 || self.bus.has_begun()) {
            return self.bus_byte(at, byte);
        }
        if byte >= 0x80 {
            // The command that brings a board back to the bus is not obeyed.
            self.mode = Mode::Bus;
            self.skip = Skip::Bytes(BUS_REST);
            return;
        }
        if self.mode == Mode::Bus && (0x40..=0x5a).contains(&byte) {
            self.set_mode(Mode::Idle);
        }
        let serial = self.settings.serial % 100_000;
        match byte {
            0x2b | 0x60 | 0x63 => self.skip = Skip::Counted,
            0x40 => self.set_mode(Mode::Idle),
            0x41 => self.output.send(at, id::CLOCK, &encode(self.clock.as_ref())),
            0x42 => {
                let mut codes = [0; 64];
                for (square, piece) in self.memory.pieces() {
                    codes[usize::from(place(square))] = code_of(Some(piece));
                }
                self.output.send(at, id::BOARD, &codes);
            }
            0x43 => self.set_mode(Mode::Update),
            0x44 => self.set_mode(Mode::UpdateBoard),
            0x45 => self.output.send(at, id::SERIAL, format!("{serial:05}").as_bytes()),
            0x46 => self.output.send(at, id::BUS_ADDRESS, &[(serial >> 7 & 0x7f) as u8, (serial & 0x7f) as u8]),
            0x47 => {
                let text: Vec<u8> = self.settings.trademark.bytes().filter(u8::is_ascii).take(256).collect();
                self.output.send(at, id::TRADEMARK, &text);
            }
            0x49 => {
                let data = self.log.dump();
                self.output.send(at, id::LOG, &data);
            }
            0x4a => self.set_mode(Mode::Bus),
            0x4b => self.set_mode(Mode::UpdateNice),
            // Full, times not known, neither charging nor discharging: it hangs on a cable.
            0x4c => self.output.send(at, id::BATTERY, &[100, 0x7f, 0x7f, 0, 0, 0, 0, 0, 0]),
            0x4d => {
                let (main, sub) = self.settings.firmware;
                self.output.send(at, id::VERSION, &[main & 0x7f, sub & 0x7f]);
            }
            0x4e => self.set_mode(Mode::Lost),
            0x55 => self.output.send(at, id::LONG_SERIAL, format!("{serial:010}").as_bytes()),
            _ => {}
        }
    }

    fn set_mode(&mut self, mode: Mode) {
        self.mode = mode;
        self.told = None;
    }
}

impl Default for DgtDevice {
    fn default() -> DgtDevice {
        DgtDevice::new(DeviceSettings::default())
    }
}

impl Device for DgtDevice {
    fn receive(&mut self, at: At, bytes: &[u8]) {
        let scan_us = self.power(at);
        // Squares that ought to have been read by now come first, and they want a world.
        let up_to_date = self.read_at(scan_us) > at;
        if up_to_date {
            self.serve(at);
        }
        for &byte in bytes {
            if self.input.len() < MAX_INPUT {
                self.input.push_back((at, byte));
            }
        }
        if up_to_date {
            self.serve(at);
        }
    }

    fn advance(&mut self, at: At, world: &dyn World) {
        let mut scan_us = self.power(at);
        let at = self.now;
        // Where the board is as it was read last and nothing moves, a scan finds nothing.
        let still = world.still_until(at) == Some(self.memory);
        loop {
            let read_at = self.read_at(scan_us);
            if read_at > at {
                break;
            }
            if self.scanned == 0 {
                self.hear_clock(read_at, world);
            }
            if !self.input.is_empty() {
                self.serve(read_at);
            }
            if let Some(&square) = self.settings.order.get(self.scanned) {
                if !still {
                    self.scan(square, read_at, world);
                }
                self.scanned += 1;
                continue;
            }
            scan_us = scan_us.saturating_add(self.scan_period_us());
            self.scan_us = Some(scan_us);
            self.scanned = 0;
            self.ready = true;
            if std::mem::take(&mut self.changed) {
                self.log.look(&self.memory);
            }
        }
        self.serve(at);
    }

    fn next_deadline(&self) -> At {
        let scan =
            self.scan_us.map_or(At(0), |scan_us| At(scan_us.saturating_add(self.scan_period_us()).div_ceil(1_000)));
        // What came while squares were overdue is obeyed as soon as they are read.
        let obeys = self.ready && self.output.waiting(self.now) <= MAX_WAITING_OBEYED;
        let asked = self.input.front().filter(|_| obeys).map(|&(came, _)| came);
        let leaves = self.output.chunks.front().map(|&(leaves, _)| leaves);
        [asked, leaves].into_iter().flatten().fold(scan, At::min)
    }

    fn poll(&mut self) -> Option<(At, Vec<u8>)> {
        let &(leaves, _) = self.output.chunks.front()?;
        if leaves > self.now { None } else { self.output.chunks.pop_front() }
    }
}

impl Line {
    /// Sends a message of at most [`super::wire::MAX_MESSAGE`] bytes as soon as the line is free.
    fn send(&mut self, at: At, id: u8, data: &[u8]) {
        const _: () = assert!(HEADER + LOG_BYTES == super::wire::MAX_MESSAGE);
        let length = HEADER + data.len();
        let mut message = vec![id, (length >> 7) as u8, (length & 0x7f) as u8];
        message.extend_from_slice(data);
        self.put(at, &message);
    }

    /// Sends bytes as soon as the line is free.
    fn put(&mut self, at: At, message: &[u8]) {
        self.free = self.free.max(at.0.saturating_mul(MS));
        for chunk in message.chunks(CHUNK) {
            self.free = self.free.saturating_add(chunk.len() as u64 * BYTE);
            if self.chunks.len() < MAX_CHUNKS {
                self.chunks.push_back((At(self.free.div_ceil(MS)), chunk.to_vec()));
            }
        }
    }

    /// How many bytes have still to leave.
    fn waiting(&self, at: At) -> u64 {
        self.free.saturating_sub(at.0.saturating_mul(MS)).div_ceil(BYTE)
    }
}
