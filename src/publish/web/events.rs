//! One browser's event stream: what stands, then what happens, until it falls behind or the page ends.

use std::{
    convert::Infallible,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use axum::response::sse::Event;
use tokio::sync::{broadcast, watch};
use tokio_stream::{
    Stream,
    wrappers::{BroadcastStream, WatchStream, errors::BroadcastStreamRecvError},
};

use super::feed::{Line, Snapshot};

/// When a browser should come back after a stream has ended.
const RETRY: Duration = Duration::from_secs(1);

/// The stream of one browser.
#[derive(Debug)]
pub(super) struct Events {
    hello: Option<String>,
    snapshot: std::vec::IntoIter<Line>,
    /// Records up to this one are in `snapshot` already.
    joined: u64,
    live: BroadcastStream<Line>,
    closing: WatchStream<bool>,
    ended: bool,
}

impl Events {
    pub(super) fn new(snapshot: Snapshot, live: broadcast::Receiver<Line>, closing: watch::Receiver<bool>) -> Events {
        Events {
            hello: Some(snapshot.hello),
            snapshot: snapshot.lines.into_iter(),
            joined: snapshot.joined,
            live: BroadcastStream::new(live),
            closing: WatchStream::new(closing),
            ended: false,
        }
    }

    /// Says why the stream ends; the browser then reconnects by itself.
    fn end(&mut self, why: &str) -> Poll<Option<Result<Event, Infallible>>> {
        self.ended = true;
        Poll::Ready(Some(Ok(Event::default().event("reconnect").data(why))))
    }

    fn is_closing(&mut self, cx: &mut Context<'_>) -> bool {
        loop {
            match Pin::new(&mut self.closing).poll_next(cx) {
                Poll::Pending => return false,
                Poll::Ready(Some(false)) => {}
                Poll::Ready(None | Some(true)) => return true,
            }
        }
    }
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.ended {
            return Poll::Ready(None);
        }
        if self.is_closing(cx) {
            return self.end("closing");
        }
        if let Some(hello) = self.hello.take() {
            return Poll::Ready(Some(Ok(Event::default().event("hello").retry(RETRY).data(hello))));
        }
        if let Some(line) = self.snapshot.next() {
            return Poll::Ready(Some(Ok(event(&line))));
        }
        loop {
            match Pin::new(&mut self.live).poll_next(cx) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(None) => return self.end("closing"),
                Poll::Ready(Some(Err(BroadcastStreamRecvError::Lagged(_)))) => return self.end("behind"),
                Poll::Ready(Some(Ok(line))) if line.number <= self.joined => {}
                Poll::Ready(Some(Ok(line))) => return Poll::Ready(Some(Ok(event(&line)))),
            }
        }
    }
}

fn event(line: &Line) -> Event {
    Event::default().id(line.seq.to_string()).data(&*line.json)
}
