use super::*;
use crate::{
    event::{PairingResult, Score},
    game::persons::Person,
};

fn pairing(board: u16, white: &str, black: &str) -> Pairing {
    let (white, black) = (Player::named(white), Player::named(black));
    Pairing { board: Board::new(board), table: None, white, black, result: None }
}

fn round(pairings: &[(u16, &str, &str)]) -> Round {
    let pairings = pairings.iter().map(|(board, white, black)| pairing(*board, white, black)).collect();
    Round { number: 6, pairings, ..Round::default() }
}

fn changes(present: &Round, new: &Round) -> Vec<PairingChange> {
    compare(Some(present), new).pairings.into_iter().map(|row| row.change).collect()
}

#[test]
fn every_kind_of_difference_has_its_name() {
    let present = round(&[(1, "A", "B"), (2, "C", "D"), (3, "E", "F"), (4, "G", "H"), (5, "I", "J"), (6, "K", "L")]);
    let new = round(&[(1, "A", "B"), (2, "D", "C"), (3, "E", "M"), (4, "N", "O"), (7, "I", "J"), (8, "L", "K")]);
    let expected = [
        PairingChange::AsBefore,
        PairingChange::Swapped,
        PairingChange::Changed { white_was: None, black_was: Some(Box::new(Player::named("F"))) },
        PairingChange::New,
        PairingChange::Moved { from: Board::new(5), swapped: false },
        PairingChange::Moved { from: Board::new(6), swapped: true },
    ];
    assert_eq!(changes(&present, &new), expected);
    let compared = compare(Some(&present), &new);
    assert_eq!(compared.gone, [pairing(4, "G", "H")]);
    assert_eq!(compared.round().pairings, new.pairings);
    assert!(compare(Some(&present), &present).is_as_before());
    assert!(!compared.is_as_before());
}

#[test]
fn without_a_present_round_everything_is_new() {
    let new = round(&[(1, "A", "B")]);
    let compared = compare(None, &new);
    assert_eq!(compared.pairings[0].change, PairingChange::New);
    assert_eq!(compared.round(), new);
}

#[test]
fn an_exchange_of_opponents_is_told_at_both_boards() {
    let present = round(&[(1, "A", "B"), (2, "C", "D")]);
    let new = round(&[(1, "A", "D"), (2, "C", "B")]);
    let changed = |was: &str| PairingChange::Changed { white_was: None, black_was: Some(Box::new(Player::named(was))) };
    assert_eq!(changes(&present, &new), [changed("B"), changed("D")]);
    assert!(compare(Some(&present), &new).gone.is_empty());
}

#[test]
fn a_file_without_board_numbers_moves_nobody() {
    let present = round(&[(11, "A", "B"), (12, "C", "D"), (13, "E", "F")]);
    let new =
        Round { boards: BoardNumbers::Derived, ..round(&[(1, "C", "D"), (2, "E", "G"), (3, "H", "I"), (4, "A", "B")]) };
    let compared = compare(Some(&present), &new);
    let boards: Vec<_> =
        compared.pairings.iter().map(|row| (row.pairing.board.number, &*row.pairing.white.name)).collect();
    assert_eq!(boards, [(1, "H"), (11, "A"), (12, "C"), (13, "E")]);
    assert_eq!(compared.pairings[1].change, PairingChange::AsBefore);
    assert_eq!(compared.boards, BoardNumbers::Given);
}

#[test]
fn what_is_told_anew_of_a_player_is_told_and_the_rest_kept() {
    let mut present = round(&[(1, "Novak Tereza", "B")]);
    present.pairings[0].white.person = Person { rating: Some(2310), fide_id: Some(7), ..Person::default() };
    let mut new = round(&[(1, "Novák, Tereza", "B")]);
    new.pairings[0].white.person.title = Some("WIM".to_owned());
    let compared = compare(Some(&present), &new);
    let PlayerChange { now, .. } = &compared.players[0];
    assert_eq!((&*now.name, now.person.rating, now.person.fide_id), ("Novák, Tereza", Some(2310), Some(7)));
    assert_eq!(compared.pairings[0].change, PairingChange::AsBefore);
    assert_eq!(compared.pairings[0].pairing.white, *now);
    assert!(!compared.is_as_before());
}

#[test]
fn a_result_is_kept_unless_the_colours_are_swapped() {
    let mut present = round(&[(1, "A", "B"), (2, "C", "D")]);
    for pairing in &mut present.pairings {
        pairing.result = Some(PairingResult::Played(Score::WhiteWins));
    }
    let rows = compare(Some(&present), &round(&[(1, "A", "B"), (2, "D", "C")])).pairings;
    assert_eq!(rows[0].pairing.result, Some(PairingResult::Played(Score::WhiteWins)));
    assert_eq!(rows[1].pairing.result, None);
}

#[test]
fn byes_come_change_and_go() {
    let bye = |name: &str, kind| Bye { player: Player::named(name), kind };
    let byes = vec![bye("P", ByeKind::Half), bye("Q", ByeKind::Zero), bye("R", ByeKind::Zero), bye("S", ByeKind::Full)];
    let present = Round { byes, ..round(&[(1, "A", "B")]) };
    let byes = vec![bye("P", ByeKind::Half), bye("Q", ByeKind::PairingAllocated), bye("B", ByeKind::Zero)];
    let new = Round { byes, ..round(&[(1, "A", "R")]) };
    let compared = compare(Some(&present), &new);
    let kinds: Vec<_> = compared.byes.iter().map(|(_, change)| *change).collect();
    assert_eq!(kinds, [ByeChange::AsBefore, ByeChange::Kind(ByeKind::Zero), ByeChange::New]);
    assert_eq!(compared.gone_byes, [bye("S", ByeKind::Full)]);
}
