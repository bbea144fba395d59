//! What the board shows after a piece has come to rest or left: the transitions of `article4.md`, section 2.

use protocols::{Color, Placement, Role, Square};

use crate::{
    rules::LegalMove,
    turn::{
        ClockUse, MoveStatus, TurnMachine,
        findings::{Advisory, Alert, AlertKind, AmbiguousMove, Finding, OffTurn, Witness},
        laws::Clause,
        play::shown::{Exchanged, Shown, ShownAfterMove},
        played::MoveMade,
        sense::sensed_board::{InHand, Landing, Whole},
        state::{Displaced, Made, Release, Tell, Telling},
    },
};

/// A piece off its square for longer than this lies in the box, in milliseconds: players rarely hold one so long.
const LONGEST_IN_HAND_MS: u16 = 10_000;

impl TurnMachine {
    /// Looks at the board after `landing` has come to rest, or after a piece has left.
    pub(in crate::turn) fn apply_rules(&mut self, landing: Option<Landing>) {
        self.apply_rules_of_phase(landing);
        // Whatever else a reading shows besides it: the queen that the Laws have put is there.
        let exchanged = landing.and_then(|landing| self.pawn_exchanged(landing));
        if exchanged == Some(Exchanged::AsRequired) && self.phase.is_followed() {
            self.follow_exchange_of_pawn(Exchanged::AsRequired);
        }
    }

    fn apply_rules_of_phase(&mut self, landing: Option<Landing>) {
        if !self.phase.is_playing() {
            self.follow_replacement_while_over(landing);
            return self.look_outside_play();
        }
        if self.take_wrong_set_up() {
            return;
        }
        if self.phase.is_unexplained() {
            // With pieces on the move any guess would be early; all at rest, it is looked for again.
            if !self.sensed.is_something_landing() && !self.is_a_piece_on_the_move() {
                // Who has put a piece down has pressed, or will.
                self.reconstruct(None);
            }
            return;
        }
        if self.apply_rules_while_stopped(landing) {
            return;
        }
        if self.turn.made.is_some() {
            return self.apply_rules_again(landing);
        }
        if *self.sensed.board() == *self.turn.position.placement() && self.sensed.hand().is_empty() {
            // Whatever was put elsewhere in this turn is where it belongs.
            self.sensed.settle_homes();
        }
        self.find_move(landing);
    }

    /// Whether a piece is between two squares. One whose square another piece has taken was captured; and where all
    /// stand for the next game, what is left over lies in the box.
    pub(in crate::turn) fn is_a_piece_on_the_move(&self) -> bool {
        // Without a clock only time tells that what was captured unseen is in the box.
        let long_gone = |held: &InHand| {
            self.settings.clock == ClockUse::None && self.now.since(held.at) > u64::from(LONGEST_IN_HAND_MS)
        };
        let in_air = self.sensed.hand().iter().any(|held| self.sensed.at(held.left).is_none() && !long_gone(held));
        in_air && self.first_position_shown().is_none()
    }

    /// No move is made yet: what does the board show, and what follows from it?
    fn find_move(&mut self, landing: Option<Landing>) {
        // While a piece has only just come down, a lift elsewhere proves nothing: it may be sliding on.
        if landing.is_none() && self.sensed.is_something_landing() {
            return;
        }
        if !self.turn.held_when_set.is_empty() {
            self.turn.forget_rested(self.sensed.board());
        }
        if let Some(landing) = landing {
            self.decide_waiting_kings_step(landing);
        }
        let mut shown = self.shown(landing);
        // Nobody took the piece back that stood so briefly: what was pressed for it is judged first.
        if shown.is_no_legal_move()
            && let Some(landing) = landing.filter(|landing| landing.piece.color == self.turn.by && !landing.early)
            && self.awaits_judgement_of_transient()
        {
            self.judge_transient_press();
            shown = self.rest_shown(Some(landing));
        }
        self.follow(shown, landing);
    }

    /// Does what follows from what the board shows while no move is made.
    fn follow(&mut self, shown: Shown, landing: Option<Landing>) {
        if shown.is_no_legal_move() && !matches!(shown, Shown::MoveWithReply(_) | Shown::ReplyToPending(_)) {
            self.turn.pending = None;
        }
        let may_be_set_up = match shown {
            Shown::AnswerToDisplaced(_) | Shown::Displaced { .. } | Shown::Returned => true,
            Shown::InOrder | Shown::Move(_) | Shown::MoveWithReply(_) | Shown::Nothing => false,
            // No move is begun before the position that the arbiter has set stands, nor is a result shown.
            _ => self.turn.set_by_arbiter,
        };
        if may_be_set_up && self.turn.is_being_set_up() {
            return self.follow_sign(None);
        }
        match (shown, landing) {
            (Shown::InOrder, _) => self.put_in_order(self.view()),
            (Shown::Move(m), _) => self.make(m, landing),
            (Shown::MoveBesideStrays, _) => self.look_for_strays_later(landing),
            (Shown::MoveWithReply(both), _) => self.take_move_with_reply(both),
            (Shown::Pending(m), _) => self.turn.pending = Some(m),
            (Shown::EarlierMoveOn(now), _) => self.correct_earlier_move(now),
            (Shown::PawnExchanged(exchanged), _) => self.follow_exchange_of_pawn(exchanged),
            (Shown::Sign(sign), _) => self.follow_sign(Some(sign)),
            (Shown::CastlingPutBack | Shown::Nothing, _) | (_, None) => {}
            (Shown::CaptureOfTakenUp, Some(_)) => self.take_up_as_captured(),
            (Shown::Exchange(exchange), Some(landing)) => self.take_exchange(exchange, landing),
            (Shown::ReplyToPending(pending), Some(landing)) => self.reply_to_pending(pending, landing),
            (Shown::ReplyToPromotion(promotions), Some(landing)) => self.reply_to_promotion(&promotions, landing),
            (Shown::Release(release), Some(landing)) => self.release(release, landing),
            (Shown::Returned, Some(landing)) => self.returned(landing),
            (Shown::AnswerToDisplaced(home), Some(landing)) => {
                self.follow_sign(None);
                self.answer_displacement(landing, home);
            }
            (Shown::Displaced { home }, Some(landing)) => {
                self.follow_sign(None);
                self.displace(landing, home);
            }
        }
    }

    /// Until the press or the reply a made move is provisional: what does the board show now, and what follows from it?
    fn apply_rules_again(&mut self, landing: Option<Landing>) {
        let Some(made) = self.turn.made.clone() else { return };
        if landing.is_none() && self.sensed.is_something_landing() {
            return;
        }
        let shown = self.shown_after_move(&made.m, landing);
        if !matches!(shown, ShownAfterMove::OtherMove(_) | ShownAfterMove::Nothing) {
            self.alert_two_off();
        }
        match (shown, landing) {
            (ShownAfterMove::OtherMove(m), _) => self.correct(made.m, m, landing),
            (ShownAfterMove::PawnExchanged(exchanged), _) => self.follow_exchange_of_pawn(exchanged),
            (ShownAfterMove::Sign(sign), _) => self.follow_sign(Some(sign)),
            (ShownAfterMove::NoMove | ShownAfterMove::Nothing, _) | (_, None) => {}
            (ShownAfterMove::ReplyPromotes, Some(landing)) => {
                self.apply_rules_before_reply();
                self.apply_rules(Some(landing));
            }
            (ShownAfterMove::Displaced { home }, Some(landing)) => {
                self.follow_sign(None);
                self.displace(landing, home);
            }
        }
    }

    /// The pawn left on the last rank is exchanged (7.5.2): a queen is what the Laws have put, anything else is wrong.
    pub(in crate::turn) fn follow_exchange_of_pawn(&mut self, exchanged: Exchanged) {
        match (exchanged, self.imposed) {
            (Exchanged::AsRequired, imposed) => {
                self.imposed = None;
                // Who has put it may press for it.
                imposed.iter().for_each(|imposed| self.presses.late_may_come(imposed.piece.color));
            }
            (Exchanged::Otherwise, Some(_)) if self.take_piece_chosen() => {}
            (Exchanged::Otherwise, Some(imposed)) => self.alert_mismatch(imposed.piece.color),
            (Exchanged::Otherwise, None) => {}
        }
    }

    /// The board shows the position that the arbiter has set: from now on every piece belongs where it stands.
    pub(in crate::turn) fn put_in_order(&mut self, board: Placement) {
        self.turn.set_by_arbiter = false;
        let is_set_up = std::mem::take(&mut self.turn.being_set_up);
        if is_set_up {
            self.turn.stands_now(board);
        }
        let astray: Vec<Square> = self.turn.stood.differences(&board).collect();
        // What was touched before the arbiter set the position stays touched; what is put right now is not.
        let mut touches = self.turn.from_before.clone();
        for touch in self.turn.touches.iter().filter(|touch| !astray.contains(&touch.square)) {
            touches.add(*touch, self.turn.by, &self.settings.timing);
        }
        self.turn.touches = touches;
        self.turn.stood = board;
        self.turn.displaced.clear();
        // All pieces of the position are on the board: what is in the air goes to the box.
        self.sensed.begin_turn_after(None, Whole::Yes);
    }

    /// A move is made (4.7). Judges it against touches and releases, says it, and looks whether the game is over.
    pub(in crate::turn) fn make(&mut self, m: LegalMove, landing: Option<Landing>) {
        let early = self.early_part_of(&m, landing);
        let unseen = m.capture.is_some() && self.turn.landed_unseen == m.capture;
        if unseen {
            self.alert_slide(&m);
        }
        self.make_as(m, early, unseen);
    }

    /// The square of a piece that this move puts there and that counts as put down before its time.
    pub(in crate::turn) fn early_part_of(&self, m: &LegalMove, landing: Option<Landing>) -> Option<Square> {
        let part = |square: Square| square == m.to || m.castling.is_some_and(|castling| castling.rook_to == square);
        let early = self
            .sensed
            .landings()
            .iter()
            .filter(|landing| landing.early)
            .map(|landing| landing.square)
            .find(|&square| part(square));
        early.or(landing.filter(|landing| landing.early && part(landing.square)).map(|landing| landing.square))
    }

    pub(in crate::turn) fn make_as(&mut self, m: LegalMove, early: Option<Square>, inferred: bool) {
        self.clock.begins();
        self.presses.none_is_late();
        self.turn.pending = None;
        self.judge_set_up_played_from();
        // A press without a move, or an illegal move put back, was before it.
        self.no_more_stopped();
        self.turn.completed = false;
        self.turn.made = Some(Made::new(&self.turn.position, m.clone(), early, inferred));
        self.turn.displaced.clear();
        self.turn.transients.clear();
        self.turn.trail.clear();
        if m.promotion.is_some() && self.sensed.at(m.to) == Some(m.arriving()) {
            // The new piece stands for the pawn from now on (3.7.5.3).
            self.sensed.adopt(m.to, m.from);
        }
        self.judge_obligation(&m);
        self.say_move(MoveStatus::Made);
        self.reply_begins();
        self.judge_ending();
        if self.take_late_drop(&m) && self.phase.is_playing() {
            self.complete_turn();
        }
    }

    /// The board shows another legal move than the one made first: it follows the board, the arbiter decides (4.7).
    pub(in crate::turn) fn correct(&mut self, first: LegalMove, now: LegalMove, landing: Option<Landing>) {
        // 4.4.4 is stricter: a second promotion piece never replaces the first.
        if first.from == now.from && first.to == now.to && first.promotion != now.promotion {
            self.turn.release = Some(Release::promotion(vec![first.clone()]));
            return self.alert_promotion_changed(&[first], now.to);
        }
        if self.turn.release.is_none() {
            self.turn.release = Some(Release::square(vec![first.clone()], None));
        }
        let early = self.early_part_of(&now, landing);
        let inferred = self.turn.made.as_ref().is_some_and(|made| made.inferred);
        self.turn.made = Some(Made::new(&self.turn.position, now.clone(), early, inferred));
        self.judge_moved_on(&first, &now);
        self.say_move(MoveStatus::Corrected);
        self.judge_ending();
    }

    /// The move said to be made was not.
    pub(in crate::turn) fn retract(&mut self) {
        if self.turn.made.is_some() {
            self.say_move(MoveStatus::Retracted);
            self.turn.made = None;
            self.turn.broken = None;
            self.turn.breaches.clear();
            self.lapse_obligation_alerts();
        }
    }

    /// What was made after the first release was no move: the first one is.
    pub(in crate::turn) fn take_back_to(&mut self, first: LegalMove) {
        let inferred = self.turn.made.as_ref().is_some_and(|made| made.inferred);
        self.turn.broken = None;
        self.turn.breaches.clear();
        self.lapse_obligation_alerts();
        self.turn.made = Some(Made::new(&self.turn.position, first, None, inferred));
        self.say_move(MoveStatus::Corrected);
    }

    /// A piece is back on its square of origin: the touch stays in force (4.2.1, 4.3).
    fn returned(&mut self, landing: Landing) {
        self.back_after_empty_press(landing.square);
        let Some(touch) = self.turn.touches.iter().find(|touch| touch.square == landing.square).copied() else {
            return;
        };
        if touch.stood_elsewhere {
            return;
        }
        let others_turn = touch.piece.color != self.turn.by;
        let capturable = self.turn.legal.iter().any(|m| m.capture == Some(touch.square));
        let alone = self.turn.touches.iter().count() == 1;
        if others_turn && alone && !capturable && self.completed_by == Some(touch.piece.color) {
            self.turn.touches.remove(touch.square);
            // Another piece than was lifted puts a promotion right (4.4.4).
            if landing.piece != touch.piece || self.is_perhaps_exchanged_now(touch.square) {
                return;
            }
            return self.raise(
                Alert::new(Finding::OffTurnTouch {
                    by: touch.piece.color,
                    piece: touch.piece,
                    square: touch.square,
                    how: OffTurn::Returned,
                })
                .article(self.settings.laws.article(Clause::Of(AlertKind::OffTurnTouch)))
                .squares([touch.square]),
            );
        }
        self.raise(
            Alert::new(Finding::TouchedPieceReturned { by: self.turn.by, piece: touch.piece, square: touch.square })
                .article(self.settings.laws.article(Clause::Of(AlertKind::TouchedPieceReturned)))
                .squares([touch.square]),
        );
    }

    /// Whether the pawn of the last move stands there, of which it is asked whether it was exchanged at all: what seems to be
    /// put back may be the new piece.
    fn is_perhaps_exchanged_now(&self, square: Square) -> bool {
        let last = self.turn.ply - 1;
        let asks = |finding: &Finding| {
            matches!(finding, Finding::MoveAmbiguous { unknown: AmbiguousMove::PromotionOrMissing, .. })
        };
        let unknown = |alert: &Alert| asks(&alert.finding) && alert.ply == last && alert.state.is_open();
        let promoted = |made: &MoveMade| made.uci.is_promotion() && made.uci.squares_changed().contains(square);
        self.played.moves().last().is_some_and(promoted) && self.alerts.iter().any(unknown)
    }

    /// A piece stands where no move takes it; told once it has stood so long, or is pressed on.
    fn displace(&mut self, landing: Landing, home: Option<Square>) {
        if landing.unexplained && landing.early && self.is_another_of(landing) {
            return;
        }
        // A reply to a press without a move is void (7.5.3).
        if self.turn.empty_press.is_some() && landing.piece.color != self.turn.by {
            return;
        }
        // A piece that was out of place goes back to where the game has it.
        if self.turn.position.placement().at(landing.square) == Some(landing.piece) {
            home.map(|home| self.turn.touches.remove(home));
            return;
        }
        // It was in the hand when the arbiter set the position, and is put back to be put right from there.
        if self.turn.set_by_arbiter && self.turn.held_when_set.contains(&(landing.square, landing.piece)) {
            return;
        }
        self.turn.displaced.retain(|displaced| displaced.square != landing.square);
        self.turn.displaced.push(Displaced {
            square: landing.square,
            piece: landing.piece,
            home,
            told_at: landing.at + u64::from(self.settings.timing.displaced_ms).max(landing.settles.since(landing.at)),
            telling: Telling::Due,
        });
        self.alert_displaced(Tell::Due);
    }

    /// Whether the piece may be one that still stands elsewhere, read on two squares.
    fn is_another_of(&self, landing: Landing) -> bool {
        self.turn.stood.pieces().any(|(square, piece)| piece == landing.piece && self.sensed.at(square) == Some(piece))
    }

    pub(in crate::turn) fn alert_displaced(&mut self, tell: Tell) {
        // Gone without a lift: a whole reading shows another board, or the arbiter has set one.
        let board = self.sensed.board();
        self.turn.displaced.retain(|displaced| board.at(displaced.square) == Some(displaced.piece));
        for index in 0..self.turn.displaced.len() {
            let displaced = self.turn.displaced[index];
            let open = match tell {
                Tell::Due => displaced.telling == Telling::Due && displaced.told_at <= self.now,
                Tell::Now => displaced.telling != Telling::Done,
            };
            if !open {
                continue;
            }
            if tell == Tell::Due && self.is_tidying(displaced) {
                self.turn.displaced[index].telling = Telling::IfPressed;
                continue;
            }
            self.turn.displaced[index].telling = Telling::Done;
            self.alert_one_displaced(displaced);
        }
    }

    fn alert_one_displaced(&mut self, displaced: Displaced) {
        let Displaced { square, piece, home, .. } = displaced;
        let (by, role) = (piece.color, piece.role);
        if self.is_wrong_colours_first_move(displaced) {
            return self.raise(
                Alert::new(Finding::WrongColourMovedFirst { by, role, from: home.unwrap_or(square), to: square })
                    .article(self.settings.laws.article(Clause::Of(AlertKind::WrongColourMovedFirst)))
                    .squares([square]),
            );
        }
        if piece.color != self.turn.by || self.turn.made.is_some() {
            return self.alert_displaced_pieces([square]);
        }
        if self.is_record_in_doubt_for_move() {
            return;
        }
        self.raise(
            Alert::new(Finding::IllegalDisplacement { by, role, from: home, to: square })
                .article(self.settings.laws.article(Clause::Of(AlertKind::IllegalDisplacement)))
                .squares(home.into_iter().chain([square])),
        );
    }

    pub(in crate::turn) fn alert_displaced_pieces(&mut self, squares: impl IntoIterator<Item = Square>) {
        self.raise(
            Alert::new(Finding::DisplacedPieces { by: self.turn.by })
                .article(self.settings.laws.article(Clause::Of(AlertKind::DisplacedPieces)))
                .squares(squares),
        );
    }

    /// Two or more own pieces off their squares at once after the move is made: knocked over (7.4.1).
    fn alert_two_off(&mut self) {
        let Some(made) = &self.turn.made else { return };
        let own = self.turn.by;
        let off: Vec<Square> =
            self.sensed.in_air(own).map(|held| held.left).filter(|&square| square != made.m.to).collect();
        if off.len() >= 2 && !self.is_room_made_for_king() {
            self.alert_displaced_pieces(off);
        }
    }

    /// A chain of lifts no fingers make (4.2.2).
    pub(in crate::turn) fn alert_swept(&mut self, square: Square) {
        self.alert_displaced_pieces([square]);
    }

    /// The first move of the game, made by Black: legal had it been his turn (1.2).
    fn is_wrong_colours_first_move(&self, displaced: Displaced) -> bool {
        let first =
            self.played.history().len() == 1 && self.turn.position.fullmoves() == 1 && self.turn.by == Color::White;
        first
            && displaced.piece.color == Color::Black
            && self
                .turn
                .position
                .pass()
                .legal_moves()
                .iter()
                .any(|m| Some(m.from) == displaced.home && m.to == displaced.square && m.piece == displaced.piece)
    }

    /// King and rook in the air together for `two_hands_ms`.
    pub(in crate::turn) fn alert_two_hands(&mut self) {
        self.turn.two_hands_since = None;
        self.turn.two_hands_told = true;
        let own = self.turn.by;
        let squares: Vec<Square> = self
            .sensed
            .in_air(own)
            .filter(|held| matches!(held.piece.role, Role::King | Role::Rook))
            .filter_map(|held| held.home)
            .collect();
        self.raise(
            Alert::new(Finding::TwoHandsSuspected { by: own, witness: Witness::Sensors })
                .article(self.settings.laws.article(Clause::Of(AlertKind::TwoHandsSuspected)))
                .squares(squares)
                .advisory(Advisory::Yes),
        );
    }

    pub(in crate::turn) fn skip_told_two_hands(&mut self) {
        if self.turn.two_hands_told {
            self.turn.two_hands_since = None;
        }
    }
}
