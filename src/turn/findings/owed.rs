//! What a player has to do about what was found: play something else, or have the position before set up again first.

use std::sync::Arc;

use crate::turn::findings::{Finding, NamedMove, PawnLeft};

impl Finding {
    /// Whether it tells that the position before an illegal move is set up again.
    pub(in crate::turn) fn sets_up_again(&self) -> bool {
        matches!(
            self,
            Finding::IllegalMoveCompleted { owed: Some(_), .. }
                | Finding::PromotionMissing { then: PawnLeft::SetUpAgain, .. }
        )
    }

    /// That has been done, and another move has been made.
    pub(in crate::turn) fn is_set_up_no_more(&mut self) {
        match self {
            Finding::IllegalMoveCompleted { owed, .. } => *owed = None,
            Finding::PromotionMissing { then, .. } => *then = PawnLeft::IllegalMove,
            _ => {}
        }
    }

    /// What had to be played instead, where Article 4 was broken.
    pub(in crate::turn) fn owed(&self) -> Option<Arc<[NamedMove]>> {
        match self {
            Finding::CastlingAbandoned { must, .. }
            | Finding::PromotionPieceChanged { must, .. }
            | Finding::ReleasedThenMoved { must, .. } => Some(Arc::clone(must)),
            Finding::CastlingRookFirst { owed, .. } | Finding::TouchMoveViolated { owed, .. } => Some(Arc::clone(owed)),
            _ => None,
        }
    }
}
