//! What waits for an arbiter in the whole hall: one list, worst first, then where nobody goes, then the oldest.
//!
//! | file | question |
//! |---|---|
//! | `severity` | how urgent is an alert, and what hangs together |
//! | `case` | which cases does a table have |
//! | `marks` | who has seen it, who goes, until when is it shelved |
//! | `groups` | what is muted, what is one line with others, what is a flood |

pub mod case;
pub mod groups;
pub mod marks;
pub mod severity;

use std::{collections::BTreeMap, sync::Arc};

use serde::{Deserialize, Serialize};

use self::{
    case::Case,
    marks::{Mark, Marks, Shelf, Step},
    severity::Severity,
};
use super::time::Time;

/// Where a case is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tray {
    /// In the list.
    Waiting,
    /// In one line with others, which is in the list.
    Grouped,
    /// Under a lost board, until that is back.
    Muted,
    /// Put aside for a time.
    Shelved,
    /// For the arbiter alone.
    Private,
}

/// A case in the queue.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
pub struct Queued {
    /// The case.
    #[serde(flatten, with = "crate::hall::shared")]
    pub case: Arc<Case>,
    /// Where it is found. A case is never gone because it was seen, shelved, grouped or muted.
    pub tray: Tray,
    /// The case that it is grouped in or muted by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub under: Option<String>,
    /// How many are muted by it.
    pub muted: usize,
    /// Who has seen it as it is now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Mark>,
    /// Who goes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub going: Option<Mark>,
    /// Until when it is put aside.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shelf: Option<Shelf>,
    /// Who did what about it.
    pub course: Vec<Step>,
}

impl Queued {
    /// Smaller stands higher in the list.
    fn place(&self) -> (Severity, bool, Time, &str) {
        (self.case.severity, self.going.is_some(), self.case.since, &self.case.id)
    }
}

/// The queue.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Queue {
    /// Every case, by its id.
    pub cases: BTreeMap<String, Queued>,
    /// Those in the list, in order.
    pub order: Vec<String>,
    /// When it changes though nothing is said: something comes back from the shelf.
    pub next_deadline: Option<Time>,
}

/// Puts the cases of all tables in order.
#[must_use]
pub fn queue<'a>(cases: impl Iterator<Item = &'a Arc<Case>>, marks: &BTreeMap<String, Marks>, now: Time) -> Queue {
    let none = Marks::default();
    let mut all: BTreeMap<String, Queued> = BTreeMap::new();
    let mut next_deadline: Option<Time> = None;
    for case in cases {
        let marks = marks.get(&case.id).unwrap_or(&none);
        let shelf = marks.shelf(case.severity, now).cloned();
        let tray = match &shelf {
            _ if case.severity == Severity::Private => Tray::Private,
            Some(shelf) => {
                next_deadline = next_deadline.into_iter().chain([shelf.until]).min();
                Tray::Shelved
            }
            None => Tray::Waiting,
        };
        let seen = marks.seen(case.severity).cloned().or_else(|| seen_at_table(case));
        let queued = Queued {
            case: Arc::clone(case),
            tray,
            under: None,
            muted: 0,
            seen,
            going: marks.going.clone(),
            shelf,
            course: marks.course.clone(),
        };
        all.insert(case.id.clone(), queued);
    }
    groups::arrange(&mut all);
    let mut waiting: Vec<&Queued> = all.values().filter(|queued| queued.tray == Tray::Waiting).collect();
    waiting.sort_by(|one, other| one.place().cmp(&other.place()));
    let order = waiting.into_iter().map(|queued| queued.case.id.clone()).collect();
    Queue { cases: all, order, next_deadline }
}

/// Acknowledged by another way than this hall's.
fn seen_at_table(case: &Case) -> Option<Mark> {
    let standing = case.acknowledged()?;
    Some(Mark { by: standing.alert.decided_by.clone().unwrap_or_default(), at: standing.changed_at })
}

impl Queue {
    /// The cases that are meant by an id: of a group all in it.
    #[must_use]
    pub fn meant_by(&self, id: &str) -> Vec<&Queued> {
        match self.cases.get(id) {
            Some(queued) if !queued.case.members.is_empty() => {
                queued.case.members.iter().filter_map(|member| self.cases.get(member)).collect()
            }
            found => found.into_iter().collect(),
        }
    }
}
