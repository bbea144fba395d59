//! Any text in a workbook with pairings.

#![no_main]

#[allow(dead_code, reason = "shared with other tests")]
#[path = "../../common/any/pairings.rs"]
mod pairings;
#[path = "../../common/any/panics.rs"]
mod panics;
#[allow(dead_code, reason = "shared with other tests")]
#[path = "../../common/any/workbook.rs"]
mod workbook;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| workbook::import(bytes));
