//! Results of a round as files that pairing programs read.

use super::held::{HeldPairing, HeldRound};
use crate::{
    event::write::{TrfError, csv, pgn, trf},
    hall::{core::Hall, people::Account, protocol::rounds::RoundState, table::Place},
};

/// The form of a file with results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResultsFile {
    /// A line for each pairing.
    Csv,
    /// A game for each pairing, without moves.
    Pgn,
    /// The report that was read, with the results filled in.
    Trf,
}

/// Why there is no such file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// Several sections have that round, and each has a report of its own.
    #[error("several sections have this round: name one")]
    Section,
    /// There is no such round, or not for this account.
    #[error("there is no such round")]
    NoSuchRound,
    /// No report was read for this round: only who has written one can have it back.
    #[error("the round was not read from a TRF")]
    NoReport,
    /// The results do not go into it.
    #[error(transparent)]
    Trf(#[from] TrfError),
}

impl Hall {
    /// The results of a round in a file. `section` and `round`: the ones that are on, or were last, where none is said.
    ///
    /// # Errors
    /// [`WriteError`].
    pub fn results(
        &self,
        account: &Account,
        kind: ResultsFile,
        section: Option<&str>,
        number: Option<u16>,
    ) -> Result<Vec<u8>, WriteError> {
        let sees = |round: &&HeldRound| {
            let place = Place { section: round.section.clone(), ..Place::default() };
            account.looks_after(&place) && section.is_none_or(|section| round.section.as_deref() == Some(section))
        };
        let seen: Vec<&HeldRound> = self.rounds.all.values().filter(sees).collect();
        let latest = |state| seen.iter().filter(|round| round.state == state).map(|round| round.number).max();
        let number = number.or_else(|| latest(RoundState::On)).or_else(|| latest(RoundState::Over));
        let number = number.or_else(|| latest(RoundState::Planned)).ok_or(WriteError::NoSuchRound)?;
        let rounds: Vec<&HeldRound> = seen.into_iter().filter(|round| round.number == number).collect();
        let facts = &self.rounds.event.facts;
        match (kind, rounds.as_slice()) {
            (_, []) => Err(WriteError::NoSuchRound),
            (ResultsFile::Csv, rounds) => {
                let mut text = String::new();
                for held in rounds {
                    let of_section = csv(held.section.as_deref(), &held.round(HeldPairing::result));
                    // The names of the columns stand once.
                    let skipped = if text.is_empty() { 0 } else { of_section.find('\n').map_or(0, |end| end + 1) };
                    text.push_str(of_section.get(skipped..).unwrap_or_default());
                }
                Ok(text.into_bytes())
            }
            (ResultsFile::Pgn, rounds) => {
                let of = |held: &&HeldRound| pgn(facts, held.section.as_deref(), &held.round(HeldPairing::result));
                Ok(rounds.iter().map(of).collect::<String>().into_bytes())
            }
            (ResultsFile::Trf, [held]) => {
                let report = self.rounds.reports.get(&held.section).filter(|report| report.round == held.number);
                let report = report.ok_or(WriteError::NoReport)?;
                Ok(trf(&report.bytes(), &held.round(HeldPairing::result))?)
            }
            (ResultsFile::Trf, _) => Err(WriteError::Section),
        }
    }
}
