//! The hall, fed with what tables really say: logs replayed through the program's own table.

mod deciding;
mod feeding;
mod queueing;
mod recording;
mod rounds;
mod telling;

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{
    core::{Hall, Output},
    people::{Account, Role},
    protocol::requests::{Answer, Request},
    time::Time,
};
use crate::table::Replay;

/// When event time 0 is.
pub(super) const BEGIN: i64 = 1_795_000_000_000;

/// What a table says: a record's type, and its JSON.
pub(super) type Told = (String, String);

/// A table of the program, played by event logs.
pub(super) struct Played {
    replay: Replay,
    name: String,
    pub(super) now: Time,
}

impl Played {
    pub(super) fn new(name: &str) -> Played {
        Played { replay: Replay::with_whole_state(), name: name.to_owned(), now: Time(BEGIN) }
    }

    /// Takes lines of a log; gives what the table says, with times of day.
    pub(super) fn lines(&mut self, lines: &str) -> Vec<Told> {
        let mut told = Vec::new();
        for line in lines.lines() {
            let name = &self.name;
            let emit = &mut |record: &_| {
                told.push(dated(name, serde_json::to_value(record).expect("JSON")));
                Ok(())
            };
            self.replay.line(line, emit).expect("a log");
        }
        self.advance(&told);
        told
    }

    pub(super) fn finish(&mut self) -> Vec<Told> {
        let mut told = Vec::new();
        let name = &self.name;
        let emit = &mut |record: &_| {
            told.push(dated(name, serde_json::to_value(record).expect("JSON")));
            Ok(())
        };
        self.replay.finish(emit).expect("no failure");
        self.advance(&told);
        told
    }

    fn advance(&mut self, told: &[Told]) {
        let times = told.iter().filter_map(|(_, json)| serde_json::from_str::<Value>(json).ok()?["t_ms"].as_i64());
        self.now = self.now.max(Time(BEGIN + times.max().unwrap_or(0)));
    }
}

fn dated(table: &str, mut record: Value) -> Told {
    let t_ms = record["t_ms"].as_i64().unwrap_or(0);
    record["at"] = json!(Time(BEGIN + t_ms).to_string());
    record["table"] = json!(table);
    (record["type"].as_str().unwrap_or_default().to_owned(), record.to_string())
}

/// Feeds what a table says to a hall, each at its time.
pub(super) fn feed(hall: &mut Hall, table: &str, told: &[Told]) {
    for (kind, json) in told {
        let record: Value = serde_json::from_str(json).expect("JSON");
        let now = Time(BEGIN + record["t_ms"].as_i64().unwrap_or(0));
        match kind.as_str() {
            "reply" => hall.reply(table, json, now).expect("a reply"),
            _ => hall.record(table, json, now).expect("a record"),
        }
    }
}

pub(super) fn online(table: &str, seq: u64, t_ms: i64) -> Told {
    let status = json!({ "type": "status", "online": true, "version": "0.1.0", "queued": 0, "uptime_s": t_ms / 1_000,
        "board": { "state": "connected", "kind": "dgt", "port": "/dev/ttyUSB0", "serial": null }, "faults": {},
        "seq": seq, "t_ms": t_ms });
    dated(table, status)
}

/// What the hall wants done, up to now.
pub(super) fn drain(hall: &mut Hall) -> Vec<Output> {
    std::iter::from_fn(|| hall.poll()).collect()
}

/// The commands among it.
pub(super) fn commands(outputs: &[Output]) -> Vec<Value> {
    let command = |output: &Output| match output {
        Output::Command { json, .. } => serde_json::from_str(json).ok(),
        Output::Keep(_) => None,
    };
    outputs.iter().filter_map(command).collect()
}

pub(super) fn chief() -> Account {
    Account { name: "Anna Weber".to_owned(), role: Role::Chief {} }
}

pub(super) fn arbiter(name: &str) -> Account {
    Account { name: name.to_owned(), role: Role::Arbiter { sections: None } }
}

pub(super) fn ask(hall: &mut Hall, account: &Account, request: Value, now: Time) -> Answer {
    let request: Request = serde_json::from_value(request).expect("a request");
    hall.request(account, request, now)
}

/// All that a page of this account would show, from nothing.
pub(super) fn page(hall: &Hall, account: &Account, now: Time) -> Value {
    let watched: BTreeSet<String> = hall.tables.keys().cloned().collect();
    let mut changes = hall.changes(account, 0, &watched, now);
    changes.version = 0;
    serde_json::to_value(changes).expect("JSON")
}

/// Every worked case of the Laws, each a log on a line.
pub(super) fn worked_cases() -> Vec<String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let mut all = Vec::new();
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("readable").map(|file| file.expect("a file").path()).collect();
    files.sort();
    for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "jsonl")) {
        let text = std::fs::read_to_string(file).expect("UTF-8");
        all.extend(text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned));
    }
    all
}

/// Numbers that look like chance, the same each time.
pub(super) struct Chance(pub(super) u64);

impl Chance {
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % end.max(1)
    }
}

/// White plays an illegal knight's move and presses; both clocks have been read.
pub(super) const ILLEGAL: &str = r#"{"log":"touchmove/1","id":"s-7","edition":"2023","regime":"standard"}
{"t_ms":500,"ev":"clock","white_ms":3600000,"black_ms":3612000,"running":"white"}
{"t_ms":1000,"ev":"lift","sq":"g1","piece":"N"}
{"t_ms":2000,"ev":"drop","sq":"g3","piece":"N"}
{"t_ms":3000,"ev":"press","by":"white"}
{"t_ms":3005,"ev":"clock","white_ms":3597500,"black_ms":3612000,"running":"black"}
{"t_ms":9000,"ev":"time"}"#;
