//! Moves as records list them, again and again while the game goes on.

use std::{
    ops::Deref,
    sync::{Arc, OnceLock},
};

use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

/// Texts that are shown in every record of a game: their JSON is made when it is first written, and shared.
#[derive(Debug, Clone)]
pub struct Listing<T>(Arc<Shared<T>>);

#[derive(Debug)]
struct Shared<T> {
    all: Vec<T>,
    /// `None` where it cannot be written, which no text is known to do.
    json: OnceLock<Option<Box<RawValue>>>,
}

impl<T> From<Vec<T>> for Listing<T> {
    fn from(all: Vec<T>) -> Listing<T> {
        Listing(Arc::new(Shared { all, json: OnceLock::new() }))
    }
}

impl<T> Default for Listing<T> {
    fn default() -> Listing<T> {
        Vec::new().into()
    }
}

impl<T> Deref for Listing<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0.all
    }
}

impl<T: PartialEq> PartialEq for Listing<T> {
    fn eq(&self, other: &Listing<T>) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.all == other.0.all
    }
}

impl<T: Eq> Eq for Listing<T> {}

impl<T: AsRef<str>> Serialize for Listing<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let texts = || self.iter().map(AsRef::as_ref);
        match self.0.json.get_or_init(|| to_raw_value(&texts().collect::<Vec<&str>>()).ok()) {
            Some(json) => json.serialize(serializer),
            None => serializer.collect_seq(texts()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_written_as_the_texts_alone_are() {
        let texts = vec!["e4".to_owned(), "say \"x\"\n".to_owned(), "ж".to_owned()];
        let listing = Listing::from(texts.clone());
        assert_eq!(serde_json::to_string(&listing).expect("JSON"), serde_json::to_string(&texts).expect("JSON"));
        assert_eq!(serde_json::to_value(&listing).expect("JSON"), serde_json::json!(texts));
        assert_eq!(serde_json::to_string(&Listing::<String>::default()).expect("JSON"), "[]");
        assert_eq!(listing, Listing::from(texts));
        assert_ne!(listing, Listing::default());
    }
}
