//! The embedded broker, for those who run none: all that is known of the crate behind it is in this file.

use std::{io, net::SocketAddr, path::Path, time::Duration};

use mqtt5::broker::{
    BrokerConfig, BrokerShutdownHandle, MqttBroker,
    config::{StorageBackend, StorageConfig},
};
use tokio::{net::TcpListener, task::JoinHandle, time::timeout};
use tracing::{error, info, warn};

/// Most clients at a time.
const MAX_CLIENTS: usize = 256;

/// Longest packet, in bytes.
const MAX_PACKET_BYTES: usize = 1_024 * 1_024;

/// Most retained messages: eight a table.
const MAX_RETAINED: usize = 4_096;

/// Most subscriptions of one client.
const MAX_SUBSCRIPTIONS: usize = 256;

/// Most messages and bytes that wait for a client that is away.
const MAX_QUEUED: usize = 20_000;
const MAX_QUEUED_BYTES: usize = 16 * 1_024 * 1_024;

/// Most messages that wait for a client that is there but slow.
const MAX_PENDING: usize = 10_000;

/// How long the session of a client that is away is kept at most.
const MAX_SESSION_EXPIRY: Duration = Duration::from_secs(24 * 3_600);

/// Messages without acknowledgement that a client may have on the way.
const RECEIVE_MAXIMUM: u16 = 64;

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
    /// Another program listens there.
    #[error(
        "cannot listen on {listen}: another program does already, perhaps a broker; set mqtt.url to use that one, or broker.listen to another port"
    )]
    PortTaken {
        /// The address.
        listen: SocketAddr,
    },
    /// The folder for what the broker keeps cannot be made.
    #[error("cannot make the folder {}: {source}", folder.display())]
    Storage {
        /// The folder.
        folder: std::path::PathBuf,
        /// What the system said.
        source: io::Error,
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
    shutdown: Shutdown,
    task: JoinHandle<()>,
}

struct Shutdown(BrokerShutdownHandle);

impl std::fmt::Debug for Shutdown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Shutdown")
    }
}

impl Drop for Shutdown {
    fn drop(&mut self) {
        self.0.shutdown();
    }
}

impl Broker {
    /// Starts a broker on `listen` (port 0: any free one) that keeps sessions and retained messages under `storage`.
    ///
    /// It asks for no password: whoever reaches the address may command the tables, which is why it should be a
    /// loopback one; any other is warned of.
    ///
    /// # Errors
    /// [`BrokerError`], naming the address or the folder.
    pub async fn start(listen: SocketAddr, storage: &Path) -> Result<Broker, BrokerError> {
        // The crate's own messages name no kind of error, so the port is tried first.
        match TcpListener::bind(listen).await {
            Ok(_) => {}
            Err(source) if source.kind() == io::ErrorKind::AddrInUse => return Err(BrokerError::PortTaken { listen }),
            Err(source) => return Err(BrokerError::Listen { listen, source }),
        }
        tokio::fs::create_dir_all(storage)
            .await
            .map_err(|source| BrokerError::Storage { folder: storage.to_owned(), source })?;
        let mut broker = MqttBroker::with_config(config(listen, storage)).await.map_err(unusable)?;
        let address =
            broker.local_addr().ok_or_else(|| BrokerError::Unusable { text: "it has no address".to_owned() })?;
        let shutdown = Shutdown(broker.shutdown_handle());
        let mut ready = broker.ready_receiver();
        let task = tokio::spawn(async move {
            if let Err(error) = broker.run().await {
                error!(%error, "The embedded broker stopped.");
            }
        });
        if ready.wait_for(|ready| *ready).await.is_err() {
            return Err(BrokerError::Unusable { text: "it stopped at once; the log says why".to_owned() });
        }
        if !address.ip().is_loopback() {
            warn!(%address, "The embedded broker asks for no password and can be reached from the network.");
        }
        info!(%address, storage = %storage.display(), "The embedded broker is running.");
        Ok(Broker { address, shutdown, task })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Ends all connections and waits until what is kept is written.
    pub async fn stop(self) {
        let Broker { shutdown, mut task, .. } = self;
        drop(shutdown);
        if timeout(STOP_TIMEOUT, &mut task).await.is_err() {
            warn!("The embedded broker does not stop; it is left behind.");
            task.abort();
        }
    }
}

fn config(listen: SocketAddr, storage: &Path) -> BrokerConfig {
    BrokerConfig {
        bind_addresses: vec![listen],
        max_clients: MAX_CLIENTS,
        session_expiry_interval: MAX_SESSION_EXPIRY,
        max_packet_size: MAX_PACKET_BYTES,
        max_subscriptions_per_client: MAX_SUBSCRIPTIONS,
        max_retained_messages: MAX_RETAINED,
        max_retained_message_size: MAX_PACKET_BYTES,
        client_channel_capacity: MAX_PENDING,
        server_receive_maximum: Some(RECEIVE_MAXIMUM),
        // Statistics every few seconds would be written to the card, and nobody reads them.
        sys_topics_enabled: false,
        storage_config: StorageConfig {
            backend: StorageBackend::File,
            base_dir: storage.to_owned(),
            enable_persistence: true,
            max_queued_messages_per_client: MAX_QUEUED,
            max_queued_bytes_per_client: MAX_QUEUED_BYTES,
            ..StorageConfig::default()
        },
        ..BrokerConfig::default()
    }
}

fn unusable(error: impl std::fmt::Display) -> BrokerError {
    BrokerError::Unusable { text: error.to_string() }
}
