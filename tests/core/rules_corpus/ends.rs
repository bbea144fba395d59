//! Ends of the game and claims: dead positions by material, repetition, the counts of 50 and 75 moves.

use serde_json::Value;
use touchmove::rules::{By, Ending, History, MateQuestion, Position, Variant, Winnable, pgn::read_games};

use crate::common::corpus;

/// Positions searched for a mate: far more than any of these needs.
const NODES: u64 = 100_000;

fn position(case: &Value) -> Position {
    let fen = case["fen"].as_str().expect("a FEN");
    Position::from_fen(fen, Variant::Chess).unwrap_or_else(|error| panic!("{error}"))
}

fn color(name: &str) -> protocols::Color {
    match name {
        "white" => protocols::Color::White,
        "black" => protocols::Color::Black,
        other => panic!("{other:?} is no colour"),
    }
}

fn cannot_win(position: &Position, side: &str) -> bool {
    nobody_wins(position, By::Player(color(side)))
}

/// Whether the position is dead (5.2.2), unless it is over otherwise.
pub(crate) fn is_dead(position: &Position) -> bool {
    position.ending().is_none() && nobody_wins(position, By::Either)
}

fn nobody_wins(position: &Position, by: By) -> bool {
    let verdict = MateQuestion { position: position.clone(), by, nodes: NODES }.search();
    assert_ne!(verdict, Winnable::Undetermined, "{position:?} {by:?}");
    verdict == Winnable::Cannot
}

#[test]
fn who_has_too_little_to_mate_cannot_win() {
    let cases = corpus::records("rules/insufficient_material.jsonl");
    for case in &cases {
        let position = position(case);
        for (side, key) in [("white", "white_insufficient"), ("black", "black_insufficient")] {
            assert_eq!(cannot_win(&position, side), case[key] == true, "{position:?} {side}");
        }
        assert_eq!(is_dead(&position), case["automatic_draw"] == true, "{position:?}");
    }
    println!("{} positions, each side and the position as a whole", cases.len());
}

#[test]
fn an_opponent_with_too_little_to_mate_cannot_win() {
    let cases = corpus::records("rules/insufficient_opponent_scalachess.jsonl");
    for case in &cases {
        let position = position(case);
        let side = case["side"].as_str().expect("a side");
        assert_eq!(cannot_win(&position, side), case["expected_insufficient"] == true, "{position:?} {side}");
    }
    println!("{} positions", cases.len());
}

#[test]
fn fifty_moves_are_counted_and_a_mate_comes_first() {
    let cases = corpus::records("rules/fifty_moves.jsonl");
    for case in &cases {
        let position = position(case);
        let ending = position.ending();
        assert_eq!(ending == Some(Ending::Checkmate), case["checkmate"] == true, "{position:?}");
        assert_eq!(ending == Some(Ending::Stalemate), case["stalemate"] == true, "{position:?}");
        let reached = |position: &Position| position.halfmoves() >= 100;
        let over = matches!(ending, Some(Ending::Checkmate | Ending::Stalemate));
        assert_eq!(!over && reached(&position), case["fifty_reached"] == true, "{position:?}");
        // 9.3.1: a move written down, not yet made.
        let announced = position.legal_moves().iter().any(|m| reached(&position.play(m)));
        let claim = !over && (reached(&position) || announced);
        assert_eq!(claim, case["claim_possible_incl_announced_move"] == true, "{position:?}");
    }
    println!("{} positions", cases.len());
}

/// The positions of a game and how often each had appeared, the first one's once.
fn played(moves: &[&str]) -> (Position, Vec<usize>) {
    let mut position = Position::initial();
    let mut history = History::from(position.clone());
    let mut times = vec![1];
    for uci in moves {
        let m = position.legal_move(uci).unwrap_or_else(|| panic!("{uci} in {position:?}"));
        position = position.play(&m);
        times.push(history.repetition_with(&position).times);
        history.push(position.clone());
        assert_eq!(history.repetition().times, *times.last().expect("the first position at least"));
    }
    (position, times)
}

#[test]
fn positions_that_come_again_are_counted() {
    let cases = corpus::records("rules/repetition_sequences.jsonl");
    for case in &cases {
        let moves: Vec<&str> = case["uci"].as_array().expect("moves").iter().filter_map(Value::as_str).collect();
        assert_eq!((case["start"].as_str(), case["at"].as_str()), (Some("startpos"), Some("final position")));
        let (last, times) = played(&moves);
        let needed = match case["property"].as_str() {
            Some("threefold") => 3,
            Some("fivefold") => 5,
            other => panic!("an unknown property: {other:?}"),
        };
        assert_eq!(Some(&*last.fen()), case["final_fen"].as_str());
        assert_eq!(times.last().expect("positions") >= &needed, case["expected"] == true, "{}", case["id"]);
    }
    println!("{} games", cases.len());
}

#[test]
fn what_happens_on_the_way_of_a_game_is_found() {
    let cases = corpus::records("rules/game_properties_pgn_extract.jsonl");
    for case in &cases {
        assert!(case["fen"].is_null(), "games from the first position");
        let sans: Vec<&str> = case["san"].as_array().expect("moves").iter().filter_map(Value::as_str).collect();
        let text = format!("{} *\n", sans.join(" "));
        let game = read_games(text.as_bytes()).next().expect("a game").expect("a readable game");
        assert_eq!(game.moves.len(), sans.len(), "every move is read");
        let ucis: Vec<&str> = game.moves.iter().map(|played| played.uci.as_str()).collect();
        let (last, times) = played(&ucis);
        let counts = |halfmoves: u32| {
            let mut position = Position::initial();
            ucis.iter().any(|uci| {
                position = position.play(&position.legal_move(uci).expect("played above"));
                position.halfmoves() >= halfmoves
            })
        };
        let found = match case["property"].as_str() {
            Some("checkmate") => last.ending() == Some(Ending::Checkmate),
            Some("stalemate") => last.ending() == Some(Ending::Stalemate),
            Some("fifty_moves_some_point") => counts(100),
            Some("seventyfive_moves_some_point") => counts(150),
            Some("threefold_some_point") => times.iter().any(|times| *times >= 3),
            other => panic!("an unknown property: {other:?}"),
        };
        assert_eq!(found, case["expected"] == true, "{} {}", case["property"], case["src"]);
    }
    println!("{} games", cases.len());
}
