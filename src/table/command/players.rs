//! `set-players`: who plays, told at any time.

use serde::Deserialize;

use super::{CommandError, object::object};
use crate::{
    game::{
        persons::{MAX_NAME, Person, PersonError, check_name},
        record::Players,
    },
    table::Table,
};

/// Who plays: a colour that is absent stays as it is.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SetPlayers {
    #[serde(default, deserialize_with = "object")]
    white: Option<Player>,
    #[serde(default, deserialize_with = "object")]
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
        let person = Person { title, rating, federation, fide_id, team };
        check_text("name", name.as_deref())?;
        person.check().map_err(value)?;
        Ok((name, person))
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
            return Err(CommandError::Value {
                field: "white",
                found: "nothing".to_owned(),
                expected: "white, black or both",
            });
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

/// Whether the names that a new game comes with can be those of players.
pub(super) fn are_names(players: &Players) -> Result<(), CommandError> {
    check_text("white", players.white.as_deref())?;
    check_text("black", players.black.as_deref())
}

/// Whether a text can be kept and shown wherever names are.
pub(super) fn check_text(field: &'static str, text: Option<&str>) -> Result<(), CommandError> {
    check_name(field, text).map_err(value)
}

fn value(PersonError { field, found, expected }: PersonError) -> CommandError {
    CommandError::Value { field, found: found.chars().take(MAX_NAME).collect(), expected }
}
