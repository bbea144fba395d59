//! The examples in the documents, AsyncAPI, references, and what the page answers.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{Read, Write},
    net::TcpStream,
};

use serde_json::{Value, json};
use touchmove::{
    game::record::Body,
    publish::{
        topics::{Delivery, Leaf},
        web,
    },
    table::Replay,
};

use super::{by_hand, definition, document, names_of_commands, references};
use crate::common::{
    console::no_hall,
    schema::{self, Schemas},
};

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
