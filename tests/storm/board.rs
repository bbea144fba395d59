//! A board that hands play on, on a terminal that comes and goes.

use std::{
    collections::VecDeque,
    fs::{self, File},
    io::{Read, Write},
    path::PathBuf,
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, Sender, channel},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use protocols::{
    At, ClockReading, Device, Square, SquareContent, World,
    dgt::{DeviceSettings, DgtDevice},
};
use rumqttc::v5::mqttbytes::v5::PublishProperties;
use rustix::{io::ioctl_fionread, termios::ioctl_tiocnxcl};
use touchmove::{
    emulate::{Habits, Play, TableTop},
    rules::pgn::PgnGame,
};

use crate::common::{
    heard::Heard,
    mqtt::Reader,
    onlooker::{Does, Onlooker, Progress},
    terminal::line,
};

/// How long the hands go on while the service reads nothing.
const UNREAD: Duration = Duration::from_millis(50);

/// How long after a move the arbiter has written it down, in milliseconds of the hands' time: a board's log, which holds
/// back what it tells, is read within that.
const WRITTEN_MS: u64 = 20_000;

/// Most time that passes for them between two looks at whether it does.
const STRIDE: Duration = Duration::from_millis(25);

/// What is done with the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Deed {
    /// The hands stop where they are, and with them the clock.
    Freeze,
    /// Another game is begun, if the last one is over.
    NextGame,
    Plug,
    /// The hands go on, whoever reads.
    PlayOn,
    Thaw,
    Unplug,
}

/// How fast the hands play.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pace {
    /// So many times as fast as people.
    pub(crate) speed: f64,
    /// How long the board sleeps between two looks at its line.
    pub(crate) nap: Duration,
}

/// What the board's thread tells.
#[derive(Debug, Default)]
struct Shared {
    progress: Progress,
    finished: Option<Instant>,
}

/// The board's thread.
pub(crate) struct Board {
    deeds: Sender<Deed>,
    shared: Arc<Mutex<Shared>>,
    thread: Option<JoinHandle<()>>,
}

impl Board {
    /// Begins to play.
    pub(crate) fn start(link: PathBuf, games: Vec<PgnGame>, pace: Pace, seed: u64) -> Board {
        let (deeds, to_do) = channel();
        let shared = Arc::new(Mutex::new(Shared::default()));
        let told = Arc::clone(&shared);
        let thread = thread::spawn(move || Hands::new(link, games, pace, seed, told).run(&to_do));
        Board { deeds, shared, thread: Some(thread) }
    }

    pub(crate) fn does(&self, deed: Deed) {
        self.deeds.send(deed).expect("the board's thread runs");
    }

    pub(crate) fn progress(&self) -> Progress {
        let shared = self.shared.lock().expect("whole");
        Progress { over_for: shared.finished.map(|since| since.elapsed()), ..shared.progress.clone() }
    }

    /// The arbiter does what he finds to do here; `begun` is when he began to look.
    pub(crate) async fn attend(&self, arbiter: &mut Onlooker, heard: &Heard, reader: &Reader, begun: Instant) {
        for does in arbiter.attend(heard, self.progress(), begun.elapsed()) {
            match does {
                Does::NextGame => self.does(Deed::NextGame),
                Does::Says(command) => {
                    let topic = format!("chess/{}/arbiter/command", arbiter.table);
                    reader.publish(&topic, command.to_string(), PublishProperties::default()).await;
                }
            }
        }
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        // The thread ends when nobody can tell it anything any more.
        self.deeds = channel().0;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The table top as it was when the hands stopped, or as it is.
struct Seen<'a> {
    top: &'a TableTop,
    /// How much later the board's time is than that of the hands.
    behind: u64,
    now: At,
}

impl Seen<'_> {
    fn at(&self, at: At) -> At {
        At(at.0.saturating_sub(self.behind)).min(self.now)
    }
}

impl World for Seen<'_> {
    fn content(&self, square: Square, at: At) -> SquareContent {
        self.top.content(square, self.at(at))
    }

    fn number(&self, square: Square, at: At) -> u8 {
        self.top.number(square, self.at(at))
    }

    fn clock(&self, at: At) -> Option<ClockReading> {
        self.top.clock(self.at(at))
    }
}

struct Hands {
    link: PathBuf,
    /// The board's end and the computer's.
    terminal: Option<(File, File)>,
    device: DgtDevice,
    play: Play,
    games: VecDeque<PgnGame>,
    pace: Pace,
    /// Time of the board, and of the hands.
    device_at: At,
    play_at: At,
    frozen: bool,
    /// Whether the hands wait for nobody.
    plays_on: bool,
    /// Since when something has lain unread at the computer's end.
    unread: Option<Instant>,
    shared: Arc<Mutex<Shared>>,
}

impl Hands {
    fn new(link: PathBuf, games: Vec<PgnGame>, pace: Pace, seed: u64, shared: Arc<Mutex<Shared>>) -> Hands {
        let mut games: VecDeque<PgnGame> = games.into();
        let first = games.pop_front().expect("a game");
        shared.lock().expect("whole").progress.games.push(moves(&first));
        let play = Play::new(first, Habits::measured().with_thinking(0.0), seed).held();
        Hands {
            link,
            terminal: None,
            device: DgtDevice::new(DeviceSettings { serial: 31_415 + seed as u32, ..DeviceSettings::default() }),
            play,
            games,
            pace,
            device_at: At(0),
            play_at: At(0),
            frozen: true,
            plays_on: false,
            unread: None,
            shared,
        }
    }

    fn run(mut self, deeds: &Receiver<Deed>) {
        let mut last = Instant::now();
        let mut rest = 0.0;
        loop {
            loop {
                match deeds.try_recv() {
                    Ok(deed) => self.act(deed),
                    Err(std::sync::mpsc::TryRecvError::Empty) => break,
                    Err(std::sync::mpsc::TryRecvError::Disconnected) => return self.unplug(),
                }
            }
            self.listen();
            let now = Instant::now();
            // A machine that stood still for a while has not let the hands fly.
            let passed = now.duration_since(last).min(STRIDE);
            last = now;
            rest += passed.as_secs_f64() * 1_000.0 * self.pace.speed;
            let whole = rest as u64;
            rest -= whole as f64;
            self.watch_reader(now);
            self.pass(self.device_at + whole);
        }
    }

    /// Whether the service reads. On a busy machine it may stand still for longer than people do so many times faster
    /// than people are: the hands wait for it, so that a kill finds no more unread than it would at their pace.
    fn watch_reader(&mut self, now: Instant) {
        let unread = self.terminal.as_ref().and_then(|(_, computer)| ioctl_fionread(computer).ok()).unwrap_or(0);
        self.unread = if unread == 0 { None } else { self.unread.or(Some(now)) };
    }

    fn hands_rest(&self) -> bool {
        self.frozen || (!self.plays_on && self.unread.is_some_and(|since| since.elapsed() > UNREAD))
    }

    fn act(&mut self, deed: Deed) {
        match deed {
            Deed::Freeze => self.frozen = true,
            Deed::NextGame => self.next_game(),
            Deed::Plug if self.terminal.is_none() => {
                let (board, computer, name) = line().expect("a pseudo-terminal");
                let _ = fs::remove_file(&self.link);
                std::os::unix::fs::symlink(name, &self.link).expect("a link");
                self.terminal = Some((board, computer));
            }
            Deed::Plug => {}
            Deed::PlayOn => self.plays_on = true,
            Deed::Thaw => {
                (self.frozen, self.plays_on) = (false, false);
                self.play.begin(self.play_at + 1_000);
            }
            Deed::Unplug => self.unplug(),
        }
    }

    fn unplug(&mut self) {
        let _ = fs::remove_file(&self.link);
        self.terminal = None;
    }

    /// Hears what the computer says, a moment later.
    fn listen(&mut self) {
        thread::sleep(self.pace.nap);
        let Some((board, computer)) = &mut self.terminal else { return };
        // A service that was killed leaves its lock on a terminal that others hold open.
        let _ = ioctl_tiocnxcl(&*computer);
        let mut bytes = [0; 256];
        while let Ok(read @ 1..) = board.read(&mut bytes) {
            self.device.receive(self.device_at, &bytes[..read]);
        }
    }

    /// Lets time pass until `at`.
    fn pass(&mut self, at: At) {
        let rest = self.hands_rest();
        while self.device_at < at {
            let behind = self.device_at.since(self.play_at);
            let mut next = self.device.next_deadline().min(at);
            if !rest && let Some(due) = self.play.next_deadline() {
                next = next.min(due + behind);
            }
            let next = next.max(self.device_at + 1);
            if !rest {
                self.play_at = self.play_at + next.since(self.device_at);
                self.play.advance(self.play_at);
                let made = self.play.expected().iter().filter(|ply| ply.made_at + WRITTEN_MS <= self.play_at).count();
                let mut shared = self.shared.lock().expect("whole");
                shared.progress.made = made;
                if self.play.finished() {
                    shared.finished.get_or_insert_with(Instant::now);
                }
            }
            self.device_at = next;
            let behind = self.device_at.since(self.play_at);
            self.device.advance(next, &Seen { top: self.play.world(), behind, now: self.play_at });
            while let Some((_, bytes)) = self.device.poll() {
                if let Some((board, _)) = &mut self.terminal {
                    // Bytes for a computer that does not read are lost, as on a real line.
                    let _ = board.write_all(&bytes);
                }
            }
        }
    }

    fn next_game(&mut self) {
        if !self.play.finished() {
            return;
        }
        if let Some(game) = self.games.pop_front() {
            let mut shared = self.shared.lock().expect("whole");
            shared.progress.games.push(moves(&game));
            (shared.progress.made, shared.finished) = (0, None);
            drop(shared);
            // The same games again, should these not be enough.
            self.games.push_back(game.clone());
            self.play.play_next(game).expect("the one before is finished");
        }
    }
}

fn moves(game: &PgnGame) -> Vec<String> {
    game.moves.iter().map(|played| played.uci.clone()).collect()
}
