//! What an output cannot show as it stands.

use serde::Serialize;

/// Why a board is not shown as it stands.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct BoardTrouble {
    /// Of which section; `None` where the event has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// Of which round; `None` where there are no rounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u16>,
    /// The board; boards of matches are counted through.
    pub board: u16,
    /// In words.
    pub text: String,
}
