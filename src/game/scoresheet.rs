//! The record of one game: its moves as they stand, with clock times, and the result.

use std::{collections::BTreeMap, sync::Arc};

use protocols::Color;

use super::{
    listing::Listing,
    record::{self, Certainty, MoveStatus, Times},
};
use crate::{
    board::ClockTimes,
    rules::{Position, San, Uci},
    turn::{MoveOutput, Outcome},
};

/// One half-move as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Half-move of the game, from 1.
    pub ply: u32,
    /// UCI.
    pub uci: Uci,
    /// SAN.
    pub san: San,
    /// Who made it.
    pub by: Color,
    /// Number of the full move it belongs to.
    pub fullmove: u32,
    /// The mover's time left after it, in milliseconds.
    pub clock_ms: Option<u32>,
    status: MoveStatus,
    revision: u32,
    /// The position it was made in.
    before: Position,
    /// The position it led to.
    after: Position,
}

/// Moves that follow each other from one position. A game has one stretch, and one more for every position that no
/// legal move led to.
#[derive(Debug, Clone, PartialEq)]
pub struct Stretch {
    /// The position the moves begin from.
    pub from: Position,
    /// The moves.
    pub entries: Vec<Entry>,
}

impl Stretch {
    /// The position it has come to.
    fn end(&self) -> &Position {
        self.entries.last().map_or(&self.from, |entry| &entry.after)
    }
}

/// The record of one game.
#[derive(Debug, Clone, PartialEq)]
pub struct Scoresheet {
    stretches: Vec<Stretch>,
    /// The last revision of every ply taken back, so that a ply's numbering never starts again.
    retracted: BTreeMap<u32, Retracted>,
    outcome: Option<Outcome>,
    /// The first position, as FEN.
    initial_fen: Arc<str>,
    /// All moves in UCI and in SAN, as records want them.
    line: Line,
    /// Who has pressed last, and the time of his that was read first since, in milliseconds; `None` until it is read.
    stopped: Option<(Color, u32)>,
    /// The half-move completed last, while the clock has not been read since the press.
    unread: Option<u32>,
    changes: u64,
    /// The last half-move of which anything has been taken down.
    highest: u32,
}

/// The last of a half-move that stands no more.
#[derive(Debug, Clone, Default, PartialEq)]
struct Retracted {
    revision: u32,
    clock_ms: Option<u32>,
}

/// Moves as they stand, shared with the records that show them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Line {
    /// In UCI.
    pub ucis: Listing<Uci>,
    /// In SAN.
    pub sans: Listing<San>,
}

/// Whether the moves still read as they did once one has been taken down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Placed {
    Alike,
    Anew,
}

impl Scoresheet {
    /// An empty sheet for a game from this position.
    #[must_use]
    pub fn new(from: Position) -> Scoresheet {
        Scoresheet {
            initial_fen: Arc::clone(from.shared_fen()),
            stretches: vec![Stretch { from, entries: Vec::new() }],
            retracted: BTreeMap::new(),
            outcome: None,
            line: Line::default(),
            stopped: None,
            unread: None,
            changes: 0,
            highest: 0,
        }
    }

    /// The same as FEN.
    #[must_use]
    pub fn initial_fen(&self) -> &Arc<str> {
        &self.initial_fen
    }

    /// Every move as it stands, in order, in UCI and in SAN.
    #[must_use]
    pub fn line(&self) -> &Line {
        &self.line
    }

    /// How often anything has been changed here: while this stays, so does the PGN.
    #[must_use]
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// The stretches of the game, in order.
    #[must_use]
    pub fn stretches(&self) -> &[Stretch] {
        &self.stretches
    }

    /// Every move as it stands, in order.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = &Entry> {
        self.stretches.iter().flat_map(|stretch| &stretch.entries)
    }

    /// How the game is over, if it is: `proposed` where the arbiter has not confirmed it.
    #[must_use]
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// The result in PGN's words: `*` while nothing is final.
    #[must_use]
    pub fn result(&self) -> &'static str {
        match &self.outcome {
            Some(outcome) if !outcome.proposed => outcome.result.name(),
            Some(_) | None => "*",
        }
    }

    /// Takes down how the game is over.
    pub fn conclude(&mut self, outcome: Option<Outcome>) {
        self.outcome = outcome;
        self.changes += 1;
    }

    /// Play goes on from a position that no legal move led to.
    pub fn set_position(&mut self, from: Position) {
        self.changes += 1;
        let first = self.stretches.len() == 1;
        match self.stretches.last_mut() {
            Some(last) if last.entries.is_empty() && !first => last.from = from,
            // The first move from there has been taken down already: it showed that the position stands.
            Some(last) if last.from == from && !first => {}
            _ => self.stretches.push(Stretch { from, entries: Vec::new() }),
        }
    }

    /// The stretch that a move from this position goes on with: the last, or a new one where the last ends elsewhere.
    fn stretch_from(&mut self, before: &Position) -> Option<&mut Stretch> {
        while self.stretches.len() > 1
            && self.stretches.last().is_some_and(|last| last.entries.is_empty() && last.from != *before)
        {
            self.stretches.pop();
        }
        if self.stretches.last().is_none_or(|last| last.end() != before) {
            self.stretches.push(Stretch { from: before.clone(), entries: Vec::new() });
        }
        self.stretches.last_mut()
    }

    /// Takes down a move, or a change to one. Gives the record of it.
    pub fn record_move(&mut self, said: &MoveOutput, clock: ClockTimes) -> record::Move {
        let uci = said.m.to_uci();
        // Most moves are said twice, made and completed.
        let is_same = |entry: &&Entry| entry.uci == uci && entry.before.is_copy_of(&said.before);
        let known = if self.is_first_of(said.ply) { None } else { self.entries().rev().find(is_same) };
        let (after, san) = match known {
            Some(entry) => (entry.after.clone(), entry.san),
            None => (said.before.play(&said.m), said.before.san(&said.m)),
        };
        let by = said.before.turn();
        let revision = self.next_revision(said.ply);
        let clock_ms = self.read_at_first(said).unwrap_or_else(|| self.read_now(said, clock));
        let entry = Entry {
            ply: said.ply,
            uci,
            san,
            by,
            fullmove: said.before.fullmoves(),
            clock_ms,
            status: said.status,
            revision,
            before: said.before.clone(),
            after: after.clone(),
        };
        let record = record::Move {
            ply: said.ply,
            revision,
            uci,
            san: entry.san,
            fen: Arc::clone(after.shared_fen()),
            by,
            status: said.status,
            certainty: if said.inferred { Certainty::Inferred } else { Certainty::Seen },
            clock: times(clock),
        };
        if self.place(entry, &said.before) == Placed::Anew {
            self.line = Line {
                ucis: self.entries().map(|entry| entry.uci).collect::<Vec<_>>().into(),
                sans: self.entries().map(|entry| entry.san).collect::<Vec<_>>().into(),
            };
        }
        self.changes += 1;
        self.highest = self.highest.max(said.ply);
        record
    }

    /// Whether nothing has been taken down of a half-move yet, and of none behind it.
    fn is_first_of(&self, ply: u32) -> bool {
        ply > self.highest
    }

    fn next_revision(&self, ply: u32) -> u32 {
        if self.is_first_of(ply) {
            return 0;
        }
        let standing = self.entries().filter(|entry| entry.ply == ply).map(|entry| entry.revision + 1).max();
        let retracted = self.retracted.get(&ply).map(|retracted| retracted.revision + 1);
        standing.max(retracted).unwrap_or(0)
    }

    /// What the mover's clock showed when a half-move was first taken down that is now said to be another.
    fn read_at_first(&self, said: &MoveOutput) -> Option<Option<u32>> {
        if said.status != MoveStatus::Corrected {
            return None;
        }
        let standing = self.entries().find(|entry| entry.ply == said.ply).map(|entry| entry.clock_ms);
        standing.or_else(|| self.retracted.get(&said.ply).map(|retracted| retracted.clock_ms))
    }

    /// The mover's time as far as it is known now: of a move that is completed, with what the press has added to it.
    fn read_now(&mut self, said: &MoveOutput, clock: ClockTimes) -> Option<u32> {
        let by = said.before.turn();
        let pressed = match said.status {
            MoveStatus::Completed | MoveStatus::Corrected => true,
            MoveStatus::Made | MoveStatus::Retracted => false,
        };
        if !pressed {
            self.unread = self.unread.filter(|ply| *ply < said.ply);
            return clock.of(by);
        }
        let stopped = self.stopped.filter(|(player, _)| *player == by).map(|(_, ms)| ms);
        self.unread = stopped.is_none().then_some(said.ply);
        stopped.or(clock.of(by))
    }

    fn place(&mut self, entry: Entry, before: &Position) -> Placed {
        let ply = entry.ply;
        if self.is_first_of(ply) && entry.status != MoveStatus::Retracted {
            if let Some(last) = self.stretch_from(before) {
                last.entries.push(entry);
            }
            return Placed::Anew;
        }
        // Later moves fall with an earlier one that changes into another.
        let same = self.entries().any(|other| other.ply == ply && other.uci == entry.uci);
        let retracted = entry.status == MoveStatus::Retracted;
        let gone: Vec<Entry> = self
            .entries()
            .filter(|other| other.ply == ply || (other.ply > ply && (retracted || !same)))
            .cloned()
            .collect();
        if retracted {
            self.retract(&entry);
        }
        if same && !retracted {
            let mut placed = Placed::Alike;
            for other in self.stretches.iter_mut().flat_map(|stretch| &mut stretch.entries) {
                if other.ply == ply {
                    if other.san != entry.san {
                        placed = Placed::Anew;
                    }
                    *other = entry.clone();
                }
            }
            return placed;
        }
        gone.iter().for_each(|entry| self.retract(entry));
        for stretch in &mut self.stretches {
            stretch.entries.retain(|other| !gone.iter().any(|entry| entry.ply == other.ply));
        }
        if !retracted && let Some(last) = self.stretch_from(before) {
            last.entries.push(entry);
        }
        Placed::Anew
    }

    fn retract(&mut self, entry: &Entry) {
        let last = self.retracted.entry(entry.ply).or_default();
        *last = Retracted { revision: entry.revision.max(last.revision), clock_ms: entry.clock_ms };
    }

    /// The clock has been pressed.
    pub fn pressed(&mut self) {
        self.stopped = None;
    }

    /// A reading of the clock. The first one after a press tells the time of the move that it completed; what is changed
    /// later, while the opponent thinks, is no part of that move.
    pub fn clock_read(&mut self, clock: ClockTimes) {
        let Some(by) = clock.running.map(Color::other) else { return };
        let known = self.stopped.filter(|(player, _)| *player == by);
        self.stopped = known.or(clock.of(by).map(|ms| (by, ms)));
        let Some((_, ms)) = self.stopped else { return };
        let mut entries = self.stretches.iter_mut().rev().flat_map(|stretch| stretch.entries.iter_mut().rev());
        if let Some(entry) = entries.find(|entry| Some(entry.ply) == self.unread && entry.by == by) {
            self.unread = None;
            if entry.clock_ms != Some(ms) {
                entry.clock_ms = Some(ms);
                self.changes += 1;
            }
        }
    }
}

/// A clock as records show it: nothing where it was never read.
#[must_use]
pub fn times(clock: ClockTimes) -> Option<Times> {
    (clock.white_ms.is_some() || clock.black_ms.is_some())
        .then_some(Times { white_ms: clock.white_ms, black_ms: clock.black_ms })
}
