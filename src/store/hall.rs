//! What the hall keeps, in a database of its own.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension, params};

use crate::hall::{
    accounts::{Kept, PeopleRow, session::Session},
    keep::{KeepError, Row},
};

/// How long another program's lock on the database is waited for, in milliseconds.
const BUSY_MS: u64 = 5_000;

/// One step a version. The number of steps done is the database's `user_version`; a step that has been released is never
/// changed. A seat is a table of the hall, since TABLE is SQL's word.
const STEPS: [&str; 3] = [
    "CREATE TABLE seat (name TEXT PRIMARY KEY, row TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE record (number INTEGER PRIMARY KEY, seat TEXT NOT NULL, game TEXT NOT NULL, row TEXT NOT NULL);
    CREATE INDEX record_of_seat ON record (seat, game);
    CREATE TABLE mark (name TEXT PRIMARY KEY, row TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE entry (number INTEGER PRIMARY KEY, row TEXT NOT NULL);",
    "CREATE TABLE account (name TEXT PRIMARY KEY, row TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE session (id TEXT PRIMARY KEY, row TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE named (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;",
    "CREATE TABLE round (name TEXT PRIMARY KEY, row TEXT NOT NULL) WITHOUT ROWID;",
];

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
        HallStore::of(Connection::open(path)?)
    }

    /// A database that is gone when the program ends.
    ///
    /// # Errors
    /// [`HallStoreError`].
    pub fn in_memory() -> Result<HallStore, HallStoreError> {
        HallStore::of(Connection::open_in_memory()?)
    }

    fn of(mut connection: Connection) -> Result<HallStore, HallStoreError> {
        connection.busy_timeout(std::time::Duration::from_millis(BUSY_MS))?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
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
    /// What people have decided, and who may, outlives a power cut; what tables have said they can be asked for again.
    ///
    /// # Errors
    /// [`HallStoreError`]; nothing of them is kept.
    pub fn keep(&mut self, rows: &[Row], people: &[PeopleRow]) -> Result<(), HallStoreError> {
        let is_of_people = |row: &Row| match row {
            Row::Entry { .. } | Row::Event { .. } | Row::Marks { .. } | Row::Report { .. } | Row::Round { .. } => true,
            Row::Forget { .. } | Row::Record { .. } | Row::Table { .. } => false,
        };
        let must_last = !people.is_empty() || rows.iter().any(is_of_people);
        self.connection.pragma_update(None, "synchronous", if must_last { "FULL" } else { "NORMAL" })?;
        let all = self.connection.transaction()?;
        for row in people {
            keep_people(&all, row)?;
        }
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
                Row::Event { .. } | Row::Report { .. } | Row::Round { .. } => {
                    let mut put = all.prepare_cached("INSERT OR REPLACE INTO round (name, row) VALUES (?1, ?2)")?;
                    put.execute(params![row.name(), text])?;
                }
            }
        }
        Ok(all.commit()?)
    }

    /// The records of a game at a table, as they came.
    ///
    /// # Errors
    /// [`HallStoreError`].
    pub fn records(&self, table: &str, game: &str) -> Result<Vec<String>, HallStoreError> {
        let mut select =
            self.connection.prepare_cached("SELECT row FROM record WHERE seat = ?1 AND game = ?2 ORDER BY number")?;
        let mut rows = select.query(params![table, game])?;
        let mut all = Vec::new();
        while let Some(row) = rows.next()? {
            if let Row::Record { json, .. } = Row::from_json(&row.get::<_, String>(0)?)? {
                all.push(json);
            }
        }
        Ok(all)
    }

    /// Accounts and sessions.
    ///
    /// # Errors
    /// [`HallStoreError`].
    pub fn people(&self) -> Result<(Vec<Kept>, Vec<Session>), HallStoreError> {
        Ok((self.all_of("SELECT row FROM account ORDER BY name")?, self.all_of("SELECT row FROM session ORDER BY id")?))
    }

    /// A word that stays once it is said: what was kept under this name, else `value` from now on.
    ///
    /// # Errors
    /// [`HallStoreError`].
    pub fn word(&self, name: &str, value: impl FnOnce() -> String) -> Result<String, HallStoreError> {
        let select = "SELECT value FROM named WHERE name = ?1";
        let known: Option<String> = self.connection.query_row(select, [name], |row| row.get(0)).optional()?;
        if let Some(known) = known {
            return Ok(known);
        }
        let value = value();
        self.connection.execute("INSERT INTO named (name, value) VALUES (?1, ?2)", params![name, value])?;
        Ok(value)
    }

    fn all_of<T: serde::de::DeserializeOwned>(&self, select: &str) -> Result<Vec<T>, HallStoreError> {
        let mut select = self.connection.prepare(select)?;
        let mut rows = select.query([])?;
        let mut all = Vec::new();
        while let Some(row) = rows.next()? {
            all.push(serde_json::from_str(&row.get::<_, String>(0)?).map_err(KeepError::from)?);
        }
        Ok(all)
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
            "SELECT row FROM round ORDER BY name",
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

fn keep_people(all: &Connection, row: &PeopleRow) -> Result<(), HallStoreError> {
    let put = |insert: &str, name: &str, text: Result<String, serde_json::Error>| -> Result<(), HallStoreError> {
        all.prepare_cached(insert)?.execute(params![name, text.map_err(KeepError::from)?])?;
        Ok(())
    };
    match row {
        PeopleRow::Account(name, Some(kept)) => {
            put("INSERT OR REPLACE INTO account (name, row) VALUES (?1, ?2)", name, serde_json::to_string(kept))
        }
        PeopleRow::Account(name, None) => {
            all.prepare_cached("DELETE FROM account WHERE name = ?1")?.execute(params![name])?;
            Ok(())
        }
        PeopleRow::Session(id, Some(session)) => {
            put("INSERT OR REPLACE INTO session (id, row) VALUES (?1, ?2)", id, serde_json::to_string(session))
        }
        PeopleRow::Session(id, None) => {
            all.prepare_cached("DELETE FROM session WHERE id = ?1")?.execute(params![id])?;
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hall::{
        accounts::{
            Accounts,
            session::{Digest, Visit},
        },
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
        store.keep(&take_all(&mut hall), &[]).expect("kept");
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
        store.keep(&[record("one"), record("two"), forget], &[]).expect("kept");
        assert_eq!(store.records("7", "two").expect("records"), ["{}"]);
        assert_eq!(store.rows().expect("rows"), [record("two")]);
        store.connection.pragma_update(None, "user_version", 9).expect("set");
        drop(store);
        assert!(matches!(HallStore::open(&path), Err(HallStoreError::Newer { found: 9 })));
    }
    #[test]
    fn accounts_and_words_come_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("hall.sqlite");
        let now = Time(1_795_000_000_000);
        let mut accounts = Accounts::default();
        let visit = Visit { id: "s".to_owned(), digest: Some(Digest([7; 32])), ..Visit::default() };
        accounts.set_up("Anna", "hash".to_owned(), None, visit, now).expect("the first");
        let mut store = HallStore::open(&path).expect("a database");
        store.keep(&[], &accounts.drain()).expect("kept");
        assert_eq!(store.word("id", || "one".to_owned()).expect("a word"), "one");
        drop(store);

        let mut store = HallStore::open(&path).expect("a database");
        assert_eq!(store.word("id", || "two".to_owned()).expect("a word"), "one");
        let (kept, sessions) = store.people().expect("people");
        let mut again = Accounts::from_rows(kept, sessions);
        assert_eq!(again.known(&Digest([7; 32]), now).map(|known| known.account.name), Some("Anna".to_owned()));
        assert!(again.end("s"));
        store.keep(&[], &again.drain()).expect("kept");
        assert_eq!(store.people().expect("people").1, []);
    }
}
