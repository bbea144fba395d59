//! Any text whatever as a configuration: read, or refused with the line.

use touchmove::daemon::config::{Config, changes, parse};

/// Reads it.
pub(crate) fn read(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match parse("touchmove.toml", &text) {
        Ok(config) => {
            assert!(!config.tables.is_empty());
            assert_eq!(changes(&config, &config), []);
            // Whatever has changed has a name.
            assert!(changes(&Config::default(), &config).iter().all(|changed| !changed.key.is_empty()));
            assert_eq!(parse("touchmove.toml", &text).expect("read before"), config);
        }
        Err(error) => {
            let said = error.to_string();
            assert!(said.starts_with("touchmove.toml"), "{said}");
            let line = error.line();
            assert!((1..=1 + text.matches('\n').count()).contains(&line), "line {line}: {said}");
        }
    }
}
