//! LiveChess' interface, as its clients know it: what is told to those who ask, and to those who listen.
//!
//! | file | question |
//! |---|---|
//! | `state` | what does it know now, and in which forms is it told |
//! | `client` | what is answered to one client, and told unasked |
//! | `since` | which moves has a table made since a position |
//!
//! Its clients drive games of their own by it, and can take no move back. So it is fed with a broadcast that tells completed
//! moves alone, and it changes nothing: what clients ask of a board concerns what they are told, never the board.

mod client;
mod since;
mod state;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use self::since::Course;
pub use self::{
    client::{Client, Frames},
    state::State,
};
use super::{
    clocks::Clocks,
    told::{Told, ToldGame},
};
use crate::hall::{
    records::{self, BoardStatus, Record, Said},
    time::Time,
};

/// What LiveChess would know: fed with what is told and what boards are there, it gives a [`State`] each time that
/// anything is otherwise.
#[derive(Debug, Default)]
pub struct LiveChess {
    origin: String,
    /// By table; `None`: nothing was heard of its board yet.
    boards: BTreeMap<String, Option<BoardStatus>>,
    told: Arc<Told>,
    /// Of each table's last game, by the table.
    courses: BTreeMap<String, Arc<Course>>,
    clocks: Clocks,
    is_stale: bool,
}

impl LiveChess {
    /// One of an origin, which has names of its own, with tables that there are for certain.
    #[must_use]
    pub fn new(origin: String, tables: impl IntoIterator<Item = String>) -> LiveChess {
        let boards = tables.into_iter().map(|table| (table, None)).collect();
        LiveChess { origin, boards, is_stale: true, ..LiveChess::default() }
    }

    /// Takes a record of a table's `status` topic; anything else is passed over. It does not wait: it tells of no game.
    pub fn status(&mut self, table: &str, json: &str) {
        let Ok(Record { said: Said::Status(status), .. }) = records::read(json) else { return };
        let mut board = status.board;
        // What changes with every record is of no use here.
        (board.heard_ms, board.trouble) = (None, None);
        if !status.online {
            "lost".clone_into(&mut board.state);
        }
        let known = self.boards.entry(table.to_owned()).or_default();
        if known.as_ref() != Some(&board) {
            *known = Some(board);
            self.is_stale = true;
        }
    }

    /// A table is no more.
    pub fn remove(&mut self, table: &str) {
        self.is_stale |= self.boards.remove(table).is_some();
    }

    /// Takes all that is told. `now` is the time of day.
    pub fn tell(&mut self, told: Told, now: Time) {
        self.clocks.take(&told.clocks, now);
        let course = |(table, game): (&String, &Arc<ToldGame>)| {
            let before = self.courses.get(table);
            let same = before.filter(|before| Arc::ptr_eq(&before.game, game)).cloned();
            (table.clone(), same.unwrap_or_else(|| Arc::new(Course::new(Arc::clone(game), before))))
        };
        self.courses = told.tables.iter().map(course).collect();
        self.told = Arc::new(told);
        self.is_stale = true;
    }

    /// All that is known, where it is otherwise than before.
    pub fn state(&mut self) -> Option<Arc<State>> {
        if !std::mem::take(&mut self.is_stale) {
            return None;
        }
        let tables: BTreeSet<&String> = self.boards.keys().chain(self.told.tables.keys()).collect();
        let tables = tables.into_iter().map(|table| {
            let board = self.boards.get(table).cloned().flatten();
            (table.clone(), board, self.clocks.of(table))
        });
        let told = Arc::clone(&self.told);
        Some(Arc::new(State::new(self.origin.clone(), told, &self.courses, tables.collect())))
    }
}
