//! Any answers of Lichess to what is pushed there.

#![no_main]

#[allow(dead_code, reason = "shared with other tests")]
#[path = "../../common/any/air.rs"]
mod air;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| air::answer(bytes));
