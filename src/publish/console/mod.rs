//! The console: one page for all tables of a hall, for everybody who has an account.
//!
//! | route | who | what |
//! |---|---|---|
//! | `GET /console/<file>` | all | what the page is made of |
//! | `GET /api/me` | all | who this is; 401 where nobody is signed in |
//! | `POST /api/setup` | while nobody has an account | makes the chief arbiter's |
//! | `POST /api/sign-in`, `/api/enter` | all | signs in by password, or by a link that is valid once |
//! | `POST /api/sign-out`, `/api/password` | signed in | ends this session; changes one's password |
//! | `GET /api/live` | signed in | WebSocket: what is new, and requests |
//! | `POST /api/request` | signed in | a request as a body |
//! | `GET /api/record.csv`, `/api/record.json` | arbiters | the record of decisions |
//! | `GET /api/table/<name>/records.jsonl`, `/pgn` | arbiters | a game's records, its PGN |
//! | `GET`, `POST /api/people` | chief arbiter | accounts |
//! | `POST /api/import` | chief arbiter | what a file of pairings would change |
//! | `GET /api/results.pgn`, `.trf`, `.csv` | arbiters | results of a round |
//! | `GET /broadcast/<address>` | all, where it is switched on | a broadcast's texts and screens |
//!
//! | file | question |
//! |---|---|
//! | `hall` | how is the task asked that owns the hall |
//! | `peer`, `visitor` | who is at the other end |
//! | `guard` | who may ask what, from which page |
//! | `signing`, `people`, `exports`, `rounds`, `broadcast`, `live`, `page` | the routes |
//! | `answers` | what they have in common |
//! | `unread` | how much is kept of what readers do not read |
//! | `password`, `secrets` | what is kept instead of secrets |

mod answers;
mod broadcast;
mod ends;
mod exports;
pub(crate) mod guard;
pub mod hall;
mod live;
mod page;
mod password;
mod peer;
mod people;
mod rounds;
mod secrets;
mod signing;
mod unread;
mod visitor;

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use axum::{
    Router,
    extract::Path,
    http::HeaderMap,
    response::Response,
    routing::{get, post},
};
use tokio::sync::watch;

pub(crate) use self::{
    ends::Ends,
    page::shell,
    peer::{Peer, is_of_a_hall, subscriber},
    secrets::{chance, digest, name, secret},
    visitor::Visitor,
};
use self::{hall::HallHandle, password::Passwords, unread::Unread};
use crate::hall::accounts::session::Digest;

/// Most pages of one session that are open at once.
const MAX_SOCKETS: usize = 16;

/// What every route of the console may need.
#[derive(Debug, Clone)]
pub(crate) struct Console {
    pub(crate) hall: HallHandle,
    /// Name of the cookie; cookies know no ports, and two services may run on one computer.
    pub(crate) cookie: Arc<str>,
    passwords: Passwords,
    is_encrypted: bool,
    closing: watch::Receiver<bool>,
    /// Wrong names and passwords so far.
    wrong: Arc<AtomicU64>,
    /// Open pages, by session.
    sockets: Arc<Mutex<BTreeMap<Digest, usize>>>,
    /// Texts that are being sent.
    unread: Unread,
}

/// An open page of a session, until it is dropped.
#[derive(Debug)]
struct Socket {
    of: Digest,
    all: Arc<Mutex<BTreeMap<Digest, usize>>>,
}

impl Drop for Socket {
    fn drop(&mut self) {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = all.get_mut(&self.of) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                all.remove(&self.of);
            }
        }
    }
}

impl Console {
    /// The console of a hall, served on a port.
    pub(crate) fn new(hall: HallHandle, port: u16, is_encrypted: bool, closing: watch::Receiver<bool>) -> Console {
        let cookie = format!("touchmove-{port}").into();
        Console {
            hall,
            cookie,
            passwords: Passwords::new(),
            is_encrypted,
            closing,
            wrong: Arc::default(),
            sockets: Arc::default(),
            unread: Unread::default(),
        }
    }

    fn closing(&self) -> watch::Receiver<bool> {
        self.closing.clone()
    }

    /// One more page of a session; `None` where it has too many open.
    fn socket(&self, of: Digest) -> Option<Socket> {
        let mut all = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let count = all.get(&of).copied().unwrap_or(0);
        if count >= MAX_SOCKETS {
            return None;
        }
        all.insert(of, count + 1);
        Some(Socket { of, all: Arc::clone(&self.sockets) })
    }

    fn wrong(&self) -> u64 {
        1 + self.wrong.fetch_add(1, Ordering::Relaxed)
    }
}

/// Its routes.
pub(crate) fn routes(console: Console) -> Router {
    Router::new()
        .route("/console/{*file}", get(asset))
        .route("/api/me", get(signing::me))
        .route("/api/setup", post(signing::set_up))
        .route("/api/sign-in", post(signing::sign_in))
        .route("/api/enter", post(signing::enter))
        .route("/api/sign-out", post(signing::sign_out))
        .route("/api/password", post(signing::change_password))
        .route("/api/live", get(live::live))
        .route("/api/request", post(live::request))
        .route("/api/record.csv", get(exports::record_csv))
        .route("/api/record.json", get(exports::record_json))
        .route("/api/table/{name}/records.jsonl", get(exports::records))
        .route("/api/table/{name}/pgn", get(exports::pgn))
        .route("/api/import", post(rounds::import))
        .route("/api/results.pgn", get(rounds::results_pgn))
        .route("/api/results.trf", get(rounds::results_trf))
        .route("/api/results.csv", get(rounds::results_csv))
        .route("/broadcast/{*address}", get(broadcast::answer))
        .route("/api/people", get(people::people).post(people::change))
        .with_state(console)
}

async fn asset(Path(file): Path<String>, headers: HeaderMap) -> Response {
    page::file(&file, &headers).unwrap_or_else(answers::nothing)
}
