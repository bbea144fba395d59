//! How much time has passed, whatever the computer's clock is set to.

use tokio::time::Instant;

use crate::hall::time::Time;

/// By how much two clocks may differ that nobody has set, in milliseconds.
const SET_MS: i64 = 1_000;

/// The time of day, which may be set.
#[derive(Debug)]
pub(super) struct Clock {
    last: Time,
    at: Instant,
}

impl Clock {
    pub(super) fn start(now: Time) -> Clock {
        Clock { last: now, at: Instant::now() }
    }

    /// By how many milliseconds it was set since this was last asked, where it was.
    pub(super) fn was_set(&mut self, now: Time) -> Option<i64> {
        let passed = i64::try_from(self.at.elapsed().as_millis()).unwrap_or(i64::MAX);
        let by_ms = now.since(self.last).saturating_sub(passed);
        *self = Clock::start(now);
        (by_ms.abs() > SET_MS).then_some(by_ms)
    }
}

/// Times of day as the clock went when the program began, and what has passed since: nothing grows old by a clock that is
/// set.
#[derive(Debug)]
pub(super) struct Steady {
    first: Time,
    begun: Instant,
}

impl Steady {
    pub(super) fn start(clock: Time) -> Steady {
        Steady { first: clock, begun: Instant::now() }
    }

    /// The time that it is.
    pub(super) fn now(&self) -> Time {
        self.first.plus(i64::try_from(self.begun.elapsed().as_millis()).unwrap_or(i64::MAX))
    }
}
