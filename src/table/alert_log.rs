//! When each alert of a game was raised, and what an arbiter has done about it.

use std::{collections::BTreeMap, sync::Arc};

use serde_json::Value;

use crate::{
    turn::{Alert, AlertState, GameTime},
    words::Words,
};

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

/// How an alert was settled: for the arbiter who comes later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settlement {
    /// The command that settled it; where none did, the state in which it ended.
    pub decided: &'static str,
    /// Whether a command did.
    pub is_by_command: bool,
    /// Who gave that command, where it says so.
    pub by: Option<Arc<str>>,
    /// Time of the game.
    pub at: GameTime,
    /// How long ago it was, in milliseconds.
    pub ago_ms: u64,
}

impl Settlement {
    /// How an alert of this course was settled, as seen now.
    pub(super) fn of(course: &Course, now: GameTime) -> Settlement {
        let (decided, is_by_command, by, at) = match &course.decided {
            // Who has only seen it has decided nothing.
            Some(Decision { command, by, at }) if *command != "acknowledge" => (*command, true, by.clone(), *at),
            _ => (state_word(course.state), false, None, course.since),
        };
        Settlement { decided, is_by_command, by, at, ago_ms: now.since(at) }
    }

    /// For people.
    pub(super) fn words(&self, number: u32) -> Words {
        Words::of_settled(number, self.decided, self.is_by_command, self.by.as_deref(), self.at.0, self.ago_ms)
    }

    /// For programs.
    pub(super) fn to_json(&self) -> Value {
        let mut told = serde_json::json!({ "decided": self.decided, "ago_ms": self.ago_ms });
        if let Some(by) = &self.by {
            told["by"] = (**by).into();
        }
        told
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
