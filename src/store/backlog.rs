//! What waits in memory while the disk takes nothing.

use std::collections::{BTreeSet, VecDeque};

use super::job::{Job, Step};
use crate::game::{journal::Item, outbox::Waiting};

/// Most text kept, in bytes: some hundred games.
const MAX_BYTES: usize = 32 * 1_024 * 1_024;

/// Jobs written in one transaction.
const CHUNK: usize = 512;

/// Jobs in order, in chunks. When full, later ones are dropped, and the games that they belong to marked as broken off.
#[derive(Debug, Default)]
pub(super) struct Backlog {
    chunks: VecDeque<Vec<Job>>,
    bytes: usize,
    lost: usize,
    broken_off: BTreeSet<usize>,
}

impl Backlog {
    /// Takes jobs, as far as there is room; gives how many were dropped.
    pub(super) fn put(&mut self, jobs: Vec<Job>) -> usize {
        let mut dropped = 0;
        for job in jobs {
            let bytes = bytes(&job);
            if self.bytes + bytes > MAX_BYTES {
                dropped += 1;
                self.broken_off.insert(job.slot);
                continue;
            }
            self.bytes += bytes;
            match self.chunks.back_mut() {
                Some(chunk) if chunk.len() < CHUNK => chunk.push(job),
                Some(_) | None => self.chunks.push_back(vec![job]),
            }
        }
        self.lost += dropped;
        dropped
    }

    /// The oldest jobs.
    pub(super) fn next(&self) -> Option<&[Job]> {
        self.chunks.front().map(Vec::as_slice)
    }

    /// Those are written.
    pub(super) fn written(&mut self) {
        if let Some(chunk) = self.chunks.pop_front() {
            self.bytes -= chunk.iter().map(bytes).sum::<usize>();
        }
    }

    /// The journaled records of a table after this `seq`, as they go out, in order.
    pub(super) fn records(&self, slot: usize, after: u64) -> impl Iterator<Item = &Waiting> {
        let jobs = self.chunks.iter().flatten().filter(move |job| job.slot == slot);
        jobs.flat_map(|job| &job.steps).filter_map(move |step| match step {
            Step::Item(Item::Record { seq, waiting, .. }) if *seq > after => waiting.first(),
            _ => None,
        })
    }

    /// The tables whose games lack something now.
    pub(super) fn broken_off(&self) -> impl Iterator<Item = &usize> {
        self.broken_off.iter()
    }

    pub(super) fn len(&self) -> usize {
        self.chunks.iter().map(Vec::len).sum()
    }

    pub(super) fn lost(&self) -> usize {
        self.lost
    }
}

fn bytes(job: &Job) -> usize {
    let text = |step: &Step| match step {
        Step::Item(Item::Begun(begun)) => begun.header.len(),
        Step::Item(Item::Event(line) | Item::Record { line, .. }) => line.len(),
        Step::Item(Item::Reply { reply, .. }) => reply.len(),
        Step::Item(Item::Orientation(_) | Item::Repeat(_) | Item::Summary(_)) => 0,
        Step::Send(entry) => entry.payload.len(),
        Step::Repeat { .. } | Step::Sent { .. } => 0,
    };
    // And what it takes to hold it.
    job.steps.iter().map(|step| text(step) + 128).sum()
}
