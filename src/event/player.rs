//! A player of the event.

use serde::{Deserialize, Serialize};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use crate::game::persons::{Person, PersonError, check_name};

/// A player, as a pairing program lists him.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Player {
    /// Number in the starting list, from 1 (TRF: starting rank).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u16>,
    /// The name, 1 to 256 bytes; family name first where the program writes it so.
    pub name: String,
    /// What else is known.
    #[serde(flatten)]
    pub person: Person,
}

impl Player {
    /// A player of whom only the name is known.
    #[must_use]
    pub fn named(name: &str) -> Player {
        Player { name: name.to_owned(), ..Player::default() }
    }

    /// Whether every field has a value that it can have.
    ///
    /// # Errors
    /// The first field that has not, and what it may have.
    pub fn check(&self) -> Result<(), (&'static str, &'static str)> {
        let checked = check_name("name", Some(self.name.trim())).and_then(|()| self.person.check());
        checked.map_err(|PersonError { field, expected, .. }| (field, expected))
    }

    /// Whether both are one person: by FIDE's number where both have one, otherwise by name.
    ///
    /// Case, accents, commas and the order of the names make no difference.
    #[must_use]
    pub fn is_same(&self, other: &Player) -> bool {
        match (self.person.fide_id, other.person.fide_id) {
            (Some(one), Some(two)) => one == two,
            _ => words(&self.name) == words(&other.name),
        }
    }

    /// This player with all that is told anew; what is not told is kept.
    #[must_use]
    pub fn updated(&self, new: &Player) -> Player {
        let (was, is) = (&self.person, &new.person);
        Player {
            number: new.number.or(self.number),
            name: new.name.clone(),
            person: Person {
                title: is.title.clone().or_else(|| was.title.clone()),
                rating: is.rating.or(was.rating),
                federation: is.federation.clone().or_else(|| was.federation.clone()),
                fide_id: is.fide_id.or(was.fide_id),
                team: is.team.clone().or_else(|| was.team.clone()),
            },
        }
    }
}

/// The words of a name, without case and accents, sorted.
pub(super) fn words(name: &str) -> Vec<String> {
    let mut words = plain_words(name);
    words.sort();
    words
}

/// The words of a text, without case and accents.
pub(super) fn plain_words(text: &str) -> Vec<String> {
    let plain: String = text.nfkd().filter(|letter| !is_combining_mark(*letter)).flat_map(char::to_lowercase).collect();
    plain.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).map(unaccented).collect()
}

/// Letters that Unicode does not take apart, as they are written without them.
fn unaccented(word: &str) -> String {
    let mut plain = String::with_capacity(word.len());
    for letter in word.chars() {
        match letter {
            'æ' => plain.push_str("ae"),
            'ð' | 'đ' => plain.push('d'),
            'ı' => plain.push('i'),
            'ł' => plain.push('l'),
            'œ' => plain.push_str("oe"),
            'ø' => plain.push('o'),
            'ß' => plain.push_str("ss"),
            'þ' => plain.push_str("th"),
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_the_same_in_any_order_and_without_accents() {
        for (one, two) in [
            ("Novák, Tereza", "Tereza Novak"),
            ("BERGSTRØM, Nils", "bergstrom nils"),
            ("Krüger-Zimmermann, Annegret", "Krüger Zimmermann, Annegret"),
        ] {
            assert!(Player::named(one).is_same(&Player::named(two)), "{one} {two}");
        }
        assert!(!Player::named("Novák, Tereza").is_same(&Player::named("Novák, Petr")));
    }

    #[test]
    fn the_number_of_fide_decides_where_both_have_one() {
        let player = |name: &str, id| Player {
            person: Person { fide_id: Some(id), ..Person::default() },
            ..Player::named(name)
        };
        assert!(player("Hou, Yifan", 7).is_same(&player("Hou Y.", 7)));
        assert!(!player("Zhang, Wei", 7).is_same(&player("Zhang, Wei", 8)));
        assert!(player("Zhang, Wei", 7).is_same(&Player::named("Zhang, Wei")));
    }
}
