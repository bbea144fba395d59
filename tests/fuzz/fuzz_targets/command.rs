//! Any commands to a table.

#![no_main]

#[allow(dead_code, reason = "shared with other tests")]
#[path = "../../common/any/command.rs"]
mod command;
#[allow(dead_code, reason = "shared with other tests")]
#[path = "../../common/story.rs"]
mod story;
#[allow(dead_code, reason = "shared with other tests")]
#[path = "../../common/witness.rs"]
mod witness;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| command::give(bytes));
