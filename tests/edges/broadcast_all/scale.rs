//! A large hall at the pace of its games: many services, one hall, pages that take its whole stream, every output on and
//! read. What goes over the broker, what each part takes, and how late everybody hears of a move.
//!
//! `TOUCHMOVE_SCALE=1800 cargo test --release --test edges scale:: -- --nocapture` goes on for half an hour with 400
//! tables, 50 at each service, and 20 pages; `TOUCHMOVE_TABLES`, `TOUCHMOVE_STREAMS` and `TOUCHMOVE_THINKING` (1000; in
//! thousandths of the games' own thinking times) set others. Without the first variable nothing is done.

use std::{
    collections::{BTreeMap, HashMap},
    net::SocketAddr,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tokio::{sync::mpsc, time::sleep};

use super::{
    super::livechess::{Socket, setup, subscribe},
    outputs::Outputs,
    stage::{Boards, Stage},
};
use crate::common::{
    console::Person,
    http,
    livechess::Eboard,
    missing::skipped,
    mqtt::Reader,
    service::START,
    watched::{Watched, epoch_ms, number, percentile},
};

/// Tables of one service.
const OF_ONE: usize = 50;

/// How long boards wait with their first moves: the round is started meanwhile.
const LEAD: Duration = Duration::from_secs(60);

/// How often what programs take is looked at.
const LOOK: Duration = Duration::from_secs(5);

/// How often whoever shows the round's PGN asks for it.
const ASKS: Duration = Duration::from_secs(1);

/// Who has heard that a board has come to so many half-moves, and when, in milliseconds since 1970.
struct Told {
    by: &'static str,
    table: String,
    plies: usize,
    at: f64,
}

/// Listens to every board at LiveChess' port.
async fn hears_the_port(live: SocketAddr, told: mpsc::UnboundedSender<Told>) {
    let mut socket = Socket::open(live, &[]).await.expect("it is served");
    let answer = socket.ask(json!({ "id": 1, "call": "eboards" })).await;
    let boards: Vec<Eboard> = serde_json::from_value(answer.param).expect("boards");
    for (id, board) in (1..).zip(&boards) {
        let mut said = subscribe(&json!(board.serialnr));
        said["param"]["id"] = json!(id);
        socket.say(&said.to_string()).await;
        // Moves are told behind a position that the client names.
        let mut since = setup(START);
        since["param"]["id"] = json!(id);
        socket.say(&since.to_string()).await;
    }
    while let Some(frame) = socket.text().await {
        let at = epoch_ms();
        let frame: Value = serde_json::from_str(&frame).expect("JSON");
        let (Some(id), Some(sans)) = (frame["id"].as_u64(), frame["param"]["san"].as_array()) else { continue };
        // A board that says its own number names its table in a comment.
        let board = &boards[id as usize - 1];
        let table = board.comment.as_ref().and_then(|comment| comment.strip_prefix("Table "));
        let table = table.unwrap_or(&board.serialnr).to_owned();
        if told.send(Told { by: "LiveChess' port", table, plies: sans.len(), at }).is_err() {
            return;
        }
    }
}

/// Asks for the round's PGN again and again.
async fn asks_for_pgn(at: SocketAddr, seats: Vec<String>, told: mpsc::UnboundedSender<Told>) {
    let mut known: HashMap<usize, usize> = HashMap::new();
    loop {
        sleep(ASKS).await;
        let pgn = http::get(at, "/broadcast/games.pgn").await.body;
        let now = epoch_ms();
        // A clock time stands behind each half-move, and nowhere else.
        for (place, game) in pgn.split("[Event ").skip(1).enumerate() {
            let plies = game.matches("[%clk").count();
            if known.insert(place, plies) == Some(plies) {
                continue;
            }
            let Some(table) = seats.get(place).cloned() else { continue };
            if told.send(Told { by: "PGN by address", table, plies, at: now }).is_err() {
                return;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_large_hall_with_every_output() {
    let Ok(seconds) = std::env::var("TOUCHMOVE_SCALE") else {
        skipped("TOUCHMOVE_SCALE is not set");
        return;
    };
    let seconds = Duration::from_secs(seconds.parse().expect("seconds"));
    let (tables, streams) = (number("TOUCHMOVE_TABLES", 400), number("TOUCHMOVE_STREAMS", 20));
    let thinking = number("TOUCHMOVE_THINKING", 1_000) as f64 / 1_000.0;
    let mut stage = Stage::build(tables, OF_ONE, 1.0).await;
    let address = stage.broker.address();
    let mut moves = Reader::start(address, "moves", &["chess/+/arbiter/move"]).await;
    let mut broker = Reader::start(address, "broker", &["$SYS/broker/#"]).await;
    let mut outputs = Outputs::begin(&stage).await;
    let boards = Boards::set_up(&stage, 1, thinking, 1, LEAD);
    let begun = Instant::now();
    let seats = stage.start_round(1).await;
    println!(
        "{tables} tables of {} services; the round is started after {:.0} s",
        stage.services.len(),
        begun.elapsed().as_secs_f64()
    );
    outputs.at_round(&stage, 1).await;

    let (sender, mut told) = mpsc::unbounded_channel();
    for at in 0..streams {
        // Each signs in for itself: one session has only so many pages.
        let mut page = Person::sign_in(stage.at, "Anna").await.page(&[]).await;
        let sender = (at == 0).then(|| sender.clone());
        tokio::spawn(async move {
            let mut known: HashMap<String, u64> = HashMap::new();
            while page.take().await {
                let Some(sender) = &sender else { continue };
                let at = epoch_ms();
                for (table, view) in &page.tables {
                    let plies = view["game"]["plies"].as_u64().unwrap_or(0);
                    if known.insert(table.clone(), plies) != Some(plies) {
                        let told = Told { by: "a page's stream", table: table.clone(), plies: plies as usize, at };
                        if sender.send(told).is_err() {
                            return;
                        }
                    }
                }
            }
        });
    }
    tokio::spawn(hears_the_port(stage.live, sender.clone()));
    tokio::spawn(asks_for_pgn(stage.at, seats, sender));

    let mosquitto = stage.broker.process().expect("mosquitto runs");
    let mut parts = [
        Watched::new("hall", vec![stage.hall.id()]),
        Watched::new("services", stage.services.iter().map(|service| service.id()).collect()),
        Watched::new("broker", vec![mosquitto]),
        Watched::new("boards, readers and pages (this test)", vec![std::process::id()]),
    ];
    // Half-moves by table and number: when each was made, and when it was completed.
    let (mut made, mut completed): (BTreeMap<(String, usize), f64>, BTreeMap<_, _>) = Default::default();
    let mut late: BTreeMap<&'static str, Vec<f64>> = BTreeMap::new();
    let mut unmatched: Vec<Told> = Vec::new();
    let mut counters: BTreeMap<String, (f64, f64)> = BTreeMap::new();
    // Boards begin one after the other.
    sleep(LEAD + Duration::from_millis(100 * tables as u64)).await;
    let (begun, begun_ms) = (Instant::now(), epoch_ms());
    let bytes_before: BTreeMap<&str, u64> = outputs.bytes(&stage).into_iter().collect();
    let mut counted = 0_usize;
    while begun.elapsed() < seconds {
        sleep(LOOK).await;
        parts.iter_mut().for_each(Watched::look);
        for message in broker.arrived() {
            let Ok(value) = message.payload.parse::<f64>() else { continue };
            counters.entry(message.topic).or_insert((value, value)).1 = value;
        }
        for message in moves.arrived() {
            let body = message.json();
            let table = body["table"].as_str().expect("a table").to_owned();
            let ply = body["ply"].as_u64().expect("a half-move") as usize;
            let at: jiff::Timestamp = body["at"].as_str().expect("a time").parse().expect("a time");
            let at = at.as_microsecond() as f64 / 1_000.0;
            match body["status"].as_str() {
                Some("made") => {
                    counted += usize::from(at >= begun_ms);
                    made.entry((table, ply)).or_insert(at);
                }
                Some("completed") => {
                    completed.entry((table, ply)).or_insert(at);
                }
                _ => {}
            }
        }
        while let Ok(one) = told.try_recv() {
            unmatched.push(one);
        }
        unmatched.retain(|one| {
            let key = (one.table.clone(), one.plies);
            // The public is told of completed moves, the arbiter of made ones.
            let since = if one.by == "a page's stream" { made.get(&key) } else { completed.get(&key) };
            if let Some(since) = since.filter(|since| **since >= begun_ms) {
                late.entry(one.by).or_default().push(one.at - since);
            }
            since.is_none() && epoch_ms() - one.at < 60_000.0
        });
    }
    let lasted = begun.elapsed().as_secs_f64();
    println!("{lasted:.0} s: {counted} half-moves, {:.1} a second; {streams} pages", counted as f64 / lasted);
    for (by, times) in &mut late {
        times.sort_by(f64::total_cmp);
        let [p50, p99] = [50, 99].map(|of_hundred| percentile(times, of_hundred));
        println!(
            "{by}: {} times, {p50:.0} ms (p50), {p99:.0} ms (p99), {:.0} ms (longest) after it was {}",
            times.len(),
            times.last().expect("one"),
            if *by == "a page's stream" { "made" } else { "completed" }
        );
    }
    for name in ["messages/received", "messages/sent", "bytes/received", "bytes/sent"] {
        if let Some((first, last)) = counters.get(&format!("$SYS/broker/{name}")) {
            println!("broker, {name}: {:.0} a second", (last - first) / lasted);
        }
    }
    for part in &parts {
        part.told();
    }
    for (name, bytes) in outputs.bytes(&stage) {
        let sent = bytes - bytes_before.get(name).copied().unwrap_or_default();
        println!("{name}: {:.0} bytes a second, {:.0} a half-move", sent as f64 / lasted, sent as f64 / counted as f64);
    }
    drop(boards);
    for by in ["a page's stream", "LiveChess' port", "PGN by address"] {
        let heard = late.get(by).map_or(0, Vec::len);
        assert!(heard * 2 > counted, "{by} has heard of {heard} of {counted}");
    }
}
