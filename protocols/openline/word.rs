//! The words of the protocol: what a board reports, what a computer commands.

use std::fmt;

use crate::{Piece, Placement, Side, Square, SquareSet, kind::Sensing};

/// Version of the protocol.
const VERSION: &str = "1";

/// Longest serial number or firmware version, in characters.
const MAX_NAME: usize = 16;

/// A line from a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Report {
    /// Something stands on a square where nothing, or something else, stood before.
    Drop(Square, Option<Piece>),
    /// Who the board is.
    Hello {
        /// What its sensors tell.
        sensing: Sensing,
        /// Firmware version, where it has one.
        firmware: Option<String>,
        /// Serial number, where it has one.
        serial: Option<String>,
    },
    /// A square became empty.
    Lift(Square, Option<Piece>),
    /// Which squares are occupied.
    Occupied(SquareSet),
    /// What stands where.
    Placement(Placement),
    /// The board is there.
    Pong,
    /// The player on this side pressed the clock: left is the one who sits at the board's first rank.
    Press(Side),
}

/// A line to a board. None but [`Command::Light`] has a letter that another maker's board might take for a command of
/// its own; that one is sent to boards that have answered only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Command {
    /// Asks what stands where.
    Board,
    /// Asks who the board is.
    Hello,
    /// Lights these squares and no others.
    Light(SquareSet),
    /// Asks whether the board is there.
    Ping,
}

impl Report {
    /// Reads a report without its check; `None` where it says nothing that a board can say.
    pub(super) fn read(text: &str) -> Option<Report> {
        let mut words = text.split(' ');
        let report = match words.next()? {
            "drop" => Report::Drop(words.next()?.parse().ok()?, piece(words.next())?),
            "hello" => {
                if words.next()? != VERSION {
                    return None;
                }
                let sensing = match words.next()? {
                    "occupancy" => Sensing::Occupancy,
                    "pieces" => Sensing::Identity,
                    _ => return None,
                };
                Report::Hello { sensing, firmware: name(words.next()?)?, serial: name(words.next()?)? }
            }
            "lift" => Report::Lift(words.next()?.parse().ok()?, piece(words.next())?),
            "occupied" => Report::Occupied(squares(words.next()?)?),
            "placement" => Report::Placement(words.next()?.parse().ok()?),
            "pong" => Report::Pong,
            "press" => Report::Press(match words.next()? {
                "1" => Side::Left,
                "8" => Side::Right,
                _ => return None,
            }),
            _ => return None,
        };
        words.next().is_none().then_some(report)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Report::Drop(square, None) => write!(f, "drop {square}"),
            Report::Drop(square, Some(piece)) => write!(f, "drop {square} {piece}"),
            Report::Hello { sensing, firmware, serial } => {
                let sensing = match sensing {
                    Sensing::Identity => "pieces",
                    Sensing::Occupancy => "occupancy",
                };
                let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "-".to_owned());
                write!(f, "hello {VERSION} {sensing} {} {}", name(firmware), name(serial))
            }
            Report::Lift(square, None) => write!(f, "lift {square}"),
            Report::Lift(square, Some(piece)) => write!(f, "lift {square} {piece}"),
            Report::Occupied(squares) => write!(f, "occupied {:016x}", squares.bits()),
            Report::Placement(placement) => write!(f, "placement {placement}"),
            Report::Pong => f.write_str("pong"),
            Report::Press(Side::Left) => f.write_str("press 1"),
            Report::Press(Side::Right) => f.write_str("press 8"),
        }
    }
}

impl Command {
    /// Reads a command; `None` where it is none.
    pub(super) fn read(text: &str) -> Option<Command> {
        match text {
            "board" => Some(Command::Board),
            "hello" => Some(Command::Hello),
            "ping" => Some(Command::Ping),
            _ => text.strip_prefix("light ").and_then(squares).map(Command::Light),
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Board => f.write_str("board"),
            Command::Hello => f.write_str("hello"),
            Command::Light(squares) => write!(f, "light {:016x}", squares.bits()),
            Command::Ping => f.write_str("ping"),
        }
    }
}

/// A FEN letter, which may be absent; `None` for anything else.
fn piece(word: Option<&str>) -> Option<Option<Piece>> {
    let Some(word) = word else { return Some(None) };
    let mut letters = word.chars();
    let piece = Piece::from_letter(letters.next()?)?;
    letters.next().is_none().then_some(Some(piece))
}

/// A name, `-` for none.
fn name(word: &str) -> Option<Option<String>> {
    let is_good = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
    let good = !word.is_empty() && word.len() <= MAX_NAME && word.bytes().all(is_good);
    good.then(|| (word != "-").then(|| word.to_owned()))
}

/// Sixteen hexadecimal digits.
fn squares(word: &str) -> Option<SquareSet> {
    let good = word.len() == 16 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    u64::from_str_radix(word, 16).ok().filter(|_| good).map(SquareSet::from_bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_report_reads_back_as_it_was_written() {
        for text in [
            "drop e4",
            "drop e4 P",
            "hello 1 occupancy - -",
            "hello 1 pieces 2.0b A-7_x",
            "lift h8",
            "lift a1 k",
            "occupied ffff00000000ffff",
            "placement rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "pong",
            "press 1",
            "press 8",
        ] {
            let report = Report::read(text).unwrap_or_else(|| panic!("{text:?} is refused"));
            assert_eq!(report.to_string(), text);
        }
        for text in ["board", "hello", "ping", "light 00000000000000ff"] {
            assert_eq!(Command::read(text).map(|command| command.to_string()).as_deref(), Some(text));
        }
    }

    #[test]
    fn what_a_board_cannot_say_is_refused() {
        for text in [
            "",
            " ",
            "lift",
            "lift e9",
            "lift e2 x",
            "lift e2 PP",
            "lift e2 P P",
            "lift  e2",
            "drop E4",
            "press",
            "press 2",
            "press white",
            "occupied ffff",
            "occupied +fff00000000ffff",
            "occupied ffff00000000ffff0",
            "placement 8/8/8/8/8/8/8",
            "hello",
            "hello 2 pieces - -",
            "hello 1 all - -",
            "hello 1 pieces -",
            "hello 1 pieces - - -",
            "hello 1 pieces - 12345678901234567",
            "pong pong",
            "Lift e2",
        ] {
            assert_eq!(Report::read(text), None, "{text:?}");
        }
    }

    #[test]
    fn nothing_sent_to_an_unknown_port_reads_as_a_dangerous_command_elsewhere() {
        // A USB board hears the bytes as they are, whatever the rate. DGT: boot loader, draughts scans, keys, lights.
        for command in [Command::Board, Command::Hello, Command::Ping] {
            let text = command.to_string();
            assert!(text.bytes().all(|byte| byte.is_ascii_lowercase() && byte != 0x63), "{text}");
        }
    }
}
