//! What came over the wire, kept in a file, a line a piece: written while the daemon runs, read for replay and tests.
//!
//! [`Writer`] writes `{"t_ms":12,"dir":"rx","hex":"8e00053400"}`. [`Reader`]
//! reads that, and two forms without exact times in which recordings of real
//! boards exist:
//!
//! - JSON objects without `t_ms`, with `dir` and `hex` (spaces between bytes
//!   allowed) and maybe `poll`, the second at which the program that recorded
//!   asked for the piece;
//! - one received piece a line in Base64, and nothing else.
//!
//! Where a file has no times, [`Spacing`] makes them up: always the same for
//! the same file. Pieces stay as they are in the file, in their order.

use std::{
    io::{self, BufRead, Read, Write},
    time::Duration,
};

use base64::{Engine, engine::general_purpose::STANDARD};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Longest line that is read, in bytes: more than four times the longest message of any board in spaced hexadecimal.
pub const MAX_LINE: usize = 131_072;

/// Latest time that is read, in milliseconds: 366 days. A capture is played with all its silences, so without a limit
/// one wrong time would keep a replay busy for ages.
pub const MAX_T_MS: u64 = 366 * 24 * 3_600 * 1_000;

/// Bits on the line for each byte: start bit, eight data bits, stop bit.
const BITS_A_BYTE: u64 = 10;

/// One piece of what came over the wire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// When, in milliseconds from the start of the capture; never less than the chunk's before.
    pub t_ms: u64,
    /// Which way.
    pub direction: Direction,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// Which way bytes went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// From the board.
    Rx,
    /// To the board.
    Tx,
}

/// How times are made up where a capture has none.
///
/// A line arrives when its bytes have gone over the wire (ten bits each) after
/// the line before, and `pause` later still. A line with a `poll` arrives not
/// before that second; the wire's time counts for it, `pause` does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spacing {
    /// Speed of the wire in bits a second; 0 counts as infinitely fast.
    pub baud: u32,
    /// Added for each line.
    pub pause: Duration,
}

impl Spacing {
    /// For recordings that hold a message a line and no times, of a line of so many bits a second.
    ///
    /// 40 ms: more than a scan's tie, so that lifts keep their order; little enough that a piece seen on its way between
    /// two readings of the clock is not taken for one that rested there.
    #[must_use]
    pub fn of_messages(baud: u32) -> Spacing {
        Spacing { baud, pause: Duration::from_millis(40) }
    }
}

/// Why a capture cannot be read.
#[derive(Debug, Error)]
#[error("{file}, line {line}: {kind}")]
pub struct CaptureError {
    /// The file, as the reader was told.
    pub file: String,
    /// The line, from 1.
    pub line: u64,
    /// What is wrong there.
    pub kind: CaptureErrorKind,
}

/// What is wrong with a line of a capture.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CaptureErrorKind {
    /// `t_ms` is less than on the line before.
    #[error("t_ms is {found}, earlier than the {before} before; expected times in order")]
    Backwards {
        /// The time found.
        found: u64,
        /// The time before.
        before: u64,
    },
    /// The line is not Base64.
    #[error("expected one message in Base64: {0}")]
    Base64(#[from] base64::DecodeError),
    /// `hex` is not pairs of hexadecimal digits.
    #[error("hex holds {found:?}; expected pairs of hexadecimal digits, spaces between pairs allowed")]
    Hex {
        /// The pair that is none.
        found: String,
    },
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// The line is no JSON object of the form described.
    #[error("expected an object such as {{\"t_ms\":12,\"dir\":\"rx\",\"hex\":\"8e00053400\"}}: {0}")]
    Json(#[from] serde_json::Error),
    /// The time is beyond all captures.
    #[error("a time of {found} ms; expected at most {MAX_T_MS}, 366 days")]
    Late {
        /// The time found or made up.
        found: u64,
    },
    /// The line is too long.
    #[error("longer than {MAX_LINE} bytes")]
    LongLine,
    /// The line is of the other form than the first.
    #[error("{found} line in a capture that began with {began} lines")]
    Mixed {
        /// The form of this line.
        found: Form,
        /// The form of the first.
        began: Form,
    },
    /// `poll` is no time.
    #[error("poll is {found}; expected seconds, 0 or more")]
    Poll {
        /// What it is.
        found: f64,
    },
}

/// Form of a capture's lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A message in Base64.
    Base64,
    /// A JSON object.
    Json,
}

impl std::fmt::Display for Form {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Form::Base64 => "Base64",
            Form::Json => "JSON",
        })
    }
}

/// Writes a capture, up to a size.
#[derive(Debug)]
pub struct Writer<W> {
    to: W,
    left: u64,
    full: bool,
}

impl<W: Write> Writer<W> {
    /// Writes to `to`, at most `max_bytes` in all; what does not fit, and everything after it, is left out.
    pub fn new(to: W, max_bytes: u64) -> Writer<W> {
        Writer { to, left: max_bytes, full: false }
    }

    /// Writes one piece as a line; says whether it is in the file.
    ///
    /// # Errors
    /// Those of the file.
    pub fn write(&mut self, chunk: &Chunk) -> io::Result<bool> {
        if self.full {
            return Ok(false);
        }
        let line = Line { t_ms: Some(chunk.t_ms), poll: None, dir: chunk.direction, hex: hex(&chunk.bytes) };
        let mut line = serde_json::to_string(&line)?;
        line.push('\n');
        let length = line.len() as u64;
        if length > self.left {
            self.full = true;
            return Ok(false);
        }
        self.left -= length;
        self.to.write_all(line.as_bytes())?;
        Ok(true)
    }

    /// Passes what is written on to the system.
    ///
    /// # Errors
    /// Those of the file.
    pub fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }

    /// What is written to, back again.
    #[cfg(test)]
    fn into_inner(self) -> W {
        self.to
    }
}

/// Reads a capture, line by line. Ends after the first error.
#[derive(Debug)]
pub struct Reader<R> {
    from: R,
    file: String,
    spacing: Spacing,
    line: u64,
    form: Option<Form>,
    /// Time of the chunk before, in microseconds.
    now_us: u64,
    ended: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads from `from`; errors call it `file`. Blank lines are passed over.
    pub fn new(from: R, file: impl Into<String>, spacing: Spacing) -> Reader<R> {
        Reader { from, file: file.into(), spacing, line: 0, form: None, now_us: 0, ended: false }
    }

    fn next_chunk(&mut self) -> Result<Option<Chunk>, CaptureErrorKind> {
        loop {
            let mut line = Vec::new();
            self.line += 1;
            let read = Read::take(&mut self.from, MAX_LINE as u64 + 1).read_until(b'\n', &mut line)?;
            if read == 0 {
                return Ok(None);
            }
            if read > MAX_LINE {
                return Err(CaptureErrorKind::LongLine);
            }
            // Some editors put a byte order mark before the first line.
            let mark = if self.line == 1 { line.strip_prefix("\u{feff}".as_bytes()) } else { None };
            let line = mark.unwrap_or(&line).trim_ascii();
            if !line.is_empty() {
                return self.chunk(line).map(Some);
            }
        }
    }

    fn chunk(&mut self, line: &[u8]) -> Result<Chunk, CaptureErrorKind> {
        let found = if line.starts_with(b"{") { Form::Json } else { Form::Base64 };
        let began = *self.form.get_or_insert(found);
        if found != began {
            return Err(CaptureErrorKind::Mixed { found, began });
        }
        let (direction, bytes, t_ms, poll) = match found {
            Form::Base64 => (Direction::Rx, STANDARD.decode(line)?, None, None),
            Form::Json => {
                let line: Line = serde_json::from_slice(line)?;
                (line.dir, unhex(&line.hex)?, line.t_ms, line.poll)
            }
        };
        self.now_us = match (t_ms, poll) {
            (Some(t_ms), _) => {
                let before = self.now_us / 1_000;
                if t_ms < before {
                    return Err(CaptureErrorKind::Backwards { found: t_ms, before });
                }
                t_ms.saturating_mul(1_000)
            }
            (None, Some(poll)) => {
                let at = Duration::try_from_secs_f64(poll).map_err(|_| CaptureErrorKind::Poll { found: poll })?;
                micros(at).max(self.now_us.saturating_add(self.wire_us(&bytes)))
            }
            (None, None) => self.now_us.saturating_add(self.wire_us(&bytes)).saturating_add(micros(self.spacing.pause)),
        };
        let t_ms = self.now_us / 1_000;
        if t_ms > MAX_T_MS {
            return Err(CaptureErrorKind::Late { found: t_ms });
        }
        Ok(Chunk { t_ms, direction, bytes })
    }

    fn wire_us(&self, bytes: &[u8]) -> u64 {
        let bits = BITS_A_BYTE * bytes.len() as u64;
        (bits * 1_000_000).checked_div(u64::from(self.spacing.baud)).unwrap_or(0)
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Chunk, CaptureError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next = self.next_chunk().transpose();
        self.ended = !matches!(next, Some(Ok(_)));
        next.map(|chunk| chunk.map_err(|kind| CaptureError { file: self.file.clone(), line: self.line, kind }))
    }
}

/// A line of the JSON forms. Other keys are ignored.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    t_ms: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    poll: Option<f64>,
    dir: Direction,
    hex: String,
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    bytes.iter().flat_map(|byte| [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 0x0f)]]).collect()
}

fn unhex(text: &str) -> Result<Vec<u8>, CaptureErrorKind> {
    let mut bytes = Vec::with_capacity(text.len() / 2);
    for group in text.split_ascii_whitespace() {
        for pair in group.as_bytes().chunks(2) {
            let digit = |index: usize| pair.get(index).and_then(|&digit| char::from(digit).to_digit(16));
            match (digit(0), digit(1)) {
                // Two digits below 16 make a byte.
                (Some(high), Some(low)) => bytes.push((high << 4 | low) as u8),
                _ => return Err(CaptureErrorKind::Hex { found: String::from_utf8_lossy(pair).into_owned() }),
            }
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SPACING: Spacing = Spacing { baud: 9_600, pause: Duration::from_millis(250) };

    fn read(text: &str) -> Result<Vec<Chunk>, CaptureError> {
        Reader::new(text.as_bytes(), "game.capture", SPACING).collect()
    }

    fn error(text: &str) -> String {
        read(text).expect_err("the capture is wrong").to_string()
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_first_line() {
        for line in ["{\"t_ms\":1,\"dir\":\"rx\",\"hex\":\"8e\"}", "jg=="] {
            let text = format!("\u{feff}{line}\n{line}\n");
            let chunks: Result<Vec<Chunk>, CaptureError> =
                Reader::new(text.as_bytes(), "capture", Spacing::of_messages(9_600)).collect();
            let bytes: Vec<Vec<u8>> = chunks.expect("good").into_iter().map(|chunk| chunk.bytes).collect();
            assert_eq!(bytes, [[0x8e], [0x8e]], "{line}");
        }
        let inside = "jg==\n\u{feff}jg==\n";
        assert!(Reader::new(inside.as_bytes(), "capture", Spacing::of_messages(9_600)).any(|chunk| chunk.is_err()));
    }

    #[test]
    fn a_line_is_written_as_other_programs_expect_it() {
        let mut writer = Writer::new(Vec::new(), 1_000);
        let chunk = Chunk { t_ms: 12, direction: Direction::Rx, bytes: vec![0x8e, 0x00, 0x05, 0x34, 0x00] };
        assert!(writer.write(&chunk).expect("memory can be written"));
        let text = String::from_utf8(writer.into_inner()).expect("JSON is UTF-8");
        assert_eq!(text, "{\"t_ms\":12,\"dir\":\"rx\",\"hex\":\"8e00053400\"}\n");
        assert_eq!(read(&text).expect("it can be read"), [chunk]);
    }

    #[test]
    fn a_full_capture_stays_within_its_size_and_has_no_gap() {
        let mut writer = Writer::new(Vec::new(), 100);
        let chunk = |length| Chunk { t_ms: 0, direction: Direction::Tx, bytes: vec![0x42; length] };
        assert!(writer.write(&chunk(10)).expect("memory can be written"));
        assert!(!writer.write(&chunk(40)).expect("memory can be written"));
        assert!(!writer.write(&chunk(1)).expect("memory can be written"), "a later piece would leave a gap");
        let text = String::from_utf8(writer.into_inner()).expect("JSON is UTF-8");
        assert_eq!(read(&text).expect("it can be read"), [chunk(10)]);
    }

    #[test]
    fn base64_lines_get_the_times_of_the_wire_and_the_pause() {
        // Ten bytes take 10.4 ms at 9,600 baud, five take 5.2 ms.
        let chunks = read("jQAKIAMCIAMCCA==\n\njgAFNAA=\n").expect("it can be read");
        assert_eq!(chunks[0].bytes, [0x8d, 0x00, 0x0a, 0x20, 0x03, 0x02, 0x20, 0x03, 0x02, 0x08]);
        assert_eq!(chunks[1].bytes, [0x8e, 0x00, 0x05, 0x34, 0x00]);
        assert_eq!([chunks[0].t_ms, chunks[1].t_ms], [260, 515]);
        assert!(chunks.iter().all(|chunk| chunk.direction == Direction::Rx));
    }

    #[test]
    fn polled_objects_get_the_time_of_their_poll_or_later() {
        let text = concat!(
            "{\"seq\": 0, \"dir\": \"tx\", \"poll\": null, \"hex\": \"40\"}\n",
            "{\"seq\": 1, \"dir\": \"tx\", \"poll\": 3, \"hex\": \"42\"}\n",
            "{\"seq\": 2, \"dir\": \"rx\", \"poll\": 3, \"hex\": \"86 00 43 08 09 0A 0c 0b 0a 09\"}\n",
        );
        let chunks = read(text).expect("it can be read");
        assert_eq!(chunks.iter().map(|chunk| chunk.t_ms).collect::<Vec<_>>(), [251, 3_000, 3_010]);
        assert_eq!(chunks[2].bytes[..4], [0x86, 0x00, 0x43, 0x08]);
    }

    #[test]
    fn errors_name_file_line_and_what_was_found() {
        let good = "{\"t_ms\":5,\"dir\":\"rx\",\"hex\":\"00\"}\n";
        for (text, expected) in [
            ("{\"t_ms\":5,\"dir\":\"rx\",\"hex\":\"0g\"}", "game.capture, line 1: hex holds \"0g\""),
            ("{\"t_ms\":5,\"dir\":\"rx\",\"hex\":\"8e 0\"}", "game.capture, line 1: hex holds \"0\""),
            ("{\"t_ms\":5,\"dir\":\"up\",\"hex\":\"00\"}", "game.capture, line 1: expected an object such as"),
            ("{\"t_ms\":-5,\"dir\":\"rx\",\"hex\":\"00\"}", "game.capture, line 1: expected an object such as"),
            ("{\"t_ms\":18446744073709551615,\"dir\":\"rx\",\"hex\":\"00\"}", "game.capture, line 1: a time of 1844"),
            ("{\"poll\":1e12,\"dir\":\"rx\",\"hex\":\"00\"}", "game.capture, line 1: a time of 1000000000000000 ms"),
            ("{\"poll\":-1,\"dir\":\"rx\",\"hex\":\"00\"}", "game.capture, line 1: poll is -1"),
            ("jQAKIAMCIAMCCA==\n***\n", "game.capture, line 2: expected one message in Base64"),
            (&format!("{good}\njgAFNAA=\n"), "game.capture, line 3: Base64 line in a capture that began with JSON"),
            (
                &format!("{good}{}", good.replace('5', "4")),
                "game.capture, line 2: t_ms is 4, earlier than the 5 before",
            ),
            (&"A".repeat(MAX_LINE + 1), "game.capture, line 1: longer than"),
        ] {
            let error = error(text);
            assert!(error.starts_with(expected), "{error:?}");
        }
    }

    #[test]
    fn reading_ends_after_the_first_error() {
        let mut reader = Reader::new("***\njgAFNAA=\n".as_bytes(), "-", SPACING);
        assert!(reader.next().is_some_and(|chunk| chunk.is_err()));
        assert!(reader.next().is_none());
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(pieces in prop::collection::vec(
            (0u64..10_000, any::<bool>(), prop::collection::vec(any::<u8>(), 0..300)), 0..20)
        ) {
            let mut t_ms = 0;
            let chunks: Vec<Chunk> = pieces.into_iter().map(|(later, received, bytes)| {
                t_ms += later;
                Chunk { t_ms, direction: if received { Direction::Rx } else { Direction::Tx }, bytes }
            }).collect();
            let mut writer = Writer::new(Vec::new(), u64::MAX);
            for chunk in &chunks {
                prop_assert!(writer.write(chunk).expect("memory can be written"));
            }
            let written = writer.into_inner();
            let read: Result<Vec<Chunk>, CaptureError> = Reader::new(&written[..], "-", SPACING).collect();
            prop_assert_eq!(read.expect("it can be read"), chunks);
        }

        #[test]
        fn no_input_makes_the_reader_panic(text in prop::collection::vec(any::<u8>(), 0..400)) {
            for line in Reader::new(&text[..], "-", SPACING) {
                drop(line);
            }
        }
    }
}
