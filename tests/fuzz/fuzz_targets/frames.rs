//! Any bytes as MQTT, cut in two anywhere: the same packets come out, and the meter bears them.

#![no_main]

#[allow(dead_code, reason = "what the broker alone needs")]
#[path = "../../../src/publish/broker/frames.rs"]
mod frames;
#[allow(dead_code, reason = "what the broker alone needs")]
#[path = "../../../src/publish/broker/meter.rs"]
mod meter;

use std::time::Instant;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let (cut, bytes) = bytes.split_first().unwrap_or((&0, &[]));
    let cut = bytes.len() * usize::from(*cut) / 256;
    let told = |pieces: &[&[u8]]| {
        let (mut frames, mut told) = (frames::Frames::default(), Vec::new());
        pieces.iter().for_each(|piece| frames.feed(piece, |frame| told.push(frame.clone())));
        (told, frames.is_between())
    };
    let (first, second) = bytes.split_at(cut);
    assert_eq!(told(&[first, second]), told(&[bytes]));

    let now = Instant::now();
    let (mut whole, mut parts) = (meter::Meter::new(now), meter::Meter::new(now));
    let of_parts = parts.received(first, now).and_then(|()| parts.received(second, now));
    assert_eq!(whole.received(bytes, now), of_parts);
    let _ = whole.may_send(bytes);
    whole.sent(bytes, now);
    let _ = whole.overdue(now);
});
