//! What the documents say must be so.

use std::{fs, path::Path};

use touchmove::{daemon::config, turn::AlertKind};

fn document(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect("it is there")
}

#[test]
fn the_guide_for_arbiters_explains_every_kind_of_alert() {
    let readme = document("README.md");
    for kind in AlertKind::ALL {
        // Kinds of one family share a row: `game-ended-checkmate`, `-stalemate`.
        let short = kind.name().strip_prefix("game-ended").unwrap_or(kind.name());
        let explained = readme.lines().filter(|line| line.starts_with("| `"));
        let named = [format!("`{}`", kind.name()), format!("`{short}`")];
        assert!(
            explained.into_iter().any(|line| named.iter().any(|name| line.contains(name))),
            "README.md does not explain {}",
            kind.name()
        );
    }
}

#[test]
fn the_configurations_shown_are_good() {
    let readme = document("README.md");
    let example = readme.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    assert_eq!(config::parse("README.md", example).expect("a good example").tables.len(), 2);
    let packaged = document("systemd/touchmove.toml");
    assert_eq!(config::parse("touchmove.toml", &packaged).expect("good").tables.len(), 1);
}
