//! Hands, presses and a record, and what is told of them.

use protocols::Square;

use super::*;

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

/// Hands, a clock, and a record that the test writes.
struct Table {
    unrecorded: Unrecorded,
    record: RecordNow,
    clock: ClockUse,
    now: GameTime,
}

impl Table {
    fn new(shown: BoardReading) -> Table {
        let record = RecordNow { half_moves: 0, standing: RecordStanding::Whole, unseen: 0 };
        Table { unrecorded: Unrecorded::new(shown, 0), record, clock: ClockUse::Present, now: GameTime(0) }
    }

    fn of_pieces() -> Table {
        Table::new(BoardReading::Pieces(Placement::initial()))
    }

    fn sees(&mut self, event: Event) -> Option<Telling> {
        self.now = self.now + 300;
        self.unrecorded.see(self.now, &event, self.clock);
        self.unrecorded.look(self.now, self.record)
    }

    fn moves(&mut self, from: &str, to: &str) -> Option<Telling> {
        let piece = match self.unrecorded.shown {
            BoardReading::Pieces(board) => board.at(square(from)),
            BoardReading::Occupied(_) => None,
        };
        let lifted = self.sees(Event::Lift { square: square(from), piece });
        lifted.or(self.sees(Event::Drop { square: square(to), piece }))
    }

    fn presses(&mut self, by: Color) -> Option<Telling> {
        self.sees(Event::Press { by })
    }

    /// What is told within a minute.
    fn waits(&mut self) -> Option<Telling> {
        let until = self.now + 60_000;
        while let Some(due) = self.unrecorded.due_at().filter(|due| *due <= until) {
            self.now = due;
            if let Some(telling) = self.unrecorded.look(due, self.record) {
                return Some(telling);
            }
        }
        self.now = until;
        None
    }

    fn is(&mut self, standing: RecordStanding, half_moves: usize) -> Option<Telling> {
        self.record = RecordNow { half_moves, standing, unseen: 0 };
        self.unrecorded.look(self.now, self.record)
    }

    fn plays_two(&mut self) {
        self.is(RecordStanding::Behind, 0);
        self.moves("e2", "e4");
        self.presses(Color::White);
        self.moves("e7", "e5");
        self.presses(Color::Black);
    }
}

#[test]
fn two_half_moves_pressed_and_not_recorded_are_told_once_and_cleared_when_they_are() {
    let mut table = Table::of_pieces();
    table.plays_two();
    assert_eq!(table.waits(), Some(Telling::Interrupted));
    assert!(table.unrecorded.is_interrupted());
    table.moves("g1", "f3");
    table.presses(Color::White);
    assert_eq!(table.waits(), None);
    assert_eq!(table.is(RecordStanding::Behind, 1), None);
    assert!(table.unrecorded.is_interrupted());
    assert_eq!(table.is(RecordStanding::Behind, 3), Some(Telling::Cleared));
    assert!(!table.unrecorded.is_interrupted());
}

#[test]
fn one_half_move_is_not_told_nor_what_is_recorded_in_time() {
    let mut table = Table::of_pieces();
    table.is(RecordStanding::Behind, 0);
    table.moves("e2", "e4");
    table.presses(Color::White);
    assert_eq!(table.waits(), None);
    table.moves("e7", "e5");
    table.presses(Color::Black);
    assert_eq!(table.is(RecordStanding::Behind, 1), None);
    assert_eq!(table.waits(), None);
}

#[test]
fn presses_without_a_move_do_not_count_nor_two_of_one_player() {
    let mut table = Table::of_pieces();
    table.is(RecordStanding::Behind, 0);
    table.moves("e2", "e4");
    for by in [Color::White, Color::Black, Color::White, Color::Black] {
        table.presses(by);
    }
    table.moves("e4", "e5");
    table.presses(Color::White);
    assert_eq!(table.waits(), None);
}

#[test]
fn a_reply_put_down_before_the_press_is_a_half_move_of_its_own() {
    let mut table = Table::of_pieces();
    table.is(RecordStanding::Behind, 0);
    table.moves("e2", "e4");
    table.moves("e7", "e5");
    table.presses(Color::White);
    table.presses(Color::Black);
    assert_eq!(table.waits(), Some(Telling::Interrupted));
}

#[test]
fn half_moves_that_leave_the_record_are_missing_unless_the_arbiter_says_so() {
    for (word, told) in [(None, Some(Telling::Interrupted)), (Some(Word::Other), None)] {
        let mut table = Table::of_pieces();
        table.is(RecordStanding::Whole, 6);
        if let Some(word) = word {
            table.unrecorded.hear(word, 4);
        }
        table.is(RecordStanding::Behind, 4);
        assert_eq!(table.waits(), told);
    }
}

#[test]
fn what_the_arbiter_settles_is_told_again_after_two_more_half_moves() {
    let mut table = Table::of_pieces();
    table.plays_two();
    assert_eq!(table.waits(), Some(Telling::Interrupted));
    table.unrecorded.closed(Closed::Settled);
    assert_eq!(table.waits(), None);
    assert!(table.unrecorded.is_interrupted());
    table.moves("g1", "f3");
    table.presses(Color::White);
    assert_eq!(table.waits(), None);
    table.moves("b8", "c6");
    table.presses(Color::Black);
    assert_eq!(table.waits(), Some(Telling::Interrupted));
    table.unrecorded.closed(Closed::Lapsed);
    table.unrecorded.look(table.now, table.record);
    assert_eq!(table.waits(), Some(Telling::Interrupted));
}

#[test]
fn a_position_that_is_given_ends_it() {
    let mut table = Table::of_pieces();
    table.plays_two();
    assert_eq!(table.waits(), Some(Telling::Interrupted));
    table.unrecorded.hear(Word::PositionGiven, 0);
    assert_eq!(table.is(RecordStanding::Behind, 0), Some(Telling::Cleared));
}

#[test]
fn nothing_is_missing_while_play_is_suspended() {
    let mut table = Table::of_pieces();
    table.is(RecordStanding::Suspended, 0);
    table.moves("e2", "e4");
    table.presses(Color::White);
    table.moves("e7", "e5");
    table.presses(Color::Black);
    table.is(RecordStanding::Behind, 0);
    assert_eq!(table.waits(), None);
}

#[test]
fn what_is_recorded_after_play_has_stopped_ends_it() {
    let mut table = Table::of_pieces();
    table.plays_two();
    assert_eq!(table.waits(), Some(Telling::Interrupted));
    assert_eq!(table.is(RecordStanding::Suspended, 0), None);
    assert_eq!(table.is(RecordStanding::Suspended, 1), None);
    assert_eq!(table.is(RecordStanding::Suspended, 2), Some(Telling::Cleared));
}

#[test]
fn two_half_moves_behind_an_end_that_is_proposed_are_told_and_end_with_the_arbiters_word() {
    for decided in [RecordStanding::NoPlay, RecordStanding::Behind] {
        let mut table = Table::of_pieces();
        // What was pressed before has brought the end about.
        table.is(RecordStanding::Behind, 0);
        table.moves("e2", "e5");
        table.presses(Color::White);
        table.is(RecordStanding::BehindEnd, 0);
        table.moves("e5", "e4");
        table.presses(Color::White);
        assert_eq!(table.waits(), None);
        table.moves("e7", "e5");
        table.presses(Color::Black);
        assert_eq!(table.waits(), Some(Telling::Interrupted));
        assert_eq!(table.is(decided, 2), Some(Telling::Cleared));
    }
}

#[test]
fn pieces_set_up_behind_an_end_are_no_play() {
    let shown: Placement = "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/2N2N2/PPPP1PPP/R1BQK2R".parse().expect("a board");
    let mut table = Table::new(BoardReading::Pieces(shown));
    table.is(RecordStanding::BehindEnd, 8);
    for (from, to) in [("b5", "f1"), ("f3", "g1"), ("c3", "b1"), ("e4", "e2"), ("e5", "e7")] {
        table.moves(from, to);
    }
    table.presses(Color::White);
    for (from, to) in [("f6", "g8"), ("c6", "b8")] {
        table.moves(from, to);
    }
    table.presses(Color::Black);
    assert_eq!(table.waits(), None);
}

#[test]
fn without_a_clock_a_board_that_rests_shows_what_was_played() {
    let mut table = Table::of_pieces();
    table.clock = ClockUse::None;
    table.is(RecordStanding::Behind, 0);
    table.moves("e2", "e4");
    assert_eq!(table.waits(), None);
    table.moves("e7", "e5");
    assert_eq!(table.waits(), Some(Telling::Interrupted));
}

#[test]
fn squares_count_each_press_after_something_has_changed() {
    let mut table = Table::new(BoardReading::Occupied(Placement::initial().occupied()));
    table.is(RecordStanding::Behind, 0);
    table.moves("e2", "e4");
    table.presses(Color::White);
    table.presses(Color::Black);
    assert_eq!(table.waits(), None);
    table.moves("e7", "e5");
    table.presses(Color::Black);
    assert_eq!(table.unrecorded.clone().finish(table.record), Some(Telling::Interrupted));
    assert_eq!(table.waits(), Some(Telling::Interrupted));
}

#[test]
fn a_pawn_exchanged_has_moved() {
    let piece = |letter| Piece::from_letter(letter).expect("a piece");
    let mut before = Placement::EMPTY;
    before.set(square("a7"), Some(piece('P')));
    let mut after = Placement::EMPTY;
    after.set(square("a8"), Some(piece('Q')));
    assert!(has_moved_a_piece(Color::White, &before, &after));
    assert!(!has_moved_a_piece(Color::Black, &before, &after));
    after.set(square("a8"), None);
    assert!(!has_moved_a_piece(Color::White, &before, &after));
}
