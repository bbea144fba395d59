//! What the thread writes, step by step.

use super::{notice::Ticket, window::Gone};
use crate::game::{journal::Item, outbox::Entry};

/// One thing to write, its entries numbered, so that it can be written later just the same.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) slot: usize,
    pub(super) ticket: Option<Ticket>,
    pub(super) steps: Vec<Step>,
}

#[derive(Debug)]
pub(super) enum Step {
    Item(Item),
    Repeat { after: u64, from: u64, count: u64, bytes: u64 },
    Send(Entry),
    Sent { id: u64, gone: Gone },
}

impl Job {
    /// What others must hear of it.
    pub(super) fn for_others(&self) -> Job {
        let heard = self.steps.iter().filter_map(|step| match step {
            Step::Item(Item::Begun(begun)) => Some(Step::Item(Item::Begun(begun.clone()))),
            Step::Item(_) | Step::Sent { .. } => None,
            Step::Repeat { after, from, count, bytes } => {
                Some(Step::Repeat { after: *after, from: *from, count: *count, bytes: *bytes })
            }
            Step::Send(entry) => Some(Step::Send(entry.clone())),
        });
        Job { slot: self.slot, ticket: self.ticket, steps: heard.collect() }
    }
}
