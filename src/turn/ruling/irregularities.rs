//! What has been ruled on the players so far: their completed illegal moves (7.5.5), and what of it stands (A.4.2).

use std::collections::VecDeque;

use protocols::Color;

use crate::{
    rules::Position,
    turn::{PerPlayer, phase::stopped::StopReason},
};

/// Most irregularities remembered of one game; of older ones only the count is known.
const MAX_REMEMBERED: usize = 32;

/// How the count of a player's illegal moves changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) enum Recount {
    OneLess,
    OneMore,
}

impl Recount {
    /// Changes such a count, which never falls below none.
    pub(in crate::turn) fn apply(self, count: &mut u32) {
        *count = match self {
            Recount::OneLess => count.saturating_sub(1),
            Recount::OneMore => count.saturating_add(1),
        };
    }
}

/// An irregularity that was told, and what was proposed for it.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::turn) struct Irregularity {
    /// Alert number.
    pub(in crate::turn) alert: u32,
    pub(in crate::turn) by: Color,
    /// Alert numbers of the proposals.
    pub(in crate::turn) proposals: Vec<u32>,
    /// What the press that completed it has added to the player's clock, in milliseconds, where that is known (7.1).
    pub(in crate::turn) increment_ms: Option<u32>,
    /// Whether it counts as an illegal move of the player's (7.5.5).
    counted: bool,
    /// The arbiter has intervened: what is proposed does not lapse (A.4.2).
    ruled: bool,
}

/// An irregularity that the opponent has answered with an illegal move: it stands once his next move is made (A.4.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::turn) struct AnsweredIllegally {
    /// Number of the alert that told it.
    pub(in crate::turn) alert: u32,
    pub(in crate::turn) by: Color,
    pub(in crate::turn) ply: u32,
    pub(in crate::turn) reason: StopReason,
}

/// A half-move that was an irregularity, and stands.
#[derive(Debug, Clone, PartialEq)]
struct Stood {
    ply: u32,
    /// The position it was made in.
    before: Position,
}

/// The irregularities of a game, and the count of illegal moves that follows from them and from the arbiter's word.
#[derive(Debug, Clone, Default)]
pub(in crate::turn) struct Irregularities {
    counts: PerPlayer<u32>,
    /// Oldest first.
    told: VecDeque<Irregularity>,
    /// Oldest first.
    stood: Vec<Stood>,
    /// Oldest first.
    answered: Vec<AnsweredIllegally>,
}

/// An irregularity that counts no more.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::turn) struct Uncounted {
    /// Number of the alert that told it.
    pub(in crate::turn) alert: u32,
    pub(in crate::turn) by: Color,
    /// Alert numbers of what was proposed for it.
    pub(in crate::turn) proposals: Vec<u32>,
    /// Whether it did count before.
    pub(in crate::turn) counted: bool,
}

impl Irregularities {
    /// None yet but for these illegal moves, of which only the count is known.
    pub(in crate::turn) fn counted_before(counts: PerPlayer<u32>) -> Irregularities {
        Irregularities { counts, ..Irregularities::default() }
    }

    /// Completed illegal moves.
    pub(in crate::turn) fn counts(&self) -> PerPlayer<u32> {
        self.counts
    }

    /// Completed illegal moves of one player.
    pub(in crate::turn) fn count_of(&self, by: Color) -> u32 {
        *self.counts.of(by)
    }

    pub(in crate::turn) fn set_counts(&mut self, counts: PerPlayer<u32>) {
        self.counts = counts;
    }

    /// So many more illegal moves of this player.
    pub(in crate::turn) fn add(&mut self, by: Color, more: u32) {
        let count = self.counts.of_mut(by);
        *count = count.saturating_add(more);
    }

    /// One illegal move of this player more or fewer.
    pub(in crate::turn) fn recount(&mut self, by: Color, how: Recount) {
        how.apply(self.counts.of_mut(by));
    }

    /// Remembers one that counts, with what has been proposed for it.
    /// `increment_ms` is what the press added.
    pub(in crate::turn) fn remember(&mut self, alert: u32, by: Color, proposals: &[u32], increment_ms: Option<u32>) {
        if self.told.len() == MAX_REMEMBERED {
            self.told.pop_front();
        }
        let (proposals, counted, ruled) = (proposals.to_vec(), true, false);
        self.told.push_back(Irregularity { alert, by, proposals, increment_ms, counted, ruled });
    }

    /// The one for which this is proposed.
    pub(in crate::turn) fn proposing(&self, proposal: u32) -> Option<&Irregularity> {
        self.told.iter().rev().find(|known| known.proposals.contains(&proposal))
    }

    /// Something else is proposed for one.
    pub(in crate::turn) fn propose_instead(&mut self, before: u32, now: u32) {
        let proposals = self.told.iter_mut().flat_map(|known| &mut known.proposals);
        proposals.filter(|number| **number == before).for_each(|number| *number = now);
    }

    /// The arbiter has ruled on the one that this alert tells of, or proposes something for.
    pub(in crate::turn) fn rule_on(&mut self, number: u32) {
        let of_it = |known: &&mut Irregularity| known.alert == number || known.proposals.contains(&number);
        self.told.iter_mut().rev().find(of_it).into_iter().for_each(|known| known.ruled = true);
    }

    /// Whether this is proposed for one that nobody has ruled on.
    pub(in crate::turn) fn is_unruled(&self, proposal: u32) -> bool {
        self.proposing(proposal).is_some_and(|known| !known.ruled)
    }

    /// Whether this alert told one.
    pub(in crate::turn) fn is_told_by(&self, alert: u32) -> bool {
        self.told.iter().any(|known| known.alert == alert)
    }

    /// One is answered with an illegal move.
    pub(in crate::turn) fn is_answered_illegally(&mut self, answered: AnsweredIllegally) {
        if self.answered.len() < MAX_REMEMBERED {
            self.answered.push(answered);
        }
    }

    /// The last one answered with an illegal move that nothing has come of yet.
    pub(in crate::turn) fn last_answered(&self) -> Option<AnsweredIllegally> {
        self.answered.last().copied()
    }

    /// Something has come of that one.
    pub(in crate::turn) fn forget_last_answered(&mut self) {
        self.answered.pop();
    }

    /// Whether the arbiter has ruled on the one that this alert tells.
    pub(in crate::turn) fn is_ruled_on(&self, alert: u32) -> bool {
        self.told.iter().any(|known| known.alert == alert && (known.ruled || !known.counted))
    }

    /// What was proposed for the last one.
    pub(in crate::turn) fn last_proposals(&self) -> &[u32] {
        self.told.back().map_or(&[], |last| &last.proposals)
    }

    /// Something else is proposed for the last one, if it was this player's.
    pub(in crate::turn) fn propose_for_last(&mut self, by: Color, proposal: u32) {
        if let Some(last) = self.told.back_mut().filter(|last| last.by == by) {
            last.proposals.push(proposal);
        }
    }

    /// The one that this alert tells of, or proposes something for, counts no more. The caller takes it off the count,
    /// here and in the games followed beside this one.
    pub(in crate::turn) fn uncount(&mut self, number: u32) -> Option<Uncounted> {
        let of_it = |known: &&mut Irregularity| known.alert == number || known.proposals.contains(&number);
        // The same alert may have been raised more than once in a turn: the last time is meant.
        let known = self.told.iter_mut().rev().find(of_it)?;
        let counted = std::mem::take(&mut known.counted);
        Some(Uncounted { alert: known.alert, by: known.by, proposals: known.proposals.clone(), counted })
    }

    /// The arbiter has given the count: none of those told so far changes it any more.
    pub(in crate::turn) fn uncount_all(&mut self) {
        self.told.iter_mut().for_each(|known| known.counted = false);
    }

    /// An alert raised under one number is known under another from now on.
    pub(in crate::turn) fn renumber(&mut self, renumber: impl Fn(&mut u32)) {
        for known in &mut self.told {
            renumber(&mut known.alert);
            known.proposals.iter_mut().for_each(&renumber);
        }
        self.answered.iter_mut().for_each(|answered| renumber(&mut answered.alert));
    }

    /// In the game that turned out to count, these were told since the two parted: alerts above this number. Its counts
    /// and what stands in it are those that hold.
    pub(in crate::turn) fn go_on_in(&mut self, other: Irregularities, above: u32) {
        let Irregularities { counts, told, stood, .. } = other;
        self.told.extend(told.into_iter().filter(|known| known.alert > above));
        (self.counts, self.stood) = (counts, stood);
    }

    /// The half-move made in this position was an irregularity, and stands.
    pub(in crate::turn) fn stands(&mut self, ply: u32, before: Position) {
        if self.stood.len() < MAX_REMEMBERED {
            self.stood.push(Stood { ply, before });
        }
    }

    /// The position in which a half-move was made that was an irregularity and stands.
    pub(in crate::turn) fn stood_at(&self, ply: u32) -> Option<&Position> {
        self.stood.iter().rev().find(|stood| stood.ply == ply).map(|stood| &stood.before)
    }

    /// The half-moves that were irregularities and stand, each with the position in which it was made.
    pub(in crate::turn) fn stood(&self) -> impl Iterator<Item = (u32, Position)> {
        self.stood.iter().map(|stood| (stood.ply, stood.before.clone()))
    }

    /// What stood from this half-move on is played otherwise.
    pub(in crate::turn) fn forget_stood_from(&mut self, ply: u32) {
        self.stood.retain(|stood| stood.ply < ply);
        self.answered.retain(|answered| answered.ply < ply);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    #[test]
    fn one_that_is_dismissed_by_its_ruling_or_by_its_proposal_counts_no_more_and_only_once() {
        let mut known = Irregularities::default();
        known.add(Color::White, 1);
        known.remember(3, Color::White, &[4, 5], None);
        let first = known.uncount(5);
        assert_eq!(first, Some(Uncounted { alert: 3, by: Color::White, proposals: vec![4, 5], counted: true }));
        assert!(known.uncount(3).is_some_and(|again| !again.counted));
        assert_eq!(known.uncount(9), None);
    }

    #[test]
    fn of_an_alert_raised_again_the_last_time_is_meant() {
        let mut known = Irregularities::default();
        known.remember(3, Color::White, &[4], None);
        known.remember(3, Color::White, &[6], None);
        assert_eq!(known.uncount(3).map(|last| last.proposals), Some(vec![6]));
    }

    #[test]
    fn what_is_found_out_later_is_proposed_for_the_last_one_of_the_same_player() {
        let mut known = Irregularities::default();
        known.remember(3, Color::White, &[], None);
        known.propose_for_last(Color::Black, 4);
        assert!(known.last_proposals().is_empty());
        known.propose_for_last(Color::White, 5);
        assert_eq!(known.last_proposals(), [5]);
    }

    #[test]
    fn what_is_proposed_instead_takes_the_place_of_what_was_and_does_not_lapse_once_ruled_on() {
        let mut known = Irregularities::default();
        known.remember(3, Color::White, &[4], Some(30_000));
        known.propose_instead(4, 9);
        assert!(known.proposing(4).is_none() && known.is_unruled(9));
        assert_eq!(known.proposing(9).and_then(|known| known.increment_ms), Some(30_000));
        known.rule_on(3);
        assert!(!known.is_unruled(9));
    }

    #[test]
    fn the_oldest_are_forgotten_and_the_count_stays() {
        let mut known = Irregularities::counted_before(PerPlayer { white: 2, black: 0 });
        for alert in 1..=MAX_REMEMBERED as u32 + 1 {
            known.add(Color::White, 1);
            known.remember(alert, Color::White, &[], None);
        }
        assert!(!known.is_told_by(1) && known.is_told_by(2));
        assert_eq!(known.count_of(Color::White), MAX_REMEMBERED as u32 + 3);
    }

    #[test]
    fn a_count_never_falls_below_none() {
        let mut known = Irregularities::default();
        known.recount(Color::Black, Recount::OneLess);
        assert_eq!(known.counts(), PerPlayer { white: 0, black: 0 });
    }

    #[test]
    fn the_game_that_counts_brings_its_count_and_only_what_was_told_in_it() {
        let mut known = Irregularities::default();
        known.remember(1, Color::White, &[], None);
        let mut other = known.clone();
        other.add(Color::Black, 1);
        other.remember(7, Color::Black, &[8], None);
        known.go_on_in(other, 5);
        assert!(known.is_told_by(1) && known.is_told_by(7));
        assert_eq!(known.count_of(Color::Black), 1);
        assert!(known.uncount(1).is_some());
    }

    #[test]
    fn what_stands_is_forgotten_where_the_game_is_played_otherwise() {
        let mut known = Irregularities::default();
        let position = Position::first_of(Variant::Chess);
        known.stands(3, position.clone());
        known.stands(6, position);
        known.forget_stood_from(6);
        assert!(known.stood_at(3).is_some() && known.stood_at(6).is_none());
    }
}
