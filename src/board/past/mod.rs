//! What the board did while nobody listened: when its own log is asked for, and what waits for it.

mod news;

use protocols::{At, Placement, Remembered};

use super::{Event, orientation::Orientation, shadow::Squares};

use news::{KnownToLog, Missed};

/// How long the board's own log is waited for, in milliseconds. DGT's takes 8.3 s, behind what is being sent already.
const PAST_WAIT_MS: u64 = 16_000;

/// What a board may have done while nobody listened.
#[derive(Debug)]
pub(super) struct Past {
    told: KnownToLog,
    /// Whether there is a game for which anything is worth finding out.
    in_play: bool,
    /// What the board remembers, told before it showed itself.
    early: Option<Vec<Remembered>>,
    /// Until when the board's log is waited for; everything waits with it.
    due: Option<At>,
    wanted: bool,
    /// The board as its log left it, which kept it from telling anything else; until it is read again.
    deaf: Option<Box<Squares>>,
    /// What was done while nobody listened, once that is known.
    missed: Option<Vec<(u64, Event)>>,
}

impl Past {
    /// Nothing is known of the board or of a game.
    pub(super) fn new() -> Past {
        Past {
            told: KnownToLog::new(&Placement::EMPTY),
            in_play: false,
            early: None,
            due: None,
            wanted: false,
            deaf: None,
            missed: None,
        }
    }

    /// The game's log begins with these pieces on the board.
    pub(super) fn begins_from(&mut self, board: &Placement) {
        self.told = KnownToLog::new(board);
    }

    /// The game's log is told this.
    pub(super) fn told(&mut self, event: &Event) {
        self.told.add(event);
    }

    /// Whether there is a game that goes on, or has just ended.
    pub(super) fn in_play(&mut self, in_play: bool) {
        self.in_play = in_play;
    }

    /// The board is gone, and with it what it was asked; what was missed before is still to be told.
    pub(super) fn disconnected(&mut self) {
        (self.early, self.due, self.wanted, self.deaf) = (None, None, false, None);
    }

    /// The board is back and shows these squares, in its own numbering; it lies so, where that is known and pieces are told
    /// apart. Where the game's log knows another board, the board's own is looked into, or asked for. Gives how the board
    /// lies after what was missed, once that is known.
    pub(super) fn look_back(
        &mut self,
        at: At,
        squares: &Squares,
        orientation: Option<Orientation>,
    ) -> Option<Orientation> {
        let early = self.early.take();
        let orientation = orientation?;
        if !self.in_play || self.told.agrees(&orientation.squares(squares)) {
            return None;
        }
        if let Some(past) = early {
            return self.make_up_for(&past, squares, orientation);
        }
        self.wanted = true;
        self.due = Some(at + PAST_WAIT_MS);
        None
    }

    /// The board tells what it remembers before it has shown itself.
    pub(super) fn comes_early(&mut self, past: Vec<Remembered>) {
        self.early = Some(past);
    }

    /// The board's log comes that was asked for; the board showed these squares, and lies so. Gives how it lies after what
    /// was missed, where the log tells that for sure.
    pub(super) fn comes(
        &mut self,
        past: &[Remembered],
        squares: &Squares,
        orientation: Orientation,
    ) -> Option<Orientation> {
        self.deaf = Some(Box::new(*squares));
        self.make_up_for(past, squares, orientation)
    }

    fn make_up_for(&mut self, past: &[Remembered], squares: &Squares, orientation: Orientation) -> Option<Orientation> {
        let Missed { events, orientation } = self.told.missed(past, squares, orientation)?;
        self.missed = Some(events);
        Some(orientation)
    }

    /// Whether the board has told its log since it was read, and so nothing else.
    pub(super) fn is_deaf(&self) -> bool {
        self.deaf.is_some()
    }

    /// The board is read again after its log; gives whether it has changed meanwhile.
    pub(super) fn hears_again(&mut self, squares: &Squares) -> bool {
        self.deaf.take().is_some_and(|before| *before != *squares)
    }

    /// Whether the board's log is waited for, and everything else with it.
    pub(super) fn is_awaited(&self) -> bool {
        self.due.is_some()
    }

    /// The board's log is waited for no longer; gives whether it was.
    pub(super) fn stop_waiting(&mut self) -> bool {
        self.due.take().is_some()
    }

    /// Waits no longer than until now.
    pub(super) fn tick(&mut self, at: At) {
        self.due.take_if(|due| *due <= at);
    }

    /// Until when the board's log is waited for.
    pub(super) fn next_deadline(&self) -> Option<At> {
        self.due
    }

    /// Whether the board is to be asked for its log; once.
    pub(super) fn take_request(&mut self) -> bool {
        std::mem::take(&mut self.wanted)
    }

    /// What was missed, once: each with the milliseconds that passed before it, at the least.
    pub(super) fn take_missed(&mut self) -> Option<Vec<(u64, Event)>> {
        self.missed.take()
    }
}
