//! The crate's broker behind the gate: what it keeps, and the connections that it serves.

use std::{
    collections::HashSet,
    io,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use mqtt5::{
    QoS,
    broker::{
        BrokerConfig, ResourceLimits, ResourceMonitor,
        client_handler::ClientHandler,
        router::MessageRouter,
        storage::{ClientSession, DynamicStorage, FileBackend, MemoryBackend, QueueLimits, StorageBackend},
        sys_topics::BrokerStats,
        transport::BrokerTransport,
    },
    packet::publish::PublishPacket,
};
use tokio::{
    fs,
    net::{TcpListener, TcpStream},
    sync::{broadcast, mpsc, oneshot},
    task::JoinSet,
    time::{interval, sleep, timeout},
};
use tracing::{debug, warn};

use super::{BrokerError, gate::Gate, guests::MAX_BEGUN, meter::WINDOW, stream::Stream};

/// Longest packet, in bytes: a game with all that belongs to it. Those who are not the service have a bound of their own.
const MAX_PACKET_BYTES: usize = 1_024 * 1_024;

/// Most retained messages: eight a table, and those of others.
const MAX_RETAINED: usize = 4_096;

/// Most subscriptions of one client. Those who are not the service have a bound of their own.
const MAX_SUBSCRIPTIONS: usize = 64;

/// Most messages and bytes that wait for a client that is away. Each message is a file, which takes 4 KiB of most disks,
/// however short it is: 16 sessions take 64 MiB.
const MAX_QUEUED: QueueLimits = QueueLimits { max_messages: 1_000, max_bytes: 1_024 * 1_024 };

/// Most messages that wait for a client that is there. A client that is slow is cut off before so many wait.
const MAX_PENDING: usize = 8_192;

/// How long the session of a client that is away is kept at most.
const MAX_SESSION_EXPIRY: Duration = Duration::from_secs(24 * 3_600);

/// Between two looks for slow clients.
const INSPECTION: Duration = Duration::from_secs(1);

/// Between two sweeps of what has expired.
const SWEEP: Duration = Duration::from_secs(60);

/// Between two questions whether the storage still takes something.
const DOUBT: Duration = Duration::from_secs(10);

/// How long nobody is let in where the system gives no handle.
const NO_HANDLE: Duration = Duration::from_millis(100);

/// Longest time that the connections have to end.
const LAST_WORDS: Duration = Duration::from_secs(5);

/// The client id of the session by which the storage is tried.
const TRIAL: &str = "touchmove.trial";

/// The file of the folder with the client ids of the services that were in, one a line, and its next version.
const SERVICES: &str = "services";
const NEW_SERVICES: &str = "services.new";

/// Why the serving ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    /// The storage takes nothing any more.
    StorageLost,
    /// As wanted.
    Stopped,
}

/// A broker with all that it keeps.
pub(super) struct House {
    gate: Arc<Gate>,
    config: Arc<BrokerConfig>,
    router: Arc<MessageRouter>,
    storage: Arc<DynamicStorage>,
    stats: Arc<BrokerStats>,
    monitor: Arc<ResourceMonitor>,
    shutdown: broadcast::Sender<()>,
    /// Where all is kept, unless in memory.
    folder: Option<PathBuf>,
}

impl House {
    /// A broker that keeps what it keeps in a folder; where that takes nothing, in memory, with a word in the log.
    pub(super) async fn open(gate: Arc<Gate>, folder: &Path) -> Result<House, BrokerError> {
        match House::in_folder(Arc::clone(&gate), folder).await {
            Ok(house) => Ok(house),
            Err(error) => {
                warn!(%error, folder = %folder.display(),
                    "Nothing can be kept there: sessions and retained messages of the embedded broker are in memory, and gone when this ends.");
                House::in_memory(gate).await
            }
        }
    }

    /// A broker that keeps all in memory.
    pub(super) async fn in_memory(gate: Arc<Gate>) -> Result<House, BrokerError> {
        House::with_storage(gate, DynamicStorage::Memory(MemoryBackend::with_queue_limits(MAX_QUEUED)))
            .await
            .map_err(super::unusable)
    }

    async fn in_folder(gate: Arc<Gate>, folder: &Path) -> mqtt5::error::Result<House> {
        let storage = FileBackend::with_queue_limits(folder, MAX_QUEUED).await?;
        gate.remembers(services(folder).await);
        let house = House::with_storage(gate, DynamicStorage::File(storage)).await?;
        house.try_storage().await?;
        Ok(House { folder: Some(folder.to_owned()), ..house })
    }

    async fn with_storage(gate: Arc<Gate>, storage: DynamicStorage) -> mqtt5::error::Result<House> {
        let storage = Arc::new(storage);
        let router = MessageRouter::with_storage(Arc::clone(&storage))
            .with_fallback_queue_limits(MAX_QUEUED)
            .with_event_handler(Arc::<Gate>::clone(&gate))
            .with_retained_limits(MAX_RETAINED, MAX_PACKET_BYTES);
        let house = House {
            config: Arc::new(config(&gate)),
            gate,
            router: Arc::new(router),
            storage,
            stats: Arc::new(BrokerStats::new()),
            monitor: Arc::new(ResourceMonitor::new(no_limits())),
            shutdown: broadcast::channel(1).0,
            folder: None,
        };
        let longest = u32::try_from(MAX_SESSION_EXPIRY.as_secs()).unwrap_or(u32::MAX);
        house.router.recover_sessions(longest).await?;
        house.storage.cleanup_expired().await?;
        house.router.initialize().await?;
        let (sessions, retained) =
            (house.storage.session_client_ids().await?, house.storage.get_retained_messages("#").await?);
        let mut begun = Vec::new();
        for id in &sessions {
            // What cannot be read the broker passes over, too.
            begun.extend(house.storage.get_inflight_messages(id).await.unwrap_or_default());
        }
        house.gate.found(sessions, retained, begun);
        Ok(house)
    }

    /// Serves whoever comes until `stop` says something or is dropped, or the storage takes nothing any more.
    pub(super) async fn serve(
        &self,
        listener: &TcpListener,
        forgotten: &mut mpsc::Receiver<String>,
        stop: &mut oneshot::Receiver<()>,
    ) -> Ended {
        let (mut inspection, mut sweep) = (interval(INSPECTION), interval(SWEEP));
        let mut connections = JoinSet::new();
        let mut doubted = None;
        let ended = loop {
            tokio::select! {
                biased;
                _ = &mut *stop => break Ended::Stopped,
                _ = inspection.tick() => {
                    self.gate.inspect(Instant::now());
                    self.remember().await;
                }
                Some(id) = forgotten.recv() => self.forget(&id).await,
                _ = sweep.tick() => self.sweep().await,
                Some(ended) = connections.join_next() => {
                    let has_failed = matches!(ended, Ok(Some(mqtt5::error::MqttError::Io(_))));
                    let now = Instant::now();
                    let is_due = doubted.is_none_or(|at: Instant| now.saturating_duration_since(at) >= DOUBT);
                    if has_failed && is_due {
                        doubted = Some(now);
                        if self.try_storage().await.is_err() {
                            break Ended::StorageLost;
                        }
                    }
                }
                accepted = listener.accept() => self.welcome(accepted, &mut connections).await,
            }
        };
        self.close(connections).await;
        ended
    }

    async fn welcome(
        &self,
        accepted: io::Result<(TcpStream, SocketAddr)>,
        connections: &mut JoinSet<Option<mqtt5::error::MqttError>>,
    ) {
        let (socket, from) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                debug!(%error, "No connection could be accepted.");
                return sleep(NO_HANDLE).await;
            }
        };
        let Some((number, line)) = self.gate.comes(from, Instant::now()) else { return };
        // Without it small records wait for each other.
        let _ = socket.set_nodelay(true);
        let handler = ClientHandler::new(
            BrokerTransport::WebSocket(Box::new(Stream::new(socket, from, line, Arc::clone(&self.gate)))),
            from,
            Arc::clone(&self.config),
            Arc::clone(&self.router),
            Arc::<Gate>::clone(&self.gate),
            Some(Arc::clone(&self.storage)),
            Arc::clone(&self.stats),
            Arc::clone(&self.monitor),
            self.shutdown.subscribe(),
        );
        let place = Place { gate: Arc::clone(&self.gate), from, number };
        connections.spawn(async move {
            let _place = place;
            handler.run().await.err()
        });
    }

    /// Forgets the session of a client that is away.
    async fn forget(&self, id: &str) {
        let slot = self.router.lock_session(id).await;
        if !self.router.is_connected(id).await {
            self.router.unregister_client(id).await;
            // It would have stayed in memory until its time.
            self.router.cancel_pending_will(id);
            self.storage.queue_handle(id).clear(None);
            let removed = self.storage.remove_session(id).await;
            let removed = removed.and(self.storage.remove_all_inflight_messages(id).await);
            if let Err(error) = removed {
                debug!(%error, id, "A session could not be removed.");
            }
        }
        drop(slot);
    }

    async fn sweep(&self) {
        if let Err(error) = self.storage.cleanup_expired().await {
            debug!(%error, "What has expired could not be removed.");
        }
        self.router.sweep_sessions().await;
        for topic in self.gate.kept_by_others() {
            // The router never shows what has expired, but keeps it, and counts it, until its topic is cleared.
            if self.router.get_retained_messages(&topic).await.is_empty() {
                let clear = PublishPacket::new(topic, Vec::<u8>::new(), QoS::AtMostOnce).with_retain(true);
                self.router.route_message(&clear, None).await;
            }
        }
    }

    /// Keeps the client ids of services, where there are new ones: after a restart that tells what is others'.
    async fn remember(&self) {
        let (Some(services), Some(folder)) = (self.gate.new_services(), &self.folder) else { return };
        let (file, new) = (folder.join(SERVICES), folder.join(NEW_SERVICES));
        let mut written = fs::write(&new, services.join("\n")).await;
        if written.is_ok() {
            written = fs::rename(&new, &file).await;
        }
        if let Err(error) = written {
            self.gate.services_are_news();
            debug!(%error, file = %file.display(), "The services' client ids could not be written.");
        }
    }

    /// Whether the storage takes a session.
    async fn try_storage(&self) -> mqtt5::error::Result<()> {
        self.storage.store_session(ClientSession::new(TRIAL, true, Some(1))).await?;
        self.storage.remove_session(TRIAL).await
    }

    /// Ends the connections and writes what is kept.
    async fn close(&self, mut connections: JoinSet<Option<mqtt5::error::MqttError>>) {
        // Nobody to tell is no error.
        let _ = self.shutdown.send(());
        let all = async { while connections.join_next().await.is_some() {} };
        if timeout(LAST_WORDS, all).await.is_err() {
            debug!("Some connections to the embedded broker do not end.");
        }
        if let Err(error) = self.storage.shutdown().await {
            warn!(%error, "What the embedded broker keeps could not be written.");
        }
    }
}

/// A connection's place, given back however it ends.
struct Place {
    gate: Arc<Gate>,
    from: SocketAddr,
    number: u64,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.gate.goes(self.from, self.number);
    }
}

fn config(gate: &Arc<Gate>) -> BrokerConfig {
    BrokerConfig {
        session_expiry_interval: MAX_SESSION_EXPIRY,
        max_packet_size: MAX_PACKET_BYTES,
        max_subscriptions_per_client: MAX_SUBSCRIPTIONS,
        client_channel_capacity: MAX_PENDING,
        max_outbound_inflight: WINDOW,
        // Each name by which subscriptions are shared would stay in memory for ever.
        shared_subscription_available: false,
        server_receive_maximum: Some(MAX_BEGUN),
        // Each would keep as many topics as it likes.
        topic_alias_maximum: 0,
        event_handler: Some(Arc::<Gate>::clone(gate)),
        ..BrokerConfig::default()
    }
}

/// The gate has the limits: what the crate refuses by its own, it refuses in a form of MQTT 5 whoever is told.
fn no_limits() -> ResourceLimits {
    ResourceLimits {
        max_connections: usize::MAX,
        max_connections_per_ip: usize::MAX,
        max_message_rate_per_client: 0,
        max_bandwidth_per_client: 0,
        max_connection_rate: u32::MAX,
        ..ResourceLimits::default()
    }
}

/// The client ids of the services that were in before; `None` where the folder does not tell.
async fn services(folder: &Path) -> Option<HashSet<String>> {
    let text = fs::read_to_string(folder.join(SERVICES)).await.ok()?;
    let services: HashSet<String> = text.lines().map(str::to_owned).collect();
    (!services.is_empty()).then_some(services)
}

#[cfg(test)]
mod tests {
    use mqtt5::{ConnectOptions, broker::auth::AuthProvider, packet::connect::ConnectPacket};
    use tempfile::TempDir;

    use super::*;
    use crate::publish::secret::Secret;

    const PASS: &str = "p4ss";

    async fn opened(folder: &TempDir) -> (Arc<Gate>, House) {
        let (gate, _) = Gate::new(Secret::new(PASS.to_owned()));
        let house = House::in_folder(Arc::clone(&gate), folder.path()).await.expect("opened");
        (gate, house)
    }

    /// Has the broker retain something as if this client had published it.
    async fn retain(house: &House, topic: &str, id: &str, expiry: Option<u32>) {
        let mut message = PublishPacket::new(topic, b"x".to_vec(), QoS::AtMostOnce).with_retain(true);
        message.properties.inject_client_id(Some(id));
        if let Some(expiry) = expiry {
            message.properties.set_message_expiry_interval(expiry);
        }
        house.router.route_message(&message, None).await;
    }

    fn others(gate: &Gate) -> Vec<String> {
        let mut topics = gate.kept_by_others();
        topics.sort_unstable();
        topics
    }

    #[tokio::test]
    async fn what_others_have_retained_is_known_after_a_restart() {
        let folder = tempfile::tempdir().expect("a folder");
        let (gate, house) = opened(&folder).await;
        let options = ConnectOptions::new("touchmove-chess-1").protocol_options;
        let mut connect = ConnectPacket::new(options);
        connect.password = Some(PASS.as_bytes().to_vec());
        let from = SocketAddr::from(([127, 0, 0, 1], 1_000));
        assert!(gate.authenticate(&connect, from).await.expect("decided").authenticated);
        retain(&house, "chess/1/status", "touchmove-chess-1", None).await;
        retain(&house, "a", "somebody", None).await;
        retain(&house, "b", "touchmove-somebody", None).await;
        house.remember().await;
        house.close(JoinSet::new()).await;
        drop(house);

        let (gate, house) = opened(&folder).await;
        assert_eq!(others(&gate), ["a", "b"]);
        retain(&house, "c", "somebody", None).await;
        assert_eq!(others(&gate), ["a", "b", "c"]);
        let memory = House::in_memory(Arc::clone(&gate)).await.expect("memory");
        assert_eq!(others(&gate), Vec::<String>::new(), "there nothing is retained");
        drop(memory);
    }

    #[tokio::test]
    async fn what_has_expired_is_forgotten() {
        let folder = tempfile::tempdir().expect("a folder");
        let (gate, house) = opened(&folder).await;
        retain(&house, "gone", "somebody", Some(0)).await;
        retain(&house, "stays", "somebody", Some(1_000)).await;
        assert_eq!(others(&gate), ["gone", "stays"]);
        house.sweep().await;
        assert_eq!(others(&gate), ["stays"]);
        assert!(!house.router.has_retained_message("gone").await);
    }
}
