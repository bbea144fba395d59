//! What is kept of the games of a table, as plain data.
//!
//! Each input to a table leaves a [`Batch`]: what the sensors saw, the records that follow from it, and what of them is
//! to be sent. It is kept whole or not at all; nothing of it is published before it is kept.

use super::outbox::Waiting;

/// What one input to a table leaves.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Batch {
    /// In the order in which it came about.
    pub items: Vec<Item>,
}

/// One thing to keep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// The log of another game begins; what follows belongs to it.
    Begun(Box<Begun>),
    /// A line of the game's log.
    Event(String),
    /// Which way round the board lies from here on, in the words of the configuration.
    Orientation(&'static str),
    /// A journaled record, and what of it is to be sent.
    Record {
        /// Its number.
        seq: u64,
        /// The record, a JSON object.
        line: String,
        /// What is to be sent.
        waiting: Vec<Waiting>,
    },
    /// Journaled records are to be sent to the arbiters once more: those after this `seq`.
    Repeat(u64),
    /// The answer to a command.
    Reply {
        /// The command's id, where it has one.
        id: Option<String>,
        /// The answer, a JSON object.
        reply: String,
        /// What is to be sent.
        waiting: Option<Waiting>,
    },
    /// How the game stands.
    Summary(GameSummary),
}

/// How a game's log begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Begun {
    /// The game's id.
    pub game: String,
    /// Kind of the board that it is played on.
    pub kind: String,
    /// The log's header, a JSON object.
    pub header: String,
    /// `seq` of the last journaled record before.
    pub seq: u64,
    /// Time of day, RFC 3339 UTC.
    pub at: String,
    /// Games that began before this time of day may be dropped.
    pub expire: Option<String>,
}

/// A game in short, as lists of games show it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GameSummary {
    /// `setup`, `playing`, `suspended` or `over`.
    pub phase: String,
    /// White's name.
    pub white: Option<String>,
    /// Black's name.
    pub black: Option<String>,
    /// Half-moves made.
    pub plies: u64,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// How it ended.
    pub termination: Option<String>,
}

/// Whether others wait for it to be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// It is to be published.
    Now,
    /// It may wait for a while, and be lost where the power goes: a reading of the clock from which nothing follows.
    Soon,
}

/// What was kept of a table, for the next run of the service.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Kept {
    /// The game that was on, or the last one.
    pub game: Option<KeptGame>,
    /// The ids of all games of the table that are kept.
    pub games: Vec<String>,
    /// The latest answers by command id, oldest first.
    pub replies: Vec<(String, String)>,
}

/// A game that was kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptGame {
    /// Its id.
    pub id: String,
    /// Kind of the board that it is played on.
    pub kind: String,
    /// Which way round the board lies, where it is known.
    pub orientation: Option<String>,
    /// Time of day at which it began, RFC 3339 UTC.
    pub begun: String,
    /// The log's header.
    pub header: String,
    /// The lines of its log.
    pub events: Vec<String>,
    /// Its journaled records, in order.
    pub records: Vec<String>,
    /// `seq` of the last of them, 0 where there is none: as it was kept, whatever has become of the record's text.
    pub last_seq: u64,
    /// How it stands.
    pub summary: GameSummary,
    /// Whether some of it could not be kept, for want of room or because it was damaged.
    pub wholeness: Wholeness,
}

/// Whether all of a game is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wholeness {
    /// Some of it was lost.
    Partial,
    /// All of it is there.
    Whole,
}
