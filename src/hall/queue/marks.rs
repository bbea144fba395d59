//! Seen, going, shelved: what arbiters say of a case without deciding it.

use serde::{Deserialize, Serialize};

use super::severity::Severity;
use crate::hall::time::Time;

/// Longest time for which a case is shelved, in milliseconds.
pub const LONGEST_SHELF_MS: i64 = 60 * 60 * 1_000;

/// Most entries in the course of a case.
const COURSE_KEPT: usize = 64;

/// Who has said something, and when.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct Mark {
    /// Who.
    pub by: String,
    /// When.
    pub at: Time,
}

/// A case put aside for a time.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct Shelf {
    /// Who has put it there, and when.
    #[serde(flatten)]
    pub mark: Mark,
    /// When it comes back.
    pub until: Time,
    /// How urgent it was: it comes back at once where it gets worse.
    pub severity: Severity,
}

/// What somebody did about a case.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct Step {
    /// Who and when.
    #[serde(flatten)]
    pub mark: Mark,
    /// What.
    pub what: StepKind,
}

/// What somebody did about a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StepKind {
    /// Goes to the table.
    Goes,
    /// Does not go after all.
    GoesNot,
    /// Has seen it.
    Seen,
    /// Has shelved it.
    Shelved,
    /// Has taken it back before its time.
    Unshelved,
}

/// All that was said of a case.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Marks {
    /// Who saw it first, and how urgent it was then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<(Mark, Severity)>,
    /// Who goes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub going: Option<Mark>,
    /// Until when it is put aside.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shelf: Option<Shelf>,
    /// All of it, in order.
    #[serde(default)]
    pub course: Vec<Step>,
}

impl Marks {
    /// Somebody says something of the case, which is of this severity now.
    pub fn step(&mut self, what: StepKind, mark: Mark, severity: Severity, until: Option<Time>) {
        match what {
            StepKind::Goes => self.going = Some(mark.clone()),
            StepKind::GoesNot => self.going = None,
            StepKind::Seen => {}
            StepKind::Shelved => {
                let until = until.unwrap_or(mark.at);
                self.shelf = Some(Shelf { mark: mark.clone(), until, severity });
            }
            StepKind::Unshelved => self.shelf = None,
        }
        // Who acts on it has seen it.
        if self.seen(severity).is_none() && what != StepKind::GoesNot {
            self.seen = Some((mark.clone(), severity));
        }
        self.course.push(Step { mark, what });
        let over = self.course.len().saturating_sub(COURSE_KEPT);
        self.course.drain(..over);
    }

    /// Who has seen it as it is now: what has become worse since is new again.
    #[must_use]
    pub fn seen(&self, severity: Severity) -> Option<&Mark> {
        self.seen.as_ref().filter(|(_, then)| *then <= severity).map(|(mark, _)| mark)
    }

    /// The shelf it lies on, at this time and of this severity.
    #[must_use]
    pub fn shelf(&self, severity: Severity, now: Time) -> Option<&Shelf> {
        self.shelf.as_ref().filter(|shelf| now < shelf.until && shelf.severity <= severity)
    }

    /// Whether nothing was said.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Marks::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_becomes_worse_is_new_again_and_leaves_the_shelf() {
        let mut marks = Marks::default();
        let mark = Mark { by: "Anna".to_owned(), at: Time(1_000) };
        marks.step(StepKind::Shelved, mark, Severity::Notice, Some(Time(9_000)));
        assert!(marks.seen(Severity::Notice).is_some());
        assert!(marks.shelf(Severity::Notice, Time(8_999)).is_some());
        assert!(marks.shelf(Severity::Notice, Time(9_000)).is_none(), "it returns by itself");
        assert!(marks.shelf(Severity::Ruling, Time(2_000)).is_none());
        assert!(marks.seen(Severity::Ruling).is_none());
    }
}
