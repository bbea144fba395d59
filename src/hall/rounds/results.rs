//! Results: given by hand, for who has not come, missing.

use super::held::{Given, HeldRound, RoundKey};
use crate::{
    event::{Board, Forfeit, PairingResult, Score, Told, read_result, written},
    hall::{
        actions::act::Act,
        core::Hall,
        decisions::entry::{Entry, First},
        people::Account,
        protocol::{
            requests::Refusal,
            rounds::{RoundDone, RoundNote, RoundState, Who},
        },
        queue::marks::Mark,
        table::{Table, view::Doing},
        time::Time,
    },
};

/// From how many half-moves on a game is rated: each has made a move.
const RATED_FROM: usize = 2;

/// A result that a table tells: a game of less than a move by each is not rated.
pub(super) fn played(result: &str, plies: usize) -> Option<PairingResult> {
    match read_result(result) {
        Some(Told::Result(PairingResult::Played(score))) if plies < RATED_FROM => Some(PairingResult::Unplayed(score)),
        Some(Told::Result(result)) => Some(result),
        Some(Told::Nothing) | None => None,
    }
}

/// What a table's game can have as a result.
fn result_of_game(result: PairingResult) -> Option<&'static str> {
    match result {
        PairingResult::Played(score @ (Score::BlackWins | Score::Draw | Score::WhiteWins)) => Some(score.name()),
        PairingResult::Forfeit(_) | PairingResult::Played(_) | PairingResult::Unplayed(_) => None,
    }
}

impl HeldRound {
    /// When who has not come has lost.
    pub(super) fn default_at(&self, minutes: u16) -> Option<Time> {
        self.start.map(|start| start.plus(i64::from(minutes) * 60_000))
    }
}

impl Hall {
    /// Somebody has not come.
    pub(super) fn absent(
        &mut self,
        account: &Account,
        key: &RoundKey,
        board: Board,
        (who, announced): (Who, bool),
        now: Time,
    ) -> Result<u64, Refusal> {
        let minutes = self.rounds.event.default_time_min();
        let round = self.rounds.all.get(key).ok_or(Refusal::NoSuchRound)?;
        let pairing = self.held(key, board)?.clone();
        if !announced {
            let default_at = round.default_at(minutes).filter(|_| round.state == RoundState::On);
            let until = default_at.ok_or(Refusal::RoundNotOn)?;
            if now < until {
                return Err(Refusal::TooEarly { until });
            }
        }
        if let Some(result) = pairing.result() {
            return Err(match pairing.given.as_ref().filter(|given| given.absent) {
                Some(given) => second(&given.by, "absent", self.given_at(key, board).unwrap_or(now)),
                None => Refusal::ResultStands { result: written(Some(result)) },
            });
        }
        // White has come where he has moved, Black where he has answered.
        let plies = pairing.seat.as_ref().filter(|seat| seat.game.is_some()).map_or(0, |seat| seat.plies);
        if plies > usize::from(who == Who::Black) {
            return Err(Refusal::HasPlayed);
        }
        let forfeit = match who {
            Who::Black => Forfeit::WhiteWins,
            Who::Both => Forfeit::Both,
            Who::White => Forfeit::BlackWins,
        };
        let now_is = PairingResult::Forfeit(forfeit);
        let number =
            self.give(account, (key, board), Some((now_is, true)), (who, (!announced).then_some(minutes)), now);
        // The board shows it, too, where a game has one result for both.
        let result = match who {
            Who::Black => Some("1-0"),
            Who::Both => None,
            Who::White => Some("0-1"),
        };
        let at = self.game_at(key, board).filter(|(_, table)| table.doing() != Doing::Over).map(|(name, _)| name);
        if let Some((table, result)) = at.zip(result) {
            let act = Act::SetResult { result: result.to_owned(), termination: Some("forfeit".to_owned()) };
            let done = RoundDone::Result { was: written(None), now: written(Some(now_is)) };
            self.send_round(&account.name, &table, (key, board), (vec![act], done), now);
        }
        Ok(number)
    }

    /// A result by hand, or none any more.
    pub(super) fn round_result(
        &mut self,
        account: &Account,
        key: &RoundKey,
        board: Board,
        (result, replaces): (&str, Option<&str>),
        now: Time,
    ) -> Result<u64, Refusal> {
        let told = read_result(result).ok_or_else(|| Refusal::BadValue {
            field: "result".to_owned(),
            expected: "1-0, 0-1, 1/2-1/2, 0-0, 1/2-0, 0-1/2, +:-, -:+, -:- or *".to_owned(),
        })?;
        let new = match told {
            Told::Nothing => None,
            Told::Result(result) => Some(result),
        };
        let pairing = self.held(key, board)?.clone();
        let stands = pairing.result();
        let replaced =
            replaces.map(read_result) == Some(stands.map_or(Some(Told::Nothing), |stands| Some(Told::Result(stands))));
        if (stands.is_some() || replaces.is_some()) && !replaced {
            return Err(Refusal::ResultStands { result: written(stands) });
        }
        if new == stands {
            return Err(Refusal::BadValue { field: "result".to_owned(), expected: "another one".to_owned() });
        }
        let at =
            self.game_at(key, board).map(|(name, table)| (name, table.doing(), table.link().away_since().is_some()));
        let is_over = at.as_ref().is_some_and(|(_, doing, _)| *doing == Doing::Over);
        let act = match new {
            // A forfeit that is taken back opens the table's game again; one of which the table tells a result, too.
            None => is_over.then_some(Act::Reopen {}),
            Some(new) => result_of_game(new).map(|result| {
                let termination = None;
                Act::SetResult { result: result.to_owned(), termination }
            }),
        };
        match at.zip(act) {
            Some(((_, _, true), _)) if new.is_none() => Err(Refusal::TableAway),
            Some(((table, _, false), act)) => {
                if self.is_changing(&table) {
                    let first =
                        self.entries.values().rev().find(|entry| entry.table == table && !entry.acts.is_empty());
                    let by = first.and_then(|entry| entry.by.clone()).unwrap_or_default();
                    let at = first.map_or(now, |entry| entry.at);
                    let decided = first.and_then(|entry| entry.acts.first()).map_or("", Act::name).to_owned();
                    return Err(second(&by, &decided, at));
                }
                // What was given by hand stands until the table has done it: it may not answer, or refuse.
                let done = RoundDone::Result { was: written(stands), now: written(new) };
                Ok(self.send_round(&account.name, &table, (key, board), (vec![act], done), now))
            }
            Some(_) | None => {
                let was = written(stands);
                let given = new.map(|result| Given { result, by: account.name.clone(), absent: false });
                self.put_given(key, board, given);
                let done = RoundDone::Result { was, now: written(new) };
                let note = self.note_of(key, board, done);
                Ok(self.note(account, "round-result", note, now))
            }
        }
    }

    /// The rounds are over.
    pub(super) fn end_round(
        &mut self,
        account: &Account,
        keys: &[RoundKey],
        seen: Vec<Board>,
        now: Time,
    ) -> Result<u64, Refusal> {
        let rounds: Vec<HeldRound> = keys.iter().filter_map(|key| self.rounds.all.get(key).cloned()).collect();
        let on: Vec<HeldRound> = rounds.iter().filter(|round| round.state == RoundState::On).cloned().collect();
        if on.is_empty() {
            let ended = rounds.iter().filter_map(|round| round.ended.clone()).next_back();
            return Err(ended.map_or(Refusal::RoundNotOn, |mark| second(&mark.by, "end-round", mark.at)));
        }
        let mut missing: Vec<Board> = on.iter().flat_map(HeldRound::missing).collect();
        let mut named = seen;
        missing.sort();
        named.sort();
        if missing != named {
            return Err(Refusal::ResultsMissing { boards: missing });
        }
        let mut last = 0;
        for mut round in on {
            let missing = round.missing();
            round.state = RoundState::Over;
            round.ended = Some(Mark { by: account.name.clone(), at: now });
            for pairing in &mut round.pairings {
                pairing.waits = None;
            }
            let key = round.key();
            self.keep_round(round);
            let done = RoundDone::Ended { missing };
            let note = RoundNote { section: key.0, number: Some(key.1), board: None, done };
            last = self.note(account, "end-round", note, now);
        }
        Ok(last)
    }

    /// The table at which a pairing's game stands.
    fn game_at(&self, key: &RoundKey, board: Board) -> Option<(String, &Table)> {
        let seat = self.held(key, board).ok()?.seat.as_ref()?;
        let table = self.tables.get(&seat.table)?;
        let is_there = table.game().is_some_and(|on| Some(&on.id) == seat.game.as_ref());
        is_there.then(|| (seat.table.clone(), table))
    }

    /// Keeps a forfeit, and puts it into the record.
    fn give(
        &mut self,
        account: &Account,
        (key, board): (&RoundKey, Board),
        given: Option<(PairingResult, bool)>,
        (who, default_time_min): (Who, Option<u16>),
        now: Time,
    ) -> u64 {
        let was = self.held(key, board).ok().and_then(|pairing| pairing.result());
        let new = given.map(|(result, absent)| Given { result, by: account.name.clone(), absent });
        self.put_given(key, board, new);
        let is = written(given.map(|(result, _)| result));
        let done = RoundDone::Absent { who, default_time_min, was: written(was), now: is };
        let (number, mut entry) = self.noted("absent", "", self.note_of(key, board, done), now);
        self.rounds.event.facts.article_of_default_time().clone_into(&mut entry.article);
        entry.table = self
            .held(key, board)
            .ok()
            .and_then(|pairing| Some(pairing.seat.as_ref()?.table.clone()))
            .unwrap_or_default();
        entry.by = Some(account.name.clone());
        self.enter(entry);
        number
    }

    fn put_given(&mut self, key: &RoundKey, board: Board, given: Option<Given>) {
        if let Some(pairing) = self.rounds.all.get_mut(key).and_then(|round| round.pairing_mut(board)) {
            pairing.given = given;
            self.rounds.changed(key);
        }
    }

    /// A table has done what somebody wanted as a result: what that replaces was given by hand, and is no more. What
    /// somebody has given since stays.
    pub(in crate::hall) fn result_is_told(&mut self, entry: &Entry) {
        let Some(RoundNote { section, number: Some(number), board: Some(board), done }) = &entry.round else { return };
        let RoundDone::Result { was, .. } = done else { return };
        let key = (section.clone(), *number);
        let Ok(pairing) = self.held(&key, *board) else { return };
        let is_replaced = pairing.given.as_ref().is_some_and(|given| written(Some(given.result)) == *was);
        let is_its_game =
            pairing.seat.as_ref().is_some_and(|seat| seat.table == entry.table && seat.game == entry.game);
        let is_last = self.last_of_result(&key, *board).is_some_and(|last| last.number == entry.number);
        if is_replaced && is_its_game && is_last {
            self.put_given(&key, *board, None);
        }
    }

    /// When a result was given by hand.
    fn given_at(&self, key: &RoundKey, board: Board) -> Option<Time> {
        self.last_of_result(key, board).map(|entry| entry.at)
    }

    /// The last entry in force that says something of a pairing's result.
    fn last_of_result(&self, key: &RoundKey, board: Board) -> Option<&Entry> {
        let is_it = |note: &RoundNote| {
            note.section == key.0
                && note.number == Some(key.1)
                && note.board == Some(board)
                && matches!(note.done, RoundDone::Absent { .. } | RoundDone::Result { .. })
        };
        let is_in_force = |entry: &&Entry| entry.is_in_force() && entry.round.as_ref().is_some_and(is_it);
        self.entries.values().rev().find(is_in_force)
    }
}

fn second(by: &str, decided: &str, at: Time) -> Refusal {
    let by = Some(by.to_owned()).filter(|by| !by.is_empty());
    Refusal::Second { first: First { by, decided: decided.to_owned(), at } }
}
