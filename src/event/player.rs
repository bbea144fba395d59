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
    /// Case, accents and the order of the names make no difference; where both have a comma, it says which the family name
    /// is, and two with other ones are two.
    #[must_use]
    pub fn is_same(&self, other: &Player) -> bool {
        match (self.person.fide_id, other.person.fide_id) {
            (Some(one), Some(two)) => one == two,
            _ => is_one_name(&self.name, &other.name),
        }
    }

    /// Whether both cannot be in one round: they are one person as far as is known. Two of one name with numbers of their
    /// own in the starting list are two.
    #[must_use]
    pub fn is_again(&self, other: &Player) -> bool {
        let differ = self.number.zip(other.number).is_some_and(|(one, other)| one != other);
        let have_ids = self.person.fide_id.is_some() && other.person.fide_id.is_some();
        self.is_same(other) && (have_ids || !differ)
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

/// Whether two names may be one person's.
fn is_one_name(one: &str, other: &str) -> bool {
    words(one) == words(other)
        && match (family(one), family(other)) {
            // "Berg, Jan van der" and "van der Berg, Jan" have one family name, "Wang, Li" and "Li, Wang" have none.
            (Some(one), Some(other)) => one.iter().any(|word| other.contains(word)),
            _ => true,
        }
}

/// The words before the comma; `None` where there is no comma behind any.
fn family(name: &str) -> Option<Vec<String>> {
    let (family, _) = name.split_once([',', '\u{60C}', '\u{FF0C}'])?;
    Some(plain_words(family)).filter(|words| !words.is_empty())
}

/// The words of a name, without case and accents, sorted. One person's names have the same.
pub(super) fn words(name: &str) -> Vec<String> {
    let mut words = plain_words(name);
    words.sort();
    words
}

/// The words of a text, without case and accents.
pub(super) fn plain_words(text: &str) -> Vec<String> {
    let mut base = ' ';
    let letters = text.nfkd().filter(|letter| {
        if !is_combining_mark(*letter) {
            base = *letter;
        }
        !is_accent(*letter, base)
    });
    let plain: String = letters.flat_map(char::to_lowercase).collect();
    let parts = |letter: char| !letter.is_alphanumeric() && !is_combining_mark(letter);
    plain.split(parts).filter(|word| !word.is_empty()).map(unaccented).collect()
}

/// Whether a mark on this letter is one that may as well be left out.
///
/// In other scripts marks are letters: vowels in India's, voiced sounds in Japan's. So are those of Cyrillic, but for
/// stress and for ё, which is mostly written е.
fn is_accent(mark: char, base: char) -> bool {
    match (mark, base) {
        ('\u{300}'..='\u{36F}', 'A'..='Z' | 'a'..='z' | '\u{C0}'..='\u{24F}' | '\u{370}'..='\u{3FF}') => true,
        // With these two the stroke makes another letter.
        ('\u{301}', 'Г' | 'г' | 'К' | 'к') => false,
        ('\u{300}' | '\u{301}', '\u{400}'..='\u{52F}') | ('\u{308}', 'Е' | 'е') => true,
        // Short vowels of Hebrew and Arabic, which are mostly not written.
        ('\u{5B0}'..='\u{5BD}', '\u{5D0}'..='\u{5EA}') | ('\u{64B}'..='\u{652}', '\u{620}'..='\u{6FF}') => true,
        _ => false,
    }
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
            // The same letter at the end of a word.
            'ς' => plain.push('σ'),
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
    fn marks_that_are_letters_tell_people_apart() {
        for (one, two) in [
            ("राम", "रीमा"),
            ("かがわ", "かかわ"),
            ("ハハ", "パパ"),
            ("Андрей", "Андреи"),
            ("Ѓорѓи", "Горги"),
            ("ரவி", "ரவ"),
        ] {
            assert!(!Player::named(one).is_same(&Player::named(two)), "{one} {two}");
        }
        for (one, two) in [
            ("Фёдоров, Артём", "Федоров Артем"),
            ("Аро́нов", "АРОНОВ"),
            ("Παπαδόπουλος, Γιώργος", "ΠΑΠΑΔΟΠΟΥΛΟΣ ΓΙΩΡΓΟΣ"),
            ("Nguyễn, Ngọc Trường Sơn", "Nguyen Ngoc Truong Son"),
            ("Андрей", "Андреи\u{306}"),
            ("ｶﾞｶﾞ", "ガガ"),
            ("क्षमा शर्मा", "शर्मा, क्षमा"),
            ("مُحَمَّد", "محمد"),
        ] {
            assert!(Player::named(one).is_same(&Player::named(two)), "{one} {two}");
        }
    }

    #[test]
    fn where_both_have_a_comma_the_family_name_tells_people_apart() {
        for (one, two) in [("Wang, Li", "Li, Wang"), ("王，力", "力，王")] {
            assert!(!Player::named(one).is_same(&Player::named(two)), "{one} {two}");
        }
        for (one, two) in [("Wang, Li", "Li Wang"), ("Berg, Jan van der", "van der Berg, Jan"), (", Li", "Li, ")] {
            assert!(Player::named(one).is_same(&Player::named(two)), "{one} {two}");
        }
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
