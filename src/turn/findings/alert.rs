//! An alert: a finding, and what becomes of it.

use protocols::{Color, Square};

use crate::{
    rules::{LegalMove, Uci},
    turn::findings::{Advisory, AlertKind, Finding, Severity},
};

/// Where an alert stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AlertState {
    /// The arbiter has seen it.
    Acknowledged,
    /// The reason is gone, or the arbiter has confirmed and acted.
    Cleared,
    /// The arbiter says it did not happen.
    Dismissed,
    /// The right to claim, or to correct, is gone; or nothing is to be done about it any more.
    Lapsed,
    /// It is open.
    Raised,
}

impl AlertState {
    /// Whether it still waits for something to be done.
    #[must_use]
    pub fn is_open(self) -> bool {
        matches!(self, AlertState::Acknowledged | AlertState::Raised)
    }
}

/// An alert, as the turn stage raises it.
#[derive(Debug, Clone, PartialEq)]
pub struct Alert {
    /// Which alert of the game, from 1.
    pub number: u32,
    /// Where it stands.
    pub state: AlertState,
    /// What it is about: the kind of its finding.
    pub kind: AlertKind,
    /// What was found.
    pub finding: Finding,
    /// The article, in the numbering of the edition in force.
    pub article: &'static str,
    /// How urgent.
    pub severity: Severity,
    /// Whether it rests on a judgement of what sensors cannot see.
    pub advisory: bool,
    /// The player it is about.
    pub by: Option<Color>,
    /// Half-move, from 1.
    pub ply: u32,
    /// The squares it is about.
    pub squares: Vec<Square>,
    /// The moves that were or are allowed, in UCI, sorted.
    pub legal: Vec<Uci>,
    /// Its half-move was taken back after it was settled: the same of the next one is another matter.
    pub(in crate::turn) taken_back: bool,
}

impl Alert {
    /// It is about this now; its number stays, and where it stands.
    pub(in crate::turn) fn asks_now(&mut self, now: Alert) {
        let Alert { number, state, taken_back, .. } = *self;
        *self = Alert { number, state, taken_back, ..now };
    }

    /// A new alert of this finding, with the severity that its kind has where nothing else is said.
    pub(in crate::turn) fn new(finding: Finding) -> Alert {
        let kind = finding.kind();
        let (severity, advisory) = kind.usual();
        Alert {
            number: 0,
            state: AlertState::Raised,
            kind,
            article: "",
            severity,
            advisory: advisory == Advisory::Yes,
            by: finding.by(),
            ply: 0,
            squares: Vec::new(),
            legal: Vec::new(),
            finding,
            taken_back: false,
        }
    }

    pub(in crate::turn) fn article(mut self, article: &'static str) -> Alert {
        self.article = article;
        self
    }

    /// About this half-move; without it, about the one in progress.
    pub(in crate::turn) fn ply(mut self, ply: u32) -> Alert {
        self.ply = ply;
        self
    }

    pub(in crate::turn) fn squares(mut self, squares: impl IntoIterator<Item = Square>) -> Alert {
        self.squares = squares.into_iter().collect();
        self
    }

    pub(in crate::turn) fn legal<'a>(mut self, legal: impl IntoIterator<Item = &'a LegalMove>) -> Alert {
        self.legal = uci_sorted(legal);
        self
    }

    pub(in crate::turn) fn severity(mut self, severity: Severity) -> Alert {
        self.severity = severity;
        self
    }

    pub(in crate::turn) fn advisory(mut self, advisory: Advisory) -> Alert {
        self.advisory = advisory == Advisory::Yes;
        self
    }

    /// Whether `other` says the same of the same things: an alert is raised once for each matter.
    pub(in crate::turn) fn repeats(&self, other: &Alert) -> bool {
        let same = self.kind == other.kind && self.ply == other.ply && self.by == other.by;
        same && !self.taken_back && self.finding.is_same_matter(&other.finding)
    }
}

/// Moves in UCI, sorted.
pub(in crate::turn) fn uci_sorted<'a>(moves: impl IntoIterator<Item = &'a LegalMove>) -> Vec<Uci> {
    let mut uci: Vec<Uci> = moves.into_iter().map(LegalMove::to_uci).collect();
    uci.sort_unstable();
    uci.dedup();
    uci
}
