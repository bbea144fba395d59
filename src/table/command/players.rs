//! `set-players`: who plays, told at any time.

use serde::Deserialize;

use super::CommandError;
use crate::{
    game::{persons::Person, record::Players},
    table::Table,
};

/// Longest name of a player or a team, in bytes.
const MAX_NAME: usize = 256;

/// FIDE's titles, over the board and in its arena.
const TITLES: [&str; 12] = ["ACM", "AFM", "AGM", "AIM", "CM", "FM", "GM", "IM", "WCM", "WFM", "WGM", "WIM"];

/// Highest rating that anybody may have.
const MAX_RATING: u16 = 4_000;

/// Who plays: a colour that is absent stays as it is.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SetPlayers {
    #[serde(default)]
    white: Option<Player>,
    #[serde(default)]
    black: Option<Player>,
}

/// One player, whole: what is absent is not known.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Player {
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    title: Option<String>,
    #[serde(default)]
    rating: Option<u16>,
    #[serde(default)]
    federation: Option<String>,
    #[serde(default)]
    fide_id: Option<u32>,
    #[serde(default)]
    team: Option<String>,
}

impl Player {
    /// The name, and what else is known.
    fn check(self) -> Result<(Option<String>, Person), CommandError> {
        let Player { name, title, rating, federation, fide_id, team } = self;
        is_name("name", name.as_deref())?;
        is_name("team", team.as_deref())?;
        if let Some(title) = title.as_deref().filter(|title| !TITLES.contains(title)) {
            return Err(value(
                "title",
                title,
                "a title of FIDE's: GM, IM, FM, CM, WGM, WIM, WFM, WCM, AGM, AIM, AFM or ACM",
            ));
        }
        if let Some(rating) = rating.filter(|rating| *rating == 0 || *rating > MAX_RATING) {
            return Err(value("rating", &rating.to_string(), "1 to 4000, or no such field"));
        }
        let is_code = |code: &&str| code.len() == 3 && code.bytes().all(|letter| letter.is_ascii_uppercase());
        if let Some(federation) = federation.as_deref().filter(|federation| !is_code(federation)) {
            return Err(value("federation", federation, "a code of FIDE's of three capital letters, such as NOR"));
        }
        if fide_id == Some(0) {
            return Err(value("fide_id", "0", "a number from 1, or no such field"));
        }
        Ok((name, Person { title, rating, federation, fide_id, team }))
    }
}

impl Table {
    /// Sets who plays the game that is on, or, while the pieces are being set up, the one that comes.
    ///
    /// # Errors
    /// [`CommandError::Value`], with nothing changed.
    pub(super) fn set_players(&mut self, new: SetPlayers) -> Result<(), CommandError> {
        let white = new.white.map(Player::check).transpose()?;
        let black = new.black.map(Player::check).transpose()?;
        if white.is_none() && black.is_none() {
            return Err(value("white", "nothing", "white, black or both"));
        }
        if let Some((name, person)) = white {
            (self.players.white, self.persons.white) = (name, person);
        }
        if let Some((name, person)) = black {
            (self.players.black, self.persons.black) = (name, person);
        }
        if self.observer.machine().is_setting_up() {
            self.next.players = self.players.clone();
            self.next.persons = self.persons.clone();
        }
        Ok(())
    }
}

/// Whether names that a new game comes with can be shown anywhere.
pub(super) fn are_names(players: &Players) -> Result<(), CommandError> {
    for (field, name) in [("white", &players.white), ("black", &players.black)] {
        if let Some(name) = name.as_deref().filter(|name| name.chars().any(char::is_control)) {
            return Err(value(field, name, "text without control characters"));
        }
    }
    Ok(())
}

fn is_name(field: &'static str, name: Option<&str>) -> Result<(), CommandError> {
    let is_good = |name: &str| !name.is_empty() && name.len() <= MAX_NAME && !name.chars().any(char::is_control);
    match name.filter(|name| !is_good(name)) {
        Some(name) => Err(value(field, name, "1 to 256 bytes of text without control characters")),
        None => Ok(()),
    }
}

fn value(field: &'static str, found: &str, expected: &'static str) -> CommandError {
    CommandError::Value { field, found: found.chars().take(MAX_NAME).collect(), expected }
}
