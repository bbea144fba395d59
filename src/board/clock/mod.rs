//! The chess clock: which readings to believe, and what they say was done.
//!
//! A reading crosses a line without a checksum. A changed lever or a jump in
//! the times is believed at once only where the times bear it out; otherwise
//! it must be seen twice, or stand uncontradicted for a while.

pub(super) mod judge;

use protocols::{At, ClockFace, ClockReading, Flag, Side};

use judge::{Accepted, Candidate, Context, Outcome, Verdict, is_same_again};

/// What the clock adds to the stage's counters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Counters {
    /// Readings that were not believed in the end.
    pub(super) readings_rejected: u64,
    /// Presses taken back because only a damaged reading had told of them.
    pub(super) presses_rejected: u64,
}

/// How long a shown flag must stand at zero to mean that the allotted time is over, in milliseconds.
///
/// At the mere end of a period the next period's time is on the display within a second.
pub(super) const FLAG_SHOWN_MS: u64 = 2_000;

/// How long a missing clock may be the work of one damaged reading, in milliseconds.
pub(super) const UNPLUGGED_MS: u64 = 2_500;

/// What the clock has to say, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Says {
    /// Whether its battery is low, when that changed.
    BatteryLow(bool),
    /// Whether a clock is connected, when that changed.
    Connected(bool),
    /// This side's time is over.
    Flag(Side),
    /// The lever went down on this side.
    Press {
        /// The side that pressed.
        by: Side,
        /// Whether a later [`Says::Settled`] is to decide on it.
        doubtful: bool,
    },
    /// What was doubtful is decided.
    Settled {
        /// Whether the press was one.
        press: bool,
        /// Whether the times that came with it are right.
        times: bool,
    },
    /// A reading to be published.
    Times {
        /// The reading.
        reading: ClockReading,
        /// Whether a later [`Says::Settled`] is to decide on it.
        doubtful: bool,
    },
}

/// The clock of one table.
#[derive(Debug, Default)]
pub(super) struct Clock {
    accepted: Option<Accepted>,
    candidate: Option<Candidate>,
    last_received: Option<ClockReading>,
    context: Context,
    unplugged: Option<At>,
    connected: Option<bool>,
    battery_low: Option<bool>,
    shown_since: BySide<Option<At>>,
    fallen: BySide<bool>,
    counters: Counters,
}

impl Clock {
    /// Takes a reading; [`tick`](Clock::tick) must have been called for `at`.
    pub(super) fn read(&mut self, at: At, reading: ClockReading, says: &mut Vec<Says>) {
        if !reading.connected {
            match self.unplugged {
                None => self.unplugged = Some(at),
                Some(_) => self.connect(false, says),
            }
            return;
        }
        if self.unplugged.take().is_some() {
            if self.connected == Some(false) {
                // Whatever happened to the lever meanwhile was not seen: start afresh.
                self.forget(says);
            } else {
                self.counters.readings_rejected += 1;
            }
        }
        self.connect(true, says);
        if let Some(last) = self.last_received.replace(reading) {
            self.context.repeats |= last == reading;
            // One bit, so it must be seen twice.
            if last.battery_low == reading.battery_low && self.battery_low != Some(reading.battery_low) {
                self.battery_low = Some(reading.battery_low);
                says.push(Says::BatteryLow(reading.battery_low));
            }
        }

        if let Some(candidate) = self.candidate.take() {
            match self.context.settle(self.accepted.as_ref(), &candidate, &reading, at) {
                Outcome::Confirmed => {
                    self.confirm(candidate, candidate.at, says);
                    self.follow(at, reading, &candidate, says);
                    return;
                }
                Outcome::LeverOnly => {
                    self.counters.readings_rejected += 1;
                    if candidate.press {
                        says.push(Says::Settled { press: true, times: false });
                    }
                    if let Some(accepted) = &mut self.accepted {
                        accepted.reading.lever_high = candidate.reading.lever_high;
                        accepted.reading.running = reading.running;
                        accepted.settled = true;
                    }
                }
                Outcome::Rejected => self.reject(&candidate, says),
                Outcome::Waiting => {
                    self.candidate = Some(candidate);
                    return;
                }
            }
        }
        self.step(at, reading, says);
    }

    /// The board told of a press in words of its own; says whether no reading has told of it before.
    pub(super) fn pressed(&mut self, at: At, by: Side, says: &mut Vec<Says>) -> bool {
        if let Some(candidate) = self.candidate.take_if(|one| one.press && one.reading.lever_high == by.other()) {
            self.confirm(candidate, at, says);
            return false;
        }
        // What is in doubt of an earlier reading are its times: it must not bring the lever back later.
        if let Some(candidate) = self.candidate.as_mut() {
            if candidate.press {
                says.push(Says::Settled { press: true, times: false });
                candidate.press = false;
            }
            candidate.reading.lever_high = by.other();
        }
        match &mut self.accepted {
            Some(accepted) if accepted.reading.lever_high == by.other() => false,
            Some(accepted) => {
                accepted.reading.lever_high = by.other();
                accepted.settled = true;
                accepted.pressed = true;
                true
            }
            None => true,
        }
    }

    /// Does what was due at or before `at`.
    pub(super) fn tick(&mut self, at: At, says: &mut Vec<Says>) {
        if let Some(candidate) = self.candidate
            && at >= candidate.due()
        {
            self.candidate = None;
            self.confirm(candidate, at, says);
        }
        if let Some(since) = self.unplugged
            && at >= since + UNPLUGGED_MS
        {
            self.connect(false, says);
        }
        for side in [Side::Left, Side::Right] {
            if let Some(since) = *self.shown_since.of(side)
                && at >= since + FLAG_SHOWN_MS
            {
                self.fall(side, says);
            }
        }
    }

    /// When [`tick`](Clock::tick) has something to do.
    pub(super) fn next_deadline(&self) -> Option<At> {
        let candidate = self.candidate.map(|candidate| candidate.due());
        let unplugged = self.unplugged.filter(|_| self.connected != Some(false)).map(|since| since + UNPLUGGED_MS);
        let shown = [Side::Left, Side::Right].map(|side| self.shown_since.of(side).map(|since| since + FLAG_SHOWN_MS));
        [candidate, unplugged, shown[0], shown[1]].into_iter().flatten().min()
    }

    /// The connection is gone: the next reading is a first one.
    pub(super) fn disconnected(&mut self, says: &mut Vec<Says>) {
        self.forget(says);
        self.unplugged = None;
        self.connected = None;
    }

    /// A new game begins: flags may fall again.
    pub(super) fn new_game(&mut self) {
        self.fallen = BySide::default();
        self.shown_since = BySide::default();
    }

    /// Noise figures since the start.
    pub(super) fn counters(&self) -> Counters {
        self.counters
    }

    fn connect(&mut self, connected: bool, says: &mut Vec<Says>) {
        if self.connected != Some(connected) {
            self.connected = Some(connected);
            says.push(Says::Connected(connected));
        }
    }

    fn forget(&mut self, says: &mut Vec<Says>) {
        if let Some(candidate) = self.candidate.take() {
            self.reject(&candidate, says);
        }
        self.accepted = None;
        self.last_received = None;
        self.context.repeats = false;
        self.context.stopped_at = None;
        self.shown_since = BySide::default();
    }

    fn reject(&mut self, candidate: &Candidate, says: &mut Vec<Says>) {
        self.counters.readings_rejected += 1;
        if candidate.press {
            self.counters.presses_rejected += 1;
            says.push(Says::Settled { press: false, times: false });
        }
    }

    fn confirm(&mut self, candidate: Candidate, at: At, says: &mut Vec<Says>) {
        if candidate.press {
            says.push(Says::Settled { press: true, times: true });
        } else {
            says.push(Says::Times { reading: candidate.reading, doubtful: false });
        }
        self.accept(at, candidate.reading, says);
    }

    /// Takes the reading that confirmed a candidate.
    fn follow(&mut self, at: At, reading: ClockReading, candidate: &Candidate, says: &mut Vec<Says>) {
        let loosely = self.accepted.is_some_and(|accepted| {
            !self.context.judge(&accepted, &reading, at).is_believed() && is_same_again(&candidate.reading, &reading)
        });
        if loosely {
            says.push(Says::Times { reading, doubtful: false });
            self.accept(at, reading, says);
        } else {
            self.step(at, reading, says);
        }
    }

    /// Takes a reading with no other in doubt.
    fn step(&mut self, at: At, reading: ClockReading, says: &mut Vec<Says>) {
        let verdict = match &self.accepted {
            None => Verdict::Believe { press: None },
            Some(accepted) => self.context.judge(accepted, &reading, at),
        };
        match verdict {
            Verdict::Believe { press } => {
                if let Some(by) = press {
                    says.push(Says::Press { by, doubtful: false });
                }
                says.push(Says::Times { reading, doubtful: false });
                self.accept(at, reading, says);
            }
            Verdict::Doubt { doubt, press } => {
                if let Some(by) = press {
                    says.push(Says::Press { by, doubtful: true });
                    says.push(Says::Times { reading, doubtful: true });
                }
                self.candidate = Some(Candidate { at, reading, doubt, press: press.is_some() });
            }
        }
    }

    fn accept(&mut self, at: At, reading: ClockReading, says: &mut Vec<Says>) {
        let ran = self.accepted.is_some_and(|accepted| accepted.reading.running);
        if reading.running {
            self.context.stopped_at = None;
        } else if ran {
            self.context.stopped_at = Some(at);
        }
        self.accepted = Some(Accepted { at, reading, settled: self.accepted.is_some(), pressed: false });
        for side in [Side::Left, Side::Right] {
            let face = face(&reading, side);
            match face.flag {
                Flag::FallenAndStopped if face.ms == 0 && !reading.running => self.fall(side, says),
                Flag::FallenAndStopped | Flag::Shown if face.ms == 0 && !*self.fallen.of(side) => {
                    self.shown_since.of_mut(side).get_or_insert(at);
                }
                Flag::FallenAndStopped | Flag::Shown | Flag::Up => *self.shown_since.of_mut(side) = None,
            }
        }
    }

    fn fall(&mut self, side: Side, says: &mut Vec<Says>) {
        *self.shown_since.of_mut(side) = None;
        if !std::mem::replace(self.fallen.of_mut(side), true) {
            says.push(Says::Flag(side));
        }
    }
}

/// One value for each side of the clock.
#[derive(Debug, Clone, Copy, Default)]
struct BySide<T> {
    left: T,
    right: T,
}

impl<T> BySide<T> {
    fn of(&self, side: Side) -> &T {
        match side {
            Side::Left => &self.left,
            Side::Right => &self.right,
        }
    }

    fn of_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Left => &mut self.left,
            Side::Right => &mut self.right,
        }
    }
}

fn face(reading: &ClockReading, side: Side) -> &ClockFace {
    match side {
        Side::Left => &reading.left,
        Side::Right => &reading.right,
    }
}

#[cfg(test)]
mod tests;
