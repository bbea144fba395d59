//! What is told whole: game, board, presence.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Alert, Clock, Color, Obligation, Touched};

/// What the board shows.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize)]
pub struct Board {
    /// FEN placement as sensed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub placement: Option<String>,
    /// Occupied squares, hexadecimal, bit 0 = a1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub occupied: Option<String>,
    /// Squares that pieces in the hand came from.
    #[serde(default)]
    pub in_air: Vec<String>,
    /// Whether it is the position of the game.
    #[serde(default)]
    pub agrees: bool,
    /// Whether the clock's battery is low.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_battery_low: Option<bool>,
    /// Whether a clock is connected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_connected: Option<bool>,
    /// Readings of the clock that were not believed.
    #[serde(default)]
    pub clock_rejected: u64,
    /// Whether all pieces are learnt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calibrated: Option<bool>,
    /// Squares that do not follow the game.
    #[serde(default)]
    pub dead: Vec<String>,
    /// Readings set aside, by square.
    #[serde(default)]
    pub noise: Map<String, Value>,
}

/// The whole state of a game. Of the public's record the arbiters' fields are absent.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
pub struct Game {
    /// Names it; unique at its table.
    pub id: String,
    /// `setup`, `playing`, `suspended` or `over`.
    pub phase: String,
    /// Edition of the Laws.
    #[serde(default)]
    pub edition: String,
    /// `standard`, `rapid` or `blitz`.
    #[serde(default)]
    pub regime: String,
    /// `chess` or `chess960`.
    #[serde(default)]
    pub variant: String,
    /// Where it began.
    #[serde(default)]
    pub initial_fen: String,
    /// The position now.
    pub fen: String,
    /// Who has the move.
    #[serde(default)]
    pub turn: Option<Color>,
    /// The moves, UCI.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The moves, SAN.
    #[serde(default)]
    pub sans: Vec<String>,
    /// `*` until it is final.
    pub result: String,
    /// How it ended.
    #[serde(default)]
    pub termination: Option<String>,
    /// The players' names.
    #[serde(default)]
    pub players: Players,
    /// What is known of them besides, by colour.
    #[serde(default)]
    pub persons: Map<String, Value>,
    /// The clock as last read.
    #[serde(default)]
    pub clock: Option<Clock>,
    /// Whether what is played is not being recorded.
    #[serde(default)]
    pub interrupted: bool,
    /// What the turn in progress has touched.
    #[serde(default)]
    pub touched: Vec<Touched>,
    /// What that obliges to.
    #[serde(default)]
    pub obligation: Obligation,
    /// The open alerts.
    #[serde(default, with = "crate::hall::shared::list")]
    pub alerts: Vec<Arc<Alert>>,
    /// Completed illegal moves.
    #[serde(default)]
    pub illegal_moves: PerPlayer,
}

/// The players' names, where they are known.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Players {
    /// White's.
    #[serde(default)]
    pub white: Option<String>,
    /// Black's.
    #[serde(default)]
    pub black: Option<String>,
}

/// A number for each player.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct PerPlayer {
    /// White's.
    #[serde(default)]
    pub white: u32,
    /// Black's.
    #[serde(default)]
    pub black: u32,
}

impl PerPlayer {
    /// This player's.
    #[must_use]
    pub fn of(self, player: Color) -> u32 {
        match player {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }
}

/// Presence of service and board.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Status {
    /// False when the service is gone.
    pub online: bool,
    /// Version of the service.
    #[serde(default)]
    pub version: String,
    /// The board.
    #[serde(default)]
    pub board: BoardStatus,
    /// Messages that wait for the broker.
    #[serde(default)]
    pub queued: u64,
    /// What somebody should see to.
    #[serde(default)]
    pub errors: Vec<String>,
    /// Since the start of the service.
    #[serde(default)]
    pub uptime_s: u64,
}

/// The board in a [`Status`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct BoardStatus {
    /// `searching`, `connected`, `stale` or `lost`.
    #[serde(default)]
    pub state: String,
    /// Its kind.
    #[serde(default)]
    pub kind: Option<String>,
    /// The port it is on.
    #[serde(default)]
    pub port: Option<String>,
    /// Its serial number.
    #[serde(default)]
    pub serial: Option<String>,
    /// How long ago bytes last came, in milliseconds.
    #[serde(default)]
    pub heard_ms: Option<u64>,
    /// Why it is not found or of no use.
    #[serde(default)]
    pub trouble: Option<String>,
}
