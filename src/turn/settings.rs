//! What a game is played by, and where its machine begins.

use protocols::{Color, Placement, registry::Sensing};

use super::{Beginning, Laws, Nodes, TimeControl};
use crate::rules::Position;

/// The times by which sensors are read, in milliseconds. Choices, not Law (`article4.md`, section 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timing {
    /// A drop settles when the piece has stayed so long. 0..=2_000.
    pub settle_ms: u16,
    /// Lifts closer than this have no order. 0..=200.
    pub scan_tie_ms: u16,
    /// A piece off its square and back within this was not lifted. 0..=1_000.
    pub flicker_ms: u16,
    /// King and rook in the air together for less is one late scan. 0..=5_000.
    pub two_hands_ms: u16,
    /// Board events so long after a press count as before it. 0..=3_000.
    pub press_grace_ms: u16,
    /// An illegal displacement must stand so long, or be pressed on, before it is told. 0..=10_000.
    pub displaced_ms: u16,
}

impl Default for Timing {
    fn default() -> Timing {
        Timing {
            settle_ms: 400,
            scan_tie_ms: 30,
            flicker_ms: 100,
            two_hands_ms: 200,
            press_grace_ms: 500,
            displaced_ms: 800,
        }
    }
}

/// What a game is played by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// The Laws in force.
    pub laws: Laws,
    /// What the board's sensors tell.
    pub sensing: Sensing,
    /// Whether there is a clock; without one nothing depends on presses.
    pub clock: ClockUse,
    /// The times by which sensors are read.
    pub timing: Timing,
    /// How far it is searched who can still checkmate.
    pub nodes: Nodes,
    /// The time control, where it is known: what a flag means then depends on the moves completed (6.3, 6.9).
    pub time_control: Option<TimeControl>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            laws: Laws::default(),
            sensing: Sensing::Identity,
            clock: ClockUse::Present,
            timing: Timing::default(),
            nodes: Nodes::default(),
            time_control: None,
        }
    }
}

/// Whether a table has a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockUse {
    /// There is none.
    None,
    /// There is one, and its presses are seen.
    Present,
}

/// Most completed illegal moves that one player may be said to have.
pub const MAX_ILLEGAL_MOVES: u32 = 99;

/// What was known before the first event.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Given {
    /// Positions before the present one, oldest first (repetition).
    pub history: Vec<Position>,
    /// How the pieces stood when the game began.
    pub initial: Option<Position>,
    /// Completed illegal moves so far; of each player at most [`MAX_ILLEGAL_MOVES`].
    pub illegal_moves: PerPlayer<u32>,
}

/// One value for each player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PerPlayer<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T> PerPlayer<T> {
    /// One player's.
    pub fn of(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// One player's, to change.
    pub fn of_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}

/// Where a machine begins.
#[derive(Debug, Clone, PartialEq)]
pub enum Start {
    /// A game begins, after another or after the pieces were set up.
    Begun(Box<Beginning>),
    /// A game is on, or about to begin, from this position, and the board shows it.
    Playing(Position),
    /// Nothing is known; wait for the pieces to be set up.
    Setup(crate::rules::Variant),
}

impl Start {
    /// What stands on the board then.
    #[must_use]
    pub fn board(&self) -> Placement {
        match self {
            Start::Begun(beginning) => beginning.board,
            Start::Playing(position) => *position.placement(),
            Start::Setup(_) => Placement::EMPTY,
        }
    }
}
