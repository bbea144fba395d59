//! A client's connection as the broker reads and writes it: its [`Line`] measures what goes by.

use std::{
    io,
    net::SocketAddr,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Instant,
};

use mqtt5::broker::transport::WebSocketTransport;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};

use super::{gate::Gate, line::Line};

/// A connection as the broker has it, in the place that it has for streams of others' making.
pub(super) struct Stream {
    socket: TcpStream,
    from: SocketAddr,
    line: Arc<Line>,
    gate: Arc<Gate>,
}

impl Stream {
    pub(super) fn new(socket: TcpStream, from: SocketAddr, line: Arc<Line>, gate: Arc<Gate>) -> Stream {
        Stream { socket, from, line, gate }
    }
}

impl WebSocketTransport for Stream {
    fn peer_addr(&self) -> mqtt5::error::Result<SocketAddr> {
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
        let found = state.meter.received(&buf.filled()[before..], Instant::now());
        let released = state.meter.take_released();
        state.check(found)?;
        drop(state);
        if !released.is_empty() {
            stream.gate.releases(stream.from, &released, Instant::now());
        }
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
