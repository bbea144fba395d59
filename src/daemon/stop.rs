//! The signals: those that end the program, and the one that has its configuration read again.

use tokio::signal::unix::{Signal, SignalKind, signal};
use tracing::info;

use super::Error;

/// SIGTERM and Ctrl-C, listened for from its making on.
#[derive(Debug)]
pub(crate) struct Stop {
    interrupt: Signal,
    terminate: Signal,
}

/// SIGHUP, listened for from its making on.
#[derive(Debug)]
pub(crate) struct Reload(Signal);

impl Stop {
    /// Listens from now on. Must be called in a Tokio runtime.
    pub(crate) fn listen() -> Result<Stop, Error> {
        Ok(Stop {
            interrupt: signal(SignalKind::interrupt()).map_err(Error::Signals)?,
            terminate: signal(SignalKind::terminate()).map_err(Error::Signals)?,
        })
    }

    /// Waits for one of them.
    pub(crate) async fn asked(&mut self) {
        let name = tokio::select! {
            _ = self.interrupt.recv() => "SIGINT",
            _ = self.terminate.recv() => "SIGTERM",
        };
        info!(signal = name, "Stopping.");
    }
}

impl Reload {
    /// Listens from now on. Must be called in a Tokio runtime.
    pub(crate) fn listen() -> Result<Reload, Error> {
        Ok(Reload(signal(SignalKind::hangup()).map_err(Error::Signals)?))
    }

    /// Waits for it.
    pub(crate) async fn asked(&mut self) {
        self.0.recv().await;
    }
}
