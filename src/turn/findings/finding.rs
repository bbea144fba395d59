//! What was found, with every fact that its data and its sentence need.

use std::sync::Arc;

use protocols::{Color, Piece, Role, Square};

use crate::{
    rules::{CastlingSide, GameResult, Uci},
    turn::{
        GameTime,
        findings::{
            AlertKind, AmbiguousMove, CastlingObstacle, Claim, ClaimKind, ClaimantLoses, ClockAdjustment,
            Contradiction, DrawRuling, Evidence, FlagRuling, Forfeit, Mismatch, NamedMove, NewGameSign, OffTurn,
            OpponentMates, Owed, PawnLeft, Verdict, Witness,
        },
    },
};

/// What was found: one variant for each [`AlertKind`]. The squares and the moves allowed stand in the
/// [`Alert`](super::Alert).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// King released two squares, castling legal, another move made (4.7.2).
    CastlingAbandoned {
        /// Who put the king down for castling.
        by: Color,
        /// What he must play if he had let go of it.
        must: Arc<[NamedMove]>,
        /// What he played.
        played: NamedMove,
    },
    /// Rapid and blitz: a wrong set-up not claimed in time forbids castling.
    CastlingForbiddenSetup,
    /// King set for an illegal castling, clock running (3.8.2).
    CastlingNotAllowed {
        /// Who wanted to castle.
        by: Color,
        /// Where he put the king.
        king_to: Square,
        /// What he may play instead.
        owed: Owed,
        /// Why he may not castle.
        obstacle: CastlingObstacle,
        /// To which side.
        side: CastlingSide,
    },
    /// Rook touched before the king in castling (4.4.2).
    CastlingRookFirst {
        /// Who touched the rook first.
        by: Color,
        /// What he had to play.
        owed: Arc<[NamedMove]>,
    },
    /// A player has claimed something, and the claim was looked into.
    ClaimMade {
        /// Who claims.
        by: Color,
        /// What.
        claim: ClaimKind,
        /// What it comes to.
        verdict: Verdict,
        /// The move that he has written down and not made.
        intended: Option<Uci>,
        /// What speaks for it or against it.
        evidence: Evidence,
        /// What the opponent may get where the claim is left to the arbiter and he rejects it, in milliseconds.
        ms: Option<u32>,
    },
    /// Opponent touched a piece after a violation of Article 4 (4.8).
    ClaimRightLost {
        /// Who can no longer claim.
        by: Color,
    },
    /// The arbiter has adjusted the clock by hand (7.1).
    ClockAdjusted {
        /// What he has done.
        adjustment: ClockAdjustment,
        /// When.
        at: GameTime,
    },
    /// Pieces moved that no move explains (7.4.1).
    DisplacedPieces {
        /// Who had the move.
        by: Color,
    },
    /// A player has disturbed the other (11.5).
    Disturbance {
        /// Who has.
        by: Color,
        /// The article that lists the penalties.
        penalties: &'static str,
        /// When.
        at: GameTime,
    },
    /// Touched without claiming the draw (9.4).
    DrawClaimRightLost {
        /// Who can no longer claim.
        by: Color,
        /// By what.
        forfeit: Forfeit,
    },
    /// Fifty moves: the side to move could claim (9.3).
    FiftyMovesAvailable {
        /// Who could claim.
        by: Color,
    },
    /// Time ran out (6.9).
    FlagFall {
        /// Whose time ran out.
        by: Color,
        /// What that costs.
        ruling: FlagRuling,
    },
    /// Final position reached by a move that was not in accordance with Article 3 and 4.2 to 4.7.
    GameEndInDoubt {
        /// Who made the last move.
        by: Color,
        /// How the game would be over: by checkmate, stalemate or a dead position.
        would_be: AlertKind,
    },
    /// 75 moves (9.6.2).
    GameEnded75Moves {
        /// Who made the last move.
        by: Color,
    },
    /// Checkmate (5.1.1).
    GameEndedCheckmate {
        /// Who made the last move.
        by: Color,
    },
    /// Dead position (5.2.2).
    GameEndedDeadPosition {
        /// Who made the last move.
        by: Color,
    },
    /// Fivefold repetition (9.6.1).
    GameEndedFivefold {
        /// Who made the last move.
        by: Color,
    },
    /// Stalemate (5.2.1).
    GameEndedStalemate {
        /// Who made the last move.
        by: Color,
    },
    /// Own piece released where no legal move goes, clock running (3.10.2).
    IllegalDisplacement {
        /// Whose piece it is.
        by: Color,
        /// What it is.
        role: Role,
        /// Where it came from, where that is known.
        from: Option<Square>,
        /// Where it stands.
        to: Square,
    },
    /// Pressed in such a position (7.5.1).
    IllegalMoveCompleted {
        /// Who made it.
        by: Color,
        /// What he must play once the position before it is set up again; `None` where it is not, or no more.
        owed: Option<Owed>,
        /// Who has seen it.
        witness: Witness,
    },
    /// Opponent has moved, no correction any more.
    IllegalMoveStands {
        /// Who made it.
        by: Color,
    },
    /// An illegal move stands and the position is still illegal.
    IllegalPositionWatch,
    /// First position not that of 2.3 (7.2.1).
    InitialPositionWrong,
    /// The sensors fit several moves.
    MoveAmbiguous {
        /// Who made it.
        by: Color,
        /// Which moves it may have been.
        candidates: Arc<[NamedMove]>,
        /// What is not known of it.
        unknown: AmbiguousMove,
    },
    /// Several lines of moves that nobody saw: of the same kind.
    MoveAmbiguousLine {
        /// Who had the first move of them.
        by: Color,
        /// The lines that it may have been.
        lines: Arc<[Vec<Uci>]>,
    },
    /// All pieces back home.
    NewGameSetUp(NewGameSign),
    /// Piece touched by, or for, the side not having the move.
    OffTurnTouch {
        /// Who touched it.
        by: Color,
        /// The piece.
        piece: Piece,
        /// Where it stood.
        square: Square,
        /// What he did with it.
        how: OffTurn,
    },
    /// Older rapid and blitz: only the opponent can act.
    OpponentMayClaim {
        /// Who may claim.
        by: Color,
        /// What.
        claim: Claim,
    },
    /// Reply made first; the press may follow (6.2.2).
    OpponentRepliedBeforePress {
        /// Who replied.
        by: Color,
    },
    /// What is played does not reach the record.
    PlayNotRecorded,
    /// Board differs from the position after the made move (7.6).
    PositionMismatch(Mismatch),
    /// The position before the illegal move is on the board again (7.5.1).
    PositionRestored {
        /// Whose illegal move is undone.
        by: Color,
    },
    /// Press by the side whose clock was not running.
    PressByOtherSide {
        /// Who pressed.
        by: Color,
    },
    /// Pressed, no move made (7.5.3).
    PressWithoutMove {
        /// Who pressed.
        by: Color,
        /// The article that lists what the arbiter may give for it, where it is bad handling of the clock (6.2.c of 2014).
        penalties: Option<&'static str>,
    },
    /// Pressed with the pawn on the last rank (7.5.2).
    PromotionMissing {
        /// Who pressed.
        by: Color,
        /// Where his pawn stands.
        square: Square,
        /// What follows.
        then: PawnLeft,
    },
    /// Second piece put on the promotion square (4.4.4).
    PromotionPieceChanged {
        /// Whose pawn it is.
        by: Color,
        /// What he must play.
        must: Arc<[NamedMove]>,
        /// Where the second piece was put.
        square: Square,
    },
    /// King, pawn or wrong colour on the promotion square.
    PromotionPieceInvalid {
        /// Whose pawn it is.
        by: Color,
        /// What was put on its square.
        piece: Piece,
        /// The square.
        square: Square,
    },
    /// A piece rested on a square, then another legal move was made (4.7).
    ReleasedThenMoved {
        /// Who put a piece down.
        by: Color,
        /// What he must play if he had let go of it.
        must: Arc<[NamedMove]>,
        /// What he played.
        played: NamedMove,
    },
    /// Kings in the centre.
    ResultSignalled {
        /// What the kings show.
        result: GameResult,
        /// What speaks against it.
        against: Vec<Contradiction>,
        /// The king's step that is not counted as a move.
        not_counted: Option<Uci>,
    },
    /// Time for the opponent (7.5.5).
    RulingAddTime {
        /// Who made the illegal move; the other gets the time.
        by: Color,
        /// Which of his it was, from 1.
        count: u32,
        /// How much more time, in milliseconds.
        ms: u32,
        /// What the illegal press added to his own, in milliseconds, where it is known.
        increment_ms: Option<u32>,
    },
    /// The same for a claim that was wrong, or that the arbiter has rejected (9.5, 10.2): of the same kind.
    RulingAddTimeForClaim {
        /// Who claimed; the other gets the time.
        by: Color,
        /// What he claimed.
        claim: ClaimKind,
        /// How much more time, in milliseconds.
        ms: u32,
        /// What the claimant loses of his own.
        claimant: ClaimantLoses,
    },
    /// Time was given for an illegal move that was none: it is to be taken back (7.1). Of the same kind.
    RulingAddTimeBack {
        /// Who was said to have made it; the other loses the time again.
        by: Color,
        /// How much, in milliseconds.
        ms: u32,
    },
    /// Limit of illegal moves reached, opponent cannot mate.
    RulingGameDrawn(DrawRuling),
    /// Limit of illegal moves reached (7.5.5).
    RulingGameLost {
        /// Who loses.
        by: Color,
        /// Which of his illegal moves it was, where they are counted.
        count: Option<u32>,
        /// Whether the opponent wins.
        opponent: OpponentMates,
    },
    /// Occupancy: capture inferred from one missing piece.
    SlideInferred {
        /// Who made the move.
        by: Color,
        /// The move.
        m: NamedMove,
    },
    /// Third occurrence: the side to move could claim (9.2).
    ThreefoldAvailable {
        /// Who could claim.
        by: Color,
    },
    /// Legal move made outside the obligation.
    TouchMoveViolated {
        /// Who touched and moved.
        by: Color,
        /// What he had touched that binds.
        touched: Vec<(Square, Piece)>,
        /// What he played.
        played: NamedMove,
        /// What he had to play.
        owed: Arc<[NamedMove]>,
    },
    /// Own and opponent's piece in one scan, own counted first (4.3.3).
    TouchOrderUnclear {
        /// Who touched them.
        by: Color,
    },
    /// Piece lifted and put back (4.2.1).
    TouchedPieceReturned {
        /// Who touched it.
        by: Color,
        /// The piece.
        piece: Piece,
        /// Where it stands.
        square: Square,
    },
    /// King and rook in the air together.
    TwoHandsSuspected {
        /// Who had both in the air, or used both.
        by: Color,
        /// Who has seen it.
        witness: Witness,
    },
    /// Black moved first (1.2).
    WrongColourMovedFirst {
        /// Who moved.
        by: Color,
        /// What.
        role: Role,
        /// From where.
        from: Square,
        /// Where to.
        to: Square,
    },
}

impl Finding {
    /// Which kind of alert it makes.
    #[must_use]
    pub fn kind(&self) -> AlertKind {
        match self {
            Finding::CastlingAbandoned { .. } => AlertKind::CastlingAbandoned,
            Finding::CastlingForbiddenSetup => AlertKind::CastlingForbiddenSetup,
            Finding::CastlingNotAllowed { .. } => AlertKind::CastlingNotAllowed,
            Finding::CastlingRookFirst { .. } => AlertKind::CastlingRookFirst,
            Finding::ClaimMade { .. } => AlertKind::ClaimMade,
            Finding::ClaimRightLost { .. } => AlertKind::ClaimRightLost,
            Finding::ClockAdjusted { .. } => AlertKind::ClockAdjusted,
            Finding::DisplacedPieces { .. } => AlertKind::DisplacedPieces,
            Finding::Disturbance { .. } => AlertKind::Disturbance,
            Finding::DrawClaimRightLost { .. } => AlertKind::DrawClaimRightLost,
            Finding::FiftyMovesAvailable { .. } => AlertKind::FiftyMovesAvailable,
            Finding::FlagFall { .. } => AlertKind::FlagFall,
            Finding::GameEndInDoubt { .. } => AlertKind::GameEndInDoubt,
            Finding::GameEnded75Moves { .. } => AlertKind::GameEnded75Moves,
            Finding::GameEndedCheckmate { .. } => AlertKind::GameEndedCheckmate,
            Finding::GameEndedDeadPosition { .. } => AlertKind::GameEndedDeadPosition,
            Finding::GameEndedFivefold { .. } => AlertKind::GameEndedFivefold,
            Finding::GameEndedStalemate { .. } => AlertKind::GameEndedStalemate,
            Finding::IllegalDisplacement { .. } => AlertKind::IllegalDisplacement,
            Finding::IllegalMoveCompleted { .. } => AlertKind::IllegalMoveCompleted,
            Finding::IllegalMoveStands { .. } => AlertKind::IllegalMoveStands,
            Finding::IllegalPositionWatch => AlertKind::IllegalPositionWatch,
            Finding::InitialPositionWrong => AlertKind::InitialPositionWrong,
            Finding::MoveAmbiguous { .. } | Finding::MoveAmbiguousLine { .. } => AlertKind::MoveAmbiguous,
            Finding::NewGameSetUp(_) => AlertKind::NewGameSetUp,
            Finding::OffTurnTouch { .. } => AlertKind::OffTurnTouch,
            Finding::OpponentMayClaim { .. } => AlertKind::OpponentMayClaim,
            Finding::OpponentRepliedBeforePress { .. } => AlertKind::OpponentRepliedBeforePress,
            Finding::PlayNotRecorded => AlertKind::PlayNotRecorded,
            Finding::PositionMismatch(_) => AlertKind::PositionMismatch,
            Finding::PositionRestored { .. } => AlertKind::PositionRestored,
            Finding::PressByOtherSide { .. } => AlertKind::PressByOtherSide,
            Finding::PressWithoutMove { .. } => AlertKind::PressWithoutMove,
            Finding::PromotionMissing { .. } => AlertKind::PromotionMissing,
            Finding::PromotionPieceChanged { .. } => AlertKind::PromotionPieceChanged,
            Finding::PromotionPieceInvalid { .. } => AlertKind::PromotionPieceInvalid,
            Finding::ReleasedThenMoved { .. } => AlertKind::ReleasedThenMoved,
            Finding::ResultSignalled { .. } => AlertKind::ResultSignalled,
            Finding::RulingAddTime { .. }
            | Finding::RulingAddTimeBack { .. }
            | Finding::RulingAddTimeForClaim { .. } => AlertKind::RulingAddTime,
            Finding::RulingGameDrawn(_) => AlertKind::RulingGameDrawn,
            Finding::RulingGameLost { .. } => AlertKind::RulingGameLost,
            Finding::SlideInferred { .. } => AlertKind::SlideInferred,
            Finding::ThreefoldAvailable { .. } => AlertKind::ThreefoldAvailable,
            Finding::TouchMoveViolated { .. } => AlertKind::TouchMoveViolated,
            Finding::TouchOrderUnclear { .. } => AlertKind::TouchOrderUnclear,
            Finding::TouchedPieceReturned { .. } => AlertKind::TouchedPieceReturned,
            Finding::TwoHandsSuspected { .. } => AlertKind::TwoHandsSuspected,
            Finding::WrongColourMovedFirst { .. } => AlertKind::WrongColourMovedFirst,
        }
    }
}
