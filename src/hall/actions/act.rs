//! The commands of docs/interfaces.md, section 5, as data, and the JSON of each.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::hall::records::{Color, Players};

/// Longest name of who decides, in bytes.
const MAX_BY: usize = 64;

/// What is known of a player. What is absent is not known.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// Name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<u32>,
    /// FIDE's three letters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub federation: Option<String>,
    /// FIDE's number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fide_id: Option<u64>,
    /// Team.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
}

/// One act of an arbiter: one command.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(tag = "command", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Act {
    /// Seen; it stays open.
    Acknowledge {
        /// Its id.
        alert: String,
    },
    /// What the arbiter has done to the clock.
    AdjustClock {
        /// Whose time was added to or taken off.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<Color>,
        /// By how much, in milliseconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ms: Option<i64>,
        /// What White's was set to, in milliseconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        white_ms: Option<u32>,
        /// What Black's was set to, in milliseconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        black_ms: Option<u32>,
    },
    /// A player claims.
    Claim {
        /// Who.
        player: Color,
        /// `threefold`, `fifty-moves`, `quickplay-finish` or `touch-move`.
        claim: String,
        /// The move intended, UCI.
        #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
        intended: Option<String>,
    },
    /// The ruling holds.
    Confirm {
        /// Its id.
        alert: String,
    },
    /// It did not happen.
    Dismiss {
        /// Its id.
        alert: String,
    },
    /// The board blinks.
    Identify {},
    /// An illegal move stands.
    LetStand {
        /// The alert's id.
        alert: String,
    },
    /// A new game begins.
    NewGame {
        /// Names.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<Players>,
        /// Edition of the Laws.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        edition: Option<String>,
        /// `standard`, `rapid` or `blitz`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        regime: Option<String>,
        /// `full` or `limited`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        supervision: Option<String>,
        /// `chess` or `chess960`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        variant: Option<String>,
        /// The first position.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fen: Option<String>,
        /// Whether a game without a result may be left.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        abandon: bool,
    },
    /// The arbiter has seen it himself.
    Register {
        /// `illegal-move`, `two-hands` or `disturbance`.
        kind: String,
        /// Who.
        player: Color,
    },
    /// The result is open again.
    Reopen {},
    /// Play goes on.
    Resume {},
    /// All goes out again.
    Resync {
        /// The records after this number.
        #[serde(default)]
        seq: u64,
    },
    /// So many illegal moves are completed.
    SetIllegalMoves {
        /// White's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        white: Option<u32>,
        /// Black's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        black: Option<u32>,
    },
    /// This half-move was that move.
    SetMove {
        /// Half-move, from 1.
        ply: u32,
        /// UCI.
        uci: String,
    },
    /// Who plays.
    SetPlayers {
        /// White.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        white: Option<Player>,
        /// Black.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        black: Option<Player>,
    },
    /// Play goes on from here.
    SetPosition {
        /// The position.
        fen: String,
    },
    /// The game is over so.
    SetResult {
        /// `1-0`, `0-1` or `1/2-1/2`.
        result: String,
        /// How.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        termination: Option<String>,
    },
    /// Play stands still.
    Suspend {},
    /// So many half-moves are taken back.
    TakeBack {
        /// How many.
        plies: u32,
    },
}

impl Act {
    /// The command's name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Act::Acknowledge { .. } => "acknowledge",
            Act::AdjustClock { .. } => "adjust-clock",
            Act::Claim { .. } => "claim",
            Act::Confirm { .. } => "confirm",
            Act::Dismiss { .. } => "dismiss",
            Act::Identify {} => "identify",
            Act::LetStand { .. } => "let-stand",
            Act::NewGame { .. } => "new-game",
            Act::Register { .. } => "register",
            Act::Reopen {} => "reopen",
            Act::Resume {} => "resume",
            Act::Resync { .. } => "resync",
            Act::SetIllegalMoves { .. } => "set-illegal-moves",
            Act::SetMove { .. } => "set-move",
            Act::SetPlayers { .. } => "set-players",
            Act::SetPosition { .. } => "set-position",
            Act::SetResult { .. } => "set-result",
            Act::Suspend {} => "suspend",
            Act::TakeBack { .. } => "take-back",
        }
    }

    /// The alert that it names.
    #[must_use]
    pub fn alert(&self) -> Option<&str> {
        match self {
            Act::Acknowledge { alert } | Act::Confirm { alert } | Act::Dismiss { alert } | Act::LetStand { alert } => {
                Some(alert)
            }
            _ => None,
        }
    }

    /// Whether it decides nothing: it may be done again, and goes into no record.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        matches!(self, Act::Acknowledge { .. } | Act::Identify {} | Act::Resync { .. })
    }

    /// Whether it is meant of the game that was on when it was asked for, and of no other: it may come to the table late.
    /// A new game that abandons none is begun whatever is on.
    #[must_use]
    pub fn is_meant_of_game(&self) -> bool {
        !matches!(self, Act::NewGame { abandon: false, .. }) && !self.is_idle()
    }

    /// The command, as it goes to the table: of this game, where one is given. The same `id` does it once, however often it
    /// is sent.
    #[must_use]
    pub fn command(&self, id: &str, by: Option<&str>, game: Option<&str>) -> String {
        let mut command = Map::from_iter([("id".to_owned(), json!(id))]);
        if let Some(by) = by.map(shortened).filter(|by| !by.is_empty()) {
            command.insert("by".to_owned(), json!(by));
        }
        if let Some(game) = game.filter(|_| self.is_meant_of_game()) {
            command.insert("game".to_owned(), json!(game));
        }
        if let Ok(Value::Object(fields)) = serde_json::to_value(self) {
            command.extend(fields);
        }
        Value::Object(command).to_string()
    }
}

/// A name no longer than a command may have.
fn shortened(by: &str) -> &str {
    let end = (0..=by.len().min(MAX_BY)).rev().find(|end| by.is_char_boundary(*end)).unwrap_or(0);
    &by[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_those_of_the_contract() {
        let confirm = Act::Confirm { alert: "g#2".to_owned() };
        assert_eq!(
            serde_json::from_str::<Value>(&confirm.command("h1", Some("Anna"), None)).expect("JSON"),
            json!({ "id": "h1", "by": "Anna", "command": "confirm", "alert": "g#2" })
        );
        let identify: Value = serde_json::from_str(&Act::Identify {}.command("h2", None, Some("g"))).expect("JSON");
        assert_eq!(identify, json!({ "id": "h2", "command": "identify" }));
        let long = "é".repeat(40);
        let command: Value = serde_json::from_str(&Act::Reopen {}.command("h3", Some(&long), Some("g"))).expect("JSON");
        assert_eq!(command["by"].as_str().map(str::len), Some(64));
        assert_eq!(command["game"], "g");
    }

    #[test]
    fn fields_that_no_command_has_are_refused() {
        for text in [
            r#"{"command":"confirm","alert":"g#1","extra":1}"#,
            r#"{"command":"identify","alert":"g#1"}"#,
            r#"{"command":"explode"}"#,
            r#"{"command":"set-players","white":{"nick":"Bob"}}"#,
        ] {
            assert!(serde_json::from_str::<Act>(text).is_err(), "{text}");
        }
        let known = r#"{"command":"claim","player":"white","claim":"threefold","move":"e2e4"}"#;
        let act: Act = serde_json::from_str(known).expect("an act");
        assert_eq!(serde_json::to_value(&act).expect("JSON"), serde_json::from_str::<Value>(known).expect("JSON"));
    }
}
