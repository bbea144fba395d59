//! What is known of event, rounds and pairings, and kept.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde::{Deserialize, Serialize};

use super::due::Due;
use crate::{
    event::{Board, BoardNumbers, Bye, Date, Event, Pairing, PairingResult, Player, Round, read::PairingFile},
    hall::{
        protocol::rounds::{RoundState, Waits},
        queue::marks::Mark,
        records::Players,
        time::Time,
    },
};

/// How much later the public is told in a new event, in seconds: as the rules for open tournaments ask.
const DELAY_S: u32 = 900;

/// Most sections of an event.
pub(super) const MAX_SECTIONS: usize = 64;

/// Everything of the event.
#[derive(Debug, Default)]
pub struct Rounds {
    pub(in crate::hall) event: HeldEvent,
    /// By section and number.
    pub(in crate::hall) all: BTreeMap<RoundKey, HeldRound>,
    /// The last report in TRF of each section, to write results back into it.
    pub(in crate::hall) reports: BTreeMap<Option<String>, Report>,
    /// Files that were shown, and may be taken over.
    pub(super) files: VecDeque<ShownFile>,
    /// Something was changed by a person or an answer: all is looked at.
    pub(in crate::hall) marked: bool,
    /// What tables have said since all was looked at.
    pub(in crate::hall) due: Due,
    /// The event is to be shown anew.
    pub(in crate::hall) event_changed: bool,
    /// These rounds are to be kept anew.
    pub(super) unkept: BTreeSet<RoundKey>,
    /// These rounds are to be shown anew.
    pub(in crate::hall) shown_changed: BTreeSet<RoundKey>,
    /// These rounds are to be listed anew for broadcasts.
    pub(super) unlisted: BTreeSet<RoundKey>,
    /// The event is to be listed anew.
    pub(super) event_unlisted: bool,
}

/// A file that was shown.
#[derive(Debug)]
pub(super) struct ShownFile {
    pub(super) digest: String,
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
    /// For this section, where the file names none.
    pub(super) section: Option<String>,
    pub(super) file: PairingFile,
}

/// Names a round.
pub(in crate::hall) type RoundKey = (Option<String>, u16);

/// The event, as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct HeldEvent {
    /// Its facts; sections stand below.
    pub(super) facts: Event,
    /// Default time in minutes, where it is said.
    pub(super) default_time_min: Option<u16>,
    pub(super) delay_s: u32,
    pub(super) sections: Vec<HeldSection>,
}

impl Default for HeldEvent {
    fn default() -> HeldEvent {
        HeldEvent { facts: Event::default(), default_time_min: None, delay_s: DELAY_S, sections: Vec::new() }
    }
}

impl HeldEvent {
    /// Default time in minutes: as said, or as the Laws have it where nothing is said.
    pub(super) fn default_time_min(&self) -> u16 {
        self.default_time_min.unwrap_or_else(|| self.facts.default_time_of_laws_min())
    }

    /// How much later the public is told, in milliseconds: of an event. Where none is known, tables alone say so.
    pub(in crate::hall) fn public_delay_ms(&self) -> i64 {
        let is_known = self.facts != Event::default() || !self.sections.is_empty();
        if is_known { i64::from(self.delay_s) * 1_000 } else { 0 }
    }

    pub(super) fn section(&self, name: Option<&str>) -> Option<&HeldSection> {
        self.sections.iter().find(|section| section.name.as_deref() == name)
    }

    /// The table of a section's board, by its place among the round's boards where they belong to matches.
    fn table_of(&self, section: Option<&str>, place: u16) -> String {
        let first = self.section(section).map_or(1, |section| section.first_table);
        u32::from(first).saturating_add(u32::from(place)).saturating_sub(1).to_string()
    }
}

/// A section, as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub(in crate::hall) struct HeldSection {
    pub(super) name: Option<String>,
    pub(super) first_table: u16,
    pub(super) players: Vec<Player>,
}

/// A report as it was read: each byte a letter of the same number, so that it can stand in a row.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct Report {
    /// Its name.
    pub(super) file: String,
    /// The round that it was read for.
    pub(super) round: u16,
    letters: String,
}

impl Report {
    pub(super) fn new(file: &str, round: u16, bytes: &[u8]) -> Report {
        Report { file: file.to_owned(), round, letters: bytes.iter().map(|byte| char::from(*byte)).collect() }
    }

    /// The bytes.
    pub(super) fn bytes(&self) -> Vec<u8> {
        self.letters.chars().filter_map(|letter| u8::try_from(u32::from(letter)).ok()).collect()
    }
}

/// A round, as it is kept.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct HeldRound {
    pub(in crate::hall) section: Option<String>,
    pub(in crate::hall) number: u16,
    pub(super) date: Option<Date>,
    pub(super) boards: BoardNumbers,
    pub(super) state: RoundState,
    /// When it began.
    pub(super) start: Option<Time>,
    /// Who has started it, and when.
    pub(super) started: Option<Mark>,
    /// Who has ended it, and when.
    pub(super) ended: Option<Mark>,
    pub(super) file: Option<String>,
    pub(super) pairings: Vec<HeldPairing>,
    pub(super) byes: Vec<Bye>,
    /// How many pairings have been given a number.
    #[serde(default)]
    pub(super) numbered: u32,
}

/// A pairing, as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub(in crate::hall) struct HeldPairing {
    /// Names it within its round for good, whatever becomes of board, table and names; 0 until it is given one.
    #[serde(default)]
    pub(super) id: u32,
    pub(super) board: Board,
    /// The table, where it is not that of its board.
    pub(super) table: Option<String>,
    pub(super) white: Player,
    pub(super) black: Player,
    /// A result that was given by hand, or by a file.
    pub(super) given: Option<Given>,
    /// What its game has come to, as the table says.
    pub(super) told: Option<PairingResult>,
    /// Where it is played.
    pub(super) seat: Option<Seat>,
    /// Who last changed its players.
    pub(super) changed_by: Option<String>,
    /// For what its table waits.
    #[serde(skip)]
    pub(super) waits: Option<Waits>,
}

/// A result that a person has given.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub(in crate::hall) struct Given {
    pub(super) result: PairingResult,
    pub(super) by: String,
    /// Whether somebody has lost because he did not come.
    pub(super) absent: bool,
}

/// A table that was told of a pairing.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub(in crate::hall) struct Seat {
    pub(super) table: String,
    /// The entry of the record whose commands tell it.
    pub(super) entry: u64,
    /// The players that it was told last.
    pub(super) white: Player,
    pub(super) black: Player,
    /// The game that was there before, where it had moves: it is not this one.
    pub(super) before: Option<String>,
    /// Its game, once the table has begun it.
    pub(super) game: Option<String>,
    /// Half-moves of it. The table knows them after a restart, too.
    #[serde(skip)]
    pub(super) plies: usize,
    /// When it was last told.
    pub(super) asked: Time,
}

impl HeldPairing {
    /// The result: by hand, or as the table says.
    pub(super) fn result(&self) -> Option<PairingResult> {
        self.given.as_ref().map(|given| given.result).or(self.told)
    }

    /// Whether its game has moves, and no result yet.
    pub(super) fn is_in_play(&self) -> bool {
        self.result().is_none() && self.seat.as_ref().is_some_and(|seat| seat.game.is_some() && seat.plies > 0)
    }

    pub(super) fn players(&self) -> Players {
        Players { white: Some(self.white.name.clone()), black: Some(self.black.name.clone()) }
    }
}

impl HeldRound {
    pub(super) fn key(&self) -> RoundKey {
        (self.section.clone(), self.number)
    }

    pub(super) fn pairing(&self, board: Board) -> Option<&HeldPairing> {
        self.pairings.iter().find(|pairing| pairing.board == board)
    }

    pub(super) fn pairing_mut(&mut self, board: Board) -> Option<&mut HeldPairing> {
        self.pairings.iter_mut().find(|pairing| pairing.board == board)
    }

    /// Numbers the pairings that have no number, or that of another one. Gives whether there were any.
    pub(in crate::hall) fn number_pairings(&mut self) -> bool {
        let mut used = BTreeSet::from([0]);
        let before = self.numbered;
        for pairing in &mut self.pairings {
            if !used.insert(pairing.id) {
                self.numbered = self.numbered.saturating_add(1);
                pairing.id = self.numbered;
                used.insert(pairing.id);
            }
        }
        self.numbered != before
    }

    /// The boards that have no result.
    pub(super) fn missing(&self) -> Vec<Board> {
        self.pairings.iter().filter(|pairing| pairing.result().is_none()).map(|pairing| pairing.board).collect()
    }

    /// The table at which a pairing is to be played.
    pub(super) fn table_of(&self, pairing: &HeldPairing, event: &HeldEvent) -> String {
        if let Some(table) = &pairing.table {
            return table.clone();
        }
        let place = match pairing.board.of_match {
            None => pairing.board.number,
            // Boards of matches are counted through, as they stand in the hall.
            Some(_) => {
                let before = self.pairings.iter().filter(|other| other.board < pairing.board).count();
                u16::try_from(before + 1).unwrap_or(u16::MAX)
            }
        };
        event.table_of(self.section.as_deref(), place)
    }

    /// The round as files have it.
    pub(super) fn round(&self, result: impl Fn(&HeldPairing) -> Option<PairingResult>) -> Round {
        let pairing = |held: &HeldPairing| Pairing {
            board: held.board,
            table: held.table.as_deref().and_then(|table| table.parse().ok()),
            white: held.white.clone(),
            black: held.black.clone(),
            result: result(held),
        };
        Round {
            number: self.number,
            date: self.date,
            boards: self.boards,
            pairings: self.pairings.iter().map(pairing).collect(),
            byes: self.byes.clone(),
        }
    }
}

impl Rounds {
    /// A round is otherwise than before.
    pub(super) fn changed(&mut self, key: &RoundKey) {
        self.unkept.insert(key.clone());
        self.shown_changed.insert(key.clone());
        self.marked = true;
    }

    /// A round's pairings have numbers that are not kept yet.
    pub(in crate::hall) fn renumbered(&mut self, key: &RoundKey) {
        self.unkept.insert(key.clone());
    }

    /// The section that is meant: by its name, or the one that there is.
    pub(super) fn section_meant(&self, name: Option<&str>) -> Option<Option<String>> {
        match (name, self.event.sections.as_slice()) {
            (Some(name), sections) => sections
                .iter()
                .find(|section| section.name.as_deref() == Some(name))
                .map(|section| section.name.clone()),
            (None, [only]) => Some(only.name.clone()),
            (None, sections) => sections.iter().any(|section| section.name.is_none()).then_some(None),
        }
    }

    /// Rounds that are on, but those behind which another of their section is on already.
    pub(super) fn current(&self) -> Vec<RoundKey> {
        let on = |round: &&HeldRound| round.state == RoundState::On;
        let mut latest: BTreeMap<Option<String>, u16> = BTreeMap::new();
        for round in self.all.values().filter(on) {
            let number = latest.entry(round.section.clone()).or_default();
            *number = round.number.max(*number);
        }
        latest.into_iter().collect()
    }
}
