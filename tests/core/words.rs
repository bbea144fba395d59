//! The catalogues: every language says everything, with the values that there are, and each sentence of the tables of
//! right sentences (`tests/words`), which people who know the Laws in that language have written, comes out so.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use fluent_syntax::{
    ast::{Entry, Expression, InlineExpression, Pattern, PatternElement},
    parser,
};
use serde_json::Value;
use touchmove::words::{Language, Words, tell};

/// Fewest sentences in a table.
const SENTENCES: usize = 70;

/// Parts that the program asks for by their names, beside whole sentences.
const ASKED_FOR: [&str; 12] = [
    "and-last",
    "and-more",
    "and-next",
    "event-field",
    "list-next",
    "no-move",
    "no-square",
    "or-last",
    "or-next",
    "squares-last",
    "squares-next",
    "trouble-next",
];

/// The heading under which the English catalogue has parts of sentences; each language has its own.
const PARTS: &str = "Parts of sentences";

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// What one message is made of.
#[derive(Debug, Default)]
struct Message {
    is_part: bool,
    /// Values that its comment tells of.
    offered: BTreeSet<String>,
    variables: BTreeSet<String>,
    messages: BTreeSet<String>,
    texts: Vec<String>,
}

/// The messages of a catalogue, by their names. What cannot be read of it fails.
fn messages(path: &Path) -> BTreeMap<String, Message> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let resource = parser::parse(text.as_str()).unwrap_or_else(|(_, errors)| panic!("{}: {errors:#?}", path.display()));
    let mut all = BTreeMap::new();
    let mut is_part = false;
    for entry in &resource.body {
        match entry {
            Entry::GroupComment(comment) => is_part = comment.content.iter().any(|line| line.trim() == PARTS),
            Entry::Message(message) => {
                let name = message.id.name.to_owned();
                let comment = message.comment.iter().flat_map(|comment| &comment.content);
                let mut made = Message {
                    is_part,
                    offered: comment.flat_map(|line| offered(line)).collect(),
                    ..Message::default()
                };
                let pattern = message.value.as_ref().unwrap_or_else(|| panic!("{name} says nothing"));
                look_into(pattern, &mut made);
                let is_said =
                    !made.texts.concat().trim().is_empty() || !made.messages.is_empty() || !made.variables.is_empty();
                assert!(is_said, "{name} says nothing");
                assert!(all.insert(name.clone(), made).is_none(), "{}: {name} stands there twice", path.display());
            }
            Entry::Junk { content } => panic!("{}: cannot be read: {content}", path.display()),
            Entry::Term(term) => panic!("{}: a term sees no values: -{}", path.display(), term.id.name),
            Entry::Comment(_) | Entry::ResourceComment(_) => {}
        }
    }
    all
}

/// The values named in a comment: `$title`.
fn offered(line: &str) -> Vec<String> {
    let name = |rest: &str| rest.split(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default().to_owned();
    line.split('$').skip(1).map(name).collect()
}

fn look_into(pattern: &Pattern<&str>, made: &mut Message) {
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => made.texts.push((*value).to_owned()),
            PatternElement::Placeable { expression } => look_at(expression, made),
        }
    }
}

fn look_at(expression: &Expression<&str>, made: &mut Message) {
    let inline = match expression {
        Expression::Inline(inline) => inline,
        Expression::Select { selector, variants } => {
            variants.iter().for_each(|variant| look_into(&variant.value, made));
            selector
        }
    };
    match inline {
        InlineExpression::VariableReference { id } => {
            made.variables.insert(id.name.to_owned());
        }
        InlineExpression::MessageReference { id, .. } => {
            made.messages.insert(id.name.to_owned());
        }
        InlineExpression::Placeable { expression } => look_at(expression, made),
        InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => {}
        other => panic!("{other:?} is not used in these catalogues"),
    }
}

/// The values that a message shows, those of its parts included.
fn values(name: &str, all: &BTreeMap<String, Message>) -> BTreeSet<String> {
    let message = all.get(name).unwrap_or_else(|| panic!("there is no {name}"));
    let parts = message.messages.iter().flat_map(|part| values(part, all));
    message.variables.iter().cloned().chain(parts).collect()
}

fn is_asked_for(name: &str) -> bool {
    ASKED_FOR.contains(&name) || name == "piece-touched" || name.starts_with("against-") || name.starts_with("letter-")
}

#[test]
fn every_language_has_every_message_with_no_other_values_and_no_part_that_nothing_uses() {
    for file in ["alerts", "console"] {
        let path = |language: Language| root().join(format!("src/words/{}/{file}.ftl", language.tag()));
        let english = messages(&path(Language::English));
        assert!(english.len() > 100, "{file}: {} messages", english.len());
        for language in Language::ALL {
            let own = messages(&path(language));
            let place = format!("{}/{file}.ftl", language.tag());
            for (name, _) in english.iter().filter(|(name, message)| !message.is_part || is_asked_for(name)) {
                assert!(own.contains_key(name), "{place}: {name} is missing");
                let (known, shown) = (values(name, &english), values(name, &own));
                let offered = &english[name].offered;
                let more: Vec<&String> = shown.difference(&known).filter(|value| !offered.contains(*value)).collect();
                assert!(more.is_empty() || is_asked_for(name), "{place}: {name} shows {more:?}, which it is not given");
            }
            let used: BTreeSet<&String> = own.values().flat_map(|message| &message.messages).collect();
            let unused: Vec<&String> = own
                .keys()
                .filter(|name| !used.contains(name) && !is_asked_for(name))
                .filter(|name| english.get(*name).is_none_or(|message| message.is_part))
                .collect();
            assert_eq!(unused, Vec::<&String>::new(), "{place}: nothing uses these");
        }
    }
}

#[test]
fn no_language_says_what_is_left_in_english() {
    for file in ["alerts", "console"] {
        let path = |language: Language| root().join(format!("src/words/{}/{file}.ftl", language.tag()));
        let english = messages(&path(Language::English));
        let sentences: BTreeSet<&str> = english
            .values()
            .flat_map(|message| &message.texts)
            .map(|text| text.trim())
            .filter(|text| text.split_whitespace().count() > 2)
            .collect();
        for language in Language::ALL.into_iter().filter(|language| *language != Language::English) {
            for (name, message) in messages(&path(language)) {
                let left: Vec<&String> = message.texts.iter().filter(|text| sentences.contains(text.trim())).collect();
                assert!(left.is_empty(), "{}/{file}.ftl: {name}: {left:?}", language.tag());
            }
        }
    }
}

#[test]
fn the_sentences_that_arbiters_have_read_come_out_so() {
    for language in Language::ALL {
        let path = root().join(format!("tests/words/{}.jsonl", language.tag()));
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut count = 0;
        for (line, number) in text.lines().zip(1..) {
            let place = format!("{}:{number}", path.display());
            let line: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{place}: {error}"));
            let words = line["words"].as_object().unwrap_or_else(|| panic!("{place}: no words"));
            let words = Words::read(words).unwrap_or_else(|| panic!("{place}: {words:?} cannot be read"));
            assert_eq!(Value::String(tell(language, &words)), line["text"], "{place}");
            assert_eq!(serde_json::to_value(&words).expect("JSON")["id"], line["words"]["id"], "{place}");
            count += 1;
        }
        assert!(count >= SENTENCES, "{}: {count} sentences", path.display());
    }
}

/// The files below a folder with this ending, but for what others have written.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() && !["tests", "vendor"].contains(&name) {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|its| its == ending) && !["tests.rs", "samples.rs"].contains(&name) {
            found.push(path);
        }
    }
    found
}

/// Whether a text begins with four words as a sentence does.
fn is_sentence(text: &str) -> bool {
    let words: Vec<&str> = text.split(' ').take(4).collect();
    let is_word = |word: &&str| !word.is_empty() && word.chars().all(|letter| letter.is_ascii_lowercase());
    let begins = |first: &str| {
        first.starts_with(|letter: char| letter.is_ascii_uppercase()) && is_word(&first.get(1..).unwrap_or_default())
    };
    words.len() == 4 && begins(words[0]) && words[1..3].iter().all(is_word)
}

/// Whatever is read by people comes out of the catalogues: in the code that judges, and in the page, there is no sentence.
#[test]
fn no_sentence_stands_in_judging_code_nor_in_the_page() {
    assert!(is_sentence("White has completed an illegal move.") && !is_sentence("touch-move") && !is_sentence("Nf3"));
    let mut looked_at = 0;
    for (folder, ending) in [("src/turn", "rs"), ("src/hall", "rs"), ("src/publish/console/page", "js")] {
        for path in files(&root().join(folder), ending) {
            looked_at += 1;
            let text = fs::read_to_string(&path).expect("readable");
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let mut is_attribute = false;
            for (number, line) in (1..).zip(code.lines()) {
                let line = line.trim();
                // Attributes have texts of errors, which developers read.
                let begins = line.starts_with("#[");
                is_attribute = (is_attribute || begins) && !(line.ends_with(")]") || begins && line.ends_with(']'));
                if begins || is_attribute || ["//", "*", "/*"].iter().any(|start| line.starts_with(start)) {
                    continue;
                }
                let line = line.split(" // ").next().unwrap_or_default();
                let line = line.split("/**").next().unwrap_or_default();
                let found = line.split(['"', '\'', '`', '>']).skip(1).find(|text| is_sentence(text));
                assert_eq!(found, None, "{}, line {number}", path.display());
            }
        }
    }
    assert!(looked_at > 150, "{looked_at} files");
}
