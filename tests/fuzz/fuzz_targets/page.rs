//! Any bytes to the page.

#![no_main]

#[allow(dead_code, reason = "shared with other tests")]
#[path = "../../common/any/page.rs"]
mod page;
#[path = "../../common/any/panics.rs"]
mod panics;
#[path = "../../common/any/tcp.rs"]
mod tcp;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| page::send(bytes));
