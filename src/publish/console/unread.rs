//! Texts on their way to readers. All who are sent a text share it, but each version that somebody still reads stays in
//! memory. Where these are too many, the readers of the oldest are cut off.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::body::Bytes;

use super::Ends;

/// Most bytes of older versions that are kept for those who still read them.
const MAX_BYTES: usize = 16 * 1_024 * 1_024;

/// As many versions of a long text are kept whatever they weigh: a slow line has a few seconds for it.
const MIN_VERSIONS: usize = 8;

/// All texts on their way. Clones are the same.
#[derive(Debug, Clone, Default)]
pub(super) struct Unread(Arc<Mutex<Ways>>);

#[derive(Debug, Default)]
struct Ways {
    next: u64,
    /// In the order in which they were begun.
    open: BTreeMap<u64, Way>,
}

#[derive(Debug)]
struct Way {
    /// Of which text it is a version.
    address: String,
    /// Where the version is in memory: two ways of one version are told by it.
    version: usize,
    bytes: usize,
    reader: Option<Ends>,
}

/// A text on its way to a reader, until it is dropped.
struct OnTheWay {
    text: Arc<str>,
    number: u64,
    unread: Unread,
}

impl AsRef<[u8]> for OnTheWay {
    fn as_ref(&self) -> &[u8] {
        self.text.as_bytes()
    }
}

impl Drop for OnTheWay {
    fn drop(&mut self) {
        self.unread.ways().open.remove(&self.number);
    }
}

impl Unread {
    /// The text of this address for a reader, whose connection is ended when he is too far behind.
    pub(super) fn send(&self, address: &str, text: &Arc<str>, reader: Option<Ends>) -> Bytes {
        let mut ways = self.ways();
        let number = ways.next;
        ways.next += 1;
        let way = Way { address: address.to_owned(), version: text.as_ptr().addr(), bytes: text.len(), reader };
        ways.open.insert(number, way);
        ways.cut_behind();
        drop(ways);
        Bytes::from_owner(OnTheWay { text: Arc::clone(text), number, unread: self.clone() })
    }

    fn ways(&self) -> MutexGuard<'_, Ways> {
        // Each change is one step.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ways {
    /// Ends the connections of those who read the oldest versions, until what is kept besides the last of each text is not
    /// too much.
    fn cut_behind(&mut self) {
        let longest = self.open.values().map(|way| way.bytes).max().unwrap_or(0);
        let most = MAX_BYTES.max(longest * MIN_VERSIONS);
        let last: BTreeMap<&str, usize> = self.open.values().map(|way| (way.address.as_str(), way.version)).collect();
        let last: BTreeSet<usize> = last.into_values().collect();
        let older = || self.open.values().filter(|way| !last.contains(&way.version));
        let weights: BTreeMap<usize, usize> = older().map(|way| (way.version, way.bytes)).collect();
        let mut bytes: usize = weights.values().sum();
        let mut cut = BTreeSet::new();
        for way in older() {
            if bytes <= most {
                break;
            }
            if cut.insert(way.version) {
                bytes -= way.bytes;
            }
        }
        for way in self.open.values_mut().filter(|way| cut.contains(&way.version)) {
            if let Some(reader) = way.reader.take() {
                reader.end();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: usize) -> Arc<str> {
        "x".repeat(bytes).into()
    }

    #[tokio::test]
    async fn readers_of_the_oldest_versions_go_where_too_many_are_kept() {
        let unread = Unread::default();
        let (one, another, second) = (Ends::default(), Ends::default(), Ends::default());
        // So many of them that they count by what they weigh.
        let many = 2 * MIN_VERSIONS;
        let version = || text(MAX_BYTES / many);
        let first = version();
        let ways = [unread.send("a", &first, Some(one.clone())), unread.send("a", &first, Some(another.clone()))];
        let _second = unread.send("a", &version(), Some(second.clone()));
        let others: Vec<Bytes> = (1..many).map(|_| unread.send("a", &version(), None)).collect();
        assert!(!one.is_ended() && !second.is_ended(), "what fits is kept besides the last");
        let _of_another = unread.send("b", &text(100), None);
        assert!(!one.is_ended(), "another text changes nothing");
        let _last = unread.send("a", &version(), None);
        assert!(one.is_ended() && another.is_ended(), "both who read the oldest");
        assert!(!second.is_ended(), "nobody else");
        drop((ways, others));
        let _again = unread.send("a", &version(), None);
        assert!(!second.is_ended(), "what was read to its end is not kept");
    }

    #[tokio::test]
    async fn any_number_of_readers_share_one_version_and_the_last_of_each_text_is_kept() {
        let unread = Unread::default();
        let long = text(MAX_BYTES);
        let readers: Vec<Ends> = (0..100).map(|_| Ends::default()).collect();
        let send = |reader: &Ends| unread.send("a", &long, Some(reader.clone()));
        let _ways: Vec<Bytes> = readers.iter().map(send).collect();
        let _others: Vec<Bytes> = ["b", "c", "d"].map(|address| unread.send(address, &text(MAX_BYTES), None)).into();
        assert!(!readers.iter().any(Ends::is_ended));
    }

    #[tokio::test]
    async fn some_versions_of_a_long_text_are_kept_whatever_they_weigh() {
        let unread = Unread::default();
        let slow = Ends::default();
        let _first = unread.send("a", &text(MAX_BYTES), Some(slow.clone()));
        let _ways: Vec<Bytes> = (0..MIN_VERSIONS).map(|_| unread.send("a", &text(MAX_BYTES), None)).collect();
        assert!(!slow.is_ended());
        let _one_more = unread.send("a", &text(MAX_BYTES), None);
        assert!(slow.is_ended());
    }
}
