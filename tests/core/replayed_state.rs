//! What the replay of a log leaves out, its reader knows: by the rules of `docs/interfaces.md` he arrives at what is told
//! to those who have not heard the moves.

use std::{fs, path::Path};

use serde_json::{Value, json};
use touchmove::{
    emulate::{Habits, events},
    table::Replay,
};

use crate::common::{event_log, games};

/// Every so many-th game of the collection is played.
const APART: usize = 90;

/// What is touched and owed, as far as it has been told.
#[derive(Debug, Clone, Default, PartialEq)]
struct State {
    touched: Value,
    obligation: Value,
    /// Half-move and side, where a `duty` or a `move` has told them last.
    turn: Option<(Value, Value)>,
}

impl State {
    fn take(&mut self, record: &Value) {
        let free = json!({ "own": null, "opp": null, "legal": [] });
        match record["type"].as_str() {
            Some("game") => {
                self.touched = record["touched"].clone();
                let nothing = self.touched == json!([]);
                self.obligation = if nothing { free } else { record["obligation"].clone() };
            }
            Some("duty") => {
                self.touched = record["touched"].clone();
                self.obligation = record["obligation"].clone();
                self.turn = Some((record["ply"].clone(), record["by"].clone()));
            }
            _ => {}
        }
    }

    /// What the record of a move says of it.
    fn heed(&mut self, record: &Value) {
        let status = record["status"].as_str();
        if record["type"] != "move" || !matches!(status, Some("made" | "completed")) {
            return;
        }
        self.obligation = json!({ "own": null, "opp": null, "legal": [] });
        if status == Some("completed") {
            self.touched = json!([]);
            let next = if record["by"] == "white" { "black" } else { "white" };
            self.turn = Some((json!(record["ply"].as_u64().expect("a number") + 1), json!(next)));
        }
    }
}

fn is_state(record: &Value) -> bool {
    matches!(record["type"].as_str(), Some("game" | "duty"))
}

fn records(mut replay: Replay, log: &str) -> Vec<Value> {
    let mut records = Vec::new();
    let outcome = replay.run(log.as_bytes(), &mut |record| {
        records.push(serde_json::to_value(record)?);
        Ok(())
    });
    outcome.expect("a log");
    records
}

/// Compares what is known after each moment at which the whole state was told; how many there were.
fn same_state(log: &str) -> usize {
    let (whole, brief) = (records(Replay::with_whole_state(), log), records(Replay::default(), log));
    let mut brief = brief.iter().peekable();
    let (mut told, mut known, mut compared) = (State::default(), State::default(), 0);
    let mut whole = whole.iter().peekable();
    while let Some(record) = whole.next() {
        if is_state(record) {
            told.take(record);
            if whole.peek().is_some_and(|next| is_state(next)) {
                continue;
            }
            while let Some(record) = brief.next_if(|record| is_state(record)) {
                known.take(record);
            }
            // Before its first `duty` who has heard no moves knows less.
            let turn = known.turn.clone().filter(|_| told.turn.is_some());
            assert_eq!(State { turn, ..known.clone() }, told, "at {record}\nof\n{log}");
            compared += 1;
        } else {
            while let Some(record) = brief.next_if(|record| is_state(record)) {
                known.take(record);
            }
            assert_eq!(brief.next(), Some(record), "all else is told to both");
            known.heed(record);
        }
    }
    compared
}

#[test]
fn a_reader_of_the_worked_cases_knows_whose_turn_it_is_what_is_touched_and_what_is_owed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let mut compared = 0;
    for file in fs::read_dir(folder).expect("the worked cases").flatten() {
        for log in fs::read_to_string(file.path()).expect("text").lines() {
            compared += same_state(log);
        }
    }
    assert!(compared > 3_000, "{compared}");
}

/// The same log of a board that does not know its pieces.
fn on_squares(log: &str) -> String {
    let mut lines = String::new();
    for line in log.lines() {
        let mut line: Value = serde_json::from_str(line).expect("JSON");
        let fields = line.as_object_mut().expect("an object");
        if fields.contains_key("log") {
            fields.insert("sensing".to_owned(), json!("occupancy"));
        }
        fields.remove("piece");
        lines += &format!("{line}\n");
    }
    lines
}

#[test]
fn a_reader_of_real_games_knows_the_same() {
    let mut compared = 0;
    for (seed, (name, game)) in games::sample(APART) {
        let log = event_log::event_log(&name, &game, &events(&game, Habits::measured(), seed));
        compared += same_state(&log) + same_state(&on_squares(&log));
    }
    println!("{compared} states");
}
