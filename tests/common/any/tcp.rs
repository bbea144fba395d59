//! Somebody at the other end of a listener, who says whatever he likes.

use std::{net::SocketAddr, time::Duration};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};

/// Longest that an answer takes; only a listener that hangs takes so long.
const PATIENCE: Duration = Duration::from_secs(10);

/// Says these pieces, one after the other, and hears what comes until the listener ends the connection.
pub(super) async fn say(to: SocketAddr, pieces: &[&[u8]]) -> Vec<u8> {
    let mut stream = TcpStream::connect(to).await.expect("it listens");
    stream.set_nodelay(true).expect("an open socket");
    let (mut hears, mut says) = stream.split();
    let mut heard = Vec::new();
    let talk = async {
        for piece in pieces {
            // A listener may have had enough.
            if says.write_all(piece).await.is_err() {
                break;
            }
            tokio::task::yield_now().await;
        }
        let _ = says.shutdown().await;
    };
    let listen = async {
        // A connection that is cut off ends with an error.
        let _ = hears.read_to_end(&mut heard).await;
    };
    timeout(PATIENCE, async { tokio::join!(talk, listen) }).await.expect("the connection ends");
    heard
}
