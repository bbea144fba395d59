//! What an arbiter saw and gives in: illegal moves, two hands, disturbances, what he did to the clock; and what of it stays open.

use serde_json::{Value, json};

use super::{Story, breach, error_of, kinds, last_game, last_reply, of_type, open, states, two_half_moves};

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
