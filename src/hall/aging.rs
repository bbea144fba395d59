//! What waits until it is old enough to be told: table by table, each in its order.

use std::collections::{BTreeMap, VecDeque};

use super::time::Time;

/// Something that waits.
#[derive(Debug)]
pub(crate) struct Waiting<T> {
    /// When it happened, and never before what waits ahead of it.
    pub(crate) happened: Time,
    /// What it is.
    pub(crate) what: T,
}

/// What waits, table by table. It is not bounded: who puts something in looks at the line that it joins.
#[derive(Debug)]
pub(crate) struct Aging<T> {
    tables: BTreeMap<String, VecDeque<Waiting<T>>>,
}

impl<T> Default for Aging<T> {
    fn default() -> Aging<T> {
        Aging { tables: BTreeMap::new() }
    }
}

impl<T> Aging<T> {
    /// Has something wait that happened then. Gives its table's line, in which it is the last.
    pub(crate) fn push(&mut self, table: &str, what: T, happened: Time) -> &mut VecDeque<Waiting<T>> {
        let line = self.tables.entry(table.to_owned()).or_default();
        let happened = line.back().map_or(happened, |last| last.happened.max(happened));
        line.push_back(Waiting { happened, what });
        line
    }

    /// The next that is old enough, with its table.
    pub(crate) fn poll(&mut self, delay_ms: i64, now: Time) -> Option<(String, T)> {
        let is_due =
            |line: &VecDeque<Waiting<T>>| line.front().is_some_and(|first| first.happened.plus(delay_ms) <= now);
        let table = self.tables.iter().find(|(_, line)| is_due(line)).map(|(table, _)| table.clone())?;
        let line = self.tables.get_mut(&table)?;
        let first = line.pop_front()?;
        if line.is_empty() {
            self.tables.remove(&table);
        }
        Some((table, first.what))
    }

    /// When the next one is old enough.
    pub(crate) fn next_deadline(&self, delay_ms: i64) -> Option<Time> {
        self.tables.values().filter_map(|line| line.front()).map(|first| first.happened.plus(delay_ms)).min()
    }

    /// The clock was set: what waits is as old as it was.
    pub(crate) fn clock_set(&mut self, by_ms: i64) {
        let all = self.tables.values_mut().flatten();
        all.for_each(|waiting| waiting.happened = waiting.happened.plus(by_ms));
    }

    /// A table is no more.
    pub(crate) fn remove(&mut self, table: &str) {
        self.tables.remove(table);
    }

    /// What waits of a table.
    #[cfg(test)]
    pub(crate) fn of(&self, table: &str) -> &VecDeque<Waiting<T>> {
        &self.tables[table]
    }
}
