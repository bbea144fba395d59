//! A folder of one's own, gone afterwards.

use std::{
    env, fs,
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
};

use super::Error;

/// A folder under the system's one for temporary files, removed with all that is in it when it is dropped.
#[derive(Debug)]
pub(super) struct Folder(PathBuf);

impl Folder {
    /// Makes one that only this user can enter.
    pub(super) fn make() -> Result<Folder, Error> {
        let path = env::temp_dir().join(format!("touchmove-demo-{}", std::process::id()));
        let made = fs::DirBuilder::new().mode(0o700).create(&path);
        match made {
            Ok(()) => Ok(Folder(path)),
            Err(source) => Err(Error::Folder { folder: path, source }),
        }
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
