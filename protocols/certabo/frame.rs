//! Cuts the byte stream into lines of numbers and lines that acknowledge the lights. No line has a checksum.

use crate::{At, Noise, NoiseKind, kind};

/// How the serial ports of the whole family are set.
pub(crate) const LINE: kind::Line = kind::Line { baud: 38_400, data_bits: 8, parity: kind::Parity::None, stop_bits: 1 };

/// Longest text of a line, in bytes: 320 numbers of three digits, each with a space.
pub(crate) const MAX_LINE: usize = 320 * 4;

/// A line without an end is over when nothing has come for so long, in milliseconds: a 64-byte packet takes 17.
const SILENCE_MS: u64 = 300;

/// What a line says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Line {
    /// The board has taken a command for its lights.
    Lights(LightsKind),
    /// The numbers of one scan.
    Numbers(Vec<u8>),
}

/// What lights a board says it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LightsKind {
    /// One of one colour in every square.
    One,
    /// Coloured ones at the squares' corners.
    Rgb,
}

/// Cuts bytes into [`Line`]s, any cut of them alike.
#[derive(Debug, Default)]
pub(crate) struct Framer {
    /// The text since the last colon, line feeds left out.
    line: Option<Vec<u8>>,
    /// Bytes outside lines, not yet told.
    strays: usize,
    /// Whether a line has begun since the port was opened: before that we have come in the middle of one.
    began: bool,
    /// When the line is over, if nothing more comes.
    over_at: Option<At>,
}

impl Framer {
    /// Takes a byte; gives what it has brought to an end: at most noise and a line, or two lines.
    pub(crate) fn push(&mut self, at: At, byte: u8) -> [Option<Result<Line, Noise>>; 2] {
        match byte {
            b':' => {
                let before = self.finish().or(self.stray_noise());
                self.began = true;
                self.line = Some(Vec::new());
                self.over_at = Some(at + SILENCE_MS);
                [before, None]
            }
            b'L' => [self.finish(), self.lights(LightsKind::One)],
            b'D' => [self.finish(), self.lights(LightsKind::Rgb)],
            b'\r' => [self.finish(), None],
            // Recordings have one behind every packet of the USB bridge, in the middle of numbers too.
            b'\n' => [None, None],
            b'0'..=b'9' | b' ' => {
                let Some(line) = &mut self.line else {
                    self.strays += usize::from(byte != b' ');
                    return [None, None];
                };
                self.over_at = Some(at + SILENCE_MS);
                line.push(byte);
                if line.len() > MAX_LINE {
                    return [self.drop_line(NoiseKind::Length), None];
                }
                [None, None]
            }
            // Some boards send one between lines.
            b'*' if self.line.is_none() => [None, None],
            _ => {
                let broken = self.drop_line(NoiseKind::Value);
                self.strays += 1;
                [broken, None]
            }
        }
    }

    /// What has come to an end because nothing more came.
    pub(crate) fn expire(&mut self, at: At) -> Option<Result<Line, Noise>> {
        self.over_at.filter(|over_at| *over_at <= at)?;
        self.finish()
    }

    pub(crate) fn deadline(&self) -> Option<At> {
        self.over_at
    }

    fn lights(&mut self, kind: LightsKind) -> Option<Result<Line, Noise>> {
        self.began.then_some(Ok(Line::Lights(kind)))
    }

    fn finish(&mut self) -> Option<Result<Line, Noise>> {
        self.over_at = None;
        let line = self.line.take()?;
        Some(numbers(&line).map(Line::Numbers).ok_or(Noise { kind: NoiseKind::Value, skipped_bytes: line.len() + 1 }))
    }

    fn drop_line(&mut self, kind: NoiseKind) -> Option<Result<Line, Noise>> {
        self.over_at = None;
        let line = self.line.take()?;
        Some(Err(Noise { kind, skipped_bytes: line.len() + 1 }))
    }

    fn stray_noise(&mut self) -> Option<Result<Line, Noise>> {
        let skipped_bytes = std::mem::take(&mut self.strays);
        (self.began && skipped_bytes > 0).then_some(Err(Noise { kind: NoiseKind::Unframed, skipped_bytes }))
    }
}

/// Numbers 0..=255 with one space between each two, and maybe one behind the last.
fn numbers(line: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(line).ok()?;
    let text = text.strip_suffix(' ').unwrap_or(text);
    text.split(' ').map(|number| number.parse().ok().filter(|_| number.len() <= 3)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Result<Line, Noise>> {
        let mut framer = Framer::default();
        let mut lines: Vec<_> = bytes.iter().flat_map(|&byte| framer.push(At(0), byte)).flatten().collect();
        lines.extend(framer.expire(At(SILENCE_MS)));
        lines
    }

    fn numbers(line: &[u8]) -> Result<Line, Noise> {
        Ok(Line::Numbers(line.to_vec()))
    }

    #[test]
    fn lines_end_at_a_return_a_colon_an_acknowledgement_or_silence() {
        assert_eq!(
            lines(b"7 8\r\n:1 2\r\n:3 4 \r\n*:5 6\nL\r\nD\r\n:7\n8 9"),
            [
                numbers(&[1, 2]),
                numbers(&[3, 4]),
                numbers(&[5, 6]),
                Ok(Line::Lights(LightsKind::One)),
                Ok(Line::Lights(LightsKind::Rgb)),
                numbers(&[78, 9]),
            ]
        );
    }

    #[test]
    fn what_is_no_line_of_numbers_is_noise() {
        let noise = |kind, skipped_bytes| Err(Noise { kind, skipped_bytes });
        assert_eq!(lines(b":1 256\r"), [noise(NoiseKind::Value, 6)]);
        assert_eq!(lines(b":1  2\r"), [noise(NoiseKind::Value, 5)]);
        assert_eq!(lines(b":\r"), [noise(NoiseKind::Value, 1)]);
        assert_eq!(lines(b":1 x2\r:3\r"), [noise(NoiseKind::Value, 3), noise(NoiseKind::Unframed, 2), numbers(&[3])]);
        assert_eq!(lines(&[b":".as_slice(), &[b'1'; MAX_LINE + 1]].concat()), [noise(NoiseKind::Length, MAX_LINE + 2)]);
    }
}
