//! The lines of a log, read.

use serde::Deserialize;
use serde_json::Value;

use super::{
    Line, LogError, MAX_LINE, Problem,
    event::{RawEvent, read_event},
    header::{RawHeader, read_header},
};

/// The text of one line, `line` its number from 1: without the byte order mark that some editors put before the first.
///
/// # Errors
/// [`LogError`] where it is longer than [`MAX_LINE`], or not UTF-8.
pub fn text_of(bytes: &[u8], line: usize) -> Result<&str, LogError> {
    const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
    if bytes.len() > MAX_LINE {
        return Err(LogError { line, problem: Problem::TooLong });
    }
    let mark = if line == 1 && bytes.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    std::str::from_utf8(&bytes[mark..])
        .map_err(|error| LogError { line, problem: Problem::Encoding(mark + error.valid_up_to() + 1) })
}

/// Reads one line; `line` is its number, from 1.
///
/// # Errors
/// [`LogError`], naming the line, the field, what was found and what was expected.
pub fn read_line(text: &str, line: usize) -> Result<Line, LogError> {
    let at_line = |problem| LogError { line, problem };
    let shape = |error: serde_json::Error| at_line(Problem::Shape(error.to_string()));
    if !text.trim_start().starts_with('{') {
        return Err(at_line(Problem::Shape("expected a JSON object".to_owned())));
    }
    // Most lines are events, and need to be read only once. What else a line may be, the rest finds out.
    if !text.contains("\"log\"")
        && !text.contains('\\')
        && let Ok(raw) = serde_json::from_str::<RawEvent<&str>>(text)
    {
        let (at, happening) = read_event(&raw).map_err(at_line)?;
        return Ok(Line::Event(at, happening));
    }
    let probe: Probe = serde_json::from_str(text).map_err(shape)?;
    if probe.log.is_some() {
        check_objects(&serde_json::from_str(text).map_err(shape)?).map_err(at_line)?;
        let raw: RawHeader = serde_json::from_str(text).map_err(shape)?;
        let events = raw.events.iter().map(read_event).collect::<Result<Vec<_>, _>>().map_err(at_line)?;
        let header = read_header(raw).map_err(at_line)?;
        return Ok(Line::Game(Box::new(header), events));
    }
    let raw: RawEvent<String> = serde_json::from_str(text).map_err(shape)?;
    let (at, happening) = read_event(&raw).map_err(at_line)?;
    Ok(Line::Event(at, happening))
}

/// Whether a line is the header of a log, as far as it can be read.
#[must_use]
pub fn begins_log(line: &[u8]) -> bool {
    // Most lines are events, and need not be read for it.
    memchr::memmem::find(line, b"\"log\"").is_some()
        && serde_json::from_slice(line).is_ok_and(|probe: Probe| probe.log.is_some())
}

/// Where a header has objects.
const OBJECTS: [&str; 9] = [
    "/begin",
    "/begin/clock",
    "/given",
    "/given/illegal_moves",
    "/persons",
    "/persons/black",
    "/persons/white",
    "/players",
    "/timing",
];

/// Refuses lists in the place of objects: they would be read as their fields, in whatever order the program has them.
fn check_objects(header: &Value) -> Result<(), Problem> {
    let events = header.get("events").and_then(Value::as_array).into_iter().flatten().map(|event| ("/events", event));
    let mut parts = OBJECTS.iter().filter_map(|&at| Some((at, header.pointer(at)?))).chain(events);
    match parts.find(|(_, part)| part.is_array()) {
        Some((at, _)) => Err(Problem::Shape(format!("{}: expected an object, not a list", at[1..].replace('/', ".")))),
        None => Ok(()),
    }
}

#[derive(Deserialize)]
struct Probe {
    #[serde(default)]
    log: Option<String>,
}
