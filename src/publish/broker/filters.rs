//! What a client subscribes to, and how often it gets the same message for it: the broker sends a copy for each
//! subscription that matches (MQTT 5.0, section 3.3.4).

use std::sync::Arc;

/// Most subscriptions of a client that is not the service itself.
const MAX_SUBSCRIPTIONS: usize = 32;

/// Most copies of a message for one client: as many of its subscriptions may match a topic.
pub(super) const MAX_COPIES: usize = 4;

/// Most levels of a filter or topic of others: each is compared with each under one lock.
const MAX_LEVELS: usize = 32;

/// How a subscription begins that is shared with other clients. The broker never forgets by which names they are shared.
const SHARED: &str = "$share/";

/// The filters of a client's subscriptions.
#[derive(Debug, Default)]
pub(super) struct Filters(Vec<String>);

impl Filters {
    /// Takes one more. `false`: there are too many, or too many that match the same topics, or it is to be shared.
    pub(super) fn take(&mut self, filter: &str) -> bool {
        if self.0.iter().any(|other| other == filter) {
            return true;
        }
        if filter.starts_with(SHARED) || is_too_deep(filter) || self.0.len() >= MAX_SUBSCRIPTIONS {
            return false;
        }
        let met: Vec<&str> = self.0.iter().map(String::as_str).filter(|other| meet(other, filter)).collect();
        let meets: Vec<u64> = met.iter().map(|one| places(met.iter().map(|other| meet(one, other)))).collect();
        let may = !are_met(&meets, places(met.iter().map(|_| true)), MAX_COPIES);
        if may {
            self.0.push(filter.to_owned());
        }
        may
    }

    /// These are given up.
    pub(super) fn give_up(&mut self, filters: &[Arc<str>]) {
        self.0.retain(|filter| filters.iter().all(|other| **other != **filter));
    }

    /// How many of them match a topic.
    pub(super) fn matching(&self, topic: &str) -> usize {
        self.0.iter().filter(|filter| meet(filter, topic)).count()
    }
}

/// Whether a filter or topic has more levels than others may use.
pub(super) fn is_too_deep(name: &str) -> bool {
    name.bytes().filter(|byte| *byte == b'/').count() >= MAX_LEVELS
}

/// Whether there is a topic that both match. A topic meets the filters that match it; one that begins with `$` also those
/// that begin with a wildcard, which do not.
pub(super) fn meet(one: &str, other: &str) -> bool {
    let (mut ones, mut others) = (one.split('/'), other.split('/'));
    loop {
        match (ones.next(), others.next()) {
            (Some("#"), _) | (_, Some("#")) | (None, None) => return true,
            (Some(one), Some(other)) if one == other || one == "+" || other == "+" => {}
            (Some(_) | None, Some(_) | None) => return false,
        }
    }
}

/// The places of those that are so, as bits.
fn places(are: impl Iterator<Item = bool>) -> u64 {
    are.enumerate().fold(0, |places, (place, is)| places | u64::from(is) << place)
}

/// Whether of the filters at these places as many as wanted match one topic, where it is known of each which others it
/// meets. Those of which each meets each do: at every level they are one word or any, and they end alike.
fn are_met(meets: &[u64], places: u64, wanted: usize) -> bool {
    wanted == 0
        || meets.iter().enumerate().any(|(place, met)| {
            let behind = u64::MAX << place << 1;
            places >> place & 1 == 1 && are_met(meets, places & met & behind, wanted - 1)
        })
}

#[cfg(test)]
mod tests {
    use mqtt5::topic_matches_filter;
    use proptest::prelude::*;

    use super::*;

    fn taken(filters: &[&str]) -> Vec<bool> {
        let mut all = Filters::default();
        filters.iter().map(|filter| all.take(filter)).collect()
    }

    #[test]
    fn no_more_than_four_subscriptions_are_for_one_message() {
        assert_eq!(taken(&["#", "+/#", "chess/#", "chess/1/#", "chess/+/status"]), [true, true, true, true, false]);
        assert_eq!(taken(&["chess/1/a", "chess/1/+", "+/1/+", "chess/+/+", "#"]), [true, true, true, true, false]);
        assert_eq!(taken(&["#", "a", "b", "c", "d", "+/e", "f/+"]), [true; 7], "no message is for many of these");
        assert_eq!(taken(&["a", "b", "c", "d", "e", "f/+", "#"]), [true; 7], "in whatever order they come");
        assert_eq!(taken(&["#", "#", "#", "#", "#"]), [true; 5], "the same once more changes nothing");
        assert_eq!(taken(&["$share/a/#", "$share/b/#"]), [false; 2]);
    }

    #[test]
    fn who_gives_subscriptions_up_may_have_others() {
        let mut all = Filters::default();
        let each = |table: usize| format!("chess/{table}/#");
        assert!((0..MAX_SUBSCRIPTIONS).all(|table| all.take(&each(table))));
        assert!(!all.take("chess/more/#"));
        all.give_up(&[each(3).into(), "other".into()]);
        assert!(all.take("chess/more/#"));
        assert_eq!((all.matching("chess/3/status"), all.matching("chess/more/status")), (0, 1));
    }

    fn word() -> impl Strategy<Value = &'static str> {
        prop::sample::select(vec!["a", "b", ""])
    }

    fn filter() -> impl Strategy<Value = String> {
        let word = prop::sample::select(vec!["a", "b", "", "+"]);
        (prop::collection::vec(word, 1..4), any::<bool>()).prop_map(|(mut words, is_open)| {
            if is_open {
                words.push("#");
            }
            words.join("/")
        })
    }

    proptest! {
        #[test]
        fn whatever_is_taken_no_message_comes_more_often(
            filters in prop::collection::vec(filter(), 1..24),
            topics in prop::collection::vec(prop::collection::vec(word(), 1..5), 1..24),
        ) {
            let mut all = Filters::default();
            for filter in &filters {
                all.take(filter);
            }
            for topic in topics.iter().map(|words| words.join("/")).filter(|topic| !topic.is_empty()) {
                let matching = all.0.iter().filter(|filter| topic_matches_filter(&topic, filter)).count();
                prop_assert!(matching <= MAX_COPIES, "{topic:?} {all:?}");
                prop_assert_eq!(matching, all.matching(&topic));
            }
        }
    }
}
