//! Positions to try everything in: our own, and a seeded sample of the outside collection.

use std::{collections::BTreeMap, fs};

use serde_json::Value;
use shakmaty::CastlingMode;
use touchmove::{
    emulate::Dice,
    rules::{Variant, pgn::PgnGame},
};

use super::chess::{Diagram, Kind};
use crate::common::{corpus, games};

/// Positions that are always there: among them every kind of move is legal.
const OWN: [(&str, CastlingMode); 8] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", CastlingMode::Standard),
    ("r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R b KQkq -", CastlingMode::Standard),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", CastlingMode::Standard),
    ("rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6", CastlingMode::Standard),
    ("1r2k2r/P1pp1ppp/8/8/3pP3/8/1p3PPP/R3K2R b KQk e3", CastlingMode::Standard),
    ("2r3k1/3P2p1/8/8/8/8/6P1/4K3 w - -", CastlingMode::Standard),
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf -", CastlingMode::Chess960),
    ("1rk1r3/pp3ppp/8/8/8/8/PP3PPP/1RK1R3 w EBeb -", CastlingMode::Chess960),
];

/// Positions of the collection, a few for each kind of move.
pub(crate) fn sample(each: usize, dice: &mut Dice) -> Vec<Diagram> {
    let pool: Vec<Diagram> = from_lists().collect();
    let mut chosen = own();
    let mut by_kind: BTreeMap<(Kind, bool), Vec<usize>> = BTreeMap::new();
    for (index, diagram) in pool.iter().enumerate() {
        let mut kinds: Vec<Kind> = diagram.moves.iter().map(super::chess::Move::kind).collect();
        kinds.sort();
        kinds.dedup();
        for kind in kinds {
            by_kind.entry((kind, diagram.is_chess960())).or_default().push(index);
        }
    }
    for indices in by_kind.values() {
        chosen.extend((0..each).filter_map(|_| dice.pick(indices)).map(|&index| pool[index].clone()));
    }
    chosen
}

/// Every position that the collection lists, and of every game those before castlings, captures en passant and
/// promotions, and one by chance.
pub(crate) fn all(dice: &mut Dice) -> impl Iterator<Item = Diagram> {
    let dice = std::cell::RefCell::new(dice.clone());
    let games = games::collection().into_iter().flat_map(move |(_, game)| of_game(&game, &mut dice.borrow_mut()));
    own().into_iter().chain(from_lists()).chain(games)
}

fn own() -> Vec<Diagram> {
    OWN.iter().map(|(fen, mode)| Diagram::from_fen(fen, *mode).expect("our own position")).collect()
}

fn from_lists() -> impl Iterator<Item = Diagram> {
    let lists = [
        ("perft/standard.jsonl", "fen", CastlingMode::Standard),
        ("perft/chess960.jsonl", "shredder", CastlingMode::Chess960),
        ("rules/legal_moves_rampart.jsonl", "fen", CastlingMode::Standard),
    ];
    lists.into_iter().flat_map(|(file, field, mode)| {
        let text = corpus::path(file).map(|path| fs::read_to_string(path).expect("positions")).unwrap_or_default();
        let read = move |line: &str| {
            let value: Value = serde_json::from_str(line).expect("JSON");
            let diagram = Diagram::from_fen(value[field].as_str().expect("a FEN"), mode)?;
            (!diagram.moves.is_empty() && diagram.end().is_none()).then_some(diagram)
        };
        text.lines().filter_map(read).collect::<Vec<_>>()
    })
}

fn of_game(game: &PgnGame, dice: &mut Dice) -> Vec<Diagram> {
    let mode = match game.variant {
        Variant::Chess => CastlingMode::Standard,
        Variant::Chess960 => CastlingMode::Chess960,
    };
    let chance = dice.between(0, game.moves.len() as u64) as usize;
    let Some(mut diagram) = Diagram::from_fen(&game.initial_fen, mode) else { return Vec::new() };
    let mut chosen = Vec::new();
    for (index, played) in game.moves.iter().enumerate() {
        let Some(m) = diagram.moves.iter().find(|m| m.uci == played.uci).cloned() else { break };
        let after = diagram.after(&m);
        if index == chance || !matches!(m.kind(), Kind::Capture | Kind::Quiet) {
            chosen.push(diagram);
        }
        diagram = after;
    }
    chosen
}
