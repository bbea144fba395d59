//! Any bytes whatever as a capture: its pieces, in the order of their times, or the line at which it ends.

use std::time::Duration;

use touchmove::serial::capture::{Chunk, MAX_T_MS, Reader, Spacing, Writer};

/// Reads it, and what is written of it.
pub(crate) fn read(bytes: &[u8]) {
    // The first byte is the speed of the line; 0 is infinitely fast.
    let (speed, bytes) = bytes.split_first().unwrap_or((&0, &[]));
    let spacing = Spacing { baud: u32::from(*speed) * 300, pause: Duration::from_millis(40) };
    let mut chunks: Vec<Chunk> = Vec::new();
    for chunk in Reader::new(bytes, "it.jsonl", spacing) {
        match chunk {
            Ok(chunk) => {
                assert!(chunk.t_ms <= MAX_T_MS && chunks.last().is_none_or(|before| before.t_ms <= chunk.t_ms));
                chunks.push(chunk);
            }
            Err(error) => {
                assert!(error.line >= 1 && error.line as usize <= 1 + bytes.split(|byte| *byte == b'\n').count());
                assert!(error.to_string().starts_with("it.jsonl, line "), "{error}");
            }
        }
    }
    let mut written = Vec::new();
    let mut writer = Writer::new(&mut written, u64::MAX);
    let mut is_readable = true;
    for chunk in &chunks {
        assert!(writer.write(chunk).expect("memory"), "there is room");
        // Two digits a byte, and the line has a longest length.
        is_readable &= chunk.bytes.len() < 60_000;
    }
    if is_readable {
        let again: Vec<Chunk> =
            Reader::new(&written[..], "it.jsonl", spacing).map(|chunk| chunk.expect("ours")).collect();
        assert_eq!(again, chunks);
    }
}
