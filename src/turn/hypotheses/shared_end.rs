//! An end of the game that all hypotheses believed share, told while it is still open which moves led to it: an arbiter must
//! know at once that a flag has fallen, and no later move decides what was played.

use std::sync::Arc;

use crate::turn::{
    Act, Alert, AlertKind, GameTime, TurnOutput,
    findings::Nature,
    hypotheses::{Hypotheses, hypothesis::Hypothesis},
};

/// How long the hypotheses agree on an end of the game until it is told, in milliseconds.
const RESTS_MS: u64 = 3_000;

/// When nothing is due any more.
const NEVER: GameTime = GameTime(u64::MAX);

impl Hypotheses {
    /// When an end that all agree on is to be told.
    pub(super) fn next_end(&self) -> Option<GameTime> {
        self.ends_due.filter(|due| *due != NEVER)
    }

    /// Tells an end of the game that all of so many hypotheses have, several of which fit: a flag's fall at once, any other when they have agreed on
    /// it for long enough, with what is still open. What is done to the pieces meanwhile may still say that it was none.
    /// Gives whether a hypothesis has been told.
    pub(super) fn tell_shared_ends(&mut self, fitting: &[usize], believed: usize) -> bool {
        let ends = if fitting.len() > 1 { self.shared_ends(believed) } else { Vec::new() };
        let due = if ends.is_empty() { None } else { self.ends_due.or(Some(self.now + RESTS_MS)) };
        let is_due = due.is_some_and(|due| due <= self.now);
        // What is not told then waits for his word.
        let next = if is_due { Some(NEVER) } else { due };
        if self.ends_due != next {
            self.ends_due = next;
            self.timer.take();
        }
        for end in ends.iter().filter(|end| end.kind == AlertKind::FlagFall) {
            self.tell_shared_end(end);
        }
        is_due && fitting.first().is_some_and(|best| self.tell_with_what_is_open(*best, believed))
    }

    /// The ends that the best of so many hypotheses has, all others of them have, and nobody has been told.
    fn shared_ends(&self, believed: usize) -> Vec<Alert> {
        let believed = &self.all[..believed];
        if !believed.iter().all(|hypothesis| hypothesis.machine.is_over()) {
            return Vec::new();
        }
        let is_news = |alert: &&Alert| is_end(alert) && !self.told.alerts.contains_key(&alert.number);
        let is_shared = |end: &&Alert| believed.iter().all(|hypothesis| hypothesis.number_of(end).is_some());
        believed[0].machine.alerts.iter().filter(is_news).filter(is_shared).cloned().collect()
    }

    /// Tells an end under one number, by which every hypothesis that has it knows it from now on.
    fn tell_shared_end(&mut self, end: &Alert) {
        self.alert_number += 1;
        let number = self.alert_number;
        for hypothesis in &mut self.all {
            if let Some(own) = hypothesis.number_of(end) {
                hypothesis.was_told(own, number);
            }
        }
        let Some(alert) = self.all[0].machine.alerts.get(number).cloned() else { return };
        for machine in self.machines() {
            machine.alerts.number_after(number);
        }
        if let Some(sure) = self.sure.as_deref_mut() {
            sure.alerts.adopt(&alert);
        }
        let news = self.told.take_down([TurnOutput::Alert(Box::new(alert))]);
        self.output.extend(news);
    }

    /// Whether he confirms or dismisses an end of the game, which needs the moves that led to it.
    pub(super) fn decides_on_end(&self, act: &Act) -> bool {
        let (Act::Confirm(number) | Act::Dismiss(number)) = *act else { return false };
        self.all[0].machine.is_over() && self.all[0].machine.alerts.get(number).is_some_and(is_end)
    }
}

impl Hypothesis {
    /// The number by which it knows the same end.
    fn number_of(&self, end: &Alert) -> Option<u32> {
        let mut its = self.machine.alerts.iter().filter(|its| is_end(its));
        its.find(|its| its.repeats(end)).map(|its| its.number)
    }

    /// An end raised under one number has been told under another.
    fn was_told(&mut self, from: u32, to: u32) {
        self.machine.renumber_alert(from, to);
        self.counted = self.counted.max(to);
        Arc::make_mut(&mut self.untold)
            .retain(|said| !matches!(&**said, TurnOutput::Alert(alert) if alert.number == from));
    }
}

fn is_end(alert: &Alert) -> bool {
    alert.state.is_open() && (alert.kind.is_end_by_a_move() || alert.kind.nature() == Nature::EndOtherwise)
}
