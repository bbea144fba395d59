//! What goes wrong with what is kept.

use std::{
    io,
    path::{Path, PathBuf},
};

use rusqlite::{Error, ErrorCode, ffi};

/// Why the journal cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The database failed.
    #[error("{}: {source}", .file.display())]
    Database {
        /// The database's file.
        file: PathBuf,
        /// Its words.
        source: rusqlite::Error,
    },
    /// A file or folder failed.
    #[error("{}: {source}", .file.display())]
    File {
        /// Which.
        file: PathBuf,
        /// The system's words.
        source: io::Error,
    },
    /// Another process has it.
    #[error("{} is in use by another touchmove", .folder.display())]
    InUse {
        /// The folder.
        folder: PathBuf,
    },
    /// A newer version of this program has written it.
    #[error("{} has schema {found}, this version knows up to {known}: it was written by a newer touchmove", .file.display())]
    Newer {
        /// The database's file.
        file: PathBuf,
        /// Its schema.
        found: u32,
        /// The newest schema known.
        known: u32,
    },
    /// There is none.
    #[error("{}: found no journal there", .file.display())]
    None {
        /// Where it should be.
        file: PathBuf,
    },
    /// What has its name is a folder, a pipe, a device or a socket.
    #[error("{}: found {found}, expected the journal, a regular file", .file.display())]
    NoFile {
        /// Where the journal should be.
        file: PathBuf,
        /// What is there.
        found: &'static str,
    },
    /// An older version of this program has written it, and it may only be read.
    #[error("{} has schema {found}, expected {known}: `touchmove run` brings it up to date", .file.display())]
    Older {
        /// The database's file.
        file: PathBuf,
        /// Its schema.
        found: u32,
        /// The schema that can be read.
        known: u32,
    },
}

/// That a path is the journal's, or that nothing is there yet: SQLite would wait for a pipe for ever.
pub(super) fn may_be_journal(file: &Path) -> Result<(), StoreError> {
    match std::fs::metadata(file).map(|found| found.file_type()) {
        Ok(kind) if !kind.is_file() => {
            let found = if kind.is_dir() { "a folder" } else { "a pipe, device or socket" };
            Err(StoreError::NoFile { file: file.to_owned(), found })
        }
        // What cannot be looked at is told by who opens it.
        Ok(_) | Err(_) => Ok(()),
    }
}

/// What an error of the database means for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    /// The file is no database, or a broken one.
    Damaged,
    /// The disk is full.
    Full,
    /// Anything else: it may pass.
    Other,
}

pub(super) fn meaning(error: &rusqlite::Error) -> Meaning {
    match error {
        // Our statements are right: where SQLite finds a mistake in one, the schema is not ours.
        Error::SqlInputError { .. } => Meaning::Damaged,
        // Nor are these values.
        Error::FromSqlConversionFailure(..)
        | Error::IntegralValueOutOfRange(..)
        | Error::InvalidColumnType(..)
        | Error::Utf8Error(..) => Meaning::Damaged,
        _ => match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase | ErrorCode::Unknown) => Meaning::Damaged,
            Some(ErrorCode::DiskFull) => Meaning::Full,
            Some(_) | None => Meaning::Other,
        },
    }
}

/// That a database is damaged, in our own words.
pub(super) fn corrupt(said: String) -> Error {
    Error::SqliteFailure(ffi::Error::new(ffi::SQLITE_CORRUPT), Some(said))
}
