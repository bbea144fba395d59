//! What the hall keeps, in a database of its own.

use std::path::Path;

use rusqlite::{Connection, params};

use crate::hall::keep::{KeepError, Row};

/// How long another program's lock on the database is waited for, in milliseconds.
const BUSY_MS: u64 = 5_000;

/// One step a version. The number of steps done is the database's `user_version`; a step that has been released is never
/// changed. A seat is a table of the hall, since TABLE is SQL's word.
const STEPS: [&str; 1] = ["CREATE TABLE seat (name TEXT PRIMARY KEY, row TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE record (number INTEGER PRIMARY KEY, seat TEXT NOT NULL, game TEXT NOT NULL, row TEXT NOT NULL);
    CREATE INDEX record_of_seat ON record (seat, game);
    CREATE TABLE mark (name TEXT PRIMARY KEY, row TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE entry (number INTEGER PRIMARY KEY, row TEXT NOT NULL);"];

/// Why the hall's database cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HallStoreError {
    /// A row in it cannot be read or written.
    #[error("the hall's database: {0}")]
    Keep(#[from] KeepError),
    /// A newer version has made it.
    #[error("the hall's database is of version {found}; this program knows up to {}", STEPS.len())]
    Newer {
        /// Its version.
        found: usize,
    },
    /// The database fails.
    #[error("the hall's database: {0}")]
    Sqlite(#[from] rusqlite::Error),
}

/// The hall's database.
#[derive(Debug)]
pub struct HallStore {
    connection: Connection,
}

impl HallStore {
    /// Opens the database, which is made where there is none.
    ///
    /// # Errors
    /// [`HallStoreError`].
    pub fn open(path: &Path) -> Result<HallStore, HallStoreError> {
        let mut connection = Connection::open(path)?;
        connection.busy_timeout(std::time::Duration::from_millis(BUSY_MS))?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        // What was decided must outlive a power cut.
        connection.pragma_update(None, "synchronous", "FULL")?;
        let found: usize = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
        if found > STEPS.len() {
            return Err(HallStoreError::Newer { found });
        }
        let upgrade = connection.transaction()?;
        for step in &STEPS[found..] {
            upgrade.execute_batch(step)?;
        }
        upgrade.pragma_update(None, "user_version", STEPS.len())?;
        upgrade.commit()?;
        Ok(HallStore { connection })
    }

    /// Keeps rows, all of them or none.
    ///
    /// # Errors
    /// [`HallStoreError`]; nothing of them is kept.
    pub fn keep<'a>(&mut self, rows: impl IntoIterator<Item = &'a Row>) -> Result<(), HallStoreError> {
        let all = self.connection.transaction()?;
        for row in rows {
            let text = row.to_json()?;
            match row {
                Row::Table { table, kept: _ } => {
                    let mut put = all.prepare_cached("INSERT OR REPLACE INTO seat (name, row) VALUES (?1, ?2)")?;
                    put.execute(params![table, text])?;
                }
                Row::Record { table, game, heard: _, json: _ } => {
                    let mut put = all.prepare_cached("INSERT INTO record (seat, game, row) VALUES (?1, ?2, ?3)")?;
                    put.execute(params![table, game, text])?;
                }
                Row::Forget { table, but } => {
                    let known: Vec<String> = all
                        .prepare_cached("SELECT DISTINCT game FROM record WHERE seat = ?1")?
                        .query_map(params![table], |row| row.get(0))?
                        .collect::<Result<_, _>>()?;
                    let mut forget = all.prepare_cached("DELETE FROM record WHERE seat = ?1 AND game = ?2")?;
                    for game in known.iter().filter(|game| !but.contains(game)) {
                        forget.execute(params![table, game])?;
                    }
                    if but.is_empty() {
                        all.prepare_cached("DELETE FROM seat WHERE name = ?1")?.execute(params![table])?;
                    }
                }
                Row::Marks { case, marks: Some(_) } => {
                    let mut put = all.prepare_cached("INSERT OR REPLACE INTO mark (name, row) VALUES (?1, ?2)")?;
                    put.execute(params![case, text])?;
                }
                Row::Marks { case, marks: None } => {
                    all.prepare_cached("DELETE FROM mark WHERE name = ?1")?.execute(params![case])?;
                }
                Row::Entry { entry } => {
                    let mut put = all.prepare_cached("INSERT OR REPLACE INTO entry (number, row) VALUES (?1, ?2)")?;
                    put.execute(params![entry.number, text])?;
                }
            }
        }
        Ok(all.commit()?)
    }

    /// Everything that is kept, in the order in which the hall takes it up.
    ///
    /// # Errors
    /// [`HallStoreError`].
    pub fn rows(&self) -> Result<Vec<Row>, HallStoreError> {
        let mut all = Vec::new();
        for select in [
            "SELECT row FROM seat ORDER BY name",
            "SELECT row FROM record ORDER BY number",
            "SELECT row FROM mark ORDER BY name",
            "SELECT row FROM entry ORDER BY number",
        ] {
            let mut select = self.connection.prepare(select)?;
            let mut rows = select.query([])?;
            while let Some(row) = rows.next()? {
                all.push(Row::from_json(&row.get::<_, String>(0)?)?);
            }
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hall::{
        core::{Hall, Output},
        decisions::search::Filter,
        people::{Account, Role},
        protocol::requests::Request,
        time::Time,
    };

    const ALERT: &str = r##"{"type":"alert","id":"s-7#1","state":"raised","raised_ms":5,"kind":"flag-fall","article":"6.9",
        "edition":"2023","severity":"ruling","by":"white","ply":1,"data":{"by":"white","result":"0-1"},"seq":1,"t_ms":5}"##;
    const GAME: &str = r#"{"type":"game","id":"s-7","phase":"playing","fen":"8/8/8/8/8/8/8/8 w - - 0 1","result":"*",
        "alerts":[],"seq":0,"t_ms":1}"#;

    fn take_all(hall: &mut Hall) -> Vec<Row> {
        let keep = |output| match output {
            Output::Keep(row) => Some(row),
            Output::Command { .. } => None,
        };
        std::iter::from_fn(|| hall.poll()).filter_map(keep).collect()
    }

    #[test]
    fn a_hall_out_of_its_database_is_the_one_that_was_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("hall.sqlite");
        let chief = Account { name: "Anna".to_owned(), role: Role::Chief {} };
        let now = Time(1_795_000_000_000);
        let mut hall = Hall::new("a");
        for json in [GAME, ALERT] {
            hall.record("7", json, now).expect("a record");
        }
        hall.settle(now);
        let requests = [
            r#"{"request":"go","id":"1","case":"s-7#1"}"#,
            r##"{"request":"act","id":"2","table":"7","case":"s-7#1","acts":[{"command":"confirm","alert":"s-7#1"}]}"##,
        ];
        for request in requests {
            let request: Request = serde_json::from_str(request).expect("a request");
            assert_eq!(hall.request(&chief, request, now).refusal, None);
        }
        hall.settle(now);
        hall.keep_all();
        let mut store = HallStore::open(&path).expect("a database");
        store.keep(&take_all(&mut hall)).expect("kept");
        drop(store);

        let store = HallStore::open(&path).expect("a database");
        let mut again = Hall::from_rows("b", store.rows().expect("rows"), now);
        again.settle(now);
        assert_eq!(again.order(), ["s-7#1"]);
        let views = |hall: &Hall| hall.case_views().cloned().collect::<Vec<_>>();
        assert_eq!(views(&again), views(&hall));
        let all = Filter::default();
        assert_eq!(again.entries(&chief, &all).collect::<Vec<_>>(), hall.entries(&chief, &all).collect::<Vec<_>>());
    }

    #[test]
    fn what_is_forgotten_is_gone_and_a_newer_database_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("hall.sqlite");
        let record = |game: &str| Row::Record {
            table: "7".to_owned(),
            game: game.to_owned(),
            heard: Time(0),
            json: "{}".to_owned(),
        };
        let mut store = HallStore::open(&path).expect("a database");
        let forget = Row::Forget { table: "7".to_owned(), but: vec!["two".to_owned()] };
        store.keep(&[record("one"), record("two"), forget]).expect("kept");
        assert_eq!(store.rows().expect("rows"), [record("two")]);
        store.connection.pragma_update(None, "user_version", 9).expect("set");
        drop(store);
        assert!(matches!(HallStore::open(&path), Err(HallStoreError::Newer { found: 9 })));
    }
}
