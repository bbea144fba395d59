//! The clock message: seven bytes that hold two times and a status, or an acknowledgement.
//!
//! Nothing protects them but what they may not be. A single damaged bit is
//! found here where it makes a digit above 9, a minute above 59, a flag fallen
//! at zero beside a time that is not zero, both turn marks at once, or a
//! status bit that no clock sets. A damaged lever bit is not among these: it
//! leaves lever and turn mark at odds, which the codec notices because it
//! knows how they went together before. A damaged digit that is still a digit,
//! or flag bit 6, can only be noticed against the readings around it.

use crate::{ClockFace, ClockReading, Flag, Side};

/// Data bytes in a clock message.
pub(super) const CLOCK_DATA: usize = 7;

const MINUTE_MS: u32 = 60_000;
const HOUR_MS: u32 = 60 * MINUTE_MS;

/// Highest time the format can hold, 9:59:59, in milliseconds.
const MAX_MS: u32 = 10 * HOUR_MS - 1_000;

// First byte of a face: hours in the low half, these in the high half.
const FLAG_STOPPED: u8 = 0x10;
const INCREMENT: u8 = 0x20;
const FLAG_SHOWN: u8 = 0x40;

// Last byte.
const RUNNING: u8 = 0x01;
const RIGHT_HIGH: u8 = 0x02;
const BATTERY_LOW: u8 = 0x04;
const TURN_LEFT: u8 = 0x08;
const TURN_RIGHT: u8 = 0x10;
const NO_CLOCK: u8 = 0x20;
const NEVER: u8 = 0xc0;

/// What a clock message says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ClockMessage {
    /// The clock answers a command, or says that a button was pressed: four bytes.
    Acknowledgement([u8; 4]),
    /// Nothing: Bluetooth boards send it around clock commands.
    Empty,
    /// Times and status.
    Reading(ClockReading),
}

/// Reads the data of a clock message; `None` where it has a value that it cannot have.
pub(super) fn decode(data: [u8; CLOCK_DATA]) -> Option<ClockMessage> {
    let [b3, b4, b5, b6, b7, b8, status] = data;
    if data == [0; CLOCK_DATA] {
        return Some(ClockMessage::Empty);
    }
    // Hours end at 9, so a ten in their place marks an acknowledgement. The high halves hold bits 7 of its bytes.
    if b3 & 0x0f == 0x0a || b6 & 0x0f == 0x0a {
        return Some(ClockMessage::Acknowledgement([
            b4 & 0x7f | (b6 << 3) & 0x80,
            b5 & 0x7f | (b6 << 2) & 0x80,
            b7 & 0x7f | (b3 << 3) & 0x80,
            b8 & 0x7f | (b3 << 2) & 0x80,
        ]));
    }
    if status & NEVER != 0 {
        return None;
    }
    let lever_high = if status & RIGHT_HIGH != 0 { Side::Right } else { Side::Left };
    let battery_low = status & BATTERY_LOW != 0;
    if status & NO_CLOCK != 0 {
        let face = ClockFace { ms: 0, flag: Flag::Up, increment_shown: false };
        return Some(ClockMessage::Reading(ClockReading {
            left: face,
            right: face,
            lever_high,
            running: false,
            connected: false,
            battery_low,
            turn: None,
        }));
    }
    let turn = match (status & TURN_LEFT != 0, status & TURN_RIGHT != 0) {
        (true, true) => return None,
        (true, false) => Some(Side::Left),
        (false, true) => Some(Side::Right),
        (false, false) => None,
    };
    Some(ClockMessage::Reading(ClockReading {
        left: face([b6, b7, b8])?,
        right: face([b3, b4, b5])?,
        lever_high,
        running: status & RUNNING != 0,
        connected: true,
        battery_low,
        turn,
    }))
}

/// The data of a clock message that says this; `None` stands for no clock connected.
///
/// Fractions of a second are cut off: the format has no place for them. Times
/// above 9:59:59 are sent as 9:59:59.
pub(super) fn encode(reading: Option<&ClockReading>) -> [u8; CLOCK_DATA] {
    let Some(reading) = reading.filter(|reading| reading.connected) else {
        return [0, 0, 0, 0, 0, 0, NO_CLOCK];
    };
    let mut status = 0;
    if reading.running {
        status |= RUNNING;
    }
    if reading.lever_high == Side::Right {
        status |= RIGHT_HIGH;
    }
    if reading.battery_low {
        status |= BATTERY_LOW;
    }
    status |= match reading.turn {
        Some(Side::Left) => TURN_LEFT,
        Some(Side::Right) => TURN_RIGHT,
        None => 0,
    };
    let [b3, b4, b5] = face_bytes(&reading.right);
    let [b6, b7, b8] = face_bytes(&reading.left);
    [b3, b4, b5, b6, b7, b8, status]
}

/// Hours, minutes and seconds of a time, minutes and seconds with a decimal digit in each half.
pub(super) fn digits(ms: u32) -> [u8; 3] {
    let ms = ms.min(MAX_MS);
    let decimal = |number: u32| (number / 10 * 16 + number % 10) as u8;
    [(ms / HOUR_MS) as u8, decimal(ms % HOUR_MS / MINUTE_MS), decimal(ms % MINUTE_MS / 1_000)]
}

fn face([first, minutes, seconds]: [u8; 3]) -> Option<ClockFace> {
    let hours = first & 0x0f;
    if hours > 9 || first & 0x80 != 0 {
        return None;
    }
    let ms = u32::from(hours) * HOUR_MS + sixtieths(minutes)? * MINUTE_MS + sixtieths(seconds)? * 1_000;
    let flag = if first & FLAG_STOPPED != 0 {
        Flag::FallenAndStopped
    } else if first & FLAG_SHOWN != 0 {
        Flag::Shown
    } else {
        Flag::Up
    };
    if flag == Flag::FallenAndStopped && ms != 0 {
        return None;
    }
    Some(ClockFace { ms, flag, increment_shown: first & INCREMENT != 0 })
}

fn face_bytes(face: &ClockFace) -> [u8; 3] {
    let [mut first, minutes, seconds] = digits(face.ms);
    first |= match face.flag {
        Flag::FallenAndStopped => FLAG_STOPPED,
        Flag::Shown => FLAG_SHOWN,
        Flag::Up => 0,
    };
    if face.increment_shown {
        first |= INCREMENT;
    }
    [first, minutes, seconds]
}

/// Two decimal digits below 60.
fn sixtieths(byte: u8) -> Option<u32> {
    let (tens, units) = (byte >> 4, byte & 0x0f);
    (tens < 6 && units < 10).then(|| u32::from(tens) * 10 + u32::from(units))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(data: [u8; CLOCK_DATA]) -> ClockReading {
        match decode(data) {
            Some(ClockMessage::Reading(reading)) => reading,
            other => panic!("{data:02x?} reads as {other:?}"),
        }
    }

    fn face(ms: u32, flag: Flag, increment_shown: bool) -> ClockFace {
        ClockFace { ms, flag, increment_shown }
    }

    #[test]
    fn the_left_time_stands_behind_the_right_one() {
        let read = reading([0x20, 0x05, 0x05, 0x20, 0x05, 0x04, 0x09]);
        assert_eq!(
            read,
            ClockReading {
                left: face(304_000, Flag::Up, true),
                right: face(305_000, Flag::Up, true),
                lever_high: Side::Left,
                running: true,
                connected: true,
                battery_low: false,
                turn: Some(Side::Left),
            }
        );
        let read = reading([0x09, 0x59, 0x58, 0x01, 0x30, 0x00, 0x13]);
        assert_eq!(read.right, face(35_998_000, Flag::Up, false));
        assert_eq!(read.left, face(5_400_000, Flag::Up, false));
        assert_eq!((read.lever_high, read.turn, read.running), (Side::Right, Some(Side::Right), true));
    }

    #[test]
    fn a_flag_that_fell_at_zero_is_told_from_one_that_is_only_shown() {
        let read = reading([0x30, 0x00, 0x00, 0x20, 0x00, 0x16, 0x12]);
        assert_eq!(read.right, face(0, Flag::FallenAndStopped, true));
        assert_eq!(read.left, face(16_000, Flag::Up, true));
        assert!(!read.running);
        assert_eq!(reading([0x40, 0x29, 0x59, 0x00, 0x10, 0x00, 0x13]).right, face(1_799_000, Flag::Shown, false));
    }

    #[test]
    fn acknowledgements_are_no_times() {
        let vectors = [
            ([0x0a, 0x10, 0x09, 0x0a, 0x20, 0x00, 0x00], [0x10, 0x09, 0x20, 0x00]),
            ([0x0a, 0x10, 0x08, 0x2a, 0x05, 0x31, 0x00], [0x10, 0x88, 0x05, 0x31]),
            ([0x0a, 0x40, 0x0a, 0x0a, 0x00, 0x00, 0x00], [0x40, 0x0a, 0x00, 0x00]),
            ([0x3a, 0x10, 0x08, 0x0a, 0x05, 0x31, 0x00], [0x10, 0x08, 0x85, 0xb1]),
            ([0x0a, 0x10, 0x08, 0x1a, 0x05, 0x31, 0x00], [0x90, 0x08, 0x05, 0x31]),
            // The mask matters in both places: flag bits beside the ten, and a ten on one side only.
            ([0x00, 0x10, 0x01, 0x6a, 0x00, 0x00, 0x00], [0x10, 0x81, 0x00, 0x00]),
            ([0x6a, 0x10, 0x01, 0x00, 0x00, 0x00, 0x00], [0x10, 0x01, 0x00, 0x80]),
        ];
        for (data, expected) in vectors {
            assert_eq!(decode(data), Some(ClockMessage::Acknowledgement(expected)), "{data:02x?}");
        }
    }

    #[test]
    fn nothing_but_zeros_says_nothing() {
        assert_eq!(decode([0; CLOCK_DATA]), Some(ClockMessage::Empty));
    }

    #[test]
    fn without_a_clock_the_times_are_not_looked_at() {
        for data in [[0, 0, 0, 0, 0, 0, 0x20], [0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0x38]] {
            let read = reading(data);
            assert!(!read.connected && !read.running);
            assert_eq!((read.left.ms, read.right.ms, read.turn), (0, 0, None));
        }
    }

    #[test]
    fn a_low_battery_is_told() {
        assert!(reading([0x00, 0x05, 0x00, 0x00, 0x05, 0x00, 0x0d]).battery_low);
    }

    #[test]
    fn values_that_no_clock_shows_are_refused() {
        for data in [
            [0x0b, 0x00, 0x00, 0x00, 0x00, 0x00, 0x08], // eleven hours
            [0x00, 0x60, 0x00, 0x00, 0x00, 0x00, 0x08], // sixty minutes
            [0x00, 0x00, 0x1a, 0x00, 0x00, 0x00, 0x08], // no decimal digit
            [0x00, 0x00, 0x00, 0x00, 0x75, 0x00, 0x08], // seventy-five minutes
            [0x00, 0x00, 0x00, 0x00, 0x00, 0x6f, 0x08],
            [0x10, 0x00, 0x01, 0x00, 0x00, 0x00, 0x08], // stopped at zero, a second before it
            [0x00, 0x05, 0x00, 0x00, 0x05, 0x00, 0x19], // both to move
            [0x00, 0x05, 0x00, 0x00, 0x05, 0x00, 0x49], // a bit that is never set
            [0x00, 0x05, 0x00, 0x00, 0x05, 0x00, 0x89],
            [0x80, 0x05, 0x00, 0x00, 0x05, 0x00, 0x09],
        ] {
            assert_eq!(decode(data), None, "{data:02x?}");
        }
    }

    #[test]
    fn every_damaged_bit_of_a_status_is_refused_or_keeps_the_lever_or_parts_it_from_the_turn_mark() {
        for status in [0x08, 0x09, 0x12, 0x13] {
            let data = [0x20, 0x03, 0x02, 0x20, 0x02, 0x58, status];
            let whole = reading(data);
            for bit in 0..8 {
                let mut damaged = data;
                damaged[6] ^= 1 << bit;
                if let Some(ClockMessage::Reading(read)) = decode(damaged) {
                    let parted = read.turn.is_some_and(|turn| turn != read.lever_high);
                    assert!(read.lever_high == whole.lever_high || parted, "{status:#04x}, bit {bit}");
                }
            }
        }
    }

    #[test]
    fn what_is_encoded_reads_back() {
        for data in [
            [0x20, 0x05, 0x05, 0x20, 0x05, 0x04, 0x09],
            [0x30, 0x00, 0x00, 0x20, 0x00, 0x16, 0x12],
            [0x49, 0x59, 0x59, 0x00, 0x00, 0x16, 0x17],
            [0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x20],
        ] {
            assert_eq!(encode(Some(&reading(data))), data);
        }
        assert_eq!(encode(None), [0, 0, 0, 0, 0, 0, 0x20]);
        assert_eq!(digits(u32::MAX), [0x09, 0x59, 0x59]);
        assert_eq!(digits(3_661_999), [0x01, 0x01, 0x01]);
    }
}
