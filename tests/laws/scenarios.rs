//! The worked cases of the Laws: every one replayed, its expectation compared, a report by edition and article.

use std::{collections::BTreeMap, fs, io::Cursor, path::Path};

use serde_json::{Value, json};
use touchmove::table::Replay;

/// What one case came to: the differences, empty where it is right.
fn differences(case: &Value) -> Vec<String> {
    let mut records: Vec<Value> = Vec::new();
    let outcome = Replay::default().run(Cursor::new(case.to_string()), &mut |record| {
        records.push(serde_json::to_value(record).expect("a record is JSON"));
        Ok(())
    });
    if let Err(error) = outcome {
        return vec![format!("not replayed: {error}")];
    }
    let expect = &case["expect"];
    let ply = case.get("ply").and_then(Value::as_u64).unwrap_or(1);
    let turn = records.iter().rev().find(|record| record["type"] == "turn" && record["ply"] == ply);
    let game = records.iter().rev().find(|record| record["type"] == "game").cloned().unwrap_or_default();
    let mut wrong = Vec::new();
    let mut compare = |what: &str, found: Value, expected: &Value| {
        if found != *expected {
            wrong.push(format!("{what}: found {found}, expected {expected}"));
        }
    };
    match turn {
        None => compare("turn", Value::Null, &json!("a record")),
        Some(turn) => {
            compare("made", turn["made"].clone(), &expect["made"]);
            compare("completed", turn["completed"].clone(), &expect["completed"]);
            compare("obligation", turn["obligation"].clone(), &expect["obligation"]);
            let touched: Vec<Value> = turn["touched"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|touch| json!({ "sq": touch["sq"], "piece": touch["piece"] }))
                .collect();
            compare("touched", json!(touched), &expect["touched"]);
        }
    }
    compare("turn_after", game["turn"].clone(), &expect["turn_after"]);
    compare("moves", game["moves"].clone(), &expect["moves"]);
    if expect.get("illegal_moves").is_some() {
        compare("illegal_moves", game["illegal_moves"].clone(), &expect["illegal_moves"]);
    }
    compare("alerts", json!(alerts(&records, expect)), &shown_alerts(expect));
    wrong
}

/// The alerts raised, in order, each as it stood at the end, with the keys that the expectation names.
fn alerts(records: &[Value], expect: &Value) -> Vec<Value> {
    let mut order: Vec<String> = Vec::new();
    let mut last: BTreeMap<String, Value> = BTreeMap::new();
    for record in records.iter().filter(|record| record["type"] == "alert") {
        let id = record["id"].as_str().expect("an alert has an id").to_owned();
        if !order.contains(&id) {
            order.push(id.clone());
        }
        last.insert(id, record.clone());
    }
    let expected = expect["alerts"].as_array().cloned().unwrap_or_default();
    order
        .iter()
        .map(|id| &last[id])
        // What the arbiter has ruled on was raised all the same.
        .filter(|alert| {
            alert["state"] != "cleared" || matches!(alert["decided"].as_str(), Some("confirm" | "let-stand"))
        })
        .enumerate()
        .map(|(index, alert)| {
            let keys = expected.get(index).and_then(Value::as_object);
            let mut shown = serde_json::Map::new();
            for key in ["kind", "article", "severity", "advisory", "data", "state"] {
                let wanted = keys.is_none_or(|keys| keys.contains_key(key));
                if wanted || matches!(key, "kind" | "article") {
                    let mut value = alert[key].clone();
                    // An expectation may leave out keys of the data.
                    if let (Some(found), Some(Value::Object(named))) =
                        (value.as_object_mut(), keys.and_then(|keys| keys.get(key)))
                    {
                        found.retain(|key, _| named.contains_key(key));
                    }
                    shown.insert(key.to_owned(), value);
                }
            }
            Value::Object(shown)
        })
        .collect()
}

fn shown_alerts(expect: &Value) -> Value {
    expect["alerts"].clone()
}

/// Right cases of all, by article and edition.
#[derive(Default)]
struct Report(BTreeMap<String, BTreeMap<String, (usize, usize)>>);

impl Report {
    fn count(&mut self, case: &Value, right: bool) {
        let edition = case["edition"].as_str().unwrap_or("2023");
        for article in case["articles"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            let cell = self.0.entry(article.to_owned()).or_default().entry(edition.to_owned()).or_default();
            cell.0 += usize::from(right);
            cell.1 += 1;
        }
    }

    fn print(&self) {
        println!("{:<14}{}", "article", EDITIONS.map(|edition| format!("{edition:>10}")).concat());
        for (article, by_edition) in &self.0 {
            let cell = |edition| by_edition.get(edition).map(|(right, cases)| format!("{right} of {cases}"));
            let cells = EDITIONS.map(|edition| format!("{:>10}", cell(edition).unwrap_or_default()));
            println!("{article:<14}{}", cells.concat().trim_end());
        }
    }
}

const EDITIONS: [&str; 5] = ["2005", "2009", "2014", "2018", "2023"];

/// The worked cases of the Laws, ours of clauses, editions and orders that they do not have, and ours of what the Laws
/// leave to convention, ours of hands that are faster than the sensors settle, of what comes after an irregularity
/// (`after.jsonl`, `hunted.jsonl`), and of what nobody saw; each with the number of cases that it holds at least: none gets lost unnoticed.
const FILES: [(&str, usize); 7] = [
    ("after.jsonl", 303),
    ("hands.jsonl", 109),
    ("hunted.jsonl", 179),
    ("laws.jsonl", 408),
    ("ours.jsonl", 324),
    ("results.jsonl", 16),
    ("unseen.jsonl", 160),
];

#[test]
fn every_worked_case_of_the_laws_is_ruled_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let mut report = Report::default();
    let mut failed = Vec::new();
    let mut count = 0;
    for (file, least) in FILES {
        let text = fs::read_to_string(folder.join(file)).expect("the worked cases are part of the source");
        let cases: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        assert!(cases.len() >= least, "{file} holds {} cases, not {least}", cases.len());
        for line in cases {
            let case: Value = serde_json::from_str(line).expect("a scenario is JSON");
            let wrong = differences(&case);
            count += 1;
            report.count(&case, wrong.is_empty());
            if !wrong.is_empty() {
                failed.push(format!("{}\n    {}", case["id"], wrong.join("\n    ")));
            }
        }
    }
    report.print();
    println!("{} of {count} worked cases right", count - failed.len());
    assert!(failed.is_empty(), "{} cases differ:\n{}", failed.len(), failed.join("\n"));
}
