//! What the machine says.

use protocols::{Color, Square};

use crate::{
    rules::{GameResult, LegalMove, Position, Uci},
    turn::{Alert, Question, Touch},
};

/// What the machine says, in order.
#[derive(Debug, Clone, PartialEq)]
pub enum TurnOutput {
    /// An alert is raised, or has changed.
    Alert(Box<Alert>),
    /// Something is to be worked out; [`TurnMachine::answer`](super::TurnMachine::answer) takes the answer.
    Ask(Question),
    /// A new game begins from this position; nothing more is said. See [`TurnMachine::beginning`](super::TurnMachine::beginning).
    GameBegun(Position),
    /// A move is made, completed, corrected or retracted.
    Move(MoveOutput),
    /// The game is over, or the players say so.
    Over(Outcome),
    /// Play goes on from this position, which no move led to.
    PositionSet(Position),
    /// The game is not over after all.
    Reopened,
    /// A turn ended; its account.
    Turn(Account),
}

/// A move said.
#[derive(Debug, Clone, PartialEq)]
pub struct MoveOutput {
    /// Half-move, from 1.
    pub ply: u32,
    /// The position before it.
    pub before: Position,
    /// The move.
    pub m: LegalMove,
    /// Where it stands.
    pub status: MoveStatus,
    /// Whether it was worked out from positions, or a piece kind was assumed, rather than seen.
    pub inferred: bool,
}

/// Where a move stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MoveStatus {
    /// Completed (6.2.1).
    Completed,
    /// This ply was something else than said before.
    Corrected,
    /// Made (4.7), provisional until the press or the reply.
    Made,
    /// It was said to be made and was not.
    Retracted,
}

/// How a game is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The result.
    pub result: GameResult,
    /// How.
    pub termination: Termination,
    /// Whether it only is proposed: the arbiter must confirm it.
    pub proposed: bool,
}

/// How a game has ended. The words for it are made where it is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Termination {
    /// The arbiter has said the result, and nothing of how.
    ArbitersDecision,
    /// The arbiter has said how, in his own words.
    ArbitersWords(String),
    /// Checkmate (5.1.1).
    Checkmate,
    /// Dead position (5.2.2).
    DeadPosition,
    /// By a position that was in doubt, and is no checkmate (5.2).
    DrawnByPosition,
    /// Fifty moves, claimed (9.3).
    FiftyMovesClaimed,
    /// Fivefold repetition (9.6.1).
    FivefoldRepetition,
    /// The limit of illegal moves is reached (7.5.5).
    IllegalMoves,
    /// The same, against an opponent who cannot checkmate: a draw.
    IllegalMovesOpponentCannotMate,
    /// An illegal position stands, and one more move has been made (A.5.4).
    IllegalPosition,
    /// A draw claimed in a quickplay finish (10.2; Appendix G of 2014).
    QuickplayFinish,
    /// A ruling on illegal moves, which the arbiter has confirmed.
    RulesInfraction,
    /// 75 moves (9.6.2).
    SeventyFiveMoves,
    /// The players have shown the result with their kings.
    SignalledByKings,
    /// Stalemate (5.2.1).
    Stalemate,
    /// Threefold repetition, claimed (9.2).
    ThreefoldClaimed,
    /// A flag has fallen (6.9).
    TimeForfeit,
}

/// The account of a turn (`article4.md`, section 7).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Half-move, from 1.
    pub ply: u32,
    /// Whose turn it is.
    pub by: Color,
    /// First touches, in order.
    pub touched: Vec<Touch>,
    /// The own piece that binds.
    pub own: Option<Square>,
    /// The opponent's piece that binds.
    pub opponent: Option<Square>,
    /// The moves allowed, in UCI, sorted; empty when nothing is owed.
    pub legal: Vec<Uci>,
    /// The legal move made, in UCI.
    pub made: Option<Uci>,
    /// Whether it was completed, legally or as an illegal move.
    pub completed: bool,
}
