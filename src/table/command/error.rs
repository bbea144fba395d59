//! Why a command was not carried out.

use std::fmt;

use super::super::alert_log::Settlement;
use crate::{
    game::command::TooLong,
    turn::Refusal,
    words::{Language, Words, tell},
};

/// Why a command was not carried out. It has changed nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum CommandError {
    /// It cannot be done.
    Impossible(Refusal),
    /// It is not a command.
    Malformed(String),
    /// The board has no lights that could blink.
    NoLights,
    /// It was meant of another game than the one that is on.
    OtherGame {
        /// The id of the one that is on.
        game: String,
    },
    /// There is no play any more.
    Over,
    /// It is too long.
    Oversized(TooLong),
    /// The alert is settled already.
    Settled {
        /// Its number in its game.
        number: u32,
        /// By whom, how and when.
        settlement: Settlement,
    },
    /// A field has a value it cannot have.
    Value {
        /// The field.
        field: &'static str,
        /// What is there.
        found: String,
        /// What may be there.
        expected: &'static str,
    },
    /// A new game would leave one behind that has moves and no result.
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

    /// What the refusal says, for people; `None` where only who wrote the text of the command can do something about it.
    pub(super) fn words(&self) -> Option<Words> {
        Some(match self {
            CommandError::Impossible(refusal) => Words::of_refusal(refusal),
            CommandError::NoLights => Words::new("command-no-lights"),
            CommandError::OtherGame { game } => Words::of_other_game(game),
            CommandError::Over => Words::new("command-nothing-to-suspend"),
            CommandError::Settled { number, settlement } => settlement.words(*number),
            CommandError::Unfinished { game, plies } => Words::of_unfinished(game, *plies),
            CommandError::Malformed(_) | CommandError::Oversized(_) | CommandError::Value { .. } => return None,
        })
    }
}

/// In English, as `docs/interfaces.md` has it.
impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::Malformed(what) => write!(f, "not a command: {what}"),
            CommandError::Oversized(too_long) => too_long.fmt(f),
            CommandError::Value { field, found, expected } => {
                write!(f, "{field}: found {:?}, expected {expected}", shortened(found))
            }
            _ => f.write_str(&self.words().map(|words| tell(Language::English, &words)).unwrap_or_default()),
        }
    }
}

impl std::error::Error for CommandError {}

impl From<Refusal> for CommandError {
    fn from(refusal: Refusal) -> CommandError {
        CommandError::Impossible(refusal)
    }
}
