//! What is known of a kind of board before one is there: how its port is set, what it can tell, who makes its codec.

use crate::{Bus, BusAddress, Codec, Device};

/// A kind of board that `touchmove` can talk to.
#[derive(Debug, Clone, Copy)]
pub struct Board {
    /// The name in configuration, `status` and on the command line.
    pub kind: &'static str,
    /// What its sensors tell of a square; where models differ, those of the one that tells least.
    pub sensing: Sensing,
    /// Whether all of this kind sense alike.
    pub models: Models,
    /// How the serial port must be set.
    pub line: Line,
    /// Whether it speaks unasked.
    pub greeting: Greeting,
    /// What can be lit on it.
    pub lights: Lights,
    /// USB vendor and product ids its ports show, where they are known. A port that shows one is asked for this board
    /// first; many are those of an adapter that other things have too.
    pub usb_ids: &'static [(u16, u16)],
    /// How long a board may take to answer once its port is open, in milliseconds, all tries of the greeting included.
    pub answer_ms: u64,
    /// A new codec for a newly found board.
    pub codec: fn() -> Box<dyn Codec>,
    /// How boards of this kind share a line; `None` where each has one of its own.
    pub shared: Option<Shared>,
    /// A new emulated board.
    pub device: fn(Model) -> Box<dyn Device>,
}

/// How several boards share a line.
#[derive(Debug, Clone, Copy)]
pub struct Shared {
    /// The kind that one such board is on a line of its own. It is the same device, so nothing that may be asked of it
    /// there tells the two kinds apart: [`Board::codec`] answers only for two or more boards. And to ask for one alone
    /// takes all others off the line, so wherever both are asked for, the shared line comes first.
    pub alone: &'static str,
    /// A new codec for the board with this address. [`Board::codec`] makes one that looks for all on the line.
    pub codec: fn(BusAddress) -> Box<dyn Codec>,
    /// What stands between the line and those codecs.
    pub bus: fn() -> Box<dyn Bus>,
}

/// Which emulated board of a kind is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Model {
    /// Its serial number, 0..=99,999.
    pub serial: u32,
    /// What its sensors tell, where the models of the kind differ.
    pub sensing: Sensing,
}

impl Board {
    /// The emulated board of this kind where there is no reason for another.
    #[must_use]
    pub const fn usual(&self) -> Model {
        Model { serial: 31_415, sensing: self.sensing }
    }
}

/// Whether all boards of a kind have the same sensors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Models {
    /// They have.
    Alike,
    /// They have not, and each says which it has ([`SensorEvent::Identity`](crate::SensorEvent::Identity)): before
    /// that, none counts as answering.
    Differ,
}

/// What a board's sensors tell of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sensing {
    /// Which piece stands there.
    Identity,
    /// Only whether something stands there.
    Occupancy,
}

/// How a codec finds out that its board is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Greeting {
    /// It asks the board.
    Asks,
    /// It waits for what the board sends unasked, at least once a second, and sends nothing before it has heard it:
    /// an unknown port may be listened to for all such boards at once, and nothing on it is disturbed.
    Listens,
}

/// What can be lit on a board ([`Codec::light`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lights {
    /// Nothing.
    None,
    /// Every square, or its corners.
    Squares,
}

/// Serial port settings. No board uses hardware or software handshake.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// Bits a second.
    pub baud: u32,
    /// Data bits, 7 or 8.
    pub data_bits: u8,
    /// Parity bit.
    pub parity: Parity,
    /// Stop bits, 1 or 2.
    pub stop_bits: u8,
}

/// Parity of a serial [`Line`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parity {
    /// Even.
    Even,
    /// None.
    None,
    /// Odd.
    Odd,
}
