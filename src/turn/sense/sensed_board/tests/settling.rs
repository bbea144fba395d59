//! What has only just come down, what counts as put down, and what has settled.

use super::*;

#[test]
fn a_landing_settles_after_its_time_and_not_before() {
    let mut hands = Hands::at_first_position();
    hands.lift("e2", 10);
    hands.put_down('P', "e4", 300);
    assert_eq!(hands.sensed.next_settles(), Some(GameTime(700)));
    assert_eq!(hands.sensed.settle_due(GameTime(699)), None);
    assert!(hands.sensed.is_something_landing());
    let settled = hands.sensed.settle_due(GameTime(700)).expect("the pawn");
    assert_eq!((settled.square, settled.at), (square("e4"), GameTime(300)));
    assert!(!hands.sensed.is_something_landing());
    assert_eq!((hands.sensed.settle_due(GameTime(10_000)), hands.sensed.next_settles()), (None, None));
}

#[test]
fn the_first_to_settle_of_several_is_due_first_in_whatever_order_they_came() {
    let mut hands = Hands::on("8/8/8/8/8/8/8/8");
    hands.sensed.put_down(square("a1"), piece('R'), GameTime(0), GameTime(1_500));
    hands.sensed.put_down(square("h1"), piece('R'), GameTime(100), GameTime(500));
    assert_eq!(hands.sensed.next_settles(), Some(GameTime(500)));
    assert_eq!(hands.sensed.settle_due(GameTime(600)).map(|landing| landing.square), Some(square("h1")));
    assert_eq!(hands.sensed.next_settles(), Some(GameTime(1_500)));
}

#[test]
fn what_came_first_settles_first_where_time_does_not_matter() {
    let mut hands = Hands::on("8/8/8/8/8/8/8/8");
    hands.sensed.put_down(square("a1"), piece('R'), GameTime(0), GameTime(1_500));
    hands.sensed.put_down(square("h1"), piece('R'), GameTime(100), GameTime(500));
    assert_eq!(hands.sensed.settle_first().map(|landing| landing.square), Some(square("a1")));
    assert_eq!(hands.sensed.settle_first().map(|landing| landing.square), Some(square("h1")));
    assert_eq!(hands.sensed.settle_first(), None);
}

#[test]
fn a_press_waits_for_what_came_down_before_its_grace_was_over_and_for_nothing_else() {
    let mut hands = Hands::on("8/8/8/8/8/8/8/8");
    assert_eq!(hands.sensed.settled_from(GameTime(1_000)), GameTime(1_000));
    hands.put_down('R', "a1", 500);
    assert_eq!(hands.sensed.settled_from(GameTime(1_000)), GameTime(1_000), "it settles sooner");
    hands.put_down('R', "h1", 999);
    assert_eq!(hands.sensed.settled_from(GameTime(1_000)), GameTime(1_399));
    hands.put_down('N', "b1", 1_000);
    assert_eq!(hands.sensed.settled_from(GameTime(1_000)), GameTime(1_399), "it came afterwards");
}

#[test]
fn a_piece_that_slides_across_squares_has_rested_only_where_it_began() {
    let mut hands = Hands::at_first_position();
    hands.lift("e2", 10);
    hands.put_down('P', "e3", 100);
    let slid = hands.lift("e3", 200).expect("the pawn");
    assert_eq!((slid.home, slid.left, slid.rested), (Some(square("e2")), square("e3"), Some(square("e2"))));
    hands.put_down('P', "e4", 300);
    assert_eq!(hands.home("e4"), Some(square("e2")));
    assert_eq!(hands.landing("e4").rested, Some(square("e2")));
    assert_eq!(hands.sensed.landings().len(), 1, "nothing has been put down on e3");
}

#[test]
fn a_piece_that_has_settled_has_rested_there() {
    let mut hands = Hands::at_first_position();
    hands.lift("e2", 10);
    hands.put_down('P', "e3", 100);
    hands.sensed.settle_due(GameTime(500));
    let lifted = hands.lift("e3", 600).expect("the pawn");
    assert_eq!((lifted.home, lifted.rested), (Some(square("e2")), Some(square("e3"))));
}

#[test]
fn a_piece_that_counts_as_put_down_has_rested_there_although_it_has_not_settled() {
    let mut hands = Hands::at_first_position();
    hands.lift("e2", 10);
    hands.put_down('P', "e3", 100);
    let down = hands.sensed.settle_early(square("e3")).expect("the pawn");
    assert!(down.early);
    assert!(!hands.sensed.is_something_landing());
    assert_eq!(hands.sensed.carried_on(square("e3")), None);
    assert_eq!(hands.sensed.next_settles(), Some(GameTime(500)), "it has still to settle");
    assert_eq!(hands.sensed.settle_early(square("e3")), None, "it is told once");
    assert_eq!(hands.lift("e3", 200).and_then(|lifted| lifted.rested), Some(square("e3")));
}

#[test]
fn only_a_piece_of_that_colour_that_had_come_down_by_then_was_landing() {
    let mut hands = Hands::at_first_position();
    hands.lift("e2", 10);
    hands.put_down('P', "e4", 300);
    assert!(hands.sensed.was_landing(Color::White, GameTime(300)));
    assert!(!hands.sensed.was_landing(Color::White, GameTime(299)));
    assert!(!hands.sensed.was_landing(Color::Black, GameTime(300)));
    hands.sensed.settle_early(square("e4"));
    assert!(!hands.sensed.was_landing(Color::White, GameTime(300)));
}

#[test]
fn a_landing_undone_and_done_again_leaves_the_board_as_it_was() {
    let mut hands = Hands::at_first_position();
    hands.lift("e2", 10);
    hands.put_down('P', "e4", 300);
    hands.sensed.settle_early(square("e4"));
    let (landed, before) = (hands.landing("e4"), hands.sensed.clone());
    hands.sensed.undo_landing(landed);
    assert_eq!(hands.standing("e4"), None);
    assert_eq!(hands.in_air(Color::White), [('P', Some(square("e2")))]);
    hands.sensed.land_again(landed);
    assert_eq!(hands.sensed.key(), before.key());
    assert!(hands.landing("e4").early);
}

#[test]
fn a_piece_that_had_settled_and_is_judged_has_settled_when_it_lands_again() {
    let mut hands = Hands::at_first_position();
    hands.lift("e2", 10);
    hands.put_down('P', "e4", 300);
    let landed = hands.sensed.settle_due(GameTime(700)).expect("the pawn");
    hands.sensed.begin_judging(landed);
    hands.sensed.undo_landing(landed);
    hands.sensed.land_again(landed);
    assert_eq!((hands.standing("e4"), hands.sensed.landings().len()), (Some('P'), 0));
}

#[test]
fn what_has_only_just_come_down_is_back_in_the_air_where_its_rest_will_not_be_seen() {
    let mut hands = Hands::at_first_position();
    hands.lift("e2", 10);
    hands.put_down('P', "e4", 300);
    hands.lift("g1", 400);
    hands.put_down('N', "f3", 500);
    hands.sensed.settle_early(square("e4"));
    hands.sensed.undo_landings();
    assert_eq!((hands.standing("e4"), hands.standing("f3")), (Some('P'), None));
    assert_eq!(hands.in_air(Color::White), [('N', Some(square("g1")))]);
}

#[test]
fn a_piece_that_comes_down_again_counts_as_it_did_before() {
    let mut hands = Hands::at_first_position();
    hands.lift("e2", 10);
    hands.put_down('P', "e4", 300);
    let landed = hands.landing("e4");
    let mut early = hands.sensed.clone();
    early.settle_as(Landing { early: true, ..landed });
    assert!(early.landing_on(square("e4")).is_some_and(|landing| landing.early));
    hands.sensed.settle_as(landed);
    assert_eq!(hands.sensed.landing_on(square("e4")), None);
}

#[test]
fn what_has_just_moved_is_told_with_its_home_while_it_lands_and_while_it_is_judged() {
    let mut hands = Hands::at_first_position();
    hands.lift("e2", 10);
    hands.put_down('P', "e4", 300);
    let moved = [(square("e4"), Some(square("e2")))];
    assert_eq!(hands.sensed.just_moved(Color::White), moved);
    assert_eq!(hands.sensed.just_moved(Color::Black), []);
    let settled = hands.sensed.settle_due(GameTime(700)).expect("the pawn");
    assert_eq!(hands.sensed.just_moved(Color::White), []);
    hands.sensed.begin_judging(settled);
    assert_eq!(hands.sensed.just_moved(Color::White), moved);
    hands.sensed.end_judging();
    assert_eq!(hands.sensed.just_moved(Color::White), []);
}

#[test]
fn a_piece_that_came_back_to_its_home_has_not_moved() {
    let mut hands = Hands::at_first_position();
    hands.lift("e2", 10);
    hands.put_down('P', "e2", 300);
    assert_eq!(hands.sensed.just_moved(Color::White), []);
}

#[test]
fn the_last_piece_of_a_move_that_nobody_saw_may_go_on_until_it_has_settled() {
    let first = Position::initial();
    let m = first.legal_moves().into_iter().find(|m| m.to == square("e4")).expect("e4");
    let mut hands = Hands { sensed: SensedBoard::new(m.after(first.placement())) };
    hands.sensed.arrived_unseen(&m, GameTime(1_000), GameTime(2_500));
    assert_eq!(hands.home("e4"), Some(square("e2")));
    assert!(hands.landing("e4").early && !hands.sensed.is_something_landing());
    assert_eq!(hands.sensed.settle_due(GameTime(2_499)), None);
    assert!(hands.sensed.settle_due(GameTime(2_500)).is_some());
}
