//! The clock: presses and what they complete (6.2, 7.5.3), flags (6.8, 6.9), the periods of a time control.
//!
//! What is known of it is in types that hold nothing of the game: [`PressClock`](press_clock::PressClock),
//! [`Presses`](presses::Presses) and [`Flags`](flags::Flags). The other files say what it means for the game.

pub(super) mod empty_press;
pub(super) mod flag;
pub(super) mod flags;
pub(super) mod gap;
pub(super) mod grace;
pub(super) mod judged;
pub(super) mod periods;
pub(super) mod press;
pub(super) mod press_clock;
pub(super) mod presses;
pub(super) mod reading;
