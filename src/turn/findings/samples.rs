//! One alert of every shape, for tests.

use std::sync::Arc;

use protocols::{Color, Piece, Role, Square};

use crate::{
    rules::{CastlingRefusal, CastlingSide, GameResult, Position, Uci, Variant},
    turn::{
        GameTime,
        findings::{
            Alert, AlertKind, AmbiguousMove, CastlingObstacle, Claim, ClaimKind, ClaimantLoses, ClockAdjustment,
            Contradiction, DrawRuling, Evidence, Finding, FlagRuling, Forfeit, Mismatch, NamedMove, NewGameSign,
            OffTurn, OpponentMates, Owed, PawnLeft, UnknownGame, Verdict, Witness,
        },
    },
};

const BLACK: Color = Color::Black;
const WHITE: Color = Color::White;

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

/// Moves of White's, in a position with a promotion.
fn moves(ucis: &[&str]) -> Arc<[NamedMove]> {
    let position = Position::from_fen("8/4P3/6k1/8/8/8/8/R3K2R w KQ - 0 1", Variant::Chess).expect("a position");
    let moves: Vec<_> = ucis.iter().map(|uci| position.legal_move(uci).expect("legal")).collect();
    NamedMove::list(&position, &moves)
}

fn one(uci: &str) -> NamedMove {
    moves(&[uci])[0].clone()
}

fn uci(text: &str) -> Uci {
    Uci::new(text).expect("a move")
}

/// Every shape of every kind.
pub(crate) fn all() -> Vec<Alert> {
    let king = Piece { color: WHITE, role: Role::King };
    let rook = Piece { color: BLACK, role: Role::Rook };
    let promotions = || moves(&["e7e8q", "e7e8r", "e7e8b", "e7e8n"]);
    let owed = || moves(&["e1d1", "e1g1"]);
    let findings = [
        Finding::CastlingAbandoned { by: WHITE, must: moves(&["e1g1"]), played: one("e1f1") },
        Finding::CastlingForbiddenSetup,
        castling(CastlingObstacle::Position(CastlingRefusal::Attacked), CastlingSide::King),
        castling(CastlingObstacle::Position(CastlingRefusal::InCheck), CastlingSide::King),
        castling(CastlingObstacle::Position(CastlingRefusal::PieceBetween), CastlingSide::Queen),
        castling(CastlingObstacle::Position(CastlingRefusal::RightLost), CastlingSide::Queen),
        castling(CastlingObstacle::SetUp, CastlingSide::Queen),
        Finding::CastlingRookFirst { by: WHITE, owed: moves(&["h1g1"]) },
        claimed(ClaimKind::FiftyMoves, Verdict::Wrong, Evidence::HalfMoves(99)),
        claimed(ClaimKind::QuickplayFinish, Verdict::LeftToArbiter, Evidence::TimeLeft(Some(90_000))),
        claimed(ClaimKind::QuickplayFinish, Verdict::LeftToArbiter, Evidence::TimeLeft(None)),
        claimed(ClaimKind::Threefold, Verdict::Correct, Evidence::Repetition { plies: vec![1, 5, 9] }),
        claimed(ClaimKind::Threefold, Verdict::RightLost, Evidence::Repetition { plies: vec![1, 5, 9] }),
        claimed(
            ClaimKind::TouchMove,
            Verdict::Correct,
            Evidence::Breach { alert: 2, touched: vec![square("e1")], owed: moves(&["e1d1"]) },
        ),
        claimed(
            ClaimKind::TouchMove,
            Verdict::Correct,
            Evidence::Touched { touched: vec![square("e1")], owed: moves(&["e1d1"]) },
        ),
        claimed(ClaimKind::TouchMove, Verdict::Wrong, Evidence::TouchedAndReturned { touched: vec![square("e1")] }),
        Finding::ClaimRightLost { by: BLACK },
        Finding::ClockAdjusted {
            adjustment: ClockAdjustment::Added { player: WHITE, ms: -90_000 },
            at: GameTime(5_000),
        },
        Finding::ClockAdjusted {
            adjustment: ClockAdjustment::Added { player: WHITE, ms: 120_500 },
            at: GameTime(5_000),
        },
        Finding::ClockAdjusted {
            adjustment: ClockAdjustment::Set { white_ms: Some(300_000), black_ms: None },
            at: GameTime(5_000),
        },
        Finding::DisplacedPieces { by: WHITE },
        Finding::Disturbance { by: WHITE, penalties: "12.9", at: GameTime(5_000) },
        Finding::DrawClaimRightLost { by: WHITE, forfeit: Forfeit::Moved },
        Finding::DrawClaimRightLost { by: WHITE, forfeit: Forfeit::Touched },
        Finding::FiftyMovesAvailable { by: WHITE },
        Finding::FlagFall { by: WHITE, ruling: FlagRuling::BothDown },
        Finding::FlagFall { by: WHITE, ruling: FlagRuling::OpponentCannotMate },
        Finding::FlagFall { by: WHITE, ruling: FlagRuling::OpponentWins },
        Finding::FlagFall { by: WHITE, ruling: FlagRuling::Undecided },
        Finding::GameEndInDoubt { by: WHITE, would_be: AlertKind::GameEndedCheckmate },
        Finding::GameEndInDoubt { by: WHITE, would_be: AlertKind::GameEndedStalemate },
        Finding::GameEnded75Moves { by: BLACK },
        Finding::GameEndedCheckmate { by: BLACK },
        Finding::GameEndedDeadPosition { by: BLACK },
        Finding::GameEndedFivefold { by: BLACK },
        Finding::GameEndedStalemate { by: BLACK },
        Finding::IllegalDisplacement { by: WHITE, role: Role::Knight, from: Some(square("g1")), to: square("g3") },
        Finding::IllegalDisplacement { by: WHITE, role: Role::Knight, from: None, to: square("g3") },
        Finding::IllegalDisplacement { by: WHITE, role: Role::Knight, from: None, to: square("g4") },
        completed(None, Witness::Arbiter),
        completed(None, Witness::Sensors),
        completed(Some(Owed::AnyLegalMove), Witness::Sensors),
        completed(Some(Owed::OneOf(owed())), Witness::Sensors),
        Finding::IllegalMoveStands { by: WHITE },
        Finding::IllegalPositionWatch,
        Finding::InitialPositionWrong,
        ambiguous(owed(), AmbiguousMove::Move),
        ambiguous(moves(&["e1g1"]), AmbiguousMove::Move),
        ambiguous(promotions(), AmbiguousMove::Promotion),
        ambiguous(promotions(), AmbiguousMove::PromotionOrMissing),
        Finding::MoveAmbiguousLine { by: WHITE, lines: [vec![uci("e1d1")], vec![uci("e1g1")]].into() },
        Finding::MoveAmbiguousLine { by: WHITE, lines: [vec![uci("e1d1"), uci("h8g8")], vec![uci("e1g1")]].into() },
        Finding::MoveAmbiguousLine { by: WHITE, lines: [vec![uci("e1d1"), uci("h8g8")]].into() },
        Finding::NewGameSetUp(NewGameSign::FirstMoves),
        Finding::NewGameSetUp(NewGameSign::FirstMovesInSomeOrder),
        Finding::NewGameSetUp(NewGameSign::PiecesHome),
        Finding::OffTurnTouch { by: WHITE, piece: king, square: square("e1"), how: OffTurn::Returned },
        Finding::OffTurnTouch { by: WHITE, piece: king, square: square("e1"), how: OffTurn::Taken },
        Finding::OffTurnTouch { by: WHITE, piece: rook, square: square("a8"), how: OffTurn::Taken },
        Finding::OpponentMayClaim { by: WHITE, claim: Claim::Draw },
        Finding::OpponentMayClaim { by: WHITE, claim: Claim::IllegalMove },
        Finding::OpponentMayClaim { by: WHITE, claim: Claim::Time },
        Finding::OpponentMayClaim { by: WHITE, claim: Claim::Win },
        Finding::OpponentMayClaim { by: WHITE, claim: Claim::WinOrDraw },
        Finding::OpponentRepliedBeforePress { by: WHITE },
        Finding::PositionMismatch(Mismatch::Differs { by: WHITE }),
        Finding::PositionMismatch(Mismatch::GameUnknown(UnknownGame::ClockRuns)),
        Finding::PositionMismatch(Mismatch::GameUnknown(UnknownGame::MovesAfterEnd)),
        Finding::PositionMismatch(Mismatch::GameUnknown(UnknownGame::PiecesNotLearnt)),
        Finding::PositionMismatch(Mismatch::NoGameFits),
        Finding::PositionMismatch(Mismatch::NotPutRight { by: BLACK }),
        Finding::PositionMismatch(Mismatch::NotTheQueen {
            put: Piece { color: WHITE, role: Role::Knight },
            square: square("e8"),
        }),
        Finding::PositionMismatch(Mismatch::Unexplained { by: WHITE }),
        Finding::PositionRestored { by: WHITE },
        Finding::PlayNotRecorded,
        Finding::PressByOtherSide { by: WHITE },
        Finding::PressWithoutMove { by: WHITE, penalties: None },
        Finding::PressWithoutMove { by: WHITE, penalties: Some("12.9") },
        Finding::PromotionMissing { by: WHITE, square: square("e8"), then: PawnLeft::BecomesQueen },
        Finding::PromotionMissing { by: WHITE, square: square("e8"), then: PawnLeft::IllegalMove },
        Finding::PromotionMissing { by: WHITE, square: square("e8"), then: PawnLeft::SetUpAgain },
        Finding::PromotionPieceChanged { by: WHITE, must: moves(&["e7e8q"]), square: square("e8") },
        Finding::PromotionPieceInvalid { by: WHITE, piece: king, square: square("e8") },
        Finding::PromotionPieceInvalid { by: WHITE, piece: rook, square: square("e8") },
        Finding::ReleasedThenMoved { by: WHITE, must: moves(&["e1d1"]), played: one("e1f1") },
        Finding::ReleasedThenMoved { by: WHITE, must: promotions(), played: one("e1f1") },
        Finding::ResultSignalled { result: GameResult::Draw, against: vec![], not_counted: None },
        Finding::ResultSignalled {
            result: GameResult::WhiteWins,
            against: vec![
                Contradiction::CannotMate,
                Contradiction::Clock,
                Contradiction::Flag,
                Contradiction::IllegalMoves,
                Contradiction::NoMoveEach,
                Contradiction::Position,
            ],
            not_counted: Some(uci("e3e4")),
        },
        Finding::RulingAddTime { by: WHITE, count: 1, ms: 120_000, increment_ms: Some(30_000) },
        Finding::RulingAddTime { by: WHITE, count: 2, ms: 120_000, increment_ms: Some(30_000) },
        Finding::RulingAddTime { by: WHITE, count: 1, ms: 60_000, increment_ms: None },
        Finding::RulingAddTimeBack { by: WHITE, ms: 120_000 },
        time_for_claim(ClaimKind::QuickplayFinish, ClaimantLoses::Nothing),
        time_for_claim(ClaimKind::Threefold, ClaimantLoses::HalfOfUnknown),
        time_for_claim(ClaimKind::Threefold, ClaimantLoses::Time { ms: 90_000 }),
        Finding::RulingGameDrawn(DrawRuling::IllegalMoves { by: WHITE, count: Some(2) }),
        Finding::RulingGameDrawn(DrawRuling::IllegalMoves { by: WHITE, count: None }),
        Finding::RulingGameDrawn(DrawRuling::IllegalPosition),
        Finding::RulingGameLost { by: WHITE, count: Some(7), opponent: OpponentMates::Can },
        Finding::RulingGameLost { by: WHITE, count: None, opponent: OpponentMates::Undecided },
        Finding::SlideInferred { by: WHITE, m: one("h1h8") },
        Finding::ThreefoldAvailable { by: WHITE },
        Finding::TouchMoveViolated {
            by: WHITE,
            touched: vec![(square("e1"), king), (square("a8"), rook)],
            played: one("h1h8"),
            owed: owed(),
        },
        Finding::TouchOrderUnclear { by: WHITE },
        Finding::TouchedPieceReturned { by: WHITE, piece: king, square: square("e1") },
        Finding::TwoHandsSuspected { by: WHITE, witness: Witness::Arbiter },
        Finding::TwoHandsSuspected { by: WHITE, witness: Witness::Sensors },
        Finding::WrongColourMovedFirst { by: BLACK, role: Role::Pawn, from: square("e7"), to: square("e5") },
    ];
    findings
        .into_iter()
        .map(|finding| Alert::new(finding).squares([square("e4"), square("d5"), square("a1")]))
        .collect()
}

fn castling(obstacle: CastlingObstacle, side: CastlingSide) -> Finding {
    let king_to = square(if side == CastlingSide::King { "g1" } else { "c1" });
    Finding::CastlingNotAllowed { by: WHITE, king_to, owed: Owed::OneOf(moves(&["e1d1", "e1f1"])), obstacle, side }
}

fn claimed(claim: ClaimKind, verdict: Verdict, evidence: Evidence) -> Finding {
    let intended = (claim == ClaimKind::FiftyMoves).then(|| uci("e1d1"));
    let ms = (verdict == Verdict::LeftToArbiter).then_some(120_000);
    Finding::ClaimMade { by: WHITE, claim, verdict, intended, evidence, ms }
}

fn completed(owed: Option<Owed>, witness: Witness) -> Finding {
    Finding::IllegalMoveCompleted { by: WHITE, owed, witness }
}

fn time_for_claim(claim: ClaimKind, claimant: ClaimantLoses) -> Finding {
    Finding::RulingAddTimeForClaim { by: WHITE, claim, ms: 120_000, claimant }
}

fn ambiguous(candidates: Arc<[NamedMove]>, unknown: AmbiguousMove) -> Finding {
    Finding::MoveAmbiguous { by: WHITE, candidates, unknown }
}

/// Whether the second alert says what the first has said.
pub(crate) fn is_repeated(first: &Alert, second: &Alert) -> bool {
    first.repeats(second)
}

#[test]
fn there_is_an_alert_of_every_kind() {
    let all = all();
    for kind in AlertKind::ALL {
        assert!(all.iter().any(|alert| alert.kind == *kind), "{kind}");
    }
}
