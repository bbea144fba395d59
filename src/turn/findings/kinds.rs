//! The kinds of alerts: one row for each.

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

/// Whether an alert rests on a judgement of what sensors cannot see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) enum Advisory {
    No,
    Yes,
}

/// What sets a kind apart from the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Nature {
    /// It tells of a breach of Article 4.
    Breach,
    /// A second time in the same turn is an irregularity of its own.
    CountsEachTime,
    /// It tells that a move has ended the game (5.1.1, 5.2, 9.6).
    EndByAMove,
    /// It tells what the board shows now.
    OfTheBoard,
    /// Nothing does.
    Plain,
    /// Article 4 speaks of it, though it breaks nothing.
    Touch,
}

/// What is said of a kind.
struct Row {
    name: &'static str,
    /// Where the Laws or the case do not say otherwise.
    severity: Severity,
    /// Likewise.
    advisory: Advisory,
    nature: Nature,
}

macro_rules! alert_kinds {
    ($($(#[$doc:meta])* $variant:ident => $name:literal, $severity:ident, advisory $advisory:ident, $nature:ident;)*) => {
        /// What an alert is about.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum AlertKind {
            $($(#[$doc])* $variant,)*
        }

        impl AlertKind {
            /// Every kind there is.
            pub const ALL: &'static [AlertKind] = &[$(AlertKind::$variant,)*];

            fn row(self) -> Row {
                match self {
                    $(AlertKind::$variant => Row {
                        name: $name,
                        severity: Severity::$severity,
                        advisory: Advisory::$advisory,
                        nature: Nature::$nature,
                    },)*
                }
            }
        }
    };
}

alert_kinds! {
    /// King released two squares, castling legal, another move made (4.7.2).
    CastlingAbandoned => "castling-abandoned", Warning, advisory Yes, Breach;
    /// Rapid and blitz: a wrong set-up not claimed in time forbids castling.
    CastlingForbiddenSetup => "castling-forbidden-setup", Info, advisory Yes, Plain;
    /// King set for an illegal castling, clock running (3.8.2).
    CastlingNotAllowed => "castling-not-allowed", Warning, advisory No, Plain;
    /// Rook touched before the king in castling (4.4.2).
    CastlingRookFirst => "castling-rook-first", Warning, advisory Yes, Breach;
    /// A player has claimed something, and the claim was looked into.
    ClaimMade => "claim-made", Ruling, advisory No, Plain;
    /// Opponent touched a piece after a violation of Article 4 (4.8).
    ClaimRightLost => "claim-right-lost", Info, advisory Yes, Plain;
    /// The arbiter has adjusted the clock by hand (7.1).
    ClockAdjusted => "clock-adjusted", Info, advisory No, Plain;
    /// Pieces moved that no move explains (7.4.1).
    DisplacedPieces => "displaced-pieces", Notice, advisory Yes, Plain;
    /// A player has disturbed the other (11.5).
    Disturbance => "disturbance", Warning, advisory No, Plain;
    /// Touched without claiming the draw (9.4).
    DrawClaimRightLost => "draw-claim-right-lost", Private, advisory Yes, Plain;
    /// Fifty moves: the side to move could claim (9.3).
    FiftyMovesAvailable => "fifty-moves-available", Private, advisory No, Plain;
    /// Time ran out (6.9).
    FlagFall => "flag-fall", Ruling, advisory No, Plain;
    /// Final position reached by a move against 4.2 to 4.7.
    GameEndInDoubt => "game-end-in-doubt", Warning, advisory Yes, Plain;
    /// 75 moves (9.6.2).
    GameEnded75Moves => "game-ended-75-moves", Ruling, advisory No, EndByAMove;
    /// Checkmate (5.1.1).
    GameEndedCheckmate => "game-ended-checkmate", Ruling, advisory No, EndByAMove;
    /// Dead position (5.2.2).
    GameEndedDeadPosition => "game-ended-dead-position", Ruling, advisory No, EndByAMove;
    /// Fivefold repetition (9.6.1).
    GameEndedFivefold => "game-ended-fivefold", Ruling, advisory No, EndByAMove;
    /// Stalemate (5.2.1).
    GameEndedStalemate => "game-ended-stalemate", Ruling, advisory No, EndByAMove;
    /// Own piece released where no legal move goes, clock running (3.10.2).
    IllegalDisplacement => "illegal-displacement", Notice, advisory No, Plain;
    /// Pressed in such a position (7.5.1).
    IllegalMoveCompleted => "illegal-move-completed", Ruling, advisory No, CountsEachTime;
    /// Opponent has moved, no correction any more.
    IllegalMoveStands => "illegal-move-stands", Info, advisory No, Plain;
    /// An illegal move stands and the position is still illegal.
    IllegalPositionWatch => "illegal-position-watch", Notice, advisory Yes, Plain;
    /// First position not that of 2.3 (7.2.1).
    InitialPositionWrong => "initial-position-wrong", Ruling, advisory No, Plain;
    /// The sensors fit several moves.
    MoveAmbiguous => "move-ambiguous", Notice, advisory Yes, OfTheBoard;
    /// All pieces back home.
    NewGameSetUp => "new-game-set-up", Info, advisory Yes, Plain;
    /// Piece touched by, or for, the side not having the move.
    OffTurnTouch => "off-turn-touch", Notice, advisory Yes, Plain;
    /// Older rapid and blitz: only the opponent can act.
    OpponentMayClaim => "opponent-may-claim", Info, advisory No, Plain;
    /// Reply made first; the press may follow (6.2.2).
    OpponentRepliedBeforePress => "opponent-replied-before-press", Info, advisory No, Plain;
    /// What is played does not reach the record.
    PlayNotRecorded => "play-not-recorded", Warning, advisory No, CountsEachTime;
    /// Board differs from the position after the made move (7.6).
    PositionMismatch => "position-mismatch", Notice, advisory No, OfTheBoard;
    /// The position before the illegal move is on the board again (7.5.1).
    PositionRestored => "position-restored", Info, advisory No, Plain;
    /// Press by the side whose clock was not running.
    PressByOtherSide => "press-by-other-side", Notice, advisory Yes, Plain;
    /// Pressed, no move made (7.5.3).
    PressWithoutMove => "press-without-move", Ruling, advisory No, CountsEachTime;
    /// Pressed with the pawn on the last rank (7.5.2).
    PromotionMissing => "promotion-missing", Ruling, advisory No, CountsEachTime;
    /// Second piece put on the promotion square (4.4.4).
    PromotionPieceChanged => "promotion-piece-changed", Warning, advisory No, Breach;
    /// King, pawn or wrong colour on the promotion square.
    PromotionPieceInvalid => "promotion-piece-invalid", Warning, advisory No, Plain;
    /// A piece rested on a square, then another legal move was made (4.7).
    ReleasedThenMoved => "released-then-moved", Warning, advisory Yes, Breach;
    /// Kings in the centre.
    ResultSignalled => "result-signalled", Info, advisory Yes, Plain;
    /// Time for the opponent (7.5.5).
    RulingAddTime => "ruling-add-time", Ruling, advisory No, CountsEachTime;
    /// Limit of illegal moves reached, opponent cannot mate.
    RulingGameDrawn => "ruling-game-drawn", Ruling, advisory No, Plain;
    /// Limit of illegal moves reached (7.5.5).
    RulingGameLost => "ruling-game-lost", Ruling, advisory No, Plain;
    /// Occupancy: capture inferred from one missing piece.
    SlideInferred => "slide-inferred", Info, advisory Yes, Plain;
    /// Third occurrence: the side to move could claim (9.2).
    ThreefoldAvailable => "threefold-available", Private, advisory No, Plain;
    /// Legal move made outside the obligation.
    TouchMoveViolated => "touch-move-violated", Notice, advisory Yes, Breach;
    /// Own and opponent's piece in one scan, own counted first (4.3.3).
    TouchOrderUnclear => "touch-order-unclear", Info, advisory Yes, Plain;
    /// Piece lifted and put back (4.2.1).
    TouchedPieceReturned => "touched-piece-returned", Notice, advisory Yes, Touch;
    /// King and rook in the air together.
    TwoHandsSuspected => "two-hands-suspected", Notice, advisory Yes, Touch;
    /// Black moved first (1.2).
    WrongColourMovedFirst => "wrong-colour-moved-first", Warning, advisory No, Plain;
}

impl AlertKind {
    /// The word in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Severity and advisory character where the Laws or the case do not say otherwise.
    pub(super) fn usual(self) -> (Severity, Advisory) {
        let row = self.row();
        (row.severity, row.advisory)
    }

    /// Whether it tells that a move has ended the game (5.1.1, 5.2, 9.6).
    pub(in crate::turn) fn is_end_by_a_move(self) -> bool {
        self.row().nature == Nature::EndByAMove
    }

    /// Whether it tells of a breach of Article 4.
    pub(in crate::turn) fn is_breach(self) -> bool {
        self.row().nature == Nature::Breach
    }

    /// Whether a second time in the same turn is an irregularity of its own: the alert is raised anew.
    pub(in crate::turn) fn counts_each_time(self) -> bool {
        self.row().nature == Nature::CountsEachTime
    }

    /// Whether it tells what the board shows now: once that is so no more, it is raised anew when it is so again.
    pub(in crate::turn) fn is_of_the_board(self) -> bool {
        self.row().nature == Nature::OfTheBoard
    }

    /// Whether the kind reports something Article 4 speaks of: ruled on only when asked in older rapid and blitz.
    pub(in crate::turn) fn is_article_4(self) -> bool {
        matches!(self.row().nature, Nature::Breach | Nature::Touch)
    }
}

impl fmt::Display for AlertKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
