//! What goes out, once it may: events in the game's squares and colours.

use protocols::{Piece, Square, SquareContent, registry::Sensing};

use super::{
    BoardReading, ClockTimes, Event, Reader,
    held::{Held, Item},
    orientation::{self, Orientation},
    shadow::Squares,
};

impl Reader {
    pub(super) fn is_front_ready(&mut self) -> bool {
        if self.past.is_awaited() {
            return false;
        }
        let Some(front) = self.queue.front() else { return false };
        match &front.item {
            Item::Link { .. } => true,
            Item::Board(_) | Item::Clock { .. } | Item::Drop { .. } | Item::Flag(_) | Item::Lift { .. }
                if self.orientation.is_none() =>
            {
                false
            }
            Item::Clock { doubtful, .. } => !doubtful,
            Item::Doubt(wait) => wait.as_ref().is_none_or(|wait| wait.until <= self.now),
            Item::Board(_) | Item::Drop { .. } | Item::Flag(_) | Item::Lift { .. } => true,
            Item::Press(press) => {
                let waits = press.wait.as_ref().map(|wait| wait.until > self.now);
                let ready = self.orientation.is_some() && !press.doubtful && waits != Some(true);
                if ready && waits == Some(false) {
                    self.counters.presses_unconfirmed += 1;
                }
                ready
            }
        }
    }

    /// The event that this was, for the log; `None` where it says nothing new.
    pub(super) fn event(&mut self, held: &Held) -> Option<Event> {
        let orientation = match held.item {
            Item::Link { up } => return Some(Event::Link { up }),
            Item::Doubt(_) => return None,
            Item::Board(_)
            | Item::Clock { .. }
            | Item::Drop { .. }
            | Item::Flag(_)
            | Item::Lift { .. }
            | Item::Press(_) => self.orientation?,
        };
        Some(match &held.item {
            Item::Board(squares) => Event::Placement(self.reading(squares, orientation)),
            Item::Clock { reading, .. } => {
                let mut times = ClockTimes {
                    running: reading.running.then(|| orientation.player(reading.lever_high)),
                    ..ClockTimes::default()
                };
                (times.white_ms, times.black_ms) = match orientation {
                    Orientation::Normal => (Some(reading.left.ms), Some(reading.right.ms)),
                    Orientation::Turned => (Some(reading.right.ms), Some(reading.left.ms)),
                };
                if self.emitted_clock.replace(times) == Some(times) {
                    return None;
                }
                Event::Clock(times)
            }
            Item::Doubt(_) => return None,
            Item::Drop { square, content } => {
                Event::Drop { square: orientation.square(*square), piece: piece(*content) }
            }
            Item::Flag(side) => Event::Flag { by: orientation.player(*side) },
            Item::Lift { square, content } => {
                Event::Lift { square: orientation.square(*square), piece: piece(*content) }
            }
            Item::Link { up } => Event::Link { up: *up },
            Item::Press(press) => Event::Press { by: orientation.player(press.by) },
        })
    }

    pub(super) fn reading(&self, squares: &Squares, orientation: Orientation) -> BoardReading {
        let squares = orientation.squares(squares);
        match (self.settings.sensing, orientation::pieces(&squares)) {
            (Sensing::Identity, Some(placement)) => BoardReading::Pieces(placement),
            // Also where a board that tells pieces apart could not tell one.
            (Sensing::Identity | Sensing::Occupancy, _) => BoardReading::Occupied(
                Square::all()
                    .filter(|square| squares[square.index()] != SquareContent::Empty)
                    .fold(0, |bits, square| bits | 1 << square.index()),
            ),
        }
    }
}

/// The piece, where it is known.
pub(super) fn piece(content: SquareContent) -> Option<Piece> {
    match content {
        SquareContent::Empty | SquareContent::Occupied => None,
        SquareContent::Piece(piece) => Some(piece),
    }
}
