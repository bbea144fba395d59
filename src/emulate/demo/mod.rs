//! What `touchmove demo` plays: one game, or a round.

mod round;

pub use round::{DEMO_TIME_CONTROL, demo_round};

use super::hands::Breach;

/// Morphy's game in the box of the Paris opera, 1858: captures, castling and mate in 33 half-moves.
pub const DEMO_PGN: &str = include_str!("opera.pgn");

/// What is done against the Laws in it, by half-move from 1.
///
/// At 7...Qe7 another piece is touched first; 9.Bg5 is tried on a wrong square.
pub const DEMO_BREACHES: [(usize, Breach); 2] = [(14, Breach::TouchMove), (17, Breach::IllegalMove)];
