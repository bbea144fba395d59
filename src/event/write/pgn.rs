//! PGN without moves: a game for each pairing, its result in the tags.

use std::collections::HashSet;

use protocols::Color;

use crate::event::{Event, Pairing, PairingResult, Player, Round, Score, player::words};

/// The pairings of a round with their results, as PGN.
///
/// A forfeit has `Termination "forfeit"`, a game of less than a move `Termination "unplayed"`. The moves end with the
/// result where PGN knows it, otherwise with `*`. Byes are no games, and are not written. Where two players of the round
/// have one name, `WhiteNo` and `BlackNo` give their numbers in the starting list.
#[must_use]
pub fn pgn(event: &Event, section: Option<&str>, round: &Round) -> String {
    let namesakes = namesakes(round);
    round.pairings.iter().map(|pairing| game(event, section, round, pairing, &namesakes)).collect()
}

fn game(event: &Event, section: Option<&str>, round: &Round, pairing: &Pairing, namesakes: &Namesakes) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    };
    let (result, termination) = match pairing.result {
        None => ("*", None),
        Some(PairingResult::Forfeit(forfeit)) => (forfeit.score().name(), Some("forfeit")),
        Some(PairingResult::Played(score)) => (score.name(), None),
        Some(PairingResult::Unplayed(score)) => (score.name(), Some("unplayed")),
    };
    tag("Event", event.name.as_deref().unwrap_or("?"));
    tag("Site", event.site.as_deref().unwrap_or("?"));
    tag("Date", &round.date.map_or("????.??.??".to_owned(), |date| date.written('.')));
    tag("Round", &format!("{}.{}", round.number, pairing.board));
    tag("White", &pairing.white.name);
    tag("Black", &pairing.black.name);
    tag("Result", result);
    let mut known = |name: &str, value: Option<&str>| {
        if let Some(value) = value {
            tag(name, value);
        }
    };
    known("EventDate", event.first_day.map(|date| date.written('.')).as_deref());
    known("Section", section);
    known("Board", Some(&pairing.board.number.to_string()));
    known("Table", pairing.table.map(|table| table.to_string()).as_deref());
    for color in [Color::White, Color::Black] {
        let (side, player) = match color {
            Color::Black => ("Black", &pairing.black),
            Color::White => ("White", &pairing.white),
        };
        let Player { number, person, .. } = player;
        let number = number.filter(|_| namesakes.contains(&words(&player.name))).map(|number| number.to_string());
        known(&format!("{side}No"), number.as_deref());
        known(&format!("{side}Title"), person.title.as_deref());
        known(&format!("{side}Elo"), person.rating.map(|rating| rating.to_string()).as_deref());
        known(&format!("{side}FideId"), person.fide_id.map(|id| id.to_string()).as_deref());
        known(&format!("{side}Federation"), person.federation.as_deref());
        known(&format!("{side}Team"), person.team.as_deref());
    }
    known("TimeControl", event.time_control.as_deref());
    known("Termination", termination);
    let of_the_standard = [Score::BlackWins, Score::Draw, Score::WhiteWins].map(Score::name);
    let end = if of_the_standard.contains(&result) { result } else { "*" };
    text.push_str(&format!("\n{end}\n\n"));
    text
}

/// The names that more than one player of a round has, as those who read them compare them.
type Namesakes = HashSet<Vec<String>>;

fn namesakes(round: &Round) -> Namesakes {
    let all = round.pairings.iter().flat_map(|pairing| [&pairing.white, &pairing.black]);
    let mut known = HashSet::new();
    all.map(|player| words(&player.name)).filter(|name| !known.insert(name.clone())).collect()
}
