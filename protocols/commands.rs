//! Commands on their way to a board that wants a pause behind each.

use std::collections::VecDeque;

use crate::At;

/// Commands that wait to be sent, in order, each once.
#[derive(Debug)]
pub(crate) struct Commands<C> {
    waiting: VecDeque<C>,
    /// Pause behind a command before the next one, in milliseconds.
    pause_ms: u64,
    /// When the next may be sent.
    free: At,
}

impl<C: PartialEq> Commands<C> {
    pub(crate) fn new(pause_ms: u64) -> Commands<C> {
        Commands { waiting: VecDeque::new(), pause_ms, free: At(0) }
    }

    /// Puts a command behind the others, unless it waits already.
    pub(crate) fn want(&mut self, command: C) {
        if !self.waiting.contains(&command) {
            self.waiting.push_back(command);
        }
    }

    /// Gives up those that are no longer wanted.
    pub(crate) fn keep(&mut self, wanted: impl Fn(&C) -> bool) {
        self.waiting.retain(wanted);
    }

    /// The next command, if one may be sent now.
    pub(crate) fn next(&mut self, at: At) -> Option<C> {
        if at < self.free {
            return None;
        }
        let command = self.waiting.pop_front()?;
        self.free = at + self.pause_ms;
        Some(command)
    }

    /// When the next may be sent; `None` where none waits.
    pub(crate) fn deadline(&self) -> Option<At> {
        (!self.waiting.is_empty()).then_some(self.free)
    }
}
