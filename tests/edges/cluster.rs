//! Several brokers that are one: three NATS servers, two mosquittos with a bridge. Real services with emulated boards at
//! all of them, a hall and its broadcast at one; a node killed, its disk deleted, the network between nodes cut and healed.
//! Then every record is there once by number, and what is retained is the tables' own.

use std::{
    collections::{BTreeMap, BTreeSet},
    net::SocketAddr,
    time::{Duration, Instant},
};

use rumqttc::v5::mqttbytes::v5::PublishProperties;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::sleep;

use super::{
    broadcast::start,
    hall::{Table, numbers},
};
use crate::common::{
    console::Person,
    http::{self, EventStream},
    missing::skipped,
    mqtt::{Kind, Memory, Message, Proxy, Reader, TestBroker},
    nats::{self, Cluster},
    programs::Program,
    service::folder,
};

/// Longer than anything here takes; only a failing test waits so long.
const PATIENCE: Duration = Duration::from_secs(120);

/// How long a reader waits for a record before he asks for it: longer than a broker waits for an acknowledgement before it
/// delivers again (NATS: 30 s).
const GIVEN_UP: Duration = Duration::from_secs(35);

/// Everything that tables say, but answers to others.
const ALL: [&str; 1] = ["chess/#"];

/// Leaves whose records are numbered.
const NUMBERED: [&str; 3] = ["arbiter/move", "arbiter/turn", "arbiter/alert"];

/// Moves that each table plays.
const PLIES: usize = 40;

/// A walk of the knights, out and back, by both, three times with moves of pawns between: nothing is repeated too often.
fn moves() -> Vec<(&'static str, &'static str)> {
    let walk = || [("g1", "f3"), ("g8", "f6"), ("f3", "g1"), ("f6", "g8")].into_iter().cycle().take(12);
    let pawns = |file: [(&'static str, &'static str); 2]| file.into_iter();
    let (first, second) = (pawns([("a2", "a3"), ("a7", "a6")]), pawns([("b2", "b3"), ("b7", "b6")]));
    walk().chain(first).chain(walk()).chain(second).chain(walk()).collect()
}

/// A reader, and what it has heard.
struct Listener {
    id: String,
    reader: Reader,
    /// Records, by table and number.
    records: BTreeMap<(String, u64), String>,
    /// What was said last at each topic of state.
    states: BTreeMap<String, String>,
    /// Records that came once more.
    repeats: usize,
    /// Records that came the first time, and after one with a higher number.
    late: usize,
    /// Records that did not come, and were asked for.
    asked: usize,
    commands: usize,
}

impl Listener {
    async fn start(broker: SocketAddr, id: &str) -> Listener {
        Listener {
            id: id.to_owned(),
            reader: Reader::start(broker, id, &ALL).await,
            records: BTreeMap::new(),
            states: BTreeMap::new(),
            repeats: 0,
            late: 0,
            asked: 0,
            commands: 0,
        }
    }

    /// Takes what has come.
    fn hear(&mut self) {
        for Message { topic, payload, .. } in self.reader.arrived() {
            let (table, leaf) = topic.split_once('/').and_then(|(_, rest)| rest.split_once('/')).expect("three levels");
            if !NUMBERED.contains(&leaf) {
                self.states.insert(topic, payload);
                continue;
            }
            let record: Value = serde_json::from_str(&payload).expect("JSON");
            let key = (table.to_owned(), record["seq"].as_u64().expect("a number"));
            if let Some(known) = self.records.get(&key) {
                assert_eq!(known, &payload, "a repeat is the same record");
                self.repeats += 1;
                continue;
            }
            let is_late = self.records.range(key.clone()..).next().is_some_and(|((other, _), _)| *other == key.0);
            self.late += usize::from(is_late);
            self.records.insert(key, payload);
        }
    }

    fn numbers(&mut self, table: &str) -> BTreeSet<u64> {
        self.hear();
        self.records.keys().filter(|(of, _)| of == table).map(|(_, seq)| *seq).collect()
    }

    /// Waits until every record of a table has come, up to this number. What does not come it asks for, as every reader
    /// may.
    async fn has_all(&mut self, table: &str, last: u64) {
        let begun = Instant::now();
        let mut due = GIVEN_UP;
        loop {
            let found = self.numbers(table);
            let missing: Vec<u64> = (1..=last).filter(|seq| !found.contains(seq)).collect();
            let Some(first) = missing.first() else { return };
            if begun.elapsed() > due {
                println!("a reader asks {table} for {missing:?} of {last}");
                self.asked += missing.len();
                self.ask(table, first - 1).await;
                due += GIVEN_UP;
            }
            assert!(begun.elapsed() < PATIENCE, "{table} lacks {missing:?} of {last}");
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// Asks a table for all records after this one.
    async fn ask(&mut self, table: &str, seq: u64) {
        self.commands += 1;
        let id = format!("{}-{}", self.id, self.commands);
        let command = json!({ "id": id, "command": "resync", "seq": seq }).to_string();
        self.reader.publish(&format!("chess/{table}/arbiter/command"), command, PublishProperties::default()).await;
    }

    /// The records up to each table's number.
    fn up_to(&self, tables: &[(&str, &Table, u64)]) -> BTreeMap<(String, u64), String> {
        let is_up_to = |(table, seq): &(String, u64)| tables.iter().any(|(name, _, last)| name == table && seq <= last);
        let records = self.records.iter().filter(|(key, _)| is_up_to(key));
        records.map(|(key, record)| (key.clone(), record.clone())).collect()
    }

    fn tell(&self) {
        let (records, repeats, late, asked) = (self.records.len(), self.repeats, self.late, self.asked);
        println!("{}: {records} records, {asked} of them asked for, {repeats} repeats, {late} late", self.id);
    }

    /// How many moves of a table have come.
    fn moves(&mut self, table: &str) -> usize {
        self.hear();
        let of_table = self.records.iter().filter(|((of, _), _)| of == table);
        of_table.filter(|(_, record)| record.contains("\"type\":\"move\"")).count()
    }

    fn state(&mut self, table: &str, leaf: &str) -> Option<&String> {
        self.hear();
        self.states.get(&format!("chess/{table}/{leaf}"))
    }
}

/// Waits until it holds; gives how long that took.
async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) -> Duration {
    let begun = Instant::now();
    while !holds().await {
        assert!(begun.elapsed() < PATIENCE, "no {what}");
        sleep(Duration::from_millis(50)).await;
    }
    begun.elapsed()
}

async fn moves_on(listener: &mut Listener, table: &str, by: usize) -> Duration {
    let before = listener.moves(table);
    until(&format!("moves of {table}"), async || listener.moves(table) >= before + by).await
}

/// The number of a table's last record, by itself.
async fn last(table: &Table, name: &str) -> u64 {
    let metrics = http::get(table.at, "/metrics").await.body;
    let key = format!("touchmove_records_total{{table=\"{name}\"}} ");
    let number = metrics.lines().find_map(|line| line.strip_prefix(&key));
    number.and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("{metrics}"))
}

/// Waits until a table has played all of its moves, and has acknowledgements for all that it has said; gives the number of
/// its last record.
async fn is_done(table: &Table, name: &str) -> u64 {
    until("the last move", async || {
        let game = http::get(table.at, &format!("/table/{name}/game")).await;
        let tables = http::get(table.at, "/metrics").await.body;
        let queued = tables.contains(&format!("touchmove_queue_records{{table=\"{name}\"}} 0\n"));
        game.json()["moves"].as_array().is_some_and(|moves| moves.len() == PLIES) && queued
    })
    .await;
    last(table, name).await
}

/// A hall with a broadcast, and its chief arbiter.
struct Hall {
    at: SocketAddr,
    chief: Person,
    _program: Program,
    _state: TempDir,
}

impl Hall {
    async fn start(broker: SocketAddr) -> Hall {
        let state = folder();
        let config = format!(
            "state_dir = \"{}\"\nweb.listen = \"127.0.0.1:0\"\nmqtt.url = \"mqtt://{broker}\"\n[broadcast.pgn]\nhttp = true\n\
             delay_s = 0\n",
            state.path().display()
        );
        let (program, at) = start(&state, "hall", &config);
        Hall { at, chief: Person::chief(at, "Anna").await, _program: program, _state: state }
    }

    /// Waits until it has every record up to this number, each once.
    async fn is_whole(&self, table: &str, last: u64) -> Duration {
        until("whole record at the hall", async || {
            let found = numbers(&self.chief, table).await;
            // Those of the game that is on: the first ones may be of the time before it.
            let once: BTreeSet<u64> = found.iter().copied().collect();
            assert_eq!(once.len(), found.len(), "none twice");
            let first = once.first().copied().unwrap_or(u64::MAX);
            once.last() >= Some(&last) && once.len() as u64 == once.last().unwrap_or(&0) - first + 1
        })
        .await
    }

    /// Waits until so many games are told to everybody, all of them with all moves.
    async fn tells_all(&self, games: usize) -> Duration {
        until("whole games for everybody", async || {
            let pgn = http::get(self.at, "/broadcast/games.pgn").await.body;
            let whole = pgn.split("[Event ").filter(|game| game.contains(&format!("{}. ", PLIES / 2))).count();
            whole == games
        })
        .await
    }
}

/// Who comes late finds what is retained to be the tables' own, and has every record once he has asked for them.
async fn late_reader_has_all(broker: SocketAddr, who: &str, tables: &[(&str, &Table, u64)]) -> Listener {
    let mut late = Listener::start(broker, who).await;
    for (name, table, last) in tables {
        let begun = Instant::now();
        loop {
            let game = http::get(table.at, &format!("/table/{name}/game")).await.json();
            let told = late.state(name, "arbiter/game").map(|text| serde_json::from_str::<Value>(text).expect("JSON"));
            if told.as_ref() == Some(&game) {
                break;
            }
            if begun.elapsed() > PATIENCE {
                let ([told, own], fields) = ([told.unwrap_or_default(), game], ["seq", "at", "phase", "fen"]);
                let [told, own] = [told, own].map(|game| fields.map(|field| game[field].to_string()));
                panic!("{who} is told of {name}: {told:?}, which itself says {own:?}");
            }
            sleep(Duration::from_millis(100)).await;
        }
        println!("{who}: the game of {name} after {}", seconds(begun.elapsed()));
        until(&format!("presence of {name}"), async || {
            late.state(name, "status").is_some_and(|text| text.contains("\"online\":true"))
        })
        .await;
        let pgn = http::get(table.at, &format!("/table/{name}/pgn")).await.body;
        until(&format!("PGN of {name}"), async || late.state(name, "public/pgn") == Some(&pgn)).await;
        let begun = Instant::now();
        loop {
            // The table may say something new meanwhile.
            let own = standing(table, name).await;
            let told = ["board", "clock"].map(|leaf| {
                let told = late.state(name, &format!("arbiter/{leaf}"));
                told.map_or(Value::Null, |text| serde_json::from_str(text).expect("JSON"))
            });
            if told == own {
                break;
            }
            assert!(begun.elapsed() < PATIENCE, "{who} is told of {name}: {told:?}, which itself says {own:?}");
            sleep(Duration::from_millis(200)).await;
        }
        late.ask(name, 0).await;
        late.has_all(name, *last).await;
    }
    late
}

/// What a table says itself of its board and its clock.
async fn standing(table: &Table, name: &str) -> [Value; 2] {
    let mut stream = EventStream::open(table.at, &format!("/table/{name}/events")).await;
    let board = stream.until("board").await;
    [board, stream.until("clock").await]
}

fn seconds(duration: Duration) -> String {
    format!("{:.1} s", duration.as_secs_f64())
}

/// These take minutes: what one broker does is tested with all others.
fn is_wanted() -> bool {
    let wanted = std::env::var_os("TOUCHMOVE_CLUSTERS").is_some();
    if !wanted {
        skipped("TOUCHMOVE_CLUSTERS is not set");
    }
    wanted
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn three_nats_servers_lose_a_node_its_disk_and_their_network_and_nothing_of_the_games() {
    if !is_wanted() {
        return;
    }
    let Some(program) = nats::program() else { return };
    let mut cluster = Cluster::start(&program).await;
    let nodes: Vec<SocketAddr> = cluster.nodes.iter().map(|node| node.mqtt).collect();
    let mut long = Listener::start(nodes[1], "long").await;
    let hall = Hall::start(nodes[0]).await;
    let all_nodes = format!("mqtt://{} mqtt://{} mqtt://{}", nodes[2], nodes[0], nodes[1]);
    let own = |node: usize| format!("mqtt://{}", nodes[node]);
    let started = [("a", own(0)), ("b", own(1)), ("c", own(2)), ("d", all_nodes)]
        .map(|(name, urls)| (name, Table::publishing_to(&urls, name, &moves())));
    for (name, _) in &started {
        until("the first moves", async || long.moves(name) >= 4).await;
    }

    // A node is killed, and its disk is gone.
    cluster.nodes[2].kill();
    cluster.nodes[2].lose_disk();
    let elsewhere = moves_on(&mut long, "d", 2).await;
    println!("node killed: a table with several addresses is heard again after {}", seconds(elsewhere));
    for name in ["a", "b"] {
        moves_on(&mut long, name, 4).await;
    }
    cluster.nodes[2].run();
    let caught_up = cluster.is_healthy().await;
    let back = moves_on(&mut long, "c", 2).await;
    println!(
        "node back without its disk: current after {}, its table heard {} later",
        seconds(caught_up),
        seconds(back)
    );

    // The network around another one is gone: its table and its reader with it.
    let mut watch = Listener::start(nodes[0], "watch").await;
    cluster.cut(1);
    for name in ["a", "d"] {
        moves_on(&mut watch, name, 6).await;
    }
    let (of_a, of_b) = (long.moves("a"), watch.moves("b"));
    cluster.heal(1);
    let caught_up = cluster.is_healthy().await;
    let back = until("moves of b", async || watch.moves("b") > of_b).await;
    let reader = until("moves of a", async || long.moves("a") > of_a).await;
    println!(
        "network healed: current after {}, its table heard {} later, its reader hears {} after that",
        seconds(caught_up),
        seconds(back),
        seconds(reader)
    );

    // All of it is there.
    let mut tables = Vec::new();
    for (name, table) in &started {
        tables.push((*name, table, is_done(table, name).await));
    }
    let ended = Instant::now();
    for (name, _, last) in &tables {
        long.has_all(name, *last).await;
        hall.is_whole(name, *last).await;
    }
    hall.tells_all(tables.len()).await;
    println!("all complete {} after the last acknowledgement", seconds(ended.elapsed()));
    long.tell();
    for (number, node) in nodes.iter().enumerate() {
        let late = late_reader_has_all(*node, &format!("late-{number}"), &tables).await;
        assert_eq!(late.up_to(&tables), long.up_to(&tables), "every reader has the same");
    }
}

/// The second of two brokers, which takes all tables' topics from the first one and gives it its own.
async fn bridged_to(first: SocketAddr) -> TestBroker {
    let settings = format!(
        "allow_anonymous true\nqueue_qos0_messages true\nconnection other\naddress {first}\nremote_clientid bridge\n\
         bridge_protocol_version mqttv50\ncleansession false\nnotifications false\nrestart_timeout 1\n\
         keepalive_interval 5\ntopic chess/# both 1\n"
    );
    TestBroker::mosquitto(&settings, &[]).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_mosquittos_with_a_bridge_lose_one_its_disk_and_their_network_and_the_hall_has_all() {
    if !is_wanted() {
        return;
    }
    let first = TestBroker::start(Kind::Mosquitto).await;
    let bridge = Proxy::start(first.address()).await;
    let mut second = bridged_to(bridge.address()).await;
    let mut long = Listener::start(first.address(), "long").await;
    let hall = Hall::start(first.address()).await;
    let started = [("a", first.address()), ("b", second.address())]
        .map(|(name, broker)| (name, Table::start(broker, name, &moves())));
    for (name, _) in &started {
        until("the first moves", async || long.moves(name) >= 4).await;
    }

    // The bridge is cut and healed: what was said meanwhile waits.
    let mut near = Listener::start(second.address(), "near").await;
    bridge.close();
    moves_on(&mut near, "b", 4).await;
    let of_b = long.moves("b");
    bridge.open();
    let back = until("moves of b", async || long.moves("b") > of_b).await;
    println!("bridge healed: the table behind it is heard after {}", seconds(back));
    let whole = until("no gap", async || {
        let found = long.numbers("b");
        found.last().is_some_and(|last| found.len() as u64 == last - found.first().copied().unwrap_or_default() + 1)
    })
    .await;
    println!("and whole {} later", seconds(whole));

    // Cut again, and the one behind it is killed with what it had taken and not passed on.
    bridge.close();
    moves_on(&mut near, "b", 4).await;
    second.kill().await;
    let of_b = long.moves("b");
    second.start_again(Memory::Lost).await;
    bridge.open();
    let back = until("moves of b", async || long.moves("b") > of_b).await;
    println!("broker back without its disk: its table is heard after {}", seconds(back));

    let mut tables = Vec::new();
    for (name, table) in &started {
        tables.push((*name, table, is_done(table, name).await));
    }
    let ended = Instant::now();
    for (name, _, last) in &tables {
        // What the broker had taken is gone with it: the hall asks for it by itself, and all who listen hear it then.
        hall.is_whole(name, *last).await;
        long.has_all(name, *last).await;
    }
    hall.tells_all(tables.len()).await;
    println!("all complete {} after the last acknowledgement", seconds(ended.elapsed()));
    long.tell();
    for (number, broker) in [&first, &second].into_iter().enumerate() {
        let late = late_reader_has_all(broker.address(), &format!("late-{number}"), &tables).await;
        assert_eq!(late.up_to(&tables), long.up_to(&tables), "every reader has the same");
    }
}
