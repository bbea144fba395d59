//! LiveChess' port and the forms of its cloud over real sockets and files: each known client's dialogue, corrections, delay,
//! restarts, and those who do harm.

use std::{
    fs,
    net::{Ipv4Addr, SocketAddr, TcpListener},
    time::{Duration, Instant},
};

use futures_util::SinkExt;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    time::{sleep, timeout},
};
use tokio_stream::StreamExt;
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{self, Message, client::IntoClientRequest},
};

use super::broadcast::{begin, command, names, start, table_at, until, wait};
use crate::common::{
    console::Person,
    http,
    livechess::{
        Eboard, Frame, Game, Index, LocalGame, LocalRound, LocalTournament, TournamentRow, livechess_at, strict,
    },
    programs::{Program, free_port},
    service::{START, broker, emulator, folder, log, table, write},
};

const PATIENCE: Duration = Duration::from_secs(40);

const API: &str = "/api/v1.0";

/// A client's socket.
pub(super) struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    pub(super) async fn open(at: SocketAddr, headers: &[(&'static str, &str)]) -> Result<Socket, tungstenite::Error> {
        let mut request = format!("ws://{at}{API}").into_client_request().expect("an address");
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().expect("a header"));
        }
        let stream = TcpStream::connect(at).await?;
        client_async(request, stream).await.map(|(socket, _)| Socket(socket))
    }

    /// One from another address of this computer.
    async fn open_from(from: Ipv4Addr, at: SocketAddr) -> Result<Socket, tungstenite::Error> {
        let request = format!("ws://{at}{API}").into_client_request().expect("an address");
        let socket = TcpSocket::new_v4()?;
        socket.bind((from, 0).into())?;
        client_async(request, socket.connect(at).await?).await.map(|(socket, _)| Socket(socket))
    }

    pub(super) async fn say(&mut self, text: &str) {
        self.0.send(Message::text(text)).await.expect("the socket takes it");
    }

    /// The next frame; `None` where the socket has ended.
    async fn next(&mut self) -> Option<Frame> {
        loop {
            match timeout(PATIENCE, self.0.next()).await.expect("a frame in time")? {
                Ok(Message::Text(text)) => return Some(strict(&text)),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The next text, however long it takes; `None` where the socket has ended.
    pub(super) async fn text(&mut self) -> Option<String> {
        loop {
            match self.0.next().await? {
                Ok(Message::Text(text)) => return Some(text.to_string()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    async fn frame(&mut self) -> Frame {
        self.next().await.expect("the socket goes on")
    }

    /// Asks, and gives the answer; what is told meanwhile is passed over.
    pub(super) async fn ask(&mut self, said: Value) -> Frame {
        self.say(&said.to_string()).await;
        loop {
            let frame = self.frame().await;
            if frame.response != "feed" {
                assert_eq!(frame.id, said["id"]);
                return frame;
            }
        }
    }

    /// The next list of moves.
    async fn moves(&mut self) -> Vec<String> {
        loop {
            let frame = self.frame().await;
            if let Some(list) = frame.param.get("san").and_then(Value::as_array) {
                return list.iter().filter_map(Value::as_str).map(str::to_owned).collect();
            }
        }
    }

    async fn until_moves(&mut self, moves: &[&str]) {
        while self.moves().await != moves {}
    }
}

/// Starts a program, and waits until LiveChess' port is served, too.
fn start_served(state: &TempDir, command: &str, config: &str) -> (Program, SocketAddr) {
    let (mut program, at) = start(state, command, config);
    let is_served = |line: &str| line.contains("LiveChess' interface is served.");
    if !program.seen.iter().any(|line| is_served(line)) {
        program.until("LiveChess' port", is_served);
    }
    (program, at)
}

fn here(port: u16) -> SocketAddr {
    (Ipv4Addr::LOCALHOST, port).into()
}

pub(super) fn setup(fen: &str) -> Value {
    json!({ "id": 3, "call": "call", "param": { "id": 1, "method": "setup", "param": { "fen": fen } } })
}

pub(super) fn subscribe(serial: &Value) -> Value {
    json!({ "id": 2, "call": "subscribe", "param": { "feed": "eboardevent", "id": 1, "param": { "serialnr": serial } } })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_known_client_completes_its_dialogue_with_run() {
    let state = folder();
    let out = state.path().join("out");
    fs::create_dir(&out).expect("a folder");
    let events = write(&state, "game.jsonl", &log(START, 0, &[]));
    let _board = emulator(&state, "dgt", &["--events", &events, "--stay"]);
    let port = free_port();
    let config = format!(
        "state_dir = \"{}\"\nweb.listen = \"127.0.0.1:0\"\nmqtt.url = \"mqtt://127.0.0.1:9\"\n\
         [broadcast.livechess]\non = true\nlisten = \"127.0.0.1:{port}\"\ndelay_s = 0\n\
         [broadcast.livechesscloud]\nhttp = true\nfolder = \"{out}\"\ndelay_s = 0\n\
         [broadcast.pgn]\nfolder = \"{out}\"\ndelay_s = 0\n{}",
        state.path().display(),
        table(&state, "1", "dgt"),
        out = out.display(),
    );
    let (service, at) = start_served(&state, "run", &config);
    let live = here(port);
    // The one table is there before its board has said a word: no client ever sees an empty list.
    let first: Vec<Eboard> = strict(&http::get(live, &format!("{API}/eboards")).await.body);
    assert_eq!(first.len(), 1);
    let anna = Person::chief(at, "Anna").await;
    let mut page = begin(&anna).await;
    let connected = |text: &str| strict::<Vec<Eboard>>(text)[0].state.as_deref() == Some("ACTIVE");
    let boards = until(live, &format!("{API}/eboards"), "the board", connected).await;
    assert_eq!(boards.header("content-type"), "application/json");
    assert_eq!(boards.header("access-control-allow-origin"), "*");
    let board = strict::<Vec<Eboard>>(&boards.body).remove(0);
    until(live, &format!("{API}/eboards"), "its position", |text| strict::<Vec<Eboard>>(text)[0].board.is_some()).await;

    // Lichess' page, with its own origin and words.
    let mut lichess = Socket::open(live, &[("Origin", "https://lichess.org")]).await.expect("a socket");
    lichess.say(r#"{"id":1,"call":"eboards"}"#).await;
    let answer = lichess.frame().await;
    assert_eq!((answer.response.as_str(), &answer.id), ("call", &json!(1)));
    assert_eq!(answer.param[0]["serialnr"], board.serialnr.as_str());
    let begun = lichess.ask(subscribe(&answer.param[0]["serialnr"])).await;
    assert_eq!((begun.response.as_str(), &begun.param), ("call", &Value::Null));
    assert_eq!(lichess.ask(setup(START)).await.param, Value::Null);
    assert_eq!(lichess.moves().await, [""; 0]);

    // livechess-go asks by address first, and gives the castling rights in an order of its own.
    let mut go = Socket::open(live, &[]).await.expect("a socket");
    let frame = go.ask(json!({ "call": "subscribe", "id": 42, "param": { "feed": "eboardevent", "id": 7, "param": { "serialnr": board.serialnr } } })).await;
    assert_eq!(frame.param, Value::Null);
    let fed = go.frame().await;
    assert_eq!((fed.response.as_str(), &fed.id, &fed.param["flipped"]), ("feed", &json!(7), &json!(false)));
    let start_of_go = START.replace("KQkq", "QKqk");
    go.ask(
        json!({ "call": "call", "id": 2, "param": { "id": 7, "method": "setup", "param": { "fen": start_of_go } } }),
    )
    .await;
    assert_eq!(
        go.ask(json!({ "call": "call", "id": 4, "param": { "id": 7, "method": "setup", "param": { "flip": true } } }))
            .await
            .response,
        "call"
    );

    // useDGT wants a feed that there is not, and must hear so.
    let mut use_dgt = Socket::open(live, &[("Origin", "http://localhost:3000")]).await.expect("a socket");
    assert!(use_dgt.ask(json!({ "call": "eboards", "id": 888, "param": null })).await.param.is_array());
    let viewer = use_dgt.ask(json!({ "call": "subscribe", "id": 1, "param": { "feed": "liveviewer", "id": 1, "param": { "serialnr": board.serialnr } } })).await;
    assert_eq!(viewer.response, "error");

    // Moves, a correction, moves taken back: each client, each form.
    let cloud = "/broadcast/round-1/game-1.json";
    let first = until(at, cloud, "the game", |text| strict::<Game>(text).serial_nr.is_some()).await;
    assert_eq!(first.header("content-type"), "application/json");
    assert_eq!(first.header("access-control-allow-origin"), "*");
    for (said, moves, steps) in [
        (json!({ "id": "1", "command": "set-move", "ply": 1, "uci": "e2e4" }), vec!["e4"], vec![vec!["e4"]]),
        (
            json!({ "id": "2", "command": "set-move", "ply": 2, "uci": "e7e5" }),
            vec!["e4", "e5"],
            vec![vec!["e4", "e5"]],
        ),
        (
            json!({ "id": "3", "command": "set-move", "ply": 2, "uci": "c7c5" }),
            vec!["e4", "c5"],
            vec![vec!["e4"], vec!["e4", "c5"]],
        ),
        (json!({ "id": "4", "command": "take-back", "plies": 1 }), vec!["e4"], vec![vec!["e4"]]),
    ] {
        command(at, said.clone()).await;
        for step in steps {
            assert_eq!(lichess.moves().await, step, "{said}");
            go.until_moves(&step).await;
        }
        let holds = |text: &str| {
            strict::<Game>(text).moves.iter().filter_map(|one| one.split(' ').next()).eq(moves.iter().copied())
        };
        let now = until(at, cloud, "the moves", holds).await;
        let file = out.join("round-1/game-1.json");
        wait("the file", || fs::read_to_string(&file).is_ok_and(|text| text == now.body)).await;
        let same = http::ask(at, "GET", cloud, &[("If-None-Match", now.header("etag"))], "").await;
        assert_eq!((same.status, same.body.as_str()), (304, ""));
    }
    wait("all files", || {
        let expected = ["game-1.json", "game-1.pgn", "game-2.json", "game-2.pgn", "games.pgn", "index.json"];
        names(&out.join("round-1")) == expected && out.join("tournament.json").is_file()
    })
    .await;
    let result = json!({ "request": "round-result", "round": 1, "board": { "number": 2 }, "result": "-:+" });
    assert!(page.request(result).await.get("refused").is_none());
    let index = until(at, "/broadcast/round-1/index.json", "the result", |text| {
        strict::<Index>(text).pairings[1].result == "0-1"
    })
    .await;
    assert_eq!(strict::<Index>(&index.body).pairings[0].white.name(), "Paweł Łukasik");
    assert_eq!(strict::<Game>(&http::get(at, "/broadcast/round-1/game-2.json").await.body).outcome(), Some("0-1"));

    // The operators' tool asks by address.
    let rows: Vec<TournamentRow> = strict(&http::get(live, &format!("{API}/tournaments")).await.body);
    let id = &rows[0].uuid;
    let tournament: LocalTournament = strict(&http::get(live, &format!("{API}/tournament/{id}")).await.body);
    assert_eq!(
        (tournament.name.as_str(), tournament.eboards[0].as_deref()),
        ("Lakeside Open", Some(board.serialnr.as_str()))
    );
    let round: LocalRound = strict(&http::get(live, &format!("{API}/round/{id}/0")).await.body);
    assert_eq!((round.pairings[1].result.as_str(), round.pairings[0].live), ("BLACKFORFAIT", true));
    let game: LocalGame = strict(&http::get(live, &format!("{API}/game/{}", round.pairings[0].uuid)).await.body);
    assert!(game.moves.len() == 1 && game.moves[0].starts_with("e4"), "{game:?}");
    for (arguments, holds) in [
        (&["eboards"][..], board.serialnr.as_str()),
        (&["tournaments"], "Lakeside Open"),
        (&["tournament", id], "1. e4"),
        (&["events", id], "No events"),
    ] {
        let text = tokio::task::block_in_place(|| livechess_at(port, arguments));
        assert!(text.as_ref().is_none_or(|text| text.contains(holds)), "{arguments:?}: {text:?}");
    }
    for path in ["/", "/api", "/api/v1.0/x", "/api/v1.0/round/x", "/api/v1.0/game/../../etc", "/console/app.js"] {
        assert_eq!(http::get(live, path).await.status, 404, "{path}");
    }
    assert_eq!(http::post(live, &format!("{API}/eboards"), &[], "x").await.status, 405);
    // A browser asks first whether a page may ask a private network.
    let asked = http::ask(live, "OPTIONS", &format!("{API}/eboards"), &[("Origin", "https://lichess.org")], "").await;
    assert_eq!((asked.status, asked.header("access-control-allow-private-network")), (204, "true"));

    // Killed and started again: who comes back has everything, by the same names.
    service.signal("KILL");
    assert!(lichess.next().await.is_none());
    drop(service);
    let (_service, at) = start_served(&state, "run", &config);
    let holds = |text: &str| strict::<LocalRound>(text).pairings[0].live;
    until(live, &format!("{API}/round/{id}/0"), "the round", holds).await;
    let mut back = Socket::open(live, &[]).await.expect("a socket");
    back.ask(subscribe(&json!("1"))).await;
    back.ask(setup(START)).await;
    back.until_moves(&["e4"]).await;
    until(at, cloud, "the game", |text| strict::<Game>(text).moves.len() == 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_output_tells_a_move_before_its_time_also_after_the_hall_was_killed() {
    const DELAY: Duration = Duration::from_secs(4);
    let state = folder();
    let (_broker, port) = broker(&state);
    let (_board, _service, tables) = table_at(&state, port);
    let live = here(free_port());
    let hall_config = format!(
        "state_dir = \"{}\"\nweb.listen = \"127.0.0.1:0\"\nmqtt.url = \"mqtt://127.0.0.1:{port}\"\n\
         [broadcast.livechess]\non = true\nlisten = \"{live}\"\ndelay_s = {delay}\n\
         [broadcast.livechesscloud]\nhttp = true\nsecret = \"k7Qm2xVd\"\ndelay_s = {delay}\n",
        state.path().display(),
        delay = DELAY.as_secs()
    );
    let (mut hall, mut at) = start_served(&state, "hall", &hall_config);
    let anna = Person::chief(at, "Anna").await;
    let _page = begin(&anna).await;
    let cloud = "/broadcast/k7Qm2xVd/round-1/game-1.json";
    assert_eq!(http::get(at, "/broadcast/round-1/game-1.json").await.status, 404);
    let shown = |text: &str| strict::<Game>(text).moves.len();
    for (ply, uci) in [(1, "e2e4"), (2, "c7c5")] {
        until(live, &format!("{API}/eboards"), "the board", |text| text.contains("rnbqkbnr")).await;
        let mut socket = Socket::open(live, &[]).await.expect("a socket");
        socket.ask(subscribe(&json!("1"))).await;
        socket.ask(setup(START)).await;
        let mut told = Vec::new();
        while told.len() + 1 < ply {
            told = socket.moves().await;
        }
        let said = Instant::now();
        command(tables, json!({ "id": ply.to_string(), "command": "set-move", "ply": ply, "uci": uci })).await;
        if ply == 2 {
            sleep(Duration::from_secs(1)).await;
            hall.signal("KILL");
            hall.ended();
            (hall, at) = start_served(&state, "hall", &hall_config);
            until(live, &format!("{API}/tournaments"), "the event", |text| text.contains("Lakeside")).await;
            socket = Socket::open(live, &[]).await.expect("a socket");
            until(live, &format!("{API}/eboards"), "the board", |text| text.contains("rnbqkbnr")).await;
            socket.ask(subscribe(&json!("1"))).await;
            socket.ask(setup(START)).await;
            socket.until_moves(&["e4"]).await;
        }
        let (mut by_socket, mut by_address) = (false, false);
        while !by_socket || !by_address {
            if let Ok(moves) = timeout(Duration::from_millis(100), socket.moves()).await {
                by_socket |= moves.len() == ply;
            }
            let answer = http::get(at, cloud).await;
            by_address |= answer.status == 200 && shown(&answer.body) == ply;
            let is_told = by_socket || by_address;
            assert!(!is_told || said.elapsed() >= DELAY, "told after {:?}", said.elapsed());
            assert!(said.elapsed() < PATIENCE, "never told");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_port_that_somebody_else_has_is_told_once_and_had_as_soon_as_it_is_free() {
    let state = folder();
    let port = free_port();
    let other = TcpListener::bind(here(port)).expect("a port");
    let config = format!(
        "state_dir = \"{}\"\nweb.listen = \"127.0.0.1:0\"\nmqtt.url = \"mqtt://127.0.0.1:9\"\n\
         [broadcast.livechess]\non = true\nlisten = \"127.0.0.1:{port}\"\norigins = \"https://lichess.org/ https://b.example\"\n\
         [broadcast.pgn]\nhttp = true\n{}",
        state.path().display(),
        table(&state, "1", "dgt")
    );
    let (mut service, at) = start(&state, "run", &config);
    service.until("the trouble", |line| line.contains("LiveChess' port cannot be had"));
    // Everything else is there.
    until(at, "/broadcast/games.pgn", "the texts", |_| true).await;
    sleep(Duration::from_secs(6)).await;
    drop(other);
    service.until("the end of it", |line| line.contains("LiveChess' interface is served."));
    assert_eq!(service.seen.iter().filter(|line| line.contains("port cannot be had")).count(), 1);
    // Only pages of the sites that are named may ask; programs that are no pages may.
    let live = here(port);
    let path = format!("{API}/eboards");
    let by = async |origin: &'static str| http::ask(live, "GET", &path, &[("Origin", origin)], "").await;
    let allowed = by("https://lichess.org").await;
    assert_eq!((allowed.status, allowed.header("access-control-allow-origin")), (200, "https://lichess.org"));
    let refused = by("https://evil.example").await;
    assert_eq!((refused.status, refused.header("access-control-allow-origin")), (403, ""));
    assert!(Socket::open(live, &[("Origin", "https://evil.example")]).await.is_err());
    assert!(Socket::open(live, &[("Origin", "https://b.example")]).await.is_ok());
    assert!(Socket::open(live, &[]).await.is_ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn those_who_do_harm_are_cut_off_and_others_are_served_all_the_while() {
    let state = folder();
    let port = free_port();
    let config = format!(
        "state_dir = \"{}\"\nweb.listen = \"127.0.0.1:0\"\nmqtt.url = \"mqtt://127.0.0.1:9\"\n\
         [broadcast.livechess]\non = true\nlisten = \"127.0.0.1:{port}\"\ndelay_s = 0\n{}",
        state.path().display(),
        table(&state, "1", "dgt")
    );
    let (service, _) = start_served(&state, "run", &config);
    let live = here(port);
    until(live, &format!("{API}/eboards"), "the table", |text| text.contains("\"1\"")).await;
    // Words that mean nothing are answered.
    let mut socket = Socket::open(live, &[]).await.expect("a socket");
    let deep = "[".repeat(60_000);
    for said in ["", "null", "{", "{\"id\":1}", "{\"id\":1,\"call\":{}}", "\u{0}", deep.as_str()] {
        socket.say(said).await;
        assert_eq!(socket.frame().await.response, "error", "{}", &said[..said.len().min(20)]);
    }
    assert_eq!(socket.ask(json!({ "id": 1, "call": "eboards" })).await.response, "call");
    // A frame that is too long, and one that is no text, end the socket.
    socket.say(&"x".repeat(100_000)).await;
    assert!(socket.next().await.is_none());
    let mut socket = Socket::open(live, &[]).await.expect("a socket");
    socket.0.send(Message::binary(vec![0; 10])).await.expect("taken");
    assert!(socket.next().await.is_none());

    // So does asking again and again whether we are there.
    let mut socket = Socket::open(live, &[]).await.expect("a socket");
    for _ in 0..200 {
        if socket.0.send(Message::Ping(vec![0; 125].into())).await.is_err() {
            break;
        }
    }
    assert!(socket.next().await.is_none());

    // Sockets take what places there are; whose place is given to another is told so by the end of his.
    let mut sockets = Vec::new();
    for (address, count) in [(1, 96), (2, 32), (3, 1)] {
        for _ in 0..count {
            sockets.push(Socket::open_from(Ipv4Addr::new(127, 0, 0, address), live).await.expect("a socket"));
        }
    }
    let mut oldest = sockets.remove(0);
    assert!(timeout(Duration::from_secs(5), oldest.next()).await.expect("the oldest of who has most ends").is_none());
    for socket in &mut sockets {
        assert_eq!(socket.ask(json!({ "id": 1, "call": "eboards" })).await.response, "call");
    }
    drop(sockets);

    // Many who hold places and ask nothing, one who asks and never reads, one whose head never ends.
    let mut idle = Vec::new();
    for _ in 0..200 {
        idle.extend(TcpStream::connect(live).await.ok());
    }
    let mut greedy = Socket::open(live, &[]).await.expect("a socket");
    let flood = tokio::spawn(async move {
        let ask = json!({ "id": 1, "call": "eboards" }).to_string();
        while timeout(Duration::from_secs(3), greedy.0.send(Message::text(ask.clone())))
            .await
            .is_ok_and(|sent| sent.is_ok())
        {}
        greedy
    });
    let mut endless = TcpStream::connect(live).await.expect("a connection");
    endless.write_all(b"GET /api/v1.0/eboards HTTP/1.1\r\nX: ").await.expect("taken");
    let begun = Instant::now();
    for _ in 0..40 {
        let asked = Instant::now();
        assert_eq!(http::get(live, &format!("{API}/eboards")).await.status, 200);
        assert!(asked.elapsed() < Duration::from_secs(5), "served after {:?}", asked.elapsed());
        let mut socket = Socket::open(live, &[]).await.expect("a socket");
        assert_eq!(socket.ask(json!({ "id": 1, "call": "eboards" })).await.response, "call");
    }
    let mut rest = Vec::new();
    let cut = timeout(Duration::from_secs(15), endless.read_to_end(&mut rest)).await;
    assert!(cut.is_ok(), "still open after {:?}", begun.elapsed());
    let _greedy = timeout(PATIENCE, flood).await.expect("nobody takes for ever what nobody reads");
    assert!(service.kilobytes("VmRSS:") < 200_000);
    // It ends in time, whoever is connected.
    let mut last = Socket::open(live, &[]).await.expect("a socket");
    let ended = Instant::now();
    service.signal("TERM");
    assert!(last.next().await.is_none() && ended.elapsed() < Duration::from_secs(8));
}
