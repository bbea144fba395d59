//! The files that a configuration names: that they are there and hold what they are for.

use std::collections::HashMap;

use super::{Config, ConfigError, FileError, convert};
use crate::publish::{mqtt::settings::Endpoint, web::Certificate};

/// Where the keys outside tables stand that are set: their lines.
pub(super) type Lines = HashMap<&'static str, usize>;

/// Reads every file that a service with this configuration reads at its start; `lines` tells where its keys stand.
///
/// # Errors
/// [`ConfigError::File`]; of several errors the first in the configuration.
pub(super) fn check(file: &str, config: &Config, lines: &Lines) -> Result<(), ConfigError> {
    let mqtt = config.mqtt.url.as_ref().map(|url| Endpoint::load(&convert::mqtt_settings(config, url.to_string())));
    let certificate = config.web.cert_file.as_deref().zip(config.web.key_file.as_deref());
    let certificate = certificate.map(|(cert_file, key_file)| Certificate::load(cert_file, key_file));
    let errors =
        [mqtt.and_then(Result::err).map(FileError::from), certificate.and_then(Result::err).map(FileError::from)];
    let told = errors.into_iter().flatten().map(|source| {
        let line = lines.get(&*source.key()).copied().unwrap_or_default();
        ConfigError::File { file: file.to_owned(), line, source: Box::new(source) }
    });
    told.min_by_key(ConfigError::line).map_or(Ok(()), Err)
}
