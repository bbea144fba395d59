//! What a table is told of its pairing, and for what it waits.

use std::collections::BTreeMap;

use super::held::{HeldPairing, HeldRound, RoundKey, Seat};
use crate::{
    event::{Board, Player},
    hall::{
        actions::{
            act::{self, Act},
            outcome::outcome_of,
        },
        core::{Hall, Output},
        decisions::entry::{Entry, State},
        keep::Row,
        protocol::rounds::{RoundDone, RoundState, Waits},
        records::Players,
        table::{Place, Table, link::BoardLink, view::Doing},
        time::Time,
    },
};

/// After how long a table that does not answer is told again, in milliseconds.
const AGAIN_MS: i64 = 60_000;

/// How many of the last entries may still be on their way.
const ON_THEIR_WAY: usize = 500;

/// What is to be done about a pairing.
enum Next {
    /// Its table is told that its game begins.
    Begin,
    /// Its seat is no more: it is played elsewhere.
    Leave,
    /// Its table is told who plays.
    Names,
    /// Nothing.
    Nothing,
    /// Its table, which has not answered, is told again.
    Repeat,
    /// Nothing, until this is over.
    Wait(Waits),
}

impl Hall {
    /// What tables say of the pairings is taken in; what they are to be told is sent.
    pub(in crate::hall) fn settle_rounds(&mut self, now: Time) {
        let mut is_due = std::mem::take(&mut self.rounds.marked) || self.rounds.due.is_over(now);
        for name in &self.dirty {
            is_due |= self.rounds.due.hears(name, self.tables.get(name), now);
        }
        if !is_due {
            return;
        }
        self.rounds.due.done();
        let on = |round: &&HeldRound| round.state == RoundState::On;
        let keys: Vec<RoundKey> = self.rounds.all.values().filter(on).map(HeldRound::key).collect();
        for key in &keys {
            self.collect(key, |_, _| true);
        }
        let over = |round: &&HeldRound| round.state == RoundState::Over;
        let over: Vec<RoundKey> = self.rounds.all.values().filter(over).map(HeldRound::key).collect();
        for key in &over {
            self.collect(key, may_be_put_right);
        }
        let current = self.rounds.current();
        for key in &current {
            for board in self.boards(key) {
                // One after the other: what one is told decides for what the next one waits.
                self.tell(key, board, now);
            }
        }
        // Where a later round of the section is on, nothing is told any more but who plays what is on.
        for key in keys.iter().filter(|key| !current.contains(key)) {
            for board in self.boards(key) {
                if matches!(self.next_for(key, board, now), Some(Next::Names)) {
                    self.tell_names(key, board, now);
                }
            }
        }
        for key in &keys {
            self.place_tables(key, now);
        }
        self.clear_left_tables(now);
        self.keep_rounds();
        self.show_rounds();
    }

    /// Keeps what has changed: in one batch with the entries that go with it.
    fn keep_rounds(&mut self) {
        for key in std::mem::take(&mut self.rounds.unkept) {
            if let Some(round) = self.rounds.all.get(&key) {
                self.out.push_back(Output::Keep(Row::Round { round: Box::new(round.clone()) }));
            }
        }
    }

    fn boards(&self, key: &RoundKey) -> Vec<Board> {
        let round = self.rounds.all.get(key);
        round.map(|round| round.pairings.iter().map(|pairing| pairing.board).collect()).unwrap_or_default()
    }

    fn tell(&mut self, key: &RoundKey, board: Board, now: Time) {
        let mut next = self.next_for(key, board, now);
        if let Some(Next::Leave) = next {
            self.seat(key, board, None);
            next = self.next_for(key, board, now);
        }
        let waits = match next {
            None | Some(Next::Leave | Next::Nothing) => None,
            Some(Next::Begin) => {
                let by = self.told_by(key, board);
                let table = self.table_meant(key, board);
                if let Some(table) = table {
                    self.begin_at(&by, key, board, (&table, false), now);
                }
                Some(Waits::Answer)
            }
            Some(Next::Names) => {
                self.tell_names(key, board, now);
                None
            }
            Some(Next::Repeat) => {
                self.repeat(key, board, now);
                Some(Waits::Answer)
            }
            Some(Next::Wait(waits)) => Some(waits),
        };
        let pairing = self.rounds.all.get_mut(key).and_then(|round| round.pairing_mut(board));
        if let Some(pairing) = pairing.filter(|pairing| pairing.waits != waits) {
            pairing.waits = waits;
            self.rounds.shown_changed.insert(key.clone());
        }
    }

    fn table_meant(&self, key: &RoundKey, board: Board) -> Option<String> {
        let round = self.rounds.all.get(key)?;
        Some(round.table_of(round.pairing(board)?, &self.rounds.event))
    }

    /// In whose name a table is told of a pairing.
    pub(super) fn told_by(&self, key: &RoundKey, board: Board) -> String {
        let round = self.rounds.all.get(key);
        let changed = round.and_then(|round| round.pairing(board)?.changed_by.clone());
        let started = || round.and_then(|round| Some(round.started.as_ref()?.by.clone()));
        changed.or_else(started).unwrap_or_default()
    }

    /// What is to be done about a pairing, as things stand.
    fn next_for(&self, key: &RoundKey, board: Board, now: Time) -> Option<Next> {
        let round = self.rounds.all.get(key)?;
        let pairing = round.pairing(board)?;
        let target = round.table_of(pairing, &self.rounds.event);
        let over = pairing.result().is_some();
        let Some(seat) = &pairing.seat else {
            return Some(if over { Next::Nothing } else { self.may_begin(key, pairing, &target) });
        };
        let table = self.tables.get(&seat.table);
        let Some(game) = &seat.game else {
            if over {
                return Some(Next::Nothing);
            }
            return Some(self.is_begun(seat, table, now));
        };
        if !over && seat.plies == 0 && seat.table != target && table.is_some() {
            return Some(Next::Leave);
        }
        let Some(table) = table else { return Some(Next::Nothing) };
        if table.game().is_none_or(|on| on.id != *game) {
            // Somebody has begun another game there: nothing is done to it that nobody has asked for.
            return Some(match waits_for_game(table).filter(|_| !over) {
                Some(waits) => Next::Wait(waits),
                None => Next::Nothing,
            });
        }
        let are_other = seat.white != pairing.white || seat.black != pairing.black;
        let is_told = are_other && table.link().away_since().is_none() && !self.is_changing(&seat.table);
        Some(if is_told { Next::Names } else { Next::Nothing })
    }

    /// Whether a table may be told that a pairing's game begins.
    fn may_begin(&self, key: &RoundKey, pairing: &HeldPairing, target: &str) -> Next {
        let Some(table) = self.tables.get(target) else { return Next::Wait(Waits::Table) };
        if table.link().away_since().is_some() {
            return Next::Wait(Waits::TableAway);
        }
        let others = self.rounds.all.values().filter(|round| round.state == RoundState::On).flat_map(|round| {
            let seated = round.pairings.iter().filter(|other| {
                let is_self = round.key() == *key && other.board == pairing.board;
                !is_self && other.result().is_none() && other.seat.as_ref().is_some_and(|seat| seat.table == target)
            });
            seated.map(|other| Waits::OtherPairing { section: round.section.clone(), board: other.board })
        });
        if let Some(waits) = others.into_iter().next() {
            return Next::Wait(waits);
        }
        if let Some(waits) = waits_for_game(table) {
            return Next::Wait(waits);
        }
        if table.doing() == Doing::Unknown || table.link().board == BoardLink::Searching {
            return Next::Wait(Waits::Board);
        }
        if self.is_changing(target) { Next::Wait(Waits::Answer) } else { Next::Begin }
    }

    /// How it stands with a table that was told, and has not begun the game yet.
    fn is_begun(&self, seat: &Seat, table: Option<&Table>, now: Time) -> Next {
        let entry = self.entries.get(&seat.entry).filter(|entry| entry.round.is_some());
        let Some(entry) = entry.filter(|entry| entry.table == seat.table) else { return Next::Leave };
        let Some(table) = table else { return Next::Wait(Waits::Table) };
        if let Some(since) = table.link().away_since() {
            // What was on its way may have come through: it is told again with the same ids, once the table is back.
            return if since > seat.asked || entry.state != State::Done {
                Next::Wait(Waits::TableAway)
            } else {
                Next::Wait(Waits::Answer)
            };
        }
        match &entry.state {
            State::Done | State::Sent => Next::Wait(Waits::Answer),
            State::NoAnswer if table.link().since > seat.asked || now.since(seat.asked) >= AGAIN_MS => Next::Repeat,
            State::NoAnswer => Next::Wait(Waits::Answer),
            State::Refused { error, words, .. } => {
                let refused = || Waits::Refused { error: error.clone(), words: words.clone() };
                Next::Wait(waits_for_game(table).unwrap_or_else(refused))
            }
            State::Second { first } => Next::Wait(Waits::Refused { error: first.decided.clone(), words: None }),
        }
    }

    /// Whether something that changes a table's game is on its way.
    pub(super) fn is_changing(&self, name: &str) -> bool {
        let changes = |entry: &Entry| {
            entry.table == name && entry.state == State::Sent && entry.acts.iter().any(|act| act.alert().is_none())
        };
        self.entries.values().rev().take(ON_THEIR_WAY).any(changes)
    }

    /// A table is told that a pairing's game begins. Gives the entry's number.
    pub(super) fn begin_at(
        &mut self,
        by: &str,
        key: &RoundKey,
        board: Board,
        (table, abandon): (&str, bool),
        now: Time,
    ) -> u64 {
        let Ok(pairing) = self.held(key, board).cloned() else { return 0 };
        let facts = &self.rounds.event.facts;
        let begin = Act::NewGame {
            players: Some(pairing.players()),
            edition: Some(facts.edition_in_force().name().to_owned()),
            regime: facts.regime().map(|regime| regime.name().to_owned()),
            supervision: None,
            variant: None,
            fen: None,
            abandon,
        };
        let names = Act::SetPlayers { white: Some(told(&pairing.white)), black: Some(told(&pairing.black)) };
        let game = self.tables.get(table).and_then(|known| known.game());
        let seat = Seat {
            table: table.to_owned(),
            entry: self.next_number(),
            white: pairing.white,
            black: pairing.black,
            before: game.filter(|game| !game.moves.is_empty()).map(|game| game.id.clone()),
            game: None,
            plies: 0,
            asked: now,
        };
        // Seat and entry are kept in one batch: an entry without a seat would be told again under another number.
        self.seat(key, board, Some(seat));
        let done = RoundDone::Told {};
        self.send_round(by, table, (key, board), (vec![begin, names], done), now)
    }

    fn tell_names(&mut self, key: &RoundKey, board: Board, now: Time) {
        let by = self.told_by(key, board);
        let Ok(pairing) = self.held(key, board).cloned() else { return };
        let Some(seat) = pairing.seat.clone() else { return };
        let changed = |was: &Player, is: &Player| (was != is).then(|| told(is));
        let names = Act::SetPlayers {
            white: changed(&seat.white, &pairing.white),
            black: changed(&seat.black, &pairing.black),
        };
        let table = seat.table.clone();
        self.seat(key, board, Some(Seat { white: pairing.white, black: pairing.black, asked: now, ..seat }));
        self.send_round(&by, &table, (key, board), (vec![names], RoundDone::Told {}), now);
    }

    /// A table gets commands of a round, and the record an entry. Gives its number.
    pub(super) fn send_round(
        &mut self,
        by: &str,
        table: &str,
        (key, board): (&RoundKey, Board),
        (acts, done): (Vec<Act>, RoundDone),
        now: Time,
    ) -> u64 {
        let name = acts.first().map_or("", Act::name).to_owned();
        let note = self.note_of(key, board, done);
        let (number, entry) = self.noted(&name, table, note, now);
        let done = self.tables.get(table).map(|table| outcome_of(table, &acts).effects).unwrap_or_default();
        let by = Some(by.to_owned()).filter(|by| !by.is_empty());
        self.enter(Entry { by, done, acts, state: State::Sent, ..entry });
        self.send(number, 0, false, now);
        self.rounds.marked = true;
        number
    }

    /// A table is told again what it has not answered, by the same ids: what it has done already it does not do twice.
    fn repeat(&mut self, key: &RoundKey, board: Board, now: Time) {
        let Ok(pairing) = self.held(key, board) else { return };
        let Some(seat) = pairing.seat.clone() else { return };
        let Some(entry) = self.entries.get(&seat.entry).cloned() else { return };
        let number = entry.number;
        self.seat(key, board, Some(Seat { asked: now, ..seat }));
        self.enter(Entry { state: State::Sent, ..entry });
        self.jobs.forget(number);
        self.send(number, 0, false, now);
    }

    /// What tables say of those games of a round that are meant.
    fn collect(&mut self, key: &RoundKey, is_meant: impl Fn(&HeldPairing, &Table) -> bool) {
        let Some(round) = self.rounds.all.get_mut(key) else { return };
        let mut changed = false;
        for pairing in &mut round.pairings {
            let table = pairing.seat.as_ref().and_then(|seat| self.tables.get(&seat.table));
            if let Some(table) = table.filter(|table| is_meant(pairing, table)) {
                changed |= collect(pairing, table);
            }
        }
        if changed {
            self.rounds.changed(key);
        }
    }

    /// Each table stands where its pairing stands.
    fn place_tables(&mut self, key: &RoundKey, now: Time) {
        let Some(round) = self.rounds.all.get(key) else { return };
        let mut places: BTreeMap<String, Place> = BTreeMap::new();
        for pairing in round.pairings.iter().filter(|pairing| pairing.result().is_none()) {
            let name = round.table_of(pairing, &self.rounds.event);
            let name = pairing.seat.as_ref().map_or(name, |seat| seat.table.clone());
            let Some(table) = self.tables.get(&name) else { continue };
            let before = &table.place;
            // One that waits is the section's, but what stands there is not its pairing yet.
            let is_seated = pairing.seat.is_some();
            if matches!(pairing.waits, Some(Waits::OtherPairing { .. })) {
                continue;
            }
            let place = Place {
                number: before.number.or_else(|| name.parse().ok()),
                section: round.section.clone().or_else(|| before.section.clone()),
                arbiter: before.arbiter.clone(),
                round: if is_seated { Some(round.number) } else { before.round },
                board: if is_seated { Some(pairing.board.to_string()) } else { before.board.clone() },
            };
            if place != *before && (is_seated || !self.is_anothers(key, &name)) {
                places.insert(name, place);
            }
        }
        for (table, place) in places {
            self.place(&table, place, now);
        }
    }
}

impl Hall {
    /// Whether a round of another section has a game at this table, or waited for it first: sections that are given the
    /// same tables do not take them from each other again and again.
    fn is_anothers(&self, key: &RoundKey, table: &str) -> bool {
        let others = self.rounds.all.values().filter(|other| other.state == RoundState::On && other.section != key.0);
        others.into_iter().any(|other| {
            let is_here = |pairing: &HeldPairing| match &pairing.seat {
                Some(seat) => seat.table == table,
                None => other.key() < *key && other.table_of(pairing, &self.rounds.event) == table,
            };
            other.pairings.iter().any(|pairing| pairing.result().is_none() && is_here(pairing))
        })
    }
}

/// The game for which a table waits, where one is on that would be lost.
fn waits_for_game(table: &Table) -> Option<Waits> {
    let game = table.game().filter(|game| !game.moves.is_empty())?;
    match table.doing() {
        Doing::Playing | Doing::Proposed | Doing::Suspended => {}
        Doing::Setup | Doing::Unknown if game.result == "*" => {}
        Doing::Over | Doing::Setup | Doing::Unknown => return None,
    }
    Some(Waits::Game {
        game: game.id.clone(),
        plies: game.moves.len(),
        result: game.result.clone(),
        players: game.players.clone(),
    })
}

/// Whether a table may still say something of a pairing whose round is over: a result that is corrected there, or one that
/// was missing. No other game is taken for that pairing's any more, though the same two may play on.
fn may_be_put_right(pairing: &HeldPairing, table: &Table) -> bool {
    let Some(game) = pairing.seat.as_ref().and_then(|seat| seat.game.as_ref()) else { return false };
    let is_on = table.game().is_some_and(|on| on.id == *game);
    is_on || pairing.told.is_none() && table.outcome(game).is_some_and(|outcome| outcome.result != "*")
}

/// What a table says of a pairing's game. Gives whether that is something new to keep.
fn collect(pairing: &mut HeldPairing, table: &Table) -> bool {
    let Some(seat) = &mut pairing.seat else { return false };
    let before = (seat.game.clone(), pairing.told);
    let has_these = |players: &Players| {
        players.white.as_ref() == Some(&seat.white.name) && players.black.as_ref() == Some(&seat.black.name)
    };
    let on = table.game();
    let is_new = |id: &String| seat.before.as_ref() != Some(id);
    if seat.game.is_none() {
        seat.game = on.filter(|on| is_new(&on.id) && has_these(&on.players)).map(|on| on.id.clone());
    }
    let Some(game) = seat.game.clone() else { return false };
    match (on.filter(|on| on.id == game), table.outcome(&game)) {
        (Some(on), _) => {
            seat.plies = on.moves.len();
            let is_over = table.doing() == Doing::Over;
            pairing.told = is_over.then(|| super::results::played(&on.result, on.moves.len())).flatten();
        }
        (None, Some(outcome)) if outcome.result != "*" => {
            seat.plies = outcome.plies;
            pairing.told = super::results::played(&outcome.result, outcome.plies);
        }
        // Somebody has still to say how it ended.
        (None, Some(outcome)) if !outcome.open.is_empty() => seat.plies = outcome.plies,
        // Left for another game of the same two: that one counts.
        (None, _) if pairing.told.is_none() => {
            if let Some(on) = on.filter(|on| has_these(&on.players)) {
                (seat.game, seat.plies) = (Some(on.id.clone()), on.moves.len());
            }
        }
        (None, _) => {}
    }
    before != (seat.game.clone(), pairing.told)
}

/// A player, as a table is told of him.
fn told(player: &Player) -> act::Player {
    let person = &player.person;
    act::Player {
        name: Some(player.name.clone()),
        title: person.title.clone(),
        rating: person.rating.map(u32::from),
        federation: person.federation.clone(),
        fide_id: person.fide_id.map(u64::from),
        team: person.team.clone(),
    }
}
