//! A round over three computers, with every kind of incident: two arbiters decide all of it by clicks, one of them on a
//! phone.
//!
//! `TOUCHMOVE_EVERY=1 cargo test --test page event::` plays it, in a minute or two; without the variable nothing is done.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tempfile::TempDir;
use touchmove::{
    emulate::{Setting, demo_round},
    rules::pgn::PgnGame,
};

use crate::{
    common::{
        alone::is_alone,
        console::PASSWORD,
        missing::skipped,
        mqtt::{Kind, Reader, TestBroker},
        programs::{Output, Program, touchmove},
        seats::{Players, Seat},
        service::{folder, table, write},
    },
    console::Person,
    driver::Browser,
};

/// Longer than it takes from one stage of the games to the next.
const PATIENCE: Duration = Duration::from_secs(120);

/// How much quicker than people the hands are: no reading of a board comes closer to the next than hands can move.
const SPEED: f64 = 2.0;

/// Which tables each of the three computers has.
const COMPUTERS: [&[usize]; 3] = [&[1, 2, 3, 4, 5], &[6, 7, 8, 9], &[10, 11, 12]];

/// White and Black of each table.
const PLAYERS: [(&str, &str); 12] = [
    ("Adler, Ina", "Brandt, Ole"),
    ("Conti, Pia", "Dahl, Sven"),
    ("Eker, Can", "Fuchs, Lea"),
    ("Gomes, Rui", "Hajek, Jan"),
    ("Ilves, Kai", "Jovic, Ana"),
    ("Kroll, Max", "Lind, Eva"),
    ("Maric, Iva", "Noor, Ali"),
    ("Olsen, Per", "Pinto, Ana"),
    ("Quinn, Tom", "Rossi, Ugo"),
    ("Sato, Yui", "Toth, Bela"),
    ("Urban, Petr", "Vogel, Kim"),
    ("Weber, Lou", "Young, Zoe"),
];

/// What waits at which table, as the queue calls it, and how it is decided.
const INCIDENTS: [(&str, &str, Decision); 11] = [
    ("1", "Illegal move completed", Decision::Click("confirm")),
    ("2", "Pressed without a move", Decision::Click("dismiss")),
    ("3", "Touched piece not moved", Decision::Click("take-back")),
    ("4", "Castling: rook first", Decision::Click("dismiss")),
    ("5", "Pawn not promoted", Decision::Click("confirm")),
    ("6", "Kings in the centre", Decision::Click("confirm")),
    ("7", "Checkmate", Decision::Click("confirm")),
    ("8", "Time has run out", Decision::Click("confirm")),
    ("10", "Kings in the centre", Decision::Click("confirm")),
    ("11", "Play is not recorded", Decision::Position),
    ("12", "Claim", Decision::Claim),
];

/// Tables whose games go on as they were to be once the arbiter has decided, and as many half-moves that show it.
const AS_PLANNED: [(usize, usize); 4] = [(1, 14), (2, 17), (4, 18), (9, 14)];

/// Results.
const RESULTS: [(usize, &str); 5] = [(6, "0-1"), (7, "1-0"), (8, "0-1"), (10, "1/2-1/2"), (12, "1/2-1/2")];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Decision {
    /// By this button of the case.
    Click(&'static str),
    /// The position is set as the board has it, with Black to move.
    Position,
    /// A claim is entered, then confirmed.
    Claim,
}

/// The tables of the first arbiter, who sits at a screen; the other one walks about with a phone.
const AT_THE_SCREEN: [&str; 6] = ["1", "3", "5", "8", "11", "12"];

/// A computer with boards.
struct Computer {
    folders: Vec<(usize, TempDir)>,
    _state: TempDir,
    service: Program,
}

impl Computer {
    fn start(number: usize, broker: &TestBroker, tables: &[usize]) -> Computer {
        let state = folder();
        let folders: Vec<(usize, TempDir)> = tables.iter().map(|&table| (table, folder())).collect();
        let laws = "laws.regime = \"rapid\"\nlaws.supervision = \"full\"\nlaws.time_control = \"900+10\"\n";
        let tables: String =
            folders.iter().map(|(number, folder)| table(folder, &number.to_string(), "dgt") + laws).collect();
        let config = format!(
            "state_dir = \"{}/pi-{number}\"\nweb.listen = \"127.0.0.1:0\"\nmqtt.url = \"mqtt://{}\"\n{tables}",
            state.path().display(),
            broker.address(),
        );
        let config = write(&state, "touchmove.toml", &config);
        let service = Program::start(touchmove(["run", "--log-format", "json", "--config", &config]), Output::Err);
        Computer { folders, _state: state, service }
    }
}

fn started(broker: &TestBroker, state: &TempDir) -> (Program, std::net::SocketAddr, String) {
    let config = format!(
        "state_dir = \"{}/hall\"\nweb.listen = \"127.0.0.1:0\"\nmqtt.url = \"mqtt://{}\"\nhall.title = \"Three Pis\"\n",
        state.path().display(),
        broker.address()
    );
    let config = write(state, "hall.toml", &config);
    let mut hall = Program::start(touchmove(["hall", "--log-format", "json", "--config", &config]), Output::Err);
    let line = hall.until("page", |line| line.contains("The page is served."));
    let line: Value = serde_json::from_str(&line).expect("a JSON object a line");
    let at = line["address"].as_str().and_then(|address| address.parse().ok()).expect("an address");
    let line = hall.until("link", |line| line.contains("Nobody has an account yet."));
    let line: Value = serde_json::from_str(&line).expect("a JSON object a line");
    (hall, at, line["link"].as_str().expect("a link").to_owned())
}

/// The line of the queue that is about a table and begins with these words.
fn line(table: &str, title: &str) -> String {
    format!(
        "[...document.querySelectorAll('.qi')].find(e => e.querySelector('.qi-no').textContent === {table:?} \
         && e.querySelector('.qi-t').textContent.startsWith({title:?}))"
    )
}

impl Person {
    /// Clicks the button of this text.
    async fn click_text(&self, within: &str, text: &str) {
        let find =
            format!("[...document.querySelectorAll('{within} button')].find(e => e.textContent.trim() === {text:?})");
        self.browser.wait(&format!("{find} && !{find}.disabled")).await;
        self.browser.run(&format!("{find}.click()")).await;
    }

    /// Decides what waits at a table.
    async fn decide(&self, table: &str, title: &str, decision: Decision) {
        match decision {
            Decision::Click(act) => {
                self.open_case(table, title).await;
                self.click(&format!(".dt > .acts [data-act={act}]")).await;
            }
            Decision::Position => {
                self.open_case(table, title).await;
                self.click(".dt > .acts [data-act=set-position]").await;
                self.click_text("dialog", "As the board senses it").await;
                self.click_text("dialog .seg", "Black").await;
                self.click("dialog [data-act=do]").await;
                self.click("dialog [data-act=yes]").await;
                self.browser.wait("!document.querySelector('dialog[open]')").await;
            }
            Decision::Claim => {
                // The position has come for the third time.
                self.look_at(&format!("#/table/{table}")).await;
                self.comes_about("document.querySelectorAll('.mvb').length === 40").await;
                self.command("claim").await;
                self.click_text("dialog .seg", "White").await;
                self.click("dialog [data-act=threefold]").await;
                self.click("dialog [data-act=do]").await;
                self.open_case(table, title).await;
                self.click(".dt > .acts [data-act=confirm]").await;
            }
        }
    }

    /// Waits for what the players of a table have still to come to.
    async fn comes_about(&self, expression: &str) {
        let began = Instant::now();
        while self.browser.run(&format!("return Boolean({expression})")).await != true {
            assert!(
                began.elapsed() < PATIENCE,
                "{expression}: {}",
                self.browser.run("return document.body.innerText").await
            );
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }

    /// Opens a case of the queue.
    async fn open_case(&self, table: &str, title: &str) {
        self.look_at("#/queue").await;
        let line = line(table, title);
        self.comes_about(&line).await;
        self.browser.run(&format!("{line}.click()")).await;
        self.browser.wait("document.querySelector('.dt > .acts')").await;
    }

    async fn record(&self) -> Vec<Value> {
        let fetch = "const done = arguments[0]; fetch('/api/record.json').then(answer => answer.json()).then(done, e => done(String(e)))";
        let record = self.browser.command("execute/async", json!({ "script": fetch, "args": [] })).await;
        let entries = record.as_array().or_else(|| record["entries"].as_array());
        entries.unwrap_or_else(|| panic!("no list: {record}")).clone()
    }
}

/// The first game of each table, as the broker has it last.
struct Games {
    reader: Reader,
    first: BTreeMap<usize, Value>,
}

impl Games {
    async fn follow(broker: &TestBroker) -> Games {
        Games {
            reader: Reader::start(broker.address(), "games", &["chess/+/arbiter/game"]).await,
            first: BTreeMap::new(),
        }
    }

    /// A table's game, once it is as wanted.
    async fn until(&mut self, what: &str, number: usize, wanted: impl Fn(&Value) -> bool) -> Value {
        let began = Instant::now();
        loop {
            for message in self.reader.arrived() {
                let table = message.topic.split('/').nth(1).and_then(|table| table.parse().ok()).expect("a number");
                let game = message.json();
                // Without names it is the one before the pairing, or after the last.
                let is_first = !game["players"]["white"].is_null();
                if is_first && self.first.get(&table).is_none_or(|first| first["id"] == game["id"]) {
                    self.first.insert(table, game);
                }
            }
            match self.first.get(&number) {
                Some(game) if wanted(game) => return game.clone(),
                found => assert!(began.elapsed() < PATIENCE, "{what} at table {number}: {found:#?}"),
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    async fn moves(&mut self, number: usize, plies: usize) -> Vec<String> {
        let moves = |game: &Value| -> Vec<String> {
            game["moves"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
        };
        moves(&self.until("play that goes on", number, |game| moves(game).len() >= plies).await)
    }
}

#[test]
fn every_kind_of_incident_on_three_computers_is_decided_by_clicks_and_the_games_go_on_right() {
    if std::env::var_os("TOUCHMOVE_EVERY").is_none() {
        skipped("TOUCHMOVE_EVERY is not set");
        return;
    }
    // The boards are pulled out, too: no program that another test starts may keep them open.
    if !is_alone("event::every_kind_of_incident_on_three_computers_is_decided_by_clicks_and_the_games_go_on_right") {
        return;
    }
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
    runtime.block_on(play());
}

async fn play() {
    let Some(browser) = Browser::start().await else { return };
    let second = Browser::start().await.expect("there was one before");
    let broker = TestBroker::start(Kind::Mosquitto).await;
    let state = folder();
    let mut computers: Vec<Computer> =
        (1..).zip(COMPUTERS).map(|(number, tables)| Computer::start(number, &broker, tables)).collect();
    for computer in &mut computers {
        computer.service.until("broker", |line| line.contains("Connected to the broker."));
    }
    let (_hall, at, link) = started(&broker, &state);

    let anna = Person { browser, at };
    anna.browser.look("light", 1440, 900).await;
    anna.browser.open(&link).await;
    anna.browser.wait("document.querySelector('input[autocomplete=new-password]')").await;
    anna.type_in("input[name=name]", "Anna Arbiter").await;
    anna.type_in("input[name=password]", PASSWORD).await;
    anna.click("form button[type=submit]").await;
    anna.browser.wait("document.querySelectorAll('.tile').length === 12").await;
    let link = anna.invites("Bruno Costa").await;
    let bruno = Person { browser: second, at };
    bruno.browser.look("light", 390, 844).await;
    bruno.browser.open(&link).await;
    bruno.browser.wait("document.querySelectorAll('.tile').length === 12").await;

    // From here on no program is started.
    let settings: Vec<Setting> = demo_round(12).expect("games");
    let planned: Vec<PgnGame> = settings.iter().map(|setting| setting.first.game.clone()).collect();
    let mut links: BTreeMap<usize, _> = computers
        .iter()
        .flat_map(|computer| &computer.folders)
        .map(|(table, folder)| (*table, folder.path().join("board")))
        .collect();
    let seats = (1..).zip(settings).zip(PLAYERS).map(|((number, setting), players)| Seat {
        table: number.to_string(),
        link: links.remove(&number).expect("a link"),
        setting,
        players,
    });
    let mut games = Games::follow(&broker).await;
    let _players = Players::sit_down(broker.address(), seats.collect(), SPEED).await;

    // A board that is lost is seen by whoever is on the way; it is found again by itself.
    bruno.open_case("9", "Board lost").await;
    bruno.click(".dt > .acts [data-act=seen]").await;
    let (screen, phone): (Vec<_>, Vec<_>) =
        INCIDENTS.into_iter().partition(|(table, ..)| AT_THE_SCREEN.contains(table));
    let decide = async |person: &Person, all: Vec<(&'static str, &'static str, Decision)>| {
        for (table, title, decision) in all {
            person.decide(table, title, decision).await;
        }
    };
    tokio::join!(decide(&anna, screen), decide(&bruno, phone));
    bruno.open_case("10", "Clock battery low").await;
    bruno.click(".dt > .acts [data-act=seen]").await;

    // The games after it are right.
    for (number, plies) in AS_PLANNED {
        let moves = games.moves(number, plies).await;
        let planned: Vec<&str> = planned[number - 1].moves.iter().map(|played| played.uci.as_str()).collect();
        assert_eq!(moves[..plies], planned[..plies], "table {number}");
    }
    let third = games.moves(3, 14).await;
    assert!(["b8a6", "b8c6", "b8d7"].contains(&third[11].as_str()), "{third:?}");
    let fifth = games.moves(5, 17).await;
    assert!(fifth[14].starts_with("h7g8") && fifth[14].len() == 5, "{fifth:?}");
    // The unread game goes on from what was seen on the board, and is the game that is played.
    let is_planned = |game: &Value| {
        let placement = game["fen"].as_str().and_then(|fen| fen.split(' ').next()).unwrap_or_default();
        (24..planned[10].moves.len()).any(|plies| planned[10].placement_after(plies).to_string() == placement)
    };
    let unread = games.until("what is read again", 11, |game| game["interrupted"] != true && is_planned(game)).await;
    assert!(unread["alerts"].as_array().is_some_and(Vec::is_empty), "{unread:#}");
    for (number, result) in RESULTS {
        games.until("the result", number, |game| game["result"] == result).await;
    }

    // The record names who decided, at each table one of the two.
    let record = anna.record().await;
    for (table, title, _) in INCIDENTS {
        let who = if AT_THE_SCREEN.contains(&table) { "Anna Arbiter" } else { "Bruno Costa" };
        let is_his = |entry: &&Value| entry["table"] == table && entry["by"] == who;
        assert!(record.iter().any(|entry| is_his(&entry)), "{title} at table {table} by {who}: {record:#?}");
    }
    bruno.look_at("#/record").await;
    bruno.reads(".rec .by", "Anna Arbiter").await;
    anna.complains_of_nothing().await;
    bruno.complains_of_nothing().await;
}
