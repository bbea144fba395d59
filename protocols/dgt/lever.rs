//! Lever and turn mark of the clock, one against the other.

use crate::ClockReading;

/// Lever and turn mark against each other, see [`doubts`](LeverCheck::doubts).
#[derive(Debug, Default)]
pub(super) struct LeverCheck {
    /// Whether the turn mark names the side whose lever end is high; boards differ.
    agrees: Option<bool>,
    /// Whether the last reading was doubted.
    doubted: bool,
}

impl LeverCheck {
    /// Whether a reading is to be held back because its lever went against its turn mark.
    ///
    /// Both change together at a press, so one that changed alone is a damaged
    /// bit, and a damaged lever bit would be a press that nobody made. Two such
    /// readings in a row are no accident: then the board means it.
    pub(super) fn doubts(&mut self, reading: &ClockReading) -> bool {
        let Some(turn) = reading.turn else {
            self.doubted = false;
            return false;
        };
        let agrees = turn == reading.lever_high;
        self.doubted = !self.doubted && self.agrees.is_some_and(|known| known != agrees);
        if !self.doubted {
            self.agrees = Some(agrees);
        }
        self.doubted
    }
}
