//! Records that are not old enough yet.

use super::heard::{HeardTime, When};
use crate::hall::{
    aging::{self, Aging, Excess},
    records::{Clock, Game, Move},
    table::told,
    time::Time,
};

/// What a record says that waits.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Said {
    /// What the clock shows.
    Clock(Clock),
    /// The whole state, and when it was said by the table's clock, where it tells.
    Game(Box<Game>, Option<told::Said>),
    /// A move, and when its record was made.
    Move(Move, When),
    /// How much time each move of the game left.
    Times(Vec<HeardTime>),
}

/// A record that waits.
#[derive(Debug)]
pub(super) struct Waiting {
    /// By which it is kept, where it is: a state is told again, a move is not.
    pub(super) kept: Option<u64>,
    pub(super) said: Said,
}

/// The records that wait, table by table, in order.
///
/// Where there would be more than may wait, the oldest state that a later one outdoes is dropped, else the oldest move:
/// the public sees fewer steps, or a move without its clock, and nothing early.
#[derive(Debug, Default)]
pub(super) struct Line {
    tables: Aging<Waiting>,
}

impl Line {
    /// Has a record of so many bytes wait that tells what happened then, and never less than one before it. Gives what
    /// finds no room.
    pub(super) fn push(
        &mut self,
        table: &str,
        said: Said,
        kept: Option<u64>,
        bytes: usize,
        happened: Time,
    ) -> Vec<Waiting> {
        // What a reading of the clock takes is known, however long its record was.
        let bytes = if matches!(said, Said::Clock(_)) { 0 } else { bytes };
        self.tables.push(table, Waiting { kept, said }, bytes, happened);
        let mut dropped = Vec::new();
        while let Some(excess) = self.tables.excess(table) {
            dropped.extend(self.make_room(&excess));
        }
        dropped
    }

    /// Drops one.
    fn make_room(&mut self, excess: &Excess) -> Option<Waiting> {
        let (Excess::Bytes(table) | Excess::Records(table)) = excess;
        let is_any = |waiting: &aging::Waiting<Waiting>| matches!(excess, Excess::Records(_)) || waiting.gives_room();
        let is_clock = |waiting: &Waiting| matches!(waiting.said, Said::Clock(_));
        let is_state = |waiting: &Waiting| matches!(waiting.said, Said::Game(..));
        let are_times = |waiting: &Waiting| matches!(waiting.said, Said::Times(_));
        let outdone = |is_such: &dyn Fn(&Waiting) -> bool| {
            let line = self.tables.of(table).enumerate();
            let mut such = line.filter(|(_, waiting)| is_any(waiting) && is_such(&waiting.what)).map(|(at, _)| at);
            let first = such.next()?;
            such.next().map(|_| first)
        };
        let oldest = || self.tables.of(table).position(is_any);
        let place =
            outdone(&is_clock).or_else(|| outdone(&are_times)).or_else(|| outdone(&is_state)).or_else(oldest)?;
        self.tables.take(table, place)
    }

    /// A record that is old enough, with its table.
    pub(super) fn poll(&mut self, delay_ms: i64, now: Time) -> Option<(String, Waiting)> {
        self.tables.poll(delay_ms, now)
    }

    /// When the next one is old enough.
    pub(super) fn next_deadline(&self, delay_ms: i64) -> Option<Time> {
        self.tables.next_deadline(delay_ms)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::hall::aging::{MAX_BYTES, MAX_RECORDS, MAX_TABLE_BYTES};

    fn state(fen: &str) -> Said {
        let json = json!({ "id": "g", "phase": "playing", "fen": fen, "result": "*" });
        Said::Game(serde_json::from_value(json).expect("a game"), None)
    }

    #[test]
    fn nothing_is_told_before_its_time_nor_out_of_order() {
        let mut line = Line::default();
        line.push("1", state("a"), None, 100, Time(10_000));
        // Its clock was set back: what comes after another comes no earlier.
        line.push("1", state("b"), None, 100, Time(2_000));
        assert_eq!(line.next_deadline(5_000), Some(Time(15_000)));
        assert!(line.poll(5_000, Time(14_999)).is_none());
        let fens: Vec<Said> =
            std::iter::from_fn(|| line.poll(5_000, Time(15_000))).map(|(_, waiting)| waiting.said).collect();
        assert_eq!(fens, [state("a"), state("b")]);
        assert_eq!(line.next_deadline(0), None);
    }

    #[test]
    fn memory_is_bounded_and_the_last_state_stays() {
        let mut line = Line::default();
        let dropped: Vec<Waiting> =
            (0..5_000).flat_map(|at| line.push("1", state(&at.to_string()), None, 100, Time(at))).collect();
        assert_eq!((dropped.len(), line.tables.of("1").len()), (5_000 - MAX_RECORDS, MAX_RECORDS));
        assert_eq!(line.tables.of("1").last().map(|last| last.what.said.clone()), Some(state("4999")));
    }

    #[test]
    fn long_records_find_no_more_room_than_short_ones() {
        let mut line = Line::default();
        line.push("1", state("first"), None, 2_000, Time(0));
        for at in 0..240 {
            line.push("2", state(&at.to_string()), None, 1_000_000, Time(at));
        }
        assert_eq!((line.tables.of("2").len(), line.tables.of("1").len()), (4, 1));
        assert!(line.tables.bytes() <= MAX_TABLE_BYTES, "{}", line.tables.bytes());
        for table in 3..100 {
            for at in 0..3 {
                line.push(&table.to_string(), state(&at.to_string()), None, 1_000_000, Time(at));
            }
        }
        assert!(line.tables.bytes() <= MAX_BYTES, "{}", line.tables.bytes());
        assert_eq!(line.tables.of("1").len(), 1, "it goes of who has said the most");
    }
}
