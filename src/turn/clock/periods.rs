//! Time controls: periods of the game, with the moves, the time and the increments of each (6.3, 6.9).

use std::str::FromStr;

use protocols::Color;

use crate::turn::PerPlayer;

/// Most periods of a time control; the longest that are played have three.
pub const MAX_PERIODS: usize = 8;

/// A time control in the notation of PGN (standard, section 9.6.1), such as `40/5400+30:1800+30`.
///
/// `?` (unknown) and `-` (none) have no periods. A sandclock (`*180`) is one period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeControl {
    periods: [Period; MAX_PERIODS],
    count: usize,
}

/// One period of a time control.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Period {
    /// Moves that each player must complete in it (6.3.1); `None` where it lasts for the rest of the game.
    pub moves: Option<u32>,
    /// Time added when it begins, in milliseconds.
    pub base_ms: u32,
    /// Time added with each move, in milliseconds (6.3.2).
    pub increment_ms: u32,
}

/// A text that is no time control.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a time control in the notation of PGN")]
pub struct NoTimeControl;

impl TimeControl {
    /// The periods, in order.
    #[must_use]
    pub fn periods(&self) -> &[Period] {
        &self.periods[..self.count]
    }
}

impl FromStr for TimeControl {
    type Err = NoTimeControl;

    /// Periods parted by colons: `seconds`, `moves/seconds`, `seconds+increment`, `*seconds`; moves and increment
    /// together are common and meant as written. Numbers have one to six digits.
    fn from_str(text: &str) -> Result<TimeControl, NoTimeControl> {
        let mut control = TimeControl { periods: [Period::default(); MAX_PERIODS], count: 0 };
        if matches!(text, "?" | "-") {
            return Ok(control);
        }
        for text in text.split(':') {
            *control.periods.get_mut(control.count).ok_or(NoTimeControl)? = period(text)?;
            control.count += 1;
        }
        Ok(control)
    }
}

fn period(text: &str) -> Result<Period, NoTimeControl> {
    if let Some(sand) = text.strip_prefix('*') {
        return Ok(Period { base_ms: positive(sand)? * 1_000, ..Period::default() });
    }
    let (moves, time) = text.split_once('/').map_or((None, text), |(moves, time)| (Some(moves), time));
    let (base, increment) = time.split_once('+').map_or((time, None), |(base, more)| (base, Some(more)));
    let period = Period {
        moves: moves.map(positive).transpose()?,
        base_ms: number(base)? * 1_000,
        increment_ms: increment.map_or(Ok(0), number)? * 1_000,
    };
    // "0+2" is a game on increments alone.
    if period.base_ms > 0 || period.increment_ms > 0 { Ok(period) } else { Err(NoTimeControl) }
}

fn positive(digits: &str) -> Result<u32, NoTimeControl> {
    number(digits).ok().filter(|number| *number > 0).ok_or(NoTimeControl)
}

fn number(digits: &str) -> Result<u32, NoTimeControl> {
    let usual = (1..=6).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_digit());
    let number = usual.then(|| digits.parse().ok()).flatten();
    number.ok_or(NoTimeControl)
}

/// How far a reading may fall short of the time that a period adds, in milliseconds: the clock has run meanwhile.
const SHORT_MS: u32 = 60_000;

/// In which period each player is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::turn) struct Periods {
    passed: PerPlayer<usize>,
    /// The flag has fallen at the end of a period, and the time of the next is not on the clock yet.
    awaited: PerPlayer<bool>,
}

/// What a flag means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) enum FlagMeaning {
    /// The period is over and its moves are completed (6.3.1): the next begins.
    PeriodOver,
    /// The allotted time is over with moves still owed (6.9).
    TimeOver,
}

impl Periods {
    /// A flag of `color` has fallen, who has completed so many moves of the game.
    pub(in crate::turn) fn flag(&mut self, control: &TimeControl, color: Color, completed: u32) -> FlagMeaning {
        let passed = *self.passed.of(color);
        let owed: u32 = control.periods().iter().take(passed + 1).filter_map(|period| period.moves).sum();
        let is_last = passed + 1 >= control.periods().len();
        if is_last || completed < owed {
            return FlagMeaning::TimeOver;
        }
        *self.passed.of_mut(color) += 1;
        *self.awaited.of_mut(color) = true;
        FlagMeaning::PeriodOver
    }

    /// A reading of the clock: the time of the next period may have been added, be it at the last move or at zero.
    pub(in crate::turn) fn read(&mut self, control: &TimeControl, color: Color, was_ms: u32, now_ms: u32) {
        let passed = *self.passed.of(color);
        let awaited = *self.awaited.of(color);
        let next = if awaited { passed } else { passed + 1 };
        let Some(period) = control.periods().get(next) else { return };
        let gained = now_ms.saturating_sub(was_ms);
        if gained > period.increment_ms && gained.saturating_add(SHORT_MS.min(period.base_ms / 2)) >= period.base_ms {
            *self.passed.of_mut(color) = next;
            *self.awaited.of_mut(color) = false;
        }
    }

    /// What each move adds in the period in which `color` is, in milliseconds.
    pub(in crate::turn) fn increment_ms(&self, control: &TimeControl, color: Color) -> Option<u32> {
        let period = control.periods().get(*self.passed.of(color))?;
        (period.increment_ms > 0).then_some(period.increment_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(text: &str) -> TimeControl {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn time_controls_of_the_pgn_standard_are_read_and_others_refused() {
        let tournament = control("40/5400+30:1800+30");
        let first = Period { moves: Some(40), base_ms: 5_400_000, increment_ms: 30_000 };
        assert_eq!(tournament.periods(), [first, Period { moves: None, base_ms: 1_800_000, increment_ms: 30_000 }]);
        assert!(control("?").periods().is_empty() && control("-").periods().is_empty());
        for text in ["40/9000", "300", "4500+60", "*180", "40/7200:3600", "0+2", "60+0"] {
            assert!(!control(text).periods().is_empty(), "{text}");
        }
        for text in [
            "",
            "0",
            "+3",
            "40/",
            "/40",
            "0/60",
            "90m",
            "40/5400+",
            "300+3:",
            "1/2/3",
            "1+2+3",
            "*",
            "9999999",
            "-1",
            "1:1:1:1:1:1:1:1:1",
        ] {
            assert_eq!(text.parse::<TimeControl>(), Err(NoTimeControl), "{text}");
        }
    }

    #[test]
    fn a_flag_before_the_moves_of_the_period_are_completed_is_the_end() {
        let tournament = control("40/7200:20/3600:1800");
        assert_eq!(Periods::default().flag(&tournament, Color::White, 39), FlagMeaning::TimeOver);
        let mut periods = Periods::default();
        assert_eq!(periods.flag(&tournament, Color::White, 40), FlagMeaning::PeriodOver);
        assert_eq!(periods.clone().flag(&tournament, Color::White, 59), FlagMeaning::TimeOver);
        assert_eq!(periods.flag(&tournament, Color::Black, 40), FlagMeaning::PeriodOver);
        assert_eq!(periods.flag(&tournament, Color::White, 60), FlagMeaning::PeriodOver);
        assert_eq!(periods.flag(&tournament, Color::White, 90), FlagMeaning::TimeOver);
    }

    #[test]
    fn a_clock_that_adds_the_time_at_the_last_move_shows_no_flag_between() {
        let tournament = control("40/5400+30:1800+30");
        let mut periods = Periods::default();
        periods.read(&tournament, Color::Black, 60_000, 90_000);
        assert_eq!(periods.passed.black, 0, "an increment");
        periods.read(&tournament, Color::Black, 90_000, 90_000 + 1_830_000);
        assert_eq!(periods.flag(&tournament, Color::Black, 70), FlagMeaning::TimeOver);
        // At zero, with the flag shown first.
        let mut periods = Periods::default();
        assert_eq!(periods.flag(&tournament, Color::White, 45), FlagMeaning::PeriodOver);
        periods.read(&tournament, Color::White, 0, 1_799_000);
        assert_eq!(periods.flag(&tournament, Color::White, 70), FlagMeaning::TimeOver);
    }
}
