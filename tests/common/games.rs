//! Games to play: the outside collection, when it lies beside the source tree, and our own.

#[allow(dead_code, reason = "shared with other tests")]
#[path = "corpus.rs"]
mod corpus;

use std::{fs, path::PathBuf};

use touchmove::rules::pgn::{PgnGame, read_games};

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
