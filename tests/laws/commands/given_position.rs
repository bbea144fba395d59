//! The arbiter gives a position, and its pieces are set up by hand: nothing is read into that, and play goes on from it.

use protocols::Placement;
use serde_json::{Value, json};

use super::{Story, last_game, of_type};

/// Far from the first position: 27 of its pieces are gone.
const GIVEN: &str = "6k1/1b6/6q1/7P/8/8/5PPP/5RK1 b - - 0 40";

/// How hands set a position up.
#[derive(Debug, Clone, Copy)]
enum Way {
    /// All pieces go into the box, and those of the position come from it.
    ByTheBox,
    /// Piece by piece, those that the position needs are pushed to their squares.
    ByPushing,
    /// Between two readings of the board.
    Unseen,
}

/// A board in the first position, and the hands at it.
struct Hands {
    story: Story,
    board: Placement,
    /// What passes between a lift and a drop, in milliseconds.
    pace: u64,
}

impl Hands {
    fn at(header: Value, pace: u64) -> Hands {
        Hands { story: Story::of(header), board: Placement::initial(), pace }
    }

    fn event(&mut self, event: Value) {
        // The story lets a second pass.
        self.story.now = (self.story.now + self.pace).saturating_sub(1_000);
        self.story.event(event);
    }

    fn rest(&mut self) {
        self.story.now += 4_000;
        self.story.event(json!({ "ev": "time" }));
    }

    fn lift(&mut self, square: &str) {
        let piece = self.board.set(square.parse().expect("a square"), None).expect("a piece");
        self.event(json!({ "ev": "lift", "sq": square, "piece": piece.letter().to_string() }));
    }

    fn drop(&mut self, square: &str, letter: char) {
        let piece = protocols::Piece::from_letter(letter).expect("a piece");
        self.board.set(square.parse().expect("a square"), Some(piece));
        self.event(json!({ "ev": "drop", "sq": square, "piece": letter.to_string() }));
    }

    fn sets_up(&mut self, fen: &str, way: Way) {
        let goal: Placement = fen.split(' ').next().expect("a placement").parse().expect("a placement");
        let astray: Vec<_> = self.board.pieces().filter(|(square, piece)| goal.at(*square) != Some(*piece)).collect();
        match way {
            Way::Unseen => {
                self.board = goal;
                return self.event(json!({ "ev": "placement", "fen": goal.to_string() }));
            }
            Way::ByTheBox => {
                astray.iter().for_each(|(square, _)| self.lift(&square.to_string()));
            }
            Way::ByPushing => {
                for (square, piece) in astray {
                    if self.board.at(square) != Some(piece) {
                        continue;
                    }
                    self.lift(&square.to_string());
                    let target = goal.pieces().find(|(to, other)| *other == piece && self.board.at(*to).is_none());
                    if let Some((to, _)) = target {
                        self.drop(&to.to_string(), piece.letter());
                    }
                }
            }
        }
        for (square, piece) in goal.pieces() {
            if self.board.at(square).is_some_and(|other| other != piece) {
                self.lift(&square.to_string());
            }
            if self.board.at(square).is_none() {
                self.drop(&square.to_string(), piece.letter());
            }
        }
    }

    fn plays(&mut self, by: &str, from: &str, to: &str, pressed: bool) {
        let piece = self.board.at(from.parse().expect("a square")).expect("a piece").letter();
        if self.board.at(to.parse().expect("a square")).is_some() {
            self.lift(to);
        }
        self.lift(from);
        self.drop(to, piece);
        self.story.now += 500;
        if pressed {
            self.story.press(by);
        }
        self.rest();
    }
}

fn kinds(records: &[Value]) -> Vec<String> {
    let raised = of_type(records, "alert").into_iter().filter(|alert| alert["state"] == "raised");
    raised.map(|alert| alert["kind"].as_str().expect("text").to_owned()).collect()
}

/// What a board of squares would tell of it.
fn of_squares(story: &mut Story) {
    story.header["sensing"] = json!("occupancy");
    story.without_pieces();
    for event in &mut story.events {
        if let Some(fen) = event.as_object_mut().and_then(|event| event.remove("fen")) {
            let placement: Placement = fen.as_str().expect("text").parse().expect("a placement");
            event["occupied"] = json!(format!("{:016x}", placement.occupied()));
        }
    }
}

#[test]
fn pieces_are_set_up_by_hand_for_a_given_position_and_play_goes_on_from_it() {
    let lines = [("black", "g6", "h5"), ("white", "f1", "d1"), ("black", "h5", "d1")];
    for squares in [false, true] {
        for way in [Way::ByTheBox, Way::ByPushing, Way::Unseen] {
            for (clock, pressed) in [(json!({}), true), (json!({ "clock": "none" }), false)] {
                for pace in [150, 700, 2_500] {
                    let told = format!("squares {squares}, {way:?}, pressed {pressed}, {pace} ms");
                    let mut hands = Hands::at(clock.clone(), pace);
                    hands.story.command(json!({ "command": "set-position", "fen": GIVEN }));
                    hands.rest();
                    hands.sets_up(GIVEN, way);
                    hands.rest();
                    for (by, from, to) in lines {
                        hands.plays(by, from, to, pressed);
                    }
                    let mut story = hands.story;
                    if squares {
                        of_squares(&mut story);
                    }
                    let records = story.records();
                    assert_eq!(kinds(&records), ["game-ended-checkmate"], "{told}");
                    assert_eq!(last_game(&records)["sans"], json!(["Qxh5", "Rd1", "Qxd1#"]), "{told}");
                    let agrees = of_type(&records, "board").pop().map(|board| board["agrees"].clone());
                    assert_eq!(agrees, Some(json!(true)), "{told}");
                }
            }
        }
    }
}

#[test]
fn a_piece_lifted_and_put_back_in_the_first_position_begins_no_new_game_where_another_is_given() {
    for squares in [false, true] {
        let mut hands = Hands::at(json!({}), 700);
        hands.story.command(json!({ "command": "set-position", "fen": GIVEN }));
        hands.rest();
        hands.lift("a1");
        hands.drop("a1", 'R');
        hands.sets_up(GIVEN, Way::ByPushing);
        hands.plays("black", "g6", "h5", true);
        let mut story = hands.story;
        if squares {
            of_squares(&mut story);
        }
        let records = story.records();
        assert_eq!(kinds(&records), Vec::<String>::new(), "squares {squares}");
        assert_eq!(last_game(&records)["sans"], json!(["Qxh5"]), "squares {squares}");
    }
}

#[test]
fn kings_put_where_a_given_position_has_them_show_no_result() {
    // On the way to it the kings stand on e4 and d5, as they do to show a result, with nothing else on the board.
    let given = "8/8/3p4/3kp3/8/4K3/PP6/8 w - - 0 60";
    for squares in [false, true] {
        let mut hands = Hands::at(json!({}), 700);
        hands.story.command(json!({ "command": "set-position", "fen": given }));
        hands.rest();
        hands.sets_up("8/8/8/3k4/4K3/8/8/8 w - - 0 60", Way::ByTheBox);
        hands.rest();
        hands.sets_up(given, Way::ByPushing);
        hands.rest();
        hands.plays("white", "e3", "d3", true);
        let mut story = hands.story;
        if squares {
            of_squares(&mut story);
        }
        let records = story.records();
        assert_eq!(kinds(&records), Vec::<String>::new(), "squares {squares}");
        assert_eq!(last_game(&records)["result"], "*", "squares {squares}");
        assert_eq!(last_game(&records)["sans"], json!(["Kd3"]), "squares {squares}");
    }
}

#[test]
fn many_moves_taken_back_are_set_up_by_hand() {
    let played = [
        ("white", "e2", "e4"),
        ("black", "e7", "e5"),
        ("white", "g1", "f3"),
        ("black", "b8", "c6"),
        ("white", "f1", "b5"),
        ("black", "a7", "a6"),
        ("white", "b5", "c6"),
        ("black", "d7", "c6"),
    ];
    for squares in [false, true] {
        for way in [Way::ByTheBox, Way::ByPushing, Way::Unseen] {
            let mut hands = Hands::at(json!({}), 700);
            for (by, from, to) in played {
                hands.plays(by, from, to, true);
            }
            hands.story.command(json!({ "command": "take-back", "plies": 8 }));
            hands.sets_up("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", way);
            hands.rest();
            hands.plays("white", "d2", "d4", true);
            let mut story = hands.story;
            if squares {
                of_squares(&mut story);
            }
            let records = story.records();
            assert_eq!(kinds(&records), Vec::<String>::new(), "squares {squares}, {way:?}");
            assert_eq!(last_game(&records)["sans"], json!(["d4"]), "squares {squares}, {way:?}");
        }
    }
}

#[test]
fn a_game_that_is_played_on_beside_the_position_given_is_told() {
    for squares in [false, true] {
        let mut hands = Hands::at(json!({}), 700);
        // The board shows the first position, and goes on from there.
        hands.story.command(json!({ "command": "set-position", "fen": GIVEN }));
        hands.rest();
        for (by, from, to) in
            [("black", "e7", "e5"), ("white", "e2", "e4"), ("black", "d7", "d6"), ("white", "g1", "f3")]
        {
            hands.plays(by, from, to, true);
        }
        let mut story = hands.story;
        if squares {
            of_squares(&mut story);
        }
        let records = story.records();
        assert!(kinds(&records).contains(&"play-not-recorded".to_owned()), "squares {squares}: {:?}", kinds(&records));
        assert_eq!(last_game(&records)["sans"], json!([]), "squares {squares}");
    }
}
