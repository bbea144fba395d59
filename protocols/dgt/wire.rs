//! Numbers on the wire: ids, command bytes, piece codes, the order of the squares.

use crate::{Color, Piece, Role, Square, SquareContent};

/// First byte of a message from the board. Bit 7 is set in these and in no other byte.
pub(super) mod id {
    /// The whole board, 64 piece codes.
    pub(in crate::dgt) const BOARD: u8 = 0x86;
    /// Clock times, or the clock's acknowledgement of a command.
    pub(in crate::dgt) const CLOCK: u8 = 0x8d;
    /// One square changed.
    pub(in crate::dgt) const FIELD: u8 = 0x8e;
    /// The board's log memory.
    pub(in crate::dgt) const LOG: u8 = 0x8f;
    /// Address in bus mode.
    pub(in crate::dgt) const BUS_ADDRESS: u8 = 0x90;
    /// Serial number, five digits.
    pub(in crate::dgt) const SERIAL: u8 = 0x91;
    /// The maker's text.
    pub(in crate::dgt) const TRADEMARK: u8 = 0x92;
    /// Firmware version.
    pub(in crate::dgt) const VERSION: u8 = 0x93;
    /// Half of a draughts board.
    pub(in crate::dgt) const DRAUGHTS_BLACK: u8 = 0x94;
    /// The other half of a draughts board.
    pub(in crate::dgt) const DRAUGHTS_WHITE: u8 = 0x95;
    /// Hardware version, newer boards.
    pub(in crate::dgt) const HARDWARE: u8 = 0x96;
    /// Battery state.
    pub(in crate::dgt) const BATTERY: u8 = 0xa0;
    /// Serial number, ten digits.
    pub(in crate::dgt) const LONG_SERIAL: u8 = 0xa2;
    /// Answer of newer boards to a command we never send; meaning unknown.
    pub(in crate::dgt) const NEWER_A3: u8 = 0xa3;
    /// Lock state, newer boards.
    pub(in crate::dgt) const LOCK: u8 = 0xa4;
    /// State of the developer key, newer boards.
    pub(in crate::dgt) const DEVELOPER_KEY: u8 = 0xa5;
}

/// Bytes before the data: id, high and low seven bits of the length.
pub(super) const HEADER: usize = 3;

/// Longest message: the log memory of 0x1f00 bytes behind a header.
pub(super) const MAX_MESSAGE: usize = 0x1f03;

/// Every byte that we ever send to a board. Nothing else can be sent.
///
/// What is missing is missing on purpose: the boot loader (4e), the draughts
/// scans that are written to the board's memory (51, 53, 54), bus mode (4a),
/// and all that drives clock, lights or locks (2b, 60, 63).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Command {
    /// Asks for the battery's state.
    Battery,
    /// Asks for one dump of the board.
    Board,
    /// Asks for one clock message.
    Clock,
    /// Asks for the log memory, which keeps the board from all else for 8.3 s.
    Log,
    /// Asks for the ten-digit serial number.
    LongSerial,
    /// Stops whatever the board sends unasked.
    Reset,
    /// Asks for the five-digit serial number.
    Serial,
    /// Wants field updates, and clock messages when something in them changes.
    UpdateNice,
    /// Asks for the firmware version.
    Version,
}

impl Command {
    /// All of them.
    #[cfg(test)]
    pub(super) const ALL: [Command; 9] = [
        Command::Battery,
        Command::Board,
        Command::Clock,
        Command::Log,
        Command::LongSerial,
        Command::Reset,
        Command::Serial,
        Command::UpdateNice,
        Command::Version,
    ];

    /// The byte on the wire.
    pub(super) const fn byte(self) -> u8 {
        match self {
            Command::Battery => 0x4c,
            Command::Board => 0x42,
            Command::Clock => 0x41,
            Command::Log => 0x49,
            Command::LongSerial => 0x55,
            Command::Reset => 0x40,
            Command::Serial => 0x45,
            Command::UpdateNice => 0x4b,
            Command::Version => 0x4d,
        }
    }
}

/// What a piece code says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Code {
    /// A chess piece or nothing.
    Content(SquareContent),
    /// A token that announces a result (D draw, E White wins, F Black wins); not a chess piece.
    Token,
}

/// The roles in the order of their codes, White's from 1, Black's from 7.
const ROLES: [Role; 6] = [Role::Pawn, Role::Rook, Role::Knight, Role::Bishop, Role::King, Role::Queen];

/// Reads a piece code; `None` above 0x0f.
pub(super) fn code(byte: u8) -> Option<Code> {
    let piece = |color, first: u8| {
        let role = ROLES[usize::from(byte - first)];
        Code::Content(SquareContent::Piece(Piece { color, role }))
    };
    match byte {
        0x00 => Some(Code::Content(SquareContent::Empty)),
        0x01..=0x06 => Some(piece(Color::White, 0x01)),
        0x07..=0x0c => Some(piece(Color::Black, 0x07)),
        0x0d..=0x0f => Some(Code::Token),
        _ => None,
    }
}

/// The code of what stands on a square.
pub(super) fn code_of(content: Option<Piece>) -> u8 {
    let Some(piece) = content else { return 0x00 };
    let role = match piece.role {
        Role::Pawn => 0x01,
        Role::Rook => 0x02,
        Role::Knight => 0x03,
        Role::Bishop => 0x04,
        Role::King => 0x05,
        Role::Queen => 0x06,
    };
    match piece.color {
        Color::Black => role + 0x06,
        Color::White => role,
    }
}

/// The square at a place of the board's numbering, which reads like a page: 0 = a8, 7 = h8, 63 = h1.
///
/// That is with the connector on White's left; `None` above 63.
pub(super) fn square(place: u8) -> Option<Square> {
    // Turning the rank round swaps a8 = 0 for a1 = 0 and leaves the file alone.
    Square::new(place).and_then(|_| Square::new(place ^ 56))
}

/// A square's place in the board's numbering.
pub(super) fn place(square: Square) -> u8 {
    (square.index() as u8) ^ 56
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_command_can_harm_a_board_or_drive_a_clock() {
        let bytes = Command::ALL.map(Command::byte);
        assert_eq!(bytes, [0x4c, 0x42, 0x41, 0x49, 0x55, 0x40, 0x45, 0x4b, 0x4d]);
        for forbidden in [0x2b, 0x4a, 0x4e, 0x50, 0x51, 0x52, 0x53, 0x54, 0x60, 0x63] {
            assert!(!bytes.contains(&forbidden), "{forbidden:#04x} can be sent");
        }
    }

    #[test]
    fn codes_read_back_as_the_piece_they_were_made_of() {
        for byte in 0x00..=0x0c {
            let content = match code(byte) {
                Some(Code::Content(SquareContent::Piece(piece))) => Some(piece),
                Some(Code::Content(SquareContent::Empty)) => None,
                other => panic!("{byte:#04x} reads as {other:?}"),
            };
            assert_eq!(code_of(content), byte);
        }
        let letters: String = (0x01..=0x0c)
            .filter_map(|byte| match code(byte) {
                Some(Code::Content(SquareContent::Piece(piece))) => Some(piece.letter()),
                _ => None,
            })
            .collect();
        assert_eq!(letters, "PRNBKQprnbkq");
        assert_eq!([0x0d, 0x0e, 0x0f].map(code), [Some(Code::Token); 3]);
        assert_eq!([0x10, 0x7f, 0xff].map(code), [None; 3]);
    }

    #[test]
    fn the_numbering_reads_like_a_page_with_a8_first() {
        let names = [0, 7, 8, 0x34, 0x24, 56, 63].map(|place| square(place).expect("below 64").to_string());
        assert_eq!(names, ["a8", "h8", "a7", "e2", "e4", "a1", "h1"]);
        assert_eq!(square(64), None);
        assert!((0..64).all(|number| square(number).map(place) == Some(number)));
    }
}
