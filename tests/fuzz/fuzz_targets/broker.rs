//! Any bytes to the broker inside.

#![no_main]

#[allow(dead_code, reason = "shared with other tests")]
#[path = "../../common/any/broker.rs"]
mod broker;
#[path = "../../common/any/panics.rs"]
mod panics;
#[path = "../../common/any/tcp.rs"]
mod tcp;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| broker::send(bytes));
