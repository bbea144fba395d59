//! What the editions say of claims, of two hands and of what the arbiter does by hand.

use crate::turn::{
    AlertKind, ClaimKind, Edition, Laws, Regime,
    findings::ClaimantLoses,
    laws::{Clause, IllegalMoveConsequence},
};

/// What a wrong claim of a draw costs (9.5.b, 9.5.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrongClaim {
    /// Time for the opponent, in milliseconds.
    pub opponent_ms: u32,
    /// Whether the claimant loses half his time besides (2005).
    pub claimant: ClaimantsTime,
    /// The article that says so.
    pub article: &'static str,
}

/// What becomes of the time of a player whose claim was wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimantsTime {
    /// Half of it is taken, at most three minutes and never below one minute; nothing of less than one minute.
    Halved,
    /// He keeps it.
    Kept,
}

impl ClaimantsTime {
    /// What is taken of so much time left, in milliseconds.
    #[must_use]
    pub fn taken_of(self, left_ms: u32) -> u32 {
        match self {
            ClaimantsTime::Halved => (left_ms / 2).min(180_000).min(left_ms.saturating_sub(60_000)),
            ClaimantsTime::Kept => 0,
        }
    }
}

impl ClaimantsTime {
    /// What a player loses who has so much time left, in milliseconds; `None` where no clock was read.
    pub(in crate::turn) fn loses(self, left_ms: Option<u32>) -> ClaimantLoses {
        match (self, left_ms) {
            (ClaimantsTime::Halved, None) => ClaimantLoses::HalfOfUnknown,
            (ClaimantsTime::Halved, Some(left_ms)) => match self.taken_of(left_ms) {
                0 => ClaimantLoses::Nothing,
                ms => ClaimantLoses::Time { ms },
            },
            (ClaimantsTime::Kept, _) => ClaimantLoses::Nothing,
        }
    }
}

impl Laws {
    /// Whether using two hands for one move counts as an illegal move (7.5.4, from 2018); before it is 4.1 alone.
    #[must_use]
    pub fn two_hands_are_illegal_move(self) -> bool {
        self.edition >= Edition::E2018
    }

    /// Whether a registered illegal move is ruled on by the arbiter, rather than only on the opponent's claim.
    #[must_use]
    pub fn arbiter_rules_on_illegal_moves(self) -> bool {
        match self.illegal_moves() {
            IllegalMoveConsequence::Corrected | IllegalMoveConsequence::LostAtOnce => true,
            IllegalMoveConsequence::OpponentClaims => false,
        }
    }

    /// The article that lists the penalties an arbiter may choose from (13.4; 12.9 from 2014).
    #[must_use]
    pub fn penalties_article(self) -> &'static str {
        match self.edition {
            Edition::E2005 | Edition::E2009 => "13.4",
            Edition::E2014 | Edition::E2018 | Edition::E2023 => "12.9",
        }
    }

    /// What a wrong claim of a draw costs: three minutes to 2009, two from 2014, one where one minute is the penalty.
    #[must_use]
    pub fn wrong_claim(self) -> WrongClaim {
        let (opponent_ms, article) = match self.edition {
            Edition::E2005 | Edition::E2009 => (180_000, "9.5.b"),
            Edition::E2014 | Edition::E2018 | Edition::E2023 => match self.added_time() {
                (ms @ 60_000, article) => (ms, article),
                (ms, _) => (ms, if self.edition == Edition::E2014 { "9.5.b" } else { "9.5.3" }),
            },
        };
        let claimant = if self.edition == Edition::E2005 { ClaimantsTime::Halved } else { ClaimantsTime::Kept };
        WrongClaim { opponent_ms, claimant, article }
    }

    /// The article of a claim, or `None` where the edition knows none of the kind. `intended`: by a move that is written
    /// down and not made yet.
    #[must_use]
    pub fn claim_article(self, kind: ClaimKind, intended: IntendedMove) -> Option<&'static str> {
        let by_edition: [&'static str; 5] = match (kind, intended) {
            (ClaimKind::FiftyMoves, IntendedMove::No) => {
                return Some(self.article(Clause::Of(AlertKind::FiftyMovesAvailable)));
            }
            (ClaimKind::FiftyMoves, IntendedMove::Yes) => ["9.3.a", "9.3.a", "9.3.a", "9.3.1", "9.3.1"],
            (ClaimKind::QuickplayFinish, _) => {
                // Guidelines III of later editions holds only where it was announced, and not in blitz.
                return match (self.edition, self.regime) {
                    (_, Regime::Blitz) | (Edition::E2018 | Edition::E2023, _) => None,
                    (Edition::E2005 | Edition::E2009, _) => Some("10.2"),
                    (Edition::E2014, _) => Some("G.5"),
                };
            }
            (ClaimKind::Threefold, IntendedMove::No) => {
                return Some(self.article(Clause::Of(AlertKind::ThreefoldAvailable)));
            }
            (ClaimKind::Threefold, IntendedMove::Yes) => ["9.2.a", "9.2.a", "9.2.a", "9.2.1.1", "9.2.1"],
            (ClaimKind::TouchMove, _) => return Some(self.article(Clause::Of(AlertKind::TouchMoveViolated))),
        };
        Some(by_edition[self.edition as usize])
    }
}

/// Whether a claim rests on a move that is written down and not made yet (9.2.1.1, 9.3.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IntendedMove {
    /// It rests on the position on the board.
    No,
    /// It does.
    Yes,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turn::Supervision;

    #[test]
    fn a_wrong_claim_costs_three_minutes_then_two_and_one_where_one_is_the_penalty() {
        let cost = |edition, regime| {
            let wrong = Laws::new(edition, regime, None).wrong_claim();
            (wrong.opponent_ms / 60_000, wrong.article)
        };
        assert_eq!(cost(Edition::E2005, Regime::Blitz), (3, "9.5.b"));
        assert_eq!(cost(Edition::E2009, Regime::Standard), (3, "9.5.b"));
        assert_eq!(cost(Edition::E2014, Regime::Standard), (2, "9.5.b"));
        assert_eq!(cost(Edition::E2014, Regime::Blitz), (1, "B.2"));
        assert_eq!(cost(Edition::E2018, Regime::Rapid), (2, "9.5.3"));
        assert_eq!(cost(Edition::E2023, Regime::Standard), (2, "9.5.3"));
        assert_eq!(cost(Edition::E2023, Regime::Rapid), (1, "A.3"));
        let full = Laws::new(Edition::E2023, Regime::Blitz, Some(Supervision::Full));
        assert_eq!(full.wrong_claim().opponent_ms, 120_000);
    }

    #[test]
    fn in_2005_the_claimant_loses_half_his_time_within_bounds() {
        let taken = |left_ms| ClaimantsTime::Halved.taken_of(left_ms);
        assert_eq!(taken(1_000_000), 180_000);
        assert_eq!(taken(300_000), 150_000);
        assert_eq!(taken(100_000), 40_000);
        assert_eq!((taken(60_000), taken(59_999)), (0, 0));
        assert_eq!(ClaimantsTime::Kept.taken_of(300_000), 0);
        assert_eq!(ClaimantsTime::Halved.loses(Some(100_000)), ClaimantLoses::Time { ms: 40_000 });
        assert_eq!(ClaimantsTime::Halved.loses(Some(59_999)), ClaimantLoses::Nothing);
        assert_eq!(ClaimantsTime::Halved.loses(None), ClaimantLoses::HalfOfUnknown, "where no clock was read");
        assert_eq!(ClaimantsTime::Kept.loses(None), ClaimantLoses::Nothing);
    }
}
