//! A press of the clock says whose move was made of those that nobody saw, and keeps nothing unknown.

use protocols::Color;
use touchmove::{
    board::{BoardReading, Event},
    rules::{Position, Variant},
    turn::{AlertKind, Severity},
};

use super::{Back, Heard, after, running, table_from};

#[test]
fn whose_time_runs_does_not_say_which_of_two_lines_was_played_but_the_next_move_does() {
    // 1 e3 e5 2 e4 leads there as well; White would not have pressed yet.
    let mut back = Back::after(&["e2e4", "e7e5"]);
    back.says(300, Event::Clock(running(Color::White)));
    assert!(back.moves().is_empty(), "guessed: {:?}", back.moves());
    back.plays("b1", "c3");
    assert_eq!(back.moves(), ["e2e4", "e7e5", "b1c3"]);
    back.says(5_000, Event::Time);
    assert_eq!(back.alerts(), [], "known before anybody was asked");
}

#[test]
fn a_press_says_which_of_two_lines_was_played() {
    for (by, line) in [(Color::Black, &["e2e4", "e7e5"][..]), (Color::White, &["e2e3", "e7e5", "e3e4"])] {
        let mut back = Back::after(&["e2e4", "e7e5"]);
        back.says(3_000, Event::Time);
        assert!(back.moves().is_empty(), "guessed: {:?}", back.moves());
        assert_eq!(back.alerts(), [AlertKind::MoveAmbiguous]);
        back.presses(by);
        assert_eq!(back.moves(), line);
    }
}

/// While it is not known what was played somebody presses with a piece off its square, which is put back.
#[test]
fn a_press_on_a_board_that_no_moves_lead_to_keeps_nothing_unknown() {
    let mut back = Back::after(&[]);
    back.plays_in_turn(&[("e2", "e4"), ("e7", "e5")], Color::White);
    let right = back.board;
    let mut wrong = right;
    let queen = wrong.set("d8".parse().expect("a square"), None);
    wrong.set("e3".parse().expect("a square"), queen);
    back.says(5_000, Event::Link { up: false });
    back.says(5_000, Event::Link { up: true });
    back.says(100, Event::Placement(BoardReading::Pieces(wrong)));
    back.says(10_000, Event::Time);
    back.presses(Color::White);
    back.board = wrong;
    back.plays("e3", "d8");
    back.says(5_000, Event::Time);
    back.plays_in_turn(&[("g1", "f3"), ("b8", "c6")], Color::White);
    assert_eq!(back.moves(), ["e2e4", "e7e5", "g1f3", "b8c6"], "{:?}", back.alerts());
}

/// The arbiter has said all that a board which is away showed last, and both players have pressed since.
#[test]
fn what_was_pressed_on_a_board_that_is_away_stays_open_behind_the_arbiters_words() {
    let knights = ["g1f3", "b8c6", "b1c3", "g8f6"];
    let played = [&knights[..], &["c3d5", "f6d5"]].concat();
    let mut back = Back::after(&[]);
    back.comes_back_with(*after(&Position::initial(), &knights).placement());
    back.presses(Color::Black);
    back.says(10_000, Event::Time);
    back.says(100, Event::Link { up: false });
    back.presses(Color::White);
    back.presses(Color::Black);
    (1..).zip(knights).for_each(|(ply, uci)| back.sets(ply, uci));
    assert_eq!(back.moves(), knights);
    assert!(back.heard.is_asked());
    back.comes_back_with(*after(&Position::initial(), &played).placement());
    // A piece that was captured may be in the hand.
    back.says(30_000, Event::Time);
    assert_eq!(back.moves(), played);
    assert!(!back.heard.is_asked(), "{:?}", back.heard.open);
}

/// Three moves go unseen, and when the board is back the knight that has made one of them is in the air: it was not captured,
/// though a longer line would explain that.
#[test]
fn a_piece_in_the_air_that_has_moved_unseen_before_was_not_captured() {
    let first = "r2qk2r/1bp2nb1/p2pN1p1/1p5p/4P2P/1PN1BP2/1PPQ2P1/R3K2R b KQkq - 2 16";
    let played = ["d8f6", "e6c7", "e8d7", "c7a8"];
    let position = Position::from_fen(first, Variant::Chess).expect("a position");
    let mut back =
        Back { table: table_from(position.clone()), t: 0, heard: Heard::default(), board: *position.placement() };
    back.says(0, Event::Clock(running(Color::Black)));
    back.says(500, Event::Lift { square: "d8".parse().expect("a square"), piece: None });
    back.says(500, Event::Link { up: false });
    back.says(100, Event::Press { by: Color::Black });
    let mut shown = *after(&position, &played[..3]).placement();
    let knight = shown.set("c7".parse().expect("a square"), None);
    back.says(3_000, Event::Link { up: true });
    back.says(100, Event::Placement(BoardReading::Pieces(shown)));
    back.says(1_500, Event::Time);
    assert!(back.moves().is_empty(), "guessed: {:?}", back.moves());
    back.says(1_000, Event::Drop { square: "a8".parse().expect("a square"), piece: knight });
    back.presses(Color::White);
    back.says(30_000, Event::Time);
    let ruled: Vec<_> = back.heard.alerts.iter().filter(|(_, severity)| *severity == Severity::Ruling).collect();
    assert!(ruled.is_empty(), "{ruled:?}");
    assert!(back.moves() == played || back.heard.is_asked(), "{:?}", back.alerts());
    (1..).zip(played).for_each(|(ply, uci)| back.sets(ply, uci));
    assert_eq!(back.moves(), played, "{:?}", back.alerts());
}

/// The board is away, and the arbiter says what is played. Then the board tells what it remembers, later than he has.
#[test]
fn a_press_that_a_board_tells_later_than_the_arbiter_is_for_the_move_he_has_said() {
    let mut back = Back::after(&[]);
    back.plays_in_turn(&[("e2", "e4"), ("e7", "e5"), ("g1", "f3"), ("b8", "c6"), ("f1", "b5")], Color::White);
    back.says(5_000, Event::Link { up: false });
    for (ply, uci) in [(6, "a7a6"), (7, "b5a4"), (8, "g8f6")] {
        back.sets(ply, uci);
    }
    back.says(100, Event::Link { up: true });
    back.says(100, Event::Placement(BoardReading::Pieces(back.board)));
    back.says(250, Event::Press { by: Color::White });
    for (from, to, by) in [("a7", "a6", Color::Black), ("b5", "a4", Color::White), ("g8", "f6", Color::Black)] {
        back.plays(from, to);
        back.presses(by);
    }
    back.plays_in_turn(&[("d2", "d3")], Color::White);
    let moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "d2d3"];
    assert_eq!(back.moves(), moves, "{:?}", back.alerts());
    let ruled: Vec<_> = back.heard.alerts.iter().filter(|(_, severity)| *severity == Severity::Ruling).collect();
    assert!(ruled.is_empty(), "nobody pressed without a move: {ruled:?}");
}

/// The board is back with a piece of the reply in the hand, and tells of the press only then: nobody has moved twice for it.
#[test]
fn a_press_that_is_told_behind_the_reply_is_for_the_move_before_it() {
    let hand = |moves: &[&str], hand: &str| {
        let mut board = *after(&Position::initial(), moves).placement();
        let piece = board.set(hand.parse().expect("a square"), None);
        (board, piece)
    };
    let cases = [
        (vec!["e2e4", "e7e5"], ("g1", "f3"), 1, false, ("b8", "c6")),
        (vec!["c2c4", "g8f6"], ("d2", "d4"), 0, true, ("e7", "e6")),
    ];
    for (moves, (from, to), known, press_first, reply) in cases {
        let mut back = Back::after(&[]);
        let seen: Vec<(&str, &str)> = moves[..known].iter().map(|uci| uci.split_at(2)).collect();
        back.plays_in_turn(&seen, Color::White);
        let (board, piece) = hand(&moves, from);
        let drop = Event::Drop { square: to.parse().expect("a square"), piece };
        let press = Event::Press { by: Color::Black };
        back.comes_back_with(board);
        for event in if press_first { [press, drop] } else { [drop, press] } {
            back.says(13, event);
        }
        back.board.set(to.parse().expect("a square"), piece);
        back.says(1_500, Event::Press { by: Color::White });
        back.plays_in_turn(&[reply], Color::Black);
        let all: Vec<String> = moves
            .iter()
            .map(|uci| (*uci).to_owned())
            .chain([(from, to), reply].map(|(a, b)| format!("{a}{b}")))
            .collect();
        assert_eq!(back.moves(), all, "{:?}", back.alerts());
        assert!(back.alerts().is_empty(), "{:?}", back.alerts());
    }
}

/// The board is back without a knight, and tells a press: it was not captured in moves that nobody saw, but is in the hand, from
/// a square on which the board has never shown it.
#[test]
fn a_piece_that_is_missing_where_its_player_has_the_move_may_be_in_his_hand() {
    let played = [
        "e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "d2d3", "f8e7", "b1c3", "b7b5", "a4b3", "c8b7",
        "c1d2", "d7d6",
    ];
    for waits_ms in [1_100, 5_000] {
        let mut back = Back::after(&[]);
        let seen: Vec<(&str, &str)> = played.iter().map(|uci| uci.split_at(2)).collect();
        back.plays_in_turn(&seen, Color::White);
        let mut shown = *after(&Position::initial(), &played).placement();
        let pawn = shown.set("h2".parse().expect("a square"), None);
        shown.set("h3".parse().expect("a square"), pawn);
        let knight = shown.set("f3".parse().expect("a square"), None);
        back.comes_back_with(shown);
        back.says(170, Event::Press { by: Color::Black });
        back.says(waits_ms, Event::Drop { square: "f3".parse().expect("a square"), piece: knight });
        back.says(360, Event::Press { by: Color::White });
        back.says(30_000, Event::Time);
        assert!(played.len() == back.moves().len() || back.moves()[16..] == ["h2h3"], "{:?}", back.moves());
        let ruled: Vec<_> = back.heard.alerts.iter().filter(|(_, severity)| *severity == Severity::Ruling).collect();
        assert!(ruled.is_empty(), "{ruled:?}");
        assert!(back.alerts().contains(&AlertKind::MoveAmbiguous), "{:?}", back.alerts());
    }
}

/// What was exchanged while the board was away is in nobody's hand: a press on what it shows then says that the moves are made.
#[test]
fn a_press_on_a_board_on_which_pieces_were_exchanged_waits_for_none_of_them() {
    let played = ["e2e4", "e7e6", "d2d4", "d7d5"];
    let unseen = ["e4d5", "e6d5", "b1c3"];
    let mut back = Back::after(&[]);
    let seen: Vec<(&str, &str)> = played.iter().map(|uci| uci.split_at(2)).collect();
    back.plays_in_turn(&seen, Color::White);
    let all = [&played[..], &unseen].concat();
    back.comes_back_with(*after(&Position::initial(), &all).placement());
    back.says(170, Event::Press { by: Color::White });
    back.says(1_000, Event::Time);
    assert_eq!(back.moves(), all, "{:?}", back.alerts());
    assert!(back.alerts().is_empty(), "{:?}", back.alerts());
}
