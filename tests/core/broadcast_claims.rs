//! Claims of a draw as another program finds them in our PGN: those that tables tell their arbiters of.
//!
//! The judge is `claims.py` of dedekind125/chess-claim-tool (GPL-3), which arbiters run beside broadcasts: it is run, and
//! nothing of it is here. `TOUCHMOVE_CLAIM_TOOL` names its folder `src/models`.

use std::{collections::BTreeSet, fs, path::Path, process::Command};

use protocols::Dice;
use serde_json::Value;
use shakmaty::{CastlingMode, Chess, Position as _};
use touchmove::rules::{Position, Variant};

use super::broadcast::{Played, Venue};
use crate::common::missing::skipped;

const SCRIPT: &str = r#"
import sys, json, chess.pgn
sys.path.insert(0, sys.argv[1])
import claims
finder = claims.Claims()
text = open(sys.argv[2], encoding="utf-8")
while True:
    game = chess.pgn.read_game(text)
    if game is None: break
    if game.errors: sys.exit(repr(game.errors))
    for kind, board, players, move in finder.check_game(game):
        print(json.dumps([kind.name, board, move]))
"#;

/// What is said of a game, and behind which half-move, from 1.
type Said = BTreeSet<(String, usize)>;

/// What the other program finds in a text, board by board; `None`, with a word, where it is not there.
fn judged(text: &str, boards: usize) -> Option<Vec<Said>> {
    let Some(tool) = std::env::var_os("TOUCHMOVE_CLAIM_TOOL") else {
        skipped("TOUCHMOVE_CLAIM_TOOL does not name chess-claim-tool's src/models");
        return None;
    };
    assert!(Path::new(&tool).join("claims.py").is_file(), "TOUCHMOVE_CLAIM_TOOL has no claims.py");
    let file = tempfile::NamedTempFile::new().expect("a file");
    fs::write(file.path(), text).expect("written");
    let python = std::env::var_os("TOUCHMOVE_TEST_PYTHON").unwrap_or_else(|| "python3".into());
    let output = Command::new(python).args(["-c", SCRIPT]).arg(tool).arg(file.path()).output().expect("runs");
    assert!(output.status.success(), "{}\n{text}", String::from_utf8_lossy(&output.stderr));
    let mut all = vec![Said::new(); boards];
    for line in String::from_utf8(output.stdout).expect("UTF-8").lines() {
        let [kind, board, written]: [String; 3] = serde_json::from_str(line).expect("three texts");
        let kind = match &*kind {
            "THREEFOLD" => "threefold-available",
            "FIVEFOLD" => "game-ended-fivefold",
            "FIFTY_MOVES" => "fifty-moves-available",
            "SEVENTYFIVE_MOVES" => "game-ended-75-moves",
            other => panic!("{other}"),
        };
        // `4.Nf3`, `4...Ng8`: it counts from the first move that it reads.
        let number: usize = written.split('.').next().and_then(|number| number.parse().ok()).expect("a number");
        let ply = number * 2 - usize::from(!written.contains("..."));
        let board: usize = board.parse().expect("a board");
        all[board - 1].insert((kind.to_owned(), ply));
    }
    Some(all)
}

/// Plays on, and gives what the table tells its arbiter of claims and draws.
fn play(played: &mut Played, moves: &[String]) -> Said {
    const KINDS: [&str; 4] =
        ["threefold-available", "game-ended-fivefold", "fifty-moves-available", "game-ended-75-moves"];
    let mut said = Said::new();
    played.arbiters.clear();
    for (ply, uci) in (1..).zip(moves) {
        played.moves(uci, true, None);
        for record in std::mem::take(&mut played.arbiters) {
            let record: Value = serde_json::from_str(&record).expect("JSON");
            let kind = record["kind"].as_str().unwrap_or_default();
            if record["type"] == "alert" && record["state"] == "raised" && KINDS.contains(&kind) {
                said.insert((kind.to_owned(), ply));
            }
        }
    }
    said
}

/// Half-moves with a king or a rook alone, so many, none of which takes anything, with no position a third time.
fn wandering(fen: &str, plies: usize) -> Vec<String> {
    let mut position: Chess =
        fen.parse::<shakmaty::fen::Fen>().expect("a FEN").into_position(CastlingMode::Standard).expect("a position");
    let mut dice = Dice::new(4);
    let mut seen: std::collections::BTreeMap<String, usize> = std::collections::BTreeMap::new();
    let mut moves = Vec::new();
    while moves.len() < plies {
        let all: Vec<_> = position.legal_moves().into_iter().filter(|m| !m.is_capture()).collect();
        let m = all[usize::try_from(dice.throw() % all.len() as u64).expect("small")];
        let mut after = position.clone();
        after.play_unchecked(m);
        let key = shakmaty::fen::Fen::from_position(&after, shakmaty::EnPassantMode::Legal).to_string();
        let key = key.split(' ').take(2).collect::<String>();
        // Nobody is mated, stalemated, or left without a move that takes nothing.
        let goes_on = after.legal_moves().into_iter().any(|m| !m.is_capture());
        if goes_on && seen.get(&key).is_none_or(|times| *times < 2) {
            *seen.entry(key).or_default() += 1;
            moves.push(m.to_uci(CastlingMode::Standard).to_string());
            position = after;
        }
    }
    moves
}

#[test]
fn another_program_finds_the_claims_that_arbiters_are_told_of() {
    const ROOKS: &str = "k6r/8/8/8/8/8/8/K6R w - - 0 60";
    let knights: Vec<String> =
        ["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle().take(16).map(|uci| (*uci).to_owned()).collect();
    let mut lines = vec![(Position::initial(), knights)];
    // The queen's pawn has gone two squares: the position is another one as long as it can be taken.
    let opened =
        ["e2e4", "a7a6", "e4e5", "d7d5", "g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8", "b1c3"];
    lines.push((Position::initial(), opened.map(str::to_owned).to_vec()));
    let rooks = Position::from_any_fen(ROOKS, Variant::Chess).expect("a position");
    lines.push((rooks.clone(), wandering(ROOKS, 100)));
    lines.push((rooks, wandering(ROOKS, 150)));
    let mut venue = Venue::prompt(4);
    let mut ours = Vec::new();
    for (board, (from, moves)) in (1..).zip(&lines) {
        let mut played = Played::new(&board.to_string(), from.clone());
        ours.push(play(&mut played, moves));
        venue.hear(board, &mut played);
    }
    let has = |board: usize, kind: &str, ply: usize| ours[board - 1].contains(&(kind.to_owned(), ply));
    assert!(has(1, "threefold-available", 8) && has(1, "game-ended-fivefold", 16), "{ours:?}");
    assert!(has(3, "fifty-moves-available", 100) && has(4, "game-ended-75-moves", 150), "{ours:?}");
    if let Some(judged) = judged(&venue.text(), lines.len()) {
        assert_eq!(ours, judged);
    }
}
