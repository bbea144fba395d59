//! Room kept for the day on which the disk is full: a file that is given up then.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// Size of the file, in bytes: the journal of some five long games.
const BYTES: usize = 4 * 1_024 * 1_024;

/// A file of no use but its size.
#[derive(Debug)]
pub(super) struct Reserve {
    file: PathBuf,
}

impl Reserve {
    /// The reserve in this folder; there may be some from an earlier run.
    pub(super) fn new(folder: &Path) -> Reserve {
        Reserve { file: folder.join("ballast") }
    }

    /// Takes the room, where it is not taken.
    ///
    /// # Errors
    /// The disk has not so much, or fails; then nothing is taken.
    pub(super) fn take(&self) -> io::Result<()> {
        if fs::metadata(&self.file).is_ok_and(|found| found.len() >= BYTES as u64) {
            return Ok(());
        }
        let written = self.write();
        if written.is_err() {
            self.give_up();
        }
        written
    }

    /// Gives the room up; tells whether there was any.
    pub(super) fn give_up(&self) -> bool {
        let there = fs::metadata(&self.file).is_ok_and(|found| found.len() > 0);
        fs::remove_file(&self.file).is_ok() && there
    }

    fn write(&self) -> io::Result<()> {
        let mut file = File::create(&self.file)?;
        // Blocks that are really there: a hole would take no room. Not zeros, which some file systems leave out.
        let block: Vec<u8> = (0..64 * 1_024_u32).map(|index| (index.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        for _ in 0..BYTES / block.len() {
            file.write_all(&block)?;
        }
        file.sync_data()
    }
}
