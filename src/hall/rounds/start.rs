//! A round begins.

use super::held::{HeldPairing, RoundKey, Seat};
use crate::{
    event::{Board, Player},
    hall::{
        core::Hall,
        decisions::entry::{Entry, First, State},
        people::Account,
        protocol::{
            requests::{AsOf, Refusal, TableAsOf},
            rounds::{RoundDone, RoundNote, RoundState},
        },
        queue::marks::Mark,
        time::Time,
    },
};

/// By how much a round's begin may be set otherwise than now, in milliseconds: a day.
const MAX_OFF_MS: i64 = 24 * 3_600_000;

/// How it begins.
pub(super) struct Start {
    pub(super) start: Option<Time>,
    pub(super) abandon: Vec<TableAsOf>,
    pub(super) adopt: Vec<TableAsOf>,
}

impl Hall {
    pub(super) fn start_round(
        &mut self,
        account: &Account,
        keys: &[RoundKey],
        Start { start, abandon, adopt }: Start,
        now: Time,
    ) -> Result<u64, Refusal> {
        let state = |key: &RoundKey| self.rounds.all.get(key).map(|round| round.state);
        if keys.iter().all(|key| state(key) == Some(RoundState::Over)) {
            return Err(Refusal::RoundOver);
        }
        let start = start.unwrap_or(now);
        if !start.is_within(now, MAX_OFF_MS) {
            let expected = "a time no further off than a day".to_owned();
            return Err(Refusal::BadValue { field: "start".to_owned(), expected });
        }
        let new: Vec<RoundKey> = keys.iter().filter(|key| state(key) == Some(RoundState::Planned)).cloned().collect();
        let taken = |seen: &TableAsOf| self.pairing_for(keys, seen);
        let abandon: Vec<(RoundKey, Board, String)> = abandon.iter().map(taken).collect::<Result<_, _>>()?;
        let adopt_games: Vec<(RoundKey, Board, String)> = adopt.iter().map(taken).collect::<Result<_, _>>()?;
        let again = self.to_be_told_again(keys);
        if new.is_empty() && abandon.is_empty() && adopt.is_empty() && again.is_empty() {
            let started = keys.iter().filter_map(|key| self.rounds.all.get(key)?.started.clone()).next_back();
            let (by, at) = started.map_or((None, now), |mark| (Some(mark.by), mark.at));
            return Err(Refusal::Second { first: First { by, decided: "start-round".to_owned(), at } });
        }
        let mut last = 0;
        for key in new {
            let Some(mut round) = self.rounds.all.get(&key).cloned() else { continue };
            round.state = RoundState::On;
            round.start = Some(start);
            round.started = Some(Mark { by: account.name.clone(), at: now });
            self.keep_round(round);
            let done = RoundDone::Started { start };
            let note = RoundNote { section: key.0, number: Some(key.1), board: None, done };
            last = self.note(account, "start-round", note, now);
        }
        for (key, board) in again {
            self.seat(&key, board, None);
        }
        for ((key, board, table), seen) in adopt_games.into_iter().zip(adopt) {
            self.leave_over(&table, &seen.as_of.game);
            let seat = Seat {
                table: table.clone(),
                entry: self.next_number(),
                // It has not been told who plays: it is now.
                white: Player::default(),
                black: Player::default(),
                before: None,
                game: Some(seen.as_of.game),
                plies: seen.as_of.plies,
                asked: now,
            };
            self.seat(&key, board, Some(seat));
            let (number, entry) = self.noted("adopt", &table, self.note_of(&key, board, RoundDone::Adopted {}), now);
            self.enter(Entry { by: Some(account.name.clone()), state: State::Done, ..entry });
            last = number;
        }
        for (key, board, table) in abandon {
            last = self.begin_at(&account.name, &key, board, (&table, true), now);
        }
        self.rounds.marked = true;
        Ok(if last == 0 { self.next_number().saturating_sub(1) } else { last })
    }

    pub(super) fn note_of(&self, key: &RoundKey, board: Board, done: RoundDone) -> RoundNote {
        RoundNote { section: key.0.clone(), number: Some(key.1), board: Some(board), done }
    }

    /// The pairing that waits for a table, whose game is as it was seen.
    fn pairing_for(&self, keys: &[RoundKey], seen: &TableAsOf) -> Result<(RoundKey, Board, String), Refusal> {
        let table = self.tables.get(&seen.table).ok_or(Refusal::NoSuchTable)?;
        if table.link().away_since().is_some() {
            return Err(Refusal::TableAway);
        }
        let game = table.game().ok_or(Refusal::NoSuchTable)?;
        let now = AsOf::of(game);
        if now != seen.as_of {
            return Err(Refusal::Changed { now });
        }
        let found = keys.iter().find_map(|key| {
            let round = self.rounds.all.get(key).filter(|round| round.state != RoundState::Over)?;
            let waits = round.pairings.iter().find(|pairing| {
                let is_other = pairing.seat.as_ref().is_none_or(|seat| seat.game.as_ref() != Some(&now.game));
                pairing.result().is_none() && is_other && round.table_of(pairing, &self.rounds.event) == seen.table
            })?;
            Some((key.clone(), waits.board, seen.table.clone()))
        });
        found.ok_or(Refusal::NoSuchPairing)
    }

    /// A game is another pairing's from now on: that of a round that is over gets no result by it any more.
    fn leave_over(&mut self, table: &str, game: &str) {
        let has_it = |pairing: &&HeldPairing| {
            let seat = pairing.seat.as_ref().filter(|seat| seat.table == table && pairing.told.is_none());
            seat.is_some_and(|seat| seat.game.as_deref() == Some(game))
        };
        let over = self.rounds.all.values().filter(|round| round.state == RoundState::Over);
        let left: Vec<(RoundKey, Board)> = over
            .flat_map(|round| round.pairings.iter().filter(has_it).map(|pairing| (round.key(), pairing.board)))
            .collect();
        for (key, board) in left {
            self.seat(&key, board, None);
        }
    }

    /// Pairings whose table has refused, or whose game has been left for another.
    fn to_be_told_again(&self, keys: &[RoundKey]) -> Vec<(RoundKey, Board)> {
        let mut again = Vec::new();
        for key in keys {
            let Some(round) = self.rounds.all.get(key).filter(|round| round.state == RoundState::On) else { continue };
            for pairing in round.pairings.iter().filter(|pairing| pairing.result().is_none()) {
                let Some(seat) = &pairing.seat else { continue };
                let is_refused = seat.game.is_none()
                    && self
                        .entries
                        .get(&seat.entry)
                        .is_some_and(|entry| matches!(entry.state, State::Refused { .. } | State::Second { .. }));
                let is_left = seat.game.as_ref().is_some_and(|game| {
                    let on = self.tables.get(&seat.table).and_then(|table| table.game());
                    on.is_some_and(|on| on.id != *game)
                });
                if is_refused || is_left {
                    again.push((key.clone(), pairing.board));
                }
            }
        }
        again
    }

    /// A pairing has this seat from now on.
    pub(super) fn seat(&mut self, key: &RoundKey, board: Board, seat: Option<Seat>) {
        if let Some(pairing) = self.rounds.all.get_mut(key).and_then(|round| round.pairing_mut(board)) {
            pairing.seat = seat;
            self.rounds.changed(key);
        }
    }
}
