//! The results that findings bring about.

use crate::rules::GameResult;

use super::{AlertKind, Finding, FlagRuling, Verdict};

impl Finding {
    /// The result that has come about, or would come about if the arbiter confirms it; `None` where there is none, or it
    /// cannot be decided.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        match self {
            Finding::ClaimMade { claim, verdict, .. } => match verdict {
                Verdict::Correct | Verdict::LeftToArbiter => claim.draws().then_some(GameResult::Draw),
                Verdict::RightLost | Verdict::Wrong => None,
            },
            Finding::FlagFall { by, ruling } => match ruling {
                FlagRuling::BothDown | FlagRuling::OpponentCannotMate => Some(GameResult::Draw),
                FlagRuling::OpponentWins => Some(GameResult::win_for(by.other())),
                FlagRuling::Undecided => None,
            },
            Finding::GameEndInDoubt { by, would_be: AlertKind::GameEndedCheckmate }
            | Finding::GameEndedCheckmate { by } => Some(GameResult::win_for(*by)),
            Finding::GameEndInDoubt { .. }
            | Finding::GameEnded75Moves { .. }
            | Finding::GameEndedDeadPosition { .. }
            | Finding::GameEndedFivefold { .. }
            | Finding::GameEndedStalemate { .. }
            | Finding::RulingGameDrawn(_) => Some(GameResult::Draw),
            Finding::ResultSignalled { result, .. } => Some(*result),
            Finding::RulingGameLost { by, .. } => Some(GameResult::win_for(by.other())),
            Finding::CastlingAbandoned { .. }
            | Finding::CastlingForbiddenSetup
            | Finding::CastlingNotAllowed { .. }
            | Finding::CastlingRookFirst { .. }
            | Finding::ClaimRightLost { .. }
            | Finding::ClockAdjusted { .. }
            | Finding::DisplacedPieces { .. }
            | Finding::Disturbance { .. }
            | Finding::DrawClaimRightLost { .. }
            | Finding::FiftyMovesAvailable { .. }
            | Finding::IllegalDisplacement { .. }
            | Finding::IllegalMoveCompleted { .. }
            | Finding::IllegalMoveStands { .. }
            | Finding::IllegalPositionWatch
            | Finding::InitialPositionWrong
            | Finding::MoveAmbiguous { .. }
            | Finding::MoveAmbiguousLine { .. }
            | Finding::NewGameSetUp(_)
            | Finding::OffTurnTouch { .. }
            | Finding::OpponentMayClaim { .. }
            | Finding::OpponentRepliedBeforePress { .. }
            | Finding::PlayNotRecorded
            | Finding::PositionMismatch(_)
            | Finding::PositionRestored { .. }
            | Finding::PressByOtherSide { .. }
            | Finding::PressWithoutMove { .. }
            | Finding::PromotionMissing { .. }
            | Finding::PromotionPieceChanged { .. }
            | Finding::PromotionPieceInvalid { .. }
            | Finding::ReleasedThenMoved { .. }
            | Finding::RulingAddTime { .. }
            | Finding::RulingAddTimeBack { .. }
            | Finding::RulingAddTimeForClaim { .. }
            | Finding::SlideInferred { .. }
            | Finding::ThreefoldAvailable { .. }
            | Finding::TouchMoveViolated { .. }
            | Finding::TouchOrderUnclear { .. }
            | Finding::TouchedPieceReturned { .. }
            | Finding::TwoHandsSuspected { .. }
            | Finding::WrongColourMovedFirst { .. } => None,
        }
    }
}
