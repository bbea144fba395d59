//! The one list of boards: a line each.

use crate::{Codec, Device, dgt};

/// A kind of board that `touchmove` can talk to.
#[derive(Debug, Clone, Copy)]
pub struct Board {
    /// The name in configuration, `status` and on the command line.
    pub kind: &'static str,
    /// What its sensors tell of a square.
    pub sensing: Sensing,
    /// How the serial port must be set.
    pub line: Line,
    /// USB vendor and product ids its ports show, where they are known.
    pub usb_ids: &'static [(u16, u16)],
    /// A new codec for a newly found board.
    pub codec: fn() -> Box<dyn Codec>,
    /// A new emulated board.
    pub device: fn() -> Box<dyn Device>,
}

/// What a board's sensors tell of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sensing {
    /// Which piece stands there.
    Identity,
    /// Only whether something stands there.
    Occupancy,
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

/// Every board, in the order in which an unknown port is asked.
pub const BOARDS: &[Board] = &[dgt::BOARD];

/// The board of this kind, if there is one.
#[must_use]
pub fn board(kind: &str) -> Option<&'static Board> {
    BOARDS.iter().find(|board| board.kind == kind)
}
