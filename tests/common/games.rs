//! Games to play: the outside collection, when it lies beside the source tree, and our own.

use std::{fs, path::PathBuf};

use protocols::Color;
use touchmove::rules::{
    GameResult,
    pgn::{Ending, PgnGame, read_games},
};

use super::corpus;

/// Every game of the collection in a fixed order, each with its file and number in it, and our own first.
pub(crate) fn collection() -> Vec<(String, PgnGame)> {
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in ["boards", "chess960", "online", "plain"] {
        let Some(folder) = corpus::path(&format!("pgn/{folder}")) else { continue };
        let entries = fs::read_dir(folder).expect("a folder that can be read");
        files.extend(entries.map(|entry| entry.expect("a directory entry").path()));
    }
    files.sort();
    let mut games: Vec<(String, PgnGame)> = read_games(touchmove::emulate::DEMO_PGN.as_bytes())
        .map(|game| ("demo 0".to_owned(), game.expect("our own game")))
        .collect();
    for path in files {
        let name = path.file_name().expect("a file name").to_string_lossy().into_owned();
        for (index, game) in read_games(corpus::open(&path)).enumerate() {
            games.push((format!("{name} {index}"), game.expect("a readable game")));
        }
    }
    games
}

/// Every so many-th game of the collection that has moves, with the seed of its hands: its place there, so that a game is
/// played the same way in every sample. `TOUCHMOVE_EVERY` says how many, `TOUCHMOVE_GAME` takes one game alone, whichever
/// they are, `TOUCHMOVE_SEED` has other hands play.
#[allow(dead_code, reason = "not every test that reads games plays them")]
pub(crate) fn sample(default_every: usize) -> impl Iterator<Item = (u64, (String, PgnGame))> {
    let first = std::env::var("TOUCHMOVE_SEED").map_or(1, |seed| seed.parse().expect("TOUCHMOVE_SEED is a number"));
    let only = std::env::var("TOUCHMOVE_GAME").ok();
    let every = if only.is_some() { 1 } else { corpus::every(default_every) };
    let name_given = only.clone();
    let is_played = move |name: &str, game: &PgnGame| {
        !game.moves.is_empty() && name_given.as_ref().is_none_or(|given| given == name)
    };
    let games = (first..).zip(collection()).step_by(every);
    let mut games = games.filter(move |(_, (name, game))| is_played(name, game)).peekable();
    if let Some(only) = only {
        assert!(games.peek().is_some(), "TOUCHMOVE_GAME: no game with moves is called {only:?}");
    }
    games
}

/// Whether the result that was recorded, which the hands show with the kings, is not the one that the last position
/// gives: that must be told to the arbiter.
#[allow(dead_code, reason = "not every test that reads games plays them")]
pub(crate) fn is_result_contradicted(game: &PgnGame) -> bool {
    let winner = if (game.moves.len() % 2 == 1) == (game.first_to_move == Color::White) {
        GameResult::WhiteWins
    } else {
        GameResult::BlackWins
    };
    game.ending.is_some_and(|ending| match ending {
        Ending::Checkmate => game.result != Some(winner),
        Ending::Stalemate => game.result != Some(GameResult::Draw),
    })
}
