//! The fault storm: games played by hands while everything around the service fails, and what a third-party
//! subscriber has of them in the end.
//!
//! `TOUCHMOVE_FAULTS=1000 cargo test --test storm -- --nocapture` is the whole of it; `TOUCHMOVE_SEED` chooses another.
//! With `TOUCHMOVE_BROKER=embedded` the broker is the service's own, and goes away with it.
//! `TOUCHMOVE_HANDS=on` lets the hands play on in half of the faults.
//! `TOUCHMOVE_STORM_LOG` names a file for the service's log, `TOUCHMOVE_STORM_KEEP` a folder for its journal and all that
//! was heard. The hands play as fast as in blitz, and so the table is one. The soak is beside it.

mod board;
#[path = "../common/mod.rs"]
mod common;
mod ground;
mod soak;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use board::{Board, Deed, Pace};
use common::{
    games,
    heard::{Heard, MISSES_FOR},
    mqtt::{self, Kind, Memory, Proxy, Reader, TestBroker},
    onlooker::{Onlooker, Progress},
    preload, programs,
    watched::number,
};
use rumqttc::v5::mqttbytes::v5::PublishProperties;
use serde_json::{Value, json};
use tokio::time::sleep;
use touchmove::{emulate::Dice, rules::pgn::PgnGame};

use self::ground::{Disk, Ground, PATIENCE, Service};

/// How much faster than people the hands play, and the service's time runs.
const SPEED: f64 = 10.0;

/// How long a board's thread sleeps between two looks at its line.
const NAP: Duration = Duration::from_millis(2);

/// Longest time the end may take.
const ENDING: Duration = Duration::from_secs(900);

/// One kind of fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fault {
    BrokerEmpty,
    BrokerKilled,
    BrokerRestart,
    ClockStep,
    Cut,
    DiskFull,
    Kill,
    Terminal,
}

/// How often of a hundred faults.
const SHARES: [(Fault, u64); 8] = [
    (Fault::BrokerEmpty, 4),
    (Fault::BrokerKilled, 6),
    (Fault::BrokerRestart, 4),
    (Fault::ClockStep, 8),
    (Fault::Cut, 32),
    (Fault::DiskFull, 6),
    (Fault::Kill, 26),
    (Fault::Terminal, 14),
];

/// How a broker is brought down.
#[derive(Debug, Clone, Copy)]
enum End {
    Killed,
    /// It is told to, and writes what it keeps.
    Ordered,
}

fn fault(dice: &mut Dice) -> Fault {
    let mut left = dice.between(0, SHARES.iter().map(|(_, share)| share).sum::<u64>() - 1);
    for (fault, share) in SHARES {
        if left < share {
            return fault;
        }
        left -= share;
    }
    Fault::Cut
}

/// Games from the collection that begin from the first position and end by a sign on the board. There is time enough on
/// the clock: who plays on while nobody sees it does not look whether his has run out.
fn corpus(seed: u64) -> Vec<PgnGame> {
    let usable = |game: &PgnGame| game.tag("FEN").is_none() && (20..120).contains(&game.moves.len());
    let all: Vec<PgnGame> = games::collection()
        .into_iter()
        .map(|(_, game)| game)
        .filter(|game| usable(game) && game.variant == touchmove::rules::Variant::Chess)
        .collect();
    let step = all.len() / 40 + 1;
    all.into_iter().skip(seed as usize % step).step_by(step).map(with_time_enough).collect()
}

fn with_time_enough(mut game: PgnGame) -> PgnGame {
    game.tags.retain(|(name, _)| name != "TimeControl");
    for played in &mut game.moves {
        (played.clock_ms, played.elapsed_ms) = (None, None);
    }
    game
}

struct Storm {
    ground: Ground,
    service: Option<Service>,
    /// The broker beside the service; `None` where it is the service's own.
    broker: Option<TestBroker>,
    /// In front of the broker: the service's way to it, or, where it is the service's own, the subscriber's.
    proxy: Proxy,
    board: Board,
    reader: Reader,
    heard: Heard,
    dice: Dice,
    count: BTreeMap<Fault, usize>,
    /// How long the service took to publish the game again, and the board to be connected, in milliseconds.
    restarts: Vec<u64>,
    boards: Vec<u64>,
    arbiter: Onlooker,
    begun: Instant,
    /// When the subscriber asked last for what it misses.
    asked: Instant,
    /// Whether the hands play on in half of the faults, rather than hold still while nobody can read them.
    hands_play_on: bool,
}

impl Storm {
    async fn pause(&mut self, from: u64, to: u64) {
        let ms = self.dice.between(from, to);
        sleep(Duration::from_millis(ms)).await;
        self.heard.take(&mut self.reader);
        if !self.heard.is_whole() && self.asked.elapsed() > MISSES_FOR {
            self.resync().await;
        }
        self.board.attend(&mut self.arbiter, &self.heard, &self.reader, self.begun).await;
    }

    async fn fault(&mut self, fault: Fault) {
        if fault == Fault::DiskFull && self.ground.disk.is_none() {
            return;
        }
        *self.count.entry(fault).or_default() += 1;
        match fault {
            Fault::BrokerEmpty => self.broker_restarts(End::Ordered, Memory::Lost).await,
            Fault::BrokerKilled => self.broker_restarts(End::Killed, Memory::Kept).await,
            Fault::BrokerRestart => self.broker_restarts(End::Ordered, Memory::Kept).await,
            Fault::ClockStep => {
                let seconds = self.dice.between(0, 200_000) as i64 - 100_000;
                fs::write(&self.ground.clock, seconds.to_string()).expect("written");
            }
            Fault::Cut => self.proxy.cut(),
            Fault::DiskFull => {
                let Some(disk) = &self.ground.disk else { return };
                disk.fill();
                self.pause(200, 1_500).await;
                if self.dice.between(0, 2) == 0 {
                    self.kill().await;
                }
                let Some(disk) = &self.ground.disk else { return };
                disk.free();
                // What is kept for a full disk is there again before the disk is full again.
                let ballast = disk.path.join("ballast");
                while fs::metadata(&ballast).map_or(0, |found| found.len()) < 4 * 1_024 * 1_024 {
                    self.pause(100, 100).await;
                }
            }
            Fault::Kill => self.kill().await,
            Fault::Terminal => {
                let from = self.service.as_ref().map_or(0, Service::lines);
                self.hands_meanwhile();
                self.board.does(Deed::Unplug);
                self.pause(0, 600).await;
                self.board.does(Deed::Plug);
                let begun = Instant::now();
                self.until(from, "The board answers.").await;
                self.boards.push(begun.elapsed().as_millis() as u64);
                self.board.does(Deed::Thaw);
            }
        }
    }

    /// The hands hold still while nobody can read them, or play on.
    fn hands_meanwhile(&mut self) {
        let plays_on = self.hands_play_on && self.dice.between(0, 1) == 0;
        self.board.does(if plays_on { Deed::PlayOn } else { Deed::Freeze });
    }

    async fn broker_restarts(&mut self, end: End, memory: Memory) {
        if let Some(broker) = &mut self.broker {
            match end {
                End::Killed => broker.kill().await,
                End::Ordered => broker.stop().await,
            }
            self.pause(0, 800).await;
            let Some(broker) = &mut self.broker else { return };
            return broker.start_again(memory).await;
        }
        self.hands_meanwhile();
        match (self.service.take(), end) {
            (Some(service), End::Killed) => service.kill(),
            (Some(service), End::Ordered) => service.stop(),
            (None, _) => {}
        }
        if memory == Memory::Lost {
            let kept = self.ground.folder.path().join("state/broker");
            fs::remove_dir_all(kept).expect("the broker keeps something");
        }
        self.pause(0, 800).await;
        self.start().await;
    }

    async fn kill(&mut self) {
        self.hands_meanwhile();
        if let Some(service) = self.service.take() {
            service.kill();
        }
        self.pause(0, 300).await;
        self.start().await;
    }

    /// Starts the service; the hands go on once it sees the board.
    async fn start(&mut self) {
        let begun = Instant::now();
        self.service = Some(Service::start(&self.ground, SPEED));
        self.until(0, "The board answers.").await;
        self.restarts.push(begun.elapsed().as_millis() as u64);
        self.board.does(Deed::Thaw);
        // A broker that has been away with the service has not kept what the subscriber had still to hear.
        if self.broker.is_none() {
            self.resync().await;
        }
    }

    async fn until(&mut self, from: usize, words: &str) {
        let deadline = Instant::now() + PATIENCE;
        while !self.service.as_ref().is_some_and(|service| service.has_said(from, words)) {
            assert!(Instant::now() < deadline, "the service does not say {words:?}: {:?}", self.last_words());
            self.pause(5, 5).await;
        }
    }

    fn last_words(&self) -> Vec<String> {
        let said = self.service.as_ref().map(|service| service.said.lock().expect("whole").clone()).unwrap_or_default();
        said.into_iter().rev().take(20).collect()
    }

    /// Asks for what is missing, as any subscriber may.
    async fn resync(&mut self) {
        self.asked = Instant::now();
        let seq = self.heard.ask();
        let id = format!("r{}", self.dice.between(0, u64::MAX - 1));
        let command = json!({ "id": id, "command": "resync", "seq": seq }).to_string();
        self.reader.publish("chess/1/arbiter/command", command, PublishProperties::default()).await;
    }

    /// The games end, everything arrives.
    async fn end(&mut self) {
        self.arbiter.goes_on = false;
        let deadline = Instant::now() + ENDING;
        loop {
            self.pause(100, 100).await;
            let Progress { over_for, games, .. } = self.board.progress();
            let done = over_for.is_some();
            let quiet = self.heard.status.as_ref().is_some_and(|status| status["queued"] == 0);
            if done && self.heard.has_last(&games) && self.heard.is_whole() && quiet {
                // What may still be on its way.
                self.pause(1_500, 1_500).await;
                if self.heard.is_whole() {
                    return;
                }
            }
            if done && self.asked.elapsed() > MISSES_FOR {
                self.resync().await;
            }
            if Instant::now() > deadline {
                panic!(
                    "the end does not come: hands {done}, last {}, whole {} of {}, status {:?}",
                    self.heard.has_last(&games),
                    self.heard.contiguous(),
                    self.heard.records.len(),
                    self.heard.status
                );
            }
        }
    }

    fn keep(&self) {
        keep(&self.ground.folder.path().join("state"), [("table", &self.heard)]);
    }
}

impl Drop for Storm {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.keep();
        }
    }
}

fn middle_and_most(times: &mut [u64]) -> String {
    times.sort_unstable();
    match (times.get(times.len() / 2), times.last()) {
        (Some(middle), Some(most)) => format!("p50 {middle} ms, max {most} ms of {}", times.len()),
        _ => "none".to_owned(),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_fails_every_record_arrives_and_every_game_is_exact() {
    let (faults, seed) = (number("TOUCHMOVE_FAULTS", 30_u64), number("TOUCHMOVE_SEED", 1_u64));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_owned();
    let disk = Disk::mount(path.join("state"));
    let ground = Ground { library: preload::library(&path), clock: path.join("clock"), disk, folder };
    let broker = match std::env::var("TOUCHMOVE_BROKER").as_deref() {
        Ok("embedded") => None,
        Ok("mosquitto") | Err(_) => Some(TestBroker::start(Kind::Mosquitto).await),
        Ok(other) => panic!("TOUCHMOVE_BROKER: {other:?} is neither embedded nor mosquitto"),
    };
    let broker_address = broker.as_ref().map_or_else(mqtt::free_address, TestBroker::address);
    let proxy = Proxy::start(broker_address).await;
    let (way, reader_address) = match &broker {
        Some(broker) => (format!("mqtt.url = \"mqtt://{}\"", proxy.address()), broker.address()),
        None => (format!("broker.listen = \"{broker_address}\""), proxy.address()),
    };
    let config = format!(
        "state_dir = \"{0}/state\"\nweb.listen = \"127.0.0.1:0\"\n{way}\n[[table]]\nname = \"1\"\nlaws.regime = \"blitz\"\n\
         board.kind = \"dgt\"\nboard.port = \"{0}/board\"\n",
        path.display(),
    );
    fs::write(path.join("touchmove.toml"), config).expect("written");
    let service = Some(Service::start(&ground, SPEED));
    let reader = Reader::start(reader_address, "third-party", &["chess/1/#"]).await;
    let board = Board::start(path.join("board"), corpus(seed), Pace { speed: SPEED, nap: NAP }, seed);
    board.does(Deed::Plug);
    let mut storm = Storm {
        ground,
        service,
        broker,
        proxy,
        board,
        reader,
        heard: Heard::default(),
        dice: Dice::new(seed),
        count: BTreeMap::new(),
        restarts: Vec::new(),
        boards: Vec::new(),
        arbiter: Onlooker::new("1"),
        begun: Instant::now(),
        asked: Instant::now(),
        hands_play_on: std::env::var_os("TOUCHMOVE_HANDS").is_some_and(|hands| hands == "on"),
    };
    let begun = storm.begun;
    storm.until(0, "The board answers.").await;
    for done in 1..=faults {
        storm.pause(50, 900).await;
        let fault = fault(&mut storm.dice);
        storm.fault(fault).await;
        let rulings = &storm.heard.rulings;
        assert!(rulings.is_empty(), "after {done} faults: nobody did anything against the Laws: {rulings:#?}");
        if done % 50 == 0 {
            println!("{done} faults, {} records, {:.0} s", storm.heard.records.len(), begun.elapsed().as_secs_f64());
        }
    }
    storm.end().await;

    let (heard, played) = (&storm.heard, storm.board.progress().games);
    let read = heard.games();
    let total: usize = storm.count.values().sum();
    println!("seed {seed}: {total} faults {:?}", storm.count);
    println!(
        "{} games, {} records, {} repeats, {} filled in after a broker had lost them, {:.0} s",
        played.len(),
        heard.records.len(),
        heard.repeats,
        heard.filled_in,
        begun.elapsed().as_secs_f64()
    );
    println!("service killed to board connected: {}", middle_and_most(&mut storm.restarts));
    println!("board plugged in to connected: {}", middle_and_most(&mut storm.boards));
    let Onlooker { answers, unasked, begun_anew, told_otherwise, .. } = &storm.arbiter;
    println!("alerts: {:?}", heard.alerts());
    println!(
        "{} questions to the arbiter, {answers} commands of his, {unasked} moves of kings said unasked, {begun_anew} \
         games begun by him",
        heard.questions
    );
    println!("{} told otherwise than played, until he said so: {told_otherwise:#?}", told_otherwise.len());
    assert!(told_otherwise.len() * 100 <= total, "too often told otherwise");
    assert!(heard.questions <= total, "more is asked of the arbiter than there were faults");
    assert_eq!(heard.late, 0, "records came after later ones, and nobody had asked for them");
    let forgets = [Fault::BrokerEmpty, Fault::BrokerKilled];
    let forgot = storm.broker.is_none() || forgets.iter().any(|fault| storm.count.contains_key(fault));
    assert!(forgot || heard.filled_in == 0, "{} records were lost with no broker that forgot", heard.filled_in);
    storm.keep();
    let (game, status) = (heard.game.as_ref(), heard.status.as_ref());
    assert!(
        game.is_some_and(|game| game["interrupted"].is_null()),
        "the record is whole, and is said not to be: {game:?}"
    );
    assert!(status.is_some_and(|status| status["errors"].is_null()), "nothing is wrong any more: {status:?}");
    assert_same_games("the table", &read, &played, *begun_anew);
    check_exports(&storm.ground.folder.path().join("state"), heard);
    if let Some(service) = storm.service.take() {
        service.kill();
    }
}

/// Copies the journal, and what was heard of each table, to where `TOUCHMOVE_STORM_KEEP` says.
fn keep<'a>(state: &Path, heard: impl IntoIterator<Item = (&'a str, &'a Heard)>) {
    let Some(folder) = std::env::var_os("TOUCHMOVE_STORM_KEEP").map(PathBuf::from) else { return };
    fs::create_dir_all(&folder).expect("a folder");
    for file in fs::read_dir(state).expect("readable").flatten().filter(|file| file.path().is_file()) {
        fs::copy(file.path(), folder.join(file.file_name())).expect("copied");
    }
    for (table, heard) in heard {
        let records: Vec<&str> = heard.records.values().map(String::as_str).collect();
        fs::write(folder.join(format!("{table}.jsonl")), records.join("\n")).expect("written");
    }
}

/// The games are those that were played, but for as many as the arbiter has begun anew.
fn assert_same_games(whose: &str, read: &[Vec<String>], played: &[Vec<String>], begun_anew: usize) {
    let (mut read, mut void) = (read.to_vec(), begun_anew);
    for (index, played) in played.iter().enumerate() {
        while void > 0 && read.get(index).is_some_and(|read| read != played) {
            read.remove(index);
            void -= 1;
        }
        let Some(read) = read.get(index) else { break };
        let differs = read.iter().zip(played).take_while(|(read, played)| read == played).count();
        assert!(
            read == played,
            "{whose}: game {} differs at half-move {}: {read:?}\n{played:?}",
            index + 1,
            differs + 1
        );
    }
    assert_eq!(read.len(), played.len(), "{whose}: so many games were played");
}

/// Every game's log alone gives the records that were published.
fn check_exports(state: &Path, heard: &Heard) {
    let run = |arguments: &[&str]| {
        let output = programs::touchmove(arguments).output().expect("it runs");
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let state = state.display().to_string();
    let list = run(&["history", "--from", &state]);
    let mut records = 0;
    for line in list.lines().skip(1) {
        let id = line.split_whitespace().next().expect("an id");
        let out = tempfile::tempdir().expect("a folder");
        run(&["export", "--from", &state, "--game", id, "--out", &out.path().display().to_string()]);
        let file = |extension: &str| {
            let path = out.path().join(format!("{}.{extension}", id.replace('/', "-")));
            (path.display().to_string(), fs::read_to_string(&path).expect("written"))
        };
        let published: Vec<Value> = file("records.jsonl").1.lines().map(undated).collect();
        let replayed = run(&["replay", &file("log.jsonl").0]);
        let journaled =
            |record: &Value| ["move", "turn", "alert"].contains(&record["type"].as_str().unwrap_or_default());
        let replayed: Vec<Value> = replayed.lines().map(undated).filter(journaled).collect();
        assert_eq!(replayed, published, "{id}");
        assert!(file("pgn").1.starts_with("[Event "), "{id}");
        for record in &published {
            let seq = record["seq"].as_u64().expect("a number");
            assert_eq!(undated(&heard.records[&seq]), *record);
        }
        records += published.len();
    }
    println!("{} games exported; replayed, their logs give the same {records} records", list.lines().count() - 1);
}

fn undated(line: &str) -> Value {
    let mut record: Value = serde_json::from_str(line).expect("a record");
    record.as_object_mut().expect("an object").remove("at");
    record
}
