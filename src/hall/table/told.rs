//! What was told of one game by numbered records: alerts, moves, turns.

use std::{collections::BTreeMap, sync::Arc};

use serde::{Deserialize, Serialize};

use super::{scoresheet::Scoresheet, session};
use crate::hall::{
    records::{Alert, Game, Record, Turn},
    time::Time,
};

/// An alert as it stands.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
pub struct StandingAlert {
    /// What it says.
    #[serde(with = "crate::hall::shared")]
    pub alert: Arc<Alert>,
    /// Time of day at which it was raised.
    pub raised_at: Time,
    /// Time of day of its last change.
    pub changed_at: Time,
    /// Whether it is known to be open no more, but not what ended it: that record has still to come.
    pub gone: bool,
}

impl StandingAlert {
    /// Whether it waits.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.alert.state.is_open() && !self.gone
    }

    /// The command that has ended it. One that was only acknowledged ended by itself afterwards.
    #[must_use]
    pub fn ended_by(&self) -> Option<&str> {
        let decided = self.alert.decided.as_deref().filter(|decided| *decided != "acknowledge");
        decided.filter(|_| !self.alert.state.is_open())
    }
}

/// The last record of an alert, and what its first one says besides.
#[derive(Debug, Clone, PartialEq)]
struct Told {
    seq: u64,
    at: Time,
    alert: Arc<Alert>,
    first: (u64, Time),
}

/// What was told of a game.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GameTold {
    last_seq: u64,
    alerts: BTreeMap<u32, Told>,
    /// Its moves.
    pub sheet: Scoresheet,
    turns: BTreeMap<u32, (u64, Turn)>,
}

/// When a record was said: its number, event time, and time of day by the hall's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
pub struct Said {
    /// Its number.
    pub seq: u64,
    /// Event time, in milliseconds.
    pub t_ms: u64,
    /// Time of day.
    pub at: Time,
}

impl Said {
    /// When a record was said, by its own table's clock; `None` where it does not tell.
    pub(crate) fn by_table(record: &Record) -> Option<Said> {
        Some(Said { seq: record.seq, t_ms: record.t_ms, at: record.at? })
    }

    /// Whether state said so has been overtaken by what was said at `later`.
    pub(crate) fn is_before(&self, later: Said) -> bool {
        self.seq <= later.seq && self.t_ms < later.t_ms && self.at <= later.at
    }

    /// The time of day of an event time of the same game, at or before this record.
    #[must_use]
    pub fn time_of(&self, t_ms: u64) -> Time {
        self.at.plus(-i64::try_from(self.t_ms.saturating_sub(t_ms)).unwrap_or(0))
    }
}

/// Whether the state of a game comes late: its table has told a later one, of this game or of one after it.
///
/// A broker that was set back, or that keeps what others have long overtaken, tells old states again as if they were new.
pub(crate) fn is_overtaken((id, said): (&str, Said), (later_id, later): (&str, Said)) -> bool {
    if id == later_id {
        return said.is_before(later);
    }
    // The table's clock may have been set back before the new game began: then its number tells.
    if session(id) == session(later_id) && number(id) > number(later_id) {
        return false;
    }
    // Over a restart `seq` counts on, whatever the clock shows; where the journal was lost, only the time tells.
    said.at < later.at && said.seq <= later.seq
}

/// Which game of its table's session it is, from 1.
fn number(game: &str) -> u64 {
    game.split_once('/').and_then(|(_, number)| number.parse().ok()).unwrap_or(1)
}

impl GameTold {
    /// The number of its last record.
    #[must_use]
    pub fn last_seq(&self) -> u64 {
        self.last_seq
    }

    /// The clock was set: alerts are as old as they were.
    pub fn clock_set(&mut self, by_ms: i64) {
        for told in self.alerts.values_mut() {
            told.at = told.at.plus(by_ms);
            told.first.1 = told.first.1.plus(by_ms);
        }
    }

    /// Counts a record of it.
    pub fn count(&mut self, seq: u64) {
        self.last_seq = self.last_seq.max(seq);
    }

    /// Takes a record of an alert; one that is older than what is known changes only when it was raised.
    pub fn take_alert(&mut self, said: Said, alert: Alert) {
        let first = (said.seq, said.time_of(alert.raised_ms));
        let number = alert.number();
        let new = Told { seq: said.seq, at: said.at, alert: Arc::new(alert), first };
        match self.alerts.get_mut(&number) {
            None => {
                self.alerts.insert(number, new);
            }
            Some(known) => {
                let first = known.first.min(new.first);
                if new.seq >= known.seq {
                    *known = new;
                }
                known.first = first;
            }
        }
    }

    /// Takes the account of a turn.
    pub fn take_turn(&mut self, seq: u64, turn: Turn) {
        let known = self.turns.entry(turn.ply).or_insert_with(|| (seq, turn.clone()));
        if seq >= known.0 {
            *known = (seq, turn);
        }
    }

    /// The last account of a turn.
    #[must_use]
    pub fn turn(&self, ply: u32) -> Option<&Turn> {
        self.turns.get(&ply).map(|(_, turn)| turn)
    }

    /// The alerts as they stand, by number. `state` is the last `game` record of this game: where it is as of a later
    /// number, it says which are open.
    #[must_use]
    pub fn alerts(&self, state: Option<(Said, &Game)>) -> Vec<StandingAlert> {
        let mut all: BTreeMap<u32, StandingAlert> = BTreeMap::new();
        for (number, told) in &self.alerts {
            let (alert, raised_at) = (told.alert.clone(), told.first.1);
            all.insert(*number, StandingAlert { alert, raised_at, changed_at: told.at, gone: false });
        }
        let Some((said, game)) = state else { return all.into_values().collect() };
        for (number, standing) in &mut all {
            let is_older = self.alerts.get(number).is_some_and(|told| told.seq <= said.seq);
            let listed = game.alerts.iter().find(|listed| listed.number() == *number);
            match listed {
                Some(listed) if is_older => standing.alert = listed.clone(),
                Some(_) => {}
                None => standing.gone = is_older && standing.alert.state.is_open(),
            }
        }
        for listed in &game.alerts {
            let raised_at = said.time_of(listed.raised_ms);
            let unknown = || StandingAlert { alert: listed.clone(), raised_at, changed_at: said.at, gone: false };
            all.entry(listed.number()).or_insert_with(unknown);
        }
        all.into_values().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(seq: u64, t_ms: u64, at: i64) -> Said {
        Said { seq, t_ms, at: Time(at) }
    }

    #[test]
    fn a_state_comes_late_where_a_later_one_was_told() {
        let held = ("20261123T030455Z-demo/2", said(50, 60_000, 1_000_000));
        let later = |id: &str, seq, t_ms, at| !is_overtaken((id, said(seq, t_ms, at)), held);
        // The same game: a broker that was set back, and moves that were taken back.
        assert!(!later("20261123T030455Z-demo/2", 40, 50_000, 990_000));
        assert!(later("20261123T030455Z-demo/2", 50, 60_000, 1_000_000), "the same again");
        assert!(later("20261123T030455Z-demo/2", 51, 61_000, 1_001_000));
        assert!(later("20261123T030455Z-demo/2", 51, 61_000, 400_000), "its clock was set back");
        assert!(later("20261123T030455Z-demo/2", 49, 59_000, 1_001_000), "the end of its journal was lost");
        // Games before and after it.
        assert!(!later("20261123T030455Z-demo", 40, 50_000, 990_000));
        assert!(later("20261123T030455Z-demo/3", 50, 61_000, 1_001_000));
        assert!(later("20261123T030455Z-demo/10", 50, 61_000, 400_000), "the clock was set back before it");
        // Another session.
        assert!(!later("20261122T020000Z-demo/7", 40, 9_000_000, 990_000));
        assert!(later("20261124T020000Z-demo", 50, 0, 2_000_000));
        assert!(later("20261124T020000Z-demo", 0, 0, 2_000_000), "its journal was lost");
        assert!(later("20261123T010000Z-demo", 51, 0, 400_000), "its clock was set back, and it counts on");
    }
}
