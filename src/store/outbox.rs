//! A table's outbox, as its publisher reads it.

use std::sync::{Arc, Mutex, mpsc::Sender};

use super::{
    request::Request,
    window::{Gone, Window, lock},
};
use crate::game::outbox::{Audience, Entry, Outbox, OutboxError};

/// A table's outbox: on disk, with its oldest entries in memory. Nothing here waits for the disk.
#[derive(Debug)]
pub struct DiskOutbox {
    pub(super) slot: usize,
    pub(super) window: Arc<Mutex<Window>>,
    pub(super) requests: Sender<Request>,
}

impl DiskOutbox {
    fn request(&self, request: Request) -> Result<(), OutboxError> {
        self.requests.send(request).map_err(|_| OutboxError::Store { source: "the journal is closed".into() })
    }
}

impl Outbox for DiskOutbox {
    fn after(&mut self, audience: Audience, id: u64, limit: usize) -> Result<Vec<Entry>, OutboxError> {
        let (found, load) = lock(&self.window).lane(audience).after(audience, id, limit);
        if let Some(load) = load {
            self.request(Request::Load { slot: self.slot, load })?;
        }
        Ok(found)
    }

    fn last(&mut self, audience: Audience) -> Result<u64, OutboxError> {
        Ok(lock(&self.window).lane(audience).last)
    }

    fn acknowledge(&mut self, id: u64) -> Result<(), OutboxError> {
        let gone = {
            let mut window = lock(&self.window);
            let removed = [Audience::Arbiter, Audience::Public].map(|audience| window.lane(audience).remove(id));
            removed.into_iter().flatten().next().map_or(Gone::FromDiskOnly, |bytes| window.gone(bytes))
        };
        self.request(Request::Acknowledged { slot: self.slot, id, gone })
    }

    fn queued(&self) -> usize {
        lock(&self.window).len()
    }

    fn lost(&self) -> u64 {
        lock(&self.window).lost
    }
}
