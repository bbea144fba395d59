//! What was seen just before the board went away: it tells apart the lines that may have been played meanwhile.

use protocols::{Piece, Square};

use crate::{
    rules::{LegalMove, Lines, Position},
    turn::recovery::TurnMachine,
};

/// A piece that had come down elsewhere just before the board went away. It may have been on its way, but its player has
/// touched it, and nothing but a breach of 4.3 has him move another first.
#[derive(Debug, Clone)]
pub(in crate::turn) struct MovedBeforeGap {
    /// The position in which it was moved.
    position: Position,
    piece: Piece,
    /// Where it stood in it.
    home: Square,
    /// Where it had come down.
    landed: Square,
}

impl TurnMachine {
    /// The board goes away: remembers the piece that the player to move has just put down elsewhere.
    pub(in crate::turn) fn note_moved_before_gap(&mut self) {
        self.moved_before_gap = None;
        // In a position that is not known its first move is not known either.
        if self.phase.is_unexplained() {
            return;
        }
        let position = self.position();
        let moved = |(landed, home): (Square, Option<Square>)| {
            let (home, piece) = (home?, self.sensed.at(landed)?);
            let is_from_there = position.placement().at(home) == Some(piece);
            is_from_there.then(|| MovedBeforeGap { position: position.clone(), piece, home, landed })
        };
        self.moved_before_gap = self.sensed.just_moved(position.turn()).into_iter().find_map(moved);
    }

    /// Of several lines, those that begin with the piece that had come down elsewhere before the board went away: with
    /// what it did if it stands there still, else with what would have taken it there or across there, else with it at all.
    pub(super) fn as_moved_before_gap(&self, lines: Lines) -> Lines {
        let (Lines::Several { lines: several, all: true }, Some(moved)) = (&lines, &self.moved_before_gap) else {
            return lines;
        };
        if moved.position != *self.position() {
            return lines;
        }
        let begin_with = |fits: &dyn Fn((Square, Square)) -> bool| {
            let fits = |m: &LegalMove| m.steps().any(|step| step.0 == moved.home && fits(step));
            several.iter().filter(|line| line.first().is_some_and(fits)).cloned().collect::<Vec<_>>()
        };
        let stands = self.sensed.at(moved.landed) == Some(moved.piece);
        let went_across = |(from, to)| to == moved.landed || (!stands && is_across(from, moved.landed, to));
        let mut begun = begin_with(&went_across);
        if begun.is_empty() {
            begun = begin_with(&|_| true);
        }
        match begun.len() {
            0 => lines,
            1 => Lines::One(begun.remove(0)),
            _ => Lines::Several { lines: begun, all: true },
        }
    }
}

/// Whether a piece that is moved from one square to another may come to this one on its way: where it goes straight, only
/// to one between them; a knight's way is anybody's guess.
fn is_across(from: Square, square: Square, to: Square) -> bool {
    let step = |from: Square, to: Square| {
        let by = |from: u8, to: u8| i16::from(to) - i16::from(from);
        (by(from.file(), to.file()), by(from.rank(), to.rank()))
    };
    let (whole, part) = (step(from, to), step(from, square));
    let is_straight = whole.0 == 0 || whole.1 == 0 || whole.0.abs() == whole.1.abs();
    let length = |(files, ranks): (i16, i16)| files.abs().max(ranks.abs());
    let same_way = part.0 * length(whole) == whole.0 * length(part) && part.1 * length(whole) == whole.1 * length(part);
    !is_straight || (same_way && length(part) < length(whole))
}
