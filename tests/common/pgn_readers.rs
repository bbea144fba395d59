//! Programs of others that read PGN: what they find in a text of ours.

use std::{io::Write as _, process::Command};

use serde_json::Value;

use super::missing::skipped;

/// A game as python-chess reads it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ReadGame {
    pub(crate) headers: Value,
    /// UCI.
    pub(crate) moves: Vec<String>,
    /// Seconds left behind each move, where a comment says so.
    pub(crate) clocks: Vec<Option<f64>>,
    pub(crate) comments: String,
}

const SCRIPT: &str = r#"
import sys, json, chess.pgn
text = open(sys.argv[1], encoding="utf-8")
while True:
    game = chess.pgn.read_game(text)
    if game is None: break
    if game.errors: sys.exit(repr(game.errors) + repr(game.headers))
    nodes = list(game.mainline())
    print(json.dumps({"headers": dict(game.headers), "moves": [n.move.uci() for n in nodes],
        "clocks": [n.clock() for n in nodes], "comments": " ".join([game.comment] + [n.comment for n in nodes]),
        "variations": sum(len(n.variations) > 1 for n in [game] + nodes)}))
"#;

/// What python-chess reads; `None`, with a word, where it is not there. A text with errors fails the test.
pub(crate) fn python_chess(text: &str) -> Option<Vec<ReadGame>> {
    let named = std::env::var_os("TOUCHMOVE_TEST_PYTHON");
    let python = named.clone().unwrap_or_else(|| "python3".into());
    let has =
        Command::new(&python).args(["-c", "import chess.pgn"]).output().is_ok_and(|output| output.status.success());
    assert!(has || named.is_none(), "TOUCHMOVE_TEST_PYTHON has no chess");
    if !has {
        skipped(format_args!("no Python has chess"));
        return None;
    }
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(text.as_bytes()).expect("written");
    let output = Command::new(python).args(["-c", SCRIPT]).arg(file.path()).env("PYTHONIOENCODING", "utf-8").output();
    let output = output.expect("runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{errors}\n{text}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let read = |line: &str| {
        let game: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(game["variations"], 0, "{line}");
        let list = |name: &str| game[name].as_array().expect("a list").clone();
        ReadGame {
            headers: game["headers"].clone(),
            moves: list("moves").iter().map(|one| one.as_str().expect("a move").to_owned()).collect(),
            clocks: list("clocks").iter().map(Value::as_f64).collect(),
            comments: game["comments"].as_str().expect("a text").to_owned(),
        }
    };
    Some(text.lines().map(read).collect())
}

/// How many games pgn-extract reads, and of each its moves from square to square; `None`, with a word, where it is not
/// there. A text that it complains of fails the test.
pub(crate) fn pgn_extract(text: &str) -> Option<Vec<Vec<String>>> {
    // Debian has it among its games, which not everybody's path leads to.
    let places = ["pgn-extract", "/usr/games/pgn-extract"];
    let Some(program) = places.into_iter().find(|place| Command::new(place).arg("--version").output().is_ok()) else {
        skipped("there is no pgn-extract");
        return None;
    };
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(text.as_bytes()).expect("written");
    let output = Command::new(program)
        .args(["-s", "-Wuci", "--nocomments", "--notags", "-w", "100000"])
        .arg(file.path())
        .output()
        .expect("runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.trim().is_empty(), "{errors}\n{text}");
    let found = String::from_utf8_lossy(&output.stdout).into_owned();
    let is_move = |word: &&str| !["*", "1-0", "0-1", "1/2-1/2"].contains(word);
    let lines = found.lines().filter(|line| !line.trim().is_empty());
    Some(lines.map(|line| line.split_whitespace().filter(is_move).map(str::to_owned).collect()).collect())
}
