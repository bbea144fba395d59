//! FEN, SAN, UCI, and every legal move by name.

use std::collections::BTreeMap;

use touchmove::rules::{FenError, Position, Variant, pgn::read_games};

use crate::common::corpus;

/// What becomes of a position that python-chess calls invalid.
enum Treated {
    /// Castling rights or an en passant square that cannot be are dropped: the FEN is then this.
    Corrected(&'static str),
    /// No game arises from it, but Article 3 says how to play on from it, and an arbiter may set up what he likes
    /// (composed positions, 7.5.1): it is read as it stands.
    PlayedFrom,
    /// Article 3 makes no sense of it.
    Refused,
}

/// By the source's reason.
const INVALID: [(&str, Treated); 6] = [
    ("castling rights", Treated::Corrected("2rrk3/8/8/8/8/8/3PPPPP/2RK4 w - - 0 1")),
    ("castling rights unless Chess960", Treated::Corrected("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w - - 0 1")),
    ("ep square occupied", Treated::Corrected("5K2/8/2pp2Pp/2PP4/P5Pp/2pP1Ppp/P6p/7k b - - 0 1")),
    ("impossible double check", Treated::PlayedFrom),
    ("side not to move in check", Treated::Refused),
    ("two stepping checkers", Treated::PlayedFrom),
];

#[test]
fn a_fen_is_read_as_far_as_article_3_makes_sense_of_it() {
    let cases = corpus::records("rules/fen_validity.jsonl");
    for case in &cases {
        let fen = case["fen"].as_str().expect("a FEN");
        let read = Position::from_fen(fen, Variant::Chess);
        if case["valid_standard_position"] == true {
            assert_eq!(read.map(|position| position.fen()).as_deref(), Ok(fen));
            continue;
        }
        let reason = case["reason"].as_str().expect("a reason");
        let known = INVALID.iter().find(|(named, _)| *named == reason);
        match known.unwrap_or_else(|| panic!("an unknown reason: {reason}")).1 {
            Treated::Corrected(corrected) => assert_eq!(read.map(|position| position.fen()).as_deref(), Ok(corrected)),
            Treated::PlayedFrom => assert_eq!(read.map(|position| position.fen()).as_deref(), Ok(fen)),
            Treated::Refused => assert!(matches!(read, Err(FenError::Position { .. })), "{read:?}"),
        }
        if reason == "castling rights unless Chess960" {
            let read = Position::from_fen(fen, Variant::Chess960).map(|position| position.fen());
            assert_eq!(read.as_deref(), Ok(fen));
        }
    }
    println!("{} positions", cases.len());
}

#[test]
fn en_passant_is_legal_only_where_the_king_stays_safe() {
    let cases = corpus::records("rules/en_passant_legality.jsonl");
    for case in &cases {
        let position = Position::from_fen(case["fen"].as_str().expect("a FEN"), Variant::Chess).expect("a position");
        let found = position.legal_move(case["uci"].as_str().expect("a move"));
        assert_eq!(found.is_some(), case["legal"] == true, "{position:?}");
        assert!(found.is_none_or(|m| m.capture.is_some_and(|square| square != m.to)));
        // The FEN names the square only where the capture is legal.
        assert_eq!(position.fen().split(' ').nth(3) == Some("-"), case["legal"] == false, "{position:?}");
    }
    println!("{} positions", cases.len());
}

#[test]
fn every_legal_move_has_its_name_and_leads_where_the_source_says() {
    let cases = corpus::records("rules/legal_moves_rampart.jsonl");
    let mut moves = 0;
    for case in &cases {
        let position = Position::from_fen(case["fen"].as_str().expect("a FEN"), Variant::Chess)
            .unwrap_or_else(|error| panic!("{}: {error}", case["id"]));
        let found: BTreeMap<String, String> =
            position.legal_moves().iter().map(|m| (position.san(m).to_string(), position.play(m).fen())).collect();
        let same = |(san, fen): (&String, &serde_json::Value)| {
            let read = Position::from_fen(fen.as_str().expect("a FEN"), Variant::Chess).expect("a position");
            // The source names the en passant square after every double step; we where the capture is legal.
            (san.clone(), read.fen())
        };
        let expected: BTreeMap<String, String> =
            case["expected"].as_object().expect("moves").iter().map(same).collect();
        assert_eq!(found, expected, "{}", case["id"]);
        moves += found.len();
    }
    println!("{} positions, {moves} moves", cases.len());
}

#[test]
fn san_is_written_and_read_as_the_sources_do() {
    let cases = corpus::records("rules/san_cases.jsonl");
    for case in &cases {
        let fen = case["fen"].as_str().expect("a FEN");
        let san = case["san"].as_str().expect("SAN");
        let text = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{san} *\n");
        let game = read_games(text.as_bytes()).next().expect("a game").expect("a readable game");
        if case["legal"] == false {
            assert!(game.moves.is_empty() && game.broke_off.is_some(), "{san} in {fen}");
            continue;
        }
        let uci = case["uci"].as_str().expect("UCI");
        assert_eq!(game.moves.iter().map(|played| played.uci.as_str()).collect::<Vec<_>>(), [uci], "{san} in {fen}");
        let position = Position::from_fen(fen, Variant::Chess).expect("a position");
        let m = position.legal_move(uci).unwrap_or_else(|| panic!("{uci} in {fen}"));
        // An annotator's opinion is no part of the move.
        assert_eq!(position.san(&m), san.trim_end_matches(['!', '?']));
        if let Some(after) = case["after"].as_str() {
            assert_eq!(position.play(&m).fen(), after);
        }
    }
    println!("{} moves", cases.len());
}
