//! What readers on other computers must show.

use std::path::{Path, PathBuf};

use crate::publish::secret::{self, Secret, SecretError};

/// Shortest and longest token, in characters. 16 letters and digits nobody guesses.
const LENGTH: (usize, usize) = (16, 256);

/// What readers on other computers must show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token(pub(super) Secret);

/// Why a token cannot be used. Tells nothing of it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TokenError {
    /// It is too easily guessed, or cannot stand in a cookie.
    #[error("{}: expected 16 to 256 letters, digits, hyphens or underscores on the first line", path.display())]
    Form {
        /// The file.
        path: PathBuf,
    },
    /// The file cannot be read, or not be trusted.
    #[error(transparent)]
    Unusable(#[from] SecretError),
}

impl Token {
    /// Reads the first line of a file.
    ///
    /// # Errors
    /// [`TokenError`], naming the file.
    pub fn load(path: &Path) -> Result<Token, TokenError> {
        let text = secret::read(path)?;
        let token = text.lines().next().unwrap_or_default().trim();
        let is_good = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        if token.len() < LENGTH.0 || token.len() > LENGTH.1 || !token.bytes().all(is_good) {
            return Err(TokenError::Form { path: path.to_owned() });
        }
        Ok(Token(Secret::new(token.to_owned())))
    }
}
