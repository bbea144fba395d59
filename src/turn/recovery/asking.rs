//! What the arbiter is told and asked of moves that nobody saw, and how that follows his words.

use crate::{
    rules::{LegalMove, Sight, Uci, lines_to},
    turn::{Alert, AlertState, Finding, Mismatch, TurnMachine, played::MoveMade, recovery::TELL_AFTER_MS},
};

/// Most lines told to the arbiter.
const MAX_TOLD: usize = 8;

impl TurnMachine {
    /// Tells the arbiter that moves were made which are not known; where he has been told so already, and has said some of
    /// them since, what is left.
    pub(super) fn alert_unseen(&mut self) {
        self.recovery.tell_at = None;
        if self.recovery.alert.is_none() {
            let lines = self.lines_to_tell();
            let alert = self.unseen(&lines);
            self.recovery.alert = Some(self.raise_numbered(alert));
            return;
        }
        // He may have decided on it meanwhile.
        let Some(open) = self.open_question() else { return };
        let (number, kind) = (open.number, open.kind);
        let Some(alert) = self.what_is_left(open) else {
            self.recovery.owes_rest = true;
            return;
        };
        self.recovery.owes_rest = false;
        if kind == alert.kind {
            self.change_alert(number, |open| open.asks_now(alert));
        } else {
            self.settle_open_alerts(AlertState::Cleared, |open| open.number == number);
            self.recovery.alert = Some(self.raise_numbered(alert));
        }
    }

    /// What the arbiter has been told of it, if that is open.
    fn open_question(&self) -> Option<&Alert> {
        self.recovery.alert.and_then(|number| self.alerts.get(number)).filter(|alert| alert.state.is_open())
    }

    /// That nobody saw what was played: one of these lines explains the board, or none is known that does.
    fn unseen(&self, lines: &[Vec<LegalMove>]) -> Alert {
        if lines.is_empty() { self.position_unknown() } else { self.ambiguous_line(lines) }
    }

    /// The lines that explain the board, as many as are told.
    fn lines_to_tell(&self) -> Vec<Vec<LegalMove>> {
        self.recovery.lines.iter().filter(|line| !line.is_empty()).take(MAX_TOLD).cloned().collect()
    }

    /// What is left of what the arbiter was told, now that he has said some moves. `None`: it is not known better before the
    /// board is back.
    fn what_is_left(&self, told: &Alert) -> Option<Alert> {
        let known = self.lines_to_tell();
        let lines = if known.is_empty() { self.lines_left_of(told) } else { known };
        if !lines.is_empty() {
            return Some(self.unseen(&lines));
        }
        if self.phase.is_over() {
            // Nobody looks for them any more otherwise.
            let shown = self.recovery.at_end.as_ref().unwrap_or_else(|| self.sensed.board());
            let found = lines_to(self.position(), Sight::Pieces(*shown), self.longest_unseen(), None).into_found().0;
            let lines: Vec<_> = found.into_iter().filter(|line| !line.is_empty()).take(MAX_TOLD).collect();
            return Some(self.unseen(&lines));
        }
        // What a board showed that is away may have been earlier than his words.
        let differs = !self.shows_but_for_a_sign(self.position());
        (!self.link.is_away() && differs).then(|| self.position_unknown())
    }

    /// Of the lines that the arbiter was told those that his words follow, from where they have come to.
    fn lines_left_of(&self, told: &Alert) -> Vec<Vec<LegalMove>> {
        let Finding::MoveAmbiguousLine { lines, .. } = &told.finding else { return Vec::new() };
        let said: Vec<&MoveMade> = self.played.moves().iter().filter(|made| made.ply >= told.ply).collect();
        let Some(first) =
            said.first().map_or(Some(self.position()), |made| (made.ply == told.ply).then_some(&made.before))
        else {
            return Vec::new();
        };
        let left = |line: &Vec<Uci>| {
            let (_, mut moves) = first.follow(line.iter().copied())?;
            let follows = moves.len() > said.len() && said.iter().zip(&moves).all(|(said, m)| said.uci == m.to_uci());
            follows.then(|| moves.split_off(said.len()))
        };
        lines.iter().filter_map(left).collect()
    }

    /// The arbiter has said a move that nobody saw, and not all is known yet: what he has been asked is asked of the rest,
    /// unless he goes on saying moves.
    pub(in crate::turn) fn ask_about_the_rest(&mut self) {
        let asks_of_moves = |alert: &Alert| {
            matches!(
                alert.finding,
                Finding::MoveAmbiguous { .. }
                    | Finding::MoveAmbiguousLine { .. }
                    | Finding::PositionMismatch(Mismatch::Unexplained { .. })
            )
        };
        if self.phase.is_unexplained() && self.open_question().is_some_and(asks_of_moves) {
            let rests = self.recovery.read.map_or(self.now, |(_, rests)| rests.max(self.now));
            self.recovery.tell_at = Some(rests + TELL_AFTER_MS);
        }
    }
}
