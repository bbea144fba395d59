//! Who may see and do what.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::table::Place;

/// What an account may do.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(tag = "role", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Role {
    /// Sees all arbiters' views and acts there.
    Arbiter {
        /// Of the tables of these sections, and of those that are in none; absent: of all tables.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sections: Option<BTreeSet<String>>,
    },
    /// Sees what the public sees.
    Broadcaster {},
    /// An arbiter of all tables who also shelves rulings.
    Chief {},
    /// A screen: sees what the public sees.
    Display {},
}

/// Who is at a page.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct Account {
    /// The name, which goes with each command.
    pub name: String,
    /// What it may do.
    #[serde(flatten)]
    pub role: Role,
}

impl Account {
    /// Whether it is an arbiter's, who sees alerts and acts.
    #[must_use]
    pub fn is_arbiter(&self) -> bool {
        match self.role {
            Role::Arbiter { .. } | Role::Chief {} => true,
            Role::Broadcaster {} | Role::Display {} => false,
        }
    }

    /// Whether it is the chief arbiter's.
    #[must_use]
    pub fn is_chief(&self) -> bool {
        self.role == Role::Chief {}
    }

    /// Whether it is told how the outputs of a broadcast stand.
    #[must_use]
    pub fn looks_after_broadcast(&self) -> bool {
        match self.role {
            Role::Broadcaster {} | Role::Chief {} => true,
            Role::Arbiter { .. } | Role::Display {} => false,
        }
    }

    /// Whether it may see what arbiters see of every table.
    #[must_use]
    pub fn looks_after_all(&self) -> bool {
        matches!(self.role, Role::Arbiter { sections: None } | Role::Chief {})
    }

    /// Whether it may see what arbiters see of a table, and act there. A table in no section is every arbiter's: a
    /// ruling there must not wait for whoever happens to have no sections.
    #[must_use]
    pub fn looks_after(&self, place: &Place) -> bool {
        match &self.role {
            Role::Arbiter { sections: None } | Role::Chief {} => true,
            Role::Arbiter { sections: Some(sections) } => {
                place.section.as_ref().is_none_or(|section| sections.contains(section))
            }
            Role::Broadcaster {} | Role::Display {} => false,
        }
    }
}
