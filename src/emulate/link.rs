//! The symbolic link under which an emulated board is found.

use std::{
    fs, io,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
};

use super::error::PtyError;

/// Where the kernel keeps pseudo-terminals.
const TERMINALS: &str = "/dev/pts";

/// A symbolic link to a pseudo-terminal, removed at the end.
#[derive(Debug)]
pub(super) struct Link {
    path: PathBuf,
    port: PathBuf,
}

impl Link {
    /// Makes the link. A link to a pseudo-terminal that is gone, left behind by an earlier run, is replaced; anything
    /// else that stands there is not.
    pub(super) fn make(path: &Path, port: &Path) -> Result<Link, PtyError> {
        let failed = |source: io::Error| PtyError::Link { path: path.to_owned(), source };
        match fs::symlink_metadata(path) {
            Ok(found) if found.is_symlink() => {
                let target = fs::read_link(path).map_err(failed)?;
                // A terminal of that number that we have just been given is not the old one.
                let stale = target.starts_with(TERMINALS) && (target == port || !target.exists());
                if !stale {
                    return Err(PtyError::LinkInUse { path: path.to_owned(), target });
                }
                fs::remove_file(path).map_err(failed)?;
            }
            Ok(_) => return Err(PtyError::Occupied { path: path.to_owned() }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(failed(error)),
        }
        symlink(port, path).map_err(failed)?;
        Ok(Link { path: path.to_owned(), port: port.to_owned() })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        // Whatever took its place meanwhile is not ours.
        if fs::read_link(&self.path).is_ok_and(|target| target == self.port)
            && let Err(error) = fs::remove_file(&self.path)
        {
            tracing::warn!(path = %self.path.display(), %error, "The link to the emulated board stays behind.");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_made_and_removed_at_the_end() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("board");
        let link = Link::make(&path, Path::new("/dev/pts/1")).expect("a link");
        assert_eq!(fs::read_link(link.path()).expect("a link"), Path::new("/dev/pts/1"));
        drop(link);
        assert!(fs::symlink_metadata(&path).is_err());
    }

    #[test]
    fn only_a_link_to_a_terminal_that_is_gone_is_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("board");
        symlink("/dev/pts/99999999", &path).expect("a link");
        drop(Link::make(&path, Path::new("/dev/pts/1")).expect("the stale link is replaced"));
        symlink("/dev/null", &path).expect("a link");
        let error = Link::make(&path, Path::new("/dev/pts/1")).expect_err("a link elsewhere is kept").to_string();
        assert!(error.contains("/dev/null"), "{error}");
        fs::remove_file(&path).expect("the link goes");
        fs::write(&path, "").expect("a file");
        let error = Link::make(&path, Path::new("/dev/pts/1")).expect_err("a file is kept").to_string();
        assert!(error.contains("board"), "{error}");
        let error = Link::make(&folder.path().join("none/board"), Path::new("/dev/pts/1")).expect_err("no folder");
        assert!(matches!(error, PtyError::Link { .. }), "{error}");
    }

    #[test]
    fn what_has_taken_the_links_place_is_left_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("board");
        let link = Link::make(&path, Path::new("/dev/pts/1")).expect("a link");
        fs::remove_file(&path).expect("the link goes");
        symlink("/dev/pts/2", &path).expect("another link");
        drop(link);
        assert!(fs::symlink_metadata(&path).is_ok());
    }
}
