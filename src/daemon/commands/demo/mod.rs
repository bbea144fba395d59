//! `touchmove demo`: everything at work, without a board.
//!
//! Players' hands play a famous game on an emulated board on a pseudo-terminal. The service reads it as it reads any
//! board, and publishes to its embedded broker. What is printed comes from there, read as any other program would.

mod folder;
mod lines;
mod reader;
mod round;

use std::{
    io::{self, IsTerminal},
    net::{Ipv4Addr, SocketAddr},
    path::Path,
    thread,
    time::Duration,
};

use protocols::{dgt, registry::Board};
use serde_json::json;
use tokio::{
    sync::oneshot,
    task::JoinHandle,
    time::{Instant, sleep_until},
};

use self::{
    folder::Folder,
    lines::Lines,
    reader::{Message, PATIENCE, Reader, TABLE, late},
};
use crate::{
    daemon::{
        Error,
        config::{Config, Table, TableBoard},
        service::{Options, Service},
        stop::{Reload, Stop},
    },
    emulate::{self, Begin, DEMO_BREACHES, DEMO_PGN, Habits, Play, Pty, PtyError, Settings, Show, Traffic},
    publish::{broker::BrokerError, web::WebError},
    rules::pgn::{PgnGame, read_games},
    serial::Port,
};

/// The board that is emulated.
const BOARD: Board = dgt::BOARD;

/// Seed for what hands do by chance: the same demo each time.
const SEED: u64 = 1;

/// Part of the thinking times of a real game that the hands take.
const THINKING: f64 = 0.01;

/// Between the first word of the service to the board and the first move: for the greeting, and for people to read.
const LEAD: Duration = Duration::from_secs(3);

/// How a demo is given.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Demo {
    /// How many times faster than people play.
    pub speed: f64,
    /// Whether any free ports are taken, instead of the usual ones where they are free.
    pub ports_free: bool,
    /// A round at so many tables, with an arbiter's console, 1 to 24; `None`: one game.
    pub tables: Option<usize>,
}

/// Plays the demo until its game is over, on a terminal until Enter is pressed then, or until SIGTERM or Ctrl-C. A round
/// goes on until Enter, SIGTERM or Ctrl-C.
///
/// # Errors
/// [`Error`]: something of it cannot be had, or the game is not reported as it should be.
pub async fn demo(wish: Demo) -> Result<(), Error> {
    if let Some(tables) = wish.tables {
        return round::round(&wish, tables).await;
    }
    let mut end = Ending::listen()?;
    let folder = Folder::make()?;
    let pty = Pty::open(&folder.path().join("board"))?;
    let config = Config { tables: vec![table(pty.link())], ..Config::default() };
    let options = Options { state_dir: folder.path().to_owned(), speed: wish.speed, ..Options::default() };
    let service = start(&wish, config, options).await?;
    let played = tokio::select! {
        played = play(&wish, pty, &service) => played,
        () = end.asked() => Ok(()),
    };
    service.stop().await;
    played
}

/// What ends a demo from outside: SIGTERM, Ctrl-C, and that its terminal is closed, so that its folder goes then, too.
struct Ending {
    stop: Stop,
    /// SIGHUP: there is no configuration to be read again.
    closed: Reload,
}

impl Ending {
    fn listen() -> Result<Ending, Error> {
        Ok(Ending { stop: Stop::listen()?, closed: Reload::listen()? })
    }

    async fn asked(&mut self) {
        tokio::select! {
            () = self.stop.asked() => {}
            () = self.closed.asked() => {}
        }
    }
}

/// The table with the board of this link.
fn table(link: &Path) -> Table {
    let board =
        TableBoard { port: Port::Path(link.to_owned()), kind: Some(BOARD.kind.to_owned()), ..Table::numbered(1).board };
    Table { name: TABLE.to_owned(), board, ..Table::numbered(1) }
}

/// Starts the service on the usual ports, or on others where those are taken.
async fn start(wish: &Demo, mut config: Config, options: Options) -> Result<Service, Error> {
    let any = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    if wish.ports_free {
        config.broker.listen = any;
        config.web.listen = any;
    }
    loop {
        match Service::start(&config, options.clone()).await {
            Err(Error::Web(WebError::Bind { .. } | WebError::PortTaken { .. })) if config.web.listen != any => {
                config.web.listen = any
            }
            Err(Error::Broker(BrokerError::PortTaken { .. })) if config.broker.listen != any => {
                config.broker.listen = any;
            }
            started => return started,
        }
    }
}

/// The usual ports that are in use already, so that others were taken; empty where none is, or any were asked for.
fn taken(wish: &Demo, service: &Service) -> Vec<u16> {
    let usual = Config::default();
    let broker = service.broker().rsplit(':').next().and_then(|port| port.parse().ok());
    let both = [(usual.web.listen.port(), Some(service.page().port())), (usual.broker.listen.port(), broker)];
    let others = both.into_iter().filter(|&(port, got)| !wish.ports_free && got != Some(port));
    others.map(|(port, _)| port).collect()
}

/// Lets the hands play, and tells what the broker says of it until the game is over.
async fn play(wish: &Demo, pty: Pty, service: &Service) -> Result<(), Error> {
    let is_terminal = io::stdout().is_terminal();
    let mut lines = Lines::new(io::stdout(), is_terminal);
    // Somebody who watches looks at the page when all is over, and finds no board lost there.
    let is_watched = is_terminal && io::stdin().is_terminal();
    let game = game()?;
    let players = json!({ "white": game.tag("White"), "black": game.tag("Black") });
    let broker = service.broker().trim_start_matches("mqtt://");
    lines.taken(&taken(wish, service)).map_err(Error::Output)?;
    lines.welcome(&game, wish.speed, service.page(), broker, pty.link()).map_err(Error::Output)?;

    let mut reader = Reader::start(broker, &[&format!("chess/{TABLE}/#")]);
    let after = if is_watched { emulate::End::Stay } else { emulate::End::WhenPlayed };
    let mut board = Hands::start(pty, game, wish.speed, after);
    let mut end = End::default();
    // Before the game the board must be found; after it, the end of the game be told. Between them hands take their time.
    let mut deadline = Some(Instant::now() + PATIENCE);
    loop {
        let due = deadline.unwrap_or_else(|| Instant::now() + PATIENCE);
        tokio::select! {
            biased;
            message = reader.messages.recv() => {
                let Some(message) = message else { return Err(late("the broker was not heard")) };
                lines.tell(&message).map_err(Error::Output)?;
                if message.is_connected() && deadline.is_some() {
                    deadline = None;
                    // The arbiter's part: to say who plays.
                    reader.say(TABLE, &json!({ "id": "demo-1", "command": "new-game", "players": players }));
                }
                if let Some(pgn) = end.seen(&message) {
                    lines.farewell(&pgn, service.page()).map_err(Error::Output)?;
                    if is_watched {
                        lines.stays(service.page()).map_err(Error::Output)?;
                        enter().await;
                    }
                    return Ok(());
                }
            }
            played = board.ended() => {
                played?;
                deadline = Some(Instant::now() + PATIENCE);
            }
            () = sleep_until(due) => if deadline.is_some() {
                return Err(late("the board was not found, or the end of the game not told,"));
            },
        }
    }
}

/// Waits until Enter is pressed, or nothing more can be.
async fn enter() {
    let (pressed, is_pressed) = oneshot::channel();
    // A thread of its own: what waits for a terminal cannot be stopped.
    thread::spawn(move || {
        let _ = io::stdin().read_line(&mut String::new());
        let _ = pressed.send(());
    });
    let _ = is_pressed.await;
}

/// The game that is played.
fn game() -> Result<PgnGame, Error> {
    let file = || "the demo's game".to_owned();
    let game = read_games(DEMO_PGN.as_bytes()).next();
    let game = game.ok_or_else(|| Error::Nothing { file: file(), expected: "a game" })?;
    game.map_err(|source| Error::GameUnreadable { file: file(), source })
}

/// The hands at the emulated board, in a task of their own.
struct Hands {
    /// `None` once they have played all.
    task: Option<JoinHandle<Result<Traffic, PtyError>>>,
}

impl Hands {
    fn start(pty: Pty, game: PgnGame, speed: f64, end: emulate::End) -> Hands {
        let habits = Habits::clean().with_thinking(THINKING);
        let play = DEMO_BREACHES
            .into_iter()
            .fold(Play::new(game, habits, SEED).held(), |play, (ply, breach)| play.with_breach(ply, breach));
        let show = Show::Games {
            device: (BOARD.device)(BOARD.usual()),
            play: Box::new(play),
            more: Box::new(std::iter::empty()),
        };
        let settings = Settings { speed, begin: Begin::WhenAsked(LEAD), end };
        Hands { task: Some(tokio::spawn(emulate::emulate(pty, show, settings, std::future::pending()))) }
    }

    /// Waits until all is played; for ever where that has been told already.
    async fn ended(&mut self) -> Result<(), Error> {
        let Some(task) = &mut self.task else { return std::future::pending().await };
        let ended = task.await;
        self.task = None;
        match ended {
            Ok(played) => Ok(played.map(drop)?),
            // It panicked, and has said so.
            Err(_) => Err(late("the hands did not play")),
        }
    }
}

impl Drop for Hands {
    fn drop(&mut self) {
        if let Some(task) = &self.task {
            task.abort();
        }
    }
}

/// What must have come for the demo to be over: in whatever order.
#[derive(Default)]
struct End {
    /// How many half-moves the game has, once it is over.
    plies: Option<u64>,
    /// The last half-move reported.
    ply: u64,
    /// Whether the arbiter has been told how it ended.
    told: bool,
    pgn: Option<String>,
}

impl End {
    /// Takes a message; gives the game's PGN once all is told: the last move, the end, the result.
    fn seen(&mut self, message: &Message) -> Option<String> {
        let Message { leaf, text, body, .. } = message;
        match leaf.as_str() {
            "arbiter/alert" => {
                self.told |= body["kind"].as_str().is_some_and(|kind| kind.starts_with("game-ended-"));
            }
            "arbiter/game" => {
                let plies = body["moves"].as_array().map(|moves| moves.len() as u64);
                self.plies = plies.filter(|_| body["phase"] == "over");
            }
            "arbiter/move" => self.ply = body["ply"].as_u64().unwrap_or_default(),
            "public/pgn" => self.pgn = Some(text.clone()).filter(|pgn| !pgn.contains("[Result \"*\"]")),
            _ => {}
        }
        let is_told = self.told && self.plies == Some(self.ply);
        self.pgn.take_if(|_| is_told)
    }
}
