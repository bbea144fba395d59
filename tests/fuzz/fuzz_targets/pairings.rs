//! Any bytes as a file of pairings.

#![no_main]

#[allow(dead_code, reason = "shared with other tests")]
#[path = "../../common/any/pairings.rs"]
mod pairings;
#[path = "../../common/any/panics.rs"]
mod panics;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| pairings::import(bytes));
