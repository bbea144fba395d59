//! What the hall keeps, written beside the runtime's threads, a batch after the other.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use tokio::{task::spawn_blocking, time::Instant};
use tracing::{error, info};

use crate::{
    broadcast::Kept,
    hall::{accounts::PeopleRow, keep::Row},
    store::hall::{HallStore, HallStoreError},
};

/// Most bytes of records that wait for a disk that fails; the oldest go, since tables can be asked for what they said.
/// What people decide always waits.
const MAX_WAITING: usize = 4 * 1_024 * 1_024;

/// After this it is tried again where the disk has failed.
const AGAIN: Duration = Duration::from_secs(1);

/// Keeps rows. What cannot be kept is tried again with what comes next.
#[derive(Debug)]
pub(super) struct Keeper {
    /// `None`: it was lost with a thread that failed.
    store: Option<HallStore>,
    rows: Vec<Row>,
    people: Vec<PeopleRow>,
    /// By name: what comes later outdoes it.
    broadcast: BTreeMap<String, Option<String>>,
    is_failing: bool,
    /// Before this nothing is tried.
    again: Option<Instant>,
}

impl Keeper {
    pub(super) fn new(store: HallStore) -> Keeper {
        Keeper {
            store: Some(store),
            rows: Vec::new(),
            people: Vec::new(),
            broadcast: BTreeMap::new(),
            is_failing: false,
            again: None,
        }
    }

    /// Keeps these. When it returns they are kept, or it has been told that they are not.
    pub(super) async fn keep(&mut self, rows: Vec<Row>, people: Vec<PeopleRow>) {
        self.rows.extend(rows);
        self.people.extend(people);
        if self.rows.is_empty() && self.people.is_empty() || self.must_wait() {
            return;
        }
        let (rows, people) = (std::mem::take(&mut self.rows), std::mem::take(&mut self.people));
        let Some(mut store) = self.store.take() else { return };
        let kept = spawn_blocking(move || {
            let kept = store.keep(&rows, &people);
            (store, rows, people, kept)
        });
        match kept.await {
            Ok((store, _, _, Ok(()))) => {
                self.store = Some(store);
                if std::mem::take(&mut self.is_failing) {
                    info!("What the hall keeps is kept again.");
                }
            }
            Ok((store, rows, people, Err(error))) => {
                self.store = Some(store);
                self.failed(&error);
                (self.rows, self.people) = (rows, people);
                self.forget_the_oldest();
            }
            Err(error) => {
                self.is_failing = true;
                error!(%error, "The hall's database failed, which is a bug: nothing is kept any more.");
            }
        }
    }

    /// Whether it is too early to try again. What comes meanwhile is bounded all the same.
    fn must_wait(&mut self) -> bool {
        let must_wait = self.again.is_some_and(|again| Instant::now() < again);
        if must_wait {
            self.forget_the_oldest();
        } else {
            self.again = None;
        }
        must_wait
    }

    fn forget_the_oldest(&mut self) {
        let size = |row: &Row| match row {
            Row::Record { json, .. } => json.len(),
            _ => 0,
        };
        let mut over = self.rows.iter().map(size).sum::<usize>().saturating_sub(MAX_WAITING);
        // Of what is kept of a table the last outdoes all before it, and so does what is forgotten of it.
        let mut last: BTreeSet<(bool, String)> = BTreeSet::new();
        let mut is_outdone: Vec<bool> = Vec::with_capacity(self.rows.len());
        for row in self.rows.iter().rev() {
            is_outdone.push(match row {
                Row::Table { table, .. } => !last.insert((true, table.clone())),
                Row::Forget { table, .. } => !last.insert((false, table.clone())),
                _ => false,
            });
        }
        let mut is_outdone = is_outdone.into_iter().rev();
        self.rows.retain(|row| {
            let goes = over > 0 && size(row) > 0;
            over = over.saturating_sub(if goes { size(row) } else { 0 });
            let is_outdone = is_outdone.next().unwrap_or(false);
            !goes && !is_outdone
        });
    }

    fn failed(&mut self, error: &HallStoreError) {
        self.again = Some(Instant::now() + AGAIN);
        if !std::mem::replace(&mut self.is_failing, true) {
            error!(%error, "What is decided in the hall is not kept; it is tried again.");
        }
    }

    /// Keeps what a broadcast knows. What cannot be kept is tried again with what comes next.
    pub(super) async fn keep_broadcast(&mut self, kept: Vec<Kept>) {
        self.broadcast.extend(kept.into_iter().map(|kept| (kept.name, kept.text)));
        if self.broadcast.is_empty() || self.must_wait() {
            return;
        }
        let Some(mut store) = self.store.take() else { return };
        let kept: Vec<Kept> =
            std::mem::take(&mut self.broadcast).into_iter().map(|(name, text)| Kept { name, text }).collect();
        let done = spawn_blocking(move || {
            let done = store.keep_broadcast(&kept);
            (store, kept, done)
        });
        match done.await {
            Ok((store, _, Ok(()))) => self.store = Some(store),
            Ok((store, kept, Err(error))) => {
                self.store = Some(store);
                self.failed(&error);
                self.broadcast = kept.into_iter().map(|kept| (kept.name, kept.text)).collect();
            }
            Err(error) => {
                self.is_failing = true;
                error!(%error, "The hall's database failed, which is a bug: nothing is kept any more.");
            }
        }
    }

    /// The records of a game.
    pub(super) async fn records(&mut self, table: String, game: String) -> Vec<String> {
        let Some(store) = self.store.take() else { return Vec::new() };
        let read = spawn_blocking(move || {
            let records = store.records(&table, &game);
            (store, records)
        });
        let Ok((store, records)) = read.await else { return Vec::new() };
        self.store = Some(store);
        records.unwrap_or_else(|error| {
            error!(%error, "The records of a game cannot be read.");
            Vec::new()
        })
    }
}
