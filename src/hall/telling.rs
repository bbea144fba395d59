//! What is new to a page, and what it may see of it.

use std::collections::{BTreeSet, VecDeque};

use super::{
    core::Hall,
    people::Account,
    protocol::changes::{CaseView, Changes},
    table::Place,
    time::Time,
};

/// How many entries of the record a page gets at first.
const ENTRIES_SHOWN: usize = 200;

impl Hall {
    /// What is new to this account since a version that it has; 0 where it has nothing. `watched` are the tables that it
    /// looks at closely.
    #[must_use]
    pub fn changes(&self, account: &Account, since: u64, watched: &BTreeSet<String>, now: Time) -> Changes {
        let shown = &self.shown;
        let whole = since < shown.oldest || since > shown.version;
        let since = if whole { 0 } else { since };
        let mut changes = Changes { version: shown.version, whole, now, ..Changes::default() };
        let gone = |endings: &VecDeque<(u64, String)>, is_there: &dyn Fn(&str) -> bool| {
            let new = endings.iter().filter(|(version, id)| !whole && *version > since && !is_there(id));
            new.map(|(_, id)| id.clone()).collect()
        };
        changes.removed = gone(&shown.removed, &|name| self.tables.contains_key(name));
        if whole || shown.event.0 > since {
            changes.event = Some(shown.event.1.clone());
        }
        if !account.is_arbiter() {
            // Nothing else: no alert, no touch, no board as it is sensed, no game before its time.
            let new = shown.public.values().filter(|(version, _)| *version > since);
            changes.public = new.map(|(_, view)| view.clone()).collect();
            return changes;
        }
        let sees_section =
            |section: &Option<String>| account.looks_after(&Place { section: section.clone(), ..Place::default() });
        let rounds = shown.rounds.values().filter(|(version, view)| *version > since && sees_section(&view.section));
        changes.rounds = rounds.map(|(_, view)| view.clone()).collect();
        let sees = |name: &str| self.tables.get(name).is_some_and(|table| account.looks_after(&table.place));
        let sees_case = |view: &CaseView| view.queued.case.tables.iter().any(|name| sees(name));
        let is_placed = |name: &String| shown.placed.get(name).is_some_and(|version| *version > since);
        let is_elsewhere = |view: &CaseView| view.queued.case.tables.iter().any(is_placed);
        let tables = shown.tables.values().filter(|(version, view)| *version > since && sees(&view.table));
        changes.tables = tables.map(|(_, view)| view.clone()).collect();
        let cases = shown.cases.values();
        let cases = cases.filter(|(version, view)| (*version > since || is_elsewhere(view)) && sees_case(view));
        changes.cases = cases.map(|(_, view)| view.clone()).collect();
        changes.ended = gone(&shown.ended, &|id| shown.cases.contains_key(id));
        if !whole {
            // A table that is another section's now is no more for who does not look after that one.
            changes.removed.extend(shown.placed.keys().filter(|name| is_placed(name) && !sees(name)).cloned());
            let lost = shown.cases.iter().filter(|(_, (_, view))| is_elsewhere(view) && !sees_case(view));
            changes.ended.extend(lost.map(|(id, _)| id.clone()));
        }
        if whole || shown.order > since || shown.placed.keys().any(is_placed) {
            let seen = |id: &&String| shown.case_view(id).is_some_and(sees_case);
            changes.order = Some(self.queue.order.iter().filter(seen).cloned().collect());
        }
        let is_new = |number: &u64| shown.entries.get(number).is_some_and(|version| *version > since);
        let mut entries: Vec<u64> = if whole {
            self.entries.keys().rev().take(ENTRIES_SHOWN).copied().collect()
        } else {
            shown.entries.keys().rev().copied().filter(is_new).collect()
        };
        entries.reverse();
        let entries = entries.iter().filter_map(|number| self.entries.get(number));
        changes.entries = entries.filter(|entry| self.may_see_entry(account, entry)).cloned().collect();
        let details = watched.iter().filter(|name| sees(name));
        let details = details.filter(|name| shown.details.get(*name).is_some_and(|version| *version > since));
        changes.details = details.filter_map(|name| Some(self.tables.get(name)?.detail(name))).collect();
        changes
    }

    /// The version that [`changes`](Hall::changes) leads to: who has it knows all.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.shown.version
    }

    /// Whether an account may see what arbiters see of a table, and act there.
    #[must_use]
    pub fn sees(&self, account: &Account, name: &str) -> bool {
        self.tables.get(name).is_some_and(|table| account.looks_after(&table.place))
    }

    /// Everything of one table for who begins to look at it closely.
    #[must_use]
    pub fn detail(&self, account: &Account, name: &str) -> Option<super::table::view::TableDetail> {
        self.tables.get(name).filter(|table| account.looks_after(&table.place)).map(|table| table.detail(name))
    }
}
