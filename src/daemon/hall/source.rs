//! Where the hall's records come from and its commands go to.

use super::own::OwnTables;
use crate::publish::mqtt::{Arrival, follow::Follower};

/// A source of records.
#[derive(Debug)]
pub(crate) enum Source {
    /// Any tables, through a broker.
    Broker(Follower),
    /// The tables of this program.
    Own(OwnTables),
}

impl Source {
    /// The tables that there are for certain, whether they have said anything or not.
    pub(super) fn tables(&self) -> Vec<String> {
        match self {
            Source::Broker(_) => Vec::new(),
            Source::Own(tables) => tables.names(),
        }
    }

    /// Sends a command to a table. Its answer comes with what is heard.
    pub(super) fn command(&self, table: &str, json: &str) {
        match self {
            Source::Broker(follower) => follower.command(table, json),
            Source::Own(tables) => tables.command(table, json),
        }
    }

    /// What came is kept, and all that came before it.
    pub(super) fn kept(&self, arrival: Arrival) {
        match self {
            Source::Broker(follower) => follower.kept(arrival),
            // They keep it themselves.
            Source::Own(_) => {}
        }
    }

    /// Ends it.
    pub(super) async fn end(&self) {
        match self {
            Source::Broker(follower) => follower.shutdown().await,
            Source::Own(_) => {}
        }
    }
}
