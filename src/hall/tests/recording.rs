//! What stands in the record: once, with what was done, whoever did it and by whichever way.

use super::{deciding::Room, *};
use crate::hall::{
    actions::outcome::Effect,
    core::ANSWERS_KEPT_MS,
    decisions::{
        entry::{Entry, State, What},
        export::{code_words, csv},
    },
    keep::Row,
    protocol::requests::{Answer, Refusal},
    records::Color,
};

/// White has played Nf3, and nothing waits.
fn quiet() -> Room {
    Room::new(&ILLEGAL.replace("g3", "f3"))
}

fn rows(outputs: Vec<Output>) -> Vec<Row> {
    let keep = |output| match output {
        Output::Keep(row) => Some(row),
        Output::Command { .. } => None,
    };
    outputs.into_iter().filter_map(keep).collect()
}

fn entries(room: &Room) -> Vec<Entry> {
    room.hall.entries.values().cloned().collect()
}

impl Room {
    /// The table carries out a command that this hall has not given, and says so.
    fn elsewhere(&mut self, command: Value) -> Vec<Told> {
        self.t_ms += 1_000;
        let line = json!({ "t_ms": self.t_ms, "ev": "command", "command": command });
        let told = self.played.lines(&line.to_string());
        feed(&mut self.hall, "7", &told);
        let now = self.now();
        self.hall.settle(now);
        told
    }
}

/// A room whose chief arbiter has just asked for a clock to be adjusted; that request, and its answer.
fn adjusting() -> (Room, Value, Answer) {
    let adjust = json!({ "request": "act", "id": "adj-1", "table": "7",
        "acts": [{ "command": "adjust-clock", "player": "white", "ms": 120_000 }] });
    let mut room = quiet();
    let told = room.played.lines(&json!({ "t_ms": 9_500, "ev": "time" }).to_string());
    feed(&mut room.hall, "7", &told);
    let first = room.ask(&chief(), adjust.clone());
    assert_eq!((first.refusal.clone(), first.entry), (None, Some(1)));
    (room, adjust, first)
}

#[test]
fn a_request_is_met_once_also_over_a_restart() {
    let (mut room, adjust, first) = adjusting();
    let kept = rows(drain(&mut room.hall));
    assert!(kept.iter().all(|row| Row::from_json(&row.to_json().expect("JSON")).expect("a row") == *row));

    // Killed before the answer came: the same again, by the same, does nothing; by another it is another's.
    let later = room.now().plus(60_000);
    let mut again = Hall::from_rows("b", kept.clone(), later);
    feed(&mut again, "7", &[online("7", 0, 70_000)]);
    drain(&mut again);
    assert_eq!(ask(&mut again, &chief(), adjust.clone(), later), first);
    assert_eq!(again.entries.len(), 1);
    assert!(commands(&drain(&mut again)).is_empty());
    let other = ask(&mut again, &arbiter("Bruno Costa"), adjust.clone(), later);
    assert_ne!(other.entry, first.entry);

    // Not for ever.
    let mut again = Hall::from_rows("b", kept, room.now().plus(ANSWERS_KEPT_MS));
    assert_eq!(again.remembered(&chief(), "adj-1"), None);
    again.settle(later);
}

#[test]
fn no_other_accounts_requests_make_an_answer_be_forgotten() {
    let (mut room, adjust, first) = adjusting();
    room.carry_out();
    let now = room.now();
    // A screen may do nothing; another arbiter asks for what is not there.
    let screen = Account { name: "Hall".to_owned(), role: Role::Display {} };
    for number in 0..1_100 {
        let id = format!("x-{number}");
        let seen = json!({ "request": "seen", "id": id, "case": "s-7#99" });
        assert_eq!(ask(&mut room.hall, &screen, seen.clone(), now).refusal, Some(Refusal::NotAllowed));
        assert_eq!(ask(&mut room.hall, &arbiter("Bruno Costa"), seen, now).refusal, Some(Refusal::NoSuchCase));
    }
    assert_eq!(room.hall.remembered(&screen, "x-1099"), None);
    assert!(room.hall.remembered(&arbiter("Bruno Costa"), "x-1099").is_some());
    assert_eq!(room.hall.remembered(&arbiter("Bruno Costa"), "x-899"), None, "so many, and no more");
    assert_eq!(room.ask(&chief(), adjust), first);
    assert_eq!(room.hall.entries.len(), 1);
    assert!(commands(&drain(&mut room.hall)).is_empty(), "the clock is adjusted once");
}

#[test]
fn what_is_decided_elsewhere_without_an_alert_stands_in_the_record_once() {
    let mut room = quiet();
    let by = |id: &str, command: Value| {
        let mut command = command;
        command["id"] = json!(id);
        command["by"] = json!("Felt tip");
        command
    };
    let adjust = by("1", json!({ "command": "adjust-clock", "player": "black", "ms": -60_000 }));
    let told = room.elsewhere(adjust.clone());
    // Told twice by the broker, given twice by him: done once.
    feed(&mut room.hall, "7", &told);
    room.elsewhere(adjust);
    room.elsewhere(by("2", json!({ "command": "set-result", "result": "0-1", "termination": "rules infraction" })));
    room.elsewhere(by("3", json!({ "command": "identify" })));
    room.elsewhere(by("4", json!({ "command": "set-result", "result": "2-1" })));
    let players = json!({ "white": "Eve", "black": "Bob" });
    room.elsewhere(by("5", json!({ "command": "new-game", "players": players })));
    let all = entries(&room);
    let found: Vec<_> = all
        .iter()
        .map(|entry| {
            let What::DecidedElsewhere { command } = &entry.what else { panic!("{entry:?}") };
            (command.as_str(), entry.by.as_deref(), entry.game.as_deref(), entry.done.clone())
        })
        .collect();
    let (felt_tip, first) = (Some("Felt tip"), Some("s-7"));
    let set = Effect::PlayersSet { white: Some("Eve".to_owned()), black: Some("Bob".to_owned()) };
    assert_eq!(
        found,
        [
            ("adjust-clock", felt_tip, first, vec![Effect::ClockAdjusted { player: Color::Black, ms: -60_000 }]),
            ("set-result", felt_tip, first, vec![Effect::ResultFinal { result: "0-1".to_owned(), reason: None }]),
            ("new-game", felt_tip, first, vec![Effect::NewGame, set]),
        ]
    );
    // Each at its own time, though it may be heard later.
    assert_eq!(all[0].at.since(Time(BEGIN)), 11_000);
    assert!(all.iter().all(|entry| entry.state == State::Done && entry.number > 0));

    // Without an id, twice the same: two decisions, each told twice.
    let mut room = quiet();
    let take_back = json!({ "command": "take-back", "plies": 1 });
    let told = room.elsewhere(take_back);
    feed(&mut room.hall, "7", &told);
    assert_eq!(entries(&room).len(), 1, "{:?}", entries(&room));
}

#[test]
fn what_this_hall_has_decided_is_not_told_as_somebody_elses() {
    let mut room = quiet();
    let act = json!({ "command": "set-result", "result": "1-0" });
    room.ask(&chief(), json!({ "request": "act", "id": "r", "table": "7", "acts": [act] }));
    let sent = drain(&mut room.hall);
    let command = commands(&sent)[0].clone();
    let told = room.elsewhere(command);
    feed(&mut room.hall, "7", &told);
    let now = room.now();
    room.hall.settle(now);
    assert_eq!(entries(&room).len(), 1);
    // Nor after a restart.
    let mut again = Hall::from_rows("b", rows(sent), now);
    feed(&mut again, "7", &told);
    feed(&mut again, "7", &told);
    again.settle(now);
    assert_eq!(again.entries.len(), 1);
    assert_eq!(again.entries[&1].state, State::Done);
}

#[test]
fn the_record_says_what_was_set() {
    let by_hall = |acts: Value| {
        let mut room = quiet();
        let answer = room.ask(&chief(), json!({ "request": "act", "id": "r", "table": "7", "acts": acts }));
        assert_eq!(answer.refusal, None, "{acts}");
        room.carry_out();
        csv(room.hall.entries.values(), code_words)
    };
    for (act, expected) in [
        (json!({ "command": "adjust-clock", "player": "white", "ms": 120_000 }), vec!["ms 120000", "player white"]),
        (json!({ "command": "adjust-clock", "white_ms": 60_000, "black_ms": 5_000 }), vec!["ms 60000", "ms 5000"]),
        (json!({ "command": "set-illegal-moves", "black": 1 }), vec!["number 1", "player black"]),
        (json!({ "command": "set-players", "white": { "name": "Eve" } }), vec!["white Eve"]),
        (json!({ "command": "set-move", "ply": 1, "uci": "g1h3" }), vec!["Nf3", "Nh3"]),
        (json!({ "command": "register", "kind": "disturbance", "player": "black" }), vec!["disturbance"]),
        (
            json!({ "command": "new-game", "players": { "white": "Eve" }, "abandon": true }),
            vec!["white Eve", "plies 1"],
        ),
    ] {
        let text = by_hall(json!([act]));
        for words in expected {
            assert!(text.contains(words), "{act}: {words} in {text}");
        }
    }
}

/// Two half-moves, then the kings in the centre on squares that say White has won, and nobody decides.
const SIGNALLED: &str = r#"{"log":"touchmove/1","id":"s-7","edition":"2023","regime":"standard","sensing":"identity"}
{"t_ms":500,"ev":"placement","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"}
{"t_ms":600,"ev":"clock","white_ms":300000,"black_ms":300000,"running":"white"}
{"t_ms":1000,"ev":"lift","sq":"a2","piece":"P"}
{"t_ms":1600,"ev":"drop","sq":"a3","piece":"P"}
{"t_ms":2200,"ev":"press","by":"white"}
{"t_ms":2205,"ev":"clock","white_ms":298000,"black_ms":300000,"running":"black"}
{"t_ms":3000,"ev":"lift","sq":"a7","piece":"p"}
{"t_ms":3600,"ev":"drop","sq":"a6","piece":"p"}
{"t_ms":4200,"ev":"press","by":"black"}
{"t_ms":4205,"ev":"clock","white_ms":298000,"black_ms":298000,"running":"white"}
{"t_ms":5000,"ev":"clock","white_ms":298000,"black_ms":298000}
{"t_ms":5500,"ev":"lift","sq":"e1","piece":"K"}
{"t_ms":6100,"ev":"drop","sq":"e4","piece":"K"}
{"t_ms":6700,"ev":"lift","sq":"e8","piece":"k"}
{"t_ms":7300,"ev":"drop","sq":"d5","piece":"k"}
{"t_ms":12000,"ev":"time"}"#;

/// All pieces are back home, and 1. d4 is played.
const NEXT: &str = r#"{"t_ms":20000,"ev":"placement","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"}
{"t_ms":26000,"ev":"time"}
{"t_ms":27000,"ev":"clock","white_ms":300000,"black_ms":300000,"running":"white"}
{"t_ms":28000,"ev":"lift","sq":"d2","piece":"P"}
{"t_ms":28600,"ev":"drop","sq":"d4","piece":"P"}
{"t_ms":29200,"ev":"press","by":"white"}
{"t_ms":29205,"ev":"clock","white_ms":298000,"black_ms":300000,"running":"black"}
{"t_ms":32000,"ev":"time"}"#;

/// The next game has begun, and nobody has said how the one before ended.
fn left() -> (Room, Vec<Row>) {
    let mut room = Room::new(SIGNALLED);
    assert_eq!(
        room.hall.case_views().map(|view| view.queued.case.kind.as_str()).collect::<Vec<_>>(),
        ["result-signalled"]
    );
    let told = room.played.lines(NEXT);
    feed(&mut room.hall, "7", &told);
    room.t_ms = 33_000;
    let now = room.now();
    room.hall.settle(now);
    room.hall.settle(now.plus(70_000));
    room.hall.keep_all();
    let kept = rows(drain(&mut room.hall));
    (room, kept)
}

#[test]
fn a_result_that_nobody_has_confirmed_is_asked_for_though_the_next_game_is_on() {
    let (mut room, kept) = left();
    let game = room.hall.table("7").and_then(|table| table.game).expect("a game");
    assert_eq!((game.plies, game.result.as_str()), (1, "*"), "the next one is on");
    let ids: Vec<String> = room.hall.order().to_vec();
    assert_eq!(ids.len(), 1, "{ids:?}");
    let case = room.hall.case_views().next().expect("a case").queued.case.clone();
    assert_eq!((case.kind.as_str(), case.game.as_deref()), ("result-signalled", Some("s-7")));
    assert!(case.before.is_some() && case.fen.starts_with("rnbqkbnr/1ppppppp/p7/8/8/P7/"), "{case:?}");
    assert!(entries(&room).is_empty(), "nothing has ended");

    // So it is after a restart.
    let now = room.now().plus(80_000);
    let mut again = Hall::from_rows("b", kept, now);
    feed(&mut again, "7", &[online("7", 0, 120_000)]);
    again.settle(now);
    assert_eq!(again.order(), ids);

    // He confirms it: nothing is done to the game that is on, and a second arbiter does nothing to it either.
    let offer = room.offers(&ids[0]).into_iter().find(|offer| offer.proposed).expect("a proposal");
    assert_eq!(offer.name, "confirm");
    let request = |id: &str| json!({ "request": "act", "id": id, "table": "7", "case": ids[0], "acts": offer.acts });
    let answer = room.ask(&chief(), request("1"));
    assert_eq!(answer.refusal, None);
    assert!(commands(&drain(&mut room.hall)).is_empty());
    assert_eq!(room.hall.order(), [""; 0]);
    let answer = room.ask(&arbiter("Bruno Costa"), request("2"));
    let Some(Refusal::Second { first }) = answer.refusal else { panic!("{answer:?}") };
    assert_eq!((first.by.as_deref(), first.decided.as_str()), (Some("Anna Weber"), "confirm"));
    assert!(commands(&drain(&mut room.hall)).is_empty(), "the game that is on has no result");
    let all = entries(&room);
    assert_eq!(all.len(), 1);
    let result = all[0].done.iter().find_map(|effect| match effect {
        Effect::ResultFinal { result, .. } => Some(result.as_str()),
        _ => None,
    });
    assert_eq!((all[0].game.as_deref(), result, &all[0].state), (Some("s-7"), Some("1-0"), &State::Done));
    let outcome = room.hall.tables["7"].outcome("s-7").expect("an outcome");
    assert_eq!(outcome.result, "1-0");

    // Or it has none, and that is asked once.
    let (mut room, _) = left();
    assert_eq!(room.take(&chief(), "1", &ids[0], "dismiss").refusal, None);
    assert_eq!(room.hall.order(), [""; 0]);
    let now = room.now().plus(60_000);
    room.hall.settle(now);
    assert_eq!((room.hall.order().len(), entries(&room).len()), (0, 1));
}
