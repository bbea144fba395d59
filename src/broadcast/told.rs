//! What the public knows, as data: each output makes its own form of it.

use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};

use super::{line::Line, results::Outcome};
use crate::{
    event::{Date, Player},
    hall::{protocol::rounds::RoundState, records::Clock, rounds::ListedEvent, time::Time},
};

/// All that is told.
#[derive(Debug, Clone, Default)]
pub struct Told {
    /// The event.
    pub event: ListedEvent,
    /// How much later than it happens all this is told, in milliseconds.
    pub delay_ms: i64,
    /// The rounds, by section and number. Where there are none: the last game of each table, as one.
    pub rounds: Arc<Vec<ToldRound>>,
    /// Each table's last game, by the table. It may be none of a round's; its board is 0 then, where there are rounds.
    pub tables: Arc<BTreeMap<String, Arc<ToldGame>>>,
    /// What each table's clock shows.
    pub clocks: BTreeMap<String, Clock>,
    /// Goes up where anything but the clocks is otherwise than before.
    pub revision: u64,
}

/// A round, as it is told.
#[derive(Debug, Clone)]
pub struct ToldRound {
    /// Where its files are: `round-6`, `section-B/round-6`; `tables` where there are no rounds.
    pub folder: String,
    /// Its section; `None` where the event has one.
    pub section: Option<String>,
    /// Where the section's files are.
    pub section_folder: Option<String>,
    /// Its number; `None` where there are no rounds.
    pub number: Option<u16>,
    /// What it is doing.
    pub state: RoundState,
    /// Whether it is its section's that is on, else the last one.
    pub is_current: bool,
    /// Its day.
    pub date: Option<Date>,
    /// When it began.
    pub start: Option<Time>,
    /// Its games, in the order of the boards. The same game is the same value as before.
    pub games: Vec<Arc<ToldGame>>,
}

/// A game, as it is told.
#[derive(Debug, Clone)]
pub struct ToldGame {
    /// Names it for good.
    pub id: String,
    /// Its table, once it is played at one.
    pub table: Option<String>,
    /// The event's name, and the section's.
    pub event: String,
    /// Where the event is held.
    pub site: Option<String>,
    /// Its section.
    pub section: Option<String>,
    /// As PGN writes it: `5400+30`.
    pub time_control: Option<String>,
    /// Its round.
    pub round: Option<u16>,
    /// Its board, from 1.
    pub board: u16,
    /// Its day.
    pub date: Option<Date>,
    /// When its round began.
    pub start: Option<Time>,
    /// Who has White.
    pub white: Player,
    /// Who has Black.
    pub black: Player,
    /// How it stands.
    pub outcome: Outcome,
    /// Its moves; `None`: the public has heard of none.
    pub line: Option<Line>,
    /// Whether play goes on that is not being recorded.
    pub interrupted: bool,
    /// Its PGN, once somebody wanted it.
    pub(super) pgn: OnceLock<Arc<str>>,
}

impl ToldGame {
    /// The same with only so many of its moves, and nothing of what followed.
    #[must_use]
    pub(super) fn until(&self, plies: usize) -> ToldGame {
        let line = self.line.as_ref().map(|line| line.until(plies));
        ToldGame { line, pgn: OnceLock::new(), ..self.clone() }
    }

    /// Whether it has begun: it has moves, or a result.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.outcome.result != "*" || self.line.as_ref().is_some_and(|line| !line.is_empty())
    }
}
