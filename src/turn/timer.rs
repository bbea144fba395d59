//! The deadlines of a game in one table: what is due next, and what happens then.

use protocols::At;

use crate::turn::{
    TurnMachine,
    state::{Tell, Telling},
};

impl TurnMachine {
    /// The first timer due, with its time.
    pub(super) fn next_timer(&self) -> Option<(At, Timer)> {
        let timing = &self.settings.timing;
        let answers = self.questions.due().map(|due| (due, Timer::Answer));
        if self.suspended.is_some() {
            // Play stands still; only what was asked before is answered.
            return answers;
        }
        let settle = self.sensed.next_settles().map(|settles| (settles, Timer::Settle));
        let displaced = self.turn.displaced.iter().filter_map(|displaced| {
            (displaced.telling == Telling::Due && self.phase.is_playing())
                .then_some((displaced.told_at, Timer::Displaced))
        });
        let press = self.presses.open().map(|press| (self.press_judged_at(press), Timer::PressGrace));
        let two_hands =
            self.turn.two_hands_since.iter().map(|since| (*since + u64::from(timing.two_hands_ms), Timer::TwoHands));
        let sign = self.sign_due_at().map(|due| (due, Timer::Sign));
        let unseen = self.recovery_due_at().map(|due| (due, Timer::Recovery));
        let beside = self.beside_due().map(|due| (due, Timer::Beside));
        settle
            .into_iter()
            .chain(displaced)
            .chain(press)
            .chain(two_hands)
            .chain(answers)
            .chain(sign)
            .chain(unseen)
            .chain(beside)
            .min_by_key(|(due, timer)| (*due, *timer))
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
