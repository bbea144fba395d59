//! How fast those may connect, subscribe and publish who are not the service itself.

use std::time::{Duration, Instant};

/// What a connection costs of the common time: 20 a second.
pub(super) const CONNECTION: Duration = Duration::from_millis(50);

/// What subscribing costs, and each further filter of it: 40 a second.
const SUBSCRIPTION: Duration = Duration::from_millis(25);
const FILTER: Duration = Duration::from_millis(5);

/// What a message costs: 100 a second.
const MESSAGE: Duration = Duration::from_millis(10);

/// What each KiB of it costs besides: 500 a second.
const KIBIBYTE: Duration = Duration::from_millis(2);

/// What it costs besides that it is sent to somebody: 20,000 a second, for which a small computer has the time.
const COPY: Duration = Duration::from_micros(50);

/// How much of the time is saved up while nothing comes.
const BURST: Duration = Duration::from_secs(1);

/// One line for all of them: whoever comes waits behind those who came before, each of whom has one thing to say.
#[derive(Debug)]
pub(super) struct Throttle {
    /// When all that was let through is paid for.
    free: Option<Instant>,
}

impl Throttle {
    pub(super) fn new() -> Throttle {
        Throttle { free: None }
    }

    /// How long something of this cost has to wait from now on; the place is taken.
    pub(super) fn take(&mut self, cost: Duration, now: Instant) -> Duration {
        let earliest = now.checked_sub(BURST).unwrap_or(now);
        let start = self.free.map_or(earliest, |free| free.max(earliest));
        self.free = Some(start + cost);
        start.saturating_duration_since(now)
    }

    /// How long something would have to wait.
    pub(super) fn wait(&self, now: Instant) -> Duration {
        self.free.map_or(Duration::ZERO, |free| free.saturating_duration_since(now))
    }
}

/// What subscribing costs with so many filters at once.
pub(super) fn subscription(filters: usize) -> Duration {
    SUBSCRIPTION + FILTER * u32::try_from(filters.saturating_sub(1)).unwrap_or(u32::MAX)
}

/// What a message of this length costs, all of it, that is sent to others so many times.
pub(super) fn message(bytes: usize, copies: usize) -> Duration {
    MESSAGE + KIBIBYTE * u32::try_from(bytes / 1_024).unwrap_or(u32::MAX) + self::copies(copies)
}

/// What it costs to send others something so many times.
pub(super) fn copies(count: usize) -> Duration {
    COPY * u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_now_and_then_never_waits_and_a_flood_goes_at_the_rate() {
        let start = Instant::now();
        let mut throttle = Throttle::new();
        for second in 0..10 {
            assert_eq!(throttle.take(message(500, 0), start + Duration::from_secs(second)), Duration::ZERO);
        }
        let now = start + Duration::from_secs(20);
        let waits: Vec<Duration> = (0..300).map(|_| throttle.take(message(500, 0), now)).collect();
        assert_eq!(waits.iter().filter(|wait| wait.is_zero()).count(), 101);
        assert_eq!(waits[299], Duration::from_millis(1_990));
        assert_eq!(throttle.wait(now), Duration::from_secs(2));
    }

    #[test]
    fn long_messages_and_those_for_many_cost_more() {
        assert_eq!(message(0, 0), Duration::from_millis(10));
        assert_eq!(message(64 * 1_024, 0), Duration::from_millis(138));
        assert_eq!(message(0, 192), Duration::from_micros(19_600));
    }
}
