//! A piece that stood only briefly where it makes a legal move, and what has happened since.

use protocols::{Color, Piece, Square};

use super::Turn;
use crate::{
    rules::LegalMove,
    turn::{GameTime, sense::sensed_board::SensedBoard},
};

/// A piece stood where it makes a legal move, but not for `settle_ms`: it has slid on, or the opponent has taken it off
/// to recapture. Which of the two, the piece tells that comes down there.
#[derive(Debug, Clone)]
pub(in crate::turn) struct TransientStop {
    pub(in crate::turn) m: LegalMove,
    /// When it came down there.
    pub(in crate::turn) since: GameTime,
    /// When it left that square.
    pub(in crate::turn) at: GameTime,
    /// The mover has pressed since.
    pub(in crate::turn) pressed: bool,
    /// How many traces of the turn are older.
    pub(in crate::turn) traces: usize,
    /// How things stood before it left.
    pub(in crate::turn) before: Box<Before>,
}

/// A piece that its player had put down illegally is off its square again: he has taken it up, or the opponent to capture it.
#[derive(Debug, Clone)]
pub(in crate::turn) struct TakenUp {
    pub(in crate::turn) square: Square,
    pub(in crate::turn) piece: Piece,
    /// When it left that square, or when the mover pressed if that was still to be judged then.
    pub(in crate::turn) at: GameTime,
    /// When the mover has pressed since, and that waits to be judged.
    pub(in crate::turn) pressed: Option<GameTime>,
    /// What has happened since.
    pub(in crate::turn) trail: Vec<Trace>,
    /// How things stood before it left.
    pub(in crate::turn) before: Box<Before>,
}

/// How things stood before a piece left the square on which it had stood only briefly.
#[derive(Debug, Clone)]
pub(in crate::turn) struct Before {
    pub(in crate::turn) sensed: SensedBoard,
    pub(in crate::turn) turn: Turn,
    pub(in crate::turn) press: Option<OpenPress>,
    /// Alerts raised by then.
    pub(in crate::turn) alerts: u32,
}

/// Something that happened after a piece had left the square on which it had stood only briefly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) struct Trace {
    pub(in crate::turn) at: GameTime,
    pub(in crate::turn) what: What,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) enum What {
    Drop { square: Square, piece: Piece },
    Lift { square: Square },
    Press { by: Color },
}

/// A press that has completed nothing yet: board events of the next `press_grace_ms` count as before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) struct OpenPress {
    pub(in crate::turn) at: GameTime,
    pub(in crate::turn) by: Color,
    pub(in crate::turn) is_for: PressedFor,
}

/// What a press may be for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) enum PressedFor {
    /// A move, legal or not.
    AMove,
    /// A move, or nothing: it came while the opponent's time ran, or the clock that of the last game.
    PerhapsNothing,
    /// A move, or the start of the clock, which stood before (6.6).
    PerhapsTheClock,
}
