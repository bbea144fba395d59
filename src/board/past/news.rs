//! Which part of a board's own log is news to the game's, and whether it may be believed.
//!
//! A log carries no times but a mark at changes that followed each other closely. What is given out takes the least
//! time that the log vouches for: nothing is said to have rested that may have been on its way.

use std::collections::VecDeque;

use protocols::{Color, Placement, Remembered, Square, SquareContent, SquareSet};

use crate::board::{
    Event,
    event::{BoardReading, ClockTimes},
    orientation::{self, Orientation},
    outlet::piece,
    shadow::{Change, Squares},
};

use super::scan::is_seen_in_order;

/// Time between two changes that the log does not mark as close, and after a press, in milliseconds: the least there was.
const APART_MS: u64 = 250;

/// Time between two changes marked as close, in milliseconds: of one scan for all that is known, so without an order.
const CLOSE_MS: u64 = 10;

/// Time between two changes of one square, in milliseconds: no scan reads a square twice.
const SCAN_MS: u64 = 200;

/// Most changes of one scan in which everything may have been seen in its order: castling changes four squares.
const MOST_AT_ONCE: usize = 4;

/// Fewest pieces put down in one scan that are no single move's, where they are of more than one kind: castling puts down
/// two, and a piece that is slid may be read on several squares.
const PUT_DOWN_AT_ONCE: usize = 3;

/// How many of the last touches and presses are remembered, to find their place in a log.
const TAIL: usize = 96;

/// What the game's log has been told, in the game's squares: the board as it knows it, and what was done last.
#[derive(Debug)]
pub(super) struct KnownToLog {
    board: Squares,
    tail: VecDeque<Action>,
    clock: ClockTimes,
}

/// A touch or a press.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Action {
    Press(Color),
    Square(Square, SquareContent),
}

/// What happened while nobody listened.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Missed {
    /// Each with the milliseconds that passed before it, at the least.
    pub(super) events: Vec<(u64, Event)>,
    /// How the board lies after it.
    pub(super) orientation: Orientation,
}

impl KnownToLog {
    /// A log that begins with these pieces on the board.
    pub(super) fn new(board: &Placement) -> KnownToLog {
        KnownToLog { board: contents(board), tail: VecDeque::new(), clock: ClockTimes::default() }
    }

    /// Whether the board shows, in the game's squares, what the log knows.
    pub(super) fn agrees(&self, squares: &Squares) -> bool {
        self.board == *squares
    }

    /// The game's log is told this.
    pub(super) fn add(&mut self, event: &Event) {
        let content = |piece: Option<_>| piece.map_or(SquareContent::Occupied, SquareContent::Piece);
        let action = match *event {
            Event::Clock(times) => {
                self.clock = times;
                return;
            }
            Event::Drop { square, piece } => Action::Square(square, content(piece)),
            Event::Lift { square, .. } => Action::Square(square, SquareContent::Empty),
            Event::Press { by } => Action::Press(by),
            Event::Placement(BoardReading::Pieces(placement)) => {
                self.board = contents(&placement);
                return;
            }
            Event::Flag { .. } | Event::Link { .. } | Event::Placement(BoardReading::Occupied(_)) | Event::Time => {
                return;
            }
        };
        if let Action::Square(square, content) = action {
            self.board[square.index()] = content;
        }
        if self.tail.len() == TAIL {
            self.tail.pop_front();
        }
        self.tail.push_back(action);
    }

    /// What the log of the board tells beyond that; `now` is what the board shows, in its own squares.
    ///
    /// `None` where the log does not fit the one or the other, or fits in more than one way: then it proves nothing.
    pub(super) fn missed(&self, past: &[Remembered], now: &Squares, orientation: Orientation) -> Option<Missed> {
        let stood = orientation.squares(&self.board);
        let from = self.place(past, &stood, orientation)?;
        let past = past.get(from..)?;
        fits(past, &stood, now)?;
        Some(self.told_as_events(past, stood, orientation))
    }

    /// Where in the log that begins which the game's log has not been told.
    fn place(&self, past: &[Remembered], stood: &Squares, orientation: Orientation) -> Option<usize> {
        let mut shown: [Option<SquareContent>; 64] = [None; 64];
        // Position in the log and how many actions before it are those told last; the best, and whether it is the only one.
        let mut best: Option<(usize, usize)> = None;
        let mut alone = true;
        for index in 0..=past.len() {
            let agrees = shown.iter().zip(stood).all(|(shown, stood)| shown.is_none_or(|shown| shown == *stood));
            if agrees {
                let score = self.matches(past.get(..index).unwrap_or_default(), orientation);
                match best {
                    Some((_, before)) if score < before => {}
                    Some((place, before)) if score == before => {
                        let between = past.get(place..index).unwrap_or_default();
                        // Nothing was done between the two: the same place. A time without power, or in which the log
                        // was sent, is still to be told.
                        alone &= between.iter().all(is_mark);
                        if !between.iter().any(|mark| matches!(mark, Remembered::Gap | Remembered::Sent)) {
                            best = Some((index, score));
                        }
                    }
                    Some(_) | None => {
                        alone = true;
                        best = Some((index, score));
                    }
                }
            }
            match past.get(index) {
                Some(Remembered::Board(placement)) => {
                    for square in Square::all() {
                        let content = placement.at(square).map_or(SquareContent::Empty, SquareContent::Piece);
                        shown[square.index()] = Some(content);
                    }
                }
                Some(Remembered::Field { square, content, .. }) => shown[square.index()] = Some(*content),
                // Whatever was done without power was not seen; the list of pieces comes next.
                Some(Remembered::Gap) => shown = [None; 64],
                Some(Remembered::Press { .. } | Remembered::Sent) | None => {}
            }
        }
        best.filter(|_| alone).map(|(place, _)| place)
    }

    /// How many actions at the end of this log are those told last.
    fn matches(&self, past: &[Remembered], orientation: Orientation) -> usize {
        let actions = past.iter().rev().filter_map(|remembered| match *remembered {
            Remembered::Board(_) | Remembered::Gap | Remembered::Sent => None,
            Remembered::Field { square, content, .. } => Some(Action::Square(orientation.square(square), content)),
            Remembered::Press { side, .. } => Some(Action::Press(orientation.player(side))),
        });
        actions.zip(self.tail.iter().rev()).take_while(|(logged, told)| logged == *told).count()
    }

    fn told_as_events(&self, mut past: &[Remembered], mut board: Squares, mut orientation: Orientation) -> Missed {
        let mut events = Vec::new();
        // The log goes on from the board as the game knows it: nothing that follows was done unseen.
        if let Some(pieces) = orientation::pieces(&self.board) {
            events.push((0, Event::Placement(BoardReading::Pieces(pieces))));
        }
        let mut clock = self.clock;
        let mut close_run: Vec<Square> = Vec::new();
        let mut in_hand: Vec<SquareContent> = Vec::new();
        let mut powerless = false;
        while let Some((remembered, rest)) = past.split_first() {
            let unseen = match *remembered {
                Remembered::Sent => 1 + unseen_after_sending(rest, &board),
                // What is close to a change that has been told belongs to its run.
                Remembered::Field { close: true, .. } if !close_run.is_empty() => 0,
                _ => found_at_once(past),
            };
            if unseen > 1 {
                let (done, rest) = past.split_at(unseen);
                let (done, rest) = past.split_at(unseen + gone_later(done, rest, &board, &in_hand));
                in_hand.clear();
                past = rest;
                for remembered in done {
                    match *remembered {
                        Remembered::Field { square, content, .. } => board[square.index()] = content,
                        Remembered::Press { side, ms } => stop(&mut clock, orientation.player(side), ms),
                        Remembered::Board(_) | Remembered::Gap | Remembered::Sent => {}
                    }
                }
                events.push((APART_MS, Event::Link { up: false }));
                events.push((0, Event::Link { up: true }));
                events.push((0, Event::Clock(clock)));
                if let Some(pieces) = orientation::pieces(&orientation.squares(&board)) {
                    events.push((0, Event::Placement(BoardReading::Pieces(pieces))));
                }
                close_run.clear();
                continue;
            }
            past = rest;
            match *remembered {
                Remembered::Board(placement) => {
                    in_hand.clear();
                    let squares = contents(&placement);
                    board = squares;
                    let first = orientation::from_first_position(&squares);
                    orientation = first.unwrap_or(orientation);
                    // What a list shows is known already, but after a time without power.
                    if std::mem::take(&mut powerless) || first.is_some() {
                        let pieces = orientation::pieces(&orientation.squares(&squares)).unwrap_or(placement);
                        events.push((APART_MS, Event::Placement(BoardReading::Pieces(pieces))));
                    }
                }
                Remembered::Field { square, content, close } => {
                    let before = if !close {
                        close_run.clear();
                        APART_MS
                    } else if close_run.contains(&square) {
                        close_run.clear();
                        SCAN_MS
                    } else {
                        CLOSE_MS
                    };
                    close_run.push(square);
                    let left = std::mem::replace(&mut board[square.index()], content);
                    match content {
                        SquareContent::Empty => in_hand.push(left),
                        content => {
                            let _ = take(&mut in_hand, content);
                        }
                    }
                    let square = orientation.square(square);
                    let event = match content {
                        SquareContent::Empty => Event::Lift { square, piece: piece(left) },
                        content => Event::Drop { square, piece: piece(content) },
                    };
                    events.push((before, event));
                }
                Remembered::Gap => {
                    in_hand.clear();
                    powerless = true;
                    events.push((APART_MS, Event::Link { up: false }));
                    events.push((0, Event::Link { up: true }));
                }
                // The log has every change of the lever, also of a clock that stands and is being set: before the first move
                // nobody has pressed for one.
                Remembered::Press { .. } if orientation::from_first_position(&board).is_some() => close_run.clear(),
                Remembered::Press { side, ms } => {
                    // What has been captured is in the hand, too, and comes down no more.
                    in_hand.clear();
                    let by = orientation.player(side);
                    stop(&mut clock, by, ms);
                    // His time as it stopped belongs to the move that the press completes.
                    clock.running = Some(by);
                    events.push((APART_MS, Event::Clock(clock)));
                    events.push((0, Event::Press { by }));
                    clock.running = Some(by.other());
                    events.push((0, Event::Clock(clock)));
                    close_run.clear();
                }
                Remembered::Sent => {}
            }
        }
        Missed { events, orientation }
    }
}

/// The clock of this player stopped so, and the other runs.
fn stop(clock: &mut ClockTimes, by: Color, ms: u32) {
    match by {
        Color::Black => clock.black_ms = Some(ms),
        Color::White => clock.white_ms = Some(ms),
    }
    clock.running = Some(by.other());
}

/// How many records that follow the sending of a log tell what was done while the board did not look: presses, and then
/// what one scan found changed. 0 where that may as well have been seen as it was done. `board` is as it stood before.
fn unseen_after_sending(past: &[Remembered], board: &Squares) -> usize {
    let presses = past.iter().take_while(|remembered| matches!(remembered, Remembered::Press { .. })).count();
    let changes = past.iter().skip(presses).enumerate().map_while(|(index, remembered)| match *remembered {
        Remembered::Field { square, content, close } if index == 0 || close => Some(match content {
            SquareContent::Empty => Change::Lifted(board[square.index()]),
            content => Change::Dropped(content),
        }),
        _ => None,
    });
    let changes: Vec<Change> = changes.collect();
    // Without a change, too, what several presses were for was done unseen.
    let unseen = if presses <= 1 && is_seen_in_order(&changes, presses) { 0 } else { presses + changes.len() };
    match found_at_once(past.get(presses..).unwrap_or_default()) {
        0 => unseen,
        at_once => unseen.max(presses + at_once),
    }
}

/// How many records tell what one scan found changed, where that is more than a move changes in it: the board had not
/// looked for a while, and the squares come in the order of the scan. 0 where it is not so.
///
/// The clock tells a press when it is made, also while the board scans: what follows it closely may be of the same scan.
fn found_at_once(past: &[Remembered]) -> usize {
    let mut squares = SquareSet::default();
    // Changes since the last press, and the pieces put down in them.
    let mut changes = 0;
    let mut put_down = Vec::new();
    let mut found = 0;
    for (index, remembered) in past.iter().enumerate() {
        match *remembered {
            Remembered::Press { .. } if index > 0 => {
                changes = 0;
                put_down.clear();
            }
            // A scan reads a square once: the next one has begun.
            Remembered::Field { square, content, close } if (index == 0 || close) && !squares.contains(square) => {
                squares.insert(square);
                changes += 1;
                put_down.extend(Some(content).filter(|content| *content != SquareContent::Empty));
                if is_more_than_a_move(changes, &put_down) {
                    found = index + 1;
                }
            }
            _ => break,
        }
    }
    found
}

/// Whether no one move changes so many squares in one scan, or puts such pieces down.
fn is_more_than_a_move(changes: usize, put_down: &[SquareContent]) -> bool {
    let are_several =
        put_down.len() >= PUT_DOWN_AT_ONCE && put_down.iter().any(|content| Some(content) != put_down.first());
    changes > MOST_AT_ONCE || are_several
}

/// How many of the next records tell from where the pieces had gone that were found put down in `done`: a board may take
/// longer to believe that a square is empty. `board` is as it stood before, with what was `in_hand`.
fn gone_later(done: &[Remembered], rest: &[Remembered], board: &Squares, in_hand: &[SquareContent]) -> usize {
    let mut put_down: Vec<SquareContent> = Vec::new();
    put_down.extend(done.iter().filter_map(|remembered| match *remembered {
        Remembered::Field { content, .. } if content != SquareContent::Empty => Some(content),
        _ => None,
    }));
    for held in in_hand {
        let _ = take(&mut put_down, *held);
    }
    let has_gone = |put_down: &mut Vec<SquareContent>, remembered: &Remembered| match *remembered {
        Remembered::Field { square, content: SquareContent::Empty, .. } => {
            take(put_down, board[square.index()]).is_some()
        }
        _ => false,
    };
    for remembered in done {
        has_gone(&mut put_down, remembered);
    }
    rest.iter().take_while(|remembered| has_gone(&mut put_down, remembered)).count()
}

/// Takes one of these out, if there is one.
fn take(from: &mut Vec<SquareContent>, content: SquareContent) -> Option<SquareContent> {
    let place = from.iter().position(|other| *other == content)?;
    Some(from.swap_remove(place))
}

/// Whether a record says nothing of what was done.
fn is_mark(remembered: &Remembered) -> bool {
    matches!(remembered, Remembered::Board(_) | Remembered::Gap | Remembered::Sent)
}

fn contents(placement: &Placement) -> Squares {
    let mut squares = [SquareContent::Empty; 64];
    for (square, piece) in placement.pieces() {
        squares[square.index()] = SquareContent::Piece(piece);
    }
    squares
}

/// Whether these records lead from the one board to the other, each possible where it stands. A line without checksums
/// may have damaged them: a wrong square is emptied twice or never, a wrong piece stays where it was put, and a lever
/// that has gone down goes up before it goes down again.
fn fits(past: &[Remembered], stood: &Squares, now: &Squares) -> Option<()> {
    let mut board = *stood;
    let mut pressed = None;
    let mut powerless = false;
    for remembered in past {
        match *remembered {
            Remembered::Board(placement) => {
                let squares = contents(&placement);
                let known = squares == board || orientation::from_first_position(&squares).is_some();
                (std::mem::take(&mut powerless) || known).then_some(())?;
                board = squares;
            }
            Remembered::Field { square, content, .. } => {
                let there = &mut board[square.index()];
                (std::mem::replace(there, content) != content).then_some(())?;
            }
            Remembered::Gap => {
                powerless = true;
                pressed = None;
            }
            Remembered::Sent => {}
            Remembered::Press { side, .. } => (pressed.replace(side) != Some(side)).then_some(())?,
        }
    }
    (board == *now).then_some(())
}

#[cfg(test)]
mod tests {
    use protocols::{Piece, Side};

    use super::*;

    fn field(square: &str, piece: Option<char>, close: bool) -> Remembered {
        let content = piece
            .map_or(SquareContent::Empty, |letter| SquareContent::Piece(Piece::from_letter(letter).expect("a piece")));
        Remembered::Field { square: square.parse().expect("a square"), content, close }
    }

    /// What is told of these records behind 1 a4, which the game's log knows.
    fn told(past: &[Remembered]) -> Vec<Event> {
        let known = [field("a2", None, false), field("a4", Some('P'), false)];
        let mut told = KnownToLog::new(&Placement::initial());
        let mut now = contents(&Placement::initial());
        for (index, remembered) in known.iter().chain(past).enumerate() {
            let Remembered::Field { square, content, .. } = *remembered else { continue };
            let before = std::mem::replace(&mut now[square.index()], content);
            if index < known.len() {
                told.add(&match content {
                    SquareContent::Empty => Event::Lift { square, piece: piece(before) },
                    content => Event::Drop { square, piece: piece(content) },
                });
            }
        }
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
        assert!(matches!(events[..2], [Event::Link { up: false }, Event::Link { up: true }]), "{events:?}");
        let running = Orientation::Normal.player(left);
        assert!(matches!(events[2], Event::Clock(times) if times.running == Some(running)), "{events:?}");
        assert!(matches!(events[3], Event::Placement(BoardReading::Pieces(_))), "{events:?}");
        assert!(matches!(events[4..], [Event::Lift { .. }, Event::Drop { .. }]), "{events:?}");
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
        assert!(matches!(events[2..], [Event::Clock(_), Event::Placement(BoardReading::Pieces(_))]), "{events:?}");
        let castling = [
            field("e1", None, false),
            field("g1", Some('K'), true),
            field("h1", None, true),
            field("f1", Some('R'), true),
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
            assert!(matches!(events[..2], [Event::Link { up: false }, Event::Link { up: true }]), "{events:?}");
            assert!(matches!(events[2..4], [Event::Clock(_), Event::Placement(_)]), "{events:?}");
            assert!(matches!(events[4..], [Event::Lift { .. }, Event::Drop { .. }]), "{events:?}");
        }
        let events = told(&[&[press(Side::Left)], behind_the_press].concat());
        assert!(matches!(events.last(), Some(Event::Placement(_))), "{events:?}");
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
        let told = told(&[&[Remembered::Sent], &quick[..6]].concat());
        assert_eq!(told.iter().filter(|event| matches!(event, Event::Press { .. })).count(), 2, "{told:?}");
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
        let Event::Placement(BoardReading::Pieces(shown)) = events[3] else { panic!("{events:?}") };
        assert_eq!(shown.pieces().count(), 32);
        assert!(matches!(events[4..], [Event::Lift { .. }, Event::Drop { .. }]), "{events:?}");
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
        let mut told = KnownToLog::new(&Placement::initial());
        let g2: Square = "g2".parse().expect("a square");
        told.add(&Event::Lift { square: g2, piece: None });
        told.add(&Event::Drop { square: g2, piece: Piece::from_letter('P') });
        let press = |side| Remembered::Press { side, ms: 5_400_000 };
        let set = [field("g2", None, false), field("g2", Some('P'), false), press(Side::Left), press(Side::Right)];
        let moved = [field("e2", None, false), field("e4", Some('P'), false), press(Side::Left)];
        let mut now = contents(&Placement::initial());
        for record in &moved {
            let Remembered::Field { square, content, .. } = *record else { continue };
            now[square.index()] = content;
        }
        let missed = told.missed(&[&set[..], &moved].concat(), &now, Orientation::Normal).expect("it fits");
        let by = Orientation::Normal.player(Side::Left);
        let presses: Vec<&Event> =
            missed.events.iter().map(|(_, event)| event).filter(|event| matches!(event, Event::Press { .. })).collect();
        assert_eq!(presses, [&Event::Press { by }]);
    }

    #[test]
    fn a_move_after_the_log_was_sent_is_told_in_its_order() {
        let events = told(&[Remembered::Sent, field("e2", None, false), field("e4", Some('P'), false)]);
        assert!(matches!(events[..], [Event::Lift { .. }, Event::Drop { .. }]), "{events:?}");
    }
}
