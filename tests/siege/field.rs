//! A table at play over a terminal, a reader who is entitled to every record within a second, and what the service costs
//! meanwhile.

use std::{
    fs,
    io::{self, Read, Write},
    net::{SocketAddr, TcpStream},
    os::unix::fs::MetadataExt,
    path::Path,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle, sleep},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{
    common::{
        programs::{Output, Program, touchmove},
        service::{START, broker_port, folder, service, write},
        watched,
    },
    wire::{Message, Session, Version, Wire},
};

/// Longest time from what happened to its record at the reader.
const MAX_LATE: Duration = Duration::from_secs(1);

/// Longest time until a page is there for who asks for it, with as many tries as he needs.
const MAX_ASKED: Duration = Duration::from_secs(2);

/// Most memory that the service may have had, in kilobytes.
const MAX_MEMORY_KB: u64 = 64 * 1_024;

/// Most bytes of log in an hour.
const MAX_LOG_HOURLY: u64 = 1_000_000;

/// What a first line of each kind may take besides, in bytes: they come once, not every hour.
const FIRST_LINES: u64 = 20_000;

/// Most bytes that the broker may have on the disk: of 16 sessions a thousand messages, each a file of 4 KiB, and what else
/// it keeps.
const MAX_DISK: u64 = (64 + 8) * 1_024 * 1_024;

/// The files of the pawns that move: the others' would take the knights' squares.
const PAWNS: [char; 7] = ['a', 'b', 'c', 'd', 'e', 'g', 'h'];

/// How many half-moves the game has, a second each: two moves of each of these pawns, and three of a knight for each.
const PLIES: usize = PAWNS.len() * 2 * 4 * 2;

/// How large an attack is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Size {
    /// How long it goes on, where it goes on.
    pub(crate) lasts: Duration,
    /// By what the numbers of the quick one are multiplied.
    pub(crate) times: usize,
}

impl Size {
    /// As `TOUCHMOVE_SIEGE` says: `full`, or quick.
    pub(crate) fn wanted() -> Size {
        match std::env::var("TOUCHMOVE_SIEGE").as_deref() {
            Ok("full") => Size { lasts: Duration::from_secs(60), times: 10 },
            Ok(_) | Err(_) => Size { lasts: Duration::from_secs(7), times: 1 },
        }
    }
}

/// What the reader has had.
#[derive(Debug, Default, Clone, Copy)]
struct Heard {
    records: usize,
    latest: Duration,
    longest_silence: Duration,
    /// How often the page was asked for.
    pages: usize,
    /// Longest that who asked for it had to wait.
    page: Duration,
}

/// What the service costs at most.
#[derive(Debug, Default, Clone, Copy)]
struct Cost {
    memory_kb: u64,
    handles: usize,
    disk: u64,
}

/// What is attacked.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Target<'a> {
    /// The broker's port.
    pub(crate) port: u16,
    /// Where the page is served.
    pub(crate) page: SocketAddr,
    /// The service's folder.
    pub(crate) folder: &'a Path,
}

/// A service with a table at play.
pub(crate) struct Field {
    port: u16,
    page: SocketAddr,
    folder: TempDir,
    service: Program,
    _board: Program,
    heard: Arc<Mutex<Heard>>,
    cost: Arc<Mutex<Cost>>,
    is_over: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl Field {
    /// A table at play; `before` prepares the folder.
    pub(crate) fn start(before: impl FnOnce(&Path)) -> Field {
        let folder = folder();
        before(folder.path());
        let events = write(&folder, "events.jsonl", &play());
        let mut board = touchmove(["emulate", "--board", "dgt", "--stay", "--link"]);
        board.arg(folder.path().join("board")).args(["--events", &events]);
        let mut board = Program::start(board, Output::Out);
        board.until("link", |line| line.contains("board on"));
        let config = "broker.listen = \"127.0.0.1:0\"\n\
             broadcast.pgn.http = true\nbroadcast.screens.http = true\nbroadcast.livechesscloud.http = true\n";
        let mut service = service(&folder, "dgt", config, &[]);
        let port = broker_port(&mut service);
        let page = page(&mut service);
        let (heard, cost) = (Arc::default(), Arc::default());
        let is_over = Arc::new(AtomicBool::new(false));
        let threads = vec![
            thread::spawn({
                let (heard, is_over) = (Arc::clone(&heard), Arc::clone(&is_over));
                move || {
                    if let Err(error) = read(port, &heard, &is_over) {
                        // The silence that follows is what the test sees.
                        println!("the reader is cut off: {error}");
                    }
                }
            }),
            thread::spawn({
                let (heard, is_over) = (Arc::clone(&heard), Arc::clone(&is_over));
                move || visit(page, &heard, &is_over)
            }),
            thread::spawn({
                let (cost, is_over, storage) = (Arc::clone(&cost), Arc::clone(&is_over), folder.path().join("broker"));
                let process = service.id();
                move || watch(process, &storage, &cost, &is_over)
            }),
        ];
        let field = Field { port, page, folder, service, _board: board, heard, cost, is_over, threads };
        let until = Instant::now() + Duration::from_secs(40);
        while lock(&field.heard).records < 12 {
            assert!(Instant::now() < until, "nothing is heard of the table");
            sleep(Duration::from_millis(50));
        }
        *lock(&field.heard) = Heard::default();
        field
    }

    /// Attacks, and says how the table fared. With `TOUCHMOVE_SIEGE_MEASURE` nothing is demanded.
    pub(crate) fn attacked(mut self, name: &str, attack: impl FnOnce(Target<'_>, Size)) {
        let log_before = bytes(self.service.so_far());
        let began = Instant::now();
        let size = Size::wanted();
        attack(Target { port: self.port, page: self.page, folder: self.folder.path() }, size);
        // An attack that is over at once has its time, too.
        sleep(size.lasts.saturating_sub(began.elapsed()).max(Duration::from_secs(1)));
        let took = began.elapsed();
        self.is_over.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            thread.join().expect("no panic");
        }
        let (heard, cost) = (*lock(&self.heard), *lock(&self.cost));
        let log = bytes(self.service.so_far()) - log_before;
        println!(
            "{name}: {:.1} s, {} records, the latest after {} ms, silent for {} ms at most; \
             the page after {} ms at most; {} KB of memory, {} handles, {} KB on disk, {log} bytes of log",
            took.as_secs_f64(),
            heard.records,
            heard.latest.as_millis(),
            heard.longest_silence.as_millis(),
            heard.page.as_millis(),
            cost.memory_kb,
            cost.handles,
            cost.disk / 1_024,
        );
        if std::env::var_os("TOUCHMOVE_SIEGE_MEASURE").is_some() {
            return;
        }
        assert!(heard.records as u64 >= took.as_secs(), "{name}: the game has stood still");
        assert!(heard.latest <= MAX_LATE, "{name}: a record came after {:?}", heard.latest);
        assert!(heard.longest_silence <= 4 * MAX_LATE, "{name}: silent for {:?}", heard.longest_silence);
        assert!(heard.pages > 0 && heard.page <= MAX_ASKED, "{name}: the page came after {:?}", heard.page);
        assert!(cost.memory_kb <= MAX_MEMORY_KB, "{name}: {} KB of memory", cost.memory_kb);
        assert!(cost.disk <= MAX_DISK, "{name}: {} bytes on the disk", cost.disk);
        let room = FIRST_LINES + MAX_LOG_HOURLY * took.as_secs() / 3_600;
        assert!(log <= room, "{name}: {log} bytes of log in {took:?}:\n{}", self.service.so_far().join("\n"));
        self.service.signal("TERM");
        assert_eq!(self.service.ended().code(), Some(0), "{name}: it ends well");
    }
}

impl Drop for Field {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

/// Where the service serves its page.
fn page(service: &mut Program) -> SocketAddr {
    let is_it = |line: &str| line.contains("The page is served.");
    let line = service.seen.iter().find(|line| is_it(line)).cloned();
    let line = line.unwrap_or_else(|| service.until("page", is_it));
    let line: Value = serde_json::from_str(&line).expect("a JSON object a line");
    line["address"].as_str().and_then(|address| address.parse().ok()).expect("an address")
}

/// Reads and acknowledges everything of the table, and notes how late records are.
fn read(port: u16, heard: &Mutex<Heard>, is_over: &AtomicBool) -> io::Result<()> {
    let mut wire = Wire::connect(port, "reader", Version::V5, Session::Kept)?;
    wire.subscribe("chess/1/#", 1)?;
    wire.stream.set_read_timeout(Some(Duration::from_secs(1)))?;
    let mut last = Instant::now();
    while !is_over.load(Ordering::Relaxed) {
        let silence =
            |heard: &mut Heard, last: Instant| heard.longest_silence = heard.longest_silence.max(last.elapsed());
        let packet = match wire.read() {
            Ok(packet) => packet,
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {
                silence(&mut lock(heard), last);
                wire.ping()?;
                continue;
            }
            Err(error) => {
                lock(heard).longest_silence = Duration::MAX;
                return Err(error);
            }
        };
        let Some(Message { topic, id, payload }) = packet.message().filter(|_| packet.kind() == 3) else { continue };
        let (leaf, now) = (topic.trim_start_matches("chess/1/").to_owned(), SystemTime::now());
        let record: Option<Value> = serde_json::from_slice(payload).ok();
        if let Some(id) = id {
            wire.acknowledge(id)?;
        }
        // What is retained is repeated, and may be old.
        if !matches!(&*leaf, "arbiter/move" | "arbiter/turn" | "arbiter/touch") {
            continue;
        }
        let at = record.as_ref().and_then(|record| record["at"].as_str());
        let Some(at) = at.and_then(|at| at.parse::<jiff::Timestamp>().ok()) else { continue };
        let now = now.duration_since(UNIX_EPOCH).unwrap_or_default();
        let late = now.saturating_sub(Duration::from_millis(u64::try_from(at.as_millisecond()).unwrap_or_default()));
        let mut heard = lock(heard);
        heard.records += 1;
        heard.latest = heard.latest.max(late);
        silence(&mut heard, last);
        last = Instant::now();
    }
    Ok(())
}

/// Looks at what the service costs, ten times a second.
fn watch(process: u32, storage: &Path, cost: &Mutex<Cost>, is_over: &AtomicBool) {
    let mut looks: u32 = 0;
    while !is_over.load(Ordering::Relaxed) {
        let memory_kb = watched::kilobytes(process, "VmHWM:").unwrap_or_default();
        let handles = fs::read_dir(format!("/proc/{process}/fd")).map_or(0, Iterator::count);
        // Many small files take long to count.
        let disk = if looks.is_multiple_of(20) { size(storage) } else { 0 };
        let mut cost = lock(cost);
        cost.memory_kb = cost.memory_kb.max(memory_kb);
        cost.handles = cost.handles.max(handles);
        cost.disk = cost.disk.max(disk);
        drop(cost);
        looks += 1;
        sleep(Duration::from_millis(100));
    }
}

/// Asks for the page every now and then, again where he is sent away.
fn visit(page: SocketAddr, heard: &Mutex<Heard>, is_over: &AtomicBool) {
    let ask = || -> io::Result<bool> {
        let mut stream = TcpStream::connect_timeout(&page, MAX_ASKED)?;
        stream.set_read_timeout(Some(MAX_ASKED))?;
        stream.write_all(format!("GET /tables HTTP/1.1\r\nHost: {page}\r\nConnection: close\r\n\r\n").as_bytes())?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        Ok(answer.starts_with(b"HTTP/1.1 200 "))
    };
    while !is_over.load(Ordering::Relaxed) {
        let began = Instant::now();
        // Until it is there, or long past the bound.
        while !ask().unwrap_or(false) && began.elapsed() < 2 * MAX_ASKED {}
        let mut heard = lock(heard);
        heard.pages += 1;
        heard.page = heard.page.max(began.elapsed());
        drop(heard);
        sleep(Duration::from_millis(300));
    }
}

/// What a folder takes on the disk, in bytes.
fn size(folder: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    let sizes = entries.flatten().map(|entry| match entry.metadata() {
        Ok(meta) if meta.is_dir() => size(&entry.path()),
        Ok(meta) => meta.blocks() * 512,
        Err(_) => 0,
    });
    sizes.sum()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How long the lines are that do not tell of moves and alerts: those are the game's, not the attack's.
fn bytes(lines: &[String]) -> u64 {
    lines.iter().filter(|line| !line.contains("touchmove::daemon::table::tell")).map(|line| line.len() as u64 + 1).sum()
}

/// What the sensors of the board see: knights that go out and home again, and a pawn now and then, so that no position
/// comes often; a second for each move.
fn play() -> String {
    let mut lines = vec![json!({ "log": "touchmove/1", "fen": START })];
    for ply in 0..PLIES {
        let (turn, is_white) = (ply / 2, ply % 2 == 0);
        let (home, out) = if is_white { ("g1", "f3") } else { ("g8", "f6") };
        // Three moves of the knight, then a pawn's: first all of them one square, then all of them another.
        let (from, to) = if turn % 4 < 3 {
            let (from, to) = if (turn - turn / 4) % 2 == 0 { (home, out) } else { (out, home) };
            (from.to_owned(), to.to_owned())
        } else {
            let (file, step) = (PAWNS[turn / 4 % PAWNS.len()], turn / 4 / PAWNS.len());
            let rank = |steps| if is_white { 2 + steps } else { 7 - steps };
            (format!("{file}{}", rank(step)), format!("{file}{}", rank(step + 1)))
        };
        let (begin, left) = (1_000 * ply as u64 + 1_000, 3_600_000 - 1_000 * turn as u64);
        let running = if is_white { "black" } else { "white" };
        lines.extend([
            json!({ "t_ms": begin, "ev": "lift", "sq": from }),
            json!({ "t_ms": begin + 250, "ev": "drop", "sq": to }),
            json!({ "t_ms": begin + 500, "ev": "clock", "white_ms": left, "black_ms": left, "running": running }),
        ]);
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}
