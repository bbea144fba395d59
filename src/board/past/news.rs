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
    /// The board is away. Its clock may tell presses all the same, and nobody knows what was done between them.
    is_away: bool,
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
            is_away: false,
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
            Event::Link { up } => {
                self.is_away = !up;
                return;
            }
            Event::Flag { .. } | Event::Placement(BoardReading::Occupied(_)) | Event::Time => return,
        };
        match action {
            Action::Press(by) => self.hand.presses(by),
            Action::Square(square, content) => {
                let left = std::mem::replace(&mut self.board[square.index()], content);
                self.hand.changes(square, left, content);
            }
        }
        if self.being_told.is_none() && !self.is_away {
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
mod tests;
