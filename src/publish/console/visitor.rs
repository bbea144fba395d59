//! Who is at the other end of a request, as far as the request tells.

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, HeaderName, header, request::Parts},
};

use super::{
    Console, answers, guard,
    peer::{Peer, subscriber},
    secrets,
};
use crate::hall::accounts::session::{Digest, Visit};

/// Names of the headers by which a proxy says for whom it asks: who comes so is not on this computer.
const FORWARDED: [HeaderName; 3] = [header::FORWARDED, X_FORWARDED_FOR, HeaderName::from_static("x-real-ip")];
const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// By this header it says how it was asked itself.
const X_FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// Longest part of what a program calls itself that is kept, in characters.
const MAX_AGENT: usize = 200;

/// Longest secret that is looked at, in bytes.
const MAX_SECRET: usize = 256;

/// Who asks.
#[derive(Debug, Clone)]
pub(crate) struct Visitor {
    /// Digest of what he shows: a cookie, or a key.
    pub(crate) shown: Option<Digest>,
    /// Whether he is at this computer, and asks for it by a name of its own.
    pub(crate) is_local: bool,
    /// His address: of IPv6 the part that one subscriber has.
    pub(crate) from: String,
    /// Whether a proxy on this computer says that he asked it over TLS.
    pub(crate) is_encrypted: bool,
    agent: String,
}

impl Visitor {
    /// Reads a request's head. `cookie` is the name of ours.
    pub(crate) fn of(peer: Peer, headers: &HeaderMap, cookie: &str) -> Visitor {
        let is_direct = FORWARDED.iter().all(|name| !headers.contains_key(name));
        let is_local = peer.is_loopback() && is_direct && guard::is_local_host(headers);
        // A proxy on this computer says who asks it; what others say of themselves is not believed.
        let forwarded = headers.get_all(X_FORWARDED_FOR).iter().next_back().filter(|_| peer.is_loopback());
        let forwarded = forwarded.and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
        let proto = headers.get_all(X_FORWARDED_PROTO).iter().next_back().filter(|_| peer.is_loopback());
        let agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
        Visitor {
            shown: shown(headers, cookie).map(secrets::digest),
            is_local,
            from: subscriber(forwarded.unwrap_or_else(|| peer.ip())),
            is_encrypted: proto.is_some_and(|proto| proto.as_bytes().eq_ignore_ascii_case(b"https")),
            agent: agent.chars().take(MAX_AGENT).collect(),
        }
    }

    /// His next session, shown by this secret. `None` where the system has no chance to give.
    pub(super) fn visit(&self, secret: &str) -> Option<Visit> {
        let (from, agent) = (self.from.clone(), self.agent.clone());
        Some(Visit { id: secrets::name()?, digest: Some(secrets::digest(secret)), from, agent })
    }
}

impl FromRequestParts<Console> for Visitor {
    type Rejection = axum::response::Response;

    async fn from_request_parts(parts: &mut Parts, console: &Console) -> Result<Visitor, Self::Rejection> {
        let Some(peer) = parts.extensions.get::<axum::extract::ConnectInfo<Peer>>() else {
            return Err(answers::gone());
        };
        Ok(Visitor::of(peer.0, &parts.headers, &console.cookie))
    }
}

/// What is shown: a key, as programs do, or the cookie.
fn shown<'a>(headers: &'a HeaderMap, cookie: &str) -> Option<&'a str> {
    let found = match headers.get(header::AUTHORIZATION) {
        Some(bearer) => {
            let (scheme, key) = bearer.to_str().ok()?.trim().split_once(' ')?;
            // Its name is the same in any letters (RFC 9110, 11.1).
            scheme.eq_ignore_ascii_case("Bearer").then_some(key.trim())?
        }
        None => {
            let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
            let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
            pairs.find(|(name, _)| *name == cookie)?.1
        }
    };
    (found.len() <= MAX_SECRET).then_some(found)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn what_is_shown_is_a_key_or_our_own_cookie() {
        let mut headers = HeaderMap::new();
        headers.append(header::COOKIE, HeaderValue::from_static("other=1; touchmove-8080=abc"));
        assert_eq!(shown(&headers, "touchmove-8080"), Some("abc"));
        assert_eq!(shown(&headers, "touchmove-8081"), None);
        for bearer in ["Bearer key", "bearer key", "BEARER  key "] {
            headers.insert(header::AUTHORIZATION, HeaderValue::from_static(bearer));
            assert_eq!(shown(&headers, "touchmove-8080"), Some("key"), "{bearer:?}");
        }
        headers.insert(header::AUTHORIZATION, HeaderValue::from_static("Basic key"));
        assert_eq!(shown(&headers, "touchmove-8080"), None);
    }
    #[test]
    fn only_a_proxy_on_this_computer_is_believed_about_tls() {
        let mut headers = HeaderMap::new();
        headers.insert(X_FORWARDED_PROTO, HeaderValue::from_static("https"));
        let of = |address: &str, headers: &HeaderMap| {
            let peer = Peer::new(address.parse().expect("an address"));
            Visitor::of(peer, headers, "touchmove-8080").is_encrypted
        };
        assert!(of("127.0.0.1:4000", &headers));
        assert!(!of("192.168.1.7:4000", &headers));
        headers.insert(X_FORWARDED_PROTO, HeaderValue::from_static("http"));
        assert!(!of("127.0.0.1:4000", &headers));
    }
}
