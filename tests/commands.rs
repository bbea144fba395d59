//! What an arbiter's commands do, and what they refuse, in event logs and at a table.

use std::io::Cursor;

use protocols::At;
use serde_json::{Value, json};
use touchmove::{
    game::pgn::Tags,
    rules::Position,
    table::{Happening, Input, Line, Output, Replay, Setup, Source, Table, header_line, read_line},
    turn::{Given, Settings, Start},
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

    /// How the log begins of the game that follows the one of this log.
    fn header_of_next_game(&self) -> Value {
        let Ok(Line::Game(header, _)) = read_line(&self.header.to_string(), 1) else { panic!("no header") };
        let mut table = Table::of(*header, Source::Log);
        for event in &self.events {
            let Ok(Line::Event(at, happening)) = read_line(&event.to_string(), 2) else { panic!("no event") };
            match &happening {
                Happening::ClockGone => table.handle(at, Input::ClockGone),
                Happening::Command(json) => table.handle(at, Input::Command(json)),
                Happening::Event(event) => table.handle(at, Input::Event(*event)),
            }
        }
        table.handle(At(self.now + 10_000), Input::Tick);
        let begun = std::iter::from_fn(|| table.poll()).filter_map(|output| match output {
            Output::Begun(header) => Some(header_line(&header)),
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
    assert_eq!(last_reply(&records)["by"], "Boris");
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

/// A table in the middle of a game, and the PGN it gave last.
fn pgn_after(commands: &[Value]) -> String {
    let settings = Settings::default();
    let start = Start::Playing(Position::initial());
    let (name, session) = ("1".to_owned(), "s".to_owned());
    let setup = Setup { name, session, settings, start, given: Given::default(), seq: 0, tags: Tags::default() };
    let mut table = Table::new(setup, Source::Log);
    let mut pgn = String::new();
    for command in commands {
        table.handle(At(1_000), Input::Command(&command.to_string()));
        while let Some(output) = table.poll() {
            match output {
                Output::Pgn(text) => pgn = text,
                Output::Reply(text) => assert!(text.contains(r#""ok":true"#), "{text}"),
                _ => {}
            }
        }
    }
    pgn
}

#[test]
fn players_are_set_at_any_time_each_colour_whole() {
    let eve = json!({
        "name": "Eve", "title": "GM", "rating": 2_601, "federation": "NOR", "fide_id": 1_503_014, "team": "Oslo"
    });
    let mut story = two_half_moves();
    story.command(json!({ "command": "set-players", "white": eve, "black": { "name": "Bob", "rating": 1_200 } }));
    let records = story.records();
    let game = last_game(&records);
    assert_eq!(game["players"], json!({ "white": "Eve", "black": "Bob" }));
    let known = json!({ "title": "GM", "rating": 2_601, "federation": "NOR", "fide_id": 1_503_014, "team": "Oslo" });
    assert_eq!(game["persons"], json!({ "white": known, "black": { "rating": 1_200 } }));
    assert_eq!(game["moves"], json!(["e2e4", "e7e5"]));
    story.command(json!({ "command": "set-players", "black": { "name": "Ann" } }));
    let records = story.records();
    let game = last_game(&records);
    assert_eq!(game["players"], json!({ "white": "Eve", "black": "Ann" }));
    assert_eq!(game["persons"], json!({ "white": known, "black": {} }));
    // The next game has its own.
    story.command(json!({ "command": "new-game", "abandon": true }));
    let records = story.records();
    assert_eq!((&last_game(&records)["players"]["white"], last_game(&records).get("persons")), (&Value::Null, None));
}

#[test]
fn players_that_cannot_be_are_refused_and_change_nothing() {
    for (wrong, error) in [
        (json!({ "white": { "name": "Eve", "elo": 2_000 } }), "not a command: unknown field `elo`"),
        (json!({ "green": { "name": "Eve" } }), "not a command: unknown field `green`"),
        (json!({}), "white: found \"nothing\", expected white, black or both"),
        (json!({ "white": { "name": "Eve" }, "black": { "title": "Dr" } }), "title: found \"Dr\""),
        (json!({ "white": { "rating": 4_001 } }), "rating: found \"4001\""),
        (json!({ "white": { "rating": -1 } }), "not a command: "),
        (json!({ "white": { "federation": "nor" } }), "federation: found \"nor\""),
        (json!({ "white": { "fide_id": 0 } }), "fide_id: found \"0\""),
        (json!({ "white": { "name": "" } }), "name: found \"\""),
        (json!({ "white": { "team": "a\tb" } }), "team: found "),
    ] {
        let mut story = two_half_moves();
        let mut command = wrong.clone();
        command["command"] = json!("set-players");
        story.command(command);
        let records = story.records();
        assert!(error_of(&records).starts_with(error), "{wrong}: {}", error_of(&records));
        assert_eq!(last_game(&records)["players"], json!({ "white": null, "black": null }));
    }
}

#[test]
fn players_stand_in_the_pgn_and_in_the_header_of_the_next_log() {
    let eve =
        json!({ "name": "Eve", "title": "WIM", "rating": 2_300, "federation": "NOR", "fide_id": 7, "team": "\"A\"" });
    let pgn = pgn_after(&[json!({ "command": "set-players", "white": eve, "black": { "rating": 1_900 } })]);
    for tag in [
        "[White \"Eve\"]",
        "[WhiteTitle \"WIM\"]",
        "[WhiteElo \"2300\"]",
        "[WhiteFideId \"7\"]",
        "[WhiteFed \"NOR\"]",
        "[WhiteTeam \"\\\"A\\\"\"]",
        "[BlackElo \"1900\"]",
    ] {
        assert!(pgn.lines().any(|line| line == tag), "{tag} in {pgn}");
    }
    assert!(!pgn.contains("BlackTitle"));
    // While the pieces are being set up, the players are those of the game that comes.
    let mut story = Story::of(json!({ "begin": "setup" }));
    story.command(json!({ "command": "set-players", "black": { "name": "Bob", "team": "B" } }));
    story.event(json!({ "ev": "placement", "fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR" }));
    let header = story.header_of_next_game();
    assert_eq!(header["players"]["black"], "Bob");
    assert_eq!(header["persons"]["black"]["team"], "B");
    let again = read_line(&header.to_string(), 1).expect("a header");
    let Line::Game(again, _) = again else { panic!("no header") };
    assert_eq!(again.persons.black.team.as_deref(), Some("B"));
}
