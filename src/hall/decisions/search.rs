//! Which entries of the record are meant.

use serde::{Deserialize, Serialize};

use super::entry::{Entry, State, What};
use crate::hall::time::Time;

/// How something came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// By a person, here or elsewhere.
    ByPerson,
    /// By itself.
    ByItself,
    /// A person, and later taken back.
    TakenBack,
    /// A person tried; it was refused, or somebody else was first.
    NotDone,
}

/// What is looked for. Whatever is absent is not asked about.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Filter {
    /// Words that must all occur: in table, section, players, names, kind, article, game.
    pub text: String,
    /// The table.
    pub table: Option<String>,
    /// The game.
    pub game: Option<String>,
    /// Who.
    pub by: Option<String>,
    /// Kind of the case.
    pub kind: Option<String>,
    /// The section.
    pub section: Option<String>,
    /// How it came about.
    pub how: Option<How>,
    /// Not before.
    pub from: Option<Time>,
    /// Not after.
    pub to: Option<Time>,
}

impl Filter {
    /// Whether an entry is meant.
    #[must_use]
    pub fn meets(&self, entry: &Entry) -> bool {
        let same =
            |wanted: &Option<String>, found: Option<&str>| wanted.as_deref().is_none_or(|wanted| found == Some(wanted));
        let how = match self.how {
            None => true,
            Some(how) => how == how_of(entry),
        };
        same(&self.table, Some(&entry.table))
            && same(&self.game, entry.game.as_deref())
            && same(&self.by, entry.by.as_deref())
            && same(&self.kind, entry.kind.as_deref())
            && same(&self.section, entry.section.as_deref())
            && how
            && self.from.is_none_or(|from| from <= entry.at)
            && self.to.is_none_or(|to| entry.at <= to)
            && self.has_words(entry)
    }

    fn has_words(&self, entry: &Entry) -> bool {
        let texts = [
            Some(&entry.table),
            entry.section.as_ref(),
            entry.game.as_ref(),
            entry.players.white.as_ref(),
            entry.players.black.as_ref(),
            entry.by.as_ref(),
            entry.kind.as_ref(),
            Some(&entry.article),
        ];
        let texts: Vec<String> = texts.into_iter().flatten().map(|text| text.to_lowercase()).collect();
        let occurs = |word: &str| texts.iter().any(|text| text.contains(word));
        self.text.to_lowercase().split_whitespace().all(occurs)
    }
}

/// How an entry came about.
#[must_use]
pub fn how_of(entry: &Entry) -> How {
    match (&entry.what, &entry.state) {
        (What::EndedByItself { .. }, _) => How::ByItself,
        (_, State::Refused { .. } | State::Second { .. }) => How::NotDone,
        _ if entry.taken_back.is_some() => How::TakenBack,
        _ => How::ByPerson,
    }
}
