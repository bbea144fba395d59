//! What a message says, checked against what it may say.

use super::{
    clock::{self, ClockMessage},
    frame::Frame,
    past::remembered,
    wire::{Code, code, id, square},
};
use crate::{Remembered, Square, SquareContent};

/// A message with a meaning for us.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Message {
    /// State of the board's battery.
    Battery {
        /// 0..=100.
        percent: u8,
        /// Whether it is being charged.
        charging: bool,
    },
    /// The whole board.
    Board(Dump),
    /// From the clock.
    Clock(ClockMessage),
    /// One square.
    Field {
        /// Which.
        square: Square,
        /// What stands there now.
        code: Code,
    },
    /// What the log memory holds, oldest first.
    Log(Vec<Remembered>),
    /// Ten-digit serial number.
    LongSerial(String),
    /// A message of the family that says nothing we need.
    Other,
    /// Five-digit serial number.
    Serial(String),
    /// Firmware version.
    Version {
        /// Before the point.
        main: u8,
        /// Behind the point.
        sub: u8,
    },
}

/// The whole board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dump {
    /// What stands where, by [`Square::index`]; a token counts as nothing.
    pub(super) squares: [SquareContent; 64],
    /// Where tokens stand, a bit a square by its index.
    pub(super) tokens: u64,
}

/// Why a message is passed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unusable {
    /// No board of the family sends this id.
    Id,
    /// A value that it cannot have.
    Value,
}

/// Reads a message.
pub(super) fn read(frame: Frame<'_>) -> Result<Message, Unusable> {
    let message = match (frame.id, frame.data) {
        (id::BATTERY, &[percent, ref rest @ ..]) => battery(percent, rest),
        (id::BOARD, codes) => dump(codes).map(Message::Board),
        (id::CLOCK, data) => data.try_into().ok().and_then(clock::decode).map(Message::Clock),
        (id::FIELD, &[place, what]) => field(place, what),
        (id::LOG, bytes) => Some(Message::Log(remembered(bytes))),
        (id::LONG_SERIAL, digits) => number(digits).map(Message::LongSerial),
        (id::SERIAL, digits) => number(digits).map(Message::Serial),
        (id::VERSION, &[main, sub]) => Some(Message::Version { main, sub }),
        (
            id::BUS_ADDRESS
            | id::DEVELOPER_KEY
            | id::DRAUGHTS_BLACK
            | id::DRAUGHTS_WHITE
            | id::HARDWARE
            | id::LOCK
            | id::NEWER_A3
            | id::TRADEMARK,
            _,
        ) => Some(Message::Other),
        (id::BATTERY | id::FIELD | id::VERSION, _) => None,
        _ => return Err(Unusable::Id),
    };
    message.ok_or(Unusable::Value)
}

/// Time left, time on and stand-by time stand between the charge and the status byte; boards leave them out at will.
fn battery(percent: u8, rest: &[u8]) -> Option<Message> {
    const STATUS: usize = 7;
    const CHARGING: u8 = 0x01;
    let charging = rest.get(STATUS).is_some_and(|status| status & CHARGING != 0);
    (percent <= 100).then_some(Message::Battery { percent, charging })
}

/// Reads 64 piece codes; `None` where one is impossible.
pub(super) fn dump(codes: &[u8]) -> Option<Dump> {
    let mut dump = Dump { squares: [SquareContent::Empty; 64], tokens: 0 };
    for (place, &byte) in (0u8..).zip(codes) {
        let square = square(place)?;
        match code(byte)? {
            Code::Content(content) => dump.squares[square.index()] = content,
            Code::Token => dump.tokens |= 1 << square.index(),
        }
    }
    Some(dump)
}

fn field(place: u8, what: u8) -> Option<Message> {
    Some(Message::Field { square: square(place)?, code: code(what)? })
}

fn number(digits: &[u8]) -> Option<String> {
    digits.iter().all(u8::is_ascii_digit).then(|| digits.iter().copied().map(char::from).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Color, Piece, Role};

    fn message(id: u8, data: &[u8]) -> Result<Message, Unusable> {
        read(Frame { id, data })
    }

    #[test]
    fn a_field_update_names_square_and_piece() {
        let field = |place, what| message(id::FIELD, &[place, what]);
        let knight = Piece { color: Color::White, role: Role::Knight };
        assert_eq!(
            field(0x1c, 0x03),
            Ok(Message::Field {
                square: "e5".parse().expect("e5 is a square"),
                code: Code::Content(SquareContent::Piece(knight))
            })
        );
        assert!(matches!(field(0x3f, 0x0f), Ok(Message::Field { code: Code::Token, .. })));
        assert_eq!(field(0x40, 0x03), Err(Unusable::Value));
        assert_eq!(field(0x1c, 0x10), Err(Unusable::Value));
    }

    #[test]
    fn a_dump_with_an_impossible_code_is_refused_whole() {
        let mut codes = [0x00; 64];
        codes[63] = 0x10;
        assert_eq!(message(id::BOARD, &codes), Err(Unusable::Value));
        codes[63] = 0x0d;
        codes[0] = 0x08;
        let Ok(Message::Board(dump)) = message(id::BOARD, &codes) else { panic!("the dump was refused") };
        assert_eq!(dump.tokens, 1 << 7);
        assert_eq!(dump.squares[7], SquareContent::Empty);
        let rook = Piece { color: Color::Black, role: Role::Rook };
        assert_eq!(dump.squares[56], SquareContent::Piece(rook));
    }

    #[test]
    fn serial_numbers_are_digits() {
        assert_eq!(message(id::SERIAL, b"25805"), Ok(Message::Serial("25805".to_owned())));
        assert_eq!(message(id::LONG_SERIAL, b"0002325805"), Ok(Message::LongSerial("0002325805".to_owned())));
        assert_eq!(message(id::SERIAL, b"2580\x05"), Err(Unusable::Value));
    }

    #[test]
    fn a_battery_is_read_by_the_length_of_its_message() {
        let battery = |data: &[u8]| message(id::BATTERY, data);
        assert_eq!(battery(&[80, 0x7f, 0x7f, 0, 9, 0, 0, 0, 1]), Ok(Message::Battery { percent: 80, charging: true }));
        assert_eq!(battery(&[80, 2, 0, 0, 9, 0, 0, 0, 2]), Ok(Message::Battery { percent: 80, charging: false }));
        assert_eq!(battery(&[100, 2, 0, 0]), Ok(Message::Battery { percent: 100, charging: false }));
        assert_eq!(battery(&[101]), Err(Unusable::Value));
        assert_eq!(battery(&[]), Err(Unusable::Value));
    }

    #[test]
    fn family_messages_without_use_are_told_from_unknown_ones() {
        assert_eq!(message(id::TRADEMARK, b"text"), Ok(Message::Other));
        assert_eq!(message(id::LOG, &[0x7f; 10]), Ok(Message::Log(Vec::new())));
        assert_eq!(message(0xb7, &[]), Err(Unusable::Id));
    }
}
