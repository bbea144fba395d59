//! Lifts, drops and readings of the whole board, as they change the sensed board; touches taken down as they happen (4.3).

use std::sync::Arc;

use protocols::{Color, Piece, Placement, Role, Square, registry::Sensing};

use crate::{
    rules::LegalMove,
    turn::{
        Touch, TurnMachine,
        clock::press::Sure,
        phase::Phase,
        sense::{
            link::POLLED_SETTLE_MS,
            sensed_board::{Landing, SensedBoard},
        },
        state::{Tell, What},
    },
};

/// How a piece left or came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) enum Source {
    /// Seen at that moment.
    Event,
    /// Found changed between two whole-board readings.
    Reading,
}

impl TurnMachine {
    /// A piece came down.
    pub(in crate::turn) fn dropped(&mut self, square: Square, piece: Option<Piece>) {
        match piece {
            Some(piece) => self.drop_piece(square, piece, Source::Event),
            None => self.unidentified_dropped(square),
        }
    }

    pub(in crate::turn) fn drop_piece(&mut self, square: Square, piece: Piece, source: Source) {
        if self.sensed.at(square) == Some(piece) {
            return;
        }
        self.presses.board_changes();
        let captured = self.turn.captured();
        self.settle_others(|sensed, landing| sensed.is_same_piece(landing, piece, captured));
        let settle_ms = match source {
            Source::Event => u64::from(self.settings.timing.settle_ms),
            Source::Reading => POLLED_SETTLE_MS,
        };
        if !self.phase.is_playing() {
            // A whole reading does not tell in which order its pieces came.
            self.put_down_between_games((source == Source::Event).then_some((square, piece)));
        }
        // What has come down before may have made a move by now.
        let captured = self.turn.captured();
        self.sensed.put_down_after(captured, square, piece, self.now, self.now + settle_ms);
        self.trace(What::Drop { square, piece });
        self.turn.displaced.retain(|displaced| displaced.square != square);
        self.watch_two_hands();
        if !self.phase.is_playing() || self.settings.timing.settle_ms == 0 {
            self.settle_due();
        }
    }

    /// A square became empty.
    pub(in crate::turn) fn lifted(&mut self, square: Square, piece: Option<Piece>, accidental: bool) {
        self.unidentified_lifted(square);
        if self.sensed.at(square).is_none() {
            return;
        }
        if let Some(piece) = piece {
            // The board knows better than the shadow what left.
            self.sensed.identify(square, piece);
        }
        self.lift_piece(square, accidental);
        self.explain_unidentified();
    }

    pub(super) fn lift_piece(&mut self, square: Square, accidental: bool) {
        self.leave_while_lost(&[square]);
        let Some(standing) = self.sensed.at(square) else { return };
        self.presses.board_changes();
        self.explain_promotions();
        let recaptured = self.recaptured_from(square);
        self.settle_others(|_, landing| {
            let same_piece = landing.piece == standing && landing.unexplained;
            landing.square == square || same_piece || recaptured.contains(&(landing.square, landing.piece))
        });
        if standing.color != self.turn.by {
            self.make_before_reply();
        }
        self.note_taken_up(square);
        self.unsettle(square);
        self.begin_turn_anew_if_set_up(square);
        self.trace(What::Lift { square });
        let Some(lifted) = self.sensed.lift(square, self.now) else { return };
        self.turn.displaced.retain(|displaced| displaced.square != square);
        if !self.phase.is_playing() {
            // The last change that makes a first position may be a piece taken off.
            return self.look_outside_play();
        }
        if accidental {
            self.swept(square);
        } else if lifted.home == Some(square) && !self.is_imposed(square, lifted.piece) {
            self.touched(Touch { square, piece: lifted.piece, at: self.now, stood_elsewhere: false });
        }
        self.watch_two_hands();
        self.apply_rules(None);
    }

    /// A piece is about to be lifted. While the pieces are being set up, what was done before it was no part of a move; a
    /// piece that slides on, and one that has been released, go on with theirs.
    fn begin_turn_anew_if_set_up(&mut self, square: Square) {
        let goes_on = self.turn.release.is_some() || self.presses.is_open() || self.sensed.landing_on(square).is_some();
        if self.turn.is_being_set_up() && self.phase.is_followed() && !goes_on {
            self.turn.stands_now(*self.sensed.board());
        }
    }

    /// A piece is put down as it was before, and lifted likewise.
    pub(in crate::turn) fn drop_seen(&mut self, square: Square, piece: Piece) {
        self.drop_piece(square, piece, Source::Event);
    }

    pub(in crate::turn) fn lift_seen(&mut self, square: Square) {
        self.lift_piece(square, false);
    }

    /// The opponent takes up a piece: a rook's move that seemed only half of putting an illegal castling back was made.
    fn make_before_reply(&mut self) {
        if self.phase.is_followed()
            && !self.awaits_restoring()
            && self.turn.made.is_none()
            && let Some(m) = self.turn.match_board(&self.view()).filter(|m| self.is_rook_of_castled_king(m)).cloned()
        {
            self.make(m, None);
        }
    }

    /// The board is away from now on. What has only just come down may go on unseen, and what was pressed may be judged
    /// only by what the board shows when it is back.
    pub(in crate::turn) fn board_goes_away(&mut self) {
        let was_away = self.link.is_away();
        self.link.goes_away(self.phase.is_playing());
        if was_away || self.settings.sensing != Sensing::Identity {
            return;
        }
        self.clock_goes_away();
        self.turn.two_hands_since = None;
        if self.presses.is_open() && self.phase.is_playing() {
            self.settle_all();
            self.complete_if_agreed(Sure::OfAll);
            self.presses.board_goes_away();
        }
        self.note_moved_before_gap();
        self.sensed.undo_landings();
    }

    fn touched(&mut self, touch: Touch) {
        if !self.clock.has_begun() || self.phase.is_unexplained() {
            return;
        }
        if self.awaits_restoring() {
            return self.touched_while_stopped(touch);
        }
        let by_opponent_of_mover = self.turn.made.is_some() && touch.piece.color != self.turn.by;
        if by_opponent_of_mover {
            self.apply_rules_before_reply();
        }
        // An own piece lifted after the move is made is adjusting on his own clock (6.2.5), or the reply's victim.
        if self.turn.made.is_some() {
            return;
        }
        self.take_touch(touch);
    }

    /// Takes a touch down for the player of the turn in progress.
    pub(in crate::turn) fn take_touch(&mut self, touch: Touch) {
        // Once he has his clock back, he may take an opponent's piece off himself.
        let may_be_opponent = self.turn.empty_press.is_some() && !self.presses.is_clock_given_back();
        if may_be_opponent && touch.piece.color != self.turn.by {
            self.opponent_acts_after_empty_press();
            return;
        }
        let new = !self.turn.touches.has(touch.square);
        self.turn.touches.add(touch, self.turn.by, &self.settings.timing);
        if new && !self.turn.is_being_set_up() {
            self.rights_lost_by(touch);
            self.alert_unclear_order();
        }
    }

    /// Part of a chain of lifts no fingers make: nobody's touch (4.2.2), but the pieces are out of place.
    fn swept(&mut self, square: Square) {
        self.turn.touches.remove(square);
        if !self.is_being_put_in_order() {
            self.alert_swept(square);
        }
    }

    /// Whether the turn began with pieces out of place: the arbiter has set a position or begun a game, and the board is
    /// being put in order.
    pub(super) fn is_being_put_in_order(&self) -> bool {
        self.turn.made.is_none() && self.turn.stood != *self.turn.position.placement()
    }

    /// Another piece is at work: what came down before has been put down, but for what may be the same piece.
    fn settle_others(&mut self, same: impl Fn(&SensedBoard, &Landing) -> bool) {
        let others = |landing: &&Landing| !same(&self.sensed, landing);
        let due: Vec<Square> = self.sensed.landings().iter().filter(others).map(|landing| landing.square).collect();
        for square in due {
            self.settle_early(square);
            // A move that was pressed before it could be sure is sure now.
            if self.is_made_early_on(square) {
                self.put_down_for_good();
                self.complete_if_agreed(Sure::OfSettled);
            } else if self.is_pending_early_on(square) {
                self.complete_if_agreed(Sure::OfAll);
            }
        }
    }

    /// Everything that is down counts as put down: the clock was pressed, or a grace is over.
    pub(in crate::turn) fn settle_all(&mut self) {
        let due: Vec<Square> = self.sensed.landings().iter().map(|landing| landing.square).collect();
        for square in due {
            self.settle_early(square);
        }
    }

    /// A piece counts as put down before its time; not one whose lift may still be to be read.
    fn settle_early(&mut self, square: Square) {
        let stays = |landing: &&Landing| !self.may_leave_elsewhere(**landing);
        if self.sensed.carried_on(square).filter(stays).is_some()
            && let Some(landing) = self.sensed.settle_early(square)
        {
            self.rested(landing);
        }
    }

    /// Whether the piece may be read on two squares: nothing explains how it came, and another of its kind could have
    /// come here.
    fn may_leave_elsewhere(&self, landing: Landing) -> bool {
        let another = |m: &LegalMove| {
            m.piece == landing.piece && m.to == landing.square && self.sensed.at(m.from) == Some(m.piece)
        };
        landing.unexplained
            && self.moves_of_color(landing.piece.color).iter().any(another)
            && !self.has_promoted(landing)
    }

    /// Whether the piece stands for a pawn that has left the board (4.6.1).
    fn has_promoted(&self, landing: Landing) -> bool {
        let promotes = |m: &LegalMove| {
            m.promotion.is_some()
                && m.to == landing.square
                && m.arriving() == landing.piece
                && self.sensed.at(m.from).is_none()
        };
        self.moves_of_color(landing.piece.color).iter().any(promotes)
    }

    /// New pieces whose pawn has left the board came from the box: no lift that follows is theirs.
    fn explain_promotions(&mut self) {
        let unexplained = self.sensed.landings().iter().filter(|landing| landing.unexplained).copied();
        let explained: Vec<Square> =
            unexplained.filter(|landing| self.has_promoted(*landing)).map(|landing| landing.square).collect();
        self.sensed.explain(&explained);
    }

    /// What `color` could move: the player of the turn in progress, or his opponent in reply.
    pub(in crate::turn) fn moves_of_color(&self, color: Color) -> Arc<[LegalMove]> {
        if color == self.turn.by { Arc::clone(&self.turn.legal) } else { self.reply_moves() }
    }

    /// Pieces that have now stayed for `settle_ms`.
    pub(in crate::turn) fn settle_due(&mut self) {
        while let Some(landing) = match &self.phase {
            Phase::Playing | Phase::Unexplained => self.sensed.settle_due(self.now),
            Phase::Over(_) | Phase::SettingUp => self.sensed.settle_first(),
        } {
            if self.is_made_early_on(landing.square) {
                self.put_down_for_good();
            }
            if let Some(release) = self.turn.release.as_mut().filter(|release| release.early == Some(landing.square)) {
                release.early = None;
            }
            if landing.early {
                if let Some(home) = self.sensed.home(landing.square).filter(|&home| home != landing.square) {
                    self.turn.touches.stood_elsewhere(home);
                }
                self.complete_if_agreed(Sure::OfSettled);
                continue;
            }
            self.sensed.begin_judging(landing);
            self.rested(landing);
            self.sensed.end_judging();
        }
    }

    /// The piece on `square` leaves before it has stayed for `settle_ms`: it has slid, nothing was put down there.
    fn unsettle(&mut self, square: Square) {
        let Some(landing) = self.sensed.landing_on(square) else { return };
        let since = landing.at;
        let view = self.view();
        // The opponent may have taken up before the piece with which he takes it.
        let returned = || self.turn.match_board(&self.sensed.with_returned(self.turn.by.other())?);
        let stood = self.turn.match_board(&view).or_else(returned);
        let transient = stood.filter(|m| m.to == square).cloned();
        if self.turn.release.as_ref().is_some_and(|release| release.early == Some(square)) {
            self.turn.release = None;
        }
        if self.is_made_early_on(square) {
            self.retract();
            self.turn.release = None;
        }
        if let Some(m) = transient {
            self.note_transient(m, since);
        }
    }

    /// Whether the move made was read off a piece on `square` that had not stayed for `settle_ms`.
    pub(in crate::turn) fn is_made_early_on(&self, square: Square) -> bool {
        self.turn.made.as_ref().is_some_and(|made| made.early == Some(square))
    }

    /// The same of the move that stands but for opponent's pieces in the air.
    pub(in crate::turn) fn is_pending_early_on(&self, square: Square) -> bool {
        let pending = self.turn.pending.as_ref().filter(|_| self.turn.made.is_none());
        pending.is_some_and(|pending| self.early_part_of(pending, None) == Some(square))
    }

    fn rested(&mut self, landing: Landing) {
        if !landing.early
            && let Some(home) = self.sensed.home(landing.square).filter(|&home| home != landing.square)
        {
            self.turn.touches.stood_elsewhere(home);
        }
        self.apply_rules(Some(landing));
        self.watch_play_on(landing);
        if self.presses.is_open() {
            self.complete_if_agreed(Sure::OfSettled);
        }
    }

    /// What the opponent could reply, were the turn his now.
    pub(in crate::turn) fn reply_moves(&self) -> Arc<[LegalMove]> {
        match &self.turn.made {
            Some(made) => Arc::clone(&made.replies),
            None => self.turn.position.pass().legal_moves().into(),
        }
    }

    /// King and rook in the air together (4.1, 7.5.4). Not in Chess960, where that is the recommended way.
    fn watch_two_hands(&mut self) {
        let own = self.turn.by;
        let back = if own == Color::White { 0 } else { 7 };
        let castles_from = |role: Role, home: Square| {
            let file = if role == Role::King { home.file() == 4 } else { matches!(home.file(), 0 | 7) };
            file && home.rank() == back && self.turn.touches.has(home)
        };
        let in_air = |role: Role| {
            self.sensed
                .in_air(own)
                .filter(|held| held.piece.role == role && held.home.is_some_and(|home| castles_from(role, home)))
                .map(|held| held.at)
                .max()
        };
        let chess960 = self.turn.position.variant() == crate::rules::Variant::Chess960;
        self.turn.two_hands_since = match (in_air(Role::King), in_air(Role::Rook)) {
            (Some(king), Some(rook)) if !chess960 && self.may_be_two_hands() => Some(king.max(rook)),
            _ => None,
        };
        self.skip_told_two_hands();
    }

    fn may_be_two_hands(&self) -> bool {
        self.phase.is_playing() && self.clock.has_begun() && !self.turn.is_being_set_up()
    }

    /// A promoted piece that only the Laws have put may come and go: nobody's touch.
    fn is_imposed(&self, square: Square, piece: Piece) -> bool {
        self.imposed.is_some_and(|imposed| imposed.square == square && imposed.piece.color == piece.color)
    }

    /// The board as the game reads it: a queen that the Laws have put stands for the pawn left there (7.5.2).
    pub(in crate::turn) fn view(&self) -> Placement {
        let mut view = *self.sensed.board();
        if let Some(imposed) = self.imposed {
            let there = view.at(imposed.square);
            if there.is_none_or(|piece| piece.color == imposed.piece.color) {
                view.set(imposed.square, Some(imposed.piece));
            }
        }
        view
    }

    /// Everything displaced so far is told, whether its time has come or not.
    pub(in crate::turn) fn alert_all_displaced(&mut self) {
        self.alert_displaced(Tell::Now);
    }
}
