//! What an output cannot show as it stands.

use serde::Serialize;

use crate::words::{Language, Value, Words, tell};

/// A round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OfRound {
    /// Of which section; `None` where the event has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// Its number.
    pub round: u16,
}

/// What is to be said of rounds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RoundTrouble {
    /// Of which.
    pub rounds: Vec<OfRound>,
    /// What.
    pub words: Words,
}

/// Why a board is not shown as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BoardTrouble {
    /// Of which section; `None` where the event has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// Of which round; `None` where there are no rounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u16>,
    /// The board; boards of matches are counted through.
    pub board: u16,
    /// Why, in English.
    pub text: String,
    /// The same, for readers of any language.
    pub words: Words,
}

impl RoundTrouble {
    /// So much is to be said of these rounds, each with its section and its number.
    pub(super) fn of<'a>(rounds: impl IntoIterator<Item = &'a (Option<String>, u16)>, words: Words) -> RoundTrouble {
        RoundTrouble { rounds: rounds.into_iter().map(OfRound::from).collect(), words }
    }

    /// In English.
    #[must_use]
    pub fn text(&self) -> String {
        let names: Vec<String> = self.rounds.iter().map(|round| tell(Language::English, &round.words())).collect();
        format!("{}: {}", names.join(", "), tell(Language::English, &self.words))
    }
}

impl From<&(Option<String>, u16)> for OfRound {
    fn from((section, round): &(Option<String>, u16)) -> OfRound {
        OfRound { section: section.clone(), round: *round }
    }
}

impl OfRound {
    /// What it is called.
    fn words(&self) -> Words {
        let round = Words::new(if self.section.is_some() { "push-of-section" } else { "push-of-round" })
            .number("round", self.round.into());
        match &self.section {
            Some(section) => round.with("section", Value::Name(section.clone())),
            None => round,
        }
    }
}

impl BoardTrouble {
    /// Of a board of this round.
    pub(super) fn of((section, round): &(Option<String>, u16), board: u16, words: Words) -> BoardTrouble {
        let text = tell(Language::English, &words);
        BoardTrouble { section: section.clone(), round: Some(*round), board, text, words }
    }
}
