//! Event logs: what the sensors saw, as JSON Lines (`docs/interfaces.md`, event log).

mod event;
mod header;
mod read;
mod write;

use crate::{
    board::Event,
    game::{command::GivenCommand, persons::Persons, pgn::Tags, record::Players},
    rules::Position,
    turn::{GameTime, Given, Settings, Start},
    words::Language,
};

pub use header::MAX_SEQ;
pub use read::{begins_log, read_line, text_of};
pub use write::{event_line, event_object, header_object};

/// Longest line read, in bytes.
pub const MAX_LINE: usize = 16 * 1024 * 1024;

/// Something in a log that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct LogError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong with a line of a log.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// It is not JSON, or not an object of a known shape.
    #[error("not a header or an event: {0}")]
    Shape(String),
    /// A field has a value it cannot have.
    #[error("{field}: found {found}, expected {expected}")]
    Value {
        /// The field.
        field: &'static str,
        /// What is there.
        found: String,
        /// What may be there.
        expected: String,
    },
    /// It is not text.
    #[error("byte {0} is no UTF-8: save the log as UTF-8")]
    Encoding(usize),
    /// It is too long.
    #[error("the line has more than {MAX_LINE} bytes")]
    TooLong,
    /// An event before the first header.
    #[error("an event before any header ({{\"log\":\"touchmove/1\",...}})")]
    NoHeader,
}

impl Problem {
    /// A field has a value that it cannot have; of a long one the beginning is shown.
    fn value(field: &'static str, found: String, expected: &str) -> Problem {
        const SHOWN: usize = 80;
        let found: String = found.chars().take(SHOWN).collect();
        Problem::Value { field, found: format!("{found:?}"), expected: expected.to_owned() }
    }
}

/// The header of a game's log, understood: what a table must know to begin it.
#[derive(Debug, Clone, PartialEq)]
pub struct Header {
    /// The table's name; the game's id where none is said.
    pub table: String,
    /// Begins the id of every game of this run of the table.
    pub session: String,
    /// Which game of that run it is, from 1 to 1,000,000,000.
    pub number: u32,
    /// `seq` of the last journaled record before, at most [`MAX_SEQ`].
    pub seq: u64,
    /// What it is played by.
    pub settings: Settings,
    /// How it is known whether there is a clock.
    pub clock: ClockWatch,
    /// How the game begins.
    pub start: Start,
    /// What was known before.
    pub given: Given,
    /// Tags for the PGN.
    pub tags: Tags,
    /// Who play.
    pub players: Players,
    /// What is known of them besides their names.
    pub persons: Persons,
    /// In which alerts are told.
    pub language: Language,
}

/// How it is known whether there is a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockWatch {
    /// From the settings.
    Known,
    /// There is one from its first reading on, until the board says that it is gone.
    ShowsItself,
}

impl Header {
    /// The game's id.
    #[must_use]
    pub fn id(&self) -> String {
        game_id(&self.session, self.number)
    }

    /// The first position.
    #[must_use]
    pub fn position(&self) -> Position {
        match &self.start {
            Start::Begun(beginning) => beginning.position.clone(),
            Start::Playing(position) => position.clone(),
            Start::Setup(variant) => Position::first_of(*variant),
        }
    }

    /// Whether the log is that of one game out of a table's journal. It ends where the next game begins; and the
    /// silence after its last line means nothing, since the service may go on, or was cut off.
    #[must_use]
    pub fn is_of_journal(&self) -> bool {
        match self.start {
            Start::Begun(_) | Start::Setup(_) => true,
            Start::Playing(_) => false,
        }
    }
}

/// The id of a game by its number in a session, from 1.
pub(in crate::table) fn game_id(session: &str, number: u32) -> String {
    if number == 1 { session.to_owned() } else { format!("{session}/{number}") }
}

/// One line of a log, understood.
#[derive(Debug, Clone)]
pub enum Line {
    /// An event.
    Event(GameTime, Happening),
    /// A header, with the events that stand on the same line.
    Game(Box<Header>, Vec<(GameTime, Happening)>),
}

/// What a line says happened.
#[derive(Debug, Clone, PartialEq)]
pub enum Happening {
    /// The board says that its clock is gone.
    ClockGone,
    /// An arbiter's command.
    Command(GivenCommand),
    /// Something the sensors saw.
    Event(Event),
}
