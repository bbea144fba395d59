//! The server: the console's front door, and each table for programs.
//!
//! | route | what |
//! |---|---|
//! | `GET /` | the console |
//! | `GET /tables` | list of the tables as JSON |
//! | `GET /table/<name>` | the way to that table in the console |
//! | `GET /table/<name>/events` | server-sent events: what stands, then every record as it happens |
//! | `GET /table/<name>/game` | the latest `game` record |
//! | `GET /table/<name>/pgn` | the game as PGN |
//! | `POST /table/<name>/command` | an arbiter's command, JSON; from our own pages, and from programs |
//! | `GET /metrics` | what is counted, for Prometheus |
//!
//! From this computer nobody is asked who he is by these. From another one each request must show a session or a key of
//! an arbiter's account. The console beside them ([`console`](super::console)) asks everybody.
//!
//! A reader who is too slow is sent away and comes back for the whole state: nothing here ever waits for a browser.

mod access;
mod events;
mod feed;
mod listener;
mod seats;
pub(in crate::publish) mod serve;
mod shared;
mod tls;

use std::{
    io,
    net::SocketAddr,
    sync::{Arc, OnceLock},
    time::Duration,
};

use axum::{
    Router,
    body::{Body, Bytes, to_bytes},
    extract::{Extension, Path, State},
    http::{HeaderMap, StatusCode, Uri, header},
    middleware,
    response::{IntoResponse, Redirect, Response, Sse, sse::KeepAlive},
    routing::{get, post},
};
use serde_json::{Value, json};
use tokio::{
    net::TcpListener,
    sync::{mpsc, oneshot, watch},
    task::AbortHandle,
};
use tracing::{info, warn};

use self::{
    access::{By, Pass},
    events::Events,
    feed::{Feed, Line},
    serve::Site,
    shared::{Metrics, Shared},
};
pub use self::{
    shared::Command,
    tls::{Certificate, CertificateError},
};
use super::{
    console::{self, Console, guard, hall::HallHandle},
    content::{JSON, PGN},
};
use crate::game::{
    command::{CommandFault, GivenCommand, MAX_COMMAND_BYTES, TooLong},
    record::Record,
};

/// Commands that wait for their tables; more are refused with "busy".
pub const MAX_COMMANDS: usize = 64;

/// How long a table may take to answer a command.
const REPLY_WITHIN: Duration = Duration::from_secs(5);

/// How often a silent event stream says that it is alive. Well below [`serve::IDLE`], which ends dead connections.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// How often who reads an event stream is asked again for his session.
const ASK_AGAIN: Duration = Duration::from_secs(10);

/// How long connections may take to end at shutdown.
const SHUTDOWN_WITHIN: Duration = Duration::from_secs(2);

/// Why the page cannot be served.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WebError {
    /// The address cannot be listened on: not ours, or not permitted.
    #[error("web.listen: cannot listen on {listen}: {source}")]
    Bind {
        /// The address asked for.
        listen: SocketAddr,
        /// What the system says.
        source: io::Error,
    },
    /// Another program listens there.
    #[error(
        "web.listen: cannot listen on {listen}: another program does already, perhaps another touchmove; set web.listen to another port"
    )]
    PortTaken {
        /// The address.
        listen: SocketAddr,
    },
    /// Two tables of one name.
    #[error("two tables are named {table:?}")]
    TableTwice {
        /// The name.
        table: String,
    },
}

/// The running page, to be fed and stopped. Clones feed the same page.
#[derive(Debug, Clone)]
pub struct WebHandle {
    shared: Arc<Shared>,
    address: SocketAddr,
    server: AbortHandle,
    /// Nothing is ever sent: it closes when the server has ended.
    ended: watch::Receiver<()>,
}

impl WebHandle {
    /// The address bound; the real port where port 0 was asked for.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Shows a record to all who look at its table. Never waits; a record of a table not served is dropped.
    pub fn record(&self, record: &Record) {
        match self.shared.feed(&record.table) {
            Some(feed) => feed.record(record),
            None => warn!(table = &*record.table, "A record of a table that has no page was dropped."),
        }
    }

    /// Replaces the PGN text of a table; of a table not served it is dropped.
    pub fn pgn(&self, table: &str, text: String) {
        match self.shared.feed(table) {
            Some(feed) => feed.pgn(text),
            None => warn!(table, "The PGN of a table that has no page was dropped."),
        }
    }

    /// Serves what `text` gives, in Prometheus' text format, from now on; once.
    pub fn serve_metrics(&self, text: impl Fn() -> String + Send + Sync + 'static) {
        // Whoever came first stays.
        let _ = self.shared.metrics.set(Metrics(Box::new(text)));
    }

    /// Ends all connections and frees the port; what has not ended after two seconds is cut.
    pub async fn shutdown(mut self) {
        self.shared.closing.send_replace(true);
        // `changed` ends with an error as soon as the server has dropped its end: that is the news awaited.
        if tokio::time::timeout(SHUTDOWN_WITHIN, self.ended.changed()).await.is_err() {
            self.server.abort();
            let _ = self.ended.changed().await;
        }
    }
}

/// Serves the pages of `tables` on `listen` until [`WebHandle::shutdown`]. Port 0 takes any free port.
///
/// The console is that of `hall`, which says who may look from other computers; connections are encrypted where there is
/// a certificate. Commands come out of the receiver;
/// without a receiver they are refused.
///
/// # Errors
/// [`WebError::Bind`] and [`WebError::PortTaken`] when the address cannot be had, [`WebError::TableTwice`] when a name is not unique.
pub async fn start(
    listen: SocketAddr,
    tables: Vec<String>,
    hall: HallHandle,
    certificate: Option<&Certificate>,
) -> Result<(WebHandle, mpsc::Receiver<Command>), WebError> {
    let mut feeds: Vec<Feed> = Vec::with_capacity(tables.len());
    for table in tables {
        if feeds.iter().any(|feed| feed.table() == table) {
            return Err(WebError::TableTwice { table });
        }
        feeds.push(Feed::new(table));
    }
    let bind = |source: io::Error| match source.kind() {
        io::ErrorKind::AddrInUse => WebError::PortTaken { listen },
        _ => WebError::Bind { listen, source },
    };
    let socket = TcpListener::bind(listen).await.map_err(bind)?;
    let address = socket.local_addr().map_err(bind)?;

    let (commands, received) = mpsc::channel(MAX_COMMANDS);
    let (closing, closed) = watch::channel(false);
    let console = Console::new(hall.clone(), address.port(), certificate.is_some(), closed.clone());
    let shared = Arc::new(Shared { feeds, commands, closing, console, metrics: OnceLock::new() });
    let (tls, routes) = (certificate.map(Certificate::acceptor), routes(Arc::clone(&shared)));
    let site = Site { socket, tls, hall: Some(hall), routes };
    let (running, ended) = watch::channel(());
    let server = tokio::spawn(async move {
        let _running = running;
        site.serve(closed).await;
    })
    .abort_handle();
    info!(%address, "The page is served.");
    if !address.ip().to_canonical().is_loopback() && certificate.is_none() {
        warn!(
            %address,
            "The page can be reached from other computers, and passwords cross the network as they are: web.cert_file \
             and web.key_file encrypt them, or a proxy before it does."
        );
    }
    Ok((WebHandle { shared, address, server, ended }, received))
}

fn routes(shared: Arc<Shared>) -> Router {
    let of_tables = Router::new()
        .route("/tables", get(tables))
        .route("/table/{name}/events", get(events))
        .route("/table/{name}/game", get(game))
        .route("/table/{name}/pgn", get(pgn))
        .route("/table/{name}/command", post(command))
        .route("/metrics", get(metrics))
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), access::admit));
    Router::new()
        .route("/", get(front))
        .route("/table/{name}", get(to_console))
        .merge(of_tables)
        .with_state(Arc::clone(&shared))
        .merge(console::routes(shared.console.clone()))
        .fallback(|| async { refuse(StatusCode::NOT_FOUND, "There is nothing here.") })
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), serve::enter))
        .layer(middleware::from_fn(serve::take_seat))
        .layer(middleware::map_response(secured))
}

/// Puts the security headers on every answer.
async fn secured(mut response: Response) -> Response {
    guard::secure(response.headers_mut());
    response
}

async fn front(headers: HeaderMap) -> Response {
    console::shell(&headers).unwrap_or_else(|| refuse(StatusCode::NOT_FOUND, "There is nothing here."))
}

/// An address of a table that somebody has kept: the console has its views by fragment. It says what tables there are.
async fn to_console(uri: Uri) -> Redirect {
    Redirect::to(&format!("/#{}", uri.path()))
}

async fn tables(State(shared): State<Arc<Shared>>) -> Response {
    let all: Vec<Value> = shared.feeds.iter().map(Feed::summary).collect();
    axum::Json(all).into_response()
}

async fn events(
    State(shared): State<Arc<Shared>>,
    Path(name): Path<String>,
    Extension(pass): Extension<Pass>,
) -> Response {
    let Some(feed) = shared.feed(&name) else { return no_table() };
    let (standing, live) = feed.join();
    let (end, ended) = watch::channel(false);
    tokio::spawn(watch_over(Arc::clone(&shared), pass, end));
    let stream = Events::new(standing, live, ended);
    Sse::new(stream).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)).into_response()
}

/// Ends a stream where this program ends, or whoever reads it may no longer.
async fn watch_over(shared: Arc<Shared>, pass: Pass, end: watch::Sender<bool>) {
    let closing = shared.closing.subscribe();
    loop {
        tokio::select! {
            () = end.closed() => return,
            () = serve::is_true(closing.clone()) => break,
            () = tokio::time::sleep(ASK_AGAIN) => if !pass.holds(&shared).await { break },
        }
    }
    // Where nobody reads it any more there is nothing to end.
    let _ = end.send(true);
}

async fn game(State(shared): State<Arc<Shared>>, Path(name): Path<String>) -> Response {
    let Some(feed) = shared.feed(&name) else { return no_table() };
    match feed.game() {
        Some(Line { json, .. }) => ([(header::CONTENT_TYPE, JSON)], json.to_string()).into_response(),
        None => refuse(StatusCode::NOT_FOUND, "No game has been seen at this table yet."),
    }
}

async fn pgn(State(shared): State<Arc<Shared>>, Path(name): Path<String>) -> Response {
    let Some(feed) = shared.feed(&name) else { return no_table() };
    match feed.latest_pgn() {
        Some(text) => {
            let kind = [(header::CONTENT_TYPE, PGN)];
            (kind, text.to_string()).into_response()
        }
        None => refuse(StatusCode::NOT_FOUND, "No game has been seen at this table yet."),
    }
}

async fn metrics(State(shared): State<Arc<Shared>>) -> Response {
    match shared.metrics.get() {
        Some(Metrics(text)) => {
            ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text()).into_response()
        }
        None => refuse(StatusCode::NOT_FOUND, "Nothing is counted here."),
    }
}

async fn command(
    State(shared): State<Arc<Shared>>,
    Path(name): Path<String>,
    Extension(By(by)): Extension<By>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    if shared.feed(&name).is_none() {
        return refuse_command(StatusCode::NOT_FOUND, None, "no such table");
    }
    if !guard::is_same_origin(&headers) {
        return refuse_command(StatusCode::FORBIDDEN, None, "commands are taken from our own pages only");
    }
    if !guard::is_json(&headers) {
        let error = "the content type must be application/json";
        return refuse_command(StatusCode::UNSUPPORTED_MEDIA_TYPE, None, error);
    }
    let body = match tokio::time::timeout(guard::BODY_WITHIN, to_bytes(body, MAX_COMMAND_BYTES)).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => return refuse_command(StatusCode::PAYLOAD_TOO_LARGE, None, &TooLong.to_string()),
        Err(_) => return refuse_command(StatusCode::REQUEST_TIMEOUT, None, "the body came too slowly"),
    };
    let given = match read_command(&body) {
        Ok(given) => signed(given, by),
        Err(error) => return refuse_command(StatusCode::BAD_REQUEST, None, &error),
    };

    let id = given.id().map(Value::from);
    let (reply, answer) = oneshot::channel();
    match shared.commands.try_send(Command { table: name, given, reply }) {
        Ok(()) => {}
        Err(mpsc::error::TrySendError::Closed(_)) => {
            return refuse_command(StatusCode::SERVICE_UNAVAILABLE, id, "no commands are taken");
        }
        Err(mpsc::error::TrySendError::Full(_)) => {
            return refuse_command(StatusCode::SERVICE_UNAVAILABLE, id, "busy, try again");
        }
    }
    match tokio::time::timeout(REPLY_WITHIN, answer).await {
        Ok(Ok(reply)) => ([(header::CONTENT_TYPE, JSON)], reply).into_response(),
        Ok(Err(_)) => refuse_command(StatusCode::SERVICE_UNAVAILABLE, id, "the table is not running"),
        Err(_) => refuse_command(StatusCode::GATEWAY_TIMEOUT, id, "the table has not answered"),
    }
}

/// What a body says, or what is wrong with it. Of a key that stands twice the table tells.
fn read_command(body: &Bytes) -> Result<GivenCommand, String> {
    let text = std::str::from_utf8(body).map_err(|error| format!("not UTF-8: {error}"))?;
    let given = GivenCommand::read(text);
    match given.object() {
        Ok(_) | Err(CommandFault::KeyTwice(_)) => Ok(given),
        Err(CommandFault::NotJson(error)) => Err(format!("not JSON: {error}")),
        Err(fault @ (CommandFault::NoObject | CommandFault::TooDeep | CommandFault::TooLong(_))) => {
            Err(fault.to_string())
        }
    }
}

/// The command with the name of whoever is signed in, whatever it says itself.
fn signed(given: GivenCommand, by: Option<String>) -> GivenCommand {
    match (by, given.object()) {
        (Some(by), Ok(Value::Object(object))) => {
            let mut object = object.clone();
            object.insert("by".to_owned(), by.into());
            GivenCommand::read(&Value::Object(object).to_string())
        }
        // Of what is no object the table says so.
        (Some(_) | None, _) => given,
    }
}

fn no_table() -> Response {
    refuse(StatusCode::NOT_FOUND, "There is no such table.")
}

fn refuse(status: StatusCode, text: &'static str) -> Response {
    (status, text).into_response()
}

fn refuse_command(status: StatusCode, id: Option<Value>, error: &str) -> Response {
    (status, axum::Json(json!({"id": id, "ok": false, "error": error}))).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<GivenCommand, String> {
        read_command(&Bytes::copy_from_slice(text.as_bytes()))
    }

    #[test]
    fn a_command_is_passed_on_and_so_is_what_only_the_table_refuses() {
        for text in [r#"{"id":"7","command":"new-game","players":{"white":"A"}}"#, r#"{"id":"7","id":"7"}"#, "{}"] {
            assert_eq!(read(text), Ok(GivenCommand::read(text)));
        }
    }

    #[test]
    fn what_is_no_object_is_refused() {
        for text in ["", "[]", "3", "\"x\"", "{", "{\"id\":}", "null"] {
            assert!(read(text).is_err(), "{text:?} was taken");
        }
        assert!(read_command(&Bytes::from_static(b"{\"id\":\"\xff\"}")).is_err());
    }

    #[test]
    fn nesting_is_bounded() {
        let deep = format!("{{\"id\":{}{}}}", "[".repeat(8), "]".repeat(8));
        assert_eq!(read(&deep), Err("nested deeper than 8".to_owned()));
    }
}
