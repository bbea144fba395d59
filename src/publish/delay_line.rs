//! What holds the public's feeds back: in order, for as long as the configuration says.

use std::collections::VecDeque;

use super::{payload::PublicMessage, time::PublisherTime, topics::Leaf};

/// Most messages a [`DelayLine`] holds: more than an hour of a clock read each second.
pub(crate) const MAX_DELAYED: usize = 4_096;

/// Most bytes of payload a [`DelayLine`] holds.
pub(crate) const MAX_DELAYED_BYTES: usize = 32 * 1_024 * 1_024;

/// Something public that waits for its time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Delayed {
    /// The entries of the outbox's public lane up to this number may go.
    Entries {
        /// The number.
        up_to: u64,
    },
    /// New state.
    State(PublicMessage),
}

impl Delayed {
    /// Of two with the same slot the later one says all that the earlier one did.
    fn slot(&self) -> Leaf {
        match self {
            Delayed::Entries { .. } => Leaf::PublicMove,
            Delayed::State(message) => message.leaf(),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Delayed::Entries { .. } => 0,
            Delayed::State(message) => message.payload().len(),
        }
    }
}

/// Holds what is public back for the delay, in order, moves and state alike.
///
/// The answer to "full": the oldest item that a later one of its kind outdoes is dropped. So under pressure the public
/// sees fewer steps, each as late as ever, and never anything early.
#[derive(Debug)]
pub(crate) struct DelayLine {
    delay_ms: u64,
    items: VecDeque<(PublisherTime, Delayed)>,
    bytes: usize,
}

impl DelayLine {
    /// A line that holds each item back for `delay_ms`, in milliseconds.
    #[must_use]
    pub(crate) fn new(delay_ms: u64) -> DelayLine {
        DelayLine { delay_ms, items: VecDeque::new(), bytes: 0 }
    }

    /// Holds the items pushed from now on back for `delay_ms`, in milliseconds.
    pub(crate) fn set_delay(&mut self, delay_ms: u64) {
        self.delay_ms = delay_ms;
    }

    /// Takes an item in at `at`; it comes out one delay later, and never before one that was pushed earlier.
    pub(crate) fn push(&mut self, at: PublisherTime, item: Delayed) {
        let due = self.items.back().map_or(at + self.delay_ms, |(last, _)| (*last).max(at + self.delay_ms));
        self.bytes += item.bytes();
        self.items.push_back((due, item));
        while self.items.len() > MAX_DELAYED || self.bytes > MAX_DELAYED_BYTES {
            if !self.drop_outdone() {
                break;
            }
        }
    }

    /// The next item whose time has come at `at`.
    pub(crate) fn poll(&mut self, at: PublisherTime) -> Option<Delayed> {
        if self.next_deadline()? > at {
            return None;
        }
        let (_, item) = self.items.pop_front()?;
        self.bytes -= item.bytes();
        Some(item)
    }

    /// When [`poll`](DelayLine::poll) has something to give.
    #[must_use]
    pub(crate) fn next_deadline(&self) -> Option<PublisherTime> {
        self.items.front().map(|(due, _)| *due)
    }

    /// Drops the oldest item that a later one outdoes; false when there is none, that is, at most one of each slot.
    fn drop_outdone(&mut self) -> bool {
        let outdone = (0..self.items.len()).find(|&index| {
            let slot = self.items[index].1.slot();
            self.items.range(index + 1..).any(|(_, later)| later.slot() == slot)
        });
        let Some((_, item)) = outdone.and_then(|index| self.items.remove(index)) else { return false };
        self.bytes -= item.bytes();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        game::record::{Body, MoveStatus},
        publish::{
            payload::MAX_PAYLOAD_BYTES,
            samples::{clock, moved, record},
        },
    };

    fn pgn(text: &str) -> Delayed {
        Delayed::State(PublicMessage::pgn(text.to_owned()).expect("short"))
    }

    #[test]
    fn everything_public_comes_out_in_order_one_delay_later_a_correction_too() {
        let mut line = DelayLine::new(1_000);
        let clock = PublicMessage::of(&record(2, Body::Clock(clock()))).expect("short").expect("public");
        let corrected = PublicMessage::of(&record(3, Body::Move(moved(1, 1, MoveStatus::Corrected)))).expect("short");
        assert!(corrected.is_some_and(|message| message.into_waiting().is_ok()));
        line.push(PublisherTime(10), Delayed::Entries { up_to: 1 });
        line.push(PublisherTime(20), Delayed::State(clock.clone()));
        line.push(PublisherTime(500), Delayed::Entries { up_to: 2 });
        assert_eq!(line.next_deadline(), Some(PublisherTime(1_010)));
        assert_eq!(line.poll(PublisherTime(1_009)), None);
        assert_eq!(line.poll(PublisherTime(1_010)), Some(Delayed::Entries { up_to: 1 }));
        assert_eq!(line.poll(PublisherTime(1_019)), None);
        assert_eq!(line.poll(PublisherTime(2_000)), Some(Delayed::State(clock)));
        assert_eq!(line.poll(PublisherTime(2_000)), Some(Delayed::Entries { up_to: 2 }));
        assert_eq!(line.poll(PublisherTime(2_000)), None);
        assert_eq!(line.next_deadline(), None);
    }

    #[test]
    fn a_time_that_runs_backwards_shortens_no_delay() {
        let mut line = DelayLine::new(100);
        line.push(PublisherTime(1_000), pgn("a"));
        line.push(PublisherTime(500), pgn("b"));
        assert_eq!(line.poll(PublisherTime(1_099)), None);
        assert_eq!(line.poll(PublisherTime(1_100)), Some(pgn("a")));
        assert_eq!(line.poll(PublisherTime(1_100)), Some(pgn("b")));
    }

    #[test]
    fn a_full_line_drops_the_oldest_that_is_outdone_and_shows_nothing_early() {
        let mut line = DelayLine::new(1_000);
        line.push(PublisherTime(0), Delayed::Entries { up_to: 1 });
        for at in 0..MAX_DELAYED as u64 {
            line.push(PublisherTime(at), pgn(&at.to_string()));
        }
        assert_eq!(line.items.len(), MAX_DELAYED);
        assert_eq!(line.poll(PublisherTime(999)), None);
        assert_eq!(line.poll(PublisherTime(1_000)), Some(Delayed::Entries { up_to: 1 }));
        assert_eq!(line.poll(PublisherTime(1_000)), None, "the first PGN was dropped, the second is not due");
        assert_eq!(line.poll(PublisherTime(1_001)), Some(pgn("1")));

        let mut line = DelayLine::new(0);
        let big = "x".repeat(MAX_PAYLOAD_BYTES);
        for _ in 0..40 {
            line.push(PublisherTime(0), pgn(&big));
        }
        assert!(line.items.len() < 33 && line.bytes <= MAX_DELAYED_BYTES);
        while line.poll(PublisherTime(0)).is_some() {}
        assert_eq!(line.bytes, 0);
    }
}
