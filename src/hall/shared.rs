//! What several parts of the hall hold at once is held once; as JSON it is what it would be alone.

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// As JSON, what is shared.
pub(super) fn serialize<T: Serialize, S: Serializer>(shared: &Arc<T>, serializer: S) -> Result<S::Ok, S::Error> {
    T::serialize(shared, serializer)
}

/// What is not shared yet.
pub(super) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<T>, D::Error> {
    T::deserialize(deserializer).map(Arc::new)
}

/// The same for lists.
pub(super) mod list {
    use super::{Arc, Deserialize, Deserializer, Serialize, Serializer};

    pub(in crate::hall) fn serialize<T: Serialize, S: Serializer>(
        shared: &[Arc<T>],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(shared.iter().map(|one| &**one))
    }

    pub(in crate::hall) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<Arc<T>>, D::Error> {
        Ok(Vec::deserialize(deserializer)?.into_iter().map(Arc::new).collect())
    }
}
