//! The first page of a journal. It holds the header and the schema, none of our rows; every journal's is the same but
//! for its counts. Where it is damaged, that of a new journal makes the rest readable again.

use std::{
    fs::{File, OpenOptions},
    io::{self, Read, Write},
    path::Path,
};

use rusqlite::{Connection, MAIN_DB};

use super::{
    database::{has_log, size},
    schema,
};

/// Bytes of a page; SQLite's default, which we leave as it is.
const PAGE: usize = 4_096;

/// How the pages of a journal may lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// As this service makes it.
    Made,
    /// As `VACUUM` leaves it, which an operator may have run: indices come behind all tables.
    Vacuumed,
}

impl Layout {
    /// In the order in which they can be tried: where it is the other one, no row of `event` to `reply` as we make them
    /// has the columns of what [`Layout::Vacuumed`] says is there. The other way round, a record can be taken for an event.
    pub(super) const ALL: [Layout; 2] = [Layout::Vacuumed, Layout::Made];

    /// The first page of an empty journal, for a file of so many pages.
    pub(super) fn first_page(self, pages: u32) -> rusqlite::Result<Vec<u8>> {
        let mut journal = Connection::open_in_memory()?;
        schema::steps(&mut journal, 0)?;
        if self == Layout::Vacuumed {
            journal.execute_batch("VACUUM")?;
        }
        let mut page = journal.serialize(MAIN_DB)?.to_vec();
        page.truncate(PAGE);
        let mut at = |place: usize, bytes: &[u8]| page[place..place + bytes.len()].copy_from_slice(bytes);
        // What follows is at these places of the header (sqlite.org/fileformat2.html, 1.3). There may be a log.
        at(18, &[2, 2]);
        at(28, &pages.to_be_bytes());
        // Its change counter, and that for which the number of pages is true.
        at(24, &[0, 0, 0, 1]);
        at(92, &[0, 0, 0, 1]);
        Ok(page)
    }
}

/// The first page of a file, shorter where the file is.
pub(super) fn read(file: &Path) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    File::open(file)?.take(PAGE as u64).read_to_end(&mut page)?;
    Ok(page)
}

/// How many pages a file has: a last one that is cut counts for none, since SQLite would read zeros there. 0 where a log
/// says it.
pub(super) fn pages_of(file: &Path) -> u32 {
    if has_log(file) {
        return 0;
    }
    u32::try_from(size(file) / PAGE as u64).unwrap_or(u32::MAX).max(1)
}

/// Writes a first page over that of a file.
pub(super) fn write(file: &Path, page: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(file)?;
    file.write_all(page)?;
    file.sync_all()
}

/// Writes back what [`read`] gave: a file that was shorter than a page is so again, unless pages of its log have come
/// into it.
pub(super) fn write_back(file: &Path, page: &[u8]) -> io::Result<()> {
    write(file, page)?;
    if page.len() < PAGE && size(file) == PAGE as u64 {
        OpenOptions::new().write(true).open(file)?.set_len(page.len() as u64)?;
    }
    Ok(())
}
