//! What the documents say must be so: alerts, commands, keys, metrics, topics and files that stand in them are those that
//! the program has, and none is missing.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use touchmove::{
    daemon::config,
    publish::topics::{Delivery, Leaf},
    turn::AlertKind,
};

/// The page that people see first: it must fit one.
const README_LINES: usize = 150;

/// Widest line of it, in characters.
const README_WIDTH: usize = 120;

/// Folders of the repository by which its documents name files.
const FOLDERS: [&str; 6] = [".ci/", "docs/", "protocols/", "src/", "systemd/", "tests/"];

/// What stands in command lines for something that the reader puts there, with something that may stand there.
const PLACEHOLDERS: [(&str, &str); 2] = [("KIND", "dgt"), ("N", "2")];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn document(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Every file below a folder of the repository that is neither built nor hidden.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if name == "target" || name.starts_with('.') {
            continue;
        }
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

/// Every document of the repository: its path there, and its text.
fn documents() -> Vec<(String, String)> {
    let named = |path: PathBuf| {
        let name = path.strip_prefix(root()).expect("below").to_string_lossy().into_owned();
        (path.extension()? == "md").then(|| (name.clone(), document(&name)))
    };
    let all: Vec<_> = files(root()).into_iter().filter_map(named).collect();
    assert!(all.len() >= 15, "{} documents", all.len());
    all
}

/// The text of all sources of the program and its tests.
fn sources() -> Vec<(PathBuf, String)> {
    let folders = ["src", "protocols", "tests"];
    let all = folders.iter().flat_map(|folder| files(&root().join(folder)));
    all.filter(|path| path.extension().is_none_or(|end| end == "rs"))
        .filter_map(|path| fs::read_to_string(&path).ok().map(|text| (path, text)))
        .collect()
}

/// A document's lines, with the language of the code block that each is in: `Some("")` where it names none.
fn lines(text: &str) -> Vec<(Option<&str>, &str)> {
    let mut block = None;
    let mut all = Vec::new();
    let mut after_text = false;
    for line in text.lines() {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            block = if block.is_some() { None } else { Some(language) };
            continue;
        }
        // Four spaces begin a block, but not where a paragraph or an item of a list goes on.
        let indented = block.is_none() && !after_text && line.starts_with("    ");
        all.push((if indented { Some("") } else { block }, line));
        after_text = !indented && !line.trim().is_empty();
    }
    all
}

/// What stands between backticks in a document's text.
fn spans(text: &str) -> Vec<String> {
    let prose = lines(text).into_iter().filter(|(block, _)| block.is_none());
    let prose: Vec<&str> = prose.map(|(_, line)| line).collect();
    // A span may go on in the next line, but in no other paragraph.
    prose.split(|line| line.trim().is_empty()).flat_map(code_of).collect()
}

fn code_of(paragraph: &[&str]) -> Vec<String> {
    paragraph.join(" ").split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Every piece of code: spans, and lines of blocks that are meant for a shell.
fn code(text: &str) -> Vec<String> {
    let blocks =
        lines(text).into_iter().filter(|(block, _)| *block == Some("")).map(|(_, line)| line.trim().to_owned());
    spans(text).into_iter().chain(blocks).collect()
}

/// The cells of every row of the table below a heading row that begins so.
fn table<'a>(text: &'a str, head: &str) -> Vec<Vec<&'a str>> {
    let (_, rest) = text.split_once(head).unwrap_or_else(|| panic!("no table {head}"));
    let rows = rest.lines().skip(2).take_while(|line| line.starts_with('|'));
    let cells = |row: &'a str| -> Vec<&'a str> {
        let row =
            row.strip_prefix('|').and_then(|row| row.strip_suffix('|')).unwrap_or_else(|| panic!("no row: {row}"));
        // A bar behind a space parts cells; others stand in code.
        row.split(" |").map(str::trim).collect()
    };
    let rows: Vec<Vec<&str>> = rows.map(cells).collect();
    assert!(!rows.is_empty(), "the table {head} is empty");
    rows
}

/// The names in a cell: what its backticks hold.
fn names(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

fn touchmove(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_touchmove"));
    let piped = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().expect("the program runs");
    // What does not read its input ends before it is written.
    let _ = std::io::Write::write_all(&mut child.stdin.take().expect("piped"), input.as_bytes());
    child.wait_with_output().expect("it ends")
}

fn help(command: &[&str]) -> String {
    let output = touchmove(&[command, &["--help"]].concat(), "");
    assert!(output.status.success(), "{command:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// Every command of the program, `config show` and `check` as two.
fn commands() -> Vec<Vec<String>> {
    fn below(command: &[&str]) -> Vec<String> {
        let text = help(command);
        let list = text.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap_or_default();
        // A description that goes on in the next line is indented further.
        let words = list.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
        words.filter(|word| !["", "help"].contains(word)).map(str::to_owned).collect()
    }
    let mut all = Vec::new();
    for command in below(&[]) {
        let parts = below(&[&command]);
        all.extend(parts.iter().map(|part| vec![command.clone(), part.clone()]));
        if parts.is_empty() {
            all.push(vec![command]);
        }
    }
    assert!(all.len() >= 9, "{all:?}");
    all
}

/// The long options of a command.
fn options(command: &[String]) -> BTreeSet<String> {
    let words: Vec<&str> = command.iter().map(String::as_str).collect();
    let text = help(&words);
    let list = text.split("Options:\n").nth(1).expect("options");
    let long = |line: &str| {
        let rest = line.trim_start();
        let from = if rest.starts_with("--") { 0 } else { rest.starts_with('-').then_some(4)? };
        rest.get(from..)?.split_whitespace().next().map(str::to_owned)
    };
    list.lines().filter_map(long).filter(|option| option != "--help" && option != "--version").collect()
}

#[test]
fn the_readme_is_one_page() {
    let readme = document("README.md");
    let count = readme.lines().count();
    assert!(count <= README_LINES, "README.md has {count} lines, at most {README_LINES} are one page");
    for (index, line) in readme.lines().enumerate() {
        let width = line.chars().count();
        assert!(width <= README_WIDTH, "README.md, line {}: {width} characters", index + 1);
    }
}

#[test]
fn every_link_leads_somewhere() {
    let mut count = 0;
    for (name, text) in documents() {
        for target in targets(&text) {
            if target.contains("://") || target.starts_with("mailto:") {
                continue;
            }
            count += 1;
            let (file, heading) = target.split_once('#').map_or((target.as_str(), None), |(file, at)| (file, Some(at)));
            let folder = Path::new(&name).parent().expect("a folder");
            let path = if file.is_empty() { PathBuf::from(&name) } else { folder.join(file) };
            assert!(root().join(&path).exists(), "{name}: {target} leads nowhere");
            if let Some(heading) = heading {
                let known = headings(&document(&path.to_string_lossy()));
                assert!(known.contains(heading), "{name}: {target} names no heading; there are {known:?}");
            }
        }
    }
    assert!(count >= 40, "{count} links");
}

/// Where a document's links and pictures lead.
fn targets(text: &str) -> Vec<String> {
    let prose = lines(text).into_iter().filter(|(block, _)| block.is_none());
    let prose: Vec<&str> = prose.map(|(_, line)| line).collect();
    let without_code: String = prose.join("\n").split('`').step_by(2).collect();
    let after = without_code.split("](").skip(1);
    after.filter_map(|rest| rest.split_once(')').map(|(target, _)| target.to_owned())).collect()
}

/// A document's headings, as links name them: in small letters, without signs, with hyphens for spaces.
fn headings(text: &str) -> BTreeSet<String> {
    let heads = lines(text).into_iter().filter(|(block, line)| block.is_none() && line.starts_with('#'));
    let slug = |head: &str| -> String {
        let letters = head.trim_start_matches('#').trim().to_lowercase();
        let kept = letters.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    heads.map(|(_, head)| slug(head)).collect()
}

#[test]
fn every_file_that_is_named_is_there() {
    let mut count = 0;
    for (name, text) in documents() {
        for span in spans(&text) {
            let path = span.split_whitespace().next().unwrap_or_default();
            let is_ours = FOLDERS.iter().any(|folder| path.starts_with(folder));
            if !is_ours || path.contains(['<', '*', '{']) {
                continue;
            }
            count += 1;
            assert!(root().join(path).exists(), "{name}: {path} is not there");
        }
    }
    assert!(count >= 15, "{count} files");
}

#[test]
fn the_guide_for_arbiters_explains_every_kind_of_alert() {
    let guide = document("docs/arbiters.md");
    for kind in AlertKind::ALL {
        // Kinds of one family share a row: `game-ended-checkmate`, `-stalemate`.
        let short = kind.name().strip_prefix("game-ended").unwrap_or(kind.name());
        let explained = guide.lines().filter(|line| line.starts_with("| `"));
        let named = [format!("`{}`", kind.name()), format!("`{short}`")];
        assert!(
            explained.into_iter().any(|line| named.iter().any(|name| line.contains(name))),
            "docs/arbiters.md does not explain {}",
            kind.name()
        );
    }
}

#[test]
fn the_guide_for_arbiters_has_nothing_but_alerts_each_with_its_meaning_and_what_to_do() {
    let guide = document("docs/arbiters.md");
    let alerts = guide.split("\n## Alerts\n").nth(1).and_then(|rest| rest.split("\n## ").next()).expect("the alerts");
    let rows: Vec<&str> = alerts.lines().filter(|line| line.starts_with("| `")).collect();
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
    let mut count = 0;
    for (name, text) in documents() {
        for block in text.split("```toml\n").skip(1) {
            let example = block.split("```").next().expect("an end");
            let config = config::parse(&name, example).unwrap_or_else(|error| panic!("{error}"));
            assert!(!config.tables.is_empty(), "{name}");
            count += 1;
        }
    }
    assert!(count >= 5, "{count} examples");
    let packaged = document("systemd/touchmove.toml");
    assert_eq!(config::parse("touchmove.toml", &packaged).expect("good").tables.len(), 1);
}

/// A key as `config show` prints it.
#[derive(Debug, PartialEq, Eq)]
struct Key {
    name: String,
    /// Empty where the key has no default.
    default: String,
    change: &'static str,
}

/// Every key, with its section where that is one of its own.
fn keys() -> Vec<Key> {
    let shown = config::show();
    let mut section = String::new();
    let mut meaning = String::new();
    let mut keys = Vec::new();
    for line in shown.lines() {
        if let Some(name) = line.strip_prefix('[') {
            let name = name.trim_matches(['[', ']']);
            section = if name == "table" { String::new() } else { format!("{name}.") };
            continue;
        }
        let (is_set, rest) = line.strip_prefix("# ").map_or((true, line), |rest| (false, rest));
        let is_name = |name: &str| name.chars().all(|c| c.is_ascii_lowercase() || matches!(c, '_' | '.'));
        match rest.split_once(" = ").filter(|(name, _)| !name.is_empty() && is_name(name)) {
            Some((name, value)) => {
                let change = ["at once", "next game"].into_iter().find(|when| meaning.ends_with(&format!("({when})")));
                keys.push(Key {
                    name: format!("{section}{name}"),
                    default: if is_set { value.trim_matches('"').to_owned() } else { String::new() },
                    change: change.unwrap_or("restart"),
                });
                meaning.clear();
            }
            None => meaning = rest.to_owned(),
        }
    }
    assert!(keys.len() >= 30, "{keys:?}");
    keys
}

#[test]
fn every_key_of_the_configuration_is_described_with_its_default() {
    let operating = document("docs/operating.md");
    let head = "| key | default | meaning | change |";
    let own = table(&operating, head);
    let of_tables = table(operating.split("In each section").nth(1).expect("the tables' keys"), head);
    let described: Vec<Key> = own
        .into_iter()
        .chain(of_tables)
        .map(|row| {
            let [name, default, meaning, change] = row[..] else { panic!("not four cells: {row:?}") };
            assert!(meaning.len() > 10, "{row:?}");
            let change = ["at once", "next game", "restart"].into_iter().find(|when| *when == change);
            Key {
                name: name.trim_matches('`').to_owned(),
                default: default.trim_matches('`').to_owned(),
                change: change.unwrap_or_else(|| panic!("{row:?}")),
            }
        })
        .collect();
    assert_eq!(described, keys());
}

#[test]
fn every_key_that_is_named_is_one() {
    let keys: BTreeSet<String> = keys().into_iter().map(|key| key.name).collect();
    let sections: BTreeSet<&str> =
        keys.iter().filter_map(|key| key.split_once('.').map(|(section, _)| section)).collect();
    // Fields of `status` records.
    let fields = ["board.heard_ms", "board.state", "board.trouble"];
    let mut named = BTreeSet::new();
    for (name, text) in documents() {
        for span in spans(&text) {
            let word = span.split([' ', '=']).next().unwrap_or_default();
            let Some((section, rest)) = word.split_once('.') else { continue };
            let is_key = !rest.is_empty() && rest.chars().all(|c| c.is_ascii_lowercase() || c == '_');
            if !sections.contains(section) || !is_key || ["jsonl", "sqlite", "toml"].contains(&rest) {
                continue;
            }
            assert!(keys.contains(word) || fields.contains(&word), "{name}: there is no key {word}");
            named.insert(word.to_owned());
        }
    }
    assert!(named.len() >= 30, "{named:?}");
    let contract = document("docs/interfaces.md");
    let section = contract.split("\n## 7. ").nth(1).expect("the configuration");
    for key in &keys {
        let short = key.split_once('.').map_or(key.as_str(), |(_, short)| short);
        // The six of `timing` are listed in section 2.
        let text = if key.starts_with("timing.") { &contract } else { section };
        assert!(text.contains(&format!("`{key}`")) || text.contains(&format!("`{short}`")), "section 7 lacks {key}");
    }
}

#[test]
fn every_metric_is_described_and_every_described_one_is_there() {
    let source = document("src/daemon/metrics.rs");
    let code = source.split("#[cfg(test)]").next().expect("code");
    let quoted = code.split('"').skip(1).step_by(2);
    let is_metric = |text: &&str| {
        (text.starts_with("touchmove_") || text.starts_with("process_"))
            && text.chars().all(|c| c.is_ascii_lowercase() || c == '_')
    };
    let known: BTreeSet<&str> = quoted.filter(is_metric).collect();
    assert!(known.len() >= 20, "{known:?}");
    let operating = document("docs/operating.md");
    let rows = table(&operating, "| metric | what |");
    let described: BTreeSet<&str> = rows.iter().map(|row| row[0].trim_matches('`')).collect();
    assert_eq!(described, known);
    for (name, text) in documents() {
        for span in spans(&text) {
            if span.starts_with("touchmove_") && !span.ends_with('_') && !span.ends_with("..") {
                assert!(known.contains(span.as_str()), "{name}: there is no metric {span}");
            }
        }
    }
}

#[test]
fn every_topic_is_described_as_it_is_sent() {
    let contract = document("docs/interfaces.md");
    let mut left: BTreeSet<&str> = Leaf::ALL.iter().map(|leaf| leaf.name()).collect();
    for row in table(&contract, "| leaf | retained | QoS | what |") {
        let [leaves, retained, qos, ..] = row[..] else { panic!("{row:?}") };
        for name in names(leaves) {
            let leaf = Leaf::ALL.iter().find(|leaf| leaf.name() == name).unwrap_or_else(|| panic!("no leaf {name}"));
            assert_eq!(leaf.retained(), retained == "yes", "{row:?}");
            let delivery = if qos == "1" { Delivery::AtLeastOnce } else { Delivery::AtMostOnce };
            assert_eq!(leaf.delivery(), delivery, "{row:?}");
            assert!(left.remove(name), "{name} stands twice");
        }
    }
    assert!(left.is_empty(), "not described: {left:?}");
    for name in ["docs/broadcast.md", "docs/operating.md"] {
        let text = document(name);
        for row in table(&text, "| leaf | retained | what |") {
            for leaf in names(row[0]).map(|name| Leaf::ALL.iter().find(|leaf| leaf.name() == name).expect(name)) {
                let says = if row[1] == "all but the last" { leaf.name() != "public/move" } else { row[1] == "yes" };
                assert_eq!(leaf.retained(), says, "{name}: {row:?}");
            }
        }
    }
    let operating = document("docs/operating.md");
    for leaf in Leaf::ALL {
        assert!(operating.contains(&format!("`{leaf}`")), "docs/operating.md lacks {leaf}");
    }
    for (name, text) in documents() {
        for span in spans(&text) {
            let is_leaf =
                ["arbiter/", "public/"].iter().any(|channel| span.starts_with(channel) && span.len() > channel.len());
            assert!(!is_leaf || Leaf::ALL.iter().any(|leaf| leaf.name() == span), "{name}: there is no topic {span}");
        }
    }
}

#[test]
fn every_command_of_an_arbiter_is_described_and_every_described_one_is_there() {
    let log = "{\"log\":\"touchmove/1\",\"id\":\"x\"}\n\
               {\"t_ms\":1,\"ev\":\"command\",\"command\":{\"id\":\"1\",\"command\":\"?\"}}\n";
    let said = String::from_utf8(touchmove(&["replay"], log).stdout).expect("text");
    let listed = said.split("expected one of ").nth(1).and_then(|rest| rest.split(" at line").next()).expect("a list");
    let known: BTreeSet<&str> = names(listed).collect();
    assert!(known.len() >= 15, "{known:?}");
    for (name, head) in [
        ("docs/interfaces.md", "| command | fields | what it does |"),
        ("docs/arbiters.md", "| command | fields | what it says |"),
    ] {
        let text = document(name);
        let rows = table(&text, head);
        let described: BTreeSet<&str> = rows.iter().flat_map(|row| names(row[0])).collect();
        assert_eq!(described, known, "{name}");
    }
}

#[test]
fn every_example_of_an_arbiters_command_is_one() {
    let mut examples = BTreeSet::new();
    for (name, text) in documents() {
        for (_, line) in lines(&text) {
            let sent =
                line.split('\'').nth(1).filter(|quoted| quoted.starts_with('{') && quoted.contains("\"command\""));
            examples.extend(sent.map(|command| (command.to_owned(), name.clone())));
        }
    }
    let contract = document("docs/interfaces.md");
    for row in table(&contract, "| command | fields | what it does |") {
        let example = names(row[3]).next().expect("an example");
        examples.insert((format!("{{\"id\":\"1\",\"command\":{example}}}"), "docs/interfaces.md".to_owned()));
    }
    assert!(examples.len() >= 20, "{examples:?}");
    for (command, name) in examples {
        let log = format!(
            "{{\"log\":\"touchmove/1\",\"id\":\"x\"}}\n{{\"t_ms\":1,\"ev\":\"command\",\"command\":{command}}}\n"
        );
        let output = touchmove(&["replay"], &log);
        let said = String::from_utf8(output.stdout).expect("text");
        assert!(output.status.success() && said.contains("\"type\":\"reply\""), "{name}: {command}: {said}");
        assert!(!said.contains("not a command"), "{name}: {command}: {said}");
    }
}

#[test]
fn every_command_of_the_program_is_described_with_its_options() {
    let contract = document("docs/interfaces.md");
    let section = contract.split("\n## 2. ").next().expect("the commands");
    let operating = document("docs/operating.md");
    let operating =
        operating.split("## Commands").nth(1).and_then(|rest| rest.split("\n## ").next()).expect("commands");
    for command in commands() {
        let last = command.last().expect("a word");
        for (name, text) in [("docs/interfaces.md", section), ("docs/operating.md", operating)] {
            assert!(text.contains(last.as_str()), "{name} lacks {command:?}");
            for option in options(&command) {
                assert!(text.contains(&option), "{name} lacks {option} of {command:?}");
            }
        }
    }
}

#[test]
fn every_option_that_is_named_is_one() {
    let known: BTreeSet<String> = commands().iter().flat_map(|command| options(command)).collect();
    assert!(known.len() >= 20, "{known:?}");
    let ours = ["README.md", "docs/arbiters.md", "docs/boards.md", "docs/interfaces.md", "docs/operating.md"];
    for (name, text) in documents().into_iter().filter(|(name, _)| ours.contains(&name.as_str())) {
        for span in spans(&text).into_iter().filter(|span| span.starts_with("--")) {
            let option = span.split_whitespace().next().expect("a word");
            assert!(known.contains(option), "{name}: there is no option {option}");
        }
    }
}

/// The command lines of this program in a piece of code.
fn command_lines(code: &str) -> Vec<Vec<String>> {
    let parts = code.split(['|', '&', ';', '>']).map(str::trim);
    parts
        .filter_map(|part| {
            let part = part.strip_prefix("sudo ").unwrap_or(part);
            part.strip_prefix("touchmove ").or_else(|| part.strip_prefix("cargo run --release -- "))
        })
        .map(|rest| {
            // The comment behind it, what may be left out, and what goes on are none of it.
            let rest = rest.split(" #").next().unwrap_or(rest).replace(['[', ']'], "").replace("...", "");
            let filled = |word: &str| {
                let known = PLACEHOLDERS.iter().find(|(name, _)| *name == word);
                known.map_or(word, |(_, value)| value).to_owned()
            };
            rest.split_whitespace().map(filled).collect()
        })
        .collect()
}

#[test]
fn every_command_line_shown_is_understood() {
    assert!(!touchmove(&["emulate", "--bogus", "--help"], "").status.success(), "help hides what is wrong before it");
    let mut shown = BTreeSet::new();
    for (name, text) in documents() {
        let lines = code(&text).into_iter().flat_map(|code| command_lines(&code));
        shown.extend(lines.map(|line| (line, name.clone())));
    }
    let contract = document("docs/interfaces.md");
    for row in table(&contract, "| command | what it does |") {
        let lines = names(row[0]).flat_map(|code| command_lines(&format!("touchmove {code}")));
        shown.extend(lines.map(|line| (line, "docs/interfaces.md".to_owned())));
    }
    assert!(shown.len() >= 30, "{shown:?}");
    for (line, name) in shown {
        // With this, arguments are read and nothing is done.
        let words: Vec<&str> = line.iter().map(String::as_str).chain(["--help"]).collect();
        let output = touchmove(&words, "");
        assert!(output.status.success(), "{name}: {words:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn every_test_that_a_command_names_is_there_and_every_variable_is_read() {
    let sources = sources();
    let mut count = 0;
    for (name, text) in documents() {
        for code in code(&text) {
            for line in
                code.split("cargo ").skip(1).filter(|line| line.starts_with("test ") || line.starts_with("bench "))
            {
                count += 1;
                assert_names_tests(&name, line, &sources);
            }
            for word in code
                .split(|c: char| !(c.is_ascii_uppercase() || c == '_'))
                .filter(|word| word.starts_with("TOUCHMOVE_"))
            {
                let is_read = |(path, text): &(PathBuf, String)| !path.ends_with("documents.rs") && text.contains(word);
                assert!(sources.iter().any(is_read), "{name}: nothing reads {word}");
            }
        }
    }
    assert!(count >= 40, "{count} commands");
}

/// Words of a `cargo test` that have a value behind them.
const WITH_VALUE: [&str; 4] = ["--bench", "--test", "--test-threads", "-p"];

fn assert_names_tests(document: &str, line: &str, sources: &[(PathBuf, String)]) {
    let words: Vec<&str> = line.split_whitespace().skip(1).collect();
    let mut file = None;
    for (index, word) in words.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| words[before]);
        match before {
            Some(kind @ ("--bench" | "--test")) => {
                let folder = if kind == "--bench" {
                    "tests/benches"
                } else if words.contains(&"protocols") {
                    "protocols/tests"
                } else {
                    "tests"
                };
                let stem = root().join(folder).join(word);
                let is_there = stem.with_extension("rs").exists() || stem.join("main.rs").exists();
                assert!(is_there, "{document}: there is no {word}: {line}");
                file = Some(stem);
            }
            Some(before) if WITH_VALUE.contains(&before) => {}
            _ if word.starts_with('-') => {}
            // A part of the names of the tests that are meant, or of the module that they are in.
            _ => {
                let elsewhere = if words.contains(&"--lib") { "src" } else { "tests" };
                let stem = file.clone().unwrap_or_else(|| root().join(elsewhere));
                let is_it = |(path, text): &(PathBuf, String)| {
                    let is_part = path.starts_with(&stem) || *path == stem.with_extension("rs");
                    let path = path.to_string_lossy();
                    let is_of = |part: &str| {
                        text.lines().any(|line| line.contains("fn ") && line.contains(part))
                            || path.contains(&format!("/{part}/"))
                            || path.ends_with(&format!("/{part}.rs"))
                    };
                    is_part && word.split("::").filter(|part| !part.is_empty()).all(is_of)
                };
                assert!(sources.iter().any(is_it), "{document}: no test is called {word}: {line}");
            }
        }
    }
}
