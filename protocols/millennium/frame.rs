//! Cuts the stream of characters into messages.
//!
//! Nothing marks where a message begins: letters that begin one occur inside
//! others. What tells is length, check, and the parity of each character.

use super::message::{self, Message, byte, check, with_parity};
use crate::{At, MAX_PARTIAL_MESSAGE, Noise, NoiseKind, gathered::Gathered, kind};

/// Every ChessLink module's line.
pub(super) const LINE: kind::Line = kind::Line { baud: 38_400, data_bits: 7, parity: kind::Parity::Odd, stop_bits: 1 };

/// After so long without a character, in milliseconds, what has begun is given up.
pub(super) const SILENCE_MS: u64 = 200;

/// Longest text that is no message, in characters.
const MAX_TEXT: usize = 128;

/// What ends a text that is no message: a newer board's information.
const LINE_FEED: u8 = 0x0a;

const _: () = assert!(MAX_TEXT <= MAX_PARTIAL_MESSAGE);

/// What was cut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Cut {
    /// A message.
    Message(Message),
    /// Characters that are none.
    Noise(Noise),
    /// A line of text.
    Text(String),
}

/// The cutter: push bytes, then take what they gave. Holds at most [`MAX_TEXT`] characters.
#[derive(Debug, Default)]
pub(super) struct Framer {
    /// Characters as they came, parity and all.
    gathered: Gathered<SILENCE_MS>,
}

impl Framer {
    /// Takes one character; gives what it ends, in order.
    pub(super) fn push(&mut self, at: At, character: u8) -> Vec<Cut> {
        let mut cuts = self.expire(at);
        self.gathered.push(at, character);
        if character & 0x7f == LINE_FEED {
            self.end_text(&mut cuts);
        }
        self.cut(&mut cuts);
        cuts
    }

    /// Gives up what has waited for too long.
    pub(super) fn expire(&mut self, at: At) -> Vec<Cut> {
        self.gathered.expire(at).map(Cut::Noise).into_iter().collect()
    }

    /// When [`expire`](Framer::expire) will have something to say.
    pub(super) fn deadline(&self) -> Option<At> {
        self.gathered.deadline()
    }

    fn end_text(&mut self, cuts: &mut Vec<Cut>) {
        let begun = self.gathered.begun();
        let length = begun.len();
        let line = begun.iter().rposition(|byte| byte & 0x7f > b' ').map_or(&[][..], |last| &begun[..=last]);
        let has_parity = is_stripped(line) || line.iter().all(|&byte| with_parity(byte) == byte);
        let text: Vec<u8> = line.iter().map(|byte| byte & 0x7f).collect();
        let text = text.trim_ascii();
        if has_parity && !text.is_empty() && text.iter().all(|byte| matches!(byte, b' '..=b'~')) {
            cuts.extend(self.gathered.take(length).map(Cut::Noise));
            cuts.push(Cut::Text(text.iter().copied().map(char::from).collect()));
        } else {
            self.gathered.pass_over(if has_parity { NoiseKind::Unframed } else { NoiseKind::Checksum }, length);
        }
    }

    /// Takes every message off the front, and what is none.
    fn cut(&mut self, cuts: &mut Vec<Cut>) {
        while let [first, ..] = *self.gathered.begun() {
            let Some(length) = message::length(first & 0x7f) else {
                // It may be the beginning of a text.
                let may_be_text = self.gathered.begun().len() < MAX_TEXT && matches!(first & 0x7f, b' '..=b'~');
                if may_be_text && !self.holds_message() {
                    return;
                }
                self.gathered.pass_over(NoiseKind::Unframed, 1);
                continue;
            };
            let Some(message) = self.gathered.begun().get(..length) else { return };
            match read(message) {
                Ok(message) => {
                    cuts.extend(self.gathered.take(length).map(Cut::Noise));
                    cuts.push(Cut::Message(message));
                }
                // What looked like its beginning was none: a character on, not a message on.
                Err(kind) => self.gathered.pass_over(kind, 1),
            }
        }
    }

    /// Whether a good message stands behind characters that are none.
    fn holds_message(&self) -> bool {
        let begun = self.gathered.begun();
        (1..begun.len()).any(|from| {
            let rest = &begun[from..];
            message::length(rest[0] & 0x7f).and_then(|length| rest.get(..length)).is_some_and(|text| read(text).is_ok())
        })
    }
}

/// Whether the parity is gone: a port set to seven bits gives them alone; one that passes eight gives it with each.
fn is_stripped(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| byte & 0x80 == 0)
}

/// A message of the right length, with its check.
fn read(bytes: &[u8]) -> Result<Message, NoiseKind> {
    if !is_stripped(bytes) && bytes.iter().any(|&byte| with_parity(byte) != byte) {
        return Err(NoiseKind::Checksum);
    }
    let text: Vec<u8> = bytes.iter().map(|byte| byte & 0x7f).collect();
    let [ref text @ .., high, low] = text[..] else { return Err(NoiseKind::Length) };
    if byte(high, low) != Some(check(text)) {
        return Err(NoiseKind::Checksum);
    }
    message::read(text).ok_or(NoiseKind::Value)
}

#[cfg(test)]
mod tests {
    use super::{super::message::wire, *};

    fn cut(bytes: &[u8]) -> Vec<Cut> {
        let mut framer = Framer::default();
        let mut cuts: Vec<Cut> = bytes.iter().flat_map(|&byte| framer.push(At(0), byte)).collect();
        cuts.extend(framer.expire(At(SILENCE_MS)));
        cuts
    }

    fn stripped(bytes: &[u8]) -> Vec<u8> {
        bytes.iter().map(|byte| byte & 0x7f).collect()
    }

    const STATUS: &str = "srnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR";

    #[test]
    fn the_recorded_version_is_cut_with_parity_and_without() {
        let recorded = [0x76, 0xb0, 0x31, 0xb0, 0xb3, 0x37, 0x34];
        for bytes in [recorded.to_vec(), stripped(&recorded)] {
            assert_eq!(cut(&bytes), [Cut::Message(Message::Version(0x0103))]);
        }
    }

    #[test]
    fn a_message_is_found_behind_the_end_of_another() {
        let status = wire(STATUS);
        for from in 1..status.len() {
            let bytes = [&status[from..], &wire("v0103")[..]].concat();
            let cuts = cut(&bytes);
            assert_eq!(cuts.last(), Some(&Cut::Message(Message::Version(0x0103))), "from {from}");
            let passed: usize =
                cuts.iter().map(|cut| if let Cut::Noise(noise) = cut { noise.skipped_bytes } else { 0 }).sum();
            assert_eq!(passed, status.len() - from, "from {from}");
        }
    }

    #[test]
    fn no_single_wrong_character_passes() {
        for status in [wire(STATUS), stripped(&wire(STATUS))] {
            for index in 0..status.len() {
                for flip in 1..=255 {
                    let mut wrong = status.clone();
                    wrong[index] ^= flip;
                    let good = cut(&wrong).iter().any(|cut| matches!(cut, Cut::Message(Message::Status(_))));
                    assert!(!good, "character {index}, {flip:02x}");
                }
            }
        }
    }

    #[test]
    fn a_lost_or_doubled_character_spoils_one_status_only() {
        let status = wire(STATUS);
        for index in 0..status.len() {
            let mut short = status.clone();
            short.remove(index);
            let mut long = status.clone();
            long.insert(index, status[index]);
            for damaged in [short, long] {
                let cuts = cut(&[&damaged[..], &status[..], &status[..]].concat());
                let good = cuts.iter().filter(|cut| matches!(cut, Cut::Message(_))).count();
                // Doubled at its very end or beginning, it is whole, and one too many.
                let whole = damaged.starts_with(&status) || damaged.ends_with(&status);
                assert_eq!(good, if whole { 3 } else { 2 }, "character {index}");
            }
        }
    }

    #[test]
    fn a_text_ends_with_a_line_feed_whatever_letter_it_begins_with() {
        for text in ["e-one 1.0", "supreme tournament 55"] {
            let bytes = [text.as_bytes(), b"\r\n", &wire("x")].concat();
            assert_eq!(cut(&bytes), [Cut::Text(text.to_owned()), Cut::Message(Message::Done)]);
        }
    }

    #[test]
    fn rubbish_is_kept_no_longer_than_a_text() {
        let mut framer = Framer::default();
        for byte in (0..=255).cycle().take(100_000) {
            framer.push(At(0), byte);
            assert!(framer.gathered.begun().len() <= MAX_TEXT);
        }
    }
}
