//! Clears the event stream of what no hand did: flicker, and sleeves that sweep several pieces.
//!
//! A lift is held back until it is sure that the piece does not return at
//! once; what comes after it waits behind it, each with its own time.

use std::collections::VecDeque;

use protocols::At;

use crate::{board::Event, turn::Timing};

/// Most events held back at a time; more are let through unexamined.
const MAX_HELD: usize = 256;

/// An event that has passed the filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) struct Seen {
    pub(in crate::turn) at: At,
    pub(in crate::turn) event: Event,
    /// One of three or more lifts in a chain, each within `scan_tie_ms` of the last: clearly accidental (4.2.2).
    pub(in crate::turn) accidental: bool,
}

#[derive(Debug, Clone, Default)]
pub(in crate::turn) struct Scan {
    held: VecDeque<Seen>,
    /// Drops wait for lifts that the same scan may show.
    unordered: bool,
}

impl Scan {
    /// For boards of squares. A scan reads them in an order of its own: what comes down may be reported before it is
    /// reported to have left.
    pub(in crate::turn) fn of_squares() -> Scan {
        Scan { unordered: true, ..Scan::default() }
    }

    pub(in crate::turn) fn push(&mut self, at: At, event: Event, timing: &Timing) {
        if let Event::Drop { square, piece } = event
            && let Some(index) = self.held.iter().rposition(|seen| touches(&seen.event, square))
            && let Seen { at: lifted, event: Event::Lift { piece: left, .. }, .. } = self.held[index]
            && left == piece
            && at.since(lifted) <= u64::from(timing.flicker_ms)
            // After a stall whole moves come at one instant: this piece has been elsewhere meanwhile.
            && !self.held.range(index + 1..).any(|seen| is_drop_of(&seen.event, piece))
        {
            self.held.remove(index);
            return;
        }
        self.held.push_back(Seen { at, event, accidental: false });
        self.mark_sleeve(timing);
    }

    /// The next event that nothing that may still come can undo.
    pub(in crate::turn) fn pop(&mut self, now: At, timing: &Timing) -> Option<Seen> {
        if self.held.len() <= MAX_HELD && self.ready_at(timing)? > now {
            return None;
        }
        self.held.pop_front()
    }

    /// When the first event held back is sure.
    pub(in crate::turn) fn ready_at(&self, timing: &Timing) -> Option<At> {
        let first = self.held.front()?;
        Some(match first.event {
            Event::Lift { .. } => first.at + hold_ms(timing) + 1,
            Event::Drop { .. } if self.unordered => first.at + u64::from(timing.scan_tie_ms) + 1,
            _ => first.at,
        })
    }

    /// The time of the first event held back: nothing after it has happened yet.
    pub(in crate::turn) fn first_at(&self) -> Option<At> {
        self.held.front().map(|seen| seen.at)
    }

    /// Whether a lift that has no order with what happened at `at` is held back.
    pub(in crate::turn) fn holds_lift_close_to(&self, at: At, timing: &Timing) -> bool {
        let mut close = self.held.iter().take_while(|seen| seen.at.since(at) <= u64::from(timing.scan_tie_ms));
        close.any(|seen| matches!(seen.event, Event::Lift { .. }))
    }

    /// Holds an event back again that has just been let through.
    pub(in crate::turn) fn put_back(&mut self, seen: Seen) {
        self.held.push_front(seen);
    }

    /// Gives up what is held back.
    pub(in crate::turn) fn take(&mut self) -> VecDeque<Seen> {
        std::mem::take(&mut self.held)
    }

    fn mark_sleeve(&mut self, timing: &Timing) {
        let tie = u64::from(timing.scan_tie_ms);
        let is_lift = |seen: &Seen| matches!(seen.event, Event::Lift { .. });
        let mut start = self.held.len();
        while start > 0
            && is_lift(&self.held[start - 1])
            && (start == self.held.len() || self.held[start].at.since(self.held[start - 1].at) <= tie)
        {
            start -= 1;
        }
        if self.held.len() - start >= 3 {
            self.held.range_mut(start..).for_each(|seen| seen.accidental = true);
        }
    }
}

/// Long enough for a flicker to end and for a chain of three lifts to show.
fn hold_ms(timing: &Timing) -> u64 {
    u64::from(timing.flicker_ms).max(2 * u64::from(timing.scan_tie_ms))
}

/// Whether this puts down such a piece, where boards know which it is.
fn is_drop_of(event: &Event, dropped: Option<protocols::Piece>) -> bool {
    matches!(event, Event::Drop { piece, .. } if piece.is_some() && *piece == dropped)
}

fn touches(event: &Event, on: protocols::Square) -> bool {
    match event {
        Event::Drop { square, .. } | Event::Lift { square, .. } => *square == on,
        Event::Placement(_) => true,
        Event::Clock(_) | Event::Flag { .. } | Event::Link { .. } | Event::Press { .. } | Event::Time => false,
    }
}
