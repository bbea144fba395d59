//! Moves made while the board was away where a game ends, or another begins: asked for, never lost.

use protocols::{At, Color, Placement, Square};
use touchmove::{
    board::{BoardReading, ClockTimes, Event},
    game::{
        command::GivenCommand,
        record::{AlertState, Body},
    },
    rules::Position,
    table::{Input, Output, Table},
    turn::{AlertKind, GameTime},
};

use super::{Back, Heard, after, running};

/// The last capture was pressed on before the kings came to the centre, one of them to its square, which now looks as if it
/// had never been.
#[test]
fn what_was_pressed_before_the_kings_covered_it_is_asked_for() {
    let played = [
        "d2d4", "e7e6", "b1c3", "f8b4", "c1d2", "g8f6", "a2a3", "b4a5", "b2b4", "a5b6", "d2e3", "e6e5", "h2h3", "e5d4",
    ];
    let mut back = Back::after(&[]);
    back.comes_back_with(*after(&Position::initial(), &played[..12]).placement());
    back.presses(Color::Black);
    back.says(5_000, Event::Time);
    back.plays_in_turn(&[("h2", "h3"), ("e5", "d4")], Color::White);
    back.plays("e1", "e5");
    back.plays("e8", "d4");
    back.says(5_000, Event::Time);
    for (ply, uci) in (1..).zip(&played[..13]) {
        back.sets(ply, uci);
        let is_whole = back.moves() == played;
        assert!(is_whole || back.heard.is_asked(), "{ply}: {:?}", back.heard.cleared);
    }
    back.sets(14, "e5d4");
    assert_eq!(back.moves(), played);
    assert!(!back.heard.cleared.is_empty(), "{:?}", back.alerts());
}

/// A flag falls while the board is away. What was played before that nobody knows; pieces put away say nothing.
#[test]
fn moves_that_may_have_come_before_the_end_are_asked_for_when_the_board_is_back() {
    let played = after(&Position::initial(), &["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"]);
    let known = after(&Position::initial(), &["e2e4", "e7e5"]);
    let mut kings = *known.placement();
    for (from, to) in [("e1", "e4"), ("e8", "d5")] {
        let king = kings.set(from.parse().expect("a square"), None);
        kings.set(to.parse().expect("a square"), king);
    }
    for (shown, asked) in
        [(*played.placement(), true), (*known.placement(), false), (Placement::initial(), false), (kings, false)]
    {
        let mut back = Back::after(&[]);
        back.plays_in_turn(&[("e2", "e4"), ("e7", "e5")], Color::White);
        back.says(5_000, Event::Link { up: false });
        back.says(5_000, Event::Clock(ClockTimes { white_ms: Some(0), ..running(Color::White) }));
        back.says(100, Event::Flag { by: Color::White });
        back.says(5_000, Event::Link { up: true });
        back.says(100, Event::Placement(BoardReading::Pieces(shown)));
        back.says(5_000, Event::Time);
        let asks = [AlertKind::MoveAmbiguous, AlertKind::PositionMismatch];
        assert_eq!(back.alerts().iter().filter(|kind| asks.contains(kind)).count(), usize::from(asked), "{shown}");
        if asked {
            for (ply, uci) in [(3, "g1f3"), (4, "b8c6"), (5, "f1b5")] {
                back.sets(ply, uci);
                assert_eq!(back.moves().len(), ply, "no more than he says");
            }
            assert!(back.heard.cleared.contains(&AlertKind::MoveAmbiguous), "{:?}", back.heard.cleared);
        }
    }
}

/// A game is over, and the next one is played while the board is away: nobody saw it begin, and the arbiter is called.
#[test]
fn a_game_that_was_begun_and_pressed_while_the_board_was_away_is_told_to_be_on() {
    let next = ["d2d4", "d7d5", "c2c4", "e7e6", "b1c3", "g8f6", "c1g5", "f8e7", "e2e3", "e8g8", "g1f3", "b8d7"];
    let next = *after(&Position::initial(), &next).placement();
    let mut set_up = Placement::initial();
    for square in ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "a2", "b2"] {
        set_up.set(square.parse().expect("a square"), None);
    }
    let stands = Event::Clock(ClockTimes { running: None, ..running(Color::White) });
    for (shown, presses, told) in [(next, 4, 1), (next, 3, 0), (set_up, 4, 0)] {
        let mut back = Back::after(&[]);
        back.plays_in_turn(&[("e2", "e4"), ("e7", "e5")], Color::White);
        let result = r#"{"id": "1", "command": "set-result", "result": "1-0"}"#;
        back.table.handle(At(back.t + 1_000), Input::Command(&GivenCommand::read(result)));
        back.says(5_000, Event::Link { up: false });
        back.says(5_000, Event::Link { up: true });
        (0..presses).for_each(|press| back.presses(if press % 2 == 0 { Color::White } else { Color::Black }));
        back.says(100, stands);
        back.says(100, Event::Placement(BoardReading::Pieces(shown)));
        back.says(30_000, Event::Time);
        let asks = back.alerts().iter().filter(|kind| **kind == AlertKind::PositionMismatch).count();
        assert_eq!(asks, told, "{presses} presses, {shown}: {:?}", back.alerts());
    }
}

/// The last move of a game is a capture by a king in the centre, pressed while the board was away; when it is back the kings
/// show the result, and one of them stands where it has captured.
#[test]
fn a_kings_capture_that_was_pressed_while_the_board_was_away_is_asked_for_though_the_kings_show_the_result() {
    let moves = ["e2e3", "e7e6", "d1g4", "e8e7", "g4e4", "e7d6", "e4e5", "d6e5"];
    for pressed in [true, false] {
        let mut back = Back::after(&[]);
        let seen: Vec<(&str, &str)> = moves[..7].iter().map(|uci| uci.split_at(2)).collect();
        back.plays_in_turn(&seen, Color::White);
        let mut shown = *after(&Position::initial(), &moves).placement();
        let king = shown.set("e1".parse().expect("a square"), None);
        shown.set("e4".parse().expect("a square"), king);
        back.says(400, Event::Lift { square: "d6".parse().expect("a square"), piece: None });
        back.says(5_000, Event::Link { up: false });
        if pressed {
            back.says(500, Event::Press { by: Color::Black });
        }
        back.says(5_000, Event::Link { up: true });
        back.says(100, Event::Placement(BoardReading::Pieces(shown)));
        back.says(60_000, Event::Time);
        let asks = |kind: &AlertKind| matches!(kind, AlertKind::MoveAmbiguous | AlertKind::PositionMismatch);
        assert!(back.alerts().contains(&AlertKind::ResultSignalled), "{:?}", back.alerts());
        assert!(!pressed || back.alerts().iter().any(asks), "{:?}", back.alerts());
        back.sets(8, "d6e5");
        assert_eq!(back.moves(), moves, "{:?}", back.alerts());
        let cleared = back.heard.cleared.iter().filter(|kind| asks(kind)).count();
        assert_eq!(cleared, back.alerts().iter().filter(|kind| asks(kind)).count(), "{:?}", back.alerts());
    }
}

/// A board is read, then more is played while it is away, and when it is back the kings show the result. The arbiter says what
/// led to the board as it was read: that is not all.
#[test]
fn his_words_are_not_the_whole_where_the_kings_have_shown_the_result_on_a_later_board() {
    let read = ["g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6"];
    let later = ["e1g1", "f8e7", "f1e1", "b7b5", "a4b3", "d7d6", "c2c3", "e8g8"];
    let first = after(&Position::initial(), &["e2e4", "e7e5"]);
    let middle = after(&first, &read);
    let mut back = Back::after(&[]);
    back.plays_in_turn(&[("e2", "e4"), ("e7", "e5")], Color::White);
    back.comes_back_with(*middle.placement());
    back.says(10_000, Event::Time);
    assert_eq!(back.alerts(), [AlertKind::MoveAmbiguous, AlertKind::PlayNotRecorded][..back.alerts().len().max(1)]);
    let mut signed = *after(&middle, &later).placement();
    for (from, to) in [("g1", "e4"), ("g8", "d5")] {
        let king = signed.set(from.parse().expect("a square"), None);
        signed.set(to.parse().expect("a square"), king);
    }
    back.comes_back_with(signed);
    back.says(20_000, Event::Time);
    assert!(back.alerts().contains(&AlertKind::ResultSignalled), "{:?}", back.alerts());
    for put_away in [false, true] {
        if put_away {
            back.comes_back_with(Placement::EMPTY);
        }
        let known = back.moves().len() - 2;
        let says: Vec<(usize, &str)> = (3..).zip(read.iter().chain(&later).copied()).collect();
        let upto = if put_away { says.len() } else { read.len() };
        for (ply, uci) in &says[known..upto] {
            back.sets(*ply, uci);
        }
        assert_eq!(back.moves().len(), 2 + upto, "{:?}", back.alerts());
        assert_eq!(!back.heard.is_asked(), put_away, "{:?}", back.heard.cleared);
    }
}

/// A game was played while nobody saw it, and the kings show its result. The arbiter begins it by his word, and says its moves.
#[test]
fn the_result_shown_of_a_game_that_is_begun_by_his_word_is_proposed_once_he_has_said_the_moves() {
    let moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "e1g1", "f8e7", "f1e1", "b7b5"];
    let mut shown = *after(&Position::initial(), &moves).placement();
    for (from, to) in [("g1", "d4"), ("e8", "e5")] {
        let king = shown.set(from.parse().expect("a square"), None);
        shown.set(to.parse().expect("a square"), king);
    }
    // The pawn of e5 and that of e4 stand aside.
    for away_for_it in [false, true] {
        let mut back = Back::after(&[]);
        back.plays_in_turn(&[("d2", "d4"), ("d7", "d5")], Color::White);
        back.comes_back_with(shown);
        back.says(10_000, Event::Time);
        if away_for_it {
            back.says(100, Event::Link { up: false });
        }
        let begin = r#"{"id": "n", "command": "new-game", "abandon": true}"#;
        back.table.handle(At(back.t + 1_000), Input::Command(&GivenCommand::read(begin)));
        back.says(2_000, Event::Time);
        back.heard = Heard::default();
        for (ply, uci) in (1..).zip(&moves) {
            back.sets(ply, uci);
        }
        if away_for_it {
            back.says(5_000, Event::Link { up: true });
            back.says(100, Event::Placement(BoardReading::Pieces(shown)));
        }
        back.says(30_000, Event::Time);
        assert_eq!(back.moves(), moves, "{:?}", back.alerts());
        assert!(back.alerts().contains(&AlertKind::ResultSignalled), "{away_for_it}: {:?}", back.alerts());
    }
}

/// What is told of a game that is found by its first moves, all read at the same time, where the table is told the time so
/// often.
fn told_of_a_game_found_by_its_first_moves(step_ms: u64) -> Vec<(AlertKind, GameTime)> {
    let mut back = Back::after(&[]);
    let moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "b1c3", "f8e7", "d2d3", "d7d6"];
    let moves: Vec<(&str, &str)> = moves.iter().map(|uci| uci.split_at(2)).collect();
    back.plays_in_turn(&moves, Color::White);
    let result = r#"{"id": "1", "command": "set-result", "result": "1-0"}"#;
    back.table.handle(At(back.t + 1_000), Input::Command(&GivenCommand::read(result)));
    let shown = after(&Position::initial(), &["c2c4", "e7e5", "g2g3"]);
    back.comes_back_with(*shown.placement());
    back.says(5_000, Event::Time);
    let mut told = Vec::new();
    let mut hear = |table: &mut Table| {
        while let Some(output) = table.poll() {
            let Output::Record(record) = output else { continue };
            if let Body::Alert(alert) = record.body
                && alert.state == AlertState::Raised
            {
                told.push((alert.kind, alert.raised_ms));
            }
        }
    };
    let [h7, h5, b1, c3] = ["h7", "h5", "b1", "c3"].map(|name| name.parse::<Square>().expect("a square"));
    let (pawn, knight) = (back.board.at(h7), back.board.at(b1));
    for event in [
        Event::Lift { square: h7, piece: pawn },
        Event::Drop { square: h5, piece: pawn },
        Event::Press { by: Color::Black },
        Event::Clock(running(Color::White)),
        Event::Lift { square: b1, piece: knight },
        Event::Drop { square: c3, piece: knight },
    ] {
        back.table.handle(At(back.t), Input::Event(event));
        hear(&mut back.table);
    }
    for _ in 0..10_000 / step_ms {
        back.t += step_ms;
        back.table.handle(At(back.t), Input::Tick);
        hear(&mut back.table);
    }
    told
}

#[test]
fn a_game_found_by_its_first_moves_has_its_times_however_seldom_the_table_is_told_the_time() {
    let often = told_of_a_game_found_by_its_first_moves(10);
    assert!(often.iter().any(|(kind, _)| *kind == AlertKind::MoveAmbiguous), "{often:?}");
    assert_eq!(told_of_a_game_found_by_its_first_moves(10_000), often);
}

/// The flag falls when the board is only just back, before what it shows is known to be at rest: none of the moves that it shows
/// is lost in silence.
#[test]
fn moves_shown_when_the_flag_falls_at_once_are_asked_for() {
    let unseen = ["f1c4", "b8c6", "d1h5"];
    let mut back = Back::after(&[]);
    back.plays_in_turn(&[("e2", "e4"), ("e7", "e5")], Color::White);
    let shown = *after(&Position::initial(), &[&["e2e4", "e7e5"][..], &unseen].concat()).placement();
    back.comes_back_with(shown);
    back.says(130, Event::Flag { by: Color::Black });
    back.plays("e1", "d4");
    back.says(30_000, Event::Time);
    let known = back.moves().len();
    assert!(known == 5 || back.heard.is_asked(), "{:?}, {:?}", back.moves(), back.alerts());
    for (ply, uci) in (3..).zip(unseen).skip(known - 2) {
        back.sets(ply, uci);
    }
    assert_eq!(back.moves(), [&["e2e4", "e7e5"][..], &unseen].concat(), "{:?}", back.alerts());
}
