//! Play suspended by the arbiter: what happens on the board meanwhile changes the sensed board and is noted, no more. No
//! touch counts and nothing is ruled; when play is resumed it goes on from what stands there, with the moves that were seen
//! to lead to it (`recovery::while_suspended`).

use protocols::{Piece, Placement, Square};

use crate::{
    board::{BoardReading, Event},
    rules::{LegalMove, Position},
    turn::{
        TurnMachine,
        clock::press::Sure,
        play::shown::Exchanged,
        recovery::{LastPiece, Suspended},
        sense::sensed_board::{SensedBoard, Whole},
        state::Made,
    },
};

impl TurnMachine {
    /// Play stops. What was done before counts as it stands now.
    pub(in crate::turn) fn suspend(&mut self) {
        if self.suspended.is_some() {
            return;
        }
        self.let_all_through();
        self.settle_all();
        self.complete_if_agreed(Sure::OfAll);
        self.judge_press_on_what_stands();
        let open = self.presses.closes();
        self.decide_who_took_off_at_last();
        self.put_down_for_good();
        self.turn.forget_put_down();
        self.turn.pending = None;
        self.turn.two_hands_since = None;
        self.suspended = Some(Box::new(Suspended::since(self.settings.sensing, self.sensed.clone(), open)));
    }

    /// Whether play is suspended.
    pub(in crate::turn) fn is_suspended(&self) -> bool {
        self.suspended.is_some()
    }

    /// While play is suspended the arbiter has put something right: what stands now is what stood.
    pub(in crate::turn) fn keep_suspended(&mut self) {
        if self.suspended.is_some() {
            self.suspended = Some(Box::new(Suspended::since(self.settings.sensing, self.sensed.clone(), None)));
        }
    }

    /// Nothing can come any more that would belong before what is held back.
    fn let_all_through(&mut self) {
        for seen in self.scan.take() {
            if self.successor.is_some() {
                self.scan.keep(seen);
            } else {
                self.now = self.now.max(seen.at);
                self.apply(seen);
            }
        }
    }

    /// Takes an event while play is suspended.
    pub(in crate::turn) fn take_suspended(&mut self, event: Event) {
        let known = event == Event::Placement(BoardReading::Pieces(*self.sensed.board()));
        let shown = match event {
            Event::Lift { square, piece } => Event::Lift { square, piece: piece.or(self.sensed.at(square)) },
            event => event,
        };
        self.note_while_suspended(&shown, known);
        match event {
            Event::Clock(times) => self.clock_read(times),
            Event::Drop { square, piece: Some(piece) } if self.sensed.at(square) != Some(piece) => {
                self.sensed.put_down(square, piece, self.now, self.now);
            }
            Event::Lift { square, piece } => {
                if let Some(piece) = piece {
                    self.sensed.identify(square, piece);
                }
                self.sensed.lift(square, self.now);
            }
            Event::Link { up: false } => self.link.goes_away(self.phase.is_playing()),
            Event::Placement(BoardReading::Pieces(placement)) => {
                self.link.comes_back();
                self.sensed.show(placement);
            }
            Event::Drop { .. } | Event::Flag { .. } | Event::Link { up: true } => {}
            Event::Placement(_) | Event::Press { .. } | Event::Time => {}
        }
    }

    /// Play goes on from what the board shows: the position of the game, or the one after legal moves, which are made where
    /// one line of them explains it. Anything else is told (7.6), and is nobody's doing.
    pub(in crate::turn) fn resume(&mut self) {
        self.let_all_through();
        let Some(suspended) = self.suspended.take() else { return };
        if self.sensed.board() == suspended.before.board() {
            if let Some(line) = suspended.line_back(self.position()).filter(|_| self.phase.is_followed()) {
                self.sensed.forget_hands();
                self.infer_line(&line, suspended.before.board(), LastPiece::Rests);
                return self.complete_if_pressed_while_suspended(&suspended);
            }
            self.presses.put_back(suspended.open);
            self.sensed = suspended.before.clone();
            return self.complete_if_pressed_while_suspended(&suspended);
        }
        self.presses.board_changes();
        self.sensed.forget_hands();
        if !self.phase.is_playing() {
            return self.look_outside_play();
        }
        if self.phase.is_unexplained() {
            return self.reconstruct(None);
        }
        if self.apply_rules_while_stopped(None) {
            return self.press_replacement_if_pressed_while_suspended(&suspended);
        }
        self.look_at_exchange_while_suspended(&suspended.before);
        if self.go_on_with_pieces_in_hand(&suspended) {
            return;
        }
        self.go_on_from_board(&suspended);
        self.complete_if_pressed_while_suspended(&suspended);
    }

    /// The player has pressed whose move the board shows last: that is completed (6.2.1).
    pub(in crate::turn) fn complete_if_pressed_while_suspended(&mut self, suspended: &Suspended) {
        let is_made = self.phase.is_followed() && !self.awaits_restoring();
        let pressed = |made: &Made| suspended.is_pressed_for(self.turn.by, &made.m);
        if is_made && self.turn.made.as_ref().is_some_and(pressed) {
            self.presses.closes();
            self.complete_turn();
        }
    }

    /// What replaces an illegal move was pressed for meanwhile: that completes it (6.2.1).
    fn press_replacement_if_pressed_while_suspended(&mut self, suspended: &Suspended) {
        let Some(stopped) = &self.stopped else { return };
        let made = stopped.if_replaced.as_ref().and_then(|beside| beside.game.turn.made.as_ref());
        if made.is_some_and(|made| suspended.is_pressed_for(stopped.turn.by, &made.m)) {
            self.press_replacement(Some(stopped.turn.by));
        }
    }

    /// The pawn left on the last rank was exchanged while play was suspended (7.5.2).
    fn look_at_exchange_while_suspended(&mut self, before: &SensedBoard) {
        let Some(imposed) = self.imposed else { return };
        let there = self.sensed.at(imposed.square).filter(|piece| piece.color == imposed.piece.color);
        match there.filter(|_| there != before.at(imposed.square)) {
            Some(piece) if piece == imposed.piece => self.follow_exchange_of_pawn(Exchanged::AsRequired),
            Some(_) => self.follow_exchange_of_pawn(Exchanged::Otherwise),
            None => {}
        }
    }

    pub(in crate::turn) fn go_on_from_board(&mut self, suspended: &Suspended) {
        let view = self.view();
        let agreed = *self.position().placement();
        if view == agreed {
            return self.resume_in_order();
        }
        if self.turn.made.is_some() && (view == self.turn.stood || view == *self.turn.position.placement()) {
            self.take_back_unpressed();
            return self.resume_in_order();
        }
        if let Some(m) = self.turn.match_board(&view).cloned() {
            if self.turn.made.is_some() {
                self.take_back_unpressed();
            }
            return self.make_unseen_by_law(m);
        }
        if let Some(reply) = self.reply_shown(&view) {
            self.complete_turn();
            if self.phase.is_playing() {
                self.make_unseen_by_law(reply);
            }
            return;
        }
        let taken_up = self.taken_up_by_mover(&agreed, &view);
        let in_hand = |(square, _): &(Square, Piece)| suspended.may_be_in_hand(*square);
        if !taken_up.is_empty() && taken_up.iter().all(in_hand) {
            self.home_of_made();
            for (square, piece) in taken_up {
                self.sensed.left_unseen(square, piece, self.now);
            }
            return;
        }
        if !self.follow_sign_shown() && !self.take_moves_while_suspended(suspended) {
            self.resume_out_of_order();
        }
    }

    /// The board shows the position of the game.
    fn resume_in_order(&mut self) {
        if self.turn.made.is_some() {
            return self.home_of_made();
        }
        self.turn.set_by_arbiter = false;
        self.turn.stood = *self.sensed.board();
        self.sensed.begin_turn_after(None, Whole::No);
    }

    /// A move made before play was suspended, and not pressed, is on the board no more.
    pub(in crate::turn) fn take_back_unpressed(&mut self) {
        self.retract();
        self.turn.touches.clear();
        self.turn.release = None;
    }

    /// A move was made while nothing counted: what it would have broken then is no breach.
    fn make_unseen_by_law(&mut self, m: LegalMove) {
        let broken = self.turn.release.as_ref().is_some_and(|release| release.broke.is_some());
        if broken || !self.owed().allowed.contains(&m) {
            self.turn.touches.clear();
            self.turn.release = None;
        }
        self.make_as(m, None, false);
        if self.phase.is_playing() {
            self.home_of_made();
        }
    }

    /// Where the pieces of the move made stood before it.
    fn home_of_made(&mut self) {
        if let Some(made) = &self.turn.made {
            self.sensed.moved_by(&made.m);
        }
    }

    /// The reply to the move made, if the board shows one.
    fn reply_shown(&self, view: &Placement) -> Option<LegalMove> {
        let made = self.turn.made.as_ref()?;
        made.replies.iter().find(|reply| reply.after(made.after.placement()) == *view).cloned()
    }

    /// The one piece that is missing, if it belongs to the player who has the move or he can take it, or the two that are if
    /// one can take the other: they are in his hand.
    fn taken_up_by_mover(&self, agreed: &Placement, view: &Placement) -> Vec<(Square, Piece)> {
        let missing: Vec<Square> = agreed.differences(view).collect();
        let taken_up = |square: &Square| Some((*square, agreed.at(*square).filter(|_| view.at(*square).is_none())?));
        let pieces: Vec<(Square, Piece)> = missing.iter().filter_map(taken_up).collect();
        let (mover, legal) = match &self.turn.made {
            Some(made) => (self.turn.by.other(), &made.replies),
            None => (self.turn.by, &self.turn.legal),
        };
        let takes =
            |from: Square, captured: Square| legal.iter().any(|m| m.from == from && m.capture == Some(captured));
        match pieces[..] {
            _ if pieces.len() < missing.len() => Vec::new(),
            [(_, piece)] if piece.color == mover => pieces,
            [(square, _)] if legal.iter().any(|m| m.capture == Some(square)) => pieces,
            [(one, _), (other, _)] if takes(one, other) || takes(other, one) => pieces,
            _ => Vec::new(),
        }
    }

    /// The pieces stand as no move explains: it is told, and the next move is looked for from where they stand.
    fn resume_out_of_order(&mut self) {
        let agreed = *self.position().placement();
        let (by, ply) = match self.turn.made {
            Some(_) => (self.turn.by.other(), self.turn.ply + 1),
            None => (self.turn.by, self.turn.ply),
        };
        self.alert_differences(by, ply, &agreed);
        let stood = match self.turn.made.as_ref().map(|made| made.m.clone()) {
            None => Some(*self.sensed.board()),
            Some(m) => self.stood_before(&m),
        };
        if stood.is_none() {
            self.take_back_unpressed();
        }
        self.turn.stood = stood.unwrap_or(*self.sensed.board());
        self.turn.set_by_arbiter = self.turn.made.is_none();
        self.home_of_made();
    }

    /// The board as it would be without the move `m`, if its piece stands where the move has put it.
    fn stood_before(&self, m: &LegalMove) -> Option<Placement> {
        let mut board = *self.sensed.board();
        if board.at(m.to) != Some(m.arriving()) || m.castling.is_some() {
            return None;
        }
        board.set(m.to, self.turn.position.placement().at(m.to));
        if let Some(captured) = m.capture {
            board.set(captured, self.turn.position.placement().at(captured));
        }
        board.set(m.from, Some(m.piece));
        Some(board)
    }
}

/// What stands on the squares that a board tells to be occupied, after things were done on it that nobody followed: the
/// position of the game, that after a legal move, or else the pieces as they stood, those that went put where some came.
pub(in crate::turn) fn pieces_on(
    bits: u64,
    standing: &Placement,
    position: &Position,
    legal: &[LegalMove],
) -> Placement {
    let agreed = *position.placement();
    if agreed.occupied() == bits {
        return agreed;
    }
    let mut moves = legal.iter().map(|m| m.after(&agreed)).filter(|after| after.occupied() == bits);
    // A pawn becomes a queen, which comes first.
    let first = moves.next();
    let alike = |a: &Placement, b: &Placement| a.differences(b).count() == 1;
    if let Some(first) = first.filter(|first| moves.all(|other| alike(first, &other))) {
        return first;
    }
    let on = |square: &Square| bits >> square.index() & 1 == 1;
    let mut board = *standing;
    let gone: Vec<Square> = standing.pieces().map(|(square, _)| square).filter(|square| !on(square)).collect();
    let came = Square::all().filter(on).filter(|square| standing.at(*square).is_none());
    let mut left = gone.iter().filter_map(|&square| board.set(square, None));
    let pieces: Vec<_> = left.by_ref().collect();
    for (square, piece) in came.zip(pieces) {
        board.set(square, Some(piece));
    }
    board
}
