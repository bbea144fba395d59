//! Any frames of LiveChess' clients, and any addresses that they ask for.

#![no_main]

#[allow(dead_code, reason = "shared with other tests")]
#[path = "../../common/any/air.rs"]
mod air;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| air::answer(bytes));
