//! What the hall keeps, as rows that a store can hold, and back.

use serde::{Deserialize, Serialize};

use super::{
    decisions::entry::Entry,
    protocol::requests::Answer,
    queue::marks::Marks,
    rounds::{HeldEvent, HeldRound, Report},
    table,
    time::Time,
};

/// The version of the rows that this program writes; it reads those up to it.
pub const VERSION: u32 = 2;

/// Something to keep.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(tag = "row", rename_all = "kebab-case")]
pub enum Row {
    /// What is kept of a table besides its records: in the place of what was kept of it.
    Table {
        /// Its name.
        table: String,
        /// All of it.
        kept: Box<table::Kept>,
    },
    /// A record that is not told again: besides those that are kept. In order of arrival.
    Record {
        /// The table.
        table: String,
        /// The game.
        game: String,
        /// When it was heard.
        heard: Time,
        /// As it came.
        json: String,
    },
    /// The records of a table are no longer needed, but those of these games.
    Forget {
        /// The table.
        table: String,
        /// These.
        but: Vec<String>,
    },
    /// What was said of a case: in the place of what was kept of it; absent: nothing any more.
    Marks {
        /// The case.
        case: String,
        /// All of it.
        marks: Option<Marks>,
    },
    /// An entry of the record: in the place of the one with its number.
    Entry {
        /// The entry.
        entry: Box<Entry>,
    },
    /// The event: in the place of what was kept of it.
    Event {
        /// All of it.
        event: Box<HeldEvent>,
    },
    /// A round: in the place of what was kept of the one of its section and number.
    Round {
        /// All of it.
        round: Box<HeldRound>,
    },
    /// What a request was answered, so that the same one again does nothing: in the place of what was kept of it. The
    /// oldest may go.
    Answer {
        /// Whose request, and which.
        request: String,
        /// When.
        at: Time,
        /// The answer.
        answer: Box<Answer>,
    },
    /// A section's last report: in the place of the one before.
    Report {
        /// The section.
        section: Option<String>,
        /// The report.
        report: Box<Report>,
    },
}

/// Why something that was kept cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KeepError {
    /// A newer version wrote it.
    #[error("kept by a newer version: {found}, and this one reads up to {VERSION}")]
    Newer {
        /// That version.
        found: u32,
    },
    /// It is not of the form.
    #[error("not what was kept: {0}")]
    Malformed(#[from] serde_json::Error),
}

#[derive(Deserialize, Serialize)]
struct Versioned<T> {
    version: u32,
    #[serde(flatten)]
    row: T,
}

#[derive(Deserialize)]
struct VersionOnly {
    version: u32,
}

impl Row {
    /// Of event, rounds and reports the name in whose place they are kept.
    #[must_use]
    pub fn name(&self) -> Option<String> {
        let of = |section: &Option<String>| section.clone().unwrap_or_default();
        match self {
            Row::Event { .. } => Some("event".to_owned()),
            Row::Report { section, .. } => Some(format!("report {}", of(section))),
            Row::Round { round } => Some(format!("round {} {}", round.number, of(&round.section))),
            Row::Answer { .. }
            | Row::Entry { .. }
            | Row::Forget { .. }
            | Row::Marks { .. }
            | Row::Record { .. }
            | Row::Table { .. } => None,
        }
    }

    /// The row as text.
    ///
    /// # Errors
    /// None that a row can bring about.
    pub fn to_json(&self) -> Result<String, KeepError> {
        Ok(serde_json::to_string(&Versioned { version: VERSION, row: self })?)
    }

    /// A row out of its text.
    ///
    /// # Errors
    /// [`KeepError`].
    pub fn from_json(text: &str) -> Result<Row, KeepError> {
        let found = serde_json::from_str::<VersionOnly>(text)?.version;
        if found > VERSION {
            return Err(KeepError::Newer { found });
        }
        Ok(serde_json::from_str::<Versioned<Row>>(text)?.row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_comes_back_and_one_of_a_newer_version_is_refused() {
        let row = Row::Forget { table: "7".to_owned(), but: vec!["g/2".to_owned()] };
        let text = row.to_json().expect("JSON");
        assert_eq!(Row::from_json(&text).expect("a row"), row);
        let newer = text.replace("\"version\":2", "\"version\":3");
        assert!(matches!(Row::from_json(&newer), Err(KeepError::Newer { found: 3 })));
        let older = text.replace("\"version\":2", "\"version\":1");
        assert_eq!(Row::from_json(&older).expect("a row"), row);
    }
}
