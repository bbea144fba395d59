//! What goes over the line: letters, numbers in hexadecimal, and a check over all of it.

use crate::{Piece, Placement, Square};

/// Squares in a status.
const SQUARES: usize = 64;

/// A message of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Message {
    /// It has done what it was told, and says no more.
    Done,
    /// What stands where, by [`Square::index`]: as the board's own rules have it where it cannot tell pieces apart.
    Status(Placement),
    /// What a register holds.
    Register {
        /// Which.
        address: u8,
        /// What.
        value: u8,
    },
    /// The version of its program: the higher byte also tells which board it is.
    Version(u16),
}

/// A command to a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Command {
    /// Asks a newer board who it is.
    Information,
    /// Lights lamps: how long a slot takes, in units of 4.096 ms, and for every lamp in which of its eight slots it is on.
    Lamps(u8, Box<[u8; super::lamps::LAMPS]>),
    /// All lamps off.
    LampsOff,
    /// Asks what a register holds.
    Read(u8),
    /// Asks what stands where.
    Status,
    /// Asks for the version.
    Version,
    /// Writes a register: address, value. It is kept without power.
    Write(u8, u8),
}

/// The length of a message, its check included, by its first letter; `None` for a letter that begins none.
pub(super) fn length(letter: u8) -> Option<usize> {
    match letter {
        b'g' | b's' => Some(1 + SQUARES + 2),
        b'l' | b'x' => Some(3),
        b'r' | b'w' => Some(7),
        b'v' => Some(7),
        _ => None,
    }
}

/// The check: all characters before it, combined by exclusive or.
///
/// It does not see two characters change places: every position with the same pieces has the same one.
pub(super) fn check(text: &[u8]) -> u8 {
    text.iter().fold(0, |check, byte| check ^ byte)
}

/// Reads a message whose length is right and whose check holds; `None` where it has a value that it cannot have.
pub(super) fn read(text: &[u8]) -> Option<Message> {
    let (&letter, rest) = text.split_first()?;
    match (letter, rest) {
        (b's', squares) => status(squares).map(Message::Status),
        // What the board believes of pieces that it cannot see is of no use.
        (b'g', _) => Some(Message::Done),
        (b'l' | b'x', []) => Some(Message::Done),
        (b'r', &[a, b, c, d]) => Some(Message::Register { address: byte(a, b)?, value: byte(c, d)? }),
        (b'w', &[a, b, c, d]) => Some(Message::Register { address: byte(a, b)?, value: byte(c, d)? }),
        (b'v', &[a, b, c, d]) => Some(Message::Version(u16::from_be_bytes([byte(a, b)?, byte(c, d)?]))),
        _ => None,
    }
}

/// Sixty-four letters, a8 first, h1 last: like a page.
fn status(squares: &[u8]) -> Option<Placement> {
    let mut placement = Placement::EMPTY;
    for (place, &letter) in (0u8..).zip(squares) {
        let piece = match letter {
            b'.' => None,
            letter => Some(Piece::from_letter(char::from(letter))?),
        };
        // Turning the rank round swaps a8 = 0 for a1 = 0 and leaves the file alone.
        placement.set(Square::new(place).and_then(|_| Square::new(place ^ 56))?, piece);
    }
    Some(placement)
}

/// The letters of a status.
pub(super) fn letters(placement: &Placement) -> String {
    (0..64u8).map(|place| placement.at(Square::wrapping(place ^ 56)).map_or('.', Piece::letter)).collect()
}

/// A byte of two hexadecimal digits, capitals.
pub(super) fn byte(high: u8, low: u8) -> Option<u8> {
    let digit = |digit: u8| match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    };
    Some(digit(high)? << 4 | digit(low)?)
}

impl Command {
    /// The text, without its check.
    fn text(&self) -> String {
        match self {
            Command::Information => "I00".to_owned(),
            Command::Lamps(slot, lamps) => {
                let lamps: String = lamps.iter().map(|lamp| format!("{lamp:02X}")).collect();
                format!("L{slot:02X}{lamps}")
            }
            Command::LampsOff => "X".to_owned(),
            Command::Read(address) => format!("R{address:02X}"),
            Command::Status => "S".to_owned(),
            Command::Version => "V".to_owned(),
            Command::Write(address, value) => format!("W{address:02X}{value:02X}"),
        }
    }

    /// The bytes on the wire.
    pub(super) fn bytes(&self) -> Vec<u8> {
        wire(&self.text())
    }

    /// Reads a command without its check; `None` where it is none.
    pub(super) fn read(text: &[u8]) -> Option<Command> {
        match *text {
            [b'I', b'0', b'0'] => Some(Command::Information),
            [b'L', a, b, ref lamps @ ..] => {
                let mut all = Box::new([0; super::lamps::LAMPS]);
                if lamps.len() != 2 * all.len() {
                    return None;
                }
                for (lamp, digits) in all.iter_mut().zip(lamps.chunks(2)) {
                    *lamp = byte(*digits.first()?, *digits.get(1)?)?;
                }
                Some(Command::Lamps(byte(a, b)?, all))
            }
            [b'X'] => Some(Command::LampsOff),
            [b'R', a, b] => Some(Command::Read(byte(a, b)?)),
            [b'S'] => Some(Command::Status),
            [b'V'] => Some(Command::Version),
            [b'W', a, b, c, d] => Some(Command::Write(byte(a, b)?, byte(c, d)?)),
            _ => None,
        }
    }
}

/// A text with its check, every character with its parity.
///
/// On a port set to seven bits the hardware makes the parity and drops the eighth bit; over Bluetooth the eight bits go
/// as they are, and the board wants the parity among them.
pub(super) fn wire(text: &str) -> Vec<u8> {
    format!("{text}{:02X}", check(text.as_bytes())).bytes().map(with_parity).collect()
}

/// A character with bit 7 set where the other seven hold an even number of ones.
pub(super) fn with_parity(byte: u8) -> u8 {
    let byte = byte & 0x7f;
    if byte.count_ones().is_multiple_of(2) { byte | 0x80 } else { byte }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_as_in_the_makers_examples() {
        assert_eq!(Command::Version.bytes(), [0xd6, 0xb5, 0xb6]);
        assert_eq!(Command::Status.bytes(), [0xd3, 0xb5, 0xb3]);
        assert_eq!(Command::Write(2, 3).bytes(), [0x57, 0xb0, 0x32, 0xb0, 0xb3, 0xb5, 0xb6]);
        assert_eq!(Command::LampsOff.text() + &format!("{:02X}", check(b"X")), "X58");
        assert_eq!(check(b"R02"), 0x50);
        assert_eq!(check(b"r0203"), 0x73);
        assert_eq!(check(b"l"), 0x6c);
    }

    #[test]
    fn every_command_reads_back_and_nothing_else_does() {
        let mut lamps = Box::new([0; super::super::lamps::LAMPS]);
        lamps[80] = 0xc4;
        for command in [
            Command::Information,
            Command::Lamps(0x20, lamps),
            Command::LampsOff,
            Command::Read(2),
            Command::Status,
            Command::Version,
            Command::Write(2, 0xff),
        ] {
            assert_eq!(Command::read(command.text().as_bytes()), Some(command));
        }
        for text in ["", "T", "R2", "R0g", "R0f", "W02", "L20", "X0", "G"] {
            assert_eq!(Command::read(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn a_status_reads_like_a_page() {
        let text = format!("s{}", "rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR");
        assert_eq!(read(text.as_bytes()), Some(Message::Status(Placement::initial())));
        assert_eq!(letters(&Placement::initial()), text[1..]);
        assert_eq!(check(text.as_bytes()), 0x73);
        assert_eq!(read(text.replace('Q', "x").as_bytes()), None);
    }

    #[test]
    fn the_recorded_version_is_1_3() {
        assert_eq!(read(b"v0103"), Some(Message::Version(0x0103)));
        assert_eq!(check(b"v0103"), 0x74);
        assert_eq!(read(b"v01g3"), None);
        assert_eq!(read(b"v01a3"), None, "digits are capitals");
    }
}
