//! When the rounds are looked at: at once where what a table says counts for its pairing, for all else once a second.

use std::collections::BTreeMap;

use crate::hall::{
    records::Players,
    table::{Table, link::BoardLink, view::Doing},
    time::Time,
};

/// After how long rounds are looked at where what tables say does not seem to count for them, in milliseconds.
const LOOKS_AFTER_MS: i64 = 1_000;

/// What tables have said since the rounds were last looked at.
#[derive(Debug, Default)]
pub(in crate::hall) struct Due {
    standing: BTreeMap<String, Standing>,
    at: Option<Time>,
}

/// What counts for a pairing of what a table says. Clocks and touches do not.
#[derive(Debug, PartialEq, Eq)]
struct Standing {
    game: Option<(String, Players)>,
    plies: usize,
    doing: Doing,
    is_away: bool,
    board: BoardLink,
}

impl Standing {
    fn of(table: &Table) -> Standing {
        let game = table.game();
        Standing {
            game: game.map(|game| (game.id.clone(), game.players.clone())),
            plies: game.map_or(0, |game| game.moves.len()),
            doing: table.doing(),
            is_away: table.link().away_since().is_some(),
            board: table.link().board,
        }
    }
}

impl Due {
    /// A table has said something, or is no more. Gives whether the rounds are to be looked at for it at once.
    pub(super) fn hears(&mut self, name: &str, table: Option<&Table>, now: Time) -> bool {
        self.at.get_or_insert(now.plus(LOOKS_AFTER_MS));
        let standing = table.map(Standing::of);
        if self.standing.get(name) == standing.as_ref() {
            return false;
        }
        match standing {
            Some(standing) => self.standing.insert(name.to_owned(), standing),
            None => self.standing.remove(name),
        };
        true
    }

    /// Whether it is time to look.
    pub(super) fn is_over(&self, now: Time) -> bool {
        self.at.is_some_and(|at| at <= now)
    }

    /// The rounds are looked at.
    pub(super) fn done(&mut self) {
        self.at = None;
    }

    /// When it will be time to look.
    pub(in crate::hall) fn next_deadline(&self) -> Option<Time> {
        self.at
    }

    /// The computer's clock was set by so much.
    pub(in crate::hall) fn clock_set(&mut self, by_ms: i64) {
        self.at = self.at.map(|at| at.plus(by_ms));
    }
}
