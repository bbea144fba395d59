//! How long it takes from a byte on the serial line to a message at a subscriber.
//!
//! The service runs as it does at a tournament, in a process of its own, with its embedded broker; the board is
//! an emulated one on a pseudo-terminal; the subscriber is a client of its own. Measured are wall times:
//!
//! - *touch*: from the last byte of a field update written to `arbiter/touch` received;
//! - *completed*: from the last byte that bears out a press (the board's answer to the service's question, or the clock
//!   message where there is none) written to the completed move received on `arbiter/move`.
//!
//! What is waited for on purpose (that a piece settles, that a board answers) lies before those bytes. So that it
//! does not take long, board and service run 20 times faster than real; the one wait behind those bytes that this
//! shortens is the 20 ms of silence that show a message of the board's or the clock's to be whole. `TOUCHMOVE_SPEED=1`
//! leaves it as it is, and `TOUCHMOVE_SAMPLES=100` makes that bearable.

#[path = "../common/mod.rs"]
mod common;
mod figure;
mod measured;
mod plain;

use std::{fs, time::Duration};

use figure::{figure, ms, only_figures};
use measured::{Table, Times};
use serde_json::Value;
use serialport::{SerialPort, TTYPort};
use tokio_serial::SerialStream;
use touchmove::{emulate::DEMO_PGN, rules::pgn::read_games};

use common::programs::{Output, Program, touchmove};

/// A number from the environment, or its default.
fn given(name: &str, default: u16) -> u16 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name}: {text:?} is no number")))
}

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(measure());
}

async fn measure() {
    // How much faster than real time runs, for board and service.
    let speed = f64::from(given("TOUCHMOVE_SPEED", 20));
    // Moves whose completion is measured, at least.
    let samples = usize::from(given("TOUCHMOVE_SAMPLES", if only_figures() { 250 } else { 1_000 }));
    let game = read_games(DEMO_PGN.as_bytes()).next().expect("our own game").expect("a good one");
    let (board, port) = TTYPort::pair().expect("a pseudo-terminal");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("touchmove.toml");
    let config = format!(
        "state_dir = {:?}\nweb.listen = \"127.0.0.1:0\"\nbroker.listen = \"127.0.0.1:0\"\n\
         [[table]]\nname = \"1\"\nboard.kind = \"dgt\"\nboard.port = {:?}\n",
        folder.path(),
        port.name().expect("a name"),
    );
    fs::write(&path, config).expect("written");
    let mut command = touchmove(["run", "--log-format", "json", "--speed", &speed.to_string(), "--config"]);
    command.arg(&path);
    let mut service = Program::start(command, Output::Err);
    let line = service.until("broker", |line| line.contains("The embedded broker is running."));
    let line: Value = serde_json::from_str(&line).expect("a JSON object a line");
    let address = line["address"].as_str().expect("an address").to_owned();

    let line = SerialStream::try_from(board).expect("usable");
    let mut table = Table::new("1", line, &address, game.initial, speed);
    let mut times = Times::default();
    while times.completions.len() < samples {
        table.play(&game, &mut times).await;
    }
    assert!(times.unseen * 50 < times.touches.len(), "{} touches went unseen", times.unseen);
    let plain = plain::times(samples).await;
    println!(
        "{} touches, {} moves completed, {} touches told by a reading of the whole board",
        times.touches.len(),
        times.completions.len(),
        times.unseen
    );
    for (name, mut told) in [("latency.touch", times.touches), ("latency.completed", times.completions)] {
        told.sort();
        for (share, of_hundred) in [("p50", 50), ("p99", 99)] {
            let at = |sorted: &[Duration]| ms(sorted[(sorted.len() - 1) * of_hundred / 100]);
            figure(&format!("{name}.{share}"), at(&told), "ms", Some(at(&plain)));
        }
    }
    service.signal("TERM");
    assert_eq!(service.ended().code(), Some(0), "the service ends");
}
