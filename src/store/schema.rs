//! The tables of the database, and how those of older versions become these.

use std::path::Path;

use rusqlite::Connection;

use super::error::{StoreError, corrupt};

/// One step a version. The number of steps done is the database's `user_version`; a step that has been released is
/// never changed.
pub(super) const STEPS: [&str; 2] = [
    // A seat is a table of the hall, since TABLE is SQL's word. Each game has its log (`event`) and what was said of it
    // (`record`); `outbox` is what waits for the broker.
    "CREATE TABLE game (
        number INTEGER PRIMARY KEY,
        seat TEXT NOT NULL,
        id TEXT NOT NULL,
        kind TEXT NOT NULL,
        orientation TEXT,
        begun TEXT NOT NULL,
        header TEXT NOT NULL,
        seq INTEGER NOT NULL,
        phase TEXT NOT NULL DEFAULT 'setup',
        white TEXT,
        black TEXT,
        plies INTEGER NOT NULL DEFAULT 0,
        result TEXT NOT NULL DEFAULT '*',
        termination TEXT
    );
    CREATE INDEX game_of_seat ON game (seat, number);
    CREATE TABLE event (
        game INTEGER NOT NULL,
        place INTEGER NOT NULL,
        line TEXT NOT NULL,
        PRIMARY KEY (game, place)
    ) WITHOUT ROWID;
    CREATE TABLE record (
        game INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        stream TEXT NOT NULL,
        line TEXT NOT NULL,
        PRIMARY KEY (game, seq)
    ) WITHOUT ROWID;
    CREATE TABLE outbox (
        seat TEXT NOT NULL,
        public INTEGER NOT NULL,
        number INTEGER NOT NULL,
        stream TEXT NOT NULL,
        payload TEXT NOT NULL,
        PRIMARY KEY (seat, public, number)
    ) WITHOUT ROWID;
    CREATE TABLE reply (
        seat TEXT NOT NULL,
        id TEXT NOT NULL,
        number INTEGER NOT NULL,
        reply TEXT NOT NULL,
        PRIMARY KEY (seat, id)
    ) WITHOUT ROWID;",
    // Games of which something could not be kept.
    "ALTER TABLE game ADD COLUMN partial INTEGER NOT NULL DEFAULT 0;",
];

/// The newest schema.
pub(super) const VERSION: u32 = STEPS.len() as u32;

/// Brings a database up to date, a new one too.
pub(super) fn migrate(file: &Path, connection: &mut Connection) -> Result<(), StoreError> {
    let failed = |source| StoreError::Database { file: file.to_owned(), source };
    let found = version(connection).map_err(failed)?;
    if found > VERSION {
        return Err(StoreError::Newer { file: file.to_owned(), found, known: VERSION });
    }
    steps(connection, found).map_err(failed)
}

/// Does the steps that are missing behind so many.
pub(super) fn steps(connection: &mut Connection, found: u32) -> rusqlite::Result<()> {
    for (done, step) in (1..).zip(STEPS).skip(found as usize) {
        let transaction = connection.transaction()?;
        transaction.execute_batch(step)?;
        transaction.pragma_update(None, "user_version", done)?;
        transaction.commit()?;
    }
    Ok(())
}

/// More steps than will ever be: a number above it is damage, no newer version's.
const MAX_VERSION: u32 = 100;

/// How many steps were done.
///
/// # Errors
/// That the database cannot be read, or is damaged.
pub(super) fn version(connection: &Connection) -> rusqlite::Result<u32> {
    let found = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if found > MAX_VERSION {
        return Err(corrupt(format!("schema {found}, expected at most {MAX_VERSION}")));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_of_the_first_version_keeps_its_games() {
        let file = Path::new("test");
        let mut connection = Connection::open_in_memory().expect("memory");
        connection.execute_batch(STEPS[0]).expect("the first version");
        connection.pragma_update(None, "user_version", 1).expect("a version");
        let insert = "INSERT INTO game (seat, id, kind, begun, header, seq) VALUES ('1', 's', 'dgt', 'x', '{}', 7)";
        connection.execute(insert, ()).expect("inserted");
        migrate(file, &mut connection).expect("brought up to date");
        assert_eq!(version(&connection), Ok(VERSION));
        let found = connection.query_row("SELECT seq, partial FROM game WHERE id = 's'", (), |row| {
            Ok((row.get::<_, u64>(0)?, row.get::<_, u64>(1)?))
        });
        assert_eq!(found, Ok((7, 0)));
        migrate(file, &mut connection).expect("nothing to do");
    }

    #[test]
    fn a_database_of_a_newer_version_is_refused() {
        let mut connection = Connection::open_in_memory().expect("memory");
        connection.pragma_update(None, "user_version", VERSION + 1).expect("a version");
        let error = migrate(Path::new("j"), &mut connection).expect_err("refused");
        assert!(matches!(error, StoreError::Newer { found, .. } if found == VERSION + 1), "{error}");
    }
}
