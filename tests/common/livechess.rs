//! What readers of DGT's forms demand, by the rules in their sources: each form with its exact keys and types. No code of
//! theirs: checkers written from what they read. And one of the readers itself, where a Python has it.

use std::{collections::BTreeMap, fs, process::Command};

use serde::{Deserialize, Deserializer, de::DeserializeOwned};
use serde_json::Value;

use super::missing::skipped;

/// A key that must be there, though it may be `null`.
fn must_be_there<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    Option::deserialize(deserializer)
}

/// Reads a form in which no key is missing and none is unknown.
pub(crate) fn strict<T: DeserializeOwned>(json: &str) -> T {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{error} in {json}"))
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub(crate) struct Clock {
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) white: Option<u32>,
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) black: Option<u32>,
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) run: Option<bool>,
    pub(crate) time: i64,
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub(crate) struct Eboard {
    pub(crate) serialnr: String,
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) source: Option<String>,
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) state: Option<String>,
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) battery: Option<String>,
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) comment: Option<String>,
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) board: Option<String>,
    pub(crate) flipped: bool,
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) clock: Option<Clock>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TournamentRow {
    pub(crate) uuid: String,
    pub(crate) description: String,
    pub(crate) rounds: u16,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LocalTournament {
    pub(crate) uuid: String,
    pub(crate) name: String,
    pub(crate) description: String,
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) location: Option<String>,
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) country: Option<String>,
    pub(crate) rounds: u16,
    pub(crate) eboards: Vec<Option<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LocalRound {
    pub(crate) nr: u16,
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) date: Option<String>,
    pub(crate) pairings: Vec<LocalPairing>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LocalPairing {
    pub(crate) nr: u16,
    pub(crate) uuid: String,
    pub(crate) white: Player,
    pub(crate) black: Player,
    pub(crate) live: bool,
    pub(crate) result: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LocalGame {
    pub(crate) chess960: u16,
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) result: Option<String>,
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) comment: Option<String>,
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) clock: Option<Clock>,
    pub(crate) moves: Vec<String>,
}

/// With a number in quotes a reader refuses the whole round.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Player {
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) fname: Option<String>,
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) mname: Option<String>,
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) lname: Option<String>,
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) title: Option<String>,
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) federation: Option<String>,
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) gender: Option<String>,
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) fideid: Option<i32>,
}

impl Player {
    /// As Lichess puts it together.
    pub(crate) fn name(&self) -> String {
        let parts = [&self.fname, &self.mname, &self.lname].into_iter().flatten();
        parts.map(String::as_str).collect::<Vec<_>>().join(" ")
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Meta {
    pub(crate) id: String,
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) host: Option<String>,
    pub(crate) format: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tournament {
    pub(crate) id: String,
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) name: Option<String>,
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) location: Option<String>,
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) country: Option<String>,
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) website: Option<String>,
    pub(crate) rules: String,
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) chess960: Option<String>,
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) timecontrol: Option<String>,
    pub(crate) rounds: Vec<RoundCount>,
    pub(crate) eboards: Vec<Option<String>>,
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub(crate) struct RoundCount {
    pub(crate) count: usize,
    pub(crate) live: usize,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Index {
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) date: Option<String>,
    pub(crate) pairings: Vec<Pairing>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pairing {
    pub(crate) white: Player,
    pub(crate) black: Player,
    pub(crate) result: String,
    pub(crate) live: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct Game {
    pub(crate) live: bool,
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) serial_nr: Option<String>,
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) first_move: Option<i64>,
    pub(crate) chess960: u16,
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) result: Option<String>,
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) comment: Option<String>,
    #[serde(deserialize_with = "must_be_there")]
    pub(crate) clock: Option<Clock>,
    pub(crate) moves: Vec<String>,
}

/// A move as Lichess takes it apart: SAN, seconds left, seconds taken.
pub(crate) type Read = (String, Option<u32>, Option<u32>);

impl Game {
    /// The moves as Lichess has them in the end: it trusts the clock more than the last two moves.
    pub(crate) fn for_lichess(&self) -> Vec<Read> {
        let mut moves: Vec<Read> = self.moves.iter().map(|text| read_move(text)).collect();
        let first = moves.len().saturating_sub(2);
        if let Some(clock) = &self.clock {
            for (place, played) in moves.iter_mut().enumerate().skip(first) {
                let shown = if place % 2 == 0 { clock.white } else { clock.black };
                played.1 = shown.or(played.1);
            }
        }
        moves
    }

    /// The result as Lichess knows it; it may know none.
    pub(crate) fn outcome(&self) -> Option<&'static str> {
        match self.result.as_deref()? {
            "WHITEWIN" | "1-0" => Some("1-0"),
            "BLACKWIN" | "0-1" => Some("0-1"),
            "DRAW" | "1/2-1/2" => Some("1/2-1/2"),
            "0-0" => Some("0-0"),
            "1/2-0" => Some("1/2-0"),
            "0-1/2" => Some("0-1/2"),
            _ => None,
        }
    }
}

/// `Nc2 34+2`, `dxe4 63`, `fxe4 +31`, `Nf3`.
fn read_move(text: &str) -> Read {
    let mut parts = text.split(' ');
    let san = parts.next().unwrap_or_default().to_owned();
    let (left, taken) = match parts.next().map(|times| times.split_once('+').unwrap_or((times, ""))) {
        Some((left, taken)) => (left.parse().ok(), taken.parse().ok()),
        None => (None, None),
    };
    (san, left, taken)
}

const SCRIPT: &str = r#"
import json, sys
from livechess import local, main
answers = json.load(open(sys.argv[1], encoding="utf-8"))
def get(self, path):
    return json.loads(answers[path])
local.LiveChessLocal._get = get
main.app(sys.argv[2:])
"#;

/// The same over the network: it knows no port but the usual one.
const SCRIPT_AT: &str = r#"
import sys
from livechess import local, main
local.LiveChessLocal.__init__.__defaults__ = (None, int(sys.argv[1]))
main.app(sys.argv[2:])
"#;

/// PyPI's `livechess` as a reader of these answers, by path; what it prints. `None`, with a word, where it is not there.
pub(crate) fn livechess(answers: &BTreeMap<String, String>, arguments: &[&str]) -> Option<String> {
    let file = tempfile::NamedTempFile::new().expect("a file");
    fs::write(file.path(), serde_json::to_string(answers).expect("JSON")).expect("written");
    let path = file.path().to_str().expect("a path");
    run(SCRIPT, &[&[path], arguments].concat())
}

/// The same as a client of a port of this computer.
pub(crate) fn livechess_at(port: u16, arguments: &[&str]) -> Option<String> {
    run(SCRIPT_AT, &[&[port.to_string().as_str(), arguments[0], "--host", "127.0.0.1"], &arguments[1..]].concat())
}

fn run(script: &str, arguments: &[&str]) -> Option<String> {
    let named = std::env::var_os("TOUCHMOVE_TEST_PYTHON");
    let python = named.unwrap_or_else(|| "python3".into());
    let has = Command::new(&python).args(["-c", "import livechess.main"]).output();
    if !has.is_ok_and(|output| output.status.success()) {
        skipped(format_args!("no Python has livechess"));
        return None;
    }
    let output = Command::new(python).args(["-c", script]).args(arguments).env("COLUMNS", "200").output();
    let output = output.expect("runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{arguments:?}: {errors}");
    Some(String::from_utf8(output.stdout).expect("UTF-8"))
}

/// A frame of the interface's socket.
#[derive(Debug, Clone, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub(crate) struct Frame {
    pub(crate) response: String,
    pub(crate) id: Value,
    pub(crate) param: Value,
    pub(crate) time: i64,
}
