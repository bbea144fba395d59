//! What can go wrong with an emulated board's pseudo-terminal.

use std::{io, path::PathBuf};

use thiserror::Error;

/// Why a board could not be put on a pseudo-terminal, or had to leave it.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PtyError {
    /// The terminal could not be read or written.
    #[error("pseudo-terminal {port}: {source}")]
    Io {
        /// The terminal.
        port: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The link could not be made.
    #[error("link {path}: {source}")]
    Link {
        /// Where it should be.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// There is a link already that may be in use.
    #[error("link {path} leads to {target} already; remove it if nothing uses it")]
    LinkInUse {
        /// Where the link should be.
        path: PathBuf,
        /// Where it leads.
        target: PathBuf,
    },
    /// There is something else than a link.
    #[error("{path} exists and is no link; choose another path for the link")]
    Occupied {
        /// Where the link should be.
        path: PathBuf,
    },
    /// No pseudo-terminal could be had.
    #[error("no pseudo-terminal: {0}")]
    Open(#[from] tokio_serial::Error),
}
