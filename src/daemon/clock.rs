//! The one clock of a service: time as the tables count it, and the time of day.

use std::time::Duration;

use jiff::Timestamp;
use protocols::At;
use tokio::time::Instant;

/// Longest time that is counted ahead.
const FAR: Duration = Duration::from_secs(366 * 24 * 3_600);

/// Time as the tables count it: milliseconds since the service began.
///
/// It comes from a monotonic clock, so that nobody who sets the computer's clock disturbs a game. The time of day is
/// joined on where a record is written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Clock {
    began: Instant,
    /// So many times faster than real: for emulated boards, whose hands may be in a hurry.
    speed: f64,
    /// What it showed when it began, in milliseconds.
    from_ms: u64,
}

impl Clock {
    /// A clock that begins now and runs `speed` times as fast as others; a speed that is none counts as 1.0.
    pub(crate) fn start(speed: f64) -> Clock {
        let speed = if speed.is_finite() && speed > 0.0 { speed } else { 1.0 };
        Clock { began: Instant::now(), speed, from_ms: 0 }
    }

    /// The same clock for a game that has come as far as `at`: it shows no less.
    pub(crate) fn not_before(self, at: At) -> Clock {
        let behind = at.0.saturating_sub(self.now().0);
        Clock { from_ms: self.from_ms + behind, ..self }
    }

    /// Now.
    pub(crate) fn now(&self) -> At {
        self.at(Instant::now())
    }

    /// An instant as the tables count it; for those before the beginning, what it showed then.
    pub(crate) fn at(&self, instant: Instant) -> At {
        let since = instant.saturating_duration_since(self.began);
        At(self.from_ms.saturating_add((since.as_secs_f64() * self.speed * 1_000.0) as u64))
    }

    /// The first instant that is not before `at`.
    pub(crate) fn instant(&self, at: At) -> Instant {
        let since =
            Duration::try_from_secs_f64(at.0.saturating_sub(self.from_ms) as f64 / 1_000.0 / self.speed).unwrap_or(FAR);
        // Rounded up, or a timer would go off a moment before what it is for.
        self.began + since.min(FAR) + Duration::from_micros(100)
    }

    /// The time of day at `at`, RFC 3339 UTC with milliseconds.
    pub(crate) fn time_of_day(&self, at: At) -> String {
        let ago = Instant::now().saturating_duration_since(self.instant(at));
        let then = Timestamp::now().checked_sub(ago).unwrap_or_default();
        format!("{then:.3}")
    }

    /// The time of day so many days ago; `None` for more days than there are.
    pub(crate) fn days_ago(&self, days: u32) -> Option<String> {
        let ago = Duration::from_secs(u64::from(days) * 24 * 3_600);
        Timestamp::now().checked_sub(ago).ok().map(|then| format!("{then:.3}"))
    }
}

/// The time of day as it stands in names: `20260131T180500Z`.
pub(crate) fn stamp() -> String {
    let now = Timestamp::now().to_string();
    let digits: String = now.chars().take(19).filter(|letter| !matches!(letter, '-' | ':')).collect();
    digits + "Z"
}

/// Today in UTC as PGN writes it: `2026.01.31`.
pub(crate) fn date() -> String {
    Timestamp::now().to_string().chars().take(10).map(|letter| if letter == '-' { '.' } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instant_made_from_a_time_is_never_before_it() {
        for speed in [0.5, 1.0, 4.0, 7.3, 50.0] {
            let clock = Clock::start(speed);
            for at in [0, 1, 7, 999, 1_000, 123_457, 86_400_000] {
                assert!(clock.at(clock.instant(At(at))) >= At(at), "{at} ms at {speed}");
                assert!(clock.at(clock.instant(At(at))) <= At(at + 10), "{at} ms at {speed}");
            }
        }
    }

    #[test]
    fn a_speed_that_is_none_counts_as_real_time() {
        for speed in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(Clock::start(speed).speed, 1.0);
        }
    }

    #[test]
    fn a_game_that_has_come_to_the_end_of_time_stays_there() {
        let clock = Clock::start(1.0).not_before(At(u64::MAX));
        assert_eq!(clock.at(clock.began + Duration::from_secs(1)), At(u64::MAX));
    }

    #[test]
    fn times_of_day_are_written_as_others_read_them() {
        let time = Clock::start(1.0).time_of_day(At(0));
        assert!(time.parse::<Timestamp>().is_ok(), "{time}");
        assert_eq!((time.len(), &time[10..11], &time[19..20], &time[23..]), (24, "T", ".", "Z"));
        let stamp = stamp();
        assert_eq!((stamp.len(), &stamp[8..9], &stamp[15..]), (16, "T", "Z"), "{stamp}");
        let date = date();
        assert_eq!((date.len(), &date[4..5], &date[7..8]), (10, ".", "."), "{date}");
    }
}
