//! The hall as one value: records, requests and time go in; commands and what is to be kept come out.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::Arc,
};

use super::{
    decisions::{entry::Entry, search::Filter},
    held_back::HeldBack,
    jobs::Jobs,
    keep::Row,
    people::Account,
    protocol::{
        changes::CaseView,
        requests::{Answer, Refusal},
    },
    public::PublicTable,
    queue::{Queue, case::Case, marks::Marks},
    records::{self, RecordError, Said},
    rounds::Rounds,
    shown::Shown,
    table::{Heard, Place, Table, view::TableView},
    time::Time,
};

/// How long what has changed of a table may wait to be kept, in milliseconds: its records are kept at once.
const KEEP_AFTER_MS: i64 = 5_000;

/// How soon it is looked again how a case has ended, in milliseconds.
const ENDING_AGAIN_MS: i64 = 5_000;

/// Of how many requests the answer is kept over a restart, whosever they were.
pub const ANSWERS_KEPT: usize = 1_000;

/// Of how many requests of an account the answer is remembered: no account's requests make that of another be forgotten.
const ANSWERS_REMEMBERED: usize = 200;

/// For how long, in milliseconds.
pub const ANSWERS_KEPT_MS: i64 = 24 * 3_600_000;

/// Something that the hall wants done.
#[derive(Debug, Clone, PartialEq)]
pub enum Output {
    /// A command is to be sent to a table.
    Command {
        /// The table.
        table: String,
        /// The JSON, with its `id`.
        json: String,
    },
    /// Something is to be kept.
    Keep(Row),
}

/// The hall.
///
/// Whoever runs it feeds it all that comes, calls [`settle`](Hall::settle) after each batch and when
/// [`next_deadline`](Hall::next_deadline) has come, carries out what [`poll`](Hall::poll) gives, and sends each page its
/// [`changes`](Hall::changes).
#[derive(Debug, Default)]
pub struct Hall {
    /// Names this run of the hall in the ids of its commands.
    pub(super) run: String,
    pub(super) tables: BTreeMap<String, Table>,
    pub(super) public: BTreeMap<String, PublicTable>,
    held_back: HeldBack,
    pub(super) cases: BTreeMap<String, Vec<Arc<Case>>>,
    /// Cases that have ended, until it is known how.
    pub(super) ending: BTreeMap<String, (Arc<Case>, Vec<crate::hall::actions::outcome::Effect>)>,
    pub(super) marks: BTreeMap<String, Marks>,
    pub(super) queue: Queue,
    pub(super) entries: BTreeMap<u64, Entry>,
    pub(super) jobs: Jobs,
    pub(super) rounds: Rounds,
    /// The answers that are remembered, by account and in their order.
    answers: BTreeMap<String, VecDeque<Answer>>,
    pub(super) dirty: BTreeSet<String>,
    pub(super) marked: bool,
    /// Until when all that follows is worked out.
    pub(super) settled: Time,
    unkept: BTreeMap<String, Time>,
    pub(super) out: VecDeque<Output>,
    pub(super) shown: Shown,
}

impl Hall {
    /// An empty hall. `run` names this run of it, and no other before it: ids of commands begin with it.
    #[must_use]
    pub fn new(run: &str) -> Hall {
        let mut hall = Hall { run: run.to_owned(), ..Hall::default() };
        // A new event is shown with what it proposes.
        hall.rounds.marked = true;
        hall.rounds.event_changed = true;
        hall
    }

    /// A hall as it was kept; commands that were not answered are sent again, with the ids that they had.
    #[must_use]
    pub fn from_rows(run: &str, rows: impl IntoIterator<Item = Row>, now: Time) -> Hall {
        let mut hall = Hall::new(run);
        let mut records = Vec::new();
        for row in rows {
            match row {
                Row::Table { table, kept } => {
                    hall.dirty.insert(table.clone());
                    hall.tables.insert(table, Table::from_kept(*kept, now));
                }
                Row::Record { table, game, heard, json } => records.push((table, game, heard, json)),
                Row::Forget { table, but } => records.retain(|(of, game, ..)| *of != table || but.contains(game)),
                Row::Marks { case, marks: Some(marks) } => {
                    hall.marks.insert(case, marks);
                }
                Row::Marks { case, marks: None } => {
                    hall.marks.remove(&case);
                }
                Row::Entry { entry } => {
                    hall.entries.insert(entry.number, *entry);
                }
                Row::Answer { request, at, answer } if now.since(at) < ANSWERS_KEPT_MS => {
                    if let Some((account, _)) = request.split_once('\n') {
                        hall.put_answer(account, *answer);
                    }
                }
                Row::Answer { .. } => {}
                Row::Event { event } => hall.rounds.event = *event,
                Row::Report { section, report } => {
                    hall.rounds.reports.insert(section, *report);
                }
                Row::Round { mut round } => {
                    let key = (round.section.clone(), round.number);
                    // An older version kept no numbers of pairings.
                    if round.number_pairings() {
                        hall.rounds.renumbered(&key);
                    }
                    hall.rounds.shown_changed.insert(key.clone());
                    hall.rounds.all.insert(key, *round);
                }
            }
        }
        for (table, _, heard, json) in records {
            // What was kept was read once: it can be read.
            let _ = hall.tables.entry(table).or_default().recall(&json, heard);
        }
        hall.jobs = Jobs::from_entries(hall.entries.values(), now);
        hall.marked = true;
        hall.rounds.marked = true;
        hall.rounds.event_changed = true;
        // What waited then is what may have ended since.
        hall.settle(now);
        hall
    }

    /// Takes a record of one of a table's `arbiter/` topics, or its status, as it came.
    ///
    /// # Errors
    /// [`RecordError`]: it is none; nothing has changed.
    pub fn record(&mut self, name: &str, json: &str, now: Time) -> Result<(), RecordError> {
        let mut first = None;
        let table = match self.tables.get_mut(name) {
            Some(table) => table,
            None => first.insert(Table::default()),
        };
        let heard = table.take(json, now)?;
        if let Some(table) = first {
            // What is no record makes no table.
            self.tables.insert(name.to_owned(), table);
        }
        if heard == Heard::Once {
            let on = || Some(self.tables.get(name)?.game()?.id.clone());
            let game = game_of(json).or_else(on).unwrap_or_default();
            let row = Row::Record { table: name.to_owned(), game, heard: now, json: json.to_owned() };
            self.out.push_back(Output::Keep(row));
        }
        if heard != Heard::Nothing {
            self.touch(name, now);
        }
        Ok(())
    }

    /// Takes a record of one of a table's `public/` topics. It is shown once it is as old as the event wants it.
    ///
    /// # Errors
    /// [`RecordError`]: it is none; nothing has changed.
    pub fn public_record(&mut self, name: &str, json: &str, now: Time) -> Result<(), RecordError> {
        self.held_back.push(name, json, self.tables.get(name).and_then(Table::lag_ms), now)?;
        self.tell_public(now);
        Ok(())
    }

    /// The public is told what is old enough.
    fn tell_public(&mut self, now: Time) {
        let delay_ms = self.rounds.event.public_delay_ms();
        while let Some((name, json)) = self.held_back.poll(delay_ms, now) {
            // What was held back was read once: it can be read.
            let _ = self.public.entry(name.clone()).or_default().take(&json, now);
            self.dirty.insert(name);
        }
    }

    /// Whether anything but what is public was heard of a table, or it was given a place.
    #[must_use]
    pub fn knows(&self, name: &str) -> bool {
        self.tables.contains_key(name)
    }

    /// Takes the answer to a command.
    ///
    /// # Errors
    /// [`RecordError`]: it is none; nothing has changed.
    pub fn reply(&mut self, name: &str, json: &str, now: Time) -> Result<(), RecordError> {
        let reply = records::read_reply(json)?;
        self.answered(name, &reply, now);
        Ok(())
    }

    /// Says where a table stands in the event.
    pub fn place(&mut self, name: &str, place: Place, now: Time) {
        self.tables.entry(name.to_owned()).or_default().place = place;
        self.touch(name, now);
    }

    /// A table is no more, for instance because its topics were cleared.
    pub fn remove(&mut self, name: &str) {
        self.tables.remove(name);
        self.public.remove(name);
        self.held_back.remove(name);
        self.dirty.insert(name.to_owned());
        self.unkept.remove(name);
        self.out.push_back(Output::Keep(Row::Forget { table: name.to_owned(), but: Vec::new() }));
    }

    /// The computer's clock was set by so much, forwards or back, since the hall was last told the time. What it waits for
    /// is as far away as before, and what was so long ago is still so long ago; what stands in the record keeps its time.
    pub fn clock_set(&mut self, by_ms: i64) {
        self.settled = self.settled.plus(by_ms);
        self.unkept.values_mut().for_each(|due| *due = due.plus(by_ms));
        self.jobs.clock_set(by_ms);
        self.held_back.clock_set(by_ms);
        self.rounds.due.clock_set(by_ms);
        self.tables.values_mut().for_each(|table| table.clock_set(by_ms));
        self.public.values_mut().for_each(|public| public.clock_set(by_ms));
        for shelf in self.marks.values_mut().filter_map(|marks| marks.shelf.as_mut()) {
            shelf.until = shelf.until.plus(by_ms);
        }
        self.dirty.extend(self.tables.keys().cloned());
    }

    fn touch(&mut self, name: &str, now: Time) {
        self.dirty.insert(name.to_owned());
        self.unkept.entry(name.to_owned()).or_insert_with(|| now.plus(KEEP_AFTER_MS));
    }

    /// The next thing to do.
    pub fn poll(&mut self) -> Option<Output> {
        self.out.pop_front()
    }

    /// When [`settle`](Hall::settle) has something to do, though nothing comes.
    #[must_use]
    pub fn next_deadline(&self) -> Option<Time> {
        let tables = self.tables.values();
        let of_tables = tables.filter_map(|table| {
            let of_cases = super::queue::case::next_deadline(table, self.settled);
            table.next_deadline().into_iter().chain(of_cases).min()
        });
        let rest = self.unkept.values().copied().chain(self.queue.next_deadline).chain(self.jobs.next_deadline());
        let public = self.held_back.next_deadline(self.rounds.event.public_delay_ms());
        let ending = (!self.ending.is_empty()).then(|| self.settled.plus(ENDING_AGAIN_MS));
        of_tables.chain(rest).chain(public).chain(ending).chain(self.rounds.due.next_deadline()).min()
    }

    /// Time passes: tables are asked for what is missing, and what has changed of them is kept.
    pub(super) fn pass(&mut self, now: Time) {
        let mut asked = Vec::new();
        for (name, table) in &mut self.tables {
            let before = (table.link().reach, table.missing(), table.contested_since());
            if let Some(seq) = table.pass(now) {
                asked.push((name.clone(), seq));
            }
            if before != (table.link().reach, table.missing(), table.contested_since()) {
                self.dirty.insert(name.clone());
            }
            if super::queue::case::next_deadline(table, self.settled).is_some_and(|due| due <= now) {
                self.dirty.insert(name.clone());
            }
        }
        for (table, seq) in asked {
            let id = self.jobs.idle_id(&self.run);
            let json = super::actions::act::Act::Resync { seq }.command(&id, None, None);
            self.out.push_back(Output::Command { table, json });
        }
        self.tell_public(now);
        self.keep_tables(now);
    }

    fn keep_tables(&mut self, now: Time) {
        let due: Vec<String> =
            self.unkept.iter().filter(|(_, due)| **due <= now).map(|(name, _)| name.clone()).collect();
        for name in due {
            self.unkept.remove(&name);
            self.keep_table(&name);
        }
    }

    pub(super) fn keep_table(&mut self, name: &str) {
        let Some(table) = self.tables.get(name) else { return };
        let but = table.games().into_iter().collect();
        let kept = Box::new(table.kept());
        self.out.push_back(Output::Keep(Row::Table { table: name.to_owned(), kept }));
        self.out.push_back(Output::Keep(Row::Forget { table: name.to_owned(), but }));
    }

    /// The hall is to end: all that has changed is to be kept now.
    pub fn keep_all(&mut self) {
        for name in std::mem::take(&mut self.unkept).into_keys() {
            self.keep_table(&name);
        }
    }

    /// The answer that a request of this account with this id got before.
    pub(super) fn remembered(&self, account: &Account, id: &str) -> Option<Answer> {
        self.answers.get(&account.name)?.iter().find(|known| known.id == id).cloned()
    }

    /// What has done nothing may be asked again after a restart: only what was done is kept. What an account may not do at
    /// all is not worth remembering.
    pub(super) fn remember(&mut self, account: &Account, answer: &Answer, now: Time) {
        if answer.refusal == Some(Refusal::NotAllowed) {
            return;
        }
        if answer.refusal.is_none() {
            let request = format!("{}\n{}", account.name, answer.id);
            let row = Row::Answer { request, at: now, answer: Box::new(answer.clone()) };
            self.out.push_back(Output::Keep(row));
        }
        self.put_answer(&account.name, answer.clone());
    }

    fn put_answer(&mut self, account: &str, answer: Answer) {
        let known = self.answers.entry(account.to_owned()).or_default();
        if known.len() >= ANSWERS_REMEMBERED {
            known.pop_front();
        }
        known.push_back(answer);
    }

    /// Puts an entry in the record.
    pub(super) fn enter(&mut self, entry: Entry) {
        self.out.push_back(Output::Keep(Row::Entry { entry: Box::new(entry.clone()) }));
        self.shown.enter(entry.number);
        self.entries.insert(entry.number, entry);
    }

    pub(super) fn next_number(&self) -> u64 {
        self.entries.keys().next_back().map_or(1, |last| last + 1)
    }

    /// A table as it is shown.
    #[must_use]
    pub fn table(&self, name: &str) -> Option<TableView> {
        self.tables.get(name).map(|table| table.view(name))
    }

    /// The cases in the queue as they are shown, by id.
    pub fn case_views(&self) -> impl Iterator<Item = &CaseView> {
        self.shown.cases()
    }

    /// The list in its order.
    #[must_use]
    pub fn order(&self) -> &[String] {
        &self.queue.order
    }

    /// The entries of the record that an account may see and that are meant, oldest first.
    pub fn entries<'a>(&'a self, account: &'a Account, filter: &'a Filter) -> impl Iterator<Item = &'a Entry> {
        self.entries.values().filter(|entry| self.may_see_entry(account, entry) && filter.meets(entry))
    }

    pub(super) fn may_see_entry(&self, account: &Account, entry: &Entry) -> bool {
        let then = Place { section: entry.section.clone(), ..Place::default() };
        account.looks_after(&then)
            || self.tables.get(&entry.table).is_some_and(|table| account.looks_after(&table.place))
    }
}

/// The game that a record is of, if it says so.
fn game_of(json: &str) -> Option<String> {
    match records::read(json).ok()?.said {
        Said::Alert(alert) => Some(alert.game().to_owned()),
        Said::Duty(duty) => Some(duty.game),
        Said::Move(told) => Some(told.game),
        Said::Touch(touch) => Some(touch.game),
        Said::Turn(turn) => Some(turn.game),
        Said::Board(_) | Said::Clock(_) | Said::Game(_) | Said::Status(_) | Said::Unknown => None,
    }
}
