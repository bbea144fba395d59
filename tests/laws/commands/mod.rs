//! What an arbiter's commands do, and what they refuse, in event logs and at a table.

use std::io::Cursor;

use protocols::{At, dgt::DgtCodec, registry::Sensing};
use serde_json::{Value, json};
use touchmove::game::command::GivenCommand;
use touchmove::{
    board::{self, OrientationSetting},
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
            records.push(serde_json::to_value(record)?);
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

#[test]
fn a_name_with_a_control_character_is_refused_and_no_tag_of_the_pgn_has_one() {
    let mut story = two_half_moves();
    for (field, command) in [
        ("white", json!({ "command": "new-game", "abandon": true, "players": { "white": "Eve\u{1b}[2J" } })),
        ("black", json!({ "command": "new-game", "abandon": true, "players": { "black": "Bob\n" } })),
        ("name", json!({ "command": "set-players", "white": { "name": "Eve\u{7f}" } })),
        ("team", json!({ "command": "set-players", "white": { "team": "Oslo\u{9b}" } })),
    ] {
        story.command(command);
        let records = story.records();
        let error = error_of(&records);
        assert!(error.starts_with(&format!("{field}: found ")), "{error}");
        assert!(error.ends_with("text without control characters"), "{error}");
    }
    assert_eq!(last_game(&story.records())["moves"], json!(["e2e4", "e7e5"]));
    let pgn =
        pgn_after(&[json!({ "command": "set-result", "result": "1-0", "termination": "Eve\u{1b}[2J\r\nwins\u{9b}" })]);
    assert!(pgn.contains("[Termination \"Eve [2J  wins \"]"), "{pgn}");
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
        table.handle(At(1_000), Input::Command(&GivenCommand::read(&command.to_string())));
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

/// 1. Nf3 Nf6 2. Ng1 Ng8 and again, and then White to move: the first position for the third time.
fn knights_to_and_fro(header: Value, times: usize) -> Story {
    let mut story = Story::of(header);
    for _ in 0..times {
        story.plays("white", "N", "g1", "f3");
        story.plays("black", "n", "g8", "f6");
        story.plays("white", "N", "f3", "g1");
        story.plays("black", "n", "f6", "g8");
    }
    story
}

#[test]
fn a_right_claim_of_repetition_proposes_the_draw_with_its_evidence() {
    for sensing in ["identity", "occupancy"] {
        let mut story = knights_to_and_fro(json!({ "sensing": sensing }), 2);
        if sensing == "occupancy" {
            story.without_pieces();
        }
        story.command(json!({ "command": "claim", "player": "white", "claim": "threefold", "by": "Anna" }));
        let records = story.records();
        let claim = &last_reply(&records)["claim"];
        assert_eq!((&claim["verdict"], &claim["article"]), (&json!("correct"), &json!("9.2.2")), "{sensing}");
        assert_eq!(claim["evidence"], json!({ "times": 3, "plies": [0, 4, 8] }));
        let game = last_game(&records);
        assert_eq!((&game["result"], &game["turn"]), (&json!("*"), &Value::Null));
        assert!(open(&records).contains(&"claim-made"), "{:?}", open(&records));
        let alert = of_type(&records, "alert").into_iter().rfind(|alert| alert["kind"] == "claim-made");
        let id = alert.expect("an alert")["id"].clone();
        story.command(json!({ "command": "confirm", "alert": id }));
        let game = last_game(&story.records()).clone();
        assert_eq!(
            (&game["result"], &game["termination"]),
            (&json!("1/2-1/2"), &json!("threefold repetition, claimed"))
        );
    }
}

#[test]
fn a_right_claim_that_is_dismissed_lets_play_go_on() {
    let mut story = knights_to_and_fro(json!({}), 2);
    story.command(json!({ "command": "claim", "player": "white", "claim": "threefold" }));
    let records = story.records();
    let alert = of_type(&records, "alert").into_iter().rfind(|alert| alert["kind"] == "claim-made").expect("an alert");
    story.command(json!({ "command": "dismiss", "alert": alert["id"] }));
    story.plays("white", "P", "e2", "e4");
    let records = story.records();
    assert_eq!(last_game(&records)["moves"].as_array().map(Vec::len), Some(9));
    assert_eq!(last_game(&records)["turn"], "black");
}

#[test]
fn a_claim_by_an_intended_move_counts_the_position_after_it() {
    let mut story = knights_to_and_fro(json!({ "edition": "2018" }), 1);
    story.plays("white", "N", "g1", "f3");
    story.plays("black", "n", "g8", "f6");
    story.plays("white", "N", "f3", "g1");
    let claim = json!({ "command": "claim", "player": "black", "claim": "threefold", "move": "f6g8" });
    story.command(claim);
    let records = story.records();
    let claim = &last_reply(&records)["claim"];
    assert_eq!((&claim["verdict"], &claim["article"]), (&json!("correct"), &json!("9.2.1.1")));
    assert_eq!(claim["evidence"], json!({ "times": 3, "plies": [0, 4, 8] }));
}

#[test]
fn a_wrong_claim_proposes_the_minutes_of_edition_and_regime() {
    for (edition, regime, ms, article) in [
        ("2005", "standard", 180_000, "9.5.b"),
        ("2009", "blitz", 180_000, "9.5.b"),
        ("2014", "standard", 120_000, "9.5.b"),
        ("2018", "blitz", 60_000, "B.2"),
        ("2023", "standard", 120_000, "9.5.3"),
        ("2023", "rapid", 60_000, "A.3"),
    ] {
        let mut story = Story::of(json!({ "edition": edition, "regime": regime }));
        story.plays("white", "P", "e2", "e4");
        story.event(json!({ "ev": "clock", "white_ms": 100_000, "black_ms": 100_000, "running": "black" }));
        story.command(json!({ "command": "claim", "player": "black", "claim": "fifty-moves" }));
        let records = story.records();
        let claim = &last_reply(&records)["claim"];
        assert_eq!((&claim["verdict"], &claim["evidence"]), (&json!("wrong"), &json!({ "half_moves": 0 })));
        let penalty = of_type(&records, "alert").into_iter().find(|alert| alert["kind"] == "ruling-add-time");
        let penalty = penalty.expect("a proposal");
        assert_eq!((&penalty["data"]["ms"], &penalty["data"]["to"]), (&json!(ms), &json!("white")), "{edition}");
        assert_eq!(penalty["article"], article);
        let taken = penalty["data"].get("claimant_minus_ms").and_then(Value::as_u64);
        assert_eq!(taken, (edition == "2005").then_some(40_000));
        assert_eq!((open(&records), &last_game(&records)["turn"]), (vec!["ruling-add-time"], &json!("black")));
        assert_eq!(last_game(&records)["illegal_moves"], json!({ "white": 0, "black": 0 }));
    }
}

#[test]
fn fifty_moves_are_claimed_where_they_have_been_made() {
    let fen = "4k3/8/8/8/8/8/8/R3K3 w - - 99 80";
    let mut story = Story::of(json!({ "fen": fen }));
    story.command(json!({ "command": "claim", "player": "white", "claim": "fifty-moves", "move": "a1a2" }));
    let records = story.records();
    assert_eq!(last_reply(&records)["claim"]["verdict"], "correct");
    assert_eq!(last_reply(&records)["claim"]["evidence"]["half_moves"], 100);
    assert_eq!(last_reply(&records)["claim"]["article"], "9.3.1");
}

#[test]
fn who_has_touched_a_piece_claims_no_draw_but_in_2005() {
    for (edition, verdict) in [("2005", "correct"), ("2018", "right-lost")] {
        let mut story = knights_to_and_fro(json!({ "edition": edition }), 2);
        story.event(json!({ "ev": "lift", "sq": "e2", "piece": "P" }));
        story.command(json!({ "command": "claim", "player": "white", "claim": "threefold" }));
        assert_eq!(last_reply(&story.records())["claim"]["verdict"], verdict, "{edition}");
    }
}

#[test]
fn claims_that_cannot_be_are_refused() {
    let claim = |fields: Value| {
        let mut command = fields;
        command["command"] = json!("claim");
        command
    };
    for (fields, error) in [
        (json!({ "player": "white", "claim": "threefold" }), "white does not have the move"),
        (json!({ "player": "black", "claim": "threefold", "move": "e7e4" }), "ply 2: e7e4 is not legal there"),
        (json!({ "player": "black", "claim": "quickplay-finish" }), "the Laws in force know no such claim"),
        (json!({ "player": "black", "claim": "stalemate" }), "claim: found \"stalemate\""),
        (json!({ "player": "grey", "claim": "threefold" }), "player: found \"grey\""),
        (json!({ "player": "black", "claim": "touch-move", "move": "e7e5" }), "move: found \"e7e5\""),
        (json!({ "claim": "threefold" }), "not a command: missing field `player`"),
    ] {
        let mut story = Story::of(json!({}));
        story.plays("white", "P", "e2", "e4");
        story.command(claim(fields));
        let records = story.records();
        assert!(error_of(&records).starts_with(error), "{}", error_of(&records));
        assert_eq!(open(&records), [""; 0]);
    }
    let mut story = two_half_moves();
    story.command(json!({ "command": "set-result", "result": "1-0" }));
    story.command(claim(json!({ "player": "white", "claim": "threefold" })));
    assert_eq!(error_of(&story.records()), "no game is being played in which somebody has the move");
}

#[test]
fn a_quickplay_finish_is_left_to_the_arbiter_where_the_edition_has_it() {
    for (edition, article) in [("2005", "10.2"), ("2009", "10.2"), ("2014", "G.5")] {
        let mut story = Story::of(json!({ "edition": edition }));
        story.plays("white", "P", "e2", "e4");
        story.event(json!({ "ev": "clock", "white_ms": 90_000, "black_ms": 100_000, "running": "black" }));
        story.command(json!({ "command": "claim", "player": "black", "claim": "quickplay-finish" }));
        let records = story.records();
        let claim = &last_reply(&records)["claim"];
        assert_eq!((&claim["verdict"], &claim["article"]), (&json!("arbiter"), &json!(article)));
        assert_eq!(claim["evidence"], json!({ "left_ms": 100_000 }));
        assert_eq!((open(&records), &last_game(&records)["turn"]), (vec!["claim-made"], &json!("black")));
        let mut rejected = two_half_moves();
        rejected.events.clone_from(&story.events);
        (rejected.header, rejected.now) = (story.header.clone(), story.now);
        rejected.command(json!({ "command": "dismiss", "alert": "g#1" }));
        assert_eq!(open(&rejected.records()), ["ruling-add-time"]);
        story.command(json!({ "command": "confirm", "alert": "g#1" }));
        assert_eq!(last_game(&story.records())["result"], "1/2-1/2");
    }
}

#[test]
fn a_claim_of_touch_move_finds_the_breach_until_the_claimant_touches_a_piece() {
    let mut story = breach();
    let claim = json!({ "command": "claim", "player": "black", "claim": "touch-move" });
    story.command(claim.clone());
    let records = story.records();
    let answer = &last_reply(&records)["claim"];
    assert_eq!((&answer["verdict"], &answer["article"]), (&json!("correct"), &json!("4.3.1")));
    assert_eq!(answer["evidence"], json!({ "breach": "g#2", "touched": ["g1"], "owed": ["g1f3", "g1h3"] }));
    let mut late = breach();
    late.goes("p", "e7", "e5");
    late.command(claim.clone());
    assert_eq!(last_reply(&late.records())["claim"]["verdict"], "right-lost");
    let mut none = Story::of(json!({}));
    none.plays("white", "P", "e2", "e4");
    none.command(claim);
    let records = none.records();
    assert_eq!(last_reply(&records)["claim"]["verdict"], "wrong");
    // No minutes are prescribed for it.
    assert_eq!(open(&records), [""; 0]);
}

#[test]
fn an_illegal_move_that_the_arbiter_saw_costs_what_it_costs() {
    for (edition, regime, expected, turn) in [
        ("2018", "standard", vec![("illegal-move-completed", "7.5.1"), ("ruling-add-time", "7.5.5")], json!("black")),
        (
            "2014",
            "blitz",
            vec![("illegal-move-completed", "B.4/A.4.b"), ("ruling-game-lost", "B.4/A.4.b")],
            Value::Null,
        ),
        ("2009", "rapid", vec![("illegal-move-completed", "A.4.c"), ("opponent-may-claim", "A.4.c")], json!("black")),
    ] {
        let mut story = Story::of(json!({ "edition": edition, "regime": regime }));
        story.plays("white", "P", "e2", "e4");
        story.command(json!({ "command": "register", "kind": "illegal-move", "player": "white", "by": "Anna" }));
        let records = story.records();
        assert_eq!(kinds(&records), expected);
        assert_eq!(last_game(&records)["turn"], turn, "{edition}");
        story.command(json!({ "command": "register", "kind": "illegal-move", "player": "white" }));
        let records = story.records();
        let reasons = ["alert number 1 of this game tells of it already", "no game is being played"];
        assert!(reasons.iter().any(|reason| error_of(&records).starts_with(reason)), "{}", error_of(&records));
    }
}

#[test]
fn two_illegal_moves_registered_lose_and_dismissed_play_goes_on() {
    for regime in ["standard", "rapid"] {
        let mut story = Story::of(json!({ "edition": "2018", "regime": regime }));
        story.plays("white", "P", "e2", "e4");
        story.command(json!({ "command": "register", "kind": "illegal-move", "player": "white" }));
        story.plays("black", "p", "e7", "e5");
        story.plays("white", "P", "d2", "d4");
        story.command(json!({ "command": "register", "kind": "illegal-move", "player": "white" }));
        let records = story.records();
        assert_eq!(last_game(&records)["illegal_moves"]["white"], 2);
        assert_eq!((&last_game(&records)["turn"], open(&records).last()), (&Value::Null, Some(&"ruling-game-lost")));
        story.command(json!({ "command": "dismiss", "alert": "g#3" }));
        story.plays("black", "p", "d7", "d5");
        let records = story.records();
        assert_eq!(last_game(&records)["illegal_moves"]["white"], 1, "{regime}");
        assert_eq!(last_game(&records)["moves"], json!(["e2e4", "e7e5", "d2d4", "d7d5"]), "{regime}");
    }
}

#[test]
fn two_hands_count_where_the_edition_says_so() {
    for (edition, expected) in [
        ("2014", vec![("two-hands-suspected", "4.1")]),
        ("2018", vec![("two-hands-suspected", "7.5.4"), ("ruling-add-time", "7.5.5")]),
    ] {
        let mut story = Story::of(json!({ "edition": edition }));
        story.plays("white", "P", "e2", "e4");
        story.command(json!({ "command": "register", "kind": "two-hands", "player": "white" }));
        let records = story.records();
        assert_eq!(kinds(&records), expected);
        let counted = u32::from(edition == "2018");
        assert_eq!(last_game(&records)["illegal_moves"]["white"], counted);
        // Its confirmation counts it no second time.
        story.command(json!({ "command": "confirm", "alert": "g#1" }));
        assert_eq!(last_game(&story.records())["illegal_moves"]["white"], counted);
    }
}

#[test]
fn a_disturbance_is_told_each_time_and_its_penalty_is_the_arbiters() {
    let mut story = two_half_moves();
    for _ in 0..2 {
        story.command(json!({ "command": "register", "kind": "disturbance", "player": "black" }));
    }
    let records = story.records();
    assert_eq!(kinds(&records), [("disturbance", "11.5"), ("disturbance", "11.5")]);
    assert_eq!(of_type(&records, "alert")[0]["data"]["penalties"], "12.9");
    story.command(json!({ "command": "register", "kind": "shouting", "player": "black" }));
    assert!(error_of(&story.records()).starts_with("kind: found \"shouting\""));
}

#[test]
fn what_the_arbiter_did_to_the_clock_is_taken_down() {
    let mut story = two_half_moves();
    story.command(json!({ "command": "adjust-clock", "player": "black", "ms": 120_000, "by": "Anna" }));
    story.command(json!({ "command": "adjust-clock", "white_ms": 61_500 }));
    let records = story.records();
    let told: Vec<Value> = of_type(&records, "alert")
        .into_iter()
        .filter(|alert| alert["kind"] == "clock-adjusted" && alert["state"] == "lapsed")
        .map(|alert| json!([alert["article"], alert["text"], alert.get("decided_by")]))
        .collect();
    let added = json!(["7.1", "The arbiter has put 2:00 on Black's time.", "Anna"]);
    let set = json!(["7.1", "The arbiter has set the clock: White's to 1:01.500.", null]);
    assert_eq!(told, [added, set]);
    assert_eq!((open(&records), &last_game(&records)["moves"]), (vec![], &json!(["e2e4", "e7e5"])));
    for (fields, error) in [
        (json!({ "player": "black" }), "not a command: adjust-clock has player and ms, or"),
        (json!({ "player": "black", "ms": 1, "white_ms": 1 }), "not a command: adjust-clock has"),
        (json!({ "player": "black", "ms": 0 }), "ms: found \"0\""),
        (json!({ "player": "black", "ms": 86_400_001_i64 }), "ms: found \"86400001\""),
        (json!({ "white_ms": 86_400_001_i64 }), "white_ms: found \"86400001\""),
    ] {
        let mut story = two_half_moves();
        let mut command = fields.clone();
        command["command"] = json!("adjust-clock");
        story.command(command);
        let records = story.records();
        assert!(error_of(&records).starts_with(error), "{fields}: {}", error_of(&records));
    }
}

#[test]
fn the_count_of_illegal_moves_is_what_the_arbiter_says() {
    let mut story = Story::of(json!({ "edition": "2018" }));
    story.command(json!({ "command": "set-illegal-moves", "white": 1 }));
    let records = story.records();
    assert_eq!(last_game(&records)["illegal_moves"], json!({ "white": 1, "black": 0 }));
    story.goes("N", "g1", "g3");
    story.press("white");
    let records = story.records();
    assert_eq!(last_game(&records)["illegal_moves"]["white"], 2);
    assert_eq!(open(&records).last(), Some(&"ruling-game-lost"));
    story.command(json!({ "command": "set-illegal-moves" }));
    assert!(error_of(&story.records()).starts_with("not a command: set-illegal-moves has"));
    story.command(json!({ "command": "set-illegal-moves", "black": 100 }));
    assert!(error_of(&story.records()).starts_with("black: found \"100\""));
}

#[test]
fn on_boards_of_squares_what_is_registered_has_one_number_and_moves_nothing() {
    let mut story = Story::of(json!({ "sensing": "occupancy" }));
    story.plays("white", "P", "e2", "e4");
    story.without_pieces();
    let plain = story.records();
    story.command(json!({ "command": "adjust-clock", "player": "black", "ms": 1_000 }));
    story.command(json!({ "command": "register", "kind": "two-hands", "player": "white" }));
    story.command(json!({ "command": "set-illegal-moves", "black": 1 }));
    story.command(json!({ "command": "claim", "player": "black", "claim": "threefold" }));
    let records = story.records();
    assert!(of_type(&records, "reply").iter().all(|reply| reply["ok"] == true));
    assert_eq!(last_game(&records)["moves"], last_game(&plain)["moves"]);
    assert_eq!(last_game(&records)["illegal_moves"], json!({ "white": 1, "black": 1 }));
    let ids: Vec<&str> = last_game(&records)["alerts"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|alert| alert["id"].as_str().expect("text"))
        .collect();
    let mut distinct = ids.clone();
    distinct.dedup();
    assert_eq!(ids, distinct);
}

/// How an alert of a kind stood from record to record.
fn states<'a>(records: &'a [Value], kind: &str) -> Vec<&'a str> {
    let alerts = of_type(records, "alert").into_iter().filter(|alert| alert["kind"] == kind);
    alerts.map(|alert| alert["state"].as_str().expect("text")).collect()
}

#[test]
fn a_piece_put_wrong_is_no_matter_any_more_once_it_has_gone_or_was_pressed_on() {
    let mut gone = Story::of(json!({}));
    gone.goes("N", "g1", "g3");
    assert_eq!(states(&gone.records(), "illegal-displacement"), ["raised"]);
    gone.goes("N", "g3", "f3");
    assert_eq!(states(&gone.records(), "illegal-displacement"), ["raised", "lapsed"]);
    assert_eq!(open(&gone.records()), [""; 0]);
    let mut again = Story::of(json!({}));
    again.goes("N", "g1", "g3");
    again.goes("N", "g3", "g3");
    assert_eq!(states(&again.records(), "illegal-displacement"), ["raised", "lapsed", "raised"]);
    let mut pressed = Story::of(json!({}));
    pressed.goes("N", "g1", "g3");
    pressed.press("white");
    let records = pressed.records();
    assert_eq!(states(&records, "illegal-displacement"), ["raised", "lapsed"]);
    assert_eq!(open(&records), ["illegal-move-completed", "ruling-add-time"]);
}

#[test]
fn a_result_shown_by_the_kings_is_no_matter_any_more_once_there_is_a_result() {
    let mut story = two_half_moves();
    story.goes("K", "e1", "e4");
    story.event(json!({ "ev": "lift", "sq": "e5", "piece": "p" }));
    story.goes("k", "e8", "d5");
    story.event(json!({ "ev": "time" }));
    let signalled = states(&story.records(), "result-signalled").len();
    assert_eq!(signalled, 1, "{:?}", kinds(&story.records()));
    story.command(json!({ "command": "set-result", "result": "0-1" }));
    let records = story.records();
    assert_eq!(states(&records, "result-signalled"), ["raised", "lapsed"]);
    assert!(!open(&records).contains(&"result-signalled"));
}

#[test]
fn what_nothing_is_to_be_done_about_is_over_when_it_is_told() {
    let mut story = breach();
    story.goes("p", "e7", "e5");
    let records = story.records();
    assert_eq!(states(&records, "claim-right-lost"), ["raised", "lapsed"]);
    assert!(open(&records).contains(&"touch-move-violated"), "the arbiter may still act on the breach");
    // A piece adjusted, as it seems, and no matter once the turn is over that kept what was owed.
    let mut kept = Story::of(json!({}));
    kept.goes("N", "g1", "g1");
    kept.plays("white", "N", "g1", "f3");
    kept.plays("black", "p", "e7", "e5");
    assert_eq!(open(&kept.records()), [""; 0]);
}

#[test]
fn a_claim_that_is_the_opponents_lapses_with_his_reply() {
    let mut story = Story::of(json!({ "edition": "2009", "regime": "rapid" }));
    story.goes("N", "g1", "g3");
    story.press("white");
    assert_eq!(open(&story.records()), ["illegal-move-completed", "opponent-may-claim"]);
    story.plays("black", "p", "e7", "e5");
    let records = story.records();
    assert_eq!(open(&records), [""; 0]);
    assert_eq!(states(&records, "opponent-may-claim"), ["raised", "lapsed"]);
    assert_eq!(states(&records, "illegal-move-completed"), ["raised", "lapsed"]);
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

/// White's knight goes to g3 and he presses, in rapid of 2009; Black has it ruled on by his claim.
fn illegal_move_claimed() -> Story {
    let mut story = Story::of(json!({ "edition": "2009", "regime": "rapid" }));
    story.goes("N", "g1", "g3");
    story.press("white");
    let claim = |alert: &&Value| alert["kind"] == "opponent-may-claim";
    let records = story.records();
    let id = of_type(&records, "alert").into_iter().find(claim).expect("a claim")["id"].clone();
    story.command(json!({ "command": "confirm", "alert": id }));
    story
}

#[test]
fn once_an_illegal_move_has_been_claimed_no_reply_lets_it_stand() {
    let mut story = illegal_move_claimed();
    let records = story.records();
    assert_eq!(last_reply(&records)["ok"], true);
    assert_eq!(open(&records), ["illegal-move-completed", "ruling-add-time"]);
    story.plays("black", "p", "e7", "e5");
    let records = story.records();
    assert_eq!((&last_game(&records)["moves"], &last_game(&records)["turn"]), (&json!([]), &json!("white")));
    assert_eq!(last_game(&records)["illegal_moves"]["white"], 1);
    assert_eq!(open(&records), ["illegal-move-completed", "ruling-add-time"]);
    // Only the arbiter lets it stand, and it has been counted.
    story.command(json!({ "command": "let-stand", "alert": "g#2" }));
    let records = story.records();
    assert_eq!(last_reply(&records)["ok"], true, "{:?}", kinds(&records));
    assert_eq!(last_game(&records)["moves"], json!(["e7e5"]));
    assert_eq!(last_game(&records)["illegal_moves"]["white"], 1);
}

#[test]
fn an_illegal_move_that_was_claimed_and_is_put_right_is_counted() {
    let mut story = illegal_move_claimed();
    story.plays("white", "N", "g3", "f3");
    story.plays("black", "p", "e7", "e5");
    let records = story.records();
    assert_eq!(last_game(&records)["moves"], json!(["g1f3", "e7e5"]));
    assert_eq!(last_game(&records)["illegal_moves"], json!({ "white": 1, "black": 0 }));
}

#[test]
fn what_is_counted_while_play_is_stopped_counts_in_whichever_game_goes_on() {
    let stopped = |command: Value| {
        let mut story = Story::of(json!({ "edition": "2009", "regime": "rapid" }));
        story.goes("N", "g1", "g3");
        story.press("white");
        story.command(command);
        story
    };
    let mut set = stopped(json!({ "command": "set-illegal-moves", "white": 2, "black": 1 }));
    set.plays("black", "p", "e7", "e5");
    let records = set.records();
    assert_eq!(last_game(&records)["moves"], json!(["e7e5"]));
    assert_eq!(last_game(&records)["illegal_moves"], json!({ "white": 2, "black": 1 }));
    let mut dismissed = Story::of(json!({ "edition": "2018" }));
    dismissed.goes("N", "g1", "g3");
    dismissed.press("white");
    dismissed.command(json!({ "command": "set-illegal-moves", "white": 1 }));
    dismissed.command(json!({ "command": "dismiss", "alert": "g#2" }));
    assert_eq!(last_game(&dismissed.records())["illegal_moves"]["white"], 1, "whatever becomes of the last one");
    let mut registered = Story::of(json!({ "edition": "2018" }));
    registered.plays("white", "P", "e2", "e4");
    registered.goes("n", "g8", "g6");
    registered.press("black");
    registered.command(json!({ "command": "register", "kind": "two-hands", "player": "white" }));
    assert_eq!(last_game(&registered.records())["illegal_moves"], json!({ "white": 1, "black": 1 }));
    registered.plays("white", "P", "d2", "d4");
    registered.command(json!({ "command": "let-stand", "alert": "g#2" }));
    let records = registered.records();
    assert_eq!(last_reply(&records)["ok"], true, "{:?}", kinds(&records));
    assert_eq!(last_game(&records)["moves"], json!(["e2e4", "d2d4"]));
    assert_eq!(last_game(&records)["illegal_moves"], json!({ "white": 1, "black": 0 }));
}

#[test]
fn a_draw_claimed_and_reopened_is_none_and_what_was_played_behind_it_counts() {
    let mut story = Story::of(json!({}));
    for _ in 0..2 {
        story.plays("white", "N", "g1", "f3");
        story.plays("black", "n", "g8", "f6");
        story.plays("white", "N", "f3", "g1");
        story.plays("black", "n", "f6", "g8");
    }
    story.command(json!({ "command": "claim", "player": "white", "claim": "threefold" }));
    assert_eq!(last_reply(&story.records())["claim"]["verdict"], "correct");
    let plies = last_game(&story.records())["moves"].as_array().expect("moves").len();
    story.plays("white", "P", "e2", "e4");
    assert_eq!(last_game(&story.records())["moves"].as_array().map(Vec::len), Some(plies));
    story.command(json!({ "command": "reopen" }));
    let records = story.records();
    assert_eq!((&last_reply(&records)["ok"], &last_game(&records)["result"]), (&json!(true), &json!("*")));
    assert_eq!(last_game(&records)["moves"].as_array().and_then(|moves| moves.last()), Some(&json!("e2e4")));
    assert!(!open(&records).contains(&"claim-made"));
    story.command(json!({ "command": "reopen" }));
    assert_eq!(error_of(&story.records()), "the game is not over");
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
    };
    let mut table = Table::new(setup, Source::Board(Box::new(DgtCodec::new()), reading));
    let mut told = |alert: &str| {
        let command = json!({ "command": "dismiss", "alert": alert });
        table.handle(At(1_000), Input::Command(&GivenCommand::read(&command.to_string())));
        let replies = std::iter::from_fn(|| table.poll()).filter_map(|output| match output {
            Output::Reply(text) => serde_json::from_str::<Value>(&text).ok(),
            _ => None,
        });
        replies.last().expect("an answer")["error"].as_str().expect("a reason").to_owned()
    };
    assert!(told("renamed#1").starts_with("alert: found \"renamed#1\""));
    assert!(told("s#1").starts_with("there is no open alert number 1 of this game"));
}
