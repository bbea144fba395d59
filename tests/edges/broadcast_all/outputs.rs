//! Readers at every output: what they are sent, and whether it is in the end what the tables record.

use std::{
    collections::BTreeMap,
    fs,
    net::SocketAddr,
    os::unix::fs::MetadataExt,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use serde_json::{Value, json};
use shakmaty::{Chess, Position, uci::UciMove};
use tokio::{task::JoinHandle, time::sleep};

use super::{
    super::livechess::{Socket, setup, subscribe},
    arbiter::{Arbiter, texts},
    stage::{Stage, lichess_id, name},
};
use crate::common::{
    http,
    lichess::Game,
    lichess_site::Mood,
    livechess::{Eboard, LocalGame, LocalRound, TournamentRow, strict},
    pgn_readers::python_chess,
    service::START,
};

const API: &str = "/api/v1.0";

/// How often readers ask for what they show.
const ASKS: Duration = Duration::from_secs(1);

/// How long Lichess stays in a mood.
const OF_MOOD: Duration = Duration::from_secs(3);

type Counted = Arc<AtomicU64>;

pub(super) struct Outputs {
    counts: Vec<(&'static str, Counted)>,
    readers: Vec<JoinHandle<()>>,
}

impl Outputs {
    pub(super) async fn begin(stage: &Stage) -> Outputs {
        let counts = ["PGN by address", "PGN in the folder", "screens", "cloud", "LiveChess' port"];
        let counts: Vec<(&'static str, Counted)> = counts.map(|name| (name, Counted::default())).into();
        let count = |place: usize| Arc::clone(&counts[place].1);
        let readers = vec![
            tokio::spawn(poll(stage.at, "/broadcast/games.pgn".to_owned(), count(0))),
            tokio::spawn(watch(stage.out.clone(), count(1))),
            tokio::spawn(poll(stage.at, "/broadcast/screen.json".to_owned(), count(2))),
            tokio::spawn(listen(stage.live, stage.tables, count(4))),
        ];
        Outputs { counts, readers }
    }

    /// Readers of single games come for the new round.
    pub(super) async fn at_round(&mut self, stage: &Stage, round: u16) {
        let count = Arc::clone(&self.counts[3].1);
        let (at, tables) = (stage.at, stage.tables);
        self.readers.push(tokio::spawn(async move {
            let mut paths: Vec<String> = (1..=tables).map(|game| format!("game-{game}.json")).collect();
            paths.push("index.json".to_owned());
            let mut tags: BTreeMap<String, String> = BTreeMap::new();
            loop {
                for path in &paths {
                    let path = format!("/broadcast/round-{round}/{path}");
                    let tag = tags.entry(path.clone()).or_default();
                    ask(at, &path, tag, &count).await;
                    sleep(ASKS.mul_f64(5.0 / paths.len() as f64)).await;
                }
            }
        }));
    }

    /// Lichess is in another mood every few seconds.
    pub(super) fn moods(&self, stage: &Stage, since: Duration) {
        let moods = [
            Mood::Well,
            Mood::Slow(Duration::from_millis(1_500)),
            Mood::Garbled(200, "<html>\u{1F40C}".to_owned()),
            Mood::Says(500, "{\"error\":\"no\"}".to_owned()),
            Mood::Well,
            Mood::Silent,
            Mood::Says(429, String::new()),
            Mood::Garbled(200, "{\"games\":[{}]}".to_owned()),
        ];
        let place = since.as_millis() / OF_MOOD.as_millis();
        stage.site.be(moods[usize::try_from(place).unwrap_or_default() % moods.len()].clone());
    }

    pub(super) fn be_well(&self, stage: &Stage) {
        stage.site.be(Mood::Well);
    }

    /// How many bytes each output has sent.
    pub(super) fn bytes(&self, stage: &Stage) -> Vec<(&'static str, u64)> {
        let counted = |(name, count): &(&'static str, Counted)| (*name, count.load(Ordering::Relaxed));
        let mut all: Vec<(&'static str, u64)> = self.counts.iter().map(counted).collect();
        let pushed = stage.site.look(|kept| kept.asked.iter().map(|asked| asked.bytes as u64).sum());
        all.push(("Lichess", pushed));
        all
    }
}

impl Drop for Outputs {
    fn drop(&mut self) {
        self.readers.iter().for_each(JoinHandle::abort);
    }
}

async fn ask(at: SocketAddr, path: &str, tag: &mut String, count: &Counted) {
    let headers = [("If-None-Match", tag.as_str())];
    let answer = http::ask(at, "GET", path, if tag.is_empty() { &[] } else { &headers }, "").await;
    if answer.status == 200 {
        count.fetch_add(answer.body.len() as u64, Ordering::Relaxed);
        answer.header("etag").clone_into(tag);
    }
}

async fn poll(at: SocketAddr, path: String, count: Counted) {
    let mut tag = String::new();
    loop {
        ask(at, &path, &mut tag, &count).await;
        sleep(ASKS).await;
    }
}

/// Counts what is written into the folder, by files that are other ones than before.
async fn watch(out: PathBuf, count: Counted) {
    let mut known: BTreeMap<PathBuf, u64> = BTreeMap::new();
    loop {
        let folders = fs::read_dir(&out).into_iter().flatten().flatten();
        for file in folders.flat_map(|folder| fs::read_dir(folder.path()).into_iter().flatten().flatten()) {
            let Ok(about) = file.metadata() else { continue };
            if known.insert(file.path(), about.ino()) != Some(about.ino()) {
                count.fetch_add(about.len(), Ordering::Relaxed);
            }
        }
        sleep(Duration::from_millis(250)).await;
    }
}

/// Listens to every board, as a client that shows them all.
async fn listen(live: SocketAddr, tables: usize, count: Counted) {
    let mut socket = loop {
        match Socket::open(live, &[]).await {
            Ok(socket) => break socket,
            Err(_) => sleep(ASKS).await,
        }
    };
    let boards = loop {
        let answer = socket.ask(json!({ "id": 1, "call": "eboards" })).await;
        let boards: Vec<Eboard> = serde_json::from_value(answer.param).unwrap_or_default();
        if boards.len() == tables {
            break boards;
        }
        sleep(ASKS).await;
    };
    for (id, board) in (1..).zip(boards) {
        let mut said = subscribe(&json!(board.serialnr));
        said["param"]["id"] = json!(id);
        socket.say(&said.to_string()).await;
        let mut said = setup(START);
        said["param"]["id"] = json!(id);
        socket.say(&said.to_string()).await;
    }
    while let Some(frame) = socket.text().await {
        count.fetch_add(frame.len() as u64, Ordering::Relaxed);
    }
}

/// What an output has of a board.
#[derive(Debug, PartialEq)]
struct Has {
    sans: Vec<String>,
    result: String,
}

/// In what outputs differ from the tables' records, in words.
pub(super) async fn agree(stage: &Stage, outputs: &Outputs, round: u16, arbiter: &Arbiter) -> Vec<String> {
    let mut told = Vec::new();
    let get = async |path: String| http::get(stage.at, &format!("/broadcast/round-{round}/{path}")).await.body;
    let pgn = get("games.pgn".to_owned()).await;
    let file = fs::read_to_string(stage.out.join(format!("round-{round}/games.pgn"))).unwrap_or_default();
    let (games, files) = (Game::read_all(&pgn), Game::read_all(&file));
    let others = python_chess(&pgn);
    let screen: Value = serde_json::from_str(&get("screen.json".to_owned()).await).unwrap_or_default();
    let on_port = on_port(stage.live, round).await;
    let pushed: Vec<Game> = stage.site.look(|kept| kept.rounds[&lichess_id(round)].boards.clone());
    assert!(!outputs.readers.iter().any(JoinHandle::is_finished), "a reader has ended");
    for (place, table) in arbiter.seats.iter().enumerate() {
        let Some(record) = arbiter.game(table) else {
            told.push(format!("table {table} has said nothing"));
            continue;
        };
        let (board, moves) = (place + 1, texts(&record["moves"]));
        let (sans, result) = (texts(&record["sans"]), record["result"].as_str().unwrap_or("*").to_owned());
        let last = sans.last().cloned();
        // Screens show a position. Who plays moves through gets those that the rules lead to: the arbiter may have let
        // stand what no legal move led to.
        let should = Has { sans: sans.into_iter().take(playable(&moves)).collect(), result };
        let moves = &moves[..should.sans.len()];
        let white = arbiter.renamed.get(&board).cloned().unwrap_or_else(|| name("White", board));
        let mut differs = |output: &str, has: &dyn std::fmt::Debug, is_it: bool| {
            if !is_it {
                told.push(format!("board {board}, {output}: {has:?}\n    where the table has {should:?}, {white}"));
            }
        };
        for (output, games) in [("address", &games), ("file", &files)] {
            let game = games.get(place).map(|game| (Has::of(game), game.tag("White").to_owned()));
            differs(output, &game, game.as_ref().is_some_and(|(has, name)| *has == should && *name == white));
        }
        let one = fs::read_to_string(stage.out.join(format!("round-{round}/game-{board}.pgn"))).unwrap_or_default();
        let one = Has::of(&Game::read(&one));
        differs("the game's file", &one, one == should);
        if let Some(others) = &others {
            let other = others.get(place).map(|game| &game.moves);
            differs("python-chess", &other, other.is_some_and(|other| other == moves));
        }
        let shown = &screen["sections"][0]["boards"][place];
        let fen = record["fen"].as_str().and_then(|fen| fen.split(' ').next());
        let is_shown = shown["last"]["san"].as_str() == last.as_deref()
            && shown["result"] == should.result.as_str()
            && shown["white"]["name"] == white.as_str()
            && shown["fen"].as_str().and_then(|shown| shown.split(' ').next()) == fen;
        differs("screens", shown, is_shown);
        let cloud: Value = serde_json::from_str(&get(format!("game-{board}.json")).await).unwrap_or_default();
        let cloud = Has { sans: firsts(&texts(&cloud["moves"])), result: scored(cloud["result"].as_str()) };
        differs("the cloud's form", &cloud, cloud == should);
        let port = on_port.get(place);
        let is_told = port.is_some_and(|port| {
            let missing = should.sans.strip_prefix(port.sans.as_slice()).map_or(usize::MAX, <[_]>::len);
            port.result == should.result && missing <= usize::from(arbiter.may_be_pending(table))
        });
        differs("LiveChess' port", &port, is_told);
        let pushed = pushed.get(place).map(|game| (Has::of(game), game.tag("White").to_owned()));
        let is_pushed = pushed.as_ref().is_some_and(|(has, name)| {
            // Lichess takes no move away that nothing came in place of.
            let may_be_longer = arbiter.shortened.contains(table) && has.sans.starts_with(&should.sans);
            (has.sans == should.sans || may_be_longer) && has.result == should.result && *name == white
        });
        differs("Lichess", &pushed, is_pushed);
    }
    told
}

/// What the port answers of each board of a round.
async fn on_port(live: SocketAddr, round: u16) -> Vec<Has> {
    let get = async |path: String| http::get(live, &format!("{API}/{path}")).await.body;
    let rows: Vec<TournamentRow> = strict(&get("tournaments".to_owned()).await);
    let round: LocalRound = strict(&get(format!("round/{}/{}", rows[0].uuid, round - 1)).await);
    let mut all = Vec::new();
    for pairing in round.pairings {
        let game: LocalGame = strict(&get(format!("game/{}", pairing.uuid)).await);
        all.push(Has { sans: firsts(&game.moves), result: scored(game.result.as_deref()) });
    }
    all
}

impl Has {
    fn of(game: &Game) -> Has {
        Has { sans: game.sans.clone(), result: game.tag("Result").to_owned() }
    }
}

/// How many of these moves, in UCI, the rules lead to from the first position.
fn playable(moves: &[String]) -> usize {
    let mut position = Chess::default();
    let mut plays = |uci: &str| {
        let Ok(m) = uci.parse::<UciMove>().map_err(drop).and_then(|uci| uci.to_move(&position).map_err(drop)) else {
            return false;
        };
        position.play_unchecked(m);
        true
    };
    moves.iter().take_while(|uci| plays(uci)).count()
}

/// The words before the first blank: moves without their times.
fn firsts(moves: &[String]) -> Vec<String> {
    moves.iter().map(|text| text.split(' ').next().unwrap_or_default().to_owned()).collect()
}

fn scored(word: Option<&str>) -> String {
    match word {
        Some("WHITEWIN") => "1-0",
        Some("BLACKWIN") => "0-1",
        Some("DRAW") => "1/2-1/2",
        other => other.unwrap_or("*"),
    }
    .to_owned()
}
