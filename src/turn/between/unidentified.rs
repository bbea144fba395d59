//! Pieces that the board does not know: it must learn its pieces, and has not done so before play begins, or a new one
//! comes from the box.

use protocols::{Square, SquareSet, registry::Sensing};

use crate::{
    board::{BoardReading, is_first_square, looks_like_first},
    rules::LegalMove,
    turn::{TurnMachine, UnknownGame, clock::press::LeftPawn, play::settle::Source},
};

/// So many pieces put down between the first squares are a game that is on, not pieces set up.
const PLAYED: u8 = 3;

/// What is seen of unknown pieces.
#[derive(Debug, Clone, Default)]
pub(in crate::turn) struct Unidentified {
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
    pub(in crate::turn) fn unidentified_read(&mut self, reading: BoardReading) {
        if let BoardReading::Occupied(bits) = reading {
            self.unidentified.occupied = SquareSet::from_bits(bits);
            self.look_at_unidentified();
        }
    }

    /// A piece has left.
    pub(in crate::turn) fn unidentified_lifted(&mut self, square: Square) {
        self.unidentified.occupied.remove(square);
        self.unidentified.unexplained.retain(|&other| other != square);
        if !self.phase.is_playing() {
            self.unidentified.promoted.clear();
            self.unidentified.unexplained.clear();
        }
    }

    /// A piece that is not known has come down.
    pub(in crate::turn) fn unidentified_dropped(&mut self, square: Square) {
        self.unidentified.occupied.insert(square);
        if !is_first_square(square)
            && let Some(played) = &mut self.unidentified.played
        {
            *played = played.saturating_add(1);
            if *played >= PLAYED {
                self.alert_unidentified();
            }
        }
        self.look_at_unidentified();
        self.unidentified_played(square);
    }

    /// In play an unknown piece is a promotion's: what it is nobody can tell, and a queen is assumed (3.7.3.3, 4.4.4).
    fn unidentified_played(&mut self, square: Square) {
        if !self.phase.is_followed() || self.awaits_restoring() {
            return;
        }
        let promoted = &self.unidentified.promoted;
        let carried = self.sensed.hand().iter().rev().find(|held| held.home.is_some() && promoted.contains(&held.left));
        if let Some(held) = carried.copied() {
            self.unidentified.promoted.retain(|&left| left != held.left);
            self.unidentified.promoted.push(square);
            return self.drop_piece(square, held.piece, Source::Event);
        }
        if !self.promote_unidentified(square) && !self.unidentified.unexplained.contains(&square) {
            self.unidentified.unexplained.push(square);
        }
    }

    /// A piece has left: it may be the pawn whose promotion has been put on the board before.
    pub(in crate::turn) fn explain_unidentified(&mut self) {
        if self.phase.is_followed() && !self.awaits_restoring() {
            let mut unexplained = std::mem::take(&mut self.unidentified.unexplained);
            unexplained.retain(|&square| !self.promote_unidentified(square));
            self.unidentified.unexplained = unexplained;
        }
    }

    /// Whether a pawn in the hand may have become the unknown piece on this square.
    fn promote_unidentified(&mut self, square: Square) -> bool {
        let by = self.turn.by;
        let in_air = |m: &LegalMove| self.sensed.in_air(by).any(|held| held.home == Some(m.from));
        let fits = |m: &&LegalMove| m.promotion.is_some() && m.to == square && in_air(m);
        let promotions: Vec<LegalMove> = self.turn.legal.iter().filter(fits).cloned().collect();
        let promotes = self.turn.made.is_none() && !promotions.is_empty();
        if promotes {
            self.unidentified.promoted.push(square);
            self.assume_promotion(&promotions, LeftPawn::NotPressed);
        }
        promotes
    }

    fn look_at_unidentified(&mut self) {
        if looks_like_first(self.unidentified.occupied) {
            self.unidentified.played = Some(0);
        }
    }

    /// A game is played with pieces that the board does not know: nothing of it can be followed.
    fn alert_unidentified(&mut self) {
        if !self.phase.is_setting_up() || self.settings.sensing == Sensing::Occupancy || self.recovery.alert.is_some() {
            return;
        }
        self.alert_game_not_known(UnknownGame::PiecesNotLearnt);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::Event,
        rules::Variant,
        turn::{AlertKind, AlertState, GameTime, Given, Settings, Start, TurnOutput},
    };

    /// The states of what a machine tells that waits for the first position, while unknown pieces come down on these
    /// squares of a board that shows `occupied`.
    fn told(occupied: u64, dropped: &[&str], then: Option<BoardReading>) -> Vec<AlertState> {
        let mut machine = TurnMachine::new(Settings::default(), Start::Setup(Variant::Chess), Given::default());
        machine.handle(GameTime(0), Event::Placement(BoardReading::Occupied(occupied)));
        for (seconds, name) in (1..).zip(dropped) {
            let square = name.parse().expect("a square");
            machine.handle(GameTime(seconds * 1_000), Event::Drop { square, piece: None });
        }
        if let Some(reading) = then {
            machine.handle(GameTime(60_000), Event::Placement(reading));
        }
        machine.finish();
        let said = std::iter::from_fn(|| machine.poll());
        said.filter_map(|said| match said {
            TurnOutput::Alert(alert) if alert.kind == AlertKind::PositionMismatch => Some(alert.state),
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
