//! The message that has only just ended: what comes right behind it tells whether it was whole.
//!
//! The line has no checksum. A byte that came twice inside a message shifts
//! what is behind it, and so makes other times, another lever, another board
//! of it; the only trace is one byte too many right behind its end.

use super::{
    frame::SILENCE_MS,
    message::Message,
    wire::{Command, id},
};
use crate::At;

/// A message until another byte or a silence has come behind it.
#[derive(Debug)]
pub(super) struct Last {
    /// Its first byte.
    pub(super) id: u8,
    /// What it says.
    pub(super) message: Message,
    /// Its length, in bytes.
    pub(super) length: usize,
    /// When silence will have shown that nothing is left over.
    pub(super) until: At,
}

impl Last {
    /// A message that ended at `at`.
    pub(super) fn new(at: At, id: u8, length: usize, message: Message) -> Last {
        Last { id, message, length, until: at + SILENCE_MS }
    }

    /// Whether it is to be believed only once its end is known to be one.
    ///
    /// A shifted board or clock message is wrong in what matters most, and neither is spoilt by 20 ms. An update is
    /// believed at once: what players do with a piece is a matter of tenths of a second.
    pub(super) fn is_held(&self) -> bool {
        matches!(self.message, Message::Board(_) | Message::Clock(_))
    }
}

/// What brings again what a damaged message of this kind said, if that is worth asking for.
pub(super) fn question(id: u8) -> Option<Command> {
    match id {
        id::BOARD | id::FIELD => Some(Command::Board),
        id::CLOCK => Some(Command::Clock),
        _ => None,
    }
}
