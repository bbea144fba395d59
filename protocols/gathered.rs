//! Bytes of a line on which nothing marks where a message begins, or that one is over.

use crate::{At, Noise, NoiseKind};

/// Bytes that may become a message, and how many before them were none. After `SILENCE_MS` without a byte, in
/// milliseconds, both are given up.
#[derive(Debug, Default)]
pub(crate) struct Gathered<const SILENCE_MS: u64> {
    /// As they came.
    begun: Vec<u8>,
    /// Those passed over since the last message, and why the first of them was.
    passed_over: Option<Noise>,
    /// When the last byte came.
    at: At,
}

impl<const SILENCE_MS: u64> Gathered<SILENCE_MS> {
    pub(crate) fn push(&mut self, at: At, byte: u8) {
        self.at = at;
        self.begun.push(byte);
    }

    /// What may become a message, or begin with one.
    pub(crate) fn begun(&self) -> &[u8] {
        &self.begun
    }

    /// Takes a message off the front; gives what was passed over before it.
    pub(crate) fn take(&mut self, length: usize) -> Option<Noise> {
        self.begun.drain(..length);
        self.passed_over.take()
    }

    /// Takes bytes off the front that are no message.
    pub(crate) fn pass_over(&mut self, kind: NoiseKind, length: usize) {
        self.begun.drain(..length);
        let noise = self.passed_over.get_or_insert(Noise { kind, skipped_bytes: 0 });
        noise.skipped_bytes = noise.skipped_bytes.saturating_add(length);
    }

    /// Gives up what has waited for too long.
    pub(crate) fn expire(&mut self, at: At) -> Option<Noise> {
        if self.deadline().is_none_or(|deadline| deadline > at) {
            return None;
        }
        if !self.begun.is_empty() {
            self.pass_over(NoiseKind::Truncated, self.begun.len());
        }
        self.passed_over.take()
    }

    /// When [`expire`](Gathered::expire) will have something to say.
    pub(crate) fn deadline(&self) -> Option<At> {
        (!self.begun.is_empty() || self.passed_over.is_some()).then(|| self.at + SILENCE_MS)
    }
}
