//! Cuts the byte stream into messages.
//!
//! A message is `id, length high, length low, data`. Only the id has bit 7
//! set, so a byte of 0x80 and more begins a message wherever it stands, and
//! what was begun before it is broken. There is no checksum.

use std::ops::RangeInclusive;

use super::wire::{HEADER, MAX_MESSAGE, id};
use crate::{At, MAX_PARTIAL_MESSAGE, Noise, NoiseKind};

/// Longest a message may stay incomplete, in milliseconds.
///
/// The log memory, 7,939 bytes, takes 8.3 s at 9600 baud; PicoChess waits 15 s for it.
pub(super) const PARTIAL_MS: u64 = 15_000;

/// After so long without a byte, in milliseconds, what comes next does not belong to what came before. USB adapters
/// hand bytes on every 16.
pub(super) const SILENCE_MS: u64 = 20;

/// How long a message may stop in its midst before what it was to say is asked for again, in milliseconds.
///
/// A byte lost from it makes it wait for what comes next, a clock's next second or worse.
pub(super) const STALL_MS: u64 = 60;

/// Shortest the log memory may be. A clock message or a field update whose id has one wrong bit passes for a log
/// of its own length; no real one is as short as a dump.
const MIN_LOG: usize = 68;

/// The first byte outside any message is reported at once, those behind it at the latest when there are so many.
pub(super) const MAX_UNFRAMED: usize = 256;

const _: () = assert!(MAX_MESSAGE <= MAX_PARTIAL_MESSAGE);

/// A whole message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Frame<'a> {
    /// First byte.
    pub(super) id: u8,
    /// What follows the header.
    pub(super) data: &'a [u8],
}

impl Frame<'_> {
    /// Length of the whole message, in bytes.
    pub(super) fn len(&self) -> usize {
        HEADER + self.data.len()
    }
}

/// The cutter: push bytes, get messages. Holds at most [`MAX_MESSAGE`] bytes.
#[derive(Debug, Default)]
pub(super) struct Framer {
    /// The message begun, from its id on; its capacity is reused.
    begun: Vec<u8>,
    /// Whether `begun` has been given out whole and goes with the next byte.
    given: bool,
    /// Whole length of the message begun, once its header is known.
    length: Option<usize>,
    /// When the first byte of the message begun came.
    since: At,
    /// When its latest byte came, until a stall has been told of.
    moving: Option<At>,
    /// When the last byte came that was outside any message, where nothing has begun since.
    astray: Option<At>,
    /// Bytes outside any message, not yet reported.
    unframed: usize,
}

impl Framer {
    /// Takes one byte. It ends at most one thing: a message, or a run of bytes that are none.
    pub(super) fn push(&mut self, at: At, byte: u8) -> Option<Result<Frame<'_>, Noise>> {
        if self.given {
            self.forget();
        }
        if byte >= 0x80 {
            self.astray = None;
            let broken = self.broken();
            self.begun.push(byte);
            self.since = at;
            self.moving = Some(at);
            return broken.map(Err);
        }
        if self.begun.is_empty() {
            self.unframed += 1;
            // The first at once: it may be all there is for a second, and shows that what came before is wrong.
            let before = self.astray.replace(at);
            let first = before.is_none_or(|before| at.since(before) >= SILENCE_MS);
            return if first || self.unframed >= MAX_UNFRAMED { self.broken().map(Err) } else { None };
        }
        self.begun.push(byte);
        self.moving = Some(at);
        if let [id, high, low] = *self.begun.as_slice() {
            let length = usize::from(high) << 7 | usize::from(low);
            if !lengths(id).contains(&length) {
                self.forget();
                // What is left of it is part of the same damage.
                self.astray = Some(at);
                return Some(Err(Noise { kind: NoiseKind::Length, skipped_bytes: HEADER }));
            }
            self.length = Some(length);
        }
        if self.length != Some(self.begun.len()) {
            return None;
        }
        self.given = true;
        Some(Ok(Frame { id: self.begun[0], data: &self.begun[HEADER..] }))
    }

    /// Takes a byte that is known to belong to nothing and is reported by the caller.
    pub(super) fn pass_over(&mut self, at: At) {
        self.forget();
        self.astray = Some(at);
    }

    /// The id of the message begun.
    pub(super) fn begun(&self) -> Option<u8> {
        if self.given { None } else { self.begun.first().copied() }
    }

    /// The id of a message that has stopped in its midst, told once for each stop. It may go on all the same. A log
    /// takes its time.
    pub(super) fn stalled(&mut self, at: At) -> Option<u8> {
        let id = self.begun().filter(|&id| id != id::LOG)?;
        self.moving.take_if(|moving| *moving + STALL_MS <= at)?;
        Some(id)
    }

    /// Gives up a message that has been incomplete for too long.
    pub(super) fn expire(&mut self, at: At) -> Option<Noise> {
        self.begun()?;
        if self.since + PARTIAL_MS > at { None } else { self.broken() }
    }

    /// When [`stalled`](Framer::stalled) or [`expire`](Framer::expire) will have something to say of the message
    /// begun, if there is one.
    pub(super) fn deadline(&self) -> Option<At> {
        self.begun()?;
        let given_up = self.since + PARTIAL_MS;
        let moving = self.moving.filter(|_| !self.in_log());
        Some(moving.map_or(given_up, |moving| given_up.min(moving + STALL_MS)))
    }

    /// Whether the board is busy sending its log memory, which keeps it from all else for seconds.
    pub(super) fn in_log(&self) -> bool {
        self.begun() == Some(id::LOG)
    }

    fn broken(&mut self) -> Option<Noise> {
        let noise = if self.begun.is_empty() {
            Noise { kind: NoiseKind::Unframed, skipped_bytes: self.unframed }
        } else {
            Noise { kind: NoiseKind::Truncated, skipped_bytes: self.begun.len() }
        };
        self.forget();
        self.unframed = 0;
        (noise.skipped_bytes > 0).then_some(noise)
    }

    fn forget(&mut self) {
        self.begun.clear();
        self.given = false;
        self.length = None;
    }
}

/// The lengths, header included, that a message may have.
fn lengths(id: u8) -> RangeInclusive<usize> {
    match id {
        id::BOARD => 67..=67,
        id::CLOCK => 10..=10,
        id::FIELD | id::BUS_ADDRESS | id::VERSION | id::HARDWARE => 5..=5,
        id::SERIAL => 8..=8,
        id::DRAUGHTS_BLACK | id::DRAUGHTS_WHITE => 53..=53,
        id::LONG_SERIAL => 13..=13,
        // The header gives two sizes, 7 and 12; all of it but the first byte may be missing.
        id::BATTERY => 4..=19,
        id::LOG => MIN_LOG..=MAX_MESSAGE,
        // A text of about 256 bytes; twice that for newer ones.
        id::TRADEMARK => HEADER..=HEADER + 512,
        _ => HEADER..=MAX_MESSAGE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Eq)]
    enum Cut {
        Frame(u8, Vec<u8>),
        Noise(NoiseKind, usize),
    }

    fn cut(bytes: &[u8]) -> Vec<Cut> {
        let mut framer = Framer::default();
        bytes
            .iter()
            .filter_map(|&byte| {
                framer.push(At(0), byte).map(|item| match item {
                    Ok(frame) => Cut::Frame(frame.id, frame.data.to_vec()),
                    Err(noise) => Cut::Noise(noise.kind, noise.skipped_bytes),
                })
            })
            .collect()
    }

    #[test]
    fn a_message_is_found_behind_leftovers_of_another() {
        assert_eq!(
            cut(&[0x07, 0x00, 0x01, 0x8e, 0x00, 0x05, 0x34, 0x00]),
            [
                Cut::Noise(NoiseKind::Unframed, 1),
                Cut::Noise(NoiseKind::Unframed, 2),
                Cut::Frame(0x8e, vec![0x34, 0x00])
            ]
        );
    }

    #[test]
    fn an_id_inside_a_message_breaks_it_and_begins_another() {
        assert_eq!(
            cut(&[0x8d, 0x00, 0x0a, 0x20, 0x8e, 0x00, 0x8e, 0x00, 0x05, 0x24, 0x01]),
            [
                Cut::Noise(NoiseKind::Truncated, 4),
                Cut::Noise(NoiseKind::Truncated, 2),
                Cut::Frame(0x8e, vec![0x24, 0x01])
            ]
        );
    }

    #[test]
    fn a_length_that_a_message_cannot_have_is_refused() {
        assert_eq!(
            cut(&[0x8e, 0x00, 0x06, 0x24, 0x01, 0x8e, 0x00, 0x05, 0x24, 0x01]),
            [Cut::Noise(NoiseKind::Length, 3), Cut::Noise(NoiseKind::Unframed, 2), Cut::Frame(0x8e, vec![0x24, 0x01])]
        );
        for header in
            [[0x86, 0x00, 0x67], [0xb0, 0x00, 0x02], [0xb0, 0x3e, 0x04], [0x8f, 0x7f, 0x7f], [0x8f, 0x00, 0x0a]]
        {
            assert_eq!(cut(&header), [Cut::Noise(NoiseKind::Length, 3)], "{header:02x?}");
        }
    }

    #[test]
    fn every_message_has_its_own_lengths_and_a_battery_s_is_4_to_19_bytes() {
        for (id, range) in [
            (id::BATTERY, 4..=19),
            (id::BOARD, 67..=67),
            (id::BUS_ADDRESS, 5..=5),
            (id::CLOCK, 10..=10),
            (id::DRAUGHTS_BLACK, 53..=53),
            (id::DRAUGHTS_WHITE, 53..=53),
            (id::FIELD, 5..=5),
            (id::HARDWARE, 5..=5),
            (id::LONG_SERIAL, 13..=13),
            (id::SERIAL, 8..=8),
            (id::TRADEMARK, 3..=515),
            (id::VERSION, 5..=5),
        ] {
            for length in range.start() - 1..=range.end() + 1 {
                let mut message = vec![id, (length >> 7) as u8, (length & 0x7f) as u8];
                message.resize(length.max(HEADER), 0x01);
                let whole = cut(&message) == [Cut::Frame(id, message[HEADER..].to_vec())];
                assert_eq!(whole, range.contains(&length), "{id:#x}, {length} bytes");
            }
        }
    }

    #[test]
    fn an_unknown_message_is_passed_over_by_its_length() {
        assert_eq!(
            cut(&[0xb7, 0x00, 0x05, 0x11, 0x22, 0xb8, 0x00, 0x03, 0x8e, 0x00, 0x05, 0x00, 0x08]),
            [Cut::Frame(0xb7, vec![0x11, 0x22]), Cut::Frame(0xb8, vec![]), Cut::Frame(0x8e, vec![0x00, 0x08])]
        );
    }

    #[test]
    fn a_whole_log_is_one_message_and_half_a_log_ends_with_the_next_id() {
        let mut log = vec![0x8f, 0x3e, 0x03];
        log.resize(MAX_MESSAGE, 0x7f);
        assert_eq!(cut(&log), [Cut::Frame(0x8f, vec![0x7f; 0x1f00])]);
        log.truncate(4_000);
        log.extend([0x8e, 0x00, 0x05, 0x00, 0x08]);
        assert_eq!(cut(&log), [Cut::Noise(NoiseKind::Truncated, 4_000), Cut::Frame(0x8e, vec![0x00, 0x08])]);
    }

    #[test]
    fn half_a_log_is_given_up_after_fifteen_seconds() {
        let mut framer = Framer::default();
        for byte in [0x8f, 0x3e, 0x03, 0x7f] {
            assert_eq!(framer.push(At(1_000), byte), None);
        }
        assert!(framer.in_log());
        assert_eq!(framer.deadline(), Some(At(16_000)));
        assert_eq!(framer.expire(At(15_999)), None);
        assert_eq!(framer.expire(At(16_000)), Some(Noise { kind: NoiseKind::Truncated, skipped_bytes: 4 }));
        assert!(!framer.in_log());
        assert_eq!(framer.deadline(), None);
    }

    #[test]
    fn a_byte_astray_is_reported_at_once_and_again_after_a_silence() {
        let mut framer = Framer::default();
        let mut skipped = |at| framer.push(At(at), 0x07).map(|item| item.map(|_| ()));
        let one = |bytes| Some(Err(Noise { kind: NoiseKind::Unframed, skipped_bytes: bytes }));
        assert_eq!([0, 1, 20, 39].map(&mut skipped), [one(1), None, None, None]);
        assert_eq!(skipped(59), one(4));
    }

    #[test]
    fn a_message_that_stops_in_its_midst_is_told_of_once_and_may_go_on() {
        let mut framer = Framer::default();
        for byte in [0x8e, 0x00, 0x05] {
            assert_eq!(framer.push(At(1_000), byte), None);
        }
        assert_eq!(framer.deadline(), Some(At(1_000 + STALL_MS)));
        assert_eq!(framer.stalled(At(999 + STALL_MS)), None);
        assert_eq!(framer.stalled(At(1_000 + STALL_MS)), Some(0x8e));
        assert_eq!(framer.stalled(At(1_000 + STALL_MS)), None, "told once");
        assert_eq!(framer.deadline(), Some(At(16_000)));
        assert_eq!(framer.push(At(2_000), 0x24), None);
        assert_eq!(framer.push(At(2_000), 0x01), Some(Ok(Frame { id: 0x8e, data: &[0x24, 0x01] })));
        assert_eq!(framer.stalled(At(3_000)), None);
        assert_eq!(framer.deadline(), None);
    }

    #[test]
    fn endless_rubbish_is_reported_in_portions() {
        assert_eq!(
            cut(&[0x41; 600]),
            [1, MAX_UNFRAMED, MAX_UNFRAMED].map(|bytes| Cut::Noise(NoiseKind::Unframed, bytes))
        );
    }

    #[test]
    fn no_stream_makes_it_keep_more_than_the_longest_message() {
        let mut framer = Framer::default();
        for id in [id::LOG, 0xb7, id::TRADEMARK, 0xff] {
            for (high, low) in [(0x3e, 0x03), (0x7f, 0x7f), (0x3e, 0x04), (0x04, 0x03)] {
                for byte in [id, high, low].into_iter().chain([0x7f; 10_000]) {
                    framer.push(At(0), byte);
                    assert!(framer.begun.len() <= MAX_MESSAGE && framer.unframed < MAX_UNFRAMED);
                }
            }
        }
        assert!(framer.begun.capacity() <= 2 * MAX_MESSAGE);
    }
}
