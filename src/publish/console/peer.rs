//! Who is at the other end of a connection.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

/// Who is at the other end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Peer(SocketAddr);

impl Peer {
    pub(crate) fn new(address: SocketAddr) -> Peer {
        Peer(address)
    }

    pub(crate) fn ip(self) -> IpAddr {
        self.0.ip().to_canonical()
    }

    pub(crate) fn is_loopback(self) -> bool {
        self.ip().is_loopback()
    }
}

/// The address; of IPv6 its first 64 bits, since the rest is anybody's own.
pub(crate) fn subscriber(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            let [a, b, c, d, ..] = address.segments();
            format!("{}/64", Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        address => address.to_string(),
    }
}

/// Whether it is of an IPv6 network that is only local: all who are in one hall then have the same first 64 bits.
pub(crate) fn is_of_a_hall(address: IpAddr) -> bool {
    matches!(address.to_canonical(), IpAddr::V6(address) if address.is_unicast_link_local() || address.is_unique_local())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_subscribers() {
        for (address, expected) in [
            ("10.0.0.7", "10.0.0.7"),
            ("::ffff:10.0.0.7", "10.0.0.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("::1", "::1"),
        ] {
            assert_eq!(subscriber(address.parse().expect("an address")), expected);
        }
    }
}
