//! How values of keys are read, and how they are printed.

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

use super::{
    MqttUrl, MqttUrls,
    lichess::{self, LichessRounds},
    sites::Site,
};
use crate::{
    publish::topics,
    serial::Port,
    turn::{Edition, TimeControl},
};

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

fn wrong(expected: impl Into<String>) -> Problem {
    Problem::Wrong { expected: expected.into() }
}

pub(super) fn string<'a>(value: &'a DeValue<'_>, expected: &str) -> Result<&'a str, Problem> {
    value.as_str().ok_or_else(|| wrong(expected))
}

pub(super) fn filled(value: &DeValue<'_>) -> Result<String, Problem> {
    let expected = "a text of at least one character, no control characters, in quotes";
    let text = string(value, expected)?;
    let usable = !text.is_empty() && !text.chars().any(char::is_control);
    usable.then(|| text.to_owned()).ok_or_else(|| wrong(expected))
}

/// A part of an address that nobody guesses. What was given is not repeated.
pub(super) fn secret(value: &DeValue<'_>) -> Result<String, Problem> {
    let expected = "8 to 128 letters, digits, - and _, in quotes";
    let is_plain = |letter: u8| letter.is_ascii_alphanumeric() || matches!(letter, b'-' | b'_');
    let usable = |text: &&str| (8..=128).contains(&text.len()) && text.bytes().all(is_plain);
    value.as_str().filter(usable).map(str::to_owned).ok_or(Problem::Secret { expected })
}

/// Which round goes to which of Lichess.
pub(super) fn rounds(value: &DeValue<'_>) -> Result<LichessRounds, Problem> {
    let expected = "a table with a round of Lichess for each, such as { 6 = \"AbCd1234\", \"B/6\" = \"EfGh5678\" }: its id \
                    or its address, each another one";
    lichess::read_rounds(value).ok_or_else(|| wrong(expected))
}

/// Where Lichess is.
pub(super) fn site(value: &DeValue<'_>) -> Result<String, Problem> {
    let expected = "https://host or https://host:port, in quotes; http:// on this computer only";
    value.as_str().and_then(lichess::read_site).ok_or_else(|| wrong(expected))
}

/// Sites whose pages may ask, as browsers name them: each once, parted by one space.
pub(super) fn origins(value: &DeValue<'_>) -> Result<String, Problem> {
    let expected = "https://host or https://host:port, or the same with http, without a path; several with spaces \
                    between, in quotes";
    let read = |text| Site::read(text)?.origin();
    let all: Option<Vec<String>> = string(value, expected)?.split_ascii_whitespace().map(read).collect();
    all.filter(|all| !all.is_empty()).map(|all| all.join(" ")).ok_or_else(|| wrong(expected))
}

/// A board's address, as a number or in quotes.
pub(super) fn bus_address(value: &DeValue<'_>) -> Result<BusAddress, Problem> {
    let number = match value.as_str() {
        Some(text) => text.parse().ok(),
        None => number(value, 1..=u32::from(BusAddress::MAX)).ok().and_then(|number| u16::try_from(number).ok()),
    };
    let address = number.filter(|number| *number > 0).and_then(BusAddress::new);
    address.ok_or(Problem::OutOfRange(1..=u32::from(BusAddress::MAX)))
}

pub(super) fn number(value: &DeValue<'_>, range: RangeInclusive<u32>) -> Result<u32, Problem> {
    let DeValue::Integer(integer) = value else {
        return Err(wrong(format!("a whole number, {} to {}", range.start(), range.end())));
    };
    // What does not fit 32 bits is outside every range here.
    match u32::from_str_radix(integer.as_str(), integer.radix()) {
        Ok(number) if range.contains(&number) => Ok(number),
        Ok(_) | Err(_) => Err(Problem::OutOfRange(range)),
    }
}

/// A number, as such or in quotes.
pub(super) fn number_or_text(value: &DeValue<'_>, range: RangeInclusive<u32>) -> Result<u32, Problem> {
    match value.as_str() {
        Some(text) => {
            text.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| Problem::OutOfRange(range.clone()))
        }
        None => number(value, range),
    }
}

/// A number of milliseconds.
pub(super) fn ms(value: &DeValue<'_>, range: RangeInclusive<u16>) -> Result<u16, Problem> {
    let range = u32::from(*range.start())..=u32::from(*range.end());
    u16::try_from(number(value, range.clone())?).map_err(|_| Problem::OutOfRange(range))
}

pub(super) fn truth(value: &DeValue<'_>) -> Result<bool, Problem> {
    value.as_bool().ok_or_else(|| wrong("true or false"))
}

pub(super) fn word<T: Copy>(value: &DeValue<'_>, all: &[T], name: fn(T) -> &'static str) -> Result<T, Problem> {
    let found = all.iter().find(|word| value.as_str() == Some(name(**word)));
    found.copied().ok_or_else(|| {
        let names: Vec<String> = all.iter().map(|word| quoted(name(*word))).collect();
        wrong(format!("one of {}", names.join(", ")))
    })
}

/// An edition; without quotes too, since it is a year.
pub(super) fn edition(value: &DeValue<'_>) -> Result<Edition, Problem> {
    match value {
        DeValue::Integer(year) => word(&DeValue::String(year.to_string().into()), &Edition::ALL, Edition::name),
        other => word(other, &Edition::ALL, Edition::name),
    }
}

/// What a log takes: words, rules, commas; whether it makes sense only the log itself can say.
pub(super) fn filter(value: &DeValue<'_>) -> Result<String, Problem> {
    let expected = "a level (error, warn, info, debug, trace) or rules such as \"info,touchmove::serial=debug\"";
    let text = string(value, expected)?;
    crate::daemon::logs::is_filter(text).then(|| text.to_owned()).ok_or_else(|| wrong(expected))
}

pub(super) fn absolute(value: &DeValue<'_>) -> Result<PathBuf, Problem> {
    let expected = "a path that begins with /, in quotes";
    let path = Path::new(string(value, expected)?);
    let usable = path.is_absolute() && !path.as_os_str().as_encoded_bytes().contains(&0);
    usable.then(|| path.to_owned()).ok_or_else(|| wrong(expected))
}

pub(super) fn port(value: &DeValue<'_>) -> Result<Port, Problem> {
    match value.as_str() {
        Some("auto") => Ok(Port::Auto),
        _ => absolute(value)
            .map(Port::Path)
            .map_err(|_| wrong("\"auto\" or the path of a serial port such as \"/dev/ttyUSB0\"")),
    }
}

pub(super) fn kind(value: &DeValue<'_>) -> Result<Option<String>, Problem> {
    match value.as_str() {
        Some("auto") => Ok(None),
        Some(kind) if registry::board(kind).is_some() => Ok(Some(kind.to_owned())),
        Some(_) | None => {
            let kinds: Vec<String> = BOARDS.iter().map(|board| quoted(board.kind)).collect();
            Err(wrong(format!("\"auto\" or one of {}", kinds.join(", "))))
        }
    }
}

pub(super) fn address(value: &DeValue<'_>) -> Result<SocketAddr, Problem> {
    let expected = "an address and a port such as \"127.0.0.1:1883\" or \"[::1]:1883\"";
    string(value, expected)?.parse().map_err(|_| wrong(expected))
}

/// An address that only this computer reaches.
pub(super) fn loopback(value: &DeValue<'_>) -> Result<SocketAddr, Problem> {
    let listen = address(value)?;
    if listen.ip().to_canonical().is_loopback() {
        return Ok(listen);
    }
    Err(wrong(
        "an address of this computer alone, such as \"127.0.0.1:1883\" or \"[::1]:1883\"; for other computers run \
         mosquitto and name it in mqtt.url, as docs/operating.md says (A broker of your own)",
    ))
}

/// One level of a topic.
pub(super) fn topic(value: &DeValue<'_>) -> Result<String, Problem> {
    let expected = "1 to 64 bytes (letters beyond ASCII take two and more), in quotes, without /, + and #";
    let text = string(value, expected)?;
    is_level(text).then(|| text.to_owned()).ok_or_else(|| wrong(expected))
}

/// Whether a text can be one level of a topic, without space around it.
pub(super) fn is_level(text: &str) -> bool {
    topics::is_level(text) && text.trim() == text
}

pub(super) fn urls(value: &DeValue<'_>) -> Result<MqttUrls, Problem> {
    let expected = "mqtt://host, mqtt://host:port, or the same with mqtts for an encrypted connection; several with \
                    spaces between, all of them mqtt or all mqtts";
    let text = string(value, expected)?;
    if text.contains('@') {
        let expected = "a URL without user name and password: they go into mqtt.username and mqtt.password_file";
        return Err(Problem::Secret { expected });
    }
    let urls: Option<Vec<MqttUrl>> = text.split_ascii_whitespace().map(parse_url).collect();
    let are_alike = |urls: &Vec<MqttUrl>| urls.first().is_some_and(|first| urls.iter().all(|url| url.tls == first.tls));
    urls.filter(are_alike).map(MqttUrls).ok_or_else(|| wrong(expected))
}

fn parse_url(text: &str) -> Option<MqttUrl> {
    let site = Site::read(text)?;
    let (tls, usual_port) = match site.scheme {
        "mqtt" => (false, 1883),
        "mqtts" => (true, 8883),
        _ => return None,
    };
    let is_v6 = site.host.contains(':');
    // People call hosts by other letters too, and by underscores.
    let named = |c: char| c.is_alphanumeric() || matches!(c, '-' | '.' | '_');
    let is_named = !site.host.is_empty() && site.host.chars().all(named);
    // No certificate is made out to such an address that the library for TLS would take.
    let usable = if is_v6 { !tls } else { is_named };
    usable.then(|| MqttUrl { tls, host: site.host.to_owned(), port: site.port.unwrap_or(usual_port) })
}

/// A time control, kept as it was written: the PGN repeats it.
pub(super) fn time_control(value: &DeValue<'_>) -> Result<String, Problem> {
    let expected = "a time control in the notation of PGN, such as \"40/5400+30:1800+30\", \"300+3\", \"*180\", \"-\"";
    let text = string(value, expected)?;
    text.parse::<TimeControl>().map(|_| text.to_owned()).map_err(|_| wrong(expected))
}

/// A text as TOML.
pub(super) fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

pub(super) fn path(path: &Path) -> String {
    quoted(&path.to_string_lossy())
}

/// What has a text of its own.
pub(super) fn shown(value: &impl ToString) -> String {
    quoted(&value.to_string())
}

/// A number, or true or false: without quotes.
pub(super) fn plain(value: &impl ToString) -> String {
    value.to_string()
}

pub(super) fn named<T: Copy>(word: &T, name: fn(T) -> &'static str) -> String {
    quoted(name(*word))
}

pub(super) fn shown_port(port: &Port) -> String {
    match port {
        Port::Auto => quoted("auto"),
        Port::Path(path) => quoted(&path.to_string_lossy()),
    }
}

pub(super) fn shown_kind(kind: &Option<String>) -> String {
    quoted(kind.as_deref().unwrap_or("auto"))
}

impl std::fmt::Display for MqttUrls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (number, url) in self.0.iter().enumerate() {
            f.write_str(if number == 0 { "" } else { " " })?;
            url.fmt(f)?;
        }
        Ok(())
    }
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
