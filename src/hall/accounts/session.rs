//! Who is signed in where.

use std::fmt::Write as _;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::hall::time::Time;

/// How long a browser may be silent before its session ends, in milliseconds: a day's play.
pub const IDLE_MS: i64 = 16 * 3_600_000;

/// How exactly it is kept when a session was last seen, in milliseconds: a write for each request would be too many.
pub const SEEN_MS: i64 = 300_000;

/// SHA-256 of a secret: kept in its place, so that who reads the database can show nothing that opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub [u8; 32]);

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut text = String::with_capacity(64);
        for byte in self.0 {
            // Writing to a String cannot fail.
            let _ = write!(text, "{byte:02x}");
        }
        serializer.serialize_str(&text)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Digest, D::Error> {
        let wrong = || serde::de::Error::custom("expected 64 hexadecimal digits");
        let text = String::deserialize(deserializer)?;
        let digits = text.as_bytes();
        let mut digest = [0; 32];
        if digits.len() != 64 {
            return Err(wrong());
        }
        for (byte, pair) in digest.iter_mut().zip(digits.chunks(2)) {
            let pair = std::str::from_utf8(pair).map_err(|_| wrong())?;
            *byte = u8::from_str_radix(pair, 16).map_err(|_| wrong())?;
        }
        Ok(Digest(digest))
    }
}

/// What a session is shown by.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A cookie; ends when it has been idle.
    #[default]
    Browser,
    /// A key that a program shows; stays until it is ended.
    Key,
}

/// Where somebody signs in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Visit {
    /// Names the session to those who may end it.
    pub id: String,
    /// Digest of what the session is shown by.
    pub digest: Option<Digest>,
    /// The address.
    pub from: String,
    /// The program, as it calls itself.
    pub agent: String,
}

/// Somebody is signed in.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct Session {
    /// Its name.
    pub id: String,
    /// Of what it is shown by.
    pub digest: Digest,
    /// Whose it is.
    pub account: String,
    /// What it is shown by.
    #[serde(default)]
    pub kind: Kind,
    /// Since when.
    pub since: Time,
    /// When it was last used, give or take five minutes.
    pub seen: Time,
    /// Where from.
    pub from: String,
    /// By which program.
    pub agent: String,
}

impl Session {
    /// Whether it has been silent for too long.
    #[must_use]
    pub fn is_over(&self, now: Time) -> bool {
        self.kind == Kind::Browser && now.since(self.seen) >= IDLE_MS
    }
}

/// A session as the chief arbiter sees it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct SessionView {
    /// Names it, to end it.
    pub id: String,
    /// Since when.
    pub since: Time,
    /// When it was last used.
    pub seen: Time,
    /// Where from.
    pub from: String,
    /// By which program.
    pub agent: String,
}

impl From<&Session> for SessionView {
    fn from(session: &Session) -> SessionView {
        let Session { id, since, seen, from, agent, .. } = session.clone();
        SessionView { id, since, seen, from, agent }
    }
}
