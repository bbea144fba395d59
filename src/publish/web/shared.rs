//! What every request may need.

use std::sync::OnceLock;

use tokio::sync::{mpsc, oneshot, watch};

use super::feed::Feed;
use crate::{game::command::GivenCommand, publish::console::Console};

/// A command that came over HTTP, for the task that owns the table.
#[derive(Debug)]
pub struct Command {
    /// The table it is for; always one of those given to [`start`](super::start).
    pub table: String,
    /// What it says: a JSON object, or one that names a key twice.
    pub given: GivenCommand,
    /// Takes the table's reply, JSON. Dropped unanswered, the browser is told that the table is gone.
    pub reply: oneshot::Sender<String>,
}

/// Gives the text for Prometheus.
pub(super) struct Metrics(pub(super) Box<dyn Fn() -> String + Send + Sync>);

impl std::fmt::Debug for Metrics {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Metrics")
    }
}

/// What every request may need.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) feeds: Vec<Feed>,
    pub(super) commands: mpsc::Sender<Command>,
    pub(super) closing: watch::Sender<bool>,
    pub(super) console: Console,
    pub(super) metrics: OnceLock<Metrics>,
}

impl Shared {
    pub(super) fn feed(&self, table: &str) -> Option<&Feed> {
        self.feeds.iter().find(|feed| feed.table() == table)
    }
}
