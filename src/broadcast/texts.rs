//! The texts that there are, by their addresses.

use std::{
    collections::{BTreeMap, BTreeSet, hash_map::DefaultHasher},
    hash::{Hash, Hasher},
    sync::Arc,
};

use super::told::{Told, ToldGame};

/// The games of a round in one text.
const GAMES: &str = "games.pgn";

/// What a text is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// JSON.
    Json,
    /// PGN.
    Pgn,
}

/// A text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// What it says.
    pub body: Arc<str>,
    /// Differs where the text does; letters and digits alone.
    pub tag: String,
    /// Whether it is one of a folder's files: each game stands there once by itself and once with its round.
    pub is_file: bool,
    /// What it is written in.
    pub kind: Kind,
}

/// All texts, by address: `games.pgn` of the rounds that are on, `round-6/games.pgn`, `round-6/game-3.pgn`, with
/// `section-<name>/` before where sections have names.
#[derive(Debug, Clone, Default)]
pub struct Texts {
    all: BTreeMap<String, Text>,
    /// Which games each address was written of.
    made_of: BTreeMap<String, Vec<Arc<ToldGame>>>,
}

impl Texts {
    /// The text of this address.
    #[must_use]
    pub fn get(&self, address: &str) -> Option<&Text> {
        self.all.get(address)
    }

    /// All, by address.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Text)> {
        self.all.iter().map(|(address, text)| (address.as_str(), text))
    }

    /// These, in the place of all that there were.
    pub(super) fn replace(&mut self, all: BTreeMap<String, Text>) -> BTreeMap<String, Text> {
        std::mem::replace(&mut self.all, all)
    }

    /// The PGN of all that is told. What is as before is not written anew.
    pub fn tell(&mut self, told: &Told) {
        let before = std::mem::take(&mut self.made_of);
        let mut all = std::mem::take(&mut self.all);
        let mut put = |address: String, games: Vec<Arc<ToldGame>>, is_file| {
            let is_as_before = before.get(&address).is_some_and(|before| {
                before.len() == games.len() && before.iter().zip(&games).all(|(a, b)| Arc::ptr_eq(a, b))
            });
            let text = all.remove(&address).filter(|_| is_as_before);
            let text = text.unwrap_or_else(|| Text::of(&joined(&games), is_file, Kind::Pgn));
            self.all.insert(address.clone(), text);
            self.made_of.insert(address, games);
        };
        let mut current: Vec<Arc<ToldGame>> = Vec::new();
        for round in told.rounds.iter() {
            put(format!("{}/{GAMES}", round.folder), round.games.clone(), true);
            for (place, game) in (1..).zip(&round.games) {
                put(format!("{}/game-{place}.pgn", round.folder), vec![Arc::clone(game)], true);
            }
            if round.is_current {
                current.extend(round.games.iter().cloned());
                if let Some(section) = &round.section_folder {
                    put(format!("{section}/{GAMES}"), round.games.clone(), false);
                }
            }
        }
        put(GAMES.to_owned(), current, false);
    }
}

impl Text {
    pub(super) fn of(body: &str, is_file: bool, kind: Kind) -> Text {
        let mut hasher = DefaultHasher::new();
        body.hash(&mut hasher);
        Text { body: body.into(), tag: format!("{:016x}-{}", hasher.finish(), body.len()), is_file, kind }
    }
}

fn joined(games: &[Arc<ToldGame>]) -> String {
    let all: Vec<Arc<str>> = games.iter().map(|game| game.pgn()).collect();
    all.join("\n")
}

/// What the sections' folders are called: as the sections, without what no file's name may have, and each of its own. One
/// that is called as its folder has that one, whatever others there are.
pub(super) fn section_folders<'a>(sections: impl Iterator<Item = &'a str>) -> BTreeMap<String, String> {
    let plain_of = |section: &str| -> String {
        let is_plain = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_');
        section.chars().map(|letter| if is_plain(letter) { letter } else { '-' }).take(60).collect()
    };
    let sections: BTreeSet<&str> = sections.collect();
    let (as_folders, others): (Vec<&str>, Vec<&str>) =
        sections.into_iter().partition(|section| plain_of(section) == *section);
    let mut used = BTreeSet::new();
    let mut all = BTreeMap::new();
    for section in as_folders.into_iter().chain(others) {
        let plain = plain_of(section);
        let named = |number: usize| {
            if number == 1 { format!("section-{plain}") } else { format!("section-{plain}-{number}") }
        };
        let folder = (1..).map(named).find(|folder| !used.contains(folder)).unwrap_or_default();
        used.insert(folder.clone());
        all.insert(section.to_owned(), folder);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_have_folders_of_their_own_whatever_they_are_called() {
        let folders = section_folders(["A/B", "A B", "../../etc", "Ü 18"].into_iter());
        let of = |section: &str| folders[section].as_str();
        assert_eq!(
            [of("A/B"), of("A B"), of("../../etc"), of("Ü 18")],
            ["section-A-B-2", "section-A-B", "section-------etc", "section-Ü-18"]
        );
        let folders = section_folders(["U 16", "U-16", "U16", "U.16", "U-16-2"].into_iter());
        let of = |section: &str| folders[section].as_str();
        assert_eq!(
            [of("U-16"), of("U16"), of("U-16-2"), of("U 16"), of("U.16")],
            ["section-U-16", "section-U16", "section-U-16-2", "section-U-16-3", "section-U-16-4"],
            "who is called as a folder has it"
        );
    }
}
