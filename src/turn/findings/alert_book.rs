//! The alerts of one game, numbered as they are raised: each matter once.

use std::sync::Arc;

use crate::turn::{
    Alert, AlertState, Finding,
    findings::{
        Evidence,
        kinds::{Again, End},
    },
};

/// Most alerts kept of one game; of older ones nothing is known any more.
const MAX_ALERTS: usize = 1_000;

/// The alerts of one game, oldest first, and the number of the last one.
///
/// It says nothing itself: what changes is handed back, for the machine to tell. Copies share the alerts until one of them
/// changes.
#[derive(Debug, Clone, Default)]
pub(in crate::turn) struct AlertBook {
    alerts: Arc<Vec<Alert>>,
    last_number: u32,
}

/// What has come of raising an alert.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::turn) struct Raised {
    /// Its number, or that of the alert that said so before.
    pub(in crate::turn) number: u32,
    /// What is to be told, in order; nothing where it has been told already.
    pub(in crate::turn) news: Vec<Alert>,
}

impl AlertBook {
    /// Raises an alert, unless the same has been said of the same things.
    ///
    /// `withdrawn` are numbers of alerts that fell with a move that was not made. Such a one is told again, under its
    /// number, where it is true of the move that was; it is withdrawn no longer then.
    pub(in crate::turn) fn raise(&mut self, alert: Alert, withdrawn: &mut Vec<u32>) -> Raised {
        let fell = |earlier: &Alert| withdrawn.contains(&earlier.number);
        let repeats = |earlier: &Alert| earlier.repeats(&alert) && (!is_decided(earlier) || fell(earlier));
        let Some(index) = self.alerts.iter().rposition(repeats) else { return self.raise_new(alert) };
        let earlier = &self.alerts[index];
        let number = earlier.number;
        // It has happened again; or it was over, and is so again.
        let again = match alert.kind.again() {
            Again::EachTime => true,
            Again::OnceLapsed => earlier.state == AlertState::Lapsed,
            Again::Never | Again::OnceCleared | Again::OnceDecided => false,
        };
        if !again {
            let Some(fallen) = withdrawn.iter().position(|withdrawn| *withdrawn == number) else {
                return Raised { number, news: Vec::new() };
            };
            withdrawn.remove(fallen);
        }
        let alert = Alert { number, ..alert };
        Arc::make_mut(&mut self.alerts)[index] = alert.clone();
        Raised { number, news: vec![alert] }
    }

    fn raise_new(&mut self, alert: Alert) -> Raised {
        self.last_number += 1;
        let number = self.last_number;
        let alert = Alert { number, ..alert };
        let mut news = vec![alert.clone()];
        // Where nothing is to be done about it, it is over once it has been told.
        let ends = alert.kind.end() == End::Told;
        self.keep(alert);
        if ends {
            news.extend(self.change(number, |alert| alert.state = AlertState::Lapsed));
        }
        Raised { number, news }
    }

    /// Has an alert that was raised elsewhere under its number; nothing is to be told.
    pub(in crate::turn) fn adopt(&mut self, alert: &Alert) {
        if self.get(alert.number).is_none() {
            self.keep(alert.clone());
        }
    }

    /// Has what was told and is no more, among the others in their order: the same may be said again.
    pub(in crate::turn) fn adopt_fallen<'a>(&mut self, fallen: impl IntoIterator<Item = &'a Alert>) {
        for alert in fallen {
            self.adopt(&Alert { taken_back: true, ..alert.clone() });
        }
        Arc::make_mut(&mut self.alerts).sort_by_key(|alert| alert.number);
    }

    fn keep(&mut self, alert: Alert) {
        let alerts = Arc::make_mut(&mut self.alerts);
        if alerts.len() >= MAX_ALERTS {
            alerts.remove(0);
        }
        alerts.push(alert);
    }

    /// Changes an alert; gives it as it is now, if that changed anything.
    pub(in crate::turn) fn change(&mut self, number: u32, change: impl FnOnce(&mut Alert)) -> Option<Alert> {
        let index = self.alerts.iter().position(|alert| alert.number == number)?;
        let mut changed = self.alerts[index].clone();
        change(&mut changed);
        if changed == self.alerts[index] {
            return None;
        }
        Arc::make_mut(&mut self.alerts)[index] = changed.clone();
        Some(changed)
    }

    fn settle(&mut self, state: AlertState, falls: impl Fn(&Alert) -> bool) -> Vec<Alert> {
        let falling = self.alerts.iter().filter(|alert| falls(alert));
        let numbers: Vec<u32> = falling.map(|alert| alert.number).collect();
        numbers.into_iter().filter_map(|number| self.change(number, |alert| alert.state = state)).collect()
    }

    /// All open alerts that fall under this now stand so; gives those that change, oldest first.
    pub(in crate::turn) fn settle_open(&mut self, state: AlertState, falls: impl Fn(&Alert) -> bool) -> Vec<Alert> {
        self.settle(state, |alert| alert.state.is_open() && falls(alert))
    }

    /// What they tell proves not to be so: these fall, also where they had ended by themselves.
    pub(in crate::turn) fn withdraw(&mut self, falls: impl Fn(&Alert) -> bool) -> Vec<Alert> {
        self.settle(AlertState::Cleared, |alert| (alert.state.is_open() || alert.is_over_by_itself()) && falls(alert))
    }

    /// The half-moves of these are taken back: the same may be said again of what comes instead. Nothing is to be told.
    pub(in crate::turn) fn take_back(&mut self, falls: impl Fn(&Alert) -> bool) {
        if self.alerts.iter().any(|alert| falls(alert) && !alert.taken_back) {
            let alerts = Arc::make_mut(&mut self.alerts).iter_mut();
            alerts.filter(|alert| falls(alert)).for_each(|alert| alert.taken_back = true);
        }
    }

    /// An alert that nobody was told of will not be told. Its number is not given again.
    pub(in crate::turn) fn unsay(&mut self, number: u32) {
        Arc::make_mut(&mut self.alerts).retain(|alert| alert.number != number);
    }

    /// An alert raised under one number is known under another from now on.
    pub(in crate::turn) fn renumber(&mut self, from: u32, to: u32) {
        if from == to {
            return;
        }
        let renumber = |number: &mut u32| {
            if *number == from {
                *number = to;
            }
        };
        for alert in Arc::make_mut(&mut self.alerts) {
            renumber(&mut alert.number);
            if let Finding::ClaimMade { evidence: Evidence::Breach { alert: breach, .. }, .. } = &mut alert.finding {
                renumber(breach);
            }
        }
    }

    /// Numbers up to this one have been given elsewhere: the next alert is not given one of them.
    pub(in crate::turn) fn number_after(&mut self, number: u32) {
        self.last_number = self.last_number.max(number);
    }

    /// The number of the alert raised last, 0 before the first.
    pub(in crate::turn) fn last_number(&self) -> u32 {
        self.last_number
    }

    /// How many have been raised after the one of this number.
    pub(in crate::turn) fn raised_after(&self, number: u32) -> u32 {
        self.last_number.saturating_sub(number)
    }

    /// The alerts of a game that parted from this one after the alert `parted`, and is the one that counts from now on.
    /// What it has raised since follows here, numbered already after what was raised here meanwhile.
    pub(in crate::turn) fn followed_by(mut self, next: AlertBook, parted: u32) -> AlertBook {
        let shift = self.raised_after(parted);
        for alert in next.alerts.iter().filter(|alert| alert.number > parted + shift) {
            self.keep(alert.clone());
        }
        AlertBook { last_number: next.last_number + shift, ..self }
    }

    /// The alert of this number.
    pub(in crate::turn) fn get(&self, number: u32) -> Option<&Alert> {
        self.alerts.iter().find(|alert| alert.number == number)
    }

    /// All of them, oldest first.
    pub(in crate::turn) fn iter(&self) -> std::slice::Iter<'_, Alert> {
        self.alerts.iter()
    }

    /// All of them, oldest first.
    pub(in crate::turn) fn as_slice(&self) -> &[Alert] {
        &self.alerts
    }
}

/// Whether what an alert told has been decided, so that the same told again is another matter.
fn is_decided(alert: &Alert) -> bool {
    match alert.kind.again() {
        Again::EachTime | Again::OnceDecided => !alert.state.is_open(),
        Again::OnceCleared => matches!(alert.state, AlertState::Cleared | AlertState::Lapsed),
        Again::Never | Again::OnceLapsed => false,
    }
}

#[cfg(test)]
mod tests;
