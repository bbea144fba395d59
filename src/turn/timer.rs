//! The deadlines of a game in one table: what is due next, and what happens then.

use crate::turn::{
    GameTime, TurnMachine,
    state::{Tell, Telling},
};

impl TurnMachine {
    /// The first timer due, with its time.
    pub(super) fn next_timer(&self) -> Option<(GameTime, Timer)> {
        let answers = self.questions.due();
        if self.suspended.is_some() {
            // Play stands still; only what was asked before is answered.
            return answers.map(|due| (due, Timer::Answer));
        }
        let two_hands_ms = u64::from(self.settings.timing.two_hands_ms);
        let told = self.turn.displaced.iter().filter(|displaced| displaced.telling == Telling::Due);
        let deadlines = [
            (self.sensed.next_settles(), Timer::Settle),
            (self.turn.two_hands_since.map(|since| since + two_hands_ms), Timer::TwoHands),
            (told.map(|displaced| displaced.told_at).min().filter(|_| self.phase.is_playing()), Timer::Displaced),
            (self.presses.open().map(|press| self.press_judged_at(press)), Timer::PressGrace),
            (answers, Timer::Answer),
            (self.sign_due_at(), Timer::Sign),
            (self.recovery_due_at(), Timer::Recovery),
            (self.beside_due(), Timer::Beside),
        ];
        // They stand in the order of [`Timer`].
        let mut first: Option<(GameTime, Timer)> = None;
        for (due, timer) in deadlines {
            if let Some(due) = due
                && first.is_none_or(|(least, _)| due < least)
            {
                first = Some((due, timer));
            }
        }
        first
    }

    pub(super) fn fire(&mut self, timer: Timer) {
        match timer {
            Timer::Answer => self.answers_due(),
            Timer::Displaced => self.alert_displaced(Tell::Due),
            Timer::Beside => self.follow_beside_until(self.now),
            Timer::PressGrace => self.judge_press(),
            Timer::Settle => self.settle_due(),
            Timer::Sign => self.sign_due(),
            Timer::TwoHands => self.alert_two_hands(),
            Timer::Recovery => self.recovery_due(),
        }
    }
}

/// What a deadline means. Where several fall on one instant, a piece settles before anything is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Timer {
    /// A piece has stayed for `settle_ms`.
    Settle,
    /// King and rook have been in the air together for `two_hands_ms`.
    TwoHands,
    /// A displaced piece has stood for `displaced_ms`.
    Displaced,
    /// `press_grace_ms` after a press are over.
    PressGrace,
    /// The answer to a question takes effect.
    Answer,
    /// The kings in the centre have stood long enough to show a result.
    Sign,
    /// Nothing has said in time which moves were made that nobody saw.
    Recovery,
    /// Something is due in a game that is followed beside the one that waits.
    Beside,
}
