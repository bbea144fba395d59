//! Play that goes on after a game is over, on a board of squares: another game of which nothing is known, for its first
//! position was not seen whole.

use protocols::{Color, SquareSet};

use super::Hypotheses;
use crate::{
    board::{is_first_square, looks_like_first},
    turn::{
        UnknownGame,
        between::next_game::{MAX_CHANGED, PLAYED_PRESSES},
    },
};

/// What has been seen since the last game was over.
#[derive(Debug, Clone, Default)]
pub(super) struct AfterEnd {
    /// The pieces have been set up again, or nearly all of them.
    is_set_up: bool,
    /// Who has pressed last, and which squares were occupied then.
    pressed: Option<(Color, SquareSet)>,
    /// How many presses in turn were each for a move, up to that.
    presses: u8,
}

impl AfterEnd {
    /// So stand the pieces while no game is on.
    fn shown(&mut self, occupied: SquareSet) {
        self.is_set_up |= looks_like_first(occupied);
    }

    /// The clock is pressed. Gives whether so many have pressed in turn that a game is played.
    fn pressed(&mut self, by: Color, occupied: SquareSet) -> bool {
        let is_in_turn = |(before, then): (Color, SquareSet)| before != by && is_a_move(then, occupied);
        self.presses = if self.pressed.is_some_and(is_in_turn) { self.presses.saturating_add(1) } else { 1 };
        self.pressed = Some((by, occupied));
        self.is_set_up && self.presses >= PLAYED_PRESSES
    }
}

/// Whether a move may have led from one board to the other: a piece has left a square, and where one has come to others, not
/// only to where the next game has pieces.
fn is_a_move(before: SquareSet, after: SquareSet) -> bool {
    let (left, come) = (before.bits() & !after.bits(), after.bits() & !before.bits());
    let changed = (left | come).count_ones() as usize;
    let goes_home = come != 0 && SquareSet::from_bits(come).iter().all(is_first_square);
    left != 0 && changed <= MAX_CHANGED && !goes_home
}

impl Hypotheses {
    /// The sensors show these squares occupied. While a game is played, nothing of this is watched.
    pub(super) fn watch_after_end(&mut self) {
        if self.all[0].machine.is_over() {
            self.after_end.shown(SquareSet::from_bits(self.occupied));
        } else {
            self.after_end = AfterEnd::default();
        }
    }

    /// The clock is pressed: after the end of a game, it may be for a move of another one.
    pub(super) fn pressed_after_end(&mut self, by: Color) {
        self.watch_after_end();
        let machine = &self.all[0].machine;
        let is_told = machine.is_unknown_game_told();
        if !machine.is_ended_by_players() || is_told {
            return;
        }
        if self.after_end.pressed(by, SquareSet::from_bits(self.occupied)) {
            let alert = self.all[0].machine.game_not_known(UnknownGame::MovesAfterEnd);
            let number = self.raise_in_all(alert);
            self.machines().for_each(|machine| machine.between_games.told = Some(number));
        }
    }
}

#[cfg(test)]
mod tests {
    use protocols::Placement;

    use super::*;

    fn occupied(squares: &[&str], without: &[&str]) -> SquareSet {
        let mut set = SquareSet::from_bits(Placement::initial().occupied());
        without.iter().for_each(|square| set.remove(square.parse().expect("a square")));
        squares.iter().for_each(|square| set.insert(square.parse().expect("a square")));
        set
    }

    #[test]
    fn presses_in_turn_each_for_a_move_tell_of_a_game_once_pieces_have_been_set_up() {
        let boards = [
            (Color::White, occupied(&["f3"], &["g1", "b8"])),
            (Color::Black, occupied(&["f3", "d5"], &["g1", "b8", "d7"])),
            (Color::White, occupied(&["f3", "d5", "g3"], &["g1", "b8", "d7", "g2"])),
            (Color::Black, occupied(&["f3", "d5", "g3", "f6"], &["g1", "b8", "d7", "g2", "g8"])),
        ];
        let tell = |is_set_up: bool| {
            let mut after = AfterEnd::default();
            if is_set_up {
                after.shown(occupied(&[], &["b8"]));
            }
            boards.map(|(by, occupied)| after.pressed(by, occupied))
        };
        assert_eq!(tell(true), [false, false, false, true]);
        assert_eq!(tell(false), [false; 4]);
    }

    #[test]
    fn pieces_that_only_go_home_are_no_moves() {
        let before = occupied(&["e4"], &["b8", "e2"]);
        assert!(!is_a_move(before, occupied(&[], &["b8"])));
        assert!(!is_a_move(before, occupied(&["e4"], &["e2"])));
        assert!(is_a_move(before, occupied(&["e5"], &["b8", "e2"])));
        assert!(is_a_move(before, occupied(&["e4"], &["b8", "e2", "d1"])), "taken without a trace");
    }
}
