//! A damaged database: set aside under another name, and what can be read of it brought into a new one.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use rusqlite::{Connection, OpenFlags, params_from_iter, types::Value};
use tracing::{error, warn};

use super::{database::Database, error::StoreError};

/// The tables, with the columns by which their rows are in order.
const TABLES: [(&str, &str); 5] = [
    ("game", "number"),
    ("event", "game, place"),
    ("record", "game, seq"),
    ("outbox", "seat, public, number"),
    ("reply", "seat, id"),
];

/// What SQLite keeps beside a database's file.
const BESIDE: [&str; 2] = ["-wal", "-shm"];

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
    let mut database = Database::open(file)?;
    let rows = salvage(&aside, &mut database);
    warn!(rows, "Rows brought over from the damaged journal.");
    Ok(database)
}

/// Renames the file and what belongs to it; gives the new name.
fn set_aside(file: &Path) -> io::Result<PathBuf> {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let named = |number: u32| file.with_file_name(format!("{stem}-damaged-{number}.sqlite"));
    let aside = (1..).map(named).find(|aside| !aside.exists()).unwrap_or_else(|| named(0));
    fs::rename(file, &aside)?;
    for suffix in BESIDE {
        let with = |path: &Path| PathBuf::from(format!("{}{suffix}", path.display()));
        match fs::rename(with(file), with(&aside)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            Ok(()) | Err(_) => {}
        }
    }
    Ok(aside)
}

/// Copies every row that can be read; gives how many. A table is read from its beginning up to the damage, then from
/// its end. Games of which something may be missing are marked so.
fn salvage(aside: &Path, into: &mut Database) -> usize {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let Ok(from) = Connection::open_with_flags(aside, flags) else { return 0 };
    let mut rows = 0;
    let mut whole = true;
    for (table, order) in TABLES {
        let backwards = order.replace(',', " DESC,") + " DESC";
        let (read, outcome) = copy(&from, into, table, order);
        rows += read;
        if outcome.is_err() {
            whole = false;
            rows += copy(&from, into, table, &backwards).0;
        }
    }
    if !whole && let Err(error) = mark(into) {
        warn!(%error, "Games with rows missing are not marked so.");
    }
    rows
}

/// Marks every game as one of which something may be missing. Where a game is missing itself, its records name the
/// table, which must go on counting behind them.
fn mark(database: &mut Database) -> rusqlite::Result<()> {
    let transaction = database.transaction()?;
    transaction.execute_batch(
        "UPDATE game SET partial = 1;
         INSERT INTO game (number, seat, id, kind, begun, header, seq, partial)
         SELECT record.game, record.line ->> 'table', 'damaged-' || record.game, '',
                IFNULL(record.line ->> 'at', ''), '{}', record.seq, 1
         FROM record JOIN (SELECT game, MAX(seq) AS seq FROM record GROUP BY game) AS last
         ON last.game = record.game AND last.seq = record.seq
         WHERE record.game NOT IN (SELECT number FROM game) AND json_valid(record.line);",
    )?;
    transaction.commit()
}

/// The columns of a table of ours, in their order.
fn names_of(database: &mut Database, table: &str) -> rusqlite::Result<Vec<String>> {
    let transaction = database.transaction()?;
    let select = transaction.prepare(&format!("SELECT * FROM {table}"))?;
    let names = select.column_names().map(str::to_owned).collect();
    Ok(names)
}

/// Copies rows until one cannot be read or written; gives how many.
fn copy(from: &Connection, into: &mut Database, table: &str, order: &str) -> (usize, rusqlite::Result<()>) {
    let mut copied = 0;
    let outcome = (|| {
        let mut select = from.prepare(&format!("SELECT * FROM {table} ORDER BY {order}"))?;
        // By place and under our own names: a step adds columns at the end alone, and a damaged name need not be text.
        let names = names_of(into, table)?;
        let columns = select.column_count().min(names.len());
        let places = vec!["?"; columns].join(", ");
        let names = names[..columns].join(", ");
        let mut rows = select.query(())?;
        let transaction = into.transaction()?;
        let outcome = (|| {
            let mut insert =
                transaction.prepare(&format!("INSERT OR IGNORE INTO {table} ({names}) VALUES ({places})"))?;
            while let Some(row) = rows.next()? {
                let values: Vec<Value> = (0..columns).map(|column| row.get(column)).collect::<Result<_, _>>()?;
                copied += insert.execute(params_from_iter(values))?;
            }
            Ok(())
        })();
        transaction.commit()?;
        outcome
    })();
    (copied, outcome)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::schema::STEPS;

    #[test]
    fn a_damaged_name_of_a_column_costs_no_row() {
        let from = Connection::open_in_memory().expect("memory");
        let damaged = STEPS[0].replace("header TEXT", "h\u{fffd}der TEXT");
        from.execute_batch(&damaged).expect("the first version");
        from.execute_batch(
            "INSERT INTO game VALUES (3, '1', 's', 'dgt', 'white', 'x', '{}', 7, 'over', 'A', 'B', 9, '*', '')",
        )
        .expect("a game");
        let mut into = Database::in_memory().expect("memory");
        let (rows, outcome) = copy(&from, &mut into, "game", "number");
        assert_eq!((rows, outcome), (1, Ok(())));
        let transaction = into.transaction().expect("a database");
        let kept = transaction.query_row("SELECT header, seq, partial FROM game", (), |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, u64>(1)?, row.get::<_, u64>(2)?))
        });
        assert_eq!(kept, Ok(("{}".to_owned(), 7, 0)));
    }
}
