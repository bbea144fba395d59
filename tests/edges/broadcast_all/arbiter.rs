//! The arbiter: he settles what tables call him for, and corrects now and then at tables that the dice choose. He keeps
//! what each table's own record says.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::{Duration, Instant},
};

use protocols::Dice;
use rumqttc::v5::mqttbytes::v5::PublishProperties;
use serde_json::{Value, json};
use shakmaty::{CastlingMode, Chess, Position, uci::UciMove};
use tokio::time::sleep;

use super::stage::{Stage, name};
use crate::common::{mqtt::Reader, programs::PATIENCE};

/// What an arbiter has done that he will undo.
#[derive(Debug)]
enum Undo {
    /// This half-move was that move.
    Move(usize, String),
    Reopen,
}

pub(super) struct Arbiter {
    reader: Reader,
    dice: Dice,
    round: u16,
    /// The round's tables, in the order of the boards.
    pub(super) seats: Vec<String>,
    /// Of each table, its record's last word: `arbiter/game`.
    games: BTreeMap<String, Value>,
    /// Of each table its half-moves, by number: in UCI, and what was said last of them.
    said_of: BTreeMap<String, BTreeMap<u64, (String, String)>>,
    /// Of each table what is to be undone, and not before the dice come to it again.
    undo: BTreeMap<String, Undo>,
    /// White's name at boards where it was changed.
    pub(super) renamed: BTreeMap<usize, String>,
    /// Tables from which moves were taken back, and none came after.
    pub(super) shortened: BTreeSet<String>,
    /// Half-moves of the rounds before.
    played: usize,
    said: usize,
    pub(super) corrections: usize,
}

impl Arbiter {
    pub(super) async fn begin(stage: &Stage, seed: u64) -> Arbiter {
        let filters = ["chess/+/arbiter/game", "chess/+/arbiter/alert", "chess/+/arbiter/move"];
        let reader = Reader::start(stage.broker.address(), "arbiter", &filters).await;
        Arbiter {
            reader,
            dice: Dice::new(seed),
            round: 0,
            seats: Vec::new(),
            games: BTreeMap::new(),
            said_of: BTreeMap::new(),
            undo: BTreeMap::new(),
            renamed: BTreeMap::new(),
            shortened: BTreeSet::new(),
            played: 0,
            said: 0,
            corrections: 0,
        }
    }

    pub(super) fn at_round(&mut self, round: u16, seats: &[String]) {
        self.played = self.plies();
        self.games.clear();
        self.said_of.clear();
        self.undo.clear();
        self.renamed.clear();
        self.shortened.clear();
        (self.round, self.seats) = (round, seats.to_vec());
    }

    /// Half-moves that were played, of all rounds.
    pub(super) fn plies(&self) -> usize {
        self.played + self.games.values().map(|game| moves(game).len()).sum::<usize>()
    }

    pub(super) fn game(&self, table: &str) -> Option<&Value> {
        self.games.get(table)
    }

    /// Whether the last half-move of a table's game may wait for its press: who can take no move back is not told it.
    pub(super) fn may_be_pending(&self, table: &str) -> bool {
        let Some(game) = self.games.get(table).filter(|game| game["result"] == "*") else { return false };
        let moves = moves(game);
        let said = self.said_of.get(table).and_then(|said| said.get(&(moves.len() as u64)));
        said.is_none_or(|(uci, status)| Some(uci) != moves.last() || status != "completed")
    }

    pub(super) fn are_all_over(&self) -> bool {
        self.games.len() == self.seats.len()
            && self.undo.is_empty()
            && self.games.values().all(|game| game["result"] != "*")
    }

    /// Hears what tables say, and settles what they call for: how a game has ended is confirmed, all else is nothing that
    /// happened.
    pub(super) async fn look(&mut self, _stage: &mut Stage) {
        for message in self.reader.arrived() {
            let body = message.json();
            let table = message.topic.split('/').nth(1).unwrap_or_default().to_owned();
            if message.leaf() == "arbiter/game" {
                self.games.insert(table, body);
            } else if message.leaf() == "arbiter/move" {
                let text = |key: &str| body[key].as_str().unwrap_or_default().to_owned();
                let ply = body["ply"].as_u64().expect("a number");
                self.said_of.entry(table).or_default().insert(ply, (text("uci"), text("status")));
            } else if body["state"] == "raised" {
                let kind = body["kind"].as_str().expect("a kind");
                let ends = kind == "result-signalled" || kind.starts_with("game-ended-");
                let command = if ends { "confirm" } else { "dismiss" };
                self.command(&table, json!({ "command": command, "alert": body["id"] })).await;
            }
        }
    }

    async fn command(&mut self, table: &str, mut command: Value) {
        self.said += 1;
        command["id"] = json!(format!("air-{}", self.said));
        command["by"] = json!("Anna");
        let topic = format!("chess/{table}/arbiter/command");
        self.reader.publish(&topic, command.to_string(), PublishProperties::default()).await;
    }

    fn throw(&mut self, of: usize) -> usize {
        usize::try_from(self.dice.throw() % of.max(1) as u64).unwrap_or_default()
    }

    /// One correction, or the undoing of one.
    pub(super) async fn correct(&mut self, stage: &mut Stage) {
        let place = self.throw(self.seats.len());
        let table = self.seats[place].clone();
        self.corrections += 1;
        if let Some(undo) = self.undo.remove(&table) {
            let command = match undo {
                Undo::Move(ply, uci) => json!({ "command": "set-move", "ply": ply, "uci": uci }),
                Undo::Reopen => json!({ "command": "reopen" }),
            };
            self.command(&table, command).await;
            return;
        }
        match self.throw(4) {
            0 => self.rename(stage, place + 1).await,
            1 => self.take_back(&table).await,
            2 => self.set_another(&table).await,
            _ => self.give_result(&table).await,
        }
    }

    async fn rename(&mut self, stage: &mut Stage, board: usize) {
        // Never the same name twice, which would be refused.
        let sign = ["Ł", "’", "\\\"x\\\""][self.throw(3)];
        let new = format!("{} {sign} {}", name("White", board), self.corrections);
        let wish =
            json!({ "request": "pair", "round": self.round, "board": { "number": board }, "white": { "name": new } });
        stage.ask(wish).await;
        self.renamed.insert(board, new);
    }

    async fn take_back(&mut self, table: &str) {
        let Some(game) = self.games.get(table).filter(|game| game["result"] == "*") else { return };
        let moves = moves(game);
        let Some(last) = moves.last() else { return };
        self.undo.insert(table.to_owned(), Undo::Move(moves.len(), last.clone()));
        self.command(table, json!({ "command": "take-back", "plies": 1 })).await;
    }

    async fn set_another(&mut self, table: &str) {
        let back = self.throw(6);
        let Some(moves) = self.games.get(table).map(moves) else { return };
        let Some(ply) = moves.len().checked_sub(back).filter(|ply| *ply > 0) else { return };
        let chosen = self.throw(50);
        let Some(other) = another(&moves, ply, chosen) else { return };
        self.undo.insert(table.to_owned(), Undo::Move(ply, moves[ply - 1].clone()));
        self.command(table, json!({ "command": "set-move", "ply": ply, "uci": other })).await;
    }

    async fn give_result(&mut self, table: &str) {
        // On the first position of a game that is over another one begins.
        if self.games.get(table).is_some_and(|game| game["result"] == "*" && moves(game).len() > 2) {
            let result = ["1-0", "0-1", "1/2-1/2"][self.throw(3)];
            self.undo.insert(table.to_owned(), Undo::Reopen);
            self.command(table, json!({ "command": "set-result", "result": result })).await;
        }
    }

    /// Nobody plays any more: each game gets a result that has none, and then one more correction that stands.
    pub(super) async fn close(&mut self, stage: &mut Stage) {
        self.look(stage).await;
        for table in self.seats.clone() {
            if self.games.get(&table).is_some_and(|game| game["result"] == "*") {
                self.command(&table, json!({ "command": "set-result", "result": "1/2-1/2" })).await;
            }
            self.corrections += 1;
            match self.throw(5) {
                0 => {
                    self.shortened.insert(table.clone());
                    self.command(&table, json!({ "command": "take-back", "plies": 2 })).await;
                }
                1 => self.command(&table, json!({ "command": "reopen" })).await,
                2 => self.set_another(&table).await,
                3 => self.command(&table, json!({ "command": "set-result", "result": "0-1" })).await,
                _ => {}
            }
        }
        self.undo.clear();
    }

    /// What the corrections left without a result gets one: no new game begins over one that is not over.
    pub(super) async fn end(&mut self, stage: &mut Stage) {
        let begun = Instant::now();
        let mut told = BTreeSet::new();
        loop {
            self.look(stage).await;
            let open = |(_, game): &(&String, &Value)| game["result"] == "*";
            let open: Vec<String> = self.games.iter().filter(open).map(|(table, _)| table.clone()).collect();
            if open.is_empty() {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "no result at tables {open:?}");
            for table in open {
                if told.insert(table.clone()) {
                    self.command(&table, json!({ "command": "set-result", "result": "1-0" })).await;
                }
            }
            sleep(Duration::from_millis(200)).await;
        }
    }
}

/// The moves of a record, in UCI.
fn moves(game: &Value) -> Vec<String> {
    texts(&game["moves"])
}

/// A list of texts.
pub(super) fn texts(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(|one| one.as_str().map(str::to_owned)).collect()
}

/// Another move in the place of this one, from 1, after which those that follow are legal still.
fn another(moves: &[String], ply: usize, chosen: usize) -> Option<String> {
    let read = |position: &Chess, uci: &str| uci.parse::<UciMove>().ok()?.to_move(position).ok();
    let mut position = Chess::default();
    for uci in &moves[..ply - 1] {
        let m = read(&position, uci)?;
        position.play_unchecked(m);
    }
    let fits = |other: &UciMove| {
        let mut after = position.clone();
        let Ok(m) = other.to_move(&after) else { return false };
        after.play_unchecked(m);
        moves[ply..].iter().all(|uci| read(&after, uci).map(|m| after.play_unchecked(m)).is_some())
    };
    let all = position.legal_moves().into_iter().map(|m| m.to_uci(CastlingMode::Standard));
    let others: Vec<UciMove> = all.filter(|uci| uci.to_string() != moves[ply - 1]).filter(fits).collect();
    others.get(chosen % others.len().max(1)).map(ToString::to_string)
}
