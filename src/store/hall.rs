//! What the hall keeps, in a database of its own.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
};

use rusqlite::{Connection, OptionalExtension, params};

use super::{database::beside, lock_file, take};
use crate::{
    broadcast,
    hall::{
        accounts::{Kept, PeopleRow, session::Session},
        core::{ANSWERS_KEPT, ANSWERS_KEPT_MS},
        keep::{KeepError, Row},
    },
};

/// How long another program's lock on the database is waited for, in milliseconds.
const BUSY_MS: u64 = 5_000;

/// Most that SQLite's log takes, in bytes, before it must have gone into the database. On a full disk it does not: then
/// nothing more is written, lest it take the room that tables need for their journals.
const MAX_LOG: u64 = 8 * 1_024 * 1_024;

/// To what the log is cut once it has gone into the database, in bytes.
const LOG: i64 = 1_024 * 1_024;

/// One step a version. The number of steps done is the database's `user_version`; a step that has been released is never
/// changed. A seat is a table of the hall, since TABLE is SQL's word.
const STEPS: [&str; 6] = [
    "CREATE TABLE seat (name TEXT PRIMARY KEY, row TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE record (number INTEGER PRIMARY KEY, seat TEXT NOT NULL, game TEXT NOT NULL, row TEXT NOT NULL);
    CREATE INDEX record_of_seat ON record (seat, game);
    CREATE TABLE mark (name TEXT PRIMARY KEY, row TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE entry (number INTEGER PRIMARY KEY, row TEXT NOT NULL);",
    "CREATE TABLE account (name TEXT PRIMARY KEY, row TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE session (id TEXT PRIMARY KEY, row TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE named (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;",
    "CREATE TABLE round (name TEXT PRIMARY KEY, row TEXT NOT NULL) WITHOUT ROWID;",
    "CREATE TABLE answer (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, row TEXT NOT NULL);",
    "CREATE TABLE broadcast (name TEXT PRIMARY KEY, row TEXT NOT NULL) WITHOUT ROWID;",
    "UPDATE broadcast SET name = 'pgn' || name;",
];

/// Why the hall's database cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HallStoreError {
    /// What was written last cannot go into the database: the disk is full, or fails.
    #[error("the hall's database takes no more: its disk is full")]
    Full,
    /// Another process has it.
    #[error("the hall's database is in use by another touchmove")]
    InUse,
    /// A row in it cannot be read or written.
    #[error("the hall's database: {0}")]
    Keep(#[from] KeepError),
    /// Whether another process has it cannot be found out.
    #[error("the file that shows that the hall's database is in use: {0}")]
    Lock(io::Error),
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
    /// SQLite's log; `None`: in memory.
    log: Option<PathBuf>,
    /// Held as long as the database is open; `None`: in memory.
    _lock: Option<File>,
}

impl HallStore {
    /// Opens the database, which is made where there is none. It is one program's alone: of two halls each would keep its
    /// own decisions over those of the other.
    ///
    /// # Errors
    /// [`HallStoreError`].
    pub fn open(path: &Path) -> Result<HallStore, HallStoreError> {
        let lock = lock_file(&beside(path, "-lock")).map_err(HallStoreError::Lock)?;
        take(&lock).map_err(|error| match error {
            TryLockError::Error(source) => HallStoreError::Lock(source),
            TryLockError::WouldBlock => HallStoreError::InUse,
        })?;
        let store = HallStore::of(Connection::open(path)?, Some(beside(path, "-wal")))?;
        Ok(HallStore { _lock: Some(lock), ..store })
    }

    /// A database that is gone when the program ends.
    ///
    /// # Errors
    /// [`HallStoreError`].
    pub fn in_memory() -> Result<HallStore, HallStoreError> {
        HallStore::of(Connection::open_in_memory()?, None)
    }

    fn of(mut connection: Connection, log: Option<PathBuf>) -> Result<HallStore, HallStoreError> {
        connection.busy_timeout(std::time::Duration::from_millis(BUSY_MS))?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "journal_size_limit", LOG)?;
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
        Ok(HallStore { connection, log, _lock: None })
    }

    /// Has what was written go into the database where there is much of it.
    fn make_room(&self) -> Result<(), HallStoreError> {
        let Some(log) = &self.log else { return Ok(()) };
        let is_long = || fs::metadata(log).is_ok_and(|log| log.len() > MAX_LOG);
        if is_long() {
            self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
        }
        if is_long() { Err(HallStoreError::Full) } else { Ok(()) }
    }

    /// Keeps rows, all of them or none.
    ///
    /// What people have decided, and who may, outlives a power cut; what tables have said they can be asked for again.
    ///
    /// # Errors
    /// [`HallStoreError`]; nothing of them is kept.
    pub fn keep(&mut self, rows: &[Row], people: &[PeopleRow]) -> Result<(), HallStoreError> {
        let is_of_people = |row: &Row| match row {
            Row::Answer { .. }
            | Row::Entry { .. }
            | Row::Event { .. }
            | Row::Marks { .. }
            | Row::Report { .. }
            | Row::Round { .. } => true,
            Row::Forget { .. } | Row::Record { .. } | Row::Table { .. } => false,
        };
        self.make_room()?;
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
                Row::Answer { request, at, answer: _ } => {
                    let mut put =
                        all.prepare_cached("INSERT OR REPLACE INTO answer (name, at, row) VALUES (?1, ?2, ?3)")?;
                    put.execute(params![request, at.0, text])?;
                    let number = all.last_insert_rowid();
                    let mut forget = all.prepare_cached("DELETE FROM answer WHERE number <= ?1 OR at < ?2")?;
                    let kept = i64::try_from(ANSWERS_KEPT).unwrap_or(i64::MAX);
                    forget.execute(params![number - kept, at.0 - ANSWERS_KEPT_MS])?;
                }
                Row::Event { .. } | Row::Report { .. } | Row::Round { .. } => {
                    let mut put = all.prepare_cached("INSERT OR REPLACE INTO round (name, row) VALUES (?1, ?2)")?;
                    put.execute(params![row.name(), text])?;
                }
            }
        }
        Ok(all.commit()?)
    }

    /// Keeps what broadcasts know, all of it or nothing. Names begin with the output's.
    ///
    /// # Errors
    /// [`HallStoreError`]; nothing of it is kept.
    pub fn keep_broadcast(&mut self, kept: &[broadcast::Kept]) -> Result<(), HallStoreError> {
        self.make_room()?;
        self.connection.pragma_update(None, "synchronous", "NORMAL")?;
        let all = self.connection.transaction()?;
        for broadcast::Kept { name, text } in kept {
            match text {
                Some(text) => all
                    .prepare_cached("INSERT OR REPLACE INTO broadcast (name, row) VALUES (?1, ?2)")?
                    .execute(params![name, text])?,
                None => all.prepare_cached("DELETE FROM broadcast WHERE name = ?1")?.execute(params![name])?,
            };
        }
        Ok(all.commit()?)
    }

    /// What broadcasts knew: names and texts.
    ///
    /// # Errors
    /// [`HallStoreError`].
    pub fn broadcast(&self) -> Result<Vec<(String, String)>, HallStoreError> {
        let mut select = self.connection.prepare("SELECT name, row FROM broadcast ORDER BY name")?;
        let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
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
            "SELECT row FROM answer ORDER BY number",
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
    fn a_database_is_one_programs_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("hall.sqlite");
        let mut store = HallStore::open(&path).expect("a database");
        let other = HallStore::open(&path);
        assert!(matches!(&other, Err(HallStoreError::InUse)), "{other:?}");
        store.keep(&[], &[]).expect("kept");
        drop(store);
        HallStore::open(&path).expect("it is free again");
    }

    #[test]
    fn a_log_that_cannot_go_into_the_database_grows_no_further_and_goes_there_later() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("hall.sqlite");
        let rows = |number: usize| -> Vec<Row> {
            let json = format!("{{\"number\":{number},\"text\":\"{}\"}}", "x".repeat(1_000_000));
            vec![Row::Record { table: "7".to_owned(), game: "one".to_owned(), heard: Time(0), json }]
        };
        let mut store = HallStore::open(&path).expect("a database");
        store.keep(&rows(0), &[]).expect("kept");
        // Somebody reads, and what he reads must stay as it is.
        let mut reader = Connection::open(&path).expect("a database");
        let reading = reader.transaction().expect("a transaction");
        let count: u32 = reading.query_row("SELECT count(*) FROM record", [], |row| row.get(0)).expect("a count");
        assert_eq!(count, 1);
        store.connection.busy_timeout(std::time::Duration::ZERO).expect("set");
        let kept = (1..40).take_while(|&number| store.keep(&rows(number), &[]).is_ok()).count();
        let log = fs::metadata(folder.path().join("hall.sqlite-wal")).expect("a log").len();
        assert!((4..20).contains(&kept) && log < MAX_LOG + 4_000_000, "{kept} kept, the log has {log} bytes");
        assert!(matches!(store.keep(&rows(40), &[]), Err(HallStoreError::Full)));
        drop(reading);
        drop(reader);
        store.keep(&rows(41), &[]).expect("kept");
        assert_eq!(store.records("7", "one").expect("records").len(), kept + 2);
    }

    #[test]
    fn what_a_broadcast_kept_before_there_were_several_outputs_is_that_of_pgn() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("hall.sqlite");
        let connection = Connection::open(&path).expect("a database");
        for step in &STEPS[..5] {
            connection.execute_batch(step).expect("a step");
        }
        connection.execute("INSERT INTO broadcast VALUES ('[\"latest\",\"1\"]', 'x')", []).expect("a row");
        connection.pragma_update(None, "user_version", 5).expect("set");
        drop(connection);
        let mut store = HallStore::open(&path).expect("a database");
        let kept =
            |name: &str, text: Option<&str>| broadcast::Kept { name: name.to_owned(), text: text.map(str::to_owned) };
        store.keep_broadcast(&[kept("lichess[\"latest\",\"1\"]", Some("y"))]).expect("kept");
        let both = [("lichess[\"latest\",\"1\"]", "y"), ("pgn[\"latest\",\"1\"]", "x")];
        assert_eq!(store.broadcast().expect("rows"), both.map(|(name, text)| (name.to_owned(), text.to_owned())));
        store.keep_broadcast(&[kept("pgn[\"latest\",\"1\"]", None)]).expect("kept");
        assert_eq!(store.broadcast().expect("rows").len(), 1);
    }

    #[test]
    fn event_rounds_and_reports_come_back_each_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("hall.sqlite");
        let now = Time(1_795_000_000_000);
        let chief = Account { name: "Anna".to_owned(), role: Role::Chief {} };
        let report = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pairings/python-trf.trf");
        let report = std::fs::read(report).expect("a file");
        let mut hall = Hall::new("a");
        let mut store = HallStore::open(&path).expect("a database");
        for id in ["1", "2"] {
            let shown = hall.compare(&chief, "r3.trf", report.clone(), None, None).expect("a report");
            assert_eq!(shown.as_before, id == "2");
            let request = serde_json::json!({ "request": "import", "id": id, "digest": shown.digest });
            hall.request(&chief, serde_json::from_value(request).expect("a request"), now);
            hall.settle(now);
            store.keep(&take_all(&mut hall), &[]).expect("kept");
        }
        drop(store);
        let rows = HallStore::open(&path).expect("a database").rows().expect("rows");
        let names: Vec<String> = rows.iter().filter_map(Row::name).collect();
        assert_eq!(names, ["event", "report ", "round 3 "]);
        let mut again = Hall::from_rows("b", rows, now);
        assert!(again.compare(&chief, "r3.trf", report, None, None).expect("a report").as_before);
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
