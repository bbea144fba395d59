//! What the arbiter is asked of moves that nobody saw follows what he says, and says nothing wrong on the way.

use protocols::{Color, Placement, Square};
use touchmove::{board::Event, game::record::Alert, rules::Position, turn::AlertKind};

use super::{Back, after, running};

const KNOWN: [&str; 2] = ["e2e4", "e7e5"];

/// 1 e4 e5, and these moves while the board was away.
fn back_after(unseen: &[&str]) -> Back {
    let mut back = Back::after(&[]);
    back.plays_in_turn(&[("e2", "e4"), ("e7", "e5")], Color::White);
    back.comes_back_with(shown_after(unseen));
    back.says(10_000, Event::Time);
    back
}

fn shown_after(unseen: &[&str]) -> Placement {
    *after(&Position::initial(), &[&KNOWN[..], unseen].concat()).placement()
}

fn lines(question: &Alert) -> Vec<Vec<String>> {
    let lines = question.data["candidates"].as_array().expect("lines").iter();
    lines.map(|line| line.as_str().expect("a line").split(' ').map(str::to_owned).collect()).collect()
}

/// Four half-moves of which the bishop may have made two.
const FOUR: [&str; 4] = ["g1f3", "b8c6", "f1b5", "g8f6"];

/// He answers what is asked half-move by half-move, slowly: the same question is asked of what is left, of the half-move that
/// is next, with lines that begin there; while he goes on saying moves it waits.
#[test]
fn what_is_asked_follows_the_arbiters_words() {
    let unseen = ["f1c4", "b8c6", "c4b5", "g8f6", "g1f3", "f6g8"];
    for slowly in [false, true] {
        let mut back = back_after(&unseen);
        let raised = back.question().expect("a question");
        assert_eq!(raised.ply, 3);
        for (said, uci) in (1..).zip(unseen) {
            back.sets(said + 2, uci);
            if slowly {
                back.says(10_000, Event::Time);
            }
            let Some(question) = back.question() else {
                assert_eq!(back.moves(), [&KNOWN[..], &unseen].concat(), "{slowly}");
                assert!(!back.heard.is_asked());
                break;
            };
            assert_eq!((&question.id, question.raised_ms), (&raised.id, raised.raised_ms), "{slowly}");
            let Some(said) = slowly.then_some(said) else { continue };
            assert_eq!(question.ply as usize, said + 3);
            let position = after(&Position::initial(), &[&KNOWN[..], &unseen[..said]].concat());
            let lines = lines(&question);
            assert!(!lines.is_empty());
            for line in lines {
                let line: Vec<&str> = line.iter().map(String::as_str).collect();
                assert_eq!(after(&position, &line).placement(), &back.board, "{line:?} after {said}");
            }
        }
        assert_eq!(back.moves(), [&KNOWN[..], &unseen].concat(), "{slowly}: {:?}", back.heard.open);
    }
}

/// He says a move that leads to nothing the board shows: what was asked is no question any more.
#[test]
fn a_word_that_no_line_fits_leaves_the_game_unknown() {
    let mut back = back_after(&["f1b5", "b8c6", "g1f3"]);
    assert!(back.question().is_some());
    back.sets(3, "a2a4");
    assert!(back.question().is_some(), "he may be about to say more");
    back.says(10_000, Event::Time);
    assert!(back.question().is_none());
    let open: Vec<AlertKind> = back.heard.open.values().map(|alert| alert.kind).collect();
    assert!(open.contains(&AlertKind::PositionMismatch), "{open:?}");
}

/// He decides on the question at once: it does not come back as another.
#[test]
fn a_question_that_he_has_decided_on_is_not_asked_anew() {
    for decision in ["dismiss", "confirm"] {
        let mut back = back_after(&FOUR);
        let question = back.question().expect("a question");
        back.sets(3, "f1c4");
        back.commands(&format!(r#"{{"id": "d", "command": "{decision}", "alert": "{}"}}"#, question.id));
        back.says(30_000, Event::Time);
        assert_eq!(back.question(), None, "{decision}");
        assert!(!back.alerts().contains(&AlertKind::PositionMismatch), "{decision}");
    }
}

/// The kings go to the centre when he has only just said a move: the question is about the next one all the same.
#[test]
fn a_sign_of_the_kings_leaves_no_question_about_what_he_has_said() {
    let mut back = back_after(&FOUR);
    back.sets(3, "f1c4");
    for (from, to) in [("e1", "d4"), ("e8", "d5")] {
        let (from, to): (Square, Square) = (from.parse().expect("a square"), to.parse().expect("a square"));
        let king = back.board.set(from, None);
        back.says(100, Event::Lift { square: from, piece: king });
        back.says(150, Event::Drop { square: to, piece: king });
    }
    back.says(30_000, Event::Time);
    assert!(back.alerts().contains(&AlertKind::ResultSignalled), "{:?}", back.alerts());
    let question = back.question().expect("a question");
    assert_eq!(question.ply, 4);
    assert!(lines(&question).iter().all(|line| ["b8c6", "g8f6"].contains(&line[0].as_str())), "{:?}", question.data);
}

/// One line is left, too long to be taken: it is not told as one of several.
#[test]
fn one_line_that_is_left_is_told_as_one() {
    let mut back = back_after(&["a2a3", "d7d5", "e4d5", "d8d5", "b1c3", "d5a5"]);
    assert_eq!(back.question().map(|question| lines(&question).len()), Some(2));
    back.sets(3, "a2a3");
    back.says(10_000, Event::Time);
    let question = back.question().expect("a question");
    assert_eq!((question.ply, lines(&question).len()), (4, 1));
    assert_eq!(question.words.id, "move-ambiguous-line-one");
}

/// There are too many lines to know them all, and the flag falls: right words leave what was told of them a question.
#[test]
fn right_words_after_a_flag_has_fallen_make_no_unknown_position_of_a_question() {
    let unseen = ["d2d3", "d7d6", "c2c3", "c7c6", "b2b3", "b7b6", "a2a3", "a7a6"];
    let mut back = back_after(&unseen);
    let raised = back.question().expect("a question");
    back.says(1_000, Event::Flag { by: Color::White });
    back.says(3_000, Event::Time);
    for (ply, uci) in (3..).zip(unseen) {
        back.sets(ply, uci);
        back.says(10_000, Event::Time);
        assert!(!back.alerts().contains(&AlertKind::PositionMismatch), "{ply} {uci}");
        let question = back.question();
        assert!(question.is_none_or(|question| question.id == raised.id), "{ply} {uci}");
    }
    assert_eq!(back.moves(), [&KNOWN[..], &unseen].concat());
    assert!(!back.heard.is_asked(), "{:?}", back.heard.open);
}

/// The result is final, and the players have begun to put the pieces away. Once his words have led to what the board showed
/// last nothing is open.
#[test]
fn pieces_that_are_put_away_after_the_result_leave_nothing_open() {
    let mut back = back_after(&FOUR);
    back.commands(r#"{"id": "r", "command": "set-result", "result": "0-1"}"#);
    for square in ["a1", "h1", "a8"] {
        let square: Square = square.parse().expect("a square");
        let piece = back.board.set(square, None);
        back.says(500, Event::Lift { square, piece });
    }
    back.says(3_000, Event::Time);
    for (ply, uci) in (3..).zip(["f1c4", "b8c6", "c4b5", "g8f6", "g1f3"]) {
        if back.moves().len() < 7 {
            back.sets(ply, uci);
            back.says(10_000, Event::Time);
        }
    }
    assert_eq!(back.moves(), [&KNOWN[..], &["f1c4", "b8c6", "c4b5", "g8f6", "g1f3"]].concat());
    assert!(!back.heard.is_asked(), "{:?}", back.heard.open);
    assert!(!back.alerts().contains(&AlertKind::PositionMismatch), "{:?}", back.alerts());
}

/// More was pressed while the board is away than he has said: what it showed last is no position that nothing explains.
#[test]
fn words_up_to_what_a_board_showed_last_that_is_away_make_no_unknown_position() {
    let mut back = back_after(&FOUR);
    back.says(1_000, Event::Link { up: false });
    back.presses(Color::White);
    back.presses(Color::Black);
    for (ply, uci) in (3..).zip(FOUR) {
        back.sets(ply, uci);
    }
    back.says(30_000, Event::Time);
    assert!(back.heard.is_asked());
    assert!(!back.alerts().contains(&AlertKind::PositionMismatch), "{:?}", back.alerts());
}

/// Time runs out, or he says the result, or the kings show it, while it is not known what was played. He sets the position, and
/// play goes on: nothing of that end stands.
#[test]
fn a_position_set_after_an_end_before_which_moves_are_unknown_takes_it_back() {
    for end in ["flag", "result", "kings"] {
        let mut back = back_after(&FOUR);
        match end {
            "flag" => back.says(1_000, Event::Flag { by: Color::White }),
            "result" => back.commands(r#"{"id": "r", "command": "set-result", "result": "0-1"}"#),
            _ => {
                back.plays("e1", "d4");
                back.plays("e8", "d5");
            }
        }
        back.says(3_000, Event::Time);
        let fen = "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
        back.commands(&format!(r#"{{"id": "p", "command": "set-position", "fen": "{fen}"}}"#));
        let open: Vec<AlertKind> = back.heard.open.values().map(|alert| alert.kind).collect();
        assert!(open.iter().all(|kind| *kind == AlertKind::PositionMismatch), "{end}: {open:?}");
        back.says(1_000, Event::Clock(running(Color::White)));
        back.says(60_000, Event::Flag { by: Color::White });
        back.says(3_000, Event::Time);
        let fallen = back.alerts().iter().filter(|kind| **kind == AlertKind::FlagFall).count();
        assert_eq!(fallen, if end == "flag" { 2 } else { 1 }, "{end}");
    }
}

/// The mating move stands on the board and was not pressed when he said the result: it is asked for, once he has said the moves
/// before it.
#[test]
fn a_last_move_that_nobody_pressed_is_asked_for_after_the_result() {
    let mut back = back_after(&["f1c4", "b8c6", "d1h5", "g8f6"]);
    back.says(1_000, Event::Lift { square: "f7".parse().expect("a square"), piece: None });
    back.plays("h5", "f7");
    back.says(2_000, Event::Time);
    back.commands(r#"{"id": "r", "command": "set-result", "result": "1-0", "termination": "checkmate"}"#);
    for (ply, uci) in (3..).zip(["f1c4", "b8c6", "d1h5"]) {
        back.sets(ply, uci);
        back.says(10_000, Event::Time);
    }
    assert_eq!(back.moves(), [&KNOWN[..], &["f1c4", "b8c6", "d1h5", "g8f6"]].concat());
    let question = back.question().expect("a question");
    assert_eq!((question.ply, question.data["candidates"].to_string()), (7, r#"["h5f7"]"#.to_owned()));
    assert_eq!(question.words.id, "move-ambiguous-one", "it was seen");
    back.sets(7, "h5f7");
    assert!(!back.heard.is_asked(), "{:?}", back.heard.open);
}

/// A flag falls, and a move is made all the same: his words need not lead to that.
#[test]
fn what_is_played_after_a_flag_has_fallen_keeps_no_question_open() {
    let mut back = back_after(&FOUR);
    back.says(1_000, Event::Flag { by: Color::Black });
    back.plays("a7", "a6");
    back.presses(Color::Black);
    for (ply, uci) in (3..).zip(["f1c4", "b8c6", "c4b5"]) {
        back.sets(ply, uci);
        back.says(10_000, Event::Time);
    }
    assert_eq!(back.moves(), [&KNOWN[..], &["f1c4", "b8c6", "c4b5", "g8f6", "g1f3"]].concat());
    assert!(!back.heard.is_asked(), "{:?}", back.heard.open);
}

/// The same word that no line fits, after the flag, and where the cable goes a moment later: it is told all the same.
#[test]
fn a_word_that_no_line_fits_is_told_after_the_end_and_when_the_board_is_back() {
    for flag in [true, false] {
        let mut back = back_after(&FOUR);
        if flag {
            back.says(1_000, Event::Flag { by: Color::White });
        }
        back.sets(3, "a2a4");
        if !flag {
            let shown = back.board;
            back.comes_back_with(shown);
        }
        back.says(30_000, Event::Time);
        assert_eq!(back.question(), None, "{flag}");
        assert!(back.heard.is_asked(), "{flag}: {:?}", back.heard.open);
    }
}
