//! Secrets that nobody guesses, and what stands for them where they are kept.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::{
    digest,
    rand::{SecureRandom, SystemRandom},
};

use crate::hall::accounts::session::Digest;

/// Bytes by chance.
///
/// # Errors
/// `None` where the system gives none.
fn random<const N: usize>() -> Option<[u8; N]> {
    let mut bytes = [0; N];
    SystemRandom::new().fill(&mut bytes).ok()?;
    Some(bytes)
}

/// A secret of 256 bits as text for cookies, links and headers; `None` where the system has no chance to give.
pub(crate) fn secret() -> Option<String> {
    Some(URL_SAFE_NO_PAD.encode(random::<32>()?))
}

/// A name of 96 bits, which is no secret.
pub(crate) fn name() -> Option<String> {
    Some(URL_SAFE_NO_PAD.encode(random::<12>()?))
}

/// A number by chance, which is no secret; 0 where the system has no chance to give.
pub(crate) fn chance() -> u32 {
    random().map_or(0, u32::from_ne_bytes)
}

/// Salt for a password.
pub(super) fn salt() -> Option<[u8; 16]> {
    random()
}

/// What stands for a secret.
pub(crate) fn digest(secret: &str) -> Digest {
    let found = digest::digest(&digest::SHA256, secret.as_bytes());
    let mut bytes = [0; 32];
    bytes.copy_from_slice(found.as_ref());
    Digest(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_differ_and_digests_are_sha_256() {
        let [one, two] = [secret(), secret()].map(|secret| secret.expect("chance"));
        assert_ne!(one, two);
        assert_eq!(one.len(), 43);
        // FIPS 180-2, appendix B.1.
        let abc = digest("abc").0;
        assert_eq!(abc[..4], [0xba, 0x78, 0x16, 0xbf]);
        assert_eq!(abc[28..], [0xf2, 0x00, 0x15, 0xad]);
    }
}
