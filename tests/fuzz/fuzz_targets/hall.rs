//! Any records, answers and requests to the hall.

#![no_main]

#[allow(dead_code, reason = "shared with other tests")]
#[path = "../../common/any/hall.rs"]
mod hall;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| hall::tell(bytes));
