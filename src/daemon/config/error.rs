//! What can be wrong with a configuration.

use std::{fmt, io, ops::RangeInclusive, path::PathBuf};

use thiserror::Error;

use crate::publish::{lichess::LichessError, mqtt::settings::SettingsError, web::CertificateError};

/// Why a configuration is refused: the file, the line (from 1), the key, what was found, what was expected.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// Two tables want the same thing for themselves.
    #[error("{file}, line {line}: {key} is {found}, as for the table in line {first_line}; expected one of its own")]
    Duplicate {
        /// The file.
        file: String,
        /// The line of the second.
        line: usize,
        /// The key.
        key: String,
        /// The value that both have.
        found: String,
        /// The line of the first.
        first_line: usize,
    },
    /// Nothing is in the file.
    #[error("{file} is empty; expected what it had before, or at least a comment")]
    Empty {
        /// The file.
        file: String,
    },
    /// A file that a key names cannot be used.
    #[error("{file}, line {line}: {source}")]
    File {
        /// The configuration's file.
        file: String,
        /// The line.
        line: usize,
        /// The key, the file it names, and why that cannot be used.
        source: Box<FileError>,
    },
    /// A key that there was in an earlier version.
    #[error("{file}, line {line}: {key} is no more; {instead}")]
    Gone {
        /// The file.
        file: String,
        /// The line.
        line: usize,
        /// The key.
        key: String,
        /// What there is instead.
        instead: &'static str,
    },
    /// A key that says nothing without another.
    #[error("{file}, line {line}: {key} is set; expected {needs} to be set too")]
    Incomplete {
        /// The file.
        file: String,
        /// The line.
        line: usize,
        /// The key that is set.
        key: String,
        /// What it needs.
        needs: String,
    },
    /// The file is no text.
    #[error("{file}, line {line}: byte {byte} is no UTF-8")]
    NotUtf8 {
        /// The file.
        file: String,
        /// The line.
        line: usize,
        /// The byte of the line, from 1.
        byte: usize,
    },
    /// A number outside its range.
    #[error("{file}, line {line}: {key} is {found}; expected {} to {}", .range.start(), .range.end())]
    OutOfRange {
        /// The file.
        file: String,
        /// The line.
        line: usize,
        /// The key.
        key: String,
        /// The number found.
        found: String,
        /// The numbers allowed.
        range: RangeInclusive<u32>,
    },
    /// The file cannot be read.
    #[error("{file} cannot be read: {source}")]
    Read {
        /// The file.
        file: String,
        /// The system's words.
        source: io::Error,
    },
    /// The file is no TOML.
    #[error("{file}, line {line}: {reason}")]
    Syntax {
        /// The file.
        file: String,
        /// The line.
        line: usize,
        /// What the reader of TOML says.
        reason: String,
    },
    /// A key that does not exist.
    #[error("{file}, line {line}: unknown key {key}; {}", Known { nearest, known })]
    UnknownKey {
        /// The file.
        file: String,
        /// The line.
        line: usize,
        /// The key.
        key: String,
        /// The nearest key there is, if one is near.
        nearest: Option<String>,
        /// The keys there are.
        known: Vec<String>,
    },
    /// A value that the key cannot have.
    #[error("{file}, line {line}: {key} is {found}; expected {expected}")]
    Value {
        /// The file.
        file: String,
        /// The line.
        line: usize,
        /// The key.
        key: String,
        /// The value found.
        found: String,
        /// What is allowed.
        expected: String,
    },
}

impl ConfigError {
    /// The line of the file, from 1; 0 where the file could not be read or is empty.
    #[must_use]
    pub fn line(&self) -> usize {
        match self {
            ConfigError::Duplicate { line, .. }
            | ConfigError::File { line, .. }
            | ConfigError::Gone { line, .. }
            | ConfigError::Incomplete { line, .. }
            | ConfigError::NotUtf8 { line, .. }
            | ConfigError::OutOfRange { line, .. }
            | ConfigError::Syntax { line, .. }
            | ConfigError::UnknownKey { line, .. }
            | ConfigError::Value { line, .. } => *line,
            ConfigError::Empty { .. } | ConfigError::Read { .. } => 0,
        }
    }
}

/// What to write instead of an unknown key.
struct Known<'a> {
    nearest: &'a Option<String>,
    known: &'a [String],
}

impl fmt::Display for Known<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.nearest {
            Some(nearest) => write!(f, "did you mean {nearest}?"),
            None => write!(f, "expected one of {}", self.known.join(", ")),
        }
    }
}

/// Why a file that a key names cannot be used. Tells no secret.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// The page's certificate.
    #[error("web.{0}")]
    Certificate(#[from] CertificateError),
    /// A folder that is not made where it is not there.
    #[error("{key} {}: {source}; expected a folder that is there", .folder.display())]
    Folder {
        /// The key.
        key: &'static str,
        /// The folder.
        folder: PathBuf,
        /// The system's words.
        source: io::Error,
    },
    /// The hall's database is none.
    #[error("hall.file {}: found {found}, expected a database of SQLite's, or none yet", .file.display())]
    Hall {
        /// What should be the database.
        file: PathBuf,
        /// What it is.
        found: &'static str,
    },
    /// The token for Lichess.
    #[error("broadcast.lichess.{0}")]
    Lichess(LichessError),
    /// Password or certificates for the broker.
    #[error("mqtt.{0}")]
    Mqtt(#[from] SettingsError),
}

impl FileError {
    /// The key that names the file.
    pub(super) fn key(&self) -> String {
        match self {
            FileError::Certificate(error) => format!("web.{}", error.key()),
            FileError::Folder { key, .. } => (*key).to_owned(),
            FileError::Hall { .. } => "hall.file".to_owned(),
            FileError::Lichess(_) => "broadcast.lichess.token_file".to_owned(),
            FileError::Mqtt(error) => format!("mqtt.{}", error.key()),
        }
    }
}
