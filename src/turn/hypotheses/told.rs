//! What has been told of a game while it is open how it went on.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::{
    rules::{Position, Uci},
    turn::{Account, Alert, MoveStatus, TurnOutput},
};

/// So many accounts of turns are kept.
const MAX_ACCOUNTS: usize = 32;

/// What has been told of the game in progress.
#[derive(Debug, Clone, Default)]
pub(super) struct Told {
    /// Moves as they stand, with the position before each.
    pub(super) moves: BTreeMap<u32, (Position, Uci)>,
    /// Alerts as they stand, by number.
    pub(super) alerts: BTreeMap<u32, Alert>,
    /// Plies that were told to be completed.
    pub(super) completed: BTreeSet<u32>,
    /// The last accounts of turns, also of moves that were told otherwise since.
    accounts: VecDeque<Account>,
    pub(super) over: bool,
    /// Plies of which it was told that several moves fit, with the number of the alert.
    pub(super) ambiguous: BTreeMap<u32, u32>,
    /// Of these plies, those that no later evidence decides: too many hypotheses had to be followed.
    pub(super) undecided: BTreeSet<u32>,
    /// The number of the alert that no hypothesis fits any more.
    pub(super) astray: Option<u32>,
}

impl Told {
    /// Takes down what is told now, and hands it on. What has been told already is left out.
    pub(super) fn take_down(&mut self, said: impl IntoIterator<Item = TurnOutput>) -> Vec<TurnOutput> {
        said.into_iter().filter(|said| self.note(said)).collect()
    }

    /// Keeps what is told, and gives whether it is news.
    fn note(&mut self, said: &TurnOutput) -> bool {
        match said {
            TurnOutput::Alert(alert) => {
                // That its half-move was taken back is told of the move.
                let is_same = |known: &Alert| Alert { taken_back: alert.taken_back, ..known.clone() } == **alert;
                let news = !self.alerts.get(&alert.number).is_some_and(is_same);
                self.alerts.insert(alert.number, (**alert).clone());
                return news;
            }
            TurnOutput::GameBegun(_) => *self = Told::default(),
            TurnOutput::Move(said) => {
                match said.status {
                    MoveStatus::Completed | MoveStatus::Corrected => self.completed.insert(said.ply),
                    MoveStatus::Made | MoveStatus::Retracted => self.completed.remove(&said.ply),
                };
                if said.status == MoveStatus::Retracted {
                    // One that nobody was told of is not retracted.
                    return self.moves.remove(&said.ply).is_some();
                }
                self.moves.insert(said.ply, (said.before.clone(), said.m.to_uci()));
            }
            TurnOutput::Over(_) => self.over = true,
            TurnOutput::Reopened => self.over = false,
            TurnOutput::Turn(account) => {
                if self.accounts.len() >= MAX_ACCOUNTS {
                    self.accounts.pop_front();
                }
                self.accounts.push_back(account.clone());
            }
            TurnOutput::Ask(_) | TurnOutput::PositionSet(_) => {}
        }
        true
    }

    /// The account of a turn that was told when this move stood, where another one has been told of that turn since.
    pub(super) fn account_to_repeat(&self, ply: u32, made: Uci) -> Option<Account> {
        let mut told = self.accounts.iter().rev().filter(|account| account.ply == ply);
        let is_it = |account: &&Account| account.made == Some(made);
        let last = told.next()?;
        if is_it(&last) { None } else { told.find(is_it).cloned() }
    }

    /// Of these alerts those that say the same as one that has been told: their numbers, each with what was told. What is
    /// open comes before what is settled.
    pub(super) fn partners_of(&self, alerts: &[Alert]) -> Vec<(u32, Alert)> {
        let mut known: Vec<&Alert> = self.alerts.values().collect();
        known.sort_by_key(|alert| !alert.state.is_open());
        let mut partners: Vec<(u32, Alert)> = Vec::new();
        for known in known {
            let is_free = |mine: &&Alert| partners.iter().all(|(number, _)| *number != mine.number);
            let same = alerts.iter().find(|mine| mine.number == known.number);
            let same = same.or_else(|| alerts.iter().filter(is_free).find(|mine| mine.repeats(known)));
            if let Some(mine) = same {
                partners.push((mine.number, known.clone()));
            }
        }
        partners
    }

    /// What is open is what is open there.
    pub(super) fn take_open_from(&mut self, other: &Told) {
        self.ambiguous.clone_from(&other.ambiguous);
        self.undecided.clone_from(&other.undecided);
        self.astray = other.astray;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turn::{Finding, Mismatch};

    #[test]
    fn an_alert_whose_half_move_is_taken_back_is_not_told_again_for_that() {
        let raised = Alert { number: 1, ..Alert::new(Finding::PositionMismatch(Mismatch::NoGameFits)) };
        let mut told = Told::default();
        let say = |told: &mut Told, alert: &Alert| told.take_down([TurnOutput::Alert(Box::new(alert.clone()))]).len();
        assert_eq!(say(&mut told, &raised), 1);
        let taken_back = Alert { taken_back: true, ..raised };
        assert_eq!(say(&mut told, &taken_back), 0);
        let cleared = Alert { state: crate::turn::AlertState::Cleared, ..taken_back };
        assert_eq!(say(&mut told, &cleared), 1);
    }
}
