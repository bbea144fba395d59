//! What the arbiter is told: kinds of alerts and how urgent they are.

use std::fmt;

/// How urgent an alert is, and who may see it. No alert ever reaches players or public (12.6, 12.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// For the log.
    Info,
    /// Look when free.
    Notice,
    /// The arbiter's view only; he must not act on it (11.12).
    Private,
    /// The Laws require an act.
    Ruling,
    /// Look now.
    Warning,
}

impl Severity {
    /// The word in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Severity::Info => "info",
            Severity::Notice => "notice",
            Severity::Private => "private",
            Severity::Ruling => "ruling",
            Severity::Warning => "warning",
        }
    }
}

macro_rules! alert_kinds {
    ($($(#[$doc:meta])* $variant:ident => $name:literal,)*) => {
        /// What an alert is about.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum AlertKind {
            $($(#[$doc])* $variant,)*
        }

        impl AlertKind {
            /// Every kind there is.
            pub const ALL: &'static [AlertKind] = &[$(AlertKind::$variant,)*];

            /// The word in records.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(AlertKind::$variant => $name,)*
                }
            }
        }
    };
}

alert_kinds! {
    /// King released two squares, castling legal, another move made (4.7.2).
    CastlingAbandoned => "castling-abandoned",
    /// Rapid and blitz: a wrong set-up not claimed in time forbids castling.
    CastlingForbiddenSetup => "castling-forbidden-setup",
    /// King set for an illegal castling, clock running (3.8.2).
    CastlingNotAllowed => "castling-not-allowed",
    /// Rook touched before the king in castling (4.4.2).
    CastlingRookFirst => "castling-rook-first",
    /// Opponent touched a piece after a violation of Article 4 (4.8).
    ClaimRightLost => "claim-right-lost",
    /// Pieces moved that no move explains (7.4.1).
    DisplacedPieces => "displaced-pieces",
    /// Touched without claiming the draw (9.4).
    DrawClaimRightLost => "draw-claim-right-lost",
    /// Fifty moves: the side to move could claim (9.3).
    FiftyMovesAvailable => "fifty-moves-available",
    /// Time ran out (6.9).
    FlagFall => "flag-fall",
    /// Final position reached by a move against 4.2 to 4.7.
    GameEndInDoubt => "game-end-in-doubt",
    /// 75 moves (9.6.2).
    GameEnded75Moves => "game-ended-75-moves",
    /// Checkmate (5.1.1).
    GameEndedCheckmate => "game-ended-checkmate",
    /// Dead position (5.2.2).
    GameEndedDeadPosition => "game-ended-dead-position",
    /// Fivefold repetition (9.6.1).
    GameEndedFivefold => "game-ended-fivefold",
    /// Stalemate (5.2.1).
    GameEndedStalemate => "game-ended-stalemate",
    /// Own piece released where no legal move goes, clock running (3.10.2).
    IllegalDisplacement => "illegal-displacement",
    /// Pressed in such a position (7.5.1).
    IllegalMoveCompleted => "illegal-move-completed",
    /// Opponent has moved, no correction any more.
    IllegalMoveStands => "illegal-move-stands",
    /// An illegal move stands and the position is still illegal.
    IllegalPositionWatch => "illegal-position-watch",
    /// First position not that of 2.3 (7.2.1).
    InitialPositionWrong => "initial-position-wrong",
    /// The sensors fit several moves.
    MoveAmbiguous => "move-ambiguous",
    /// All pieces back home.
    NewGameSetUp => "new-game-set-up",
    /// Piece touched by, or for, the side not having the move.
    OffTurnTouch => "off-turn-touch",
    /// Older rapid and blitz: only the opponent can act.
    OpponentMayClaim => "opponent-may-claim",
    /// Reply made first; the press may follow (6.2.2).
    OpponentRepliedBeforePress => "opponent-replied-before-press",
    /// Board differs from the position after the made move (7.6).
    PositionMismatch => "position-mismatch",
    /// The position before the illegal move is on the board again (7.5.1).
    PositionRestored => "position-restored",
    /// Press by the side whose clock was not running.
    PressByOtherSide => "press-by-other-side",
    /// Pressed, no move made (7.5.3).
    PressWithoutMove => "press-without-move",
    /// Pressed with the pawn on the last rank (7.5.2).
    PromotionMissing => "promotion-missing",
    /// Second piece put on the promotion square (4.4.4).
    PromotionPieceChanged => "promotion-piece-changed",
    /// King, pawn or wrong colour on the promotion square.
    PromotionPieceInvalid => "promotion-piece-invalid",
    /// A piece rested on a square, then another legal move was made (4.7).
    ReleasedThenMoved => "released-then-moved",
    /// Kings in the centre.
    ResultSignalled => "result-signalled",
    /// Time for the opponent (7.5.5).
    RulingAddTime => "ruling-add-time",
    /// Limit of illegal moves reached, opponent cannot mate.
    RulingGameDrawn => "ruling-game-drawn",
    /// Limit of illegal moves reached (7.5.5).
    RulingGameLost => "ruling-game-lost",
    /// Occupancy: capture inferred from one missing piece.
    SlideInferred => "slide-inferred",
    /// Third occurrence: the side to move could claim (9.2).
    ThreefoldAvailable => "threefold-available",
    /// Legal move made outside the obligation.
    TouchMoveViolated => "touch-move-violated",
    /// Own and opponent's piece in one scan, own counted first (4.3.3).
    TouchOrderUnclear => "touch-order-unclear",
    /// Piece lifted and put back (4.2.1).
    TouchedPieceReturned => "touched-piece-returned",
    /// King and rook in the air together.
    TwoHandsSuspected => "two-hands-suspected",
    /// Black moved first (1.2).
    WrongColourMovedFirst => "wrong-colour-moved-first",
}

impl fmt::Display for AlertKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
