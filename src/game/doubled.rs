//! Whether a JSON text names a key twice in one object.
//!
//! Readers of JSON differ in which of the two counts: a text that one of them refuses another would read, and do.

use std::{collections::BTreeSet, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, SeqAccess, Visitor},
};

/// Reads a JSON text through.
///
/// # Errors
/// Where it is no JSON, or where a key stands for the second time in an object, at any depth: names line and column.
pub fn no_key_twice(json: &str) -> Result<(), serde_json::Error> {
    serde_json::from_str(json).map(|Once| ())
}

/// Any value whose objects name no key twice.
struct Once;

impl<'de> Deserialize<'de> for Once {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Once, D::Error> {
        deserializer.deserialize_any(Values)
    }
}

struct Values;

impl<'de> Visitor<'de> for Values {
    type Value = Once;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, _: bool) -> Result<Once, E> {
        Ok(Once)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Once, E> {
        Ok(Once)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Once, E> {
        Ok(Once)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Once, A::Error> {
        const SHOWN: usize = 80;
        let mut keys = BTreeSet::new();
        while let Some(key) = map.next_key::<String>()? {
            if keys.contains(&key) {
                let key: String = key.chars().take(SHOWN).collect();
                return Err(Error::custom(format_args!("the key {key:?} stands there twice")));
            }
            keys.insert(key);
            map.next_value::<Once>()?;
        }
        Ok(Once)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Once, A::Error> {
        while seq.next_element::<Once>()?.is_some() {}
        Ok(Once)
    }

    fn visit_str<E>(self, _: &str) -> Result<Once, E> {
        Ok(Once)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Once, E> {
        Ok(Once)
    }

    fn visit_unit<E>(self) -> Result<Once, E> {
        Ok(Once)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(json: &str) -> Option<String> {
        no_key_twice(json).err().map(|error| error.to_string())
    }

    #[test]
    fn a_key_that_stands_twice_in_one_object_is_found_at_any_depth_and_however_it_is_written() {
        for json in [r#"{"a":{"b":1},"b":[{"a":null},{"a":-1.5}]}"#, "[true]", "3"] {
            assert_eq!(fault(json), None, "{json}");
        }
        for json in [r#"{"a":1,"b":2,"a":1}"#, r#"[{"x":{"a":1,"a":2}}]"#, r#"{"a":1,"\u0061":2}"#] {
            assert!(fault(json).is_some_and(|fault| fault.starts_with(r#"the key "a" stands there twice"#)), "{json}");
        }
        assert_eq!(fault(r#"{"a":1,"a":2}"#).as_deref(), Some(r#"the key "a" stands there twice at line 1 column 10"#));
        assert_eq!(fault("{").as_deref(), Some("EOF while parsing an object at line 1 column 1"));
    }
}
