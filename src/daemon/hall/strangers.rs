//! What tables say to the public before anything else is heard of them.
//!
//! Who may publish to the public's topics alone may invent tables without end. So of a table that has told neither its
//! presence nor anything to arbiters only the last of each retained state waits here, and nobody is told: a broker may
//! tell what it has retained in any order.

use std::collections::{BTreeMap, VecDeque};

use crate::publish::topics::Leaf;

/// Most tables; more than a hall has.
const MAX_TABLES: usize = 4_096;

/// Most bytes of them all: the states of 2,000 tables take some 8 MiB.
const MAX_BYTES: usize = 16 * 1_024 * 1_024;

/// Tables of which nothing else was heard. Where there would be too much, the table goes that came first.
#[derive(Debug, Default)]
pub(super) struct Strangers {
    said: BTreeMap<String, BTreeMap<Leaf, String>>,
    /// In the order in which they came.
    order: VecDeque<String>,
    bytes: usize,
}

impl Strangers {
    /// Such a table has said something to the public.
    pub(super) fn hear(&mut self, table: &str, leaf: Leaf, text: String) {
        if !leaf.retained() {
            return;
        }
        if !self.said.contains_key(table) {
            self.order.push_back(table.to_owned());
        }
        self.bytes += text.len();
        let before = self.said.entry(table.to_owned()).or_default().insert(leaf, text);
        self.bytes -= before.map_or(0, |before| before.len());
        while self.order.len() > MAX_TABLES || self.bytes > MAX_BYTES {
            let Some(first) = self.order.pop_front() else { break };
            self.forget(&first);
        }
    }

    /// The table is known from now on, or is no more. Gives what it has said, the game before its PGN.
    pub(super) fn take(&mut self, table: &str) -> BTreeMap<Leaf, String> {
        if self.said.contains_key(table) {
            self.order.retain(|known| known != table);
        }
        self.forget(table)
    }

    fn forget(&mut self, table: &str) -> BTreeMap<Leaf, String> {
        let said = self.said.remove(table).unwrap_or_default();
        self.bytes -= said.values().map(String::len).sum::<usize>();
        said
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_of_each_state_waits_and_no_more_than_there_is_room_for() {
        let mut strangers = Strangers::default();
        for text in ["a", "b"] {
            strangers.hear("1", Leaf::PublicPgn, format!("pgn {text}"));
            strangers.hear("1", Leaf::PublicGame, text.to_owned());
            strangers.hear("1", Leaf::PublicMove, text.to_owned());
        }
        let said: Vec<(Leaf, String)> = strangers.take("1").into_iter().collect();
        assert_eq!(said, [(Leaf::PublicGame, "b".to_owned()), (Leaf::PublicPgn, "pgn b".to_owned())]);
        assert!(strangers.take("1").is_empty());
        assert_eq!((strangers.bytes, strangers.order.len()), (0, 0));
        for table in 0..240 {
            strangers.hear(&table.to_string(), Leaf::PublicGame, "a".repeat(1_000_000));
        }
        assert!(strangers.bytes <= MAX_BYTES && strangers.said.len() == 16, "{}", strangers.bytes);
        for table in 0..100_000 {
            strangers.hear(&table.to_string(), Leaf::PublicClock, "{}".to_owned());
        }
        assert_eq!((strangers.said.len(), strangers.order.len()), (MAX_TABLES, MAX_TABLES));
        assert_eq!(strangers.take("99999").len(), 1);
    }
}
