//! One client's dialogue: what it asks is answered, and what it listens to is told.
//!
//! Nothing waits for a client: what it has been told is known, and it is told what has changed since. Some clients look at
//! the last move of a list alone, others at how much longer it has become. So a list grows by one move at a time, and where a
//! move that was told is another, it is shortened first to what still holds.
//!
//! A client may listen to hundreds of boards, and a long list that grows move by move is megabytes. So a frame is made
//! when it is taken, and a client that takes none costs nothing.

use std::{
    collections::{BTreeMap, btree_map::ValuesMut},
    sync::Arc,
};

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{
    super::dgt::ClockForm,
    since::{Course, Moves, Since},
    state::{Answer, Seat, State},
};
use crate::hall::time::Time;

/// Most feeds of a client: it may listen to each of hundreds of boards.
const MAX_FEEDS: usize = 1_024;

/// Most of them that are of one board: known clients have one.
const MAX_FEEDS_OF_BOARD: usize = 8;

/// Longest position that a client may give, in bytes. The longest FEN that there can be has some ninety.
const MAX_FEN: usize = 128;

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
    /// Those that it was told.
    moves: Moves,
    told: Progress,
}

/// How much a feed was told.
#[derive(Debug)]
enum Progress {
    /// All of a game, where there is one. The clock goes on.
    All(Option<Arc<Course>>),
    /// Nothing since it was begun or set up.
    Nothing,
    /// Not all of a game.
    Part,
}

/// Frames to a client, in their order. One is made when it is taken; what nobody takes is due again, with what else is
/// new then.
#[derive(Debug)]
#[must_use = "a frame is made when it is taken"]
pub struct Frames<'a> {
    state: &'a State,
    now: Time,
    answer: Option<String>,
    /// The one that is told, and those after it.
    feed: Option<&'a mut Feed>,
    others: Option<ValuesMut<'a, String, Feed>>,
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
    pub fn frame<'a>(&'a mut self, state: &'a State, text: &str, now: Time) -> Frames<'a> {
        let (answer, opened) = self.answered(state, text, now);
        let feed = opened.and_then(|key| self.feeds.get_mut(&key));
        Frames { state, now, answer, feed, others: None }
    }

    /// What the client is to be told unasked.
    pub fn news<'a>(&'a mut self, state: &'a State, now: Time) -> Frames<'a> {
        Frames { state, now, answer: None, feed: None, others: Some(self.feeds.values_mut()) }
    }

    /// The frame that answers another, and the feed that it begins or sets up.
    fn answered(&mut self, state: &State, text: &str, now: Time) -> (Option<String>, Option<String>) {
        let fault = |id: &Value, message: &str| (Some(error(id, message, now)), None);
        let asked: Value = match serde_json::from_str(text) {
            Ok(asked @ Value::Object(_)) => asked,
            Ok(_) => return fault(&Value::Null, "expected a JSON object"),
            Err(error) => return fault(&Value::Null, &format!("no JSON: {error}")),
        };
        // Clients compare it with the number that they have sent.
        let id = &asked["id"];
        let id = if id.is_number() || id.is_string() { id.clone() } else { Value::Null };
        match self.answer(state, &asked) {
            Ok((answer, opened)) => (frame("call", &id, &answer, now), opened),
            Err(Refusal(message)) => fault(&id, &message),
        }
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
        let of_board = self.feeds.iter().filter(|(other, feed)| **other != key && feed.table == seat.table).count();
        if of_board >= MAX_FEEDS_OF_BOARD {
            return Err(Refusal(format!("more than {MAX_FEEDS_OF_BOARD} feeds of one eboard")));
        }
        let feed = Feed {
            id: id.clone(),
            serial,
            table: seat.table.clone(),
            board: None,
            clock: None,
            since: None,
            moves: Moves::default(),
            told: Progress::Nothing,
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
                let fen = given["fen"].as_str().unwrap_or_default();
                // It is kept, and told with each list.
                if fen.len() > MAX_FEN {
                    return Err(Refusal(format!("a \"fen\" of more than {MAX_FEN} bytes")));
                }
                let since = Since::new(fen).ok_or_else(|| Refusal("expected \"fen\", a position".to_owned()))?;
                if let Some(feed) = self.feeds.get_mut(&key) {
                    (feed.since, feed.told) = (Some(since), Progress::Nothing);
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
}

impl Iterator for Frames<'_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        if let Some(answer) = self.answer.take() {
            return Some(answer);
        }
        loop {
            if let Some(feed) = &mut self.feed
                && let Some(seat) = self.state.table(&feed.table)
                && let Some(frame) = feed.next_frame(seat, self.now)
            {
                return Some(frame);
            }
            self.feed = Some(self.others.as_mut()?.next()?);
        }
    }
}

impl Feed {
    /// The next frame, where something is to be told.
    fn next_frame(&mut self, seat: &Seat, now: Time) -> Option<String> {
        let is_told = match &self.told {
            Progress::All(course) => course.as_ref().map(Arc::as_ptr) == seat.course.as_ref().map(Arc::as_ptr),
            Progress::Nothing => return self.begin(seat, now),
            Progress::Part => false,
        };
        if is_told { self.clock_frame(seat, now) } else { self.game_frame(seat, now) }
    }

    /// What is told first of a feed, or after it was set up. The list has no moves yet.
    fn begin(&mut self, seat: &Seat, now: Time) -> Option<String> {
        let mut told = self.base();
        (self.board, self.clock) = (seat.placement(), seat.clock());
        if let Some(board) = &self.board {
            told.insert("board".to_owned(), board.as_str().into());
        }
        told.insert("clock".to_owned(), json!(self.clock));
        self.told = Progress::Part;
        if let Some(since) = &mut self.since {
            self.moves = since.moves(seat.course.as_ref()).first(0);
            self.tell_moves(&mut told);
        }
        frame("feed", &self.id, &told, now)
    }

    /// Of a game that is told: its clock.
    fn clock_frame(&mut self, seat: &Seat, now: Time) -> Option<String> {
        let mut told = self.base();
        if self.tell_clock(seat, &mut told) { frame("feed", &self.id, &told, now) } else { None }
    }

    /// Of a game that is not told: a step of its list, where there is one. The last step tells what else is new.
    fn game_frame(&mut self, seat: &Seat, now: Time) -> Option<String> {
        let mut told = self.base();
        let Some(since) = &mut self.since else {
            return if self.tell_rest(seat, &mut told) { frame("feed", &self.id, &told, now) } else { None };
        };
        let moves = since.moves(seat.course.as_ref());
        let all = moves.count;
        let kept = self.moves.in_common(&moves);
        let is_longer = kept == self.moves.count && kept < all;
        if is_longer || kept < self.moves.count {
            let count = if is_longer { kept + 1 } else { kept };
            self.moves = moves.first(count);
            self.told = Progress::Part;
            if count == all {
                self.tell_rest(seat, &mut told);
            }
            self.tell_moves(&mut told);
            return frame("feed", &self.id, &told, now);
        }
        let mut is_news = self.tell_rest(seat, &mut told);
        // A list that is told twice may be played twice.
        if moves.matches != self.moves.matches {
            told.insert("match".to_owned(), moves.matches.into());
            is_news = true;
        }
        self.moves = moves;
        if is_news { frame("feed", &self.id, &told, now) } else { None }
    }

    /// Tells what is new besides the moves: then all of the game is told. Gives whether there is anything.
    fn tell_rest(&mut self, seat: &Seat, told: &mut Map<String, Value>) -> bool {
        let is_clock_new = self.tell_clock(seat, told);
        self.told = Progress::All(seat.course.clone());
        let board = seat.placement();
        if board.is_none() || board == self.board {
            return is_clock_new;
        }
        told.insert("board".to_owned(), json!(board));
        self.board = board;
        true
    }

    fn tell_clock(&mut self, seat: &Seat, told: &mut Map<String, Value>) -> bool {
        let clock = seat.clock();
        if clock == self.clock {
            return false;
        }
        told.insert("clock".to_owned(), json!(clock));
        self.clock = clock;
        true
    }

    /// What each frame has.
    fn base(&self) -> Map<String, Value> {
        let mut told = Map::new();
        told.insert("serialnr".to_owned(), self.serial.as_str().into());
        told.insert("flipped".to_owned(), false.into());
        told
    }

    fn tell_moves(&self, told: &mut Map<String, Value>) {
        let Some(since) = &self.since else { return };
        told.insert("start".to_owned(), since.fen.as_str().into());
        told.insert("san".to_owned(), self.moves.sans().collect());
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
