//! One entry of the record.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::hall::{
    actions::{act::Act, outcome::Effect},
    protocol::rounds::RoundNote,
    queue::{case::Case, marks::Mark, severity::Severity},
    records::{Players, Reply},
    table::{Table, view::Doing},
    time::Time,
};

/// What has happened.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum What {
    /// A person decided here.
    Decided {
        /// The name of what was done: of the offer, or of the first command.
        name: String,
        /// Whether something else was proposed.
        otherwise: bool,
    },
    /// A person decided by another way than this hall's: MQTT, or the table's own page.
    DecidedElsewhere {
        /// The command.
        command: String,
    },
    /// It ended by itself.
    EndedByItself {
        /// How: the state of its alert, `gone` for what the hall finds itself, `next-game` where another game began.
        how: String,
    },
    /// A case was put aside.
    Shelved {
        /// Until then.
        until: Time,
    },
}

/// What has become of what was decided.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(tag = "state", rename_all = "kebab-case")]
pub enum State {
    /// It is done.
    Done,
    /// The table has not answered yet, or not in time: it may still be done.
    NoAnswer,
    /// The table has refused; what was refused has changed nothing.
    Refused {
        /// Why, in English.
        error: String,
        /// What that is made of, so that it can be told in another.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        words: Option<Map<String, Value>>,
        /// How many of the commands were carried out before it.
        carried_out: usize,
    },
    /// Somebody else was first.
    Second {
        /// What was decided first.
        first: First,
    },
    /// It is on its way.
    Sent,
}

/// Who was first.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
pub struct First {
    /// Who; absent where it ended by itself or no name was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The command, or the state in which it ended.
    pub decided: String,
    /// When.
    pub at: Time,
}

/// One entry.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
pub struct Entry {
    /// Its number, from 1.
    pub number: u64,
    /// When.
    pub at: Time,
    /// Since when it had waited; as `at` where nothing did.
    pub since: Time,
    /// The table.
    pub table: String,
    /// Its section then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// The game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Who played.
    pub players: Players,
    /// The case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub case: Option<String>,
    /// Its alerts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alerts: Vec<String>,
    /// Kind of the case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// How urgent it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub severity: Option<Severity>,
    /// Its article.
    pub article: String,
    /// Edition of the Laws.
    pub edition: String,
    /// What has happened.
    #[serde(flatten)]
    pub what: What,
    /// Who decided; absent where it ended by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// What was done in a round, or to the event: then `table` may be empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<RoundNote>,
    /// What was proposed.
    pub proposed: Vec<Effect>,
    /// What was done.
    pub done: Vec<Effect>,
    /// By these commands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub acts: Vec<Act>,
    /// What the table says.
    #[serde(flatten)]
    pub state: State,
    /// What a claim has come to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<serde_json::Value>,
    /// What takes it back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub take_back: Vec<Act>,
    /// Who has taken it back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken_back: Option<Mark>,
    /// The entry that this one takes back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takes_back: Option<u64>,
    /// Id of the command by which it was decided elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command_id: Option<String>,
}

impl Entry {
    /// An entry about a table, with nothing done yet.
    #[must_use]
    pub fn of(number: u64, at: Time, name: &str, table: &Table, what: What) -> Entry {
        let game = table.game();
        Entry {
            number,
            at,
            since: at,
            table: name.to_owned(),
            section: table.place.section.clone(),
            // While the pieces are set up, what is decided is meant of the game that comes.
            game: game.filter(|_| table.doing() != Doing::Setup).map(|game| game.id.clone()),
            players: game.map(|game| game.players.clone()).unwrap_or_default(),
            case: None,
            alerts: Vec::new(),
            kind: None,
            severity: None,
            article: String::new(),
            edition: game.map(|game| game.edition.clone()).unwrap_or_default(),
            what,
            by: None,
            round: None,
            proposed: Vec::new(),
            done: Vec::new(),
            acts: Vec::new(),
            state: State::Done,
            claim: None,
            take_back: Vec::new(),
            taken_back: None,
            takes_back: None,
            command_id: None,
        }
    }

    /// It is about this case.
    #[must_use]
    pub fn about(mut self, case: &Case) -> Entry {
        self.since = case.since;
        self.case = Some(case.id.clone());
        self.alerts = case.alerts.iter().map(|standing| standing.alert.id.clone()).collect();
        self.kind = Some(case.kind.clone());
        self.severity = Some(case.severity);
        self.article.clone_from(&case.article);
        if let Some(game) = &case.game {
            self.game = Some(game.clone());
            self.edition.clone_from(&case.edition);
        }
        self
    }

    /// Whether a person decided here, and it is done or on its way.
    #[must_use]
    pub fn is_in_force(&self) -> bool {
        matches!(self.what, What::Decided { .. }) && matches!(self.state, State::Done | State::Sent | State::NoAnswer)
    }

    /// The table has answered the last of its commands, or one before it.
    pub fn answered(&mut self, reply: &Reply, done: usize, first: Option<First>) {
        if reply.claim.is_some() {
            self.claim.clone_from(&reply.claim);
        }
        self.state = match (reply.ok, first) {
            (true, _) if done >= self.acts.len() => State::Done,
            (true, _) => State::Sent,
            (false, Some(first)) => State::Second { first },
            (false, None) => State::Refused {
                error: reply.error.clone().unwrap_or_default(),
                words: reply.words.clone(),
                carried_out: done,
            },
        };
    }
}
