//! The list of keys: what each means, how its value is read, how it is printed.

use std::{
    net::SocketAddr,
    ops::RangeInclusive,
    path::{Path, PathBuf},
};

use protocols::{
    BusAddress,
    registry::{self, BOARDS},
};
use toml::de::DeValue;

use super::{Config, Edition, Lights, MqttUrl, Orientation, Regime, Supervision, Table, Variant};
use crate::{publish::topics::MAX_NAME_BYTES, serial::Port, turn::TimeControl};

/// A key that belongs to a `T`.
pub(super) struct Key<T> {
    /// Its name; dots part it from the sections it is in.
    pub(super) name: &'static str,
    /// What it means, for `config show`.
    pub(super) meaning: &'static str,
    /// When a change of it takes effect in a running service.
    pub(super) change: Change,
    /// A value to show where the default is that nothing is set.
    pub(super) example: &'static str,
    /// Sets it.
    pub(super) set: fn(&mut T, &DeValue<'_>) -> Result<(), Problem>,
    /// Its value as TOML; `None` where nothing is set.
    pub(super) show: fn(&T) -> Option<String>,
}

/// When a changed value takes effect in a running service that is told to reload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// At the reload.
    AtOnce,
    /// In the games that begin after it.
    NextGame,
    /// When the service is started again.
    Restart,
}

/// Why a key cannot have a value.
#[derive(Debug)]
pub(super) enum Problem {
    /// A number outside its range.
    OutOfRange(RangeInclusive<u32>),
    /// Something that must not be repeated in a message.
    Secret {
        /// What is allowed instead.
        expected: &'static str,
    },
    /// Anything else.
    Wrong {
        /// What is allowed.
        expected: String,
    },
}

/// The keys outside tables, in the order in which they are printed: those of a section together.
pub(super) const KEYS: &[Key<Config>] = &[
    Key {
        name: "state_dir",
        meaning: "Folder for the games and for what waits for the broker. Unless set: the service's own folder under \
                  systemd (/var/lib/touchmove), otherwise ~/.local/state/touchmove.",
        change: Change::Restart,
        example: "/var/lib/touchmove",
        set: |config, value| put(&mut config.state_dir, absolute(value)),
        show: |config| path(&config.state_dir),
    },
    Key {
        name: "mqtt.url",
        meaning: "The MQTT broker, mqtt://host:port or, encrypted, mqtts://host:port. Unless set, a broker runs inside \
                  this program.",
        change: Change::Restart,
        example: "mqtt://broker.example:1883",
        set: |config, value| put(&mut config.mqtt.url, url(value)),
        show: |config| config.mqtt.url.as_ref().map(|url| quoted(&url.to_string())),
    },
    Key {
        name: "mqtt.prefix",
        meaning: "How every topic begins: <prefix>/<table>/...",
        change: Change::Restart,
        example: "",
        set: |config, value| {
            config.mqtt.prefix = topic(value)?;
            Ok(())
        },
        show: |config| Some(quoted(&config.mqtt.prefix)),
    },
    Key {
        name: "mqtt.username",
        meaning: "User name at the broker.",
        change: Change::Restart,
        example: "touchmove",
        set: |config, value| put(&mut config.mqtt.username, filled(value)),
        show: |config| config.mqtt.username.as_deref().map(quoted),
    },
    Key {
        name: "mqtt.password_file",
        meaning: "File whose first line is the password.",
        change: Change::Restart,
        example: "/etc/touchmove/password",
        set: |config, value| put(&mut config.mqtt.password_file, absolute(value)),
        show: |config| path(&config.mqtt.password_file),
    },
    Key {
        name: "mqtt.ca_file",
        meaning: "PEM file of the authorities that may vouch for an mqtts broker. Unless set: the system's.",
        change: Change::Restart,
        example: "/etc/touchmove/ca.pem",
        set: |config, value| put(&mut config.mqtt.ca_file, absolute(value)),
        show: |config| path(&config.mqtt.ca_file),
    },
    Key {
        name: "mqtt.client_cert_file",
        meaning: "PEM file with a certificate to show to an mqtts broker; with client_key_file.",
        change: Change::Restart,
        example: "/etc/touchmove/client.pem",
        set: |config, value| put(&mut config.mqtt.client_cert_file, absolute(value)),
        show: |config| path(&config.mqtt.client_cert_file),
    },
    Key {
        name: "mqtt.client_key_file",
        meaning: "PEM file with the key of that certificate.",
        change: Change::Restart,
        example: "/etc/touchmove/client.key",
        set: |config, value| put(&mut config.mqtt.client_key_file, absolute(value)),
        show: |config| path(&config.mqtt.client_key_file),
    },
    Key {
        name: "broker.listen",
        meaning: "Address and port of the broker inside this program. Beyond this computer it needs broker.users_file.",
        change: Change::Restart,
        example: "",
        set: |config, value| {
            config.broker.listen = address(value)?;
            Ok(())
        },
        show: |config| Some(quoted(&config.broker.listen.to_string())),
    },
    Key {
        name: "broker.users_file",
        meaning: "File of those who may use it from other computers: a line name:role:password for each, role being \
                  arbiter (sees everything, commands) or broadcast (sees what is public). Others must not be able to \
                  read the file. From this computer nobody is asked.",
        change: Change::Restart,
        example: "/etc/touchmove/users",
        set: |config, value| put(&mut config.broker.users_file, absolute(value)),
        show: |config| path(&config.broker.users_file),
    },
    Key {
        name: "broker.open",
        meaning: "true: everybody in the network may read everything and command the tables, without a password.",
        change: Change::Restart,
        example: "",
        set: |config, value| {
            config.broker.open = value.as_bool().ok_or_else(|| wrong("true or false"))?;
            Ok(())
        },
        show: |config| Some(config.broker.open.to_string()),
    },
    Key {
        name: "web.listen",
        meaning: "Address and port of the page. Who may see what, accounts say; the first is made on this computer or by \
                  the link that the first start prints.",
        change: Change::Restart,
        example: "",
        set: |config, value| {
            config.web.listen = address(value)?;
            Ok(())
        },
        show: |config| Some(quoted(&config.web.listen.to_string())),
    },
    Key {
        name: "web.cert_file",
        meaning: "PEM file with the certificate (and its chain) by which the page is encrypted; with key_file.",
        change: Change::Restart,
        example: "/etc/touchmove/page.pem",
        set: |config, value| put(&mut config.web.cert_file, absolute(value)),
        show: |config| path(&config.web.cert_file),
    },
    Key {
        name: "web.key_file",
        meaning: "PEM file with the key of that certificate. Others must not be able to read it.",
        change: Change::Restart,
        example: "/etc/touchmove/page.key",
        set: |config, value| put(&mut config.web.key_file, absolute(value)),
        show: |config| path(&config.web.key_file),
    },
    Key {
        name: "hall.title",
        meaning: "What the hall is called on its page.",
        change: Change::Restart,
        example: "",
        set: |config, value| {
            config.hall.title = filled(value)?;
            Ok(())
        },
        show: |config| Some(quoted(&config.hall.title)),
    },
    Key {
        name: "hall.file",
        meaning: "Database of accounts and decisions. Unless set: in state_dir, hall.sqlite of touchmove hall and \
                  console.sqlite of touchmove run.",
        change: Change::Restart,
        example: "/var/lib/touchmove/hall.sqlite",
        set: |config, value| put(&mut config.hall.file, absolute(value)),
        show: |config| path(&config.hall.file),
    },
    Key {
        name: "public.delay_s",
        meaning: "How many seconds the feeds for the public lag behind the game, 0 to 86400.",
        change: Change::AtOnce,
        example: "",
        set: |config, value| {
            config.public.delay_s = number(value, 0..=86_400)?;
            Ok(())
        },
        show: |config| Some(config.public.delay_s.to_string()),
    },
    Key {
        name: "log.filter",
        meaning: "How much is logged: error, warn, info, debug or trace, or rules such as \"info,touchmove::serial=debug\". \
                  RUST_LOG outdoes it.",
        change: Change::AtOnce,
        example: "",
        set: |config, value| {
            config.log.filter = filter(value)?;
            Ok(())
        },
        show: |config| Some(quoted(&config.log.filter)),
    },
    Key {
        name: "capture.dir",
        meaning: "Folder in which to keep every byte that comes from the boards and goes to them. Unless set, nothing \
                  is kept.",
        change: Change::Restart,
        example: "/var/lib/touchmove/captures",
        set: |config, value| put(&mut config.capture.dir, absolute(value)),
        show: |config| path(&config.capture.dir),
    },
    Key {
        name: "capture.max_mb",
        meaning: "Largest size of one such file in megabytes, 1 to 10000; what comes later is not kept.",
        change: Change::Restart,
        example: "",
        set: |config, value| {
            config.capture.max_mb = number(value, 1..=10_000)?;
            Ok(())
        },
        show: |config| Some(config.capture.max_mb.to_string()),
    },
    Key {
        name: "journal.max_mb",
        meaning: "Largest size of the journal of all games in state_dir in megabytes, 10 to 1000000; the oldest games \
                  make room.",
        change: Change::Restart,
        example: "",
        set: |config, value| {
            config.journal.max_mb = number(value, 10..=1_000_000)?;
            Ok(())
        },
        show: |config| Some(config.journal.max_mb.to_string()),
    },
    Key {
        name: "journal.keep_days",
        meaning: "For how many days games are kept, 1 to 36500; the latest hundred always are.",
        change: Change::Restart,
        example: "",
        set: |config, value| {
            config.journal.keep_days = number(value, 1..=36_500)?;
            Ok(())
        },
        show: |config| Some(config.journal.keep_days.to_string()),
    },
];

/// The keys of a table, in the order in which they are printed.
pub(super) const TABLE_KEYS: &[Key<Table>] = &[
    Key {
        name: "name",
        meaning: "Name of the table, one level of its topics. Unless set: the computer's name where this is the only table \
                  (1 where that cannot be, or the journal has games of a table 1), else its number in the file.",
        change: Change::Restart,
        example: "hall-7",
        set: |table, value| {
            table.name = topic(value)?;
            table.is_named = true;
            Ok(())
        },
        show: |table| Some(quoted(&table.name)),
    },
    Key {
        name: "board.port",
        meaning: "Serial port of the board, such as /dev/ttyUSB0 or a link in /dev/serial/by-id; auto: ask every port.",
        change: Change::Restart,
        example: "",
        set: |table, value| {
            table.board.port = port(value)?;
            Ok(())
        },
        show: |table| match &table.board.port {
            Port::Auto => Some(quoted("auto")),
            Port::Path(path) => Some(quoted(&path.to_string_lossy())),
        },
    },
    Key {
        name: "board.kind",
        meaning: "Kind of board; auto: whichever answers.",
        change: Change::Restart,
        example: "",
        set: |table, value| {
            table.board.kind = kind(value)?;
            Ok(())
        },
        show: |table| Some(quoted(table.board.kind.as_deref().unwrap_or("auto"))),
    },
    Key {
        name: "board.serial",
        meaning: "Serial number of the board itself: ties the table to that board wherever it is plugged in. Unless \
                  set: any board.",
        change: Change::Restart,
        example: "25805",
        set: |table, value| put(&mut table.board.serial, filled(value)),
        show: |table| table.board.serial.as_deref().map(quoted),
    },
    Key {
        name: "board.address",
        meaning: "The board's address on a line that several share (dgt-bus), 1 to 16383: then tables may name the same \
                  port.",
        change: Change::Restart,
        example: "1025",
        set: |table, value| put(&mut table.board.address, bus_address(value)),
        show: |table| table.board.address.map(|address| address.to_string()),
    },
    Key {
        name: "board.orientation",
        meaning: "Which way round the board lies: normal, turned, or auto: found from the position of the pieces.",
        change: Change::Restart,
        example: "",
        set: |table, value| {
            table.board.orientation = word(value, Orientation::NAMES)?;
            Ok(())
        },
        show: |table| name(Orientation::NAMES, table.board.orientation),
    },
    Key {
        name: "board.lights",
        meaning: "On a board with lights, the squares that are lit. setup: before a game, those with a piece missing or \
                  wrong; off: none; always: in the game too, those with a piece that the game has not there, for both \
                  players to see. The command identify lights all in any case.",
        change: Change::Restart,
        example: "",
        set: |table, value| {
            table.board.lights = word(value, Lights::NAMES)?;
            Ok(())
        },
        show: |table| name(Lights::NAMES, table.board.lights),
    },
    Key {
        name: "laws.edition",
        meaning: "Edition of the FIDE Laws of Chess: 2005, 2009, 2014, 2018 or 2023.",
        change: Change::NextGame,
        example: "",
        set: |table, value| {
            table.laws.edition = edition(value)?;
            Ok(())
        },
        show: |table| name(Edition::NAMES, table.laws.edition),
    },
    Key {
        name: "laws.regime",
        meaning: "standard, rapid or blitz.",
        change: Change::NextGame,
        example: "",
        set: |table, value| {
            table.laws.regime = word(value, Regime::NAMES)?;
            Ok(())
        },
        show: |table| name(Regime::NAMES, table.laws.regime),
    },
    Key {
        name: "laws.supervision",
        meaning: "full: the Competition Rules apply to rapid or blitz (A.3, B.3); limited: they do not (A.4, B.4). \
                  Unless set: full for standard, limited for rapid and blitz.",
        change: Change::NextGame,
        example: "full",
        set: |table, value| put(&mut table.laws.supervision, word(value, Supervision::NAMES)),
        show: |table| name(Supervision::NAMES, table.laws.supervision?),
    },
    Key {
        name: "laws.variant",
        meaning: "chess or chess960.",
        change: Change::Restart,
        example: "",
        set: |table, value| {
            table.laws.variant = word(value, Variant::NAMES)?;
            Ok(())
        },
        show: |table| name(Variant::NAMES, table.laws.variant),
    },
    Key {
        name: "laws.time_control",
        meaning: "Time control in the notation of PGN, times in seconds: 40/5400+30:1800+30.",
        change: Change::NextGame,
        example: "40/5400+30:1800+30",
        set: |table, value| put(&mut table.laws.time_control, time_control(value)),
        show: |table| table.laws.time_control.as_deref().map(quoted),
    },
    Key {
        name: "timing.settle_ms",
        meaning: "How long a piece must stay on a square to have been put down there, 0 to 2000 ms; in less it slid across.",
        change: Change::NextGame,
        example: "",
        set: |table, value| {
            table.timing.settle_ms = number(value, 0..=2_000)?;
            Ok(())
        },
        show: |table| Some(table.timing.settle_ms.to_string()),
    },
    Key {
        name: "timing.scan_tie_ms",
        meaning: "Pieces lifted closer together than this were lifted in unknown order, 0 to 200 ms.",
        change: Change::NextGame,
        example: "",
        set: |table, value| {
            table.timing.scan_tie_ms = number(value, 0..=200)?;
            Ok(())
        },
        show: |table| Some(table.timing.scan_tie_ms.to_string()),
    },
    Key {
        name: "timing.flicker_ms",
        meaning: "A piece off its square and back within this time was not lifted, 0 to 1000 ms.",
        change: Change::NextGame,
        example: "",
        set: |table, value| {
            table.timing.flicker_ms = number(value, 0..=1_000)?;
            Ok(())
        },
        show: |table| Some(table.timing.flicker_ms.to_string()),
    },
    Key {
        name: "timing.two_hands_ms",
        meaning: "King and rook in the air together for longer suggest two hands, 0 to 5000 ms.",
        change: Change::NextGame,
        example: "",
        set: |table, value| {
            table.timing.two_hands_ms = number(value, 0..=5_000)?;
            Ok(())
        },
        show: |table| Some(table.timing.two_hands_ms.to_string()),
    },
    Key {
        name: "timing.press_grace_ms",
        meaning: "How long after a press of the clock the board may still report the move, 0 to 3000 ms.",
        change: Change::NextGame,
        example: "",
        set: |table, value| {
            table.timing.press_grace_ms = number(value, 0..=3_000)?;
            Ok(())
        },
        show: |table| Some(table.timing.press_grace_ms.to_string()),
    },
    Key {
        name: "timing.displaced_ms",
        meaning: "How long pieces must stand where no move puts them before it is told, 0 to 10000 ms.",
        change: Change::NextGame,
        example: "",
        set: |table, value| {
            table.timing.displaced_ms = number(value, 0..=10_000)?;
            Ok(())
        },
        show: |table| Some(table.timing.displaced_ms.to_string()),
    },
];

fn put<T>(place: &mut Option<T>, value: Result<T, Problem>) -> Result<(), Problem> {
    *place = Some(value?);
    Ok(())
}

fn wrong(expected: impl Into<String>) -> Problem {
    Problem::Wrong { expected: expected.into() }
}

fn text<'a>(value: &'a DeValue<'_>, expected: &str) -> Result<&'a str, Problem> {
    value.as_str().ok_or_else(|| wrong(expected))
}

fn filled(value: &DeValue<'_>) -> Result<String, Problem> {
    let expected = "a text of at least one character, no control characters, in quotes";
    let text = text(value, expected)?;
    let usable = !text.is_empty() && !text.chars().any(char::is_control);
    usable.then(|| text.to_owned()).ok_or_else(|| wrong(expected))
}

/// A board's address, as a number or in quotes.
fn bus_address(value: &DeValue<'_>) -> Result<BusAddress, Problem> {
    let number = match value.as_str() {
        Some(text) => text.parse().ok(),
        None => number(value, 1..=u32::from(BusAddress::MAX)).ok().and_then(|number| u16::try_from(number).ok()),
    };
    let address = number.filter(|number| *number > 0).and_then(BusAddress::new);
    address.ok_or(Problem::OutOfRange(1..=u32::from(BusAddress::MAX)))
}

fn number(value: &DeValue<'_>, range: RangeInclusive<u32>) -> Result<u32, Problem> {
    let DeValue::Integer(integer) = value else {
        return Err(wrong(format!("a whole number, {} to {}", range.start(), range.end())));
    };
    // What does not fit 32 bits is outside every range here.
    match u32::from_str_radix(integer.as_str(), integer.radix()) {
        Ok(number) if range.contains(&number) => Ok(number),
        Ok(_) | Err(_) => Err(Problem::OutOfRange(range)),
    }
}

fn word<T: Copy>(value: &DeValue<'_>, names: &[(&str, T)]) -> Result<T, Problem> {
    let found = names.iter().find(|(name, _)| value.as_str() == Some(name));
    found.map(|(_, word)| *word).ok_or_else(|| {
        let names: Vec<String> = names.iter().map(|(name, _)| quoted(name)).collect();
        wrong(format!("one of {}", names.join(", ")))
    })
}

/// An edition; without quotes too, since it is a year.
fn edition(value: &DeValue<'_>) -> Result<Edition, Problem> {
    match value {
        DeValue::Integer(year) => word(&DeValue::String(year.to_string().into()), Edition::NAMES),
        other => word(other, Edition::NAMES),
    }
}

/// What a log takes: words, rules, commas; whether it makes sense only the log itself can say.
fn filter(value: &DeValue<'_>) -> Result<String, Problem> {
    let expected = "a level (error, warn, info, debug, trace) or rules such as \"info,touchmove::serial=debug\"";
    let text = text(value, expected)?;
    crate::daemon::logs::is_filter(text).then(|| text.to_owned()).ok_or_else(|| wrong(expected))
}

fn absolute(value: &DeValue<'_>) -> Result<PathBuf, Problem> {
    let expected = "a path that begins with /, in quotes";
    let path = Path::new(text(value, expected)?);
    let usable = path.is_absolute() && !path.as_os_str().as_encoded_bytes().contains(&0);
    usable.then(|| path.to_owned()).ok_or_else(|| wrong(expected))
}

fn port(value: &DeValue<'_>) -> Result<Port, Problem> {
    match value.as_str() {
        Some("auto") => Ok(Port::Auto),
        _ => absolute(value)
            .map(Port::Path)
            .map_err(|_| wrong("\"auto\" or the path of a serial port such as \"/dev/ttyUSB0\"")),
    }
}

fn kind(value: &DeValue<'_>) -> Result<Option<String>, Problem> {
    match value.as_str() {
        Some("auto") => Ok(None),
        Some(kind) if registry::board(kind).is_some() => Ok(Some(kind.to_owned())),
        Some(_) | None => {
            let kinds: Vec<String> = BOARDS.iter().map(|board| quoted(board.kind)).collect();
            Err(wrong(format!("\"auto\" or one of {}", kinds.join(", "))))
        }
    }
}

fn address(value: &DeValue<'_>) -> Result<SocketAddr, Problem> {
    let expected = "an address and a port such as \"127.0.0.1:1883\" or \"[::1]:1883\"";
    text(value, expected)?.parse().map_err(|_| wrong(expected))
}

/// One level of a topic.
fn topic(value: &DeValue<'_>) -> Result<String, Problem> {
    let expected = "1 to 64 bytes (letters beyond ASCII take two and more), in quotes, without /, + and #";
    let text = text(value, expected)?;
    is_level(text).then(|| text.to_owned()).ok_or_else(|| wrong(expected))
}

/// Whether a text can be one level of a topic.
pub(super) fn is_level(text: &str) -> bool {
    let forbidden = |c: char| matches!(c, '+' | '#' | '/') || c.is_control();
    // Topics that begin with $ belong to the broker (MQTT 5.0, section 4.7.2).
    (1..=MAX_NAME_BYTES).contains(&text.len())
        && !text.starts_with('$')
        && !text.contains(forbidden)
        && text.trim() == text
}

fn url(value: &DeValue<'_>) -> Result<MqttUrl, Problem> {
    let expected = "mqtt://host, mqtt://host:port, or the same with mqtts for an encrypted connection";
    let text = text(value, expected)?;
    if text.contains('@') {
        let expected = "a URL without user name and password: they go into mqtt.username and mqtt.password_file";
        return Err(Problem::Secret { expected });
    }
    parse_url(text).ok_or_else(|| wrong(expected))
}

fn parse_url(text: &str) -> Option<MqttUrl> {
    let (scheme, rest) = text.split_once("://")?;
    let (tls, usual_port) = match scheme {
        "mqtt" => (false, 1883),
        "mqtts" => (true, 8883),
        _ => return None,
    };
    let rest = rest.strip_suffix('/').unwrap_or(rest);
    let (host, port) = match rest.strip_prefix('[') {
        Some(rest) => {
            let (host, port) = rest.split_once(']')?;
            // No certificate is made out to such an address that the library for TLS would take.
            host.parse::<std::net::Ipv6Addr>().ok().filter(|_| !tls)?;
            (host, if port.is_empty() { None } else { Some(port.strip_prefix(':')?) })
        }
        None => {
            let (host, port) = rest.split_once(':').map_or((rest, None), |(host, port)| (host, Some(port)));
            // A name has letters, digits and hyphens, and dots between (RFC 1123, section 2.1); people add underscores.
            let named = |c: char| c.is_alphanumeric() || matches!(c, '-' | '.' | '_');
            (host.chars().all(named) && !host.is_empty()).then_some((host, port))?
        }
    };
    let port = match port {
        Some(port) => port.parse().ok().filter(|&port: &u16| port != 0 && !text.contains(":+"))?,
        None => usual_port,
    };
    Some(MqttUrl { tls, host: host.to_owned(), port })
}

/// A time control, kept as it was written: the PGN repeats it.
fn time_control(value: &DeValue<'_>) -> Result<String, Problem> {
    let expected = "a time control in the notation of PGN, such as \"40/5400+30:1800+30\", \"300+3\", \"*180\", \"-\"";
    let text = text(value, expected)?;
    text.parse::<TimeControl>().map(|_| text.to_owned()).map_err(|_| wrong(expected))
}

/// A text as TOML.
pub(super) fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

fn path(path: &Option<PathBuf>) -> Option<String> {
    path.as_ref().map(|path| quoted(&path.to_string_lossy()))
}

fn name<T: PartialEq>(names: &[(&str, T)], word: T) -> Option<String> {
    names.iter().find(|(_, other)| *other == word).map(|(name, _)| quoted(name))
}

impl std::fmt::Display for MqttUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let scheme = if self.tls { "mqtts" } else { "mqtt" };
        if self.host.contains(':') {
            write!(f, "{scheme}://[{}]:{}", self.host, self.port)
        } else {
            write!(f, "{scheme}://{}:{}", self.host, self.port)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broker_urls_are_read_with_their_usual_ports() {
        for (text, tls, host, port) in [
            ("mqtt://broker.example", false, "broker.example", 1883),
            ("mqtts://broker.example/", true, "broker.example", 8883),
            ("mqtt://10.0.0.1:1884", false, "10.0.0.1", 1884),
            ("mqtt://[fe80::1]:9", false, "fe80::1", 9),
            ("mqtt://[::1]", false, "::1", 1883),
        ] {
            let url = MqttUrl { tls, host: host.to_owned(), port };
            assert_eq!(parse_url(text), Some(url.clone()), "{text}");
            assert_eq!(parse_url(&url.to_string()), Some(url), "{text}");
        }
    }

    #[test]
    fn what_is_no_broker_url_is_refused() {
        for text in [
            "",
            "broker",
            "mqtts://[fe80::1]:9",
            "http://broker",
            "mqtt://",
            "mqtt://:1883",
            "mqtt://a:0",
            "mqtt://a:+1",
            "mqtt://a:65536",
            "mqtt://a:b",
            "mqtt://a/topic",
            "mqtt://a b",
            "mqtt://[::1",
            "mqtt://[x]",
            "mqtt://[::1]9",
            "mqtt://::1",
        ] {
            assert_eq!(parse_url(text), None, "{text}");
        }
    }
}
