//! What the service takes: memory after a game, processor time while nothing happens, size of the program.
//!
//! The service runs with its embedded broker and one emulated board, each in a process of its own. Read are `VmRSS`,
//! `VmHWM`, `utime` and `stime` of `/proc/<pid>` (Linux only).

#[path = "../common/mod.rs"]
mod common;
mod figure;

use std::{
    fs,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use protocols::At;
use serde_json::Value;
use tempfile::TempDir;
use touchmove::{
    emulate::{DEMO_PGN, Habits, events},
    rules::pgn::read_games,
};

use common::{
    event_log,
    programs::{Output, Program, touchmove},
};
use figure::figure;

/// How long the idle service is watched.
const IDLE: Duration = Duration::from_secs(20);

/// How long is waited after the game, so that what it left to do is done.
const CALM: Duration = Duration::from_secs(3);

/// Longest pause left in the game, in milliseconds: nobody needs to think.
const PAUSE_MS: u64 = 600;

fn main() {
    if !Path::new("/proc/self/status").exists() {
        println!("There is no /proc here: nothing was measured.");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let (log, plies) = game();
    let mut board = emulator(&folder, &log);
    let mut service = service(&folder);
    for ply in 1..=plies {
        let ply = format!("\"ply\":{ply},");
        service.until("move", |line| line.contains("Move made.") && line.contains(&ply));
    }
    thread::sleep(CALM);
    let (resident, peak) = (service.kilobytes("VmRSS"), service.kilobytes("VmHWM"));
    let (began, used) = (Instant::now(), service.processor_seconds());
    thread::sleep(IDLE);
    let seconds = service.processor_seconds() - used;
    let idle = seconds / began.elapsed().as_secs_f64() * 100.0;
    println!("a game of {plies} half-moves, then {} s with a connected board", IDLE.as_secs());
    figure("footprint.resident", mib(resident), "MiB", None);
    figure("footprint.peak", mib(peak), "MiB", None);
    figure("footprint.idle", idle, "% of a core", None);
    let size = fs::metadata(env!("CARGO_BIN_EXE_touchmove")).expect("a file").len();
    figure("footprint.program", size as f64 / 1_048_576.0, "MiB", None);
    for program in [&mut service, &mut board] {
        program.signal("TERM");
        program.ended();
    }
}

/// Our own game as an event log, played fast, and the number of its half-moves.
fn game() -> (String, usize) {
    let game = read_games(DEMO_PGN.as_bytes()).next().expect("our own game").expect("a good one");
    let mut events = events(&game, Habits::clean().with_thinking(0.0), 1);
    let (mut last, mut now) = (At(0), At(0));
    for (at, _) in &mut events {
        now = now + at.since(last).min(PAUSE_MS);
        last = *at;
        *at = now;
    }
    (event_log::event_log("demo", &game, &events), game.moves.len())
}

/// A board on a link in the folder that plays the game and stays.
fn emulator(folder: &TempDir, log: &str) -> Program {
    let path = folder.path().join("game.jsonl");
    fs::write(&path, log).expect("written");
    let mut command = touchmove(["emulate", "--board", "dgt", "--stay", "--events"]);
    command.arg(path).arg("--link").arg(folder.path().join("board"));
    let mut program = Program::start(command, Output::Out);
    program.until("link", |line| line.contains("board on"));
    program
}

/// The service with a table for that board.
fn service(folder: &TempDir) -> Program {
    let path = folder.path().join("touchmove.toml");
    let config = format!(
        "state_dir = {:?}\nweb.listen = \"127.0.0.1:0\"\nbroker.listen = \"127.0.0.1:0\"\n\
         [[table]]\nname = \"1\"\nboard.kind = \"dgt\"\nboard.port = {:?}\n",
        folder.path(),
        folder.path().join("board"),
    );
    fs::write(&path, config).expect("written");
    let mut command = touchmove(["run", "--log-format", "json", "--config"]);
    command.arg(path);
    let mut service = Program::start(command, Output::Err);
    let line = service.until("broker", |line| line.contains("The embedded broker is running."));
    let line: Value = serde_json::from_str(&line).expect("a JSON object a line");
    assert!(line["address"].is_string(), "the broker says where it is");
    service
}

fn mib(kilobytes: u64) -> f64 {
    kilobytes as f64 / 1_024.0
}
