//! What screens show: by its schema, late and never early, right after each correction, and nothing that players must not
//! see (12.6).

use std::collections::BTreeSet;

use protocols::{Color, Piece, Square};
use serde_json::{Value, json};
use touchmove::{
    board::{ClockTimes, Event},
    broadcast::{Kind, Screens, Settings},
    event::{Board, Forfeit, PairingResult, Score},
    game::persons::Person,
    hall::{
        protocol::rounds::RoundState,
        rounds::{Listed, ListedRound},
    },
    rules::{Position, Variant},
};

use crate::{
    broadcast::{BEGIN, DELAY_MS, Played, Venue, event, round},
    common::schema::Schemas,
};

/// What is shown, by its schema.
fn shown(venue: &Venue, address: &str) -> Value {
    let text = venue.screens.texts().get(address).unwrap_or_else(|| panic!("nothing at {address}"));
    assert_eq!((text.kind, text.is_file), (Kind::Json, false));
    let value = serde_json::from_str(&text.body).expect("JSON");
    Schemas::read("screen").check("", &value).unwrap_or_else(|error| panic!("{error} in {value:#}"));
    value
}

fn boards(venue: &Venue) -> Value {
    shown(venue, "screen.json")["sections"][0]["boards"].clone()
}

#[test]
fn a_board_has_players_position_last_move_clocks_and_result() {
    let mut venue = Venue::prompt(4);
    let mut played = Played::new("1", Position::initial());
    played.moves("e2e4", true, Some((5_398, 5_400)));
    played.moves("c7c5", true, Some((5_398, 4_207)));
    venue.round.pairings[0].white.person = Person {
        title: Some("FM".to_owned()),
        rating: Some(2_310),
        federation: Some("POL".to_owned()),
        fide_id: Some(1_100_001),
        team: Some("Motor".to_owned()),
    };
    venue.round.pairings[1].given = Some(PairingResult::Played(Score::Draw));
    venue.round.pairings[2].given = Some(PairingResult::Forfeit(Forfeit::WhiteWins));
    venue.hear(1, &mut played);
    venue.list();
    let all = shown(&venue, "screen.json");
    assert_eq!(all["event"], json!({ "name": "Lakeside \"Open\" 2026", "site": "Graz", "time_control": "5400+30" }));
    assert_eq!((&all["delay_s"], &all["version"]), (&json!(0), &json!(env!("CARGO_PKG_VERSION"))));
    let section = &all["sections"][0];
    assert_eq!(
        [&section["section"], &section["round"], &section["state"], &section["date"]],
        [&Value::Null, &json!(6), &json!("on"), &json!("2026-11-24")]
    );
    let expected = json!({
        "board": 1, "id": "x-6-1",
        "white": { "name": "Łukasik, Paweł", "title": "FM", "rating": 2310, "federation": "POL", "fide_id": 1100001, "team": "Motor" },
        "black": { "name": "Moreau, Élise" },
        "begun": true,
        "fen": "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "last": { "number": 1, "by": "black", "san": "c5", "squares": ["c7", "c5"] },
        "clock": { "white_ms": 5398000, "black_ms": 4207000, "running": "white", "at": venue.now.0 },
        "result": "*", "termination": null, "interrupted": false
    });
    assert_eq!(section["boards"][0], expected);
    let results: Vec<(&Value, &Value, &Value)> = section["boards"]
        .as_array()
        .expect("boards")
        .iter()
        .map(|board| (&board["result"], &board["termination"], &board["begun"]))
        .collect();
    let null = &Value::Null;
    let (yes, no) = (&json!(true), &json!(false));
    assert_eq!(
        results,
        [
            (&json!("*"), null, yes),
            (&json!("1/2-1/2"), null, yes),
            (&json!("1-0"), &json!("forfeit"), yes),
            (&json!("*"), null, no)
        ]
    );
    // The last board's table has said nothing: where its pieces stand nobody knows.
    assert_eq!(
        [&section["boards"][3]["fen"], &section["boards"][3]["last"], &section["boards"][3]["clock"]],
        [null; 3]
    );
    assert_eq!(shown(&venue, "round-6/screen.json"), all);
    assert!(venue.screens.texts().get("round-7/screen.json").is_none());
}

#[test]
fn nothing_is_shown_before_its_time_and_what_was_told_stands_after_a_restart() {
    let mut venue = Venue::new(Settings { origin: "x".to_owned(), not_begun: true, ..Settings::default() }, round(1));
    let mut played = Played::new("1", Position::initial());
    venue.hear(1, &mut played);
    venue.pass(60_000);
    played.moves("e2e4", true, Some((5_000, 5_400)));
    venue.hear(1, &mut played);
    venue.pass(60_000);
    played.moves("e7e5", true, Some((5_000, 5_100)));
    venue.hear(1, &mut played);
    venue.round.pairings[0].given = Some(PairingResult::Played(Score::WhiteWins));
    venue.list();
    let last = |venue: &Venue| boards(venue)[0]["last"]["san"].clone();
    assert_eq!(shown(&venue, "screen.json")["delay_s"], DELAY_MS / 1_000);
    venue.pass(DELAY_MS - 60_001);
    assert_eq!((last(&venue), &boards(&venue)[0]["clock"]), (Value::Null, &Value::Null));
    venue.pass(1);
    assert_eq!((last(&venue), &boards(&venue)[0]["clock"]["white_ms"]), (json!("e4"), &json!(5_000_000)));
    let at = venue.now;
    assert_eq!(
        boards(&venue)[0]["clock"],
        json!({ "white_ms": 5_000_000, "black_ms": 5_400_000, "running": "black", "at": at.0 })
    );
    venue.pass(59_999);
    assert_eq!((last(&venue), &boards(&venue)[0]["result"]), (json!("e4"), &json!("*")));
    venue.pass(1);
    assert_eq!((last(&venue), &boards(&venue)[0]["result"]), (json!("e5"), &json!("1-0")));
    // Clocks are not kept, but what each move has left is: nobody's time runs then, as far as anybody knows.
    venue.restart(5_000);
    assert_eq!((last(&venue), &boards(&venue)[0]["result"]), (json!("e5"), &json!("1-0")));
    assert_eq!(boards(&venue)[0]["clock"], json!({ "white_ms": 5_000_000, "black_ms": 5_100_000, "running": null }));
}

#[test]
fn a_text_is_another_only_where_a_screen_shows_something_else() {
    let mut venue = Venue::prompt(2);
    let mut played = Played::new("1", Position::initial());
    played.moves("e2e4", true, Some((5_398, 5_400)));
    venue.hear(1, &mut played);
    let tag = |venue: &Venue| venue.screens.texts().get("screen.json").expect("a text").tag.clone();
    let first = tag(&venue);
    for second in 1..=120 {
        let times = ClockTimes {
            white_ms: Some(5_398_000),
            black_ms: Some((5_400 - second) * 1_000),
            running: Some(Color::Black),
        };
        played.after(1_000, Event::Clock(times));
        venue.now = venue.now.plus(1_000);
        venue.hear(1, &mut played);
        assert_eq!(tag(&venue), first, "{second}");
    }
    // A clock that was set is another; by its first reading alone nobody believes it.
    for second in 0..4 {
        let black_ms = Some((5_400 - second) * 1_000);
        let times = ClockTimes { white_ms: Some(5_398_000), black_ms, running: Some(Color::Black) };
        played.after(1_000, Event::Clock(times));
        venue.now = venue.now.plus(1_000);
        venue.hear(1, &mut played);
    }
    assert_ne!(tag(&venue), first);
}

#[test]
fn each_correction_is_shown_as_it_was_decided() {
    let mut venue = Venue::prompt(2);
    let mut played = Played::new("1", Position::initial());
    for uci in ["e2e4", "e7e5", "g1f3"] {
        played.moves(uci, true, Some((5_000, 5_000)));
    }
    venue.hear(1, &mut played);
    let last = |venue: &Venue| boards(venue)[0]["last"].clone();
    assert_eq!(last(&venue), json!({ "number": 2, "by": "white", "san": "Nf3", "squares": ["g1", "f3"] }));
    played.command(json!({ "command": "set-move", "ply": 3, "uci": "f1c4" }));
    venue.hear(1, &mut played);
    assert_eq!(last(&venue)["san"], "Bc4");
    assert_eq!(boards(&venue)[0]["fen"], "rnbqkbnr/pppp1ppp/8/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR b KQkq - 1 2");
    played.command(json!({ "command": "take-back", "plies": 2 }));
    venue.hear(1, &mut played);
    assert_eq!((&last(&venue)["san"], &last(&venue)["number"]), (&json!("e4"), &json!(1)));
    played.command(json!({ "command": "set-result", "result": "0-1", "termination": "resigned" }));
    venue.hear(1, &mut played);
    assert_eq!((&boards(&venue)[0]["result"], &boards(&venue)[0]["termination"]), (&json!("0-1"), &json!("resigned")));
    played.command(json!({ "command": "reopen" }));
    venue.hear(1, &mut played);
    assert_eq!((&boards(&venue)[0]["result"], &boards(&venue)[0]["termination"]), (&json!("*"), &Value::Null));
    let set = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    played.command(json!({ "command": "set-position", "fen": set }));
    venue.hear(1, &mut played);
    assert_eq!((&boards(&venue)[0]["fen"], &last(&venue)), (&json!(set), &Value::Null));
    // Names and order are right at once.
    venue.round.pairings[0].black.name = "Moreau, Elise".to_owned();
    venue.round.pairings.swap(0, 1);
    for (number, pairing) in (1..).zip(&mut venue.round.pairings) {
        pairing.board = Board::new(number);
    }
    venue.list();
    let names: Vec<Value> =
        boards(&venue).as_array().expect("boards").iter().map(|board| board["black"]["name"].clone()).collect();
    assert_eq!(names, ["Ivanov, Pavel", "Moreau, Elise"]);
    assert_eq!(boards(&venue)[1]["id"], "x-6-1");
}

#[test]
fn black_begins_where_the_position_says_so() {
    let mut venue = Venue::prompt(1);
    let from = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 0 31", Variant::Chess).expect("a position");
    let mut played = Played::new("1", from);
    played.moves("e8d7", true, None);
    venue.hear(1, &mut played);
    assert_eq!(
        boards(&venue)[0]["last"],
        json!({ "number": 31, "by": "black", "san": "Kd7", "squares": ["e8", "d7"] })
    );
    played.moves("e1d2", true, None);
    venue.hear(1, &mut played);
    assert_eq!(
        boards(&venue)[0]["last"],
        json!({ "number": 32, "by": "white", "san": "Kd2", "squares": ["e1", "d2"] })
    );
}

/// All names of fields, and all texts.
fn words(value: &Value, fields: &mut BTreeSet<String>, texts: &mut BTreeSet<String>) {
    match value {
        Value::Array(all) => all.iter().for_each(|one| words(one, fields, texts)),
        Value::Object(all) => {
            for (name, one) in all {
                fields.insert(name.clone());
                words(one, fields, texts);
            }
        }
        Value::String(text) => drop(texts.insert(text.clone())),
        Value::Bool(_) | Value::Null | Value::Number(_) => {}
    }
}

#[test]
fn no_touch_no_alert_and_no_count_is_ever_shown() {
    let mut venue = Venue::prompt(2);
    let mut played = Played::new("1", Position::initial());
    played.moves("e2e4", true, Some((5_398, 5_400)));
    venue.hear(1, &mut played);
    let before = venue.screens.texts().get("screen.json").expect("a text").clone();
    // Black touches his knight, lets it stand, and lifts another piece: an obligation, and its breach.
    let square = |name: &str| name.parse::<Square>().expect("a square");
    let lift = |name: &str, letter| Event::Lift { square: square(name), piece: Piece::from_letter(letter) };
    let drop = |name: &str, letter| Event::Drop { square: square(name), piece: Piece::from_letter(letter) };
    played.after(1_000, lift("g8", 'n'));
    played.after(1_000, drop("g8", 'n'));
    venue.hear(1, &mut played);
    played.after(1_000, lift("b8", 'n'));
    venue.hear(1, &mut played);
    let touched = venue.screens.texts().get("screen.json").expect("a text").clone();
    assert_eq!(touched, before, "that a piece was touched can be seen");
    played.after(1_000, drop("c6", 'n'));
    played.after(1_000, Event::Press { by: Color::Black });
    played.after(2_000, Event::Link { up: true });
    // White plays what no rook does, and presses: an illegal move, its alert and its count.
    played.after(1_000, lift("a1", 'R'));
    played.after(1_000, drop("a5", 'R'));
    played.after(1_000, Event::Press { by: Color::White });
    played.after(2_000, Event::Link { up: true });
    let told: Vec<String> = std::mem::take(&mut played.arbiters);
    let has = |word: &str| told.iter().any(|json| json.contains(word));
    assert!(has("illegal-move-completed") && has("touch-move") && has("\"type\":\"touch\""), "{told:#?}");
    venue.hear(1, &mut played);
    // Even where somebody lets what arbiters are told into the public's topics.
    for json in &told {
        let _ = venue.broadcast.record("1", json, venue.now);
    }
    venue.pass(0);
    let (mut fields, mut texts) = (BTreeSet::new(), BTreeSet::new());
    for (_, text) in venue.screens.texts().iter() {
        words(&serde_json::from_str(&text.body).expect("JSON"), &mut fields, &mut texts);
    }
    let known = [
        "at",
        "begun",
        "black",
        "black_ms",
        "board",
        "boards",
        "by",
        "clock",
        "date",
        "delay_s",
        "event",
        "fen",
        "id",
        "interrupted",
        "last",
        "name",
        "number",
        "result",
        "round",
        "running",
        "san",
        "section",
        "sections",
        "site",
        "squares",
        "state",
        "termination",
        "time_control",
        "version",
        "white",
        "white_ms",
    ];
    assert_eq!(fields.iter().map(String::as_str).collect::<Vec<_>>(), known);
    for text in &texts {
        for word in ["illegal", "touch", "alert", "a5", "Ra5", "g8"] {
            let is_name = text.contains("Lakeside") || text.contains('/');
            assert!(is_name || !text.contains(word), "{text}");
        }
    }
}

#[test]
fn sections_and_rounds_have_screens_of_their_own() {
    let mut venue = Venue::prompt(2);
    let open = venue.round.clone();
    let of =
        |section: &str, number, state| ListedRound { section: Some(section.to_owned()), number, state, ..open.clone() };
    venue.screens = Screens::default();
    venue.broadcast =
        touchmove::broadcast::Broadcast::new(Settings { not_begun: true, ..Settings::default() }, [], BEGIN);
    let rounds = vec![
        of("A", 1, RoundState::Over),
        of("A", 2, RoundState::On),
        of("B/C", 1, RoundState::Over),
        of("B/C", 2, RoundState::Planned),
    ];
    venue.broadcast.listed(Listed { event: Some(event()), rounds }, BEGIN);
    venue.pass(0);
    let addresses: Vec<&str> = venue.screens.texts().iter().map(|(address, _)| address).collect();
    assert_eq!(
        addresses,
        [
            "round-1/screen.json",
            "round-2/screen.json",
            "screen.json",
            "section-A/round-1/screen.json",
            "section-A/round-2/screen.json",
            "section-A/screen.json",
            "section-B-C/round-1/screen.json",
            "section-B-C/screen.json"
        ]
    );
    let of = |address: &str| -> Vec<(Value, Value)> {
        let shown = shown(&venue, address);
        let sections = shown["sections"].as_array().expect("sections").iter();
        sections.map(|section| (section["section"].clone(), section["round"].clone())).collect()
    };
    assert_eq!(of("screen.json"), [(json!("A"), json!(2)), (json!("B/C"), json!(1))]);
    assert_eq!(of("section-A/round-1/screen.json"), [(json!("A"), json!(1))]);
    assert_eq!(of("section-B-C/screen.json"), [(json!("B/C"), json!(1))]);
    assert_eq!(of("round-1/screen.json"), [(json!("A"), json!(1)), (json!("B/C"), json!(1))]);
    assert_eq!(of("round-2/screen.json"), [(json!("A"), json!(2))]);
}

#[test]
fn where_there_are_no_rounds_the_tables_are_shown() {
    let settings = Settings { origin: "x".to_owned(), delay_ms: Some(0), not_begun: true, ..Settings::default() };
    let mut venue = Venue::new(settings.clone(), round(1));
    venue.screens = Screens::default();
    venue.broadcast = touchmove::broadcast::Broadcast::new(settings, [], BEGIN);
    venue.pass(0);
    assert_eq!(shown(&venue, "screen.json")["sections"][0]["boards"], json!([]));
    for name in ["2", "10"] {
        let mut played = Played::new(name, Position::initial());
        played.moves("d2d4", true, Some((5_398, 5_400)));
        for said in played.said.drain(..) {
            if let crate::broadcast::Said::Record(json) = said {
                venue.broadcast.record(name, &json, venue.now).expect("a record");
            }
        }
    }
    venue.pass(0);
    let all = shown(&venue, "screen.json");
    let section = &all["sections"][0];
    assert_eq!((&section["round"], &all["event"]["name"]), (&Value::Null, &Value::Null));
    let boards: Vec<(&Value, &Value)> = section["boards"]
        .as_array()
        .expect("boards")
        .iter()
        .map(|board| (&board["board"], &board["last"]["san"]))
        .collect();
    assert_eq!(boards, [(&json!(1), &json!("d4")), (&json!(2), &json!("d4"))]);
}

#[test]
fn all_that_the_schema_names_is_shown_at_some_time() {
    let mut schemas = Schemas::read("screen");
    let mut show = |venue: &Venue| {
        for (address, text) in venue.screens.texts().iter() {
            let value: Value = serde_json::from_str(&text.body).expect("JSON");
            schemas.check("", &value).unwrap_or_else(|error| panic!("{address}: {error}"));
        }
    };
    // Every result, players of whom all or nothing is known, clocks of which half is.
    let mut venue = Venue::prompt(8);
    let scores = [Score::WhiteWins, Score::BlackWins, Score::Draw, Score::WhiteHalf, Score::BlackHalf, Score::NoPoints];
    for (pairing, score) in venue.round.pairings.iter_mut().skip(1).zip(scores) {
        pairing.given = Some(PairingResult::Played(score));
    }
    venue.round.pairings[1].given = Some(PairingResult::Forfeit(Forfeit::WhiteWins));
    venue.round.pairings[2].given = Some(PairingResult::Played(Score::WhiteWins));
    venue.round.pairings[3].given = Some(PairingResult::Played(Score::BlackWins));
    venue.round.pairings[7].given = Some(PairingResult::Played(Score::Draw));
    venue.round.pairings[0].black.person = Person {
        title: Some("FM".to_owned()),
        rating: Some(2_310),
        federation: Some("POL".to_owned()),
        fide_id: Some(1_100_001),
        team: Some("Motor".to_owned()),
    };
    venue.list();
    show(&venue);
    let mut played = Played::new("1", Position::initial());
    let (white, black) = (Some(Color::White), Some(Color::Black));
    for (uci, running, white_ms, black_ms) in [
        ("e2e4", white, Some(5_000), None),
        ("e7e5", black, None, Some(5_000)),
        ("g1f3", None, Some(5_000), Some(5_000)),
    ] {
        played.moves(uci, true, None);
        played.after(1_000, Event::Clock(ClockTimes { white_ms, black_ms, running }));
        venue.hear(1, &mut played);
        show(&venue);
    }
    venue.restart(1_000);
    show(&venue);
    let mut other = Played::new("2", Position::initial());
    other.moves("e2e4", true, None);
    other.after(1_000, Event::Clock(ClockTimes { white_ms: None, black_ms: Some(5_000), running: black }));
    venue.hear(1, &mut other);
    show(&venue);
    // Sections, rounds of every state and of no day; and no event at all.
    let settings = Settings { not_begun: true, planned: true, delay_ms: Some(0), ..Settings::default() };
    let open = round(1);
    for event in [Some(event()), None] {
        venue.screens = Screens::default();
        venue.broadcast = touchmove::broadcast::Broadcast::new(settings.clone(), [], BEGIN);
        let of = |section: &str, state| ListedRound {
            section: Some(section.to_owned()),
            number: 1,
            state,
            date: None,
            ..open.clone()
        };
        let rounds =
            if event.is_some() { vec![of("A", RoundState::Over), of("B", RoundState::Planned)] } else { Vec::new() };
        venue.broadcast.listed(Listed { event, rounds }, BEGIN);
        venue.pass(0);
        show(&venue);
    }
    let unseen = schemas.unseen(&[""]);
    assert!(unseen.is_empty(), "never seen: {unseen:#?}");
}
