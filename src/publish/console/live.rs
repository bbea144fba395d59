//! One page's socket: what is new goes out as soon as the page takes it, requests come in.
//!
//! Nothing waits in line for a page: it is asked what is new to it each time that it has taken what was new before. So a
//! slow page gets fewer, larger changes, and one that takes nothing any more is cut off.

use std::{collections::BTreeSet, time::Duration};

use axum::{
    body::Body,
    extract::{
        State,
        ws::{WebSocketUpgrade, close_code},
    },
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep_until};

use super::{
    super::websocket::{Gone, Presence, Said, Socket},
    Console, answers,
    hall::Ask,
    people::refuse,
    visitor::Visitor,
};
use crate::hall::{
    accounts::session::Digest,
    people::Account,
    protocol::requests::{Answer, Request},
};

/// Longest frame of a page, in bytes.
const MAX_FRAME: usize = 65_536;

/// Most tables that a page looks at closely at once.
const MAX_CLOSELY: usize = 16;

/// How often a page is asked whether it is there, whatever else it is told, and how long it may be silent.
const PRESENCE: Presence = Presence { ask_every: Duration::from_secs(10), silence: Duration::from_secs(35) };

/// The output that is told by its own name, too.
const FOLDER: &str = "folder";

/// Between two changes for one page: what comes together goes together.
const GATHER: Duration = Duration::from_millis(30);

/// Opens a page's socket.
pub(super) async fn live(
    State(console): State<Console>,
    visitor: Visitor,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    // A browser sends cookies with sockets that other sites' scripts open.
    if !super::guard::is_same_origin(&headers) {
        return answers::refused(StatusCode::FORBIDDEN, "other-origin");
    }
    let Some(shown) = visitor.shown else { return answers::unknown() };
    let account = match console.hall.ask(|reply| Ask::Known { shown, reply }).await {
        Some(Some(known)) => known.account,
        Some(None) => return answers::unknown(),
        None => return answers::gone(),
    };
    let Some(place) = console.socket(shown) else {
        return answers::refused(StatusCode::TOO_MANY_REQUESTS, "too-many");
    };
    upgrade.max_message_size(MAX_FRAME).max_frame_size(MAX_FRAME).on_upgrade(move |socket| async move {
        let socket = Socket::new(socket, PRESENCE);
        let _place = place;
        let mut page =
            Page { console, shown, socket, since: 0, closely: BTreeSet::new(), newly: BTreeSet::new(), account };
        // Where the page has gone there is nobody to tell why.
        let _ = page.run().await;
    })
}

/// A request as a body.
pub(super) async fn request(
    State(console): State<Console>,
    visitor: Visitor,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let request: Request = match answers::read(&headers, body).await {
        Ok(read) => read,
        Err(refusal) => return refusal,
    };
    let Some(shown) = visitor.shown else { return answers::unknown() };
    match console.hall.ask(|reply| Ask::Request { shown, request: Box::new(request), reply }).await {
        Some(Some(answer)) => axum::Json(answer).into_response(),
        Some(None) => refuse(&console, &visitor).await,
        None => answers::gone(),
    }
}

async fn is_closing(closing: &mut tokio::sync::watch::Receiver<bool>) {
    // An error means that the server is gone: also a reason to close.
    let _ = closing.wait_for(|closing| *closing).await;
}

/// What a page says besides requests.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Watch {
    #[serde(default)]
    since: u64,
    #[serde(default)]
    closely: BTreeSet<String>,
}

/// Why a page's socket ends.
enum End {
    /// The page has gone, or takes nothing.
    Gone,
    /// The page is told so.
    Told,
}

impl From<Gone> for End {
    fn from(Gone: Gone) -> End {
        End::Gone
    }
}

struct Page {
    console: Console,
    shown: Digest,
    socket: Socket,
    since: u64,
    closely: BTreeSet<String>,
    newly: BTreeSet<String>,
    account: Account,
}

impl Page {
    async fn run(&mut self) -> Result<(), End> {
        let mut news = self.console.hall.news();
        let mut broker = self.console.hall.broker();
        let mut outputs = self.console.hall.outputs();
        let mut closing = self.console.closing();
        let mut is_watching = false;
        let mut next_news = Instant::now();
        loop {
            let next_question = self.socket.next_question();
            tokio::select! {
                biased;
                () = is_closing(&mut closing) => return self.end(close_code::AWAY, "closing").await,
                said = self.socket.hear() => match said? {
                    Said::Text(text) => if self.take(&text).await? {
                        is_watching = true;
                        next_news = Instant::now();
                        news.mark_changed();
                        broker.mark_changed();
                        outputs.mark_changed();
                    },
                    Said::Binary => return self.end(close_code::UNSUPPORTED, "text").await,
                },
                changed = async { sleep_until(next_news).await; news.changed().await } => {
                    if changed.is_err() {
                        return self.end(close_code::AWAY, "closing").await;
                    }
                    let before = self.account.clone();
                    self.tell(is_watching).await?;
                    if self.account != before {
                        outputs.mark_changed();
                    }
                    next_news = Instant::now() + GATHER;
                }
                Ok(()) = broker.changed(), if is_watching => {
                    let state = broker.borrow_and_update().clone();
                    if let Some(state) = state {
                        self.say(&json!({ "broker": state })).await?;
                    }
                }
                Ok(()) = outputs.changed(), if is_watching => {
                    let all = outputs.borrow_and_update().clone();
                    if !all.is_empty() && self.account.looks_after_broadcast() {
                        let folder = all.iter().find(|output| output.name == FOLDER);
                        let mut broadcast = json!({ "outputs": all });
                        if let Some(folder) = folder {
                            broadcast[FOLDER] = json!(folder);
                        }
                        self.say(&json!({ "broadcast": broadcast })).await?;
                    }
                }
                () = sleep_until(next_question) => {
                    // A page that is open is in use, and one whose session has ended is not to stay so.
                    let shown = self.shown;
                    match self.console.hall.ask(|reply| Ask::Known { shown, reply }).await {
                        Some(Some(_)) => {}
                        Some(None) => return self.end_session().await,
                        None => return self.end(close_code::AWAY, "closing").await,
                    }
                    self.socket.ask().await?;
                    // A page's script sees no pings: it is told the time.
                    if is_watching {
                        self.say(&json!({ "changes": { "version": self.since, "now": jiff::Timestamp::now().as_millisecond() } })).await?;
                    }
                }
            }
        }
    }

    /// Takes a frame of the page. Gives whether it wants something else to be shown.
    async fn take(&mut self, text: &str) -> Result<bool, End> {
        let value: Value = serde_json::from_str(text).unwrap_or_default();
        if let Some(watch) = value.get("watch") {
            let Ok(Watch { since, closely }) = Watch::deserialize(watch) else {
                return self.end(close_code::INVALID, "watch").await.map(|()| false);
            };
            let closely: BTreeSet<String> = closely.into_iter().take(MAX_CLOSELY).collect();
            self.newly = closely.difference(&self.closely).cloned().collect();
            self.closely = closely;
            // Whoever changes only what he looks at need not say what he has.
            self.since = if value["watch"].get("since").is_some() { since } else { self.since };
            return Ok(true);
        }
        let answer = match Request::deserialize(&value) {
            Ok(request) => {
                let (shown, request) = (self.shown, Box::new(request));
                let answer = self.console.hall.ask(|reply| Ask::Request { shown, request, reply }).await;
                match answer {
                    Some(Some(answer)) => serde_json::to_value::<Answer>(answer).unwrap_or_default(),
                    Some(None) => return self.end_session().await.map(|()| false),
                    None => return self.end(close_code::AWAY, "closing").await.map(|()| false),
                }
            }
            Err(error) => {
                json!({ "id": value.get("id"), "refused": "malformed", "error": error.to_string() })
            }
        };
        self.say(&json!({ "answer": answer })).await?;
        Ok(false)
    }

    /// Tells what is new.
    async fn tell(&mut self, is_watching: bool) -> Result<(), End> {
        loop {
            let (shown, since) = (self.shown, self.since);
            let (closely, newly) = (self.closely.clone(), std::mem::take(&mut self.newly));
            let asked = self.console.hall.ask(|reply| Ask::News { shown, since, closely, newly, reply }).await;
            let (account, changes) = match asked {
                Some(Some(news)) => news,
                Some(None) => return self.end_session().await,
                None => return self.end(close_code::AWAY, "closing").await,
            };
            if !is_watching {
                self.account = account;
                return Ok(());
            }
            if self.account != account {
                // What he saw before is not what he may see now.
                self.say(&json!({ "account": account })).await?;
                (self.account, self.since) = (account, 0);
                self.newly = self.closely.clone();
                continue;
            }
            self.since = changes.version;
            if changes.is_empty() {
                return Ok(());
            }
            #[derive(Serialize)]
            struct Frame<'a> {
                changes: &'a crate::hall::protocol::changes::Changes,
            }
            self.say(&Frame { changes: &changes }).await?;
            return Ok(());
        }
    }

    async fn say(&mut self, frame: &impl Serialize) -> Result<(), End> {
        // None of them has keys that are no text.
        let Ok(text) = serde_json::to_string(frame) else { return Ok(()) };
        Ok(self.socket.say(text).await?)
    }

    async fn end_session(&mut self) -> Result<(), End> {
        self.say(&json!({ "ended": "session" })).await?;
        self.end(close_code::POLICY, "session").await
    }

    async fn end(&mut self, code: u16, reason: &'static str) -> Result<(), End> {
        self.socket.close(code, reason).await?;
        Err(End::Told)
    }
}
