//! What is known of the players besides their names.

use serde::{Deserialize, Serialize};

/// What is known of one player besides his name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Person {
    /// FIDE title, such as `GM`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<u16>,
    /// Federation, by its FIDE code of three letters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub federation: Option<String>,
    /// Number in FIDE's list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fide_id: Option<u32>,
    /// The team.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
}

/// The same of both players.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Persons {
    /// Of White.
    #[serde(default)]
    pub white: Person,
    /// Of Black.
    #[serde(default)]
    pub black: Person,
}

impl Persons {
    /// Whether nothing is known.
    #[must_use]
    pub fn are_unknown(&self) -> bool {
        *self == Persons::default()
    }
}
