//! The press: it completes the move (6.2.1), or the illegal move (7.5.1), or nothing (7.5.3).

use protocols::{At, Color, Piece, Placement, Square, registry::Sensing};

use crate::{
    rules::LegalMove,
    turn::{
        ClockUse, MoveStanding, TurnMachine,
        findings::{Alert, AlertKind, Finding, Mismatch},
        laws::{Clause, IllegalMoveRegime},
        play::exchange::What,
        state::Made,
    },
};

/// A press that has completed nothing yet: board events of the next `press_grace_ms` count as before it.
#[derive(Debug, Clone, Copy)]
pub(in crate::turn) struct OpenPress {
    pub(in crate::turn) at: At,
    pub(in crate::turn) by: Color,
}

/// By how much the time shown falls at least when a clock has run, in milliseconds.
const A_SECOND_MS: u32 = 1_000;

/// Whether a press may have gone unseen while the board, and the clock with it, was away.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::turn) enum ClockSinceGap {
    /// No, or it is known.
    #[default]
    Known,
    /// The clock ran for who had the move; `other_runs` is whether it has been read since to run for the other: a single
    /// reading may be damaged.
    Ran {
        /// The half-move then.
        ply: u32,
        other_runs: bool,
    },
}

impl TurnMachine {
    /// The clock was pressed.
    pub(in crate::turn) fn pressed(&mut self, by: Color) {
        if self.settings.clock == ClockUse::None {
            return;
        }
        // The readings of an occupancy board come by another way.
        let before_board = self.link.is_away() && self.settings.sensing == Sensing::Identity;
        if !self.phase.is_playing() {
            if let Some(over) = self.phase.over_mut() {
                over.pressed = Some(by);
            }
            if !before_board {
                self.pressed_between_games(by);
            }
            return;
        }
        if before_board {
            // The clock was read before the board: it shows what was pressed for.
            self.press_in_gap = Some(by);
            return;
        }
        let board_event = std::mem::take(&mut self.board_event_since_press);
        self.clock_since_gap = ClockSinceGap::Known;
        if !self.begun {
            self.begun = true;
            self.late_press = None;
            return;
        }
        self.settle_all();
        if self.phase.is_unexplained() && self.phase.is_playing() {
            self.look_at_press_while_lost(by);
        }
        if !self.phase.is_followed() {
            return;
        }
        self.trace(What::Press { by });
        self.clock_before_press = Some((self.now, self.clock));
        if self.awaits_restoring() {
            return;
        }
        if by == self.turn.by {
            if let Some(index) = self.unpressed_move_of(by).filter(|_| self.has_put_nothing_down()) {
                return self.complete_waiting(index);
            }
            // A second press adds nothing while the first is still being judged, nor where nothing has happened since.
            let again = std::mem::take(&mut self.given_back);
            if self.press.is_none() && (!self.turn.completed || board_event || again) {
                self.press = Some(OpenPress { at: self.now, by });
                self.promote_unseen();
                self.complete_if_agreed(Sure::OfSettled);
            }
        } else {
            self.pressed_by_other_side(by, board_event);
        }
    }

    /// The board goes away, and the clock with it. What a press in between was for is plain only where nothing is owed.
    pub(in crate::turn) fn clock_goes_away(&mut self) {
        let nothing_owed = self.turn.made.is_none() && self.waiting.is_empty() && self.press.is_none();
        let plays = self.phase.is_followed() && !self.awaits_restoring() && self.suspended.is_none();
        self.clock_since_gap = if nothing_owed && plays && self.clock.running == Some(self.turn.by) {
            ClockSinceGap::Ran { ply: self.turn.ply, other_runs: false }
        } else {
            ClockSinceGap::Known
        };
    }

    /// Whether both players have pressed while the board was away: the clock runs for who had the move then, and the
    /// other's time has run meanwhile.
    pub(in crate::turn) fn both_have_pressed_in_gap(&self) -> bool {
        let (by, before) = (self.turn.by, self.clock_before_gap);
        let runs = before.running == Some(by) && self.clock.running == Some(by);
        let spent = before.of(by.other()).zip(self.clock.of(by.other()));
        runs && spent.is_some_and(|(then, now)| now + A_SECOND_MS <= then)
    }

    /// The clock has been read. Where it ran for who had the move when it went away, and now, read twice, runs for the
    /// other, his only move since has been pressed (6.2.1).
    pub(in crate::turn) fn see_press_of_gap(&mut self) {
        let ClockSinceGap::Ran { ply, other_runs } = self.clock_since_gap else { return };
        let runs_for_other = self.clock.running == Some(self.turn.by.other());
        if !runs_for_other || self.turn.ply != ply || self.suspended.is_some() {
            self.clock_since_gap = ClockSinceGap::Known;
            return;
        }
        if !other_runs {
            self.clock_since_gap = ClockSinceGap::Ran { ply, other_runs: true };
            return;
        }
        let open = self.phase.is_unexplained() || self.link.is_away() || !self.sensed.landings().is_empty();
        if open || !self.phase.is_playing() {
            return;
        }
        self.clock_since_gap = ClockSinceGap::Known;
        let rests = |made: &Made| made.early.is_none() && self.shows(&made.m);
        let nothing_else = self.waiting.is_empty() && self.press.is_none() && !self.awaits_restoring();
        if nothing_else && self.turn.made.as_ref().is_some_and(rests) {
            self.complete_turn();
        }
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

    /// The side not at move pressed: it catches up (6.2.2), starts the clock (6.6), or has nothing to press for.
    fn pressed_by_other_side(&mut self, by: Color, board_event: bool) {
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
        let waits = self.press.is_some_and(|press| press.by == self.turn.by) && self.is_taken_off();
        if waits || (self.press.is_none() && self.turn.transients.iter().any(|transient| transient.pressed)) {
            self.turn.transients.iter_mut().for_each(|transient| transient.pressed = true);
            self.press = Some(OpenPress { at: self.now, by });
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
        if self.late_press.take() == Some(by) && self.turn.touches.is_empty() && self.turn.displaced.is_empty()
            || !board_event
        {
            return;
        }
        // A clock that stood has been started again, by whomever (6.6, 6.11).
        if self.clock.running.is_none() && !self.readings.is_empty() {
            return;
        }
        self.alert_all_displaced();
        self.raise(
            Alert::new(Finding::PressByOtherSide { by })
                .article(self.settings.laws.article(Clause::Of(AlertKind::PressByOtherSide))),
        );
    }

    /// Whether the board was never put in order after the arbiter's word, and is another than it was then.
    pub(in crate::turn) fn is_played_on_out_of_order(&self) -> bool {
        let turn = &self.turn;
        let out_of_order = turn.set_by_arbiter && turn.stood != *turn.position.placement();
        out_of_order && turn.made.is_none() && self.view() != turn.stood && self.view() != *turn.position.placement()
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
        let Some(press) = self.press else { return };
        if !self.phase.is_playing() || press.by != self.turn.by {
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
            self.press = None;
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
        self.say_move(MoveStanding::Completed);
        let replaced = self.replaced();
        let next = self.next_turn(&made);
        let turn = std::mem::replace(&mut self.turn, next);
        self.played.reach(made.after);
        let breaches = turn.breaches.clone();
        // Whatever is in the air now, but for the victim and what another promotion piece has replaced, is the reply begun.
        let mut reply = self.touches_in_air();
        reply.retain(|touch| !replaced.contains(&(touch.square, touch.piece.color)));
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
        let view = *self.sensed.board();
        let squares: Vec<Square> = agreed.differences(&view).collect();
        let mut alert = Alert::new(Finding::PositionMismatch(Mismatch::Differs { by }))
            .article(self.settings.laws.article(Clause::Of(AlertKind::PositionMismatch)))
            .squares(squares);
        alert.ply = ply;
        self.raise(alert);
    }

    /// Whether only the opponent can act on this player's illegal move.
    pub(in crate::turn) fn only_opponent_acts(&self) -> bool {
        self.settings.laws.illegal_moves() == IllegalMoveRegime::OpponentClaims
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
