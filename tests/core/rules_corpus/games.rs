//! What happens in every game of the collection: the half-moves at which python-chess found it.

use std::{collections::BTreeMap, time::Instant};

use protocols::Role;
use serde_json::Value;
use touchmove::rules::{
    CastlingSide, Ending, History, Position,
    pgn::{PgnGame, read_games},
};

use super::ends::is_dead;
use crate::common::corpus;

/// What was found in a game; half-moves count from 1.
#[derive(Debug, Default, PartialEq)]
struct Events {
    castlings: Vec<(u64, String)>,
    en_passant: Vec<u64>,
    promotions: Vec<(u64, String)>,
    captures: u64,
    threefold: Option<u64>,
    fivefold: Option<u64>,
    fifty: Option<u64>,
    seventy_five: Option<u64>,
    final_fen: String,
}

fn listed(case: &Value) -> Events {
    let named = |key: &str| -> Vec<(u64, String)> {
        let pair = |pair: &Value| {
            let name = pair[1].as_str().expect("a letter").to_owned();
            (pair[0].as_u64().expect("a half-move"), name)
        };
        case[key].as_array().expect("a list").iter().map(pair).collect()
    };
    Events {
        castlings: named("castling"),
        en_passant: case["ep"].as_array().expect("a list").iter().filter_map(Value::as_u64).collect(),
        promotions: named("promo"),
        captures: case["captures"].as_u64().expect("a number"),
        threefold: case["three"].as_u64(),
        fivefold: case["five"].as_u64(),
        fifty: case["fifty"].as_u64(),
        seventy_five: case["seventyfive"].as_u64(),
        final_fen: case["final_fen"].as_str().expect("a FEN").to_owned(),
    }
}

fn found(game: &PgnGame) -> (Events, Position) {
    let mut position = Position::from_fen(&game.initial_fen, game.variant).expect("the game was read from it");
    let mut history = History::from(position.clone());
    let mut events = Events::default();
    for (ply, played) in (1..).zip(&game.moves) {
        let m = position.legal_move(&played.uci).unwrap_or_else(|| panic!("{} in {position:?}", played.uci));
        if let Some(castling) = m.castling {
            let side = match castling.side {
                CastlingSide::King => "K",
                CastlingSide::Queen => "Q",
            };
            events.castlings.push((ply, side.to_owned()));
        }
        if m.capture.is_some_and(|square| square != m.to) {
            events.en_passant.push(ply);
        }
        if let Some(role) = m.promotion {
            let letter = match role {
                Role::Bishop => "b",
                Role::Knight => "n",
                Role::Queen => "q",
                Role::Rook => "r",
                Role::King | Role::Pawn => panic!("no promotion"),
            };
            events.promotions.push((ply, letter.to_owned()));
        }
        events.captures += u64::from(m.capture.is_some());
        position = position.play(&m);
        history.push(position.clone());
        let times = history.repetition().times;
        for (slot, reached) in [
            (&mut events.threefold, times >= 3),
            (&mut events.fivefold, times >= 5),
            (&mut events.fifty, position.halfmoves() >= 100),
            (&mut events.seventy_five, position.halfmoves() >= 150),
        ] {
            if reached && slot.is_none() {
                *slot = Some(ply);
            }
        }
    }
    events.final_fen = position.fen();
    (events, position)
}

#[test]
fn castlings_promotions_repetitions_and_ends_of_real_games_are_where_python_chess_finds_them() {
    let begun = Instant::now();
    let every = corpus::every(25);
    let mut by_file: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for case in corpus::records("rules/real_game_events.jsonl.gz") {
        by_file.entry(case["file"].as_str().expect("a file").to_owned()).or_default().push(case);
    }
    let (mut games, mut plies, mut ends, mut dead_by_search) = (0, 0, BTreeMap::<String, usize>::new(), 0);
    for (file, cases) in &by_file {
        let Some(path) = corpus::path(file) else { continue };
        // The club player's games are counted twice there, the second time empty.
        let read: Vec<PgnGame> = read_games(corpus::open(&path)).map(|game| game.expect("a readable game")).collect();
        for case in cases.iter().step_by(every) {
            let index = case["index"].as_u64().expect("a number") as usize;
            let game = read.get(index).unwrap_or_else(|| panic!("{file} has no game {index}"));
            let name = format!("{file} {index}");
            assert_eq!(Some(game.moves.len() as u64), case["plies"].as_u64(), "{name}");
            let (events, last) = found(game);
            assert_eq!(events, listed(case), "{name}");
            match (case["end"].as_str(), last.ending(), is_dead(&last)) {
                (Some("checkmate"), Some(Ending::Checkmate), false)
                | (Some("stalemate"), Some(Ending::Stalemate), false)
                | (Some("insufficient"), None, true)
                | (None, None, false) => {}
                // Found dead by search, where python-chess looks at the material only (5.2.2).
                (None, None, true) => dead_by_search += 1,
                other => panic!("{name}: {other:?}"),
            }
            *ends.entry(case["end"].as_str().unwrap_or("open").to_owned()).or_default() += 1;
            games += 1;
            plies += game.moves.len();
        }
    }
    println!(
        "{games} games, {plies} half-moves, ends {ends:?}, of the open ones {dead_by_search} dead by search, {:.1} s",
        begun.elapsed().as_secs_f64()
    );
}
