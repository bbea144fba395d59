//! Signing in and out.

use axum::{
    body::Body,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::json;
use tracing::{info, warn};

use super::{Console, answers, hall::Ask, password::Place, secrets, visitor::Visitor};
use crate::hall::{
    accounts::manage::{PeopleRefusal, good_password},
    people::Account,
};

/// How long a browser keeps the cookie, in seconds. The session may end before.
const COOKIE_S: u32 = 30 * 24 * 3_600;

/// Who is this, and what is he at?
pub(super) async fn me(State(console): State<Console>, visitor: Visitor) -> Response {
    let known = match visitor.shown {
        Some(shown) => match console.hall.ask(|reply| Ask::Known { shown, reply }).await {
            Some(known) => known,
            None => return answers::gone(),
        },
        None => None,
    };
    if let Some(known) = known {
        return axum::Json(json!({
            "account": known.account,
            "title": console.hall.title(),
            "version": env!("CARGO_PKG_VERSION"),
            "now": Timestamp::now().as_millisecond(),
        }))
        .into_response();
    }
    let Some(vacant) = console.hall.ask(|reply| Ask::Vacant { reply }).await else { return answers::gone() };
    let answer = json!({ "setup": vacant && visitor.is_local, "title": console.hall.title() });
    (StatusCode::UNAUTHORIZED, axum::Json(answer)).into_response()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SetUp {
    name: String,
    password: String,
    code: Option<String>,
}

/// Makes the chief arbiter's account, and signs him in.
pub(super) async fn set_up(
    State(console): State<Console>,
    visitor: Visitor,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let SetUp { name, password, code } = match answers::read(&headers, body).await {
        Ok(read) => read,
        Err(refusal) => return refusal,
    };
    if code.is_none() && !visitor.is_local {
        return answers::not_allowed();
    }
    match console.hall.ask(|reply| Ask::Vacant { reply }).await {
        Some(true) => {}
        Some(false) => return answers::not_allowed(),
        None => return answers::gone(),
    }
    if let Err(refusal) = good_password(&password) {
        return (StatusCode::UNPROCESSABLE_ENTITY, axum::Json(refusal)).into_response();
    }
    let Some(place) = place(&console, &visitor) else { return answers::busy() };
    let Some(password) = console.passwords.hash(place, password).await else { return answers::gone() };
    let Some((secret, visit)) = session(&visitor) else { return answers::gone() };
    let code = code.as_deref().map(secrets::digest);
    match console.hall.ask(|reply| Ask::SetUp { name, password, code, visit, reply }).await {
        Some(Ok(account)) => signed_in(&console, &account, &secret, &visitor),
        Some(Err(PeopleRefusal::NotAllowed)) => answers::not_allowed(),
        Some(Err(refusal)) => (StatusCode::UNPROCESSABLE_ENTITY, axum::Json(refusal)).into_response(),
        None => answers::gone(),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SignIn {
    name: String,
    password: String,
}

/// Signs in by name and password.
pub(super) async fn sign_in(
    State(console): State<Console>,
    visitor: Visitor,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let SignIn { name, password } = match answers::read(&headers, body).await {
        Ok(read) => read,
        Err(refusal) => return refusal,
    };
    let checked = match check(&console, &name, password, &visitor).await {
        Ok(checked) => checked,
        Err(refusal) => return refusal,
    };
    let Some((secret, visit)) = session(&visitor) else { return answers::gone() };
    match console.hall.ask(|reply| Ask::SignIn { name, checked, visit, reply }).await {
        Some(Some(account)) => signed_in(&console, &account, &secret, &visitor),
        Some(None) => answers::refused(StatusCode::UNAUTHORIZED, "wrong"),
        None => answers::gone(),
    }
}

/// A place in the line for passwords.
fn place(console: &Console, visitor: &Visitor) -> Option<Place> {
    console.passwords.place(&visitor.from, console.hall.knows(&visitor.from))
}

/// Checks a password; gives what it was checked against.
async fn check(console: &Console, name: &str, password: String, visitor: &Visitor) -> Result<String, Response> {
    // Before it counts as an attempt: what nobody looks at is no wrong password.
    let place = place(console, visitor).ok_or_else(answers::busy)?;
    // What cannot be a password is no account's: it counts for the address alone, and costs no work, whatever the name.
    let can_be_right = good_password(&password).is_ok();
    let name = if can_be_right { name.to_owned() } else { String::new() };
    let from = visitor.from.clone();
    let attempt = console.hall.ask(|reply| Ask::Attempt { name, from, reply }).await.ok_or_else(answers::gone)?;
    let hashed = attempt.map_err(|wait_ms| {
        let retry_s = (wait_ms + 999) / 1_000;
        let answer = axum::Json(json!({ "refused": "slow", "retry_s": retry_s }));
        (StatusCode::TOO_MANY_REQUESTS, [(header::RETRY_AFTER, retry_s.to_string())], answer).into_response()
    })?;
    let right = can_be_right && console.passwords.is_right(place, password, hashed.clone()).await;
    match hashed {
        Some(hashed) if right => Ok(hashed),
        Some(_) | None => {
            let count = console.wrong();
            // The first, the second, the fourth ...: a guesser must not fill the log.
            if count.is_power_of_two() {
                warn!(from = visitor.from, count, "Somebody gave a wrong name or password.");
            }
            Err(answers::refused(StatusCode::UNAUTHORIZED, "wrong"))
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Enter {
    code: String,
}

/// Signs in by a link that is valid once.
pub(super) async fn enter(
    State(console): State<Console>,
    visitor: Visitor,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let Enter { code } = match answers::read(&headers, body).await {
        Ok(read) => read,
        Err(refusal) => return refusal,
    };
    let Some((secret, visit)) = session(&visitor) else { return answers::gone() };
    let code = secrets::digest(&code);
    match console.hall.ask(|reply| Ask::Enter { code, visit, reply }).await {
        Some(Some(account)) => signed_in(&console, &account, &secret, &visitor),
        Some(None) => answers::refused(StatusCode::UNAUTHORIZED, "wrong"),
        None => answers::gone(),
    }
}

/// Ends this session.
pub(super) async fn sign_out(
    State(console): State<Console>,
    visitor: Visitor,
    headers: HeaderMap,
    body: Body,
) -> Response {
    if let Err(refusal) = answers::read::<serde_json::Value>(&headers, body).await {
        return refusal;
    }
    let Some(shown) = visitor.shown else { return answers::unknown() };
    if console.hall.ask(|reply| Ask::SignOut { shown, reply }).await.is_none() {
        return answers::gone();
    }
    (StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie(&console, &visitor, "", 0))]).into_response()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Change {
    old: String,
    new: String,
}

/// Changes a password of one's own; one that was entered by a link and has none gets one.
pub(super) async fn change_password(
    State(console): State<Console>,
    visitor: Visitor,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let Change { old, new } = match answers::read(&headers, body).await {
        Ok(read) => read,
        Err(refusal) => return refusal,
    };
    let Some(shown) = visitor.shown else { return answers::unknown() };
    let known = match console.hall.ask(|reply| Ask::Known { shown, reply }).await {
        Some(Some(known)) => known,
        Some(None) => return answers::unknown(),
        None => return answers::gone(),
    };
    if let Err(refusal) = good_password(&new) {
        return (StatusCode::UNPROCESSABLE_ENTITY, axum::Json(refusal)).into_response();
    }
    let old = if old.is_empty() {
        None
    } else {
        match check(&console, &known.account.name, old, &visitor).await {
            Ok(checked) => Some(checked),
            Err(refusal) => return refusal,
        }
    };
    let Some(place) = console.passwords.place(&visitor.from, true) else { return answers::busy() };
    let Some(new) = console.passwords.hash(place, new).await else { return answers::gone() };
    match console.hall.ask(|reply| Ask::ChangePassword { shown, old, new, reply }).await {
        Some(Some(Ok(()))) => StatusCode::NO_CONTENT.into_response(),
        Some(Some(Err(_))) => answers::refused(StatusCode::UNAUTHORIZED, "wrong"),
        Some(None) => answers::unknown(),
        None => answers::gone(),
    }
}

/// A new session: what it is shown by, and the rest of it.
fn session(visitor: &Visitor) -> Option<(String, crate::hall::accounts::session::Visit)> {
    let secret = secrets::secret()?;
    let visit = visitor.visit(&secret)?;
    Some((secret, visit))
}

fn signed_in(console: &Console, account: &Account, secret: &str, visitor: &Visitor) -> Response {
    info!(account = account.name, from = visitor.from, "Somebody has signed in.");
    (StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie(console, visitor, secret, COOKIE_S))]).into_response()
}

fn cookie(console: &Console, visitor: &Visitor, value: &str, max_age: u32) -> String {
    let secure = if console.is_encrypted || visitor.is_encrypted { "; Secure" } else { "" };
    format!("{}={value}; Path=/; Max-Age={max_age}; HttpOnly; SameSite=Strict{secure}", console.cookie)
}
