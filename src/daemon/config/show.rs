//! Prints every key with its default and meaning.

use super::{
    Config,
    keys::{Change, KEYS, Key, TABLE_KEYS},
    values::quoted,
};

/// Widest line of a comment, in characters.
const WIDTH: usize = 100;

/// Every key with its default and meaning: itself a configuration, which says what no configuration says.
///
/// Keys whose default is that nothing is set stand in comments, with an example.
#[must_use]
pub fn show() -> String {
    let config = Config::default();
    let mut text = String::from(
        "# Every key with its default. A line that is left out keeps it. A change takes effect when the service is\n\
         # started again, unless (at once) or (next game) stands here: those at a reload, too.\n\n",
    );
    let mut section = "";
    for key in KEYS {
        let (within, name) = key.name.rsplit_once('.').unwrap_or(("", key.name));
        if within != section {
            section = within;
            text += &format!("\n[{section}]\n");
        }
        entry(&mut text, name, key, &config);
    }
    for table in &config.tables {
        text += "\n# A section like this for each table.\n[[table]]\n";
        for key in TABLE_KEYS {
            entry(&mut text, key.name, key, table);
        }
    }
    text
}

fn entry<T>(text: &mut String, name: &str, key: &Key<T>, of: &T) {
    let mut line = String::from("#");
    let change = match key.change {
        Change::AtOnce => "(at once)",
        Change::NextGame => "(next game)",
        Change::Restart => "",
    };
    for word in key.meaning.split_whitespace().chain(change.split_terminator('\n')) {
        if line.chars().count() + 1 + word.chars().count() > WIDTH {
            *text += &line;
            *text += "\n";
            line = String::from("#");
        }
        line += " ";
        line += word;
    }
    *text += &line;
    *text += "\n";
    // What a table is called by default, its computer says.
    *text += &match (key.show)(of).filter(|_| key.name != "name") {
        Some(value) => format!("{name} = {value}\n"),
        None if key.example.starts_with('{') => format!("# {name} = {}\n", key.example),
        None => format!("# {name} = {}\n", quoted(key.example)),
    };
}
