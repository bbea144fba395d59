//! Requests about event and rounds: who may, and what is meant.

use super::held::{HeldPairing, HeldRound, RoundKey};
use crate::{
    event::Board,
    hall::{
        core::Hall,
        decisions::entry::{Entry, What},
        people::Account,
        protocol::{
            requests::{Answer, Refusal, Request},
            rounds::{RoundNote, RoundState},
        },
        records::Players,
        table::{Place, Table},
        time::Time,
    },
};

/// The pairing that is meant, and who plays there as seen.
struct Which {
    section: Option<String>,
    round: u16,
    board: Board,
    players: Option<Players>,
}

impl Hall {
    /// Meets a request about event and rounds.
    pub(in crate::hall) fn meet_round(
        &mut self,
        account: &Account,
        id: &str,
        request: Request,
        now: Time,
    ) -> Result<Answer, Refusal> {
        let for_arbiters = matches!(request, Request::Absent { .. } | Request::RoundResult { .. });
        if !for_arbiters && !account.is_chief() {
            return Err(Refusal::OnlyChief);
        }
        let entry = match request {
            Request::Absent { section, round, board, players, who, announced, .. } => {
                let key = self.meant_before_the_end(account, &Which { section, round, board, players })?;
                self.absent(account, &key, board, (who, announced), now)?
            }
            Request::EndRound { section, round, missing, .. } => {
                let keys = self.rounds_meant(section.as_deref(), round)?;
                self.end_round(account, &keys, missing, now)?
            }
            Request::Event { set, .. } => self.set_event(account, *set, now)?,
            Request::Import { digest, .. } => self.import(account, &digest, now)?,
            Request::Pair { section, round, board, players, table, to, white, black, swap_colours, .. } => {
                let key = self.meant_before_the_end(account, &Which { section, round, board, players })?;
                let change = super::pair::PairChange {
                    table,
                    to,
                    white: white.map(|player| *player),
                    black: black.map(|player| *player),
                    swap_colours,
                };
                self.pair(account, &key, board, change, now)?
            }
            Request::RoundResult { section, round, board, players, result, replaces, .. } => {
                let key = self.meant(account, &Which { section, round, board, players })?;
                self.round_result(account, &key, board, (&result, replaces.as_deref()), now)?
            }
            Request::StartRound { section, round, start, abandon, adopt, .. } => {
                let keys = self.rounds_meant(section.as_deref(), round)?;
                self.start_round(account, &keys, super::start::Start { start, abandon, adopt }, now)?
            }
            Request::Act { .. }
            | Request::Go { .. }
            | Request::GoNot { .. }
            | Request::Offers { .. }
            | Request::Preview { .. }
            | Request::Search { .. }
            | Request::Seen { .. }
            | Request::Shelve { .. }
            | Request::TakeBack { .. }
            | Request::Unshelve { .. } => return Err(Refusal::NotAllowed),
        };
        Ok(Answer { entry: Some(entry), ..Answer::done(id) })
    }

    /// That round of one section, or of all.
    fn rounds_meant(&self, section: Option<&str>, number: u16) -> Result<Vec<RoundKey>, Refusal> {
        let is_meant = |round: &&HeldRound| {
            round.number == number && section.is_none_or(|section| round.section.as_deref() == Some(section))
        };
        let keys: Vec<RoundKey> = self.rounds.all.values().filter(is_meant).map(HeldRound::key).collect();
        if keys.is_empty() { Err(Refusal::NoSuchRound) } else { Ok(keys) }
    }

    /// The round of a pairing that is meant, if it is as it was seen and the account may say something of it.
    fn meant(&self, account: &Account, which: &Which) -> Result<RoundKey, Refusal> {
        let section = self.rounds.section_meant(which.section.as_deref()).ok_or(Refusal::NoSuchRound)?;
        if !account.looks_after(&Place { section: section.clone(), ..Place::default() }) {
            return Err(Refusal::NotAllowed);
        }
        let round = self.rounds.all.get(&(section, which.round)).ok_or(Refusal::NoSuchRound)?;
        let now = round.pairing(which.board).ok_or(Refusal::NoSuchPairing)?.players();
        if which.players.as_ref().is_some_and(|seen| *seen != now) {
            return Err(Refusal::PairingChanged { now });
        }
        Ok(round.key())
    }

    /// The round of a pairing that is meant, if it is not over, either: who plays, and who has come, is settled then.
    fn meant_before_the_end(&self, account: &Account, which: &Which) -> Result<RoundKey, Refusal> {
        let key = self.meant(account, which)?;
        let is_over = self.rounds.all.get(&key).is_some_and(|round| round.state == RoundState::Over);
        if is_over { Err(Refusal::RoundOver) } else { Ok(key) }
    }

    /// A pairing that is known to be there.
    pub(super) fn held(&self, key: &RoundKey, board: Board) -> Result<&HeldPairing, Refusal> {
        self.rounds.all.get(key).and_then(|round| round.pairing(board)).ok_or(Refusal::NoSuchPairing)
    }

    /// A round becomes so.
    pub(super) fn keep_round(&mut self, mut round: HeldRound) {
        let key = round.key();
        round.number_pairings();
        self.rounds.changed(&key);
        self.rounds.all.insert(key, round);
    }

    /// Puts into the record what somebody has decided of event or round.
    pub(super) fn note(&mut self, account: &Account, name: &str, note: RoundNote, now: Time) -> u64 {
        let (number, entry) = self.noted(name, "", note, now);
        self.enter(Entry { by: Some(account.name.clone()), ..entry });
        number
    }

    /// An entry of event or round, of a table where one is meant.
    pub(super) fn noted(&self, name: &str, table: &str, note: RoundNote, now: Time) -> (u64, Entry) {
        let number = self.next_number();
        let what = What::Decided { name: name.to_owned(), otherwise: false };
        let none = Table::default();
        let mut entry = Entry::of(number, now, table, self.tables.get(table).unwrap_or(&none), what);
        let pairing = note.board.and_then(|board| {
            let number = note.number?;
            self.rounds.all.get(&(note.section.clone(), number))?.pairing(board)
        });
        if let Some(pairing) = pairing {
            entry.players = pairing.players();
        }
        entry.section.clone_from(&note.section);
        self.rounds.event.facts.edition_in_force().name().clone_into(&mut entry.edition);
        entry.round = Some(note);
        (number, entry)
    }
}
