//! What goes out, once it may: events in the game's squares and colours.

use protocols::{Piece, Square, SquareContent, registry::Sensing};

use super::{
    BoardReader, BoardReading, ClockTimes, Event,
    held::{Held, Report},
    orientation::{self, Orientation},
    shadow::Squares,
};

impl BoardReader {
    pub(super) fn is_front_ready(&mut self) -> bool {
        if self.past.is_awaited() {
            return false;
        }
        let Some(front) = self.held.front() else { return false };
        match &front.report {
            Report::Link { .. } => true,
            Report::Look => false,
            Report::Board(_) | Report::Clock { .. } | Report::Drop { .. } | Report::Flag(_) | Report::Lift { .. }
                if self.orientation.is_none() =>
            {
                false
            }
            Report::Clock { doubtful, .. } => !doubtful,
            Report::Doubt(wait) => wait.as_ref().is_none_or(|wait| wait.until <= self.now),
            Report::Board(_) | Report::Drop { .. } | Report::Flag(_) | Report::Lift { .. } => true,
            Report::Press(press) => {
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
        let orientation = match held.report {
            Report::Link { up } => return Some(Event::Link { up }),
            Report::Doubt(_) | Report::Look => return None,
            Report::Board(_)
            | Report::Clock { .. }
            | Report::Drop { .. }
            | Report::Flag(_)
            | Report::Lift { .. }
            | Report::Press(_) => self.orientation?,
        };
        Some(match &held.report {
            Report::Board(squares) => Event::Placement(self.reading(squares, orientation)),
            Report::Clock { reading, .. } => {
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
            Report::Doubt(_) | Report::Look => return None,
            Report::Drop { square, content } => {
                Event::Drop { square: orientation.square(*square), piece: piece(*content) }
            }
            Report::Flag(side) => Event::Flag { by: orientation.player(*side) },
            Report::Lift { square, content } => {
                Event::Lift { square: orientation.square(*square), piece: piece(*content) }
            }
            Report::Link { up } => Event::Link { up: *up },
            Report::Press(press) => Event::Press { by: orientation.player(press.by) },
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
