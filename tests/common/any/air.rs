//! Anything that a broadcast can hear, and what those who take it may say, as lines; what is none of them is passed over.
//!
//! | line | what |
//! |---|---|
//! | `>1 {..}` | a record of table 1 for the public |
//! | `:1 ..` | the PGN of its game; a bar ends each of its lines |
//! | `#1 g` | the first board's game is table 1's of this id |
//! | `*1 1-0` | its result, by hand |
//! | `${..}` | a frame of one of LiveChess' clients |
//! | `/..` | what one of them asks for by address |
//! | `%200 5 {..}` | Lichess' answer to a push: status, when to try again, body |
//! | `&{..}` | what it says of the round |
//! | `+250` | so many milliseconds pass |
//! | `.` | all begins anew with what was kept |

use std::{
    collections::BTreeMap,
    sync::{Arc, LazyLock},
};

use serde_json::Value;
use touchmove::{
    broadcast::{
        Broadcast, Cloud, Kind, Screens, Settings, Texts,
        lichess::{Answer, Destination, Pushes},
        livechess::{Client, LiveChess, State},
    },
    event::{Board, Player, Told, read_result},
    game::persons::Person,
    hall::{
        protocol::rounds::RoundState,
        rounds::{Listed, ListedEvent, ListedPairing, ListedRound},
        time::Time,
    },
    publish::payload::PublicMessage,
    rules::pgn::{PgnError, read_games},
    table::Replay,
};

/// Most lines that are heard.
const MOST_LINES: usize = 300;

/// Longest that passes at once.
const LONGEST_MS: i64 = 10_000_000_000_000;

/// When it begins.
const BEGIN: Time = Time(1_795_000_000_000);

/// Longest request that Lichess takes, in bytes.
const MAX_BODY: usize = 512 * 1_024;

/// Lichess' name of the round.
const ROUND: &str = "AbCd1234";

/// What two tables say of games that have begun, as lines.
static PLAYED: LazyLock<String> = LazyLock::new(|| {
    let mut lines = String::new();
    for table in ["1", "2"] {
        let log = format!(
            r#"{{"log":"touchmove/1","id":"g","table":"{table}","edition":"2023"}}
{{"t_ms":500,"ev":"clock","white_ms":3600000,"black_ms":3600000,"running":"white"}}
{{"t_ms":1000,"ev":"lift","sq":"e2","piece":"P"}}
{{"t_ms":2000,"ev":"drop","sq":"e4","piece":"P"}}
{{"t_ms":3000,"ev":"press","by":"white"}}
{{"t_ms":3005,"ev":"clock","white_ms":3597500,"black_ms":3600000,"running":"black"}}
{{"t_ms":4000,"ev":"lift","sq":"e7","piece":"p"}}
{{"t_ms":5000,"ev":"drop","sq":"e5","piece":"p"}}
{{"t_ms":6000,"ev":"press","by":"black"}}
"#
        );
        lines += &format!("#{table} g\n");
        lines += &said(&log).iter().map(|json| format!(">{table} {json}\n")).collect::<String>();
    }
    lines
});

/// What a table says to the public of a log.
pub(crate) fn said(log: &str) -> Vec<String> {
    let mut all = Vec::new();
    let replayed = Replay::with_whole_state().run(log.as_bytes(), &mut |record| {
        all.extend(PublicMessage::of(record).expect("short").map(PublicMessage::into_payload));
        Ok(())
    });
    replayed.expect("a log");
    all
}

/// Lets the broadcast hear it all.
pub(crate) fn hear(bytes: &[u8]) {
    let mut venue = Venue::new();
    venue.lines(&String::from_utf8_lossy(bytes));
    venue.lines(".");
}

/// The same for one where two games have begun.
pub(crate) fn answer(bytes: &[u8]) {
    let mut venue = Venue::new();
    venue.lines(&PLAYED);
    venue.lines(&String::from_utf8_lossy(bytes));
}

/// A broadcast with a round of two boards, all that is made of it, and those who take it.
struct Venue {
    now: Time,
    round: ListedRound,
    broadcast: Broadcast,
    kept: BTreeMap<String, String>,
    texts: Texts,
    cloud: Cloud,
    screens: Screens,
    livechess: LiveChess,
    state: Arc<State>,
    client: Client,
    pushes: Pushes,
    pushes_kept: BTreeMap<String, String>,
    is_pushed: bool,
    /// What Lichess says of the round.
    described: Option<Vec<u8>>,
}

impl Venue {
    fn new() -> Venue {
        let pairing = |number: u16| ListedPairing {
            id: u32::from(number),
            board: Board::new(number),
            white: player(&format!("White, {number}")),
            black: player(&format!("Black \"B\", {number}")),
            given: None,
            told: None,
            game: None,
        };
        let round = ListedRound {
            section: None,
            number: 6,
            state: RoundState::On,
            date: None,
            start: Some(BEGIN),
            pairings: vec![pairing(1), pairing(2)],
        };
        let mut venue = Venue {
            now: BEGIN,
            round,
            broadcast: Broadcast::new(settings(), [], BEGIN),
            kept: BTreeMap::new(),
            texts: Texts::default(),
            cloud: Cloud::new("x".to_owned(), None),
            screens: Screens::default(),
            livechess: LiveChess::new("x".to_owned(), ["1".to_owned()]),
            state: Arc::default(),
            client: Client::default(),
            pushes: Pushes::new(destination(), []),
            pushes_kept: BTreeMap::new(),
            is_pushed: false,
            described: None,
        };
        venue.list();
        venue.pass();
        venue
    }

    fn lines(&mut self, text: &str) {
        for line in text.lines().take(MOST_LINES) {
            self.line(line);
            self.pass();
        }
    }

    fn line(&mut self, line: &str) {
        let mut letters = line.chars();
        let (kind, rest) = (letters.next(), letters.as_str());
        let (name, text) = rest.split_once(' ').unwrap_or((rest, ""));
        match kind {
            Some('>') => {
                if let Err(error) = self.broadcast.record(name, text, self.now) {
                    assert!(!error.to_string().is_empty());
                    self.broadcast.pass(self.now);
                    assert!(self.broadcast.told().is_none() && self.broadcast.keep().is_empty(), "{error}");
                }
                self.livechess.status(name, text);
            }
            Some(':') => self.broadcast.pgn(name, &text.replace('|', "\n"), self.now),
            Some('#') => self.pair(name, |pairing| pairing.game = Some((name.to_owned(), text.to_owned()))),
            Some('*') => self.pair(name, |pairing| {
                pairing.given = match read_result(text) {
                    Some(Told::Result(result)) => Some(result),
                    Some(_) | None => None,
                };
            }),
            Some('$') => self.frame(rest),
            Some('/') => {
                if let Some(answer) = self.state.get(rest) {
                    is_json(&answer);
                }
            }
            Some('%') => {
                let (retry, body) = text.split_once(' ').unwrap_or((text, ""));
                let (status, retry_after_s) = (name.parse().unwrap_or(200), retry.parse().ok());
                let body = body.as_bytes().to_vec();
                self.pushes.answered(&Answer::Said { status, retry_after_s, body }, 7, self.now);
                self.is_pushed = false;
            }
            Some('&') => self.described = Some(rest.as_bytes().to_vec()),
            Some('+') => {
                let ms: i64 = rest.trim().parse().unwrap_or(0);
                self.now = self.now.plus(ms.clamp(0, LONGEST_MS));
            }
            Some('.') => {
                self.broadcast = Broadcast::new(settings(), self.kept.values().cloned(), self.now);
                self.pushes = Pushes::new(destination(), self.pushes_kept.values().cloned());
                self.is_pushed = false;
                self.list();
            }
            Some(_) | None => {}
        }
    }

    fn pair(&mut self, board: &str, change: impl FnOnce(&mut ListedPairing)) {
        let place = board.parse::<usize>().unwrap_or(1).clamp(1, self.round.pairings.len());
        change(&mut self.round.pairings[place - 1]);
        self.list();
    }

    fn list(&mut self) {
        let event = ListedEvent {
            name: Some("Lakeside \"Open\" 2026".to_owned()),
            site: Some("Graz".to_owned()),
            time_control: Some("5400+30".to_owned()),
            delay_ms: 5_000,
        };
        let listed = Listed { event: Some(event), rounds: vec![self.round.clone()] };
        self.broadcast.listed(listed, self.now);
    }

    /// A frame is answered, under the id that it has.
    fn frame(&mut self, text: &str) {
        let frames: Vec<String> = self.client.frame(&self.state, text, self.now).collect();
        let first = is_json(frames.first().expect("an answer"));
        let id = serde_json::from_str::<Value>(text).map(|asked| asked["id"].clone()).unwrap_or_default();
        let id = if id.is_number() || id.is_string() { id } else { Value::Null };
        assert_eq!(first["id"], id, "{text}");
        assert!(first["response"] == "call" || first["response"] == "error", "{text}: {first}");
        frames.iter().skip(1).for_each(|frame| assert_eq!(is_json(frame)["response"], "feed"));
    }

    /// What is due is told and then over; whatever is told can be read.
    fn pass(&mut self) {
        self.broadcast.pass(self.now);
        assert!(self.broadcast.next_deadline().is_none_or(|due| due > self.now));
        keep(&mut self.kept, self.broadcast.keep());
        if let Some(told) = self.broadcast.told() {
            self.pushes.told(&told, self.now);
            self.texts.tell(&told);
            self.cloud.tell(&told, self.now);
            self.screens.tell(&told, self.now);
            self.livechess.tell(told, self.now);
            for (address, text) in
                [&self.texts, self.cloud.texts(), self.screens.texts()].into_iter().flat_map(Texts::iter)
            {
                match text.kind {
                    Kind::Json => drop(is_json(&text.body)),
                    Kind::Pgn => is_pgn(&text.body, if address.ends_with("games.pgn") { 2 } else { 1 }),
                }
            }
        }
        if let Some(state) = self.livechess.state() {
            self.state = state;
            self.client.news(&self.state, self.now).for_each(|frame| drop(is_json(&frame)));
            assert!(self.client.news(&self.state, self.now).next().is_none(), "told twice");
        }
        if let Some(push) = self.pushes.poll(self.now) {
            assert!(!self.is_pushed && push.round == ROUND && push.body.len() < MAX_BODY);
            is_pgn(&push.body, 2);
            self.is_pushed = true;
        }
        if self.pushes.look(self.now).is_some() {
            self.pushes.looked(self.described.as_deref());
        }
        assert!(self.pushes.next_deadline().is_none_or(|due| due > self.now || self.is_pushed));
        keep(&mut self.pushes_kept, self.pushes.keep());
        let _ = self.pushes.standing();
    }
}

fn keep(all: &mut BTreeMap<String, String>, new: Vec<touchmove::broadcast::Kept>) {
    for kept in new {
        match kept.text {
            Some(text) => drop(all.insert(kept.name, text)),
            None => drop(all.remove(&kept.name)),
        }
    }
}

fn settings() -> Settings {
    Settings { origin: "x".to_owned(), not_begun: true, ..Settings::default() }
}

fn destination() -> Destination {
    let rounds = BTreeMap::from([((None, 6), ROUND.to_owned())]);
    Destination { at: "https://lichess.example".to_owned(), rounds, delay_ms: 0 }
}

fn player(name: &str) -> Player {
    Player { number: None, name: name.to_owned(), person: Person::default() }
}

fn is_json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text}"))
}

/// So many games at most, each of which can be played through.
fn is_pgn(text: &str, games: usize) {
    let mut count = 0;
    for game in read_games(text.as_bytes()) {
        count += 1;
        match game {
            Ok(game) => assert_eq!(game.broke_off, None, "{text}"),
            Err(PgnError::Fen { .. }) => {}
            Err(error) => panic!("{error} in\n{text}"),
        }
    }
    assert!((1..=games).contains(&count), "{count} games in\n{text}");
}
