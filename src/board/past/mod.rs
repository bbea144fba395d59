//! What the board did while nobody listened: when its own log is asked for, and what waits for it.

mod hand;
mod news;
mod scan;

use protocols::{At, ClockReading, Placement, Remembered};

use super::{Event, asking::QUIET_MS, orientation::Orientation, shadow::Squares};

use news::{KnownToLog, Missed};

pub(super) use scan::is_seen_in_order;

/// How long the board's own log is waited for, in milliseconds. DGT's takes 8.3 s, behind what is being sent already.
const PAST_WAIT_MS: u64 = 16_000;

/// How long a board that has sent its log may take to show itself before what comes is told as it comes, in milliseconds.
const DEAF_MS: u64 = 2_500;

/// How long a board that looks again may go on finding what was done before, in milliseconds: four of DGT's scans, for it
/// may take two to believe that a square is empty.
const LOOKS_MS: u64 = 1_000;

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
    hearing: Hearing,
    /// What was done while nobody listened, once that is known.
    missed: Option<Missed>,
}

/// Whether the board tells what is done as it is done.
#[derive(Debug)]
enum Hearing {
    /// It does.
    Now,
    /// It was sending its log, and has not been read since. As the log left it, it was this `board`. What comes waits until
    /// then, if it still does.
    Deaf { board: Box<Squares>, until: Option<At> },
    /// It looks again: what it finds may have been done while it did not.
    LooksAgain {
        /// Until when, if nothing more is found; and at the latest.
        until: At,
        latest: At,
        /// When it was asked to show itself once more, after that time: its answer ends the wait.
        asked: Option<At>,
        /// Whether it was read otherwise than its log had left it.
        has_changed: bool,
        /// The clock as it was read last, and how often it has been read to have run on since.
        clock: Option<ClockReading>,
        ticks: u8,
    },
}

/// What a wait for a board to look again has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LookEnd {
    /// It is to show itself once more.
    Asks,
    /// It has looked at every square.
    Done {
        /// Whether the board had changed before it looked.
        has_changed: bool,
        /// By when it had: what was told later was told as it was done.
        by: At,
    },
    /// It has not shown itself, or has not come to an end: as if it were away.
    GivenUp,
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
            hearing: Hearing::Now,
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
        (self.early, self.due, self.wanted, self.hearing) = (None, None, false, Hearing::Now);
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

    /// Whether the board has told what it remembers, and has not shown itself since.
    pub(super) fn has_come_early(&self) -> bool {
        self.early.is_some()
    }

    /// The board's log comes that was asked for; the board showed these squares, and lies so. Gives how it lies after what
    /// was missed, where the log tells that for sure.
    pub(super) fn comes(
        &mut self,
        past: &[Remembered],
        squares: &Squares,
        orientation: Orientation,
    ) -> Option<Orientation> {
        self.make_up_for(past, squares, orientation)
    }

    /// While the board sent its log it did not look, and showed these squares before.
    pub(super) fn is_deaf_since(&mut self, at: At, squares: &Squares) {
        self.hearing = Hearing::Deaf { board: Box::new(*squares), until: Some(at + DEAF_MS) };
    }

    fn make_up_for(&mut self, past: &[Remembered], squares: &Squares, orientation: Orientation) -> Option<Orientation> {
        let missed = self.told.missed(past, squares, orientation)?;
        let orientation = missed.orientation;
        self.missed = Some(missed);
        Some(orientation)
    }

    /// Whether the board has told its log since it was read, and so nothing else.
    pub(super) fn is_deaf(&self) -> bool {
        matches!(self.hearing, Hearing::Deaf { .. })
    }

    /// The board is read for the first time since it was there last, or since it sent its log. It may take two scans to
    /// believe that a square is empty. Its log may have told already what it shows: then that `is_made_up` for.
    pub(super) fn looks_again(&mut self, at: At, squares: &Squares, is_made_up: bool) {
        let differs = matches!(&self.hearing, Hearing::Deaf { board, until: Some(_) } if **board != *squares);
        let has_changed = differs && !is_made_up;
        let (until, latest) = (at + 2 * QUIET_MS, at + LOOKS_MS);
        self.hearing = Hearing::LooksAgain { until, latest, asked: None, has_changed, clock: None, ticks: 0 };
    }

    /// A square has changed: a board that looks again may not have come to its end.
    pub(super) fn finds(&mut self, at: At) {
        if let Hearing::LooksAgain { until, latest, asked: None, .. } = &mut self.hearing {
            *until = (at + QUIET_MS).max(*until).min(*latest);
        }
    }

    /// The whole board was read, as it was at `since` or later. One that has answered has looked at every square, however
    /// long it or its line has taken for that.
    pub(super) fn is_read(&mut self, at: At, since: At) {
        if let Hearing::LooksAgain { until, asked: Some(asked), .. } = &mut self.hearing
            && since >= *asked
        {
            (*until, *asked) = (at, at);
        }
    }

    /// The clock is read. Where it has run for more than a second since the board has looked again, that is long done, whatever
    /// time the bytes seem to have come at: a recording may have none.
    pub(super) fn hears_clock(&mut self, at: At, reading: ClockReading) {
        let Hearing::LooksAgain { until, clock, ticks, .. } = &mut self.hearing else { return };
        let has_run = |before: ClockReading| reading.left.ms < before.left.ms || reading.right.ms < before.right.ms;
        *ticks = ticks.saturating_add(u8::from(clock.replace(reading).is_some_and(has_run)));
        if *ticks > 1 {
            *until = at;
        }
    }

    /// What the wait for the board to look again has come to, once; where the board `goes`, by now.
    pub(super) fn end_of_look(&mut self, at: At, goes: bool) -> Option<LookEnd> {
        let end = match &mut self.hearing {
            Hearing::LooksAgain { until, asked, ticks: 0 | 1, .. } if !goes && *until <= at && asked.is_none() => {
                // Where no answer comes, as in a recording, time ends it.
                (*until, *asked) = (at + DEAF_MS, Some(at));
                LookEnd::Asks
            }
            Hearing::LooksAgain { until, asked, has_changed, .. } if goes || *until <= at => {
                let end = LookEnd::Done { has_changed: *has_changed, by: asked.unwrap_or(at) };
                self.hearing = Hearing::Now;
                end
            }
            Hearing::Deaf { until, .. } => until.take_if(|until| goes || *until <= at).map(|_| LookEnd::GivenUp)?,
            Hearing::LooksAgain { .. } | Hearing::Now => return None,
        };
        Some(if goes { LookEnd::GivenUp } else { end })
    }

    /// Whether the board's log is waited for, and everything else with it.
    pub(super) fn is_awaited(&self) -> bool {
        self.due.is_some()
    }

    /// The board's log is waited for no longer; gives whether it was.
    pub(super) fn stop_waiting(&mut self) -> bool {
        self.due.take().is_some()
    }

    /// Waits no longer than until now; gives whether the board's log was waited for in vain.
    pub(super) fn tick(&mut self, at: At) -> bool {
        self.due.take_if(|due| *due <= at).is_some()
    }

    /// When the next wait ends, if any is to come.
    pub(super) fn next_deadline(&self) -> Option<At> {
        let look = match self.hearing {
            Hearing::Deaf { until, .. } => until,
            Hearing::LooksAgain { until, .. } => Some(until),
            Hearing::Now => None,
        };
        [self.due, look].into_iter().flatten().min()
    }

    /// Whether the board is to be asked for its log; once.
    pub(super) fn take_request(&mut self) -> bool {
        std::mem::take(&mut self.wanted)
    }

    /// What was missed, once: each with the milliseconds that passed before it, at the least. All of it is to be told before
    /// anything else is.
    pub(super) fn take_missed(&mut self) -> Option<Vec<(u64, Event)>> {
        let Missed { events, done, .. } = self.missed.take()?;
        self.told.begins_to_tell(done);
        Some(events)
    }

    /// What was missed, if anything was, has been told.
    pub(super) fn has_told_missed(&mut self) {
        self.told.has_told();
    }
}
