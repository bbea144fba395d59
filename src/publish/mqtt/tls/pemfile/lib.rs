//! What `rumqttc` calls of `rustls-pemfile`, by `rustls-pki-types`, which has replaced it: that crate is kept up no more.
//!
//! The service hands `rumqttc` settings that are made already, so that nothing here runs in it.

use std::io::{self, BufRead};

use rustls_pki_types::{
    CertificateDer, PrivatePkcs1KeyDer, PrivatePkcs8KeyDer, PrivateSec1KeyDer,
    pem::{self, SectionKind},
};

/// A section of a PEM file.
#[derive(Debug, PartialEq)]
#[non_exhaustive]
pub enum Item {
    /// A key of an elliptic curve.
    Sec1Key(PrivateSec1KeyDer<'static>),
    /// An RSA key.
    Pkcs1Key(PrivatePkcs1KeyDer<'static>),
    /// Any key, with its kind.
    Pkcs8Key(PrivatePkcs8KeyDer<'static>),
    /// A certificate.
    X509Certificate(CertificateDer<'static>),
}

/// The next key or certificate of a file, past what is neither; `None` at its end.
///
/// # Errors
///
/// The file cannot be read, or a section of it is malformed.
pub fn read_one(file: &mut dyn BufRead) -> Result<Option<Item>, io::Error> {
    loop {
        let Some((kind, der)) = pem::from_buf(file).map_err(malformed)? else { return Ok(None) };
        let item = match kind {
            SectionKind::Certificate => Item::X509Certificate(der.into()),
            SectionKind::EcPrivateKey => Item::Sec1Key(der.into()),
            SectionKind::PrivateKey => Item::Pkcs8Key(der.into()),
            SectionKind::RsaPrivateKey => Item::Pkcs1Key(der.into()),
            _ => continue,
        };
        return Ok(Some(item));
    }
}

/// The certificates of a file, one after the other.
pub fn certs(file: &mut dyn BufRead) -> impl Iterator<Item = Result<CertificateDer<'static>, io::Error>> + '_ {
    std::iter::from_fn(move || {
        loop {
            match read_one(file) {
                Ok(Some(Item::X509Certificate(certificate))) => return Some(Ok(certificate)),
                Ok(Some(_)) => {}
                Ok(None) => return None,
                Err(error) => return Some(Err(error)),
            }
        }
    })
}

fn malformed(error: pem::Error) -> io::Error {
    match error {
        pem::Error::Io(error) => error,
        error => io::Error::new(io::ErrorKind::InvalidData, error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "\
words before\n\
-----BEGIN CERTIFICATE-----\nAQID\n-----END CERTIFICATE-----\n\
-----BEGIN X509 CRL-----\nBAUG\n-----END X509 CRL-----\n\
-----BEGIN PRIVATE KEY-----\nBwgJ\n-----END PRIVATE KEY-----\n\
-----BEGIN CERTIFICATE-----\nCgsM\n-----END CERTIFICATE-----\n";

    #[test]
    fn sections_are_read_in_order_past_what_is_neither_key_nor_certificate() {
        let mut file = FILE.as_bytes();
        let mut found = Vec::new();
        while let Some(item) = read_one(&mut file).expect("well-formed") {
            found.push(item);
        }
        let certificate = |der: [u8; 3]| Item::X509Certificate(der.to_vec().into());
        assert_eq!(found, [certificate([1, 2, 3]), Item::Pkcs8Key(vec![7, 8, 9].into()), certificate([10, 11, 12])]);
        let mut file = FILE.as_bytes();
        let all: Vec<_> = certs(&mut file).map(|der| der.expect("well-formed").to_vec()).collect();
        assert_eq!(all, [[1, 2, 3], [10, 11, 12]]);
    }

    #[test]
    fn a_malformed_section_is_an_error() {
        let error = read_one(&mut "-----BEGIN CERTIFICATE-----\nAQID\n".as_bytes()).expect_err("no end");
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    }
}
