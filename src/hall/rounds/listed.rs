//! What a broadcast needs of event and rounds: nothing in it is held back yet.

use super::held::{HeldEvent, HeldPairing, HeldRound};
use crate::{
    event::{Board, Date, PairingResult, Player},
    hall::{core::Hall, protocol::rounds::RoundState, time::Time},
};

/// What is otherwise than when it was last listed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listed {
    /// The event.
    pub event: Option<ListedEvent>,
    /// Rounds, each whole.
    pub rounds: Vec<ListedRound>,
}

/// The event.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListedEvent {
    /// Its name.
    pub name: Option<String>,
    /// Where it is held.
    pub site: Option<String>,
    /// As PGN writes it: `5400+30`.
    pub time_control: Option<String>,
    /// How much later the public is told, in milliseconds; 0 where no event is known.
    pub delay_ms: i64,
}

/// A round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedRound {
    /// Its section; `None` where the event has one.
    pub section: Option<String>,
    /// Its number.
    pub number: u16,
    /// What it is doing.
    pub state: RoundState,
    /// Its day.
    pub date: Option<Date>,
    /// When it began.
    pub start: Option<Time>,
    /// Who plays whom, in the order of the boards.
    pub pairings: Vec<ListedPairing>,
}

/// Two players who meet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedPairing {
    /// Names it within its round for good, from 1.
    pub id: u32,
    /// Its board.
    pub board: Board,
    /// Who has White.
    pub white: Player,
    /// Who has Black.
    pub black: Player,
    /// A result that was given by hand, or by a file.
    pub given: Option<PairingResult>,
    /// What its game has come to, as the table says.
    pub told: Option<PairingResult>,
    /// Table and id of its game, once the table has begun it.
    pub game: Option<(String, String)>,
}

impl Hall {
    /// What has changed of event and rounds since this was last asked for; at first everything.
    pub fn listed(&mut self) -> Listed {
        let rounds = &mut self.rounds;
        let event = std::mem::take(&mut rounds.event_unlisted).then(|| listed_event(&rounds.event));
        let changed = std::mem::take(&mut rounds.unlisted);
        Listed { event, rounds: changed.iter().filter_map(|key| rounds.all.get(key)).map(listed_round).collect() }
    }
}

fn listed_event(event: &HeldEvent) -> ListedEvent {
    ListedEvent {
        name: event.facts.name.clone(),
        site: event.facts.site.clone(),
        time_control: event.facts.time_control.clone(),
        delay_ms: event.public_delay_ms(),
    }
}

fn listed_round(round: &HeldRound) -> ListedRound {
    ListedRound {
        section: round.section.clone(),
        number: round.number,
        state: round.state,
        date: round.date,
        start: round.start,
        pairings: round.pairings.iter().map(listed_pairing).collect(),
    }
}

fn listed_pairing(pairing: &HeldPairing) -> ListedPairing {
    let seat = pairing.seat.as_ref();
    ListedPairing {
        id: pairing.id,
        board: pairing.board,
        white: pairing.white.clone(),
        black: pairing.black.clone(),
        given: pairing.given.as_ref().map(|given| given.result),
        told: pairing.told,
        game: seat.and_then(|seat| Some((seat.table.clone(), seat.game.clone()?))),
    }
}
