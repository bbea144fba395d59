//! The log has ended: what is open stays so, and nothing is ruled on a guess.

use crate::{
    rules::{LegalMove, Position},
    turn::{
        Alert, Severity,
        hypotheses::{Hypotheses, hypothesis::Hypothesis, tell::Alone},
    },
};

impl Hypotheses {
    /// The log has ended: what is open stays so, but what followed it is not lost.
    pub(super) fn tell_finally(&mut self) {
        self.all.sort_by_key(Hypothesis::cost);
        let believed = self.believed().len();
        let fitting: Vec<usize> = (0..believed).filter(|&index| !self.all[index].departs).collect();
        match fitting[..] {
            [index] => self.tell_one(index, Alone::from(believed == 1)),
            [] => {
                // No move bears it out any more: what need not be undone stands.
                let stands = |index: &usize| self.all[*index].keeps(&self.told);
                let taken = (0..believed).find(stands).unwrap_or(0);
                self.all[..=taken].rotate_right(1);
                let open = self.tell_open_at_end(1, believed);
                if self.sure.is_some() && self.rules_on_a_guess(0, believed) {
                    self.tell_what_is_sure();
                } else {
                    self.revise(Alone::from(believed == 1 && open.is_none()));
                }
            }
            [index, ..] => {
                if !self.tell_with_what_is_open(index, believed) {
                    self.tell_what_is_sure();
                }
            }
        }
    }

    /// Nothing more will come that decides between the hypotheses: what is open is asked, and this one is told if nothing is
    /// ruled by it on a guess. Gives whether it is told.
    pub(super) fn tell_with_what_is_open(&mut self, index: usize, believed: usize) -> bool {
        let first = self.machine().turn.ply;
        let open = self.tell_open_at_end(first, believed);
        let last = self.all[index].machine.played.moves().last().map(|made| made.ply);
        let held = last.filter(|_| open.is_none()).and_then(|last| self.in_hand(&self.candidates(believed, last)));
        let index = held.unwrap_or(index);
        let goes_on = self.waited_plies(index) > 1 || self.all[index].machine.phase.is_over();
        let is_told = goes_on || open.is_none_or(|open| open > first);
        let may_be_told = is_told && !self.rules_on_a_guess(index, believed);
        if may_be_told {
            self.tell_one(index, Alone::No);
        }
        may_be_told
    }

    /// What is open stays untold.
    fn tell_what_is_sure(&mut self) {
        if let Some(sure) = self.sure.as_deref_mut() {
            sure.finish();
            let said = self.told.take_down(std::mem::take(&mut sure.output));
            self.output.extend(said);
        }
    }

    /// Whether this hypothesis has a ruling that has not been told, and that another one believed in does not have.
    pub(super) fn rules_on_a_guess(&self, index: usize, believed: usize) -> bool {
        let told = |alert: &Alert| self.told.alerts.values().any(|known| alert.repeats(known));
        let shared = |alert: &Alert| {
            self.all[..believed].iter().all(|other| other.machine.alerts.iter().any(|its| its.repeats(alert)))
        };
        let ruled = self.all[index].machine.alerts.iter().filter(|alert| alert.severity == Severity::Ruling);
        ruled.filter(|alert| alert.state.is_open()).any(|alert| !told(alert) && !shared(alert))
    }

    /// The log has ended: tells of every half-move from this on that not all believed hypotheses have, or that was told
    /// and is to be undone; where some have none, of the first. Gives the first.
    fn tell_open_at_end(&mut self, first: u32, believed: usize) -> Option<u32> {
        let plies = |hypothesis: &Hypothesis| hypothesis.line().map(|(ply, _)| ply).max();
        let told = self.told.moves.keys().next_back().copied();
        let last = self.all[..believed].iter().filter_map(plies).chain(told).max().unwrap_or(0);
        let mut first_open = None;
        for ply in first..=last {
            let mut candidates = self.candidates(believed, ply);
            if let Some((before, uci)) = self.told.moves.get(&ply)
                && candidates.iter().all(|(_, m)| m.to_uci() != *uci)
                && let Some(m) = before.legal_move(uci.as_str())
            {
                candidates.push((before.clone(), m));
            }
            let some_lack_it = self.all[..believed].iter().any(|hypothesis| plies(hypothesis) < Some(ply));
            let is_in_hand = some_lack_it
                && !self.is_result_shown()
                && (self.is_put_down_nowhere(&candidates) || self.in_hand(&candidates).is_some());
            let is_open = !is_in_hand && (candidates.len() > 1 || (some_lack_it && !candidates.is_empty()));
            if is_open {
                first_open.get_or_insert(ply);
            }
            if is_open && !self.told.ambiguous.contains_key(&ply) {
                self.tell_ambiguous_ply(ply, &candidates);
            }
            if some_lack_it {
                break;
            }
        }
        first_open
    }

    /// The least doubtful hypothesis by which the half-move is still being made, if one that fits is believed.
    fn in_hand(&self, candidates: &[(Position, LegalMove)]) -> Option<usize> {
        let is_making = |hypothesis: &Hypothesis| candidates.iter().all(|(_, m)| hypothesis.is_making(m));
        self.believed().iter().position(|hypothesis| !hypothesis.departs && is_making(hypothesis))
    }

    /// Whether the half-move is one move that is still being made: its square is empty, so its piece is in the air.
    fn is_put_down_nowhere(&self, candidates: &[(Position, LegalMove)]) -> bool {
        matches!(candidates, [(_, m)] if self.occupied >> m.to.index() & 1 == 0)
    }
}
