//! The name of the only table where none is set: that of the computer it is at.

use super::{Config, values};

/// Where Linux tells the computer's name (proc_sys_kernel(5)).
const HOST_NAME: &str = "/proc/sys/kernel/hostname";

/// How the only table of a configuration, one that sets no name, comes to its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HostName {
    /// By this name of the computer's.
    Named(String),
    /// By its number, under which it has games in the journal.
    Kept,
    /// By its number: what the computer is called is no name of a table.
    Unfit(String),
}

impl HostName {
    /// By what this computer is called, and by the names of the tables in its journal.
    #[must_use]
    pub fn of_process(journaled: &[String]) -> HostName {
        HostName::of(&std::fs::read_to_string(HOST_NAME).unwrap_or_default(), journaled)
    }

    /// The same for a computer called `host`. Of a name with a domain the first part counts; `localhost` is no name.
    fn of(host: &str, journaled: &[String]) -> HostName {
        let name = host.trim().split('.').next().unwrap_or_default();
        let number = "1".to_owned();
        if journaled.iter().any(|table| table == name) {
            HostName::Named(name.to_owned())
        } else if journaled.contains(&number) {
            HostName::Kept
        } else if name == "localhost" || !values::is_level(name) {
            HostName::Unfit(host.trim().to_owned())
        } else {
            HostName::Named(name.to_owned())
        }
    }
}

impl Config {
    /// Whether there is but one table, and no name is set for it.
    #[must_use]
    pub fn lacks_name(&self) -> bool {
        matches!(&self.tables[..], [only] if !only.is_named)
    }

    /// Gives such a table its name.
    pub fn name_by(&mut self, host: &HostName) {
        if let (true, HostName::Named(name), [only]) = (self.lacks_name(), host, &mut self.tables[..]) {
            only.name.clone_from(name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{super::parse, *};

    #[test]
    fn the_only_table_without_a_name_is_called_like_its_computer_where_that_can_be() {
        let named = |name: &str| HostName::Named(name.to_owned());
        for (host, journaled, expected) in [
            ("board7\n", vec![], named("board7")),
            ("pi-3.hall.example", vec![], named("pi-3")),
            ("board7", vec!["2"], named("board7")),
            ("board7", vec!["1"], HostName::Kept),
            ("board7", vec!["1", "board7"], named("board7")),
            ("localhost", vec![], HostName::Unfit("localhost".to_owned())),
            ("", vec![], HostName::Unfit(String::new())),
            ("a/b", vec![], HostName::Unfit("a/b".to_owned())),
            ("$sys", vec![], HostName::Unfit("$sys".to_owned())),
        ] {
            let journaled: Vec<String> = journaled.into_iter().map(str::to_owned).collect();
            assert_eq!(HostName::of(host, &journaled), expected, "{host:?} {journaled:?}");
        }
        let names = |text: &str| {
            let mut config = parse("c.toml", text).expect("good");
            config.name_by(&named("board7"));
            config.tables.into_iter().map(|table| table.name).collect::<Vec<_>>()
        };
        assert_eq!(names(""), ["board7"]);
        assert_eq!(names("[[table]]\nboard.kind = \"dgt\""), ["board7"]);
        assert_eq!(names("[[table]]\nname = \"1\""), ["1"]);
        assert_eq!(names("[[table]]\n[[table]]"), ["1", "2"]);
    }
}
