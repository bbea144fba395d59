//! How fast records are made: of event logs, by one core and by the command on all of them, and of a board's bytes.
//!
//! Prints what an event and a byte take (the median of a few passes), then measures the same with divan. The games are our own and, where it lies beside the source tree, some of the outside collection.

#[path = "../common/mod.rs"]
mod common;
mod figure;

use std::{
    hint::black_box,
    io,
    process::{Command, Stdio},
    sync::LazyLock,
    time::{Duration, Instant},
};

use divan::{Bencher, counter::BytesCount, counter::ItemsCount};
use protocols::{At, Codec, CodecOutput, Device, dgt, registry::Sensing};
use serde_json::{Value, json};
use touchmove::{
    board::{self, OrientationSetting},
    emulate::{Habits, Play, events},
    game::{pgn::Tags, record::Record},
    rules::{Variant, pgn::PgnGame},
    table::{Input, Output, Replay, Setup, Source, Table},
    turn::{Given, Settings, Start},
    words::Language,
};

use common::{event_log, games};
use figure::{figure, ms, only_figures};

/// Games of the collection that are played, at most.
const GAMES: usize = 40;

/// Games of it that are played on an emulated board.
const ON_BOARD: usize = 12;

/// Passes of which the median is printed.
const PASSES: usize = 9;

/// Pause before the first move on a board, so that it has been read.
const LEAD_MS: u64 = 3_000;

/// How long a board is listened to after the last move.
const AFTERWARDS_MS: u64 = 5_000;

/// Event logs, one after the other.
struct Logs {
    text: String,
    events: usize,
    /// Half-moves of their games.
    plies: usize,
}

static LOGS: LazyLock<Logs> = LazyLock::new(|| {
    let mut logs = Logs { text: String::new(), events: 0, plies: 0 };
    for (seed, (_, game)) in (1..).zip(chosen(GAMES)) {
        let events = events(&game, Habits::measured(), seed);
        logs.events += events.len();
        logs.plies += game.moves.len();
        // Named as the service names them: names are a good part of a record.
        let table = format!("t{seed}");
        let mut header = event_log::header(&format!("20261123T030455Z-{table}"), &game);
        header["table"] = json!(table);
        logs.text += &event_log::lines(&header, &events);
    }
    logs
});

/// What a board sent, piece by piece, with the times.
type Sent = Vec<(At, Vec<u8>)>;

/// What a board sent in each game, with the time of every piece.
static BYTES: LazyLock<Vec<Sent>> = LazyLock::new(|| {
    let standard = |game: &PgnGame| game.tag("FEN").is_none();
    let games = chosen(GAMES).into_iter().map(|(_, game)| game).filter(standard).take(ON_BOARD);
    (1..).zip(games).map(|(seed, game)| sent(game, seed)).collect()
});

fn main() {
    let Logs { text, events, plies } = &*LOGS;
    let records = replay(text, &mut |_| Ok(()));
    let mut json = Vec::new();
    replay(text, &mut |record| write(&mut json, record));
    println!("event logs: {plies} plies, {events} events, {records} records");
    let each = |time: Duration| ms(time) * 1_000.0 / *events as f64;
    let parsed = median(|| text.lines().map(|line| usize::from(serde_json::from_str::<Value>(line).is_ok())).sum());
    let made = median(|| {
        replay(text, &mut |record| {
            black_box(record);
            Ok(())
        })
    });
    let written = median(|| {
        json.clear();
        replay(text, &mut |record| write(&mut json, record))
    });
    // Plain: each line of the log merely parsed.
    figure("replay.made", each(made), "us/event", Some(each(parsed)));
    figure("replay.written", each(written), "us/event", Some(each(parsed)));
    let time = command(text);
    figure("replay.command", each(time), "us/event", Some(each(parsed)));
    figure("replay.weight", json.len() as f64 / *events as f64, "bytes/event", None);
    let bytes: usize = BYTES.iter().flatten().map(|(_, piece)| piece.len()).sum();
    let time = median(|| BYTES.iter().map(|pieces| read(pieces)).sum());
    // Plain: the bytes read into messages, and nothing followed.
    let framed = median(|| BYTES.iter().map(|pieces| framed(pieces)).sum());
    let each = |time: Duration| ms(time) * 1_000.0 / bytes as f64;
    figure("replay.bytes", each(time), "us/byte", Some(each(framed)));
    if only_figures() {
        return;
    }
    divan::main();
}

/// Log text to records.
#[divan::bench(sample_count = 20)]
fn records_made(bencher: Bencher) {
    let Logs { text, events, .. } = &*LOGS;
    bencher.counter(ItemsCount::new(*events)).bench(|| {
        replay(text, &mut |record| {
            black_box(record);
            Ok(())
        })
    });
}

/// Log text to JSON text, as `touchmove replay` has it.
#[divan::bench(sample_count = 20)]
fn records_written(bencher: Bencher) {
    let Logs { text, events, .. } = &*LOGS;
    let mut json = Vec::new();
    bencher.counter(ItemsCount::new(*events)).bench_local(|| {
        json.clear();
        replay(text, &mut |record| write(&mut json, record))
    });
}

/// Bytes to records.
#[divan::bench(sample_count = 20)]
fn dgt_bytes(bencher: Bencher) {
    let bytes: usize = BYTES.iter().flatten().map(|(_, piece)| piece.len()).sum();
    bencher.counter(BytesCount::new(bytes)).bench(|| BYTES.iter().map(|pieces| read(pieces)).sum::<usize>());
}

/// What the command takes for the logs, from outside: from its start to its end, once its program has been read.
fn command(text: &str) -> Duration {
    // So many of them that starting it does not count.
    const TIMES: u32 = 8;
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("logs.jsonl");
    std::fs::write(&log, text.repeat(TIMES as usize)).expect("room");
    let run = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_touchmove"));
        let status = command.arg("replay").arg(&log).stdout(Stdio::null()).status().expect("it runs");
        usize::from(status.success())
    };
    assert_eq!(run(), 1, "good logs");
    median(run) / TIMES
}

/// Some games with moves, spread over the collection, our own first.
fn chosen(count: usize) -> Vec<(String, PgnGame)> {
    let all: Vec<_> = games::collection().into_iter().filter(|(_, game)| !game.moves.is_empty()).collect();
    let step = all.len().div_ceil(count).max(1);
    all.into_iter().step_by(step).collect()
}

/// Replays logs; gives how many records came.
fn replay(text: &str, emit: &mut impl FnMut(&Record) -> io::Result<()>) -> usize {
    let mut records = 0;
    let outcome = Replay::default().run(black_box(text.as_bytes()), &mut |record| {
        records += 1;
        emit(record)
    });
    outcome.expect("a good log");
    records
}

fn write(json: &mut Vec<u8>, record: &Record) -> io::Result<()> {
    serde_json::to_writer(&mut *json, record)?;
    json.push(b'\n');
    Ok(())
}

fn table() -> Table {
    let setup = Setup {
        name: "1".to_owned(),
        session: "s".to_owned(),
        settings: Settings::default(),
        start: Start::Setup(Variant::Chess),
        given: Given::default(),
        seq: 0,
        tags: Tags::default(),
        language: Language::default(),
    };
    let reading = board::Settings { orientation: OrientationSetting::Auto, sensing: Sensing::Identity };
    Table::new(setup, Source::Board(Box::new(dgt::DgtCodec::new()), reading))
}

/// What an emulated board sends while a game is played on it and the table talks to it.
fn sent(game: PgnGame, seed: u64) -> Vec<(At, Vec<u8>)> {
    let mut table = table();
    let mut device = dgt::DgtDevice::default();
    let mut play = Play::new(game, Habits::measured(), seed).held();
    let mut pieces = Vec::new();
    let mut at = At(0);
    let mut end = None;
    table.handle(at, Input::Opened);
    while end.is_none_or(|end| at < end) {
        answer(&mut table, &mut device, at);
        let next = [table.next_deadline(), play.next_deadline()].into_iter().flatten().min();
        at = next.map_or(device.next_deadline(), |next| next.min(device.next_deadline())).max(at + 1);
        if at >= At(LEAD_MS) {
            play.begin(at);
        }
        play.advance(at);
        device.advance(at, play.world());
        while let Some((sent, bytes)) = device.poll() {
            table.handle(sent, Input::Bytes(&bytes));
            pieces.push((sent, bytes));
            answer(&mut table, &mut device, sent);
        }
        table.handle(at, Input::Tick);
        if play.finished() {
            end.get_or_insert(at + AFTERWARDS_MS);
        }
    }
    pieces
}

fn answer(table: &mut Table, device: &mut dgt::DgtDevice, at: At) {
    while let Some(output) = table.poll() {
        if let Output::Send(bytes) = output {
            device.receive(at, &bytes);
        }
    }
}

/// Reads what a board sent; gives how many records came.
fn read(pieces: &[(At, Vec<u8>)]) -> usize {
    let mut table = table();
    let mut records = 0;
    let mut drain = |table: &mut Table| {
        while let Some(output) = table.poll() {
            records += usize::from(matches!(black_box(output), Output::Record(_)));
        }
    };
    table.handle(At(0), Input::Opened);
    let mut now = At(0);
    for (at, bytes) in pieces {
        while let Some(due) = table.next_deadline().map(|due| due.max(now)).filter(|due| due <= at) {
            table.handle(due, Input::Tick);
            drain(&mut table);
            // A deadline that stays where it is is met again a millisecond later.
            now = if table.next_deadline().is_some_and(|next| next <= due) { due + 1 } else { due };
        }
        now = now.max(*at);
        table.handle(now, Input::Bytes(black_box(bytes)));
        drain(&mut table);
    }
    records
}

/// Reads a board's bytes into its messages, and nothing more; gives how many came.
fn framed(pieces: &[(At, Vec<u8>)]) -> usize {
    let mut codec = dgt::DgtCodec::new();
    let mut messages = 0;
    codec.opened(At(0));
    for (at, bytes) in pieces {
        codec.receive(*at, black_box(bytes));
        while let Some(output) = codec.poll() {
            messages += usize::from(!matches!(black_box(output), CodecOutput::Send(_)));
        }
    }
    messages
}

fn median(mut work: impl FnMut() -> usize) -> Duration {
    let mut times: Vec<Duration> = (0..PASSES)
        .map(|_| {
            let start = Instant::now();
            black_box(work());
            start.elapsed()
        })
        .collect();
    times.sort();
    times[PASSES / 2]
}
