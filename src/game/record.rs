//! The records: what `touchmove` says, the same in the journal, in `replay`, over MQTT and on the page.

use std::sync::Arc;

use serde::{Deserialize, Serialize, Serializer};

use protocols::{Color, Piece, Square};

use super::{listing::Listing, persons::Persons};
pub use crate::{
    rules::{San, Uci},
    turn::{AlertState, GameTime, MoveStatus},
};
use crate::{
    turn::{AlertKind, Severity},
    words::Words,
};

/// One record, ready to be written as a JSON object.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Record {
    /// What it says.
    #[serde(flatten)]
    pub body: Body,
    /// The game's id, in records of types that do not name it otherwise ([`Body::names_game`]).
    #[serde(serialize_with = "text_option", skip_serializing_if = "Option::is_none")]
    pub game: Option<Arc<str>>,
    /// The table's name, or the event log's `id`.
    #[serde(serialize_with = "text")]
    pub table: Arc<str>,
    /// Number of the last journaled record (`move`, `turn`, `alert`) of this table, this one included: 1, 2, ...
    pub seq: u64,
    /// Event time.
    #[serde(serialize_with = "ms")]
    pub t_ms: GameTime,
    /// Time of day, RFC 3339 UTC; joined on by the daemon, absent in `replay`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
}

/// What a [`Record`] says, by its `type`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Body {
    /// Something the arbiter should know of. Journaled.
    Alert(Alert),
    /// What the board shows.
    Board(Board),
    /// What the clock shows.
    Clock(Clock),
    /// What the turn in progress has touched, where nothing else of the game has changed.
    Duty(Duty),
    /// The whole state.
    Game(Box<Game>),
    /// A move. Journaled.
    Move(Move),
    /// The answer to a command, in `replay`; over MQTT it goes where the command's sender wants it.
    Reply(Reply),
    /// Presence of daemon and board.
    Status(Status),
    /// A lift or a drop.
    Touch(Touch),
    /// The account of a turn. Journaled.
    Turn(Turn),
}

impl Body {
    /// Whether records of this type are journaled and counted by `seq`.
    #[must_use]
    pub fn is_journaled(&self) -> bool {
        match self {
            Body::Alert(_) | Body::Move(_) | Body::Turn(_) => true,
            Body::Board(_)
            | Body::Clock(_)
            | Body::Duty(_)
            | Body::Game(_)
            | Body::Reply(_)
            | Body::Status(_)
            | Body::Touch(_) => false,
        }
    }

    /// Whether records of this type are of a game that nothing in them names but [`Record::game`].
    #[must_use]
    pub fn names_game(&self) -> bool {
        match self {
            Body::Duty(_) | Body::Move(_) | Body::Touch(_) | Body::Turn(_) => true,
            Body::Alert(_) | Body::Board(_) | Body::Clock(_) | Body::Game(_) | Body::Reply(_) | Body::Status(_) => {
                false
            }
        }
    }
}

/// The answer to a command.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct Reply {
    /// The command's, where it had one.
    pub id: Option<String>,
    /// Whether it was carried out; if not, it has changed nothing.
    pub ok: bool,
    /// Who decides, as the command says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// What a claim has come to, with the evidence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<serde_json::Value>,
    /// What was decided, where something was: the command without its id and its giver.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub did: Option<serde_json::Value>,
    /// Event time at which it was, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_ms: Option<u64>,
    /// In this game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Why not, in English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// What that is made of, so that it can be told in another language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<serde_json::Value>,
    /// How the alert that the command is about was settled before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled: Option<serde_json::Value>,
}

/// A lift or a drop.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Touch {
    /// Half-move in progress, from 1.
    pub ply: u32,
    /// Which of the two.
    pub ev: TouchKind,
    /// The square.
    #[serde(serialize_with = "display")]
    pub sq: Square,
    /// The piece, where it is known.
    #[serde(serialize_with = "display_option", skip_serializing_if = "Option::is_none")]
    pub piece: Option<Piece>,
    /// Who is presumed to have touched it (`article4.md`, section 1).
    #[serde(serialize_with = "color_option", skip_serializing_if = "Option::is_none")]
    pub by: Option<Color>,
}

/// Lift or drop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TouchKind {
    /// Put down.
    Drop,
    /// Taken off.
    Lift,
}

/// A move. The record of a ply with the highest `revision` is the one that counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Move {
    /// Half-move of the game, from 1.
    pub ply: u32,
    /// 0 for the first record of this ply, one more for each later one.
    pub revision: u32,
    /// The move in UCI; castling `e1g1`, in Chess960 king takes own rook.
    pub uci: Uci,
    /// The move in SAN.
    pub san: San,
    /// The position after it.
    #[serde(serialize_with = "text")]
    pub fen: Arc<str>,
    /// Who made it.
    #[serde(serialize_with = "color")]
    pub by: Color,
    /// Where it stands.
    pub status: MoveStatus,
    /// How it is known.
    pub certainty: Certainty,
    /// The clock as last read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<Times>,
}

/// How a move is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// Worked out from positions between which nothing was seen, or a piece kind never seen.
    Inferred,
    /// Seen.
    Seen,
}

/// Time left of both players, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Times {
    /// White's; `None` when never read.
    pub white_ms: Option<u32>,
    /// Black's; `None` when never read.
    pub black_ms: Option<u32>,
}

/// The account of one turn, when it ends and at the end of a log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Turn {
    /// Half-move of the game, from 1.
    pub ply: u32,
    /// Whose turn it was.
    #[serde(serialize_with = "color")]
    pub by: Color,
    /// First touches, in order.
    pub touched: Vec<Touched>,
    /// What the touches and releases obliged to.
    pub obligation: Obligation,
    /// The legal move made, in UCI. An illegal move is never made.
    pub made: Option<Uci>,
    /// Whether the move, legal or illegal, was completed.
    pub completed: bool,
}

/// What the turn in progress has touched, and what that obliges to. State: the latest counts, and so does a [`Game`] that
/// is later.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Duty {
    /// Half-move in progress, from 1.
    pub ply: u32,
    /// Whose turn it is.
    #[serde(serialize_with = "color")]
    pub by: Color,
    /// First touches, in order.
    pub touched: Vec<Touched>,
    /// What they oblige to. With nothing touched no moves are listed: all legal ones are free.
    pub obligation: Obligation,
}

/// A piece touched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Touched {
    /// Where it stood.
    #[serde(serialize_with = "display")]
    pub sq: Square,
    /// Which piece.
    #[serde(serialize_with = "display")]
    pub piece: Piece,
    /// When it was lifted.
    #[serde(serialize_with = "ms")]
    pub t_ms: GameTime,
}

/// What touches and releases oblige to (`article4.md`, section 7).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Default)]
pub struct Obligation {
    /// The own piece that must move.
    #[serde(serialize_with = "display_option")]
    pub own: Option<Square>,
    /// The opponent's piece that must be taken.
    #[serde(serialize_with = "display_option")]
    pub opp: Option<Square>,
    /// The legal moves left, in UCI, sorted; empty when nothing is owed.
    pub legal: Vec<Uci>,
}

/// Something the arbiter should know of.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Alert {
    /// Names the alert in commands; unique at its table.
    pub id: String,
    /// Where it stands.
    pub state: AlertState,
    /// Event time at which it was raised.
    #[serde(serialize_with = "ms")]
    pub raised_ms: GameTime,
    /// The last command that has changed it, by its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided: Option<&'static str>,
    /// Who has given that command, where it says so.
    #[serde(serialize_with = "text_option", skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<Arc<str>>,
    /// Event time of that command.
    #[serde(serialize_with = "ms_option", skip_serializing_if = "Option::is_none")]
    pub decided_ms: Option<GameTime>,
    /// What it is about.
    #[serde(serialize_with = "alert_kind")]
    pub kind: AlertKind,
    /// The article, in the numbering of the edition; `convention` for what is none.
    pub article: &'static str,
    /// The edition in force.
    pub edition: &'static str,
    /// How urgent.
    #[serde(serialize_with = "severity")]
    pub severity: Severity,
    /// Whether it rests on a judgement of what sensors cannot see.
    pub advisory: bool,
    /// The player it is about.
    #[serde(serialize_with = "color_option", skip_serializing_if = "Option::is_none")]
    pub by: Option<Color>,
    /// Half-move, from 1.
    pub ply: u32,
    /// The squares it is about.
    #[serde(serialize_with = "display_all")]
    pub squares: Vec<Square>,
    /// The moves that were or are allowed, in UCI, sorted.
    pub legal: Vec<Uci>,
    /// More, by kind.
    pub data: serde_json::Map<String, serde_json::Value>,
    /// One plain sentence, in the table's language.
    pub text: String,
    /// What the sentence is made of, for whoever tells it in another language.
    pub words: Words,
}

/// What the board shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Board {
    /// FEN placement as sensed; absent where only occupancy is known.
    #[serde(serialize_with = "display_option", skip_serializing_if = "Option::is_none")]
    pub placement: Option<Arc<str>>,
    /// Occupied squares, hexadecimal, bit 0 = a1; for occupancy boards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub occupied: Option<String>,
    /// First squares of the pieces in the air.
    #[serde(serialize_with = "display_all")]
    pub in_air: Vec<Square>,
    /// Whether it is the position of the game.
    pub agrees: bool,
    /// How well its sensors work.
    #[serde(flatten)]
    pub sensors: Sensors,
}

/// How well a board's sensors and its clock work, as far as that has shown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Sensors {
    /// Whether the clock says that its battery is low.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock_battery_low: Option<bool>,
    /// Whether a clock is connected to the board, where it tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock_connected: Option<bool>,
    /// Readings of the clock that were not believed since the start: times exchanged or jumping, a lever that had not
    /// moved. Told again when the number has doubled.
    #[serde(skip_serializing_if = "is_zero")]
    pub clock_rejected: u64,
    /// Whether the pieces are known, on boards that must learn them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calibrated: Option<bool>,
    /// Squares that do not follow the game.
    #[serde(serialize_with = "display_all", skip_serializing_if = "Vec::is_empty")]
    pub dead: Vec<Square>,
    /// Readings set aside since the start, by square; told again when one of them has doubled.
    #[serde(serialize_with = "counts", skip_serializing_if = "Vec::is_empty")]
    pub noise: Vec<(Square, u64)>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// Whether a field that says nothing unless it is so is left out.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub(crate) fn is_false(flag: &bool) -> bool {
    !*flag
}

/// What the clock shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Clock {
    /// The times.
    #[serde(flatten)]
    pub times: Times,
    /// Whose time runs; `None` when both stand.
    #[serde(serialize_with = "color_option")]
    pub running: Option<Color>,
}

/// The whole state: enough for a consumer that has just joined.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Game {
    /// Names the game; unique at its table.
    #[serde(serialize_with = "text")]
    pub id: Arc<str>,
    /// Where the game is.
    pub phase: Phase,
    /// Edition of the Laws.
    pub edition: &'static str,
    /// `standard`, `rapid` or `blitz`.
    pub regime: &'static str,
    /// `chess` or `chess960`.
    pub variant: &'static str,
    /// The first position.
    #[serde(serialize_with = "text")]
    pub initial_fen: Arc<str>,
    /// The position now.
    #[serde(serialize_with = "text")]
    pub fen: Arc<str>,
    /// Who has the move; `None` when over.
    #[serde(serialize_with = "color_option")]
    pub turn: Option<Color>,
    /// The moves in UCI; shared, for this record is compared at every touch.
    pub moves: Listing<Uci>,
    /// The moves in SAN; likewise.
    pub sans: Listing<San>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
    /// How it ended, in the words of PGN's Termination and the Laws.
    pub termination: Option<String>,
    /// The players' names.
    pub players: Players,
    /// What is known of them besides; absent where nothing is.
    #[serde(skip_serializing_if = "Persons::are_unknown")]
    pub persons: Persons,
    /// The clock as last read.
    pub clock: Option<Clock>,
    /// Whether what is played is not being recorded.
    #[serde(skip_serializing_if = "is_false")]
    pub interrupted: bool,
    /// For arbiters only: what the turn in progress has touched; what changes in it alone is told by a [`Duty`].
    pub touched: Vec<Touched>,
    /// For arbiters only: what that obliges to; likewise.
    pub obligation: Obligation,
    /// For arbiters only: open alerts; shared likewise.
    #[serde(serialize_with = "list")]
    pub alerts: Arc<[Alert]>,
    /// For arbiters only: completed illegal moves.
    pub illegal_moves: IllegalMoves,
}

/// Where a game is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// It has ended.
    Over,
    /// It is being played.
    Playing,
    /// The pieces are being set up, or stand ready.
    Setup,
    /// The arbiter has suspended it.
    Suspended,
}

/// The players' names, where they are known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, serde::Deserialize, Default)]
pub struct Players {
    /// White's.
    #[serde(default)]
    pub white: Option<String>,
    /// Black's.
    #[serde(default)]
    pub black: Option<String>,
}

/// Completed illegal moves (7.5.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, serde::Deserialize, Default)]
pub struct IllegalMoves {
    /// White's.
    #[serde(default)]
    pub white: u32,
    /// Black's.
    #[serde(default)]
    pub black: u32,
}

/// Presence of daemon and board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Status {
    /// False only in the will, which the broker publishes when the daemon has gone.
    pub online: bool,
    /// Version of the daemon.
    pub version: String,
    /// The board.
    pub board: BoardStatus,
    /// Records that wait for the broker.
    pub queued: u64,
    /// What a person should see to: `disk-full`, `journal-failing`, `outbox-full`, `play-not-recorded`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
    /// Why the broker is not reached; on the page alone, since others hear nothing then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broker_trouble: Option<String>,
    /// How long the daemon has run, in seconds.
    pub uptime_s: u64,
    /// What went wrong since then.
    pub faults: Faults,
}

/// What went wrong at a table since the daemon began, each as a number of times or bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Default)]
pub struct Faults {
    /// Times that the board's port was closed.
    pub port_losses: u64,
    /// Records that were never published, for want of room.
    pub records_lost: u64,
    /// Times that the table's task failed and began anew.
    pub restarts: u64,
    /// Bytes from the board that made no sense, as of the last minute.
    pub skipped_bytes: u64,
}

/// The board in a [`Status`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Default)]
pub struct BoardStatus {
    /// Whether it is there.
    pub state: BoardState,
    /// Its kind, as in the registry.
    pub kind: Option<String>,
    /// The port it is on.
    pub port: Option<String>,
    /// Its serial number.
    pub serial: Option<String>,
    /// How long ago bytes last came from it, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heard_ms: Option<u64>,
    /// Why it is not found, or of no use although it answers, in plain words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
}

/// Whether a board is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Default)]
#[serde(rename_all = "lowercase")]
pub enum BoardState {
    /// It answers.
    Connected,
    /// It was there and is gone.
    Lost,
    /// It has not been found yet.
    #[default]
    Searching,
    /// Its port is open but it has gone silent.
    Stale,
}

fn ms<S: Serializer>(at: &GameTime, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(at.0)
}

fn ms_option<S: Serializer>(at: &Option<GameTime>, serializer: S) -> Result<S::Ok, S::Error> {
    at.map(|at| at.0).serialize(serializer)
}

fn text_option<S: Serializer>(text: &Option<Arc<str>>, serializer: S) -> Result<S::Ok, S::Error> {
    text.as_deref().serialize(serializer)
}

fn display<T: std::fmt::Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

fn display_option<T: std::fmt::Display, S: Serializer>(value: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => serializer.collect_str(value),
        None => serializer.serialize_none(),
    }
}

fn list<T: Serialize, S: Serializer>(list: &[T], serializer: S) -> Result<S::Ok, S::Error> {
    list.serialize(serializer)
}

fn text<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(text)
}

fn display_all<S: Serializer>(squares: &[Square], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(squares.iter().map(ToString::to_string))
}

fn counts<S: Serializer>(counts: &[(Square, u64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(counts.iter().map(|(square, count)| (square.to_string(), count)))
}

fn color<S: Serializer>(color: &Color, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(color.name())
}

fn color_option<S: Serializer>(color: &Option<Color>, serializer: S) -> Result<S::Ok, S::Error> {
    match color {
        Some(color) => serializer.serialize_str(color.name()),
        None => serializer.serialize_none(),
    }
}

fn alert_kind<S: Serializer>(kind: &AlertKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(kind.name())
}

fn severity<S: Serializer>(severity: &Severity, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(severity.name())
}
