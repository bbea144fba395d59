//! A game as its table's public records tell it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    game::persons::Person,
    hall::{
        records::{Game, Move, Players},
        table::told::Said,
        time::Time,
    },
};

/// A game, as far as the public knows it, as it is kept.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct HeardGame {
    pub(super) variant: String,
    pub(super) initial_fen: String,
    /// The position as long as there was no move: where the arbiter had set one, not the initial one.
    #[serde(default)]
    pub(super) begun_from: Option<String>,
    pub(super) fen: String,
    pub(super) moves: Vec<String>,
    pub(super) sans: Vec<String>,
    pub(super) result: String,
    #[serde(default)]
    pub(super) termination: Option<String>,
    #[serde(default)]
    pub(super) players: Players,
    #[serde(default)]
    pub(super) white: Person,
    #[serde(default)]
    pub(super) black: Person,
    #[serde(default)]
    pub(super) interrupted: bool,
    /// What is known of half-moves besides, by their numbers from 1.
    #[serde(default)]
    pub(super) plies: BTreeMap<u32, HeardPly>,
    /// The times, move by move.
    #[serde(default)]
    pub(super) times: Vec<HeardTime>,
    /// When the state was said; `None` where it did not tell, or an older version kept it.
    #[serde(default)]
    pub(super) said: Option<Said>,
}

/// What a record of a move tells that the state does not.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct HeardPly {
    pub(super) uci: String,
    /// The position after it.
    pub(super) fen: String,
    /// Whether the clock was pressed on it, or an arbiter has settled it.
    pub(super) completed: bool,
    /// Whether it was worked out, and not seen.
    #[serde(default)]
    pub(super) inferred: bool,
    /// When it was first told.
    #[serde(default)]
    pub(super) told: When,
}

/// When a record was made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct When {
    /// By the events of its table, in milliseconds.
    pub(super) t_ms: u64,
    /// By its table's clock.
    pub(super) at: Option<Time>,
}

/// How much time a move left.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct HeardTime {
    pub(super) uci: String,
    /// Of who made it, when he had pressed, in milliseconds.
    pub(super) left_ms: Option<u32>,
}

impl HeardGame {
    /// Takes the whole state, unless it comes late. Gives whether anything is otherwise.
    pub(super) fn take_state(&mut self, game: &Game, said: Option<Said>) -> bool {
        if said.zip(self.said).is_some_and(|(said, held)| said.is_before(held)) {
            return false;
        }
        // That it was said again is nothing new.
        self.said = said;
        let person = |color: &str| {
            game.persons.get(color).and_then(|person| Person::deserialize(person).ok()).unwrap_or_default()
        };
        let begun_from = if game.moves.is_empty() { Some(game.fen.clone()) } else { self.begun_from.clone() };
        let new = HeardGame {
            variant: game.variant.clone(),
            initial_fen: game.initial_fen.clone(),
            begun_from,
            fen: game.fen.clone(),
            moves: game.moves.clone(),
            sans: game.sans.clone(),
            result: game.result.clone(),
            termination: game.termination.clone(),
            players: game.players.clone(),
            white: person("white"),
            black: person("black"),
            interrupted: game.interrupted,
            plies: self.plies.clone(),
            times: self.times.clone(),
            said,
        };
        std::mem::replace(self, new) != *self
    }

    /// Takes the times of all moves. Gives whether anything is otherwise.
    pub(super) fn take_times(&mut self, times: &[HeardTime]) -> bool {
        let differs = self.times != times;
        self.times = times.to_vec();
        differs
    }

    /// How much time the move at a place in the list, from 0, left to who made it, in milliseconds.
    pub(super) fn left_ms(&self, place: usize) -> Option<u32> {
        self.times.get(place).filter(|time| Some(&time.uci) == self.moves.get(place))?.left_ms
    }

    /// How long after the move before it the move at a place was made, in milliseconds, where both were seen.
    pub(super) fn spent_ms(&self, place: usize) -> Option<u64> {
        let seen_ms = |place| self.ply(place).filter(|ply| !ply.inferred).map(|ply| ply.told.t_ms);
        let made_ms = seen_ms(place)?;
        match place.checked_sub(1) {
            // When play began is not told.
            None => Some(0),
            Some(before) => made_ms.checked_sub(seen_ms(before)?),
        }
    }

    /// Takes a move. The state that comes with it says whether it counts. Gives whether anything is otherwise.
    pub(super) fn take_move(&mut self, told: &Move, when: When) -> bool {
        let before = self.plies.get(&told.ply).cloned();
        if told.status == "retracted" {
            self.plies.split_off(&told.ply);
            return before.is_some();
        }
        if told.status == "corrected" && before.as_ref().is_some_and(|before| before.uci != told.uci) {
            self.plies.split_off(&told.ply);
        }
        let same = before.as_ref().filter(|before| before.uci == told.uci);
        let completed = match &*told.status {
            "completed" => true,
            // The same hand may have moved on before its press. An arbiter settles what is pressed, or adds what nobody saw.
            "corrected" => before.as_ref().is_none_or(|before| before.completed),
            _ => same.is_some_and(|same| same.completed),
        };
        let ply = HeardPly {
            uci: told.uci.clone(),
            fen: told.fen.clone(),
            completed,
            inferred: told.certainty == "inferred",
            told: same.map_or(when, |same| same.told),
        };
        let differs = before.as_ref() != Some(&ply);
        self.plies.insert(told.ply, ply);
        differs
    }

    /// What is known of the move at a place in the list, from 0, as long as the moves are counted from the beginning.
    pub(super) fn ply(&self, place: usize) -> Option<&HeardPly> {
        let number = u32::try_from(place + 1).ok()?;
        self.plies.get(&number).filter(|ply| Some(&ply.uci) == self.moves.get(place))
    }

    /// Whether it has a result.
    pub(super) fn is_over(&self) -> bool {
        !matches!(&*self.result, "" | "*")
    }
}
