//! Pieces stand otherwise than in the game, by the arbiter's word or because nobody has noticed: they are put right, or play
//! goes on without.

use protocols::{Piece, Role, Square};

use crate::{
    rules::{Position, is_on_way},
    turn::{
        Alert, AlertKind, AlertState, TurnMachine,
        findings::{Finding, Mismatch},
        state::Turn,
    },
};

/// Alerts looked through: what is older waits for the arbiter.
const LATEST: usize = 32;

impl TurnMachine {
    /// Where the pieces stood otherwise than in the game when this turn began, and stand so still, although a move has been
    /// made since.
    pub(in crate::turn) fn not_put_right(&self) -> Vec<Square> {
        let turn = &self.turn;
        let is_apart = turn.stood != *turn.position.placement() && !turn.is_being_set_up();
        let Some(made) = turn.made.as_ref().filter(|_| is_apart && self.imposed.is_none()) else {
            return Vec::new();
        };
        let left_alone = made.m.after(&turn.stood);
        let differ = left_alone.differences(made.after.placement());
        differ.filter(|&square| self.sensed.at(square) == left_alone.at(square)).collect()
    }

    /// Play has gone on, with the move of this turn, on a board that was not put right on these squares (7.6): that is told
    /// once, and they are still to be put right.
    pub(in crate::turn) fn alert_not_put_right(&mut self, turn: &Turn, squares: Vec<Square>) {
        if squares.is_empty() {
            return;
        }
        let mut latest = self.alerts.iter().rev().take(LATEST);
        let is_open = latest.clone().any(|alert| alert.state.is_open() && alert.kind == AlertKind::PositionMismatch);
        let tells_of_board = |alert: &&Alert| {
            let mismatch = &alert.finding;
            let apart =
                matches!(mismatch, Finding::PositionMismatch(Mismatch::NotPutRight { .. } | Mismatch::Differs { .. }));
            apart && (turn.set_by_arbiter || squares.iter().all(|square| alert.squares.contains(square)))
        };
        // The arbiter has said that the board is as it should be.
        if !is_open && latest.find(tells_of_board).is_some_and(|alert| alert.state == AlertState::Dismissed) {
            return;
        }
        self.turn.set_by_arbiter |= turn.set_by_arbiter;
        if !is_open {
            let by = turn.by;
            let mismatch =
                if turn.set_by_arbiter { Mismatch::NotPutRight { by } } else { Mismatch::Differs { by: by.other() } };
            self.alert_mismatch_on(mismatch, turn.ply, squares);
        }
    }

    /// So many half-moves have been made since the pieces should have been put right, and were not: the record has them
    /// behind another position than the board.
    pub(in crate::turn) fn made_beside_board(&self) -> usize {
        let open = self.alerts.iter().rev().take(LATEST).find(|alert| {
            let not_put_right = matches!(alert.finding, Finding::PositionMismatch(Mismatch::NotPutRight { .. }));
            not_put_right && alert.state.is_open()
        });
        open.map_or(0, |alert| self.turn.ply.saturating_sub(alert.ply) as usize)
    }

    /// Whether a piece that was out of place when the turn began has come to this square, where the game has it: it is put
    /// right, whosever it is, and nothing is read into that.
    pub(in crate::turn) fn is_put_right_on(&self, square: Square) -> bool {
        let agreed = self.turn.position.placement();
        let came_home = agreed.at(square).is_some() && agreed.at(square) == self.sensed.at(square);
        came_home && self.turn.set_by_arbiter && self.turn.stood.at(square) != agreed.at(square)
    }

    /// Whether what the player at the move has done is no illegal move, as far as is known: when his turn began the pieces
    /// stood otherwise than in the record on squares that matter to it. By the board it may be legal.
    pub(in crate::turn) fn is_record_in_doubt_for_move(&self) -> bool {
        let turn = &self.turn;
        let agreed = turn.position.placement();
        let (mut stood, mut view) = (turn.stood, self.view());
        if let Some(imposed) = self.imposed {
            // The pawn that is still there is the queen that the Laws put; another piece in its place is what was seen, also
            // where it has gone on.
            view = *self.sensed.board();
            let of_its_side = |piece: &Piece| piece.color == imposed.piece.color;
            let came_from = |(square, _): &(Square, Piece)| self.sensed.home(*square) == Some(imposed.square);
            let gone_on = || view.pieces().find(came_from).map(|(_, piece)| piece).filter(of_its_side);
            let put = view.at(imposed.square).filter(of_its_side).or_else(gone_on);
            let is_another = |put: &Piece| *put != imposed.piece && put.role != Role::Pawn;
            let Some(put) = put.filter(is_another) else { return false };
            stood.set(imposed.square, Some(put));
        }
        if stood == *agreed || turn.made.is_some() {
            return false;
        }
        let by_board = Position::from_placement(&stood, turn.by, &turn.position).legal_moves();
        if by_board.iter().any(|m| m.after(&stood) == view) {
            return true;
        }
        let apart: Vec<Square> = agreed.differences(&stood).collect();
        let own = view.pieces().filter(|(_, piece)| piece.color == turn.by);
        let mut moved = own.filter_map(|(square, _)| Some((self.sensed.home(square)?, square)));
        moved.any(|(home, square)| home != square && apart.iter().any(|&apart| is_on_way(home, square, apart)))
    }
}
