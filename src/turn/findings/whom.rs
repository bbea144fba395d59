//! Whom a finding is about.

use protocols::Color;

use crate::turn::findings::{ClockAdjustment, Finding, Mismatch};

impl Finding {
    /// The player it is about.
    #[must_use]
    pub fn by(&self) -> Option<Color> {
        match self {
            Finding::CastlingAbandoned { by, .. }
            | Finding::CastlingNotAllowed { by, .. }
            | Finding::CastlingRookFirst { by, .. }
            | Finding::ClaimMade { by, .. }
            | Finding::ClaimRightLost { by }
            | Finding::DisplacedPieces { by }
            | Finding::Disturbance { by, .. }
            | Finding::DrawClaimRightLost { by, .. }
            | Finding::FiftyMovesAvailable { by }
            | Finding::FlagFall { by, .. }
            | Finding::GameEndInDoubt { by, .. }
            | Finding::GameEnded75Moves { by }
            | Finding::GameEndedCheckmate { by }
            | Finding::GameEndedDeadPosition { by }
            | Finding::GameEndedFivefold { by }
            | Finding::GameEndedStalemate { by }
            | Finding::IllegalDisplacement { by, .. }
            | Finding::IllegalMoveCompleted { by, .. }
            | Finding::IllegalMoveStands { by }
            | Finding::MoveAmbiguous { by, .. }
            | Finding::MoveAmbiguousLine { by, .. }
            | Finding::OffTurnTouch { by, .. }
            | Finding::OpponentMayClaim { by, .. }
            | Finding::OpponentRepliedBeforePress { by }
            | Finding::PositionRestored { by }
            | Finding::PressByOtherSide { by }
            | Finding::PressWithoutMove { by, .. }
            | Finding::PromotionMissing { by, .. }
            | Finding::PromotionPieceChanged { by, .. }
            | Finding::PromotionPieceInvalid { by, .. }
            | Finding::ReleasedThenMoved { by, .. }
            | Finding::RulingAddTime { by, .. }
            | Finding::RulingAddTimeBack { by, .. }
            | Finding::RulingAddTimeForClaim { by, .. }
            | Finding::RulingGameLost { by, .. }
            | Finding::SlideInferred { by, .. }
            | Finding::ThreefoldAvailable { by }
            | Finding::TouchMoveViolated { by, .. }
            | Finding::TouchOrderUnclear { by }
            | Finding::TouchedPieceReturned { by, .. }
            | Finding::TwoHandsSuspected { by, .. }
            | Finding::WrongColourMovedFirst { by, .. } => Some(*by),
            Finding::ClockAdjusted { adjustment, .. } => match adjustment {
                ClockAdjustment::Added { player, .. } => Some(*player),
                ClockAdjustment::Set { .. } => None,
            },
            Finding::PositionMismatch(mismatch) => match mismatch {
                Mismatch::Differs { by } | Mismatch::NotPutRight { by } | Mismatch::Unexplained { by } => Some(*by),
                Mismatch::NotTheQueen { put, .. } => Some(put.color),
                Mismatch::GameUnknown(_) | Mismatch::NoGameFits => None,
            },
            Finding::RulingGameDrawn(ruling) => ruling.by(),
            Finding::CastlingForbiddenSetup
            | Finding::IllegalPositionWatch
            | Finding::InitialPositionWrong
            | Finding::NewGameSetUp(_)
            | Finding::PlayNotRecorded
            | Finding::ResultSignalled { .. } => None,
        }
    }
}
