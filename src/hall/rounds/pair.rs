//! Another table, board or player for a pairing, at any time.

use super::held::{HeldPairing, HeldRound, RoundKey};
use crate::{
    event::{
        Board, Player,
        read::{Expected, MAX_NUMBER},
    },
    hall::{
        core::Hall,
        people::Account,
        protocol::{
            requests::Refusal,
            rounds::{RoundDone, RoundNote},
        },
        time::Time,
    },
};

/// Longest name of a table, in bytes.
const MAX_TABLE: usize = 64;

/// What is to be otherwise.
pub(super) struct PairChange {
    pub(super) table: Option<String>,
    pub(super) to: Option<Board>,
    pub(super) white: Option<Player>,
    pub(super) black: Option<Player>,
    pub(super) swap_colours: bool,
}

fn bad(field: &str, expected: &str) -> Refusal {
    Refusal::BadValue { field: field.to_owned(), expected: expected.to_owned() }
}

impl Hall {
    pub(super) fn pair(
        &mut self,
        account: &Account,
        key: &RoundKey,
        board: Board,
        change: PairChange,
        now: Time,
    ) -> Result<u64, Refusal> {
        let PairChange { table, to, white, black, swap_colours } = change;
        let before = self.held(key, board)?.clone();
        let players = changed_players(&before, white, black, swap_colours)?;
        let table = table.map(|table| table.trim().to_owned());
        if table.as_ref().is_some_and(|table| !table.is_empty() && !is_table(table)) {
            return Err(bad("table", "a name of up to 64 bytes without + # /"));
        }
        let table = table.map(|table| (!table.is_empty()).then_some(table));
        let mut round = self.rounds.all.get(key).cloned().ok_or(Refusal::NoSuchRound)?;
        if to.is_some_and(|to| !is_board(&round, to)) {
            return Err(bad("to", &Expected::Board.to_string()));
        }
        let event = &self.rounds.event;
        let mut done: Vec<(Board, RoundDone)> = Vec::new();
        if let Some((white, black)) = players {
            for player in [&white, &black] {
                let was_here = player.is_same(&before.white) || player.is_same(&before.black);
                let mut others = round.pairings.iter().filter(|other| other.board != board);
                if !was_here && others.any(|other| other.white.is_again(player) || other.black.is_again(player)) {
                    return Err(bad("player", &Expected::PlayerOnce.to_string()));
                }
            }
            // Whoever plays has no bye.
            round.byes.retain(|bye| !bye.player.is_again(&white) && !bye.player.is_again(&black));
            let pairing = round.pairing_mut(board).ok_or(Refusal::NoSuchPairing)?;
            let name = |player: &Player| player.name.clone();
            let (white_was, black_was) = (name(&before.white), name(&before.black));
            let told = RoundDone::Players { white_was, white: name(&white), black_was, black: name(&black) };
            done.push((board, told));
            (pairing.white, pairing.black) = (white, black);
            pairing.changed_by = Some(account.name.clone());
        }
        if let Some(table) = table {
            let from = round.pairing(board).map(|pairing| round.table_of(pairing, event));
            let pairing = round.pairing_mut(board).ok_or(Refusal::NoSuchPairing)?;
            pairing.table = table;
            let pairing = pairing.clone();
            let to = Some(round.table_of(&pairing, event));
            if from != to {
                // Whoever moves a game by hand to another table has it go on there.
                let seated = pairing.seat.as_ref().is_some_and(|seat| Some(&seat.table) != to.as_ref());
                if let Some(pairing) = round.pairing_mut(board).filter(|pairing| seated && pairing.result().is_none()) {
                    pairing.seat = None;
                }
                done.push((board, RoundDone::Table { from, to }));
            }
        }
        if let Some(to) = to.filter(|to| *to != board) {
            if let Some(other) = round.pairing_mut(to) {
                other.board = Board { of_match: None, number: 0 };
            }
            if let Some(pairing) = round.pairing_mut(board) {
                pairing.board = to;
            }
            if let Some(other) = round.pairing_mut(Board { of_match: None, number: 0 }) {
                other.board = board;
                done.push((board, RoundDone::Board { from: to, to: board }));
            }
            done.push((to, RoundDone::Board { from: board, to }));
            round.pairings.sort_by_key(|pairing| pairing.board);
        }
        if done.is_empty() {
            return Err(bad("pair", "something that is otherwise now"));
        }
        self.keep_round(round);
        let mut last = 0;
        for (board, done) in done {
            let note = RoundNote { section: key.0.clone(), number: Some(key.1), board: Some(board), done };
            last = self.note(account, "pair", note, now);
        }
        Ok(last)
    }
}

/// Whether a table can have this name: one level of a topic (MQTT 5.0, sections 4.7.1 and 4.7.2).
fn is_table(name: &str) -> bool {
    let is_forbidden = |letter: char| matches!(letter, '+' | '#' | '/') || letter.is_control();
    name.len() <= MAX_TABLE && !name.starts_with('$') && !name.contains(is_forbidden)
}

/// Whether a round can have this board: a number that files can have, within a match where its boards are of matches.
fn is_board(round: &HeldRound, Board { of_match, number }: Board) -> bool {
    let can_be = |number: u16| (1..=MAX_NUMBER).contains(&number);
    let is_of_its_kind = round.pairings.iter().any(|pairing| pairing.board.of_match.is_some() == of_match.is_some());
    can_be(number) && of_match.is_none_or(can_be) && is_of_its_kind
}

/// Who plays then, if others than before.
fn changed_players(
    before: &HeldPairing,
    white: Option<Player>,
    black: Option<Player>,
    swap_colours: bool,
) -> Result<Option<(Player, Player)>, Refusal> {
    for player in [&white, &black].into_iter().flatten() {
        player.check().map_err(|(field, expected)| bad(field, expected))?;
    }
    let (had_white, had_black) =
        if swap_colours { (&before.black, &before.white) } else { (&before.white, &before.black) };
    // A number of the starting list is the file's, not the page's.
    let whole = |told: Option<Player>, had: &Player| match told {
        Some(told) => Player { number: told.number.or(had.number.filter(|_| told.is_same(had))), ..told },
        None => had.clone(),
    };
    let (white, black) = (whole(white, had_white), whole(black, had_black));
    if white.is_same(&black) {
        return Err(bad("white", "another player than Black"));
    }
    Ok((white != before.white || black != before.black).then_some((white, black)))
}
