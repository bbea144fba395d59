//! Commands that are on their way, one after the other for each decision.

use std::collections::BTreeMap;

use super::{
    decisions::entry::{Entry, State},
    time::Time,
};

/// How long an answer is waited for before the command is sent again, with its id, in milliseconds.
const ANSWER_MS: i64 = 8_000;

/// How often a command is sent.
const TRIES: u32 = 3;

/// A command on its way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Job {
    /// The decision.
    pub(super) entry: u64,
    /// Which of its acts, from 0.
    pub(super) index: usize,
    /// Whether one of its acts before was carried out.
    pub(super) has_done: bool,
    due: Option<Time>,
    tries: u32,
}

/// What a job has come to without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Late {
    /// It is sent again.
    Again {
        /// The decision.
        entry: u64,
        /// Which of its acts, from 0.
        index: usize,
        /// Whether one of its acts before was carried out.
        has_done: bool,
    },
    /// Nobody has answered.
    Given(u64),
}

/// All commands on their way, by id.
#[derive(Debug, Default)]
pub(super) struct Jobs {
    open: BTreeMap<String, Job>,
    idle: u64,
}

/// The id of a decision's command: the same after a restart, so that it is done once.
pub(super) fn id_of(entry: &Entry, index: usize) -> String {
    format!("hall-{}-{}-{index}", entry.at.0, entry.number)
}

/// The decision that a command's id names, and which of its acts.
pub(super) fn named_by(id: &str) -> Option<(Time, u64, usize)> {
    let mut parts = id.strip_prefix("hall-")?.split('-');
    let named = (Time(parts.next()?.parse().ok()?), parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    parts.next().is_none().then_some(named)
}

impl Jobs {
    /// Those of decisions that were on their way: each begins again with its first command, which the table knows if it
    /// had it.
    pub(super) fn from_entries<'a>(entries: impl Iterator<Item = &'a Entry>, now: Time) -> Jobs {
        let mut jobs = Jobs::default();
        for entry in entries.filter(|entry| entry.state == State::Sent) {
            let job = Job { entry: entry.number, index: 0, has_done: false, due: Some(now), tries: 0 };
            jobs.open.insert(id_of(entry, 0), job);
        }
        jobs
    }

    /// A command is sent; `has_done`: whether one before it in its decision was carried out.
    pub(super) fn send(&mut self, entry: &Entry, index: usize, has_done: bool, now: Time) -> String {
        let id = id_of(entry, index);
        let tries = self.open.get(&id).map_or(1, |job| job.tries + 1);
        let due = Some(now.plus(ANSWER_MS));
        self.open.insert(id.clone(), Job { entry: entry.number, index, has_done, due, tries });
        id
    }

    /// An id for a command that decides nothing.
    pub(super) fn idle_id(&mut self, run: &str) -> String {
        self.idle += 1;
        format!("hall-{run}-idle-{}", self.idle)
    }

    /// A command was answered: whose it was.
    pub(super) fn answered(&mut self, id: &str) -> Option<Job> {
        self.open.remove(id)
    }

    /// A command was answered that a hall before this one had given up: whose it was. Where the decision has gone on since,
    /// the answer is an old one told again.
    pub(super) fn answered_late(&self, id: &str, entry: &Entry) -> Option<Job> {
        let (at, number, index) = named_by(id)?;
        let is_its = entry.number == number && entry.at == at && index < entry.acts.len();
        let is_given_up = entry.state == State::NoAnswer && !self.open.values().any(|job| job.entry == number);
        // The first one alone is sent before another has been carried out.
        let has_done = index > 0;
        (is_its && is_given_up).then_some(Job { entry: number, index, has_done, due: None, tries: TRIES })
    }

    /// Nothing is waited for of a decision any more: it begins again.
    pub(super) fn forget(&mut self, entry: u64) {
        self.open.retain(|_, job| job.entry != entry);
    }

    /// Those that were not answered in time.
    pub(super) fn late(&mut self, now: Time) -> Vec<Late> {
        let is_late = |job: &&mut Job| job.due.is_some_and(|due| due <= now);
        self.open
            .values_mut()
            .filter(is_late)
            .map(|job| {
                // An answer that comes after all still counts.
                job.due = None;
                match *job {
                    Job { entry, tries: TRIES.., .. } => Late::Given(entry),
                    Job { entry, index, has_done, .. } => Late::Again { entry, index, has_done },
                }
            })
            .collect()
    }

    pub(super) fn next_deadline(&self) -> Option<Time> {
        self.open.values().filter_map(|job| job.due).min()
    }

    /// The clock was set.
    pub(super) fn clock_set(&mut self, by_ms: i64) {
        self.open.values_mut().filter_map(|job| job.due.as_mut()).for_each(|due| *due = due.plus(by_ms));
    }
}
