//! Any damage to a journal.

#![no_main]

#[allow(dead_code, reason = "shared with other tests")]
#[path = "../../common/any/journal.rs"]
mod journal;
#[path = "../../common/any/panics.rs"]
mod panics;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| journal::open(bytes));
