//! Who may ask what: the host that was asked for, the page that asks, and what a browser may do with our answers.

use std::{
    net::{Ipv4Addr, Ipv6Addr},
    time::Duration,
};

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// How long a body may take, once its head is there.
pub(crate) const BODY_WITHIN: Duration = Duration::from_secs(10);

/// Everything from ourselves, nothing inline; piece images are `data:` addresses in our own style sheet.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; \
     frame-ancestors 'none'";

/// Puts the security headers on an answer, and forbids keeping what has no better word on it.
pub(crate) fn secure(headers: &mut HeaderMap) {
    let fixed: [(HeaderName, &'static str); 5] = [
        (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

/// Whether the request is for this machine by a loopback name.
///
/// Another site's name that was made to point at 127.0.0.1 (DNS rebinding) would let that site's scripts read our
/// answers as their own; the `Host` header still tells them apart. Any port will do: the page may be reached through a
/// tunnel.
pub(crate) fn is_local_host(headers: &HeaderMap) -> bool {
    let mut hosts = headers.get_all(header::HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else { return false };
    let Ok(host) = host.to_str() else { return false };
    let name = without_port(host);
    if name.eq_ignore_ascii_case("localhost") {
        return true;
    }
    match name.strip_prefix('[').and_then(|name| name.strip_suffix(']')) {
        Some(name) => name.parse::<Ipv6Addr>().is_ok_and(|address| address.to_canonical().is_loopback()),
        None => name.parse::<Ipv4Addr>().is_ok_and(|address| address.is_loopback()),
    }
}

/// Whether a page of ours sent the request, or a program that is no browser.
pub(crate) fn is_same_origin(headers: &HeaderMap) -> bool {
    if let Some(site) = headers.get("sec-fetch-site")
        && site != "same-origin"
        && site != "none"
    {
        return false;
    }
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let (Ok(origin), Some(Ok(host))) = (origin.to_str(), headers.get(header::HOST).map(HeaderValue::to_str)) else {
        return false;
    };
    origin.split_once("://").is_some_and(|(_, rest)| rest.eq_ignore_ascii_case(host))
}

/// Whether the body says it is JSON. A plain form, which any site may send unasked, cannot say so.
pub(crate) fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/json")
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if !name.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, HeaderValue::from_static(value));
        }
        headers
    }

    #[test]
    fn only_loopback_names_are_local() {
        for host in ["localhost", "LocalHost:8080", "127.0.0.1", "127.9.0.1:80", "[::1]", "[::1]:8080"] {
            assert!(is_local_host(&headers(&[("host", host)])), "{host}");
        }
        for host in [
            "",
            ":80",
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example:80",
            "10.0.0.1",
            "[::2]",
            "::1:",
        ] {
            assert!(!is_local_host(&headers(&[("host", host)])), "{host}");
        }
        assert!(!is_local_host(&headers(&[])));
        assert!(!is_local_host(&headers(&[("host", "localhost"), ("host", "evil.example")])));
    }

    #[test]
    fn other_sites_are_not_the_same_origin() {
        let host = ("host", "localhost:8080");
        assert!(is_same_origin(&headers(&[host])));
        assert!(is_same_origin(&headers(&[
            host,
            ("origin", "http://localhost:8080"),
            ("sec-fetch-site", "same-origin")
        ])));
        for origin in ["null", "http://localhost:9090", "http://evil.example", "http://localhost:8080.evil.example", ""]
        {
            assert!(!is_same_origin(&headers(&[host, ("origin", origin)])), "{origin}");
        }
        assert!(!is_same_origin(&headers(&[host, ("sec-fetch-site", "cross-site")])));
        assert!(!is_same_origin(&headers(&[host, ("sec-fetch-site", "same-site")])));
        assert!(!is_same_origin(&headers(&[("origin", "http://localhost")])));
    }

    #[test]
    fn a_form_is_not_json() {
        assert!(is_json(&headers(&[("content-type", "application/json")])));
        assert!(is_json(&headers(&[("content-type", "Application/JSON; charset=utf-8")])));
        for kind in ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""] {
            assert!(!is_json(&headers(&[("content-type", kind)])), "{kind}");
        }
        assert!(!is_json(&headers(&[])));
    }
}
