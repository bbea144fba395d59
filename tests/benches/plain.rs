//! What a message takes that nothing is done with: written to a pseudo-terminal, read there by another task, sent over
//! a connection to this computer, read.

use std::time::{Duration, Instant};

use serialport::TTYPort;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    time::sleep,
};
use tokio_serial::SerialStream;

/// As long as a field update of a board.
const MESSAGE: [u8; 5] = [0x8e, 0, 5, 0x0c, 1];

/// Between two messages, as between two touches: whoever reads sleeps when one comes.
const PAUSE: Duration = Duration::from_millis(5);

/// So many times, from the shortest to the longest.
pub(crate) async fn times(count: usize) -> Vec<Duration> {
    let (board, port) = TTYPort::pair().expect("a pseudo-terminal");
    let mut board = SerialStream::try_from(board).expect("usable");
    let mut port = SerialStream::try_from(port).expect("usable");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let mut out = TcpStream::connect(listener.local_addr().expect("bound")).await.expect("it listens");
    out.set_nodelay(true).expect("a socket");
    let (mut reader, _) = listener.accept().await.expect("just connected");
    let passes_on = tokio::spawn(async move {
        let mut bytes = [0; 64];
        while let Ok(length @ 1..) = port.read(&mut bytes).await {
            if out.write_all(&bytes[..length]).await.is_err() {
                break;
            }
        }
    });
    let mut times = Vec::new();
    for _ in 0..count {
        sleep(PAUSE).await;
        let mut bytes = MESSAGE;
        let begun = Instant::now();
        board.write_all(&MESSAGE).await.expect("writable");
        reader.read_exact(&mut bytes).await.expect("readable");
        times.push(begun.elapsed());
    }
    passes_on.abort();
    times.sort();
    times
}
