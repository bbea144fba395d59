//! How well the sensors of the squares work: what was set aside, square by square, and which squares flicker or are dead.
//!
//! A square that has lost sight of its piece for a moment more than once is not believed at once any more: that its
//! piece has left is told only when it stays away, or is seen elsewhere. A hand that lifts a piece and puts it back does
//! so neither that fast nor again and again.

use protocols::{At, Placement, Square, SquareContent, SquareSet};

use super::{BoardReader, Orientation, orientation::agrees, shadow::Squares};

/// A piece that is gone for no longer than this has flickered, in milliseconds: two scans of a DGT board.
const FLICKER_MS: u64 = 450;

/// How long a piece must have stood for its leaving to be doubted, in milliseconds: one that slides across is gone the
/// next moment.
const STOOD_MS: u64 = 1_000;

/// How many flickers make a square one that flickers.
const FLICKERS: u8 = 2;

/// How long a square is remembered to have flickered, in milliseconds.
const REMEMBER_MS: u64 = 120_000;

/// How long a square that flickers must be empty for its piece to have left, in milliseconds.
pub(super) const PATIENCE_MS: u64 = 700;

/// How long a square must show something else than the game says, all others being right, to be dead, in milliseconds;
/// and through how many moves.
const DEAD_MS: u64 = 20_000;
const DEAD_PLIES: u8 = 3;

/// More squares than this that are not as the game says are a board that is not set up so.
const MAX_DEAD: usize = 3;

/// What is known of the sensors, in the board's own numbering.
#[derive(Debug)]
pub(super) struct Sensors {
    squares: [Sensor; 64],
    /// The squares whose piece has left, which is not yet believed; nearly always none.
    doubted: SquareSet,
    /// The squares that do not show what the game says; in play few, and mostly none.
    wrong: SquareSet,
}

/// What is known of one square's sensor.
#[derive(Debug, Clone, Copy, Default)]
struct Sensor {
    /// Readings that were set aside, and flickers.
    noise: u64,
    /// Since when its piece has stood there, flickers apart.
    stands: At,
    /// When its piece was last seen to leave, and what it was.
    left: Option<(At, SquareContent)>,
    /// Flickers that are remembered, and the last one's time.
    flickers: u8,
    flickered: At,
    /// Its piece has left, which is not yet believed.
    doubted: Option<(At, SquareContent)>,
    /// Since when it has not shown what the game says, and for how many moves.
    wrong: Option<(At, u8)>,
}

/// What is to be made of a square's report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// As reported.
    Believed,
    /// Nothing for now, or nothing at all.
    SetAside,
}

impl Sensors {
    pub(super) fn new() -> Sensors {
        Sensors { squares: [Sensor::default(); 64], doubted: SquareSet::default(), wrong: SquareSet::default() }
    }

    /// The codec has set a reading of a square aside.
    pub(super) fn misread(&mut self, square: Square) {
        self.squares[square.index()].noise += 1;
    }

    /// A square that was believed to hold `before` is reported to hold `content`.
    pub(super) fn reported(
        &mut self,
        at: At,
        square: Square,
        before: SquareContent,
        content: SquareContent,
    ) -> Verdict {
        let sensor = &mut self.squares[square.index()];
        if at.since(sensor.flickered) > REMEMBER_MS {
            sensor.flickers = 0;
        }
        match (before, content) {
            (SquareContent::Empty, SquareContent::Empty) => Verdict::Believed,
            (_, SquareContent::Empty) if sensor.flickers >= FLICKERS && at.since(sensor.stands) >= STOOD_MS => {
                sensor.doubted.get_or_insert((at, before));
                self.doubted.insert(square);
                Verdict::SetAside
            }
            (_, SquareContent::Empty) => {
                sensor.left = Some((at, before));
                Verdict::Believed
            }
            // It never left.
            (before, content) if before == content && sensor.doubted.take().is_some() => {
                self.doubted.remove(square);
                sensor.flickered(at);
                Verdict::SetAside
            }
            (_, content) => {
                sensor.doubted = None;
                self.doubted.remove(square);
                if sensor.left.take().is_some_and(|(left, piece)| piece == content && at.since(left) <= FLICKER_MS) {
                    sensor.flickered(at);
                } else {
                    sensor.stands = at;
                }
                Verdict::Believed
            }
        }
    }

    /// Whether the square's piece is away and that is not yet believed.
    pub(super) fn is_doubted(&self, square: Square) -> bool {
        self.doubted.contains(square)
    }

    /// Takes the squares whose pieces have left for certain at `at`.
    pub(super) fn gone(&mut self, at: At, sign: Sign) -> Vec<Square> {
        let gone = |(since, piece): (At, SquareContent)| {
            let away_ms = at.since(since);
            match sign {
                Sign::Arrived(arrived) if arrived == piece || piece == SquareContent::Occupied => true,
                Sign::Pressed => away_ms > FLICKER_MS,
                Sign::Arrived(_) | Sign::None => away_ms >= PATIENCE_MS,
            }
        };
        let mut left = Vec::new();
        for square in self.doubted.iter() {
            if self.squares[square.index()].doubted.take_if(|doubted| gone(*doubted)).is_some() {
                left.push(square);
            }
        }
        for square in &left {
            self.doubted.remove(*square);
        }
        left
    }

    /// When [`gone`](Sensors::gone) has something to give without any arrival.
    pub(super) fn next_deadline(&self) -> Option<At> {
        let doubted = self.doubted.iter().filter_map(|square| self.squares[square.index()].doubted);
        doubted.map(|(since, _)| since + PATIENCE_MS).min()
    }

    /// The board is not seen any more: what was doubted cannot be decided.
    pub(super) fn disconnected(&mut self) {
        for sensor in &mut self.squares {
            (sensor.left, sensor.doubted) = (None, None);
        }
        self.doubted = SquareSet::default();
    }

    /// Compares the board with what the game says, `moved` telling whether it has just gone on.
    pub(super) fn compare(&mut self, at: At, squares: &Squares, expected: &Placement, moved: Moved) {
        let wrong = Square::all().filter(|&square| !agrees(squares[square.index()], expected.at(square)));
        let mut wrong: SquareSet = wrong.collect();
        if wrong.iter().count() > MAX_DEAD {
            wrong = SquareSet::default();
        }
        for square in self.wrong.iter().filter(|square| !wrong.contains(*square)) {
            self.squares[square.index()].wrong = None;
        }
        for square in wrong.iter() {
            let (_, plies) = self.squares[square.index()].wrong.get_or_insert((at, 0));
            if moved == Moved::On {
                *plies = plies.saturating_add(1);
            }
        }
        self.wrong = wrong;
    }

    /// The squares that have not followed the game.
    pub(super) fn dead(&self, at: At) -> impl Iterator<Item = Square> {
        let dead = move |sensor: &Sensor| {
            sensor.wrong.is_some_and(|(since, plies)| at.since(since) >= DEAD_MS && plies >= DEAD_PLIES)
        };
        self.wrong.iter().filter(move |square| dead(&self.squares[square.index()]))
    }

    /// What was set aside of a square.
    pub(super) fn noise(&self, square: Square) -> u64 {
        self.squares[square.index()].noise
    }
}

/// What speaks for a piece having left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    /// This has come down on another square.
    Arrived(SquareContent),
    /// Only the time that it has been away.
    None,
    /// The clock was pressed: a piece in the hand is off the board.
    Pressed,
}

/// Whether the game has gone on since the board was last compared with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Moved {
    /// It has not.
    No,
    /// It has.
    On,
}

impl BoardReader {
    /// One square was reported.
    pub(super) fn field(&mut self, square: Square, content: SquareContent) {
        let Some(before) = self.shadow.squares().map(|squares| squares[square.index()]) else {
            return self.report(square, content);
        };
        if content != SquareContent::Empty && !self.sensors.is_doubted(square) {
            self.let_go(Sign::Arrived(content));
        }
        match self.sensors.reported(self.now, square, before, content) {
            Verdict::Believed => self.report(square, content),
            Verdict::SetAside => {}
        }
    }

    /// Tells of the pieces that have left for certain.
    pub(super) fn let_go(&mut self, sign: Sign) {
        for square in self.sensors.gone(self.now, sign) {
            self.report(square, SquareContent::Empty);
        }
    }

    /// A whole reading without what is doubted in it.
    pub(super) fn undoubted(&mut self, squares: &Squares) -> Squares {
        let mut squares = *squares;
        let Some(believed) = self.shadow.squares().copied() else { return squares };
        for square in self.sensors.doubted.iter() {
            let index = square.index();
            if squares[index] == SquareContent::Empty {
                squares[index] = believed[index];
            } else {
                // The verdict is the whole reading's.
                let _ = self.sensors.reported(self.now, square, believed[index], squares[index]);
            }
        }
        squares
    }

    /// Compares the board with what the game says now, and said `before`.
    pub(super) fn compare_sensors(&mut self, before: Option<Placement>) {
        let (Some(expectation), Some(orientation)) = (self.expectation, self.orientation) else { return };
        let Some(squares) = self.shadow.squares() else { return };
        let expected = match orientation {
            Orientation::Normal => expectation.placement,
            Orientation::Turned => expectation.placement.turned(),
        };
        let moved = if before == Some(expectation.placement) { Moved::No } else { Moved::On };
        self.sensors.compare(self.now, squares, &expected, moved);
    }

    /// How many readings of a square were set aside, and how often it flickered, since the start: the game's squares
    /// with any, a1 first.
    pub fn noise(&self) -> impl Iterator<Item = (Square, u64)> {
        let orientation = self.orientation.unwrap_or(Orientation::Normal);
        Square::all()
            .map(move |square| (square, self.sensors.noise(orientation.square(square))))
            .filter(|&(_, noise)| noise > 0)
    }

    /// The game's squares that have not followed the game for several moves, all others having done so, a1 first.
    #[must_use]
    pub fn dead(&self) -> Vec<Square> {
        let orientation = self.orientation.unwrap_or(Orientation::Normal);
        let mut dead: Vec<Square> = self.sensors.dead(self.now).map(|square| orientation.square(square)).collect();
        dead.sort();
        dead
    }
}

impl Sensor {
    fn flickered(&mut self, at: At) {
        self.noise += 1;
        self.flickers = self.flickers.saturating_add(1);
        self.flickered = at;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMPTY: SquareContent = SquareContent::Empty;

    fn rook() -> SquareContent {
        SquareContent::Piece(protocols::Piece::from_letter('R').expect("a piece"))
    }

    fn square(name: &str) -> Square {
        name.parse().expect("a square")
    }

    /// Sensors whose a1 has lost sight of its rook twice.
    fn flickering() -> Sensors {
        let mut sensors = Sensors::new();
        for at in [1_000, 3_000] {
            assert_eq!(sensors.reported(At(at), square("a1"), rook(), EMPTY), Verdict::Believed);
            assert_eq!(sensors.reported(At(at + 200), square("a1"), EMPTY, rook()), Verdict::Believed);
        }
        assert_eq!(sensors.noise(square("a1")), 2);
        sensors
    }

    #[test]
    fn a_square_that_flickers_is_set_aside_and_counted() {
        let mut sensors = flickering();
        assert_eq!(sensors.reported(At(5_000), square("a1"), rook(), EMPTY), Verdict::SetAside);
        assert!(sensors.is_doubted(square("a1")));
        assert_eq!(sensors.reported(At(5_200), square("a1"), rook(), rook()), Verdict::SetAside);
        assert!(!sensors.is_doubted(square("a1")) && sensors.gone(At(9_000), Sign::None).is_empty());
        assert_eq!(sensors.noise(square("a1")), 3);
        assert_eq!(sensors.noise(square("b1")), 0);
    }

    #[test]
    fn a_piece_that_stays_away_or_is_seen_elsewhere_has_left_a_square_that_flickers() {
        let mut sensors = flickering();
        sensors.reported(At(5_000), square("a1"), rook(), EMPTY);
        assert_eq!(sensors.next_deadline(), Some(At(5_000 + PATIENCE_MS)));
        assert!(sensors.gone(At(5_699), Sign::None).is_empty());
        assert_eq!(sensors.gone(At(5_700), Sign::None), [square("a1")]);
        sensors.reported(At(7_000), square("a1"), rook(), EMPTY);
        assert!(sensors.gone(At(7_450), Sign::Pressed).is_empty());
        assert_eq!(sensors.gone(At(7_451), Sign::Pressed), [square("a1")]);
        sensors.reported(At(8_000), square("a1"), rook(), EMPTY);
        let pawn = SquareContent::Piece(protocols::Piece::from_letter('P').expect("a piece"));
        assert!(sensors.gone(At(8_100), Sign::Arrived(pawn)).is_empty());
        assert_eq!(sensors.gone(At(8_100), Sign::Arrived(rook())), [square("a1")]);
    }

    #[test]
    fn a_piece_that_slides_across_a_square_that_flickers_is_gone_at_once() {
        let mut sensors = flickering();
        sensors.reported(At(5_000), square("a1"), rook(), EMPTY);
        assert_eq!(sensors.gone(At(5_700), Sign::None), [square("a1")]);
        let pawn = SquareContent::Piece(protocols::Piece::from_letter('P').expect("a piece"));
        assert_eq!(sensors.reported(At(7_000), square("a1"), EMPTY, pawn), Verdict::Believed);
        assert_eq!(sensors.reported(At(7_200), square("a1"), pawn, EMPTY), Verdict::Believed);
    }

    #[test]
    fn a_piece_taken_up_slowly_or_long_ago_makes_no_square_flicker() {
        let mut sensors = Sensors::new();
        for at in [1_000, 3_000, 5_000] {
            assert_eq!(sensors.reported(At(at), square("a1"), rook(), EMPTY), Verdict::Believed);
            assert_eq!(sensors.reported(At(at + 451), square("a1"), EMPTY, rook()), Verdict::Believed);
        }
        assert_eq!(sensors.noise(square("a1")), 0);
        let mut sensors = flickering();
        let later = At(3_201 + REMEMBER_MS);
        assert_eq!(sensors.reported(later, square("a1"), rook(), EMPTY), Verdict::Believed);
    }

    #[test]
    fn a_square_that_does_not_follow_the_game_through_three_moves_is_dead() {
        let mut squares = [EMPTY; 64];
        for (square, piece) in Placement::initial().pieces() {
            squares[square.index()] = SquareContent::Piece(piece);
        }
        squares[square("h2").index()] = EMPTY;
        let mut sensors = Sensors::new();
        for at in [0, 10_000, 20_000] {
            sensors.compare(At(at), &squares, &Placement::initial(), Moved::On);
            sensors.compare(At(at + 5_000), &squares, &Placement::initial(), Moved::No);
        }
        assert_eq!(sensors.dead(At(19_999)).count(), 0);
        assert_eq!(sensors.dead(At(20_000)).collect::<Vec<_>>(), [square("h2")]);
        sensors.compare(At(30_000), &[EMPTY; 64], &Placement::initial(), Moved::On);
        assert_eq!(sensors.dead(At(60_000)).count(), 0, "the pieces are off the board");
    }
}
