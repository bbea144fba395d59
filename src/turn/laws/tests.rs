//! Every decision, in every edition: each change is pinned on both of its sides, and where it applies to limited
//! supervision or to one regime alone, that it does not to the others.

use super::{BothKingsInCheck, Edition, IllegalMoveConsequence, Laws, PromotionUnfinished, Regime, Supervision};
use crate::{rules::Repetition, turn::AlertKind};

const NEVER: [bool; 5] = [false; 5];
const FROM_2009: [bool; 5] = [false, true, true, true, true];
const FROM_2014: [bool; 5] = [false, false, true, true, true];
const FROM_2018: [bool; 5] = [false, false, false, true, true];
const FROM_2023: [bool; 5] = [false, false, false, false, true];
const TO_2009: [bool; 5] = [true, true, false, false, false];
const ALWAYS: [bool; 5] = [true; 5];

/// What each edition says of a game of this regime, oldest first.
fn each<T>(regime: Regime, supervision: Supervision, decision: impl Fn(Laws) -> T) -> [T; 5] {
    Edition::ALL.map(|edition| decision(Laws::new(edition, regime, Some(supervision))))
}

/// The same of rapid and blitz without full supervision.
fn each_limited<T: PartialEq + std::fmt::Debug>(decision: impl Fn(Laws) -> T) -> [T; 5] {
    let rapid = each(Regime::Rapid, Supervision::Limited, &decision);
    assert_eq!(rapid, each(Regime::Blitz, Supervision::Limited, decision), "rapid and blitz");
    rapid
}

/// The same of every game with full supervision.
fn each_full<T: PartialEq + std::fmt::Debug>(decision: impl Fn(Laws) -> T) -> [T; 5] {
    let standard = each(Regime::Standard, Supervision::Full, &decision);
    for regime in [Regime::Rapid, Regime::Blitz] {
        assert_eq!(standard, each(regime, Supervision::Full, &decision), "{regime:?}");
    }
    standard
}

/// What an edition says of all games alike.
fn each_alike<T: PartialEq + std::fmt::Debug>(decision: impl Fn(Laws) -> T) -> [T; 5] {
    let full = each_full(&decision);
    assert_eq!(full, each_limited(decision), "full and limited");
    full
}

#[test]
fn a_wrong_set_up_can_be_claimed_for_three_moves_to_2009_and_for_ten_from_2014() {
    let moves = [Some(3), Some(3), Some(10), Some(10), Some(10)];
    assert_eq!(each_limited(Laws::setup_claim_moves), moves);
    assert_eq!(each_full(Laws::setup_claim_moves), [None; 5]);
    assert_eq!(each_alike(Laws::only_swapped_king_and_queen_forbid_castling), TO_2009);
}

#[test]
fn from_2014_fifty_moves_must_be_completed_and_75_end_the_game() {
    assert_eq!(each_alike(Laws::fifty_moves_need_completion), FROM_2014);
    assert_eq!(each_alike(|laws| laws.ends_by_75_moves(150)), FROM_2014);
    assert_eq!(each_alike(|laws| laws.ends_by_75_moves(149)), NEVER);
}

#[test]
fn from_2014_the_fifth_appearance_ends_the_game_if_consecutive_and_from_2018_in_any_case() {
    let times = |consecutive, times| each_alike(|laws| laws.ends_by_fivefold(Repetition { consecutive, times }));
    assert_eq!(times(5, 5), FROM_2014);
    assert_eq!(times(4, 5), FROM_2018);
    assert_eq!(times(4, 4), NEVER);
}

#[test]
fn from_2014_an_illegal_position_that_stands_is_watched_where_supervision_is_limited() {
    assert_eq!(each_limited(Laws::watches_illegal_positions), FROM_2014);
    assert_eq!(each_full(Laws::watches_illegal_positions), NEVER);
    assert_eq!(each_limited(Laws::reply_lets_illegal_move_stand), ALWAYS);
    assert_eq!(each_full(Laws::reply_lets_illegal_move_stand), NEVER);
}

#[test]
fn an_illegal_move_is_claimed_to_2009_loses_at_once_in_2014_and_is_corrected_from_2018_or_in_full_supervision() {
    use IllegalMoveConsequence::{Corrected, LostAtOnce, OpponentClaims};
    let limited = [OpponentClaims, OpponentClaims, LostAtOnce, Corrected, Corrected];
    assert_eq!(each_limited(Laws::illegal_moves), limited);
    assert_eq!(each_full(Laws::illegal_moves), [Corrected; 5]);
    assert_eq!(each_alike(Laws::losing_illegal_move), [3, 3, 2, 2, 2]);
    assert_eq!(each_alike(Laws::draws_if_opponent_cannot_mate), FROM_2009);
    assert_eq!(each_alike(Laws::release_binds_replacement), FROM_2009);
}

#[test]
fn two_minutes_are_added_but_one_in_blitz_of_2014_and_2018_and_where_a_3_of_2023_applies() {
    let ms = |regime, supervision| each(regime, supervision, |laws| laws.added_time().0);
    let (one, two) = (60_000, 120_000);
    assert_eq!(ms(Regime::Standard, Supervision::Full), [two; 5]);
    assert_eq!(ms(Regime::Rapid, Supervision::Full), [two, two, two, two, one]);
    assert_eq!(ms(Regime::Rapid, Supervision::Limited), [two, two, two, two, one]);
    assert_eq!(ms(Regime::Blitz, Supervision::Full), [two, two, one, one, two]);
    assert_eq!(ms(Regime::Blitz, Supervision::Limited), [two, two, one, one, one]);
}

#[test]
fn from_2014_a_queen_is_put_a_reply_completes_and_a_breach_puts_the_end_in_doubt() {
    assert_eq!(each_alike(Laws::queen_is_put), FROM_2014);
    assert_eq!(each_alike(Laws::next_move_completes), FROM_2014);
    assert_eq!(each_alike(Laws::breach_puts_ending_in_doubt), FROM_2014);
}

#[test]
fn a_press_without_a_move_is_irregular_from_2014_and_an_illegal_move_from_2018() {
    assert_eq!(each_alike(Laws::empty_press_is_irregular), FROM_2014);
    assert_eq!(each_alike(Laws::empty_press_is_illegal_move), FROM_2018);
    assert_eq!(each_alike(Laws::penalties_for_empty_press), [None, None, Some("12.9"), None, None]);
}

#[test]
fn a_draw_is_agreed_after_a_move_each_from_2018_and_a_resignation_draws_from_2023_where_no_mate_is_possible() {
    assert_eq!(each_alike(Laws::agreement_needs_a_move_each), FROM_2018);
    assert_eq!(each_alike(Laws::resignation_draws_if_opponent_cannot_mate), FROM_2023);
    assert_eq!(each_alike(Laws::touch_forfeits_draw_claim), FROM_2009);
}

#[test]
fn to_2009_players_call_flags_and_ask_for_article_4_where_supervision_is_limited() {
    for decision in [Laws::only_players_call_flags, Laws::article_4_only_when_asked] {
        assert_eq!(each_limited(decision), TO_2009);
        assert_eq!(each_full(decision), NEVER);
    }
}

#[test]
fn a_claim_is_lost_by_a_touch_in_2005_for_4_3_and_4_4_alone() {
    let lost = |breach| each_alike(|laws| laws.claim_lost_for(breach));
    for breach in [AlertKind::CastlingRookFirst, AlertKind::PromotionPieceChanged, AlertKind::TouchMoveViolated] {
        assert_eq!(lost(breach), ALWAYS, "{breach:?}");
    }
    for breach in [AlertKind::CastlingAbandoned, AlertKind::ReleasedThenMoved] {
        assert_eq!(lost(breach), FROM_2009, "{breach:?}");
    }
    assert_eq!(lost(AlertKind::IllegalMoveCompleted), NEVER);
}

#[test]
fn the_arbiter_must_act_in_rapid_alone_where_both_kings_are_in_check_or_a_promotion_is_unfinished() {
    for (kings, promotion) in [(false, false), (false, true), (true, false), (true, true)] {
        for regime in Regime::ALL {
            let must = each(regime, Supervision::Limited, |laws| {
                laws.arbiter_must_act(BothKingsInCheck(kings), PromotionUnfinished(promotion))
            });
            assert_eq!(must, [regime == Regime::Rapid && (kings || promotion); 5], "{regime:?}");
        }
    }
}
