//! The moves of a game as a reader can play them through: from one position, each by the rules.
//!
//! A game of ours may go on from a position that no legal move led to: an illegal move that stands, or one that the
//! arbiter has set. Readers of broadcasts have one game a board, and stop at what they take for an error. So their game
//! ends before it, and the rest stands in a comment.

use super::heard::HeardGame;
use crate::{
    hall::time::Time,
    rules::{Position, Variant},
};

/// What can be played through, and what cannot.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// The position before the first move.
    pub from: Position,
    /// The moves.
    pub moves: Vec<LineMove>,
    /// The position after them.
    pub after: Position,
    /// What the moves do not lead to.
    pub rest: Option<Rest>,
}

/// A move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineMove {
    /// Who made it.
    pub by: protocols::Color,
    /// Its number, as a scoresheet counts.
    pub number: u32,
    /// The move, in SAN.
    pub san: String,
    /// The move, in UCI.
    pub uci: String,
    /// Time left of who made it, in milliseconds.
    pub left_ms: Option<u32>,
    /// Time since the move before it, in milliseconds, where both were seen; of the first one 0.
    pub spent_ms: Option<u64>,
    /// When it was made, by its table's clock.
    pub made: Option<Time>,
}

/// What followed upon a position that no legal move led to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rest {
    /// The moves, in SAN, as the table has them.
    pub sans: Vec<String>,
    /// The position after them; empty where it is not told.
    pub fen: String,
}

impl Line {
    /// Whether no move is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty() && self.rest.as_ref().is_none_or(|rest| rest.sans.is_empty())
    }

    /// The same with only so many moves, and nothing that no legal move led to.
    pub(super) fn until(&self, plies: usize) -> Line {
        let moves: Vec<LineMove> = self.moves.iter().take(plies).cloned().collect();
        let mut after = self.from.clone();
        for played in &moves {
            if let Some(m) = after.legal_move(&played.uci) {
                after = after.play(&m);
            }
        }
        Line { from: self.from.clone(), moves, after, rest: None }
    }

    /// The FEN of the position now; `None` where only the moves to it are told.
    #[must_use]
    pub fn fen(&self) -> Option<String> {
        match &self.rest {
            None => Some(self.after.fen()),
            Some(rest) => Some(rest.fen.clone()).filter(|fen| !fen.is_empty()),
        }
    }
}

/// Which moves are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Until {
    /// Those that are completed: the clock pressed, answered, or settled by an arbiter.
    Completed,
    /// Those that are made.
    Made,
}

/// The line of a game.
pub(super) fn line(game: &HeardGame, until: Until) -> Line {
    let variant = Variant::from_name(&game.variant).unwrap_or(Variant::Chess);
    let read = |fen: &str| Position::from_any_fen(fen, variant).ok();
    let from = game.begun_from.as_deref().and_then(read).or_else(|| read(&game.initial_fen));
    let from = from.unwrap_or_else(|| Position::first_of(variant));
    let mut position = from.clone();
    let mut before_last = from.clone();
    let mut moves = Vec::with_capacity(game.moves.len());
    let mut rest = None;
    for (place, uci) in game.moves.iter().enumerate() {
        let heard = game.ply(place);
        let played = position.legal_move(uci).map(|m| (position.san(&m).to_string(), position.play(&m)));
        let agrees = |after: &Position| heard.is_none_or(|heard| heard.fen.is_empty() || is_same(&heard.fen, after));
        let Some((san, after)) = played.filter(|(_, after)| agrees(after)) else {
            rest = Some(Rest { sans: game.sans.get(place..).unwrap_or_default().to_vec(), fen: game.fen.clone() });
            break;
        };
        moves.push(LineMove {
            by: position.turn(),
            number: position.fullmoves(),
            san,
            uci: uci.clone(),
            left_ms: game.left_ms(place),
            spent_ms: game.spent_ms(place),
            made: heard.and_then(|heard| heard.told.at),
        });
        before_last = std::mem::replace(&mut position, after);
    }
    if rest.is_none() && !game.fen.is_empty() && !is_same(&game.fen, &position) {
        rest = Some(Rest { sans: Vec::new(), fen: game.fen.clone() });
    }
    let is_pending = || {
        !game.is_over()
            && game.moves.len().checked_sub(1).is_some_and(|last| !game.ply(last).is_some_and(|heard| heard.completed))
    };
    if until == Until::Completed && is_pending() {
        match &mut rest {
            Some(rest) if !rest.sans.is_empty() => {
                rest.sans.pop();
                // The position is that after the move which is not told yet.
                rest.fen.clear();
            }
            // A position that was set after it has settled it.
            Some(_) => {}
            None => {
                if moves.pop().is_some() {
                    position = before_last;
                }
            }
        }
    }
    Line { from, moves, after: position, rest }
}

/// Whether a position is the one that a FEN means; how long nothing was taken does not count.
fn is_same(fen: &str, position: &Position) -> bool {
    let essence = |fen: &str| fen.split(' ').take(4).map(str::to_owned).collect::<Vec<_>>();
    essence(fen) == essence(&position.fen())
}
