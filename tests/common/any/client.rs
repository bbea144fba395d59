//! A broker that says anything whatever to a table, or to the hall: each goes on, and can be stopped.
//!
//! The first byte says which version of MQTT, whether it lets in whoever comes, and who that is.

use std::{net::SocketAddr, path::Path, sync::LazyLock, time::Duration};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpListener,
    runtime::Runtime,
    time::{Instant, timeout},
};
use touchmove::{
    game::record::Record,
    publish::mqtt::{
        Link, Publisher,
        follow::Follower,
        settings::{MqttVersion, Settings},
    },
    store::Store,
    table::Replay,
};

use super::panics;

/// Longest that anything takes; only what hangs takes so long.
const PATIENCE: Duration = Duration::from_secs(10);

/// Room for what waits.
const MAX_BYTES: u64 = 64 * 1_024 * 1_024;

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a system that gives what it needs")
});

/// What the table says.
static RECORDS: LazyLock<Vec<Record>> = LazyLock::new(|| {
    let log = "{\"log\":\"touchmove/1\",\"id\":\"g\"}\n{\"t_ms\":1,\"ev\":\"lift\",\"sq\":\"e2\"}\n{\"t_ms\":400,\"ev\":\"drop\",\"sq\":\"e4\",\"piece\":\"P\"}\n";
    let mut records = Vec::new();
    let replayed = Replay::default().run(log.as_bytes(), &mut |record| {
        records.push(record.clone());
        Ok(())
    });
    replayed.map(|()| records).expect("a log")
});

/// Connects to such a broker.
pub(crate) fn hear(bytes: &[u8]) {
    let (how, said) = bytes.split_first().unwrap_or((&0, &[]));
    let version = if how & 1 == 0 { MqttVersion::Five } else { MqttVersion::Three };
    let lets_in: &[u8] = match (how & 2, how & 1) {
        (0, _) => &[],
        (_, 0) => &[0x20, 3, 0, 0, 0],
        (..) => &[0x20, 2, 0, 0],
    };
    panics::none(|| {
        RUNTIME.block_on(async {
            let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await.expect("a port");
            let address = listener.local_addr().expect("it is bound");
            let settings = Settings { url: format!("mqtt://{address}"), version, ..Settings::default() };
            if how & 4 == 0 {
                let folder = tempfile::tempdir().expect("a folder");
                table(&listener, &settings, folder.path(), &[lets_in, said]).await;
            } else {
                let (follower, mut heard) = Follower::start(&settings, "a").expect("good settings");
                say(&listener, &[lets_in, said]).await;
                while heard.try_recv().is_ok() {}
                assert_ne!(*follower.link().borrow(), Link::Stopped);
                timeout(PATIENCE, follower.shutdown()).await.expect("it stops");
            }
        });
    });
}

async fn table(listener: &TcpListener, settings: &Settings, folder: &Path, pieces: &[&[u8]]) {
    let (store, mut tables) = Store::open(folder, &["1".to_owned()], MAX_BYTES).expect("a folder of its own");
    let outbox = Box::new(tables.remove(0).outbox);
    let (publisher, mut commands) = Publisher::start(settings, "1", outbox).expect("good settings");
    for record in &*RECORDS {
        publisher.publish(record).expect("a record");
    }
    say(listener, pieces).await;
    while let Ok(command) = commands.try_recv() {
        // Why it is refused is told to its sender.
        assert!(command.given.err().is_none_or(|why| !why.is_empty()));
    }
    assert_ne!(*publisher.link().borrow(), Link::Stopped);
    timeout(PATIENCE, publisher.shutdown_by(Instant::now())).await.expect("it stops");
    drop(publisher);
    store.close();
}

/// Takes the connection, and says these pieces once it has heard something.
async fn say(listener: &TcpListener, pieces: &[&[u8]]) {
    let (mut stream, _) = timeout(PATIENCE, listener.accept()).await.expect("it comes").expect("a connection");
    let mut heard = [0; 4_096];
    let _ = timeout(PATIENCE, stream.read(&mut heard)).await.expect("it says who it is");
    for piece in pieces {
        // It may have had enough.
        if stream.write_all(piece).await.is_err() {
            return;
        }
        tokio::task::yield_now().await;
    }
    let _ = stream.shutdown().await;
    let mut rest = Vec::new();
    let _ = timeout(PATIENCE, stream.read_to_end(&mut rest)).await.expect("it leaves a connection that is over");
}
