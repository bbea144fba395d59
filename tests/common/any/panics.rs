//! Panics that somebody catches before they are seen: a task's, or those that files of others bring about in a library.

use std::{cell::Cell, panic, sync::Once};

/// Its panics are caught where workbooks are read, and wrong workbooks are refused so.
const CAUGHT: &str = "/calamine-";

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
            SEEN.set(SEEN.get() + 1);
            usual(panicked);
        }));
    });
    let before = SEEN.get();
    let came = act();
    assert_eq!(SEEN.get(), before, "something panicked, and was caught");
    came
}
