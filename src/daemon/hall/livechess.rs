//! LiveChess' interface at work: fed by the hall's task, served by one of its own. A port that cannot be had is told once, and
//! tried until it can.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use tokio::{sync::watch, time::timeout};
use tracing::{info, warn};

use super::{
    now,
    standing::{Standing, Turn},
};
use crate::{
    broadcast::{
        Told,
        livechess::{LiveChess, State},
    },
    publish::livechess::{self, Known, Origins},
};

/// After this a port that could not be had is tried again.
const AGAIN: Duration = Duration::from_secs(5);

/// The interface, as the hall's task feeds it.
#[derive(Debug)]
pub(super) struct Interface {
    livechess: LiveChess,
    known: watch::Sender<Arc<State>>,
}

impl Interface {
    /// To be called within a tokio runtime. These tables there are for certain.
    pub(super) fn start(
        origin: &str,
        tables: Vec<String>,
        listen: SocketAddr,
        origins: Origins,
        standing: Standing,
    ) -> Interface {
        let (known, told) = watch::channel(Arc::default());
        tokio::spawn(serve(listen, told, origins, standing));
        let mut interface = Interface { livechess: LiveChess::new(origin.to_owned(), tables), known };
        interface.publish();
        interface
    }

    /// A record of a table's presence.
    pub(super) fn status(&mut self, table: &str, json: &str) {
        self.livechess.status(table, json);
    }

    /// A table is no more.
    pub(super) fn remove(&mut self, table: &str) {
        self.livechess.remove(table);
    }

    /// All that is told.
    pub(super) fn tell(&mut self, told: Told) {
        self.livechess.tell(told, now());
    }

    /// Hands on what is new.
    pub(super) fn publish(&mut self) {
        if let Some(state) = self.livechess.state() {
            self.known.send_replace(state);
        }
    }
}

async fn serve(listen: SocketAddr, mut known: Known, origins: Origins, standing: Standing) {
    let port = loop {
        match livechess::listen(listen).await {
            Ok(port) => break port,
            Err(error) => {
                let trouble = format!("{listen}: {error}");
                if standing.is(Some(&trouble)) == Turn::Down {
                    warn!(%listen, %error, "LiveChess' port cannot be had, perhaps since LiveChess runs; it is tried again.");
                }
            }
        }
        // Nobody needs it any more when nobody tells what is known.
        let gone = async { while known.changed().await.is_ok() {} };
        if timeout(AGAIN, gone).await.is_ok() {
            return;
        }
    };
    standing.is(None);
    info!(listen = %port.address(), "LiveChess' interface is served.");
    livechess::serve(port, known, origins).await;
}
