//! The files that a configuration names: that they are there and hold what they are for.

use std::{
    collections::HashMap,
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
};

use super::{Config, ConfigError, FileError, convert};
use crate::publish::{lichess, mqtt::settings::Endpoint, web::Certificate};

/// How every file of SQLite's begins.
const SQLITE: &[u8] = b"SQLite format 3\0";

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

/// Looks at what a service needs that has started: the folders that nobody makes, those that it makes unless something
/// else is there, and the token for Lichess. It waits for them, as for a disk that is plugged in later.
///
/// # Errors
/// [`ConfigError::File`]; of several errors the first in the configuration.
pub(super) fn check_later(file: &str, config: &Config, lines: &Lines) -> Result<(), ConfigError> {
    let there = |key, folder: &Option<PathBuf>| no_folder(key, folder.as_deref()?);
    let made = |key, folder: &Option<PathBuf>| no_folder(key, folder.as_deref().filter(|folder| folder.exists())?);
    let lichess = config.broadcast.lichess.token_file.as_deref().map(lichess::token);
    let errors = [
        there("broadcast.pgn.folder", &config.broadcast.pgn.folder),
        there("broadcast.livechesscloud.folder", &config.broadcast.livechesscloud.folder),
        made("state_dir", &config.state_dir),
        made("capture.dir", &config.capture.dir),
        lichess.and_then(Result::err).map(FileError::Lichess),
        config.hall.file.as_deref().and_then(other_file),
    ];
    first(file, lines, errors)
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

/// Why this file, which is there, is no database.
fn other_file(file: &Path) -> Option<FileError> {
    let mut begins = Vec::new();
    fs::File::open(file).ok()?.take(SQLITE.len() as u64).read_to_end(&mut begins).ok()?;
    let is_database = begins.is_empty() || begins == SQLITE;
    (!is_database).then(|| FileError::Hall { file: file.to_owned(), found: "another file" })
}
