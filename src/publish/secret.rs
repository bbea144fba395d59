//! Secrets: read from files that others cannot read, compared in constant time, never shown.

use std::{
    fmt, fs,
    io::{self, Read},
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::rand::{SecureRandom, SystemRandom};
use subtle::ConstantTimeEq;

/// Longest file of secrets read, in bytes.
const MAX_BYTES: u64 = 65_536;

/// Rights of those who are neither owner nor group.
const OTHERS: u32 = 0o007;

/// A password or token. Neither its text nor its length can be seen.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

/// Why a file of secrets cannot be used. Tells nothing of what is in it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SecretError {
    /// Anybody on this computer may read or change it.
    #[error("{}: everybody may use this file (mode {mode:o}); chmod o-rwx would keep it secret", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// Its mode.
        mode: u32,
    },
    /// It is longer than any such file.
    #[error("{}: longer than {MAX_BYTES} bytes", path.display())]
    TooLong {
        /// The file.
        path: PathBuf,
    },
    /// It cannot be read, or is no text.
    #[error("{}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl Secret {
    /// Keeps a text secret.
    #[must_use]
    pub fn new(text: String) -> Secret {
        Secret(text)
    }

    /// A new one of 256 bits that nobody guesses; `None` where the system has no chance to give.
    #[must_use]
    pub fn by_chance() -> Option<Secret> {
        let mut bytes = [0; 32];
        SystemRandom::new().fill(&mut bytes).ok()?;
        Some(Secret(URL_SAFE_NO_PAD.encode(bytes)))
    }

    /// Whether this is it. The time that takes tells at most the length.
    #[must_use]
    pub fn is(&self, guess: &[u8]) -> bool {
        self.0.as_bytes().ct_eq(guess).into()
    }

    /// The text itself, for the library that sends it.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// The text of a file of secrets.
///
/// # Errors
/// [`SecretError`], naming the file.
pub(crate) fn read(path: &Path) -> Result<String, SecretError> {
    let unreadable = |source| SecretError::Unreadable { path: path.to_owned(), source };
    let file = fs::File::open(path).map_err(unreadable)?;
    let mode = file.metadata().map_err(unreadable)?.mode() & 0o777;
    if mode & OTHERS != 0 {
        return Err(SecretError::Open { path: path.to_owned(), mode });
    }
    let mut text = String::new();
    let read = file.take(MAX_BYTES + 1).read_to_string(&mut text).map_err(unreadable)?;
    if read as u64 > MAX_BYTES {
        return Err(SecretError::TooLong { path: path.to_owned() });
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_file_that_others_can_read_is_refused_without_telling_what_is_in_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("token");
        fs::write(&path, "open sesame\n").expect("written");
        for (mode, good) in [(0o600, true), (0o640, true), (0o644, false), (0o602, false)] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("set");
            let found = read(&path);
            assert_eq!(found.is_ok(), good, "{mode:o}");
            if let Err(error) = found {
                let said = error.to_string();
                assert!(said.contains(&format!("{mode:o}")) && !said.contains("sesame"), "{said}");
            }
        }
        assert!(matches!(read(&folder.path().join("none")), Err(SecretError::Unreadable { .. })));
    }

    #[test]
    fn a_secret_is_only_itself_and_not_shown() {
        let secret = Secret::new("open sesame".to_owned());
        assert!(secret.is(b"open sesame"));
        for guess in ["", "open sesam", "open sesame ", "Open sesame"] {
            assert!(!secret.is(guess.as_bytes()), "{guess}");
        }
        assert_eq!(format!("{secret:?}"), "Secret");
    }
}
