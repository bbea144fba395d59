//! What the machine remembers of the turn in progress, and of what waits.

mod displaced;
mod release;
mod transient;

use std::sync::{Arc, OnceLock};

use protocols::{Color, Piece, Placement, Role, Square};

pub(in crate::turn) use self::{
    displaced::{Displaced, Tell, Telling},
    release::{Release, ReleaseKind},
    transient::{Before, OpenPress, PressedFor, TakenUp, Trace, TransientStop, What},
};
use crate::{
    rules::{LegalMove, Position, Uci},
    turn::{
        AlertKind, GameTime,
        duty::{Duty, Touches},
        findings::uci_sorted,
    },
};

/// Where no more squares than this differ from the position that the arbiter has set, what a half-move and its reply have
/// changed is put back, and play may go on at once.
const MOST_PUT_RIGHT: usize = 8;

/// A turn in progress.
#[derive(Debug, Clone)]
pub(in crate::turn) struct Turn {
    pub(in crate::turn) ply: u32,
    pub(in crate::turn) by: Color,
    /// The rules position: last agreed.
    pub(in crate::turn) position: Position,
    pub(in crate::turn) legal: Arc<[LegalMove]>,
    /// The same in UCI, sorted, once it has been asked for: see [`free`](Turn::free).
    pub(in crate::turn) free_uci: Arc<OnceLock<Box<[Uci]>>>,
    /// The board when the turn began.
    pub(in crate::turn) stood: Placement,
    /// The position comes from the arbiter, whatever the board shows.
    pub(in crate::turn) set_by_arbiter: bool,
    /// What was in the hand when the arbiter set it, and where each had rested: what is put back there is no move.
    pub(in crate::turn) held_when_set: Vec<(Square, Piece)>,
    /// The game has begun with the pieces elsewhere, or the arbiter has set a position far from what stands: they may still
    /// be being set up, and nothing is judged but a move.
    pub(in crate::turn) being_set_up: bool,
    pub(in crate::turn) touches: Touches,
    /// Those of them that stay in force from before the move of this turn was taken back.
    pub(in crate::turn) from_before: Touches,
    /// What a release left (4.7, 4.7.2, 4.4.4).
    pub(in crate::turn) release: Option<Release>,
    /// A move that stands but for opponent's pieces in the air.
    pub(in crate::turn) pending: Option<LegalMove>,
    pub(in crate::turn) made: Option<Made>,
    /// The obligation that the move broke.
    pub(in crate::turn) broken: Option<Duty>,
    /// Kinds of Article 4 breaches in this turn (4.8).
    pub(in crate::turn) breaches: Vec<AlertKind>,
    /// Alerts withdrawn with a move that was not made.
    pub(in crate::turn) withdrawn: Vec<u32>,
    /// Completed, legally or as an illegal move.
    pub(in crate::turn) completed: bool,
    pub(in crate::turn) displaced: Vec<Displaced>,
    /// King and rook in the air together since.
    pub(in crate::turn) two_hands_since: Option<GameTime>,
    /// Pieces were off their squares when the board came back in this turn: what happened to them before nobody saw.
    pub(in crate::turn) gone_unseen: bool,
    /// The turn began with a piece that was gone when the board came back.
    pub(in crate::turn) begun_unseen: bool,
    pub(in crate::turn) two_hands_told: bool,
    /// Moves whose piece was taken off its square before it had settled there, oldest first.
    pub(in crate::turn) transients: Vec<TransientStop>,
    /// What has happened since the first of them left.
    pub(in crate::turn) trail: Vec<Trace>,
    /// A piece put down illegally and taken up again.
    pub(in crate::turn) taken_up: Option<Box<TakenUp>>,
    /// Occupancy: where a piece is taken to have come down on its victim, which no sensor shows.
    pub(in crate::turn) landed_unseen: Option<Square>,
    /// Occupancy: what a pawn on the last rank is taken to become.
    pub(in crate::turn) promotes_to: Option<Role>,
    /// The clock was pressed without a move.
    pub(in crate::turn) empty_press: Option<EmptyPress>,
    /// The player could have claimed a draw when the turn began (9.2, 9.3).
    pub(in crate::turn) may_claim_draw: bool,
    /// The opponent's breaches that this player may still claim (4.8).
    pub(in crate::turn) may_claim: Vec<AlertKind>,
}

impl Turn {
    pub(in crate::turn) fn new(ply: u32, position: Position, stood: Placement) -> Turn {
        Turn::with_legal(ply, position.legal_moves().into(), position, stood)
    }

    /// The same, where the legal moves of the position are at hand.
    pub(in crate::turn) fn with_legal(ply: u32, legal: Arc<[LegalMove]>, position: Position, stood: Placement) -> Turn {
        Turn {
            ply,
            by: position.turn(),
            free_uci: Arc::default(),
            legal,
            position,
            stood,
            set_by_arbiter: false,
            held_when_set: Vec::new(),
            being_set_up: false,
            touches: Touches::default(),
            from_before: Touches::default(),
            release: None,
            pending: None,
            made: None,
            broken: None,
            breaches: Vec::new(),
            withdrawn: Vec::new(),
            completed: false,
            displaced: Vec::new(),
            two_hands_since: None,
            gone_unseen: false,
            begun_unseen: false,
            two_hands_told: false,
            transients: Vec::new(),
            trail: Vec::new(),
            taken_up: None,
            landed_unseen: None,
            promotes_to: None,
            empty_press: None,
            may_claim_draw: false,
            may_claim: Vec::new(),
        }
    }

    /// The same turn in another position with the same pieces: the moves before it were others.
    pub(in crate::turn) fn on(self, position: Position) -> Turn {
        let legal: Arc<[LegalMove]> = position.legal_moves().into();
        let release = self.release.filter(|release| release.allowed.iter().all(|m| legal.contains(m)));
        let transients = self.transients.into_iter().filter(|transient| legal.contains(&transient.m)).collect();
        Turn { free_uci: Arc::default(), legal, position, release, transients, taken_up: None, pending: None, ..self }
    }

    /// The legal moves in UCI, sorted: what is shown at every event while nothing is owed.
    pub(in crate::turn) fn free(&self) -> &[Uci] {
        self.free_uci.get_or_init(|| uci_sorted(&*self.legal).into())
    }

    /// Whether so much stands otherwise than in the position of this turn that the pieces are to be set up for it.
    pub(in crate::turn) fn is_to_be_set_up(&self) -> bool {
        self.stood.differences(self.position.placement()).count() > MOST_PUT_RIGHT
    }

    /// Whether the board had still to be put as the arbiter has said when the turn began.
    pub(in crate::turn) fn is_out_of_order(&self) -> bool {
        self.set_by_arbiter && self.stood != *self.position.placement()
    }

    /// Whether the pieces may still be being set up: see [`being_set_up`](Turn::being_set_up).
    pub(in crate::turn) fn is_being_set_up(&self) -> bool {
        self.being_set_up && self.made.is_none()
    }

    /// While the pieces are being set up, what stands now is what stood before the next is touched.
    pub(in crate::turn) fn stands_now(&mut self, board: Placement) {
        self.stood = board;
        self.touches.clear();
        self.forget_put_down();
    }

    /// Of what has been put down wrong, or only briefly, in this turn nothing more will come.
    pub(in crate::turn) fn forget_put_down(&mut self) {
        self.displaced.clear();
        self.transients.clear();
        self.trail.clear();
        self.taken_up = None;
    }

    /// Where the piece stood that the move made has captured.
    pub(in crate::turn) fn captured(&self) -> Option<Square> {
        self.made.as_ref().and_then(|made| made.m.capture)
    }

    /// What was in the hand when the arbiter set the position, and has come to rest elsewhere since, is forgotten: put down
    /// there again it has moved. As long as one of its kind is off the board it may be in the hand still.
    pub(in crate::turn) fn forget_rested(&mut self, board: &Placement) {
        let count = |of: &Placement, piece| of.pieces().filter(|(_, other)| *other == piece).count();
        let position = self.position.placement();
        self.held_when_set
            .retain(|&(rested, piece)| board.at(rested) == Some(piece) || count(board, piece) < count(position, piece));
    }

    /// Whether nothing has been done yet that could oblige to anything.
    pub(in crate::turn) fn is_untouched(&self) -> bool {
        self.touches.is_empty() && self.release.is_none() && self.made.is_none() && self.broken.is_none()
    }

    /// The legal move that leads to this board, if one does: from the position of the game, else from the pieces as they
    /// stood when the turn began, some of them out of place.
    pub(in crate::turn) fn match_board(&self, board: &Placement) -> Option<&LegalMove> {
        // What stood wrong already when the arbiter set the position is no move.
        if self.set_by_arbiter && *board == self.stood {
            return None;
        }
        // Nor is what stood there already, and has still to be put back.
        let is_out_of_order = self.set_by_arbiter || self.being_set_up;
        let stood_there = |m: &LegalMove| {
            let rested = || self.held_when_set.contains(&(m.to, m.arriving()));
            is_out_of_order && (self.stood.at(m.to) == Some(m.arriving()) || rested())
        };
        let arrives = |m: &&LegalMove| board.at(m.to) == Some(m.arriving()) && !stood_there(m);
        let mut beside = None;
        for m in self.legal.iter().filter(arrives) {
            if m.after(self.position.placement()) == *board {
                return Some(m);
            }
            if beside.is_none() && m.after(&self.stood) == *board {
                beside = Some(m);
            }
        }
        beside
    }
}

/// A press without a move, and what hangs on it.
#[derive(Debug, Clone)]
pub(in crate::turn) struct EmptyPress {
    /// Alert number of `press-without-move`.
    pub(in crate::turn) alert: u32,
    /// First squares of the player's pieces that were in the air then and have not been put back since.
    pub(in crate::turn) in_air: Vec<Square>,
    /// Whether the penalty waits until it is clear that none of them comes down and makes the move.
    pub(in crate::turn) waits: bool,
}

/// A move made in the turn in progress.
#[derive(Debug, Clone)]
pub(in crate::turn) struct Made {
    pub(in crate::turn) m: LegalMove,
    /// The position it leads to.
    pub(in crate::turn) after: Position,
    /// The legal moves there.
    pub(in crate::turn) replies: Arc<[LegalMove]>,
    pub(in crate::turn) inferred: bool,
    /// Read off a piece that has not yet stayed for `settle_ms`.
    pub(in crate::turn) early: Option<Square>,
}

impl Made {
    pub(in crate::turn) fn new(before: &Position, m: LegalMove, early: Option<Square>, inferred: bool) -> Made {
        let after = before.play(&m);
        Made { replies: after.legal_moves().into(), m, after, inferred, early }
    }
}

/// A turn whose move is made but not completed: the opponent is already at it.
#[derive(Debug, Clone)]
pub(in crate::turn) struct Waiting {
    pub(in crate::turn) turn: Turn,
    pub(in crate::turn) m: LegalMove,
}

/// A promotion piece put by the Laws, not by a hand: the board may show the pawn still (7.5.2).
#[derive(Debug, Clone, Copy)]
pub(in crate::turn) struct Imposed {
    pub(in crate::turn) square: Square,
    pub(in crate::turn) piece: Piece,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    #[test]
    fn a_board_that_is_a_moves_to_the_last_piece_is_read_as_that_whatever_stood_out_of_place() {
        let fen = "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 5";
        let position = Position::from_any_fen(fen, Variant::Chess).expect("a position");
        let square = |name: &str| name.parse::<Square>().expect("a square");
        // The king was not seen to leave before the turn began.
        let mut stood = *position.placement();
        let king = stood.set(square("e1"), None);
        stood.set(square("g1"), king);
        let castling = position.legal_move("e1g1").expect("legal");
        let castled = castling.after(position.placement());
        let turn = Turn::new(2, position.clone(), stood);
        assert_eq!(turn.match_board(&castled), Some(&castling));
        let mut beside = castled;
        let knight = beside.set(square("b1"), None);
        beside.set(square("c3"), knight);
        let rook = beside.set(square("f1"), None);
        beside.set(square("h1"), rook);
        assert_eq!(turn.match_board(&beside), position.legal_move("b1c3").as_ref(), "from what stood");
    }
}
