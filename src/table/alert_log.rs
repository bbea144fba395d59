//! When each alert of a game was raised, and what an arbiter has done about it.

use std::{collections::BTreeMap, fmt, sync::Arc};

use crate::turn::{Alert, AlertState, GameTime};

/// Most alerts remembered of one game; the oldest fall first.
const MAX_ALERTS: usize = 1_000;

/// A command that is being carried out: what it is, who decides, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Decision {
    /// The command's name.
    pub(super) command: &'static str,
    /// Who decides, where the command says so.
    pub(super) by: Option<Arc<str>>,
    /// Time of the game.
    pub(super) at: GameTime,
}

/// What became of an alert.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Course {
    pub(super) raised: GameTime,
    pub(super) state: AlertState,
    /// When it came to stand so.
    pub(super) since: GameTime,
    /// The last command that has changed it.
    pub(super) decided: Option<Decision>,
}

/// The alerts of one game, by number.
#[derive(Debug, Default)]
pub(super) struct AlertLog {
    courses: BTreeMap<u32, Course>,
}

impl AlertLog {
    /// An alert is told, or told again with what has changed: by this command, if one is being carried out.
    pub(super) fn told(&mut self, at: GameTime, alert: &Alert, deciding: Option<&Decision>) {
        let fresh = || Course { raised: at, state: alert.state, since: at, decided: None };
        let Some(course) = self.courses.get_mut(&alert.number) else {
            self.courses.insert(alert.number, fresh());
            if self.courses.len() > MAX_ALERTS {
                self.courses.pop_first();
            }
            return;
        };
        // It was settled, and has happened again.
        if alert.state == AlertState::Raised && !course.state.is_open() && deciding.is_none() {
            *course = fresh();
            return;
        }
        if course.state != alert.state {
            (course.state, course.since) = (alert.state, at);
        }
        if let Some(decision) = deciding {
            course.decided = Some(decision.clone());
        }
    }

    /// What became of an alert that was told.
    pub(super) fn course(&self, number: u32) -> Option<&Course> {
        self.courses.get(&number)
    }
}

/// Who has settled an alert, what he has decided, and when: for the arbiter who comes later.
pub(super) struct Settled<'a> {
    pub(super) course: &'a Course,
    pub(super) now: GameTime,
}

impl fmt::Display for Settled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Settled { course, now } = self;
        let (at, done) = match &course.decided {
            Some(Decision { command, by: Some(by), at }) => (*at, format!("{command} by {by}")),
            Some(Decision { command, by: None, at }) => (*at, format!("{command} by an arbiter")),
            None => (course.since, format!("{} by itself", state_word(course.state))),
        };
        write!(f, "{done}, {} s ago (t_ms {})", now.since(at) / 1_000, at.0)
    }
}

fn state_word(state: AlertState) -> &'static str {
    match state {
        AlertState::Acknowledged => "acknowledged",
        AlertState::Cleared => "cleared",
        AlertState::Dismissed => "dismissed",
        AlertState::Lapsed => "lapsed",
        AlertState::Raised => "open",
    }
}
