//! How a game ends: who wins.

use protocols::Color;

/// The result of a game that is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameResult {
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `1-0`.
    WhiteWins,
}

impl GameResult {
    /// Every result.
    pub const ALL: [GameResult; 3] = [GameResult::BlackWins, GameResult::Draw, GameResult::WhiteWins];

    /// As records and PGN write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::WhiteWins => "1-0",
        }
    }

    /// The result of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<GameResult> {
        GameResult::ALL.into_iter().find(|result| result.name() == name)
    }

    /// The result when `color` wins.
    #[must_use]
    pub fn win_for(color: Color) -> GameResult {
        match color {
            Color::Black => GameResult::BlackWins,
            Color::White => GameResult::WhiteWins,
        }
    }

    /// Who wins; nobody in a draw.
    #[must_use]
    pub fn winner(self) -> Option<Color> {
        match self {
            GameResult::BlackWins => Some(Color::Black),
            GameResult::Draw => None,
            GameResult::WhiteWins => Some(Color::White),
        }
    }
}
