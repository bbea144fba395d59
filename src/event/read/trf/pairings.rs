//! Pairings from the lines of players: both must say the same, and boards are put in the order of C.04.2.

use std::collections::HashMap;

use super::{
    super::{
        Expected, FileError,
        draft::{Draft, Seats},
    },
    players::{Block, Entry},
};
use crate::event::{Board, ByeKind, Date, Forfeit, PairingResult, Score};

/// A team: its players in the order of its boards.
#[derive(Debug)]
pub(super) struct Team {
    pub(super) name: String,
    pub(super) players: Vec<u16>,
}

/// The players by their numbers, and the teams.
pub(super) struct Field<'e> {
    entries: &'e [Entry],
    by_number: HashMap<u16, usize>,
    /// Of each player, his team and his place in it.
    teams: HashMap<u16, (usize, usize)>,
}

/// A pairing, and what its place among the boards depends on.
struct Sorted {
    draft: Draft,
    /// Points of both, doubled: of who has more, then of both together; the lower of the two numbers.
    rank: (u32, u32, u16),
    /// The two teams, the first to register before the other, and the place in the first.
    teams: Option<((usize, usize), usize)>,
}

impl<'e> Field<'e> {
    pub(super) fn new(entries: &'e [Entry], teams: &[Team]) -> Field<'e> {
        let by_number = entries.iter().enumerate().map(|(index, entry)| (entry.number, index)).collect();
        let places = teams.iter().enumerate().flat_map(|(team, Team { players, .. })| {
            players.iter().enumerate().map(move |(place, number)| (*number, (team, place)))
        });
        Field { entries, by_number, teams: places.collect() }
    }

    /// The pairings and byes of a round; none where nobody is paired.
    pub(super) fn round(&self, round: u16, date: Option<Date>) -> Result<Vec<Draft>, FileError> {
        let (mut pairings, mut byes) = (Vec::new(), Vec::new());
        for entry in self.entries {
            let Some(block) = block_of(entry, round) else {
                continue;
            };
            let draft = |seats| Draft {
                place: block.opponent_at.clone(),
                black_at: block.opponent_at.clone(),
                board_at: block.opponent_at.clone(),
                section: None,
                round,
                date,
                board: None,
                table: None,
                seats,
            };
            let Some(number) = block.opponent else {
                byes.push(draft(Seats::Alone { player: entry.player.clone(), kind: bye(block)? }));
                continue;
            };
            let (opponent, other) = self.opponent(entry.number, number, round, block)?;
            if !has_white(entry.number, block, number, other)? {
                continue;
            }
            let result = result(block, other)?;
            let seats = Seats::Both { white: entry.player.clone(), black: opponent.player.clone(), result };
            let (white, black) = (points(entry, round), points(opponent, round));
            let rank = (white.max(black), white + black, entry.number.min(number));
            pairings.push(Sorted { draft: draft(seats), rank, teams: self.match_of(entry.number, number) });
        }
        if pairings.is_empty() {
            return Ok(Vec::new());
        }
        Ok(in_order(pairings).chain(byes).collect())
    }

    /// The opponent, whose line must name this player.
    fn opponent(&self, own: u16, number: u16, round: u16, block: &Block) -> Result<(&Entry, &Block), FileError> {
        let wrong = || FileError::new(block.opponent_at.clone(), &number.to_string(), Expected::Opponent);
        let entry = self.by_number.get(&number).and_then(|index| self.entries.get(*index)).ok_or_else(wrong)?;
        let other = block_of(entry, round).filter(|other| other.opponent == Some(own)).ok_or_else(wrong)?;
        if own == number { Err(wrong()) } else { Ok((entry, other)) }
    }

    fn match_of(&self, one: u16, two: u16) -> Option<((usize, usize), usize)> {
        let ((team, place), (other, other_place)) = (*self.teams.get(&one)?, *self.teams.get(&two)?);
        Some(if team < other { ((team, other), place) } else { ((other, team), other_place) })
    }
}

fn block_of(entry: &Entry, round: u16) -> Option<&Block> {
    entry.rounds.get(usize::from(round).checked_sub(1)?)
}

/// The order of C.04.2: who has more points first, then both together, then the lower number. Teams: match by match.
fn in_order(mut pairings: Vec<Sorted>) -> impl Iterator<Item = Draft> {
    pairings.sort_by_key(|Sorted { rank: (more, both, number), teams, .. }| {
        (*teams, u32::MAX - more, u32::MAX - both, *number)
    });
    let (mut of_match, mut number, mut last) = (0, 0, None);
    pairings.into_iter().map(move |Sorted { mut draft, teams, .. }| {
        if let Some((teams, _)) = teams {
            if last != Some(teams) {
                (of_match, number, last) = (of_match + 1, 0, Some(teams));
            }
            number += 1;
            draft.board = Some(Board { of_match: Some(of_match), number });
        } else {
            number = if last.take().is_some() { 1 } else { number + 1 };
            draft.board = Some(Board::new(number));
        }
        draft
    })
}

/// Points before a round, doubled.
fn points(entry: &Entry, round: u16) -> u32 {
    let before = entry.rounds.iter().take(usize::from(round).saturating_sub(1));
    before
        .map(|block| match block.code {
            '1' | '+' | 'W' | 'F' | 'U' => 2,
            '=' | 'D' | 'H' => 1,
            _ => 0,
        })
        .sum()
}

/// Whether the first of two has the white pieces. Forfeits may have no colours: the lower number then stands first.
fn has_white(number: u16, block: &Block, opponent: u16, other: &Block) -> Result<bool, FileError> {
    match (block.colour, other.colour) {
        ('w', 'b') => Ok(true),
        ('b', 'w') => Ok(false),
        ('-', '-') if "+-".contains(block.code) => Ok(number < opponent),
        (found, _) => Err(FileError::new(block.colour_at.clone(), &found.to_string(), Expected::Colour)),
    }
}

/// The result that the codes of both say.
fn result(white: &Block, black: &Block) -> Result<Option<PairingResult>, FileError> {
    use PairingResult::{Forfeit as Lost, Played, Unplayed};
    Ok(Some(match (white.code, black.code) {
        (' ', ' ') => return Ok(None),
        ('1', '0') => Played(Score::WhiteWins),
        ('0', '1') => Played(Score::BlackWins),
        ('=', '=') => Played(Score::Draw),
        ('0', '0') => Played(Score::NoPoints),
        ('=', '0') => Played(Score::WhiteHalf),
        ('0', '=') => Played(Score::BlackHalf),
        ('W', 'L') => Unplayed(Score::WhiteWins),
        ('L', 'W') => Unplayed(Score::BlackWins),
        ('D', 'D') => Unplayed(Score::Draw),
        ('L', 'L') => Unplayed(Score::NoPoints),
        ('D', 'L') => Unplayed(Score::WhiteHalf),
        ('L', 'D') => Unplayed(Score::BlackHalf),
        ('+', '-') => Lost(Forfeit::WhiteWins),
        ('-', '+') => Lost(Forfeit::BlackWins),
        ('-', '-') => Lost(Forfeit::Both),
        (found, _) => {
            return Err(FileError::new(white.code_at.clone(), &found.to_string(), Expected::ResultOfOpponent));
        }
    }))
}

/// What a player without opponent gets.
fn bye(block: &Block) -> Result<ByeKind, FileError> {
    Ok(match block.code {
        'U' => ByeKind::PairingAllocated,
        'H' | '=' => ByeKind::Half,
        'F' | '1' => ByeKind::Full,
        'Z' | '0' | ' ' => ByeKind::Zero,
        '+' => ByeKind::ForfeitWin,
        '-' => ByeKind::ForfeitLoss,
        other => return Err(FileError::new(block.code_at.clone(), &other.to_string(), Expected::Result)),
    })
}
