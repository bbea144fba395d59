//! The records of a board's log, as its dump and a bus's answers hold them.

use super::wire::{Code, code, square};
use crate::{Side, Square};

/// Bits of a record's first byte.
const CLOSE: u8 = 0x10;

/// One record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Record {
    /// The player on this side pressed the clock; what it showed for him then, in milliseconds.
    Stopped(Side, u32),
    /// Something about the whole board or the log.
    Tag(Tag),
    /// A square changed.
    Update {
        /// Which.
        square: Square,
        /// What stands there now.
        code: Code,
        /// Whether it changed less than 250 ms after the one before.
        close: bool,
    },
}

/// What a record of one byte says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tag {
    /// The first position was set up, White where the maker assumes.
    Begin,
    /// The same with White on the other side.
    BeginTurned,
    /// The log was fetched.
    Downloaded,
    /// No piece is on the board.
    EmptyBoard,
    /// The four outer ranks are full, but not with the first position.
    FourRows,
    /// Power came; every piece on the board follows as an update.
    PowerUp,
    /// A computer told of a game's start; every piece on the board follows as an update.
    Start,
}

/// The records in these bytes, oldest first. Bytes that begin none are passed over: the oldest may be the rest of one
/// that was overwritten.
pub(super) fn records(mut bytes: &[u8]) -> Vec<Record> {
    let mut records = Vec::new();
    while let [first, rest @ ..] = bytes {
        bytes = rest;
        match (*first, rest) {
            (0x40..=0x5f, [place, after @ ..]) => {
                let (Some(square), Some(code)) = (square(*place), code(first & !(0x40 | CLOSE))) else { continue };
                records.push(Record::Update { square, code, close: first & CLOSE != 0 });
                bytes = after;
            }
            (0x60..=0x69 | 0x70..=0x79, [minutes, seconds, after @ ..]) => {
                let (Some(minutes), Some(seconds)) = (sixtieths(*minutes), sixtieths(*seconds)) else { continue };
                let side = if first & 0x10 == 0 { Side::Right } else { Side::Left };
                let hours = u32::from(first & 0x0f);
                records.push(Record::Stopped(side, ((hours * 60 + minutes) * 60 + seconds) * 1_000));
                bytes = after;
            }
            (0x6a, _) => records.push(Record::Tag(Tag::PowerUp)),
            (0x6c, _) => records.push(Record::Tag(Tag::FourRows)),
            (0x6d, _) => records.push(Record::Tag(Tag::EmptyBoard)),
            (0x6e, _) => records.push(Record::Tag(Tag::Downloaded)),
            (0x6f, _) => records.push(Record::Tag(Tag::Begin)),
            (0x7a, _) => records.push(Record::Tag(Tag::BeginTurned)),
            (0x7b, _) => records.push(Record::Tag(Tag::Start)),
            // The end, a watchdog's mark, nothing, or what begins no record.
            _ => {}
        }
    }
    records
}

/// Two decimal digits below 60.
fn sixtieths(byte: u8) -> Option<u32> {
    let (tens, units) = (byte >> 4, byte & 0x0f);
    (tens < 6 && units < 10).then(|| u32::from(tens) * 10 + u32::from(units))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Color, Piece, Role, SquareContent};

    fn update(name: &str, letter: char) -> Record {
        let content = Piece::from_letter(letter).map_or(SquareContent::Empty, SquareContent::Piece);
        Record::Update { square: name.parse().expect("a square"), code: Code::Content(content), close: false }
    }

    fn close(name: &str, letter: char) -> Record {
        match update(name, letter) {
            Record::Update { square, code, .. } => Record::Update { square, code, close: true },
            other => other,
        }
    }

    #[test]
    fn the_example_of_the_header_reads_as_it_was_meant() {
        let bytes = [0x7f, 0x7f, 0x7f, 0x6a, 0x6f, 0x40, 0x34, 0x51, 0x24, 0x70, 0x04, 0x59, 0x6b];
        assert_eq!(
            records(&bytes),
            [
                Record::Tag(Tag::PowerUp),
                Record::Tag(Tag::Begin),
                update("e2", '.'),
                close("e4", 'P'),
                Record::Stopped(Side::Left, 299_000)
            ]
        );
    }

    #[test]
    fn a_log_that_begins_within_a_record_is_read_from_the_next() {
        assert_eq!(records(&[0x38, 0x42, 0x07]), [update("h8", 'R')]);
        assert_eq!(records(&[0x04, 0x59, 0x6f]), [Record::Tag(Tag::Begin)]);
        assert_eq!(records(&[0x61, 0x75, 0x00, 0x6f]), [Record::Tag(Tag::Begin)], "75 minutes are none");
        assert_eq!(records(&[0x41]), []);
        let knight = Piece { color: Color::Black, role: Role::Knight };
        assert_eq!(records(&[0x59, 0x38, 0x49, 0x38]), [close("a1", 'n'), update("a1", 'n')]);
        assert_eq!(knight.letter(), 'n');
    }
}
