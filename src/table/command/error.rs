//! Why a command was not carried out.

use crate::{game::command::TooLong, turn::Refusal};

/// Why a command was not carried out. It has changed nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CommandError {
    /// It cannot be done.
    #[error("{0}")]
    Impossible(#[from] Refusal),
    /// The alert is settled already: by whom, how and when.
    #[error("{refusal}: {how}")]
    Settled {
        /// What cannot be done.
        refusal: Refusal,
        /// Who has decided what, when.
        how: String,
    },
    /// It is not a command.
    #[error("not a command: {0}")]
    Malformed(String),
    /// There is no play any more.
    #[error("the game is over: there is no play to suspend or to resume")]
    Over,
    /// It is too long.
    #[error(transparent)]
    Oversized(#[from] TooLong),
    /// A field has a value it cannot have.
    #[error("{field}: found {:?}, expected {expected}", shortened(found))]
    Value {
        /// The field.
        field: &'static str,
        /// What is there.
        found: String,
        /// What may be there.
        expected: &'static str,
    },
    /// A new game would leave one behind that has moves and no result.
    #[error(
        "game {game} has {plies} half-moves and no result: set its result first, or leave it so by \"abandon\": true"
    )]
    Unfinished {
        /// The game's id.
        game: String,
        /// Half-moves on its scoresheet.
        plies: usize,
    },
}

/// Longest value that is told again, in characters.
const MAX_FOUND: usize = 80;

/// A value as it is told again to whoever gave it.
fn shortened(found: &str) -> String {
    match found.char_indices().nth(MAX_FOUND) {
        Some((end, _)) => format!("{}…", &found[..end]),
        None => found.to_owned(),
    }
}

impl CommandError {
    /// A field has a value that it cannot have.
    pub(in crate::table) fn value(field: &'static str, found: String, expected: &'static str) -> CommandError {
        CommandError::Value { field, found, expected }
    }
}
