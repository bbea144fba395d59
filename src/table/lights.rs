//! The lights on the board: to find it, and to help set the pieces up. Alerts are not shown: they are not for players
//! (12.6).

use protocols::{At, Codec, Placement, Square, SquareContent, SquareSet};

use super::Table;
use crate::board::{BoardReading, Orientation};

/// How long the board must be wrong in the same way before the squares are lit, in milliseconds: a piece on its way is
/// nobody's mistake.
const WRONG_MS: u64 = 1_000;

/// More wrong squares than this before a game are a board on which nobody has begun to set up, or where the pieces of
/// the last game still stand.
const MAX_WRONG: usize = 8;

/// How long all squares are lit, and dark, when the board is to be found, in milliseconds. Some boards take no more
/// than a command in 0.6 s.
const BLINK_MS: u64 = 700;

/// How many times they are.
const BLINKS: u64 = 3;

/// When squares are lit (`board.lights` in the configuration).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LightUse {
    /// The board has no lights.
    Absent,
    /// Where the board is not as the game says, before a game and in it.
    Always,
    /// Only to find the board.
    Off,
    /// Where a piece is missing or wrong before a game.
    Setup,
}

/// Whether a game is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Moment {
    BeforeAGame,
    InAGame,
}

/// What is lit, and what is to be. Squares are the game's.
#[derive(Debug)]
pub(super) struct Lights {
    usage: LightUse,
    wrong: SquareSet,
    wrong_since: At,
    blinking_since: Option<At>,
    /// As told to the codec, in the board's numbering.
    told: SquareSet,
}

impl Lights {
    pub(super) fn new(usage: LightUse) -> Lights {
        Lights {
            usage,
            wrong: SquareSet::EMPTY,
            wrong_since: At::default(),
            blinking_since: None,
            told: SquareSet::EMPTY,
        }
    }

    /// Blinks all squares; says whether there are lights.
    pub(super) fn identify(&mut self, at: At) -> bool {
        let present = self.usage != LightUse::Absent;
        if present {
            self.blinking_since = Some(at);
        }
        present
    }

    /// The port has been opened: all lights are out.
    pub(super) fn opened(&mut self) {
        self.told = SquareSet::EMPTY;
    }

    /// These squares are wrong now.
    fn wrong(&mut self, at: At, squares: SquareSet) {
        if squares != self.wrong {
            (self.wrong, self.wrong_since) = (squares, at);
        }
    }

    /// What is to be lit at `at`.
    fn lit(&mut self, at: At) -> SquareSet {
        if let Some(since) = self.blinking_since {
            let phase = at.since(since) / BLINK_MS;
            if phase < 2 * BLINKS {
                return if phase.is_multiple_of(2) { SquareSet::ALL } else { SquareSet::EMPTY };
            }
            self.blinking_since = None;
        }
        if at.since(self.wrong_since) >= WRONG_MS { self.wrong } else { SquareSet::EMPTY }
    }

    /// When something is to be lit or put out.
    pub(super) fn next_deadline(&self, now: At) -> Option<At> {
        if self.usage == LightUse::Absent {
            return None;
        }
        let blink = self.blinking_since.map(|since| since + (now.since(since) / BLINK_MS + 1) * BLINK_MS);
        let wrong = Some(self.wrong_since + WRONG_MS).filter(|&due| !self.wrong.is_empty() && due > now);
        [blink, wrong].into_iter().flatten().min()
    }

    /// Tells the codec where that has changed.
    fn show(&mut self, at: At, orientation: Orientation, codec: &mut dyn Codec) {
        let lit = self.lit(at);
        let lit = match orientation {
            Orientation::Normal => lit,
            Orientation::Turned => lit.turned(),
        };
        if std::mem::replace(&mut self.told, lit) != lit {
            codec.light(at, lit);
        }
    }
}

impl Table {
    /// Lights what is to be lit, and nothing else.
    pub(super) fn run_lights(&mut self) {
        let (Some(reader), Some(codec)) = (self.reader.as_ref(), self.codec.as_mut()) else { return };
        let between = self.observer.machine().is_setting_up() || self.observer.machine().is_over();
        let moment = if between { Moment::BeforeAGame } else { Moment::InAGame };
        let expected = match (self.lights.usage, moment) {
            (LightUse::Absent, _) => return,
            (LightUse::Off, _) | (LightUse::Setup, Moment::InAGame) => None,
            (LightUse::Always, Moment::InAGame) => Some(*self.observer.machine().position().placement()),
            // Only chess always begins alike.
            (LightUse::Always | LightUse::Setup, Moment::BeforeAGame) => reader.first(),
        };
        // The first position is occupied alike from both sides.
        let wrong = match (expected, reader.shadow().or(reader.occupied())) {
            (Some(expected), Some(reading)) => {
                let wrong = wrong(&reading, &expected, moment);
                let untouched = moment == Moment::BeforeAGame && wrong.iter().count() > MAX_WRONG;
                if untouched { SquareSet::EMPTY } else { wrong }
            }
            (_, _) => SquareSet::EMPTY,
        };
        self.lights.wrong(self.now, wrong);
        let orientation = reader.orientation().unwrap_or(Orientation::Normal);
        self.lights.show(self.now, orientation, codec.as_mut());
    }
}

/// The squares that show something else than expected; in a game only those with a piece too many or a wrong one: a
/// piece that is missing is in somebody's hand.
fn wrong(reading: &BoardReading, expected: &Placement, moment: Moment) -> SquareSet {
    let content = |square: Square| match reading {
        BoardReading::Occupied(bits) if SquareSet::from_bits(*bits).contains(square) => SquareContent::Occupied,
        BoardReading::Occupied(_) => SquareContent::Empty,
        BoardReading::Pieces(placement) => placement.at(square).map_or(SquareContent::Empty, SquareContent::Piece),
    };
    Square::all()
        .filter(|&square| match (content(square), expected.at(square)) {
            (SquareContent::Empty, None) | (SquareContent::Occupied, Some(_)) => false,
            (SquareContent::Empty, Some(_)) => moment == Moment::BeforeAGame,
            (SquareContent::Piece(piece), Some(expected)) => piece != expected,
            (SquareContent::Occupied | SquareContent::Piece(_), None) => true,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(names: &[&str]) -> SquareSet {
        names.iter().map(|name| name.parse::<Square>().expect("a square")).collect()
    }

    #[test]
    fn the_board_blinks_three_times_and_then_shows_what_it_did() {
        let mut lights = Lights::new(LightUse::Setup);
        lights.wrong(At(0), squares(&["e1"]));
        assert!(lights.identify(At(5_000)));
        let mut seen = Vec::new();
        let mut now = At(5_000);
        while let Some(due) = lights.next_deadline(now) {
            seen.push(lights.lit(now).iter().count());
            now = due;
            lights.lit(now);
        }
        assert_eq!(seen, [64, 0, 64, 0, 64, 0]);
        assert_eq!(lights.lit(now), squares(&["e1"]));
        assert!(!Lights::new(LightUse::Absent).identify(At(0)));
    }

    #[test]
    fn a_square_is_lit_once_it_has_been_wrong_for_a_while() {
        let mut lights = Lights::new(LightUse::Setup);
        lights.wrong(At(100), squares(&["e1"]));
        assert_eq!((lights.lit(At(1_099)), lights.next_deadline(At(100))), (SquareSet::EMPTY, Some(At(1_100))));
        assert_eq!(lights.lit(At(1_100)), squares(&["e1"]));
        lights.wrong(At(1_200), SquareSet::EMPTY);
        assert_eq!((lights.lit(At(1_200)), lights.next_deadline(At(1_200))), (SquareSet::EMPTY, None));
    }

    #[test]
    fn in_a_game_a_missing_piece_is_in_a_hand_and_a_displaced_one_is_wrong() {
        let initial = Placement::initial();
        let reading =
            BoardReading::Pieces("rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR".parse().expect("a placement"));
        assert_eq!(wrong(&reading, &initial, Moment::BeforeAGame), squares(&["a2", "a4"]));
        assert_eq!(wrong(&reading, &initial, Moment::InAGame), squares(&["a4"]));
        let occupied = BoardReading::Occupied(initial.occupied() & !0xff);
        assert_eq!(wrong(&occupied, &initial, Moment::BeforeAGame).bits(), 0xff);
    }
}
