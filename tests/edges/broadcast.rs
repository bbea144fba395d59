//! Rounds as everybody reads them: over real HTTP without a sign-in, and as real files, after each correction, while the
//! folder fails, and after a restart.

use std::{
    fs,
    net::SocketAddr,
    os::unix::fs::MetadataExt,
    path::Path,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::sleep;

use crate::common::{
    console::{JSON, Page, Person},
    http::{self, Answer},
    pgn_readers::{pgn_extract, python_chess},
    programs::{Output, Program, touchmove},
    service::{START, broker, emulator, folder, log, table, write},
};

pub(super) const PATIENCE: Duration = Duration::from_secs(40);

const PAIRINGS: &str = "[Event \"Lakeside Open\"]\n[Site \"Graz\"]\n[Round \"1.1\"]\n[White \"Łukasik, Paweł\"]\n\
    [Black \"Moreau, Élise\"]\n[Result \"*\"]\n\n*\n\n[Event \"Lakeside Open\"]\n[Site \"Graz\"]\n[Round \"1.2\"]\n\
    [White \"Tanaka, Haruto\"]\n[Black \"Horvat, Ana\"]\n[Result \"*\"]\n\n*\n";

/// A program that serves the console, at its address.
pub(crate) fn start(state: &TempDir, command: &str, config: &str) -> (Program, SocketAddr) {
    let config = write(state, &format!("{command}.toml"), config);
    let mut program = Program::start(touchmove([command, "--log-format", "json", "--config", &config]), Output::Err);
    let line = program.until("page", |line| line.contains("The page is served."));
    let line: Value = serde_json::from_str(&line).expect("a JSON object a line");
    let at = line["address"].as_str().and_then(|address| address.parse().ok()).expect("an address");
    (program, at)
}

/// A service with table 1, whose board stands ready, at this broker: the board, the service, its address.
pub(crate) fn table_at(state: &TempDir, port: u16) -> (Program, Program, SocketAddr) {
    let events = write(state, "game.jsonl", &log(START, 0, &[]));
    let board = emulator(state, "dgt", &["--events", &events, "--stay"]);
    let config = format!(
        "state_dir = \"{}\"\nweb.listen = \"127.0.0.1:0\"\nmqtt.url = \"mqtt://127.0.0.1:{port}\"\n{}",
        state.path().display(),
        table(state, "1", "dgt")
    );
    let (service, at) = start(state, "run", &config);
    (board, service, at)
}

/// The round is read from a file and started, and board 1's table has its players.
pub(crate) async fn begin(chief: &Person) -> Page {
    let mut page = chief.page(&[]).await;
    page.until("the board", |page| {
        page.tables.get("1").is_some_and(|table| table["link"]["board"] == "connected" && !table["game"].is_null())
    })
    .await;
    let headers =
        [("Content-Type", "application/octet-stream"), ("X-File-Name", "r1.pgn"), ("Cookie", chief.cookie.as_str())];
    let shown = http::post(chief.at, "/api/import", &headers, PAIRINGS).await;
    let wishes = [
        json!({ "request": "import", "digest": shown.json()["digest"] }),
        json!({ "request": "start-round", "round": 1 }),
    ];
    for wish in wishes {
        let answer = page.request(wish).await;
        assert!(answer.get("refused").is_none(), "{answer}");
    }
    page.until("its game", |page| {
        page.rounds.get("1 ").is_some_and(|round| round["pairings"][0]["state"] == "playing")
    })
    .await;
    page
}

pub(crate) async fn command(at: SocketAddr, command: Value) {
    let answer = http::post(at, "/table/1/command", &[JSON], &command.to_string()).await;
    assert_eq!(answer.json()["ok"], true, "{command}: {answer:?}");
}

/// What is served, once it holds this.
pub(crate) async fn until(at: SocketAddr, path: &str, what: &str, holds: impl Fn(&str) -> bool) -> Answer {
    let begun = Instant::now();
    loop {
        let answer = http::get(at, path).await;
        if answer.status == 200 && holds(&answer.body) {
            return answer;
        }
        assert!(begun.elapsed() < PATIENCE, "no {what}: {answer:?}");
        sleep(Duration::from_millis(50)).await;
    }
}

pub(crate) async fn wait(what: &str, holds: impl Fn() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < PATIENCE, "no {what}");
        sleep(Duration::from_millis(50)).await;
    }
}

/// The names in a folder.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn run_serves_and_writes_the_round_and_every_correction_of_it() {
    let state = folder();
    let out = state.path().join("out");
    fs::create_dir(&out).expect("a folder");
    let events = write(&state, "game.jsonl", &log(START, 0, &[]));
    let _board = emulator(&state, "dgt", &["--events", &events, "--stay"]);
    let config = format!(
        "state_dir = \"{}\"\nweb.listen = \"127.0.0.1:0\"\nmqtt.url = \"mqtt://127.0.0.1:9\"\n\
         [broadcast.pgn]\nhttp = true\ndelay_s = 0\nfolder = \"{}\"\n{}",
        state.path().display(),
        out.display(),
        table(&state, "1", "dgt")
    );
    let (mut service, at) = start(&state, "run", &config);
    let anna = Person::chief(at, "Anna").await;
    let mut page = begin(&anna).await;

    // Nobody is asked who he is, whatever cookie he shows and whatever name he asks for.
    let path = "/broadcast/games.pgn";
    let first = until(at, path, "the round", |text| text.contains("Łukasik, Paweł")).await;
    assert_eq!(first.header("content-type"), "application/x-chess-pgn; charset=utf-8");
    assert_eq!((first.header("access-control-allow-origin"), first.header("set-cookie")), ("*", ""));
    let tag = first.header("etag").to_owned();
    let headers = [("If-None-Match", tag.as_str()), ("Host", "broadcast.example"), ("Cookie", "touchmove-1=x")];
    let same = http::ask(at, "GET", path, &headers, "").await;
    assert_eq!((same.status, same.header("etag"), same.body.as_str()), (304, tag.as_str(), ""));
    let other = http::ask(at, "GET", path, &[("If-None-Match", "\"0\", W/\"1\"")], "").await;
    assert_eq!((other.status, &other.body), (200, &first.body));
    assert_eq!(http::get(at, "/broadcast/round-1/games.pgn").await.body, first.body);
    assert!(http::get(at, "/broadcast/round-1/game-2.pgn").await.body.contains("[Round \"1.2\"]"));
    let head = http::ask(at, "HEAD", path, &[("Connection", "close")], "").await;
    assert_eq!((head.status, head.body.as_str(), head.header("etag")), (200, "", tag.as_str()));
    for method in ["POST", "PUT", "DELETE"] {
        assert_eq!(http::ask(at, method, path, &[], "").await.status, 405, "{method}");
    }
    for path in ["/broadcast/round-2/games.pgn", "/broadcast/", "/broadcast/../api/me", "/broadcast/%2e%2e/x"] {
        assert_eq!(http::get(at, path).await.status, 404, "{path}");
    }

    // The files are the same, whole, and nothing else is there.
    let round = out.join("round-1");
    let read = |name: &str| fs::read_to_string(round.join(name)).unwrap_or_default();
    wait("the files", || read("games.pgn") == first.body).await;
    wait("all files", || names(&round) == ["game-1.pgn", "game-2.pgn", "games.pgn"]).await;
    let untouched = fs::metadata(round.join("game-2.pgn")).expect("a file").ino();

    // Each correction arrives by itself.
    let begins = |text: &str, line: &str| text.split("\n\n").nth(1).is_some_and(|moves| moves == line);
    for (said, line) in [
        (json!({ "id": "1", "command": "set-move", "ply": 1, "uci": "e2e4" }), "1. e4 *"),
        (json!({ "id": "2", "command": "set-move", "ply": 2, "uci": "e7e5" }), "1. e4 e5 *"),
        (json!({ "id": "3", "command": "set-move", "ply": 2, "uci": "c7c5" }), "1. e4 c5 *"),
        (json!({ "id": "4", "command": "set-result", "result": "1-0" }), "1. e4 c5 1-0"),
        (json!({ "id": "5", "command": "reopen" }), "1. e4 c5 *"),
        (json!({ "id": "6", "command": "take-back", "plies": 1 }), "1. e4 *"),
    ] {
        command(at, said.clone()).await;
        let now = until(at, path, &said.to_string(), |text| begins(text, line)).await;
        assert_ne!(now.header("etag"), tag);
        wait("the file", || read("game-1.pgn").ends_with(&format!("\n{line}\n")) && read("games.pgn") == now.body)
            .await;
    }
    let renamed =
        json!({ "request": "pair", "round": 1, "board": { "number": 1 }, "white": { "name": "Lukasik, Pawel" } });
    let result = json!({ "request": "round-result", "round": 1, "board": { "number": 2 }, "result": "-:+" });
    let swapped = json!({ "request": "pair", "round": 1, "board": { "number": 1 }, "to": { "number": 2 } });
    let id = |text: &str, board: usize| {
        let game = text.split("[Event ").nth(board).unwrap_or_default();
        game.split("[GameId \"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default().to_owned()
    };
    for wish in [renamed, result, swapped] {
        let answer = page.request(wish).await;
        assert!(answer.get("refused").is_none(), "{answer}");
    }
    let last = until(at, path, "the corrections", |text| {
        text.contains("[Round \"1.2\"]\n[White \"Lukasik, Pawel\"]")
            && text.contains("[Round \"1.1\"]\n[White \"Tanaka, Haruto\"]\n[Black \"Horvat, Ana\"]\n[Result \"0-1\"]")
            && text.contains("[Termination \"forfeit\"]")
    })
    .await;
    assert_eq!([id(&last.body, 1), id(&last.body, 2)], [id(&first.body, 2), id(&first.body, 1)]);
    wait("the files", || read("games.pgn") == last.body && read("game-2.pgn").contains("Lukasik, Pawel")).await;
    assert_ne!(fs::metadata(round.join("game-2.pgn")).expect("a file").ino(), untouched);
    assert!(python_chess(&last.body).is_none_or(|games| games.len() == 2 && games[1].moves == ["e2e4"]));
    assert!(pgn_extract(&last.body).is_none_or(|games| games.iter().any(|moves| moves == &["e2e4"])));

    // Once more some seconds later, for who has missed it; and then left alone.
    let number = || fs::metadata(round.join("games.pgn")).map(|file| file.ino()).unwrap_or_default();
    let (written, at_first) = (number(), Instant::now());
    wait("the second writing", || number() != written).await;
    assert!(at_first.elapsed() < Duration::from_secs(8));
    let second = number();
    sleep(Duration::from_secs(7)).await;
    assert_eq!(number(), second);

    // The folder goes: told once; it comes back, and all is there again. What is served goes on meanwhile.
    fs::remove_dir_all(&out).expect("removed");
    let told = service.until("the trouble", |line| line.contains("files cannot be written"));
    assert!(told.contains("there is no such folder"), "{told}");
    command(at, json!({ "id": "7", "command": "set-move", "ply": 2, "uci": "g8f6" })).await;
    let now = until(at, path, "the move", |text| text.contains("1. e4 Nf6 *")).await;
    sleep(Duration::from_secs(6)).await;
    assert!(!out.exists());
    fs::create_dir(&out).expect("a folder");
    service.until("the end of it", |line| line.contains("files are all there again"));
    assert_eq!((names(&round).len(), read("games.pgn")), (3, now.body));
    let times = service.seen.iter().filter(|line| line.contains("files cannot be written")).count();
    assert_eq!(times, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hall_tells_nothing_before_its_time_also_after_it_was_killed() {
    const DELAY: Duration = Duration::from_secs(4);
    let state = folder();
    let (_broker, port) = broker(&state);
    let (_board, _service, tables) = table_at(&state, port);
    let hall_config = |listen: u16| {
        format!(
            "state_dir = \"{}\"\nweb.listen = \"127.0.0.1:{listen}\"\nmqtt.url = \"mqtt://127.0.0.1:{port}\"\n\
             [broadcast.pgn]\nhttp = true\nsecret = \"k7Qm2xVd\"\ndelay_s = {}\n",
            state.path().display(),
            DELAY.as_secs()
        )
    };
    let (mut hall, at) = start(&state, "hall", &hall_config(0));
    let anna = Person::chief(at, "Anna").await;
    let _page = begin(&anna).await;
    let path = "/broadcast/k7Qm2xVd/games.pgn";
    until(at, path, "the round", |text| text.contains("Łukasik")).await;
    for path in ["/broadcast/games.pgn", "/broadcast/k7Qm2xVe/games.pgn", "/broadcast/k7Qm2xVd"] {
        assert_eq!(http::get(at, path).await.status, 404, "{path}");
    }

    let said = Instant::now();
    command(tables, json!({ "id": "1", "command": "set-move", "ply": 1, "uci": "e2e4" })).await;
    until(at, path, "the move", |text| text.contains("1. e4")).await;
    assert!(said.elapsed() >= DELAY, "told after {:?}", said.elapsed());

    // Killed while a move waits: what was told is there at once, what was not waits as long as ever.
    let said = Instant::now();
    command(tables, json!({ "id": "2", "command": "set-move", "ply": 2, "uci": "c7c5" })).await;
    sleep(Duration::from_secs(1)).await;
    hall.signal("KILL");
    hall.ended();
    let (_hall, at) = start(&state, "hall", &hall_config(at.port()));
    let first = until(at, path, "what was told", |text| text.contains("Łukasik")).await;
    assert!(first.body.contains("1. e4 *"), "{}", first.body);
    loop {
        let text = http::get(at, path).await.body;
        let is_told = text.contains("c5");
        assert!(text.contains("1. e4"), "{text}");
        assert!(!is_told || said.elapsed() >= DELAY, "told after {:?}", said.elapsed());
        assert!(said.elapsed() < PATIENCE, "never told");
        if is_told {
            break;
        }
        sleep(Duration::from_millis(100)).await;
    }
}
