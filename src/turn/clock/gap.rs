//! Presses that nobody saw, because the board was away and the clock with it: what its readings tell of them.

use protocols::Color;

use crate::{
    board::ClockTimes,
    turn::{TurnMachine, state::Made},
};

/// By how much the time shown falls at least when a clock has run, in milliseconds.
const A_SECOND_MS: u32 = 1_000;

/// What the clock tells of the time when the board was away last.
#[derive(Debug, Clone, Default)]
pub(in crate::turn) struct ClockGap {
    /// What it showed before.
    before: ClockTimes,
    since: ClockSinceGap,
}

/// Whether a press may have gone unseen while the board was away.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum ClockSinceGap {
    /// No, or it is known.
    #[default]
    Known,
    /// The clock ran for who had the move; `other_runs` is whether it has been read since to run for the other: a single
    /// reading may be damaged.
    Ran {
        /// The half-move then.
        ply: u32,
        other_runs: bool,
    },
}

/// A turn of which the move is to be pressed for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) struct MoveToPress {
    pub(in crate::turn) ply: u32,
    pub(in crate::turn) by: Color,
}

/// What a reading after the board was away tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) enum Sign {
    /// That the move of the turn has been pressed: the clock runs for the other, and was read so before.
    Pressed,
    /// Nothing that is certain.
    Unsure,
}

impl ClockGap {
    /// The board goes away with the clock as it was read last. A press meanwhile will be plain only where a move is `owed`,
    /// and nothing else, and the clock runs for it.
    pub(super) fn goes_away(&mut self, last: ClockTimes, owed: Option<MoveToPress>) {
        let runs = owed.filter(|owed| last.running == Some(owed.by));
        self.before = last;
        self.since = runs.map_or(ClockSinceGap::Known, |owed| ClockSinceGap::Ran { ply: owed.ply, other_runs: false });
    }

    /// Whether both players have pressed: the clock runs for `by`, who had the move then, and the other's time has run
    /// meanwhile.
    pub(super) fn both_have_pressed(&self, by: Color, last: ClockTimes) -> bool {
        let runs = self.before.running == Some(by) && last.running == Some(by);
        let spent = self.before.of(by.other()).zip(last.of(by.other()));
        runs && spent.is_some_and(|(then, now)| now + A_SECOND_MS <= then)
    }

    /// The clock has been read to run for `running`, while this turn is in progress; `None` while play is suspended. Where it
    /// ran for who had the move when it went away, and now, read twice, runs for the other, he has pressed.
    pub(super) fn weigh(&mut self, turn: Option<MoveToPress>, running: Option<Color>) -> Sign {
        let ClockSinceGap::Ran { ply, other_runs } = self.since else { return Sign::Unsure };
        if !turn.is_some_and(|turn| turn.ply == ply && running == Some(turn.by.other())) {
            self.since = ClockSinceGap::Known;
            return Sign::Unsure;
        }
        self.since = ClockSinceGap::Ran { ply, other_runs: true };
        if other_runs { Sign::Pressed } else { Sign::Unsure }
    }

    /// Nothing is open any more: a press was seen, or what the readings told of one has been judged.
    pub(super) fn nothing_is_open(&mut self) {
        self.since = ClockSinceGap::Known;
    }

    /// What of it separates explanations.
    pub(super) fn key(&self) -> GapKey {
        let ClockGap {
            // The readings are the same for all.
            before: _,
            since,
        } = self;
        GapKey(*since)
    }
}

/// What separates two hypotheses of what was pressed unseen: see [`ClockGap::key`].
#[derive(Debug, PartialEq)]
pub(in crate::turn) struct GapKey(ClockSinceGap);

impl TurnMachine {
    /// The board goes away, and the clock with it. What a press in between was for is plain only where nothing is owed.
    pub(in crate::turn) fn clock_goes_away(&mut self) {
        let nothing_owed = self.turn.made.is_none() && self.waiting.is_empty() && !self.presses.is_open();
        let plays = self.phase.is_followed() && !self.awaits_restoring() && self.suspended.is_none();
        let turn = self.move_to_press();
        self.clock.goes_away((nothing_owed && plays).then_some(turn));
    }

    /// The clock has been read. Where it shows that the only move since the board went away has been pressed, that is
    /// completed (6.2.1).
    pub(in crate::turn) fn complete_if_pressed_in_gap(&mut self) {
        let turn = self.suspended.is_none().then(|| self.move_to_press());
        if self.clock.weigh_gap(turn) == Sign::Unsure {
            return;
        }
        let open = self.phase.is_unexplained() || self.link.is_away() || !self.sensed.landings().is_empty();
        if open || !self.phase.is_playing() {
            return;
        }
        self.clock.gap_is_known();
        let rests = |made: &Made| made.early.is_none() && self.shows(&made.m);
        let nothing_else = self.waiting.is_empty() && !self.presses.is_open() && !self.awaits_restoring();
        if nothing_else && self.turn.made.as_ref().is_some_and(rests) {
            self.complete_turn();
        }
    }

    fn move_to_press(&self) -> MoveToPress {
        MoveToPress { ply: self.turn.ply, by: self.turn.by }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE_TO_MOVE: MoveToPress = MoveToPress { ply: 7, by: Color::White };
    const BLACK: Option<Color> = Some(Color::Black);
    const WHITE: Option<Color> = Some(Color::White);

    fn runs(running: Option<Color>) -> ClockTimes {
        ClockTimes { white_ms: Some(60_000), black_ms: Some(60_000), running }
    }

    /// The board has gone away while White thought.
    fn away() -> ClockGap {
        let mut gap = ClockGap::default();
        gap.goes_away(runs(WHITE), Some(WHITE_TO_MOVE));
        gap
    }

    #[test]
    fn a_press_seen_only_by_the_readings_is_believed_when_it_is_read_twice() {
        let mut gap = away();
        assert_eq!(gap.weigh(Some(WHITE_TO_MOVE), BLACK), Sign::Unsure);
        assert_eq!(gap.weigh(Some(WHITE_TO_MOVE), BLACK), Sign::Pressed);
        // The board has not shown the move yet: it is asked again.
        assert_eq!(gap.weigh(Some(WHITE_TO_MOVE), BLACK), Sign::Pressed);
        gap.nothing_is_open();
        assert_eq!(gap.weigh(Some(WHITE_TO_MOVE), BLACK), Sign::Unsure);
    }

    #[test]
    fn a_clock_that_runs_on_for_the_player_shows_that_he_has_not_pressed() {
        let mut gap = away();
        for running in [WHITE, BLACK, BLACK] {
            assert_eq!(gap.weigh(Some(WHITE_TO_MOVE), running), Sign::Unsure);
        }
    }

    #[test]
    fn readings_of_another_turn_and_while_play_is_suspended_tell_of_no_press() {
        for other in [None, Some(MoveToPress { ply: 8, ..WHITE_TO_MOVE })] {
            let mut gap = away();
            gap.weigh(Some(WHITE_TO_MOVE), BLACK);
            assert_eq!(gap.weigh(other, BLACK), Sign::Unsure);
            assert_eq!(gap.weigh(Some(WHITE_TO_MOVE), BLACK), Sign::Unsure);
        }
    }

    #[test]
    fn nothing_is_told_where_more_was_owed_or_the_clock_did_not_run_for_the_move() {
        for (last, owed) in [(WHITE, None), (BLACK, Some(WHITE_TO_MOVE)), (None, Some(WHITE_TO_MOVE))] {
            let mut gap = away();
            gap.goes_away(runs(last), owed);
            for _ in 0..3 {
                assert_eq!(gap.weigh(Some(WHITE_TO_MOVE), BLACK), Sign::Unsure, "{last:?} {owed:?}");
            }
        }
    }

    #[test]
    fn both_have_pressed_where_the_clock_runs_as_before_and_the_other_has_lost_a_second() {
        let gap = away();
        let black_has = |black_ms| ClockTimes { black_ms: Some(black_ms), ..runs(WHITE) };
        assert!(gap.both_have_pressed(Color::White, black_has(59_000)));
        assert!(!gap.both_have_pressed(Color::White, black_has(59_001)));
        assert!(!gap.both_have_pressed(Color::White, ClockTimes { running: BLACK, ..black_has(50_000) }));
        assert!(!gap.both_have_pressed(Color::Black, black_has(50_000)));
        assert!(!ClockGap::default().both_have_pressed(Color::White, black_has(50_000)));
    }

    #[test]
    fn what_has_been_read_once_separates_explanations() {
        let (one, mut other) = (away(), away());
        assert_eq!(one.key(), other.key());
        other.weigh(Some(WHITE_TO_MOVE), BLACK);
        assert_ne!(one.key(), other.key());
    }
}
