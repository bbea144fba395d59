//! Values that only the pushes to Lichess have: which round goes where.

use std::collections::BTreeMap;

use toml::de::DeValue;

use super::sites::Site;

/// Letters and digits of an id.
const ID_LETTERS: usize = 8;

/// Lichess's ids of rounds, by section, where one is named, and number.
pub type LichessRounds = BTreeMap<(Option<String>, u16), String>;

/// A table of rounds: `{ 6 = "AbCd1234", "B/6" = "EfGh5678" }`; each there is another one.
pub(super) fn read_rounds(value: &DeValue<'_>) -> Option<LichessRounds> {
    let mut all = LichessRounds::new();
    for (name, id) in value.as_table()? {
        let id = id.get_ref().as_str().and_then(round_id)?;
        let is_other = all.values().all(|known| known != id);
        all.insert(round_name(name.get_ref()).filter(|_| is_other)?, id.to_owned());
    }
    Some(all)
}

/// The same as TOML.
pub(super) fn shown_rounds(rounds: &LichessRounds) -> String {
    let quoted = |text: &str| toml::Value::from(text).to_string();
    let each = rounds.iter().map(|((section, number), id)| {
        let name = match section {
            Some(section) => quoted(&format!("{section}/{number}")),
            None => number.to_string(),
        };
        format!("{name} = {}", quoted(id))
    });
    format!("{{ {} }}", each.collect::<Vec<_>>().join(", "))
}

/// Where Lichess is: without a path, and encrypted unless it is on this computer, since the token goes there.
pub(super) fn read_site(text: &str) -> Option<String> {
    let site = Site::read(text)?;
    let is_here = site.host == "localhost" || site.address().is_some_and(|address| address.is_loopback());
    let is_allowed = site.scheme == "https" || site.scheme == "http" && is_here;
    (is_allowed && site.is_of_host()).then(|| text.strip_suffix('/').unwrap_or(text).to_owned())
}

fn round_name(name: &str) -> Option<(Option<String>, u16)> {
    let (section, number) = match name.rsplit_once('/') {
        Some((section, number)) => (Some(section), number),
        None => (None, name),
    };
    let is_plain = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
    let number = number.parse().ok().filter(|number| is_plain && *number > 0)?;
    (section != Some("")).then(|| (section.map(str::to_owned), number))
}

/// An id, or the address that a browser shows: `https://lichess.org/broadcast/<event>/<round>/<id>`.
fn round_id(text: &str) -> Option<&str> {
    let id = match text.split_once("/broadcast/") {
        Some((_, path)) => path.split(['/', '?', '#']).nth(2)?,
        None => text,
    };
    (id.len() == ID_LETTERS && id.bytes().all(|letter| letter.is_ascii_alphanumeric())).then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_is_named_by_its_number_or_with_its_section_before() {
        assert_eq!(round_name("6"), Some((None, 6)));
        assert_eq!(round_name("U 18/B/6"), Some((Some("U 18/B".to_owned()), 6)));
        for wrong in ["", "0", "/6", "6/", "B/", "+6", "-1", "B/x", "70000"] {
            assert_eq!(round_name(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn an_id_may_stand_in_its_address() {
        for text in [
            "AbCd1234",
            "https://lichess.org/broadcast/lakeside-open/round-6/AbCd1234",
            "https://lichess.org/broadcast/-/-/AbCd1234/xYz98765?x#y",
        ] {
            assert_eq!(round_id(text), Some("AbCd1234"), "{text}");
        }
        for wrong in ["", "AbCd123", "AbCd12345", "AbCd123/", "https://lichess.org/AbCd1234", "https://x/broadcast/a/b"]
        {
            assert_eq!(round_id(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_token_goes_nowhere_unencrypted() {
        for good in ["https://lichess.org", "https://lichess.example:8443", "http://127.0.0.1:9663", "http://[::1]:80"]
        {
            assert_eq!(read_site(good).as_deref(), Some(good));
        }
        assert_eq!(read_site("https://lichess.org/").as_deref(), Some("https://lichess.org"));
        for wrong in [
            "lichess.org",
            "http://lichess.org",
            "http://10.0.0.1",
            "https://",
            "https://a@b",
            "https://a/b",
            "https://a:0",
            "https://a:x",
            "https://a:",
            "ftp://127.0.0.1",
            "http://[::1",
            "https://a b",
            "http://localhost.example",
        ] {
            assert_eq!(read_site(wrong), None, "{wrong}");
        }
    }
}
