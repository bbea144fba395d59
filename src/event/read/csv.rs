//! CSV: a table of text, its fields parted by semicolons, tabs or commas, its columns in any order.

use csv::{ReaderBuilder, StringRecord};

use super::{
    Expected, FileError, MAX_LINES, Omitted, Place,
    draft::assemble,
    fields,
    headers::columns,
    sheet::{self, Row, Sheet},
};
use crate::event::{Event, write::is_formula};

/// How many lines are looked at for the headers.
const HEADER_WITHIN: usize = 40;

pub(super) fn read(text: &str, present: u16) -> Result<(Event, Vec<Omitted>), FileError> {
    // Excel's own word for the delimiter, in a first line of its own.
    let text = text.strip_prefix("sep=").map_or(text, |rest| rest.get(1..).unwrap_or_default());
    // A name may have delimiters and words of headers in it: what is met first counts.
    let headers_at = |delimiter: u8| {
        let rows = rows(text, delimiter, HEADER_WITHIN).ok()?;
        let headers = rows.iter().find(|row| columns(&row.cells).is_some())?;
        Some((headers.number, delimiter))
    };
    let found = [b';', b'\t', b','].into_iter().filter_map(headers_at).min_by_key(|(line, _)| *line);
    let Some((_, delimiter)) = found else {
        let first = text.lines().next().unwrap_or_default();
        return Err(FileError::new(Place::Text { line: 1, column: 1 }, first, Expected::Kind));
    };
    let rows = rows(text, delimiter, usize::MAX)?;
    let place = |line, field| Place::Field { line, field };
    let Sheet { drafts, mut omitted, heading, .. } = sheet::read(&rows, &place, present)?;
    let name = heading.and_then(|(text, place)| fields::said(&text, &place, &mut omitted));
    let event = Event { name, sections: assemble(drafts)?, ..Event::default() };
    Ok((event, omitted))
}

/// The lines of a table, at most so many.
fn rows(text: &str, delimiter: u8, most: usize) -> Result<Vec<Row>, FileError> {
    let mut reader =
        ReaderBuilder::new().delimiter(delimiter).has_headers(false).flexible(true).from_reader(text.as_bytes());
    let (mut rows, mut record) = (Vec::new(), StringRecord::new());
    loop {
        let at = |line: u64| u32::try_from(line).unwrap_or(u32::MAX);
        match reader.read_record(&mut record) {
            Ok(true) => {}
            Ok(false) => return Ok(rows),
            Err(error) => {
                let line = error.position().map_or(1, csv::Position::line);
                return Err(FileError::new(Place::Field { line: at(line), field: 1 }, "", Expected::Table));
            }
        }
        if rows.len() >= most {
            return Ok(rows);
        }
        let number = at(record.position().map_or(1, csv::Position::line));
        if rows.len() >= MAX_LINES {
            return Err(FileError::new(Place::Field { line: number, field: 1 }, "more lines", Expected::Size));
        }
        rows.push(Row { number, cells: record.iter().map(plain).collect() });
    }
}

/// A field without the apostrophe by which a spreadsheet is told that it is no formula.
fn plain(field: &str) -> String {
    field.strip_prefix('\'').filter(|rest| is_formula(rest)).unwrap_or(field).to_owned()
}
