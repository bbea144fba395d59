//! The hall: real tables with emulated boards, a real broker, and people at pages.

use std::{collections::BTreeSet, fs, net::SocketAddr, time::Duration};

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::{Instant, sleep};

use crate::common::{
    console::{JSON, PASSWORD, Page, Person},
    http,
    mqtt::{Kind, Memory, Proxy, TestBroker},
    programs::{Output, Program, touchmove},
    service::{START, emulator, folder, log, table, write},
};

/// An illegal move, pressed: a ruling waits for the arbiter.
const ILLEGAL: [(&str, &str); 3] = [("e2", "e4"), ("e7", "e5"), ("g1", "g4")];

/// A table with an emulated board that plays these moves, published to this broker.
pub(crate) struct Table {
    /// Its own page.
    pub(crate) at: SocketAddr,
    _folder: TempDir,
    _board: Program,
    _service: Program,
}

impl Table {
    pub(crate) fn start(broker: SocketAddr, name: &str, moves: &[(&str, &str)]) -> Table {
        Table::publishing_to(&format!("mqtt://{broker}"), name, moves)
    }

    /// The same at the broker of these addresses.
    pub(crate) fn publishing_to(urls: &str, name: &str, moves: &[(&str, &str)]) -> Table {
        let folder = folder();
        let events = write(&folder, "game.jsonl", &log(START, 0, moves));
        let board = emulator(&folder, "dgt", &["--events", &events, "--stay"]);
        let config = format!(
            "state_dir = \"{0}\"\nweb.listen = \"127.0.0.1:0\"\nmqtt.url = \"{urls}\"\n{1}",
            folder.path().display(),
            table(&folder, name, "dgt")
        );
        let config = write(&folder, "touchmove.toml", &config);
        let mut service = Program::start(touchmove(["run", "--log-format", "json", "--config", &config]), Output::Err);
        let at = served(&mut service);
        Table { at, _folder: folder, _board: board, _service: service }
    }
}

/// A running hall.
pub(crate) struct Hall {
    pub(crate) program: Program,
    pub(crate) at: SocketAddr,
    link: Option<String>,
}

fn served(program: &mut Program) -> SocketAddr {
    let line = program.until("page", |line| line.contains("The page is served."));
    let line: Value = serde_json::from_str(&line).expect("a JSON object a line");
    line["address"].as_str().and_then(|address| address.parse().ok()).expect("an address")
}

impl Hall {
    /// A hall whose state is in this folder; `port` 0 for any.
    pub(crate) fn start(folder: &TempDir, broker: SocketAddr, port: u16) -> Hall {
        let config = format!(
            "state_dir = \"{0}\"\nweb.listen = \"127.0.0.1:{port}\"\nmqtt.url = \"mqtt://{broker}\"\nhall.title = \"Open\"\n",
            folder.path().display()
        );
        let config = write(folder, "hall.toml", &config);
        let mut program = Program::start(touchmove(["hall", "--log-format", "json", "--config", &config]), Output::Err);
        let at = served(&mut program);
        let mut link = None;
        program.until("beginning", |line| {
            if line.contains("Nobody has an account yet.") {
                let line: Value = serde_json::from_str(line).expect("a JSON object a line");
                link = line["link"].as_str().map(str::to_owned);
            }
            line.contains("Connected to the broker.")
        });
        Hall { program, at, link }
    }
}

/// The acts of the offer that is proposed.
fn proposed(case: &Value) -> Value {
    let offers = case["offers"].as_array().expect("offers");
    offers.iter().find(|offer| offer["proposed"] == true).expect("a proposal")["acts"].clone()
}

fn act(case: &Value) -> Value {
    json!({ "request": "act", "table": case["tables"][0], "case": case["id"], "acts": proposed(case) })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_arbiters_see_each_others_acts_and_who_comes_second_is_told_who_was_first() {
    let broker = TestBroker::start(Kind::Mosquitto).await;
    let state = folder();
    let hall = Hall::start(&state, broker.address(), 0);
    let anna = Person::chief(hall.at, "Anna Arbiter").await;
    let bruno = anna.add("Bruno Costa", json!({ "role": "arbiter" })).await;
    let (mut first, mut second) = (anna.page(&[]).await, bruno.page(&["7"]).await);
    let _tables = [Table::start(broker.address(), "7", &ILLEGAL), Table::start(broker.address(), "8", &ILLEGAL)];
    for page in [&mut first, &mut second] {
        page.until("rulings at both tables", |page| {
            ["7", "8"].iter().all(|table| page.case(table, "illegal-move-completed").is_some())
        })
        .await;
    }

    // Who goes is seen within a second.
    let case = first.case("7", "illegal-move-completed").expect("a case").clone();
    let began = Instant::now();
    assert_eq!(first.request(json!({ "request": "go", "case": case["id"] })).await.get("refused"), None);
    second.until("who goes", |page| page.cases.values().any(|case| case["going"]["by"] == "Anna Arbiter")).await;
    assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
    let refused = second.request(json!({ "request": "go", "case": case["id"] })).await;
    assert_eq!((&refused["refused"], &refused["first"]["by"]), (&json!("second"), &json!("Anna Arbiter")));

    // What is decided, too, with both names at the right places; and nothing is done twice.
    let began = Instant::now();
    let answer = first.request(act(&case)).await;
    let number = answer["entry"].as_u64().unwrap_or_else(|| panic!("{answer}"));
    second.until("the decision", |page| page.entries.contains_key(&number)).await;
    assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
    let refused = second.request(act(&case)).await;
    assert_eq!((&refused["refused"], &refused["first"]["by"]), (&json!("second"), &json!("Anna Arbiter")));
    for page in [&mut first, &mut second] {
        page.until("it is done", |page| page.entries.get(&number).is_some_and(|entry| entry["state"] == "done")).await;
    }
    let entry = &second.entries[&number];
    assert_eq!(
        (&entry["by"], &entry["table"], &entry["kind"]),
        (&json!("Anna Arbiter"), &json!("7"), &json!("illegal-move-completed"))
    );
    second.until("the case is over", |page| page.case("7", "illegal-move-completed").is_none()).await;

    // The table itself has the name: in the records, and so in the file for an appeal.
    let records = bruno.get("/api/table/7/records.jsonl").await;
    assert_eq!(records.status, 200);
    let decided = |line: &str| -> Option<Value> {
        let record: Value = serde_json::from_str(line).expect("a record");
        (record["type"] == "alert" && record["decided"] == "confirm").then(|| record["decided_by"].clone())
    };
    let by: Vec<Value> = records.body.lines().filter_map(decided).collect();
    assert!(!by.is_empty() && by.iter().all(|by| by == "Anna Arbiter"), "{by:?}");
    let csv = anna.get("/api/record.csv?table=7").await;
    assert_eq!((csv.status, csv.header("content-type")), (200, "text/csv; charset=utf-8"));
    assert!(csv.body.contains("Anna Arbiter") && !csv.body.contains(",8,"), "{}", csv.body);
    let found = anna.get("/api/record.json?by=Bruno%20Costa").await;
    assert_eq!(found.json(), json!([]));
    assert!(anna.get("/api/table/7/pgn").await.body.contains("1. e4 e5"));
    drop(hall.program);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn run_serves_the_console_of_its_own_tables_without_any_broker() {
    let folder = folder();
    let events = write(&folder, "game.jsonl", &log(START, 0, &ILLEGAL));
    let _board = emulator(&folder, "dgt", &["--events", &events, "--stay"]);
    let start = || {
        let config = format!(
            "state_dir = \"{0}\"\nweb.listen = \"127.0.0.1:0\"\nmqtt.url = \"mqtt://127.0.0.1:9\"\n{1}",
            folder.path().display(),
            table(&folder, "7", "dgt")
        );
        let config = write(&folder, "touchmove.toml", &config);
        let mut service = Program::start(touchmove(["run", "--log-format", "json", "--config", &config]), Output::Err);
        let at = served(&mut service);
        (service, at)
    };
    let (service, at) = start();
    let anna = Person::chief(at, "Anna").await;
    let mut page = anna.page(&["7"]).await;
    page.until("the ruling", |page| page.case("7", "illegal-move-completed").is_some()).await;
    let case = page.case("7", "illegal-move-completed").expect("a case").clone();
    let answer = page.request(act(&case)).await;
    let number = answer["entry"].as_u64().unwrap_or_else(|| panic!("{answer}"));
    page.until("it is done", |page| page.entries.get(&number).is_some_and(|entry| entry["state"] == "done")).await;
    page.until("its moves", |page| page.details.get("7").is_some_and(|table| table["moves"][0]["san"] == "e4")).await;
    let illegal = |page: &Page| page.tables["7"]["game"]["illegal_moves"]["white"].clone();
    assert_eq!(illegal(&page), 1);
    let all = || async { anna.get("/api/table/7/records.jsonl").await.body.lines().count() };
    let told = all().await;

    // Killed, and its console's memory lost: the journal has it all.
    drop(page);
    service.signal("KILL");
    drop(service);
    for file in ["console.sqlite", "console.sqlite-wal", "console.sqlite-shm"] {
        let _ = fs::remove_file(folder.path().join(file));
    }
    let (_service, at) = start();
    let anna = Person::chief(at, "Anna").await;
    let mut page = anna.page(&["7"]).await;
    page.until("all of it again", |page| {
        let table = page.tables.get("7").filter(|table| table["catching_up"] == false && table["missing"] == 0);
        table.is_some_and(|table| table["game"]["plies"] == 2)
            && page.details["7"]["alerts"].as_array().is_some_and(|alerts| alerts.len() >= 2)
    })
    .await;
    assert_eq!(illegal(&page), 1);
    let journaled = |text: &str| {
        let record: Value = serde_json::from_str(text).expect("a record");
        ["move", "turn", "alert"].contains(&record["type"].as_str().unwrap_or_default())
    };
    let records = anna.get("/api/table/7/records.jsonl").await.body;
    let again = records.lines().filter(|line| journaled(line)).count();
    assert!(again > 0 && again <= told, "{again} of {told}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_an_account_may_not_do_is_refused_and_names_are_text() {
    let broker = TestBroker::start(Kind::Mosquitto).await;
    let state = folder();
    let hall = Hall::start(&state, broker.address(), 0);
    let code = hall.link.as_deref().and_then(|link| link.rsplit('/').next()).expect("a link").to_owned();

    // Nobody has an account: who is here may make the chief's, or who has the printed code. Others see nothing.
    let me = http::get(hall.at, "/api/me").await;
    assert_eq!((me.status, me.json()["setup"].clone()), (401, json!(true)));
    let proxied = ("X-Forwarded-For", "203.0.113.7");
    let me = http::ask(hall.at, "GET", "/api/me", &[proxied], "").await;
    assert_eq!((me.status, me.json()["setup"].clone()), (401, json!(false)));
    let body = |code: &str| json!({ "name": "Mallory", "password": PASSWORD, "code": code }).to_string();
    for (headers, body) in [
        (vec![JSON, proxied], json!({ "name": "Mallory", "password": PASSWORD }).to_string()),
        (vec![JSON, proxied], body("guess")),
        (vec![JSON, ("Origin", "http://evil.example")], body(&code)),
        (vec![("Content-Type", "text/plain")], body(&code)),
    ] {
        let status = http::post(hall.at, "/api/setup", &headers, &body).await.status;
        assert!([403, 415].contains(&status), "{status}: {body}");
    }
    let markup = "<img src=x onerror=alert(1)>\"'&";
    let made = json!({ "name": markup, "password": PASSWORD, "code": code }).to_string();
    let chief = Person::by(hall.at, &http::post(hall.at, "/api/setup", &[JSON, proxied], &made).await);
    let me = chief.get("/api/me").await;
    assert_eq!((me.header("content-type"), me.header("x-content-type-options")), ("application/json", "nosniff"));
    assert!(me.header("content-security-policy").starts_with("default-src 'self';"));
    assert_eq!(me.json()["account"], json!({ "name": markup, "role": "chief" }));
    assert_eq!(http::post(hall.at, "/api/setup", &[JSON], &made).await.status, 403, "only once");

    let table = Table::start(broker.address(), "7", &ILLEGAL);
    let display = chief.add("Screen", json!({ "role": "display" })).await;
    let section = chief.add("Sven", json!({ "role": "arbiter", "sections": ["B"] })).await;
    let mut watched = chief.page(&[]).await;
    watched.until("the ruling", |page| page.case("7", "illegal-move-completed").is_some()).await;
    let case = watched.case("7", "illegal-move-completed").expect("a case").clone();

    // A display sees what the public sees, and does nothing.
    let mut screen = display.page(&["7"]).await;
    screen.until("the public's view", |page| page.public.get("7").is_some_and(|table| table["plies"] == 2)).await;
    assert!(
        screen.tables.is_empty() && screen.cases.is_empty() && screen.details.is_empty() && screen.order.is_empty()
    );
    for request in [
        act(&case),
        json!({ "request": "go", "case": case["id"] }),
        json!({ "request": "offers", "table": "7" }),
        json!({ "request": "search", "filter": {} }),
    ] {
        assert_eq!(screen.request(request.clone()).await["refused"], "not-allowed", "{request}");
        let mut request = request;
        request["id"] = json!("by post");
        assert_eq!(display.post("/api/request", &request).await.json()["refused"], "not-allowed", "{request}");
    }
    // A table in no section is every arbiter's; once a round places it in another one, it is not his any more.
    let mut elsewhere = section.page(&["7"]).await;
    elsewhere.until("the table", |page| page.case("7", "illegal-move-completed").is_some()).await;
    let pairing = "[Event \"Open\"]\n[Section \"A\"]\n[Round \"1.7\"]\n[White \"Suzuki, Ren\"]\n[Black \"Horvat, Ana\"]\n[Result \"*\"]\n\n*\n";
    let headers = [("X-File-Name", "r1.pgn"), ("Cookie", chief.cookie.as_str())];
    let shown = http::post(hall.at, "/api/import", &headers, pairing).await;
    assert_eq!(shown.status, 200, "{shown:?}");
    for request in [
        json!({ "request": "import", "digest": shown.json()["digest"] }),
        json!({ "request": "start-round", "round": 1 }),
    ] {
        let answer = watched.request(request).await;
        assert!(answer.get("refused").is_none(), "{answer}");
    }
    elsewhere.until("the table to be gone", |page| page.tables.is_empty() && page.cases.is_empty()).await;
    assert_eq!(elsewhere.request(act(&case)).await["refused"], "not-allowed");
    for person in [&display, &section] {
        assert_eq!(person.get("/api/people").await.status, 403);
        assert_eq!(person.post("/api/people", &json!({ "do": "link", "name": markup })).await.status, 403);
        for path in ["/api/table/7/records.jsonl", "/api/table/7/pgn"] {
            assert_eq!(person.get(path).await.status, 403, "{path}");
        }
    }
    assert_eq!(display.get("/api/record.csv").await.status, 403);
    assert!(elsewhere.tables.is_empty() && elsewhere.cases.is_empty());

    // Other sites' pages, other cookies, other methods.
    let evil = [JSON, ("Cookie", chief.cookie.as_str()), ("Origin", "http://evil.example")];
    let mut go = json!({ "request": "go", "id": "x", "case": case["id"] });
    assert_eq!(http::post(hall.at, "/api/request", &evil, &go.to_string()).await.status, 403);
    let mut knock = chief.knock();
    knock.headers_mut().insert("Origin", "http://evil.example".parse().expect("a header"));
    assert!(Page::open(hall.at, knock).await.is_err());
    let stranger = Person { at: hall.at, cookie: format!("{}x", chief.cookie) };
    assert!(Page::open(hall.at, stranger.knock()).await.is_err());
    assert_eq!(stranger.post("/api/request", &go).await.status, 401);
    go["id"] = json!("y".repeat(1_000));
    assert_eq!(chief.post("/api/request", &go).await.json()["refused"], "bad-value");
    watched.send(&json!({ "request": "no such thing", "id": "z" })).await;
    assert_eq!(watched.request(json!({ "request": "unshelve", "case": "none" })).await["refused"], "no-such-case");

    // Roles and sessions are what they are now, on open sockets too.
    let promote = json!({ "do": "change", "name": "Screen", "role": "arbiter" });
    assert_eq!(chief.post("/api/people", &promote).await.status, 200);
    screen.until("the arbiters' view", |page| page.case("7", "illegal-move-completed").is_some()).await;
    assert_eq!(screen.account, Some(json!({ "name": "Screen", "role": "arbiter" })));
    let demote = json!({ "do": "change", "name": "Screen", "role": "display" });
    assert_eq!(chief.post("/api/people", &demote).await.status, 200);
    screen.until("the public's view again", |page| page.tables.is_empty() && page.public.contains_key("7")).await;
    let accounts = chief.get("/api/people").await.json();
    let of = |name: &str| -> Value {
        let all = accounts["accounts"].as_array().expect("a list").iter();
        all.clone().find(|account| account["name"] == name).expect("it is there").clone()
    };
    let session = of("Screen")["sessions"][0]["id"].clone();
    assert_eq!(chief.post("/api/people", &json!({ "do": "end-session", "id": session })).await.status, 200);
    screen.end().await;
    assert_eq!(screen.ended.as_deref(), Some("session"));
    assert_eq!(display.get("/api/me").await.status, 401);
    assert_eq!(
        chief.post("/api/people", &json!({ "do": "remove", "name": markup })).await.json()["refused"],
        "last-chief"
    );

    // A link opens once; what was signed out opens nothing.
    let link = chief.post("/api/people", &json!({ "do": "link", "name": "Sven" })).await.json();
    let code = link["link"].as_str().and_then(|link| link.strip_prefix("/#/enter/")).expect("a link").to_owned();
    let enter = json!({ "code": code }).to_string();
    let phone = Person::by(hall.at, &http::post(hall.at, "/api/enter", &[JSON], &enter).await);
    assert_eq!(phone.get("/api/me").await.json()["account"]["name"], "Sven");
    assert_eq!(http::post(hall.at, "/api/enter", &[JSON], &enter).await.status, 401);
    assert_eq!(phone.post("/api/sign-out", &json!({})).await.status, 204);
    assert_eq!(phone.get("/api/me").await.status, 401);
    drop(table);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_passwords_are_slowed_where_they_come_from_and_lock_nobody_out() {
    let broker = TestBroker::start(Kind::Mosquitto).await;
    let state = folder();
    let mut hall = Hall::start(&state, broker.address(), 0);
    let anna = Person::chief(hall.at, "Anna").await;
    let try_from = async |from: &str, name: &str, password: &str| {
        let body = json!({ "name": name, "password": password }).to_string();
        http::post(hall.at, "/api/sign-in", &[JSON, ("X-Forwarded-For", from)], &body).await
    };
    let mut refused = 0;
    for guess in 0..12 {
        let answer = try_from("203.0.113.66", "Anna", &format!("guess number {guess}")).await;
        match answer.status {
            401 => assert_eq!(answer.json()["refused"], "wrong"),
            429 => {
                assert!(answer.json()["retry_s"].as_u64().is_some_and(|seconds| (1..=60).contains(&seconds)));
                refused += 1;
            }
            status => panic!("{status}"),
        }
    }
    assert!(refused >= 6, "{refused} of 12");
    // The right password does not help who has been guessing; elsewhere it opens at once.
    assert_eq!(try_from("203.0.113.66", "Anna", PASSWORD).await.status, 429);
    assert_eq!(try_from("203.0.113.67", "Nobody", PASSWORD).await.status, 401);
    // What can be nobody's name, or no password, is as wrong as any other, and counts where it comes from.
    assert_eq!(try_from("203.0.113.68", &"x".repeat(60_000), PASSWORD).await.status, 401);
    for number in 1..=11 {
        let answer = try_from("203.0.113.69", &"x".repeat(60_000), "short").await;
        assert_eq!(answer.status, if number <= 10 { 401 } else { 429 }, "the {number}th");
    }
    let began = Instant::now();
    assert_eq!(try_from("198.51.100.7", "anna", PASSWORD).await.status, 204);
    assert!(began.elapsed() < Duration::from_secs(3), "{:?}", began.elapsed());
    assert_eq!(anna.get("/api/me").await.status, 200);
    hall.program.signal("TERM");
    assert_eq!(hall.program.ended().code(), Some(0));
    let log = hall.program.seen.join("\n");
    assert!(log.contains("wrong name or password") && !log.contains(PASSWORD) && !log.contains("guess number"));
    let kept = fs::read(state.path().join("hall.sqlite")).expect("a database");
    let secret = anna.cookie.rsplit('=').next().expect("a secret").as_bytes().to_vec();
    let holds = |secret: &[u8]| kept.windows(secret.len()).any(|window| window == secret);
    assert!(!holds(&secret) && !holds(PASSWORD.as_bytes()), "secrets are in the database");
    assert!(holds(b"$argon2id$"));
}

/// Every numbered record of a table that the hall has: each once.
pub(crate) async fn numbers(person: &Person, table: &str) -> Vec<u64> {
    let records = person.get(&format!("/api/table/{table}/records.jsonl")).await;
    assert_eq!(records.status, 200);
    let number = |line: &str| {
        let record: Value = serde_json::from_str(line).expect("a record");
        let is_numbered = ["move", "turn", "alert"].contains(&record["type"].as_str().unwrap_or_default());
        is_numbered.then(|| record["seq"].as_u64().expect("a number"))
    };
    records.body.lines().filter_map(number).collect()
}

/// A walk of the knights, out and back, by both: twelve half-moves, too few for a fivefold repetition.
fn walk() -> Vec<(&'static str, &'static str)> {
    [("g1", "f3"), ("g8", "f6"), ("f3", "g1"), ("f6", "g8")].into_iter().cycle().take(12).collect()
}

/// Two such walks, and moves of pawns between them, after which nothing is a repetition of before.
fn long_walk() -> Vec<(&'static str, &'static str)> {
    [walk(), vec![("a2", "a3"), ("a7", "a6")], walk()].concat()
}

/// How soon the page is right again, where the machine has nothing else to do; in a run of all tests it has.
fn is_right_soon(what: &str, since: Instant) {
    let took = since.elapsed();
    println!("{what}: right again after {:.1} s", took.as_secs_f64());
    let most = if std::env::var_os("TOUCHMOVE_CUT_S").is_some() { 5 } else { 20 };
    assert!(took < Duration::from_secs(most), "{what}: {took:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_missing_after_a_cut_a_kill_and_a_broker_that_begins_empty() {
    let cut_s = std::env::var("TOUCHMOVE_CUT_S").map_or(3, |seconds| seconds.parse().expect("a number of seconds"));
    let mut broker = TestBroker::start(Kind::Mosquitto).await;
    let between = Proxy::start(broker.address()).await;
    let state = folder();
    let mut hall = Hall::start(&state, between.address(), 0);
    let port = hall.at.port();
    let anna = Person::chief(hall.at, "Anna").await;
    let mut page = anna.page(&["7"]).await;
    let _table = Table::start(broker.address(), "7", &long_walk());
    page.until("the first move", |page| page.plies("7") >= 1).await;

    // The network goes dead without a word, then cuts for some seconds of play; pages hear of it.
    between.freeze();
    page.until("moves again", |page| page.plies("7") >= 7).await;
    between.close();
    page.until("no broker", |page| page.broker == Some(false)).await;
    let played = page.plies("7");
    for _ in 0..cut_s {
        // A page that takes nothing is cut off.
        page.settle().await;
        sleep(Duration::from_secs(1)).await;
    }
    let began = Instant::now();
    between.open();
    page.until("a broker", |page| page.broker == Some(true)).await;
    page.until("what was played meanwhile", |page| page.plies("7") > played).await;
    page.until("nothing is missing", |page| page.tables["7"]["catching_up"] == false).await;
    is_right_soon("the network cut", began);
    page.until("moves again", |page| page.plies("7") >= 11).await;

    // The hall is killed; the page comes back with what it has.
    let version = page.version;
    hall.program.signal("KILL");
    drop(hall);
    page.end().await;
    sleep(Duration::from_secs(1)).await;
    let began = Instant::now();
    hall = Hall::start(&state, between.address(), port);
    let mut page = Page::open(hall.at, anna.knock()).await.expect("the session is still good");
    page.send(&json!({ "watch": { "since": version, "closely": ["7"] } })).await;
    page.until("the table", |page| page.tables.contains_key("7") && page.plies("7") >= 11).await;
    page.until("nothing is missing", |page| page.tables["7"]["catching_up"] == false).await;
    is_right_soon("the hall killed", began);
    page.until("moves again", |page| page.plies("7") >= 15).await;

    // The broker begins anew, and has forgotten everything.
    broker.kill().await;
    page.until("no broker", |page| page.broker == Some(false)).await;
    sleep(Duration::from_secs(1)).await;
    let began = Instant::now();
    broker.start_again(Memory::Lost).await;
    page.until("a broker", |page| page.broker == Some(true)).await;
    page.until("the table", |page| page.tables["7"]["link"]["reach"] == "online").await;
    is_right_soon("the broker empty", began);
    page.until("the last move", |page| page.plies("7") == 26).await;
    let began = Instant::now();
    page.until("nothing is missing", |page| {
        let table = &page.tables["7"];
        table["catching_up"] == false && table["missing"] == 0 && table["link"]["reach"] == "online"
    })
    .await;
    is_right_soon("the last record", began);
    page.until("the moves", |page| page.details["7"]["moves"].as_array().is_some_and(|moves| moves.len() == 26)).await;
    let found = numbers(&anna, "7").await;
    let once: BTreeSet<u64> = found.iter().copied().collect();
    assert_eq!(once.len(), found.len(), "none twice");
    let (first, last) = (once.first().copied().expect("records"), once.last().copied().expect("records"));
    assert_eq!(once.len() as u64, last - first + 1, "none missing: {once:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_decided_while_the_hall_dies_is_done_once() {
    let broker = TestBroker::start(Kind::Mosquitto).await;
    let between = Proxy::start(broker.address()).await;
    let state = folder();
    let mut hall = Hall::start(&state, between.address(), 0);
    let port = hall.at.port();
    let anna = Person::chief(hall.at, "Anna").await;
    let mut page = anna.page(&[]).await;
    let _table = Table::start(broker.address(), "7", &ILLEGAL);
    page.until("the ruling", |page| page.case("7", "illegal-move-completed").is_some()).await;
    let case = page.case("7", "illegal-move-completed").expect("a case").clone();
    // It is taken down, and cannot be sent: the network is gone, and then the hall.
    between.close();
    between.cut();
    let answer = page.request(act(&case)).await;
    let number = answer["entry"].as_u64().unwrap_or_else(|| panic!("{answer}"));
    hall.program.signal("KILL");
    drop(hall);
    between.open();
    hall = Hall::start(&state, between.address(), port);
    let mut page = anna.page(&[]).await;
    page.until("it is done", |page| page.entries.get(&number).is_some_and(|entry| entry["state"] == "done")).await;
    assert_eq!(page.entries[&number]["by"], "Anna");
    page.until("the table's count", |page| page.tables["7"]["game"]["illegal_moves"]["white"] == 1).await;
    let refused = page.request(act(&case)).await;
    assert_eq!(refused["refused"], "second", "{refused}");
    // A second start finds nothing more to send.
    hall.program.signal("KILL");
    drop(hall);
    let _hall = Hall::start(&state, between.address(), port);
    let mut page = anna.page(&[]).await;
    page.until("the table", |page| page.tables.contains_key("7")).await;
    sleep(Duration::from_secs(1)).await;
    assert_eq!(page.request(json!({ "request": "unshelve", "case": "none" })).await["refused"], "no-such-case");
    assert_eq!(page.tables["7"]["game"]["illegal_moves"]["white"], 1);
    assert_eq!(page.entries.values().filter(|entry| entry["by"] == "Anna").count(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_takes_nothing_is_cut_off_and_holds_up_nobody() {
    let broker = TestBroker::start(Kind::Mosquitto).await;
    let state = folder();
    let hall = Hall::start(&state, broker.address(), 0);
    let anna = Person::chief(hall.at, "Anna").await;
    let mut deaf = anna.page(&[]).await;
    let mut page = anna.page(&[]).await;
    let _table = Table::start(broker.address(), "7", &walk());
    page.until("the last move", |page| page.plies("7") == 12).await;
    // It has heard nothing for as long, and said nothing, not even that it is there.
    let began = Instant::now();
    let is_in_use = |people: &Value| people["accounts"][0]["sessions"].as_array().is_some_and(|all| all.len() == 1);
    while began.elapsed() < Duration::from_secs(15) {
        assert!(page.take().await, "who listens is not cut off");
    }
    assert!(is_in_use(&anna.get("/api/people").await.json()), "two pages, one session");
    // What it is sent before it is cut off it finds now; were it not cut off, there would be no end.
    deaf.end().await;
    // It comes back with what it has.
    let mut again = Page::open(hall.at, anna.knock()).await.expect("a socket");
    again.send(&json!({ "watch": { "since": deaf.version } })).await;
    again.until("the first change", |page| page.frames > 0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_a_certificate_the_page_is_encrypted_and_so_is_its_cookie() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let made = std::process::Command::new("openssl")
        .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"])
        .args(["-subj", "/CN=hall", "-addext", "subjectAltName=DNS:hall,IP:127.0.0.1"])
        .args(["-addext", "basicConstraints=critical,CA:FALSE"])
        .args(["-keyout", &path("page.key"), "-out", &path("page.pem")])
        .output()
        .expect("openssl runs: run the tests with tests/run, which installs it");
    assert!(made.status.success(), "{made:?}");
    let config = format!(
        "state_dir = \"{0}\"\nweb.listen = \"127.0.0.1:0\"\nweb.cert_file = \"{0}/page.pem\"\nweb.key_file = \"{0}/page.key\"\n\
         mqtt.url = \"mqtt://127.0.0.1:9\"\n",
        folder.path().display()
    );
    let config = write(&folder, "hall.toml", &config);
    let mut program = Program::start(touchmove(["hall", "--log-format", "json", "--config", &config]), Output::Err);
    let at = served(&mut program);
    program.until("the link", |line| line.contains("https://127.0.0.1:"));

    let mut roots = rustls::RootCertStore::empty();
    let pem = fs::read(path("page.pem")).expect("a certificate");
    for certificate in
        <rustls::pki_types::CertificateDer<'_> as rustls::pki_types::pem::PemObject>::pem_slice_iter(&pem)
    {
        roots.add(certificate.expect("PEM")).expect("usable");
    }
    let client =
        rustls::ClientConfig::builder_with_provider(std::sync::Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_root_certificates(roots)
            .with_no_client_auth();
    let connector = tokio_rustls::TlsConnector::from(std::sync::Arc::new(client));
    // Somebody who says nothing holds nobody up, nor does one who does not speak TLS.
    let _silent = tokio::net::TcpStream::connect(at).await.expect("the server listens");
    let mut plain = tokio::net::TcpStream::connect(at).await.expect("the server listens");
    tokio::io::AsyncWriteExt::write_all(&mut plain, b"GET / HTTP/1.1\r\n\r\n").await.expect("taken");
    let stream = tokio::net::TcpStream::connect(at).await.expect("the server listens");
    let name = rustls::pki_types::ServerName::try_from("hall").expect("a name");
    let mut stream = connector.connect(name, stream).await.expect("the certificate is ours");
    let body = json!({ "name": "Anna", "password": PASSWORD }).to_string();
    let request = format!(
        "POST /api/setup HTTP/1.1\r\nHost: {at}\r\nOrigin: https://{at}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    tokio::io::AsyncWriteExt::write_all(&mut stream, request.as_bytes()).await.expect("taken");
    let mut answer = String::new();
    // Whether the other end says goodbye does not matter here.
    let _ = tokio::io::AsyncReadExt::read_to_string(&mut stream, &mut answer).await;
    assert!(answer.starts_with("HTTP/1.1 204") && answer.contains("; SameSite=Strict; Secure"), "{answer}");
}
