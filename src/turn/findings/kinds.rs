//! The kinds of alerts: one row for each.

use std::fmt;

/// How urgent an alert is, and who may see it; the order of its values is that of their names. No alert ever reaches
/// players or public (12.6, 12.7).
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

/// What a kind tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) enum Nature {
    /// A breach of Article 4.
    Breach,
    /// A claim: a result may come of it.
    Claim,
    /// A move has ended the game (5.1.1, 5.2, 9.6).
    EndByAMove,
    /// A move has ended the game, if it stands.
    EndInDoubt,
    /// Something else than a move ends the game, if that holds: a flag, illegal moves, the kings' sign.
    EndOtherwise,
    /// An irregularity that a press has completed (7.5.1 to 7.5.3).
    Irregularity,
    /// None of these.
    Plain,
    /// Something of which Article 4 speaks, though it breaks nothing.
    Touch,
}

/// What an alert is true of, and falls with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) enum Of {
    /// Of the game: it holds even if its half-move is taken back.
    Game,
    /// Of the move: it falls where that turns out not to be the one made in its turn.
    Move,
    /// Of the turn, whatever its move: it falls if the half-move is taken back.
    Turn,
}

/// What ends an alert of a kind, besides the arbiter's word and the taking back of its move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) enum End {
    /// The board shows the position of the game.
    Agreed,
    /// The turn in which the player could claim is over.
    ClaimOver,
    /// The result is final.
    Decided,
    /// The illegal move stands.
    LetStand,
    /// A piece that stands wrong: it has gone, was pressed on, or the turn is over.
    PieceGone,
    /// The pieces are in order, or the turn is over.
    PutInOrder,
    /// The opponent has replied.
    Replied,
    /// Nothing but the arbiter. Breaches are his to rule on, rulings his to make, and what is left open his to look at.
    /// What tells how the board stands ends where it is found to stand otherwise.
    TheArbiter,
    /// It tells something, and nothing is to be done about it.
    Told,
    /// Without full supervision, the opponent's next move (A.4.2); else nothing but the arbiter.
    TooLate,
    /// Nothing can be owed for the touch any more.
    TouchKept,
    /// The next move is completed.
    Watched,
}

/// What comes of the same matter told a second time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Again {
    /// A second time in the same turn is an irregularity of its own: it is told again, and is another alert once the first
    /// is settled.
    EachTime,
    /// Nothing: it has been told.
    Never,
    /// It tells what the board shows now: once that is so no more, it is another alert when it is so again.
    OnceCleared,
    /// Play that goes on behind an end may come to the same end again, in the same turn: once the first is settled, it is
    /// another alert.
    OnceDecided,
    /// It may come about a second time in a turn, of the same pieces: once it has ended by itself, it is open again.
    OnceLapsed,
}

/// How rarely it happens: what it takes to believe that it has, where sensors leave it open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) enum Rarity {
    /// Hands see where they put a piece: what stands wrong at a press is rarer than a wrong move.
    Blunder,
    /// Nothing speaks against it.
    Expected,
    /// Players do so now and then.
    Habit,
    /// Players must not do so.
    Irregular,
    /// Players do so by mistake.
    Slip,
    /// Players do so often.
    Usual,
}

/// What is said of a kind.
struct Row {
    name: &'static str,
    /// Where the Laws or the case do not say otherwise.
    severity: Severity,
    /// Likewise.
    advisory: Advisory,
    nature: Nature,
    of: Of,
    end: End,
    again: Again,
    rarity: Rarity,
}

macro_rules! alert_kinds {
    ($($(#[$doc:meta])* $variant:ident => $name:literal:
        $severity:ident, advisory $advisory:ident, $nature:ident, of $of:ident, ends $end:ident, again $again:ident,
        $rarity:ident;)*) => {
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
                        of: Of::$of,
                        end: End::$end,
                        again: Again::$again,
                        rarity: Rarity::$rarity,
                    },)*
                }
            }
        }
    };
}

alert_kinds! {
    /// King released two squares, castling legal, another move made (4.7.2).
    CastlingAbandoned => "castling-abandoned":
        Warning, advisory Yes, Breach, of Move, ends TheArbiter, again Never, Habit;
    /// Rapid and blitz: a wrong set-up not claimed in time forbids castling.
    CastlingForbiddenSetup => "castling-forbidden-setup":
        Info, advisory Yes, Plain, of Turn, ends Told, again Never, Expected;
    /// King set for an illegal castling, clock running (3.8.2).
    CastlingNotAllowed => "castling-not-allowed":
        Warning, advisory No, Plain, of Turn, ends PieceGone, again OnceLapsed, Slip;
    /// Rook touched before the king in castling (4.4.2).
    CastlingRookFirst => "castling-rook-first":
        Warning, advisory Yes, Breach, of Move, ends TheArbiter, again Never, Habit;
    /// A player has claimed something, and the claim was looked into.
    ClaimMade => "claim-made":
        Ruling, advisory No, Claim, of Turn, ends Decided, again Never, Expected;
    /// Opponent touched a piece after a violation of Article 4 (4.8).
    ClaimRightLost => "claim-right-lost":
        Info, advisory Yes, Plain, of Turn, ends Told, again Never, Expected;
    /// The arbiter has adjusted the clock by hand (7.1).
    ClockAdjusted => "clock-adjusted":
        Info, advisory No, Plain, of Turn, ends Told, again Never, Expected;
    /// Pieces moved that no move explains (7.4.1).
    DisplacedPieces => "displaced-pieces":
        Notice, advisory Yes, Plain, of Turn, ends PutInOrder, again OnceLapsed, Irregular;
    /// A player has disturbed the other (11.5).
    Disturbance => "disturbance":
        Warning, advisory No, Plain, of Turn, ends TheArbiter, again Never, Expected;
    /// Touched without claiming the draw (9.4).
    DrawClaimRightLost => "draw-claim-right-lost":
        Private, advisory Yes, Plain, of Turn, ends Told, again Never, Expected;
    /// Fifty moves: the side to move could claim (9.3).
    FiftyMovesAvailable => "fifty-moves-available":
        Private, advisory No, Plain, of Move, ends ClaimOver, again Never, Expected;
    /// Time ran out (6.9).
    FlagFall => "flag-fall":
        Ruling, advisory No, EndOtherwise, of Game, ends TheArbiter, again OnceDecided, Expected;
    /// Final position reached by a move that was not in accordance with Article 3 and 4.2 to 4.7.
    GameEndInDoubt => "game-end-in-doubt":
        Warning, advisory Yes, EndInDoubt, of Move, ends Decided, again Never, Expected;
    /// 75 moves (9.6.2).
    GameEnded75Moves => "game-ended-75-moves":
        Ruling, advisory No, EndByAMove, of Turn, ends TheArbiter, again Never, Expected;
    /// Checkmate (5.1.1).
    GameEndedCheckmate => "game-ended-checkmate":
        Ruling, advisory No, EndByAMove, of Turn, ends TheArbiter, again Never, Expected;
    /// Dead position (5.2.2).
    GameEndedDeadPosition => "game-ended-dead-position":
        Ruling, advisory No, EndByAMove, of Turn, ends TheArbiter, again Never, Expected;
    /// Fivefold repetition (9.6.1).
    GameEndedFivefold => "game-ended-fivefold":
        Ruling, advisory No, EndByAMove, of Turn, ends TheArbiter, again Never, Expected;
    /// Stalemate (5.2.1).
    GameEndedStalemate => "game-ended-stalemate":
        Ruling, advisory No, EndByAMove, of Turn, ends TheArbiter, again Never, Expected;
    /// Own piece released where no legal move goes, clock running (3.10.2).
    IllegalDisplacement => "illegal-displacement":
        Notice, advisory No, Plain, of Turn, ends PieceGone, again OnceLapsed, Irregular;
    /// Pressed in such a position (7.5.1).
    IllegalMoveCompleted => "illegal-move-completed":
        Ruling, advisory No, Irregularity, of Game, ends LetStand, again EachTime, Irregular;
    /// Opponent has moved, no correction any more. What it was that stands has been counted.
    IllegalMoveStands => "illegal-move-stands":
        Info, advisory No, Plain, of Turn, ends Told, again Never, Expected;
    /// An illegal move stands and the position is still illegal.
    IllegalPositionWatch => "illegal-position-watch":
        Notice, advisory Yes, Plain, of Turn, ends Watched, again Never, Irregular;
    /// First position not that of 2.3 (7.2.1).
    InitialPositionWrong => "initial-position-wrong":
        Ruling, advisory No, Plain, of Turn, ends TheArbiter, again Never, Expected;
    /// The sensors fit several moves.
    MoveAmbiguous => "move-ambiguous":
        Notice, advisory Yes, Plain, of Turn, ends TheArbiter, again OnceCleared, Expected;
    /// All pieces back home.
    NewGameSetUp => "new-game-set-up":
        Info, advisory Yes, Plain, of Game, ends Told, again Never, Expected;
    /// Piece touched by, or for, the side not having the move.
    OffTurnTouch => "off-turn-touch":
        Notice, advisory Yes, Plain, of Turn, ends TheArbiter, again Never, Habit;
    /// Older rapid and blitz: only the opponent can act.
    OpponentMayClaim => "opponent-may-claim":
        Info, advisory No, Plain, of Turn, ends Replied, again Never, Expected;
    /// Reply made first; the press may follow (6.2.2).
    OpponentRepliedBeforePress => "opponent-replied-before-press":
        Info, advisory No, Plain, of Turn, ends Told, again Never, Usual;
    /// What is played does not reach the record.
    PlayNotRecorded => "play-not-recorded":
        Warning, advisory No, Plain, of Turn, ends TheArbiter, again EachTime, Expected;
    /// Board differs from the position after the made move (7.6).
    PositionMismatch => "position-mismatch":
        Notice, advisory No, Plain, of Turn, ends Agreed, again OnceCleared, Blunder;
    /// The position before the illegal move is on the board again (7.5.1).
    PositionRestored => "position-restored":
        Info, advisory No, Plain, of Turn, ends Told, again Never, Expected;
    /// Press by the side whose clock was not running.
    PressByOtherSide => "press-by-other-side":
        Notice, advisory Yes, Plain, of Turn, ends TheArbiter, again Never, Slip;
    /// Pressed, no move made (7.5.3).
    PressWithoutMove => "press-without-move":
        Ruling, advisory No, Irregularity, of Game, ends LetStand, again EachTime, Irregular;
    /// Pressed with the pawn on the last rank (7.5.2).
    PromotionMissing => "promotion-missing":
        Ruling, advisory No, Irregularity, of Game, ends LetStand, again EachTime, Irregular;
    /// Second piece put on the promotion square (4.4.4).
    PromotionPieceChanged => "promotion-piece-changed":
        Warning, advisory No, Breach, of Turn, ends TheArbiter, again Never, Irregular;
    /// King, pawn or wrong colour on the promotion square.
    PromotionPieceInvalid => "promotion-piece-invalid":
        Warning, advisory No, Plain, of Turn, ends PieceGone, again OnceLapsed, Irregular;
    /// A piece rested on a square, then another legal move was made (4.7).
    ReleasedThenMoved => "released-then-moved":
        Warning, advisory Yes, Breach, of Move, ends TheArbiter, again Never, Habit;
    /// Kings in the centre.
    ResultSignalled => "result-signalled":
        Info, advisory Yes, EndOtherwise, of Game, ends Decided, again OnceDecided, Expected;
    /// Time for the opponent (7.5.5).
    RulingAddTime => "ruling-add-time":
        Ruling, advisory No, Plain, of Game, ends TheArbiter, again EachTime, Expected;
    /// Limit of illegal moves reached, opponent cannot mate.
    RulingGameDrawn => "ruling-game-drawn":
        Ruling, advisory No, EndOtherwise, of Game, ends TooLate, again OnceDecided, Expected;
    /// Limit of illegal moves reached (7.5.5).
    RulingGameLost => "ruling-game-lost":
        Ruling, advisory No, EndOtherwise, of Game, ends TooLate, again OnceDecided, Expected;
    /// Occupancy: capture inferred from one missing piece.
    SlideInferred => "slide-inferred":
        Info, advisory Yes, Plain, of Turn, ends Told, again Never, Expected;
    /// Third occurrence: the side to move could claim (9.2).
    ThreefoldAvailable => "threefold-available":
        Private, advisory No, Plain, of Move, ends ClaimOver, again Never, Expected;
    /// Legal move made outside the obligation.
    TouchMoveViolated => "touch-move-violated":
        Notice, advisory Yes, Breach, of Move, ends TheArbiter, again Never, Habit;
    /// Own and opponent's piece in one scan, own counted first (4.3.3).
    TouchOrderUnclear => "touch-order-unclear":
        Info, advisory Yes, Plain, of Turn, ends Told, again Never, Expected;
    /// Piece lifted and put back (4.2.1).
    TouchedPieceReturned => "touched-piece-returned":
        Notice, advisory Yes, Touch, of Turn, ends TouchKept, again Never, Habit;
    /// King and rook in the air together.
    TwoHandsSuspected => "two-hands-suspected":
        Notice, advisory Yes, Touch, of Turn, ends TheArbiter, again Never, Habit;
    /// Black moved first (1.2).
    WrongColourMovedFirst => "wrong-colour-moved-first":
        Warning, advisory No, Plain, of Turn, ends TheArbiter, again Never, Irregular;
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

    /// What it tells.
    pub(in crate::turn) fn nature(self) -> Nature {
        self.row().nature
    }

    /// What it is true of, and falls with.
    pub(in crate::turn) fn of(self) -> Of {
        self.row().of
    }

    /// What ends it by itself.
    pub(in crate::turn) fn end(self) -> End {
        self.row().end
    }

    /// What comes of it told a second time.
    pub(super) fn again(self) -> Again {
        self.row().again
    }

    /// How rarely it happens.
    pub(in crate::turn) fn rarity(self) -> Rarity {
        self.row().rarity
    }

    /// Whether it tells that a move has ended the game (5.1.1, 5.2, 9.6).
    pub(in crate::turn) fn is_end_by_a_move(self) -> bool {
        self.nature() == Nature::EndByAMove
    }

    /// Whether it tells of a breach of Article 4.
    pub(in crate::turn) fn is_breach(self) -> bool {
        self.nature() == Nature::Breach
    }

    /// Whether it tells of an irregularity that a press has completed (7.5.1 to 7.5.3).
    pub(in crate::turn) fn is_irregularity(self) -> bool {
        self.nature() == Nature::Irregularity
    }

    /// Whether a second time in the same turn is an irregularity of its own.
    pub(in crate::turn) fn counts_each_time(self) -> bool {
        self.again() == Again::EachTime
    }

    /// Whether the kind reports something Article 4 speaks of: ruled on only when asked in older rapid and blitz.
    pub(in crate::turn) fn is_article_4(self) -> bool {
        matches!(self.nature(), Nature::Breach | Nature::Touch)
    }
}

impl fmt::Display for AlertKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
