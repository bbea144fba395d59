//! Any bytes as a capture.

#![no_main]

#[allow(dead_code, reason = "shared with other tests")]
#[path = "../../common/any/capture.rs"]
mod capture;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| capture::read(bytes));
