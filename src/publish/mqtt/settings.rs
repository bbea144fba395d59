//! How to reach the broker: the address, the credentials, the certificates.

use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use rumqttc::{TlsConfiguration, Transport};
use rustls::{
    ClientConfig, RootCertStore,
    crypto::ring,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject as _},
};

use crate::publish::secret::{self, Secret, SecretError};

/// Where distributions keep the certificate authorities they trust; used without `ca_file`.
pub(crate) const SYSTEM_CAS: [&str; 3] =
    ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"];

/// Longest file of certificates read, in bytes.
const MAX_PEM_BYTES: u64 = 4 * 1_024 * 1_024;

/// Which version of MQTT a broker is spoken to in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MqttVersion {
    /// 5, or 3.1.1 where the broker does not speak 5.
    Auto,
    /// 5 alone.
    Five,
    /// 3.1.1 alone.
    Three,
}

impl MqttVersion {
    /// All of them, in the order in which they are offered.
    pub const ALL: [MqttVersion; 3] = [MqttVersion::Auto, MqttVersion::Five, MqttVersion::Three];

    /// Its name in the configuration.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            MqttVersion::Auto => "auto",
            MqttVersion::Five => "5",
            MqttVersion::Three => "3.1.1",
        }
    }
}

/// Where and how records are published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// `mqtt://host[:port]` or, with TLS, `mqtts://host[:port]`. Ports 1883 and 8883 unless named. Several with spaces
    /// between, all with TLS or all without, are nodes of one broker, tried in turn.
    pub url: String,
    /// Which version of MQTT the broker is spoken to in.
    pub version: MqttVersion,
    /// First level of every topic.
    pub prefix: String,
    /// User name, where the broker asks for one.
    pub username: Option<String>,
    /// File whose first line is the password.
    pub password_file: Option<PathBuf>,
    /// The password itself, where it stands in no file.
    pub password: Option<Secret>,
    /// PEM file of the certificate authorities to trust; the system's own where absent.
    pub ca_file: Option<PathBuf>,
    /// PEM file of the certificate to show to the broker, with its chain.
    pub client_cert_file: Option<PathBuf>,
    /// PEM file of that certificate's private key.
    pub client_key_file: Option<PathBuf>,
    /// How long everything public is held back.
    pub public_delay: Duration,
    /// Time between two publications of presence.
    pub heartbeat: Duration,
    /// Time without traffic after which client and broker ask whether the other is there. 5 s and more.
    pub keep_alive: Duration,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            url: "mqtt://127.0.0.1:1883".to_owned(),
            version: MqttVersion::Auto,
            prefix: "chess".to_owned(),
            username: None,
            password_file: None,
            password: None,
            ca_file: None,
            client_cert_file: None,
            client_key_file: None,
            public_delay: Duration::ZERO,
            heartbeat: Duration::from_secs(60),
            keep_alive: Duration::from_secs(15),
        }
    }
}

/// Settings that cannot be used. No variant tells a secret.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// A certificate or key is there but cannot be used.
    #[error("{key} {}: {source}", path.display())]
    Certificate {
        /// Which setting.
        key: &'static str,
        /// The file.
        path: PathBuf,
        /// What the TLS library said.
        source: rustls::Error,
    },
    /// One setting needs another.
    #[error("{key} is set, but {needs} is not")]
    Incomplete {
        /// Which setting.
        key: &'static str,
        /// What it needs.
        needs: &'static str,
    },
    /// The PEM file has not what it is read for.
    #[error("{key} {}: no {wanted} found, expected PEM text", path.display())]
    NotPem {
        /// Which setting.
        key: &'static str,
        /// The file.
        path: PathBuf,
        /// What it was read for.
        wanted: &'static str,
    },
    /// The password is not text, or not there.
    #[error("password_file {}: expected the password as the first line, UTF-8", path.display())]
    Password {
        /// The file.
        path: PathBuf,
    },
    /// Outside its range.
    #[error("{key} is {found:?}, expected {expected}")]
    Range {
        /// Which setting.
        key: &'static str,
        /// What was found.
        found: Duration,
        /// What was expected.
        expected: &'static str,
    },
    /// A file with a secret cannot be read, or others can read it.
    #[error("{key} {source}")]
    Secret {
        /// Which setting.
        key: &'static str,
        /// Why, with the file.
        source: SecretError,
    },
    /// The file is longer than anything of its kind.
    #[error("{key} {}: longer than {max} bytes", path.display())]
    TooLong {
        /// Which setting.
        key: &'static str,
        /// The file.
        path: PathBuf,
        /// The longest read, in bytes.
        max: u64,
    },
    /// The file cannot be read.
    #[error("{key} {}: {source}", path.display())]
    Unreadable {
        /// Which setting.
        key: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The address is none.
    #[error("url: {0}")]
    Url(UrlFault),
}

impl SettingsError {
    /// The setting that is wrong.
    #[must_use]
    pub fn key(&self) -> &'static str {
        match self {
            SettingsError::Incomplete { key: "mqtts://", .. } | SettingsError::Url(_) => "url",
            SettingsError::Certificate { key, .. }
            | SettingsError::Incomplete { key, .. }
            | SettingsError::NotPem { key, .. }
            | SettingsError::Range { key, .. }
            | SettingsError::Secret { key, .. }
            | SettingsError::TooLong { key, .. }
            | SettingsError::Unreadable { key, .. } => key,
            SettingsError::Password { .. } => "password_file",
        }
    }
}

/// What is wrong with the broker's address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UrlFault {
    /// There is a user name or password in it, which logs and process lists would show.
    Credentials,
    /// It names no host.
    Host,
    /// TLS cannot check an IPv6 address written as numbers.
    Ipv6WithTls,
    /// Some of several addresses are with TLS, others are not.
    Mixed,
    /// Something follows the port.
    Path,
    /// The port is no number from 1 to 65535.
    Port(String),
    /// It begins otherwise.
    Scheme,
}

impl fmt::Display for UrlFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UrlFault::Credentials => {
                f.write_str("user name and password belong in username and password_file, not in the address")
            }
            UrlFault::Host => f.write_str("no host, expected mqtt://host:port or mqtts://host:port"),
            UrlFault::Ipv6WithTls => f.write_str(
                "mqtts:// needs a host name or an IPv4 address, an IPv6 address in brackets cannot be checked",
            ),
            UrlFault::Mixed => f.write_str("some begin with mqtt://, others with mqtts://: one or the other"),
            UrlFault::Path => {
                f.write_str("something follows host and port, expected mqtt://host:port or mqtts://host:port")
            }
            UrlFault::Port(found) => write!(f, "port {found:?}, expected a number from 1 to 65535"),
            UrlFault::Scheme => f.write_str("expected it to begin with mqtt:// or mqtts://"),
        }
    }
}

/// The broker's addresses and all that is needed to connect, read from the files named in [`Settings`].
pub struct Endpoint {
    /// At least one.
    pub(crate) addresses: Vec<Address>,
    pub(crate) version: MqttVersion,
    pub(crate) transport: Transport,
    pub(crate) credentials: Option<(String, Secret)>,
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endpoint").field("addresses", &self.addresses).finish_non_exhaustive()
    }
}

impl Endpoint {
    /// Checks the settings and reads the files.
    ///
    /// # Errors
    /// [`SettingsError`], naming the setting and the file.
    pub fn load(settings: &Settings) -> Result<Endpoint, SettingsError> {
        let (addresses, tls) = Address::parse_all(&settings.url).map_err(SettingsError::Url)?;
        if settings.keep_alive < Duration::from_secs(5) || settings.keep_alive > Duration::from_secs(3_600) {
            return Err(range("keep_alive", settings.keep_alive, "5 s to 1 h"));
        }
        if settings.heartbeat < Duration::from_millis(100) {
            return Err(range("heartbeat", settings.heartbeat, "0.1 s and more"));
        }
        let credentials = credentials(settings)?;
        let transport = if tls {
            Transport::tls_with_config(TlsConfiguration::Rustls(Arc::new(tls_config(settings)?)))
        } else {
            for (key, file) in [
                ("ca_file", &settings.ca_file),
                ("client_cert_file", &settings.client_cert_file),
                ("client_key_file", &settings.client_key_file),
            ] {
                if file.is_some() {
                    return Err(SettingsError::Incomplete { key, needs: "an address that begins with mqtts://" });
                }
            }
            Transport::Tcp
        };
        Ok(Endpoint { addresses, version: settings.version, transport, credentials })
    }
}

/// Where a broker is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Address {
    /// Name or address, an IPv6 address in brackets.
    pub(crate) host: String,
    pub(crate) port: u16,
}

impl Address {
    /// One or more, and whether they are with TLS.
    fn parse_all(urls: &str) -> Result<(Vec<Address>, bool), UrlFault> {
        let mut all = Vec::new();
        let mut with_tls = None;
        for url in urls.split_ascii_whitespace() {
            let (address, tls) = Address::parse(url)?;
            if with_tls.is_some_and(|with_tls| with_tls != tls) {
                return Err(UrlFault::Mixed);
            }
            with_tls = Some(tls);
            all.push(address);
        }
        with_tls.map(|tls| (all, tls)).ok_or(UrlFault::Scheme)
    }

    fn parse(url: &str) -> Result<(Address, bool), UrlFault> {
        let (tls, rest) = match (url.strip_prefix("mqtt://"), url.strip_prefix("mqtts://")) {
            (Some(rest), _) => (false, rest),
            (None, Some(rest)) => (true, rest),
            (None, None) => return Err(UrlFault::Scheme),
        };
        if rest.contains('@') {
            return Err(UrlFault::Credentials);
        }
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        if rest.contains(['/', '?', '#']) {
            return Err(UrlFault::Path);
        }
        // The colons of an IPv6 address stand inside brackets.
        let (host, port) = match rest.rfind(']') {
            Some(end) => {
                let (host, after) = rest.split_at(end + 1);
                match after.strip_prefix(':') {
                    Some(port) => (host, Some(port)),
                    None if after.is_empty() => (host, None),
                    None => return Err(UrlFault::Path),
                }
            }
            None => match rest.split_once(':') {
                Some((host, port)) => (host, Some(port)),
                None => (rest, None),
            },
        };
        if host.is_empty() || host == "[]" || host.contains(char::is_whitespace) {
            return Err(UrlFault::Host);
        }
        if tls && host.starts_with('[') {
            return Err(UrlFault::Ipv6WithTls);
        }
        let port = match port {
            None => {
                if tls {
                    8883
                } else {
                    1883
                }
            }
            Some(text) => match text.parse() {
                Ok(0) | Err(_) => return Err(UrlFault::Port(text.to_owned())),
                Ok(port) => port,
            },
        };
        Ok((Address { host: host.to_owned(), port }, tls))
    }
}

fn credentials(settings: &Settings) -> Result<Option<(String, Secret)>, SettingsError> {
    if let (Some(user), Some(password)) = (&settings.username, &settings.password) {
        return Ok(Some((user.clone(), password.clone())));
    }
    match (&settings.username, &settings.password_file) {
        (None, None) => Ok(None),
        (None, Some(_)) => Err(SettingsError::Incomplete { key: "password_file", needs: "username" }),
        (Some(user), None) => Ok(Some((user.clone(), Secret::new(String::new())))),
        (Some(user), Some(path)) => {
            let text = secret::read(path).map_err(|source| SettingsError::Secret { key: "password_file", source })?;
            let password = text.lines().next().unwrap_or_default();
            if password.is_empty() {
                return Err(SettingsError::Password { path: path.clone() });
            }
            Ok(Some((user.clone(), Secret::new(password.to_owned()))))
        }
    }
}

fn tls_config(settings: &Settings) -> Result<ClientConfig, SettingsError> {
    let system = || SYSTEM_CAS.iter().map(PathBuf::from).find(|path| path.exists());
    let Some(ca_file) = settings.ca_file.clone().or_else(system) else {
        return Err(SettingsError::Incomplete {
            key: "mqtts://",
            needs: "ca_file (and this system keeps no list of certificate authorities)",
        });
    };
    let mut roots = RootCertStore::empty();
    let (added, _) = roots.add_parsable_certificates(certificates("ca_file", &ca_file)?);
    if added == 0 {
        return Err(SettingsError::NotPem { key: "ca_file", path: ca_file, wanted: "usable certificate" });
    }
    // Named, not the process's default: so that nothing depends on who installs one first.
    let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|source| SettingsError::Certificate { key: "ca_file", path: ca_file, source })?
        .with_root_certificates(roots);
    match (&settings.client_cert_file, &settings.client_key_file) {
        (None, None) => Ok(builder.with_no_client_auth()),
        (Some(_), None) => Err(SettingsError::Incomplete { key: "client_cert_file", needs: "client_key_file" }),
        (None, Some(_)) => Err(SettingsError::Incomplete { key: "client_key_file", needs: "client_cert_file" }),
        (Some(cert_file), Some(key_file)) => {
            let chain = certificates("client_cert_file", cert_file)?;
            let pem =
                secret::read(key_file).map_err(|source| SettingsError::Secret { key: "client_key_file", source })?;
            let Ok(key) = PrivateKeyDer::from_pem_slice(pem.as_bytes()) else {
                let path = key_file.clone();
                return Err(SettingsError::NotPem { key: "client_key_file", path, wanted: "private key" });
            };
            builder.with_client_auth_cert(chain, key).map_err(|source| SettingsError::Certificate {
                key: "client_cert_file",
                path: cert_file.clone(),
                source,
            })
        }
    }
}

fn certificates(key: &'static str, path: &Path) -> Result<Vec<CertificateDer<'static>>, SettingsError> {
    let pem = read(key, path, MAX_PEM_BYTES)?;
    let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&pem).collect();
    match found {
        Ok(found) if !found.is_empty() => Ok(found),
        Ok(_) | Err(_) => Err(SettingsError::NotPem { key, path: path.to_owned(), wanted: "certificate" }),
    }
}

fn read(key: &'static str, path: &Path, max: u64) -> Result<Vec<u8>, SettingsError> {
    let unreadable = |source| SettingsError::Unreadable { key, path: path.to_owned(), source };
    if fs::metadata(path).map_err(unreadable)?.len() > max {
        return Err(SettingsError::TooLong { key, path: path.to_owned(), max });
    }
    fs::read(path).map_err(unreadable)
}

fn range(key: &'static str, found: Duration, expected: &'static str) -> SettingsError {
    SettingsError::Range { key, found, expected }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn settings(url: &str) -> Settings {
        Settings { url: url.to_owned(), ..Settings::default() }
    }

    #[test]
    fn addresses_are_read_with_the_ports_everybody_uses() {
        for (url, host, port, tls) in [
            ("mqtt://broker", "broker", 1883, false),
            ("mqtt://broker:1884/", "broker", 1884, false),
            ("mqtts://broker.example", "broker.example", 8883, true),
            ("mqtt://[::1]", "[::1]", 1883, false),
            ("mqtt://[::1]:1884", "[::1]", 1884, false),
            ("mqtts://127.0.0.1:1", "127.0.0.1", 1, true),
        ] {
            assert_eq!(Address::parse_all(url), Ok((vec![Address { host: host.to_owned(), port }], tls)), "{url}");
        }
        let nodes = ["a", "b"].map(|host| Address { host: host.to_owned(), port: 1883 });
        assert_eq!(Address::parse_all("mqtt://a  mqtt://b:1883"), Ok((nodes.to_vec(), false)));
    }

    #[test]
    fn bad_addresses_are_refused_by_what_is_wrong_and_passwords_are_not_repeated() {
        for (url, message) in [
            ("http://broker", "url: expected it to begin with mqtt:// or mqtts://"),
            ("", "url: expected it to begin with mqtt:// or mqtts://"),
            ("mqtt://a mqtts://b", "url: some begin with mqtt://, others with mqtts://: one or the other"),
            ("mqtt://", "url: no host, expected mqtt://host:port or mqtts://host:port"),
            ("mqtt://:1883", "url: no host, expected mqtt://host:port or mqtts://host:port"),
            ("mqtt://broker:0", "url: port \"0\", expected a number from 1 to 65535"),
            ("mqtt://broker:x", "url: port \"x\", expected a number from 1 to 65535"),
            (
                "mqtt://broker/path",
                "url: something follows host and port, expected mqtt://host:port or mqtts://host:port",
            ),
            (
                "mqtts://[::1]",
                "url: mqtts:// needs a host name or an IPv4 address, an IPv6 address in brackets cannot be checked",
            ),
        ] {
            assert_eq!(Endpoint::load(&settings(url)).expect_err("refused").to_string(), message, "{url}");
        }
        let error = Endpoint::load(&settings("mqtt://anna:sesame@broker")).expect_err("refused");
        assert!(!format!("{error} {error:?}").contains("sesame"));
        assert!(error.to_string().contains("password_file"));
    }

    #[test]
    fn the_password_is_the_first_line_and_is_never_shown() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("password");
        fs::write(&path, "sesame\r\n\n").expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("set");
        let mut settings =
            Settings { username: Some("anna".to_owned()), password_file: Some(path.clone()), ..Settings::default() };
        let endpoint = Endpoint::load(&settings).expect("good");
        assert!(!format!("{endpoint:?}").contains("sesame"));
        assert_eq!(endpoint.credentials, Some(("anna".to_owned(), Secret::new("sesame".to_owned()))));

        fs::write(&path, "\n").expect("written");
        assert!(matches!(Endpoint::load(&settings), Err(SettingsError::Password { .. })));
        fs::write(&path, "x".repeat(70_000)).expect("written");
        let error = Endpoint::load(&settings).expect_err("far too long").to_string();
        assert!(error.contains("longer than"), "{error}");
        settings.username = None;
        let message = Endpoint::load(&settings).expect_err("refused").to_string();
        assert_eq!(message, "password_file is set, but username is not");
        settings = Settings { username: Some("a".to_owned()), password_file: Some("/nowhere/p".into()), ..settings };
        let message = Endpoint::load(&settings).expect_err("refused").to_string();
        assert!(message.starts_with("password_file /nowhere/p: No such file"), "{message}");
    }

    #[test]
    fn certificates_that_are_none_are_named_with_their_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("ca.pem");
        fs::write(&path, "not PEM").expect("written");
        let tls = Settings { ca_file: Some(path.clone()), ..settings("mqtts://broker") };
        let message = Endpoint::load(&tls).expect_err("refused").to_string();
        assert_eq!(message, format!("ca_file {}: no certificate found, expected PEM text", path.display()));
        let plain = Settings { ca_file: Some(path), ..settings("mqtt://broker") };
        let message = Endpoint::load(&plain).expect_err("refused").to_string();
        assert_eq!(message, "ca_file is set, but an address that begins with mqtts:// is not");
    }

    #[test]
    fn a_keep_alive_that_the_client_would_panic_on_is_an_error() {
        let short = Settings { keep_alive: Duration::from_secs(4), ..Settings::default() };
        assert_eq!(Endpoint::load(&short).expect_err("refused").to_string(), "keep_alive is 4s, expected 5 s to 1 h");
    }
}
