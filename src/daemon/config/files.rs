//! The files that a configuration names: that they are there and hold what they are for.

use std::{collections::HashMap, fs, io, path::Path};

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
    let errors = [
        mqtt.and_then(Result::err).map(FileError::from),
        certificate.and_then(Result::err).map(FileError::from),
        config.hall.file.as_deref().and_then(no_database),
    ];
    first(file, lines, errors)
}

/// Looks whether the folders are there that nobody makes. A service that has started without them waits for them, as for
/// a disk that is plugged in later.
///
/// # Errors
/// [`ConfigError::File`]; of several errors the first in the configuration.
pub(super) fn check_folders(file: &str, config: &Config, lines: &Lines) -> Result<(), ConfigError> {
    let folders = [
        ("broadcast.pgn.folder", &config.broadcast.pgn.folder),
        ("broadcast.livechesscloud.folder", &config.broadcast.livechesscloud.folder),
    ];
    first(file, lines, folders.map(|(key, folder)| no_folder(key, folder.as_deref()?)))
}

/// The first of these errors in the configuration.
fn first<const N: usize>(file: &str, lines: &Lines, errors: [Option<FileError>; N]) -> Result<(), ConfigError> {
    let told = errors.into_iter().flatten().map(|source| {
        let line = lines.get(&*source.key()).copied().unwrap_or_default();
        ConfigError::File { file: file.to_owned(), line, source: Box::new(source) }
    });
    told.min_by_key(ConfigError::line).map_or(Ok(()), Err)
}

/// Why this can be no folder in which files are kept.
fn no_folder(key: &'static str, folder: &Path) -> Option<FileError> {
    let is_folder =
        |found: fs::Metadata| if found.is_dir() { Ok(()) } else { Err(io::ErrorKind::NotADirectory.into()) };
    let source = fs::metadata(folder).and_then(is_folder).err()?;
    Some(FileError::Folder { key, folder: folder.to_owned(), source })
}

/// Why this can be no database. One that is not there yet is made.
fn no_database(file: &Path) -> Option<FileError> {
    let kind = fs::metadata(file).ok()?.file_type();
    let found = if kind.is_dir() { "a folder" } else { "a pipe, device or socket" };
    (!kind.is_file()).then(|| FileError::Hall { file: file.to_owned(), found })
}
