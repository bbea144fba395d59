//! The thread that writes: everything that has come meanwhile in one transaction, then tells that it is kept.

use std::{
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
        mpsc::{Receiver, RecvTimeoutError},
    },
    time::{Duration, Instant},
};

use tokio::sync::mpsc::UnboundedSender;
use tracing::{error, info, warn};

use super::{
    aside,
    backlog::Backlog,
    database::{Database, Place},
    error::{Meaning, meaning},
    job::{Job, Step},
    notice::{Notice, Trouble},
    request::Request,
    reserve::Reserve,
    rows::Rows,
    window::{Gone, Load, Window, Written, lock},
};
use crate::game::{
    journal::{Begun, Durability, Item, Kept, Wholeness},
    outbox::{Audience, Entry, Stream, Waiting},
};

/// Most requests written in one transaction.
const GROUP: usize = 1_024;

/// How long what need not be kept at once may wait.
const SOON: Duration = Duration::from_secs(2);

/// The same for acknowledged entries: what goes out twice after a cut is no more than that.
const ACKNOWLEDGED: Duration = Duration::from_millis(300);

/// How often what failed is tried again, at first and at last.
const RETRY: Duration = Duration::from_millis(500);
const MAX_RETRY: Duration = Duration::from_secs(15);

/// How often it is tried still at the end, and after which pauses.
const LAST_TRIES: u32 = 8;
const LAST_PAUSE: Duration = Duration::from_millis(100);

/// How often a reserve that was given up is looked for room again.
const RESERVE: Duration = Duration::from_secs(5);

/// One table's part.
#[derive(Debug)]
pub(super) struct TableSlot {
    pub(super) name: String,
    pub(super) window: Arc<Mutex<Window>>,
    pub(super) notices: UnboundedSender<Notice>,
    pub(super) place: Place,
    /// How its game began, where this run has begun one.
    pub(super) begun: Option<Begun>,
}

/// The thread's state.
pub(super) struct Writer {
    pub(super) database: Database,
    pub(super) slots: Vec<TableSlot>,
    pub(super) requests: Receiver<Request>,
    /// How many batches have been given and not written.
    pub(super) behind: Arc<AtomicUsize>,
    /// Absent where everything is in memory anyway.
    pub(super) reserve: Option<Reserve>,
    pub(super) reserve_due: Option<Instant>,
    pub(super) max_bytes: u64,
    pub(super) number: u64,
    pub(super) group: Vec<Job>,
    /// When the group is written at the latest.
    pub(super) due: Option<Instant>,
    pub(super) loads: Vec<(usize, Load)>,
    /// When they are tried again, after one that failed.
    pub(super) load_again: Option<Instant>,
    pub(super) failing: Option<Failing>,
}

/// The disk takes nothing.
#[derive(Debug)]
pub(super) struct Failing {
    backlog: Backlog,
    retry_at: Instant,
    pause: Duration,
    /// What the last try has said.
    said: String,
}

impl Writer {
    /// Writes until told to close, or until nobody is left who could ask.
    pub(super) fn run(mut self) {
        loop {
            let first = match self.wake_at() {
                Some(wake) => match self.requests.recv_timeout(wake.saturating_duration_since(Instant::now())) {
                    Ok(request) => Some(request),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => Some(Request::Close),
                },
                None => Some(self.requests.recv().unwrap_or(Request::Close)),
            };
            let more: Vec<Request> = self.requests.try_iter().take(GROUP).collect();
            let mut closing = false;
            for request in first.into_iter().chain(more) {
                closing |= matches!(request, Request::Close);
                self.take(request);
            }
            self.retry(closing);
            if closing || self.due.is_some_and(|due| due <= Instant::now()) {
                self.commit();
            }
            self.load();
            self.restore_reserve();
            if closing {
                break;
            }
        }
        for _ in 0..LAST_TRIES {
            if self.failing.is_none() {
                break;
            }
            std::thread::sleep(LAST_PAUSE);
            self.retry(true);
        }
        if let Some(failing) = &self.failing {
            error!(inputs = failing.backlog.len(), "The journal could not be written to the end.");
        }
        self.database.close();
    }

    fn wake_at(&self) -> Option<Instant> {
        let retry = self.failing.as_ref().map(|failing| failing.retry_at);
        [self.due, self.reserve_due, self.load_again, retry].into_iter().flatten().min()
    }

    fn take(&mut self, request: Request) {
        match request {
            Request::Acknowledged { slot, id, gone } => {
                self.add(Job { slot, ticket: None, steps: vec![Step::Sent { id, gone }] }, ACKNOWLEDGED);
            }
            Request::Batch { slot, ticket, batch, durability } => {
                self.behind.fetch_sub(1, Ordering::Relaxed);
                let mut steps = Vec::with_capacity(batch.items.len() * 2);
                for item in batch.items {
                    self.number_item(slot, item, &mut steps);
                }
                let within = match durability {
                    Durability::Now => Duration::ZERO,
                    Durability::Soon => SOON,
                };
                self.add(Job { slot, ticket: Some(ticket), steps }, within);
            }
            Request::Close => {}
            Request::Kept { slot, reply } => {
                self.commit();
                // Who asked may have gone.
                let _ = reply.send(self.kept_of(slot));
            }
            Request::Load { slot, load } => {
                self.loads.push((slot, load));
                self.due = Some(Instant::now());
            }
        }
    }

    /// What is kept of a table. A damaged file is set aside, and what can be read of it taken over; nothing else may pass
    /// for a table that has never had a game, whose numbers begin anew.
    fn kept_of(&mut self, slot: usize) -> Kept {
        let name = self.slots[slot].name.clone();
        for _ in 0..LAST_TRIES {
            match self.database.kept(&name) {
                Ok(kept) => return kept,
                Err(error) if meaning(&error) == Meaning::Damaged && self.replace(&error) => {}
                Err(error) => {
                    error!(%error, table = name, "The journal cannot be read.");
                    std::thread::sleep(LAST_PAUSE);
                }
            }
        }
        Kept::default()
    }

    fn add(&mut self, job: Job, within: Duration) {
        let due = Instant::now() + within;
        self.due = Some(self.due.map_or(due, |other| other.min(due)));
        self.group.push(job);
    }

    /// Gives what is to be sent its numbers.
    fn number_item(&mut self, slot: usize, item: Item, steps: &mut Vec<Step>) {
        match item {
            Item::Record { seq, line, waiting } => {
                // Kept with its stream, for a repeat.
                let kept = waiting.iter().find(|waiting| waiting.stream().audience() == Audience::Arbiter).cloned();
                steps.push(Step::Item(Item::Record { seq, line, waiting: kept.into_iter().collect() }));
                for waiting in waiting {
                    self.number_entry(slot, waiting, steps);
                }
            }
            Item::Repeat(after) => {
                if let Err(error) = self.number_repeats(slot, after, steps) {
                    error!(%error, "Records that are to be sent again cannot be read.");
                }
            }
            Item::Reply { id, reply, waiting } => {
                steps.push(Step::Item(Item::Reply { id, reply, waiting: None }));
                if let Some(waiting) = waiting {
                    self.number_entry(slot, waiting, steps);
                }
            }
            item @ (Item::Begun(_) | Item::Event(_) | Item::Orientation(_) | Item::Summary(_)) => {
                steps.push(Step::Item(item));
            }
        }
    }

    /// Gives the records after this `seq` that are kept numbers to be sent again.
    fn number_repeats(&mut self, slot: usize, after: u64, steps: &mut Vec<Step>) -> rusqlite::Result<()> {
        // What has come before is kept, so that it counts.
        self.commit();
        let name = &self.slots[slot].name;
        let Some(failing) = &self.failing else {
            let (count, bytes) = self.database.records_after(name, after)?;
            if self.has_room_for_repeats(slot, count, bytes) {
                steps.push(Step::Repeat { after, from: self.number + 1, count, bytes });
                self.number += count;
            }
            return Ok(());
        };
        // What the disk has is read only, what it lacks is in memory: one by one like anything new.
        let mut again = self.database.records(name, after)?;
        again.extend(failing.backlog.records(slot, after).cloned());
        let bytes = again.iter().map(|waiting| waiting.payload().len() as u64).sum();
        if self.has_room_for_repeats(slot, again.len() as u64, bytes) {
            for waiting in again {
                self.number_entry(slot, waiting, steps);
            }
        }
        Ok(())
    }

    fn has_room_for_repeats(&self, slot: usize, count: u64, bytes: u64) -> bool {
        let window = lock(&self.slots[slot].window);
        let has_room = window.has_room_for_repeats(count, bytes, self.written());
        if !has_room {
            error!(count, bytes, queued = window.len(), "Too much waits for the broker: nothing is sent again.");
        }
        has_room
    }

    fn number_entry(&mut self, slot: usize, waiting: Waiting, steps: &mut Vec<Step>) {
        let stream = waiting.stream();
        let mut window = lock(&self.slots[slot].window);
        if !window.has_room(stream, self.written()) {
            window.lost += 1;
            let (lost, queued) = (window.lost, window.len());
            drop(window);
            if lost.is_power_of_two() {
                error!(%stream, queued, lost, "Too much waits for the broker: a record will not be sent by itself.");
            }
            return;
        }
        drop(window);
        self.number += 1;
        steps.push(Step::Send(Entry { id: self.number, stream, payload: waiting.payload().to_owned() }));
    }

    /// Where what comes now is written.
    fn written(&self) -> Written {
        if self.failing.is_some() { Written::InMemory } else { Written::OnDisk }
    }

    /// Writes the group, or keeps it until that is possible.
    fn commit(&mut self) {
        self.due = None;
        let group = std::mem::take(&mut self.group);
        if group.is_empty() {
            return;
        }
        if self.failing.is_some() {
            return self.put_by(group);
        }
        match self.write(&group) {
            Ok(()) => self.kept(group, Written::OnDisk),
            Err(error) => self.mend(&error, group),
        }
    }

    /// Writes jobs in one transaction.
    fn write(&mut self, jobs: &[Job]) -> rusqlite::Result<()> {
        let mut places: Vec<Place> = self.slots.iter().map(|slot| slot.place.clone()).collect();
        let mut uncounted = Vec::new();
        let transaction = self.database.transaction()?;
        let rows = Rows(&transaction);
        for job in jobs {
            let (slot, place) = (&self.slots[job.slot], &mut places[job.slot]);
            for step in &job.steps {
                match step {
                    Step::Item(item) => write_item(&rows, slot, place, item)?,
                    Step::Repeat { after, from, count, .. } => rows.repeat(&slot.name, *after, *from, *count)?,
                    Step::Send(entry) => rows.send(&slot.name, entry)?,
                    Step::Sent { id, gone } => {
                        if let Some(bytes) = rows.sent(&slot.name, *id)?.filter(|_| *gone == Gone::FromDiskOnly) {
                            uncounted.push((job.slot, bytes));
                        }
                    }
                }
            }
        }
        transaction.commit()?;
        for (slot, place) in self.slots.iter_mut().zip(places) {
            slot.place = place;
        }
        for (slot, bytes) in uncounted {
            lock(&self.slots[slot].window).gone(bytes);
        }
        Ok(())
    }

    /// Jobs are written, or in memory for now: whoever waits for them is told.
    fn kept(&mut self, jobs: Vec<Job>, written: Written) {
        let mut expire = None;
        let mut begun = false;
        for Job { slot, ticket, steps } in jobs {
            let slot = &mut self.slots[slot];
            for step in steps {
                match step {
                    Step::Item(Item::Begun(new)) => {
                        begun = true;
                        expire = new.expire.clone().or(expire);
                        slot.begun = Some(*new);
                    }
                    Step::Repeat { from, count, bytes, .. } => {
                        lock(&slot.window).added_on_disk(Audience::Arbiter, count as usize, bytes, from + count - 1);
                    }
                    Step::Send(entry) => lock(&slot.window).push(entry, written),
                    Step::Item(_) | Step::Sent { .. } => {}
                }
            }
            if let Some(ticket) = ticket {
                // The table may have ended meanwhile.
                let _ = slot.notices.send(Notice::Kept(ticket));
            } else {
                let _ = slot.notices.send(Notice::More);
            }
        }
        if begun && written == Written::OnDisk {
            match self.database.rotate(expire.as_deref(), self.max_bytes) {
                Ok(0) => {}
                Ok(games) => info!(games, "Dropped the oldest games from the journal."),
                Err(error) => warn!(%error, "The oldest games could not be dropped from the journal."),
            }
        }
    }

    /// What can be done about an error at once is done; else the jobs are kept in memory.
    fn mend(&mut self, error: &rusqlite::Error, jobs: Vec<Job>) {
        let again = match meaning(error) {
            Meaning::Damaged => self.replace(error),
            Meaning::Full => self.give_up_reserve(),
            Meaning::Other => false,
        };
        match again.then(|| self.write(&jobs)) {
            Some(Ok(())) => return self.kept(jobs, Written::OnDisk),
            Some(Err(error)) => error!(%error, "The journal cannot be written; all is kept in memory until it can be."),
            None => error!(%error, "The journal cannot be written; all is kept in memory until it can be."),
        }
        self.tell(Some(trouble_of(error)));
        self.failing = Some(Failing::begin());
        self.put_by(jobs);
    }

    fn give_up_reserve(&mut self) -> bool {
        let given_up = self.reserve.as_ref().is_some_and(Reserve::give_up);
        if given_up {
            error!("The disk is full: the journal goes on in the last room kept for this. Make room.");
            self.tell(Some(Trouble::DiskFull));
            self.reserve_due = Some(Instant::now() + RESERVE);
        }
        given_up
    }

    fn restore_reserve(&mut self) {
        let (Some(reserve), Some(_)) = (&self.reserve, self.reserve_due.filter(|due| *due <= Instant::now())) else {
            return;
        };
        self.reserve_due = match reserve.take() {
            Ok(()) => {
                info!("The disk has room again.");
                if self.failing.is_none() {
                    self.tell(None);
                }
                None
            }
            Err(_) => Some(Instant::now() + RESERVE),
        };
    }

    /// A new database in place of a damaged one; the games go on in it.
    fn replace(&mut self, damage: &rusqlite::Error) -> bool {
        let file = self.database.file.clone();
        let replaced = aside::replace(&file, damage).map_err(|error| error.to_string()).and_then(|database| {
            self.database = database;
            self.find_places().map_err(|error| error.to_string())
        });
        if let Err(error) = &replaced {
            error!(error, "No new journal can be begun.");
        }
        replaced.is_ok()
    }

    /// Finds the games that are on, in a database that may lack them.
    fn find_places(&mut self) -> rusqlite::Result<()> {
        self.number = self.number.max(self.database.last_number()?);
        for slot in &mut self.slots {
            slot.place = self.database.place(&slot.name)?;
            if let Some(begun) = slot.begun.as_ref().filter(|_| slot.place.game.is_none()) {
                let transaction = self.database.transaction()?;
                slot.place = Rows(&transaction).begin(&slot.name, begun, Wholeness::Partial)?;
                transaction.commit()?;
            }
        }
        Ok(())
    }

    /// Keeps jobs in memory, as far as there is room, and goes on.
    fn put_by(&mut self, jobs: Vec<Job>) {
        let Some(failing) = &mut self.failing else { return };
        let copies = jobs.iter().map(Job::for_others).collect();
        let dropped = failing.backlog.put(jobs);
        if dropped > 0 {
            error!(dropped, "Too much waits for the disk: inputs are not kept.");
        }
        self.kept(copies, Written::InMemory);
    }

    /// Tries again to write what has been kept in memory, when it is time or `closing`.
    fn retry(&mut self, closing: bool) {
        let Some(mut failing) = self.failing.take() else { return };
        if !closing && failing.retry_at > Instant::now() {
            self.failing = Some(failing);
            return;
        }
        let outcome = self.write_backlog(&mut failing.backlog);
        match outcome {
            Ok(written) => {
                for slot in &self.slots {
                    lock(&slot.window).written();
                }
                let lost = failing.backlog.lost();
                warn!(inputs = written, lost, "The journal is written again.");
                self.tell((self.reserve_due.is_some()).then_some(Trouble::DiskFull));
            }
            Err(error) => {
                let said = error.to_string();
                if said != failing.said {
                    warn!(error = said, "The journal still cannot be written; trying on.");
                    failing.said = said;
                }
                failing.pause = (failing.pause * 2).min(MAX_RETRY);
                failing.retry_at = Instant::now() + failing.pause;
                self.failing = Some(failing);
            }
        }
    }

    fn write_backlog(&mut self, backlog: &mut Backlog) -> Result<usize, super::StoreError> {
        let file = self.database.file.clone();
        let failed = |source| super::StoreError::Database { file: file.clone(), source };
        if self.reserve.is_some() {
            self.open_again()?;
        }
        let mut written = 0;
        while let Some(jobs) = backlog.next() {
            self.write(jobs).map_err(&failed)?;
            written += jobs.len();
            backlog.written();
        }
        for slot in backlog.broken_off() {
            let transaction = self.database.transaction().map_err(&failed)?;
            Rows(&transaction).break_off(&self.slots[*slot].place).map_err(&failed)?;
            transaction.commit().map_err(&failed)?;
        }
        Ok(written)
    }

    /// Opens the file anew: what a connection thinks after an error need not be so any more, nor the file be there.
    fn open_again(&mut self) -> Result<(), super::StoreError> {
        let file = self.database.file.clone();
        self.database.open_again(aside::open)?;
        let failed = |source| super::StoreError::Database { file: file.clone(), source };
        for slot in 0..self.slots.len() {
            let found = self.database.place(&self.slots[slot].name).map_err(failed)?;
            if self.slots[slot].place.game.is_some_and(|game| found.game != Some(game)) {
                // Another file than the game was begun in.
                self.find_places().map_err(failed)?;
            }
        }
        Ok(())
    }

    /// Reads what outboxes want to have from the disk. What cannot be read is tried again, but not at once.
    fn load(&mut self) {
        let waits = self.load_again.is_some_and(|again| Instant::now() < again);
        if self.loads.is_empty() || waits {
            return;
        }
        let failed_before = self.load_again.take().is_some();
        for (slot, load) in std::mem::take(&mut self.loads) {
            match self.read_waiting(slot, load) {
                Ok(entries) => {
                    lock(&self.slots[slot].window).loaded(load, entries);
                    let _ = self.slots[slot].notices.send(Notice::More);
                }
                Err(error) => {
                    if !failed_before && self.load_again.is_none() {
                        warn!(%error, "What waits for the broker cannot be read from the journal; trying on.");
                    }
                    self.loads.push((slot, load));
                    self.load_again = Some(Instant::now() + RETRY);
                }
            }
        }
    }

    fn read_waiting(&mut self, slot: usize, load: Load) -> rusqlite::Result<Vec<Entry>> {
        let name = self.slots[slot].name.clone();
        let read = self.database.load(&name, load.audience, load.after);
        match read {
            Err(error) if meaning(&error) == Meaning::Damaged && self.replace(&error) => {
                self.database.load(&name, load.audience, load.after)
            }
            read => read,
        }
    }

    pub(super) fn tell(&self, trouble: Option<Trouble>) {
        for slot in &self.slots {
            let _ = slot.notices.send(Notice::Trouble(trouble));
        }
    }
}

fn write_item(rows: &Rows<'_>, slot: &TableSlot, place: &mut Place, item: &Item) -> rusqlite::Result<()> {
    match item {
        Item::Begun(begun) => *place = rows.begin(&slot.name, begun, Wholeness::Whole)?,
        Item::Event(line) => rows.event(place, line)?,
        Item::Orientation(orientation) => rows.orient(place, orientation)?,
        Item::Record { seq, line, waiting } => {
            let stream = waiting.first().map_or(Stream::Move, Waiting::stream);
            rows.record(place, *seq, stream.name(), line)?;
        }
        Item::Repeat(_) => {}
        Item::Reply { id: Some(id), reply, .. } => rows.reply(&slot.name, id, reply)?,
        Item::Reply { id: None, .. } => {}
        Item::Summary(summary) => rows.stand(place, summary)?,
    }
    Ok(())
}

impl Failing {
    /// It has just been found out.
    pub(super) fn begin() -> Failing {
        Failing { backlog: Backlog::default(), retry_at: Instant::now() + RETRY, pause: RETRY, said: String::new() }
    }
}

/// What an error in writing is called.
pub(super) fn trouble_of(error: &rusqlite::Error) -> Trouble {
    if meaning(error) == Meaning::Full { Trouble::DiskFull } else { Trouble::Failing }
}

/// The file of the journal in a folder.
pub(super) fn file_in(folder: &Path) -> std::path::PathBuf {
    folder.join("journal.sqlite")
}
