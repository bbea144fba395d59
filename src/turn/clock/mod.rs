//! The clock: presses and what they complete (6.2, 7.5.3), flags (6.8, 6.9), the periods of a time control.

pub(super) mod empty_press;
pub(super) mod flag;
pub(super) mod grace;
pub(super) mod judged;
pub(super) mod periods;
pub(super) mod press;
