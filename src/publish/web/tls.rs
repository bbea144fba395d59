//! Encrypted connections: the certificate, and the wire below HTTP.

use std::{
    fs, io,
    path::{Path, PathBuf},
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use rustls::{
    ServerConfig,
    crypto::ring,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject as _},
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};
use tokio_rustls::{Accept, TlsAcceptor, server::TlsStream};

use crate::publish::secret::{self, SecretError};

/// Longest file of certificates read, in bytes.
const MAX_PEM_BYTES: u64 = 1_024 * 1_024;

/// A certificate with its key, ready to be shown.
#[derive(Clone)]
pub struct Certificate(Arc<ServerConfig>);

impl std::fmt::Debug for Certificate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Certificate")
    }
}

/// Why a certificate cannot be used. Tells nothing of its key.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// There is none in the file.
    #[error("cert_file {}: no certificate found, expected PEM text", path.display())]
    NoCertificate {
        /// The file.
        path: PathBuf,
    },
    /// There is none in the file.
    #[error("key_file {}: no private key found, expected PEM text", path.display())]
    NoKey {
        /// The file.
        path: PathBuf,
    },
    /// The key's file cannot be read, or others can read it.
    #[error("key_file {0}")]
    Secret(#[from] SecretError),
    /// The certificate's file cannot be read.
    #[error("cert_file {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// They do not belong together, or are of a kind that is not known.
    #[error("cert_file {}: {source}", path.display())]
    Unusable {
        /// The certificate's file.
        path: PathBuf,
        /// What the TLS library said.
        source: rustls::Error,
    },
}

impl CertificateError {
    /// The key of the configuration, below `web`, that names the file.
    #[must_use]
    pub fn key(&self) -> &'static str {
        match self {
            CertificateError::NoCertificate { .. }
            | CertificateError::Unreadable { .. }
            | CertificateError::Unusable { .. } => "cert_file",
            CertificateError::NoKey { .. } | CertificateError::Secret(_) => "key_file",
        }
    }
}

impl Certificate {
    /// Reads a certificate with its chain, and its key: PEM files.
    ///
    /// # Errors
    /// [`CertificateError`], naming the file.
    pub fn load(cert_file: &Path, key_file: &Path) -> Result<Certificate, CertificateError> {
        let unreadable = |source| CertificateError::Unreadable { path: cert_file.to_owned(), source };
        let bytes = fs::metadata(cert_file).map_err(unreadable)?.len();
        if bytes > MAX_PEM_BYTES {
            return Err(unreadable(io::Error::other(format!("longer than {MAX_PEM_BYTES} bytes"))));
        }
        let pem = fs::read(cert_file).map_err(unreadable)?;
        let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&pem).collect();
        let chain = chain.ok().filter(|chain| !chain.is_empty());
        let chain = chain.ok_or_else(|| CertificateError::NoCertificate { path: cert_file.to_owned() })?;
        let pem = secret::read(key_file)?;
        let key = PrivateKeyDer::from_pem_slice(pem.as_bytes())
            .map_err(|_| CertificateError::NoKey { path: key_file.to_owned() })?;
        let unusable = |source| CertificateError::Unusable { path: cert_file.to_owned(), source };
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(unusable)?
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .map_err(unusable)?;
        Ok(Certificate(Arc::new(config)))
    }

    pub(super) fn acceptor(&self) -> TlsAcceptor {
        TlsAcceptor::from(Arc::clone(&self.0))
    }
}

/// What is below HTTP. A handshake goes on when HTTP wants to read, so that one that hangs holds up nobody else.
pub(super) enum Wire {
    Encrypted(Box<TlsStream<TcpStream>>),
    Failed,
    Greeting(Box<Accept<TcpStream>>),
    Plain(TcpStream),
}

impl std::fmt::Debug for Wire {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Wire")
    }
}

impl Wire {
    pub(super) fn new(stream: TcpStream, tls: Option<&TlsAcceptor>) -> Wire {
        match tls {
            Some(tls) => Wire::Greeting(Box::new(tls.accept(stream))),
            None => Wire::Plain(stream),
        }
    }

    /// Ends the handshake.
    fn greet(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if let Wire::Greeting(accept) = self {
            match ready!(Pin::new(accept.as_mut()).poll(cx)) {
                Ok(stream) => *self = Wire::Encrypted(Box::new(stream)),
                Err(error) => {
                    *self = Wire::Failed;
                    return Poll::Ready(Err(error));
                }
            }
        }
        Poll::Ready(Ok(()))
    }
}

/// A handshake that failed leaves nothing to talk over.
fn failed<T>() -> Poll<io::Result<T>> {
    Poll::Ready(Err(io::ErrorKind::NotConnected.into()))
}

impl AsyncRead for Wire {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        ready!(self.greet(cx))?;
        match &mut *self {
            Wire::Encrypted(stream) => Pin::new(stream.as_mut()).poll_read(cx, into),
            Wire::Plain(stream) => Pin::new(stream).poll_read(cx, into),
            Wire::Failed | Wire::Greeting(_) => failed(),
        }
    }
}

impl AsyncWrite for Wire {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        ready!(self.greet(cx))?;
        match &mut *self {
            Wire::Encrypted(stream) => Pin::new(stream.as_mut()).poll_write(cx, bytes),
            Wire::Plain(stream) => Pin::new(stream).poll_write(cx, bytes),
            Wire::Failed | Wire::Greeting(_) => failed(),
        }
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        ready!(self.greet(cx))?;
        match &mut *self {
            Wire::Encrypted(stream) => Pin::new(stream.as_mut()).poll_write_vectored(cx, parts),
            Wire::Plain(stream) => Pin::new(stream).poll_write_vectored(cx, parts),
            Wire::Failed | Wire::Greeting(_) => failed(),
        }
    }

    fn is_write_vectored(&self) -> bool {
        // A plain socket takes parts as they are, and the encrypted stream gathers them.
        true
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut *self {
            Wire::Encrypted(stream) => Pin::new(stream.as_mut()).poll_flush(cx),
            Wire::Plain(stream) => Pin::new(stream).poll_flush(cx),
            // Nothing was written yet.
            Wire::Failed | Wire::Greeting(_) => Poll::Ready(Ok(())),
        }
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut *self {
            Wire::Encrypted(stream) => Pin::new(stream.as_mut()).poll_shutdown(cx),
            Wire::Plain(stream) => Pin::new(stream).poll_shutdown(cx),
            Wire::Failed | Wire::Greeting(_) => Poll::Ready(Ok(())),
        }
    }
}
