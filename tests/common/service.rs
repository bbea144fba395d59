//! The service with an emulated board beneath it and somebody else's reader above it.

use std::{collections::BTreeMap, fs, process::Command};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::programs::{Output, Program, free_port, mosquitto, touchmove};

/// A message, as `mosquitto_sub` prints it.
#[derive(Debug, Clone)]
pub(crate) struct Message {
    /// The last part of its topic.
    pub(crate) leaf: String,
    pub(crate) retained: bool,
    pub(crate) text: String,
}

impl Message {
    pub(crate) fn read(line: &str) -> Option<Message> {
        let mut parts = line.splitn(4, '\t');
        let (mark, topic, retained, text) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        let leaf = topic.splitn(3, '/').nth(2)?.to_owned();
        (mark == "message").then(|| Message { leaf, retained: retained == "1", text: text.to_owned() })
    }

    pub(crate) fn body(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }
}

/// `mosquitto_sub`, once it has subscribed to everything of a table.
pub(crate) fn subscriber(port: u16, table: &str, filter: &str) -> Program {
    // Line by line: it would keep its words until there are many.
    let mut command = Command::new("stdbuf");
    command.arg("-oL").arg(mosquitto("mosquitto_sub").get_program());
    command.args(["-d", "-h", "127.0.0.1", "-q", "1", "-F", "message\t%t\t%r\t%p"]);
    command.args(["-p", &port.to_string(), "-t", &format!("chess/{table}/{filter}")]);
    let mut program = Program::start(command, Output::Out);
    program.until("acknowledgement", |line| line.starts_with("Subscribed"));
    program
}

/// The next message that `wanted` likes.
pub(crate) fn message(reader: &mut Program, what: &str, wanted: impl Fn(&Message) -> bool) -> Message {
    let line = reader.until(what, |line| Message::read(line).is_some_and(|message| wanted(&message)));
    Message::read(&line).expect("just read")
}

pub(crate) fn is_board(state: &'static str) -> impl Fn(&Message) -> bool {
    move |message| message.leaf == "status" && message.body()["board"]["state"] == state
}

/// Every journaled record that came, in order of arrival.
pub(crate) fn journaled(reader: &Program) -> Vec<Value> {
    let messages = reader.seen.iter().filter_map(|line| Message::read(line));
    let leaves = ["arbiter/move", "arbiter/turn", "arbiter/alert"];
    messages.filter(|message| leaves.contains(&message.leaf.as_str())).map(|message| message.body()).collect()
}

pub(crate) fn assert_each_once_in_order(records: &[Value]) {
    let seqs: Vec<u64> = records.iter().map(|record| record["seq"].as_u64().expect("a number")).collect();
    assert_eq!(seqs, (1..=records.len() as u64).collect::<Vec<_>>());
}

/// The moves made, in UCI: of each ply what its last record says.
pub(crate) fn moves_made(records: &[Value]) -> Vec<String> {
    let mut moves = BTreeMap::new();
    for record in records.iter().filter(|record| record["type"] == "move") {
        let ply = record["ply"].as_u64().expect("a number") as usize;
        if record["status"] == "retracted" {
            moves.remove(&ply);
        } else {
            moves.insert(ply, record["uci"].as_str().expect("a move").to_owned());
        }
    }
    assert!(moves.keys().copied().eq(1..=moves.len()), "a ply is missing: {moves:?}");
    moves.into_values().collect()
}

/// A board on a link in `folder`.
pub(crate) fn emulator(folder: &TempDir, kind: &str, arguments: &[&str]) -> Program {
    let link = folder.path().join("board");
    let mut command = touchmove(["emulate", "--board", kind, "--link"]);
    command.arg(&link).args(arguments);
    let mut program = Program::start(command, Output::Out);
    program.until("link", |line| line.contains("board on"));
    program
}

/// Takes the board away, and the link to it: the number of its terminal may be another test's board's next.
pub(crate) fn unplug(folder: &TempDir, board: Program) {
    drop(board);
    fs::remove_file(folder.path().join("board")).expect("a link");
}

/// The service with a table for that board.
pub(crate) fn service(folder: &TempDir, kind: &str, config: &str, arguments: &[&str]) -> Program {
    service_of(folder, &table(folder, "1", kind), config, arguments)
}

/// A table of the configuration, for the board on the link in `folder`.
pub(crate) fn table(folder: &TempDir, name: &str, kind: &str) -> String {
    let folder = folder.path().display();
    format!("[[table]]\nname = \"{name}\"\nboard.kind = \"{kind}\"\nboard.port = \"{folder}/board\"\n")
}

/// The service with these tables.
pub(crate) fn service_of(folder: &TempDir, table: &str, config: &str, arguments: &[&str]) -> Program {
    Program::start(service_command(folder, table, config, arguments), Output::Err)
}

/// How that is started.
pub(crate) fn service_command(folder: &TempDir, table: &str, config: &str, arguments: &[&str]) -> Command {
    let (path, folder) = (folder.path().join("touchmove.toml"), folder.path().display());
    let text = format!("state_dir = \"{folder}\"\nweb.listen = \"127.0.0.1:0\"\n{config}\n{table}");
    fs::write(&path, text).expect("written");
    let mut command = touchmove(["run", "--log-format", "json", "--config"]);
    command.arg(&path).args(arguments);
    command
}

/// The port of the service's own broker, from its log.
pub(crate) fn broker_port(service: &mut Program) -> u16 {
    let line = service.until("broker", |line| line.contains("The embedded broker is running."));
    let line: Value = serde_json::from_str(&line).expect("a JSON object a line");
    let address = line["address"].as_str().expect("an address");
    address.rsplit(':').next().and_then(|port| port.parse().ok()).expect("a port")
}

/// Mosquitto on a port of its own.
pub(crate) fn broker(folder: &TempDir) -> (Program, u16) {
    let (port, path) = (free_port(), folder.path().join("mosquitto.conf"));
    fs::write(&path, format!("listener {port} 127.0.0.1\nallow_anonymous true\nlog_dest stderr\n")).expect("written");
    let mut command = mosquitto("mosquitto");
    command.arg("-c").arg(&path);
    let mut broker = Program::start(command, Output::Err);
    broker.until("readiness", |line| line.contains("running"));
    (broker, port)
}

pub(crate) fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// An event log in which these moves are played from a position, a piece a second, with a clock.
pub(crate) fn log(fen: &str, first: usize, moves: &[(&str, &str)]) -> String {
    let mut lines = vec![json!({ "log": "touchmove/1", "fen": fen })];
    let mut t_ms = 0;
    for (ply, (from, to)) in (first..).zip(moves) {
        let other = if ply % 2 == 0 { "black" } else { "white" };
        for mut event in [
            json!({ "ev": "lift", "sq": from }),
            json!({ "ev": "drop", "sq": to }),
            json!({ "ev": "clock", "white_ms": 300_000, "black_ms": 300_000, "running": other }),
        ] {
            t_ms += 700;
            event["t_ms"] = json!(t_ms);
            lines.push(event);
        }
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

pub(crate) fn write(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    fs::write(&path, text).expect("written");
    path.display().to_string()
}

pub(crate) const SPANISH: [(&str, &str); 8] =
    [("e2", "e4"), ("e7", "e5"), ("g1", "f3"), ("b8", "c6"), ("f1", "b5"), ("a7", "a6"), ("b5", "a4"), ("g8", "f6")];

pub(crate) fn moves_of(squares: &[(&str, &str)]) -> Vec<String> {
    squares.iter().map(|(from, to)| format!("{from}{to}")).collect()
}

pub(crate) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

pub(crate) const AFTER_FOUR: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
