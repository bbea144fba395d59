//! The first line of a log, read: what a table must know to begin the game.

use protocols::registry::Sensing;
use serde::Deserialize;

use super::{
    ClockWatch, Header, Problem,
    event::{RawEvent, color, value},
};
use crate::{
    board::ClockTimes,
    game::{persons::Persons, pgn::Tags, record::Players},
    rules::{Position, Variant},
    table::words::{CLOCK, CONTACT, EDITION, LANGUAGE, REGIME, SENSING, SUPERVISION, TIME_CONTROL, VARIANT},
    turn::{
        Beginning, ClockUse, Contact, GameTime, Given, Laws, MAX_ILLEGAL_MOVES, Nodes, PerPlayer, Settings, Start,
        Timing,
    },
};

/// Largest `seq` that a log may go on from: readers of JSON agree on numbers to 2^53, and whatever a game records has room
/// below that.
pub const MAX_SEQ: u64 = 9_000_000_000_000_000;

/// Largest number of a game in its run of the table. Those that follow have room behind it.
const MAX_NUMBER: u32 = 1_000_000_000;

/// A header as it stands there.
#[derive(Deserialize)]
pub(super) struct RawHeader {
    log: String,
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    table: Option<String>,
    #[serde(default)]
    number: Option<u32>,
    #[serde(default)]
    seq: u64,
    #[serde(default)]
    edition: Option<String>,
    #[serde(default)]
    regime: Option<String>,
    #[serde(default)]
    supervision: Option<String>,
    #[serde(default)]
    variant: Option<String>,
    #[serde(default)]
    sensing: Option<String>,
    #[serde(default)]
    clock: Option<String>,
    #[serde(default)]
    time_control: Option<String>,
    #[serde(default)]
    language: Option<String>,
    #[serde(default)]
    fen: Option<String>,
    #[serde(default)]
    given: RawGiven,
    #[serde(default)]
    timing: RawTiming,
    #[serde(default)]
    begin: Option<RawBegin>,
    #[serde(default)]
    date: Option<String>,
    #[serde(default)]
    players: Players,
    #[serde(default)]
    persons: Persons,
    #[serde(default)]
    pub(super) events: Vec<RawEvent<String>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum RawBegin {
    Game(RawBeginning),
    Word(String),
}

#[derive(Deserialize)]
struct RawBeginning {
    t_ms: u64,
    #[serde(default)]
    board: Option<String>,
    #[serde(default)]
    clock: Option<RawReading>,
    #[serde(default)]
    contact: Option<String>,
    #[serde(default)]
    unseen: Vec<String>,
    #[serde(default)]
    to_move: Option<String>,
}

#[derive(Deserialize)]
struct RawReading {
    t_ms: u64,
    #[serde(default)]
    white_ms: Option<u32>,
    #[serde(default)]
    black_ms: Option<u32>,
    #[serde(default)]
    running: Option<String>,
}

#[derive(Deserialize, Default)]
struct RawGiven {
    #[serde(default)]
    history: Vec<String>,
    #[serde(default)]
    history_fen: Option<String>,
    #[serde(default)]
    initial_fen: Option<String>,
    #[serde(default)]
    illegal_moves: RawCounts,
}

#[derive(Deserialize, Default)]
struct RawCounts {
    #[serde(default)]
    white: u32,
    #[serde(default)]
    black: u32,
}

#[derive(Deserialize, Default)]
struct RawTiming {
    settle_ms: Option<u64>,
    scan_tie_ms: Option<u64>,
    flicker_ms: Option<u64>,
    two_hands_ms: Option<u64>,
    press_grace_ms: Option<u64>,
    displaced_ms: Option<u64>,
}

/// Understands a header.
///
/// # Errors
/// [`Problem::Value`] for the first field that cannot be used.
pub(super) fn read_header(raw: RawHeader) -> Result<Header, Problem> {
    if raw.log != "touchmove/1" {
        return Err(value("log", &raw.log, "\"touchmove/1\""));
    }
    let edition = EDITION.read(raw.edition, Problem::value)?;
    let regime = REGIME.read(raw.regime, Problem::value)?;
    let supervision = SUPERVISION.read(raw.supervision, Problem::value)?;
    let variant = VARIANT.read(raw.variant, Problem::value)?.unwrap_or_default();
    let sensing = SENSING.read(raw.sensing, Problem::value)?;
    let (clock, watch) = CLOCK.read(raw.clock, Problem::value)?.unwrap_or((ClockUse::Present, ClockWatch::Known));
    let position = match &raw.fen {
        Some(fen) => read_fen("fen", fen, variant)?,
        None => Position::first_of(variant),
    };
    let id = raw.id.unwrap_or_else(|| "log".to_owned());
    let number = up_to("number", 1, MAX_NUMBER.into(), raw.number.unwrap_or(1))?;
    let session = match number {
        1 => Some(&*id),
        _ => id.strip_suffix(&format!("/{number}")),
    };
    let session = session.ok_or_else(|| value("number", &number.to_string(), "what the id ends in"))?.to_owned();
    let given = read_given(&raw.given, &position, variant)?;
    let unknown = Tags::default();
    Ok(Header {
        table: raw.table.unwrap_or(id),
        session,
        number,
        seq: up_to("seq", 0, MAX_SEQ, raw.seq)?,
        settings: Settings {
            laws: Laws::new(edition.unwrap_or_default(), regime.unwrap_or_default(), supervision),
            sensing: sensing.unwrap_or(Sensing::Identity),
            clock,
            timing: read_timing(&raw.timing)?,
            nodes: Nodes::default(),
            time_control: TIME_CONTROL.read(raw.time_control.clone(), Problem::value)?,
        },
        clock: watch,
        start: match raw.begin {
            None => Start::Playing(position),
            Some(RawBegin::Game(raw)) => Start::Begun(Box::new(read_beginning(&raw, position)?)),
            Some(RawBegin::Word(word)) if word == "setup" => Start::Setup(variant),
            Some(RawBegin::Word(word)) => return Err(value("begin", &word, "setup, or an object")),
        },
        given,
        tags: Tags { date: raw.date.unwrap_or(unknown.date), time_control: raw.time_control, ..Tags::default() },
        players: raw.players,
        persons: raw.persons,
        language: LANGUAGE.read(raw.language, Problem::value)?.unwrap_or_default(),
    })
}

fn read_beginning(raw: &RawBeginning, position: Position) -> Result<Beginning, Problem> {
    let board = match &raw.board {
        Some(board) => board.parse().map_err(|_| value("begin.board", board, "the placement field of a FEN"))?,
        None => *position.placement(),
    };
    let contact = CONTACT.read(raw.contact.clone(), Problem::value)?;
    let mut unseen = Vec::new();
    let mut now = position.clone();
    for uci in &raw.unseen {
        let m = now.legal_move(uci).ok_or_else(|| value("begin.unseen", uci, "a legal move in UCI"))?;
        now = now.play(&m);
        unseen.push(m);
    }
    let clock = raw.clock.as_ref().map(|raw| {
        let running = raw.running.as_deref().map(|name| color("begin.clock.running", Some(name))).transpose()?;
        Ok((GameTime(raw.t_ms), ClockTimes { white_ms: raw.white_ms, black_ms: raw.black_ms, running }))
    });
    Ok(Beginning {
        at: GameTime(raw.t_ms),
        position,
        board,
        clock: clock.transpose()?,
        contact: contact.unwrap_or(Contact::Kept),
        unseen,
        to_move: raw.to_move.as_deref().map(|name| color("begin.to_move", Some(name))).transpose()?,
    })
}

fn read_given(raw: &RawGiven, position: &Position, variant: Variant) -> Result<Given, Problem> {
    let first = match (&raw.history_fen, &raw.initial_fen) {
        (Some(fen), _) => read_fen("given.history_fen", fen, variant)?,
        (None, Some(fen)) => read_fen("given.initial_fen", fen, variant)?,
        (None, None) => Position::first_of(variant),
    };
    let mut history = Vec::new();
    let mut now = first;
    for uci in &raw.history {
        let m = now.legal_move(uci).ok_or_else(|| value("given.history", uci, "a legal move in UCI"))?;
        history.push(now.clone());
        now = now.play(&m);
    }
    if !raw.history.is_empty() && now.placement() != position.placement() {
        return Err(value("given.history", &now.fen(), "moves that lead to the header's fen"));
    }
    let initial = raw.initial_fen.as_deref().map(|fen| read_fen("given.initial_fen", fen, variant)).transpose()?;
    let most = MAX_ILLEGAL_MOVES.into();
    let white = up_to("given.illegal_moves.white", 0, most, raw.illegal_moves.white)?;
    let black = up_to("given.illegal_moves.black", 0, most, raw.illegal_moves.black)?;
    Ok(Given { history, initial, illegal_moves: PerPlayer { white, black } })
}

fn read_timing(raw: &RawTiming) -> Result<Timing, Problem> {
    let mut timing = Timing::default();
    let mut set =
        |field: &'static str, value_ms: Option<u64>, max: u16, slot: fn(&mut Timing) -> &mut u16| match value_ms {
            None => Ok(()),
            Some(ms) if ms <= u64::from(max) => {
                *slot(&mut timing) = ms as u16;
                Ok(())
            }
            Some(ms) => Err(value(field, &ms.to_string(), &format!("0 to {max} ms"))),
        };
    set("timing.settle_ms", raw.settle_ms, 2_000, |timing| &mut timing.settle_ms)?;
    set("timing.scan_tie_ms", raw.scan_tie_ms, 200, |timing| &mut timing.scan_tie_ms)?;
    set("timing.flicker_ms", raw.flicker_ms, 1_000, |timing| &mut timing.flicker_ms)?;
    set("timing.two_hands_ms", raw.two_hands_ms, 5_000, |timing| &mut timing.two_hands_ms)?;
    set("timing.press_grace_ms", raw.press_grace_ms, 3_000, |timing| &mut timing.press_grace_ms)?;
    set("timing.displaced_ms", raw.displaced_ms, 10_000, |timing| &mut timing.displaced_ms)?;
    Ok(timing)
}

/// A number that must be within these bounds.
fn up_to<N: Copy + Into<u64>>(field: &'static str, least: u64, most: u64, found: N) -> Result<N, Problem> {
    match found.into() {
        number if (least..=most).contains(&number) => Ok(found),
        number => Err(value(field, &number.to_string(), &format!("{least} to {most}"))),
    }
}

fn read_fen(field: &'static str, fen: &str, variant: Variant) -> Result<Position, Problem> {
    Position::from_fen(fen, variant)
        .map_err(|error| value(field, fen, &format!("a FEN of a possible position ({error})")))
}

#[cfg(test)]
mod tests {
    use crate::table::{Problem, Replay, read_line};

    #[test]
    fn a_number_behind_which_nothing_could_be_counted_is_refused_by_its_field() {
        for (field, fields) in [
            ("seq", r#""seq":18446744073709551615"#),
            ("seq", r#""seq":9000000000000001"#),
            ("number", r#""id":"g/4294967295","number":4294967295"#),
            ("number", r#""id":"g/0","number":0"#),
            ("given.illegal_moves.white", r#""given":{"illegal_moves":{"white":4294967295}}"#),
            ("given.illegal_moves.black", r#""given":{"illegal_moves":{"black":100}}"#),
        ] {
            let error = read_line(&format!(r#"{{"log":"touchmove/1",{fields}}}"#), 7).expect_err(fields);
            assert_eq!(error.line, 7);
            assert!(
                matches!(error.problem, Problem::Value { field: named, .. } if named == field),
                "{fields}: {error}"
            );
        }
    }

    #[test]
    fn behind_the_largest_numbers_a_game_is_counted_on() {
        let log = r#"
{"log":"touchmove/1","id":"g/1000000000","number":1000000000,"seq":9000000000000000,"given":{"illegal_moves":{"white":99,"black":99}}}
{"t_ms":1000,"ev":"lift","sq":"e2","piece":"P"}
{"t_ms":2000,"ev":"drop","sq":"e5","piece":"P"}
{"t_ms":2500,"ev":"press","by":"white"}
{"t_ms":9000,"ev":"command","command":{"command":"new-game","abandon":true}}
"#;
        let (mut seq, mut games) = (0, Vec::new());
        let replayed = Replay::default().run(log.as_bytes(), &mut |record| {
            seq = record.seq;
            games.extend(record.game.clone());
            Ok(())
        });
        replayed.expect("a log");
        assert!(seq > super::MAX_SEQ);
        assert_eq!(games.first().map(|game| &**game), Some("g/1000000000"));
    }
}
