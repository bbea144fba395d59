//! Which publish belongs to which acknowledgement.
//!
//! The client names a packet id only after it has taken a message out of its channel, in order. So what was handed
//! over is kept in the same order, and each id reported goes to the oldest without one.

use std::collections::VecDeque;

use crate::publish::{time::PublisherTime, topics::Delivery};

/// Most messages handed to the client that it has not yet taken; below the capacity of its channel, so that there is
/// room for a subscription and a disconnect.
pub(crate) const MAX_HANDED: usize = 8;

/// Which messages may be handed over now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Room {
    /// Any.
    Any,
    /// None.
    None,
    /// Only those that need no acknowledgement.
    Unacknowledged,
}

/// The client reported a packet id that belongs to nothing handed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unpaired;

/// What is with the client or the broker, in order.
///
/// The window counts from the oldest message without acknowledgement to the newest, whatever was acknowledged in
/// between: so no packet id comes up again while it is in use, whatever the order of the broker's acknowledgements.
#[derive(Debug)]
pub(crate) struct Window<T> {
    size: usize,
    handed: VecDeque<(Delivery, T)>,
    unacknowledged: VecDeque<Sent<T>>,
}

#[derive(Debug)]
struct Sent<T> {
    id: u16,
    at: PublisherTime,
    item: Option<T>,
}

impl<T> Window<T> {
    /// A window over at most `size` messages that need an acknowledgement.
    pub(crate) fn new(size: usize) -> Window<T> {
        Window { size, handed: VecDeque::new(), unacknowledged: VecDeque::new() }
    }

    pub(crate) fn room(&self) -> Room {
        if self.handed.len() >= MAX_HANDED {
            return Room::None;
        }
        let handed = self.handed.iter().filter(|(delivery, _)| *delivery == Delivery::AtLeastOnce).count();
        if handed + self.unacknowledged.len() < self.size { Room::Any } else { Room::Unacknowledged }
    }

    /// A message was handed to the client.
    pub(crate) fn hand(&mut self, delivery: Delivery, item: T) {
        self.handed.push_back((delivery, item));
    }

    /// The client took the oldest message handed over and gave it this packet id, 0 where it needs none.
    pub(crate) fn sent(&mut self, at: PublisherTime, id: u16) -> Result<(), Unpaired> {
        match self.handed.pop_front() {
            Some((Delivery::AtLeastOnce, item)) if id != 0 => {
                self.unacknowledged.push_back(Sent { id, at, item: Some(item) });
                Ok(())
            }
            Some((Delivery::AtMostOnce, _)) if id == 0 => Ok(()),
            Some(_) | None => Err(Unpaired),
        }
    }

    /// The broker acknowledged a packet id; gives the message.
    pub(crate) fn acknowledged(&mut self, id: u16) -> Option<T> {
        let item = self.unacknowledged.iter_mut().find(|sent| sent.id == id && sent.item.is_some())?.item.take();
        while self.unacknowledged.front().is_some_and(|sent| sent.item.is_none()) {
            self.unacknowledged.pop_front();
        }
        item
    }

    /// When the oldest message without acknowledgement was sent.
    pub(crate) fn oldest(&self) -> Option<PublisherTime> {
        self.unacknowledged.front().map(|sent| sent.at)
    }

    /// Whether nothing is with the client or the broker.
    pub(crate) fn is_empty(&self) -> bool {
        self.handed.is_empty() && self.unacknowledged.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_go_to_messages_in_the_order_in_which_they_were_handed_over() {
        let mut window = Window::new(3);
        window.hand(Delivery::AtLeastOnce, "a");
        window.hand(Delivery::AtMostOnce, "touch");
        window.hand(Delivery::AtLeastOnce, "b");
        assert_eq!(window.sent(PublisherTime(1), 7), Ok(()));
        assert_eq!(window.sent(PublisherTime(2), 0), Ok(()));
        assert_eq!(window.sent(PublisherTime(3), 8), Ok(()));
        assert_eq!(window.sent(PublisherTime(4), 9), Err(Unpaired));
        assert_eq!(window.oldest(), Some(PublisherTime(1)));
        assert_eq!(window.acknowledged(8), Some("b"));
        assert_eq!(window.acknowledged(8), None);
        assert_eq!(window.oldest(), Some(PublisherTime(1)));
        assert_eq!(window.acknowledged(7), Some("a"));
        assert!(window.is_empty());
    }

    #[test]
    fn an_id_of_the_wrong_kind_is_noticed() {
        let mut window = Window::new(3);
        window.hand(Delivery::AtLeastOnce, ());
        assert_eq!(window.sent(PublisherTime(1), 0), Err(Unpaired));
        window.hand(Delivery::AtMostOnce, ());
        assert_eq!(window.sent(PublisherTime(1), 1), Err(Unpaired));
    }

    #[test]
    fn the_window_stays_shut_while_the_oldest_is_unacknowledged() {
        let mut window = Window::new(2);
        for (id, item) in [(1, 'a'), (2, 'b')] {
            assert_eq!(window.room(), Room::Any);
            window.hand(Delivery::AtLeastOnce, item);
            assert_eq!(window.sent(PublisherTime(0), id), Ok(()));
        }
        assert_eq!(window.room(), Room::Unacknowledged);
        assert_eq!(window.acknowledged(2), Some('b'));
        assert_eq!(window.room(), Room::Unacknowledged);
        assert_eq!(window.acknowledged(1), Some('a'));
        assert_eq!(window.room(), Room::Any);
        for _ in 0..MAX_HANDED {
            window.hand(Delivery::AtMostOnce, 't');
        }
        assert_eq!(window.room(), Room::None);
    }
}
