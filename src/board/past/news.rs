//! Which part of a board's own log is news to the game's, and whether it may be believed.
//!
//! A log carries no times but a mark at changes that followed each other closely. What is given out takes the least
//! time that the log vouches for: nothing is said to have rested that may have been on its way.

use std::collections::VecDeque;

use protocols::{Color, Placement, Remembered, Square, SquareContent};

use crate::board::{
    Event,
    event::{BoardReading, ClockTimes},
    orientation::{self, Orientation},
    outlet::piece,
    shadow::Squares,
};

use super::{
    hand::Hand,
    scan::{found_at_once, gone_later, unseen_after_sending},
};

/// Time between two changes that the log does not mark as close, and after a press, in milliseconds: the least there was.
const APART_MS: u64 = 250;

/// Time between two changes marked as close, in milliseconds: of one scan for all that is known, so without an order.
const CLOSE_MS: u64 = 10;

/// Time between two changes of one square, in milliseconds: no scan reads a square twice.
const SCAN_MS: u64 = 200;

/// How many of the last touches and presses are remembered, to find their place in a log.
const TAIL: usize = 96;

/// What the game's log has been told, in the game's squares: the board as it knows it, and what was done last.
#[derive(Debug)]
pub(super) struct KnownToLog {
    board: Squares,
    hand: Hand,
    tail: VecDeque<Action>,
    /// While it is told what was missed: what that was, as the board has it, also what is told as unseen.
    being_told: Option<Vec<Action>>,
    clock: ClockTimes,
}

/// A touch or a press.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
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
    /// What was done, as the board has it: also what is told as unseen.
    pub(super) done: Vec<Action>,
}

impl KnownToLog {
    /// A log that begins with these pieces on the board.
    pub(super) fn new(board: &Placement) -> KnownToLog {
        KnownToLog {
            board: contents(board),
            hand: Hand::default(),
            tail: VecDeque::new(),
            being_told: None,
            clock: ClockTimes::default(),
        }
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
                let board = contents(&placement);
                // Something was done that is not among the touches told: where these are in a log says nothing of now.
                if self.being_told.is_none() && board != self.board {
                    self.tail.clear();
                }
                self.board = board;
                self.hand = Hand::default();
                return;
            }
            Event::Flag { .. } | Event::Link { .. } | Event::Placement(BoardReading::Occupied(_)) | Event::Time => {
                return;
            }
        };
        match action {
            Action::Press(by) => self.hand.presses(by),
            Action::Square(square, content) => {
                let left = std::mem::replace(&mut self.board[square.index()], content);
                self.hand.changes(square, left, content);
            }
        }
        if self.being_told.is_none() {
            self.remember(action);
        }
    }

    /// The game's log is told next what was missed: this was done.
    pub(super) fn begins_to_tell(&mut self, done: Vec<Action>) {
        self.being_told = Some(done);
    }

    /// The game's log has been told what was missed, if anything was: what comes next in the board's log follows all of it.
    pub(super) fn has_told(&mut self) {
        self.being_told.take().into_iter().flatten().for_each(|action| self.remember(action));
    }

    fn remember(&mut self, action: Action) {
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
        let actions = past.iter().rev().filter_map(|remembered| action(remembered, orientation));
        actions.zip(self.tail.iter().rev()).take_while(|(logged, told)| logged == *told).count()
    }

    fn told_as_events(&self, mut past: &[Remembered], mut board: Squares, mut orientation: Orientation) -> Missed {
        let mut events = Vec::new();
        // The log goes on from the board as the game knows it: nothing that follows was done unseen.
        if let Some(pieces) = orientation::pieces(&self.board) {
            events.push((0, Event::Placement(BoardReading::Pieces(pieces))));
        }
        let mut done = Vec::new();
        let mut clock = self.clock;
        let mut close_run: Vec<Square> = Vec::new();
        let mut hand = self.hand.clone();
        let mut powerless = false;
        while let Some((remembered, rest)) = past.split_first() {
            let unseen = match *remembered {
                Remembered::Sent => 1 + unseen_after_sending(rest, &board),
                // What is close to a change that has been told belongs to its run.
                Remembered::Field { close: true, .. } if !close_run.is_empty() => 0,
                _ => found_at_once(past),
            };
            if unseen > 1 {
                let (found, rest) = past.split_at(unseen);
                let (found, rest) = past.split_at(unseen + gone_later(found, rest, &board, &hand));
                (hand, past) = (Hand::default(), rest);
                events.push((APART_MS, Event::Link { up: false }));
                let before = clock;
                for remembered in found {
                    done.extend(action(remembered, orientation));
                    match *remembered {
                        Remembered::Field { square, content, .. } => board[square.index()] = content,
                        Remembered::Press { .. } if is_being_set(&board) => {}
                        Remembered::Press { side, ms } => {
                            let by = orientation.player(side);
                            stop(&mut clock, by, ms);
                            events.push((0, Event::Press { by }));
                        }
                        Remembered::Board(_) | Remembered::Gap | Remembered::Sent => {}
                    }
                }
                events.push((0, Event::Link { up: true }));
                if clock != before {
                    events.push((0, Event::Clock(clock)));
                }
                if let Some(pieces) = orientation::pieces(&orientation.squares(&board)) {
                    events.push((0, Event::Placement(BoardReading::Pieces(pieces))));
                }
                close_run.clear();
                continue;
            }
            done.extend(action(remembered, orientation));
            past = rest;
            match *remembered {
                Remembered::Board(placement) => {
                    hand = Hand::default();
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
                    let square = orientation.square(square);
                    hand.changes(square, left, content);
                    let event = match content {
                        SquareContent::Empty => Event::Lift { square, piece: piece(left) },
                        content => Event::Drop { square, piece: piece(content) },
                    };
                    events.push((before, event));
                }
                Remembered::Gap => {
                    hand = Hand::default();
                    powerless = true;
                    events.push((APART_MS, Event::Link { up: false }));
                    events.push((0, Event::Link { up: true }));
                }
                // The log has every change of the lever, also of a clock that stands and is being set: before the first move
                // nobody has pressed for one.
                Remembered::Press { .. } if is_being_set(&board) => close_run.clear(),
                Remembered::Press { side, ms } => {
                    let by = orientation.player(side);
                    hand.presses(by);
                    stop(&mut clock, by, ms);
                    // His time as it stopped belongs to the move that the press completes.
                    clock.running = Some(by);
                    events.push((APART_MS, Event::Clock(clock)));
                    events.push((0, Event::Press { by }));
                    clock.running = Some(by.other());
                    events.push((0, Event::Clock(clock)));
                    close_run.clear();
                }
                Remembered::Sent => close_run.clear(),
            }
        }
        Missed { events, orientation, done }
    }
}

/// What was done by this record, in the game's squares.
fn action(remembered: &Remembered, orientation: Orientation) -> Option<Action> {
    match *remembered {
        Remembered::Board(_) | Remembered::Gap | Remembered::Sent => None,
        Remembered::Field { square, content, .. } => Some(Action::Square(orientation.square(square), content)),
        Remembered::Press { side, .. } => Some(Action::Press(orientation.player(side))),
    }
}

/// Whether the pieces stand as they do before the first move: who then moves the lever of a clock sets it.
fn is_being_set(board: &Squares) -> bool {
    orientation::from_first_position(board).is_some()
}

/// The clock of this player stopped so, and the other runs.
fn stop(clock: &mut ClockTimes, by: Color, ms: u32) {
    match by {
        Color::Black => clock.black_ms = Some(ms),
        Color::White => clock.white_ms = Some(ms),
    }
    clock.running = Some(by.other());
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
}
