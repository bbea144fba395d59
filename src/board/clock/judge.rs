//! Whether a reading of the clock follows from another.

use protocols::{At, ClockFace, ClockReading, Flag, Side};

use super::face;

/// How long a doubtful reading must stand uncontradicted to be believed, in milliseconds.
///
/// A running clock speaks every second, so a damaged reading is contradicted before.
pub(in crate::board) const CONFIRM_MS: u64 = 1_500;

/// How long the two players' times must stay exchanged before it is believed, in milliseconds.
pub(super) const SWAP_MS: u64 = 5_000;

/// How long after a stop a lever change still counts as a press, in milliseconds.
pub(super) const JUST_RAN_MS: u64 = 1_500;

/// How far times may stray from the time passed, in milliseconds: whole seconds at both ends.
const SLACK_MS: u64 = 2_000;

/// Longest increment or delay that a press may add, in milliseconds.
const MAX_INCREMENT_MS: u64 = 180_000;

/// How close two doubtful readings must be to count as the same seen twice, in milliseconds.
const TWICE_MS: u64 = 10_000;

/// The reading last believed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Accepted {
    pub(super) at: At,
    pub(super) reading: ClockReading,
    /// Whether the lever has been seen so at least twice.
    pub(super) settled: bool,
    /// Whether the board has told of a press since, in words of its own: the times are still those before it.
    pub(super) pressed: bool,
}

/// A reading in doubt.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    pub(super) at: At,
    pub(super) reading: ClockReading,
    pub(super) doubt: Doubt,
    /// Whether a doubtful press was told.
    pub(super) press: bool,
}

/// Why a reading is in doubt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Doubt {
    /// The times do not follow from the last ones.
    Jump,
    /// The lever changed and nothing bears it out.
    Lever,
    /// The clock stopped in a reading that a running clock would have sent.
    Stop,
    /// The two times are exchanged.
    Swap,
}

/// What is made of a reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Believe { press: Option<Side> },
    Doubt { doubt: Doubt, press: Option<Side> },
}

impl Verdict {
    pub(super) fn is_believed(self) -> bool {
        matches!(self, Verdict::Believe { .. })
    }
}

/// What becomes of a reading in doubt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    Confirmed,
    /// The lever is confirmed, the times that came with it are not.
    LeverOnly,
    Rejected,
    Waiting,
}

/// What is known of the clock besides a reading.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Context {
    /// Whether this board sends readings in which nothing has changed.
    pub(super) repeats: bool,
    pub(super) stopped_at: Option<At>,
}

impl Context {
    /// Whether a reading follows from one believed before.
    pub(super) fn judge(self, before: &Accepted, now: &ClockReading, at: At) -> Verdict {
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
    pub(super) fn settle(
        self,
        accepted: Option<&Accepted>,
        candidate: &Candidate,
        now: &ClockReading,
        at: At,
    ) -> Outcome {
        let Some(accepted) = accepted else { return Outcome::Confirmed };
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
    /// When it is believed unless another has decided.
    pub(super) fn due(&self) -> At {
        let ms = match self.doubt {
            Doubt::Jump | Doubt::Lever | Doubt::Stop => CONFIRM_MS,
            Doubt::Swap => SWAP_MS,
        };
        self.at + ms
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
pub(super) fn is_same_again(one: &ClockReading, other: &ClockReading) -> bool {
    let near = |one: &ClockFace, other: &ClockFace| u64::from(one.ms.abs_diff(other.ms)) <= TWICE_MS;
    one.lever_high == other.lever_high
        && one.running == other.running
        && near(&one.left, &other.left)
        && near(&one.right, &other.right)
}
