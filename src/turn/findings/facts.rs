//! What findings are made of, besides the words of chess itself.

use std::sync::Arc;

use protocols::{Color, Piece, Square};

use crate::rules::{CastlingRefusal, LegalMove, Position, San, Uci};

/// A move, with the name that it has in its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedMove {
    /// In UCI.
    pub uci: Uci,
    /// In SAN.
    pub san: San,
}

impl NamedMove {
    /// A move of this position.
    #[must_use]
    pub fn new(position: &Position, m: &LegalMove) -> NamedMove {
        NamedMove { uci: m.to_uci(), san: position.san(m) }
    }

    /// Moves of this position, by their UCI, each once.
    #[must_use]
    pub fn list(position: &Position, moves: &[LegalMove]) -> Arc<[NamedMove]> {
        let mut named: Vec<NamedMove> = moves.iter().map(|m| NamedMove::new(position, m)).collect();
        named.sort_unstable_by_key(|named| named.uci);
        named.dedup_by_key(|named| named.uci);
        named.into()
    }
}

/// What a half-move is not known of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AmbiguousMove {
    /// Which move it was.
    Move,
    /// What the pawn became.
    Promotion,
    /// What the pawn became, and whether it was exchanged at all.
    PromotionOrMissing,
}

/// Why a player may not castle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CastlingObstacle {
    /// The position forbids it (3.8.2).
    Position(CastlingRefusal),
    /// The wrong set-up was not claimed in time (A.4.1.2).
    SetUp,
}

/// What a player may claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// A draw: the other's illegal move would have won, but he cannot checkmate.
    Draw,
    /// That the other's illegal move is ruled on.
    IllegalMove,
    /// That the other's time has run out.
    Time,
    /// The game, for the other's illegal move.
    Win,
    /// The game, or a draw if he cannot checkmate, which cannot be decided.
    WinOrDraw,
}

/// What the arbiter has done to the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockAdjustment {
    /// So many milliseconds were put on a player's time, or taken off it.
    Added {
        /// Whose time.
        player: Color,
        /// Milliseconds; less than 0: taken off.
        ms: i32,
    },
    /// The clock was set to these times, in milliseconds.
    Set {
        /// White's; `None`: as it was.
        white_ms: Option<u32>,
        /// Black's; `None`: as it was.
        black_ms: Option<u32>,
    },
}

/// What speaks against a result that the players show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contradiction {
    /// The winner has a bare king: a resignation then draws (5.1.2 of 2023).
    CannotMate,
    /// The winner's clock shows no time left, the loser's does (6.8).
    Clock,
    /// A flag has fallen with another result (6.9).
    Flag,
    /// Illegal moves have cost the game, with another result (7.5.5).
    IllegalMoves,
    /// No draw can be agreed before both have made a move (5.2.3 of 2018).
    NoMoveEach,
    /// The position has ended the game with another result (5.1.1, 5.2, 9.6).
    Position,
}

/// Why a ruling would draw the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DrawRuling {
    /// The illegal move that loses, made against an opponent who cannot checkmate (7.5.5).
    IllegalMoves {
        /// Who made it.
        by: Color,
        /// Which of his it was, where they are counted.
        count: Option<u32>,
    },
    /// An illegal position stood for one more move (A.4.4).
    IllegalPosition,
}

impl DrawRuling {
    /// Whose illegal move it is for, where it is for one.
    pub(super) fn by(&self) -> Option<Color> {
        match self {
            DrawRuling::IllegalMoves { by, .. } => Some(*by),
            DrawRuling::IllegalPosition => None,
        }
    }
}

/// What a fallen flag costs (6.9).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlagRuling {
    /// Both flags are down: a draw.
    BothDown,
    /// The opponent cannot checkmate: a draw.
    OpponentCannotMate,
    /// The opponent wins.
    OpponentWins,
    /// It cannot be decided whether the opponent can checkmate.
    Undecided,
}

/// By what the claim of a draw was given up (9.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Forfeit {
    /// Only moving does (2005).
    Moved,
    /// Touching a piece does.
    Touched,
}

/// In what the board and the game differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mismatch {
    /// Pieces do not stand where the agreed position has them (7.6).
    Differs {
        /// Whose move it follows.
        by: Color,
    },
    /// A game is on of which nothing is known.
    GameUnknown(UnknownGame),
    /// Squares are occupied as in no game that could have been played.
    NoGameFits,
    /// The arbiter has said what the position is, and the pieces were not put so before play went on.
    NotPutRight {
        /// Whose move it follows, or who has the move.
        by: Color,
    },
    /// A pawn was left on the last rank, for which the Laws put a queen (7.5.2), and another piece was put for it.
    NotTheQueen {
        /// What was put.
        put: Piece,
        /// The square.
        square: Square,
    },
    /// No few legal moves lead from the last known position to what the board shows.
    Unexplained {
        /// Who had the move in that position.
        by: Color,
    },
}

/// What tells of a new game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NewGameSign {
    /// Its first moves were made, its first position was not seen.
    FirstMoves,
    /// The same, and its moves may have been made in several orders.
    FirstMovesInSomeOrder,
    /// All pieces are back home.
    PiecesHome,
}

/// What a player did with a piece while he did not have the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OffTurn {
    /// He lifted it and put it back.
    Returned,
    /// He took it away to make his move.
    Taken,
}

/// What is known of an opponent whose illegal opponent loses (7.5.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpponentMates {
    /// He can checkmate, or that is no question.
    Can,
    /// It cannot be decided whether he can.
    Undecided,
}

/// What a player must play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Owed {
    /// Nothing that he has done binds him.
    AnyLegalMove,
    /// One of these moves.
    OneOf(Arc<[NamedMove]>),
}

/// What follows when a pawn is left on the last rank (7.5.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PawnLeft {
    /// It becomes a queen.
    BecomesQueen,
    /// Nothing is set up again: only the opponent can have the illegal move ruled on, it ends the game, or it has been put
    /// right.
    IllegalMove,
    /// The position before the move is set up again.
    SetUpAgain,
}

/// How it shows that a game is on of which nothing is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnknownGame {
    /// The clock runs, and no first position was seen.
    ClockRuns,
    /// Moves are made and pressed after the last game was over.
    MovesAfterEnd,
    /// Pieces are moved that the board has not learnt.
    PiecesNotLearnt,
}

/// Who has seen an irregularity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Witness {
    /// The arbiter himself.
    Arbiter,
    /// The sensors.
    Sensors,
}

/// The letter of a piece on a promotion square: upper case for the mover's own pieces, the FEN letter for others.
pub(crate) fn letter_of_mover(piece: Piece, mover: Color) -> char {
    if piece.color == mover { piece.role.letter() } else { piece.letter() }
}
