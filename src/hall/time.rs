//! Times of day, as the hall's computer tells them.

use std::fmt;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// A time of day: milliseconds since the beginning of 1970 in UTC.
///
/// The hall is told it from outside, and counts ages and deadlines by it. Tables have clocks of their own; what they say
/// is set right by how far theirs is off ([`Skew`]).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(transparent)]
pub struct Time(pub i64);

impl Time {
    /// Reads RFC 3339, as in the `at` of a record; `None` where it is none.
    #[must_use]
    pub fn read(text: &str) -> Option<Time> {
        text.parse::<Timestamp>().ok().map(|read| Time(read.as_millisecond()))
    }

    /// So many milliseconds later, or before where less than 0.
    #[must_use]
    pub fn plus(self, ms: i64) -> Time {
        Time(self.0.saturating_add(ms))
    }

    /// Milliseconds since `earlier`, less than 0 where that is later.
    #[must_use]
    pub fn since(self, earlier: Time) -> i64 {
        self.0.saturating_sub(earlier.0)
    }

    /// Whether it is at most so many milliseconds, 0 or more, before or after `other`. Both may be any number: what comes
    /// from outside need be no time of day.
    #[must_use]
    pub fn is_within(self, other: Time, ms: i64) -> bool {
        (-ms..=ms).contains(&self.since(other))
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Timestamp::from_millisecond(self.0) {
            Ok(time) => write!(f, "{time:.3}"),
            Err(_) => write!(f, "{} ms", self.0),
        }
    }
}

/// By how much a table's clock is slow, in milliseconds: its computer may have none that runs without power.
///
/// A record takes time to come, and one that was retained may be old. So the smallest difference between hearing and
/// saying is the best that is known; below [`Skew::TRUSTED_MS`] the clock is taken as right. It counts for as long as two
/// windows of time in which something was heard: a clock may be set, and one wrong time is not to stay for good.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Skew {
    /// The smallest of the window before.
    slow_ms: Option<i64>,
    // An older version kept no windows.
    /// The smallest since this one began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    recent_ms: Option<i64>,
    #[serde(default)]
    begun: Time,
}

impl Skew {
    /// Differences up to this are the way's, not the clock's.
    pub const TRUSTED_MS: i64 = 2_000;

    /// How long a window is, in milliseconds: each minute a table says something.
    pub const WINDOW_MS: i64 = 600_000;

    /// Something said at `said` was heard at `heard`.
    pub fn learn(&mut self, said: Time, heard: Time) {
        let slow = heard.since(said);
        // Where the hall was away meanwhile its clock may have been set, too.
        let is_over = !(0..Self::WINDOW_MS).contains(&heard.since(self.begun));
        match self.recent_ms {
            Some(recent) if !is_over => self.recent_ms = Some(recent.min(slow)),
            recent => *self = Skew { slow_ms: recent.or(self.slow_ms), recent_ms: Some(slow), begun: heard },
        }
    }

    /// By how much to set the table's times right, in milliseconds.
    #[must_use]
    pub fn correction_ms(self) -> i64 {
        let smallest = self.slow_ms.into_iter().chain(self.recent_ms).min();
        smallest.filter(|slow| slow.abs() > Self::TRUSTED_MS).unwrap_or(0)
    }

    /// What a table's time is by the hall's clock.
    #[must_use]
    pub fn right(self, said: Time) -> Time {
        said.plus(self.correction_ms())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_written_as_in_records() {
        let time = Time::read("2026-11-23T03:04:59.149Z").expect("a time");
        assert_eq!(time.to_string(), "2026-11-23T03:04:59.149Z");
        assert_eq!(time.plus(851).to_string(), "2026-11-23T03:05:00.000Z");
        assert_eq!(Time::read("yesterday"), None);
    }

    #[test]
    fn the_ends_of_time_are_far_from_now() {
        let now = Time(1_795_000_000_000);
        for far in [i64::MIN, i64::MAX] {
            assert!(!Time(far).is_within(now, 86_400_000));
            assert!(Time(far).is_within(Time(far), 0));
        }
        assert!(Time(now.0 - 5).is_within(now, 5) && !Time(now.0 + 6).is_within(now, 5));
    }

    #[test]
    fn a_slow_way_is_no_slow_clock() {
        let mut skew = Skew::default();
        skew.learn(Time(0), Time(60_000));
        assert_eq!(skew.right(Time(0)), Time(60_000), "nothing better is known");
        skew.learn(Time(60_000), Time(60_300));
        assert_eq!(skew.right(Time(70_000)), Time(70_000));
        skew.learn(Time(4_000_000), Time(100_000));
        assert_eq!(skew.right(Time(4_000_000)), Time(100_000), "its clock is an hour ahead");
    }

    #[test]
    fn one_wrong_time_is_forgotten_after_two_windows() {
        let mut skew = Skew::default();
        let begin = Time(1_795_000_000_000);
        skew.learn(begin.plus(3_600_000), begin);
        assert_eq!(skew.correction_ms(), -3_600_000);
        for minute in 1..=20 {
            let heard = begin.plus(minute * 60_000);
            skew.learn(heard.plus(-100), heard);
        }
        assert_eq!(skew.correction_ms(), 0);
        // What was retained is old, and does not outdo what was heard until a window ago.
        let heard = begin.plus(4_000_000);
        skew.learn(begin, heard);
        assert_eq!(skew.correction_ms(), 0);
        let kept: Skew = serde_json::from_str(r#"{"slow_ms":100}"#).expect("as an older version kept it");
        assert_eq!(kept.correction_ms(), 0);
    }
}
