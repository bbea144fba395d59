//! Every command's good and bad input: what it prints, and its exit status.

use std::{
    fs,
    io::{BufRead as _, BufReader, Write},
    path::Path,
    process::{Child, Output, Stdio},
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tempfile::TempDir;
use touchmove::store::Store;

use crate::common::programs::{self, Program, touchmove};

/// What a run came to.
struct Outcome {
    status: i32,
    out: String,
    err: String,
}

fn run(arguments: &[&str]) -> Outcome {
    outcome(touchmove(arguments).stdin(Stdio::null()).output().expect("it runs"))
}

fn run_with(arguments: &[&str], input: &str) -> Outcome {
    let mut child = touchmove(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    // One that found its input wrong need not have read it all.
    let _ = writer.join().expect("no panic");
    outcome(output)
}

/// A run that must end by itself, and soon.
fn ends(arguments: &[&str]) -> Outcome {
    let mut child = touchmove(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let until = Instant::now() + Duration::from_secs(20);
    while child.try_wait().expect("a child can be waited for").is_none() {
        if Instant::now() > until {
            let _ = child.kill();
            panic!("{arguments:?} hangs");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    outcome(child.wait_with_output().expect("it has ended"))
}

fn outcome(output: Output) -> Outcome {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Outcome { status: output.status.code().expect("no signal"), out: text(output.stdout), err: text(output.stderr) }
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn file(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    fs::write(&path, text).expect("written");
    path.display().to_string()
}

fn records(out: &str) -> Vec<Value> {
    out.lines().map(|line| serde_json::from_str(line).expect("a JSON object a line")).collect()
}

const LOG: &str = r#"{"log":"touchmove/1","id":"g1"}
{"t_ms":1000,"ev":"lift","sq":"e2","piece":"P"}
{"t_ms":1600,"ev":"drop","sq":"e4","piece":"P"}
{"t_ms":2500,"ev":"press","by":"white"}
"#;

#[test]
fn without_a_command_the_commands_are_listed_and_the_status_is_2() {
    let outcome = run(&[]);
    assert_eq!(outcome.status, 2);
    for command in ["run", "demo", "emulate", "replay", "boards", "config"] {
        assert!(outcome.err.contains(command), "{command} is missing:\n{}", outcome.err);
    }
    assert_eq!(run(&["--help"]).status, 0);
    assert!(run(&["--version"]).out.contains(env!("CARGO_PKG_VERSION")));
    assert_eq!(run(&["no-such-command"]).status, 2);
    assert_eq!(run(&["replay", "--log-format", "xml"]).status, 2);
}

#[test]
fn a_good_configuration_is_called_good() {
    let folder = folder();
    let path = file(&folder, "c.toml", "[[table]]\nname = \"a\"\n[[table]]\nname = \"b\"\n");
    let outcome = run(&["config", "check", &path]);
    assert_eq!((outcome.status, outcome.out), (0, format!("{path}: good; tables: 2\n")));
    assert_eq!(outcome.err, "");
}

#[test]
fn what_config_show_prints_is_a_good_configuration() {
    let folder = folder();
    let shown = run(&["config", "show"]);
    assert_eq!((shown.status, shown.err.as_str()), (0, ""));
    for key in ["listen", "delay_s", "settle_ms", "board.port", "laws.edition", "prefix"] {
        assert!(shown.out.contains(key), "{key} is missing");
    }
    let path = file(&folder, "shown.toml", &shown.out);
    assert_eq!(run(&["config", "check", &path]).status, 0);
}

/// Every key with its default, in the order of `config show`; behind `#` those that have none, with the example shown.
const DEFAULTS: &str = r#"# state_dir = "/var/lib/touchmove"
[mqtt]
# url = "mqtt://broker.example:1883"
version = "auto"
prefix = "chess"
# username = "touchmove"
# password_file = "/etc/touchmove/password"
# ca_file = "/etc/touchmove/ca.pem"
# client_cert_file = "/etc/touchmove/client.pem"
# client_key_file = "/etc/touchmove/client.key"
[broker]
listen = "127.0.0.1:1883"
[web]
listen = "127.0.0.1:8080"
# cert_file = "/etc/touchmove/page.pem"
# key_file = "/etc/touchmove/page.key"
[hall]
title = "touchmove"
# file = "/var/lib/touchmove/hall.sqlite"
[public]
delay_s = 0
[broadcast.pgn]
http = false
# secret = "k7Qm2xVd"
# folder = "/var/lib/touchmove/broadcast"
# delay_s = "900"
completed_only = false
not_begun = true
planned = false
[broadcast.lichess]
# token_file = "/etc/touchmove/lichess"
# rounds = { 6 = "AbCd1234", "B/6" = "EfGh5678" }
url = "https://lichess.org"
delay_s = 0
completed_only = false
[broadcast.livechess]
on = false
listen = "127.0.0.1:1982"
# origins = "https://lichess.org https://www.chess.com"
# delay_s = "0"
planned = false
[broadcast.livechesscloud]
http = false
# secret = "k7Qm2xVd"
# folder = "/var/lib/touchmove/broadcast"
# host = "chess.example:8080/broadcast"
# delay_s = "900"
completed_only = false
planned = false
[broadcast.screens]
http = false
# secret = "k7Qm2xVd"
# delay_s = "900"
planned = false
[log]
filter = "info"
[capture]
# dir = "/var/lib/touchmove/captures"
max_mb = 64
[journal]
max_mb = 1000
keep_days = 730
[[table]]
# name = "hall-7"
board.port = "auto"
board.kind = "auto"
# board.serial = "25805"
# board.address = "1025"
board.orientation = "auto"
board.lights = "setup"
laws.edition = "2023"
laws.regime = "standard"
# laws.supervision = "full"
laws.variant = "chess"
# laws.time_control = "40/5400+30:1800+30"
laws.language = "en"
timing.settle_ms = 400
timing.scan_tie_ms = 30
timing.flicker_ms = 100
timing.two_hands_ms = 200
timing.press_grace_ms = 500
timing.displaced_ms = 800
"#;

#[test]
fn every_key_has_the_default_that_is_written_here() {
    let shown = run(&["config", "show"]).out;
    let is_key = |line: &&str| {
        let key = line.trim_start_matches("# ").split(" = ").next().unwrap_or_default();
        line.starts_with('[') || line.contains(" = ") && !key.contains(' ')
    };
    let keys: Vec<&str> = shown.lines().filter(is_key).collect();
    assert_eq!(keys, DEFAULTS.lines().collect::<Vec<_>>());
}

#[test]
fn bad_configurations_are_refused_with_file_line_key_and_what_was_expected() {
    let folder = folder();
    let cases: [(&str, usize, &[&str]); 7] = [
        ("[web]\nlistn = \"127.0.0.1:0\"\n", 2, &["web.listn", "did you mean web.listen?"]),
        ("\n[public]\ndelay_s = \"ten\"\n", 3, &["public.delay_s", "\"ten\"", "expected"]),
        ("[public]\ndelay_s = 86401\n", 2, &["public.delay_s", "86401", "0 to 86400"]),
        (
            "[[table]]\nname = \"a\"\nboard.port = \"/dev/x\"\n[[table]]\nname = \"b\"\nboard.port = \"/dev/x\"\n",
            6,
            &["board.port", "/dev/x", "line 3"],
        ),
        ("[[table]]\nlaws.edition = \"2017\"\n", 2, &["laws.edition", "2017", "2018"]),
        ("[[table]]\nboard.kind = \"abacus\"\n", 2, &["board.kind", "abacus", "dgt"]),
        ("[web\n", 1, &["c.toml"]),
    ];
    for (text, line, parts) in cases {
        let path = file(&folder, "c.toml", text);
        for arguments in [["config", "check", &path], ["run", "--config", &path]] {
            let outcome = run(&arguments);
            assert_eq!((outcome.status, outcome.out.as_str()), (2, ""), "{text}");
            let named = format!("touchmove: {path}, line {line}: ");
            assert!(outcome.err.contains(&named), "{named} is not in {}", outcome.err);
            for part in parts {
                assert!(outcome.err.contains(part), "{part} is not in {}", outcome.err);
            }
        }
    }
    let outcome = run(&["config", "check", "/nowhere/c.toml"]);
    assert_eq!(outcome.status, 2);
    assert!(outcome.err.contains("/nowhere/c.toml cannot be read"), "{}", outcome.err);
}

#[test]
fn what_run_refuses_check_refuses_with_the_same_words_line_and_key() {
    let folder = folder();
    let tls = "mqtt.url = \"mqtts://127.0.0.1:1\"\n";
    for (text, said) in [
        (
            "[mqtt]\nurl = \"mqtt://127.0.0.1:1\"\nusername = \"a\"\npassword_file = \"/nowhere/p\"\n".to_owned(),
            "line 4: mqtt.password_file /nowhere/p: No such file",
        ),
        (format!("{tls}mqtt.ca_file = \"/nowhere/ca\"\n"), "line 2: mqtt.ca_file /nowhere/ca: No such file"),
        (
            "\nweb.cert_file = \"/nowhere/c\"\nweb.key_file = \"/nowhere/k\"\n".to_owned(),
            "line 2: web.cert_file /nowhere/c: No such file",
        ),
        (
            "[hall]\nfile = \"/tmp\"\n".to_owned(),
            "line 2: hall.file /tmp: found a folder, expected a database of SQLite's, or none yet",
        ),
        (
            "broadcast.livechess.on = true\nbroadcast.livechess.listen = \"127.0.0.1:8080\"\n".to_owned(),
            "line 2: broadcast.livechess.listen is \"127.0.0.1:8080\"; expected an address",
        ),
        ("broker.users_file = \"/nowhere/u\"\n".to_owned(), "line 1: broker.users_file is no more; the broker inside"),
        (
            "web.listen = \"127.0.0.1:1883\"\n".to_owned(),
            "line 1: web.listen is \"127.0.0.1:1883\"; expected an address",
        ),
        (
            "[[table]]\nboard.port = \"/dev/ttyS77\"\n[[table]]\nboard.port = \"/dev/../dev/ttyS77\"\n".to_owned(),
            "line 4: table.board.port is \"/dev/../dev/ttyS77\", as for the table in line 2",
        ),
    ] {
        let path = file(&folder, "c.toml", &text);
        let run_said = run(&["run", "--config", &path]);
        assert_eq!(run_said.status, 2, "{text}: {}", run_said.err);
        assert!(run_said.err.contains(&format!("{path}, {said}")), "{said} is not in {}", run_said.err);
        let check_said = run(&["config", "check", &path]);
        assert_eq!((check_said.status, check_said.out.as_str()), (2, ""), "{text}");
        assert!(run_said.err.ends_with(&check_said.err), "{} {}", run_said.err, check_said.err);
    }
}

#[test]
fn what_a_service_would_only_find_out_later_is_found_by_check() {
    let folder = folder();
    let none = file(&folder, "none", "no database, no folder, no token: just text\n");
    let empty = file(&folder, "empty", "");
    let said_of = |text: &str| {
        let path = file(&folder, "c.toml", text);
        let outcome = run(&["config", "check", &path]);
        assert_eq!(outcome.status == 2, outcome.out.is_empty(), "{text}: {} {}", outcome.out, outcome.err);
        outcome.err.replace(&format!("touchmove: {path}, "), "")
    };
    for (text, said) in [
        (format!("state_dir = \"{none}\"\n"), format!("line 1: state_dir {none}: ")),
        (format!("\ncapture.dir = \"{none}\"\n"), format!("line 2: capture.dir {none}: ")),
        (format!("hall.file = \"{none}\"\n"), format!("line 1: hall.file {none}: found another file, expected a data")),
        (
            format!("[broadcast.lichess]\nrounds = {{ 1 = \"AbCd1234\" }}\ntoken_file = \"{none}\"\n"),
            format!("line 3: broadcast.lichess.token_file {none}: "),
        ),
    ] {
        let err = said_of(&text);
        assert!(err.starts_with(&said), "{said} is not what {err} begins with");
    }
    let good = format!("state_dir = \"{none}.d\"\nhall.file = \"{empty}\"\n");
    assert_eq!(said_of(&good), "", "they are made, or filled");
}

#[test]
fn a_folder_for_a_broadcast_that_is_not_there_is_found_by_check() {
    let folder = folder();
    let path = file(&folder, "c.toml", "[broadcast.pgn]\nfolder = \"/nowhere\"\n");
    let outcome = run(&["config", "check", &path]);
    assert_eq!((outcome.status, outcome.out.as_str()), (2, ""));
    let said = format!("touchmove: {path}, line 2: broadcast.pgn.folder /nowhere: No such file");
    assert!(outcome.err.starts_with(&said), "{}", outcome.err);
}

#[test]
fn an_address_that_is_taken_is_named_with_its_key() {
    let folder = folder();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = taken.local_addr().expect("bound");
    for (web, broker, said) in [
        (address.to_string(), "127.0.0.1:0".to_owned(), "web.listen"),
        ("127.0.0.1:0".to_owned(), address.to_string(), "broker.listen"),
    ] {
        let state = folder.path().display();
        let text = format!("state_dir = \"{state}\"\nweb.listen = \"{web}\"\nbroker.listen = \"{broker}\"\n");
        let path = file(&folder, "c.toml", &text);
        let outcome = run(&["run", "--config", &path]);
        assert_eq!(outcome.status, 1, "{}", outcome.err);
        assert!(outcome.err.contains(said) && outcome.err.contains(&address.to_string()), "{}", outcome.err);
        let way_out = "another program does already, perhaps a";
        assert!(outcome.err.contains(way_out), "{}", outcome.err);
        assert!(outcome.err.contains(&format!("{said} to another port")), "{}", outcome.err);
    }
}

#[test]
fn what_is_no_regular_file_is_no_configuration_and_no_journal() {
    let folder = folder();
    let pipe = |name: &str| {
        let path = folder.path().join(name);
        let made = std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo runs");
        assert!(made.success());
        path.display().to_string()
    };
    let at = folder.path().display().to_string();
    let no_file = [
        (pipe("c.toml"), "a pipe, device or socket"),
        (at.clone(), "a folder"),
        ("/dev/null".to_owned(), "a pipe, device or socket"),
    ];
    for (path, found) in no_file {
        for arguments in
            [vec!["config", "check", &path], vec!["run", "--config", &path], vec!["history", "--config", &path]]
        {
            let outcome = ends(&arguments);
            let said = format!("touchmove: {path} cannot be read: found {found}, expected a regular file");
            assert_eq!((outcome.status, outcome.err.trim_end()), (2, &*said), "{arguments:?}");
        }
    }
    let journal = pipe("journal.sqlite");
    let text = format!("state_dir = \"{at}\"\nweb.listen = \"127.0.0.1:0\"\nbroker.listen = \"127.0.0.1:0\"\n");
    let config = file(&folder, "good.toml", &text);
    let said = format!("touchmove: {journal}: found a pipe, device or socket, expected the journal, a regular file");
    for arguments in [
        vec!["run", "--config", &config],
        vec!["history", "--config", &config],
        vec!["history", "--from", &at],
        vec!["export", "--from", &journal, "--game", "g"],
    ] {
        let outcome = ends(&arguments);
        assert_eq!(outcome.status, 2, "{}", outcome.err);
        assert_eq!(outcome.err.lines().last(), Some(&*said), "{arguments:?}");
    }
}

#[test]
fn the_history_lists_games_with_a_move_or_a_result() {
    let folder = folder();
    let (store, _) = Store::open(folder.path(), &["1".to_owned()], 10_000_000).expect("a journal");
    store.close();
    let journal = rusqlite::Connection::open(folder.path().join("journal.sqlite")).expect("it opens");
    for (id, phase, plies, result) in [
        ("waiting", "setup", 0, "*"),
        ("begun", "playing", 0, "*"),
        ("forfeit", "over", 0, "1-0"),
        ("on", "playing", 2, "*"),
    ] {
        let insert = "INSERT INTO game (seat, id, kind, begun, header, seq, phase, plies, result)                       VALUES ('1', ?1, 'dgt', '2026-11-24T10:00:00Z', '{}', 0, ?2, ?3, ?4)";
        journal.execute(insert, rusqlite::params![id, phase, plies, result]).expect("it is taken");
    }
    let outcome = run(&["history", "--from", &folder.path().display().to_string()]);
    assert_eq!(outcome.status, 0, "{}", outcome.err);
    let ids: Vec<&str> = outcome.out.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(ids, ["game", "forfeit", "on"]);
    // As an older version let it in.
    journal.execute("UPDATE game SET white = ?1", ["Eve\u{1b}[2J\nBob"]).expect("it is taken");
    let outcome = run(&["history", "--from", &folder.path().display().to_string()]);
    assert!(outcome.out.contains("Eve\\u{1b}[2J Bob") && !outcome.out.contains('\u{1b}'), "{:?}", outcome.out);
    assert_eq!(outcome.out.lines().count(), 3);
    let outcome = run(&["export", "--from", &folder.path().display().to_string(), "--game", "\u{1b}[2J"]);
    assert!(outcome.err.contains("game \\u{1b}[2J: found none"), "{:?}", outcome.err);
}

#[test]
fn a_folder_that_takes_nothing_is_named_and_done_without() {
    let folder = folder();
    let in_the_way = file(&folder, "file", "");
    let text =
        format!("state_dir = \"{in_the_way}/state\"\nweb.listen = \"127.0.0.1:0\"\nbroker.listen = \"127.0.0.1:0\"\n");
    let mut service =
        Program::start(touchmove(["run", "--config", &file(&folder, "c.toml", &text)]), programs::Output::Err);
    service.until("connection", |line| line.contains("Connected to the broker."));
    service.signal("TERM");
    assert_eq!(service.ended().code(), Some(0));
    let storage = format!("{in_the_way}/state/broker");
    let told = service.seen.iter().filter(|line| line.contains("Nothing can be kept") && line.contains(&storage));
    assert_eq!(told.count(), 1, "{:?}", service.seen);
}

#[test]
fn an_event_log_becomes_records_the_same_from_file_and_standard_input() {
    let folder = folder();
    let path = file(&folder, "g.jsonl", LOG);
    let from_file = run(&["replay", &path]);
    assert_eq!((from_file.status, from_file.err.as_str()), (0, ""));
    for arguments in [&["replay"][..], &["replay", "-"]] {
        assert_eq!(run_with(arguments, LOG).out, from_file.out);
    }
    let records = records(&from_file.out);
    let moved = records.iter().find(|record| record["type"] == "move").expect("a move");
    assert_eq!((moved["uci"].as_str(), moved["table"].as_str()), (Some("e2e4"), Some("g1")));
    assert_eq!(records.last().expect("a record")["type"], "game");
    assert_eq!(run(&["replay", &path, &path]).out, from_file.out.repeat(2));
}

#[test]
fn event_logs_that_cannot_be_used_are_refused_with_file_line_and_field() {
    let folder = folder();
    let header = "{\"log\":\"touchmove/1\"}\n";
    let cases: [(String, usize, &[&str]); 10] = [
        (format!("{header}{{\"t_ms\":1,\"ev\":\"lift\",\"sq\":\"i9\"}}\n"), 2, &["sq", "i9", "a1 to h8"]),
        (
            format!("{header}{{\"t_ms\":1,\"ev\":\"lift\",\"sq\":\"e2\",\"piece\":\"X\"}}\n"),
            2,
            &["piece", "X", "PNBRQK"],
        ),
        (
            format!("{header}{{\"t_ms\":5,\"ev\":\"time\"}}\n{{\"t_ms\":4,\"ev\":\"time\"}}\n"),
            3,
            &["t_ms", "4", "5 or more"],
        ),
        ("{\"log\":\"touchmove/1\",\"edition\":\"1977\"}\n".to_owned(), 1, &["edition", "1977", "2023"]),
        ("{\"log\":\"touchmove/2\"}\n".to_owned(), 1, &["log", "touchmove/2"]),
        ("{\"log\":\"touchmove/1\",\"fen\":\"8/8\"}\n".to_owned(), 1, &["fen", "8/8"]),
        (
            "{\"log\":\"touchmove/1\",\"seq\":18446744073709551615}\n".to_owned(),
            1,
            &["seq: ", "18446744073709551615", "0 to 9000000000000000"],
        ),
        (format!("{header}{{\"t_ms\":1,\"ev\":\"jump\"}}\n"), 2, &["ev", "jump"]),
        ("{\"t_ms\":1,\"ev\":\"time\"}\n".to_owned(), 1, &["header"]),
        (format!("{header}not JSON\n"), 2, &["header or an event"]),
    ];
    for (text, line, parts) in cases {
        let path = file(&folder, "g.jsonl", &text);
        let outcome = run(&["replay", &path]);
        assert_eq!(outcome.status, 2, "{text}");
        let named = format!("touchmove: {path}, line {line}: ");
        assert!(outcome.err.starts_with(&named), "{named} is not in {}", outcome.err);
        for part in parts {
            assert!(outcome.err.contains(part), "{part} is not in {}", outcome.err);
        }
        let outcome = run_with(&["replay"], &text);
        assert!(outcome.err.starts_with(&format!("touchmove: standard input, line {line}: ")), "{}", outcome.err);
    }
    let outcome = run(&["replay", "/nowhere/g.jsonl"]);
    assert_eq!(outcome.status, 2);
    assert!(outcome.err.contains("/nowhere/g.jsonl cannot be read"), "{}", outcome.err);
}

#[test]
fn what_came_before_a_bad_line_is_told_and_finished() {
    let outcome = run_with(&["replay"], &format!("{LOG}nonsense\n"));
    assert_eq!(outcome.status, 2);
    let records = records(&outcome.out);
    assert!(records.iter().any(|record| record["type"] == "move" && record["uci"] == "e2e4"));
    assert_eq!(records.last().expect("a record")["type"], "game");
}

#[test]
fn commands_in_a_log_are_answered_among_the_records() {
    let commands = [
        r#"{"id":"a","command":"take-back","plies":9}"#,
        r#"{"id":"b","command":"set-result","result":"1-0"}"#,
        r#"{"command":"no-such"}"#,
    ];
    let lines = commands.map(|command| format!("{{\"t_ms\":9000,\"ev\":\"command\",\"command\":{command}}}\n"));
    let outcome = run_with(&["replay"], &format!("{LOG}{}", lines.concat()));
    assert_eq!(outcome.status, 0, "{}", outcome.err);
    let replies: Vec<Value> = records(&outcome.out).into_iter().filter(|record| record["type"] == "reply").collect();
    assert_eq!(replies.len(), 3);
    assert_eq!((&replies[0]["id"], &replies[0]["ok"]), (&json!("a"), &json!(false)));
    assert!(replies[0]["error"].as_str().is_some_and(|error| error.contains('9')), "{}", replies[0]);
    assert_eq!((&replies[1]["id"], &replies[1]["ok"]), (&json!("b"), &json!(true)));
    assert_eq!(replies[1].get("error"), None);
    assert_eq!((&replies[2]["id"], &replies[2]["ok"]), (&Value::Null, &json!(false)));
    assert!(replies.iter().all(|reply| reply["t_ms"] == 9000 && reply["seq"].is_u64()));
}

#[test]
fn a_capture_becomes_the_records_of_its_game() {
    let captures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/captures/dgt");
    for (name, moves) in [("short-game", &["e2e4", "e7e5", "g1f3", "d7d5", "f3e5"][..]), ("bad-line", &[])] {
        let path = captures.join(format!("{name}.jsonl")).display().to_string();
        let outcome = run(&["replay", "--board", "dgt", &path]);
        assert_eq!((outcome.status, outcome.err.as_str()), (0, ""), "{name}");
        let records = records(&outcome.out);
        let last = records.last().expect("a record");
        assert_eq!((&last["type"], &last["table"], &last["moves"]), (&json!("game"), &json!(name), &json!(moves)));
    }
    let outcome = run_with(&["replay", "--board", "dgt"], "{\"t_ms\":5,\"dir\":\"rx\",\"hex\":\"0g\"}\n");
    assert_eq!(outcome.status, 2);
    assert!(outcome.err.starts_with("touchmove: standard input, line 1: hex holds \"0g\""), "{}", outcome.err);
    let outcome = run(&["replay", "--board", "abacus"]);
    assert_eq!(outcome.status, 2);
    assert!(outcome.err.contains("abacus") && outcome.err.contains("dgt"), "{}", outcome.err);
}

#[test]
fn a_reader_who_has_seen_enough_is_no_error() {
    let folder = folder();
    let path = file(&folder, "g.jsonl", &LOG.repeat(2_000));
    let mut child =
        touchmove(["replay", &path]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

/// The command, with all that it hears and says in our hands.
fn piped(command: &str) -> Child {
    let mut command = touchmove([command]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs")
}

#[test]
fn a_line_that_cannot_be_used_is_told_before_the_next_has_come() {
    let mut child = piped("replay");
    let mut stdin = child.stdin.take().expect("piped");
    write!(stdin, "{LOG}{LOG}nonsense\n{{\"t_").expect("it listens");
    let (told, ended) = std::sync::mpsc::channel();
    std::thread::spawn(move || told.send(child.wait_with_output()));
    let output = ended.recv_timeout(programs::PATIENCE).expect("it ends before its input does").expect("an output");
    assert_eq!(output.status.code(), Some(2));
    let line = 2 * LOG.lines().count() + 1;
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.starts_with(&format!("touchmove: standard input, line {line}: ")), "{told}");
    assert_eq!(records(&String::from_utf8_lossy(&output.stdout)).last().expect("a record")["type"], "game");
    drop(stdin);
}

#[test]
fn each_question_who_can_still_win_is_answered_before_the_next_is_asked() {
    let mut child = piped("winnable");
    let mut stdin = child.stdin.take().expect("piped");
    let stdout = BufReader::new(child.stdout.take().expect("piped"));
    let (told, answers) = std::sync::mpsc::channel();
    std::thread::spawn(move || stdout.lines().map_while(Result::ok).try_for_each(|line| told.send(line)));
    for (side, verdict) in [("white", "winnable"), ("black", "unwinnable")] {
        writeln!(stdin, "8/8/8/8/8/5K1k/8/6Q1 w - - {side}").expect("it listens");
        let answer = answers.recv_timeout(programs::PATIENCE).expect("it answers before its input ends");
        let answer: Value = serde_json::from_str(&answer).expect("a JSON object a line");
        assert_eq!((&answer["side"], &answer["verdict"]), (&json!(side), &json!(verdict)));
    }
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

#[test]
fn a_folder_is_no_list_of_positions() {
    let folder = folder();
    let path = folder.path().display().to_string();
    let outcome = run(&["winnable", &path]);
    assert_eq!((outcome.status, outcome.out.as_str()), (2, ""));
    assert!(outcome.err.starts_with(&format!("touchmove: {path} cannot be read: ")), "{}", outcome.err);
}

#[test]
fn the_ports_are_listed() {
    let outcome = run(&["boards"]);
    assert_eq!(outcome.status, 0, "{}", outcome.err);
    assert!(!outcome.out.is_empty());
}

#[test]
fn games_that_cannot_be_played_are_refused_with_file_game_and_move() {
    let folder = folder();
    let link = folder.path().join("board").display().to_string();
    for (text, said) in [
        ("1. e4 e5 2. Ke3 *\n", "line 1, game 1, half-move 3: \"Ke3\": no legal move is written so"),
        ("1. e4 e5\n2. Sf3 Qa1 *\n", "line 2, game 1, half-move 3: \"Sf3\": this is neither a move"),
        ("this is not a PGN file at all. e4 is mentioned.\n", "line 1, game 1, half-move 1: \"this\": this is neither"),
        ("1. e4 e5 (1... c5 *\n", "line 1, game 1, half-move 3: \"(\": this variation has no end"),
        ("[Event \"x\n\n1. e4 *\n", "line 1, game 1, half-move 1: \"[Event \\\"x\": a tag is a name"),
        ("[FEN \"8/8\"]\n\n1. e4 *\n", "line 1, game 1: FEN tag \"8/8\""),
        ("", "expected a game with moves, found none"),
    ] {
        let path = file(&folder, "g.pgn", text);
        let outcome = run(&["emulate", "--board", "dgt", "--link", &link, "--pgn", &path]);
        assert_eq!(outcome.status, 2, "{text}: {}", outcome.err);
        assert!(outcome.err.contains(&path) && outcome.err.contains(said), "{said} is not in {}", outcome.err);
    }
    let log = file(&folder, "g.jsonl", "{\"log\":\"touchmove/1\"}\n{\"t_ms\":1,\"ev\":\"lift\",\"sq\":\"i9\"}\n");
    let outcome = run(&["emulate", "--board", "dgt", "--link", &link, "--events", &log]);
    assert_eq!(outcome.status, 2);
    assert!(outcome.err.contains(&format!("{log}, line 2: sq")), "{}", outcome.err);
    fs::write(&log, b"\xef\xbb\xbf{\"log\":\"touchmove/1\"}\n{\"t_ms\":1,\"ev\":\"lift\",\"sq\":\"e\xff\"}\n")
        .expect("written");
    let outcome = run(&["emulate", "--board", "dgt", "--link", &link, "--events", &log]);
    assert_eq!(outcome.status, 2);
    assert!(outcome.err.contains(&format!("{log}, line 2: byte 30 is no UTF-8")), "{}", outcome.err);
    let capture = file(&folder, "c.jsonl", "***\n");
    let outcome = run(&["emulate", "--board", "dgt", "--link", &link, "--capture", &capture]);
    assert_eq!(outcome.status, 2);
    assert!(outcome.err.contains(&format!("{capture}, line 1: ")), "{}", outcome.err);
}

#[test]
fn a_link_that_would_replace_something_is_refused_and_arguments_have_ranges() {
    let folder = folder();
    let occupied = file(&folder, "board", "precious");
    let outcome = run(&["emulate", "--board", "dgt", "--link", &occupied]);
    assert_eq!(outcome.status, 2);
    assert!(outcome.err.contains(&occupied), "{}", outcome.err);
    assert_eq!(fs::read_to_string(&occupied).expect("still there"), "precious");
    for (argument, value) in [("--speed", "0"), ("--speed", "fast"), ("--noise", "-1"), ("--seed", "x")] {
        let outcome = run(&["emulate", "--board", "dgt", "--link", "/nowhere/b", &format!("{argument}={value}")]);
        assert_eq!(outcome.status, 2, "{argument} {value}");
        assert!(outcome.err.contains(argument), "{}", outcome.err);
    }
    assert_eq!(run(&["demo", "--speed", "1000"]).status, 2);
    assert_eq!(run(&["emulate", "--board", "abacus", "--link", "/nowhere/b"]).status, 2);
    let both = ["emulate", "--board", "dgt", "--link", "/nowhere/b", "--pgn", "a", "--events", "b"];
    assert_eq!(run(&both).status, 2);
    for argument in [&["--noise", "5"][..], &["--sensors", "heavy"], &["--turned"], &["--boards", "2"]] {
        let recorded = ["emulate", "--board", "dgt", "--link", "/nowhere/b", "--capture", "a"];
        let outcome = run(&[&recorded[..], argument].concat());
        assert_eq!(outcome.status, 2, "a recording cannot be played otherwise: {argument:?}");
        assert!(outcome.err.contains(argument[0]), "{}", outcome.err);
    }
}

#[test]
fn a_port_that_is_no_terminal_is_named_and_the_service_goes_on() {
    let folder = folder();
    let port = file(&folder, "port", "");
    let state = folder.path().display();
    let text = format!(
        "state_dir = \"{state}\"\nweb.listen = \"127.0.0.1:0\"\nbroker.listen = \"127.0.0.1:0\"\n[[table]]\n\
         board.port = \"{port}\"\n"
    );
    let path = file(&folder, "c.toml", &text);
    let command = touchmove(["run", "--config", &path, "--log-format", "journald"]);
    let mut service = Program::start(command, programs::Output::Err);
    let line = service.until("word of the port", |line| line.contains("No board yet"));
    assert!(line.starts_with("<4>") && line.contains(&format!("{port} is not a serial port")), "{line}");
    service.signal("TERM");
    assert_eq!(service.ended().code(), Some(0));
}

#[test]
fn the_only_table_without_a_name_is_called_like_the_computer_unless_it_has_games_under_its_number() {
    let host = fs::read_to_string("/proc/sys/kernel/hostname").expect("Linux tells it");
    let host = host.trim().split('.').next().unwrap_or_default();
    let name = |state: &Path| {
        let folder = folder();
        let text = format!(
            "state_dir = \"{}\"\nweb.listen = \"127.0.0.1:0\"\nbroker.listen = \"127.0.0.1:0\"\n",
            state.display()
        );
        let path = file(&folder, "c.toml", &text);
        let command = touchmove(["run", "--config", &path, "--log-format", "json"]);
        let mut service = Program::start(command, programs::Output::Err);
        let page = service.until("page", |line| line.contains("The page is served."));
        let page: Value = serde_json::from_str(&page).expect("a JSON object a line");
        let page = page["address"].as_str().expect("an address");
        let mut stream = std::net::TcpStream::connect(page).expect("it listens");
        let request = format!("GET /tables HTTP/1.1\r\nHost: {page}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("it reads");
        let answer = std::io::read_to_string(stream).expect("it answers");
        let (_, list) = answer.split_once("\r\n\r\n").expect("a body");
        let list: Value = serde_json::from_str(list).unwrap_or_else(|error| panic!("{error}: {answer}"));
        service.signal("TERM");
        assert_eq!(service.ended().code(), Some(0));
        list[0]["table"].as_str().expect("a name").to_owned()
    };
    let state = folder();
    let expected = if host == "localhost" || host.is_empty() { "1" } else { host };
    assert_eq!(name(state.path()), expected);
    // As an older version has left it.
    let (store, _) = Store::open(state.path(), &["1".to_owned()], 10_000_000).expect("a journal");
    store.close();
    let journal = rusqlite::Connection::open(state.path().join("journal.sqlite")).expect("it opens");
    let insert = "INSERT INTO game (seat, id, kind, begun, header, seq) \
                  VALUES ('1', 'g', 'dgt', '2026-11-24T10:00:00Z', '{}', 0)";
    journal.execute(insert, ()).expect("it is taken");
    drop(journal);
    assert_eq!(name(state.path()), "1");
}
