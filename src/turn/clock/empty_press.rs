//! The press without a move (7.5.3; 6.2.c of 2014), and the piece in the air that may still come down.

use protocols::Square;

use crate::{
    rules::LegalMove,
    turn::{
        TurnMachine,
        clock::press::LeftPawn,
        findings::{Advisory, Alert, AlertKind, Finding, Severity},
        laws::Clause,
        phase::stopped::StopReason,
        state::EmptyPress,
    },
};

impl TurnMachine {
    /// Pressed, no move made (7.5.3).
    pub(in crate::turn) fn press_without_move(&mut self) {
        if self.may_give_clock_back() {
            return;
        }
        let laws = self.settings.laws;
        let by = self.turn.by;
        let in_air: Vec<Square> = self.sensed.in_air(by).filter_map(|held| held.home).collect();
        let (severity, advisory) = if laws.empty_press_is_irregular() {
            (Severity::Ruling, Advisory::No)
        } else {
            (Severity::Notice, Advisory::Yes)
        };
        let alert = self.raise_numbered(
            Alert::new(Finding::PressWithoutMove { by, penalties: laws.penalties_for_empty_press() })
                .article(laws.article(Clause::Of(AlertKind::PressWithoutMove)))
                .severity(severity)
                .advisory(advisory),
        );
        let waits = !in_air.is_empty();
        self.turn.empty_press = Some(EmptyPress { alert, in_air, waits });
        if !waits {
            self.propose_empty_press_penalty();
        }
    }

    /// The piece that was in the air at an empty press has come down and made the move: no penalty (7.5.3, judgement).
    /// Another piece's move shows that nothing had been moved.
    pub(in crate::turn) fn take_late_drop(&mut self, m: &LegalMove) -> bool {
        let was_in_air = |in_air: &[Square]| m.steps().any(|(from, _)| in_air.contains(&from));
        if !self.turn.empty_press.as_ref().is_some_and(|press| press.waits && was_in_air(&press.in_air)) {
            self.propose_waiting_penalty();
            return false;
        }
        self.excuse_empty_press();
        true
    }

    /// The pawn that was in the air at an empty press has come down on the last rank, where no sensor tells what it has become:
    /// that move was pressed for.
    pub(in crate::turn) fn take_late_promotion(&mut self) {
        let promotions = self.promotions_released(&[]);
        let Some(from) = promotions.first().map(|m| m.from) else { return };
        let was_in_air = |press: &EmptyPress| press.waits && press.in_air.contains(&from);
        if self.turn.empty_press.as_ref().is_some_and(was_in_air) {
            self.assume_promotion(&promotions, LeftPawn::Possible);
        }
    }

    /// A piece was in the air at an empty press, and what it did when it came down is judged instead.
    pub(in crate::turn) fn excuse_empty_press(&mut self) {
        let Some(press) = self.turn.empty_press.take_if(|press| press.waits) else { return };
        self.change_alert(press.alert, |alert| {
            alert.severity = Severity::Notice;
            alert.advisory = true;
        });
    }

    /// Somebody has acted after an empty press with a piece in the air: the penalty is due.
    pub(in crate::turn) fn propose_waiting_penalty(&mut self) {
        if self.turn.empty_press.as_ref().is_some_and(|press| press.waits) {
            self.propose_empty_press_penalty();
        }
    }

    /// A piece that was in the air at an empty press has come down where it stood: it makes no move for that press.
    pub(in crate::turn) fn back_after_empty_press(&mut self, square: Square) {
        if let Some(press) = &mut self.turn.empty_press {
            press.in_air.retain(|&in_air| in_air != square);
        }
    }

    /// After an irregularity its player's clock runs again, be it by the arbiter's hand or the opponent's: that is no move of
    /// the opponent's. If the player presses without a move once more, that is another irregularity (7.5.3).
    pub(in crate::turn) fn clock_given_back(&mut self) {
        self.clock_given_back_while_stopped();
        let Some(press) = &self.turn.empty_press else { return };
        self.presses.clock_is_given_back();
        let number = press.alert;
        self.alerts.take_back(|alert| alert.number == number);
    }

    /// Proposes the penalty, where there is one; in rapid and blitz without full supervision the pass stands once the
    /// opponent replies, whatever the edition (judgement).
    fn propose_empty_press_penalty(&mut self) {
        if let Some(empty) = self.turn.empty_press.as_mut() {
            empty.waits = false;
        }
        let Some(alert) = self.turn.empty_press.as_ref().map(|press| press.alert) else { return };
        let laws = self.settings.laws;
        let before = self.illegal_moves();
        let proposals = if laws.empty_press_is_illegal_move() {
            self.turn.completed = self.turn.made.is_none();
            let proposals = self.propose_penalty(self.turn.by);
            self.remember_irregularity(alert, self.turn.by, &proposals);
            proposals
        } else {
            Vec::new()
        };
        if self.turn.made.is_none() {
            self.stop(StopReason::Pass, alert, proposals, before);
        }
    }

    /// The opponent touched a piece after an empty press.
    pub(in crate::turn) fn opponent_acts_after_empty_press(&mut self) {
        self.propose_waiting_penalty();
    }
}
