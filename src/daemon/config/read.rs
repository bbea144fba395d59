//! From the text of a file to a [`Config`], or to what is wrong with it and where.

use std::{
    collections::HashMap,
    fs,
    io::{self, Read},
    net::{IpAddr, SocketAddr},
    ops::Range,
    path::{Component, Path, PathBuf},
};

use protocols::registry;
use strsim::osa_distance;
use toml::de::{DeTable, DeValue};

use super::{
    Config, ConfigError, Table,
    files::{self, Lines},
    keys::{KEYS, Key, TABLE_KEYS},
    values::{self, Problem},
};
use crate::serial::Port;

/// Largest configuration file, in bytes.
pub const MAX_FILE: u64 = 1_048_576;

/// Longest piece of the file that a message repeats, in characters.
const MAX_FOUND: usize = 60;

/// The key of the list of tables.
const TABLE: &str = "table";

/// Keys that say nothing without another.
const NEEDS: [(&str, &str); 11] = [
    ("broadcast.lichess.rounds", "broadcast.lichess.token_file"),
    ("broadcast.lichess.token_file", "broadcast.lichess.rounds"),
    ("mqtt.username", "mqtt.url"),
    ("mqtt.password_file", "mqtt.username"),
    ("mqtt.ca_file", "mqtt.url"),
    ("mqtt.client_cert_file", "mqtt.url"),
    ("mqtt.client_cert_file", "mqtt.client_key_file"),
    ("mqtt.client_key_file", "mqtt.client_cert_file"),
    ("mqtt.client_key_file", "mqtt.url"),
    ("web.cert_file", "web.key_file"),
    ("web.key_file", "web.cert_file"),
];

/// Keys that there were, and what there is instead.
const GONE: [(&str, &str); 3] = [
    ("broker.open", MOSQUITTO),
    ("broker.users_file", MOSQUITTO),
    ("web.token_file", "who may see what, accounts say: the first start prints a link that makes the chief arbiter's"),
];

/// What there is instead of a broker inside for other computers.
const MOSQUITTO: &str = "the broker inside is for this computer only; for other computers, users and TLS run mosquitto \
                         and name it in mqtt.url, as docs/operating.md says (A broker of your own)";

/// Keys that are for encrypted connections.
const NEEDS_TLS: [&str; 3] = ["mqtt.ca_file", "mqtt.client_cert_file", "mqtt.client_key_file"];

/// Keys whose value no two tables may share, `board.port` unless it is `auto`.
const UNSHARED: [&str; 3] = ["name", "board.port", "board.serial"];

/// Reads a configuration file, and the files that it names.
///
/// # Errors
/// See [`ConfigError`]; of several errors the first in the file.
pub fn load(path: &Path) -> Result<Config, ConfigError> {
    read_bytes(path, &bytes_of(path)?).map(|(config, _)| config)
}

/// Reads a configuration file and the files that it names, and looks whether the folders are there that it names and that
/// a service does not make: one that runs waits for them.
///
/// # Errors
/// As for [`load`].
pub fn check(path: &Path) -> Result<Config, ConfigError> {
    let (config, lines) = read_bytes(path, &bytes_of(path)?)?;
    files::check_later(&path.display().to_string(), &config, &lines)?;
    Ok(config)
}

fn read_bytes(path: &Path, bytes: &[u8]) -> Result<(Config, Lines), ConfigError> {
    let file = path.display().to_string();
    let text = str::from_utf8(bytes).map_err(|error| {
        let good = &bytes[..error.valid_up_to()];
        let line_begins = good.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let line = 1 + good.iter().filter(|byte| **byte == b'\n').count();
        ConfigError::NotUtf8 { file: file.clone(), line, byte: 1 + good.len() - line_begins }
    })?;
    let (config, lines) = read_text(&file, text)?;
    files::check(&file, &config, &lines)?;
    Ok((config, lines))
}

/// Reads a configuration file again, while what was in it before is at work.
///
/// # Errors
/// As for [`load`]; and [`ConfigError::Empty`], where nothing at all is in the file: somebody is just writing it, or the
/// disk was full.
pub fn load_again(path: &Path) -> Result<Config, ConfigError> {
    let bytes = bytes_of(path)?;
    if bytes.trim_ascii().is_empty() {
        return Err(ConfigError::Empty { file: path.display().to_string() });
    }
    read_bytes(path, &bytes).map(|(config, _)| config)
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, ConfigError> {
    read(path).map_err(|source| ConfigError::Read { file: path.display().to_string(), source })
}

/// Reads a configuration from text; errors call it `file`. An empty text gives the defaults. The files that it names
/// are not read.
///
/// # Errors
/// See [`ConfigError`]; of several errors the first in the text.
pub fn parse(file: &str, text: &str) -> Result<Config, ConfigError> {
    read_text(file, text).map(|(config, _)| config)
}

fn read_text(file: &str, text: &str) -> Result<(Config, Lines), ConfigError> {
    let line_ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at).collect();
    let mut parser = Parser { file, text, line_ends, errors: Vec::new() };
    let document = DeTable::parse(text).map_err(|error| ConfigError::Syntax {
        file: file.to_owned(),
        line: parser.line(error.span().unwrap_or(0..0)),
        reason: error.message().to_owned(),
    })?;
    let found = parser.config(document.get_ref());
    // The sort is stable: of two errors on one line, the first found.
    parser.errors.sort_by_key(ConfigError::line);
    match parser.errors.into_iter().next() {
        Some(error) => Err(error),
        None => Ok(found),
    }
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    // A pipe that nobody writes to would hold up the start for ever.
    let kind = fs::metadata(path)?.file_type();
    if !kind.is_file() {
        let found = if kind.is_dir() { "a folder" } else { "a pipe, device or socket" };
        return Err(io::Error::other(format!("found {found}, expected a regular file")));
    }
    let mut bytes = Vec::new();
    let read = fs::File::open(path)?.take(MAX_FILE + 1).read_to_end(&mut bytes)?;
    if read as u64 > MAX_FILE {
        return Err(io::Error::other(format!("it is larger than {MAX_FILE} bytes")));
    }
    Ok(bytes)
}

struct Parser<'a> {
    file: &'a str,
    text: &'a str,
    /// Where the lines end, in bytes from the start.
    line_ends: Vec<usize>,
    errors: Vec<ConfigError>,
}

/// Where in the text the values of a section's keys stand.
type Places = HashMap<&'static str, Range<usize>>;

impl Parser<'_> {
    fn config(&mut self, document: &DeTable<'_>) -> (Config, Lines) {
        let mut config = Config::default();
        let mut places = Places::new();
        self.section(&mut config, "", KEYS, document, &mut places);
        self.check_needs(&config, &places);
        if let Some((_, tables)) = document.get_key_value(TABLE) {
            let span = tables.span();
            match tables.get_ref() {
                DeValue::Array(tables) if tables.iter().all(|table| table.get_ref().is_table()) => {
                    let tables: Vec<(&DeTable<'_>, Range<usize>)> =
                        tables.iter().filter_map(|table| Some((table.get_ref().as_table()?, table.span()))).collect();
                    let tables = self.tables(&tables);
                    // "table = []" says as much as nothing at all.
                    if !tables.is_empty() {
                        config.tables = tables;
                    }
                }
                other => {
                    // The span of a whole section is its header or everything in it; say what it is instead.
                    let found = if other.is_table() { "one section [table]".to_owned() } else { self.found(&span) };
                    self.errors.push(ConfigError::Value {
                        file: self.file.to_owned(),
                        line: self.line(span),
                        key: TABLE.to_owned(),
                        found,
                        expected: "a section [[table]], in double brackets, for each table".to_owned(),
                    });
                }
            }
        }
        let lines = places.into_iter().map(|(key, place)| (key, self.line(place))).collect();
        (config, lines)
    }

    fn tables(&mut self, sections: &[(&DeTable<'_>, Range<usize>)]) -> Vec<Table> {
        let mut tables = Vec::with_capacity(sections.len());
        let mut seen: HashMap<(&str, String), usize> = HashMap::new();
        // Ports by their first table, with an address or without.
        let mut lines: HashMap<(PathBuf, bool), usize> = HashMap::new();
        for (number, (section, span)) in (1..).zip(sections) {
            let mut table = Table::numbered(number);
            let mut places = Places::new();
            self.section(&mut table, "", TABLE_KEYS, section, &mut places);
            for key in TABLE_KEYS.iter().filter(|key| UNSHARED.contains(&key.name)) {
                let Some(found) = (key.show)(&table).filter(|found| key.name == "name" || found != "\"auto\"") else {
                    continue;
                };
                // One port has many names.
                let same = match (&table.board.port, key.name) {
                    (Port::Path(path), "board.port") => device(path).display().to_string(),
                    (Port::Path(_) | Port::Auto, _) => found.clone(),
                };
                // Boards that share a line are told apart by their addresses.
                let [found, same] = match table.board.address {
                    Some(address) if key.name == "board.port" => {
                        [found, same].map(|port| format!("{port} with address {address}"))
                    }
                    Some(_) | None => [found, same],
                };
                let line = self.line(places.get(key.name).unwrap_or(span).clone());
                // A board alone on its line and one that shares it cannot be on the same one.
                let mut otherwise = None;
                if let (Port::Path(path), "board.port") = (&table.board.port, key.name) {
                    let (path, addressed) = (device(path), table.board.address.is_some());
                    otherwise = lines.get(&(path.clone(), !addressed)).copied();
                    lines.entry((path, addressed)).or_insert(line);
                }
                if let Some(first_line) = seen.get(&(key.name, same.clone())).copied().or(otherwise) {
                    let key = format!("{TABLE}.{}", key.name);
                    self.errors.push(ConfigError::Duplicate {
                        file: self.file.to_owned(),
                        line,
                        key,
                        found,
                        first_line,
                    });
                } else {
                    seen.insert((key.name, same), line);
                }
            }
            self.check_line(&table, &places, span);
            tables.push(table);
        }
        tables
    }

    /// A board that shares a line needs an address, and an address such a board.
    fn check_line(&mut self, table: &Table, places: &Places, span: &Range<usize>) {
        let kind = table.board.kind.as_deref().and_then(registry::board);
        let shares = kind.is_some_and(|board| board.shared.is_some());
        let (key, needs) = match (table.board.address, shares, &table.board.port) {
            (None, true, _) if places.contains_key("board.address") => return,
            (None, true, _) => ("board.kind", "table.board.address"),
            (Some(_), false, _) => ("board.address", "a table.board.kind that shares a line (dgt-bus)"),
            (Some(_), true, Port::Auto) => ("board.address", "table.board.port"),
            (None, false, _) | (Some(_), true, Port::Path(_)) => return,
        };
        self.errors.push(ConfigError::Incomplete {
            file: self.file.to_owned(),
            line: self.line(places.get(key).unwrap_or(span).clone()),
            key: format!("{TABLE}.{key}"),
            needs: needs.to_owned(),
        });
    }

    /// Reads the keys of a section, and of the sections in it, into `to`.
    fn section<T>(&mut self, to: &mut T, within: &str, keys: &[Key<T>], section: &DeTable<'_>, places: &mut Places) {
        for (name, value) in section {
            let path = if within.is_empty() { name.get_ref().to_string() } else { format!("{within}.{name}") };
            let key = keys.iter().find(|key| key.name == path);
            let is_section = keys.iter().any(|key| starts_with_section(key.name, &path));
            match (key, value.get_ref()) {
                (Some(key), found) => {
                    places.insert(key.name, value.span());
                    if let Err(problem) = (key.set)(to, found) {
                        let full = full_name(keys, key.name);
                        self.refuse(full, value.span(), problem);
                    }
                }
                (None, DeValue::Table(inner)) if is_section => self.section(to, &path, keys, inner, places),
                (None, _) if is_section => {
                    let full = full_name(keys, &path);
                    let expected = format!("a section of keys, [{full}]");
                    self.refuse(full, value.span(), Problem::Wrong { expected });
                }
                // Read by the caller.
                (None, _) if path == TABLE && !is_table_key(keys) => {}
                (None, _) => self.unknown(keys, &path, name.span()),
            }
        }
    }

    fn check_needs(&mut self, config: &Config, places: &Places) {
        for (key, needs) in NEEDS {
            if let Some(place) = places.get(key).filter(|_| !places.contains_key(needs)) {
                self.errors.push(ConfigError::Incomplete {
                    file: self.file.to_owned(),
                    line: self.line(place.clone()),
                    key: key.to_owned(),
                    needs: needs.to_owned(),
                });
            }
        }
        self.check_addresses(config, places);
        if let Some(url) = config.mqtt.url.as_ref().filter(|urls| urls.0.iter().any(|url| !url.tls)) {
            for place in NEEDS_TLS.iter().filter_map(|key| places.get(key).and_then(|_| places.get("mqtt.url"))) {
                self.errors.push(ConfigError::Value {
                    file: self.file.to_owned(),
                    line: self.line(place.clone()),
                    key: "mqtt.url".to_owned(),
                    found: values::quoted(&url.to_string()),
                    expected: "an mqtts URL, since certificates are named".to_owned(),
                });
            }
        }
    }

    /// No two may listen on one address.
    fn check_addresses(&mut self, config: &Config, places: &Places) {
        let livechess = &config.broadcast.livechess;
        let listens = [
            config.mqtt.url.is_none().then_some(("broker.listen", config.broker.listen)),
            Some(("web.listen", config.web.listen)),
            livechess.on.then_some(("broadcast.livechess.listen", livechess.listen)),
        ];
        // Of two the one further down in the file is told; the other may stand nowhere.
        let mut listens: Vec<(&str, SocketAddr)> = listens.into_iter().flatten().collect();
        listens.sort_by_key(|(key, _)| places.get(key).map(|place| place.start));
        for (index, (key, found)) in listens.iter().enumerate() {
            let taken = listens[..index].iter().find(|(_, before)| collide(*before, *found));
            if let (Some((other, taken)), Some(place)) = (taken, places.get(key)) {
                self.errors.push(ConfigError::Value {
                    file: self.file.to_owned(),
                    line: self.line(place.clone()),
                    key: (*key).to_owned(),
                    found: values::quoted(&found.to_string()),
                    expected: format!("an address and port other than {other}, which is \"{taken}\""),
                });
            }
        }
    }

    fn refuse(&mut self, key: String, span: Range<usize>, problem: Problem) {
        let file = self.file.to_owned();
        let line = self.line(span.clone());
        self.errors.push(match problem {
            Problem::OutOfRange(range) => ConfigError::OutOfRange { file, line, key, found: self.found(&span), range },
            Problem::Secret { expected } => ConfigError::Value {
                file,
                line,
                key,
                found: "not repeated here".to_owned(),
                expected: expected.to_owned(),
            },
            Problem::Wrong { expected } => ConfigError::Value { file, line, key, found: self.found(&span), expected },
        });
    }

    fn unknown<T>(&mut self, keys: &[Key<T>], path: &str, span: Range<usize>) {
        if let Some((key, instead)) = GONE.iter().find(|(key, _)| *key == path && !is_table_key(keys)) {
            let (file, line) = (self.file.to_owned(), self.line(span));
            return self.errors.push(ConfigError::Gone { file, line, key: (*key).to_owned(), instead });
        }
        let mut known: Vec<String> = keys.iter().map(|key| full_name(keys, key.name)).collect();
        let sections: Vec<String> = known
            .iter()
            .filter_map(|name| name.rsplit_once('.').map(|(section, _)| section.to_owned()))
            .chain([TABLE.to_owned()])
            .collect();
        let key = clipped(full_name(keys, path).escape_debug().to_string());
        let mut nearest: Vec<(usize, String)> =
            known.iter().chain(&sections).map(|name| (osa_distance(&key, name), name.clone())).collect();
        // A key in the wrong section, or in none.
        let last = |name: &str| name.rsplit('.').next().unwrap_or_default().to_owned();
        nearest.extend(known.iter().map(|name| (osa_distance(&last(&key), &last(name)) + 1, name.clone())));
        // A key cut short, such as one without its unit.
        let cut = |name: &&String| last(name).starts_with(&format!("{}_", last(&key)));
        nearest.extend(known.iter().filter(cut).map(|name| (1, name.clone())));
        let near = (last(&key).chars().count() / 3).max(2);
        // Of keys that are as near the one in the fewest sections.
        let order = |(distance, name): &(usize, String)| (*distance, name.matches('.').count(), name.clone());
        let nearest =
            nearest.into_iter().min_by_key(order).filter(|(distance, _)| *distance <= near).map(|(_, name)| name);
        known.sort();
        self.errors.push(ConfigError::UnknownKey {
            file: self.file.to_owned(),
            line: self.line(span),
            key,
            nearest,
            known,
        });
    }

    /// The line on which a piece of the text begins, from 1.
    fn line(&self, span: Range<usize>) -> usize {
        1 + self.line_ends.partition_point(|&end| end < span.start)
    }

    /// A piece of the text, for a message: one line, not too long.
    fn found(&self, span: &Range<usize>) -> String {
        let piece = self.text.get(span.clone()).unwrap_or_default();
        clipped(piece.split_whitespace().collect::<Vec<_>>().join(" "))
    }
}

/// Whether both cannot be listened on: one port, and addresses of which one holds the other.
fn collide(a: SocketAddr, b: SocketAddr) -> bool {
    let (one, other) = (a.ip().to_canonical(), b.ip().to_canonical());
    // An IPv6 socket for every address takes IPv4 in, too.
    let holds = |all: IpAddr, ip: IpAddr| all.is_unspecified() && (all.is_ipv6() || ip.is_ipv4());
    a.port() == b.port() && a.port() != 0 && (one == other || holds(one, other) || holds(other, one))
}

/// The device that a path leads to, or would.
fn device(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| {
        let mut plain = PathBuf::new();
        for component in path.components() {
            match component {
                Component::CurDir => {}
                Component::ParentDir => drop(plain.pop()),
                Component::Normal(_) | Component::Prefix(_) | Component::RootDir => plain.push(component),
            }
        }
        plain
    })
}

fn clipped(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(MAX_FOUND) {
        text.truncate(end);
        text.push_str("...");
    }
    text
}

fn starts_with_section(key: &str, section: &str) -> bool {
    key.strip_prefix(section).is_some_and(|rest| rest.starts_with('.'))
}

/// Whether these are the keys of a table: they alone have a name.
fn is_table_key<T>(keys: &[Key<T>]) -> bool {
    keys.iter().any(|key| key.name == "name")
}

/// A key's name seen from the whole file.
fn full_name<T>(keys: &[Key<T>], name: &str) -> String {
    if is_table_key(keys) { format!("{TABLE}.{name}") } else { name.to_owned() }
}

#[cfg(test)]
mod tests;
