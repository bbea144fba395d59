//! TRF: the file that was read, with the results of a round filled in.

use std::{borrow::Cow, collections::HashMap};

use protocols::Color;

use crate::event::{
    Forfeit, PairingResult, Player, Round, Score,
    read::{Charset, RoundColumns, TrfLine, decode},
};

/// A report into which a round's results cannot be filled.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TrfError {
    /// It is written in a way that cannot be kept byte for byte, or its columns are not where TRF has them.
    #[error("line {line}: its columns are not where TRF has them")]
    Columns {
        /// The line, from 1.
        line: usize,
    },
    /// The report pairs the player otherwise in this round.
    #[error("{name} plays {opponent:?} in round {round}, and the report has another opponent or colour")]
    Pairing {
        /// Who.
        name: String,
        /// Whom he plays.
        opponent: String,
        /// In which round.
        round: u16,
    },
    /// The report has no such player.
    #[error("the report has no player number {number} ({name})")]
    Player {
        /// The number he should have.
        number: u16,
        /// Who.
        name: String,
    },
    /// A player has no number of the report.
    #[error("{name} has no number in the report")]
    Unnumbered {
        /// Who.
        name: String,
    },
}

/// What is to stand in a player's line.
struct Fill<'r> {
    player: &'r Player,
    opponent: &'r Player,
    opponents_number: u16,
    color: Color,
    code: char,
}

/// The report with the results of this round. Everything else stays byte for byte as it was: also points and ranks,
/// which the pairing program computes itself. What has no result yet stays as it is.
///
/// # Errors
/// [`TrfError`], where the report does not have these pairings.
pub fn trf(report: &[u8], round: &Round) -> Result<Vec<u8>, TrfError> {
    let mut fills = fills(round)?;
    let (_, charset) = decode(report);
    let mut filled = Vec::with_capacity(report.len() + 64);
    for (line, (text, end)) in (1..).zip(lines(report)) {
        let mark = if line == 1 && text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        let (mark, text) = text.split_at(mark);
        filled.extend_from_slice(mark);
        let number = text.strip_prefix(b"001 ").and_then(|rest| std::str::from_utf8(rest.get(..4)?).ok());
        let number: Option<u16> = number.and_then(|number| number.trim().parse().ok());
        match number.and_then(|number| fills.remove(&number)) {
            Some(fill) => filled.extend(fill.into_line(text, charset, line, round.number)?),
            None => filled.extend_from_slice(text),
        }
        filled.extend_from_slice(end);
    }
    match fills.into_iter().min_by_key(|(number, _)| *number) {
        Some((number, fill)) => Err(TrfError::Player { number, name: fill.player.name.clone() }),
        None => Ok(filled),
    }
}

/// What each player's line gets, by his number.
fn fills(round: &Round) -> Result<HashMap<u16, Fill<'_>>, TrfError> {
    let number = |player: &Player| player.number.ok_or_else(|| TrfError::Unnumbered { name: player.name.clone() });
    let mut fills = HashMap::new();
    for pairing in &round.pairings {
        let Some(result) = pairing.result else { continue };
        let (white, black) = (&pairing.white, &pairing.black);
        for (color, player, opponent) in [(Color::White, white, black), (Color::Black, black, white)] {
            let fill = Fill { player, opponent, opponents_number: number(opponent)?, color, code: code(result, color) };
            fills.insert(number(player)?, fill);
        }
    }
    Ok(fills)
}

impl Fill<'_> {
    fn into_line(self, bytes: &[u8], charset: Charset, line: usize, round: u16) -> Result<Vec<u8>, TrfError> {
        let columns = RoundColumns::of(round);
        let misplaced = TrfError::Columns { line };
        let as_letters = match charset {
            Charset::Utf8 => std::str::from_utf8(bytes).map(Cow::Borrowed).map_err(|_| misplaced.clone())?,
            // A byte is a column, and no matter which letter.
            Charset::Windows1252 => {
                Cow::Owned(bytes.iter().map(|byte| if byte.is_ascii() { char::from(*byte) } else { '?' }).collect())
            }
            Charset::Utf16 => return Err(misplaced),
        };
        let text = TrfLine::of_player(0, &as_letters).map_err(|_| misplaced)?;
        let opponent: Option<u16> = text.cut(columns.opponent, columns.opponent + 3).trim().parse().ok();
        let own = match self.color {
            Color::Black => ["b", "B", "s", "S"],
            Color::White => ["w", "W", "w", "W"],
        };
        let colour = text.cut(columns.colour, columns.colour);
        if opponent != Some(self.opponents_number) || !(own.contains(&colour) || colour == "-") {
            let (name, opponent) = (self.player.name.clone(), self.opponent.name.clone());
            return Err(TrfError::Pairing { name, opponent, round });
        }
        let mut filled = bytes.to_vec();
        let missing = (columns.result - 1).saturating_sub(text.columns());
        filled.extend(std::iter::repeat_n(b' ', missing));
        let begin = if missing > 0 { filled.len() } else { text.begin(columns.result) };
        let mut code = [0; 4];
        let replaced = begin..(begin + 1).min(filled.len());
        filled.splice(replaced, self.code.encode_utf8(&mut code).bytes());
        Ok(filled)
    }
}

/// The code of a player's result.
fn code(result: PairingResult, color: Color) -> char {
    let (score, codes) = match result {
        PairingResult::Forfeit(forfeit) => (forfeit.score(), ['-', '=', '+']),
        PairingResult::Played(score) => (score, ['0', '=', '1']),
        PairingResult::Unplayed(score) => (score, ['L', 'D', 'W']),
    };
    codes.get(usize::from(score.half_points(color))).copied().unwrap_or(' ')
}

/// The lines of a file, each with what ends it.
fn lines(mut rest: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let text = rest.iter().position(|byte| matches!(byte, b'\r' | b'\n')).unwrap_or(rest.len());
        let (line, after) = rest.split_at(text);
        let end = if after.starts_with(b"\r\n") { 2 } else { after.len().min(1) };
        let (end, after) = after.split_at(end);
        rest = after;
        Some((line, end))
    })
}

impl Forfeit {
    /// The score that it counts as.
    #[must_use]
    pub fn score(self) -> Score {
        match self {
            Forfeit::BlackWins => Score::BlackWins,
            Forfeit::Both => Score::NoPoints,
            Forfeit::WhiteWins => Score::WhiteWins,
        }
    }
}
