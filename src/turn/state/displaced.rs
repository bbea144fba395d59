//! Pieces where no move takes them, and whether they have been told of (3.10.2, 7.4.1).

use protocols::{Piece, Square};

use crate::turn::GameTime;

/// A piece put where no legal move takes it (3.10.2), or moved by nobody's right (7.4.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) struct Displaced {
    pub(in crate::turn) square: Square,
    pub(in crate::turn) piece: Piece,
    pub(in crate::turn) home: Option<Square>,
    pub(in crate::turn) told_at: GameTime,
    pub(in crate::turn) telling: Telling,
}

/// Whether a displaced piece has been told of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) enum Telling {
    /// It has.
    Done,
    /// It will be, once it has stood so long or is pressed on.
    Due,
    /// It seems to be put back for the next game, or to show the result: only if it is pressed on.
    IfPressed,
}

/// Which displaced pieces to tell of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) enum Tell {
    /// Those that have stood for `displaced_ms`.
    Due,
    /// All: the clock was pressed on them.
    Now,
}
