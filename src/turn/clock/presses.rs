//! What has been pressed, and is still to be judged or may come.

use protocols::Color;

use super::grace::Grace;
use crate::{
    board::Event,
    turn::{
        GameTime,
        sense::{scan::Seen, sensed_board::SensedBoard},
        state::{OpenPress, PressedFor, Turn},
    },
};

/// The presses of a game, as far as they matter still.
#[derive(Debug, Clone, Default)]
pub(in crate::turn) struct Presses {
    open: Option<OpenPress>,
    /// What has happened within the grace of the open one; it is let go only with the next event after that is closed.
    grace: Option<Box<Grace>>,
    /// When the last one was that could complete something.
    last_at: Option<GameTime>,
    /// The last of all, whatever it was for.
    heard: Option<Heard>,
    /// Something on the board has changed since the last press, or since the log began.
    board_changed: bool,
    /// Whose turn it is has his clock running again although he had pressed without a move.
    given_back: bool,
    /// The side whose earlier move, made before the log began, may still want its press.
    late: Option<Color>,
    /// Who has pressed since the board went away, which has not shown itself yet.
    in_gap: Option<PressedInGap>,
    /// Who has pressed first of all on what is no move, and whether that has started the clock is not known yet.
    unproven: Option<Color>,
}

/// A press, whatever it was for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) struct Heard {
    pub(in crate::turn) at: GameTime,
    pub(in crate::turn) by: Color,
}

/// Who has pressed while the board did not show what for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) struct PressedInGap {
    pub(in crate::turn) first: Color,
    pub(in crate::turn) last: Color,
    /// How often in turns, from 1.
    pub(in crate::turn) in_turns: usize,
}

impl Presses {
    /// Nothing has been pressed. The move before the first of this log, which `late` made, may still want its press.
    pub(in crate::turn) fn none_but_late(late: Option<Color>) -> Presses {
        Presses { late, ..Presses::default() }
    }

    /// The press that has completed nothing yet.
    pub(in crate::turn) fn open(&self) -> Option<OpenPress> {
        self.open
    }

    pub(in crate::turn) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Whether the press that has completed nothing yet is this player's.
    pub(in crate::turn) fn is_open_by(&self, by: Color) -> bool {
        self.open.is_some_and(|press| press.by == by)
    }

    /// A press is to be judged. One that was open counts no more.
    pub(in crate::turn) fn opens(&mut self, at: GameTime, by: Color) {
        self.unproven = None;
        self.grace = None;
        self.open = Some(OpenPress { at, by, is_for: PressedFor::AMove });
    }

    /// What the press that is to be judged may be for.
    pub(in crate::turn) fn open_is_for(&mut self, is_for: PressedFor) {
        self.open.iter_mut().for_each(|press| press.is_for = is_for);
    }

    /// Whether the first press of the game, which is judged no longer, has started the clock is still to be seen.
    pub(in crate::turn) fn wait_for_proof(&mut self, by: Color) {
        self.unproven = Some(by);
    }

    /// Who has pressed first, of which nothing was known yet; it is not asked again.
    pub(in crate::turn) fn take_unproven(&mut self) -> Option<Color> {
        self.unproven.take()
    }

    /// The open press has been judged, or means nothing any more. Gives it.
    pub(in crate::turn) fn closes(&mut self) -> Option<OpenPress> {
        self.unproven = None;
        self.open.take()
    }

    /// The same, if it is this player's.
    pub(in crate::turn) fn closes_by(&mut self, by: Color) -> Option<OpenPress> {
        self.open.take_if(|press| press.by == by)
    }

    /// The press that was open before, or that none was, is so again.
    pub(in crate::turn) fn put_back(&mut self, open: Option<OpenPress>) {
        self.open = open;
    }

    /// When the last press was that could complete something.
    pub(in crate::turn) fn last_at(&self) -> Option<GameTime> {
        self.last_at
    }

    /// The last press that could complete something was then.
    pub(in crate::turn) fn last_was_at(&mut self, at: Option<GameTime>) {
        self.last_at = at;
    }

    /// There is a press, whatever it is for. Gives the one before it.
    pub(in crate::turn) fn hear(&mut self, at: GameTime, by: Color) -> Option<Heard> {
        self.heard.replace(Heard { at, by })
    }

    /// Something on the board has changed.
    pub(in crate::turn) fn board_changes(&mut self) {
        self.board_changed = true;
    }

    /// Whether something on the board has changed since the last press.
    pub(in crate::turn) fn has_board_changed(&self) -> bool {
        self.board_changed
    }

    /// There is another press, from which on changes of the board count. Gives whether it had changed since the one before.
    pub(in crate::turn) fn take_board_change(&mut self) -> bool {
        std::mem::take(&mut self.board_changed)
    }

    /// The clock of whose turn it is runs again although he had pressed without a move: he may press once more.
    pub(in crate::turn) fn clock_is_given_back(&mut self) {
        self.given_back = true;
    }

    /// Whether his clock has been given back, and he has not pressed since.
    pub(in crate::turn) fn is_clock_given_back(&self) -> bool {
        self.given_back
    }

    /// He presses. Gives whether his clock had been given back, which this press uses up.
    pub(in crate::turn) fn take_clock_given_back(&mut self) -> bool {
        std::mem::take(&mut self.given_back)
    }

    /// A game or a log begins after a move of `by`, who may still have to press for it.
    pub(in crate::turn) fn late_may_come(&mut self, by: Color) {
        self.late = Some(by);
    }

    /// No press for a move before the log can come any more.
    pub(in crate::turn) fn none_is_late(&mut self) {
        self.late = None;
    }

    /// `by` presses with nothing to press for. Gives whether it may be for a move before the log; no other can be.
    pub(in crate::turn) fn take_late(&mut self, by: Color) -> bool {
        self.late.take() == Some(by)
    }

    /// The board is back and has not shown itself yet: what was pressed for, it will show.
    pub(in crate::turn) fn pressed_in_gap(&mut self, by: Color) {
        let so_far = self.in_gap.unwrap_or(PressedInGap { first: by, last: by.other(), in_turns: 0 });
        let in_turns = so_far.in_turns + usize::from(so_far.last != by);
        self.in_gap = Some(PressedInGap { last: by, in_turns, ..so_far });
    }

    /// The board goes away with a press that is not judged yet: what it was for, the board will show when it is back.
    pub(in crate::turn) fn board_goes_away(&mut self) {
        self.in_gap = self.open.take().map(|press| PressedInGap { first: press.by, last: press.by, in_turns: 1 });
    }

    /// Whether somebody has pressed since the board went away, or as it did, and it has not shown itself yet.
    pub(in crate::turn) fn is_pressed_in_gap(&self) -> bool {
        self.in_gap.is_some()
    }

    /// The board has shown itself. Gives who had pressed before it did.
    pub(in crate::turn) fn take_pressed_in_gap(&mut self) -> Option<PressedInGap> {
        self.in_gap.take()
    }

    /// Keeps what happens within the grace of the open press. `stood` tells how things stood before, and how
    /// many alerts had been raised.
    pub(super) fn keep_in_grace(&mut self, seen: Seen, stood: impl FnOnce() -> (SensedBoard, Turn, u32)) {
        match (self.open, seen.event) {
            (None, _) => self.grace = None,
            (Some(press), Event::Drop { .. } | Event::Lift { .. }) => {
                // Most presses are judged before anything else happens.
                if self.grace.as_ref().is_none_or(|grace| !grace.is_of(press)) {
                    let (sensed, turn, alerts) = stood();
                    self.grace = Some(Box::new(Grace::of(press, sensed, turn, alerts)));
                }
                self.grace.iter_mut().for_each(|grace| grace.keep(seen));
            }
            (Some(_), _) => {}
        }
    }

    /// What has happened within the grace of a press that is open, or was until now.
    pub(super) fn grace_of(&self, press: OpenPress) -> Option<&Grace> {
        self.grace.as_deref().filter(|grace| grace.is_of(press))
    }

    /// The same, to be kept no longer.
    pub(super) fn take_grace_of(&mut self, press: OpenPress) -> Option<Box<Grace>> {
        self.grace.take().filter(|grace| grace.is_of(press))
    }

    /// What of the presses separates explanations.
    pub(in crate::turn) fn key(&self) -> PressesKey {
        let Presses {
            open,
            // It shows in the board and the hand.
            grace: _,
            // The events, and their times, are the same for all.
            last_at: _,
            board_changed,
            given_back,
            late,
            // The same for all.
            heard: _,
            // All have it, and the next event decides on it.
            unproven: _,
            in_gap,
        } = self;
        PressesKey { open: *open, board_changed: *board_changed, given_back: *given_back, late: *late, in_gap: *in_gap }
    }
}

/// What separates the presses of two hypotheses: see [`Presses::key`].
#[derive(Debug, PartialEq)]
pub(in crate::turn) struct PressesKey {
    open: Option<OpenPress>,
    board_changed: bool,
    given_back: bool,
    late: Option<Color>,
    in_gap: Option<PressedInGap>,
}

#[cfg(test)]
mod tests {
    use protocols::{Placement, Square};

    use super::*;
    use crate::rules::Position;

    const BLACK: Color = Color::Black;
    const WHITE: Color = Color::White;

    fn lift(ms: u64) -> Seen {
        let square = Square::new(12).expect("on the board");
        Seen { at: GameTime(ms), event: Event::Lift { square, piece: None }, accidental: false }
    }

    /// Keeps this, and gives whether it had to ask how things stood.
    fn keep(presses: &mut Presses, seen: Seen) -> bool {
        let mut asked = false;
        presses.keep_in_grace(seen, || {
            asked = true;
            (SensedBoard::new(Placement::initial()), Turn::new(1, Position::initial(), Placement::initial()), 0)
        });
        asked
    }

    #[test]
    fn a_press_is_open_until_it_is_closed_or_another_takes_its_place() {
        let mut presses = Presses::default();
        assert!(!presses.is_open() && presses.closes().is_none());
        presses.opens(GameTime(1), WHITE);
        assert!(presses.is_open_by(WHITE) && !presses.is_open_by(BLACK));
        presses.opens(GameTime(2), BLACK);
        assert_eq!(presses.closes(), Some(OpenPress { at: GameTime(2), by: BLACK, is_for: PressedFor::AMove }));
        assert!(!presses.is_open());
    }

    #[test]
    fn a_press_is_closed_for_its_own_player_only() {
        let mut presses = Presses::default();
        presses.opens(GameTime(1), WHITE);
        assert_eq!(presses.closes_by(BLACK), None);
        assert!(presses.is_open());
        assert_eq!(presses.closes_by(WHITE), Some(OpenPress { at: GameTime(1), by: WHITE, is_for: PressedFor::AMove }));
        assert!(!presses.is_open());
    }

    #[test]
    fn a_press_put_back_is_open_as_it_was() {
        let mut presses = Presses::default();
        presses.opens(GameTime(1), WHITE);
        let before = presses.open();
        presses.opens(GameTime(5), BLACK);
        presses.put_back(before);
        assert_eq!(presses.open(), Some(OpenPress { at: GameTime(1), by: WHITE, is_for: PressedFor::AMove }));
    }

    #[test]
    fn a_change_of_the_board_counts_for_one_press() {
        let mut presses = Presses::default();
        assert!(!presses.take_board_change());
        presses.board_changes();
        assert!(presses.has_board_changed() && presses.take_board_change());
        assert!(!presses.has_board_changed() && !presses.take_board_change());
    }

    #[test]
    fn a_clock_given_back_allows_one_more_press() {
        let mut presses = Presses::default();
        presses.clock_is_given_back();
        assert!(presses.take_clock_given_back());
        assert!(!presses.take_clock_given_back());
    }

    #[test]
    fn only_who_moved_before_the_log_may_press_late_and_only_at_first() {
        assert!(Presses::none_but_late(Some(BLACK)).take_late(BLACK));
        let mut presses = Presses::none_but_late(Some(BLACK));
        assert!(!presses.take_late(WHITE));
        assert!(!presses.take_late(BLACK), "White's press was another one");
        presses.late_may_come(WHITE);
        presses.none_is_late();
        assert!(!presses.take_late(WHITE));
    }

    #[test]
    fn a_press_open_when_the_board_goes_away_waits_for_what_that_will_show() {
        let mut presses = Presses::default();
        presses.opens(GameTime(1), WHITE);
        presses.board_goes_away();
        assert!(!presses.is_open());
        presses.pressed_in_gap(BLACK);
        assert_eq!(presses.take_pressed_in_gap(), Some(PressedInGap { first: WHITE, last: BLACK, in_turns: 2 }));
        assert_eq!(presses.take_pressed_in_gap(), None);
        presses.opens(GameTime(9), WHITE);
        presses.board_goes_away();
        assert_eq!(presses.take_pressed_in_gap(), Some(PressedInGap { first: WHITE, last: WHITE, in_turns: 1 }));
    }

    #[test]
    fn how_things_stood_is_asked_once_for_each_press_and_only_while_one_is_open() {
        let mut presses = Presses::default();
        assert!(!keep(&mut presses, lift(0)) && presses.grace.is_none());
        presses.opens(GameTime(1), WHITE);
        assert!(keep(&mut presses, lift(2)));
        assert!(!keep(&mut presses, lift(3)));
        presses.opens(GameTime(4), WHITE);
        assert!(keep(&mut presses, lift(5)));
        presses.closes();
        assert!(presses.grace.is_some(), "the press is still being judged");
        keep(&mut presses, lift(6));
        assert!(presses.grace.is_none());
    }

    #[test]
    fn presses_go_on_alike_only_where_the_same_is_open() {
        let changes: [fn(&mut Presses); 5] = [
            |presses| presses.opens(GameTime(1), WHITE),
            |presses| presses.board_changes(),
            |presses| presses.clock_is_given_back(),
            |presses| presses.late_may_come(WHITE),
            |presses| presses.pressed_in_gap(WHITE),
        ];
        for change in changes {
            let mut changed = Presses::default();
            change(&mut changed);
            assert_ne!(changed.key(), Presses::default().key(), "{changed:?}");
        }
        let mut later = Presses::default();
        later.last_was_at(Some(GameTime(3)));
        assert_eq!(later.key(), Presses::default().key());
    }
}
