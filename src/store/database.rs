//! The database itself: opened, written in transactions, read.

use std::{
    io::{self, Read},
    path::{Path, PathBuf},
};

use rusqlite::{Connection, OpenFlags, OptionalExtension, params};
use tracing::warn;

use super::{
    error::{StoreError, corrupt},
    schema,
    window::LOAD,
};
use crate::game::{
    journal::{GameSummary, Kept, KeptGame, Wholeness},
    outbox::{Audience, Entry, Waiting},
};

/// Largest file that is checked in full when it is opened, in bytes: a second or two on a slow card.
const CHECKED: u64 = 64 * 1_024 * 1_024;

/// Games that are kept however old they are: a computer without a clock may think that all of them are.
const ALWAYS_KEPT: u64 = 100;

/// The open database.
#[derive(Debug)]
pub(super) struct Database {
    pub(super) file: PathBuf,
    connection: Connection,
    opened: Opened,
}

/// What a database was opened for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Opened {
    /// To be read while nothing can be written, nobody else having it.
    AsItIs,
    /// For everything.
    Fully,
}

/// How far a table's journal has come.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// Row of the game, where there is one.
    pub(super) game: Option<i64>,
    /// Number of the next line of its log.
    pub(super) next: i64,
}

/// The connection, if its database can be read as it is.
fn of_this_schema(connection: Connection) -> rusqlite::Result<Connection> {
    let found = schema::version(&connection)?;
    if found != schema::VERSION {
        return Err(corrupt(format!("schema {found}, expected {}", schema::VERSION)));
    }
    Ok(connection)
}

/// A connection for reading alone, opened in this way (sqlite.org/uri.html, 3.3).
///
/// # Errors
/// That it cannot be read, or is empty while its log is not: SQLite would drop that.
pub(super) fn read_only(file: &Path, how: &str) -> rusqlite::Result<Connection> {
    if has_log(file) && size(file) == 0 {
        return Err(corrupt("the file is empty, its log is not".to_owned()));
    }
    let escaped = file.display().to_string().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(format!("file:{escaped}?{how}"), flags)?;
    connection.busy_timeout(std::time::Duration::from_secs(5))?;
    // Opens the file in earnest.
    schema::version(&connection)?;
    Ok(connection)
}

impl Database {
    /// Opens a database for writing, a new one too.
    pub(super) fn open(file: &Path) -> Result<Database, StoreError> {
        let failed = |source| StoreError::Database { file: file.to_owned(), source };
        if is_cut_short(file) {
            return Err(failed(corrupt("the file is shorter than it says".to_owned())));
        }
        let connection = Connection::open(file).map_err(failed)?;
        let database = Database::set_up(file, connection)?;
        if size(file) <= CHECKED {
            database.check().map_err(failed)?;
        }
        Ok(database)
    }

    /// A database that lasts as long as the process.
    pub(super) fn in_memory() -> Result<Database, StoreError> {
        let file = Path::new("memory");
        let failed = |source| StoreError::Database { file: file.to_owned(), source };
        Database::set_up(file, Connection::open_in_memory().map_err(failed)?)
    }

    fn set_up(file: &Path, mut connection: Connection) -> Result<Database, StoreError> {
        let failed = |source| StoreError::Database { file: file.to_owned(), source };
        connection.set_prepared_statement_cache_capacity(64);
        // A reader of the same file holds nobody up for long.
        connection.busy_timeout(std::time::Duration::from_secs(5)).map_err(failed)?;
        let _: String =
            connection.pragma_update_and_check(None, "journal_mode", "wal", |row| row.get(0)).map_err(failed)?;
        connection.pragma_update(None, "synchronous", "full").map_err(failed)?;
        connection.pragma_update(None, "journal_size_limit", 8 * 1_024 * 1_024).map_err(failed)?;
        // In kilobytes: what is written is seldom read again, and each table has a connection of its own.
        connection.pragma_update(None, "cache_size", -256).map_err(failed)?;
        schema::migrate(file, &mut connection)?;
        Ok(Database { file: file.to_owned(), connection, opened: Opened::Fully })
    }

    /// Opens a database while nothing can be written, not even what SQLite keeps beside it; where there is none that
    /// can be read, an empty one in memory stands for it.
    pub(super) fn as_it_is(file: &Path) -> Result<Database, StoreError> {
        match Database::alone(file).or_else(|error| Database::on_read_only(file).map_err(|_| error)) {
            Ok(connection) => Ok(Database { file: file.to_owned(), connection, opened: Opened::AsItIs }),
            Err(error) => {
                if file.exists() {
                    warn!(file = %file.display(), %error, "What was kept so far cannot be read.");
                }
                Ok(Database { file: file.to_owned(), ..Database::in_memory()? })
            }
        }
    }

    /// A connection that keeps the log's index in its own memory, as one that has the file alone may
    /// (sqlite.org/wal.html, 6).
    fn alone(file: &Path) -> rusqlite::Result<Connection> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(file, flags)?;
        connection.busy_timeout(std::time::Duration::from_secs(5))?;
        let _: String = connection.pragma_update_and_check(None, "locking_mode", "exclusive", |row| row.get(0))?;
        of_this_schema(connection)
    }

    /// A connection on a file system that can only be read: with the log that a killed run has left, and its index; or
    /// with the file alone, where the last run has left nothing beside it (sqlite.org/wal.html, 5).
    fn on_read_only(file: &Path) -> rusqlite::Result<Connection> {
        let mode = if has_log(file) { "mode=ro" } else { "immutable=1" };
        of_this_schema(read_only(file, mode)?)
    }

    /// The same database, opened anew for everything in this way. Where that fails this one is as it was, or as it is.
    pub(super) fn open_again(
        &mut self,
        open: impl FnOnce(&Path) -> Result<Database, StoreError>,
    ) -> Result<(), StoreError> {
        let file = self.file.clone();
        if self.opened == Opened::AsItIs {
            // It has the file alone.
            let memory = Database { file: file.clone(), ..Database::in_memory()? };
            std::mem::replace(self, memory).close();
        }
        match open(&file) {
            Ok(database) => *self = database,
            Err(error) => {
                if self.opened == Opened::Fully && self.connection.path().is_none_or(str::is_empty) {
                    *self = Database::as_it_is(&file)?;
                }
                return Err(error);
            }
        }
        Ok(())
    }

    /// Whether the file is whole.
    fn check(&self) -> rusqlite::Result<()> {
        let said: String = self.connection.query_row("PRAGMA quick_check(1)", (), |row| row.get(0))?;
        if said == "ok" {
            return Ok(());
        }
        Err(corrupt(said))
    }

    /// Begins a transaction, which ends when it is committed or dropped.
    pub(super) fn transaction(&mut self) -> rusqlite::Result<rusqlite::Transaction<'_>> {
        self.connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)
    }

    /// How many rows were written since it was opened.
    pub(super) fn changes(&self) -> u64 {
        self.connection.total_changes()
    }

    /// Entries of the outbox after a number, oldest first, at most [`LOAD`].
    pub(super) fn load(&self, seat: &str, audience: Audience, after: u64) -> rusqlite::Result<Vec<Entry>> {
        let select = "SELECT number, stream, payload FROM outbox WHERE seat = ?1 AND public = ?2 AND number > ?3 \
                      ORDER BY number LIMIT ?4";
        let mut select = self.connection.prepare_cached(select)?;
        let mut rows = select.query(params![seat, audience == Audience::Public, after, LOAD])?;
        let mut entries = Vec::new();
        while let Some(row) = rows.next()? {
            let stream: String = row.get(1)?;
            // Only this program's own words stand there.
            if let Ok(stream) = stream.parse() {
                entries.push(Entry { id: row.get(0)?, stream, payload: row.get(2)? });
            }
        }
        Ok(entries)
    }

    /// How many entries of the outbox wait for an audience, the number of the last one, and their bytes.
    pub(super) fn waiting(&self, seat: &str, audience: Audience) -> rusqlite::Result<(usize, u64, u64)> {
        let select = "SELECT COUNT(*), IFNULL(MAX(number), 0), IFNULL(SUM(OCTET_LENGTH(payload)), 0) FROM outbox \
                      WHERE seat = ?1 AND public = ?2";
        let public = audience == Audience::Public;
        self.connection.query_row(select, params![seat, public], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
    }

    /// The number of the last entry of the outbox, whoever's it is.
    pub(super) fn last_number(&self) -> rusqlite::Result<u64> {
        self.connection.query_row("SELECT IFNULL(MAX(number), 0) FROM outbox", (), |row| row.get(0))
    }

    /// How many journaled records of a table come after this `seq`, and their bytes.
    pub(super) fn records_after(&self, seat: &str, seq: u64) -> rusqlite::Result<(u64, u64)> {
        let select = "SELECT COUNT(*), IFNULL(SUM(OCTET_LENGTH(line)), 0) FROM record JOIN game ON game.number = record.game \
                      WHERE game.seat = ?1 AND record.seq > ?2";
        self.connection.query_row(select, params![seat, seq], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Those records, each with the stream it goes to, in order.
    pub(super) fn records(&self, seat: &str, after: u64) -> rusqlite::Result<Vec<Waiting>> {
        let select = "SELECT record.stream, record.line FROM record JOIN game ON game.number = record.game \
                      WHERE game.seat = ?1 AND record.seq > ?2 ORDER BY record.seq";
        let mut select = self.connection.prepare_cached(select)?;
        let mut rows = select.query(params![seat, after])?;
        let mut records = Vec::new();
        while let Some(row) = rows.next()? {
            let stream: String = row.get(0)?;
            // Only this program's own words stand there.
            if let Ok(stream) = stream.parse() {
                records.push(Waiting::new(stream, row.get(1)?));
            }
        }
        Ok(records)
    }

    /// Where a table's journal goes on: with this game, or its last one.
    pub(super) fn place(&self, seat: &str) -> rusqlite::Result<Place> {
        let select = "SELECT number FROM game WHERE seat = ?1 ORDER BY number DESC LIMIT 1";
        let game: Option<i64> = self.connection.query_row(select, [seat], |row| row.get(0)).optional()?;
        let Some(number) = game else { return Ok(Place::default()) };
        let select = "SELECT IFNULL(MAX(place), 0) + 1 FROM event WHERE game = ?1";
        let next = self.connection.query_row(select, [number], |row| row.get(0))?;
        Ok(Place { game, next })
    }

    /// What is kept of a table.
    pub(super) fn kept(&self, seat: &str) -> rusqlite::Result<Kept> {
        let texts = |select: &str, of: &dyn rusqlite::ToSql| -> rusqlite::Result<Vec<String>> {
            self.connection.prepare(select)?.query_map([of], |row| row.get(0))?.collect()
        };
        let games = texts("SELECT id FROM game WHERE seat = ?1 ORDER BY number", &seat)?;
        let mut replies = self.connection.prepare("SELECT id, reply FROM reply WHERE seat = ?1 ORDER BY number")?;
        let replies = replies.query_map([seat], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
        let game = match self.place(seat)?.game {
            None => None,
            Some(number) => Some(game(&self.connection, number)?),
        };
        Ok(Kept { game, games, replies })
    }

    /// How many bytes the database uses.
    pub(super) fn used(&self) -> rusqlite::Result<u64> {
        let pragma = |name| self.connection.pragma_query_value(None, name, |row| row.get::<_, u64>(0));
        Ok((pragma("page_count")? - pragma("freelist_count")?) * pragma("page_size")?)
    }

    /// Drops the oldest games, the present one of each table never: those that began before `expire`, and more while
    /// the database uses more than `max_bytes`. Gives how many.
    pub(super) fn rotate(&mut self, expire: Option<&str>, max_bytes: u64) -> rusqlite::Result<usize> {
        let oldest = "SELECT number, begun FROM game WHERE number NOT IN (SELECT MAX(number) FROM game GROUP BY seat) \
                      ORDER BY number LIMIT 1";
        let mut dropped = 0;
        loop {
            let found =
                self.connection.query_row(oldest, (), |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?)));
            let Some((number, begun)) = found.optional()? else { break };
            let games: u64 = self.connection.query_row("SELECT COUNT(*) FROM game", (), |row| row.get(0))?;
            let expired = games > ALWAYS_KEPT && expire.is_some_and(|expire| *begun < *expire);
            if !expired && self.used()? <= max_bytes {
                break;
            }
            let transaction = self.transaction()?;
            for delete in [
                "DELETE FROM event WHERE game = ?1",
                "DELETE FROM record WHERE game = ?1",
                "DELETE FROM game WHERE number = ?1",
            ] {
                transaction.execute(delete, [number])?;
            }
            transaction.commit()?;
            dropped += 1;
        }
        Ok(dropped)
    }

    /// The same as [`Database::close`].
    ///
    /// # Errors
    /// That something is in the log alone.
    pub(super) fn close_whole(self) -> Result<(), StoreError> {
        let file = self.file.clone();
        self.close();
        if has_log(&file) {
            let left = io::Error::other("its log cannot be written into it");
            return Err(StoreError::File { file, source: left });
        }
        Ok(())
    }

    /// Writes everything from the log into the file, so that a copy of the file alone is whole.
    pub(super) fn close(self) {
        let _ = self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |_| Ok(()));
        // What cannot be closed ends with the process.
        let _ = self.connection.close();
    }
}

/// The name of a file that belongs to another.
pub(super) fn beside(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

pub(super) fn size(file: &Path) -> u64 {
    std::fs::metadata(file).map_or(0, |found| found.len())
}

/// Whether there is something in the log beside a file.
pub(super) fn has_log(file: &Path) -> bool {
    size(&beside(file, "-wal")) > 0
}

/// Whether the file lacks some of its end. SQLite reads zeros there, and its own checks need not notice.
///
/// Its header says how many pages there are (sqlite.org/fileformat2.html, 1.3.2, 1.3.7 and 1.3.8). While there is a
/// log, pages may be in that alone; but SQLite drops a log whose file is empty, which ours never is.
fn is_cut_short(file: &Path) -> bool {
    if has_log(file) {
        return size(file) == 0 && file.exists();
    }
    let mut header = [0; 100];
    let read = std::fs::File::open(file).and_then(|mut file| file.read_exact(&mut header));
    let number = |at: usize| u32::from_be_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
    // A count written by a version that did not keep it does not count.
    if read.is_err() || number(24) != number(92) {
        return false;
    }
    let page = match u16::from_be_bytes([header[16], header[17]]) {
        1 => 65_536,
        bytes => u64::from(bytes),
    };
    size(file) < u64::from(number(28)) * page
}

/// A game with all that is kept of it.
pub(super) fn game(connection: &Connection, number: i64) -> rusqlite::Result<KeptGame> {
    let texts = |select: &str| -> rusqlite::Result<Vec<String>> {
        connection.prepare(select)?.query_map([number], |row| row.get(0))?.collect()
    };
    let events = texts("SELECT line FROM event WHERE game = ?1 ORDER BY place")?;
    let records = texts("SELECT line FROM record WHERE game = ?1 ORDER BY seq")?;
    let select = "SELECT id, kind, orientation, begun, header, partial, phase, white, black, plies, result, termination \
                  FROM game WHERE number = ?1";
    let last_seq =
        connection.query_row("SELECT IFNULL(MAX(seq), 0) FROM record WHERE game = ?1", [number], |row| row.get(0))?;
    connection.query_row(select, [number], |row| {
        Ok(KeptGame {
            id: row.get(0)?,
            kind: row.get(1)?,
            orientation: row.get(2)?,
            begun: row.get(3)?,
            header: row.get(4)?,
            wholeness: if row.get(5)? { Wholeness::Partial } else { Wholeness::Whole },
            summary: GameSummary {
                phase: row.get(6)?,
                white: row.get(7)?,
                black: row.get(8)?,
                plies: row.get(9)?,
                result: row.get(10)?,
                termination: row.get(11)?,
            },
            events,
            records,
            last_seq,
        })
    })
}
