//! Whole readings in which too much has changed at once to be believed the first time.

use crate::SquareContent;

/// So many squares at most do hands change between two readings. What a character lost or doubled shifts is more.
const MOST_CHANGED: usize = 4;

/// After so many readings in a row that were not believed another is: sensors as bad as that are judged square by square.
const MOST_DOUBTED: u8 = 3;

/// Readings of a line whose check does not see what is lost or doubled. See [`admit`](Sudden::admit).
#[derive(Debug, Default)]
pub(crate) struct Sudden {
    /// The last reading that was believed.
    believed: Option<[SquareContent; 64]>,
    /// The last reading, where it was not.
    doubted: Option<[SquareContent; 64]>,
    /// How many readings in a row were not.
    in_a_row: u8,
}

/// What is to be made of a reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Verdict {
    /// It is believed; else another must say the same.
    pub(crate) believed: bool,
    /// It shows that the one before it, which was not believed, was wrong.
    pub(crate) refutes: bool,
}

impl Sudden {
    /// Takes a reading: near the one believed last it is believed; far from it once the next one is near it.
    pub(crate) fn admit(&mut self, seen: [SquareContent; 64]) -> Verdict {
        let is_near = |last: &[SquareContent; 64]| {
            last.iter().zip(&seen).filter(|(last, seen)| last != seen).count() <= MOST_CHANGED
        };
        let doubted = self.doubted.take();
        let borne_out = doubted.as_ref().is_some_and(is_near);
        let near = borne_out || self.believed.as_ref().is_none_or(is_near);
        let believed = near || self.in_a_row >= MOST_DOUBTED;
        self.in_a_row = if believed { 0 } else { self.in_a_row + 1 };
        *(if believed { &mut self.believed } else { &mut self.doubted }) = Some(seen);
        Verdict { believed, refutes: doubted.is_some() && !borne_out }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board with so many squares occupied.
    fn squares(count: usize) -> [SquareContent; 64] {
        std::array::from_fn(|index| if index < count { SquareContent::Occupied } else { SquareContent::Empty })
    }

    #[test]
    fn readings_that_never_agree_are_believed_in_the_end() {
        let mut sudden = Sudden::default();
        let believed = [10, 20, 30, 40, 50, 60].map(|count| sudden.admit(squares(count)).believed);
        assert_eq!(believed, [true, false, false, false, true, false]);
    }

    #[test]
    fn a_few_squares_change_at_once_and_many_when_the_next_reading_says_so() {
        let mut sudden = Sudden::default();
        let verdicts: Vec<(bool, bool)> = [10, 14, 30, 14, 30, 31, 3, 40, 40]
            .map(|count| sudden.admit(squares(count)))
            .map(|verdict| (verdict.believed, verdict.refutes))
            .to_vec();
        let (yes, no) = (true, false);
        assert_eq!(
            verdicts,
            [(yes, no), (yes, no), (no, no), (yes, yes), (no, no), (yes, no), (no, no), (no, yes), (yes, no)]
        );
    }
}
