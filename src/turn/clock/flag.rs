//! A flag that falls just after the last piece has come down: the end on the board was first (5.1.1, 5.2), if it stays.

use protocols::{At, Color};

use crate::turn::{TurnMachine, ruling::mating::Matter, state::Made};

/// A flag that has fallen while it was open whether the last move had ended the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) struct FallenFlag {
    by: Color,
    at: At,
}

impl TurnMachine {
    /// Whether the flag of `by` waits: the move that has been put down ends the game if its piece stays there, or that
    /// is still being worked out.
    pub(in crate::turn) fn flag_waits_for_the_end(&mut self, by: Color) -> bool {
        self.make_pending_end();
        if !self.phase.is_playing() {
            return true;
        }
        let fallen = FallenFlag { by, at: self.now };
        let waits = self.is_end_open(fallen);
        if waits && self.flags_waiting.iter().all(|waiting| waiting.by != by) {
            self.flags_waiting.push(fallen);
        }
        waits
    }

    /// Rules on the flags that have waited, once the last move has gone on to another square or has not ended the game.
    pub(in crate::turn) fn judge_waiting_flags(&mut self) {
        if self.flags_waiting.is_empty() {
            return;
        }
        self.make_pending_end();
        if !self.phase.is_playing() {
            self.flags_waiting.clear();
            return;
        }
        while let Some(index) = self.flags_waiting.iter().position(|&fallen| !self.is_end_open(fallen)) {
            let FallenFlag { by, .. } = self.flags_waiting.remove(index);
            if self.phase.is_playing() && !self.is_mere_end_of_period(by) {
                self.judge_flag(by);
            }
        }
    }

    /// Whether what had only just been put down when the flag fell may have ended the game before.
    fn is_end_open(&self, FallenFlag { by, at }: FallenFlag) -> bool {
        let early = |made: &Made| made.early.is_some() && self.may_end_game(made);
        // Its lift is still to be read, or has only just been.
        let unread = || self.sensed.was_landing(by, at);
        let pending = || {
            let pending = self.turn.pending.as_ref().filter(|_| self.turn.made.is_none());
            pending.is_some_and(|m| {
                self.early_part_of(m, None).is_some()
                    && self.may_end_game(&Made::new(&self.turn.position, m.clone(), None, false))
            })
        };
        let is_asked = || self.questions.is_open(|matter| matches!(matter, Matter::DeadPosition(_)));
        self.turn.made.as_ref().is_some_and(early) || unread() || pending() || is_asked()
    }

    /// A move stands on the board but for a piece that the opponent holds, and it ends the game: it is made (4.7).
    fn make_pending_end(&mut self) {
        let pending = self.turn.pending.clone().filter(|_| self.phase.is_playing() && self.turn.made.is_none());
        if let Some(m) = pending.filter(|m| self.early_part_of(m, None).is_none())
            && self.may_end_game(&Made::new(&self.turn.position, m.clone(), None, false))
        {
            self.make_as(m, None, false);
        }
    }

    /// Whether the move may end the game: by mate, stalemate or a dead position, or by repetition or the count of moves.
    fn may_end_game(&self, made: &Made) -> bool {
        let laws = self.settings.laws;
        made.replies.is_empty()
            || !made.after.remains_winnable(&self.turn.position, &made.m, &made.replies)
            || laws.ends_by_fivefold(self.played.history().repetition_with(&made.after))
            || laws.ends_by_75_moves(made.after.halfmoves())
    }
}
