//! What a board's codec has learnt, kept in the state folder: a small text file for each table and kind of board.

use std::{
    fs::{self, File},
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

/// Largest file read, in bytes; codecs keep a few kilobytes.
const MAX_FILE: u64 = 65_536;

/// The file of one table for one kind of board: `<state_dir>/boards/<kind>-<table>.toml`.
///
/// It belongs to the table because some boards have no serial number of their own by which to know them again.
#[derive(Debug)]
pub(crate) struct Memory {
    file: PathBuf,
}

impl Memory {
    pub(crate) fn new(state_dir: &Path, kind: &str, table: &str) -> Memory {
        Memory { file: state_dir.join("boards").join(format!("{kind}-{table}.toml")) }
    }

    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    /// What was kept; `None` where nothing was.
    pub(crate) fn recall(&self) -> io::Result<Option<String>> {
        let file = match File::open(&self.file) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let mut text = String::new();
        file.take(MAX_FILE).read_to_string(&mut text)?;
        Ok(Some(text))
    }

    /// Keeps a text in place of what was kept before; a power cut leaves the one or the other.
    ///
    /// The disk is waited for: that happens before a game, not in one.
    pub(crate) fn keep(&self, text: &str) -> io::Result<()> {
        if let Some(folder) = self.file.parent() {
            fs::create_dir_all(folder)?;
        }
        let new = self.file.with_extension("toml.new");
        let mut file = File::create(&new)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(new, &self.file)
    }

    /// Moves a file that cannot be used out of the way, so that nothing in it is lost; gives its new name.
    pub(crate) fn set_aside(&self) -> io::Result<PathBuf> {
        let aside = self.file.with_extension("toml.unreadable");
        fs::rename(&self.file, &aside)?;
        Ok(aside)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_last_is_recalled_and_what_is_set_aside_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let memory = Memory::new(folder.path(), "certabo", "1");
        assert_eq!(memory.recall().expect("no error"), None);
        memory.keep("a").expect("writable");
        memory.keep("b").expect("writable");
        assert_eq!(memory.recall().expect("readable").as_deref(), Some("b"));
        assert_eq!(Memory::new(folder.path(), "certabo", "2").recall().expect("no error"), None);
        let aside = memory.set_aside().expect("it is there");
        assert_eq!(fs::read_to_string(aside).expect("kept"), "b");
        assert_eq!(memory.recall().expect("no error"), None);
    }
}
