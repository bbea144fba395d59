//! The shadow board: what stands where according to all that the board has said.

use protocols::{Square, SquareContent};

/// All squares of a board, in its own numbering.
pub(super) type Squares = [SquareContent; 64];

/// In so many squares at most may a whole reading differ for any of them to be believed for itself: one that the line has
/// shifted differs in more.
const FEW: usize = 4;

/// What the board has said so far since its port was opened.
#[derive(Debug)]
pub(super) struct Shadow {
    squares: Squares,
    /// Whether a whole reading has come in this connection.
    known: bool,
    /// Whether a single square has been reported in this connection.
    field_seen: bool,
    /// Whether a whole reading has agreed since the last change.
    confirmed: bool,
    /// A whole reading that disagreed, waiting for a second like it; of a square reported since it says nothing.
    suspect: Option<Squares>,
    /// Whether the line has damaged something since a whole reading last agreed or was believed.
    damaged: bool,
    /// How often the squares have changed, or what is known of them.
    changes: u64,
}

/// What one square's report changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    /// Something is on the square that was not there before.
    Dropped(SquareContent),
    /// The square is empty; what stood there.
    Lifted(SquareContent),
    /// Nothing new.
    Nothing,
    /// No whole reading has come yet, so the report means nothing.
    Unfounded,
}

/// What a whole reading means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Judgement {
    /// It differs and is to be believed.
    Adopted,
    /// It agrees.
    Confirmed,
    /// The first of this connection.
    First,
    /// It differs, and of some squares the one before said the same: so much is to be believed.
    Partly(Squares),
    /// It differs, and another must say the same before it is believed.
    Surprising,
}

impl Shadow {
    pub(super) fn new() -> Shadow {
        Shadow {
            squares: [SquareContent::Empty; 64],
            known: false,
            field_seen: false,
            confirmed: false,
            suspect: None,
            damaged: false,
            changes: 0,
        }
    }

    /// The squares, once a whole reading has come in this connection.
    pub(super) fn squares(&self) -> Option<&Squares> {
        self.known.then_some(&self.squares)
    }

    /// How often the squares have changed: while this stays, so do they.
    pub(super) fn changes(&self) -> u64 {
        self.changes
    }

    /// Whether a whole reading has agreed since the last change.
    pub(super) fn is_confirmed(&self) -> bool {
        self.confirmed
    }

    /// Whether there is reason to think that the board is not as believed.
    pub(super) fn is_disputed(&self) -> bool {
        self.damaged || self.suspect.is_some()
    }

    /// Something may have been missed: the next whole reading decides.
    pub(super) fn doubt(&mut self) {
        self.confirmed = false;
    }

    /// The line has damaged something: as `doubt`, and a reading before that is not to be counted on, for bytes
    /// doubled on two empty squares shift two readings alike.
    pub(super) fn damaged(&mut self) {
        self.confirmed = false;
        self.suspect = None;
        self.damaged = true;
    }

    /// The connection is gone: what happens on the board is not seen.
    pub(super) fn disconnected(&mut self) {
        *self = Shadow { squares: self.squares, changes: self.changes + 1, ..Shadow::new() };
    }

    /// One square was reported.
    pub(super) fn report(&mut self, square: Square, content: SquareContent) -> Change {
        self.field_seen = true;
        if !self.known {
            return Change::Unfounded;
        }
        if let Some(suspect) = &mut self.suspect {
            suspect[square.index()] = content;
        }
        let before = std::mem::replace(&mut self.squares[square.index()], content);
        if before == content {
            return Change::Nothing;
        }
        self.changes += 1;
        self.confirmed = false;
        match content {
            SquareContent::Empty => Change::Lifted(before),
            SquareContent::Occupied | SquareContent::Piece(_) => Change::Dropped(content),
        }
    }

    /// A whole reading came. Where it is [`First`](Judgement::First) it is taken over; where it is
    /// [`Adopted`](Judgement::Adopted) or [`Partly`](Judgement::Partly) the caller does so.
    pub(super) fn read(&mut self, squares: &Squares) -> Judgement {
        if !self.known {
            self.known = true;
            self.squares = *squares;
            self.changes += 1;
            return Judgement::First;
        }
        if self.squares == *squares {
            self.confirmed = true;
            self.suspect = None;
            self.damaged = false;
            return Judgement::Confirmed;
        }
        // The same pieces, some of which it is now known what they are.
        let is_better_known = |(before, now): (&SquareContent, &SquareContent)| {
            before == now || *before == SquareContent::Occupied && matches!(now, SquareContent::Piece(_))
        };
        if self.squares.iter().zip(squares).all(is_better_known) {
            return Judgement::Adopted;
        }
        // A board that never reports single squares is polled: there every change comes as a whole reading.
        if !self.field_seen || self.suspect == Some(*squares) {
            return Judgement::Adopted;
        }
        self.confirmed = false;
        // A piece that stands badly, seen in every other reading, keeps none of the others from being believed.
        let twice = self.suspect.replace(*squares).map_or(self.squares, |before| self.said_twice(&before, squares));
        if twice == self.squares { Judgement::Surprising } else { Judgement::Partly(twice) }
    }

    /// The squares with what two readings, each different in a few only, say alike.
    fn said_twice(&self, before: &Squares, now: &Squares) -> Squares {
        let differing = |reading: &Squares| (0..64).filter(|&square| reading[square] != self.squares[square]).count();
        if differing(before) > FEW || differing(now) > FEW {
            return self.squares;
        }
        std::array::from_fn(|square| if before[square] == now[square] { now[square] } else { self.squares[square] })
    }

    /// Believes a whole reading.
    pub(super) fn adopt(&mut self, squares: &Squares) {
        self.squares = *squares;
        self.changes += 1;
        self.confirmed = self.field_seen;
        self.suspect = None;
        self.damaged = false;
    }

    /// Believes what two whole readings say alike; what the last one says besides is still to be seen.
    pub(super) fn adopt_partly(&mut self, squares: &Squares) {
        self.squares = *squares;
        self.changes += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAWN: SquareContent =
        SquareContent::Piece(protocols::Piece { color: protocols::Color::White, role: protocols::Role::Pawn });

    fn square(name: &str) -> Square {
        name.parse().expect("a square")
    }

    fn with_pawn_on(name: &str) -> Squares {
        let mut squares = [SquareContent::Empty; 64];
        squares[square(name).index()] = PAWN;
        squares
    }

    #[test]
    fn reports_before_the_first_whole_reading_mean_nothing() {
        let mut shadow = Shadow::new();
        assert_eq!(shadow.report(square("e4"), PAWN), Change::Unfounded);
        assert_eq!(shadow.squares(), None);
    }

    #[test]
    fn a_report_lifts_drops_overwrites_or_repeats() {
        let mut shadow = Shadow::new();
        shadow.read(&with_pawn_on("e2"));
        assert_eq!(shadow.report(square("e2"), SquareContent::Empty), Change::Lifted(PAWN));
        assert_eq!(shadow.report(square("e4"), PAWN), Change::Dropped(PAWN));
        assert_eq!(shadow.report(square("e4"), PAWN), Change::Nothing);
        assert_eq!(
            shadow.report(square("e4"), SquareContent::Occupied),
            Change::Dropped(SquareContent::Occupied),
            "another piece overwrites"
        );
    }

    #[test]
    fn a_surprising_reading_needs_a_second_one_and_a_report_of_the_square_starts_again() {
        let mut shadow = Shadow::new();
        shadow.read(&with_pawn_on("e2"));
        shadow.report(square("e2"), SquareContent::Empty);
        assert_eq!(shadow.read(&with_pawn_on("e4")), Judgement::Surprising);
        shadow.report(square("e4"), SquareContent::Empty);
        assert_eq!(shadow.read(&with_pawn_on("e4")), Judgement::Surprising);
        assert_eq!(shadow.read(&with_pawn_on("e5")), Judgement::Surprising);
        assert_eq!(shadow.read(&with_pawn_on("e5")), Judgement::Adopted);
    }

    #[test]
    fn what_two_readings_say_alike_is_believed_although_a_bad_piece_comes_and_goes() {
        let mut shadow = Shadow::new();
        let mut before = with_pawn_on("e2");
        before[square("f3").index()] = PAWN;
        shadow.read(&before);
        shadow.report(square("a8"), SquareContent::Empty);
        shadow.report(square("e4"), PAWN);
        shadow.report(square("f3"), SquareContent::Empty);
        let with_f3 = |content| {
            let mut reading = with_pawn_on("e4");
            reading[square("f3").index()] = content;
            reading
        };
        assert_eq!(shadow.read(&with_f3(PAWN)), Judgement::Surprising);
        assert_eq!(shadow.read(&with_f3(SquareContent::Empty)), Judgement::Partly(with_pawn_on("e4")));
        shadow.adopt_partly(&with_pawn_on("e4"));
        assert!(!shadow.is_confirmed());
        assert_eq!(shadow.read(&with_f3(SquareContent::Empty)), Judgement::Confirmed);
    }

    #[test]
    fn two_readings_that_differ_in_much_must_be_the_same() {
        let mut shadow = Shadow::new();
        let reading = |squares: std::ops::Range<usize>| {
            let mut reading = [SquareContent::Empty; 64];
            squares.for_each(|square| reading[square] = PAWN);
            reading
        };
        shadow.read(&reading(0..16));
        shadow.report(square("a1"), PAWN);
        shadow.report(square("a2"), SquareContent::Empty);
        shadow.report(square("a2"), PAWN);
        assert_eq!(shadow.read(&reading(10..16)), Judgement::Surprising);
        assert_eq!(shadow.read(&reading(11..16)), Judgement::Surprising);
        assert_eq!(shadow.read(&reading(11..16)), Judgement::Adopted);
    }

    #[test]
    fn pieces_that_have_been_learnt_are_believed_at_once() {
        let mut shadow = Shadow::new();
        let mut unknown = [SquareContent::Empty; 64];
        shadow.read(&unknown);
        unknown[square("e2").index()] = SquareContent::Occupied;
        assert_eq!(shadow.report(square("e2"), SquareContent::Occupied), Change::Dropped(SquareContent::Occupied));
        assert_eq!(shadow.read(&with_pawn_on("e4")), Judgement::Surprising);
        assert_eq!(shadow.read(&with_pawn_on("e2")), Judgement::Adopted);
        shadow.adopt(&with_pawn_on("e2"));
        assert_eq!(shadow.read(&unknown), Judgement::Surprising, "nothing is unlearnt");
    }

    #[test]
    fn two_readings_with_damage_between_them_do_not_bear_each_other_out() {
        let mut shadow = Shadow::new();
        shadow.read(&with_pawn_on("e2"));
        shadow.report(square("e2"), SquareContent::Empty);
        assert_eq!(shadow.read(&with_pawn_on("f2")), Judgement::Surprising);
        shadow.damaged();
        assert_eq!(shadow.read(&with_pawn_on("f2")), Judgement::Surprising);
    }

    #[test]
    fn a_polled_board_is_believed_at_once() {
        let mut shadow = Shadow::new();
        assert_eq!(shadow.read(&with_pawn_on("e2")), Judgement::First);
        assert_eq!(shadow.read(&with_pawn_on("e2")), Judgement::Confirmed);
        assert_eq!(shadow.read(&with_pawn_on("e4")), Judgement::Adopted);
    }
}
