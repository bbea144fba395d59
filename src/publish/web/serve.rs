//! The listening socket and HTTP on it: each connection has a place, a head that comes in time and is not too long.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    Router,
    body::{Body, Bytes},
    extract::{ConnectInfo, Request, State},
    http::{HeaderValue, StatusCode, header},
    middleware,
    response::{IntoResponse, Response},
};
use hyper::{
    body::{Body as _, Frame, Incoming, SizeHint},
    server::conn::http1,
    service::Service,
};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{mpsc, watch},
};
use tokio_rustls::TlsAcceptor;
use tracing::warn;

use super::{
    listener::Connection,
    seats::{Seat, Seats},
    shared::Shared,
    tls::Wire,
};
use crate::publish::console::{
    Peer, Visitor,
    hall::{Ask, HallHandle},
    subscriber,
};

/// How long a head may take, from the connection's beginning or the end of the answer before.
const HEAD_WITHIN: Duration = Duration::from_secs(5);

/// Longest head, in bytes.
const MAX_HEAD: usize = 16_384;

/// Most that waits to be written or read of one connection, in bytes.
const MAX_BUFFER: usize = 65_536;

/// A connection that has taken no byte of an answer for so long is cut. Event streams say something more often than that,
/// so only the dead, the forgotten, readers who do not read and those who never come to the end of a request are met.
pub(super) const IDLE: Duration = Duration::from_secs(60);

/// Pause after a failed accept: out of file handles is the usual reason, and trying at once would only spin.
const ACCEPT_AGAIN: Duration = Duration::from_millis(200);

/// What is served, and to whom.
pub(in crate::publish) struct Site {
    pub(in crate::publish) socket: TcpListener,
    pub(in crate::publish) tls: Option<TlsAcceptor>,
    /// Knows from where somebody has signed in before; `None`: nobody signs in.
    pub(in crate::publish) hall: Option<HallHandle>,
    pub(in crate::publish) routes: Router,
}

impl Site {
    /// Serves until `closing` says so, and then until all connections have ended.
    pub(in crate::publish) async fn serve(self, closing: watch::Receiver<bool>) {
        let Site { socket, tls, hall, routes } = self;
        let seats = Seats::default();
        let mut lost: u64 = 0;
        // Nothing is ever sent: it ends when all connections have.
        let (open, mut ended) = mpsc::channel::<()>(1);
        loop {
            let accepted = tokio::select! {
                biased;
                () = is_true(closing.clone()) => break,
                accepted = socket.accept() => accepted,
            };
            match accepted {
                Ok((stream, address)) => {
                    let peer = Peer::new(address);
                    // Whoever finds no place is told by the end of his connection.
                    let is_known = hall.as_ref().is_some_and(|hall| hall.knows(&subscriber(peer.ip())));
                    if let Some(seat) = seats.seat(peer.ip(), is_known) {
                        // Without it a record could wait for the acknowledgement of the one before.
                        let _ = stream.set_nodelay(true);
                        let visit =
                            Visit { peer, seat: Arc::new(seat), routes: TowerToHyperService::new(routes.clone()) };
                        tokio::spawn(converse(stream, tls.clone(), visit, closing.clone(), open.clone()));
                    }
                }
                Err(error) => {
                    lost += 1;
                    // Out of handles it would be said five times a second.
                    if lost.is_power_of_two() {
                        warn!(%error, count = lost, "A connection to the page was lost before it began.");
                    }
                    tokio::time::sleep(ACCEPT_AGAIN).await;
                }
            }
        }
        drop((socket, open));
        ended.recv().await;
    }
}

pub(super) async fn is_true(mut flag: watch::Receiver<bool>) {
    // An error means that the sender is gone: also a reason to stop.
    let _ = flag.wait_for(|flag| *flag).await;
}

/// One connection's way to the routes.
#[derive(Clone)]
struct Visit {
    peer: Peer,
    seat: Arc<Seat>,
    routes: TowerToHyperService<Router>,
}

impl Service<Request<Incoming>> for Visit {
    type Response = Response;
    type Error = std::convert::Infallible;
    type Future = <TowerToHyperService<Router> as Service<Request<Incoming>>>::Future;

    fn call(&self, mut request: Request<Incoming>) -> Self::Future {
        request.extensions_mut().insert(ConnectInfo(self.peer));
        request.extensions_mut().insert(Arc::clone(&self.seat));
        request.extensions_mut().insert(self.seat.ends());
        self.routes.call(request)
    }
}

async fn converse(
    stream: TcpStream,
    tls: Option<TlsAcceptor>,
    visit: Visit,
    closing: watch::Receiver<bool>,
    _open: mpsc::Sender<()>,
) {
    let seat = Arc::clone(&visit.seat);
    // The place goes with the wire, which a WebSocket takes over.
    let wire = Connection::new(Wire::new(stream, tls.as_ref()), IDLE, Some(Arc::clone(&seat)));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_WITHIN)
        .max_header_size(MAX_HEAD)
        .max_buf_size(MAX_BUFFER)
        .serve_connection(TokioIo::new(wire), visit)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let mut is_closing = false;
    loop {
        tokio::select! {
            // What goes wrong on a connection is the other end's affair.
            _ = connection.as_mut() => return,
            () = seat.cut() => return,
            () = is_true(closing.clone()), if !is_closing => {
                is_closing = true;
                connection.as_mut().graceful_shutdown();
            }
        }
    }
}

/// Whoever shows a good session has a place as such, until it has ended.
pub(super) async fn enter(State(shared): State<Arc<Shared>>, request: Request, next: middleware::Next) -> Response {
    let seat = request.extensions().get::<Arc<Seat>>().cloned();
    let peer = request.extensions().get::<ConnectInfo<Peer>>().map(|info| info.0);
    if let (Some(seat), Some(peer)) = (seat, peer) {
        let shown = Visitor::of(peer, request.headers(), &shared.console.cookie).shown;
        // Nothing waits for it: the disk may be slow. So one question at a time is enough.
        if let Some(shown) = seat.begins_to_be_asked_about(shown) {
            let hall = shared.console.hall.clone();
            tokio::spawn(async move {
                match hall.ask(|reply| Ask::Known { shown, reply }).await {
                    Some(Some(known)) => seat.sign_in(&known.account.name, shown),
                    Some(None) => seat.sign_out(shown),
                    None => {}
                }
                seat.was_asked_about();
            });
        }
    }
    next.run(request).await
}

/// Every request passes here first: it says which host it is for, and its place is one at which something is asked.
pub(in crate::publish) async fn take_seat(request: Request, next: middleware::Next) -> Response {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    if !matches!((hosts.next(), hosts.next()), (Some(host), None) if !host.is_empty()) {
        return (StatusCode::BAD_REQUEST, "Expected one Host header.").into_response();
    }
    let Some(seat) = request.extensions().get::<Arc<Seat>>().cloned() else { return next.run(request).await };
    // Who announces more than he sends only holds a place.
    let request = request.map(|body| Body::new(Whole::new(body, Arc::clone(&seat))));
    let response = next.run(request).await;
    if response.status() == StatusCode::SWITCHING_PROTOCOLS {
        seat.stays();
        return response;
    }
    // Whatever of the request is still to come: it is answered.
    seat.asks();
    // A stream goes on.
    let is_whole = response.body().size_hint().exact().is_some();
    let mut response = response.map(|body| Body::new(Given { body, seat: Arc::clone(&seat) }));
    if is_whole && seat.is_wanted() {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

/// The body of an answer. HTTP lets it go when it has taken the last of it, or wants no more: where none is sent, as in
/// answers to HEAD, it never asks for any.
struct Given {
    body: Body,
    seat: Arc<Seat>,
}

impl Drop for Given {
    fn drop(&mut self) {
        self.seat.is_given();
    }
}

impl hyper::body::Body for Given {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The body of a request: once all of it has come something is asked at its place.
struct Whole {
    body: Body,
    /// Until it has.
    seat: Option<Arc<Seat>>,
}

impl Whole {
    fn new(body: Body, seat: Arc<Seat>) -> Whole {
        let mut whole = Whole { body, seat: Some(seat) };
        whole.heed(whole.body.is_end_stream());
        whole
    }

    fn heed(&mut self, is_end: bool) {
        if is_end && let Some(seat) = self.seat.take() {
            seat.asks();
        }
    }
}

impl hyper::body::Body for Whole {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(cx);
        let is_end = matches!(frame, Poll::Ready(None)) || self.body.is_end_stream();
        self.heed(is_end);
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
