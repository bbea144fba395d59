//! What the public is told later: its records wait here until they are old enough.
//!
//! Age counts from what happened, not from when it was heard: where a table holds its public records back itself, they
//! are not held back twice.

use super::{
    aging::{Aging, Excess, Waiting},
    records::{self, RecordError, Said},
    time::Time,
};

/// Of readings of a clock within this time only the last is held, in milliseconds: a page counts on by itself.
const CLOCKS_APART_MS: i64 = 5_000;

/// Which records a later one of the same kind outdoes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Clock,
    Move,
    State,
}

#[derive(Debug)]
struct Held {
    kind: Kind,
    json: String,
}

/// The public's records that wait, table by table, in order.
///
/// Where there would be more than may wait, the oldest that a later one of its kind outdoes is dropped: the public sees
/// fewer steps, each as late as ever.
#[derive(Debug, Default)]
pub(super) struct HeldBack {
    lines: Aging<Held>,
}

impl HeldBack {
    /// Holds a record back that was heard `now`. `lag_ms` is by how much the last of its table's records for arbiters,
    /// which nothing holds back, was behind: of the way, or of the table's clock.
    ///
    /// # Errors
    /// [`RecordError`]: it is none.
    pub(super) fn push(&mut self, table: &str, json: &str, lag_ms: Option<i64>, now: Time) -> Result<(), RecordError> {
        let record = records::read(json)?;
        let kind = match record.said {
            Said::Clock(_) => Kind::Clock,
            Said::Move(_) => Kind::Move,
            Said::Alert(_)
            | Said::Board(_)
            | Said::Duty(_)
            | Said::Game(_)
            | Said::Status(_)
            | Said::Touch(_)
            | Said::Turn(_)
            | Said::Unknown => Kind::State,
        };
        // What is not known to be older has happened now: nothing is told too early.
        let happened = record.at.zip(lag_ms).map_or(now, |(at, lag_ms)| at.plus(lag_ms).min(now));
        self.lines.push(table, Held { kind, json: json.to_owned() }, json.len(), happened);
        let last: Vec<&Waiting<Held>> = self.lines.of(table).rev().take(3).collect();
        let is_crowded = last.len() == 3
            && last.iter().all(|held| held.what.kind == Kind::Clock)
            && last[0].happened.since(last[2].happened) < CLOCKS_APART_MS;
        if is_crowded {
            let place = self.lines.of(table).len() - 2;
            self.lines.take(table, place);
        }
        while let Some(excess) = self.lines.excess(table) {
            self.make_room(&excess);
        }
        Ok(())
    }

    /// Drops one that a later one outdoes; where none does, the oldest.
    fn make_room(&mut self, excess: &Excess) {
        let (Excess::Bytes(table) | Excess::Records(table)) = excess;
        let is_such = |held: &Waiting<Held>| matches!(excess, Excess::Records(_)) || held.gives_room();
        // The last of each kind is outdone by none.
        let mut last: [Option<usize>; 3] = [None; 3];
        for (place, held) in self.lines.of(table).enumerate() {
            last[held.what.kind as usize] = Some(place);
        }
        let mut such = self.lines.of(table).enumerate().filter(|(_, held)| is_such(held));
        let oldest = such.clone().next().map(|(place, _)| place);
        let outdone = such.find(|(place, held)| last[held.what.kind as usize] != Some(*place));
        if let Some(place) = outdone.map(|(place, _)| place).or(oldest) {
            self.lines.take(table, place);
        }
    }

    /// The clock was set.
    pub(super) fn clock_set(&mut self, by_ms: i64) {
        self.lines.clock_set(by_ms);
    }

    /// A record that is old enough, with its table.
    pub(super) fn poll(&mut self, delay_ms: i64, now: Time) -> Option<(String, String)> {
        self.lines.poll(delay_ms, now).map(|(table, held)| (table, held.json))
    }

    /// When the next one is old enough.
    pub(super) fn next_deadline(&self, delay_ms: i64) -> Option<Time> {
        self.lines.next_deadline(delay_ms)
    }

    /// A table is no more.
    pub(super) fn remove(&mut self, table: &str) {
        self.lines.remove(table);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::hall::aging::{MAX_BYTES, MAX_RECORDS, MAX_TABLE_BYTES};

    fn clock(at: &str) -> String {
        json!({ "type": "clock", "seq": 1, "t_ms": 0, "at": at, "white_ms": 1, "black_ms": 1, "running": null })
            .to_string()
    }

    fn time(text: &str) -> Time {
        Time::read(text).expect("a time")
    }

    #[test]
    fn what_a_table_has_held_back_already_is_not_held_back_twice() {
        let mut held = HeldBack::default();
        let now = time("2026-11-24T10:15:00.000Z");
        held.push("1", &clock("2026-11-24T10:00:00.000Z"), Some(0), now).expect("a record");
        held.push("2", &clock("2026-11-24T10:05:00.000Z"), Some(0), now).expect("a record");
        held.push("3", &clock("2026-11-24T10:00:00.000Z"), None, now).expect("a record");
        assert_eq!(held.poll(900_000, now).expect("old enough").0, "1");
        assert_eq!(held.poll(900_000, now), None);
        assert_eq!(held.next_deadline(900_000), Some(time("2026-11-24T10:20:00.000Z")));
        assert_eq!(held.poll(900_000, time("2026-11-24T10:20:00.000Z")).expect("old enough").0, "2");
        // Of a table that was never heard otherwise it is not known how its clock goes.
        assert_eq!(held.next_deadline(900_000), Some(time("2026-11-24T10:30:00.000Z")));
        // A clock that goes an hour behind makes nothing older.
        let behind = Some(3_600_000);
        held.push("4", &clock("2026-11-24T09:15:00.000Z"), behind, now).expect("a record");
        assert_eq!(held.next_deadline(900_000), Some(time("2026-11-24T10:30:00.000Z")));
        // Without a delay everything goes at once.
        assert_eq!(held.poll(0, now).expect("at once").0, "3");
    }

    #[test]
    fn memory_is_bounded_and_nothing_goes_early() {
        let mut held = HeldBack::default();
        let begin = time("2026-11-24T10:00:00.000Z");
        for second in 0..100_000 {
            let now = begin.plus(second * 6_000);
            held.push("1", &clock(&now.to_string()), Some(0), now).expect("a record");
        }
        assert_eq!(held.lines.of("1").len(), MAX_RECORDS);
        let last = begin.plus(99_999 * 6_000);
        let first = last.plus(-6_000 * (i64::try_from(MAX_RECORDS).expect("small") - 1));
        assert_eq!(held.next_deadline(0), Some(first));
    }

    /// A state of so many bytes and some more.
    fn long(bytes: usize) -> String {
        json!({ "type": "game", "seq": 1, "t_ms": 0, "id": "g", "phase": "playing", "fen": "8/8/8/8/8/8/8/8 w - - 0 1",
            "result": "*", "termination": "a".repeat(bytes) })
        .to_string()
    }

    #[test]
    fn long_records_find_no_more_room_than_short_ones() {
        let mut held = HeldBack::default();
        let now = time("2026-11-24T10:00:00.000Z");
        held.push("1", &clock("2026-11-24T10:00:00.000Z"), Some(0), now).expect("a record");
        for _ in 0..240 {
            held.push("1", &long(1_000_000), Some(0), now).expect("a record");
        }
        assert_eq!(held.lines.of("1").len(), 5, "the last of them, and what takes no room");
        assert!(held.lines.bytes() <= MAX_TABLE_BYTES, "{}", held.lines.bytes());
    }

    #[test]
    fn where_all_have_said_too_much_it_goes_of_who_has_said_the_most() {
        let mut held = HeldBack::default();
        let now = time("2026-11-24T10:00:00.000Z");
        held.push("1", &long(2_000), Some(0), now).expect("a record");
        for table in 2..100 {
            for _ in 0..3 {
                held.push(&table.to_string(), &long(1_000_000), Some(0), now).expect("a record");
            }
        }
        assert!(held.lines.bytes() <= MAX_BYTES, "{}", held.lines.bytes());
        assert_eq!(held.lines.of("1").len(), 1);
        // What was told gives its room back.
        while held.poll(0, now).is_some() {}
        assert_eq!(held.lines.bytes(), 0);
    }
}
