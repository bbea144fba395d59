//! Results, each told once it is old enough, by whomever it was given.

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};

use super::heard::HeardGame;
use crate::{
    event::{PairingResult, Score, Told, read_result},
    hall::time::Time,
};

/// Most changes of a pairing's result that wait; of more the oldest are passed over.
const MAX_PENDING: usize = 32;

/// From how many half-moves on a game is rated: each has made a move.
const RATED_FROM: usize = 2;

/// Names a pairing: its section, its round, its number there.
pub(super) type PairingKey = (Option<String>, u16, u32);

/// What is said of a pairing's result.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct Given {
    /// By a person, or by a file.
    pub(super) by_hand: Option<PairingResult>,
    /// By its table.
    pub(super) by_table: Option<PairingResult>,
}

#[derive(Debug, Default)]
struct Delayed {
    told: Given,
    pending: VecDeque<(Time, Given)>,
}

/// The results of all pairings.
#[derive(Debug, Default)]
pub(super) struct Results {
    all: BTreeMap<PairingKey, Delayed>,
}

impl Results {
    /// What the public had been told before a restart.
    pub(super) fn recall(&mut self, key: PairingKey, told: Given) {
        self.all.insert(key, Delayed { told, pending: VecDeque::new() });
    }

    /// So it stands now. It is told later.
    pub(super) fn stands(&mut self, key: PairingKey, given: Given, now: Time) {
        let delayed = self.all.entry(key).or_default();
        let (last, known) = delayed.pending.back().map_or((Time(i64::MIN), delayed.told), |(at, given)| (*at, *given));
        if known != given {
            delayed.pending.push_back((last.max(now), given));
            if delayed.pending.len() > MAX_PENDING {
                delayed.pending.pop_front();
            }
        }
    }

    /// A pairing whose result is otherwise for the public from now on, and how.
    pub(super) fn poll(&mut self, delay_ms: i64, now: Time) -> Option<(PairingKey, Given)> {
        let is_due = |delayed: &Delayed| delayed.pending.front().is_some_and(|(at, _)| at.plus(delay_ms) <= now);
        let (key, delayed) = self.all.iter_mut().find(|(_, delayed)| is_due(delayed))?;
        let (_, given) = delayed.pending.pop_front()?;
        delayed.told = given;
        Some((key.clone(), given))
    }

    /// When the next one is due.
    pub(super) fn next_deadline(&self, delay_ms: i64) -> Option<Time> {
        self.all.values().filter_map(|delayed| delayed.pending.front()).map(|(at, _)| at.plus(delay_ms)).min()
    }

    /// What the public knows of a pairing's result.
    pub(super) fn told(&self, key: &PairingKey) -> Given {
        self.all.get(key).map(|delayed| delayed.told).unwrap_or_default()
    }
}

/// How a game stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// `*` while it has no result.
    pub result: &'static str,
    /// How it ended, in words.
    pub termination: Option<String>,
    /// Whether it was not played, since somebody was not there.
    pub is_forfeit: bool,
}

/// How a pairing's game stands: as somebody has decided, or as its table says.
pub(super) fn outcome(given: Given, game: Option<&HeardGame>) -> Outcome {
    let of_game = game.map(|game| played(&game.result, game.moves.len()));
    let result = given.by_hand.or_else(|| of_game.unwrap_or(given.by_table));
    let words = || game?.termination.clone().filter(|words| !words.is_empty());
    match result {
        None => Outcome { result: "*", termination: None, is_forfeit: false },
        Some(PairingResult::Forfeit(forfeit)) => {
            Outcome { result: forfeit.score().name(), termination: Some("forfeit".to_owned()), is_forfeit: true }
        }
        Some(PairingResult::Unplayed(score)) => {
            let termination = words().or_else(|| Some("unplayed".to_owned()));
            Outcome { result: score.name(), termination, is_forfeit: false }
        }
        // How the table's game ended tells nothing of another result.
        Some(PairingResult::Played(score)) => {
            let is_tables = of_game.flatten().is_some_and(|told| told.is_worth(PairingResult::Played(score)));
            Outcome { result: score.name(), termination: words().filter(|_| is_tables), is_forfeit: false }
        }
    }
}

/// Whether PGN knows it as the end of a game's moves.
pub(super) fn is_of_standard(result: &str) -> bool {
    result == "*" || [Score::BlackWins, Score::Draw, Score::WhiteWins].map(Score::name).contains(&result)
}

fn played(result: &str, plies: usize) -> Option<PairingResult> {
    match read_result(result)? {
        Told::Result(PairingResult::Played(score)) if plies < RATED_FROM => Some(PairingResult::Unplayed(score)),
        Told::Result(result) => Some(result),
        Told::Nothing => None,
    }
}
