//! From a board's own events to the event log's: orientation, shadow board, clock, presses.

mod event;

pub use event::{BoardReading, ClockTimes, Event};
