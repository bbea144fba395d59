//! `touchmove demo --tables N`: a round at several tables, with whatever arbiters are called for.
//!
//! | file | question |
//! |---|---|
//! | `players` | who plays |
//! | `tell` | what is printed |

mod players;
mod tell;

use std::{
    collections::BTreeMap,
    future::pending,
    io::{self, IsTerminal},
    path::{Path, PathBuf},
    time::Duration,
};

use protocols::registry::Model;
use serde_json::{Value, json};
use tokio::{
    sync::mpsc,
    task::JoinSet,
    time::{Instant, sleep_until},
};
use tracing::warn;

use self::{
    players::{PAIRINGS, person},
    tell::Lines,
};
use super::{
    BOARD, Demo, Ending, enter,
    folder::Folder,
    reader::{Message, PATIENCE, Reader, late},
    start, taken,
};
use crate::{
    daemon::{
        Error,
        config::{Config, Hall, Laws, Table, TableBoard},
        service::{Options, Service},
    },
    emulate::{DEMO_TIME_CONTROL, Happening, Heard, PtyError, Sat, Setting, Sitting, demo_round, sit},
    serial::Port,
    turn::{Regime, Supervision},
};

/// What the hall is called.
const TITLE: &str = "Demo Open, rapid";

/// The chief arbiter's name.
const CHIEF: &str = "Chief Arbiter";

/// Who says who plays, as an arbiter's assistant would.
const PAIRER: &str = "Pairings (demo)";

/// How long players rest between two games, once nothing of the last one is left to decide.
const REST: Duration = Duration::from_secs(60);

/// The serial number before that of the first table's board.
const FIRST_SERIAL: u32 = 31_400;

/// Most that waits to be heard by the players of a table, and most that has happened and waits to be told.
const MAX_WAITING: usize = 1_024;

/// Plays the round until it is ended: by Enter on a terminal, by SIGTERM or Ctrl-C.
pub(super) async fn round(wish: &Demo, tables: usize) -> Result<(), Error> {
    let mut end = Ending::listen()?;
    let folder = Folder::make()?;
    let file = || "the demo's games".to_owned();
    let settings = demo_round(tables).map_err(|source| Error::GameUnreadable { file: file(), source })?;
    if settings.len() < tables {
        return Err(Error::Nothing { file: file(), expected: "a game for each table" });
    }
    let links: Vec<PathBuf> = (1..=tables).map(|table| folder.path().join(format!("board-{table}"))).collect();
    let usual = Config::default();
    let config = Config {
        tables: links.iter().zip(1..).map(|(link, number)| table(link, number)).collect(),
        hall: Hall { title: TITLE.to_owned(), ..usual.hall },
        ..usual
    };
    let (happened, happenings) = mpsc::channel(MAX_WAITING);
    let (seats, mut players) = sit_down(settings, &links, wish.speed, &happened);
    let options =
        Options { state_dir: folder.path().to_owned(), speed: wish.speed, chief: Some(CHIEF), ..Options::default() };
    let service = tokio::select! {
        started = start(wish, config, options) => started?,
        () = end.asked() => return Ok(()),
    };
    let played = tokio::select! {
        played = play(wish, &service, seats, happenings) => played,
        failed = fail(&mut players) => failed,
        () = end.asked() => Ok(()),
        () = pressed() => Ok(()),
    };
    players.abort_all();
    service.stop().await;
    played
}

/// A table with the board of this link.
fn table(link: &Path, number: u32) -> Table {
    let usual = Table::numbered(number as usize);
    let board = TableBoard { port: Port::Path(link.to_owned()), kind: Some(BOARD.kind.to_owned()), ..usual.board };
    let laws = Laws {
        regime: Regime::Rapid,
        supervision: Some(Supervision::Full),
        time_control: Some(DEMO_TIME_CONTROL.to_owned()),
        ..usual.laws
    };
    Table { name: number.to_string(), board, laws, ..usual }
}

/// A table from its players' side.
#[derive(Debug)]
struct Seat {
    told: mpsc::Sender<Sat>,
    /// How many games have been begun.
    games: usize,
    /// The game that is on.
    game: String,
    /// The last one for which names were given that it was begun without.
    unnamed: Option<String>,
    /// The game that is over, and when another one is to begin.
    over: Option<(String, Instant)>,
    /// Whether they have been told to begin.
    has_begun: bool,
}

/// Has players sit down at every table.
fn sit_down(
    settings: Vec<Setting>,
    links: &[PathBuf],
    speed: f64,
    happened: &mpsc::Sender<(usize, Happening)>,
) -> (BTreeMap<usize, Seat>, JoinSet<Result<(), PtyError>>) {
    let (mut seats, mut players) = (BTreeMap::new(), JoinSet::new());
    for ((setting, link), number) in settings.into_iter().zip(links).zip(1..) {
        let (told, to_hear) = mpsc::channel(MAX_WAITING);
        let (here, mut from_here) = mpsc::channel(MAX_WAITING);
        // Each has a serial number of its own, by which the service knows it again.
        let model = Model { serial: FIRST_SERIAL + number as u32, ..BOARD.usual() };
        players.spawn(sit(link.clone(), (BOARD, model), Sitting::new(setting), speed, to_hear, here));
        let happened = happened.clone();
        tokio::spawn(async move {
            while let Some(happening) = from_here.recv().await {
                if happened.send((number, happening)).await.is_err() {
                    return;
                }
            }
        });
        seats.insert(number, Seat { told, games: 0, game: String::new(), unnamed: None, over: None, has_begun: false });
    }
    (seats, players)
}

/// Waits for players who cannot go on.
async fn fail(players: &mut JoinSet<Result<(), PtyError>>) -> Result<(), Error> {
    while let Some(ended) = players.join_next().await {
        match ended {
            Ok(Ok(())) => {}
            Ok(Err(error)) => return Err(error.into()),
            // It panicked, and has said so.
            Err(_) => return Err(late("the hands did not play")),
        }
    }
    pending().await
}

/// Waits for Enter, where somebody can press it.
async fn pressed() {
    if io::stdout().is_terminal() && io::stdin().is_terminal() {
        enter().await;
    } else {
        pending().await
    }
}

/// Has the round begin, the players hear what becomes of it, and tells what happens; does not end by itself.
async fn play(
    wish: &Demo,
    service: &Service,
    mut seats: BTreeMap<usize, Seat>,
    mut happenings: mpsc::Receiver<(usize, Happening)>,
) -> Result<(), Error> {
    let mut lines = Lines::new(io::stdout(), io::stdout().is_terminal());
    let broker = service.broker().trim_start_matches("mqtt://");
    let rest = REST.div_f64(wish.speed);
    lines.taken(&taken(wish, service)).map_err(Error::Output)?;
    lines.welcome(service.invitation(), service.page(), broker, seats.len()).map_err(Error::Output)?;
    let mut reader = Reader::start(broker, &["chess/+/arbiter/#", "chess/+/status"]);
    let begun_by = Instant::now() + PATIENCE;
    loop {
        let is_waiting = seats.values().any(|seat| !seat.has_begun);
        let next = seats.values().filter_map(|seat| seat.over.as_ref()).map(|(_, until)| *until).min();
        tokio::select! {
            message = reader.messages.recv() => {
                let Some(message) = message else { return Err(late("the broker was not heard")) };
                let number = message.table.parse::<usize>().ok();
                if let Some((number, seat)) = number.and_then(|number| Some((number, seats.get_mut(&number)?))) {
                    attend(&reader, number, seat, &message, rest);
                }
                lines.tell(&message).map_err(Error::Output)?;
            }
            happening = happenings.recv() => {
                if let Some((number, happening)) = happening {
                    lines.happened(number, happening).map_err(Error::Output)?;
                }
            }
            () = sleep_until(next.unwrap_or(begun_by)), if next.is_some() => {
                for (&number, seat) in &mut seats {
                    if let Some((over, _)) = seat.over.take_if(|(_, until)| *until <= Instant::now()) {
                        // Where the pieces have been set up, that has begun one already.
                        let begin = if over == seat.game { Begin::Game } else { Begin::Names };
                        pair(&reader, number, seat, begin);
                        lines.begins(number).map_err(Error::Output)?;
                    }
                }
            }
            () = sleep_until(begun_by), if is_waiting => return Err(late("a board was not found")),
        }
    }
}

/// What is missing for another game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Begin {
    /// That it is begun, and who plays.
    Game,
    /// Who plays.
    Names,
}

/// Says who plays the next game at a table: the same two as before, with colours reversed.
fn pair(reader: &Reader, number: usize, seat: &mut Seat, begin: Begin) {
    let Some(&(first, second)) = number.checked_sub(1).and_then(|index| PAIRINGS.get(index)) else { return };
    let (white, black) = if seat.games.is_multiple_of(2) { (first, second) } else { (second, first) };
    seat.games += 1;
    let (table, game) = (number.to_string(), seat.games);
    if begin == Begin::Game {
        reader.say(
            &table,
            &json!({ "id": format!("demo-{game}-game"), "command": "new-game", "by": PAIRER,
                "players": { "white": white.0, "black": black.0 } }),
        );
    }
    reader.say(
        &table,
        &json!({ "id": format!("demo-{game}-players"), "command": "set-players", "by": PAIRER,
            "white": person(white), "black": person(black) }),
    );
}

/// Whether a game is over, and nothing of it is left for the arbiter to decide.
fn is_settled(game: &Value) -> bool {
    let is_urgent = |alert: &Value| alert["severity"] == "ruling" || alert["severity"] == "warning";
    let is_open = |alert: &Value| is_urgent(alert) || alert["kind"] == "result-signalled";
    game["phase"] == "over" && !game["alerts"].as_array().into_iter().flatten().any(is_open)
}

/// Does the arbiter's part at a table before and after a game, and tells its players what they hear.
fn attend(reader: &Reader, number: usize, seat: &mut Seat, message: &Message, rest: Duration) {
    if message.is_connected() && seat.games == 0 {
        pair(reader, number, seat, Begin::Game);
    }
    if message.leaf == "arbiter/game" {
        let game = message.body["id"].as_str().unwrap_or_default();
        game.clone_into(&mut seat.game);
        let is_named = !message.body["players"]["white"].is_null();
        if is_settled(&message.body) {
            if seat.over.as_ref().is_none_or(|(over, _)| over != game) {
                seat.over = Some((game.to_owned(), Instant::now() + rest));
            }
        } else if is_named {
            seat.over = None;
        } else if seat.has_begun && seat.over.is_none() && seat.unnamed.as_deref() != Some(game) {
            // An arbiter has begun one, and it goes without saying who plays.
            seat.unnamed = Some(game.to_owned());
            pair(reader, number, seat, Begin::Names);
        }
    }
    let tell = |sat| {
        if seat.told.try_send(sat).is_err() {
            warn!(table = number, "The players do not hear.");
        }
    };
    if let Some(heard) = Heard::read(&message.leaf, &message.body) {
        tell(Sat::Heard(heard));
    }
    let is_known = message.leaf == "arbiter/game" && !message.body["persons"]["white"].is_null();
    if is_known && !seat.has_begun {
        tell(Sat::Begin);
        seat.has_begun = true;
    }
}
