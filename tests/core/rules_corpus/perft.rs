//! Counting the positions that legal moves lead to: the numbers are other programs'.

use std::time::Instant;

use serde_json::Value;
use touchmove::rules::{Position, Variant};

use crate::common::corpus;

/// Positions that cannot arise in a game, and why our number of positions is another than the source's.
const IMPOSSIBLE: [(&str, &str); 0] = [];

/// Most positions counted from one, in the sample and in the whole.
const NODES: [u64; 2] = [20_000, 3_000_000];

#[test]
fn as_many_positions_are_reached_in_chess_as_other_programs_count() {
    count("perft/standard.jsonl", 40);
}

#[test]
fn as_many_positions_are_reached_in_chess960_as_other_programs_count() {
    count("perft/chess960.jsonl", 8);
}

fn count(file: &str, sample: usize) {
    let begun = Instant::now();
    let most = NODES[usize::from(std::env::var_os("TOUCHMOVE_EVERY").is_some())];
    let (mut positions, mut nodes, mut different) = (0, 0, 0);
    for case in corpus::records(file).iter().step_by(corpus::every(sample)) {
        let id = case["id"].as_str().expect("an id");
        let variant = if case["chess960"] == true { Variant::Chess960 } else { Variant::Chess };
        let read = |key: &str| {
            let fen = case[key].as_str().expect("a FEN");
            Position::from_fen(fen, variant).unwrap_or_else(|error| panic!("{file} {id}: {error}"))
        };
        let position = read("fen");
        assert_eq!(position, read("shredder"), "{file} {id}: castling letters");
        for m in position.legal_moves() {
            assert_eq!(position.legal_move(&m.uci()), Some(m), "{file} {id}");
        }
        let reason = IMPOSSIBLE.iter().find(|(named, _)| *named == id).map(|(_, reason)| *reason);
        let mut differs = false;
        for (depth, expected) in depths(case).into_iter().filter(|(_, expected)| *expected <= most) {
            let found = perft(&position, depth);
            assert!(found == expected || reason.is_some(), "{file} {id}, {depth} plies: {found} for {expected}");
            differs |= found != expected;
            nodes += found;
        }
        assert_eq!(differs, reason.is_some(), "{file} {id}: {reason:?}");
        different += usize::from(differs);
        positions += 1;
    }
    println!(
        "{file}: {positions} positions, {nodes} nodes, {different} positions different for a known reason, {:.1} s",
        begun.elapsed().as_secs_f64()
    );
}

fn depths(case: &Value) -> Vec<(u32, u64)> {
    let nodes = case["nodes"].as_object().expect("numbers by depth");
    let number = |(depth, count): (&String, &Value)| {
        (depth.parse().expect("a number of plies"), count.as_u64().expect("a count"))
    };
    nodes.iter().map(number).collect()
}

/// The lines of `depth` plies. On the way the placement must be that of the rules core, as its FEN writes it.
fn perft(position: &Position, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let reached = moves.iter().map(|m| {
        let after = position.play(m);
        if depth == 2 {
            assert_eq!(after.fen().split(' ').next(), Some(&*after.placement().to_string()), "{position:?} {m:?}");
        }
        perft(&after, depth - 1)
    });
    reached.sum()
}
