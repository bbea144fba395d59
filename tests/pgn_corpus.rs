//! Reads every game of the outside collection, when it lies beside the source tree, and compares with what
//! python-chess found in it.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::Read,
    path::{Path, PathBuf},
};

use flate2::read::MultiGzDecoder;
use touchmove::rules::pgn::{PgnGame, read_games};

fn corpus() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    if path.is_dir() {
        Some(path)
    } else {
        println!("no corpus at {}: nothing checked", path.display());
        None
    }
}

fn open(path: &Path) -> Box<dyn Read> {
    let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    if path.extension().is_some_and(|extension| extension == "gz") {
        Box::new(MultiGzDecoder::new(file))
    } else {
        Box::new(file)
    }
}

#[test]
fn every_file_of_the_collection_has_the_games_and_half_moves_python_chess_found() {
    let Some(corpus) = corpus() else { return };
    let readme = fs::read_to_string(corpus.join("README.md")).expect("the collection has a README");
    let (mut files, mut games_read, mut plies_read, mut clocks, mut broke_off) = (0, 0, 0, 0, 0);
    let mut endings: BTreeMap<String, usize> = BTreeMap::new();
    for line in readme.lines().filter(|line| line.starts_with("| pgn/")) {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let (name, games, plies) = (columns[1], columns[4], columns[5]);
        let read: Vec<PgnGame> = read_games(open(&corpus.join(name)))
            .map(|game| game.unwrap_or_else(|error| panic!("{name}: {error}")))
            .collect();
        assert_eq!(read.len().to_string(), games, "games in {name}");
        let read_plies: usize = read.iter().map(|game| game.moves.len()).sum();
        assert_eq!(read_plies.to_string(), plies, "half-moves in {name}");
        let illegal = read.iter().filter(|game| game.broke_off.is_some()).count();
        assert_eq!(illegal.to_string(), columns[8], "illegal moves in {name}");
        files += 1;
        games_read += read.len();
        plies_read += read_plies;
        broke_off += illegal;
        clocks += read.iter().filter(|game| game.moves.iter().any(|played| played.clock_ms.is_some())).count();
        for ending in read.iter().filter_map(|game| game.ending) {
            *endings.entry(format!("{ending:?}")).or_default() += 1;
        }
    }
    println!(
        "{files} files, {games_read} games, {plies_read} half-moves, {clocks} games with clocks, {broke_off} broke off, {endings:?}"
    );
    assert!(games_read > 9_000, "only {games_read} games were read");
}

#[test]
fn odd_files_of_parser_suites_read_as_python_chess_reads_them() {
    let Some(corpus) = corpus() else { return };
    let expected = fs::read_to_string(corpus.join("pgn_edge/expected.jsonl")).expect("the collection has expectations");
    let mut files = 0;
    for line in expected.lines() {
        let expected: serde_json::Value = serde_json::from_str(line).expect("a JSON object a line");
        let name = expected["file"].as_str().expect("a file name");
        files += 1;
        if name == "chessops__headers-and-moves-on-the-same-line.pgn" {
            // Games of antichess.
            let errors = read_games(open(&corpus.join("pgn_edge").join(name))).filter(Result::is_err).count();
            assert_eq!(errors, 3, "{name}");
            continue;
        }
        let read: Vec<PgnGame> = read_games(open(&corpus.join("pgn_edge").join(name)))
            .map(|game| game.unwrap_or_else(|error| panic!("{name}: {error}")))
            .collect();
        let found: Vec<(usize, String)> = read
            .iter()
            .map(|game| (game.moves.len(), game.placement_after(usize::MAX).to_string()))
            .filter(|(plies, _)| *plies > 0)
            .collect();
        let wanted: Vec<(usize, String)> = expected["python_chess"]["first"]
            .as_array()
            .expect("games")
            .iter()
            .map(|game| {
                let fen = game["final_fen"].as_str().unwrap_or_default();
                let plies = game["plies"].as_u64().unwrap_or_default() as usize;
                (plies, fen.split(' ').next().unwrap_or_default().to_owned())
            })
            .filter(|(plies, _)| *plies > 0)
            .collect();
        // A null move is no move of chess; python-chess plays it on.
        let null_moves = ["pgn-extract__nested-comment.pgn", "pgn-extract__test-allownullmoves.pgn"];
        if null_moves.contains(&name) {
            println!("{name}: {found:?}, python-chess {wanted:?}");
            assert!(found.iter().zip(&wanted).all(|(found, wanted)| found.0 < wanted.0), "{name}");
        } else {
            assert_eq!(found, wanted, "{name}");
        }
    }
    println!("{files} odd files");
    assert!(files >= 28, "only {files} files were compared");
}
