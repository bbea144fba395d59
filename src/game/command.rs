//! An arbiter's command as it was given: its JSON read once, where it comes in, and written in one form from there on.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor},
};
use serde_json::{Map, Number, Value};

/// Longest command taken, in bytes, whichever way it comes. The longest one that makes sense names two players and a
/// position.
pub const MAX_COMMAND_BYTES: usize = 16 * 1024;

/// The deepest nesting of arrays and objects in a command; the deepest one needed has two levels.
pub const MAX_COMMAND_DEPTH: usize = 8;

/// Longest command id, in bytes.
pub const MAX_ID_BYTES: usize = 128;

/// Most characters shown of a key that stands twice.
const SHOWN: usize = 80;

/// A command has more than [`MAX_COMMAND_BYTES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the command is too long: at most {MAX_COMMAND_BYTES} bytes are taken")]
pub struct TooLong;

/// Why a text is no command, whatever it may say. Nothing of it may be passed on, logged or added to.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CommandFault {
    /// A key stands twice in one object: readers of JSON differ in which of the two counts.
    #[error("{0}")]
    KeyTwice(String),
    /// It is JSON, and no object.
    #[error("not a JSON object")]
    NoObject,
    /// It is no JSON: what the reader says, with line and column.
    #[error("{0}")]
    NotJson(String),
    /// It is nested deeper than [`MAX_COMMAND_DEPTH`].
    #[error("nested deeper than {MAX_COMMAND_DEPTH}")]
    TooDeep,
    /// It is too long.
    #[error(transparent)]
    TooLong(#[from] TooLong),
}

/// A command as it was given: a JSON object, or why it is none. What it commands is not looked at here.
#[derive(Debug, Clone, PartialEq)]
pub struct GivenCommand {
    id: Option<String>,
    object: Result<Value, CommandFault>,
    /// Line and column of its end, from 1.
    end: (usize, usize),
}

impl GivenCommand {
    /// Reads a text.
    #[must_use]
    pub fn read(text: &str) -> GivenCommand {
        let text = text.trim_end();
        let object = object(text);
        let id = match &object {
            Ok(object) => object["id"].as_str().map(str::to_owned),
            Err(CommandFault::KeyTwice(_)) => id_of(text),
            Err(_) => None,
        };
        let lines = text.bytes().filter(|byte| *byte == b'\n').count();
        let column = text.rsplit('\n').next().map_or(0, str::len);
        GivenCommand { id: id.filter(|id| id.len() <= MAX_ID_BYTES), object, end: (1 + lines, column) }
    }

    /// Its id, as far as one can be read that a command may have.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// Whether it has the field `id`, be that an id or not.
    #[must_use]
    pub fn has_id(&self) -> bool {
        self.object.as_ref().is_ok_and(|object| object.get("id").is_some())
    }

    /// The same with this id.
    #[must_use]
    pub fn with_id(self, id: String) -> GivenCommand {
        let object = self.object.map(|mut object| {
            object["id"] = id.clone().into();
            object
        });
        GivenCommand { id: Some(id), object, ..self }
    }

    /// What it says, a JSON object.
    ///
    /// # Errors
    /// [`CommandFault`].
    pub fn object(&self) -> Result<&Value, &CommandFault> {
        self.object.as_ref()
    }

    /// The same as text, in the one form in which commands are kept: keys in alphabetical order, without spaces.
    /// `null` where it says nothing.
    #[must_use]
    pub fn json(&self) -> String {
        self.object.as_ref().unwrap_or(&Value::Null).to_string()
    }

    /// Line and column of its end in the text that was given, from 1.
    #[must_use]
    pub fn end(&self) -> (usize, usize) {
        self.end
    }
}

fn object(text: &str) -> Result<Value, CommandFault> {
    if text.len() > MAX_COMMAND_BYTES {
        return Err(TooLong.into());
    }
    let mut fault = None;
    let mut reader = serde_json::Deserializer::from_str(text);
    let read = Once { fault: &mut fault, depth: 0 }.deserialize(&mut reader);
    match (read.and_then(|value| reader.end().map(|()| value)), fault) {
        (Ok(value @ Value::Object(_)), _) => Ok(value),
        (Ok(_), _) => Err(CommandFault::NoObject),
        (Err(_), Some(Fault::TooDeep)) => Err(CommandFault::TooDeep),
        (Err(error), Some(Fault::KeyTwice)) => Err(CommandFault::KeyTwice(error.to_string())),
        (Err(error), None) => Err(CommandFault::NotJson(error.to_string())),
    }
}

/// The id of a text that is no command: for the answer to who gave it.
fn id_of(text: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Id {
        id: String,
    }
    serde_json::from_str::<Id>(text).ok().map(|id| id.id)
}

#[derive(Debug, Clone, Copy)]
enum Fault {
    KeyTwice,
    TooDeep,
}

/// Any value, not too deep, whose objects name no key twice.
struct Once<'a> {
    fault: &'a mut Option<Fault>,
    /// How many arrays and objects are open around it.
    depth: usize,
}

impl Once<'_> {
    fn deeper<E: Error>(&mut self) -> Result<(), E> {
        self.depth += 1;
        if self.depth > MAX_COMMAND_DEPTH {
            *self.fault = Some(Fault::TooDeep);
            return Err(E::custom("nested too deep"));
        }
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Once<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Once<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut access: A) -> Result<Value, A::Error> {
        self.deeper()?;
        let mut map = Map::new();
        while let Some(key) = access.next_key::<String>()? {
            if map.contains_key(&key) {
                *self.fault = Some(Fault::KeyTwice);
                let key: String = key.chars().take(SHOWN).collect();
                return Err(A::Error::custom(format_args!("the key {key:?} stands there twice")));
            }
            let value = access.next_value_seed(Once { fault: &mut *self.fault, depth: self.depth })?;
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut access: A) -> Result<Value, A::Error> {
        self.deeper()?;
        let mut all = Vec::new();
        while let Some(value) = access.next_element_seed(Once { fault: &mut *self.fault, depth: self.depth })? {
            all.push(value);
        }
        Ok(Value::Array(all))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> Option<CommandFault> {
        GivenCommand::read(text).object().err().cloned()
    }

    #[test]
    fn a_key_that_stands_twice_in_one_object_is_found_at_any_depth_and_however_it_is_written() {
        assert_eq!(fault(r#"{"a":{"b":1},"b":[{"a":null},{"a":-1.5}]}"#), None);
        for json in [r#"{"a":1,"b":2,"a":1}"#, r#"{"b":[{"x":{"a":1,"a":2}}]}"#, r#"{"a":1,"\u0061":2}"#] {
            let fault = fault(json).map(|fault| fault.to_string()).unwrap_or_default();
            assert!(fault.starts_with(r#"the key "a" stands there twice"#), "{json}: {fault}");
        }
        let said = CommandFault::KeyTwice(r#"the key "a" stands there twice at line 1 column 10"#.to_owned());
        assert_eq!(fault(r#"{"a":1,"a":2}"#), Some(said));
        let said = CommandFault::NotJson("EOF while parsing an object at line 1 column 1".to_owned());
        assert_eq!(fault("{"), Some(said));
    }

    #[test]
    fn levels_are_counted_outside_of_strings_only() {
        let nested = |levels: usize| format!("{{\"id\":{}{}}}", "[".repeat(levels), "]".repeat(levels));
        assert_eq!(fault(&nested(MAX_COMMAND_DEPTH - 1)), None);
        for levels in [MAX_COMMAND_DEPTH, 5_000] {
            assert_eq!(fault(&nested(levels)), Some(CommandFault::TooDeep), "{levels}");
        }
        assert_eq!(fault(r#"{"a":"[[[[[[[[[[\"[[{{"}"#), None);
        assert_eq!(fault(&"[".repeat(1_000)), Some(CommandFault::TooDeep));
    }

    #[test]
    fn what_is_no_object_or_too_long_is_none() {
        for text in ["[]", "3", "\"x\"", "null", "[1,2]"] {
            assert_eq!(fault(text), Some(CommandFault::NoObject), "{text}");
        }
        for text in ["", "{\"id\":}", "{} {}", "{}x"] {
            assert!(matches!(fault(text), Some(CommandFault::NotJson(_))), "{text}");
        }
        let long = format!("{{\"id\":\"{}\"}}", "x".repeat(MAX_COMMAND_BYTES));
        assert_eq!(fault(&long), Some(CommandFault::TooLong(TooLong)));
    }

    #[test]
    fn an_id_is_read_where_one_can_be() {
        let id = |text: &str| GivenCommand::read(text).id().map(str::to_owned);
        assert_eq!(id(r#"{"command":"x","id":"7"}"#).as_deref(), Some("7"));
        assert_eq!(id(r#"{"a":1,"a":1,"id":"7"}"#).as_deref(), Some("7"), "of what is refused");
        let long = format!("{{\"id\":\"{}\"}}", "x".repeat(MAX_ID_BYTES + 1));
        for text in [r#"{"id":7}"#, r#"{"id":null}"#, "{}", "{", r#"{"id":"1","id":"2"}"#, &long] {
            assert_eq!(id(text), None, "{text}");
        }
    }

    #[test]
    fn it_is_written_in_one_form_whatever_it_was_written_like() {
        let text =
            "{ \"x\": 1.50,\r\n \"command\" : \"suspend\\u0021\", \"n\":[-3, 18446744073709551615, true,null] }\n";
        let given = GivenCommand::read(text);
        let form = r#"{"command":"suspend!","n":[-3,18446744073709551615,true,null],"x":1.5}"#;
        assert_eq!(given.json(), form);
        assert_eq!(GivenCommand::read(form).json(), form);
        assert_eq!(given.end(), (2, 73));
        assert!(!given.has_id());
        let named = given.with_id("7".to_owned());
        assert_eq!((named.id(), named.has_id()), (Some("7"), true));
        assert!(named.json().contains(r#""id":"7""#));
        // A key by which another reader is told to look into a text is a key like any other here.
        let hidden = r#"{"$serde_json::private::RawValue":"{\"command\":\"suspend\"}"}"#;
        assert_eq!(GivenCommand::read(hidden).json(), hidden);
    }
}
