//! What pages are told, and what they are never told.

use super::*;

fn public_of(told: &[Told]) -> Vec<Told> {
    let mut all = Vec::new();
    for (kind, json) in told.iter().filter(|(kind, _)| matches!(kind.as_str(), "clock" | "game" | "move")) {
        let mut record: Value = serde_json::from_str(json).expect("JSON");
        if let Some(fields) = record.as_object_mut() {
            for field in ["touched", "obligation", "alerts", "illegal_moves"] {
                fields.remove(field);
            }
        }
        all.push((kind.clone(), record.to_string()));
    }
    all
}

#[test]
fn a_display_and_a_broadcaster_see_the_publics_records_and_nothing_else() {
    let mut played = Played::new("7");
    let told = played.lines(ILLEGAL);
    let mut hall = Hall::new("a");
    feed(&mut hall, "7", &told);
    hall.settle(played.now);
    for role in [Role::Display {}, Role::Broadcaster {}] {
        let account = Account { name: "Hall".to_owned(), role };
        assert_eq!(page(&hall, &account, played.now)["public"], Value::Null, "nothing public was said yet");
    }
    for (_, json) in public_of(&told) {
        hall.public_record("7", &json, played.now).expect("a record");
    }
    hall.settle(played.now);
    for role in [Role::Display {}, Role::Broadcaster {}] {
        let account = Account { name: "Hall".to_owned(), role };
        let shown = page(&hall, &account, played.now);
        assert_eq!(shown["public"][0]["game"], "s-7");
        let fields: Vec<&str> = shown.as_object().expect("an object").keys().map(String::as_str).collect();
        assert_eq!(fields, ["event", "now", "public", "version", "whole"]);
        let event: Vec<&str> = shown["event"].as_object().expect("an object").keys().map(String::as_str).collect();
        assert_eq!(event, ["default_time_min", "delay_s", "edition", "sections"], "what is announced to everybody");
        let text = shown.to_string();
        for word in ["illegal", "alert", "g3", "touch", "severity"] {
            assert!(!text.contains(word), "{word} in {text}");
        }
        for request in [
            json!({ "request": "go", "id": "1", "case": "s-7#1" }),
            json!({ "request": "act", "id": "2", "table": "7", "acts": [{ "command": "identify" }] }),
            json!({ "request": "offers", "id": "3", "table": "7" }),
            json!({ "request": "search", "id": "4", "filter": {} }),
        ] {
            let answer = ask(&mut hall, &account, request, played.now);
            assert_eq!(answer.refusal, Some(crate::hall::protocol::requests::Refusal::NotAllowed));
        }
        assert_eq!(hall.detail(&account, "7"), None);
    }
    assert!(commands(&drain(&mut hall)).is_empty());
}

#[test]
fn the_public_sees_a_game_of_an_event_as_late_as_the_event_wants() {
    let mut played = Played::new("7");
    let told = played.lines(ILLEGAL);
    let mut hall = Hall::new("a");
    feed(&mut hall, "7", &told);
    let now = played.now;
    hall.settle(now);
    let event = |id: &str, set: Value| json!({ "request": "event", "id": id, "set": set });
    let named = ask(&mut hall, &chief(), event("1", json!({ "name": "Lakeside Open" })), now);
    assert_eq!(named.refusal, None);
    let screen = Account { name: "Hall".to_owned(), role: Role::Display {} };
    let shown = |hall: &Hall, now: Time| page(hall, &screen, now)["public"][0]["game"].clone();
    for (_, json) in public_of(&told) {
        hall.public_record("7", &json, now).expect("a record");
    }
    hall.settle(now);
    assert_eq!(shown(&hall, now), Value::Null, "a new event holds a quarter of an hour back");
    let wake = hall.next_deadline().expect("something waits");
    assert!(wake <= now.plus(900_000), "{wake}");
    hall.settle(now.plus(900_000));
    let mut at_once = Hall::new("b");
    for (_, json) in public_of(&told) {
        at_once.public_record("7", &json, now).expect("a record");
    }
    at_once.settle(now);
    let (late, early) = (page(&hall, &screen, now), page(&at_once, &screen, now));
    for field in ["game", "fen", "plies", "last", "players"] {
        assert_eq!(late["public"][0][field], early["public"][0][field], "{field}");
    }
    assert_eq!(shown(&hall, now), "s-7");

    // Another delay is in force at once, for what waits, too.
    let later = now.plus(901_000);
    let (_, last) = public_of(&told).pop().expect("a record");
    hall.remove("7");
    hall.public_record("7", &last, later).expect("a record");
    hall.settle(later);
    assert_eq!(shown(&hall, later), Value::Null);
    assert_eq!(ask(&mut hall, &chief(), event("2", json!({ "delay_s": 0 })), later).refusal, None);
    hall.settle(later);
    assert!(hall.next_deadline().is_none_or(|due| due > later));
}

#[test]
fn an_older_state_of_a_game_takes_nothing_back_from_the_public() {
    let mut hall = Hall::new("a");
    let screen = Account { name: "Hall".to_owned(), role: Role::Display {} };
    let begin = Time::read("2026-11-24T10:00:00.000Z").expect("a time");
    let state = |id: &str, seq: u64, at_s: i64, moves: Value, result: &str| {
        json!({ "type": "game", "seq": seq, "t_ms": at_s * 1_000, "at": begin.plus(at_s * 1_000).to_string(), "id": id,
            "phase": "playing", "fen": "", "moves": moves, "sans": moves, "result": result })
        .to_string()
    };
    let mut hear = |json: String| {
        let now = begin.plus(600_000);
        hall.public_record("7", &json, now).expect("a record");
        hall.settle(now);
        let shown = page(&hall, &screen, now)["public"][0].clone();
        (
            shown["game"].as_str().map(str::to_owned),
            shown["result"].as_str().map(str::to_owned),
            shown["plies"].as_u64(),
        )
    };
    let shows = |game: &str, result: &str, plies| (Some(game.to_owned()), Some(result.to_owned()), Some(plies));
    let early = state("s-7", 1, 10, json!(["e2e4"]), "*");
    hear(early.clone());
    let over = state("s-7", 9, 60, json!(["e2e4", "e7e5", "g1f3"]), "1-0");
    assert_eq!(hear(over.clone()), shows("s-7", "1-0", 3));
    assert_eq!(hear(early), shows("s-7", "1-0", 3));
    assert_eq!(hear(state("s-7", 12, 90, json!(["e2e4"]), "*")), shows("s-7", "*", 1), "taken back");
    assert_eq!(hear(state("s-7/2", 12, 95, json!([]), "*")), shows("s-7/2", "*", 0));
    assert_eq!(hear(over), shows("s-7/2", "*", 0));
}

#[test]
fn a_page_that_is_told_what_is_new_shows_what_one_that_comes_late_does() {
    let mut played = Played::new("7");
    let told = played.lines(ILLEGAL);
    let mut hall = Hall::new("a");
    let mut shown: std::collections::BTreeMap<String, Value> = Default::default();
    let (mut version, mut order) = (0, Value::Null);
    let watched = BTreeSet::from(["7".to_owned()]);
    for one in &told {
        feed(&mut hall, "7", std::slice::from_ref(one));
        let now = played.now;
        hall.settle(now);
        let changes = hall.changes(&chief(), version, &watched, now);
        version = changes.version;
        let changes = serde_json::to_value(changes).expect("JSON");
        for (list, name) in [("tables", "table"), ("details", "table")] {
            for view in changes[list].as_array().into_iter().flatten() {
                shown.insert(format!("{list} {}", view[name]), view.clone());
            }
        }
        for view in changes["cases"].as_array().into_iter().flatten() {
            shown.insert(format!("cases {}", view["id"]), view.clone());
        }
        for id in changes["ended"].as_array().into_iter().flatten() {
            shown.remove(&format!("cases {id}"));
        }
        if !changes["order"].is_null() {
            order = changes["order"].clone();
        }
    }
    let late = page(&hall, &chief(), played.now);
    assert_eq!(order, late["order"]);
    assert_eq!(shown["tables \"7\""], late["tables"][0]);
    assert_eq!(shown["details \"7\""], late["details"][0]);
    assert_eq!(shown["cases \"s-7#1\""], late["cases"][0]);
    assert_eq!(shown.len(), 3);
    assert!(hall.changes(&chief(), version, &watched, played.now).is_empty());
    assert!(hall.changes(&chief(), version + 5, &watched, played.now).whole, "of another run of the hall");
}

#[test]
fn requests_have_no_fields_that_nobody_knows() {
    for text in [
        r#"{"request":"go","id":"1","case":"c","role":"chief"}"#,
        r#"{"request":"act","id":"1","table":"7","acts":[{"command":"confirm","alert":"a","by":"Anna"}]}"#,
        r#"{"request":"people","id":"1"}"#,
        r#"{"request":"search","id":"1","filter":{"sql":"x"}}"#,
    ] {
        assert!(serde_json::from_str::<Request>(text).is_err(), "{text}");
    }
}

#[test]
fn what_happens_at_one_table_of_many_is_all_that_a_page_is_told() {
    let mut hall = Hall::new("a");
    let mut played = Played::new("7");
    let lines: Vec<&str> = ILLEGAL.lines().collect();
    let told = played.lines(lines[0]);
    for table in 1..=200 {
        feed(&mut hall, &table.to_string(), &told);
    }
    hall.settle(played.now);
    let none = BTreeSet::new();
    let whole = hall.changes(&chief(), 0, &none, played.now);
    assert_eq!((whole.whole, whole.tables.len()), (true, 200));
    let told = played.lines(lines[1]);
    feed(&mut hall, "77", &told);
    hall.settle(played.now);
    let changes = hall.changes(&chief(), whole.version, &none, played.now);
    assert_eq!(changes.tables.iter().map(|view| view.table.as_str()).collect::<Vec<_>>(), ["77"]);
    let text = serde_json::to_string(&changes).expect("JSON");
    assert!(text.len() < 2_000, "{} bytes: {text}", text.len());
}

#[test]
fn a_clock_that_is_set_makes_nothing_early_late_or_forgotten() {
    const DAY_MS: i64 = 86_400_000;
    for by_ms in [DAY_MS, -DAY_MS] {
        let mut played = Played::new("7");
        let told = played.lines(ILLEGAL);
        let mut hall = Hall::new("a");
        feed(&mut hall, "7", &told);
        let before = played.now;
        hall.settle(before);
        let event = json!({ "request": "event", "id": "1", "set": { "name": "Lakeside Open" } });
        assert_eq!(ask(&mut hall, &chief(), event, before).refusal, None);
        let screen = Account { name: "Hall".to_owned(), role: Role::Display {} };
        let shown = |hall: &Hall, now: Time| page(hall, &screen, now)["public"][0]["game"].clone();
        for (_, json) in public_of(&told) {
            hall.public_record("7", &json, before).expect("a record");
        }
        let waits = json!({ "request": "shelve", "id": "2", "case": "s-7#1", "for_s": 300 });
        let shelved = ask(&mut hall, &chief(), waits, before);
        assert_eq!(shelved.refusal, None);
        hall.settle(before);
        drain(&mut hall);

        hall.clock_set(by_ms);
        let now = before.plus(by_ms);
        hall.settle(now.plus(6_000));
        // What is to be kept of the table is kept after a few seconds, as ever.
        let kept = drain(&mut hall);
        let is_kept = |output: &Output| matches!(output, Output::Keep(crate::hall::keep::Row::Table { table, .. }) if table == "7");
        assert!(kept.iter().any(is_kept), "{by_ms}: {kept:?}");
        assert_eq!(shown(&hall, now.plus(6_000)), Value::Null, "{by_ms}: nothing is told early");
        hall.settle(now.plus(299_000));
        assert!(hall.order().is_empty(), "{by_ms}: it is shelved");
        hall.settle(now.plus(301_000));
        assert!(hall.order() == ["s-7#1"], "{by_ms}: it comes back");
        hall.settle(now.plus(900_000));
        assert_eq!(shown(&hall, now.plus(900_000)), "s-7", "{by_ms}: and is told when it is old enough");
    }
}

#[test]
fn a_hall_whose_clock_was_an_hour_slow_tells_right_times_once_it_is_set() {
    const HOUR_MS: i64 = 3_600_000;
    let mut played = Played::new("7");
    let told = played.lines(ILLEGAL);
    let (before, after) = told.split_at(2);
    let mut hall = Hall::new("a");
    for (_, json) in before {
        hall.record("7", json, Time(BEGIN - HOUR_MS)).expect("a record");
    }
    hall.settle(Time(BEGIN - HOUR_MS));
    let event = json!({ "request": "event", "id": "1", "set": { "name": "Lakeside Open" } });
    assert_eq!(ask(&mut hall, &chief(), event, Time(BEGIN - HOUR_MS)).refusal, None);
    hall.clock_set(HOUR_MS);
    // Not yet is it known how much later than it is said a record comes: nothing is told early.
    for (_, json) in public_of(&told) {
        hall.public_record("7", &json, played.now).expect("a record");
    }
    feed(&mut hall, "7", after);
    hall.settle(played.now);
    let screen = Account { name: "Hall".to_owned(), role: Role::Display {} };
    assert_eq!(page(&hall, &screen, played.now)["public"][0]["game"], Value::Null);
    let case = hall.case_views().find(|view| view.queued.case.id == "s-7#1").expect("a case");
    let since = case.queued.case.since;
    assert!(since >= Time(BEGIN) && since <= played.now, "{}", played.now.since(since));
    let clock = hall.table("7").and_then(|view| view.clock).expect("a clock");
    assert!(clock.at >= Time(BEGIN) && clock.at <= played.now, "{}", played.now.since(clock.at));
}
