//! A round from the file to the tables and back, by the routes that the console's page uses.

use std::{fs, io::Write as _, net::SocketAddr, path::Path, process::Command, time::Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{
    console::Person,
    http,
    missing::skipped,
    pairings,
    programs::{Output, Program, touchmove},
    service::{START, emulator, folder, log, table, write},
};

fn pairings() -> String {
    pairings::pairings("Lakeside Open", 1, &pairings::PLAYERS)
}

async fn import(chief: &Person, name: &str, text: &str) -> http::Answer {
    let headers = [("Content-Type", "application/octet-stream"), ("X-File-Name", name), ("Cookie", &chief.cookie)];
    http::post(chief.at, "/api/import", &headers, text).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twelve_tables_have_their_players_seconds_after_the_file() {
    let folders: Vec<_> = (0..12).map(|_| folder()).collect();
    let mut tables = String::new();
    let mut boards = Vec::new();
    for (number, folder) in (1..).zip(&folders) {
        let events = write(folder, "game.jsonl", &log(START, 0, &[]));
        boards.push(emulator(folder, "dgt", &["--events", &events, "--stay"]));
        tables += &table(folder, &number.to_string(), "dgt");
    }
    let config = format!(
        "state_dir = \"{}\"\nweb.listen = \"127.0.0.1:0\"\nmqtt.url = \"mqtt://127.0.0.1:9\"\n{tables}",
        folders[0].path().display()
    );
    let config = write(&folders[0], "touchmove.toml", &config);
    let mut service = Program::start(touchmove(["run", "--log-format", "json", "--config", &config]), Output::Err);
    let line = service.until("page", |line| line.contains("The page is served."));
    let line: Value = serde_json::from_str(&line).expect("a JSON object a line");
    let at = line["address"].as_str().and_then(|address| address.parse().ok()).expect("an address");
    let anna = Person::chief(at, "Anna").await;
    let mut page = anna.page(&[]).await;
    page.until("twelve boards", |page| {
        let connected =
            page.tables.values().filter(|table| table["link"]["board"] == "connected" && !table["game"].is_null());
        connected.count() == 12
    })
    .await;

    // What is wrong is told with its place, and only a chief may bring a file.
    let wrong = import(&anna, "r1.pgn", &pairings().replacen("\"*\"", "\"2-0\"", 1)).await;
    assert_eq!((wrong.status, &wrong.json()["fault"]["line"]), (422, &json!(6)));
    let bruno = anna.add("Bruno", json!({ "role": "arbiter" })).await;
    assert_eq!(import(&bruno, "r1.pgn", &pairings()).await.status, 403);
    let foreign = [("Origin", "http://evil.example"), ("Cookie", anna.cookie.as_str())];
    assert_eq!(http::post(at, "/api/import", &foreign, &pairings()).await.status, 403);

    let begun = Instant::now();
    let shown = import(&anna, "r1%C3%A4.pgn", &pairings()).await;
    assert_eq!((shown.status, &shown.json()["file"]), (200, &json!("r1ä.pgn")));
    let digest = shown.json()["digest"].clone();
    let taken = page.request(json!({ "request": "import", "digest": digest })).await;
    assert!(taken.get("refused").is_none(), "{taken}");
    let started = page.request(json!({ "request": "start-round", "round": 1 })).await;
    assert!(started.get("refused").is_none(), "{started}");
    page.until("twelve games with names", |page| {
        let round = page.rounds.get("1 ");
        let pairings = round.and_then(|round| round["pairings"].as_array()).map_or(&[][..], Vec::as_slice);
        pairings.len() == 12
            && pairings.iter().all(|pairing| {
                let at = pairing["table"].as_str().and_then(|table| page.tables.get(table));
                pairing["state"] == "playing"
                    && at.is_some_and(|table| table["game"]["players"]["white"] == pairing["white"]["name"])
            })
    })
    .await;
    let took = begun.elapsed();
    eprintln!("from the file to twelve tables with their players: {} ms", took.as_millis());
    assert!(took.as_secs() < 60, "{took:?}");
    assert_eq!(page.tables["12"]["game"]["players"], json!({ "white": "Dubois, Marc", "black": "Łukasik, Paweł" }));

    for board in 1..=12 {
        let result = if board % 2 == 0 { "+:-" } else { "1/2-0" };
        let asked = json!({ "request": "round-result", "round": 1, "board": { "number": board }, "result": result });
        let answer = page.request(asked).await;
        assert!(answer.get("refused").is_none(), "{answer}");
    }
    let file = bruno.get("/api/results.pgn").await;
    assert_eq!((file.status, file.header("content-type")), (200, "application/vnd.chess-pgn"));
    let forfeits = file.body.matches("[Termination \"forfeit\"]").count();
    assert_eq!((forfeits, file.body.matches("[Result \"1/2-0\"]").count()), (6, 6), "{}", file.body);
    assert!(bruno.get("/api/results.csv?round=1").await.body.contains("\"Krüger-Zimmermann, Annegret\""));
    assert_eq!(bruno.get("/api/results.trf").await.status, 422);
    assert_eq!(bruno.get("/api/results.pgn?round=7").await.status, 404);
    assert_eq!(http::get(at, "/api/results.pgn").await.status, 401);
    drop(boards);
}

/// A file that another program's own writer made.
fn made_elsewhere(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pairings").join(name)).expect("a file of ours")
}

/// A hall that hears of no table.
struct Quiet {
    state: TempDir,
    program: Program,
    at: SocketAddr,
}

impl Quiet {
    /// At a port, 0 for any: a cookie is that of the port.
    fn start(state: TempDir, port: u16) -> Quiet {
        let text = format!(
            "state_dir = \"{}\"\nweb.listen = \"127.0.0.1:{port}\"\nmqtt.url = \"mqtt://127.0.0.1:9\"\n",
            state.path().display()
        );
        let config = write(&state, "touchmove.toml", &text);
        let mut program = Program::start(touchmove(["hall", "--log-format", "json", "--config", &config]), Output::Err);
        let line = program.until("page", |line| line.contains("The page is served."));
        let line: Value = serde_json::from_str(&line).expect("a JSON object a line");
        let at = line["address"].as_str().and_then(|address| address.parse().ok()).expect("an address");
        Quiet { state, program, at }
    }

    /// Killed, and started again with what it has kept.
    fn again(self) -> Quiet {
        let Quiet { state, mut program, at } = self;
        program.signal("KILL");
        program.ended();
        Quiet::start(state, at.port())
    }
}

async fn import_bytes(chief: &Person, name: &str, bytes: Vec<u8>) -> http::Answer {
    let headers = [("X-File-Name", name), ("Cookie", chief.cookie.as_str())];
    http::post_bytes(chief.at, "/api/import", &headers, &bytes).await
}

/// What another program reads in a report: who, result of the round. None, with a word, where it is not there.
fn read_elsewhere(report: &[u8], round: usize) -> Option<String> {
    let named = std::env::var_os("TOUCHMOVE_TEST_PYTHON");
    let python = named.clone().unwrap_or_else(|| "python3".into());
    let has = Command::new(&python).args(["-c", "import trf"]).output().is_ok_and(|output| output.status.success());
    assert!(has || named.is_none(), "TOUCHMOVE_TEST_PYTHON has no trf");
    if !has {
        skipped(format_args!("no Python has trf"));
        return None;
    }
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(report).expect("written");
    let script = "import sys, trf; sys.stdout.reconfigure(encoding='utf-8')\n\
                  for p in trf.load(open(sys.argv[1], encoding='utf-8')).players: print(p.startrank, p.games[int(sys.argv[2])].result)";
    let output = Command::new(python).args(["-c", script]).arg(file.path()).arg((round - 1).to_string()).output();
    let output = output.expect("runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).expect("UTF-8"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_of_pairing_programs_come_in_outlive_a_restart_and_their_results_go_back() {
    for name in ["python-trf.trf", "sharly-chess.trf", "sharly-chess.pgn", "chess-results.xlsx"] {
        let hall = Quiet::start(folder(), 0);
        let anna = Person::chief(hall.at, "Anna").await;
        let bytes = made_elsewhere(name);
        let shown = import_bytes(&anna, name, bytes.clone()).await;
        assert_eq!(shown.status, 200, "{name}: {shown:?}");
        let comparison = shown.json();
        let round = &comparison["rounds"][0];
        let number = round["number"].as_u64().expect("a number");
        let pairings = round["pairings"].as_array().expect("pairings").clone();
        assert!(pairings.iter().all(|pairing| pairing["change"] == "new"), "{name}: {round}");

        // What was only shown is nothing that a hall which was killed knows of: it is shown again.
        let hall = hall.again();
        let mut page = anna.page(&[]).await;
        let import = json!({ "request": "import", "digest": comparison["digest"] });
        assert_eq!(page.request(import.clone()).await["refused"], "comparison-old", "{name}");
        assert!(page.rounds.is_empty(), "{name}");
        let shown = import_bytes(&anna, name, bytes.clone()).await.json();
        assert_eq!(shown["digest"], comparison["digest"], "{name}: the same file against the same");
        assert!(page.request(import.clone()).await.get("refused").is_none(), "{name}");
        assert_eq!(page.request(import).await["refused"], "comparison-old", "{name}: taken over once");
        assert_eq!(import_bytes(&anna, name, bytes.clone()).await.json()["as_before"], true, "{name}");

        // Taken over, it is there again; a damaged file changes nothing.
        let _hall = hall.again();
        let mut page = anna.page(&[]).await;
        page.until("the round", |page| !page.rounds.is_empty()).await;
        let wrong = import_bytes(&anna, name, bytes[..bytes.len() / 3].to_vec()).await;
        if wrong.status == 422 {
            let fault = &wrong.json()["fault"];
            assert!(fault["place"].is_string() && fault["expected"].is_string(), "{name}: {wrong:?}");
        }
        let key = page.rounds.keys().next().expect("a round").clone();
        assert_eq!(page.rounds[&key]["pairings"].as_array().map(Vec::len), Some(pairings.len()), "{name}");
        assert!(page.request(json!({ "request": "start-round", "round": number })).await.get("refused").is_none());
        for (at, pairing) in pairings.iter().enumerate() {
            let result = ["1-0", "1/2-1/2", "+:-", "0-1"][at % 4];
            let before = page.rounds[&key]["pairings"][at]["result"].clone();
            let mut given =
                json!({ "request": "round-result", "round": number, "board": pairing["board"], "result": result });
            if before != "*" {
                given["replaces"] = before.clone();
            }
            let answer = page.request(given).await;
            assert!(answer.get("refused").is_none() || before == result, "{name}: {answer}");
        }
        let csv = anna.get("/api/results.csv").await;
        let pgn = anna.get("/api/results.pgn").await;
        assert_eq!((csv.status, pgn.status), (200, 200), "{name}");
        for pairing in &pairings {
            let white = pairing["white"]["name"].as_str().expect("a name");
            assert!(csv.body.contains(white) && pgn.body.contains(white), "{name}: {white}");
        }
        let report = anna.get("/api/results.trf").await;
        assert_eq!(report.status, if name.ends_with(".trf") { 200 } else { 422 }, "{name}: {report:?}");
        if name == "python-trf.trf"
            && let Some(read) = read_elsewhere(report.body.as_bytes(), usize::try_from(number).expect("small"))
        {
            let winners = read.lines().filter(|line| line.ends_with(" 1") || line.ends_with(" +")).count();
            assert!(winners >= pairings.len() / 2 && !read.contains("None"), "{read}");
        }
    }
}
