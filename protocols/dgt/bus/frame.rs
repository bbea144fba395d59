//! What goes over a bus: commands of four bytes, answers with address and check.

use std::ops::RangeInclusive;

use crate::{BusAddress, MAX_PARTIAL_MESSAGE, Noise, NoiseKind, dgt::wire::MAX_MESSAGE};

/// First bytes of answers.
pub(in crate::dgt) mod id {
    /// The whole board.
    pub(in crate::dgt) const BOARD: u8 = 0x83;
    /// Clock times.
    pub(in crate::dgt) const CLOCK: u8 = 0x84;
    /// What was written to the log since the last question.
    pub(in crate::dgt) const CHANGES: u8 = 0x85;
    /// What was written to the log since the game's start.
    pub(in crate::dgt) const FROM_START: u8 = 0x86;
    /// The board is there.
    pub(in crate::dgt) const PING: u8 = 0x87;
    /// The start of a game has been written to the log.
    pub(in crate::dgt) const STARTED: u8 = 0x88;
    /// Firmware version.
    pub(in crate::dgt) const VERSION: u8 = 0x89;
}

/// Bytes before the data: id, length, address.
const HEADER: usize = 5;

/// Longest answer: the whole log, header and check.
const MAX_ANSWER: usize = MAX_MESSAGE + 3;

const _: () = assert!(MAX_ANSWER <= MAX_PARTIAL_MESSAGE);

/// Every command that we ever send. None leaves the bus mode or resets a board, and none is a byte that a board takes
/// for a command of the single-board mode: a stray one would take every board off the bus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dgt) enum Command {
    /// Asks for the whole board.
    Board,
    /// Asks for the changes since the last such question.
    Changes,
    /// Asks for the clock.
    Clock,
    /// Asks for everything since the game's start but what has not been asked for yet.
    FromStart,
    /// Asks whether the board is there.
    Ping,
    /// Asks a board not to answer the next question whether anybody is there.
    Quiet,
    /// Asks for the answer to the last question after changes once more.
    Repeat,
    /// Has the start of a game written to the log.
    Start,
    /// Asks for the firmware version.
    Version,
}

impl Command {
    const ALL: [Command; 9] = [
        Command::Board,
        Command::Changes,
        Command::Clock,
        Command::FromStart,
        Command::Ping,
        Command::Quiet,
        Command::Repeat,
        Command::Start,
        Command::Version,
    ];

    /// The first byte.
    const fn byte(self) -> u8 {
        match self {
            Command::Board => 0x82,
            Command::Changes => 0x83,
            Command::Clock => 0x81,
            Command::FromStart => 0x86,
            Command::Ping => 0x87,
            Command::Quiet => 0x8a,
            Command::Repeat => 0x84,
            Command::Start => 0x85,
            Command::Version => 0x8b,
        }
    }

    /// The id of its answer.
    pub(super) const fn answer(self) -> u8 {
        match self {
            Command::Board => id::BOARD,
            Command::Changes | Command::Repeat => id::CHANGES,
            Command::Clock => id::CLOCK,
            Command::FromStart => id::FROM_START,
            Command::Ping | Command::Quiet => id::PING,
            Command::Start => id::STARTED,
            Command::Version => id::VERSION,
        }
    }

    /// The bytes on the wire, for one board or, where the address is 0, for all.
    pub(in crate::dgt) fn to(self, address: BusAddress) -> Vec<u8> {
        let [high, low] = address.bytes();
        let mut bytes = vec![self.byte(), high, low];
        bytes.push(check(&bytes));
        bytes
    }

    /// Reads a command of four bytes; `None` where it is none or its check is wrong.
    pub(in crate::dgt) fn read(bytes: &[u8]) -> Option<(Command, BusAddress)> {
        let &[first, high, low, sum] = bytes else { return None };
        let command = Command::ALL.into_iter().find(|command| command.byte() == first)?;
        (check(&[first, high, low]) == sum).then_some(())?;
        Some((command, BusAddress::from_bytes([high, low])?))
    }
}

/// The low seven bits of the sum.
pub(in crate::dgt) fn check(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0_u8, |sum, byte| sum.wrapping_add(*byte)) & 0x7f
}

/// An answer with its length, address and check.
pub(in crate::dgt) fn answer(id: u8, address: BusAddress, data: &[u8]) -> Vec<u8> {
    let length = HEADER + data.len() + 1;
    let [high, low] = address.bytes();
    let mut bytes = vec![id, (length >> 7) as u8, (length & 0x7f) as u8, high, low];
    bytes.extend_from_slice(data);
    bytes.push(check(&bytes));
    bytes
}

/// An answer whose length and check are right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Answer {
    /// First byte.
    pub(super) id: u8,
    /// Whose it is.
    pub(super) address: BusAddress,
    /// All of it.
    pub(super) bytes: Vec<u8>,
}

impl Answer {
    /// What follows the header, without the check.
    pub(super) fn data(&self) -> &[u8] {
        self.bytes.get(HEADER..self.bytes.len() - 1).unwrap_or_default()
    }
}

/// Cuts the stream into answers. Only their first byte has bit 7 set, as on a board's own line. Holds at most
/// [`MAX_ANSWER`] bytes.
#[derive(Debug, Default)]
pub(super) struct Framer {
    begun: Vec<u8>,
    unframed: usize,
}

impl Framer {
    /// Takes one byte. It ends at most one answer, or a run of bytes that are none.
    pub(super) fn push(&mut self, byte: u8) -> Option<Result<Answer, Noise>> {
        if byte >= 0x80 {
            let broken = self.give_up();
            self.begun.push(byte);
            return broken.map(Err);
        }
        if self.begun.is_empty() {
            self.unframed += 1;
            return (self.unframed >= 256).then(|| self.give_up()).flatten().map(Err);
        }
        self.begun.push(byte);
        let &[id, high, low, ref rest @ ..] = self.begun.as_slice() else { return None };
        let length = usize::from(high) << 7 | usize::from(low);
        if !lengths(id).is_some_and(|lengths| lengths.contains(&length)) {
            self.begun.clear();
            return Some(Err(Noise { kind: NoiseKind::Length, skipped_bytes: 3 }));
        }
        if rest.len() + 3 < length {
            return None;
        }
        let bytes = std::mem::take(&mut self.begun);
        let (text, sum) = bytes.split_at(length - 1);
        let address = BusAddress::from_bytes([bytes[3], bytes[4]]);
        match address.filter(|_| sum == [check(text)]) {
            Some(address) => Some(Ok(Answer { id, address, bytes })),
            None => Some(Err(Noise { kind: NoiseKind::Checksum, skipped_bytes: length })),
        }
    }

    /// Whether an answer has begun.
    pub(super) fn has_begun(&self) -> bool {
        !self.begun.is_empty()
    }

    /// What has begun will not be ended.
    pub(super) fn give_up(&mut self) -> Option<Noise> {
        let (begun, unframed) = (std::mem::take(&mut self.begun).len(), std::mem::take(&mut self.unframed));
        match (begun, unframed) {
            (0, 0) => None,
            (0, unframed) => Some(Noise { kind: NoiseKind::Unframed, skipped_bytes: unframed }),
            (begun, unframed) => Some(Noise { kind: NoiseKind::Truncated, skipped_bytes: begun + unframed }),
        }
    }
}

/// The lengths that an answer may have, all of it counted; `None` where no answer has this id.
fn lengths(id: u8) -> Option<RangeInclusive<usize>> {
    match id {
        id::BOARD => Some(70..=70),
        id::CLOCK => Some(13..=13),
        id::CHANGES | id::FROM_START => Some(6..=MAX_ANSWER),
        id::PING | id::STARTED => Some(6..=6),
        // Six up to firmware 1.2.
        id::VERSION => Some(6..=8),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(number: u16) -> BusAddress {
        BusAddress::new(number).expect("an address")
    }

    #[test]
    fn commands_and_answers_are_as_in_the_makers_examples() {
        assert_eq!(Command::Clock.to(address(0x806)), [0x81, 0x10, 0x06, 0x17]);
        assert_eq!(Command::Ping.to(address(0)), [0x87, 0x00, 0x00, 0x07]);
        assert_eq!(Command::Changes.to(address(1_025)), [0x83, 0x08, 0x01, 0x0c]);
        assert_eq!(answer(id::PING, address(1_025), &[]), [0x87, 0x00, 0x06, 0x08, 0x01, 0x16]);
        assert_eq!(
            answer(id::CHANGES, address(1_025), &[0x40, 0x34, 0x51, 0x24]),
            [0x85, 0x00, 0x0a, 0x08, 0x01, 0x40, 0x34, 0x51, 0x24, 0x01]
        );
    }

    #[test]
    fn no_command_takes_a_board_off_the_bus_or_into_its_boot_loader() {
        let bytes: Vec<u8> = Command::ALL.iter().map(|command| command.byte()).collect();
        assert_eq!(bytes, [0x82, 0x83, 0x81, 0x86, 0x87, 0x8a, 0x84, 0x85, 0x8b]);
        for command in Command::ALL {
            assert_eq!(Command::read(&command.to(address(77))), Some((command, address(77))));
            let mut wrong = command.to(address(77));
            wrong[2] ^= 1;
            assert_eq!(Command::read(&wrong), None);
        }
    }

    #[test]
    fn a_damaged_answer_is_refused_and_the_next_is_found() {
        let good = answer(id::CHANGES, address(5), &[0x40, 0x34]);
        for index in 0..good.len() {
            for flip in 1..=255_u8 {
                let mut wrong = good.clone();
                wrong[index] ^= flip;
                let mut framer = Framer::default();
                let cuts: Vec<_> =
                    wrong.iter().chain(&good).chain(&good).filter_map(|&byte| framer.push(byte)).collect();
                let answers: Vec<&Answer> = cuts.iter().filter_map(|cut| cut.as_ref().ok()).collect();
                // The same content under another id is an answer to something else.
                let other_id = index == 0 && wrong[0] != good[0];
                assert!(answers.iter().all(|answer| answer.bytes == good || other_id), "byte {index}, {flip:02x}");
                assert!(answers.iter().filter(|answer| answer.bytes == good).count() >= 1, "byte {index}, {flip:02x}");
            }
        }
    }
}
