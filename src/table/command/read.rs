//! Commands as they come: JSON, read and checked, before anything is known of the game.

use serde::Deserialize;
use serde_json::Value;

use super::{
    CommandError,
    object::object,
    players::SetPlayers,
    rulings::{RawAdjustment, RawClaim, RawCounts, RawRegister},
};
use crate::game::{
    command::{CommandFault, GivenCommand, MAX_ID_BYTES},
    record::Players,
};

/// Longest name of who decides, in bytes.
const MAX_BY: usize = 64;

/// What a number of half-moves may be.
pub(super) const WHOLE_FROM_1: &str = "a whole number from 1";

/// A command, and whose it is.
#[derive(Debug, Deserialize)]
pub(super) struct Envelope {
    #[serde(default)]
    pub(super) id: Option<String>,
    #[serde(default)]
    pub(super) by: Option<String>,
    /// The id of the game that it is meant of; absent: of the one that is on.
    #[serde(default)]
    pub(super) game: Option<String>,
    #[serde(flatten)]
    pub(super) command: Command,
}

/// A command by its word.
#[derive(Debug, Deserialize)]
struct Named {
    #[serde(rename = "command")]
    _command: String,
}

/// What is commanded.
#[derive(Debug, Deserialize)]
#[serde(tag = "command", rename_all = "kebab-case")]
pub(super) enum Command {
    Acknowledge {
        alert: String,
    },
    AdjustClock(RawAdjustment),
    Claim(RawClaim),
    Confirm {
        alert: String,
    },
    Dismiss {
        alert: String,
    },
    Identify,
    LetStand {
        alert: String,
    },
    NewGame(NewGame),
    Register(RawRegister),
    Reopen,
    Resume,
    Resync {
        #[serde(default)]
        seq: u64,
    },
    SetIllegalMoves(RawCounts),
    SetMove {
        ply: u32,
        uci: String,
    },
    SetPlayers(SetPlayers),
    SetPosition {
        fen: String,
    },
    SetResult {
        result: String,
        #[serde(default)]
        termination: Option<String>,
    },
    Suspend,
    TakeBack {
        plies: u32,
    },
}

impl Command {
    /// Whether something is decided by it.
    pub(super) fn decides(&self) -> bool {
        !matches!(self, Command::Acknowledge { .. } | Command::Identify | Command::Resync { .. })
    }

    /// The word in `command`.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Command::Acknowledge { .. } => "acknowledge",
            Command::AdjustClock(_) => "adjust-clock",
            Command::Claim(_) => "claim",
            Command::Confirm { .. } => "confirm",
            Command::Dismiss { .. } => "dismiss",
            Command::Identify => "identify",
            Command::LetStand { .. } => "let-stand",
            Command::NewGame(_) => "new-game",
            Command::Register(_) => "register",
            Command::Reopen => "reopen",
            Command::Resume => "resume",
            Command::Resync { .. } => "resync",
            Command::SetIllegalMoves(_) => "set-illegal-moves",
            Command::SetMove { .. } => "set-move",
            Command::SetPlayers(_) => "set-players",
            Command::SetPosition { .. } => "set-position",
            Command::SetResult { .. } => "set-result",
            Command::Suspend => "suspend",
            Command::TakeBack { .. } => "take-back",
        }
    }
}

/// How another game is to begin.
#[derive(Debug, Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct NewGame {
    #[serde(default, deserialize_with = "object")]
    pub(super) players: Option<Names>,
    #[serde(default)]
    pub(super) edition: Option<String>,
    #[serde(default)]
    pub(super) regime: Option<String>,
    #[serde(default)]
    pub(super) supervision: Option<String>,
    #[serde(default)]
    pub(super) variant: Option<String>,
    #[serde(default)]
    pub(super) fen: Option<String>,
    #[serde(default)]
    pub(super) abandon: Unfinished,
}

/// The players' names, where they are known.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Names {
    #[serde(default)]
    white: Option<String>,
    #[serde(default)]
    black: Option<String>,
}

impl From<Names> for Players {
    fn from(Names { white, black }: Names) -> Players {
        Players { white, black }
    }
}

/// What is to become of a game that has moves and no result when another is to begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(from = "bool")]
pub enum Unfinished {
    /// It is left so; what is on its scoresheet is kept without a result.
    Abandon,
    /// It goes on, and no other begins.
    #[default]
    Keep,
}

impl From<bool> for Unfinished {
    fn from(abandon: bool) -> Unfinished {
        if abandon { Unfinished::Abandon } else { Unfinished::Keep }
    }
}

/// Whether what was given is a command, which may still be impossible.
///
/// # Errors
/// [`CommandError`]: what is wrong with it.
pub fn check_command(given: &GivenCommand) -> Result<(), CommandError> {
    read(given).map(|_| ())
}

/// Fields that are whole numbers, in whichever command they are.
const NUMBERS: [&str; 8] = ["black", "black_ms", "ms", "plies", "ply", "seq", "white", "white_ms"];

/// The number because of which something is no command: the derived reader names neither field nor value.
fn wrong_number(object: &Value) -> Option<CommandError> {
    let wrong = |field: &'static str| {
        let value = object.get(field)?;
        let whole = value.as_u64();
        let fits_32 = whole.is_some_and(|number| u32::try_from(number).is_ok());
        let (expected, fits) = match field {
            "ms" => ("a whole number", value.is_i64()),
            "plies" | "ply" => (WHOLE_FROM_1, fits_32),
            "seq" => ("a whole number from 0", whole.is_some()),
            _ => ("a whole number from 0", fits_32),
        };
        // Elsewhere players are called so, and a text is their name.
        let may_be_none = value.is_null() || matches!(field, "black" | "white") && !value.is_number();
        let found = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        (!fits && !may_be_none).then(|| CommandError::value(field, found, expected))
    };
    NUMBERS.into_iter().find_map(wrong)
}

pub(super) fn read(given: &GivenCommand) -> Result<Envelope, CommandError> {
    let object = given.object().map_err(|fault| match fault {
        CommandFault::TooLong(too_long) => CommandError::Oversized(*too_long),
        fault => CommandError::Malformed(fault.to_string()),
    })?;
    let malformed = |error: serde_json::Error| {
        let (line, column) = given.end();
        CommandError::Malformed(format!("{error} at line {line} column {column}"))
    };
    let envelope = Envelope::deserialize(object).map_err(|error| wrong_number(object).unwrap_or(malformed(error)))?;
    // The derived reader takes a variant's number for its name.
    let _: Named = Named::deserialize(object).map_err(malformed)?;
    if envelope.id.as_ref().is_some_and(|id| id.len() > MAX_ID_BYTES) {
        return Err(CommandError::Malformed(format!("the id is longer than {MAX_ID_BYTES} bytes")));
    }
    if let Some(by) = &envelope.by
        && (by.is_empty() || by.len() > MAX_BY || by.chars().any(char::is_control))
    {
        return Err(CommandError::Value {
            field: "by",
            found: by.chars().take(MAX_BY).collect(),
            expected: "1 to 64 bytes of text without control characters",
        });
    }
    Ok(envelope)
}
