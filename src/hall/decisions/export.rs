//! The record as CSV (RFC 4180) and JSON.

use super::{
    entry::{Entry, State, What},
    search::{How, how_of},
};
use crate::hall::actions::outcome::Effect;

/// The columns, named in the file's first line.
const COLUMNS: [&str; 17] = [
    "number",
    "at",
    "since",
    "table",
    "section",
    "game",
    "white",
    "black",
    "kind",
    "article",
    "edition",
    "proposed",
    "what",
    "done",
    "by",
    "state",
    "taken_back",
];

/// The entries as CSV, with a line for each; `say` puts effects into words.
#[must_use]
pub fn csv<'a>(entries: impl IntoIterator<Item = &'a Entry>, say: impl Fn(&Effect) -> String) -> String {
    let mut text = COLUMNS.join(",") + "\r\n";
    let all = |effects: &[Effect]| effects.iter().map(&say).collect::<Vec<_>>().join("; ");
    for entry in entries {
        let what = match &entry.what {
            What::Decided { name, otherwise: false } => name.clone(),
            What::Decided { name, otherwise: true } => format!("{name} (otherwise)"),
            What::DecidedElsewhere { command } => format!("{command} (elsewhere)"),
            What::EndedByItself { how } => format!("ended by itself: {how}"),
            What::Shelved { until } => format!("shelved until {until}"),
        };
        let state = match &entry.state {
            State::Done => "done".to_owned(),
            State::NoAnswer => "no answer".to_owned(),
            State::Refused { error, .. } => format!("refused: {error}"),
            State::Second { first } => {
                format!("second: {} by {}, {}", first.decided, first.by.as_deref().unwrap_or("-"), first.at)
            }
            State::Sent => "sent".to_owned(),
        };
        let taken_back = entry.taken_back.as_ref().map(|mark| format!("{} {}", mark.by, mark.at));
        let optional = |text: &Option<String>| text.clone().unwrap_or_default();
        let fields = [
            entry.number.to_string(),
            entry.at.to_string(),
            entry.since.to_string(),
            entry.table.clone(),
            optional(&entry.section),
            optional(&entry.game),
            optional(&entry.players.white),
            optional(&entry.players.black),
            optional(&entry.kind),
            entry.article.clone(),
            entry.edition.clone(),
            all(&entry.proposed),
            what,
            if how_of(entry) == How::NotDone { String::new() } else { all(&entry.done) },
            optional(&entry.by),
            state,
            taken_back.unwrap_or_default(),
        ];
        let line: Vec<String> = fields.iter().map(|field| quoted(field)).collect();
        text += &line.join(",");
        text += "\r\n";
    }
    text
}

/// A field of a line. What a spreadsheet would take for a formula is made text: names come from files of others.
fn quoted(field: &str) -> String {
    let is_formula = field.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let field = if is_formula { format!("'{field}") } else { field.to_owned() };
    if field.contains([',', '"', '\r', '\n']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field }
}

/// The entries as a JSON array, whole.
///
/// # Errors
/// None that an entry can bring about.
pub fn json<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(&entries.into_iter().collect::<Vec<_>>())
}

/// An effect in the words of the program, for who puts it into no others.
#[must_use]
pub fn code_words(effect: &Effect) -> String {
    let Ok(serde_json::Value::Object(mut fields)) = serde_json::to_value(effect) else { return String::new() };
    let name = fields.remove("effect").and_then(|name| Some(name.as_str()?.to_owned())).unwrap_or_default();
    let value = |(key, value): (String, serde_json::Value)| match value {
        serde_json::Value::Null => None,
        serde_json::Value::String(text) => Some(format!("{key} {text}")),
        other => Some(format!("{key} {other}")),
    };
    let rest: Vec<String> = fields.into_iter().filter_map(value).collect();
    if rest.is_empty() { name } else { format!("{name}: {}", rest.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hall::{table::Table, time::Time};

    #[test]
    fn names_are_quoted_and_start_no_formula() {
        let mut entry = Entry::of(
            1,
            Time(0),
            "7",
            &Table::default(),
            What::Decided { name: "confirm".to_owned(), otherwise: false },
        );
        entry.players.white = Some("=HYPERLINK(\"x\")".to_owned());
        entry.players.black = Some("Krüger, Annegret".to_owned());
        entry.done = vec![Effect::ResultFinal { result: "1-0".to_owned(), reason: None }];
        let text = csv([&entry], code_words);
        let line = text.lines().nth(1).expect("a line");
        assert!(line.contains("\"'=HYPERLINK(\"\"x\"\")\",\"Krüger, Annegret\""), "{line}");
        assert!(line.contains("result-final: result 1-0"), "{line}");
        let read: serde_json::Value = serde_json::from_str(&json([&entry]).expect("JSON")).expect("JSON");
        assert_eq!(read[0]["what"], "decided");
        assert_eq!(read[0]["state"], "done");
    }
}
