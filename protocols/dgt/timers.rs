//! The codec's timers, all in one table.

use crate::At;

/// What a timer's firing means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Timer {
    /// The greeting's last question got no answer in time.
    Answer,
    /// Nothing came unasked for so long that the board may have forgotten to send updates.
    Audit,
    /// The battery's state is old.
    Battery,
    /// Nothing was heard for a while: ask whether the board is still there.
    KeepAlive,
    /// The pause behind the last command is over: the next may be sent.
    Line,
    /// A dump that was asked for did not come in time.
    Placement,
    /// Something was damaged a while ago and the board may be asked again.
    Reread,
    /// The pause before a round of greeting is over.
    Round,
}

const ALL: [Timer; 8] = [
    Timer::Answer,
    Timer::Audit,
    Timer::Battery,
    Timer::KeepAlive,
    Timer::Line,
    Timer::Placement,
    Timer::Reread,
    Timer::Round,
];

/// When each timer fires, if it is set.
#[derive(Debug, Clone, Default)]
pub(super) struct Timers([Option<At>; ALL.len()]);

impl Timers {
    /// Sets a timer, or sets it anew.
    pub(super) fn set(&mut self, timer: Timer, at: At) {
        self.0[timer as usize] = Some(at);
    }

    /// Takes a timer back.
    pub(super) fn clear(&mut self, timer: Timer) {
        self.0[timer as usize] = None;
    }

    /// Whether a timer is set.
    pub(super) fn is_set(&self, timer: Timer) -> bool {
        self.0[timer as usize].is_some()
    }

    /// When the first of them fires.
    pub(super) fn next(&self) -> Option<At> {
        self.0.iter().flatten().min().copied()
    }

    /// Takes the one that fires first, if that is not later than `at`.
    pub(super) fn take_due(&mut self, at: At) -> Option<Timer> {
        let due =
            |timer: Timer| self.0[timer as usize].filter(|&due| due <= at).map(|due| (due, timer as usize, timer));
        let (_, index, timer) = ALL.into_iter().filter_map(due).min_by_key(|&(due, index, _)| (due, index))?;
        self.0[index] = None;
        Some(timer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timers_fire_in_order_and_once() {
        let mut timers = Timers::default();
        timers.set(Timer::Round, At(5));
        timers.set(Timer::Answer, At(7));
        timers.set(Timer::Line, At(3));
        timers.set(Timer::Line, At(6));
        timers.set(Timer::Audit, At(1));
        timers.clear(Timer::Audit);
        assert_eq!(timers.next(), Some(At(5)));
        assert_eq!(timers.take_due(At(4)), None);
        let fired: Vec<Timer> = std::iter::from_fn(|| timers.take_due(At(7))).collect();
        assert_eq!(fired, [Timer::Round, Timer::Line, Timer::Answer]);
        assert_eq!(timers.next(), None);
    }
}
