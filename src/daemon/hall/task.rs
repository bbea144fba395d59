//! The task that owns the hall and its accounts. Everything comes to it through channels: what tables say, what people
//! ask, that time has come.
//!
//! A batch at a time: whatever has come is taken in, what follows is worked out, all of it is kept; then commands go out,
//! the broker may forget, answers are given and pages hear that there is news. While the disk writes, the next batch
//! gathers. So nothing is told that is not kept, and a slow disk means larger batches.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use tokio::{
    sync::{mpsc, watch},
    time::{Instant, sleep_until},
};
use tracing::{debug, info, warn};

use super::{air::Air, keeper::Keeper, now, source::Source, steady::Clock, strangers::Strangers};
use crate::{
    hall::{
        accounts::{Accounts, Known, manage::PeopleRefusal, session::Digest},
        core::{Hall, Output},
        people::Account,
        records::RecordError,
        time::Time,
    },
    publish::{
        console::hall::Ask,
        mqtt::{Arrival, follow::Heard},
        topics::Leaf,
    },
};

/// Most of what tables say that is taken in at once.
const MAX_HEARD: usize = 1_024;

/// Most questions that are met at once.
const MAX_ASKED: usize = 256;

/// How long nothing is looked at where nothing comes: the time of day may be set meanwhile.
const LOOK: Duration = Duration::from_secs(1);

pub(super) struct Task {
    hall: Hall,
    accounts: Accounts,
    keeper: Keeper,
    source: Source,
    tell: Tell,
    /// The PGN of each table's game, as the table last told it.
    pgn: BTreeMap<String, String>,
    strangers: Strangers,
    /// What pages have been told of.
    version: u64,
    /// What came that is no record.
    malformed: u64,
    clock: Clock,
}

/// What those are told who serve pages, and everybody.
pub(super) struct Tell {
    /// That something is new.
    pub(super) news: watch::Sender<u64>,
    /// From which addresses somebody has signed in before.
    pub(super) known: watch::Sender<BTreeSet<String>>,
    /// The rounds, for everybody; `None`: nothing is told to everybody.
    pub(super) air: Option<Air>,
}

/// What is done once a batch is kept.
#[derive(Default)]
struct Batch {
    /// The last that came with an acknowledgement.
    arrival: Option<Arrival>,
    /// Answers to those who have changed something.
    answers: Vec<Box<dyn FnOnce() + Send>>,
    /// Those who want to know how things stand.
    readers: Vec<Ask>,
}

impl Batch {
    fn answer<T: Send + 'static>(&mut self, reply: tokio::sync::oneshot::Sender<T>, answer: T) {
        // Nobody may wait any more.
        self.answers.push(Box::new(move || drop(reply.send(answer))));
    }
}

impl Task {
    pub(super) fn new(hall: Hall, accounts: Accounts, keeper: Keeper, source: Source, tell: Tell) -> Task {
        Task {
            hall,
            accounts,
            keeper,
            source,
            tell,
            pgn: BTreeMap::new(),
            strangers: Strangers::default(),
            version: 0,
            malformed: 0,
            clock: Clock::start(now()),
        }
    }

    /// Goes on until it is told to stop.
    pub(super) async fn run(
        mut self,
        mut asks: mpsc::Receiver<Ask>,
        mut heard: mpsc::Receiver<Heard>,
        mut stop: watch::Receiver<bool>,
    ) {
        // What was kept may have commands to send again.
        self.finish(Batch::default()).await;
        loop {
            let mut batch = Batch::default();
            let wake = self.wake();
            tokio::select! {
                biased;
                _ = stop.wait_for(|stop| *stop) => break,
                Some(ask) = asks.recv() => self.meet(ask, &mut batch),
                Some(said) = heard.recv() => self.hear(said, &mut batch),
                () = sleep_until(wake) => {}
            }
            for _ in 0..MAX_ASKED {
                let Ok(ask) = asks.try_recv() else { break };
                self.meet(ask, &mut batch);
            }
            for _ in 0..MAX_HEARD {
                let Ok(said) = heard.try_recv() else { break };
                self.hear(said, &mut batch);
            }
            self.finish(batch).await;
        }
        let mut last = Batch::default();
        while let Ok(said) = heard.try_recv() {
            self.hear(said, &mut last);
        }
        self.hall.keep_all();
        self.finish(last).await;
        self.tell.air.iter_mut().for_each(Air::tell_at_once);
        self.source.end().await;
    }

    /// The time of day. Where the clock was set, what waits is told first.
    fn now(&mut self) -> Time {
        let now = now();
        if let Some(by_ms) = self.clock.was_set(now) {
            info!(by_ms, "The clock was set.");
            self.hall.clock_set(by_ms);
            self.accounts.clock_set(by_ms);
        }
        now
    }

    fn wake(&mut self) -> Instant {
        let now = self.now();
        let due = self.hall.next_deadline().map_or(i64::MAX, |due| due.since(now));
        // What stays due is met a little later, not in a tight loop.
        let due = due.min(self.tell.air.as_ref().map_or(i64::MAX, Air::due_in_ms));
        let due = Duration::from_millis(u64::try_from(due).unwrap_or(0).max(10));
        Instant::now() + due.min(LOOK)
    }

    fn hear(&mut self, heard: Heard, batch: &mut Batch) {
        let Heard { table, leaf, text, arrival } = heard;
        batch.arrival = arrival.or(batch.arrival);
        let now = self.now();
        let taken = match leaf {
            // Whoever clears a table's presence says that there is no such table any more.
            Leaf::Status if text.is_empty() => {
                self.hall.remove(&table);
                self.pgn.remove(&table);
                self.strangers.take(&table);
                if let Some(air) = &mut self.tell.air {
                    air.remove(&table);
                }
                Ok(())
            }
            _ if text.is_empty() => Ok(()),
            Leaf::ArbiterAlert
            | Leaf::ArbiterBoard
            | Leaf::ArbiterClock
            | Leaf::ArbiterDuty
            | Leaf::ArbiterGame
            | Leaf::ArbiterMove
            | Leaf::ArbiterTouch
            | Leaf::ArbiterTurn => self.hall.record(&table, &text, now),
            Leaf::ArbiterCommand => Ok(()),
            Leaf::ArbiterReply => self.hall.reply(&table, &text, now),
            Leaf::PublicClock | Leaf::PublicGame | Leaf::PublicMove | Leaf::PublicPgn => {
                if self.hall.knows(&table) {
                    self.hear_public(&table, leaf, text, now);
                } else {
                    self.strangers.hear(&table, leaf, text);
                }
                return;
            }
            Leaf::Status => {
                if let Some(air) = &mut self.tell.air {
                    air.status(&table, &text);
                }
                self.hall.record(&table, &text, now)
            }
        };
        if let Err(error) = taken {
            self.is_no_record(&table, leaf, &error);
        }
        if self.hall.knows(&table) {
            for (leaf, text) in self.strangers.take(&table) {
                self.hear_public(&table, leaf, text, now);
            }
        }
    }

    /// Takes what a table that is known says to the public.
    fn hear_public(&mut self, table: &str, leaf: Leaf, text: String, now: Time) {
        if leaf == Leaf::PublicPgn {
            if let Some(air) = &mut self.tell.air {
                air.hear_pgn(table, &text);
            }
            self.pgn.insert(table.to_owned(), text);
            return;
        }
        if let Some(air) = &mut self.tell.air {
            air.hear(table, &text);
        }
        if let Err(error) = self.hall.public_record(table, &text, now) {
            self.is_no_record(table, leaf, &error);
        }
    }

    fn is_no_record(&mut self, table: &str, leaf: Leaf, error: &RecordError) {
        self.malformed += 1;
        // The first, the second, the fourth ...
        if self.malformed.is_power_of_two() {
            warn!(table, %leaf, %error, count = self.malformed, "What came is no record.");
        }
    }

    /// Meets what changes something; what only reads waits until all that has come is worked out.
    fn meet(&mut self, ask: Ask, batch: &mut Batch) {
        let now = self.now();
        match ask {
            Ask::Attempt { name, from, reply } => {
                let attempt = self.accounts.attempt(&name, &from, now);
                batch.answer(reply, attempt);
            }
            Ask::ChangePassword { shown, old, new, reply } => {
                let known = self.accounts.known(&shown, now);
                let changed = known.map(|Known { account, session, .. }| {
                    if self.accounts.password_of(&account.name) == old {
                        self.accounts.change_password(&account.name, new, &session)
                    } else {
                        Err(PeopleRefusal::NotAllowed)
                    }
                });
                batch.answer(reply, changed);
            }
            Ask::Compare { shown, name, bytes, section, round, reply } => {
                let chief = self.chief(&shown, now);
                let compared = chief.map(|chief| self.hall.compare(&chief, &name, bytes, section.as_deref(), round));
                batch.answer(reply, compared);
            }
            Ask::Enter { code, visit, reply } => {
                let account = self.accounts.enter(&code, visit, now);
                batch.answer(reply, account);
            }
            Ask::Known { shown, reply } => {
                let known = self.accounts.known(&shown, now);
                batch.answer(reply, known);
            }
            Ask::Manage { shown, what, visit, reply } => {
                let managed = self.chief(&shown, now).map(|_| self.accounts.manage(what, visit, now));
                batch.answer(reply, managed);
            }
            Ask::Request { shown, request, reply } => {
                let known = self.accounts.known(&shown, now);
                let answer = known.map(|known| self.hall.request(&known.account, *request, now));
                batch.answer(reply, answer);
            }
            Ask::SetUp { name, password, code, visit, reply } => {
                let account = self.accounts.set_up(&name, password, code, visit, now);
                batch.answer(reply, account);
            }
            Ask::SignIn { name, checked, visit, reply } => {
                let account = self.accounts.sign_in(&name, &checked, visit, now);
                batch.answer(reply, account);
            }
            Ask::SignOut { shown, reply } => {
                if let Some(known) = self.accounts.known(&shown, now) {
                    self.accounts.end(&known.session);
                }
                batch.answer(reply, ());
            }
            Ask::Entries { .. }
            | Ask::News { .. }
            | Ask::People { .. }
            | Ask::Pgn { .. }
            | Ask::Records { .. }
            | Ask::Results { .. }
            | Ask::Sees { .. }
            | Ask::Vacant { .. } => batch.readers.push(ask),
        }
    }

    fn chief(&mut self, shown: &Digest, now: Time) -> Option<Account> {
        Some(self.accounts.known(shown, now)?.account).filter(Account::is_chief)
    }

    fn arbiter(&mut self, shown: &Digest, now: Time) -> Option<Account> {
        Some(self.accounts.known(shown, now)?.account).filter(Account::is_arbiter)
    }

    /// Works out what follows from a batch, keeps it, and tells it.
    async fn finish(&mut self, batch: Batch) {
        let now = self.now();
        self.hall.settle(now);
        let (mut rows, mut commands) = (Vec::new(), Vec::new());
        while let Some(output) = self.hall.poll() {
            match output {
                Output::Command { table, json } => commands.push((table, json)),
                Output::Keep(row) => rows.push(row),
            }
        }
        let people = self.accounts.drain();
        let people_changed = !people.is_empty();
        self.keeper.keep(rows, people).await;
        for (table, json) in commands {
            debug!(table, json, "A command of the hall.");
            self.source.command(&table, &json);
        }
        if let Some(arrival) = batch.arrival {
            self.source.kept(arrival);
        }
        if people_changed {
            let addresses = self.accounts.addresses();
            self.tell.known.send_if_modified(|known| {
                let differs = *known != addresses;
                *known = addresses;
                differs
            });
        }
        for answer in batch.answers {
            answer();
        }
        if let Some(air) = &mut self.tell.air {
            air.pass(&self.hall.listed());
            self.keeper.keep_broadcast(air.keep()).await;
            air.tell();
        }
        if std::mem::replace(&mut self.version, self.hall.version()) != self.version || people_changed {
            self.tell.news.send_modify(|news| *news += 1);
        }
        for reader in batch.readers {
            self.read(reader).await;
        }
    }

    /// Tells how things stand. Nobody may wait for it any more.
    async fn read(&mut self, ask: Ask) {
        let now = self.now();
        match ask {
            Ask::Entries { shown, filter, reply } => {
                let account = self.arbiter(&shown, now);
                let entries = account.map(|account| self.hall.entries(&account, &filter).cloned().collect());
                drop(reply.send(entries));
            }
            Ask::News { shown, since, closely, newly, reply } => {
                let account = self.accounts.known(&shown, now).map(|known| known.account);
                let news = account.map(|account| {
                    let mut changes = self.hall.changes(&account, since, &closely, now);
                    for name in &newly {
                        if !changes.details.iter().any(|detail| detail.table == *name) {
                            changes.details.extend(self.hall.detail(&account, name));
                        }
                    }
                    (account, changes)
                });
                drop(reply.send(news));
            }
            Ask::People { shown, reply } => {
                let views = self.chief(&shown, now).map(|_| self.accounts.views(now));
                drop(reply.send(views));
            }
            Ask::Pgn { shown, table, reply } => {
                let account = self.arbiter(&shown, now).filter(|account| self.hall.sees(account, &table));
                drop(reply.send(account.map(|_| self.pgn.get(&table).cloned())));
            }
            Ask::Records { shown, table, game, reply } => {
                let account = self.arbiter(&shown, now).filter(|account| self.hall.sees(account, &table));
                let on = || self.hall.table(&table)?.game.map(|game| game.id);
                let records = match (account, game.or_else(on)) {
                    (Some(_), Some(game)) => Some(self.keeper.records(table, game).await),
                    (Some(_), None) => Some(Vec::new()),
                    (None, _) => None,
                };
                drop(reply.send(records));
            }
            Ask::Results { shown, kind, section, round, reply } => {
                let account = self.arbiter(&shown, now);
                let file = account.map(|account| self.hall.results(&account, kind, section.as_deref(), round));
                drop(reply.send(file));
            }
            Ask::Sees { shown, table, reply } => {
                let account = self.accounts.known(&shown, now).map(|known| known.account);
                let seen = account.map(|account| {
                    let sees = match &table {
                        Some(table) => self.hall.sees(&account, table),
                        None => account.looks_after_all(),
                    };
                    (account, sees)
                });
                drop(reply.send(seen));
            }
            Ask::Vacant { reply } => drop(reply.send(self.accounts.are_none())),
            Ask::Attempt { .. }
            | Ask::ChangePassword { .. }
            | Ask::Compare { .. }
            | Ask::Enter { .. }
            | Ask::Known { .. }
            | Ask::Manage { .. }
            | Ask::Request { .. }
            | Ask::SetUp { .. }
            | Ask::SignIn { .. }
            | Ask::SignOut { .. } => {}
        }
    }
}
