//! Passwords: argon2id, beside the runtime's threads, few at once.

use std::sync::Arc;

use argon2::{
    Argon2, PasswordHash, PasswordHasher, PasswordVerifier,
    password_hash::{Salt, SaltString},
};
use tokio::{sync::Semaphore, task::spawn_blocking};

use super::secrets;

/// How many are worked out at once: each takes 19 MiB and a processor for a tenth of a second, on small computers more.
const AT_ONCE: usize = 2;

/// Salt of a password that is checked against nothing, so that names which there are cannot be told by the time it takes.
const NO_SALT: &str = "bm8gc3VjaCBhY2NvdW50IA";

/// Works passwords out.
#[derive(Debug, Clone)]
pub(crate) struct Passwords {
    places: Arc<Semaphore>,
}

impl Passwords {
    pub(crate) fn new() -> Passwords {
        Passwords { places: Arc::new(Semaphore::new(AT_ONCE)) }
    }

    /// What a password is to be checked against, as a PHC string. `None` where it cannot be worked out.
    pub(super) async fn hash(&self, password: String) -> Option<String> {
        let salt = SaltString::encode_b64(&secrets::salt()?).ok()?;
        self.work(move || hash(&password, salt.as_salt())).await?
    }

    /// Whether a password is the one; against nothing it is not, and that takes as long.
    pub(super) async fn is_right(&self, password: String, hashed: Option<String>) -> bool {
        let check = move || match hashed.as_deref().map(PasswordHash::new) {
            Some(Ok(hashed)) => Argon2::default().verify_password(password.as_bytes(), &hashed).is_ok(),
            Some(Err(_)) | None => {
                let _ = Salt::from_b64(NO_SALT).ok().and_then(|salt| hash(&password, salt));
                false
            }
        };
        self.work(check).await.unwrap_or(false)
    }

    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        // Never closed; those who wait are served in their order.
        let place = Arc::clone(&self.places).acquire_owned().await.ok()?;
        let done = spawn_blocking(move || {
            let _place = place;
            work()
        });
        done.await.ok()
    }
}

fn hash(password: &str, salt: Salt<'_>) -> Option<String> {
    Some(Argon2::default().hash_password(password.as_bytes(), salt).ok()?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_is_right_only_as_it_was_given() {
        let passwords = Passwords::new();
        let hashed = passwords.hash("correct horse".to_owned()).await.expect("worked out");
        assert!(hashed.starts_with("$argon2id$v=19$") && !hashed.contains("horse"), "{hashed}");
        for (password, right) in [("correct horse", true), ("correct horse ", false), ("", false)] {
            assert_eq!(passwords.is_right(password.to_owned(), Some(hashed.clone())).await, right, "{password:?}");
        }
        assert!(!passwords.is_right("x".to_owned(), None).await);
        assert!(!passwords.is_right("x".to_owned(), Some("no hash".to_owned())).await);
        let other = passwords.hash("correct horse".to_owned()).await;
        assert_ne!(other, Some(hashed), "each has a salt of its own");
    }
}
