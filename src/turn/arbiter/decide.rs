//! The arbiter decides about what he was told: confirmed, dismissed, or let stand.

use super::Refusal;

use crate::{
    rules::GameResult,
    turn::{
        Alert, AlertKind, AlertState, Finding, Outcome, Termination, TurnMachine,
        findings::{ClaimKind, Nature},
        phase::stopped::{StandsBy, StopReason},
        ruling::mating::Ended,
    },
};

impl TurnMachine {
    /// The proposed ruling holds: a result becomes final, anything else is done with.
    pub(in crate::turn) fn confirm(&mut self, number: u32) -> Result<(), Refusal> {
        let kind = self.open_alert(number)?;
        let outcome = self.outcome_of(number);
        let ends = match kind.nature() {
            Nature::EndInDoubt | Nature::EndOtherwise => true,
            Nature::Claim => outcome.is_some(),
            Nature::Breach | Nature::EndByAMove | Nature::Irregularity | Nature::Plain | Nature::Touch => false,
        };
        if ends && outcome.is_none() {
            return Err(Refusal::Undecided(number));
        }
        self.follow_confirmed(number)?;
        self.change_alert(number, |alert| alert.state = AlertState::Cleared);
        self.confirm_stopped(number);
        match outcome.filter(|_| ends) {
            Some(outcome) => self.decide(outcome),
            None => self.settle_ending_by_queen_put(number),
        }
        Ok(())
    }

    /// The result that the game has if what an alert proposes is confirmed.
    fn outcome_of(&self, number: u32) -> Option<Outcome> {
        let alert = self.alerts.get(number)?;
        let result = alert.finding.result()?;
        let termination = match alert.kind {
            AlertKind::ClaimMade => claimed(alert)?.termination()?,
            AlertKind::FlagFall => Termination::TimeForfeit,
            AlertKind::ResultSignalled => Termination::SignalledByKings,
            AlertKind::RulingGameDrawn | AlertKind::RulingGameLost => Termination::RulesInfraction,
            AlertKind::GameEndInDoubt if result == GameResult::Draw => Termination::DrawnByPosition,
            AlertKind::GameEndInDoubt => Termination::Checkmate,
            _ => return None,
        };
        Some(Outcome { result, termination, proposed: false })
    }

    /// It did not happen: what hangs on it falls with it.
    pub(in crate::turn) fn dismiss(&mut self, number: u32) -> Result<(), Refusal> {
        let kind = self.open_alert(number)?;
        // The move that has ended the game is corrected or taken back; its position cannot be dismissed (5.1.1, 5.2).
        if kind.nature() == Nature::EndByAMove && self.position().ending().is_some() {
            return Err(Refusal::EndedByMove);
        }
        self.change_alert(number, |alert| alert.state = AlertState::Dismissed);
        match (kind.nature(), kind) {
            // Whom it does not cost the game, for him it does not count. Time that is not given changes no count.
            (_, AlertKind::RulingGameDrawn | AlertKind::RulingGameLost) => {
                self.uncount(number);
                self.loss_falls();
            }
            (Nature::EndOtherwise, _) => {
                let by = self.alerts.get(number).and_then(|alert| alert.by);
                self.reopen();
                self.nothing_has_ended_games_beside(|alert| alert.kind == kind && alert.by == by);
            }
            (Nature::EndByAMove, _) => self.reopen(),
            (Nature::Irregularity, _) => self.dismiss_irregularity(number, kind),
            (Nature::Claim, _) => self.reject_claim(number),
            (Nature::Breach, _) => self.dismiss_breach(number),
            (_, AlertKind::TouchedPieceReturned) => self.take_as_adjusted(number),
            _ => {}
        }
        Ok(())
    }

    /// "I adjust" was said (4.2.1): the piece was not touched, and a breach that rests on it alone was none.
    fn take_as_adjusted(&mut self, number: u32) {
        let Some(returned) = self.alerts.get(number) else { return };
        let (ply, squares) = (returned.ply, returned.squares.clone());
        if ply == self.turn.ply {
            for square in &squares {
                self.turn.touches.remove(*square);
                self.turn.from_before.remove(*square);
            }
        }
        let rests_on_it = |alert: &&Alert| {
            let breach = matches!(alert.kind, AlertKind::CastlingRookFirst | AlertKind::TouchMoveViolated);
            breach && alert.advisory && alert.ply == ply && alert.squares == squares
        };
        let breaches: Vec<u32> = self.alerts.iter().filter(rests_on_it).map(|alert| alert.number).collect();
        for breach in breaches.into_iter().filter(|breach| self.open_alert(*breach).is_ok()).collect::<Vec<_>>() {
            self.change_alert(breach, |alert| alert.state = AlertState::Dismissed);
            self.dismiss_breach(breach);
        }
    }

    /// Article 4 was not broken: nothing is owed, and there is nothing to claim (4.8).
    fn dismiss_breach(&mut self, number: u32) {
        let Some(alert) = self.alerts.get(number) else { return };
        let (kind, ply) = (alert.kind, alert.ply);
        let waiting = self.waiting.iter_mut().map(|waiting| &mut waiting.turn);
        if let Some(turn) = waiting.chain([&mut self.turn]).find(|turn| turn.ply == ply) {
            turn.breaches.retain(|breach| *breach != kind);
            if turn.breaches.is_empty() {
                turn.broken = None;
            }
        }
        if self.turn.ply == ply + 1 {
            self.turn.may_claim.retain(|breach| *breach != kind);
        }
        if kind == AlertKind::PromotionPieceChanged {
            self.take_piece_put_last(ply);
        }
        self.settle_ending_in_doubt(ply);
    }

    /// Ends the game where nothing is left that could put its end in doubt: no breach of Article 4, and no pawn left on the
    /// last rank.
    fn settle_ending_in_doubt(&mut self, ply: u32) {
        let open = |alert: &&Alert| alert.state.is_open();
        let mut of_ply = self.alerts.iter().filter(open).filter(|alert| alert.ply == ply);
        let doubted = of_ply.clone().any(|alert| alert.kind.is_breach()) || self.undecided_promotion(ply).is_some();
        if !self.phase.is_playing() || doubted {
            return;
        }
        let in_doubt = of_ply.find(|alert| alert.kind == AlertKind::GameEndInDoubt);
        let Some((number, by, kind)) = in_doubt.and_then(|alert| Some((alert.number, alert.by?, would_be(alert)?)))
        else {
            return;
        };
        self.change_alert(number, |alert| alert.state = AlertState::Cleared);
        self.end_by_position(kind, Ended { by, ply, in_doubt: false });
    }

    /// The arbiter has decided on the pawn left on the last rank: what the queen put for it has brought about is so.
    fn settle_ending_by_queen_put(&mut self, number: u32) {
        let of_stopped = self.stopped.as_ref().filter(|stopped| stopped.is_about(number)).map(|stopped| stopped.alert);
        let decided = self.alerts.get(of_stopped.unwrap_or(number));
        if let Some(ply) = decided.filter(|alert| alert.kind == AlertKind::PromotionMissing).map(|alert| alert.ply) {
            self.settle_ending_in_doubt(ply);
        }
    }

    /// It was no illegal move after all: what was proposed falls, the count is as before.
    fn dismiss_irregularity(&mut self, number: u32, kind: AlertKind) {
        let proposals = self.uncount(number);
        self.take_back_time_for(&proposals);
        let open: Vec<u32> = proposals.into_iter().filter(|number| self.open_alert(*number).is_ok()).collect();
        let mut would_end = false;
        for proposal in open {
            self.change_alert(proposal, |alert| alert.state = AlertState::Dismissed);
            let ends = |alert: &Alert| alert.number == proposal && alert.kind != AlertKind::RulingAddTime;
            would_end |= self.alerts.iter().any(ends);
        }
        match kind {
            // The pawn was exchanged, only the board did not show it: the promotion stands.
            AlertKind::PromotionMissing
                if self.stopped.as_ref().is_none_or(|stopped| {
                    // Another one may have come since.
                    stopped.reason == StopReason::Promotion && stopped.alert == number
                }) =>
            {
                self.stopped = None;
                if would_end {
                    self.loss_falls();
                    self.stopped.take_if(|stopped| stopped.alert == number);
                }
                self.take_piece_chosen();
            }
            _ => {
                if would_end {
                    self.loss_falls();
                }
                // The game that goes on if the end is none waits for the same word.
                let over = self.phase.over_mut();
                let beside = over.and_then(|over| over.if_reopened.as_mut());
                if let Some(beside) = beside.filter(|beside| beside.waits_for_ruling_on(Some(number))) {
                    beside.game_mut().dismiss_stopped();
                }
                // Another one may have come since.
                if self.stopped.as_ref().is_some_and(|stopped| stopped.alert == number) {
                    self.dismiss_stopped();
                    if would_end && self.phase.is_playing() {
                        self.apply_rules(None);
                    }
                }
                if self.turn.empty_press.take_if(|press| press.alert == number).is_some() {
                    self.turn.completed &= self.turn.made.is_some();
                }
            }
        }
        self.settle_ending_by_queen_put(number);
    }

    /// The illegal move stands, with whatever has been played since: what any rules library says of it does not matter.
    pub(in crate::turn) fn let_stand(&mut self, number: u32) -> Result<(), Refusal> {
        if let Some(stopped) = self.stopped.as_ref().filter(|stopped| stopped.alert == number) {
            let replied = stopped.is_replied_to();
            self.look_again_at_what_stands();
            self.let_it_stand(StandsBy::Arbiter);
            if !replied {
                self.judge_ending_after_illegal_move();
            }
            return Ok(());
        }
        match self.open_alert(number)? {
            kind if kind.is_irregularity() => Err(Refusal::NothingHeld),
            _ => Err(Refusal::NoSuchAlert(number)),
        }
    }
}

/// How the game would be over by the position that is in doubt.
fn would_be(in_doubt: &Alert) -> Option<AlertKind> {
    match &in_doubt.finding {
        Finding::GameEndInDoubt { would_be, .. } => Some(*would_be),
        _ => None,
    }
}

/// What was claimed, where an alert tells of a claim.
fn claimed(alert: &Alert) -> Option<ClaimKind> {
    match &alert.finding {
        Finding::ClaimMade { claim, .. } => Some(*claim),
        _ => None,
    }
}
