//! Alerts.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Color;

/// Where an alert stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AlertState {
    /// Seen by an arbiter, still open.
    Acknowledged,
    /// Confirmed, or its reason is gone.
    Cleared,
    /// It did not happen, an arbiter says.
    Dismissed,
    /// Nothing is to be done about it any more.
    Lapsed,
    /// It waits.
    Raised,
    /// A word that this version does not know: it may still wait.
    #[serde(other)]
    Unknown,
}

impl AlertState {
    /// Whether it may still be acted on.
    #[must_use]
    pub fn is_open(self) -> bool {
        matches!(self, AlertState::Acknowledged | AlertState::Raised | AlertState::Unknown)
    }
}

/// How urgent a table finds an alert.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Urgency {
    /// For the record.
    Info,
    /// Look when free.
    Notice,
    /// For the arbiter alone, who must not act on it.
    Private,
    /// The Laws require an act.
    Ruling,
    /// Look now.
    Warning,
    /// A word that this version does not know: look when free.
    #[serde(other)]
    Unknown,
}

/// Something the arbiter should know of.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
pub struct Alert {
    /// The game's id, `#`, a number from 1.
    pub id: String,
    /// Where it stands.
    pub state: AlertState,
    /// Event time at which it was raised, in milliseconds.
    #[serde(default)]
    pub raised_ms: u64,
    /// The last command that has changed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided: Option<String>,
    /// Who gave that command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<String>,
    /// Event time of that command, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_ms: Option<u64>,
    /// What it is about.
    pub kind: String,
    /// The article in that edition's numbers; `convention` for what is in none.
    #[serde(default)]
    pub article: String,
    /// The edition of the Laws.
    #[serde(default)]
    pub edition: String,
    /// How urgent.
    pub severity: Urgency,
    /// Whether it rests on a judgement of what sensors cannot see.
    #[serde(default)]
    pub advisory: bool,
    /// The player it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Color>,
    /// Half-move, from 1.
    #[serde(default)]
    pub ply: u32,
    /// The squares it is about.
    #[serde(default)]
    pub squares: Vec<String>,
    /// The moves that were or are allowed, UCI.
    #[serde(default)]
    pub legal: Vec<String>,
    /// More, by kind.
    #[serde(default)]
    pub data: Map<String, Value>,
    /// A plain sentence, in the table's language.
    #[serde(default)]
    pub text: String,
    /// What it is made of, so that it can be told in another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<Map<String, Value>>,
}

impl Alert {
    /// The id of its game.
    #[must_use]
    pub fn game(&self) -> &str {
        self.id.rsplit_once('#').map_or("", |(game, _)| game)
    }

    /// Its number in that game; 0 where the id has none.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.id.rsplit_once('#').and_then(|(_, number)| number.parse().ok()).unwrap_or(0)
    }

    /// A text of its `data`.
    #[must_use]
    pub fn text_of(&self, key: &str) -> Option<&str> {
        self.data.get(key).and_then(Value::as_str)
    }

    /// A number of its `data`.
    #[must_use]
    pub fn number_of(&self, key: &str) -> Option<i64> {
        self.data.get(key).and_then(Value::as_i64)
    }

    /// A colour of its `data`.
    #[must_use]
    pub fn color_of(&self, key: &str) -> Option<Color> {
        match self.text_of(key)? {
            "black" => Some(Color::Black),
            "white" => Some(Color::White),
            _ => None,
        }
    }
}
