//! The embedded broker, for those who run none, and for this computer alone: `house` knows the crate behind it, `gate` who
//! comes in and what they may leave behind and have waiting, `meter` what a connection may cost.

mod filters;
mod frames;
mod gate;
mod guests;
mod house;
mod line;
mod meter;
mod retained;
mod stream;
mod throttle;

use std::{
    io,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use tokio::{
    net::TcpListener,
    sync::{mpsc, oneshot},
    task::JoinHandle,
    time::timeout,
};
use tracing::{error, info, warn};

use self::{
    gate::Gate,
    house::{Ended, House},
};
use crate::publish::secret::Secret;

/// Longest time that a stop waits for the connections to end.
const STOP_TIMEOUT: Duration = Duration::from_secs(7);

/// Why the embedded broker did not start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BrokerError {
    /// The address cannot be listened on.
    #[error("cannot listen on {listen}: {source}")]
    Listen {
        /// The address.
        listen: SocketAddr,
        /// What the system said.
        source: io::Error,
    },
    /// Other computers could reach the address.
    #[error("cannot listen on {listen}: the broker inside is for this computer only")]
    NotHere {
        /// The address.
        listen: SocketAddr,
    },
    /// Another program listens there.
    #[error(
        "cannot listen on {listen}: another program does already, perhaps a broker; set mqtt.url to use that one, or broker.listen to another port"
    )]
    PortTaken {
        /// The address.
        listen: SocketAddr,
    },
    /// It failed in another way.
    #[error("the embedded broker did not start: {text}")]
    Unusable {
        /// What it said.
        text: String,
    },
}

/// A running broker. Stops when dropped; [`stop`](Broker::stop) also waits until all is written.
#[derive(Debug)]
pub struct Broker {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Broker {
    /// Starts a broker on `listen`, a loopback address (port 0: any free one), that keeps sessions and retained messages
    /// in the folder `storage`, or in memory where that takes nothing.
    ///
    /// It asks for no password: every program on this computer may read everything and command the tables. But who shows
    /// `pass` as the password is the service itself, for which there is always room and whose client ids nobody else gets.
    ///
    /// # Errors
    /// [`BrokerError`], naming the address.
    pub async fn start(listen: SocketAddr, storage: &Path, pass: Secret) -> Result<Broker, BrokerError> {
        if !listen.ip().to_canonical().is_loopback() {
            return Err(BrokerError::NotHere { listen });
        }
        let listener = TcpListener::bind(listen).await.map_err(|source| match source.kind() {
            io::ErrorKind::AddrInUse => BrokerError::PortTaken { listen },
            _ => BrokerError::Listen { listen, source },
        })?;
        let address = listener.local_addr().map_err(|source| BrokerError::Listen { listen, source })?;
        let (gate, forgotten) = Gate::new(pass);
        let house = House::open(Arc::clone(&gate), storage).await?;
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(run(house, gate, listener, forgotten, stopped, storage.to_owned()));
        info!(%address, storage = %storage.display(), "The embedded broker is running.");
        Ok(Broker { address, stop, task })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Ends all connections and waits until what is kept is written.
    pub async fn stop(self) {
        let Broker { stop, mut task, .. } = self;
        drop(stop);
        if timeout(STOP_TIMEOUT, &mut task).await.is_err() {
            warn!("The embedded broker does not stop; it is left behind.");
            task.abort();
        }
    }
}

/// Serves until it is stopped, in memory from when the folder takes nothing any more.
async fn run(
    mut house: House,
    gate: Arc<Gate>,
    listener: TcpListener,
    mut forgotten: mpsc::Receiver<String>,
    mut stop: oneshot::Receiver<()>,
    folder: PathBuf,
) {
    while house.serve(&listener, &mut forgotten, &mut stop).await == Ended::StorageLost {
        warn!(folder = %folder.display(),
            "Nothing can be kept there any more: sessions and retained messages of the embedded broker are in memory from now on.");
        house = match House::in_memory(Arc::clone(&gate)).await {
            Ok(house) => house,
            Err(error) => return error!(%error, "The embedded broker stopped."),
        };
    }
}

fn unusable(error: impl std::fmt::Display) -> BrokerError {
    BrokerError::Unusable { text: error.to_string() }
}
