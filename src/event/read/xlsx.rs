//! XLSX: the workbooks that Chess-Results makes of its pairing lists, and tables like them.
//!
//! A line for each pairing: the lists of teams, which name the match once above its boards, are not read.

use std::{
    collections::BTreeMap,
    io::{Cursor, Read, sink},
    panic::catch_unwind,
};

use calamine::{DataRef, Reader, Xlsx};
use zip::ZipArchive;

use super::{
    Charset, Expected, FileError, FileKind, MAX_LINES, PairingFile, Place,
    draft::assemble,
    fields,
    sheet::{self, Row, Sheet},
};
use crate::event::Event;

/// Largest workbook when unpacked, in bytes.
const MAX_UNPACKED: u64 = 32 << 20;

/// Most columns of a sheet that are read.
const MAX_COLUMNS: u32 = 64;

/// Most sheets that are read.
const MAX_SHEETS: usize = 16;

/// Most cells that are read, of all sheets.
const MAX_CELLS: usize = 500_000;

pub(super) fn read(bytes: &[u8], present: u16) -> Result<PairingFile, FileError> {
    unpacks_within_limits(bytes)?;
    // The library counts columns without bounds, and panics at the name of a cell that lies beyond every number.
    catch_unwind(|| read_workbook(bytes, present))
        .unwrap_or_else(|_| Err(FileError::new(Place::File, "a cell that no sheet has", Expected::Workbook)))
}

fn read_workbook(bytes: &[u8], present: u16) -> Result<PairingFile, FileError> {
    let broken = |error: calamine::XlsxError| FileError::new(Place::File, &error.to_string(), Expected::Workbook);
    let mut book = Xlsx::new(Cursor::new(bytes)).map_err(broken)?;
    let (mut drafts, mut omitted, mut first, mut cells_left) = (Vec::new(), Vec::new(), None, MAX_CELLS);
    let mut has_headers = false;
    for title in book.sheet_names().into_iter().take(MAX_SHEETS) {
        let Ok(rows) = rows(&mut book, &title, &mut cells_left)? else { continue };
        let place = |row, column| Place::Cell { sheet: title.clone(), column, row };
        let Sheet { drafts: more, omitted: left_out, has_headers: found, heading } =
            sheet::read(&rows, &place, present)?;
        if !found {
            continue;
        }
        has_headers = true;
        first = first.or(heading);
        drafts.extend(more);
        omitted.extend(left_out);
        if drafts.len() > MAX_LINES {
            return Err(FileError::new(Place::File, "more pairings", Expected::Size));
        }
    }
    if !has_headers {
        return Err(FileError::new(Place::File, "no columns for White and Black", Expected::Kind));
    }
    let name = first.and_then(|(text, place)| fields::said(&text, &place, &mut omitted));
    let event = Event { name, sections: assemble(drafts)?, ..Event::default() };
    Ok(PairingFile { kind: FileKind::Xlsx, charset: Charset::Utf8, event, omitted })
}

/// A small file can unpack to a huge one: it is measured before anything is kept.
fn unpacks_within_limits(bytes: &[u8]) -> Result<(), FileError> {
    let broken = |error: &dyn ToString| FileError::new(Place::File, &error.to_string(), Expected::Workbook);
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| broken(&error))?;
    let mut left = MAX_UNPACKED;
    for index in 0..archive.len() {
        let part = archive.by_index(index).map_err(|error| broken(&error))?;
        let unpacked = std::io::copy(&mut part.take(left + 1), &mut sink()).map_err(|error| broken(&error))?;
        left = left
            .checked_sub(unpacked)
            .ok_or_else(|| FileError::new(Place::File, "more when unpacked", Expected::Size))?;
    }
    Ok(())
}

/// The rows of a sheet; an inner error where it holds no cells, such as a chart.
fn rows(
    book: &mut Xlsx<Cursor<&[u8]>>,
    title: &str,
    cells_left: &mut usize,
) -> Result<Result<Vec<Row>, ()>, FileError> {
    let Ok(mut reader) = book.worksheet_cells_reader(title) else { return Ok(Err(())) };
    let mut rows: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    let at = |row: u32, column: u32| Place::Cell {
        sheet: title.to_owned(),
        column: column.saturating_add(1),
        row: row.saturating_add(1),
    };
    loop {
        let cell = match reader.next_cell() {
            Ok(Some(cell)) => cell,
            Ok(None) => break,
            Err(error) => return Err(FileError::new(Place::File, &error.to_string(), Expected::Workbook)),
        };
        let (row, column) = cell.get_position();
        let text = text(cell.get_value());
        if text.is_empty() || column >= MAX_COLUMNS {
            continue;
        }
        *cells_left = cells_left.saturating_sub(1);
        if *cells_left == 0 || rows.len() > MAX_LINES {
            return Err(FileError::new(at(row, column), "more cells", Expected::Size));
        }
        let cells = rows.entry(row).or_default();
        let index = usize::try_from(column).unwrap_or_default();
        if cells.len() <= index {
            cells.resize(index + 1, String::new());
        }
        if let Some(place) = cells.get_mut(index) {
            *place = text;
        }
    }
    Ok(Ok(rows.into_iter().map(|(row, cells)| Row { number: row.saturating_add(1), cells }).collect()))
}

/// A cell as a person sees it. A number has no decimals where it is whole.
fn text(value: &DataRef<'_>) -> String {
    match value {
        DataRef::Bool(value) => value.to_string(),
        DataRef::DateTime(value) => value.as_f64().to_string(),
        DataRef::DateTimeIso(text) | DataRef::DurationIso(text) | DataRef::String(text) => text.trim().to_owned(),
        DataRef::SharedString(text) => text.trim().to_owned(),
        DataRef::Empty | DataRef::Error(_) => String::new(),
        DataRef::Float(value) => value.to_string(),
        DataRef::Int(value) => value.to_string(),
    }
}
