//! What the Laws say, read from their text and not from the product: article numbers, obligations, consequences.

use touchmove::turn::{AlertKind, Edition, Laws, Regime, Severity, Supervision};

use crate::chess::{Diagram, End, Kind, Move};

/// Every edition under every regime and supervision.
pub(crate) fn all() -> Vec<Laws> {
    let mut all = Vec::new();
    for edition in Edition::ALL {
        all.push(Laws::new(edition, Regime::Standard, None));
        for regime in [Regime::Blitz, Regime::Rapid] {
            for supervision in [Supervision::Full, Supervision::Limited] {
                all.push(Laws::new(edition, regime, Some(supervision)));
            }
        }
    }
    all
}

/// An alert that must be raised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Expected {
    pub(crate) kind: AlertKind,
    pub(crate) article: &'static str,
    pub(crate) severity: Severity,
}

/// A rule of the Laws, with its number in each edition, 2005 to 2023.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rule([&'static str; 5]);

impl Rule {
    pub(crate) const CHECKMATE: Rule = Rule(["5.1.a", "5.1.a", "5.1.a", "5.1.1", "5.1.1"]);
    pub(crate) const DEAD_POSITION: Rule = Rule(["5.2.b", "5.2.b", "5.2.b", "5.2.2", "5.2.2"]);
    pub(crate) const STALEMATE: Rule = Rule(["5.2.a", "5.2.a", "5.2.a", "5.2.1", "5.2.1"]);
    pub(crate) const TWO_HANDS: Rule = Rule(["4.1", "4.1", "4.1", "7.5.4", "7.5.4"]);

    pub(crate) fn of(self, laws: Laws) -> &'static str {
        self.0[index(laws.edition)]
    }
}

fn index(edition: Edition) -> usize {
    Edition::ALL.iter().position(|other| *other == edition).expect("one of them")
}

/// An alert that has the same severity in every edition.
pub(crate) fn alert(kind: AlertKind, rule: Rule, severity: Severity, laws: Laws) -> Expected {
    Expected { kind, article: rule.of(laws), severity }
}

/// An alert of Article 4: ruled on only when asked in rapid and blitz of 2005 and 2009 (Annex 2.5, A.4.b).
pub(crate) fn article_4(kind: AlertKind, rule: Rule, severity: Severity, laws: Laws) -> Expected {
    let only_when_asked = is_limited(laws) && laws.edition <= Edition::E2009;
    alert(kind, rule, if only_when_asked { Severity::Info } else { severity }, laws)
}

pub(crate) fn is_limited(laws: Laws) -> bool {
    laws.supervision == Supervision::Limited
}

/// What the final position says: the game is over, or from 2014 in doubt where Article 4 was broken to reach it.
pub(crate) fn ending(after: &Diagram, broken: bool, laws: Laws) -> Option<Expected> {
    let (kind, rule) = match after.end()? {
        End::Checkmate => (AlertKind::GameEndedCheckmate, Rule::CHECKMATE),
        End::Dead => (AlertKind::GameEndedDeadPosition, Rule::DEAD_POSITION),
        End::Stalemate => (AlertKind::GameEndedStalemate, Rule::STALEMATE),
    };
    Some(if broken && laws.edition >= Edition::E2014 {
        alert(AlertKind::GameEndInDoubt, rule, Severity::Warning, laws)
    } else {
        alert(kind, rule, Severity::Ruling, laws)
    })
}

/// Whether a castling by this move shows two hands where king and rook are both off the board (4.1, 7.5.4).
pub(crate) fn two_hands(m: &Move, in_air_ms: u64, chess960: bool, laws: Laws) -> Option<Expected> {
    let castles = matches!(m.kind(), Kind::CastlingLong | Kind::CastlingShort) && !chess960;
    (castles && in_air_ms >= 200)
        .then(|| article_4(AlertKind::TwoHandsSuspected, Rule::TWO_HANDS, Severity::Notice, laws))
}
