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
    pub status: MoveStanding,
    /// Whether it was worked out from positions, or a piece kind was assumed, rather than seen.
    pub inferred: bool,
}

/// Where a move stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveStanding {
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
    /// How, in plain words.
    pub termination: String,
    /// Whether it only is proposed: the arbiter must confirm it.
    pub proposed: bool,
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
