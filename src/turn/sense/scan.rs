//! Clears the event stream of what no hand did: flicker, and sleeves that sweep several pieces.
//!
//! A lift is held back until it is sure that the piece does not return at
//! once; what comes after it waits behind it, each with its own time.

use std::collections::VecDeque;

use protocols::Square;

use crate::{
    board::Event,
    turn::{GameTime, Timing},
};

/// Most events held back at a time; more are let through unexamined.
const MAX_HELD: usize = 256;

/// An event that has passed the filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) struct Seen {
    pub(in crate::turn) at: GameTime,
    pub(in crate::turn) event: Event,
    /// One of three or more lifts in a chain, each within `scan_tie_ms` of the last: clearly accidental (4.2.2).
    pub(in crate::turn) accidental: bool,
}

/// A square that was empty for so short a time that its piece was not lifted; on a board of squares another piece may stand
/// there now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) struct Flicker {
    pub(in crate::turn) square: Square,
    pub(in crate::turn) lifted: GameTime,
    pub(in crate::turn) back: GameTime,
}

#[derive(Debug, Clone, Default)]
pub(in crate::turn) struct Scan {
    held: VecDeque<Seen>,
    /// Drops wait for lifts that the same scan may show; and what flickers is remembered, for no piece is known by it.
    unordered: bool,
    /// In the order in which the squares were occupied again.
    flickers: VecDeque<Flicker>,
}

impl Scan {
    /// For boards of squares. A scan reads them in an order of its own: what comes down may be reported before it is
    /// reported to have left.
    pub(in crate::turn) fn of_squares() -> Scan {
        Scan { unordered: true, ..Scan::default() }
    }

    pub(in crate::turn) fn push(&mut self, at: GameTime, event: Event, timing: &Timing) {
        if let Event::Drop { square, piece } = event
            && let Some(index) = self.held.iter().rposition(|seen| touches(&seen.event, square))
            && let Seen { at: lifted, event: Event::Lift { piece: left, .. }, .. } = self.held[index]
            && left == piece
            && at.since(lifted) <= u64::from(timing.flicker_ms)
            // After a stall whole moves come at one instant: this piece has been elsewhere meanwhile.
            && !self.held.range(index + 1..).any(|seen| is_drop_of(&seen.event, piece))
        {
            self.held.remove(index);
            if self.unordered && self.flickers.len() < MAX_HELD {
                self.flickers.push_back(Flicker { square, lifted, back: at });
            }
            return;
        }
        self.held.push_back(Seen { at, event, accidental: false });
        self.mark_sleeve(timing);
    }

    /// The next flicker, unless something is held back that happened before the square was occupied again.
    pub(in crate::turn) fn pop_flicker(&mut self) -> Option<Flicker> {
        let first = self.held.front();
        self.flickers.pop_front_if(|flicker| first.is_none_or(|first| is_over_before(flicker, first)))
    }

    /// The next event that nothing that may still come can undo.
    pub(in crate::turn) fn pop(&mut self, now: GameTime, timing: &Timing) -> Option<Seen> {
        if self.held.len() <= MAX_HELD && self.ready_at(timing)? > now {
            return None;
        }
        self.held.pop_front()
    }

    /// When the first event held back is sure.
    pub(in crate::turn) fn ready_at(&self, timing: &Timing) -> Option<GameTime> {
        let flicker = self.flickers.front();
        let Some(first) =
            self.held.front().filter(|first| !flicker.is_some_and(|flicker| is_over_before(flicker, first)))
        else {
            return flicker.map(|flicker| flicker.back);
        };
        Some(match first.event {
            Event::Lift { .. } => first.at + hold_ms(timing) + 1,
            Event::Drop { .. } if self.unordered => first.at + u64::from(timing.scan_tie_ms) + 1,
            _ => first.at,
        })
    }

    /// The time of the first event held back: nothing after it has happened yet.
    pub(in crate::turn) fn first_at(&self) -> Option<GameTime> {
        let flicker = self.flickers.front().map(|flicker| flicker.back);
        self.held.front().map(|seen| seen.at).into_iter().chain(flicker).min()
    }

    /// Whether a lift that has no order with what happened at `at` is held back.
    pub(in crate::turn) fn holds_lift_close_to(&self, at: GameTime, timing: &Timing) -> bool {
        let mut close = self.held.iter().take_while(|seen| seen.at.since(at) <= u64::from(timing.scan_tie_ms));
        close.any(|seen| matches!(seen.event, Event::Lift { .. }))
    }

    /// Holds an event back again that has just been let through.
    pub(in crate::turn) fn put_back(&mut self, seen: Seen) {
        self.held.push_front(seen);
    }

    /// What comes behind all that is held back is held back, too.
    pub(in crate::turn) fn keep(&mut self, seen: Seen) {
        self.held.push_back(seen);
    }

    /// The next of everything that is held back, whatever may still come.
    pub(in crate::turn) fn pop_anyhow(&mut self) -> Option<Seen> {
        self.held.pop_front()
    }

    /// Gives up what is held back; what has flickered for no reason anybody gave has changed nothing.
    pub(in crate::turn) fn take(&mut self) -> VecDeque<Seen> {
        self.flickers.clear();
        std::mem::take(&mut self.held)
    }

    fn mark_sleeve(&mut self, timing: &Timing) {
        let tie = u64::from(timing.scan_tie_ms);
        let is_lift = |seen: &Seen| matches!(seen.event, Event::Lift { .. });
        let mut start = self.held.len();
        while start > 0
            && is_lift(&self.held[start - 1])
            && (start == self.held.len() || self.held[start].at.since(self.held[start - 1].at) <= tie)
        {
            start -= 1;
        }
        if self.held.len() - start >= 3 {
            self.held.range_mut(start..).for_each(|seen| seen.accidental = true);
        }
    }
}

/// Long enough for a flicker to end and for a chain of three lifts to show.
fn hold_ms(timing: &Timing) -> u64 {
    u64::from(timing.flicker_ms).max(2 * u64::from(timing.scan_tie_ms))
}

/// Whether the square was occupied again before this happened. A lift at the same instant may be of the piece that stands
/// there now.
fn is_over_before(flicker: &Flicker, seen: &Seen) -> bool {
    flicker.back < seen.at || (flicker.back == seen.at && !matches!(seen.event, Event::Lift { .. }))
}

/// Whether this puts down such a piece, where boards know which it is.
fn is_drop_of(event: &Event, dropped: Option<protocols::Piece>) -> bool {
    matches!(event, Event::Drop { piece, .. } if piece.is_some() && *piece == dropped)
}

fn touches(event: &Event, on: protocols::Square) -> bool {
    match event {
        Event::Drop { square, .. } | Event::Lift { square, .. } => *square == on,
        Event::Placement(_) => true,
        Event::Clock(_) | Event::Flag { .. } | Event::Link { .. } | Event::Press { .. } | Event::Time => false,
    }
}

#[cfg(test)]
mod tests {
    use protocols::{Color, Piece, Placement};

    use super::*;
    use crate::board::BoardReading;

    fn square(name: &str) -> Square {
        name.parse().expect("a square")
    }

    fn pawn() -> Option<Piece> {
        Piece::from_letter('P')
    }

    fn lift(name: &str) -> Event {
        Event::Lift { square: square(name), piece: pawn() }
    }

    fn drop(name: &str) -> Event {
        Event::Drop { square: square(name), piece: pawn() }
    }

    fn press() -> Event {
        Event::Press { by: Color::White }
    }

    fn scan_of(mut scan: Scan, events: &[(u64, Event)]) -> Scan {
        for &(at, event) in events {
            scan.push(GameTime(at), event, &Timing::default());
        }
        scan
    }

    fn scan(events: &[(u64, Event)]) -> Scan {
        scan_of(Scan::default(), events)
    }

    /// Everything let through by `now`.
    fn passed(scan: &mut Scan, now: u64) -> Vec<Seen> {
        std::iter::from_fn(|| scan.pop(GameTime(now), &Timing::default())).collect()
    }

    fn seen(at: u64, event: Event) -> Seen {
        Seen { at: GameTime(at), event, accidental: false }
    }

    #[test]
    fn a_drop_is_let_through_at_once() {
        let mut scan = scan(&[(10, drop("e4"))]);
        assert_eq!(scan.ready_at(&Timing::default()), Some(GameTime(10)));
        assert_eq!(passed(&mut scan, 10), [seen(10, drop("e4"))]);
        assert_eq!((scan.first_at(), scan.ready_at(&Timing::default())), (None, None));
    }

    #[test]
    fn a_lift_is_held_back_until_it_cannot_be_flicker_any_more() {
        let mut scan = scan(&[(10, lift("e2"))]);
        assert_eq!(scan.ready_at(&Timing::default()), Some(GameTime(111)));
        assert_eq!(passed(&mut scan, 110), []);
        assert_eq!(scan.first_at(), Some(GameTime(10)));
        assert_eq!(passed(&mut scan, 111), [seen(10, lift("e2"))]);
    }

    #[test]
    fn a_piece_that_is_back_at_once_has_not_been_lifted() {
        let mut scan = scan(&[(10, lift("e2")), (110, drop("e2"))]);
        assert_eq!(passed(&mut scan, 10_000), []);
        assert_eq!(scan.first_at(), None);
    }

    #[test]
    fn a_piece_that_is_back_later_has_been_lifted() {
        let mut scan = scan(&[(10, lift("e2")), (111, drop("e2"))]);
        assert_eq!(passed(&mut scan, 10_000), [seen(10, lift("e2")), seen(111, drop("e2"))]);
    }

    #[test]
    fn another_piece_on_the_square_is_no_flicker() {
        let taken = Event::Drop { square: square("e2"), piece: Piece::from_letter('n') };
        let mut scan = scan(&[(10, lift("e2")), (60, taken)]);
        assert_eq!(passed(&mut scan, 10_000), [seen(10, lift("e2")), seen(60, taken)]);
    }

    #[test]
    fn a_piece_that_has_been_elsewhere_meanwhile_is_no_flicker() {
        let events = [(10, lift("e2")), (20, drop("e3")), (30, lift("e3")), (40, drop("e2"))];
        let mut scan = scan(&events);
        assert_eq!(passed(&mut scan, 10_000), events.map(|(at, event)| seen(at, event)));
    }

    #[test]
    fn a_reading_of_the_whole_board_parts_a_lift_from_what_comes_after_it() {
        let reading = Event::Placement(BoardReading::Pieces(Placement::EMPTY));
        let mut scan = scan(&[(10, lift("e2")), (20, reading), (30, drop("e2"))]);
        assert_eq!(passed(&mut scan, 10_000), [seen(10, lift("e2")), seen(20, reading), seen(30, drop("e2"))]);
    }

    #[test]
    fn flicker_on_one_square_leaves_what_happens_on_another() {
        let mut scan = scan(&[(10, lift("e2")), (20, lift("d2")), (50, drop("e2"))]);
        assert_eq!(passed(&mut scan, 10_000), [seen(20, lift("d2"))]);
    }

    #[test]
    fn boards_of_squares_tell_what_has_flickered_in_its_order() {
        let hands = [(10, lift("d4")), (70, lift("f4")), (130, drop("f4"))];
        let mut squares = scan_of(Scan::of_squares(), &hands);
        assert_eq!((squares.pop_flicker(), squares.first_at()), (None, Some(GameTime(10))));
        assert_eq!(passed(&mut squares, 130), [seen(10, lift("d4"))]);
        assert_eq!(
            (squares.first_at(), squares.ready_at(&Timing::default())),
            (Some(GameTime(130)), Some(GameTime(130)))
        );
        let flicker = Flicker { square: square("f4"), lifted: GameTime(70), back: GameTime(130) };
        assert_eq!((squares.pop_flicker(), squares.pop_flicker()), (Some(flicker), None));
        assert_eq!(
            (scan(&hands).pop_flicker(), squares.first_at()),
            (None, None),
            "where pieces are known nobody has taken it"
        );
    }

    #[test]
    fn two_events_of_one_scan_wait_for_the_lift_and_keep_their_order_and_their_times() {
        let mut scan = scan(&[(10, lift("e2")), (10, drop("e4"))]);
        assert_eq!(passed(&mut scan, 110), []);
        assert_eq!(passed(&mut scan, 111), [seen(10, lift("e2")), seen(10, drop("e4"))]);
    }

    #[test]
    fn a_press_behind_a_lift_waits_with_its_own_time() {
        let mut scan = scan(&[(10, lift("e2")), (50, press())]);
        assert_eq!(passed(&mut scan, 110), []);
        assert_eq!(passed(&mut scan, 111), [seen(10, lift("e2")), seen(50, press())]);
    }

    #[test]
    fn boards_of_squares_hold_drops_back_for_lifts_of_the_same_scan() {
        let mut scan = scan_of(Scan::of_squares(), &[(10, drop("e4"))]);
        assert_eq!(scan.ready_at(&Timing::default()), Some(GameTime(41)));
        assert!(!scan.holds_lift_close_to(GameTime(10), &Timing::default()));
        scan.push(GameTime(40), lift("e2"), &Timing::default());
        assert!(scan.holds_lift_close_to(GameTime(10), &Timing::default()));
        assert!(!scan.holds_lift_close_to(GameTime(9), &Timing::default()));
        assert_eq!(passed(&mut scan, 40), []);
        assert_eq!(passed(&mut scan, 41), [seen(10, drop("e4"))]);
    }

    #[test]
    fn three_lifts_in_a_chain_are_a_sleeve() {
        let mut scan = scan(&[(10, lift("a2")), (40, lift("b2")), (70, lift("c2"))]);
        let passed = passed(&mut scan, 10_000);
        assert_eq!(passed.len(), 3);
        assert!(passed.iter().all(|seen| seen.accidental));
    }

    #[test]
    fn two_lifts_are_no_sleeve_and_neither_are_three_with_a_pause() {
        let mut two = scan(&[(10, lift("a2")), (20, lift("b2"))]);
        assert!(passed(&mut two, 10_000).iter().all(|seen| !seen.accidental));
        let mut paused = scan(&[(10, lift("a2")), (40, lift("b2")), (71, lift("c2"))]);
        let passed = passed(&mut paused, 10_000);
        assert_eq!(passed.iter().map(|seen| seen.accidental).collect::<Vec<_>>(), [false; 3]);
    }

    #[test]
    fn an_event_put_back_is_the_next_again() {
        let mut scan = scan(&[(10, drop("e4")), (20, press())]);
        let first = scan.pop(GameTime(20), &Timing::default()).expect("the drop");
        scan.put_back(first);
        assert_eq!(passed(&mut scan, 20), [seen(10, drop("e4")), seen(20, press())]);
    }

    #[test]
    fn what_is_held_back_can_be_taken_whole() {
        let mut scan = scan(&[(10, lift("e2")), (50, press())]);
        assert_eq!(scan.take(), [seen(10, lift("e2")), seen(50, press())]);
        assert_eq!(scan.first_at(), None);
    }

    #[test]
    fn more_than_can_be_held_back_is_let_through_unexamined() {
        let presses = vec![(10, press()); MAX_HELD];
        let mut scan = scan_of(scan(&[(10, lift("e2"))]), &presses);
        assert_eq!(scan.pop(GameTime(10), &Timing::default()), Some(seen(10, lift("e2"))));
        let mut room = scan_of(self::scan(&[(10, lift("e2"))]), &presses[1..]);
        assert_eq!(room.pop(GameTime(10), &Timing::default()), None);
    }
}
