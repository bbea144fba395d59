//! What has been played so far: the moves as they stand, and the positions that count for repetition (9.2, 9.6).

use std::sync::Arc;

use crate::rules::{History, LegalMove, Position, Uci};

/// A move that was made, as it is remembered.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct MoveMade {
    /// Half-move, from 1.
    pub(super) ply: u32,
    /// The position it was made in.
    pub(super) before: Position,
    pub(super) uci: Uci,
    /// It was worked out, not seen as it was made.
    pub(super) inferred: bool,
}

/// The moves made so far, to be compared; games that have parted only just share them.
#[derive(Debug)]
pub(super) struct Line<'a>(&'a Arc<Vec<MoveMade>>);

impl PartialEq for Line<'_> {
    fn eq(&self, other: &Line<'_>) -> bool {
        let said = |made: &MoveMade| (made.ply, made.uci);
        // The last ones differ first.
        Arc::ptr_eq(self.0, other.0)
            || (self.0.len() == other.0.len() && self.0.iter().rev().map(said).eq(other.0.iter().rev().map(said)))
    }
}

/// The moves and the positions of a game up to now.
#[derive(Debug, Clone)]
pub(super) struct Played {
    /// Positions given before the first one of this log, oldest first.
    given: Arc<[Position]>,
    /// Those and all that were reached since, up to the one in which the turn in progress began.
    history: History,
    /// Oldest first; an irregularity that stands is none of them.
    moves: Arc<Vec<MoveMade>>,
    /// No half-move behind this one has been made.
    highest: u32,
}

impl Played {
    /// Nothing yet, after these positions, oldest first, and now this one.
    pub(super) fn after(given: Vec<Position>, now: Position) -> Played {
        let history = History::of_game(given.clone(), std::iter::empty(), now);
        Played { given: given.into(), history, moves: Arc::default(), highest: 0 }
    }

    pub(super) fn moves(&self) -> &Arc<Vec<MoveMade>> {
        &self.moves
    }

    /// What is compared of the moves.
    pub(super) fn line(&self) -> Line<'_> {
        Line(&self.moves)
    }

    pub(super) fn history(&self) -> &History {
        &self.history
    }

    /// A game begins from this position, with nothing before it. The moves said to be made stay as they are.
    pub(super) fn begin_from(&mut self, position: Position) {
        self.history = History::from(position);
    }

    /// This position has been reached.
    pub(super) fn reach(&mut self, position: Position) {
        self.history.push(position);
    }

    /// The last position reached was not.
    pub(super) fn leave_last(&mut self) {
        self.history.truncate(self.history.len() - 1);
    }

    /// This half-move is the one made, whatever was made of it before.
    pub(super) fn record_move(&mut self, ply: u32, before: &Position, m: &LegalMove, inferred: bool) {
        self.forget_move(ply);
        self.highest = self.highest.max(ply);
        Arc::make_mut(&mut self.moves).push(MoveMade { ply, before: before.clone(), uci: m.to_uci(), inferred });
    }

    /// This half-move was not made.
    pub(super) fn forget_move(&mut self, ply: u32) {
        if ply <= self.highest && self.moves.iter().any(|made| made.ply == ply) {
            Arc::make_mut(&mut self.moves).retain(|made| made.ply != ply);
        }
    }

    /// The game goes on from this position, after so many of the moves.
    pub(super) fn restart_after(&mut self, moves: usize, position: Position) {
        Arc::make_mut(&mut self.moves).truncate(moves);
        let before_moves = self.moves.iter().map(|made| made.before.clone());
        self.history = History::of_game(self.given.to_vec(), before_moves, position);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game in which these moves have been made.
    fn played(line: &[&str]) -> (Played, Position) {
        let mut position = Position::initial();
        let mut played = Played::after(Vec::new(), position.clone());
        for (ply, uci) in (1..).zip(line) {
            let m = position.legal_move(uci).expect("a legal move");
            played.record_move(ply, &position, &m, false);
            position = position.play(&m);
            played.reach(position.clone());
        }
        (played, position)
    }

    #[test]
    fn a_half_move_said_again_takes_the_place_of_the_one_before() {
        let (mut played, _) = played(&["e2e4"]);
        let first = Position::initial();
        played.record_move(1, &first, &first.legal_move("d2d4").expect("legal"), false);
        let moves: Vec<_> = played.moves().iter().map(|made| (made.ply, made.uci.as_str().to_owned())).collect();
        assert_eq!(moves, [(1, "d2d4".to_owned())]);
    }

    #[test]
    fn positions_repeat_across_what_was_given_and_what_was_played() {
        let first = Position::initial();
        let position = ["g1f3", "g8f6"].iter().fold(first.clone(), |position, uci| {
            let m = position.legal_move(uci).expect("a legal move");
            position.play(&m)
        });
        let mut played = Played::after(vec![first], position.clone());
        let there = position.play(&position.legal_move("f3g1").expect("legal"));
        played.reach(there.clone());
        played.reach(there.play(&there.legal_move("f6g8").expect("legal")));
        assert_eq!(played.history().repetition().times, 2);
        played.leave_last();
        assert_eq!(played.history().repetition().times, 1);
    }

    #[test]
    fn a_game_that_goes_on_earlier_forgets_what_came_later_and_keeps_what_was_before() {
        let (mut played, _) = played(&["g1f3", "g8f6", "f3g1", "f6g8"]);
        let before_third = played.moves()[2].before.clone();
        played.restart_after(2, before_third.clone());
        assert_eq!(played.moves().len(), 2);
        assert_eq!(played.history().len(), 3);
        assert_eq!(played.history().ago(&before_third), [0]);
    }

    #[test]
    fn forgetting_a_move_that_was_not_made_shares_the_others_still() {
        let (mut played, _) = played(&["e2e4", "e7e5"]);
        let shared = Arc::clone(played.moves());
        played.forget_move(7);
        assert!(Arc::ptr_eq(&shared, played.moves()));
    }
}
