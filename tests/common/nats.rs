//! NATS servers: one alone, or three that are one broker, with proxies between them that can be closed.

use std::{
    fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use tempfile::TempDir;
use tokio::time::sleep;

use super::{
    http,
    missing::skipped,
    mqtt::{PATIENCE, Proxy, free_address, speaks_three},
};

/// Debian's `nats-server`; `None`, with a word, where it is not there.
///
/// # Panics
///
/// Where it is not there and `TOUCHMOVE_TEST_NATS` is `required`.
pub(crate) fn program() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&folders)
        .chain(["/usr/sbin".into(), "/usr/local/sbin".into()])
        .map(|folder| folder.join("nats-server"))
        .find(|path| path.is_file());
    if found.is_none() {
        let required = std::env::var("TOUCHMOVE_TEST_NATS").is_ok_and(|set| set == "required");
        assert!(!required, "nats-server is not installed, and TOUCHMOVE_TEST_NATS is required: tests/run installs it");
        skipped("nats-server is not installed");
    }
    found
}

/// A server with MQTT and JetStream, at ports of its own for good.
pub(crate) struct Server {
    pub(crate) mqtt: SocketAddr,
    monitor: SocketAddr,
    routes: SocketAddr,
    folder: TempDir,
    program: PathBuf,
    /// What its configuration has besides.
    more: String,
    child: Option<Child>,
}

impl Server {
    /// One alone, not running yet.
    pub(crate) fn new(program: PathBuf) -> Server {
        let server = Server {
            mqtt: free_address(),
            monitor: free_address(),
            routes: free_address(),
            folder: tempfile::tempdir().expect("a folder"),
            program,
            more: String::new(),
            child: None,
        };
        speaks_three(server.mqtt);
        server
    }

    pub(crate) fn run(&mut self) {
        let path = self.folder.path().join("nats.conf");
        let (folder, port) = (self.folder.path().display(), self.mqtt.port());
        let text = format!(
            "server_name: \"node-{port}\"\nlisten: \"127.0.0.1:-1\"\nhttp: \"{}\"\nlog_file: \"{folder}/log\"\n\
             jetstream {{ store_dir: \"{folder}/jetstream\", max_mem: 64MB, max_file: 1GB }}\n{}",
            self.monitor,
            if self.more.is_empty() { format!("mqtt {{ listen: \"{}\" }}\n", self.mqtt) } else { self.more.clone() },
        );
        fs::write(&path, text).expect("written");
        let mut command = Command::new(&self.program);
        command.arg("-c").arg(&path).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        self.child = Some(command.spawn().expect("nats-server runs"));
    }

    /// Waits until it says of itself that all of it is current; gives how long that took.
    pub(crate) async fn is_healthy(&self) -> Duration {
        let begun = Instant::now();
        while !self.says_healthy().await {
            assert!(begun.elapsed() < PATIENCE, "{} is not healthy:\n{}", self.monitor, self.log());
            sleep(Duration::from_millis(50)).await;
        }
        begun.elapsed()
    }

    async fn says_healthy(&self) -> bool {
        // It may not listen yet.
        tokio::net::TcpStream::connect(self.monitor).await.is_ok()
            && http::get(self.monitor, "/healthz").await.status == 200
    }

    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    /// Ends it as it is told to end, so that it has written what it keeps.
    pub(crate) async fn stop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let told = Command::new("kill").args(["-s", "TERM", &child.id().to_string()]).status().expect("kill runs");
            assert!(told.success());
            tokio::task::spawn_blocking(move || child.wait()).await.expect("joined").expect("it ends");
        }
    }

    /// Ends it in the midst of whatever it does.
    pub(crate) fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Its disk is gone; it must not run.
    pub(crate) fn lose_disk(&self) {
        fs::remove_dir_all(self.folder.path().join("jetstream")).expect("removed");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Three servers that are one broker: whatever is kept is kept by all three.
pub(crate) struct Cluster {
    pub(crate) nodes: Vec<Server>,
    /// The way from each to each other.
    ways: Vec<(usize, usize, Proxy)>,
}

impl Cluster {
    pub(crate) const NODES: usize = 3;

    pub(crate) async fn start(program: &Path) -> Cluster {
        let mut nodes: Vec<Server> = (0..Cluster::NODES).map(|_| Server::new(program.to_path_buf())).collect();
        let mut ways = Vec::new();
        for from in 0..Cluster::NODES {
            for to in (0..Cluster::NODES).filter(|to| *to != from) {
                ways.push((from, to, Proxy::start(nodes[to].routes).await));
            }
        }
        // Nobody answers there: nodes are told of each other's addresses, and would go round the proxies.
        let nowhere = free_address();
        for (number, node) in nodes.iter_mut().enumerate() {
            let routes = ways.iter().filter(|(from, ..)| *from == number);
            let routes: Vec<String> = routes.map(|(_, _, way)| format!("\"nats://{}\"", way.address())).collect();
            node.more = format!(
                "mqtt {{ listen: \"{}\", stream_replicas: 3 }}\n\
                 cluster {{ name: \"hall\", listen: \"{}\", advertise: \"{nowhere}\", routes: [{}] }}\n",
                node.mqtt,
                node.routes,
                routes.join(", "),
            );
            node.run();
        }
        let cluster = Cluster { nodes, ways };
        cluster.is_healthy().await;
        cluster
    }

    /// Waits until all of it is current; gives how long that took.
    pub(crate) async fn is_healthy(&self) -> Duration {
        let begun = Instant::now();
        for node in self.nodes.iter().filter(|node| node.child.is_some()) {
            node.is_healthy().await;
        }
        begun.elapsed()
    }

    /// Parts a node from the others.
    pub(crate) fn cut(&self, node: usize) {
        self.ways_of(node).for_each(Proxy::close);
    }

    pub(crate) fn heal(&self, node: usize) {
        self.ways_of(node).for_each(Proxy::open);
    }

    fn ways_of(&self, node: usize) -> impl Iterator<Item = &Proxy> {
        self.ways.iter().filter(move |(from, to, _)| *from == node || *to == node).map(|(_, _, way)| way)
    }
}
