//! Nothing lost: every game's log, what was said of it, and what waits for the broker, in one SQLite database.
//!
//! A table gives its batches to a [`Journal`] and hears by [`Notice`]s when they are kept. One thread writes; whatever
//! has come meanwhile goes into one transaction (WAL, `synchronous` FULL), so that the disk's pace is nobody's pace.
//! What waits for the broker is in the same transaction, and read back by [`DiskOutbox`]. Where the disk fails, all
//! goes on in memory and is written later; where the file is damaged, it is set aside. [`Archive`] reads alone.

mod archive;
mod aside;
mod backlog;
mod database;
mod error;
mod first_page;
pub mod hall;
mod job;
mod notice;
mod outbox;
mod request;
mod reserve;
mod rows;
mod salvage;
mod schema;
mod window;
mod writer;

use std::{
    fs::{self, File, TryLockError},
    io,
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, AtomicUsize, Ordering},
        mpsc::{Sender, channel},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use tokio::sync::{
    mpsc::{UnboundedReceiver, unbounded_channel},
    oneshot,
};
use tracing::{error, warn};

pub use archive::{Archive, GameLine};
pub use error::StoreError;
pub use notice::{Notice, Ticket, Trouble};
pub use outbox::DiskOutbox;

use self::{
    database::Database,
    error::{Meaning, meaning},
    request::Request,
    reserve::Reserve,
    window::{Total, Window},
    writer::{Failing, TableSlot, Writer, file_in, trouble_of},
};
use crate::game::{
    journal::{Batch, Durability, Kept},
    outbox::Audience,
};

/// Most batches that may wait for the thread; the disk stands still when there are so many.
const MAX_BEHIND: usize = 100_000;

/// How long another program's lock on the folder is waited for.
const LOCK_WITHIN: Duration = Duration::from_millis(500);

/// How long until it is tried again.
const LOCK_AGAIN: Duration = Duration::from_millis(10);

/// The open journal of all tables.
#[derive(Debug)]
pub struct Store {
    requests: Sender<Request>,
    thread: Option<JoinHandle<()>>,
    /// Held as long as the folder is in use.
    _lock: Option<File>,
}

/// What a table gets of it.
#[derive(Debug)]
pub struct TableStore {
    /// Keeps its batches.
    pub journal: Journal,
    /// What waits for its broker.
    pub outbox: DiskOutbox,
    /// What becomes of the batches.
    pub notices: UnboundedReceiver<Notice>,
}

/// The batch was not taken: too many wait already, or the journal is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the journal takes no more: {behind} inputs wait for the disk")]
pub struct Backpressure {
    /// How many wait.
    pub behind: usize,
}

/// Keeps one table's batches. Clones are handles to the same one.
#[derive(Debug, Clone)]
pub struct Journal {
    slot: usize,
    requests: Sender<Request>,
    behind: Arc<AtomicUsize>,
    given: Arc<AtomicU64>,
}

impl Journal {
    /// Gives a batch to be kept, after all those before it. Never waits.
    ///
    /// # Errors
    /// [`Backpressure`]: it will not be kept.
    pub fn keep(&self, batch: Batch, durability: Durability) -> Result<Ticket, Backpressure> {
        let behind = self.behind.load(Ordering::Relaxed);
        if behind >= MAX_BEHIND {
            return Err(Backpressure { behind });
        }
        let ticket = Ticket(self.given.fetch_add(1, Ordering::Relaxed) + 1);
        self.behind.fetch_add(1, Ordering::Relaxed);
        let request = Request::Batch { slot: self.slot, ticket, batch, durability };
        self.requests.send(request).map(|()| ticket).map_err(|_| Backpressure { behind })
    }

    /// What is kept of the table, all batches given so far included.
    pub async fn kept(&self) -> Kept {
        let (reply, kept) = oneshot::channel();
        // A closed journal has nothing.
        let _ = self.requests.send(Request::Kept { slot: self.slot, reply });
        kept.await.unwrap_or_default()
    }
}

impl Store {
    /// Opens the journal in a folder, made where there is none, for these tables.
    ///
    /// # Errors
    /// [`StoreError`]: the folder or the file cannot be used. A damaged file can: it is set aside.
    pub fn open(folder: &Path, tables: &[String], max_bytes: u64) -> Result<(Store, Vec<TableStore>), StoreError> {
        let failed = |source| StoreError::File { file: folder.to_owned(), source };
        fs::create_dir_all(folder).map_err(failed)?;
        let lock = lock_file(&folder.join("journal.lock")).map_err(failed)?;
        match take(&lock) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreError::InUse { folder: folder.to_owned() }),
            Err(TryLockError::Error(source)) => return Err(failed(source)),
        }
        let file = file_in(folder);
        error::may_be_journal(&file)?;
        let reserve = Reserve::new(folder);
        let mut trouble = None;
        let passes = |error: &StoreError| matches!(error, StoreError::Database { .. } | StoreError::File { .. });
        let mut opened = aside::open(&file);
        if opened.as_ref().is_err_and(passes) && reserve.give_up() {
            opened = aside::open(&file);
        }
        let database = match opened {
            Err(error) if passes(&error) => {
                error!(%error, "The journal cannot be written; all is kept in memory until it can be.");
                trouble = Some(match &error {
                    StoreError::Database { source, .. } => trouble_of(source),
                    _ => Trouble::Failing,
                });
                aside::as_it_is(&file)?
            }
            opened => opened?,
        };
        let reserve_due = reserve.take().is_err().then(Instant::now);
        if reserve_due.is_some() {
            warn!(folder = %folder.display(), "The disk has no room to spare.");
        }
        match Store::start(database, tables, max_bytes, (Some((reserve, reserve_due)), trouble), Some(lock)) {
            Err((StoreError::Database { source, .. }, lock)) if meaning(&source) == Meaning::Damaged => {
                let database = aside::replace(&file, &source)?;
                let reserve = Some((Reserve::new(folder), reserve_due));
                Store::start(database, tables, max_bytes, (reserve, None), lock).map_err(|(error, _)| error)
            }
            started => started.map_err(|(error, _)| error),
        }
    }

    /// The same in memory, for as long as the process lasts.
    ///
    /// # Errors
    /// [`StoreError`] when there is no memory.
    pub fn in_memory(tables: &[String], max_bytes: u64) -> Result<(Store, Vec<TableStore>), StoreError> {
        let state = (None, Some(Trouble::Failing));
        Store::start(Database::in_memory()?, tables, max_bytes, state, None).map_err(|(error, _)| error)
    }

    #[allow(clippy::type_complexity, reason = "the lock comes back with the error")]
    fn start(
        database: Database,
        tables: &[String],
        max_bytes: u64,
        (reserve, trouble): (Option<(Reserve, Option<Instant>)>, Option<Trouble>),
        lock: Option<File>,
    ) -> Result<(Store, Vec<TableStore>), (StoreError, Option<File>)> {
        let (requests, to_thread) = channel();
        let behind = Arc::new(AtomicUsize::new(0));
        let total = Arc::new(Total::new(max_bytes / OUTBOX_SHARE));
        let mut slots = Vec::new();
        let mut stores = Vec::new();
        for (index, name) in tables.iter().enumerate() {
            match take_slot(&database, name, &total) {
                Ok((slot, notices, window)) => {
                    let (requests, behind, given) = (requests.clone(), Arc::clone(&behind), Arc::default());
                    let outbox = DiskOutbox { slot: index, window, requests: requests.clone() };
                    let journal = Journal { slot: index, requests, behind, given };
                    slots.push(slot);
                    stores.push(TableStore { journal, outbox, notices });
                }
                Err(source) => return Err((StoreError::Database { file: database.file.clone(), source }, lock)),
            }
        }
        let number = match database.last_number() {
            Ok(number) => number,
            Err(source) => return Err((StoreError::Database { file: database.file.clone(), source }, lock)),
        };
        let (reserve, reserve_due) = reserve.map_or((None, None), |(reserve, due)| (Some(reserve), due));
        let writer = Writer {
            database,
            slots,
            requests: to_thread,
            behind,
            reserve,
            reserve_due,
            max_bytes,
            number,
            group: Vec::new(),
            due: None,
            loads: Vec::new(),
            load_again: None,
            failing: trouble.filter(|_| lock.is_some()).map(|_| Failing::begin()),
        };
        if trouble.is_some() {
            writer.tell(trouble);
        }
        let file = writer.database.file.clone();
        let thread = std::thread::Builder::new().name("journal".to_owned()).spawn(move || writer.run());
        match thread {
            Ok(thread) => Ok((Store { requests, thread: Some(thread), _lock: lock }, stores)),
            Err(source) => Err((StoreError::File { file, source }, lock)),
        }
    }

    /// Writes what is left and closes the journal; waits for the disk.
    pub fn close(mut self) {
        // A thread that has ended has nothing left.
        let _ = self.requests.send(Request::Close);
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            warn!("The thread that writes the journal has failed.");
        }
    }
}

/// Takes the lock, waiting a moment for a program that is just ending, or one that it has just started.
fn take(lock: &File) -> Result<(), TryLockError> {
    let began = Instant::now();
    loop {
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) if began.elapsed() < LOCK_WITHIN => thread::sleep(LOCK_AGAIN),
            taken => return taken,
        }
    }
}

/// The file that shows that a journal or the hall's database is in use. One that is there serves where nothing can be
/// written, as on a worn card, for the game goes on.
fn lock_file(file: &Path) -> io::Result<File> {
    File::create(file).or_else(|error| File::open(file).map_err(|_| error))
}

/// How much of the journal's largest size the outboxes of all tables may take; games make room for them.
const OUTBOX_SHARE: u64 = 2;

type Taken = (TableSlot, UnboundedReceiver<Notice>, Arc<Mutex<Window>>);

/// A table's part of the journal, as an earlier run has left it.
fn take_slot(database: &Database, name: &str, total: &Arc<Total>) -> rusqlite::Result<Taken> {
    let (notices, heard) = unbounded_channel();
    let mut window = Window::new(Arc::clone(total));
    let [arbiter, public] = [Audience::Arbiter, Audience::Public].map(|audience| database.waiting(name, audience));
    let (arbiter, public) = (arbiter?, public?);
    window.begin(arbiter.0 + public.0, arbiter.2 + public.2, arbiter.1, public.1);
    let window = Arc::new(Mutex::new(window));
    let place = database.place(name)?;
    let slot = TableSlot { name: name.to_owned(), window: Arc::clone(&window), notices, place, begun: None };
    Ok((slot, heard, window))
}
