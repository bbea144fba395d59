//! What a command may be before anything reads it: how long, and how deep its JSON is nested.

/// Longest command taken, in bytes, whichever way it comes. The longest one that makes sense names two players and a
/// position.
pub const MAX_COMMAND_BYTES: usize = 16 * 1024;

/// A command has more than [`MAX_COMMAND_BYTES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the command is too long: at most {MAX_COMMAND_BYTES} bytes are taken")]
pub struct TooLong;

/// The deepest nesting of arrays and objects in a command; the deepest one needed has two levels.
pub const MAX_COMMAND_DEPTH: usize = 8;

/// Most levels of arrays and objects that are open at once in a text. Of a text that is no JSON, at least as many as a
/// reader of JSON opens before it finds that out.
#[must_use]
pub fn nesting(json: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let (mut quoted, mut escaped) = (false, false);
    for byte in json.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'[' | b'{' if !quoted => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_counted_outside_of_strings_only() {
        for (json, levels) in [
            ("", 0),
            ("1", 0),
            ("{}", 1),
            (r#"{"a":[1,[2]],"b":{}}"#, 3),
            (r#"{"a":"[[[[\"[[{{"}"#, 1),
            (r#"{"a":"\\"}"#, 1),
            ("[[[[", 4),
            ("]]]][", 1),
        ] {
            assert_eq!(nesting(json), levels, "{json}");
        }
        assert_eq!(nesting(&"[".repeat(100_000)), 100_000);
    }
}
