//! The vocabulary of the event log: what the sensors saw, whatever the board.

use protocols::{Color, Piece, Placement, Square};

/// One thing that the sensors saw (`docs/interfaces.md`, event log). Squares are those of the game: a1 is White's left
/// corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A reading of the clock.
    Clock(ClockTimes),
    /// A piece is on a square where it was not before; what stood there, if anything, is overwritten.
    Drop {
        /// The square.
        square: Square,
        /// The piece, where the board can tell.
        piece: Option<Piece>,
    },
    /// Time ran out for this player with moves still owed (6.9), not merely the end of a period.
    Flag {
        /// Whose time ran out.
        by: Color,
    },
    /// A square became empty.
    Lift {
        /// The square.
        square: Square,
        /// The piece that left, where the board can tell.
        piece: Option<Piece>,
    },
    /// The board was lost, or came back.
    Link {
        /// Whether the board is there.
        up: bool,
    },
    /// A reading of the whole board.
    Placement(BoardReading),
    /// The clock was pressed.
    Press {
        /// By whom, that is, whose time stopped.
        by: Color,
    },
    /// Nothing but time passed.
    Time,
}

/// A reading of the whole board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardReading {
    /// Which squares are occupied: bit 0 = a1, bit 7 = h1, bit 63 = h8.
    Occupied(u64),
    /// Which piece stands where.
    Pieces(Placement),
}

/// A reading of the clock, by player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ClockTimes {
    /// White's time left, in milliseconds, where it is known.
    pub white_ms: Option<u32>,
    /// Black's time left, in milliseconds, where it is known.
    pub black_ms: Option<u32>,
    /// Whose time runs; `None` when both stand.
    pub running: Option<Color>,
}

impl ClockTimes {
    /// The time left of one player, in milliseconds.
    #[must_use]
    pub fn of(&self, color: Color) -> Option<u32> {
        match color {
            Color::Black => self.black_ms,
            Color::White => self.white_ms,
        }
    }
}
