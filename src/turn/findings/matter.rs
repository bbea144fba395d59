//! When two findings of one kind are of the same matter.

use protocols::{Color, Role, Square};

use crate::{
    rules::{CastlingSide, GameResult, Uci},
    turn::{
        GameTime,
        findings::{
            AlertKind, AmbiguousMove, Claim, ClaimKind, ClaimantLoses, ClockAdjustment, Contradiction, Evidence,
            Finding, Mismatch, NamedMove, OpponentMates, Verdict, Witness, letter_of_mover,
        },
    },
};

/// What tells one matter from another of the same kind, half-move and player: what is in the data of the alert.
#[derive(Debug, PartialEq, Eq)]
enum Matter<'a> {
    AddTime {
        to: Color,
        /// Each illegal move has its own.
        count: u32,
        ms: u32,
        increment_ms: Option<u32>,
    },
    AddTimeForClaim {
        claim: ClaimKind,
        ms: u32,
        claimant: ClaimantLoses,
    },
    Adjusted(ClockAdjustment, GameTime),
    Candidates {
        lines: Vec<Vec<Uci>>,
        or_missing: bool,
    },
    Castling(CastlingSide),
    Claim(Claim),
    Claimed {
        claim: ClaimKind,
        verdict: Verdict,
        intended: Option<Uci>,
        evidence: &'a Evidence,
        ms: Option<u32>,
    },
    Displaced {
        role: Role,
        way: Option<(Square, Square)>,
    },
    Disturbed(&'static str, GameTime),
    End(AlertKind),
    /// The kind alone tells.
    Kind,
    Letter(char),
    Lost(OpponentMates),
    Must {
        must: Vec<Uci>,
        played: Option<Uci>,
    },
    GameUnknown(bool),
    Penalties(Option<&'static str>),
    Result(Option<GameResult>),
    Shown {
        result: GameResult,
        against: &'a [Contradiction],
        not_counted: Option<Uci>,
    },
    Slide(Uci),
    Square(Square),
    TimeBack {
        from: Color,
        ms: u32,
    },
    Witness(Witness),
}

fn ucis(moves: &[NamedMove]) -> Vec<Uci> {
    moves.iter().map(|m| m.uci).collect()
}

impl Finding {
    /// Whether the other finding, of the same kind and player, is of the same matter: only words may differ.
    pub(super) fn is_same_matter(&self, other: &Finding) -> bool {
        self.matter() == other.matter()
    }

    fn matter(&self) -> Matter<'_> {
        match self {
            Finding::CastlingAbandoned { must, .. } | Finding::PromotionPieceChanged { must, .. } => {
                Matter::Must { must: ucis(must), played: None }
            }
            Finding::CastlingNotAllowed { side, .. } => Matter::Castling(*side),
            Finding::ClaimMade { by: _, claim, verdict, intended, evidence, ms } => {
                Matter::Claimed { claim: *claim, verdict: *verdict, intended: *intended, evidence, ms: *ms }
            }
            Finding::ClockAdjusted { adjustment, at } => Matter::Adjusted(*adjustment, *at),
            Finding::Disturbance { penalties, at, .. } => Matter::Disturbed(penalties, *at),
            Finding::FlagFall { .. } => Matter::Result(self.result()),
            Finding::GameEndInDoubt { would_be, .. } => Matter::End(*would_be),
            Finding::IllegalDisplacement { role, from, to, .. } => {
                Matter::Displaced { role: *role, way: from.map(|from| (from, *to)) }
            }
            Finding::IllegalMoveCompleted { witness, .. } | Finding::TwoHandsSuspected { witness, .. } => {
                Matter::Witness(*witness)
            }
            Finding::MoveAmbiguous { candidates, unknown, .. } => Matter::Candidates {
                lines: candidates.iter().map(|m| vec![m.uci]).collect(),
                or_missing: *unknown == AmbiguousMove::PromotionOrMissing,
            },
            Finding::MoveAmbiguousLine { lines, .. } => Matter::Candidates { lines: lines.to_vec(), or_missing: false },
            Finding::OffTurnTouch { square, .. } | Finding::TouchedPieceReturned { square, .. } => {
                Matter::Square(*square)
            }
            Finding::OpponentMayClaim { claim, .. } => Matter::Claim(*claim),
            Finding::PositionMismatch(mismatch) => Matter::GameUnknown(match mismatch {
                Mismatch::GameUnknown(_) => true,
                Mismatch::Differs { .. }
                | Mismatch::NoGameFits
                | Mismatch::NotPutRight { .. }
                | Mismatch::NotTheQueen { .. }
                | Mismatch::Unexplained { .. } => false,
            }),
            Finding::PressWithoutMove { penalties, .. } => Matter::Penalties(*penalties),
            Finding::PromotionPieceInvalid { by, piece, .. } => Matter::Letter(letter_of_mover(*piece, *by)),
            Finding::ReleasedThenMoved { must, played, .. } => {
                Matter::Must { must: ucis(must), played: Some(played.uci) }
            }
            Finding::ResultSignalled { result, against, not_counted } => {
                Matter::Shown { result: *result, against, not_counted: *not_counted }
            }
            Finding::RulingAddTime { by, count, ms, increment_ms } => {
                Matter::AddTime { to: by.other(), count: *count, ms: *ms, increment_ms: *increment_ms }
            }
            Finding::RulingAddTimeBack { by, ms } => Matter::TimeBack { from: by.other(), ms: *ms },
            Finding::RulingAddTimeForClaim { by: _, claim, ms, claimant } => {
                Matter::AddTimeForClaim { claim: *claim, ms: *ms, claimant: *claimant }
            }
            Finding::RulingGameLost { opponent, .. } => Matter::Lost(*opponent),
            Finding::SlideInferred { m, .. } => Matter::Slide(m.uci),
            Finding::CastlingForbiddenSetup
            | Finding::CastlingRookFirst { .. }
            | Finding::ClaimRightLost { .. }
            | Finding::DisplacedPieces { .. }
            | Finding::DrawClaimRightLost { .. }
            | Finding::FiftyMovesAvailable { .. }
            | Finding::GameEnded75Moves { .. }
            | Finding::GameEndedCheckmate { .. }
            | Finding::GameEndedDeadPosition { .. }
            | Finding::GameEndedFivefold { .. }
            | Finding::GameEndedStalemate { .. }
            | Finding::IllegalMoveStands { .. }
            | Finding::IllegalPositionWatch
            | Finding::InitialPositionWrong
            | Finding::NewGameSetUp(_)
            | Finding::OpponentRepliedBeforePress { .. }
            | Finding::PositionRestored { .. }
            | Finding::PlayNotRecorded
            | Finding::PressByOtherSide { .. }
            | Finding::PromotionMissing { .. }
            | Finding::RulingGameDrawn(_)
            | Finding::ThreefoldAvailable { .. }
            | Finding::TouchMoveViolated { .. }
            | Finding::TouchOrderUnclear { .. }
            | Finding::WrongColourMovedFirst { .. } => Matter::Kind,
        }
    }
}
