//! What players claim, and what claims come to.

use std::sync::Arc;

use protocols::Square;

use crate::turn::{Termination, findings::NamedMove};

/// What is claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimKind {
    /// Fifty moves without a capture or a pawn move (9.3).
    FiftyMoves,
    /// The opponent makes no effort to win by normal means, or cannot (10.2; Appendix G of 2014).
    QuickplayFinish,
    /// The same position for the third time (9.2).
    Threefold,
    /// The opponent has broken Article 4.
    TouchMove,
}

impl ClaimKind {
    /// Every kind.
    pub const ALL: [ClaimKind; 4] =
        [ClaimKind::FiftyMoves, ClaimKind::QuickplayFinish, ClaimKind::Threefold, ClaimKind::TouchMove];

    /// The word in commands and records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ClaimKind::FiftyMoves => "fifty-moves",
            ClaimKind::QuickplayFinish => "quickplay-finish",
            ClaimKind::Threefold => "threefold",
            ClaimKind::TouchMove => "touch-move",
        }
    }

    /// The claim of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<ClaimKind> {
        ClaimKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether the claim may rest on a move that is not made yet.
    #[must_use]
    pub fn takes_a_move(self) -> bool {
        match self {
            ClaimKind::FiftyMoves | ClaimKind::Threefold => true,
            ClaimKind::QuickplayFinish | ClaimKind::TouchMove => false,
        }
    }

    /// Whether it is a draw that is claimed.
    #[must_use]
    pub fn draws(self) -> bool {
        self.termination().is_some()
    }

    /// How the game has ended once such a claim holds, if it is a draw that is claimed.
    pub(in crate::turn) fn termination(self) -> Option<Termination> {
        match self {
            ClaimKind::FiftyMoves => Some(Termination::FiftyMovesClaimed),
            ClaimKind::QuickplayFinish => Some(Termination::QuickplayFinish),
            ClaimKind::Threefold => Some(Termination::ThreefoldClaimed),
            ClaimKind::TouchMove => None,
        }
    }
}

/// What a claim comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is right.
    Correct,
    /// No sensor can tell.
    LeftToArbiter,
    /// The player has touched a piece since, and may claim it no more (4.8, 9.4).
    RightLost,
    /// It is wrong.
    Wrong,
}

impl Verdict {
    /// The word in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Correct => "correct",
            Verdict::LeftToArbiter => "arbiter",
            Verdict::RightLost => "right-lost",
            Verdict::Wrong => "wrong",
        }
    }
}

/// What speaks for a claim or against it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Evidence {
    /// A breach of Article 4 that an alert tells of.
    Breach {
        /// The alert's number.
        alert: u32,
        /// What was touched.
        touched: Vec<Square>,
        /// What must be played.
        owed: Arc<[NamedMove]>,
    },
    /// Half-moves without a capture or a pawn move.
    HalfMoves(u32),
    /// After which half-moves the position stood, in order; those before the log count from 0 down.
    Repetition {
        /// The half-moves, each once.
        plies: Vec<i64>,
    },
    /// What the claimant has left, in milliseconds, where it is known.
    TimeLeft(Option<u32>),
    /// The opponent has touched pieces and moved nothing yet.
    Touched {
        /// Which.
        touched: Vec<Square>,
        /// What must be played for it.
        owed: Arc<[NamedMove]>,
    },
    /// The opponent's turn has gone by without a breach.
    TouchedAndReturned {
        /// What he lifted and put back.
        touched: Vec<Square>,
    },
}

/// What a player loses of his own time by a wrong claim of a draw (9.5.b of 2005).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimantLoses {
    /// Half of what is left, which no reading of the clock has told: at most three minutes, and never below one minute.
    HalfOfUnknown,
    /// Nothing.
    Nothing,
    /// So much.
    Time {
        /// In milliseconds.
        ms: u32,
    },
}
