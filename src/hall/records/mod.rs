//! The records of docs/interfaces.md, as somebody reads them who did not write them: what is not known is passed over.

mod alert;
mod state;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub use self::{
    alert::{Alert, AlertState, Urgency},
    state::{Board, BoardStatus, Game, PerPlayer, Players, Status},
};
use super::time::Time;

/// Longest record that is read, in bytes: what a table may send.
pub const MAX_BYTES: usize = 1_044_480;

/// Why a text is no record.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// It is not JSON of a record's form.
    #[error("no record: {0}")]
    Malformed(#[from] serde_json::Error),
    /// It is too long.
    #[error("a record of {bytes} bytes: at most {MAX_BYTES} are read")]
    TooLong {
        /// How long it is.
        bytes: usize,
    },
}

/// A player's colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    /// The player of the black pieces.
    Black,
    /// The player of the white pieces.
    White,
}

impl Color {
    /// The opponent's.
    #[must_use]
    pub fn other(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// The result where this player wins.
    #[must_use]
    pub fn wins(self) -> &'static str {
        match self {
            Color::Black => "0-1",
            Color::White => "1-0",
        }
    }
}

/// A record.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Record {
    /// What it says.
    #[serde(flatten)]
    pub said: Said,
    /// Number of the last `move`, `turn` or `alert` record of the table, this one included.
    pub seq: u64,
    /// Event time, in milliseconds.
    pub t_ms: u64,
    /// Time of day by the table's clock.
    #[serde(default, deserialize_with = "time_option")]
    pub at: Option<Time>,
}

/// What a [`Record`] says, by its `type`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Said {
    /// Something the arbiter should know of.
    Alert(Alert),
    /// What the board shows.
    Board(Board),
    /// What the clock shows.
    Clock(Clock),
    /// What the turn in progress has touched.
    Duty(Duty),
    /// The whole state.
    Game(Box<Game>),
    /// A move.
    Move(Move),
    /// Presence of service and board.
    Status(Status),
    /// A lift or a drop.
    Touch(Touch),
    /// The account of a turn.
    Turn(Turn),
    /// A type that this version does not know.
    #[serde(other)]
    Unknown,
}

/// Reads a record.
///
/// # Errors
/// [`RecordError`].
pub fn read(json: &str) -> Result<Record, RecordError> {
    within(json)?;
    Ok(serde_json::from_str(json)?)
}

/// Reads the answer to a command.
///
/// # Errors
/// [`RecordError`].
pub fn read_reply(json: &str) -> Result<Reply, RecordError> {
    within(json)?;
    Ok(serde_json::from_str(json)?)
}

fn within(json: &str) -> Result<(), RecordError> {
    if json.len() > MAX_BYTES { Err(RecordError::TooLong { bytes: json.len() }) } else { Ok(()) }
}

/// The answer to a command.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize)]
pub struct Reply {
    /// The command's.
    #[serde(default)]
    pub id: Option<String>,
    /// Whether it was carried out; if not, it has changed nothing.
    pub ok: bool,
    /// Who decided, as the command said.
    #[serde(default)]
    pub by: Option<String>,
    /// What a claim has come to, with the evidence.
    #[serde(default)]
    pub claim: Option<Value>,
    /// What was decided: the command without its id and its giver.
    #[serde(default)]
    pub did: Option<Value>,
    /// Event time at which it was, in milliseconds.
    #[serde(default)]
    pub decided_ms: Option<u64>,
    /// In this game.
    #[serde(default)]
    pub game: Option<String>,
    /// Why not, in English.
    #[serde(default)]
    pub error: Option<String>,
    /// What that is made of, so that it can be told in another.
    #[serde(default)]
    pub words: Option<Map<String, Value>>,
    /// How the alert that it is about was settled already.
    #[serde(default)]
    pub settled: Option<Settled>,
}

/// How an alert was settled before a command came.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct Settled {
    /// The command, or the state in which it ended.
    pub decided: String,
    /// Who gave it; absent where it ended by itself or no name was given.
    #[serde(default)]
    pub by: Option<String>,
    /// How long ago it was, in milliseconds.
    pub ago_ms: u64,
}

/// A lift or a drop.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Touch {
    /// Half-move in progress, from 1.
    pub ply: u32,
    /// `lift` or `drop`.
    pub ev: String,
    /// The square.
    pub sq: String,
    /// FEN letter, where it is known.
    #[serde(default)]
    pub piece: Option<String>,
    /// Who is presumed to have done it.
    #[serde(default)]
    pub by: Option<Color>,
    /// The game's id.
    #[serde(default)]
    pub game: String,
}

/// A move.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Move {
    /// Half-move of the game, from 1.
    pub ply: u32,
    /// 0 for the first record of this ply, one more for each later one.
    pub revision: u32,
    /// The move.
    pub uci: String,
    /// The move in SAN.
    pub san: String,
    /// The position after it.
    pub fen: String,
    /// Who made it.
    pub by: Color,
    /// `made`, `completed`, `corrected` or `retracted`.
    pub status: String,
    /// `seen` or `inferred`.
    #[serde(default)]
    pub certainty: String,
    /// The clock as last read.
    #[serde(default)]
    pub clock: Option<Times>,
    /// The game's id.
    #[serde(default)]
    pub game: String,
}

/// Time left of both players, in milliseconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Times {
    /// White's, where it was read.
    #[serde(default)]
    pub white_ms: Option<u32>,
    /// Black's, where it was read.
    #[serde(default)]
    pub black_ms: Option<u32>,
}

impl Times {
    /// This player's.
    #[must_use]
    pub fn of(self, player: Color) -> Option<u32> {
        match player {
            Color::Black => self.black_ms,
            Color::White => self.white_ms,
        }
    }
}

/// What the clock shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Clock {
    /// The times.
    #[serde(flatten)]
    pub times: Times,
    /// Whose time runs; `None` when both stand.
    #[serde(default)]
    pub running: Option<Color>,
}

/// The account of one turn.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Turn {
    /// Half-move of the game, from 1.
    pub ply: u32,
    /// Whose turn it was.
    pub by: Color,
    /// First touches, in order.
    #[serde(default)]
    pub touched: Vec<Touched>,
    /// What they obliged to.
    #[serde(default)]
    pub obligation: Obligation,
    /// The legal move made.
    #[serde(default)]
    pub made: Option<String>,
    /// The game's id.
    #[serde(default)]
    pub game: String,
}

/// What the turn in progress has touched.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Duty {
    /// First touches, in order.
    #[serde(default)]
    pub touched: Vec<Touched>,
    /// What they oblige to.
    #[serde(default)]
    pub obligation: Obligation,
    /// The game's id.
    #[serde(default)]
    pub game: String,
}

/// A piece touched.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct Touched {
    /// Where it stood.
    pub sq: String,
    /// Which piece, a FEN letter.
    pub piece: String,
    /// When it was lifted.
    pub t_ms: u64,
}

/// What touches and releases oblige to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Obligation {
    /// The own piece that must move.
    #[serde(default)]
    pub own: Option<String>,
    /// The opponent's piece that must be taken.
    #[serde(default)]
    pub opp: Option<String>,
    /// The legal moves left.
    #[serde(default)]
    pub legal: Vec<String>,
}

fn time_option<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Time>, D::Error> {
    Ok(Option::<String>::deserialize(deserializer)?.as_deref().and_then(Time::read))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_fields_and_words_that_are_not_known_are_passed_over() {
        let later = read(r#"{"type":"weather","seq":3,"t_ms":5,"rain":true}"#).expect("a record");
        assert_eq!((later.said, later.seq), (Said::Unknown, 3));
        let alert =
            r##"{"type":"alert","id":"g#2","state":"postponed","kind":"moon","severity":"blue","seq":1,"t_ms":0}"##;
        let Said::Alert(alert) = read(alert).expect("a record").said else { panic!("an alert") };
        assert!(alert.state.is_open());
        assert_eq!((alert.severity, alert.game(), alert.number()), (Urgency::Unknown, "g", 2));
    }

    #[test]
    fn what_is_no_record_is_an_error() {
        for text in ["", "[]", "{}", "{\"type\":\"move\",\"seq\":1,\"t_ms\":0}", "\u{feff}"] {
            assert!(read(text).is_err(), "{text}");
        }
        assert!(matches!(read(&" ".repeat(MAX_BYTES + 1)), Err(RecordError::TooLong { .. })));
    }
}
