//! Many tables: one daemon, its embedded broker, and 64 boards on which blitz is played, all at once.
//!
//! The boards and a subscriber for each are in this process, the daemon in one of its own. Measured are the latencies of
//! the `latency` benchmark, at the pace of people and with everything going on at once, and the daemon's processor time
//! and memory, also as what one table more takes. `TOUCHMOVE_TABLES` and `TOUCHMOVE_SECONDS` choose other numbers.

#[path = "../common/mod.rs"]
mod common;
mod measured;

use std::{
    fs,
    time::{Duration, Instant},
};

use measured::{Table, Times};
use serde_json::Value;
use serialport::{SerialPort, TTYPort};
use tokio::{task::JoinSet, time::timeout};
use tokio_serial::SerialStream;
use touchmove::{emulate::DEMO_PGN, rules::pgn::read_games};

use common::{
    programs::{Output, Program, touchmove},
    watched::number,
};

/// How long the tables have to begin before anything is measured.
const WARM_UP: Duration = Duration::from_secs(10);

/// What a daemon took while its tables played.
struct Taken {
    times: Times,
    plies: usize,
    /// Of one core.
    processor: f64,
    resident_mib: f64,
}

fn main() {
    let (tables, seconds) = (number("TOUCHMOVE_TABLES", 64), number("TOUCHMOVE_SECONDS", 60));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let one = runtime.block_on(measure(1, Duration::from_secs(15)));
    let all = runtime.block_on(measure(tables, Duration::from_secs(seconds as u64)));
    println!("{tables} tables, {} half-moves completed in {seconds} s", all.plies);
    println!(
        "processor: {:.1} % of a core, {:.2} % a table; one table alone {:.2} %",
        all.processor * 100.0,
        all.processor * 100.0 / tables as f64,
        one.processor * 100.0,
    );
    println!(
        "resident: {:.1} MiB, one table alone {:.1} MiB, each more {:.2} MiB",
        all.resident_mib,
        one.resident_mib,
        (all.resident_mib - one.resident_mib) / tables.saturating_sub(1).max(1) as f64,
    );
    all.times.print();
}

async fn measure(tables: usize, during: Duration) -> Taken {
    let game = read_games(DEMO_PGN.as_bytes()).next().expect("our own game").expect("a good one");
    let folder = tempfile::tempdir().expect("a folder");
    let mut config =
        format!("state_dir = {:?}\nweb.listen = \"127.0.0.1:0\"\nbroker.listen = \"127.0.0.1:0\"\n", folder.path());
    let lines: Vec<(String, TTYPort, TTYPort)> = (1..=tables)
        .map(|number| {
            let (board, port) = TTYPort::pair().expect("a pseudo-terminal");
            (number.to_string(), board, port)
        })
        .collect();
    for (name, _, port) in &lines {
        let port = port.name().expect("a name");
        config += &format!(
            "[[table]]\nname = {name:?}\nlaws.regime = \"blitz\"\nboard.kind = \"dgt\"\nboard.port = {port:?}\n"
        );
    }
    let path = folder.path().join("touchmove.toml");
    fs::write(&path, config).expect("written");
    let mut command = touchmove(["run", "--log-format", "json", "--config"]);
    command.arg(&path);
    let mut service = Program::start(command, Output::Err);
    let line = service.until("broker", |line| line.contains("The embedded broker is running."));
    let line: Value = serde_json::from_str(&line).expect("a JSON object a line");
    let address = line["address"].as_str().expect("an address").to_owned();

    let began = Instant::now();
    let end = began + WARM_UP + during;
    let mut playing = JoinSet::new();
    for (name, board, port) in lines {
        let (game, address) = (game.clone(), address.clone());
        playing.spawn(async move {
            let line = SerialStream::try_from(board).expect("usable");
            let mut table = Table::new(&name, line, &address, game.initial, 1.0);
            let (mut warm, mut times) = (Times::default(), Times::default());
            let _ = timeout(WARM_UP, table.play(&game, &mut warm)).await;
            while Instant::now() < end {
                let left = end.saturating_duration_since(Instant::now());
                // Cut in the middle of a game where the time is over.
                let _ = timeout(left, table.play(&game, &mut times)).await;
            }
            drop(port);
            times
        });
    }
    tokio::time::sleep(WARM_UP).await;
    let used = service.processor_seconds();
    tokio::time::sleep(during).await;
    let used = service.processor_seconds() - used;
    let resident_mib = service.kilobytes("VmRSS") as f64 / 1_024.0;
    let mut times = Times::default();
    while let Some(played) = playing.join_next().await {
        let played = played.expect("no panic");
        times.touches.extend(played.touches);
        times.completions.extend(played.completions);
        times.unseen += played.unseen;
    }
    service.signal("TERM");
    assert_eq!(service.ended().code(), Some(0), "the service ends");
    let processor = used / during.as_secs_f64();
    Taken { plies: times.completions.len(), times, processor, resident_mib }
}
