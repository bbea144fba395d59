//! What follows from what was heard: cases that come and end, the queue, what is shown.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    actions::{act::Act, offers::offers_of},
    core::{Hall, Output},
    decisions::entry::{Entry, What},
    keep::Row,
    protocol::changes::CaseView,
    queue::{
        case::{Case, cases_of},
        queue,
        severity::Severity,
    },
    table::told::StandingAlert,
    time::Time,
};

/// How long it is waited to hear how a case has ended, in milliseconds.
const ENDING_MS: i64 = 60_000;

impl Hall {
    /// Works out what follows from what was heard until `now`.
    pub fn settle(&mut self, now: Time) {
        self.shown.begin(now);
        self.pass(now);
        self.resend(now);
        self.settle_rounds(now);
        let mut changed = std::mem::take(&mut self.marked);
        let dirty = std::mem::take(&mut self.dirty);
        for name in &dirty {
            changed |= self.settle_table(name, now);
        }
        self.settle_endings(now);
        self.settled = now;
        if changed || self.queue.next_deadline.is_some_and(|due| due <= now) {
            self.settle_queue(now);
        }
        self.show_cases(|case| case.tables.iter().any(|name| dirty.contains(name)));
        self.shown.publish();
    }

    /// Gives whether its cases have changed.
    fn settle_table(&mut self, name: &str, now: Time) -> bool {
        let Some(table) = self.tables.get(name) else {
            if let Some(public) = self.public.get(name).filter(|public| public.is_known()) {
                self.shown.public(public.view(name, &Default::default()));
            } else {
                self.shown.remove_table(name);
            }
            return self.cases.remove(name).is_some_and(|cases| !cases.is_empty());
        };
        self.shown.table(table.view(name));
        if let Some(public) = self.public.get(name).filter(|public| public.is_known()) {
            self.shown.public(public.view(name, &table.place));
        }
        let before = self.cases.remove(name).unwrap_or_default();
        // What is as before is held once, wherever it is held.
        let shared =
            |case: Case| before.iter().find(|known| ***known == case).cloned().unwrap_or_else(|| Arc::new(case));
        let cases = cases_of(name, table, now).into_iter().map(shared).collect();
        self.cases.insert(name.to_owned(), cases);
        let cases = self.cases.get(name).map(Vec::as_slice).unwrap_or_default();
        let changed = before != cases;
        let ended: Vec<Arc<Case>> =
            before.into_iter().filter(|case| !cases.iter().any(|now| now.id == case.id)).collect();
        for case in ended {
            let shown = self.shown.case_view(&case.id);
            let proposed = shown.and_then(|view| view.offers.iter().find(|offer| offer.proposed));
            let proposed = proposed.map(|offer| offer.outcome.effects.clone()).unwrap_or_default();
            self.ending.insert(case.id.clone(), (case, proposed));
        }
        changed
    }

    /// Cases that have ended go into the record, once it is known how.
    fn settle_endings(&mut self, now: Time) {
        let ending = std::mem::take(&mut self.ending);
        for (id, (case, proposed)) in ending {
            let is_back =
                case.tables.iter().filter_map(|name| self.cases.get(name)).flatten().any(|open| open.id == id);
            if is_back {
                continue;
            }
            match self.how_ended(&case, now) {
                None => {
                    self.ending.insert(id, (case, proposed));
                }
                Some(how) => self.end(&case, proposed, how, now),
            }
        }
    }

    fn end(&mut self, case: &Case, proposed: Vec<super::actions::outcome::Effect>, how: Ended, now: Time) {
        if self.marks.remove(&case.id).is_some() {
            self.out.push_back(Output::Keep(Row::Marks { case: case.id.clone(), marks: None }));
        }
        if case.severity == Severity::Private {
            return;
        }
        let Some(name) = case.tables.first() else { return };
        let Some(table) = self.tables.get(name) else { return };
        let (what, by, at) = match how {
            Ended::Here | Ended::Not => return,
            Ended::ByItself(how, at) => (What::EndedByItself { how }, None, at),
            Ended::Elsewhere(command, by, at) => (What::DecidedElsewhere { command }, by, at),
        };
        let at = at.unwrap_or(now);
        let known = |entry: &&Entry| entry.case.as_ref() == Some(&case.id) && entry.what == what && entry.at == at;
        if self.entries.values().rev().take(500).find(known).is_some() {
            return;
        }
        let entry = Entry::of(self.next_number(), at, name, table, what).about(case);
        self.enter(Entry { by, proposed, ..entry });
    }

    /// How a case has ended; `None` where that is still to come.
    fn how_ended(&self, case: &Case, now: Time) -> Option<Ended> {
        let is_of_it = |entry: &&Entry| {
            let names = |alert: &String| case.alerts.iter().any(|standing| standing.alert.id == *alert);
            entry.is_in_force()
                && (entry.case.as_ref() == Some(&case.id)
                    || entry.acts.iter().filter_map(Act::alert).any(|id| names(&id.to_owned())))
        };
        if self.entries.values().rev().take(500).any(|entry| is_of_it(&entry)) {
            return Some(Ended::Here);
        }
        if case.alerts.is_empty() {
            return Some(Ended::ByItself("gone".to_owned(), None));
        }
        let table = case.tables.first().and_then(|name| self.tables.get(name));
        let Some(table) = table else { return Some(Ended::ByItself("gone".to_owned(), None)) };
        if case.game.as_deref().is_some_and(|game| table.is_others(game)) {
            return Some(Ended::Not);
        }
        let known = case.alerts.iter().filter_map(|standing| table.alert(&standing.alert.id));
        let alerts: Vec<StandingAlert> = known.collect();
        if let Some(decided) =
            alerts.iter().filter(|standing| standing.ended_by().is_some()).max_by_key(|standing| standing.changed_at)
        {
            let command = decided.ended_by().unwrap_or_default().to_owned();
            return Some(Ended::Elsewhere(command, decided.alert.decided_by.clone(), Some(decided.changed_at)));
        }
        let is_other = table.game().is_none_or(|game| Some(&game.id) != case.game.as_ref());
        let last =
            alerts.iter().filter(|standing| !standing.alert.state.is_open()).max_by_key(|standing| standing.changed_at);
        let unknown = alerts.iter().filter(|standing| standing.gone).map(|standing| standing.changed_at);
        let waited = unknown.max().is_none_or(|since| now.since(since) >= ENDING_MS);
        match last {
            _ if !waited && !is_other => None,
            Some(last) => {
                Some(Ended::ByItself(format!("{:?}", last.alert.state).to_lowercase(), Some(last.changed_at)))
            }
            None if is_other => Some(Ended::ByItself("next-game".to_owned(), None)),
            None => Some(Ended::ByItself("gone".to_owned(), None)),
        }
    }

    fn settle_queue(&mut self, now: Time) {
        let before = std::mem::take(&mut self.queue.order);
        self.queue = queue(self.cases.values().flatten(), &self.marks, now);
        if self.queue.order != before {
            self.shown.reorder();
        }
        let queue = &self.queue;
        self.shown.keep_cases(|id| queue.cases.contains_key(id));
    }

    /// Shows the cases whose table or place in the queue may have changed, with what can be done.
    fn show_cases(&mut self, may_have_changed: impl Fn(&Case) -> bool) {
        let none = super::table::Table::default();
        let mut views = BTreeMap::new();
        for (id, queued) in &self.queue.cases {
            let case = &queued.case;
            let known = self.shown.case_view(id);
            if known.is_some_and(|known| known.queued == *queued) && !may_have_changed(case) {
                continue;
            }
            let table = case.tables.first().and_then(|name| self.tables.get(name)).unwrap_or(&none);
            let offers = if case.members.is_empty() { offers_of(case, table) } else { Vec::new() };
            views.insert(id.clone(), CaseView { queued: queued.clone(), offers });
        }
        for view in views.into_values() {
            self.shown.case(view);
        }
    }
}

/// How a case has ended.
enum Ended {
    /// In this way, at this time.
    ByItself(String, Option<Time>),
    /// By this command of somebody, not given here.
    Elsewhere(String, Option<String>, Option<Time>),
    /// By somebody here: it stands in the record.
    Here,
    /// Not at all, but another table of this name is heard. Two that speak in turn are not to fill the record.
    Not,
}
