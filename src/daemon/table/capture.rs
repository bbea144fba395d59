//! What comes over a table's wire, kept in a file: written by a thread of its own, for a slow disk must not hold up
//! a game.

use std::{
    fs::{self, File},
    io::{self, BufWriter},
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel},
    thread::JoinHandle,
    time::Duration,
};

use protocols::At;
use tracing::{info, warn};

use crate::serial::capture::{Chunk, Direction, Writer};

/// Most pieces that wait for the disk; a further one ends the capture, for a file with a gap would mislead.
const WAITING: usize = 4_096;

/// Longest time that a piece stays in memory.
const FLUSH: Duration = Duration::from_secs(5);

/// A table's capture file.
#[derive(Debug)]
pub(crate) struct Capture {
    /// `None` when it has ended.
    to: Option<SyncSender<Chunk>>,
    writer: Option<JoinHandle<()>>,
    file: PathBuf,
    began: At,
}

impl Capture {
    /// Begins `dir/<session>.jsonl`, of at most `max_bytes`; made where it is not there.
    pub(crate) fn begin(at: At, dir: &Path, session: &str, max_bytes: u64) -> io::Result<Capture> {
        fs::create_dir_all(dir)?;
        let file = dir.join(format!("{session}.jsonl"));
        let writer = Writer::new(BufWriter::new(File::create_new(&file)?), max_bytes);
        let (to, chunks) = sync_channel(WAITING);
        let name = file.clone();
        let thread = std::thread::Builder::new().name("capture".to_owned());
        let writer = thread.spawn(move || keep(&name, writer, &chunks))?;
        info!(file = %file.display(), "Keeping what comes over the wire.");
        Ok(Capture { to: Some(to), writer: Some(writer), file, began: at })
    }

    /// Keeps a piece.
    pub(crate) fn piece(&mut self, at: At, direction: Direction, bytes: &[u8]) {
        let Some(to) = &self.to else { return };
        match to.try_send(Chunk { t_ms: at.since(self.began), direction, bytes: bytes.to_vec() }) {
            Ok(()) => {}
            Err(error) => {
                if matches!(error, TrySendError::Full(_)) {
                    warn!(file = %self.file.display(), "The disk is too slow: the capture ends here.");
                }
                self.to = None;
            }
        }
    }
}

impl Drop for Capture {
    /// Waits until everything is in the file.
    fn drop(&mut self) {
        self.to = None;
        if let Some(writer) = self.writer.take() {
            // A panic in it has been reported by its own thread.
            let _ = writer.join();
        }
    }
}

/// Writes pieces until there are no more, or the file takes no more.
fn keep(file: &Path, mut writer: Writer<BufWriter<File>>, chunks: &Receiver<Chunk>) {
    let outcome = loop {
        let written = match chunks.recv_timeout(FLUSH) {
            Ok(chunk) => writer.write(&chunk),
            Err(RecvTimeoutError::Timeout) => writer.flush().map(|()| true),
            Err(RecvTimeoutError::Disconnected) => break writer.flush(),
        };
        match written {
            Ok(true) => {}
            Ok(false) => {
                warn!(file = %file.display(), "The capture has reached its largest size and ends here.");
                break writer.flush();
            }
            Err(error) => break Err(error),
        }
    };
    if let Err(error) = outcome {
        warn!(file = %file.display(), %error, "The capture cannot be written and ends here.");
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;
    use crate::serial::capture::{Reader, Spacing};

    #[test]
    fn pieces_are_in_the_file_with_times_from_its_beginning() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = folder.path().join("captures");
        let mut capture = Capture::begin(At(1_000), &dir, "20260131T180500Z-1", 1_000).expect("writable");
        capture.piece(At(1_007), Direction::Tx, &[0x40]);
        capture.piece(At(1_050), Direction::Rx, &[0x8e, 0x00, 0x05, 0x34, 0x00]);
        drop(capture);
        let file = File::open(dir.join("20260131T180500Z-1.jsonl")).expect("it is there");
        let spacing = Spacing { baud: 9_600, pause: Duration::ZERO };
        let chunks: Result<Vec<Chunk>, _> = Reader::new(BufReader::new(file), "capture", spacing).collect();
        let times: Vec<u64> = chunks.expect("readable").iter().map(|chunk| chunk.t_ms).collect();
        assert_eq!(times, [7, 50]);
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_an_error() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        assert!(Capture::begin(At(0), file.path(), "s", 1_000).is_err());
    }
}
