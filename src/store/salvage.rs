//! What can be read of a damaged database, brought into a new one.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::Path,
};

use rusqlite::{Connection, Error, OpenFlags, Row, params_from_iter, types::Value};

use super::{
    database::{Database, beside},
    error::StoreError,
    first_page::{self, Layout},
};

/// The tables, with the columns by which their rows are in order.
const TABLES: [(&str, &str); 5] = [
    ("game", "rowid"),
    ("event", "game, place"),
    ("record", "game, seq"),
    ("outbox", "seat, public, number"),
    ("reply", "seat, id"),
];

/// Copies every row that can be read; gives how many. Games of which something may be missing are marked so.
///
/// # Errors
/// That the new database does not take them, or what is needed for reading the old one cannot be written.
pub(super) fn salvage(aside: &Path, into: &mut Database) -> Result<u64, StoreError> {
    let before = into.changes();
    let is_whole = match behind_first_page(aside, into)? {
        Some(is_whole) => is_whole,
        None => copy_all(aside, into)?.is_whole,
    };
    let rows = into.changes() - before;
    if !is_whole {
        mark(into).map_err(|source| StoreError::Database { file: into.file.clone(), source })?;
    }
    Ok(rows)
}

/// Copies every row that can be read once the first page is that of a new journal; gives whether that is all. The page
/// stays, so that the file can be read by others too, and what stood there is kept in a file beside. `None` where it
/// does not fit, and the file is as it was.
fn behind_first_page(aside: &Path, into: &mut Database) -> Result<Option<bool>, StoreError> {
    let failed = |source| StoreError::File { file: aside.to_owned(), source };
    let kept = beside(aside, "-first-page");
    // Where it is there, the process had ended behind this.
    let found = if kept.exists() { fs::read(&kept) } else { keep_first_page(aside, &kept) };
    let found = found.map_err(failed)?;
    let outcome = behind_each_layout(aside, into);
    if !matches!(outcome, Ok(Some(_))) {
        first_page::write_back(aside, &found).and_then(|()| fs::remove_file(&kept)).map_err(failed)?;
    }
    outcome
}

fn behind_each_layout(aside: &Path, into: &mut Database) -> Result<Option<bool>, StoreError> {
    let failed = |source| StoreError::File { file: aside.to_owned(), source };
    for layout in Layout::ALL {
        let page = layout.first_page(first_page::pages_of(aside));
        let page = page.map_err(|source| StoreError::Database { file: "memory".into(), source })?;
        first_page::write(aside, &page).map_err(failed)?;
        let copied = copy_all(aside, into)?;
        // A journal with hardly anything in it looks empty in the layout that it has not.
        if copied.rows_of_games > 0 || (layout == Layout::Made && copied.is_whole) {
            return Ok(Some(copied.is_whole));
        }
    }
    Ok(None)
}

/// Writes the first page of a file into another, and onto the disk, before it is written over.
fn keep_first_page(aside: &Path, kept: &Path) -> io::Result<Vec<u8>> {
    let unfinished = beside(kept, "-new");
    let page = first_page::read(aside)?;
    let mut written = File::create(&unfinished)?;
    written.write_all(&page)?;
    written.sync_all()?;
    fs::rename(&unfinished, kept)?;
    Ok(page)
}

/// What could be read of a database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Copied {
    /// Rows of tables other than `game`, which begins at the same page in every layout.
    rows_of_games: usize,
    /// Whether that and the games is all there was.
    is_whole: bool,
}

/// Copies every row of every table that can be read: from its beginning up to the damage, then from its end.
fn copy_all(aside: &Path, into: &mut Database) -> Result<Copied, StoreError> {
    let file = into.file.clone();
    let failed = |source| StoreError::Database { file: file.clone(), source };
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut all = Copied { rows_of_games: 0, is_whole: false };
    let Ok(from) = Connection::open_with_flags(aside, flags) else { return Ok(all) };
    all.is_whole = true;
    for (table, order) in TABLES {
        let (mut rows, outcome) = copy(&from, into, table, order).map_err(failed)?;
        if outcome.is_err() {
            let backwards = order.replace(',', " DESC,") + " DESC";
            rows += copy(&from, into, table, &backwards).map_err(failed)?.0;
        }
        // What is read without an error need not be all.
        all.is_whole &= outcome.is_ok() && is_whole(&from, table);
        if table != "game" {
            all.rows_of_games += rows;
        }
    }
    Ok(all)
}

/// Whether SQLite finds no damage in a table.
fn is_whole(from: &Connection, table: &str) -> bool {
    let said = from.query_row(&format!("PRAGMA quick_check({table})"), (), |row| row.get::<_, String>(0));
    said.is_ok_and(|said| said == "ok")
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
         WHERE record.game NOT IN (SELECT number FROM game)
         AND json_valid(record.line) AND record.line ->> 'table' IS NOT NULL;",
    )?;
    transaction.commit()
}

/// A column of a table of ours.
struct Column {
    name: String,
    is_number: bool,
}

/// The columns of a table of ours, in their order.
fn columns_of(database: &mut Database, table: &str) -> rusqlite::Result<Vec<Column>> {
    let transaction = database.transaction()?;
    let mut select = transaction.prepare("SELECT name, type = 'INTEGER' FROM pragma_table_info(?1)")?;
    let columns = select.query_map([table], |row| Ok(Column { name: row.get(0)?, is_number: row.get(1)? }))?;
    columns.collect()
}

impl Column {
    /// Whether a value can be one of ours.
    fn fits(&self, value: &Value) -> bool {
        match value {
            Value::Null => true,
            Value::Integer(number) => self.is_number && *number >= 0,
            Value::Text(_) => !self.is_number,
            Value::Blob(_) | Value::Real(_) => false,
        }
    }
}

/// Copies rows until no more can be read; gives how many are there now, and what could not be read. A row with values
/// that cannot be ours is left out.
///
/// # Errors
/// That they cannot be written.
fn copy(
    from: &Connection,
    into: &mut Database,
    table: &str,
    order: &str,
) -> rusqlite::Result<(usize, rusqlite::Result<()>)> {
    // Where a damaged schema no longer says that a game's number is its row's, the row still has it.
    let numbered = table == "game";
    let read = if numbered { "rowid, *" } else { "*" };
    let mut select = match from.prepare(&format!("SELECT {read} FROM {table} ORDER BY {order}")) {
        Ok(select) => select,
        Err(error) => return Ok((0, Err(error))),
    };
    // By place and under our own names: a step adds columns at the end alone, and a damaged name need not be text.
    let places = (0..select.column_count()).filter(|place| !numbered || *place != 1);
    let columns: Vec<(usize, Column)> = places.zip(columns_of(into, table)?).collect();
    let names: Vec<&str> = columns.iter().map(|(_, column)| &*column.name).collect();
    let (names, values) = (names.join(", "), vec!["?"; names.len()].join(", "));
    let transaction = into.transaction()?;
    let mut copied = 0;
    let mut left_out = Ok(());
    {
        let mut insert = transaction.prepare(&format!("INSERT OR IGNORE INTO {table} ({names}) VALUES ({values})"))?;
        let mut is_there = transaction.prepare(&format!("SELECT 1 FROM {table} WHERE ({names}) IS ({values})"))?;
        let mut rows = select.query(())?;
        while let Some(row) = rows.next().unwrap_or_else(|error| {
            left_out = Err(error);
            None
        }) {
            match read_row(row, &columns) {
                Ok(values) => {
                    if insert.execute(params_from_iter(&values))? > 0 || is_there.exists(params_from_iter(&values))? {
                        copied += 1;
                    } else {
                        left_out = Err(Error::StatementChangedRows(0));
                    }
                }
                Err(error) => left_out = Err(error),
            }
        }
    }
    transaction.commit()?;
    Ok((copied, left_out))
}

/// The values of a row, by their places; an error where one cannot be ours.
fn read_row(row: &Row<'_>, columns: &[(usize, Column)]) -> rusqlite::Result<Vec<Value>> {
    let read = columns.iter().map(|(place, column)| {
        let value: Value = row.get(*place)?;
        let strange = || Error::InvalidColumnType(*place, column.name.clone(), value.data_type());
        if column.fits(&value) { Ok(value) } else { Err(strange()) }
    });
    read.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::schema::STEPS;

    const GAME: &str = "INSERT INTO game VALUES
        (3, '1', 's', 'dgt', 'white', 'x', '{}', 7, 'over', 'A', 'B', 9, '*', '')";

    fn damaged(schema: &str) -> Connection {
        let from = Connection::open_in_memory().expect("memory");
        from.execute_batch(STEPS[0]).expect("the first version");
        from.execute_batch(GAME).expect("a game");
        from.execute_batch(&format!("PRAGMA writable_schema = on; {schema}; PRAGMA writable_schema = reset;"))
            .expect("damaged");
        from
    }

    /// Number, header and sequence of each game that is brought over.
    fn brought(from: &Connection) -> (rusqlite::Result<()>, Vec<(u64, String, u64)>) {
        let mut into = Database::in_memory().expect("memory");
        let (_, outcome) = copy(from, &mut into, "game", "rowid").expect("written");
        let transaction = into.transaction().expect("a database");
        let mut select = transaction.prepare("SELECT number, header, seq FROM game").expect("a table");
        let rows = select.query_map((), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).expect("rows");
        (outcome, rows.collect::<Result<_, _>>().expect("text"))
    }

    #[test]
    fn a_damaged_name_of_a_column_costs_no_row() {
        let from = damaged(
            "UPDATE sqlite_schema SET sql = CAST(replace(CAST(sql AS BLOB), x'6865', x'9d65') AS TEXT)
             WHERE name = 'game'",
        );
        assert_eq!(brought(&from), (Ok(()), vec![(3, "{}".to_owned(), 7)]));
    }

    #[test]
    fn a_game_keeps_its_number_where_the_schema_has_lost_it() {
        let from =
            damaged("UPDATE sqlite_schema SET sql = replace(sql, 'INTEGER PRIMARY KEY', '') WHERE name = 'game'");
        assert_eq!(brought(&from), (Ok(()), vec![(3, "{}".to_owned(), 7)]));
    }

    #[test]
    fn a_row_with_values_that_are_not_ours_costs_no_other() {
        let anything = "UPDATE sqlite_schema SET sql = replace(sql, 'NOT NULL', '') WHERE name = 'game'";
        for strange in
            ["header = CAST(x'9d' AS TEXT)", "header = NULL", "id = x'30'", "seq = -1", "seq = 'x'", "plies = 1.5"]
        {
            let from = damaged(anything);
            from.execute_batch(&format!("UPDATE game SET {strange}")).expect("any value");
            from.execute_batch(&GAME.replace("(3,", "(4,")).expect("a game");
            from.execute_batch(&GAME.replace("(3,", "(2,")).expect("a game");
            let (outcome, rows) = brought(&from);
            assert!(outcome.is_err(), "{strange}");
            assert_eq!(rows.into_iter().map(|row| row.0).collect::<Vec<_>>(), [2, 4], "{strange}");
        }
    }
}
