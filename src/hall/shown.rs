//! What pages have been shown, by version, so that each is told what is new to it alone.

use std::collections::{BTreeMap, VecDeque};

use super::{
    protocol::{
        changes::{CaseView, PublicView},
        rounds::{EventView, RoundView},
    },
    table::view::TableView,
    time::Time,
};

/// How many endings are remembered: who is further behind gets everything.
const ENDINGS_KEPT: usize = 4_096;

/// Everything that is shown, each with the version that changed it.
#[derive(Debug, Default)]
pub(super) struct Shown {
    pub(super) version: u64,
    /// Who has an older version gets everything.
    pub(super) oldest: u64,
    news: bool,
    pub(super) tables: BTreeMap<String, (u64, TableView)>,
    pub(super) public: BTreeMap<String, (u64, PublicView)>,
    pub(super) details: BTreeMap<String, u64>,
    /// Since which version a table is in another section than before: others see it, with what waits there.
    pub(super) placed: BTreeMap<String, u64>,
    pub(super) cases: BTreeMap<String, (u64, CaseView)>,
    pub(super) ended: VecDeque<(u64, String)>,
    pub(super) removed: VecDeque<(u64, String)>,
    pub(super) order: u64,
    pub(super) entries: BTreeMap<u64, u64>,
    pub(super) event: (u64, EventView),
    /// By section and number.
    pub(super) rounds: BTreeMap<(Option<String>, u16), (u64, RoundView)>,
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
            Some(known) => {
                if known.1.place.section != view.place.section {
                    self.placed.insert(view.table.clone(), next);
                }
                *known = (next, view);
            }
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
        self.placed.remove(name);
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

    pub(super) fn event(&mut self, view: EventView) {
        if self.event.1 != view {
            self.event = (self.next(), view);
        }
    }

    pub(super) fn round(&mut self, view: RoundView) {
        let key = (view.section.clone(), view.number);
        if self.rounds.get(&key).is_none_or(|(_, known)| *known != view) {
            let next = self.next();
            self.rounds.insert(key, (next, view));
        }
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
