//! How urgent an alert is for the hall, and which alerts hang together.

use serde::{Deserialize, Serialize};

use crate::hall::records::{Alert, Urgency};

/// How urgent a case is, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The Laws require an act.
    Ruling,
    /// Look now.
    Warning,
    /// A result waits for its confirmation.
    Result,
    /// Board and game disagree, or the move is not known.
    Unread,
    /// A board, or a table, is not heard.
    Lost,
    /// Look when free.
    Notice,
    /// For the arbiter alone, who must not act on it: in no list, count, sound or print of others.
    Private,
}

/// How urgent an alert is; `None` where it is for the record alone.
#[must_use]
pub fn severity_of(alert: &Alert) -> Option<Severity> {
    let is_result = alert.kind == "result-signalled" || alert.kind.starts_with("game-ended-");
    match alert.severity {
        Urgency::Private => Some(Severity::Private),
        Urgency::Info | Urgency::Ruling if is_result => Some(Severity::Result),
        Urgency::Ruling => Some(Severity::Ruling),
        Urgency::Warning => Some(Severity::Warning),
        Urgency::Notice if matches!(alert.kind.as_str(), "move-ambiguous" | "position-mismatch") => {
            Some(Severity::Unread)
        }
        Urgency::Notice | Urgency::Unknown => Some(Severity::Notice),
        Urgency::Info => None,
    }
}

/// What alerts that hang together are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Strand {
    /// What a player claims, and what a wrong claim costs.
    Claim,
    /// How the game ends.
    Ending,
    /// An illegal move: what led to it, itself, and what it costs.
    Irregularity,
    /// It hangs together with nothing.
    Own,
    /// The game is not read.
    Record,
    /// Touched pieces of one turn, and what was played in spite of them.
    Touch,
}

/// Which strand an alert is of.
pub(super) fn strand_of(alert: &Alert) -> Strand {
    match alert.kind.as_str() {
        "ruling-add-time" if alert.data.contains_key("from") => Strand::Own,
        "ruling-add-time" if alert.data.contains_key("claim") => Strand::Claim,
        "claim-made" => Strand::Claim,
        "castling-not-allowed"
        | "illegal-displacement"
        | "illegal-move-completed"
        | "illegal-move-stands"
        | "illegal-position-watch"
        | "opponent-may-claim"
        | "position-restored"
        | "press-without-move"
        | "promotion-missing"
        | "promotion-piece-invalid"
        | "ruling-add-time"
        | "ruling-game-drawn"
        | "ruling-game-lost"
        | "two-hands-suspected" => Strand::Irregularity,
        "castling-abandoned"
        | "castling-rook-first"
        | "claim-right-lost"
        | "game-end-in-doubt"
        | "promotion-piece-changed"
        | "released-then-moved"
        | "touch-move-violated"
        | "touch-order-unclear"
        | "touched-piece-returned" => Strand::Touch,
        "flag-fall" | "result-signalled" => Strand::Ending,
        "move-ambiguous" | "play-not-recorded" | "position-mismatch" => Strand::Record,
        kind if kind.starts_with("game-ended-") => Strand::Ending,
        _ => Strand::Own,
    }
}

/// What an alert is in its strand, what the strand is about first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// What it is about: a second one is another case.
    Anchor,
    /// What follows from it.
    Follows,
    /// What came before it.
    LeadsUp,
}

pub(super) fn part_of(alert: &Alert) -> Part {
    match alert.kind.as_str() {
        "claim-made"
        | "illegal-move-completed"
        | "press-without-move"
        | "promotion-missing"
        | "two-hands-suspected" => Part::Anchor,
        "castling-not-allowed" | "illegal-displacement" | "promotion-piece-invalid" => Part::LeadsUp,
        _ => Part::Follows,
    }
}

/// What an alert says of what was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    /// Something that the Laws forbid was done, or something is due.
    Finding,
    /// Something hangs on a finding that is not decided.
    Doubt,
    /// Hands did something that is allowed, or may yet be put right: what follows from it is told by itself.
    Note,
}

fn weight_of(alert: &Alert) -> Weight {
    match alert.kind.as_str() {
        "game-end-in-doubt" => Weight::Doubt,
        "illegal-displacement" | "illegal-position-watch" | "touch-order-unclear" | "touched-piece-returned" => {
            Weight::Note
        }
        _ => Weight::Finding,
    }
}

/// Whether it tells only what hands did, and nothing that is forbidden.
pub(in crate::hall) fn is_note(alert: &Alert) -> bool {
    weight_of(alert) == Weight::Note
}

/// Orders alerts that hang together: the first is what an arbiter is told. The worst; of these what the strand is about;
/// then a finding before what was only noted, and the younger, since what follows says more than what it rests on.
pub(super) fn rank(alert: &Alert) -> impl Ord + use<> {
    let severity = severity_of(alert).map_or((1, None), |severity| (0, Some(severity)));
    (severity, part_of(alert), weight_of(alert), std::cmp::Reverse(alert.number()))
}

/// Whether what an alert tells may be nothing but what a lost board brings about.
pub(super) fn follows_from_lost_board(kind: &str) -> bool {
    matches!(
        kind,
        "displaced-pieces"
            | "illegal-displacement"
            | "initial-position-wrong"
            | "move-ambiguous"
            | "new-game-set-up"
            | "off-turn-touch"
            | "play-not-recorded"
            | "position-mismatch"
            | "touched-piece-returned"
            | "clock-disconnected"
            | "squares-dead"
    )
}
