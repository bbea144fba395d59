//! The chess clock: which readings to believe, and what they say was done.
//!
//! A reading crosses a line without a checksum. A changed lever or a jump in
//! the times is believed at once only where the times bear it out; otherwise
//! it must be seen twice, or stand uncontradicted for a while.

use protocols::{At, ClockFace, ClockReading, Flag, Side};

/// What the clock adds to the stage's counters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Counters {
    /// Readings that were not believed in the end.
    pub(super) readings_rejected: u64,
    /// Presses taken back because only a damaged reading had told of them.
    pub(super) presses_rejected: u64,
}

/// How long a doubtful reading must stand uncontradicted to be believed, in milliseconds.
///
/// A running clock speaks every second, so a damaged reading is contradicted before.
pub(super) const CONFIRM_MS: u64 = 1_500;

/// How long the two players' times must stay exchanged before it is believed, in milliseconds.
pub(super) const SWAP_MS: u64 = 5_000;

/// How long a shown flag must stand at zero to mean that the allotted time is over, in milliseconds.
///
/// At the mere end of a period the next period's time is on the display within a second.
pub(super) const FLAG_SHOWN_MS: u64 = 2_000;

/// How long a missing clock may be the work of one damaged reading, in milliseconds.
pub(super) const UNPLUGGED_MS: u64 = 2_500;

/// How long after a stop a lever change still counts as a press, in milliseconds.
pub(super) const JUST_RAN_MS: u64 = 1_500;

/// How far times may stray from the time passed, in milliseconds: whole seconds at both ends.
const SLACK_MS: u64 = 2_000;

/// Longest increment or delay that a press may add, in milliseconds.
const MAX_INCREMENT_MS: u64 = 180_000;

/// How close two doubtful readings must be to count as the same seen twice, in milliseconds.
const TWICE_MS: u64 = 10_000;

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
    /// Whether this board sends readings in which nothing has changed.
    repeats: bool,
    stopped_at: Option<At>,
    unplugged: Option<At>,
    connected: Option<bool>,
    battery_low: Option<bool>,
    shown_since: BySide<Option<At>>,
    fallen: BySide<bool>,
    counters: Counters,
}

/// The reading last believed.
#[derive(Debug, Clone, Copy)]
struct Accepted {
    at: At,
    reading: ClockReading,
    /// Whether the lever has been seen so at least twice.
    settled: bool,
    /// Whether the board has told of a press since, in words of its own: the times are still those before it.
    pressed: bool,
}

/// A reading in doubt.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    at: At,
    reading: ClockReading,
    doubt: Doubt,
    /// Whether a doubtful press was told.
    press: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Doubt {
    /// The times do not follow from the last ones.
    Jump,
    /// The lever changed and nothing bears it out.
    Lever,
    /// The clock stopped in a reading that a running clock would have sent.
    Stop,
    /// The two times are exchanged.
    Swap,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Believe { press: Option<Side> },
    Doubt { doubt: Doubt, press: Option<Side> },
}

impl Verdict {
    fn is_believed(self) -> bool {
        matches!(self, Verdict::Believe { .. })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Confirmed,
    /// The lever is confirmed, the times that came with it are not.
    LeverOnly,
    Rejected,
    Waiting,
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
            self.repeats |= last == reading;
            // One bit, so it must be seen twice.
            if last.battery_low == reading.battery_low && self.battery_low != Some(reading.battery_low) {
                self.battery_low = Some(reading.battery_low);
                says.push(Says::BatteryLow(reading.battery_low));
            }
        }

        if let Some(candidate) = self.candidate.take() {
            match self.settle(&candidate, &reading, at) {
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
        self.repeats = false;
        self.stopped_at = None;
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
            !self.judge(&accepted, &reading, at).is_believed() && is_same_again(&candidate.reading, &reading)
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
            Some(accepted) => self.judge(accepted, &reading, at),
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
            self.stopped_at = None;
        } else if ran {
            self.stopped_at = Some(at);
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

    /// Whether a reading follows from one believed before.
    fn judge(&self, before: &Accepted, now: &ClockReading, at: At) -> Verdict {
        let was = &before.reading;
        let presser = was.lever_high;
        let lever_changed = now.lever_high != presser;
        let runs = was.running || now.running || self.stopped_at.is_some_and(|stop| at.since(stop) <= JUST_RAN_MS);
        let press = (lever_changed && runs).then_some(presser);

        if !are_times_plausible(was, now, at.since(before.at), runs, lever_changed || before.pressed) {
            let doubt = if is_swapped(was, now) { Doubt::Swap } else { Doubt::Jump };
            return Verdict::Doubt { doubt, press };
        }
        // A board that speaks only when something changes would not have sent the same times again, had the
        // change in the other bits not been real.
        let only_status_changed = !self.repeats && have_same_times(was, now);
        if lever_changed {
            if press.is_none() {
                return Verdict::Believe { press };
            }
            // Nobody presses and stops the clock at one and the same moment; a shifted message says so.
            if was.running && !now.running {
                return Verdict::Doubt { doubt: Doubt::Lever, press };
            }
            // Lever and turn mark change together; one that moves alone is a damaged byte, of this reading or,
            // where nothing is settled yet, of the first.
            match (was.turn, now.turn) {
                (Some(before_mark), Some(mark)) if before_mark != mark => return Verdict::Believe { press },
                (Some(_), Some(_)) if before.settled => return Verdict::Doubt { doubt: Doubt::Lever, press },
                (Some(_), Some(_)) => return Verdict::Believe { press: None },
                (None, _) | (_, None) => {}
            }
            if !was.running {
                return Verdict::Believe { press };
            }
            let gained = face(now, presser).ms > face(was, presser).ms;
            let opponent_runs = face(now, presser.other()).ms < face(was, presser.other()).ms;
            if gained || only_status_changed {
                Verdict::Believe { press }
            } else if opponent_runs {
                // A first reading with a damaged lever looks like this too: then nobody pressed.
                Verdict::Believe { press: press.filter(|_| before.settled) }
            } else {
                Verdict::Doubt { doubt: Doubt::Lever, press }
            }
        } else if was.running && !now.running {
            let fell = face(now, presser).ms == 0 && face(now, presser).flag == Flag::FallenAndStopped;
            if fell || only_status_changed {
                Verdict::Believe { press: None }
            } else {
                Verdict::Doubt { doubt: Doubt::Stop, press: None }
            }
        } else {
            Verdict::Believe { press: None }
        }
    }

    /// What the next reading says of one in doubt.
    fn settle(&self, candidate: &Candidate, now: &ClockReading, at: At) -> Outcome {
        let Some(accepted) = &self.accepted else { return Outcome::Confirmed };
        let doubted = &candidate.reading;
        let as_accepted = Accepted { at: candidate.at, reading: *doubted, settled: true, pressed: false };
        let follows = self.judge(&as_accepted, now, at).is_believed() || is_same_again(doubted, now);

        if doubted.lever_high != accepted.reading.lever_high {
            if now.lever_high == doubted.lever_high {
                return if follows { Outcome::Confirmed } else { Outcome::LeverOnly };
            }
            // The lever is back: pressed twice, or never.
            let opponent = doubted.lever_high;
            let opponent_ran = candidate.doubt != Doubt::Jump
                && face(now, opponent).ms < face(doubted, opponent).ms
                && face(now, opponent.other()).ms >= face(doubted, opponent.other()).ms;
            let pressed_twice = opponent_ran || (!self.repeats && have_same_times(doubted, now));
            return if pressed_twice { Outcome::Confirmed } else { Outcome::Rejected };
        }
        if self.judge(accepted, now, at).is_believed() {
            Outcome::Rejected
        } else if candidate.doubt == Doubt::Swap && is_swapped(&accepted.reading, now) {
            Outcome::Waiting
        } else if follows {
            Outcome::Confirmed
        } else {
            Outcome::Rejected
        }
    }
}

impl Candidate {
    fn due(&self) -> At {
        let ms = match self.doubt {
            Doubt::Jump | Doubt::Lever | Doubt::Stop => CONFIRM_MS,
            Doubt::Swap => SWAP_MS,
        };
        self.at + ms
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

fn have_same_times(one: &ClockReading, other: &ClockReading) -> bool {
    one.left.ms == other.left.ms && one.right.ms == other.right.ms
}

/// Whether the times follow from those of an earlier reading: what ran ran as long as has passed, what stood
/// stood, and a press added no more than an increment.
fn are_times_plausible(
    was: &ClockReading,
    now: &ClockReading,
    elapsed_ms: u64,
    runs: bool,
    lever_changed: bool,
) -> bool {
    [Side::Left, Side::Right].into_iter().all(|side| {
        let (before, after) = (u64::from(face(was, side).ms), u64::from(face(now, side).ms));
        let may_change = runs && (lever_changed || side == was.lever_high);
        let most_gained = match (may_change, lever_changed) {
            (false, _) => 0,
            (true, false) => SLACK_MS,
            (true, true) => MAX_INCREMENT_MS,
        };
        let most_used = if may_change { elapsed_ms.saturating_add(SLACK_MS) } else { 0 };
        after.saturating_sub(before) <= most_gained && before.saturating_sub(after) <= most_used
    })
}

/// Whether the two players' times are exchanged, where they are far enough apart to tell.
fn is_swapped(was: &ClockReading, now: &ClockReading) -> bool {
    let near = |one: &ClockFace, other: &ClockFace| u64::from(one.ms.abs_diff(other.ms)) <= SLACK_MS;
    near(&was.left, &now.right) && near(&was.right, &now.left) && !near(&was.left, &was.right)
}

/// Whether a doubtful reading has been seen twice.
fn is_same_again(one: &ClockReading, other: &ClockReading) -> bool {
    let near = |one: &ClockFace, other: &ClockFace| u64::from(one.ms.abs_diff(other.ms)) <= TWICE_MS;
    one.lever_high == other.lever_high
        && one.running == other.running
        && near(&one.left, &other.left)
        && near(&one.right, &other.right)
}

#[cfg(test)]
mod tests {
    use super::{
        Side::{Left, Right},
        *,
    };

    /// A reading: seconds left and right, whose lever end is high.
    fn reading(left_s: u32, right_s: u32, lever_high: Side) -> ClockReading {
        let face = |seconds: u32| ClockFace { ms: seconds * 1_000, flag: Flag::Up, increment_shown: false };
        ClockReading {
            left: face(left_s),
            right: face(right_s),
            lever_high,
            running: true,
            connected: true,
            battery_low: false,
            turn: None,
        }
    }

    fn marked(reading: ClockReading, turn: Side) -> ClockReading {
        ClockReading { turn: Some(turn), ..reading }
    }

    fn stopped(reading: ClockReading) -> ClockReading {
        ClockReading { running: false, ..reading }
    }

    /// What is left of everything said, with doubts settled: presses, flags and published times in seconds.
    #[derive(Debug, Default, PartialEq, Eq)]
    struct Heard {
        presses: Vec<Side>,
        flags: Vec<Side>,
        times: Vec<(u32, u32)>,
    }

    fn hear(says: &[Says]) -> Heard {
        let mut heard = Heard::default();
        let mut doubtful = (None, None);
        for said in says {
            match *said {
                Says::BatteryLow(_) | Says::Connected(_) => {}
                Says::Flag(side) => heard.flags.push(side),
                Says::Press { by, doubtful: true } => doubtful.0 = Some(by),
                Says::Press { by, doubtful: false } => heard.presses.push(by),
                Says::Settled { press, times } => {
                    heard.presses.extend(doubtful.0.take().filter(|_| press));
                    heard.times.extend(doubtful.1.take().filter(|_| times));
                }
                Says::Times { reading, doubtful: is_doubtful } => {
                    let times = (reading.left.ms / 1_000, reading.right.ms / 1_000);
                    if is_doubtful {
                        doubtful.1 = Some(times);
                    } else {
                        heard.times.push(times);
                    }
                }
            }
        }
        heard
    }

    fn play(readings: &[(u64, ClockReading)], until: u64) -> Heard {
        let mut clock = Clock::default();
        let mut says = Vec::new();
        for &(at, reading) in readings {
            clock.tick(At(at), &mut says);
            clock.read(At(at), reading, &mut says);
        }
        while let Some(at) = clock.next_deadline().filter(|at| at.0 <= until) {
            clock.tick(at, &mut says);
        }
        hear(&says)
    }

    #[test]
    fn a_lever_change_with_an_increment_is_a_press_at_once() {
        let mut clock = Clock::default();
        let mut says = Vec::new();
        clock.read(At(0), reading(100, 100, Left), &mut says);
        clock.read(At(1_000), reading(99, 100, Left), &mut says);
        says.clear();
        clock.read(At(1_500), reading(101, 100, Right), &mut says);
        assert_eq!(says[0], Says::Press { by: Left, doubtful: false });
        assert!(matches!(says[1], Says::Times { doubtful: false, .. }));
    }

    #[test]
    fn a_lever_change_between_two_seconds_is_a_press_at_once() {
        let mut clock = Clock::default();
        let mut says = Vec::new();
        clock.read(At(0), reading(100, 100, Left), &mut says);
        clock.read(At(1_000), reading(99, 100, Left), &mut says);
        says.clear();
        clock.read(At(1_500), reading(99, 100, Right), &mut says);
        assert_eq!(says[0], Says::Press { by: Left, doubtful: false });
    }

    #[test]
    fn a_damaged_lever_is_no_press() {
        let heard = play(
            &[
                (0, reading(100, 100, Left)),
                (1_000, reading(99, 100, Left)),
                (2_000, reading(98, 100, Right)),
                (3_000, reading(97, 100, Left)),
                (4_000, reading(96, 100, Left)),
            ],
            10_000,
        );
        assert_eq!(heard.presses, []);
        assert_eq!(heard.times, [(100, 100), (99, 100), (97, 100), (96, 100)]);
    }

    #[test]
    fn a_press_and_a_stop_in_one_reading_are_believed_only_when_borne_out() {
        let before = [(0, marked(reading(100, 100, Left), Left)), (1_000, marked(reading(99, 100, Left), Left))];
        // One byte twice: the seconds stand where the status should, and the byte behind passed for an id.
        let shifted = ClockReading { running: false, ..marked(reading(113, 100, Right), Right) };
        let after = marked(reading(97, 100, Left), Left);
        assert_eq!(play(&[&before[..], &[(2_000, shifted), (3_000, after)]].concat(), 9_000).presses, []);
        assert_eq!(play(&[&before[..], &[(2_000, shifted)]].concat(), 9_000).presses, [Left]);
    }

    #[test]
    fn a_lever_that_moves_with_the_turn_mark_is_a_press_at_once_and_one_that_moves_alone_is_damaged() {
        // The mark may name either side.
        for (mark, next_mark) in [(Left, Right), (Right, Left)] {
            let before = [(0, marked(reading(100, 100, Left), mark)), (1_000, marked(reading(99, 100, Left), mark))];
            let pressed = marked(reading(98, 100, Right), next_mark);
            assert_eq!(play(&[&before[..], &[(2_000, pressed)]].concat(), 2_000).presses, [Left]);
            let damaged = marked(reading(98, 100, Right), mark);
            let after = marked(reading(97, 100, Left), mark);
            assert_eq!(play(&[&before[..], &[(2_000, damaged), (3_000, after)]].concat(), 9_000).presses, []);
            let first = [(0, damaged), (1_000, after), (2_000, marked(reading(96, 100, Left), mark))];
            assert_eq!(play(&first, 9_000).presses, []);
        }
    }

    #[test]
    fn a_low_battery_is_told_when_seen_twice() {
        let low = |reading: ClockReading| ClockReading { battery_low: true, ..reading };
        let mut clock = Clock::default();
        let mut says = Vec::new();
        let readings = [low(reading(100, 100, Left)), reading(99, 100, Left), reading(98, 100, Left)];
        for (at, reading) in (0..).step_by(1_000).zip(readings) {
            clock.read(At(at), reading, &mut says);
        }
        clock.read(At(3_000), low(reading(97, 100, Left)), &mut says);
        assert!(!says.contains(&Says::BatteryLow(true)));
        clock.read(At(4_000), low(reading(96, 100, Left)), &mut says);
        assert!(says.contains(&Says::BatteryLow(true)));
    }

    #[test]
    fn a_press_in_the_second_in_which_the_time_changes_counts_once_confirmed() {
        let heard = play(
            &[
                (0, reading(100, 100, Left)),
                (1_000, reading(99, 100, Left)),
                (2_000, reading(98, 100, Right)),
                (3_000, reading(98, 99, Right)),
            ],
            10_000,
        );
        assert_eq!(heard.presses, [Left]);
        assert_eq!(heard.times.last(), Some(&(98, 99)));
    }

    #[test]
    fn a_doubtful_press_that_nothing_contradicts_counts_as_with_a_delay() {
        let heard = play(
            &[(0, reading(100, 100, Left)), (1_000, reading(99, 100, Left)), (2_000, reading(98, 100, Right))],
            10_000,
        );
        assert_eq!(heard.presses, [Left]);
    }

    #[test]
    fn an_answer_within_the_second_makes_two_presses() {
        let heard = play(
            &[
                (0, reading(100, 100, Left)),
                (1_000, reading(99, 100, Left)),
                (2_000, reading(98, 100, Right)),
                (2_400, reading(98, 100, Left)),
                (3_400, reading(97, 100, Left)),
            ],
            10_000,
        );
        assert_eq!(heard.presses, [Left, Right]);
    }

    #[test]
    fn the_first_reading_gives_no_press_even_if_its_lever_was_damaged() {
        assert_eq!(play(&[(0, reading(100, 100, Right))], 10_000).presses, []);
        let damaged = [(0, reading(100, 100, Right)), (1_000, reading(99, 100, Left)), (2_000, reading(98, 100, Left))];
        assert_eq!(play(&damaged, 10_000).presses, []);
    }

    #[test]
    fn a_start_is_a_press_only_if_the_lever_changed() {
        let start = |lever| {
            let first = stopped(reading(300, 300, Left));
            play(&[(0, first), (500, reading(300, 300, lever))], 500).presses
        };
        assert_eq!(start(Left), []);
        assert_eq!(start(Right), [Left]);
    }

    #[test]
    fn a_lever_moved_while_the_clock_stands_is_no_press() {
        let heard = play(
            &[
                (0, stopped(reading(300, 300, Left))),
                (5_000, stopped(reading(300, 300, Right))),
                (6_000, stopped(reading(300, 300, Left))),
                (9_000, reading(300, 300, Left)),
            ],
            20_000,
        );
        assert_eq!(heard.presses, []);
    }

    #[test]
    fn times_that_jump_must_be_seen_twice() {
        let mut readings = vec![
            (0, reading(100, 100, Left)),
            (1_000, reading(99, 100, Left)),
            (2_000, reading(3_698, 100, Left)),
            (3_000, reading(97, 100, Left)),
        ];
        assert_eq!(play(&readings, 3_000).times, [(100, 100), (99, 100), (97, 100)]);
        readings.truncate(3);
        readings.push((3_000, reading(3_697, 100, Left)));
        assert_eq!(play(&readings, 3_000).times, [(100, 100), (99, 100), (3_698, 100), (3_697, 100)]);
    }

    #[test]
    fn times_set_while_the_clock_stands_are_believed_after_a_while() {
        let readings = [(0, stopped(reading(100, 100, Left))), (5_000, stopped(reading(220, 100, Left)))];
        assert_eq!(play(&readings, 5_000 + CONFIRM_MS - 1).times, [(100, 100)]);
        assert_eq!(play(&readings, 5_000 + CONFIRM_MS).times, [(100, 100), (220, 100)]);
    }

    #[test]
    fn exchanged_times_are_rejected() {
        let heard = play(
            &[
                (0, reading(100, 200, Left)),
                (1_000, reading(99, 200, Left)),
                (2_000, reading(200, 98, Left)),
                (3_000, reading(200, 97, Left)),
                (4_000, reading(96, 200, Left)),
            ],
            4_000,
        );
        assert_eq!(heard.times, [(100, 200), (99, 200), (96, 200)]);
        assert_eq!(heard.presses, []);
    }

    #[test]
    fn a_stop_in_the_middle_of_a_running_clock_needs_confirmation() {
        let running = [(0, reading(100, 100, Left)), (1_000, reading(99, 100, Left))];
        let flicker = [(2_000, stopped(reading(98, 100, Left))), (3_000, reading(97, 100, Left))];
        let heard = play(&[running, flicker].concat(), 3_000);
        assert_eq!(heard.times, [(100, 100), (99, 100), (97, 100)]);
        let heard = play(&[&running[..], &flicker[..1]].concat(), 10_000);
        assert_eq!(heard.times, [(100, 100), (99, 100), (98, 100)]);
    }

    fn with_flag(mut reading: ClockReading, flag: Flag) -> ClockReading {
        reading.right.flag = flag;
        reading
    }

    #[test]
    fn a_flag_fallen_with_the_clock_stopped_is_told_once() {
        let fallen = stopped(with_flag(reading(16, 0, Right), Flag::FallenAndStopped));
        let heard = play(&[(0, reading(16, 1, Right)), (1_000, fallen), (3_000, fallen), (9_000, fallen)], 20_000);
        assert_eq!(heard.flags, [Right]);
    }

    #[test]
    fn the_end_of_a_period_is_no_flag() {
        let next = with_flag(reading(16, 1_800, Right), Flag::Shown);
        let heard = play(
            &[
                (0, reading(16, 1, Right)),
                (1_000, with_flag(reading(16, 0, Right), Flag::Shown)),
                (1_100, next),
                (2_100, with_flag(reading(16, 1_799, Right), Flag::Shown)),
            ],
            20_000,
        );
        assert_eq!(heard.flags, []);
        assert_eq!(heard.times.last(), Some(&(16, 1_799)));
    }

    #[test]
    fn a_flag_shown_at_zero_for_long_is_told() {
        let shown = with_flag(reading(16, 0, Right), Flag::Shown);
        let readings = [(0, reading(16, 1, Right)), (1_000, shown)];
        assert_eq!(play(&readings, 1_000 + FLAG_SHOWN_MS - 1).flags, []);
        assert_eq!(play(&readings, 1_000 + FLAG_SHOWN_MS).flags, [Right]);
    }

    #[test]
    fn a_new_game_lets_the_flag_fall_again() {
        let fallen = stopped(with_flag(reading(16, 0, Right), Flag::FallenAndStopped));
        let mut clock = Clock::default();
        let mut says = Vec::new();
        clock.read(At(0), fallen, &mut says);
        clock.new_game();
        clock.read(At(1_000), fallen, &mut says);
        assert_eq!(hear(&says).flags, [Right, Right]);
    }

    #[test]
    fn one_damaged_reading_does_not_take_the_clock_away_and_a_real_loss_gives_no_press() {
        let away = ClockReading { connected: false, ..reading(0, 0, Left) };
        let mut clock = Clock::default();
        let mut says = Vec::new();
        clock.read(At(0), reading(100, 100, Left), &mut says);
        clock.read(At(1_000), away, &mut says);
        clock.read(At(2_000), reading(98, 100, Left), &mut says);
        assert!(!says.contains(&Says::Connected(false)));
        clock.read(At(3_000), away, &mut says);
        clock.tick(At(3_000 + UNPLUGGED_MS), &mut says);
        assert!(says.contains(&Says::Connected(false)));
        assert_eq!(clock.next_deadline(), None);
        clock.read(At(9_000), reading(50, 100, Right), &mut says);
        assert_eq!(hear(&says).presses, []);
        assert_eq!(hear(&says).times.last(), Some(&(50, 100)));
    }

    #[test]
    fn a_clock_that_repeats_itself_has_its_lever_confirmed() {
        let heard = play(
            &[
                (0, reading(100, 100, Left)),
                (300, reading(100, 100, Left)),
                (600, reading(100, 100, Right)),
                (900, reading(100, 100, Left)),
                (1_200, reading(99, 100, Left)),
            ],
            10_000,
        );
        assert_eq!(heard.presses, []);
    }

    #[test]
    fn the_times_after_a_press_told_in_words_are_believed_at_once() {
        let mut clock = Clock::default();
        let mut says = Vec::new();
        clock.read(At(0), reading(100, 100, Left), &mut says);
        assert!(clock.pressed(At(5_000), Left, &mut says));
        clock.read(At(5_200), reading(97, 100, Right), &mut says);
        assert_eq!(hear(&says).times, [(100, 100), (97, 100)]);
        assert_eq!(clock.next_deadline(), None);
    }

    #[test]
    fn a_reading_in_doubt_does_not_take_a_press_told_in_words_back() {
        for doubtful in [reading(400, 100, Left), reading(20, 100, Left)] {
            let mut clock = Clock::default();
            let mut says = Vec::new();
            clock.read(At(0), reading(100, 100, Left), &mut says);
            clock.read(At(1_000), doubtful, &mut says);
            assert!(clock.pressed(At(1_500), Left, &mut says));
            clock.tick(At(1_000 + CONFIRM_MS), &mut says);
            for at in [3_000, 4_000, 5_000] {
                clock.read(At(at), reading(98, 100, Right), &mut says);
            }
            assert!(!says.iter().any(|said| matches!(said, Says::Press { .. })), "{says:?}");
        }
    }
}
