//! Since when something at a table needs a hand, though no alert tells of it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::hall::{records::Board, time::Time};

/// What may be wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// The clock says that its battery is low.
    ClockBatteryLow,
    /// No clock is connected.
    ClockDisconnected,
    /// Records were lost for good.
    RecordsMissing,
    /// Squares do not follow the game.
    SquaresDead,
}

impl Fault {
    /// Its name as a kind of case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Fault::ClockBatteryLow => "clock-battery-low",
            Fault::ClockDisconnected => "clock-disconnected",
            Fault::RecordsMissing => "records-missing",
            Fault::SquaresDead => "squares-dead",
        }
    }
}

/// What is wrong now, and since when.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Health(BTreeMap<Fault, Time>);

impl Health {
    /// The board says how it is.
    pub fn take(&mut self, board: &Board, at: Time) {
        self.set(Fault::ClockBatteryLow, board.clock_battery_low == Some(true), at);
        self.set(Fault::ClockDisconnected, board.clock_connected == Some(false), at);
        self.set(Fault::SquaresDead, !board.dead.is_empty(), at);
    }

    /// It is so, or not, as of this time.
    pub fn set(&mut self, fault: Fault, is_so: bool, at: Time) {
        if is_so {
            self.0.entry(fault).or_insert(at);
        } else {
            self.0.remove(&fault);
        }
    }

    /// The clock was set.
    pub fn clock_set(&mut self, by_ms: i64) {
        self.0.values_mut().for_each(|since| *since = since.plus(by_ms));
    }

    /// What is wrong, and since when.
    pub fn faults(&self) -> impl Iterator<Item = (Fault, Time)> {
        self.0.iter().map(|(fault, since)| (*fault, *since))
    }
}
