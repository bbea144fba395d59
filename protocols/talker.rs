//! What emulated boards share that send unasked: a line that is no faster than it can be.

use std::collections::VecDeque;

use crate::{At, kind::Line};

/// Most pieces of output kept; a computer that reads nothing loses what comes after them.
const MAX_CHUNKS: usize = 4_096;

/// Messages leave in pieces of so many bytes, as USB bridges send them.
const CHUNK: usize = 64;

/// The line to the computer: what waits, and when it leaves.
#[derive(Debug)]
pub(crate) struct Talker {
    /// How long a byte takes, in microseconds.
    byte_us: u64,
    chunks: VecDeque<(At, Vec<u8>)>,
    free_us: u64,
    now: At,
}

impl Talker {
    pub(crate) fn new(line: Line) -> Talker {
        let parity = match line.parity {
            crate::kind::Parity::Even | crate::kind::Parity::Odd => 1,
            crate::kind::Parity::None => 0,
        };
        let bits = u64::from(1 + line.data_bits + parity + line.stop_bits);
        let byte_us = bits * 1_000_000 / u64::from(line.baud.max(1));
        Talker { byte_us, chunks: VecDeque::new(), free_us: 0, now: At(0) }
    }

    /// Sends a message as soon as the line is free.
    pub(crate) fn send(&mut self, at: At, message: &[u8]) {
        self.free_us = self.free_us.max(at.0.saturating_mul(1_000));
        for chunk in message.chunks(CHUNK) {
            self.free_us = self.free_us.saturating_add(chunk.len() as u64 * self.byte_us);
            if self.chunks.len() < MAX_CHUNKS {
                self.chunks.push_back((At(self.free_us.div_ceil(1_000)), chunk.to_vec()));
            }
        }
    }

    /// When everything has left.
    pub(crate) fn free(&self) -> At {
        At(self.free_us.div_ceil(1_000))
    }

    pub(crate) fn advance(&mut self, at: At) {
        self.now = self.now.max(at);
    }

    pub(crate) fn next_deadline(&self) -> Option<At> {
        self.chunks.front().map(|&(leaves, _)| leaves)
    }

    pub(crate) fn poll(&mut self) -> Option<(At, Vec<u8>)> {
        self.chunks.pop_front_if(|&mut (leaves, _)| leaves <= self.now)
    }
}
