//! Any text as an event log.

#![no_main]

#[allow(dead_code, reason = "shared with other tests")]
#[path = "../../common/story.rs"]
mod story;
#[allow(dead_code, reason = "shared with other tests")]
#[path = "../../common/witness.rs"]
mod witness;

use libfuzzer_sys::fuzz_target;
use touchmove::table::Replay;

fuzz_target!(|bytes: &[u8]| {
    let mut witness = witness::Witness::default();
    let outcome = Replay::default().run(bytes, &mut |record| {
        witness.hear_replayed(record);
        Ok(())
    });
    if let Err(error) = outcome {
        assert!(!error.to_string().is_empty());
    }
});
