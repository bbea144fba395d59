//! Accounts, as the chief arbiter sees and changes them.

use axum::{
    body::Body,
    extract::State,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use serde_json::json;
use tracing::info;

use super::{Console, answers, hall::Ask, secrets, visitor::Visitor};
use crate::hall::{
    accounts::manage::{Manage, good_password},
    people::Role,
};

/// Who has accounts.
pub(super) async fn people(State(console): State<Console>, visitor: Visitor) -> Response {
    let Some(shown) = visitor.shown else { return answers::unknown() };
    match console.hall.ask(|reply| Ask::People { shown, reply }).await {
        Some(Some(accounts)) => axum::Json(json!({ "accounts": accounts })).into_response(),
        Some(None) => refuse(&console, &visitor).await,
        None => answers::gone(),
    }
}

/// What is wanted, as it is sent.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub(super) enum Wish {
    Add {
        name: String,
        #[serde(flatten)]
        role: Role,
        password: Option<String>,
    },
    Change {
        name: String,
        #[serde(flatten)]
        role: Option<Role>,
        password: Option<String>,
    },
    EndSession {
        id: String,
    },
    Key {
        name: String,
    },
    Link {
        name: String,
    },
    Remove {
        name: String,
    },
}

/// Changes something of them.
pub(super) async fn change(
    State(console): State<Console>,
    visitor: Visitor,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let wish: Wish = match answers::read(&headers, body).await {
        Ok(read) => read,
        Err(refusal) => return refusal,
    };
    let Some(shown) = visitor.shown else { return answers::unknown() };
    // Before any password is worked out.
    match console.hall.ask(|reply| Ask::People { shown, reply }).await {
        Some(Some(_)) => {}
        Some(None) => return refuse(&console, &visitor).await,
        None => return answers::gone(),
    }
    let what = match meant(&console, &visitor, wish).await {
        Ok(what) => what,
        Err(refusal) => return refusal,
    };
    let Some(secret) = secrets::secret() else { return answers::gone() };
    let Some(visit) = visitor.visit(&secret) else { return answers::gone() };
    let (is_link, is_key) = (matches!(what, Manage::Link { .. }), matches!(what, Manage::Key { .. }));
    info!(from = visitor.from, what = what.word(), "Accounts are changed.");
    match console.hall.ask(|reply| Ask::Manage { shown, what, visit, reply }).await {
        Some(Some(Ok(managed))) if is_link => {
            axum::Json(json!({ "link": format!("/#/enter/{secret}"), "until": managed.until })).into_response()
        }
        Some(Some(Ok(_))) if is_key => axum::Json(json!({ "key": secret })).into_response(),
        Some(Some(Ok(_))) => axum::Json(json!({})).into_response(),
        Some(Some(Err(refusal))) => (StatusCode::UNPROCESSABLE_ENTITY, axum::Json(refusal)).into_response(),
        Some(None) => refuse(&console, &visitor).await,
        None => answers::gone(),
    }
}

async fn meant(console: &Console, visitor: &Visitor, wish: Wish) -> Result<Manage, Response> {
    Ok(match wish {
        Wish::Add { name, role, password } => {
            Manage::Add { name, role, password: hash(console, visitor, password).await? }
        }
        Wish::Change { name, role, password } => {
            Manage::Change { name, role, password: hash(console, visitor, password).await? }
        }
        Wish::EndSession { id } => Manage::EndSession { id },
        Wish::Key { name } => Manage::Key { name },
        Wish::Link { name } => Manage::Link { name },
        Wish::Remove { name } => Manage::Remove { name },
    })
}

async fn hash(console: &Console, visitor: &Visitor, password: Option<String>) -> Result<Option<String>, Response> {
    let Some(password) = password else { return Ok(None) };
    good_password(&password)
        .map_err(|refusal| (StatusCode::UNPROCESSABLE_ENTITY, axum::Json(refusal)).into_response())?;
    let place = console.passwords.place(&visitor.from, true).ok_or_else(answers::busy)?;
    console.passwords.hash(place, password).await.map(Some).ok_or_else(answers::gone)
}

/// Whoever is signed in may not; whoever is not must sign in.
pub(super) async fn refuse(console: &Console, visitor: &Visitor) -> Response {
    let Some(shown) = visitor.shown else { return answers::unknown() };
    match console.hall.ask(|reply| Ask::Known { shown, reply }).await {
        Some(Some(_)) => answers::not_allowed(),
        Some(None) => answers::unknown(),
        None => answers::gone(),
    }
}
