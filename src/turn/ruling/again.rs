//! An illegal move not put right but followed by another one (7.5.1, 7.5.5).
//!
//! After an illegal move its player's press means nothing while his opponent's time runs. Once he has his clock back, a press
//! on another position that no legal move explains completes another illegal move.

use protocols::{Color, Piece, Placement, Square};

use crate::turn::{
    TurnMachine,
    phase::stopped::Stopped,
    state::{Displaced, Telling},
};

impl TurnMachine {
    /// The clock is pressed while an illegal move waits to be put right.
    pub(in crate::turn) fn pressed_while_stopped(&mut self, by: Color) {
        let Some(stopped) = &self.stopped else { return };
        if by != stopped.turn.by {
            self.clock_given_back();
        } else if stopped.clock_given_back && !self.presses.is_open() {
            self.presses.opens(self.now, by);
        }
    }

    /// The player's clock runs again after his illegal move. Where his opponent has replied, that has started it.
    pub(in crate::turn) fn clock_given_back_while_stopped(&mut self) {
        let is_idle = self.stopped.as_ref().is_some_and(|stopped| self.has_only_player_acted(stopped));
        if let Some(stopped) = self.stopped.as_mut().filter(|stopped| is_idle && stopped.blocks()) {
            stopped.clock_given_back = true;
        }
    }

    /// The grace of the player's press is over, and the illegal move has not been put right: has he made another one?
    pub(in crate::turn) fn judge_press_while_stopped(&mut self) {
        let is_given_back = |stopped: &mut Stopped| std::mem::take(&mut stopped.clock_given_back);
        if !self.stopped.as_mut().is_some_and(is_given_back) {
            return;
        }
        let Some(stopped) = self.stopped.as_ref().filter(|stopped| self.has_only_player_acted(stopped)) else { return };
        let board = self.sensed.board();
        let put = self.put_since(stopped);
        if stopped.replacement_on(board).is_some() || put.is_empty() {
            return;
        }
        let Some(Stopped { turn, touched, .. }) = self.stopped.take() else { return };
        self.go_back_before(*turn);
        for (square, piece) in put {
            let (home, told_at, telling) = (self.sensed.home(square), self.now, Telling::Due);
            self.turn.displaced.push(Displaced { square, piece, home, told_at, telling });
        }
        self.illegal_move_completed();
        if let Some(stopped) = &mut self.stopped {
            stopped.touched = touched;
        }
    }

    /// The player's pieces that stand where they stood neither before the illegal move nor after it.
    fn put_since(&self, stopped: &Stopped) -> Vec<(Square, Piece)> {
        let board = self.sensed.board();
        let is_new = |square: Square, piece: Piece| {
            piece.color == stopped.turn.by
                && stopped.wrong.at(square) != Some(piece)
                && stopped.turn.stood.at(square) != Some(piece)
        };
        board.pieces().filter(|(square, piece)| is_new(*square, *piece)).collect()
    }

    /// Whether the opponent's pieces stand as they did after the illegal move, but for what was taken.
    fn has_only_player_acted(&self, stopped: &Stopped) -> bool {
        self.has_only_acted(stopped.turn.by, &stopped.wrong)
    }

    /// Whether all that stands elsewhere than it `stood` are this player's pieces, and what they have captured.
    pub(in crate::turn) fn has_only_acted(&self, by: Color, stood: &Placement) -> bool {
        let board = self.sensed.board();
        let moved = |square| board.at(square).or(stood.at(square));
        stood.differences(board).all(|square| moved(square).is_some_and(|piece| piece.color == by))
    }
}
