//! The way to Lichess: one HTTPS request at a time, with a token that goes nowhere else.

use std::{
    error::Error,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use reqwest::{Client, Response, header, redirect};
use rustls::{
    ClientConfig, RootCertStore,
    crypto::ring,
    pki_types::{CertificateDer, pem::PemObject as _},
};

use super::{
    mqtt::settings::SYSTEM_CAS,
    secret::{self, Secret, SecretError},
};
use crate::{
    broadcast::lichess::{Answer, Push, trouble},
    words::Words,
};

/// How long a connection may take.
const CONNECT_WITHIN: Duration = Duration::from_secs(10);

/// How long a request may take with its answer: Lichess itself gives a round ten seconds.
const ANSWER_WITHIN: Duration = Duration::from_secs(20);

/// Longest answer that is read, in bytes: a hundred games with all their tags have a tenth of it.
const MAX_ANSWER: usize = 1_048_576;

/// Longest token, in bytes.
const MAX_TOKEN: usize = 512;

/// Who we are.
const AGENT: &str = concat!("touchmove/", env!("CARGO_PKG_VERSION"));

/// Why Lichess cannot be asked. No variant tells the token.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LichessError {
    /// This computer trusts nobody.
    #[error("this computer keeps no list of certificate authorities")]
    NoAuthorities,
    /// The list of certificate authorities cannot be read.
    #[error("certificate authorities {}: {reason}", path.display())]
    Authorities {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// The library cannot be used.
    #[error("{0}")]
    Client(reqwest::Error),
    /// The TLS library cannot be used.
    #[error("{0}")]
    Tls(#[from] rustls::Error),
    /// The token's file cannot be read, or others can read it.
    #[error("token_file {0}")]
    Secret(#[from] SecretError),
    /// The file's first line is no token.
    #[error("token_file {}: expected a token as the first line", .0.display())]
    Token(PathBuf),
}

/// A way to Lichess.
#[derive(Debug)]
pub(crate) struct Lichess {
    client: Client,
    url: String,
}

/// The token on the first line of a file.
pub(crate) fn token(path: &Path) -> Result<Secret, LichessError> {
    let text = secret::read(path)?;
    let token = text.lines().next().unwrap_or_default().trim();
    let is_token =
        !token.is_empty() && token.len() <= MAX_TOKEN && token.bytes().all(|letter| letter.is_ascii_graphic());
    is_token.then(|| Secret::new(token.to_owned())).ok_or_else(|| LichessError::Token(path.to_owned()))
}

impl Lichess {
    /// A way to Lichess at `url`, which has no path.
    ///
    /// # Errors
    /// [`LichessError`].
    pub(crate) fn new(url: &str) -> Result<Lichess, LichessError> {
        let client = Client::builder()
            .user_agent(AGENT)
            .connect_timeout(CONNECT_WITHIN)
            .timeout(ANSWER_WITHIN)
            // Whoever it leads to would be shown the token.
            .redirect(redirect::Policy::none());
        let client = if url.starts_with("https://") {
            client.https_only(true).tls_backend_preconfigured(tls_config()?)
        } else {
            // It is on this computer, and nothing is encrypted.
            client.no_proxy().tls_backend_preconfigured(with_roots(RootCertStore::empty())?)
        };
        Ok(Lichess { client: client.build().map_err(LichessError::Client)?, url: url.to_owned() })
    }

    /// What Lichess says of a round to everybody; `None` where nothing of it can be had.
    pub(crate) async fn look(&self, round: &str) -> Option<Vec<u8>> {
        let url = format!("{}/api/broadcast/-/-/{round}", self.url);
        let response = self.client.get(url).header(header::ACCEPT, "application/json").send().await.ok()?;
        match answer(response).await {
            Answer::Said { status: 200, body, .. } => Some(body),
            Answer::Said { .. } | Answer::Nothing { .. } | Answer::Unasked { .. } => None,
        }
    }

    /// Makes a request, and gives what came of it.
    pub(crate) async fn push(&self, push: Push, token: &Secret) -> Answer {
        let url = format!("{}/api/broadcast/round/{}/push", self.url, push.round);
        let request = self
            .client
            .post(url)
            .bearer_auth(token.reveal())
            .header(header::CONTENT_TYPE, "text/plain; charset=utf-8")
            .header(header::ACCEPT, "application/json")
            .body(push.body);
        match request.send().await {
            Ok(response) => answer(response).await,
            Err(error) => Answer::Nothing { trouble: why(&error) },
        }
    }
}

async fn answer(mut response: Response) -> Answer {
    let status = response.status().as_u16();
    let retry_after = response.headers().get(header::RETRY_AFTER).and_then(|value| value.to_str().ok());
    let retry_after_s = retry_after.and_then(|value| value.trim().parse().ok());
    let mut body = Vec::new();
    loop {
        match response.chunk().await {
            Ok(Some(chunk)) if body.len() + chunk.len() <= MAX_ANSWER => body.extend_from_slice(&chunk),
            Ok(Some(_)) => {
                return Answer::Nothing { trouble: trouble::answer_too_long(MAX_ANSWER) };
            }
            Ok(None) => return Answer::Said { status, retry_after_s, body },
            Err(error) => return Answer::Nothing { trouble: why(&error) },
        }
    }
}

/// Why no answer came.
fn why(error: &reqwest::Error) -> Words {
    if error.is_timeout() {
        return trouble::no_answer();
    }
    // The last of the causes names what happened; those before it say at what.
    let mut cause: &dyn Error = error;
    while let Some(next) = cause.source() {
        cause = next;
    }
    if error.is_connect() { trouble::not_reached(&cause.to_string()) } else { trouble::broken(&cause.to_string()) }
}

fn tls_config() -> Result<ClientConfig, LichessError> {
    let path = SYSTEM_CAS.iter().map(PathBuf::from).find(|path| path.exists()).ok_or(LichessError::NoAuthorities)?;
    let unusable = |reason: String| LichessError::Authorities { path: path.clone(), reason };
    let pem = fs::read(&path).map_err(|error| unusable(error.to_string()))?;
    let mut roots = RootCertStore::empty();
    let (added, _) = roots.add_parsable_certificates(CertificateDer::pem_slice_iter(&pem).flatten());
    if added == 0 {
        return Err(unusable("no usable certificate".to_owned()));
    }
    with_roots(roots)
}

fn with_roots(roots: RootCertStore) -> Result<ClientConfig, LichessError> {
    // Named, not the process's default: so that nothing depends on who installs one first.
    let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let builder = builder.with_safe_default_protocol_versions()?;
    Ok(builder.with_root_certificates(roots).with_no_client_auth())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use tokio::{io::AsyncWriteExt, net::TcpListener};

    use super::*;

    fn a_push() -> Push {
        Push { round: "AbCd1234".to_owned(), body: "[Event \"x\"]\n\n*\n".to_owned() }
    }

    #[test]
    fn a_token_is_the_first_line_of_a_file_that_others_cannot_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("token");
        for (text, mode, expected) in [
            ("lip_a1\n", 0o600, Some("lip_a1")),
            ("  lip_a1 \nmore\n", 0o640, Some("lip_a1")),
            ("lip_a1\n", 0o644, None),
            ("", 0o600, None),
            ("two words\n", 0o600, None),
            ("lip_\u{e4}\n", 0o600, None),
        ] {
            fs::write(&path, text).expect("written");
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("set");
            let found = token(&path);
            assert_eq!(found.as_ref().ok().map(Secret::reveal), expected, "{text:?} {mode:o}");
            if let Err(error) = found {
                assert!(error.to_string().starts_with("token_file ") && !error.to_string().contains("lip"), "{error}");
            }
        }
        assert!(token(&folder.path().join("none")).is_err());
    }

    #[tokio::test]
    async fn who_does_not_speak_tls_is_shown_no_token() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let lichess = match Lichess::new(&format!("https://localhost:{port}")) {
            Ok(lichess) => lichess,
            Err(error) => return assert!(matches!(error, LichessError::NoAuthorities), "{error}"),
        };
        let server = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.expect("a connection");
            let mut seen = vec![0; 4_096];
            let read = tokio::io::AsyncReadExt::read(&mut stream, &mut seen).await.expect("read");
            stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}").await.expect("written");
            seen.truncate(read);
            seen
        });
        let answer = lichess.push(a_push(), &Secret::new("lip_secret".to_owned())).await;
        assert!(matches!(&answer, Answer::Nothing { trouble } if trouble.id == "push-not-reached"), "{answer:?}");
        let seen = server.await.expect("no panic");
        // A handshake of TLS, and no more.
        assert_eq!(seen.first(), Some(&0x16));
        assert!(!String::from_utf8_lossy(&seen).contains("lip_secret"));
    }

    #[tokio::test]
    async fn an_answer_without_end_is_not_read_to_its_end() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.expect("a connection");
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n").await;
            while stream.write_all(&[b' '; 65_536]).await.is_ok() {}
        });
        let lichess = Lichess::new(&format!("http://127.0.0.1:{port}")).expect("no more is needed");
        let answer = lichess.push(a_push(), &Secret::new("lip_secret".to_owned())).await;
        let Answer::Nothing { trouble } = answer else { panic!("{answer:?}") };
        assert!(["push-answer-too-long", "push-broken"].contains(&&*trouble.id), "{trouble:?}");
    }
}
