//! What pages have been shown, by version, so that each is told what is new to it alone.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::{
    core::Hall,
    people::Account,
    protocol::changes::{CaseView, Changes, PublicView},
    table::view::TableView,
    time::Time,
};

/// How many endings are remembered: who is further behind gets everything.
const ENDINGS_KEPT: usize = 4_096;

/// How many entries of the record a page gets at first.
const ENTRIES_SHOWN: usize = 200;

/// Everything that is shown, each with the version that changed it.
#[derive(Debug, Default)]
pub(super) struct Shown {
    version: u64,
    /// Who has an older version gets everything.
    oldest: u64,
    news: bool,
    tables: BTreeMap<String, (u64, TableView)>,
    public: BTreeMap<String, (u64, PublicView)>,
    details: BTreeMap<String, u64>,
    cases: BTreeMap<String, (u64, CaseView)>,
    ended: VecDeque<(u64, String)>,
    removed: VecDeque<(u64, String)>,
    order: u64,
    entries: BTreeMap<u64, u64>,
}

impl Shown {
    fn next(&mut self) -> u64 {
        self.news = true;
        self.version + 1
    }

    /// Versions go on from a time, so that those of a run before are older than all of this one.
    pub(super) fn begin(&mut self, now: Time) {
        if self.oldest == 0 {
            self.version = u64::try_from(now.0).unwrap_or(1).max(1);
            self.oldest = self.version;
        }
    }

    /// What has changed is shown from now on.
    pub(super) fn publish(&mut self) {
        if std::mem::take(&mut self.news) {
            self.version += 1;
        }
    }

    pub(super) fn table(&mut self, view: TableView) {
        let next = self.version + 1;
        self.details.insert(view.table.clone(), next);
        self.news = true;
        match self.tables.get_mut(&view.table) {
            Some((_, known)) if *known == view => {}
            Some(known) => *known = (next, view),
            None => {
                self.tables.insert(view.table.clone(), (next, view));
            }
        }
    }

    pub(super) fn public(&mut self, view: PublicView) {
        if self.public.get(&view.table).is_none_or(|(_, known)| *known != view) {
            let next = self.next();
            self.public.insert(view.table.clone(), (next, view));
        }
    }

    pub(super) fn remove_table(&mut self, name: &str) {
        self.tables.remove(name);
        self.public.remove(name);
        self.details.remove(name);
        let next = self.next();
        self.removed.push_back((next, name.to_owned()));
        self.forget_endings();
    }

    pub(super) fn case(&mut self, view: CaseView) {
        let id = view.queued.case.id.clone();
        if self.cases.get(&id).is_none_or(|(_, known)| *known != view) {
            let next = self.next();
            self.cases.insert(id, (next, view));
        }
    }

    /// Cases that are not among these wait no more.
    pub(super) fn keep_cases(&mut self, is_there: impl Fn(&str) -> bool) {
        let gone: Vec<String> = self.cases.keys().filter(|id| !is_there(id)).cloned().collect();
        for id in gone {
            self.cases.remove(&id);
            let next = self.next();
            self.ended.push_back((next, id));
        }
        self.forget_endings();
    }

    pub(super) fn reorder(&mut self) {
        self.order = self.next();
    }

    pub(super) fn enter(&mut self, number: u64) {
        let next = self.next();
        self.entries.insert(number, next);
    }

    pub(super) fn cases(&self) -> impl Iterator<Item = &CaseView> {
        self.cases.values().map(|(_, view)| view)
    }

    pub(super) fn case_view(&self, id: &str) -> Option<&CaseView> {
        self.cases.get(id).map(|(_, view)| view)
    }

    fn forget_endings(&mut self) {
        for endings in [&mut self.ended, &mut self.removed] {
            while endings.len() > ENDINGS_KEPT {
                if let Some((version, _)) = endings.pop_front() {
                    self.oldest = self.oldest.max(version);
                }
            }
        }
    }
}

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
        if !account.is_arbiter() {
            // Nothing else: no alert, no touch, no board as it is sensed, no game before its time.
            let new = shown.public.values().filter(|(version, _)| *version > since);
            changes.public = new.map(|(_, view)| view.clone()).collect();
            return changes;
        }
        let sees = |name: &str| self.tables.get(name).is_some_and(|table| account.looks_after(&table.place));
        let sees_case = |view: &CaseView| view.queued.case.tables.iter().any(|name| sees(name));
        let tables = shown.tables.values().filter(|(version, view)| *version > since && sees(&view.table));
        changes.tables = tables.map(|(_, view)| view.clone()).collect();
        let cases = shown.cases.values().filter(|(version, view)| *version > since && sees_case(view));
        changes.cases = cases.map(|(_, view)| view.clone()).collect();
        changes.ended = gone(&shown.ended, &|id| shown.cases.contains_key(id));
        if whole || shown.order > since {
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

    /// Everything of one table for who begins to look at it closely.
    #[must_use]
    pub fn detail(&self, account: &Account, name: &str) -> Option<super::table::view::TableDetail> {
        self.tables.get(name).filter(|table| account.looks_after(&table.place)).map(|table| table.detail(name))
    }
}
