use protocols::{Piece, Side};

use super::*;

fn field(square: &str, piece: Option<char>, close: bool) -> Remembered {
    let content =
        piece.map_or(SquareContent::Empty, |letter| SquareContent::Piece(Piece::from_letter(letter).expect("a piece")));
    Remembered::Field { square: square.parse().expect("a square"), content, close }
}

/// The board as these records leave it, from the first position.
fn after(records: &[Remembered]) -> Squares {
    let mut board = contents(&Placement::initial());
    for record in records {
        let Remembered::Field { square, content, .. } = *record else { continue };
        board[square.index()] = content;
    }
    board
}

/// The game's log is told these changes as they are made, from the first position.
fn told_live(records: &[Remembered]) -> KnownToLog {
    let mut told = KnownToLog::new(&Placement::initial());
    for record in records {
        let Remembered::Field { square, content, .. } = *record else { continue };
        told.add(&match content {
            SquareContent::Empty => Event::Lift { square, piece: None },
            content => Event::Drop { square, piece: piece(content) },
        });
    }
    told
}

/// What is told of these records behind 1 a4, which the game's log knows.
fn told(past: &[Remembered]) -> Vec<Event> {
    let known = [field("a2", None, false), field("a4", Some('P'), false)];
    let told = told_live(&known);
    let now = after(&[&known[..], past].concat());
    let past = [&[Remembered::Board(Placement::initial())], &known[..], past].concat();
    let missed = told.missed(&past, &now, Orientation::Normal).expect("it fits");
    missed.events.into_iter().map(|(_, event)| event).skip(1).collect()
}

#[test]
fn what_one_scan_found_after_the_log_was_sent_is_told_as_unseen() {
    let (left, right) = (Side::Left, Side::Right);
    let press = |side| Remembered::Press { side, ms: 60_000 };
    let burst = [
        Remembered::Sent,
        press(left),
        press(right),
        field("e4", Some('P'), false),
        field("e2", None, true),
        field("e7", None, true),
        field("e5", Some('p'), true),
    ];
    let then = [field("g1", None, false), field("f3", Some('N'), false)];
    let events = told(&[&burst[..], &then].concat());
    let [pressed, running] = [left, right].map(|side| Orientation::Normal.player(side));
    assert!(matches!(events[0], Event::Link { up: false }), "{events:?}");
    assert_eq!(events[1..3], [Event::Press { by: pressed }, Event::Press { by: running }]);
    assert!(matches!(events[3], Event::Link { up: true }), "{events:?}");
    assert!(matches!(events[4], Event::Clock(times) if times.running == Some(pressed)), "{events:?}");
    assert!(matches!(events[5], Event::Placement(BoardReading::Pieces(_))), "{events:?}");
    assert!(matches!(events[6..], [Event::Lift { .. }, Event::Drop { .. }]), "{events:?}");
}

#[test]
fn more_changes_in_one_scan_than_a_move_makes_are_told_as_unseen_also_where_no_log_was_sent() {
    let burst = [
        field("e7", None, false),
        field("e5", Some('p'), true),
        field("g1", None, true),
        field("f3", Some('N'), true),
        field("b8", None, true),
        field("c6", Some('n'), true),
    ];
    let events = told(&burst);
    assert!(matches!(events[..2], [Event::Link { up: false }, Event::Link { up: true }]), "{events:?}");
    // Without a press nothing is said of a clock, which may not be there.
    assert!(matches!(events[2..], [Event::Placement(BoardReading::Pieces(_))]), "{events:?}");
    let castling = [
        field("e1", None, false),
        field("g1", Some('K'), true),
        field("h1", None, true),
        field("f1", Some('R'), true),
        // The reply is begun before the press.
        field("g8", None, true),
    ];
    assert_eq!(found_at_once(&castling), 0);
}

#[test]
fn a_press_amid_a_scan_does_not_hide_that_it_found_more_than_a_move() {
    let press = |side| Remembered::Press { side, ms: 60_000 };
    let found = [
        field("g1", None, false),
        field("f3", Some('N'), true),
        press(Side::Left),
        field("e5", Some('p'), true),
        field("e7", None, true),
        field("b8", None, true),
        field("d2", None, true),
        field("d4", Some('P'), true),
        field("c6", Some('n'), true),
    ];
    let then = [field("f1", None, false), field("b5", Some('B'), false)];
    let behind_the_press = &found[3..];
    for burst in [&[&[Remembered::Sent], &found[..]].concat(), &found[..]] {
        let events = told(&[burst, &then].concat());
        assert!(matches!(events[..3], [Event::Link { .. }, Event::Press { .. }, Event::Link { .. }]), "{events:?}");
        assert!(matches!(events[3..5], [Event::Clock(_), Event::Placement(_)]), "{events:?}");
        assert!(matches!(events[5..], [Event::Lift { .. }, Event::Drop { .. }]), "{events:?}");
    }
    let events = told(&[&[press(Side::Left)], behind_the_press].concat());
    assert!(matches!(events.last(), Some(Event::Placement(_))), "{events:?}");
    // Behind the sending of a log it takes less: White's move and press, and half of the reply, then its press.
    let scanned = [
        Remembered::Sent,
        press(Side::Left),
        field("b8", None, false),
        press(Side::Right),
        field("c6", Some('n'), true),
        field("f3", Some('N'), true),
        field("g1", None, true),
    ];
    let events = told(&scanned);
    let presses = events.iter().filter(|event| matches!(event, Event::Press { .. })).count();
    assert!(matches!(events[..], [Event::Link { .. }, .., Event::Placement(_)]) && presses == 2, "{events:?}");
    assert!(!events.iter().any(|event| matches!(event, Event::Lift { .. } | Event::Drop { .. })), "{events:?}");
    // Quick hands: each has his own changes between the presses.
    let quick = [
        field("g1", None, false),
        field("f3", Some('N'), true),
        press(Side::Left),
        field("e7", None, true),
        field("e5", Some('p'), true),
        press(Side::Right),
        field("f3", None, true),
        field("e5", None, true),
        field("e5", Some('N'), true),
    ];
    assert_eq!(found_at_once(&quick), 0);
}

#[test]
fn pieces_of_several_moves_put_down_in_one_scan_are_told_as_unseen_with_the_squares_that_are_found_empty_later() {
    let burst = [
        field("e5", Some('p'), false),
        field("f3", Some('N'), true),
        field("c6", Some('n'), true),
        field("e7", None, false),
        field("g1", None, true),
        field("b8", None, false),
    ];
    let then = [field("f1", None, false), field("b5", Some('B'), false)];
    let events = told(&[&burst[..], &then].concat());
    assert!(matches!(events[..2], [Event::Link { up: false }, Event::Link { up: true }]), "{events:?}");
    let Event::Placement(BoardReading::Pieces(shown)) = events[2] else { panic!("{events:?}") };
    assert_eq!(shown.pieces().count(), 32);
    assert!(matches!(events[3..], [Event::Lift { .. }, Event::Drop { .. }]), "{events:?}");
    // A press among them hides nothing either.
    let press = Remembered::Press { side: Side::Right, ms: 60_000 };
    let events = told(&[&burst[..3], &[press], &burst[3..], &then].concat());
    assert!(matches!(events[..3], [Event::Link { .. }, Event::Press { .. }, Event::Link { .. }]), "{events:?}");
    assert!(matches!(events[5..], [Event::Lift { .. }, Event::Drop { .. }]), "{events:?}");
    // A piece in the hand before has left its square already: the next lift is another's.
    let held = [field("g1", None, false), Remembered::Sent, field("f3", Some('N'), false)];
    let burst = [field("e7", None, true), field("e5", Some('p'), true), field("b1", None, false)];
    let events = told(&[&held[..], &burst].concat());
    assert!(matches!(events.last(), Some(Event::Lift { .. })), "{events:?}");
    // A piece that was captured does not come back.
    let captured = [
        field("d7", None, false),
        field("d5", Some('p'), false),
        field("d5", None, false),
        field("a4", None, false),
        field("d5", Some('P'), false),
        Remembered::Press { side: Side::Left, ms: 60_000 },
    ];
    let burst = [
        Remembered::Sent,
        field("e5", Some('p'), false),
        field("f3", Some('N'), true),
        field("e7", None, false),
        field("g1", None, true),
    ];
    let events = told(&[&captured[..], &burst].concat());
    let Some(Event::Placement(BoardReading::Pieces(shown))) = events.last() else { panic!("{events:?}") };
    assert_eq!(shown.pieces().count(), 31);
    // A rook that is slid is read on several squares.
    let slid = [field("a2", Some('R'), false), field("a3", Some('R'), true), field("a1", None, false)];
    assert_eq!(found_at_once(&slid), 0);
}

#[test]
fn a_lever_that_is_moved_while_the_pieces_stand_in_the_first_position_is_no_press() {
    // The last pawn was seen put down.
    let put_down = [field("g2", None, false), field("g2", Some('P'), false)];
    let told = told_live(&put_down);
    let press = |side| Remembered::Press { side, ms: 5_400_000 };
    let set = [&put_down[..], &[press(Side::Left), press(Side::Right)]].concat();
    let moved = [field("e2", None, false), field("e4", Some('P'), false), press(Side::Left)];
    let now = after(&moved);
    let missed = told.missed(&[&set[..], &moved].concat(), &now, Orientation::Normal).expect("it fits");
    let by = Orientation::Normal.player(Side::Left);
    let presses: Vec<&Event> =
        missed.events.iter().map(|(_, event)| event).filter(|event| matches!(event, Event::Press { .. })).collect();
    assert_eq!(presses, [&Event::Press { by }]);
}

#[test]
fn a_lever_that_is_moved_while_the_pieces_stand_in_the_first_position_starts_no_clock_unseen_either() {
    let set = [field("g2", None, false), field("g2", Some('P'), false)];
    let told = told_live(&set);
    let press = |side| Remembered::Press { side, ms: 5_400_000 };
    let changes = [field("e2", None, false), field("e4", Some('P'), true), field("e7", None, true)];
    let past = [&set[..], &[Remembered::Sent, press(Side::Left), press(Side::Right)], &changes].concat();
    let now = after(&past);
    let missed = told.missed(&past, &now, Orientation::Normal).expect("it fits");
    let of_clock = |event: &Event| matches!(event, Event::Press { .. } | Event::Clock(_));
    assert!(!missed.events.iter().any(|(_, event)| of_clock(event)), "{:?}", missed.events);
}

#[test]
fn a_piece_that_was_in_the_hand_before_the_board_was_away_is_nobody_elses_origin() {
    let lifted = [field("g1", None, false)];
    let told = told_live(&lifted);
    let burst = [
        field("f3", Some('N'), false),
        field("e7", None, true),
        field("e5", Some('p'), true),
        field("d2", None, true),
        field("d4", Some('P'), true),
    ];
    let then = [field("b1", None, false), field("b1", Some('N'), false)];
    let past = [&lifted[..], &burst, &then].concat();
    let missed = told.missed(&past, &after(&past), Orientation::Normal).expect("it fits");
    let last: Vec<&Event> = missed.events.iter().rev().take(2).map(|(_, event)| event).collect();
    assert!(matches!(last[..], [Event::Drop { .. }, Event::Lift { .. }]), "{:?}", missed.events);
}

#[test]
fn a_piece_that_was_being_captured_when_the_board_went_away_is_in_no_hand_whichever_way_the_board_lies() {
    // 1 e4 d5, and Black's pawn is taken up.
    let live = [
        field("e2", None, false),
        field("e4", Some('P'), false),
        field("d7", None, false),
        field("d5", Some('p'), false),
        field("d5", None, false),
    ];
    let captured = [field("e4", None, false), field("d5", Some('P'), false), Remembered::Sent];
    let burst = [field("e5", Some('p'), false), field("f3", Some('N'), true), field("c6", Some('n'), true)];
    let later = [field("e7", None, false), field("g1", None, true), field("b8", None, false)];
    let past = [&live[..], &captured, &burst, &later].concat();
    for orientation in [Orientation::Normal, Orientation::Turned] {
        let lies = |record: &Remembered| match *record {
            Remembered::Field { square, content, close } => {
                Remembered::Field { square: orientation.square(square), content, close }
            }
            other => other,
        };
        let as_it_lies: Vec<Remembered> = past.iter().map(lies).collect();
        let now = orientation.squares(&after(&past));
        let missed = told_live(&live).missed(&as_it_lies, &now, orientation).expect("it fits");
        let last = missed.events.last().map(|(_, event)| event);
        assert!(matches!(last, Some(Event::Placement(_))), "{orientation:?} {:?}", missed.events);
    }
}

#[test]
fn the_next_log_goes_on_behind_what_was_told_as_unseen() {
    let mut told = KnownToLog::new(&Placement::initial());
    let burst = [
        field("e4", Some('P'), false),
        field("e2", None, true),
        field("e5", Some('p'), true),
        field("e7", None, true),
        field("f3", Some('N'), true),
        field("g1", None, true),
    ];
    let missed = told.missed(&burst, &after(&burst), Orientation::Normal).expect("it fits");
    told.begins_to_tell(missed.done);
    missed.events.iter().for_each(|(_, event)| told.add(event));
    told.has_told();
    let then = [field("b8", None, false), field("c6", Some('n'), false)];
    let past = [&burst[..], &then].concat();
    let missed = told.missed(&past, &after(&past), Orientation::Normal).expect("its place is known");
    let events: Vec<&Event> = missed.events.iter().skip(1).map(|(_, event)| event).collect();
    assert!(matches!(events[..], [Event::Lift { .. }, Event::Drop { .. }]), "{events:?}");
}

#[test]
fn what_was_told_before_the_board_was_read_anew_is_no_place_in_a_log_that_repeats_a_position() {
    let press = |side| Remembered::Press { side, ms: 60_000 };
    // A knight goes back, its square read first; both come out and go back again, the last time half unseen.
    let back = [field("g1", Some('N'), false), field("f3", None, false), press(Side::Left)];
    let out_and_back = [
        field("f6", Some('n'), false),
        field("g8", None, false),
        press(Side::Right),
        field("g1", None, false),
        field("f3", Some('N'), false),
        press(Side::Left),
        field("g8", Some('n'), false),
        field("f6", None, false),
        press(Side::Right),
    ];
    let mut began = Placement::initial();
    began.set("g1".parse().expect("a square"), None);
    began.set("f3".parse().expect("a square"), Piece::from_letter('N'));
    let mut told = KnownToLog::new(&began);
    let white = Orientation::Normal.player(Side::Left);
    for remembered in back.iter().chain(&out_and_back).chain(&[field("f3", None, false), press(Side::Left)]) {
        told.remember(action(remembered, Orientation::Normal).expect("an action"));
    }
    assert_eq!(told.tail.back(), Some(&Action::Press(white)));
    told.board = contents(&began);
    told.add(&Event::Placement(BoardReading::Pieces(Placement::initial())));
    let unseen = [field("f3", None, false), field("g1", Some('N'), false), press(Side::Left)];
    let then = [field("b8", None, false), field("c6", Some('n'), false)];
    let past = [&back[..], &out_and_back, &unseen, &then].concat();
    assert_eq!(told.missed(&past, &after(&then), Orientation::Normal), None);
}

#[test]
fn a_move_after_the_log_was_sent_is_told_in_its_order() {
    let events = told(&[Remembered::Sent, field("e2", None, false), field("e4", Some('P'), false)]);
    assert!(matches!(events[..], [Event::Lift { .. }, Event::Drop { .. }]), "{events:?}");
}

#[test]
fn presses_heard_while_the_board_was_away_are_no_place_in_its_log() {
    let press = |side| Remembered::Press { side, ms: 60_000 };
    let (left, right) = (Side::Left, Side::Right);
    let known = [field("e2", None, false), field("e4", Some('P'), false)];
    let mut told = told_live(&known);
    told.add(&Event::Link { up: false });
    // Later in the game the clock tells presses that follow each other as those do during which the log was sent.
    for side in [left, right, left] {
        told.add(&Event::Press { by: Orientation::Normal.player(side) });
    }
    let unseen = [
        Remembered::Sent,
        press(left),
        press(right),
        press(left),
        press(right),
        field("e7", None, false),
        field("e5", Some('p'), true),
        field("d2", None, true),
        field("d4", Some('P'), true),
    ];
    let past = [&[Remembered::Board(Placement::initial())], &known[..], &unseen].concat();
    let missed = told.missed(&past, &after(&[&known[..], &unseen].concat()), Orientation::Normal).expect("it fits");
    let events: Vec<Event> = missed.events.into_iter().map(|(_, event)| event).skip(1).collect();
    let presses = events.iter().filter(|event| matches!(event, Event::Press { .. })).count();
    assert!(matches!(events[0], Event::Link { up: false }) && presses == 4, "{events:?}");
}
