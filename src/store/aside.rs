//! A damaged database is set aside under another name, and a new one begun with what can be read of it. The process may
//! end at any step: the next one goes on from there.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use tracing::{error, warn};

use super::{
    database::{self, Database, beside},
    error::{Meaning, StoreError, meaning},
    salvage::salvage,
};

/// What SQLite keeps beside a database's file.
const BESIDE: [&str; 2] = ["-wal", "-shm"];

/// The file that names, beside a database's file, the one set aside of which not all has been brought over.
const UNFINISHED: &str = "-unfinished";

/// Opens a database. A damaged one is set aside, and a new one begun with all that could be read of it; where the process
/// ended before that was done, it is done now.
///
/// # Errors
/// [`StoreError`] when it cannot be opened, or no new one can be made: that may be tried again.
pub(super) fn open(file: &Path) -> Result<Database, StoreError> {
    let failed = |source| StoreError::File { file: file.to_owned(), source };
    if let Some(aside) = unfinished(file) {
        if file.exists() && !aside.exists() {
            rename(file, &aside).map_err(failed)?;
        }
        if !file.exists() {
            return bring_over(&aside, file);
        }
        fs::remove_file(beside(file, UNFINISHED)).map_err(failed)?;
    }
    if !file.exists() && database::has_log(file) {
        // SQLite would drop the log; beside an empty file it counts as damage.
        File::create(file).map_err(failed)?;
    }
    match Database::open(file) {
        Err(StoreError::Database { source, .. }) if meaning(&source) == Meaning::Damaged => replace(file, &source),
        opened => opened,
    }
}

/// What can be read of a database while nothing can be written, of one set aside too.
///
/// # Errors
/// [`StoreError`] when there is no memory.
pub(super) fn as_it_is(file: &Path) -> Result<Database, StoreError> {
    let mut database = Database::as_it_is(file)?;
    if !file.exists()
        && let Some(aside) = unfinished(file).filter(|aside| database::size(aside) <= IN_MEMORY)
    {
        match salvage(&aside, &mut database) {
            Ok(rows) => warn!(rows, aside = %aside.display(), "Rows of the damaged journal are in memory for now."),
            Err(error) => warn!(%error, "The damaged journal cannot be read."),
        }
    }
    Ok(database)
}

/// Sets a damaged database aside and gives a new one, with all that could be read of the old one.
///
/// # Errors
/// [`StoreError`] when the new one cannot be made: [`open`] tries it again.
pub(super) fn replace(file: &Path, damage: &dyn std::fmt::Display) -> Result<Database, StoreError> {
    let aside = set_aside(file).map_err(|source| StoreError::File { file: file.to_owned(), source })?;
    error!(
        file = %file.display(), aside = %aside.display(), %damage,
        "The journal is damaged: it is kept aside, and a new one is begun with what can be read of it."
    );
    bring_over(&aside, file)
}

/// Renames the file and what belongs to it; gives the new name.
fn set_aside(file: &Path) -> io::Result<PathBuf> {
    let aside = next_name(file);
    let name = aside.file_name().unwrap_or_default();
    let mut named = File::create(beside(file, UNFINISHED))?;
    named.write_all(name.as_encoded_bytes())?;
    named.sync_all()?;
    rename(file, &aside)?;
    Ok(aside)
}

/// Renames the file, what belongs to it first: without its log it might look whole.
fn rename(file: &Path, aside: &Path) -> io::Result<()> {
    for suffix in BESIDE {
        gone_or(fs::rename(beside(file, suffix), beside(aside, suffix)))?;
    }
    fs::rename(file, aside)
}

/// The database set aside of which not all has been brought over, if there is one.
fn unfinished(file: &Path) -> Option<PathBuf> {
    let named = fs::read_to_string(beside(file, UNFINISHED)).ok()?;
    // Cut short, it was being written: nothing had been renamed.
    let is_whole = named.starts_with(&stem(file)) && named.ends_with(ENDING);
    is_whole.then(|| file.with_file_name(named))
}

/// Makes a new database with what can be read of the one set aside. It has its name only when all is in it.
fn bring_over(aside: &Path, file: &Path) -> Result<Database, StoreError> {
    let failed = |source| StoreError::File { file: file.to_owned(), source };
    let new = beside(file, "-new");
    for suffix in [""].into_iter().chain(BESIDE) {
        gone_or(fs::remove_file(beside(&new, suffix))).map_err(failed)?;
    }
    let mut database = Database::open(&new)?;
    let rows = salvage(aside, &mut database)?;
    database.close_whole()?;
    fs::rename(&new, file).map_err(failed)?;
    fs::remove_file(beside(file, UNFINISHED)).map_err(failed)?;
    warn!(rows, aside = %aside.display(), "Rows brought over from the damaged journal.");
    Database::open(file)
}

/// Largest database whose rows are held in memory until there is room on the disk, in bytes.
const IN_MEMORY: u64 = 64 * 1_024 * 1_024;

/// How the name of a database set aside ends, behind its number.
const ENDING: &str = ".sqlite";

/// How it begins.
fn stem(file: &Path) -> String {
    format!("{}-damaged-", file.file_stem().unwrap_or_default().to_string_lossy())
}

/// The name of the next one that is set aside: nothing is there under it, nor beside it.
fn next_name(file: &Path) -> PathBuf {
    let named = |number: u32| file.with_file_name(format!("{}{number}{ENDING}", stem(file)));
    let suffixes = || ["", "-first-page"].into_iter().chain(BESIDE);
    let is_free = |aside: &PathBuf| !suffixes().any(|suffix| beside(aside, suffix).exists());
    (1..).map(named).find(is_free).unwrap_or_else(|| named(0))
}

/// What was done to a file, which need not be there.
fn gone_or(done: io::Result<()>) -> io::Result<()> {
    done.or_else(|error| if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) })
}
