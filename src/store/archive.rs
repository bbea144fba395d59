//! The journal for those who only read it: while the service writes it, or a copy.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension};

use super::{
    database::{self, read_only},
    error::{StoreError, may_be_journal},
    schema,
    writer::file_in,
};
use crate::game::journal::KeptGame;

/// A journal, open for reading alone.
#[derive(Debug)]
pub struct Archive {
    file: std::path::PathBuf,
    connection: Connection,
}

/// One game in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameLine {
    /// The table.
    pub table: String,
    /// The game's id.
    pub id: String,
    /// Time of day at which it began, RFC 3339 UTC.
    pub begun: String,
    /// White's name.
    pub white: Option<String>,
    /// Black's name.
    pub black: Option<String>,
    /// Half-moves made.
    pub plies: u64,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// How it ended.
    pub termination: Option<String>,
}

impl Archive {
    /// Opens the journal in a folder, or a copy of its file.
    ///
    /// # Errors
    /// [`StoreError`]: there is none, or it cannot be read.
    pub fn open(path: &Path) -> Result<Archive, StoreError> {
        let file = if path.is_dir() { file_in(path) } else { path.to_owned() };
        may_be_journal(&file)?;
        if !file.is_file() {
            return Err(StoreError::None { file });
        }
        let failed = |source| StoreError::Database { file: file.clone(), source };
        // Where nothing may be written, not even beside the file, it is a copy that nobody writes.
        let connection = read_only(&file, "mode=ro").or_else(|_| read_only(&file, "immutable=1")).map_err(failed)?;
        let found = schema::version(&connection).map_err(failed)?;
        let known = schema::VERSION;
        if found > known {
            return Err(StoreError::Newer { file, found, known });
        }
        if found < known {
            return Err(StoreError::Older { file, found, known });
        }
        Ok(Archive { file, connection })
    }

    /// Every game, oldest first; those without a move and without a result are left out.
    ///
    /// # Errors
    /// [`StoreError`] where the file cannot be read.
    pub fn games(&self) -> Result<Vec<GameLine>, StoreError> {
        let select = "SELECT seat, id, begun, white, black, plies, result, termination FROM game \
                      WHERE plies > 0 OR result <> '*' ORDER BY number";
        let line = |row: &rusqlite::Row<'_>| {
            Ok(GameLine {
                table: row.get(0)?,
                id: row.get(1)?,
                begun: row.get(2)?,
                white: row.get(3)?,
                black: row.get(4)?,
                plies: row.get(5)?,
                result: row.get(6)?,
                termination: row.get(7)?,
            })
        };
        self.read(|connection| connection.prepare(select)?.query_map((), line)?.collect())
    }

    /// The tables that have games, empty ones too.
    ///
    /// # Errors
    /// [`StoreError`] where the file cannot be read.
    pub fn tables(&self) -> Result<Vec<String>, StoreError> {
        let select = "SELECT DISTINCT seat FROM game ORDER BY seat";
        self.read(|connection| connection.prepare(select)?.query_map((), |row| row.get(0))?.collect())
    }

    /// A game with its log and records; `None` where there is none of this id.
    ///
    /// # Errors
    /// [`StoreError`] where the file cannot be read.
    pub fn game(&self, id: &str) -> Result<Option<KeptGame>, StoreError> {
        self.read(|connection| {
            let select = "SELECT number FROM game WHERE id = ?1 ORDER BY number DESC LIMIT 1";
            let number = connection.query_row(select, [id], |row| row.get(0)).optional()?;
            number.map(|number| database::game(connection, number)).transpose()
        })
    }

    /// The journaled records of a table after `seq`, each with its own, in order: at most so many.
    ///
    /// # Errors
    /// [`StoreError`] where the file cannot be read.
    pub fn records_after(&self, table: &str, seq: u64, most: u32) -> Result<Vec<(u64, String)>, StoreError> {
        let select = "SELECT record.seq, record.line FROM record JOIN game ON game.number = record.game \
                      WHERE game.seat = ?1 AND record.seq > ?2 ORDER BY record.seq LIMIT ?3";
        self.read(|connection| {
            let mut select = connection.prepare(select)?;
            let rows = select.query_map((table, seq, most), |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect()
        })
    }

    fn read<T>(&self, read: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        // One state of it, whatever is written meanwhile.
        let failed = |source| StoreError::Database { file: self.file.clone(), source };
        let transaction = self.connection.unchecked_transaction().map_err(failed)?;
        read(&transaction).map_err(failed)
    }
}
