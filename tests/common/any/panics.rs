//! Panics that somebody catches before they are seen: a task's, or those that files of others bring about in a library.

use std::{
    cell::Cell,
    panic,
    sync::{
        Once,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

/// Its panics are caught where workbooks are read, and wrong workbooks are refused so.
const CAUGHT: &str = "/calamine-";

/// The thread that writes the journal: its panics are nowhere else seen.
const OF_JOURNAL: &str = "journal";

/// How often that thread has panicked, whoever has begun it.
static JOURNALS: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    static SEEN: Cell<usize> = const { Cell::new(0) };
}

/// Does it, and fails where anything in this thread panicked meanwhile, caught or not.
pub(super) fn none<T>(act: impl FnOnce() -> T) -> T {
    static WATCH: Once = Once::new();
    WATCH.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |panicked| {
            if panicked.location().is_some_and(|location| location.file().contains(CAUGHT)) {
                return;
            }
            if thread::current().name() == Some(OF_JOURNAL) {
                JOURNALS.fetch_add(1, Ordering::SeqCst);
            }
            SEEN.set(SEEN.get() + 1);
            usual(panicked);
        }));
    });
    let seen = || (SEEN.get(), JOURNALS.load(Ordering::SeqCst));
    let before = seen();
    let came = act();
    assert_eq!(seen(), before, "something panicked, and was caught");
    came
}
