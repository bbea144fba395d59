//! Who may look and command: everybody on this computer, and on others who shows the token.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use axum::{
    Form,
    body::Body,
    extract::{ConnectInfo, Request, State},
    http::{HeaderMap, HeaderName, Method, StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use serde::Deserialize;
use tracing::warn;

use super::{guard, listener::Peer, shared::Shared, token::Token};

/// The cookie that keeps the token.
const COOKIE: &str = "touchmove";

/// How long a browser keeps it, in seconds: a day's play.
const COOKIE_S: u32 = 16 * 3_600;

/// How long who showed a wrong token waits to hear so.
const REFUSAL_PAUSE: Duration = Duration::from_secs(1);

/// Where the form sends the token.
pub(super) const ENTER: &str = "/enter";

/// Names of the headers by which a proxy says for whom it asks: who comes so is not on this computer.
const FORWARDED: [HeaderName; 3] =
    [header::FORWARDED, HeaderName::from_static("x-forwarded-for"), HeaderName::from_static("x-real-ip")];

/// Why somebody may not look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    /// A script of another site asks this computer under that site's name.
    Misdirected,
    /// There is no token, so nobody elsewhere can show it.
    NoToken,
    /// The token is still to be shown.
    Unknown,
    /// What was shown is not the token.
    Wrong,
}

/// Whether who asks may look.
pub(super) fn visitor(token: Option<&Token>, peer: Peer, request: &Request) -> Result<(), Refusal> {
    let headers = request.headers();
    let is_direct = FORWARDED.iter().all(|name| !headers.contains_key(name));
    if peer.is_loopback() && is_direct && guard::is_local_host(headers) {
        return Ok(());
    }
    let Some(Token(token)) = token else {
        return Err(if peer.is_loopback() && is_direct { Refusal::Misdirected } else { Refusal::NoToken });
    };
    if request.method() == Method::POST && request.uri().path() == ENTER {
        return Ok(());
    }
    match shown(headers) {
        Some(shown) if token.is(shown) => Ok(()),
        Some(_) => Err(Refusal::Wrong),
        None => Err(Refusal::Unknown),
    }
}

/// What was shown as the token.
fn shown(headers: &HeaderMap) -> Option<&[u8]> {
    if let Some(bearer) = headers.get(header::AUTHORIZATION) {
        let bearer = bearer.as_bytes();
        return Some(bearer.strip_prefix(b"Bearer ").unwrap_or_default());
    }
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, value)| value.as_bytes())
}

/// The form's answer.
#[derive(Deserialize)]
pub(super) struct Entry {
    token: String,
}

/// Takes the token from the form, and gives the browser the cookie.
pub(super) async fn enter(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    headers: HeaderMap,
    Form(Entry { token: shown }): Form<Entry>,
) -> Response {
    let is_good = |Token(token): &Token| token.is(shown.trim().as_bytes());
    if !guard::is_same_origin(&headers) || !shared.token.as_ref().is_some_and(is_good) {
        return refuse(Refusal::Wrong, &shared, peer).await;
    }
    let cookie = format!("{COOKIE}={}; Path=/; Max-Age={COOKIE_S}; HttpOnly; SameSite=Strict", shown.trim());
    (StatusCode::SEE_OTHER, [(header::LOCATION, "/".to_owned()), (header::SET_COOKIE, cookie)]).into_response()
}

/// Turns somebody away; slowly, where he may be guessing.
pub(super) async fn refuse(refusal: Refusal, shared: &Shared, peer: Peer) -> Response {
    if refusal == Refusal::Wrong {
        let count = 1 + shared.wrong_tokens.fetch_add(1, Ordering::Relaxed);
        // The first, the second, the fourth ...: a guesser must not fill the log.
        if count.is_power_of_two() {
            warn!(from = %peer.ip(), count, "Somebody showed a wrong token to the page.");
        }
        tokio::time::sleep(REFUSAL_PAUSE).await;
    }
    refusal.into_response()
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (status, said) = match self {
            Refusal::Misdirected => {
                return (StatusCode::MISDIRECTED_REQUEST, "This page answers to localhost only.").into_response();
            }
            Refusal::NoToken => {
                let said = "This page is for its own computer only; web.token_file lets others in.";
                return (StatusCode::FORBIDDEN, said).into_response();
            }
            Refusal::Unknown => (StatusCode::UNAUTHORIZED, ""),
            Refusal::Wrong => (StatusCode::UNAUTHORIZED, "<p>That is not the token.</p>"),
        };
        let page = format!(
            "<!doctype html><html lang=en><meta charset=utf-8><title>touchmove</title>\
             <meta name=viewport content=\"width=device-width\">{said}<form method=post action={ENTER}>\
             <p><label>Token <input name=token type=password autocomplete=current-password autofocus></label> \
             <button>Enter</button></form>"
        );
        (status, [(header::WWW_AUTHENTICATE, "Bearer")], Html(Body::from(page))).into_response()
    }
}
