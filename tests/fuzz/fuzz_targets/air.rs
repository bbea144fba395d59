//! Any records and PGN for the public, and what a broadcast makes of them.

#![no_main]

#[allow(dead_code, reason = "shared with other tests")]
#[path = "../../common/any/air.rs"]
mod air;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| air::hear(bytes));
