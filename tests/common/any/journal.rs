//! A damaged journal: read as far as it can be, or set aside, and the service begins with it.
//!
//! The bytes are damages of a journal of ours, four each: where, in three bytes, and the byte that is there.

use std::{fs, path::Path, sync::LazyLock};

use tokio::runtime::Runtime;
use touchmove::{
    game::journal::KeptGame,
    store::{Archive, Store, StoreError},
    table::Replay,
};

use super::panics;

/// The table whose journal it is.
const TABLE: &str = "1";

/// Room for all of it.
const MAX_BYTES: u64 = 64 * 1_024 * 1_024;

static JOURNAL: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().find_map(|folder| {
        let file = folder.join("tests/journals/in-the-middle.sqlite");
        file.is_file().then_some(file)
    });
    fs::read(file.expect("a journal of ours")).expect("a file")
});

static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| tokio::runtime::Builder::new_current_thread().build().expect("a system that gives what it needs"));

/// Damages it, reads it as a copy, and opens it as the service does.
pub(crate) fn open(damages: &[u8]) {
    let mut bytes = JOURNAL.clone();
    for damage in damages.chunks_exact(4) {
        let at = u32::from_be_bytes([0, damage[0], damage[1], damage[2]]) as usize;
        let length = bytes.len();
        bytes[at % length] = damage[3];
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("journal.sqlite");
    fs::write(&file, &bytes).expect("room");
    panics::none(|| {
        match Archive::open(&file) {
            Ok(archive) => read(&archive),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
        let opened = Store::open(folder.path(), &[TABLE.to_owned()], MAX_BYTES);
        let (store, tables) = match opened {
            Ok(opened) => opened,
            // That of a newer version is left alone; whatever else is there, the service begins.
            Err(error) => return assert!(matches!(error, StoreError::Newer { .. }), "{error}"),
        };
        let kept = RUNTIME.block_on(tables[0].journal.kept());
        if let Some(game) = &kept.game {
            replay(game);
        }
        drop(tables);
        store.close();
        if let Ok(archive) = Archive::open(folder.path()) {
            read(&archive);
        }
    });
}

fn read(archive: &Archive) {
    let _ = archive.tables();
    let _ = archive.records_after(TABLE, 3, 100);
    for line in archive.games().unwrap_or_default() {
        if let Ok(Some(game)) = archive.game(&line.id) {
            replay(&game);
        }
    }
}

/// What is left of the log is replayed as far as it is one.
fn replay(game: &KeptGame) {
    let log = [&game.header].into_iter().chain(&game.events).map(|line| format!("{line}\n")).collect::<String>();
    let _ = Replay::default().run(log.as_bytes(), &mut |_| Ok(()));
}
