//! What a chief arbiter does with accounts.

use serde::{Deserialize, Serialize};

use super::session::SessionView;
use crate::hall::{
    people::{Account, Role},
    time::Time,
};

/// Longest name of an account, in bytes.
pub const MAX_NAME: usize = 64;

/// Shortest and longest password, in bytes.
pub const PASSWORD: (usize, usize) = (8, 256);

/// What is wanted. Passwords are hashed already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Manage {
    /// Another account.
    Add {
        /// Its name.
        name: String,
        /// What it may do.
        role: Role,
        /// What its password is checked against; `None`: it is entered by links.
        password: Option<String>,
    },
    /// An account may do something else, or gets another password.
    Change {
        /// Which.
        name: String,
        /// What it may do; `None`: as before.
        role: Option<Role>,
        /// As above; `None`: as before.
        password: Option<String>,
    },
    /// A session, or a key, is ended.
    EndSession {
        /// Which.
        id: String,
    },
    /// A key for a program.
    Key {
        /// Of this account.
        name: String,
    },
    /// A link that signs somebody in once.
    Link {
        /// As this account.
        name: String,
    },
    /// An account is no more.
    Remove {
        /// Which.
        name: String,
    },
}

impl Manage {
    /// It by a word, without anything that is secret.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Manage::Add { .. } => "add",
            Manage::Change { .. } => "change",
            Manage::EndSession { .. } => "end-session",
            Manage::Key { .. } => "key",
            Manage::Link { .. } => "link",
            Manage::Remove { .. } => "remove",
        }
    }
}

/// What came of it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Managed {
    /// Until when a link is valid.
    pub until: Option<Time>,
}

/// Why it is not done.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(tag = "refused", rename_all = "kebab-case")]
pub enum PeopleRefusal {
    /// The name has nothing to read in it, is longer than 64 bytes, or has characters that cannot be seen.
    BadName,
    /// The password is shorter than 8 or longer than 256 bytes.
    BadPassword,
    /// Nobody else could give accounts any more.
    LastChief,
    /// It looks like the name that somebody has.
    NameAlike {
        /// That one.
        name: String,
    },
    /// There is such a name already.
    NameTaken,
    /// There is none of this name.
    NoSuchAccount,
    /// There is none of this id.
    NoSuchSession,
    /// Not by this account, or not any more.
    NotAllowed,
    /// It has twenty keys already.
    TooMany,
}

/// An account as the chief arbiter sees it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct AccountView {
    /// Whose, and what it may do.
    #[serde(flatten)]
    pub account: Account,
    /// Whether it has a password.
    pub has_password: bool,
    /// Where it is signed in.
    pub sessions: Vec<SessionView>,
    /// Its keys for programs.
    pub keys: Vec<SessionView>,
}

/// Whether a password can be one.
///
/// # Errors
/// [`PeopleRefusal::BadPassword`].
pub fn good_password(password: &str) -> Result<(), PeopleRefusal> {
    if (PASSWORD.0..=PASSWORD.1).contains(&password.len()) { Ok(()) } else { Err(PeopleRefusal::BadPassword) }
}
