//! The listening socket: so many connections at once, and none that stands still for long.

use std::{
    io,
    net::{IpAddr, SocketAddr},
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    extract::connect_info::Connected,
    serve::{IncomingStream, Listener},
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpListener,
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, Sleep},
};
use tokio_rustls::TlsAcceptor;
use tracing::warn;

use super::tls::Wire;

/// Connections at once; further ones wait to be accepted. Browsers keep one for each open page.
pub(super) const MAX_CONNECTIONS: usize = 256;

/// A connection that has taken no byte of an answer for so long is cut. Event streams say something more often than that,
/// so only the dead, the forgotten, readers who do not read and those who never come to the end of a request are met.
pub(super) const IDLE: Duration = Duration::from_secs(60);

/// Pause after a failed accept: out of file handles is the usual reason, and trying at once would only spin.
const ACCEPT_AGAIN: Duration = Duration::from_millis(200);

/// A listener whose connections are counted and end by themselves.
pub(super) struct TimeoutListener {
    socket: TcpListener,
    tls: Option<TlsAcceptor>,
    places: Arc<Semaphore>,
}

impl TimeoutListener {
    pub(super) fn new(socket: TcpListener, tls: Option<TlsAcceptor>) -> TimeoutListener {
        TimeoutListener { socket, tls, places: Arc::new(Semaphore::new(MAX_CONNECTIONS)) }
    }
}

impl Listener for TimeoutListener {
    type Io = Connection<Wire>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        // The semaphore is never closed, so there is always a place to wait for.
        let place = Arc::clone(&self.places).acquire_owned().await.ok();
        loop {
            match self.socket.accept().await {
                Ok((stream, peer)) => {
                    // Without it a record could wait for the acknowledgement of the one before.
                    let _ = stream.set_nodelay(true);
                    return (Connection::new(Wire::new(stream, self.tls.as_ref()), IDLE, place), peer);
                }
                Err(error) => {
                    warn!(%error, "A connection to the page was lost before it began.");
                    tokio::time::sleep(ACCEPT_AGAIN).await;
                }
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.socket.local_addr()
    }
}

/// Who is at the other end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Peer(SocketAddr);

impl Peer {
    pub(crate) fn ip(self) -> IpAddr {
        self.0.ip().to_canonical()
    }

    pub(crate) fn is_loopback(self) -> bool {
        self.ip().is_loopback()
    }
}

impl Connected<IncomingStream<'_, TimeoutListener>> for Peer {
    fn connect_info(stream: IncomingStream<'_, TimeoutListener>) -> Peer {
        Peer(*stream.remote_addr())
    }
}

/// A connection that fails with [`io::ErrorKind::TimedOut`] when nothing has gone to the peer for its idle time.
#[derive(Debug)]
pub(super) struct Connection<S> {
    stream: S,
    idle: Duration,
    until: Pin<Box<Sleep>>,
    _place: Option<OwnedSemaphorePermit>,
}

impl<S> Connection<S> {
    fn new(stream: S, idle: Duration, place: Option<OwnedSemaphorePermit>) -> Connection<S> {
        Connection { stream, idle, until: Box::pin(tokio::time::sleep(idle)), _place: place }
    }

    /// Starts the idle time again when something was written; ends the wait when it is over.
    fn wrote<T>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.until.as_mut().reset(Instant::now() + self.idle);
            return written;
        }
        self.in_time(cx)?;
        Poll::Pending
    }

    /// An error once the idle time is over; until then `cx` is woken at its end.
    fn in_time(&mut self, cx: &mut Context<'_>) -> io::Result<()> {
        match self.until.as_mut().poll(cx) {
            Poll::Ready(()) => Err(io::ErrorKind::TimedOut.into()),
            Poll::Pending => Ok(()),
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Connection<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        // What is read starts no time again: a request may come byte by byte and never end.
        self.in_time(cx)?;
        Pin::new(&mut self.stream).poll_read(cx, into)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Connection<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.wrote(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.wrote(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        // A flush moves nothing on a socket, so it must not start the idle time again.
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    const SHORT: Duration = Duration::from_millis(50);

    #[tokio::test]
    async fn a_reader_who_does_not_read_is_cut() {
        let (ours, _theirs) = tokio::io::duplex(64);
        let mut connection = Connection::new(ours, SHORT, None);
        let error = connection.write_all(&[0; 65]).await.expect_err("64 bytes fit");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn a_silent_peer_is_cut_and_its_place_is_free_again() {
        let places = Arc::new(Semaphore::new(1));
        let (ours, _theirs) = tokio::io::duplex(64);
        let mut connection = Connection::new(ours, SHORT, Arc::clone(&places).acquire_owned().await.ok());
        assert_eq!(places.available_permits(), 0);
        let error = connection.read_u8().await.expect_err("nothing was sent");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        drop(connection);
        assert_eq!(places.available_permits(), 1);
    }

    #[tokio::test]
    async fn a_request_that_never_ends_is_cut() {
        let (ours, mut theirs) = tokio::io::duplex(64);
        let mut connection = Connection::new(ours, SHORT, None);
        let dribble = async {
            while theirs.write_all(b"x").await.is_ok() {
                tokio::time::sleep(SHORT / 5).await;
            }
        };
        let read = async {
            loop {
                if let Err(error) = connection.read_u8().await {
                    break error;
                }
            }
        };
        let error = tokio::select! {
            error = read => error,
            () = dribble => panic!("the other end is open"),
        };
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn what_passes_passes_unchanged() {
        let (ours, mut theirs) = tokio::io::duplex(64);
        let mut connection = Connection::new(ours, IDLE, None);
        theirs.write_all(b"ask").await.expect("room for three bytes");
        let mut asked = [0; 3];
        connection.read_exact(&mut asked).await.expect("three bytes came");
        connection.write_all(&asked).await.expect("room for three bytes");
        let mut answer = [0; 3];
        theirs.read_exact(&mut answer).await.expect("three bytes came");
        assert_eq!(&answer, b"ask");
    }
}
