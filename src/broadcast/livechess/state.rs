//! What is known, and the forms in which it is told.

use std::{collections::BTreeMap, sync::Arc};

use serde::Serialize;

use super::{
    super::{
        clocks::Reading,
        dgt::{self, ClockForm, PlayerForm},
        told::{Told, ToldGame, ToldRound},
    },
    since::Course,
};
use crate::hall::records::BoardStatus;

/// All that is known at a time.
#[derive(Debug, Default)]
pub struct State {
    origin: String,
    told: Arc<Told>,
    /// In the order in which they are listed.
    tables: Vec<Seat>,
    /// Their places there, by the tables' names: a client may listen to each of hundreds.
    by_name: Vec<usize>,
}

/// A table and its board.
#[derive(Debug)]
pub(super) struct Seat {
    pub(super) table: String,
    /// Names the board to clients.
    pub(super) serial: String,
    board: Option<BoardStatus>,
    reading: Option<Reading>,
    /// Of its last game.
    pub(super) course: Option<Arc<Course>>,
}

/// An answer to a question.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Answer<'a> {
    Eboards(Vec<Eboard<'a>>),
    Game(Box<GameForm>),
    Nothing,
    Round(RoundForm<'a>),
    Tournament(TournamentForm<'a>),
    Tournaments(Vec<TournamentRow>),
}

/// One reader knows these keys, and stops at any other.
#[derive(Debug, Serialize)]
pub(super) struct Eboard<'a> {
    serialnr: &'a str,
    source: Option<&'a str>,
    state: Option<&'static str>,
    battery: Option<&'a str>,
    comment: Option<String>,
    board: Option<String>,
    flipped: bool,
    clock: Option<ClockForm>,
}

#[derive(Debug, Serialize)]
pub(super) struct TournamentRow {
    uuid: String,
    description: String,
    rounds: u16,
}

#[derive(Debug, Serialize)]
pub(super) struct TournamentForm<'a> {
    uuid: String,
    name: String,
    description: String,
    location: Option<&'a str>,
    country: Option<&'a str>,
    rounds: u16,
    eboards: Vec<Option<&'a str>>,
}

#[derive(Debug, Serialize)]
pub(super) struct RoundForm<'a> {
    nr: u16,
    date: Option<String>,
    pairings: Vec<PairingForm<'a>>,
}

#[derive(Debug, Serialize)]
pub(super) struct PairingForm<'a> {
    nr: u16,
    uuid: String,
    white: PlayerForm<'a>,
    black: PlayerForm<'a>,
    live: bool,
    result: &'static str,
}

#[derive(Debug, Serialize)]
pub(super) struct GameForm {
    chess960: u16,
    result: Option<&'static str>,
    comment: Option<String>,
    clock: Option<ClockForm>,
    moves: Vec<String>,
}

impl State {
    pub(super) fn new(
        origin: String,
        told: Arc<Told>,
        courses: &BTreeMap<String, Arc<Course>>,
        tables: Vec<(String, Option<BoardStatus>, Option<Reading>)>,
    ) -> State {
        let mut named: BTreeMap<String, u32> = BTreeMap::new();
        for (table, board, _) in &tables {
            *named.entry(table.clone()).or_default() += 1;
            let serial = board.as_ref().and_then(|board| board.serial.clone()).filter(|serial| serial != table);
            if let Some(serial) = serial {
                *named.entry(serial).or_default() += 1;
            }
        }
        let seat = |(table, board, reading): (String, Option<BoardStatus>, Option<Reading>)| {
            let serial = board.as_ref().and_then(|board| board.serial.clone()).filter(|serial| !serial.is_empty());
            // Two boards of one number would be one board to clients.
            let serial = serial.filter(|serial| named.get(serial) == Some(&1)).unwrap_or_else(|| table.clone());
            let course = courses.get(&table).cloned();
            Seat { table, serial, board, reading, course }
        };
        let mut tables: Vec<Seat> = tables.into_iter().map(seat).collect();
        // Some clients take the first one, whatever it is.
        tables.sort_by_cached_key(|seat| {
            let number = seat.table.parse::<u32>().unwrap_or(u32::MAX);
            (!seat.is_connected(), number, seat.table.clone())
        });
        let mut by_name: Vec<usize> = (0..tables.len()).collect();
        by_name.sort_unstable_by_key(|&place| &tables[place].table);
        State { origin, told, tables, by_name }
    }

    /// Answers what is asked by an address below `/api/v1.0/`; JSON. `None`: there is no such thing.
    #[must_use]
    pub fn get(&self, address: &str) -> Option<String> {
        let parts: Vec<&str> = address.split('/').collect();
        let answer = match parts[..] {
            ["eboards"] => self.eboards(),
            ["tournaments"] => self.tournaments(),
            ["tournament", id] => self.tournament(id)?,
            ["round", id, place] => self.round(id, place.parse().ok()?)?,
            ["game", id] => self.game(id)?,
            _ => return None,
        };
        // None of them has keys that are no text.
        serde_json::to_string(&answer).ok()
    }

    /// The table whose board a client means: by the board's number, else by the table's name.
    pub(super) fn seat(&self, named: &str) -> Option<&Seat> {
        let by_serial = self.tables.iter().find(|seat| seat.serial == named);
        by_serial.or_else(|| self.table(named))
    }

    /// The table of this name.
    pub(super) fn table(&self, name: &str) -> Option<&Seat> {
        let found = self.by_name.binary_search_by_key(&name, |&place| &self.tables[place].table);
        found.ok().map(|found| &self.tables[self.by_name[found]])
    }

    pub(super) fn has_boards(&self) -> bool {
        !self.tables.is_empty()
    }

    pub(super) fn eboards(&self) -> Answer<'_> {
        Answer::Eboards(self.tables.iter().map(Seat::eboard).collect())
    }

    pub(super) fn tournaments(&self) -> Answer<'_> {
        let row = |section: Option<&str>| TournamentRow {
            uuid: dgt::tournament_id(&self.origin, section),
            description: self.name(section),
            rounds: self.last_round(section),
        };
        Answer::Tournaments(self.sections().into_iter().map(row).collect())
    }

    pub(super) fn tournament(&self, id: &str) -> Option<Answer<'_>> {
        let section = self.section(id)?;
        let mut eboards: Vec<Option<&str>> = Vec::new();
        // A board's last round says at which table it is, and the round that is on before all others.
        let mut rounds: Vec<&ToldRound> = self.rounds(section).collect();
        rounds.sort_by_key(|round| (round.is_current, round.number));
        for game in rounds.iter().flat_map(|round| &round.games) {
            let Some(place) = usize::from(game.board).checked_sub(1) else { continue };
            if eboards.len() <= place {
                eboards.resize(place + 1, None);
            }
            let seat = game.table.as_deref().and_then(|table| self.table(table));
            eboards[place] = seat.map(|seat| seat.serial.as_str()).or(eboards[place]);
        }
        let name = self.name(section);
        Some(Answer::Tournament(TournamentForm {
            uuid: dgt::tournament_id(&self.origin, section),
            description: name.clone(),
            name,
            location: self.told.event.site.as_deref(),
            country: None,
            rounds: self.last_round(section),
            eboards,
        }))
    }

    /// A tournament's round, counted from 0.
    pub(super) fn round(&self, id: &str, place: u16) -> Option<Answer<'_>> {
        let section = self.section(id)?;
        let number = place.checked_add(1).filter(|number| *number <= self.last_round(section))?;
        let round = self.rounds(section).find(|round| round.number.unwrap_or(1) == number);
        let games = round.map(|round| round.games.as_slice()).unwrap_or_default();
        let is_on = |game: &ToldGame| round.is_some_and(|round| dgt::is_on(round, game));
        let pairings = games.iter().map(|game| PairingForm::of(game, is_on(game))).collect();
        Some(Answer::Round(RoundForm { nr: number, date: round.and_then(dgt::date), pairings }))
    }

    pub(super) fn game(&self, id: &str) -> Option<Answer<'_>> {
        let games = self.told.rounds.iter().flat_map(|round| round.games.iter().map(move |game| (round, game)));
        let (round, game) = games.into_iter().find(|(_, game)| dgt::game_id(game) == id)?;
        let seat = game.table.as_deref().and_then(|table| self.table(table));
        // Of a game that is over its clock is the next one's.
        let seat = seat.filter(|seat| seat.course.as_ref().is_some_and(|latest| Arc::ptr_eq(&latest.game, game)));
        let clock = seat.filter(|_| dgt::is_on(round, game)).and_then(Seat::clock);
        Some(Answer::Game(Box::new(GameForm {
            chess960: dgt::chess960(game),
            result: if game.outcome.is_forfeit { Some(forfeit(game)) } else { dgt::result(&game.outcome) },
            comment: dgt::comment(game),
            clock,
            moves: dgt::moves(game),
        })))
    }

    /// Names of sections, in order; `None`: the event has one.
    fn sections(&self) -> Vec<Option<&str>> {
        let mut sections: Vec<Option<&str>> = self.told.rounds.iter().map(|round| round.section.as_deref()).collect();
        sections.dedup();
        sections
    }

    fn section(&self, id: &str) -> Option<Option<&str>> {
        let is_it = |section: &Option<&str>| dgt::tournament_id(&self.origin, *section).eq_ignore_ascii_case(id);
        self.sections().into_iter().find(is_it)
    }

    fn rounds(&self, section: Option<&str>) -> impl Iterator<Item = &ToldRound> {
        self.told.rounds.iter().filter(move |round| round.section.as_deref() == section)
    }

    fn last_round(&self, section: Option<&str>) -> u16 {
        self.rounds(section).map(|round| round.number.unwrap_or(1)).max().unwrap_or_default()
    }

    fn name(&self, section: Option<&str>) -> String {
        dgt::name(&self.told, section).unwrap_or_else(|| "?".to_owned())
    }
}

impl<'a> PairingForm<'a> {
    fn of(game: &'a ToldGame, is_on: bool) -> PairingForm<'a> {
        PairingForm {
            nr: game.board,
            uuid: dgt::game_id(game),
            white: PlayerForm::of(&game.white, protocols::Color::White, game.board),
            black: PlayerForm::of(&game.black, protocols::Color::Black, game.board),
            // One reader takes a game that has not begun for one that is over.
            live: is_on && game.has_begun(),
            // And one without any result for one that has just got it.
            result: if game.outcome.is_forfeit { forfeit(game) } else { dgt::result(&game.outcome).unwrap_or("*") },
        }
    }
}

impl Seat {
    fn is_connected(&self) -> bool {
        self.board.as_ref().is_some_and(|board| board.state == "connected")
    }

    fn eboard(&self) -> Eboard<'_> {
        let board = self.board.as_ref();
        Eboard {
            serialnr: &self.serial,
            source: board.and_then(|board| board.port.as_deref()).filter(|_| self.is_connected()),
            // Its clients know no other word for a board that is not there.
            state: board.map(|_| if self.is_connected() { "ACTIVE" } else { "INACTIVE" }),
            battery: None,
            comment: (self.serial != self.table).then(|| format!("Table {}", self.table)),
            board: self.placement(),
            flipped: false,
            clock: self.clock(),
        }
    }

    /// What stands on the board, as the game that is told has it: what hands do on it is no public matter. `None`: it is not
    /// known.
    pub(super) fn placement(&self) -> Option<String> {
        let course = self.course.as_ref().filter(|course| !course.game.interrupted)?;
        let fen = course.game.line.as_ref()?.fen()?;
        fen.split(' ').next().map(str::to_owned)
    }

    pub(super) fn clock(&self) -> Option<ClockForm> {
        self.reading.map(ClockForm::of).and_then(ClockForm::whole)
    }
}

fn forfeit(game: &ToldGame) -> &'static str {
    match game.outcome.result {
        "0-1" => "BLACKFORFAIT",
        "1-0" => "WHITEFORFAIT",
        scored => scored,
    }
}
