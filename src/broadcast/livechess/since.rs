//! Which moves a table has made since a position that a client gives.

use std::sync::Arc;

use protocols::Placement;

use super::super::told::ToldGame;

/// From which position a client wants to be told moves, and where in the game that is.
#[derive(Debug)]
pub(super) struct Since {
    /// As the client gave it.
    pub(super) fen: String,
    /// What stands where, and who has the move.
    essence: String,
    /// The game in which it was found, and after how many half-moves.
    found: Option<(String, usize)>,
    /// What the positions below were made of.
    made_of: Option<Arc<ToldGame>>,
    /// Of the game, before and after each half-move.
    positions: Vec<String>,
}

/// The moves since then.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Moves {
    /// In SAN.
    pub(super) sans: Vec<String>,
    /// Whether the board shows the position after them.
    pub(super) matches: bool,
}

impl Since {
    /// `None`: that is no position.
    pub(super) fn new(fen: &str) -> Option<Since> {
        let mut parts = fen.split_whitespace();
        let placement: Placement = parts.next()?.parse().ok()?;
        let turn = parts.next().filter(|turn| *turn == "b").unwrap_or("w");
        let essence = format!("{placement} {turn}");
        Some(Since { fen: fen.to_owned(), essence, found: None, made_of: None, positions: Vec::new() })
    }

    /// The moves that a table's game has made since then; none where it has not come to that position.
    pub(super) fn moves(&mut self, game: Option<&Arc<ToldGame>>) -> Moves {
        let Some((game, line)) = game.and_then(|game| Some((game, game.line.as_ref()?))) else {
            return Moves::default();
        };
        if !self.made_of.as_ref().is_some_and(|before| Arc::ptr_eq(before, game)) {
            self.positions = vec![essence_of(&line.from.fen())];
            let mut position = line.from.clone();
            for played in &line.moves {
                let Some(m) = position.legal_move(&played.uci) else { break };
                position = position.play(&m);
                self.positions.push(essence_of(&position.fen()));
            }
            let is_first = self.made_of.is_none();
            self.made_of = Some(Arc::clone(game));
            self.find(&game.id, is_first);
        }
        let Some((_, place)) = &self.found else { return Moves::default() };
        let sans = line.moves.iter().skip(*place).map(|played| played.san.clone()).collect();
        Moves { sans, matches: line.rest.is_none() && !game.interrupted }
    }

    /// Finds the position in the game. A client means where the game is now; later on it stays where it was found, since a
    /// position may come again.
    fn find(&mut self, game: &str, is_first: bool) {
        let is_there = |place: usize| self.positions.get(place) == Some(&self.essence);
        if self.found.as_ref().is_some_and(|(known, place)| known == game && is_there(*place)) {
            return;
        }
        let mut places = (0..self.positions.len()).filter(|place| is_there(*place));
        let place = if is_first { places.next_back() } else { places.next() };
        self.found = place.map(|place| (game.to_owned(), place));
    }
}

fn essence_of(fen: &str) -> String {
    let mut parts = fen.split(' ');
    format!("{} {}", parts.next().unwrap_or_default(), parts.next().unwrap_or_default())
}
