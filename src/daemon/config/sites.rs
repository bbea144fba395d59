//! Addresses of hosts, as they stand in values: `scheme://host:port`.

use std::net::{IpAddr, Ipv6Addr};

/// The parts of such an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Site<'a> {
    pub(super) scheme: &'a str,
    /// An address of IPv6 without its brackets.
    pub(super) host: &'a str,
    /// `None`: the usual one of its scheme.
    pub(super) port: Option<u16>,
}

impl Site<'_> {
    /// Reads one; a `/` may stand behind it, and nothing else. Whether the host is called as hosts are is not asked.
    pub(super) fn read(text: &str) -> Option<Site<'_>> {
        let (scheme, rest) = text.split_once("://")?;
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        let (host, port) = match rest.strip_prefix('[') {
            Some(rest) => {
                let (host, port) = rest.split_once(']')?;
                host.parse::<Ipv6Addr>().ok()?;
                (host, if port.is_empty() { None } else { Some(port.strip_prefix(':')?) })
            }
            None => rest.split_once(':').map_or((rest, None), |(host, port)| (host, Some(port))),
        };
        let port = match port {
            Some(port) if port.bytes().all(|digit| digit.is_ascii_digit()) => {
                Some(port.parse().ok().filter(|port: &u16| *port > 0)?)
            }
            Some(_) => return None,
            None => None,
        };
        Some(Site { scheme, host, port })
    }

    pub(super) fn address(&self) -> Option<IpAddr> {
        self.host.parse().ok()
    }

    /// Whether the host is an address, or called as hosts are: letters, digits and hyphens, with dots between (RFC 1123,
    /// section 2.1).
    pub(super) fn is_of_host(&self) -> bool {
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.');
        self.address().is_some() || !self.host.is_empty() && self.host.chars().all(is_name)
    }

    /// The origin of the site's pages as browsers name it, without the usual port (RFC 6454, section 6.2).
    pub(super) fn origin(&self) -> Option<String> {
        let usual = match self.scheme {
            "http" => 80,
            "https" => 443,
            _ => return None,
        };
        let port = self.port.filter(|port| *port != usual).map(|port| format!(":{port}")).unwrap_or_default();
        let host = if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.to_owned() };
        self.is_of_host().then(|| format!("{}://{host}{port}", self.scheme))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_named_as_browsers_name_it() {
        for (text, origin) in [
            ("https://lichess.org", "https://lichess.org"),
            ("https://lichess.org/", "https://lichess.org"),
            ("https://lichess.org:443", "https://lichess.org"),
            ("http://[::1]:80/", "http://[::1]"),
            ("http://10.0.0.1:8080", "http://10.0.0.1:8080"),
        ] {
            assert_eq!(Site::read(text).and_then(|site| site.origin()).as_deref(), Some(origin), "{text}");
        }
        for wrong in ["", "*", "null", "lichess.org", "https://", "https://a/b", "ftp://a", "https://a,https://b"] {
            assert_eq!(Site::read(wrong).and_then(|site| site.origin()), None, "{wrong}");
        }
    }
}
