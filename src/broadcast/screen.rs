//! What screens show: boards of the rounds that are on, with players, clocks and results, as JSON.
//!
//! It is made of what is told alone, and a field is in it only because it is named here: no alert, no touch, no count of
//! illegal moves can be (12.6).

use std::{collections::BTreeMap, sync::Arc};

use protocols::Color;
use serde::Serialize;

use super::{
    clocks::{Clocks, Reading},
    line::Line,
    texts::{Kind, Text, Texts},
    told::{Told, ToldGame, ToldRound},
};
use crate::{
    event::Player,
    game::persons::Person,
    hall::{protocol::rounds::RoundState, records, rounds::ListedEvent, time::Time},
};

/// What a round, or all that are on, are called.
const SCREEN: &str = "screen.json";

/// So far a clock may be from where it was said to be by now, in milliseconds, before that is said anew: screens count a
/// running clock down themselves, and a text that changes with every second is sent every second.
const TOLERANCE_MS: i64 = 1_000;

/// What screens show, by address: `screen.json` of the rounds that are on, `round-6/screen.json` of any, of all sections; the
/// same of one with `section-<name>/` before, where sections have names.
#[derive(Debug)]
pub struct Screens {
    texts: Texts,
    made_of: BTreeMap<String, MadeOf>,
    clocks: Clocks,
    /// Of what was told last.
    revision: Option<u64>,
}

/// Of what a text is made. Where it is the same, so is the text.
#[derive(Debug, Clone)]
struct MadeOf {
    event: ListedEvent,
    delay_ms: i64,
    rounds: Vec<ToldRound>,
    clocks: Vec<Option<ShownClock>>,
}

/// What a clock shows, and when it did, by the broadcast's time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
struct ShownClock {
    white_ms: Option<u32>,
    black_ms: Option<u32>,
    running: Option<records::Color>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<Time>,
}

#[derive(Debug, Serialize)]
struct Screen<'a> {
    version: &'static str,
    event: Event<'a>,
    delay_s: i64,
    sections: Vec<Section<'a>>,
}

#[derive(Debug, Serialize)]
struct Event<'a> {
    name: Option<&'a str>,
    site: Option<&'a str>,
    time_control: Option<&'a str>,
}

#[derive(Debug, Serialize)]
struct Section<'a> {
    section: Option<&'a str>,
    round: Option<u16>,
    state: RoundState,
    date: Option<String>,
    boards: Vec<Board<'a>>,
}

#[derive(Debug, Serialize)]
struct Board<'a> {
    board: u16,
    id: &'a str,
    white: Shown<'a>,
    black: Shown<'a>,
    begun: bool,
    fen: Option<String>,
    last: Option<Last<'a>>,
    clock: Option<ShownClock>,
    result: &'static str,
    termination: Option<&'a str>,
    interrupted: bool,
}

#[derive(Debug, Serialize)]
struct Shown<'a> {
    name: &'a str,
    #[serde(flatten)]
    person: &'a Person,
}

/// A game's last move.
#[derive(Debug, Serialize)]
struct Last<'a> {
    number: u32,
    by: &'static str,
    san: &'a str,
    squares: Vec<&'a str>,
}

impl Default for Screens {
    fn default() -> Screens {
        let clocks = Clocks::reckoned(TOLERANCE_MS);
        Screens { texts: Texts::default(), made_of: BTreeMap::new(), clocks, revision: None }
    }
}

impl Screens {
    /// The texts.
    #[must_use]
    pub fn texts(&self) -> &Texts {
        &self.texts
    }

    /// Shows what is told, which it is since now. Gives whether anything is otherwise.
    pub fn tell(&mut self, told: &Told, now: Time) -> bool {
        let are_clocks_new = self.clocks.take(&told.clocks, now);
        if self.revision.replace(told.revision) == Some(told.revision) && !are_clocks_new {
            return false;
        }
        let mut rounds: BTreeMap<String, Vec<&ToldRound>> = BTreeMap::new();
        let mut current = Vec::new();
        for round in told.rounds.iter() {
            rounds.insert(format!("{}/{SCREEN}", round.folder), vec![round]);
            // A screen knows its section by the name, not by the folder: two of them may be called alike.
            if let (Some(number), Some(_)) = (round.number, &round.section_folder) {
                rounds.entry(format!("round-{number}/{SCREEN}")).or_default().push(round);
            }
            if round.is_current {
                current.push(round);
                if let Some(section) = &round.section_folder {
                    rounds.insert(format!("{section}/{SCREEN}"), vec![round]);
                }
            }
        }
        rounds.insert(SCREEN.to_owned(), current);
        let mut before = self.texts.replace(BTreeMap::new());
        let mut made_before = std::mem::take(&mut self.made_of);
        let (mut texts, mut differs) = (BTreeMap::new(), false);
        for (address, rounds) in rounds {
            let made_of = self.made_of(told, rounds);
            let is_as_before = made_before.remove(&address).is_some_and(|before| before.is_same(&made_of));
            let known = before.remove(&address);
            let text = match known {
                Some(known) if is_as_before => known,
                known => {
                    let text = made_of.text();
                    differs |= known.as_ref() != Some(&text);
                    text
                }
            };
            texts.insert(address.clone(), text);
            self.made_of.insert(address, made_of);
        }
        self.texts.replace(texts);
        differs || !before.is_empty()
    }

    fn made_of(&self, told: &Told, rounds: Vec<&ToldRound>) -> MadeOf {
        let games = rounds.iter().flat_map(|round| round.games.iter().map(|game| (round.is_current, game)));
        MadeOf {
            event: told.event.clone(),
            delay_ms: told.delay_ms,
            clocks: games.map(|(is_current, game)| self.clock(told, game, is_current)).collect(),
            rounds: rounds.into_iter().cloned().collect(),
        }
    }

    /// What is shown of a game's clock: what its table's shows while it is played. The table may have another game before
    /// and after, so that of one that is over shows what the last moves left, and so does one that nothing was heard of.
    fn clock(&self, told: &Told, game: &Arc<ToldGame>, is_current: bool) -> Option<ShownClock> {
        let table = game.table.as_ref().filter(|_| is_current && game.outcome.result == "*");
        let table = table.filter(|table| told.tables.get(*table).is_none_or(|latest| Arc::ptr_eq(latest, game)));
        let of_table = table.and_then(|table| self.clocks.of(table)).map(ShownClock::of);
        let of_table = of_table.filter(|clock| game.has_begun() || clock.running.is_some());
        of_table.or_else(|| left(game.line.as_ref()?))
    }
}

impl ShownClock {
    fn of(Reading { clock, at }: Reading) -> ShownClock {
        let records::Clock { times, running } = clock;
        ShownClock { white_ms: times.white_ms, black_ms: times.black_ms, running, at: Some(at) }
    }
}

impl MadeOf {
    fn is_same(&self, other: &MadeOf) -> bool {
        let is_same = |(one, other): (&ToldRound, &ToldRound)| {
            (&one.section, one.number, one.state, one.date) == (&other.section, other.number, other.state, other.date)
                && one.games.len() == other.games.len()
                && one.games.iter().zip(&other.games).all(|(one, other)| Arc::ptr_eq(one, other))
        };
        (&self.event, self.delay_ms, &self.clocks) == (&other.event, other.delay_ms, &other.clocks)
            && self.rounds.len() == other.rounds.len()
            && self.rounds.iter().zip(&other.rounds).all(is_same)
    }

    fn text(&self) -> Text {
        let mut clocks = self.clocks.iter();
        let screen = Screen {
            version: env!("CARGO_PKG_VERSION"),
            event: Event {
                name: self.event.name.as_deref(),
                site: self.event.site.as_deref(),
                time_control: self.event.time_control.as_deref(),
            },
            delay_s: self.delay_ms / 1_000,
            sections: self.rounds.iter().map(|round| section(round, &mut clocks)).collect(),
        };
        // None of it has keys that are no text.
        let body = serde_json::to_string(&screen).unwrap_or_default();
        Text::of(&body, false, Kind::Json)
    }
}

fn section<'a>(round: &'a ToldRound, clocks: &mut dyn Iterator<Item = &Option<ShownClock>>) -> Section<'a> {
    Section {
        section: round.section.as_deref(),
        round: round.number,
        state: round.state,
        date: round.date.map(|date| date.written('-')),
        boards: round.games.iter().map(|game| board(game, clocks.next().copied().flatten())).collect(),
    }
}

fn board(game: &ToldGame, clock: Option<ShownClock>) -> Board<'_> {
    Board {
        board: game.board,
        id: &game.id,
        white: shown(&game.white),
        black: shown(&game.black),
        begun: game.has_begun(),
        fen: game.line.as_ref().map(|line| line.fen().unwrap_or_else(|| line.after.fen())),
        last: game.line.as_ref().and_then(last),
        clock,
        result: game.outcome.result,
        termination: game.outcome.termination.as_deref(),
        interrupted: game.interrupted,
    }
}

fn shown(player: &Player) -> Shown<'_> {
    Shown { name: &player.name, person: &player.person }
}

/// The last move; `None` where there is none, or the position was set since.
fn last(line: &Line) -> Option<Last<'_>> {
    let (san, squares) = match &line.rest {
        Some(rest) => (rest.sans.last()?.as_str(), Vec::new()),
        None => {
            let last = line.moves.last()?;
            (last.san.as_str(), [last.uci.get(..2), last.uci.get(2..4)].into_iter().flatten().collect())
        }
    };
    let more = line.rest.as_ref().map_or(0, |rest| rest.sans.len());
    let place = line.moves.len() + more - 1 + usize::from(line.from.turn() == Color::Black);
    let number = line.from.fullmoves() + u32::try_from(place / 2).ok()?;
    Some(Last { number, by: if place.is_multiple_of(2) { "white" } else { "black" }, san, squares })
}

/// What the last moves left, as far as that is known.
fn left(line: &Line) -> Option<ShownClock> {
    let of = |color| line.moves.iter().rev().filter(|played| played.by == color).find_map(|played| played.left_ms);
    let (white_ms, black_ms) = (of(Color::White), of(Color::Black));
    let is_known = white_ms.is_some() || black_ms.is_some();
    is_known.then_some(ShownClock { white_ms, black_ms, running: None, at: None })
}
