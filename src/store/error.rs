//! What goes wrong with what is kept.

use std::{io, path::PathBuf};

use rusqlite::ErrorCode;

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
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Meaning::Damaged,
        Some(ErrorCode::DiskFull) => Meaning::Full,
        Some(_) | None => Meaning::Other,
    }
}
