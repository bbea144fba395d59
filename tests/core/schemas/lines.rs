//! Lines of event logs and of captures.

use serde_json::Value;
use touchmove::{
    serial::capture::{Chunk, Direction, Writer},
    table::{Problem, read_line},
};

use super::changed;
use crate::common::schema::Schemas;

/// Lines as people and programs may write them, which together have everything that a line may have.
const LINES: &[&str] = &[
    r#"{"log":"touchmove/1"}"#,
    r#"{"log":"touchmove/1","id":"g/2","table":"1","number":2,"seq":4,"edition":"2018","regime":"blitz",
        "supervision":"limited","variant":"chess","sensing":"occupancy","clock":"auto","time_control":"300+3",
        "fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1","date":"2026.01.31","configured":{},
        "given":{"history":["e2e4"],"history_fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "initial_fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","illegal_moves":{"white":1,"black":0}},
        "timing":{"settle_ms":400,"scan_tie_ms":30,"flicker_ms":100,"two_hands_ms":200,"press_grace_ms":500,
        "displaced_ms":800},"players":{"white":"Eve","black":null},
        "persons":{"white":{"title":"GM","rating":2800,"federation":"NOR","fide_id":1,"team":"A"},"black":{}},
        "events":[{"t_ms":1,"ev":"time"}],
        "begin":{"t_ms":0,"board":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR","contact":"away","unseen":["e7e5"],
        "to_move":"white","clock":{"t_ms":0,"white_ms":null,"black_ms":1,"running":"white"}}}"#,
    r#"{"log":"touchmove/1","edition":"2005","regime":"rapid","supervision":"full","variant":"chess960",
        "sensing":"identity","clock":"auto-present","begin":{"t_ms":0,"contact":"kept","clock":{"t_ms":0}},
        "given":{"illegal_moves":{}},"timing":{},"players":{"white":null,"black":"Bob"},"events":[]}"#,
    r#"{"log":"touchmove/1","edition":"2009","regime":"standard","clock":"none","begin":"setup","given":{},"players":{}}"#,
    r#"{"log":"touchmove/1","edition":"2014","begin":{"t_ms":0}}"#,
    r#"{"log":"touchmove/1","edition":"2023","persons":{},"language":"ar"}"#,
    r#"{"log":"touchmove/1","language":"de"}"#,
    r#"{"log":"touchmove/1","language":"el"}"#,
    r#"{"log":"touchmove/1","language":"en"}"#,
    r#"{"log":"touchmove/1","language":"it"}"#,
    r#"{"log":"touchmove/1","language":"ru"}"#,
    r#"{"log":"touchmove/1","begin":{"t_ms":0,"clock":{"t_ms":0,"white_ms":1,"black_ms":null,"running":"black"}}}"#,
    r#"{"log":"touchmove/1","begin":{"t_ms":0,"clock":{"t_ms":0,"running":null}}}"#,
    r#"{"t_ms":1000,"ev":"lift","sq":"e2","piece":"P"}"#,
    r#"{"t_ms":1000,"ev":"lift","sq":"e2"}"#,
    r#"{"t_ms":1000,"ev":"drop","sq":"e2","piece":"P"}"#,
    r#"{"t_ms":1000,"ev":"drop","sq":"e2"}"#,
    r#"{"t_ms":1000,"ev":"press","by":"white"}"#,
    r#"{"t_ms":1000,"ev":"clock"}"#,
    r#"{"t_ms":1000,"ev":"clock","white_ms":1,"black_ms":2,"running":"black"}"#,
    r#"{"t_ms":1000,"ev":"clock","white_ms":null,"black_ms":null,"running":null}"#,
    r#"{"t_ms":1000,"ev":"clock-gone"}"#,
    r#"{"t_ms":1000,"ev":"flag","by":"black"}"#,
    r#"{"t_ms":1000,"ev":"placement","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"}"#,
    r#"{"t_ms":1000,"ev":"placement","occupied":"ffff00000000ffff"}"#,
    r#"{"t_ms":1000,"ev":"command","command":{"command":"suspend"}}"#,
    r#"{"t_ms":1000,"ev":"command","command":{"command":"suspend"},"from":"mqtt","at":"2026-11-23T03:04:59.149Z"}"#,
    r#"{"t_ms":1000,"ev":"command","command":{"command":"suspend"},"from":"page"}"#,
    r#"{"t_ms":1000,"ev":"command","command":{"command":"suspend"},"from":"service"}"#,
    r#"{"t_ms":1000,"ev":"link","up":true}"#,
    r#"{"t_ms":1000,"ev":"time"}"#,
];

/// Whether a line is refused for what the rest of it says, or for a position or a time control that is none: no schema
/// says that.
fn is_of_the_whole(problem: &Problem) -> bool {
    const FIELDS: [&str; 5] = ["number", "given.history", "given.history_fen", "given.initial_fen", "time_control"];
    matches!(problem, Problem::Value { field, .. } if FIELDS.contains(field))
}

/// Whether the reader takes a line for what the schema's description says: null where something may be absent, and in a
/// header any text as date and anything as what replay does not read.
fn is_taken_all_the_same(schemas: &mut Schemas, line: &Value) -> bool {
    fn without_null(value: &mut Value) {
        if let Some(fields) = value.as_object_mut() {
            fields.retain(|_, field| !field.is_null());
            fields.values_mut().for_each(without_null);
        }
    }
    let mut line = line.clone();
    without_null(&mut line);
    if let Some(header) = line.as_object_mut().filter(|line| line.contains_key("log")) {
        header.retain(|name, field| name != "configured" && !(name == "date" && field.is_string()));
    }
    schemas.allows("", &line)
}

#[test]
fn a_line_of_a_log_that_is_by_the_schema_is_read() {
    let mut schemas = Schemas::read("event-log");
    let lines: Vec<Value> = LINES.iter().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for line in &lines {
        schemas.check("", line).unwrap_or_else(|error| panic!("{error}"));
        read_line(&line.to_string(), 1).unwrap_or_else(|error| panic!("{error}: {line}"));
    }
    let unseen = schemas.unseen(&[""]);
    assert!(unseen.is_empty(), "never seen: {unseen:#?}");
    let (mut wrong, mut counts) = (Vec::new(), [0, 0]);
    for line in lines.iter().flat_map(changed) {
        let allowed = schemas.allows("", &line);
        counts[usize::from(allowed)] += 1;
        match read_line(&line.to_string(), 1) {
            Err(error) if allowed && !is_of_the_whole(&error.problem) => wrong.push(format!("{line}: {error}")),
            // Of a command the reader judges what is said when the time comes.
            Ok(_) if !allowed && line["ev"] != "command" && !is_taken_all_the_same(&mut schemas, &line) => {
                wrong.push(format!("{line}: taken"));
            }
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(counts.iter().all(|count| *count >= 500), "{counts:?}");
}

#[test]
fn a_line_of_a_capture_is_by_its_schema() {
    let mut capture = Schemas::read("capture");
    for line in [
        r#"{"t_ms":519,"dir":"tx","hex":"40"}"#,
        r#"{"dir":"rx","hex":"91 00 08","poll":1.5}"#,
        r#"{"dir":"rx","hex":""}"#,
    ] {
        capture.check("", &serde_json::from_str(line).expect("JSON")).unwrap_or_else(|error| panic!("{error}"));
    }
    let mut chunks = Vec::new();
    {
        let mut writer = Writer::new(&mut chunks, 1_000_000);
        for direction in [Direction::Rx, Direction::Tx] {
            writer.write(&Chunk { t_ms: 519, direction, bytes: vec![0x40, 0xff] }).expect("written");
        }
        writer.flush().expect("written");
    }
    for line in String::from_utf8(chunks).expect("text").lines() {
        capture.check("", &serde_json::from_str(line).expect("JSON")).unwrap_or_else(|error| panic!("{error}"));
    }
    let unseen = capture.unseen(&[""]);
    assert!(unseen.is_empty(), "never seen: {unseen:#?}");
}
