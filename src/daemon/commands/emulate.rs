//! `touchmove emulate`: a board on a pseudo-terminal.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Write},
    path::{Path, PathBuf},
    time::Duration,
};

use protocols::{
    At, Device, Placement, SensorNoise,
    registry::{Board, Greeting, Model},
};
use tracing::info;

use crate::{
    board::{BoardReading, Event},
    daemon::{Error, stop::Stop},
    emulate::{
        self, Begin, DEMO_PGN, End, Facing, Faults, FaultySensors, Habits, Noise, Play, Pty, Script, Settings, Show,
    },
    rules::pgn::{PgnGame, read_games},
    serial::capture::{Direction, Reader, Spacing},
    table::{Happening, Line, LogError, MAX_LINE, Problem, read_line, text_of},
    turn::GameTime,
};

/// Pause between being asked and the first move, for the greeting to be over. A recording is played at once: it
/// answers nothing, and a board that answers nothing is soon given up.
const LEAD: Duration = Duration::from_secs(2);

/// The same for boards that speak unasked: they are believed after several readings, and may have pieces to be learnt.
const LEAD_LISTENING: Duration = Duration::from_secs(9);

/// Pause between two games of an event log, in milliseconds.
const BETWEEN_GAMES_MS: u64 = 5_000;

/// What is emulated, and how.
#[derive(Debug, Clone)]
pub struct Emulate {
    /// Kind of board.
    pub board: Board,
    /// Which board of that kind.
    pub model: Model,
    /// How many boards share the line.
    pub boards: u32,
    /// Where the link to the pseudo-terminal is made.
    pub link: PathBuf,
    /// What is played on it.
    pub program: Program,
    /// How many times faster than real.
    pub speed: f64,
    /// How many of a thousand bytes are damaged, 0.0 to 1_000.0.
    pub noise: f64,
    /// How well its sensors work.
    pub sensors: SensorNoise,
    /// For what is left to chance.
    pub seed: u64,
    /// Whether White sits on the other side.
    pub facing: Facing,
    /// When it begins.
    pub begin: Beginning,
    /// What is done when all is played.
    pub end: End,
}

impl Emulate {
    /// What is played on one of several boards, counted from 0: the same by other hands, on boards with other numbers.
    fn numbered(&self, number: u32) -> Emulate {
        let serial = if self.board.shared.is_some() { 1 + number } else { self.model.serial };
        Emulate { model: Model { serial, ..self.model }, seed: self.seed + u64::from(number), ..self.clone() }
    }
}

/// What is played on an emulated board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Program {
    /// Recorded bytes.
    Capture(PathBuf),
    /// The game of the demo.
    Demo,
    /// An event log.
    Events(PathBuf),
    /// Games, by hands.
    Pgn(PathBuf),
}

/// When play begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beginning {
    /// At once.
    AtOnce,
    /// Once a computer has asked for something.
    WhenAsked,
}

/// Runs the board until all is played, or until SIGTERM or Ctrl-C.
///
/// # Errors
/// [`Error`]: the file cannot be played, or there can be no terminal.
pub async fn emulate(wish: Emulate) -> Result<(), Error> {
    let mut stop = Stop::listen()?;
    if wish.boards > 1 && wish.board.shared.is_none() {
        return Err(Error::NoLineToShare { kind: wish.board.kind });
    }
    let shows: Vec<Show> = (0..wish.boards).map(|number| show(&wish.numbered(number))).collect::<Result<_, Error>>()?;
    let pty = Pty::open(&wish.link)?;
    {
        let mut out = io::stdout().lock();
        writeln!(out, "{} board on {} ({})", wish.board.kind, pty.link().display(), pty.port().display())
            .and_then(|()| out.flush())
            .map_err(Error::Output)?;
    }
    let begin = match wish.begin {
        Beginning::AtOnce => Begin::AtOnce,
        Beginning::WhenAsked => match (&wish.program, wish.board.greeting) {
            (Program::Capture(_), _) => Begin::WhenAsked(Duration::ZERO),
            (Program::Demo | Program::Events(_) | Program::Pgn(_), Greeting::Asks) => Begin::WhenAsked(LEAD),
            (Program::Demo | Program::Events(_) | Program::Pgn(_), Greeting::Listens) => {
                Begin::WhenAsked(LEAD_LISTENING)
            }
        },
    };
    let settings = Settings { speed: wish.speed, begin, end: wish.end };
    let traffic = emulate::emulate(pty, shows, settings, stop.asked()).await?;
    info!(received = traffic.received, sent = traffic.sent, lost = traffic.lost, "The board is gone.");
    Ok(())
}

fn show(wish: &Emulate) -> Result<Show, Error> {
    match &wish.program {
        Program::Capture(path) => Ok(Show::Capture(chunks(path, &wish.board)?)),
        Program::Demo => games(wish, "the demo's game", || Ok(DEMO_PGN.as_bytes())),
        Program::Events(path) => {
            let (initial, events) = events(path)?;
            let script = Box::new(Script::new(initial, wish.facing, events));
            Ok(Show::Events { device: device(wish), script })
        }
        Program::Pgn(path) => {
            let name = path.display().to_string();
            games(wish, &name, || open(path))
        }
    }
}

fn device(wish: &Emulate) -> Box<dyn Device> {
    let mut device = (wish.board.device)(wish.model);
    device.disturb(wish.sensors, wish.seed);
    let (faults, line) = (Faults::of(wish.sensors, wish.seed), Noise::even(wish.noise / 1_000.0));
    Box::new(FaultySensors::new(device, wish.seed).with_faults(faults).on_line(line))
}

/// Reads all games twice: once to refuse at once what cannot be played, once to play it.
fn games<R: io::Read + Send + 'static>(
    wish: &Emulate,
    file: &str,
    open: impl Fn() -> Result<R, Error>,
) -> Result<Show, Error> {
    for game in read_games(open()?) {
        let game = game.map_err(|source| Error::GameUnreadable { file: file.to_owned(), source })?;
        if let Some(broken) = game.broke_off {
            return Err(Error::GameBroken { file: file.to_owned(), broken });
        }
    }
    let mut games = read_games(open()?).filter_map(Result::ok).filter(|game: &PgnGame| !game.moves.is_empty());
    let first = games.next().ok_or_else(|| Error::Nothing { file: file.to_owned(), expected: "a game with moves" })?;
    let play = Play::facing(first, Habits::measured(), wish.seed, wish.facing).held();
    Ok(Show::Games { device: device(wish), play: Box::new(play), more: Box::new(games) })
}

/// An event log as one run of events: where a game begins after another, the pieces are set up for it.
fn events(path: &Path) -> Result<(Placement, Vec<(At, Event)>), Error> {
    let file = path.display().to_string();
    let mut input = BufReader::new(open(path)?);
    let mut initial = None;
    let mut events: Vec<(At, Event)> = Vec::new();
    let mut begins = At(0);
    let mut bytes = Vec::new();
    for line in 1.. {
        bytes.clear();
        let unreadable = |source| Error::File { file: file.clone(), source };
        let read = io::Read::take(&mut input, MAX_LINE as u64 + 1).read_until(b'\n', &mut bytes);
        if read.map_err(unreadable)? == 0 {
            break;
        }
        let at_line = |LogError { line, problem }| Error::EventLog { file: file.clone(), line, problem };
        let text = text_of(&bytes, line).map_err(at_line)?;
        if text.trim().is_empty() {
            continue;
        }
        match read_line(text, line).map_err(at_line)? {
            Line::Event(_, _) if initial.is_none() => {
                return Err(at_line(LogError { line, problem: Problem::NoHeader }));
            }
            Line::Event(at, happening) => add(&mut events, begins, (at, happening), line).map_err(at_line)?,
            Line::Game(header, on_line) => {
                let placement = header.start.board();
                if initial.is_none() {
                    initial = Some(placement);
                } else {
                    begins = events.last().map_or(At(0), |&(last, _)| last) + BETWEEN_GAMES_MS;
                    events.push((begins, Event::Placement(BoardReading::Pieces(placement))));
                }
                for happened in on_line {
                    add(&mut events, begins, happened, line).map_err(at_line)?;
                }
            }
        }
    }
    let initial = initial.ok_or(Error::Nothing { file, expected: "an event log" })?;
    Ok((initial, events))
}

/// Adds what happened in a game that begins at `begins`.
fn add(
    events: &mut Vec<(At, Event)>,
    begins: At,
    (at, happening): (GameTime, Happening),
    line: usize,
) -> Result<(), LogError> {
    let last = events.last().map_or(begins, |&(last, _)| last);
    if begins + at.0 < last {
        let problem = Problem::Value {
            field: "t_ms",
            found: at.0.to_string(),
            expected: format!("{} or more: times do not run backwards", last.since(begins)),
        };
        return Err(LogError { line, problem });
    }
    match happening {
        // No arbiter sits in a board, and its clock is not unplugged.
        Happening::ClockGone | Happening::Command(_) => {}
        Happening::Event(event) => events.push((begins + at.0, event)),
    }
    Ok(())
}

fn chunks(path: &Path, board: &Board) -> Result<Vec<(At, Vec<u8>)>, Error> {
    let file = path.display().to_string();
    let spacing = Spacing::of_messages(board.line.baud);
    let mut chunks = Vec::new();
    for chunk in Reader::new(BufReader::new(open(path)?), &file, spacing) {
        let chunk = chunk?;
        if chunk.direction == Direction::Rx {
            chunks.push((At(chunk.t_ms), chunk.bytes));
        }
    }
    if chunks.is_empty() {
        return Err(Error::Nothing { file, expected: "bytes from a board" });
    }
    Ok(chunks)
}

fn open(path: &Path) -> Result<File, Error> {
    File::open(path).map_err(|source| Error::File { file: path.display().to_string(), source })
}
