//! The table top: the board, the pieces on it, and the clock beside it, as points and faces moving in time.

use std::collections::VecDeque;

use protocols::{At, ClockFace, ClockReading, Color, Flag, Piece, Placement, Side, Square, SquareContent, World};

use super::motion::Motion;
use crate::board::ClockTimes;

/// Longest time that a clock shows, in milliseconds: 9:59:59.
pub const MAX_CLOCK_MS: u32 = 35_999_000;

/// Which way round the board lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Facing {
    /// White sits where the board's maker assumes.
    Normal,
    /// White sits on the other side.
    Turned,
}

/// The wooden world an emulated board stands in.
///
/// Motions and clock settings are told ahead of time, then any instant can be looked at, the past as far back as
/// [`forget_before`](TableTop::forget_before) has left it. A look at a square costs as much as there are motions
/// not forgotten, usually none or one.
#[derive(Debug, Clone)]
pub struct TableTop {
    facing: Facing,
    rest: Placement,
    /// Which of its kind the piece on each square is.
    numbers: [u8; 64],
    /// When what stands on a square, or its emptiness, began.
    since: [At; 64],
    /// With which of its kind each moves.
    motions: VecDeque<(Motion, u8)>,
    clocks: VecDeque<(At, ClockSetting)>,
    /// Since when the clock says that its battery is low.
    battery_low: Option<At>,
}

/// How the clock stands from some instant on, until it is set again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockSetting {
    /// White's time, in milliseconds, at the instant of the setting; at most [`MAX_CLOCK_MS`].
    pub white_ms: u32,
    /// Black's time, likewise.
    pub black_ms: u32,
    /// Whose time runs.
    pub running: Option<Color>,
    /// Whose end of the lever is high: whose time runs when the clock runs.
    pub lever_high: Color,
    /// Whether the display shows that there is an increment.
    pub increment_shown: bool,
}

impl ClockSetting {
    /// The times so many milliseconds later; a time that has run out stays at 0.
    #[must_use]
    pub fn after(mut self, ms: u64) -> ClockSetting {
        let ms = u32::try_from(ms).unwrap_or(u32::MAX);
        match self.running {
            Some(Color::Black) => self.black_ms = self.black_ms.saturating_sub(ms),
            Some(Color::White) => self.white_ms = self.white_ms.saturating_sub(ms),
            None => {}
        }
        self
    }

    /// One player's time, in milliseconds.
    #[must_use]
    pub fn of(&self, color: Color) -> u32 {
        match color {
            Color::Black => self.black_ms,
            Color::White => self.white_ms,
        }
    }

    /// The same with one player's time set to `ms`, at most [`MAX_CLOCK_MS`].
    #[must_use]
    pub fn with(mut self, color: Color, ms: u32) -> ClockSetting {
        let ms = ms.min(MAX_CLOCK_MS);
        match color {
            Color::Black => self.black_ms = ms,
            Color::White => self.white_ms = ms,
        }
        self
    }

    /// Whose time has run out.
    #[must_use]
    pub fn flag(&self) -> Option<Color> {
        self.running.filter(|&color| self.of(color) == 0)
    }

    /// As the event log tells it.
    #[must_use]
    pub fn times(&self) -> ClockTimes {
        let running = if self.flag().is_some() { None } else { self.running };
        ClockTimes { white_ms: Some(self.white_ms), black_ms: Some(self.black_ms), running }
    }
}

impl TableTop {
    /// A board with pieces at rest and no clock.
    #[must_use]
    pub fn new(placement: Placement, facing: Facing) -> TableTop {
        let mut top = TableTop {
            facing,
            rest: Placement::EMPTY,
            numbers: [0; 64],
            since: [At(0); 64],
            motions: VecDeque::new(),
            clocks: VecDeque::new(),
            battery_low: None,
        };
        for (square, piece) in placement.pieces() {
            top.numbers[square.index()] = top.first_spare(piece);
            top.rest.set(square, Some(piece));
        }
        top
    }

    /// Tells of a motion. It must not begin in a past that is already forgotten, nor be told before the one that brings
    /// its piece to where it begins.
    pub fn set_in_motion(&mut self, motion: Motion) {
        let number = motion.from().and_then(|from| self.number_leaving(from, &motion));
        let number = number.unwrap_or_else(|| self.first_spare(motion.piece()));
        self.motions.push_back((motion, number));
    }

    /// Which of its kind the piece is that this motion takes from a square.
    fn number_leaving(&self, from: Square, motion: &Motion) -> Option<u8> {
        let brings = |earlier: &&(Motion, u8)| {
            earlier.0.to() == Some(from) && earlier.0.piece() == motion.piece() && earlier.0.ends() <= motion.begins()
        };
        let brought = self.motions.iter().filter(brings).max_by_key(|(earlier, _)| earlier.ends());
        let rests = self.rest.at(from) == Some(motion.piece());
        brought.map(|(_, number)| *number).or(rests.then_some(self.numbers[from.index()]))
    }

    /// The first of its kind that is neither on the board nor in a hand.
    fn first_spare(&self, piece: Piece) -> u8 {
        let resting = |number: u8| {
            self.rest.pieces().any(|(square, other)| other == piece && self.numbers[square.index()] == number)
        };
        let moving =
            |number: u8| self.motions.iter().any(|(motion, other)| motion.piece() == piece && *other == number);
        (0..u8::MAX).find(|&number| !resting(number) && !moving(number)).unwrap_or(u8::MAX)
    }

    /// Sets the clock from `at` on, not earlier than the last setting.
    pub fn set_clock(&mut self, at: At, setting: ClockSetting) {
        self.clocks.push_back((at, setting));
    }

    /// From `at` on the clock says that its battery is low.
    pub fn set_battery_low(&mut self, at: At) {
        self.battery_low.get_or_insert(at);
    }

    /// Says that nobody will look at an instant before `at` any more.
    pub fn forget_before(&mut self, at: At) {
        while let Some(ended) = self.motions.iter().position(|(motion, _)| motion.ends() <= at) {
            if let Some((motion, number)) = self.motions.remove(ended) {
                for square in motion.from().into_iter().chain(motion.to()) {
                    let (content, since) = step(self.rests(square), square, &motion, number, motion.ends());
                    self.rest.set(square, content.map(|(piece, _)| piece));
                    self.numbers[square.index()] = content.map_or(0, |(_, number)| number);
                    self.since[square.index()] = since;
                }
            }
        }
        while self.clocks.get(1).is_some_and(|(next, _)| *next <= at) {
            self.clocks.pop_front();
        }
    }

    /// Which pieces rest where at an instant, in the game's squares; a piece in motion is nowhere.
    #[must_use]
    pub fn at_rest(&self, at: At) -> Placement {
        let mut placement = Placement::EMPTY;
        for square in Square::all() {
            placement.set(square, self.resting(square, at).map(|(piece, _)| piece));
        }
        placement
    }

    /// What the sensor of a square reads, in the game's squares: at rest, or sliding over it.
    #[must_use]
    pub fn sensed(&self, square: Square, at: At) -> Option<Piece> {
        self.sensed_with_number(square, at).map(|(piece, _)| piece)
    }

    fn sensed_with_number(&self, square: Square, at: At) -> Option<(Piece, u8)> {
        if self.moves_after(at) {
            return self.rests(square).0;
        }
        let slides = || self.motions.iter().find(|(motion, _)| motion.excites(square, at));
        self.resting(square, at).or_else(|| slides().map(|(motion, number)| (motion.piece(), *number)))
    }

    /// How the clock stands at an instant; `None` without a clock.
    #[must_use]
    pub fn clock_at(&self, at: At) -> Option<ClockSetting> {
        let (since, setting) = self.clocks.iter().rev().find(|(since, _)| *since <= at).or(self.clocks.front())?;
        Some(setting.after(at.since(*since)))
    }

    /// Whether all that is still in motion begins after `at`.
    fn moves_after(&self, at: At) -> bool {
        self.motions.iter().all(|(motion, _)| at < motion.begins())
    }

    fn resting(&self, square: Square, at: At) -> Option<(Piece, u8)> {
        let rests = self.rests(square);
        self.motions.iter().fold(rests, |rests, (motion, number)| step(rests, square, motion, *number, at)).0
    }

    /// What rests on a square, all that is still in motion apart, and since when.
    fn rests(&self, square: Square) -> Resting {
        let piece = self.rest.at(square);
        (piece.map(|piece| (piece, self.numbers[square.index()])), self.since[square.index()])
    }
}

/// A piece at rest and which of its kind it is, or nothing; and since when.
type Resting = (Option<(Piece, u8)>, At);

/// What one motion has done to a square by an instant. Motions may be taken in any order: of what happened to a
/// square the latest counts, and of two things in the same instant the arrival.
fn step((mut content, mut since): Resting, square: Square, motion: &Motion, number: u8, at: At) -> Resting {
    let leaves = motion.begins();
    // At the very beginning of time nothing has arrived yet, so a piece may leave then.
    if motion.from() == Some(square) && leaves <= at && (leaves > since || since == At(0)) {
        (content, since) = (None, leaves);
    }
    let arrives = motion.ends();
    if motion.to() == Some(square) && arrives <= at && arrives >= since {
        (content, since) = (Some((motion.piece(), number)), arrives);
    }
    (content, since)
}

impl TableTop {
    /// The game's square for one of the board's.
    fn of_game(&self, square: Square) -> Square {
        match self.facing {
            Facing::Normal => square,
            Facing::Turned => square.turned(),
        }
    }
}

impl World for TableTop {
    fn still_until(&self, to: At) -> Option<Placement> {
        self.moves_after(to).then(|| match self.facing {
            Facing::Normal => self.rest,
            Facing::Turned => self.rest.turned(),
        })
    }

    fn content(&self, square: Square, at: At) -> SquareContent {
        self.sensed(self.of_game(square), at).map_or(SquareContent::Empty, SquareContent::Piece)
    }

    fn number(&self, square: Square, at: At) -> u8 {
        self.sensed_with_number(self.of_game(square), at).map_or(0, |(_, number)| number)
    }

    fn clock(&self, at: At) -> Option<ClockReading> {
        let setting = self.clock_at(at)?;
        // The clock stands on the side of the board's connector, which is White's left as the maker assumes.
        let (left, right) = match self.facing {
            Facing::Normal => (Color::White, Color::Black),
            Facing::Turned => (Color::Black, Color::White),
        };
        let face = |color| ClockFace {
            ms: setting.of(color),
            flag: if setting.flag() == Some(color) { Flag::FallenAndStopped } else { Flag::Up },
            increment_shown: setting.increment_shown,
        };
        let high = if setting.lever_high == left { Side::Left } else { Side::Right };
        Some(ClockReading {
            left: face(left),
            right: face(right),
            lever_high: high,
            running: setting.running.is_some() && setting.flag().is_none(),
            connected: true,
            battery_low: self.battery_low.is_some_and(|since| since <= at),
            // In every recording of a real clock the mark names the side whose lever end is high.
            turn: Some(high),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        name.parse().expect("a square")
    }

    fn piece(letter: char) -> Piece {
        Piece::from_letter(letter).expect("a piece")
    }

    fn letters(world: &TableTop, name: &str, times: &[u64]) -> String {
        times.iter().map(|&at| world.sensed(square(name), At(at)).map_or('.', Piece::letter)).collect()
    }

    #[test]
    fn a_lifted_piece_is_nowhere_until_it_is_put_down() {
        let mut world = TableTop::new(Placement::initial(), Facing::Normal);
        world.set_in_motion(Motion::lifted(piece('P'), square("e2"), At(1_000)).held(500).put(square("e4")));
        assert_eq!(letters(&world, "e2", &[0, 999, 1_000, 2_000]), "PP..");
        assert_eq!(letters(&world, "e4", &[999, 1_000, 1_499, 1_500, 2_000]), "...PP");
        world.forget_before(At(1_500));
        assert_eq!(world.at_rest(At(1_500)).to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
    }

    #[test]
    fn the_board_is_still_until_a_piece_is_lifted_and_once_it_rests() {
        let mut world = TableTop::new(Placement::initial(), Facing::Turned);
        world.set_in_motion(Motion::lifted(piece('P'), square("e2"), At(1_000)).held(500).put(square("e4")));
        assert_eq!(world.still_until(At(999)), Some(Placement::initial().turned()));
        assert_eq!(world.still_until(At(1_000)), None);
        assert_eq!(world.still_until(At(9_000)), None);
        world.forget_before(At(1_500));
        let pawn = world.still_until(At(9_000)).and_then(|placement| placement.at(square("e4").turned()));
        assert_eq!(pawn, Some(piece('P')));
    }

    #[test]
    fn a_sliding_piece_is_seen_on_the_squares_it_crosses_and_near_a_border_on_both() {
        let mut world = TableTop::new("8/8/8/8/8/8/8/R7".parse().expect("a placement"), Facing::Normal);
        let slide = |reach| {
            Motion::lifted(piece('R'), square("a1"), At(100))
                .with_reach(reach)
                .slid(square("a1"), square("d1"), 300)
                .put(square("d1"))
        };
        world.set_in_motion(slide(600));
        assert_eq!(letters(&world, "a1", &[99, 100, 159, 160]), "RRR.");
        assert_eq!(letters(&world, "b1", &[140, 141, 150, 259, 260]), ".RRR.");
        assert_eq!(letters(&world, "c1", &[240, 241, 359, 360]), ".RR.");
        assert_eq!(letters(&world, "d1", &[340, 341, 400, 5_000]), ".RRR");
        assert_eq!(letters(&world, "b2", &[200]), ".");
        let squares: Vec<String> = slide(600).squares().iter().map(ToString::to_string).collect();
        assert_eq!(squares, ["a1", "b1", "c1", "d1"]);
    }

    #[test]
    fn a_capture_by_overwriting_never_shows_the_square_empty() {
        let mut world = TableTop::new("8/8/8/4n3/8/5N2/8/8".parse().expect("a placement"), Facing::Normal);
        world.set_in_motion(Motion::lifted(piece('N'), square("f3"), At(10)).held(90).put(square("e5")));
        world.set_in_motion(Motion::lifted(piece('n'), square("e5"), At(100)).held(3_000));
        assert_eq!(letters(&world, "e5", &[99, 100, 101, 9_000]), "nNNN");
        // The victim is still in the hand when another knight takes back.
        world.set_in_motion(Motion::lifted(piece('N'), square("e5"), At(1_000)).held(2_500));
        world.set_in_motion(Motion::from_box(piece('n'), At(500)).held(500).put(square("e5")));
        assert_eq!(letters(&world, "e5", &[999, 1_000, 1_001, 9_000]), "Nnnn");
        world.forget_before(At(2_000));
        world.forget_before(At(9_000));
        assert_eq!(letters(&world, "e5", &[9_000]), "n");
    }

    #[test]
    fn a_piece_keeps_its_number_wherever_it_goes_and_one_from_the_box_is_the_first_that_is_free() {
        let mut world = TableTop::new("8/8/8/8/8/8/PPP5/8".parse().expect("a placement"), Facing::Normal);
        let numbers = |world: &TableTop, at| {
            let standing = Square::all().filter(|square| world.sensed(*square, At(at)).is_some());
            standing.map(|square| format!("{square}{}", world.number(square, At(at)))).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(numbers(&world, 0), "a20 b21 c22");
        // Pushed over the border, on both squares at once.
        let pushed = Motion::lifted(piece('P'), square("b2"), At(100)).with_reach(900);
        world.set_in_motion(pushed.slid(square("b2"), square("b3"), 100).put(square("b3")));
        assert_eq!(numbers(&world, 150), "a20 b21 c22 b31");
        world.set_in_motion(Motion::lifted(piece('P'), square("b3"), At(300)).held(50).put(square("b4")));
        assert_eq!(numbers(&world, 400), "a20 c22 b41");
        world.set_in_motion(Motion::lifted(piece('P'), square("a2"), At(500)));
        world.forget_before(At(600));
        world.set_in_motion(Motion::from_box(piece('P'), At(700)).put(square("h5")));
        assert_eq!(numbers(&world, 800), "c22 b41 h50");
    }

    #[test]
    fn the_clock_of_the_player_to_move_counts_down_and_stops_at_zero() {
        let mut world = TableTop::new(Placement::initial(), Facing::Turned);
        let setting = ClockSetting {
            white_ms: 5_000,
            black_ms: 7_000,
            running: Some(Color::White),
            lever_high: Color::White,
            increment_shown: true,
        };
        world.set_clock(At(0), ClockSetting { running: None, ..setting });
        world.set_clock(At(1_000), setting);
        let reading = |at| world.clock(At(at)).expect("there is a clock");
        assert_eq!((reading(999).right.ms, reading(999).running), (5_000, false));
        assert_eq!((reading(3_000).right.ms, reading(3_000).left.ms, reading(3_000).running), (3_000, 7_000, true));
        assert_eq!(reading(3_000).lever_high, Side::Right);
        assert_eq!((reading(6_000).right.flag, reading(6_000).running), (Flag::FallenAndStopped, false));
        assert!(TableTop::new(Placement::initial(), Facing::Normal).clock(At(0)).is_none());
    }

    #[test]
    fn a_turned_board_numbers_its_squares_from_the_other_side() {
        let world = TableTop::new(Placement::initial(), Facing::Turned);
        assert_eq!(world.content(square("d1"), At(0)), SquareContent::Piece(piece('k')));
        assert_eq!(world.content(square("e4"), At(0)), SquareContent::Empty);
    }
}
