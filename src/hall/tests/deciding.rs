//! Decisions of two arbiters, carried out by a real table.

use super::*;
use crate::hall::{
    actions::{act::Act, offers::Step, outcome::Effect},
    decisions::{
        entry::{State, What},
        search::Filter,
    },
    keep::Row,
    protocol::requests::Refusal,
    queue::severity::Severity,
    records::Color,
    table::hands::Deed,
};

/// A hall with one table that carries out its commands.
pub(super) struct Room {
    pub(super) hall: Hall,
    pub(super) played: Played,
    pub(super) t_ms: i64,
}

impl Room {
    pub(super) fn new(log: &str) -> Room {
        let mut played = Played::new("7");
        let told = played.lines(log);
        let mut hall = Hall::new("a");
        feed(&mut hall, "7", &[online("7", 0, 0)]);
        feed(&mut hall, "7", &told);
        hall.settle(played.now);
        drain(&mut hall);
        let t_ms = played.now.since(Time(BEGIN)).max(10_000);
        Room { hall, played, t_ms }
    }

    pub(super) fn now(&self) -> Time {
        Time(BEGIN + self.t_ms)
    }

    /// Carries out what the hall has sent, until nothing follows.
    pub(super) fn carry_out(&mut self) -> Vec<Value> {
        let mut all = Vec::new();
        loop {
            let sent = commands(&drain(&mut self.hall));
            if sent.is_empty() {
                return all;
            }
            for command in sent {
                self.t_ms += 1_000;
                let line = json!({ "t_ms": self.t_ms, "ev": "command", "command": command });
                let told = self.played.lines(&line.to_string());
                feed(&mut self.hall, "7", &told);
                all.push(command);
            }
            let now = self.now();
            self.hall.settle(now);
        }
    }

    pub(super) fn ask(&mut self, account: &Account, request: Value) -> Answer {
        let now = self.now();
        let answer = ask(&mut self.hall, account, request, now);
        self.hall.settle(now);
        answer
    }

    pub(super) fn offers(&self, case: &str) -> Vec<crate::hall::actions::offers::Offer> {
        self.hall.case_views().find(|view| view.queued.case.id == case).expect("a case").offers.clone()
    }

    pub(super) fn take(&mut self, account: &Account, id: &str, case: &str, offer: &str) -> Answer {
        let offer = self.offers(case).into_iter().find(|known| known.name == offer).expect("offered");
        self.ask(account, json!({ "request": "act", "id": id, "table": "7", "case": case, "acts": offer.acts }))
    }
}

#[test]
fn an_illegal_move_is_one_case_and_one_decision_said_before() {
    let mut room = Room::new(ILLEGAL);
    assert_eq!(room.hall.order(), ["s-7#1"]);
    let offers = room.offers("s-7#1");
    let confirm = &offers[0];
    assert_eq!((confirm.name.as_str(), confirm.proposed), ("confirm", true));
    assert_eq!(confirm.acts.iter().filter_map(Act::alert).collect::<Vec<_>>(), ["s-7#2", "s-7#3"]);
    let counted = Effect::IllegalMoveCounted { player: Color::White, number: 1 };
    assert_eq!(confirm.outcome.effects[0], counted);
    let given =
        Effect::TimeGiven { player: Color::Black, ms: 120_000, before_ms: Some(3_612_000), set_ms: Some(3_732_000) };
    assert!(confirm.outcome.effects.contains(&given), "{:?}", confirm.outcome.effects);
    let view = room.hall.case_views().next().expect("a case");
    let legal: Vec<&str> = view.queued.case.legal.iter().map(|named| named.san.as_str()).collect();
    assert_eq!(legal, ["Nf3", "Nh3"]);
    assert_eq!(view.queued.case.hands.len(), 3, "lifted, put, pressed: {:?}", view.queued.case.hands);

    let answer = room.take(&chief(), "r1", "s-7#1", "confirm");
    assert_eq!((answer.refusal, answer.entry), (None, Some(1)));
    let sent = room.carry_out();
    assert_eq!(sent.len(), 2);
    assert_eq!((&sent[0]["command"], &sent[0]["by"]), (&json!("confirm"), &json!("Anna Weber")));
    assert_eq!(room.hall.order(), [""; 0]);
    let entries: Vec<_> = room.hall.entries(&chief(), &Filter::default()).cloned().collect();
    assert_eq!(entries.len(), 1, "{entries:?}");
    assert_eq!(entries[0].state, State::Done);
    assert_eq!(entries[0].what, What::Decided { name: "confirm".to_owned(), otherwise: false });
    assert_eq!((entries[0].article.as_str(), entries[0].severity), ("7.5.1", Some(Severity::Ruling)));
    assert_eq!(entries[0].done, entries[0].proposed);
}

#[test]
fn the_same_request_again_does_nothing_and_gets_the_same_answer() {
    let mut room = Room::new(ILLEGAL);
    let first = room.take(&chief(), "r1", "s-7#1", "confirm");
    let again = room.take(&chief(), "r1", "s-7#1", "confirm");
    assert_eq!(first, again);
    assert_eq!(room.carry_out().len(), 2);
    assert_eq!(room.hall.entries(&chief(), &Filter::default()).count(), 1);
}

#[test]
fn who_comes_second_hears_who_has_decided_what_and_when() {
    let mut room = Room::new(ILLEGAL);
    let offer = room.offers("s-7#1").into_iter().find(|offer| offer.name == "dismiss").expect("offered");
    room.take(&chief(), "r1", "s-7#1", "confirm");
    let late = json!({ "request": "act", "id": "r1", "table": "7", "case": "s-7#1", "acts": offer.acts });
    // While it is on its way, and when it is done.
    for _ in 0..2 {
        let answer = room.ask(&arbiter("Bruno Costa"), late.clone());
        let Some(Refusal::Second { first }) = answer.refusal else { panic!("{answer:?}") };
        assert_eq!((first.by.as_deref(), first.decided.as_str()), (Some("Anna Weber"), "confirm"));
        room.carry_out();
        let mut other = late.clone();
        other["id"] = json!("r2");
    }
    assert_eq!(room.hall.entries(&chief(), &Filter::default()).count(), 1);
}

#[test]
fn what_another_way_decided_and_what_ended_by_itself_stand_in_the_record_as_that() {
    let mut room = Room::new(ILLEGAL);
    let dismiss = r#"{"t_ms":20000,"ev":"command","command":{"command":"dismiss","alert":"s-7#2","by":"Li Chen"}}"#;
    let told = room.played.lines(dismiss);
    feed(&mut room.hall, "7", &told);
    room.t_ms = 21_000;
    let now = room.now();
    room.hall.settle(now);
    let entries: Vec<_> = room.hall.entries(&chief(), &Filter::default()).cloned().collect();
    assert_eq!(entries.len(), 1, "{entries:?}");
    assert_eq!(entries[0].what, What::DecidedElsewhere { command: "dismiss".to_owned() });
    assert_eq!(entries[0].by.as_deref(), Some("Li Chen"));

    // A piece where no move takes it, put right before the press.
    let log = ILLEGAL.lines().take(4).collect::<Vec<_>>().join("\n");
    let mut room = Room::new(&(log + "\n{\"t_ms\":4000,\"ev\":\"time\"}"));
    assert_eq!(room.hall.order(), ["s-7#1"]);
    room.ask(&chief(), json!({ "request": "seen", "id": "1", "case": "s-7#1" }));
    assert_eq!(room.carry_out().len(), 1, "the table is told that it was seen");
    let told = room.played.lines("{\"t_ms\":15000,\"ev\":\"lift\",\"sq\":\"g3\",\"piece\":\"N\"}\n{\"t_ms\":16000,\"ev\":\"drop\",\"sq\":\"f3\",\"piece\":\"N\"}\n{\"t_ms\":19000,\"ev\":\"time\"}");
    feed(&mut room.hall, "7", &told);
    room.t_ms = 20_000;
    let now = room.now();
    room.hall.settle(now);
    let entries: Vec<_> = room.hall.entries(&chief(), &Filter::default()).cloned().collect();
    assert_eq!(entries.len(), 1, "{entries:?}");
    assert_eq!(entries[0].what, What::EndedByItself { how: "lapsed".to_owned() });
}

#[test]
fn a_result_is_given_and_taken_back() {
    let mut room = Room::new(&ILLEGAL.replace("g3", "f3"));
    let act = json!({ "command": "set-result", "result": "1/2-1/2", "termination": "agreed" });
    let preview = room.ask(&chief(), json!({ "request": "preview", "id": "p", "table": "7", "acts": [act] }));
    let outcome = preview.outcome.expect("an outcome");
    assert_eq!(outcome.take_back, [Act::Reopen {}]);
    assert!(!outcome.destructive);
    let answer = room.ask(&chief(), json!({ "request": "act", "id": "r", "table": "7", "acts": [act] }));
    room.carry_out();
    let result = |room: &Room| room.hall.table("7").and_then(|view| view.game).expect("a game").result;
    assert_eq!(result(&room), "1/2-1/2");
    let take_back = json!({ "request": "take-back", "id": "u", "entry": answer.entry });
    let answer = room.ask(&arbiter("Bruno Costa"), take_back.clone());
    assert_eq!(answer.refusal, None);
    room.carry_out();
    assert_eq!(result(&room), "*");
    let entries: Vec<_> = room.hall.entries(&chief(), &Filter::default()).cloned().collect();
    assert_eq!(entries[0].taken_back.as_ref().map(|mark| mark.by.as_str()), Some("Bruno Costa"));
    assert_eq!((entries[1].takes_back, &entries[1].state), (Some(1), &State::Done));
    let mut again = take_back;
    again["id"] = json!("u2");
    assert_eq!(room.ask(&chief(), again).refusal, Some(Refusal::AlreadyTakenBack));
}

#[test]
fn what_was_meant_of_a_game_is_done_to_no_other() {
    let result = |room: &Room| room.hall.table("7").and_then(|view| view.game).expect("a game").result;
    let new_game = |room: &mut Room| {
        room.t_ms += 1_000;
        let command = json!({ "command": "new-game", "abandon": true });
        let told = room.played.lines(&json!({ "t_ms": room.t_ms, "ev": "command", "command": command }).to_string());
        feed(&mut room.hall, "7", &told);
    };
    let act = json!({ "command": "set-result", "result": "1-0" });
    let request = |id: &str| json!({ "request": "act", "id": id, "table": "7", "acts": [act] });

    let mut room = Room::new(&ILLEGAL.replace("g3", "f3"));
    assert_eq!(room.ask(&chief(), request("1")).refusal, None);
    // The next game begins before the command comes to the table.
    new_game(&mut room);
    assert_eq!(room.carry_out()[0]["game"], "s-7");
    assert_eq!(result(&room), "*");
    let entry = room.hall.entries(&chief(), &Filter::default()).next().cloned().expect("an entry");
    let State::Refused { words: Some(words), .. } = entry.state else { panic!("{:?}", entry.state) };
    assert_eq!(serde_json::to_value(words).expect("JSON"), json!({ "id": "command-other-game", "game": "s-7/2" }));

    let answer = room.ask(&chief(), request("2"));
    room.carry_out();
    assert_eq!(result(&room), "1-0");
    new_game(&mut room);
    let take_back = json!({ "request": "take-back", "id": "3", "entry": answer.entry });
    assert_eq!(room.ask(&chief(), take_back).refusal, Some(Refusal::OtherGame));
}

#[test]
fn two_arbiters_who_take_a_move_back_take_one_back() {
    let mut room = Room::new(&ILLEGAL.replace("g3", "f3"));
    let act = json!({ "command": "take-back", "plies": 1 });
    let request = |id: &str| {
        json!({ "request": "act", "id": id, "table": "7", "acts": [act],
            "as_of": { "game": "s-7", "plies": 1, "result": "*" } })
    };
    assert_eq!(room.ask(&chief(), request("1")).refusal, None);
    let answer = room.ask(&arbiter("Bruno Costa"), request("2"));
    assert!(matches!(answer.refusal, Some(Refusal::Second { .. })), "{answer:?}");
    room.carry_out();
    let answer = room.ask(&arbiter("Bruno Costa"), request("3"));
    assert!(matches!(answer.refusal, Some(Refusal::Changed { .. })), "{answer:?}");
}

#[test]
fn what_a_table_refuses_is_said_and_changes_nothing() {
    let mut room = Room::new(ILLEGAL);
    let act = json!({ "command": "take-back", "plies": 9 });
    room.ask(&chief(), json!({ "request": "act", "id": "r", "table": "7", "acts": [act] }));
    room.carry_out();
    let entry = room.hall.entries(&chief(), &Filter::default()).next().cloned().expect("an entry");
    assert!(matches!(entry.state, State::Refused { carried_out: 0, .. }), "{:?}", entry.state);
    let row = Row::Entry { entry: Box::new(entry) };
    assert_eq!(Row::from_json(&row.to_json().expect("JSON")).expect("a row"), row);
}

#[test]
fn a_command_without_an_answer_is_sent_again_with_its_id_and_after_a_restart_too() {
    let mut room = Room::new(ILLEGAL);
    room.take(&chief(), "r1", "s-7#1", "confirm");
    let first = drain(&mut room.hall);
    let id = commands(&first)[0]["id"].clone();
    let now = room.now().plus(9_000);
    room.hall.settle(now);
    let again = drain(&mut room.hall);
    assert_eq!(commands(&again)[0]["id"], id);
    let rows = first.into_iter().chain(again).filter_map(|output| match output {
        Output::Keep(row) => Some(row),
        Output::Command { .. } => None,
    });
    let mut hall = Hall::from_rows("b", rows, now);
    hall.settle(now);
    assert_eq!(commands(&drain(&mut hall))[0]["id"], id);
}

/// A decision of two commands that nobody has answered, the hall that takes it up again, and its commands.
fn given_up() -> (Room, Value) {
    let mut room = Room::new(ILLEGAL);
    room.take(&chief(), "r1", "s-7#1", "confirm");
    let mut all = drain(&mut room.hall);
    let command = commands(&all)[0].clone();
    for _ in 0..4 {
        room.t_ms += 9_000;
        let now = room.now();
        room.hall.settle(now);
        all.extend(drain(&mut room.hall));
    }
    room.hall.keep_all();
    all.extend(drain(&mut room.hall));
    let rows = all.into_iter().filter_map(|output| match output {
        Output::Keep(row) => Some(row),
        Output::Command { .. } => None,
    });
    room.hall = Hall::from_rows("b", rows, room.now());
    drain(&mut room.hall);
    assert_eq!(room.hall.entries[&1].state, State::NoAnswer);
    assert_eq!(room.hall.entries[&1].acts.len(), 2);
    (room, command)
}

#[test]
fn an_answer_that_comes_after_a_restart_counts_as_it_would_have_before() {
    let (mut room, command) = given_up();
    room.t_ms += 1_000;
    let line = json!({ "t_ms": room.t_ms, "ev": "command", "command": command }).to_string();
    let told = room.played.lines(&line);
    feed(&mut room.hall, "7", &told);
    // Told again by the broker: what it asks for is on its way.
    feed(&mut room.hall, "7", &told);
    let of_it = |sent: Vec<Value>| -> Vec<String> {
        let id = |command: &Value| command["id"].as_str().unwrap_or_default().to_owned();
        sent.iter().filter(|command| command["command"] == "confirm").map(id).collect()
    };
    let sent = of_it(room.carry_out());
    assert!(sent.len() == 1 && sent[0].ends_with("-1-1"), "the second of the two, once: {sent:?}");
    assert_eq!(room.hall.entries.len(), 1);
    assert_eq!(room.hall.entries[&1].state, State::Done);
    // And nothing follows from it once more.
    feed(&mut room.hall, "7", &told);
    assert_eq!(of_it(room.carry_out()), [""; 0]);
    assert_eq!(room.hall.entries[&1].state, State::Done);
}

#[test]
fn a_refusal_that_comes_after_a_restart_stands_in_the_record_but_not_another_tables() {
    let (mut room, command) = given_up();
    let refusal = |id: &Value| json!({ "type": "reply", "id": id, "ok": false, "error": "no", "t_ms": 50_000 });
    feed(&mut room.hall, "8", &[dated("8", refusal(&command["id"]))]);
    feed(&mut room.hall, "7", &[dated("7", refusal(&json!("hall-1-1-0")))]);
    assert_eq!(room.hall.entries[&1].state, State::NoAnswer);
    feed(&mut room.hall, "7", &[dated("7", refusal(&command["id"]))]);
    assert!(matches!(room.hall.entries[&1].state, State::Refused { carried_out: 0, .. }));
}

/// A hall that has not heard yet that the notice of the displaced piece has lapsed, and what tells it so.
fn with_notice_open() -> (Room, Vec<Told>) {
    let mut room = Room::new("");
    let mut played = Played::new("7");
    // The hands think, so that the notice comes first.
    let told = played.lines(&ILLEGAL.replace("\"t_ms\":3", "\"t_ms\":8"));
    let is_lapse = |(_, json): &&Told| json.contains("\"illegal-displacement\"") && json.contains("\"lapsed\"");
    let lapse: Vec<Told> = told.iter().filter(|told| is_lapse(told)).cloned().collect();
    let rest: Vec<Told> = told.iter().filter(|told| !is_lapse(told)).cloned().collect();
    assert!(!lapse.is_empty(), "{told:?}");
    feed(&mut room.hall, "7", &rest);
    room.hall.settle(played.now);
    drain(&mut room.hall);
    room.t_ms = played.now.since(Time(BEGIN)).max(10_000);
    room.played = played;
    (room, lapse)
}

#[test]
fn a_ruling_is_confirmed_although_a_notice_that_goes_with_it_lapses_meanwhile() {
    for is_heard_of in [false, true] {
        let (mut room, lapse) = with_notice_open();
        let case = room.hall.order()[0].clone();
        let offer = room.offers(&case).into_iter().find(|offer| offer.proposed).expect("a proposal");
        assert!(offer.acts.len() > 1, "both are open: {offer:?}");
        if is_heard_of {
            // The page has not: it asks for both.
            feed(&mut room.hall, "7", &lapse);
            let now = room.now();
            room.hall.settle(now);
        }
        let request = json!({ "request": "act", "id": "1", "table": "7", "case": case, "acts": offer.acts });
        let answer = room.ask(&chief(), request);
        assert_eq!(answer.refusal, None);
        room.carry_out();
        let entry = &room.hall.entries[&answer.entry.expect("decided")];
        assert_eq!(entry.state, State::Done);
        assert!(matches!(&entry.what, What::Decided { name, otherwise: false } if name == "confirm"), "{entry:?}");
        let count = room.hall.table("7").and_then(|table| table.game).map(|game| game.illegal_moves.white);
        assert_eq!(count, Some(1));
    }
    // Of what has ended by itself alone nothing is decided.
    let (mut room, lapse) = with_notice_open();
    let case = room.hall.order()[0].clone();
    let view = room.hall.case_views().next().expect("a case").queued.case.clone();
    let notice = view.alerts.iter().find(|standing| standing.alert.kind == "illegal-displacement").expect("the notice");
    let acts = json!([{ "command": "confirm", "alert": notice.alert.id }]);
    let request = json!({ "request": "act", "id": "1", "table": "7", "case": case, "acts": acts });
    let answer = room.ask(&chief(), request.clone());
    room.carry_out();
    let state = room.hall.entries[&answer.entry.expect("taken down")].state.clone();
    assert!(matches!(&state, State::Second { first } if first.decided == "lapsed"), "{state:?}");
    feed(&mut room.hall, "7", &lapse);
    let refusal =
        room.ask(&chief(), json!({ "request": "act", "id": "2", "table": "7", "case": case, "acts": acts })).refusal;
    assert!(matches!(&refusal, Some(Refusal::Second { first }) if first.decided == "lapsed"), "{refusal:?}");
}

#[test]
fn nothing_is_decided_at_a_table_that_is_away() {
    let mut room = Room::new(ILLEGAL);
    let will = room_status(false);
    room.hall.record("7", &will, room.now()).expect("a record");
    let answer = room.take(&chief(), "r1", "s-7#1", "confirm");
    assert_eq!(answer.refusal, Some(Refusal::TableAway));
    assert!(commands(&drain(&mut room.hall)).is_empty());
}

fn room_status(online: bool) -> String {
    json!({ "type": "status", "online": online, "version": "0.1.0", "seq": 3, "t_ms": 9_000 }).to_string()
}

/// A worked case's log, with time after its last event.
fn with_time_after(log: &str) -> (String, i64) {
    let case: Value = serde_json::from_str(log).expect("JSON");
    let events = case["events"].as_array().cloned().unwrap_or_default();
    let last = events.last().and_then(|event| event["t_ms"].as_i64()).unwrap_or(0);
    (format!("{log}\n{{\"t_ms\":{},\"ev\":\"time\"}}", last + 6_000), last + 7_000)
}

#[test]
fn whatever_is_offered_in_a_case_the_table_does() {
    let every = if std::env::var_os("TOUCHMOVE_EVERY").is_some() { 1 } else { 11 };
    let mut tried = 0;
    let mut refused = Vec::new();
    let (mut left, mut let_stand) = (0, 0);
    for log in worked_cases().iter().step_by(every) {
        let (log, t_ms) = with_time_after(log);
        let begin = || {
            let mut room = Room::new(&log);
            room.t_ms = t_ms;
            room
        };
        let cases: Vec<_> = begin().hall.case_views().cloned().collect();
        for view in cases {
            for offer in view.offers.iter().filter(|offer| !offer.acts.is_empty()) {
                let mut room = begin();
                let case = &view.queued.case;
                let request = json!({ "request": "act", "id": "1", "table": "7", "case": case.id, "acts": offer.acts });
                let answer = room.ask(&chief(), request);
                assert_eq!(answer.refusal, None, "{} of {}: {log}", offer.name, case.kind);
                room.carry_out();
                tried += 1;
                let Some(entry) = answer.entry.and_then(|number| room.hall.entries.get(&number).cloned()) else {
                    continue;
                };
                let_stand += usize::from(offer.name == "let-stand");
                left += usize::from(entry.state != State::Done && offer.name == "let-stand");
                // What the hands put right in the meantime shows in no record: the table then says that nothing waits.
                if entry.state != State::Done && offer.name != "let-stand" {
                    refused.push(format!("{} of {}: {:?}: {}", offer.name, case.kind, entry.state, &log[..60]));
                }
            }
        }
    }
    assert!(refused.is_empty(), "{} of {tried}: {refused:#?}", refused.len());
    assert!(tried > 20, "{tried}");
    assert!(left * 10 <= let_stand, "{left} of {let_stand}");
}

/// White touches one knight and plays the other, Black then touches one and plays the other.
const TOUCHED: &str = r#"{"log":"touchmove/1","id":"s-7","edition":"2023","regime":"standard","sensing":"identity"}
{"t_ms":500,"ev":"clock","white_ms":300000,"black_ms":300000,"running":"white"}
{"t_ms":1000,"ev":"lift","sq":"b1","piece":"N"}
{"t_ms":1500,"ev":"drop","sq":"b1","piece":"N"}
{"t_ms":2000,"ev":"lift","sq":"g1","piece":"N"}
{"t_ms":2600,"ev":"drop","sq":"f3","piece":"N"}
{"t_ms":3200,"ev":"press","by":"white"}
{"t_ms":3205,"ev":"clock","white_ms":298000,"black_ms":300000,"running":"black"}
{"t_ms":9000,"ev":"time"}"#;

#[test]
fn a_breach_of_touch_move_is_what_is_told_with_all_that_the_hands_did() {
    let room = Room::new(TOUCHED);
    assert_eq!(room.hall.order(), ["s-7#1"], "one case");
    let case = room.hall.case_views().next().expect("a case").queued.case.clone();
    assert_eq!((case.kind.as_str(), case.article.as_str()), ("touch-move-violated", "4.3.1"));
    assert!(case.text.contains("b1") && case.text.contains("Nf3"), "{}", case.text);
    let owed: Vec<&str> = case.legal.iter().map(|owed| owed.san.as_str()).collect();
    assert_eq!(owed, ["Na3", "Nc3"]);
    let hands: Vec<(Deed, &str)> =
        case.hands.iter().map(|hand| (hand.ev, hand.sq.as_deref().unwrap_or_default())).collect();
    let (lift, drop) = (Deed::Lift, Deed::Drop);
    assert_eq!(hands[..4], [(lift, "b1"), (drop, "b1"), (lift, "g1"), (drop, "f3")]);
    assert_eq!(
        case.alerts.iter().map(|standing| standing.alert.kind.as_str()).collect::<Vec<_>>(),
        ["touched-piece-returned", "touch-move-violated"]
    );
    let take_back = room.offers("s-7#1").into_iter().find(|offer| offer.proposed).expect("a proposal");
    let back = Step::PutBack { squares: vec!["g1".to_owned(), "f3".to_owned()] };
    assert!(take_back.name == "take-back" && take_back.steps.contains(&back), "{take_back:?}");

    // Decided once, nothing of it comes back.
    for (offer, left) in [("take-back", 0), ("confirm", 1), ("dismiss", 1)] {
        let mut room = Room::new(TOUCHED);
        assert_eq!(room.take(&chief(), "1", "s-7#1", offer).refusal, None, "{offer}");
        room.carry_out();
        assert_eq!(room.hall.order(), [""; 0], "{offer}");
        assert!(room.hall.entries.values().all(|entry| entry.state == State::Done), "{:?}", room.hall.entries);
        let plies = room.hall.table("7").and_then(|table| table.game).map(|game| game.plies);
        assert_eq!(plies, Some(left), "{offer}");
    }
}
