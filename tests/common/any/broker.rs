//! Any bytes whatever to the broker inside: whoever sends them, others are served as before.
//!
//! The first byte says who sends the rest, and whether something is kept in a folder.

use std::{net::SocketAddr, path::Path, sync::LazyLock};

use tokio::runtime::Runtime;
use touchmove::publish::{broker::Broker, secret::Secret};

use super::{panics, tcp};

/// By which the service itself is known.
const PASS: &str = "p4ss";

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a system that gives what it needs")
});

/// Sends them to a broker of their own, and then asks it as the service does.
pub(crate) fn send(bytes: &[u8]) {
    let (how, bytes) = bytes.split_first().unwrap_or((&0, &[]));
    let folder = (how & 4 != 0).then(|| tempfile::tempdir().expect("a folder"));
    let folder = folder.as_ref().map_or(Path::new("/dev/null/none"), tempfile::TempDir::path);
    panics::none(|| {
        RUNTIME.block_on(async {
            let listen = SocketAddr::from(([127, 0, 0, 1], 0));
            let broker = Broker::start(listen, folder, Secret::new(PASS.to_owned())).await.expect("a port");
            let begin = match how & 3 {
                0 => Vec::new(),
                1 => connect(5, "a", None),
                2 => connect(4, "b", Some(PASS)),
                _ => connect(5, "c", Some(PASS)),
            };
            let (first, second) = bytes.split_at(bytes.len() / 2);
            tcp::say(broker.address(), &[&begin, first, second]).await;
            is_served(broker.address()).await;
            broker.stop().await;
        })
    });
}

/// The service gets in, and what it publishes is acknowledged.
async fn is_served(at: SocketAddr) {
    const PUBLISH: [u8; 8] = [0x32, 6, 0, 1, b't', 0, 1, 0];
    const DISCONNECT: [u8; 2] = [0xe0, 0];
    let heard = tcp::say(at, &[&connect(5, "touchmove-1", Some(PASS)), &PUBLISH, &DISCONNECT]).await;
    let accepted = heard.first() == Some(&0x20) && heard.get(3) == Some(&0);
    assert!(accepted && heard.windows(4).any(|four| four[0] == 0x40 && four[2..] == [0, 1]), "{heard:02x?}");
}

/// A CONNECT of this version (4 is MQTT 3.1.1) with a clean start.
pub(crate) fn connect(version: u8, id: &str, password: Option<&str>) -> Vec<u8> {
    let flags = if password.is_some() { 0xc2 } else { 0x02 };
    let mut body = vec![0, 4, b'M', b'Q', b'T', b'T', version, flags, 0, 60];
    if version == 5 {
        body.push(0);
    }
    for text in [Some(id), password.map(|_| "u"), password].into_iter().flatten() {
        body.extend([0, text.len() as u8]);
        body.extend(text.as_bytes());
    }
    [&[0x10, body.len() as u8][..], &body].concat()
}
