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
//!
//! | file | question |
//! |---|---|
//! | `hall` | how is the task asked that owns the hall |
//! | `visitor` | who is at the other end |
//! | `signing`, `people`, `exports`, `live`, `page` | the routes |
//! | `answers` | what they have in common |
//! | `password`, `secrets` | what is kept instead of secrets |

mod answers;
mod exports;
pub mod hall;
mod live;
mod page;
mod password;
mod people;
mod secrets;
mod signing;
mod visitor;

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use axum::{
    Router,
    extract::Path,
    http::HeaderMap,
    response::Response,
    routing::{get, post},
};
use tokio::sync::watch;

use self::{hall::HallHandle, password::Passwords};
pub(crate) use self::{
    page::shell,
    secrets::{digest, name, secret},
    visitor::Visitor,
};

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
}

impl Console {
    /// The console of a hall, served on a port.
    pub(crate) fn new(hall: HallHandle, port: u16, is_encrypted: bool, closing: watch::Receiver<bool>) -> Console {
        let cookie = format!("touchmove-{port}").into();
        Console { hall, cookie, passwords: Passwords::new(), is_encrypted, closing, wrong: Arc::default() }
    }

    fn closing(&self) -> watch::Receiver<bool> {
        self.closing.clone()
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
        .route("/api/people", get(people::people).post(people::change))
        .with_state(console)
}

async fn asset(Path(file): Path<String>, headers: HeaderMap) -> Response {
    page::file(&file, &headers).unwrap_or_else(answers::nothing)
}
