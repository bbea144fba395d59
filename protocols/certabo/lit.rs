//! The lights of an emulated board of the family: commands in, squares lit.

use super::frame::LightsKind;
use crate::{At, SquareSet};

/// Bytes of a command for lights of one colour.
const ONE: usize = 8;

/// Bytes of a command for coloured lights.
const RGB: usize = 247;

/// A command that is not whole after so long is forgotten, in milliseconds.
const PAUSE_MS: u64 = 100;

/// Understands the commands for one kind of lights.
#[derive(Debug)]
pub(crate) struct LitSquares {
    kind: LightsKind,
    command: Vec<u8>,
    last: At,
    lit: SquareSet,
}

impl LitSquares {
    pub(crate) fn new(kind: LightsKind) -> LitSquares {
        LitSquares { kind, command: Vec::new(), last: At(0), lit: SquareSet::EMPTY }
    }

    /// The squares that are lit; of coloured lights those whose four corners are.
    pub(crate) fn lit(&self) -> SquareSet {
        self.lit
    }

    /// Takes bytes from the computer; gives the line that the board answers with once a command is whole.
    pub(crate) fn receive(&mut self, at: At, bytes: &[u8]) -> Option<&'static [u8]> {
        if at.since(self.last) > PAUSE_MS {
            self.command.clear();
        }
        self.last = at;
        let mut answer = None;
        for &byte in bytes {
            self.command.push(byte);
            match self.kind {
                LightsKind::One if self.command.len() == ONE => {
                    let bits = self.command.drain(..).fold(0, |bits, rank| bits << 8 | u64::from(rank));
                    self.lit = SquareSet::from_bits(bits);
                    answer = Some(b"L\r\n".as_slice());
                }
                LightsKind::Rgb if !b"\xff\x55".starts_with(&self.command[..self.command.len().min(2)]) => {
                    self.command.clear();
                }
                LightsKind::Rgb if self.command.len() == RGB => {
                    let corners: Vec<bool> =
                        self.command[2..RGB - 2].as_chunks::<3>().0.iter().map(|color| *color != [0; 3]).collect();
                    self.lit = crate::Square::all()
                        .filter(|square| {
                            let corner = 9 * usize::from(square.rank()) + usize::from(7 - square.file());
                            [0, 1, 9, 10].iter().all(|near| corners[corner + near])
                        })
                        .collect();
                    self.command.clear();
                    answer = Some(b"D\r\n".as_slice());
                }
                LightsKind::One | LightsKind::Rgb => {}
            }
        }
        answer
    }
}
