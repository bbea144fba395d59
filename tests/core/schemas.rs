//! The schemas (`docs/schema/`, `docs/asyncapi.json`) say what the program says and takes, no more and no less; and the
//! examples in the documents are by them.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::{Cursor, Read, Write},
    net::TcpStream,
    path::Path,
};

use protocols::{At, Placement, registry::BOARDS};
use serde_json::{Value, json};
use touchmove::{
    board::{BoardReading, Event},
    emulate::{Dice, Facing, Script},
    game::record::{Board, BoardState, BoardStatus, Body, Faults, Record, Sensors, Status},
    publish::{
        payload::{ArbiterMessage, PublicMessage},
        topics::{Delivery, Leaf},
        web,
    },
    rules::{Position, Variant},
    serial::capture::{Chunk, Direction, Writer},
    table::{LightUse, Output, Problem, Replay, event_line, header_line, read_line},
    turn::{AlertKind, GameTime},
};

use crate::common::{
    console::no_hall,
    schema::{self, Schemas},
    story::{Present, Story},
    virtual_table::VirtualTable,
};

/// Records as they are, and as they go out.
const RECORDS: [&str; 11] = [
    "/$defs/alert",
    "/$defs/board",
    "/$defs/clock",
    "/$defs/game",
    "/$defs/move",
    "/$defs/public-game",
    "/$defs/reply",
    "/$defs/reply-record",
    "/$defs/status",
    "/$defs/touch",
    "/$defs/turn",
];

/// Stories of anything, besides what shows all of the schema: for what nobody has thought of.
const STORIES: u64 = 6;

fn document(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name))
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Every worked case, one JSON object each.
fn cases() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    let texts = files.iter().filter(|path| path.extension().is_some_and(|end| end == "jsonl"));
    let all: Vec<String> = texts
        .flat_map(|path| {
            let text = fs::read_to_string(path).expect("the worked cases are part of the source");
            text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect::<Vec<_>>()
        })
        .collect();
    assert!(all.len() >= 500, "{} cases", all.len());
    all
}

/// Everything that is said, by whatever makes it say something.
fn said(hear: &mut dyn FnMut(&Output)) {
    for case in cases() {
        let outcome = Replay::default().run(Cursor::new(case), &mut |record| {
            hear(&Output::Record(Box::new(record.clone())));
            Ok(())
        });
        outcome.expect("a worked case is replayed");
    }
    let told = commands().into_iter().map(|command| vec![command]).chain([decided()]);
    for commands in told {
        let outcome = Replay::default().run(log_with(&commands).as_bytes(), &mut |record| {
            hear(&Output::Record(Box::new(record.clone())));
            Ok(())
        });
        outcome.expect("a log");
    }
    let outcome = Replay::default().run(CLAIMS.as_bytes(), &mut |record| {
        hear(&Output::Record(Box::new(record.clone())));
        Ok(())
    });
    outcome.expect("a log");
    let mut dice = Dice::new(1);
    for _ in 0..STORIES {
        tell(&random_story(&mut dice), hear);
    }
    for board in BOARDS {
        play_on(board, hear);
    }
}

/// A game played by hands, with anything in between.
fn random_story(dice: &mut Dice) -> Vec<u8> {
    let mut byte = |below: u64| dice.between(0, below - 1) as u8;
    let mut bytes = vec![byte(45), byte(8)];
    for _ in 0..40 {
        let (choice, manner, pace, other) = (byte(250), byte(16), byte(15), byte(8));
        bytes.extend([byte(15), 11, choice, if other & 1 == 0 { 0 } else { manner }, pace]);
        match other {
            // A command, an event, or anything.
            2 | 4 => bytes.extend([10, 10, byte(14), byte(6), byte(250)]),
            6 => bytes.extend([10, byte(16), byte(250), byte(250), byte(250)]),
            _ => {}
        }
    }
    bytes
}

fn tell(bytes: &[u8], hear: &mut dyn FnMut(&Output)) {
    let mut story = Story::new(bytes);
    let mut table = story.table();
    let (mut id, mut position) = ("s".to_owned(), None);
    let mut drain = |table: &mut touchmove::table::Table, id: &mut String, position: &mut Option<Position>| {
        while let Some(output) = table.poll() {
            if let Output::Record(record) = &output
                && let Body::Game(game) = &record.body
            {
                *id = game.id.to_string();
                let variant = Variant::from_name(game.variant).expect("a variant");
                *position = Some(Position::from_any_fen(&game.fen, variant).expect("a position"));
            }
            hear(&output);
        }
    };
    drain(&mut table, &mut id, &mut position);
    loop {
        let present = Present { position: position.as_ref(), game: &id, deadline: table.next_deadline() };
        let Some(told) = story.next(&present) else { break };
        for (at, told) in told {
            table.handle(at, told.input());
            drain(&mut table, &mut id, &mut position);
        }
    }
    table.finish();
    drain(&mut table, &mut id, &mut position);
}

/// 1.e4 on an emulated board of this kind, through its bytes.
fn play_on(board: &protocols::registry::Board, hear: &mut dyn FnMut(&Output)) {
    let square = |name: &str| name.parse().expect("a square");
    let events = vec![
        (At(20_000), Event::Placement(BoardReading::Pieces(Placement::initial()))),
        (At(30_000), Event::Lift { square: square("e2"), piece: None }),
        (At(31_000), Event::Drop { square: square("e4"), piece: protocols::Piece::from_letter('P') }),
    ];
    let mut script = Script::new(Placement::initial(), Facing::Normal, events);
    script.begin(At(20_000));
    let mut table = VirtualTable::new(board, LightUse::Absent);
    while table.now < At(40_000) {
        let step = At(table.now.0 + 50);
        script.advance(step);
        table.run(step, script.world(), &mut |output| hear(&output));
    }
}

/// What no board that is emulated here shows: each field at least once there, and once not.
fn by_hand() -> Vec<Record> {
    let record = |body, at: Option<&str>| Record {
        body,
        game: None,
        table: "1".into(),
        seq: 0,
        t_ms: GameTime(1),
        at: at.map(str::to_owned),
    };
    let square = |name: &str| name.parse().expect("a square");
    let worn = Sensors {
        clock_battery_low: Some(true),
        clock_connected: Some(true),
        clock_rejected: 1,
        calibrated: Some(false),
        dead: vec![square("a1")],
        noise: vec![(square("e4"), 17)],
    };
    let board = Board {
        placement: None,
        occupied: Some("ffff00000000ffff".to_owned()),
        in_air: vec![],
        agrees: true,
        sensors: worn,
    };
    let words = ["disk-full", "journal-failing", "outbox-full", "play-not-recorded"];
    let known = BoardStatus {
        state: BoardState::Connected,
        kind: Some("dgt".to_owned()),
        port: Some("/dev/ttyUSB0".to_owned()),
        serial: Some("1".to_owned()),
        heard_ms: Some(26),
        trouble: Some("/dev/ttyUSB0 is not there".to_owned()),
    };
    let status = |online, board, errors: &[&str], broker_trouble: Option<&str>| Status {
        online,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        board,
        queued: 0,
        errors: errors.iter().map(|word| (*word).to_owned()).collect(),
        broker_trouble: broker_trouble.map(str::to_owned),
        uptime_s: 59,
        faults: Faults { port_losses: 1, records_lost: 0, restarts: 0, skipped_bytes: 0 },
    };
    let mut all = vec![
        record(Body::Board(board), Some("2026-11-23T03:04:59.149Z")),
        record(Body::Status(status(true, known.clone(), &words, None)), Some("2026-11-23T03:04:59.149Z")),
        record(Body::Status(status(true, known.clone(), &[], Some("the broker does not answer"))), None),
    ];
    for state in [BoardState::Lost, BoardState::Searching, BoardState::Stale] {
        let board = BoardStatus { state, ..BoardStatus::default() };
        all.push(record(Body::Status(status(false, board, &[], None)), None));
    }
    all
}

/// Takes everything that is said to the schemas; gives the first few things that are not by them.
fn hear(schemas: &mut Schemas, output: &Output, wrong: &mut BTreeSet<String>) {
    let mut check = |pointer: &str, text: &str| {
        let value: Value = serde_json::from_str(text).expect("JSON");
        if let Err(error) = schemas.check(pointer, &value)
            && wrong.len() < 8
        {
            wrong.insert(format!("{pointer}{error}"));
        }
    };
    match output {
        Output::Record(record) => {
            if let Body::Reply(reply) = &record.body {
                check("/$defs/reply", &serde_json::to_string(reply).expect("JSON"));
            }
            let definition = match record.body {
                Body::Reply(_) => "/$defs/reply-record",
                _ => definition(leaf_of(record)),
            };
            check(definition, &serde_json::to_string(record).expect("JSON"));
            if let Some(public) = PublicMessage::of(record).expect("short") {
                check(self::definition(public.leaf()), public.payload());
            }
        }
        Output::Reply(text) => check("/$defs/reply", text),
        _ => {}
    }
}

fn leaf_of(record: &Record) -> Leaf {
    ArbiterMessage::of(record).expect("short").leaf()
}

/// The definition of what goes to a leaf.
fn definition(leaf: Leaf) -> &'static str {
    match leaf {
        Leaf::ArbiterAlert => "/$defs/alert",
        Leaf::ArbiterBoard => "/$defs/board",
        Leaf::ArbiterClock | Leaf::PublicClock => "/$defs/clock",
        Leaf::ArbiterGame => "/$defs/game",
        Leaf::ArbiterMove | Leaf::PublicMove => "/$defs/move",
        Leaf::ArbiterReply => "/$defs/reply",
        Leaf::ArbiterTouch => "/$defs/touch",
        Leaf::ArbiterTurn => "/$defs/turn",
        Leaf::PublicGame => "/$defs/public-game",
        Leaf::Status => "/$defs/status",
        Leaf::ArbiterCommand | Leaf::PublicPgn => panic!("no record goes to {leaf}"),
    }
}

#[test]
fn every_record_and_line_is_by_its_schema_and_all_of_the_records_schema_is_said() {
    let (mut records, mut lines) = (Schemas::read("records"), Schemas::read("event-log"));
    let mut wrong = BTreeSet::new();
    let mut joined = BTreeSet::new();
    said(&mut |output| {
        hear(&mut records, output, &mut wrong);
        // The service joins the time of day on.
        if let Output::Record(record) = output
            && joined.insert(leaf_of(record))
        {
            let at = Some("2026-11-23T03:04:59.149Z".to_owned());
            hear(&mut records, &Output::Record(Box::new(Record { at, ..(**record).clone() })), &mut wrong);
        }
        let line = match output {
            Output::Begun(header) => Some(header_line(header)),
            Output::Seen(at, happening) => Some(event_line(*at, happening)),
            _ => None,
        };
        if let Some(Err(error)) = line.map(|line| lines.check("", &serde_json::from_str(&line).expect("JSON"))) {
            wrong.insert(error);
        }
    });
    for record in by_hand() {
        hear(&mut records, &Output::Record(Box::new(record)), &mut wrong);
    }
    let wrong: Vec<String> = wrong.into_iter().take(8).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let mut unseen = records.unseen(&RECORDS);
    // Every shape of alert is set against its schema where the samples of them are (`src/game/alert_data.rs`).
    unseen.retain(|point| !point.starts_with("/$defs/data-") && !point.ends_with("/then: without data"));
    assert!(unseen.is_empty(), "never seen: {unseen:#?}");
}

#[test]
fn every_kind_of_alert_is_in_the_schema_once_and_has_data() {
    let records = Schemas::read("records");
    let defs = &records.published()["$defs"];
    let known: Vec<&str> = AlertKind::ALL.iter().map(|kind| kind.name()).collect();
    let listed = |schema: &Value| -> Vec<String> {
        let words = schema.as_array().expect("a list").iter();
        words.map(|word| word.as_str().expect("a word").to_owned()).collect()
    };
    let mut kinds = listed(&defs["alert-kind"]["enum"]);
    kinds.sort_unstable();
    let mut sorted = known.clone();
    sorted.sort_unstable();
    assert_eq!(kinds, sorted);
    let branches = defs["alert-data-by-kind"]["allOf"].as_array().expect("branches").iter();
    let mut with_data: Vec<String> =
        branches.flat_map(|branch| listed(&branch["if"]["properties"]["kind"]["enum"])).collect();
    with_data.sort_unstable();
    assert_eq!(with_data, sorted);
}

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
    r#"{"log":"touchmove/1","edition":"2023"}"#,
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
            // In a header the reader takes more: null for what is absent, and what it has no use for. Of a command it
            // judges what is said when the time comes.
            Ok(_) if !allowed && line.get("log").is_none() && line["ev"] != "command" => {
                let has_null = line.as_object().is_some_and(|fields| fields.values().any(Value::is_null));
                if !has_null {
                    wrong.push(format!("{line}: taken"));
                }
            }
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(counts.iter().all(|count| *count >= 500), "{counts:?}");
}

/// Values to put where others belong: of every type, at and beyond every bound, and words that are right elsewhere.
fn values() -> Vec<Value> {
    let mut all = vec![Value::Null, json!(true), json!(1.5), json!([]), json!({}), json!(["white"]), json!([1])];
    all.extend([i64::MIN, -86_400_001, -86_400_000, -1, 0, 1, 7, 99, 100, 2_000, 2_001, 4_000, 4_001].map(Value::from));
    all.extend([86_400_000_i64, 86_400_001, 4_294_967_295, 4_294_967_296].map(Value::from));
    all.extend(
        ["", "x", "white", "White", "2014", "rapid", "limited", "chess960", "e2e4", "e7e8q", "e2-e4"].map(Value::from),
    );
    all.extend(
        ["1-0", "*", "threefold", "touch-move", "two-hands", "GM", "NOR", "nor", "a\u{7}", "suspend"].map(Value::from),
    );
    all.extend([64, 65, 128, 129, 256, 257].map(|length| Value::from("a".repeat(length))));
    all
}

/// Every value that differs from this one in one place: a field left out, another one put in its place, a field too many.
fn changed(value: &Value) -> Vec<Value> {
    let mut all = vec![value.clone()];
    let Some(fields) = value.as_object() else { return all };
    for (name, field) in fields {
        let mut less = fields.clone();
        less.remove(name);
        all.push(Value::Object(less));
        let inner = if field.is_object() { changed(field) } else { Vec::new() };
        for other in values().into_iter().chain(inner) {
            let mut with = fields.clone();
            with.insert(name.clone(), other);
            all.push(Value::Object(with));
        }
    }
    let mut more = fields.clone();
    more.insert("bogus".to_owned(), json!(1));
    all.push(Value::Object(more));
    all
}

const FEN: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

/// Commands which together have everything that a command may have.
fn commands() -> Vec<Value> {
    let player = |name: &str| {
        let rest = json!({ "title": "GM", "rating": 2800, "federation": "NOR", "fide_id": 1, "team": "A" });
        let mut player = json!({ "name": name });
        player.as_object_mut().expect("an object").extend(rest.as_object().expect("an object").clone());
        player
    };
    let mut all = vec![
        json!({ "command": "acknowledge", "alert": "g#1" }),
        json!({ "command": "adjust-clock", "player": "white", "ms": -1000 }),
        json!({ "command": "adjust-clock", "player": "black", "ms": 1000, "white_ms": null, "black_ms": null }),
        json!({ "command": "adjust-clock", "white_ms": 1000, "player": null, "ms": null }),
        json!({ "command": "adjust-clock", "white_ms": 1000, "black_ms": 1000 }),
        json!({ "command": "adjust-clock", "black_ms": 1000 }),
        json!({ "command": "claim", "player": "white", "claim": "threefold", "move": "e2e4" }),
        json!({ "command": "claim", "player": "white", "claim": "fifty-moves", "move": null }),
        json!({ "command": "claim", "player": "white", "claim": "quickplay-finish" }),
        json!({ "command": "claim", "player": "black", "claim": "touch-move", "move": null }),
        json!({ "command": "confirm", "alert": "g#1" }),
        json!({ "command": "dismiss", "alert": "g#1" }),
        json!({ "command": "identify" }),
        json!({ "command": "let-stand", "alert": "g#1" }),
        json!({ "command": "new-game", "players": { "white": "Eve", "black": null }, "edition": "2018",
            "regime": "blitz", "supervision": "full", "variant": "chess", "fen": FEN, "abandon": true }),
        json!({ "command": "new-game", "players": { "white": null, "black": "Bob" }, "edition": null, "regime": null,
            "supervision": null, "variant": null, "fen": null }),
        json!({ "command": "new-game", "players": {} }),
        json!({ "command": "new-game", "players": null }),
        json!({ "command": "register", "kind": "illegal-move", "player": "white" }),
        json!({ "command": "register", "kind": "two-hands", "player": "black" }),
        json!({ "command": "register", "kind": "disturbance", "player": "white" }),
        json!({ "command": "reopen" }),
        json!({ "command": "resume" }),
        json!({ "command": "resync", "seq": 40 }),
        json!({ "command": "resync" }),
        json!({ "command": "set-illegal-moves", "white": 1 }),
        json!({ "command": "set-illegal-moves", "black": 1 }),
        json!({ "command": "set-illegal-moves", "white": null, "black": 1 }),
        json!({ "command": "set-illegal-moves", "white": 1, "black": null }),
        json!({ "command": "set-move", "ply": 1, "uci": "e2e4" }),
        json!({ "command": "set-move", "ply": 2, "uci": "Nf6" }),
        json!({ "command": "set-players", "white": player("Eve") }),
        json!({ "command": "set-players", "white": null, "black": {} }),
        json!({ "command": "set-players", "white": {}, "black": null }),
        json!({ "command": "set-players", "black": player("Bob") }),
        json!({ "command": "set-position", "fen": FEN }),
        json!({ "command": "set-result", "result": "1-0", "termination": "agreed" }),
        json!({ "command": "set-result", "result": "1/2-1/2", "termination": null }),
        json!({ "command": "suspend" }),
        json!({ "command": "take-back", "plies": 1 }),
    ];
    let nobody =
        json!({ "name": null, "title": null, "rating": null, "federation": null, "fide_id": null, "team": null });
    all.push(json!({ "command": "set-players", "white": nobody }));
    for (key, words) in [
        ("edition", &["2005", "2009", "2014", "2023"][..]),
        ("regime", &["standard", "rapid"]),
        ("supervision", &["limited"]),
        ("variant", &["chess960"]),
    ] {
        all.extend(words.iter().map(|word| json!({ "command": "new-game", key: word })));
    }
    let titles = ["ACM", "AFM", "AGM", "AIM", "CM", "FM", "IM", "WCM", "WFM", "WGM", "WIM"];
    all.extend(titles.map(|title| json!({ "command": "set-players", "white": { "title": title } })));
    all.push(json!({ "command": "set-result", "result": "0-1" }));
    // Each with the fields that all may have, without them, and with them empty.
    let with = |id: Value| {
        all.iter().map(move |command| {
            let mut command = command.clone();
            (command["id"], command["by"]) = (id.clone(), json!(null));
            command
        })
    };
    let named = all.iter().map(|command| {
        let mut command = command.clone();
        (command["id"], command["by"]) = (json!("a17"), json!("Anna"));
        command
    });
    let more: Vec<Value> = with(Value::Null).chain(named).collect();
    all.extend(more);
    all
}

/// A log of 1.e4, for which White put the knight back that he had touched, and of commands then.
fn log_with(commands: &[Value]) -> String {
    let mut log = "{\"log\":\"touchmove/1\",\"id\":\"g\"}\n\
                   {\"t_ms\":1,\"ev\":\"lift\",\"sq\":\"g1\",\"piece\":\"N\"}\n\
                   {\"t_ms\":900,\"ev\":\"drop\",\"sq\":\"g1\",\"piece\":\"N\"}\n\
                   {\"t_ms\":2000,\"ev\":\"lift\",\"sq\":\"e2\",\"piece\":\"P\"}\n\
                   {\"t_ms\":2500,\"ev\":\"drop\",\"sq\":\"e4\",\"piece\":\"P\"}\n\
                   {\"t_ms\":4000,\"ev\":\"press\",\"by\":\"white\"}\n"
        .to_owned();
    for command in commands {
        log += &json!({ "t_ms": 6_000, "ev": "command", "command": command }).to_string();
        log.push('\n');
    }
    log
}

/// Claims that are wrong, that the arbiter is left with, and that come too late.
const CLAIMS: &str = r#"{"log":"touchmove/1","id":"g","edition":"2014"}
{"t_ms":1,"ev":"lift","sq":"g1","piece":"N"}
{"t_ms":900,"ev":"drop","sq":"g1","piece":"N"}
{"t_ms":2000,"ev":"lift","sq":"e2","piece":"P"}
{"t_ms":2500,"ev":"drop","sq":"e4","piece":"P"}
{"t_ms":4000,"ev":"press","by":"white"}
{"t_ms":5000,"ev":"clock","white_ms":60000,"black_ms":60000,"running":"black"}
{"t_ms":6000,"ev":"command","command":{"command":"claim","player":"black","claim":"fifty-moves"}}
{"t_ms":6100,"ev":"command","command":{"command":"claim","player":"black","claim":"quickplay-finish"}}
{"t_ms":7000,"ev":"lift","sq":"e7","piece":"p"}
{"t_ms":8500,"ev":"drop","sq":"e7","piece":"p"}
{"t_ms":9000,"ev":"command","command":{"command":"claim","player":"black","claim":"touch-move"}}
"#;

/// Every alert acknowledged by somebody.
fn decided() -> Vec<Value> {
    (1..5).map(|number| json!({ "command": "acknowledge", "alert": format!("g#{number}"), "by": "Anna" })).collect()
}

/// The answer to a command, given after 1.e4: why it was refused.
fn error_of(command: &Value) -> Option<String> {
    let log = log_with(std::slice::from_ref(command));
    let mut error = None;
    let outcome = Replay::default().run(log.as_bytes(), &mut |record| {
        if let Body::Reply(reply) = &record.body {
            error.clone_from(&reply.error);
        }
        Ok(())
    });
    outcome.expect("a log");
    error
}

/// Whether a command was refused for its form, whatever the game is.
fn is_of_form(error: &str) -> bool {
    let of_a_value = error.split_once(": found ").is_some_and(|(field, _)| !field.contains(' '));
    let is_impossible = error.starts_with("command: found \"identify\"") || error.starts_with("alert: found \"g#");
    (of_a_value || error.starts_with("not a command")) && !is_impossible
}

#[test]
fn a_command_is_taken_if_it_is_by_the_schema_and_else_refused() {
    let mut schemas = Schemas::read("commands");
    let good = commands();
    for command in &good {
        schemas.check("", command).unwrap_or_else(|error| panic!("{error}"));
    }
    let unseen = schemas.unseen(&[""]);
    assert!(unseen.is_empty(), "never seen: {unseen:#?}");
    let (mut wrong, mut counts) = (Vec::new(), [0, 0]);
    // Those with an id differ in nothing else: one of them will do.
    let (without, named): (Vec<&Value>, Vec<&Value>) = good.iter().partition(|command| command.get("id").is_none());
    for command in without.into_iter().chain(named.into_iter().rev().take(1)).flat_map(changed) {
        let allowed = schemas.allows("", &command);
        counts[usize::from(allowed)] += 1;
        let error = error_of(&command);
        let of_form = error.as_deref().is_some_and(is_of_form);
        // What a move is and which half-moves there are is looked up in the game, and refused there.
        let in_the_game = ["claim", "set-move", "take-back"].map(Value::from).contains(&command["command"]);
        let refused = of_form || (in_the_game && error.is_some());
        if (allowed && of_form) || (!allowed && !refused) {
            wrong.push(format!("{command}: {}", error.as_deref().unwrap_or("taken")));
        }
    }
    println!("{} commands taken, {} refused", counts[1], counts[0]);
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(counts.iter().all(|count| *count >= 200), "{counts:?}");
}

/// Every `$ref` of a document, with where it stands.
fn references(value: &Value) -> Vec<String> {
    match value {
        Value::Array(items) => items.iter().flat_map(references).collect(),
        Value::Object(fields) => {
            let own = fields.get("$ref").and_then(Value::as_str).map(str::to_owned);
            own.into_iter().chain(fields.values().flat_map(references)).collect()
        }
        _ => Vec::new(),
    }
}

/// What a reference in `docs/asyncapi.json` leads to.
fn led_to(asyncapi: &Value, reference: &str) -> Value {
    let (name, pointer) = reference.split_once('#').unwrap_or_else(|| panic!("{reference} has no pointer"));
    let found = match name.strip_prefix("./") {
        Some(path) => schema::file(&format!("docs/{path}")).pointer(pointer).cloned(),
        None => asyncapi.pointer(pointer).cloned(),
    };
    found.unwrap_or_else(|| panic!("{reference} leads nowhere"))
}

#[test]
fn every_reference_in_the_schemas_and_in_asyncapi_leads_somewhere() {
    for name in ["records", "commands", "event-log", "http", "capture"] {
        let schemas = Schemas::read(name);
        let found = references(schemas.published());
        for reference in &found {
            let pointer = reference.strip_prefix('#').unwrap_or_else(|| panic!("{name}: {reference} is elsewhere"));
            assert!(schemas.published().pointer(pointer).is_some(), "{name}: {reference} leads nowhere");
        }
        // What nothing leads to is of no use, but in `http`, whose parts are answers of their own.
        let defs = schemas.published()["$defs"].as_object().into_iter().flatten().map(|(name, _)| name);
        let of_topics = ["public-game", "reply"];
        for def in defs.filter(|def| name != "http" && !of_topics.contains(&def.as_str())) {
            assert!(found.contains(&format!("#/$defs/{def}")), "{name}: nothing leads to {def}");
        }
    }
    let asyncapi = schema::file("docs/asyncapi.json");
    let found = references(&asyncapi);
    assert!(found.len() >= 100, "{}", found.len());
    found.iter().for_each(|reference| drop(led_to(&asyncapi, reference)));
}

#[test]
fn asyncapi_has_every_topic_as_it_is_sent_with_what_goes_there() {
    let asyncapi = schema::file("docs/asyncapi.json");
    assert_eq!(asyncapi["asyncapi"], "3.0.0");
    assert_eq!(asyncapi["info"]["version"], env!("CARGO_PKG_VERSION"));
    let channels = asyncapi["channels"].as_object().expect("channels");
    let operations = asyncapi["operations"].as_object().expect("operations");
    // Besides the tables' own there is the response topic of a command, which whoever sends it names.
    assert_eq!(channels.len(), Leaf::ALL.len() + 1);
    assert_eq!(channels.values().filter(|channel| channel["address"].is_null()).count(), 1);
    assert_eq!(operations.len(), Leaf::ALL.len());
    for leaf in Leaf::ALL {
        let address = format!("{{prefix}}/{{table}}/{leaf}");
        let (name, channel) = channels
            .iter()
            .find(|(_, channel)| channel["address"] == address)
            .unwrap_or_else(|| panic!("no {address}"));
        let target = format!("#/channels/{name}");
        let operation = operations.values().find(|it| it["channel"]["$ref"] == target).expect("an operation");
        // As the service does.
        let action = if *leaf == Leaf::ArbiterCommand { "receive" } else { "send" };
        assert_eq!(operation["action"], action, "{leaf}");
        let mqtt = &operation["bindings"]["mqtt"];
        let qos = if leaf.delivery() == Delivery::AtLeastOnce { 1 } else { 0 };
        assert_eq!((&mqtt["qos"], &mqtt["retain"]), (&json!(qos), &json!(leaf.retained())), "{leaf}");
        let messages: Vec<Value> = references(&channel["messages"]).iter().map(|to| led_to(&asyncapi, to)).collect();
        assert_eq!(references(&operation["messages"]).len(), messages.len(), "{leaf}");
        let payloads: BTreeSet<String> = messages.iter().flat_map(|message| references(&message["payload"])).collect();
        let expected: BTreeSet<String> = match leaf {
            Leaf::ArbiterCommand => {
                names_of_commands().iter().map(|it| format!("./schema/commands.json#/$defs/{it}")).collect()
            }
            Leaf::PublicPgn => BTreeSet::new(),
            _ => BTreeSet::from([format!("./schema/records.json#{}", definition(*leaf))]),
        };
        assert_eq!(payloads, expected, "{leaf}");
        let kind = if *leaf == Leaf::PublicPgn { "application/vnd.chess-pgn" } else { "application/json" };
        assert!(messages.iter().all(|message| message["contentType"] == kind), "{leaf}");
    }
}

/// The commands, as the program lists them where it is given another.
fn names_of_commands() -> BTreeSet<String> {
    let error = error_of(&json!({ "command": "?" })).expect("no command");
    let listed = error.split("expected one of ").nth(1).and_then(|rest| rest.split(" at line").next()).expect("a list");
    listed.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn the_schema_has_every_command_and_no_other() {
    let commands = Schemas::read("commands");
    let branches = references(&commands.published()["oneOf"]);
    let named: BTreeSet<String> = branches
        .iter()
        .map(|to| {
            let (_, name) = to.rsplit_once('/').expect("a definition");
            assert_eq!(commands.published()["$defs"][name]["properties"]["command"]["const"], name);
            name.to_owned()
        })
        .collect();
    assert_eq!(named, names_of_commands());
}

/// An example in a document: where it stands, what it says, and whether parts of it are left out.
struct Example {
    name: String,
    value: Value,
    is_whole: bool,
}

/// Every JSON object in a document: on its lines of code, which may go on, and in commands for a shell.
fn examples(name: &str) -> Vec<Example> {
    let text = document(name);
    let mut all = Vec::new();
    let mut open = String::new();
    let mut in_commands = false;
    for line in text.lines() {
        let line = line.trim();
        in_commands = line.starts_with("| command | fields |") || in_commands && line.starts_with('|');
        if open.is_empty() {
            let quoted = line.split('\'').find(|part| part.starts_with("{\""));
            // A row's last cell, in the table of commands: what stands behind the key.
            let last = line.strip_suffix("` |").and_then(|row| row.rsplit_once("| `"));
            let cell = last.map(|(_, cell)| cell).filter(|_| in_commands);
            match (line.starts_with("{\""), quoted, cell) {
                (true, ..) => open = line.to_owned(),
                (false, Some(quoted), _) => {
                    all.push(example(name, quoted).unwrap_or_else(|| panic!("{name}: {quoted}")))
                }
                (false, None, Some(cell)) => {
                    let command = format!("{{\"id\":\"1\",\"command\":{cell}}}");
                    all.push(example(name, &command).unwrap_or_else(|| panic!("{name}: {command}")));
                }
                _ => continue,
            }
        } else {
            assert!(!line.is_empty(), "{name}: no end of {open}");
            open = format!("{open}{line}");
        }
        if let Some(example) = example(name, &open) {
            all.push(example);
            open.clear();
        }
    }
    assert!(open.is_empty(), "{name}: no end of {open}");
    // Between backticks in the text.
    let prose = text.lines().filter(|line| !line.starts_with("    ")).collect::<Vec<_>>().join(" ");
    let spans = prose.split('`').skip(1).step_by(2).filter(|span| span.starts_with("{\"") && span.contains("\":"));
    all.extend(spans.filter_map(|span| example(name, span)));
    all
}

fn example(name: &str, text: &str) -> Option<Example> {
    // What stands for a part that is left out, of an object, of a list and of a text.
    let whole = text.replace(",..}", "}").replace(",..]", "]").replace("[..]", "[]").replace("{..}", "{}");
    let is_whole = whole == text;
    let whole = whole.replace(",\"..\"", "");
    let value = serde_json::from_str(&whole).ok()?;
    Some(Example { name: name.to_owned(), value, is_whole })
}

/// Takes out texts of which a part is left out, and what must be there out of a schema: for examples with gaps.
fn without_gaps(value: &mut Value) {
    if let Some(fields) = value.as_object_mut() {
        fields.retain(|_, field| field.as_str().is_none_or(|text| !text.contains("..")));
        fields.values_mut().for_each(without_gaps);
    }
}

fn without_required(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(without_required),
        Value::Object(keys) => {
            if keys.get("required").is_some_and(Value::is_array) {
                keys.remove("required");
            }
            keys.values_mut().for_each(without_required);
        }
        _ => {}
    }
}

#[test]
fn every_example_in_the_documents_is_by_its_schema() {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for example in ["interfaces", "broadcast", "operating"].iter().flat_map(|name| examples(&format!("docs/{name}.md")))
    {
        let Example { name, mut value, is_whole } = example;
        let has = |key: &str| value.get(key).is_some();
        let text = |key: &str| value[key].as_str().unwrap_or_default().to_owned();
        let (file, pointer) = match () {
            () if has("log") || has("ev") && has("t_ms") && !has("type") => ("event-log", String::new()),
            () if text("type") == "reply" => ("records", "/$defs/reply-record".to_owned()),
            () if has("type") => ("records", format!("/$defs/{}", text("type"))),
            () if has("command") => ("commands", format!("/$defs/{}", text("command"))),
            () if has("ok") => ("records", "/$defs/reply".to_owned()),
            () if has("dir") => ("capture", String::new()),
            // Values of single fields, named in the text.
            () => continue,
        };
        let mut schemas = Schemas::read(file);
        if !is_whole {
            schemas.relax(without_required);
        }
        let has_gaps = value.to_string().contains("..");
        if has_gaps && value.get("command").and_then(Value::as_str) == Some("..") {
            continue;
        }
        if has_gaps {
            without_gaps(&mut value);
            schemas.relax(without_required);
        }
        *counts.entry(file).or_default() += 1;
        if let Err(error) = schemas.check(&pointer, &value) {
            wrong.push(format!("{name}: {file}{pointer}: {error}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for (file, least) in [("event-log", 8), ("records", 8), ("commands", 20), ("capture", 2)] {
        assert!(counts.get(file).is_some_and(|count| *count >= least), "{counts:?}");
    }
}

/// What the page answers to `GET path`: the body, as much of it as comes within a second.
fn get(port: u16, path: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("the page");
    stream.set_read_timeout(Some(std::time::Duration::from_secs(1))).expect("a timeout");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n").expect("sent");
    let mut bytes = Vec::new();
    // A stream of events goes on for ever.
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8(bytes).expect("text")
}

#[test]
fn what_the_page_answers_is_by_its_schema() {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime");
    let listen = "127.0.0.1:0".parse().expect("an address");
    let tables = vec!["1".to_owned(), "2".to_owned()];
    let (page, _commands) = runtime.block_on(web::start(listen, tables, no_hall(), None)).expect("a page");
    let port = page.address().port();
    let mut records = Vec::new();
    let log = "{\"log\":\"touchmove/1\",\"id\":\"1\"}\n\
               {\"t_ms\":1,\"ev\":\"lift\",\"sq\":\"e2\",\"piece\":\"P\"}\n\
               {\"t_ms\":500,\"ev\":\"drop\",\"sq\":\"e4\",\"piece\":\"P\"}\n\
               {\"t_ms\":900,\"ev\":\"clock\",\"white_ms\":1000,\"black_ms\":1000,\"running\":\"white\"}\n";
    let outcome = Replay::default().run(log.as_bytes(), &mut |record| {
        records.push(record.clone());
        Ok(())
    });
    outcome.expect("a log");
    records.extend(by_hand());
    let hello = |path: &str| -> Value {
        let text = get(port, path);
        let data = text.split("event: hello").nth(1).and_then(|rest| rest.split("data: ").nth(1)).expect("a hello");
        serde_json::from_str(data.lines().next().expect("a line")).expect("JSON")
    };
    let mut http = Schemas::read("http");
    for record in [None].into_iter().chain(records.iter().map(Some)) {
        if let Some(record) = record {
            page.record(record);
        }
        if !matches!(record.map(|record| &record.body), Some(Body::Clock(_) | Body::Status(_) | Body::Game(_)) | None) {
            continue;
        }
        let text = get(port, "/tables");
        let body = text.split("\r\n\r\n").nth(1).expect("a body");
        let tables: Value = serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {text}"));
        http.check("/$defs/tables", &tables).unwrap_or_else(|error| panic!("{error}"));
    }
    for table in ["/table/1/events", "/table/2/events"] {
        http.check("/$defs/hello", &hello(table)).unwrap_or_else(|error| panic!("{error}"));
    }
    let shown = http.unseen(&["/$defs/tables", "/$defs/hello"]);
    // Words that are the records' own, where each is seen.
    let of_records = ["/phase: ", "/result: ", "/alerts", "/players/"];
    let unseen: Vec<&String> =
        shown.iter().filter(|point| !of_records.iter().any(|part| point.contains(part))).collect();
    assert!(unseen.is_empty(), "never seen: {unseen:#?}");
    let records = Schemas::read("records");
    let words = |value: &Value| -> BTreeSet<String> {
        let all = value.as_array().expect("a list").iter();
        all.filter(|word| !word.is_null()).map(Value::to_string).collect()
    };
    let (table, defs) = (&http.published()["$defs"]["table"]["properties"], &records.published()["$defs"]);
    for (ours, theirs) in [
        (&table["phase"]["enum"], &defs["game"]["properties"]["phase"]["enum"]),
        (&table["result"]["enum"], &defs["game"]["properties"]["result"]["enum"]),
        (&table["board"]["enum"], &defs["status"]["properties"]["board"]["properties"]["state"]["enum"]),
        (&table["alerts"]["items"]["enum"], &defs["alert"]["properties"]["severity"]["enum"]),
    ] {
        assert_eq!(words(ours), words(theirs));
    }
    runtime.block_on(page.shutdown());
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
