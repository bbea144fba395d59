//! A piece let go where it can stand, and the moves that leaves (4.4.4, 4.7).

use protocols::Square;

use crate::{rules::LegalMove, turn::duty::Duty};

/// A release, and the legal moves it leaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::turn) struct Release {
    pub(in crate::turn) kind: ReleaseKind,
    /// The moves still allowed.
    pub(in crate::turn) allowed: Vec<LegalMove>,
    /// Read off a piece on this square that has not yet stayed for `settle_ms`.
    pub(in crate::turn) early: Option<Square>,
    /// The obligation that the release itself broke.
    pub(in crate::turn) broke: Option<Duty>,
}

/// What was released.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) enum ReleaseKind {
    /// The king, two squares along the first rank, castling legal (4.7.2).
    Castling,
    /// The same, castling illegal: another king move is due.
    IllegalCastling,
    /// A pawn, left on the last rank at the press: the Laws put a queen for it (7.5.2).
    PawnLeft,
    /// A new piece on the promotion square (4.4.4).
    Promotion,
    /// A piece on a square it can reach (4.7).
    Square,
}

impl Release {
    pub(in crate::turn) fn square(allowed: Vec<LegalMove>, early: Option<Square>) -> Release {
        Release { kind: ReleaseKind::Square, allowed, early, broke: None }
    }

    pub(in crate::turn) fn promotion(allowed: Vec<LegalMove>) -> Release {
        Release { kind: ReleaseKind::Promotion, allowed, early: None, broke: None }
    }
}
