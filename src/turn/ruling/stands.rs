//! An irregularity that stands: by the opponent's reply (A.4.2) or the arbiter's word, or because there was none.

use std::sync::Arc;

use protocols::{Color, Role, Square};

use crate::{
    rules::Position,
    turn::{
        TurnMachine, TurnOutput,
        findings::{Alert, AlertKind, AlertState, Finding},
        laws::Clause,
        phase::stopped::{Beside, Course, StandsBy, StopReason, Stopped},
        ruling::irregularities::AnsweredIllegally,
        sense::sensed_board::Whole,
        state::Turn,
    },
};

impl TurnMachine {
    /// Where something has decided for one of the games beside, that is the one that counts.
    pub(in crate::turn) fn take_other_course(&mut self) -> bool {
        let Some(stopped) = &self.stopped else { return false };
        if self.phase.is_over() && !stopped.would_end_game {
            return false;
        }
        let by_reply = match stopped.reason {
            StopReason::Dismissed => true,
            StopReason::IllegalMove | StopReason::Pass | StopReason::PassPlayedOn => self.reply_may_let_stand(stopped),
            StopReason::Promotion => self.reply_may_let_stand(stopped) && self.is_pawn_left(stopped),
        };
        let is_replaced = |beside: &Beside| {
            let replied = beside.is_replied_to() && beside.decided_by_ply < beside.reply_ply;
            beside.is_replacement_completed() || (by_reply && replied)
        };
        if stopped.if_replaced.as_ref().is_some_and(is_replaced) {
            self.replace();
            return true;
        }
        match &stopped.if_it_stands {
            // The opponent has made his next move: the irregularity can no longer be corrected (A.4.2).
            Some(beside) if by_reply && beside.is_replied_to() => self.let_it_stand(StandsBy::Reply),
            Some(beside) if by_reply && beside.is_replied_to_illegally() => self.let_it_stand(StandsBy::IllegalReply),
            Some(_) | None => return false,
        }
        true
    }

    fn reply_may_let_stand(&self, stopped: &Stopped) -> bool {
        self.settings.laws.reply_lets_illegal_move_stand() && !stopped.confirmed
    }

    /// Whether the pawn still stands on the last rank, or was taken there.
    fn is_pawn_left(&self, stopped: &Stopped) -> bool {
        self.imposed.is_some_and(|imposed| {
            let now = self.sensed.at(imposed.square);
            let stood = stopped.turn.stood.at(imposed.square);
            now == stood || now.is_some_and(|piece| piece.color != imposed.piece.color)
        })
    }

    /// The arbiter speaks of what he sees: pieces that have been put back since where they belong are no part of what stands
    /// (7.4).
    pub(in crate::turn) fn look_again_at_what_stands(&mut self) {
        let Some(stopped) = self.stopped.as_ref().filter(|stopped| stopped.reason == StopReason::IllegalMove) else {
            return;
        };
        let Some(game) =
            stopped.if_it_stands.as_ref().filter(|beside| beside.is_untouched()).map(|beside| &beside.game)
        else {
            return;
        };
        let (board, before) = (self.sensed.board(), stopped.turn.position.placement());
        let stands = game.position().placement();
        let is_put_back = |square: Square| board.at(square) == before.at(square);
        if board != stands && board != before && stands.differences(board).all(is_put_back) {
            let position = stopped.turn.position.after_irregular_move(&self.board_if_it_stands(&stopped.turn));
            let beside = self.stopped.as_mut().and_then(|stopped| stopped.if_it_stands.as_mut());
            if let Some(beside) = beside {
                beside.begin_from(position);
            }
        }
    }

    /// For a pawn left on the last rank another piece has been put: if the pawn stands, this does in its place.
    pub(in crate::turn) fn follow_piece_put_for_pawn_left(&mut self) {
        let Some(imposed) = self.imposed else { return };
        let Some(stopped) = self.stopped.as_mut().filter(|stopped| stopped.reason == StopReason::Promotion) else {
            return;
        };
        let Some(beside) = stopped.if_it_stands.as_mut().filter(|beside| beside.is_untouched()) else { return };
        let board = self.sensed.board();
        let is_put = |square: Square| {
            let put = board.at(square).filter(|piece| piece.color == imposed.piece.color);
            // It may be the pawn again.
            square == imposed.square && put.is_some_and(|piece| piece.role != Role::King)
        };
        let stands = beside.game.position().placement();
        if board != stands && stands.differences(board).all(is_put) {
            let position = stopped.turn.position.after_irregular_move(board);
            beside.begin_from(position);
        }
    }

    /// Whether another piece has been put for the pawn that stands in this game, and the reply to it has not been made.
    fn is_pawn_exchanged_in(&self, beside: &Beside) -> bool {
        let (left, board) = (beside.game.position().placement(), self.sensed.board());
        let is_put = |square: Square| {
            let put = board.at(square).filter(|piece| piece.role != Role::Pawn);
            left.at(square).zip(put).is_some_and(|(pawn, put)| pawn.role == Role::Pawn && pawn.color == put.color)
        };
        !beside.is_replied_to() && board != left && left.differences(board).all(is_put)
    }

    /// This position stands in place of the one before, and the reply to it has not begun. The games parted after alert `parted`.
    pub(in crate::turn) fn stands_instead(&mut self, position: Position, parted: u32) {
        // Nobody was told of what was said of the other.
        for number in parted + 1..=self.alerts.last_number() {
            self.alerts.unsay(number);
        }
        self.output.retain(|said| !matches!(said, TurnOutput::Alert(_) | TurnOutput::PositionSet(_)));
        self.output.push_back(TurnOutput::PositionSet(position.clone()));
        self.played.leave_last();
        self.played.reach(position.clone());
        self.turn = Turn::new(self.turn.ply, position, self.view());
        self.sensed.begin_turn_after(None, Whole::No);
        self.refresh_turn();
    }

    /// The irregularity stands: the game that was followed beside is the one that counts, with all that was played in it.
    /// What was proposed lapses, and the count is as before, unless the arbiter had it done.
    pub(in crate::turn) fn let_it_stand(&mut self, by: StandsBy) {
        let Some(stopped) = self.stopped.take() else { return };
        let Stopped {
            turn, alert, proposals, reason, confirmed, count_before, would_end_game, mut if_it_stands, ..
        } = stopped;
        let (stands_at, stands_in) = (turn.ply, turn.position.clone());
        self.drop_rulings();
        let reopened = self.phase.is_over() || would_end_game;
        let ply = turn.ply;
        // The queen that the Laws had put was no part of what stands.
        self.end_not_in_doubt_from(ply);
        for made in self.played.moves().clone().iter().rev().filter(|made| made.ply >= ply) {
            self.say_retracted(made);
        }
        if reopened {
            self.say_reopened();
        }
        if by == StandsBy::IllegalReply {
            let player = turn.by;
            let counted = self.irregularities.count_of(player).saturating_sub(*count_before.of(player));
            if let Some(beside) = &mut if_it_stands {
                beside.game_mut().irregularities.add(player, counted);
            }
        } else if !confirmed {
            self.uncount(alert);
            for number in proposals {
                self.settle_open_alerts(AlertState::Lapsed, |alert| alert.number == number);
            }
        }
        if by == StandsBy::Arbiter {
            let is_exchanged = |beside: &Beside| reason == StopReason::Promotion && self.is_pawn_exchanged_in(beside);
            if_it_stands = if_it_stands.filter(|beside| !is_exchanged(beside));
            self.settle_open_alerts(AlertState::Cleared, |open| open.number == alert);
            // What was said of the other course is true no more.
            let parted = if_it_stands.as_ref().map_or(u32::MAX, |beside| beside.alerts_before);
            self.withdraw(|alert| alert.number > parted && !alert.kind.counts_each_time());
        }
        if reason != StopReason::Dismissed || turn.completed {
            let account = self.account_of(&Turn { made: None, broken: None, ..(*turn).clone() });
            self.say_account(account);
        }
        match if_it_stands {
            Some(beside) => self.go_on_with(beside),
            None => {
                let position = turn.position.after_irregular_move(self.sensed.board());
                self.go_on_from(position, ply + 1);
            }
        }
        self.irregularities.stands(stands_at, stands_in);
        if by == StandsBy::IllegalReply {
            let by = turn.by;
            self.irregularities.is_answered_illegally(AnsweredIllegally { alert, by, ply, reason });
        }
    }

    /// Of what was answered with an illegal move, the opponent had still to make his next move: the legal one in its place
    /// is that, or the illegal one if it stands (A.4.2). Then what he answered stands, and what was proposed lapses.
    pub(in crate::turn) fn let_answered_stand(&mut self) {
        while let Some(answered) = self.irregularities.last_answered() {
            let AnsweredIllegally { alert, by, ply, reason } = answered;
            let stopped = self.stopped.as_ref().is_some_and(|stopped| stopped.turn.ply == ply + 1);
            let replied = self.turn.ply > ply + 1 || (self.turn.ply == ply + 1 && self.turn.made.is_some());
            if self.course.is_some() || !self.phase.is_playing() || stopped || !replied {
                return;
            }
            self.irregularities.forget_last_answered();
            if self.irregularities.is_ruled_on(alert) {
                continue;
            }
            for number in self.uncount(alert) {
                self.settle_open_alerts(AlertState::Lapsed, |alert| alert.number == number);
            }
            self.raise_that_it_stands(by, ply, reason);
        }
    }

    /// The game followed beside is this one from now on.
    pub(in crate::turn) fn go_on_with(&mut self, beside: Beside) {
        let Beside { game, alerts_before, .. } = beside;
        let mut next = Arc::unwrap_or_clone(game);
        let shift = self.alerts.raised_after(alerts_before);
        for number in (alerts_before + 1..=next.alerts.last_number()).rev().filter(|_| shift > 0) {
            next.renumber_alert(number, number + shift);
        }
        let mut said = std::mem::take(&mut self.output);
        for mut later in std::mem::take(&mut next.output) {
            match &mut later {
                TurnOutput::Alert(alert) if alert.number <= alerts_before => continue,
                TurnOutput::Alert(alert) => alert.number += shift,
                // Whatever is still open is worked out when it is due.
                TurnOutput::Ask(_) => continue,
                TurnOutput::GameBegun(_) | TurnOutput::Move(_) | TurnOutput::Over(_) | TurnOutput::PositionSet(_) => {}
                TurnOutput::Reopened | TurnOutput::Turn(_) => {}
            }
            said.push_back(later);
        }
        next.output = said;
        let later = std::mem::take(&mut next.alerts);
        next.alerts = std::mem::take(&mut self.alerts).followed_by(later, alerts_before);
        next.scan = std::mem::take(&mut self.scan);
        next.now = next.now.max(self.now);
        next.questions.number_on_from(&self.questions);
        let later = std::mem::replace(&mut next.irregularities, std::mem::take(&mut self.irregularities));
        next.irregularities.go_on_in(later, alerts_before + shift);
        next.course = self.course;
        *self = next;
    }

    /// The arbiter has confirmed the ruling: the irregularity stands only if he says so.
    pub(in crate::turn) fn confirm_stopped(&mut self, number: u32) {
        self.irregularities.rule_on(number);
        if let Some(beside) = self.phase.over_mut().and_then(|over| over.if_reopened.as_mut()) {
            beside.game_mut().confirm_stopped(number);
        }
        let Some(stopped) = self.stopped.as_mut().filter(|stopped| stopped.is_about(number)) else { return };
        let (by, first) = (stopped.turn.by, !std::mem::replace(&mut stopped.confirmed, true));
        let counted = self.irregularities.count_of(by) > *stopped.count_before.of(by);
        if let Some(beside) = stopped.if_it_stands.as_mut().map(Beside::game_mut) {
            beside.tells_not_that_it_stands();
            beside.irregularities.add(by, u32::from(first && counted));
        }
    }

    /// The arbiter says that there was no irregularity. Whoever has played on since has played; else the turn goes on.
    pub(in crate::turn) fn dismiss_stopped(&mut self) {
        self.look_again_at_what_stands();
        let replied = |beside: &Option<Beside>| beside.as_ref().is_some_and(Beside::is_replied_to);
        let shown = |beside: &Option<Beside>| beside.as_ref().is_some_and(Beside::is_shown);
        let Some(Stopped { if_it_stands, if_replaced, .. }) = &self.stopped else { return };
        // He has corrected it all the same: that is the move, pressed for and answered or not.
        if shown(if_replaced) && !shown(if_it_stands) {
            return self.replace();
        }
        if replied(if_it_stands) {
            if let Some(stopped) = &mut self.stopped {
                stopped.reason = StopReason::Dismissed;
            }
            return self.let_it_stand(StandsBy::Arbiter);
        }
        let mut stopped = self.stopped.take();
        if let Some(stopped) = &stopped {
            self.go_back_before((*stopped.turn).clone());
        }
        self.turn.completed &= self.turn.made.is_some();
        if let Some(stopped) = &mut stopped {
            stopped.reason = StopReason::Dismissed;
            stopped.would_end_game = false;
            stopped.turn.completed = false;
            if let Some(beside) = stopped.if_it_stands.as_mut().map(Beside::game_mut) {
                beside.tells_not_that_it_stands();
            }
        }
        self.stopped = stopped;
    }

    /// In the game that goes on if an irregularity stands, the opponent has made his move: it does.
    pub(in crate::turn) fn tell_that_it_stands(&mut self) {
        let Some(Course { reason, by, .. }) = self.course.filter(|course| course.tells_that_it_stands) else { return };
        self.tells_not_that_it_stands();
        self.raise_that_it_stands(by, self.turn.ply - 1, reason);
        self.watch_illegal_position();
    }

    fn raise_that_it_stands(&mut self, by: Color, ply: u32, reason: StopReason) {
        let is_pass = matches!(reason, StopReason::Pass | StopReason::PassPlayedOn);
        if !is_pass || self.settings.laws.empty_press_is_illegal_move() {
            let article = self.settings.laws.article(Clause::Of(AlertKind::IllegalMoveStands));
            self.raise(Alert::new(Finding::IllegalMoveStands { by }).article(article).ply(ply));
        }
    }

    /// The reply lets nothing stand any more.
    fn tells_not_that_it_stands(&mut self) {
        self.course.iter_mut().for_each(|course| course.tells_that_it_stands = false);
    }
}
