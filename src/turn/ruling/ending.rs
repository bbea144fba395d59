//! How games end and what may be claimed: Articles 4.8, 5 and 9.

use std::sync::Arc;

use crate::{
    rules::{By, Ending, GameResult, LegalMove, Position, Repetition, Uci, Winnable},
    turn::{
        ClockUse, MoveStatus, Termination, Touch, TurnMachine, TurnOutput,
        duty::duty,
        findings::{Alert, AlertKind, AlertState, Finding, Forfeit},
        laws::Clause,
        ruling::mating::{AskedAbout, Ended},
        sense::sensed_board::Whole,
        state::{Made, Turn},
    },
};

impl TurnMachine {
    /// A move has been made: does it end the game (5.1.1, 5.2, 9.6), or give the opponent a claim (9.2, 9.3)? Not while
    /// its piece may still slide on: [`put_down_for_good`](Self::put_down_for_good) asks again.
    pub(in crate::turn) fn judge_ending(&mut self) {
        let Some(made) = self.turn.made.clone().filter(|made| made.early.is_none() && !self.recovery.result_stands)
        else {
            return;
        };
        let laws = self.settings.laws;
        let after = made.after;
        if self.turn.may_claim_draw && !laws.touch_forfeits_draw_claim() {
            self.alert_draw_claim_lost();
        }
        let ended = Ended {
            by: self.turn.by,
            ply: self.turn.ply,
            in_doubt: self.is_queen_put_undecided(self.turn.ply, Some(made.m.to_uci()))
                || (!self.turn.breaches.is_empty() && laws.breach_puts_ending_in_doubt()),
        };
        let repetition = self.played.history().repetition_with(&after);
        // Most moves can be taken back, and what is left as it was need not be asked.
        let may_be_dead = !after.remains_winnable(&self.turn.position, &made.m, &made.replies);
        if !self.ends_in(&after, &made.replies, repetition, may_be_dead, ended) {
            self.alert_draw_rights(&after, repetition.times);
        }
    }

    /// The arbiter has said the move that led to the position in which the turn has begun: does it end the game?
    pub(in crate::turn) fn judge_ending_told(&mut self) {
        let ply = self.turn.ply.saturating_sub(1);
        // A move that the breach had owed is none.
        let played = self.played.moves().last().map(|made| made.uci);
        let breached = self.alerts.iter().any(|alert| {
            let owed = played.is_some_and(|uci| alert.legal.contains(&uci));
            alert.ply == ply && alert.kind.is_breach() && alert.state.is_open() && !owed
        });
        let in_doubt =
            self.is_queen_put_undecided(ply, played) || (breached && self.settings.laws.breach_puts_ending_in_doubt());
        let ended = Ended { by: self.turn.by.other(), ply, in_doubt };
        let (position, legal) = (self.turn.position.clone(), Arc::clone(&self.turn.legal));
        if self.phase.is_playing() {
            self.ends_in(&position, &legal, self.played.history().repetition(), true, ended);
        }
    }

    /// Whether this half-move was made by the queen that the Laws have put for a pawn left on the last rank (7.5.2), and the
    /// arbiter has still to decide on that. No player has moved it in accordance with Article 3, as an end by its position
    /// requires (5.1.1).
    fn is_queen_put_undecided(&self, ply: u32, played: Option<Uci>) -> bool {
        let is_it = |alert: &Alert| played.is_some_and(|uci| alert.legal.contains(&uci));
        self.settings.laws.queen_is_put() && self.undecided_promotion(ply).is_some_and(is_it)
    }

    /// What was told of a pawn left on the last rank in this half-move, while the arbiter has still to decide on it.
    pub(in crate::turn) fn undecided_promotion(&self, ply: u32) -> Option<&Alert> {
        let confirmed = self.stopped.as_ref().filter(|stopped| stopped.confirmed).map(|stopped| stopped.alert);
        self.alerts.iter().find(|alert| {
            let left = alert.kind == AlertKind::PromotionMissing && alert.ply == ply;
            left && alert.state.is_open() && confirmed != Some(alert.number)
        })
    }

    /// The arbiter has let an illegal move stand, and the turn after it has begun: no position that it led to ends the game
    /// by itself (5.1.1, 5.2).
    pub(in crate::turn) fn judge_ending_after_illegal_move(&mut self) {
        if !self.phase.is_playing() {
            return;
        }
        let ended = Ended { by: self.turn.by.other(), ply: self.turn.ply.saturating_sub(1), in_doubt: true };
        let (position, legal) = (self.turn.position.clone(), Arc::clone(&self.turn.legal));
        self.ends_in(&position, &legal, self.played.history().repetition(), true, ended);
    }

    /// Ends the game if this position does, in which these moves are legal (5.1.1, 5.2, 9.6). Whether it has.
    fn ends_in(
        &mut self,
        position: &Position,
        legal: &[LegalMove],
        repetition: Repetition,
        may_be_dead: bool,
        ended: Ended,
    ) -> bool {
        let by_position = match position.ending_with(legal) {
            Some(Ending::Checkmate) => Some(AlertKind::GameEndedCheckmate),
            Some(Ending::Stalemate) => Some(AlertKind::GameEndedStalemate),
            None => {
                let mut ask = || self.ask(position.clone(), By::Either, AskedAbout::DeadPosition(ended));
                let dead = may_be_dead && ask() == Some(Winnable::Cannot);
                dead.then_some(AlertKind::GameEndedDeadPosition)
            }
        };
        let laws = self.settings.laws;
        let by_moves = if laws.ends_by_fivefold(repetition) {
            Some(AlertKind::GameEndedFivefold)
        } else {
            laws.ends_by_75_moves(position.halfmoves()).then_some(AlertKind::GameEnded75Moves)
        };
        match (by_position, by_moves) {
            (Some(kind), _) => self.end_by_position(kind, ended),
            (None, Some(kind)) => {
                if ended.ply != self.turn.ply {
                    self.void_since(ended);
                }
                self.end_game(kind, ended);
            }
            (None, None) => return false,
        }
        true
    }

    /// The piece of the move made, taken as put down before its time, has come to rest, been pressed on or answered.
    pub(in crate::turn) fn put_down_for_good(&mut self) {
        if self.turn.made.as_mut().is_some_and(|made| made.early.take().is_some()) {
            self.judge_ending();
        }
    }

    /// A position turns out to be dead (5.2.2): the game was over with the move that led to it.
    pub(in crate::turn) fn found_dead(&mut self, position: &Position, ended: Ended, answer: Winnable) {
        let on = self.phase.is_playing() || self.flag_waits();
        // A move corrected or taken back since is another question.
        if answer == Winnable::Cannot && on && self.position() == position {
            self.end_by_position(AlertKind::GameEndedDeadPosition, ended);
        }
    }

    pub(in crate::turn) fn end_by_position(&mut self, kind: AlertKind, ended: Ended) {
        if ended.in_doubt {
            return self.alert_ending_in_doubt(kind, ended);
        }
        self.void_since(ended);
        self.end_game(kind, ended);
    }

    /// What has happened after the end of the game counts for nothing.
    fn void_since(&mut self, ended: Ended) {
        self.drop_rulings();
        if self.turn.ply == ended.ply {
            return;
        }
        // The irregularity of the move that has ended the game was before the end.
        if let Some(stopped) = self.stopped.take().filter(|stopped| stopped.turn.ply > ended.ply) {
            self.irregularities.set_counts(stopped.count_before);
        }
        self.settle_open_alerts(AlertState::Lapsed, |alert| alert.ply > ended.ply);
        if let Some(index) = self.waiting.iter().position(|waiting| waiting.turn.ply == ended.ply) {
            self.complete_waiting(index);
        }
    }

    fn end_game(&mut self, kind: AlertKind, ended: Ended) {
        let by = ended.by;
        let (finding, termination) = match kind {
            AlertKind::GameEndedCheckmate => (Finding::GameEndedCheckmate { by }, Termination::Checkmate),
            AlertKind::GameEndedStalemate => (Finding::GameEndedStalemate { by }, Termination::Stalemate),
            AlertKind::GameEndedFivefold => (Finding::GameEndedFivefold { by }, Termination::FivefoldRepetition),
            AlertKind::GameEnded75Moves => (Finding::GameEnded75Moves { by }, Termination::SeventyFiveMoves),
            _ => (Finding::GameEndedDeadPosition { by }, Termination::DeadPosition),
        };
        let result = finding.result().unwrap_or(GameResult::Draw);
        let last = self.turn.ply == ended.ply;
        self.turn.completed |= last;
        self.completed_by = Some(by);
        self.raise(Alert::new(finding).article(self.settings.laws.article(Clause::Of(kind))).ply(ended.ply));
        if last {
            self.say_move(MoveStatus::Completed);
        }
        self.phase.end(|_| ());
        self.presses.closes();
        self.output.push_back(TurnOutput::Over(crate::turn::Outcome { result, termination, proposed: false }));
    }

    fn alert_ending_in_doubt(&mut self, would_be: AlertKind, ended: Ended) {
        self.raise(
            Alert::new(Finding::GameEndInDoubt { by: ended.by, would_be })
                .article(self.settings.laws.article(Clause::Of(would_be)))
                .ply(ended.ply),
        );
    }

    fn alert_draw_rights(&mut self, after: &Position, times: usize) {
        let next = self.turn.by.other();
        if times >= 3 {
            self.alert_claim_available(Finding::ThreefoldAvailable { by: next });
        }
        if after.halfmoves() >= 100 && !self.settings.laws.fifty_moves_need_completion() {
            self.alert_claim_available(Finding::FiftyMovesAvailable { by: next });
        }
    }

    /// The fifty moves must be completed before they can be claimed (9.3.2, from 2014).
    pub(in crate::turn) fn alert_completed_draw_rights(&mut self, ply: u32) {
        if self.turn.ply == ply + 1
            && self.turn.position.halfmoves() >= 100
            && self.settings.laws.fifty_moves_need_completion()
        {
            let next = self.turn.by;
            self.alert_claim_available(Finding::FiftyMovesAvailable { by: next });
        }
    }

    fn alert_claim_available(&mut self, finding: Finding) {
        let article = self.settings.laws.article(Clause::Of(finding.kind()));
        self.raise(Alert::new(finding).article(article));
    }

    /// A touch ends rights to claim: the opponent's breach (4.8), and a draw (9.4).
    pub(in crate::turn) fn rights_lost_by(&mut self, touch: Touch) {
        let own = touch.piece.color == self.turn.by;
        // A piece of the opponent's that cannot be captured may as well have been touched by himself.
        if !own && !self.turn.legal.iter().any(|m| m.capture == Some(touch.square)) {
            return;
        }
        self.alert_claim_lost();
        if self.turn.may_claim_draw && self.settings.laws.touch_forfeits_draw_claim() {
            self.alert_draw_claim_lost();
        }
    }

    fn alert_claim_lost(&mut self) {
        if self.turn.may_claim.is_empty() {
            return;
        }
        self.turn.may_claim.clear();
        let by = self.turn.by;
        self.raise(
            Alert::new(Finding::ClaimRightLost { by })
                .article(self.settings.laws.article(Clause::Of(AlertKind::ClaimRightLost))),
        );
    }

    fn alert_draw_claim_lost(&mut self) {
        self.turn.may_claim_draw = false;
        let by = self.turn.by;
        let forfeit = if self.settings.laws.touch_forfeits_draw_claim() { Forfeit::Touched } else { Forfeit::Moved };
        self.raise(
            Alert::new(Finding::DrawClaimRightLost { by, forfeit })
                .article(self.settings.laws.article(Clause::Of(AlertKind::DrawClaimRightLost))),
        );
    }

    /// Own and opponent's piece left in one scan and the order matters (4.3.3, last sentence).
    pub(in crate::turn) fn alert_unclear_order(&mut self) {
        let Some(reported) = self.turn.touches.as_reported() else { return };
        let turn = &self.turn;
        let counted = duty(&turn.position, &turn.legal, &turn.touches);
        if duty(&turn.position, &turn.legal, &reported).allowed == counted.allowed {
            return;
        }
        self.raise(
            Alert::new(Finding::TouchOrderUnclear { by: self.turn.by })
                .article(self.settings.laws.article(Clause::Of(AlertKind::TouchOrderUnclear)))
                .squares([counted.own, counted.opponent].into_iter().flatten()),
        );
    }

    /// A reply has been made before the move was pressed (6.2.2); without a clock it completes the move.
    pub(in crate::turn) fn reply_begins(&mut self) {
        let own = self.turn.by;
        self.close_waiting_before(self.turn.ply);
        if let Some(index) = self.waiting.iter().position(|waiting| waiting.turn.by != own && !waiting.turn.completed) {
            match self.settings.clock {
                ClockUse::None => self.complete_waiting(index),
                ClockUse::Present => self.raise(
                    Alert::new(Finding::OpponentRepliedBeforePress { by: own })
                        .article(self.settings.laws.article(Clause::Of(AlertKind::OpponentRepliedBeforePress))),
                ),
            }
        }
        self.tell_that_it_stands();
    }

    /// The turn is the opponent's now, with what he may claim.
    pub(in crate::turn) fn pass_turn(&mut self, breaches: Vec<AlertKind>) {
        let laws = self.settings.laws;
        self.turn.may_claim = breaches.into_iter().filter(|breach| laws.claim_lost_for(*breach)).collect();
        self.refresh_turn();
        self.lapse_claim_of_set_up();
        let after = self.turn.position.clone();
        self.judge_watched_position(&after);
    }

    /// What the player to move could claim when his turn began.
    pub(in crate::turn) fn refresh_turn(&mut self) {
        let times = self.played.history().repetition().times;
        self.turn.may_claim_draw = times >= 3 || self.turn.position.halfmoves() >= 100;
    }

    /// The turn after `m`, with the board as it stands: pieces in the air count as standing where they left, and a piece
    /// of the opponent's that came down before its lift was read has begun the reply.
    pub(in crate::turn) fn next_turn(&mut self, made: &Made) -> Turn {
        let m = &made.m;
        let mut stood = self.view();
        let mut begun = self.sensed.just_moved(self.turn.by.other());
        for (square, home) in &mut begun {
            // The captured piece may come back as a new one (3.7.5.1).
            *home = home.filter(|home| Some(*home) != m.capture);
            let piece = stood.set(*square, self.sensed.covered(*square));
            if let Some(home) = home {
                stood.set(*home, piece);
            }
        }
        let stood = self.sensed.with_hand_at_rest(stood, m.capture);
        let whole = if self.view() == *made.after.placement() { Whole::Yes } else { Whole::No };
        self.sensed.begin_turn_after(m.capture, whole);
        for (square, home) in begun {
            self.sensed.came_from(square, home);
        }
        Turn::with_legal(self.turn.ply + 1, Arc::clone(&made.replies), made.after.clone(), stood)
    }
}
