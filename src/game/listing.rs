//! Moves as records list them, again and again while the game goes on.

use std::{ops::Deref, sync::Arc};

use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

/// Texts that are shown in every record of a game: their JSON is written once, when they change, and shared.
#[derive(Debug, Clone)]
pub struct Listing<T> {
    all: Arc<Vec<T>>,
    /// Absent where it cannot be written, which no text is known to do.
    json: Option<Arc<RawValue>>,
}

impl<T: AsRef<str>> From<Vec<T>> for Listing<T> {
    fn from(all: Vec<T>) -> Listing<T> {
        let texts: Vec<&str> = all.iter().map(AsRef::as_ref).collect();
        let json = to_raw_value(&texts).ok().map(Arc::from);
        Listing { all: Arc::new(all), json }
    }
}

impl<T: AsRef<str>> Default for Listing<T> {
    fn default() -> Listing<T> {
        Vec::new().into()
    }
}

impl<T> Deref for Listing<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.all
    }
}

impl<T: PartialEq> PartialEq for Listing<T> {
    fn eq(&self, other: &Listing<T>) -> bool {
        Arc::ptr_eq(&self.all, &other.all) || self.all == other.all
    }
}

impl<T: Eq> Eq for Listing<T> {}

impl<T: AsRef<str>> Serialize for Listing<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.json {
            Some(json) => json.serialize(serializer),
            None => serializer.collect_seq(self.all.iter().map(AsRef::as_ref)),
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
