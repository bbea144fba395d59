//! TRF, FIDE's tournament report, of 2016 and 2026 (C.04 Annex 2): columns at fixed places.
//!
//! `columns` knows the places, `players` reads a player's line, `pairings` makes pairings of what both lines say. TRF
//! has no numbers of boards: they are derived.

mod columns;
mod pairings;
mod players;

use std::collections::{HashMap, HashSet};

pub(in crate::event) use columns::{RoundColumns, TrfLine};

use self::{
    pairings::{Field, Team},
    players::Entry,
};
use super::{Expected, FileError, MAX_LINES, Omitted, Place, draft::assemble, fields, text::lines};
use crate::{
    event::{BoardNumbers, Date, Event},
    turn::TimeControl,
};

/// Which edition of the format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrfVersion {
    /// That of 2016, and what is older.
    Trf16,
    /// That of 2026: it has lines that the other has not.
    Trf26,
}

/// Lines that came with TRF26.
const SINCE_2026: [&str; 18] = [
    "142", "152", "162", "172", "182", "192", "202", "212", "222", "240", "250", "260", "299", "300", "310", "320",
    "330", "352",
];

/// Whether a text is a tournament report: it has a line of a player or with the tournament's name.
pub(super) fn is_trf(text: &str) -> bool {
    lines(text).any(|(_, line)| line.starts_with("001 ") || line.starts_with("012 "))
}

/// What the lines say, line by line.
#[derive(Default)]
struct Report {
    event: Event,
    entries: Vec<Entry>,
    teams: Vec<Team>,
    dates: Vec<Option<Date>>,
    /// Byes of 240: round, player, code.
    byes: Vec<(u16, u16, char)>,
    omitted: Vec<Omitted>,
    has_new_lines: bool,
}

pub(super) fn read(text: &str) -> Result<(TrfVersion, Event, Vec<Omitted>), FileError> {
    let mut report = Report::default();
    let mut numbers = HashSet::new();
    for (number, line) in lines(text) {
        if report.entries.len() >= MAX_LINES {
            return Err(FileError::new(Place::Text { line: number, column: 1 }, "more players", Expected::Size));
        }
        if line.starts_with("001 ") {
            let entry = players::entry(number, line, &mut report.omitted)?;
            if !numbers.insert(entry.number) {
                let place = Place::Text { line: number, column: 5 };
                return Err(FileError::new(place, &entry.number.to_string(), Expected::Number));
            }
            report.entries.push(entry);
        } else {
            report.line(&TrfLine::new(number, line))?;
        }
    }
    let version = if report.has_new_lines { TrfVersion::Trf26 } else { TrfVersion::Trf16 };
    let (event, omitted) = report.finish()?;
    Ok((version, event, omitted))
}

impl Report {
    /// A line that holds no player.
    fn line(&mut self, line: &TrfLine<'_>) -> Result<(), FileError> {
        let (kind, _) = line.field(1, 3);
        let (text, place) = line.rest(5);
        self.has_new_lines |= SINCE_2026.contains(&kind);
        match kind {
            "012" => self.event.name = fields::said(text, &place, &mut self.omitted),
            "022" => self.event.site = fields::said(text, &place, &mut self.omitted),
            "032" => self.event.federation = fields::federation(text, &place, &mut self.omitted),
            "042" => self.event.first_day = fields::date(text, &place, &mut self.omitted),
            "052" => self.event.last_day = fields::date(text, &place, &mut self.omitted),
            "132" => self.dates = round_dates(line),
            "142" | "XXR" => self.event.rounds = fields::round(text, &place)?,
            "222" if text.parse::<TimeControl>().is_ok() => self.event.time_control = Some(text.to_owned()),
            "222" if !text.is_empty() => {
                self.omitted.push(FileError::new(place, text, Expected::TimeControl).into());
            }
            "013" => self.team(line.field(5, 36), line, 37)?,
            "310" => self.team(line.field(9, 40), line, 74)?,
            "240" => self.byes_of(line)?,
            _ => {}
        }
        Ok(())
    }

    /// A team and the numbers of its players, each of four columns and a blank.
    fn team(&mut self, (name, place): (&str, Place), line: &TrfLine<'_>, first: usize) -> Result<(), FileError> {
        let name = fields::name(name, &place)?;
        let columns = (first..=line.columns()).step_by(5);
        let players = columns.map(|column| {
            let (digits, place) = line.field(column, column + 3);
            fields::number(digits, &place, Expected::Number)
        });
        let players: Vec<Option<u16>> = players.collect::<Result<_, _>>()?;
        self.teams.push(Team { name, players: players.into_iter().flatten().collect() });
        Ok(())
    }

    fn byes_of(&mut self, line: &TrfLine<'_>) -> Result<(), FileError> {
        let (code, _) = line.field(5, 5);
        let (digits, place) = line.field(7, 9);
        let Some(round) = fields::number(digits, &place, Expected::Round)? else { return Ok(()) };
        let Some(code) = code.chars().next().filter(|code| "FHZ".contains(*code)) else { return Ok(()) };
        for column in (11..=line.columns()).step_by(5) {
            let (digits, place) = line.field(column, column + 3);
            if let Some(number) = fields::number(digits, &place, Expected::Number)? {
                self.byes.push((round, number, code));
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<(Event, Vec<Omitted>), FileError> {
        let rounds = self.entries.iter().map(|entry| entry.rounds.len()).max().unwrap_or_default();
        self.entries.iter_mut().for_each(|entry| entry.fill_up(rounds));
        self.take_in_teams_and_byes();
        let field = Field::new(&self.entries, &self.teams);
        let mut drafts = Vec::new();
        for round in 1..=u16::try_from(rounds).unwrap_or(u16::MAX) {
            let date = self.dates.get(usize::from(round - 1)).copied().flatten();
            drafts.extend(field.round(round, date)?);
        }
        let mut event = self.event;
        event.sections = assemble(drafts)?;
        for section in &mut event.sections {
            section.players = self.entries.iter().map(|entry| entry.player.clone()).collect();
            section.rounds.iter_mut().for_each(|round| round.boards = BoardNumbers::Derived);
        }
        Ok((event, self.omitted))
    }

    fn take_in_teams_and_byes(&mut self) {
        let index: HashMap<u16, usize> =
            self.entries.iter().enumerate().map(|(index, entry)| (entry.number, index)).collect();
        let in_teams = self.teams.iter().flat_map(|team| team.players.iter().map(|number| (number, &team.name)));
        for (number, name) in in_teams {
            if let Some(entry) = index.get(number).and_then(|index| self.entries.get_mut(*index)) {
                entry.player.person.team = Some(name.clone());
            }
        }
        for (round, number, code) in &self.byes {
            let entry = index.get(number).and_then(|index| self.entries.get_mut(*index));
            let block = entry.and_then(|entry| entry.rounds.get_mut(usize::from(round.saturating_sub(1))));
            if let Some(block) = block.filter(|block| block.is_blank()) {
                block.code = *code;
            }
        }
    }
}

/// The dates of the rounds: at the rounds' own columns, or, as some programs write them, one after the other.
fn round_dates(line: &TrfLine<'_>) -> Vec<Option<Date>> {
    let dates = |text: &str| text.parse().ok();
    if line.cut(5, 91).trim().is_empty() {
        let rounds = RoundColumns::count(line.columns());
        let field = |round| RoundColumns::of(round).opponent;
        return (1..=rounds.min(99)).map(|round| dates(line.field(field(round), field(round) + 7).0)).collect();
    }
    line.rest(5).0.split_whitespace().take(99).map(dates).collect()
}
