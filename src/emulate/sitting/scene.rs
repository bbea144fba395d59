//! What happens at a table besides legal moves.

use protocols::Square;

use crate::rules::GameResult;

/// Something happens before a half-move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scene {
    /// After so many half-moves of the game.
    pub ply: usize,
    /// What.
    pub incident: Incident,
}

/// What happens. Where the arbiter has to decide, the players wait for him.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Incident {
    /// The clock says from now on that its battery is low.
    BatteryLow,
    /// The board's cable is put in again, so many milliseconds from now.
    CableIn {
        /// So many.
        after_ms: u64,
    },
    /// The board's cable is pulled.
    CableOut,
    /// Who has the move claims a draw by threefold repetition (9.2): he stops the clock and calls the arbiter.
    Claim,
    /// Who has the move lets his time run out (6.9).
    FlagFall,
    /// The piece that should move is released where no legal move takes it, and the clock is pressed (7.5.1).
    IllegalMove {
        /// There.
        to: Square,
    },
    /// The pawn is pushed to the last rank and left there, and the clock is pressed (7.5.2).
    PawnLeft,
    /// Who has the move thinks for so many milliseconds more.
    Pause {
        /// So many.
        ms: u64,
    },
    /// Who has the move presses the clock, having moved nothing (7.5.3).
    PressWithoutMove,
    /// The players agree on the result and show it with their kings.
    Result(GameResult),
    /// The rook is moved first in castling (4.4.2).
    RookFirst,
    /// Another piece that could move is lifted and put back first (4.3.1).
    TouchMove {
        /// That on this square.
        touched: Square,
    },
    /// The players have heard that their game is not being recorded, and wait.
    Unrecorded,
}

impl Incident {
    /// What they call it who only watch.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Incident::BatteryLow => "the clock's battery is low",
            Incident::CableIn { .. } => "the board's cable is put in again",
            Incident::CableOut => "the board's cable is pulled",
            Incident::Claim => "a draw by threefold repetition is claimed: give it in at the table",
            Incident::FlagFall => "a flag falls",
            Incident::IllegalMove { .. } => "an illegal move is completed",
            Incident::PawnLeft => "a pawn is left on the last rank",
            Incident::Pause { .. } => "a player thinks for long",
            Incident::PressWithoutMove => "the clock is pressed, and nothing was moved",
            Incident::Result(GameResult::Draw) => "a draw is agreed, the kings stand in the centre",
            Incident::Result(_) => "a player resigns, the kings stand in the centre",
            Incident::RookFirst => "the rook is moved first in castling",
            Incident::TouchMove { .. } => "one piece is touched, another one moved",
            Incident::Unrecorded => "the game is not being recorded",
        }
    }
}
