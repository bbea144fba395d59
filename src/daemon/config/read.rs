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
    keys::{KEYS, Key, Problem, TABLE_KEYS},
};
use crate::serial::Port;

/// Largest configuration file, in bytes.
pub const MAX_FILE: u64 = 1_048_576;

/// Longest piece of the file that a message repeats, in characters.
const MAX_FOUND: usize = 60;

/// The key of the list of tables.
const TABLE: &str = "table";

/// Keys that say nothing without another.
const NEEDS: [(&str, &str); 9] = [
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
const GONE: [(&str, &str); 1] = [(
    "web.token_file",
    "who may see what, accounts say: the first start prints a link that makes the chief arbiter's",
)];

/// Keys that are for encrypted connections.
const NEEDS_TLS: [&str; 3] = ["mqtt.ca_file", "mqtt.client_cert_file", "mqtt.client_key_file"];

/// Keys whose value no two tables may share, `board.port` unless it is `auto`.
const UNSHARED: [&str; 3] = ["name", "board.port", "board.serial"];

/// Reads a configuration file, and the files that it names.
///
/// # Errors
/// See [`ConfigError`]; of several errors the first in the file.
pub fn load(path: &Path) -> Result<Config, ConfigError> {
    read_bytes(path, &bytes_of(path)?)
}

fn read_bytes(path: &Path, bytes: &[u8]) -> Result<Config, ConfigError> {
    let file = path.display().to_string();
    let text = str::from_utf8(bytes).map_err(|error| {
        let good = &bytes[..error.valid_up_to()];
        let line_begins = good.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let line = 1 + good.iter().filter(|byte| **byte == b'\n').count();
        ConfigError::NotUtf8 { file: file.clone(), line, byte: 1 + good.len() - line_begins }
    })?;
    let (config, lines) = read_text(&file, text)?;
    files::check(&file, &config, &lines)?;
    Ok(config)
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
    read_bytes(path, &bytes)
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
        // What can be reached from other computers must know who is who.
        let is_wide = |listen: SocketAddr| !listen.ip().to_canonical().is_loopback();
        let broker = config.mqtt.url.is_none() && is_wide(config.broker.listen);
        let is_guarded = config.broker.users_file.is_some() || config.broker.open;
        if let Some(place) = places.get("broker.listen").filter(|_| broker && !is_guarded) {
            self.errors.push(ConfigError::Unguarded {
                file: self.file.to_owned(),
                line: self.line(place.clone()),
                key: "broker.listen".to_owned(),
                needs: "broker.users_file (or broker.open)".to_owned(),
            });
        }
        let both = [("broker.listen", config.broker.listen), ("web.listen", config.web.listen)];
        // The one further down in the file is told; the other may stand nowhere.
        let last = both.iter().filter_map(|(key, _)| Some((*key, places.get(key)?.clone())));
        let last = last.max_by_key(|(_, place)| place.start);
        if let (None, true, Some((key, place))) = (&config.mqtt.url, collide(both[0].1, both[1].1), last) {
            let [(_, found), (other, taken)] = if key == both[0].0 { both } else { [both[1], both[0]] };
            self.errors.push(ConfigError::Value {
                file: self.file.to_owned(),
                line: self.line(place),
                key: key.to_owned(),
                found: super::keys::quoted(&found.to_string()),
                expected: format!("an address and port other than {other}, which is \"{taken}\""),
            });
        }
        if let Some(url) = config.mqtt.url.as_ref().filter(|url| !url.tls) {
            for place in NEEDS_TLS.iter().filter_map(|key| places.get(key).and_then(|_| places.get("mqtt.url"))) {
                self.errors.push(ConfigError::Value {
                    file: self.file.to_owned(),
                    line: self.line(place.clone()),
                    key: "mqtt.url".to_owned(),
                    found: super::keys::quoted(&url.to_string()),
                    expected: "an mqtts URL, since certificates are named".to_owned(),
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
        let nearest = nearest.into_iter().min().filter(|(distance, _)| *distance <= near).map(|(_, name)| name);
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
mod tests {
    use std::path::PathBuf;

    use proptest::prelude::*;

    use super::*;
    use crate::{
        daemon::config::{Edition, MqttUrl, Orientation, Regime, Supervision, Variant, show},
        serial::Port,
    };

    fn error(text: &str) -> String {
        parse("touchmove.toml", text).expect_err("the configuration is wrong").to_string()
    }

    #[test]
    fn nothing_at_all_is_one_table_named_1_and_everything_local() {
        let config = parse("touchmove.toml", "").expect("nothing is wrong");
        assert_eq!(config, Config::default());
        assert_eq!(config, parse("touchmove.toml", "table = []").expect("nothing is wrong"));
        assert_eq!(config.broker.listen.to_string(), "127.0.0.1:1883");
        assert_eq!(config.web.listen.to_string(), "127.0.0.1:8080");
        assert_eq!(config.mqtt.url, None);
        let [table] = &config.tables[..] else { panic!("{:?}", config.tables) };
        assert_eq!((table.name.as_str(), &table.board.port), ("1", &Port::Auto));
    }

    #[test]
    fn what_show_prints_is_a_configuration_of_nothing_but_defaults() {
        assert_eq!(parse("show", &show()).expect("it is a configuration"), Config::default());
    }

    #[test]
    fn the_examples_that_show_prints_in_comments_can_be_used() {
        let mut uncommented = String::new();
        for line in show().lines() {
            // An address says nothing without a kind that shares a line.
            let is_usable = |line: &&str| line.contains(" = \"") && !line.starts_with("board.address");
            let example = line.strip_prefix("# ").filter(is_usable);
            uncommented += example.unwrap_or(line);
            uncommented += "\n";
        }
        let uncommented = uncommented.replace("mqtt://", "mqtts://");
        let config = parse("show", &uncommented).expect("it is a configuration");
        assert!(config.state_dir.is_some() && config.mqtt.client_key_file.is_some() && config.capture.dir.is_some());
        let table = &config.tables[0];
        assert!(table.board.serial.is_some() && table.laws.time_control.is_some() && table.laws.supervision.is_some());
    }

    #[test]
    fn every_key_can_be_set() {
        let text = r#"
            state_dir = "/srv/chess"
            [mqtt]
            url = "mqtts://broker.example"
            prefix = "club"
            username = "arbiter"
            password_file = "/etc/password"
            ca_file = "/etc/ca.pem"
            client_cert_file = "/etc/cert.pem"
            client_key_file = "/etc/key.pem"
            [broker]
            listen = "[::1]:1884"
            users_file = "/etc/users"
            open = true
            [web]
            listen = "0.0.0.0:80"
            cert_file = "/etc/page.pem"
            key_file = "/etc/page.key"
            [hall]
            title = "Open"
            file = "/srv/hall.sqlite"
            [public]
            delay_s = 900
            [log]
            filter = "info,touchmove=debug"
            [capture]
            dir = "/srv/captures"
            max_mb = 5
            [[table]]
            name = "A"
            board.port = "/dev/ttyUSB0"
            board.kind = "dgt"
            board.orientation = "turned"
            laws = { edition = 2018, regime = "rapid", supervision = "full", variant = "chess960", time_control = "600+5" }
            [[table]]
            board.serial = "25805"
            [table.timing]
            settle_ms = 0
            scan_tie_ms = 200
            flicker_ms = 1_000
            two_hands_ms = 5_000
            press_grace_ms = 0x0b_b8
            displaced_ms = 10_000
        "#;
        let config = parse("touchmove.toml", text).expect("nothing is wrong");
        assert_eq!(config.state_dir, Some(PathBuf::from("/srv/chess")));
        let url = MqttUrl { tls: true, host: "broker.example".to_owned(), port: 8883 };
        assert_eq!(config.mqtt.url, Some(url));
        assert_eq!(config.mqtt.prefix, "club");
        assert_eq!(config.mqtt.username.as_deref(), Some("arbiter"));
        assert_eq!(config.mqtt.password_file, Some(PathBuf::from("/etc/password")));
        assert_eq!(config.mqtt.ca_file, Some(PathBuf::from("/etc/ca.pem")));
        assert_eq!(config.mqtt.client_cert_file, Some(PathBuf::from("/etc/cert.pem")));
        assert_eq!(config.mqtt.client_key_file, Some(PathBuf::from("/etc/key.pem")));
        assert_eq!((config.broker.users_file, config.broker.open), (Some(PathBuf::from("/etc/users")), true));
        assert_eq!(config.web.cert_file, Some(PathBuf::from("/etc/page.pem")));
        assert_eq!(config.web.key_file, Some(PathBuf::from("/etc/page.key")));
        assert_eq!((config.hall.title, config.hall.file), ("Open".to_owned(), Some(PathBuf::from("/srv/hall.sqlite"))));
        assert_eq!(config.log.filter, "info,touchmove=debug");
        assert_eq!(config.broker.listen.to_string(), "[::1]:1884");
        assert_eq!(config.web.listen.to_string(), "0.0.0.0:80");
        assert_eq!(config.public.delay_s, 900);
        assert_eq!((config.capture.dir, config.capture.max_mb), (Some(PathBuf::from("/srv/captures")), 5));

        let [first, second] = &config.tables[..] else { panic!("{:?}", config.tables) };
        assert_eq!((first.name.as_str(), second.name.as_str()), ("A", "2"));
        assert_eq!(first.board.port, Port::Path("/dev/ttyUSB0".into()));
        assert_eq!(first.board.kind.as_deref(), Some("dgt"));
        assert_eq!(first.board.orientation, Orientation::Turned);
        assert_eq!((first.laws.edition, first.laws.regime), (Edition::Y2018, Regime::Rapid));
        assert_eq!((first.laws.supervision, first.laws.variant), (Some(Supervision::Full), Variant::Chess960));
        assert_eq!(first.laws.time_control.as_deref(), Some("600+5"));
        assert_eq!(second.board.serial.as_deref(), Some("25805"));
        let timing = second.timing;
        assert_eq!((timing.settle_ms, timing.scan_tie_ms, timing.flicker_ms), (0, 200, 1_000));
        assert_eq!((timing.two_hands_ms, timing.press_grace_ms, timing.displaced_ms), (5_000, 3_000, 10_000));
    }

    #[test]
    fn an_unknown_key_is_named_with_the_nearest_known_one() {
        for (text, expected) in [
            ("\n[mqtt]\nprefx = \"x\"", "touchmove.toml, line 3: unknown key mqtt.prefx; did you mean mqtt.prefix?"),
            ("[mqqt]\nprefix = \"x\"", "touchmove.toml, line 1: unknown key mqqt; did you mean mqtt?"),
            ("delay_s = 3", "touchmove.toml, line 1: unknown key delay_s; did you mean public.delay_s?"),
            ("[public]\ndelay = 3", "touchmove.toml, line 2: unknown key public.delay; did you mean public.delay_s?"),
            ("[[tables]]\nname = \"1\"", "touchmove.toml, line 1: unknown key tables; did you mean table?"),
            (
                "[[table]]\nboard.prot = \"auto\"",
                "touchmove.toml, line 2: unknown key table.board.prot; did you mean table.board.port?",
            ),
            (
                "[[table]]\n[table.timings]\nsettle_ms = 1",
                "touchmove.toml, line 2: unknown key table.timings; did you mean table.timing?",
            ),
            (
                "[[table]]\nsettle_ms = 1",
                "touchmove.toml, line 2: unknown key table.settle_ms; did you mean table.timing.settle_ms?",
            ),
        ] {
            assert_eq!(error(text), expected);
        }
        let far = error("colour = 1");
        assert!(
            far.starts_with("touchmove.toml, line 1: unknown key colour; expected one of broker.listen, "),
            "{far}"
        );
    }

    #[test]
    fn a_number_out_of_range_is_named_with_the_range() {
        for (key, value, range) in [
            ("timing.settle_ms", "2001", "0 to 2000"),
            ("timing.scan_tie_ms", "201", "0 to 200"),
            ("timing.flicker_ms", "1001", "0 to 1000"),
            ("timing.two_hands_ms", "5001", "0 to 5000"),
            ("timing.press_grace_ms", "3001", "0 to 3000"),
            ("timing.displaced_ms", "10001", "0 to 10000"),
            ("timing.settle_ms", "-1", "0 to 2000"),
            ("timing.settle_ms", "99999999999999999999", "0 to 2000"),
        ] {
            assert_eq!(
                error(&format!("[[table]]\n\n{key} = {value}")),
                format!("touchmove.toml, line 3: table.{key} is {value}; expected {range}")
            );
        }
        assert_eq!(
            error("public.delay_s = 86401"),
            "touchmove.toml, line 1: public.delay_s is 86401; expected 0 to 86400"
        );
    }

    #[test]
    fn a_wrong_value_is_named_with_what_was_expected() {
        for (text, expected) in [
            ("state_dir = \"here\"", "state_dir is \"here\"; expected a path that begins with /, in quotes"),
            ("mqtt.url = \"http://x\"", "mqtt.url is \"http://x\"; expected mqtt://host, mqtt://host:port"),
            ("mqtt.prefix = \"a//b\"", "mqtt.prefix is \"a//b\"; expected 1 to 64 bytes"),
            ("mqtt.prefix = \"$SYS\"", "mqtt.prefix is \"$SYS\"; expected 1 to 64 bytes"),
            ("mqtt = 3", "mqtt is 3; expected a section of keys, [mqtt]"),
            ("broker.listen = \"localhost\"", "broker.listen is \"localhost\"; expected an address and a port"),
            ("web.listen = 8080", "web.listen is 8080; expected an address and a port"),
            ("public.delay_s = \"15\"", "public.delay_s is \"15\"; expected a whole number, 0 to 86400"),
            ("public.delay_s = 1.5", "public.delay_s is 1.5; expected a whole number, 0 to 86400"),
            ("capture.dir = true", "capture.dir is true; expected a path that begins with /"),
            ("table = 1", "table is 1; expected a section [[table]], in double brackets, for each table"),
            ("[table]\nname = \"1\"", "table is one section [table]; expected a section [[table]]"),
            ("table = [1]", "table is [1]; expected a section [[table]]"),
            ("[[table]]\nname = \"a/b\"", "table.name is \"a/b\"; expected 1 to 64 bytes"),
            ("[[table]]\nname = \"\"", "table.name is \"\"; expected 1 to 64 bytes"),
            ("[[table]]\nboard.port = \"COM3\"", "table.board.port is \"COM3\"; expected \"auto\" or the path"),
            ("[[table]]\nboard.kind = \"abacus\"", "table.board.kind is \"abacus\"; expected \"auto\" or one of "),
            ("[[table]]\nboard.serial = 25805", "table.board.serial is 25805; expected a text"),
            (
                "[[table]]\nboard.orientation = \"left\"",
                "table.board.orientation is \"left\"; expected one of \"auto\", \"normal\", \"turned\"",
            ),
            (
                "[[table]]\nlaws.edition = 2020",
                "table.laws.edition is 2020; expected one of \"2005\", \"2009\", \"2014\", \"2018\", \"2023\"",
            ),
            ("[[table]]\nlaws.regime = \"fast\"", "table.laws.regime is \"fast\"; expected one of \"standard\""),
            ("[[table]]\nlaws.supervision = \"some\"", "table.laws.supervision is \"some\"; expected one of \"full\""),
            ("[[table]]\nlaws.variant = \"go\"", "table.laws.variant is \"go\"; expected one of \"chess\""),
            ("[[table]]\nlaws.time_control = \"90m\"", "table.laws.time_control is \"90m\"; expected a time control"),
        ] {
            let line = text.lines().count();
            let line = if text.starts_with("[table]") { 1 } else { line };
            let expected = format!("touchmove.toml, line {line}: {expected}");
            let error = error(text);
            assert!(error.starts_with(&expected), "{error:?}, not {expected:?}");
        }
    }

    #[test]
    fn a_password_in_the_url_is_refused_and_not_repeated() {
        let error = error("mqtt.url = \"mqtt://eve:secret@broker\"");
        assert!(error.contains("mqtt.password_file") && !error.contains("secret"), "{error}");
    }

    #[test]
    fn a_long_value_is_cut_in_the_message() {
        let error = error(&format!("web.listen = \"{}\"", "\u{e9}".repeat(500)));
        assert!(error.chars().count() < 200 && error.contains("..."), "{error}");
    }

    #[test]
    fn two_tables_may_not_share_name_port_or_board() {
        for (key, value) in [("name", "x"), ("board.port", "/dev/ttyUSB0"), ("board.serial", "25805")] {
            assert_eq!(
                error(&format!("[[table]]\n{key} = \"{value}\"\n[[table]]\n{key} = \"{value}\"\n")),
                format!(
                    "touchmove.toml, line 4: table.{key} is \"{value}\", as for the table in line 2; expected one of \
                     its own"
                )
            );
        }
        // The first has the name that the second has by its number.
        assert_eq!(
            error("[[table]]\nname = \"2\"\n[[table]]\n"),
            "touchmove.toml, line 3: table.name is \"2\", as for the table in line 2; expected one of its own"
        );
        assert!(parse("-", "[[table]]\nname = \"auto\"\n[[table]]\nboard.port = \"auto\"").is_ok());
        assert!(parse("-", "[[table]]\nname = \"auto\"\n[[table]]\nname = \"auto\"").is_err());
    }

    #[test]
    fn one_port_under_two_names_is_one_port() {
        let folder = tempfile::tempdir().expect("a folder");
        let (device, link) = (folder.path().join("ttyUSB0"), folder.path().join("by-id"));
        fs::write(&device, "").expect("a file");
        std::os::unix::fs::symlink(&device, &link).expect("a link");
        let [device, link] = [device, link].map(|path| path.display().to_string());
        for [first, second] in
            [["/dev/ttyS77", "/dev/../dev//ttyS77"], ["/dev/./ttyS77", "/dev/ttyS77"], [&*device, &*link]]
        {
            assert_eq!(
                error(&format!("[[table]]\nboard.port = \"{first}\"\n[[table]]\nboard.port = \"{second}\"\n")),
                format!(
                    "touchmove.toml, line 4: table.board.port is \"{second}\", as for the table in line 2; expected one \
                     of its own"
                )
            );
        }
    }

    #[test]
    fn broker_and_page_may_not_listen_on_the_same_address() {
        for (text, expected) in [
            (
                "web.listen = \"127.0.0.1:1883\"",
                "line 1: web.listen is \"127.0.0.1:1883\"; expected an address and port other than broker.listen, which \
                 is \"127.0.0.1:1883\"",
            ),
            (
                "broker.listen = \"127.0.0.1:8080\"",
                "line 1: broker.listen is \"127.0.0.1:8080\"; expected an address and port other than web.listen, which \
                 is \"127.0.0.1:8080\"",
            ),
            ("web.listen = \"[::1]:9\"\nbroker.listen = \"[::1]:9\"", "line 2: broker.listen is \"[::1]:9\""),
            ("broker.listen = \"[::1]:9\"\nweb.listen = \"[::1]:9\"", "line 2: web.listen is \"[::1]:9\""),
            ("broker.open = true\nbroker.listen = \"0.0.0.0:8080\"", "line 2: broker.listen is \"0.0.0.0:8080\""),
            ("broker.open = true\nbroker.listen = \"[::]:8080\"", "line 2: broker.listen is \"[::]:8080\""),
        ] {
            let error = error(text);
            assert!(error.contains(expected), "{error}");
        }
        for text in [
            "web.listen = \"127.0.0.1:0\"\nbroker.listen = \"127.0.0.1:0\"",
            "web.listen = \"127.0.0.1:9\"\nbroker.listen = \"[::1]:9\"",
            "web.listen = \"127.0.0.1:1883\"\nmqtt.url = \"mqtt://broker.example\"",
        ] {
            parse("-", text).unwrap_or_else(|error| panic!("{error}"));
        }
    }

    #[test]
    fn boards_with_addresses_may_share_a_port_and_need_kind_and_port() {
        let table =
            |rest: &str| format!("[[table]]\nboard.port = \"/dev/ttyUSB0\"\nboard.kind = \"dgt-bus\"\n{rest}\n");
        let two = [table("board.address = 1025"), table("board.address = 1026")].concat();
        let config = parse("-", &two).expect("they share the line");
        let addresses: Vec<u16> =
            config.tables.iter().filter_map(|table| Some(table.board.address?.number())).collect();
        assert_eq!(addresses, [1_025, 1_026]);
        let same = [table("board.address = 1025"), table("board.address = 1025")].concat();
        assert!(
            error(&same).contains("\"/dev/ttyUSB0\" with address 1025, as for the table in line 2"),
            "{}",
            error(&same)
        );
        let alone = "[[table]]\nboard.port = \"/dev/ttyUSB0\"\nboard.kind = \"dgt\"\n".to_owned();
        for both in [[table("board.address = 1025"), alone.clone()], [alone.clone(), table("board.address = 1025")]] {
            let said = error(&both.concat());
            assert!(said.contains("as for the table in line 2"), "{said}");
        }
        assert!(error(&table("")).contains("line 3: table.board.kind is set; expected table.board.address"));
        let alone = "[[table]]\nboard.address = 3";
        assert!(error(alone).contains("line 2: table.board.address is set; expected a table.board.kind"));
        let auto = "[[table]]\nboard.kind = \"dgt-bus\"\nboard.address = 3";
        assert!(error(auto).contains("line 3: table.board.address is set; expected table.board.port"));
        assert!(error(&table("board.address = 0")).contains("expected 1 to 16383"));
    }

    #[test]
    fn a_key_that_says_nothing_without_another_is_refused() {
        for (text, key, needs) in [
            ("mqtt.username = \"x\"", "mqtt.username", "mqtt.url"),
            ("mqtt.url = \"mqtt://x\"\nmqtt.password_file = \"/x\"", "mqtt.password_file", "mqtt.username"),
            (
                "mqtt.url = \"mqtts://x\"\nmqtt.client_cert_file = \"/x\"",
                "mqtt.client_cert_file",
                "mqtt.client_key_file",
            ),
            (
                "mqtt.url = \"mqtts://x\"\nmqtt.client_key_file = \"/x\"",
                "mqtt.client_key_file",
                "mqtt.client_cert_file",
            ),
        ] {
            let line = text.lines().count();
            assert_eq!(
                error(text),
                format!("touchmove.toml, line {line}: {key} is set; expected {needs} to be set too")
            );
        }
        assert_eq!(
            error("mqtt.url = \"mqtt://x\"\nmqtt.ca_file = \"/x\""),
            "touchmove.toml, line 1: mqtt.url is \"mqtt://x:1883\"; expected an mqtts URL, since certificates are named"
        );
    }

    #[test]
    fn bad_toml_is_named_with_its_line() {
        let error = error("[mqtt]\nprefix = \n");
        assert!(error.starts_with("touchmove.toml, line 2: "), "{error}");
        let twice = self::error("[web]\nlisten = \"127.0.0.1:1\"\nlisten = \"127.0.0.1:2\"\n");
        assert!(twice.starts_with("touchmove.toml, line 3: "), "{twice}");
    }

    #[test]
    fn of_several_errors_the_first_in_the_file_is_told() {
        assert!(error("web.listen = 1\nbroker.listen = 1\n").contains("line 1: web.listen"));
        assert!(error("[[table]]\nname = 1\n[broker]\nlisten = 1\n").contains("line 2: table.name"));
    }

    #[test]
    fn a_file_that_cannot_be_read_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("touchmove.toml");
        let told = |path: &Path| load(path).expect_err("it cannot be read").to_string();
        assert!(told(&path).starts_with(&format!("{} cannot be read: ", path.display())));
        fs::write(&path, b"[web]\n# caf\xe9\n").expect("a file");
        assert_eq!(told(&path), format!("{}, line 2: byte 6 is no UTF-8", path.display()));
        fs::write(&path, "#".repeat(MAX_FILE as usize + 1)).expect("a file");
        assert!(told(&path).contains("larger than"), "{}", told(&path));
        fs::write(&path, "public.delay_s = 7").expect("a file");
        assert_eq!(load(&path).expect("it is right").public.delay_s, 7);
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(text in "(\\[\\[?table\\]?\\]\n|[a-z.]{0,9} ?= ?[\"0-9a-z\\[{}\\]]{0,9}\n|\\PC{0,9}){0,9}") {
            if let Err(error) = parse("-", &text) {
                prop_assert!(error.line() <= text.lines().count() + 1, "{}", error);
            }
        }
    }
}
