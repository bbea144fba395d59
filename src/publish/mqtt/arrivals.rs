//! Commands that came over one connection and are not acknowledged yet.
//!
//! The broker may forget a command once it is kept, not before: a service that is killed in between gets it again. It
//! is told in the order in which the commands came (MQTT 5, 4.6), and a table takes them in that order, so that one
//! that is kept speaks for all before it.

use std::collections::VecDeque;

/// Most acknowledgements handed to the client that it has not yet taken.
pub(super) const MAX_TELLING: usize = 4;

/// How the broker delivered a command that it waits to be told about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrival {
    /// Its packet id: the same whenever this command is delivered in this session.
    pub packet: u16,
    /// The broker says that it may have been delivered before.
    pub repeated: bool,
    /// How many sessions the broker has begun with us since the start; 0: it goes on with an earlier run's.
    pub session: u64,
    /// Which connection since the start.
    pub(super) connection: u64,
}

impl Arrival {
    /// The first arrival of a command, over the first connection.
    #[cfg(test)]
    pub(crate) fn new(packet: u16, session: u64) -> Arrival {
        Arrival { packet, repeated: false, session, connection: 0 }
    }
}

/// The commands of one connection.
#[derive(Debug, Default)]
pub(super) struct Arrivals {
    /// Packet ids in order of arrival.
    waiting: VecDeque<(u16, State)>,
    telling: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Done,
    Waits,
}

impl Arrivals {
    pub(super) fn came(&mut self, packet: u16) {
        self.waiting.push_back((packet, State::Waits));
    }

    /// This one is kept, and with it all before it.
    pub(super) fn kept(&mut self, packet: u16) {
        if let Some(place) = self.place(packet) {
            self.waiting.iter_mut().take(place + 1).for_each(|(_, state)| *state = State::Done);
        }
    }

    /// This one is not looked at.
    pub(super) fn refused(&mut self, packet: u16) {
        if let Some((_, state)) = self.place(packet).and_then(|place| self.waiting.get_mut(place)) {
            *state = State::Done;
        }
    }

    /// The next packet id to acknowledge, if the client takes one now.
    pub(super) fn next(&mut self) -> Option<u16> {
        if self.all_told() || self.telling >= MAX_TELLING {
            return None;
        }
        self.telling += 1;
        self.waiting.pop_front().map(|(packet, _)| packet)
    }

    /// The client has taken an acknowledgement.
    pub(super) fn told(&mut self) {
        self.telling = self.telling.saturating_sub(1);
    }

    /// Whether no acknowledgement is due.
    pub(super) fn all_told(&self) -> bool {
        self.waiting.front().is_none_or(|(_, state)| *state == State::Waits)
    }

    fn place(&self, packet: u16) -> Option<usize> {
        self.waiting.iter().position(|(waiting, _)| *waiting == packet)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_acknowledged_in_the_order_of_arrival() {
        let mut arrivals = Arrivals::default();
        for packet in [7, 8, 9] {
            arrivals.came(packet);
        }
        assert_eq!(arrivals.next(), None, "nothing is kept");
        arrivals.kept(8);
        assert!(!arrivals.all_told());
        assert_eq!((arrivals.next(), arrivals.next(), arrivals.next()), (Some(7), Some(8), None));
        assert!(arrivals.all_told());
        // Told again, or of another connection.
        arrivals.kept(8);
        assert_eq!(arrivals.next(), None);
        arrivals.kept(9);
        assert_eq!(arrivals.next(), Some(9));
    }

    #[test]
    fn one_that_is_refused_speaks_for_itself_alone_and_waits_for_those_before() {
        let mut arrivals = Arrivals::default();
        [1, 2, 3].into_iter().for_each(|packet| arrivals.came(packet));
        arrivals.refused(2);
        assert_eq!(arrivals.next(), None, "the first is not kept yet");
        arrivals.kept(1);
        assert_eq!((arrivals.next(), arrivals.next(), arrivals.next()), (Some(1), Some(2), None));
    }

    #[test]
    fn no_more_is_handed_to_the_client_than_it_has_room_for() {
        let mut arrivals = Arrivals::default();
        (1..=10).for_each(|packet| arrivals.came(packet));
        arrivals.kept(10);
        let handed = std::iter::from_fn(|| arrivals.next()).count();
        assert_eq!(handed, MAX_TELLING);
        arrivals.told();
        assert_eq!((arrivals.next(), arrivals.next()), (Some(5), None));
    }
}
