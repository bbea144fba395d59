//! Rounds and their pairings.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{ByeKind, Date, PairingResult, Player};

/// One round of a section.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Round {
    /// Its number, from 1.
    pub number: u16,
    /// The day on which it is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<Date>,
    /// Where its board numbers come from.
    #[serde(default)]
    pub boards: BoardNumbers,
    /// Who plays whom, in the order of the boards.
    pub pairings: Vec<Pairing>,
    /// Who has no opponent.
    #[serde(default)]
    pub byes: Vec<Bye>,
}

impl Round {
    /// The pairings that have no result yet.
    pub fn missing(&self) -> impl Iterator<Item = &Pairing> {
        self.pairings.iter().filter(|pairing| pairing.result.is_none())
    }

    /// The pairing at a board.
    #[must_use]
    pub fn at(&self, board: Board) -> Option<&Pairing> {
        self.pairings.iter().find(|pairing| pairing.board == board)
    }
}

/// Where the numbers of the boards come from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardNumbers {
    /// The file has none (TRF): put in order as C.04.2 orders pairings, or in the file's own order.
    Derived,
    /// The file names them.
    #[default]
    Given,
}

/// The number of a board: within its round, or in team competitions within a match.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub struct Board {
    /// The match of two teams, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of_match: Option<u16>,
    /// The board, from 1.
    pub number: u16,
}

impl Board {
    /// A board that belongs to no match.
    #[must_use]
    pub fn new(number: u16) -> Board {
        Board { of_match: None, number }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.of_match {
            Some(of_match) => write!(f, "{of_match}.{}", self.number),
            None => write!(f, "{}", self.number),
        }
    }
}

/// Two players who meet.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct Pairing {
    /// Its board.
    pub board: Board,
    /// The table at which it is played, where that is not its board's number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<u16>,
    /// Who has the white pieces.
    pub white: Player,
    /// Who has the black pieces.
    pub black: Player,
    /// How it has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<PairingResult>,
}

/// A player without opponent.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct Bye {
    /// Who.
    pub player: Player,
    /// What he gets.
    pub kind: ByeKind,
}
