use protocols::{Color, Square};

use super::{AlertBook, MAX_ALERTS, Raised};
use crate::turn::{Alert, AlertKind, AlertState, ClaimKind, Finding, Severity, Verdict, findings::Evidence};

fn displaced(ply: u32) -> Alert {
    Alert::new(Finding::DisplacedPieces { by: Color::White }).ply(ply)
}

fn claimable(ply: u32) -> Alert {
    Alert::new(Finding::ThreefoldAvailable { by: Color::White }).ply(ply)
}

fn empty_press(ply: u32) -> Alert {
    Alert::new(Finding::PressWithoutMove { by: Color::White, penalties: None }).ply(ply)
}

fn raise(book: &mut AlertBook, alert: Alert) -> Raised {
    book.raise(alert, &mut Vec::new())
}

fn told(raised: &Raised) -> Vec<(u32, AlertState)> {
    raised.news.iter().map(|alert| (alert.number, alert.state)).collect()
}

fn numbers(book: &AlertBook) -> Vec<u32> {
    book.iter().map(|alert| alert.number).collect()
}

#[test]
fn the_same_said_twice_is_one_alert() {
    let mut book = AlertBook::default();
    assert_eq!(told(&raise(&mut book, claimable(7))), [(1, AlertState::Raised)]);
    assert_eq!(raise(&mut book, claimable(7)), Raised { number: 1, news: Vec::new() });
    assert_eq!(numbers(&book), [1]);
    // Of another half-move it is another matter.
    assert_eq!(raise(&mut book, claimable(8)).number, 2);
}

#[test]
fn what_is_settled_is_not_raised_by_being_said_again() {
    let mut book = AlertBook::default();
    raise(&mut book, claimable(7));
    for state in [AlertState::Cleared, AlertState::Dismissed, AlertState::Lapsed] {
        book.change(1, |alert| alert.state = state);
        assert_eq!(raise(&mut book, claimable(7)), Raised { number: 1, news: Vec::new() });
        assert_eq!(book.get(1).map(|alert| alert.state), Some(state));
    }
}

#[test]
fn what_counts_each_time_is_told_each_time_and_is_another_alert_once_it_is_decided() {
    let mut book = AlertBook::default();
    raise(&mut book, empty_press(3));
    // Nobody has decided on the first: it is told again, under the same number.
    assert_eq!(told(&raise(&mut book, empty_press(3))), [(1, AlertState::Raised)]);
    book.settle_open(AlertState::Dismissed, |alert| alert.kind == AlertKind::PressWithoutMove);
    assert_eq!(told(&raise(&mut book, empty_press(3))), [(2, AlertState::Raised)]);
    assert_eq!(numbers(&book), [1, 2]);
}

#[test]
fn a_lapsed_one_that_may_come_again_is_open_again_under_its_number() {
    let mut book = AlertBook::default();
    raise(&mut book, displaced(5));
    assert_eq!(raise(&mut book, displaced(5)).news, []);
    book.change(1, |alert| alert.state = AlertState::Lapsed);
    let squares = [Square::wrapping(28)];
    assert_eq!(told(&raise(&mut book, displaced(5).squares(squares))), [(1, AlertState::Raised)]);
    assert_eq!(book.get(1).map(|alert| alert.squares.clone()), Some(squares.to_vec()));
    // The arbiter's word holds.
    book.change(1, |alert| alert.state = AlertState::Dismissed);
    assert_eq!(raise(&mut book, displaced(5)).news, []);
}

#[test]
fn what_the_board_shows_is_another_alert_once_it_was_cleared() {
    let astray = || Alert::new(Finding::PositionMismatch(crate::turn::Mismatch::NoGameFits)).ply(5);
    let mut book = AlertBook::default();
    raise(&mut book, astray());
    assert_eq!(raise(&mut book, astray()).news, []);
    book.settle_open(AlertState::Cleared, |_| true);
    assert_eq!(told(&raise(&mut book, astray())), [(2, AlertState::Raised)]);
}

#[test]
fn what_was_withdrawn_with_a_move_is_told_again_once() {
    let mut book = AlertBook::default();
    raise(&mut book, claimable(7));
    let mut withdrawn: Vec<u32> = book.withdraw(|_| true).iter().map(|alert| alert.number).collect();
    assert_eq!(told(&book.raise(claimable(7), &mut withdrawn)), [(1, AlertState::Raised)]);
    assert!(withdrawn.is_empty());
    assert_eq!(book.raise(claimable(7), &mut withdrawn).news, []);
}

#[test]
fn what_only_tells_something_is_over_once_it_is_told_and_can_be_withdrawn_still() {
    let mut book = AlertBook::default();
    let right_lost = Alert::new(Finding::ClaimRightLost { by: Color::Black }).ply(2);
    assert_eq!(told(&raise(&mut book, right_lost)), [(1, AlertState::Raised), (1, AlertState::Lapsed)]);
    assert_eq!(book.settle_open(AlertState::Cleared, |_| true), []);
    let withdrawn = book.withdraw(|_| true);
    assert_eq!(withdrawn.iter().map(|alert| alert.state).collect::<Vec<_>>(), [AlertState::Cleared]);
}

#[test]
fn what_is_taken_back_may_be_said_again_as_another_alert() {
    let mut book = AlertBook::default();
    raise(&mut book, claimable(7));
    book.take_back(|alert| alert.ply >= 7);
    assert_eq!(told(&raise(&mut book, claimable(7))), [(2, AlertState::Raised)]);
}

#[test]
fn a_change_is_handed_back_only_if_it_changes_anything() {
    let mut book = AlertBook::default();
    raise(&mut book, claimable(7));
    let changed = book.change(1, |alert| alert.severity = Severity::Info);
    assert_eq!(changed.map(|alert| (alert.number, alert.severity)), Some((1, Severity::Info)));
    assert_eq!(book.change(1, |alert| alert.severity = Severity::Info), None);
    assert_eq!(book.change(2, |alert| alert.severity = Severity::Info), None);
}

#[test]
fn the_oldest_is_forgotten_where_there_are_too_many() {
    let mut book = AlertBook::default();
    for ply in 1..=MAX_ALERTS as u32 + 2 {
        raise(&mut book, claimable(ply));
    }
    assert_eq!(book.iter().len(), MAX_ALERTS);
    assert_eq!(book.get(2), None);
    assert_eq!(book.iter().next().map(|alert| alert.number), Some(3));
    assert_eq!(book.last_number(), MAX_ALERTS as u32 + 2);
    // What was forgotten is raised as if it had never been.
    assert_eq!(raise(&mut book, claimable(1)).number, MAX_ALERTS as u32 + 3);
}

#[test]
fn a_number_changes_wherever_it_is_named() {
    let mut book = AlertBook::default();
    let (breach, returned) = (Finding::CastlingRookFirst { by: Color::White, owed: [].into() }, displaced(2));
    raise(&mut book, Alert::new(breach).ply(1));
    raise(&mut book, returned);
    let claim = Finding::ClaimMade {
        by: Color::Black,
        claim: ClaimKind::TouchMove,
        verdict: Verdict::Correct,
        intended: None,
        evidence: Evidence::Breach { alert: 1, touched: Vec::new(), owed: [].into() },
        ms: None,
    };
    raise(&mut book, Alert::new(claim).ply(2));
    book.renumber(1, 9);
    assert_eq!(numbers(&book), [9, 2, 3]);
    let named = book.iter().find_map(|alert| match &alert.finding {
        Finding::ClaimMade { evidence: Evidence::Breach { alert, .. }, .. } => Some(*alert),
        _ => None,
    });
    assert_eq!(named, Some(9));
}

#[test]
fn numbers_given_elsewhere_are_not_given_again() {
    let mut book = AlertBook::default();
    book.number_after(4);
    assert_eq!(raise(&mut book, claimable(1)).number, 5);
    book.number_after(2);
    assert_eq!(raise(&mut book, claimable(2)).number, 6);
}

#[test]
fn an_alert_raised_elsewhere_is_adopted_once() {
    let mut book = AlertBook::default();
    let elsewhere = Alert { number: 3, ..claimable(1) };
    book.adopt(&elsewhere);
    book.adopt(&Alert { state: AlertState::Cleared, ..elsewhere.clone() });
    assert_eq!(book.as_slice(), [elsewhere]);
}

#[test]
fn a_game_that_parted_goes_on_after_what_was_raised_meanwhile() {
    let mut book = AlertBook::default();
    raise(&mut book, claimable(1));
    let mut next = book.clone();
    raise(&mut book, claimable(2));
    raise(&mut next, claimable(3));
    next.change(1, |alert| alert.state = AlertState::Cleared);
    // As the machine does, which holds such numbers elsewhere too.
    next.renumber(2, 2 + book.raised_after(1));
    let mut book = book.followed_by(next, 1);
    assert_eq!(book.iter().map(|alert| (alert.number, alert.ply)).collect::<Vec<_>>(), [(1, 1), (2, 2), (3, 3)]);
    assert_eq!(book.get(1).map(|alert| alert.state), Some(AlertState::Raised));
    assert_eq!(raise(&mut book, claimable(4)).number, 4);
}
