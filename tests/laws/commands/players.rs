//! Who plays: names and persons, set at any time, in the PGN and in logs.

use protocols::At;
use serde_json::{Value, json};
use touchmove::{
    game::{command::GivenCommand, pgn::Tags},
    rules::Position,
    table::{Input, Line, Output, Setup, Source, Table, read_line},
    turn::{Given, Settings, Start},
    words::Language,
};

use super::{Story, error_of, last_game, two_half_moves};

#[test]
fn a_text_that_cannot_be_shown_on_a_line_is_refused_and_changes_nothing() {
    let mut story = two_half_moves();
    for (field, command) in [
        ("white", json!({ "command": "new-game", "abandon": true, "players": { "white": "Eve\u{1b}[2J" } })),
        ("black", json!({ "command": "new-game", "abandon": true, "players": { "black": "Bob\n" } })),
        ("name", json!({ "command": "set-players", "white": { "name": "Eve\u{7f}" } })),
        ("team", json!({ "command": "set-players", "white": { "team": "Oslo\u{9b}" } })),
        ("termination", json!({ "command": "set-result", "result": "1-0", "termination": "Eve\r\nwins" })),
        ("termination", json!({ "command": "set-result", "result": "1-0", "termination": "x".repeat(2_000) })),
        ("white", json!({ "command": "new-game", "abandon": true, "players": { "white": "x".repeat(257) } })),
    ] {
        story.command(command);
        let records = story.records();
        let error = error_of(&records);
        assert!(error.starts_with(&format!("{field}: found ")), "{error}");
        assert!(error.ends_with("text without control characters"), "{error}");
    }
    let records = story.records();
    let game = last_game(&records);
    assert_eq!((&game["moves"], &game["result"]), (&json!(["e2e4", "e7e5"]), &json!("*")));
}

/// A table in the middle of a game, and the PGN it gave last.
fn pgn_after(commands: &[Value]) -> String {
    let settings = Settings::default();
    let start = Start::Playing(Position::initial());
    let (name, session) = ("1".to_owned(), "s".to_owned());
    let setup = Setup {
        name,
        session,
        settings,
        start,
        given: Given::default(),
        seq: 0,
        tags: Tags::default(),
        language: Language::default(),
    };
    let mut table = Table::new(setup, Source::Log);
    let mut pgn = String::new();
    for command in commands {
        table.handle(At(1_000), Input::Command(&GivenCommand::read(&command.to_string())));
        while let Some(output) = table.poll() {
            match output {
                Output::Pgn(text) => pgn = text,
                Output::Reply { text, .. } => assert!(text.contains(r#""ok":true"#), "{text}"),
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
