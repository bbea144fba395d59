//! The arbiter's word, which settles what the sensors left open.

use crate::turn::{
    Act, Refusal,
    arbiter::suspend,
    hypotheses::{Hypotheses, cost},
};

/// So many hypotheses are tried for the arbiter's word.
const MAX_TRIED: usize = 8;

impl Hypotheses {
    /// The arbiter's word settles what the sensors left open.
    ///
    /// # Errors
    /// [`Refusal`], with nothing changed.
    pub(in crate::turn) fn act(&mut self, act: Act) -> Result<(), Refusal> {
        self.timer.take();
        match &act {
            Act::SetMove { ply, written } if self.keep_where(*ply, written) => Ok(()),
            Act::Acknowledge(_) | Act::Confirm(_) | Act::Dismiss(_)
                if self.sure.is_some() && !self.decides_on_stop(&act) =>
            {
                self.act_on_all(&act)
            }
            // These are no word on what was played: what is open stays so.
            Act::AdjustClock(..) | Act::Claim(_) | Act::Register { .. } | Act::SetIllegalMoves(_) => {
                let open = self.sure.is_some();
                self.keep_sure();
                let outcome = self.act_on_all(&act);
                if !open {
                    self.sure = None;
                }
                outcome
            }
            _ => {
                let first = self.best_for(&act)?;
                self.all[..=first].rotate_right(1);
                if matches!(act, Act::Resume | Act::Suspend) {
                    self.see_all_held();
                }
                self.settle_on_best();
                if matches!(act, Act::Resume) {
                    self.look_after_suspension();
                }
                let outcome = self.all[0].act(act, &mut self.alert_number);
                self.settings = self.all[0].machine.settings;
                self.tell();
                outcome
            }
        }
    }

    /// Whether he confirms or dismisses what has stopped play in the best hypothesis: of the games followed beside it his
    /// word decides which counts.
    fn decides_on_stop(&self, act: &Act) -> bool {
        let (Act::Confirm(number) | Act::Dismiss(number)) = *act else { return false };
        self.all[0].machine.stopped.as_ref().is_some_and(|stopped| stopped.is_about(number))
    }

    /// The believed hypothesis in which his word leads to the squares that are occupied, or to most of them. Nothing is
    /// told for the sake of what is refused.
    ///
    /// # Errors
    /// [`Refusal`] of the best, where no other takes it.
    fn best_for(&self, act: &Act) -> Result<usize, Refusal> {
        let tried = match act {
            Act::SetMove { .. } => MAX_TRIED,
            Act::LetStand(_) | Act::Reopen | Act::TakeBack(_) => 1,
            Act::Acknowledge(_)
            | Act::AdjustClock(..)
            | Act::Claim(_)
            | Act::Confirm(_)
            | Act::Dismiss(_)
            | Act::NewGame(_)
            | Act::Register { .. }
            | Act::Resume
            | Act::SetIllegalMoves(_)
            | Act::SetPosition(_)
            | Act::SetResult(_)
            | Act::Suspend => return Ok(0),
        };
        let believed = self.all[0].cost() + cost::BELIEVED;
        let mut best: Option<(u32, usize)> = None;
        let mut refusal = None;
        let candidates = self.all.iter().take_while(|other| other.cost() <= believed);
        for (index, hypothesis) in candidates.take(tried).enumerate() {
            let mut machine = hypothesis.machine.clone();
            match machine.act(act.clone()) {
                Ok(()) => {
                    let differs = (machine.position().placement().occupied() ^ self.occupied).count_ones();
                    if best.is_none_or(|(least, _)| differs < least) {
                        best = Some((differs, index));
                    }
                }
                Err(refused) => {
                    refusal.get_or_insert(refused);
                }
            }
        }
        match (best, refusal) {
            (None, Some(refused)) => Err(refused),
            (best, _) => Ok(best.map_or(0, |(_, index)| index)),
        }
    }

    /// What the arbiter does about an alert while it is open how things went on: every hypothesis is told.
    fn act_on_all(&mut self, act: &Act) -> Result<(), Refusal> {
        let mut outcome = Ok(());
        // An alert that it raises has one number everywhere.
        let number = self.alert_number;
        if let Some(sure) = self.sure.as_deref_mut() {
            sure.alerts.number_after(number);
            outcome = sure.act(act.clone());
            self.alert_number = sure.alerts.last_number();
            self.output.extend(self.told.take_down(std::mem::take(&mut sure.output)));
        }
        if outcome.is_ok() {
            for hypothesis in &mut self.all {
                hypothesis.machine.alerts.number_after(number);
                // A hypothesis that never raised it has nothing to change.
                let _ = hypothesis.machine.act(act.clone());
                hypothesis.machine.output.clear();
            }
        }
        outcome
    }

    /// What is held back has happened before an act that parts what counts from what does not.
    fn see_all_held(&mut self) {
        for seen in self.scan.take() {
            if self.beginning().is_none() {
                self.now = self.now.max(seen.at);
                self.see(seen);
            }
        }
    }

    /// Play is to go on: the pieces are where the occupied squares say.
    fn look_after_suspension(&mut self) {
        let hypothesis = &mut self.all[0];
        let machine = &mut hypothesis.machine;
        if machine.is_suspended() && machine.sensed.board().occupied() != self.occupied {
            hypothesis.unidentified.clear();
            let position = machine.position();
            let standing = suspend::pieces_on(self.occupied, machine.sensed.board(), position, &position.legal_moves());
            machine.sensed.show(standing);
        }
    }
}
