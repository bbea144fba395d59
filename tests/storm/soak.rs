//! The soak: sixteen tables at speed while everything around the service fails but the service itself, and what it
//! takes of memory.
//!
//! `TOUCHMOVE_SOAK=7200 cargo test --test storm soak -- --nocapture` goes on for two hours; without the variable nothing
//! is done.

use std::{
    collections::BTreeMap,
    fs,
    path::PathBuf,
    time::{Duration, Instant},
};

use tokio::time::sleep;
use touchmove::emulate::Dice;

use crate::{
    Fault,
    board::{Board, Deed, Pace},
    common::{
        heard::Heard,
        missing::skipped,
        mqtt::{Kind, Memory, Proxy, Reader, TestBroker},
        onlooker::{Onlooker, Progress},
        preload,
        watched::kilobytes,
    },
    corpus,
    ground::{Disk, Ground, PATIENCE, Service},
    number,
};

/// Tables that play.
const TABLES: usize = 16;

/// How much faster than people the hands play: a half-move every second or two. `TOUCHMOVE_SPEED` sets another.
const SPEED: u64 = 4;

/// How long a board's thread sleeps between two looks at its line: sixteen of them share the machine.
const NAP: Duration = Duration::from_millis(10);

/// Faults between which the next one is chosen. The service is never killed: its memory is what is looked at. Nor does
/// the broker forget: whatever the subscriber lacks in the end was lost.
const FAULTS: [Fault; 6] =
    [Fault::BrokerRestart, Fault::ClockStep, Fault::Cut, Fault::DiskFull, Fault::Terminal, Fault::Terminal];

/// By how much memory may grow after the first quarter, in kilobytes: in a run of ten minutes or more, and in a short
/// one, in which some of it is the beginning still.
const GROWTH_KB: (f64, f64) = (2_048.0, 8_192.0);

/// How many seconds lie between two looks at what has come so far.
const TOLD_EVERY_S: f64 = 120.0;

/// Longest time the end may take.
const ENDING: Duration = Duration::from_secs(900);

/// What the service takes, in kilobytes, so many seconds after the beginning.
#[derive(Debug, Clone, Copy)]
struct Sample {
    at_s: f64,
    anonymous_kb: f64,
    resident_kb: f64,
}

struct Soak {
    ground: Ground,
    service: Service,
    broker: TestBroker,
    proxy: Proxy,
    boards: Vec<Board>,
    arbiters: Vec<Onlooker>,
    reader: Reader,
    heard: BTreeMap<String, Heard>,
    dice: Dice,
    count: BTreeMap<Fault, usize>,
    begun: Instant,
    samples: Vec<Sample>,
    /// How many seconds lie between two samples.
    every_s: f64,
}

impl Soak {
    /// Lets time pass, and takes what comes meanwhile.
    async fn pause(&mut self, ms: u64) {
        sleep(Duration::from_millis(ms)).await;
        for message in self.reader.arrived() {
            let table = message.topic.split('/').nth(1).unwrap_or_default().to_owned();
            self.heard.entry(table).or_default().message(&message);
        }
        for (board, arbiter) in self.boards.iter().zip(&mut self.arbiters) {
            if let Some(heard) = self.heard.get(&arbiter.table) {
                board.attend(arbiter, heard, &self.reader, self.begun).await;
            }
        }
        let at_s = self.begun.elapsed().as_secs_f64();
        if self.samples.last().is_none_or(|last| at_s - last.at_s >= self.every_s) {
            let kilobytes = |key| kilobytes(self.service.child.id(), key).expect("it runs") as f64;
            self.samples.push(Sample { at_s, anonymous_kb: kilobytes("RssAnon:"), resident_kb: kilobytes("VmRSS:") });
        }
    }

    async fn fault(&mut self, fault: Fault) {
        *self.count.entry(fault).or_default() += 1;
        match fault {
            Fault::BrokerEmpty | Fault::BrokerKilled | Fault::BrokerRestart => {
                self.broker.stop().await;
                let ms = self.dice.between(0, 3_000);
                self.pause(ms).await;
                self.broker.start_again(Memory::Kept).await;
            }
            Fault::ClockStep => {
                let seconds = self.dice.between(0, 200_000) as i64 - 100_000;
                fs::write(&self.ground.clock, seconds.to_string()).expect("written");
            }
            Fault::Cut | Fault::Kill => self.proxy.cut(),
            Fault::DiskFull => {
                let Some(ballast) = self.ground.disk.as_ref().map(|disk| disk.path.join("ballast")) else { return };
                self.ground.disk.iter().for_each(Disk::fill);
                let ms = self.dice.between(200, 3_000);
                self.pause(ms).await;
                self.ground.disk.iter().for_each(Disk::free);
                while fs::metadata(&ballast).map_or(0, |found| found.len()) < 4 * 1_024 * 1_024 {
                    self.pause(100).await;
                }
            }
            Fault::Terminal => {
                let table = self.dice.between(0, TABLES as u64 - 1) as usize;
                let from = self.service.lines();
                self.boards[table].does(Deed::Freeze);
                self.boards[table].does(Deed::Unplug);
                let ms = self.dice.between(0, 600);
                self.pause(ms).await;
                self.boards[table].does(Deed::Plug);
                self.answers(table, from).await;
                self.boards[table].does(Deed::Thaw);
            }
        }
    }

    /// Waits until a table has its board.
    async fn answers(&mut self, table: usize, from: usize) {
        let deadline = Instant::now() + PATIENCE;
        let of_table = format!("\"name\":\"{}\",\"name\":\"table\"", table + 1);
        let answers = |line: &String| line.contains("The board answers.") && line.contains(&of_table);
        while !self.service.said.lock().expect("whole")[from..].iter().any(answers) {
            assert!(Instant::now() < deadline, "table {} does not find its board", table + 1);
            self.pause(10).await;
        }
    }

    /// The games end, everything arrives.
    async fn end(&mut self) {
        self.arbiters.iter_mut().for_each(|arbiter| arbiter.goes_on = false);
        let deadline = Instant::now() + ENDING;
        loop {
            self.pause(200).await;
            let all: Vec<Progress> = self.boards.iter().map(Board::progress).collect();
            let finished = all.iter().filter(|progress| progress.over_for.is_some()).count();
            let quiet = |heard: &Heard| heard.status.as_ref().is_some_and(|status| status["queued"] == 0);
            let is_told = |table: usize, progress: &Progress| {
                let heard = &self.heard[&(table + 1).to_string()];
                heard.has_last(&progress.games) && heard.is_whole() && quiet(heard)
            };
            let over = all.iter().enumerate().filter(|(table, progress)| is_told(*table, progress)).count();
            if (finished, over) == (TABLES, TABLES) {
                // What may still be on its way.
                self.pause(1_500).await;
                return;
            }
            if Instant::now() > deadline {
                self.keep();
                panic!("the end does not come: {finished} tables have finished, {over} are told");
            }
        }
    }

    /// The games that have ended are those that were played: looked at while the journal still has what happened in them.
    fn assert_ended_games(&self) {
        for (arbiter, board) in self.arbiters.iter().zip(&self.boards) {
            let mut read = self.heard.get(&arbiter.table).map(Heard::games).unwrap_or_default();
            let mut played = board.progress().games;
            // The last one of either is being played, or its end is still on its way.
            let ended = read.len().min(played.len()).saturating_sub(1);
            read.truncate(ended);
            played.truncate(ended);
            if read != played {
                self.keep();
            }
            super::assert_same_games(&format!("table {}", arbiter.table), &read, &played, arbiter.begun_anew);
        }
    }

    fn records(&self) -> usize {
        self.heard.values().map(|heard| heard.records.len()).sum()
    }

    fn keep(&self) {
        let heard = self.heard.iter().map(|(table, heard)| (table.as_str(), heard));
        super::keep(&self.ground.folder.path().join("state"), heard);
    }

    /// By how much memory grows in an hour, and what it was in the middle, after the first quarter, in kilobytes.
    fn slope(&self) -> (f64, f64) {
        let samples = &self.samples[self.samples.len() / 4..];
        let count = samples.len() as f64;
        let mean = |of: fn(&Sample) -> f64| samples.iter().map(of).sum::<f64>() / count;
        let (at, kb) = (mean(|sample| sample.at_s), mean(|sample| sample.anonymous_kb));
        let both = samples.iter().map(|sample| (sample.at_s - at) * (sample.anonymous_kb - kb)).sum::<f64>();
        let square = samples.iter().map(|sample| (sample.at_s - at).powi(2)).sum::<f64>();
        (both / square * 3_600.0, kb)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn soak_of_sixteen_tables_with_faults_takes_no_more_memory() {
    let (length_s, seed) = (number("TOUCHMOVE_SOAK", 0_u64), number("TOUCHMOVE_SEED", 1_u64));
    if length_s == 0 {
        return skipped("TOUCHMOVE_SOAK is not set");
    }
    let speed = number("TOUCHMOVE_SPEED", SPEED) as f64;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_owned();
    let disk = Disk::mount(path.join("state"));
    let ground = Ground { library: preload::library(&path), clock: path.join("clock"), disk, folder };
    let broker = TestBroker::start(Kind::Mosquitto).await;
    let proxy = Proxy::start(broker.address()).await;
    let mut config = format!(
        "state_dir = \"{}/state\"\nweb.listen = \"127.0.0.1:0\"\nmqtt.url = \"mqtt://{}\"\njournal.max_mb = 10\n",
        path.display(),
        proxy.address()
    );
    let link = |table: usize| -> PathBuf { path.join(format!("board-{table}")) };
    for table in 0..TABLES {
        config += &format!(
            "[[table]]\nname = \"{}\"\nlaws.regime = \"blitz\"\nboard.kind = \"dgt\"\nboard.port = \"{}\"\n",
            table + 1,
            link(table).display()
        );
    }
    fs::write(path.join("touchmove.toml"), config).expect("written");
    let reader = Reader::start(broker.address(), "third-party", &["chess/#"]).await;
    let games = corpus(seed);
    let boards: Vec<Board> = (0..TABLES)
        .map(|table| {
            let mut games = games.clone();
            let first = table * games.len() / TABLES;
            games.rotate_left(first);
            Board::start(link(table), games, Pace { speed, nap: NAP }, seed + table as u64)
        })
        .collect();
    boards.iter().for_each(|board| board.does(Deed::Plug));
    let service = Service::start(&ground, speed);
    let mut soak = Soak {
        ground,
        service,
        broker,
        proxy,
        boards,
        arbiters: (1..=TABLES).map(|table| Onlooker::new(&table.to_string()).confirming()).collect(),
        reader,
        heard: BTreeMap::new(),
        dice: Dice::new(seed),
        count: BTreeMap::new(),
        begun: Instant::now(),
        samples: Vec::new(),
        every_s: (length_s as f64 / 400.0).clamp(0.5, 10.0),
    };
    for table in 0..TABLES {
        soak.answers(table, 0).await;
        soak.boards[table].does(Deed::Thaw);
    }
    let mut told_s = 0.0;
    while soak.begun.elapsed().as_secs() < length_s {
        let ms = soak.dice.between(500, 8_000);
        let until = Instant::now() + Duration::from_millis(ms);
        while Instant::now() < until {
            soak.pause(100).await;
        }
        let fault = FAULTS[soak.dice.between(0, FAULTS.len() as u64 - 1) as usize];
        soak.fault(fault).await;
        if let Some(last) = soak.samples.last().copied().filter(|last| last.at_s >= told_s + TOLD_EVERY_S) {
            told_s = last.at_s;
            println!(
                "{:.0} s, {} records, {:.0} kB, of them anonymous {:.0} kB",
                last.at_s,
                soak.records(),
                last.resident_kb,
                last.anonymous_kb
            );
            soak.assert_ended_games();
        }
    }
    let (slope, middle) = soak.slope();
    let last = *soak.samples.last().expect("samples");
    let played_s = soak.begun.elapsed().as_secs_f64();
    let processor_s = processor_s(soak.service.child.id());
    soak.end().await;

    let games: usize = soak.boards.iter().map(|board| board.progress().games.len()).sum();
    let records = soak.records();
    let repeats: usize = soak.heard.values().map(|heard| heard.repeats).sum();
    println!(
        "seed {seed}: {length_s} s planned, {played_s:.0} s played, {TABLES} tables, {games} games, {records} records, {repeats} repeats"
    );
    let faults: usize = soak.count.values().sum();
    println!("{faults} faults {:?}", soak.count);
    let questions: usize = soak.heard.values().map(|heard| heard.questions).sum();
    println!("{questions} questions to the arbiters");
    assert!(questions <= faults, "more is asked of the arbiters than there were faults");
    println!(
        "resident memory at the end {:.1} MiB, of it anonymous {:.1} MiB",
        last.resident_kb / 1_024.0,
        last.anonymous_kb / 1_024.0
    );
    println!(
        "anonymous after the first quarter: {:.1} MiB on the average of {} samples, slope {slope:+.0} KiB an hour; {:.1} % of a core",
        middle / 1_024.0,
        soak.samples.len(),
        processor_s / played_s * 100.0
    );
    soak.keep();
    for (table, board) in (1..).zip(&soak.boards) {
        let heard = &soak.heard[&table.to_string()];
        assert_eq!(heard.late, 0, "table {table}: records came after later ones");
        super::assert_same_games(&format!("table {table}"), &heard.games(), &board.progress().games, 0);
    }
    let window_h = (last.at_s - soak.samples[soak.samples.len() / 4].at_s) / 3_600.0;
    let allowed = if length_s >= 600 { GROWTH_KB.0 } else { GROWTH_KB.1 };
    assert!(slope * window_h < allowed, "memory grew by {:.0} KiB after the first quarter", slope * window_h);
}

/// Processor time used so far, by the program and the system for it.
fn processor_s(process: u32) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).expect("it runs");
    let (_, fields) = stat.rsplit_once(')').expect("a name");
    let ticks = |index| fields.split_whitespace().nth(index).and_then(|ticks| ticks.parse::<f64>().ok());
    (ticks(11).expect("utime") + ticks(12).expect("stime")) / 100.0
}
