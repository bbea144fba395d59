//! The lines of players (001): who they are, and what each round brought them.

use super::{
    super::{Expected, FileError, Omitted, Place, fields},
    columns::{RoundColumns, TrfLine},
};
use crate::{event::Player, game::persons::Person};

/// Most rounds of a tournament.
const MAX_ROUNDS: u16 = 99;

/// A player's line.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) number: u16,
    pub(super) player: Player,
    /// What each round brought, from the first.
    pub(super) rounds: Vec<Block>,
    /// Its line in the file.
    line: u32,
}

impl Entry {
    /// Fills up the rounds of a line that ends early: blanks at its end may be left out.
    pub(super) fn fill_up(&mut self, rounds: usize) {
        let place = Place::Text { line: self.line, column: 1 };
        let (opponent_at, colour_at, code_at) = (place.clone(), place.clone(), place);
        let blank = Block { opponent: None, colour: '-', code: ' ', opponent_at, colour_at, code_at };
        self.rounds.resize(rounds.max(self.rounds.len()), blank);
    }
}

/// What a round brought to a player.
#[derive(Debug, Clone)]
pub(super) struct Block {
    /// The opponent's number; none for nobody.
    pub(super) opponent: Option<u16>,
    /// `w`, `b` or `-`.
    pub(super) colour: char,
    /// One of `1 = 0 + - W D L H F U Z`, or a blank.
    pub(super) code: char,
    /// Where the opponent stands.
    pub(super) opponent_at: Place,
    /// Where the colour stands.
    pub(super) colour_at: Place,
    /// Where the result stands.
    pub(super) code_at: Place,
}

impl Block {
    /// Whether nothing stands there.
    pub(super) fn is_blank(&self) -> bool {
        self.opponent.is_none() && self.code == ' '
    }
}

pub(super) fn entry(line_number: u32, text: &str, omitted: &mut Vec<Omitted>) -> Result<Entry, FileError> {
    let line = TrfLine::of_player(line_number, text)?;
    let (text, place) = line.field(5, 8);
    let number = fields::number(text, &place, Expected::Number)?
        .ok_or_else(|| FileError::new(place.clone(), text, Expected::Number))?;
    let (text, place) = line.field(15, 47);
    let name = fields::name(text, &place)?;
    let (text, place) = line.field(11, 13);
    let title = fields::title(text, &place, omitted);
    let (text, place) = line.field(49, 52);
    let rating = fields::rating(text, &place)?;
    let (text, place) = line.field(54, 56);
    let federation = fields::federation(text, &place, omitted);
    let (text, place) = line.field(58, 68);
    let fide_id = fields::fide_id(text, &place)?;
    let person = Person { title, rating, federation, fide_id, team: None };
    let rounds = RoundColumns::count(line.columns()).min(MAX_ROUNDS);
    let rounds = (1..=rounds).map(|round| block(&line, round)).collect::<Result<_, _>>()?;
    Ok(Entry { number, player: Player { number: Some(number), name, person }, rounds, line: line_number })
}

fn block(line: &TrfLine<'_>, round: u16) -> Result<Block, FileError> {
    let RoundColumns { opponent, colour, result } = RoundColumns::of(round);
    for blank in [opponent - 1, opponent + 4, opponent + 6, opponent + 8] {
        if !matches!(line.cut(blank, blank), "" | " ") {
            return Err(FileError::new(line.place(blank), line.cut(blank, blank), Expected::Space));
        }
    }
    let (digits, opponent_at) = line.field(opponent, opponent + 3);
    let opponent = fields::number(digits, &opponent_at, Expected::Opponent)?;
    let one = |column| {
        let letter = line.cut(column, column).chars().next().unwrap_or(' ');
        (letter.to_ascii_uppercase(), line.place(column))
    };
    let (found, colour_at) = one(colour);
    let colour = match found {
        'W' | 'B' => found.to_ascii_lowercase(),
        // Black in the files of German programs.
        'S' => 'b',
        '-' | ' ' => '-',
        other => return Err(FileError::new(colour_at, &other.to_string(), Expected::Colour)),
    };
    let (code, code_at) = one(result);
    if !"10=+-WDLHFUZ ".contains(code) {
        return Err(FileError::new(code_at, &code.to_string(), Expected::Result));
    }
    Ok(Block { opponent, colour, code, opponent_at, colour_at, code_at })
}
