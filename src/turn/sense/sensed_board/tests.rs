//! The sensed board alone: pieces lifted, put down and covered.

mod settling;
mod turns;

use super::*;
use crate::rules::{Position, Variant};

/// `settle_ms` of these tests.
const SETTLE_MS: u64 = 400;

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

fn piece(letter: char) -> Piece {
    Piece::from_letter(letter).expect("a piece")
}

/// A board and the hands at it; what is done is done at the time given, in milliseconds.
struct Hands {
    sensed: SensedBoard,
}

impl Hands {
    fn on(placement: &str) -> Hands {
        Hands { sensed: SensedBoard::new(placement.parse().expect("a placement")) }
    }

    fn at_first_position() -> Hands {
        Hands { sensed: SensedBoard::new(Placement::initial()) }
    }

    fn lift(&mut self, name: &str, at: u64) -> Option<InHand> {
        self.sensed.lift(square(name), GameTime(at))
    }

    fn put_down(&mut self, letter: char, name: &str, at: u64) {
        self.sensed.put_down(square(name), piece(letter), GameTime(at), GameTime(at + SETTLE_MS));
    }

    /// Every piece that is down has settled.
    fn settle(&mut self) {
        while self.sensed.settle_first().is_some() {}
    }

    fn standing(&self, name: &str) -> Option<char> {
        self.sensed.at(square(name)).map(Piece::letter)
    }

    fn home(&self, name: &str) -> Option<Square> {
        self.sensed.home(square(name))
    }

    fn in_air(&self, color: Color) -> Vec<(char, Option<Square>)> {
        self.sensed.in_air(color).map(|held| (held.piece.letter(), held.home)).collect()
    }

    fn landing(&self, name: &str) -> Landing {
        *self.sensed.landing_on(square(name)).expect("a piece that has just come down")
    }
}

#[test]
fn a_lifted_piece_is_in_the_air_and_its_square_is_empty() {
    let mut hands = Hands::at_first_position();
    let lifted = hands.lift("e2", 10).expect("a pawn");
    assert_eq!((lifted.piece, lifted.home, lifted.at), (piece('P'), Some(square("e2")), GameTime(10)));
    assert_eq!(hands.standing("e2"), None);
    assert_eq!(hands.in_air(Color::White), [('P', Some(square("e2")))]);
    assert_eq!(hands.in_air(Color::Black), []);
    assert!(hands.sensed.is_in_air(square("e2")) && hands.sensed.is_off(square("e2")));
}

#[test]
fn nothing_is_lifted_from_an_empty_square() {
    let mut hands = Hands::at_first_position();
    assert_eq!(hands.lift("e4", 10), None);
    assert!(hands.sensed.hand().is_empty());
}

#[test]
fn a_piece_put_down_elsewhere_remembers_its_home_and_is_in_the_air_no_more() {
    let mut hands = Hands::at_first_position();
    hands.lift("e2", 10);
    hands.put_down('P', "e4", 300);
    assert_eq!((hands.standing("e4"), hands.home("e4")), (Some('P'), Some(square("e2"))));
    assert!(hands.sensed.hand().is_empty());
    assert!(!hands.landing("e4").unexplained);
}

#[test]
fn a_piece_put_back_is_at_home() {
    let mut hands = Hands::at_first_position();
    hands.lift("e2", 10);
    hands.put_down('P', "e2", 300);
    hands.settle();
    assert_eq!(hands.sensed.key(), SensedBoard::new(Placement::initial()).key());
}

#[test]
fn the_last_piece_of_its_kind_to_be_lifted_is_the_one_put_down() {
    let mut hands = Hands::at_first_position();
    hands.lift("d2", 10);
    hands.lift("e2", 20);
    hands.put_down('P', "e4", 300);
    assert_eq!(hands.home("e4"), Some(square("e2")));
    assert_eq!(hands.in_air(Color::White), [('P', Some(square("d2")))]);
}

#[test]
fn a_piece_put_down_on_another_covers_it() {
    let mut hands = Hands::on("4k3/8/8/3p4/4P3/8/8/4K3");
    hands.lift("e4", 10);
    hands.put_down('P', "d5", 300);
    assert_eq!((hands.standing("d5"), hands.home("d5")), (Some('P'), Some(square("e4"))));
    assert_eq!(hands.sensed.covered(square("d5")), Some(piece('p')));
    assert!(hands.sensed.is_covered(piece('p')) && !hands.sensed.is_covered(piece('P')));
    assert!(hands.sensed.is_off(square("d5")), "the victim is off the board");
    assert!(!hands.sensed.is_in_air(square("d5")), "but nobody has lifted it");
    assert_eq!(hands.in_air(Color::Black), []);
    assert!(hands.sensed.homes_in_air().is_empty());
}

#[test]
fn a_covered_piece_read_again_on_its_square_is_the_same_piece() {
    let mut hands = Hands::on("4k3/8/8/3p4/4P3/8/8/4K3");
    hands.lift("e4", 10);
    hands.put_down('P', "d5", 300);
    hands.put_down('p', "d5", 320);
    assert_eq!((hands.standing("d5"), hands.home("d5")), (Some('p'), Some(square("d5"))));
    assert_eq!(hands.sensed.covered(square("d5")), Some(piece('P')));
}

#[test]
fn a_covered_piece_seen_on_another_square_is_explained_by_nothing() {
    let mut hands = Hands::on("4k3/8/8/3p4/4P3/8/8/4K3");
    hands.lift("e4", 10);
    hands.put_down('P', "d5", 300);
    hands.put_down('p', "c3", 500);
    assert!(hands.landing("c3").unexplained);
    assert_eq!(hands.home("c3"), None);
    assert_eq!(hands.sensed.covered(square("d5")), Some(piece('p')));
}

#[test]
fn a_captured_piece_explains_no_other_of_its_kind_that_comes_down() {
    let mut hands = Hands::on("4k3/6p1/8/3p4/4P3/8/8/4K3");
    hands.lift("d5", 10);
    hands.lift("e4", 100);
    hands.put_down('P', "d5", 300);
    let captured = Some(square("d5"));
    hands.sensed.put_down_after(captured, square("g6"), piece('p'), GameTime(400), GameTime(800));
    let landing = hands.landing("g6");
    assert!(landing.unexplained, "the lift from g7 is still to be read");
    assert!(hands.sensed.is_same_piece(&landing, piece('p'), captured));
    hands.lift("g7", 410);
    assert_eq!(hands.home("g6"), Some(square("g7")));
}

#[test]
fn a_captured_piece_that_is_put_back_is_explained_by_itself() {
    let mut hands = Hands::on("4k3/8/8/3p4/4P3/8/8/4K3");
    hands.lift("d5", 10);
    hands.sensed.put_down_after(Some(square("d5")), square("d5"), piece('p'), GameTime(400), GameTime(800));
    assert!(!hands.landing("d5").unexplained);
    assert_eq!(hands.home("d5"), Some(square("d5")));
}

#[test]
fn a_lift_read_after_its_drop_belongs_to_the_piece_that_is_down() {
    let mut hands = Hands::at_first_position();
    hands.put_down('N', "f3", 100);
    assert!(hands.landing("f3").unexplained);
    assert_eq!(hands.home("f3"), None);
    hands.lift("g1", 120);
    assert!(hands.sensed.hand().is_empty(), "nothing is in the air");
    assert!(!hands.landing("f3").unexplained);
    assert_eq!((hands.home("f3"), hands.landing("f3").rested), (Some(square("g1")), Some(square("g1"))));
}

#[test]
fn a_piece_from_the_box_has_no_home_and_no_lift_that_follows_is_its_own() {
    let mut hands = Hands::on("4k3/8/8/8/8/8/8/Q3K3");
    hands.put_down('Q', "e8", 100);
    hands.sensed.explain(&[square("e8")]);
    assert_eq!(hands.home("e8"), None);
    hands.lift("a1", 200);
    assert_eq!(hands.in_air(Color::White), [('Q', Some(square("a1")))]);
    assert_eq!(hands.home("e8"), None);
}

#[test]
fn a_piece_read_on_two_squares_at_once_is_the_same_unless_another_is_in_the_air() {
    let mut hands = Hands::at_first_position();
    hands.put_down('N', "f3", 100);
    let landing = hands.landing("f3");
    assert!(hands.sensed.is_same_piece(&landing, piece('N'), None));
    assert!(!hands.sensed.is_same_piece(&landing, piece('B'), None));
    hands.sensed.explain(&[square("f3")]);
    hands.lift("b1", 150);
    assert!(!hands.sensed.is_same_piece(&landing, piece('N'), None));
}

#[test]
fn no_more_pieces_are_remembered_as_off_the_board_than_there_is_room_for() {
    let mut hands = Hands::on("4k3/8/8/8/8/8/8/8");
    for at in 0..=MAX_HAND as u64 {
        hands.put_down('p', "a5", at);
        hands.lift("a5", at);
        hands.put_down('q', "b5", at);
        hands.lift("b5", at);
        assert!(hands.sensed.hand().len() <= MAX_HAND);
    }
    assert_eq!(hands.sensed.hand().len(), MAX_HAND);
}

#[test]
fn the_pieces_of_one_player_can_be_thought_back_on_their_squares() {
    let mut hands = Hands::at_first_position();
    assert_eq!(hands.sensed.with_returned(Color::White), None);
    hands.lift("e2", 10);
    hands.lift("e7", 20);
    let mut expected = Placement::initial();
    expected.set(square("e7"), None);
    assert_eq!(hands.sensed.with_returned(Color::White), Some(expected));
    assert_eq!(hands.standing("e2"), None, "the board itself has not changed");
}

#[test]
fn the_hand_at_rest_fills_empty_squares_and_leaves_out_the_captured_piece() {
    let mut hands = Hands::on("4k3/8/8/3p4/4P3/8/8/4K3");
    hands.lift("d5", 10);
    hands.lift("e4", 20);
    let at_rest = hands.sensed.with_hand_at_rest(*hands.sensed.board(), Some(square("d5")));
    assert_eq!(at_rest.at(square("d5")), None);
    assert_eq!(at_rest.at(square("e4")), Some(piece('P')));
    let mut taken = *hands.sensed.board();
    taken.set(square("e4"), Some(piece('n')));
    let at_rest = hands.sensed.with_hand_at_rest(taken, None);
    assert_eq!((at_rest.at(square("d5")), at_rest.at(square("e4"))), (Some(piece('p')), Some(piece('n'))));
}

#[test]
fn first_squares_of_what_is_in_the_air_are_told_in_order() {
    let mut hands = Hands::at_first_position();
    hands.lift("h7", 10);
    hands.lift("a2", 20);
    assert_eq!(hands.sensed.homes_in_air(), [square("a2"), square("h7")]);
}

#[test]
fn the_piece_that_left_a_square_is_known_by_the_square_and_its_home_by_the_piece() {
    let mut hands = Hands::at_first_position();
    hands.lift("e2", 10);
    hands.put_down('P', "e4", 300);
    hands.settle();
    hands.lift("e4", 800);
    assert_eq!(hands.sensed.home_of_lifted(square("e4")), Some(square("e2")));
    assert_eq!(hands.sensed.home_of_lifted(square("e2")), None);
    assert!(hands.sensed.left_last(square("e4"), piece('P')));
    hands.lift("d2", 900);
    assert!(!hands.sensed.left_last(square("e4"), piece('P')), "another pawn has left since");
}

#[test]
fn a_piece_not_seen_to_leave_may_be_put_down_like_any_other() {
    let mut hands = Hands::on("4k3/8/8/8/8/8/8/4K3");
    hands.sensed.left_unseen(square("e2"), piece('P'), GameTime(10));
    assert_eq!(hands.in_air(Color::White), [('P', Some(square("e2")))]);
    hands.put_down('P', "e4", 300);
    assert_eq!(hands.home("e4"), Some(square("e2")));
}

#[test]
fn a_castling_moves_king_and_rook_from_where_they_stood() {
    let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1", Variant::Chess).expect("a position");
    let castling = position.legal_moves().into_iter().find(|m| m.castling.is_some()).expect("castling");
    let mut hands = Hands::on("4k3/8/8/8/8/8/8/5RK1");
    hands.sensed.moved_by(&castling);
    assert_eq!((hands.home("g1"), hands.home("f1")), (Some(square("e1")), Some(square("h1"))));
}

#[test]
fn a_piece_that_stands_for_another_takes_its_home_and_its_place_in_the_hand() {
    let mut hands = Hands::on("4k3/P7/8/8/8/8/8/4K3");
    hands.lift("a7", 10);
    hands.put_down('Q', "a8", 300);
    hands.sensed.adopt(square("a8"), square("a7"));
    assert_eq!(hands.home("a8"), Some(square("a7")));
    assert_eq!(hands.in_air(Color::White), []);
}

#[test]
fn a_piece_laid_by_the_evidence_stands_there_and_is_nowhere_else() {
    let mut hands = Hands::on("4k3/P7/8/8/8/8/8/4K3");
    hands.sensed.lay(square("a7"), square("a8"), piece('Q'));
    assert_eq!((hands.standing("a7"), hands.standing("a8")), (None, Some('Q')));
    assert_eq!(hands.home("a8"), Some(square("a7")));
    assert!(!hands.sensed.is_something_landing());
}

#[test]
fn a_reading_changes_what_stands_and_not_what_is_in_the_air() {
    let mut hands = Hands::at_first_position();
    hands.lift("e2", 10);
    let before = hands.sensed.show(Placement::EMPTY);
    assert_eq!(before.at(square("d2")), Some(piece('P')));
    assert_eq!(hands.sensed.board(), &Placement::EMPTY);
    assert_eq!(hands.in_air(Color::White), [('P', Some(square("e2")))]);
}

#[test]
fn a_piece_that_turns_out_to_be_another_is_that_one_and_an_empty_square_stays_empty() {
    let mut hands = Hands::at_first_position();
    hands.sensed.identify(square("d1"), piece('K'));
    hands.sensed.identify(square("e4"), piece('K'));
    assert_eq!((hands.standing("d1"), hands.standing("e4")), (Some('K'), None));
}
