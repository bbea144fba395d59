//! The embedded broker, for those who run none: all that is known of the crate behind it is in this file.

pub mod users;

use std::{
    future::ready,
    io,
    net::SocketAddr,
    path::Path,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use mqtt5::{
    broker::{
        BrokerConfig, BrokerShutdownHandle, MqttBroker,
        auth::{AuthProvider, AuthResult},
        config::{StorageBackend, StorageConfig},
    },
    packet::connect::ConnectPacket,
    types::ReasonCode,
};
use tokio::{net::TcpListener, task::JoinHandle, time::timeout};
use tracing::{error, info, warn};

use self::users::Users;

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

/// How long a client waits to hear that it is turned away.
const REFUSAL_PAUSE: Duration = Duration::from_secs(2);

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
    /// It asks for no password: whoever reaches the address may command the tables, which is warned of unless it is a
    /// loopback one.
    ///
    /// # Errors
    /// [`BrokerError`], naming the address or the folder.
    pub async fn start(listen: SocketAddr, storage: &Path) -> Result<Broker, BrokerError> {
        Broker::start_for(None, listen, storage).await
    }

    /// The same for these users: clients on this computer may do everything, others what their role allows.
    ///
    /// # Errors
    /// As for [`start`](Broker::start).
    pub async fn start_guarded(users: Users, listen: SocketAddr, storage: &Path) -> Result<Broker, BrokerError> {
        Broker::start_for(Some(users), listen, storage).await
    }

    async fn start_for(users: Option<Users>, listen: SocketAddr, storage: &Path) -> Result<Broker, BrokerError> {
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
        let is_open = users.is_none();
        if let Some(users) = users {
            broker = broker.with_auth_provider(Arc::new(Doorkeeper { users, refusals: AtomicU64::new(0) }));
        }
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
        if is_open && !address.ip().is_loopback() {
            warn!(%address, "Everybody in the network may read everything and command the tables: the embedded broker asks for no password.");
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

/// Lets clients in and past, as [`Users`] says. Clients on this computer have no name to the broker, all others have.
struct Doorkeeper {
    users: Users,
    /// How often somebody was turned away.
    refusals: AtomicU64,
}

type Answer<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

impl AuthProvider for Doorkeeper {
    fn authenticate<'a>(
        &'a self,
        connect: &'a ConnectPacket,
        from: SocketAddr,
    ) -> Answer<'a, mqtt5::error::Result<AuthResult>> {
        if from.ip().to_canonical().is_loopback() {
            return Box::pin(ready(Ok(AuthResult::success())));
        }
        let from = from.ip();
        let name = connect.username.as_deref().unwrap_or_default();
        let password = connect.password.as_deref().unwrap_or_default();
        if self.users.admits(name, password, &connect.client_id) {
            return Box::pin(ready(Ok(AuthResult::success_with_user(name))));
        }
        let count = 1 + self.refusals.fetch_add(1, Ordering::Relaxed);
        // The first, the second, the fourth ...: a guesser must not fill the log.
        if count.is_power_of_two() {
            warn!(%from, name, count, "The embedded broker turns a client away: name, password or client id will not do.");
        }
        Box::pin(async {
            // Nobody is to try many passwords.
            tokio::time::sleep(REFUSAL_PAUSE).await;
            Ok(AuthResult::fail(ReasonCode::BadUsernameOrPassword))
        })
    }

    fn authorize_publish<'a>(&'a self, _: &str, user: Option<&'a str>, topic: &'a str) -> Answer<'a, bool> {
        Box::pin(ready(user.is_none_or(|name| self.users.may_publish(name, topic))))
    }

    fn authorize_subscribe<'a>(&'a self, _: &str, user: Option<&'a str>, filter: &'a str) -> Answer<'a, bool> {
        Box::pin(ready(user.is_none_or(|name| self.users.may_subscribe(name, filter))))
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
