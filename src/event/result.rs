//! How a pairing ends: games, forfeits and byes kept apart.

use protocols::Color;
use serde::{Deserialize, Serialize};

use crate::rules::GameResult;

/// What both players of a game get.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Score {
    /// 0-½: by an arbiter's decision.
    BlackHalf,
    /// 0-1.
    BlackWins,
    /// ½-½.
    Draw,
    /// 0-0: both have lost.
    NoPoints,
    /// ½-0: by an arbiter's decision.
    WhiteHalf,
    /// 1-0.
    WhiteWins,
}

impl Score {
    /// Every score.
    pub const ALL: [Score; 6] =
        [Score::BlackHalf, Score::BlackWins, Score::Draw, Score::NoPoints, Score::WhiteHalf, Score::WhiteWins];

    /// The points of a player, doubled: 0, 1 or 2.
    #[must_use]
    pub fn half_points(self, color: Color) -> u8 {
        let (white, black) = match self {
            Score::BlackHalf => (0, 1),
            Score::BlackWins => (0, 2),
            Score::Draw => (1, 1),
            Score::NoPoints => (0, 0),
            Score::WhiteHalf => (1, 0),
            Score::WhiteWins => (2, 0),
        };
        match color {
            Color::Black => black,
            Color::White => white,
        }
    }

    /// As PGN writes it; the last three are no results of its standard, but read by broadcast servers.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Score::BlackHalf => "0-1/2",
            Score::BlackWins => "0-1",
            Score::Draw => "1/2-1/2",
            Score::NoPoints => "0-0",
            Score::WhiteHalf => "1/2-0",
            Score::WhiteWins => "1-0",
        }
    }
}

impl From<GameResult> for Score {
    fn from(result: GameResult) -> Score {
        match result {
            GameResult::BlackWins => Score::BlackWins,
            GameResult::Draw => Score::Draw,
            GameResult::WhiteWins => Score::WhiteWins,
        }
    }
}

/// The result of a pairing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PairingResult {
    /// No game: who wins did come, both have lost where nobody wins (6.7.1).
    Forfeit(Forfeit),
    /// A game.
    Played(Score),
    /// A game that lasted less than one move, and is not rated (TRF: W, D, L).
    Unplayed(Score),
}

/// Who has won a game that was not played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Forfeit {
    /// -/+
    BlackWins,
    /// -/-
    Both,
    /// +/-
    WhiteWins,
}

/// What a player gets who has no opponent in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ByeKind {
    /// A forfeit lost against nobody (TRF: - with opponent 0000).
    ForfeitLoss,
    /// A forfeit won against nobody, such as an empty board of a team (TRF: + with opponent 0000).
    ForfeitWin,
    /// A full point that was asked for (TRF: F).
    Full,
    /// Half a point that was asked for (TRF: H).
    Half,
    /// The bye of an odd number of players (TRF: U).
    PairingAllocated,
    /// Known not to come: no point (TRF: Z).
    Zero,
}

/// What a text says of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// None yet.
    Nothing,
    /// This.
    Result(PairingResult),
}

/// A result in one form: `*` where there is none, `1-0`, `1/2-1/2`; forfeits as `+:-`; what is not rated as `1-0 (U)`.
/// [`read_result`] understands it.
#[must_use]
pub fn written(result: Option<PairingResult>) -> String {
    match result {
        None => "*".to_owned(),
        Some(PairingResult::Forfeit(Forfeit::BlackWins)) => "-:+".to_owned(),
        Some(PairingResult::Forfeit(Forfeit::Both)) => "-:-".to_owned(),
        Some(PairingResult::Forfeit(Forfeit::WhiteWins)) => "+:-".to_owned(),
        Some(PairingResult::Played(score)) => score.name().to_owned(),
        Some(PairingResult::Unplayed(score)) => format!("{} (U)", score.name()),
    }
}

impl PairingResult {
    /// The points of a player, doubled: 0, 1 or 2.
    #[must_use]
    pub fn half_points(self, color: Color) -> u8 {
        match self {
            PairingResult::Forfeit(Forfeit::Both) => 0,
            PairingResult::Forfeit(Forfeit::BlackWins) => Score::BlackWins.half_points(color),
            PairingResult::Forfeit(Forfeit::WhiteWins) => Score::WhiteWins.half_points(color),
            PairingResult::Played(score) | PairingResult::Unplayed(score) => score.half_points(color),
        }
    }

    /// Whether both players get the same by another result, however it came about.
    #[must_use]
    pub fn is_worth(self, other: PairingResult) -> bool {
        [Color::White, Color::Black].into_iter().all(|color| self.half_points(color) == other.half_points(color))
    }
}

/// Reads a result as people and pairing programs write it; `None` where it is none.
///
/// Games as `1-0`, `½ : ½`, `0.5-0.5`, `1/2-1/2`; forfeits as `+ - -`, `-/+`, `1-0F`, `1F-0`, `- - -`; what is not rated
/// as `1-0 (U)`; nothing yet as an empty text, `*`, `-`, `:` or `?`.
#[must_use]
pub fn read_result(text: &str) -> Option<Told> {
    let text: String = text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>().to_uppercase();
    let text = text.replace(['–', '—', '−'], "-").replace(',', ".");
    if matches!(&*text, "" | "*" | "-" | ":" | "?") {
        return Some(Told::Nothing);
    }
    if matches!(&*text, "=" | "1/2" | "½" | "X-X") {
        return Some(Told::Result(PairingResult::Played(Score::Draw)));
    }
    let (text, unplayed) = text.strip_suffix("(U)").map_or((&*text, false), |rest| (rest, true));
    if let Some(forfeit) = read_forfeit(text) {
        return (!unplayed).then_some(Told::Result(PairingResult::Forfeit(forfeit)));
    }
    let score = Score::ALL.into_iter().find(|score| written_as(text, *score))?;
    Some(Told::Result(if unplayed { PairingResult::Unplayed(score) } else { PairingResult::Played(score) }))
}

fn read_forfeit(text: &str) -> Option<Forfeit> {
    match text {
        "+--" | "+/-" | "+:-" | "+-" | "1-0F" | "1F-0" | "1-F" | "1-0K" | "1-0FF" | "1:0K" => Some(Forfeit::WhiteWins),
        "--+" | "-/+" | "-:+" | "-+" | "0-1F" | "0F-1" | "F-1" | "0-1K" | "0-1FF" | "0:1K" => Some(Forfeit::BlackWins),
        "---" | "-/-" | "-:-" | "--" | "0-0F" | "0F-0F" | "F-F" | "0-0K" | "0-0FF" | "0:0K" => Some(Forfeit::Both),
        _ => None,
    }
}

fn written_as(text: &str, score: Score) -> bool {
    let half = |points: u8| -> &[&str] {
        match points {
            0 => &["0", "0.0"],
            1 => &["½", "1/2", "0.5", ".5"],
            _ => &["1", "1.0"],
        }
    };
    let (white, black) = (half(score.half_points(Color::White)), half(score.half_points(Color::Black)));
    white.iter().any(|first| {
        text.strip_prefix(first)
            .and_then(|rest| rest.strip_prefix(['-', ':']))
            .is_some_and(|second| black.contains(&second))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_result_is_read_as_it_is_written() {
        let scores =
            Score::ALL.into_iter().flat_map(|score| [PairingResult::Played(score), PairingResult::Unplayed(score)]);
        let forfeits = [Forfeit::BlackWins, Forfeit::Both, Forfeit::WhiteWins].map(PairingResult::Forfeit);
        for result in scores.chain(forfeits) {
            let text = written(Some(result));
            assert_eq!(read_result(&text), Some(Told::Result(result)), "{text}");
        }
        assert_eq!(read_result(&written(None)), Some(Told::Nothing));
    }

    #[test]
    fn results_are_read_as_programs_write_them() {
        use PairingResult::{Forfeit as Lost, Played, Unplayed};
        for (text, result) in [
            ("1 - 0", Played(Score::WhiteWins)),
            ("0-1", Played(Score::BlackWins)),
            ("½ - ½", Played(Score::Draw)),
            ("½:½", Played(Score::Draw)),
            ("1/2-1/2", Played(Score::Draw)),
            ("0,5-0,5", Played(Score::Draw)),
            ("0 - 0", Played(Score::NoPoints)),
            ("½-0", Played(Score::WhiteHalf)),
            ("0-1/2", Played(Score::BlackHalf)),
            ("+ - -", Lost(Forfeit::WhiteWins)),
            ("- - +", Lost(Forfeit::BlackWins)),
            ("- - -", Lost(Forfeit::Both)),
            ("-/-", Lost(Forfeit::Both)),
            ("F-1", Lost(Forfeit::BlackWins)),
            ("1-0F", Lost(Forfeit::WhiteWins)),
            ("½-½ (U)", Unplayed(Score::Draw)),
            ("0-1 (u)", Unplayed(Score::BlackWins)),
        ] {
            assert_eq!(read_result(text), Some(Told::Result(result)), "{text}");
        }
        for text in ["", "*", " - ", ":"] {
            assert_eq!(read_result(text), Some(Told::Nothing), "{text}");
        }
        for text in ["x", "2-0", "1-1", "1-½", "+", "1-0-0", "+-- (U)"] {
            assert_eq!(read_result(text), None, "{text}");
        }
    }
}
