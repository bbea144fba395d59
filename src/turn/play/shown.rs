//! What the board shows in a turn: the transitions of `article4.md`, section 2, as decisions. They look and change nothing;
//! [`rules`](super::rules) does what they say, in one place.

use protocols::Square;

use super::{exchange::Exchange, release::ReleaseShown, reply::MoveWithReply};
use crate::{
    rules::LegalMove,
    turn::{TurnMachine, sense::sensed_board::Landing, signs::Sign, state::ReleaseKind},
};

/// What the board shows while no move is made yet, after a piece has come to rest or left.
#[derive(Debug)]
pub(in crate::turn) enum Shown {
    /// The position that the arbiter has set, put in order.
    InOrder,
    /// 1. The position after a legal move.
    Move(LegalMove),
    /// 1. The same, while an illegal castling is being put back: the press or the opponent's next act will tell.
    CastlingPutBack,
    /// 1. The same, beside pieces that no move explains: a later reading may explain them.
    MoveBesideStrays,
    /// The mover's piece was taken back at once, on the square where it had only just come down (4.7).
    Exchange(Exchange),
    /// The opponent has captured what had been put down illegally and was pressed for.
    CaptureOfTakenUp,
    /// The opponent's reply was put down before the move was made, and both show now (1.3).
    MoveWithReply(MoveWithReply),
    /// The opponent's piece lands as a reply to the move that waits for his pieces in the air.
    ReplyToPending(LegalMove),
    /// 2. The position after a legal move, once the opponent's pieces in the air are put back.
    Pending(LegalMove),
    /// The opponent has replied to one of these promotions, whose new piece was never put.
    ReplyToPromotion(Vec<LegalMove>),
    /// An earlier move that nobody pressed has gone on: it is this one (4.7).
    EarlierMoveOn(LegalMove),
    /// The pawn for which the Laws have put a queen is exchanged (7.5.2).
    PawnExchanged(Exchanged),
    /// 3. to 5. A release.
    Release(ReleaseShown),
    /// 6. A piece is back on its square.
    Returned,
    /// 7. A sign that is no move.
    Sign(Sign),
    /// 8. The opponent answers, from this square, what was put where no move goes.
    AnswerToDisplaced(Square),
    /// 9. Anything else: the piece stands where no move takes it.
    Displaced { home: Option<Square> },
    /// A piece has left, or nothing is sure yet.
    Nothing,
}

/// What the board shows while a move is made but not pressed.
#[derive(Debug)]
pub(in crate::turn) enum ShownAfterMove {
    /// Another legal move than the one made first (4.7).
    OtherMove(LegalMove),
    /// The opponent begins his reply with the new piece of a promotion (4.6.2).
    ReplyPromotes,
    /// The pawn for which the Laws have put a queen is exchanged (7.5.2).
    PawnExchanged(Exchanged),
    /// A sign that is no move.
    Sign(Sign),
    /// A piece stands where no move takes it.
    Displaced { home: Option<Square> },
    /// No move any more, and nothing else.
    NoMove,
    /// The move made, or nothing is sure yet.
    Nothing,
}

/// What has been put for a pawn left on the last rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) enum Exchanged {
    /// The queen that the Laws have put (7.5.2).
    AsRequired,
    Otherwise,
}

impl Shown {
    /// Whether the player's pieces show no legal move of his, nor one that was taken back at once.
    pub(super) fn is_no_legal_move(&self) -> bool {
        !matches!(
            self,
            Shown::CaptureOfTakenUp
                | Shown::CastlingPutBack
                | Shown::Exchange(_)
                | Shown::InOrder
                | Shown::Move(_)
                | Shown::MoveBesideStrays
        )
    }
}

impl TurnMachine {
    /// What the board shows after `landing` has come to rest, or after a piece has left: the first of the rules that fits.
    pub(super) fn shown(&self, landing: Option<Landing>) -> Shown {
        self.position_shown(landing)
            .or_else(|| self.taken_back_shown(landing))
            .unwrap_or_else(|| self.rest_shown(landing))
    }

    /// Rule 1, and the position that the arbiter has set.
    fn position_shown(&self, landing: Option<Landing>) -> Option<Shown> {
        let view = self.view();
        let is_out_of_order = self.turn.set_by_arbiter || self.turn.is_being_set_up();
        if is_out_of_order && view == *self.turn.position.placement() {
            return Some(Shown::InOrder);
        }
        let m = self.turn.match_board(&view)?;
        Some(if self.is_castling_put_back(m, landing) {
            Shown::CastlingPutBack
        } else if self.is_beside_strays(m) {
            Shown::MoveBesideStrays
        } else {
            Shown::Move(self.chosen_first(m.clone()))
        })
    }

    fn taken_back_shown(&self, landing: Option<Landing>) -> Option<Shown> {
        let landing = landing?;
        if self.is_capture_of_taken_up(landing) {
            return Some(Shown::CaptureOfTakenUp);
        }
        self.exchange_shown(landing).or_else(|| self.taken_off_shown(landing)).map(Shown::Exchange)
    }

    /// The rules for what is no legal move of the player's alone.
    pub(super) fn rest_shown(&self, landing: Option<Landing>) -> Shown {
        if let Some(both) = self.move_with_reply(landing) {
            return Shown::MoveWithReply(both);
        }
        // Both players in action at once.
        if let (Some(landing), Some(pending)) = (landing, &self.turn.pending)
            && landing.piece.color != self.turn.by
            && self.is_reply(pending, landing)
        {
            return Shown::ReplyToPending(pending.clone());
        }
        let returned = self.sensed.with_returned(self.turn.by.other());
        if let Some(pending) = returned.and_then(|board| self.turn.match_board(&board).cloned()) {
            return Shown::Pending(pending);
        }
        let Some(landing) = landing else { return Shown::Nothing };
        let own = landing.piece.color == self.turn.by;
        if let Some(promotions) = (!own).then(|| self.promotions_replied_to(landing)).flatten() {
            return Shown::ReplyToPromotion(promotions);
        }
        if let Some(result) = self.result_shown_by_last_king(landing) {
            return Shown::Sign(Sign::Result(result));
        }
        // It may have gone on while the opponent held his piece.
        if let Some(now) = self.earlier_move_on() {
            return Shown::EarlierMoveOn(now);
        }
        if let Some(exchanged) = self.pawn_exchanged(landing) {
            return Shown::PawnExchanged(exchanged);
        }
        let home = self.sensed.home(landing.square);
        if let Some(release) = (own || home.is_none()).then(|| self.release_shown(landing, home)).flatten() {
            return Shown::Release(release);
        }
        if home == Some(landing.square) {
            return Shown::Returned;
        }
        if let Some(sign) = self.sign_shown() {
            return Shown::Sign(sign);
        }
        match self.displacement_answered(landing) {
            Some(home) => Shown::AnswerToDisplaced(home),
            None => Shown::Displaced { home },
        }
    }

    /// What the board shows behind the move `made`, which is provisional until the press or the reply.
    pub(super) fn shown_after_move(&self, made: &LegalMove, landing: Option<Landing>) -> ShownAfterMove {
        let view = self.view();
        if let Some(m) = self.turn.match_board(&view) {
            let other = m != made && !self.may_go_to_the_centre(made, m);
            return if other { ShownAfterMove::OtherMove(m.clone()) } else { ShownAfterMove::Nothing };
        }
        let Some(landing) = landing else { return ShownAfterMove::NoMove };
        if self.is_reply_by_promotion(made, landing) {
            return ShownAfterMove::ReplyPromotes;
        }
        // The first position again: taken back, which the press or the reply will judge.
        if view == self.turn.stood {
            return ShownAfterMove::NoMove;
        }
        if let Some(exchanged) = self.pawn_exchanged(landing) {
            return ShownAfterMove::PawnExchanged(exchanged);
        }
        if let Some(sign) = self.sign_shown() {
            return ShownAfterMove::Sign(sign);
        }
        let home = self.sensed.home(landing.square);
        let moved_on =
            home == Some(made.from) || made.castling.is_some_and(|castling| home == Some(castling.rook_from));
        if home != Some(landing.square) && !moved_on && !self.is_half_of_castling(made, landing, home) {
            ShownAfterMove::Displaced { home }
        } else {
            ShownAfterMove::NoMove
        }
    }

    /// The promotion by the piece that touched the square first: a second one never replaces it (4.4.4).
    fn chosen_first(&self, m: LegalMove) -> LegalMove {
        let promotion = self.turn.release.as_ref().filter(|release| release.kind == ReleaseKind::Promotion);
        let first =
            promotion.and_then(|release| release.allowed.iter().find(|first| first.from == m.from && first.to == m.to));
        first.cloned().unwrap_or(m)
    }

    pub(super) fn pawn_exchanged(&self, landing: Landing) -> Option<Exchanged> {
        let imposed = self.imposed?;
        let is_it = imposed.square == landing.square && imposed.piece.color == landing.piece.color;
        let as_required = landing.piece == imposed.piece;
        is_it.then_some(if as_required { Exchanged::AsRequired } else { Exchanged::Otherwise })
    }

    /// Whether this rest may be half of a castling whose other half was taken for a move: the king coming over to a
    /// rook that has moved, or the rook to the king.
    fn is_half_of_castling(&self, made: &LegalMove, landing: Landing, home: Option<Square>) -> bool {
        self.turn.legal.iter().any(|m| {
            m.castling.is_some_and(|castling| {
                let king_follows = made.from == castling.rook_from && home == Some(m.from) && m.to == landing.square;
                let rook_follows =
                    made.from == m.from && home == Some(castling.rook_from) && castling.rook_to == landing.square;
                king_follows || rook_follows
            })
        })
    }
}
