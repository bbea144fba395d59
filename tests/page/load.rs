//! A hall at blitz pace: many tables, many browsers, and how long it takes from a piece put down to the pixels.
//!
//! `TOUCHMOVE_LOAD=600 cargo test --release --test page load:: -- --nocapture` goes on for ten minutes;
//! `TOUCHMOVE_TABLES` (200) and `TOUCHMOVE_BROWSERS` (2) set how many there are, `TOUCHMOVE_STREAMS` (18) how many pages
//! more take the whole stream and draw nothing: twenty browsers would take all of a small computer themselves.
//! `TOUCHMOVE_THINKING` (50) sets which thousandths of their thinking times the hands take. Without the first variable
//! nothing is done.

use std::{
    collections::{BTreeMap, HashMap},
    fs,
    time::{Duration, Instant},
};

use protocols::dgt;
use rumqttc::v5::mqttbytes::v5::PublishProperties;
use serde_json::{Value, json};
use touchmove::{
    emulate::{Begin, End, Habits, Play, Pty, Settings, Show, emulate},
    rules::pgn::{PgnGame, read_games},
};

use crate::{
    common::{
        console::{self, PASSWORD},
        missing::skipped,
        mqtt::{Reader, TestBroker},
        programs::{Output, Program, touchmove},
        service::{folder, write},
        watched::{Watched, epoch_ms, number, percentile},
    },
    console::Person,
    driver::Browser,
};

/// Tables of one service.
const OF_ONE: usize = 50;

/// Which thousandths of the thinking times of the games the hands take: a half-move every few seconds.
const THINKING: usize = 50;

/// How often what programs take is looked at.
const LOOK: Duration = Duration::from_secs(5);

/// Half-moves of each table after which growth is none of the first games any more.
const GAMES_OVER: usize = 200;

/// How long the beginning lasts, of which nothing is counted: boards are found, games are set up, pages are opened.
const BEGINNING: Duration = Duration::from_secs(30);

/// Notes when the page shows a move: after the document has changed and two frames were drawn.
const WATCH: &str = "
    const done = arguments[0];
    import('/console/live/state.js').then(({ state }) => {
        window.shown = [];
        const known = new Map();
        let waits = false;
        const look = () => {
            waits = false;
            const now = performance.timeOrigin + performance.now();
            for (const [table, view] of state.tables) {
                const key = `${view.game?.id} ${view.game?.plies}`;
                if (known.get(table) !== key) {
                    known.set(table, key);
                    if (view.game?.plies) window.shown.push([view.game.id, view.game.plies, now]);
                }
            }
        };
        new MutationObserver(() => {
            if (waits) return;
            waits = true;
            requestAnimationFrame(() => requestAnimationFrame(look));
        }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
        done(true);
    }, (error) => done(String(error)));";

fn games() -> Vec<PgnGame> {
    let text = include_str!("../../src/emulate/demo/round.pgn");
    read_games(text.as_bytes()).map(|game| game.expect("readable")).collect()
}

/// The services, each with its boards, which play on and on.
fn services(broker: &TestBroker, tables: usize) -> Vec<(tempfile::TempDir, Program)> {
    let games = games();
    let thinking = number("TOUCHMOVE_THINKING", THINKING) as f64 / 1_000.0;
    let of_service = |first: usize| {
        let state = folder();
        let mut config = format!(
            "state_dir = \"{}/state\"\nweb.listen = \"127.0.0.1:0\"\nmqtt.url = \"mqtt://{}\"\n",
            state.path().display(),
            broker.address()
        );
        for number in first..tables.min(first + OF_ONE) {
            let link = state.path().join(format!("board-{number}"));
            let pty = Pty::open(&link).expect("a terminal");
            let mut order: Vec<PgnGame> =
                (0..games.len()).map(|at| games[(at + number) % games.len()].clone()).collect();
            let begins = order.remove(0);
            let habits = Habits { thinking, ..Habits::measured() };
            let play = Play::new(begins, habits, number as u64).held();
            let more = order.into_iter().cycle();
            let show = Show::Games {
                device: (dgt::BOARD.device)(dgt::BOARD.usual()),
                play: Box::new(play),
                more: Box::new(more),
            };
            let lead = Duration::from_millis(3_000 + 50 * number as u64);
            let settings = Settings { speed: 1.0, begin: Begin::WhenAsked(lead), end: End::Stay };
            tokio::spawn(async move { emulate(pty, show, settings, std::future::pending()).await });
            config += &format!(
                "[[table]]\nname = \"{}\"\nboard.kind = \"dgt\"\nboard.port = \"{}\"\n",
                number + 1,
                link.display()
            );
        }
        let config = write(&state, "touchmove.toml", &config);
        let service = Program::start(touchmove(["run", "--log-format", "json", "--config", &config]), Output::Err);
        (state, service)
    };
    (0..tables).step_by(OF_ONE).map(of_service).collect()
}

/// Processes that draw the pages of a driver's browser.
fn renderers(driver: u32) -> Vec<u32> {
    let mut parents: HashMap<u32, u32> = HashMap::new();
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(process) = entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok()) else { continue };
        let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
        let Some(parent) = stat.rsplit_once(") ").and_then(|(_, rest)| rest.split(' ').nth(1)?.parse().ok()) else {
            continue;
        };
        parents.insert(process, parent);
        if fs::read_to_string(entry.path().join("cmdline")).is_ok_and(|line| line.contains("--type=renderer")) {
            found.push(process);
        }
    }
    let is_ours = |mut process: u32| loop {
        match parents.get(&process) {
            Some(&parent) if parent == driver => return true,
            Some(&parent) if parent > 1 => process = parent,
            _ => return false,
        }
    };
    found.retain(|&process| is_ours(process));
    found
}

/// What a page holds once its garbage is collected: megabytes of objects, and nodes of documents.
async fn held(browser: &Browser) -> (f64, f64) {
    let ask = async |command: &str| browser.command("goog/cdp/execute", json!({ "cmd": command, "params": {} })).await;
    ask("HeapProfiler.enable").await;
    ask("HeapProfiler.collectGarbage").await;
    let heap = ask("Runtime.getHeapUsage").await;
    let nodes = ask("Memory.getDOMCounters").await;
    let megabytes = heap["usedSize"].as_f64().expect("bytes") / 1_048_576.0;
    (megabytes, nodes["nodes"].as_f64().expect("a count"))
}

/// The arbiter does what is to be done: how a game has ended is confirmed, all else is settled as nothing that happened.
async fn decide(alerts: &mut Reader) {
    for message in alerts.arrived() {
        let alert = message.json();
        if alert["state"] != "raised" {
            continue;
        }
        let kind = alert["kind"].as_str().expect("a kind");
        let ends = kind == "result-signalled" || kind.starts_with("game-ended-");
        let command = if ends { "confirm" } else { "dismiss" };
        let command = json!({ "id": alert["id"], "command": command, "alert": alert["id"], "by": "Anna" });
        let topic = message.topic.replace("/arbiter/alert", "/arbiter/command");
        alerts.publish(&topic, command.to_string(), PublishProperties::default()).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_tables_and_many_browsers() {
    let Ok(seconds) = std::env::var("TOUCHMOVE_LOAD") else {
        skipped("TOUCHMOVE_LOAD is not set");
        return;
    };
    let seconds = Duration::from_secs(seconds.parse().expect("seconds"));
    let (tables, browsers) = (number("TOUCHMOVE_TABLES", 200), number("TOUCHMOVE_BROWSERS", 2));
    let streams = number("TOUCHMOVE_STREAMS", 18);
    let Some(first) = Browser::start().await else { return };
    let broker = TestBroker::mosquitto("allow_anonymous true\nmax_queued_messages 0\n", &[]).await;
    let state = folder();
    let config = format!(
        "state_dir = \"{}/hall\"\nweb.listen = \"127.0.0.1:0\"\nmqtt.url = \"mqtt://{}\"\nhall.title = \"Load\"\n",
        state.path().display(),
        broker.address()
    );
    let config = write(&state, "hall.toml", &config);
    let mut hall = Program::start(touchmove(["hall", "--log-format", "json", "--config", &config]), Output::Err);
    let line = hall.until("page", |line| line.contains("The page is served."));
    let line: Value = serde_json::from_str(&line).expect("a JSON object a line");
    let at = line["address"].as_str().and_then(|address| address.parse().ok()).expect("an address");
    let mut reader = Reader::start(broker.address(), "moves", &["chess/+/arbiter/move"]).await;
    let mut alerts = Reader::start(broker.address(), "arbiter", &["chess/+/arbiter/alert"]).await;
    let services = services(&broker, tables);

    // The same account may be open many times.
    let mut people = vec![Person { browser: first, at }];
    for _ in 1..browsers {
        people.push(Person { browser: Browser::start().await.expect("there was one before"), at });
    }
    for (person, field) in
        people.iter().zip(std::iter::once("new-password").chain(std::iter::repeat("current-password")))
    {
        person.browser.look("light", 1440, 900).await;
        person.browser.open(&format!("http://{at}/")).await;
        person.browser.wait(&format!("document.querySelector('input[autocomplete={field}]')")).await;
        person.type_in("input[name=name]", "Anna").await;
        person.type_in("input[name=password]", PASSWORD).await;
        person.click("form button[type=submit]").await;
        let all = format!("document.querySelectorAll('.tile, .cell').length === {tables}");
        person.browser.wait(&all).await;
        let watched = person.browser.command("execute/async", json!({ "script": WATCH, "args": [] })).await;
        assert_eq!(watched, json!(true));
    }
    for _ in 0..streams {
        let mut page = console::Person::sign_in(at, "Anna").await.page(&[]).await;
        tokio::spawn(async move { while page.take().await {} });
    }
    let mut watched = vec![Watched::new("hall", vec![hall.id()]), Watched::new("a service", vec![services[0].1.id()])];
    watched.extend(
        renderers(people[0].browser.process()).into_iter().map(|process| Watched::new("a page", vec![process])),
    );
    tokio::time::sleep(BEGINNING).await;
    let (heap, nodes) = held(&people[0].browser).await;

    // When each half-move was first told, by the table's clock, which is this computer's.
    let mut made: BTreeMap<(String, u64), f64> = BTreeMap::new();
    let mut late: Vec<f64> = Vec::new();
    let (began, mut counted) = (Instant::now(), 0_usize);
    let begun_ms = epoch_ms();
    while began.elapsed() < seconds {
        tokio::time::sleep(LOOK).await;
        watched.iter_mut().for_each(Watched::look);
        decide(&mut alerts).await;
        for message in reader.arrived() {
            let body = message.json();
            let (Some(game), Some(ply), Some(at)) = (body["game"].as_str(), body["ply"].as_u64(), body["at"].as_str())
            else {
                continue;
            };
            let at: jiff::Timestamp = at.parse().expect("a time");
            made.entry((game.to_owned(), ply)).or_insert_with(|| {
                counted += 1;
                at.as_microsecond() as f64 / 1_000.0
            });
        }
        for person in &people {
            let shown = person.browser.run("return window.shown.splice(0)").await;
            for entry in shown.as_array().into_iter().flatten() {
                let (game, ply) = (entry[0].as_str().unwrap_or_default(), entry[1].as_u64().unwrap_or(0));
                let (Some(made), Some(at)) = (made.get(&(game.to_owned(), ply)), entry[2].as_f64()) else { continue };
                if *made >= begun_ms {
                    late.push(at - made);
                }
            }
        }
    }
    late.sort_by(f64::total_cmp);
    println!(
        "{tables} tables, {browsers} browsers, {streams} streams, {:.0} s: {counted} half-moves, {:.1} a second; shown {} times, \
         {:.0} ms (p50), {:.0} ms (p90), {:.0} ms (p99), {:.0} ms (longest) after they were made",
        began.elapsed().as_secs_f64(),
        counted as f64 / began.elapsed().as_secs_f64(),
        late.len(),
        percentile(&late, 50),
        percentile(&late, 90),
        percentile(&late, 99),
        late.last().expect("something was shown"),
    );
    let slopes: Vec<(&str, f64)> = watched.iter().map(|watched| (watched.name, watched.told())).collect();
    let (heap_then, nodes_then) = held(&people[0].browser).await;
    println!(
        "a page holds {heap:.1} MB of objects and {nodes} nodes at first, {heap_then:.1} MB and {nodes_then} in the end"
    );
    for person in &people {
        person.complains_of_nothing().await;
    }
    // Of a short run nothing can be said but that it went; and what is known of a game grows with it, until the next one.
    if seconds >= Duration::from_secs(600) && counted >= tables * GAMES_OVER {
        for (name, slope) in slopes {
            assert!(slope < 30.0 * 1_024.0, "{name} grows by {slope:.0} kB an hour");
        }
    }
    drop(services);
    assert!(late.len() > counted / 2, "{} of {counted} were shown", late.len());
}
