//! The positions of a game so far: repetition (9.2, 9.6.1) and move counts (9.3, 9.6.2).

use std::sync::Arc;

use super::Position;

/// The positions of a game, the first included, in order. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct History {
    positions: Arc<Vec<Position>>,
}

/// How often the present position has appeared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repetition {
    /// How often in all, the present time included.
    pub times: usize,
    /// How often in a row with both players only moving to and fro: on consecutive alternate moves (9.6.a of 2014).
    pub consecutive: usize,
}

impl History {
    /// A history that begins with `first`.
    #[must_use]
    pub fn from(first: Position) -> History {
        History { positions: Arc::new(vec![first]) }
    }

    /// The history of a game: positions given, those that its moves were made in, and the one reached.
    #[must_use]
    pub fn of_game(given: Vec<Position>, before_moves: impl Iterator<Item = Position>, now: Position) -> History {
        let mut positions = given;
        positions.extend(before_moves);
        positions.push(now);
        History { positions: Arc::new(positions) }
    }

    /// Adds the position after a move.
    pub fn push(&mut self, position: Position) {
        Arc::make_mut(&mut self.positions).push(position);
    }

    /// Takes back to the first `len` positions.
    pub fn truncate(&mut self, len: usize) {
        Arc::make_mut(&mut self.positions).truncate(len.max(1));
    }

    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// How many positions ago this one has stood, the latest first; 0: the last one is it.
    #[must_use]
    pub fn ago(&self, position: &Position) -> Vec<usize> {
        // A capture or pawn move parts the game in two: nothing before it can come again.
        let reach = position.halfmoves() as usize + 1;
        let latest = self.positions.iter().rev().take(reach).enumerate();
        latest.filter(|(_, other)| *other == position).map(|(ago, _)| ago).collect()
    }

    /// How often `position`, if it followed now, would have appeared.
    #[must_use]
    pub fn repetition_with(&self, position: &Position) -> Repetition {
        appearances(&self.positions, position)
    }

    /// How often the last position has appeared.
    #[must_use]
    pub fn repetition(&self) -> Repetition {
        match self.positions.split_last() {
            Some((last, earlier)) => appearances(earlier, last),
            None => Repetition { times: 0, consecutive: 0 },
        }
    }
}

/// How often `position` has appeared when it follows `positions`.
fn appearances(positions: &[Position], position: &Position) -> Repetition {
    // A capture or pawn move parts the game in two: nothing before it can come again.
    let reach = position.halfmoves() as usize;
    let earlier = || positions.iter().rev().take(reach);
    let times = 1 + earlier().filter(|&other| other == position).count();
    let consecutive = 1 + earlier().skip(3).step_by(4).take_while(|&other| other == position).count();
    Repetition { times, consecutive }
}
