//! What the hall keeps, written beside the runtime's threads, a batch after the other.

use tokio::task::spawn_blocking;
use tracing::{error, info};

use crate::{
    hall::{accounts::PeopleRow, keep::Row},
    store::hall::{HallStore, HallStoreError},
};

/// Most rows that wait for a disk that fails; the oldest go, since tables can be asked for what they said.
const MAX_WAITING: usize = 100_000;

/// Keeps rows. What cannot be kept is tried again with what comes next.
#[derive(Debug)]
pub(super) struct Keeper {
    /// `None`: it was lost with a thread that failed.
    store: Option<HallStore>,
    rows: Vec<Row>,
    people: Vec<PeopleRow>,
    is_failing: bool,
}

impl Keeper {
    pub(super) fn new(store: HallStore) -> Keeper {
        Keeper { store: Some(store), rows: Vec::new(), people: Vec::new(), is_failing: false }
    }

    /// Keeps these. When it returns they are kept, or it has been told that they are not.
    pub(super) async fn keep(&mut self, rows: Vec<Row>, people: Vec<PeopleRow>) {
        self.rows.extend(rows);
        self.people.extend(people);
        if self.rows.is_empty() && self.people.is_empty() {
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
            Ok((store, mut rows, people, Err(error))) => {
                self.store = Some(store);
                self.failed(&error);
                let over = rows.len().saturating_sub(MAX_WAITING);
                rows.drain(..over);
                (self.rows, self.people) = (rows, people);
            }
            Err(error) => {
                self.is_failing = true;
                error!(%error, "The hall's database failed, which is a bug: nothing is kept any more.");
            }
        }
    }

    fn failed(&mut self, error: &HallStoreError) {
        if !std::mem::replace(&mut self.is_failing, true) {
            error!(%error, "What is decided in the hall is not kept; it is tried again.");
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
