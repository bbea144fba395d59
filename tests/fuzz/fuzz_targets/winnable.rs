//! Any lines as questions who can still win.

#![no_main]

#[allow(dead_code, reason = "shared with other tests")]
#[path = "../../common/any/winnable.rs"]
mod winnable;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| winnable::ask(bytes));
