//! Clocks with the time of day at which they showed what they show: who reads it later can reckon on from there.

use std::collections::BTreeMap;

use crate::hall::{
    records::{Clock, Color},
    time::Time,
};

/// A clock, as it was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reading {
    /// What it showed.
    pub(super) clock: Clock,
    /// When: where it is told late, when it was told, so that a running time goes on from there.
    pub(super) at: Time,
}

/// The clocks of all tables.
#[derive(Debug, Default)]
pub(super) struct Clocks {
    all: BTreeMap<String, Reading>,
    /// By how many milliseconds a clock may be off what its last reading lets expect and is not read anew.
    tolerance_ms: i64,
}

impl Clocks {
    /// Clocks that are read anew only where they go otherwise than the reading before lets expect.
    pub(super) fn reckoned(tolerance_ms: i64) -> Clocks {
        Clocks { all: BTreeMap::new(), tolerance_ms }
    }

    /// Takes what is told of all clocks now. Gives whether any was read anew.
    pub(super) fn take(&mut self, told: &BTreeMap<String, Clock>, now: Time) -> bool {
        let before = self.all.len();
        self.all.retain(|table, _| told.contains_key(table));
        let mut is_new = before != self.all.len();
        for (table, clock) in told {
            let is_as_expected = self.all.get(table).is_some_and(|known| {
                known.clock == *clock || (self.tolerance_ms > 0 && known.is_close_to(*clock, now, self.tolerance_ms))
            });
            if !is_as_expected {
                self.all.insert(table.clone(), Reading { clock: *clock, at: now });
                is_new = true;
            }
        }
        is_new
    }

    /// A table's.
    pub(super) fn of(&self, table: &str) -> Option<Reading> {
        self.all.get(table).copied()
    }
}

impl Reading {
    /// Whether a later reading is what this one lets expect.
    fn is_close_to(&self, clock: Clock, now: Time, tolerance_ms: i64) -> bool {
        let passed_ms = now.since(self.at);
        let is_close = |player: Color| match (self.clock.times.of(player), clock.times.of(player)) {
            (Some(before), Some(now)) => {
                let run_ms = if clock.running == Some(player) { passed_ms } else { 0 };
                // Of one that has run down no less is left.
                ((i64::from(before) - run_ms).max(0) - i64::from(now)).abs() <= tolerance_ms
            }
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        clock.running == self.clock.running && is_close(Color::White) && is_close(Color::Black)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hall::records::Times;

    fn clock(white_s: u32, black_s: u32, running: Option<Color>) -> BTreeMap<String, Clock> {
        let times = Times { white_ms: Some(white_s * 1_000), black_ms: Some(black_s * 1_000) };
        BTreeMap::from([("1".to_owned(), Clock { times, running })])
    }

    #[test]
    fn a_clock_that_goes_as_expected_is_not_read_anew() {
        let mut clocks = Clocks::reckoned(2_000);
        let white = Some(Color::White);
        let mut at_after = |now_s: i64, told: &BTreeMap<String, Clock>| {
            clocks.take(told, Time(now_s * 1_000));
            clocks.of("1").map(|reading| reading.at.0 / 1_000)
        };
        assert_eq!(at_after(100, &clock(600, 500, white)), Some(100));
        assert_eq!(at_after(107, &clock(593, 500, white)), Some(100));
        assert_eq!(at_after(108, &clock(594, 500, white)), Some(100), "by a second or two they differ always");
        assert_eq!(at_after(109, &clock(591, 500, Some(Color::Black))), Some(109), "pressed");
        assert_eq!(at_after(110, &clock(591, 620, Some(Color::Black))), Some(110), "time was added");
        assert_eq!(at_after(120, &clock(591, 610, None)), Some(120), "stopped");
        assert_eq!(at_after(900, &clock(591, 610, None)), Some(120));
        assert_eq!(at_after(901, &BTreeMap::new()), None);
        assert_eq!(at_after(1_000, &clock(3, 500, white)), Some(1_000));
        assert_eq!(at_after(1_060, &clock(0, 500, white)), Some(1_000), "run down");
    }

    #[test]
    fn otherwise_every_reading_counts() {
        let mut clocks = Clocks::default();
        clocks.take(&clock(600, 500, Some(Color::White)), Time(100_000));
        clocks.take(&clock(599, 500, Some(Color::White)), Time(101_000));
        assert_eq!(clocks.of("1").map(|reading| reading.at), Some(Time(101_000)));
    }
}
