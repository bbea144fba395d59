//! One client's dialogue: what it asks is answered, and what it listens to is told.
//!
//! Nothing waits for a client: what it has been told is known, and it is told what has changed since. Some clients look at
//! the last move of a list alone, others at how much longer it has become. So a list grows by one move at a time, and where a
//! move that was told is another, it is shortened first to what still holds.

use std::{collections::BTreeMap, sync::Arc};

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{
    super::{dgt::ClockForm, told::ToldGame},
    since::{Moves, Since},
    state::{Answer, Seat, State},
};
use crate::hall::time::Time;

/// Most feeds of a client.
const MAX_FEEDS: usize = 1_024;

/// Longest id of a feed as JSON, in bytes: clients number them.
const MAX_ID: usize = 64;

/// Most letters of what a client has said that an error repeats.
const MAX_REPEATED: usize = 60;

/// A client.
#[derive(Debug, Default)]
pub struct Client {
    /// By their ids, as text.
    feeds: BTreeMap<String, Feed>,
}

/// What a client listens to.
#[derive(Debug)]
struct Feed {
    id: Value,
    /// As the client calls it.
    serial: String,
    table: String,
    board: Option<String>,
    clock: Option<ClockForm>,
    since: Option<Since>,
    moves: Moves,
    /// What was told of, besides the clock.
    game: Option<Arc<ToldGame>>,
}

/// A frame to a client.
#[derive(Serialize)]
struct Frame<'a, P: Serialize> {
    response: &'a str,
    id: &'a Value,
    param: P,
    time: i64,
}

/// Why a client does not get what it wants, in words.
struct Refusal(String);

impl Client {
    /// Answers a frame of the client: first the answer, then what it is told besides.
    pub fn frame(&mut self, state: &State, text: &str, now: Time) -> Vec<String> {
        let asked: Value = match serde_json::from_str(text) {
            Ok(asked @ Value::Object(_)) => asked,
            Ok(_) => return vec![error(&Value::Null, "expected a JSON object", now)],
            Err(fault) => return vec![error(&Value::Null, &format!("no JSON: {fault}"), now)],
        };
        // Clients compare it with the number that they have sent.
        let id = &asked["id"];
        let id = if id.is_number() || id.is_string() { id.clone() } else { Value::Null };
        let mut frames = Vec::new();
        match self.answer(state, &asked) {
            Ok((answer, opened)) => {
                frames.extend(frame("call", &id, &answer, now));
                frames.extend(opened.iter().flat_map(|key| self.begin(key, state, now)));
            }
            Err(Refusal(message)) => frames.push(error(&id, &message, now)),
        }
        frames
    }

    /// What the client is to be told unasked.
    pub fn news(&mut self, state: &State, now: Time) -> Vec<String> {
        let mut frames = Vec::new();
        for feed in self.feeds.values_mut() {
            if let Some(seat) = state.table(&feed.table) {
                frames.extend(feed.news(seat, now));
            }
        }
        frames
    }

    /// The answer, and the feed that it begins or sets up.
    fn answer<'a>(&mut self, state: &'a State, asked: &Value) -> Result<(Answer<'a>, Option<String>), Refusal> {
        let param = &asked["param"];
        let call = asked["call"].as_str().ok_or_else(|| Refusal("expected \"call\", a text".to_owned()))?;
        let named = || text_of(&param["uuid"]).or_else(|| text_of(&param["id"])).unwrap_or_default();
        let nothing = |what: &str| Refusal(format!("there is no such {what}"));
        let answer = match call {
            "call" => return self.call(param),
            // Clients stop at an empty list, and ask again after an error.
            "eboards" if !state.has_boards() => return Err(Refusal("no board is known yet".to_owned())),
            "eboards" => state.eboards(),
            "game" => state.game(&named()).ok_or_else(|| nothing("game"))?,
            "round" => {
                let place = param["round"].as_u64().or_else(|| param["nr"].as_u64());
                let place = place.and_then(|place| u16::try_from(place).ok());
                place.and_then(|place| state.round(&named(), place)).ok_or_else(|| nothing("round"))?
            }
            "subscribe" => return self.subscribe(state, param),
            "tournament" => state.tournament(&named()).ok_or_else(|| nothing("tournament"))?,
            "tournaments" => state.tournaments(),
            "unsubscribe" => {
                self.feeds.remove(&self.feed(param)?);
                Answer::Nothing
            }
            other => return Err(Refusal(format!("unknown call {}", repeated(other)))),
        };
        Ok((answer, None))
    }

    fn subscribe<'a>(&mut self, state: &State, param: &Value) -> Result<(Answer<'a>, Option<String>), Refusal> {
        let feed = param["feed"].as_str().unwrap_or_default();
        if feed != "eboardevent" {
            return Err(Refusal(format!("unknown feed {}", repeated(feed))));
        }
        let id = &param["id"];
        if !id.is_number() && !id.is_string() {
            return Err(Refusal("expected the feed's \"id\", a number".to_owned()));
        }
        let serial = text_of(&param["param"]["serialnr"]).unwrap_or_default();
        let seat = state.seat(&serial).ok_or_else(|| Refusal(format!("unknown eboard {}", repeated(&serial))))?;
        let key = id.to_string();
        if key.len() > MAX_ID {
            return Err(Refusal(format!("a feed's \"id\" of more than {MAX_ID} bytes")));
        }
        if !self.feeds.contains_key(&key) && self.feeds.len() >= MAX_FEEDS {
            return Err(Refusal(format!("more than {MAX_FEEDS} feeds")));
        }
        let feed = Feed {
            id: id.clone(),
            serial,
            table: seat.table.clone(),
            board: None,
            clock: None,
            since: None,
            moves: Moves::default(),
            game: None,
        };
        self.feeds.insert(key.clone(), feed);
        Ok((Answer::Nothing, Some(key)))
    }

    /// A method of a feed.
    fn call<'a>(&mut self, param: &Value) -> Result<(Answer<'a>, Option<String>), Refusal> {
        let key = self.feed(param)?;
        let method = param["method"].as_str().unwrap_or_default();
        let given = &param["param"];
        match method {
            // Which way round a board lies is found from what stands on it, for all clients alike. One client calls this
            // by the other name.
            "flip" => Ok((Answer::Nothing, None)),
            "setup" if given.get("fen").is_none() && given["flip"].is_boolean() => Ok((Answer::Nothing, None)),
            "setup" => {
                let since = given["fen"].as_str().and_then(Since::new);
                let since = since.ok_or_else(|| Refusal("expected \"fen\", a position".to_owned()))?;
                if let Some(feed) = self.feeds.get_mut(&key) {
                    feed.since = Some(since);
                }
                Ok((Answer::Nothing, Some(key)))
            }
            "unsubscribe" => {
                self.feeds.remove(&key);
                Ok((Answer::Nothing, None))
            }
            other => Err(Refusal(format!("unknown method {}", repeated(other)))),
        }
    }

    /// The feed that a client means.
    fn feed(&self, param: &Value) -> Result<String, Refusal> {
        let key = param["id"].to_string();
        let known = self.feeds.contains_key(&key).then_some(key);
        known.ok_or_else(|| Refusal("there is no such feed".to_owned()))
    }

    /// What is told first of a feed, or after it was set up.
    fn begin(&mut self, key: &str, state: &State, now: Time) -> Vec<String> {
        let Some(feed) = self.feeds.get_mut(key) else { return Vec::new() };
        let Some(seat) = state.table(&feed.table) else { return Vec::new() };
        feed.begin(seat, now)
    }
}

impl Feed {
    fn begin(&mut self, seat: &Seat, now: Time) -> Vec<String> {
        let mut told = self.told();
        (self.board, self.clock) = (seat.placement(), seat.clock());
        self.game.clone_from(&seat.game);
        if let Some(board) = &self.board {
            told.insert("board".to_owned(), board.as_str().into());
        }
        told.insert("clock".to_owned(), json!(self.clock));
        let Some(since) = &mut self.since else { return frame("feed", &self.id, &told, now).into_iter().collect() };
        let moves = since.moves(seat.game.as_ref());
        let is_all = moves.sans.is_empty();
        self.moves = Moves { sans: Vec::new(), matches: is_all && moves.matches };
        self.tell_moves(&mut told);
        let mut frames: Vec<String> = frame("feed", &self.id, &told, now).into_iter().collect();
        frames.extend(self.grow(moves, self.told(), now));
        frames
    }

    fn news(&mut self, seat: &Seat, now: Time) -> Vec<String> {
        let clock = seat.clock();
        let is_same = self.game.as_ref().map(Arc::as_ptr) == seat.game.as_ref().map(Arc::as_ptr);
        if is_same && clock == self.clock {
            return Vec::new();
        }
        let mut told = self.told();
        let mut is_news = false;
        if clock != self.clock {
            told.insert("clock".to_owned(), json!(clock));
            self.clock = clock;
            is_news = true;
        }
        if is_same {
            return frame("feed", &self.id, &told, now).into_iter().collect();
        }
        self.game.clone_from(&seat.game);
        let board = seat.placement();
        if board.is_some() && board != self.board {
            told.insert("board".to_owned(), json!(board));
            self.board = board;
            is_news = true;
        }
        let Some(since) = &mut self.since else {
            return if is_news { frame("feed", &self.id, &told, now).into_iter().collect() } else { Vec::new() };
        };
        let moves = since.moves(seat.game.as_ref());
        let mut frames = Vec::new();
        let kept = moves.sans.iter().zip(&self.moves.sans).take_while(|(new, old)| new == old).count();
        if kept < self.moves.sans.len() {
            let is_all = kept == moves.sans.len();
            self.moves.sans.truncate(kept);
            self.moves.matches = is_all && moves.matches;
            let mut shortened = if is_all { std::mem::take(&mut told) } else { self.told() };
            self.tell_moves(&mut shortened);
            frames.extend(frame("feed", &self.id, &shortened, now));
            if is_all {
                return frames;
            }
        }
        if kept < moves.sans.len() {
            frames.extend(self.grow(moves, told, now));
            return frames;
        }
        // A list that is told twice may be played twice.
        if moves.matches != self.moves.matches {
            self.moves.matches = moves.matches;
            told.insert("match".to_owned(), moves.matches.into());
            is_news = true;
        }
        if is_news {
            frames.extend(frame("feed", &self.id, &told, now));
        }
        frames
    }

    /// Tells what has come to the list, a move at a time; the last frame tells what else is new.
    fn grow(&mut self, moves: Moves, last: Map<String, Value>, now: Time) -> Vec<String> {
        let mut frames = Vec::new();
        let mut last = Some(last);
        let all = moves.sans.len();
        for san in moves.sans.into_iter().skip(self.moves.sans.len()) {
            self.moves.sans.push(san);
            let is_last = self.moves.sans.len() == all;
            self.moves.matches = is_last && moves.matches;
            let whole = if is_last { last.take() } else { None };
            let mut told = whole.unwrap_or_else(|| self.told());
            self.tell_moves(&mut told);
            frames.extend(frame("feed", &self.id, &told, now));
        }
        frames
    }

    fn told(&self) -> Map<String, Value> {
        let mut told = Map::new();
        told.insert("serialnr".to_owned(), self.serial.as_str().into());
        told.insert("flipped".to_owned(), false.into());
        told
    }

    fn tell_moves(&self, told: &mut Map<String, Value>) {
        let Some(since) = &self.since else { return };
        told.insert("start".to_owned(), since.fen.as_str().into());
        told.insert("san".to_owned(), json!(self.moves.sans));
        told.insert("match".to_owned(), self.moves.matches.into());
    }
}

/// None of them has keys that are no text.
fn frame(response: &str, id: &Value, param: impl Serialize, now: Time) -> Option<String> {
    serde_json::to_string(&Frame { response, id, param, time: now.0 }).ok()
}

fn error(id: &Value, message: &str, now: Time) -> String {
    json!({ "response": "error", "id": id, "param": { "message": message }, "time": now.0 }).to_string()
}

/// A text, or a number as one.
fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::Number(number) => Some(number.to_string()),
        Value::String(text) => Some(text.clone()),
        Value::Array(_) | Value::Bool(_) | Value::Null | Value::Object(_) => None,
    }
}

/// What a client has said, in quotes and not too long.
fn repeated(said: &str) -> String {
    let short: String = said.chars().take(MAX_REPEATED).collect();
    format!("{short:?}")
}
