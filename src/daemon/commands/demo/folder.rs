//! A folder of one's own, gone afterwards.

use std::{
    env, fs, io,
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
};

use crate::daemon::Error;

/// How many names are tried.
const MAX_TRIES: u32 = 100;

/// A folder under the system's one for temporary files, removed with all that is in it when it is dropped.
#[derive(Debug)]
pub(super) struct Folder(PathBuf);

impl Folder {
    /// Makes one that only this user can enter.
    pub(super) fn make() -> Result<Folder, Error> {
        let named = |end: &str| env::temp_dir().join(format!("touchmove-demo-{}{end}", std::process::id()));
        let mut path = named("");
        // A demo that was killed has left its folder behind, and process numbers come round again.
        for again in 1.. {
            match fs::DirBuilder::new().mode(0o700).create(&path) {
                Ok(()) => break,
                Err(source) if source.kind() == io::ErrorKind::AlreadyExists && again < MAX_TRIES => {
                    path = named(&format!("-{again}"));
                }
                Err(source) => return Err(Error::Folder { folder: path, source }),
            }
        }
        Ok(Folder(path))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left is the system's to clear away.
        let _ = fs::remove_dir_all(&self.0);
    }
}
