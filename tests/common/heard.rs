//! What a third-party subscriber has heard of a table, and whether it is whole.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use serde_json::{Value, json};

use super::mqtt::{Message, Reader};

/// How long the subscriber lacks a number before it asks for it.
pub(crate) const MISSES_FOR: Duration = Duration::from_secs(3);

/// What the subscriber has.
#[derive(Default)]
pub(crate) struct Heard {
    /// Every journaled record, by number, as it first came.
    pub(crate) records: BTreeMap<u64, String>,
    pub(crate) repeats: usize,
    /// Numbers that were missing when they were asked for.
    pub(crate) asked_for: BTreeSet<u64>,
    /// Records that came after later ones because they were asked for again, and those that did so by themselves.
    pub(crate) filled_in: usize,
    pub(crate) late: usize,
    /// What has been heard of games and presence last.
    pub(crate) game: Option<Value>,
    pub(crate) status: Option<Value>,
    /// Alerts that ask the arbiter what was played while nobody saw it, or say what is not counted, open still.
    pub(crate) asks: BTreeMap<String, u64>,
    /// How many of these there have been.
    pub(crate) questions: usize,
    /// The alert that a game is on of which nothing is known, while it is open.
    pub(crate) no_game: Option<String>,
    /// Rulings of other things than a game's end, each with its alert's text: players who keep to the Laws give no cause.
    pub(crate) rulings: Vec<String>,
    /// The commands, by their `id`, that were answered.
    answered: BTreeSet<String>,
    /// How much has been heard, of whatever kind.
    pub(crate) messages: usize,
}

impl Heard {
    pub(crate) fn take(&mut self, reader: &mut Reader) {
        reader.arrived().iter().for_each(|message| self.message(message));
    }

    pub(crate) fn message(&mut self, message: &Message) {
        self.messages += 1;
        match message.leaf() {
            "arbiter/game" => self.game = Some(message.json()),
            "status" => self.status = Some(message.json()),
            "arbiter/alert" | "arbiter/move" | "arbiter/turn" => self.journaled(&message.payload),
            "arbiter/reply" => self.reply(&message.json()),
            _ => {}
        }
    }

    /// Takes a record that came by no topic.
    pub(crate) fn record(&mut self, record: &str) {
        self.messages += 1;
        let read: Value = serde_json::from_str(record).expect("a record");
        match read["type"].as_str() {
            Some("game") => self.game = Some(read),
            Some("alert" | "move" | "turn") => self.journaled(record),
            _ => {}
        }
    }

    /// Takes the answer to a command.
    pub(crate) fn reply(&mut self, reply: &Value) {
        self.answered.extend(reply["id"].as_str().map(str::to_owned));
    }

    /// Whether this command was answered, and nothing is missing that it may have done.
    pub(crate) fn has_done(&self, id: &str) -> bool {
        self.answered.contains(id) && self.is_whole()
    }

    pub(crate) fn journaled(&mut self, payload: &str) {
        let record: Value = serde_json::from_str(payload).expect("a record");
        let seq = record["seq"].as_u64().expect("a number");
        if let Some(known) = self.records.get(&seq) {
            assert_eq!(known, payload, "the same number for two records");
            self.repeats += 1;
            return;
        }
        if self.asked_for.remove(&seq) {
            self.filled_in += 1;
        } else if self.records.last_key_value().is_some_and(|(last, _)| *last > seq) {
            self.late += 1;
        }
        self.records.insert(seq, payload.to_owned());
        if let ("alert", Some(id)) = (record["type"].as_str().expect("a type"), record["id"].as_str()) {
            let kind = record["kind"].as_str();
            let asks = matches!(kind, Some("move-ambiguous" | "play-not-recorded" | "position-mismatch"))
                || record["data"]["not_counted"].is_string();
            if record["kind"] == "new-game-set-up" {
                self.asks.clear();
            }
            let raised = record["state"] == "raised";
            let is_of_end = kind.is_some_and(|kind| kind.starts_with("game-ended-") || kind == "flag-fall");
            if raised && record["severity"] == "ruling" && !is_of_end {
                self.rulings.push(format!("{seq} {}: {}", kind.unwrap_or("?"), record["text"].as_str().unwrap_or("?")));
            }
            if raised && record["data"]["reason"] == "no-game" {
                self.no_game = Some(id.to_owned());
            } else {
                self.no_game.take_if(|open| open == id);
            }
            if raised && asks {
                let is_new = self.asks.insert(id.to_owned(), record["ply"].as_u64().unwrap_or(0)).is_none();
                self.questions += usize::from(is_new);
            } else {
                self.asks.remove(id);
            }
        }
    }

    /// Whether the board is connected, as far as that is told.
    pub(crate) fn is_board_there(&self) -> bool {
        let is_there = |status: &Value| status["online"] == true && status["board"]["state"] == "connected";
        self.status.as_ref().is_none_or(is_there)
    }

    /// Whether the game has a result.
    pub(crate) fn has_result(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game["result"] != "*")
    }

    /// The alert that proposes the result that the kings show.
    pub(crate) fn proposed(&self) -> Option<&str> {
        let alerts = self.game.as_ref()?["alerts"].as_array()?;
        alerts.iter().find(|alert| alert["kind"] == "result-signalled")?["id"].as_str()
    }

    /// The number after which something is missing, or the last one.
    pub(crate) fn contiguous(&self) -> u64 {
        (1..).zip(self.records.keys()).take_while(|(expected, seq)| expected == *seq).last().map_or(0, |(last, _)| last)
    }

    /// Asks for what is missing: from after this number on.
    pub(crate) fn ask(&mut self) -> u64 {
        let last = self.records.last_key_value().map_or(0, |(last, _)| *last);
        self.asked_for.extend((1..last).filter(|seq| !self.records.contains_key(seq)));
        self.contiguous()
    }

    pub(crate) fn is_whole(&self) -> bool {
        self.contiguous() == self.records.len() as u64
    }

    /// Whether the last move heard is one of the game told last.
    pub(crate) fn is_of_told(&self) -> bool {
        let told = self.game.as_ref().map(|game| &game["id"]);
        self.last_moved().is_some_and(|game| told.is_none_or(|told| *told == game))
    }

    /// The game of the last move heard.
    fn last_moved(&self) -> Option<Value> {
        let records = self.records.values().rev().filter_map(|text| serde_json::from_str::<Value>(text).ok());
        records.filter(|record| record["type"] == "move").map(|record| record["game"].clone()).next()
    }

    /// Whether the game told last has the moves of the one played last.
    pub(crate) fn has_last(&self, played: &[Vec<String>]) -> bool {
        self.game.as_ref().is_some_and(|game| game["moves"] == json!(played.last()))
    }

    /// Whether it is asked which moves began the game, of which none is known.
    pub(crate) fn asks_first(&self) -> bool {
        let last = self.last_moved();
        // An alert's id begins with its game's.
        let is_of_last = |id: &str| {
            let game = last.as_ref().and_then(Value::as_str);
            game.is_some_and(|game| id.strip_prefix(game).is_some_and(|rest| rest.starts_with('#')))
        };
        self.asks.iter().any(|(id, ply)| *ply == 1 && !is_of_last(id))
    }

    /// The moves of each game as they stand.
    pub(crate) fn games(&self) -> Vec<Vec<String>> {
        let mut games: Vec<(Value, BTreeMap<u64, String>)> = Vec::new();
        for record in self.records.values().map(|text| serde_json::from_str::<Value>(text).expect("a record")) {
            if record["type"] != "move" {
                continue;
            }
            let ply = record["ply"].as_u64().expect("a number");
            if games.last().is_none_or(|(id, _)| *id != record["game"]) {
                games.push((record["game"].clone(), BTreeMap::new()));
            }
            let (_, game) = games.last_mut().expect("one");
            if record["status"] == "retracted" {
                game.remove(&ply);
            } else {
                game.insert(ply, record["uci"].as_str().expect("a move").to_owned());
            }
        }
        games.into_iter().map(|(_, game)| game.into_values().collect()).collect()
    }

    pub(crate) fn alerts(&self) -> BTreeMap<String, usize> {
        let mut alerts = BTreeMap::new();
        for record in self.records.values().map(|text| serde_json::from_str::<Value>(text).expect("a record")) {
            if record["type"] == "alert" && record["state"] == "raised" {
                let name = format!(
                    "{} {}",
                    record["severity"].as_str().unwrap_or("?"),
                    record["kind"].as_str().unwrap_or("?")
                );
                *alerts.entry(name).or_default() += 1;
            }
        }
        alerts
    }
}
