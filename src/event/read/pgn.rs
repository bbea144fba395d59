//! PGN: the tag pairs of each game are a pairing. Moves are passed over.
//!
//! Tags as the standard has them (sections 8.1.1 and 9): `Round` is `round.board`, or `round.match.board` for teams, or
//! the round alone with `Board`. `FideId`, `Team`, `Federation`, `Country` after `White` and `Black` are common; `No` is our own files'. An
//! opponent without a name, or called a bye, is a bye of the round.

use std::{iter::Peekable, str::Chars};

use super::{
    Expected, FileError, MAX_LINES, Omitted, Place,
    draft::{Draft, Seats, assemble},
    fields,
    headers::is_bye,
};
use crate::{
    event::{Board, ByeKind, Event, Forfeit, PairingResult, Player, Score},
    game::persons::Person,
    turn::TimeControl,
};

/// Most tag pairs of a game that are looked at.
const MAX_TAGS: usize = 256;

/// Whether a text begins as PGN does: with a tag pair, after comments and escaped lines.
pub(super) fn is_pgn(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start);
    lines
        .find(|line| !line.is_empty() && !line.starts_with(['%', ';']))
        .is_some_and(|line| line.starts_with('[') && line.contains('"'))
}

/// One tag pair.
#[derive(Debug)]
struct Tag {
    name: String,
    value: String,
    /// Where its value stands.
    place: Place,
}

/// The tag pairs of one game.
#[derive(Debug, Default)]
struct Tags(Vec<Tag>);

impl Tags {
    fn find(&self, name: &str) -> Option<&Tag> {
        self.0.iter().find(|tag| tag.name.eq_ignore_ascii_case(name))
    }

    /// A value, and where it stands; an empty text at the game's first tag, where there is none.
    fn value(&self, name: &str) -> (&str, Place) {
        match self.find(name) {
            Some(tag) => (&tag.value, tag.place.clone()),
            None => ("", self.begin()),
        }
    }

    /// A tag that says something.
    fn said(&self, name: &str) -> Option<&Tag> {
        self.find(name).filter(|tag| !matches!(tag.value.trim(), "" | "?" | "-"))
    }

    fn begin(&self) -> Place {
        self.0.first().map_or(Place::File, |tag| tag.place.clone())
    }
}

pub(super) fn read(text: &str, present: u16) -> Result<(Event, Vec<Omitted>), FileError> {
    let games = Scanner::new(text).games()?;
    let mut omitted = Vec::new();
    let mut names: Vec<Option<&str>> = games.iter().map(|game| Some(game.said("Event")?.value.trim())).collect();
    names.dedup();
    let by_event = names.len() > 1;
    let drafts =
        games.iter().map(|game| draft(game, present, by_event, &mut omitted)).collect::<Result<Vec<_>, _>>()?;
    let mut event = Event::default();
    if let Some(first) = games.first() {
        let mut said = |name: &str| first.said(name).and_then(|tag| fields::said(&tag.value, &tag.place, &mut omitted));
        event.name = if by_event { None } else { said("Event") };
        event.site = said("Site");
        let (day, place) = first.value("EventDate");
        event.first_day = fields::date(day, &place, &mut omitted);
        if let Some(control) = first.find("TimeControl").filter(|tag| !matches!(&*tag.value, "" | "?" | "-")) {
            match control.value.parse::<TimeControl>() {
                Ok(_) => event.time_control = Some(control.value.clone()),
                Err(_) => {
                    let place = control.place.clone();
                    omitted.push(FileError::new(place, &control.value, Expected::TimeControl).into());
                }
            }
        }
    }
    event.sections = assemble(drafts)?;
    Ok((event, omitted))
}

fn draft(game: &Tags, present: u16, by_event: bool, omitted: &mut Vec<Omitted>) -> Result<Draft, FileError> {
    let (round, board, board_at) = numbers(game, present)?;
    let (table, place) = game.value("Table");
    let table = fields::number(table, &place, Expected::Board)?;
    let (day, place) = game.value("Date");
    let date = fields::date(day, &place, omitted);
    let (white, black) = (seat(game, "White", omitted)?, seat(game, "Black", omitted)?);
    let result = result(game)?;
    let seats = match (white, black) {
        (Some(white), Some(black)) => Seats::Both { white, black, result },
        (Some(player), None) | (None, Some(player)) => Seats::Alone { player, kind: bye_kind(result) },
        (None, None) => return Err(FileError::new(game.value("White").1, "", Expected::Name)),
    };
    let section = game.said("Section").or_else(|| game.said("Event").filter(|_| by_event));
    let section = section.map_or(Ok(None), |tag| fields::team(&tag.value, &tag.place))?;
    let (place, black_at) = (game.value("White").1, game.value("Black").1);
    Ok(Draft { place, black_at, board_at, section, round, date, board, table, seats })
}

/// A bye of a pairing program is the bye of an odd number, unless its points say otherwise.
fn bye_kind(result: Option<PairingResult>) -> ByeKind {
    match result {
        Some(PairingResult::Played(Score::Draw)) => ByeKind::Half,
        Some(PairingResult::Played(Score::NoPoints)) => ByeKind::Zero,
        _ => ByeKind::PairingAllocated,
    }
}

/// The numbers of round and board, and where that of the board stands.
fn numbers(game: &Tags, present: u16) -> Result<(u16, Option<Board>, Place), FileError> {
    let (text, place) = game.value("Round");
    let parts: Vec<&str> = text.split('.').collect();
    let wrong = || FileError::new(place.clone(), text, Expected::Round);
    let (round, of_match, board) = match parts[..] {
        [round] => (round, "", ""),
        [round, board] => (round, "", board),
        [round, of_match, board] => (round, of_match, board),
        _ => return Err(wrong()),
    };
    let number = |text: &str| fields::number(text, &place, Expected::Round);
    let round = fields::round(round, &place)?.unwrap_or(present);
    let (of_match, in_round) = (number(of_match)?, number(board)?);
    let (text, board_at) = game.value("Board");
    let own = fields::number(text, &board_at, Expected::Board)?;
    let board = own.or(in_round).map(|number| Board { of_match, number });
    Ok((round, board, if own.is_some() { board_at } else { place }))
}

/// Who sits at one side; nobody where the other side has a bye.
fn seat(game: &Tags, side: &str, omitted: &mut Vec<Omitted>) -> Result<Option<Player>, FileError> {
    let of = |what: &str| game.value(&format!("{side}{what}"));
    let Some(tag) = game.find(side) else {
        return Err(FileError::new(game.begin(), &format!("no {side}"), Expected::Name));
    };
    if is_bye(&tag.value) || tag.value.trim().is_empty() {
        return Ok(None);
    }
    let name = fields::name(&tag.value, &tag.place)?;
    let (text, place) = of("No");
    // Others may mean something else by it.
    let number = fields::number(text, &place, Expected::Number).unwrap_or_else(|error| {
        omitted.push(error.into());
        None
    });
    let (text, place) = of("Title");
    let title = fields::title(text, &place, omitted);
    let (text, place) = of("Elo");
    let rating = fields::rating(text, &place)?;
    let (text, place) = of("FideId");
    let fide_id = fields::fide_id(text, &place)?;
    let (text, place) = of("Team");
    let team = fields::team(text, &place)?;
    let (text, place) =
        ["Federation", "Country", "Fed"].map(of).into_iter().find(|(text, _)| !text.is_empty()).unwrap_or(("", place));
    let federation = fields::federation(text, &place, omitted);
    Ok(Some(Player { number, name, person: Person { title, rating, federation, fide_id, team } }))
}

/// The result; `Termination` tells forfeits from games, as our own files have it.
fn result(game: &Tags) -> Result<Option<PairingResult>, FileError> {
    let (text, place) = game.value("Result");
    let result = fields::result(text, &place)?;
    let termination = game.said("Termination").map(|tag| tag.value.trim().to_lowercase()).unwrap_or_default();
    let Some(PairingResult::Played(score)) = result else { return Ok(result) };
    Ok(Some(match (&*termination, score) {
        ("forfeit", Score::WhiteWins) => PairingResult::Forfeit(Forfeit::WhiteWins),
        ("forfeit", Score::BlackWins) => PairingResult::Forfeit(Forfeit::BlackWins),
        ("forfeit", Score::NoPoints) => PairingResult::Forfeit(Forfeit::Both),
        ("unplayed", score) => PairingResult::Unplayed(score),
        (_, score) => PairingResult::Played(score),
    }))
}

/// Walks through a text and finds the tag pairs outside comments.
struct Scanner<'t> {
    letters: Peekable<Chars<'t>>,
    line: u32,
    column: u32,
}

impl<'t> Scanner<'t> {
    fn new(text: &'t str) -> Scanner<'t> {
        Scanner { letters: text.chars().peekable(), line: 1, column: 1 }
    }

    fn place(&self) -> Place {
        Place::Text { line: self.line, column: self.column }
    }

    fn take(&mut self) -> Option<char> {
        let letter = self.letters.next()?;
        let ends_line = letter == '\n' || letter == '\r' && self.letters.peek() != Some(&'\n');
        if ends_line {
            self.line = self.line.saturating_add(1);
            self.column = 1;
        } else {
            self.column = self.column.saturating_add(1);
        }
        Some(letter)
    }

    fn skip_to(&mut self, ends: &[char]) {
        while self.take().is_some_and(|letter| !ends.contains(&letter)) {}
    }

    fn skip_blanks(&mut self) {
        while self.letters.peek().is_some_and(|letter| letter.is_whitespace()) {
            self.take();
        }
    }

    fn games(mut self) -> Result<Vec<Tags>, FileError> {
        let (mut games, mut game, mut in_moves) = (Vec::new(), Tags::default(), false);
        loop {
            let first = self.column == 1;
            let begin = self.place();
            match self.take() {
                None => break,
                Some('{') => self.skip_to(&['}']),
                Some(';') => self.skip_to(&['\n', '\r']),
                Some('%') if first => self.skip_to(&['\n', '\r']),
                Some('[') => {
                    let tag = self.tag()?;
                    if in_moves || game.find(&tag.name).is_some() {
                        games.push(std::mem::take(&mut game));
                        in_moves = false;
                    }
                    if games.len() >= MAX_LINES || game.0.len() >= MAX_TAGS {
                        return Err(FileError::new(begin, &tag.name, Expected::Size));
                    }
                    game.0.push(tag);
                }
                Some(letter) if letter.is_whitespace() => {}
                Some(letter) if game.0.is_empty() => {
                    return Err(FileError::new(begin, &letter.to_string(), Expected::Tag));
                }
                Some(_) => in_moves = true,
            }
        }
        if !game.0.is_empty() {
            games.push(game);
        }
        Ok(games)
    }

    /// What follows the bracket.
    fn tag(&mut self) -> Result<Tag, FileError> {
        self.skip_blanks();
        let mut name = String::new();
        while let Some(letter) = self.letters.next_if(|letter| letter.is_alphanumeric() || *letter == '_') {
            self.column = self.column.saturating_add(1);
            name.push(letter);
        }
        self.skip_blanks();
        let mut place = self.place();
        if name.is_empty() || self.letters.peek() != Some(&'"') {
            return Err(self.no_tag(place));
        }
        self.take();
        if let Place::Text { column, .. } = &mut place {
            *column = column.saturating_add(1);
        }
        let mut value = String::new();
        loop {
            let here = self.place();
            match self.take() {
                Some('"') => break,
                Some('\\') => match self.letters.peek() {
                    Some('"' | '\\') => value.extend(self.take()),
                    _ => value.push('\\'),
                },
                None | Some('\n' | '\r') => return Err(FileError::new(here, "the end of the line", Expected::Tag)),
                Some(letter) => value.push(letter),
            }
        }
        self.skip_blanks();
        let end = self.place();
        if self.letters.peek() != Some(&']') {
            return Err(self.no_tag(end));
        }
        self.take();
        Ok(Tag { name, value, place })
    }

    fn no_tag(&mut self, place: Place) -> FileError {
        let found = self.letters.peek().map_or_else(|| "the end of the file".to_owned(), char::to_string);
        FileError::new(place, &found, Expected::Tag)
    }
}
