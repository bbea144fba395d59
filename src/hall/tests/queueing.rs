//! The order of the queue, and what stands under what.

use super::*;
use crate::hall::{
    protocol::requests::Refusal,
    queue::{Tray, severity::Severity},
    table::{
        Place,
        link::{GRACE_MS, SILENCE_MS},
    },
};

fn alert(table: &str, number: u32, kind: &str, severity: &str, t_ms: i64) -> Told {
    dated(
        table,
        json!({ "type": "alert", "id": format!("s-{table}#{number}"), "state": "raised", "raised_ms": t_ms, "kind": kind,
            "article": "4.2.1", "edition": "2023", "severity": severity, "advisory": true, "by": "white", "ply": 1,
            "squares": ["g1"], "legal": [], "data": {}, "text": "..", "seq": number, "t_ms": t_ms }),
    )
}

fn game(table: &str, seq: u64, alerts: &[Told], t_ms: i64) -> Told {
    let open: Vec<Value> = alerts.iter().map(|(_, json)| serde_json::from_str(json).expect("JSON")).collect();
    let first = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    dated(
        table,
        json!({ "type": "game", "id": format!("s-{table}"), "phase": "playing", "edition": "2023", "regime": "standard",
            "variant": "chess", "initial_fen": first, "fen": first, "turn": "white", "moves": [], "sans": [], "result": "*",
            "termination": null, "players": {}, "clock": null, "touched": [], "obligation": {}, "alerts": open,
            "illegal_moves": {}, "seq": seq, "t_ms": t_ms }),
    )
}

/// A table with one alert.
fn tell(hall: &mut Hall, table: &str, kind: &str, severity: &str, t_ms: i64) {
    let alert = alert(table, 1, kind, severity, t_ms);
    feed(hall, table, &[online(table, 0, 0), alert.clone(), game(table, 1, &[alert], t_ms)]);
}

fn lost(table: &str, t_ms: i64) -> Told {
    let status = json!({ "type": "status", "online": true, "version": "0.1.0", "queued": 0, "uptime_s": t_ms / 1_000,
        "board": { "state": "lost", "kind": "dgt", "port": "/dev/ttyUSB0", "heard_ms": 0, "trouble": "not there" },
        "faults": {}, "seq": 0, "t_ms": t_ms });
    dated(table, status)
}

fn at(t_ms: i64) -> Time {
    Time(BEGIN + t_ms)
}

fn tray(hall: &Hall, id: &str) -> Option<Tray> {
    hall.queue.cases.get(id).map(|queued| queued.tray)
}

#[test]
fn the_worst_stands_first_then_where_nobody_goes_then_the_oldest() {
    let mut hall = Hall::new("a");
    for (table, kind, severity, t_ms) in [
        ("1", "touched-piece-returned", "notice", 1_000),
        ("2", "position-mismatch", "notice", 2_000),
        ("3", "game-ended-checkmate", "ruling", 3_000),
        ("4", "touch-move-violated", "warning", 4_000),
        ("5", "flag-fall", "ruling", 6_000),
        ("6", "flag-fall", "ruling", 5_000),
        ("7", "result-signalled", "info", 2_500),
        ("8", "threefold-available", "private", 100),
        ("9", "slide-inferred", "info", 100),
    ] {
        tell(&mut hall, table, kind, severity, t_ms);
    }
    hall.settle(at(9_000));
    assert_eq!(hall.order(), ["s-6#1", "s-5#1", "s-4#1", "s-7#1", "s-3#1", "s-2#1", "s-1#1"]);
    assert_eq!(tray(&hall, "s-8#1"), Some(Tray::Private));
    assert_eq!(tray(&hall, "s-9#1"), None);
    ask(&mut hall, &chief(), json!({ "request": "go", "id": "1", "case": "s-6#1" }), at(9_500));
    hall.settle(at(9_500));
    assert_eq!(hall.order()[..2], ["s-5#1", "s-6#1"]);
    let answer = ask(&mut hall, &arbiter("Bruno"), json!({ "request": "go", "id": "1", "case": "s-6#1" }), at(9_600));
    assert!(matches!(answer.refusal, Some(Refusal::Second { .. })), "{answer:?}");
}

#[test]
fn a_clock_that_is_missing_for_a_moment_at_the_start_is_told_nowhere() {
    let clock = |seq: u64, connected: bool, t_ms: i64| {
        dated(
            "1",
            json!({ "type": "board", "placement": null, "occupied": null, "in_air": [], "agrees": true,
            "clock_connected": connected, "seq": seq, "t_ms": t_ms }),
        )
    };
    let mut hall = Hall::new("a");
    feed(&mut hall, "1", &[online("1", 0, 0), game("1", 1, &[], 1_000), clock(1, false, 1_000)]);
    hall.settle(at(2_000));
    assert_eq!(hall.order(), [""; 0]);
    assert!(hall.next_deadline().is_some_and(|due| due <= at(1_000 + GRACE_MS)));
    feed(&mut hall, "1", &[clock(1, true, 3_000)]);
    hall.settle(at(3_000));
    hall.settle(at(80_000));
    assert_eq!(hall.entries(&chief(), &Default::default()).count(), 0, "nothing has ended that nobody was told of");
    // Missing for longer it is told.
    feed(&mut hall, "1", &[clock(1, false, 90_000)]);
    hall.settle(at(90_000));
    assert_eq!(hall.order(), [""; 0]);
    hall.settle(at(90_000 + GRACE_MS));
    assert_eq!(hall.order(), ["clock-disconnected:1"]);
}

#[test]
fn a_shelved_case_returns_by_itself_and_only_the_chief_shelves_a_ruling() {
    let mut hall = Hall::new("a");
    tell(&mut hall, "1", "touch-move-violated", "warning", 1_000);
    tell(&mut hall, "2", "flag-fall", "ruling", 1_000);
    hall.settle(at(2_000));
    let shelve = |case: &str| json!({ "request": "shelve", "id": format!("{case}s"), "case": case, "for_s": 300 });
    let bruno = arbiter("Bruno");
    assert_eq!(ask(&mut hall, &bruno, shelve("s-2#1"), at(2_000)).refusal, Some(Refusal::OnlyChief));
    assert_eq!(ask(&mut hall, &bruno, shelve("s-1#1"), at(2_000)).refusal, None);
    assert_eq!(ask(&mut hall, &chief(), shelve("s-2#1"), at(2_000)).refusal, None);
    hall.settle(at(2_000));
    assert_eq!(hall.order(), [""; 0]);
    assert_eq!(tray(&hall, "s-1#1"), Some(Tray::Shelved));
    let due = hall.next_deadline().expect("something to do");
    assert!(due <= at(302_000));
    for table in ["1", "2"] {
        feed(&mut hall, table, &[online(table, 1, 301_000)]);
    }
    hall.settle(at(302_000));
    assert_eq!(hall.order(), ["s-2#1", "s-1#1"]);
    let forever = json!({ "request": "shelve", "id": "x", "case": "s-1#1", "for_s": 3_601 });
    assert!(matches!(ask(&mut hall, &bruno, forever, at(302_000)).refusal, Some(Refusal::BadValue { .. })));
}

#[test]
fn seen_stays_until_it_ends_and_the_table_is_told() {
    let mut hall = Hall::new("a");
    tell(&mut hall, "1", "touch-move-violated", "warning", 1_000);
    hall.settle(at(2_000));
    drain(&mut hall);
    ask(&mut hall, &chief(), json!({ "request": "seen", "id": "1", "case": "s-1#1" }), at(2_000));
    hall.settle(at(2_000));
    assert_eq!(hall.order(), ["s-1#1"]);
    assert_eq!(hall.queue.cases["s-1#1"].seen.as_ref().map(|mark| mark.by.as_str()), Some("Anna Weber"));
    let sent = commands(&drain(&mut hall));
    assert_eq!((&sent[0]["command"], &sent[0]["alert"]), (&json!("acknowledge"), &json!("s-1#1")));
}

#[test]
fn a_lost_board_mutes_what_follows_from_it_and_boards_of_one_line_are_one_case() {
    let mut hall = Hall::new("a");
    for table in ["21", "22", "23"] {
        feed(&mut hall, table, &[online(table, 0, 0), lost(table, 5_000)]);
    }
    let mismatch = alert("22", 1, "position-mismatch", "notice", 8_000);
    let flag = alert("23", 1, "flag-fall", "ruling", 8_000);
    feed(&mut hall, "22", &[mismatch.clone(), game("22", 1, &[mismatch], 8_000)]);
    feed(&mut hall, "23", &[flag.clone(), game("23", 1, &[flag], 8_000)]);
    hall.settle(at(5_000 + GRACE_MS));
    assert_eq!(hall.order(), ["s-23#1", "line:board-lost:21"], "a flag falls without a board, too");
    assert_eq!(tray(&hall, "s-22#1"), Some(Tray::Muted));
    let line = &hall.queue.cases["line:board-lost:21"];
    assert_eq!(
        (line.case.tables.join(" "), line.muted, line.case.severity),
        ("21 22 23".to_owned(), 1, Severity::Lost)
    );
    let go = json!({ "request": "go", "id": "1", "case": "line:board-lost:21" });
    ask(&mut hall, &chief(), go, at(20_000));
    // They are back: what still differs waits again.
    for table in ["21", "22", "23"] {
        feed(&mut hall, table, &[online(table, 0, 21_000)]);
    }
    hall.settle(at(22_000));
    assert_eq!(hall.order(), ["s-23#1", "s-22#1"]);
}

#[test]
fn a_table_that_says_nothing_is_off_the_network_with_its_last_word() {
    let mut hall = Hall::new("a");
    feed(&mut hall, "1", &[online("1", 0, 0), game("1", 0, &[], 1_000)]);
    hall.settle(at(1_000));
    assert!(hall.next_deadline().is_some_and(|due| due <= at(1_000 + SILENCE_MS)));
    hall.settle(at(1_000 + SILENCE_MS));
    assert_eq!(hall.order(), ["table-lost:1"]);
    hall.settle(at(1_000 + SILENCE_MS + GRACE_MS));
    assert_eq!(hall.order(), ["table-lost:1"]);
    let link = hall.table("1").expect("a table").link;
    assert_eq!(link.heard, at(1_000));
    let will = json!({ "type": "status", "online": false, "version": "0.1.0", "seq": 0, "t_ms": 0 }).to_string();
    feed(&mut hall, "2", &[online("2", 0, 0)]);
    hall.record("2", &will, at(400_000)).expect("a record");
    hall.settle(at(400_000));
    assert!(!hall.order().contains(&"table-lost:2".to_owned()), "it may only be restarting");
    assert!(hall.next_deadline().is_some_and(|due| due <= at(400_000 + GRACE_MS)));
    hall.settle(at(400_000 + GRACE_MS + 7));
    assert!(hall.order().contains(&"table-lost:2".to_owned()));
}

#[test]
fn a_low_battery_waits_since_it_was_first_said_until_it_is_not_so() {
    let mut hall = Hall::new("a");
    let board = |low: bool, t_ms: i64| {
        let placement = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        let board = json!({ "type": "board", "placement": placement, "in_air": [], "agrees": true,
            "clock_battery_low": low, "clock_connected": true, "seq": 0, "t_ms": t_ms });
        dated("1", board)
    };
    feed(&mut hall, "1", &[online("1", 0, 0), board(true, 1_000), board(true, 7_000)]);
    hall.settle(at(8_000));
    assert_eq!(hall.order(), ["clock-battery-low:1"]);
    assert_eq!(hall.queue.cases["clock-battery-low:1"].case.since, at(1_000));
    feed(&mut hall, "1", &[board(false, 9_000)]);
    hall.settle(at(9_000));
    assert_eq!(hall.order(), [""; 0]);
    let all = crate::hall::decisions::search::Filter::default();
    assert_eq!(hall.entries(&chief(), &all).count(), 1, "it ended by itself");
}

#[test]
fn more_than_ten_of_a_kind_in_ten_minutes_are_one_line_but_never_rulings() {
    let mut hall = Hall::new("a");
    for table in 1..=11 {
        tell(&mut hall, &table.to_string(), "touched-piece-returned", "notice", table * 1_000);
        tell(&mut hall, &(100 + table).to_string(), "flag-fall", "ruling", table * 1_000);
    }
    for table in (1..=11).chain(101..=111).map(|table| table.to_string()) {
        feed(&mut hall, &table, &[online(&table, 1, 3_600_000)]);
    }
    tell(&mut hall, "50", "touched-piece-returned", "notice", 3_600_000);
    hall.settle(at(3_601_000));
    assert_eq!(hall.order().len(), 11 + 1 + 1);
    assert_eq!(hall.order()[11..], ["flood:s-1#1", "s-50#1"]);
    assert_eq!(hall.queue.cases["flood:s-1#1"].case.members.len(), 11);
    // Seen is said of each of them.
    ask(&mut hall, &chief(), json!({ "request": "seen", "id": "1", "case": "flood:s-1#1" }), at(3_602_000));
    hall.settle(at(3_602_000));
    assert!(hall.queue.cases["flood:s-1#1"].seen.is_some());
    assert_eq!(commands(&drain(&mut hall)).iter().filter(|command| command["command"] == "acknowledge").count(), 11);
}

#[test]
fn an_arbiter_of_a_section_sees_and_acts_there_alone() {
    let mut hall = Hall::new("a");
    tell(&mut hall, "1", "flag-fall", "ruling", 1_000);
    tell(&mut hall, "2", "flag-fall", "ruling", 1_000);
    tell(&mut hall, "3", "flag-fall", "ruling", 1_000);
    let in_section = |section: &str| Place { section: Some(section.to_owned()), ..Place::default() };
    hall.place("1", in_section("Open A"), at(1_000));
    hall.place("2", in_section("Open B"), at(1_000));
    hall.settle(at(2_000));
    let sections = Some(["Open B".to_owned()].into());
    let li = Account { name: "Li".to_owned(), role: Role::Arbiter { sections } };
    let shown = page(&hall, &li, at(2_000));
    // That of a table in no section is everybody's.
    assert_eq!(shown["order"], json!(["s-2#1", "s-3#1"]));
    assert_eq!(shown["tables"].as_array().map(Vec::len), Some(2));
    let go = |case: &str| json!({ "request": "go", "id": case, "case": case });
    assert_eq!(ask(&mut hall, &li, go("s-1#1"), at(2_000)).refusal, Some(Refusal::NotAllowed));
    assert_eq!(ask(&mut hall, &li, go("s-2#1"), at(2_000)).refusal, None);

    // Where a table changes its section, what waits there goes with it: to this page, and from it.
    let since = hall.version();
    hall.place("1", in_section("Open B"), at(3_000));
    hall.place("2", in_section("Open A"), at(3_000));
    hall.settle(at(3_000));
    let news = hall.changes(&li, since, &BTreeSet::new(), at(3_000));
    assert_eq!(news.order, Some(vec!["s-1#1".to_owned(), "s-3#1".to_owned()]));
    assert_eq!(news.removed, ["2"]);
    assert!(news.tables.iter().any(|view| view.table == "1") && news.tables.iter().all(|view| view.table != "2"));
    assert!(news.cases.iter().any(|view| view.queued.case.id == "s-1#1"), "{:?}", news.cases);
    assert_eq!(news.ended, ["s-2#1"]);
}
