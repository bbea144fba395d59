//! When to ask the board for its whole position.

use protocols::At;

/// How long single squares must be quiet after a change before the whole board is compared, in milliseconds.
///
/// A DGT board's scan takes 200 to 250 ms, within which the squares of one movement come in any order
/// (DGT, dynamics).
pub(super) const QUIET_MS: u64 = 250;

/// How long an answer may take before the board is asked again, in milliseconds. A whole position takes 70 ms
/// on DGT's line, and the board may have other commands to answer before.
pub(super) const ANSWER_MS: u64 = 400;

/// How late a whole position may come after a request and still count as its answer, in milliseconds.
pub(super) const LATE_MS: u64 = 2_000;

/// Shortest time between two requests, in milliseconds: a DGT board needs that between commands.
pub(super) const SPACING_MS: u64 = 100;

/// How long the board may show what the game cannot explain before it is compared, in milliseconds.
pub(super) const UNEXPLAINED_MS: u64 = 1_000;

/// Longest time between two requests while something is wrong, in milliseconds.
pub(super) const MAX_BACKOFF_MS: u64 = 5_000;

/// The timers that make the stage ask, and what came of it.
#[derive(Debug)]
pub(super) struct Asking {
    /// A request is to be sent.
    pub(super) wanted: bool,
    asked_at: Option<At>,
    last_asked: Option<At>,
    answers: bool,
    /// The squares have been quiet, or a request had to wait for its turn.
    quiet_at: Option<At>,
    /// A scan has passed since a press on a board that was not settled.
    scanned_at: Option<At>,
    /// The last request has not been answered.
    retry_at: Option<At>,
    retry_ms: u64,
    /// The game has not been able to explain the board for too long.
    unexplained_at: Option<At>,
    unexplained_ms: u64,
}

impl Asking {
    pub(super) fn new() -> Asking {
        Asking {
            wanted: false,
            asked_at: None,
            last_asked: None,
            answers: false,
            quiet_at: None,
            scanned_at: None,
            retry_at: None,
            retry_ms: ANSWER_MS,
            unexplained_at: None,
            unexplained_ms: UNEXPLAINED_MS,
        }
    }

    /// Whether the board has answered a request in this connection.
    pub(super) fn is_answered(&self) -> bool {
        self.answers
    }

    /// Something changed: ask when the board has been quiet.
    pub(super) fn changed(&mut self, at: At) {
        self.quiet_at = Some(at + QUIET_MS);
    }

    /// Asks now, or as soon as the line allows, unless an answer is under way.
    pub(super) fn ask(&mut self, at: At) {
        if self.asked_at.is_some_and(|asked| at.since(asked) < ANSWER_MS) {
            return;
        }
        if let Some(last) = self.last_asked
            && at.since(last) < SPACING_MS
        {
            let turn = last + SPACING_MS;
            self.quiet_at = Some(self.quiet_at.map_or(turn, |quiet| quiet.min(turn)));
            return;
        }
        self.wanted = true;
        self.asked_at = Some(at);
        self.last_asked = Some(at);
        self.quiet_at = None;
        self.retry_at = Some(at + self.retry_ms);
    }

    /// Asks at `at` in any case.
    pub(super) fn ask_at(&mut self, at: At) {
        self.scanned_at = Some(at);
    }

    /// The answer to a request under way may have been damaged.
    pub(super) fn disturbed(&mut self) {
        self.asked_at = None;
    }

    /// A whole position came; gives back since when the board is known to have been so: since the request that
    /// it answers.
    pub(super) fn answered(&mut self, at: At) -> At {
        self.retry_at = None;
        let Some(asked) = self.asked_at.take() else { return at };
        self.answers |= at.since(asked) <= LATE_MS;
        self.retry_ms = ANSWER_MS;
        asked
    }

    /// Nothing is left to be found out.
    pub(super) fn satisfied(&mut self) {
        self.quiet_at = None;
    }

    /// The game can explain the board, or can no longer.
    pub(super) fn explained(&mut self, at: At, explained: bool) {
        if explained {
            self.unexplained_at = None;
            self.unexplained_ms = UNEXPLAINED_MS;
        } else if self.unexplained_at.is_none() {
            self.unexplained_at = Some(at + self.unexplained_ms);
        }
    }

    /// Asks where it is due; `needed` tells whether an unanswered request is worth repeating.
    pub(super) fn tick(&mut self, at: At, needed: bool) {
        if self.quiet_at.is_some_and(|due| at >= due) {
            self.quiet_at = None;
            self.ask(at);
        }
        if self.scanned_at.is_some_and(|due| at >= due) {
            self.scanned_at = None;
            self.asked_at = None;
            self.ask(at);
        }
        if self.retry_at.is_some_and(|due| at >= due) {
            self.retry_at = None;
            self.retry_ms = (self.retry_ms * 2).min(MAX_BACKOFF_MS);
            if needed {
                self.asked_at = None;
                self.ask(at);
            }
        }
        if self.unexplained_at.is_some_and(|due| at >= due) {
            self.unexplained_ms = (self.unexplained_ms * 2).min(MAX_BACKOFF_MS);
            self.unexplained_at = Some(at + self.unexplained_ms);
            self.ask(at);
        }
    }

    /// When [`tick`](Asking::tick) has something to do.
    pub(super) fn next_deadline(&self) -> Option<At> {
        [self.quiet_at, self.scanned_at, self.retry_at, self.unexplained_at].into_iter().flatten().min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asks(asking: &mut Asking, until: u64, needed: bool) -> Vec<u64> {
        let mut times = Vec::new();
        while let Some(at) = asking.next_deadline().filter(|at| at.0 <= until) {
            asking.tick(at, needed);
            if std::mem::take(&mut asking.wanted) {
                times.push(at.0);
            }
        }
        times
    }

    #[test]
    fn the_board_is_asked_once_it_is_quiet() {
        let mut asking = Asking::new();
        asking.changed(At(0));
        asking.changed(At(200));
        assert_eq!(asks(&mut asking, 10_000, false), [450]);
    }

    #[test]
    fn an_unanswered_request_that_is_needed_is_repeated_more_and_more_seldom() {
        let mut asking = Asking::new();
        asking.changed(At(0));
        assert_eq!(asks(&mut asking, 20_000, true), [250, 650, 1_450, 3_050, 6_250, 11_250, 16_250]);
    }

    #[test]
    fn an_unexplained_board_is_compared_more_and_more_seldom() {
        let mut asking = Asking::new();
        asking.explained(At(0), false);
        asking.explained(At(500), false);
        let mut times = Vec::new();
        while let Some(at) = asking.next_deadline().filter(|at| at.0 <= 15_000) {
            asking.tick(at, false);
            if std::mem::take(&mut asking.wanted) {
                times.push(at.0);
                asking.answered(at + 80);
            }
        }
        assert_eq!(times, [1_000, 3_000, 7_000, 12_000]);
        asking.explained(At(15_000), true);
        assert_eq!(asking.next_deadline(), None);
    }

    #[test]
    fn requests_keep_their_distance() {
        let mut asking = Asking::new();
        asking.ask(At(0));
        asking.answered(At(70));
        asking.ask(At(70));
        assert!(std::mem::take(&mut asking.wanted));
        assert_eq!(asks(&mut asking, 500, false), [100]);
    }
}
