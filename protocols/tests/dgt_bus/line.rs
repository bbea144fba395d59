//! A line with boards on it, in virtual time.

use std::collections::VecDeque;

use protocols::{
    At, Bus, BusAddress, BusOutput, Codec, CodecOutput, Device, Dice, LineTime, SensorEvent,
    dgt::bus::{BOARD, BusCodec, PartyLine},
    registry::Model,
};

use crate::common::wooden::{Heard, Script};

/// A byte on the line takes 1.04 ms.
const COMMAND_MS: u64 = 4;

/// What the line does to the boards' bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Damage {
    /// One answer in so many comes late, by this seed, and all behind it with it.
    Late(u64, u64),
    None,
    /// One byte in so many is changed, lost or doubled, either way, by this seed.
    OneIn(u64, u64),
}

/// Boards numbered from 1, their tables' codecs, and one line between them.
pub(crate) struct Hall {
    party: PartyLine,
    codecs: Vec<BusCodec>,
    devices: Vec<Option<Box<dyn Device>>>,
    worlds: Vec<Script>,
    pub(crate) heard: Vec<Heard>,
    /// What is on its way to the boards.
    sent: Vec<(At, Vec<u8>)>,
    /// What is on its way from them.
    arriving: VecDeque<(u64, Vec<u8>)>,
    now: u64,
    damage: Damage,
    dice: Dice,
}

fn device(number: usize) -> Box<dyn Device> {
    (BOARD.device)(Model { serial: number as u32, ..BOARD.usual() })
}

impl Hall {
    pub(crate) fn new(worlds: Vec<Script>, damage: Damage) -> Hall {
        let address = |number: usize| BusAddress::new(number as u16);
        let seed = match damage {
            Damage::Late(_, seed) | Damage::OneIn(_, seed) => seed,
            Damage::None => 0,
        };
        let mut hall = Hall {
            party: PartyLine::new(),
            codecs: (1..=worlds.len()).map(|number| BusCodec::new(address(number))).collect(),
            devices: (1..=worlds.len()).map(|number| Some(device(number))).collect(),
            heard: worlds.iter().map(|_| Heard::default()).collect(),
            worlds,
            sent: Vec::new(),
            arriving: VecDeque::new(),
            now: 0,
            damage,
            dice: Dice::new(seed),
        };
        hall.reopen();
        hall
    }

    pub(crate) fn unplug(&mut self, table: usize) {
        self.devices[table] = None;
    }

    /// The port is opened again.
    pub(crate) fn reopen(&mut self) {
        self.party.opened(LineTime(self.now));
        self.codecs.iter_mut().for_each(|codec| codec.opened(At(self.now)));
    }

    /// The boards go on while nobody asks them.
    pub(crate) fn pause(&mut self, until: u64) {
        while self.now < until {
            self.now += 10;
            for (device, world) in self.devices.iter_mut().zip(&self.worlds) {
                if let Some(device) = device {
                    device.advance(At(self.now), world);
                }
            }
        }
    }

    pub(crate) fn run(&mut self, until: u64) {
        while self.now <= until {
            self.step();
            self.now += 1;
        }
    }

    fn step(&mut self) {
        let now = At(self.now);
        while let Some(due) = self.sent.first().map(|(due, _)| *due).filter(|due| *due <= now) {
            let (_, bytes) = self.sent.remove(0);
            self.devices.iter_mut().flatten().for_each(|device| device.receive(due, &bytes));
        }
        for index in 0..self.devices.len() {
            let Some(device) = &mut self.devices[index] else { continue };
            device.advance(now, &self.worlds[index]);
            let said: Vec<Vec<u8>> = std::iter::from_fn(|| device.poll()).map(|(_, bytes)| bytes).collect();
            for bytes in said {
                let bytes = self.damaged(bytes);
                let arrives = self.now + self.delay();
                let behind = self.arriving.back().map_or(0, |(behind, _)| *behind);
                self.arriving.push_back((arrives.max(behind), bytes));
            }
        }
        while let Some((_, bytes)) = self.arriving.pop_front_if(|(arrives, _)| *arrives <= self.now) {
            self.party.receive(LineTime(self.now), &bytes);
        }
        self.party.tick(LineTime(self.now));
        for codec in &mut self.codecs {
            codec.tick(now);
        }
        loop {
            let mut quiet = true;
            while let Some(output) = self.party.poll() {
                quiet = false;
                match output {
                    BusOutput::Deliver(board, bytes) => {
                        let table = usize::from(board.number()) - 1;
                        if let Some(codec) = self.codecs.get_mut(table) {
                            self.heard[table].received.push((self.now, bytes.clone()));
                            codec.receive(now, &bytes);
                        }
                    }
                    BusOutput::Send(bytes) => {
                        let bytes = self.damaged(bytes);
                        self.sent.push((now + COMMAND_MS, bytes));
                    }
                }
            }
            for (table, codec) in self.codecs.iter_mut().enumerate() {
                while let Some(output) = codec.poll() {
                    quiet = false;
                    match output {
                        CodecOutput::Event(event) => self.heard[table].events.push((self.now, event)),
                        CodecOutput::Keep(_) => {}
                        CodecOutput::Send(bytes) => {
                            let board = BusAddress::new(table as u16 + 1).expect("an address");
                            self.party.send(LineTime(self.now), board, &bytes);
                        }
                    }
                }
            }
            if quiet {
                return;
            }
        }
    }

    /// How late the next answer comes, in milliseconds.
    fn delay(&mut self) -> u64 {
        match self.damage {
            Damage::Late(many, _) if self.dice.chance(1.0 / many as f64) => self.dice.between(30, 600),
            Damage::Late(..) | Damage::None | Damage::OneIn(..) => 0,
        }
    }

    fn damaged(&mut self, bytes: Vec<u8>) -> Vec<u8> {
        let Damage::OneIn(many, _) = self.damage else { return bytes };
        let mut damaged = Vec::new();
        for byte in bytes {
            match self.dice.chance(1.0 / many as f64).then(|| self.dice.between(0, 2)) {
                None => damaged.push(byte),
                Some(0) => damaged.push(byte ^ 1 << self.dice.between(0, 7)),
                Some(1) => damaged.extend([byte, byte]),
                Some(_) => {}
            }
        }
        damaged
    }
}

/// The boards found on a line by a codec without an address, in place of a serial number.
pub(crate) fn scout(worlds: &[Script], within_ms: u64) -> Option<String> {
    let mut codec = BusCodec::new(None);
    let mut devices: Vec<Box<dyn Device>> = (1..=worlds.len()).map(device).collect();
    codec.opened(At(0));
    let mut found = None;
    for now in 0..within_ms {
        let now = At(now);
        for (device, world) in devices.iter_mut().zip(worlds) {
            device.advance(now, world);
            while let Some((_, bytes)) = device.poll() {
                codec.receive(now, &bytes);
            }
        }
        codec.tick(now);
        while let Some(output) = codec.poll() {
            match output {
                CodecOutput::Event(SensorEvent::Identity { serial, .. }) => found = serial,
                CodecOutput::Event(_) | CodecOutput::Keep(_) => {}
                CodecOutput::Send(bytes) => devices.iter_mut().for_each(|device| device.receive(now, &bytes)),
            }
        }
    }
    found
}
