//! What a new turn finds, what is forgotten, and what is compared.

use super::*;

#[test]
fn a_new_turn_finds_every_piece_at_home_where_it_stands() {
    let mut hands = Hands::at_first_position();
    hands.lift("e2", 10);
    hands.put_down('P', "e4", 300);
    hands.settle();
    hands.sensed.begin_turn_after(None, Whole::No);
    assert_eq!(hands.home("e4"), Some(square("e4")));
}

#[test]
fn a_new_turn_sends_the_captured_piece_to_the_box() {
    let mut hands = Hands::on("4k3/8/8/3p4/4P3/8/8/4K3");
    hands.lift("d5", 10);
    hands.lift("e4", 200);
    hands.put_down('P', "d5", 500);
    hands.settle();
    hands.sensed.begin_turn_after(Some(square("d5")), Whole::No);
    assert_eq!(hands.in_air(Color::Black), []);
    assert_eq!(hands.sensed.hand().iter().map(|held| held.home).collect::<Vec<_>>(), [None]);
    hands.put_down('p', "a5", 900);
    assert!(hands.landing("a5").unexplained, "a piece from the box explains no drop");
}

#[test]
fn a_new_turn_finds_a_piece_in_the_air_at_home_where_it_rested_last() {
    let mut hands = Hands::at_first_position();
    hands.lift("e2", 10);
    hands.put_down('P', "e4", 300);
    hands.settle();
    hands.lift("e4", 900);
    hands.sensed.begin_turn_after(None, Whole::No);
    assert_eq!(hands.in_air(Color::White), [('P', Some(square("e4")))]);
}

#[test]
fn a_new_turn_on_a_whole_board_leaves_nothing_in_the_air() {
    let mut hands = Hands::at_first_position();
    hands.lift("e2", 10);
    hands.sensed.begin_turn_after(None, Whole::Yes);
    assert_eq!(hands.in_air(Color::White), []);
    assert!(hands.sensed.homes_in_air().is_empty());
}

#[test]
fn a_new_turn_still_knows_that_what_has_just_come_down_came_from_the_box() {
    let mut hands = Hands::on("4k3/8/8/8/8/8/8/4K3");
    hands.put_down('Q', "a1", 100);
    hands.put_down('Q', "h1", 100);
    hands.sensed.settle_on(square("h1"));
    hands.sensed.begin_turn_after(None, Whole::No);
    assert_eq!(hands.home("a1"), None);
    assert_eq!(hands.home("h1"), Some(square("h1")), "it has settled");
}

#[test]
fn the_oldest_pieces_in_the_box_are_forgotten_with_a_new_turn() {
    let mut hands = Hands::on("pppppppp/pppppppp/pppppppp/pppppppp/pppppppp/8/8/8");
    let names: Vec<Square> = hands.sensed.board().pieces().map(|(square, _)| square).collect();
    for square in &names {
        hands.sensed.lift(*square, GameTime(0));
    }
    hands.sensed.begin_turn_after(None, Whole::Yes);
    assert_eq!(hands.sensed.hand().len(), MAX_HAND / 2);
    assert_eq!(hands.sensed.hand().last().map(|held| held.left), names.last().copied());
}

#[test]
fn every_piece_that_has_come_to_rest_may_be_called_at_home() {
    let mut hands = Hands::at_first_position();
    hands.lift("e2", 10);
    hands.put_down('P', "e4", 300);
    hands.settle();
    hands.lift("g1", 800);
    hands.put_down('N', "f3", 900);
    hands.sensed.settle_homes();
    assert_eq!((hands.home("e4"), hands.home("f3")), (Some(square("e4")), Some(square("g1"))));
}

#[test]
fn hands_forgotten_leave_only_what_stands() {
    let mut hands = Hands::at_first_position();
    hands.lift("d2", 10);
    hands.lift("e2", 10);
    hands.put_down('P', "e4", 300);
    hands.sensed.forget_hands();
    let standing = *hands.sensed.board();
    assert_eq!(standing.at(square("e4")), Some(piece('P')));
    assert_eq!(hands.sensed.key(), SensedBoard::new(standing).key());
}

#[test]
fn boards_differ_by_what_stands_what_is_in_the_air_what_lands_and_where_it_came_from() {
    let first = SensedBoard::new(Placement::initial());
    let changed = |change: &dyn Fn(&mut SensedBoard)| {
        let mut board = first.clone();
        change(&mut board);
        board
    };
    let lifted = changed(&|board| _ = board.lift(square("e2"), GameTime(10)));
    assert_ne!(lifted.key(), first.key());
    assert_ne!(changed(&|board| board.left_unseen(square("e4"), piece('P'), GameTime(10))).key(), first.key());
    assert_ne!(changed(&|board| board.came_from(square("e2"), None)).key(), first.key());
    let landed = changed(&|board| {
        board.lift(square("e2"), GameTime(10));
        board.put_down(square("e2"), piece('P'), GameTime(20), GameTime(420));
    });
    assert_ne!(landed.key(), first.key());
    let mut early = landed.clone();
    early.settle_early(square("e2"));
    assert_ne!(early.key(), landed.key());
}

#[test]
fn boards_do_not_differ_by_times_or_by_what_lies_in_the_box() {
    let mut hands = Hands::on("4k3/8/8/8/8/8/8/4K3");
    let before = hands.sensed.clone();
    hands.put_down('q', "a1", 100);
    hands.lift("a1", 200);
    assert_eq!(hands.sensed.hand().len(), 1);
    assert_eq!(hands.sensed.key(), before.key());
    let (mut sooner, mut later) = (before.clone(), before);
    sooner.lift(square("e1"), GameTime(1));
    later.lift(square("e1"), GameTime(2));
    assert_eq!(sooner.key(), later.key());
}
