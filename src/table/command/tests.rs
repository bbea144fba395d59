use std::io::Cursor;

use protocols::{At, Color, registry::Sensing};

use super::*;
use crate::{
    board::{BoardReading, Event},
    game::{
        pgn::Tags,
        record::{AlertState, Body, Game, Phase},
    },
    table::{Input, Replay, Setup, Source, event_line},
    turn::{AlertKind, Given, Settings, Start},
    words::Language,
};

/// A command that one reader of JSON takes for `identify`, another for `set-result`.
const DOUBLED: &str = r#"{"id":"u","command":"identify","command":"set-result","result":"0-1"}"#;

/// Reads as a command once a reader that looks for this key has rewritten it.
const HIDDEN: &str = r#"{"$serde_json::private::RawValue":"{\"command\":\"set-result\",\"result\":\"0-1\"}"}"#;

const HEADER: &str = "{\"log\":\"touchmove/1\",\"id\":\"g\"}\n";

/// A game of squares that tell their pieces, or do not, at this table.
fn playing(sensing: Sensing) -> Table {
    let settings = Settings { sensing, ..Settings::default() };
    let start = Start::Playing(Position::initial());
    let (given, tags) = (Given::default(), Tags::default());
    let (name, session) = ("1".to_owned(), "s".to_owned());
    Table::new(
        Setup { name, session, settings, start, given, seq: 0, tags, language: Language::default() },
        Source::Log,
    )
}

/// What a table says to this: its answer, and the lines of its log.
fn said_to(json: &str) -> (serde_json::Value, Vec<String>) {
    let mut table = playing(Sensing::Identity);
    table.handle(At(1_000), Input::Command(&GivenCommand::read(json)));
    let (mut reply, mut log) = (serde_json::Value::Null, Vec::new());
    while let Some(output) = table.poll() {
        match output {
            Output::Reply { text, .. } => reply = serde_json::from_str(&text).expect("JSON"),
            Output::Seen(at, happening) => log.push(event_line(at, &happening)),
            _ => {}
        }
    }
    (reply, log)
}

/// What a replay says to these lines behind a header: the answers, and the result of the game.
fn replayed(lines: &str) -> (Vec<serde_json::Value>, &'static str) {
    let (mut replies, mut result) = (Vec::new(), "none");
    let outcome = Replay::default().run(Cursor::new(format!("{HEADER}{lines}")), &mut |record| {
        match &record.body {
            Body::Game(game) => result = game.result,
            Body::Reply(reply) => replies.push(serde_json::to_value(reply)?),
            _ => {}
        }
        Ok(())
    });
    outcome.expect("a log");
    (replies, result)
}

#[test]
fn a_command_with_a_doubled_key_is_refused_and_leaves_nothing_that_could_be_done_later() {
    let refused = |reply: &serde_json::Value| {
        assert_eq!(reply["ok"], false, "{reply}");
        let error = reply["error"].as_str().expect("a reason");
        assert!(error.starts_with("not a command: the key \"command\" stands there twice at line 1 col"), "{error}");
    };
    let (reply, log) = said_to(DOUBLED);
    refused(&reply);
    assert_eq!(reply["id"], "u");
    assert_eq!(log, [""; 0]);
    // As a log may hold it all the same.
    let (replies, result) = replayed(&format!("{{\"t_ms\":1000,\"ev\":\"command\",\"command\":{DOUBLED}}}\n"));
    refused(&replies[0]);
    assert_eq!((replies.len(), result), (1, "*"));
}

#[test]
fn a_key_doubled_anywhere_in_a_command_is_named() {
    for json in [
        r#"{"command":"set-result","result":"1-0","result":"0-1"}"#,
        r#"{"command":"suspend","note":1,"note":1}"#,
        r#"{"command":"new-game","players":{"white":"A","white":"B"}}"#,
        r#"{"id":"1","id":"2","command":"suspend"}"#,
    ] {
        let (reply, log) = said_to(json);
        assert!(reply["error"].as_str().is_some_and(|error| error.contains("stands there twice")), "{reply}");
        assert_eq!(log, [""; 0]);
    }
}

#[test]
fn the_log_has_a_command_in_one_form_and_what_was_refused_is_refused_again() {
    let (reply, log) = said_to(HIDDEN);
    assert_eq!(reply["ok"], false);
    let (replies, result) = replayed(&log.join("\n"));
    assert_eq!((replies.as_slice(), result), (&[reply][..], "*"));

    let (_, log) = said_to("{ \"command\":\r\n \"set-result\",\n\"result\": \"0-1\" }\n");
    let line = r#"{"command":{"command":"set-result","result":"0-1"},"ev":"command","t_ms":1000}"#;
    assert_eq!(log, [line]);
    assert_eq!(replayed(line).1, "0-1");
}

#[test]
fn what_is_wrong_is_named_by_its_place_in_what_was_sent() {
    let error = |json: &str| said_to(json).0["error"].as_str().expect("a reason").to_owned();
    assert_eq!(error("{}"), "not a command: missing field `command` at line 1 column 2");
    assert_eq!(error(r#"{"command":}"#), "not a command: expected value at line 1 column 12");
}

#[test]
fn a_wrong_number_is_named_with_its_field_and_what_may_be_there() {
    let error = |json: &str| said_to(json).0["error"].as_str().expect("a reason").to_owned();
    for (json, expected) in [
        (r#"{"command":"take-back","plies":0}"#, "plies: found \"0\", expected a whole number from 1"),
        (r#"{"command":"take-back","plies":-1}"#, "plies: found \"-1\", expected a whole number from 1"),
        (r#"{"command":"take-back","plies":"2"}"#, "plies: found \"2\", expected a whole number from 1"),
        (r#"{"command":"set-move","ply":1.5,"uci":"e2e4"}"#, "ply: found \"1.5\", expected a whole number from 1"),
        (r#"{"command":"set-move","ply":1,"uci":" "}"#, "uci: found \" \", expected a move in UCI or SAN"),
        (r#"{"command":"resync","seq":-4}"#, "seq: found \"-4\", expected a whole number from 0"),
        (r#"{"command":"set-illegal-moves","white":-1}"#, "white: found \"-1\", expected a whole number from 0"),
        (r#"{"command":"adjust-clock","player":"white","ms":0.5}"#, "ms: found \"0.5\", expected a whole number"),
        (r#"{"command":"take-back"}"#, "not a command: missing field `plies` at line 1 column 23"),
        (r#"{"command":"new-game","players":{"white":7}}"#, "not a command: invalid type: integer `7`"),
    ] {
        assert!(error(json).starts_with(expected), "{json}: {}", error(json));
    }
}

/// Answers, alerts raised, and the game as it was shown last, of all that was said since.
fn heard(table: &mut Table) -> (Vec<bool>, Vec<AlertKind>, Option<Game>) {
    let (mut answers, mut alerts, mut shown) = (Vec::new(), Vec::new(), None);
    while let Some(output) = table.poll() {
        match output {
            Output::Reply { text, .. } => answers.push(text.contains(r#""ok":true"#)),
            Output::Record(record) => match record.body {
                Body::Alert(alert) if alert.state == AlertState::Raised => alerts.push(alert.kind),
                Body::Game(game) => shown = Some(*game),
                _ => {}
            },
            _ => {}
        }
    }
    (answers, alerts, shown)
}

fn give(table: &mut Table, at: u64, commands: &[&str]) {
    for command in commands {
        table.handle(At(at), Input::Command(&GivenCommand::read(command)));
    }
}

const SUSPEND: &str = r#"{"command":"suspend"}"#;
const RESUME: &str = r#"{"command":"resume"}"#;
const WHITE_WINS: &str = r#"{"command":"set-result","result":"1-0"}"#;

/// Pieces go from square to square, and all timers run out.
fn go(table: &mut Table, mut at: u64, moves: &[(&str, &str)]) -> u64 {
    let reading = table.observer.reading();
    let BoardReading::Pieces(mut board) = reading else { panic!("{reading:?}") };
    for (from, to) in moves {
        let [from, to] = [from, to].map(|name| name.parse().expect("a square"));
        let piece = board.set(from, None);
        board.set(to, piece);
        table.handle(At(at), Input::Event(Event::Lift { square: from, piece }));
        table.handle(At(at + 500), Input::Event(Event::Drop { square: to, piece }));
        at += 10_000;
        while let Some(due) = table.next_deadline().filter(|due| due.0 <= at) {
            table.handle(due, Input::Tick);
        }
    }
    at
}

#[test]
fn a_game_that_is_given_a_result_while_it_is_suspended_is_over() {
    for sensing in [Sensing::Identity, Sensing::Occupancy] {
        let mut table = playing(sensing);
        give(&mut table, 1_000, &[SUSPEND]);
        assert_eq!(heard(&mut table).2.map(|game| game.phase), Some(Phase::Suspended));
        give(&mut table, 2_000, &[WHITE_WINS]);
        let (answers, alerts, game) = heard(&mut table);
        let game = game.expect("a record of the game");
        assert_eq!((game.phase, game.result, game.turn), (Phase::Over, "1-0", None), "{sensing:?}");
        assert_eq!((answers, alerts), (vec![true], vec![]));
        // Nor is it suspended where play goes on after all.
        give(&mut table, 3_000, &[r#"{"command":"set-position","fen":"4k3/8/8/8/8/8/8/4K2R w K - 0 1"}"#]);
        assert_eq!(heard(&mut table).2.map(|game| game.phase), Some(Phase::Playing));
    }
}

#[test]
fn what_ended_a_game_before_it_was_suspended_ends_it_once_it_is_confirmed() {
    let mut table = playing(Sensing::Identity);
    table.handle(At(1_000), Input::Event(Event::Flag { by: Color::White }));
    table.handle(At(1_000), Input::Event(Event::Time));
    give(&mut table, 60_000, &[SUSPEND]);
    let (_, alerts, game) = heard(&mut table);
    assert_eq!((alerts, game.map(|game| game.phase)), (vec![AlertKind::FlagFall], Some(Phase::Suspended)));
    give(&mut table, 61_000, &[r#"{"command":"confirm","alert":"s#1"}"#]);
    let game = heard(&mut table).2.expect("a record of the game");
    assert_eq!((game.phase, game.result), (Phase::Over, "0-1"));
}

#[test]
fn a_game_that_is_over_is_neither_suspended_nor_resumed() {
    let mut table = playing(Sensing::Identity);
    give(&mut table, 1_000, &[WHITE_WINS]);
    heard(&mut table);
    for command in [SUSPEND, RESUME] {
        table.handle(At(2_000), Input::Command(&GivenCommand::read(command)));
        let Some(Output::Reply { text: reply, .. }) =
            std::iter::from_fn(|| table.poll()).find(|it| matches!(it, Output::Reply { .. }))
        else {
            panic!("no answer")
        };
        assert!(reply.contains("the game is over: there is no play to suspend or to resume"), "{reply}");
    }
    table.announce();
    assert_eq!(heard(&mut table).2.map(|game| game.phase), Some(Phase::Over));
    give(&mut table, 3_000, &[r#"{"command":"new-game"}"#, SUSPEND, RESUME]);
    assert_eq!(heard(&mut table).0, [true, true, true]);
}

#[test]
fn pieces_set_up_before_a_suspended_game_has_its_result_are_the_next_game() {
    let mut table = playing(Sensing::Identity);
    let at = go(&mut table, 1_000, &[("e2", "e4"), ("g8", "f6")]);
    give(&mut table, at, &[SUSPEND]);
    let at = go(&mut table, at + 1_000, &[("e4", "e2"), ("f6", "g8")]);
    let before = heard(&mut table).2.expect("a game");
    assert_eq!(before.moves.len(), 2);
    give(&mut table, at, &[WHITE_WINS]);
    let at = go(&mut table, at + 1_000, &[("d2", "d4")]);
    assert!(at > 0);
    let after = heard(&mut table).2.expect("a game");
    assert_ne!(after.id, before.id);
    assert_eq!((after.phase, after.moves.len()), (Phase::Playing, 1));
}

#[test]
fn a_name_and_how_a_game_has_ended_have_one_limit_whichever_command_says_it() {
    for (field, command) in [
        ("black", r#"{"command":"new-game","players":{"black":TEXT}}"#),
        ("name", r#"{"command":"set-players","white":{"name":TEXT}}"#),
        ("team", r#"{"command":"set-players","black":{"team":TEXT}}"#),
        ("termination", r#"{"command":"set-result","result":"1-0","termination":TEXT}"#),
        ("white", r#"{"command":"new-game","players":{"white":TEXT}}"#),
    ] {
        let said = |text: &str| said_to(&command.replace("TEXT", &serde_json::json!(text).to_string())).0;
        for text in ["x", &"ü".repeat(128)] {
            assert_eq!(said(text)["ok"], true, "{field}");
        }
        for text in ["", "a\nb", "a\0", "\u{9b}", &"x".repeat(257), &"ü".repeat(129)] {
            let reply = said(text);
            let error = reply["error"].as_str().unwrap_or_default();
            assert!(error.starts_with(&format!("{field}: found ")), "{reply}");
            assert!(error.ends_with("expected 1 to 256 bytes of text without control characters"), "{reply}");
        }
    }
}

#[test]
fn a_command_is_named_by_its_word_and_an_object_is_no_list() {
    for json in [
        r#"{"command":7}"#,
        r#"{"command":"new-game","players":["Eve","Bob"]}"#,
        r#"{"command":"new-game","players":{"wite":"Eve"}}"#,
        r#"{"command":"set-players","white":["Eve"]}"#,
        r#"{"command":"set-players","black":[]}"#,
    ] {
        let (reply, _) = said_to(json);
        assert!(reply["error"].as_str().is_some_and(|error| error.starts_with("not a command: ")), "{reply}");
    }
}

#[test]
fn a_command_that_names_a_game_is_done_to_that_one_alone() {
    let named = |id: &str, game: &str| {
        let command = format!(
            "{{\"id\":\"{id}\",\"command\":\"set-result\",\"result\":\"0-1\",\"by\":\"Anna\",\"game\":\"{game}\"}}"
        );
        format!("{{\"t_ms\":1000,\"ev\":\"command\",\"command\":{command}}}\n")
    };
    let (replies, result) = replayed(&named("a", "g"));
    assert_eq!((&replies[0]["ok"], result), (&true.into(), "0-1"));
    assert_eq!(replies[0]["did"], serde_json::json!({ "command": "set-result", "result": "0-1" }));
    // The log has this game under another name.
    assert_eq!(replayed(&named("b", "20261123T030455Z-hall/4")).1, "0-1");
    let (replies, result) = replayed(&named("c", "g/2"));
    assert_eq!(result, "*");
    assert_eq!(replies[0]["error"], "another game is on by now (g): nothing was done to it");
    assert_eq!(replies[0]["by"], "Anna");
    // Who sends it again hears the same, whatever is on then.
    let (replies, _) = replayed(&(named("d", "g/2") + &named("d", "g")));
    assert_eq!(replies[1], replies[0]);
}
