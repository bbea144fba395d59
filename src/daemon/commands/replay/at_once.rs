//! Recordings replayed several at once, a core each: none knows of another, and their records are written in the order
//! in which the recordings stand.
//!
//! One thread reads and cuts, the workers replay, and the caller's thread writes. Every channel between them has a
//! bound: whoever is ahead waits. Nobody waits for ever: a recording has been read to its end before the next is
//! announced, and workers take them up in their order.

use std::{
    any::Any,
    fs::File,
    io::{self, BufRead, BufReader, Read, Write},
    num::NonZero,
    panic::{self, AssertUnwindSafe},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
};

use crate::{
    daemon::{
        Error,
        progress::{SharedProgress, Watched},
    },
    game::record::Record,
    table::{MAX_LINE, begins_log},
};

/// Bytes of a file that are read before they are passed on.
const READ: usize = 64 * 1_024;

/// Bytes of records gathered before they are passed on: those of a game, so that nobody is woken more often than once for
/// each.
const WRITTEN: usize = 256 * 1_024;

/// Room for a last record among them, in bytes; only records of long games need more.
const ROOM: usize = 2 * 1_024;

/// Most pieces that a recording is read ahead of its worker: a long game, so that the next can begin to be read.
const MAX_READ: usize = 8;

/// Most pieces that a recording's records wait to be written: those of a long game, so that its worker can go on.
const MAX_WRITTEN: usize = 8;

/// Most workers; more cores than that wait for the writing.
const MAX_WORKERS: usize = 16;

/// Most recordings for each worker that have begun to be read: the others go on with short games while one has a long
/// one.
const MAX_BEGUN: usize = 8;

/// Where a new recording begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cut {
    /// With each file.
    Files,
    /// With each header of an event log, too.
    Logs,
}

/// A recording.
#[derive(Debug)]
pub(super) struct Part {
    /// The name of its file.
    pub(super) name: String,
    /// The number of its first line there, from 1.
    pub(super) first_line: usize,
    /// Its lines.
    pub(super) input: Fed,
}

/// Takes a record; fails where it cannot be written.
pub(super) type Emit<'a> = dyn FnMut(&Record) -> io::Result<()> + 'a;

/// What comes of a recording, in this order.
enum Piece {
    /// Records, a JSON object a line.
    Records(Vec<u8>),
    /// The last of them, and how it ended; nothing more comes.
    End(Vec<u8>, Result<(), Error>),
    /// Its worker has panicked.
    Panicked(Box<dyn Any + Send>),
}

/// A recording on its way to a worker.
struct Job {
    part: Part,
    pieces: SyncSender<Piece>,
}

/// Opens the files, standard input for `-` and where there are none, and writes the records that `replay` makes of each
/// recording in them, a JSON object a line.
///
/// # Errors
/// [`Error`], of the first recording that cannot be read. What came before it has been written, and nothing behind it.
pub(super) fn replay(
    files: &[PathBuf],
    cut: Cut,
    out: &mut impl Write,
    replay: impl Fn(Part, &mut Emit<'_>) -> Result<(), Error> + Send + Sync + 'static,
) -> Result<(), Error> {
    let files = if files.is_empty() { vec![PathBuf::from("-")] } else { files.to_vec() };
    let count = thread::available_parallelism().map_or(1, NonZero::get).min(MAX_WORKERS);
    let (jobs, waiting) = sync_channel(count);
    let (order, parts) = sync_channel(count * MAX_BEGUN);
    let (waiting, replay) = (Arc::new(Mutex::new(waiting)), Arc::new(replay));
    let workers = (0..count).map(|_| {
        let (waiting, replay) = (Arc::clone(&waiting), Arc::clone(&replay));
        start(move || work(&waiting, &*replay))
    });
    // Fewer will do.
    let workers: Vec<Result<(), Error>> = workers.collect();
    if workers.iter().all(Result::is_err) {
        return workers.into_iter().next().unwrap_or(Ok(()));
    }
    let progress = SharedProgress::new();
    let shown = progress.clone();
    start(move || {
        let mut cutter = Cutter { cut, jobs, order, progress, lines: 0, to: None };
        // Nobody takes more of it: an error was met, which is told in its turn.
        let _ = files.iter().try_for_each(|path| cutter.file(path));
    })?;
    let written = write(&parts, out);
    shown.end();
    written
}

/// Starts a thread that nobody waits for: at the command's end it may still wait for input.
fn start(act: impl FnOnce() + Send + 'static) -> Result<(), Error> {
    thread::Builder::new().spawn(act).map(drop).map_err(Error::Runtime)
}

/// Writes what comes of the recordings, one after the other.
fn write(parts: &Receiver<Receiver<Piece>>, out: &mut impl Write) -> Result<(), Error> {
    for pieces in parts {
        loop {
            match pieces.recv() {
                Ok(Piece::Records(lines)) => out.write_all(&lines).map_err(Error::Output)?,
                Ok(Piece::End(lines, outcome)) => {
                    out.write_all(&lines).map_err(Error::Output)?;
                    out.flush().map_err(Error::Output)?;
                    break outcome?;
                }
                Ok(Piece::Panicked(why)) => panic::resume_unwind(why),
                Err(_) => return Err(Error::Runtime(io::Error::other("a worker is gone"))),
            }
        }
    }
    Ok(())
}

/// Replays recordings, as long as there are any.
fn work(waiting: &Mutex<Receiver<Job>>, replay: &dyn Fn(Part, &mut Emit<'_>) -> Result<(), Error>) {
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
    while let Ok(Job { part, pieces }) = next() {
        let mut lines = Vec::with_capacity(WRITTEN);
        let pass_on = |lines: &mut Vec<u8>| {
            let piece = Piece::Records(std::mem::replace(lines, Vec::with_capacity(WRITTEN)));
            pieces.send(piece).map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))
        };
        // The writer's thread goes on with the panic, in its turn.
        let outcome = panic::catch_unwind(AssertUnwindSafe(|| {
            replay(part, &mut |record| {
                serde_json::to_writer(&mut lines, record)?;
                lines.push(b'\n');
                if lines.len() + ROOM > WRITTEN { pass_on(&mut lines) } else { Ok(()) }
            })
        }));
        let is_taken = match outcome {
            Ok(outcome) => pieces.send(Piece::End(lines, outcome)),
            Err(why) => pieces.send(Piece::Records(lines)).and_then(|()| pieces.send(Piece::Panicked(why))),
        };
        // Where nobody takes it, it is because of an error before, or because nobody reads the output.
        if is_taken.is_err() {
            return;
        }
    }
}

/// Nobody takes any more.
struct Unwanted;

/// Reads files and cuts them into recordings.
struct Cutter {
    cut: Cut,
    jobs: SyncSender<Job>,
    order: SyncSender<Receiver<Piece>>,
    progress: SharedProgress,
    /// Lines read of the file.
    lines: usize,
    /// Where the lines of the recording go that is being read.
    to: Option<SyncSender<io::Result<Vec<u8>>>>,
}

impl Cutter {
    fn file(&mut self, path: &Path) -> Result<(), Unwanted> {
        let shown = path.display().to_string();
        let read = if path == Path::new("-") {
            let name = "standard input";
            self.read(name, Watched::by(io::stdin(), name, None, self.progress.clone()))
        } else {
            match File::open(path) {
                Ok(file) => {
                    let size = file.metadata().ok().map(|found| found.len());
                    self.read(&shown, Watched::by(file, &shown, size, self.progress.clone()))
                }
                Err(source) => self.cannot_be_read(Error::File { file: shown, source }),
            }
        };
        // By this the worker knows that it is at the end.
        self.to = None;
        read
    }

    /// Tells it in its turn.
    fn cannot_be_read(&mut self, error: Error) -> Result<(), Unwanted> {
        let (pieces, written) = sync_channel(1);
        self.order.send(written).map_err(|_| Unwanted)?;
        pieces.send(Piece::End(Vec::new(), Err(error))).map_err(|_| Unwanted)
    }

    /// What comes now belongs to a new recording.
    fn begin(&mut self, name: &str) -> Result<(), Unwanted> {
        let (to, from) = sync_channel(MAX_READ);
        let (pieces, written) = sync_channel(MAX_WRITTEN);
        self.to = Some(to);
        self.order.send(written).map_err(|_| Unwanted)?;
        let input = Fed { from, piece: Vec::new(), at: 0 };
        let part = Part { name: name.to_owned(), first_line: self.lines + 1, input };
        self.jobs.send(Job { part, pieces }).map_err(|_| Unwanted)
    }

    fn read(&mut self, name: &str, input: impl Read) -> Result<(), Unwanted> {
        let mut input = BufReader::with_capacity(READ, input);
        self.lines = 0;
        self.begin(name)?;
        let mut piece = Vec::new();
        loop {
            let begin = piece.len();
            // Longer than any line that is read, so that it is refused as too long.
            let read = Read::take(&mut input, MAX_LINE as u64 + 1).read_until(b'\n', &mut piece);
            match read {
                Ok(0) => return self.feed(Ok(piece)),
                Ok(_) => {
                    if self.cut == Cut::Logs && self.lines > 0 && begins_log(&piece[begin..]) {
                        let next = piece.split_off(begin);
                        self.feed(Ok(piece))?;
                        self.begin(name)?;
                        piece = next;
                    }
                    self.lines += 1;
                    // No line waits for what is still to come.
                    if piece.len() >= READ || !input.buffer().contains(&b'\n') {
                        self.feed(Ok(std::mem::take(&mut piece)))?;
                    }
                }
                Err(error) => {
                    self.feed(Ok(piece))?;
                    return self.feed(Err(error));
                }
            }
        }
    }

    fn feed(&self, piece: io::Result<Vec<u8>>) -> Result<(), Unwanted> {
        self.to.as_ref().map_or(Ok(()), |to| to.send(piece).map_err(|_| Unwanted))
    }
}

/// The lines of a recording, as they are read.
#[derive(Debug)]
pub(super) struct Fed {
    from: Receiver<io::Result<Vec<u8>>>,
    piece: Vec<u8>,
    /// How much of the piece is used.
    at: usize,
}

impl BufRead for Fed {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.at == self.piece.len() {
            match self.from.recv() {
                Ok(piece) => (self.piece, self.at) = (piece?, 0),
                Err(_) => return Ok(&[]),
            }
        }
        Ok(&self.piece[self.at..])
    }

    fn consume(&mut self, amount: usize) {
        self.at += amount;
    }
}

impl Read for Fed {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(out)?;
        self.consume(count);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::{daemon::commands::replay::replay_log, table::Replay};

    /// What a replay of one log after the other gives, and where it ends before the end.
    fn one_by_one(text: &[u8]) -> (Vec<u8>, Option<String>) {
        let mut lines = Vec::new();
        let outcome = Replay::default().run(text, &mut |record| {
            serde_json::to_writer(&mut lines, record)?;
            lines.push(b'\n');
            Ok(())
        });
        (lines, outcome.err().map(|error| error.to_string()))
    }

    fn at_once(files: &[PathBuf]) -> (Vec<u8>, Option<String>) {
        let mut lines = Vec::new();
        let outcome = replay(files, Cut::Logs, &mut lines, replay_log);
        (lines, outcome.err().map(|error| error.to_string()))
    }

    /// The worked cases, each with its events on lines of their own, too.
    fn logs() -> String {
        let laws =
            fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scenarios/laws.jsonl")).expect("ours");
        let mut text = String::new();
        for line in laws.lines().step_by(2) {
            let mut log: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let header = log.as_object_mut().expect("a header");
            let events = header.remove("events").expect("events");
            text += &format!("{line}\n\n{log}\n");
            for event in events.as_array().into_iter().flatten() {
                text += &format!("{event}\n");
            }
        }
        text
    }

    #[test]
    fn several_at_once_come_out_as_one_after_the_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).expect("room");
            path
        };
        let text = logs();
        let good = file("good", &text);
        let (lines, none) = one_by_one(text.as_bytes());
        assert!(lines.len() > 3 * WRITTEN && text.len() > 3 * READ, "there is something to cut");
        assert_eq!(none, None);
        assert!(at_once(std::slice::from_ref(&good)) == (lines.clone(), None), "the same bytes");

        // Where something is wrong, all before it is written, nothing behind it, and the place is told.
        let (first, second) = text.split_at(text.match_indices('\n').nth(text.lines().count() / 2).expect("lines").0);
        for wrong in
            ["\n{\"log\": \"touchmove/1\", \"fen\": 7}", "\nx", "\n{\"log\":\"touchmove/7\"", "\n{\"t_ms\":-1}"]
        {
            let text = format!("{first}{wrong}{second}");
            let (lines, why) = one_by_one(text.as_bytes());
            let wrong = file("wrong", &text);
            let (found, told) = at_once(&[wrong.clone(), good.clone()]);
            assert!(found == lines, "{why:?}");
            let place = format!("{}, {}", wrong.display(), why.expect("it is wrong"));
            assert_eq!(told, Some(place));
        }

        let (twice, told) = at_once(&[good.clone(), good, folder.path().join("none")]);
        assert!(twice == [&lines[..], &lines].concat(), "file after file");
        assert!(told.is_some_and(|why| why.contains("none cannot be read")));
    }

    #[test]
    fn each_log_is_a_recording_of_its_own() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("logs");
        let text = logs();
        fs::write(&path, &text).expect("room");
        let found = Arc::new(Mutex::new(Vec::new()));
        let parts = Arc::clone(&found);
        let replayed = replay(&[path], Cut::Logs, &mut io::sink(), move |mut part, _| {
            io::copy(&mut part.input, &mut io::sink()).map_err(Error::Output)?;
            parts.lock().expect("nobody panics").push(part.first_line);
            Ok(())
        });
        replayed.expect("files");
        let mut found = std::mem::take(&mut *found.lock().expect("nobody panics"));
        found.sort_unstable();
        let headers = (1..).zip(text.lines()).filter(|(_, line)| line.contains("\"log\":")).map(|(number, _)| number);
        assert_eq!(found, headers.collect::<Vec<usize>>());
    }

    #[test]
    fn a_log_without_a_header_is_told_with_its_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log");
        fs::write(&path, "\n{\"t_ms\":1,\"ev\":\"lift\",\"sq\":\"e2\"}\n{\"log\":\"touchmove/1\"}\n").expect("room");
        let (lines, told) = at_once(&[path]);
        assert!(lines.is_empty() && told.is_some_and(|why| why.contains("line 2")));
    }
}
