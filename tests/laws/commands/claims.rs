//! Claims of players as the arbiter gives them in: right, wrong, impossible, and what becomes of them.

use serde_json::{Value, json};

use super::{Story, breach, error_of, kinds, last_game, last_reply, of_type, open, states, two_half_moves};

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
