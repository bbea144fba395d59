//! Imports go one way, and a crate is named only where it belongs: the folders' `use` lines, checked.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// Which stages the files of a stage may import.
const ALLOWED: &[(&str, &[&str])] = &[
    ("board", &[]),
    // What the public may see of the hall's rounds, as texts.
    ("broadcast", &["event", "game", "hall", "rules", "turn", "words"]),
    // The hands play games from files, on a board whose events are those of the log.
    ("emulate", &["board", "rules"]),
    // Pairings and their files; it knows of games only what the Laws and a player's fields are.
    ("event", &["game", "rules", "turn"]),
    ("game", &["board", "rules", "turn", "words"]),
    // Who plays whom, which it compares and writes back.
    ("hall", &["event", "rules"]),
    // The console asks the hall and shows what it says; who owns it is elsewhere. It serves a broadcast's texts.
    ("publish", &["broadcast", "game", "hall", "words"]),
    ("rules", &[]),
    ("serial", &[]),
    ("store", &["broadcast", "game", "hall"]),
    ("table", &["board", "game", "rules", "turn", "words"]),
    ("turn", &["board", "rules"]),
    // What findings say, in every language.
    ("words", &["rules", "turn"]),
    (
        "daemon",
        &[
            "board",
            "broadcast",
            "emulate",
            "game",
            "hall",
            "publish",
            "rules",
            "serial",
            "store",
            "table",
            "turn",
            "words",
        ],
    ),
];

/// The rooms of the turn stage, each after those that it may import; `machine` holds one of each and stands last. What
/// `turn` itself hands on (its public types) may be named everywhere.
const TURN: &[&str] = &[
    "time",
    "settings",
    "findings",
    "output",
    "signs",
    "played",
    "laws",
    "duty",
    "sense",
    "state",
    "phase",
    "unrecorded",
    "recovery",
    "ruling",
    "timer",
    "clock",
    "play",
    "arbiter",
    "between",
    "say",
    "hypotheses",
    "observer",
    "machine",
];

/// Crates that do input and output, read clocks, run threads or take files apart, and the stages or files that may
/// name them.
const AT_THE_EDGES: &[(&str, &[&str])] = &[
    ("anyhow", &["main.rs"]),
    ("argon2", &["publish/console/password.rs"]),
    ("axum", &["publish/console/", "publish/livechess/", "publish/web/", "publish/websocket.rs"]),
    ("calamine", &["event/read/xlsx.rs"]),
    ("clap", &["args.rs", "main.rs"]),
    ("csv", &["event/read/", "event/write/"]),
    ("encoding_rs", &["event/read/text.rs"]),
    ("fluent_bundle", &["words/catalogue.rs"]),
    ("hyper", &["publish/web/serve.rs"]),
    ("hyper_util", &["publish/web/serve.rs"]),
    ("jiff", &["daemon/", "hall/time.rs", "publish/console/", "publish/livechess/", "publish/mqtt/connection.rs"]),
    ("mqtt5", &["publish/broker/"]),
    ("reqwest", &["publish/lichess.rs"]),
    // Three of these name the same code as a part of rustls.
    (
        "ring",
        &[
            "publish/console/secrets.rs",
            "publish/lichess.rs",
            "publish/mqtt/settings.rs",
            "publish/secret.rs",
            "publish/web/tls.rs",
        ],
    ),
    (
        "rumqttc",
        &[
            "daemon/commands/demo/reader.rs",
            "publish/mqtt/client.rs",
            "publish/mqtt/disconnect_reason.rs",
            "publish/mqtt/settings.rs",
        ],
    ),
    ("rusqlite", &["store/"]),
    ("rust_embed", &["publish/console/page.rs"]),
    (
        "rustls",
        &["publish/lichess.rs", "publish/mqtt/disconnect_reason.rs", "publish/mqtt/settings.rs", "publish/web/tls.rs"],
    ),
    ("sd_notify", &["daemon/service/watchdog.rs"]),
    ("serialport", &["emulate/", "serial/"]),
    ("shakmaty", &["rules/"]),
    ("strsim", &["daemon/config/"]),
    ("subtle", &["publish/secret.rs"]),
    ("tokio", &["daemon/", "emulate/", "publish/", "serial/", "store/", "main.rs"]),
    ("tokio_rustls", &["publish/web/"]),
    ("tokio_serial", &["emulate/", "serial/"]),
    ("tokio_stream", &["publish/"]),
    ("toml", &["daemon/config/"]),
    ("unic_langid", &["words/catalogue.rs"]),
    ("unicode_general_category", &["hall/accounts/names.rs"]),
    ("unicode_normalization", &["event/player.rs", "hall/accounts/names.rs"]),
    ("unicode_security", &["hall/accounts/names.rs"]),
    ("tracing_subscriber", &["daemon/logs.rs"]),
    ("zip", &["event/read/xlsx.rs"]),
];

/// What reaches outside a program, and which stages of ours must not: their like inputs give like outputs anywhere.
const PURE: [&str; 9] = ["board", "broadcast", "event", "game", "hall", "rules", "table", "turn", "words"];
const OUTSIDE: [&str; 11] = [
    "std::env",
    "std::fs",
    "std::net",
    "std::process",
    "std::thread",
    "std::time::Instant",
    "std::time::SystemTime",
    "std::sync::Mutex",
    "Instant::now",
    "SystemTime::now",
    "tracing::",
];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Every Rust file under a folder, with its path from there and its code: without comments and without tests.
fn files(folder: &Path) -> Vec<(String, String)> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("readable") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(folder, &mut found);
    found.sort();
    let name = |path: &Path| path.strip_prefix(folder).expect("within it").display().to_string();
    let read = |path: &PathBuf| (name(path), code(&fs::read_to_string(path).expect("UTF-8")));
    // Samples are what tests are made with.
    let is_test =
        |name: &String| ["tests.rs", "samples.rs"].iter().any(|end| name.ends_with(end)) || name.contains("/tests/");
    found.iter().map(read).filter(|(name, _)| !is_test(name)).collect()
}

fn code(text: &str) -> String {
    // A module of tests that is only declared stands among the others.
    let text = text.replace("#[cfg(test)]\nmod tests;\n", "");
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    text.lines().filter(is_code).map(|line| format!("{line}\n")).collect()
}

/// What a file imports, each as a whole path: groups in braces taken apart.
fn imports(code: &str) -> Vec<String> {
    let mut all = Vec::new();
    for statement in code.split("use ").skip(1) {
        let statement: String = statement.split(';').next().unwrap_or_default().split_whitespace().collect();
        take_apart("", &statement, &mut all);
    }
    all
}

fn take_apart(prefix: &str, tree: &str, all: &mut Vec<String>) {
    let Some((head, group)) = tree.split_once('{') else {
        return all.push(format!("{prefix}{tree}"));
    };
    let group = group.strip_suffix('}').unwrap_or(group);
    let (mut depth, mut begin) = (0, 0);
    for (at, letter) in group.char_indices().chain([(group.len(), ',')]) {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                if begin < at {
                    take_apart(&format!("{prefix}{head}"), &group[begin..at], all);
                }
                begin = at + 1;
            }
            _ => {}
        }
    }
}

/// The stages of our own that a file names, imported or not.
fn stages_named(code: &str) -> BTreeSet<String> {
    let imported = imports(code).into_iter().filter_map(|import| Some(import.strip_prefix("crate::")?.to_owned()));
    let spelt_out = code.split("crate::").skip(1).map(str::to_owned);
    let first =
        |path: String| path.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default().to_owned();
    imported.chain(spelt_out).map(first).filter(|stage| !stage.is_empty()).collect()
}

#[test]
fn every_stage_imports_only_the_stages_before_it() {
    for (stage, allowed) in ALLOWED {
        for (name, code) in files(&source()).into_iter().filter(|(name, _)| name.starts_with(&format!("{stage}/"))) {
            for named in stages_named(&code) {
                let known = named == *stage || allowed.contains(&&*named);
                assert!(known, "src/{name} imports {named}; {stage} may import {allowed:?}");
            }
        }
    }
}

#[test]
fn every_room_of_the_turn_stage_imports_only_those_before_it() {
    let folder = source().join("turn");
    let place = |room: &str| TURN.iter().position(|known| *known == room);
    for (name, code) in files(&folder).into_iter().filter(|(name, _)| name != "mod.rs") {
        let room = name.split('/').next().unwrap_or_default().trim_end_matches(".rs");
        let stands = place(room).unwrap_or_else(|| panic!("src/turn/{name} is in no room of this test's list"));
        let spelt_out = code.split("crate::turn::").skip(1).map(|rest| {
            rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap_or_default().to_owned()
        });
        let imported = imports(&code)
            .into_iter()
            .filter_map(|import| Some(import.strip_prefix("crate::turn::")?.split("::").next()?.to_owned()));
        for named in imported.chain(spelt_out) {
            let before = place(&named).is_none_or(|other| other <= stands);
            assert!(before, "src/turn/{name} imports {named}, which stands above {room}");
        }
    }
}

/// A file's modules from the crate's root.
fn module_of(name: &str) -> Vec<String> {
    let path = name.trim_end_matches(".rs");
    let path = path.strip_suffix("/mod").unwrap_or(path);
    if path == "lib" || path == "mod" {
        Vec::new()
    } else {
        path.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect()
    }
}

/// The module that has what a path names which stands in module `at`: also where another one hands it on.
fn module_named(modules: &BTreeMap<Vec<String>, String>, at: &[String], path: &str) -> Option<Vec<String>> {
    let mut segments = path.split("::").peekable();
    let mut module = if segments.next_if_eq(&"crate").is_some() { Vec::new() } else { at.to_vec() };
    let spelt_out = module.len() < at.len() || segments.next_if_eq(&"self").is_some();
    let mut above = false;
    while segments.next_if_eq(&"super").is_some() {
        above = true;
        module.pop();
    }
    let within = |module: &[String], name: &str| [module, &[name.to_owned()]].concat();
    if !spelt_out && !above && !modules.contains_key(&within(&module, segments.peek()?)) {
        return None;
    }
    while let Some(name) = segments.next_if(|name| modules.contains_key(&within(&module, name))) {
        module.push(name.to_owned());
    }
    let name = segments.next().filter(|name| module != at && *name != "*");
    let handed_on = name.and_then(|name| {
        let from =
            imports(modules.get(&module)?).into_iter().find(|import| import.rsplit("::").next() == Some(name))?;
        module_named(modules, &module, &from)
    });
    Some(handed_on.unwrap_or(module))
}

/// Which of a folder's files import which, as modules. A module and those within it are one: they may know each other.
fn arrows(folder: &Path) -> BTreeMap<Vec<String>, BTreeSet<Vec<String>>> {
    let modules: BTreeMap<Vec<String>, String> =
        files(folder).into_iter().map(|(name, code)| (module_of(&name), code)).collect();
    let arrows_of = |(at, code): (&Vec<String>, &String)| {
        let named = imports(code).into_iter().filter_map(|import| module_named(&modules, at, &import));
        (at.clone(), named.filter(|to| !to.starts_with(at) && !at.starts_with(to)).collect())
    };
    modules.iter().map(arrows_of).collect()
}

/// The files that a way of imports leads round through, if there is one.
fn circle(arrows: &BTreeMap<Vec<String>, BTreeSet<Vec<String>>>) -> Option<Vec<Vec<String>>> {
    fn walk<'a>(
        at: &'a [String],
        arrows: &'a BTreeMap<Vec<String>, BTreeSet<Vec<String>>>,
        way: &mut Vec<&'a [String]>,
        done: &mut BTreeSet<&'a [String]>,
    ) -> bool {
        if way.contains(&at) {
            way.push(at);
            return true;
        }
        if done.contains(at) {
            return false;
        }
        way.push(at);
        if arrows.get(at).into_iter().flatten().any(|to| walk(to, arrows, way, done)) {
            return true;
        }
        way.pop();
        done.insert(at);
        false
    }
    let mut done = BTreeSet::new();
    arrows.keys().find_map(|at| {
        let mut way = Vec::new();
        walk(at, arrows, &mut way, &mut done).then(|| way.into_iter().map(<[String]>::to_vec).collect())
    })
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for folder in [root.join("protocols"), root.join("src/rules/winnable")] {
        let found = circle(&arrows(&folder));
        assert!(found.is_none(), "{}: {found:?}", folder.display());
    }
    let all = arrows(&source());
    for (room, _) in ALLOWED {
        let of_room = all.iter().filter(|(file, _)| file.first().is_some_and(|first| first == room));
        let found = circle(&of_room.map(|(file, to)| (file.clone(), to.clone())).collect());
        assert!(found.is_none(), "src/{room}: {found:?}");
    }
}

#[test]
fn a_circle_is_found_also_where_a_third_file_hands_on_what_is_imported() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    write("lib.rs", "mod a;\nmod b;\npub use b::B;\n");
    write("a.rs", "use crate::B;\npub struct A(B);\n");
    write("b.rs", "pub struct B;\n");
    assert_eq!(circle(&arrows(folder.path())), None);
    write("b.rs", "use super::a::A;\npub struct B(Box<A>);\n");
    assert!(circle(&arrows(folder.path())).is_some());
}

#[test]
fn every_folder_is_a_stage_with_rules() {
    for entry in fs::read_dir(source()).expect("readable") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("named").to_string_lossy().into_owned();
        let known = ALLOWED.iter().any(|(stage, _)| *stage == name);
        assert!(!path.is_dir() || known, "src/{name} is not in this test's list");
    }
}

#[test]
fn crates_of_the_edges_are_named_only_there() {
    for (name, code) in files(&source()) {
        for (named, places) in AT_THE_EDGES {
            let used = code.contains(&format!("{named}::")) && {
                let spelt = |text: &str| {
                    text.match_indices(&format!("{named}::")).any(|(at, _)| {
                        !text[..at].ends_with(|letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':')
                    })
                };
                spelt(&code)
            };
            let allowed =
                places.iter().any(|place| name == *place || (place.ends_with('/') && name.starts_with(place)));
            assert!(!used || allowed, "src/{name} names {named}, which belongs to {places:?}");
        }
    }
}

#[test]
fn the_core_reads_no_clock_no_environment_and_no_files() {
    for (name, code) in files(&source()) {
        if !PURE.iter().any(|stage| name.starts_with(&format!("{stage}/"))) {
            continue;
        }
        let imports = imports(&code);
        for outside in OUTSIDE {
            let imported = imports.iter().any(|import| import.starts_with(outside));
            assert!(!imported && !code.contains(outside), "src/{name} uses {outside}");
        }
        assert!(!code.contains("async "), "src/{name} is async");
    }
}

#[test]
fn the_protocols_know_nobody() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocols");
    for (name, code) in files(&folder).into_iter().filter(|(name, _)| !name.starts_with("tests/")) {
        for import in imports(&code) {
            let first = import.split("::").next().unwrap_or_default();
            let known = ["std", "core", "crate", "super", "self"].contains(&first) || !import.contains("::");
            // Within a folder, its own modules may be named without a path.
            let own = first.chars().next().is_some_and(char::is_lowercase) && folder.join(first).exists()
                || code.contains(&format!("mod {first};"));
            assert!(known || own, "protocols/{name} imports {import}");
        }
    }
}

#[test]
fn the_command_line_is_short() {
    let text = fs::read_to_string(source().join("main.rs")).expect("readable");
    assert!(text.lines().count() < 150, "src/main.rs has {} lines", text.lines().count());
}

#[test]
fn groups_are_taken_apart() {
    let code =
        "use crate::{\n    board::{self, Event},\n    rules::Position,\n};\nuse std::fs;\nlet x = crate::turn::Laws;";
    let expected = ["crate::board::self", "crate::board::Event", "crate::rules::Position", "std::fs"];
    assert_eq!(imports(code), expected);
    assert_eq!(stages_named(code).into_iter().collect::<Vec<_>>(), ["board", "rules", "turn"]);
}
