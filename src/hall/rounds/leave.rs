//! What becomes of tables that no pairing has any more.

use std::collections::BTreeSet;

use super::held::{HeldPairing, HeldRound, RoundKey};
use crate::{
    event::Board,
    hall::{
        actions::act::{self, Act},
        core::Hall,
        protocol::rounds::{RoundDone, RoundState, Waits},
        records::Players,
        table::{Place, Table},
        time::Time,
    },
};

/// A table that its pairing has left.
struct Left {
    table: String,
    place: Place,
    has_names: bool,
    /// The round and the board that it was told of.
    of: (RoundKey, Board),
}

impl Hall {
    /// A table that its pairing has left before a move loses the names and its place, or two tables would have the same
    /// players. A game that has begun keeps all.
    pub(super) fn clear_left_tables(&mut self, now: Time) {
        for Left { table, place, has_names, of: (key, board) } in self.left_tables() {
            self.place(&table, Place { round: None, board: None, ..place }, now);
            if has_names {
                let by = self.told_by(&key, board);
                let nobody = || Some(act::Player::default());
                let names = Act::SetPlayers { white: nobody(), black: nobody() };
                self.send_round(&by, &table, (&key, board), (vec![names], RoundDone::Told {}), now);
            }
        }
    }

    /// Tables that stand in a round that is on, and that none of its pairings has or waits for.
    fn left_tables(&self) -> Vec<Left> {
        let wanted = self.wanted_tables();
        let left = |(name, table): (&String, &Table)| {
            let place = &table.place;
            let board = board_of(place.board.as_deref()?)?;
            if wanted.contains(name) || is_begun(table) || table.link().away_since().is_some() {
                return None;
            }
            let is_its = |round: &&HeldRound| {
                round.state == RoundState::On
                    && place.round == Some(round.number)
                    && (round.section.is_none() || round.section == place.section)
            };
            let key = self.rounds.all.values().find(is_its)?.key();
            // What is on its way comes first.
            let has_names = table.game().is_some_and(|game| game.players != Players::default());
            let left = Left { table: name.clone(), place: place.clone(), has_names, of: (key, board) };
            (!self.is_changing(name)).then_some(left)
        };
        self.tables.iter().filter_map(left).collect()
    }

    /// The tables of all pairings of rounds that are on: where they are played, or will be as soon as it can be.
    fn wanted_tables(&self) -> BTreeSet<String> {
        let current = self.rounds.current();
        let mut wanted = BTreeSet::new();
        for round in self.rounds.all.values().filter(|round| round.state == RoundState::On) {
            let is_current = current.contains(&round.key());
            let is_to_come = |pairing: &HeldPairing| {
                // Without a board it may take long.
                is_current && pairing.result().is_none() && pairing.waits != Some(Waits::Board)
            };
            wanted.extend(round.pairings.iter().filter_map(|pairing| match &pairing.seat {
                Some(seat) => Some(seat.table.clone()),
                None => is_to_come(pairing).then(|| round.table_of(pairing, &self.rounds.event)),
            }));
        }
        wanted
    }
}

/// Whether something has been played at a table, or is decided.
fn is_begun(table: &Table) -> bool {
    table.game().is_some_and(|game| !game.moves.is_empty() || game.result != "*")
}

/// A board as a place has it: `3`, or `2.3` in a match.
fn board_of(text: &str) -> Option<Board> {
    let (of_match, number) = match text.split_once('.') {
        Some((of_match, number)) => (Some(of_match.parse().ok()?), number),
        None => (None, text),
    };
    Some(Board { of_match, number: number.parse().ok()? })
}
