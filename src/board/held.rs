//! Events on their way out: held while the orientation is unknown or a press is not yet borne out.

use std::collections::VecDeque;

use protocols::{At, ClockReading, Side, Square, SquareContent};

use super::{
    past::is_seen_in_order,
    shadow::{Change, Squares},
};

/// A board that has been silent for so long, in milliseconds, may have been sending its log: DGT's takes 8 s, and a clock
/// that runs is told every second.
const SILENT_MS: u64 = 4_000;

/// Most events held at once. When full, what the board reported is drawn together into its present position.
pub(super) const MAX_HELD: usize = 512;

/// One event in the board's own terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Held {
    pub(super) at: At,
    pub(super) report: Report,
    /// A touch that has been told ahead of what it waits for.
    pub(super) told: bool,
}

impl Held {
    fn new(at: At, report: Report) -> Held {
        Held { at, report, told: false }
    }
}

/// What a [`Held`] event is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Report {
    Board(Box<Squares>),
    Clock {
        reading: ClockReading,
        doubtful: bool,
    },
    /// Not an event: what comes after waits until it is known whether the board is as believed; `None` once it is.
    Doubt(Option<Wait>),
    Drop {
        square: Square,
        content: SquareContent,
    },
    Flag(Side),
    Lift {
        square: Square,
        content: SquareContent,
    },
    Link {
        up: bool,
    },
    /// Not an event: the board looks again after a while in which it may not have, and what comes after waits until it has
    /// looked at every square.
    Look,
    Press(Press),
}

/// A press on its way out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Press {
    pub(super) by: Side,
    /// Whether the clock has still to bear it out.
    pub(super) doubtful: bool,
    /// What it waits for from the board; `None` where the board has borne it out.
    pub(super) wait: Option<Wait>,
}

/// A press or a doubt waits for the board to bear out what was on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wait {
    /// It passes then at the latest.
    pub(super) until: At,
    /// Only an answer to a request made then or later bears it out.
    pub(super) from: At,
    /// The board as it was believed to be then.
    pub(super) board: Box<Squares>,
}

/// The queue of held events, in the order of their times.
#[derive(Debug, Default)]
pub(super) struct HeldEvents {
    held: VecDeque<Held>,
}

impl HeldEvents {
    /// Adds an event, `board` being what stands on the board after it; gives back how many presses and touches
    /// were lost because the queue was full.
    pub(super) fn push(&mut self, at: At, report: Report, board: Option<&Squares>) -> u64 {
        let mut lost = 0;
        if self.held.len() >= MAX_HELD {
            lost = self.condense(at, board);
            if let (Some(_), Report::Board(_) | Report::Drop { .. } | Report::Lift { .. }) = (board, &report) {
                return lost;
            }
        }
        self.held.push_back(Held::new(at, report));
        lost
    }

    /// The first event.
    pub(super) fn front(&self) -> Option<&Held> {
        self.held.front()
    }

    /// Takes the first event.
    pub(super) fn pop(&mut self) -> Option<Held> {
        self.held.pop_front()
    }

    /// The first touch that waits and has not been told ahead; with it, whose press it is behind. It counts as told now.
    pub(super) fn tell_ahead(&mut self) -> Option<(Held, Option<Side>)> {
        let mut pressed = None;
        for held in &mut self.held {
            match &held.report {
                Report::Press(press) => pressed = Some(press.by),
                Report::Drop { .. } | Report::Lift { .. } if !held.told => {
                    held.told = true;
                    return Some((held.clone(), pressed));
                }
                // It may not be told at all.
                Report::Look => return None,
                Report::Board(_)
                | Report::Clock { .. }
                | Report::Doubt(_)
                | Report::Drop { .. }
                | Report::Flag(_)
                | Report::Lift { .. }
                | Report::Link { .. } => {}
            }
        }
        None
    }

    /// How many events are held.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.held.len()
    }

    /// Forgets everything; gives back how many events that were.
    pub(super) fn clear(&mut self) -> u64 {
        let lost = self.held.len() as u64;
        self.held.clear();
        lost
    }

    /// The clock has decided on what was doubtful.
    pub(super) fn settle(&mut self, press: bool, times: bool) {
        self.held.retain_mut(|held| match &mut held.report {
            Report::Press(waiting) if waiting.doubtful => {
                waiting.doubtful = false;
                press
            }
            Report::Clock { doubtful, .. } if *doubtful => {
                *doubtful = false;
                times
            }
            Report::Board(_)
            | Report::Clock { .. }
            | Report::Doubt(_)
            | Report::Drop { .. }
            | Report::Flag(_)
            | Report::Lift { .. }
            | Report::Link { .. }
            | Report::Look
            | Report::Press(_) => true,
        });
    }

    /// Until when presses and doubts wait for the board.
    pub(super) fn waits(&self) -> impl Iterator<Item = At> {
        self.held.iter().filter_map(|held| waiting(held).map(|wait| wait.until))
    }

    /// The board as it was at `at` has borne out all that waited for it.
    pub(super) fn release(&mut self, at: At) {
        for wait in self.waits_mut() {
            wait.take_if(|wait| wait.from <= at);
        }
    }

    /// The board cannot bear out anything any more.
    pub(super) fn release_all(&mut self) {
        for wait in self.waits_mut() {
            *wait = None;
        }
    }

    /// There is reason to think that the board is not as believed: waiting presses wait for `wait_ms` since they
    /// were made.
    pub(super) fn prolong(&mut self, wait_ms: u64) {
        for held in &mut self.held {
            if let Held {
                at, report: Report::Doubt(Some(wait)) | Report::Press(Press { wait: Some(wait), .. }), ..
            } = held
            {
                wait.until = *at + wait_ms;
            }
        }
    }

    /// A whole reading has shown that `believed` is wrong. Puts what was missed before the first that waits,
    /// and at the end what can only have come later. Gives back losses as [`push`](HeldEvents::push) does.
    pub(super) fn correct(&mut self, at: At, squares: &Squares, believed: &Squares) -> u64 {
        let Some(first) = self.held.iter().position(|held| waiting(held).is_some()) else {
            return self.push(at, Report::Board(Box::new(*squares)), Some(squares));
        };
        let mut later = [false; 64];
        for held in self.held.iter().skip(first) {
            match &held.report {
                Report::Drop { square, .. } | Report::Lift { square, .. } => later[square.index()] = true,
                Report::Board(_) => later = [true; 64],
                Report::Clock { .. }
                | Report::Doubt(_)
                | Report::Flag(_)
                | Report::Link { .. }
                | Report::Look
                | Report::Press(_) => {}
            }
        }
        let wrong = |square: &usize| squares[*square] != believed[*square];
        let missed: Vec<usize> = (0..64).filter(wrong).filter(|&square| !later[square]).collect();
        let mut corrected = None;
        for wait in self.waits_mut().flatten() {
            for &square in &missed {
                wait.board[square] = squares[square];
            }
            corrected.get_or_insert_with(|| wait.board.clone());
        }
        let mut lost = 0;
        if (0..64).filter(wrong).any(|square| later[square]) {
            lost += self.push(at, Report::Board(Box::new(*squares)), Some(squares));
        }
        if let Some(corrected) = corrected.filter(|_| !missed.is_empty()) {
            match self.held.get(first) {
                Some(waits) if waiting(waits).is_some() && self.held.len() < MAX_HELD => {
                    let held = Held::new(waits.at, Report::Board(corrected));
                    self.held.insert(first, held);
                }
                // The queue had to be condensed: nothing waits any more.
                Some(_) | None => lost += self.push(at, Report::Board(Box::new(*squares)), Some(squares)),
            }
        }
        lost
    }

    fn waits_mut(&mut self) -> impl Iterator<Item = &mut Option<Wait>> {
        self.held.iter_mut().filter_map(|held| match &mut held.report {
            Report::Doubt(wait) => Some(wait),
            Report::Press(press) => Some(&mut press.wait),
            Report::Board(_)
            | Report::Clock { .. }
            | Report::Drop { .. }
            | Report::Flag(_)
            | Report::Lift { .. }
            | Report::Link { .. }
            | Report::Look => None,
        })
    }

    /// What is held since the board is back is told in another way, up to the board as it is now: keeps links, flags and
    /// the last reading of the clock.
    pub(super) fn superseded(&mut self, at: At, board: &Squares) {
        let mut clock = None;
        self.held.retain(|held| match &held.report {
            Report::Clock { doubtful: false, .. } => {
                clock = Some(held.report.clone());
                false
            }
            Report::Flag(_) | Report::Link { .. } => true,
            Report::Board(_)
            | Report::Clock { doubtful: true, .. }
            | Report::Doubt(_)
            | Report::Drop { .. }
            | Report::Lift { .. }
            | Report::Look
            | Report::Press(_) => false,
        });
        let links = self.held.iter().position(|held| !matches!(held.report, Report::Link { .. }));
        let reports = [Some(Report::Board(Box::new(*board))), clock].into_iter().flatten();
        let first = links.unwrap_or(self.held.len());
        for (index, report) in reports.enumerate() {
            self.held.insert(first + index, Held::new(at, report));
        }
    }

    /// The board has looked at every square `by` then, and shows these now; whether it `has_changed` before it looked. Where
    /// what it has found cannot have been seen as it was done, it is told as of a board that was away.
    pub(super) fn found(&mut self, at: At, has_changed: bool, by: At, board: &Squares) {
        let mut changes = Vec::new();
        let (mut presses, mut read) = (0, false);
        let since_look = self.held.iter().skip_while(|held| held.report != Report::Look);
        for held in since_look.take_while(|held| held.at <= by) {
            match &held.report {
                Report::Drop { content, .. } => changes.push(Change::Dropped(*content)),
                Report::Lift { content, .. } => changes.push(Change::Lifted(*content)),
                Report::Board(_) => read = true,
                Report::Press(_) => presses += 1,
                Report::Clock { .. } | Report::Doubt(_) | Report::Flag(_) | Report::Link { .. } | Report::Look => {}
            }
        }
        // A board that tells no squares, but shows itself whole again and again, has its order by that.
        let is_unseen = has_changed || !is_seen_in_order(&changes, presses) || (read && !changes.is_empty());
        if !is_unseen {
            return self.held.retain(|held| held.report != Report::Look);
        }
        if self.leave_unseen_since_look() {
            self.held.push_back(Held::new(at, Report::Link { up: true }));
            self.held.push_back(Held::new(at, Report::Board(Box::new(*board))));
        }
    }

    /// The board was not seen since it was to look at every square, if it was: it is away from then on, and nothing is kept
    /// but presses, and what the clock tells. Gives whether it was to.
    pub(super) fn leave_unseen_since_look(&mut self) -> bool {
        let Some(since) = self.held.iter().position(|held| held.report == Report::Look) else { return false };
        let unseen = self.held.split_off(since);
        for mut held in unseen {
            match &mut held.report {
                Report::Look => held.report = Report::Link { up: false },
                Report::Board(_) | Report::Doubt(_) | Report::Drop { .. } | Report::Lift { .. } => continue,
                Report::Press(press) => press.wait = None,
                Report::Clock { .. } | Report::Flag(_) | Report::Link { .. } => {}
            }
            self.held.push_back(held);
        }
        true
    }

    /// The board may have been sending its log, and have looked at no square meanwhile: what is held behind the time in
    /// which it told nothing, or else behind the last square that it told, waits until it does.
    pub(super) fn look_since_silent(&mut self, at: At) {
        if self.is_look_awaited() {
            return;
        }
        let times = self.held.iter().zip(self.held.iter().skip(1));
        let silent = times.map(|(held, next)| next.at.since(held.at)).position(|gap| gap >= SILENT_MS);
        let is_seen = |held: &Held| {
            !matches!(held.report, Report::Clock { .. } | Report::Doubt(_) | Report::Flag(_) | Report::Press(_))
        };
        let last = || self.held.iter().rposition(is_seen);
        let next = silent.or_else(last).map_or(0, |index| index + 1);
        let at = self.held.get(next).map_or(at, |held| held.at);
        self.held.insert(next, Held::new(at, Report::Look));
    }

    /// Whether something waits for the board to look at every square.
    pub(super) fn is_look_awaited(&self) -> bool {
        self.held.iter().any(|held| held.report == Report::Look)
    }

    /// Makes room: keeps the last link, clock reading and flags, and the board as it is.
    fn condense(&mut self, at: At, board: Option<&Squares>) -> u64 {
        let mut kept: Vec<Held> = Vec::new();
        let mut lost = 0;
        let (mut link, mut clock, mut left, mut right) = (false, false, false, false);
        while let Some(held) = self.held.pop_back() {
            let seen = match &held.report {
                Report::Link { .. } => &mut link,
                Report::Clock { doubtful: false, .. } => &mut clock,
                Report::Flag(Side::Left) => &mut left,
                Report::Flag(Side::Right) => &mut right,
                Report::Board(_) | Report::Clock { doubtful: true, .. } | Report::Doubt(_) | Report::Look => continue,
                Report::Drop { .. } | Report::Lift { .. } | Report::Press(_) => {
                    lost += 1;
                    continue;
                }
            };
            if !std::mem::replace(seen, true) {
                kept.push(held);
            }
        }
        self.held.extend(kept.into_iter().rev());
        if let Some(board) = board {
            self.held.push_back(Held::new(at, Report::Board(Box::new(*board))));
        }
        lost
    }
}

fn waiting(held: &Held) -> Option<&Wait> {
    match &held.report {
        Report::Doubt(wait) => wait.as_ref(),
        Report::Press(press) => press.wait.as_ref(),
        Report::Board(_)
        | Report::Clock { .. }
        | Report::Drop { .. }
        | Report::Flag(_)
        | Report::Lift { .. }
        | Report::Link { .. }
        | Report::Look => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OCCUPIED: SquareContent = SquareContent::Occupied;

    fn square(name: &str) -> Square {
        name.parse().expect("a square")
    }

    fn squares(names: &[&str]) -> Squares {
        let mut squares = [SquareContent::Empty; 64];
        for name in names {
            squares[square(name).index()] = OCCUPIED;
        }
        squares
    }

    fn press(at: u64, board: &Squares) -> Report {
        let wait = Wait { until: At(at + 400), from: At(at), board: Box::new(*board) };
        Report::Press(Press { by: Side::Left, doubtful: false, wait: Some(wait) })
    }

    fn drain(queue: &mut HeldEvents) -> Vec<(u64, Report)> {
        std::iter::from_fn(|| queue.pop()).map(|held| (held.at.0, held.report)).collect()
    }

    #[test]
    fn what_was_missed_before_a_press_goes_out_before_it() {
        let mut queue = HeldEvents::default();
        let believed = squares(&["e3"]);
        queue.push(At(100), press(100, &believed), None);
        queue.correct(At(300), &squares(&["e4"]), &believed);
        let out = drain(&mut queue);
        assert_eq!(out[0], (100, Report::Board(Box::new(squares(&["e4"])))));
        assert!(matches!(out[1], (100, Report::Press(_))));
        assert_eq!(out.len(), 2);
    }

    #[test]
    fn what_came_after_a_press_stays_after_it() {
        let mut queue = HeldEvents::default();
        queue.push(At(100), press(100, &squares(&["e3", "d7"])), None);
        queue.push(At(150), Report::Lift { square: square("d7"), content: OCCUPIED }, None);
        let believed = squares(&["e3"]);
        queue.correct(At(300), &squares(&["e4"]), &believed);
        let out = drain(&mut queue);
        assert_eq!(out[0], (100, Report::Board(Box::new(squares(&["e4", "d7"])))));
        assert!(matches!(out[2], (150, Report::Lift { .. })));
        assert_eq!(out.len(), 3);
    }

    #[test]
    fn a_second_correction_keeps_the_first() {
        let mut queue = HeldEvents::default();
        let believed = squares(&["a1"]);
        queue.push(At(100), press(100, &believed), None);
        queue.correct(At(200), &squares(&["b1"]), &believed);
        queue.correct(At(300), &squares(&["b1", "c1"]), &squares(&["b1"]));
        let out = drain(&mut queue);
        assert_eq!(out[1], (100, Report::Board(Box::new(squares(&["b1", "c1"])))));
        assert!(matches!(out[2], (100, Report::Press(_))));
    }

    #[test]
    fn a_full_queue_keeps_the_board_the_last_link_and_the_flags() {
        let mut queue = HeldEvents::default();
        queue.push(At(0), Report::Link { up: true }, None);
        queue.push(At(0), Report::Flag(Side::Right), None);
        let board = squares(&["e4"]);
        let mut lost = 0;
        for at in 0..2_000 {
            lost += queue.push(At(at), Report::Drop { square: square("e4"), content: OCCUPIED }, Some(&board));
            assert!(queue.len() <= MAX_HELD);
        }
        assert!(lost > 1_000, "{lost} lost");
        let out = drain(&mut queue);
        assert_eq!(out[0], (0, Report::Link { up: true }));
        assert_eq!(out[1], (0, Report::Flag(Side::Right)));
        assert!(matches!(&out[2], (_, Report::Board(kept)) if **kept == board));
    }
}
