//! What is wrong with a file, and where.

use std::fmt;

/// Most characters of a file that an error repeats.
const MAX_FOUND: usize = 64;

/// A file that cannot be read. Nothing of it is taken over.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: found {found:?}, expected {expected}")]
pub struct FileError {
    /// Where.
    pub place: Place,
    /// What stands there: at most 64 characters of it.
    pub found: String,
    /// What may stand there.
    pub expected: Expected,
}

impl FileError {
    pub(super) fn new(place: Place, found: &str, expected: Expected) -> FileError {
        FileError { place, found: found.chars().take(MAX_FOUND).collect(), expected }
    }
}

/// Something that is known of a player or the event in the file but cannot be kept, and is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Omitted {
    /// Where.
    pub place: Place,
    /// What stands there.
    pub found: String,
    /// What could have been kept.
    pub expected: Expected,
}

impl From<FileError> for Omitted {
    fn from(FileError { place, found, expected }: FileError) -> Omitted {
        Omitted { place, found, expected }
    }
}

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// A cell of a spreadsheet.
    Cell {
        /// The sheet's name.
        sheet: String,
        /// Column, from 1.
        column: u32,
        /// Row, from 1.
        row: u32,
    },
    /// A field of a CSV file.
    Field {
        /// Line, from 1.
        line: u32,
        /// Which field of the line, from 1.
        field: u32,
    },
    /// The file as a whole.
    File,
    /// A place in a text.
    Text {
        /// Line, from 1.
        line: u32,
        /// Column in characters, from 1.
        column: u32,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Cell { sheet, column, row } => write!(f, "sheet {sheet:?}, cell {}{row}", letters(*column)),
            Place::Field { line, field } => write!(f, "line {line}, field {field}"),
            Place::File => f.write_str("the file"),
            Place::Text { line, column } => write!(f, "line {line}, column {column}"),
        }
    }
}

/// A column's name in a spreadsheet: A, .., Z, AA, ..
fn letters(mut column: u32) -> String {
    let mut letters = Vec::new();
    while column > 0 {
        let place = u8::try_from((column - 1) % 26).unwrap_or_default();
        letters.push(char::from(b'A' + place));
        column = (column - 1) / 26;
    }
    letters.iter().rev().collect()
}

/// What may stand at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// A number of a board.
    Board,
    /// A board that no other pairing of the round has.
    BoardOnce,
    /// The colour that the opponent's line leaves.
    Colour,
    /// A date.
    Date,
    /// FIDE's code of a federation.
    Federation,
    /// A number of FIDE's list.
    FideId,
    /// One of the kinds of files that are read.
    Kind,
    /// The opponent whose line names this player.
    Opponent,
    /// At least one pairing.
    Pairings,
    /// A name.
    Name,
    /// A number of the list of players.
    Number,
    /// A player who plays once in a round.
    PlayerOnce,
    /// A rating.
    Rating,
    /// A result.
    Result,
    /// The result that the opponent's line leaves.
    ResultOfOpponent,
    /// A round's number.
    Round,
    /// A file of at most [`MAX_FILE`](super::MAX_FILE) bytes, of less when unpacked, or of fewer rows.
    Size,
    /// A space between two columns.
    Space,
    /// A line of the table, made as CSV has it.
    Table,
    /// A tag pair.
    Tag,
    /// A time control.
    TimeControl,
    /// A title of FIDE's.
    Title,
    /// A workbook.
    Workbook,
}

impl Expected {
    /// Its name, for who puts it into words of his own.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Expected::Board => "board",
            Expected::BoardOnce => "board-once",
            Expected::Colour => "colour",
            Expected::Date => "date",
            Expected::Federation => "federation",
            Expected::FideId => "fide-id",
            Expected::Kind => "kind",
            Expected::Name => "name",
            Expected::Number => "number",
            Expected::Opponent => "opponent",
            Expected::Pairings => "pairings",
            Expected::PlayerOnce => "player-once",
            Expected::Rating => "rating",
            Expected::Result => "result",
            Expected::ResultOfOpponent => "result-of-opponent",
            Expected::Round => "round",
            Expected::Size => "size",
            Expected::Space => "space",
            Expected::Table => "table",
            Expected::Tag => "tag",
            Expected::TimeControl => "time-control",
            Expected::Title => "title",
            Expected::Workbook => "workbook",
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Expected::Board => "the number of a board, 1 to 9999",
            Expected::BoardOnce => "a board that no other pairing of the round has",
            Expected::Colour => "w, b or -, and the other colour in the opponent's line",
            Expected::Date => "a date, such as 2026/11/24",
            Expected::Federation => "a code of FIDE's of three letters, such as NOR",
            Expected::FideId => "a number of FIDE's list, or nothing",
            Expected::Kind => "a PGN, TRF, CSV or XLSX file with pairings",
            Expected::Opponent => "the number of a player whose line names this player as opponent",
            Expected::Pairings => "at least one pairing",
            Expected::Name => "a name, 1 to 256 bytes of text without control characters",
            Expected::Number => "a number in the list of players, 1 to 9999, that no other player has",
            Expected::PlayerOnce => "a player who is in no other pairing of the round",
            Expected::Rating => "a rating, 0 to 4000, or nothing",
            Expected::Result => "a result, such as 1-0, 1/2-1/2, + - -, or nothing (TRF: 1 = 0 + - W D L H F U Z)",
            Expected::ResultOfOpponent => "a result that goes with that in the opponent's line",
            Expected::Round => "the number of a round, 1 to 99, such as 5 or 5.12 with the board",
            Expected::Size => "a file of at most 8 MiB, 32 MiB when unpacked, and 20,000 lines",
            Expected::Space => "a space: the columns are not where TRF has them",
            Expected::Table => "fields parted by ; , or tabs, in quotes where they hold such a sign",
            Expected::Tag => "a tag pair, such as [White \"Carlsen, Magnus\"]",
            Expected::TimeControl => "a time control as PGN writes it, such as 5400+30",
            Expected::Title => "a title of FIDE's: GM, IM, FM, CM, WGM, WIM, WFM, WCM, AGM, AIM, AFM or ACM",
            Expected::Workbook => "a workbook in the XLSX format",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_the_names_of_spreadsheets() {
        for (column, name) in [(1, "A"), (26, "Z"), (27, "AA"), (52, "AZ"), (702, "ZZ"), (703, "AAA")] {
            assert_eq!(letters(column), name);
        }
    }

    #[test]
    fn an_error_names_place_and_expectation() {
        let place = Place::Cell { sheet: "Round 5".to_owned(), column: 7, row: 12 };
        let error = FileError::new(place, "2-0", Expected::Result);
        let said = error.to_string();
        assert!(said.starts_with("sheet \"Round 5\", cell G12: found \"2-0\", expected a result"), "{said}");
    }
}
