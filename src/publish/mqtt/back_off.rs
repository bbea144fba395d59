//! When to try the broker again.

use std::{
    hash::{BuildHasher, Hasher, RandomState},
    time::Duration,
};

use tokio::time::Instant;

use super::disconnect_reason::DisconnectReason;

/// The time between tries: doubled from 0.2 s to 30 s, and of that a random half to whole, so that a broker that
/// comes back is not stormed.
pub(super) struct BackOff {
    next: Duration,
    /// The longest pause.
    longest: Duration,
    /// When the connection was accepted.
    accepted: Option<Instant>,
    /// How many connections in a row broke off soon after they were accepted, with nothing done.
    short: u32,
}

impl BackOff {
    pub(super) const FIRST: Duration = Duration::from_millis(200);
    const MAX: Duration = Duration::from_secs(30);
    /// What only a person can change is not asked for often, and the other daemon's connection is not torn in turn.
    const SLOW: Duration = Duration::from_secs(10);
    /// A connection that lasted this long was a good one.
    const LONG: Duration = Duration::from_secs(20);
    /// So many short connections in a row are no accident.
    const TOO_MANY_SHORT: u32 = 3;

    pub(super) fn new() -> BackOff {
        BackOff::up_to(BackOff::MAX)
    }

    /// For one client alone: it need not be slower than this, also where only a person can change something.
    pub(super) fn up_to(longest: Duration) -> BackOff {
        BackOff { next: BackOff::FIRST, longest, accepted: None, short: 0 }
    }

    /// The broker let us in. That alone means little: it may throw us out at once.
    pub(super) fn accepted(&mut self) {
        self.accepted = Some(Instant::now());
    }

    /// A record was acknowledged: the connection does work.
    pub(super) fn reset(&mut self) {
        self.next = BackOff::FIRST;
        self.short = 0;
        self.accepted = None;
    }

    /// The connection has ended; names what only several endings in a row show.
    pub(super) fn judge(&mut self, trouble: DisconnectReason) -> DisconnectReason {
        match self.accepted.take() {
            Some(since) if since.elapsed() >= BackOff::LONG => self.reset(),
            Some(_) => self.short += 1,
            None => {}
        }
        if trouble == DisconnectReason::Lost && self.short >= BackOff::TOO_MANY_SHORT {
            DisconnectReason::Unstable
        } else {
            trouble
        }
    }

    pub(super) fn pause(&mut self, trouble: &DisconnectReason) -> Duration {
        let is_slow = matches!(
            trouble,
            DisconnectReason::Broker { .. }
                | DisconnectReason::Credentials
                | DisconnectReason::Refused { .. }
                | DisconnectReason::TakenOver
                | DisconnectReason::Tls { .. }
                | DisconnectReason::Unstable
                | DisconnectReason::Version { .. }
        );
        if is_slow {
            self.next = self.next.max(BackOff::SLOW);
        }
        let whole = self.next.min(self.longest);
        self.next = (whole * 2).min(self.longest);
        // Randomness enough for a pause, from the hasher's keys.
        let random = RandomState::new().build_hasher().finish() % 1_024;
        let spread = u32::try_from(random).unwrap_or(0);
        whole / 2 + whole / 2 * spread / 1_024
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_from_a_fifth_of_a_second_to_half_a_minute_and_start_again_after_a_success() {
        let mut back_off = BackOff::new();
        let mut whole = BackOff::FIRST;
        for _ in 0..20 {
            let pause = back_off.pause(&DisconnectReason::Lost);
            assert!(pause >= whole / 2 && pause <= whole, "{pause:?} of {whole:?}");
            whole = (whole * 2).min(BackOff::MAX);
        }
        assert_eq!(whole, BackOff::MAX);
        back_off.reset();
        assert!(back_off.pause(&DisconnectReason::Lost) <= BackOff::FIRST);
        for trouble in
            [DisconnectReason::TakenOver, DisconnectReason::Credentials, DisconnectReason::Tls { text: String::new() }]
        {
            back_off.reset();
            assert!(back_off.pause(&trouble) >= BackOff::SLOW / 2, "{trouble}");
        }
    }

    #[test]
    fn connections_that_break_off_at_once_again_and_again_are_called_so() {
        let mut back_off = BackOff::new();
        for expected in
            [DisconnectReason::Lost, DisconnectReason::Lost, DisconnectReason::Unstable, DisconnectReason::Unstable]
        {
            back_off.accepted();
            assert_eq!(back_off.judge(DisconnectReason::Lost), expected);
        }
        assert_eq!(back_off.judge(DisconnectReason::Credentials), DisconnectReason::Credentials);
        back_off.accepted();
        back_off.reset();
        assert_eq!(back_off.judge(DisconnectReason::Lost), DisconnectReason::Lost);
    }
}
