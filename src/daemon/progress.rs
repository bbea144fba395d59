//! How far a long command is, for the person who waits for it.

use std::{
    io::{self, IsTerminal, Read, Write},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// How long a command may take before anything is shown, and how long that stands.
const EVERY: Duration = Duration::from_millis(200);

/// Longest name of a file that is shown, in characters.
const MAX_NAME: usize = 60;

/// One line on the terminal of standard error, written anew again and again, and gone at the end.
///
/// Nothing is shown where standard error is no terminal, nor where standard output is one: it shows itself how far it is.
#[derive(Debug)]
pub(super) struct Progress {
    /// When to show something next; `None` where nobody watches.
    due: Option<Instant>,
    is_shown: bool,
}

impl Progress {
    pub(super) fn new() -> Progress {
        let is_watched = io::stderr().is_terminal() && !io::stdout().is_terminal();
        Progress { due: is_watched.then(|| Instant::now() + EVERY), is_shown: false }
    }

    /// Shows this, unless the last was shown only just now.
    pub(super) fn tell(&mut self, text: impl FnOnce() -> String) {
        let now = Instant::now();
        if self.due.is_some_and(|due| due <= now) {
            self.due = Some(now + EVERY);
            self.is_shown = true;
            // Nobody need read it.
            let _ = write!(io::stderr(), "\r{}\x1b[K", super::plain(&text()));
        }
    }
}

impl Progress {
    /// Shows nothing any more.
    fn end(&mut self) {
        self.due = None;
        if std::mem::take(&mut self.is_shown) {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}

/// Progress that somebody else may end. Clones are the same.
#[derive(Debug, Clone)]
pub(super) struct SharedProgress(Arc<Mutex<Progress>>);

impl SharedProgress {
    pub(super) fn new() -> SharedProgress {
        SharedProgress(Arc::new(Mutex::new(Progress::new())))
    }

    /// Shows nothing any more, whoever still tells anything.
    pub(super) fn end(&self) {
        self.progress().end();
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        // It is whole, whoever failed while he held it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A source that is read, with how far that is.
#[derive(Debug)]
pub(super) struct Watched<R> {
    source: R,
    name: String,
    progress: SharedProgress,
    read: u64,
    /// Bytes of the whole, where that is known.
    size: Option<u64>,
}

impl<R: Read> Watched<R> {
    pub(super) fn new(source: R, name: &str, size: Option<u64>) -> Watched<R> {
        Watched::by(source, name, size, SharedProgress::new())
    }

    /// Read as part of something longer, whose progress this is.
    pub(super) fn by(source: R, name: &str, size: Option<u64>, progress: SharedProgress) -> Watched<R> {
        let size = size.filter(|size| *size > 0);
        // One line of a terminal is short.
        let name = name.rsplit('/').next().unwrap_or_default().chars().take(MAX_NAME).collect();
        Watched { source, name, progress, read: 0, size }
    }
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(out)?;
        // What was read before is done with by now, but for little.
        let (name, read) = (&self.name, self.read);
        self.progress.progress().tell(|| match self.size {
            Some(size) => format!("{name}: {} %", (read * 100 / size).min(100)),
            None => format!("{name}: {} kB", read / 1_000),
        });
        self.read += count as u64;
        Ok(count)
    }
}
