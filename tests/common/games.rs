//! Games to play: the outside collection, when it lies beside the source tree, and our own.

use std::{
    fs::{self, File},
    io::Read,
    path::{Path, PathBuf},
};

use flate2::read::MultiGzDecoder;
use touchmove::rules::pgn::{PgnGame, read_games};

/// Every game of the collection in a fixed order, each with its file and number in it, and our own first.
pub(crate) fn collection() -> Vec<(String, PgnGame)> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus/pgn");
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in ["boards", "chess960", "online", "plain"] {
        let Ok(entries) = fs::read_dir(corpus.join(folder)) else {
            println!("no games at {}: only our own game is played", corpus.join(folder).display());
            continue;
        };
        files.extend(entries.map(|entry| entry.expect("a directory entry").path()));
    }
    files.sort();
    let mut games: Vec<(String, PgnGame)> = read_games(touchmove::emulate::DEMO_PGN.as_bytes())
        .map(|game| ("demo 0".to_owned(), game.expect("our own game")))
        .collect();
    for path in files {
        let file = File::open(&path).expect("a file of the collection");
        let source: Box<dyn Read> = if path.extension().is_some_and(|extension| extension == "gz") {
            Box::new(MultiGzDecoder::new(file))
        } else {
            Box::new(file)
        };
        let name = path.file_name().expect("a file name").to_string_lossy().into_owned();
        for (index, game) in read_games(source).enumerate() {
            games.push((format!("{name} {index}"), game.expect("a readable game")));
        }
    }
    games
}
