//! The one list of boards: a line each.

pub use crate::kind::{Board, Greeting, Lights, Line, Model, Models, Parity, Sensing, Shared};
use crate::{certabo, dgt, ichessone, millennium, openline, tabutronic};

/// Every board, in the order in which an unknown port is asked: those that are only listened to come first.
#[rustfmt::skip]
pub const BOARDS: &[Board] = &[
    certabo::BOARD,
    tabutronic::BOARD,
    dgt::bus::BOARD,
    dgt::BOARD,
    millennium::BOARD,
    ichessone::BOARD,
    openline::BOARD,
];

impl Board {
    /// Whether a port with these USB vendor and product ids is likely to have this board on it, or several that share it.
    #[must_use]
    pub fn is_likely(&self, usb: (u16, u16)) -> bool {
        let alone = self.shared.and_then(|shared| board(shared.alone));
        self.usb_ids.contains(&usb) || alone.is_some_and(|alone| alone.usb_ids.contains(&usb))
    }
}

/// The board of this kind, if there is one.
#[must_use]
pub fn board(kind: &str) -> Option<&'static Board> {
    BOARDS.iter().find(|board| board.kind == kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_asked_for_several_boards_before_it_is_asked_for_one() {
        for (place, board) in BOARDS.iter().enumerate() {
            let Some(shared) = board.shared else { continue };
            let alone = BOARDS.iter().position(|alone| alone.kind == shared.alone).expect("it is registered");
            assert!(place < alone, "{}", board.kind);
            assert!(BOARDS[alone].shared.is_none(), "{}", board.kind);
            assert!(BOARDS[alone].usb_ids.iter().all(|&usb| board.is_likely(usb)), "{}", board.kind);
        }
    }
}
