//! A damaged database is set aside under another name, and a new one begun with what can be read of it. The process may
//! end at any step: the next one goes on from there.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use tracing::{error, warn};

use super::{database::Database, error::StoreError, salvage::salvage};

/// What SQLite keeps beside a database's file.
const BESIDE: [&str; 2] = ["-wal", "-shm"];

/// Opens a database. Where the last one was to be set aside and the process ended before all was brought over, that is
/// done now.
///
/// # Errors
/// [`StoreError`] when it cannot be opened.
pub(super) fn open(file: &Path) -> Result<Database, StoreError> {
    let next = next_name(file);
    let last = (1..).map(|number| name(file, number)).take_while(|aside| aside.exists()).last();
    match (file.exists(), last) {
        (true, _) if BESIDE.iter().any(|suffix| beside(&next, suffix).exists()) => {
            replace(file, &"as was found before")
        }
        (false, Some(aside)) => bring_over(&aside, file),
        (true, _) | (false, None) => Database::open(file),
    }
}

/// Sets a damaged database aside and gives a new one, with all that could be read of the old one.
///
/// # Errors
/// [`StoreError`] when the new one cannot be made.
pub(super) fn replace(file: &Path, damage: &dyn std::fmt::Display) -> Result<Database, StoreError> {
    let aside = set_aside(file).map_err(|source| StoreError::File { file: file.to_owned(), source })?;
    error!(
        file = %file.display(), aside = %aside.display(), %damage,
        "The journal is damaged: it is kept aside, and a new one is begun with what can be read of it."
    );
    bring_over(&aside, file)
}

/// Renames the file and what belongs to it; gives the new name. The file comes last: without its log it might look
/// whole.
fn set_aside(file: &Path) -> io::Result<PathBuf> {
    let aside = next_name(file);
    for suffix in BESIDE {
        gone_or(fs::rename(beside(file, suffix), beside(&aside, suffix)))?;
    }
    fs::rename(file, &aside)?;
    Ok(aside)
}

/// Makes a new database with what can be read of the one set aside. It has its name only when all is in it.
fn bring_over(aside: &Path, file: &Path) -> Result<Database, StoreError> {
    let failed = |source| StoreError::File { file: file.to_owned(), source };
    let unfinished = beside(file, "-new");
    for suffix in [""].into_iter().chain(BESIDE) {
        gone_or(fs::remove_file(beside(&unfinished, suffix))).map_err(failed)?;
    }
    let mut database = Database::open(&unfinished)?;
    let rows = salvage(aside, &mut database);
    database.close();
    // A log that somebody has left there is none of the new one.
    gone_or(fs::rename(beside(file, "-wal"), beside(file, "-wal-left"))).map_err(failed)?;
    fs::rename(&unfinished, file).map_err(failed)?;
    warn!(rows, aside = %aside.display(), "Rows brought over from the damaged journal.");
    Database::open(file)
}

/// The name of the database set aside with this number.
fn name(file: &Path, number: u32) -> PathBuf {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    file.with_file_name(format!("{stem}-damaged-{number}.sqlite"))
}

/// The name of the next one that is set aside: none that is used, or was by one moved away without what lay beside.
fn next_name(file: &Path) -> PathBuf {
    let is_free = |aside: &PathBuf| !aside.exists() && !beside(aside, "-first-page").exists();
    (1..).map(|number| name(file, number)).find(is_free).unwrap_or_else(|| name(file, 0))
}

/// The name of a file that belongs to another.
pub(super) fn beside(file: &Path, suffix: &str) -> PathBuf {
    PathBuf::from(format!("{}{suffix}", file.display()))
}

/// What was done to a file, which need not be there.
fn gone_or(done: io::Result<()>) -> io::Result<()> {
    done.or_else(|error| if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) })
}
