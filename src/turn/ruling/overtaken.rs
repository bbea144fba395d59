//! What ends an alert by itself: it was over when it was told, or there is nothing left to do about it. What is left open
//! waits for the arbiter.

use protocols::Color;

use crate::turn::{
    Alert, AlertKind, AlertState, Claim, Finding, Severity, TurnMachine,
    findings::{End, Mismatch},
    phase::stopped::StopReason,
};

/// Alerts looked through for such as are overtaken: those that are older wait for the arbiter, or are settled.
const LATEST: usize = 32;

impl Alert {
    /// Whether it has ended by itself: it is withdrawn like an open one, where what it tells proves not to be so.
    pub(in crate::turn) fn is_over_by_itself(&self) -> bool {
        self.state == AlertState::Lapsed && matches!(self.kind.end(), End::PieceGone | End::PutInOrder | End::Told)
    }
}

impl TurnMachine {
    /// Ends the alerts about which there is nothing left to do.
    pub(in crate::turn) fn end_overtaken(&mut self) {
        // What comes after the beginning of another game is that one's.
        if self.successor.is_some() {
            return;
        }
        self.let_answered_stand();
        let latest = self.alerts.iter().rev().take(LATEST);
        let overtaken: Vec<u32> = latest
            .filter(|alert| alert.state.is_open() && self.is_overtaken(alert))
            .map(|alert| alert.number)
            .collect();
        for number in overtaken.into_iter().rev() {
            self.change_alert(number, |alert| alert.state = AlertState::Lapsed);
        }
        self.end_setting_up_again();
    }

    /// Where the illegal move has been put right and play has gone on, the position before it is set up no more.
    fn end_setting_up_again(&mut self) {
        let put_right: Vec<u32> = self
            .alerts
            .iter()
            .rev()
            .take(LATEST)
            .filter(|alert| self.is_put_right(alert))
            .map(|alert| alert.number)
            .collect();
        for number in put_right {
            self.change_alert(number, |alert| alert.finding.is_set_up_no_more());
        }
    }

    /// Whether this tells that a position is set up again, and its player has completed another move in that turn since.
    fn is_put_right(&self, alert: &Alert) -> bool {
        let told = alert.state.is_open() && alert.finding.sets_up_again();
        told && self.turn.ply > alert.ply && !self.is_stopped_in(alert)
    }

    /// Whether play is stopped by an irregularity in the half-move of this alert.
    fn is_stopped_in(&self, alert: &Alert) -> bool {
        self.stopped.as_ref().is_some_and(|stopped| stopped.turn.ply == alert.ply)
    }

    /// What was told proves not to be so: such alerts fall, also where they had ended by themselves.
    pub(in crate::turn) fn withdraw(&mut self, falls: impl Fn(&Alert) -> bool) {
        let withdrawn = self.alerts.withdraw(falls);
        self.tell_alerts(withdrawn);
    }

    fn is_overtaken(&self, alert: &Alert) -> bool {
        let turn = &self.turn;
        match alert.kind.end() {
            End::Agreed => self.is_mismatch_over(alert),
            End::TheArbiter => false,
            End::TooLate => self.is_too_late_to_rule(alert),
            End::Told => true,
            End::ClaimOver => turn.ply > self.claimants_ply(alert) || self.phase.is_decided(),
            End::Decided => self.phase.is_decided() || self.is_result_shown_as_it_is(alert),
            End::LetStand => {
                let stands = |other: &Alert| {
                    other.kind == AlertKind::IllegalMoveStands && other.ply == alert.ply && other.by == alert.by
                };
                self.alerts.iter().any(stands) || self.is_too_late_to_claim(alert)
            }
            End::PieceGone => {
                let judged = self.stopped.as_ref().is_some_and(|stopped| match stopped.reason {
                    StopReason::IllegalMove | StopReason::Pass | StopReason::PassPlayedOn => true,
                    StopReason::Dismissed | StopReason::Promotion => false,
                });
                let over = turn.ply > alert.ply || turn.completed || !self.phase.is_playing();
                judged || over || (turn.ply == alert.ply && self.is_piece_gone(alert))
            }
            End::PutInOrder => {
                let in_order = *self.sensed.board() == *self.position().placement();
                turn.ply > alert.ply || in_order || !self.phase.is_playing()
            }
            End::Replied => {
                let by_illegal_move = !matches!(alert.finding, Finding::OpponentMayClaim { claim: Claim::Time, .. });
                self.phase.is_decided() || (by_illegal_move && !self.is_stopped_in(alert) && self.is_replied_to(alert))
            }
            End::TouchKept => {
                let breach = |other: &Alert| other.ply == alert.ply && other.kind.is_breach() && other.state.is_open();
                alert.severity == Severity::Info && turn.ply > alert.ply && !self.alerts.iter().any(breach)
            }
            End::Watched => !self.watching,
        }
    }

    /// Whether the pieces that stood wrong have been put right.
    fn is_mismatch_over(&self, alert: &Alert) -> bool {
        match alert.finding {
            Finding::PositionMismatch(Mismatch::Differs { .. } | Mismatch::NotPutRight { .. }) => {
                let is_shown = || {
                    let (board, position) = (self.sensed.board(), self.position());
                    board == position.placement() || (self.phase.is_over() && self.shows_but_for_a_sign(position))
                };
                !self.phase.is_unexplained() && is_shown()
            }
            Finding::PositionMismatch(Mismatch::NotTheQueen { square, .. }) => {
                let is_as_known = self.sensed.at(square) == self.position().placement().at(square);
                !self.is_stopped_in(alert) && self.is_replied_to(alert) && is_as_known
            }
            // What is not known of a game ends where it is known again.
            _ => false,
        }
    }

    /// Whether the opponent has made his next move after the half-move of this alert.
    fn is_replied_to(&self, alert: &Alert) -> bool {
        let turn = &self.turn;
        turn.ply > alert.ply + 1 || (turn.ply > alert.ply && turn.made.is_some())
    }

    /// Whether only the opponent could have had this illegal move ruled on, by a claim before his next move, which he has
    /// made (Annex 2.6, 3.3; A.4.c, B.3.c of 2009).
    fn is_too_late_to_claim(&self, alert: &Alert) -> bool {
        let only_by_claim = alert.severity == Severity::Notice && self.only_opponent_acts();
        let is_ruled_on = self.irregularities.is_told_by(alert.number);
        only_by_claim && !is_ruled_on && !self.is_stopped_in(alert) && self.is_replied_to(alert)
    }

    /// Whether the opponent has made his next move, after which nobody can end the game for an illegal move any more
    /// (A.4.2), and the arbiter had not acted before. In a game followed beside another that is not asked yet.
    fn is_too_late_to_rule(&self, alert: &Alert) -> bool {
        self.settings.laws.reply_lets_illegal_move_stand()
            && self.course.is_none()
            && self.phase.is_playing()
            && !self.is_stopped_in(alert)
            && self.is_replied_to(alert)
            && self.irregularities.is_unruled(alert.number)
    }

    /// Whether none of the pieces that stood wrong stands there still.
    fn is_piece_gone(&self, alert: &Alert) -> bool {
        let Some(square) = alert.squares.last() else { return false };
        let wrong = match &alert.finding {
            Finding::IllegalDisplacement { role, .. } => Some(*role),
            Finding::PromotionPieceInvalid { piece, .. } => Some(piece.role),
            _ => return self.turn.made.is_some(),
        };
        self.sensed.at(*square).map(|piece| piece.role) != wrong
    }

    /// The half-move at which the player of an alert could claim the draw: it is told with the move that leads there.
    fn claimants_ply(&self, alert: &Alert) -> u32 {
        let even = (self.turn.ply + alert.ply).is_multiple_of(2);
        let by_then: Color = if even { self.turn.by } else { self.turn.by.other() };
        alert.ply + u32::from(alert.by != Some(by_then))
    }

    /// Whether the kings show the result that the game has already by its last position.
    fn is_result_shown_as_it_is(&self, alert: &Alert) -> bool {
        let ends = |other: &Alert| other.kind.is_end_by_a_move() && other.state.is_open();
        alert.kind == AlertKind::ResultSignalled
            && matches!(&alert.finding, Finding::ResultSignalled { against, .. } if against.is_empty())
            && self.phase.is_over()
            && self.alerts.iter().any(ends)
    }

    /// Whether the kings have shown a result that the last position had brought about, and nobody has decided on.
    pub(in crate::turn) fn was_result_shown_as_it_was(&self) -> bool {
        let shown = |alert: &Alert| {
            alert.kind == AlertKind::ResultSignalled && alert.state == AlertState::Lapsed && !alert.taken_back
        };
        self.alerts.iter().any(shown)
    }
}
