//! Why a command ends without success.

use std::{io, path::PathBuf};

use thiserror::Error;

use super::config::ConfigError;
use crate::{
    emulate::PtyError,
    publish::{
        broker::BrokerError,
        mqtt::StartError,
        web::{CertificateError, WebError},
    },
    rules::pgn::{BrokenOff, PgnError},
    serial::capture::CaptureError,
    store::{StoreError, hall::HallStoreError},
    table::Problem,
};

/// Why a command ends without success.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The embedded broker cannot run.
    #[error(transparent)]
    Broker(#[from] BrokerError),
    /// The page's certificate cannot be used.
    #[error("web.{0}")]
    Certificate(#[from] CertificateError),
    /// A capture cannot be used.
    #[error(transparent)]
    Capture(#[from] CaptureError),
    /// The configuration cannot be used.
    #[error(transparent)]
    Config(Box<ConfigError>),
    /// An event log cannot be used.
    #[error("{file}, line {line}: {problem}")]
    EventLog {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong there.
        problem: Problem,
    },
    /// A file cannot be read.
    #[error("{file} cannot be read: {source}")]
    File {
        /// The file.
        file: String,
        /// The system's words.
        source: io::Error,
    },
    /// A folder cannot be made.
    #[error("the folder {} cannot be made: {source}", .folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// The system's words.
        source: io::Error,
    },
    /// Some lines are no positions; each has been named.
    #[error("some lines of {file} are no positions")]
    Positions {
        /// The file.
        file: String,
    },
    /// A game breaks off in the middle.
    #[error("{file}, {broken}")]
    GameBroken {
        /// The file.
        file: String,
        /// Where, and why.
        broken: BrokenOff,
    },
    /// A game cannot be read.
    #[error("{file}, {source}")]
    GameUnreadable {
        /// The file.
        file: String,
        /// Why.
        source: PgnError,
    },
    /// The hall's database cannot be used.
    #[error("{}: {source}", .file.display())]
    Hall {
        /// The file.
        file: PathBuf,
        /// Why.
        source: HallStoreError,
    },
    /// The hall failed while it ran.
    #[error("the hall has failed, which is a bug")]
    HallFailed,
    /// The broker cannot be followed.
    #[error("mqtt: {0}")]
    Follow(Box<StartError>),
    /// A game that is kept cannot be made out.
    #[error("game {id}: {why}")]
    GameUnusable {
        /// Its id.
        id: String,
        /// Why.
        why: String,
    },
    /// There is no such game.
    #[error("game {id}: found none of this id; `touchmove history` lists them")]
    NoGame {
        /// The id.
        id: String,
    },
    /// What was named holds no games that can be read.
    #[error(transparent)]
    Kept(StoreError),
    /// Boards of this kind have a line of their own.
    #[error("--boards: boards of kind {kind} do not share a line; expected 1")]
    NoLineToShare {
        /// The kind.
        kind: &'static str,
    },
    /// There is nothing to play in a file.
    #[error("{file}: expected {expected}, found none")]
    Nothing {
        /// The file.
        file: String,
        /// What should be there.
        expected: &'static str,
    },
    /// Standard output takes no more.
    #[error("standard output: {0}")]
    Output(io::Error),
    /// The emulated board fails.
    #[error(transparent)]
    Pty(#[from] PtyError),
    /// A table cannot publish.
    #[error("{}table {table}: {source}", .file.as_ref().map(|file| format!("{}, ", file.display())).unwrap_or_default())]
    Publish {
        /// The configuration's file, if there is one.
        file: Option<PathBuf>,
        /// The table.
        table: String,
        /// Why.
        source: Box<StartError>,
    },
    /// The system gives no threads.
    #[error("cannot start: {0}")]
    Runtime(io::Error),
    /// The system lets no signal handlers be set.
    #[error("cannot wait for signals: {0}")]
    Signals(io::Error),
    /// The journal cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Something did not happen in time.
    #[error("{what} within {seconds} s")]
    TooLate {
        /// What did not happen.
        what: &'static str,
        /// How long was waited.
        seconds: u64,
    },
    /// A file cannot be written.
    #[error("{file} cannot be written: {source}")]
    Unwritable {
        /// The file.
        file: String,
        /// The system's words.
        source: io::Error,
    },
    /// The page cannot be served.
    #[error(transparent)]
    Web(#[from] WebError),
}

impl From<ConfigError> for Error {
    fn from(error: ConfigError) -> Error {
        Error::Config(Box::new(error))
    }
}

impl Error {
    /// The exit status: 2 where arguments, configuration or input are unusable, 1 where something failed while running.
    #[must_use]
    pub fn status(&self) -> u8 {
        match self {
            Error::Capture(_)
            | Error::Config(_)
            | Error::EventLog { .. }
            | Error::File { .. }
            | Error::GameBroken { .. }
            | Error::GameUnreadable { .. }
            | Error::Kept(_)
            | Error::NoLineToShare { .. }
            | Error::NoGame { .. }
            | Error::Nothing { .. }
            | Error::Positions { .. }
            | Error::Certificate(_)
            | Error::Store(StoreError::NoFile { .. })
            | Error::Pty(PtyError::LinkInUse { .. } | PtyError::Occupied { .. } | PtyError::Link { .. }) => 2,
            Error::Publish { source, .. } | Error::Follow(source) => match **source {
                StartError::Name(_) | StartError::Settings(_) => 2,
                StartError::Outbox(_) => 1,
            },
            Error::Broker(_)
            | Error::Folder { .. }
            | Error::GameUnusable { .. }
            | Error::Hall { .. }
            | Error::HallFailed
            | Error::Output(_)
            | Error::Pty(_)
            | Error::Runtime(_)
            | Error::Signals(_)
            | Error::Store(_)
            | Error::TooLate { .. }
            | Error::Unwritable { .. }
            | Error::Web(_) => 1,
        }
    }

    /// Whether nobody reads standard output any more: whoever did has seen enough, which is no error.
    #[must_use]
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Error::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_that_is_no_file_does_not_get_better_by_itself_and_one_in_use_may() {
        let no_file = StoreError::NoFile { file: "/srv/journal.sqlite".into(), found: "a folder" };
        assert_eq!(Error::Store(no_file).status(), 2);
        assert_eq!(Error::Store(StoreError::InUse { folder: "/srv".into() }).status(), 1);
    }
}
