//! How often something may be done: so many times at once, and then so many a second.

use std::time::Duration;

use tokio::time::Instant;

/// Most commands at once, and how many a second in the long run. An arbiter's page sends a few, a script a few dozen.
pub(crate) const COMMANDS: (u32, f64) = (64, 8.0);

/// A bucket of tokens: each act takes one, time puts them back.
#[derive(Debug)]
pub(crate) struct RateLimit {
    most: u32,
    a_second: f64,
    left: f64,
    since: Instant,
}

impl RateLimit {
    /// A full bucket.
    pub(crate) fn new((most, a_second): (u32, f64), now: Instant) -> RateLimit {
        RateLimit { most, a_second, left: most.into(), since: now }
    }

    /// Whether it may be done now; then that is counted.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        let passed: Duration = now.saturating_duration_since(self.since);
        self.since = now;
        self.left = (self.left + passed.as_secs_f64() * self.a_second).min(self.most.into());
        let may = self.left >= 1.0;
        if may {
            self.left -= 1.0;
        }
        may
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_is_emptied_at_once_and_filled_again_in_time() {
        let began = Instant::now();
        let at = |ms| began + Duration::from_millis(ms);
        let mut limit = RateLimit::new((3, 2.0), began);
        let taken: Vec<bool> = (0..5).map(|_| limit.take(at(0))).collect();
        assert_eq!(taken, [true, true, true, false, false]);
        assert!(!limit.take(at(400)));
        assert!(limit.take(at(500)));
        assert!(!limit.take(at(600)));
        let after_long = (0..5).filter(|_| limit.take(at(100_000))).count();
        assert_eq!(after_long, 3);
    }
}
