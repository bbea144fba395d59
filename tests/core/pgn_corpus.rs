//! Reads every game of the outside collection, when it lies beside the source tree, and compares with what
//! python-chess found in it.

use std::{collections::BTreeMap, fs};

use touchmove::rules::pgn::{PgnGame, read_games};

use crate::common::corpus;

#[test]
fn every_file_of_the_collection_has_the_games_and_half_moves_python_chess_found() {
    let Some(readme) = corpus::path("README.md") else { return };
    let readme = fs::read_to_string(readme).expect("the collection has a README");
    let (mut files, mut games_read, mut plies_read, mut clocks, mut broke_off) = (0, 0, 0, 0, 0);
    let mut endings: BTreeMap<String, usize> = BTreeMap::new();
    for line in readme.lines().filter(|line| line.starts_with("| pgn/")) {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let (name, games, plies) = (columns[1], columns[4], columns[5]);
        let read: Vec<PgnGame> = read_games(corpus::open(&corpus::path(name).expect("a file of the collection")))
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
    let cases = corpus::records("pgn_edge/expected.jsonl");
    let mut files = 0;
    for expected in &cases {
        let name = expected["file"].as_str().expect("a file name");
        let path = corpus::path("pgn_edge").expect("the folder of the list").join(name);
        files += 1;
        if name == "chessops__headers-and-moves-on-the-same-line.pgn" {
            // Games of antichess.
            let errors = read_games(corpus::open(&path)).filter(Result::is_err).count();
            assert_eq!(errors, 3, "{name}");
            continue;
        }
        let read: Vec<PgnGame> = read_games(corpus::open(&path))
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
    assert!(cases.is_empty() || files >= 28, "only {files} files were compared");
}
