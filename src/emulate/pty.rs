//! An emulated board on a pseudo-terminal, in wall time.

use std::{
    io,
    path::{Path, PathBuf},
    time::Duration,
};

use protocols::{At, Device};
use serialport::{SerialPort as _, TTYPort};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    time::{Instant, sleep_until, timeout},
};
use tokio_serial::SerialStream;

use super::{error::PtyError, link::Link, play::Play, script::Script};
use crate::rules::pgn::PgnGame;

/// How long a board waits for a computer that does not read, before bytes are lost as on a real line.
const UNREAD: Duration = Duration::from_millis(250);

/// So long after the last byte from the computer a lock that it may have left on the terminal is taken off.
const LOCK_LEFT_BEHIND: Duration = Duration::from_secs(3);

/// How long the board is kept alive after everything is played, in its own milliseconds: the last scans are still
/// to be told.
const AFTERWARDS_MS: u64 = 3_000;

/// Longest sleep, so that a lock left behind is noticed.
const LONGEST_SLEEP: Duration = Duration::from_secs(1);

/// Shortest sleep: what is due within it is done together.
const SHORTEST_SLEEP: Duration = Duration::from_millis(1);

/// A pseudo-terminal with a link to it.
#[derive(Debug)]
pub struct Pty {
    board: SerialStream,
    /// The computer's end, held open so that the terminal outlives its users.
    computer: TTYPort,
    port: PathBuf,
    link: Link,
}

impl Pty {
    /// Takes a free pseudo-terminal and makes a link to it. Must be called in a Tokio runtime.
    ///
    /// # Errors
    ///
    /// Where there is no free terminal, or the link's path is taken; a link left behind by an earlier run is replaced.
    pub fn open(link: &Path) -> Result<Pty, PtyError> {
        let (board, computer) = TTYPort::pair()?;
        let port = PathBuf::from(computer.name().unwrap_or_default());
        let board = SerialStream::try_from(board)?;
        let link = Link::make(link, &port)?;
        Ok(Pty { board, computer, port, link })
    }

    /// The terminal that the link leads to.
    #[must_use]
    pub fn port(&self) -> &Path {
        &self.port
    }

    /// The link.
    #[must_use]
    pub fn link(&self) -> &Path {
        self.link.path()
    }

    /// Writes what the computer takes; gives back how many bytes it did not.
    pub(super) async fn write(&mut self, mut bytes: &[u8], patience: Duration) -> Result<usize, PtyError> {
        while !bytes.is_empty() {
            match timeout(patience, self.board.write(bytes)).await {
                Ok(Ok(written)) => bytes = bytes.get(written..).unwrap_or_default(),
                Ok(Err(source)) => return Err(self.failed(source)),
                Err(_) => return Ok(bytes.len()),
            }
        }
        Ok(0)
    }

    /// Reads what the computer has sent.
    pub(super) async fn read(&mut self, input: &mut [u8]) -> Result<usize, PtyError> {
        let read = self.board.read(input).await;
        read.map_err(|source| self.failed(source))
    }

    fn failed(&self, source: io::Error) -> PtyError {
        PtyError::Io { port: self.port.clone(), source }
    }
}

/// What happens on an emulated board.
pub enum Show {
    /// Recorded bytes, each piece at its time counted from the first one. What the computer sends is not heard.
    Capture(Vec<(At, Vec<u8>)>),
    /// An event log.
    Events {
        /// The board.
        device: Box<dyn Device>,
        /// The events.
        script: Box<Script>,
    },
    /// Games, one after the other.
    Games {
        /// The board.
        device: Box<dyn Device>,
        /// The first game; where it is held, it begins as [`Settings::begin`] says.
        play: Box<Play>,
        /// The games after it.
        more: Box<dyn Iterator<Item = PgnGame> + Send>,
    },
}

impl From<Show> for Vec<Show> {
    fn from(show: Show) -> Vec<Show> {
        vec![show]
    }
}

/// How a board is emulated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// So many times faster than real: greater than 0.0; anything else counts as 1.0. All times are scaled, the
    /// board's scans too, so above about 2 sensor readings come closer together than any hand can move.
    pub speed: f64,
    /// When it begins.
    pub begin: Begin,
    /// What is done when all is played.
    pub end: End,
}

/// When something begins to happen on an emulated board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begin {
    /// At once.
    AtOnce,
    /// So long after the computer has first sent something.
    WhenAsked(Duration),
}

/// What an emulated board does when all is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// It stays until it is stopped.
    Stay,
    /// It leaves.
    WhenPlayed,
}

/// What went over the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Traffic {
    /// Bytes from the computer.
    pub received: u64,
    /// Bytes to the computer.
    pub sent: u64,
    /// Bytes for the computer that it did not read.
    pub lost: u64,
}

/// Plays a show, or one for each of several boards on one line, on a pseudo-terminal until all end or `stop` is ready. The link is gone afterwards.
///
/// # Errors
///
/// Where the terminal fails.
pub async fn emulate(
    mut pty: Pty,
    shows: impl Into<Vec<Show>>,
    settings: Settings,
    stop: impl Future<Output = ()>,
) -> Result<Traffic, PtyError> {
    let mut stages: Vec<Stage> = shows.into().into_iter().map(Stage::new).collect();
    let mut traffic = Traffic::default();
    let clock = Clock { start: Instant::now(), speed: settings.speed };
    let mut begins = match settings.begin {
        Begin::AtOnce => Some(clock.start),
        Begin::WhenAsked(_) => None,
    };
    let mut heard: Option<Instant> = None;
    let mut patience = UNREAD;
    let mut input = [0; 256];
    tokio::pin!(stop);
    loop {
        let now = Instant::now();
        let at = clock.at(now);
        if begins.is_some_and(|begins| begins <= now) {
            stages.iter_mut().for_each(|stage| stage.begin(at));
        }
        for bytes in stages.iter_mut().flat_map(|stage| stage.advance(at)).collect::<Vec<_>>() {
            let lost = pty.write(&bytes, patience).await?;
            traffic.sent += (bytes.len() - lost) as u64;
            traffic.lost += lost as u64;
            // Nobody reads: it is not waited for again until somebody does.
            patience = if lost > 0 { Duration::ZERO } else { UNREAD };
        }
        if settings.end == End::WhenPlayed && stages.iter().all(|stage| stage.over(at)) {
            return Ok(traffic);
        }
        if heard.is_some_and(|heard| now.duration_since(heard) >= LOCK_LEFT_BEHIND) {
            // A program that was killed leaves its lock, and the terminal stays open through us.
            heard = None;
            // Closing a second handle takes it off. `set_exclusive(false)` would put a shared lock of our own in its
            // place, which keeps the next program out all the same.
            match pty.computer.try_clone_native() {
                Ok(handle) => drop(handle),
                Err(error) => tracing::debug!(%error, "The lock on the terminal stays."),
            }
        }
        let due = stages.iter().filter_map(Stage::next_deadline).min();
        let wake = [due.map(|deadline| clock.instant(deadline)), begins.filter(|&begins| begins > now)]
            .into_iter()
            .flatten()
            .fold(now + LONGEST_SLEEP, Instant::min)
            .max(now + SHORTEST_SLEEP);
        tokio::select! {
            () = &mut stop => return Ok(traffic),
            () = sleep_until(wake) => {}
            read = pty.board.read(&mut input) => {
                let count = read.map_err(|source| pty.failed(source))?;
                let now = Instant::now();
                traffic.received += count as u64;
                heard = Some(now);
                patience = UNREAD;
                if let (None, Begin::WhenAsked(lead)) = (begins, settings.begin) {
                    begins = Some(now + lead);
                }
                let heard = input.get(..count).unwrap_or_default();
                stages.iter_mut().for_each(|stage| stage.receive(clock.at(now), heard));
            }
        }
    }
}

/// Wall time as the board's time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clock {
    pub(super) start: Instant,
    pub(super) speed: f64,
}

impl Clock {
    fn speed(&self) -> f64 {
        if self.speed.is_finite() && self.speed > 0.0 { self.speed } else { 1.0 }
    }

    pub(super) fn at(&self, now: Instant) -> At {
        At((now.duration_since(self.start).as_secs_f64() * self.speed() * 1_000.0) as u64)
    }

    /// The first instant that is not before `at`; far away where that is further than can be counted.
    pub(super) fn instant(&self, at: At) -> Instant {
        let seconds = at.0 as f64 / 1_000.0 / self.speed();
        let far = Duration::from_secs(86_400);
        let since = Duration::try_from_secs_f64(seconds).map_or(far, |since| since + Duration::from_micros(500));
        self.start.checked_add(since).unwrap_or(self.start + far)
    }
}

/// A show being played.
struct Stage {
    show: Show,
    /// For a capture: when its first piece is sent, and how many have been.
    capture: Option<(At, usize)>,
    finished_at: Option<At>,
}

impl Stage {
    fn new(show: Show) -> Stage {
        Stage { show, capture: None, finished_at: None }
    }

    fn begin(&mut self, at: At) {
        match &mut self.show {
            Show::Capture(_) => {
                self.capture.get_or_insert((at, 0));
            }
            Show::Events { script, .. } => script.begin(at),
            Show::Games { play, .. } => play.begin(at),
        }
    }

    /// Lets time pass and gives out what the board sent.
    fn advance(&mut self, at: At) -> Vec<Vec<u8>> {
        self.work(at);
        let finished = match &mut self.show {
            Show::Capture(_) => return self.due(at),
            Show::Events { script, .. } => script.finished(),
            Show::Games { play, more, .. } => {
                if play.finished()
                    && self.finished_at.is_none()
                    && let Some(next) = more.next()
                {
                    // A finished play refuses no game.
                    let _ = play.play_next(next);
                }
                play.finished()
            }
        };
        if finished {
            self.finished_at.get_or_insert(at);
        }
        match &mut self.show {
            Show::Capture(_) => Vec::new(),
            Show::Events { device, .. } | Show::Games { device, .. } => {
                std::iter::from_fn(|| device.poll()).map(|(_, bytes)| bytes).collect()
            }
        }
    }

    fn receive(&mut self, at: At, bytes: &[u8]) {
        self.work(at);
        match &mut self.show {
            Show::Capture(_) => {}
            Show::Events { device, .. } | Show::Games { device, .. } => device.receive(at, bytes),
        }
    }

    /// Lets the world and the board in it come to `at`.
    fn work(&mut self, at: At) {
        match &mut self.show {
            Show::Capture(_) => {}
            Show::Events { device, script } => {
                script.advance(at);
                device.advance(at, script.world());
            }
            Show::Games { device, play, .. } => {
                play.advance(at);
                device.advance(at, play.world());
            }
        }
    }

    /// The pieces of a capture that are due.
    fn due(&mut self, at: At) -> Vec<Vec<u8>> {
        let (Show::Capture(chunks), Some((begun, next))) = (&self.show, &mut self.capture) else { return Vec::new() };
        let first = chunks.first().map_or(At(0), |&(first, _)| first);
        let waiting = chunks.iter().skip(*next);
        let due = waiting.take_while(|(sent, _)| *begun + sent.since(first) <= at).map(|(_, bytes)| bytes.clone());
        let sent: Vec<Vec<u8>> = due.collect();
        *next += sent.len();
        if *next == chunks.len() {
            self.finished_at.get_or_insert(at);
        }
        sent
    }

    fn next_deadline(&self) -> Option<At> {
        match &self.show {
            Show::Capture(chunks) => {
                let (begun, next) = self.capture?;
                let first = chunks.first().map_or(At(0), |&(first, _)| first);
                match chunks.get(next) {
                    Some((sent, _)) => Some(begun + sent.since(first)),
                    None => self.finished_at.map(|at| at + AFTERWARDS_MS),
                }
            }
            Show::Events { device, script } => {
                Some(script.next_deadline().map_or(device.next_deadline(), |at| at.min(device.next_deadline())))
            }
            Show::Games { device, play, .. } => {
                Some(play.next_deadline().map_or(device.next_deadline(), |at| at.min(device.next_deadline())))
            }
        }
    }

    fn over(&self, at: At) -> bool {
        self.finished_at.is_some_and(|finished| at.since(finished) >= AFTERWARDS_MS)
    }
}
