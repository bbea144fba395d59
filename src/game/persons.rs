//! What is known of the players besides their names.

use serde::{Deserialize, Serialize};

/// What is known of one player besides his name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Person {
    /// FIDE title, such as `GM`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<u16>,
    /// Federation, by its FIDE code of three letters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub federation: Option<String>,
    /// Number in FIDE's list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fide_id: Option<u32>,
    /// The team.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
}

/// The same of both players.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Persons {
    /// Of White.
    #[serde(default)]
    pub white: Person,
    /// Of Black.
    #[serde(default)]
    pub black: Person,
}

impl Persons {
    /// Whether nothing is known.
    #[must_use]
    pub fn are_unknown(&self) -> bool {
        *self == Persons::default()
    }
}

/// Longest name of a player or a team, in bytes.
pub const MAX_NAME: usize = 256;

/// FIDE's titles, over the board and in its arena.
pub const TITLES: [&str; 12] = ["ACM", "AFM", "AGM", "AIM", "CM", "FM", "GM", "IM", "WCM", "WFM", "WGM", "WIM"];

/// Highest rating that anybody may have.
pub const MAX_RATING: u16 = 4_000;

/// A field of a player that has a value it cannot have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonError {
    /// The field, as `set-players` names it.
    pub field: &'static str,
    /// What is there.
    pub found: String,
    /// What may be there.
    pub expected: &'static str,
}

impl Person {
    /// Whether every field has a value that it can have.
    ///
    /// # Errors
    /// [`PersonError`] of the first field that has not.
    pub fn check(&self) -> Result<(), PersonError> {
        let Person { title, rating, federation, fide_id, team } = self;
        check_name("team", team.as_deref())?;
        let error = |field, found: &str, expected| Err(PersonError { field, found: found.to_owned(), expected });
        if let Some(title) = title.as_deref().filter(|title| !TITLES.contains(title)) {
            return error(
                "title",
                title,
                "a title of FIDE's: GM, IM, FM, CM, WGM, WIM, WFM, WCM, AGM, AIM, AFM or ACM",
            );
        }
        if let Some(rating) = rating.filter(|rating| *rating == 0 || *rating > MAX_RATING) {
            return error("rating", &rating.to_string(), "1 to 4000, or no such field");
        }
        if let Some(federation) = federation.as_deref().filter(|federation| !is_federation(federation)) {
            return error("federation", federation, "a code of FIDE's of three capital letters, such as NOR");
        }
        if *fide_id == Some(0) {
            return error("fide_id", "0", "a number from 1, or no such field");
        }
        Ok(())
    }
}

/// Whether this can be a federation's code: three capital letters.
#[must_use]
pub fn is_federation(code: &str) -> bool {
    code.len() == 3 && code.bytes().all(|letter| letter.is_ascii_uppercase())
}

/// Whether this can be the name of a player or a team.
///
/// # Errors
/// [`PersonError`] of this field, where it cannot.
pub fn check_name(field: &'static str, name: Option<&str>) -> Result<(), PersonError> {
    let is_good = |name: &str| !name.is_empty() && name.len() <= MAX_NAME && !name.chars().any(char::is_control);
    match name.filter(|name| !is_good(name)) {
        Some(name) => Err(PersonError {
            field,
            found: name.to_owned(),
            expected: "1 to 256 bytes of text without control characters",
        }),
        None => Ok(()),
    }
}
