//! How the boards of a round fit into requests: all in one where that is possible, else in several, in order.

use std::{
    collections::hash_map::DefaultHasher,
    hash::{Hash, Hasher},
    sync::Arc,
};

use super::board::{ShownBoard, Unsent, line_of};
use crate::broadcast::told::ToldGame;

/// Most boards of a round that Lichess shows.
const MAX_GAMES: usize = 100;

/// Longest game, in characters, of which no text has more than bytes.
const MAX_GAME: usize = 100_000;

/// Longest request, in bytes: somewhat below the 512 KiB that Lichess's software allows.
pub(super) const MAX_BODY: usize = 500_000;

/// A request of a round.
#[derive(Debug)]
pub(super) struct Part {
    /// Its text.
    pub(super) body: String,
    /// Differs where the text does.
    pub(super) tag: String,
    /// Its games, in order.
    pub(super) games: Vec<SentGame>,
}

/// A game of a request.
#[derive(Debug)]
pub(super) struct SentGame {
    /// Its name.
    pub(super) id: String,
    /// The moves that are sent, which may be fewer than it has.
    pub(super) line: Vec<String>,
}

/// Why a game of a round is not sent, by its place from 0.
pub(super) fn unsent(place: usize, game: &ToldGame) -> Option<Unsent> {
    text_of(place, game, line_of(game).len()).err()
}

/// A game with so many of its moves, as it is sent.
fn text_of(place: usize, game: &ToldGame, plies: usize) -> Result<Arc<str>, Unsent> {
    if place >= MAX_GAMES {
        return Err(Unsent::TooMany);
    }
    let fits = |text: &Arc<str>| text.len() <= MAX_GAME;
    let whole = (plies == line_of(game).len()).then(|| game.pgn()).filter(fits);
    // Without the comment of what no legal move led to, it may do.
    whole.or_else(|| Some(game.until(plies).pgn()).filter(fits)).ok_or(Unsent::TooLong)
}

/// The requests of a round, each of at most so many bytes.
pub(super) fn parts<'a>(
    games: &[Arc<ToldGame>],
    shown: impl Fn(&str) -> Option<&'a ShownBoard>,
    max_body: usize,
) -> Vec<Part> {
    let mut all: Vec<Part> = Vec::new();
    for (place, game) in games.iter().enumerate() {
        let line = line_of(game);
        let plies = shown(&game.id).map_or(line.len(), |board| board.plies(game));
        let Ok(text) = text_of(place, game, plies) else { continue };
        let line = line.into_iter().take(plies).map(str::to_owned).collect();
        let sent = SentGame { id: game.id.clone(), line };
        match all.last_mut().filter(|part| part.body.len() + 1 + text.len() <= max_body) {
            Some(part) => {
                // Games are parted by a blank line before a tag, and by nothing else.
                part.body.push('\n');
                part.body.push_str(&text);
                part.games.push(sent);
            }
            None => all.push(Part { body: text.to_string(), tag: String::new(), games: vec![sent] }),
        }
    }
    for part in &mut all {
        let mut hasher = DefaultHasher::new();
        part.body.hash(&mut hasher);
        part.tag = format!("{:016x}-{}", hasher.finish(), part.body.len());
    }
    all
}
