//! The schemas of `docs/schema/`: read strictly, and what of them has been seen.
//!
//! Published, they let pass what they do not know, for later versions say more. Here a field that a schema does not name is
//! an error; and every field, present and absent, every word, every type and every branch must be seen at least once.

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::Path,
    rc::Rc,
};

use jsonschema::Validator;
use serde_json::{Value, json};

/// Where a schema has others that say what its parts look like.
const PARTS: [&str; 3] = ["$defs", "properties", "items"];

/// One file of schemas.
pub(crate) struct Schemas {
    root: Rc<Value>,
    strict: Value,
    /// By pointer, in the strict reading, and as published.
    strictly: BTreeMap<String, Validator>,
    openly: BTreeMap<String, Validator>,
    seen: BTreeSet<String>,
    /// What has been looked at already: by pointer and value, hashed.
    looked_at: HashSet<u64>,
}

impl Schemas {
    /// `docs/schema/<name>.json`, which must be a schema itself.
    pub(crate) fn read(name: &str) -> Schemas {
        let root = file(&format!("docs/schema/{name}.json"));
        jsonschema::draft202012::meta::validate(&root).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut strict = root.clone();
        close(&mut strict);
        let (strictly, openly, seen) = (BTreeMap::new(), BTreeMap::new(), BTreeSet::new());
        Schemas { root: Rc::new(root), strict, strictly, openly, seen, looked_at: HashSet::new() }
    }

    /// The schema as it is published.
    pub(crate) fn published(&self) -> &Value {
        &self.root
    }

    /// Has the strict reading ask for less.
    pub(crate) fn relax(&mut self, change: impl Fn(&mut Value)) {
        change(&mut self.strict);
        self.strictly.clear();
    }

    /// What is wrong with a value, by the definition at this pointer (`""`: the whole) in its strict reading; takes down
    /// what of the schema it shows.
    pub(crate) fn check(&mut self, pointer: &str, value: &Value) -> Result<(), String> {
        let Schemas { strict, strictly, .. } = self;
        let validator = strictly.entry(pointer.to_owned()).or_insert_with(|| validator(strict, pointer));
        let wrong: Vec<String> =
            validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect();
        if !wrong.is_empty() {
            return Err(format!("{}\n    {value}", wrong.join("\n    ")));
        }
        self.visit(pointer, value);
        Ok(())
    }

    /// Whether a value is good by the definition at this pointer, as it is published.
    pub(crate) fn allows(&mut self, pointer: &str, value: &Value) -> bool {
        let Schemas { root, openly, .. } = self;
        openly.entry(pointer.to_owned()).or_insert_with(|| validator(root, pointer)).is_valid(value)
    }

    /// Everything that the definitions at these pointers can show.
    pub(crate) fn points(&self, pointers: &[&str]) -> BTreeSet<String> {
        let (mut all, mut done) = (BTreeSet::new(), BTreeSet::new());
        pointers.iter().for_each(|pointer| self.list(pointer, &mut all, &mut done));
        all
    }

    /// What of it has not been seen.
    pub(crate) fn unseen(&self, pointers: &[&str]) -> BTreeSet<String> {
        self.points(pointers).difference(&self.seen).cloned().collect()
    }

    fn list(&self, pointer: &str, all: &mut BTreeSet<String>, done: &mut BTreeSet<String>) {
        if !done.insert(pointer.to_owned()) {
            return;
        }
        let schema = at(&self.root, pointer);
        all.extend(own_points(pointer, schema));
        for (name, _) in entries(schema, "properties") {
            if !is_required(schema, name) {
                all.insert(format!("{pointer}: without {name}"));
            }
        }
        for part in parts(pointer, schema) {
            self.list(&part, all, done);
        }
    }

    fn visit(&mut self, pointer: &str, value: &Value) {
        let mut hasher = DefaultHasher::new();
        (pointer, value).hash(&mut hasher);
        if !self.looked_at.insert(hasher.finish()) {
            return;
        }
        let root = Rc::clone(&self.root);
        let schema = at(&root, pointer);
        for point in own_points(pointer, schema) {
            let shown = match point.rsplit_once(": ") {
                Some((_, word)) if point.len() > pointer.len() => {
                    *value.to_string() == *word || word == type_of(value) || (word == "number" && value.is_number())
                }
                _ => true,
            };
            if shown {
                self.seen.insert(point);
            }
        }
        if let Some(target) = reference(schema) {
            self.visit(&target, value);
        }
        for (name, _) in entries(schema, "properties") {
            match value.get(name) {
                Some(part) => self.visit(&format!("{pointer}/properties/{name}"), part),
                None if is_required(schema, name) => {}
                None => drop(self.seen.insert(format!("{pointer}: without {name}"))),
            }
        }
        if schema.get("items").is_some() {
            for item in value.as_array().into_iter().flatten() {
                self.visit(&format!("{pointer}/items"), item);
            }
        }
        if schema.get("additionalProperties").is_some_and(Value::is_object) {
            for (_, part) in value.as_object().into_iter().flatten() {
                self.visit(&format!("{pointer}/additionalProperties"), part);
            }
        }
        for branches in ["allOf", "anyOf", "oneOf"] {
            for index in 0..schema[branches].as_array().map_or(0, Vec::len) {
                let branch = format!("{pointer}/{branches}/{index}");
                if self.allows(&branch, value) {
                    self.visit(&branch, value);
                }
            }
        }
        if schema.get("if").is_some() && self.allows(&format!("{pointer}/if"), value) {
            self.visit(&format!("{pointer}/then"), value);
        }
    }
}

/// A file of the repository, as JSON.
pub(crate) fn file(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn at<'a>(root: &'a Value, pointer: &str) -> &'a Value {
    root.pointer(pointer).unwrap_or_else(|| panic!("there is nothing at {pointer}"))
}

/// Has a schema refuse what it does not name, in every part of the values that it describes.
fn close(schema: &mut Value) {
    let Some(keys) = schema.as_object_mut() else { return };
    if keys.contains_key("properties") && !keys.contains_key("additionalProperties") {
        keys.insert("additionalProperties".to_owned(), json!(false));
    }
    for part in PARTS {
        match (part, keys.get_mut(part)) {
            ("items", Some(items)) => close(items),
            (_, Some(Value::Object(parts))) => parts.values_mut().for_each(close),
            _ => {}
        }
    }
}

fn validator(root: &Value, pointer: &str) -> Validator {
    let mut schema = json!({ "$schema": root["$schema"], "$defs": root.get("$defs").unwrap_or(&json!({})) });
    match pointer.strip_prefix("/$defs/").filter(|name| !name.contains('/')) {
        Some(name) => schema["$ref"] = json!(format!("#/$defs/{name}")),
        None => {
            let part = at(root, pointer).as_object().expect("a schema is an object");
            schema.as_object_mut().expect("an object").extend(part.clone());
        }
    }
    let patterns = jsonschema::PatternOptions::regex();
    jsonschema::draft202012::options()
        .with_pattern_options(patterns)
        .build(&schema)
        .unwrap_or_else(|error| panic!("{pointer}: {error}"))
}

/// What a schema alone can show, its parts left out.
fn own_points(pointer: &str, schema: &Value) -> Vec<String> {
    let words = schema["enum"].as_array().into_iter().flatten().map(Value::to_string);
    let types = schema["type"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned);
    let mut points: Vec<String> = words.chain(types).map(|word| format!("{pointer}: {word}")).collect();
    points.push(pointer.to_owned());
    points
}

/// The schemas that say what the parts of a value look like.
fn parts(pointer: &str, schema: &Value) -> Vec<String> {
    let mut parts: Vec<String> = reference(schema).into_iter().collect();
    parts.extend(entries(schema, "properties").map(|(name, _)| format!("{pointer}/properties/{name}")));
    for part in ["additionalProperties", "items", "then"] {
        if schema.get(part).is_some_and(Value::is_object) {
            parts.push(format!("{pointer}/{part}"));
        }
    }
    for branches in ["allOf", "anyOf", "oneOf"] {
        let count = schema[branches].as_array().map_or(0, Vec::len);
        parts.extend((0..count).map(|index| format!("{pointer}/{branches}/{index}")));
    }
    parts
}

fn entries<'a>(schema: &'a Value, key: &str) -> impl Iterator<Item = (&'a String, &'a Value)> {
    schema[key].as_object().into_iter().flatten()
}

fn is_required(schema: &Value, name: &str) -> bool {
    schema["required"].as_array().is_some_and(|required| required.iter().any(|it| it == name))
}

fn reference(schema: &Value) -> Option<String> {
    schema["$ref"].as_str().and_then(|target| target.strip_prefix('#')).map(str::to_owned)
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Array(_) => "array",
        Value::Bool(_) => "boolean",
        Value::Null => "null",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::Object(_) => "object",
        Value::String(_) => "string",
    }
}
