//! What waits until it is old enough to be told: table by table, each in its order.

use std::collections::{BTreeMap, VecDeque, vec_deque};

use super::time::Time;

/// Most records of a table that wait.
pub(crate) const MAX_RECORDS: usize = 2_048;

/// Most bytes of a table's records that wait.
pub(crate) const MAX_TABLE_BYTES: usize = 4 * 1_024 * 1_024;

/// Most bytes of all tables' records that wait: a quarter of an hour of 2,000 tables takes some 40 MiB.
pub(crate) const MAX_BYTES: usize = 64 * 1_024 * 1_024;

/// What is no longer than this, in bytes, counts as nothing: [`MAX_RECORDS`] bounds it well enough. Readings of clocks
/// are such, and of them most comes.
const SHORT: usize = 512;

/// Something that waits.
#[derive(Debug)]
pub(crate) struct Waiting<T> {
    /// When it happened, and never before what waits ahead of it.
    pub(crate) happened: Time,
    /// What it is.
    pub(crate) what: T,
    bytes: usize,
}

impl<T> Waiting<T> {
    /// Whether there is room where there were too many bytes, once it is gone.
    pub(crate) fn gives_room(&self) -> bool {
        self.bytes > 0
    }
}

/// What too much waits of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Excess {
    /// The bytes of this table, which are more than may wait of one, or the most of all.
    Bytes(String),
    /// The records of this table.
    Records(String),
}

/// What waits of a table.
#[derive(Debug)]
struct Line<T> {
    waiting: VecDeque<Waiting<T>>,
    bytes: usize,
}

/// What waits, table by table. Who puts something in drops what [`excess`](Aging::excess) finds no room for.
#[derive(Debug)]
pub(crate) struct Aging<T> {
    tables: BTreeMap<String, Line<T>>,
    bytes: usize,
}

impl<T> Default for Aging<T> {
    fn default() -> Aging<T> {
        Aging { tables: BTreeMap::new(), bytes: 0 }
    }
}

impl<T> Aging<T> {
    /// Has something of so many bytes wait that happened then. It is the last of its table's line.
    pub(crate) fn push(&mut self, table: &str, what: T, bytes: usize, happened: Time) {
        let bytes = if bytes > SHORT { bytes } else { 0 };
        let none = || Line { waiting: VecDeque::new(), bytes: 0 };
        let line = self.tables.entry(table.to_owned()).or_insert_with(none);
        let happened = line.waiting.back().map_or(happened, |last| last.happened.max(happened));
        line.waiting.push_back(Waiting { happened, what, bytes });
        line.bytes += bytes;
        self.bytes += bytes;
    }

    /// What waits of a table, in order.
    pub(crate) fn of(&self, table: &str) -> vec_deque::Iter<'_, Waiting<T>> {
        self.tables.get(table).map(|line| line.waiting.iter()).unwrap_or_default()
    }

    /// What there is too much of, after something of this table has joined.
    pub(crate) fn excess(&self, joined: &str) -> Option<Excess> {
        let line = self.tables.get(joined)?;
        if line.waiting.len() > MAX_RECORDS {
            return Some(Excess::Records(joined.to_owned()));
        }
        if line.bytes > MAX_TABLE_BYTES {
            return Some(Excess::Bytes(joined.to_owned()));
        }
        if self.bytes <= MAX_BYTES {
            return None;
        }
        // Who has said the most pays for it, and no table that says as much as any other.
        let most = self.tables.iter().max_by_key(|(_, line)| line.bytes);
        most.map(|(table, _)| Excess::Bytes(table.clone()))
    }

    /// Takes what is at a place of a table's line out of it.
    pub(crate) fn take(&mut self, table: &str, place: usize) -> Option<T> {
        let line = self.tables.get_mut(table)?;
        let taken = line.waiting.remove(place)?;
        line.bytes -= taken.bytes;
        self.bytes -= taken.bytes;
        if line.waiting.is_empty() {
            self.tables.remove(table);
        }
        Some(taken.what)
    }

    /// The next that is old enough, with its table.
    pub(crate) fn poll(&mut self, delay_ms: i64, now: Time) -> Option<(String, T)> {
        let is_due = |line: &Line<T>| line.waiting.front().is_some_and(|first| first.happened.plus(delay_ms) <= now);
        let table = self.tables.iter().find(|(_, line)| is_due(line)).map(|(table, _)| table.clone())?;
        let what = self.take(&table, 0)?;
        Some((table, what))
    }

    /// When the next one is old enough.
    pub(crate) fn next_deadline(&self, delay_ms: i64) -> Option<Time> {
        self.tables.values().filter_map(|line| line.waiting.front()).map(|first| first.happened.plus(delay_ms)).min()
    }

    /// The clock was set: what waits is as old as it was.
    pub(crate) fn clock_set(&mut self, by_ms: i64) {
        let all = self.tables.values_mut().flat_map(|line| &mut line.waiting);
        all.for_each(|waiting| waiting.happened = waiting.happened.plus(by_ms));
    }

    /// A table is no more.
    pub(crate) fn remove(&mut self, table: &str) {
        self.bytes -= self.tables.remove(table).map_or(0, |line| line.bytes);
    }

    /// How many bytes wait of all tables together.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }
}
