//! From the time of the inputs to the game's, and back: the one place where a time of the one is made of the other.

use protocols::At;

use crate::turn::GameTime;

/// By how much a table's game is ahead of its inputs.
///
/// What a board remembers of the time when nobody listened took at least so long, and is told only when the board is
/// back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockOffset {
    ms: u64,
}

impl ClockOffset {
    /// As a table begins, and as it stays where its inputs are those of a log.
    pub const NONE: ClockOffset = ClockOffset { ms: 0 };

    /// A time of the inputs in the game's time.
    #[must_use]
    pub fn game_time(self, at: At) -> GameTime {
        GameTime(at.0.saturating_add(self.ms))
    }

    /// A time of the game in the time of the inputs: for what the board remembered, the latest time at which it can have
    /// been.
    #[must_use]
    pub fn input_time(self, at: GameTime) -> At {
        At(at.0.saturating_sub(self.ms))
    }

    /// From now on the game is ahead by so many milliseconds more.
    pub(super) fn grow(&mut self, ms: u64) {
        self.ms = self.ms.saturating_add(ms);
    }
}
