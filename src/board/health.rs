//! What a board tells of itself, and how much of what it told was not taken as said.

use protocols::{Calibration, Presence};

/// The state of the device, as far as it has told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Health {
    /// State of the board's battery.
    pub battery: Option<Battery>,
    /// Whether the pieces on the board are known, where that has to be learnt.
    pub calibration: Option<Calibration>,
    /// Whether the clock says that its battery is low.
    pub clock_battery_low: Option<bool>,
    /// Whether a clock is connected to the board.
    pub clock_connected: Option<bool>,
    /// Firmware version, `main.sub`.
    pub firmware: Option<String>,
    /// Whether the whole board has been read since the port was opened.
    pub placed: bool,
    /// Whether the board answers; `None` while the port is closed or nothing has been heard.
    pub presence: Option<Presence>,
    /// Serial number as the board prints it.
    pub serial: Option<String>,
}

/// State of a battery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Battery {
    /// Charge left, 0..=100 percent.
    pub percent: u8,
    /// Whether it is being charged.
    pub charging: bool,
}

/// How much of what the board said was not taken as said, since the start.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counters {
    /// Clock readings that were not believed.
    pub clock_readings_rejected: u64,
    /// Touches and presses lost because too many events were held, or the link went before the orientation was
    /// known.
    pub events_lost: u64,
    /// Whole readings that corrected the shadow board.
    pub placements_adopted: u64,
    /// Whole readings that disagreed with the shadow board and were not believed at once.
    pub placements_surprising: u64,
    /// Presses taken back because only a damaged clock reading had told of them.
    pub presses_rejected: u64,
    /// Presses let go although the board had not borne them out in time.
    pub presses_unconfirmed: u64,
    /// Bytes that the codec passed over.
    pub skipped_bytes: u64,
    /// Readings of single squares that the codec passed over.
    pub squares_misread: u64,
}
