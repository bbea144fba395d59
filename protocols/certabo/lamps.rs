//! The lights: one of one colour in every square, or coloured ones at the corners.
//!
//! A board says of itself which it has only when it has taken a command, so
//! the first goes out in the one form and, where nothing comes back, once in
//! the other.

use super::frame::LightsKind;
use crate::{At, SquareSet};

/// How long a board may take to say that it has taken a command, in milliseconds (PicoChess).
const ANSWER_MS: u64 = 400;

/// Lights at the corners: nine rows of nine.
const CORNERS: usize = 81;

/// Red, green and blue of a light that is on; a quarter of the brightest (PicoChess).
const ON: [u8; 3] = [0x40, 0x40, 0x40];

/// What is lit, and what is to be.
#[derive(Debug)]
pub(crate) struct Lamps {
    /// Shortest time between two commands, in milliseconds; some boards lose what comes sooner.
    pause_ms: u64,
    kind: Option<LightsKind>,
    /// Both forms have been tried and nothing came back: the first one it is.
    tried: Tried,
    wanted: SquareSet,
    shown: Option<SquareSet>,
    /// When the next command may go out.
    free: At,
}

/// Which forms have gone out without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tried {
    Both,
    Neither,
    One,
}

impl Lamps {
    pub(crate) fn new(pause_ms: u64) -> Lamps {
        Lamps { pause_ms, kind: None, tried: Tried::Neither, wanted: SquareSet::EMPTY, shown: None, free: At(0) }
    }

    /// The port has been opened: all lights are to be off, whatever an earlier program left on.
    pub(crate) fn opened(&mut self) {
        *self = Lamps { free: self.free, ..Lamps::new(self.pause_ms) };
    }

    pub(crate) fn light(&mut self, squares: SquareSet) {
        self.wanted = squares;
    }

    /// The board said that it has taken a command.
    pub(crate) fn answered(&mut self, kind: LightsKind) {
        if self.kind.replace(kind) != Some(kind) && self.tried == Tried::Both && kind == LightsKind::One {
            // The second form was not for this board, and lit what it liked.
            self.shown = None;
        }
    }

    /// The next command, where one is due.
    pub(crate) fn poll(&mut self, at: At) -> Option<Vec<u8>> {
        if at < self.free {
            return None;
        }
        let asks = self.kind.is_none() && self.tried == Tried::One;
        if !asks && self.shown == Some(self.wanted) {
            return None;
        }
        self.shown = Some(self.wanted);
        let kind = match (self.kind, self.tried) {
            (Some(kind), _) => kind,
            (None, Tried::Neither) => {
                self.tried = Tried::One;
                self.free = at + self.pause_ms.max(ANSWER_MS);
                return Some(one(self.wanted));
            }
            (None, Tried::One) => {
                self.tried = Tried::Both;
                LightsKind::Rgb
            }
            (None, Tried::Both) => LightsKind::One,
        };
        self.free = at + self.pause_ms;
        Some(match kind {
            LightsKind::One => one(self.wanted),
            LightsKind::Rgb => rgb(self.wanted),
        })
    }

    pub(crate) fn next_deadline(&self) -> Option<At> {
        let asks = self.kind.is_none() && self.tried == Tried::One;
        (asks || self.shown != Some(self.wanted)).then_some(self.free)
    }
}

/// Eight bytes, the eighth rank first; bit 0 is the a-file.
fn one(squares: SquareSet) -> Vec<u8> {
    squares.bits().to_be_bytes().to_vec()
}

/// A frame of 81 colours, the corner at h1 first, along the first rank's edge to a1, then upwards.
fn rgb(squares: SquareSet) -> Vec<u8> {
    let mut colors = [[0; 3]; CORNERS];
    for square in squares.iter() {
        let corner = 9 * usize::from(square.rank()) + usize::from(7 - square.file());
        for near in [0, 1, 9, 10] {
            colors[corner + near] = ON;
        }
    }
    [&[0xff, 0x55], colors.as_flattened(), b"\r\n"].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(names: &[&str]) -> SquareSet {
        names.iter().map(|name| name.parse::<crate::Square>().expect("a square")).collect()
    }

    #[test]
    fn squares_are_lit_as_picochess_lights_them() {
        assert_eq!(one(squares(&["e2", "e4"])), [0, 0, 0, 0, 0x10, 0, 0x10, 0]);
        assert_eq!(one(squares(&["a8"])), [1, 0, 0, 0, 0, 0, 0, 0]);
        let frame = rgb(squares(&["e4"]));
        assert_eq!((frame.len(), &frame[..2], &frame[245..]), (247, [0xff, 0x55].as_slice(), b"\r\n".as_slice()));
        let lit: Vec<usize> = (0..CORNERS).filter(|corner| frame[2 + 3 * corner] != 0).collect();
        assert_eq!(lit, [30, 31, 39, 40]);
    }

    #[test]
    fn a_board_that_answers_is_spoken_to_in_its_form_and_only_of_changes() {
        let mut lamps = Lamps::new(600);
        assert_eq!(lamps.poll(At(0)), Some(vec![0; 8]));
        lamps.answered(LightsKind::One);
        lamps.light(squares(&["a1"]));
        assert_eq!(lamps.poll(At(599)), None);
        assert_eq!(lamps.next_deadline(), Some(At(600)));
        assert_eq!(lamps.poll(At(600)), Some(vec![0, 0, 0, 0, 0, 0, 0, 1]));
        assert_eq!((lamps.poll(At(5_000)), lamps.next_deadline()), (None, None));
    }

    #[test]
    fn a_board_that_answers_nothing_is_tried_in_the_other_form_once() {
        let mut lamps = Lamps::new(200);
        assert_eq!(lamps.poll(At(0)), Some(vec![0; 8]));
        assert_eq!(lamps.poll(At(399)), None);
        assert_eq!(lamps.poll(At(400)).map(|frame| frame.len()), Some(247));
        assert_eq!(lamps.poll(At(10_000)), None);
        lamps.light(squares(&["a1"]));
        assert_eq!(lamps.poll(At(10_000)).map(|frame| frame.len()), Some(8));
        lamps.answered(LightsKind::Rgb);
        lamps.light(squares(&["a2"]));
        assert_eq!(lamps.poll(At(10_200)).map(|frame| frame.len()), Some(247));
    }
}
