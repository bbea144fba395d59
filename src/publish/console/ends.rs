//! The end of a connection, asked for from elsewhere.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use tokio::sync::{Notify, futures::OwnedNotified};

/// Ends a connection; once ended it stays so, and whoever waits for it hears of it, however many they are. Clones are of
/// the same connection.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ends {
    is_ended: Arc<AtomicBool>,
    told: Arc<Notify>,
}

impl Ends {
    pub(crate) fn end(&self) {
        self.is_ended.store(true, Ordering::SeqCst);
        self.told.notify_waiters();
    }

    pub(crate) fn is_ended(&self) -> bool {
        self.is_ended.load(Ordering::SeqCst)
    }

    /// Ready once it is to end.
    pub(crate) async fn ended(&self) {
        // Whoever waits before he looks misses nothing.
        let told = self.told.notified();
        if !self.is_ended() {
            told.await;
        }
    }

    /// Ready when it is told to end from now on.
    pub(crate) fn told(&self) -> OwnedNotified {
        Arc::clone(&self.told).notified_owned()
    }
}
