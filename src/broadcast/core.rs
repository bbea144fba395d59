//! The broadcast as one value: public records, rounds and time go in; what is told, and what is to be kept, come out.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, OnceLock},
};

use serde::{Deserialize, Serialize};

use super::{
    heard::{HeardGame, HeardTime, When},
    line::{Until, line},
    results::{Given, PairingKey, Results, outcome},
    texts::section_folders,
    told::{Told, ToldGame, ToldRound},
    waiting::{self, Line},
};
use crate::{
    event::Player,
    hall::{
        protocol::rounds::RoundState,
        records::{self, Clock, Record, RecordError, Said},
        rounds::{Listed, ListedEvent, ListedPairing, ListedRound},
        table::told,
        time::Time,
    },
    rules::pgn::read_games,
};

/// Where tables stand that no round knows of.
const TABLES: &str = "tables";

/// How rounds are told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settings {
    /// Begins the name of every game; another one for every hall, and the same after a restart.
    pub origin: String,
    /// How old what is told must be, in milliseconds; `None`: as the event says.
    pub delay_ms: Option<i64>,
    /// Only moves that are completed.
    pub completed_only: bool,
    /// Games that have not begun, too.
    pub not_begun: bool,
    /// Rounds that have not begun, too.
    pub planned: bool,
}

/// Something to keep under a name, in the place of what was kept there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// The name.
    pub name: String,
    /// Its text; `None`: nothing any more.
    pub text: Option<String>,
}

/// A game's table and id.
type GameKey = (String, String);

/// A round's section and number.
type RoundKey = (Option<String>, u16);

/// What is kept.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Row {
    /// What the public knows of a game.
    Game { table: String, id: String, game: Box<HeardGame> },
    /// Which game is a table's last.
    Latest { table: String, id: String },
    /// A record of a move that waits.
    Move { table: String, number: u64, json: String },
    /// What the public knows of a result.
    Result { section: Option<String>, round: u16, id: u32, told: Given },
}

/// The broadcast.
///
/// Whoever runs it feeds it all that comes, calls [`pass`](Broadcast::pass) after each batch and when
/// [`next_deadline`](Broadcast::next_deadline) has come, keeps what [`keep`](Broadcast::keep) gives, and hands on
/// what is [`told`](Broadcast::told) where it is otherwise. The times that it is told must never go back or leap: they are
/// no times of day where those may be set.
#[derive(Debug, Default)]
pub struct Broadcast {
    settings: Settings,
    event: ListedEvent,
    rounds: BTreeMap<RoundKey, ListedRound>,
    waiting: Line,
    results: Results,
    games: BTreeMap<GameKey, HeardGame>,
    latest: BTreeMap<String, String>,
    /// Numbers the records that wait.
    number: u64,
    unkept: BTreeMap<String, Option<String>>,
    clocks: BTreeMap<String, Clock>,
    /// Each pairing's game; `None` where it is left out.
    pairings: BTreeMap<PairingKey, Option<Arc<ToldGame>>>,
    /// Each table's last game, by table and id.
    tables: BTreeMap<GameKey, Arc<ToldGame>>,
    /// Pairings that are to be told anew.
    stale: BTreeSet<PairingKey>,
    is_stale: bool,
    /// The rounds as they were told last.
    rounds_told: Arc<Vec<ToldRound>>,
    /// The same of the tables.
    tables_told: Arc<BTreeMap<String, Arc<ToldGame>>>,
    /// Clocks go all the time, and most outputs need nothing of it.
    are_clocks_stale: bool,
    revision: u64,
}

impl Broadcast {
    /// A broadcast with what was kept of it; what waited then waits from now on.
    #[must_use]
    pub fn new(settings: Settings, kept: impl IntoIterator<Item = String>, now: Time) -> Broadcast {
        let mut broadcast = Broadcast { settings, is_stale: true, ..Broadcast::default() };
        let mut moves = BTreeMap::new();
        for text in kept {
            // What another version has kept, and this one cannot read, is heard again.
            match serde_json::from_str(&text) {
                Ok(Row::Game { table, id, game }) => drop(broadcast.games.insert((table, id), *game)),
                Ok(Row::Latest { table, id }) => drop(broadcast.latest.insert(table, id)),
                Ok(Row::Move { table, number, json }) => drop(moves.insert(number, (table, json))),
                Ok(Row::Result { section, round, id, told }) => broadcast.results.recall((section, round, id), told),
                Err(_) => {}
            }
        }
        for (number, (table, json)) in moves {
            broadcast.number = number;
            if let Ok(Record { said: Said::Move(told), t_ms, at, .. }) = records::read(&json) {
                let said = waiting::Said::Move(told, When { t_ms, at });
                let dropped = broadcast.waiting.push(&table, said, Some(number), json.len(), now);
                broadcast.forget(dropped);
            }
        }
        broadcast
    }

    /// Takes a record of one of a table's `public/` topics. It waits from now on.
    ///
    /// # Errors
    /// [`RecordError`]: it is none; nothing has changed.
    pub fn record(&mut self, table: &str, json: &str, now: Time) -> Result<(), RecordError> {
        let record = records::read(json)?;
        let by_table = told::Said::by_table(&record);
        let Record { said, t_ms, at, .. } = record;
        let (said, kept) = match said {
            Said::Game(game) => (waiting::Said::Game(game, by_table), None),
            Said::Move(told) => {
                self.number += 1;
                let row = Row::Move { table: table.to_owned(), number: self.number, json: json.to_owned() };
                self.put(&move_name(self.number), &row);
                (waiting::Said::Move(told, When { t_ms, at }), Some(self.number))
            }
            Said::Clock(clock) => (waiting::Said::Clock(clock), None),
            Said::Alert(_)
            | Said::Board(_)
            | Said::Duty(_)
            | Said::Status(_)
            | Said::Touch(_)
            | Said::Turn(_)
            | Said::Unknown => return Ok(()),
        };
        let dropped = self.waiting.push(table, said, kept, json.len(), now);
        self.forget(dropped);
        Ok(())
    }

    /// Takes the text of a table's game, of its `public/pgn`: it alone tells how much time the players had at each press.
    pub fn pgn(&mut self, table: &str, text: &str, now: Time) {
        // A position that no legal move led to begins another game in it, of which no move is written here.
        if let Some(Ok(game)) = read_games(text.as_bytes()).next() {
            let times = game.moves.into_iter().map(|played| HeardTime { uci: played.uci, left_ms: played.clock_ms });
            let dropped = self.waiting.push(table, waiting::Said::Times(times.collect()), None, text.len(), now);
            self.forget(dropped);
        }
    }

    /// Takes what has changed of event and rounds.
    pub fn listed(&mut self, listed: Listed, now: Time) {
        let Listed { event, rounds } = listed;
        if event.is_none() && rounds.is_empty() {
            return;
        }
        if let Some(event) = event.filter(|event| *event != self.event) {
            self.event = event;
            self.is_stale = true;
            self.tables.clear();
            let all: Vec<RoundKey> = self.rounds.keys().cloned().collect();
            all.iter().for_each(|key| self.round_is_stale(key));
        }
        for round in rounds {
            for pairing in &round.pairings {
                let given = Given { by_hand: pairing.given, by_table: pairing.told };
                self.results.stands((round.section.clone(), round.number, pairing.id), given, now);
            }
            let key = (round.section.clone(), round.number);
            let before = self.rounds.insert(key.clone(), round);
            let round = &self.rounds[&key];
            let is_same = before.as_ref().is_some_and(|before| {
                (before.state, before.date, before.start) == (round.state, round.date, round.start)
            });
            if !is_same {
                self.round_is_stale(&key);
                continue;
            }
            let known = before.map(|before| before.pairings).unwrap_or_default();
            if known != round.pairings {
                let other = round.pairings.iter().enumerate().filter(|(at, new)| known.get(*at) != Some(new));
                self.stale.extend(other.map(|(_, pairing)| pairing_key(&key, pairing)));
                self.is_stale = true;
            }
        }
        self.prune();
    }

    /// Time passes: what is old enough is told.
    pub fn pass(&mut self, now: Time) {
        let delay_ms = self.delay_ms();
        while let Some((table, waiting)) = self.waiting.poll(delay_ms, now) {
            match &waiting.said {
                waiting::Said::Clock(clock) => {
                    let before = self.clocks.insert(table, *clock);
                    self.are_clocks_stale |= before.as_ref() != Some(clock);
                }
                waiting::Said::Game(game, said) => {
                    let key = (table.clone(), game.id.clone());
                    let is_other = self.latest.get(&table) != Some(&game.id);
                    let is_new = is_other && !said.is_some_and(|said| self.is_overtaken(&key, said));
                    // An earlier game is told of only where it is a pairing's.
                    if is_other && !is_new && !self.is_paired(&key) {
                        continue;
                    }
                    let differs = self.games.entry(key.clone()).or_default().take_state(game, *said);
                    if is_new {
                        self.latest.insert(table.clone(), game.id.clone());
                        let row = Row::Latest { table: table.clone(), id: game.id.clone() };
                        self.put(&name(&["latest", &table]), &row);
                    }
                    if differs || is_new {
                        self.game_changed(&key);
                    }
                    if is_new {
                        self.prune();
                    }
                }
                waiting::Said::Times(times) => {
                    let Some(id) = self.latest.get(&table) else { continue };
                    let key = (table, id.clone());
                    if self.games.get_mut(&key).is_some_and(|game| game.take_times(times)) {
                        self.game_changed(&key);
                    }
                }
                waiting::Said::Move(told, when) => {
                    let key = (table, told.game.clone());
                    if self.games.get_mut(&key).is_some_and(|game| game.take_move(told, *when)) {
                        self.game_changed(&key);
                    }
                }
            }
            self.forget([waiting]);
        }
        while let Some(((section, round, id), told)) = self.results.poll(delay_ms, now) {
            self.is_stale = true;
            self.stale.insert((section.clone(), round, id));
            let (number, pairing) = (round.to_string(), id.to_string());
            let name = name(&["result", section.as_deref().unwrap_or_default(), &number, &pairing]);
            self.put(&name, &Row::Result { section, round, id, told });
        }
    }

    /// When [`pass`](Broadcast::pass) has something to do, though nothing comes.
    #[must_use]
    pub fn next_deadline(&self) -> Option<Time> {
        let delay_ms = self.delay_ms();
        self.waiting.next_deadline(delay_ms).into_iter().chain(self.results.next_deadline(delay_ms)).min()
    }

    /// What is to be kept.
    pub fn keep(&mut self) -> Vec<Kept> {
        std::mem::take(&mut self.unkept).into_iter().map(|(name, text)| Kept { name, text }).collect()
    }

    /// All that is told, where it is otherwise than before.
    pub fn told(&mut self) -> Option<Told> {
        let (is_stale, are_clocks) = (std::mem::take(&mut self.is_stale), std::mem::take(&mut self.are_clocks_stale));
        if !is_stale && !are_clocks {
            return None;
        }
        self.revision += u64::from(is_stale);
        if is_stale {
            for key in std::mem::take(&mut self.stale) {
                let game = self.pairing_game(&key);
                self.pairings.insert(key, game);
            }
            let rounds = if self.rounds.is_empty() { vec![self.round_of_tables()] } else { self.told_rounds() };
            self.rounds_told = Arc::new(rounds);
            self.tables_told = Arc::new(self.told_tables());
        }
        let (rounds, tables) = (Arc::clone(&self.rounds_told), Arc::clone(&self.tables_told));
        let (event, delay_ms) = (self.event.clone(), self.delay_ms());
        let (clocks, revision) = (self.clocks.clone(), self.revision);
        Some(Told { event, delay_ms, rounds, tables, clocks, revision })
    }

    fn told_rounds(&self) -> Vec<ToldRound> {
        let folders = section_folders(self.rounds.keys().filter_map(|(section, _)| section.as_deref()));
        let current = self.current();
        let told = self.rounds.iter().filter(|(_, round)| self.is_told(round));
        let round_of = |(key, round): (&RoundKey, &ListedRound)| {
            let section_folder = key.0.as_ref().and_then(|section| folders.get(section)).cloned();
            ToldRound {
                folder: match &section_folder {
                    Some(section) => format!("{section}/round-{}", key.1),
                    None => format!("round-{}", key.1),
                },
                section: key.0.clone(),
                section_folder,
                number: Some(key.1),
                state: round.state,
                is_current: current.contains(key),
                date: round.date,
                start: round.start,
                games: self.games_of(key),
            }
        };
        told.map(round_of).collect()
    }

    fn delay_ms(&self) -> i64 {
        self.settings.delay_ms.unwrap_or(self.event.delay_ms)
    }

    fn put(&mut self, name: &str, row: &Row) {
        // None of them has keys that are no text.
        if let Ok(text) = serde_json::to_string(row) {
            self.unkept.insert(name.to_owned(), Some(text));
        }
    }

    /// These records wait no more.
    fn forget(&mut self, all: impl IntoIterator<Item = waiting::Waiting>) {
        for number in all.into_iter().filter_map(|waiting| waiting.kept) {
            self.unkept.insert(move_name(number), None);
        }
    }

    /// Whether a game's state comes late: its table's last game is one after it.
    fn is_overtaken(&self, (table, id): &GameKey, said: told::Said) -> bool {
        let Some(latest) = self.latest.get(table) else { return false };
        let held = self.games.get(&(table.clone(), latest.clone())).and_then(|game| game.said);
        held.is_some_and(|held| told::is_overtaken((id, said), (latest, held)))
    }

    fn is_paired(&self, key: &GameKey) -> bool {
        self.rounds.values().flat_map(|round| &round.pairings).any(|pairing| pairing.game.as_ref() == Some(key))
    }

    fn game_changed(&mut self, key: &GameKey) {
        let Some(game) = self.games.get(key) else { return };
        let row = Row::Game { table: key.0.clone(), id: key.1.clone(), game: Box::new(game.clone()) };
        self.put(&name(&["game", &key.0, &key.1]), &row);
        self.is_stale |= self.latest.get(&key.0) == Some(&key.1);
        self.tables.remove(key);
        for (round_key, round) in &self.rounds {
            for pairing in round.pairings.iter().filter(|pairing| pairing.game.as_ref() == Some(key)) {
                self.stale.insert(pairing_key(round_key, pairing));
                self.is_stale = true;
            }
        }
    }

    fn round_is_stale(&mut self, key: &RoundKey) {
        let pairings = self.rounds.get(key).map(|round| round.pairings.as_slice()).unwrap_or_default();
        self.stale.extend(pairings.iter().map(|pairing| pairing_key(key, pairing)));
        self.is_stale = true;
    }

    /// Forgets games that are no pairing's, and no table's last.
    fn prune(&mut self) {
        let mut known: BTreeSet<GameKey> =
            self.latest.iter().map(|(table, game)| (table.clone(), game.clone())).collect();
        known.extend(self.rounds.values().flat_map(|round| &round.pairings).filter_map(|pairing| pairing.game.clone()));
        let unkept = &mut self.unkept;
        self.games.retain(|key, _| {
            let is_known = known.contains(key);
            if !is_known {
                unkept.insert(name(&["game", &key.0, &key.1]), None);
            }
            is_known
        });
        let rounds = &self.rounds;
        self.tables.retain(|key, _| known.contains(key));
        self.pairings.retain(|(section, number, id), _| {
            let round = rounds.get(&(section.clone(), *number));
            round.is_some_and(|round| round.pairings.iter().any(|pairing| pairing.id == *id))
        });
    }

    fn is_told(&self, round: &ListedRound) -> bool {
        match round.state {
            RoundState::On | RoundState::Over => true,
            RoundState::Planned => self.settings.planned,
        }
    }

    /// Of each section the round that is on, else the last one.
    fn current(&self) -> Vec<RoundKey> {
        let order = |state: RoundState| match state {
            RoundState::Planned => 0,
            RoundState::Over => 1,
            RoundState::On => 2,
        };
        let mut current: BTreeMap<Option<String>, (u8, u16)> = BTreeMap::new();
        for round in self.rounds.values().filter(|round| self.is_told(round)) {
            let this = match order(round.state) {
                // Of rounds that are only planned the next one.
                0 => (0, u16::MAX - round.number),
                order => (order, round.number),
            };
            let known = current.entry(round.section.clone()).or_insert(this);
            *known = this.max(*known);
        }
        let number = |(order, number): (u8, u16)| if order == 0 { u16::MAX - number } else { number };
        current.into_iter().map(|(section, found)| (section, number(found))).collect()
    }

    /// A round's games, in the order of the boards.
    fn games_of(&self, key: &RoundKey) -> Vec<Arc<ToldGame>> {
        let pairings = self.rounds.get(key).map(|round| round.pairings.as_slice()).unwrap_or_default();
        pairings.iter().filter_map(|pairing| self.pairings.get(&pairing_key(key, pairing))?.clone()).collect()
    }

    fn until(&self) -> Until {
        if self.settings.completed_only { Until::Completed } else { Until::Made }
    }

    /// A pairing's game; `None` where it is left out.
    fn pairing_game(&self, key: &PairingKey) -> Option<Arc<ToldGame>> {
        let (section, number, id) = key;
        let round = self.rounds.get(&(section.clone(), *number))?;
        let (place, pairing) = (1..).zip(&round.pairings).find(|(_, pairing)| pairing.id == *id)?;
        let origin = &self.settings.origin;
        let heard = pairing.game.as_ref().and_then(|game| self.games.get(game));
        let given = self.results.told(key);
        self.is_to_be_told(ToldGame {
            id: match section {
                Some(section) => format!("{origin}-{number}-{id}-{section}"),
                None => format!("{origin}-{number}-{id}"),
            },
            table: pairing.game.as_ref().map(|(table, _)| table.clone()),
            event: self.event_name(section.as_deref()),
            site: self.event.site.clone(),
            section: section.clone(),
            time_control: self.event.time_control.clone(),
            round: Some(*number),
            // Boards of matches are counted through, as they stand in the hall.
            board: if pairing.board.of_match.is_none() { pairing.board.number } else { place },
            date: round.date,
            start: round.start,
            white: pairing.white.clone(),
            black: pairing.black.clone(),
            outcome: outcome(given, heard),
            line: heard.map(|game| line(game, self.until())),
            interrupted: heard.is_some_and(|game| game.interrupted && !game.is_over()),
            pgn: OnceLock::new(),
        })
    }

    /// The games of all tables, where there are no rounds.
    fn round_of_tables(&mut self) -> ToldRound {
        let mut latest: Vec<GameKey> = self.latest.iter().map(|(table, game)| (table.clone(), game.clone())).collect();
        latest.sort_by_key(|(table, _)| (table.parse::<u32>().unwrap_or(u32::MAX), table.clone()));
        let mut games = Vec::new();
        for (board, key) in (1..).zip(latest) {
            // A table more or less moves the boards behind it.
            let known = self.tables.get(&key).filter(|game| game.board == board).cloned();
            let Some(game) = known.or_else(|| self.table_game(board, &key)) else { continue };
            self.tables.insert(key, Arc::clone(&game));
            games.push(game);
        }
        ToldRound {
            folder: TABLES.to_owned(),
            section: None,
            section_folder: None,
            number: None,
            state: RoundState::On,
            is_current: true,
            date: None,
            start: None,
            games,
        }
    }

    /// Each table's last game, whether a round knows of it or not.
    fn told_tables(&mut self) -> BTreeMap<String, Arc<ToldGame>> {
        let mut all: BTreeMap<String, Arc<ToldGame>> = BTreeMap::new();
        for (round_key, round) in &self.rounds {
            for pairing in &round.pairings {
                let Some((table, id)) = &pairing.game else { continue };
                if let Some(Some(told)) = self.pairings.get(&pairing_key(round_key, pairing))
                    && self.latest.get(table) == Some(id)
                {
                    all.insert(table.clone(), Arc::clone(told));
                }
            }
        }
        let others = self.latest.iter().filter(|(table, _)| !all.contains_key(*table));
        for key in others.map(|(table, id)| (table.clone(), id.clone())).collect::<Vec<_>>() {
            let Some(game) = self.tables.get(&key).cloned().or_else(|| self.table_game(0, &key)) else { continue };
            self.tables.insert(key.clone(), Arc::clone(&game));
            all.insert(key.0, game);
        }
        all
    }

    fn table_game(&self, board: u16, key: &GameKey) -> Option<Arc<ToldGame>> {
        let (table, id) = key;
        let heard = self.games.get(key)?;
        let player =
            |name: &Option<String>, person| Player { number: None, name: name.clone().unwrap_or_default(), person };
        self.is_to_be_told(ToldGame {
            id: format!("{}-{table}-{id}", self.settings.origin),
            table: Some(table.clone()),
            event: self.event_name(None),
            site: self.event.site.clone(),
            section: None,
            time_control: self.event.time_control.clone(),
            round: None,
            board,
            date: None,
            start: None,
            white: player(&heard.players.white, heard.white.clone()),
            black: player(&heard.players.black, heard.black.clone()),
            outcome: outcome(Given::default(), Some(heard)),
            line: Some(line(heard, self.until())),
            interrupted: heard.interrupted && !heard.is_over(),
            pgn: OnceLock::new(),
        })
    }

    fn is_to_be_told(&self, game: ToldGame) -> Option<Arc<ToldGame>> {
        (self.settings.not_begun || game.has_begun()).then(|| Arc::new(game))
    }

    fn event_name(&self, section: Option<&str>) -> String {
        let name = self.event.name.as_deref().unwrap_or("?");
        match section {
            // Readers who tell games apart by event, round and board must not take two sections for one.
            Some(section) => format!("{name}, {section}"),
            None => name.to_owned(),
        }
    }
}

fn pairing_key((section, number): &RoundKey, pairing: &ListedPairing) -> PairingKey {
    (section.clone(), *number, pairing.id)
}

fn move_name(number: u64) -> String {
    name(&["move", &number.to_string()])
}

/// A name of what is kept, of parts that may have any letters.
fn name(parts: &[&str]) -> String {
    serde_json::Value::from(parts.to_vec()).to_string()
}
