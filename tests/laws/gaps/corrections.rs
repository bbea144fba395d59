//! Where the arbiter corrects what is known, or sets it, what is asked of unseen moves holds for the game as he says it was.

use protocols::{At, Color};
use touchmove::{
    board::{BoardReading, Event},
    game::command::GivenCommand,
    rules::Position,
    table::Input,
    turn::AlertKind,
};

use super::{Back, after};

/// The arbiter repeats an earlier half-move, or names one that cannot have been, while a player moves.
#[test]
fn a_word_on_an_earlier_move_disturbs_nothing_that_is_being_done() {
    for (ply, uci) in [(1, "e2e4"), (1, "d2d4"), (2, "e7e5"), (3, "e2e4"), (4, "d7d6")] {
        let mut back = Back::after(&[]);
        back.plays_in_turn(&[("e2", "e4"), ("e7", "e5"), ("d2", "d4"), ("d7", "d6")], Color::White);
        back.plays_and_hears("g1", "f3", ply, uci);
        back.presses(Color::White);
        back.plays_in_turn(&[("b8", "c6")], Color::Black);
        assert_eq!(back.alerts(), [], "{ply} {uci}");
        assert_eq!(back.moves(), ["e2e4", "e7e5", "d2d4", "d7d6", "g1f3", "b8c6"], "{ply} {uci}");
    }
}

/// The arbiter sets the position where nobody knew what had been played: the next time is told again.
#[test]
fn a_position_that_is_set_ends_what_was_asked_and_the_next_time_is_told() {
    let mut back = Back::after(&[]);
    let right = back.board;
    let mut wrong = right;
    let queen = wrong.set("d8".parse().expect("a square"), None);
    wrong.set("e5".parse().expect("a square"), queen);
    let initial = Position::initial().fen();
    for times in 1..=2 {
        for (board, id) in [(wrong, None), (right, Some(times))] {
            back.says(5_000, Event::Link { up: false });
            back.says(5_000, Event::Link { up: true });
            back.says(100, Event::Placement(BoardReading::Pieces(board)));
            back.says(30_000, Event::Time);
            if id.is_none() {
                let set = format!(r#"{{"id": "{times}", "command": "set-position", "fen": "{initial}"}}"#);
                back.table.handle(At(back.t + 1_000), Input::Command(&GivenCommand::read(&set)));
                back.says(2_000, Event::Time);
            }
        }
        assert_eq!(back.alerts(), vec![AlertKind::PositionMismatch; times]);
    }
}

/// He answers what is asked with a move that was known already: what nobody saw is open still, and is asked for its own.
#[test]
fn a_word_on_the_last_known_move_is_no_word_on_those_that_nobody_saw() {
    let mut back = Back::after(&[]);
    back.plays("e2", "e4");
    back.presses(Color::White);
    let seen = after(&Position::initial(), &["e2e4", "e7e5", "g1f3", "b8c6"]);
    back.says(5_000, Event::Link { up: false });
    back.says(5_000, Event::Link { up: true });
    back.says(100, Event::Placement(BoardReading::Pieces(*seen.placement())));
    back.says(10_000, Event::Time);
    assert_eq!(back.alerts(), [AlertKind::MoveAmbiguous, AlertKind::PlayNotRecorded]);
    for (ply, uci) in [(1, "e2e4"), (2, "e7e5")] {
        let set = format!(r#"{{"id": "{ply}", "command": "set-move", "ply": {ply}, "uci": "{uci}"}}"#);
        back.table.handle(At(back.t + 1_000), Input::Command(&GivenCommand::read(&set)));
        back.says(2_000, Event::Time);
    }
    assert_eq!(back.moves(), ["e2e4", "e7e5", "g1f3", "b8c6"]);
}

/// A pawn went on after its move had been pressed. The arbiter says that it was so meant while the next player moves.
#[test]
fn a_move_corrected_to_what_the_board_shows_leaves_the_turn_in_progress() {
    let mut back = Back::after(&[]);
    back.plays_in_turn(&[("d2", "d3")], Color::White);
    back.plays("d3", "d4");
    back.plays_in_turn(&[("e7", "e5")], Color::Black);
    let told = back.alerts().len();
    back.plays_and_hears("g1", "f3", 1, "d2d4");
    back.presses(Color::White);
    back.plays_in_turn(&[("b8", "c6")], Color::Black);
    assert_eq!(back.moves(), ["d2d4", "e7e5", "g1f3", "b8c6"]);
    assert_eq!(back.alerts()[told..], []);
}

/// A table where two half-moves that nobody saw were inferred, and one more was seen.
fn inferred_and_played_on() -> Back {
    let mut back = Back::after(&[]);
    back.plays_in_turn(&[("e2", "e4"), ("e7", "e5")], Color::White);
    let seen = after(&Position::initial(), &["e2e4", "e7e5", "g1f3", "b8c6"]);
    back.comes_back_with(*seen.placement());
    back.says(10_000, Event::Time);
    back.plays_in_turn(&[("f1", "b5")], Color::White);
    assert_eq!(back.moves(), ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"]);
    back
}

/// What was inferred is no reason to refuse the arbiter's word, nor is it inferred once more.
#[test]
fn a_word_that_what_was_inferred_does_not_follow_takes_that_back_and_leaves_the_rest_to_him() {
    let mut back = inferred_and_played_on();
    let told = back.alerts().len();
    // The bishop's move was seen, later.
    let line = ["e2e4", "e7e5", "f1b5", "b8c6", "b5f1", "c6b8", "g1f3", "b8c6", "f1b5"];
    for (ply, uci) in (1..).zip(&line).skip(2) {
        let set = format!(r#"{{"id": "{ply}", "command": "set-move", "ply": {ply}, "uci": "{uci}"}}"#);
        back.table.handle(At(back.t + 1_000), Input::Command(&GivenCommand::read(&set)));
        back.says(10_000, Event::Time);
        assert_eq!(back.moves(), line[..ply]);
    }
    assert_eq!(back.alerts()[told..], [AlertKind::MoveAmbiguous, AlertKind::PlayNotRecorded]);
    back.plays_in_turn(&[("a7", "a6")], Color::Black);
    assert_eq!(back.moves().len(), 10);
    assert_eq!(back.alerts().len(), told + 2);
}

/// The same once he has taken them back: they are known again when the pieces are back, or when he has said what was played.
#[test]
fn what_was_inferred_and_is_taken_back_is_asked_for_until_the_pieces_are_back() {
    let mut back = inferred_and_played_on();
    let told = back.alerts().len();
    let take = r#"{"id": "1", "command": "take-back", "plies": 3}"#;
    back.table.handle(At(back.t + 1_000), Input::Command(&GivenCommand::read(take)));
    back.says(10_000, Event::Time);
    assert_eq!(back.alerts().len(), told, "the pieces may be put back meanwhile");
    back.says(20_000, Event::Time);
    assert_eq!(back.moves(), ["e2e4", "e7e5"]);
    assert_eq!(back.alerts()[told..], [AlertKind::PositionMismatch, AlertKind::PlayNotRecorded]);
    for (from, to) in [("b5", "f1"), ("f3", "g1"), ("c6", "b8")] {
        back.plays(from, to);
        back.says(5_000, Event::Time);
    }
    back.plays_in_turn(&[("d2", "d4"), ("e5", "d4")], Color::White);
    assert_eq!(back.moves(), ["e2e4", "e7e5", "d2d4", "e5d4"]);
    assert_eq!(back.alerts().len(), told + 2);
}

/// What was played in an absence is not known, and the board is away once more. The arbiter is ahead of it when it is back: it
/// shows what it showed before, and nobody has moved back to that.
#[test]
fn no_moves_back_are_inferred_where_the_arbiter_is_ahead_of_the_board() {
    let mut back = Back::after(&[]);
    back.plays_in_turn(&[("e2", "e4"), ("e7", "e5"), ("g1", "f3"), ("b8", "c6"), ("f1", "b5")], Color::White);
    let line = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "b1c3", "f8c5"];
    let shown = after(&Position::initial(), &line[..8]);
    back.comes_back_with(*shown.placement());
    back.says(10_000, Event::Time);
    assert_eq!(back.alerts().last(), Some(&AlertKind::PlayNotRecorded), "{:?}", back.alerts());
    back.says(5_000, Event::Link { up: false });
    back.presses(Color::White);
    back.presses(Color::Black);
    for (ply, uci) in (1..).zip(&line).skip(5) {
        back.sets(ply, uci);
    }
    back.says(5_000, Event::Link { up: true });
    back.says(100, Event::Placement(BoardReading::Pieces(*shown.placement())));
    back.says(30_000, Event::Time);
    assert_eq!(back.moves(), line);
    back.plays_in_turn(&[("b1", "c3"), ("f8", "c5"), ("d2", "d3")], Color::White);
    assert_eq!(back.moves()[..10], line);
    assert_eq!(back.moves()[10..], ["d2d3"], "{:?}", back.alerts());
}
