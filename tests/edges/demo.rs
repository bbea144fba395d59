//! The round of the demo: real boards' bytes, a real service, and an arbiter at its console.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    net::SocketAddr,
    time::Duration,
};

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::{Instant, sleep};
use touchmove::rules::{
    Position, Variant,
    pgn::{PgnGame, read_games},
};

use crate::common::{
    console::{JSON, Page, Person},
    http,
    programs::{Output, Program, touchmove},
    service::{Message, folder, subscriber},
};

/// How many times faster than people the hands are here. Sensors come closer together, too.
const SPEED: f64 = 4.0;

/// In so much time every kind of incident must have come, as people play.
const WITHIN: Duration = Duration::from_secs(180);

/// How much slower hands may be here than they would like to: other tests have the processors too.
const SLACK: f64 = 2.0;

/// What may be told at each table, and what must be: the Laws' words for what its players do.
const SCRIPTED: [(&str, &[&str], &[&str]); 12] = [
    (
        "1",
        &["illegal-move-completed", "ruling-add-time"],
        &["illegal-displacement", "position-restored", "game-ended-checkmate"],
    ),
    ("2", &["press-without-move", "ruling-add-time"], &["position-restored", "game-ended-checkmate"]),
    ("3", &["touch-move-violated", "touched-piece-returned"], &["result-signalled"]),
    ("4", &["castling-rook-first"], &["result-signalled"]),
    ("5", &["promotion-missing", "ruling-add-time"], &["position-restored"]),
    ("6", &["result-signalled"], &[]),
    ("7", &["game-ended-checkmate"], &[]),
    ("8", &["flag-fall"], &[]),
    ("9", &[], &["result-signalled"]),
    ("10", &["result-signalled"], &[]),
    ("11", &["play-not-recorded", "position-mismatch"], &["result-signalled"]),
    ("12", &["claim-made", "threefold-available"], &[]),
];

/// Tables whose games go on as they were to be once the arbiter has decided, and as many half-moves that show it.
const AS_PLANNED: [(usize, usize); 3] = [(1, 14), (2, 17), (4, 18)];

/// The games, by table.
fn games() -> Vec<PgnGame> {
    let text = include_str!("../../src/emulate/demo/round.pgn");
    read_games(text.as_bytes()).map(|game| game.expect("readable")).collect()
}

fn files_in(folder: &TempDir) -> usize {
    fs::read_dir(folder.path()).expect("readable").count()
}

/// A demo and its arbiter.
struct Round {
    /// For what it makes for a time.
    folder: TempDir,
    program: Program,
    alerts: Program,
    arbiter: Person,
    page: Page,
    asked: u32,
}

impl Round {
    async fn start() -> Round {
        let folder = folder();
        let mut command = touchmove(["demo", "--tables", "12", "--speed", &SPEED.to_string(), "--ports-free"]);
        command.env("TMPDIR", folder.path());
        let mut program = Program::start(command, Output::Out);
        let line = program.until("link", |line| line.contains("/#/enter/"));
        let (page, code) =
            line.split_once("http://").and_then(|(_, link)| link.split_once("/#/enter/")).expect("a link");
        let at: SocketAddr = page.parse().expect("an address");
        let line = program.until("broker", |line| line.starts_with("MQTT"));
        let port = line.split(" -p ").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok()).expect("a port");
        let alerts = subscriber(port, "+", "arbiter/alert");
        let body = json!({ "code": code.trim() }).to_string();
        let arbiter = Person::by(at, &http::post(at, "/api/enter", &[JSON], &body).await);
        let page = arbiter.page(&[]).await;
        Round { folder, program, alerts, arbiter, page, asked: 0 }
    }

    /// What has been told at each table so far: kinds of alerts.
    fn told(&mut self) -> BTreeMap<String, BTreeSet<String>> {
        let mut told: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for message in self.alerts.so_far().iter().filter_map(|line| Message::read(line)) {
            let body = message.body();
            let text = |key: &str| body[key].as_str().unwrap_or_default().to_owned();
            told.entry(text("table")).or_default().insert(text("kind"));
        }
        told
    }

    /// Asks over `/api/request`.
    async fn ask(&mut self, mut request: Value) -> Value {
        self.asked += 1;
        request["id"] = json!(format!("test-{}", self.asked));
        let answer = self.arbiter.post("/api/request", &request).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        let answer = answer.json();
        assert_eq!(answer.get("refused"), None, "{request}: {answer}");
        answer
    }

    /// Does what is proposed in the case of this kind at a table.
    async fn as_proposed(&mut self, table: &str, kind: &str) {
        self.decide(table, kind, |offer| offer["proposed"] == true).await;
    }

    async fn decide(&mut self, table: &str, kind: &str, wanted: impl Fn(&Value) -> bool) {
        let what = format!("case of {kind} at table {table}");
        self.page.until(&what, |page| page.case(table, kind).is_some()).await;
        let case = self.page.case(table, kind).expect("a case").clone();
        let offer = case["offers"].as_array().into_iter().flatten().find(|offer| wanted(offer));
        let offer = offer.unwrap_or_else(|| panic!("nothing of the kind is offered: {case:#}"));
        self.ask(json!({ "request": "act", "table": table, "case": case["id"], "acts": offer["acts"] })).await;
    }

    /// The id of an alert of this kind that waits at a table, whatever it waits with.
    async fn alert(&mut self, table: &str, kind: &str) -> Value {
        let mut found = None;
        self.page
            .until(&format!("{kind} at table {table}"), |page| {
                let of_table = page.cases.values().filter(|case| case["tables"][0] == table);
                let mut alerts = of_table.flat_map(|case| case["alerts"].as_array().into_iter().flatten());
                found = alerts.find(|alert| alert["alert"]["kind"] == kind).map(|alert| alert["alert"]["id"].clone());
                found.is_some()
            })
            .await;
        found.expect("just found")
    }

    async fn act(&mut self, table: &str, act: Value) {
        self.ask(json!({ "request": "act", "table": table, "acts": [act] })).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_kind_of_incident_comes_within_three_minutes_and_play_goes_on_as_the_arbiter_decides() {
    let mut round = Round::start().await;
    let began = Instant::now();
    let wanted = |told: &BTreeMap<String, BTreeSet<String>>| {
        let tells = |table: &str, kind: &str| told.get(table).is_some_and(|kinds| kinds.contains(kind));
        // The claim is the arbiter's to give in.
        let missing = SCRIPTED.iter().flat_map(|(table, kinds, _)| kinds.iter().map(move |kind| (*table, *kind)));
        let missing = missing.filter(|&(table, kind)| kind != "claim-made" && !tells(table, kind));
        missing.collect::<Vec<_>>()
    };
    let (mut is_lost, mut is_found, mut is_low) = (false, false, false);
    loop {
        let told = round.told();
        let missing = wanted(&told);
        round.page.settle().await;
        let kinds: Vec<&Value> = round.page.cases.values().map(|case| &case["kind"]).collect();
        is_low |= kinds.contains(&&json!("clock-battery-low"));
        let board = &round.page.tables["9"]["link"]["board"];
        is_lost |= board == "lost";
        is_found |= is_lost && board == "connected";
        if missing.is_empty() && is_found && is_low {
            break;
        }
        assert!(
            began.elapsed() < WITHIN.mul_f64(SLACK / SPEED),
            "missing: {missing:?}; lost: {is_lost}, found: {is_found}, battery: {is_low}; told {told:#?}\n{}",
            round.program.so_far().join("\n")
        );
        sleep(Duration::from_millis(100)).await;
    }

    // The players wait: nothing moves where the arbiter is asked.
    let waiting = ["1", "2", "3", "4", "5", "6", "8", "10", "11", "12"];
    let before: Vec<u64> = waiting.iter().map(|table| round.page.plies(table)).collect();

    let begun = |page: &Page, table: &str| page.tables[table]["game"]["id"].clone();
    let tables = ["5", "6", "7", "8", "10", "12"];
    let ids: BTreeMap<String, Value> =
        round.page.tables.keys().map(|table| (table.clone(), begun(&round.page, table))).collect();

    // He decides: each in another way.
    round.as_proposed("1", "illegal-move-completed").await;
    round.decide("2", "press-without-move", |offer| offer["name"] == "dismiss").await;
    let violated = round.alert("3", "touch-move-violated").await;
    round
        .ask(json!({ "request": "act", "table": "3", "acts": [
        { "command": "confirm", "alert": violated }, { "command": "take-back", "plies": 1 },
    ] }))
        .await;
    round.decide("4", "castling-rook-first", |offer| offer["name"] == "dismiss").await;
    round.as_proposed("5", "promotion-missing").await;
    for table in ["6", "10"] {
        round.as_proposed(table, "result-signalled").await;
    }
    round.as_proposed("8", "flag-fall").await;
    let unread = &games()[10];
    let placement = unread.placement_after(21);
    let position = Position::from_fen(&format!("{placement} b - - 0 11"), Variant::Chess).expect("a position");
    round.act("11", json!({ "command": "set-position", "fen": position.fen() })).await;
    round.act("12", json!({ "command": "claim", "player": "white", "claim": "threefold" })).await;
    round.as_proposed("12", "claim-made").await;

    for (table, result) in [("6", "0-1"), ("7", "1-0"), ("8", "0-1"), ("10", "1/2-1/2"), ("12", "1/2-1/2")] {
        let what = format!("result of table {table}");
        round.page.until(&what, |page| page.tables[table]["game"]["result"] == result).await;
    }

    // And they go on with it.
    let goes_on = ["1", "2", "3", "4", "5", "11"];
    round
        .page
        .until("play that goes on", |page| {
            let mut tables = waiting.iter().zip(&before).filter(|(table, _)| goes_on.contains(table));
            tables.all(|(table, before)| page.plies(table) >= before + 6)
                && AS_PLANNED.iter().all(|(table, plies)| page.plies(&table.to_string()) >= *plies as u64)
        })
        .await;
    // As decided: the move of the touched piece, the promotion to a queen, and the moves that stand.
    let moves = |game: &Value| -> Vec<String> {
        let moves = game["moves"].as_array().into_iter().flatten();
        moves.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let mut games_now = BTreeMap::new();
    for table in 1..=12 {
        games_now.insert(table, http::get(round.arbiter.at, &format!("/table/{table}/game")).await.json());
    }
    let planned = |table: usize| -> Vec<String> { games()[table - 1].moves.iter().map(|m| m.uci.clone()).collect() };
    for (table, plies) in AS_PLANNED {
        assert_eq!(moves(&games_now[&table])[..plies], planned(table)[..plies], "table {table}");
    }
    let third = moves(&games_now[&3]);
    assert_eq!(third[..11], planned(3)[..11]);
    assert!(["b8a6", "b8c6", "b8d7"].contains(&third[11].as_str()), "{third:?}");
    let fifth = &moves(&games_now[&5])[14];
    assert!(fifth == "h7g8q" || fifth == "h7g8", "{fifth}");

    // An arbiter who begins another game has them set it up and play it, and where one is over and nothing left to
    // decide, the same two begin the next one after a rest.
    round.as_proposed("7", "game-ended-checkmate").await;
    let players = json!({ "white": "Evening, Eve", "black": "Morning, Max" });
    round.act("5", json!({ "command": "new-game", "abandon": true, "players": players })).await;
    round
        .page
        .until("games after the first", |page| {
            tables.iter().all(|&table| begun(page, table) != ids[table] && page.plies(table) >= 4)
        })
        .await;
    let fifth = http::get(round.arbiter.at, "/table/5/game").await.json();
    assert_eq!(fifth["players"], players);
    let sixth = http::get(round.arbiter.at, "/table/6/game").await.json();
    assert_eq!(sixth["players"], json!({ "white": "Silva, Beatriz", "black": "Yılmaz, Deniz" }), "{sixth}");

    // In the first games nothing was told that was not scripted, before or after.
    for line in round.alerts.so_far() {
        let Some(message) = Message::read(line) else { continue };
        let body = message.body();
        let text = |key: &str| body[key].as_str().unwrap_or_default();
        let (_, due, allowed) = SCRIPTED.iter().find(|(table, ..)| *table == text("table")).expect("a table");
        let first = ids[text("table")].as_str().expect("an id");
        let is_of_first = text("id").split('#').next() == Some(first);
        // That the pieces are back home, once it is over, is for the record.
        let is_known =
            due.contains(&text("kind")) || allowed.contains(&text("kind")) || text("kind") == "new-game-set-up";
        assert!(!is_of_first || is_known, "{body}");
    }

    // Ctrl-C ends it, and leaves nothing behind.
    round.program.signal("INT");
    assert_eq!(round.program.ended().code(), Some(0));
    assert_eq!(files_in(&round.folder), 0);
}

#[test]
fn a_terminal_that_is_closed_ends_the_demo_with_all_that_it_has_made() {
    let folder = folder();
    let mut command = touchmove(["demo", "--tables", "1", "--ports-free"]);
    command.env("TMPDIR", folder.path());
    let mut program = Program::start(command, Output::Out);
    program.until("link", |line| line.contains("/#/enter/"));
    assert_eq!(files_in(&folder), 1);
    program.signal("HUP");
    assert_eq!(program.ended().code(), Some(0));
    assert_eq!(files_in(&folder), 0);
}

#[test]
fn a_port_that_is_in_use_is_named_and_another_one_taken() {
    // Whoever has it: another program, or this one.
    let _held = std::net::TcpListener::bind(("127.0.0.1", 8080));
    let mut program = Program::start(touchmove(["demo", "--tables", "1"]), Output::Out);
    let named = program.until("port in use", |line| line.starts_with("Port 8080 is in use"));
    assert!(named.contains("a free one"), "{named}");
    let link = program.until("link", |line| line.contains("/#/enter/"));
    assert!(!link.contains(":8080/"), "{link}");
    program.signal("TERM");
    assert_eq!(program.ended().code(), Some(0));
}
