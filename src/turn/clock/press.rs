//! The press: it completes the move (6.2.1), or the illegal move (7.5.1), or nothing (7.5.3).

use protocols::{Color, Piece, Placement, Square};

use super::presses::Heard;
use crate::{
    rules::LegalMove,
    turn::{
        ClockUse, MoveStatus, TurnMachine,
        findings::{Alert, AlertKind, Finding, Mismatch},
        laws::{Clause, IllegalMoveConsequence},
        played::MoveMade,
        state::{PressedFor, What},
    },
};

impl TurnMachine {
    /// The clock was pressed.
    pub(in crate::turn) fn pressed(&mut self, by: Color) {
        if self.settings.clock == ClockUse::None {
            return;
        }
        let before = self.presses.hear(self.now, by);
        let pressed_before = before.map(|before| before.at);
        let before_board = self.link.is_away();
        if !self.phase.is_playing() {
            if let Some(over) = self.phase.over_mut() {
                over.pressed = Some(by);
            }
            if before_board {
                self.between_games.pressed_unseen(by);
            } else {
                self.pressed_between_games(by);
            }
            return;
        }
        if before_board {
            // The clock was read before the board: it shows what was pressed for.
            self.presses.pressed_in_gap(by);
            return;
        }
        let board_event = self.presses.take_board_change();
        self.clock.gap_is_known();
        let starts_clock = !self.clock.has_begun();
        if starts_clock {
            self.clock.begins();
            self.presses.none_is_late();
            // It is started by whomever (6.6); who has moved before presses for his move, be it illegal, also as its piece
            // comes down.
            let is_moving = || self.sensed.in_air(by).next().is_some();
            if by != self.turn.by || !(self.has_put_down_own_piece() || is_moving()) {
                return;
            }
        }
        self.settle_all();
        if self.phase.is_unexplained() && self.phase.is_playing() {
            self.look_at_press_while_lost(by);
        }
        if !self.phase.is_followed() {
            return;
        }
        self.trace(What::Press { by });
        let is_for = if starts_clock {
            PressedFor::PerhapsTheClock
        } else if self.clock.stands_for(by, pressed_before) || self.is_clock_of_last_game() {
            // The latter is set for this one by whomever.
            PressedFor::PerhapsNothing
        } else {
            PressedFor::AMove
        };
        self.presses.last_was_at(Some(self.now));
        if self.awaits_restoring() {
            return self.pressed_while_stopped(by);
        }
        if self.is_press_for_the_queen(by) || self.is_behind_the_word(by) {
            return;
        }
        self.complete_before_press_of(by);
        if by == self.turn.by {
            // What stands there as he presses has moved, wherever it was when the arbiter took it back (6.2.1).
            if !std::mem::take(&mut self.turn.held_when_set).is_empty() {
                self.apply_rules(None);
            }
            if let Some(index) = self.unpressed_move_of(by).filter(|_| self.has_put_nothing_down()) {
                return self.complete_waiting(index);
            }
            if self.has_put_nothing_down() && self.presses.take_late(by) {
                return;
            }
            // A second press adds nothing while the first is still being judged, nor where nothing has happened since.
            let again = self.presses.take_clock_given_back();
            if !self.presses.is_open() && (!self.turn.completed || board_event || again) {
                self.presses.opens(self.now, by);
                self.presses.open_is_for(is_for);
                self.promote_unseen();
                self.complete_if_agreed(Sure::OfSettled);
            }
        } else {
            self.pressed_by_other_side(by, board_event, before);
        }
    }

    /// A player presses whose opponent has just pressed, and has done nothing since: that press has completed the move that
    /// the board shows, however lately its piece came down, and this one is his own (6.2.1).
    fn complete_before_press_of(&mut self, by: Color) {
        let answers = by != self.turn.by && self.presses.is_open_by(self.turn.by);
        let captured = self.turn.captured();
        let nothing_begun = || self.touches_in_air().iter().all(|touch| Some(touch.square) == captured);
        if answers && self.unpressed_move_of(by).is_none() && nothing_begun() {
            self.complete_if_agreed(Sure::OfAll);
        }
    }

    /// Whether a move of this player's is still to be pressed for.
    pub(in crate::turn) fn is_to_be_pressed_by(&self, by: Color) -> bool {
        let promotes = by == self.turn.by && self.turn.promotes_to.is_some();
        self.has_made(by) || self.phase.is_followed() && (promotes || self.unpressed_move_of(by).is_some())
    }

    /// Whether the turn in progress is this player's, who has made his move in it.
    pub(in crate::turn) fn has_made(&self, by: Color) -> bool {
        self.phase.is_followed() && by == self.turn.by && self.turn.made.is_some()
    }

    /// Whether this half-move has been completed.
    pub(in crate::turn) fn has_completed(&self, ply: u32) -> bool {
        let waits = || self.waiting.iter().any(|waiting| waiting.turn.ply == ply && !waiting.turn.completed);
        ply < self.turn.ply && !waits() || ply == self.turn.ply && self.turn.completed
    }

    /// Which of the moves that wait for their press is this player's.
    fn unpressed_move_of(&self, by: Color) -> Option<usize> {
        self.waiting.iter().position(|waiting| waiting.turn.by == by && !waiting.turn.completed)
    }

    /// Whether the player has not come to a move in his turn, though he may have a piece in his hand: a press is the late
    /// one of his last move, which he may always make, even after his opponent's next move (6.2.2).
    fn has_put_nothing_down(&self) -> bool {
        self.turn.made.is_none() && self.nothing_changed()
    }

    /// Whether a piece of the player at the move stands where it did not when his turn began.
    fn has_put_down_own_piece(&self) -> bool {
        let (turn, board) = (&self.turn, self.sensed.board());
        let is_his = |square: Square| board.at(square).is_some_and(|piece| piece.color == turn.by);
        turn.match_board(board).is_some() || turn.stood.differences(board).any(is_his)
    }

    /// The side not at move pressed: it catches up (6.2.2), starts the clock (6.6), or has nothing to press for.
    fn pressed_by_other_side(&mut self, by: Color, board_event: bool, before: Option<Heard>) {
        if self.turn.is_being_set_up() {
            return;
        }
        if self.has_moved_behind_unseen_reply(by) && self.find_what_went_unseen(by) {
            return;
        }
        if let Some(index) = self.unpressed_move_of(by) {
            let agreed = self.reply_explains_board();
            self.complete_waiting(index);
            if !agreed {
                self.alert_mismatch(by);
            }
            return;
        }
        if self.find_what_went_unseen(by) {
            return;
        }
        if board_event && self.is_played_on_out_of_order() {
            return self.reconstruct(Some(by.other()));
        }
        // He may have pressed for what he is about to put down: his move tells what the one before was.
        let waits = self.presses.is_open_by(self.turn.by) && self.is_taken_off();
        if waits || (!self.presses.is_open() && self.turn.transients.iter().any(|transient| transient.pressed)) {
            self.turn.transients.iter_mut().for_each(|transient| transient.pressed = true);
            self.presses.opens(self.now, by);
            return;
        }
        self.judge_transient_press();
        if self.judge_press_before_that_of(by) {
            return self.games_beside().for_each(|game| game.pressed(by));
        }
        if self.turn.empty_press.is_some() {
            self.clock_given_back();
            self.propose_waiting_penalty();
            return;
        }
        if self.presses.take_late(by) && self.turn.touches.is_empty() && self.turn.displaced.is_empty() || !board_event
        {
            return;
        }
        // A clock that stood has been started again, by whomever (6.6, 6.11), or the one that should run has: the player to
        // move had pressed last, for a move that he has put right since.
        let runs_for_presser = before.is_some_and(|before| before.by == self.turn.by);
        let stands_for_player = self.clock.stands_for(self.turn.by, before.map(|before| before.at));
        if self.clock.stands() || stands_for_player || runs_for_presser {
            return;
        }
        self.alert_all_displaced();
        self.raise(
            Alert::new(Finding::PressByOtherSide { by })
                .article(self.settings.laws.article(Clause::Of(AlertKind::PressByOtherSide))),
        );
    }

    /// Whether the board shows an earlier position of the game, after a move of this player's, and the arbiter has said what
    /// was played since: it tells only now what it remembers, and he has pressed for that move.
    fn is_behind_the_word(&self, by: Color) -> bool {
        let view = self.view();
        let is_shown = |made: &MoveMade| made.before.turn() != by && *made.before.placement() == view;
        let waits = self.turn.set_by_arbiter && self.turn.made.is_none();
        waits && view != *self.turn.position.placement() && self.played.moves().iter().any(is_shown)
    }

    /// Whether the board was never put in order after the arbiter's word, and is another than it was then.
    pub(in crate::turn) fn is_played_on_out_of_order(&self) -> bool {
        let turn = &self.turn;
        turn.is_out_of_order()
            && turn.made.is_none()
            && self.view() != turn.stood
            && self.view() != *turn.position.placement()
    }

    /// Whether the board is the position after the last move, but for what the opponent is doing.
    fn reply_explains_board(&self) -> bool {
        let agreed = *self.turn.position.placement();
        if self.turn.made.is_some() {
            return true;
        }
        let view = self.view();
        let changed_by_reply = |square: Square| {
            let gone = view.at(square).is_none();
            let home_of_reply = self.turn.stood.at(square).is_some();
            let moved = match self.sensed.home(square) {
                Some(home) => home != square,
                // A new piece, the pawn that it stands for still to leave (4.6.2).
                None => {
                    let promotes = |m: &LegalMove| m.promotion.is_some() && m.to == square;
                    self.turn.legal.iter().any(|m| promotes(m) && view.at(square) == Some(m.arriving()))
                }
            };
            (gone && home_of_reply) || moved
        };
        agreed.differences(&view).all(changed_by_reply)
    }

    /// Completes the move made if the board shows it: the press stays open no longer. A piece that has only just come
    /// down may be sliding on still, its next square not yet read.
    pub(in crate::turn) fn complete_if_agreed(&mut self, sure: Sure) {
        if !self.phase.is_playing() || !self.presses.is_open_by(self.turn.by) {
            return;
        }
        if self.turn.made.is_none()
            && let Some(pending) = self.turn.pending.clone()
        {
            // The opponent's piece in the air may be the one that this piece slides on to take.
            if sure == Sure::OfSettled && self.early_part_of(&pending, None).is_some() {
                return;
            }
            self.make_as(pending, None, false);
        }
        let Some(made) = self.turn.made.clone() else { return };
        if made.early.is_some() && sure == Sure::OfSettled {
            return;
        }
        if self.shows(&made.m) {
            self.presses.closes();
            self.complete_turn();
        }
    }

    /// Whether the board shows the position after `m`, opponent's pieces in the air put back.
    pub(in crate::turn) fn shows(&self, m: &LegalMove) -> bool {
        let matches = |board: &Placement| {
            *board == m.after(self.turn.position.placement()) || *board == m.after(&self.turn.stood)
        };
        matches(&self.view()) || self.sensed.with_returned(self.turn.by.other()).is_some_and(|board| matches(&board))
    }

    /// The move made is completed (6.2.1): the turn passes.
    pub(in crate::turn) fn complete_turn(&mut self) {
        self.put_down_for_good();
        if !self.phase.is_playing() {
            return;
        }
        let Some(made) = self.turn.made.clone() else { return };
        self.turn.completed = true;
        self.completed_by = Some(self.turn.by);
        self.imposed_may_be_gone(&made.m);
        self.say_move(MoveStatus::Completed);
        let replaced = self.replaced();
        let not_put_right = self.not_put_right();
        let next = self.next_turn(&made);
        let turn = std::mem::replace(&mut self.turn, next);
        self.played.reach(made.after);
        let breaches = turn.breaches.clone();
        // Whatever is in the air now, but for the victim and what another promotion piece has replaced, is the reply begun.
        let mut reply = self.touches_in_air();
        reply.retain(|touch| !replaced.contains(&(touch.square, touch.piece.color)));
        // A reply takes one piece: who has moved and has more of his own off the board has knocked them over (7.4.1).
        let has_knocked = reply.iter().filter(|touch| touch.piece.color == turn.by).count() > 1;
        reply.retain(|touch| !has_knocked || touch.piece.color != turn.by);
        let account = self.account_of(&turn);
        self.say_account(account);
        self.remember_standing(&turn);
        self.close_waiting_before(turn.ply);
        self.alert_completed_draw_rights(turn.ply);
        self.pass_turn(breaches);
        for touch in reply {
            self.take_touch(touch);
        }
        self.no_more_stopped_if_agreed();
        if has_knocked {
            self.alert_mismatch_at(turn.by, turn.ply);
        }
        self.alert_not_put_right(&turn, not_put_right);
    }

    /// Completes an unpressed move: by its late press, or by the next move.
    pub(in crate::turn) fn complete_waiting(&mut self, index: usize) {
        let mut waiting = self.waiting.remove(index);
        waiting.turn.completed = true;
        self.completed_by = Some(waiting.turn.by);
        self.imposed_may_be_gone(&waiting.m);
        self.say_move_of(&waiting.turn, &waiting.m, MoveStatus::Completed);
        let account = self.account_of(&waiting.turn);
        self.say_account(account);
        self.remember_standing(&waiting.turn);
        self.alert_completed_draw_rights(waiting.turn.ply);
    }

    /// A queen that the Laws have put stands there no more once she has been captured, or has moved.
    fn imposed_may_be_gone(&mut self, completed: &LegalMove) {
        self.imposed.take_if(|imposed| completed.takes_up(imposed.square));
    }

    /// The same player's earlier move is completed by making the next (6.2.1.2), or never.
    pub(in crate::turn) fn close_waiting_before(&mut self, ply: u32) {
        while let Some(index) = self.waiting.iter().position(|waiting| waiting.turn.ply + 2 <= ply) {
            if self.settings.laws.next_move_completes() {
                self.complete_waiting(index);
            } else {
                let waiting = self.waiting.remove(index);
                let account = self.account_of(&waiting.turn);
                self.say_account(account);
                self.remember_standing(&waiting.turn);
            }
        }
    }

    /// Where the pawn, and the piece first put there, of a promotion have left for which another piece stands on the
    /// board: they are in the box.
    pub(in crate::turn) fn replaced(&self) -> Vec<(Square, Color)> {
        let made = self.turn.made.as_ref().map(|made| &made.m).filter(|m| is_exchanged(self.sensed.board(), m));
        made.map(|m| vec![(m.from, m.piece.color), (m.to, m.piece.color)]).unwrap_or_default()
    }

    /// Completed, but other pieces stand wrong (7.6).
    pub(in crate::turn) fn complete_turn_with_mismatch(&mut self) {
        let by = self.turn.by;
        self.alert_all_displaced();
        let ply = self.turn.ply;
        self.complete_turn();
        self.alert_mismatch_at(by, ply);
    }

    pub(in crate::turn) fn alert_mismatch(&mut self, by: Color) {
        self.alert_mismatch_at(by, self.turn.ply);
    }

    fn alert_mismatch_at(&mut self, by: Color, ply: u32) {
        let agreed = *self.turn.position.placement();
        self.alert_differences(by, ply, &agreed);
    }

    /// That the board is not the agreed position (7.6).
    pub(in crate::turn) fn alert_differences(&mut self, by: Color, ply: u32, agreed: &Placement) {
        let squares: Vec<Square> = agreed.differences(self.sensed.board()).collect();
        self.alert_mismatch_on(Mismatch::Differs { by }, ply, squares);
    }

    pub(in crate::turn) fn alert_mismatch_on(&mut self, mismatch: Mismatch, ply: u32, squares: Vec<Square>) {
        let article = self.settings.laws.article(Clause::Of(AlertKind::PositionMismatch));
        self.raise(Alert::new(Finding::PositionMismatch(mismatch)).article(article).squares(squares).ply(ply));
    }

    /// Whether only the opponent can act on this player's illegal move.
    pub(in crate::turn) fn only_opponent_acts(&self) -> bool {
        self.settings.laws.illegal_moves() == IllegalMoveConsequence::OpponentClaims
    }
}

/// Whether another piece of the player's than the move puts there stands on the promotion square.
pub(super) fn is_exchanged(board: &Placement, m: &LegalMove) -> bool {
    let other = |piece: Piece| piece.color == m.piece.color && piece != m.arriving();
    m.promotion.is_some() && board.at(m.to).is_some_and(other)
}

/// Which pieces count as put down when a press is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) enum Sure {
    /// All: the grace is over.
    OfAll,
    /// Those that have stayed for `settle_ms`.
    OfSettled,
}

/// Whether a pawn simply left on the last rank would look the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) enum LeftPawn {
    /// No clock: nothing was pressed, the opponent's reply showed it.
    NotPressed,
    Possible,
    RuledOut,
}
