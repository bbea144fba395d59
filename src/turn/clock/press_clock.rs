//! What the clock shows: its last reading, the few before it, and whether it goes for the game at all.

use std::collections::VecDeque;

use protocols::Color;

use super::gap::{ClockGap, GapKey, MoveToPress, Sign};
use crate::{board::ClockTimes, turn::GameTime};

/// Readings of the clock kept to tell what a press added.
const READINGS_KEPT: usize = 4;

/// The clock as it has been read.
#[derive(Debug, Clone)]
pub(in crate::turn) struct PressClock {
    /// What it showed last, with the times it did not tell then as they were told before.
    last: ClockTimes,
    /// The last readings, oldest first, and when each was.
    kept: VecDeque<(GameTime, ClockTimes)>,
    /// It has gone during play; presses since were not seen.
    is_gone: bool,
    /// Touches count and presses mean something: the clock has run, or nothing says that it stands (6.6).
    has_begun: bool,
    /// It ran on when the pieces were set up, and has not been stopped since.
    is_left_running: bool,
    /// It has been read as running in this game.
    has_run: bool,
    /// What it tells of the time when the board was away.
    gap: ClockGap,
}

/// What a reading has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) struct Change {
    /// What the clock showed before.
    pub(in crate::turn) was: ClockTimes,
    /// What it shows now.
    pub(in crate::turn) is: ClockTimes,
    /// Whether it had gone meanwhile, so that presses may not have been seen.
    pub(in crate::turn) is_back: bool,
}

impl PressClock {
    /// A clock that has not been read, or was read last before the game began.
    pub(in crate::turn) fn last_read(reading: Option<(GameTime, ClockTimes)>) -> PressClock {
        PressClock {
            last: reading.map(|(_, times)| times).unwrap_or_default(),
            kept: reading.into_iter().collect(),
            is_gone: false,
            has_begun: true,
            is_left_running: false,
            has_run: reading.is_some_and(|(_, times)| times.running.is_some()),
            gap: ClockGap::default(),
        }
    }

    /// It is read. A time that it does not tell is as it was.
    pub(in crate::turn) fn read(&mut self, at: GameTime, times: ClockTimes) -> Change {
        let was = self.last;
        let is = ClockTimes {
            white_ms: times.white_ms.or(was.white_ms),
            black_ms: times.black_ms.or(was.black_ms),
            running: times.running,
        };
        self.last = is;
        self.is_left_running &= is.running.is_some();
        self.has_run |= is.running.is_some();
        self.kept.push_back((at, is));
        if self.kept.len() > READINGS_KEPT {
            self.kept.pop_front();
        }
        Change { was, is, is_back: std::mem::take(&mut self.is_gone) }
    }

    /// What it showed last.
    pub(in crate::turn) fn last(&self) -> ClockTimes {
        self.last
    }

    /// When it was read last, and what it showed; `None` where it never was.
    pub(in crate::turn) fn last_reading(&self) -> Option<(GameTime, ClockTimes)> {
        self.kept.back().copied()
    }

    /// The last reading at or before an instant, of those that are kept.
    pub(in crate::turn) fn read_before(&self, at: GameTime) -> Option<(GameTime, ClockTimes)> {
        self.kept.iter().rev().find(|(read, _)| *read <= at).copied()
    }

    /// Whether it has ever been read.
    pub(in crate::turn) fn was_read(&self) -> bool {
        !self.kept.is_empty()
    }

    /// Whose time runs; `None` where both stand, or nothing is known.
    pub(in crate::turn) fn running(&self) -> Option<Color> {
        self.last.running
    }

    /// Whether it is known that nobody's time runs.
    pub(in crate::turn) fn stands(&self) -> bool {
        self.running().is_none() && self.was_read()
    }

    /// Whether it is known that nobody's time runs any more: it has been stopped.
    pub(in crate::turn) fn is_stopped(&self) -> bool {
        self.stands() && self.has_run
    }

    /// Whether it is known that a player's time does not run but his opponent's, nobody having pressed since it was read.
    pub(in crate::turn) fn stands_for(&self, by: Color, pressed_last: Option<GameTime>) -> bool {
        let read = self.last_reading().map(|(at, _)| at);
        self.running() == Some(by.other()) && read > pressed_last
    }

    /// The time that a player has left, in milliseconds, where it is known.
    pub(in crate::turn) fn time_left(&self, by: Color) -> Option<u32> {
        self.last.of(by)
    }

    /// What a press at this instant has added to the time of `by`, who pressed, in milliseconds and whole seconds;
    /// `None` where the readings show nothing added.
    pub(in crate::turn) fn added_by_press(&self, by: Color, pressed_at: GameTime) -> Option<u32> {
        let (read_at, last) = self.read_before(pressed_at)?;
        let (before, after) = (last.of(by)?, self.time_left(by)?);
        let elapsed = if last.running == Some(by) { pressed_at.since(read_at) } else { 0 };
        let expected = u64::from(before).saturating_sub(elapsed);
        let added = u64::from(after).checked_sub(expected)?;
        let seconds = (added + 500) / 1_000;
        (seconds > 0 && self.last != last).then(|| u32::try_from(seconds * 1_000).unwrap_or(u32::MAX))
    }

    /// It has gone: presses are not seen until it is read again.
    pub(in crate::turn) fn goes(&mut self) {
        self.is_gone = true;
    }

    /// Whether touches count and presses mean something (6.6).
    pub(in crate::turn) fn has_begun(&self) -> bool {
        self.has_begun
    }

    /// It has been started, or a move was made all the same.
    pub(in crate::turn) fn begins(&mut self) {
        self.has_begun = true;
    }

    /// It stands, and nothing has been played: it is still to be started.
    pub(in crate::turn) fn is_not_started(&mut self) {
        self.has_begun = false;
    }

    /// A game begins with the clock as it was read last.
    pub(in crate::turn) fn game_begins(&mut self) {
        self.has_begun = !self.stands();
        self.is_left_running = self.running().is_some();
        self.has_run = self.running().is_some();
    }

    /// Whether it has run on since the pieces were set up.
    pub(in crate::turn) fn is_left_running(&self) -> bool {
        self.is_left_running
    }

    /// The board goes away, and the clock with it. `owed` is the turn of who has the move, where nothing else is open.
    pub(in crate::turn) fn goes_away(&mut self, owed: Option<MoveToPress>) {
        self.gap.goes_away(self.last, owed);
    }

    /// Whether both players have pressed while the board was away, `by` having the move now.
    pub(in crate::turn) fn both_have_pressed_in_gap(&self, by: Color) -> bool {
        self.gap.both_have_pressed(by, self.last)
    }

    /// What the last reading tells of a press that went unseen while the board was away. `turn` is the turn in progress,
    /// `None` where play is suspended.
    pub(in crate::turn) fn weigh_gap(&mut self, turn: Option<MoveToPress>) -> Sign {
        self.gap.weigh(turn, self.last.running)
    }

    /// Nothing is open any more of what was pressed while the board was away.
    pub(in crate::turn) fn gap_is_known(&mut self) {
        self.gap.nothing_is_open();
    }

    /// What of the clock separates explanations.
    pub(in crate::turn) fn key(&self) -> PressClockKey {
        let PressClock {
            // The readings are the same for all.
            last: _,
            kept: _,
            has_run: _,
            is_gone: _,
            is_left_running,
            has_begun,
            gap,
        } = self;
        PressClockKey { is_left_running: *is_left_running, has_begun: *has_begun, gap: gap.key() }
    }
}

/// What separates two clocks: see [`PressClock::key`].
#[derive(Debug, PartialEq)]
pub(in crate::turn) struct PressClockKey {
    is_left_running: bool,
    has_begun: bool,
    gap: GapKey,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both have a minute, but for what White has spent.
    fn spent(white_ms: u32, running: Option<Color>) -> ClockTimes {
        ClockTimes { white_ms: Some(60_000 - white_ms), black_ms: Some(60_000), running }
    }

    fn unread() -> PressClock {
        PressClock::last_read(None)
    }

    #[test]
    fn the_last_reading_before_an_instant_is_the_latest_that_is_not_after_it() {
        let mut clock = unread();
        assert_eq!(clock.read_before(GameTime(9_000)), None);
        let readings = [1_000, 2_000, 3_000].map(|ms: u32| (GameTime(u64::from(ms)), spent(ms, Some(Color::White))));
        for (at, times) in readings {
            clock.read(at, times);
        }
        assert_eq!(clock.read_before(GameTime(999)), None);
        assert_eq!(clock.read_before(GameTime(1_999)), Some(readings[0]));
        assert_eq!(clock.read_before(GameTime(2_000)), Some(readings[1]));
        assert_eq!(clock.read_before(GameTime(9_000)), Some(readings[2]));
        assert_eq!(clock.last_reading(), Some(readings[2]));
    }

    #[test]
    fn four_readings_are_kept_and_the_oldest_goes_first() {
        let mut clock = unread();
        for ms in 1..=4 {
            clock.read(GameTime(ms), ClockTimes::default());
        }
        assert!(clock.read_before(GameTime(1)).is_some());
        clock.read(GameTime(5), ClockTimes::default());
        assert_eq!(clock.read_before(GameTime(1)), None);
        assert_eq!(clock.read_before(GameTime(2)), Some((GameTime(2), ClockTimes::default())));
    }

    #[test]
    fn a_time_that_is_not_told_is_as_it_was() {
        let mut clock = unread();
        clock.read(GameTime(0), spent(5_000, Some(Color::White)));
        let change = clock.read(GameTime(10), ClockTimes { black_ms: Some(50_000), ..ClockTimes::default() });
        assert_eq!(change.was, spent(5_000, Some(Color::White)));
        assert_eq!(change.is, ClockTimes { white_ms: Some(55_000), black_ms: Some(50_000), running: None });
        assert_eq!(clock.last(), change.is);
        assert_eq!(clock.time_left(Color::White), Some(55_000));
    }

    #[test]
    fn a_clock_that_was_gone_is_back_with_its_next_reading_and_only_with_that() {
        let mut clock = unread();
        assert!(!clock.read(GameTime(0), ClockTimes::default()).is_back);
        clock.goes();
        assert!(clock.read(GameTime(1), ClockTimes::default()).is_back);
        assert!(!clock.read(GameTime(2), ClockTimes::default()).is_back);
    }

    #[test]
    fn a_clock_is_known_to_stand_only_once_it_has_been_read() {
        let mut clock = unread();
        assert!(!clock.was_read() && !clock.stands());
        clock.read(GameTime(0), ClockTimes::default());
        assert!(clock.was_read() && clock.stands());
        clock.read(GameTime(1), spent(0, Some(Color::Black)));
        assert_eq!(clock.running(), Some(Color::Black));
        assert!(!clock.stands());
    }

    #[test]
    fn a_game_has_begun_unless_the_clock_is_known_to_stand() {
        let mut clock = unread();
        clock.game_begins();
        assert!(clock.has_begun());
        clock.read(GameTime(0), spent(0, None));
        clock.game_begins();
        assert!(!clock.has_begun());
        clock.begins();
        assert!(clock.has_begun());
        clock.is_not_started();
        assert!(!clock.has_begun());
    }

    #[test]
    fn a_clock_left_running_is_so_until_it_is_stopped_once() {
        let running = spent(0, Some(Color::White));
        let mut clock = PressClock::last_read(Some((GameTime(0), running)));
        assert!(!clock.is_left_running());
        clock.game_begins();
        clock.read(GameTime(1), spent(1_000, Some(Color::White)));
        assert!(clock.is_left_running());
        clock.read(GameTime(2), spent(1_000, None));
        clock.read(GameTime(3), running);
        assert!(!clock.is_left_running());
    }

    #[test]
    fn what_a_press_added_is_what_the_clock_shows_above_the_time_that_ran_until_then() {
        let white = Some(Color::White);
        let mut clock = PressClock::last_read(Some((GameTime(0), spent(0, white))));
        // He has thought for ten seconds, and has half a minute more.
        clock.read(GameTime(10_100), ClockTimes { white_ms: Some(80_000), ..spent(0, Some(Color::Black)) });
        assert_eq!(clock.added_by_press(Color::White, GameTime(10_000)), Some(30_000));
        // Pressed after both readings: nothing shows what that has added.
        assert_eq!(clock.added_by_press(Color::White, GameTime(10_200)), None);
    }

    #[test]
    fn a_press_that_adds_nothing_is_not_said_to_have_added_something() {
        let mut clock = PressClock::last_read(Some((GameTime(0), spent(0, Some(Color::White)))));
        clock.read(GameTime(10_100), spent(10_000, Some(Color::Black)));
        assert_eq!(clock.added_by_press(Color::White, GameTime(10_000)), None);
    }

    #[test]
    fn clocks_go_on_alike_only_where_the_game_has_begun_on_both_or_on_none() {
        let (one, mut other) = (unread(), unread());
        assert_eq!(one.key(), other.key());
        other.is_not_started();
        assert_ne!(one.key(), other.key());
    }
}
