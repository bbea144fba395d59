//! What the machine remembers of the turn in progress, and of what waits.

use std::sync::Arc;

use protocols::{At, Color, Piece, Placement, Role, Square};

use crate::{
    rules::{LegalMove, Position, Uci},
    turn::{
        AlertKind,
        duty::{Duty, Touches},
        findings::uci_sorted,
        play::{
            exchange::{Before, Trace},
            release::Release,
            rules::Displaced,
        },
    },
};

/// A turn in progress.
#[derive(Debug, Clone)]
pub(super) struct Turn {
    pub(super) ply: u32,
    pub(super) by: Color,
    /// The rules position: last agreed.
    pub(super) position: Position,
    pub(super) legal: Arc<[LegalMove]>,
    /// The same in UCI, sorted: what is shown at every event while nothing is owed.
    pub(super) free: Arc<[Uci]>,
    /// The board when the turn began.
    pub(super) stood: Placement,
    /// The position comes from the arbiter, whatever the board shows.
    pub(super) set_by_arbiter: bool,
    pub(super) touches: Touches,
    /// Those of them that stay in force from before the move of this turn was taken back.
    pub(super) from_before: Touches,
    /// What a release left (4.7, 4.7.2, 4.4.4).
    pub(super) release: Option<Release>,
    /// A move that stands but for opponent's pieces in the air.
    pub(super) pending: Option<LegalMove>,
    pub(super) made: Option<Made>,
    /// The obligation that the move broke.
    pub(super) broken: Option<Duty>,
    /// Kinds of Article 4 breaches in this turn (4.8).
    pub(super) breaches: Vec<AlertKind>,
    /// Alerts withdrawn with a move that was not made.
    pub(super) withdrawn: Vec<u32>,
    /// Completed, legally or as an illegal move.
    pub(super) completed: bool,
    pub(super) displaced: Vec<Displaced>,
    /// King and rook in the air together since.
    pub(super) two_hands_since: Option<At>,
    /// Pieces were off their squares when the board came back in this turn: what happened to them before nobody saw.
    pub(super) gone_unseen: bool,
    pub(super) two_hands_told: bool,
    /// Moves whose piece was taken off its square before it had settled there, oldest first.
    pub(super) transients: Vec<TransientStop>,
    /// What has happened since the first of them left.
    pub(super) trail: Vec<Trace>,
    /// Occupancy: where a piece is taken to have come down on its victim, which no sensor shows.
    pub(super) landed_unseen: Option<Square>,
    /// Occupancy: what a pawn on the last rank is taken to become.
    pub(super) promotes_to: Option<Role>,
    /// The clock was pressed without a move.
    pub(super) empty_press: Option<EmptyPress>,
    /// The player could have claimed a draw when the turn began (9.2, 9.3).
    pub(super) may_claim_draw: bool,
    /// The opponent's breaches that this player may still claim (4.8).
    pub(super) may_claim: Vec<AlertKind>,
}

impl Turn {
    pub(super) fn new(ply: u32, position: Position, stood: Placement) -> Turn {
        Turn::with_legal(ply, position.legal_moves().into(), position, stood)
    }

    /// The same, where the legal moves of the position are at hand.
    pub(super) fn with_legal(ply: u32, legal: Arc<[LegalMove]>, position: Position, stood: Placement) -> Turn {
        Turn {
            ply,
            by: position.turn(),
            free: uci_sorted(&*legal).into(),
            legal,
            position,
            stood,
            set_by_arbiter: false,
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
            two_hands_told: false,
            transients: Vec::new(),
            trail: Vec::new(),
            landed_unseen: None,
            promotes_to: None,
            empty_press: None,
            may_claim_draw: false,
            may_claim: Vec::new(),
        }
    }

    /// The same turn in another position with the same pieces: the moves before it were others.
    pub(super) fn on(self, position: Position) -> Turn {
        let legal: Arc<[LegalMove]> = position.legal_moves().into();
        let release = self.release.filter(|release| release.allowed.iter().all(|m| legal.contains(m)));
        let transients = self.transients.into_iter().filter(|transient| legal.contains(&transient.m)).collect();
        Turn { free: uci_sorted(&*legal).into(), legal, position, release, transients, pending: None, ..self }
    }

    /// Whether nothing has been done yet that could oblige to anything.
    pub(super) fn is_untouched(&self) -> bool {
        self.touches.is_empty() && self.release.is_none() && self.made.is_none() && self.broken.is_none()
    }

    /// The legal move that leads to this board, if one does.
    pub(super) fn match_board(&self, board: &Placement) -> Option<&LegalMove> {
        // What stood wrong already when the arbiter set the position is no move.
        if self.set_by_arbiter && *board == self.stood {
            return None;
        }
        // Nor is what stood there already, and has still to be put back.
        let stood_there = |m: &LegalMove| self.set_by_arbiter && self.stood.at(m.to) == Some(m.arriving());
        self.legal.iter().filter(|m| !stood_there(m)).find(|m| {
            board.at(m.to) == Some(m.arriving())
                && (m.after(self.position.placement()) == *board || m.after(&self.stood) == *board)
        })
    }
}

/// A press without a move, and what hangs on it.
#[derive(Debug, Clone)]
pub(super) struct EmptyPress {
    /// Alert number of `press-without-move`.
    pub(super) alert: u32,
    /// First squares of the player's pieces that were in the air then and have not been put back since.
    pub(super) in_air: Vec<Square>,
    /// Whether the penalty waits until it is clear that none of them comes down and makes the move.
    pub(super) waits: bool,
}

/// A piece stood where it makes a legal move, but not for `settle_ms`: it has slid on, or the opponent has taken it off
/// to recapture. Which of the two, the piece tells that comes down there.
#[derive(Debug, Clone)]
pub(super) struct TransientStop {
    pub(super) m: LegalMove,
    /// When it came down there.
    pub(super) since: At,
    /// When it left that square.
    pub(super) at: At,
    /// The mover has pressed since.
    pub(super) pressed: bool,
    /// How many traces of the turn are older.
    pub(super) traces: usize,
    /// How things stood before it left.
    pub(super) before: Box<Before>,
}

/// A move made in the turn in progress.
#[derive(Debug, Clone)]
pub(super) struct Made {
    pub(super) m: LegalMove,
    /// The position it leads to.
    pub(super) after: Position,
    /// The legal moves there.
    pub(super) replies: Arc<[LegalMove]>,
    pub(super) inferred: bool,
    /// Read off a piece that has not yet stayed for `settle_ms`.
    pub(super) early: Option<Square>,
}

impl Made {
    pub(super) fn new(before: &Position, m: LegalMove, early: Option<Square>, inferred: bool) -> Made {
        let after = before.play(&m);
        Made { replies: after.legal_moves().into(), m, after, inferred, early }
    }
}

/// A turn whose move is made but not completed: the opponent is already at it.
#[derive(Debug, Clone)]
pub(super) struct Waiting {
    pub(super) turn: Turn,
    pub(super) m: LegalMove,
}

/// A promotion piece put by the Laws, not by a hand: the board may show the pawn still (7.5.2).
#[derive(Debug, Clone, Copy)]
pub(super) struct Imposed {
    pub(super) square: Square,
    pub(super) piece: Piece,
}
