//! A stand-in for Lichess's route for pushes: over real HTTP, with what it asks of a request, in good moods and in bad ones.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    process::Command,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::{Path, Request, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde_json::json;
use tokio::{
    net::TcpListener,
    task::{JoinHandle, spawn_blocking},
    time::sleep,
};

use super::{
    lichess::{Game, Round},
    missing::skipped,
};

/// How it answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Mood {
    /// It takes what comes, and says this.
    Garbled(u16, String),
    /// It leads elsewhere.
    Leads(String),
    /// It takes nothing, and says this.
    Says(u16, String),
    /// It takes what comes, and never answers.
    Silent,
    /// It takes what comes, and answers so much later.
    Slow(Duration),
    Well,
}

/// A request that was made.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(crate) at: Instant,
    pub(crate) round: String,
    pub(crate) bytes: usize,
    pub(crate) games: usize,
}

#[derive(Debug, Default)]
pub(crate) struct Kept {
    pub(crate) rounds: BTreeMap<String, Round>,
    pub(crate) asked: Vec<Asked>,
    /// The text of the last one that was taken.
    pub(crate) text: String,
    /// Whatever was not as it should be.
    pub(crate) faults: Vec<String>,
    /// Requests of a round that are being answered.
    open: BTreeMap<String, usize>,
    mood: Option<Mood>,
    token: String,
    /// By how many seconds its rounds are held back.
    pub(crate) delay_s: Option<u32>,
}

/// The stand-in.
#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) at: SocketAddr,
    kept: Arc<Mutex<Kept>>,
    server: Option<JoinHandle<()>>,
}

type Shared = Arc<Mutex<Kept>>;

fn lock(kept: &Shared) -> MutexGuard<'_, Kept> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Site {
    /// With a round of this id, to which this token may write.
    pub(crate) async fn start(round: &str, token: &str) -> Site {
        let new = Round { by_id: true, ..Round::default() };
        let rounds = BTreeMap::from([(round.to_owned(), new)]);
        let kept = Arc::new(Mutex::new(Kept { rounds, token: token.to_owned(), ..Kept::default() }));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let at = listener.local_addr().expect("an address");
        let mut site = Site { at, kept, server: None };
        site.serve(listener);
        site
    }

    fn serve(&mut self, listener: TcpListener) {
        let routes = Router::new()
            .route("/api/broadcast/round/{id}/push", post(push))
            .route("/api/broadcast/-/-/{id}", get(describe))
            .fallback(elsewhere)
            .with_state(Arc::clone(&self.kept));
        self.server = Some(tokio::spawn(async move { axum::serve(listener, routes).await.expect("serves") }));
    }

    /// It is off the network.
    pub(crate) fn stop(&mut self) {
        if let Some(server) = self.server.take() {
            server.abort();
        }
    }

    /// It is there again.
    pub(crate) async fn again(&mut self) {
        let begun = Instant::now();
        let listener = loop {
            match TcpListener::bind(self.at).await {
                Ok(listener) => break listener,
                Err(error) => assert!(begun.elapsed() < Duration::from_secs(10), "{error}"),
            }
            sleep(Duration::from_millis(50)).await;
        };
        self.serve(listener);
    }

    pub(crate) fn be(&self, mood: Mood) {
        lock(&self.kept).mood = Some(mood);
    }

    pub(crate) fn trust(&self, token: &str) {
        lock(&self.kept).token = token.to_owned();
    }

    /// What it has, at this moment.
    pub(crate) fn look<T>(&self, at: impl FnOnce(&mut Kept) -> T) -> T {
        at(&mut lock(&self.kept))
    }

    /// The moves of each board of a round, in its order.
    pub(crate) fn lines(&self, round: &str) -> Vec<String> {
        self.look(|kept| kept.rounds[round].boards.iter().map(|board| board.sans.join(" ")).collect())
    }
}

const BERSERK: &str = r#"
import re, sys, berserk
at, round, token, path = sys.argv[1:]
client = berserk.Client(session=berserk.TokenSession(token), base_url=at)
games = re.split(r"\n\n(?=\[)", open(path, encoding="utf-8").read())
client.broadcasts.push_pgn_update(round, games)
"#;

/// Has berserk push a text of ours, game by game; `false`, with a word, where it is not there.
pub(crate) async fn berserk(at: SocketAddr, round: &str, token: &str, text: &str) -> bool {
    let python = std::env::var_os("TOUCHMOVE_TEST_PYTHON").unwrap_or_else(|| "python3".into());
    let has = Command::new(&python).args(["-c", "import berserk"]).output();
    if !has.is_ok_and(|output| output.status.success()) {
        skipped("no Python has berserk");
        return false;
    }
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), text).expect("written");
    let mut command = Command::new(python);
    command.args(["-c", BERSERK, &format!("http://{at}"), round, token]).arg(file.path());
    command.env("no_proxy", "127.0.0.1");
    // The file is there until it has ended.
    let output = spawn_blocking(move || command.output()).await.expect("no panic").expect("runs");
    drop(file);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    true
}

/// Nothing else is asked for.
async fn elsewhere(State(kept): State<Shared>, request: Request) -> StatusCode {
    lock(&kept).faults.push(format!("{} {}", request.method(), request.uri()));
    StatusCode::NOT_FOUND
}

/// What everybody is told of a round.
async fn describe(State(kept): State<Shared>, Path(id): Path<String>, headers: HeaderMap) -> Response {
    let mut kept = lock(&kept);
    if headers.contains_key(header::AUTHORIZATION) {
        kept.faults.push("a token where none is wanted".to_owned());
    }
    let mut round = json!({ "id": id, "name": "Round", "slug": "round", "url": "https://lichess.example/" });
    if let Some(delay_s) = kept.delay_s {
        round["delay"] = json!(delay_s);
    }
    axum::Json(json!({ "round": round, "tour": {}, "study": { "writeable": false }, "games": [] })).into_response()
}

async fn push(State(kept): State<Shared>, Path(id): Path<String>, headers: HeaderMap, body: Body) -> Response {
    *lock(&kept).open.entry(id.clone()).or_default() += 1;
    let _open = Open { kept: Arc::clone(&kept), id: id.clone() };
    answered(&kept, &id, &headers, body).await
}

/// A request that is being answered, until that is done or whoever asked has gone.
struct Open {
    kept: Shared,
    id: String,
}

impl Drop for Open {
    fn drop(&mut self) {
        if let Some(open) = lock(&self.kept).open.get_mut(&self.id) {
            *open -= 1;
        }
    }
}

async fn answered(kept: &Shared, id: &str, headers: &HeaderMap, body: Body) -> Response {
    let Ok(body) = to_bytes(body, 600_000).await else { return StatusCode::PAYLOAD_TOO_LARGE.into_response() };
    let said = |status: u16, body: String| {
        let status = StatusCode::from_u16(status).expect("a status");
        (status, [(header::CONTENT_TYPE, "application/json")], body).into_response()
    };
    let (mood, answer) = {
        let mut kept = lock(kept);
        let header = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        if !header(header::CONTENT_TYPE).starts_with("text/plain") {
            kept.faults.push(format!("{headers:?}"));
        }
        if !header(header::USER_AGENT).starts_with("touchmove/") {
            kept.faults.push(format!("{headers:?}"));
        }
        let text = String::from_utf8_lossy(&body).into_owned();
        let games = Game::read_all(&text);
        if games.len() > 100 || text.contains('\r') || games.iter().any(|game| game.tag("GameId").is_empty()) {
            kept.faults.push(text.clone());
        }
        let asked = Asked { at: Instant::now(), round: id.to_owned(), bytes: body.len(), games: games.len() };
        kept.asked.push(asked);
        if header(header::AUTHORIZATION) != format!("Bearer {}", kept.token) {
            return said(401, json!({ "error": "No such token" }).to_string());
        }
        let open = kept.open.get(id).copied();
        if open != Some(1) {
            kept.faults.push(format!("{open:?} requests of a round at once"));
        }
        let mood = kept.mood.clone().unwrap_or(Mood::Well);
        match &mood {
            Mood::Says(status, body) => return said(*status, body.clone()),
            Mood::Leads(to) => return (StatusCode::FOUND, [(header::LOCATION, to.clone())], "").into_response(),
            Mood::Garbled(..) | Mood::Silent | Mood::Slow(_) | Mood::Well => {}
        }
        let Some(round) = kept.rounds.get_mut(id) else {
            return said(404, json!({ "error": "Not found" }).to_string());
        };
        let answer = round.push(&text);
        kept.text = text;
        (mood, answer)
    };
    match mood {
        Mood::Garbled(status, body) => said(status, body),
        Mood::Silent => std::future::pending().await,
        Mood::Slow(later) => {
            sleep(later).await;
            said(answer.0, answer.1.to_string())
        }
        Mood::Leads(_) | Mood::Says(..) | Mood::Well => said(answer.0, answer.1.to_string()),
    }
}
