//! What somebody at a page wants, and the answer.

use serde::{Deserialize, Serialize};

use crate::hall::{
    actions::{act::Act, offers::Offer, outcome::Outcome},
    decisions::{
        entry::{Entry, First},
        search::Filter,
    },
};

/// Longest id of a request, in bytes.
pub const MAX_ID: usize = 64;

/// Most acts in a request.
pub const MAX_ACTS: usize = 8;

/// The game as who acts has seen it: what was meant for it is not done to another.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct AsOf {
    /// Its id.
    pub game: String,
    /// Half-moves.
    pub plies: usize,
    /// The result.
    pub result: String,
}

/// A request. Its `id` names it: the same one again gets the same answer, and does nothing.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(tag = "request", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// Do these, one after the other; where one is refused, those behind it are not done.
    Act {
        /// Names it.
        id: String,
        /// At this table.
        table: String,
        /// About this case.
        #[serde(default)]
        case: Option<String>,
        /// As offered, or as filled in.
        acts: Vec<Act>,
        /// What was in sight; without it an act that names no alert is done to whatever there is.
        #[serde(default)]
        as_of: Option<AsOf>,
    },
    /// I go.
    Go {
        /// Names it.
        id: String,
        /// To this case, or all of a group.
        case: String,
    },
    /// I do not go after all.
    GoNot {
        /// Names it.
        id: String,
        /// To this case, or all of a group.
        case: String,
    },
    /// What can be done at a table, whatever waits there?
    Offers {
        /// Names it.
        id: String,
        /// That one.
        table: String,
    },
    /// What would these do?
    Preview {
        /// Names it.
        id: String,
        /// At this table.
        table: String,
        /// These.
        acts: Vec<Act>,
    },
    /// Which entries of the record are these?
    Search {
        /// Names it.
        id: String,
        /// These.
        filter: Filter,
    },
    /// Seen.
    Seen {
        /// Names it.
        id: String,
        /// This case, or all of a group.
        case: String,
    },
    /// Put aside for a time.
    Shelve {
        /// Names it.
        id: String,
        /// This case, or all of a group.
        case: String,
        /// For so long: 1 to 3,600 seconds.
        for_s: u32,
    },
    /// Take an entry of the record back.
    TakeBack {
        /// Names it.
        id: String,
        /// Its number.
        entry: u64,
    },
    /// Back from the shelf before its time.
    Unshelve {
        /// Names it.
        id: String,
        /// This case.
        case: String,
    },
}

impl Request {
    /// Its id.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Request::Act { id, .. }
            | Request::Go { id, .. }
            | Request::GoNot { id, .. }
            | Request::Offers { id, .. }
            | Request::Preview { id, .. }
            | Request::Search { id, .. }
            | Request::Seen { id, .. }
            | Request::Shelve { id, .. }
            | Request::TakeBack { id, .. }
            | Request::Unshelve { id, .. } => id,
        }
    }
}

/// Why a request is not met.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(tag = "refused", rename_all = "kebab-case")]
pub enum Refusal {
    /// It was taken back already.
    AlreadyTakenBack,
    /// The game is not any more as it was when that was decided.
    Changed {
        /// How it is.
        now: AsOf,
    },
    /// A field has a value that it cannot have.
    BadValue {
        /// The field.
        field: String,
        /// What it may have.
        expected: String,
    },
    /// This account may not do that there.
    NotAllowed,
    /// There is no such case any more, or never was.
    NoSuchCase,
    /// There is no such entry.
    NoSuchEntry,
    /// There is no such table.
    NoSuchTable,
    /// Nothing takes it back: it is undone by hand, as the table's offers allow.
    NothingTakesItBack,
    /// Only the chief arbiter shelves a ruling.
    OnlyChief,
    /// Somebody else was first.
    Second {
        /// Who did what.
        first: First,
    },
    /// The table is off the network: nothing can be decided there.
    TableAway,
}

/// The answer to a request.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
pub struct Answer {
    /// The request's.
    pub id: String,
    /// Why not; absent where it was done or is on its way.
    #[serde(default, flatten, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Refusal>,
    /// The entry of the record that tells what becomes of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<u64>,
    /// What they would do, to a preview.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// What can be done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offers: Option<Vec<Offer>>,
    /// The entries, newest first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entries: Option<Vec<Entry>>,
}

impl Answer {
    /// It was done, or is on its way.
    #[must_use]
    pub fn done(id: &str) -> Answer {
        Answer { id: id.to_owned(), refusal: None, entry: None, outcome: None, offers: None, entries: None }
    }

    /// It was not done.
    #[must_use]
    pub fn refused(id: &str, refusal: Refusal) -> Answer {
        Answer { refusal: Some(refusal), ..Answer::done(id) }
    }
}
