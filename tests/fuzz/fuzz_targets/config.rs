//! Any text as a configuration.

#![no_main]

#[allow(dead_code, reason = "shared with other tests")]
#[path = "../../common/any/config.rs"]
mod config;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| config::read(bytes));
