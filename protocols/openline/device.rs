//! An emulated board: scans its squares, tells what changed, answers.

use std::collections::VecDeque;

use super::{
    line::{Lines, checked},
    word::{Command, Report},
};
use crate::{
    At, Device, Piece, Placement, Side, Square, SquareContent, SquareSet, World,
    kind::{Model, Sensing},
};

/// Time from one scan to the next, in milliseconds; as in the README's sketch.
const SCAN_MS: u64 = 20;

/// Most lines kept for [`Device::poll`]; a computer that reads nothing loses what comes after them.
const MAX_OUTPUT: usize = 1_024;

/// Most commands kept until the next scan.
const MAX_INPUT: usize = 32;

/// A board that speaks the open line protocol, seen from the wooden side.
#[derive(Debug)]
pub struct OpenLineDevice {
    model: Model,
    lines: Lines,
    /// The next scan; `None` before power came.
    scan_at: Option<At>,
    /// The board as it was read last.
    memory: Placement,
    /// Whether a scan has been completed.
    ready: bool,
    lever_high: Option<Side>,
    lit: SquareSet,
    input: VecDeque<Command>,
    output: VecDeque<(At, Vec<u8>)>,
}

impl OpenLineDevice {
    /// A board without power; the first call to [`Device`] is when power comes.
    #[must_use]
    pub fn new(model: Model) -> OpenLineDevice {
        OpenLineDevice {
            model,
            lines: Lines::default(),
            scan_at: None,
            memory: Placement::EMPTY,
            ready: false,
            lever_high: None,
            lit: SquareSet::EMPTY,
            input: VecDeque::new(),
            output: VecDeque::new(),
        }
    }

    fn scan(&mut self, at: At, world: &dyn World) {
        for square in Square::all() {
            let found = match world.content(square, at) {
                SquareContent::Piece(piece) => Some(piece),
                SquareContent::Empty | SquareContent::Occupied => None,
            };
            let before = self.memory.set(square, found);
            if self.ready {
                self.changed(at, square, before, found);
            }
        }
        if let Some(reading) = world.clock(at) {
            let before = self.lever_high.replace(reading.lever_high);
            // The end that was high has been pressed down.
            if let Some(before) = before.filter(|before| self.ready && *before != reading.lever_high) {
                self.tell(at, &Report::Press(before));
            }
        }
        if !std::mem::replace(&mut self.ready, true) {
            self.obey(at, Command::Hello);
        }
    }

    fn changed(&mut self, at: At, square: Square, before: Option<Piece>, now: Option<Piece>) {
        let told = |piece: Option<Piece>| piece.filter(|_| self.model.sensing == Sensing::Identity);
        match (before, now) {
            (Some(_), None) => self.tell(at, &Report::Lift(square, told(before))),
            (None, Some(_)) => self.tell(at, &Report::Drop(square, told(now))),
            // To a magnet one piece is like another.
            (Some(_), Some(_)) if before != now && self.model.sensing == Sensing::Identity => {
                self.tell(at, &Report::Drop(square, now));
            }
            (None | Some(_), None | Some(_)) => {}
        }
    }

    fn obey(&mut self, at: At, command: Command) {
        match command {
            Command::Board => {
                let report = match self.model.sensing {
                    Sensing::Identity => Report::Placement(self.memory),
                    Sensing::Occupancy => Report::Occupied(SquareSet::from_bits(self.memory.occupied())),
                };
                self.tell(at, &report);
            }
            Command::Hello => {
                let report = Report::Hello {
                    sensing: self.model.sensing,
                    firmware: Some("1.0".to_owned()),
                    serial: Some(self.model.serial.to_string()),
                };
                self.tell(at, &report);
            }
            Command::Light(squares) => self.lit = squares,
            Command::Ping => self.tell(at, &Report::Pong),
        }
    }

    fn tell(&mut self, at: At, report: &Report) {
        if self.output.len() < MAX_OUTPUT {
            self.output.push_back((at, checked(&report.to_string()).into_bytes()));
        }
    }
}

impl Device for OpenLineDevice {
    fn lit(&self) -> SquareSet {
        self.lit
    }

    fn receive(&mut self, at: At, bytes: &[u8]) {
        self.scan_at.get_or_insert(at);
        for &byte in bytes {
            let line = self.lines.push(byte).and_then(Result::ok);
            let command = line.and_then(|line| Command::read(&line));
            self.input.extend(command.filter(|_| self.input.len() < MAX_INPUT));
        }
    }

    fn advance(&mut self, at: At, world: &dyn World) {
        let mut scan_at = *self.scan_at.get_or_insert(at);
        while scan_at <= at {
            self.scan(scan_at, world);
            while let Some(command) = self.input.pop_front() {
                self.obey(scan_at, command);
            }
            scan_at = scan_at + SCAN_MS;
        }
        self.scan_at = Some(scan_at);
    }

    fn next_deadline(&self) -> At {
        self.scan_at.unwrap_or(At(0))
    }

    fn poll(&mut self) -> Option<(At, Vec<u8>)> {
        self.output.pop_front()
    }
}
