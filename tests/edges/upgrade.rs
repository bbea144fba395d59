//! A journal that version 0.1.0 left in the middle of a game goes on in this one.
//!
//! `tests/journals/in-the-middle.sqlite` was written by that version, which was then killed, against a broker that was
//! not there: an emulated DGT board, six half-moves, White's king put from e1 on e3 and his clock pressed (an illegal
//! move, open), the arbiter's names and one alert acknowledged, a command refused.

use std::{fs, path::Path};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{
    programs::touchmove,
    service::{
        assert_each_once_in_order, broker, emulator, folder, journaled, message, moves_made, service_of, subscriber,
        table, write,
    },
};

const GAME: &str = "20261124T022424Z-1/2";

/// `seq` of the last record that was kept.
const KEPT: usize = 25;

/// The board as it was left, the king put back, `Ke2` and `Nf6`.
fn play_on() -> String {
    let mut lines = vec![json!({
        "log": "touchmove/1", "fen": "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/4KN2/PPPP1PPP/RNBQ3R b kq - 1 4"
    })];
    let mut t_ms = 0;
    for (after, mut event) in [
        (0, json!({ "ev": "clock", "white_ms": 293_000, "black_ms": 410_000, "running": "white" })),
        (3_000, json!({ "ev": "lift", "sq": "e3" })),
        (700, json!({ "ev": "drop", "sq": "e1" })),
        (1_500, json!({ "ev": "lift", "sq": "e1" })),
        (700, json!({ "ev": "drop", "sq": "e2" })),
        (900, json!({ "ev": "clock", "white_ms": 290_000, "black_ms": 410_000, "running": "black" })),
        (1_500, json!({ "ev": "lift", "sq": "g8" })),
        (700, json!({ "ev": "drop", "sq": "f6" })),
        (900, json!({ "ev": "clock", "white_ms": 290_000, "black_ms": 408_000, "running": "white" })),
    ] {
        t_ms += after;
        event["t_ms"] = json!(t_ms);
        lines.push(event);
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// What `touchmove export` and `touchmove replay` print, a record a line.
fn records(arguments: &[&str]) -> Vec<Value> {
    let text = printed(arguments);
    let all = text.lines().map(|line| serde_json::from_str(line).expect("a record"));
    all.filter(|record: &Value| ["move", "turn", "alert"].iter().any(|kind| record["type"] == *kind)).collect()
}

fn printed(arguments: &[&str]) -> String {
    let output = touchmove(arguments).output().expect("it runs");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// What a record rules: kind, half-move, squares, and what has become of it.
fn ruled(record: &Value) -> Value {
    ["type", "seq", "ply", "by", "kind", "state", "squares", "article", "uci", "status", "made", "completed"]
        .iter()
        .map(|key| record[key].clone())
        .collect()
}

#[test]
fn a_game_kept_by_an_earlier_version_is_resumed_in_the_middle_and_replays_to_the_same_rulings() {
    let folder = folder();
    let table = table(&folder, "1", "dgt");
    let seen = goes_on(&folder, &table);
    assert!(!seen.iter().any(|line| line.contains("keeps the name")), "{seen:#?}");
}

/// That version called a table that nobody had named by its number; by now it would be called like the computer.
#[test]
fn the_only_table_that_nobody_named_goes_on_in_the_middle_of_its_game_by_the_name_that_it_had() {
    let folder = folder();
    let table = table(&folder, "1", "dgt").replace("name = \"1\"\n", "");
    let seen = goes_on(&folder, &table);
    assert!(seen.iter().any(|line| line.contains("The table keeps the name under which it has games")), "{seen:#?}");
}

/// The game is resumed at this table, played on, and replayed; gives what the service has logged.
fn goes_on(folder: &TempDir, table: &str) -> Vec<String> {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/journals/in-the-middle.sqlite");
    fs::copy(&kept, folder.path().join("journal.sqlite")).expect("copied");
    let state = folder.path().display().to_string();
    let of_then = records(&["export", "--from", &state, "--game", GAME, "--format", "records"]);
    assert_eq!(of_then.len(), KEPT);

    let (_broker, port) = broker(folder);
    let mut reader = subscriber(port, "1", "#");
    let events = write(folder, "events.jsonl", &play_on());
    let _board = emulator(folder, "dgt", &["--events", &events, "--stay"]);
    let table = format!("{table}laws.edition = \"2018\"\n");
    let mut running = service_of(folder, &table, &format!("mqtt.url = \"mqtt://127.0.0.1:{port}\""), &[]);
    message(&mut reader, "completion of Nf6", |message| {
        message.leaf == "arbiter/move" && message.body()["ply"] == 8 && message.body()["status"] == "completed"
    });
    // What was done before the kill is not done again, and answered as it was.
    let answered = json!({ "by": "Anna", "id": "time given", "ok": true });
    let mut publish = crate::common::programs::mosquitto("mosquitto_pub");
    publish.args(["-h", "127.0.0.1", "-q", "1", "-p", &port.to_string(), "-t", "chess/1/arbiter/command", "-m"]);
    let again = json!({ "id": "time given", "by": "Bert", "command": "set-result", "result": "0-1" });
    assert!(publish.arg(again.to_string()).status().expect("it runs").success());
    message(&mut reader, "the answer that was kept", |message| {
        message.leaf == "arbiter/reply" && message.body() == answered
    });
    running.signal("TERM");
    assert_eq!(running.ended().code(), Some(0));
    assert!(!running.seen.iter().any(|line| line.contains("gives other rulings")), "{:#?}", running.seen);

    // The broker has what waited for it as it was kept, and then the rest.
    let told = journaled(&reader);
    assert_each_once_in_order(&told);
    assert_eq!(told[..KEPT], of_then);
    assert_eq!(moves_made(&told), ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "e1e2", "g8f6"]);
    let alerts: Vec<&Value> = told[KEPT..].iter().filter(|record| record["type"] == "alert").collect();
    let states: Vec<_> = alerts.iter().map(|alert| (alert["kind"].as_str(), alert["state"].as_str())).collect();
    let restored = [(Some("position-restored"), Some("raised")), (Some("position-restored"), Some("lapsed"))];
    assert_eq!(states, [&restored[..], &[(Some("illegal-move-completed"), Some("raised"))]].concat());
    // The last is no other ruling, but what is said of the one from before the kill, now that it is put right.
    assert!(of_then.iter().any(|record| record["id"] == alerts[2]["id"]), "{}", alerts[2]);

    let log = printed(&["export", "--from", &state, "--game", GAME, "--format", "log"]);
    let log = write(folder, "log.jsonl", &log);
    let replayed: Vec<Value> = records(&["replay", &log]).iter().map(ruled).collect();
    assert_eq!(replayed, told.iter().map(ruled).collect::<Vec<_>>());
    std::mem::take(&mut running.seen)
}
