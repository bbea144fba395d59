//! The generated proof: from the same positions, every legal move in every lawful order of lifts and drops gives that
//! move and no alert above `info`, and every breach raises its alert, with the article of the edition in force.
//!
//! What is due is worked out from the Laws' text alone (`laws.rs`, `hands.rs`, over the chess crate's legal moves).
//! A sample runs by default. `TOUCHMOVE_EVERY=1` tries every pace and every sequel in the sample, and every position of
//! the outside collection; `TOUCHMOVE_SEED` chooses another sample.

mod breaches;
mod chess;
mod hands;
mod irregular;
mod lawful;
mod laws;
mod occupancy;
mod positions;
mod trial;

use touchmove::emulate::Dice;

use lawful::Extent;
use trial::Report;

/// Positions of the sample for each kind of move.
const EACH: usize = 2;

/// Any number; the same gives the same proof.
const SEED: u64 = 4;

fn seed() -> u64 {
    std::env::var("TOUCHMOVE_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(SEED)
}

/// Whether everything is to be tried, not only a sample.
fn every() -> bool {
    std::env::var_os("TOUCHMOVE_EVERY").is_some()
}

#[test]
fn every_legal_move_in_every_lawful_order_is_that_move_and_nothing_else() {
    let mut dice = Dice::new(seed());
    let mut report = Report::default();
    let mut laws = laws::all().into_iter().cycle();
    let mut laws = || laws.next().expect("endless");
    let sample = positions::sample(EACH, &mut dice);
    let extent = if every() { Extent::Whole } else { Extent::Sample };
    for diagram in &sample {
        lawful::trials(diagram, extent, &mut dice, &mut laws, |trial| report.take(trial));
    }
    if every() {
        for diagram in positions::all(&mut dice.clone()) {
            lawful::trials(&diagram, Extent::Sample, &mut dice, &mut laws, |trial| report.take(trial));
        }
    }
    report.close("legal moves, identity board");
}

#[test]
fn every_breach_raises_its_alert_and_nothing_else() {
    let mut dice = Dice::new(seed());
    let mut report = Report::default();
    let mut laws = laws::all().into_iter().cycle();
    let mut laws = || laws.next().expect("endless");
    let tries = if every() { 100 } else { 8 };
    for diagram in positions::sample(EACH, &mut dice) {
        breaches::trials(&diagram, tries, &mut dice, &mut laws, |trial| report.take(trial));
    }
    if every() {
        for diagram in positions::all(&mut dice.clone()) {
            breaches::trials(&diagram, 1, &mut dice, &mut laws, |trial| report.take(trial));
        }
    }
    report.close("breaches, identity board");
}

/// What an occupancy board leaves open of the same hands: told, not judged.
#[test]
fn what_occupancy_boards_leave_open_is_counted() {
    let mut dice = Dice::new(seed());
    let mut tally = occupancy::Tally::default();
    let mut laws = laws::all().into_iter().cycle();
    let mut laws = || laws.next().expect("endless");
    for diagram in positions::sample(if every() { EACH } else { 0 }, &mut dice) {
        lawful::trials(&diagram, Extent::Sample, &mut dice, &mut laws, |trial| tally.take(trial));
    }
    tally.print();
}
