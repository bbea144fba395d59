//! What is proposed for illegal moves follows from how many of them count (7.5.5), also where the arbiter changes that.

use protocols::Color;

use super::irregularities::Irregularity;
use crate::turn::{
    TurnMachine,
    findings::{Alert, AlertKind, AlertState, DrawRuling, Finding},
    laws::{Clause, IllegalMoveConsequence},
    phase::stopped::Stopped,
};

impl TurnMachine {
    /// The arbiter's word has changed how many illegal moves count: what is proposed for the last one, and nobody has
    /// decided on, is what the Laws require for so many.
    pub(in crate::turn) fn follow_counts(&mut self) {
        if self.settings.laws.illegal_moves() == IllegalMoveConsequence::LostAtOnce {
            return;
        }
        for by in [Color::White, Color::Black] {
            if self.irregularities.count_of(by) < self.settings.laws.losing_illegal_move() {
                self.withdraw_loss(by);
            } else {
                self.propose_loss_instead_of_time(by);
            }
        }
    }

    /// The limit is not reached any more: the loss that was proposed falls, and the time is due that is given below it.
    fn withdraw_loss(&mut self, by: Color) {
        let is_loss = |alert: &&Alert| alert.state.is_open() && is_loss_by_illegal_moves(alert, by);
        let Some(lost) = self.alerts.iter().rev().find(is_loss).map(|alert| alert.number) else { return };
        self.change_alert(lost, |alert| alert.state = AlertState::Cleared);
        self.loss_falls();
        let Some(Irregularity { alert, increment_ms, .. }) = self.irregularities.proposing(lost).cloned() else {
            return;
        };
        if self.irregularities.count_of(by) > 0
            && let Some(ply) = self.alerts.get(alert).map(|alert| alert.ply)
        {
            let time = self.propose_time(by, ply, increment_ms);
            self.propose_instead(lost, time);
        }
    }

    /// The limit is reached: for an illegal move that nobody has decided on the game is lost, and no time is due.
    fn propose_loss_instead_of_time(&mut self, by: Color) {
        let undecided = |stopped: &&Stopped| stopped.turn.by == by && !stopped.confirmed && !stopped.would_end_game;
        let Some(stopped) = self.stopped.as_ref().filter(undecided).filter(|_| self.phase.is_playing()) else { return };
        let is_time = |alert: &&Alert| alert.kind == AlertKind::RulingAddTime && alert.state.is_open();
        let proposed = stopped.proposals.iter().filter_map(|number| self.alerts.get(*number)).find(is_time);
        let Some((time, ply)) = proposed.map(|alert| (alert.number, alert.ply)) else { return };
        self.change_alert(time, |alert| alert.state = AlertState::Cleared);
        // He is there: he need not wait for what is to be worked out.
        let lost = self.propose_loss_now(by, ply);
        self.propose_instead(time, lost);
        if let Some(would_end_game) = self.stopped.as_ref().map(|stopped| self.would_end_game(&stopped.proposals)) {
            self.stopped.iter_mut().for_each(|stopped| stopped.would_end_game = would_end_game);
        }
        self.follow_if_reopened();
    }

    fn propose_instead(&mut self, before: u32, now: u32) {
        self.irregularities.propose_instead(before, now);
        let proposals = self.stopped.iter_mut().flat_map(|stopped| &mut stopped.proposals);
        proposals.filter(|number| **number == before).for_each(|number| *number = now);
    }

    /// What this irregularity had cost, and the arbiter has confirmed, it has cost for nothing: he takes back what he gave
    /// (7.1).
    pub(in crate::turn) fn take_back_time_for(&mut self, proposals: &[u32]) {
        let confirmed = |alert: &&Alert| proposals.contains(&alert.number) && alert.state == AlertState::Cleared;
        let given = self.alerts.iter().filter(confirmed).find_map(|alert| match alert.finding {
            Finding::RulingAddTime { by, ms, .. } => Some((Finding::RulingAddTimeBack { by, ms }, alert.ply)),
            _ => None,
        });
        if let Some((back, ply)) = given {
            let article = self.settings.laws.article(Clause::Of(AlertKind::ClockAdjusted));
            self.raise(Alert::new(back).article(article).ply(ply));
        }
    }

    /// The game is not lost by illegal moves after all: it goes on, unless something else has ended it.
    pub(in crate::turn) fn loss_falls(&mut self) {
        let ends = |alert: &Alert| {
            let otherwise =
                matches!(alert.kind, AlertKind::FlagFall | AlertKind::RulingGameDrawn | AlertKind::RulingGameLost);
            // A claim that is right need not end the game: that of touch-move does not.
            let claimed = alert.kind == AlertKind::ClaimMade && alert.finding.result().is_some();
            alert.state.is_open() && (otherwise || claimed || alert.kind.is_end_by_a_move())
        };
        if self.alerts.iter().any(ends) {
            return;
        }
        if self.phase.is_over() {
            return self.reopen();
        }
        let stopped = self.stopped.as_mut().filter(|stopped| stopped.would_end_game);
        if stopped.map(|stopped| stopped.would_end_game = false).is_some() {
            self.say_reopened();
        }
    }
}

/// Whether an alert proposes that a player has lost, or drawn, by his illegal moves.
fn is_loss_by_illegal_moves(alert: &Alert, player: Color) -> bool {
    match &alert.finding {
        Finding::RulingGameLost { by, .. } | Finding::RulingGameDrawn(DrawRuling::IllegalMoves { by, .. }) => {
            *by == player
        }
        _ => false,
    }
}
