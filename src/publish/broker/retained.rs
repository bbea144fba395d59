//! Who has what retained. The service's own messages have room; those of others have so much together, across restarts.

use std::collections::HashMap;

use mqtt5::broker::storage::RetainedMessage;

use super::{filters::meet, meter::copy_bytes};

/// The property in which the broker says who has published a message.
const PUBLISHER: &str = "x-mqtt-client-id";

/// What is retained, and is about to be, by topic.
#[derive(Debug, Default)]
pub(super) struct Retained(HashMap<String, Kept>);

#[derive(Debug)]
struct Kept {
    /// What it takes to show it to somebody, in bytes.
    bytes: usize,
    /// The client id of who has published it; `None`: it is the service's own.
    by: Option<String>,
    /// Whether the broker has a message there.
    is_stored: bool,
    /// Whether it is to have one, or another one: one of QoS 2 it has once that is released.
    is_pending: bool,
}

impl Retained {
    /// What is found in a storage, and nothing else.
    pub(super) fn found(messages: Vec<(String, RetainedMessage)>, is_service: impl Fn(&str) -> bool) -> Retained {
        let kept = messages.into_iter().map(|(topic, message)| {
            let properties = &message.user_properties;
            let by =
                properties.iter().find(|(name, _)| name == PUBLISHER).map(|(_, id)| id.clone()).unwrap_or_default();
            let length = properties.iter().map(|(name, value)| name.len() + value.len()).sum();
            let bytes = copy_bytes(&topic, length) + message.payload.len();
            let by = (!is_service(&by)).then_some(by);
            (topic, Kept { bytes, by, is_stored: true, is_pending: false })
        });
        Retained(kept.collect())
    }

    /// The service itself is about to have a message retained there.
    pub(super) fn service_publishes(&mut self, topic: &str, bytes: usize) {
        self.publishes(topic, bytes, None);
    }

    /// Another is about to have a message retained there.
    pub(super) fn another_publishes(&mut self, topic: &str, bytes: usize, id: &str) {
        self.publishes(topic, bytes, Some(id.to_owned()));
    }

    fn publishes(&mut self, topic: &str, bytes: usize, by: Option<String>) {
        let kept = self.0.entry(topic.to_owned());
        let kept = kept.or_insert(Kept { bytes, by: None, is_stored: false, is_pending: true });
        (kept.bytes, kept.by, kept.is_pending) = (bytes, by, true);
    }

    /// The broker has a message there. One that nobody was about to publish is the will of another.
    pub(super) fn stored(&mut self, topic: &str, payload: usize) {
        let bytes = copy_bytes(topic, 0) + payload;
        let kept = self.0.entry(topic.to_owned());
        let kept = kept.or_insert(Kept { bytes, by: Some(String::new()), is_stored: true, is_pending: false });
        (kept.bytes, kept.is_stored, kept.is_pending) = (kept.bytes.max(bytes), true, false);
    }

    /// The broker has none there any more.
    pub(super) fn cleared(&mut self, topic: &str) {
        if let Some(kept) = self.0.get_mut(topic) {
            kept.is_stored = false;
            if !kept.is_pending {
                self.0.remove(topic);
            }
        }
    }

    /// Forgets what others were about to publish and will not any more, since nobody knows them now.
    pub(super) fn prune(&mut self, is_known: impl Fn(&str) -> bool) {
        self.0.retain(|_, kept| {
            if let Some(by) = &kept.by {
                kept.is_pending &= is_known(by);
            }
            kept.is_stored || kept.is_pending
        });
    }

    /// Where others have messages, or are about to.
    pub(super) fn others(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter(|(_, kept)| kept.by.is_some()).map(|(topic, _)| topic.as_str())
    }

    /// Where others have messages.
    pub(super) fn stored_by_others(&self) -> Vec<String> {
        let stored = self.0.iter().filter(|(_, kept)| kept.by.is_some() && kept.is_stored);
        stored.map(|(topic, _)| topic.clone()).collect()
    }

    /// What it takes to show somebody all that a filter matches, in bytes.
    pub(super) fn shown(&self, filter: &str) -> usize {
        self.0.iter().filter(|(topic, _)| meet(topic, filter)).map(|(_, kept)| kept.bytes).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn others(retained: &Retained) -> Vec<&str> {
        let mut all: Vec<&str> = retained.others().collect();
        all.sort_unstable();
        all
    }

    #[test]
    fn a_topic_counts_from_when_it_is_published_until_it_is_cleared() {
        let mut retained = Retained::default();
        retained.another_publishes("a", 1_100, "x");
        retained.another_publishes("b", 1_100, "x");
        retained.stored("b", 10);
        retained.stored("will", 10);
        assert_eq!((others(&retained), retained.shown("+") > 3_200), (vec!["a", "b", "will"], true));
        retained.prune(|_| true);
        assert_eq!(others(&retained), ["a", "b", "will"]);
        retained.prune(|_| false);
        assert_eq!(others(&retained), ["b", "will"], "of the first there is nothing, and nobody who would publish it");
        retained.cleared("b");
        assert_eq!(others(&retained), ["will"]);
        retained.service_publishes("will", 1_100);
        assert!(others(&retained).is_empty());
    }

    #[test]
    fn what_is_cleared_while_it_is_published_anew_counts_further() {
        let mut retained = Retained::default();
        retained.another_publishes("a", 1_100, "x");
        retained.stored("a", 10);
        retained.another_publishes("a", 1_100, "x");
        retained.cleared("a");
        assert_eq!((others(&retained), retained.stored_by_others()), (vec!["a"], Vec::new()));
        retained.stored("a", 10);
        assert_eq!(retained.stored_by_others(), ["a"]);
    }
}
