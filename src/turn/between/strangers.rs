//! Pieces that the board does not know: it must learn its pieces, and has not done so before play begins, or a new one
//! comes from the box.

use protocols::{Square, SquareSet, registry::Sensing};

use crate::{
    board::{BoardReading, is_first_square, looks_like_first},
    rules::LegalMove,
    turn::{TurnMachine, UnknownGame, clock::press::OrMissing, sense::settle::Source, state::Stage},
};

/// So many pieces put down between the first squares are a game that is on, not pieces set up.
const PLAYED: u8 = 3;

/// What is seen of unknown pieces.
#[derive(Debug, Clone, Default)]
pub(in crate::turn) struct Strangers {
    occupied: SquareSet,
    /// How many have been put down elsewhere since they stood like a first position; `None` if they have not.
    played: Option<u8>,
    /// Where those stand that have come into play as promotions, or where they were lifted last.
    promoted: Vec<Square>,
    /// Where others have come down in play, which nothing explains yet.
    unexplained: Vec<Square>,
}

impl TurnMachine {
    /// The board was read, some pieces unknown.
    pub(in crate::turn) fn strangers_read(&mut self, reading: BoardReading) {
        if let BoardReading::Occupied(bits) = reading {
            self.strangers.occupied = SquareSet::from_bits(bits);
            self.look_at_strangers();
        }
    }

    /// A piece has left.
    pub(in crate::turn) fn stranger_lifted(&mut self, square: Square) {
        self.strangers.occupied.remove(square);
        self.strangers.unexplained.retain(|&other| other != square);
        if self.stage != Stage::Playing {
            self.strangers.promoted.clear();
            self.strangers.unexplained.clear();
        }
    }

    /// A piece that is not known has come down.
    pub(in crate::turn) fn stranger_dropped(&mut self, square: Square) {
        self.strangers.occupied.insert(square);
        if !is_first_square(square)
            && let Some(played) = &mut self.strangers.played
        {
            *played = played.saturating_add(1);
            if *played >= PLAYED {
                self.tell_strangers();
            }
        }
        self.look_at_strangers();
        self.stranger_played(square);
    }

    /// In play an unknown piece is a promotion's: what it is nobody can tell, and a queen is assumed (3.7.3.3, 4.4.4).
    fn stranger_played(&mut self, square: Square) {
        if self.stage != Stage::Playing || self.lost || self.awaits_restoring() {
            return;
        }
        let promoted = &self.strangers.promoted;
        let carried = self.wood.hand.iter().rev().find(|held| held.home.is_some() && promoted.contains(&held.left));
        if let Some(held) = carried.copied() {
            self.strangers.promoted.retain(|&left| left != held.left);
            self.strangers.promoted.push(square);
            return self.drop_piece(square, held.piece, Source::Event);
        }
        if !self.stranger_promotes(square) && !self.strangers.unexplained.contains(&square) {
            self.strangers.unexplained.push(square);
        }
    }

    /// A piece has left: it may be the pawn whose promotion has been put on the board before.
    pub(in crate::turn) fn explain_strangers(&mut self) {
        if self.stage == Stage::Playing && !self.lost && !self.awaits_restoring() {
            let mut unexplained = std::mem::take(&mut self.strangers.unexplained);
            unexplained.retain(|&square| !self.stranger_promotes(square));
            self.strangers.unexplained = unexplained;
        }
    }

    /// Whether a pawn in the hand may have become the unknown piece on this square.
    fn stranger_promotes(&mut self, square: Square) -> bool {
        let by = self.turn.by;
        let in_air = |m: &LegalMove| self.wood.in_air(by).any(|held| held.home == Some(m.from));
        let fits = |m: &&LegalMove| m.promotion.is_some() && m.to == square && in_air(m);
        let promotions: Vec<LegalMove> = self.turn.legal.iter().filter(fits).cloned().collect();
        let promotes = self.turn.made.is_none() && !promotions.is_empty();
        if promotes {
            self.strangers.promoted.push(square);
            self.assume_promotion(&promotions, OrMissing::Unpressed);
        }
        promotes
    }

    fn look_at_strangers(&mut self) {
        if looks_like_first(self.strangers.occupied) {
            self.strangers.played = Some(0);
        }
    }

    /// A game is played with pieces that the board does not know: nothing of it can be followed.
    fn tell_strangers(&mut self) {
        if self.stage != Stage::Setup || self.settings.sensing == Sensing::Occupancy || self.unseen.alert.is_some() {
            return;
        }
        self.tell_game_not_known(UnknownGame::PiecesNotLearnt);
    }
}

#[cfg(test)]
mod tests {
    use protocols::At;

    use super::*;
    use crate::{
        board::Event,
        rules::Variant,
        turn::{AlertKind, AlertState, Given, Said, Settings, Start},
    };

    /// The states of what a machine tells that waits for the first position, while unknown pieces come down on these
    /// squares of a board that shows `occupied`.
    fn told(occupied: u64, dropped: &[&str], then: Option<BoardReading>) -> Vec<AlertState> {
        let mut machine = TurnMachine::new(Settings::default(), Start::Setup(Variant::Chess), Given::default());
        machine.handle(At(0), Event::Placement(BoardReading::Occupied(occupied)));
        for (seconds, name) in (1..).zip(dropped) {
            let square = name.parse().expect("a square");
            machine.handle(At(seconds * 1_000), Event::Drop { square, piece: None });
        }
        if let Some(reading) = then {
            machine.handle(At(60_000), Event::Placement(reading));
        }
        machine.finish();
        let said = std::iter::from_fn(|| machine.poll());
        said.filter_map(|said| match said {
            Said::Alert(alert) if alert.kind == AlertKind::PositionMismatch => Some(alert.state),
            _ => None,
        })
        .collect()
    }

    const FIRST: u64 = 0xffff_0000_0000_ffff;

    #[test]
    fn a_game_played_with_unknown_pieces_is_told_once() {
        assert_eq!(told(FIRST, &["e4", "e5", "f3", "c6"], None), [AlertState::Raised]);
        // Three of the first squares could not be read yet.
        assert_eq!(told(FIRST & !0x0700, &["e4", "e5", "f3"], None), [AlertState::Raised]);
    }

    #[test]
    fn unknown_pieces_that_are_set_up_or_adjusted_are_no_game() {
        assert_eq!(told(0, &["e4", "e5", "f3", "c6"], None), []);
        assert_eq!(told(FIRST, &["e2", "e7", "f1", "c8"], None), []);
        assert_eq!(told(FIRST, &["e4", "e5"], None), []);
    }

    #[test]
    fn once_the_pieces_are_known_and_stand_in_the_first_position_nothing_is_wrong_any_more() {
        let first = BoardReading::Pieces(protocols::Placement::initial());
        assert_eq!(told(FIRST, &["e4", "e5", "f3"], Some(first)), [AlertState::Raised, AlertState::Cleared]);
    }
}
