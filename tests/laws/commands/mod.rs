//! What an arbiter's commands do, and what they refuse, in event logs and at a table.

mod claims;
mod given_position;
mod players;
mod registered;

use std::io::Cursor;

use protocols::{At, dgt::DgtCodec, registry::Sensing};
use serde_json::{Value, json};
use touchmove::{
    board::{self, OrientationSetting},
    game::{command::GivenCommand, pgn::Tags},
    rules::Position,
    table::{Happening, Input, Line, Output, Replay, Setup, Source, Table, header_object, read_line},
    turn::{Given, Settings, Start},
    words::{Language, Words, tell},
};

/// A game written down as its events come about.
struct Story {
    header: Value,
    events: Vec<Value>,
    now: u64,
}

impl Story {
    fn of(header: Value) -> Story {
        let mut whole = json!({ "log": "touchmove/1", "id": "g" });
        for (key, value) in header.as_object().expect("an object") {
            whole[key] = value.clone();
        }
        Story { header: whole, events: Vec::new(), now: 0 }
    }

    fn event(&mut self, mut event: Value) {
        self.now += 1_000;
        event["t_ms"] = json!(self.now);
        self.events.push(event);
    }

    fn goes(&mut self, piece: &str, from: &str, to: &str) {
        self.event(json!({ "ev": "lift", "sq": from, "piece": piece }));
        self.event(json!({ "ev": "drop", "sq": to, "piece": piece }));
    }

    fn press(&mut self, by: &str) {
        self.event(json!({ "ev": "press", "by": by }));
    }

    /// A move made and pressed.
    fn plays(&mut self, by: &str, piece: &str, from: &str, to: &str) {
        self.goes(piece, from, to);
        self.press(by);
    }

    fn command(&mut self, command: Value) {
        self.event(json!({ "ev": "command", "command": command }));
    }

    /// The same as a board of squares tells it.
    fn without_pieces(&mut self) {
        for event in &mut self.events {
            event.as_object_mut().expect("an object").remove("piece");
        }
    }

    /// How the log begins of the game that follows the one of this log.
    fn header_of_next_game(&self) -> Value {
        let Ok(Line::Game(header, _)) = read_line(&self.header.to_string(), 1) else { panic!("no header") };
        let mut table = Table::of(*header, Source::Log);
        for event in &self.events {
            let Ok(Line::Event(at, happening)) = read_line(&event.to_string(), 2) else { panic!("no event") };
            let at = table.clock_offset().input_time(at);
            match &happening {
                Happening::ClockGone => table.handle(at, Input::ClockGone),
                Happening::Command(json) => table.handle(at, Input::Command(json)),
                Happening::Event(event) => table.handle(at, Input::Event(*event)),
            }
        }
        table.handle(At(self.now + 10_000), Input::Tick);
        let begun = std::iter::from_fn(|| table.poll()).filter_map(|output| match output {
            Output::Begun(header) => Some(header_object(&header).to_string()),
            _ => None,
        });
        serde_json::from_str(&begun.last().expect("a game")).expect("JSON")
    }

    fn records(&self) -> Vec<Value> {
        let lines = [&self.header].into_iter().chain(&self.events).map(Value::to_string).collect::<Vec<_>>();
        let mut records = Vec::new();
        let outcome = Replay::default().run(Cursor::new(lines.join("\n")), &mut |record| {
            records.push(serde_json::to_value(record).expect("a record is JSON"));
            Ok(())
        });
        outcome.expect("a good log");
        records
    }
}

/// How an alert of a kind stood from record to record.
fn states<'a>(records: &'a [Value], kind: &str) -> Vec<&'a str> {
    let alerts = of_type(records, "alert").into_iter().filter(|alert| alert["kind"] == kind);
    alerts.map(|alert| alert["state"].as_str().expect("text")).collect()
}

/// 1. e4 e5.
fn two_half_moves() -> Story {
    let mut story = Story::of(json!({}));
    story.plays("white", "P", "e2", "e4");
    story.plays("black", "p", "e7", "e5");
    story
}

fn of_type<'a>(records: &'a [Value], name: &str) -> Vec<&'a Value> {
    records.iter().filter(|record| record["type"] == name).collect()
}

fn last_game(records: &[Value]) -> &Value {
    of_type(records, "game").pop().expect("a record of the game")
}

fn last_reply(records: &[Value]) -> &Value {
    of_type(records, "reply").pop().expect("an answer")
}

fn error_of(records: &[Value]) -> &str {
    let reply = last_reply(records);
    assert_eq!(reply["ok"], false, "{reply}");
    reply["error"].as_str().expect("a reason")
}

#[test]
fn a_new_game_leaves_none_behind_that_has_moves_and_no_result() {
    let mut story = two_half_moves();
    story.command(json!({ "command": "new-game", "players": { "white": "Eve" } }));
    let records = story.records();
    assert_eq!(
        error_of(&records),
        "game g has 2 half-moves and no result: set its result first, or leave it so by \"abandon\": true"
    );
    assert_eq!(last_game(&records)["moves"], json!(["e2e4", "e7e5"]));
    assert_eq!(last_game(&records)["players"]["white"], Value::Null);
    story.command(json!({ "command": "new-game", "abandon": true }));
    let records = story.records();
    assert_eq!(last_reply(&records)["ok"], true);
    assert_eq!((&last_game(&records)["id"], &last_game(&records)["moves"]), (&json!("g/2"), &json!([])));
}

#[test]
fn a_proposed_result_is_none_yet_for_a_new_game_and_a_final_one_is() {
    let mut story = two_half_moves();
    story.event(json!({ "ev": "flag", "by": "white" }));
    story.command(json!({ "command": "new-game" }));
    assert!(error_of(&story.records()).starts_with("game g has 2 half-moves and no result"));
    story.command(json!({ "command": "confirm", "alert": "g#1" }));
    story.command(json!({ "command": "new-game" }));
    let records = story.records();
    assert_eq!(last_reply(&records)["ok"], true);
    assert_eq!(last_game(&records)["id"], "g/2");
}

#[test]
fn a_game_without_moves_is_followed_by_another_as_before_and_abandon_is_yes_or_no() {
    let mut story = Story::of(json!({}));
    story.command(json!({ "command": "new-game" }));
    assert_eq!(last_reply(&story.records())["ok"], true);
    story.command(json!({ "command": "new-game", "abandon": "yes" }));
    assert!(error_of(&story.records()).starts_with("not a command: "));
}

/// White touches his knight, plays a pawn and presses: alert 1 the knight put back, alert 2 the breach.
fn breach() -> Story {
    let mut story = Story::of(json!({}));
    story.goes("N", "g1", "g1");
    story.plays("white", "P", "e2", "e4");
    story
}

#[test]
fn who_decides_is_told_in_the_answer_and_in_the_alert_and_a_second_arbiter_hears_it() {
    let mut story = breach();
    story.command(json!({ "id": "1", "command": "acknowledge", "alert": "g#2", "by": "Boris" }));
    story.command(json!({ "id": "2", "command": "dismiss", "alert": "g#2", "by": "Anna" }));
    let records = story.records();
    let reply = last_reply(&records);
    assert_eq!((&reply["ok"], &reply["by"]), (&json!(true), &json!("Anna")));
    let alerts = of_type(&records, "alert");
    let of_breach: Vec<_> = alerts.iter().filter(|alert| alert["id"] == "g#2").collect();
    let [raised, acknowledged, dismissed] = of_breach[..] else { panic!("{of_breach:?}") };
    assert_eq!((&raised["raised_ms"], raised.get("decided_by")), (&raised["t_ms"], None));
    assert_eq!((&acknowledged["decided"], &acknowledged["decided_by"]), (&json!("acknowledge"), &json!("Boris")));
    let decided = ["raised_ms", "decided", "decided_by", "decided_ms"].map(|field| dismissed[field].clone());
    assert_eq!(decided, [raised["t_ms"].clone(), json!("dismiss"), json!("Anna"), json!(story.now)]);
    for (id, command) in [("3", "confirm"), ("4", "acknowledge")] {
        story.command(json!({ "id": id, "command": command, "alert": "g#2", "by": "Boris" }));
    }
    let records = story.records();
    assert_eq!(
        error_of(&records),
        "there is no open alert number 2 of this game to which this can be done: dismiss by Anna, 2 s ago (t_ms 7000)"
    );
    let reply = last_reply(&records);
    assert_eq!(reply["by"], "Boris");
    // The same as data: for programs, and for people who read another language.
    assert_eq!(reply["settled"], json!({ "decided": "dismiss", "by": "Anna", "ago_ms": 2_000 }));
    let words = Words::read(reply["words"].as_object().expect("words")).expect("they can be read");
    assert_eq!(
        tell(Language::German, &words),
        "In dieser Partie gibt es keine offene Meldung Nr. 2, bei der das möglich wäre: verworfen von Anna, vor 2 s (t_ms 7000)"
    );
    assert_eq!(reply["error"], tell(Language::English, &words));
}

#[test]
fn an_alert_that_ended_by_itself_was_decided_by_nobody() {
    let mut story = Story::of(json!({}));
    story.goes("N", "g1", "g1");
    // Who has only seen it has decided nothing.
    story.command(json!({ "command": "acknowledge", "alert": "g#1", "by": "Anna" }));
    story.plays("white", "N", "g1", "f3");
    story.command(json!({ "command": "dismiss", "alert": "g#1" }));
    let records = story.records();
    let reply = last_reply(&records);
    assert!(error_of(&records).contains(": lapsed by itself, "), "{reply}");
    assert_eq!((&reply["settled"]["decided"], reply["settled"].get("by")), (&json!("lapsed"), None));
    assert_eq!(reply["words"]["who"], "itself");
}

#[test]
fn who_decides_is_named_in_one_to_64_bytes() {
    for by in ["", "a\nb", &"é".repeat(33)] {
        let mut story = breach();
        story.command(json!({ "command": "dismiss", "alert": "g#2", "by": by }));
        assert!(error_of(&story.records()).starts_with("by: found "), "{by:?}");
    }
    let mut story = breach();
    story.command(json!({ "command": "new-game", "abandon": true, "by": "é".repeat(32) }));
    assert_eq!(last_reply(&story.records())["ok"], true);
    story.command(json!({ "command": "suspend", "by": 7 }));
    assert!(error_of(&story.records()).starts_with("not a command: "));
}

#[test]
fn a_move_is_set_by_its_san_too_and_the_log_replays_to_the_same() {
    let mut story = two_half_moves();
    story.command(json!({ "command": "set-move", "ply": 2, "uci": "Nc6" }));
    story.command(json!({ "command": "set-move", "ply": 3, "uci": "Nf3" }));
    let records = story.records();
    let replies = of_type(&records, "reply");
    assert!(replies.iter().all(|reply| reply["ok"] == true), "{replies:?}");
    assert_eq!(last_game(&records)["moves"], json!(["e2e4", "b8c6", "g1f3"]));
    for written in ["Ng6", "Sf6", "Rxa8"] {
        story.command(json!({ "command": "set-move", "ply": 4, "uci": written }));
        assert_eq!(error_of(&story.records()), format!("ply 4: {written} is not legal there"));
    }
    // Both of Black's knights reach e7 then.
    story.command(json!({ "command": "set-move", "ply": 4, "uci": "e6" }));
    story.command(json!({ "command": "set-move", "ply": 5, "uci": "a3" }));
    story.command(json!({ "command": "set-move", "ply": 6, "uci": "Ne7" }));
    let said = "ply 6: several legal moves are written Ne7 there: name the square that the piece came from";
    assert_eq!(error_of(&story.records()), said);
}

#[test]
fn in_every_worked_case_a_move_set_in_san_comes_to_the_same_records_as_in_uci() {
    let replayed = |case: &Value| {
        let mut records: Vec<Value> = Vec::new();
        let outcome = Replay::default().run(Cursor::new(case.to_string()), &mut |record| {
            let mut record = serde_json::to_value(record)?;
            // The answer repeats the command in its own words.
            record.as_object_mut().and_then(|record| record.remove("did"));
            records.push(record);
            Ok(())
        });
        outcome.map(|_| records)
    };
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let mut written = 0;
    for file in std::fs::read_dir(folder).expect("readable") {
        let text = std::fs::read_to_string(file.expect("an entry").path()).expect("UTF-8");
        for line in text.lines().filter(|line| line.contains("\"set-move\"")) {
            let mut case: Value = serde_json::from_str(line).expect("JSON");
            let records = replayed(&case).expect("a log");
            let moves = of_type(&records, "move");
            let before = written;
            for event in case["events"].as_array_mut().expect("events") {
                let command = &mut event["command"];
                let is_it = |made: &&&Value| made["ply"] == command["ply"] && made["uci"] == command["uci"];
                let san = moves.iter().rfind(is_it).map(|made| made["san"].clone());
                if let Some(san) = san.filter(|_| command["command"] == "set-move") {
                    command["uci"] = san;
                    written += 1;
                }
            }
            if written > before {
                assert_eq!(replayed(&case).expect("a log"), records, "{}", case["id"]);
            }
        }
    }
    assert!(written >= 20, "only {written} moves were written in SAN");
}

#[test]
fn records_of_moves_turns_and_touches_name_their_game() {
    let mut story = two_half_moves();
    story.command(json!({ "command": "new-game", "abandon": true }));
    story.plays("white", "P", "d2", "d4");
    let records = story.records();
    for name in ["move", "turn", "touch"] {
        let games: Vec<&Value> = of_type(&records, name).into_iter().map(|record| &record["game"]).collect();
        assert_eq!((games.first(), games.last()), (Some(&&json!("g")), Some(&&json!("g/2"))), "{name}");
        assert!(games.iter().all(|game| game.is_string()), "{name}");
    }
    assert!(of_type(&records, "alert").iter().all(|alert| alert.get("game").is_none()));
}

fn kinds(records: &[Value]) -> Vec<(&str, &str)> {
    let raised = of_type(records, "alert").into_iter().filter(|alert| alert["state"] == "raised");
    let pair = |alert: &Value, key: &str| alert[key].as_str().expect("text").to_owned();
    let pairs: Vec<(String, String)> = raised.map(|alert| (pair(alert, "kind"), pair(alert, "article"))).collect();
    pairs.into_iter().map(|(kind, article)| (&*kind.leak(), &*article.leak())).collect()
}

/// Alerts open at the end, by kind.
fn open(records: &[Value]) -> Vec<&str> {
    let alerts = last_game(records)["alerts"].as_array().expect("a list");
    alerts.iter().map(|alert| alert["kind"].as_str().expect("text")).collect()
}

#[test]
fn set_move_after_the_end_changes_the_move_or_is_refused() {
    let mut story = two_half_moves();
    story.command(json!({ "command": "set-result", "result": "1-0" }));
    story.command(json!({ "command": "set-move", "ply": 2, "uci": "e7e5" }));
    assert_eq!(error_of(&story.records()), "the game is over, and ply 2 is e7e5 already: nothing would change");
    story.command(json!({ "command": "set-move", "ply": 2, "uci": "c7c5" }));
    let records = story.records();
    assert_eq!((&last_reply(&records)["ok"], &last_game(&records)["result"]), (&json!(true), &json!("1-0")));
    assert_eq!(last_game(&records)["moves"], json!(["e2e4", "c7c5"]));
    story.command(json!({ "command": "set-move", "ply": 3, "uci": "g1f3" }));
    assert_eq!(last_game(&story.records())["moves"], json!(["e2e4", "c7c5", "g1f3"]));
}

#[test]
fn a_log_that_was_given_another_id_still_replays() {
    let replayed = |id: &str, alert: &str| {
        let mut story = breach();
        story.header["id"] = json!(id);
        story.command(json!({ "command": "dismiss", "alert": alert }));
        last_reply(&story.records()).clone()
    };
    assert_eq!(replayed("g", "g#2")["ok"], true);
    assert_eq!(replayed("renamed", "g#2")["ok"], true);
    assert_eq!(replayed("renamed", "20261123T030455Z-demo/2#2")["ok"], true);
    // The next game of this table is another one.
    for (id, alert) in [("g", "g/2#2"), ("renamed", "g#9"), ("renamed", "g"), ("renamed", "g#x")] {
        assert_eq!(replayed(id, alert)["ok"], false, "{id}: {alert}");
    }
}

#[test]
fn an_earlier_move_corrected_leaves_open_what_nobody_saw_behind_it() {
    const SPANISH: &str = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R";
    let rest = |story: &mut Story| {
        story.now += 9_000;
        story.event(json!({ "ev": "time" }));
    };
    let mut story = Story::of(json!({}));
    story.plays("white", "P", "e2", "e3");
    story.plays("black", "p", "e7", "e5");
    for up in [false, true] {
        story.event(json!({ "ev": "link", "up": up }));
    }
    story.event(json!({ "ev": "placement", "fen": SPANISH }));
    rest(&mut story);
    assert!(open(&story.records()).contains(&"play-not-recorded"));
    // It had been misread: what was played unseen is no better known by that.
    story.command(json!({ "command": "set-move", "ply": 1, "uci": "e2e4" }));
    rest(&mut story);
    let records = story.records();
    assert_eq!(open(&records), ["move-ambiguous", "play-not-recorded"]);
    assert_eq!(last_game(&records)["interrupted"], json!(true));
    let asked = last_game(&records)["alerts"].as_array().expect("a list").clone();
    let asked = asked.iter().find(|alert| alert["kind"] == "move-ambiguous").expect("it is asked");
    assert_eq!(asked["ply"], json!(3));
    assert_eq!(asked["data"]["candidates"], json!(["g1f3 b8c6 f1b5", "f1b5 b8c6 g1f3"]));
    for (ply, uci) in [(3, "g1f3"), (4, "b8c6"), (5, "f1b5")] {
        story.command(json!({ "command": "set-move", "ply": ply, "uci": uci }));
    }
    rest(&mut story);
    let records = story.records();
    assert_eq!(open(&records), Vec::<&str>::new());
    assert_eq!(last_game(&records)["sans"], json!(["e4", "e5", "Nf3", "Nc6", "Bb5"]));
}

#[test]
fn a_position_set_after_the_end_takes_the_end_back() {
    let mut story = Story::of(json!({}));
    story.plays("white", "P", "f2", "f3");
    story.plays("black", "p", "e7", "e5");
    story.plays("white", "P", "g2", "g4");
    story.plays("black", "q", "d8", "h4");
    assert_eq!(last_game(&story.records())["result"], "0-1");
    let before = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2";
    story.command(json!({ "command": "set-position", "fen": before }));
    let records = story.records();
    assert_eq!((&last_game(&records)["result"], &last_game(&records)["phase"]), (&json!("*"), &json!("playing")));
    assert!(!open(&records).contains(&"game-ended-checkmate"), "{:?}", open(&records));
}

/// A rook is put for a pawn that must become a queen. That is open until the opponent has replied, or the arbiter has set the
/// position.
#[test]
fn what_was_put_for_a_pawn_is_open_until_it_is_replied_to_or_the_position_is_set() {
    let rook = || {
        let mut story = Story::of(json!({
            "edition": "2014", "regime": "rapid", "supervision": "limited", "fen": "4k3/P6p/8/8/8/8/7P/4K3 w - - 0 1",
        }));
        story.plays("white", "P", "a7", "a8");
        story.event(json!({ "ev": "lift", "sq": "a8", "piece": "P" }));
        story.event(json!({ "ev": "drop", "sq": "a8", "piece": "R" }));
        story.press("white");
        story.event(json!({ "ev": "time" }));
        story
    };
    let state = |story: &Story| states(&story.records(), "position-mismatch").last().map(|state| (*state).to_owned());
    let mut story = rook();
    assert_eq!(state(&story).as_deref(), Some("raised"));
    story.plays("black", "k", "e8", "e7");
    story.event(json!({ "ev": "time" }));
    assert_eq!(state(&story).as_deref(), Some("lapsed"));
    let mut story = rook();
    story.command(json!({ "command": "set-position", "fen": "R3k3/7p/8/8/8/8/7P/4K3 b - - 0 1" }));
    assert_eq!(state(&story).as_deref(), Some("lapsed"));
}

/// Whether a mate counts is open, and the position before it is set: nothing can be confirmed of it any more.
#[test]
fn an_end_in_doubt_lapses_when_a_position_is_set() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/5N2/PPPP1PPP/RNB1K2R w KQkq - 0 4";
    let mut story = Story::of(json!({ "fen": fen }));
    story.goes("N", "f3", "f3");
    story.event(json!({ "ev": "lift", "sq": "f7", "piece": "p" }));
    story.plays("white", "Q", "h5", "f7");
    story.event(json!({ "ev": "time" }));
    let records = story.records();
    assert!(open(&records).contains(&"game-end-in-doubt"), "{:?}", open(&records));
    story.command(json!({ "command": "set-position", "fen": fen }));
    let records = story.records();
    assert!(!open(&records).contains(&"game-end-in-doubt"), "{:?}", open(&records));
    assert_eq!(last_game(&records)["result"], "*");
}

/// Pieces that were not put right after the end are no other game: a position that is set takes the end back.
#[test]
fn pieces_that_stand_wrong_do_not_keep_the_end_when_a_position_is_set() {
    let mut story = two_half_moves();
    story.command(json!({ "command": "set-move", "ply": 2, "uci": "e7e6" }));
    story.event(json!({ "ev": "time" }));
    story.event(json!({ "ev": "flag", "by": "white" }));
    story.event(json!({ "ev": "time" }));
    let records = story.records();
    assert!(open(&records).contains(&"position-mismatch") && open(&records).contains(&"flag-fall"));
    story.command(
        json!({ "command": "set-position", "fen": "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2" }),
    );
    let records = story.records();
    assert!(!open(&records).contains(&"flag-fall"), "{:?}", open(&records));
    assert_eq!(last_game(&records)["result"], "*");
}

#[test]
fn a_flag_that_fell_before_a_position_was_set_may_fall_again() {
    let mut story = two_half_moves();
    let fallen = |records: &[Value]| states(records, "flag-fall").len();
    story.event(json!({ "ev": "flag", "by": "white" }));
    story.event(json!({ "ev": "time" }));
    let first = fallen(&story.records());
    assert_ne!(first, 0);
    story.command(
        json!({ "command": "set-position", "fen": "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2" }),
    );
    let records = story.records();
    assert!(!open(&records).contains(&"flag-fall"), "{:?}", open(&records));
    assert_eq!(last_game(&records)["result"], "*");
    story.event(json!({ "ev": "flag", "by": "white" }));
    story.event(json!({ "ev": "time" }));
    let records = story.records();
    assert!(
        open(&records).contains(&"flag-fall") && fallen(&records) > first + 1,
        "{:?}",
        states(&records, "flag-fall")
    );
}

#[test]
fn at_a_table_only_the_game_that_is_on_has_alerts() {
    let reading = board::Settings { orientation: OrientationSetting::Normal, sensing: Sensing::Identity };
    let setup = Setup {
        name: "1".to_owned(),
        session: "s".to_owned(),
        settings: Settings::default(),
        start: Start::Playing(Position::initial()),
        given: Given::default(),
        seq: 0,
        tags: Tags::default(),
        language: Language::default(),
    };
    let mut table = Table::new(setup, Source::Board(Box::new(DgtCodec::new()), reading));
    let mut told = |alert: &str| {
        let command = json!({ "command": "dismiss", "alert": alert });
        table.handle(At(1_000), Input::Command(&GivenCommand::read(&command.to_string())));
        let replies = std::iter::from_fn(|| table.poll()).filter_map(|output| match output {
            Output::Reply { text, .. } => serde_json::from_str::<Value>(&text).ok(),
            _ => None,
        });
        replies.last().expect("an answer")["error"].as_str().expect("a reason").to_owned()
    };
    assert!(told("renamed#1").starts_with("alert: found \"renamed#1\""));
    assert!(told("s#1").starts_with("there is no open alert number 1 of this game"));
}
