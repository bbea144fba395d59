//! From whole readings that come again and again to what stands on the board: by evidence, square by square.
//!
//! Sensors flicker, tags are read wrong, and most of these lines have no checksum. So a single reading moves nothing: a
//! square is believed to have changed once several readings in a row say the same. A square whose readings were set
//! aside of late needs more of them. Where every piece has a mark of its own, one that is seen in two places at once is
//! where it was.

use crate::Square;

/// Most readings in a row that a square with a bad record needs beyond the others.
const MAX_DISTRUST: u8 = 4;

/// After so many readings a square's bad record is half forgotten.
const FORGET_READINGS: u32 = 256;

/// What one reading says of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seen<T> {
    /// Nothing that makes sense: no evidence of anything.
    Nonsense,
    /// Nothing stands there.
    Nothing,
    /// This stands there.
    Something(T),
}

/// How many readings in a row must say the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Patience {
    /// What stands on the board, after it was last unknown: readings in all.
    pub(crate) start: u32,
    /// That a square is empty, where what stood there is seen nowhere else.
    pub(crate) empty: u8,
    /// That this stands on a square.
    pub(crate) something: u8,
}

/// Whether two pieces can look alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Marks {
    /// They can.
    Shared,
    /// Every piece has a mark of its own: it cannot be in two places.
    Unique,
}

/// The board as it is believed to be.
#[derive(Debug)]
pub(crate) struct Snapshots<T> {
    patience: Patience,
    marks: Marks,
    squares: [Record<T>; 64],
    readings: u32,
}

/// What is known of one square.
#[derive(Debug, Clone, Copy)]
struct Record<T> {
    believed: Option<T>,
    /// What the last readings said instead, and how many of them in a row.
    rival: Option<T>,
    rivals: u8,
    /// Readings set aside of late.
    distrust: u8,
}

impl<T: Copy + Eq> Snapshots<T> {
    pub(crate) fn new(patience: Patience, marks: Marks) -> Snapshots<T> {
        let nothing = Record { believed: None, rival: None, rivals: 0, distrust: 0 };
        Snapshots { patience, marks, squares: [nothing; 64], readings: 0 }
    }

    /// The board has not been seen for a while: what stands there is not known any more.
    pub(crate) fn forget(&mut self) {
        *self = Snapshots::new(self.patience, self.marks);
    }

    /// What stands on every square; `None` until there have been enough readings to know.
    pub(crate) fn squares(&self) -> Option<[Option<T>; 64]> {
        (self.readings >= self.patience.start).then(|| self.squares.map(|square| square.believed))
    }

    /// Takes one whole reading, a1 first. `set_aside` is told each square once for every reading of it that is not
    /// believed.
    pub(crate) fn read(&mut self, seen: &[Seen<T>; 64], mut set_aside: impl FnMut(Square)) {
        self.readings = self.readings.saturating_add(1);
        if self.readings.is_multiple_of(FORGET_READINGS) {
            self.squares.iter_mut().for_each(|square| square.distrust /= 2);
        }
        for square in Square::all() {
            let index = square.index();
            let content = match seen[index] {
                Seen::Nonsense => {
                    set_aside(square);
                    continue;
                }
                Seen::Something(mark) if self.is_double(seen, square, mark) => {
                    set_aside(square);
                    continue;
                }
                Seen::Nothing => None,
                Seen::Something(mark) => Some(mark),
            };
            let record = &mut self.squares[index];
            if content == record.believed {
                record.refute(|| set_aside(square));
                continue;
            }
            if record.rival != content {
                record.refute(|| set_aside(square));
                record.rival = content;
            }
            record.rivals = record.rivals.saturating_add(1);
            let needed = match content {
                None => self.patience.empty.saturating_add(record.distrust),
                Some(_) => self.patience.something,
            };
            if record.rivals >= needed {
                (record.believed, record.rivals) = (content, 0);
                if let Some(mark) = content {
                    self.take_from_elsewhere(square, mark);
                }
            }
        }
    }

    /// Whether a mark of its own is seen on another square, too, and was not believed to be on this one: its piece is
    /// somewhere between, or was carried on while the board was read.
    fn is_double(&self, seen: &[Seen<T>; 64], square: Square, mark: T) -> bool {
        self.marks == Marks::Unique
            && self.squares[square.index()].believed != Some(mark)
            && (0..64).any(|other| other != square.index() && seen[other] == Seen::Something(mark))
    }

    fn take_from_elsewhere(&mut self, square: Square, mark: T) {
        if self.marks == Marks::Unique {
            for (index, other) in self.squares.iter_mut().enumerate() {
                if index != square.index() && other.believed == Some(mark) {
                    (other.believed, other.rivals) = (None, 0);
                }
            }
        }
    }
}

impl<T> Record<T> {
    /// What the last readings said instead is not so.
    fn refute(&mut self, mut set_aside: impl FnMut()) {
        for _ in 0..std::mem::take(&mut self.rivals) {
            set_aside();
            if self.rival.is_none() {
                self.distrust = (self.distrust + 1).min(MAX_DISTRUST);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Patience = Patience { start: 3, empty: 3, something: 2 };

    /// A board with marks on squares; `*` is nonsense.
    fn reading(marks: &str) -> [Seen<char>; 64] {
        let mut seen = [Seen::Nothing; 64];
        for (index, mark) in marks.chars().enumerate() {
            seen[index] = match mark {
                '.' => Seen::Nothing,
                '*' => Seen::Nonsense,
                mark => Seen::Something(mark),
            };
        }
        seen
    }

    struct Bench {
        snapshots: Snapshots<char>,
        aside: Vec<String>,
    }

    impl Bench {
        fn new(marks: Marks) -> Bench {
            Bench { snapshots: Snapshots::new(PATIENCE, marks), aside: Vec::new() }
        }

        fn read(&mut self, marks: &str) -> String {
            self.snapshots.read(&reading(marks), |square| self.aside.push(square.to_string()));
            let Some(squares) = self.snapshots.squares() else { return "?".to_owned() };
            let letters: String = squares.iter().map(|square| square.unwrap_or('.')).collect();
            letters[..marks.len()].to_owned()
        }

        fn reads(&mut self, readings: &[&str]) -> Vec<String> {
            readings.iter().map(|marks| self.read(marks)).collect()
        }
    }

    #[test]
    fn the_board_is_known_after_enough_readings_and_one_that_differs_is_set_aside() {
        let mut bench = Bench::new(Marks::Shared);
        assert_eq!(
            bench.reads(&["a..", "a..", "a..", "...", "ab.", "a..", "a.c"]),
            ["?", "?", "a..", "a..", "a..", "a..", "a.."]
        );
        assert_eq!(bench.aside, ["a1", "b1"]);
    }

    #[test]
    fn an_empty_square_needs_more_readings_than_a_piece_and_nonsense_is_no_evidence() {
        let mut bench = Bench::new(Marks::Shared);
        bench.reads(&["a.", "a.", "a."]);
        assert_eq!(bench.reads(&[".b", "*b", "..", "..", ".b"]), ["a.", "ab", "ab", ".b", ".b"]);
    }

    #[test]
    fn a_square_that_failed_before_needs_more_readings() {
        let mut bench = Bench::new(Marks::Shared);
        bench.reads(&["a", "a", "a", ".", "a"]);
        assert_eq!(bench.reads(&[".", ".", ".", "."]), ["a", "a", "a", "."]);
    }

    #[test]
    fn a_mark_of_its_own_leaves_where_it_was_and_a_double_is_set_aside() {
        let mut bench = Bench::new(Marks::Unique);
        bench.reads(&["ab.", "ab.", "ab."]);
        assert_eq!(bench.reads(&["aba", "aba", "aba"]), ["ab.", "ab.", "ab."]);
        assert_eq!(bench.aside, ["c1", "c1", "c1"]);
        assert_eq!(bench.reads(&[".ba", ".ba"]), ["ab.", ".ba"]);
    }

    #[test]
    fn a_piece_that_stands_between_two_squares_is_on_neither() {
        let mut bench = Bench::new(Marks::Unique);
        bench.reads(&["a..", "a..", "a.."]);
        assert_eq!(bench.reads(&[".aa", ".aa", ".aa", "..a", "..a"]), ["a..", "a..", "...", "...", "..a"]);
    }

    #[test]
    fn what_is_forgotten_must_be_read_again() {
        let mut bench = Bench::new(Marks::Shared);
        bench.reads(&["a", "a", "a"]);
        bench.snapshots.forget();
        assert_eq!(bench.reads(&[".", ".", "."]), ["?", "?", "."]);
    }
}
