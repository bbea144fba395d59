//! One connection, which does not stand still for long.

use std::{
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    sync::futures::OwnedNotified,
    time::{Instant, Sleep},
};

use super::seats::Seat;
use crate::publish::console::Ends;

/// A connection that fails with [`io::ErrorKind::TimedOut`] when nothing has gone to the peer for its idle time, and with
/// [`io::ErrorKind::ConnectionAborted`] once its place is somebody else's. A WebSocket takes it over with all of that.
#[derive(Debug)]
pub(super) struct Connection<S> {
    stream: S,
    idle: Duration,
    until: Pin<Box<Sleep>>,
    /// Whether the place is needed, and what wakes whoever waits then.
    cut: Option<(Ends, Pin<Box<OwnedNotified>>)>,
    /// The place: it goes with the connection, and is told how what is written is taken.
    seat: Option<Arc<Seat>>,
}

impl<S> Connection<S> {
    pub(super) fn new(stream: S, idle: Duration, seat: Option<Arc<Seat>>) -> Connection<S> {
        let cut = seat.as_ref().map(|seat| seat.ends()).map(|ends| (ends.clone(), Box::pin(ends.told())));
        Connection { stream, idle, until: Box::pin(tokio::time::sleep(idle)), cut, seat }
    }

    /// Starts the idle time again when something was written; ends the wait when it is over.
    fn wrote<T>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.until.as_mut().reset(Instant::now() + self.idle);
            if let Some(seat) = &self.seat {
                seat.moves();
            }
            return written;
        }
        if let Some(seat) = &self.seat {
            seat.stands_still();
        }
        self.in_time(cx)?;
        Poll::Pending
    }

    /// Ends the wait for the peer when it is over.
    fn waits(&mut self, cx: &mut Context<'_>, done: Poll<io::Result<()>>) -> Poll<io::Result<()>> {
        if done.is_pending() {
            self.in_time(cx)?;
        }
        done
    }

    /// An error once the idle time is over, or the place is another's; until then `cx` is woken when it is.
    fn in_time(&mut self, cx: &mut Context<'_>) -> io::Result<()> {
        if let Some((ends, told)) = &mut self.cut
            && (ends.is_ended() || told.as_mut().poll(cx).is_ready())
        {
            return Err(io::ErrorKind::ConnectionAborted.into());
        }
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
        // A flush moves nothing on a socket, so it must not start the idle time again. Under TLS it may wait for the peer.
        let flushed = Pin::new(&mut self.stream).poll_flush(cx);
        if let Some(seat) = &self.seat {
            // HTTP flushes once it has written all that it has.
            if flushed.is_ready() { seat.is_written() } else { seat.stands_still() }
        }
        self.waits(cx, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let shut = Pin::new(&mut self.stream).poll_shutdown(cx);
        self.waits(cx, shut)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use std::net::IpAddr;

    use super::{super::seats::Seats, *};

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
        let seat = Seats::default().seat(IpAddr::from([10, 0, 0, 7]), false).map(Arc::new);
        let place = seat.as_ref().map(Arc::downgrade).expect("a place");
        let (ours, _theirs) = tokio::io::duplex(64);
        let mut connection = Connection::new(ours, SHORT, seat);
        let error = connection.read_u8().await.expect_err("nothing was sent");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert!(place.upgrade().is_some());
        drop(connection);
        assert!(place.upgrade().is_none());
    }

    #[tokio::test]
    async fn whose_place_is_needed_is_cut_whatever_he_has_become() {
        let seats = Seats::default();
        let seat = seats.seat(IpAddr::from([10, 0, 0, 7]), false).map(Arc::new).expect("a place");
        let ends = seat.ends();
        let (ours, mut theirs) = tokio::io::duplex(64);
        let mut connection = Connection::new(ours, Duration::from_secs(60), Some(seat));
        let cut = async {
            tokio::time::sleep(SHORT).await;
            ends.end();
        };
        let (error, ()) = tokio::join!(connection.read_u8(), cut);
        assert_eq!(error.expect_err("it was cut").kind(), io::ErrorKind::ConnectionAborted);
        drop(connection);
        assert_eq!(theirs.read(&mut [0; 8]).await.expect("the other end is told"), 0);
    }

    #[tokio::test]
    async fn whose_answer_is_still_to_be_written_is_not_one_who_was_answered() {
        let seats = Seats::default();
        let crowd = IpAddr::from([10, 0, 0, 66]);
        let mut all: Vec<Seat> = Vec::new();
        while let Some(seat) = seats.seat(crowd, false) {
            seat.asks();
            all.push(seat);
        }
        let seat = all.pop().map(Arc::new).expect("many");
        let (ours, mut theirs) = tokio::io::duplex(64);
        let mut connection = Connection::new(ours, Duration::from_secs(60), Some(Arc::clone(&seat)));
        let write = async {
            // The last of the answer is given, and more than the wire holds of it is still to be written.
            seat.is_given();
            connection.write_all(&[0; 100]).await.expect("it is taken in the end");
            connection.flush().await.expect("it is taken in the end");
        };
        let read = async {
            tokio::time::sleep(SHORT).await;
            assert!(seats.seat(crowd, false).is_none(), "nobody goes before he has his answer");
            theirs.read_exact(&mut [0; 100]).await.expect("all of it");
        };
        tokio::join!(write, read);
        assert!(seats.seat(crowd, false).is_some());
        assert!(connection.read_u8().await.is_err(), "his place is another's");
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
        let mut connection = Connection::new(ours, SHORT, None);
        theirs.write_all(b"ask").await.expect("room for three bytes");
        let mut asked = [0; 3];
        connection.read_exact(&mut asked).await.expect("three bytes came");
        connection.write_all(&asked).await.expect("room for three bytes");
        let mut answer = [0; 3];
        theirs.read_exact(&mut answer).await.expect("three bytes came");
        assert_eq!(&answer, b"ask");
    }
}
