//! What a file of a pairing program would change, and taking that over.

use std::{
    collections::BTreeSet,
    hash::{DefaultHasher, Hash, Hasher},
};

use serde::Serialize;

use super::{
    facts::is_name,
    held::{Given, HeldPairing, HeldRound, HeldSection, MAX_SECTIONS, Report, RoundKey, Rounds, ShownFile},
};
use crate::{
    event::{
        Board, Bye, ByeChange, Compared, Event, Pairing, PairingChange, PairingRow, Player, Round, Section, compare,
        read::{self, Expected, FileError, FileKind, MAX_FILE, MAX_ROUND, Place},
        written,
    },
    hall::{
        core::{Hall, Output},
        keep::Row,
        people::Account,
        protocol::{
            requests::Refusal,
            rounds::{
                ByeComparison, ByeView, Change, Comparison, EventFields, FileFault, PairingComparison, PairingGone,
                PlayerComparison, RoundComparison, RoundDone, RoundNote, RoundState,
            },
        },
        time::Time,
    },
};

/// How many files that were shown are held for being taken over.
const FILES_HELD: usize = 8;

/// Most letters of a file's name that are kept.
const MAX_FILE_NAME: usize = 120;

/// Why a file is not compared. Nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "refused", rename_all = "kebab-case")]
pub enum FileRefusal {
    /// What it is said to be about has a value that it cannot have.
    BadValue {
        /// `section` or `round`.
        field: String,
        /// What it may have.
        expected: String,
    },
    /// It cannot be read.
    File {
        /// Where, and why.
        fault: Box<FileFault>,
    },
    /// Only the chief arbiter does that.
    OnlyChief,
    /// The event has several sections, and the file names none.
    Section {
        /// These.
        sections: Vec<String>,
    },
}

impl Hall {
    /// Says what a file would change, as against what is here now. Nothing is changed by it.
    ///
    /// `section` and `round` are what the file is about where it says neither itself.
    ///
    /// # Errors
    /// [`FileRefusal`].
    pub fn compare(
        &mut self,
        account: &Account,
        name: &str,
        bytes: Vec<u8>,
        section: Option<&str>,
        round: Option<u16>,
    ) -> Result<Comparison, FileRefusal> {
        if !account.is_chief() {
            return Err(FileRefusal::OnlyChief);
        }
        let bad = |field: &str, expected: &str| {
            Err(FileRefusal::BadValue { field: field.to_owned(), expected: expected.to_owned() })
        };
        if round.is_some_and(|round| !(1..=MAX_ROUND).contains(&round)) {
            return bad("round", "1 to 99");
        }
        if section.is_some_and(|section| section.trim() != section || !is_name(section)) {
            return bad("section", "1 to 256 bytes without control characters");
        }
        let round = round.unwrap_or_else(|| self.rounds.round_to_come());
        let file =
            read::read(&bytes, round).map_err(|error| FileRefusal::File { fault: Box::new(fault(&bytes, error)) })?;
        let name = name.chars().filter(|letter| !letter.is_control()).take(MAX_FILE_NAME).collect();
        let mut shown = ShownFile { digest: String::new(), name, bytes, section: section.map(str::to_owned), file };
        let comparison = self.rounds.comparison(&shown)?;
        shown.digest.clone_from(&comparison.digest);
        self.rounds.files.retain(|held| held.digest != shown.digest);
        let held: usize = self.rounds.files.iter().map(|held| held.bytes.len()).sum();
        if self.rounds.files.len() >= FILES_HELD || held > 2 * MAX_FILE {
            self.rounds.files.pop_front();
        }
        self.rounds.files.push_back(shown);
        Ok(comparison)
    }

    /// Takes over a comparison that was shown.
    pub(super) fn import(&mut self, account: &Account, digest: &str, now: Time) -> Result<u64, Refusal> {
        let at = self.rounds.files.iter().position(|held| held.digest == digest);
        let shown = at.and_then(|at| self.rounds.files.remove(at)).ok_or(Refusal::ComparisonOld)?;
        let comparison = self.rounds.comparison(&shown).ok().filter(|again| again.digest == digest);
        let comparison = comparison.ok_or(Refusal::ComparisonOld)?;
        if comparison.rounds.iter().any(|round| round.state == Some(RoundState::Over)) {
            self.rounds.files.push_back(shown);
            return Err(Refusal::RoundOver);
        }
        let targets = self.rounds.targets(&shown).map_err(|_| Refusal::ComparisonOld)?;
        // Facts that a file has wrong were not proposed: what is refused stays as it is.
        for (fact, text) in super::facts::texts(&comparison.event) {
            let _ = self.rounds.event.facts.set(fact, text);
        }
        if let Some(rounds) = comparison.event.rounds {
            self.rounds.event.facts.rounds = Some(rounds);
        }
        let mut numbers = BTreeSet::new();
        let (mut same, mut other, mut gone) = (0, 0, 0);
        for (key, section, round) in targets {
            self.rounds.know_section(&key, section, round);
            let (held, compared) = self.rounds.taken_over(&key, round, account);
            let is_same = |row: &&PairingRow| row.change == PairingChange::AsBefore;
            same += compared.pairings.iter().filter(is_same).count();
            other += compared.pairings.iter().filter(|row| !is_same(row)).count();
            gone += compared.gone.len();
            numbers.insert(key.1);
            if matches!(shown.file.kind, FileKind::Trf(_)) {
                let report = Report::new(&shown.name, key.1, &shown.bytes);
                let row = Row::Report { section: key.0.clone(), report: Box::new(report.clone()) };
                self.out.push_back(Output::Keep(row));
                self.rounds.reports.insert(key.0.clone(), report);
            }
            let held = HeldRound { file: Some(shown.name.clone()), ..held };
            self.keep_round(held);
        }
        self.keep_event();
        let number = numbers.into_iter().next_back();
        let done = RoundDone::Imported { file: shown.name, as_before: same, changed: other, gone };
        let section = comparison.rounds.first().and_then(|round| round.section.clone());
        let section = section.filter(|_| comparison.rounds.len() == 1);
        Ok(self.note(account, "import", RoundNote { section, number, board: None, done }, now))
    }
}

impl Rounds {
    /// The number of a round of which a file says none: that behind the last one that was started, or that one itself
    /// while it is on.
    fn round_to_come(&self) -> u16 {
        let last = self.all.values().filter(|round| round.state != RoundState::Planned).map(|round| round.number).max();
        let is_on = self.all.values().any(|round| Some(round.number) == last && round.state == RoundState::On);
        match last {
            Some(last) if is_on => last,
            Some(last) => last.saturating_add(1).min(99),
            None => 1,
        }
    }

    /// Which of a file's sections are which here, each with its latest round that has pairings.
    fn targets<'f>(&self, shown: &'f ShownFile) -> Result<Vec<(RoundKey, &'f Section, &'f Round)>, FileRefusal> {
        let sections = &shown.file.event.sections;
        let names = |sections: &[HeldSection]| sections.iter().filter_map(|section| section.name.clone()).collect();
        let mut all = Vec::new();
        for section in sections {
            let latest =
                section.rounds.iter().filter(|round| !round.pairings.is_empty()).max_by_key(|round| round.number);
            let Some(round) = latest else { continue };
            let name = match (&section.name, &shown.section, self.event.sections.as_slice()) {
                (None, Some(meant), _) => Some(meant.clone()),
                // The event's one section, whatever a file calls it or does not.
                (None, None, [only]) => only.name.clone(),
                (Some(_), _, [only]) if only.name.is_none() && sections.len() == 1 => None,
                (None, None, here) if here.iter().all(|section| section.name.is_some()) && !here.is_empty() => {
                    return Err(FileRefusal::Section { sections: names(here) });
                }
                (name, _, _) => name.clone(),
            };
            all.push(((name, round.number), section, round));
        }
        if all.is_empty() || all.len() > MAX_SECTIONS {
            let error = FileError { place: Place::File, found: all.len().to_string(), expected: Expected::Pairings };
            return Err(FileRefusal::File { fault: Box::new(fault(&shown.bytes, error)) });
        }
        Ok(all)
    }

    fn comparison(&self, shown: &ShownFile) -> Result<Comparison, FileRefusal> {
        let targets = self.targets(shown)?;
        let mut same = true;
        let rounds = targets.iter().map(|(key, _, new)| {
            let here = self.all.get(key);
            let compared = self.compared(key, new);
            let given = |held: &HeldRound| held.round(given_result);
            let results = |round: &Round| -> Vec<_> {
                round.pairings.iter().map(|pairing| (pairing.board, pairing.result)).collect()
            };
            same &=
                compared.is_as_before() && here.is_some_and(|here| results(&given(here)) == results(&compared.round()));
            round_comparison(key, here, compared)
        });
        let rounds: Vec<RoundComparison> = rounds.collect();
        let event = self.new_facts(&shown.file.event);
        let comparison = Comparison {
            digest: String::new(),
            file: shown.name.clone(),
            kind: shown.file.kind.name().to_owned(),
            as_before: same && event == EventFields::default(),
            event,
            rounds,
            omitted: shown.file.omitted.iter().map(omitted_fault).collect(),
        };
        let mut hasher = DefaultHasher::new();
        shown.bytes.hash(&mut hasher);
        shown.section.hash(&mut hasher);
        serde_json::to_string(&comparison).unwrap_or_default().hash(&mut hasher);
        Ok(Comparison { digest: format!("{:016x}", hasher.finish()), ..comparison })
    }

    fn compared(&self, key: &RoundKey, new: &Round) -> Compared {
        let present = self.all.get(key).map(|held| held.round(given_result));
        compare(present.as_ref(), new)
    }

    /// Facts that a file tells and that are not known here: what is known stays.
    fn new_facts(&self, told: &Event) -> EventFields {
        let known = &self.event.facts;
        let new = |known: &Option<String>, told: &Option<String>| told.clone().filter(|_| known.is_none());
        let day = |known: Option<crate::event::Date>, told: Option<crate::event::Date>| {
            told.filter(|_| known.is_none()).map(|day| day.to_string())
        };
        EventFields {
            name: new(&known.name, &told.name),
            site: new(&known.site, &told.site),
            begin: day(known.first_day, told.first_day),
            end: day(known.last_day, told.last_day),
            federation: new(&known.federation, &told.federation),
            time_control: new(&known.time_control, &told.time_control),
            rounds: told.rounds.filter(|_| known.rounds.is_none()),
            ..EventFields::default()
        }
    }

    /// A round as it becomes.
    fn taken_over(&self, key: &RoundKey, new: &Round, account: &Account) -> (HeldRound, Compared) {
        let compared = self.compared(key, new);
        let nothing = HeldRound { section: key.0.clone(), number: key.1, ..HeldRound::default() };
        let here = self.all.get(key).cloned().unwrap_or(nothing);
        let mut pairings: Vec<HeldPairing> = compared.pairings.iter().map(|row| becomes(&here, row, account)).collect();
        // A number goes with the two who play; where they have gone elsewhere, who comes to their board gets another.
        let gone_with: BTreeSet<u32> = compared
            .pairings
            .iter()
            .filter_map(
                |row| if let PairingChange::Moved { from, .. } = row.change { here.pairing(from) } else { None },
            )
            .map(|pairing| pairing.id)
            .collect();
        for (pairing, row) in pairings.iter_mut().zip(&compared.pairings) {
            if !matches!(row.change, PairingChange::Moved { .. }) && gone_with.contains(&pairing.id) {
                pairing.id = 0;
            }
        }
        let byes = compared.byes.iter().map(|(bye, _)| bye.clone()).collect();
        let held = HeldRound { date: compared.date, boards: compared.boards, pairings, byes, ..here };
        (held, compared)
    }

    fn know_section(&mut self, key: &RoundKey, told: &Section, round: &Round) {
        let players = &told.players;
        if let Some(section) = self.event.sections.iter_mut().find(|section| section.name == key.0) {
            for player in players {
                match section.players.iter_mut().find(|known| known.is_same(player)) {
                    Some(known) => *known = known.updated(player),
                    None => section.players.push(player.clone()),
                }
            }
            return;
        }
        let first_table = self.free_tables(round);
        self.event.sections.push(HeldSection { name: key.0.clone(), first_table, players: players.clone() });
    }

    /// The table of board 1 of a new section: 1, but where others play at those tables.
    fn free_tables(&self, round: &Round) -> u16 {
        let used: BTreeSet<Board> =
            self.all.values().flat_map(|held| held.pairings.iter().map(|pairing| pairing.board)).collect();
        let overlaps = round.pairings.iter().any(|pairing| used.contains(&pairing.board));
        if !overlaps {
            return 1;
        }
        let last = self.event.sections.iter().map(|section| {
            let of = self.all.values().filter(|held| held.section == section.name);
            let most = of.map(|held| held.pairings.len()).max().unwrap_or(0);
            section.first_table.saturating_add(u16::try_from(most).unwrap_or(u16::MAX))
        });
        last.max().unwrap_or(1)
    }
}

/// A pairing as it becomes: what it was before, where the same two play on, or one of them at the same board.
fn becomes(here: &HeldRound, row: &PairingRow, account: &Account) -> HeldPairing {
    let Pairing { board, table, white, black, result } = row.pairing.clone();
    let from = match &row.change {
        PairingChange::AsBefore | PairingChange::Changed { .. } | PairingChange::Swapped => Some(board),
        PairingChange::Moved { from, .. } => Some(*from),
        PairingChange::New => None,
    };
    let before = from.and_then(|board| here.pairing(board));
    let are_same = matches!(row.change, PairingChange::AsBefore | PairingChange::Moved { swapped: false, .. });
    let kept = before.filter(|_| are_same);
    let given = result.map(|result| match before.and_then(|before| before.given.clone()) {
        Some(given) if given.result == result => given,
        _ => Given { result, by: account.name.clone(), absent: false },
    });
    let is_renamed = kept.is_some_and(|kept| kept.white != white || kept.black != black);
    let are_others =
        matches!(&row.change, PairingChange::Changed { white_was: Some(_), black_was: Some(_) } | PairingChange::New);
    HeldPairing {
        id: before.filter(|_| !are_others).map_or(0, |before| before.id),
        board,
        // A table that a person has named stays with the two who play there.
        table: table.map(|table| table.to_string()).or_else(|| before.and_then(|before| before.table.clone())),
        white,
        black,
        // What the table has told of these two is not given again by hand.
        given: given.filter(|given| kept.is_none_or(|kept| kept.given.is_some() || kept.told != Some(given.result))),
        told: kept.and_then(|kept| kept.told),
        seat: kept.and_then(|kept| kept.seat.clone()),
        changed_by: if is_renamed { Some(account.name.clone()) } else { kept.and_then(|kept| kept.changed_by.clone()) },
        waits: None,
    }
}

fn given_result(held: &HeldPairing) -> Option<crate::event::PairingResult> {
    held.given.as_ref().map(|given| given.result)
}

fn round_comparison(key: &RoundKey, here: Option<&HeldRound>, compared: Compared) -> RoundComparison {
    let in_play = |board: Board| here.and_then(|here| here.pairing(board)).is_some_and(HeldPairing::is_in_play);
    let pairings = compared.pairings.into_iter().map(|PairingRow { pairing, change }| {
        let from = if let PairingChange::Moved { from, .. } = change { from } else { pairing.board };
        PairingComparison {
            board: pairing.board,
            table: pairing.table.map(|table| table.to_string()),
            white: pairing.white,
            black: pairing.black,
            result: written(pairing.result),
            in_play: change != PairingChange::AsBefore && in_play(from),
            change: match change {
                PairingChange::AsBefore => Change::AsBefore,
                PairingChange::Changed { white_was, black_was } => Change::Changed { white_was, black_was },
                PairingChange::Moved { from, swapped } => Change::Moved { from, swapped },
                PairingChange::New => Change::New,
                PairingChange::Swapped => Change::Swapped,
            },
        }
    });
    let bye = |Bye { player, kind }: Bye| ByeView { player, kind };
    RoundComparison {
        section: key.0.clone(),
        number: key.1,
        date: compared.date.map(|date| date.to_string()),
        state: here.map(|here| here.state),
        pairings: pairings.collect(),
        byes: compared
            .byes
            .into_iter()
            .map(|(told, change)| ByeComparison {
                bye: bye(told),
                new: change == ByeChange::New,
                was: if let ByeChange::Kind(kind) = change { Some(kind) } else { None },
            })
            .collect(),
        gone: compared
            .gone
            .into_iter()
            .map(|Pairing { board, white, black, .. }| PairingGone { board, white, black })
            .collect(),
        gone_byes: compared.gone_byes.into_iter().map(bye).collect(),
        players: compared
            .players
            .into_iter()
            .map(|change| PlayerComparison { was: change.was, now: change.now })
            .filter(|PlayerComparison { was, now }: &PlayerComparison| is_told(was, now))
            .collect(),
    }
}

/// Whether a difference is worth telling: a number of the starting list alone is none of a person.
fn is_told(was: &Player, now: &Player) -> bool {
    was.name != now.name || was.person != now.person
}

fn fault(bytes: &[u8], error: FileError) -> FileFault {
    let text = read::line_of(bytes, &error.place);
    FileFault { text, ..place_fault(&error.place, &error.found, error.expected) }
}

fn omitted_fault(omitted: &read::Omitted) -> FileFault {
    place_fault(&omitted.place, &omitted.found, omitted.expected)
}

fn place_fault(place: &Place, found: &str, expected: Expected) -> FileFault {
    let (line, column, sheet) = match place {
        Place::Cell { sheet, column, row } => (Some(*row), Some(*column), Some(sheet.clone())),
        Place::Field { line, field } => (Some(*line), Some(*field), None),
        Place::File => (None, None, None),
        Place::Text { line, column } => (Some(*line), Some(*column), None),
    };
    FileFault {
        line,
        column,
        sheet,
        place: place.to_string(),
        found: found.to_owned(),
        expected: expected.to_string(),
        code: expected.code().to_owned(),
        text: None,
    }
}
