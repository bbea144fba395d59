//! In whatever order and however often records come, and whatever is lost on the way: the state in the end is the same.

use serde_json::Value;

use super::*;
use crate::hall::keep::Row;

/// What a page shows in the end, when nothing is on its way any more.
fn settled(hall: &mut Hall, at: Time) -> Value {
    hall.settle(at);
    let mut shown = page(hall, &chief(), at);
    // How it ended is told in the order in which it was heard of; what is there is not.
    shown["entries"] = Value::Null;
    shown
}

fn is_numbered(kind: &str) -> bool {
    matches!(kind, "alert" | "move" | "turn")
}

/// Says where two values part.
fn assert_same(one: &Value, other: &Value, at: &str) {
    match (one, other) {
        (Value::Object(fields), Value::Object(others)) => {
            let keys: BTreeSet<&String> = fields.keys().chain(others.keys()).collect();
            for key in keys {
                let absent = Value::Null;
                let of = |fields: &serde_json::Map<String, Value>| fields.get(key).unwrap_or(&absent).clone();
                assert_same(&of(fields), &of(others), &format!("{at}/{key}"));
            }
        }
        (Value::Array(items), Value::Array(others)) if items.len() == others.len() => {
            for (index, (item, other)) in items.iter().zip(others).enumerate() {
                assert_same(item, other, &format!("{at}/{index}"));
            }
        }
        _ => assert_eq!(one, other, "{at}"),
    }
}

/// Topics overtake one another, numbered records come in any order, some come again.
fn disordered(told: &[Told], chance: &mut Chance) -> Vec<Told> {
    let mut topics: Vec<Vec<Told>> = Vec::new();
    for kind in ["game", "board", "clock", "status", "touch"] {
        topics.push(told.iter().filter(|(of, _)| of == kind).cloned().rev().collect());
    }
    let mut numbered: Vec<Told> = told.iter().filter(|(of, _)| is_numbered(of)).cloned().collect();
    for index in (1..numbered.len()).rev() {
        numbered.swap(index, chance.below(index + 1));
    }
    let repeats: Vec<Told> = numbered.iter().step_by(3).cloned().collect();
    numbered.extend(repeats);
    topics.push(numbered);
    let mut all = Vec::new();
    while topics.iter().any(|topic| !topic.is_empty()) {
        let topic = chance.below(topics.len());
        all.extend(topics[topic].pop());
    }
    all
}

fn told_by(log: &str) -> (Vec<Told>, Time) {
    let mut played = Played::new("7");
    let mut told = played.lines(log);
    told.extend(played.finish());
    told.retain(|(kind, _)| kind != "reply");
    let last = told.iter().filter_map(|(_, json)| serde_json::from_str::<Value>(json).ok()?["seq"].as_u64()).max();
    told.push(online("7", last.unwrap_or(0), played.now.since(Time(BEGIN))));
    (told, played.now)
}

#[test]
fn the_order_of_records_repeats_and_restarts_change_nothing() {
    let mut chance = Chance(1);
    let every = if std::env::var_os("TOUCHMOVE_EVERY").is_some() { 1 } else { 9 };
    let mut tried = 0;
    for log in worked_cases().iter().step_by(every) {
        let (told, end) = told_by(log);
        let at = end.plus(1_000);
        let mut straight = Hall::new("a");
        feed(&mut straight, "7", &told);
        let expected = settled(&mut straight, at);
        assert_eq!(expected["tables"][0]["catching_up"], false, "{log}");

        let mut mixed = Hall::new("b");
        feed(&mut mixed, "7", &disordered(&told, &mut chance));
        assert_same(&settled(&mut mixed, at), &expected, &format!("another order: {log}"));

        // Restarted in the middle: state is told again by the broker.
        let mut first = Hall::new("c");
        let half = chance.below(told.len());
        feed(&mut first, "7", &told[..half]);
        first.settle(at);
        first.keep_all();
        let rows = drain(&mut first).into_iter().filter_map(|output| match output {
            Output::Keep(row) => Some(Row::from_json(&row.to_json().expect("JSON")).expect("a row")),
            Output::Command { .. } => None,
        });
        let mut second = Hall::from_rows("d", rows, at);
        let retained = ["game", "board", "clock", "status"]
            .iter()
            .filter_map(|kind| told[..half].iter().rfind(|(of, _)| of == kind).cloned());
        feed(&mut second, "7", &retained.collect::<Vec<_>>());
        feed(&mut second, "7", &told[half..]);
        assert_same(&settled(&mut second, at), &expected, &format!("restarted after {half}: {log}"));
        tried += 1;
    }
    assert!(tried > 50, "{tried}");
}

#[test]
fn what_is_no_record_makes_no_table() {
    let mut hall = Hall::new("a");
    hall.record("7", r#"{"type":"move","seq":1,"t_ms":0}"#, Time(BEGIN)).expect_err("half a record");
    assert!(hall.table("7").is_none());
}

#[test]
fn what_ended_while_the_hall_was_away_is_in_the_record_afterwards() {
    let mut played = Played::new("7");
    let mut hall = Hall::new("a");
    feed(&mut hall, "7", &played.lines(ILLEGAL));
    hall.settle(played.now);
    hall.keep_all();
    let rows = drain(&mut hall).into_iter().filter_map(|output| match output {
        Output::Keep(row) => Some(row),
        Output::Command { .. } => None,
    });
    let dismiss = r#"{"t_ms":20000,"ev":"command","command":{"command":"dismiss","alert":"s-7#2","by":"Li Chen"}}"#;
    let meanwhile = played.lines(dismiss);
    let later = played.now.plus(3_600_000);
    let mut again = Hall::from_rows("b", rows, later);
    assert_eq!(again.order(), ["s-7#1"]);
    for (kind, json) in meanwhile.iter().filter(|(kind, _)| kind != "reply") {
        again.record("7", json, later).unwrap_or_else(|error| panic!("{kind}: {error}"));
    }
    again.settle(later);
    assert_eq!(again.order(), [""; 0]);
    let all = crate::hall::decisions::search::Filter::default();
    let chief = chief();
    let who: Vec<_> = again.entries(&chief, &all).map(|entry| entry.by.as_deref()).collect();
    assert_eq!(who, [Some("Li Chen")]);
}

#[test]
fn a_hall_that_was_killed_keeps_no_record_twice() {
    let rows_of = |hall: &mut Hall| -> Vec<Row> {
        let kept = drain(hall).into_iter().filter_map(|output| match output {
            Output::Keep(row) => Some(row),
            Output::Command { .. } => None,
        });
        kept.collect()
    };
    let records = |rows: &[Row]| rows.iter().filter(|row| matches!(row, Row::Record { .. })).count();
    for log in worked_cases().iter().step_by(61) {
        let (told, end) = told_by(log);
        // Killed after some seconds: what it kept of the table is older than the records, or was never kept.
        for kept_after in [0, told.len() / 2] {
            let mut hall = Hall::new("a");
            feed(&mut hall, "7", &told[..kept_after]);
            hall.keep_all();
            let mut rows = rows_of(&mut hall);
            feed(&mut hall, "7", &told[kept_after..]);
            rows.extend(rows_of(&mut hall));
            let mut again = Hall::from_rows("b", rows, end);
            rows_of(&mut again);
            // It asks for what it does not know to have, or the broker tells it again.
            let numbered: Vec<Told> = told.iter().filter(|told| is_numbered(&told.0)).cloned().collect();
            feed(&mut again, "7", &numbered);
            assert_eq!(records(&rows_of(&mut again)), 0, "{log}");
        }
    }
}

#[test]
fn a_gap_is_asked_for_and_what_was_missing_is_there_afterwards() {
    let mut chance = Chance(2);
    for log in worked_cases().iter().step_by(61) {
        let (told, end) = told_by(log);
        let at = end.plus(60_000);
        let mut straight = Hall::new("a");
        feed(&mut straight, "7", &told);
        let expected = settled(&mut straight, at);

        let mut hall = Hall::new("b");
        let (lost, heard): (Vec<Told>, Vec<Told>) =
            told.iter().cloned().partition(|(kind, _)| is_numbered(kind) && chance.below(3) == 0);
        feed(&mut hall, "7", &heard);
        hall.settle(end.plus(2_500));
        let asked = commands(&drain(&mut hall));
        let seq =
            |told: &Told| serde_json::from_str::<Value>(&told.1).expect("JSON")["seq"].as_u64().expect("a number");
        let first_lost = lost.iter().map(seq).min();
        match first_lost {
            None => assert_eq!(asked, Vec::<Value>::new(), "{log}"),
            Some(first) => {
                assert_eq!(asked.len(), 1, "{log}");
                assert_eq!(
                    (&asked[0]["command"], asked[0]["seq"].as_u64()),
                    (&json!("resync"), Some(first - 1)),
                    "{log}"
                );
                let again: Vec<Told> =
                    told.iter().filter(|told| is_numbered(&told.0) && seq(told) >= first).cloned().collect();
                feed(&mut hall, "7", &again);
            }
        }
        assert_same(&settled(&mut hall, at), &expected, log);
        assert!(hall.tables["7"].missing() == 0 && !hall.tables["7"].is_catching_up(), "{log}");
    }
}

#[test]
fn a_table_whose_journal_was_lost_counts_anew() {
    let mut played = Played::new("7");
    let mut told = played.lines(ILLEGAL);
    let mut hall = Hall::new("a");
    feed(&mut hall, "7", &told);
    hall.settle(played.now);
    assert_eq!(hall.order(), ["s-7#1"]);
    // The same numbers, of another start of the table.
    let mut again = Played::new("7");
    told = again
        .lines(&ILLEGAL.replace("s-7", "t-7").replace("g3", "e4").replace("black_ms\":3612000", "black_ms\":3600000"));
    feed(&mut hall, "7", &told);
    hall.settle(again.now);
    assert_eq!(hall.order(), ["t-7#1"]);
    assert!(!hall.tables["7"].is_catching_up());
    let game = hall.table("7").and_then(|view| view.game).expect("a game");
    assert_eq!(game.id, "t-7");
    // What comes late of the one before is of no interest.
    let late = Played::new("7").lines(ILLEGAL);
    feed(&mut hall, "7", &late);
    hall.settle(again.now);
    assert_eq!(hall.order(), ["t-7#1"]);
}

/// What a table of another start says that plays `log`, by its clock so much later.
fn told_later(log: &str, session: &str, later_ms: i64) -> Vec<Told> {
    let told = Played::new("7").lines(&log.replace("s-7", session));
    let later = |(kind, json): Told| {
        let mut record: Value = serde_json::from_str(&json).expect("JSON");
        let at = Time::read(record["at"].as_str().expect("a time")).expect("a time");
        record["at"] = json!(at.plus(later_ms).to_string());
        (kind, record.to_string())
    };
    told.into_iter().map(later).collect()
}

/// Heard at the time that each says.
fn feed_in_time(hall: &mut Hall, told: &[Told]) -> Time {
    let mut now = Time(BEGIN);
    for (kind, json) in told.iter().filter(|(kind, _)| kind != "reply") {
        let record: Value = serde_json::from_str(json).expect("JSON");
        now = Time::read(record["at"].as_str().expect("a time")).expect("a time");
        hall.record("7", json, now).unwrap_or_else(|error| panic!("{kind}: {error}"));
    }
    hall.settle(now);
    now
}

/// A game that is on, and what comes later in it: its flag-fall.
fn until_a_flag_falls() -> (Vec<Told>, Vec<Told>) {
    let mut played = Played::new("7");
    let mut before = played.lines(
        r#"{"log":"touchmove/1","id":"s-7"}
{"t_ms":500,"ev":"clock","white_ms":60000,"black_ms":60000,"running":"white"}
{"t_ms":1000,"ev":"lift","sq":"e2","piece":"P"}
{"t_ms":2000,"ev":"drop","sq":"e4","piece":"P"}
{"t_ms":3000,"ev":"press","by":"white"}
{"t_ms":3005,"ev":"clock","white_ms":57500,"black_ms":60000,"running":"black"}
{"t_ms":9000,"ev":"time"}"#,
    );
    let mut fallen = played.lines(
        r#"{"t_ms":63100,"ev":"clock","white_ms":57500,"black_ms":0,"running":"black"}
{"t_ms":63100,"ev":"flag","by":"black"}
{"t_ms":70000,"ev":"time"}"#,
    );
    before.retain(|(kind, _)| kind != "reply");
    fallen.retain(|(kind, _)| kind != "reply");
    (before, fallen)
}

fn has_case_of(hall: &Hall, game: &str) -> bool {
    hall.order().iter().any(|case| case.starts_with(game))
}

#[test]
fn a_spare_table_of_the_same_name_that_is_gone_again_is_heard_no_longer() {
    for restarted in [false, true] {
        let (before, fallen) = until_a_flag_falls();
        let mut hall = Hall::new("a");
        feed_in_time(&mut hall, &before);
        // A spare computer is switched on for a moment.
        let spare = told_later(ILLEGAL, "t-7", 20_000);
        let now = feed_in_time(&mut hall, &spare);
        assert_eq!(hall.table("7").and_then(|view| view.game).expect("a game").id, "t-7");
        if restarted {
            hall.keep_all();
            let rows = drain(&mut hall).into_iter().filter_map(|output| match output {
                Output::Keep(row) => Some(Row::from_json(&row.to_json().expect("JSON")).expect("a row")),
                Output::Command { .. } => None,
            });
            hall = Hall::from_rows("b", rows.collect::<Vec<_>>(), now);
        }
        feed_in_time(&mut hall, &fallen);
        assert_eq!(hall.table("7").and_then(|view| view.game).expect("a game").id, "s-7");
        assert!(has_case_of(&hall, "s-7#"), "{restarted}: {:?}", hall.order());
        assert!(hall.order().contains(&"two-tables:7".to_owned()), "it is told: {:?}", hall.order());
        // It said what it had said before when it was asked: all of it is known.
        feed(&mut hall, "7", &before);
        assert!(!hall.tables["7"].is_catching_up());
        let end = Time(BEGIN + 70_000 + 1_000_000);
        hall.settle(end);
        assert!(!hall.order().contains(&"two-tables:7".to_owned()), "only one speaks: {:?}", hall.order());
    }
}

#[test]
fn state_that_a_broker_kept_of_another_start_changes_nothing() {
    let (before, fallen) = until_a_flag_falls();
    let mut hall = Hall::new("a");
    feed_in_time(&mut hall, &before);
    let old = told_later(
        r#"{"log":"touchmove/1","id":"s-7"}
{"t_ms":1,"ev":"time"}"#,
        "r-7",
        -86_400_000,
    );
    let (_, game) = old.iter().rfind(|(kind, _)| kind == "game").expect("a game");
    for _ in 0..3 {
        hall.record("7", game, Time(BEGIN + 10_000)).expect("a record");
    }
    hall.settle(Time(BEGIN + 10_000));
    assert_eq!(hall.table("7").and_then(|view| view.game).expect("a game").id, "s-7");
    feed_in_time(&mut hall, &fallen);
    assert!(has_case_of(&hall, "s-7#"), "{:?}", hall.order());
    assert!(!hall.tables["7"].is_catching_up());
}

#[test]
fn two_tables_of_one_name_that_both_play_are_told_of_once_and_fill_nothing() {
    let mut hall = Hall::new("a");
    let mut outputs = Vec::new();
    for turn in 0..400_i64 {
        let session = if turn % 2 == 0 { "s-7" } else { "t-7" };
        let mut told = told_later(ILLEGAL, session, turn * 10_000);
        // Both go on: their event times too.
        for (_, json) in &mut told {
            let mut record: Value = serde_json::from_str(json).expect("JSON");
            record["t_ms"] = json!(record["t_ms"].as_i64().expect("a time") + turn * 10_000);
            *json = record.to_string();
        }
        feed_in_time(&mut hall, &told);
        outputs.extend(drain(&mut hall));
        if turn > 3 {
            assert_eq!(hall.order().iter().filter(|case| case.starts_with("two-tables")).count(), 1, "{turn}");
        }
    }
    let all = crate::hall::decisions::search::Filter::default();
    assert!(hall.entries(&chief(), &all).count() < 5);
    let of = |is: fn(&Output) -> bool| outputs.iter().filter(|output| is(output)).count();
    let asked = of(|output| matches!(output, Output::Command { .. }));
    assert!(asked < 60, "{asked}");
}

#[test]
fn a_second_game_leaves_the_first_ones_outcome() {
    let mut played = Played::new("7");
    let mut hall = Hall::new("a");
    let told = played.lines(
        r#"{"log":"touchmove/1","id":"s-7"}
{"t_ms":1000,"ev":"lift","sq":"e2","piece":"P"}
{"t_ms":2000,"ev":"drop","sq":"e4","piece":"P"}
{"t_ms":3000,"ev":"press","by":"white"}
{"t_ms":4000,"ev":"command","command":{"command":"set-result","result":"1-0"}}
{"t_ms":5000,"ev":"command","command":{"command":"new-game","players":{"white":"Eve","black":"Bob"}}}
{"t_ms":6000,"ev":"placement","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"}
{"t_ms":9000,"ev":"time"}"#,
    );
    feed(&mut hall, "7", &told);
    hall.settle(played.now);
    let detail = hall.detail(&chief(), "7").expect("a table");
    assert_eq!(detail.outcomes.len(), 1);
    assert_eq!((detail.outcomes[0].result.as_str(), detail.outcomes[0].plies), ("1-0", 1));
    assert_eq!(hall.table("7").and_then(|view| view.game).expect("a game").players.white.as_deref(), Some("Eve"));
}

#[test]
fn whatever_is_no_record_changes_nothing() {
    let mut hall = Hall::new("a");
    for text in ["", "{}", "[1]", "{\"type\":\"game\",\"seq\":1,\"t_ms\":0}", "\u{0}"] {
        assert!(hall.record("7", text, Time(BEGIN)).is_err(), "{text}");
        assert!(hall.reply("7", text, Time(BEGIN)).is_err(), "{text}");
    }
    hall.settle(Time(BEGIN));
    assert!(drain(&mut hall).is_empty());
}

#[test]
fn damaged_records_never_panic_and_a_sound_one_is_taken_afterwards() {
    let mut chance = Chance(3);
    let told = Played::new("7").lines(ILLEGAL);
    let mut hall = Hall::new("a");
    for _ in 0..4_000 {
        let (_, json) = &told[chance.below(told.len())];
        let mut letters: Vec<char> = json.chars().collect();
        for _ in 0..=chance.below(3) {
            let place = chance.below(letters.len());
            let put = ['0', '9', '"', '{', '#', '-', 'é', 'x'][chance.below(8)];
            letters[place] = put;
        }
        let damaged: String = letters.into_iter().collect();
        let now = Time(BEGIN + i64::try_from(chance.below(100_000)).expect("small"));
        let _ = hall.record("7", &damaged, now);
        let _ = hall.reply("7", &damaged, now);
        let _ = hall.public_record("7", &damaged, now);
        hall.settle(now);
        let _ = page(&hall, &chief(), now);
    }
    feed(&mut hall, "8", &told);
    hall.settle(Time(BEGIN + 100_000));
    assert!(hall.order().contains(&"s-7#1".to_owned()));
}
