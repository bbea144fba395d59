//! Flags that are down, those on which nothing is ruled yet, and the periods that they end.

use protocols::Color;

use super::periods::{FlagMeaning, Periods, TimeControl};
use crate::{
    board::ClockTimes,
    turn::{GameTime, PerPlayer},
};

/// A flag that has fallen while it was open whether the last move had ended the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) struct FallenFlag {
    pub(in crate::turn) by: Color,
    pub(in crate::turn) at: GameTime,
}

/// The flags of a game.
#[derive(Debug, Clone, Default)]
pub(in crate::turn) struct Flags {
    /// Whose is down, with moves still owed.
    down: PerPlayer<bool>,
    /// Flags on which nothing is ruled yet, at most one of each player's: the last move may have ended the game before.
    waiting: Vec<FallenFlag>,
    periods: Periods,
}

impl Flags {
    /// Whether the flag of `by` is down.
    pub(in crate::turn) fn is_down(&self, by: Color) -> bool {
        *self.down.of(by)
    }

    /// Whether the flag of `by` is down, and the opponent's is not.
    pub(in crate::turn) fn is_only_down(&self, by: Color) -> bool {
        self.is_down(by) && !self.is_down(by.other())
    }

    /// The flag of `by` has fallen while the game was on.
    pub(in crate::turn) fn falls(&mut self, by: Color) {
        *self.down.of_mut(by) = true;
    }

    /// No flag that is down counts: the game goes on.
    pub(in crate::turn) fn count_no_more(&mut self) {
        self.down = PerPlayer::default();
    }

    /// Those that were down then count no more.
    pub(in crate::turn) fn only_count_since(&mut self, before: PerPlayer<bool>) {
        for color in [Color::White, Color::Black] {
            *self.down.of_mut(color) &= !before.of(color);
        }
    }

    /// Which are down.
    pub(in crate::turn) fn down(&self) -> PerPlayer<bool> {
        self.down
    }

    /// A flag has fallen on which nothing can be ruled yet. Only the first fall of each player's counts.
    pub(in crate::turn) fn let_wait(&mut self, fallen: FallenFlag) {
        if self.waiting.iter().all(|waiting| waiting.by != fallen.by) {
            self.waiting.push(fallen);
        }
    }

    /// The flags on which nothing is ruled yet, in the order of their fall.
    pub(in crate::turn) fn waiting(&self) -> &[FallenFlag] {
        &self.waiting
    }

    /// The flag of `by` waits no longer.
    pub(in crate::turn) fn waits_no_more(&mut self, by: Color) {
        self.waiting.retain(|waiting| waiting.by != by);
    }

    /// The flags on which nothing is ruled yet: they wait no longer.
    pub(in crate::turn) fn take_waiting(&mut self) -> Vec<FallenFlag> {
        std::mem::take(&mut self.waiting)
    }

    /// A flag of `by` has fallen, who has completed so many moves of the game. Where it ends a period, the next begins.
    pub(in crate::turn) fn pass_period(&mut self, control: &TimeControl, by: Color, completed: u32) -> FlagMeaning {
        self.periods.flag(control, by, completed)
    }

    /// The clock was read to show one thing and then another: the time of the next period may have been added.
    pub(in crate::turn) fn read(&mut self, control: &TimeControl, was: ClockTimes, is: ClockTimes) {
        for color in [Color::White, Color::Black] {
            if let (Some(was_ms), Some(now_ms)) = (was.of(color), is.of(color)) {
                self.periods.read(control, color, was_ms, now_ms);
            }
        }
    }

    /// What each move adds in the period in which `by` is, in milliseconds.
    pub(in crate::turn) fn increment_ms(&self, control: &TimeControl, by: Color) -> Option<u32> {
        self.periods.increment_ms(control, by)
    }

    /// What of the flags separates explanations.
    pub(in crate::turn) fn key(&self) -> FlagsKey<'_> {
        let Flags { down, waiting, periods } = self;
        FlagsKey { down: *down, waiting, periods }
    }
}

/// What separates the flags of two hypotheses: see [`Flags::key`].
#[derive(Debug, PartialEq)]
pub(in crate::turn) struct FlagsKey<'a> {
    down: PerPlayer<bool>,
    waiting: &'a [FallenFlag],
    periods: &'a Periods,
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: Color = Color::Black;
    const WHITE: Color = Color::White;

    #[test]
    fn a_flag_that_falls_twice_is_down_once() {
        let mut flags = Flags::default();
        assert!(!flags.is_down(WHITE));
        flags.falls(WHITE);
        let once = flags.clone();
        flags.falls(WHITE);
        assert!(flags.is_only_down(WHITE));
        assert_eq!(flags.key(), once.key());
        flags.falls(BLACK);
        assert!(flags.is_down(WHITE) && flags.is_down(BLACK));
        assert!(!flags.is_only_down(WHITE) && !flags.is_only_down(BLACK));
        flags.count_no_more();
        assert!(!flags.is_down(WHITE) && !flags.is_down(BLACK));
    }

    #[test]
    fn of_each_player_the_first_flag_waits() {
        let mut flags = Flags::default();
        let (first, other) = (FallenFlag { by: WHITE, at: GameTime(1) }, FallenFlag { by: BLACK, at: GameTime(2) });
        for fallen in [first, other, FallenFlag { at: GameTime(3), ..first }] {
            flags.let_wait(fallen);
        }
        assert_eq!(flags.waiting(), [first, other]);
        assert!(!flags.is_down(WHITE), "nothing is ruled yet");
        flags.waits_no_more(WHITE);
        assert_eq!(flags.waiting(), [other]);
        assert_eq!(flags.take_waiting(), [other]);
        assert!(flags.waiting().is_empty());
    }

    #[test]
    fn the_time_of_the_next_period_is_seen_on_either_players_clock() {
        let control = "2/600+10:300".parse().unwrap_or_else(|error| panic!("{error}"));
        let mut flags = Flags::default();
        let was = ClockTimes { white_ms: Some(30_000), black_ms: Some(20_000), running: None };
        flags.read(&control, was, ClockTimes { black_ms: Some(320_000), ..was });
        assert_eq!(flags.increment_ms(&control, WHITE), Some(10_000));
        assert_eq!(flags.increment_ms(&control, BLACK), None);
        assert_eq!(flags.pass_period(&control, BLACK, 9), FlagMeaning::TimeOver);
        assert_eq!(flags.pass_period(&control, WHITE, 9), FlagMeaning::PeriodOver);
    }

    #[test]
    fn flags_go_on_alike_only_where_the_same_ones_are_down_and_wait() {
        let none = Flags::default();
        let (mut down, mut waits) = (none.clone(), none.clone());
        down.falls(WHITE);
        waits.let_wait(FallenFlag { by: WHITE, at: GameTime(1) });
        assert_ne!(none.key(), down.key());
        assert_ne!(none.key(), waits.key());
    }
}
