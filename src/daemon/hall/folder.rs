//! Rounds as files: each written whole under another name and renamed, only where it is another.
//!
//! Programs that watch a folder may miss a change that comes while they are sending the one before, so what has changed is
//! written once more some seconds later. A folder that is away or full is told once, and tried until all is there.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use tokio::{
    sync::watch,
    task::spawn_blocking,
    time::{Instant, sleep_until},
};
use tracing::{error, info, warn};

use super::standing::{Standing, Turn};
use crate::broadcast::{Kind, Texts};

/// After this a changed file is written again.
const AGAIN: Duration = Duration::from_secs(4);

/// How often it is looked whether all files are there.
const LOOK: Duration = Duration::from_secs(5);

/// What a file is called until it is whole: no program takes it for a game.
const PART: &str = ".part";

/// The folder's files.
#[derive(Debug)]
struct Files {
    folder: PathBuf,
    /// What its texts are written in; another output may have the same folder.
    kind: Kind,
    /// What was written last, by address, and when it is to be written again.
    written: BTreeMap<String, Written>,
    /// Folders of rounds in which it was looked for games of before.
    tidied: BTreeSet<PathBuf>,
}

#[derive(Debug)]
struct Written {
    tag: String,
    bytes: u64,
    again: Option<Instant>,
}

/// Keeps the texts in a folder until there are no more to come.
pub(super) async fn keep(folder: PathBuf, kind: Kind, mut texts: watch::Receiver<Arc<Texts>>, standing: Standing) {
    let mut files = Files { folder: folder.clone(), kind, written: BTreeMap::new(), tidied: BTreeSet::new() };
    loop {
        let is_last = texts.has_changed().is_err();
        let now_texts = Arc::clone(&texts.borrow_and_update());
        let done = spawn_blocking(move || {
            let done = files.write(&now_texts, Instant::now());
            (files, done)
        });
        let done = match done.await {
            Ok((back, done)) => {
                files = back;
                done
            }
            Err(error) => {
                error!(%error, "The broadcast's files failed, which is a bug: none is written any more.");
                return;
            }
        };
        tell(&folder, done, &standing);
        if is_last {
            return;
        }
        let look = Instant::now() + LOOK;
        let wake = files.written.values().filter_map(|written| written.again).min().map_or(look, |at| at.min(look));
        tokio::select! {
            _ = texts.changed() => {}
            () = sleep_until(wake) => {}
        }
    }
}

/// Says once that it fails, and once that all is there again.
fn tell(folder: &Path, done: io::Result<()>, standing: &Standing) {
    let trouble = done.err().map(|error| error.to_string());
    match standing.is(trouble.as_deref()) {
        Turn::Down => {
            warn!(folder = %folder.display(), trouble, "The broadcast's files cannot be written; it is tried again.");
        }
        Turn::First => info!(folder = %folder.display(), "The broadcast's files are written."),
        Turn::None => {}
        Turn::Up => info!(folder = %folder.display(), "The broadcast's files are all there again."),
    }
}

impl Files {
    /// Writes what is missing or another. One file that fails keeps none of the others from being written.
    fn write(&mut self, texts: &Texts, now: Instant) -> io::Result<()> {
        if !self.folder.is_dir() {
            let kind = io::ErrorKind::NotFound;
            return Err(io::Error::new(kind, format!("{}: there is no such folder", self.folder.display())));
        }
        let mut failed = Ok(());
        for (address, text) in texts.iter().filter(|(_, text)| text.is_file) {
            let path = self.folder.join(address);
            let bytes = u64::try_from(text.body.len()).unwrap_or(u64::MAX);
            let again = match self.written.get(address) {
                Some(written) if written.tag == text.tag => {
                    let is_there = fs::metadata(&path).is_ok_and(|file| file.len() == written.bytes);
                    if is_there && written.again.is_none_or(|again| now < again) {
                        continue;
                    }
                    None
                }
                // A file of an earlier run that is the same is left alone.
                None if fs::read(&path).is_ok_and(|there| there == text.body.as_bytes()) => {
                    self.written.insert(address.to_owned(), Written { tag: text.tag.clone(), bytes, again: None });
                    continue;
                }
                Some(_) | None => Some(now + AGAIN),
            };
            match write_whole(&path, text.body.as_bytes()) {
                Ok(()) => {
                    self.written.insert(address.to_owned(), Written { tag: text.tag.clone(), bytes, again });
                }
                Err(error) => {
                    self.written.remove(address);
                    failed = Err(io::Error::new(error.kind(), format!("{}: {error}", path.display())));
                }
            }
        }
        let gone: Vec<String> = self.written.keys().filter(|address| texts.get(address).is_none()).cloned().collect();
        for address in gone {
            match fs::remove_file(self.folder.join(&address)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => failed = Err(error),
                Ok(()) | Err(_) => drop(self.written.remove(&address)),
            }
        }
        self.tidy(texts);
        failed
    }

    /// Takes away games of boards that an earlier run knew and this one does not.
    fn tidy(&mut self, texts: &Texts) {
        let rounds = texts.iter().filter(|(_, text)| text.is_file).filter_map(|(address, _)| address.rsplit_once('/'));
        let rounds: BTreeSet<&str> = rounds.map(|(round, _)| round).collect();
        for round in rounds {
            let folder = self.folder.join(round);
            if self.tidied.contains(&folder) {
                continue;
            }
            let Ok(entries) = fs::read_dir(&folder) else { continue };
            for entry in entries.flatten() {
                let name = entry.file_name();
                let Some(name) = name.to_str().filter(|name| is_of_ours(name, self.kind)) else { continue };
                if texts.get(&format!("{round}/{name}")).is_none() {
                    // Who may not take it away is told where he may not write.
                    let _ = fs::remove_file(entry.path());
                }
            }
            self.tidied.insert(folder);
        }
    }
}

/// Whether a file is called as a game of ours, or one that was not whole yet.
fn is_of_ours(name: &str, kind: Kind) -> bool {
    let end = match kind {
        Kind::Json => ".json",
        Kind::Pgn => ".pgn",
    };
    let number = name.strip_prefix("game-").and_then(|rest| rest.strip_suffix(end));
    let is_game = number.is_some_and(|number| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()));
    is_game || name.starts_with('.') && name.ends_with(&format!("{end}{PART}"))
}

fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name().and_then(|name| name.to_str())) else {
        return Err(io::ErrorKind::InvalidFilename.into());
    };
    fs::create_dir_all(folder)?;
    let part = folder.join(format!(".{name}{PART}"));
    let written = fs::write(&part, bytes).and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    written
}
