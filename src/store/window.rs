//! What of a table's outbox is in memory: the oldest entries of each audience; the rest waits on disk.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use crate::game::outbox::{Audience, Entry, Stream};

/// Most entries that wait on disk for one table's broker: some 450 games.
const MAX_WAITING: usize = 200_000;

/// What an entry takes besides its text, in bytes: number, table and stream, and what a page of the database leaves free.
const BESIDE: u64 = 64;

/// Most that the outboxes of all tables take while all is kept in memory, in bytes.
const MAX_IN_MEMORY: u64 = 32 * 1_024 * 1_024;

/// What the outboxes of all tables take together.
#[derive(Debug)]
pub(super) struct Total {
    bytes: AtomicU64,
    /// The most that they may take.
    max_bytes: u64,
}

impl Total {
    /// Nothing yet.
    pub(super) fn new(max_bytes: u64) -> Total {
        Total { bytes: AtomicU64::new(0), max_bytes }
    }

    fn add(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    fn take(&self, bytes: u64) {
        let less = |now: u64| Some(now.saturating_sub(bytes));
        // It never fails: there is always less.
        let _ = self.bytes.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
    }

    fn room(&self, quarters: usize, written: Written) -> u64 {
        let most = match written {
            Written::InMemory => self.max_bytes.min(MAX_IN_MEMORY),
            Written::OnDisk => self.max_bytes,
        };
        (most / 4 * quarters as u64).saturating_sub(self.bytes.load(Ordering::Relaxed))
    }
}

/// Most entries of an audience in memory while the disk takes the rest; some five games.
const HEAD: usize = 2_048;

/// Entries read from disk at a time.
pub(super) const LOAD: usize = 512;

/// What of a table's outbox is in memory. Shared by the outbox and the thread that writes, neither of which waits for
/// anything while it holds the lock.
#[derive(Debug)]
pub(super) struct Window {
    total: Arc<Total>,
    arbiter: Lane,
    public: Lane,
    /// How many entries are waiting, on disk or not.
    len: usize,
    pub(super) lost: u64,
}

#[derive(Debug, Default)]
pub(super) struct Lane {
    /// The oldest entries.
    head: VecDeque<Entry>,
    /// Whether there are more on disk, after the head.
    rest: Rest,
    /// Entries that the disk has not taken yet, after those.
    tail: VecDeque<Entry>,
    /// A stretch of the rest, for a reader who has passed the head by.
    ahead: VecDeque<Entry>,
    /// The number after which that stretch begins.
    ahead_after: u64,
    /// Number of the newest entry.
    pub(super) last: u64,
    /// What is being read from disk.
    loading: Option<Load>,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Rest {
    #[default]
    None,
    OnDisk,
}

/// A stretch to be read from disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Load {
    pub(super) audience: Audience,
    /// The entries after this number.
    pub(super) after: u64,
}

/// Where a new entry has been written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Written {
    InMemory,
    OnDisk,
}

/// Where an entry that was acknowledged had been.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gone {
    /// Nowhere here, so that it is still counted, if there was one.
    FromDiskOnly,
    /// In memory too, and is counted no more.
    FromMemory,
}

impl Window {
    pub(super) fn new(total: Arc<Total>) -> Window {
        Window { total, arbiter: Lane::default(), public: Lane::default(), len: 0, lost: 0 }
    }

    /// What an earlier run has left: so many entries with so much text, the newest of each audience with these numbers.
    pub(super) fn begin(&mut self, len: usize, bytes: u64, arbiter_last: u64, public_last: u64) {
        self.len = len;
        self.total.add(bytes + BESIDE * len as u64);
        for (lane, last) in [(&mut self.arbiter, arbiter_last), (&mut self.public, public_last)] {
            lane.last = last;
            lane.rest = if last > 0 { Rest::OnDisk } else { Rest::None };
        }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Whether there is room for another entry of a stream.
    pub(super) fn has_room(&self, stream: Stream, written: Written) -> bool {
        let quarters = stream.share_quarters();
        self.len < MAX_WAITING / 4 * quarters && self.total.room(quarters, written) > 0
    }

    /// Whether there is room for so many entries with so much text that were sent before.
    pub(super) fn has_room_for_repeats(&self, count: u64, bytes: u64, written: Written) -> bool {
        let quarters = Stream::Reply.share_quarters();
        self.len + count as usize <= MAX_WAITING / 4 * quarters
            && bytes + BESIDE * count <= self.total.room(quarters, written)
    }

    /// An entry less is waiting, which had so much text.
    pub(super) fn gone(&mut self, bytes: u64) -> Gone {
        self.len = self.len.saturating_sub(1);
        self.total.take(bytes + BESIDE);
        Gone::FromMemory
    }

    pub(super) fn push(&mut self, entry: Entry, written: Written) {
        self.len += 1;
        self.total.add(entry.payload.len() as u64 + BESIDE);
        let lane = self.lane(entry.stream.audience());
        lane.last = entry.id;
        match (lane.rest, written) {
            (Rest::None, Written::OnDisk) if lane.head.len() >= HEAD => lane.rest = Rest::OnDisk,
            (Rest::None, _) => lane.head.push_back(entry),
            (Rest::OnDisk, Written::OnDisk) => {}
            (Rest::OnDisk, Written::InMemory) => lane.tail.push_back(entry),
        }
    }

    /// So many entries with so much text have been added on disk alone, the newest with this number.
    pub(super) fn added_on_disk(&mut self, audience: Audience, count: usize, bytes: u64, last: u64) {
        if count > 0 {
            self.len += count;
            self.total.add(bytes + BESIDE * count as u64);
            let lane = self.lane(audience);
            lane.last = last;
            lane.rest = Rest::OnDisk;
        }
    }

    /// Everything is on disk now.
    pub(super) fn written(&mut self) {
        for lane in [&mut self.arbiter, &mut self.public] {
            lane.tail.clear();
            if lane.head.len() > HEAD {
                lane.head.truncate(HEAD);
                lane.rest = Rest::OnDisk;
            }
        }
    }

    /// A stretch has been read from disk, in full or `LOAD` entries of it.
    pub(super) fn loaded(&mut self, load: Load, entries: Vec<Entry>) {
        let lane = self.lane(load.audience);
        if lane.loading.take_if(|loading| *loading == load).is_none() {
            return;
        }
        let is_all = entries.len() < LOAD;
        if load.after == lane.end_of_head() {
            lane.head.extend(entries);
            if is_all {
                lane.rest = Rest::None;
                let tail = std::mem::take(&mut lane.tail);
                let end = lane.end_of_head();
                lane.head.extend(tail.into_iter().filter(|entry| entry.id > end));
            }
        } else {
            lane.ahead = entries.into();
            lane.ahead_after = load.after;
        }
    }

    pub(super) fn lane(&mut self, audience: Audience) -> &mut Lane {
        match audience {
            Audience::Arbiter => &mut self.arbiter,
            Audience::Public => &mut self.public,
        }
    }
}

impl Lane {
    fn end_of_head(&self) -> u64 {
        self.head.back().map_or(0, |entry| entry.id)
    }

    /// The entries after `id`, as far as they are here; and what else should be read.
    pub(super) fn after(&mut self, audience: Audience, id: u64, limit: usize) -> (Vec<Entry>, Option<Load>) {
        fn stretch(entries: &VecDeque<Entry>, id: u64, limit: usize) -> Vec<Entry> {
            let from = entries.partition_point(|entry| entry.id <= id);
            entries.iter().skip(from).take(limit).cloned().collect()
        }
        let end = self.end_of_head();
        let mut found = stretch(&self.head, id, limit);
        if found.is_empty() && self.rest == Rest::OnDisk && id >= end && id >= self.ahead_after {
            found = stretch(&self.ahead, id, limit);
        }
        let wanted = match self.rest {
            Rest::None => None,
            Rest::OnDisk if self.head.len() < HEAD / 2 => Some(end),
            Rest::OnDisk if found.is_empty() && id >= end && id < self.last => Some(id),
            Rest::OnDisk => None,
        };
        let load = wanted.filter(|_| self.loading.is_none()).map(|after| Load { audience, after });
        if load.is_some() {
            self.loading = load;
        }
        (found, load)
    }

    /// Removes an entry; gives how much text it had, if it was here.
    pub(super) fn remove(&mut self, id: u64) -> Option<u64> {
        let mut removed = None;
        for entries in [&mut self.head, &mut self.ahead, &mut self.tail] {
            if let Ok(index) = entries.binary_search_by_key(&id, |entry| entry.id) {
                removed = entries.remove(index).map(|entry| entry.payload.len() as u64).or(removed);
            }
        }
        removed
    }
}

/// A window is whole between any two of its calls, even where a thread panicked in between.
pub(super) fn lock(window: &Mutex<Window>) -> MutexGuard<'_, Window> {
    window.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(max_bytes: u64) -> Window {
        Window::new(Arc::new(Total::new(max_bytes)))
    }

    fn entry(id: u64, stream: Stream, payload: &str) -> Entry {
        Entry { id, stream, payload: payload.to_owned() }
    }

    #[test]
    fn when_room_runs_out_replies_go_first_and_moves_and_alerts_last() {
        let mut window = window(u64::MAX);
        let mut id = 0;
        for (stream, until) in [
            (Stream::Reply, MAX_WAITING / 2),
            (Stream::PublicMove, MAX_WAITING / 2),
            (Stream::Turn, MAX_WAITING / 4 * 3),
            (Stream::Move, MAX_WAITING),
            (Stream::Alert, MAX_WAITING),
        ] {
            while window.len() < until {
                assert!(window.has_room(stream, Written::OnDisk), "{stream} after {id}");
                id += 1;
                window.push(entry(id, stream, "x"), Written::OnDisk);
            }
            assert!(!window.has_room(stream, Written::OnDisk), "{stream} after {id}");
        }
        window.gone(1);
        assert!(window.has_room(Stream::Alert, Written::OnDisk), "one has left");
        assert!(!window.has_room(Stream::Turn, Written::OnDisk));
    }

    #[test]
    fn bytes_are_bounded_as_well_as_entries_and_more_tightly_in_memory() {
        let mut window = window(u64::MAX);
        let big = "x".repeat((MAX_IN_MEMORY / 8) as usize);
        for id in 1..=8 {
            assert!(window.has_room(Stream::Alert, Written::InMemory));
            window.push(entry(id, Stream::Alert, &big), Written::InMemory);
        }
        assert!(!window.has_room(Stream::Alert, Written::InMemory));
        assert!(window.has_room(Stream::Alert, Written::OnDisk));
        window.gone(big.len() as u64);
        assert!(window.has_room(Stream::Alert, Written::InMemory), "one has left");
    }
}
