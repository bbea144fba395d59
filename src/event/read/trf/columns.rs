//! The columns of TRF: counted from 1, in letters; some programs count bytes, which shifts what stands behind an accent.

use super::super::{Expected, FileError, Place};

/// First column of round 1 in a player's line.
const FIRST_ROUND: usize = 92;

/// Columns of one round: opponent 4, colour 1, result 1, and the spaces between.
const ROUND_WIDTH: usize = 10;

/// Columns that are blank in every player's line.
const BLANKS: [usize; 8] = [4, 9, 14, 48, 53, 57, 69, 80];

/// The columns of a round's opponent, colour and result. Rounds count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::event) struct RoundColumns {
    pub(in crate::event) opponent: usize,
    pub(in crate::event) colour: usize,
    pub(in crate::event) result: usize,
}

impl RoundColumns {
    pub(in crate::event) fn of(round: u16) -> RoundColumns {
        let opponent = FIRST_ROUND + ROUND_WIDTH * usize::from(round.saturating_sub(1));
        RoundColumns { opponent, colour: opponent + 5, result: opponent + 7 }
    }

    /// How many rounds fit into a line of so many columns.
    pub(super) fn count(columns: usize) -> u16 {
        u16::try_from((columns + 1).saturating_sub(FIRST_ROUND).div_ceil(ROUND_WIDTH)).unwrap_or(u16::MAX)
    }
}

/// A line, and where each of its columns begins.
#[derive(Debug)]
pub(in crate::event) struct TrfLine<'t> {
    number: u32,
    text: &'t str,
    /// Bytes at which the columns begin; none where a column is a byte.
    begins: Option<Vec<usize>>,
}

impl<'t> TrfLine<'t> {
    /// A line that holds no player.
    pub(super) fn new(number: u32, text: &'t str) -> TrfLine<'t> {
        let begins = (!text.is_ascii()).then(|| text.char_indices().map(|(at, _)| at).collect());
        TrfLine { number, text, begins }
    }

    /// The line of a player: in letters where the blanks then are blank, in bytes where they are so.
    pub(in crate::event) fn of_player(number: u32, text: &'t str) -> Result<TrfLine<'t>, FileError> {
        let line = TrfLine::new(number, text);
        let Some(column) = line.misplaced() else { return Ok(line) };
        let in_bytes = TrfLine { number, text, begins: None };
        if in_bytes.misplaced().is_none() {
            return Ok(in_bytes);
        }
        Err(FileError::new(line.place(column), line.cut(column, column), Expected::Space))
    }

    /// The first column that should be blank and is not.
    fn misplaced(&self) -> Option<usize> {
        let fields = BLANKS.into_iter().chain([85, 90, 91]);
        fields.filter(|column| *column <= self.columns()).find(|column| self.cut(*column, *column) != " ")
    }

    /// How many columns the line has.
    pub(in crate::event) fn columns(&self) -> usize {
        self.begins.as_ref().map_or(self.text.len(), Vec::len)
    }

    /// The byte at which a column begins; the line's end where it is too short.
    pub(in crate::event) fn begin(&self, column: usize) -> usize {
        let index = column.saturating_sub(1);
        match &self.begins {
            Some(begins) => begins.get(index).copied().unwrap_or(self.text.len()),
            None => index.min(self.text.len()),
        }
    }

    /// What stands from a column to another, both included: less where the line is too short, nothing where bytes are
    /// counted and a letter lies across.
    pub(in crate::event) fn cut(&self, first: usize, last: usize) -> &'t str {
        self.text.get(self.begin(first)..self.begin(last + 1)).unwrap_or_default()
    }

    pub(super) fn place(&self, column: usize) -> Place {
        Place::Text { line: self.number, column: u32::try_from(column).unwrap_or(u32::MAX) }
    }

    /// A field without the blanks around it, and where it stands.
    pub(super) fn field(&self, first: usize, last: usize) -> (&'t str, Place) {
        (self.cut(first, last).trim(), self.place(first))
    }

    /// Everything from a column on, without the blanks around it.
    pub(super) fn rest(&self, first: usize) -> (&'t str, Place) {
        (self.text.get(self.begin(first)..).unwrap_or_default().trim(), self.place(first))
    }
}
