//! Objects within a command.

use serde::{
    Deserialize, Deserializer,
    de::{self, DeserializeOwned},
};
use serde_json::{Map, Value};

/// Reads an object, which may be absent: the derived readers take a list of the fields' values for one, too.
pub(super) fn object<'de, D: Deserializer<'de>, T: DeserializeOwned>(deserializer: D) -> Result<Option<T>, D::Error> {
    let fields: Option<Map<String, Value>> = Option::deserialize(deserializer)?;
    fields.map(|fields| serde_json::from_value(Value::Object(fields))).transpose().map_err(de::Error::custom)
}
