//! Reads the files of pairing programs: what is in them, by what they contain and not by their names.
//!
//! `text` makes letters of bytes; `pgn`, `trf`, `csv` and `xlsx` take a file apart, the last two through `sheet` and
//! its `headers`; `fields` reads one value; `draft` puts the pairings together.

mod csv;
mod draft;
mod error;
mod fields;
mod headers;
mod pgn;
mod sheet;
mod text;
mod trf;
mod xlsx;

pub use error::{Expected, FileError, Omitted, Place};
pub use fields::{MAX_NUMBER, MAX_ROUND};
pub use text::Charset;
pub use trf::TrfVersion;

pub(in crate::event) use text::decode;
pub(in crate::event) use trf::{RoundColumns, TrfLine};

use super::Event;

/// Largest file that is read, in bytes.
pub const MAX_FILE: usize = 8 << 20;

/// Most lines of pairings, games or players of a file.
pub const MAX_LINES: usize = 20_000;

/// Most letters of a line that are shown.
const MAX_SHOWN: usize = 400;

/// A file of pairings that was read whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairingFile {
    /// What it is.
    pub kind: FileKind,
    /// How its letters are written.
    pub charset: Charset,
    /// What it says.
    pub event: Event,
    /// What it says besides, and cannot be kept.
    pub omitted: Vec<Omitted>,
}

/// The kind of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// A table of texts.
    Csv,
    /// Games, here without moves.
    Pgn,
    /// FIDE's tournament report.
    Trf(TrfVersion),
    /// A workbook.
    Xlsx,
}

impl FileKind {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            FileKind::Csv => "csv",
            FileKind::Pgn => "pgn",
            FileKind::Trf(TrfVersion::Trf16) => "trf16",
            FileKind::Trf(TrfVersion::Trf26) => "trf26",
            FileKind::Xlsx => "xlsx",
        }
    }
}

/// The line in which a place lies, as it is written; `None` where it lies in no text.
#[must_use]
pub fn line_of(bytes: &[u8], place: &Place) -> Option<String> {
    let line = match place {
        Place::Field { line, .. } | Place::Text { line, .. } => *line,
        Place::Cell { .. } | Place::File => return None,
    };
    let (text, _) = decode(bytes);
    let mut last = 0;
    for (number, found) in text::lines(&text) {
        if number == line {
            return Some(found.chars().take(MAX_SHOWN).collect());
        }
        last = number;
    }
    // A file may end where more was to come: behind its last line.
    (line == last + 1).then(String::new)
}

/// Reads a file of pairings. `round` is the number of its round where the file says none.
///
/// # Errors
/// [`FileError`]: the first place that cannot be read.
pub fn read(bytes: &[u8], round: u16) -> Result<PairingFile, FileError> {
    if bytes.len() > MAX_FILE {
        return Err(FileError::new(Place::File, &format!("{} bytes", bytes.len()), Expected::Size));
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return xlsx::read(bytes, round);
    }
    let (text, charset) = decode(bytes);
    let (kind, event, omitted) = if pgn::is_pgn(&text) {
        let (event, omitted) = pgn::read(&text, round)?;
        (FileKind::Pgn, event, omitted)
    } else if trf::is_trf(&text) {
        let (version, event, omitted) = trf::read(&text)?;
        (FileKind::Trf(version), event, omitted)
    } else {
        let (event, omitted) = csv::read(&text, round)?;
        (FileKind::Csv, event, omitted)
    };
    Ok(PairingFile { kind, charset, event, omitted })
}
