//! The opponent's hand in the player's turn: replies begun before the move was pressed, or before it was sure (1.3, 6.2.2).

use protocols::{Color, Piece, Square};

use crate::{
    rules::{LegalMove, Position},
    turn::{
        ClockUse, Touch, TurnMachine,
        clock::press::LeftPawn,
        findings::{Alert, AlertKind, AlertState, Finding, OffTurn},
        laws::Clause,
        phase::stopped::StopReason,
        sense::sensed_board::Landing,
        state::{Displaced, Telling, TransientStop, Waiting},
    },
};

/// A move and the reply to it that was put down before.
#[derive(Debug)]
pub(in crate::turn) struct MoveWithReply {
    m: LegalMove,
    reply: LegalMove,
}

impl TurnMachine {
    /// Whether the piece that stood so briefly is in the air.
    pub(in crate::turn) fn is_off_board(&self, transient: &TransientStop) -> bool {
        let promoted = transient.m.promotion.is_some();
        self.sensed.hand().iter().any(|held| {
            let is_it = held.home == Some(transient.m.from) || (promoted && held.home.is_none());
            is_it && held.piece == transient.m.arriving() && !held.overwritten && held.at >= transient.at
        })
    }

    /// Whether the opponent's piece that has just landed makes, or begins, a legal reply to the pending move.
    pub(in crate::turn) fn is_reply(&self, pending: &LegalMove, landing: Landing) -> bool {
        let home = self.sensed.home(landing.square);
        let after = self.turn.position.play(pending);
        home.is_some_and(|home| {
            home != landing.square
                && after.legal_moves().iter().any(|reply| reply.from == home && reply.to == landing.square)
        })
    }

    /// It was the opponent's hand: his touches go over to him, the pending move is made, and he has begun to reply.
    pub(in crate::turn) fn reply_to_pending(&mut self, pending: LegalMove, landing: Landing) {
        let opponent = self.turn.by.other();
        let early: Vec<_> = self.turn.touches.iter().filter(|touch| touch.piece.color == opponent).copied().collect();
        let home = self.sensed.home(landing.square);
        let mine = early.iter().copied().filter(|touch| Some(touch.square) == home || self.sensed.is_off(touch.square));
        let mine: Vec<_> = mine.collect();
        for touch in &mine {
            self.turn.touches.remove(touch.square);
        }
        self.make_as(pending, None, false);
        self.alert_off_turn_move(landing.piece, home.unwrap_or(landing.square));
        if !self.phase.is_playing() {
            return;
        }
        self.begin_reply(mine);
        self.apply_rules(Some(landing));
    }

    /// The opponent put down his reply before the move was made, and the board now shows both: the move is made, and the
    /// reply was his hand, without having the move (1.3).
    pub(super) fn move_with_reply(&self, landing: Option<Landing>) -> Option<MoveWithReply> {
        let by_opponent = landing.is_some_and(|landing| landing.piece.color != self.turn.by);
        if by_opponent || self.turn.empty_press.is_some() || self.awaits_restoring() {
            return None;
        }
        let view = self.view();
        let m = self.move_beside_displaced()?;
        let after = self.turn.position.play(&m);
        let reply = after.legal_moves().into_iter().find(|reply| reply.after(after.placement()) == view)?;
        // What has been told as out of place stays so, but where it was the game's first move, or no press will tell.
        let ply = self.turn.ply;
        let moved_first = |alert: &Alert| alert.kind == AlertKind::WrongColourMovedFirst && alert.ply == ply;
        let told = |displaced: &Displaced| displaced.square == reply.to && displaced.telling == Telling::Done;
        let stays = self.turn.displaced.iter().any(told)
            && self.settings.clock == ClockUse::Present
            && !self.alerts.iter().any(moved_first);
        (!stays).then_some(MoveWithReply { m, reply })
    }

    /// The move is made, and the reply behind it.
    pub(super) fn take_move_with_reply(&mut self, both: MoveWithReply) {
        let MoveWithReply { m, reply } = both;
        let opponent = self.turn.by.other();
        let mut mine: Vec<_> =
            self.turn.touches.iter().filter(|touch| touch.piece.color == opponent).copied().collect();
        mine.retain(|touch| Some(touch.square) != m.capture);
        self.give_back(&mine);
        if mine.iter().all(|touch| touch.square != reply.from) {
            let (square, piece) = (reply.from, reply.piece);
            mine.push(Touch { square, piece, at: self.now, stood_elsewhere: true });
        }
        self.make_as(m, None, false);
        self.alert_off_turn_move(reply.piece, reply.from);
        if self.phase.is_playing() {
            self.begin_reply(mine);
            // Another move of his is a second one, and not the first corrected.
            self.turn.stood = *self.turn.position.placement();
            self.sensed.came_from(reply.to, Some(reply.from));
            self.make(reply, None);
        }
    }

    /// The opponent answers what was put where no legal move goes, and never pressed: his hand, not the player's.
    pub(super) fn displacement_answered(&self, landing: Landing) -> Option<Square> {
        let own = self.turn.by;
        let home = self.sensed.home(landing.square).filter(|&home| home != landing.square)?;
        let moved = |(square, piece): (Square, Piece)| {
            piece.color == own && self.sensed.home(square).is_none_or(|home| home != square)
        };
        let is_put_right = self.is_put_right_on(landing.square);
        if landing.piece.color == own
            || is_put_right
            || self.awaits_restoring()
            || !self.sensed.board().pieces().any(moved)
        {
            return None;
        }
        let mut before = self.view();
        before.set(landing.square, self.sensed.covered(landing.square));
        before.set(home, Some(landing.piece));
        let standing = Position::from_placement(&before, own.other(), &self.turn.position);
        standing
            .legal_moves()
            .iter()
            .any(|m| m.from == home && m.to == landing.square && m.piece == landing.piece)
            .then_some(home)
    }

    /// The opponent has answered from `home` what was put where no move goes: it was not the player's touch.
    pub(super) fn answer_displacement(&mut self, landing: Landing, home: Square) {
        self.turn.touches.remove(home);
        // Pressed on, the displacement is an illegal move, completed, and the turn is the opponent's (7.5.1).
        if !self.presses.is_open_by(self.turn.by) {
            self.alert_off_turn_move(landing.piece, home);
        }
    }

    /// A piece was moved by the player who does not have the move (1.3). Where the arbiter has said that there was no
    /// irregularity, the player has moved, and his opponent replies by right.
    fn alert_off_turn_move(&mut self, piece: Piece, home: Square) {
        if self.stopped.as_ref().is_some_and(|stopped| stopped.reason == StopReason::Dismissed) {
            return;
        }
        self.raise(
            Alert::new(Finding::OffTurnTouch { by: piece.color, piece, square: home, how: OffTurn::Taken })
                .article(self.settings.laws.article(Clause::MoveOffTurn))
                .squares([home]),
        );
    }

    /// The promotions of a pawn left on the last rank, if the opponent's piece that has landed replies to the one assumed.
    pub(super) fn promotions_replied_to(&self, landing: Landing) -> Option<Vec<LegalMove>> {
        let home = self.sensed.home(landing.square).filter(|&home| home != landing.square)?;
        let promotions = self.promotions_released(&[landing.square, home]);
        self.assumed_of(&promotions).is_some_and(|m| self.is_reply(m, landing)).then_some(promotions)
    }

    /// A pawn left on the last rank is decided by the reply: a queen is assumed.
    pub(super) fn reply_to_promotion(&mut self, promotions: &[LegalMove], landing: Landing) {
        if self.promote_before_reply(promotions, Some(landing)) {
            self.apply_rules(Some(landing));
        }
    }

    /// The opponent is at his reply to the promotion that is assumed, with the piece that has just come down, if one has;
    /// whether play goes on after it.
    fn promote_before_reply(&mut self, promotions: &[LegalMove], reply: Option<Landing>) -> bool {
        let opponent = self.turn.by.other();
        let mine: Vec<_> = self.turn.touches.iter().filter(|touch| touch.piece.color == opponent).copied().collect();
        self.give_back(&mine);
        // What takes the new piece stands where it is to be laid.
        let taking = reply.filter(|reply| promotions.iter().any(|m| m.to == reply.square));
        if let Some(reply) = taking {
            self.sensed.undo_landing(reply);
        }
        self.assume_promotion(promotions, LeftPawn::NotPressed);
        let goes_on = self.phase.is_playing();
        if goes_on {
            self.begin_reply(mine);
        }
        if let Some(reply) = taking {
            self.sensed.land_again(reply);
        }
        goes_on
    }

    /// Occupancy: a pawn is left on the last rank, and the opponent has a piece in the air that can take what it became
    /// or another piece; the turn is his then. Whether that is so.
    pub(in crate::turn) fn begin_reply_from_hand(&mut self) -> bool {
        let held: Vec<Square> = self.sensed.in_air(self.turn.by.other()).filter_map(|held| held.home).collect();
        if held.is_empty() || self.turn.made.is_some() {
            return false;
        }
        let promotions = self.promotions_released(&held);
        let takes = |m: &LegalMove| {
            let replies = self.turn.position.play(m).legal_moves();
            replies.iter().any(|reply| held.contains(&reply.from) && reply.capture == Some(reply.to))
        };
        self.assumed_of(&promotions).is_some_and(takes) && self.promote_before_reply(&promotions, None)
    }

    /// Touches that turn out to be the opponent's are no longer the player's.
    pub(in crate::turn) fn give_back(&mut self, touches: &[Touch]) {
        for touch in touches {
            self.turn.touches.remove(touch.square);
        }
    }

    /// Whether the opponent has begun his reply by putting the new piece on the promotion square, the pawn still to leave (4.6.2).
    pub(super) fn is_reply_by_promotion(&self, made: &LegalMove, landing: Landing) -> bool {
        let home = self.sensed.home(landing.square);
        let is_captured = home.is_some() && home == made.capture;
        // The piece just captured is seen on squares that it is carried over.
        let may_go_on = landing.early && (is_captured || self.sensed.is_covered(landing.piece));
        // Back where it was captured, it may be the capture undone: the pawn that leaves or does not will tell.
        let may_be_undone = home == Some(landing.square);
        let promotes = |m: &LegalMove| {
            m.promotion.is_some()
                && m.to == landing.square
                && m.arriving() == landing.piece
                && self.sensed.at(m.from) == Some(m.piece)
        };
        let new =
            (home.is_none() || is_captured) && !may_go_on && !may_be_undone && landing.piece.color != self.turn.by;
        new && self.reply_moves().iter().any(promotes)
    }

    /// The opponent's first piece leaves after a move was made: the board decides which move it is, and the turn is his.
    pub(in crate::turn) fn apply_rules_before_reply(&mut self) {
        if self.turn.made.is_none() {
            return;
        }
        self.decide_kings_step();
        // Own pieces off the board when the opponent's leaves are the victims of his reply.
        let own = self.turn.by;
        let replaced = self.replaced();
        let mut victims = self.touches_in_air();
        victims.retain(|touch| touch.piece.color == own && !replaced.contains(&(touch.square, own)));
        self.begin_reply(victims);
    }

    /// The pieces in the air, as touches of where they stood.
    pub(in crate::turn) fn touches_in_air(&self) -> Vec<Touch> {
        let mut touches: Vec<Touch> = [Color::Black, Color::White]
            .into_iter()
            .flat_map(|color| self.sensed.in_air(color))
            .filter_map(|held| {
                Some(Touch { square: held.rested?, piece: held.piece, at: held.at, stood_elsewhere: false })
            })
            .collect();
        touches.sort_by_key(|touch| touch.at);
        touches
    }

    /// The turn passes to the opponent while the move made still waits for its press.
    pub(in crate::turn) fn begin_reply(&mut self, touches: Vec<Touch>) {
        self.put_down_for_good();
        if !self.phase.is_playing() {
            return;
        }
        let Some(made) = self.turn.made.clone() else { return };
        let not_put_right = self.not_put_right();
        let next = self.next_turn(&made);
        let turn = std::mem::replace(&mut self.turn, next);
        self.alert_not_put_right(&turn, not_put_right);
        let breaches = turn.breaches.clone();
        self.played.reach(made.after);
        let pressed = self.presses.closes_by(turn.by).is_some();
        self.waiting.push(Waiting { turn, m: made.m });
        if pressed {
            self.complete_waiting(self.waiting.len() - 1);
        }
        self.pass_turn(breaches);
        for touch in touches {
            self.take_touch(touch);
        }
    }

    /// The turn of a move that waited for its press is in progress again; gives the move.
    pub(in crate::turn) fn go_back_to(&mut self, waiting: Waiting) -> LegalMove {
        self.played.leave_last();
        self.turn = waiting.turn;
        waiting.m
    }

    /// What an unpressed move has become whose piece went on while the opponent held a piece of his (4.7).
    pub(in crate::turn) fn earlier_move_on(&self) -> Option<LegalMove> {
        let opponent = self.turn.by;
        let waiting = self.waiting.last()?;
        if waiting.turn.by == opponent || self.turn.made.is_some() || waiting.turn.completed {
            return None;
        }
        let board = self.sensed.with_returned(opponent).unwrap_or(*self.sensed.board());
        waiting.turn.match_board(&board).filter(|m| **m != waiting.m).cloned()
    }

    /// The last unpressed move is this one now, and its turn goes on.
    pub(in crate::turn) fn correct_earlier_move(&mut self, now: LegalMove) {
        let opponent = self.turn.by;
        let Some(waiting) = self.waiting.pop() else { return };
        let touches = self.turn.touches.list().iter().copied().filter(|touch| touch.piece.color == opponent);
        // The captured piece was lifted by who has taken it.
        let (victim, theirs): (Vec<Touch>, Vec<Touch>) = touches.partition(|touch| Some(touch.square) == now.capture);
        if let Some(victim) = victim.first() {
            self.withdraw_touch_of_victim(victim.square);
        }
        let first = self.go_back_to(waiting);
        for touch in victim {
            self.turn.touches.add(touch, self.turn.by, &self.settings.timing);
        }
        self.sensed.came_from(now.to, Some(now.from));
        self.correct(first, now, None);
        if !theirs.is_empty() {
            self.begin_reply(theirs);
        }
    }

    /// What was said of the player at the move, because a piece of his was lifted that the opponent has taken, is not so.
    fn withdraw_touch_of_victim(&mut self, square: Square) {
        let (ply, by) = (self.turn.ply, self.turn.by);
        self.settle_open_alerts(AlertState::Cleared, |alert| {
            let of_any = matches!(
                alert.kind,
                AlertKind::ClaimRightLost | AlertKind::DrawClaimRightLost | AlertKind::TouchOrderUnclear
            );
            let of_one = matches!(alert.kind, AlertKind::OffTurnTouch | AlertKind::TouchedPieceReturned);
            (of_any || (of_one && alert.squares.contains(&square))) && alert.ply == ply && alert.by == Some(by)
        });
    }

    /// What a piece on `square` may have put where, taking the one that stood there so briefly: what was read there
    /// first may be this piece or the one that it became, or one of its kind that had been taken there before.
    pub(in crate::turn) fn recaptured_from(&self, square: Square) -> Vec<(Square, Piece)> {
        let taken = self.turn.transients.iter().filter(|transient| self.is_off_board(transient));
        let from_here = |transient: &TransientStop| {
            let replies = self.turn.position.play(&transient.m).legal_moves();
            let takes = |reply: &LegalMove| reply.from == square && reply.capture == Some(transient.m.to);
            replies.into_iter().filter(takes).map(|reply| (reply.to, reply.arriving())).collect::<Vec<_>>()
        };
        taken.flat_map(from_here).collect()
    }
}
