//! Keeps a table going, on a thread of its own: one that fails begins anew, alone.

use std::{
    future::poll_fn,
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
    sync::Arc,
    task::Poll,
    time::Duration,
};

use tokio::{
    runtime::Handle,
    sync::{oneshot, watch},
    time::sleep,
};
use tracing::error;

use crate::daemon::{
    metrics::TableMetrics,
    table::{Ending, TURN_WITHIN},
};

/// Pause before a table begins anew, doubled each time up to the longest: what fails at once must not keep a processor
/// busy.
const PAUSE: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(10));

/// Runs a table on a thread of its own: however long it works out what was played, no other table waits for it, nor do
/// the broker and the pages. What is given back ends when the thread does.
///
/// Must be called in a Tokio runtime.
///
/// # Errors
/// The system gives no thread.
pub(crate) fn start(table: &str, kept: impl Future<Output = ()> + Send + 'static) -> io::Result<oneshot::Receiver<()>> {
    let (ends, ended) = oneshot::channel();
    let runtime = Handle::current();
    std::thread::Builder::new().name(format!("table {table}")).spawn(move || {
        // Dropped at the end, also where that is a panic.
        let _ends: oneshot::Sender<()> = ends;
        runtime.block_on(kept);
    })?;
    Ok(ended)
}

/// Runs what `begin` gives until that was told to stop: after a panic, or where it cannot go on, again.
pub(crate) async fn keep<F: Future<Output = Ending>>(
    metrics: Arc<TableMetrics>,
    mut stop: watch::Receiver<bool>,
    mut begin: impl FnMut() -> F,
) {
    let mut pause = PAUSE.0;
    loop {
        let ended = {
            let mut running = pin!(begin());
            // What it was doing is lost with it; nothing of it is used again.
            poll_fn(|context| match catch_unwind(AssertUnwindSafe(|| running.as_mut().poll(context))) {
                Ok(Poll::Pending) => Poll::Pending,
                Ok(Poll::Ready(ending)) => Poll::Ready(ending),
                Err(_) => Poll::Ready(Ending::Broken),
            })
            .await
        };
        if ended == Ending::Stopped {
            return;
        }
        metrics.restarts.add(1);
        error!(restarts = metrics.restarts.now(), "The table failed, which is a bug; it begins anew.");
        tokio::select! {
            () = beating(&metrics, pause) => {}
            _ = stop.wait_for(|stop| *stop) => return,
        }
        pause = (pause * 2).min(PAUSE.1);
    }
}

/// Waits, turning all the while: a table that begins anew does not hang.
async fn beating(metrics: &TableMetrics, pause: Duration) {
    let mut left = pause;
    while !left.is_zero() {
        metrics.turns.add(1);
        let step = left.min(TURN_WITHIN);
        sleep(step).await;
        left -= step;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metrics() -> Arc<TableMetrics> {
        Arc::new(TableMetrics::new("1".to_owned()))
    }

    #[tokio::test]
    async fn a_table_that_panics_or_breaks_begins_anew_until_it_is_stopped() {
        let (metrics, (_sender, stop)) = (metrics(), watch::channel(false));
        let mut runs = 0;
        keep(Arc::clone(&metrics), stop, || {
            runs += 1;
            let run = runs;
            async move {
                tokio::task::yield_now().await;
                match run {
                    1 => panic!("as a test"),
                    2 => Ending::Broken,
                    _ => Ending::Stopped,
                }
            }
        })
        .await;
        assert_eq!((runs, metrics.restarts.now()), (3, 2));
        assert!(metrics.turns.now() >= 2, "it turned while it waited");
    }

    #[tokio::test]
    async fn a_table_that_works_something_out_keeps_no_other_waiting() {
        let (found, to_find) = std::sync::mpsc::channel();
        let (tells, told) = oneshot::channel();
        let busy = start("1", async move {
            let goes_on = to_find.recv_timeout(Duration::from_secs(10)).is_ok();
            tells.send(goes_on).expect("the test hears it");
        });
        let other = start("2", async move { found.send(()).expect("it is waited for") });
        assert_eq!(told.await, Ok(true));
        for ended in [busy, other] {
            let _ = ended.expect("a thread").await;
        }
    }

    #[tokio::test]
    async fn one_that_fails_again_and_again_can_be_stopped() {
        let (sender, stop) = watch::channel(false);
        let mut runs = 0;
        keep(metrics(), stop, || {
            runs += 1;
            if runs == 3 {
                sender.send_replace(true);
            }
            std::future::ready(Ending::Broken)
        })
        .await;
        assert_eq!(runs, 3);
    }
}
