//! The numbers of articles, by the editions in which they change.

use Edition::{E2005, E2009, E2014, E2018, E2023};

use crate::turn::{AlertKind, Clause, Edition, Laws, Regime};

/// From an edition on, the number that a clause has in it and in those after it, until it changes again. Oldest first.
type ChangePoint = (Edition, &'static str);

impl Laws {
    /// The article of an alert, in the numbering of the edition in force.
    ///
    /// A clause that the edition does not have yet goes by its first number: nothing asks for it there.
    #[must_use]
    pub fn article(self, clause: Clause) -> &'static str {
        let changes = change_points(clause, self.regime);
        let in_force = changes.iter().rev().find(|(from, _)| *from <= self.edition);
        in_force.or(changes.first()).map_or("", |(_, number)| number)
    }
}

/// The numbers of a clause. One that does not begin with the first edition came into the Laws later.
fn change_points(clause: Clause, regime: Regime) -> &'static [ChangePoint] {
    match clause {
        Clause::BothFlags => &[(E2005, "Annex2.9"), (E2009, "A.4.d.3"), (E2014, "6.9")],
        Clause::BothTouched => &[(E2005, "4.3.c"), (E2018, "4.3.3")],
        Clause::CaptureMade => &[(E2005, "4.6.a"), (E2014, "4.7.a"), (E2018, "4.7.1")],
        Clause::CastlingPrevented => &[(E2005, "3.8.b(2)"), (E2018, "3.8.2.2")],
        Clause::CastlingRightLost => &[(E2005, "3.8.b(1)"), (E2018, "3.8.2.1")],
        Clause::IntendedCastlingIllegal => &[(E2005, "4.4.c"), (E2018, "4.4.3")],
        Clause::KingAndRook => &[(E2005, "4.4.a"), (E2018, "4.4.1")],
        Clause::MoveOffTurn => &[(E2005, "1.1"), (E2018, "1.3")],
        Clause::OpponentTouched => &[(E2005, "4.3.b"), (E2018, "4.3.2")],
        Clause::OwnTouched => &[(E2005, "4.3.a"), (E2018, "4.3.1")],
        Clause::PromotionChoice => &[(E2005, "4.4.d"), (E2018, "4.4.4")],
        Clause::Of(kind) => match kind {
            AlertKind::CastlingAbandoned => &[(E2005, "4.6.b"), (E2014, "4.7.b"), (E2018, "4.7.2")],
            AlertKind::CastlingForbiddenSetup => {
                &[(E2005, "Annex2.4"), (E2009, "A.4.a"), (E2014, "A.4.a(2)"), (E2018, "A.4.1.2"), (E2023, "A.5.1.2")]
            }
            AlertKind::CastlingNotAllowed => &[(E2005, "3.8.b(2)"), (E2018, "3.8.2.2")],
            AlertKind::CastlingRookFirst => &[(E2005, "4.4.b"), (E2018, "4.4.2")],
            AlertKind::ClaimMade => &[(E2005, "9.5")],
            AlertKind::ClaimRightLost => &[(E2005, "4.7"), (E2014, "4.8")],
            AlertKind::ClockAdjusted => &[(E2005, "6.14"), (E2009, "6.13"), (E2014, "7.1")],
            AlertKind::DisplacedPieces => &[(E2005, "7.3"), (E2014, "7.4"), (E2018, "7.4.1")],
            AlertKind::Disturbance => &[(E2005, "12.6"), (E2014, "11.5")],
            AlertKind::DrawClaimRightLost => &[(E2005, "9.4")],
            AlertKind::FiftyMovesAvailable => &[(E2005, "9.3.b"), (E2018, "9.3.2")],
            AlertKind::FlagFall => &[(E2005, "6.10"), (E2009, "6.9")],
            AlertKind::GameEndInDoubt => &[(E2005, "5.1.a"), (E2018, "5.1.1")],
            AlertKind::GameEnded75Moves => &[(E2014, "9.6.b"), (E2018, "9.6.2")],
            AlertKind::GameEndedCheckmate => &[(E2005, "5.1.a"), (E2018, "5.1.1")],
            AlertKind::GameEndedDeadPosition => &[(E2005, "5.2.b"), (E2018, "5.2.2")],
            AlertKind::GameEndedFivefold => &[(E2014, "9.6.a"), (E2018, "9.6.1")],
            AlertKind::GameEndedStalemate => &[(E2005, "5.2.a"), (E2018, "5.2.1")],
            AlertKind::IllegalDisplacement => &[(E2005, "3"), (E2009, "4.6"), (E2014, "3.10.b"), (E2018, "3.10.2")],
            AlertKind::IllegalMoveCompleted => &[(E2005, "7.4.a"), (E2014, "7.5.a"), (E2018, "7.5.1")],
            AlertKind::IllegalMoveStands if regime == Regime::Blitz => {
                &[(E2005, "Annex3.3"), (E2009, "B.3.c"), (E2014, "B.4/A.4.b"), (E2018, "A.4.2"), (E2023, "A.5.2")]
            }
            AlertKind::IllegalMoveStands => {
                &[(E2005, "Annex2.6"), (E2009, "A.4.c"), (E2014, "A.4.b"), (E2018, "A.4.2"), (E2023, "A.5.2")]
            }
            AlertKind::IllegalPositionWatch => &[(E2014, "A.4.d"), (E2018, "A.4.4"), (E2023, "A.5.4")],
            AlertKind::InitialPositionWrong => &[(E2005, "7.1.a"), (E2014, "7.2.a"), (E2018, "7.2.1")],
            AlertKind::MoveAmbiguous => &[(E2005, "4.6.a"), (E2014, "4.7.a"), (E2018, "4.7.1")],
            AlertKind::NewGameSetUp | AlertKind::PlayNotRecorded | AlertKind::ResultSignalled => {
                &[(E2005, "convention")]
            }
            AlertKind::OffTurnTouch => &[(E2005, "4.2"), (E2014, "6.2.d"), (E2018, "6.2.5")],
            AlertKind::OpponentMayClaim => {
                &[(E2005, "Annex2.7"), (E2009, "A.4.d.1"), (E2014, "A.4.b"), (E2018, "A.4.2"), (E2023, "A.5.2")]
            }
            AlertKind::OpponentRepliedBeforePress => {
                &[(E2005, "6.8.a"), (E2009, "6.7.a"), (E2014, "6.2.a"), (E2018, "6.2.2")]
            }
            AlertKind::PositionMismatch => &[(E2005, "7.5"), (E2014, "7.6")],
            AlertKind::PositionRestored => &[(E2005, "7.4.a"), (E2014, "7.5.a"), (E2018, "7.5.1")],
            AlertKind::PressByOtherSide => &[(E2005, "6.8.c"), (E2009, "6.7.c"), (E2014, "6.2.c"), (E2018, "6.2.4")],
            AlertKind::PressWithoutMove => &[(E2005, "6.8.a"), (E2009, "6.7.a"), (E2014, "6.2.c"), (E2018, "7.5.3")],
            AlertKind::PromotionMissing => &[(E2005, "7.4.a"), (E2014, "7.5.a"), (E2018, "7.5.2")],
            AlertKind::PromotionPieceChanged => &[(E2005, "4.4.d"), (E2018, "4.4.4")],
            AlertKind::PromotionPieceInvalid => &[(E2005, "3.7.e"), (E2018, "3.7.5.1"), (E2023, "3.7.3.3")],
            AlertKind::ReleasedThenMoved => &[(E2005, "4.6"), (E2014, "4.7")],
            AlertKind::RulingAddTime | AlertKind::RulingGameDrawn | AlertKind::RulingGameLost => {
                &[(E2005, "7.4.b"), (E2014, "7.5.b"), (E2018, "7.5.5")]
            }
            AlertKind::SlideInferred => &[(E2005, "4.6.a"), (E2014, "4.7.a"), (E2018, "4.7.1")],
            AlertKind::ThreefoldAvailable => &[(E2005, "9.2.b"), (E2018, "9.2.1.2"), (E2023, "9.2.2")],
            AlertKind::TouchMoveViolated => &[(E2005, "4.3")],
            AlertKind::TouchOrderUnclear => &[(E2005, "4.3.c"), (E2018, "4.3.3")],
            AlertKind::TouchedPieceReturned => &[(E2005, "4.2"), (E2018, "4.2.1")],
            AlertKind::TwoHandsSuspected => &[(E2005, "4.1"), (E2018, "7.5.4")],
            AlertKind::WrongColourMovedFirst => &[(E2005, "1.1"), (E2018, "1.2")],
        },
    }
}

#[cfg(test)]
mod tests {
    use super::change_points;
    use crate::turn::{AlertKind, Clause, Edition, Laws, Regime, Supervision};

    /// Clauses of no kind, or of a part of one.
    const PARTS: [Clause; 11] = [
        Clause::BothFlags,
        Clause::BothTouched,
        Clause::CaptureMade,
        Clause::CastlingPrevented,
        Clause::CastlingRightLost,
        Clause::IntendedCastlingIllegal,
        Clause::KingAndRook,
        Clause::MoveOffTurn,
        Clause::OpponentTouched,
        Clause::OwnTouched,
        Clause::PromotionChoice,
    ];

    const REGIMES: [Regime; 3] = [Regime::Blitz, Regime::Rapid, Regime::Standard];

    /// What came into the Laws after the first edition, and when.
    const LATER: [(AlertKind, Edition); 3] = [
        (AlertKind::GameEnded75Moves, Edition::E2014),
        (AlertKind::GameEndedFivefold, Edition::E2014),
        (AlertKind::IllegalPositionWatch, Edition::E2014),
    ];

    fn clauses() -> impl Iterator<Item = (Clause, Regime)> {
        let of_kinds = AlertKind::ALL.iter().map(|kind| Clause::Of(*kind));
        PARTS.into_iter().chain(of_kinds).flat_map(|clause| REGIMES.map(|regime| (clause, regime)))
    }

    #[test]
    fn every_clause_has_a_number_from_the_first_edition_that_has_it() {
        for (clause, regime) in clauses() {
            let later = LATER.iter().find(|(kind, _)| clause == Clause::Of(*kind)).map(|(_, from)| *from);
            let from = change_points(clause, regime).first().map(|(from, _)| *from);
            assert_eq!(from, Some(later.unwrap_or(Edition::E2005)), "{clause:?}, {regime:?}");
        }
    }

    #[test]
    fn what_came_later_is_not_asked_for_before() {
        let never = crate::rules::Repetition { consecutive: 9, times: 9 };
        for edition in Edition::ALL.into_iter().filter(|edition| *edition < Edition::E2014) {
            for regime in REGIMES {
                let laws = Laws::new(edition, regime, Some(Supervision::Limited));
                assert!(!laws.ends_by_75_moves(u32::MAX), "{laws:?}");
                assert!(!laws.ends_by_fivefold(never), "{laws:?}");
                assert!(!laws.watches_illegal_positions(), "{laws:?}");
            }
        }
    }

    #[test]
    fn change_points_ascend_and_each_changes_the_number() {
        for (clause, regime) in clauses() {
            for pair in change_points(clause, regime).windows(2) {
                let [(earlier, before), (later, after)] = pair else { unreachable!("windows of two") };
                assert!(earlier < later, "{clause:?}: {pair:?}");
                assert_ne!(before, after, "{clause:?}: {pair:?}");
            }
        }
    }

    #[test]
    fn the_last_change_at_or_before_the_edition_is_in_force() {
        let article = |edition, clause| Laws::new(edition, Regime::Standard, None).article(clause);
        let released = Clause::Of(AlertKind::ReleasedThenMoved);
        assert_eq!(Edition::ALL.map(|edition| article(edition, released)), ["4.6", "4.6", "4.7", "4.7", "4.7"]);
        let threefold = Clause::Of(AlertKind::ThreefoldAvailable);
        let numbers = ["9.2.b", "9.2.b", "9.2.b", "9.2.1.2", "9.2.2"];
        assert_eq!(Edition::ALL.map(|edition| article(edition, threefold)), numbers);
        assert_eq!(article(Edition::E2023, Clause::Of(AlertKind::ClaimMade)), "9.5");
    }

    #[test]
    fn a_regime_may_have_an_appendix_of_its_own() {
        let stands = |regime| Laws::new(Edition::E2005, regime, None).article(Clause::Of(AlertKind::IllegalMoveStands));
        assert_eq!(stands(Regime::Blitz), "Annex3.3");
        assert_eq!(stands(Regime::Rapid), "Annex2.6");
    }
}
