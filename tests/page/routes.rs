//! The routes, asked by a plain client.

use std::{net::SocketAddr, time::Duration};

use protocols::Color;
use serde_json::{Value, json};
use tokio::sync::mpsc::Receiver;
use touchmove::{
    game::{
        command::{GivenCommand, MAX_COMMAND_BYTES},
        record::{AlertState, BoardState, Body, Certainty, MoveStatus, Players},
    },
    publish::web::{self, Command, WebError, WebHandle},
};

use crate::{
    common::{
        console::no_hall,
        http::{self, EventStream, ask, get, post},
    },
    records::{self, TABLE, board, clock, game, illegal_move, moved, record, status, touched_and_returned},
};

/// [`TABLE`] in a path.
const PATH: &str = "/table/Table%2012";
const JSON: (&str, &str) = ("Content-Type", "application/json");
/// Far more than anything here takes: reached only when something never happens.
const PATIENCE: Duration = Duration::from_secs(30);

/// Names and values.
type Headers<'a> = &'a [(&'a str, &'a str)];

async fn serve(tables: &[&str]) -> (WebHandle, Receiver<Command>, SocketAddr) {
    let tables = tables.iter().map(|table| (*table).to_owned()).collect();
    let (web, commands) =
        web::start(SocketAddr::from(([127, 0, 0, 1], 0)), tables, no_hall(), None).await.expect("a free port");
    let address = web.address();
    (web, commands, address)
}

/// A game of four plies as it stands, with one open alert and one that is not.
fn feed(web: &WebHandle) {
    for ply in 1..=4 {
        web.record(&record(ply.into(), Body::Move(moved(ply, MoveStatus::Completed, Certainty::Seen))));
    }
    let mut gone = touched_and_returned();
    web.record(&record(5, Body::Alert(gone.clone())));
    gone.state = AlertState::Dismissed;
    web.record(&record(6, Body::Alert(gone)));
    web.record(&record(7, Body::Alert(illegal_move())));
    web.record(&record(7, Body::Game(Box::new(game(4, vec![illegal_move()])))));
    web.record(&record(7, Body::Board(board("8/8/8/8/8/8/8/8", &["e2"], false))));
    web.record(&record(7, Body::Clock(clock(5_400_000, 5_000_000, Some(Color::White)))));
    web.record(&record(7, Body::Status(status(BoardState::Connected))));
}

#[tokio::test]
async fn the_page_is_whole_and_safe() {
    let (web, _commands, at) = serve(&[TABLE]).await;
    let page = get(at, "/").await;
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
    let policy = page.header("content-security-policy");
    assert!(policy.starts_with("default-src 'self';") && !policy.contains("unsafe"), "{policy}");
    assert_eq!(page.header("x-content-type-options"), "nosniff");
    let asked: Vec<&str> = page.body.split('"').filter(|part| part.starts_with("/console/")).collect();
    assert!(asked.len() > 3, "{asked:?}");
    for asked in asked {
        let file = get(at, asked).await;
        assert_eq!(file.status, 200, "{asked}");
        assert!(file.body.len() > 100, "{asked}");
        let kind = match asked.rsplit_once('.').map(|(_, end)| end) {
            Some("css") => "text/css; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("svg") => "image/svg+xml",
            other => panic!("{asked} ends with {other:?}"),
        };
        assert_eq!(file.header("content-type"), kind);
        assert_eq!(file.header("x-content-type-options"), "nosniff");
    }
    web.shutdown().await;
}

#[tokio::test]
async fn several_tables_are_listed_and_names_cannot_break_out() {
    let odd = "a/b \"><script>alert(1)</script>";
    let (web, _commands, at) = serve(&["one", odd]).await;
    // An address that somebody has kept leads to the table's view in the console.
    let kept = "/table/a%2Fb%20%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E";
    let answer = get(at, kept).await;
    assert_eq!((answer.status, answer.header("location")), (303, &*format!("/#{kept}")));
    assert!(!answer.body.contains("<script>"), "{}", answer.body);
    let listed = get(at, "/tables").await.json();
    assert_eq!(listed[0]["table"], "one");
    assert_eq!(listed[1]["table"], odd);
    web.shutdown().await;
}

#[tokio::test]
async fn the_list_says_what_stands_at_each_table() {
    let (web, _commands, at) = serve(&[TABLE, "other"]).await;
    feed(&web);
    let listed = get(at, "/tables").await.json();
    assert_eq!(
        listed[0],
        json!({"table": TABLE, "board": "connected", "phase": "playing", "result": "*", "plies": 4, "san": "Nc6",
            "players": {"white": "Vera Menchik", "black": "Sonja Graf"}, "alerts": ["ruling"]})
    );
    assert_eq!(listed[1]["alerts"], json!([]));
    assert_eq!(listed[1]["board"], Value::Null);
    web.shutdown().await;
}

#[tokio::test]
async fn what_is_not_there_is_404() {
    let (web, _commands, at) = serve(&[TABLE]).await;
    for path in [
        "/table/other/events",
        "/table/other/game",
        "/table/other/pgn",
        "/nothing",
        "/console/nothing",
        "/console/../page.rs",
    ] {
        assert_eq!(get(at, path).await.status, 404, "{path}");
    }
    let refused = post(at, "/table/other/command", &[JSON], "{}").await;
    assert_eq!((refused.status, &refused.json()["ok"]), (404, &json!(false)));
    // The table is known, its game is not yet.
    assert_eq!(get(at, &format!("{PATH}/game")).await.status, 404);
    assert_eq!(get(at, &format!("{PATH}/pgn")).await.status, 404);
    assert_eq!(get(at, &format!("{PATH}/command")).await.status, 405);
    web.shutdown().await;
}

#[tokio::test]
async fn game_and_pgn_are_the_latest() {
    let (web, _commands, at) = serve(&[TABLE]).await;
    feed(&web);
    let mut renamed = game(5, Vec::new());
    renamed.players = Players { white: Some("Łucja <b>".to_owned()), black: None };
    web.record(&record(9, Body::Game(Box::new(renamed))));
    let answer = get(at, &format!("{PATH}/game")).await;
    assert_eq!(answer.header("content-type"), "application/json");
    let game = answer.json();
    assert_eq!((&game["type"], &game["seq"], &game["sans"][4]), (&json!("game"), &json!(9), &json!("Bb5")));
    assert_eq!(game["players"]["white"], "Łucja <b>");

    web.pgn(TABLE, "1. e4 *\n".to_owned());
    web.pgn(TABLE, "1. e4 e5 *\n".to_owned());
    web.pgn("other", "1. d4 *\n".to_owned());
    let answer = get(at, &format!("{PATH}/pgn")).await;
    assert_eq!((answer.status, answer.body.as_str()), (200, "1. e4 e5 *\n"));
    assert_eq!(answer.header("content-type"), "application/vnd.chess-pgn");
    web.shutdown().await;
}

#[tokio::test]
async fn a_stream_tells_what_stands_and_then_what_happens() {
    let (web, _commands, at) = serve(&[TABLE]).await;
    feed(&web);
    let mut stream = EventStream::open(at, &format!("{PATH}/events")).await;
    let hello = stream.expect().await;
    assert_eq!((hello.event.as_str(), &hello.json()["table"]), ("hello", &json!(TABLE)));
    assert!(hello.json()["clock_age_ms"].is_u64());

    let mut standing = Vec::new();
    while standing.len() < 10 {
        let sent = stream.expect().await;
        assert_eq!((sent.event.as_str(), &sent.id), ("", &sent.json()["seq"].to_string()));
        let what = sent.json();
        standing.push(match what["type"].as_str() {
            Some("move") => format!("move {} {}", what["ply"], what["status"]),
            Some("alert") => format!("alert {} {}", what["id"], what["state"]),
            Some(kind) => kind.to_owned(),
            None => panic!("{what}"),
        });
    }
    assert_eq!(
        standing,
        [
            "game",
            "move 1 \"completed\"",
            "move 2 \"completed\"",
            "move 3 \"completed\"",
            "move 4 \"completed\"",
            "board",
            "clock",
            "status",
            "alert \"a-touch\" \"dismissed\"",
            "alert \"a-illegal\" \"raised\"",
        ]
    );

    let made = record(8, Body::Move(moved(5, MoveStatus::Made, Certainty::Seen)));
    web.record(&made);
    web.record(&record(9, Body::Move(moved(5, MoveStatus::Completed, Certainty::Seen))));
    let sent = stream.expect().await;
    assert_eq!(sent.json(), serde_json::to_value(&made).expect("a record is JSON"));
    assert_eq!(sent.id, "8");
    assert_eq!(stream.expect().await.json()["status"], "completed");
    web.shutdown().await;
}

#[tokio::test]
async fn who_comes_in_the_middle_misses_nothing_and_hears_nothing_twice() {
    let (web, _commands, at) = serve(&[TABLE]).await;
    let feeder = web.clone();
    let last = 5_000;
    let feeding = tokio::spawn(async move {
        for seq in 1..=last {
            feeder.record(&record(seq, Body::Status(status(BoardState::Connected))));
            tokio::task::yield_now().await;
        }
    });
    let mut stream = EventStream::open(at, &format!("{PATH}/events")).await;
    let mut heard: Option<u64> = None;
    while heard != Some(last) {
        let Some(sent) = stream.next().await else { panic!("ended after {heard:?}") };
        if sent.event == "reconnect" {
            stream = EventStream::open(at, &format!("{PATH}/events")).await;
            heard = None;
        } else if sent.event.is_empty() {
            let seq = sent.json()["seq"].as_u64().expect("seq is a number");
            assert!(heard.is_none_or(|heard| seq == heard + 1), "{seq} after {heard:?}");
            heard = Some(seq);
        }
    }
    feeding.await.expect("fed");
    web.shutdown().await;
}

#[tokio::test]
async fn a_reader_who_does_not_read_is_sent_away_and_holds_nobody_up() {
    let (web, _commands, at) = serve(&[TABLE]).await;
    let mut slow = EventStream::open(at, &format!("{PATH}/events")).await;
    let mut long = illegal_move();
    long.text = "x".repeat(100_000);
    let long = record(1, Body::Alert(long));
    // 200 MB: far more than sockets hold. The loop would never end if it waited for the reader.
    for _ in 0..2_000 {
        web.record(&long);
    }
    web.record(&record(2, Body::Status(status(BoardState::Lost))));
    let mut last = None;
    let read = async {
        while let Some(sent) = slow.next().await {
            last = Some(sent);
        }
    };
    tokio::time::timeout(PATIENCE, read).await.expect("the stream ends");
    let last = last.expect("something was sent");
    assert_eq!((last.event.as_str(), last.data.as_str()), ("reconnect", "behind"));

    let mut again = EventStream::open(at, &format!("{PATH}/events")).await;
    assert_eq!(again.until("status").await["board"]["state"], "lost");
    web.shutdown().await;
}

#[tokio::test]
async fn what_is_kept_for_newcomers_is_bounded() {
    let (web, _commands, at) = serve(&[TABLE]).await;
    for seq in 1..=5_000_u32 {
        let mut made = moved(1, MoveStatus::Completed, Certainty::Seen);
        made.ply = seq;
        web.record(&record(seq.into(), Body::Move(made)));
        let mut open = illegal_move();
        open.id = format!("open-{seq}");
        web.record(&record(seq.into(), Body::Alert(open)));
        let mut closed = illegal_move();
        closed.id = format!("closed-{seq}");
        closed.state = AlertState::Cleared;
        web.record(&record(seq.into(), Body::Alert(closed)));
    }
    web.record(&record(5_001, Body::Status(status(BoardState::Connected))));
    let mut stream = EventStream::open(at, &format!("{PATH}/events")).await;
    stream.expect().await;
    let (mut moves, mut open, mut closed) = (0, 0, 0);
    loop {
        let what = stream.expect().await.json();
        match (what["type"].as_str(), what["state"].as_str()) {
            (Some("move"), _) => moves += 1,
            (_, Some("cleared")) => closed += 1,
            (_, Some("raised")) => open += 1,
            _ => {}
        }
        if what["id"] == "open-5000" {
            break;
        }
    }
    assert_eq!((moves, open, closed), (1_000, 200, 50));
    web.shutdown().await;
}

#[tokio::test]
async fn the_game_record_closes_alerts_and_takes_back_moves() {
    let (web, _commands, at) = serve(&[TABLE]).await;
    feed(&web);
    let mut found_there = touched_and_returned();
    found_there.id = "a-restored".to_owned();
    web.record(&record(8, Body::Game(Box::new(game(2, vec![found_there])))));
    web.record(&record(8, Body::Status(status(BoardState::Stale))));
    let mut stream = EventStream::open(at, &format!("{PATH}/events")).await;
    let mut told = Vec::new();
    loop {
        let sent = stream.expect().await;
        if sent.event == "hello" {
            continue;
        }
        let what = sent.json();
        told.push((what["type"].to_string(), what["ply"].as_u64(), what["id"].as_str().map(str::to_owned)));
        if what["id"] == "a-restored" {
            break;
        }
    }
    let moves: Vec<u64> = told.iter().filter(|told| told.0 == "\"move\"").filter_map(|told| told.1).collect();
    assert_eq!(moves, [1, 2]);
    assert!(!told.iter().any(|told| told.2.as_deref() == Some("a-illegal")), "{told:?}");
    web.shutdown().await;
}

#[tokio::test]
async fn a_command_goes_to_its_table_and_the_reply_comes_back() {
    let (web, mut commands, at) = serve(&["other", TABLE]).await;
    let command = r#"{"id":"k1","command":"acknowledge","alert":"a-illegal"}"#;
    let table = tokio::spawn(async move {
        let asked = commands.recv().await.expect("a command comes");
        let seen = (asked.table, asked.given);
        asked.reply.send(r#"{"id":"k1","ok":true}"#.to_owned()).expect("someone waits");
        seen
    });
    let origin = format!("http://{at}");
    let headers = [JSON, ("Origin", origin.as_str()), ("Sec-Fetch-Site", "same-origin")];
    let answer = post(at, &format!("{PATH}/command"), &headers, command).await;
    assert_eq!((answer.status, answer.body.as_str()), (200, r#"{"id":"k1","ok":true}"#));
    assert_eq!(answer.header("content-type"), "application/json");
    assert_eq!(table.await.expect("asked"), (TABLE.to_owned(), GivenCommand::read(command)));
    web.shutdown().await;
}

#[tokio::test]
async fn commands_of_strangers_and_monsters_are_refused() {
    let (web, mut commands, at) = serve(&[TABLE]).await;
    let path = format!("{PATH}/command");
    let good = r#"{"id":"k1","command":"suspend"}"#;
    let long = format!("{{\"id\":\"{}\"}}", "x".repeat(MAX_COMMAND_BYTES));
    let deep = format!("{{\"id\":{}{}}}", "[".repeat(100), "]".repeat(100));
    let refused: &[(u16, Headers<'_>, &str)] = &[
        (403, &[JSON, ("Origin", "http://evil.example")], good),
        (403, &[JSON, ("Origin", "null")], good),
        (403, &[JSON, ("Sec-Fetch-Site", "cross-site")], good),
        (415, &[], good),
        (415, &[("Content-Type", "text/plain")], good),
        (413, &[JSON], &long),
        (400, &[JSON], &deep),
        (400, &[JSON], "[1]"),
        (400, &[JSON], "{\"id\""),
        (400, &[JSON], ""),
    ];
    for (status, headers, body) in refused {
        let answer = post(at, &path, headers, body).await;
        assert_eq!(answer.status, *status, "{headers:?} {:.60}", body);
        assert_eq!(answer.json()["ok"], false);
        assert!(answer.json()["error"].is_string());
    }
    let error = post(at, &path, &[JSON], &long).await.json()["error"].clone();
    assert_eq!(error, "the command is too long: at most 16384 bytes are taken", "as over MQTT");
    assert!(commands.try_recv().is_err(), "a refused command was passed on");
    drop(commands);
    let answer = post(at, &path, &[JSON], good).await;
    assert_eq!(
        (answer.status, answer.json()),
        (503, json!({"id": "k1", "ok": false, "error": "no commands are taken"}))
    );
    web.shutdown().await;
}

#[tokio::test]
async fn other_hosts_names_are_turned_away() {
    let (web, _commands, at) = serve(&[TABLE]).await;
    for (host, status) in [("localhost:1", 200), ("127.0.0.1", 200), ("evil.example", 421), ("10.1.2.3", 421)] {
        // Who is nobody here is shown what a page is made of, and nothing that a table has said.
        for (path, status) in [("/", 200), ("/console/main.js", 200), ("/tables", status)] {
            let answer = ask(at, "GET", path, &[("Host", host)], "").await;
            assert_eq!(answer.status, status, "{host} {path}");
            assert!(!answer.header("content-security-policy").is_empty());
        }
    }
    web.shutdown().await;
}

#[tokio::test]
async fn a_taken_port_and_a_double_table_are_said_plainly() {
    let (web, _commands, at) = serve(&[TABLE]).await;
    let error = web::start(at, vec![TABLE.to_owned()], no_hall(), None).await.expect_err("the port is taken");
    assert!(matches!(error, WebError::PortTaken { listen } if listen == at));
    let text = error.to_string();
    assert!(text.starts_with(&format!("web.listen: cannot listen on {at}: ")), "{text}");
    let error =
        web::start(at, vec!["a".to_owned(), "a".to_owned()], no_hall(), None).await.expect_err("two of one name");
    assert_eq!(error.to_string(), "two tables are named \"a\"");
    web.shutdown().await;
}

#[tokio::test]
async fn shutdown_ends_the_streams_and_frees_the_port() {
    let (web, _commands, at) = serve(&[TABLE]).await;
    let mut stream = EventStream::open(at, &format!("{PATH}/events")).await;
    assert_eq!(stream.expect().await.event, "hello");
    let rest = tokio::spawn(async move {
        let mut rest = Vec::new();
        while let Some(sent) = stream.next().await {
            rest.push(sent);
        }
        rest
    });
    tokio::time::timeout(PATIENCE, web.shutdown()).await.expect("it ends");
    let rest = rest.await.expect("read");
    assert_eq!(rest, [http::Sent { event: "reconnect".to_owned(), id: String::new(), data: "closing".to_owned() }]);
    let (again, _commands) =
        web::start(at, vec![records::TABLE.to_owned()], no_hall(), None).await.expect("the port is free again");
    again.shutdown().await;
}
