//! The journal: every write failed in turn, the file cut at every length, a broker that comes back to a full outbox.
//!
//! `TOUCHMOVE_EVERY=1 cargo test --test edges journal:: -- --nocapture` tries every write and every length, not samples.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{self, Command, Stdio},
    time::{Duration, Instant},
};

use touchmove::{
    game::{
        journal::{Batch, Begun, Durability, Item, Wholeness},
        outbox::{Audience, Outbox},
        record::{Body, GameTime, Record},
    },
    publish::{
        mqtt::{Publisher, settings::Settings},
        payload,
    },
    store::{Archive, Journal, Notice, Store, StoreError, TableStore, Ticket, Trouble},
};

use crate::common::{
    mqtt::{Kind, Memory, PATIENCE, Proxy, Reader, TestBroker, moved},
    preload,
    programs::{Output, Program, touchmove},
};

/// The journal's largest size here, in bytes.
const MAX_BYTES: u64 = 100_000_000;

/// Set for the child that writes until its writes fail.
const CHILD: &str = "TOUCHMOVE_JOURNAL_CHILD";

/// Inputs that the child gives.
const INPUTS: u64 = 40;

/// After so many of them, all are asked for again.
const REPEATED: u64 = 4;

fn every(otherwise: usize) -> usize {
    std::env::var("TOUCHMOVE_EVERY").map_or(otherwise, |every| every.parse().expect("TOUCHMOVE_EVERY is a number"))
}

fn open(folder: &Path) -> (Store, TableStore) {
    let (store, mut tables) = Store::open(folder, &["t1".to_owned()], MAX_BYTES).expect("it opens");
    (store, tables.remove(0))
}

/// The record of this number, another half-move each.
fn record(seq: u64) -> Record {
    let mut record = moved(seq);
    if let Body::Move(said) = &mut record.body {
        said.ply = seq as u32;
    }
    record.t_ms = GameTime(seq * 100);
    record
}

fn line(record: &Record) -> String {
    serde_json::to_string(record).expect("JSON")
}

/// What an input with one record leaves, in a game that begins with the first.
fn batch(seq: u64) -> Batch {
    let mut items = Vec::new();
    if seq == 1 {
        items.push(begun("g", 0));
    }
    let record = record(seq);
    items.push(Item::Event(format!("{{\"t_ms\":{},\"ev\":\"time\"}}", seq * 100)));
    items.push(Item::Record { seq, line: line(&record), waiting: payload::waiting(&record).expect("short") });
    Batch { items }
}

fn begun(game: &str, seq: u64) -> Item {
    Item::Begun(Box::new(Begun {
        game: game.to_owned(),
        kind: "dgt".to_owned(),
        header: format!("{{\"log\":\"touchmove/1\",\"id\":\"{game}\",\"begin\":\"setup\"}}"),
        seq,
        at: "2026-01-01T00:00:00.000Z".to_owned(),
        expire: None,
    }))
}

fn give(journal: &Journal, seq: u64) -> Ticket {
    journal.keep(batch(seq), Durability::Now).expect("it is taken")
}

/// Waits until a batch is kept; gives what was told of trouble.
async fn kept(table: &mut TableStore, ticket: Ticket) -> Vec<Option<Trouble>> {
    let mut troubles = Vec::new();
    loop {
        let notice = tokio::time::timeout(PATIENCE, table.notices.recv()).await.expect("in time").expect("it runs");
        match notice {
            Notice::Kept(done) if done >= ticket => return troubles,
            Notice::Kept(_) | Notice::More => {}
            Notice::Trouble(trouble) => troubles.push(trouble),
        }
    }
}

/// What a table finds when it opens the journal.
async fn found(folder: &Path) -> (Vec<String>, usize, Wholeness) {
    let (store, table) = open(folder);
    let kept = table.journal.kept().await;
    let waiting = table.outbox.queued();
    drop(table);
    store.close();
    kept.game.map_or((Vec::new(), waiting, Wholeness::Whole), |game| (game.records, waiting, game.wholeness))
}

#[tokio::test]
async fn what_is_kept_is_there_again_and_leaves_the_outbox_only_when_acknowledged() {
    let folder = tempfile::tempdir().expect("a folder");
    let (store, mut table) = open(folder.path());
    for seq in 1..=10 {
        give(&table.journal, seq);
    }
    let last = table.journal.keep(
        Batch { items: vec![Item::Reply { id: Some("c1".to_owned()), reply: "{}".to_owned(), waiting: None }] },
        Durability::Now,
    );
    kept(&mut table, last.expect("taken")).await;
    assert!(matches!(Store::open(folder.path(), &[], MAX_BYTES), Err(StoreError::InUse { .. })));
    let entries = table.outbox.after(Audience::Arbiter, 0, 100).expect("a journal");
    assert_eq!(entries.len(), 10);
    assert_eq!(entries[3].payload, line(&record(4)));
    for entry in &entries[..4] {
        table.outbox.acknowledge(entry.id).expect("a journal");
    }
    assert_eq!(table.outbox.queued(), 16, "four of ten for the arbiters and ten for the public have gone");
    drop(table);
    store.close();

    let (store, mut table) = open(folder.path());
    let kept_before = table.journal.kept().await;
    assert_eq!(kept_before.replies, [("c1".to_owned(), "{}".to_owned())]);
    assert_eq!(kept_before.games, ["g"]);
    let game = kept_before.game.expect("a game");
    assert_eq!(game.records, (1..=10).map(|seq| line(&record(seq))).collect::<Vec<_>>());
    assert_eq!(game.events.len(), 10);
    assert_eq!(table.outbox.queued(), 16);
    let first = loop {
        // The first look has it read from the disk.
        let entries = table.outbox.after(Audience::Arbiter, 0, 100).expect("a journal");
        if let Some(first) = entries.first() {
            break first.clone();
        }
        assert_eq!(table.notices.recv().await, Some(Notice::More));
    };
    assert_eq!(first.payload, line(&record(5)));
    // What an arbiter asks for again comes last.
    let again = table.journal.keep(Batch { items: vec![Item::Repeat(8)] }, Durability::Now).expect("taken");
    kept(&mut table, again).await;
    assert_eq!(table.outbox.queued(), 18);
    drop(table);
    store.close();
}

/// Records and the arbiter's wish to have all sent again may come to the disk together.
#[tokio::test]
async fn records_that_come_with_a_wish_for_the_earlier_ones_are_kept_and_sent_once_each() {
    let folder = tempfile::tempdir().expect("a folder");
    let (store, mut table) = open(folder.path());
    for seq in 1..=5 {
        give(&table.journal, seq);
    }
    let mut items = batch(6).items;
    items.push(Item::Repeat(3));
    items.extend(batch(7).items);
    let ticket = table.journal.keep(Batch { items }, Durability::Now).expect("it is taken");
    let ticket = ticket.max(give(&table.journal, 8));
    assert_eq!(kept(&mut table, ticket).await, [], "no trouble");
    drop(table);
    store.close();

    let (store, mut table) = open(folder.path());
    let kept = table.journal.kept().await.game.expect("a game");
    assert_eq!((kept.records.len(), kept.last_seq), (8, 8));
    assert_eq!(table.outbox.queued(), 2 * 8 + 2, "those after the third that were kept when it was asked for");
    let mut sent = Vec::new();
    while sent.len() < 10 {
        let entries = table.outbox.after(Audience::Arbiter, 0, 100).expect("a journal");
        sent = entries.into_iter().map(|entry| entry.payload).collect();
        if sent.is_empty() {
            table.notices.recv().await;
        }
    }
    let seqs = [1, 2, 3, 4, 5, 6, 4, 5, 7, 8];
    assert_eq!(sent, seqs.map(|seq| line(&record(seq))));
    drop(table);
    store.close();
}

#[tokio::test]
async fn an_outbox_longer_than_memory_holds_comes_out_whole_and_in_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let (store, mut table) = open(folder.path());
    let mut last = None;
    for seq in 1..=9_000 {
        last = Some(give(&table.journal, seq));
    }
    kept(&mut table, last.expect("given")).await;
    let mut seen = Vec::new();
    let mut cursor = 0;
    while seen.len() < 9_000 {
        let entries = table.outbox.after(Audience::Arbiter, cursor, 64).expect("a journal");
        if entries.is_empty() {
            tokio::time::timeout(PATIENCE, table.notices.recv()).await.expect("in time").expect("it runs");
        }
        for entry in entries {
            cursor = entry.id;
            let record: serde_json::Value = serde_json::from_str(&entry.payload).expect("JSON");
            seen.push(record["seq"].as_u64().expect("a number"));
            // Every other one is acknowledged at once, the rest at the end.
            if seen.len() % 2 == 0 {
                table.outbox.acknowledge(entry.id).expect("a journal");
            }
        }
    }
    assert_eq!(seen, (1..=9_000).collect::<Vec<_>>());
    assert_eq!(table.outbox.queued(), 4_500 + 9_000);
    drop(table);
    store.close();
    assert_eq!(found(folder.path()).await.1, 4_500 + 9_000);
}

#[tokio::test]
async fn an_outbox_that_nobody_empties_stays_within_half_of_the_disk_and_counts_what_it_loses() {
    const MAX: u64 = 1_000_000;
    let folder = tempfile::tempdir().expect("a folder");
    let (store, mut tables) = Store::open(folder.path(), &["t1".to_owned()], MAX).expect("it opens");
    let mut table = tables.remove(0);
    let size = || {
        let size = |name| fs::metadata(folder.path().join(name)).map_or(0, |found| found.len());
        size("journal.sqlite")
    };
    let give = |seq: u64| {
        let mut items = batch(seq).items;
        if seq.is_multiple_of(100) {
            items.insert(0, begun(&format!("g{seq}"), seq - 1));
        }
        table.journal.keep(Batch { items }, Durability::Now).expect("taken")
    };
    let given = 6_000;
    let (mut last, mut largest) = (None, 0);
    for seq in 1..=given {
        last = Some(give(seq));
        largest = largest.max(size());
    }
    let last = last.expect("given");
    while !matches!(table.notices.recv().await, Some(Notice::Kept(ticket)) if ticket >= last) {
        largest = largest.max(size());
    }
    let (len, lost) = (table.outbox.queued(), table.outbox.lost());
    println!("{given} records: {len} entries wait, {lost} were not taken, the file has {largest} bytes at most");
    assert_eq!(len as u64 + lost, 2 * given, "each record is for the arbiters and for the public");
    assert!(lost > 0 && largest < 2 * MAX, "{lost} lost, {largest} bytes");
    let kept = table.journal.kept().await;
    assert!(kept.games.len() > 5, "what waits leaves room for games: {:?}", kept.games);

    // However often all is asked for once more.
    for _ in 0..50 {
        table.journal.keep(Batch { items: vec![Item::Repeat(0)] }, Durability::Now).expect("taken");
    }
    table.journal.kept().await;
    assert!(size() < 2 * MAX, "{} bytes", size());
    let len = table.outbox.queued();
    drop(table);
    store.close();

    // The oldest are there, without a gap; once they are gone there is room again.
    let (store, mut tables) = Store::open(folder.path(), &["t1".to_owned()], MAX).expect("it opens");
    let mut table = tables.remove(0);
    assert_eq!(table.outbox.queued(), len);
    let mut expected = 1;
    for audience in [Audience::Arbiter, Audience::Public] {
        let newest = table.outbox.last(audience).expect("a journal");
        let mut cursor = 0;
        while cursor < newest {
            let entries = table.outbox.after(audience, cursor, 64).expect("a journal");
            if entries.is_empty() {
                tokio::time::timeout(PATIENCE, table.notices.recv()).await.expect("in time").expect("it runs");
            }
            for entry in entries {
                cursor = entry.id;
                let record: serde_json::Value = serde_json::from_str(&entry.payload).expect("JSON");
                expected += u64::from(audience == Audience::Arbiter && record["seq"] == expected);
                table.outbox.acknowledge(entry.id).expect("a journal");
            }
        }
    }
    assert!(expected > 500, "the first {expected} were there");
    table.journal.kept().await;
    assert_eq!(table.outbox.queued(), 0);
    let ticket = table.journal.keep(batch(given + 1), Durability::Now).expect("taken");
    self::kept(&mut table, ticket).await;
    assert_eq!((table.outbox.queued(), table.outbox.lost()), (2, 0));
    drop(table);
    store.close();
}

/// The service on a folder, with a broker elsewhere.
fn service(folder: &Path, port: u16) -> Program {
    let text = format!(
        "state_dir = \"{}\"\nweb.listen = \"127.0.0.1:0\"\nmqtt.url = \"mqtt://127.0.0.1:{port}\"\n\
         [[table]]\nname = \"t1\"\nboard.kind = \"dgt\"\nboard.port = \"{0}/none\"\n",
        folder.display()
    );
    let path = folder.join("touchmove.toml");
    fs::write(&path, text).expect("written");
    let mut command = touchmove(["run", "--config"]);
    command.arg(path);
    Program::start(command, Output::Err)
}

/// How long a service takes to end once it is told to.
fn ending(mut service: Program) -> Duration {
    let told = Instant::now();
    service.signal("TERM");
    assert_eq!(service.ended().code(), Some(0));
    told.elapsed()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_many_messages_waiting_the_service_ends_in_time_and_loses_none() {
    let records = if every(2) == 1 { 50_000 } else { 10_000 };
    let folder = tempfile::tempdir().expect("a folder");
    let (store, mut table) = open(folder.path());
    let mut last = None;
    for seq in 1..=records {
        let mut items = batch(seq).items;
        if seq % 100 == 0 {
            items.insert(0, begun(&format!("g{seq}"), seq - 1));
        }
        last = Some(table.journal.keep(Batch { items }, Durability::Now).expect("taken"));
    }
    kept(&mut table, last.expect("given")).await;
    drop(table);
    store.close();

    let mut broker = TestBroker::start(Kind::Mosquitto).await;
    let mut reader = Reader::start(broker.address(), "reader", &["chess/t1/arbiter/move"]).await;
    // Slow enough that a part of it still waits whenever the service is told to end.
    let proxy = Proxy::slow(broker.address(), Duration::from_millis(5)).await;
    let port = proxy.address().port();
    // The broker is away, takes a part of it, does not answer any more.
    broker.stop().await;
    let mut away = service(folder.path(), port);
    away.until("a try", |line| line.contains("No connection to the broker."));
    let away = ending(away);
    broker.start_again(Memory::Kept).await;
    let mut busy = service(folder.path(), port);
    busy.until("the broker", |line| line.contains("Connected to the broker."));
    tokio::time::sleep(Duration::from_millis(200)).await;
    let busy = ending(busy);
    let mut mute = service(folder.path(), port);
    mute.until("the broker", |line| line.contains("Connected to the broker."));
    proxy.freeze();
    let mute = ending(mute);
    println!("{} messages waiting, told to end: broker away {away:?}, busy {busy:?}, mute {mute:?}", 2 * records);
    for took in [away, busy, mute] {
        assert!(took < Duration::from_secs(4), "{took:?}");
    }
    let (_, waiting, wholeness) = found(folder.path()).await;
    assert!(waiting > 0 && wholeness == Wholeness::Whole, "{waiting} wait still");

    let last = service(folder.path(), broker.address().port());
    let mut expected = 1;
    while expected <= records {
        let seq = reader.next().await.json()["seq"].as_u64().expect("a number");
        assert!(seq <= expected, "{expected} is missing");
        expected += u64::from(seq == expected);
    }
    ending(last);
}

#[tokio::test]
async fn the_oldest_games_make_room_and_the_present_one_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let (store, mut tables) = Store::open(folder.path(), &["t1".to_owned()], 400_000).expect("it opens");
    let mut table = tables.remove(0);
    let mut last = None;
    for seq in 1..=3_000 {
        let mut items = batch(seq).items;
        if seq % 100 == 0 {
            items.insert(0, begun(&format!("g{seq}"), seq - 1));
        }
        last = Some(table.journal.keep(Batch { items }, Durability::Now).expect("taken"));
    }
    kept(&mut table, last.expect("given")).await;
    let kept = table.journal.kept().await;
    assert_eq!(kept.games.last().map(String::as_str), Some("g3000"));
    assert!(kept.games.len() < 20, "{:?}", kept.games);
    assert_eq!(kept.game.expect("a game").records.len(), 1);
    drop(table);
    store.close();
}

/// Not a test of its own: what [`every_write_failed_in_turn_loses_nothing`] runs.
#[tokio::test]
async fn child() {
    let Some(folder) = std::env::var_os(CHILD) else { return };
    let opened = Store::open(Path::new(&folder), &["t1".to_owned()], MAX_BYTES);
    let (store, mut tables) = match opened {
        Ok(opened) => opened,
        Err(error) => return println!("closed: {error}"),
    };
    let mut table = tables.remove(0);
    for seq in 1..=INPUTS {
        let ticket = give(&table.journal, seq);
        for trouble in kept(&mut table, ticket).await {
            println!("trouble: {trouble:?}");
        }
        if seq == REPEATED {
            let again = Batch { items: vec![Item::Repeat(0)] };
            let ticket = table.journal.keep(again, Durability::Now).expect("it is taken");
            for trouble in kept(&mut table, ticket).await {
                println!("trouble: {trouble:?}");
            }
        }
    }
    drop(table);
    store.close();
    println!("done");
}

/// Runs a child with this folder, while writes to files with that in their names fail: with an error, from the write of a
/// number on, so many times.
fn failing(
    child: &str,
    (variable, folder): (&str, &Path),
    library: &Path,
    file: &str,
    (error, at, times): (i32, usize, u32),
) -> process::Output {
    let mark = mark_beside(library);
    let _ = fs::remove_file(&mark);
    Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", child, "--nocapture", "--test-threads=1"])
        .env(variable, folder)
        .env("LD_PRELOAD", library)
        .env("FAULT_FILE", file)
        .env("FAULT_AT", at.to_string())
        .env("FAULT_TIMES", times.to_string())
        .env("FAULT_ERRNO", error.to_string())
        .env("FAULT_MARK", &mark)
        .stdin(Stdio::null())
        .output()
        .expect("it runs")
}

/// Whether a write has failed in the last child.
fn has_failed(library: &Path) -> bool {
    mark_beside(library).exists()
}

fn mark_beside(library: &Path) -> PathBuf {
    library.with_file_name("mark")
}

#[tokio::test]
async fn every_write_failed_in_turn_loses_nothing() {
    let tools = tempfile::tempdir().expect("a folder");
    let library = preload::library(tools.path());
    let (mut tried, mut told) = (0, 0);
    // EIO and ENOSPC, once, and for a while.
    for (error, times) in [(5, 1), (28, 1), (5, 7), (28, 7)] {
        for at in (1..).step_by(every(23)) {
            let folder = tempfile::tempdir().expect("a folder");
            let output =
                failing("journal::child", (CHILD, folder.path()), &library, "journal.sqlite", (error, at, times));
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            let context = format!(
                "error {error} from write {at}, {times} times:\n{said}\n{}",
                String::from_utf8_lossy(&output.stderr)
            );
            assert!(output.status.success(), "{context}");
            if !has_failed(&library) {
                break;
            }
            tried += 1;
            told += usize::from(said.contains("trouble: Some"));
            if said.contains("closed:") {
                // It could not even be begun, and said so; nothing was taken.
                assert!(!said.contains("done"), "{context}");
                continue;
            }
            assert!(said.contains("done"), "{context}");
            let (records, waiting, _) = found(folder.path()).await;
            assert_eq!(records, (1..=INPUTS).map(|seq| line(&record(seq))).collect::<Vec<_>>(), "{context}");
            assert_eq!(waiting as u64, 2 * INPUTS + REPEATED, "{context}");
        }
    }
    assert!(tried > 4, "{tried}");
    println!(
        "{tried} writes failed, {told} of them told as trouble; every record and every entry was there afterwards"
    );
}

/// Makes a journal of so many inputs in `folder`; closed, all of it is in one file.
async fn write(folder: &Path, inputs: u64, end: End) {
    let (store, mut table) = open(folder);
    for seq in 1..=inputs {
        let ticket = give(&table.journal, seq);
        if seq % 8 == 0 || seq == inputs {
            kept(&mut table, ticket).await;
        }
    }
    match end {
        End::Closed => {
            drop(table);
            store.close();
        }
        End::CutOff => {
            // As it lies on the disk while the service runs.
            let away = folder.join("copy");
            fs::create_dir(&away).expect("made");
            for name in ["journal.sqlite", "journal.sqlite-wal"] {
                fs::copy(folder.join(name), away.join(name)).expect("copied");
            }
            drop(table);
            store.close();
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Closed,
    CutOff,
}

/// A folder with these files.
fn laid(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).expect("written");
    }
    folder
}

/// The lengths of the last 64 KiB, or some of them: around pages and between, and all that lack hardly anything.
fn lengths(size: usize) -> Vec<usize> {
    let every = every(4_001);
    let is_edge = |length: usize| {
        every > 1 && (length.is_multiple_of(4_096) || (length + 1).is_multiple_of(8_192) || length + 256 > size)
    };
    let first = size.saturating_sub(65_536);
    let wanted = |length: &usize| (length - first).is_multiple_of(every) || is_edge(*length) || *length == size;
    (first..=size).filter(wanted).collect()
}

#[tokio::test]
async fn a_journal_cut_at_any_length_opens_and_what_was_lost_is_said() {
    let made = tempfile::tempdir().expect("a folder");
    write(made.path(), 400, End::Closed).await;
    let whole = fs::read(made.path().join("journal.sqlite")).expect("readable");
    let all: Vec<String> = (1..=400).map(|seq| line(&record(seq))).collect();
    let (mut cuts, mut least, mut aside) = (0, usize::MAX, 0);
    for length in lengths(whole.len()) {
        let folder = laid(&[("journal.sqlite", &whole[..length])]);
        let (records, _, wholeness) = found(folder.path()).await;
        let set_aside = folder.path().join("journal-damaged-1.sqlite").exists();
        assert!(records.iter().all(|found| all.contains(found)), "cut to {length}: a record that never was");
        if length == whole.len() {
            assert_eq!((records.len(), wholeness, set_aside), (400, Wholeness::Whole, false));
            continue;
        }
        assert!(set_aside, "cut to {length}: not a word of it");
        let nothing = records.is_empty() && wholeness == Wholeness::Whole;
        assert!(records.len() == 400 || nothing || wholeness == Wholeness::Partial, "cut to {length}: called whole");
        cuts += 1;
        aside += usize::from(set_aside);
        least = least.min(records.len());
    }
    println!("{cuts} cuts of the file: {aside} set aside, at least {least} of 400 records brought over");
}

#[tokio::test]
async fn a_journal_without_its_first_page_keeps_every_row() {
    let made = tempfile::tempdir().expect("a folder");
    write(made.path(), 400, End::Closed).await;
    let closed = fs::read(made.path().join("journal.sqlite")).expect("readable");
    let vacuumed = {
        let file = made.path().join("vacuumed.sqlite");
        fs::write(&file, &closed).expect("written");
        rusqlite::Connection::open(&file).and_then(|journal| journal.execute_batch("VACUUM")).expect("vacuumed");
        fs::read(&file).expect("readable")
    };
    let all: Vec<String> = (1..=400).map(|seq| line(&record(seq))).collect();
    for (name, file) in [("as made", &closed), ("after VACUUM", &vacuumed)] {
        let gone = [vec![0; 4_096], file[4_096..].to_vec()].concat();
        let format = [&file[..47], &[0x90], &file[48..]].concat();
        for (how, bytes) in [("its first page gone", gone), ("an unknown format", format)] {
            let context = format!("{name}, {how}");
            let folder = laid(&[("journal.sqlite", &bytes)]);
            let (records, waiting, wholeness) = found(folder.path()).await;
            assert_eq!((records.len(), waiting, wholeness), (400, 800, Wholeness::Whole), "{context}");
            assert_eq!(records, all, "{context}");
            // The old file can be read too, and what stood in it is beside it.
            let aside = folder.path().join("journal-damaged-1.sqlite");
            let archive = Archive::open(&aside).expect("it opens");
            assert_eq!(archive.game("g").expect("readable").expect("a game").records.len(), 400, "{context}");
            let beside = fs::read(folder.path().join("journal-damaged-1.sqlite-first-page")).expect("beside");
            assert_eq!(beside, bytes[..4_096], "{context}");
        }
    }
}

#[tokio::test]
async fn what_is_in_the_log_alone_is_not_lost_with_the_file() {
    let made = tempfile::tempdir().expect("a folder");
    // So few that SQLite has put none of them into the file.
    write(made.path(), 60, End::CutOff).await;
    let copy = made.path().join("copy");
    let [main, log] = ["journal.sqlite", "journal.sqlite-wal"].map(|name| fs::read(copy.join(name)).expect("readable"));
    let all: Vec<String> = (1..=60).map(|seq| line(&record(seq))).collect();
    for (how, bytes) in [("zeroed", vec![0; main.len()]), ("empty", Vec::new())] {
        let folder = laid(&[("journal.sqlite", &bytes), ("journal.sqlite-wal", &log)]);
        // Who only reads it takes nothing away.
        assert_eq!(Archive::open(folder.path()).is_ok(), !bytes.is_empty(), "a file that is {how}");
        let (records, waiting, wholeness) = found(folder.path()).await;
        assert_eq!((records.len(), waiting, wholeness), (60, 120, Wholeness::Whole), "a file that is {how}");
        assert_eq!(records, all, "a file that is {how}");
    }
}

#[tokio::test]
async fn rows_that_were_not_all_brought_over_are_when_it_opens_again() {
    let made = tempfile::tempdir().expect("a folder");
    write(made.path(), 40, End::Closed).await;
    let whole = fs::read(made.path().join("journal.sqlite")).expect("readable");
    let gone = [vec![0; 4_096], whole[4_096..].to_vec()].concat();
    // Ended before anything was done; with the wrong page and a part of the rows; with a part of what stood there.
    let unfinished: [&[(&str, &[u8])]; 3] = [
        &[],
        &[("journal.sqlite-new", &whole[..8_192]), ("journal-damaged-1.sqlite-first-page", &gone[..4_096])],
        &[("journal-damaged-1.sqlite-first-page-new", &gone[..100])],
    ];
    for left in unfinished {
        let marked = ("journal.sqlite-unfinished", &b"journal-damaged-1.sqlite"[..]);
        let folder = laid(&[left, &[marked, ("journal-damaged-1.sqlite", &gone)]].concat());
        for _ in 0..2 {
            let (records, waiting, wholeness) = found(folder.path()).await;
            assert_eq!((records.len(), waiting, wholeness), (40, 80, Wholeness::Whole));
        }
        assert_eq!(fs::read(folder.path().join("journal-damaged-1.sqlite-first-page")).expect("there"), gone[..4_096]);
        assert!(!folder.path().join("journal.sqlite-new").exists());
        assert!(!folder.path().join("journal-damaged-2.sqlite").exists());
    }
}

#[tokio::test]
async fn replies_alone_come_through_a_damaged_first_page() {
    let made = tempfile::tempdir().expect("a folder");
    let (store, mut table) = open(made.path());
    let reply = |number: u32| Item::Reply { id: Some(format!("c{number}")), reply: "{}".to_owned(), waiting: None };
    let ticket = table.journal.keep(Batch { items: (0..20).map(reply).collect() }, Durability::Now);
    kept(&mut table, ticket.expect("taken")).await;
    drop(table);
    store.close();
    let whole = fs::read(made.path().join("journal.sqlite")).expect("readable");
    let folder = laid(&[("journal.sqlite", &[vec![0; 4_096], whole[4_096..].to_vec()].concat())]);
    let (store, table) = open(folder.path());
    assert_eq!(table.journal.kept().await.replies.len(), 20);
    drop(table);
    store.close();
}

#[tokio::test]
async fn a_journal_whose_log_alone_was_set_aside_is_taken_up_with_it() {
    let made = tempfile::tempdir().expect("a folder");
    write(made.path(), 60, End::CutOff).await;
    let copy = made.path().join("copy");
    let [main, log] = ["journal.sqlite", "journal.sqlite-wal"].map(|name| fs::read(copy.join(name)).expect("readable"));
    let name = ("journal.sqlite-unfinished", &b"journal-damaged-1.sqlite"[..]);
    let begun = laid(&[("journal.sqlite", &main), ("journal-damaged-1.sqlite-wal", &log), name]);
    // One that lost its file has all that was in its log.
    let alone = laid(&[("journal.sqlite-wal", &log)]);
    for folder in [begun, alone] {
        for _ in 0..2 {
            let (records, waiting, wholeness) = found(folder.path()).await;
            assert_eq!((records.len(), waiting, wholeness), (60, 120, Wholeness::Whole));
        }
    }
}

#[tokio::test]
async fn what_lies_beside_a_whole_journal_does_it_nothing() {
    let made = tempfile::tempdir().expect("a folder");
    write(made.path(), 20, End::Closed).await;
    let whole = fs::read(made.path().join("journal.sqlite")).expect("readable");
    let other = [
        ("journal-damaged-1.sqlite-wal", &b"left"[..]),
        ("journal-damaged-2.sqlite", &whole[..8_192]),
        ("journal.sqlite-unfinished", b"journal-dam"),
    ];
    let folder = laid(&[&other[..], &[("journal.sqlite", &whole)]].concat());
    for _ in 0..2 {
        let (records, waiting, wholeness) = found(folder.path()).await;
        assert_eq!((records.len(), waiting, wholeness), (20, 40, Wholeness::Whole));
    }
    for (name, bytes) in other {
        assert_eq!(fs::read(folder.path().join(name)).expect("there"), bytes, "{name}");
    }
}

/// The folder of a damaged journal that a child opens.
const DAMAGED: &str = "TOUCHMOVE_DAMAGED_JOURNAL";

/// Not a test of its own: what [`every_write_failed_while_rows_are_brought_over_loses_none`] runs.
#[tokio::test]
async fn child_of_a_damaged_journal() {
    let Some(folder) = std::env::var_os(DAMAGED) else { return };
    match Store::open(Path::new(&folder), &["t1".to_owned()], MAX_BYTES) {
        Ok((store, tables)) => {
            drop(tables);
            store.close();
        }
        Err(error) => println!("closed: {error}"),
    }
}

#[tokio::test]
async fn every_write_failed_while_rows_are_brought_over_loses_none() {
    let tools = tempfile::tempdir().expect("a folder");
    let library = preload::library(tools.path());
    let made = tempfile::tempdir().expect("a folder");
    write(made.path(), 40, End::Closed).await;
    let whole = fs::read(made.path().join("journal.sqlite")).expect("readable");
    let gone = [vec![0; 4_096], whole[4_096..].to_vec()].concat();
    let mut tried = 0;
    // EIO once, and ENOSPC from there on.
    for (error, times) in [(5, 1), (28, 1_000_000)] {
        for at in (1..).step_by(every(3)) {
            let folder = laid(&[("journal.sqlite", &gone)]);
            let child = "journal::child_of_a_damaged_journal";
            let output = failing(child, (DAMAGED, folder.path()), &library, "journal", (error, at, times));
            let context = format!("error {error} from write {at}: {}", String::from_utf8_lossy(&output.stderr));
            assert!(output.status.success(), "{context}");
            if !has_failed(&library) {
                break;
            }
            tried += 1;
            // Where reading the old one failed too, nobody knows that nothing is missing.
            let (records, waiting, _) = found(folder.path()).await;
            assert_eq!((records.len(), waiting), (40, 80), "{context}");
        }
    }
    assert!(tried > 10, "{tried}");
    println!("{tried} writes failed while rows were brought over; every row was there afterwards");
}

#[tokio::test]
async fn a_page_that_has_lost_a_cell_makes_no_whole_game() {
    let made = tempfile::tempdir().expect("a folder");
    write(made.path(), 400, End::Closed).await;
    let mut bytes = fs::read(made.path().join("journal.sqlite")).expect("readable");
    let file = rusqlite::Connection::open(made.path().join("journal.sqlite")).expect("opened");
    let root: usize = file
        .query_row("SELECT rootpage FROM sqlite_schema WHERE name = 'record'", (), |row| row.get(0))
        .expect("a table");
    // The number of cells of a page that has more than one: the root's, or down to the right (sqlite.org/fileformat2.html,
    // 1.6).
    let mut page = (root - 1) * 4_096;
    while bytes[page + 4] < 2 {
        let right = u32::from_be_bytes(bytes[page + 8..page + 12].try_into().expect("four bytes"));
        page = (right as usize - 1) * 4_096;
    }
    bytes[page + 4] -= 1;
    let folder = laid(&[("journal.sqlite", &bytes)]);
    let (records, _, wholeness) = found(folder.path()).await;
    assert!(records.len() < 400 && wholeness == Wholeness::Partial, "{}, {wholeness:?}", records.len());
}

#[tokio::test]
async fn no_byte_of_the_first_page_costs_a_row() {
    let made = tempfile::tempdir().expect("a folder");
    write(made.path(), 100, End::Closed).await;
    let whole = fs::read(made.path().join("journal.sqlite")).expect("readable");
    let all: Vec<String> = (1..=100).map(|seq| line(&record(seq))).collect();
    let every = every(31);
    let mut aside = 0;
    for at in (0..4_096).filter(|at| *at < 100 || at % every == 0) {
        for flipped in [0x01, 0x80, 0xff] {
            if (at, flipped) == (63, 0x01) {
                // A newer version's number, as far as anybody can tell.
                continue;
            }
            let mut bytes = whole.clone();
            bytes[at] ^= flipped;
            let folder = laid(&[("journal.sqlite", &bytes)]);
            let (records, waiting, wholeness) = found(folder.path()).await;
            let context = format!("byte {at}, {flipped:#x} of it flipped");
            assert_eq!((records.len(), waiting, wholeness), (100, 200, Wholeness::Whole), "{context}");
            assert_eq!(records, all, "{context}");
            aside += usize::from(folder.path().join("journal-damaged-1.sqlite").exists());
        }
    }
    println!("every record after each damage, {aside} files set aside");
}

#[tokio::test]
async fn a_log_cut_at_any_length_gives_every_commit_before_the_cut() {
    let made = tempfile::tempdir().expect("a folder");
    write(made.path(), 60, End::CutOff).await;
    let copy = made.path().join("copy");
    let [main, log] = ["journal.sqlite", "journal.sqlite-wal"].map(|name| fs::read(copy.join(name)).expect("readable"));
    let all: Vec<String> = (1..=60).map(|seq| line(&record(seq))).collect();
    let mut before = 0;
    let mut cuts = 0;
    for length in lengths(log.len()) {
        let folder = laid(&[("journal.sqlite", &main), ("journal.sqlite-wal", &log[..length])]);
        let (records, waiting, wholeness) = found(folder.path()).await;
        assert!(all.starts_with(&records), "cut to {length}: not the first of them");
        assert!(records.len() >= before, "cut to {length}: fewer than with less of the log");
        assert_eq!((waiting, wholeness), (2 * records.len(), Wholeness::Whole), "cut to {length}");
        before = records.len();
        cuts += 1;
    }
    assert_eq!(before, 60, "the whole log has all of them");
    println!(
        "{cuts} cuts of the log: always the first records, the more the longer it was, with all that was to be sent"
    );
}

#[tokio::test]
async fn what_is_no_journal_is_set_aside_and_a_copy_can_be_read() {
    let folder = laid(&[("journal.sqlite", b"this is no database, but somebody's letter to his aunt")]);
    assert_eq!(found(folder.path()).await.0.len(), 0);
    assert!(folder.path().join("journal-damaged-1.sqlite").exists());
    write(folder.path(), 20, End::Closed).await;
    let copy = laid(&[("copy.sqlite", &fs::read(folder.path().join("journal.sqlite")).expect("readable"))]);
    let archive = Archive::open(&copy.path().join("copy.sqlite")).expect("it opens");
    assert_eq!(archive.game("g").expect("readable").expect("a game").records.len(), 20);
    assert!(archive.game("h").expect("readable").is_none());
    assert!(matches!(Archive::open(made_nowhere().path()), Err(StoreError::None { .. })));
}

fn made_nowhere() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_records_go_out_in_order_once_the_broker_is_back() {
    let records = 10_000;
    let folder = tempfile::tempdir().expect("a folder");
    let (store, mut table) = open(folder.path());
    let mut broker = TestBroker::start(Kind::Mosquitto).await;
    let mut reader = Reader::start(broker.address(), "reader", &["chess/t1/arbiter/move"]).await;
    broker.stop().await;
    let mut last = None;
    for seq in 1..=records {
        last = Some(give(&table.journal, seq));
    }
    kept(&mut table, last.expect("given")).await;
    let TableStore { journal, outbox, mut notices } = table;
    let settings = Settings { url: format!("mqtt://{}", broker.address()), ..Settings::default() };
    let (publisher, _commands) = Publisher::start(&settings, "t1", Box::new(outbox)).expect("it starts");
    let nudged = publisher.clone();
    let nudges = tokio::spawn(async move {
        while notices.recv().await.is_some() {
            nudged.nudge();
        }
    });
    assert_eq!(publisher.queued(), 2 * records as usize);
    broker.start_again(Memory::Kept).await;
    let back = Instant::now();
    while publisher.queued() > 0 {
        assert!(back.elapsed() < 4 * PATIENCE, "{} wait still", publisher.queued());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    println!("broker back to queue empty, {records} records in {} messages: {:?}", 2 * records, back.elapsed());
    let mut expected = 1;
    while expected <= records {
        let seq = reader.next().await.json()["seq"].as_u64().expect("a number");
        assert!(seq <= expected, "{expected} is missing");
        expected += u64::from(seq == expected);
    }
    publisher.shutdown_by(tokio::time::Instant::now() + Duration::from_secs(2)).await;
    drop((journal, publisher));
    store.close();
    nudges.abort();
}
