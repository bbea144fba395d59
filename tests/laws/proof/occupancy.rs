//! The same hands on a board that tells only which squares are occupied: what stays open, and why.
//!
//! Which moves are told is counted, not judged: some orders of lifts and drops look the same for two moves. But no
//! move may be guessed without a word to the arbiter.

use std::collections::BTreeMap;

use protocols::{At, registry::Sensing};
use touchmove::board::Event;

use super::trial::Trial;

/// What a case came to, with the kind of the first alert above `info`, if there was one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// The moves that were played.
    Due(Option<&'static str>),
    /// No move: it is open which.
    Open(Option<&'static str>),
    /// Another move.
    Other(Option<&'static str>),
}

/// What an occupancy board tells of these events: only squares that become empty or occupied.
pub(crate) fn seen(mut occupied: u64, events: &[(At, Event)]) -> Vec<(At, Event)> {
    let mut seen = Vec::new();
    for &(at, event) in events {
        match event {
            Event::Drop { square, .. } if occupied & 1 << square.index() == 0 => {
                occupied |= 1 << square.index();
                seen.push((at, Event::Drop { square, piece: None }));
            }
            Event::Lift { square, .. } if occupied & 1 << square.index() != 0 => {
                occupied &= !(1 << square.index());
                seen.push((at, Event::Lift { square, piece: None }));
            }
            Event::Drop { .. } | Event::Lift { .. } => {}
            Event::Clock(_)
            | Event::Flag { .. }
            | Event::Link { .. }
            | Event::Placement(_)
            | Event::Press { .. }
            | Event::Time => seen.push((at, event)),
        }
    }
    seen
}

/// What the sensors of an occupancy board could not show of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Hidden {
    /// A piece came down on a square that stayed occupied: where, no sensor told.
    Capture,
    /// Which piece a pawn has become.
    Promotion,
    /// Every lift and drop was told, but not of which piece.
    WhichPiece,
}

impl Hidden {
    fn of(trial: &Trial) -> Hidden {
        let promotes = |uci: &String| uci.ends_with(['b', 'n', 'q', 'r']);
        let drops =
            |events: &[(At, Event)]| events.iter().filter(|(_, event)| matches!(event, Event::Drop { .. })).count();
        if trial.expect.plies.iter().filter_map(|ply| ply.made.as_ref()).any(promotes) {
            Hidden::Promotion
        } else if drops(&seen(trial.occupied(), &trial.events)) < drops(&trial.events) {
            Hidden::Capture
        } else {
            Hidden::WhichPiece
        }
    }

    fn words(self) -> &'static str {
        match self {
            Hidden::Capture => "a capture on a square that never was empty",
            Hidden::Promotion => "which piece a pawn became",
            Hidden::WhichPiece => "which piece was lifted or put down",
        }
    }
}

/// Counts by family, by what came of it, and by what was hidden where that was not the moves alone.
#[derive(Debug, Default)]
pub(crate) struct Tally(BTreeMap<(String, Outcome, Option<Hidden>), usize>);

impl Tally {
    pub(crate) fn take(&mut self, trial: &Trial) {
        let outcome = trial.on_occupancy_board();
        assert!(!matches!(outcome, Outcome::Other(None)), "guessed without a word:\n{}", trial.log(Sensing::Occupancy));
        let hidden = (outcome != Outcome::Due(None)).then(|| Hidden::of(trial));
        *self.0.entry((trial.family.clone(), outcome, hidden)).or_default() += 1;
    }

    pub(crate) fn print(&self) {
        println!("{:<46} {:>8}  came to", "legal moves, occupancy board", "cases");
        for ((family, outcome, hidden), cases) in &self.0 {
            let (what, kind) = match outcome {
                Outcome::Due(kind) => ("the moves played", kind),
                Outcome::Open(kind) => ("nothing, or not all yet", kind),
                Outcome::Other(kind) => ("another move", kind),
            };
            let told = kind.map(|kind| format!(", and {kind}")).unwrap_or_default();
            let why = hidden.map(|hidden| format!(" (hidden: {})", hidden.words())).unwrap_or_default();
            println!("{family:<46} {cases:>8}  {what}{told}{why}");
        }
    }
}
