//! PGN, export format: the game as other programs read it.
//!
//! A stretch of moves that no legal move leads to (an illegal move that stands,
//! a position the arbiter has set) is a game of its own, with the position in
//! its FEN tag and a comment that says so: any reader can play it through.

use std::fmt::Write as _;

use super::{
    Scoresheet, Stretch,
    persons::{Person, Persons},
};
use crate::{
    rules::{Position, Variant},
    words,
};

/// Widest line, in characters.
const WIDTH: usize = 79;

/// Tags that only the organiser knows; the seven-tag roster's defaults where he says nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tags {
    /// Name of the event.
    pub event: String,
    /// Place.
    pub site: String,
    /// Date the game began, `YYYY.MM.DD`.
    pub date: String,
    /// Round, or round and board.
    pub round: String,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// What is known of the players besides their names.
    pub persons: Persons,
    /// PGN's TimeControl field, where it is known.
    pub time_control: Option<String>,
}

impl Default for Tags {
    fn default() -> Tags {
        let unknown = || "?".to_owned();
        Tags {
            event: unknown(),
            site: unknown(),
            date: "????.??.??".to_owned(),
            round: unknown(),
            white: unknown(),
            black: unknown(),
            persons: Persons::default(),
            time_control: None,
        }
    }
}

/// The whole game.
#[must_use]
pub fn write(sheet: &Scoresheet, tags: &Tags) -> String {
    let stretches = sheet.stretches();
    let last = stretches.len().saturating_sub(1);
    let mut text = String::new();
    for (index, stretch) in stretches.iter().enumerate() {
        // A game in which nothing was played before the position was set has nothing to say of it.
        if stretch.entries.is_empty() && index != last {
            continue;
        }
        let result = if index == last { sheet.result() } else { "*" };
        let termination = sheet.outcome().filter(|outcome| !outcome.proposed && index == last);
        if !text.is_empty() {
            text.push('\n');
        }
        write_tags(
            &mut text,
            tags,
            stretch,
            result,
            termination.map(|outcome| words::termination(&outcome.termination)),
        );
        text.push('\n');
        let note = (index > 0).then_some("Play went on from this position, which no legal move led to.");
        write_moves(&mut text, stretch, note, result);
    }
    text
}

fn write_tags(text: &mut String, tags: &Tags, stretch: &Stretch, result: &str, termination: Option<&str>) {
    let mut tag = |name: &str, value: &str| write_tag(text, name, value);
    tag("Event", &tags.event);
    tag("Site", &tags.site);
    tag("Date", &tags.date);
    tag("Round", &tags.round);
    tag("White", &tags.white);
    tag("Black", &tags.black);
    tag("Result", result);
    for (color, person) in [("White", &tags.persons.white), ("Black", &tags.persons.black)] {
        for (name, value) in person_tags(person) {
            tag(&format!("{color}{name}"), &value);
        }
    }
    if let Some(time_control) = &tags.time_control {
        tag("TimeControl", time_control);
    }
    if let Some(termination) = termination {
        tag("Termination", termination);
    }
    if stretch.from.variant() == Variant::Chess960 {
        tag("Variant", "Chess960");
    }
    if stretch.from != Position::initial() || stretch.from.variant() == Variant::Chess960 {
        tag("SetUp", "1");
        tag("FEN", &stretch.from.fen());
    }
}

/// A tag pair on a line of its own.
pub(crate) fn write_tag(text: &mut String, name: &str, value: &str) {
    // A string of PGN has printing characters alone (PGN standard, 7).
    let escaped = value.replace('\\', "\\\\").replace('"', "\\\"").replace(char::is_control, " ");
    // Writing to a String cannot fail.
    let _ = writeln!(text, "[{name} \"{escaped}\"]");
}

/// The tags of what is known of a player, without the colour before their names.
pub(crate) fn person_tags(person: &Person) -> Vec<(&'static str, String)> {
    let Person { title, rating, federation, fide_id, team } = person;
    let all = [
        ("Title", title.clone()),
        ("Elo", rating.map(|rating| rating.to_string())),
        ("FideId", fide_id.map(|id| id.to_string())),
        ("Fed", federation.clone()),
        ("Team", team.clone()),
    ];
    all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

/// A clock's reading as a command in a comment: `[%clk 1:29:58]`, whole seconds, rounded down.
pub(crate) fn clock_comment(ms: u32) -> String {
    let seconds = ms / 1_000;
    format!("{{[%clk {}:{:02}:{:02}]}}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

fn write_moves(text: &mut String, stretch: &Stretch, note: Option<&str>, result: &str) {
    let mut line = Line::new(text);
    if let Some(note) = note {
        line.words(&format!("{{{note}}}"));
    }
    let mut numbered = false;
    for entry in &stretch.entries {
        match entry.by {
            protocols::Color::White => line.word(&format!("{}.", entry.fullmove)),
            protocols::Color::Black if !numbered => line.word(&format!("{}...", entry.fullmove)),
            protocols::Color::Black => {}
        }
        line.word(entry.san.as_str());
        numbered = true;
        if let Some(ms) = entry.clock_ms {
            line.word(&clock_comment(ms));
            numbered = false;
        }
    }
    line.word(result);
    line.text.push('\n');
}

/// Movetext that is broken into lines.
pub(crate) struct Line<'a> {
    text: &'a mut String,
    column: usize,
}

impl Line<'_> {
    /// A text that begins on a line of its own.
    pub(crate) fn new(text: &mut String) -> Line<'_> {
        Line { text, column: 0 }
    }

    /// Words parted by blanks, which lines may be broken at.
    pub(crate) fn words(&mut self, words: &str) {
        words.split(' ').for_each(|word| self.word(word));
    }

    /// A word that is not broken.
    pub(crate) fn word(&mut self, word: &str) {
        if self.column > 0 {
            if self.column + 1 + word.len() > WIDTH {
                self.text.push('\n');
                self.column = 0;
            } else {
                self.text.push(' ');
                self.column += 1;
            }
        }
        self.text.push_str(word);
        self.column += word.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_tag_has_a_control_character_or_ends_before_its_end() {
        let mut text = String::new();
        write_tag(&mut text, "White", "Eve\u{1b}[2J\r\n\"E\\\u{9b}");
        assert_eq!(text, "[White \"Eve [2J  \\\"E\\\\ \"]\n");
    }
}
