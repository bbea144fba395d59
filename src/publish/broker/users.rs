//! Who may use the embedded broker from other computers, and for what.
//!
//! From this computer everybody may do everything, as with the page. From the network it takes a name and a password of
//! the users' file, and what a user may do hangs on his role alone: the Laws let no alert reach players or public
//! (12.6, 12.7, 6.12.2).

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use crate::publish::secret::{self, Secret, SecretError};

/// Most users in a file.
const MAX_USERS: usize = 1_000;

/// How the client ids begin that the service's own connections have: a client from elsewhere with such an id would take
/// the place of a table.
const OWN_CLIENTS: &str = "touchmove-";

/// What a user may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// See everything, give commands, and hear answers on `replies/<name>/...`.
    Arbiter,
    /// See the public feeds of every table, and who is there.
    Broadcast,
}

/// The users of a broker, from a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Users {
    /// First levels of the tables' topics.
    prefix: String,
    by_name: BTreeMap<String, (Role, Secret)>,
}

/// Why a users' file cannot be used. Tells no password.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum UsersError {
    /// A line is of another form.
    #[error("{}, line {line}: expected name:arbiter:password or name:broadcast:password", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// It names nobody.
    #[error("{}: nobody stands there; expected a line name:arbiter:password", path.display())]
    Nobody {
        /// The file.
        path: PathBuf,
    },
    /// There are too many.
    #[error("{}: more than {MAX_USERS} users", path.display())]
    TooMany {
        /// The file.
        path: PathBuf,
    },
    /// A name stands there twice.
    #[error("{}, line {line}: {name:?} stands there twice", path.display())]
    Twice {
        /// The file.
        path: PathBuf,
        /// The line of the second, from 1.
        line: usize,
        /// The name.
        name: String,
    },
    /// The file cannot be read, or not be trusted.
    #[error(transparent)]
    Unusable(#[from] SecretError),
}

impl Users {
    /// Reads a file with a line `name:role:password` for each user, `role` being `arbiter` or `broadcast`; what begins
    /// with `#` is a comment. The tables' topics begin with `prefix`.
    ///
    /// # Errors
    /// [`UsersError`], naming file and line.
    pub fn load(path: &Path, prefix: &str) -> Result<Users, UsersError> {
        let text = secret::read(path)?;
        let mut by_name = BTreeMap::new();
        let lines = (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty() && !text.starts_with('#'));
        for (line, text) in lines {
            let (name, role, password) = user(text).ok_or_else(|| UsersError::Line { path: path.to_owned(), line })?;
            if by_name.len() >= MAX_USERS {
                return Err(UsersError::TooMany { path: path.to_owned() });
            }
            if by_name.insert(name.to_owned(), (role, password)).is_some() {
                return Err(UsersError::Twice { path: path.to_owned(), line, name: name.to_owned() });
            }
        }
        if by_name.is_empty() {
            return Err(UsersError::Nobody { path: path.to_owned() });
        }
        Ok(Users { prefix: prefix.to_owned(), by_name })
    }

    /// Whether somebody from elsewhere is let in.
    pub(super) fn admits(&self, name: &str, password: &[u8], client_id: &str) -> bool {
        let known = self.by_name.get(name).is_some_and(|(_, secret)| secret.is(password));
        known && !client_id.starts_with(OWN_CLIENTS)
    }

    /// Whether a user may say something on a topic.
    pub(super) fn may_publish(&self, name: &str, topic: &str) -> bool {
        let Some(rest) = self.below_table(topic) else { return false };
        self.role(name) == Some(Role::Arbiter) && rest == "arbiter/command"
    }

    /// Whether a user may read everything that a filter covers.
    pub(super) fn may_subscribe(&self, name: &str, filter: &str) -> bool {
        match self.role(name) {
            Some(Role::Arbiter) => is_below(filter, &self.prefix) || is_below(filter, &format!("replies/{name}")),
            Some(Role::Broadcast) => self
                .below_table(filter)
                .is_some_and(|rest| rest == "status" || rest == "public" || rest.starts_with("public/")),
            None => false,
        }
    }

    fn role(&self, name: &str) -> Option<Role> {
        self.by_name.get(name).map(|(role, _)| *role)
    }

    /// What stands below the table's level, whichever table; `None` where a wildcard would cover more.
    fn below_table<'a>(&self, filter: &'a str) -> Option<&'a str> {
        let (table, rest) = filter.strip_prefix(&self.prefix)?.strip_prefix('/')?.split_once('/')?;
        (table != "#").then_some(rest)
    }
}

/// A line of the file.
fn user(line: &str) -> Option<(&str, Role, Secret)> {
    let mut parts = line.splitn(3, ':');
    let name = parts.next().filter(|name| is_name(name))?;
    let role = match parts.next()? {
        "arbiter" => Role::Arbiter,
        "broadcast" => Role::Broadcast,
        _ => return None,
    };
    let password = parts.next().filter(|password| !password.is_empty())?;
    Some((name, role, Secret::new(password.to_owned())))
}

/// Whether a filter covers nothing but what is below these levels.
fn is_below(filter: &str, levels: &str) -> bool {
    filter.strip_prefix(levels).is_some_and(|rest| rest.starts_with('/'))
}

/// A name can be a level of a topic, and of nothing else.
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.len() <= 64 && !name.contains(['+', '#', '/', '$']) && !name.contains(char::is_control)
}

#[cfg(test)]
mod tests {
    use std::{fs, os::unix::fs::PermissionsExt};

    use super::*;

    fn load(text: &str) -> Result<Users, UsersError> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("users");
        fs::write(&path, text).expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("set");
        Users::load(&path, "chess")
    }

    fn users() -> Users {
        load("# name:role:password\n\nanna:arbiter:a:b c\ntv:broadcast:tv\n").expect("good")
    }

    #[test]
    fn whoever_knows_the_password_is_let_in_but_not_as_the_service_itself() {
        let users = users();
        assert!(users.admits("anna", b"a:b c", "any"));
        assert!(!users.admits("anna", b"a", "any"));
        assert!(!users.admits("anna", b"", "any"));
        assert!(!users.admits("tv", b"a:b c", "any"));
        assert!(!users.admits("", b"", "any"));
        assert!(!users.admits("anna", b"a:b c", "touchmove-chess-1"));
    }

    #[test]
    fn arbiters_command_and_see_everything_of_the_tables() {
        let users = users();
        for topic in ["chess/1/arbiter/command", "chess/2/arbiter/command"] {
            assert!(users.may_publish("anna", topic), "{topic}");
            assert!(!users.may_publish("tv", topic), "{topic}");
            assert!(!users.may_publish("nobody", topic), "{topic}");
        }
        for topic in
            ["chess/1/arbiter/alert", "chess/1/public/game", "chess/1/status", "other", "chess/arbiter/command"]
        {
            assert!(!users.may_publish("anna", topic), "{topic}");
        }
        for filter in ["chess/#", "chess/+/arbiter/#", "chess/1/status", "replies/anna/+", "chess/+/+/alert"] {
            assert!(users.may_subscribe("anna", filter), "{filter}");
        }
        for filter in ["#", "+/#", "replies/#", "replies/tv/1", "$SYS/#", "$share/g/chess/#", "chessboards/#"] {
            assert!(!users.may_subscribe("anna", filter), "{filter}");
        }
    }

    #[test]
    fn the_broadcast_sees_what_is_public_and_no_wildcard_lets_it_see_more() {
        let users = users();
        for filter in
            ["chess/+/public/#", "chess/1/public/game", "chess/+/public/+", "chess/+/status", "chess/1/public"]
        {
            assert!(users.may_subscribe("tv", filter), "{filter}");
        }
        for filter in [
            "#",
            "+/+/public/#",
            "chess/#",
            "chess/1/#",
            "chess/1/+",
            "chess/+/+/game",
            "chess/1/arbiter/game",
            "chess/+/publicity",
            "chess/#/public",
            "$share/g/chess/+/public/#",
            "replies/tv/1",
            "chess",
            "",
        ] {
            assert!(!users.may_subscribe("tv", filter), "{filter}");
        }
    }

    #[test]
    fn bad_files_are_refused_by_line_and_tell_no_password() {
        for (text, expected) in [
            ("anna:arbiter", "users, line 1: expected name:arbiter:password"),
            ("#\nanna:king:sesame", "users, line 2: expected"),
            ("an/na:arbiter:sesame", "line 1"),
            ("anna:arbiter:", "line 1"),
            ("anna:arbiter:x\nanna:broadcast:sesame", "users, line 2: \"anna\" stands there twice"),
            ("# nobody\n", "nobody stands there"),
        ] {
            let error = load(text).expect_err(text).to_string();
            assert!(error.contains(expected) && !error.contains("sesame"), "{error}");
        }
    }
}
