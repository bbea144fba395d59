//! Play that has gone on behind what the sensors missed, where there is no clock: only the replies tell.

use protocols::{Color, Piece, Placement, Square, registry::Sensing};

use crate::{
    rules::{LegalMove, MAX_LINE_PLIES, Sight, lines_to},
    turn::{
        AlertKind, ClockUse,
        recovery::{LastPiece, TELL_LATE_MS, TurnMachine},
        sense::sensed_board::Landing,
    },
};

/// A move of which only the lift was seen, the reply that took the piece, and one more that would explain the board as
/// well, in plies.
const RECAPTURED_PLIES: usize = 3;

/// So often may pieces come to rest with both players' pieces where no move explains them before it is told that the game
/// is not known any more: they may be correcting a mistake.
const MAX_UNEXPLAINED: u8 = 3;

impl TurnMachine {
    /// A piece has come to rest. Without a clock nobody says whose turn is over: where both players' pieces now stand as no
    /// move explains, play has gone on behind what the sensors missed, and it is looked for what was played.
    pub(in crate::turn) fn watch_play_on(&mut self, landing: Landing) {
        if !self.is_judged_by_replies() || self.turn.pending.is_some() {
            return;
        }
        let own = landing.piece.color;
        let is_astray = |color: Color| self.has_strays(self.position().placement(), &self.view(), color);
        let (astray, others_astray) = (is_astray(own), is_astray(own.other()));
        if !astray || !others_astray {
            self.recovery.unexplained = 0;
        }
        if !astray && !others_astray {
            self.recovery.look_at = None;
        }
        // The reply to a move of which only the lift was seen takes the piece where it had just come down.
        let plies = match (astray, others_astray) {
            (true, true) => MAX_LINE_PLIES,
            (true, false) if own != self.turn.by => RECAPTURED_PLIES,
            (_, _) => return,
        };
        if self.take_line_ending_with(landing, plies) || !others_astray {
            return;
        }
        self.recovery.unexplained = self.recovery.unexplained.saturating_add(1);
        if self.recovery.unexplained >= MAX_UNEXPLAINED {
            self.reconstruct(None);
        }
    }

    /// The board shows this move only if a piece of the opponent's stands where he had no right to leave it: then more may
    /// have been played than was seen, and it is looked for.
    pub(in crate::turn) fn is_beside_strays(&self, m: &LegalMove) -> bool {
        let view = self.view();
        let after = m.after(self.turn.position.placement());
        after != view && self.is_judged_by_replies() && self.has_strays(&after, &view, self.turn.by.other())
    }

    /// What has left may be read only later than what has come: it is looked for then, unless a line explains it now.
    pub(in crate::turn) fn look_for_strays_later(&mut self, landing: Option<Landing>) {
        if !landing.is_some_and(|landing| self.take_line_ending_with(landing, MAX_LINE_PLIES)) {
            self.recovery.look_at.get_or_insert(self.now + TELL_LATE_MS);
        }
    }

    /// Whether nothing but the next move tells that one is completed, and the pieces are known.
    pub(super) fn is_judged_by_replies(&self) -> bool {
        let settled = self.phase.is_followed() && !self.awaits_restoring() && self.imposed.is_none();
        let without_clock = self.settings.clock == ClockUse::None && self.settings.sensing == Sensing::Identity;
        settled && without_clock && !self.turn.set_by_arbiter && !self.turn.is_being_set_up()
    }

    /// Whether a piece of a player's has gone from where this position has it to where it does not: not one from the box,
    /// nor one that is being put back for the next game or shows the result.
    fn has_strays(&self, position: &Placement, view: &Placement, color: Color) -> bool {
        let differs: Vec<Square> = position.differences(view).collect();
        let has_left = |piece: Piece| differs.iter().any(|&square| position.at(square) == Some(piece));
        let arrived = differs.iter().filter_map(|&square| Some((square, view.at(square)?)));
        arrived
            .into_iter()
            .any(|(square, piece)| piece.color == color && has_left(piece) && !self.is_tidied(square, piece))
    }

    /// Takes the only line that leads to the board as it is and ends with what the piece coming to rest has just done: the
    /// others were seen to rest before it. Gives whether there is one.
    fn take_line_ending_with(&mut self, landing: Landing, plies: usize) -> bool {
        let alone = self.sensed.landings().iter().all(|other| other.square == landing.square);
        let home = self.sensed.home(landing.square);
        if landing.early || !alone || home.is_none() {
            return false;
        }
        let found = lines_to(self.position(), Sight::Pieces(*self.sensed.board()), plies, None).into_found();
        let (lines, true) = found else { return false };
        let is_last = |m: &LegalMove| m.steps().any(|(from, to)| home == Some(from) && to == landing.square);
        let mut ending = lines.into_iter().filter(|line| line.last().is_some_and(is_last));
        let (Some(line), None) = (ending.next(), ending.next()) else { return false };
        let board = *self.sensed.board();
        self.withdraw_misjudged();
        self.infer_line(&line, &board, LastPiece::Rests);
        true
    }

    /// What was told of pieces that no move explained, now that moves explain them.
    pub(super) fn withdraw_misjudged(&mut self) {
        let astray: Vec<Square> = self.position().placement().differences(self.sensed.board()).collect();
        let ply = self.turn.ply;
        self.withdraw(|alert| {
            let now = alert.ply >= ply;
            let still = alert.squares.iter().all(|square| astray.contains(square));
            match alert.kind {
                AlertKind::DisplacedPieces => now || still,
                AlertKind::IllegalDisplacement | AlertKind::OffTurnTouch => now,
                _ => false,
            }
        });
    }
}
