//! What happens at a table, told in the log.

use tracing::{debug, info, warn};

use crate::{
    game::record::{Alert, AlertState, Body, Move, MoveStatus, Record},
    turn::Severity,
};

/// Moves and alerts in the log, in plain words.
pub(crate) fn log(record: &Record) {
    match &record.body {
        Body::Alert(alert) => log_alert(alert),
        Body::Board(_)
        | Body::Clock(_)
        | Body::Duty(_)
        | Body::Game(_)
        | Body::Reply(_)
        | Body::Status(_)
        | Body::Touch(_)
        | Body::Turn(_) => {}
        Body::Move(Move { ply, uci, san, by, status, .. }) => {
            let (by, san, uci) = (by.name(), san.as_str(), uci.as_str());
            match status {
                MoveStatus::Completed => debug!(ply, by, san, uci, "Move completed."),
                MoveStatus::Corrected => info!(ply, by, san, uci, "Move corrected."),
                MoveStatus::Made => info!(ply, by, san, uci, "Move made."),
                MoveStatus::Retracted => info!(ply, by, san, uci, "Move retracted."),
            }
        }
    }
}

fn log_alert(alert: &Alert) {
    let Alert { id, kind, article, edition, ply, text, .. } = alert;
    let kind = kind.name();
    match (alert.state, alert.severity) {
        (AlertState::Raised, Severity::Ruling | Severity::Warning) => {
            warn!(id, kind, article, edition, ply, text, "Alert raised.");
        }
        (AlertState::Raised, Severity::Info | Severity::Notice | Severity::Private) => {
            info!(id, kind, article, edition, ply, text, "Alert raised.");
        }
        (AlertState::Acknowledged, _) => info!(id, kind, "Alert acknowledged."),
        (AlertState::Cleared, _) => info!(id, kind, "Alert cleared."),
        (AlertState::Dismissed, _) => info!(id, kind, "Alert dismissed."),
        (AlertState::Lapsed, _) => info!(id, kind, "Alert lapsed."),
    }
}
