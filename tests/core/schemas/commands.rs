//! Commands: those that the schema allows are taken, the others refused.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{changed, commands, error_of, names_of_commands, references};
use crate::common::schema::Schemas;

/// Whether a command was refused for its form, whatever the game is.
fn is_of_form(error: &str) -> bool {
    let of_a_value = error.split_once(": found ").is_some_and(|(field, _)| !field.contains(' '));
    let is_impossible = error.starts_with("command: found \"identify\"") || error.starts_with("alert: found \"g#");
    (of_a_value || error.starts_with("not a command")) && !is_impossible
}

#[test]
fn a_command_is_taken_if_it_is_by_the_schema_and_else_refused() {
    let mut schemas = Schemas::read("commands");
    let good = commands();
    for command in &good {
        schemas.check("", command).unwrap_or_else(|error| panic!("{error}"));
    }
    let unseen = schemas.unseen(&[""]);
    assert!(unseen.is_empty(), "never seen: {unseen:#?}");
    let (mut wrong, mut counts) = (Vec::new(), [0, 0]);
    // Those with an id differ in nothing else: one of them will do.
    let (without, named): (Vec<&Value>, Vec<&Value>) = good.iter().partition(|command| command.get("id").is_none());
    for command in without.into_iter().chain(named.into_iter().rev().take(1)).flat_map(changed) {
        let allowed = schemas.allows("", &command);
        counts[usize::from(allowed)] += 1;
        let error = error_of(&command);
        let of_form = error.as_deref().is_some_and(is_of_form);
        // What a move is and which half-moves there are is looked up in the game, and refused there.
        let in_the_game = ["claim", "set-move", "take-back"].map(Value::from).contains(&command["command"]);
        let refused = of_form || (in_the_game && error.is_some());
        if (allowed && of_form) || (!allowed && !refused) {
            wrong.push(format!("{command}: {}", error.as_deref().unwrap_or("taken")));
        }
    }
    println!("{} commands taken, {} refused", counts[1], counts[0]);
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(counts.iter().all(|count| *count >= 200), "{counts:?}");
}

/// JSON Schema counts characters, the program bytes: what is longer than its bytes is refused, whatever the schema allows.
#[test]
fn a_text_is_limited_in_bytes_which_is_what_the_description_of_its_max_length_says() {
    let mut schemas = Schemas::read("commands");
    let persons = |name: String| json!({ "command": "set-players", "white": { "name": name }, "black": {} });
    let limits: [(u64, &dyn Fn(String) -> Value); 5] = [
        (128, &|id| json!({ "command": "suspend", "id": id })),
        (64, &|by| json!({ "command": "suspend", "by": by })),
        (256, &persons),
        (256, &|name| json!({ "command": "new-game", "abandon": true, "players": { "white": name } })),
        (256, &|how| json!({ "command": "set-result", "result": "1-0", "termination": how })),
    ];
    for (bytes, command) in limits {
        let most = bytes as usize;
        for (text, taken) in [("a".repeat(most), true), ("é".repeat(most / 2), true), ("é".repeat(most / 2 + 1), false)]
        {
            let command = command(text);
            assert!(schemas.allows("", &command), "{command}");
            assert_eq!(error_of(&command).is_none(), taken, "{command}");
        }
        assert!(!schemas.allows("", &command("a".repeat(most + 1))), "{bytes}");
    }
    fn limited<'a>(schema: &'a Value, all: &mut Vec<&'a Value>) {
        if schema.get("maxLength").is_some() {
            all.push(schema);
        }
        let parts = schema.as_object().into_iter().flat_map(|object| object.values());
        parts.chain(schema.as_array().into_iter().flatten()).for_each(|part| limited(part, all));
    }
    let mut all = Vec::new();
    limited(schemas.published(), &mut all);
    assert!(all.len() >= 40, "{}", all.len());
    for schema in all {
        let (most, said) = (&schema["maxLength"], schema["description"].as_str().expect("a description"));
        assert!(said.contains(&format!("{most} bytes")) && limits.iter().any(|(bytes, _)| most == bytes), "{schema}");
    }
}

#[test]
fn the_schema_has_every_command_and_no_other() {
    let commands = Schemas::read("commands");
    let branches = references(&commands.published()["oneOf"]);
    let named: BTreeSet<String> = branches
        .iter()
        .map(|to| {
            let (_, name) = to.rsplit_once('/').expect("a definition");
            assert_eq!(commands.published()["$defs"][name]["properties"]["command"]["const"], name);
            name.to_owned()
        })
        .collect();
    assert_eq!(named, names_of_commands());
}
