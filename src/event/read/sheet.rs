//! A table of pairings, from CSV or a workbook: a line of headers, a pairing in each line below it.

use super::{
    Expected, FileError, Omitted, Place,
    draft::{Draft, Seats},
    fields,
    headers::{Column, Part, Side, columns, is_bye, is_not_paired, round_in},
};
use crate::{
    event::{Board, ByeKind, Date, Player},
    game::persons::{Person, TITLES},
};

/// One line of a table.
#[derive(Debug, Default)]
pub(super) struct Row {
    /// Line or row in the file, from 1.
    pub(super) number: u32,
    pub(super) cells: Vec<String>,
}

/// What stands in a table.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    pub(super) drafts: Vec<Draft>,
    pub(super) omitted: Vec<Omitted>,
    /// Whether there was a line of headers.
    pub(super) has_headers: bool,
    /// The first line above the headers that is no advertisement of the server: the event's name, if it can be one.
    pub(super) heading: Option<(String, Place)>,
}

/// Reads the rows of a table. `place` says where a cell stands: row and column, from 1.
pub(super) fn read(rows: &[Row], place: &dyn Fn(u32, u32) -> Place, present: u16) -> Result<Sheet, FileError> {
    let mut sheet = Sheet::default();
    let (mut round, mut date, mut layout) = (None, None, None);
    let mut without_number = Vec::new();
    for row in rows {
        if let Some(found) = columns(&row.cells) {
            sheet.has_headers = true;
            layout = Some(found);
            continue;
        }
        let mut filled = (1..).zip(&row.cells).filter(|(_, cell)| !cell.trim().is_empty());
        let (Some((column, first)), more) = (filled.next(), filled.next().is_some()) else { continue };
        if !more {
            if let Some(number) = round_in(first) {
                (round, date) = (Some(number), date_in(first));
                continue;
            }
            let advertises = first.contains("chess-results") || first.contains("Results-Server");
            if layout.is_none() && sheet.heading.is_none() && !advertises {
                // A cell may be broken into lines.
                let heading = first.split_whitespace().collect::<Vec<_>>().join(" ");
                sheet.heading = Some((heading, place(row.number, column)));
            }
        }
        let Some(layout) = &layout else { continue };
        let line = Line { row, layout, place };
        let draft = line.draft(date, &mut sheet.omitted, |number, place| {
            number.or(round).unwrap_or_else(|| {
                without_number.push(place);
                present
            })
        })?;
        sheet.drafts.extend(draft);
    }
    // Where a table has round numbers, a pairing without one belongs to none of them.
    let are_others_numbered = without_number.len() < sheet.drafts.len();
    match without_number.into_iter().next().filter(|_| are_others_numbered) {
        Some(place) => Err(FileError::new(place, "", Expected::Round)),
        None => Ok(sheet),
    }
}

fn date_in(text: &str) -> Option<Date> {
    text.split_whitespace().find_map(|word| word.parse().ok())
}

/// A line, and what its cells mean.
struct Line<'r> {
    row: &'r Row,
    layout: &'r [Option<Column>],
    place: &'r dyn Fn(u32, u32) -> Place,
}

impl Line<'_> {
    /// The text of a column, and where it stands; where there is no such column, the first cell.
    fn cell(&self, column: Column) -> (&str, Place) {
        let index = self.layout.iter().position(|known| *known == Some(column));
        let text = index.and_then(|index| self.row.cells.get(index)).map_or("", |text| text.trim());
        let column = index.and_then(|index| u32::try_from(index).ok()).unwrap_or_default();
        (text, (self.place)(self.row.number, column.saturating_add(1)))
    }

    fn of(&self, side: Side, part: Part) -> (&str, Place) {
        self.cell(Column::Of(side, part))
    }

    /// The pairing of this line; none in a line that only explains. `round` is which one it is of where it says this, if it
    /// does, at this place.
    fn draft(
        &self,
        date: Option<Date>,
        omitted: &mut Vec<Omitted>,
        round: impl FnOnce(Option<u16>, Place) -> u16,
    ) -> Result<Option<Draft>, FileError> {
        let ((white, white_at), (black, black_at)) =
            (self.of(Side::White, Part::Name), self.of(Side::Black, Part::Name));
        if white.is_empty() && black.is_empty() {
            let (board, _) = self.cell(Column::Board);
            let pairs_nobody = board.parse::<u16>().is_ok();
            return if pairs_nobody { Err(FileError::new(white_at, "", Expected::Name)) } else { Ok(None) };
        }
        let (text, place) = self.cell(Column::Round);
        let round = round(fields::round(text, &place)?, place);
        let (text, place) = self.cell(Column::Date);
        let date = fields::date(text, &place, omitted).or(date);
        let (text, place) = self.cell(Column::Section);
        let section = fields::team(text, &place)?;
        let number = |column| {
            let (text, place) = self.cell(column);
            fields::number(text, &place, Expected::Board)
        };
        let table = number(Column::Table)?;
        let of_match = number(Column::Match)?;
        let has_board = self.layout.contains(&Some(Column::Board));
        let column = if has_board { Column::Board } else { Column::Table };
        let (_, board_at) = self.cell(column);
        let number = number(column)?;
        let board = number.map(|number| Board { of_match, number });
        let stands_for_nobody = |name: &str| is_bye(name) || is_not_paired(name);
        let seats = if stands_for_nobody(black) {
            Seats::Alone { player: self.player(Side::White, omitted)?, kind: self.bye(black)? }
        } else if stands_for_nobody(white) {
            Seats::Alone { player: self.player(Side::Black, omitted)?, kind: self.bye(white)? }
        } else {
            let (text, place) = self.cell(Column::Result);
            Seats::Both {
                white: self.player(Side::White, omitted)?,
                black: self.player(Side::Black, omitted)?,
                result: fields::result(text, &place)?,
            }
        };
        let place = if white.is_empty() { black_at.clone() } else { white_at };
        let table = table.filter(|_| has_board);
        Ok(Some(Draft { place, black_at, board_at, section, round, date, board, table, seats }))
    }

    fn player(&self, side: Side, omitted: &mut Vec<Omitted>) -> Result<Player, FileError> {
        let (text, place) = self.of(side, Part::Name);
        let mut name = fields::name(text, &place)?;
        let (text, place) = self.of(side, Part::FirstName);
        if !text.is_empty() {
            name = fields::name(&format!("{name}, {text}"), &place)?;
        }
        let (text, place) = self.of(side, Part::Number);
        let number = fields::number(text, &place, Expected::Number)?;
        let (text, place) = self.of(side, Part::Title);
        let title = fields::title(text, &place, omitted).or_else(|| self.title_beside_the_name(side));
        let (text, place) = self.of(side, Part::Rating);
        let rating = fields::rating(text, &place)?;
        let (text, place) = self.of(side, Part::Federation);
        let federation = fields::federation(text, &place, omitted);
        let (text, place) = self.of(side, Part::FideId);
        let fide_id = fields::fide_id(text, &place)?;
        let (text, place) = self.of(side, Part::Team);
        let team = fields::team(text, &place)?;
        Ok(Player { number, name, person: Person { title, rating, federation, fide_id, team } })
    }

    /// A title in a column without header; flags and colours stand in such columns too.
    fn title_beside_the_name(&self, side: Side) -> Option<String> {
        let column = Some(Column::Of(side, Part::TitlePerhaps));
        let cells = self.layout.iter().zip(&self.row.cells).filter(|(known, _)| **known == column);
        let mut titles = cells.map(|(_, text)| text.trim()).filter(|text| TITLES.contains(text));
        titles.next().map(str::to_owned)
    }

    /// What kind of bye: by a letter of TRF, by its points, or by the word that stands for the opponent.
    fn bye(&self, opponent: &str) -> Result<ByeKind, FileError> {
        let (text, place) = self.cell(Column::Result);
        let text: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
        let allocated = is_bye(opponent);
        Ok(match &*text.to_uppercase() {
            "U" => ByeKind::PairingAllocated,
            "F" => ByeKind::Full,
            "+" => ByeKind::ForfeitWin,
            "-" => ByeKind::ForfeitLoss,
            "1" | "1-0" | "1-" | "+--" | "1.0" if allocated => ByeKind::PairingAllocated,
            "1" | "1-0" | "1-" | "+--" | "1.0" => ByeKind::Full,
            "H" | "½" | "½-" | "1/2" | "0.5" | "0,5" | "½-0" | "½-½" => ByeKind::Half,
            "Z" | "0" | "0-" | "0.0" | "0-0" | "---" | "--+" => ByeKind::Zero,
            "" | "*" if allocated => ByeKind::PairingAllocated,
            "" | "*" => ByeKind::Zero,
            other => return Err(FileError::new(place, other, Expected::Result)),
        })
    }
}
