//! The streams of one table that wait in the outbox: which entry goes out next, and what the broker made of it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::{
    game::outbox::{Audience, Entry, Outbox, OutboxError},
    publish::{
        time::PublisherTime,
        topics::{Channel, Leaf},
    },
};

/// Entries read from the outbox at a time.
const BATCH: usize = 64;

/// Time until a refused message is offered again, in milliseconds; doubled with each refusal, up to the maximum.
pub(super) const FIRST_HOLD_MS: u64 = 1_000;
pub(super) const MAX_HOLD_MS: u64 = 60_000;

/// The end of a hold that is over, its length kept for the next refusal.
const ENDED: PublisherTime = PublisherTime(0);

/// What waits in a table's outbox, in order, each audience on its own.
#[derive(Debug)]
pub(super) struct Streams {
    pub(super) outbox: Box<dyn Outbox>,
    arbiter: Lane,
    public: Lane,
    /// Entries of the public lane above this number are still held back.
    released: u64,
    /// Leaves that the broker has refused, and until when nothing is offered there.
    holds: BTreeMap<Leaf, Hold>,
}

#[derive(Debug)]
struct Lane {
    audience: Audience,
    /// Entries up to this number have been looked at on this connection.
    cursor: u64,
    batch: VecDeque<Entry>,
    in_flight: BTreeSet<u64>,
}

#[derive(Debug, Clone, Copy)]
struct Hold {
    until: PublisherTime,
    /// Length of this hold, in milliseconds.
    ms: u64,
}

impl Streams {
    pub(super) fn new(outbox: Box<dyn Outbox>) -> Streams {
        let (arbiter, public) = (Lane::new(Audience::Arbiter), Lane::new(Audience::Public));
        Streams { outbox, arbiter, public, released: 0, holds: BTreeMap::new() }
    }

    pub(super) fn queued(&self) -> usize {
        self.outbox.queued()
    }

    pub(super) fn lost(&self) -> u64 {
        self.outbox.lost()
    }

    /// Number of the public's latest entry.
    pub(super) fn last_public(&mut self) -> Result<u64, OutboxError> {
        self.outbox.last(Audience::Public)
    }

    /// The public may have its entries up to this number.
    pub(super) fn release(&mut self, up_to: u64) {
        self.released = self.released.max(up_to);
    }

    /// A connection begins: everything without acknowledgement is to be sent, whatever went out before.
    pub(super) fn rewind(&mut self) {
        self.arbiter.rewind();
        self.public.rewind();
        self.holds.clear();
    }

    /// The entry that may go out next: the arbiters' before the public's.
    pub(super) fn next(&mut self, at: PublisherTime) -> Result<Option<Entry>, OutboxError> {
        self.end_holds(at);
        match self.arbiter.next(&mut *self.outbox, u64::MAX, &self.holds)? {
            None => self.public.next(&mut *self.outbox, self.released, &self.holds),
            arbiter => Ok(arbiter),
        }
    }

    /// The broker has taken an entry over.
    pub(super) fn taken(&mut self, id: u64, leaf: Leaf) -> Result<(), OutboxError> {
        self.lane(leaf).in_flight.remove(&id);
        // A hold that has not ended stays: an older entry of this leaf waits for its end.
        if self.holds.get(&leaf).is_some_and(|hold| hold.until == ENDED) {
            self.holds.remove(&leaf);
        }
        self.outbox.acknowledge(id)
    }

    /// The broker will not have an entry. It stays and is offered again later, its leaf held until then, the other leaves
    /// going on: an arbiter who may not see turns must still see alerts.
    pub(super) fn refused(&mut self, at: PublisherTime, id: u64, leaf: Leaf) {
        self.lane(leaf).in_flight.remove(&id);
        let ms = match self.holds.get(&leaf) {
            // Refused while held: of the same volley.
            Some(hold) if at < hold.until => return,
            Some(hold) => (hold.ms * 2).min(MAX_HOLD_MS),
            None => FIRST_HOLD_MS,
        };
        self.holds.insert(leaf, Hold { until: at + ms, ms });
    }

    /// When a hold ends.
    pub(super) fn next_deadline(&self, at: PublisherTime) -> Option<PublisherTime> {
        self.holds.values().map(|hold| hold.until).filter(|until| *until > at).min()
    }

    /// Starts over where a hold has ended: the entries passed over are still in the outbox.
    fn end_holds(&mut self, at: PublisherTime) {
        for (leaf, hold) in &mut self.holds {
            if hold.until <= at && hold.until != ENDED {
                hold.until = ENDED;
                match leaf.channel() {
                    Channel::Public => self.public.start_over(),
                    Channel::Arbiter | Channel::Status => self.arbiter.start_over(),
                }
            }
        }
    }

    fn lane(&mut self, leaf: Leaf) -> &mut Lane {
        if leaf == Leaf::PublicMove { &mut self.public } else { &mut self.arbiter }
    }
}

impl Lane {
    fn new(audience: Audience) -> Lane {
        Lane { audience, cursor: 0, batch: VecDeque::new(), in_flight: BTreeSet::new() }
    }

    fn rewind(&mut self) {
        self.in_flight.clear();
        self.start_over();
    }

    fn start_over(&mut self) {
        self.cursor = 0;
        self.batch.clear();
    }

    /// The oldest entry up to number `up_to` that was not yet sent on this connection and is not held.
    fn next(
        &mut self,
        outbox: &mut dyn Outbox,
        up_to: u64,
        holds: &BTreeMap<Leaf, Hold>,
    ) -> Result<Option<Entry>, OutboxError> {
        loop {
            if self.batch.is_empty() {
                self.batch = outbox.after(self.audience, self.cursor, BATCH)?.into();
            }
            match self.batch.front() {
                Some(entry) if entry.id <= up_to => {}
                Some(_) | None => return Ok(None),
            }
            let Some(entry) = self.batch.pop_front() else { return Ok(None) };
            self.cursor = entry.id;
            let held = holds.get(&Leaf::from(entry.stream)).is_some_and(|hold| hold.until != ENDED);
            if !held && self.in_flight.insert(entry.id) {
                return Ok(Some(entry));
            }
        }
    }
}
