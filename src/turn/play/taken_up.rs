//! A piece put down illegally and taken up again before its player pressed: by himself, or by the opponent who captures it
//! at once (7.5.1, 7.5.3).
//!
//! Who it was shows only when the next piece has come down. What is seen meanwhile is kept, and the press waits. Where an
//! opponent's piece comes down on that square, the illegal move stood there and has been pressed for: the turn is put back to
//! where it did, and what came since is taken again as the reply. Whatever else comes first tells that nothing was played.

use protocols::{Piece, Square, registry::Sensing};

use crate::{
    board::Event,
    rules::is_attacked,
    turn::{
        GameTime, Touch, TurnMachine,
        sense::{scan::Seen, sensed_board::Landing},
        state::{Before, TakenUp, Trace, Turn, What},
    },
};

/// Most things remembered that happened since; a turn with more is no capture.
const MAX_TRACES: usize = 16;

impl TurnMachine {
    /// A piece is about to leave a square to which its player, who is at the move, has moved it illegally, and on which the
    /// opponent could capture it.
    pub(super) fn note_taken_up(&mut self, square: Square) {
        let Some(piece) = self.sensed.at(square) else { return };
        let is_watched = self.settings.sensing == Sensing::Identity
            && self.phase.is_followed()
            && !self.link.is_polled()
            && !self.awaits_restoring()
            && !self.turn.is_being_set_up()
            && !self.turn.is_out_of_order();
        if !is_watched || !self.was_put_down_wrong(square) || !self.can_be_captured(square, piece) {
            return;
        }
        let turn = Turn { taken_up: None, transients: Vec::new(), trail: Vec::new(), ..self.turn.clone() };
        let before = Before { sensed: self.sensed.clone(), turn, press: None, alerts: self.alerts.last_number() };
        self.turn.taken_up = Some(Box::new(TakenUp {
            square,
            piece,
            at: self.presses.open().map_or(self.now, |press| press.at),
            pressed: None,
            trail: Vec::new(),
            before: Box::new(before),
        }));
    }

    /// Whether the opponent attacks it there, be it with a piece that he has in the hand already.
    fn can_be_captured(&self, square: Square, piece: Piece) -> bool {
        let opponent = piece.color.other();
        let board = self.sensed.with_returned(opponent).unwrap_or(*self.sensed.board());
        is_attacked(&board, square, opponent)
    }

    /// Keeps what happens while it is open who took it up.
    pub(super) fn trace_taken_up(&mut self, what: What) {
        if let Some(taken) = &mut self.turn.taken_up {
            taken.trail.push(Trace { at: self.now, what });
            if taken.trail.len() > MAX_TRACES {
                self.turn.taken_up = None;
            }
        }
    }

    /// Its player's press of `at` is judged. Gives whether the opponent has captured it by now; where that shows neither way,
    /// the press waits.
    pub(in crate::turn) fn take_as_captured_when_pressed(&mut self, at: GameTime) -> bool {
        if let Some(taken) = self.turn.taken_up.as_mut().filter(|taken| taken.at <= at) {
            taken.pressed = Some(at);
        }
        let is_captured = self.is_taken_up_captured();
        if is_captured {
            self.take_up_as_captured();
        } else if !self.awaits_who_took_up() {
            self.turn.taken_up = None;
        }
        is_captured
    }

    /// Whether what was pressed for shows only once it does who took the piece up.
    pub(in crate::turn) fn awaits_who_took_up(&self) -> bool {
        self.nothing_changed()
            && self.turn.taken_up.as_ref().is_some_and(|taken| taken.pressed.is_some() && self.is_in_hand(taken))
    }

    /// The opponent presses for his capture of it, however lately its piece has come down; or something is about to happen
    /// that none does who captures it, and what was pressed for is judged first.
    pub(in crate::turn) fn judge_taken_up_before(&mut self, seen: &Seen) {
        let Some(taken) = &self.turn.taken_up else { return };
        let by_player = |piece: Option<Piece>| piece.is_none_or(|piece| piece.color == taken.piece.color);
        let tells = match seen.event {
            Event::Press { by } if by != taken.piece.color && self.may_be_captured() => {
                return self.take_up_as_captured();
            }
            Event::Lift { square, .. } if by_player(self.sensed.at(square)) && self.may_be_captured() => {
                return self.take_up_as_captured();
            }
            Event::Drop { square, piece } => square != taken.square || by_player(piece),
            Event::Lift { square, .. } => by_player(self.sensed.at(square)),
            Event::Placement(_) => true,
            Event::Clock(_) | Event::Flag { .. } | Event::Link { .. } | Event::Press { .. } | Event::Time => false,
        };
        if tells && taken.pressed.is_some() {
            self.judge_transient_press();
        }
    }

    /// Whether the piece that has come to rest tells that the opponent has captured it.
    pub(super) fn is_capture_of_taken_up(&self, landing: Landing) -> bool {
        self.turn.taken_up.as_ref().is_some_and(|taken| landing.square == taken.square) && self.is_taken_up_captured()
    }

    /// Whether it was pressed for, and a piece with which the opponent has captured it stands there.
    fn is_taken_up_captured(&self) -> bool {
        self.captured_by().is_some_and(|(square, _)| self.sensed.home(square) != Some(square))
    }

    /// The same, also where the piece there may be the one that stood there before: another like it, which could have
    /// captured, is in the opponent's hand.
    fn may_be_captured(&self) -> bool {
        let is_his = |(square, piece): (Square, Piece)| {
            let mut others = self.sensed.in_air(piece.color).filter(|held| held.piece == piece);
            others.any(|held| held.home.is_some_and(|home| home != square))
        };
        self.is_taken_up_captured() || self.captured_by().is_some_and(is_his)
    }

    /// The opponent's piece that stands where the piece was taken up that is in somebody's hand, and was pressed for.
    fn captured_by(&self) -> Option<(Square, Piece)> {
        let taken = self.turn.taken_up.as_ref().filter(|_| self.turn.made.is_none())?;
        let piece = self.sensed.at(taken.square).filter(|piece| piece.color != taken.piece.color)?;
        let is_open = self.is_in_hand(taken) && self.pressed_for(taken).is_some();
        is_open.then_some((taken.square, piece))
    }

    /// The opponent has captured it: the illegal move that stood there was pressed for, and what came since is his reply.
    pub(super) fn take_up_as_captured(&mut self) {
        let Some(taken) = self.turn.taken_up.take() else { return };
        let Some(pressed_at) = self.pressed_for(&taken) else { return };
        let TakenUp { square, trail, before, .. } = *taken;
        let Before { sensed, turn, alerts, .. } = *before;
        let (now, ply, by) = (self.now, turn.ply, turn.by);
        self.withdraw(|alert| alert.number > alerts && alert.ply == ply);
        (self.sensed, self.turn) = (sensed, turn);
        self.sensed.settle_on(square);
        // What the opponent had in the hand already is his reply begun.
        let is_begun =
            |touch: &&Touch| touch.piece.color != by && touch.square != square && self.sensed.is_in_air(touch.square);
        let begun: Vec<Touch> = self.turn.touches.iter().filter(is_begun).copied().collect();
        self.give_back(&begun);
        self.now = pressed_at;
        self.presses.opens(pressed_at, by);
        self.judge_press();
        let mut is_pressed = false;
        for Trace { at, what } in trail {
            let event = match what {
                What::Drop { square, piece } => Event::Drop { square, piece: Some(piece) },
                What::Lift { square } => Event::Lift { square, piece: None },
                What::Press { by: again } if again == by && !std::mem::replace(&mut is_pressed, true) => continue,
                What::Press { by } => Event::Press { by },
            };
            if self.successor.is_none() {
                self.now = at;
                self.apply(Seen { at, event, accidental: false });
            }
        }
        self.now = now;
    }

    /// When its player has pressed since it was taken up.
    fn pressed_for(&self, taken: &TakenUp) -> Option<GameTime> {
        let open = self.presses.open().filter(|press| press.by == self.turn.by && press.at >= taken.at);
        taken.pressed.or(open.map(|press| press.at))
    }

    /// Whether it has come down nowhere since.
    fn is_in_hand(&self, taken: &TakenUp) -> bool {
        self.sensed
            .hand()
            .iter()
            .any(|held| held.piece == taken.piece && held.left == taken.square && !held.overwritten)
    }
}
