//! What the arbiter is told: kinds of alerts and how urgent they are.

use std::fmt;

use protocols::{Color, Square};

use crate::rules::{LegalMove, Uci};

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
    /// A player has claimed something, and the claim was looked into.
    ClaimMade => "claim-made",
    /// Opponent touched a piece after a violation of Article 4 (4.8).
    ClaimRightLost => "claim-right-lost",
    /// The arbiter has adjusted the clock by hand (7.1).
    ClockAdjusted => "clock-adjusted",
    /// Pieces moved that no move explains (7.4.1).
    DisplacedPieces => "displaced-pieces",
    /// A player has disturbed the other (11.5).
    Disturbance => "disturbance",
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

/// Where an alert stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AlertState {
    /// The arbiter has seen it.
    Acknowledged,
    /// The reason is gone, or the arbiter has confirmed and acted.
    Cleared,
    /// The arbiter says it did not happen.
    Dismissed,
    /// The right to claim, or to correct, is gone.
    Lapsed,
    /// It is open.
    Raised,
}

impl AlertState {
    /// Whether it still waits for something to be done.
    #[must_use]
    pub fn is_open(self) -> bool {
        matches!(self, AlertState::Acknowledged | AlertState::Raised)
    }
}

/// An alert, as the turn stage raises it.
#[derive(Debug, Clone, PartialEq)]
pub struct Alert {
    /// Which alert of the game, from 1.
    pub number: u32,
    /// Where it stands.
    pub state: AlertState,
    /// What it is about.
    pub kind: AlertKind,
    /// The article, in the numbering of the edition in force.
    pub article: &'static str,
    /// How urgent.
    pub severity: Severity,
    /// Whether it rests on a judgement of what sensors cannot see.
    pub advisory: bool,
    /// The player it is about.
    pub by: Option<Color>,
    /// Half-move, from 1.
    pub ply: u32,
    /// The squares it is about.
    pub squares: Vec<Square>,
    /// The moves that were or are allowed, in UCI, sorted.
    pub legal: Vec<Uci>,
    /// More, by kind.
    pub data: serde_json::Map<String, serde_json::Value>,
    /// One plain English sentence.
    pub text: String,
    /// Its half-move was taken back after it was settled: the same of the next one is another matter.
    pub(super) taken_back: bool,
}

impl Alert {
    /// A new alert of this kind, with the severity that the kind has where nothing else is said.
    pub(super) fn new(kind: AlertKind) -> Alert {
        let (severity, advisory) = kind.usual();
        Alert {
            number: 0,
            state: AlertState::Raised,
            kind,
            article: "",
            severity,
            advisory,
            by: None,
            ply: 0,
            squares: Vec::new(),
            legal: Vec::new(),
            data: serde_json::Map::new(),
            text: String::new(),
            taken_back: false,
        }
    }

    pub(super) fn article(mut self, article: &'static str) -> Alert {
        self.article = article;
        self
    }

    pub(super) fn by(mut self, by: Color) -> Alert {
        self.by = Some(by);
        self
    }

    /// About this half-move; without it, about the one in progress.
    pub(super) fn ply(mut self, ply: u32) -> Alert {
        self.ply = ply;
        self
    }

    pub(super) fn squares(mut self, squares: impl IntoIterator<Item = Square>) -> Alert {
        self.squares = squares.into_iter().collect();
        self
    }

    pub(super) fn legal<'a>(mut self, legal: impl IntoIterator<Item = &'a LegalMove>) -> Alert {
        self.legal = uci_sorted(legal);
        self
    }

    pub(super) fn data(mut self, key: &str, value: impl Into<serde_json::Value>) -> Alert {
        self.data.insert(key.to_owned(), value.into());
        self
    }

    pub(super) fn severity(mut self, severity: Severity) -> Alert {
        self.severity = severity;
        self
    }

    pub(super) fn advisory(mut self, advisory: Advisory) -> Alert {
        self.advisory = advisory == Advisory::Yes;
        self
    }

    pub(super) fn text(mut self, text: impl Into<String>) -> Alert {
        self.text = text.into();
        self
    }

    /// Whether `other` says the same of the same things: an alert is raised once per distinct data.
    pub(super) fn repeats(&self, other: &Alert) -> bool {
        let same = self.kind == other.kind && self.ply == other.ply && self.by == other.by && self.data == other.data;
        same && !self.taken_back
    }
}

/// Whether an alert rests on a judgement of what sensors cannot see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Advisory {
    No,
    Yes,
}

/// Moves in UCI, sorted.
pub(super) fn uci_sorted<'a>(moves: impl IntoIterator<Item = &'a LegalMove>) -> Vec<Uci> {
    let mut uci: Vec<Uci> = moves.into_iter().map(LegalMove::to_uci).collect();
    uci.sort_unstable();
    uci.dedup();
    uci
}

/// The same as texts, for `data`.
pub(super) fn texts_sorted<'a>(moves: impl IntoIterator<Item = &'a LegalMove>) -> Vec<String> {
    uci_sorted(moves).iter().map(Uci::to_string).collect()
}

impl AlertKind {
    /// Severity and advisory character where the Laws or the case do not say otherwise.
    fn usual(self) -> (Severity, bool) {
        match self {
            AlertKind::CastlingAbandoned
            | AlertKind::CastlingRookFirst
            | AlertKind::GameEndInDoubt
            | AlertKind::ReleasedThenMoved => (Severity::Warning, true),
            AlertKind::CastlingNotAllowed
            | AlertKind::PromotionPieceChanged
            | AlertKind::Disturbance
            | AlertKind::PromotionPieceInvalid
            | AlertKind::WrongColourMovedFirst => (Severity::Warning, false),
            AlertKind::CastlingForbiddenSetup
            | AlertKind::ClaimRightLost
            | AlertKind::NewGameSetUp
            | AlertKind::ResultSignalled
            | AlertKind::SlideInferred
            | AlertKind::TouchOrderUnclear => (Severity::Info, true),
            AlertKind::ClockAdjusted
            | AlertKind::IllegalMoveStands
            | AlertKind::OpponentMayClaim
            | AlertKind::OpponentRepliedBeforePress
            | AlertKind::PositionRestored => (Severity::Info, false),
            AlertKind::DrawClaimRightLost => (Severity::Private, true),
            AlertKind::FiftyMovesAvailable | AlertKind::ThreefoldAvailable => (Severity::Private, false),
            AlertKind::DisplacedPieces
            | AlertKind::IllegalPositionWatch
            | AlertKind::MoveAmbiguous
            | AlertKind::OffTurnTouch
            | AlertKind::PressByOtherSide
            | AlertKind::TouchMoveViolated
            | AlertKind::TouchedPieceReturned
            | AlertKind::TwoHandsSuspected => (Severity::Notice, true),
            AlertKind::IllegalDisplacement | AlertKind::PositionMismatch => (Severity::Notice, false),
            AlertKind::ClaimMade
            | AlertKind::FlagFall
            | AlertKind::GameEnded75Moves
            | AlertKind::GameEndedCheckmate
            | AlertKind::GameEndedDeadPosition
            | AlertKind::GameEndedFivefold
            | AlertKind::GameEndedStalemate
            | AlertKind::IllegalMoveCompleted
            | AlertKind::InitialPositionWrong
            | AlertKind::PressWithoutMove
            | AlertKind::PromotionMissing
            | AlertKind::RulingAddTime
            | AlertKind::RulingGameDrawn
            | AlertKind::RulingGameLost => (Severity::Ruling, false),
        }
    }

    /// Whether it tells that a move has ended the game (5.1.1, 5.2, 9.6).
    pub(super) fn is_end_by_a_move(self) -> bool {
        matches!(
            self,
            AlertKind::GameEnded75Moves
                | AlertKind::GameEndedCheckmate
                | AlertKind::GameEndedDeadPosition
                | AlertKind::GameEndedFivefold
                | AlertKind::GameEndedStalemate
        )
    }

    /// Whether it tells of a breach of Article 4.
    pub(super) fn is_breach(self) -> bool {
        matches!(
            self,
            AlertKind::CastlingAbandoned
                | AlertKind::CastlingRookFirst
                | AlertKind::PromotionPieceChanged
                | AlertKind::ReleasedThenMoved
                | AlertKind::TouchMoveViolated
        )
    }

    /// Whether a second time in the same turn is an irregularity of its own: the alert is raised anew.
    pub(super) fn counts_each_time(self) -> bool {
        matches!(
            self,
            AlertKind::IllegalMoveCompleted
                | AlertKind::PressWithoutMove
                | AlertKind::PromotionMissing
                | AlertKind::RulingAddTime
        )
    }

    /// Whether it tells what the board shows now: once that is so no more, it is raised anew when it is so again.
    pub(super) fn is_of_the_board(self) -> bool {
        matches!(self, AlertKind::MoveAmbiguous | AlertKind::PositionMismatch)
    }

    /// Whether the kind reports something Article 4 speaks of: ruled on only when asked in older rapid and blitz.
    pub(super) fn is_article_4(self) -> bool {
        self.is_breach() || matches!(self, AlertKind::TouchedPieceReturned | AlertKind::TwoHandsSuspected)
    }
}
