//! The moves of one game, from their records in any order.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::hall::records::{Clock, Color, Move, Times};

/// A half-move as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct Entry {
    /// Half-move of the game, from 1; 0 where only its place is known.
    pub ply: u32,
    /// The move.
    pub uci: String,
    /// The move in SAN.
    pub san: String,
    /// The position after it; empty where that is not known yet.
    pub fen: String,
    /// Whether the clock was pressed on it, or the opponent has moved.
    pub completed: bool,
    /// Whether it was worked out from readings between which nothing was seen.
    pub inferred: bool,
    /// Time left of who made it, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<u32>,
}

/// All records of moves of a game, by their numbers.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Scoresheet {
    records: BTreeMap<u64, Move>,
}

impl Scoresheet {
    /// Takes a record.
    pub fn take(&mut self, seq: u64, told: Move) {
        // A move that is completed was made: that record says nothing more. Whatever may still come from between the two
        // changes nothing of what stands after the second.
        let is_outdone = |made: &Move, later: &Move| {
            later.status == "completed" && made.status == "made" && (made.ply, &made.uci) == (later.ply, &later.uci)
        };
        if self.records.range(seq..).next().is_some_and(|(_, later)| is_outdone(&told, later)) {
            return;
        }
        let before = self.records.range(..seq).next_back().filter(|(_, made)| is_outdone(made, &told));
        if let Some(made) = before.map(|(made, _)| *made) {
            self.records.remove(&made);
        }
        self.records.insert(seq, told);
    }

    /// The moves as they stand: each record undoes or changes what those before it said.
    #[must_use]
    pub fn entries(&self) -> Vec<Entry> {
        let mut standing: BTreeMap<u32, &Move> = BTreeMap::new();
        for told in self.records.values() {
            let renamed = standing.get(&told.ply).is_some_and(|known| known.uci != told.uci);
            match told.status.as_str() {
                "retracted" => {
                    standing.split_off(&told.ply);
                }
                status => {
                    if status == "corrected" && renamed {
                        standing.split_off(&told.ply);
                    }
                    standing.insert(told.ply, told);
                }
            }
        }
        let last = standing.keys().next_back().copied();
        standing.into_values().map(|told| entry(told, last)).collect()
    }

    /// The clock as the last record of a move told it, with the number of that record.
    #[must_use]
    pub fn last_times(&self) -> Option<(u64, Times)> {
        self.records.iter().rev().find_map(|(seq, told)| Some((*seq, told.clock?)))
    }
}

fn entry(told: &Move, last: Option<u32>) -> Entry {
    Entry {
        ply: told.ply,
        uci: told.uci.clone(),
        san: told.san.clone(),
        fen: told.fen.clone(),
        completed: told.status == "completed" || Some(told.ply) != last,
        inferred: told.certainty == "inferred",
        left_ms: told.clock.and_then(|clock| clock.of(told.by)),
    }
}

/// The moves of a `game` record, where the records of moves are not all known: without times and positions.
#[must_use]
pub fn without_records(moves: &[String], sans: &[String]) -> Vec<Entry> {
    let entry = |(index, (uci, san)): (usize, (&String, &String))| Entry {
        ply: u32::try_from(index + 1).unwrap_or(u32::MAX),
        uci: uci.clone(),
        san: san.clone(),
        fen: String::new(),
        completed: index + 1 < moves.len(),
        inferred: false,
        left_ms: None,
    };
    moves.iter().zip(sans).enumerate().map(entry).collect()
}

/// The clock's last readings, to know later how it stood when something happened.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Readings(BTreeMap<u64, Clock>);

/// Most readings kept: minutes of a clock read each second.
const READINGS_KEPT: usize = 512;

impl Readings {
    /// Takes a reading of this event time.
    pub fn take(&mut self, t_ms: u64, clock: Clock) {
        self.0.insert(t_ms, clock);
        while self.0.len() > READINGS_KEPT {
            self.0.pop_first();
        }
    }

    /// The last ones, to be kept.
    #[must_use]
    pub fn last(&self, count: usize) -> Vec<(u64, Clock)> {
        self.0.iter().skip(self.0.len().saturating_sub(count)).map(|(t_ms, clock)| (*t_ms, *clock)).collect()
    }

    /// How much a player had left at this event time: as last read before it, in milliseconds.
    #[must_use]
    pub fn left_at(&self, player: Color, t_ms: u64) -> Option<u32> {
        self.0.range(..=t_ms).rev().find_map(|(_, clock)| clock.times.of(player))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(ply: u32, revision: u32, uci: &str, status: &str) -> Move {
        Move {
            ply,
            revision,
            uci: uci.to_owned(),
            san: uci.to_owned(),
            fen: String::new(),
            by: if ply % 2 == 1 { Color::White } else { Color::Black },
            status: status.to_owned(),
            certainty: "seen".to_owned(),
            clock: None,
            game: "g".to_owned(),
        }
    }

    #[test]
    fn a_correction_takes_what_followed_with_it_and_a_retraction_too_in_any_order() {
        let all = [
            (1, told(1, 0, "e2e4", "made")),
            (2, told(1, 1, "e2e4", "completed")),
            (3, told(2, 0, "e7e5", "made")),
            (4, told(3, 0, "g1f3", "made")),
            (5, told(2, 1, "c7c5", "corrected")),
            (6, told(3, 1, "g1f3", "completed")),
            (7, told(4, 0, "d7d6", "made")),
            (8, told(4, 1, "d7d6", "retracted")),
        ];
        for turn in 0..all.len() {
            let mut sheet = Scoresheet::default();
            let mut order = all.clone();
            order.rotate_left(turn);
            for (seq, told) in order {
                sheet.take(seq, told);
            }
            let moves: Vec<(u32, String)> = sheet.entries().into_iter().map(|entry| (entry.ply, entry.uci)).collect();
            let expected = [(1, "e2e4"), (2, "c7c5"), (3, "g1f3")].map(|(ply, uci)| (ply, uci.to_owned()));
            assert_eq!(moves, expected);
        }
    }
}
