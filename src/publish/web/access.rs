//! Who may see and command tables by the routes for programs: everybody on this computer, and on others who has an
//! arbiter's account.

use std::sync::Arc;

use axum::{
    extract::{ConnectInfo, Request, State},
    http::{StatusCode, header},
    middleware,
    response::{IntoResponse, Response},
};

use super::shared::Shared;
use crate::{
    hall::people::Account,
    publish::console::{Peer, Visitor, hall::Ask},
};

/// Who commands: his name goes with the command. Nobody is asked on this computer.
#[derive(Debug, Clone)]
pub(super) struct By(pub(super) Option<String>);

/// By what somebody was let through, so that he can be asked for it again.
#[derive(Debug, Clone)]
pub(super) struct Pass {
    visitor: Visitor,
    peer: Peer,
    table: Option<String>,
}

impl Pass {
    /// Whether he would be let through now.
    pub(super) async fn holds(&self, shared: &Shared) -> bool {
        look(shared, &self.visitor, self.peer, self.table.clone()).await.is_ok()
    }
}

/// Why somebody may not look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Refusal {
    /// The program is about to end.
    Ending,
    /// A script of another site asks this computer under that site's name.
    Misdirected,
    /// His account is not an arbiter's, or not for this table.
    NotAllowed,
    /// He is not signed in, and shows no key.
    Unknown,
}

/// Lets those through who may look.
pub(super) async fn admit(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    mut request: Request,
    next: middleware::Next,
) -> Response {
    let visitor = Visitor::of(peer, request.headers(), &shared.console.cookie);
    let table = table_of(request.uri().path());
    match look(&shared, &visitor, peer, table.clone()).await {
        Ok(by) => {
            request.extensions_mut().insert(By(by));
            request.extensions_mut().insert(Pass { visitor, peer, table });
            next.run(request).await
        }
        Err(refusal) => refusal.into_response(),
    }
}

async fn look(
    shared: &Shared,
    visitor: &Visitor,
    peer: Peer,
    table: Option<String>,
) -> Result<Option<String>, Refusal> {
    if visitor.is_local {
        return Ok(None);
    }
    let is_misdirected = peer.is_loopback() && visitor.from == peer.ip().to_string();
    let unknown = if is_misdirected { Refusal::Misdirected } else { Refusal::Unknown };
    let shown = visitor.shown.ok_or(unknown)?;
    match shared.console.hall.ask(|reply| Ask::Sees { shown, table, reply }).await {
        Some(Some((Account { name, .. }, true))) => Ok(Some(name)),
        Some(Some((_, false))) => Err(Refusal::NotAllowed),
        Some(None) => Err(unknown),
        None => Err(Refusal::Ending),
    }
}

/// The table that a path is about.
fn table_of(path: &str) -> Option<String> {
    let name = path.strip_prefix("/table/")?.split('/').next()?;
    let mut bytes = Vec::with_capacity(name.len());
    let mut rest = name.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        match self {
            Refusal::Ending => (StatusCode::SERVICE_UNAVAILABLE, "This program is about to end.").into_response(),
            Refusal::Misdirected => {
                (StatusCode::MISDIRECTED_REQUEST, "This answers to localhost only, where nobody is signed in.")
                    .into_response()
            }
            Refusal::NotAllowed => (StatusCode::FORBIDDEN, "This account may not see this.").into_response(),
            Refusal::Unknown => {
                let said = "Sign in, or show a key: Authorization: Bearer <key>.";
                (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, "Bearer")], said).into_response()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tables_name_is_read_as_the_routes_read_it() {
        assert_eq!(table_of("/table/Brett%201/events").as_deref(), Some("Brett 1"));
        assert_eq!(table_of("/table/7").as_deref(), Some("7"));
        assert_eq!(table_of("/tables"), None);
        assert_eq!(table_of("/table/%f/game"), None);
    }
}
