//! A client's connection with its [`Meter`]: the broker reads and writes it, and whoever must can end it.

use std::{
    io,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker},
    time::Instant,
};

use mqtt5::broker::transport::WebSocketTransport;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};

use super::meter::{Cut, Meter};

/// A connection as the broker has it, in the place that it has for streams of others' making.
pub(super) struct Stream {
    socket: TcpStream,
    line: Arc<Line>,
}

/// The same connection as the gate has it.
#[derive(Debug)]
pub(super) struct Line(Mutex<State>);

#[derive(Debug)]
struct State {
    meter: Meter,
    cut: Option<Cut>,
    reader: Option<Waker>,
    writer: Option<Waker>,
    was_listened_to: bool,
}

impl Line {
    pub(super) fn new(now: Instant) -> Arc<Line> {
        let meter = Meter::new(now);
        Arc::new(Line(Mutex::new(State { meter, cut: None, reader: None, writer: None, was_listened_to: false })))
    }

    /// Ends the connection: whatever is read or written fails.
    pub(super) fn cut(&self, why: Cut) {
        let mut state = self.state();
        state.cut.get_or_insert(why);
        for waker in [state.reader.take(), state.writer.take()].into_iter().flatten() {
            waker.wake();
        }
    }

    /// Why it was cut off, if it was.
    pub(super) fn was_cut(&self) -> Option<Cut> {
        self.state().cut
    }

    /// Whether the broker has asked it for what it says.
    pub(super) fn was_listened_to(&self) -> bool {
        self.state().was_listened_to
    }

    /// It is the service's own.
    pub(super) fn exempt(&self) {
        self.state().meter.exempt();
    }

    /// Why it is to be cut off by now, if it is.
    pub(super) fn overdue(&self, now: Instant) -> Option<Cut> {
        self.state().meter.overdue(now)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nobody panics while holding it; if somebody did, numbers are all there is in it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn check(&mut self, found: Result<(), Cut>) -> io::Result<()> {
        if let Err(why) = found {
            self.cut.get_or_insert(why);
        }
        match self.cut {
            Some(why) => Err(io::Error::new(io::ErrorKind::ConnectionAborted, why.to_string())),
            None => Ok(()),
        }
    }
}

impl Stream {
    pub(super) fn new(socket: TcpStream, line: Arc<Line>) -> Stream {
        Stream { socket, line }
    }
}

impl WebSocketTransport for Stream {
    fn peer_addr(&self) -> mqtt5::error::Result<std::net::SocketAddr> {
        Ok(self.socket.peer_addr()?)
    }
}

impl AsyncRead for Stream {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let stream = self.get_mut();
        let before = buf.filled().len();
        let read = Pin::new(&mut stream.socket).poll_read(cx, buf);
        let mut state = stream.line.state();
        state.was_listened_to = true;
        if read.is_pending() {
            state.reader = Some(cx.waker().clone());
        }
        let found = state.meter.received(&buf.filled()[before..]);
        state.check(found)?;
        read
    }
}

impl AsyncWrite for Stream {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let stream = self.get_mut();
        let mut state = stream.line.state();
        let may = state.meter.may_send(buf);
        state.check(may)?;
        let written = Pin::new(&mut stream.socket).poll_write(cx, buf);
        match written {
            Poll::Pending => {
                state.writer = Some(cx.waker().clone());
                state.meter.stalls(Instant::now());
            }
            Poll::Ready(Ok(count)) => state.meter.sent(&buf[..count], Instant::now()),
            Poll::Ready(Err(_)) => {}
        }
        written
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().socket).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().socket).poll_shutdown(cx)
    }
}
