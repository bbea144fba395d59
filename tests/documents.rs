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
fn the_guide_for_arbiters_has_nothing_but_alerts_each_with_its_meaning_and_what_to_do() {
    let readme = document("README.md");
    let guide = readme.split("## For arbiters").nth(1).and_then(|rest| rest.split("\n## ").next()).expect("the guide");
    let rows: Vec<&str> = guide.lines().filter(|line| line.starts_with("| `")).collect();
    assert!(rows.len() >= 30, "{} rows", rows.len());
    let severities = ["info", "notice", "private", "ruling", "warning"];
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [kinds, severity, meaning, action] = cells[..] else { panic!("not four cells: {row}") };
        for name in kinds.split(", ").map(|name| name.trim_matches('`')) {
            let is_it = |kind: &&AlertKind| kind.name() == name || kind.name() == format!("game-ended{name}");
            assert!(AlertKind::ALL.iter().any(|kind| is_it(&kind)), "no alert {name}: {row}");
        }
        assert!(severities.iter().any(|word| severity.starts_with(word)), "{row}");
        assert!(meaning.len() > 10 && action.len() > 5, "{row}");
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
