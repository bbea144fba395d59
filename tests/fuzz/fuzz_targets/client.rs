//! Any bytes of a broker.

#![no_main]

#[allow(dead_code, reason = "shared with other tests")]
#[path = "../../common/any/client.rs"]
mod client;
#[path = "../../common/any/panics.rs"]
mod panics;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| client::hear(bytes));
