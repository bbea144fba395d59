//! Rounds as LiveChess leaves them in its cloud and in folders: a tournament, its rounds, its games, each a JSON text.
//!
//! | address | what |
//! |---|---|
//! | `tournament.json` | the event, and how many games each round has |
//! | `round-6/index.json` | who plays whom, and the results |
//! | `round-6/game-3.json` | moves, clock |
//! | `meta/<id>`, `get/<id>/...` | the same below the paths that the cloud has, which are no files |
//!
//! Where sections have names, the first three stand below `section-<name>/`. A clock that runs is not told anew each second:
//! its `time` says when it was read.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use serde::Serialize;

use super::{
    clocks::Clocks,
    dgt::{self, ClockForm, PlayerForm},
    texts::{Kind, Text, Texts},
    told::{Told, ToldGame, ToldRound},
};
use crate::hall::time::Time;

/// By how much a clock may be off what was reckoned before it is told anew, in milliseconds.
const TOLERANCE_MS: i64 = 2_000;

/// Most rounds of a tournament, whatever their numbers are.
const MAX_ROUNDS: u16 = 999;

/// The texts, and what they were made of.
#[derive(Debug)]
pub struct Cloud {
    origin: String,
    host: Option<String>,
    clocks: Clocks,
    texts: Texts,
    made_of: BTreeMap<String, Made>,
    /// Of what was told last.
    revision: Option<u64>,
}

/// What a text was made of.
#[derive(Debug, PartialEq, Eq)]
enum Made {
    Game { game: Same, is_on: bool, clock: Option<ClockForm> },
    Round { games: Vec<(Same, bool)>, date: Option<String> },
}

/// A game, the same only where it is the same value.
#[derive(Debug)]
struct Same(Arc<ToldGame>);

impl PartialEq for Same {
    fn eq(&self, other: &Same) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Same {}

#[derive(Serialize)]
struct Meta<'a> {
    id: &'a str,
    host: Option<&'a str>,
    /// A text: readers compare it with one.
    format: &'static str,
}

#[derive(Serialize)]
struct TournamentForm<'a> {
    id: &'a str,
    name: Option<String>,
    location: Option<&'a str>,
    country: Option<&'a str>,
    website: Option<&'a str>,
    rules: &'static str,
    chess960: Option<&'a str>,
    timecontrol: Option<&'a str>,
    rounds: Vec<RoundCount>,
    eboards: Vec<Option<&'a str>>,
}

#[derive(Default, Serialize)]
struct RoundCount {
    count: usize,
    live: usize,
}

#[derive(Serialize)]
struct RoundForm<'a> {
    date: Option<&'a str>,
    pairings: Vec<PairingForm<'a>>,
}

#[derive(Serialize)]
struct PairingForm<'a> {
    white: PlayerForm<'a>,
    black: PlayerForm<'a>,
    /// As it is scored: one reader writes it into PGN, another takes a game without one for finished.
    result: &'static str,
    live: bool,
}

#[derive(Serialize)]
struct GameForm<'a> {
    live: bool,
    #[serde(rename = "serialNr")]
    serial: Option<&'a str>,
    /// When the first move was made, in milliseconds.
    #[serde(rename = "firstMove")]
    first_move: Option<i64>,
    chess960: u16,
    result: Option<&'static str>,
    comment: Option<String>,
    clock: Option<ClockForm>,
    moves: Vec<String>,
}

impl Cloud {
    /// Texts of an origin, which has names of its own; `host` is told to readers who ask where the files are.
    #[must_use]
    pub fn new(origin: String, host: Option<String>) -> Cloud {
        let clocks = Clocks::reckoned(TOLERANCE_MS);
        Cloud { origin, host, clocks, texts: Texts::default(), made_of: BTreeMap::new(), revision: None }
    }

    /// The texts.
    #[must_use]
    pub fn texts(&self) -> &Texts {
        &self.texts
    }

    /// Takes all that is told. What is as before is not written anew. Gives whether any text is another. `now` is the time of
    /// day.
    pub fn tell(&mut self, told: &Told, now: Time) -> bool {
        let are_clocks = self.clocks.take(&told.clocks, now);
        if self.revision.replace(told.revision) == Some(told.revision) && !are_clocks {
            return false;
        }
        let mut page = Page {
            before: self.texts.replace(BTreeMap::new()),
            made_before: std::mem::take(&mut self.made_of),
            ..Page::default()
        };
        let sections: BTreeSet<Option<&str>> = told.rounds.iter().map(|round| round.section.as_deref()).collect();
        for section in sections {
            self.tell_section(told, section, &mut page);
        }
        self.texts.replace(page.all);
        self.made_of = page.made_of;
        true
    }

    fn tell_section(&self, told: &Told, section: Option<&str>, page: &mut Page) {
        let rounds: BTreeMap<u16, &ToldRound> = told
            .rounds
            .iter()
            .filter(|round| round.section.as_deref() == section)
            // Where there are no rounds, the tables are the first one.
            .map(|round| (round.number.unwrap_or(1), round))
            .filter(|(number, _)| (1..=MAX_ROUNDS).contains(number))
            .collect();
        let id = dgt::tournament_id(&self.origin, section);
        let folder = rounds.values().find_map(|round| round.section_folder.as_deref());
        let folder = folder.map(|folder| format!("{folder}/")).unwrap_or_default();
        let last = rounds.keys().next_back().copied().unwrap_or_default();
        let mut counts = Vec::new();
        for number in 1..=last {
            let round = rounds.get(&number);
            let games = round.map(|round| round.games.as_slice()).unwrap_or_default();
            let is_on = |game: &ToldGame| round.is_some_and(|round| dgt::is_on(round, game));
            counts.push(RoundCount { count: games.len(), live: games.iter().filter(|game| is_on(game)).count() });
            let date = round.and_then(|round| dgt::date(round));
            let of_games = games.iter().map(|game| (Same(Arc::clone(game)), is_on(game))).collect();
            page.put(&id, &folder, &format!("round-{number}/index.json"), Made::Round { games: of_games, date });
            for (place, game) in (1..).zip(games) {
                // A clock that stood when its game ended goes on with the next one.
                let is_last = game.table.as_ref().is_some_and(|table| {
                    told.tables.get(table).is_some_and(|latest| Arc::ptr_eq(latest, game)) && is_on(game)
                });
                let reading = game.table.as_deref().filter(|_| is_last).and_then(|table| self.clocks.of(table));
                let clock = reading.map(ClockForm::of);
                let made = Made::Game { game: Same(Arc::clone(game)), is_on: is_on(game), clock };
                page.put(&id, &folder, &format!("round-{number}/game-{place}.json"), made);
            }
        }
        let current = rounds.values().find(|round| round.is_current).or_else(|| rounds.values().next_back());
        let games = current.map(|round| round.games.as_slice()).unwrap_or_default();
        let tournament = TournamentForm {
            id: &id,
            name: dgt::name(told, section),
            location: told.event.site.as_deref(),
            country: None,
            website: None,
            rules: "STANDARD",
            chess960: None,
            timecontrol: told.event.time_control.as_deref(),
            rounds: counts,
            eboards: games.iter().map(|game| game.table.as_deref()).collect(),
        };
        page.write(&id, &folder, "tournament.json", Text::of(&json(&tournament), true, Kind::Json));
        let meta = Meta { id: &id, host: self.host.as_deref(), format: "1" };
        page.all.insert(format!("meta/{id}"), Text::of(&json(&meta), false, Kind::Json));
    }
}

/// The texts as they come to stand.
#[derive(Default)]
struct Page {
    before: BTreeMap<String, Text>,
    made_before: BTreeMap<String, Made>,
    all: BTreeMap<String, Text>,
    made_of: BTreeMap<String, Made>,
}

impl Page {
    /// A round or a game, written anew where it was made of anything else.
    fn put(&mut self, id: &str, folder: &str, name: &str, made: Made) {
        let address = format!("{folder}{name}");
        let before = self.before.remove(&address).filter(|_| self.made_before.get(&address) == Some(&made));
        let text = before.unwrap_or_else(|| Text::of(&made.json(), true, Kind::Json));
        self.made_of.insert(address, made);
        self.write(id, folder, name, text);
    }

    fn write(&mut self, id: &str, folder: &str, name: &str, text: Text) {
        self.all.insert(format!("get/{id}/{name}"), Text { is_file: false, ..text.clone() });
        self.all.insert(format!("{folder}{name}"), text);
    }
}

impl Made {
    fn json(&self) -> String {
        match self {
            Made::Game { game, is_on, clock } => json(&game_form(&game.0, *is_on, *clock)),
            Made::Round { games, date } => {
                let pairings = games.iter().map(|(game, is_on)| pairing_form(&game.0, *is_on)).collect();
                json(&RoundForm { date: date.as_deref(), pairings })
            }
        }
    }
}

fn pairing_form(game: &ToldGame, is_on: bool) -> PairingForm<'_> {
    PairingForm {
        white: PlayerForm::of(&game.white, protocols::Color::White, game.board),
        black: PlayerForm::of(&game.black, protocols::Color::Black, game.board),
        result: game.outcome.result,
        live: is_on,
    }
}

fn game_form(game: &ToldGame, is_on: bool, clock: Option<ClockForm>) -> GameForm<'_> {
    let first = game.line.as_ref().and_then(|line| line.moves.first());
    GameForm {
        live: is_on,
        serial: game.table.as_deref(),
        first_move: first.and_then(|played| played.made).map(|made| made.0),
        chess960: dgt::chess960(game),
        result: dgt::result(&game.outcome),
        comment: dgt::comment(game),
        clock,
        moves: dgt::moves(game),
    }
}

/// The text of a form, ended by a line break. None of them has keys that are no text.
fn json(form: &impl Serialize) -> String {
    serde_json::to_string(form).map(|text| text + "\n").unwrap_or_default()
}
