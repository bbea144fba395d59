//! LiveChess' interface, on its port: a WebSocket and plain requests at the same address.
//!
//! | route | what |
//! |---|---|
//! | `/api/v1.0` | WebSocket: calls, feeds |
//! | `GET /api/v1.0/eboards`, `/tournaments`, `/tournament/<id>`, `/round/<id>/<place>`, `/game/<id>` | JSON |
//!
//! What is told is public, so nobody is asked who he is. Pages of other sites may ask, unless they are named that may.

mod socket;

use std::{io, net::SocketAddr, sync::Arc};

use axum::{
    Router,
    extract::{
        Path, Request, State,
        ws::{WebSocketUpgrade, rejection::WebSocketUpgradeRejection},
    },
    http::{HeaderValue, StatusCode, header},
    middleware,
    response::{IntoResponse, Response},
    routing::get,
};
use tokio::{net::TcpListener, sync::watch};

use super::{
    content::JSON,
    web::serve::{Site, take_seat},
};
use crate::broadcast::livechess;

/// What is known, as it changes.
pub(crate) type Known = watch::Receiver<Arc<livechess::State>>;

/// Which sites' pages may ask: `https://lichess.org`. None named: all.
pub(crate) type Origins = Vec<String>;

/// The port, taken but not served yet.
#[derive(Debug)]
pub(crate) struct Port {
    socket: TcpListener,
    address: SocketAddr,
}

impl Port {
    /// Its address; the real port where port 0 was asked for.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }
}

/// What every request may need.
#[derive(Debug)]
struct Shared {
    known: Known,
    origins: Origins,
}

/// Takes a port.
///
/// # Errors
/// It is not ours, or LiveChess itself has it.
pub(crate) async fn listen(address: SocketAddr) -> io::Result<Port> {
    let socket = TcpListener::bind(address).await?;
    let address = socket.local_addr()?;
    Ok(Port { socket, address })
}

/// Serves what is known until nobody tells it any more.
pub(crate) async fn serve(port: Port, mut known: Known, origins: Origins) {
    let (close, closing) = watch::channel(false);
    let shared = Arc::new(Shared { known: known.clone(), origins });
    let site = Site { socket: port.socket, tls: None, hall: None, routes: routes(shared) };
    let ended = async {
        while known.changed().await.is_ok() {}
        close.send_replace(true);
    };
    tokio::join!(site.serve(closing), ended);
}

fn routes(shared: Arc<Shared>) -> Router {
    let root = get(open).options(may_ask);
    Router::new()
        .route("/api/v1.0", root.clone())
        .route("/api/v1.0/", root)
        .route("/api/v1.0/{*address}", get(answer).options(may_ask))
        .fallback(nothing)
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), admit))
        .layer(middleware::from_fn(take_seat))
        .with_state(shared)
}

/// Lets those through whose site may ask, and says so to browsers.
async fn admit(State(shared): State<Arc<Shared>>, request: Request, next: middleware::Next) -> Response {
    let origin = request.headers().get(header::ORIGIN).cloned();
    if !may(&shared.origins, origin.as_ref()) {
        return (StatusCode::FORBIDDEN, "Pages of this site may not ask.").into_response();
    }
    let mut response = next.run(request).await;
    let allowed = if shared.origins.is_empty() { Some(HeaderValue::from_static("*")) } else { origin };
    let headers = response.headers_mut();
    if let Some(allowed) = allowed {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, allowed);
    }
    headers.insert(header::VARY, HeaderValue::from_static("Origin"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

/// Whether a page of this origin may ask. What is no page has none.
fn may(origins: &Origins, origin: Option<&HeaderValue>) -> bool {
    let Some(origin) = origin else { return true };
    origins.is_empty() || origins.iter().any(|allowed| origin.as_bytes().eq_ignore_ascii_case(allowed.as_bytes()))
}

/// Browsers ask this before a page of a public site may ask a computer in a private network.
async fn may_ask() -> Response {
    let headers = [
        ("access-control-allow-methods", "GET"),
        ("access-control-allow-headers", "*"),
        ("access-control-allow-private-network", "true"),
    ];
    (StatusCode::NO_CONTENT, headers).into_response()
}

async fn open(
    State(shared): State<Arc<Shared>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    match upgrade {
        Ok(upgrade) => socket::open(upgrade, shared.known.clone()),
        Err(refused) => refused.into_response(),
    }
}

async fn answer(State(shared): State<Arc<Shared>>, Path(address): Path<String>) -> Response {
    let known = Arc::clone(&shared.known.borrow());
    match known.get(&address) {
        Some(json) => ([(header::CONTENT_TYPE, JSON)], json).into_response(),
        None => nothing().await,
    }
}

async fn nothing() -> Response {
    (StatusCode::NOT_FOUND, "There is nothing here.").into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_may_ask_unless_others_are_named() {
        let origin = |text: &str| HeaderValue::from_str(text).expect("a header");
        let named: Origins = vec!["https://lichess.org".to_owned()];
        assert!(may(&Origins::new(), Some(&origin("https://evil.example"))));
        assert!(may(&named, Some(&origin("https://lichess.org"))) && may(&named, None));
        for other in ["https://evil.example", "https://lichess.org.evil.example", "http://lichess.org", "null"] {
            assert!(!may(&named, Some(&origin(other))), "{other}");
        }
    }
}
