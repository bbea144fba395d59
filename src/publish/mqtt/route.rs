//! Which of the broker's addresses is tried next, and in which version of MQTT.
//!
//! MQTT 5 is tried first. A broker that knows only 3.1.1 either says so, or breaks off before it has answered (NATS
//! answers in a form that no client for MQTT 5 can read). A broker that is just ending breaks off, too; so only the second
//! time in a row counts.

use std::time::Duration;

use tokio::time::Instant;

use super::{
    disconnect_reason::DisconnectReason,
    settings::{Address, MqttVersion},
};

/// How often in a row a broker must break off before it has answered, to be tried in MQTT 3.1.1.
const BREAKS: u8 = 2;

/// After so long MQTT 5 is tried again where a connection is made anyway: brokers are upgraded.
const AGAIN: Duration = Duration::from_secs(3_600);

/// A version of MQTT.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Version {
    Five,
    /// 3.1.1.
    Three,
}

impl Version {
    pub(super) fn name(self) -> &'static str {
        match self {
            Version::Five => "5",
            Version::Three => "3.1.1",
        }
    }
}

/// When the next try is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// It is in another version of MQTT, or goes elsewhere: at once.
    AtOnce,
    /// After a pause.
    Later,
}

/// The addresses of a broker, in turn. They are those of one broker: what is known of one is of all.
#[derive(Debug)]
pub(super) struct Route {
    /// Never empty.
    addresses: Vec<Address>,
    at: usize,
    /// How many in a row have not let us in.
    failed: usize,
    speech: Speech,
    wish: MqttVersion,
    /// The broker has let us in by this try.
    is_in: bool,
}

/// What is known of what a broker speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Speech {
    /// 5, for all we know; so many times in a row it has broken off before it answered.
    Five { breaks: u8 },
    /// Perhaps 3.1.1: it does not speak 5.
    Perhaps,
    /// 3.1.1: it let us in then.
    Three { since: Instant },
}

impl Speech {
    const UNKNOWN: Speech = Speech::Five { breaks: 0 };

    /// What is known once a try has ended so before the broker let us in.
    fn after(self, trouble: &DisconnectReason) -> Speech {
        let is_refused = matches!(trouble, DisconnectReason::Version { .. });
        let breaks_off = matches!(trouble, DisconnectReason::Lost | DisconnectReason::Protocol { .. });
        match self {
            Speech::Five { .. } if is_refused => Speech::Perhaps,
            Speech::Five { breaks } if breaks_off && breaks + 1 >= BREAKS => Speech::Perhaps,
            Speech::Five { breaks } if breaks_off => Speech::Five { breaks: breaks + 1 },
            // Whatever keeps it from answering.
            Speech::Three { since } if !is_refused => Speech::Three { since },
            Speech::Five { .. } | Speech::Perhaps | Speech::Three { .. } => Speech::UNKNOWN,
        }
    }
}

impl Route {
    /// The first of the addresses comes first.
    pub(super) fn new(addresses: Vec<Address>, wish: MqttVersion) -> Route {
        Route { addresses, at: 0, failed: 0, speech: Speech::UNKNOWN, wish, is_in: false }
    }

    /// Where the next try goes, and in which version; `None`: there is no address.
    pub(super) fn next(&mut self, now: Instant) -> Option<(&Address, Version)> {
        self.is_in = false;
        let version = match self.wish {
            MqttVersion::Five => Version::Five,
            MqttVersion::Three => Version::Three,
            MqttVersion::Auto => {
                // It is asked again; where it breaks off once more, nothing has changed.
                if matches!(self.speech, Speech::Three { since } if now.saturating_duration_since(since) >= AGAIN) {
                    self.speech = Speech::Five { breaks: BREAKS - 1 };
                }
                match self.speech {
                    Speech::Five { .. } => Version::Five,
                    Speech::Perhaps | Speech::Three { .. } => Version::Three,
                }
            }
        };
        self.address().map(|address| (address, version))
    }

    /// Where the last try went.
    pub(super) fn address(&self) -> Option<&Address> {
        self.addresses.get(self.at)
    }

    /// Whether the broker had let us in by the last try.
    pub(super) fn was_in(&self) -> bool {
        self.is_in
    }

    /// The broker has let us in.
    pub(super) fn accepted(&mut self, now: Instant) {
        self.is_in = true;
        self.failed = 0;
        self.speech = match self.speech {
            Speech::Five { .. } => Speech::UNKNOWN,
            Speech::Perhaps => Speech::Three { since: now },
            Speech::Three { since } => Speech::Three { since },
        };
    }

    /// The try has ended, and why.
    ///
    /// An address that had let us in is tried again before any other: our session may be there alone.
    pub(super) fn ended(&mut self, trouble: &DisconnectReason) -> Next {
        if self.is_in {
            return Next::Later;
        }
        if self.wish == MqttVersion::Auto {
            self.speech = self.speech.after(trouble);
            match self.speech {
                Speech::Perhaps => return Next::AtOnce,
                // It is asked once more before others are.
                Speech::Five { breaks } if breaks > 0 => return Next::Later,
                Speech::Five { .. } | Speech::Three { .. } => {}
            }
        }
        self.at = (self.at + 1) % self.addresses.len().max(1);
        self.failed = (self.failed + 1) % self.addresses.len().max(1);
        if self.failed == 0 { Next::Later } else { Next::AtOnce }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn route(hosts: &[&str], wish: MqttVersion) -> Route {
        let address = |host: &&str| Address { host: (*host).to_owned(), port: 1883 };
        Route::new(hosts.iter().map(address).collect(), wish)
    }

    fn tries(route: &mut Route, now: Instant) -> (String, Version) {
        let (address, version) = route.next(now).expect("an address");
        (address.host.clone(), version)
    }

    const REFUSED: DisconnectReason = DisconnectReason::Version { what: "MQTT 5" };
    const LOST: DisconnectReason = DisconnectReason::Lost;
    const SILENT: DisconnectReason = DisconnectReason::Silent;

    #[test]
    fn a_broker_that_refuses_mqtt_5_is_spoken_to_in_3_1_1_and_asked_again_after_an_hour() {
        let (mut route, mut now) = (route(&["a"], MqttVersion::Auto), Instant::now());
        assert_eq!(tries(&mut route, now).1, Version::Five);
        assert_eq!(route.ended(&REFUSED), Next::AtOnce);
        assert_eq!(tries(&mut route, now).1, Version::Three);
        route.accepted(now);
        for trouble in [LOST, SILENT, LOST, LOST] {
            assert_eq!(route.ended(&trouble), Next::Later);
            assert_eq!(tries(&mut route, now).1, Version::Three, "whatever breaks, it is known");
        }
        now += AGAIN;
        assert_eq!(tries(&mut route, now).1, Version::Five);
        assert_eq!(route.ended(&LOST), Next::AtOnce);
        assert_eq!(tries(&mut route, now).1, Version::Three);
        route.accepted(now);
        route.ended(&LOST);
        now += AGAIN;
        assert_eq!(tries(&mut route, now).1, Version::Five);
        route.accepted(now);
        route.ended(&LOST);
        assert_eq!(tries(&mut route, now).1, Version::Five, "it was upgraded");
    }

    #[test]
    fn one_that_breaks_off_before_it_answers_counts_from_the_second_time_in_a_row() {
        let (mut route, now) = (route(&["a"], MqttVersion::Auto), Instant::now());
        for (trouble, next, version) in [
            (LOST, Next::Later, Version::Five),
            (SILENT, Next::Later, Version::Five),
            (LOST, Next::Later, Version::Five),
            (LOST, Next::AtOnce, Version::Three),
            (LOST, Next::Later, Version::Five),
            (LOST, Next::Later, Version::Five),
        ] {
            tries(&mut route, now);
            assert_eq!(route.ended(&trouble), next);
            assert_eq!(tries(&mut route, now).1, version);
        }
        // What breaks off once we are in says nothing.
        for _ in 0..5 {
            assert_eq!(tries(&mut route, now).1, Version::Five);
            route.accepted(now);
            assert_eq!(route.ended(&LOST), Next::Later);
        }
    }

    #[test]
    fn a_version_that_is_wished_for_is_the_only_one() {
        for (wish, version) in [(MqttVersion::Five, Version::Five), (MqttVersion::Three, Version::Three)] {
            let (mut route, now) = (route(&["a"], wish), Instant::now());
            for trouble in [REFUSED, LOST, LOST, LOST] {
                assert_eq!(tries(&mut route, now).1, version);
                assert_eq!(route.ended(&trouble), Next::Later);
            }
        }
    }

    #[test]
    fn addresses_take_turns_at_once_and_one_that_had_let_us_in_is_tried_again_first() {
        let (mut route, now) = (route(&["a", "b", "c"], MqttVersion::Auto), Instant::now());
        let host = |route: &mut Route| tries(route, now).0;
        assert_eq!(host(&mut route), "a");
        assert_eq!(route.ended(&SILENT), Next::AtOnce);
        assert_eq!(host(&mut route), "b");
        route.accepted(now);
        assert_eq!(route.ended(&LOST), Next::Later);
        assert_eq!(host(&mut route), "b");
        assert_eq!(route.ended(&SILENT), Next::AtOnce);
        assert_eq!(host(&mut route), "c");
        // It is asked in both versions before the next one.
        assert_eq!(route.ended(&LOST), Next::Later);
        assert_eq!(tries(&mut route, now), ("c".to_owned(), Version::Five));
        assert_eq!(route.ended(&LOST), Next::AtOnce);
        assert_eq!(tries(&mut route, now), ("c".to_owned(), Version::Three));
        assert_eq!(route.ended(&LOST), Next::AtOnce);
        assert_eq!(tries(&mut route, now), ("a".to_owned(), Version::Five));
        assert_eq!(route.ended(&SILENT), Next::Later, "all have been tried");
        // What one of them speaks, the others do.
        assert_eq!(tries(&mut route, now), ("b".to_owned(), Version::Five));
        route.ended(&REFUSED);
        assert_eq!(tries(&mut route, now), ("b".to_owned(), Version::Three));
        route.accepted(now);
        route.ended(&LOST);
        assert_eq!(tries(&mut route, now), ("b".to_owned(), Version::Three));
        route.ended(&SILENT);
        assert_eq!(tries(&mut route, now), ("c".to_owned(), Version::Three));
    }
}
