//! Brokers, a proxy that cuts, and a reader, for the tests of publishing.

use std::{
    collections::BTreeSet,
    fs,
    io::{BufRead, BufReader},
    net::{Ipv4Addr, SocketAddr},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use protocols::Color;
use rumqttc::v5::{
    AsyncClient, Event, Incoming, MqttOptions,
    mqttbytes::{
        QoS,
        v5::{Filter, Publish, PublishProperties},
    },
};
use serde_json::Value;
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::{mpsc, watch},
    task::JoinHandle,
    time::timeout,
};
use touchmove::{
    game::record::{
        Alert, AlertState, BoardState, BoardStatus, Body, Certainty, Clock, Faults, Game, GameTime, IllegalMoves, Move,
        MoveStatus, Obligation, Phase, Players, Record, San, Status, Times, Touch, TouchKind, Turn, Uci,
    },
    publish::{broker::Broker, secret::Secret},
    turn::{AlertKind, Severity},
};

use super::nats;

/// Longest time anything here may take.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// Which broker a test runs against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Embedded,
    Mosquitto,
    /// It speaks MQTT 3.1.1 only.
    Nats,
}

/// Whether a broker that starts again finds what it kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Memory {
    Kept,
    Lost,
}

/// By which the embedded broker knows the service; mosquitto does not ask.
pub(crate) fn own_pass() -> Secret {
    Secret::new("by which the broker knows the service".to_owned())
}

/// A broker on a port of its own that can be stopped and started again there.
pub(crate) struct TestBroker {
    kind: Kind,
    folder: TempDir,
    address: SocketAddr,
    settings: String,
    running: Option<Running>,
    /// The server that does not run.
    resting: Option<nats::Server>,
}

enum Running {
    Embedded(Broker),
    Mosquitto(Child),
    Nats(nats::Server),
}

impl TestBroker {
    pub(crate) async fn start(kind: Kind) -> TestBroker {
        TestBroker::with_settings(kind, "allow_anonymous true\n", tempfile::tempdir().expect("a folder")).await
    }

    /// Mosquitto with further lines of configuration, in which FOLDER is the folder of `files`.
    pub(crate) async fn mosquitto(settings: &str, files: &[(&str, &str)]) -> TestBroker {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            TestBroker::write(folder.path(), name, text);
        }
        TestBroker::with_settings(Kind::Mosquitto, settings, folder).await
    }

    async fn with_settings(kind: Kind, settings: &str, folder: TempDir) -> TestBroker {
        let resting = (kind == Kind::Nats).then(|| nats::Server::new(nats::program().expect("asked for before")));
        let address = resting.as_ref().map_or_else(free_address, |server| server.mqtt);
        let mut broker = TestBroker { kind, folder, address, settings: settings.to_owned(), running: None, resting };
        broker.run().await;
        broker
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// The process of a broker that is one of its own, and runs.
    pub(crate) fn process(&self) -> Option<u32> {
        match &self.running {
            Some(Running::Mosquitto(mosquitto)) => Some(mosquitto.id()),
            Some(Running::Embedded(_) | Running::Nats(_)) | None => None,
        }
    }

    pub(crate) async fn stop(&mut self) {
        match self.running.take() {
            Some(Running::Embedded(broker)) => broker.stop().await,
            Some(Running::Nats(mut server)) => {
                server.stop().await;
                self.resting = Some(server);
            }
            Some(Running::Mosquitto(mut child)) => {
                // So that it writes what it keeps.
                signal(&child, "TERM");
                tokio::task::spawn_blocking(move || child.wait()).await.expect("joined").expect("it ends");
            }
            None => {}
        }
    }

    /// Ends it in the midst of whatever it does: it keeps what it wrote last, which mosquitto does every half hour and at
    /// a good end.
    pub(crate) async fn kill(&mut self) {
        match self.running.take() {
            Some(Running::Mosquitto(mut child)) => {
                child.kill().expect("killed");
                tokio::task::spawn_blocking(move || child.wait()).await.expect("joined").expect("it ends");
            }
            Some(Running::Nats(mut server)) => {
                server.kill();
                self.resting = Some(server);
            }
            // It lives in this process.
            Some(Running::Embedded(broker)) => broker.stop().await,
            None => {}
        }
    }

    pub(crate) async fn start_again(&mut self, memory: Memory) {
        if let (Memory::Lost, Some(server)) = (memory, &self.resting) {
            server.lose_disk();
        } else if memory == Memory::Lost {
            for entry in fs::read_dir(self.folder.path()).expect("readable") {
                let path = entry.expect("an entry").path();
                if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }.expect("removed");
            }
        }
        self.run().await;
    }

    /// Writes a file that the settings name as FOLDER/name.
    pub(crate) fn write(folder: &Path, name: &str, text: &str) {
        fs::write(folder.join(name), text).expect("written");
    }

    /// Rewrites such a file, and has mosquitto read it again.
    pub(crate) fn rewrite(&self, name: &str, text: &str) {
        TestBroker::write(self.folder.path(), name, text);
        if let Some(Running::Mosquitto(child)) = &self.running {
            signal(child, "HUP");
        }
    }

    async fn run(&mut self) {
        match self.kind {
            Kind::Embedded => {
                let storage = self.folder.path().join("broker");
                let broker = Broker::start(self.address, &storage, own_pass()).await.expect("it starts");
                self.running = Some(Running::Embedded(broker));
            }
            Kind::Mosquitto => {
                let path = self.folder.path().join("mosquitto.conf");
                let folder = self.folder.path().display();
                let text = format!(
                    "user root\npersistence true\npersistence_location {folder}/\nlog_dest stderr\n\
                     max_queued_messages 100000\nset_tcp_nodelay true\nlistener {} 127.0.0.1\n{}",
                    self.address.port(),
                    self.settings.replace("FOLDER", &folder.to_string()),
                );
                fs::write(&path, text).expect("written");
                self.running = Some(Running::Mosquitto(mosquitto(&path)));
            }
            Kind::Nats => {
                let mut server = self.resting.take().expect("it rests");
                server.run();
                server.is_healthy().await;
                self.running = Some(Running::Nats(server));
            }
        }
    }
}

impl Drop for TestBroker {
    fn drop(&mut self) {
        if let Some(Running::Mosquitto(child)) = &mut self.running {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Writes a file that only we can read.
pub(crate) fn write_secret(path: &Path, text: &str) {
    fs::write(path, text).expect("written");
    fs::set_permissions(path, fs::Permissions::from_mode(0o600)).expect("set");
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args(["-s", name, &child.id().to_string()]).status().expect("kill runs");
    assert!(status.success());
}

/// A program of Debian's mosquitto packages.
pub(crate) fn mosquitto_program(name: &str) -> PathBuf {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders)
        .chain(["/usr/sbin".into(), "/usr/local/sbin".into()])
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
        .unwrap_or_else(|| panic!("{name} is not installed: run the tests with tests/run, which installs it"))
}

fn mosquitto(config: &Path) -> Child {
    let program = mosquitto_program("mosquitto");
    let mut child = Command::new(program)
        .arg("-c")
        .arg(config)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("mosquitto runs");
    let mut log = BufReader::new(child.stderr.take().expect("piped"));
    let mut said = String::new();
    loop {
        let mut line = String::new();
        assert!(log.read_line(&mut line).expect("readable") > 0, "mosquitto ended:\n{said}");
        said += &line;
        if line.contains("running") {
            break;
        }
    }
    // Read on, or it would block once the pipe is full.
    std::thread::spawn(move || log.lines().for_each(drop));
    child
}

/// A free port to listen on again and again: below those that systems give to outgoing connections, one of which
/// could else take it while nobody listens.
pub(crate) fn free_address() -> SocketAddr {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    loop {
        let number = std::process::id() as usize * 97 + NEXT.fetch_add(1, Ordering::SeqCst);
        let port = 20_000 + (number % 12_000) as u16;
        if let Ok(listener) = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
            return listener.local_addr().expect("bound");
        }
    }
}

/// A proxy between a client and a broker that can cut all connections, resetting them.
pub(crate) struct Proxy {
    address: SocketAddr,
    cuts: watch::Sender<usize>,
    connections: Arc<AtomicUsize>,
    freezes: watch::Sender<usize>,
    open: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Proxy {
    pub(crate) async fn start(broker: SocketAddr) -> Proxy {
        Proxy::cutting(broker, |_| None).await
    }

    /// Cuts each connection by itself after as many bytes towards the broker as `budget` says for its number, from 0.
    pub(crate) async fn cutting(broker: SocketAddr, budget: fn(usize) -> Option<usize>) -> Proxy {
        Proxy::of(broker, budget, Duration::ZERO).await
    }

    /// Waits for `pause` after each 4,096 bytes towards the broker: a slow line, on a machine however quick.
    pub(crate) async fn slow(broker: SocketAddr, pause: Duration) -> Proxy {
        Proxy::of(broker, |_| None, pause).await
    }

    async fn of(broker: SocketAddr, budget: fn(usize) -> Option<usize>, pause: Duration) -> Proxy {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
        let address = listener.local_addr().expect("bound");
        let (cuts, cut) = watch::channel(0);
        let connections = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&connections);
        let (open, is_open) = watch::channel(true);
        let (freezes, freeze) = watch::channel(0);
        let task = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                if !*is_open.borrow() {
                    continue;
                }
                let mut cut = cut.clone();
                cut.borrow_and_update();
                let mut freeze = freeze.clone();
                freeze.borrow_and_update();
                let Ok(server) = TcpStream::connect(broker).await else { continue };
                let number = count.fetch_add(1, Ordering::SeqCst);
                let budget = budget(number).unwrap_or(usize::MAX);
                tokio::spawn(forward(client, server, cut, freeze, budget, pause));
            }
        });
        Proxy { address, cuts, connections, freezes, open, task }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    pub(crate) fn cut(&self) {
        self.cuts.send_modify(|cuts| *cuts += 1);
    }

    /// How many connections reached the broker so far.
    pub(crate) fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    /// Lets nobody in any more, and cuts.
    pub(crate) fn close(&self) {
        self.open.send_replace(false);
        self.cut();
    }

    pub(crate) fn open(&self) {
        self.open.send_replace(true);
    }

    /// Passes nothing on any more on the connections there are, without a word to either side.
    pub(crate) fn freeze(&self) {
        self.freezes.send_modify(|freezes| *freezes += 1);
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn forward(
    mut client: TcpStream,
    mut server: TcpStream,
    mut cut: watch::Receiver<usize>,
    mut freeze: watch::Receiver<usize>,
    budget: usize,
    pause: Duration,
) {
    let _ = client.set_nodelay(true);
    let _ = server.set_nodelay(true);
    {
        let (mut from_client, mut to_client) = client.split();
        let (mut from_server, mut to_server) = server.split();
        let there = async {
            let mut left = budget;
            let mut bytes = [0; 4_096];
            while left > 0 {
                let read = from_client.read(&mut bytes).await?;
                if read == 0 {
                    return to_server.shutdown().await;
                }
                to_server.write_all(&bytes[..read.min(left)]).await?;
                left -= read.min(left);
                if !pause.is_zero() {
                    tokio::time::sleep(pause).await;
                }
            }
            Err(std::io::ErrorKind::ConnectionReset.into())
        };
        let back = tokio::io::copy(&mut from_server, &mut to_client);
        tokio::select! {
            biased;
            _ = cut.changed() => {}
            _ = freeze.changed() => {
                let _ = cut.changed().await;
            }
            _ = there => {}
            _ = back => {}
        }
    }
    // What is on the way is lost, as when a cable is pulled and the other side gives up.
    let _ = client.set_zero_linger();
    let _ = server.set_zero_linger();
}

/// A message as a reader got it.
#[derive(Debug, Clone)]
pub(crate) struct Message {
    pub(crate) topic: String,
    pub(crate) payload: String,
    pub(crate) qos: u8,
    pub(crate) retained: bool,
    pub(crate) properties: PublishProperties,
}

impl Message {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.payload).unwrap_or_else(|error| panic!("{error}: {}", self.payload))
    }

    /// The last part of the topic.
    pub(crate) fn leaf(&self) -> &str {
        self.topic.splitn(3, '/').nth(2).unwrap_or_default()
    }
}

/// Ports whose brokers speak MQTT 3.1.1 only.
static THREE: Mutex<BTreeSet<u16>> = Mutex::new(BTreeSet::new());

/// Readers speak MQTT 3.1.1 to the broker at this address.
pub(crate) fn speaks_three(broker: SocketAddr) {
    THREE.lock().expect("whole").insert(broker.port());
}

/// What a reader speaks.
enum Client {
    Five(AsyncClient),
    Three(rumqttc::AsyncClient),
}

/// A client that reads what it subscribed to, and reconnects by itself.
pub(crate) struct Reader {
    client: Client,
    messages: mpsc::UnboundedReceiver<Message>,
    task: JoinHandle<()>,
}

impl Reader {
    /// Returns once the broker has confirmed the subscription.
    pub(crate) async fn start(broker: SocketAddr, id: &str, filters: &[&str]) -> Reader {
        if THREE.lock().expect("whole").contains(&broker.port()) {
            return Reader::start_in_three(broker, id, filters).await;
        }
        let mut options = MqttOptions::new(id, broker.ip().to_string(), broker.port());
        options.set_clean_start(false).set_session_expiry_interval(Some(600)).set_max_packet_size(Some(4_000_000));
        let mut network = options.network_options();
        network.set_tcp_nodelay(true);
        options.set_network_options(network);
        let (client, mut event_loop) = AsyncClient::new(options, 100);
        let (sender, messages) = mpsc::unbounded_channel();
        let (subscribed_sender, mut subscribed) = watch::channel(false);
        let mut wanted: Vec<Filter> = Vec::new();
        for path in filters {
            let mut filter = Filter::new(*path, QoS::AtLeastOnce);
            filter.preserve_retain = true;
            wanted.push(filter);
        }
        let subscriber = client.clone();
        let task = tokio::spawn(async move {
            loop {
                match event_loop.poll().await {
                    Ok(Event::Incoming(Incoming::ConnAck(_))) => {
                        subscriber.try_subscribe_many(wanted.clone()).expect("room");
                    }
                    Ok(Event::Incoming(Incoming::SubAck(_))) => {
                        subscribed_sender.send_replace(true);
                    }
                    Ok(Event::Incoming(Incoming::Publish(publish))) => {
                        if sender.send(message(publish)).is_err() {
                            return;
                        }
                    }
                    Ok(_) => {}
                    Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
                }
            }
        });
        timeout(PATIENCE, subscribed.wait_for(|subscribed| *subscribed)).await.expect("in time").expect("running");
        Reader { client: Client::Five(client), messages, task }
    }

    /// The same in MQTT 3.1.1.
    pub(crate) async fn start_in_three(broker: SocketAddr, id: &str, filters: &[&str]) -> Reader {
        let mut options = rumqttc::MqttOptions::new(id, broker.ip().to_string(), broker.port());
        options.set_clean_session(false).set_max_packet_size(4_000_000, 4_000_000);
        let (client, mut event_loop) = rumqttc::AsyncClient::new(options, 100);
        let (sender, messages) = mpsc::unbounded_channel();
        let (subscribed_sender, mut subscribed) = watch::channel(false);
        let at_least_once = |path: &&str| rumqttc::SubscribeFilter::new((*path).to_owned(), rumqttc::QoS::AtLeastOnce);
        let wanted: Vec<_> = filters.iter().map(at_least_once).collect();
        let subscriber = client.clone();
        let task = tokio::spawn(async move {
            loop {
                match event_loop.poll().await {
                    Ok(rumqttc::Event::Incoming(rumqttc::Incoming::ConnAck(_))) => {
                        subscriber.try_subscribe_many(wanted.clone()).expect("room");
                    }
                    Ok(rumqttc::Event::Incoming(rumqttc::Incoming::SubAck(_))) => {
                        subscribed_sender.send_replace(true);
                    }
                    Ok(rumqttc::Event::Incoming(rumqttc::Incoming::Publish(publish))) => {
                        let message = Message {
                            topic: publish.topic,
                            payload: String::from_utf8(publish.payload.to_vec()).expect("UTF-8"),
                            qos: publish.qos as u8,
                            retained: publish.retain,
                            properties: PublishProperties::default(),
                        };
                        if sender.send(message).is_err() {
                            return;
                        }
                    }
                    Ok(_) => {}
                    Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
                }
            }
        });
        timeout(PATIENCE, subscribed.wait_for(|subscribed| *subscribed)).await.expect("in time").expect("running");
        Reader { client: Client::Three(client), messages, task }
    }

    /// Goes away without a word; acknowledges nothing from then on.
    pub(crate) async fn vanish(mut self) {
        self.task.abort();
        // It has been told to end: that is the only error.
        let _ = (&mut self.task).await;
    }

    pub(crate) async fn next(&mut self) -> Message {
        timeout(PATIENCE, self.messages.recv()).await.expect("a message in time").expect("running")
    }

    /// The next message that `wanted` likes; the others are dropped.
    pub(crate) async fn find(&mut self, mut wanted: impl FnMut(&Message) -> bool) -> Message {
        loop {
            let message = self.next().await;
            if wanted(&message) {
                return message;
            }
        }
    }

    /// Whatever has arrived.
    pub(crate) fn arrived(&mut self) -> Vec<Message> {
        std::iter::from_fn(|| self.messages.try_recv().ok()).collect()
    }

    /// Publishes at least once; what is sent with properties has none in MQTT 3.1.1.
    pub(crate) async fn publish(&self, topic: &str, payload: impl Into<Vec<u8>>, properties: PublishProperties) {
        let payload: Vec<u8> = payload.into();
        match &self.client {
            Client::Five(client) => client
                .publish_with_properties(topic, QoS::AtLeastOnce, false, payload, properties)
                .await
                .expect("running"),
            Client::Three(client) => {
                client.publish(topic, rumqttc::QoS::AtLeastOnce, false, payload).await.expect("running");
            }
        }
    }

    pub(crate) async fn retain(&self, topic: &str, payload: &str) {
        match &self.client {
            Client::Five(client) => {
                client.publish(topic, QoS::AtLeastOnce, true, payload.to_owned()).await.expect("running");
            }
            Client::Three(client) => {
                client.publish(topic, rumqttc::QoS::AtLeastOnce, true, payload.to_owned()).await.expect("running");
            }
        }
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn message(publish: Publish) -> Message {
    Message {
        topic: String::from_utf8(publish.topic.to_vec()).expect("UTF-8"),
        payload: String::from_utf8(publish.payload.to_vec()).expect("UTF-8"),
        qos: publish.qos as u8,
        retained: publish.retain,
        properties: publish.properties.unwrap_or_default(),
    }
}

pub(crate) fn record(seq: u64, body: Body) -> Record {
    Record { body, game: None, table: "t1".into(), seq, t_ms: GameTime(seq * 10), at: None }
}

pub(crate) fn moved(seq: u64) -> Record {
    record(
        seq,
        Body::Move(Move {
            ply: 1,
            revision: 0,
            uci: Uci::new("e2e4").expect("a move"),
            san: San::new("e4").expect("a move"),
            fen: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".into(),
            by: Color::White,
            status: MoveStatus::Made,
            certainty: Certainty::Seen,
            clock: None,
        }),
    )
}

pub(crate) fn turn(seq: u64) -> Record {
    record(
        seq,
        Body::Turn(Turn {
            ply: 1,
            by: Color::White,
            touched: Vec::new(),
            obligation: Obligation::default(),
            made: Uci::new("e2e4"),
            completed: true,
        }),
    )
}

pub(crate) fn alert(seq: u64) -> Record {
    record(seq, Body::Alert(an_alert(seq)))
}

fn an_alert(seq: u64) -> Alert {
    Alert {
        id: format!("a{seq}"),
        state: AlertState::Raised,
        raised_ms: GameTime(9),
        decided: None,
        decided_by: None,
        decided_ms: None,
        kind: AlertKind::TouchMoveViolated,
        article: "4.3.1",
        edition: "2018",
        severity: Severity::Warning,
        advisory: true,
        by: Some(Color::White),
        ply: 1,
        squares: Vec::new(),
        legal: Vec::from_iter(Uci::new("e2e4")),
        data: serde_json::Map::new(),
        text: "White touched the pawn on e2 and moved another piece.".to_owned(),
        words: touchmove::words::Words::new("illegal-position-watch"),
    }
}

pub(crate) fn touch(seq: u64) -> Record {
    let square = "e2".parse().expect("a square");
    record(seq, Body::Touch(Touch { ply: 1, ev: TouchKind::Lift, sq: square, piece: None, by: Some(Color::White) }))
}

pub(crate) fn clock(seq: u64) -> Record {
    record(
        seq,
        Body::Clock(Clock {
            times: Times { white_ms: Some(60_000), black_ms: Some(59_000) },
            running: Some(Color::Black),
        }),
    )
}

pub(crate) fn board(seq: u64) -> Record {
    record(
        seq,
        Body::Board(touchmove::game::record::Board {
            placement: Some("8/8/8/8/8/8/8/8".into()),
            occupied: None,
            in_air: Vec::new(),
            agrees: true,
            sensors: Default::default(),
        }),
    )
}

pub(crate) fn game(seq: u64) -> Record {
    record(
        seq,
        Body::Game(Box::new(Game {
            id: "g1".into(),
            phase: Phase::Playing,
            edition: "2018",
            regime: "standard",
            variant: "chess",
            initial_fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".into(),
            fen: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".into(),
            turn: Some(Color::Black),
            moves: Vec::from_iter(Uci::new("e2e4")).into(),
            sans: vec![San::new("e4").expect("a move")].into(),
            result: "*",
            termination: None,
            players: Players::default(),
            persons: Default::default(),
            clock: None,
            touched: Vec::new(),
            obligation: Obligation::default(),
            alerts: [an_alert(seq)].into(),
            interrupted: false,
            illegal_moves: IllegalMoves { white: 1, black: 0 },
        })),
    )
}

pub(crate) fn status(seq: u64) -> Record {
    record(
        seq,
        Body::Status(Status {
            online: true,
            version: "0.1.0".to_owned(),
            board: BoardStatus {
                state: BoardState::Connected,
                kind: Some("dgt".to_owned()),
                port: Some("/dev/ttyUSB0".to_owned()),
                ..BoardStatus::default()
            },
            queued: 0,
            broker_trouble: None,
            uptime_s: 0,
            faults: Faults::default(),
            errors: Vec::new(),
        }),
    )
}
