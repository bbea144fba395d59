//! What has changed between two configurations, and when that takes effect in a running service.

use super::{
    Config,
    keys::{Change, KEYS, Key, TABLE_KEYS},
};

/// A key whose value has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    /// The key; of a table, with its name: `table 1: laws.regime`.
    pub key: String,
    /// When it takes effect.
    pub change: Change,
}

/// Every key whose value differs. Tables are compared by name; where one comes or goes, a restart is needed.
#[must_use]
pub fn changes(old: &Config, new: &Config) -> Vec<Changed> {
    let mut all = differing(KEYS, old, new, "");
    for table in &new.tables {
        let within = format!("table {}: ", table.name);
        match old.tables.iter().find(|old| old.name == table.name) {
            Some(old) => all.extend(differing(TABLE_KEYS, old, table, &within)),
            None => all.push(Changed { key: format!("{within}new"), change: Change::Restart }),
        }
    }
    let gone = old.tables.iter().filter(|table| !new.tables.iter().any(|new| new.name == table.name));
    all.extend(gone.map(|table| Changed { key: format!("table {}: gone", table.name), change: Change::Restart }));
    all
}

fn differing<T>(keys: &[Key<T>], old: &T, new: &T, within: &str) -> Vec<Changed> {
    let differs = |key: &&Key<T>| (key.show)(old) != (key.show)(new);
    let changed = |key: &Key<T>| Changed { key: format!("{within}{}", key.name), change: key.change };
    keys.iter().filter(differs).map(changed).collect()
}

#[cfg(test)]
mod tests {
    use super::{super::parse, *};

    fn between(old: &str, new: &str) -> Vec<(String, Change)> {
        let [old, new] = [old, new].map(|text| parse("c.toml", text).expect("good"));
        changes(&old, &new).into_iter().map(|changed| (changed.key, changed.change)).collect()
    }

    #[test]
    fn every_changed_key_is_named_with_when_it_takes_effect() {
        let old = "[[table]]\nname = \"a\"\n[[table]]\nname = \"b\"\n";
        assert_eq!(between(old, old), []);
        let new = "web.listen = \"127.0.0.1:9000\"\npublic.delay_s = 900\nlog.filter = \"debug\"\n[[table]]\nname = \"c\"\n\
                   [[table]]\nname = \"a\"\nlaws.regime = \"blitz\"\ntiming.settle_ms = 300\nboard.serial = \"25805\"\n";
        let expected = [
            ("web.listen", Change::Restart),
            ("public.delay_s", Change::AtOnce),
            ("log.filter", Change::AtOnce),
            ("table c: new", Change::Restart),
            ("table a: board.serial", Change::Restart),
            ("table a: laws.regime", Change::NextGame),
            ("table a: timing.settle_ms", Change::NextGame),
            ("table b: gone", Change::Restart),
        ];
        let found = between(old, new);
        assert_eq!(found.iter().map(|(key, change)| (key.as_str(), *change)).collect::<Vec<_>>(), expected);
    }
}
