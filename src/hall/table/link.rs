//! Whether a table is on the network, and its board on the wire.

use serde::{Deserialize, Serialize};

use crate::hall::{records::Status, time::Time};

/// How long a table may say nothing before it counts as off the network, in milliseconds: it tells its presence each
/// minute.
pub const SILENCE_MS: i64 = 150_000;

/// How long a table may be off the network or its board silent before an arbiter is told, in milliseconds: a restart of
/// the service takes a few seconds.
pub const GRACE_MS: i64 = 10_000;

/// Whether a table can be reached.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Reach {
    /// It has said that its service is gone, or the broker has.
    Offline,
    /// It is there.
    Online,
    /// It has said nothing for too long.
    Silent,
    /// It has never told its presence.
    #[default]
    Unknown,
}

/// Whether a board is there.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BoardLink {
    /// It answers.
    Connected,
    /// It was there and is gone.
    Lost,
    /// It has not been found yet.
    #[default]
    Searching,
    /// Its port is open, but it is silent.
    Stale,
}

impl BoardLink {
    fn read(word: &str) -> BoardLink {
        match word {
            "connected" => BoardLink::Connected,
            "lost" => BoardLink::Lost,
            "stale" => BoardLink::Stale,
            _ => BoardLink::Searching,
        }
    }

    /// Whether a board that was there is not heard.
    #[must_use]
    pub fn is_lost(self) -> bool {
        matches!(self, BoardLink::Lost | BoardLink::Stale)
    }
}

/// A table's link as it stands.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Link {
    /// Whether it can be reached.
    pub reach: Reach,
    /// Since when it is so.
    pub since: Time,
    /// When it was last heard.
    pub heard: Time,
    /// The board.
    pub board: BoardLink,
    /// Since when it is so.
    pub board_since: Time,
    /// The board's kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The port it is on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<String>,
    /// Why it is not found or of no use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
    /// What somebody should see to at the table's computer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
    /// Since when there is anything in `errors`.
    pub errors_since: Time,
    /// Version of the service.
    pub version: String,
    /// Since when this run of the hall listens: before that it could hear nothing.
    #[serde(skip)]
    pub listening: Time,
    /// When the service was started: tables of one service tell the same, give or take a second.
    pub started: Time,
}

impl Link {
    /// The clock was set: what was so long ago is still so long ago.
    pub fn clock_set(&mut self, by_ms: i64) {
        let Link { since, heard, board_since, errors_since, listening, started, .. } = self;
        for time in [since, heard, board_since, errors_since, listening, started] {
            *time = time.plus(by_ms);
        }
    }

    /// Something was heard.
    pub fn hear(&mut self, now: Time) {
        self.heard = self.heard.max(now);
        if self.reach == Reach::Silent {
            (self.reach, self.since) = (Reach::Online, now);
        }
    }

    /// Takes a status, said at `at`. Gives whether the service has come back.
    pub fn take(&mut self, status: &Status, at: Time) -> bool {
        let reach = if status.online { Reach::Online } else { Reach::Offline };
        let came_back = reach == Reach::Online && self.reach != Reach::Online;
        if reach != self.reach {
            (self.reach, self.since) = (reach, at);
        }
        // The will tells nothing new of the board.
        if !status.online {
            return false;
        }
        let board = BoardLink::read(&status.board.state);
        if board.is_lost() != self.board.is_lost() || board != self.board && !board.is_lost() {
            let silent_ms = if board.is_lost() { status.board.heard_ms.unwrap_or(0) } else { 0 };
            self.board_since = at.plus(-i64::try_from(silent_ms).unwrap_or(0));
        }
        self.board = board;
        self.kind.clone_from(&status.board.kind);
        self.port.clone_from(&status.board.port);
        self.trouble.clone_from(&status.board.trouble);
        if self.errors.is_empty() && !status.errors.is_empty() {
            self.errors_since = at;
        }
        self.errors.clone_from(&status.errors);
        self.version.clone_from(&status.version);
        self.started = at.plus(-i64::try_from(status.uptime_s).unwrap_or(0).saturating_mul(1_000));
        came_back
    }

    /// Time passes.
    pub fn pass(&mut self, now: Time) {
        if self.reach == Reach::Online && now.since(self.heard.max(self.listening)) >= SILENCE_MS {
            (self.reach, self.since) = (Reach::Silent, self.heard);
        }
    }

    /// When [`pass`](Link::pass) may change something.
    #[must_use]
    pub fn next_deadline(&self) -> Option<Time> {
        (self.reach == Reach::Online).then(|| self.heard.max(self.listening).plus(SILENCE_MS))
    }

    /// Since when the table cannot be reached.
    #[must_use]
    pub fn away_since(&self) -> Option<Time> {
        matches!(self.reach, Reach::Offline | Reach::Silent).then_some(self.since)
    }

    /// Since when the board is not heard, as far as the table can tell.
    #[must_use]
    pub fn lost_since(&self) -> Option<Time> {
        self.board.is_lost().then_some(self.board_since)
    }
}
