//! Figures that `tests/figures` reads: a line each, a name, a number and its unit.
//!
//! Beside each stands what the machine takes for something plain of the same kind, its *reference*, of the same run: the
//! ratio of the two says more of our code, and less of the machine.

use std::time::Duration;

/// Prints a figure, and how much its reference takes where it has one.
pub(crate) fn figure(name: &str, value: f64, unit: &str, reference: Option<f64>) {
    match reference {
        Some(reference) => println!("{name}: {value:.4} {unit} (plain: {reference:.4} {unit})"),
        None => println!("{name}: {value:.4} {unit}"),
    }
}

/// Whether only the figures are wanted, no measurement beyond them.
#[allow(dead_code, reason = "not every benchmark has more")]
pub(crate) fn only_figures() -> bool {
    std::env::var_os("TOUCHMOVE_FIGURES").is_some()
}

/// In milliseconds.
#[allow(dead_code, reason = "not every benchmark tells times")]
pub(crate) fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}
