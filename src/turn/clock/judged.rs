//! A press whose grace is over is judged by what the board shows (6.2.1, 7.5).

use protocols::{Color, Square, registry::Sensing};

use super::press::{LeftPawn, Sure, is_exchanged};
use crate::{
    board::Event,
    rules::LegalMove,
    turn::{
        GameTime, TurnMachine,
        sense::{link::POLLED_SETTLE_MS, scan::Seen},
        state::{OpenPress, PressedFor, ReleaseKind},
    },
};

/// A piece that stands on a square when the clock is pressed, and is seen to leave it later than this, left it after the
/// press. Boards read each square five times a second or oftener, so a lift is told at most 200 ms late; and the
/// quickest hand needs more than 50 of them to put the piece down elsewhere and to reach the clock.
const LEFT_BEFORE_PRESS_MS: u64 = 150;

impl TurnMachine {
    /// A piece that stood where it was put when the clock was pressed is taken up again: the press has completed the move, or
    /// the illegal move (7.5.1, 6.2.1), whatever is left of its grace, and what the piece does now comes after it.
    pub(in crate::turn) fn judge_press_before(&mut self, seen: &Seen) {
        if let Event::Lift { square, .. } = seen.event
            && let Some(press) = self.presses.open()
            && seen.at > press.at + LEFT_BEFORE_PRESS_MS
            && self.stood_when_pressed(square, press)
        {
            if self.was_put_down_wrong(square) {
                self.judge_press();
            } else if self.is_made_early_on(square) || self.is_pending_early_on(square) {
                self.complete_if_agreed(Sure::OfAll);
            }
        }
    }

    /// An illegal move that was pressed for while its piece stood there, and stands there still, has been completed (7.5.1),
    /// whatever is left of the grace.
    pub(in crate::turn) fn judge_press_on_what_stands(&mut self) {
        let Some(press) = self.presses.open() else { return };
        let stood_wrong = |square| self.was_put_down_wrong(square) && self.stood_when_pressed(square, press);
        if self.touches_in_air().is_empty() && Square::all().any(stood_wrong) {
            self.judge_press();
        }
    }

    /// Whether the first press of the game, on what is no legal move, has started the clock was not known. A clock read as
    /// running for the opponent tells that it has, and so does a piece of his that is lifted. Whatever else comes tells that the
    /// pieces were still being set up.
    pub(in crate::turn) fn judge_first_press(&mut self, seen: &Seen) {
        let proves = |by: Color, event: &Event| match *event {
            Event::Clock(times) => Some(times.running == Some(by.other())),
            Event::Lift { square, .. } => Some(self.sensed.at(square).is_some_and(|piece| piece.color != by)),
            Event::Drop { .. }
            | Event::Flag { .. }
            | Event::Link { .. }
            | Event::Placement(_)
            | Event::Press { .. } => Some(false),
            Event::Time => None,
        };
        let Some(by) = self.presses.take_unproven().filter(|_| self.suspended.is_none()) else { return };
        match proves(by, &seen.event) {
            Some(true) if by == self.turn.by && self.phase.is_followed() && self.turn.made.is_none() => {
                self.judge_press_with_no_move_made(seen.at);
            }
            Some(_) => {}
            None => self.presses.wait_for_proof(by),
        }
    }

    /// Whether what stands on `square` was seen there when its player pressed, who had the move, by a board that tells at
    /// once what it sees.
    fn stood_when_pressed(&self, square: Square, press: OpenPress) -> bool {
        let by_then = self.sensed.landing_on(square).is_none_or(|landing| landing.at <= press.at);
        by_then && press.by == self.turn.by && self.suspended.is_none() && !self.link.is_polled()
    }

    /// Whether what stands on `square` is a piece of the player at the move, put there in his turn, and is not the piece of a
    /// legal move that he has made.
    pub(in crate::turn) fn was_put_down_wrong(&self, square: Square) -> bool {
        let turn = &self.turn;
        let his = self.sensed.at(square).is_some_and(|piece| piece.color == turn.by);
        let put_down = self.sensed.home(square) != Some(square);
        let made = turn.made.as_ref().map(|made| &made.m).or(turn.pending.as_ref());
        his && put_down && made.is_none_or(|m| m.to != square)
    }

    /// When a press is judged: once its grace is over, and whatever came down in it has settled or gone on.
    pub(in crate::turn) fn press_judged_at(&self, press: OpenPress) -> GameTime {
        // A board that is asked from time to time shows what came before the press only with its next answers.
        let polled_ms = if self.link.is_polled() { POLLED_SETTLE_MS } else { 0 };
        let over = press.at + u64::from(self.settings.timing.press_grace_ms).max(polled_ms) + 1;
        self.sensed.settled_from(over)
    }

    /// The grace is over: the press is judged by what the board shows.
    pub(in crate::turn) fn judge_press(&mut self) {
        let Some(press) = self.presses.open() else { return };
        self.settle_all();
        if !self.presses.is_open() || !self.phase.is_playing() {
            self.presses.closes();
            return;
        }
        self.apply_rules(None);
        self.complete_if_agreed(Sure::OfAll);
        if self.presses.closes().is_none() || !self.phase.is_playing() {
            return;
        }
        if press.by != self.turn.by {
            if self.decide_who_took_off() {
                self.judge_press_again_if_due();
            } else {
                self.judge_transient_press();
            }
            return;
        }
        let replies = self.part_from_reply(press);
        match self.turn.made.clone() {
            _ if self.awaits_restoring() => self.judge_press_while_stopped(),
            Some(made) => self.judge_press_after_move(&made.m),
            None if self.is_for_nothing(press) => {
                let is_read = self.clock.last_reading().is_some_and(|(read, _)| read > press.at);
                if press.is_for == PressedFor::PerhapsTheClock && !self.nothing_changed() && !is_read {
                    self.presses.wait_for_proof(press.by);
                }
            }
            None => self.judge_press_with_no_move_made(press.at),
        }
        self.take_reply_again(replies);
    }

    /// Whether a press behind which no legal move stands has asked for nothing.
    fn is_for_nothing(&self, press: OpenPress) -> bool {
        match press.is_for {
            PressedFor::AMove => false,
            PressedFor::PerhapsNothing => self.nothing_changed(),
            // Nothing is ruled until the clock is seen to run for the opponent: the pieces may still be being set up.
            PressedFor::PerhapsTheClock => self.nothing_changed() || !self.clock.stands_for(press.by, Some(press.at)),
        }
    }

    fn judge_press_after_move(&mut self, m: &LegalMove) {
        let first_again = *self.sensed.board() == self.turn.stood;
        let piece_stands = self.sensed.at(m.to) == Some(m.arriving());
        let piece_in_air = self.sensed.in_air(self.turn.by).any(|held| held.left == m.to);
        // A second promotion piece never replaces the first (4.4.4): the move stands, the board is wrong.
        let exchanged = is_exchanged(self.sensed.board(), m);
        if first_again {
            self.bind_replacement_by(m);
            self.retract();
            return self.press_without_move();
        }
        // Own pieces in the air are being centred, or the reply has begun with its victim.
        let mut put_back = self.view();
        for touch in self.touches_in_air() {
            let square = if touch.square == m.to { m.to } else { self.home_in_air(touch.square) };
            let victim = touch.piece.color != self.turn.by && Some(square) == m.capture;
            if put_back.at(square).is_none() && !victim {
                put_back.set(square, Some(touch.piece));
            }
        }
        if put_back == m.after(self.turn.position.placement()) {
            return self.complete_turn();
        }
        if piece_stands || piece_in_air || exchanged {
            self.complete_turn_with_mismatch();
            return;
        }
        self.bind_replacement_by(m);
        self.retract();
        self.displace_moved_on(m);
        self.judge_illegal_move();
    }

    /// The release that made the first move binds the one that replaces it (7.5.1 with 4.7).
    fn bind_replacement_by(&mut self, m: &LegalMove) {
        if self.turn.release.is_none() {
            self.turn.release = Some(crate::turn::state::Release::square(vec![m.clone()], None));
        }
    }

    /// The piece that had made a move went on to a square no move takes it to.
    fn displace_moved_on(&mut self, m: &LegalMove) {
        let moved: Vec<_> = self
            .sensed
            .board()
            .pieces()
            .filter(|&(square, piece)| {
                piece == m.arriving() && square != m.from && self.sensed.home(square) == Some(m.from)
            })
            .collect();
        for (square, piece) in moved {
            if !self.turn.displaced.iter().any(|displaced| displaced.square == square) {
                self.turn.displaced.push(crate::turn::state::Displaced {
                    square,
                    piece,
                    home: Some(m.from),
                    told_at: self.now,
                    telling: crate::turn::state::Telling::Due,
                });
            }
        }
    }

    /// The home of the piece in the air that left `square` last.
    fn home_in_air(&self, square: Square) -> Square {
        self.sensed.home_of_lifted(square).unwrap_or(square)
    }

    fn judge_press_with_no_move_made(&mut self, pressed_at: GameTime) {
        if self.turn.is_being_set_up() {
            return self.look_for_move_from_wrong_set_up();
        }
        // The opponent puts his illegal move right, and gets his time back for it: nobody has replied.
        if self.may_give_clock_back() && self.has_only_acted(self.turn.by.other(), &self.turn.stood) {
            return;
        }
        if self.stop_for_play_behind_pass() || self.take_as_captured_when_pressed(pressed_at) {
            return;
        }
        if !self.nothing_changed() && self.find_what_went_unseen(self.turn.by) {
            return;
        }
        // Pieces that have left and have come down nowhere, on a board that is asked from time to time, were exchanged unseen.
        let board = *self.sensed.board();
        if self.link.is_polled() && board != self.turn.stood && self.take_polled_line(&board) {
            return;
        }
        // A piece put down and taken off at once may be the victim of the reply. Where it stood there when the clock was
        // pressed, it is; else the piece that comes down will tell.
        if self.decide_who_took_off() {
            return self.judge_press_again_if_due();
        }
        if self.is_taken_off() {
            self.turn.transients.iter_mut().for_each(|transient| transient.pressed = true);
            return;
        }
        if self.awaits_who_took_up() {
            return;
        }
        self.judge_empty_or_illegal_press();
    }

    /// What has happened was taken again, with a press whose grace is over by now.
    fn judge_press_again_if_due(&mut self) {
        if self.presses.open().is_some_and(|press| self.press_judged_at(press) <= self.now) {
            self.judge_press();
        }
    }

    /// Whether a piece that had only just come down has been taken off, perhaps by the opponent who takes it.
    pub(in crate::turn) fn is_taken_off(&self) -> bool {
        self.turn.transients.iter().any(|transient| self.is_off_board(transient))
    }

    /// A press that waited to see who took the piece off is judged by the board as it is.
    pub(in crate::turn) fn judge_transient_press(&mut self) {
        self.turn.trail.clear();
        let is_taken_up = self.turn.taken_up.take().is_some_and(|taken| taken.pressed.is_some());
        let transients = std::mem::take(&mut self.turn.transients);
        if is_taken_up || transients.iter().any(|transient| transient.pressed) {
            self.judge_empty_or_illegal_press();
        }
    }

    fn judge_empty_or_illegal_press(&mut self) {
        // The board was never put in order after the arbiter's word: what was played on from there is not his doing.
        if self.is_played_on_out_of_order() {
            return self.reconstruct(Some(self.turn.by.other()));
        }
        // A pawn left there is one, whatever of the opponent's was knocked over beside it (7.5.2, 7.4).
        let promotions = self.promotions_released(&self.opponents_astray());
        // A pawn released on the last rank has moved, although it is in the hand now: the new piece cannot be read.
        let choice_open = promotions.len() > 1 && self.sensed.at(promotions[0].to).is_none();
        if self.nothing_changed() && !choice_open {
            if let Some(m) = self.move_left_standing() {
                self.make_as(m, None, false);
                return self.complete_turn();
            }
            // Where the arbiter's word has not been carried out on the board yet, he may only have started the clock.
            if self.turn.is_out_of_order() {
                return;
            }
            return self.press_without_move();
        }
        if let (Some(square), false) = (self.pawn_on_last_rank(), promotions.is_empty()) {
            return match self.settings.sensing {
                Sensing::Identity => self.promotion_missing(square, &promotions),
                Sensing::Occupancy => self.assume_promotion(&promotions, LeftPawn::Possible),
            };
        }
        if !promotions.is_empty() && self.sensed.at(promotions[0].to).is_none() {
            return self.assume_promotion(&promotions, LeftPawn::RuledOut);
        }
        // The player's own pieces have made a legal move; only the opponent's are out of place (7.4, 7.6).
        if let Some(m) = self.move_beside_displaced() {
            self.make_as(m, None, false);
            if self.phase.is_playing() {
                self.complete_turn_with_mismatch();
            }
            return;
        }
        self.judge_illegal_move();
    }

    /// The legal move that the board has shown since before the arbiter's word and that was not put back after it: who presses
    /// for it has played it (6.2.1).
    fn move_left_standing(&self) -> Option<LegalMove> {
        let turn = &self.turn;
        let is_shown = |m: &&LegalMove| m.after(turn.position.placement()) == *self.sensed.board();
        if turn.is_out_of_order() { turn.legal.iter().find(is_shown).cloned() } else { None }
    }

    /// No legal move of the record shows. Where the record may be wrong for it, nothing is ruled (7.6).
    fn judge_illegal_move(&mut self) {
        if self.is_record_in_doubt_for_move() {
            return self.reconstruct(Some(self.turn.by.other()));
        }
        self.illegal_move_completed();
    }

    /// The legal move that the board shows once the opponent's pieces are put back that stand elsewhere than when the
    /// turn began.
    pub(in crate::turn) fn move_beside_displaced(&self) -> Option<LegalMove> {
        let opponent = self.turn.by.other();
        let view = self.view();
        let mut put_back = view;
        let astray = view.pieces().filter(|(_, piece)| piece.color == opponent);
        let astray = astray.filter_map(|(square, piece)| Some((square, piece, self.sensed.home(square)?)));
        for (square, piece, home) in astray.filter(|(square, _, home)| home != square && view.at(*home).is_none()) {
            put_back.set(square, None);
            put_back.set(home, Some(piece));
        }
        // Another piece than the one taken for a promoted pawn's.
        for (square, _) in view.pieces().filter(|(square, _)| self.sensed.home(*square).is_none()) {
            if let Some(stood) = self.turn.stood.at(square).filter(|stood| stood.color == opponent) {
                put_back.set(square, Some(stood));
            }
        }
        if put_back == view { None } else { self.turn.match_board(&put_back).cloned() }
    }

    /// Where pieces of the opponent's stand that were knocked over in this turn, and where they, and those in the air, belong.
    fn opponents_astray(&self) -> Vec<Square> {
        let opponent = self.turn.by.other();
        let displaced = self.turn.displaced.iter().filter(|displaced| displaced.piece.color == opponent);
        let stand = displaced.flat_map(|displaced| [Some(displaced.square), displaced.home]);
        stand.chain(self.sensed.in_air(opponent).map(|held| held.home)).flatten().collect()
    }

    /// Whether nothing on the board moved: only pieces in the hand are missing, or the castling rook is (7.5.3).
    pub(in crate::turn) fn nothing_changed(&self) -> bool {
        let castling = self.turn.release.as_ref().filter(|release| release.kind == ReleaseKind::Castling);
        let announced = castling.and_then(|release| release.allowed.first());
        self.turn.stood.differences(self.sensed.board()).all(|square| {
            let in_hand = self.sensed.at(square).is_none() && self.sensed.is_in_air(square);
            let king_released = announced.is_some_and(|m| {
                let rook = m.castling.map(|castling| castling.rook_from);
                let rook_in_hand = self.sensed.in_air(self.turn.by).any(|held| held.home == rook);
                rook_in_hand && (square == m.from || square == m.to)
            });
            in_hand || king_released
        })
    }
}
