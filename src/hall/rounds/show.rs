//! What pages see of event and rounds.

use super::held::{HeldEvent, HeldPairing, HeldRound};
use crate::{
    event::{PairingResult, written},
    hall::{
        core::Hall,
        protocol::rounds::{ByeView, EventView, PairingState, PairingView, RoundView, SectionView},
    },
};

impl Hall {
    /// Shows what has changed of event and rounds.
    pub(super) fn show_rounds(&mut self) {
        let rounds = &mut self.rounds;
        if std::mem::take(&mut rounds.event_changed) {
            self.shown.event(rounds.event.view());
            // The default time is the event's.
            rounds.shown_changed.extend(rounds.all.keys().cloned());
            rounds.event_unlisted = true;
        }
        for key in std::mem::take(&mut rounds.shown_changed) {
            rounds.unlisted.insert(key.clone());
            if let Some(round) = rounds.all.get(&key) {
                let has_report = rounds.reports.get(&key.0).is_some_and(|report| report.round == key.1);
                self.shown.round(round.view(&rounds.event, has_report));
            }
        }
    }
}

impl HeldEvent {
    fn view(&self) -> EventView {
        let facts = &self.facts;
        EventView {
            name: facts.name.clone(),
            site: facts.site.clone(),
            begin: facts.first_day.map(|day| day.to_string()),
            end: facts.last_day.map(|day| day.to_string()),
            federation: facts.federation.clone(),
            time_control: facts.time_control.clone(),
            edition: facts.edition_in_force().name().to_owned(),
            regime: facts.regime().map(|regime| regime.name().to_owned()),
            rounds: facts.rounds,
            default_time_min: self.default_time_min(),
            delay_s: self.delay_s,
            sections: self
                .sections
                .iter()
                .map(|section| SectionView {
                    name: section.name.clone(),
                    first_table: section.first_table,
                    players: section.players.len(),
                })
                .collect(),
        }
    }
}

impl HeldRound {
    fn view(&self, event: &HeldEvent, trf: bool) -> RoundView {
        RoundView {
            section: self.section.clone(),
            number: self.number,
            state: self.state,
            date: self.date.map(|date| date.to_string()),
            start: self.start,
            default_at: self.default_at(event.default_time_min()),
            file: self.file.clone(),
            pairings: self.pairings.iter().map(|pairing| self.pairing_view(pairing, event)).collect(),
            byes: self.byes.iter().map(|bye| ByeView { player: bye.player.clone(), kind: bye.kind }).collect(),
            missing: self.missing(),
            trf,
        }
    }

    fn pairing_view(&self, pairing: &HeldPairing, event: &HeldEvent) -> PairingView {
        let differs = |told: &PairingResult| pairing.given.as_ref().is_some_and(|given| !given.result.is_worth(*told));
        let seat = pairing.seat.as_ref();
        PairingView {
            board: pairing.board,
            table: Some(seat.map_or_else(|| self.table_of(pairing, event), |seat| seat.table.clone())),
            white: pairing.white.clone(),
            black: pairing.black.clone(),
            result: written(pairing.result()),
            by: pairing.given.as_ref().map(|given| given.by.clone()),
            table_result: pairing.told.filter(differs).map(|told| written(Some(told))),
            game: seat.and_then(|seat| seat.game.clone()),
            state: match (&pairing.given, pairing.result(), seat.and_then(|seat| seat.game.as_ref())) {
                (Some(given), ..) if given.absent => PairingState::Absent,
                (_, Some(_), _) => PairingState::Over,
                (_, None, Some(_)) if pairing.waits.is_none() => PairingState::Playing,
                (_, None, _) => PairingState::Waiting,
            },
            waits: pairing.waits.clone(),
        }
    }
}
