//! The schemas (`docs/schema/`, `docs/asyncapi.json`) say what the program says and takes, no more and no less; and the
//! examples in the documents are by them.

mod commands;
mod documents;
mod lines;

use std::{collections::BTreeSet, fs, io::Cursor, path::Path};

use protocols::{At, Placement, registry::BOARDS};
use serde_json::{Value, json};
use touchmove::{
    board::{BoardReading, Event},
    emulate::{Dice, Facing, Script},
    game::record::{Board, BoardState, BoardStatus, Body, Faults, Record, Sensors, Status},
    publish::{
        payload::{ArbiterMessage, PublicMessage},
        topics::Leaf,
    },
    rules::{Position, Variant},
    table::{LightUse, Output, Replay, event_line, header_object},
    turn::{AlertKind, GameTime},
};

use crate::common::{
    schema::Schemas,
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
        Output::Reply { text, .. } => check("/$defs/reply", text),
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
        Leaf::ArbiterDuty => "/$defs/duty",
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
            Output::Begun(header) => Some(header_object(header).to_string()),
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
    // Every shape of alert is set against its schema where the samples of them are (`src/game/alert_data.rs`),
    // and so are their words.
    unseen.retain(|point| {
        !point.starts_with("/$defs/data-")
            && !point.starts_with("/$defs/words/properties/")
            && !point.ends_with("/then: without data")
    });
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

/// The commands, as the program lists them where it is given another.
fn names_of_commands() -> BTreeSet<String> {
    let error = error_of(&json!({ "command": "?" })).expect("no command");
    let listed = error.split("expected one of ").nth(1).and_then(|rest| rest.split(" at line").next()).expect("a list");
    listed.split('`').skip(1).step_by(2).map(str::to_owned).collect()
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
            (command["id"], command["by"], command["game"]) = (id.clone(), json!(null), json!(null));
            command
        })
    };
    let named = all.iter().map(|command| {
        let mut command = command.clone();
        (command["id"], command["by"]) = (json!("a17"), json!("Anna"));
        // Meant of whatever game is on: no log of this one has such games.
        command["game"] = json!("20261123T030455Z-demo/2");
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
